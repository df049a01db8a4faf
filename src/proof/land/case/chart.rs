//! The chart of a case that has ships: the theatre's, or one about a map of its own.
//!
//! A map of its own has the sea areas, the coastal waters and the ports off the map of the theatre's chart; of the map itself `[sea]`
//! says which squares are coastal waters. Its cities are the ports: one with `port = "ocean"` has its harbor in the waters that touch
//! its square, one with `port = "river"` lies on its river. Where a river ends at coastal waters is its mouth.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use toml::{Table, Value};

use crate::land::case::file::{CaseFile, CoastFile, UnitFile, strategic};
use crate::sea::case::situation::cwol;
use fieldpost_ground::course::CourseKind;
use fieldpost_ground::map::{Port, RiverClass, StrategicMap};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{Direction, StrategicSquare};
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::Book;
use fieldpost_land::state::City;
use fieldpost_sea::chart::net::Net;
use fieldpost_sea::chart::{Chart, SIDES};

const SEA: &str = include_str!("../../../../maps/cwol.sea.toml");
/// The sea area off waters of which nothing else is said.
const OFF_COAST: &str = "GAC";
/// The side of waters that reach no edge of the map.
const SEAWARD: Direction = Direction::East;

/// Ports that lie off the land map (WISC 1.7).
static OFF_MAP: LazyLock<Vec<String>> = LazyLock::new(|| {
    let ports = cwol().map(|theatre| theatre.1.ports.clone()).unwrap_or_default();
    ports.into_iter().filter(|port| port.at.is_none()).map(|port| port.name).collect()
});

/// Whether a unit begins aboard, or in the garrison of a port off the map.
pub fn is_off_map(unit: &UnitFile) -> bool {
    unit.aboard.is_some() || OFF_MAP.iter().any(|port| port.eq_ignore_ascii_case(&unit.at))
}

/// The squares of the map that a case gives to coastal waters: all that no city stands in and nothing else is said of.
pub fn waters(case: &CaseFile) -> Vec<String> {
    let coasts = case.sea.iter().flat_map(|sea| sea.coast.values());
    let all: Vec<String> = coasts.flat_map(squares).collect();
    all.into_iter().filter(|at| is_water(case, at)).collect()
}

fn squares(coast: &CoastFile) -> Vec<String> {
    match coast {
        CoastFile::Squares(water) | CoastFile::Whole { water, .. } => {
            water.split_whitespace().map(str::to_owned).collect()
        }
        CoastFile::List(squares) => squares.clone(),
    }
}

fn is_water(case: &CaseFile, at: &str) -> bool {
    let has_city = case.city.iter().any(|city| city.get_ref().at.eq_ignore_ascii_case(at));
    let is_dry = case.map.terrain.get(at).is_some_and(|words| words != "water");
    !has_city && !is_dry
}

/// Whose land a nation's name on the map makes it: in border states the Union's, as the theatre has it.
pub fn owner(book: &Book, name: &str) -> Option<NationCode> {
    if name == "border" { NationCode::new("US") } else { book.nation(name) }
}

/// The cities of the theatre: held with their state, ports as in April 1862; nothing lies in them.
pub fn cities(book: &Book, atlas: &Atlas) -> BTreeMap<String, City> {
    let held = |name: &str| {
        let (_, chart, roster) = cwol().ok()?;
        roster.ports.get(&chart.port_of(name)?).copied()
    };
    let sites = atlas.map.cities.iter().filter_map(|site| {
        let home = owner(book, &atlas.map.state_at(site.at)?.nation)?;
        let control = held(&site.name).unwrap_or(home);
        let (supplies, manufacturing) = (0, site.manufacturing);
        let city = City {
            at: site.at,
            tac: site.tac,
            home,
            control,
            supplies,
            manufacturing,
            fort: None,
            besieged: false,
        };
        Some((site.name.clone(), city))
    });
    sites.collect()
}

/// A case's own coastal waters.
struct Waters {
    code: String,
    sea: String,
    seaward: Direction,
    /// Squares that are water, and dry ones off which they lie.
    wet: Vec<StrategicSquare>,
    dry: Vec<StrategicSquare>,
}

impl Waters {
    fn of(case: &CaseFile, code: &str, coast: &CoastFile, map: &StrategicMap) -> Result<Waters, String> {
        let (sea, seaward) = match coast {
            CoastFile::Whole { sea, seaward, .. } => (sea.clone(), seaward.as_deref()),
            _ => (None, None),
        };
        let (mut wet, mut dry) = (Vec::new(), Vec::new());
        for name in squares(coast) {
            let at = strategic(&map.grid, &name).map_err(|why| format!("sea: {code}: {why}"))?;
            if is_water(case, &name) { wet.push(at) } else { dry.push(at) }
        }
        let edge = SIDES.into_iter().find(|side| wet.iter().any(|at| map.grid.step(*at, *side).is_none()));
        let seaward = match seaward {
            Some(letter) => fieldpost_sea::chart::file::side(letter)
                .ok_or_else(|| format!("sea: {code}: expected a side N, E, S or W, found {letter:?}"))?,
            None => edge.unwrap_or(SEAWARD),
        };
        let sea = sea.unwrap_or_else(|| OFF_COAST.into());
        Ok(Waters { code: code.to_ascii_uppercase(), sea, seaward, wet, dry })
    }

    /// The side of a land square on which these waters lie: an edge that they share, a corner, or off a dry square of theirs.
    fn off(&self, at: StrategicSquare, map: &StrategicMap) -> Option<Direction> {
        let touches =
            |side: &Direction| map.grid.step(at, *side).is_some_and(|next| self.wet.contains(&next));
        let edge = SIDES.into_iter().find(touches);
        let corner = || Direction::ALL.into_iter().any(|side| touches(&side)).then_some(self.seaward);
        edge.or_else(corner).or_else(|| self.dry.contains(&at).then_some(self.seaward))
    }
}

fn letter(side: Direction) -> &'static str {
    let place = SIDES.iter().position(|known| *known == side).unwrap_or(1);
    ["N", "E", "S", "W"][place]
}

fn row(fields: &[(&str, Value)]) -> Value {
    Value::Table(fields.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect())
}

/// Coastal waters as a chart's file has them.
fn coast_row(own: &Waters, map: &StrategicMap) -> Value {
    let water: Vec<String> = own.wet.iter().map(|at| map.grid.label(*at)).collect();
    let (code, sea) = (own.code.as_str(), own.sea.as_str());
    row(&[
        ("code", code.into()),
        ("name", code.into()),
        ("sea", sea.into()),
        ("seaward", letter(own.seaward).into()),
        ("water", water.join(" ").into()),
    ])
}

/// The chart about a map of a case's own.
///
/// # Errors
/// If coastal waters or ports cannot be as they are said to be.
pub fn of_map(case: &CaseFile, map: &StrategicMap) -> Result<Chart, String> {
    let listed = case.sea.iter().flat_map(|sea| &sea.coast);
    let waters: Vec<Waters> =
        listed.map(|(code, coast)| Waters::of(case, code, coast, map)).collect::<Result<_, _>>()?;
    let mut file: Table = SEA.parse().map_err(|fault| format!("the chart cannot be read: {fault}"))?;
    bare(&mut file, map);
    let label = |at: StrategicSquare| Value::from(map.grid.label(at));
    let coasts = waters.iter().map(|own| coast_row(own, map)).collect();
    let (mut harbors, mut ports) = (Vec::new(), Vec::new());
    let mouths = mouths(&waters, map);
    for city in &map.cities {
        let name = ("name", Value::from(city.name.as_str()));
        let (at, yard) = (("at", label(city.at)), ("yard", Value::from(1)));
        match city.port {
            Port::None => {}
            Port::Ocean => {
                let off = waters.iter().find_map(|own| Some((own, own.off(city.at, map)?)));
                let (own, exit) =
                    off.ok_or_else(|| format!("city {}: no coastal waters of [sea] lie off it", city.name))?;
                let (coast, exit) = (("coast", own.code.as_str().into()), ("exit", letter(exit).into()));
                let mut fields = vec![name, at.clone(), yard, coast, exit];
                if mouths.contains_key(&city.at) {
                    fields.extend([("mouth", at.1), ("river", city.name.as_str().into())]);
                }
                harbors.push(row(&fields));
            }
            Port::River => {
                let mut fields = vec![name, at, yard];
                if let Some((mouth, up)) = below(map, &mouths, city.at) {
                    fields.extend([("mouth", label(mouth)), ("up", Value::from(i64::from(up)))]);
                }
                ports.push(row(&fields));
            }
        }
    }
    let open = mouths
        .iter()
        .filter(|(at, _)| !map.cities.iter().any(|city| city.at == **at && city.port == Port::Ocean));
    let open = open.map(|(at, (code, exit))| {
        let coasts = Value::Array(vec![code.as_str().into()]);
        let exits = Value::Array(vec![letter(*exit).into()]);
        row(&[
            ("at", label(*at)),
            ("river", map.grid.label(*at).into()),
            ("coasts", coasts),
            ("exits", exits),
        ])
    });
    add(&mut file, "mouth", open.collect());
    add(&mut file, "coast", coasts);
    add(&mut file, "harbor", harbors);
    add(&mut file, "river_port", ports);
    let mut chart = Chart::read(&file.to_string(), map).map_err(|fault| format!("sea: {fault}"))?;
    for own in &waters {
        if let Some(coast) = chart.coast_of(&own.code) {
            chart.coasts[usize::from(coast.0)].shore.extend(&own.dry);
        }
        for at in &own.wet {
            // A square of coastal waters is no river square.
            chart.rivers.dry(*at);
        }
    }
    Ok(chart)
}

/// Takes from the theatre's chart what lies on its map, and ports that are called as cities of the case are.
fn bare(file: &mut Table, map: &StrategicMap) {
    for key in ["way", "cut", "class", "mouth", "river_port", "map_correction"] {
        file.remove(key);
    }
    for coast in file.get_mut("coast").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(coast) = coast.as_table_mut() {
            coast.remove("water");
        }
    }
    if let Some(harbors) = file.get_mut("harbor").and_then(Value::as_array_mut) {
        let name = |harbor: &Value| harbor.get("name").and_then(Value::as_str).map(str::to_owned);
        let is_off = |harbor: &Value| harbor.get("off_map").and_then(Value::as_bool) == Some(true);
        harbors.retain(|harbor| is_off(harbor) && name(harbor).is_none_or(|name| map.city(&name).is_none()));
    }
}

fn add(file: &mut Table, key: &str, rows: Vec<Value>) {
    let all = file.entry(key).or_insert_with(|| Value::Array(Vec::new()));
    if let Some(all) = all.as_array_mut() {
        all.extend(rows);
    }
}

/// Where a map's rivers end at coastal waters: whose they are, and on which side they lie.
fn mouths(waters: &[Waters], map: &StrategicMap) -> BTreeMap<StrategicSquare, (String, Direction)> {
    let mut found = BTreeMap::new();
    let rivers = map.courses.iter().filter(|course| matches!(course.kind, CourseKind::River { .. }));
    for path in rivers.map(|course| &course.path) {
        let is_land = |at: &&StrategicSquare| !waters.iter().any(|own| own.wet.contains(at));
        for end in [path.iter().find(is_land), path.iter().rev().find(is_land)].into_iter().flatten() {
            let off = waters.iter().find_map(|own| Some((own.code.clone(), own.off(*end, map)?)));
            if let Some(off) = off {
                found.entry(*end).or_insert(off);
            }
        }
    }
    found
}

/// The mouth below a river port, and how many squares.
fn below(
    map: &StrategicMap,
    mouths: &BTreeMap<StrategicSquare, (String, Direction)>,
    at: StrategicSquare,
) -> Option<(StrategicSquare, u16)> {
    let net = Net::of(map);
    let far = net.reach(at, RiverClass::Unfordable);
    mouths.keys().filter_map(|mouth| Some((*mouth, *far.get(mouth)?))).min_by_key(|row| row.1)
}

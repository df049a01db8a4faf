//! A random war to begin with: a small map with rivers, a range, railways, cities and forts, two or three nations
//! side by side on it, and units of every type.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::land::soak::lots::Lots;
use fieldpost_ground::map::Port;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::sketch::Sketch;
use fieldpost_ground::square::{Direction, Grid, StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::{Book, Depots, GITM_NWOL, ROTD_CWOL, ROTD_EUWOL, kinds};
use fieldpost_land::communications;
use fieldpost_land::field::Field;
use fieldpost_land::field::occupancy;
use fieldpost_land::means::Means;
use fieldpost_land::muster;
use fieldpost_land::orders::Office;
use fieldpost_land::stacking;
use fieldpost_land::state::{City, Depot, DepotKind, Fort, LandState, Player, Rank, Season, Seat};
use fieldpost_land::tactics::fort;
use fieldpost_land::unit::{Quality, Status, Unit, UnitId, UnitType};

/// A war that can be run.
#[derive(Clone)]
pub struct World {
    /// The maps.
    pub atlas: Arc<Atlas>,
    /// The rulebook's numbers.
    pub book: &'static Book,
    /// The position.
    pub state: LandState,
}

/// Of what a random war is one: its book, and the nations that may wage it.
#[derive(Clone, Copy)]
pub struct Theme {
    /// The rulebook's numbers.
    pub book: &'static Book,
    /// Codes and names of nations.
    pub nations: &'static [(&'static str, &'static str)],
}

/// ROTD-EUWOL's.
pub const EUROPE: Theme = Theme {
    book: &ROTD_EUWOL,
    nations: &[("FR", "France"), ("PR", "Prussia"), ("AU", "Austria"), ("IT", "Italy")],
};

/// ROTD-CWOL's.
pub const AMERICA: Theme =
    Theme { book: &ROTD_CWOL, nations: &[("US", "United States"), ("CS", "Confederate States")] };

/// GITM-NWOL's: two nations of one land among them.
pub const GERMANY: Theme = Theme {
    book: &GITM_NWOL,
    nations: &[("FR", "France"), ("BA", "Bavaria"), ("AU", "Austria"), ("SA", "Saxony")],
};

/// One for each land book.
pub const THEMES: [Theme; 3] = [EUROPE, AMERICA, GERMANY];

const TOWNS: [&str; 12] = [
    "Arras", "Brest", "Cassel", "Douai", "Evian", "Fulda", "Gotha", "Halle", "Ivrea", "Jena", "Konstanz",
    "Lodi",
];

/// How many units of each type that the book has a nation has: at least, at most.
const ARMY: [(UnitType, usize, usize); 15] = [
    (UnitType::ArmyHq, 1, 1),
    (UnitType::CorpsHq, 1, 2),
    (UnitType::Infantry, 4, 9),
    (UnitType::LightInfantry, 1, 2),
    (UnitType::HeavyCavalry, 0, 1),
    (UnitType::MediumCavalry, 0, 2),
    (UnitType::LightCavalry, 1, 2),
    (UnitType::HorseArtillery, 0, 1),
    (UnitType::LightArtillery, 1, 2),
    (UnitType::SiegeArtillery, 0, 1),
    (UnitType::NavalBattery, 0, 1),
    (UnitType::Militia, 1, 2),
    (UnitType::PontoonBridge, 1, 1),
    (UnitType::Cavalry, 1, 4),
    (UnitType::MediumArtillery, 0, 2),
];

/// The world of one campaign of ROTD-EUWOL.
///
/// # Errors
/// If it cannot be drawn, which is a fault of this file.
pub fn generate(lots: &mut Lots) -> Result<World, String> {
    generate_for(EUROPE, lots)
}

/// The world of one campaign of a book.
///
/// # Errors
/// If it cannot be drawn, which is a fault of this file.
pub fn generate_for(theme: Theme, lots: &mut Lots) -> Result<World, String> {
    let book = theme.book;
    let nations: Vec<(NationCode, &str)> = nations(theme.nations, lots);
    let (sketch, cities) = draw(book, lots, &nations).map_err(|fault| fault.to_string())?;
    let atlas = Arc::new(book.atlas(sketch.finish().map_err(|fault| fault.to_string())?));
    let mut state = LandState {
        owners: nations.iter().map(|(code, name)| ((*name).to_string(), *code)).collect(),
        ..LandState::opening(Season::Campaign)
    };
    relate(lots, &nations, &mut state);
    add_cities(lots, &atlas, &cities, &mut state);
    for (nation, name) in &nations {
        add_players(*nation, name, &mut state);
        add_depots(book, lots, &atlas, *nation, &mut state);
        if book.supply.depots != Depots::Bought {
            state.reserve.insert(*nation, 2);
        }
        let (eg, mp) = (lots.small(0, 60).into(), lots.small(0, 30).into());
        state.treasuries.insert(*nation, Means { eg, mp, manpower: 0 });
        for (kind, least, most) in ARMY.into_iter().filter(|row| book.check_kind(row.0).is_ok()) {
            for number in 1..=lots.between(least, most) {
                let number = u16::try_from(number).unwrap_or(1);
                add_unit(book, lots, &atlas, UnitId { nation: *nation, number, kind }, &mut state);
            }
        }
    }
    muster::settle_homes(book, &atlas, &mut state);
    communications::settle(&atlas, book, &mut state);
    Ok(World { atlas, book, state })
}

fn nations(all: &[(&'static str, &'static str)], lots: &mut Lots) -> Vec<(NationCode, &'static str)> {
    let first = lots.below(all.len());
    let wanted = lots.between(2, all.len().min(3));
    let chosen = (0..wanted).map(|place| all[(first + place) % all.len()]);
    chosen.filter_map(|(code, name)| Some((NationCode::new(code)?, name))).collect()
}

/// The first two are at war; a third is anything to either.
fn relate(lots: &mut Lots, nations: &[(NationCode, &str)], state: &mut LandState) {
    if let [one, other, third] = nations {
        let (with_one, with_other) = match lots.below(4) {
            0 => (Relation::Allied, Relation::Hostile),
            1 => (Relation::Hostile, Relation::Allied),
            2 => (Relation::Neutral, Relation::Neutral),
            _ => (Relation::Hostile, Relation::Hostile),
        };
        state.relations.set(third.0, one.0, with_one);
        state.relations.set(third.0, other.0, with_other);
    }
}

/// A city to be: its name, square, tactical square.
type Site = (&'static str, StrategicSquare, TacticalSquare);

/// The map: nations in strips from west to east, lines across it, and what lies under a line is passable.
fn draw(
    book: &Book,
    lots: &mut Lots,
    nations: &[(NationCode, &'static str)],
) -> Result<(Sketch, Vec<Site>), fieldpost_ground::sketch::SketchFault> {
    let (cols, rows) = (lots.between(9, 13), lots.between(6, 9));
    let size = format!("{cols}x{rows}");
    let mut sketch = Sketch::new("soak", &size, book.ground.row_letters, nations[0].1)?;
    let grid = sketch.grid().clone();
    for at in grid.all() {
        let strip = usize::from(at.col) * nations.len() / cols;
        sketch.owner(&grid.label(at), nations[strip].1)?;
    }
    let cities = sites(lots, &grid);
    for (name, at, tac) in &cities {
        sketch.city(name, &grid.label(*at), *tac, Port::None)?;
    }
    let mut kept: BTreeSet<StrategicSquare> = cities.iter().map(|city| city.1).collect();
    let lines = lines(lots, &grid, &cities);
    kept.extend(lines.iter().flat_map(|line| line.1.iter().copied()));
    for at in grid.all() {
        sketch.terrain(&grid.label(at), terrain(lots, kept.contains(&at)))?;
    }
    for (kind, path) in lines {
        sketch = with_line(sketch, kind, &grid, &path);
    }
    Ok((sketch, cities))
}

fn terrain(lots: &mut Lots, must_be_passable: bool) -> &'static str {
    let hard = ["high mountain", "swamp", "water"];
    let passable = ["hills", "forest", "forested hills", "mountain", "marsh"];
    let choice = match lots.below(100) {
        0..60 => None,
        60..92 => lots.pick(&passable),
        _ => lots.pick(&hard).filter(|_| !must_be_passable),
    };
    choice.copied().unwrap_or("open")
}

fn sites(lots: &mut Lots, grid: &Grid) -> Vec<Site> {
    let squares: Vec<StrategicSquare> = grid.all().collect();
    let mut taken = BTreeSet::new();
    let mut sites = Vec::new();
    for name in &TOWNS[..lots.between(6, TOWNS.len())] {
        let Some(at) = lots.pick(&squares).copied().filter(|at| taken.insert(*at)) else { continue };
        let tac = TacticalSquare::new(lots.small(2, 12), lots.small(2, 12));
        sites.extend(tac.map(|tac| (*name, at, tac)));
    }
    sites
}

/// What a line on the map is.
#[derive(Clone, Copy)]
enum Feature {
    River(&'static str),
    Range,
    Rail,
}

/// A river or two, a range, and railways from city to city.
fn lines(lots: &mut Lots, grid: &Grid, cities: &[Site]) -> Vec<(Feature, Vec<StrategicSquare>)> {
    let mut lines = Vec::new();
    for _ in 0..lots.between(1, 2) {
        let class = lots.pick(&["fordable", "unfordable", "unbridgeable"]).copied().unwrap_or("fordable");
        let start = StrategicSquare { col: lots.small(1, grid.cols - 2), row: 0 };
        lines.push((Feature::River(class), wander(lots, grid, start, Direction::South)));
    }
    let start = StrategicSquare { col: 1, row: lots.small(0, grid.rows - 1) };
    let mut range = wander(lots, grid, start, Direction::East);
    range.truncate(lots.between(2, 5));
    lines.push((Feature::Range, range));
    for pair in cities.windows(2).take(lots.between(2, 5)) {
        lines.push((Feature::Rail, road(pair[0].1, pair[1].1)));
    }
    lines
}

/// A walk across the map in one direction, now and then a step aside.
fn wander(lots: &mut Lots, grid: &Grid, start: StrategicSquare, ahead: Direction) -> Vec<StrategicSquare> {
    let mut path = vec![start];
    let mut here = start;
    loop {
        let side = if lots.chance(50) { ahead.turned(2) } else { ahead.turned(-2) };
        let aside = grid.step(here, side).filter(|next| lots.chance(30) && !path.contains(next));
        match aside.or_else(|| grid.step(here, ahead)) {
            Some(next) => path.push(next),
            None => return path,
        }
        here = path.last().copied().unwrap_or(here);
    }
}

/// The way from one square to another: first along the columns, then along the rows.
fn road(from: StrategicSquare, to: StrategicSquare) -> Vec<StrategicSquare> {
    let mut path = vec![from];
    let mut here = from;
    while here != to {
        if here.col != to.col {
            here.col = if here.col < to.col { here.col + 1 } else { here.col - 1 };
        } else {
            here.row = if here.row < to.row { here.row + 1 } else { here.row - 1 };
        }
        path.push(here);
    }
    path
}

/// The map with one line more; without it where it cannot be laid, as where two rivers run in one square.
fn with_line(sketch: Sketch, kind: Feature, grid: &Grid, path: &[StrategicSquare]) -> Sketch {
    let path = path.iter().map(|at| grid.label(*at)).collect::<Vec<_>>().join(" ");
    let mut more = sketch.clone();
    let drawn = match kind {
        Feature::River(class) => more.river(&path, class),
        Feature::Range => more.range(&path),
        Feature::Rail => more.rail(&path),
    };
    if drawn.is_ok() && more.clone().finish().is_ok() { more } else { sketch }
}

fn add_cities(lots: &mut Lots, atlas: &Atlas, cities: &[Site], state: &mut LandState) {
    for (name, at, tac) in cities {
        let owner = atlas.map.state_at(*at).and_then(|known| state.owners.get(&known.name)).copied();
        let stands = atlas.map.is_passable(*at) && atlas.sheet(*at).is_passable(*tac);
        let Some(home) = owner.filter(|_| stands) else { continue };
        let fort = lots
            .chance(50)
            .then(|| Fort { strength: lots.small(1, 5), capacity: 1000 * u32::from(lots.small(1, 8)) });
        let city = City {
            at: *at,
            tac: *tac,
            home,
            control: home,
            supplies: u32::from(lots.small(0, 60)),
            manufacturing: lots.small(0, 5),
            fort,
            besieged: false,
        };
        state.cities.insert((*name).into(), city);
    }
}

/// A minister who holds every office, a general and a colonel.
fn add_players(nation: NationCode, name: &str, state: &mut LandState) {
    let offices = Office::MINISTERS.into_iter().map(|(office, _)| office);
    let offices = offices.chain([Office::Governor(name.into())]).collect();
    let players = [
        ("minister", Rank::General, offices),
        ("general", Rank::LieutenantGeneral, BTreeSet::new()),
        ("colonel", Rank::Colonel, BTreeSet::new()),
    ];
    state.players.extend(players.into_iter().map(|(title, rank, offices)| Player {
        name: format!("{title} of {name}"),
        nation,
        rank,
        offices,
    }));
}

fn add_depots(book: &Book, lots: &mut Lots, atlas: &Atlas, nation: NationCode, state: &mut LandState) {
    let squares = home_squares(atlas, nation, state);
    for _ in 0..lots.between(1, 3) {
        let Some((at, tac)) = place(lots, atlas, &squares) else { continue };
        if state.depots.iter().any(|depot| depot.at == at) {
            continue;
        }
        let is_depot = lots.chance(60) || book.supply.caches.is_none();
        let kind = if is_depot { DepotKind::Depot } else { DepotKind::Cache };
        let supplies = u32::from(lots.small(0, 40));
        state.depots.push(Depot { at, tac, kind, side: nation, supplies });
    }
}

/// The squares of a nation's own land where units can stand.
fn home_squares(atlas: &Atlas, nation: NationCode, state: &LandState) -> Vec<StrategicSquare> {
    let is_home = |at: &StrategicSquare| {
        let owner = atlas.map.state_at(*at).and_then(|known| state.owners.get(&known.name));
        owner == Some(&nation) && atlas.map.is_passable(*at)
    };
    atlas.map.grid.all().filter(is_home).collect()
}

/// A place in one of some squares where a unit can stand.
fn place(
    lots: &mut Lots,
    atlas: &Atlas,
    squares: &[StrategicSquare],
) -> Option<(StrategicSquare, TacticalSquare)> {
    let at = *lots.pick(squares)?;
    let sheet = atlas.sheet(at);
    let places: Vec<TacticalSquare> = TacticalSquare::all().filter(|tac| sheet.is_passable(*tac)).collect();
    Some((at, *lots.pick(&places)?))
}

/// A unit of its nation somewhere at home, many of them in cities; none where there is no room.
fn add_unit(book: &'static Book, lots: &mut Lots, atlas: &Atlas, id: UnitId, state: &mut LandState) {
    let squares = home_squares(atlas, id.nation, state);
    let cities = state.cities.values().filter(|city| city.control == id.nation);
    let cities: Vec<_> = cities.map(|city| (city.at, city.tac)).collect();
    let in_city = lots.pick(&cities).copied().filter(|_| lots.chance(35));
    let Some((at, tac)) = in_city.or_else(|| place(lots, atlas, &squares)) else { return };
    let mut unit = equip(book, lots, muster::unit(book, id, at, tac));
    let occupancy = occupancy(state);
    let field = Field { atlas, book, state, occupancy: &occupancy };
    if !stacking::has_tactical_room(field, &unit, at, tac) {
        return;
    }
    unit.in_fort = in_city.is_some() && lots.chance(60) && fort::has_space(field, &unit);
    let alone = field.units_in(at).next().is_none();
    if alone && lots.chance(15) {
        unit.status = Status::Inactive;
    }
    let own: Vec<_> = state.numbered_players().filter(|(_, player)| player.nation == id.nation).collect();
    let Some(commander) = lots.pick(&own).map(|row| row.0) else { return };
    let deputy = lots.pick(&own).map(|row| row.0).filter(|deputy| *deputy != commander);
    state.seats.insert(id, Seat { commander, deputy });
    state.units.insert(id, unit);
}

fn equip(book: &Book, lots: &mut Lots, mut unit: Unit) -> Unit {
    let kind = unit.id.kind;
    unit.quality = lots.pick(&Quality::ALL).copied().unwrap_or(Quality::Average);
    unit.experience = lots.small(0, 40).into();
    unit.morale = lots.small(20, 90);
    unit.fatigue = lots.small(0, 12).into();
    unit.supplies = lots.small(0, book.kind(kind).load);
    unit.ammunition = lots.small(0, 5);
    if kind.is_brigade() {
        unit.strength = unit.strength * u32::from(lots.small(20, 100)) / 100;
    }
    if matches!(kind, UnitType::Infantry) && lots.chance(30) {
        unit.batteries = 1;
        unit.strength += kinds::MEN_PER_BATTERY;
    }
    if lots.chance(40) {
        let (weapons, guns) = (book.kind(kind).weapons.all, book.musters.guns.all);
        unit.weapon = weapons.get(1).copied().unwrap_or(unit.weapon);
        unit.guns = guns.get(1).copied().unwrap_or(unit.guns);
    }
    unit.initiative = muster::usual_initiative(book, &unit);
    unit
}

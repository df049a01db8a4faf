//! A chart's file, `maps/*.sea.toml`, read beside its land map.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::chart::net::Net;
use crate::chart::{Chart, Climate, Coast, CoastNo, Haven, Mouth, Port, PortNo, SIDES, Sea, SeaNo};
use fieldpost_ground::map::{RiverClass, StrategicMap};
use fieldpost_ground::square::{Direction, StrategicSquare};

/// Why a chart cannot be read: a sentence that names the entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ChartFault(pub String);

fn fault<T>(why: String) -> Result<T, ChartFault> {
    Err(ChartFault(why))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChartFile {
    format: u32,
    id: String,
    #[allow(dead_code)]
    land_map: String,
    #[allow(dead_code)]
    title: String,
    tactical_areas: u8,
    #[allow(dead_code)]
    wind_from: Vec<String>,
    #[allow(dead_code)]
    strengths: Vec<String>,
    storm_percent: [u32; 3],
    #[allow(dead_code)]
    closed_note: Option<String>,
    wind_change_percent: u32,
    seasons: BTreeMap<String, Vec<u8>>,
    climate: BTreeMap<String, BTreeMap<String, ClimateFile>>,
    sea: Vec<SeaFile>,
    transit: TransitFile,
    coast: Vec<CoastFile>,
    harbor: Vec<HarborFile>,
    mouth: Vec<MouthFile>,
    #[serde(default)]
    way: Vec<WayFile>,
    #[serde(default)]
    cut: Vec<CutFile>,
    #[serde(default)]
    class: Vec<ClassFile>,
    river_port: Vec<RiverPortFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClimateFile {
    wind: [u32; 4],
    strength: [u32; 3],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TransitFile {
    turns: Vec<u8>,
    #[allow(dead_code)]
    between: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct SeaFile {
    code: String,
    name: String,
    map: String,
    #[serde(default)]
    drawn: String,
    open: Option<String>,
    n: Vec<String>,
    e: Vec<String>,
    s: Vec<String>,
    w: Vec<String>,
    climate: String,
    #[serde(default)]
    land: Vec<String>,
    edge: Option<String>,
    book: Option<String>,
    says: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct CoastFile {
    code: String,
    name: String,
    sea: Option<String>,
    seaward: Option<String>,
    choke: Option<[String; 2]>,
    through: Option<String>,
    #[serde(default)]
    water: String,
    book: Option<String>,
    says: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct HarborFile {
    name: String,
    at: Option<String>,
    #[serde(default)]
    off_map: bool,
    holder: Option<String>,
    coast: String,
    exit: String,
    yard: u32,
    mouth: Option<String>,
    river: Option<String>,
    book: Option<String>,
    says: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct MouthFile {
    at: String,
    river: String,
    coasts: Vec<String>,
    exits: Vec<String>,
    book: Option<String>,
    says: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct WayFile {
    name: String,
    joins: [String; 2],
    squares: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CutFile {
    between: [String; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct ClassFile {
    river: String,
    class: String,
    squares: String,
    book: Option<String>,
    why: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct RiverPortFile {
    name: String,
    at: String,
    yard: u32,
    mouth: Option<String>,
    up: Option<u16>,
    #[serde(default)]
    closed: bool,
    book: Option<String>,
    says: Option<String>,
}

pub fn side(letter: &str) -> Option<Direction> {
    let place = ["N", "E", "S", "W"].iter().position(|known| known.eq_ignore_ascii_case(letter))?;
    Some(SIDES[place])
}

/// Cells of the chart as it is drawn, such as `3-0 4-0`.
fn cells(of: &str, words: &str) -> Result<Vec<(u8, u8)>, ChartFault> {
    let cell = |word: &str| {
        let (col, row) = word.split_once('-')?;
        Some((col.parse().ok()?, row.parse().ok()?))
    };
    let read =
        |word: &str| cell(word).ok_or_else(|| ChartFault(format!("{of}: {word} is no cell such as 3-0")));
    words.split_whitespace().map(read).collect()
}

fn must_side(of: &str, letter: &str) -> Result<Direction, ChartFault> {
    side(letter).ok_or_else(|| ChartFault(format!("{of}: expected a side N, E, S or W, found {letter:?}")))
}

impl Chart {
    /// Reads a chart beside its land map. What is read is sound in its parts; whether they fit one another and the land is for
    /// [`check`](crate::chart::check::check).
    ///
    /// # Errors
    /// If the text is no chart, or names something that is neither in it nor on the map.
    pub fn read(text: &str, map: &StrategicMap) -> Result<Chart, ChartFault> {
        let file: ChartFile = toml::from_str(text).map_err(|error| ChartFault(error.to_string()))?;
        if file.format != 1 {
            return fault(format!("expected a chart of format 1, found {}", file.format));
        }
        let reader = Reader { file: &file, map };
        let (seas, coasts) = (reader.seas()?, reader.coasts()?);
        let rivers = reader.rivers()?;
        let ports = reader.ports()?;
        let mouths = reader.mouths()?;
        let by_square =
            ports.iter().enumerate().filter_map(|(place, port)| Some((port.at?, PortNo(place as u16))));
        let mut summer = [false; 12];
        for month in file.seasons.get("summer").into_iter().flatten() {
            if let Some(month) = summer.get_mut(usize::from(*month).wrapping_sub(1)) {
                *month = true;
            }
        }
        let mut chart = Chart {
            id: file.id.clone(),
            areas: file.tactical_areas,
            storms: file.storm_percent,
            wind_changes: file.wind_change_percent,
            summer,
            transit: file.transit.turns.clone(),
            seas,
            coasts,
            by_square: by_square.collect(),
            ports,
            mouths,
            rivers,
            grid: map.grid.clone(),
            cities: map.cities.iter().map(|city| (city.name.clone(), city.at)).collect(),
        };
        chart.moor();
        Ok(chart)
    }

    /// Notes where ships lie at ports beside their river.
    fn moor(&mut self) {
        let sites = self.ports.iter().filter(|port| !port.is_ocean()).filter_map(|port| port.at);
        let mut beside = BTreeMap::new();
        for site in sites.filter(|site| !self.rivers.floats(*site, RiverClass::Unfordable)) {
            let near = SIDES.into_iter().filter_map(|side| self.grid.step(site, side));
            if let Some(water) = near.into_iter().find(|at| self.rivers.floats(*at, RiverClass::Unfordable)) {
                beside.insert(site, water);
            }
        }
        self.rivers.beside = beside;
    }
}

struct Reader<'a> {
    file: &'a ChartFile,
    map: &'a StrategicMap,
}

impl Reader<'_> {
    fn square(&self, of: &str, name: &str) -> Result<StrategicSquare, ChartFault> {
        self.map
            .grid
            .parse(name)
            .map_err(|_| ChartFault(format!("{of}: {name} is no square of the land map")))
    }

    fn squares(&self, of: &str, names: &str) -> Result<Vec<StrategicSquare>, ChartFault> {
        names.split_whitespace().map(|name| self.square(of, name)).collect()
    }

    fn sea(&self, of: &str, code: &str) -> Result<SeaNo, ChartFault> {
        let place = self.file.sea.iter().position(|sea| sea.code == code);
        place
            .map(|place| SeaNo(place as u8))
            .ok_or_else(|| ChartFault(format!("{of}: {code} is no sea area")))
    }

    fn coast(&self, of: &str, code: &str) -> Result<CoastNo, ChartFault> {
        let place = self.file.coast.iter().position(|coast| coast.code == code);
        let why = || ChartFault(format!("{of}: {code} are no coastal waters"));
        place.map(|place| CoastNo(place as u8)).ok_or_else(why)
    }

    fn seas(&self) -> Result<Vec<Sea>, ChartFault> {
        self.file.sea.iter().map(|sea| self.one_sea(sea)).collect()
    }

    fn one_sea(&self, sea: &SeaFile) -> Result<Sea, ChartFault> {
        let mut beside = Vec::new();
        for (side, codes) in SIDES.into_iter().zip([&sea.n, &sea.e, &sea.s, &sea.w]) {
            for code in codes {
                beside.push((side, self.sea(&sea.code, code)?));
            }
        }
        let climate = |season: &str| {
            let found = self.file.climate.get(&sea.climate).and_then(|climate| climate.get(season));
            let found = found.map(|found| Climate { wind: found.wind, strength: found.strength });
            found.ok_or_else(|| ChartFault(format!("{}: no climate {} in {season}", sea.code, sea.climate)))
        };
        let edge = match sea.edge.as_deref() {
            None => None,
            Some("east") => Some(Direction::East),
            Some("west") => Some(Direction::West),
            Some(other) => {
                return fault(format!("{}: expected an edge east or west, found {other:?}", sea.code));
            }
        };
        Ok(Sea {
            code: sea.code.clone(),
            name: sea.name.clone(),
            map: sea.map.clone(),
            beside,
            climate: [climate("summer")?, climate("winter")?],
            drawn: cells(&sea.code, &sea.drawn)?,
            open: sea.open.as_ref().map(|corners| self.corners(&sea.code, corners)).transpose()?.flatten(),
            land: sea.land.iter().map(|letter| must_side(&sea.code, letter)).collect::<Result<_, _>>()?,
            edge,
        })
    }

    /// The north-west and the south-east square of a part of the land map, such as `J0-R8:M2-V5`; none if the chart lies beside another map, as in
    /// a case with a map of its own.
    fn corners(&self, of: &str, words: &str) -> Result<Option<[StrategicSquare; 2]>, ChartFault> {
        let [from, to] = words.split(':').collect::<Vec<_>>()[..] else {
            return Err(ChartFault(format!("{of}: expected two squares as J0-R8:M2-V5, found {words:?}")));
        };
        Ok(self.square(of, from).ok().zip(self.square(of, to).ok()).map(|(from, to)| [from, to]))
    }

    fn coasts(&self) -> Result<Vec<Coast>, ChartFault> {
        self.file.coast.iter().map(|coast| self.one_coast(coast)).collect()
    }

    fn one_coast(&self, coast: &CoastFile) -> Result<Coast, ChartFault> {
        let code = &coast.code;
        let water: std::collections::BTreeSet<_> = self.squares(code, &coast.water)?.into_iter().collect();
        let is_land = |at: &StrategicSquare| self.map.terrain_at(*at).mark() != '~';
        let near =
            water.iter().flat_map(|at| SIDES.into_iter().filter_map(|side| self.map.grid.step(*at, side)));
        Ok(Coast {
            code: code.clone(),
            name: coast.name.clone(),
            sea: coast.sea.as_ref().map(|sea| self.sea(code, sea)).transpose()?,
            seaward: coast.seaward.as_ref().map(|letter| must_side(code, letter)).transpose()?,
            strait: coast.choke.as_ref().map(|pair| self.sea(code, &pair[1])).transpose()?,
            through: coast.through.as_ref().map(|other| self.coast(code, other)).transpose()?,
            shore: near.filter(is_land).collect(),
            water,
        })
    }

    fn rivers(&self) -> Result<Net, ChartFault> {
        let mut net = Net::of(self.map);
        for cut in &self.file.cut {
            net.cut(self.square("cut", &cut.between[0])?, self.square("cut", &cut.between[1])?);
        }
        for way in &self.file.way {
            net.join(
                self.square(&way.name, &way.joins[0])?,
                self.square(&way.name, &way.joins[1])?,
                way.squares,
            );
        }
        for class in &self.file.class {
            let found = RiverClass::ALL.iter().find(|known| class.class == known.1.to_string());
            let Some((found, ..)) = found else {
                return fault(format!("{}: {:?} is no class of rivers", class.river, class.class));
            };
            for at in self.squares(&class.river, &class.squares)? {
                net.widen(at, *found);
            }
        }
        Ok(net)
    }

    fn ports(&self) -> Result<Vec<Port>, ChartFault> {
        let mut ports = Vec::new();
        for harbor in &self.file.harbor {
            let name = &harbor.name;
            if harbor.off_map == harbor.at.is_some() {
                return fault(format!("{name}: a harbor has a square of the land map or is off it"));
            }
            let haven = Haven::Ocean {
                coast: self.coast(name, &harbor.coast)?,
                exit: must_side(name, &harbor.exit)?,
                mouth: harbor.mouth.is_some(),
            };
            let at = harbor.at.as_ref().map(|at| self.square(name, at)).transpose()?;
            let holder = harbor.holder.clone();
            ports.push(Port { name: name.clone(), at, haven, yard: harbor.yard, holder });
        }
        for port in &self.file.river_port {
            let name = &port.name;
            let mouth = port.mouth.as_ref().map(|at| self.square(name, at)).transpose()?;
            let haven = Haven::River { below: mouth.zip(port.up) };
            let at = Some(self.square(name, &port.at)?);
            ports.push(Port { name: name.clone(), at, haven, yard: port.yard, holder: None });
        }
        Ok(ports)
    }

    fn mouths(&self) -> Result<Vec<Mouth>, ChartFault> {
        let mut mouths = Vec::new();
        for mouth in &self.file.mouth {
            let of = &mouth.river;
            if mouth.coasts.len() != mouth.exits.len() {
                return fault(format!("{of}: one exit for each coastal waters"));
            }
            let exits = mouth.coasts.iter().zip(&mouth.exits);
            let exits = exits.map(|(coast, exit)| Ok((self.coast(of, coast)?, must_side(of, exit)?)));
            let exits = exits.collect::<Result<Vec<_>, ChartFault>>()?;
            mouths.push(Mouth { at: self.square(of, &mouth.at)?, river: of.clone(), exits, harbor: None });
        }
        for (place, harbor) in self.file.harbor.iter().enumerate() {
            let Some(at) = &harbor.mouth else { continue };
            let (coast, exit) =
                (self.coast(&harbor.name, &harbor.coast)?, must_side(&harbor.name, &harbor.exit)?);
            mouths.push(Mouth {
                at: self.square(&harbor.name, at)?,
                river: harbor.river.clone().unwrap_or_default(),
                exits: vec![(coast, exit)],
                harbor: Some(PortNo(place as u16)),
            });
        }
        Ok(mouths)
    }
}

//! The chart: sea areas, coastal waters, harbors, river mouths and the rivers as ships use them (WISC 1.1-1.10, N-1).
//!
//! A chart is read once from its file and a land map ([`Chart::read`]) and never changes. Whoever holds a port or a river square
//! is the game's state.

use std::collections::{BTreeMap, BTreeSet};

use crate::chart::net::Net;
pub use crate::place::{CoastNo, PortNo, SeaNo};
use crate::place::{Magazine, Place};
use fieldpost_ground::map::StrategicMap;
use fieldpost_ground::square::{Direction, Grid, StrategicSquare};

pub mod check;
pub mod file;
pub mod net;

/// Where the wind blows from, and how often, in a season: per cent by [`SIDES`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Climate {
    /// Per cent of turns in which it blows from the north, east, south and west.
    pub wind: [u32; 4],
    /// Per cent of light, moderate and heavy winds.
    pub strength: [u32; 3],
}

/// The four sides, in the order of all tables.
pub const SIDES: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

/// A sea area (WISC 1.2, 1.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sea {
    /// Three letters.
    pub code: String,
    pub name: String,
    /// The map it is on: `american` or `european` (1.1).
    pub map: String,
    /// The cells, column and row from the north-west, that it takes on the chart as it is drawn; none if it is not.
    pub drawn: Vec<(u8, u8)>,
    /// The corners of the part of the land map on which its open water is drawn; none if it lies off that map.
    pub open: Option<[StrategicSquare; 2]>,
    /// The areas beside it.
    pub beside: Vec<(Direction, SeaNo)>,
    /// Its winds in summer and in winter.
    pub climate: [Climate; 2],
    /// Sides where land lies: there alone are ships blown on rocks (8.2, N-63).
    pub land: Vec<Direction>,
    /// The side where the Atlantic lies, if it does (1.8).
    pub edge: Option<Direction>,
}

/// Coastal waters (WISC 1.3, 1.6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coast {
    /// Four letters.
    pub code: String,
    pub name: String,
    /// The sea area they are connected to; the two sounds have none.
    pub sea: Option<SeaNo>,
    /// The side on which the sea lies: wind from there is onshore.
    pub seaward: Option<Direction>,
    /// The other sea of a strait (6.8).
    pub strait: Option<SeaNo>,
    /// The coastal waters through which the sea is reached (6.10).
    pub through: Option<CoastNo>,
    /// The land map's water squares that belong to them.
    pub water: BTreeSet<StrategicSquare>,
    /// The land squares that share an edge with those (N-37).
    pub shore: BTreeSet<StrategicSquare>,
}

/// What kind of port it is (WISC 1.7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Haven {
    /// The harbor of an ocean port: its coastal waters, the side on which they lie, and whether it is a river mouth too.
    Ocean { coast: CoastNo, exit: Direction, mouth: bool },
    /// A port on a river; the mouth below it, and how many squares below, where ships can come from there.
    River { below: Option<(StrategicSquare, u16)> },
}

/// A port (WISC 1.7, 1.9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Its name, unique on the chart.
    pub name: String,
    /// Its square of the land map; none if it is off the map.
    pub at: Option<StrategicSquare>,
    pub haven: Haven,
    /// What its yard can work on in a turn (3.3).
    pub yard: u32,
    /// Who holds it for good, if the land map does not have it.
    pub holder: Option<String>,
}

impl Port {
    /// The coastal waters of an ocean port.
    pub fn coast(&self) -> Option<CoastNo> {
        match self.haven {
            Haven::Ocean { coast, .. } => Some(coast),
            Haven::River { .. } => None,
        }
    }

    /// The side on which an ocean port's coastal waters lie.
    pub fn exit(&self) -> Option<Direction> {
        match self.haven {
            Haven::Ocean { exit, .. } => Some(exit),
            Haven::River { .. } => None,
        }
    }

    /// Whether it is one of the harbors that are river mouths (1.2).
    pub fn is_mouth(&self) -> bool {
        matches!(self.haven, Haven::Ocean { mouth: true, .. })
    }

    /// Whether it is an ocean port, with a harbor (6.1).
    pub fn is_ocean(&self) -> bool {
        matches!(self.haven, Haven::Ocean { .. })
    }
}

/// A river mouth (WISC 1.2, 1.4, 6.9): one for each of the harbors that are mouths too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mouth {
    /// Its river square.
    pub at: StrategicSquare,
    /// The river's name.
    pub river: String,
    /// The coastal waters into which it opens, and on which side; two of a channel (6.9).
    pub exits: Vec<(CoastNo, Direction)>,
    /// The harbor that is this mouth, if one is.
    pub harbor: Option<PortNo>,
}

/// The chart of both maps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    pub id: String,
    /// Tactical areas of a sea area (N-2).
    pub areas: u8,
    /// Per cent of storms by strength of wind (8.1).
    pub storms: [u32; 3],
    /// Per cent in which the wind is drawn anew between the two moves (3.8, N-3).
    pub wind_changes: u32,
    /// Whether each month, January first, is summer.
    pub summer: [bool; 12],
    /// Turns on the Atlantic, each as likely (6.17).
    pub transit: Vec<u8>,
    /// The sea areas.
    pub seas: Vec<Sea>,
    /// The coastal waters.
    pub coasts: Vec<Coast>,
    /// The ports: harbors, then river ports.
    pub ports: Vec<Port>,
    /// The river mouths.
    pub mouths: Vec<Mouth>,
    pub rivers: Net,
    /// The names of the land map's squares.
    pub grid: Grid,
    /// The land map's cities, with their squares.
    pub cities: Vec<(String, StrategicSquare)>,
    by_square: BTreeMap<StrategicSquare, PortNo>,
}

impl Chart {
    /// A sea area.
    pub fn sea(&self, sea: SeaNo) -> &Sea {
        &self.seas[usize::from(sea.0)]
    }

    /// Coastal waters.
    pub fn coast(&self, coast: CoastNo) -> &Coast {
        &self.coasts[usize::from(coast.0)]
    }

    pub fn port(&self, port: PortNo) -> &Port {
        &self.ports[usize::from(port.0)]
    }

    /// The sea area of a code, in any case.
    pub fn sea_of(&self, code: &str) -> Option<SeaNo> {
        place_of(&self.seas, |sea| sea.code.eq_ignore_ascii_case(code)).map(|place| SeaNo(place as u8))
    }

    /// The coastal waters of a code, in any case.
    pub fn coast_of(&self, code: &str) -> Option<CoastNo> {
        place_of(&self.coasts, |coast| coast.code.eq_ignore_ascii_case(code))
            .map(|place| CoastNo(place as u8))
    }

    /// The port of a name, in any case.
    pub fn port_of(&self, name: &str) -> Option<PortNo> {
        place_of(&self.ports, |port| port.name.eq_ignore_ascii_case(name)).map(|place| PortNo(place as u16))
    }

    /// The square of a city of the land map that is no port.
    pub fn inland_city(&self, name: &str) -> Option<StrategicSquare> {
        let city = self.cities.iter().find(|(city, _)| city.eq_ignore_ascii_case(name));
        city.map(|row| row.1).filter(|at| self.port_at(*at).is_none())
    }

    /// A place that keeps naval stores, in the words of orders and reports.
    pub fn magazine(&self, place: Magazine) -> String {
        match place {
            Magazine::Port(port) => self.port(port).name.clone(),
            Magazine::Inland(at) => {
                let city = self.cities.iter().find(|(_, square)| *square == at);
                city.map_or_else(|| self.grid.label(at), |(name, _)| name.clone())
            }
        }
    }

    pub fn port_at(&self, at: StrategicSquare) -> Option<PortNo> {
        self.by_square.get(&at).copied()
    }

    pub fn mouth_at(&self, at: StrategicSquare) -> Option<&Mouth> {
        self.mouths.iter().find(|mouth| mouth.at == at)
    }

    /// The place of a river square: the seven mouths that are harbors are called by the harbor (N-30).
    pub fn river_place(&self, at: StrategicSquare) -> Place {
        match self.mouth_at(at).and_then(|mouth| mouth.harbor) {
            Some(harbor) => Place::Harbor(harbor),
            None => Place::River(at),
        }
    }

    /// The river square of a place: of a harbor that is a mouth, and of a river.
    pub fn river_square(&self, place: Place) -> Option<StrategicSquare> {
        match place {
            Place::River(at) => Some(at),
            Place::Harbor(port) if self.port(port).is_mouth() => self.port(port).at,
            _ => None,
        }
    }

    /// The land map's square of a place: where batteries and brigades of the same place stand.
    pub fn square(&self, place: Place) -> Option<StrategicSquare> {
        match place {
            Place::River(at) => Some(at),
            Place::Harbor(port) => self.port(port).at,
            _ => None,
        }
    }

    /// Where a harbor or mouth opens: its coastal waters, with the side on which they lie.
    pub fn exits(&self, place: Place) -> Vec<(CoastNo, Direction)> {
        match place {
            Place::Harbor(port) => self.port(port).coast().zip(self.port(port).exit()).into_iter().collect(),
            Place::River(at) => self.mouth_at(at).map_or_else(Vec::new, |mouth| mouth.exits.clone()),
            _ => Vec::new(),
        }
    }

    /// The harbors and mouths of coastal waters, in the order of the file.
    pub fn inlets(&self, coast: CoastNo) -> Vec<Place> {
        let harbors = (0..self.ports.len()).map(|place| PortNo(place as u16));
        let harbors = harbors.filter(|port| self.port(*port).coast() == Some(coast)).map(Place::Harbor);
        let opens = |mouth: &&Mouth| mouth.harbor.is_none() && mouth.exits.iter().any(|exit| exit.0 == coast);
        harbors.chain(self.mouths.iter().filter(opens).map(|mouth| Place::River(mouth.at))).collect()
    }

    /// The coastal waters that ships come to from others without a sea area between: Upper and Lower Chesapeake (6.10, 6.11).
    pub fn joined_to(&self, coast: CoastNo) -> Vec<CoastNo> {
        let all = (0..self.coasts.len()).map(|place| CoastNo(place as u8));
        let is_joined = |other: &CoastNo| {
            self.coast(coast).through == Some(*other) || self.coast(*other).through == Some(coast)
        };
        all.filter(is_joined).collect()
    }

    /// The seas that ships in coastal waters can sail to, their own first (1.3, 6.8), with the side where each lies.
    pub fn seas_off(&self, coast: CoastNo) -> Vec<(SeaNo, Direction)> {
        let coast = self.coast(coast);
        let (Some(sea), Some(side)) = (coast.sea, coast.seaward) else { return Vec::new() };
        let other = coast.strait.map(|other| (other, side.opposite()));
        std::iter::once((sea, side)).chain(other).collect()
    }

    /// The sea area whose winds and storms a place has (1.6); none on rivers, in the sounds and on the Atlantic.
    pub fn weather_of(&self, place: Place) -> Option<SeaNo> {
        match place {
            Place::Sea(sea, _) => Some(sea),
            Place::Coast(coast) => self.coast(coast).sea,
            Place::Harbor(port) => self.coast(self.port(port).coast()?).sea,
            Place::River(at) => self.coast(self.mouth_at(at)?.exits.first()?.0).sea,
            Place::Transit(..) => None,
        }
    }

    /// The sea area in which a water square of the land map is drawn: that of its coastal waters, or else that whose part of the map it is in.
    /// Who is where is not told by it.
    pub fn drawn_at(&self, square: StrategicSquare) -> Option<SeaNo> {
        let coasts = (0..self.coasts.len()).map(|place| CoastNo(place as u8));
        let mut near = coasts.filter(|coast| self.coast(*coast).water.contains(&square));
        near.next().and_then(|coast| self.drawn_in(coast)).or_else(|| {
            let holds = |[from, to]: &[StrategicSquare; 2]| {
                (from.col..=to.col).contains(&square.col) && (from.row..=to.row).contains(&square.row)
            };
            let place = place_of(&self.seas, |sea| sea.open.as_ref().is_some_and(holds))?;
            Some(SeaNo(place as u8))
        })
    }

    /// The sea area in whose cells coastal waters are drawn: their own; of the sounds, which have none, that of the waters which a
    /// channel joins them to (6.9).
    pub fn drawn_in(&self, coast: CoastNo) -> Option<SeaNo> {
        let (mut seen, mut open) = (BTreeSet::from([coast]), vec![coast]);
        while let Some(next) = open.pop() {
            if let Some(sea) = self.coast(next).sea {
                return Some(sea);
            }
            let channels = self.mouths.iter().filter(|mouth| mouth.exits.iter().any(|exit| exit.0 == next));
            let joined = channels.flat_map(|mouth| mouth.exits.iter().map(|exit| exit.0));
            open.extend(joined.filter(|coast| seen.insert(*coast)));
        }
        None
    }

    /// The strait between two sea areas, if the way from one to the other leads through one (6.8).
    pub fn strait_between(&self, one: SeaNo, other: SeaNo) -> Option<CoastNo> {
        let joins = |coast: &Coast| {
            let pair = (coast.sea, coast.strait);
            pair == (Some(one), Some(other)) || pair == (Some(other), Some(one))
        };
        place_of(&self.coasts, joins).map(|place| CoastNo(place as u8))
    }

    /// The side on which a neighbouring sea area lies.
    pub fn side_to(&self, from: SeaNo, to: SeaNo) -> Option<Direction> {
        self.sea(from).beside.iter().find(|beside| beside.1 == to).map(|beside| beside.0)
    }

    /// The sea area or coastal waters of a code, the port of a name, the sea area or coastal waters of a name, the river square of a
    /// square's name: where a ship may be said to be.
    pub fn place_named(&self, name: &str) -> Option<Place> {
        let name = name.trim();
        if let Some(sea) = self.sea_of(name) {
            return Some(Place::Sea(sea, 1));
        }
        if let Some(coast) = self.coast_of(name) {
            return Some(Place::Coast(coast));
        }
        if let Some(port) = self.port_of(name) {
            return self.port_place(port);
        }
        // Many coastal waters are called as a port on them: a name alone is the port's.
        let is = |called: &str| called.eq_ignore_ascii_case(name);
        if let Some(place) = place_of(&self.coasts, |coast| is(&coast.name)) {
            return Some(Place::Coast(CoastNo(place as u8)));
        }
        if let Some(place) = place_of(&self.seas, |sea| is(&sea.name)) {
            return Some(Place::Sea(SeaNo(place as u8), 1));
        }
        self.grid.parse(name).ok().map(|at| self.river_place(at))
    }

    /// Where a ship in a port is: in its harbor, or in its river square.
    pub fn port_place(&self, port: PortNo) -> Option<Place> {
        if self.port(port).is_ocean() {
            return Some(Place::Harbor(port));
        }
        let at = self.port(port).at?;
        Some(self.river_place(self.rivers.water_of(at)))
    }

    /// A place's name: a code, a harbor, a square.
    pub fn label(&self, place: Place) -> String {
        match place {
            Place::Sea(sea, _) => self.sea(sea).code.clone(),
            Place::Coast(coast) => self.coast(coast).code.clone(),
            Place::Harbor(port) => self.port(port).name.clone(),
            Place::River(at) => self.grid.label(at),
            Place::Transit(sea, _) => format!("Atlantic Ocean (sailing to {})", self.sea(sea).name),
        }
    }

    /// The port that a ship in a place is in, if she is in one: in its harbor or in its river square.
    pub fn port_in(&self, place: Place) -> Option<PortNo> {
        match place {
            Place::Harbor(port) => Some(port),
            Place::River(at) => {
                let is_there = |port: &Port| {
                    !port.is_ocean() && port.at.is_some_and(|site| self.rivers.water_of(site) == at)
                };
                self.port_at(at).or_else(|| place_of(&self.ports, is_there).map(|place| PortNo(place as u16)))
            }
            _ => None,
        }
    }

    /// The state of a square of the land map, if it lies in one: its name and its nation there.
    pub fn state_of(map: &StrategicMap, at: StrategicSquare) -> Option<(&str, &str)> {
        map.state_at(at).map(|state| (state.name.as_str(), state.nation.as_str()))
    }
}

fn place_of<T>(list: &[T], is: impl FnMut(&T) -> bool) -> Option<usize> {
    list.iter().position(is)
}

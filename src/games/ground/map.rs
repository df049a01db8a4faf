//! The strategic map: what a map file says, checked, ready for the engine.
//!
//! The format is `maps/*.map.toml` (see `docs/maps.md`).

use crate::games::ground::square::{Direction, Grid, StrategicSquare};

/// A strategic square's terrain (rule 1.2). A river is a line over it, see [`StrategicMap::is_river`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Terrain {
    Open,
    Hills,
    Forest,
    ForestedHills,
    Mountain,
    HighMountain,
    Marsh,
    Swamp,
    Water,
}

impl Terrain {
    /// Water, high mountain and swamp cannot be entered (rule 1.2).
    pub fn is_passable(self) -> bool {
        !matches!(self, Terrain::Water | Terrain::HighMountain | Terrain::Swamp)
    }

    /// Whether a step into it costs two points of fatigue (rule 7.1).
    pub fn is_hard_going(self) -> bool {
        matches!(self, Terrain::Mountain | Terrain::Marsh)
    }

    /// The rulebook's word for it, lower case.
    pub fn words(self) -> &'static str {
        match self {
            Terrain::Open => "open",
            Terrain::Hills => "hills",
            Terrain::Forest => "forest",
            Terrain::ForestedHills => "forested hills",
            Terrain::Mountain => "mountain",
            Terrain::HighMountain => "high mountain",
            Terrain::Marsh => "marsh",
            Terrain::Swamp => "swamp",
            Terrain::Water => "water",
        }
    }
}

/// How a river can be crossed (rule 1.3); the order is from easiest to hardest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum RiverClass {
    Fordable,
    Unfordable,
    Unbridgeable,
}

/// A state of the map: the smallest owner of land, a militia's home.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateInfo {
    /// The state's name, such as `Saxony`.
    pub name: String,
    /// The nation (by name) that holds it at the map's date; a scenario may say otherwise.
    pub nation: String,
}

/// A harbour's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Port {
    None,
    River,
    Ocean,
}

/// A city's site on the map. Who controls it and what it stores is the game's state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitySite {
    /// The city's name, unique on the map.
    pub name: String,
    /// The strategic square.
    pub at: StrategicSquare,
    /// The city tactical square.
    pub tac: crate::games::ground::square::TacticalSquare,
    /// Population in thousands.
    pub population: u32,
    /// Its harbour.
    pub port: Port,
}

/// Where a line feature (river, range, rail) meets one side of a square: the side and the place, 0 to 14, on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arm {
    /// North, east, south or west.
    pub side: Direction,
    /// The tactical column (north and south sides) or row (east and west sides) of the crossing.
    pub place: u8,
}

/// A strategic map. Built by the loader (`maps/*.map.toml`) or by a rule case; immutable from then on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategicMap {
    /// The map's id; part of every hash of the tactical generator.
    pub id: String,
    /// Size and names of its squares.
    pub grid: Grid,
    /// Terrain of every square, by [`Grid::index`].
    pub terrain: Vec<Terrain>,
    /// State of every square as a place in `states`; `None` for water and no man's land.
    pub state: Vec<Option<u16>>,
    /// The states.
    pub states: Vec<StateInfo>,
    /// The cities, in the file's order.
    pub cities: Vec<CitySite>,
    /// River arms of every square with their class, by [`Grid::index`]; a source or an end has one arm,
    /// or none where a river of one square was given.
    pub rivers: Vec<Vec<(Arm, RiverClass)>>,
    /// Range arms of every square.
    pub ranges: Vec<Vec<Arm>>,
    /// Rail arms of every square.
    pub rails: Vec<Vec<Arm>>,
}

impl StrategicMap {
    /// Terrain of a square.
    pub fn terrain_at(&self, square: StrategicSquare) -> Terrain {
        self.terrain[self.grid.index(square)]
    }

    /// Whether land units may be there at all (rule 1.2).
    pub fn is_passable(&self, square: StrategicSquare) -> bool {
        self.terrain_at(square).is_passable()
    }

    /// The state a square belongs to.
    pub fn state_at(&self, square: StrategicSquare) -> Option<&StateInfo> {
        self.state[self.grid.index(square)].and_then(|place| self.states.get(usize::from(place)))
    }

    /// Whether a river line passes the square.
    pub fn is_river(&self, square: StrategicSquare) -> bool {
        !self.rivers[self.grid.index(square)].is_empty()
    }

    /// The hardest class of river in the square.
    pub fn river_class(&self, square: StrategicSquare) -> Option<RiverClass> {
        self.rivers[self.grid.index(square)].iter().map(|(_, class)| *class).max()
    }

    /// Whether a mountain range passes the square.
    pub fn is_range(&self, square: StrategicSquare) -> bool {
        !self.ranges[self.grid.index(square)].is_empty()
    }

    /// Whether a railway passes the square.
    pub fn is_rail(&self, square: StrategicSquare) -> bool {
        !self.rails[self.grid.index(square)].is_empty()
    }

    /// The city in a square, if there is one.
    pub fn city_at(&self, square: StrategicSquare) -> Option<&CitySite> {
        self.cities.iter().find(|city| city.at == square)
    }

    /// The city of a name, in any case.
    pub fn city(&self, name: &str) -> Option<&CitySite> {
        self.cities.iter().find(|city| city.name.eq_ignore_ascii_case(name))
    }
}

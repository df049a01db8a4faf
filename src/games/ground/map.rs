//! The strategic map: what a map file says, checked, ready for the engine.
//!
//! The format is `maps/*.map.toml` (see `docs/maps.md`).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::course::Course;
use crate::square::{Direction, Grid, StrategicSquare};

/// A strategic square's terrain (rule 1.2). A river is a line over it, see [`StrategicMap::is_river`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

impl Serialize for Terrain {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.words())
    }
}

impl Terrain {
    /// Every terrain with its mark in map files and strategic extracts, and the rulebook's word for it.
    pub const ALL: [(Terrain, char, &'static str); 9] = [
        (Terrain::Open, '.', "open"),
        (Terrain::Hills, 'h', "hills"),
        (Terrain::Forest, 'f', "forest"),
        (Terrain::ForestedHills, 'F', "forested hills"),
        (Terrain::Mountain, 'm', "mountain"),
        (Terrain::HighMountain, 'M', "high mountain"),
        (Terrain::Marsh, '%', "marsh"),
        (Terrain::Swamp, '#', "swamp"),
        (Terrain::Water, '~', "water"),
    ];

    /// Its mark in map files and strategic extracts.
    pub fn mark(self) -> char {
        Self::ALL[self as usize].1
    }

    /// The terrain of a word of the rulebook, in any case.
    pub fn of_words(words: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.2.eq_ignore_ascii_case(words)).map(|row| row.0)
    }

    /// Water, high mountain and swamp cannot be entered (rule 1.2).
    pub fn is_passable(self) -> bool {
        !matches!(self, Terrain::Water | Terrain::HighMountain | Terrain::Swamp)
    }

    /// The rulebook's word for it, lower case.
    pub fn words(self) -> &'static str {
        Self::ALL[self as usize].2
    }
}

/// How a river can be crossed (rule 1.3); the order is from easiest to hardest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RiverClass {
    Fordable,
    Unfordable,
    Unbridgeable,
}

impl RiverClass {
    /// Every class with its letter in map files and the rulebook's word.
    pub const ALL: [(RiverClass, char, &'static str); 3] = [
        (RiverClass::Fordable, 'f', "fordable"),
        (RiverClass::Unfordable, 'u', "unfordable"),
        (RiverClass::Unbridgeable, 'b', "unbridgeable"),
    ];

    /// The rulebook's word for it, lower case.
    pub fn words(self) -> &'static str {
        Self::ALL[self as usize].2
    }

    /// The class of a word of the rulebook, in any case.
    pub fn of_words(words: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.2.eq_ignore_ascii_case(words)).map(|row| row.0)
    }
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Port {
    #[default]
    None,
    River,
    Ocean,
}

impl Port {
    /// The port of a word: `none`, `river` or `ocean`, in any case.
    pub fn of_words(words: &str) -> Option<Self> {
        [("none", Port::None), ("river", Port::River), ("ocean", Port::Ocean)]
            .into_iter()
            .find(|row| row.0.eq_ignore_ascii_case(words))
            .map(|row| row.1)
    }
}

/// A mountain pass that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPass {
    pub name: String,
    pub at: StrategicSquare,
}

/// A city's site on the map. Who controls it and what it stores is the game's state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitySite {
    /// The city's name, unique on the map.
    pub name: String,
    pub at: StrategicSquare,
    pub tac: crate::square::TacticalSquare,
    /// Population in thousands.
    pub population: u32,
    /// Its harbour.
    pub port: Port,
    /// Manufacturing level, 0 to 10 (rule 11.11), unless a scenario says otherwise.
    pub manufacturing: u8,
    /// Supplies stored at the map's date, unless a scenario says otherwise.
    pub supplies: u32,
    /// Its fortress, unless a scenario says otherwise.
    pub fort: Option<Fort>,
    /// Where it lies on the Earth, for the map's checker.
    pub truth: Option<OnEarth>,
}

/// A fort (rule 2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fort {
    /// 1 to 5, 5 strongest.
    pub strength: u8,
    /// Space, in men as rule 2.6 counts them.
    pub capacity: u32,
}

/// The highest level of a city's manufacturing.
pub const MOST_MANUFACTURING: u8 = 10;

impl Fort {
    /// ROTD-EUWOL 2.6: what a file says wrong of a fort, if anything.
    pub fn fault(self) -> Option<String> {
        if !(1..=5).contains(&self.strength) {
            return Some(format!("expected a fort of strength 1 to 5, found {}", self.strength));
        }
        (self.capacity == 0).then(|| "expected a fort with a capacity of men, found 0".into())
    }
}

/// A place on the Earth, in millionths of a degree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OnEarth {
    /// East of Greenwich.
    pub lon: i64,
    /// North of the equator.
    pub lat: i64,
}

/// Where a map's squares lie on the Earth (plate carree): for people and for the map's checker, not for the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Georef {
    /// The western edge, in millionths of a degree.
    pub lon: i64,
    /// The northern edge, in millionths of a degree.
    pub lat: i64,
    /// Columns to a degree of longitude, in millionths.
    pub cols_per_degree: u64,
    /// Rows to a degree of latitude, in millionths.
    pub rows_per_degree: u64,
}

/// Where a line feature (river, range, rail) meets one side of a square: the side and the place, 0 to 14, on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arm {
    /// North, east, south or west.
    pub side: Direction,
    /// The tactical column (north and south sides) or row (east and west sides) of the crossing.
    pub place: u8,
}

/// Which diagonal steps a book bars on a map (rule 7.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Diagonals {
    /// Those between two squares of the same of these.
    Alike(&'static [Terrain]),
    /// Those that the map names.
    Named,
}

/// A strategic map. Built by the loader (`maps/*.map.toml`) or by a rule case; immutable from then on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategicMap {
    /// The map's id; part of every hash of the tactical generator.
    pub id: String,
    /// Size and names of its squares.
    pub grid: Grid,
    /// Where they lie on the Earth, if the file says so.
    pub georef: Option<Georef>,
    /// Terrain of every square, by [`Grid::index`].
    pub terrain: Vec<Terrain>,
    /// State of every square as a place in `states`; `None` for water and no man's land.
    pub state: Vec<Option<u16>>,
    pub states: Vec<StateInfo>,
    /// The cities, in the file's order.
    pub cities: Vec<CitySite>,
    /// The rivers, ranges and railways as they were given; the fields below are made from them.
    pub courses: Vec<Course>,
    /// The mountain passes that have a name.
    pub passes: Vec<NamedPass>,
    /// Squares whose river no railway bridges, because the map names the river's bridges and this is none.
    pub unbridged: BTreeSet<StrategicSquare>,
    /// The hardest river class of every square, by [`Grid::index`]; `None` where no river passes.
    pub river_classes: Vec<Option<RiverClass>>,
    /// River arms of every square with their class, by [`Grid::index`]; where a river rises or ends inside a
    /// square it has one arm there.
    pub rivers: Vec<Vec<(Arm, RiverClass)>>,
    /// Range arms of every square.
    pub ranges: Vec<Vec<Arm>>,
    /// Rail arms of every square.
    pub rails: Vec<Vec<Arm>>,
    /// Diagonal steps that are barred where a book leaves it to the map which ones are (GITM-NWOL 7.4).
    pub no_diagonal: Vec<(StrategicSquare, StrategicSquare)>,
    /// Which diagonal steps it bars: what the book says of it.
    pub diagonals: Diagonals,
    /// River arms by the classes of the map's file, where a book fords all rivers ([`StrategicMap::forded`]).
    charted: Option<Vec<Vec<(Arm, RiverClass)>>>,
}

impl StrategicMap {
    /// A map of open land that belongs to nobody.
    pub fn blank(id: &str, grid: Grid) -> Self {
        let squares = usize::from(grid.cols) * usize::from(grid.rows);
        StrategicMap {
            id: id.into(),
            grid,
            georef: None,
            terrain: vec![Terrain::Open; squares],
            state: vec![None; squares],
            states: Vec::new(),
            cities: Vec::new(),
            courses: Vec::new(),
            passes: Vec::new(),
            unbridged: BTreeSet::new(),
            river_classes: vec![None; squares],
            rivers: vec![Vec::new(); squares],
            ranges: vec![Vec::new(); squares],
            rails: vec![Vec::new(); squares],
            no_diagonal: Vec::new(),
            diagonals: Diagonals::Alike(&[Terrain::Water, Terrain::Swamp, Terrain::HighMountain]),
            charted: None,
        }
    }

    /// The map as a book sees it that crosses every river at its fords, whatever class the map gives it; ships and
    /// supplies still follow the great ones ([`StrategicMap::is_navigable`]).
    pub fn forded(mut self) -> Self {
        self.charted = Some(self.rivers.clone());
        let classes = self.rivers.iter_mut().flatten().map(|(_, class)| class);
        classes
            .chain(self.river_classes.iter_mut().flatten())
            .for_each(|class| *class = RiverClass::Fordable);
        self
    }

    /// Whether it is such a map.
    pub fn is_forded(&self) -> bool {
        self.charted.is_some()
    }

    /// The map as a book sees it to which some terrain is as another, whatever the map has.
    pub fn read_as(mut self, rows: &[(Terrain, Terrain)]) -> Self {
        for terrain in &mut self.terrain {
            if let Some((_, as_what)) = rows.iter().find(|(from, _)| from == terrain) {
                *terrain = *as_what;
            }
        }
        self
    }

    /// The sides over which a great river leaves a square: one that ships and supplies can follow (rule 1.3).
    pub fn navigable_sides(&self, square: StrategicSquare) -> impl Iterator<Item = Direction> {
        let arms = &self.charted.as_ref().unwrap_or(&self.rivers)[self.grid.index(square)];
        arms.iter().filter(|(_, class)| *class > RiverClass::Fordable).map(|(arm, _)| arm.side)
    }

    /// Whether a great river passes a square.
    pub fn is_navigable(&self, square: StrategicSquare) -> bool {
        match &self.charted {
            None => self.river_class(square).is_some_and(|class| class > RiverClass::Fordable),
            Some(_) => self.navigable_sides(square).next().is_some(),
        }
    }

    pub fn terrain_at(&self, square: StrategicSquare) -> Terrain {
        self.terrain[self.grid.index(square)]
    }

    /// Whether land units may be there at all (rule 1.2).
    pub fn is_passable(&self, square: StrategicSquare) -> bool {
        self.terrain_at(square).is_passable()
    }

    /// The map as a book sees it that bars other diagonal steps than ROTD-EUWOL.
    pub fn with_diagonals(self, diagonals: Diagonals) -> Self {
        StrategicMap { diagonals, ..self }
    }

    /// ROTD-EUWOL 7.4: diagonal movement between two squares of water, two of swamp or two of high mountain is
    /// blocked; between two different kinds it is not. Other books name fewer kinds (ROTD-CWOL 7.4), or leave it to the map, which
    /// names steps past water (GITM-NWOL 7.4). The kind, if it is so.
    pub fn between(&self, from: StrategicSquare, to: StrategicSquare) -> Option<Terrain> {
        let (one, other) = from.direction_to(to)?.parts()?;
        let Diagonals::Alike(kinds) = self.diagonals else {
            return self.bars_diagonal(from, to).then_some(Terrain::Water);
        };
        let one = self.terrain_at(self.grid.step(from, one)?);
        let other = self.terrain_at(self.grid.step(from, other)?);
        (one == other && kinds.contains(&one)).then_some(one)
    }

    fn bars_diagonal(&self, from: StrategicSquare, to: StrategicSquare) -> bool {
        self.no_diagonal
            .iter()
            .any(|(one, other)| (*one, *other) == (from, to) || (*other, *one) == (from, to))
    }

    /// ROTD-EUWOL 1.2, 7.4: the squares to which the map lets units march, with the directions.
    pub fn marches(&self, from: StrategicSquare) -> impl Iterator<Item = (Direction, StrategicSquare)> + '_ {
        let neighbours = self.grid.neighbours(from);
        neighbours.filter(move |(_, to)| self.is_passable(*to) && self.between(from, *to).is_none())
    }

    /// The state a square belongs to.
    pub fn state_at(&self, square: StrategicSquare) -> Option<&StateInfo> {
        self.state[self.grid.index(square)].and_then(|place| self.states.get(usize::from(place)))
    }

    /// Whether a river line passes the square.
    pub fn is_river(&self, square: StrategicSquare) -> bool {
        self.river_class(square).is_some()
    }

    /// The hardest class of river in the square.
    pub fn river_class(&self, square: StrategicSquare) -> Option<RiverClass> {
        self.river_classes[self.grid.index(square)]
    }

    /// Whether a mountain range passes the square.
    pub fn is_range(&self, square: StrategicSquare) -> bool {
        !self.ranges[self.grid.index(square)].is_empty()
    }

    /// Whether a railway passes the square.
    pub fn is_rail(&self, square: StrategicSquare) -> bool {
        !self.rails[self.grid.index(square)].is_empty()
    }

    /// Terrain of a place that may lie outside the map: there the nearest square's own counts.
    pub fn terrain_near(&self, col: i16, row: i16) -> Terrain {
        let col = col.clamp(0, i16::from(self.grid.cols) - 1) as u8;
        let row = row.clamp(0, i16::from(self.grid.rows) - 1) as u8;
        self.terrain_at(StrategicSquare { col, row })
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

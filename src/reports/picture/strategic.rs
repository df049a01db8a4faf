//! The strategic map, or a part of it: terrain, rivers, ranges, railways, borders, cities, flags.

use std::collections::BTreeMap;

use crate::games::ground::map::{CitySite, Port, RiverClass, Terrain};
use crate::games::ground::nation::NationCode;
use crate::games::ground::square::{Grid, StrategicSquare};
use crate::games::ground::tactical::Atlas;
use crate::reports::held::Held;
use crate::reports::picture::canvas::Canvas;
use crate::reports::picture::flags::Troops;
use crate::reports::picture::frame::{ASIDE, cell};
use crate::reports::picture::ink::{self, Colour};
use crate::reports::picture::legend::Entry;
use crate::reports::picture::shape::Span;
use crate::reports::picture::svg::{Path, Pen, Point, Svg};
use crate::reports::picture::{Drawing, Layer, Side, flags};

/// A part of a strategic map: its corner squares, both in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The north-west corner.
    pub from: StrategicSquare,
    /// The south-east corner.
    pub to: StrategicSquare,
}

impl Window {
    /// All of a map.
    pub fn whole(grid: &Grid) -> Self {
        let (from, to) =
            (StrategicSquare { col: 0, row: 0 }, StrategicSquare { col: grid.cols - 1, row: grid.rows - 1 });
        Window { from, to }
    }

    /// The squares at most `radius` away from one, as far as the map goes.
    pub fn around(grid: &Grid, middle: StrategicSquare, radius: u8) -> Self {
        let low = |at: u8| at.saturating_sub(radius);
        let high = |at: u8, size: u8| at.saturating_add(radius).min(size - 1);
        let from = StrategicSquare { col: low(middle.col), row: low(middle.row) };
        let to = StrategicSquare { col: high(middle.col, grid.cols), row: high(middle.row, grid.rows) };
        Window { from, to }
    }

    /// Its squares.
    pub fn span(self) -> Span {
        let reach = |from: u8, to: u8| (i16::from(from), i16::from(to) + 1);
        Span { cols: reach(self.from.col, self.to.col), rows: reach(self.from.row, self.to.row) }
    }

    /// Whether a square is in it.
    pub fn holds(self, square: StrategicSquare) -> bool {
        self.span().holds(i16::from(square.col), i16::from(square.row))
    }
}

/// Troops in a strategic square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag {
    /// Where.
    pub at: StrategicSquare,
    /// Who.
    pub troops: Troops,
}

/// Who holds the railway or the river of a square (rule 1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Where.
    pub at: StrategicSquare,
    /// Whether the railway, not the river.
    pub is_rail: bool,
    /// Who.
    pub held: Held,
}

/// What a picture of the strategic map is drawn from.
#[derive(Clone, Debug)]
pub struct StrategicPicture<'a> {
    /// The maps.
    pub atlas: &'a Atlas,
    /// What it is called.
    pub title: &'a str,
    /// Which part of it.
    pub window: Window,
    /// The troops to be shown.
    pub flags: &'a [Flag],
    /// Squares to be framed.
    pub highlights: &'a [StrategicSquare],
    /// The cities that have forts, by name.
    pub forts: &'a [&'a str],
    /// The cities that are besieged (rule 2.7), by name.
    pub besieged: &'a [&'a str],
    /// The cities that another nation controls than the one on whose soil they lie (rule 1.4), and whose side it is on.
    pub taken: &'a [(&'a str, Side)],
    /// Who holds the railways and rivers (rule 1.3).
    pub holders: &'a [Holder],
    /// The squares whose track is destroyed (rule 8.5).
    pub destroyed_track: &'a [StrategicSquare],
    /// The nation of each state by the state's name, where it is another than the map says.
    pub owners: &'a BTreeMap<String, NationCode>,
    /// Pixels from side to side.
    pub width: u32,
    /// Whether it is drawn in grey.
    pub is_grey: bool,
}

impl StrategicPicture<'_> {
    /// Draws it.
    pub fn draw(&self) -> Drawing {
        let grid = &self.atlas.map.grid;
        let (from, to) = (grid.label(self.window.from), grid.label(self.window.to));
        self.ground().under(self.top(), &format!("{}, {from} to {to}", self.title))
    }

    /// The map without what changes in a war: the same for all pictures of this part with these owners that are as wide.
    pub fn ground(&self) -> Layer {
        Canvas::new(self).ground()
    }

    /// What lies over it.
    pub fn top(&self) -> Layer {
        Canvas::new(self).top(&self.key())
    }

    /// Pixels of a square's side.
    pub fn cell(&self) -> f64 {
        let squares = |from: u8, to: u8| f64::from(to - from) + 1.0;
        let cols = squares(self.window.from.col, self.window.to.col);
        // A part of many rows and few columns must not become a tower.
        let rows = squares(self.window.from.row, self.window.to.row);
        cell(f64::from(self.width) - 2.0 * ASIDE, cols.max(rows / 2.0))
    }

    /// Whether squares are so small that only what is great shows: nations, great cities, rivers that stop an army.
    pub fn is_overview(&self) -> bool {
        self.cell() < 8.0
    }

    /// The nation that owns a state.
    pub fn nation_of(&self, state: u16) -> String {
        let Some(info) = self.atlas.map.states.get(usize::from(state)) else { return String::new() };
        self.owners.get(&info.name).map_or_else(|| info.nation.clone(), NationCode::words)
    }

    /// The entries of the key: what this picture shows.
    fn key(&self) -> Vec<Entry> {
        let map = &self.atlas.map;
        let squares: Vec<StrategicSquare> =
            map.grid.all().filter(|square| self.window.holds(*square)).collect();
        let any = |is: &dyn Fn(StrategicSquare) -> bool| squares.iter().any(|square| is(*square));
        let mut key: Vec<Entry> = Terrain::ALL
            .into_iter()
            .filter(|row| any(&|square| map.terrain_at(square) == row.0))
            .map(|row| Entry::Terrain(row.0))
            .collect();
        let rivers = RiverClass::ALL.into_iter().map(|row| row.0).filter(|class| self.shows_river(*class));
        key.extend(
            rivers.filter(|class| any(&|square| map.river_class(square) == Some(*class))).map(Entry::River),
        );
        let is_overview = self.is_overview();
        key.extend((!is_overview && any(&|square| map.is_range(square))).then_some(Entry::Range));
        key.extend(any(&|square| map.is_rail(square)).then_some(Entry::Railway));
        let states: std::collections::BTreeSet<u16> =
            squares.iter().filter_map(|square| map.state[map.grid.index(*square)]).collect();
        let nations: std::collections::BTreeSet<String> =
            states.iter().map(|state| self.nation_of(*state)).collect();
        key.extend((nations.len() > 1).then_some(Entry::Border));
        key.extend((!is_overview && states.len() > nations.len()).then_some(Entry::StateBorder));
        let cities: Vec<_> = map.cities.iter().filter(|city| self.window.holds(city.at)).collect();
        key.extend(cities.iter().any(|city| self.forts.contains(&city.name.as_str())).then_some(Entry::Fort));
        let is_besieged = |city: &&CitySite| self.besieged.contains(&city.name.as_str());
        key.extend(cities.iter().copied().any(|city| is_besieged(&city)).then_some(Entry::Siege));
        let taken = |side: &Side| cities.iter().any(|city| self.taken.contains(&(city.name.as_str(), *side)));
        key.extend(Side::ALL.into_iter().filter(taken).map(Entry::Taken));
        let has_port = |port: Port| !is_overview && cities.iter().any(|city| city.port == port);
        key.extend(has_port(Port::Ocean).then_some(Entry::OceanPort));
        key.extend(has_port(Port::River).then_some(Entry::RiverPort));
        key.extend(self.holder_key());
        key.extend(self.flag_key());
        key
    }

    /// The entries of the key for who holds railways and rivers, and for destroyed track.
    fn holder_key(&self) -> Vec<Entry> {
        if self.is_overview() {
            return Vec::new();
        }
        let shown = || self.holders.iter().filter(|holder| self.window.holds(holder.at));
        let kinds = Held::ALL.into_iter().filter(|held| shown().any(|holder| holder.held == *held));
        let is_destroyed = self.destroyed_track.iter().any(|at| self.window.holds(*at));
        kinds.map(Entry::Held).chain(is_destroyed.then_some(Entry::DestroyedTrack)).collect()
    }

    /// Whether rivers of a class are drawn.
    pub fn shows_river(&self, class: RiverClass) -> bool {
        class > RiverClass::Fordable || !self.is_overview()
    }

    fn flag_key(&self) -> Vec<Entry> {
        let shown = self.flags.iter().filter(|flag| self.window.holds(flag.at));
        flag_key(shown.map(|flag| (flag.at, flag.troops)))
    }
}

/// The entries of the key for flags: one for each kind that stands in some square.
pub fn flag_key<S: Ord>(troops: impl Iterator<Item = (S, Troops)>) -> Vec<Entry> {
    let mut squares: BTreeMap<S, Vec<Troops>> = BTreeMap::new();
    for (at, troops) in troops {
        squares.entry(at).or_default().push(troops);
    }
    let mut kinds: Vec<flags::Stack> = squares
        .values()
        .flat_map(|troops| flags::stacks(troops))
        .map(|stack| flags::Stack { count: 1, is_about: false, ..stack })
        .collect();
    kinds.sort_by_key(|stack| (stack.state, stack.side));
    kinds.dedup();
    let about = squares.values().flatten().any(|troops| troops.is_about && troops.count > 1);
    let about = about.then(|| Entry::Words("~: about so many".into()));
    kinds.into_iter().map(Entry::Flag).chain(about).collect()
}

/// A river's pens, outer first: the harder it is to cross, the broader it is; broad ones are light inside.
pub fn river_pens(class: RiverClass, cell: f64) -> Vec<Pen> {
    let width = match class {
        RiverClass::Fordable => (cell * 0.028).clamp(0.7, 3.0),
        RiverClass::Unfordable => (cell * 0.075).clamp(1.5, 7.0),
        RiverClass::Unbridgeable => (cell * 0.135).clamp(2.4, 12.0),
    };
    let mut pens = vec![Pen::round(ink::RIVER, width)];
    if width >= 2.8 {
        pens.push(Pen::round(ink::STREAM, width - (width * 0.36).clamp(1.5, 2.6)));
    }
    pens
}

/// A mountain range's pen: short strokes across the line.
pub fn range_pen(cell: f64) -> Pen {
    Pen::dashed(ink::ROCK, (cell * 0.12).clamp(2.0, 9.0), "1 2.1")
}

/// A railway's pens, outer first.
pub fn railway_pens(cell: f64) -> Vec<Pen> {
    let width = (cell * 0.045).clamp(0.6, 3.4);
    let mut pens = vec![Pen::flat(ink::BLACK, width)];
    if width >= 1.6 {
        pens.push(Pen::dashed(ink::PAPER, width * 0.52, "4 4"));
    }
    pens
}

/// The pens of borders between nations, outer first.
pub fn border_pens(scale: f64) -> Vec<Pen> {
    let line = Pen::dashed(ink::BORDER, 1.4 * scale, "7 2.5 1.5 2.5");
    vec![Pen::round(ink::BORDER_BAND, 4.2 * scale), line]
}

/// The sign of who holds a railway or river, in the middle of `at`: a full disc for the own side, a diamond for enemies, a
/// small disc for neutrals, a ring for nobody. Its rim tells the railway's from the river's.
pub fn holder(svg: &mut Svg, at: Point, size: f64, held: Held, rim: Colour) {
    let diamond = || {
        let far = size * 1.4;
        Path::polygon(&[at.moved(0.0, -far), at.moved(far, 0.0), at.moved(0.0, far), at.moved(-far, 0.0)])
    };
    let (class, path, fill) = match held {
        Held::Allied => ("held allied", Path::circle(at, size), ink::of_side(Side::Allied)),
        Held::Hostile => ("held hostile", diamond(), ink::of_side(Side::Hostile)),
        Held::Neutral => ("held neutral", Path::circle(at, size * 0.75), ink::of_side(Side::Neutral)),
        Held::None => ("held none", Path::circle(at, size), ink::PAPER),
    };
    svg.shape(class, &path, fill, rim, (size * 0.35).clamp(0.7, 1.4));
}

/// A cross over track that is destroyed.
pub fn cross(svg: &mut Svg, at: Point, size: f64) {
    let mut path = Path::new();
    path.segment(at.moved(-size, -size), at.moved(size, size));
    path.segment(at.moved(size, -size), at.moved(-size, size));
    svg.stroke("destroyed halo", &path, Pen::round(ink::PAPER, size * 1.1));
    svg.stroke("destroyed", &path, Pen::round(ink::SIEGE, size * 0.55));
}

/// The pen of borders between states of a nation.
pub fn state_border_pen(scale: f64) -> Pen {
    Pen::dashed(ink::BORDER, 0.9 * scale, "1.5 2.5")
}

/// A bridge over a river: a deck between two rails, lying along `angle`.
pub fn bridge(svg: &mut Svg, at: Point, angle: f64, size: f64) {
    let (cos, sin) = (angle.cos(), angle.sin());
    let turned =
        |x: f64, y: f64| at.moved((x * cos - y * sin) * size / 2.0, (x * sin + y * cos) * size / 2.0);
    let deck =
        Path::polygon(&[turned(-0.9, -0.42), turned(0.9, -0.42), turned(0.9, 0.42), turned(-0.9, 0.42)]);
    svg.fill("deck", &deck, ink::PAPER);
    let mut lines = Path::new();
    lines.segment(turned(-0.9, 0.0), turned(0.9, 0.0));
    for side in [-0.42, 0.42] {
        lines.start(turned(-1.15, side * 1.8));
        lines.line(turned(-0.85, side));
        lines.line(turned(0.85, side));
        lines.line(turned(1.15, side * 1.8));
    }
    svg.stroke("bridge", &lines, Pen::flat(ink::BLACK, (size * 0.11).clamp(0.8, 1.6)));
}

//! A chart of the sea: sea areas as fields of a plan, with winds, ships, coastal waters and harbors. It is drawn from what it is
//! given and knows no fleet: whoever draws for a player gives only what is in that player's sight (promise 6).
//!
//! Neighbours share an edge on the side on which they lie; where two fields touch that are no neighbours, land lies between.

use std::collections::{BTreeMap, BTreeSet};

use crate::legend::{self, Entry};
use crate::ships::{self, Ships};
use crate::sky::{Wind, storm, wind};
use crate::tints::{self, Livery};
use crate::{Side, cities, deeds};
use fieldpost_ground::map::Terrain;
use fieldpost_ground::square::Direction;
use fieldpost_print::picture::ink::{self, Colour};
use fieldpost_print::picture::letters::{CAPITALS, Rect, width};
use fieldpost_print::picture::room::{Layout, Placed, What};
use fieldpost_print::picture::svg::{Face, Hand, Path, Pen, Point, Svg};
use fieldpost_print::picture::{Drawing, Layer};

/// A field of the plan: column and row from the north-west.
pub type Cell = (u8, u8);

/// Coastal waters or a harbor of a sea area.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// A code, or a harbor's name.
    pub name: String,
    /// Whether it is a harbor or a river mouth, and not open coast.
    pub is_harbor: bool,
    pub ships: Vec<Ships>,
    /// Whether a battle was fought there.
    pub battle: bool,
}

/// A sea area.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Water {
    pub code: String,
    pub name: String,
    /// The fields that it takes.
    pub cells: Vec<Cell>,
    /// The codes of those beside it.
    pub beside: Vec<String>,
    /// The sides on which land lies.
    pub land: Vec<Direction>,
    /// Whether anything is known of it; else it is pale.
    pub is_known: bool,
    pub wind: Option<Wind>,
    /// Whether it storms there.
    pub storm: bool,
    /// Whether a battle was fought in its open water.
    pub battle: bool,
    /// The ships in its open water.
    pub ships: Vec<Ships>,
    /// About how many ships are said to have been there.
    pub rumour: Option<u32>,
    /// Its coastal waters and harbors.
    pub spots: Vec<Spot>,
}

/// A way that ships went from one sea area to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    pub side: Side,
    /// The codes of the two.
    pub ends: [String; 2],
    /// How many ships.
    pub count: u32,
}

/// What a chart is drawn from.
#[derive(Clone, Debug)]
pub struct WatersPicture<'a> {
    /// What it is called.
    pub title: &'a str,
    /// All sea areas of one map; it is cut to those that are known.
    pub waters: &'a [Water],
    /// Ways of the turn.
    pub passages: &'a [Passage],
    /// Pixels from side to side.
    pub width: u32,
    /// Whether it is drawn in grey.
    pub is_grey: bool,
    /// In what colours ships are shown.
    pub livery: Livery,
}

/// Room about the plan.
const MARGIN: f64 = 6.0;
/// Room inside a field.
const INSIDE: f64 = 5.0;
/// A field of the narrowest chart, all six columns: letters are measured by it.
const NARROW: f64 = 92.0;

impl WatersPicture<'_> {
    pub fn draw(&self) -> Drawing {
        self.ground().under(self.top(), self.title)
    }

    /// The fields without what changes in a war.
    pub fn ground(&self) -> Layer {
        Plan::new(self).ground()
    }

    /// What lies over them, and the key.
    pub fn top(&self) -> Layer {
        Plan::new(self).top()
    }

    /// A name that says all that the ground is drawn from.
    pub fn ground_name(&self) -> String {
        let plan = Plan::new(self);
        let known: Vec<&str> = self.known().map(|water| water.code.as_str()).collect();
        format!("waters {} {} {} {:?}", known.join(" "), self.width, plan.across, plan.down)
    }

    fn known(&self) -> impl Iterator<Item = &Water> {
        self.waters.iter().filter(|water| water.is_known && !water.cells.is_empty())
    }

    /// What the key explains: the signs that show.
    fn key(&self) -> Vec<Entry> {
        let known = || self.known();
        let has = |side: Side| {
            let is = |ships: &Ships| ships.side == side;
            known().any(|water| {
                water.ships.iter().any(is) || water.spots.iter().any(|spot| spot.ships.iter().any(is))
            })
        };
        let mut key: Vec<Entry> = Side::ALL.into_iter().filter(|side| has(*side)).map(Entry::Ship).collect();
        let blows =
            |strength: u8| known().any(|water| water.wind.is_some_and(|wind| wind.strength == strength));
        key.extend((1..=3).filter(|strength| blows(*strength)).map(Entry::Wind));
        key.extend(known().any(|water| water.storm).then_some(Entry::Storm));
        let sailed = |side: &Side| self.passages.iter().any(|way| way.side == *side);
        key.extend(Side::ALL.into_iter().filter(sailed).map(Entry::Sailed));
        let fought = known().any(|water| water.battle || water.spots.iter().any(|spot| spot.battle));
        key.extend(fought.then_some(Entry::SeaBattle));
        let harbors = known().any(|water| water.spots.iter().any(|spot| spot.is_harbor));
        key.extend(harbors.then_some(Entry::OceanPort));
        let said = known().any(|water| water.rumour.is_some());
        key.extend(said.then(|| Entry::Words("?: said to have been there".into())));
        let pale = self.waters.iter().any(|water| !water.is_known);
        key.extend(pale.then(|| Entry::Words("pale: beyond your reports".into())));
        key
    }
}

/// The plan of a chart: which part of it, and its measures.
struct Plan<'a> {
    picture: &'a WatersPicture<'a>,
    svg: Svg,
    from: Cell,
    to: Cell,
    across: f64,
    /// By row, how high its fields are.
    down: Vec<f64>,
    scale: f64,
    /// By field, its sea area.
    cells: BTreeMap<Cell, &'a Water>,
    layout: Layout,
}

/// The field beyond a side of one, if there is one.
fn next((col, row): Cell, side: Direction) -> Option<Cell> {
    match side {
        Direction::North => Some((col, row.checked_sub(1)?)),
        Direction::East => Some((col.checked_add(1)?, row)),
        Direction::South => Some((col, row.checked_add(1)?)),
        _ => Some((col.checked_sub(1)?, row)),
    }
}

const SIDES: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

/// The fields in which what is told of a sea area stands: from its first field as far east, then as far south, as it is whole.
fn block(water: &Water) -> Option<(Cell, u8, u8)> {
    let first = *water.cells.first()?;
    let holds = |col: u8, row: u8| water.cells.contains(&(col, row));
    let wide = (1..=u8::MAX).find(|wide| !holds(first.0.saturating_add(*wide), first.1)).unwrap_or(1);
    let whole = |row: u8| (0..wide).all(|col| holds(first.0.saturating_add(col), row));
    let high = (1..=u8::MAX).find(|high| !whole(first.1.saturating_add(*high))).unwrap_or(1);
    Some((first, wide, high))
}

impl<'a> Plan<'a> {
    fn new(picture: &'a WatersPicture<'a>) -> Self {
        let shown: Vec<Cell> = picture.known().flat_map(|water| water.cells.iter().copied()).collect();
        let least = |of: fn(&Cell) -> u8| shown.iter().map(of).min().unwrap_or(0);
        let most = |of: fn(&Cell) -> u8| shown.iter().map(of).max().unwrap_or(0);
        let (from, to) =
            ((least(|cell| cell.0), least(|cell| cell.1)), (most(|cell| cell.0), most(|cell| cell.1)));
        let cols = f64::from(to.0 - from.0) + 1.0;
        let across = ((f64::from(picture.width) - 2.0 * MARGIN) / cols).floor().min(240.0);
        let scale = (across / NARROW).clamp(1.0, 1.45);
        let svg = Svg::new(picture.is_grey).dyed(picture.livery.dyes());
        let all = picture.waters.iter().flat_map(|water| water.cells.iter().map(move |cell| (*cell, water)));
        let cells = all.collect();
        let down = vec![(62.0 * scale).ceil(); usize::from(to.1 - from.1) + 1];
        let mut plan = Plan { picture, svg, from, to, across, down, scale, cells, layout: Layout::default() };
        picture.known().for_each(|water| plan.make_room(water));
        plan
    }

    /// Makes the rows of a sea area as high as what it tells needs.
    fn make_room(&mut self, water: &Water) {
        let Some((first, wide, high)) = block(water) else { return };
        let needs = self.needs(water, wide);
        let top = usize::from(first.1 - self.from.1);
        let rows = top..(top + usize::from(high)).min(self.down.len());
        let lacking = (needs - self.down[rows.clone()].iter().sum::<f64>()).max(0.0);
        let share = (lacking / rows.len().max(1) as f64).ceil();
        self.down[rows].iter_mut().for_each(|row| *row += share);
    }

    /// How much room in height a sea area needs.
    fn needs(&self, water: &Water, wide: u8) -> f64 {
        let rows = water.spots.len().div_ceil(usize::from(wide));
        let at_sea = usize::from(!water.ships.is_empty() || water.rumour.is_some());
        let lines = rows as f64 * self.row() + at_sea as f64 * self.row();
        self.head() + lines + 2.0 * INSIDE
    }

    fn head(&self) -> f64 {
        25.0 * self.scale
    }

    fn row(&self) -> f64 {
        20.0 * self.scale
    }

    /// The left upper corner of a field.
    fn corner(&self, (col, row): Cell) -> Point {
        let across = f64::from(i16::from(col) - i16::from(self.from.0)) * self.across;
        Point { x: MARGIN + across, y: MARGIN + self.down_to(row) }
    }

    /// How far down a row begins.
    fn down_to(&self, row: u8) -> f64 {
        let above = usize::from(row.saturating_sub(self.from.1)).min(self.down.len());
        self.down[..above].iter().sum()
    }

    /// How high a field is.
    fn row_of(&self, row: u8) -> f64 {
        let place = usize::from(row.saturating_sub(self.from.1));
        self.down.get(place).copied().unwrap_or_default()
    }

    fn high(&self) -> f64 {
        2.0 * MARGIN + self.down.iter().sum::<f64>()
    }

    fn fields(&self) -> Vec<Cell> {
        let (from, to) = (self.from, self.to);
        (from.1..=to.1).flat_map(|row| (from.0..=to.0).map(move |col| (col, row))).collect()
    }

    fn ground(mut self) -> Layer {
        let (width, height) = (f64::from(self.picture.width), self.high());
        self.svg.rect("paper", Point { x: 0.0, y: 0.0 }, width, height, ink::PAPER);
        for cell in self.fields() {
            let fill = match self.cells.get(&cell) {
                Some(water) if water.is_known => tints::of_terrain(Terrain::Water),
                Some(_) => ink::SHALLOWS,
                None => tints::of_terrain(Terrain::Open),
            };
            self.svg.rect("field", self.corner(cell), self.across, self.row_of(cell.1), fill);
        }
        self.edges();
        self.pale_codes();
        Layer { body: self.svg.finish(), width, height, layout: Layout::default() }
    }

    /// The lines between fields: thin where ships pass, a coast where land lies.
    fn edges(&mut self) {
        let (mut open, mut shut) = (Path::new(), Path::new());
        for cell in self.fields() {
            let Some(water) = self.cells.get(&cell).copied() else { continue };
            for side in SIDES {
                let other = next(cell, side).and_then(|cell| self.cells.get(&cell)).copied();
                let ends = self.edge(cell, side);
                match other {
                    Some(other) if other.code == water.code => {}
                    Some(other) if water.beside.contains(&other.code) => open.segment(ends[0], ends[1]),
                    Some(_) => shut.segment(ends[0], ends[1]),
                    None if water.land.contains(&side) => shut.segment(ends[0], ends[1]),
                    None => {}
                }
            }
        }
        self.svg.stroke("joined", &open, Pen::dashed(ink::RIVER, 1.0, "5 4"));
        self.svg.stroke("coast", &shut, Pen::flat(ink::RIVER, 8.0));
        self.svg.stroke("land", &shut, Pen::flat(tints::of_terrain(Terrain::Hills), 6.0));
    }

    fn edge(&self, cell: Cell, side: Direction) -> [Point; 2] {
        let corner = self.corner(cell);
        let high = self.row_of(cell.1);
        let at = |x: f64, y: f64| corner.moved(x * self.across, y * high);
        match side {
            Direction::North => [at(0.0, 0.0), at(1.0, 0.0)],
            Direction::East => [at(1.0, 0.0), at(1.0, 1.0)],
            Direction::South => [at(0.0, 1.0), at(1.0, 1.0)],
            _ => [at(0.0, 0.0), at(0.0, 1.0)],
        }
    }

    /// The codes of sea areas of which nothing is known, each in its first field that shows.
    fn pale_codes(&mut self) {
        let fields: BTreeSet<Cell> = self.fields().into_iter().collect();
        for water in self.picture.waters.iter().filter(|water| !water.is_known) {
            let Some(cell) = water.cells.iter().find(|cell| fields.contains(cell)) else { continue };
            let hand = self.hand(14.0, Face::Book, ink::GRID_NAME);
            let at = self.corner(*cell).moved(INSIDE + 3.0, INSIDE + 16.0 * self.scale);
            self.svg.words("code pale", at, &water.code, hand);
        }
    }

    fn hand(&self, size: f64, face: Face, colour: Colour) -> Hand {
        Hand { size: size * self.scale, face, colour, anchor: "start", halo: None }
    }

    fn top(mut self) -> Layer {
        let (width, high) = (f64::from(self.picture.width), self.high());
        let key = self.picture.key();
        let wide = width - 2.0 * MARGIN;
        let height = (high + legend::height(&key, wide)).ceil();
        self.svg.rect("paper", Point { x: 0.0, y: high }, width, height - high, ink::PAPER);
        self.passages();
        let picture = self.picture;
        picture.known().for_each(|water| self.water(water));
        legend::draw(&mut self.svg, &key, Point { x: MARGIN, y: high }, wide);
        Layer { body: self.svg.finish(), width, height, layout: self.layout }
    }

    /// Arrows from the middle of one sea area to that of another, own ones above those of others.
    fn passages(&mut self) {
        let picture = self.picture;
        let middle = |code: &str| {
            let water = picture.waters.iter().find(|water| water.code == code)?;
            let (first, wide, high) = block(water)?;
            let down = self.down_to(first.1.saturating_add(high)) - self.down_to(first.1);
            let off = (f64::from(wide) * self.across / 2.0, down * 0.72);
            Some(self.corner(first).moved(off.0, off.1))
        };
        let ways: Vec<_> = picture
            .passages
            .iter()
            .filter_map(|way| Some((way, middle(&way.ends[0])?, middle(&way.ends[1])?)))
            .collect();
        for (place, (way, from, to)) in ways.into_iter().enumerate() {
            let off = 7.0 * self.scale * ((place % 3) as f64 - 1.0);
            let ends = [from.towards(to, 0.12).moved(off, off), from.towards(to, 0.88).moved(off, off)];
            deeds::arrow(&mut self.svg, &ends, way.side, way.count, 34.0 * self.scale);
        }
    }

    /// What is told of a sea area: code, wind, storm; then its ships; then its coasts and harbors.
    fn water(&mut self, water: &Water) {
        let Some((first, wide, _)) = block(water) else { return };
        let corner = self.corner(first).moved(INSIDE + 2.0, INSIDE);
        let room = f64::from(wide) * self.across - 2.0 * INSIDE - 4.0;
        self.head_of(water, corner, room);
        let mut top = self.head();
        if !water.ships.is_empty() || water.rumour.is_some() {
            let at = corner.moved(0.0, top);
            let high = self.row() - 3.0;
            ships::draw(&mut self.svg, &water.ships, at, high);
            if let Some(count) = water.rumour {
                let room = ships::room(&water.ships, at, high);
                let hand = self.hand(15.0, Face::Bold, ink::SIEGE);
                self.svg.words(
                    "rumour",
                    Point { x: room.right + 2.0, y: at.y + high * 0.85 },
                    &format!("?{count}"),
                    hand,
                );
            }
            top += self.row();
        }
        let columns = usize::from(wide);
        for (place, spot) in water.spots.iter().enumerate() {
            let (col, row) = (place % columns, place / columns);
            let at = corner.moved(col as f64 * self.across, top + row as f64 * self.row());
            self.spot(spot, at, self.across - 2.0 * INSIDE - 4.0);
        }
    }

    fn head_of(&mut self, water: &Water, corner: Point, room: f64) {
        let size = 17.0 * self.scale;
        let base = corner.moved(0.0, size);
        let code = Hand { size, face: Face::Bold, colour: ink::BLACK, anchor: "start", halo: None };
        self.svg.words("code", base, &water.code, code);
        let code_wide = width(&water.code, size, Face::Bold);
        self.label(&water.code, base, code_wide, size);
        let sign = 20.0 * self.scale;
        let mut right = corner.x + room;
        if let Some(wind_of) = water.wind {
            wind(&mut self.svg, Point { x: right - sign / 2.0, y: corner.y + sign / 2.0 }, sign, wind_of);
            right -= sign + 2.0;
        }
        if water.storm {
            storm(&mut self.svg, Point { x: right - sign * 0.4, y: corner.y + sign / 2.0 }, sign);
            right -= sign;
        }
        if water.battle {
            deeds::battle(
                &mut self.svg,
                Point { x: right - sign * 0.4, y: corner.y + sign / 2.0 },
                sign * 0.3,
            );
            right -= sign;
        }
        let (from, small) = (base.x + code_wide + 5.0, 11.5 * self.scale);
        if from + width(&water.name, small, Face::Book) <= right {
            let hand = self.hand(11.5, Face::Book, ink::RIVER_NAME);
            self.svg.words("name", Point { x: from, ..base }, &water.name, hand);
        }
    }

    /// Coastal waters in a light field of their own, a harbor behind an anchor; the ships there at the end of the row.
    fn spot(&mut self, spot: &Spot, at: Point, room: f64) {
        let (high, size) = (self.row() - 3.0, 13.0 * self.scale);
        let fleet: f64 = spot.ships.iter().map(|one| ships::wide(*one, high) + 3.0).sum();
        let mark = if spot.battle { high * 0.9 } else { 0.0 };
        self.svg.rect(
            "spot",
            at.moved(-2.0, 0.0),
            room + 4.0,
            high,
            if spot.is_harbor { ink::PAPER } else { ink::SHALLOWS },
        );
        let mut left = at.x + 1.0;
        if spot.is_harbor {
            cities::anchor(
                &mut self.svg,
                Point { x: left + high * 0.32, y: at.y + high / 2.0 },
                high * 0.7,
                ink::BLACK,
            );
            left += high * 0.75;
        }
        let face = if spot.is_harbor { Face::Book } else { Face::Bold };
        let words = fitted(&spot.name, size, face, room - fleet - mark - (left - at.x));
        let base = Point { x: left, y: at.y + (high + size * CAPITALS) / 2.0 };
        let hand = Hand { size, face, colour: ink::BLACK, anchor: "start", halo: None };
        self.svg.words("spot", base, &words, hand);
        self.label(&words, base, width(&words, size, face), size);
        let right = at.x + room;
        ships::draw(&mut self.svg, &spot.ships, Point { x: right - fleet, y: at.y }, high);
        if spot.battle {
            let middle = Point { x: right - fleet - mark / 2.0, y: at.y + high / 2.0 };
            deeds::battle(&mut self.svg, middle, high * 0.3);
        }
    }

    fn label(&mut self, words: &str, base: Point, wide: f64, size: f64) {
        let room = Rect { left: base.x, top: base.y - size * CAPITALS, right: base.x + wide, bottom: base.y };
        self.layout.placed.push(Placed { what: What::Name, words: words.to_owned(), room });
    }
}

/// As much of a name as has room; what is cut off ends in a point.
fn fitted(name: &str, size: f64, face: Face, room: f64) -> String {
    let fits = |words: &str| width(words, size, face) <= room;
    if fits(name) {
        return name.to_owned();
    }
    let letters: Vec<char> = name.chars().collect();
    let cut = |count: usize| letters[..count].iter().collect::<String>() + ".";
    (1..letters.len()).rev().map(cut).find(|words| fits(words)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn water(code: &str, cells: &[Cell], beside: &[&str]) -> Water {
        Water {
            code: code.into(),
            name: format!("{code} Sea"),
            cells: cells.to_vec(),
            beside: beside.iter().map(|code| (*code).into()).collect(),
            is_known: true,
            ..Water::default()
        }
    }

    fn picture(waters: &[Water]) -> WatersPicture<'_> {
        WatersPicture {
            title: "Sea chart",
            waters,
            passages: &[],
            width: 600,
            is_grey: false,
            livery: Livery::default(),
        }
    }

    fn some() -> Vec<Water> {
        let mut waters = vec![
            water("NEC", &[(0, 0)], &["MAC"]),
            water("MAC", &[(0, 1)], &["NEC"]),
            water("WAT", &[(1, 1)], &[]),
        ];
        waters[2].is_known = false;
        waters[1].ships =
            vec![Ships { side: Side::Allied, count: 3 }, Ships { side: Side::Hostile, count: 1 }];
        waters[1].wind = Some(Wind { from: Direction::West, strength: 2 });
        let spot = |name: &str, is_harbor| Spot { name: name.into(), is_harbor, ..Spot::default() };
        waters[1].spots = vec![spot("LCHE", false), spot("Hampton", true)];
        waters
    }

    /// A chart is cut to what is known; the same gives the same bytes; signs that do not show stand in no key.
    #[test]
    fn a_chart_shows_what_is_known_and_explains_it() {
        let waters = some();
        let svg = picture(&waters).draw().svg;
        assert_eq!(svg, picture(&waters).draw().svg);
        for sign in ["ship allied", "ship hostile", "class=\"wind\"", ">LCHE<", ">Hampton<", "moderate wind"]
        {
            assert!(svg.contains(sign), "{sign}");
        }
        for sign in ["ship neutral", "class=\"storm\"", ">WAT<", "battle"] {
            assert!(!svg.contains(sign), "{sign}");
        }
    }

    /// No two labels lie on one another, also where there are many.
    #[test]
    fn labels_keep_apart() {
        let mut waters = some();
        waters[0].spots = (0..9)
            .map(|n| Spot { name: format!("Port of {n}"), is_harbor: n % 2 == 0, ..Spot::default() })
            .collect();
        for cells in [1, 6] {
            let mut waters = waters.clone();
            waters.extend((1..cells).map(|col| water("XYZ", &[(col, 0)], &[])));
            assert_eq!(picture(&waters).draw().layout.covered(), Vec::<String>::new());
        }
    }
}

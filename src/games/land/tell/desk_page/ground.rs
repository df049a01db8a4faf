//! What the desk page knows of the maps, which everybody knows: the strategic map about the player's units and places,
//! and the tactical maps of the squares in sight.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use crate::sheets::bridges;
use crate::vantage::{Spot, Vantage};
use fieldpost_ground::map::{Arm, RiverClass, Terrain};
use fieldpost_ground::square::{StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use fieldpost_ground::tactical::Ground as Tactical;
use fieldpost_ground::tactical::{Sheet, TACTICAL_SQUARES};
use fieldpost_land::book::Book;
use fieldpost_land::movement::allowance::fatigue_of_step;
use fieldpost_land::unit::UnitType;
use fieldpost_picture::tints;
use fieldpost_print::picture::ink::Colour;

/// Squares beyond the player's own that the page shows: enough to plan the march of the next turn.
const MARGIN: u8 = 3;

#[derive(Serialize)]
pub struct TerrainKind {
    mark: char,
    words: &'static str,
    /// Fatigue of a step into it that is not forced (rule 7.1).
    tires: u16,
    colour: String,
}

/// Every terrain (rule 1.2).
pub fn terrain_kinds(book: &Book) -> Vec<TerrainKind> {
    // What a step costs that is not forced, it costs every type of unit.
    let tires = |terrain| fatigue_of_step(book, UnitType::Infantry, terrain, false);
    let kind = |(terrain, mark, words): (Terrain, char, &'static str)| TerrainKind {
        mark,
        words,
        tires: tires(terrain),
        colour: css(tints::of_terrain(terrain)),
    };
    Terrain::ALL.into_iter().map(kind).collect()
}

/// A kind of tactical ground, in the order in which [`SheetView`] counts them.
#[derive(Serialize)]
pub struct GroundKind {
    mark: char,
    words: &'static str,
    passable: bool,
    /// Whether pontoon bridges are laid over it (rule 12.4).
    spanned: bool,
    colour: String,
}

/// Every ground (rule 2.2).
pub fn ground_kinds() -> Vec<GroundKind> {
    let kind = |(ground, mark): (Tactical, char)| GroundKind {
        mark,
        words: ground.words(),
        passable: !matches!(ground, Tactical::Water | Tactical::Mountain | Tactical::River),
        spanned: ground == Tactical::River,
        // The pictures draw rivers as lines over the ground; here the square itself is the river.
        colour: css(match ground {
            Tactical::River | Tactical::Ford => tints::of_terrain(Terrain::Water),
            other => tints::of_ground(other),
        }),
    };
    Tactical::MARKS.into_iter().map(kind).collect()
}

fn css(colour: Colour) -> String {
    format!("#{:02x}{:02x}{:02x}", colour.0, colour.1, colour.2)
}

/// A piece of the strategic map.
#[derive(Serialize)]
pub struct Ground {
    /// Its north-west corner.
    col: u8,
    row: u8,
    width: u8,
    height: u8,
    /// A line of terrain marks for each row.
    terrain: Vec<String>,
    lands: Vec<Land>,
    /// For each row a place in `lands` and a number of squares, and so on.
    land: Vec<Vec<usize>>,
    /// For each row numbers of squares by turns out of and within the reach of reports.
    near: Vec<Vec<usize>>,
    /// By square: side, place along it in base 15, and class of each river arm.
    rivers: BTreeMap<String, String>,
    /// The same for railways and mountain ranges, without class.
    rails: BTreeMap<String, String>,
    /// By square who holds its railway and its river, each a letter of [`Held`](crate::held::Held) or a blank, and
    /// a stroke where the track is destroyed (rules 1.3, 8.5).
    held: BTreeMap<String, String>,
    ranges: BTreeMap<String, String>,
}

/// A state's land.
#[derive(PartialEq, Eq, Serialize)]
struct Land {
    /// The state of the map; empty for water and no man's land.
    state: String,
    /// The nation's two letters that own it.
    nation: String,
    /// Whether nobody may march there (rule 7.16).
    closed: bool,
}

impl Ground {
    /// The rectangle about all that the player has and knows.
    pub fn of(vantage: &Vantage<'_>, Frame { from, to }: Frame) -> Self {
        let rows = || from.row..=to.row;
        let line = |row: u8| (from.col..=to.col).map(move |col| StrategicSquare { col, row });
        let map = &vantage.atlas.map;
        let mut lands = Vec::new();
        let mut land_row = |row| runs(line(row).map(|at| land_of(vantage, at, &mut lands)));
        let land = rows().map(&mut land_row).collect();
        let arms = |of: &dyn Fn(StrategicSquare) -> String| -> BTreeMap<String, String> {
            let written = rows().flat_map(line).map(|at| (key(at), of(at)));
            written.filter(|(_, arms)| !arms.is_empty()).collect()
        };
        Ground {
            col: from.col,
            row: from.row,
            width: to.col - from.col + 1,
            height: to.row - from.row + 1,
            terrain: rows().map(|row| line(row).map(|at| map.terrain_at(at).mark()).collect()).collect(),
            lands,
            land,
            near: rows().map(|row| by_turns(line(row).map(|at| vantage.near.contains(&at)))).collect(),
            rivers: arms(&|at| {
                map.rivers[map.grid.index(at)]
                    .iter()
                    .map(|(arm, class)| arm_words(*arm) + letter(*class))
                    .collect()
            }),
            rails: arms(&|at| {
                let has_any = vantage.book.rail.is_some();
                map.rails[map.grid.index(at)].iter().filter(|_| has_any).map(|arm| arm_words(*arm)).collect()
            }),
            held: arms(&|at| held_letters(vantage, at)),
            ranges: arms(&|at| map.ranges[map.grid.index(at)].iter().map(|arm| arm_words(*arm)).collect()),
        }
    }
}

fn held_letters(vantage: &Vantage<'_>, at: StrategicSquare) -> String {
    let held = [vantage.rail_held(at), vantage.river_held(at)];
    let letters = held.map(|held| held.map_or(' ', |held| held.letter()));
    let track = if vantage.is_track_destroyed(at) { "/" } else { "" };
    let all = String::from_iter(letters) + track;
    if all.trim().is_empty() { String::new() } else { all }
}

/// A square as orders are kept: `column/row` in numbers.
pub fn key(at: StrategicSquare) -> String {
    format!("{}/{}", at.col, at.row)
}

/// The rectangle of the map that a page shows.
#[derive(Clone, Copy)]
pub struct Frame {
    from: StrategicSquare,
    to: StrategicSquare,
}

impl Frame {
    /// The rectangle about all that the player has and knows.
    pub fn of(vantage: &Vantage<'_>) -> Self {
        let (from, to) = corners(vantage);
        Frame { from, to }
    }

    /// Its squares, row by row.
    pub fn squares(self) -> impl Iterator<Item = StrategicSquare> {
        let Frame { from, to } = self;
        let line = move |row| (from.col..=to.col).map(move |col| StrategicSquare { col, row });
        (from.row..=to.row).flat_map(line)
    }
}

/// North-west and south-east corner of what the page shows; the whole map where the player has nothing on it.
fn corners(vantage: &Vantage<'_>) -> (StrategicSquare, StrategicSquare) {
    let grid = &vantage.atlas.map.grid;
    let last = StrategicSquare { col: grid.cols - 1, row: grid.rows - 1 };
    let units = vantage.own.iter().map(|own| own.unit.at);
    let places = vantage.cities.iter().map(|(_, city)| city.at);
    let depots = vantage.depots.iter().map(|depot| depot.at);
    let all =
        || vantage.near.iter().copied().chain(units.clone()).chain(places.clone()).chain(depots.clone());
    let span = |of: fn(StrategicSquare) -> u8| all().map(of).min().zip(all().map(of).max());
    let (Some(cols), Some(rows)) = (span(|at| at.col), span(|at| at.row)) else {
        return (StrategicSquare { col: 0, row: 0 }, last);
    };
    let low = |number: u8| number.saturating_sub(MARGIN);
    let high = |number: u8, most: u8| number.saturating_add(MARGIN).min(most);
    (
        StrategicSquare { col: low(cols.0), row: low(rows.0) },
        StrategicSquare { col: high(cols.1, last.col), row: high(rows.1, last.row) },
    )
}

fn land_of(vantage: &Vantage<'_>, at: StrategicSquare, lands: &mut Vec<Land>) -> usize {
    let land = Land {
        state: vantage.atlas.map.state_at(at).map_or_else(String::new, |state| state.name.clone()),
        nation: vantage.soil_of(at).map_or_else(String::new, |nation| nation.to_string()),
        closed: vantage.is_closed(at),
    };
    lands.iter().position(|other| *other == land).unwrap_or_else(|| {
        lands.push(land);
        lands.len() - 1
    })
}

/// Equal neighbours together: value, count, value, count.
pub fn runs(values: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut runs: Vec<usize> = Vec::new();
    for value in values {
        match runs.as_mut_slice() {
            [.., last, count] if *last == value => *count += 1,
            _ => runs.extend([value, 1]),
        }
    }
    runs
}

/// Counts of false, true, false and so on.
pub fn by_turns(values: impl Iterator<Item = bool>) -> Vec<usize> {
    let (mut counts, mut now) = (vec![0], false);
    for value in values {
        if value != now {
            counts.push(0);
            now = value;
        }
        if let Some(count) = counts.last_mut() {
            *count += 1;
        }
    }
    counts
}

fn arm_words(arm: Arm) -> String {
    let side = arm.side.words().chars().next().unwrap_or('?');
    let place = char::from_digit(arm.place.into(), TACTICAL_SIDE.into()).unwrap_or('7');
    format!("{side}{place}")
}

fn letter(class: RiverClass) -> &'static str {
    match class {
        RiverClass::Fordable => "f",
        RiverClass::Unfordable => "u",
        RiverClass::Unbridgeable => "b",
    }
}

/// A tactical map.
#[derive(Serialize)]
pub struct SheetView {
    at: String,
    /// A letter for each square, see [`LETTERS`]; equal ones together, with their number before them where they are
    /// more than two.
    squares: String,
    /// Squares that carry railway track.
    rail: Vec<usize>,
    /// Squares with a bridge, those of pontoons that the player sees among them.
    bridge: Vec<usize>,
}

/// Letters for ground and rating: the place of the ground in the list of grounds, times five, plus the rating. No digit
/// is among them: digits are counts.
const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The tactical maps of the squares in reach of reports that can be entered (rules 2.1 to 2.4).
pub fn sheets(vantage: &Vantage<'_>) -> Vec<SheetView> {
    let own = vantage.own.iter().map(|own| own.unit.at);
    let mut squares: Vec<StrategicSquare> = vantage.near.iter().copied().chain(own).collect();
    squares.sort_unstable();
    squares.dedup();
    let passable = squares.into_iter().filter(|at| vantage.atlas.map.is_passable(*at));
    passable.map(|at| sheet_view(vantage, at)).collect()
}

fn sheet_view(vantage: &Vantage<'_>, at: StrategicSquare) -> SheetView {
    let sheet = vantage.atlas.sheet(at);
    let spots = vantage.spots.iter().filter(|(square, _)| *square == at).flat_map(|(_, spots)| spots);
    let spots: Vec<Spot> = spots.copied().collect();
    let bridge = bridges(sheet, &spots, vantage.are_bridges_destroyed(at));
    let rail = if vantage.book.rail.is_some() { marked(&sheet.rail) } else { Vec::new() };
    SheetView { at: key(at), squares: letters(sheet), rail, bridge: marked(&bridge) }
}

fn marked(squares: &[bool; TACTICAL_SQUARES]) -> Vec<usize> {
    (0..TACTICAL_SQUARES).filter(|place| squares[*place]).collect()
}

fn letters(sheet: &Sheet) -> String {
    let letter = |square: TacticalSquare| {
        let rating = usize::from(sheet.rating[square.index()]).min(4);
        char::from(LETTERS[sheet.ground_at(square) as usize * 5 + rating])
    };
    let all: Vec<char> = TacticalSquare::all().map(letter).collect();
    let mut written = String::with_capacity(TACTICAL_SQUARES);
    for group in all.chunk_by(|one, other| one == other) {
        let first = group.first().copied().unwrap_or('A');
        if group.len() > 2 {
            // Writing to a String cannot fail.
            let _ = write!(written, "{}{first}", group.len());
        } else {
            written.extend(group);
        }
    }
    written
}

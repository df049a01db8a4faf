//! Map files (`maps/*.map.toml`, format 1; `docs/maps.md`): from text to an [`Atlas`].

mod courses;
pub mod expect;
mod layers;
pub mod places;
mod sites;

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::drawn::DrawnSheet;
use crate::map::{Georef, StrategicMap, Terrain};
use crate::map_file::courses::read_square;
use crate::map_file::expect::Expectation;
use crate::map_file::places::Places;
use crate::square::{Grid, StrategicSquare};
use crate::tac1::generate;
use crate::tactical::{Atlas, Sheet};
use crate::text_fault::{Faults, TextFault};

/// The map of Europe that comes with the program: western and central Europe, January 1866.
pub const EUWOL: &str = include_str!("../../../../maps/euwol.map.toml");

/// The map of America that comes with the program: the eastern United States, April 1861.
pub const CWOL: &str = include_str!("../../../../maps/cwol.map.toml");

/// The map of Napoleon's Europe that comes with the program: September 1805.
pub const GITM: &str = include_str!("../../../../maps/gitm.map.toml");

/// The maps that come with the program, by id.
pub const BUILT_IN: &[(&str, &str)] = &[("demo", DEMO), ("euwol", EUWOL), ("cwol", CWOL), ("gitm", GITM)];

/// The small map of the demonstration: Bohemia and Silesia.
pub const DEMO: &str = include_str!("../../../../maps/demo.map.toml");

/// A map file, read.
#[derive(Debug)]
pub struct LoadedMap {
    /// The map's title, for people.
    pub title: String,
    /// The strategic map and its tactical maps.
    pub atlas: Atlas,
    /// The squares whose tactical map the file draws.
    pub drawn: BTreeMap<StrategicSquare, DrawnSheet>,
    /// What the file says its terrain should be like.
    pub expectations: Vec<Expectation>,
    /// Where everything stands in the file.
    pub places: Places,
}

/// A map file as TOML has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    format: Spanned<u32>,
    id: Spanned<String>,
    title: String,
    cols: Spanned<u8>,
    rows: Spanned<u8>,
    row_letters: Spanned<String>,
    georef: Option<Georef>,
    #[serde(default)]
    no_diagonal: Vec<[Spanned<String>; 2]>,
    terrain_key: BTreeMap<Spanned<String>, Spanned<String>>,
    states: BTreeMap<Spanned<String>, StateEntry>,
    layer: Layers,
    #[serde(default)]
    city: Vec<sites::CityEntry>,
    #[serde(default)]
    river: Vec<courses::RiverEntry>,
    #[serde(default)]
    range: Vec<courses::RangeEntry>,
    #[serde(default)]
    pass: Vec<sites::PassEntry>,
    #[serde(default)]
    rail: Vec<courses::RailEntry>,
    #[serde(default)]
    tactical: BTreeMap<Spanned<String>, sites::DrawnEntry>,
    #[serde(default)]
    expect: Vec<expect::ExpectEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StateEntry {
    name: String,
    nation: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Layers {
    terrain: Layer,
    state: Option<Layer>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Layer {
    rows: Spanned<String>,
}

/// Reads a map file.
///
/// # Errors
/// If it is not TOML, or does not say what a map must; the first fault, with its line and column. What can be
/// read but makes no sense on the ground is for [`crate::check`].
pub fn load(text: &str) -> Result<LoadedMap, TextFault> {
    // A refusal has at least one fault.
    read(text).map_err(|mut faults| faults.swap_remove(0))
}

/// Reads a map file as [`load`] does, and on past what is wrong.
///
/// # Errors
/// As [`load`], but every fault that can be told, in the file's order. Slips of TOML hide all else.
pub fn read(text: &str) -> Result<LoadedMap, Vec<TextFault>> {
    let file: MapFile = toml::from_str(text).map_err(|error| TextFault::all_of_toml(text, &error))?;
    if *file.format.get_ref() != 1 {
        let found = file.format.get_ref().to_string();
        return Err(vec![TextFault::at(text, file.format.span().start, "map format 1", &found)]);
    }
    let mut faults = Faults::default();
    let mut places = Places::default();
    let mut map = StrategicMap::blank(file.id.get_ref(), grid(text, &file).map_err(|fault| vec![fault])?);
    map.georef = file.georef;
    layers::read(text, &file, &mut map, &mut places, &mut faults);
    sites::read_cities(text, file.city, &mut map, &mut places, &mut faults);
    sites::read_passes(text, file.pass, &mut map, &mut places, &mut faults);
    courses::lay_rivers(text, file.river, &mut map, &mut places, &mut faults);
    courses::lay_ranges(text, file.range, &mut map, &mut places, &mut faults);
    courses::lay_rails(text, file.rail, &mut map, &mut places, &mut faults);
    read_diagonals(text, &file.no_diagonal, &mut map, &mut faults);
    let drawn = sites::read_drawn(text, file.tactical, &map.grid, &mut places, &mut faults);
    let expectations = expect::read(text, file.expect, &map.states, &mut faults);
    faults.none()?;
    let draw = |(at, drawn): (&StrategicSquare, &DrawnSheet)| -> (StrategicSquare, Sheet) {
        (*at, drawn.over(|| generate(&map, *at)))
    };
    let sheets = drawn.iter().map(draw).collect();
    Ok(LoadedMap { title: file.title, atlas: Atlas::new(map, sheets), drawn, expectations, places })
}

/// GITM-NWOL 7.4: diagonal steps that the map bars by name, of two squares that touch at a corner each.
fn read_diagonals(text: &str, pairs: &[[Spanned<String>; 2]], map: &mut StrategicMap, faults: &mut Faults) {
    for [one, other] in pairs {
        let (from, to) = (read_square(text, &map.grid, one), read_square(text, &map.grid, other));
        let (Some(from), Some(to)) = (faults.keep(from), faults.keep(to)) else { continue };
        if from.direction_to(to).is_some_and(|way| way.parts().is_some()) {
            map.no_diagonal.push((from, to));
            continue;
        }
        let start = other.span().start;
        let expected = format!("a square that touches {} at a corner", one.get_ref());
        faults.keep::<()>(Err(TextFault::at(text, start, &expected, other.get_ref())));
    }
}

fn grid(text: &str, file: &MapFile) -> Result<Grid, TextFault> {
    let letters = file.row_letters.get_ref();
    let mut sorted: Vec<char> = letters.chars().collect();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.len() != letters.len() || !letters.bytes().all(|letter| letter.is_ascii_uppercase()) {
        let start = file.row_letters.span().start;
        return Err(TextFault::at(text, start, "different capital letters", letters));
    }
    let (cols, rows) = (*file.cols.get_ref(), *file.rows.get_ref());
    if cols == 0 {
        return Err(TextFault::at(text, file.cols.span().start, "1 to 255 columns", "0"));
    }
    if rows == 0 || usize::from(rows) > letters.len() * 10 {
        let expected = format!("1 to {} rows, ten for each of row_letters", letters.len() * 10);
        return Err(TextFault::at(text, file.rows.span().start, &expected, &rows.to_string()));
    }
    if file.id.get_ref().is_empty() {
        return Err(TextFault::at(text, file.id.span().start, "an id such as euwol", ""));
    }
    Ok(Grid { cols, rows, row_letters: letters.clone() })
}

/// The terrain words a map file may use, for complaints.
fn terrain_words() -> String {
    let words: Vec<&str> = Terrain::ALL.iter().map(|row| row.2).collect();
    format!("one of {}", words.join(", "))
}

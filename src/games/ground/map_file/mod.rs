//! Map files (`maps/*.map.toml`, format 1; `docs/maps.md`): from text to an [`Atlas`].

mod courses;
mod layers;
mod sites;

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::games::ground::drawn::DrawnSheet;
use crate::games::ground::map::{Georef, StrategicMap, Terrain};
use crate::games::ground::square::{Grid, StrategicSquare};
use crate::games::ground::tac1::generate;
use crate::games::ground::tactical::{Atlas, Sheet};
use crate::games::ground::text_fault::TextFault;

/// The map of Europe that comes with the program: western and central Europe, January 1866.
pub const EUWOL: &str = include_str!("../../../../maps/euwol.map.toml");

/// The maps that come with the program, by id.
pub const BUILT_IN: &[(&str, &str)] = &[("demo", DEMO), ("euwol", EUWOL)];

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
/// If it is not TOML, or does not say what a map must; the first fault found, with its line and column. What
/// can be read but makes no sense on the ground is for [`crate::games::ground::check`].
pub fn load(text: &str) -> Result<LoadedMap, TextFault> {
    let file: MapFile = toml::from_str(text).map_err(|error| TextFault::of_toml(text, &error))?;
    if *file.format.get_ref() != 1 {
        let found = file.format.get_ref().to_string();
        return Err(TextFault::at(text, file.format.span().start, "map format 1", &found));
    }
    let grid = grid(text, &file)?;
    let mut map = StrategicMap::blank(file.id.get_ref(), grid);
    map.georef = file.georef;
    layers::read(text, &file, &mut map)?;
    sites::read_cities(text, file.city, &mut map)?;
    sites::read_passes(text, file.pass, &mut map)?;
    courses::lay_rivers(text, file.river, &mut map)?;
    courses::lay_ranges(text, file.range, &mut map)?;
    courses::lay_rails(text, file.rail, &mut map)?;
    let drawn = sites::read_drawn(text, file.tactical, &map.grid)?;
    let draw = |(at, drawn): (&StrategicSquare, &DrawnSheet)| -> (StrategicSquare, Sheet) {
        (*at, drawn.over(|| generate(&map, *at)))
    };
    let sheets = drawn.iter().map(draw).collect();
    Ok(LoadedMap { title: file.title, atlas: Atlas::new(map, sheets), drawn })
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

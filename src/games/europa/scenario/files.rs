//! The files that a scenario uses beside its own: the board, its outlines and the tables, of its own folder or of those that come with
//! the program.

use std::collections::BTreeMap;

use super::File;
use crate::map::{self, Shapes};
use crate::position::{Books, Course, World};
use crate::tables::Tables;

const MAPS: &[(&str, &str)] = &[("europa", include_str!("../../../../maps/europa.map.toml"))];
const SHAPES: &[(&str, &str)] = &[("europa", include_str!("../../../../maps/europa.shapes.toml"))];
const TABLES: &[(&str, &str)] = &[("europa", include_str!("../../../../maps/europa.tables.toml"))];

/// The text of a file of its own, or else of one that comes with the program.
fn found<'a>(texts: &'a BTreeMap<String, String>, name: &str, kind: &str) -> Option<&'a str> {
    let known = match kind {
        "map" => MAPS,
        "tables" => TABLES,
        _ => SHAPES,
    };
    let own = texts.get(&file_of(name, kind)).map(String::as_str);
    own.or_else(|| known.iter().find(|(known, _)| *known == name).map(|(_, text)| *text))
}

fn file_of(name: &str, kind: &str) -> String {
    format!("{name}.{kind}.toml")
}

/// The scenario's own file, and its text.
pub(super) fn main_file(texts: &BTreeMap<String, String>) -> Result<(&str, File), Vec<String>> {
    let text = texts
        .get("scenario.toml")
        .ok_or_else(|| vec!["expected a file scenario.toml, found none".to_owned()])?;
    Ok((text, toml::from_str(text).map_err(|error| vec![format!("scenario.toml: {error}")])?))
}

/// The names of the files that a scenario uses beside its own: board, tables, outlines.
///
/// # Errors
/// As [`read`](super::read).
pub fn files(texts: &BTreeMap<String, String>) -> Result<Vec<String>, Vec<String>> {
    let (_, file) = main_file(texts)?;
    Ok(vec![file_of(&file.map, "map"), file_of(&file.tables, "tables"), file_of(&file.map, "shapes")])
}

/// These files by name, wherever they come from: they are kept with a game, so that it is played on by the board and the tables that it
/// began with.
///
/// # Errors
/// As [`read`](super::read).
pub fn used(texts: &BTreeMap<String, String>) -> Result<BTreeMap<String, String>, Vec<String>> {
    let (_, file) = main_file(texts)?;
    let all = [(&file.map, "map"), (&file.tables, "tables"), (&file.map, "shapes")];
    let text =
        |(name, kind): (&String, &str)| Some((file_of(name, kind), found(texts, name, kind)?.to_owned()));
    Ok(all.into_iter().filter_map(text).collect())
}

/// The board and the tables.
pub(super) fn world(texts: &BTreeMap<String, String>, file: &File) -> Result<World, Vec<String>> {
    let must = |name: &str, kind: &str| {
        found(texts, name, kind)
            .ok_or_else(|| vec![format!("scenario.toml: {kind}: there is none called {name:?}")])
    };
    let map = map::read(must(&file.map, "map")?).map_err(|faults| {
        faults.iter().map(|fault| format!("{}.map.toml: {fault}", file.map)).collect::<Vec<_>>()
    })?;
    let tables = Tables::read(must(&file.tables, "tables")?)
        .map_err(|fault| vec![format!("{}.tables.toml: {fault}", file.tables)])?;
    Ok(World { map, tables, books: Books::default(), course: Course::default() })
}

/// The outlines of the board; a board without any is played all the same, and not drawn.
pub(super) fn shapes(texts: &BTreeMap<String, String>, file: &File) -> Result<Shapes, Vec<String>> {
    let read = found(texts, &file.map, "shapes").map(Shapes::read).transpose();
    read.map(Option::unwrap_or_default)
        .map_err(|why| vec![format!("{}: {why}", file_of(&file.map, "shapes"))])
}

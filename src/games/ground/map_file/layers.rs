//! The layers: one character a square, one line a map row, each line begun with the row's name.

use std::collections::BTreeMap;

use toml::Spanned;

use crate::games::ground::map::{StateInfo, StrategicMap, Terrain};
use crate::games::ground::map_file::{MapFile, terrain_words};
use crate::games::ground::square::Grid;
use crate::games::ground::text_fault::{Source, TextFault};

/// Reads terrain and states into the map.
pub fn read(text: &str, file: &MapFile, map: &mut StrategicMap) -> Result<(), TextFault> {
    let mut terrains = BTreeMap::new();
    for (key, words) in &file.terrain_key {
        let wrong = || TextFault::at(text, words.span().start, &terrain_words(), words.get_ref());
        let terrain = Terrain::of_words(words.get_ref()).ok_or_else(wrong)?;
        terrains.insert(one_character(text, key)?, terrain);
    }
    let terrain = squares(text, &file.layer.terrain.rows, &map.grid, &terrains, "terrain_key")?;
    map.terrain = terrain;

    let mut places = BTreeMap::new();
    for (place, (key, state)) in (0..).zip(&file.states) {
        places.insert(one_character(text, key)?, Some(place));
        map.states.push(StateInfo { name: state.name.clone(), nation: state.nation.clone() });
    }
    let nobody = file.terrain_key.iter().filter(|(_, words)| words.get_ref() == "water");
    for (key, _) in nobody {
        places.entry(one_character(text, key)?).or_insert(None);
    }
    if let Some(layer) = &file.layer.state {
        map.state = squares(text, &layer.rows, &map.grid, &places, "states")?;
    }
    Ok(())
}

fn one_character(text: &str, key: &Spanned<String>) -> Result<char, TextFault> {
    let mut characters = key.get_ref().chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Ok(character),
        _ => Err(TextFault::at(text, key.span().start, "a key of one character", key.get_ref())),
    }
}

/// The meaning of every square of a layer, row by row.
fn squares<T: Copy>(
    text: &str,
    layer: &Spanned<String>,
    grid: &Grid,
    meanings: &BTreeMap<char, T>,
    key_table: &str,
) -> Result<Vec<T>, TextFault> {
    let source = Source::of(text, layer);
    let lines: Vec<&str> = layer.get_ref().lines().collect();
    if lines.len() != usize::from(grid.rows) {
        let expected = format!("{} lines, one a row", grid.rows);
        return Err(TextFault::at(text, layer.span().start, &expected, &lines.len().to_string()));
    }
    let mut squares = Vec::with_capacity(lines.len() * usize::from(grid.cols));
    for ((number, line), row) in lines.iter().enumerate().zip(0..) {
        let label = grid.row_label(row);
        let start = source.line(number);
        let marks = line.strip_prefix(&label).and_then(|rest| rest.strip_prefix(' '));
        let expected = format!("{label}, a blank and {} characters", grid.cols);
        let marks = marks.filter(|marks| marks.chars().count() == usize::from(grid.cols));
        let marks = marks.ok_or_else(|| TextFault::at(text, start, &expected, line))?;
        for (column, mark) in marks.char_indices() {
            let wrong = || {
                let byte = start + label.len() + 1 + column;
                TextFault::at(text, byte, &format!("a key of [{key_table}]"), &mark.to_string())
            };
            squares.push(*meanings.get(&mark).ok_or_else(wrong)?);
        }
    }
    Ok(squares)
}

//! The layers: one character a square, one line a map row, each line begun with the row's name.

use std::collections::BTreeMap;

use toml::Spanned;

use crate::map::{StateInfo, StrategicMap, Terrain};
use crate::map_file::places::Places;
use crate::map_file::{MapFile, terrain_words};
use crate::square::Grid;
use crate::text_fault::{Faults, Source, TextFault};

/// Reads terrain and states into the map.
pub fn read(text: &str, file: &MapFile, map: &mut StrategicMap, places: &mut Places, faults: &mut Faults) {
    let mut terrains = BTreeMap::new();
    for (key, words) in &file.terrain_key {
        let wrong = || TextFault::at(text, words.span().start, &terrain_words(), words.get_ref());
        let terrain = faults.keep(Terrain::of_words(words.get_ref()).ok_or_else(wrong));
        let key = faults.keep(one_character(text, key));
        // A key whose word is wrong is known all the same: its squares are not faults of their own.
        terrains.extend(key.map(|key| (key, terrain.unwrap_or(Terrain::Open))));
    }
    let layer = Layer { text, value: &file.layer.terrain.rows, grid: &map.grid, key_table: "terrain_key" };
    places.terrain = layer.source().line(0);
    map.terrain = layer.squares(&terrains, faults).unwrap_or_else(|| std::mem::take(&mut map.terrain));

    let mut nations = BTreeMap::new();
    for (place, (key, state)) in (0..).zip(&file.states) {
        nations.extend(faults.keep(one_character(text, key)).map(|key| (key, Some(place))));
        map.states.push(StateInfo { name: state.name.clone(), nation: state.nation.clone() });
    }
    for (mark, _) in terrains.iter().filter(|(_, terrain)| **terrain == Terrain::Water) {
        nations.entry(*mark).or_insert(None);
    }
    if let Some(rows) = file.layer.state.as_ref().map(|layer| &layer.rows) {
        let layer = Layer { text, value: rows, grid: &map.grid, key_table: "states" };
        places.state = Some(layer.source().line(0));
        map.state = layer.squares(&nations, faults).unwrap_or_else(|| std::mem::take(&mut map.state));
    }
}

fn one_character(text: &str, key: &Spanned<String>) -> Result<char, TextFault> {
    let mut characters = key.get_ref().chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Ok(character),
        _ => Err(TextFault::at(text, key.span().start, "a key of one character", key.get_ref())),
    }
}

/// One layer of the file.
struct Layer<'a> {
    text: &'a str,
    value: &'a Spanned<String>,
    grid: &'a Grid,
    key_table: &'a str,
}

impl<'a> Layer<'a> {
    fn source(&self) -> Source<'a> {
        Source::of(self.text, self.value)
    }

    /// The meaning of every square, row by row; `None` if any row is wrong.
    fn squares<T: Copy>(&self, meanings: &BTreeMap<char, T>, faults: &mut Faults) -> Option<Vec<T>> {
        let lines: Vec<&str> = self.value.get_ref().lines().collect();
        if lines.len() != usize::from(self.grid.rows) {
            let expected = format!("{} lines, one a row", self.grid.rows);
            let start = self.value.span().start;
            let fault = TextFault::at(self.text, start, &expected, &lines.len().to_string());
            return faults.keep(Err(fault));
        }
        let mut squares = Vec::with_capacity(lines.len() * usize::from(self.grid.cols));
        let mut whole = true;
        for ((number, line), row) in lines.iter().enumerate().zip(0..) {
            match faults.keep(self.row(number, line, row, meanings)) {
                Some(row) => squares.extend(row),
                None => whole = false,
            }
        }
        whole.then_some(squares)
    }

    fn row<T: Copy>(
        &self,
        number: usize,
        line: &str,
        row: u8,
        meanings: &BTreeMap<char, T>,
    ) -> Result<Vec<T>, TextFault> {
        let label = self.grid.row_label(row);
        let start = self.source().line(number);
        let marks = line.strip_prefix(&label).and_then(|rest| rest.strip_prefix(' '));
        let expected = format!("{label}, a blank and {} characters", self.grid.cols);
        let marks = marks.filter(|marks| marks.chars().count() == usize::from(self.grid.cols));
        let marks = marks.ok_or_else(|| TextFault::at(self.text, start, &expected, line))?;
        let meaning = |(column, mark): (usize, char)| {
            let wrong = || {
                let byte = start + label.len() + 1 + column;
                TextFault::at(self.text, byte, &format!("a key of [{}]", self.key_table), &mark.to_string())
            };
            meanings.get(&mark).copied().ok_or_else(wrong)
        };
        marks.char_indices().map(meaning).collect()
    }
}

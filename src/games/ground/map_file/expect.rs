//! What a map file says its own terrain should be like: `[[expect]]`, for the checker.

use serde::Deserialize;
use toml::Spanned;

use crate::map::{StateInfo, Terrain};
use crate::map_file::terrain_words;
use crate::text_fault::{Faults, TextFault};

/// `[[expect]]` as TOML has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectEntry {
    of: Spanned<String>,
    terrain: Vec<Spanned<String>>,
    percent: Spanned<[u8; 2]>,
}

/// A share of a nation's or state's squares that some terrain is expected to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The nation or state.
    pub of: String,
    /// The terrains that count.
    pub terrain: Vec<Terrain>,
    /// The least share, in a hundred.
    pub least: u8,
    /// The greatest share, in a hundred.
    pub most: u8,
    /// Where it stands in the file.
    pub place: usize,
}

/// Reads the expectations of the file.
pub fn read(
    text: &str,
    entries: Vec<ExpectEntry>,
    states: &[StateInfo],
    faults: &mut Faults,
) -> Vec<Expectation> {
    let read = |entry| faults.keep(read_entry(text, entry, states));
    entries.into_iter().filter_map(read).collect()
}

fn read_entry(text: &str, entry: ExpectEntry, states: &[StateInfo]) -> Result<Expectation, TextFault> {
    let of = entry.of.get_ref();
    if !states.iter().any(|state| state.name == *of || state.nation == *of) {
        return Err(TextFault::at(text, entry.of.span().start, "a nation or state of [states]", of));
    }
    let terrain = |words: &Spanned<String>| {
        let wrong = || TextFault::at(text, words.span().start, &terrain_words(), words.get_ref());
        Terrain::of_words(words.get_ref()).ok_or_else(wrong)
    };
    let [least, most] = *entry.percent.get_ref();
    if least > most || most > 100 {
        let found = format!("{least}, {most}");
        let expected = "the least and the greatest share, 0 to 100";
        return Err(TextFault::at(text, entry.percent.span().start, expected, &found));
    }
    Ok(Expectation {
        of: of.clone(),
        terrain: entry.terrain.iter().map(terrain).collect::<Result<_, _>>()?,
        least,
        most,
        place: entry.of.span().start,
    })
}

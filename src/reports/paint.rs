//! The colours of HTML maps: light grounds with dark letters, both named, so that a dark theme changes neither
//! alone. Flags are blue for the own side and red for enemies (rule 1.5).

use serde::Serialize;

use crate::games::ground::map::Terrain;
use crate::games::ground::tactical::Ground;

/// Characters of one colour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Run {
    /// The characters.
    pub text: String,
    /// The ground they stand on, as `#rrggbb`; empty for the page's own.
    pub paint: &'static str,
    /// The letters' colour, as `#rrggbb`.
    pub ink: &'static str,
}

/// Dark letters on light ground.
const DARK: &str = "#222222";

/// Adds characters to runs; the same colours go on in the same run.
pub fn add(runs: &mut Vec<Run>, text: &str, paint: &'static str) {
    add_inked(runs, text, paint, DARK);
}

/// Adds a flag: its mark in its colour, a blank where there is none.
pub fn add_flag(runs: &mut Vec<Run>, flag: char, paint: &'static str) {
    let ink = match flag {
        'o' => "#0a3cad",
        'x' | 'X' => "#b00020",
        _ => DARK,
    };
    add_inked(runs, flag.encode_utf8(&mut [0; 4]), paint, ink);
}

fn add_inked(runs: &mut Vec<Run>, text: &str, paint: &'static str, ink: &'static str) {
    match runs.last_mut().filter(|run| run.paint == paint && run.ink == ink) {
        Some(run) => run.text += text,
        None => runs.push(Run { text: text.into(), paint, ink }),
    }
}

/// The colour of a strategic square.
pub fn of_terrain(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Open => "#eef2dc",
        Terrain::Hills => "#e6d3a8",
        Terrain::Forest => "#bfd9a5",
        Terrain::ForestedHills => "#c6c98f",
        Terrain::Mountain => "#cfb491",
        Terrain::HighMountain => "#c9c2ba",
        Terrain::Marsh => "#cfe3d8",
        Terrain::Swamp => "#b7cfc4",
        Terrain::Water => "#bcd8ee",
    }
}

/// The colour of a tactical square.
pub fn of_ground(ground: Ground) -> &'static str {
    match ground {
        Ground::Open => "#eef2dc",
        Ground::Hills => "#e6d3a8",
        Ground::HighHills => "#d2b07c",
        Ground::Forest => "#bfd9a5",
        Ground::Town => "#f0c6bd",
        Ground::Water | Ground::River => "#bcd8ee",
        Ground::Ford => "#dcecf7",
        Ground::Mountain => "#c9b8a6",
        Ground::Pass => "#f0dfbf",
    }
}

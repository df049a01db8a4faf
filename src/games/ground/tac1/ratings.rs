//! Defensive ratings, 0 to 4 (rule 2.4).

use crate::square::TacticalSquare;
use crate::tac1::draft::Draft;
use crate::tactical::{Ground, TACTICAL_SQUARES};

pub fn rate(draft: &Draft) -> [u8; TACTICAL_SQUARES] {
    let mut ratings = [0; TACTICAL_SQUARES];
    for square in TacticalSquare::all() {
        let (least, spread) = range(draft.ground_at(square));
        let (x, y) = draft.global(square);
        let more = draft.map_key().word("d").number(x).number(y).below(spread) as u8;
        ratings[square.index()] = (least + more).min(4);
    }
    ratings
}

/// The least rating of a ground, and how many ratings from there up it may have.
fn range(ground: Ground) -> (u8, u32) {
    match ground {
        Ground::Open => (0, 3),
        Ground::Forest | Ground::Hills => (1, 3),
        Ground::HighHills | Ground::Town => (2, 3),
        Ground::Pass => (3, 2),
        Ground::Ford | Ground::River | Ground::Mountain | Ground::Water => (0, 1),
    }
}

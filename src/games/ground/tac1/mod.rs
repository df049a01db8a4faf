//! The tactical generator `tac1`: a 15 by 15 map for every strategic square, made from the strategic map
//! alone (rules 2.1 to 2.4; `docs/maps.md`).
//!
//! Integers only, and every choice is keyed by the map's id, the algorithm's name and the square, so the
//! same map file gives the same tactical maps on every machine and in every version. A change to what it
//! draws is a new algorithm: running games record `tac1` and must find the ground they marched over.
//!
//! The order is the order of the ground: relief, coast, rivers, ranges, towns, railways, then the passes and
//! fords that join what ranges and rivers divide, and last the ratings.

mod coast;
mod crossings;
mod draft;
mod key;
mod noise;
mod railways;
mod ratings;
mod relief;
mod rivers;
mod route;
mod towns;

pub use key::{Key, rail_place};
pub use rivers::edge_square;

use crate::map::{StrategicMap, Terrain};
use crate::square::StrategicSquare;
use crate::tactical::{Ground, Sheet, TACTICAL_SQUARES};

/// The algorithm's name, part of every key.
pub const NAME: &str = "tac1";

/// The tactical map of a strategic square.
pub fn generate(map: &StrategicMap, at: StrategicSquare) -> Sheet {
    let none = [false; TACTICAL_SQUARES];
    if map.terrain_at(at) == Terrain::Water {
        return Sheet::new([Ground::Water; TACTICAL_SQUARES], [0; TACTICAL_SQUARES], none, none);
    }
    let mut draft = draft::Draft::new(map, at);
    relief::shape(&mut draft);
    coast::flood(&mut draft);
    rivers::draw_rivers(&mut draft);
    rivers::draw_ranges(&mut draft);
    towns::build(&mut draft);
    railways::lay(&mut draft);
    crossings::open_passes(&mut draft);
    crossings::open_fords(&mut draft);
    let rating = ratings::rate(&draft);
    Sheet::new(draft.ground, rating, draft.rail, draft.bridge)
}

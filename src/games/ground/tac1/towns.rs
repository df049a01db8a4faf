//! Towns: the city's, at its own tactical square, or a village here and there.

use crate::map::{CitySite, Port, Terrain};
use crate::square::TacticalSquare;
use crate::tac1::draft::{Draft, beside, interior, span};
use crate::tactical::Ground;

/// Squares without a city that have a village, in a hundred.
const VILLAGES: u32 = 40;
/// How much nearer, in squared squares, the next square of a port's town seems if it lies on the water.
const SHORE: u32 = 3;

/// Builds the city's town, or a village.
pub fn build(draft: &mut Draft) {
    match draft.city {
        Some(city) => build_city(draft, city),
        None => build_village(draft),
    }
    for square in draft.town.clone() {
        draft.ground[square.index()] = Ground::Town;
    }
}

/// The city's own square is town, whatever runs there; it grows over the land next to it.
fn build_city(draft: &mut Draft, city: &CitySite) {
    draft.town.push(city.tac);
    while draft.town.len() < town_squares(city.population) {
        let grows = |square: &TacticalSquare| {
            draft.is_land(*square)
                && !draft.town.contains(square)
                && beside(*square).any(|next| draft.town.contains(&next))
        };
        let rank = |square: &TacticalSquare| {
            let far = span(*square, city.tac);
            let inland = city.port != Port::None && !is_on_water(draft, *square);
            (far + if inland { SHORE } else { 0 }, draft.key("tn2").square(*square).bits())
        };
        let Some(next) = interior().filter(grows).min_by_key(rank) else { break };
        draft.town.push(next);
    }
}

/// Town squares of a city of so many thousands.
fn town_squares(population: u32) -> usize {
    match population {
        900.. => 8,
        250.. => 5,
        80.. => 3,
        20.. => 2,
        _ => 1,
    }
}

fn is_on_water(draft: &Draft, square: TacticalSquare) -> bool {
    beside(square).any(|next| matches!(draft.ground_at(next), Ground::River | Ground::Water))
}

fn build_village(draft: &mut Draft) {
    let settled =
        matches!(draft.terrain, Terrain::Open | Terrain::Forest | Terrain::Hills | Terrain::ForestedHills);
    if !settled || draft.key("vil").below(100) >= VILLAGES {
        return;
    }
    let along = |word: &str| 3 + draft.key(word).below(9) as u8;
    let place = TacticalSquare::new(along("vx"), along("vy")).filter(|square| draft.is_land(*square));
    draft.town.extend(place);
}

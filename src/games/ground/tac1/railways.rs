//! Railways: from edge to edge by way of the town, over rivers on bridges, through ranges by passes.

use std::collections::BTreeSet;

use crate::map::RiverClass;
use crate::square::TacticalSquare;
use crate::tac1::Key;
use crate::tac1::draft::{Draft, beside, is_border, span};
use crate::tac1::rivers::edge_square;
use crate::tac1::route::route;
use crate::tactical::Ground;

/// Lays the track, bridges it over rivers, opens a pass where it crosses a range (rule 12.2), and banks up a causeway
/// where it crosses the edge of the map on the shore.
pub fn lay(draft: &mut Draft) {
    let mut arms = draft.map.rails[draft.map.grid.index(draft.at)].clone();
    arms.sort();
    let ends: Vec<TacticalSquare> = arms.into_iter().filter_map(edge_square).collect();
    let survey = draft.key("rr");
    let city = draft.city.and(draft.town.first().copied());
    for (place, end) in ends.iter().enumerate() {
        let other = ends.get(1).copied().unwrap_or(TacticalSquare::MIDDLE);
        let first_goal = city.unwrap_or(other);
        let is_goal = |square: TacticalSquare| match place {
            0 => square == first_goal,
            _ => draft.rail[square.index()] || Some(square) == city,
        };
        if place == 1 && city.is_none() && draft.rail[end.index()] {
            continue;
        }
        let way = route(*end, is_goal, |square| track_cost(draft, survey, square));
        let way = way.unwrap_or_else(|| to_the_bank(draft, *end, city.unwrap_or(TacticalSquare::MIDDLE)));
        way.iter().for_each(|square| draft.rail[square.index()] = true);
    }
    for square in TacticalSquare::all().filter(|square| draft.rail[square.index()]) {
        match draft.ground_at(square) {
            Ground::River => draft.bridge[square.index()] = true,
            Ground::Mountain => draft.ground[square.index()] = Ground::Pass,
            Ground::Water => draft.ground[square.index()] = Ground::Open,
            _ => {}
        }
    }
}

/// What a square costs a railway; `None` where it cannot be bridged.
fn track_cost(draft: &Draft, survey: Key, square: TacticalSquare) -> Option<u32> {
    let ground = match draft.ground_at(square) {
        Ground::Town => 6,
        Ground::Forest => 12,
        Ground::Hills => 16,
        Ground::HighHills => 30,
        Ground::River if !is_bridgeable(draft, square) => return None,
        Ground::River => 70,
        Ground::Mountain => 90,
        Ground::Water => 400,
        Ground::Open | Ground::Ford | Ground::Pass => 10,
    };
    let new = if draft.rail[square.index()] { 0 } else { 4 };
    Some(ground + new + survey.square(square).below(5))
}

/// Unbridgeable rivers are never bridged, and others only where the map does not say otherwise (rule 1.3).
fn is_bridgeable(draft: &Draft, square: TacticalSquare) -> bool {
    match draft.river[square.index()] {
        Some(RiverClass::Unbridgeable) => false,
        Some(RiverClass::Unfordable) => !draft.map.unbridged.contains(&draft.at),
        Some(RiverClass::Fordable) | None => true,
    }
}

/// The way to the place nearest to `wish` that can be reached without crossing a river or water: where no
/// bridge may be, the line ends on the bank.
fn to_the_bank(draft: &Draft, end: TacticalSquare, wish: TacticalSquare) -> Vec<TacticalSquare> {
    let mut reached = BTreeSet::from([end]);
    let mut open = vec![end];
    while let Some(square) = open.pop() {
        for next in beside(square) {
            let dry = !matches!(draft.ground_at(next), Ground::River | Ground::Water);
            if dry && !is_border(next) && reached.insert(next) {
                open.push(next);
            }
        }
    }
    let survey = draft.key("rr");
    let bank = reached.into_iter().min_by_key(|square| (span(*square, wish), *square)).unwrap_or(end);
    route(end, |square| square == bank, |square| track_cost(draft, survey, square))
        .unwrap_or_else(|| vec![end])
}

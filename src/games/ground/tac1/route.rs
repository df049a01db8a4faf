//! The cheapest way over a tactical map, from side to side.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::square::TacticalSquare;
use crate::tac1::draft::{beside, is_border};
use crate::tactical::TACTICAL_SQUARES;

/// The cheapest way along rows and columns from `from` to the first goal reached, both ends included. A way
/// touches the map's edge at its ends only, so that nothing crosses an edge where the neighbour does not
/// know of it. `cost` of a square is `None` where no way leads; that of the first square does not count.
/// Ways of equal cost: the one found first, trying north, west, east, south.
pub fn route(
    from: TacticalSquare,
    is_goal: impl Fn(TacticalSquare) -> bool,
    cost: impl Fn(TacticalSquare) -> Option<u32>,
) -> Option<Vec<TacticalSquare>> {
    let mut best = [u32::MAX; TACTICAL_SQUARES];
    let mut before = [None; TACTICAL_SQUARES];
    let mut open = BinaryHeap::from([Reverse((0, 0, from))]);
    let mut found = 0;
    best[from.index()] = 0;
    while let Some(Reverse((spent, _, here))) = open.pop() {
        if is_goal(here) {
            return Some(way_back(here, &before));
        }
        if spent > best[here.index()] {
            continue;
        }
        // Never along the edge either: between two crossings side by side there would be no room for a ford.
        let may_enter = |next: &TacticalSquare| !is_border(*next) || (is_goal(*next) && !is_border(here));
        for next in beside(here).filter(may_enter) {
            let Some(total) = cost(next).map(|cost| spent + cost) else { continue };
            if total < best[next.index()] {
                best[next.index()] = total;
                before[next.index()] = Some(here);
                found += 1;
                open.push(Reverse((total, found, next)));
            }
        }
    }
    None
}

fn way_back(end: TacticalSquare, before: &[Option<TacticalSquare>]) -> Vec<TacticalSquare> {
    let mut way: Vec<_> = std::iter::successors(Some(end), |square| before[square.index()]).collect();
    way.reverse();
    way
}

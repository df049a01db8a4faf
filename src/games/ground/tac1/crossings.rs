//! Fords and passes: they join the pieces of land that rivers and ranges divide.
//!
//! A river that can be forded always has a ford, one that cannot never has (rule 1.3); a range that divides
//! has at least one pass, and one more where a named pass leads over it.

use crate::map::{RiverClass, Terrain};
use crate::square::Direction::{self, East, North, South, West};
use crate::square::TacticalSquare;
use crate::tac1::draft::{Draft, beside, is_border};
use crate::tactical::{Ground, TACTICAL_SQUARES};

/// Opens the fords of the fordable river squares that no railway bridges.
pub fn open_fords(draft: &mut Draft) {
    let squares = TacticalSquare::all().filter(|square| {
        draft.river[square.index()] == Some(RiverClass::Fordable) && !draft.bridge[square.index()]
    });
    let squares: Vec<_> = squares.filter(|square| draft.ground_at(*square) == Ground::River).collect();
    let more = draft.key("xf").below(2);
    open(draft, squares, Ground::Ford, "+", more);
}

/// Opens the passes of ranges. High mountains have none: nobody may be there (rule 1.2).
pub fn open_passes(draft: &mut Draft) {
    if draft.terrain == Terrain::HighMountain {
        return;
    }
    let squares = TacticalSquare::all().filter(|square| draft.ground_at(*square) == Ground::Mountain);
    let squares = squares.collect();
    let named = draft.map.passes.iter().filter(|pass| pass.at == draft.at).count();
    open(draft, squares, Ground::Pass, ")", named as u32);
}

/// Turns squares into crossings until no more of them can join two pieces of land, then `more` of them; at
/// least one in all. Squares on the map's edge stay as the neighbour knows them.
fn open(draft: &mut Draft, mut squares: Vec<TacticalSquare>, crossing: Ground, word: &str, more: u32) {
    squares.retain(|square| !is_border(*square));
    if squares.is_empty() {
        return;
    }
    squares.sort_by_key(|square| draft.key(word).square(*square).bits());
    let mut made = 0;
    while let Some(square) = joining(draft, &squares) {
        draft.ground[square.index()] = crossing;
        made += 1;
    }
    let wanted = if made == 0 { more.max(1) } else { more };
    for _ in 0..wanted {
        let left = squares.iter().filter(|square| !draft.is_land(**square));
        let Some(square) = left.min_by_key(|square| std::cmp::Reverse(dry_sides(draft, **square))) else {
            return;
        };
        draft.ground[square.index()] = crossing;
    }
}

/// The first square that would join two pieces of land: straight across rather than round a bend, and pieces
/// of some size rather than a single square.
fn joining(draft: &Draft, squares: &[TacticalSquare]) -> Option<TacticalSquare> {
    let pieces = Pieces::of(draft);
    if pieces.sizes.len() < 2 {
        return None;
    }
    [(6, false), (1, false), (6, true), (1, true)].into_iter().find_map(|(least, bends)| {
        let joins = |square: &&TacticalSquare| {
            !draft.is_land(**square) && pieces.are_joined_by(**square, least, bends)
        };
        squares.iter().find(joins).copied()
    })
}

/// How well a square lends itself to a crossing: land on opposite sides first, then on many sides.
fn dry_sides(draft: &Draft, square: TacticalSquare) -> usize {
    let dry = |(dx, dy): (i8, i8)| {
        let beside = TacticalSquare::new(
            square.col().saturating_add_signed(dx),
            square.row().saturating_add_signed(dy),
        );
        beside.is_some_and(|beside| draft.is_land(beside))
    };
    let across = (dry((-1, 0)) && dry((1, 0))) || (dry((0, -1)) && dry((0, 1)));
    beside(square).filter(|next| draft.is_land(*next)).count() + if across { 4 } else { 0 }
}

/// The pieces of land, joined along rows and columns, with their sizes.
struct Pieces {
    piece: [Option<u8>; TACTICAL_SQUARES],
    sizes: Vec<usize>,
}

impl Pieces {
    fn of(draft: &Draft) -> Self {
        let mut pieces = Pieces { piece: [None; TACTICAL_SQUARES], sizes: Vec::new() };
        for start in TacticalSquare::all() {
            if pieces.piece[start.index()].is_none() && draft.is_land(start) {
                pieces.fill(draft, start);
            }
        }
        pieces
    }

    fn fill(&mut self, draft: &Draft, start: TacticalSquare) {
        let number = u8::try_from(self.sizes.len()).unwrap_or(u8::MAX);
        let mut open = vec![start];
        let mut size = 0;
        self.piece[start.index()] = Some(number);
        while let Some(square) = open.pop() {
            size += 1;
            for next in beside(square) {
                if self.piece[next.index()].is_none() && draft.is_land(next) {
                    self.piece[next.index()] = Some(number);
                    open.push(next);
                }
            }
        }
        self.sizes.push(size);
    }

    /// Whether two different pieces of at least `least` squares lie on opposite sides of a square, or, with
    /// `bends`, anywhere about it.
    fn are_joined_by(&self, square: TacticalSquare, least: usize, bends: bool) -> bool {
        let piece = |next: Option<TacticalSquare>| {
            let number = next.and_then(|next| self.piece[next.index()])?;
            (self.sizes[usize::from(number)] >= least).then_some(number)
        };
        let differ = |one: Option<u8>, other: Option<u8>| one.zip(other).is_some_and(|(a, b)| a != b);
        if !bends {
            let across = |one, other| differ(piece(square.step(one)), piece(square.step(other)));
            return across(West, East) || across(North, South);
        }
        let about = Direction::ALL.into_iter();
        let mut known = about.filter_map(|side| piece(square.step(side)));
        let first = known.next();
        known.any(|other| Some(other) != first)
    }
}

//! Sets of tactical squares, a row a number, for what is asked of whole maps at once.

use crate::square::{TACTICAL_SIDE, TacticalSquare};

/// All places of a row.
const ALL: u16 = (1 << TACTICAL_SIDE) - 1;

/// A set of tactical squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Patch([u16; TACTICAL_SIDE as usize]);

impl Patch {
    /// No square.
    pub const NONE: Patch = Patch([0; TACTICAL_SIDE as usize]);

    /// The squares of which `holds` says so.
    pub fn of(holds: impl Fn(TacticalSquare) -> bool) -> Self {
        TacticalSquare::all().filter(|square| holds(*square)).collect()
    }

    /// Whether it has none.
    pub fn is_empty(self) -> bool {
        self == Patch::NONE
    }

    /// Whether a square is one of them.
    pub fn holds(self, square: TacticalSquare) -> bool {
        self.0[usize::from(square.row())] & 1 << square.col() != 0
    }

    /// Puts a square to them.
    pub fn insert(&mut self, square: TacticalSquare) {
        self.0[usize::from(square.row())] |= 1 << square.col();
    }

    /// The squares of either.
    pub fn or(self, other: Patch) -> Patch {
        self.with(other, |one, other| one | other)
    }

    /// The squares of both.
    pub fn and(self, other: Patch) -> Patch {
        self.with(other, |one, other| one & other)
    }

    /// The squares of this that are not of the other.
    pub fn but(self, other: Patch) -> Patch {
        self.with(other, |one, other| one & !other)
    }

    /// These and the eight about each.
    pub fn grown(self) -> Patch {
        let wide = Patch(self.0.map(|row| (row | row << 1 | row >> 1) & ALL));
        let mut grown = wide;
        for row in 1..usize::from(TACTICAL_SIDE) {
            grown.0[row] |= wide.0[row - 1];
            grown.0[row - 1] |= wide.0[row];
        }
        grown
    }

    /// What can be reached from these by straight steps over `open` squares; those of these that are not open are not.
    pub fn flooded(self, open: Patch) -> Patch {
        let mut reached = self.and(open);
        loop {
            let before = reached;
            for row in 0..usize::from(TACTICAL_SIDE) {
                reached.spread(row, row.checked_sub(1), open);
            }
            for row in (0..usize::from(TACTICAL_SIDE)).rev() {
                reached.spread(row, Some(row + 1).filter(|next| *next < usize::from(TACTICAL_SIDE)), open);
            }
            if reached == before {
                return reached;
            }
        }
    }

    /// Takes in what a row's neighbour reaches of it, and what hangs together with it in the row.
    fn spread(&mut self, row: usize, beside: Option<usize>, open: Patch) {
        let open = open.0[row];
        let mut now = self.0[row] | beside.map_or(0, |beside| self.0[beside]) & open;
        loop {
            let wider = (now | now << 1 | now >> 1) & open;
            if wider == now {
                break;
            }
            now = wider;
        }
        self.0[row] = now;
    }

    fn with(self, other: Patch, join: impl Fn(u16, u16) -> u16) -> Patch {
        let mut rows = self.0;
        for (row, other) in rows.iter_mut().zip(other.0) {
            *row = join(*row, other);
        }
        Patch(rows)
    }
}

impl FromIterator<TacticalSquare> for Patch {
    fn from_iter<I: IntoIterator<Item = TacticalSquare>>(squares: I) -> Self {
        let mut patch = Patch::NONE;
        for square in squares {
            patch.insert(square);
        }
        patch
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::square::Direction;

    fn squares() -> impl Strategy<Value = BTreeSet<TacticalSquare>> {
        let square = (0..TACTICAL_SIDE, 0..TACTICAL_SIDE)
            .prop_map(|(col, row)| TacticalSquare::new(col, row).unwrap());
        prop::collection::btree_set(square, 0..200)
    }

    proptest! {
        #[test]
        fn a_flood_is_a_walk_square_by_square(open in squares(), starts in squares()) {
            let mut reached: BTreeSet<_> = starts.intersection(&open).copied().collect();
            let mut ends: Vec<_> = reached.iter().copied().collect();
            while let Some(square) = ends.pop() {
                for direction in Direction::ALL.into_iter().filter(|direction| direction.is_straight()) {
                    let next = square.step(direction).filter(|next| open.contains(next));
                    ends.extend(next.filter(|next| reached.insert(*next)));
                }
            }
            let patch = |squares: &BTreeSet<TacticalSquare>| squares.iter().copied().collect::<Patch>();
            prop_assert_eq!(patch(&starts).flooded(patch(&open)), patch(&reached));
        }

        #[test]
        fn a_grown_patch_has_all_squares_about(squares in squares()) {
            let about = |square: &TacticalSquare| {
                let square = *square;
                Direction::ALL.into_iter().filter_map(move |direction| square.step(direction))
            };
            let all: BTreeSet<_> = squares.iter().flat_map(about).chain(squares.iter().copied()).collect();
            let grown = squares.iter().copied().collect::<Patch>().grown();
            prop_assert_eq!(grown, all.into_iter().collect::<Patch>());
        }
    }
}

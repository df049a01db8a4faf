//! Where a unit enters the next tactical map (rule 7.14; details "entry"; ).

use crate::crossings::Crossings;
use crate::exit;
use crate::field::Field;
use crate::movement::banks::Landing;
use crate::stacking;
use crate::unit::Unit;
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{Direction, StrategicSquare, TACTICAL_SIDE, TacticalSquare};

/// Rows or columns of the edge that a unit enters in (rule 7.14).
const DEPTH: u8 = 4;
/// The last column and row.
const LAST: u8 = TACTICAL_SIDE - 1;

/// ROTD-EUWOL 7.14, R-7.14: the tactical square by which a unit that moves in `direction` enters `to`: the legal
/// one nearest to its wish. `None` if there is none; the step then fails as in 7.7.
pub fn entry_square(
    field: Field<'_>,
    unit: &Unit,
    to: StrategicSquare,
    direction: Direction,
    wish: TacticalSquare,
    landing: &Landing,
) -> Option<TacticalSquare> {
    let enemies = field.units_in(to).filter(|other| {
        other.is_active() && field.relation(unit.id.nation, other.id.nation) == Relation::Hostile
    });
    let shut = exit::city_shut_to(field, unit, to);
    let ground = Beach {
        crossings: Crossings::of(field, unit, to),
        barred: enemies.map(|enemy| enemy.tac).chain(shut).collect(),
        strips: strips(direction),
        landing,
    };
    candidates(&ground.strips, wish)
        .find(|square| ground.allows(*square) && stacking::has_tactical_room(field, unit, to, *square))
}

/// The squares by which a unit moving in `direction` could enter if nothing stood in its way, nearest to the
/// wish first; for the checks of orders and for whoever lands without a wish.
pub fn entry_candidates(direction: Direction, wish: TacticalSquare) -> Vec<TacticalSquare> {
    candidates(&strips(direction), wish).collect()
}

/// One edge of a tactical map with the part of it that may be entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Strip {
    /// The side of the map: north, east, south or west.
    edge: Direction,
    /// First and last file: columns on the north and south sides, rows on the others.
    files: (u8, u8),
}

/// ROTD-EUWOL 7.14, R-7.14: the edges that a direction enters by. Straight: the edge it comes from. Diagonal: of
/// both edges it comes from the half next to the corner; column and row 7 belong to neither half.
fn strips(direction: Direction) -> Vec<Strip> {
    let Some((vertical, horizontal)) = direction.parts() else {
        return vec![Strip { edge: direction.opposite(), files: (0, LAST) }];
    };
    let half = |way: Direction| match way {
        Direction::East | Direction::South => (0, LAST / 2 - 1),
        _ => (LAST / 2 + 1, LAST),
    };
    // East and west come first: where both edges are equally near, the unit shifts east or west.
    vec![
        Strip { edge: horizontal.opposite(), files: half(vertical) },
        Strip { edge: vertical.opposite(), files: half(horizontal) },
    ]
}

impl Strip {
    /// The square in a file at a distance from the edge.
    fn square(self, file: u8, depth: u8) -> Option<TacticalSquare> {
        match self.edge {
            Direction::North => TacticalSquare::new(file, depth),
            Direction::South => TacticalSquare::new(file, LAST.checked_sub(depth)?),
            Direction::West => TacticalSquare::new(depth, file),
            _ => TacticalSquare::new(LAST.checked_sub(depth)?, file),
        }
    }

    /// File and distance from the edge of any square of the map.
    fn coordinates(self, square: TacticalSquare) -> (u8, u8) {
        match self.edge {
            Direction::North => (square.col(), square.row()),
            Direction::South => (square.col(), LAST - square.row()),
            Direction::West => (square.row(), square.col()),
            _ => (square.row(), LAST - square.col()),
        }
    }

    /// The wish, brought into the strip.
    fn clamp(self, wish: TacticalSquare) -> (u8, u8) {
        let (file, depth) = self.coordinates(wish);
        (file.clamp(self.files.0, self.files.1), depth.min(DEPTH - 1))
    }

    /// How far the strip is from the wish.
    fn distance(self, wish: TacticalSquare) -> u8 {
        let (file, depth) = self.clamp(wish);
        self.square(file, depth).map_or(u8::MAX, |square| square.distance(wish))
    }

    /// the strip's squares in the order they are tried: the wish, up to three squares nearer the edge
    /// in its file, sideways along its row by growing offset with the lower index first; at last the other
    /// files nearer the edge.
    fn in_order(self, wish: TacticalSquare) -> impl Iterator<Item = TacticalSquare> {
        let (file, depth) = self.clamp(wish);
        let own_file = (0..=depth).rev().map(move |depth| (file, depth));
        let beside = move |depth: u8| self.files_beside(file).map(move |file| (file, depth));
        let others =
            self.files_beside(file).flat_map(move |file| (0..depth).rev().map(move |depth| (file, depth)));
        own_file.chain(beside(depth)).chain(others).filter_map(move |(file, depth)| self.square(file, depth))
    }

    /// The other files by growing offset, the lower one first.
    fn files_beside(self, file: u8) -> impl Iterator<Item = u8> {
        let (low, high) = self.files;
        (1..TACTICAL_SIDE)
            .flat_map(move |offset| [file.checked_sub(offset), file.checked_add(offset)])
            .flatten()
            .filter(move |file| (low..=high).contains(file))
    }
}

/// ROTD-EUWOL 7.14: every square of the zone in the order it is tried: the nearer strip first, then the other.
/// The map's corner squares are no way in for a straight step.
fn candidates(strips: &[Strip], wish: TacticalSquare) -> impl Iterator<Item = TacticalSquare> + use<> {
    let mut sorted = strips.to_vec();
    sorted.sort_by_key(|strip| strip.distance(wish));
    let straight = sorted.len() == 1;
    sorted
        .into_iter()
        .flat_map(move |strip| strip.in_order(wish))
        .filter(move |square| !(straight && is_corner(*square)))
}

fn is_corner(square: TacticalSquare) -> bool {
    let at_end = |place| place == 0 || place == LAST;
    at_end(square.col()) && at_end(square.row())
}

/// The tactical map that is to be entered, as one unit finds it.
struct Beach<'a> {
    crossings: Crossings<'a>,
    /// Where enemies stand, and a besieged city of its own side.
    barred: Vec<TacticalSquare>,
    strips: Vec<Strip>,
    landing: &'a Landing,
}

impl Beach<'_> {
    /// ROTD-EUWOL 7.14, 9.4, R-7.14, R-9.4: whether the square is passable, on the right bank, without an enemy or a besieged
    /// city of the unit's side in it or between it and the edge it is entered by: for a diagonal, both edges.
    fn allows(&self, square: TacticalSquare) -> bool {
        let in_the_way = |barred: &TacticalSquare| {
            self.strips.iter().any(|strip| {
                let (file, depth) = strip.coordinates(square);
                let (barred_file, barred_depth) = strip.coordinates(*barred);
                file == barred_file && barred_depth <= depth
            })
        };
        self.crossings.is_passable(square)
            && self.landing.allows(square)
            && !self.barred.iter().any(in_the_way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{East, NorthEast, South, SouthEast, West};

    fn tac(text: &str) -> TacticalSquare {
        text.parse().unwrap()
    }

    /// The squares of rule 7.14's own examples, and the page's zone for a move north-east.
    #[test]
    fn the_first_choice_is_the_wish_brought_to_the_nearest_edge() {
        let first = |direction, wish| entry_candidates(direction, tac(wish))[0].to_string();
        assert_eq!(first(South, "5-4"), "5-3");
        assert_eq!(first(East, "5-4"), "3-4");
        assert_eq!(first(West, "5-4"), "11-4");
        assert_eq!(first(SouthEast, "5-4"), "5-3");
        assert_eq!(first(SouthEast, "5-5"), "3-5");
        assert_eq!(first(SouthEast, "7-2"), "6-2");
        assert_eq!(first(NorthEast, "7-7"), "3-8");
        assert_eq!(first(South, "0-0"), "1-0");
        assert_eq!(first(SouthEast, "0-0"), "0-0");
    }

    #[test]
    fn then_nearer_the_edge_then_sideways_along_the_row() {
        let order: Vec<_> = entry_candidates(South, tac("5-9")).iter().map(ToString::to_string).collect();
        assert_eq!(order[..8], ["5-3", "5-2", "5-1", "5-0", "4-3", "6-3", "3-3", "7-3"]);
        // Four rows of fifteen without the two corners; no square twice.
        assert_eq!(order.len(), 58);
        assert_eq!(order.iter().collect::<std::collections::BTreeSet<_>>().len(), 58);
    }

    #[test]
    fn a_diagonal_enters_by_the_near_halves_and_never_by_column_or_row_seven() {
        let all = entry_candidates(NorthEast, tac("7-7"));
        assert!(all.iter().all(|square| square.col() != 7 && square.row() != 7));
        assert!(all.contains(&tac("6-11")) && all.contains(&tac("3-8")) && all.contains(&tac("0-14")));
        assert!(!all.contains(&tac("8-14")) && !all.contains(&tac("3-6")) && !all.contains(&tac("4-10")));
    }
}

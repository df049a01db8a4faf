//! March to battle, to allies, to enemies (rule 7.13, R-7.13).

use std::cell::OnceCell;

use crate::book::SightLine;
use crate::contact::{End, Lines, Screen};
use crate::exit;
use crate::field::Field;
use crate::movement::{Manner, choose_square, diagonal, step};
use crate::turn::{Progress, Turn};
use crate::unit::{Unit, UnitId};
use fieldpost_ground::map::RiverClass;
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{Direction, StrategicSquare};

/// What a unit marches to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    Battle,
    Allies,
    Enemies,
}

impl Progress {
    /// ROTD-EUWOL 7.13: the aims ordered, in their priority; none while a path is not completed, nor for a unit
    /// whose path ended where no order leads, nor once it pursues (7.12).
    fn aims(&self) -> Vec<Aim> {
        if self.has_path_left() || self.cut_off || self.pursuits > 0 {
            return Vec::new();
        }
        let wishes = [
            (self.orders.march_to_battle, Aim::Battle),
            (self.orders.march_to_allies, Aim::Allies),
            (self.orders.march_to_enemies, Aim::Enemies),
        ];
        wishes.into_iter().filter(|(wished, _)| *wished).map(|(_, aim)| aim).collect()
    }
}

/// ROTD-EUWOL 7.13: steps to the largest battle, else to most allies, else to most enemies, in the unit's own
/// or an adjacent square; stays if that is its own. Returns whether it made a step.
pub fn march(turn: &mut Turn, id: UnitId) -> bool {
    let aims = turn.progress.get(&id).map(Progress::aims).unwrap_or_default();
    for aim in aims {
        let best = best_square(turn, id, aim);
        if aim == Aim::Battle && !matches!(best, Best::None) {
            note_the_doubt(turn, id);
        }
        match best {
            Best::Own => return false,
            Best::At(target) => {
                let outcome = step::attempt(turn, id, target, Manner::MarchTo);
                return diagonal::settle(turn, id, target, Manner::MarchTo, outcome);
            }
            Best::None => {}
        }
    }
    false
}

enum Best {
    /// Neither here nor adjacent.
    None,
    /// The unit's own square.
    Own,
    /// An adjacent one.
    At(StrategicSquare),
}

/// the square with the greatest size; ties go to the own square, then to orthogonal before diagonal
/// ones, then to a draw.
fn best_square(turn: &mut Turn, id: UnitId, aim: Aim) -> Best {
    let field = turn.field();
    let Some(unit) = field.unit(id) else { return Best::None };
    let lines = OnceCell::new();
    let looking = Looking { field, unit, lines: &lines };
    let own = (looking.size(unit.at, aim), Rank::Own, unit.at);
    let around = field
        .atlas
        .map
        .grid
        .neighbours(unit.at)
        .map(|(direction, square)| (looking.size(square, aim), Rank::of(direction), square));
    let sized: Vec<_> = around.chain([own]).filter(|(size, _, _)| *size > 0).collect();
    let Some((size, rank)) = sized.iter().map(|(size, rank, _)| (*size, *rank)).max() else {
        return Best::None;
    };
    if rank == Rank::Own {
        return Best::Own;
    }
    let tied: Vec<_> = sized
        .iter()
        .filter(|(other, other_rank, _)| (*other, *other_rank) == (size, rank))
        .map(|(_, _, square)| *square)
        .collect();
    if tied.len() > 1 {
        note_the_doubt(turn, id);
    }
    choose_square(turn, "7.13", id, &tied).map_or(Best::None, Best::At)
}

/// Nobody knows beforehand which battles will be fought, nor how a lot falls.
fn note_the_doubt(turn: &mut Turn, id: UnitId) {
    if let Some(progress) = turn.progress.get_mut(&id) {
        progress.follows_battles = true;
    }
}

/// The order of ties, last wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Diagonal,
    Orthogonal,
    Own,
}

impl Rank {
    fn of(direction: Direction) -> Rank {
        if direction.is_straight() { Rank::Orthogonal } else { Rank::Diagonal }
    }
}

/// A unit that looks about for where to march.
struct Looking<'a> {
    field: Field<'a>,
    unit: &'a Unit,
    /// The lines of the whole map, drawn when they are first asked for: they are the same for all whom it looks at.
    lines: &'a OnceCell<Lines<'a>>,
}

impl Looking<'_> {
    /// ROTD-EUWOL 7.13, R-7.13: how much of its aim a unit finds in a square, as far as it knows; 0 for none. A
    /// battle is a square with a unit of the side (or its allies) and an enemy, its size the active units of both, of
    /// whatever kind: the book speaks of units, and headquarters and bridges are some.
    fn size(&self, square: StrategicSquare, aim: Aim) -> usize {
        let active = || self.field.units_in(square).filter(|unit| unit.is_active());
        let friends = || active().filter(|other| self.is_friend(other));
        let enemies = || active().filter(|other| self.is_known_enemy(other)).count();
        match aim {
            Aim::Battle => match (friends().count(), enemies()) {
                (0, _) | (_, 0) => 0,
                (friends, enemies) => friends + enemies,
            },
            Aim::Allies => friends().filter(|other| other.id != self.unit.id).count(),
            Aim::Enemies => enemies(),
        }
    }

    fn is_friend(&self, other: &Unit) -> bool {
        self.field.relation(self.unit.id.nation, other.id.nation).is_friendly()
    }

    /// enemies count only as they are detected.
    fn is_known_enemy(&self, other: &Unit) -> bool {
        self.field.relation(self.unit.id.nation, other.id.nation) == Relation::Hostile
            && self.detects_next_door(other)
    }

    /// ROTD-EUWOL 4.1: whether a unit detects an enemy in its own or an adjacent square: in its own always, in an
    /// adjacent one over a line of contact, which for light cavalry may pass a screen. Nearly always the straight
    /// step between the two is that line; only where it is barred are the lines of the whole map drawn.
    fn detects_next_door(&self, other: &Unit) -> bool {
        let (field, unit) = (self.field, self.unit);
        let Some(direction) = unit.at.direction_to(other.at) else { return unit.at == other.at };
        let line = field.book.sight.line;
        if line == SightLine::NotNeeded || is_open_step(field, unit, other, direction) {
            return true;
        }
        let screen = if line == SightLine::PastScreens || field.book.kind(other.id.kind).screens {
            Screen::IsPassed
        } else {
            Screen::Closes
        };
        let lines = self.lines.get_or_init(|| Lines::new(field));
        lines.contact(unit.id.nation, End::from(unit), End::from(other), screen)
    }
}

/// ROTD-EUWOL 11.2: whether the step between two adjacent units is a line of contact by itself: over no great
/// river, not between two squares with enemies, and out of both tactical maps by clear ways where there are
/// any.
fn is_open_step(field: Field<'_>, unit: &Unit, other: &Unit, direction: Direction) -> bool {
    let map = &field.atlas.map;
    let is_dry = |at| map.river_class(at).is_none_or(|class| class == RiverClass::Fordable);
    let may_leave = |unit: &Unit, direction| {
        !field.has_enemy(unit.id.nation, unit.at)
            || exit::cone_is_clear(field, unit.id.nation, unit.at, unit.tac, direction)
    };
    let is_held = |way| map.grid.step(unit.at, way).is_some_and(|at| field.has_enemy(unit.id.nation, at));
    direction.parts().is_none_or(|(one, other)| !(is_held(one) && is_held(other)))
        && is_dry(unit.at)
        && is_dry(other.at)
        && may_leave(unit, direction)
        && may_leave(other, direction.opposite())
}

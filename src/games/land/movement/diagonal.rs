//! Interrupted diagonals (rule 7.15; details "diagonal"; ).

use crate::field::Field;
use crate::movement::halt;
use crate::movement::hindrance::Hindrance;
use crate::movement::step::{self, Arrival};
use crate::movement::{Manner, choose_square, pursuit};
use crate::turn::Turn;
use crate::unit::{Unit, UnitId};
use fieldpost_ground::square::{Direction, Grid, StrategicSquare, TacticalSquare};

/// The middle column and row of a tactical map, which belong to no quadrant.
const MIDDLE: u8 = 7;

/// ROTD-EUWOL 7.15, R-7.15: the square in which a diagonal step would be interrupted: of the two it passes
/// between, the one with a unit that interrupts (by the book a combat unit, or any active one) in the quadrant next to the crossed corner; if both
/// have one, the one whose unit is nearer the corner, then by a draw.
pub fn interrupted_into(turn: &mut Turn, id: UnitId, target: StrategicSquare) -> Option<StrategicSquare> {
    let field = turn.field();
    let unit = field.unit(id)?;
    let flanks = flanks(field, unit, target)?;
    let near = flanks.map(|(square, corner)| (nearest_to_corner(field, unit, square, corner), square));
    let nearest = near.iter().filter_map(|(distance, _)| *distance).min()?;
    let tied: Vec<_> =
        near.iter().filter(|(distance, _)| *distance == Some(nearest)).map(|(_, square)| *square).collect();
    choose_square(turn, "7.15", id, &tied)
}

/// Whether a diagonal step of a unit would be interrupted (rule 7.15).
pub fn would_be_interrupted(field: Field<'_>, unit: &Unit, target: StrategicSquare) -> bool {
    let flanks = flanks(field, unit, target).into_iter().flatten();
    flanks.into_iter().any(|(square, corner)| nearest_to_corner(field, unit, square, corner).is_some())
}

/// The two squares that a diagonal step passes between; `None` for a straight one.
pub fn passed_between(
    grid: &Grid,
    from: StrategicSquare,
    to: StrategicSquare,
) -> Option<[StrategicSquare; 2]> {
    let (vertical, horizontal) = from.direction_to(to)?.parts()?;
    Some([grid.step(from, vertical)?, grid.step(from, horizontal)?])
}

/// The two squares that a diagonal passes between, each with the corner of its tactical map that is crossed;
/// `None` for a straight step.
fn flanks(
    field: Field<'_>,
    unit: &Unit,
    target: StrategicSquare,
) -> Option<[(StrategicSquare, Direction); 2]> {
    let grid = &field.atlas.map.grid;
    let (vertical, horizontal) = unit.at.direction_to(target)?.parts()?;
    let [above, aside] = passed_between(grid, unit.at, target)?;
    let corner = |way: Direction, other: Direction| {
        // The crossed corner lies back along the way into that square, and on along the other.
        let (dx, dy) = (way.opposite().step(), other.step());
        Direction::from_step(i16::from(dx.0 + dy.0), i16::from(dx.1 + dy.1))
    };
    Some([(above, corner(vertical, horizontal)?), (aside, corner(horizontal, vertical)?)])
}

/// How near the corner the nearest unit that interrupts stands in that corner's quadrant: beyond the middle row and the middle
/// column.
fn nearest_to_corner(
    field: Field<'_>,
    unit: &Unit,
    square: StrategicSquare,
    corner: Direction,
) -> Option<u8> {
    field
        .interrupters(unit.id.nation, square)
        .filter(|other| in_quadrant(other.tac, corner))
        .map(|other| from_corner(other.tac, corner))
        .min()
}

fn in_quadrant(tac: TacticalSquare, corner: Direction) -> bool {
    let (dx, dy) = corner.step();
    let beyond = |place: u8, step: i8| if step > 0 { place > MIDDLE } else { place < MIDDLE };
    beyond(tac.col(), dx) && beyond(tac.row(), dy)
}

/// Squares away from a corner (G-05).
fn from_corner(tac: TacticalSquare, corner: Direction) -> u8 {
    let (dx, dy) = corner.step();
    let away = |place: u8, step: i8| if step > 0 { 14 - place } else { place };
    away(tac.col(), dx).max(away(tac.row(), dy))
}

/// ROTD-EUWOL 7.15: goes on to the target of a pursuit or a march to battle, allies or enemies that was
/// interrupted. (A path goes on by itself, a phase later.)
pub fn go_on(turn: &mut Turn, id: UnitId, target: StrategicSquare, manner: Manner) {
    let outcome = step::attempt(turn, id, target, manner);
    let again = match outcome {
        Ok(Arrival::There) => {
            pursuit::count_success(turn, id, manner);
            false
        }
        Ok(Arrival::Interrupted) => true,
        Err(hindrance) => {
            halt::tell_hindrance(turn, id, hindrance);
            hindrance.may_pass()
        }
    };
    if let Some(progress) = turn.progress.get_mut(&id)
        && !again
    {
        progress.redirected = None;
    }
}

/// Records what has become of a step that is not of the path: an interrupted one leads on to its target in
/// the next phase; one that is blocked is told, any other hindrance ends it in silence.
pub fn settle(
    turn: &mut Turn,
    id: UnitId,
    target: StrategicSquare,
    manner: Manner,
    outcome: Result<Arrival, Hindrance>,
) -> bool {
    match outcome {
        Ok(Arrival::There) => pursuit::count_success(turn, id, manner),
        Ok(Arrival::Interrupted) => {
            if let Some(progress) = turn.progress.get_mut(&id) {
                progress.redirected = Some((target, manner));
            }
        }
        Err(hindrance) if hindrance.may_pass() => halt::tell_hindrance(turn, id, hindrance),
        Err(_) => {}
    }
    outcome.is_ok()
}

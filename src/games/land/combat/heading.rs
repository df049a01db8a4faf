//! Where a unit that leaves a battle can turn to (rules 10.8, 10.10; details "retreat"; R-10.8c, R-10.8d).

use crate::combat::leave::Danger;
use crate::crossings::Crossings;
use crate::event::Place;
use crate::stacking;
use crate::tactics::course::{self, Mover};
use crate::turn::Turn;
use crate::unit::{Unit, UnitId};
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{Direction, TacticalSquare};
use fieldpost_ground::tactical::Banks;

/// How much a way out of a battle is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Only away from the enemy, and over no cliff.
    Safe,
    /// Whichever square can be entered: the last resort of those who fall back.
    Any,
}

/// The directions that all of some units of one tactical square can take together by one square.
pub fn ways(turn: &Turn, ids: &[UnitId], danger: &Danger, choice: Choice) -> Vec<Direction> {
    let units: Vec<&Unit> = ids.iter().filter_map(|id| turn.state.units.get(id)).collect();
    let Some(first) = units.first().copied() else { return Vec::new() };
    let is_open = |direction: &Direction| {
        let Some(to) = first.tac.step(*direction) else { return false };
        let away = choice == Choice::Any
            || !leads_to(&danger.entries, *direction)
                && !units.iter().any(|unit| leads_to(own_direction(turn, unit).as_slice(), *direction));
        away && stacking::has_tactical_room_for_all(turn.field(), &units, first.at, to)
            && units.iter().all(|unit| run(turn, unit, *direction, 1, choice).len() == 1)
    };
    Direction::ALL.into_iter().filter(is_open).collect()
}

/// Details "retreat", R-10.8c: whether a direction is one of some directions, or one to either side of it.
fn leads_to(barred: &[Direction], direction: Direction) -> bool {
    barred.iter().any(|one| [-1, 0, 1].iter().any(|turn| one.turned(*turn) == direction))
}

/// The direction in which a unit came into its square in this phase, if it moved.
fn own_direction(turn: &Turn, unit: &Unit) -> Option<Direction> {
    let came = turn.progress.get(&unit.id)?.tactics.came?;
    let (dx, dy) = came.from.offset_to(unit.tac);
    Direction::from_step(dx, dy)
}

/// R-10.8c, R-10.8d: the squares that a unit passes in a direction, at most `most`, up to the first that it cannot
/// enter: impassable ground, the other bank of a river or range, the far side of a cliff, enemies, neutrals, a full
/// square, a city that is shut (9.4), or a battle still to come (T-03).
pub fn run(turn: &Turn, unit: &Unit, direction: Direction, most: u8, choice: Choice) -> Vec<TacticalSquare> {
    let mut here = unit.tac;
    let mut squares = Vec::new();
    while let Some(next) = here.step(direction).filter(|_| squares.len() < usize::from(most)) {
        if !is_ground_open(turn, unit, here, next, choice) || is_taken(turn, unit, next) {
            break;
        }
        squares.push(next);
        here = next;
    }
    let mover = Mover { field: turn.field(), unit, attacks: false, ferry: None };
    course::advance(mover, &squares, most).walked
}

fn is_ground_open(
    turn: &Turn,
    unit: &Unit,
    here: TacticalSquare,
    next: TacticalSquare,
    choice: Choice,
) -> bool {
    let crossings = Crossings::of(turn.field(), unit, unit.at);
    let banks = crossings.banks_of(here);
    crossings.is_passable(next)
        && (banks == Banks(0) || banks.touch(crossings.banks_of(next)))
        && (choice == Choice::Any || !course::is_cliff(crossings.sheet(), here, next))
}

/// Whether a neutral combat unit stands in a square, or a battle is still to be fought there in this phase.
fn is_taken(turn: &Turn, unit: &Unit, tac: TacticalSquare) -> bool {
    let field = turn.field();
    let is_neutral = |other: &Unit| {
        other.is_combat()
            && other.tac == tac
            && field.relation(unit.id.nation, other.id.nation) == Relation::Neutral
    };
    turn.battles_to_come.contains(&Place { at: unit.at, tac }) || field.units_in(unit.at).any(is_neutral)
}

/// Details "retreat", R-10.8c, R-10.10: one of some directions: those to squares with friends come before the others;
/// of equals the one with the lowest draw, keyed by the first of the units.
pub fn choose(turn: &mut Turn, ids: &[UnitId], ways: &[Direction], rule: &str) -> Option<Direction> {
    let chooser = *ids.first()?;
    let to_friends: Vec<_> =
        ways.iter().copied().filter(|way| leads_to_friends(turn, chooser, ids, *way)).collect();
    let best = if to_friends.is_empty() { ways.to_vec() } else { to_friends };
    let phase = turn.phase;
    let dice = &mut turn.dice;
    let drawn =
        best.into_iter().map(|way| (dice.draw(phase, rule, &format!("{chooser} {}", way.words()), 0), way));
    drawn.min_by_key(|(draw, _)| *draw).map(|(_, way)| way)
}

/// Whether active units of the side, not of those that leave, stand in the next square.
fn leads_to_friends(turn: &Turn, id: UnitId, leavers: &[UnitId], way: Direction) -> bool {
    let field = turn.field();
    let Some(unit) = field.unit(id) else { return false };
    let to = unit.tac.step(way);
    field.units_in(unit.at).any(|other| {
        other.is_active()
            && Some(other.tac) == to
            && !leavers.contains(&other.id)
            && field.relation(id.nation, other.id.nation).is_friendly()
    })
}

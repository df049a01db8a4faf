//! Interception (rules 9.11, 9.12; details "interception", R-9.11).

use crate::event::{Fact, Remark};
use crate::field::Field;
use crate::orders::{AttackPosture, ReactionBox};
use crate::tactics::allowance::may_move;
use crate::tactics::course;
use crate::tactics::progress::Leg;
use crate::tactics::{march, phase_number, rank};
use crate::turn::Turn;
use crate::unit::{Unit, UnitId};
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

impl ReactionBox {
    /// ROTD-EUWOL 9.10, 9.11: whether a square lies in the box.
    pub fn holds(self, square: TacticalSquare) -> bool {
        self.centre.distance(square) <= self.radius
    }

    /// Whether a unit in strategic square `at` reacts in `phase`: a box named for another map is not here.
    pub fn counts(self, at: StrategicSquare, phase: u8) -> bool {
        self.phases.holds(phase) && self.on.is_none_or(|on| on == at)
    }
}

/// ROTD-EUWOL 9.11, R-9.11: tries one leg of a move, the squares it walks in this phase, against all who mean to
/// intercept. If somebody does, the mover has been brought to the point of interception, and they to it, when
/// this returns true; otherwise nothing has happened to the mover. A move of one square is never intercepted.
/// Interceptors are not intercepted themselves.
pub fn intercept(turn: &mut Turn, mover: UnitId, walked: &[TacticalSquare]) -> bool {
    if walked.len() < 2 {
        return false;
    }
    let mut fixed = None;
    for (id, area) in interceptors(turn, mover) {
        let Some(chosen) = point(turn, id, area, walked, fixed) else { continue };
        let target = walked[chosen];
        if distance(turn, id, target).is_some_and(|squares| squares > turn.book.kind(id.kind).tactical) {
            set_out(turn, id, target);
            continue;
        }
        let way = way_to(turn, id, target);
        if fixed.is_none() {
            fixed = Some(chosen);
            let cut_short = |step| Fact::Move { step, remark: Some(Remark::Intercepted) };
            march::go_as(turn, mover, &walked[..=chosen], cut_short);
        }
        march::go_as(turn, id, &way, |step| Fact::Intercept { step, mover });
    }
    fixed.is_some()
}

/// ROTD-EUWOL 9.11, 9.12: who may intercept a mover: combat units hostile to it, or on their own soil neutral to
/// it, ordered to in this phase, that have not moved and do not evade; by initiative, then by lot.
fn interceptors(turn: &mut Turn, mover: UnitId) -> Vec<(UnitId, ReactionBox)> {
    let field = turn.field();
    let Some(moving) = field.unit(mover) else { return Vec::new() };
    let phase = phase_number(turn);
    let mut found = Vec::new();
    for unit in field.units_in(moving.at).filter(|unit| unit.is_combat()) {
        let Some(progress) = turn.progress.get(&unit.id) else { continue };
        let Some(area) = progress.orders.intercept.filter(|area| area.counts(unit.at, phase)) else {
            continue;
        };
        let is_free = !progress.tactics.spent && progress.orders.attack != AttackPosture::Evade;
        if is_free
            && is_concerned(field, unit, moving, phase)
            && !march::is_in_combat(field, unit)
            && may_move(field, unit).is_ok()
        {
            found.push((rank(field.book, unit), unit.id, area));
        }
    }
    let phase = turn.phase;
    let mut drawn: Vec<_> = found
        .into_iter()
        .map(|(rank, id, area)| (rank, turn.dice.draw(phase, "9.11", &format!("{id} {mover}"), 0), id, area))
        .collect();
    drawn.sort_unstable_by_key(|(rank, draw, id, _)| (*rank, *draw, *id));
    drawn.into_iter().map(|(_, _, id, area)| (id, area)).collect()
}

/// ROTD-EUWOL 9.11, 5.2, R-9.3c: an enemy, save in the phase without combat, to which the interception of an enemy
/// would lead; or a neutral in a square controlled by the unit's own state.
fn is_concerned(field: Field<'_>, unit: &Unit, moving: &Unit, phase: u8) -> bool {
    match field.relation(unit.id.nation, moving.id.nation) {
        Relation::Hostile => phase < course::LAST_PHASE,
        Relation::Neutral => field.soil_of(unit.at) == Some(unit.id.nation),
        Relation::Same | Relation::Allied => false,
    }
}

/// at which of the squares walked a unit means to intercept: the first in its box that it reaches in no
/// more steps than the mover, else the first of all that it reaches so; none if the way does not enter its
/// box. Once somebody has fixed the point there is no other.
fn point(
    turn: &Turn,
    id: UnitId,
    area: ReactionBox,
    walked: &[TacticalSquare],
    fixed: Option<usize>,
) -> Option<usize> {
    let way = fixed.map_or(walked, |fixed| &walked[..=fixed]);
    if !way.iter().any(|square| area.holds(*square)) {
        return None;
    }
    let reaches = |place: &usize| {
        let steps = distance(turn, id, walked[*place]).unwrap_or(u8::MAX);
        (1..=place + 1).contains(&usize::from(steps)) && is_way_clear(turn, id, walked[*place])
    };
    let places = || (0..way.len()).filter(|place| fixed.is_none_or(|fixed| *place == fixed));
    let in_box = places().filter(|place| area.holds(walked[*place])).find(reaches);
    in_box.or_else(|| places().find(reaches))
}

fn distance(turn: &Turn, id: UnitId, to: TacticalSquare) -> Option<u8> {
    turn.state.units.get(&id).map(|unit| unit.tac.distance(to))
}

/// Whether nothing stands between a unit and a square: no river without a crossing, no bad ground, nobody on
/// the way, and room at its end.
pub fn is_way_clear(turn: &Turn, id: UnitId, to: TacticalSquare) -> bool {
    let is_dry =
        march::mover(turn, id).is_ok_and(|mover| course::check_banks(mover, mover.unit.tac, to).is_ok());
    is_dry && way_to(turn, id, to).last() == Some(&to)
}

/// The squares of the straight way from where a unit stands to a square, as far as it comes on it.
pub fn way_to(turn: &Turn, id: UnitId, to: TacticalSquare) -> Vec<TacticalSquare> {
    let Ok(mover) = march::mover(turn, id) else { return Vec::new() };
    let squares = course::squares_of(mover, Leg::new(mover.unit.tac, to)).unwrap_or_default();
    course::advance(mover, &squares, u8::MAX).walked
}

/// ROTD-EUWOL 9.11: a unit whose point of interception lies beyond its allowance moves toward it as far as it can,
/// and does not intercept.
fn set_out(turn: &mut Turn, id: UnitId, target: TacticalSquare) {
    let Ok(mover) = march::mover(turn, id) else { return };
    let Ok(squares) = course::squares_of(mover, Leg::new(mover.unit.tac, target)) else { return };
    let advance = course::advance(mover, &squares, turn.book.kind(id.kind).tactical);
    march::go(turn, id, &advance.walked);
}

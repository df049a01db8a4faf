//! Leaving a battle: retreat and rout (10.8), falling back (10.10), and headquarters whose square enemies enter (10.2).
//!
//! Where the way leads is one place, [`heading`]; what becomes of a unit that finds none is another,
//! [`shattered`].

use std::collections::BTreeSet;

use crate::combat::battle::entry;
use crate::combat::blocked;
use crate::combat::heading::{self, Choice};
use crate::detection::{heard_by, witness};
use crate::event::reason::Why;
use crate::event::{Fact, Place, Step};
use crate::field::Field;
use crate::movement::step;
use crate::shattered;
use crate::supply::losses;
use crate::tactics::fort;
use crate::tactics::progress::Route;
use crate::turn::Turn;
use crate::unit::{Unit, UnitId, UnitType};
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{Direction, TacticalSquare};

/// Where a unit's enemies came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Danger {
    /// The directions, seen from the battle square, from which enemies entered it in this phase.
    pub entries: Vec<Direction>,
}

/// What became of a unit that had to leave a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It stands in another square.
    Moved,
    Stayed,
    /// It shattered (chapter 14) and has gone to reform.
    Shattered,
    /// It laid down its arms.
    Surrendered,
    /// It is no more.
    Destroyed,
}

/// ROTD-EUWOL 10.8, R-10.8c, R-10.8d: a unit that failed its morale check retreats by one to four squares away from the
/// enemy, as far as they are free; if not even the first is it shatters, or what the book says ([`blocked`]). A naval
/// battery stays; a headquarters takes no check. Who is in a fort is not sent here: the check keeps it where it is.
pub fn retreat(turn: &mut Turn, id: UnitId, danger: &Danger) -> Fate {
    if !turn.state.units.contains_key(&id) {
        return Fate::Destroyed;
    }
    if id.kind.is_hq() || id.kind == UnitType::NavalBattery {
        return Fate::Stayed;
    }
    if blocked::is_locked_in(turn.field(), id) {
        return blocked::surrender(turn, id);
    }
    let ways = heading::ways(turn, &[id], danger, Choice::Safe);
    let Some(way) = heading::choose(turn, &[id], &ways, "R-10.8c") else {
        return blocked::retreat(turn, id);
    };
    let most = u64::from(turn.book.combat.leaving.retreat_squares);
    let length = 1 + turn.dice.below(most, turn.phase, "R-10.8c", &id.to_string(), 0) as u8;
    let unit = turn.state.units.get(&id);
    let squares = unit.map(|unit| heading::run(turn, unit, way, length, Choice::Safe)).unwrap_or_default();
    if squares.is_empty() {
        return blocked::retreat(turn, id);
    }
    go(turn, id, &squares, Fact::Retreat, turn.book.combat.leaving.retreat_fatigue);
    Fate::Moved
}

/// ROTD-EUWOL 10.8, R-10.8b: a unit that failed its morale check badly makes a strategic move in a direction that is
/// drawn, open or not; if it is not it shatters, or what the book says ([`blocked`]). All its tactical movement orders are cancelled. A naval battery is
/// destroyed. Who is in a fort is not sent here.
///
/// DIFFERENCE: one clause of 10.8 lets a blocked unit surrender; another, and 14.1, let it shatter, and so it does.
pub fn rout(turn: &mut Turn, id: UnitId) -> Fate {
    if !turn.state.units.contains_key(&id) {
        return Fate::Destroyed;
    }
    if id.kind.is_hq() {
        return Fate::Stayed;
    }
    if id.kind == UnitType::NavalBattery {
        shattered::destroy(turn, id, Why::BatteriesDoNotRout);
        return Fate::Destroyed;
    }
    if let Some(progress) = turn.progress.get_mut(&id) {
        progress.orders.tactical_move = None;
        progress.orders.support = None;
        progress.orders.intercept = None;
        progress.tactics.route = Route::default();
        progress.tactics.spent = true;
    }
    if blocked::is_locked_in(turn.field(), id) {
        return blocked::surrender(turn, id);
    }
    let drawn = turn.dice.below(8, turn.phase, "R-10.8b", &id.to_string(), 0);
    let way = Direction::North.turned(drawn as i8);
    match step::rout(turn, id, way) {
        Ok(()) => Fate::Moved,
        Err(_) => blocked::rout(turn, id, way),
    }
}

/// ROTD-EUWOL 10.10, R-10.10: the units of the side that lost a battle fall back together by one square: away from the
/// enemy if they can, else into any square that takes them all, with friends rather than without; where none does,
/// each for itself, and who finds none shatters. Naval batteries are destroyed.
pub fn fall_back(turn: &mut Turn, ids: &[UnitId], danger: &Danger) -> Vec<(UnitId, Fate)> {
    let (batteries, movers): (Vec<_>, Vec<_>) = ids
        .iter()
        .copied()
        .filter(|id| turn.state.units.contains_key(id))
        .partition(|id| id.kind == UnitType::NavalBattery);
    let mut fates = Vec::new();
    for id in batteries {
        shattered::destroy(turn, id, Why::BatteriesDoNotFallBack);
        fates.push((id, Fate::Destroyed));
    }
    let (lost, movers): (Vec<_>, Vec<_>) =
        movers.into_iter().partition(|id| blocked::surrenders_where_it_is(turn.field(), *id));
    for id in lost {
        fates.push((id, blocked::surrender(turn, id)));
    }
    if let Some(way) = way_back(turn, &movers, danger) {
        fates.extend(movers.into_iter().map(|id| (id, step_back(turn, id, way))));
        return fates;
    }
    for id in movers {
        let fate = match way_back(turn, &[id], danger) {
            Some(way) => step_back(turn, id, way),
            None => blocked::fall_back(turn, id),
        };
        fates.push((id, fate));
    }
    fates
}

/// the direction in which some units fall back together.
fn way_back(turn: &mut Turn, ids: &[UnitId], danger: &Danger) -> Option<Direction> {
    let safe = heading::ways(turn, ids, danger, Choice::Safe);
    let ways = if safe.is_empty() { heading::ways(turn, ids, danger, Choice::Any) } else { safe };
    heading::choose(turn, ids, &ways, "10.10")
}

fn step_back(turn: &mut Turn, id: UnitId, way: Direction) -> Fate {
    let to = turn.state.units.get(&id).and_then(|unit| unit.tac.step(way));
    let Some(to) = to else { return Fate::Stayed };
    go(turn, id, &[to], Fact::FallBack, turn.book.combat.leaving.fall_back_fatigue);
    Fate::Moved
}

/// ROTD-EUWOL 4.4, 9.2, 10.8, 10.10: brings a unit out of a battle to another square of its tactical map: it leaves
/// its fort, enters one of its side where it comes to, and moves no more in this phase.
fn go(turn: &mut Turn, id: UnitId, way: &[TacticalSquare], fact: fn(Step) -> Fact, fatigue: u16) {
    let from = turn.state.units.get(&id).map(|unit| Place { at: unit.at, tac: unit.tac });
    let (Some(from), Some(to)) = (from, way.last().copied()) else { return };
    let before = heard_by(turn.field(), id);
    turn.relocate(id, from.at, to);
    if let Some(unit) = turn.state.units.get_mut(&id) {
        unit.in_fort = false;
        unit.fatigue += fatigue;
    }
    if let Some(progress) = turn.progress.get_mut(&id) {
        progress.tactics.spent = true;
    }
    fort::enter_on_arrival(turn, id);
    witness::tell_move(turn, id, &before, fact(turn.step(id, from)));
    losses::enter(turn, id, way);
}

/// ROTD-EUWOL 10.2, R-10.2: each headquarters in a tactical square that hostile combat units have entered loses the
/// supplies it carries as a corps headquarters, and shatters by a small chance, or else falls back; if it cannot, it
/// shatters too. A pontoon bridge is none: it takes part in combat (12.6).
pub fn headquarters(turn: &mut Turn, place: Place) {
    let field = turn.field();
    let here = field.units_in(place.at).filter(|unit| unit.tac == place.tac && is_in_danger(field, unit));
    for id in here.map(|unit| unit.id).collect::<Vec<_>>() {
        let danger = danger_to(turn, id);
        if turn.dice.chance(
            turn.book.combat.leaving.headquarters_shatter,
            turn.phase,
            "10.2",
            &id.to_string(),
            0,
        ) {
            shattered::shatter(turn, id);
            continue;
        }
        lose_load(turn, id);
        fall_back(turn, &[id], &danger);
    }
}

/// ROTD-EUWOL 10.2, R-10.2b: an active headquarters with a hostile combat unit in its tactical square, unless both it
/// and a combat unit of its side are in the fort there.
fn is_in_danger(field: Field<'_>, unit: &Unit) -> bool {
    let is_guarded = || {
        field.units_in(unit.at).any(|other| {
            other.in_fort
                && other.is_combat()
                && other.tac == unit.tac
                && field.relation(unit.id.nation, other.id.nation).is_friendly()
        })
    };
    unit.id.kind.is_hq()
        && unit.is_active()
        && field.enemy_combat_units(unit.id.nation, unit.at).any(|enemy| enemy.tac == unit.tac)
        && !(unit.in_fort && is_guarded())
}

/// ROTD-EUWOL 10.2: the supplies of a corps headquarters that is shattered or forced to fall back are destroyed.
pub fn lose_load(turn: &mut Turn, id: UnitId) {
    let Some(unit) = turn.state.units.get_mut(&id).filter(|unit| unit.id.kind == UnitType::CorpsHq) else {
        return;
    };
    let lost = std::mem::take(&mut unit.supplies);
    if lost == 0 {
        return;
    }
    witness::tell_own(turn, id, Fact::LoseSupplies { stand: turn.stand(id), supplies: lost });
}

/// The directions from which a unit's enemies came into its tactical square in this phase.
fn danger_to(turn: &Turn, id: UnitId) -> Danger {
    let field = turn.field();
    let Some(unit) = field.unit(id) else { return Danger::default() };
    let enemies = field.units_in(unit.at).filter(|other| {
        other.is_active()
            && other.tac == unit.tac
            && field.relation(id.nation, other.id.nation) == Relation::Hostile
    });
    let place = Place { at: unit.at, tac: unit.tac };
    let came = |enemy: &Unit| turn.progress.get(&enemy.id)?.tactics.came;
    let entries: BTreeSet<_> = enemies.filter_map(|enemy| entry(place, came(enemy)?)).collect();
    Danger { entries: entries.into_iter().collect() }
}

#[cfg(test)]
mod tests;

//! Pontoon bridges (rules 12.4 to 12.6; ): laid, taken up, captured. What they do for those who cross is in
//! [`crate::crossings`].
//!
//! That ships keep a bridge from being laid, and destroy it (12.4, 12.6), comes with the naval module.

use std::collections::{BTreeMap, BTreeSet};

use crate::control;
use crate::crossings::{Crossings, pontoon_at, railway_bridge_stands};
use crate::detection::tactical::players_of;
use crate::detection::{heard_by, seen_by, witness};
use crate::event::reason::{Reason, Why};
use crate::event::{Fact, Place};
use crate::field::Field;
use crate::state::{Control, Seat};
use crate::tactics::course::holds_enemy;
use crate::turn::{Progress, Turn};
use crate::unit::{Unit, UnitId, UnitType};
use fieldpost_engine::event::Saw;
use fieldpost_ground::map::RiverClass;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::{Direction, TacticalSquare};
use fieldpost_ground::tactical::Ground;

/// Why a bridge is not laid or not taken up, in the words its own side is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// Only pontoon bridges are.
    NoBridge,
    /// It is inactive or shattered.
    Idle,
    /// It lies as a bridge already.
    Laid,
    /// It does not.
    NotLaid,
    NoRiver(TacticalSquare),
    /// A bridge is there already.
    Bridged(TacticalSquare),
    /// The river is too great (rules 1.3, 12.4).
    TooGreat,
    /// Its side does not control the river (rule 12.4).
    NotControlled,
    /// A warship of an enemy's lies in the square (rule 12.4).
    Warship,
    /// With enemies in the square it must stand beside the place (rule 12.4).
    NotBeside(TacticalSquare),
    /// Units stand on it.
    InUse,
    /// The square named is no dry land beside it, or is held by others.
    NoLand,
}

impl From<Bar> for Reason {
    fn from(bar: Bar) -> Reason {
        match bar {
            Bar::NoBridge => Why::NoPontoon.into(),
            Bar::Idle => Why::NotActive.into(),
            Bar::Laid => Why::LaidAlready.into(),
            Bar::NotLaid => Why::NotLaid.into(),
            Bar::NoRiver(tac) => Why::NoRiver.of(tac),
            Bar::Bridged(tac) => Why::Bridged.of(tac),
            Bar::TooGreat => Why::TooGreat.into(),
            Bar::NotControlled => Why::RiverNotHeld.into(),
            Bar::Warship => Why::WarshipThere.into(),
            Bar::NotBeside(tac) => Why::NotBeside.of(tac),
            Bar::InUse => Why::InUse.into(),
            Bar::NoLand => Why::NoDryLand.into(),
        }
    }
}

/// ROTD-EUWOL 12.4: a bridge that is laid or taken up in a phase is at work all of it, and does not move.
pub fn stay_at_work(turn: &mut Turn) {
    let phase = turn.phase.tactical();
    for progress in turn.progress.values_mut().filter(|progress| is_at_work(progress, phase)) {
        progress.tactics.spent = true;
    }
}

fn is_at_work(progress: &Progress, phase: u8) -> bool {
    let orders = &progress.orders;
    orders.deploy_bridge.is_some_and(|order| order.1 == phase)
        || orders.remove_bridge.is_some_and(|order| order.1 == phase)
}

/// ROTD-EUWOL 12.4, 12.5, R-12.4: the row of the turn list: bridges whose phase it is are taken up and laid, each in id
/// order, when the phase is over and its combats are fought.
pub fn phase(turn: &mut Turn) {
    let phase = turn.phase.tactical();
    let at_work = turn.progress.iter().filter(|(_, progress)| is_at_work(progress, phase));
    let at_work: Vec<_> = at_work
        .map(|(id, progress)| (*id, progress.orders.remove_bridge, progress.orders.deploy_bridge))
        .collect();
    for (id, remove, _) in &at_work {
        if let Some((to, _)) = remove.filter(|order| order.1 == phase) {
            take_up(turn, *id, to);
        }
    }
    for (id, _, deploy) in at_work {
        if let Some((at, _)) = deploy.filter(|order| order.1 == phase) {
            lay(turn, id, at);
        }
    }
}

/// ROTD-EUWOL 12.4: lays a bridge on a river square.
fn lay(turn: &mut Turn, id: UnitId, tac: TacticalSquare) {
    let bar = bar_to_laying(turn.field(), id, tac).or_else(|| bar_of_ships(turn, id));
    match bar {
        None => shift(turn, id, tac, true),
        Some(bar) => refuse(turn, id, bar),
    }
}

/// ROTD-EUWOL 12.5: takes a bridge up to dry land beside it.
fn take_up(turn: &mut Turn, id: UnitId, to: Option<TacticalSquare>) {
    if let Some(bar) = bar_to_taking_up(turn.field(), id) {
        return refuse(turn, id, bar);
    }
    match landing(turn, id, to) {
        Some(tac) => shift(turn, id, tac, false),
        None => refuse(turn, id, Bar::NoLand),
    }
}

fn refuse(turn: &mut Turn, id: UnitId, bar: Bar) {
    witness::tell_own(turn, id, Fact::Refused { stand: turn.stand(id), why: bar.into() });
}

/// Brings a bridge into the river or out of it, and tells those who see it (4.4).
fn shift(turn: &mut Turn, id: UnitId, tac: TacticalSquare, is_laid: bool) {
    let before = heard_by(turn.field(), id);
    let Some(unit) = turn.state.units.get_mut(&id) else { return };
    let from = Place { at: unit.at, tac: unit.tac };
    unit.deployed = is_laid;
    unit.in_fort = false;
    turn.relocate(id, from.at, tac);
    let step = turn.step(id, from);
    let fact = if is_laid { Fact::DeployBridge(step) } else { Fact::RemoveBridge(step) };
    witness::tell_move(turn, id, &before, fact);
}

/// ROTD-EUWOL 12.4, 1.3, R-12.4, R-12.4b: what keeps a bridge from being laid: it must be a friendly-controlled river that
/// is not unbridgeable, a river square without a bridge, and beside the unit where an active enemy of any kind is in
/// the strategic square.
fn bar_to_laying(field: Field<'_>, id: UnitId, tac: TacticalSquare) -> Option<Bar> {
    let unit = field.unit(id)?;
    if let Some(bar) = bar_to_work(unit) {
        return Some(bar);
    }
    if unit.deployed {
        return Some(Bar::Laid);
    }
    if field.atlas.sheet(unit.at).ground_at(tac) != Ground::River {
        return Some(Bar::NoRiver(tac));
    }
    if railway_bridge_stands(field, unit.at, tac) || pontoon_at(field, unit.at, tac).is_some() {
        return Some(Bar::Bridged(tac));
    }
    if field.atlas.map.river_class(unit.at) == Some(RiverClass::Unbridgeable) {
        return Some(Bar::TooGreat);
    }
    let is_ours = |nation| field.relation(id.nation, nation).is_friendly();
    if !matches!(control::of_river(field, unit.at), Control::Nation(nation) if is_ours(nation)) {
        return Some(Bar::NotControlled);
    }
    let is_far = unit.tac.distance(tac) > 1;
    (is_far && field.has_enemy(id.nation, unit.at)).then_some(Bar::NotBeside(tac))
}

/// ROTD-EUWOL 12.4: no warship of an enemy's may lie in the strategic square.
fn bar_of_ships(turn: &Turn, id: UnitId) -> Option<Bar> {
    let field = turn.field();
    let ships = turn.afloat.warships.get(&field.unit(id)?.at)?;
    let is_enemy = |of: &NationCode| field.relation(id.nation, *of) == Relation::Hostile;
    ships.iter().any(is_enemy).then_some(Bar::Warship)
}

fn bar_to_work(unit: &Unit) -> Option<Bar> {
    if unit.id.kind != UnitType::PontoonBridge {
        return Some(Bar::NoBridge);
    }
    (!unit.is_active()).then_some(Bar::Idle)
}

/// ROTD-EUWOL 12.5, R-12.4b: a bridge on which units stand is not taken up.
fn bar_to_taking_up(field: Field<'_>, id: UnitId) -> Option<Bar> {
    let unit = field.unit(id)?;
    if let Some(bar) = bar_to_work(unit) {
        return Some(bar);
    }
    if !unit.deployed {
        return Some(Bar::NotLaid);
    }
    is_in_use(field, unit).then_some(Bar::InUse)
}

/// Whether others stand on a bridge that is laid.
pub fn is_in_use(field: Field<'_>, bridge: &Unit) -> bool {
    bridge.spans() && field.units_in(bridge.at).any(|other| other.id != bridge.id && other.tac == bridge.tac)
}

/// ROTD-EUWOL 12.5, R-12.4: the dry land a bridge is taken up to: the square named; else one on the bank of the nearest
/// headquarters of its side in the strategic square; else any; of several the lowest draw.
fn landing(turn: &mut Turn, id: UnitId, to: Option<TacticalSquare>) -> Option<TacticalSquare> {
    let field = turn.field();
    let unit = field.unit(id)?;
    let mut free: Vec<TacticalSquare> = Direction::ALL
        .into_iter()
        .filter_map(|way| unit.tac.step(way))
        .filter(|tac| is_dry(field, unit, *tac) && !holds_enemy(field, unit, *tac))
        .collect();
    if to.is_some() {
        return to.filter(|tac| free.contains(tac));
    }
    if let Some(bank) = bank_of_headquarters(field, unit) {
        let on_bank: Vec<_> = free.iter().copied().filter(|tac| bank.contains(tac)).collect();
        free = if on_bank.is_empty() { free } else { on_bank };
    }
    let (dice, phase) = (&mut turn.dice, turn.phase);
    let drawn = free.into_iter().map(|tac| (dice.draw(phase, "12.5", &format!("{id} {tac}"), 0), tac));
    drawn.min().map(|(_, tac)| tac)
}

fn is_dry(field: Field<'_>, unit: &Unit, tac: TacticalSquare) -> bool {
    let sheet = field.atlas.sheet(unit.at);
    sheet.is_passable(tac) && !matches!(sheet.ground_at(tac), Ground::River | Ground::Ford)
}

/// The squares about a bridge that lie on the bank of the nearest active headquarters of its side.
fn bank_of_headquarters(field: Field<'_>, unit: &Unit) -> Option<Vec<TacticalSquare>> {
    let crossings = Crossings::of(field, unit, unit.at);
    let is_ours = |nation| field.relation(unit.id.nation, nation).is_friendly();
    let headquarters = field
        .units_of_nations(unit.at, is_ours)
        .filter(|other| other.is_active() && other.id.kind.is_hq())
        .min_by_key(|other| (other.tac.distance(unit.tac), other.id))?;
    let banks = crossings.banks_of(headquarters.tac);
    let about = Direction::ALL.into_iter().filter_map(|way| unit.tac.step(way));
    Some(about.filter(|tac| crossings.banks_of(*tac).touch(banks)).collect())
}

/// ROTD-EUWOL 12.6, R-12.6: after a battle in a tactical square: a bridge that is laid there and belongs to the losers is
/// captured. It joins the winning nation with most men there, under the lowest number that this nation has free, and
/// whoever commands the largest of its units there commands it.
pub fn captured(
    turn: &mut Turn,
    place: Place,
    losers: &BTreeSet<NationCode>,
    winners: &BTreeSet<NationCode>,
) {
    let field = turn.field();
    let is_theirs = |nation| losers.iter().any(|loser| field.relation(*loser, nation).is_friendly());
    let lost = |unit: &&Unit| unit.spans() && unit.tac == place.tac && is_theirs(unit.id.nation);
    let bridges: Vec<UnitId> = field.units_in(place.at).filter(lost).map(|unit| unit.id).collect();
    for id in bridges {
        if let Some((nation, seat)) = taker(turn.field(), place, winners) {
            change_hands(turn, id, nation, seat);
        }
    }
}

/// ROTD-EUWOL 12.6, R-12.6b: a bridge that is laid and that enemies have entered without a battle, for nobody defends it,
/// is captured too.
pub fn captured_undefended(turn: &mut Turn, place: Place) {
    let field = turn.field();
    let bridges = field.units_in(place.at).filter(|unit| unit.spans() && unit.tac == place.tac);
    let taken: Vec<_> = bridges
        .map(|bridge| {
            let enemies = field.enemy_combat_units(bridge.id.nation, place.at);
            let enemies = enemies.filter(|unit| unit.tac == place.tac).map(|unit| unit.id.nation);
            (BTreeSet::from([bridge.id.nation]), enemies.collect::<BTreeSet<_>>())
        })
        .collect();
    for (losers, winners) in taken {
        captured(turn, place, &losers, &winners);
    }
}

/// The nation that takes a bridge, and the seat of its largest unit: in the tactical square, or if nobody of the winners
/// is left in it, in the strategic square.
fn taker(field: Field<'_>, place: Place, winners: &BTreeSet<NationCode>) -> Option<(NationCode, Seat)> {
    let there = |only_in: Option<TacticalSquare>| -> Vec<&Unit> {
        let units = field.units_of_nations(place.at, |nation| winners.contains(&nation));
        units.filter(|unit| unit.is_combat() && only_in.is_none_or(|tac| unit.tac == tac)).collect()
    };
    let mut units = there(Some(place.tac));
    if units.is_empty() {
        units = there(None);
    }
    let mut men = BTreeMap::<NationCode, u32>::new();
    for unit in &units {
        *men.entry(unit.id.nation).or_default() += unit.strength;
    }
    let (nation, _) = men.into_iter().rev().max_by_key(|(_, men)| *men)?;
    let own = units.into_iter().rev().filter(|unit| unit.id.nation == nation);
    let largest = own.max_by_key(|unit| unit.strength)?;
    Some((nation, field.state.seats.get(&largest.id).copied()?))
}

fn change_hands(turn: &mut Turn, id: UnitId, nation: NationCode, seat: Seat) {
    let before = seen_by(turn.field(), id);
    let is_free = |number: &u16| !turn.state.units.contains_key(&UnitId { nation, number: *number, ..id });
    let Some(number) = (1..=u16::MAX).find(is_free) else { return };
    let Some(bridge) = turn.state.units.get(&id).cloned() else { return };
    let new = UnitId { nation, number, ..id };
    let fact = Fact::CaptureBridge { stand: turn.stand(id), now: new };
    turn.remove(id);
    turn.enlist(Unit { id: new, source: None, communications: None, ..bridge }, seat);
    let mut to: BTreeMap<_, _> = before.into_iter().map(|player| (player, Saw::All)).collect();
    to.extend(players_of(turn.field(), new).map(|player| (player, Saw::All)));
    turn.tell(fact, to);
}

#[cfg(test)]
mod tests;

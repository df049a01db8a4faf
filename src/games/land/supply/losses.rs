//! Depots and caches that the enemy destroys (rule 11.8, R-11.8b).

use std::collections::BTreeSet;

use crate::detection::tactical::players_in;
use crate::detection::witness;
use crate::event::reason::Why;
use crate::event::{Fact, Place};
use crate::field::Field;
use crate::state::{Depot, DepotKind};
use crate::supply::ammunition;
use crate::treasury;
use crate::turn::Turn;
use crate::unit::{Unit, UnitId, UnitType};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::TacticalSquare;

/// ROTD-EUWOL 11.8, R-11.8: the row of the turn list at the end of a phase: a depot or cache is destroyed whose
/// tactical square holds hostile combat units and no friendly one. Losers of a battle have left it by then. Whoever
/// enters one that nobody defends has destroyed it already ([`enter`]).
pub fn judge(turn: &mut Turn) {
    let field = turn.field();
    let lost = |(place, depot): (usize, &Depot)| {
        let takers = takers(field, depot);
        (!takers.is_empty()).then_some((place, takers))
    };
    let lost: Vec<_> = field.state.depots.iter().enumerate().filter_map(lost).collect();
    for (place, takers) in lost.into_iter().rev() {
        destroy(turn, place, &takers);
    }
}

/// ROTD-EUWOL 11.8, R-11.8: a unit enters some tactical squares of its map, the last of them to stay: it destroys each
/// hostile depot or cache that nobody defends in one of them, be it only in passing.
pub fn enter(turn: &mut Turn, id: UnitId, way: &[TacticalSquare]) {
    let field = turn.field();
    let Some(unit) = field.unit(id).filter(|unit| unit.is_combat()) else { return };
    let is_lost = |depot: &Depot| {
        depot.at == unit.at
            && way.contains(&depot.tac)
            && field.relation(depot.side, id.nation) == Relation::Hostile
            && !is_defended(field, depot)
    };
    let depots = field.state.depots.iter().enumerate();
    let lost: Vec<usize> = depots.filter(|(_, depot)| is_lost(depot)).map(|(place, _)| place).collect();
    for place in lost.into_iter().rev() {
        destroy(turn, place, &BTreeSet::from([id.nation]));
    }
}

/// The nations of the hostile combat units that stand in a depot's undefended tactical square.
fn takers(field: Field<'_>, depot: &Depot) -> BTreeSet<NationCode> {
    if is_defended(field, depot) {
        return BTreeSet::new();
    }
    let is_hostile = |unit: &&Unit| field.relation(depot.side, unit.id.nation) == Relation::Hostile;
    at(field, depot).filter(is_hostile).map(|unit| unit.id.nation).collect()
}

/// Whether a combat unit of its side stands in a depot's tactical square.
fn is_defended(field: Field<'_>, depot: &Depot) -> bool {
    at(field, depot).any(|unit| field.relation(depot.side, unit.id.nation).is_friendly())
}

/// The combat units in a depot's tactical square.
fn at<'a>(field: Field<'a>, depot: &Depot) -> impl Iterator<Item = &'a Unit> {
    let (at, tac) = (depot.at, depot.tac);
    field.units_in(at).filter(move |unit| unit.tac == tac && unit.is_combat())
}

fn destroy(turn: &mut Turn, place: usize, takers: &BTreeSet<NationCode>) {
    let depot = turn.state.depots.remove(place);
    tell(turn, &depot);
    let mut supplies = depot.supplies;
    for id in loaders(turn, &depot, takers) {
        load(turn, id, &depot, &mut supplies);
    }
}

/// ROTD-EUWOL 11.8, G-02: who loads from a depot that is destroyed: all active units of the destroying side in its
/// strategic square, corps headquarters first, in random order within the two groups.
fn loaders(turn: &mut Turn, depot: &Depot, takers: &BTreeSet<NationCode>) -> Vec<UnitId> {
    let field = turn.field();
    let is_taker = |nation| takers.iter().any(|taker| field.relation(*taker, nation).is_friendly());
    let present = field.units_of_nations(depot.at, is_taker).filter(|unit| unit.is_active());
    let present: Vec<UnitId> = present.map(|unit| unit.id).collect();
    let mut drawn: Vec<_> = present
        .into_iter()
        .map(|id| {
            let draw = turn.dice.draw(turn.phase, "11.8", &id.to_string(), 0);
            (id.kind != UnitType::CorpsHq, draw, id)
        })
        .collect();
    drawn.sort_unstable();
    drawn.into_iter().map(|(_, _, id)| id).collect()
}

/// ROTD-EUWOL 11.8, R-11.8b: while supplies are left a unit has its ammunition again and loads as many of them as it
/// can carry. Naval batteries use none.
fn load(turn: &mut Turn, id: UnitId, depot: &Depot, supplies: &mut u32) {
    let Some(unit) = turn.state.units.get_mut(&id).filter(|_| *supplies > 0) else { return };
    let most = if id.kind == UnitType::NavalBattery { 0 } else { turn.book.kind(id.kind).load };
    let room = u32::from(most.saturating_sub(unit.supplies)).min(*supplies);
    unit.supplies += u8::try_from(room).unwrap_or(0);
    *supplies -= room;
    ammunition::replenish(turn, id, true);
    if room > 0 {
        ammunition::note_load(turn, id, depot.kind == DepotKind::Depot);
        witness::tell_own(turn, id, Fact::Loot { stand: turn.stand(id), supplies: room });
    }
}

/// Tells those with units in the square and the owner's ministers; the event names the depot, never who took it.
fn tell(turn: &mut Turn, depot: &Depot) {
    let (what, owner, at) = (depot.kind.word(), depot.side, Place { at: depot.at, tac: depot.tac });
    let label = turn.atlas.map.grid.label(depot.at);
    let words =
        Why::DepotDestroyed.named(&depot.kind, what).named(&owner, owner.words()).and(label).and(depot.tac);
    let mut to: BTreeSet<PlayerNo> = players_in(turn.field(), depot.at).into_values().flatten().collect();
    to.extend(treasury::ministers(&turn.state, depot.side));
    turn.tell_all(Fact::DestroyDepot { at, owner, words }, to);
}

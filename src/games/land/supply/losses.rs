//! Depots and caches that the enemy destroys (rule 11.8, R-11.8b).

use std::collections::BTreeSet;

use crate::engine::event::{Saw, Told};
use crate::engine::ids::PlayerNo;
use crate::games::ground::nation::{NationCode, Relation};
use crate::games::land::detection::tactical::players_in;
use crate::games::land::detection::witness;
use crate::games::land::event::{Event, Kind};
use crate::games::land::field::Field;
use crate::games::land::state::{Depot, DepotKind};
use crate::games::land::supply::{ammunition, depots, most_carried};
use crate::games::land::treasury;
use crate::games::land::turn::Turn;
use crate::games::land::unit::{Unit, UnitId, UnitType};

/// ROTD-EUWOL 11.8, R-11.8: the row of the turn list at the end of a phase: a depot or cache is destroyed whose
/// tactical square holds hostile combat units and no friendly one. Losers of a battle have left it by then.
pub fn judge(turn: &mut Turn) {
    let field = turn.field();
    let is_lost = |(place, depot): (usize, &Depot)| (!takers(field, depot).is_empty()).then_some(place);
    let lost: Vec<usize> = field.state.depots.iter().enumerate().filter_map(is_lost).collect();
    for place in lost.into_iter().rev() {
        destroy(turn, place);
    }
}

/// The nations of the hostile combat units that stand in a depot's undefended tactical square.
fn takers(field: Field<'_>, depot: &Depot) -> BTreeSet<NationCode> {
    let there = || field.units_in(depot.at).filter(|unit| unit.tac == depot.tac && unit.is_combat());
    let relation = |unit: &Unit| field.relation(depot.side, unit.id.nation);
    if there().any(|unit| relation(unit).is_friendly()) {
        return BTreeSet::new();
    }
    let hostile = there().filter(|unit| relation(unit) == Relation::Hostile);
    hostile.map(|unit| unit.id.nation).collect()
}

fn destroy(turn: &mut Turn, place: usize) {
    let Some(takers) = turn.state.depots.get(place).map(|depot| takers(turn.field(), depot)) else { return };
    let depot = turn.state.depots.remove(place);
    tell(turn, &depot);
    let mut supplies = depot.supplies;
    for id in loaders(turn, &depot, &takers) {
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
    let most = if id.kind == UnitType::NavalBattery { 0 } else { most_carried(id.kind) };
    let room = u32::from(most.saturating_sub(unit.supplies)).min(*supplies);
    unit.supplies += u8::try_from(room).unwrap_or(0);
    *supplies -= room;
    ammunition::replenish(turn, id, true);
    if room > 0 {
        ammunition::note_load(turn, id, depot.kind == DepotKind::Depot);
        let event =
            turn.event(Kind::Draw, id).why(format!("{room} from what the enemy had stored (rule 11.8)"));
        witness::tell_own(turn, id, event);
    }
}

/// Tells those with units in the square and the owner's ministers; the event names the depot, never who took it.
fn tell(turn: &mut Turn, depot: &Depot) {
    let what = depots::word(depot.kind);
    let owner = depot.side.words();
    let label = turn.atlas.map.grid.label(depot.at);
    let why = format!("the {what} of {owner} in {label} {} is destroyed (rule 11.8)", depot.tac);
    let event = Event {
        at: Some(depot.at),
        tac: Some(depot.tac),
        other: Some(owner),
        ..Event::new(turn.phase, Kind::DestroyDepot)
    }
    .why(why);
    let mut to: BTreeSet<PlayerNo> = players_in(turn.field(), depot.at).into_values().flatten().collect();
    to.extend(treasury::ministers(&turn.state, depot.side));
    turn.events.push(Told { event, to: to.into_iter().map(|player| (player, Saw::All)).collect() });
}

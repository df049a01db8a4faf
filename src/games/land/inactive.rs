//! Inactive units (chapter 13): who is inactivated, who is activated, and who awakes.
//!
//! What an inactive unit leaves undone stands where it would be done: it is no combat unit, and every rule that asks
//! for an active unit passes it over.

use std::collections::BTreeMap;

use crate::detection::witness;
use crate::event::Fact;
use crate::event::reason::{Reason, Why};
use crate::field::Field;
use crate::orders::OfficeOrder;
use crate::stacking::{has_strategic_room, may_be_inactive, most_inactive};
use crate::turn::Turn;
use crate::unit::{Status, Unit, UnitId};
use fieldpost_engine::event::Saw;
use fieldpost_engine::ids::PlayerNo;

/// Why a unit's status stays as it is, in the words its own side is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    Shattered,
    /// Neutral or enemy units are there (rule 13.2).
    Strangers,
    /// So many are inactive there already (rule 13.2).
    Crowded(usize),
    /// The square is full of active brigades (rule 1.5).
    Full,
}

impl From<Bar> for Reason {
    fn from(bar: Bar) -> Reason {
        match bar {
            Bar::Shattered => Why::Shattered.into(),
            Bar::Strangers => Why::Strangers.into(),
            Bar::Crowded(most) => Why::Crowded.of(most),
            Bar::Full => Why::ActiveFull.into(),
        }
    }
}

/// ROTD-EUWOL 13.1, R-13.0, R-13.0b: the row of the turn list: first those are activated that are ordered to be,
/// then those inactivated, each in id order. Who is ordered both is inactivated.
pub fn by_order(turn: &mut Turn) {
    let resting = ordered_to_rest(turn);
    let activate = turn.progress.iter().filter(|(id, progress)| {
        let inactive = turn.state.units.get(id).is_some_and(|unit| !unit.is_active());
        progress.orders.activate && inactive && !resting.contains_key(id)
    });
    for id in activate.map(|(id, _)| *id).collect::<Vec<_>>() {
        let done = bar_to_activation(turn.field(), id).map_or(Ok(Why::AsOrdered), Err);
        change(turn, id, Status::Active, done, None);
    }
    let acts = |id: &UnitId| turn.state.units.get(id).is_some_and(|unit| unit.status != Status::Inactive);
    for (id, minister) in resting.into_iter().filter(|(id, _)| acts(id)).collect::<Vec<_>>() {
        let done = bar_to_rest(turn.field(), id).map_or(Ok(Why::AsOrdered), Err);
        change(turn, id, Status::Inactive, done, minister);
    }
}

/// ROTD-EUWOL 13.1: the units ordered to become inactive: by their own orders, or by the War Minister,
/// who is then told of it too.
fn ordered_to_rest(turn: &Turn) -> BTreeMap<UnitId, Option<PlayerNo>> {
    let own = turn.progress.iter().filter(|(_, progress)| progress.orders.inactivate);
    let mut resting: BTreeMap<_, _> = own.map(|(id, _)| (*id, None)).collect();
    for (player, order) in &turn.orders.offices {
        if let OfficeOrder::Inactivate(id) = order {
            resting.insert(*id, Some(*player));
        }
    }
    resting
}

/// ROTD-EUWOL 1.5, R-13.0b: what keeps a unit from being activated by order.
pub fn bar_to_activation(field: Field<'_>, id: UnitId) -> Option<Bar> {
    let unit = field.unit(id)?;
    if unit.status == Status::Shattered {
        return Some(Bar::Shattered);
    }
    (!has_strategic_room(field, unit, unit.at)).then_some(Bar::Full)
}

/// ROTD-EUWOL 13.2, R-13.1, R-13.2, R-1.5b: what keeps a unit from becoming inactive: active neutral or enemy units
/// of any kind in its strategic square; or that two units there are inactive already, three where there is a city.
pub fn bar_to_rest(field: Field<'_>, id: UnitId) -> Option<Bar> {
    let unit = field.unit(id)?;
    let is_stranger = |nation| !field.relation(id.nation, nation).is_friendly();
    if unit.status == Status::Shattered {
        return Some(Bar::Shattered);
    }
    if field.units_of_nations(unit.at, is_stranger).any(Unit::is_active) {
        return Some(Bar::Strangers);
    }
    let full = !may_be_inactive(field, unit, unit.at, unit.in_fort);
    full.then(|| Bar::Crowded(most_inactive(field, unit.at)))
}

/// ROTD-EUWOL 13.3, 13.5, R-13.1: the inactive units of others, neutral or hostile, awake in the strategic square
/// that an active unit of any kind has entered. They have orders for the phases to come: boxes of their path for this phase and
/// those before it are behind them.
pub fn wake(turn: &mut Turn, entered: UnitId) {
    let field = turn.field();
    let Some(at) = field.unit(entered).filter(|unit| unit.is_active()).map(|unit| unit.at) else { return };
    let is_stranger = |nation| !field.relation(entered.nation, nation).is_friendly();
    let asleep = field.units_of_nations(at, is_stranger).filter(|unit| unit.status == Status::Inactive);
    let asleep: Vec<_> = asleep.map(|unit| unit.id).collect();
    let phase = turn.strategic_phase_so_far();
    for id in asleep {
        if let Some(progress) = turn.progress.get_mut(&id) {
            progress.boxes_done = usize::from(phase);
            progress.woken_in = Some(phase);
        }
        change(turn, id, Status::Active, Ok(Why::Woken), None);
    }
}

/// Gives a unit its new status, or tells why it keeps the old one: to its commander and deputy, and the minister who
/// ordered it.
fn change(turn: &mut Turn, id: UnitId, to: Status, done: Result<Why, Bar>, minister: Option<PlayerNo>) {
    if let Some(unit) = turn.state.units.get_mut(&id).filter(|_| done.is_ok()) {
        unit.status = to;
    }
    let why = done.map_or_else(Reason::from, Reason::from);
    let stand = turn.stand(id);
    let fact = match (done, to) {
        (Err(_), _) => Fact::Refused { stand, why },
        (Ok(_), Status::Active) => Fact::Activate { stand, why },
        (Ok(_), _) => Fact::Inactivate { stand, why },
    };
    witness::tell_own(turn, id, fact);
    if let (Some(player), Some(told)) = (minister, turn.events.last_mut()) {
        told.to.insert(player, Saw::All);
    }
}

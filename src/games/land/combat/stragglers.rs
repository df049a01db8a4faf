//! Stragglers who find their units again (rule 10.14, R-10.14).

use std::collections::BTreeSet;

use crate::book::Book;
use crate::detection::witness;
use crate::event::Fact;
use crate::exit;
use crate::field::Field;
use crate::orders::UnitOrders;
use crate::tactics::fort;
use crate::turn::{Progress, Turn};
use crate::unit::{Unit, UnitId};

/// ROTD-EUWOL 10.14, R-10.14: the row of the turn list: of the stragglers that a unit had when the turn began 20 %
/// return to it, 10 % if it has a strategic movement order, rounded up. Men who began to straggle in this turn, in
/// battle or by desertion, do not return before the next.
pub fn come_back(turn: &mut Turn) {
    let mut returned = Vec::new();
    let shut_out: BTreeSet<UnitId> = turn
        .progress
        .keys()
        .copied()
        .filter(|id| turn.state.units.get(id).is_some_and(|unit| is_cut_off(turn.field(), unit)))
        .collect();
    for id in turn.progress.keys().copied().filter(|id| !shut_out.contains(id)).collect::<Vec<_>>() {
        let men = returning(turn, id);
        let Some(unit) = turn.state.units.get_mut(&id).filter(|_| men > 0) else { continue };
        unit.stragglers -= men;
        unit.strength += men;
        returned.push((id, men));
    }
    for (id, men) in returned {
        witness::tell_own(turn, id, Fact::StragglersReturn { stand: turn.stand(id), men });
    }
}

/// How many come back to a unit; to a garrison no more than its fort still holds (rule 2.6, R-2.6).
fn returning(turn: &Turn, id: UnitId) -> u32 {
    let (Some(progress), Some(unit)) = (turn.progress.get(&id), turn.state.units.get(&id)) else { return 0 };
    let pool = progress.stragglers.min(unit.stragglers);
    let men = share(turn.book, pool, has_strategic_order(&progress.orders));
    let room = if unit.in_fort { fort::room_for_men(turn.field(), unit) } else { u32::MAX };
    men.min(room)
}

/// ROTD-EUWOL 10.14: how many of so many stragglers come back in a turn, fewer to a unit that is ordered to march.
pub fn share(book: &Book, pool: u32, marches: bool) -> u32 {
    let losses = &book.combat.losses;
    let share = if marches { losses.stragglers_return_marching } else { losses.stragglers_return };
    let men = (u64::from(pool) * share).div_ceil(1000);
    u32::try_from(men).unwrap_or(pool).min(pool)
}

/// ROTD-CWOL 10.14: whether a unit is in a fort of a besieged city, where in some books nobody comes back to it.
fn is_cut_off(field: Field<'_>, unit: &Unit) -> bool {
    !field.book.combat.losses.stragglers_besieged && unit.in_fort && exit::is_in_besieged_city(field, unit)
}

/// ROTD-EUWOL 10.14, R-10.14b: whether a unit is ordered to move on the strategic map: along a path, to battle, allies
/// or enemies, after an enemy, or by rail.
pub fn has_strategic_order(orders: &UnitOrders) -> bool {
    orders.path.iter().any(Option::is_some)
        || orders.march_to_battle
        || orders.march_to_allies
        || orders.march_to_enemies
        || orders.pursue.is_some()
        || orders.rail.is_some()
}

impl Progress {
    /// Takes over the stragglers of a unit that is merged into this one (rule 3.5b).
    pub fn take_stragglers_of(&mut self, other: &Progress) {
        self.stragglers += other.stragglers;
    }
}

//! Units that were given to other commanders or deputies since the last turn (rule 3.5).

use std::collections::BTreeSet;

use crate::event::Fact;
use crate::event::reason::Why;
use crate::state::Seat;
use crate::turn::Turn;
use crate::unit::UnitId;
use fieldpost_engine::ids::PlayerNo;

/// ROTD-EUWOL 3.5: the row of the turn list: those who held a unit's seats and no longer do, and those who hold them
/// now, are told of it: their reports would lose or gain the unit without a word else. The assignment itself took
/// effect at its receipt (rule 6.11).
pub fn tell(turn: &mut Turn) {
    for (unit, before) in turn.orders.reassigned.clone() {
        tell_of(turn, unit, before);
    }
}

fn tell_of(turn: &mut Turn, id: UnitId, before: Option<Seat>) {
    let Some(now) = turn.state.seats.get(&id).copied().filter(|_| turn.state.units.contains_key(&id)) else {
        return;
    };
    let name = |player: PlayerNo| turn.state.player(player).map_or("?", |player| player.name.as_str());
    let deputy = now.deputy.map_or_else(|| "nobody".to_owned(), |deputy| name(deputy).to_owned());
    let why = Why::NewCommander.of(name(now.commander)).and(deputy);
    // Who no longer has anything to do with it is not told where it is.
    let to: BTreeSet<PlayerNo> = holders(before).chain(holders(Some(now))).collect();
    turn.tell_all(Fact::Assign { unit: id, why }, to);
}

fn holders(seat: Option<Seat>) -> impl Iterator<Item = PlayerNo> {
    seat.into_iter().flat_map(|seat| [Some(seat.commander), seat.deputy]).flatten()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;
    use crate::book::ROTD_EUWOL;
    use crate::event::Kind;
    use crate::orders::TurnOrders;
    use crate::sandbox::{Sandbox, id};

    #[test]
    fn old_and_new_commanders_are_told_and_nobody_else() {
        let mut sandbox = Sandbox::new("1x1", |_| {});
        sandbox.unit("FR1IN", "A0-N0", "7-7");
        let seat = |commander: u16| Seat { commander: PlayerNo(commander), deputy: None };
        sandbox.state.seats.insert(id("FR1IN"), seat(1));
        let reassigned = BTreeMap::from([(id("FR1IN"), Some(seat(0))), (id("FR9IN"), None)]);
        let orders = TurnOrders { reassigned, ..TurnOrders::default() };
        let mut turn = Turn::begin(&Arc::new(sandbox.atlas), &ROTD_EUWOL, sandbox.state, orders, 1);
        tell(&mut turn);
        let told = turn.events.pop().unwrap();
        assert_eq!(told.to.keys().copied().collect::<Vec<_>>(), [PlayerNo(0), PlayerNo(1)]);
        assert_eq!((told.event.fact.kind(), told.event.fact.at()), (Kind::Assign, None));
        assert!(turn.events.is_empty(), "nothing of a unit that is not there");
    }
}

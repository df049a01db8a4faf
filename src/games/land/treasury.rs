//! What a nation's treasury holds, who orders what it buys, and who is told. Where the money comes from is no part
//! of the game: the scenario sets it.

use crate::event::Fact;
use crate::event::reason::{Reason, Why};
use crate::means::Means;
use crate::orders::{Office, OfficeOrder};
use crate::state::LandState;
use crate::turn::Turn;
use fieldpost_engine::event::Saw;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::NationCode;

/// What a treasury lacks for a purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Short {
    cost: Means,
    held: Means,
}

impl From<Short> for Reason {
    fn from(short: Short) -> Reason {
        Why::TooDear.of(short.cost).and(short.held)
    }
}

/// pays out of a nation's treasury; what is too dear is not paid at all.
///
/// # Errors
/// What it costs and what the treasury holds.
pub fn pay(state: &mut LandState, nation: NationCode, cost: Means) -> Result<(), Short> {
    let held = state.treasuries.get(&nation).copied().unwrap_or_default();
    let rest = held.without(cost).ok_or(Short { cost, held })?;
    if rest != held {
        state.treasuries.insert(nation, rest);
    }
    Ok(())
}

/// The turn's office orders with the nation of whoever gave each, in order of receipt.
pub fn offices(turn: &Turn) -> Vec<(Giver, OfficeOrder)> {
    let giver = |player: PlayerNo| {
        let nation = turn.state.player(player)?.nation;
        Some(Giver { player, nation })
    };
    let orders = turn.orders.offices.iter();
    orders.filter_map(|(player, order)| Some((giver(*player)?, order.clone()))).collect()
}

/// Who gave an office's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Giver {
    pub player: PlayerNo,
    pub nation: NationCode,
}

/// Tells what came of an office's order: its giver, and the War Minister and the treasury of that nation.
pub fn tell(turn: &mut Turn, giver: Giver, fact: Fact) {
    tell_ministers(turn, giver.nation, fact);
    if let Some(told) = turn.events.last_mut() {
        told.to.insert(giver.player, Saw::All);
    }
}

/// Tells the War Minister and the treasury of a nation.
pub fn tell_ministers(turn: &mut Turn, nation: NationCode, fact: Fact) {
    let to = ministers(&turn.state, nation);
    turn.tell_all(fact, to);
}

/// The War Minister and the treasury of a nation: whom it concerns what is bought, moved and lost.
pub fn ministers(state: &LandState, nation: NationCode) -> Vec<PlayerNo> {
    let concerned = [Office::WarMinister, Office::Treasury];
    let of_nation = state.numbered_players().filter(|(_, player)| player.nation == nation);
    let in_office =
        of_nation.filter(|(_, player)| concerned.iter().any(|office| player.offices.contains(office)));
    in_office.map(|(number, _)| number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::nation;
    use crate::state::Season;

    #[test]
    fn a_treasury_pays_all_or_nothing() {
        let mut state = LandState::opening(Season::Campaign);
        let cost = Means { eg: 10, mp: 5, manpower: 0 };
        assert!(pay(&mut state, nation("FR"), Means::default()).is_ok(), "nothing costs nothing");
        assert!(state.treasuries.is_empty());
        state.treasuries.insert(nation("FR"), Means { eg: 10, mp: 4, manpower: 9 });
        let short = pay(&mut state, nation("FR"), cost).unwrap_err();
        assert_eq!(
            Reason::from(short).words(),
            "it costs 10 Eg, 5 MP and 0 manpower, and the treasury holds 10 Eg, 4 MP and 9 manpower"
        );
        state.treasuries.insert(nation("FR"), Means { eg: 10, mp: 5, manpower: 9 });
        assert!(pay(&mut state, nation("FR"), cost).is_ok());
        assert_eq!(state.treasuries[&nation("FR")], Means { eg: 0, mp: 0, manpower: 9 });
    }
}

//! Seasons (rules 5.1, 3.5b, 3.6, 10.14; T-04, T-05, R-5.1): how long each lasts, and what its end brings.
//!
//! Deployment leads to the campaign, the campaign to peace or truce, and peace lasts until the game's administrator
//! opens another campaign: nothing here begins a war.

use crate::book::Book;
use crate::detection::witness;
use crate::event::Fact;
use crate::event::reason::{Reason, Why};
use crate::morale;
use crate::state::{LandState, Season};
use crate::tactics::fort;
use crate::turn::Turn;
use crate::unit::{Status, Unit, UnitId};
use fieldpost_ground::nation::{NationCode, Relation};

/// ROTD-EUWOL 5.1: the row of a campaign's turn list that notes whether there are any hostilities, so that their end is
/// known when it comes.
pub fn note_hostilities(turn: &mut Turn) {
    turn.state.hostilities |= are_at_war(&turn.state);
}

/// ROTD-EUWOL 5.1, R-5.1: whether two nations that have players are hostile to one another.
fn are_at_war(state: &LandState) -> bool {
    let nations: Vec<NationCode> = state.players.iter().map(|player| player.nation).collect();
    let hostile =
        |one: &NationCode, other: &NationCode| state.relations.between(*one, *other) == Relation::Hostile;
    nations.iter().any(|one| nations.iter().any(|other| hostile(one, other)))
}

/// ROTD-EUWOL 5.1, 7.5, R-7.5b: the last row of every turn list: the next turn is open, and where men fell in battle units
/// may withdraw in it.
pub fn close_turn(turn: &mut Turn) {
    let bloody = turn.fought.iter().filter(|battle| battle.winners.losses + battle.losers.losses > 0);
    turn.state.battle_squares = bloody.map(|battle| battle.place.at).collect();
    turn.state.turn += 1;
}

/// ROTD-EUWOL 5.1, T-04, T-05: the row of every turn list that ends the season when its time has come.
pub fn end_of_turn(turn: &mut Turn) {
    let played = (turn.state.turn + 1).saturating_sub(turn.state.season_began);
    let book = turn.book;
    match turn.state.season {
        Season::Deployment if played >= book.seasons.deployment => {
            begin(turn, Season::Campaign, Why::DeploymentOver.into());
        }
        Season::Campaign if played >= book.seasons.campaign => {
            end_campaign(turn, Why::CampaignOver.of(played));
        }
        Season::Campaign if turn.state.hostilities && !are_at_war(&turn.state) => {
            end_campaign(turn, Why::HostilitiesEnded.into());
        }
        Season::Peace if played >= book.seasons.peace => end_peace(turn),
        _ => {}
    }
}

/// ROTD-EUWOL 3.5b, 3.6, 5.1, 10.14: what the end of a campaign brings: wounded men rejoin, experience is lost, whoever is
/// shattered has time to form again, and men that mergers have set free come nearer to the pool.
fn end_campaign(turn: &mut Turn, why: Reason) {
    for (id, men) in close_campaign(turn.book, &mut turn.state) {
        witness::tell_own(turn, id, Fact::Rejoin { stand: turn.stand(id), men });
        fort::leave_if_too_large(turn, id);
    }
    begin(turn, Season::Peace, why);
}

/// ROTD-EUWOL 3.5b, 3.6, 5.1, 10.14: what the end of a campaign does to the position; the units with the wounded men who
/// rejoined them.
pub fn close_campaign(book: &Book, state: &mut LandState) -> Vec<(UnitId, u32)> {
    let rejoined = rejoin_wounded(state);
    forget(book, state);
    reform(state);
    return_manpower(state);
    state.hostilities = false;
    rejoined
}

/// what the end of a season of peace or truce brings; another follows.
fn end_peace(turn: &mut Turn) {
    turn.state.units.values_mut().for_each(morale::settle_in_peace);
    return_manpower(&mut turn.state);
    turn.state.season_began = turn.state.turn + 1;
}

/// Opens a season with the next turn, and tells everybody.
fn begin(turn: &mut Turn, season: Season, why: Reason) {
    turn.state.season = season;
    turn.state.season_began = turn.state.turn + 1;
    let to: Vec<_> = turn.state.numbered_players().map(|(player, _)| player).collect();
    turn.tell_all(Fact::Season { season, why }, to);
}

/// ROTD-EUWOL 10.14: the wounded rejoin their units at the end of the campaign.
fn rejoin_wounded(state: &mut LandState) -> Vec<(UnitId, u32)> {
    let back = state.units.values_mut().map(|unit| (unit.id, rejoin(unit)));
    back.filter(|(_, men)| *men > 0).collect()
}

fn rejoin(unit: &mut Unit) -> u32 {
    let men = std::mem::take(&mut unit.wounded);
    unit.strength = unit.strength.saturating_add(men);
    men
}

/// ROTD-EUWOL 3.6, 10.14: the end of a campaign does to a unit off the map what it does to one on it; how many wounded rejoined it.
pub fn close_for(book: &Book, unit: &mut Unit) -> u32 {
    forget_of(book, unit);
    rejoin(unit)
}

/// ROTD-EUWOL 3.6, R-3.6: units lose a quarter of their experience, rounded up.
fn forget(book: &Book, state: &mut LandState) {
    state.units.values_mut().for_each(|unit| forget_of(book, unit));
}

fn forget_of(book: &Book, unit: &mut Unit) {
    let lost = (u32::from(unit.experience) * book.seasons.experience_lost_percent).div_ceil(100);
    unit.experience = unit.experience.saturating_sub(u16::try_from(lost).unwrap_or(u16::MAX));
}

/// R-5.1b: units that are shattered at the end of a campaign form again where they are.
fn reform(state: &mut LandState) {
    for unit in state.units.values_mut().filter(|unit| unit.status == Status::Shattered) {
        unit.status = Status::Active;
        unit.reforming = None;
    }
}

/// ROTD-EUWOL 3.5b: men that mergers set free return to the manpower pool at the end of the season after the one in which
/// they were merged.
fn return_manpower(state: &mut LandState) {
    for (nation, men) in std::mem::take(&mut state.manpower_due) {
        *state.manpower_pool.entry(nation).or_default() += men;
    }
    state.manpower_due = std::mem::take(&mut state.manpower);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::book::ROTD_EUWOL;
    use crate::orders::TurnOrders;
    use crate::sandbox::{Sandbox, nation};
    use crate::sequence;

    fn after(turns: u32, season: Season, set: impl FnOnce(&mut Sandbox)) -> LandState {
        let mut sandbox = Sandbox::new("3x1", |_| {});
        sandbox.unit("FR1IN", "A0-N0", "7-7");
        sandbox.unit("AU1IN", "A2-N0", "7-7");
        sandbox.state.season = season;
        set(&mut sandbox);
        let Sandbox { atlas, mut state, .. } = sandbox;
        let atlas = Arc::new(atlas);
        for _ in 0..turns {
            state = sequence::run(&atlas, &ROTD_EUWOL, state, TurnOrders::default(), 1, None).state;
        }
        state
    }

    #[test]
    fn a_campaign_is_twelve_turns_and_then_it_is_peace_for_good() {
        assert_eq!(after(11, Season::Campaign, |_| {}).season, Season::Campaign);
        let over = after(12, Season::Campaign, |_| {});
        assert_eq!((over.season, over.turn, over.season_began), (Season::Peace, 13, 13));
        assert_eq!(after(15, Season::Campaign, |_| {}).season, Season::Peace);
    }

    #[test]
    fn deployment_is_one_turn_and_then_come_twelve() {
        assert_eq!(after(1, Season::Deployment, |_| {}).season, Season::Campaign);
        assert_eq!(after(12, Season::Deployment, |_| {}).season, Season::Campaign);
        assert_eq!(after(13, Season::Deployment, |_| {}).season, Season::Peace);
    }

    #[test]
    fn a_campaign_without_hostilities_goes_on_and_one_whose_hostilities_end_does_not() {
        let ally = |sandbox: &mut Sandbox| sandbox.relation("FR", "AU", Relation::Neutral);
        assert_eq!(after(2, Season::Campaign, ally).season, Season::Campaign);
        let ended = |sandbox: &mut Sandbox| {
            sandbox.relation("FR", "AU", Relation::Neutral);
            sandbox.state.hostilities = true;
        };
        assert_eq!(after(1, Season::Campaign, ended).season, Season::Peace);
    }

    #[test]
    fn men_set_free_are_in_the_pool_at_the_end_of_the_following_season() {
        let merged = |sandbox: &mut Sandbox| {
            sandbox.state.manpower.insert(nation("FR"), 300);
        };
        let pool = |state: &LandState| state.manpower_pool.get(&nation("FR")).copied();
        assert_eq!(pool(&after(12, Season::Campaign, merged)), None);
        assert_eq!(pool(&after(13, Season::Campaign, merged)), Some(300));
    }
}

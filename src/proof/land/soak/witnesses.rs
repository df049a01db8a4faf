//! No event without a rule behind it: what may happen in which phase, and who may be told of it.

use std::collections::BTreeSet;

use fieldpost_engine::event::Told;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::event::{Event, Fact, Kind};
use fieldpost_land::phase::Phase;
use fieldpost_land::state::LandState;
use fieldpost_land::unit::UnitId;

/// What ministers are told of without a unit of theirs on the spot.
const OFFICE_MATTERS: [Kind; 15] = [
    Kind::PlaceDepot,
    Kind::RemoveDepot,
    Kind::Purchase,
    Kind::Upgrade,
    Kind::DestroyTrack,
    Kind::Rebuild,
    Kind::CaptureCity,
    Kind::Transfer,
    Kind::DestroyDepot,
    Kind::Control,
    Kind::Siege,
    Kind::Breach,
    Kind::Refused,
    Kind::Inactivate,
    Kind::Surrender,
];

/// What is wrong with the events of one step of a turn; `before` and `after` are the positions around it.
pub fn faults(events: &[Told<Event>], before: &LandState, after: &LandState) -> Vec<String> {
    let mut faults = Vec::new();
    for told in events {
        let (fact, phase) = (&told.event.fact, told.event.phase);
        let kind = fact.kind();
        if !may_happen(kind, phase) {
            faults.push(format!("{kind:?} happened in {phase}, where no rule has it"));
        }
        for player in told.to.keys() {
            if after.player(*player).is_none() {
                faults.push(format!("{kind:?} was told to player {}, who is nobody", player.0));
            } else if !may_know(fact, *player, before, after) {
                let name = after.player(*player).map_or("", |player| player.name.as_str());
                faults
                    .push(format!("{kind:?} of {:?} was told to {name}, who had nobody there", fact.unit()));
            }
        }
    }
    faults
}

/// The phases in which the rules let something happen.
fn may_happen(kind: Kind, phase: Phase) -> bool {
    let (is_tac, is_strat) = (phase.tactical() > 0, phase.strategic() > 0);
    let is_battle = is_tac && phase != Phase::Tac5;
    let is_supply = phase == Phase::Supply;
    let is_march = is_strat || phase == Phase::Withdrawal;
    let is_move = is_tac || is_march || phase == Phase::Rail;
    match kind {
        Kind::March => is_march,
        Kind::Pursue => is_strat,
        // Whoever routs enters the square of others, who may halt at that (7.10, 10.8).
        Kind::Halt => is_march || phase == Phase::Rail || is_battle,
        Kind::Withdraw => phase == Phase::Withdrawal,
        Kind::Interrupted | Kind::ExitBlocked => is_march,
        Kind::Rail => phase == Phase::Rail,
        Kind::Move | Kind::Intercept => is_tac,
        Kind::Support
        | Kind::Combat
        | Kind::Bombard
        | Kind::HoldFire
        | Kind::Check
        | Kind::Retreat
        | Kind::CaptureGuns => is_battle,
        Kind::Rout | Kind::FallBack => is_battle,
        // At the end of the turn a unit is destroyed that has failed to reform for the third time (14.5).
        Kind::Shatter => is_move || phase == Phase::End,
        Kind::Reform | Kind::ReformFailed => phase == Phase::End,
        Kind::Surrender => is_battle || phase == Phase::End,
        Kind::Square | Kind::Breach => is_battle,
        Kind::Consume | Kind::Requisition | Kind::Desert | Kind::Transfer | Kind::Merge => is_supply,
        // Who destroys a depot loads from it (11.8).
        Kind::Draw => is_supply || is_move,
        Kind::Inactivate | Kind::Hunger | Kind::Lack | Kind::Assign | Kind::Upgrade => is_supply,
        // One of the reserve stands, or is gone, at the end of a turn (ROTD-CWOL 11.7).
        Kind::PlaceDepot | Kind::RemoveDepot => is_supply || phase == Phase::End,
        Kind::Purchase => is_supply || phase == Phase::End,
        Kind::Deploy => phase == Phase::Placement,
        Kind::DeployBridge | Kind::RemoveBridge | Kind::CaptureBridge => is_move,
        Kind::Season | Kind::Rejoin | Kind::StragglersReturn => phase == Phase::End,
        Kind::DestroyTrack | Kind::Rebuild | Kind::Morale => phase == Phase::End,
        Kind::LoseSupplies => is_battle,
        Kind::Activate => is_supply || is_move,
        Kind::Siege | Kind::CaptureCity => is_move,
        Kind::DestroyDepot => is_move || is_supply,
        Kind::Control => is_move || phase == Phase::End,
        Kind::Refused => true,
    }
}

/// Whether a player may know of an event: by a unit of theirs that it names, by an active unit of theirs in a square
/// where it began or ended, before the step or after it, or by an office, where it is no affair of a single unit.
fn may_know(fact: &Fact, player: PlayerNo, before: &LandState, after: &LandState) -> bool {
    let named: BTreeSet<UnitId> = fact.unit().into_iter().chain(fact.other_unit()).collect();
    let squares: Vec<StrategicSquare> =
        fact.at().into_iter().chain(fact.from().map(|from| from.at)).collect();
    let is_office_matter = OFFICE_MATTERS.contains(&fact.kind());
    let has_office = after.player(player).is_some_and(|player| !player.offices.is_empty());
    let is_for_all = fact.kind() == Kind::Season;
    is_for_all
        || is_office_matter && has_office
        || [before, after].into_iter().any(|state| {
            state
                .units_of(player)
                .any(|unit| named.contains(&unit.id) || unit.is_active() && squares.contains(&unit.at))
        })
}

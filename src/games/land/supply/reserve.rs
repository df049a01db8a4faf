//! Depots out of a reserve (ROTD-CWOL 11.7), where a book does not have them bought: setting one up and taking one away takes
//! turns.

use crate::book::Depots;
use crate::event::reason::{Reason, Why};
use crate::event::{Fact, Matter, Scene};
use crate::state::{Depot, DepotKind, DepotWork};
use crate::supply::depots::{Bar, bar_to_place};
use crate::treasury::{self, Giver};
use crate::turn::Turn;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// The turns that a depot takes, where the book has a reserve.
pub fn turns(depots: Depots) -> Option<u8> {
    match depots {
        Depots::Bought => None,
        Depots::Reserve { turns } => Some(turns),
    }
}

/// ROTD-CWOL 11.7: a depot of the reserve is on its way to where one may be.
pub fn place(turn: &mut Turn, giver: Giver, at: StrategicSquare, tac: TacticalSquare, turns: u8) {
    let label = turn.atlas.map.grid.label(at);
    let scene = scene(at, tac);
    match bar(turn, giver, at, tac) {
        Some(why) => {
            let why = Why::NotPlaced
                .named(&DepotKind::Depot, DepotKind::Depot.word())
                .and(label)
                .and(tac)
                .because(why);
            treasury::tell(turn, giver, Fact::Declined(scene.told(why)));
        }
        None => {
            *turn.state.reserve.entry(giver.nation).or_default() -= 1;
            let done = begin(turn, DepotWork { at, tac, side: giver.nation, raises: true, done: 0 }, turns);
            let affair = scene.told(Why::DepotOnItsWay.of(label).and(tac).and(done));
            treasury::tell(turn, giver, Fact::PlaceDepot(affair));
        }
    }
}

fn bar(turn: &Turn, giver: Giver, at: StrategicSquare, tac: TacticalSquare) -> Option<Reason> {
    let in_reserve = turn.state.reserve.get(&giver.nation).copied().unwrap_or(0);
    let is_begun = |work: &&DepotWork| work.raises && work.at == at && work.side == giver.nation;
    if let Some(bar) = bar_to_place(turn.field(), giver.nation, DepotKind::Depot, at, tac) {
        return Some(bar.into());
    }
    if turn.state.depot_works.iter().any(|work| is_begun(&work)) {
        return Some(Bar::There(turn.book.stores()).into());
    }
    (in_reserve == 0).then(|| Why::NoDepotInReserve.into())
}

/// ROTD-CWOL 11.7: a depot that stands is being taken away; it serves until it is gone.
pub fn remove(turn: &mut Turn, giver: Giver, depot: &Depot, turns: u8) {
    let Depot { at, tac, side, .. } = *depot;
    if turn.state.depot_works.iter().any(|work| !work.raises && work.at == at && work.side == side) {
        let label = turn.atlas.map.grid.label(at);
        let why = Why::GoesAlready.of(label).and(tac);
        treasury::tell(turn, giver, Fact::Declined(scene(at, tac).told(why)));
        return;
    }
    let done = begin(turn, DepotWork { at, tac, side, raises: false, done: 0 }, turns);
    let label = turn.atlas.map.grid.label(at);
    let affair = scene(at, tac).told(Why::DepotGoes.of(label).and(tac).and(done));
    treasury::tell(turn, giver, Fact::RemoveDepot(affair));
}

/// Begins a work; the turn at whose end it is done.
fn begin(turn: &mut Turn, work: DepotWork, turns: u8) -> u32 {
    let done = turn.state.turn + u32::from(turns).saturating_sub(1);
    turn.state.depot_works.push(DepotWork { done, ..work });
    done
}

/// ROTD-CWOL 11.7: the row of the turn list: depots whose turns are over stand, or are gone and back in the reserve. One whose
/// square is lost by then goes back too.
pub fn finish(turn: &mut Turn) {
    let now = turn.state.turn;
    let (due, waiting) =
        std::mem::take(&mut turn.state.depot_works).into_iter().partition(|work| work.done <= now);
    turn.state.depot_works = waiting;
    let due: Vec<DepotWork> = due;
    for work in due {
        if work.raises { stand(turn, work) } else { take_away(turn, work) }
    }
}

fn stand(turn: &mut Turn, work: DepotWork) {
    let DepotWork { at, tac, side, .. } = work;
    let label = turn.atlas.map.grid.label(at);
    let why = match bar_to_place(turn.field(), side, DepotKind::Depot, at, tac) {
        None => {
            turn.state.depots.push(Depot { at, tac, kind: DepotKind::Depot, side, supplies: 0 });
            Why::DepotPlaced.named(&DepotKind::Depot, DepotKind::Depot.word()).and(label).and(tac)
        }
        // What bars it is not told.
        Some(_) => {
            *turn.state.reserve.entry(side).or_default() += 1;
            Why::DepotTurnedBack.of(label)
        }
    };
    treasury::tell_ministers(turn, side, Fact::PlaceDepot(scene(at, tac).told(why)));
}

fn take_away(turn: &mut Turn, work: DepotWork) {
    let DepotWork { at, tac, side, .. } = work;
    let is_it = |depot: &Depot| (depot.at, depot.side, depot.kind) == (at, side, DepotKind::Depot);
    let Some(place) = turn.state.depots.iter().position(is_it) else { return };
    turn.state.depots.remove(place);
    *turn.state.reserve.entry(side).or_default() += 1;
    let label = turn.atlas.map.grid.label(at);
    let why = Why::DepotRemoved.named(&DepotKind::Depot, DepotKind::Depot.word()).and(label).and(tac);
    treasury::tell_ministers(turn, side, Fact::RemoveDepot(scene(at, tac).told(why)));
}

fn scene(at: StrategicSquare, tac: TacticalSquare) -> Scene {
    Scene { at: Some(at), tac: Some(tac), matter: Some(Matter::Depot(DepotKind::Depot)) }
}

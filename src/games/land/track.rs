//! Railway track and bridges destroyed and rebuilt (rules 8.5, 8.6, 12.3; R-8.5/6, R-8.5b, R-12.3/12.6).

use std::collections::BTreeSet;

use crate::contact::shores::Shores;
use crate::crossings::railway_bridge_stands;
use crate::detection::{self, witness};
use crate::event::reason::{Reason, Why};
use crate::event::{Fact, Matter, Railway, Scene};
use crate::field::Field;
use crate::rail::journey;
use crate::state::{LandState, Works};
use crate::treasury::{self, Giver};
use crate::turn::{Progress, Turn};
use crate::unit::{Unit, UnitId};
use fieldpost_ground::map::RiverClass;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// Why a unit does not destroy what it was ordered to, in words that name no enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bar {
    Inactive,
    Moved,
    Stirred,
    Fought,
    NotControlled,
    NoTrack,
    NoBridge,
    OtherBank,
}

impl From<Bar> for Reason {
    fn from(bar: Bar) -> Reason {
        match bar {
            Bar::Inactive => Why::NotActive.into(),
            Bar::Moved => Why::NotThereAllTurn.into(),
            Bar::Stirred => Why::NotOnTheBridge.into(),
            Bar::Fought => Why::Fought.into(),
            Bar::NotControlled => Why::RailwayLost.into(),
            Bar::NoTrack => Why::NoTrack.into(),
            Bar::NoBridge => Why::NoRailwayBridge.into(),
            Bar::OtherBank => Why::TrackOnOtherBank.into(),
        }
    }
}

/// ROTD-EUWOL 8.5, 8.6, 12.3, R-12.3/12.6: the row of the turn list at the turn's end: what was ordered to be
/// rebuilt is whole again, and then what units were ordered to destroy is destroyed.
pub fn settle(turn: &mut Turn) {
    finish_works(turn);
    let ordered = turn.progress.iter().flat_map(|(id, progress)| {
        let track = progress.orders.destroy_track.then_some((*id, Railway::Track));
        track.into_iter().chain(progress.orders.destroy_bridge.then_some((*id, Railway::Bridge)))
    });
    let judged = ordered.map(|(id, target)| (id, target, bar(turn, id, target)));
    let mut done = BTreeSet::new();
    for (id, target, bar) in judged.collect::<Vec<_>>() {
        match (bar, turn.state.units.get(&id).map(|unit| unit.at)) {
            (None, Some(at)) if done.insert((at, target)) => destroy(turn, id, at, target),
            (Some(bar), _) => {
                let why = Why::NotDestroyed.named(&target, target.word()).because(bar);
                witness::tell_own(turn, id, Fact::Refused { stand: turn.stand(id), why });
            }
            _ => {}
        }
    }
}

/// ROTD-EUWOL 8.5, R-8.5/6: the row of the turn list at the end of each phase in which units move or fight: the control
/// of a railway has to remain, and a unit spends the turn at the work, so that whoever means to destroy track or bridge notes if the control
/// is lost for a while, or if it is not active.
pub fn watch(turn: &mut Turn) {
    let field = turn.field();
    let ordered = turn
        .progress
        .iter()
        .filter(|(_, progress)| progress.orders.destroy_track || progress.orders.destroy_bridge);
    let seen = ordered.filter_map(|(id, _)| {
        let unit = field.unit(*id)?;
        Some((*id, !journey::is_controlled(field, id.nation, unit.at), !unit.is_active()))
    });
    for (id, is_lost, is_idle) in seen.collect::<Vec<_>>() {
        if let Some(progress) = turn.progress.get_mut(&id) {
            progress.lost_railway |= is_lost;
            progress.was_idle |= is_idle;
        }
    }
}

/// ROTD-EUWOL 8.5, 8.6, R-8.5/6: what keeps a unit from destroying track or bridge. For a bridge it stands on it and
/// does not move at all.
fn bar(turn: &Turn, id: UnitId, target: Railway) -> Option<Bar> {
    let field = turn.field();
    let (unit, progress) = (field.unit(id)?, turn.progress.get(&id)?);
    let has_fought = || {
        turn.fought
            .iter()
            .any(|fought| fought.winners.units.contains(&id) || fought.losers.units.contains(&id))
    };
    let is_controlled = progress.began_on_railway
        && !progress.lost_railway
        && journey::is_controlled(field, id.nation, unit.at);
    if !unit.is_active() || progress.was_idle {
        Some(Bar::Inactive)
    } else if progress.began_in != Some(unit.at) || has_gone(progress) {
        Some(Bar::Moved)
    } else if has_fought() {
        Some(Bar::Fought)
    } else if target == Railway::Bridge {
        bar_to_bridge(field, unit, progress.budged).or((!is_controlled).then_some(Bar::NotControlled))
    } else if !journey::is_track(field, unit.at) {
        Some(Bar::NoTrack)
    } else if !is_controlled {
        Some(Bar::NotControlled)
    } else {
        (!reaches_track(field, unit)).then_some(Bar::OtherBank)
    }
}

/// ROTD-EUWOL 8.5, R-8.5b: whether a unit has left its strategic square in this turn, on foot, by rail or in rout, though it may
/// have come back to it.
fn has_gone(progress: &Progress) -> bool {
    progress.steps > 0 || progress.rode || progress.routed
}

/// ROTD-EUWOL 8.6: the unit is on a bridge that stands, and has not left it in this turn: who steps off it and on again
/// has moved.
fn bar_to_bridge(field: Field<'_>, unit: &Unit, budged: bool) -> Option<Bar> {
    if !railway_bridge_stands(field, unit.at, unit.tac) {
        Some(Bar::NoBridge)
    } else {
        budged.then_some(Bar::Stirred)
    }
}

/// ROTD-EUWOL 8.5: where a river that cannot be forded passes the square, the unit is on a bank with track, or on one
/// that a bridge joins to it.
fn reaches_track(field: Field<'_>, unit: &Unit) -> bool {
    let is_great = field.atlas.map.river_class(unit.at).is_some_and(|class| class > RiverClass::Fordable);
    let shores = Shores::new(field);
    let own = shores.under(unit.at, unit.tac);
    let track = &field.atlas.sheet(unit.at).rail;
    !is_great
        || has_ferry(field, unit)
        || TacticalSquare::all()
            .filter(|square| track[square.index()])
            .any(|square| shores.under(unit.at, square).touch(own))
}

/// ROTD-EUWOL 8.5: a ferry of the unit's side in the square takes it over the river.
fn has_ferry(field: Field<'_>, unit: &Unit) -> bool {
    let mut ferries = field.state.ferries.iter();
    ferries.any(|ferry| ferry.at == unit.at && field.relation(unit.id.nation, ferry.side).is_friendly())
}

/// ROTD-EUWOL 8.5, 8.6: the track is gone, and the bridge with it if that was ordered; those who see the unit see it.
fn destroy(turn: &mut Turn, id: UnitId, at: StrategicSquare, target: Railway) {
    turn.state.track_destroyed.insert(at);
    let fact = Fact::DestroyTrack { stand: turn.stand(id), what: target };
    let to = detection::seen_by(turn.field(), id);
    turn.tell_all(fact, to);
    if target == Railway::Bridge {
        turn.state.bridges_destroyed.insert(at);
        leave_bridges(turn, at);
    }
}

/// R-8.5b: who stood on a bridge that is no more stands on the nearest ground beside it.
pub fn leave_bridges(turn: &mut Turn, at: StrategicSquare) {
    let bridges = &turn.atlas.sheet(at).bridge;
    for (id, tac) in moves_off_bridges(turn.field(), at, |tac| bridges[tac.index()]) {
        turn.relocate(id, at, tac);
    }
}

/// R-8.5b: who stands on the bridges of a square that are gone, each with the nearest ground beside it.
pub fn moves_off_bridges(
    field: Field<'_>,
    at: StrategicSquare,
    is_gone: impl Fn(TacticalSquare) -> bool,
) -> Vec<(UnitId, TacticalSquare)> {
    let sheet = field.atlas.sheet(at);
    let ground = |from: TacticalSquare| {
        let dry = TacticalSquare::all()
            .filter(|square| sheet.is_passable(*square) && !sheet.bridge[square.index()]);
        dry.min_by_key(|square| (square.distance(from), square.col(), square.row()))
    };
    let stranded = field.units_in(at).filter(|unit| is_gone(unit.tac));
    stranded.filter_map(|unit| Some((unit.id, ground(unit.tac)?))).collect()
}

/// ROTD-EUWOL 8.5, 8.6, R-8.5/6: track and bridges of a square are whole again.
pub fn make_whole(state: &mut LandState, at: StrategicSquare) {
    state.rebuilding.remove(&at);
    state.track_destroyed.remove(&at);
    state.bridges_destroyed.remove(&at);
}

/// ROTD-EUWOL 8.5, 8.6, 12.3, R-8.5/6: orders the track of a square to be rebuilt, and its bridges with it: the
/// railway must be controlled by the side, and the treasury pays at once.
pub fn rebuild(turn: &mut Turn, giver: Giver, at: StrategicSquare, is_bridge: bool) {
    let target = if is_bridge { Railway::Bridge } else { Railway::Track };
    let label = turn.atlas.map.grid.label(at);
    let scene = Scene { at: Some(at), tac: None, matter: Some(Matter::Railway(target)) };
    let paid = match bar_to_works(turn.field(), giver, at, target) {
        Some(why) => Err(why.into()),
        None => pay(turn, giver),
    };
    match paid {
        Ok(turns) => {
            let done = turn.state.turn + turns;
            turn.state.rebuilding.insert(at, Works { nation: giver.nation, done });
            let why = Why::WillBeWhole.named(&target, target.word()).and(label).and(done);
            treasury::tell(turn, giver, Fact::Purchase(scene.told(why)));
        }
        Err(why) => {
            let why = Why::NotRebuilt.named(&target, target.word()).and(label).because(why);
            treasury::tell(turn, giver, Fact::Declined(scene.told(why)));
        }
    }
}

/// Takes the price of works; answers how many turns after this one they take.
fn pay(turn: &mut Turn, giver: Giver) -> Result<u32, Reason> {
    let works = turn.book.works().ok_or(Why::NoSuchWorks)?;
    treasury::pay(&mut turn.state, giver.nation, works.cost)?;
    Ok(works.turns)
}

fn bar_to_works(field: Field<'_>, giver: Giver, at: StrategicSquare, target: Railway) -> Option<Why> {
    let gone = match target {
        Railway::Track => &field.state.track_destroyed,
        Railway::Bridge => &field.state.bridges_destroyed,
    };
    if !field.atlas.map.is_rail(at) {
        Some(Why::NeverARailway)
    } else if !journey::is_controlled(field, giver.nation, at) {
        Some(Why::RailwayNotYours)
    } else if !gone.contains(&at) {
        Some(Why::NotGone)
    } else {
        field.state.rebuilding.contains_key(&at).then_some(Why::InTheWorks)
    }
}

/// ROTD-EUWOL 8.5, 12.3, R-8.5b: track and bridges whose works are done are whole again, if the side still controls
/// the railway; else the works were for nothing.
pub fn finish_works(turn: &mut Turn) {
    let now = turn.state.turn;
    let due = turn.state.rebuilding.iter().filter(|(_, works)| works.done <= now);
    for (at, works) in due.map(|(at, works)| (*at, *works)).collect::<Vec<_>>() {
        turn.state.rebuilding.remove(&at);
        let label = turn.atlas.map.grid.label(at);
        let scene = Scene { at: Some(at), ..Scene::default() };
        if journey::is_controlled(turn.field(), works.nation, at) {
            make_whole(&mut turn.state, at);
            let why = Why::RailwayWhole.of(label);
            treasury::tell_ministers(turn, works.nation, Fact::Rebuild(scene.told(why)));
        } else {
            let why = Why::WorksLost.of(label);
            treasury::tell_ministers(turn, works.nation, Fact::Declined(scene.told(why)));
        }
    }
}

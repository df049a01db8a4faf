//! Bombardment (rule 10.15, R-10.15).

use std::collections::{BTreeMap, BTreeSet};

use crate::book::kinds::MEN_PER_BATTERY;
use crate::combat::amount::{luck, share_out, times};
use crate::combat::battle::{is_fighter, manned_fort};
use crate::combat::breach::{self, Shelling};
use crate::combat::check::{self, Asked, Trial};
use crate::combat::crew::gunners;
use crate::combat::fight::sort_losses;
use crate::combat::flanks::Flanks;
use crate::combat::leave::Danger;
use crate::combat::segment;
use crate::combat::strength::{Against, Attitude, Segment, crews, strength, uses_ammunition};
use crate::detection::{seen_by, witness};
use crate::event::reason::{Reason, Why};
use crate::event::{Fact, Place};
use crate::field::Field;
use crate::tactics::course::LAST_PHASE;
use crate::tactics::{march, phase_number};
use crate::turn::Turn;
use crate::unit::{Guns, Quality, Unit, UnitId};
use fieldpost_engine::words::counted;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::{Direction, TacticalSquare};

/// One unit that bombards, and what it does.
struct Shot {
    unit: UnitId,
    /// The direction of its guns, seen from where the shells fall.
    from: Option<Direction>,
    /// The units it hits, and the men they lose by it alone.
    losses: Vec<(UnitId, u32)>,
}

/// ROTD-EUWOL 10.15: after movement and before combat, all guns that can bombard and have not been told otherwise do so
/// at once; then those whom they hit are put to the test (10.8).
pub fn phase(turn: &mut Turn) {
    let aimed = aim(turn);
    let crowding = crowding(turn.field(), &aimed);
    let mut shots = Vec::new();
    let shellings: Vec<Shelling> =
        aimed.iter().filter_map(|(id, target)| shelling(turn.field(), *id, *target, &crowding)).collect();
    for (id, target) in aimed {
        if let Some(progress) = turn.progress.get_mut(&id) {
            progress.bombarded |= progress.orders.bombard == Some(target);
        }
        let from = turn.state.units.get(&id).and_then(|unit| {
            let (dx, dy) = target.offset_to(unit.tac);
            Direction::from_step(dx.signum(), dy.signum())
        });
        let losses = losses(turn, id, target, &crowding);
        shots.push(Shot { unit: id, from, losses });
    }
    let hit = limit(turn.field(), &mut shots);
    for shot in &shots {
        land(turn, shot);
    }
    breach::phase(turn, &shellings);
    for (id, hit) in hit {
        put_to_the_test(turn, id, hit, &shots);
    }
    if phase_number(turn) == LAST_PHASE - 1 {
        tell_in_vain(turn);
    }
}

/// R-10.15b: the guns that fire, each with its square; the side of those that hold their fire is told why, once a turn.
fn aim(turn: &mut Turn) -> Vec<(UnitId, TacticalSquare)> {
    let mut aimed = Vec::new();
    for id in gunners_free(turn) {
        let Some(target) = turn.state.units.get(&id).and_then(|unit| target(turn, unit)) else { continue };
        match why_held(turn, id) {
            None => aimed.push((id, target)),
            Some(why) => tell_held(turn, id, why),
        }
    }
    aimed
}

/// R-10.15b: why guns that could fire do not: they were told to hold their fire, or were told nothing and keep their last
/// rounds.
fn why_held(turn: &Turn, id: UnitId) -> Option<Reason> {
    let kept = turn.book.combat.bombardment.rounds_kept;
    let orders = &turn.progress.get(&id)?.orders;
    let rounds = turn.state.units.get(&id)?.ammunition;
    if orders.hold_fire {
        return Some(Why::AsOrdered.into());
    }
    let spares = uses_ammunition(id.kind) && orders.bombard.is_none() && rounds <= kept;
    let kept = || match rounds {
        1 => Why::KeepsItsRound.into(),
        _ => Why::KeepsItsRounds.named(&rounds, counted(rounds, "round")),
    };
    spares.then(kept)
}

fn tell_held(turn: &mut Turn, id: UnitId, why: Reason) {
    let Some(progress) = turn.progress.get_mut(&id).filter(|progress| !progress.held_fire) else { return };
    progress.held_fire = true;
    witness::tell_own(turn, id, Fact::HoldFire { stand: turn.stand(id), why });
}

/// The gunners of each nation that fire from a square, by square.
type Crowding = BTreeMap<Place, BTreeMap<NationCode, u64>>;

/// ROTD-EUWOL 10.4, R-10.15: the gunners of each nation that fire from each square.
fn crowding(field: Field<'_>, aimed: &[(UnitId, TacticalSquare)]) -> Crowding {
    let mut crowding = Crowding::new();
    for unit in aimed.iter().filter_map(|(id, _)| field.unit(*id)) {
        let here = crowding.entry(Place { at: unit.at, tac: unit.tac }).or_default();
        *here.entry(unit.id.nation).or_default() += u64::from(gunners(unit));
    }
    crowding
}

/// ROTD-EUWOL 10.4, R-10.15: what counts of so much strength of a unit's guns: all, if they and those of its side that fire
/// from its square find room in two lines of a front; else their part.
fn in_two_lines(field: Field<'_>, unit: &Unit, guns: u64, crowding: &Crowding) -> u64 {
    let numbers = &field.book.combat;
    let room = numbers.bombardment.lines * numbers.front.one * numbers.front.man / numbers.front.gunner;
    let here = crowding.get(&Place { at: unit.at, tac: unit.tac }).into_iter().flatten();
    let friends = here.filter(|(nation, _)| field.relation(unit.id.nation, **nation).is_friendly());
    let crowd: u64 = friends.map(|(_, gunners)| gunners).sum();
    guns * u64::from(room).min(crowd) / crowd.max(1)
}

/// no unit loses more than its part of its men to all the shells of a phase together; what it is spared is taken
/// from each shot's share. Returns each unit hit as it was before its losses.
fn limit(field: Field<'_>, shots: &mut [Shot]) -> BTreeMap<UnitId, Hit> {
    let ids: BTreeSet<UnitId> = shots.iter().flat_map(|shot| &shot.losses).map(|(id, _)| *id).collect();
    let mut hit = BTreeMap::new();
    for id in ids {
        let Some(unit) = field.unit(id) else { continue };
        let behind_walls = unit.in_fort && manned_fort(field, Place { at: unit.at, tac: unit.tac }).is_some();
        hit.insert(id, Hit { men: unit.strength, behind_walls });
        let most = u64::from(unit.strength * field.book.combat.bombardment.most / 1000);
        let of_unit = shots.iter_mut().flat_map(|shot| &mut shot.losses).filter(|(other, _)| *other == id);
        let mut shares: Vec<&mut u32> = of_unit.map(|(_, lost)| lost).collect();
        let losses: Vec<u64> = shares.iter().map(|lost| u64::from(**lost)).collect();
        let all: u64 = losses.iter().sum();
        for (share, lost) in shares.iter_mut().zip(share_out(all.min(most), &losses)) {
            **share = lost as u32;
        }
    }
    hit
}

/// A unit that shells strike, as it was before.
struct Hit {
    men: u32,
    behind_walls: bool,
}

/// ROTD-EUWOL 10.8, R-10.15b: a unit that shells have struck takes its check, as one whose flanks are covered; away from the
/// enemy is away from the guns.
fn put_to_the_test(turn: &mut Turn, id: UnitId, Hit { men, behind_walls }: Hit, shots: &[Shot]) {
    let Some(unit) = turn.state.units.get(&id) else { return };
    let lost = men - unit.strength;
    let at_it = shots.iter().filter(|shot| shot.losses.iter().any(|(hit, _)| *hit == id));
    let entries: BTreeSet<Direction> = at_it.filter_map(|shot| shot.from).collect();
    let danger = Danger { entries: entries.into_iter().collect() };
    let trial = Trial { lost, of: men, behind_walls, flanks: Flanks::Both, asked: Asked::Shells };
    check::one(turn, id, trial, &danger);
}

/// ROTD-EUWOL 10.15, G-13: in the last phase with combat: who was ordered to bombard a square and never did is told why.
fn tell_in_vain(turn: &mut Turn) {
    let ordered = turn.progress.iter().filter(|(_, progress)| !progress.bombarded);
    let ordered: Vec<(UnitId, TacticalSquare)> =
        ordered.filter_map(|(id, progress)| Some((*id, progress.orders.bombard?))).collect();
    for (id, square) in ordered {
        let field = turn.field();
        let Some(unit) = field.unit(id).filter(|unit| unit.is_active()) else { continue };
        let why = never(square, bar(field, unit, square).unwrap_or(Why::NobodyToFireAt));
        witness::tell_own(turn, id, Fact::Refused { stand: turn.stand(id), why });
    }
}

/// ROTD-EUWOL 10.15: what keeps a unit's guns from a square of its map, whoever stands there.
pub fn bar(field: Field<'_>, unit: &Unit, square: TacticalSquare) -> Option<Why> {
    if !can_fire(field, unit) {
        Some(Why::NoGuns)
    } else {
        (unit.tac.distance(square) > range(field, unit)).then_some(Why::OutOfRange)
    }
}

/// ROTD-EUWOL 10.15: whether a unit's guns reach a square of its map in which enemies stand, without friends.
pub fn finds(field: Field<'_>, unit: &Unit, square: TacticalSquare) -> bool {
    bar(field, unit, square).is_none() && enemies(field, unit).contains_key(&square)
}

/// That a square, in words, is never bombarded, and why.
pub fn never(square: impl std::fmt::Display, why: Why) -> Reason {
    Why::NeverBombarded.of(square).because(why)
}

/// ROTD-EUWOL 10.15: units with guns and ammunition for them that did not move in this phase and are in no combat,
/// with an enemy on their map.
fn gunners_free(turn: &Turn) -> Vec<UnitId> {
    let field = turn.field();
    free(turn).filter(|unit| can_fire(field, unit)).map(|unit| unit.id).collect()
}

/// The combat units that did not move in this phase and are in no combat, in squares where others stand.
fn free(turn: &Turn) -> impl Iterator<Item = &Unit> {
    let field = turn.field();
    let moved =
        |unit: &Unit| turn.progress.get(&unit.id).is_some_and(|progress| progress.tactics.came.is_some());
    let units = field.squares_of_several().flat_map(move |at| field.units_in(at));
    units.filter(move |unit| unit.is_combat() && !moved(unit) && !march::is_in_combat(field, unit))
}

/// ROTD-EUWOL 10.15: the squares into which shells may fall in this phase, with the worst that they can do there, in thousandths of a man
/// before cover. Of units that are not known whole nobody can say what guns, rounds and crews they have: each has the best that its type may
/// have.
pub fn may_fall(turn: &Turn, is_known: impl Fn(UnitId) -> bool) -> BTreeMap<Place, u64> {
    let field = turn.field();
    let numbers = &field.book.combat;
    let mut squares = BTreeMap::new();
    for unit in free(turn) {
        let is_whole = is_known(unit.id);
        if is_whole && (!can_fire(field, unit) || why_held(turn, unit.id).is_some()) {
            continue;
        }
        let guns = if is_whole { unit.clone() } else { with_most_guns(field, unit) };
        if guns.batteries == 0 {
            continue;
        }
        let is_bidden = turn.progress.get(&unit.id).is_some_and(|progress| progress.orders.bombard.is_some());
        let is_far = is_bidden || numbers.bombardment.far_unbidden;
        let reach = if is_far { range(field, &guns) } else { numbers.bombardment.range.0 };
        let more = [numbers.bombardment.strength];
        let guns = strength(field, &guns, (false, Against::Lines), Segment::Bombardment, &more).guns;
        let worst = times(guns, &[numbers.bombardment.loss, numbers.losses.luck.1]);
        let targets = enemies(field, unit).into_keys();
        for tac in targets.filter(|tac| (1..=reach).contains(&unit.tac.distance(*tac))) {
            *squares.entry(Place { at: unit.at, tac }).or_default() += worst;
        }
    }
    squares
}

/// A unit of which a look alone is known, with the most and the best guns of its type, and the best crews.
fn with_most_guns(field: Field<'_>, unit: &Unit) -> Unit {
    let kind = field.book.kind(unit.id.kind);
    let batteries = kind.size.most_batteries;
    let guns = field.book.musters.guns.all.last().copied().unwrap_or(unit.guns);
    let strength = unit.strength.max(u32::from(batteries) * MEN_PER_BATTERY);
    let crews =
        Unit { quality: Quality::Excellent, experience: u16::MAX, morale: 100, fatigue: 0, ..unit.clone() };
    Unit { batteries, guns, strength, ammunition: unit.ammunition.max(1), ..crews }
}

/// ROTD-EUWOL 10.8, 10.15: whether shells that may do so much in a unit's square put it to the test, if they fall on it and on the
/// `known` units beside it. In each phase before this one they may have cost it nearly as much as puts it to the test.
pub fn may_shake(turn: &Turn, unit: &Unit, worst: u64, is_known: impl Fn(UnitId) -> bool) -> bool {
    if !is_fighter(unit) {
        return false;
    }
    let field = turn.field();
    let beside = field.units_in(unit.at).filter(|other| other.tac == unit.tac && is_fighter(other));
    let men: u64 = beside.filter(|other| is_known(other.id)).map(|other| u64::from(other.strength)).sum();
    let falls = worst * u64::from(unit.strength) / men.max(1);
    let lost = suffered(turn, unit, falls);
    let asks = field.book.combat.check.losses[0];
    let shelled_before = u32::from(phase_number(turn).saturating_sub(1));
    let least = u64::from(unit.strength) * u64::from(1000 - asks * shelled_before) / 1000;
    let is_left_a_remnant =
        least.saturating_sub(u64::from(lost)) < u64::from(field.book.combat.losses.remnant);
    lost > 0 && (is_left_a_remnant || u64::from(lost) * 1000 >= u64::from(asks) * least)
}

/// 11.12, R-11.11: whether a unit has a battery with its fifty men, and ammunition for it; the guns of cavalry need
/// none.
fn can_fire(field: Field<'_>, unit: &Unit) -> bool {
    (unit.ammunition > 0 || !uses_ammunition(unit.id.kind)) && crews(&field.book.combat, unit).0 > 0
}

/// ROTD-EUWOL 10.15, R-10.15: the square that was ordered if it is in range and holds enemies and no friends; else of the
/// neighbouring ones the one with most enemies, in some books else of all in range; of equals the first. Nothing asks for sight: what stands nearer, friend or
/// enemy, does not keep shells from what stands behind it.
fn target(turn: &Turn, unit: &Unit) -> Option<TacticalSquare> {
    let field = turn.field();
    let men = enemies(field, unit);
    let ordered = turn.progress.get(&unit.id).and_then(|progress| progress.orders.bombard);
    let in_range = |square: &TacticalSquare, range: u8| (1..=range).contains(&unit.tac.distance(*square));
    if let Some(square) =
        ordered.filter(|square| in_range(square, range(field, unit)) && men.contains_key(square))
    {
        return Some(square);
    }
    let most = |reach: u8| {
        let within = men.iter().filter(|(square, _)| in_range(square, reach));
        within.max_by_key(|(square, men)| (**men, std::cmp::Reverse(**square))).map(|(square, _)| *square)
    };
    let far = || most(range(field, unit)).filter(|_| field.book.combat.bombardment.far_unbidden);
    most(1).or_else(far)
}

/// ROTD-EUWOL 10.15: two squares for rifled light and siege artillery and rifled batteries of infantry, else one.
fn range(field: Field<'_>, unit: &Unit) -> u8 {
    let (short, long) = field.book.combat.bombardment.range;
    let carries_far = field.book.kind(unit.id.kind).far;
    if carries_far && matches!(unit.guns, Guns::Rifled | Guns::Breech) { long } else { short }
}

/// The men of enemies by square, without those squares that hold friends.
fn enemies(field: Field<'_>, unit: &Unit) -> BTreeMap<TacticalSquare, u32> {
    let relation = |other: &Unit| field.relation(unit.id.nation, other.id.nation);
    let friends: BTreeSet<TacticalSquare> = field
        .units_in(unit.at)
        .filter(|other| relation(other).is_friendly())
        .map(|other| other.tac)
        .collect();
    let mut men = BTreeMap::new();
    for other in
        field.units_in(unit.at).filter(|other| is_fighter(other) && relation(other) == Relation::Hostile)
    {
        if !friends.contains(&other.tac) {
            *men.entry(other.tac).or_default() += other.strength;
        }
    }
    men
}

/// What of a unit's guns reaches a square: their strength after what bombarding adds, as far as they find room.
fn shelling(field: Field<'_>, id: UnitId, target: TacticalSquare, crowding: &Crowding) -> Option<Shelling> {
    let unit = field.unit(id)?;
    let more = [field.book.combat.bombardment.strength];
    let guns = strength(field, unit, (false, Against::Lines), Segment::Bombardment, &more).guns;
    Some(Shelling { guns: id, target, strength: in_two_lines(field, unit, guns, crowding) })
}

/// the losses of a square's enemies to the guns of one unit, spread over all of them by their men.
fn losses(turn: &mut Turn, id: UnitId, target: TacticalSquare, crowding: &Crowding) -> Vec<(UnitId, u32)> {
    let numbers = &turn.book.combat;
    let luck = luck(turn, numbers.losses.luck, "10.15", &id.to_string());
    let field = turn.field();
    let Some(unit) = field.unit(id) else { return Vec::new() };
    let reaches = shelling(field, id, target, crowding).map_or(0, |shelling| shelling.strength);
    let inflicted = times(reaches, &[numbers.bombardment.loss, luck]);
    let hostile = |other: &&Unit| {
        other.tac == target
            && is_fighter(other)
            && field.relation(id.nation, other.id.nation) == Relation::Hostile
    };
    let hit: Vec<&Unit> = field.units_in(unit.at).filter(hostile).collect();
    let men: Vec<u64> = hit.iter().map(|other| u64::from(other.strength)).collect();
    let falls = share_out(inflicted, &men);
    hit.into_iter().zip(falls).map(|(other, falls)| (other.id, suffered(turn, other, falls))).collect()
}

/// What of so many who would fall of a unit does, by its posture and its walls.
pub(super) fn suffered(turn: &Turn, unit: &Unit, falls: u64) -> u32 {
    let defend = turn.progress.get(&unit.id).map(|progress| progress.orders.defend).unwrap_or_default();
    let place = Place { at: unit.at, tac: unit.tac };
    let fort = manned_fort(turn.field(), place).filter(|_| unit.in_fort);
    segment::suffered(&turn.book.combat, unit.strength, falls, Attitude::of_defence(defend), fort)
}

/// The shot hits: men are lost, ammunition is spent, and both sides are told.
fn land(turn: &mut Turn, shot: &Shot) {
    let Some(unit) = turn.state.units.get_mut(&shot.unit) else { return };
    unit.ammunition = unit.ammunition.saturating_sub(u8::from(uses_ammunition(shot.unit.kind)));
    for (id, lost) in &shot.losses {
        let Some(hit) = turn.state.units.get_mut(id) else { continue };
        hit.strength = hit.strength.saturating_sub(*lost);
        hit.casualties += lost;
        sort_losses(turn, *id, *lost, true);
        tell(turn, shot.unit, *id, *lost);
    }
}

/// Those who see the guns, or what they hit, are told.
fn tell(turn: &mut Turn, guns: UnitId, hit: UnitId, men: u32) {
    let before = seen_by(turn.field(), guns);
    let at = turn.stand(hit).at;
    witness::tell_move(turn, hit, &before, Fact::Bombard { guns, hit, at, men });
}

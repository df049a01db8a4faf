//! What the lots decide in a rehearsal: who goes first in a phase is drawn, and who comes second may find the square full.
//!
//! **Nobody knows the game's lots at order time.** So where lots are drawn the rehearsal is made once more with the same lots the other
//! way round, so that of each two who draw either is first once. If anything differs, lots matter, and it is made by more of them. What
//! is the same by all of these is foreseen; what differs is said to be as the lot falls. They go on from one that has begun: what comes
//! before the first lot is done once.

use std::collections::{BTreeMap, BTreeSet};

use crate::command::hitch::{Declined, Hangs, Hitch};
use crate::command::provisions::{self, Provisions};
use crate::command::rehearsal::{Course, Ends, Rehearsal, Stage, Watch, with_others_at_rest};
use crate::orders::TurnOrders;
use crate::phase::Phase;
use crate::sequence;
use crate::turn::Turn;
use crate::unit::UnitId;
use fieldpost_engine::dice::Dice;
use fieldpost_engine::phase::{self, Row};

/// By what lots a turn is rehearsed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lots {
    /// The seed of the dice.
    pub seed: u64,
    /// Whether it is the other way round.
    pub is_turned: bool,
}

/// The lots of a rehearsal, and the same the other way round: those of no game, or who reads receipts would know the game's.
const FIRST: [Lots; 2] = [Lots { seed: 0, is_turned: false }, Lots { seed: 0, is_turned: true }];

/// More of them, where these differ: of many who contend for little room one is unlucky by few lots.
fn more() -> impl Iterator<Item = Lots> {
    (1..=7).flat_map(|seed| [false, true].map(|is_turned| Lots { seed, is_turned }))
}

/// What dice take in the supply phase, in men and guns (rules 11.10, 11.11): of that nothing is foretold, and no lots are made of it.
const LOSSES: [&str; 2] = ["11.10", "11.11"];

/// A rehearsal that has begun: all lots go on from here. Nobody has moved yet, and what units eat and draw, which costs most of a
/// rehearsal, is done once for all of them.
#[derive(Clone)]
struct Begun {
    turn: Turn,
    rows: Vec<Row<Turn, Phase>>,
    watch: Watch,
}

impl Begun {
    /// Before the supply phase.
    fn of(stage: &Stage<'_>, orders: &TurnOrders) -> Self {
        let Stage { atlas, book, seen, own, reported, beyond, afloat, fights_afloat, shipped } =
            stage.clone();
        let mut turn = sequence::begin(atlas, book, seen, orders.clone(), 0);
        turn.afloat = afloat;
        let mut rows = sequence::rows(book, turn.state.season);
        let is_rehearsed = |row: &Row<Turn, Phase>| match row.phase {
            Phase::End => [sequence::TRACK.name, sequence::WORKS.name].contains(&row.name),
            _ => row.name != sequence::COMBAT.name,
        };
        rows.retain(is_rehearsed);
        let mut watch = Watch::begin(&turn, own, reported, beyond, fights_afloat, shipped);
        watch.note_vain_sources(&turn);
        Begun { turn, rows, watch }
    }

    /// Behind the supply phase.
    fn fed(mut self) -> Self {
        let fed = &mut self;
        let first = fed.rows.iter().take_while(|row| row.phase == Phase::Supply).count();
        let supply: Vec<Row<Turn, Phase>> = fed.rows.drain(..first).collect();
        phase::run(&supply, &mut fed.turn, None, |turn, phase| turn.phase = phase);
        self
    }

    /// Whether dice decide nothing in what is behind it but losses.
    fn has_lost_alone(&self) -> bool {
        self.turn.dice.log().iter().all(|draw| LOSSES.contains(&draw.rule.as_str()))
    }

    /// Rehearses the rest by some lots, up to the last phase in which anybody moves, and what comes of track and bridges after that; and
    /// whether lots were drawn.
    fn by(&self, lots: Lots) -> (Rehearsal, bool) {
        let Begun { mut turn, rows, mut watch } = self.clone();
        turn.dice = Dice::new(lots.seed, turn.state.turn);
        turn.dice = if lots.is_turned { turn.dice.turned() } else { turn.dice };
        phase::run(&rows, &mut turn, None, |turn, phase| {
            if phase != turn.phase {
                watch.look(turn);
            }
            turn.phase = phase;
        });
        watch.look(&turn);
        watch.relist_sources(&mut turn);
        (watch.end(&turn), turn.dice.has_drawn_lots())
    }
}

/// Rehearses a turn on what its player sees; what the lots decide is left open.
pub fn rehearse(stage: &Stage<'_>, orders: &TurnOrders) -> Rehearsal {
    let orders = &with_others_at_rest(orders.clone(), &stage.seen, &stage.own);
    let mut begun = Begun::of(stage, orders);
    let mut fed = begun.clone().fed();
    let mut provisions = vec![Provisions::of(&fed.turn, stage)];
    for (stage, orders) in provisions::by_others(stage, orders) {
        provisions.push(Provisions::of(&Begun::of(&stage, &orders).fed().turn, &stage));
    }
    let of_unknown_load = provisions::of_unknown_load(&provisions);
    begun.watch.of_unknown_load.clone_from(&of_unknown_load);
    fed.watch.of_unknown_load = of_unknown_load;
    let mut told = by_lots(if fed.has_lost_alone() { &fed } else { &begun });
    provisions::leave_open(&mut told, &provisions);
    told
}

/// Rehearses the rest by as many lots as matter.
fn by_lots(begun: &Begun) -> Rehearsal {
    let [first, turned] = FIRST;
    let (mut told, has_drawn_lots) = begun.by(first);
    if !has_drawn_lots {
        return told;
    }
    let mut others = vec![begun.by(turned).0];
    if others.iter().all(|other| is_same(&told, other)) {
        return told;
    }
    others.extend(more().map(|lots| begun.by(lots).0));
    agree(&mut told, &others);
    told
}

/// Whether two rehearsals tell the same.
fn is_same(one: &Rehearsal, other: &Rehearsal) -> bool {
    let goes = |course: &Course| (course.steps.clone(), course.ends, course.stays);
    let courses =
        |all: &Rehearsal| all.courses.iter().map(|(id, course)| (*id, goes(course))).collect::<Vec<_>>();
    let hitches = |all: &Rehearsal| {
        let of_all =
            all.hitches.iter().flat_map(|(id, hitches)| hitches.iter().map(|hitch| (*id, hitch.words())));
        of_all.collect::<BTreeSet<_>>()
    };
    courses(one) == courses(other)
        && hitches(one) == hitches(other)
        && (&one.doubts, &one.aimless, &one.declined) == (&other.doubts, &other.aimless, &other.declined)
        && one.done == other.done
}

/// Leaves of a rehearsal what is so by all lots, and marks what is not.
fn agree(told: &mut Rehearsal, others: &[Rehearsal]) {
    for (id, course) in &mut told.courses {
        let others: Vec<&Course> = others.iter().filter_map(|other| other.courses.get(id)).collect();
        if let Some(by_lot) = course_by_lot(course, &others) {
            *course = by_lot;
        }
    }
    let units: BTreeSet<UnitId> = told.courses.keys().copied().collect();
    for id in units {
        let of = |all: &Rehearsal| all.hitches.get(&id).cloned().unwrap_or_default();
        let all: Vec<Vec<Hitch>> = std::iter::once(of(told)).chain(others.iter().map(of)).collect();
        told.hitches.insert(id, hitches_by_lot(&all));
    }
    for other in others {
        told.doubts.extend(other.doubts.iter().map(|(id, doubt)| (*id, doubt.clone())));
        told.aimless.extend(&other.aimless);
        told.done.retain(|done| other.done.contains(done));
    }
    let all: Vec<Vec<Declined>> =
        std::iter::once(&*told).chain(others).map(|all| all.declined.clone()).collect();
    told.declined = declined_by_lot(&all);
}

/// The course of a unit as far as it is the same by all lots; none if it is so throughout. Where it would be at last by all of those that
/// were tried is not told: by another it may find the square full.
fn course_by_lot(told: &Course, others: &[&Course]) -> Option<Course> {
    let same = |place: usize| others.iter().all(|other| other.steps.get(place) == told.steps.get(place));
    let is_whole =
        others.iter().all(|other| other.steps.len() == told.steps.len() && other.ends == told.ends);
    let known = (0..told.steps.len()).take_while(|place| same(*place)).count();
    if is_whole && known == told.steps.len() {
        return None;
    }
    let mut steps = told.steps[..known].to_vec();
    steps.push("then where it goes is as the lot falls, and not foreseen (rules 7.6, 9.6)".into());
    Some(Course { steps, ends: Ends::Open, stays: false })
}

/// What hinders a unit by any lots: each once, and marked where it is not by all. When it is so is left out where that differs.
fn hitches_by_lot(all: &[Vec<Hitch>]) -> Vec<Hitch> {
    let mut told: Vec<Hitch> = Vec::new();
    for hitch in all.iter().flatten() {
        let is_it = |other: &&Hitch| (other.of, &other.why) == (hitch.of, &hitch.why);
        if told.iter().any(|other| is_it(&other)) {
            continue;
        }
        let found: Vec<Option<&Hitch>> = all.iter().map(|hitches| hitches.iter().find(is_it)).collect();
        let hangs = if found.iter().any(Option::is_none) { Hangs::OnLot } else { hitch.hangs };
        let is_then = |other: &&Hitch| other.when == hitch.when;
        let when = found.iter().flatten().all(is_then).then(|| hitch.when.clone());
        told.push(Hitch { when: when.unwrap_or_default(), hangs, ..hitch.clone() });
    }
    told
}

/// The same of orders of offices.
fn declined_by_lot(all: &[Vec<Declined>]) -> Vec<Declined> {
    let mut told: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    let mut order: Vec<&Declined> = Vec::new();
    for declined in all {
        for one in declined {
            if !order.contains(&one) {
                order.push(one);
            }
        }
        let once: BTreeSet<(&str, bool)> =
            declined.iter().map(|one| (one.words.as_str(), one.whole)).collect();
        once.into_iter().for_each(|key| *told.entry(key).or_default() += 1);
    }
    let is_by_lot = |one: &Declined| told.get(&(one.words.as_str(), one.whole)) != Some(&all.len());
    let hangs = |one: &Declined| if is_by_lot(one) { Hangs::OnLot } else { one.hangs };
    order.into_iter().map(|one| Declined { hangs: hangs(one), ..one.clone() }).collect()
}

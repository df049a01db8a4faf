//! What a scenario says of its turn: phases, how long rounds go on, who goes first.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use toml::Spanned;

use crate::map::Owner;
use crate::position::{Acts, Asked, Course, Goal, GoesOn, Phase, Position, Rolled, World};

/// The word for the referee among those who act.
const REFEREE: &str = "referee";
/// The most days of a phase.
const MOST_DAYS: u32 = 60;

/// A phase as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PhaseFile {
    name: String,
    #[serde(default)]
    rounds: bool,
    /// Seats, or the referee alone; without it all.
    acts: Option<Vec<Owner>>,
    #[serde(default)]
    takes: Vec<Asked>,
    #[serde(default)]
    awaits: String,
    #[serde(default)]
    collects: bool,
    days: Option<u32>,
}

/// How many rounds there are, and how they go on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rounds {
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) a_turn: u32,
    least: Option<u32>,
    goes_on: Option<i32>,
    initiative: Option<Rolled>,
}

/// What is wrong, and at which byte of the file, where it is at one.
type Fault = (Option<usize>, String);

/// How a turn goes; `adds` is what each seat adds to its die for the initiative.
pub(super) fn of(
    phases: &[Spanned<PhaseFile>],
    rounds: &Rounds,
    adds: BTreeMap<Owner, i32>,
    scores: Vec<Goal>,
) -> Course {
    let mut phases: Vec<Phase> = phases.iter().map(|phase| phase_of(phase.get_ref())).collect();
    // Where none is said to, the first between rounds collects what the tables say.
    if !phases.iter().any(|phase| phase.collects)
        && let Some(first) = phases.iter_mut().find(|phase| !phase.has_rounds)
    {
        first.collects = true;
    }
    let goes_on = rounds.goes_on.map(|up_to| GoesOn { least: rounds.least.unwrap_or(1), up_to });
    Course { phases, goes_on, rolled: rounds.initiative, adds, scores }
}

fn phase_of(file: &PhaseFile) -> Phase {
    let acts = match file.acts.as_deref() {
        None => Acts::All,
        Some([only]) if &**only == REFEREE => Acts::Referee,
        Some(seats) => Acts::These(seats.to_vec()),
    };
    Phase {
        name: file.name.clone(),
        has_rounds: file.rounds,
        acts,
        takes: file.takes.clone(),
        awaits: file.awaits.trim().trim_end_matches('.').to_owned(),
        collects: file.collects,
        days: file.days,
    }
}

/// Opens the first phase of a game.
pub(super) fn begin(world: &World, position: &mut Position) {
    if let Some(first) = world.course.phases.first() {
        position.interphase = !first.has_rounds;
        if first.collects {
            position.collect(&world.map, &world.books);
        }
    }
}

/// Everything that is wrong with it; `adders` are the powers that add something to their die, each with its place.
pub(super) fn check(
    phases: &[Spanned<PhaseFile>],
    rounds: &Rounds,
    adders: &[(usize, Owner)],
    position: &Position,
) -> Vec<Fault> {
    let mut faults = of_rounds(rounds, adders);
    let with_rounds = phases.iter().filter(|phase| phase.get_ref().rounds).count();
    if !phases.is_empty() && with_rounds != 1 {
        faults.push((None, format!("phase: {with_rounds} of them have rounds = true, expected one")));
    }
    let mut names = BTreeSet::new();
    for entry in phases {
        let (at, phase) = (Some(entry.span().start), entry.get_ref());
        let name = phase.name.trim();
        if name.is_empty() || name.chars().count() > 40 {
            faults.push((at, "a phase has a name of 1 to 40 letters".into()));
        }
        if !names.insert(name.to_lowercase()) {
            faults.push((at, format!("phase {name:?} stands twice")));
        }
        let of_phase = faults_of(phase, position).into_iter();
        faults.extend(of_phase.map(|fault| (at, format!("phase {name:?}: {fault}"))));
    }
    faults
}

fn faults_of(phase: &PhaseFile, position: &Position) -> Vec<String> {
    let mut faults = Vec::new();
    let is_seat = |owner: &&Owner| position.powers.get(*owner).is_some_and(|power| power.player.is_some());
    let seats = phase.acts.iter().flatten();
    let is_alone = phase.acts.as_ref().is_some_and(|acts| acts.len() == 1);
    for owner in seats.filter(|owner| !is_seat(owner) && (&***owner != REFEREE || !is_alone)) {
        faults.push(format!("acts: {owner} is no seat; for the referee alone write acts = [\"{REFEREE}\"]"));
    }
    if phase.acts.as_ref().is_some_and(Vec::is_empty) {
        faults.push("acts: nobody does; without the key all do".into());
    }
    if phase.rounds && (phase.acts.is_some() || !phase.takes.is_empty()) {
        faults.push("in the rounds all powers act, and nothing is asked: leave acts and takes out".into());
    }
    if phase.days.is_some_and(|days| !(1..=MOST_DAYS).contains(&days)) {
        faults.push(format!("days: expected 1 to {MOST_DAYS}"));
    }
    faults
}

fn of_rounds(rounds: &Rounds, adders: &[(usize, Owner)]) -> Vec<Fault> {
    let mut faults: Vec<Fault> = Vec::new();
    if rounds.goes_on.is_some_and(|up_to| !(1..=9).contains(&up_to)) {
        let why = "rounds: goes_on: expected 1 to 9, the most on a d10 with which the turn goes on";
        faults.push((None, why.into()));
    }
    match (rounds.least, rounds.goes_on) {
        (Some(_), None) => faults.push((None, "rounds: least says nothing without goes_on".into())),
        (Some(least), _) if !(1..=rounds.a_turn.max(1)).contains(&least) => {
            faults.push((None, format!("rounds: least: expected 1 to {}", rounds.a_turn)));
        }
        _ => {}
    }
    if rounds.initiative.is_none() {
        let why = "initiative says nothing while [rounds] has no initiative = \"turn\" or \"round\"";
        faults.extend(adders.iter().map(|(at, power)| (Some(*at), format!("{power}: {why}"))));
    }
    faults
}

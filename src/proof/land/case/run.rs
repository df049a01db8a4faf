//! Running a case: every trial of it, and what its expectations make of what comes out.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};

use crate::land::case::expect::{Expectation, Miss};
use crate::land::case::file::CaseFile;
use crate::land::case::foretold::Asked;
use crate::land::case::found::Aftermath;
use crate::land::case::joint;
use crate::land::case::printed::Printed;
use crate::land::case::situation::{self, Fault, Situation};
use crate::land::case::turned::turned;
use fieldpost_engine::event::Told;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::square::Grid;
use fieldpost_land::book;
use fieldpost_land::combat::report::UnitReport;
use fieldpost_land::detection::sight::Sight;
use fieldpost_land::event::{Event, Kind};
use fieldpost_land::orders::TurnOrders;
use fieldpost_land::phase::Phase;
use fieldpost_land::sequence;
use fieldpost_land::state::LandState;
use fieldpost_land::turn::Outcome;

/// A case that was run.
pub struct Report {
    /// Why it failed; none if it passed.
    pub failures: Vec<Failure>,
    /// The events of the first trial, or of the first that failed, one a line.
    pub events: Vec<String>,
}

/// One thing that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The case cannot be run.
    Fault(String),
    /// An expectation does not hold: its line and words, the trial's seed, and why.
    Missed { line: usize, words: String, seed: u64, miss: Miss },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Fault(why) => f.write_str(why),
            Failure::Missed { line, words, seed, miss } => {
                write!(f, "line {line}: expect {words} (seed {seed}): {miss}")
            }
        }
    }
}

/// What one trial left behind.
struct Trial {
    seed: u64,
    state: LandState,
    events: Vec<Told<Event>>,
    sights: BTreeMap<PlayerNo, Sight>,
    printed: Printed,
}

/// Runs a case from its text. Whatever is wrong with it is a failure, never a panic: one bad case costs
/// that case.
pub fn run(text: &str) -> Report {
    panic::catch_unwind(AssertUnwindSafe(|| run_text(text))).unwrap_or_else(|cause| {
        let words = cause.downcast_ref::<String>().map(String::as_str);
        let words = words.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("no word why");
        failed(format!("the engine broke down: {words}"))
    })
}

fn run_text(text: &str) -> Report {
    let case: CaseFile = match toml::from_str(text) {
        Ok(case) => case,
        Err(error) => return failed(error.to_string().trim_end().to_string()),
    };
    if case.trials == 0 || case.turns == 0 {
        return failed("trials and turns are counted from 1".to_string());
    }
    if case.rulesets.is_empty() {
        return run_under(case, text);
    }
    under_each(&case, text)
}

/// One case under several books, its squares turned from the first one's grid to each other's; what fails says under which.
fn under_each(case: &CaseFile, text: &str) -> Report {
    let mut report = Report { failures: Vec::new(), events: Vec::new() };
    let first = case.rulesets.first().and_then(|name| book::of_ruleset(name));
    for ruleset in &case.rulesets {
        let books = first.zip(book::of_ruleset(ruleset));
        let text = books.map_or(Cow::from(text), |(from, to)| turned(text, from, to));
        let Report { failures, events } = match toml::from_str::<CaseFile>(&text) {
            Ok(case) => run_under(CaseFile { ruleset: ruleset.clone(), ..case }, &text),
            Err(error) => failed(error.to_string().trim_end().to_string()),
        };
        let under = failures.into_iter().map(|failure| Failure::Fault(format!("under {ruleset}: {failure}")));
        report.failures.extend(under);
        if report.events.is_empty() {
            report.events = events;
        }
    }
    report
}

fn run_under(case: CaseFile, text: &str) -> Report {
    if case.ships.is_some() {
        return joint::run(case, text).unwrap_or_else(|fault| failed(fault.to_string()));
    }
    let foretold = || Asked::of(&case)?.missed_on_land(&case, text);
    let run = situation::read(&case, text).and_then(|situation| run_trials(&case, &situation));
    match run.and_then(|report| Ok((report, foretold()?))) {
        Ok((mut report, missed)) => {
            report.failures.extend(missed);
            report
        }
        Err(fault) => failed(fault.to_string()),
    }
}

fn failed(why: String) -> Report {
    Report { failures: vec![Failure::Fault(why)], events: Vec::new() }
}

fn run_trials(case: &CaseFile, situation: &Situation) -> Result<Report, Fault> {
    let stop = case.stop.as_deref().map(phase_of).transpose()?;
    let seeds = (0..u64::from(case.trials)).map(|trial| case.seed.wrapping_add(trial));
    let trials: Vec<Trial> = seeds.map(|seed| run_once(case, situation, stop, seed)).collect();
    let mut failures = Vec::new();
    let mut shown = 0;
    for expectation in &situation.expectations {
        if let Some((trial, failure)) = judge(expectation, situation, &trials) {
            shown = if failures.is_empty() { trial } else { shown };
            failures.push(failure);
        }
    }
    let grid = &situation.atlas.map.grid;
    let events =
        trials[shown].events.iter().map(|told| event_line(told, &trials[shown].state, grid)).collect();
    Ok(Report { failures, events })
}

/// The turn list's name of a phase, if it is one.
pub fn phase_of(stop: &str) -> Result<Phase, Fault> {
    let phase = stop.parse().ok().filter(|phase| sequence::CAMPAIGN.iter().any(|(known, _)| known == phase));
    let expected = "supply, withdrawal, tac 1..5, strat 1..6, rail or end";
    phase.ok_or_else(|| Fault::from(format!("stop: expected a phase ({expected}), found {stop:?}")))
}

fn run_once(case: &CaseFile, situation: &Situation, stop: Option<Phase>, seed: u64) -> Trial {
    let (mut state, mut orders) = (situation.state.clone(), situation.orders.clone());
    let (mut events, mut seen) = (Vec::new(), BTreeMap::new());
    for left in (0..case.turns).rev() {
        let stop = stop.filter(|_| left == 0);
        let Outcome { state: after, events: happened, sights, .. } =
            sequence::run(&situation.atlas, situation.book, state, orders, seed, stop);
        (state, seen) = (after, sights);
        orders = TurnOrders::default();
        events.extend(happened);
    }
    Trial { seed, state, events, sights: seen, printed: Printed::default() }
}

/// Whether an expectation holds: without `rate` in every trial, with it in that share of them. A failure
/// comes with the trial that shows it.
fn judge(expectation: &Expectation, situation: &Situation, trials: &[Trial]) -> Option<(usize, Failure)> {
    let missed = |trial: usize, miss: Miss| {
        let (line, words) = (expectation.line, expectation.words.clone());
        (trial, Failure::Missed { line, words, seed: trials[trial].seed, miss })
    };
    let nobody = BTreeMap::new();
    let mut misses = trials.iter().enumerate().filter_map(|(number, trial)| {
        let aftermath = Aftermath {
            away: &nobody,
            atlas: &situation.atlas,
            state: &trial.state,
            events: &trial.events,
            sights: &trial.sights,
            book: situation.book,
            seed: trial.seed,
            printed: &trial.printed,
        };
        expectation.check(&aftermath).err().map(|miss| (number, miss))
    });
    let Some(rate) = expectation.rate else {
        return misses.next().map(|(trial, miss)| missed(trial, miss));
    };
    let misses: Vec<(usize, Miss)> = misses.collect();
    let share = (trials.len() - misses.len()) as f64 / trials.len() as f64;
    let miss = Miss {
        expected: format!("that it holds in {rate} of {} trials", trials.len()),
        found: format!("{share:.4}"),
    };
    let shown = misses.first().map_or(0, |(trial, _)| *trial);
    (!rate.holds(share)).then(|| missed(shown, miss))
}

/// An event on one line: phase, kind, its fields as an expectation names them, who was told.
pub fn event_line(told: &Told<Event>, state: &LandState, grid: &Grid) -> String {
    let Event { phase, fact } = &told.event;
    let mut line = format!("{phase:<10} {:<12}", kind_word(fact.kind()));
    let mut add = |key: &str, value: Option<String>| {
        if let Some(value) = value {
            line.push_str(&format!(" {key}={value}"));
        }
    };
    add("unit", fact.unit().map(|unit| unit.to_string()));
    add("from", fact.from().map(|place| format!("{} {}", grid.label(place.at), place.tac)));
    add("at", fact.at().map(|at| grid.label(at)));
    add("tac", fact.tac().map(|tac| tac.to_string()));
    add("other", fact.other().map(Cow::into_owned));
    add("men", fact.men().map(|men| men.to_string()));
    add("why", fact.why().map(|why| format!("{why:?}")));
    if let Some(battle) = fact.battle() {
        add("winner", Some(if battle.attackers_won { "attackers" } else { "defenders" }.into()));
        add("melee", Some(battle.melee.to_string()));
        add("front", Some(battle.front.to_string()));
        for (part, camp) in [("attackers", &battle.attackers), ("defenders", &battle.defenders)] {
            add(part, Some(camp.units.iter().map(unit_in_battle).collect::<Vec<_>>().join("; ")));
        }
    }
    let told: Vec<String> = told
        .to
        .iter()
        .filter_map(|(player, saw)| {
            let how = format!("{saw:?}").to_lowercase();
            Some(format!("{} ({how})", state.player(*player)?.name))
        })
        .collect();
    line.push_str(&format!(" | seen by {}", if told.is_empty() { "nobody".into() } else { told.join(", ") }));
    line
}

/// One unit's part in a battle: line, men, what it lost in fire and melee, how it came out.
fn unit_in_battle(unit: &UnitReport) -> String {
    let UnitReport { id, line, part, men, fire, melee, departure, .. } = unit;
    let end = departure.map_or("Stood".to_owned(), |departure| format!("{departure:?}"));
    format!("{id} {line:?} {part} {men}-{fire}-{melee} {end}")
}

fn kind_word(kind: Kind) -> String {
    match toml::Value::try_from(kind) {
        Ok(toml::Value::String(word)) => word,
        _ => format!("{kind:?}"),
    }
}

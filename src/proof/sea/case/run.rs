//! Running a case: every trial of it, and what its expectations make of what comes out.

use std::collections::BTreeMap;

use crate::sea::case::expect::{self, Outcome};
use crate::sea::case::file::CaseFile;
use crate::sea::case::situation::{self, Situation};
use fieldpost_door::CaseReport;
use fieldpost_engine::event::Told;
use fieldpost_sea::ashore::Ashore;
use fieldpost_sea::chart::Chart;
use fieldpost_sea::event::Event;
use fieldpost_sea::event::reason::IN_FORM1;
use fieldpost_sea::phase::Phase;
use fieldpost_sea::sequence::{self, CAMPAIGN, DEPLOYMENT};
use fieldpost_sea::state::SeaState;
use fieldpost_sea::turn::Turn;

/// What one trial left behind.
struct Trial {
    seed: u64,
    state: SeaState,
    ashore: Ashore,
    events: Vec<Told<Event>>,
}

/// Runs a case from its text.
pub fn run(text: &str) -> CaseReport {
    let failed = |why: String| CaseReport { failures: vec![why], events: Vec::new() };
    let case: CaseFile = match toml::from_str(text) {
        Ok(case) => case,
        Err(error) => return failed(error.to_string().trim_end().to_owned()),
    };
    match situation::read(&case).and_then(|situation| trials(&case, &situation)) {
        Ok(report) => report,
        Err(why) => failed(why),
    }
}

fn trials(case: &CaseFile, situation: &Situation) -> Result<CaseReport, String> {
    if case.trials == 0 || case.turns == 0 {
        return Err("trials and turns are counted from 1".into());
    }
    let stop = case
        .stop
        .as_deref()
        .map(|stop| Phase::of_words(stop).ok_or_else(|| format!("stop: {stop:?} is no phase")));
    let stop = stop.transpose()?;
    let seeds = (0..u64::from(case.trials)).map(|trial| case.seed.wrapping_add(trial));
    let trials: Vec<Trial> = seeds.map(|seed| once(case, situation, stop, seed)).collect::<Result<_, _>>()?;
    let (mut failures, mut shown) = (Vec::new(), 0);
    for (number, expected) in case.expect.iter().enumerate() {
        if let Some((trial, why)) = judge(expected, situation, &trials)? {
            shown = if failures.is_empty() { trial } else { shown };
            let seed = trials[trial].seed;
            failures.push(format!("expect {} (seed {seed}): {why}", number + 1));
        }
    }
    let trial = &trials[shown];
    let events = trial.events.iter().map(|told| line(told, &trial.state, &situation.chart)).collect();
    Ok(CaseReport { failures, events })
}

fn once(case: &CaseFile, situation: &Situation, stop: Option<Phase>, seed: u64) -> Result<Trial, String> {
    let (mut state, mut ashore) = (situation.state.clone(), situation.ashore.clone());
    let (mut orders, mut office) = (situation.orders.clone(), situation.office.clone());
    let mut events = Vec::new();
    let rows = match case.turn.as_str() {
        "campaign" => CAMPAIGN,
        "deployment" => DEPLOYMENT,
        other => return Err(format!("turn: expected campaign or deployment, found {other:?}")),
    };
    for left in (0..case.turns).rev() {
        let given = std::mem::take(&mut orders);
        let mut turn = Turn::begin(&situation.chart, &situation.atlas, state, given, seed);
        (turn.ashore, turn.office, turn.sky) = (ashore, std::mem::take(&mut office), situation.sky.clone());
        sequence::run(rows, &mut turn, stop.filter(|_| left == 0));
        if left == 0 && case.season_ends {
            turn.end_season();
        }
        let (after, land, told, _) = turn.finish();
        (state, ashore) = (after, land);
        events.extend(told);
    }
    Ok(Trial { seed, state, ashore, events })
}

/// Whether an expectation holds: without `rate` in every trial, with it in that share of them; else the trial that shows it, and why.
fn judge(
    expected: &toml::Table,
    situation: &Situation,
    trials: &[Trial],
) -> Result<Option<(usize, String)>, String> {
    let mut misses = BTreeMap::new();
    for (number, trial) in trials.iter().enumerate() {
        let outcome = Outcome {
            chart: &situation.chart,
            atlas: &situation.atlas,
            state: &trial.state,
            ashore: &trial.ashore,
            before: &situation.ashore,
            events: &trial.events,
        };
        if let Some(why) = expect::missed(expected, &outcome)? {
            misses.insert(number, why);
        }
    }
    let first = misses.iter().next().map(|(number, why)| (*number, why.clone()));
    let Some(rate) = expected.get("rate") else { return Ok(first) };
    let held = trials.len() - misses.len();
    let (from, to) = expect::share(rate)?;
    let share = held as f64 / trials.len() as f64;
    if from <= share && share <= to {
        return Ok(None);
    }
    let shown = first.map_or(0, |(number, _)| number);
    Ok(Some((shown, format!("it holds in {held} of {} trials, expected {from}..{to}", trials.len()))))
}

/// An event on one line: phase, kind, its fields as an expectation names them, who was told.
pub fn line(told: &Told<Event>, state: &SeaState, chart: &Chart) -> String {
    let (phase, fact) = (told.event.phase, &told.event.fact);
    let mut line = format!("{:<12} {:<15}", phase, fact.kind().words());
    let mut add = |key: &str, value: Option<String>| {
        if let Some(value) = value {
            line.push_str(&format!(" {key}={value}"));
        }
    };
    add("ship", fact.ship().map(|ship| ship.to_string()));
    add("from", fact.from().map(|place| chart.label(place)));
    add("at", fact.at().map(|place| chart.label(place)));
    add("tac", fact.tac().map(|tac| tac.to_string()));
    add("other", fact.other().map(String::from));
    add("squares", fact.count().map(|count| count.to_string()));
    add("close", fact.close().map(|close| close.to_string()));
    add("strength", fact.strength().map(|(attack, defence)| format!("{attack}:{defence}")));
    add("why", fact.why().map(|why| format!("{:?}", why.told(IN_FORM1))));
    if let Some(battle) = fact.battle() {
        add("winner", battle.winner.map(|winner| winner.to_string()));
        for (part, side) in battle.sides.iter().enumerate() {
            let words: Vec<String> = side
                .iter()
                .map(|part| format!("{} {} hits, {:?} {}", part.id, part.hits, part.after, part.fate.key()))
                .collect();
            add(&format!("side{part}"), Some(words.join("; ")));
        }
    }
    let names = told.to.iter().filter_map(|(player, saw)| {
        Some(format!("{} ({})", state.powers.player(*player)?.name, format!("{saw:?}").to_lowercase()))
    });
    let names: Vec<String> = names.collect();
    line.push_str(&format!(
        " | seen by {}",
        if names.is_empty() { "nobody".into() } else { names.join(", ") }
    ));
    line
}

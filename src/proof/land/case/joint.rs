//! Cases of land and sea: a land book's case with `ships = "wisc-cwol"`, run by the joint turn.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::land::case::expect::Miss;
use crate::land::case::file::CaseFile;
use crate::land::case::foretold::Asked;
use crate::land::case::found::Aftermath;
use crate::land::case::joint::expect::{After, Expected};
use crate::land::case::joint::situation::Situation;
use crate::land::case::printed::Printed;
use crate::land::case::run::{Failure, Report, event_line, phase_of};
use crate::land::case::situation::Fault;
use crate::sea::case::expect::Outcome as SeaOutcome;
use crate::sea::case::run::line;
use fieldpost_campaign::Table;
use fieldpost_campaign::fleet::Fleet;
use fieldpost_campaign::sea::Sea;
use fieldpost_campaign::turn::{Joint, Stop};
use fieldpost_door::CaseReport;
use fieldpost_engine::event::Told;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_land::detection::sight::Sight;
use fieldpost_land::event::Event;
use fieldpost_land::unit::UnitId;
use fieldpost_sea::ashore::{Ashore, Site};
use fieldpost_sea::event::Event as AtSea;
use fieldpost_sea::phase::Phase as Naval;

mod expect;
mod situation;

/// What one trial left behind.
struct Trial {
    seed: u64,
    table: Table,
    ships: Sea,
    away: BTreeMap<UnitId, (String, Option<String>)>,
    land: Vec<Told<Event>>,
    sea: Vec<Told<AtSea>>,
    sights: BTreeMap<PlayerNo, Sight>,
    before: Arc<Ashore>,
    after: Arc<Ashore>,
    printed: Printed,
}

/// Runs a case of the book of ships: alone at sea, or with `rotd-cwol` on land where its land units have orders.
pub fn run_of_ships(text: &str) -> CaseReport {
    if !has_land_orders(text) {
        return crate::sea::case::run(text);
    }
    let ruleset = text.lines().find(|line| line.trim_start().starts_with("ruleset"));
    super::run(&ruleset.map_or_else(|| text.to_owned(), |line| text.replacen(line, WITH_LAND, 1)))
}

/// What the line of the ruleset is where a case of ships is one of land too.
const WITH_LAND: &str = "ruleset = \"rotd-cwol\"\nships = \"wisc-cwol\"";

/// Whether a case orders land units, or says of the land what the sea alone does not know. Land's battles and whole letters in the
/// words of ships are the sea's.
fn has_land_orders(text: &str) -> bool {
    let Ok(case) = text.parse::<toml::Table>() else { return false };
    // A letter with a password goes over the desk.
    let is_letter = case.contains_key("letter") && !text.contains("PASSWORD");
    let is_at_sea = case.contains_key("battle") || is_letter;
    let units = case.get("unit").and_then(toml::Value::as_array).into_iter().flatten();
    let ordered = units.into_iter().any(|unit| unit.get("orders").is_some());
    let on_land = ["map", "city", "ferry", "treasury", "player", "reserve", "played", "foretold"]
        .iter()
        .any(|key| case.contains_key(*key));
    !is_at_sea && (ordered || on_land || case.contains_key("letter"))
}

/// Runs a case that has ships.
///
/// # Errors
/// If it cannot be run.
pub fn run(case: CaseFile, text: &str) -> Result<Report, Fault> {
    let stop = case.stop.as_deref().map(stop_of).transpose()?;
    let (turns, season_ends) = (case.turns, case.season_ends == Some(true));
    let (seed, trials) = (case.seed, case.trials);
    let asked = Asked::of(&case)?;
    let situation = situation::read(case, text)?;
    let seeds = (0..u64::from(trials)).map(|trial| seed.wrapping_add(trial));
    let trials = seeds.map(|seed| once(&situation, (turns, season_ends), stop, seed));
    let trials = trials.collect::<Result<Vec<Trial>, Fault>>()?;
    let (mut failures, mut shown) = (Vec::new(), 0);
    for expected in &situation.expectations {
        if let Some((trial, miss)) = judge(expected, &trials) {
            shown = if failures.is_empty() { trial } else { shown };
            let (line, words) = (expected.line, expected.words.clone());
            failures.push(Failure::Missed { line, words, seed: trials[trial].seed, miss });
        }
    }
    failures.extend(asked.missed(&situation.table, text));
    Ok(Report { failures, events: events(&trials[shown]) })
}

/// A phase of the land's, or of the sea's.
fn stop_of(words: &str) -> Result<Stop, Fault> {
    phase_of(words).map(Stop::Land).or_else(|fault| Naval::of_words(words).map(Stop::Sea).ok_or(fault))
}

/// The ships of a table, which every table of these cases has.
fn fleet(table: &Table) -> Result<Fleet<'_>, Fault> {
    table.fleet().ok_or_else(|| "ships: there are none".to_owned().into())
}

fn once(
    situation: &Situation,
    (turns, season_ends): (u32, bool),
    stop: Option<Stop>,
    seed: u64,
) -> Result<Trial, Fault> {
    let Situation { table, seats, ordered, sky, .. } = situation;
    let land = Table::new(table.book, Arc::clone(&table.atlas), seed, None, Arc::clone(&table.land));
    let mut table = land.with_sea(fleet(table)?.sea.clone());
    let before = fleet(&table)?.ashore();
    let (mut seats, mut ordered) = (seats.clone(), ordered.clone());
    let (mut on_land, mut at_sea, mut sights) = (Vec::new(), Vec::new(), BTreeMap::new());
    for left in (0..turns).rev() {
        let mut joint: Joint = fleet(&table)?.begin(&seats, std::mem::take(&mut ordered));
        joint.sea.sky = sky.clone();
        joint.run(stop.filter(|_| left == 0));
        if left == 0 && season_ends {
            joint.sea.end_season();
        }
        let (outcome, sea, away) = joint.finish();
        let (state, _, happened, _) = sea.finish();
        on_land.extend(outcome.events);
        at_sea.extend(happened);
        sights = outcome.sights;
        table = fleet(&table)?.after(outcome.state, state, away);
        seats = situation::seats_of(&table);
    }
    let fleet = fleet(&table)?;
    let (away, after, ships) = (places(fleet), fleet.ashore(), fleet.sea.clone());
    let printed = Printed::default();
    Ok(Trial { seed, table, ships, away, land: on_land, sea: at_sea, sights, before, after, printed })
}

/// Where units are that are off the land map, and aboard of what.
fn places(fleet: Fleet<'_>) -> BTreeMap<UnitId, (String, Option<String>)> {
    let chart = &fleet.sea.chart;
    let place = |site: Site| match site {
        Site::Aboard(ship) => (ship.to_string(), Some(ship.to_string())),
        Site::Garrison(port) => (chart.port(port).name.clone(), None),
        Site::Field(at, _) => (chart.grid.label(at), None),
    };
    fleet.sea.away.iter().map(|(id, away)| (*id, place(away.site))).collect()
}

/// Whether an expectation holds: without `rate` in every trial, with it in that share of them; else the trial that shows it.
fn judge(expected: &Expected, trials: &[Trial]) -> Option<(usize, Miss)> {
    let misses: Vec<(usize, Miss)> = trials
        .iter()
        .enumerate()
        .filter_map(|(number, trial)| Some((number, expected.check(&after(trial)).err()?)))
        .collect();
    let Some(rate) = expected.rate else { return misses.into_iter().next() };
    let share = (trials.len() - misses.len()) as f64 / trials.len() as f64;
    let shown = misses.first().map_or(0, |miss| miss.0);
    let expected = format!("that it holds in {rate} of {} trials", trials.len());
    (!rate.holds(share)).then(|| (shown, Miss { expected, found: format!("{share:.4}") }))
}

fn after(trial: &Trial) -> After<'_> {
    let Trial { table, ships, .. } = trial;
    After {
        table,
        land: Aftermath {
            atlas: &table.atlas,
            state: table.all().state,
            events: &trial.land,
            sights: &trial.sights,
            book: table.book,
            seed: trial.seed,
            away: &trial.away,
            printed: &trial.printed,
        },
        sea: SeaOutcome {
            chart: &ships.chart,
            atlas: &table.atlas,
            state: &ships.state,
            ashore: &trial.after,
            before: &trial.before,
            events: &trial.sea,
        },
    }
}

/// The events of land, then those of the sea.
fn events(trial: &Trial) -> Vec<String> {
    let (all, grid) = (trial.table.all().state, &trial.table.atlas.map.grid);
    let on_land = trial.land.iter().map(|told| event_line(told, all, grid));
    let at_sea = trial.sea.iter().map(|told| line(told, &trial.ships.state, &trial.ships.chart));
    on_land.chain(at_sea).collect()
}

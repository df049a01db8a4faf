//! `fieldpost scenario check|seats|list`: what a GA asks of a scenario before a game is opened.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::daemon::scenarios::scenario_texts;
use crate::engine::ids::PlayerNo;
use crate::games::RULEBOOKS;
use crate::games::campaign::rulebooks::read_scenario;
use crate::games::ground::nation::NationCode;
use crate::games::land::scenario::{self, Scenario};
use crate::games::land::state::Player;
use crate::games::land::unit::Unit;

/// Arguments of `fieldpost scenario`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    /// Read a scenario, explain every mistake with its file and line, and tell what it holds.
    Check {
        /// The scenario's folder, or the name of one that comes with the program.
        scenario: PathBuf,
    },
    /// Print a seats file for a scenario, to be filled in with the players' addresses.
    Seats {
        /// The scenario's folder, or the name of one that comes with the program.
        scenario: PathBuf,
    },
    /// Name the scenarios that come with the program.
    List,
}

/// Carries the task out. A scenario with mistakes is an exit status, not an error.
///
/// # Errors
/// If there is no such scenario.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match &args.task {
        Task::Check { scenario } => check(scenario, out),
        Task::Seats { scenario } => seats(scenario, out),
        Task::List => list(out),
    }
}

fn check(place: &std::path::Path, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let scenario = match read_scenario(&scenario_texts(place, RULEBOOKS)?) {
        Ok(scenario) => scenario,
        Err(faults) => {
            let count = faults.0.len();
            writeln!(out, "{faults}\n\n{count} mistake{}.", if count == 1 { "" } else { "s" })?;
            return Ok(ExitCode::FAILURE);
        }
    };
    let Scenario { title, ruleset, map_id, calendar, state, .. } = &scenario;
    writeln!(out, "{title}: {ruleset} on the map {map_id}, from {}.\n", calendar.begins)?;
    for (nation, line) in by_nation(&scenario) {
        writeln!(out, "{:<20} {line}", nation.words())?;
    }
    writeln!(out)?;
    for (number, player) in state.numbered_players() {
        writeln!(out, "{}", line_of(&scenario, number, player))?;
    }
    writeln!(out, "\nNo mistakes found.")?;
    Ok(ExitCode::SUCCESS)
}

/// Brigades, headquarters and men of each nation that has units.
fn by_nation(scenario: &Scenario) -> BTreeMap<NationCode, String> {
    let mut units: BTreeMap<NationCode, Vec<&Unit>> = BTreeMap::new();
    for unit in scenario.state.units.values() {
        units.entry(unit.id.nation).or_default().push(unit);
    }
    let line = |units: Vec<&Unit>| {
        let brigades = units.iter().filter(|unit| unit.id.kind.is_brigade());
        let men: u32 = brigades.clone().map(|unit| unit.strength).sum();
        let batteries: u32 = brigades.clone().map(|unit| u32::from(unit.batteries)).sum();
        let quarters = units.iter().filter(|unit| unit.id.kind.is_hq()).count();
        format!(
            "{:>4} brigades, {men:>7} men, {batteries:>3} batteries, {quarters:>2} headquarters",
            brigades.count()
        )
    };
    units.into_iter().map(|(nation, units)| (nation, line(units))).collect()
}

fn line_of(scenario: &Scenario, number: PlayerNo, player: &Player) -> String {
    let state = &scenario.state;
    let commands = state.seats.values().filter(|seat| seat.commander == number).count();
    let deputises = state.seats.values().filter(|seat| seat.deputy == Some(number)).count();
    let offices = player.offices.iter().map(|office| format!(", {}", office.title())).collect::<String>();
    let (name, nation) = (&player.name, player.nation.words());
    format!("{name} ({nation}): commands {commands}, deputises for {deputises}{offices}")
}

fn seats(place: &std::path::Path, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let scenario = read_scenario(&scenario_texts(place, RULEBOOKS)?)?;
    writeln!(out, "# Who plays {:?}, and when its turns fall due (docs/scenarios.md).", scenario.title)?;
    writeln!(
        out,
        "# Nobody for a seat? Write `machine = true` in place of the email, and the host plays it."
    )?;
    writeln!(
        out,
        "schedule = \"weekly sunday 20:00\"   # or \"every 3 days 18:30\", \"daily 21:00\"; the first one to come"
    )?;
    writeln!(out, "zone = \"Europe/Berlin\"")?;
    writeln!(out, "# missing_allowed = 2     more players than this without orders: the turn is held")?;
    for (number, player) in scenario.state.numbered_players() {
        writeln!(out, "\n# {}\n[[seat]]", line_of(&scenario, number, player))?;
        writeln!(out, "player = {:?}\nemail = \"\"", player.name)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn list(out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    for name in scenario::built_in_names() {
        let title = scenario::built_in(name).map(|texts| read_scenario(&texts)).transpose()?;
        writeln!(out, "{name:<16} {}", title.map_or_else(String::new, |scenario| scenario.title))?;
    }
    Ok(ExitCode::SUCCESS)
}

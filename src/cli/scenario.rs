//! `fieldpost scenario new|check|seats|list`: what a GA asks of a scenario before a game is opened.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow};

use fieldpost_daemon::scenarios::scenario_texts;
use fieldpost_door::{Beginning, Board, Opening, Player, Rulebook};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::seat::Seat;
use fieldpost_engine::words::counted;
use fieldpost_games::RULEBOOKS;

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
    /// Begin a scenario: a folder with nations at war, their cities and a few units, to be filled in. The check finds nothing
    /// wrong with it.
    New {
        /// The folder to be made.
        folder: PathBuf,
        /// A map that comes with the program, or a map file, which is copied into the folder.
        #[arg(long, default_value = "euwol")]
        map: String,
        /// The nations at war, with commas between: the first two are enemies.
        #[arg(long, value_delimiter = ',', required = true)]
        nations: Vec<String>,
        /// What it is called.
        #[arg(long, default_value = "A new war")]
        title: String,
        /// The rulebook that it is played by; the first that is hosted if left out.
        #[arg(long)]
        rulebook: Option<String>,
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
        Task::New { folder, map, nations, title, rulebook } => {
            let rulebook = match rulebook {
                Some(name) => {
                    RULEBOOKS.named(name).with_context(|| format!("there is no rulebook {name:?} here"))?
                }
                None => RULEBOOKS.0.first().copied().context("no rulebook is hosted here")?,
            };
            let own = Path::new(map).is_file().then(|| std::fs::read_to_string(map)).transpose()?;
            let file = Path::new(map).file_name().map(|name| name.to_string_lossy().into_owned());
            let map = file.filter(|_| own.is_some()).unwrap_or_else(|| map.clone());
            let beginning = Beginning { title, map: &map, own_map: own.as_deref(), nations };
            begin(folder, &(rulebook.begin)(&beginning).map_err(|why| anyhow!(why))?, out)
        }
        Task::List => list(out),
    }
}

/// Writes the files of a new scenario. A folder in which something lies is left as it is.
fn begin(folder: &Path, texts: &BTreeMap<String, String>, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let is_taken = std::fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some());
    anyhow::ensure!(!is_taken, "{} holds files already: name a new folder", folder.display());
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    for (name, text) in texts {
        std::fs::write(folder.join(name), text).with_context(|| format!("{name} cannot be written"))?;
    }
    let folder = folder.display();
    writeln!(
        out,
        "{folder} holds a scenario to be filled in: {}.",
        texts.keys().cloned().collect::<Vec<_>>().join(", ")
    )?;
    writeln!(
        out,
        "fieldpost scenario check {folder} tells what is wrong with it, fieldpost scenario seats {folder} who plays."
    )?;
    Ok(ExitCode::SUCCESS)
}

/// A scenario by the rulebook that it names, or everything that is wrong with it.
type Read = Result<Opening, Vec<String>>;

fn read(texts: &BTreeMap<String, String>) -> anyhow::Result<(&'static Rulebook, Read)> {
    let rulebook = RULEBOOKS.of_scenario(texts).context("no rulebook is hosted here")?;
    Ok((rulebook, (rulebook.scenario)(texts)))
}

/// A scenario's opening, and the rulebook that it names.
///
/// # Errors
/// Everything that is wrong with it.
pub fn opening(texts: &BTreeMap<String, String>) -> anyhow::Result<(&'static Rulebook, Opening)> {
    let (rulebook, read) = read(texts)?;
    Ok((rulebook, read.map_err(|faults| anyhow!(faults.join("\n")))?))
}

fn check(place: &Path, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let (rulebook, read) = read(&scenario_texts(place, RULEBOOKS)?)?;
    let opening = match read {
        Ok(opening) => opening,
        Err(faults) => {
            writeln!(out, "{}\n\n{}.", faults.join("\n"), counted(faults.len() as u64, "mistake"))?;
            return Ok(ExitCode::FAILURE);
        }
    };
    let board = opening.board.with(0);
    let begins = board.calendar().map(|calendar| format!(", from {}", calendar.begins));
    let (title, map, begins) = (&opening.title, &opening.map, begins.unwrap_or_default());
    writeln!(out, "{title}: {} on the map {map}{begins}.\n", rulebook.name)?;
    for (party, force) in &opening.forces {
        writeln!(out, "{party:<20} {force}")?;
    }
    writeln!(out)?;
    for (_, line) in lines_of(&*board) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "\nNo mistakes found.")?;
    Ok(ExitCode::SUCCESS)
}

/// The players by name, each with a line: whom they play for, what they have.
fn lines_of(board: &dyn Board) -> Vec<(String, String)> {
    let seats = board.pieces().into_iter().filter_map(|(_, seat)| seat).collect::<Vec<_>>();
    let count = |is_theirs: &dyn Fn(&Seat) -> bool| seats.iter().filter(|seat| is_theirs(seat)).count();
    let players = (0..).map(PlayerNo).zip(board.players());
    let line = |(number, player): (PlayerNo, Player)| {
        let commands = count(&|seat| seat.commander == number);
        let deputises = count(&|seat| seat.deputy == Some(number));
        let offices = player.offices.iter().map(|office| format!(", {office}")).collect::<String>();
        let (name, party) = (player.name, player.party);
        let line = format!("{name} ({party}): commands {commands}, deputises for {deputises}{offices}");
        (name, line)
    };
    players.map(line).collect()
}

fn seats(place: &Path, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let (_, opening) = opening(&scenario_texts(place, RULEBOOKS)?)?;
    writeln!(out, "# Who plays {:?}, and when its turns fall due (docs/scenarios.md).", opening.title)?;
    writeln!(
        out,
        "# Nobody for a seat? Write `machine = true` in place of the email, and the host plays it."
    )?;
    writeln!(
        out,
        "schedule = \"weekly sunday 20:00\"   # or \"weekly sunday,wednesday 20:00\", \"every 3 days 18:30\"; the first one to come"
    )?;
    writeln!(out, "zone = \"Europe/Berlin\"")?;
    writeln!(out, "# missing_allowed = 2     more players than this without orders: the turn is held")?;
    for (name, line) in lines_of(&*opening.board.with(0)) {
        writeln!(out, "\n# {line}\n[[seat]]")?;
        writeln!(out, "player = {name:?}\nemail = \"\"")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn list(out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    for name in RULEBOOKS.scenario_names() {
        let title = RULEBOOKS.scenario(name).map(|texts| opening(&texts)).transpose()?;
        writeln!(out, "{name:<16} {}", title.map_or_else(String::new, |(_, opening)| opening.title))?;
    }
    Ok(ExitCode::SUCCESS)
}

//! `fieldpost new-game NAME --scenario 1866 --seats FILE`: opens a game and welcomes its players.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::cli::post_office::{ConfigArg, ask_or_do};
use fieldpost_daemon::opening::Papers;
use fieldpost_daemon::socket::Request;
use fieldpost_games::RULEBOOKS;

/// Arguments of `fieldpost new-game`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    config: ConfigArg,
    /// The game's name, as letters give it: lower-case letters, digits and dashes.
    pub name: String,
    /// The scenario: its folder (`docs/scenarios.md`), or the name of one that comes with the program.
    #[arg(long)]
    pub scenario: PathBuf,
    /// The seats file: who plays, at which address, and when turns fall due.
    #[arg(long)]
    pub seats: PathBuf,
}

/// Opens the game.
///
/// # Errors
/// If scenario or seats have a mistake, with file and line, or a game of that name exists.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let papers = Papers::read(&args.scenario, &args.seats, RULEBOOKS)?;
    let request = Request::NewGame { name: args.name.clone() };
    writeln!(out, "{}", ask_or_do(args.config.load()?, &request, serde_json::to_vec(&papers)?)?)?;
    Ok(ExitCode::SUCCESS)
}

//! `fieldpost turn GAME [--now]`: runs the open turn of a game if it is due, or at once.

use std::io::Write;
use std::process::ExitCode;

use crate::cli::post_office::{ConfigArg, ask_or_do};
use fieldpost_daemon::socket::Request;

/// Arguments of `fieldpost turn`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    config: ConfigArg,
    /// The game's name.
    pub game: String,
    /// Run it at once, whatever the deadline and whatever holds it. The machine's seats are played first, as before a deadline.
    #[arg(long)]
    pub now: bool,
}

/// Runs the turn.
///
/// # Errors
/// If there is no such game, or the turn cannot be run: nothing is half done then.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let request = Request::Turn { game: args.game.clone(), now: args.now };
    writeln!(out, "{}", ask_or_do(args.config.load()?, &request, Vec::new())?)?;
    Ok(ExitCode::SUCCESS)
}

//! `fieldpost replay GAME`: runs a game again from its first position and its recorded orders, and compares every
//! turn's hash (promise 5).

use std::io::Write;
use std::process::ExitCode;

use crate::cli::post_office::{ConfigArg, ask_or_do};
use fieldpost_daemon::socket::Request;

/// Arguments of `fieldpost replay`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    config: ConfigArg,
    /// The game's name.
    pub game: String,
}

/// Replays the game.
///
/// # Errors
/// If a turn comes out otherwise than it did, with the turn's number and both hashes.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let request = Request::Replay { game: args.game.clone() };
    writeln!(out, "{}", ask_or_do(args.config.load()?, &request, Vec::new())?)?;
    Ok(ExitCode::SUCCESS)
}

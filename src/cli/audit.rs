//! `fieldpost audit [GAME] [--last N]`: who changed what, when, from which letter, before and after.

use std::io::Write;
use std::process::ExitCode;

use crate::cli::post_office::{ConfigArg, ask_or_do};
use fieldpost_daemon::socket::Request;

/// Arguments of `fieldpost audit`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    config: ConfigArg,
    /// The game's name; all of the post office where left out.
    pub game: Option<String>,
    /// How many lines, the latest.
    #[arg(long, default_value_t = 100)]
    pub last: usize,
}

/// Prints the audit.
///
/// # Errors
/// If there is no such game or the record cannot be read.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let request = Request::Audit { game: args.game.clone(), last: args.last };
    writeln!(out, "{}", ask_or_do(args.config.load()?, &request, Vec::new())?)?;
    Ok(ExitCode::SUCCESS)
}

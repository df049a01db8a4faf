//! `fieldpost prune`: gives up reports that are printed anew, byte for byte, when they are asked for.

use std::io::Write;
use std::process::ExitCode;

use crate::cli::post_office::{ConfigArg, ask_or_do};
use fieldpost_daemon::prune::Which;
use fieldpost_daemon::socket::Request;

/// Arguments of `fieldpost prune`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    config: ConfigArg,
    /// The game's name; left out, every game that is meant.
    #[arg(required_unless_present_any = ["ended", "older"])]
    pub game: Option<String>,
    /// Only of games that have ended.
    #[arg(long)]
    pub ended: bool,
    /// Only of turns that were run so many days ago or more.
    #[arg(long, value_name = "DAYS")]
    pub older: Option<u32>,
    /// Say what would be given up, and give up nothing.
    #[arg(long)]
    pub dry_run: bool,
}

/// Gives them up.
///
/// # Errors
/// If there is no such game, or the record cannot be read or written.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let Args { game, ended, older, dry_run, .. } = args;
    let which = Which { game: game.clone(), ended: *ended, older_days: *older, dry_run: *dry_run };
    writeln!(out, "{}", ask_or_do(args.config.load()?, &Request::Prune { which }, Vec::new())?)?;
    Ok(ExitCode::SUCCESS)
}

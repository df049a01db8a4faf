//! `fieldpost status`: every game's turn, deadline and orders, and the outbox.

use std::io::Write;
use std::process::ExitCode;

use crate::cli::post_office::{ConfigArg, ask_or_do};
use crate::daemon::socket::Request;

/// Arguments of `fieldpost status`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    config: ConfigArg,
}

/// Says how the games stand.
///
/// # Errors
/// If the record cannot be read.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    writeln!(out, "{}", ask_or_do(args.config.load()?, &Request::Status, Vec::new())?)?;
    Ok(ExitCode::SUCCESS)
}

//! `fieldpost status`: every game's turn, deadline, players and orders; the post, the troubles and the disk.

use std::io::Write;
use std::process::ExitCode;

use crate::cli::post_office::{ConfigArg, ask_or_do};
use fieldpost_daemon::socket::Request;

/// Arguments of `fieldpost status`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    config: ConfigArg,
    /// As JSON, for machines; the names of its fields stay (docs/hosts/README.md).
    #[arg(long)]
    json: bool,
}

/// Says how the games stand.
///
/// # Errors
/// If the record cannot be read.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    writeln!(out, "{}", ask_or_do(args.config.load()?, &Request::Status { json: args.json }, Vec::new())?)?;
    Ok(ExitCode::SUCCESS)
}

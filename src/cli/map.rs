//! `fieldpost map …`: what map makers need; one file a subcommand.

use std::io::Write;
use std::process::ExitCode;

use clap::Subcommand;

pub mod check;
pub mod cut;
pub mod render;

/// Arguments of `fieldpost map`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: MapCommand,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum MapCommand {
    /// Read a map file and say everything that is wrong with it; the exit status is 1 if anything is.
    Check(check::Args),
    /// Cut a part out of a map, as a map file of its own.
    Cut(cut::Args),
    /// Draw the strategic map, or a part of it, or the tactical map of a square, as SVG or PNG.
    Render(render::Args),
}

/// Carries the subcommand out.
///
/// # Errors
/// As the subcommand's.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match &args.command {
        MapCommand::Check(args) => check::run(args, out),
        MapCommand::Cut(args) => cut::run(args, out),
        MapCommand::Render(args) => render::run(args, out),
    }
}

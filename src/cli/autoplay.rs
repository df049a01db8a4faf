//! `fieldpost autoplay GAME [--side NATION | --player NAME] [--show]`: the machine writes the orders of the seats that
//! are left to it; with `--show` it only shows what it would write, for any seat.

use std::io::Write;
use std::process::ExitCode;

use crate::cli::post_office::{ConfigArg, ask_or_do};
use fieldpost_daemon::socket::{Request, SeatWish};

/// Arguments of `fieldpost autoplay`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    config: ConfigArg,
    /// The game's name.
    pub game: String,
    /// Only the seats of this nation, by its name or its two letters.
    #[arg(long, conflicts_with = "player")]
    pub side: Option<String>,
    /// Only this player's seat.
    #[arg(long)]
    pub player: Option<String>,
    /// Show the letters and file nothing; any player's, as a suggestion.
    #[arg(long)]
    pub show: bool,
}

/// Has the letters written.
///
/// # Errors
/// If there is no such game or seat, or none of the seats is the machine's.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let seats = SeatWish { side: args.side.clone(), player: args.player.clone() };
    let request = Request::Autoplay { game: args.game.clone(), seats, show: args.show };
    writeln!(out, "{}", ask_or_do(args.config.load()?, &request, Vec::new())?)?;
    Ok(ExitCode::SUCCESS)
}

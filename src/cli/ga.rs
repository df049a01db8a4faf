//! `fieldpost ga GAME`: a game administrator's commands from the terminal, a file or a pipe.

use std::io::{IsTerminal, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;

use crate::cli::post_office::{ConfigArg, ask_or_do};
use fieldpost_daemon::config::Config;
use fieldpost_daemon::keyboard::{NotAllDone, Words};
use fieldpost_daemon::socket::Request;

mod complete;
mod terminal;

/// Arguments of `fieldpost ga`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    config: ConfigArg,
    /// The game's name.
    pub game: String,
    /// Carry out the commands of this file, as one letter; `-` is standard input.
    #[arg(long)]
    pub file: Option<PathBuf>,
}

/// A text longer than this is not read to its end.
const LONGEST: u64 = 1 << 20;

/// Carries commands out: line by line at a terminal, else all of them as one letter, with the exit status 1 when one of them was not
/// done or a line was not understood.
///
/// # Errors
/// If there is no such game, or the commands cannot be read or filed.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let config = args.config.load()?;
    let text = match &args.file {
        Some(path) if path.as_os_str() != "-" => {
            let file =
                std::fs::File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
            Some(text_of(file).with_context(|| format!("{} cannot be read", path.display()))?)
        }
        Some(_) => Some(text_of(std::io::stdin().lock())?),
        None if std::io::stdin().is_terminal() => None,
        None => Some(text_of(std::io::stdin().lock())?),
    };
    let Some(text) = text else {
        terminal::talk(&config, &args.game, out)?;
        return Ok(ExitCode::SUCCESS);
    };
    match carried_out(&config, &args.game, text) {
        Ok(words) => writeln!(out, "{words}")?,
        Err(error) if error.is::<NotAllDone>() => {
            writeln!(out, "{error}")?;
            return Ok(ExitCode::FAILURE);
        }
        Err(error) => return Err(error),
    }
    Ok(ExitCode::SUCCESS)
}

fn text_of(from: impl Read) -> anyhow::Result<String> {
    let mut text = String::new();
    from.take(LONGEST).read_to_string(&mut text)?;
    Ok(text)
}

fn carried_out(config: &Config, game: &str, text: String) -> anyhow::Result<String> {
    let request = Request::Ga { game: game.to_owned() };
    ask_or_do(config.clone(), &request, text.into_bytes())
}

fn words_of(config: &Config, game: &str) -> anyhow::Result<Words> {
    let request = Request::Words { game: game.to_owned() };
    let words = ask_or_do(config.clone(), &request, Vec::new())?;
    serde_json::from_str(&words).context("the daemon's words of the game cannot be read")
}

//! `fieldpost export --game NAME --moved-to ADDRESS FILE` and `fieldpost import --beside FILE`: one game from one post office to another.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use tempfile::NamedTempFile;

use crate::cli::post_office::{ask_or_do, export_to, open};
use crate::cli::record::write_whole;
use fieldpost_daemon::clock::Clock;
use fieldpost_daemon::config::Config;
use fieldpost_daemon::handed::folder_of;
use fieldpost_daemon::socket::Request;
use fieldpost_desk::record::GameName;
use fieldpost_engine::words::counted;

/// Closes a game here and writes it out. It is closed first, so that no letter comes in between: each is in the file, or its sender is told
/// where to send it. Run once more after a failure, it only writes.
///
/// # Errors
/// If there is no such game, the record is damaged, or the file cannot be written.
pub fn hand_over(
    config: Config,
    (game, to): (&str, &str),
    target: &Path,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let name = GameName(game.to_ascii_lowercase());
    let from = config.office.address.clone();
    // Nothing is closed for a file that cannot be made.
    drop(
        NamedTempFile::new_in(folder_of(target))
            .with_context(|| format!("cannot make {}", target.display()))?,
    );
    let request = Request::HandOver { game: name.0.clone(), to: to.to_owned() };
    writeln!(out, "{}", ask_or_do(config.clone(), &request, Vec::new())?)?;
    let again = format!(
        "{} is closed here all the same: mend that and run this once more, or take it back with `echo REOPEN GAME OVERRIDE | fieldpost ga {0}`",
        name.0
    );
    let words = write_whole(target, |file| one_game(config, (&name, &from), target, file)).context(again)?;
    writeln!(out, "{}: {words}", target.display())?;
    writeln!(
        out,
        "It holds password hashes and letters: keep it as private as the store. There it is read in with `fieldpost import --beside`. Go on \
         running this post office until its mails for {} are out",
        name.0
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The game out of an export of the whole record, which lies beside the file for the time being.
fn one_game(
    config: Config,
    (name, from): (&GameName, &str),
    target: &Path,
    file: &mut NamedTempFile,
) -> anyhow::Result<String> {
    let mut whole = NamedTempFile::new_in(folder_of(target))?;
    export_to(config, &mut whole)?;
    let again = || Ok(BufReader::new(File::open(whole.path())?));
    let mut out = std::io::BufWriter::new(file);
    let lines = fieldpost_store::hand_over(name, from, again, &mut out)?;
    out.flush()?;
    Ok(format!("{} were written", counted(lines, "line")))
}

/// Puts a game beside those that are here; no daemon may run on a folder meanwhile.
///
/// # Errors
/// As [`fieldpost_daemon::office::Office::take_in`], or if the record cannot be opened.
pub fn take_in(config: Config, file: &Path, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    writeln!(out, "{}", open(config, Clock::System)?.take_in(file)?)?;
    Ok(ExitCode::SUCCESS)
}

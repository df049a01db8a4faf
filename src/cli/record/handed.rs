//! `fieldpost export --game NAME --moved-to ADDRESS FILE` and `fieldpost import --beside FILE`: one game from one post office to another.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use tempfile::NamedTempFile;

use crate::cli::post_office::{ask_or_do, awaiting, export_to, open};
use crate::cli::record::{aside, write_whole};
use fieldpost_daemon::clock::Clock;
use fieldpost_daemon::config::{Config, Source};
use fieldpost_daemon::handed::folder_of;
use fieldpost_daemon::socket::{self, Request};
use fieldpost_daemon::wiring;
use fieldpost_desk::record::GameName;
use fieldpost_engine::words::counted;
use fieldpost_mail::source::Maildir;

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
    drop(aside(folder_of(target)).with_context(|| format!("cannot make {}", target.display()))?);
    let request = Request::HandOver { game: name.0.clone(), to: to.to_owned() };
    let _awaiting = awaiting(&config);
    let words = match socket::ask(&config.office.store, &request, b"")? {
        Some(reply) => reply.into_words()?,
        None => {
            let words = ask_or_do(config.clone(), &request, Vec::new())?;
            format!("{words}\n{}", unread(&config))
        }
    };
    writeln!(out, "{words}")?;
    let again = format!(
        "{} is closed here all the same: mend that and run this once more, or take it back with `echo REOPEN GAME OVERRIDE | fieldpost ga {0}`",
        name.0
    );
    let words =
        write_whole(target, |file| one_game(config, (&name, &from, to), target, file)).context(again)?;
    writeln!(out, "{}: {words}", target.display())?;
    writeln!(
        out,
        "It holds password hashes and letters: keep it as private as the store. There it is read in with `fieldpost import --beside`. Go on \
         running this post office until its mails for {} are out",
        name.0
    )?;
    Ok(ExitCode::SUCCESS)
}

/// What is said where no daemon runs, which would have looked through the mailboxes first.
fn unread(config: &Config) -> String {
    let letter_max = u64::from(config.limits.letter_bytes);
    let of_source = |source: &Source| match source {
        Source::Imap(imap) => format!("{} (not looked at)", imap.name),
        Source::Maildir(maildir) => {
            let there = Maildir::open(&maildir.name, &maildir.path, wiring::maildir_filing(), letter_max);
            match there.and_then(|there| there.count()) {
                Ok(count) => format!("{} ({})", maildir.name, counted(count.new, "letter")),
                Err(_) => format!("{} (not to be read)", maildir.name),
            }
        }
    };
    let mailboxes = config.sources.iter().map(of_source).collect::<Vec<_>>().join(", ");
    format!(
        "No daemon runs here, which would have looked through the mailboxes first. What lies unread in them is not in the file, and is answered with \
         the new address once one runs: {mailboxes}"
    )
}

/// The game out of an export of the whole record, which lies beside the file for the time being.
fn one_game(
    config: Config,
    (name, from, to): (&GameName, &str, &str),
    target: &Path,
    file: &mut NamedTempFile,
) -> anyhow::Result<String> {
    let mut whole = aside(folder_of(target))?;
    export_to(config, &mut whole)?;
    let again = || Ok(BufReader::new(File::open(whole.path())?));
    let mut out = std::io::BufWriter::new(file);
    let lines = fieldpost_store::hand_over(name, (from, to), again, &mut out)?;
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

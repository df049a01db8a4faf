//! `fieldpost demo [FOLDER]`: the main job, whole, with no server and no configuration. A post office on Maildir and
//! sled, or a PostgreSQL, is set up in a folder, a game of two sides and four players opened, letters delivered as real mail programs
//! send them, and two turns run by the clock.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;

use crate::cli::stage::{Copy, Stage, moment};
use fieldpost_daemon::opening::Seats;
use fieldpost_daemon::road::Taken;
use fieldpost_games::RULEBOOKS;

/// Arguments of `fieldpost demo`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where to set the post office up: an empty or new folder; a temporary one where left out.
    pub folder: Option<PathBuf>,
    /// A configuration whose `[postgres]` is to hold the record; its schema is made, and must hold none yet.
    #[arg(long, value_name = "FILE")]
    pub postgres: Option<PathBuf>,
}

/// A sample letter: its name, its bytes, and when it is received.
type Sample = (&'static str, &'static [u8], &'static str);

macro_rules! sample {
    ($name:literal, $at:literal) => {
        ($name, include_bytes!(concat!("../../fixtures/letters/", $name, ".eml")), $at)
    };
}

/// Letters of the first turn, the last of them too late for it.
const FIRST_TURN: &[Sample] = &[
    sample!("01-plain", "2026-06-02T19:14:09Z"),
    sample!("02-html-only", "2026-06-03T07:41:26Z"),
    sample!("03-flowed-quoted-printable", "2026-06-03T10:03:51Z"),
    sample!("04-reply-with-quoted-orders", "2026-06-04T17:30:14Z"),
    sample!("05-wrong-password", "2026-06-05T06:02:33Z"),
    sample!("06-deputy-overruled", "2026-06-05T18:44:12Z"),
    sample!("07-unreadable-line", "2026-06-06T07:15:04Z"),
    sample!("08-late", "2026-06-07T18:00:12Z"),
];

/// Letters of the second.
const SECOND_TURN: &[Sample] = &[
    sample!("11-out-of-office", "2026-06-07T18:05:03Z"),
    sample!("09-second-turn", "2026-06-08T20:10:47Z"),
    sample!("10-show-orders", "2026-06-09T04:12:13Z"),
    sample!("13-advise", "2026-06-09T04:31:44Z"),
    sample!("12-stranger", "2026-06-10T09:00:05Z"),
];

const OPENING: &str = "2026-06-01T08:00:00Z";
const SEATS: &str = include_str!("../../fixtures/demo/seats.toml");
const GAME: &str = "demo";

/// Runs the demonstration.
///
/// # Errors
/// If the folder cannot be used, or anything of the main job fails.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let folder = match &args.folder {
        Some(folder) => folder.clone(),
        None => tempfile::Builder::new().prefix("fieldpost-demo-").tempdir()?.keep(),
    };
    let folder = std::path::absolute(folder)?;
    let seats: Seats = toml::from_str(SEATS)?;
    let texts = RULEBOOKS.scenario(GAME).context("the scenario of the demonstration is not hosted here")?;
    let tables = args.postgres.as_deref().map(database_of).transpose()?.unwrap_or_default();
    let mut stage = Stage::set_up_with(&folder, OPENING, GAME, texts, &seats, &tables)?;
    let (mut verdicts, mut turns) = (Vec::new(), Vec::new());
    let mut before_the_turn = 0;
    for letters in [FIRST_TURN, SECOND_TURN] {
        for (letter, bytes, at) in letters {
            let taken = stage.deliver(letter, bytes, moment(at)?)?;
            verdicts.extend(taken.into_iter().map(|taken| (*letter, taken)));
        }
        before_the_turn = stage.sent().len();
        turns.push(stage.run_turn()?);
    }
    tell(&stage, &verdicts, &turns, out)?;
    tell_where_to_begin(&stage.sent(), before_the_turn, out)?;
    Ok(ExitCode::SUCCESS)
}

/// The table of a configuration that names the database, for another folder's configuration.
fn database_of(file: &Path) -> anyhow::Result<String> {
    let cannot = || format!("{} cannot be read", file.display());
    let file = std::path::absolute(file).with_context(cannot)?;
    let mut config: toml::Table = toml::from_str(&std::fs::read_to_string(&file).with_context(cannot)?)?;
    let mut named =
        config.remove("postgres").with_context(|| format!("{} names no [postgres]", file.display()))?;
    for key in ["password_file", "ca_file"] {
        if let Some(toml::Value::String(path)) = named.get_mut(key) {
            *path = file.with_file_name(&*path).display().to_string();
        }
    }
    Ok(format!("\n{}", toml::to_string(&toml::Table::from_iter([("postgres".to_owned(), named)]))?))
}

fn tell(
    stage: &Stage,
    verdicts: &[(&str, Taken)],
    turns: &[(u32, String)],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(out, "A post office was set up in {}", stage.folder.display())?;
    writeln!(out, "Game {GAME}: two sides, four players, two turns run.\n")?;
    writeln!(out, "Letter                        Verdict")?;
    for (name, taken) in verdicts {
        writeln!(out, "{name:<29} {}", taken.verdict.words())?;
    }
    writeln!(out)?;
    for (turn, hash) in turns {
        writeln!(out, "Turn {turn} was run at its deadline; its hash is {}…", &hash[..16.min(hash.len())])?;
    }
    writeln!(out, "{}\n", stage.office.replay(&stage.game)?.lines().last().unwrap_or(""))?;
    writeln!(out, "Mailed to                Subject")?;
    for copy in stage.sent() {
        writeln!(out, "{:<24} {}", copy.to, copy.subject)?;
        writeln!(out, "    {}", copy.path.display())?;
        if let Some(html) = &copy.html {
            writeln!(out, "    {}", html.display())?;
        }
    }
    Ok(())
}

/// Three pages of one player's: the last receipt before the turn was run, and the two reports after it.
fn tell_where_to_begin(sent: &[Copy], before_the_turn: usize, out: &mut dyn Write) -> anyhow::Result<()> {
    let (before, after) = sent.split_at(before_the_turn);
    let Some(player) = after.first().map(|copy| &copy.to) else { return Ok(()) };
    let theirs = |copy: &Copy| {
        (copy.to == *player).then(|| copy.html.clone().zip(Some(copy.subject.clone()))).flatten()
    };
    let receipt = before.iter().rev().find_map(theirs);
    writeln!(out, "\nOpen these first, in a browser:")?;
    for (page, subject) in receipt.into_iter().chain(after.iter().filter_map(theirs)) {
        writeln!(out, "    {}  {subject}", page.display())?;
    }
    Ok(())
}

//! `fieldpost publish GAME FOLDER`: a game's past as pages in a folder, for anybody, for a side, or whole when it has ended.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::ValueEnum;

use crate::cli::post_office::{ConfigArg, site_of};
use fieldpost_daemon::site::Whom;
use fieldpost_daemon::socket::Request;
use fieldpost_print::parcel::unpacked;

/// Arguments of `fieldpost publish`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    config: ConfigArg,
    /// The game's name.
    pub game: String,
    /// Where the pages go: a new or empty folder, or one that this has written before.
    pub folder: PathBuf,
    /// What anybody may know: what observers are mailed. It is so if nothing else is asked for.
    #[arg(long = "for", value_name = "WHOM", conflicts_with_all = ["side", "whole"])]
    pub readers: Option<Readers>,
    /// What a player was told, or every player of a nation or power, by name.
    #[arg(long, value_name = "NAME", conflicts_with = "whole")]
    pub side: Option<String>,
    /// All there was, whoever saw it: only of a game that has ended.
    #[arg(long)]
    pub whole: bool,
    /// Without maps: the pages are a tenth as large.
    #[arg(long)]
    pub no_pictures: bool,
}

/// For whom `--for` shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Readers {
    Public,
}

/// The file that says what this has written into a folder: the next time that goes first, so that nothing stays which the new pages do not
/// show.
const WRITTEN: &str = ".fieldpost-site";

/// Writes the pages.
///
/// # Errors
/// If there is no such game, it may not be shown so, or the folder holds something else.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let config = args.config.load()?;
    let before = written_before(&args.folder)?;
    let whom = match (&args.side, args.whole) {
        (Some(side), _) => Whom::Side(side.clone()),
        (None, true) => Whom::Whole,
        (None, false) => Whom::Public,
    };
    let request = Request::Publish { game: args.game.clone(), whom, no_pictures: args.no_pictures };
    let (zip, words) = site_of(config, &request)?;
    let files = unpacked(&zip).context("the pages came damaged")?;
    write_into(&args.folder, &before, &files)?;
    writeln!(out, "{}: {words}", args.folder.display())?;
    Ok(ExitCode::SUCCESS)
}

/// The files that an earlier run has written into a folder; none where it is new or empty.
///
/// # Errors
/// If it holds something else.
fn written_before(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let shown = folder.display();
    match fs::read_to_string(folder.join(WRITTEN)) {
        Ok(list) => return list.lines().map(|name| within(Path::new(name))).collect(),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(|| format!("{shown} cannot be looked at")),
    }
    let mut found = match fs::read_dir(folder) {
        Ok(found) => found,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error).with_context(|| format!("{shown} cannot be looked at")),
    };
    if found.next().is_some() {
        bail!("{shown} holds files that no `fieldpost publish` has written: name a new or an empty folder");
    }
    Ok(Vec::new())
}

/// A file's name, if it leads nowhere but into the folder.
fn within(name: &Path) -> anyhow::Result<PathBuf> {
    let is_plain = name.components().all(|part| matches!(part, Component::Normal(_)));
    if !is_plain || name.as_os_str().is_empty() {
        bail!("{} is no file of such a folder", name.display());
    }
    Ok(name.to_owned())
}

fn write_into(folder: &Path, before: &[PathBuf], files: &[(String, Vec<u8>)]) -> anyhow::Result<()> {
    let cannot = |path: &Path| format!("{} cannot be written", path.display());
    fs::create_dir_all(folder).with_context(|| cannot(folder))?;
    for name in before {
        match fs::remove_file(folder.join(name)) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(error).with_context(|| cannot(&folder.join(name)));
            }
            _ => {}
        }
    }
    // What is being written is on the list before it lies there: a run that was cut off is tidied up by the next.
    let names = files.iter().map(|(name, _)| format!("{name}\n")).collect::<String>();
    fs::write(folder.join(WRITTEN), names).with_context(|| cannot(folder))?;
    for (name, bytes) in files {
        let path = folder.join(within(Path::new(name))?);
        path.parent().map_or(Ok(()), fs::create_dir_all).with_context(|| cannot(&path))?;
        fs::write(&path, bytes).with_context(|| cannot(&path))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> (String, Vec<u8>) {
        (name.into(), name.into())
    }

    #[test]
    fn a_folder_is_written_anew_and_keeps_nothing_of_before() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("site");
        write_into(&folder, &written_before(&folder).unwrap(), &[file("index.html"), file("pictures/1.png")])
            .unwrap();
        fs::write(folder.join("mine.txt"), "kept").unwrap();
        write_into(&folder, &written_before(&folder).unwrap(), &[file("index.html")]).unwrap();
        assert!(folder.join("index.html").exists() && folder.join("mine.txt").exists());
        assert!(!folder.join("pictures/1.png").exists(), "what the public must not see may have stood there");
    }

    #[test]
    fn a_folder_of_somebody_else_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        assert!(written_before(folder.path()).unwrap().is_empty());
        fs::write(folder.path().join("diary.txt"), "mine").unwrap();
        let error = written_before(folder.path()).unwrap_err().to_string();
        assert!(error.contains("holds files that no `fieldpost publish` has written"), "{error}");
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        for name in ["../x", "/etc/passwd", "a/../../x", ""] {
            assert!(within(Path::new(name)).is_err(), "{name}");
        }
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(WRITTEN), "../x\n").unwrap();
        assert!(written_before(folder.path()).is_err());
    }
}

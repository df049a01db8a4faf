//! The store's folder as `fieldpost doctor` finds it: who may read and write it, how much room is left, what waits in it.

use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use chrono::DateTime;
use rustix::fs::{Access, AtFlags, CWD, accessat};
use rustix::io::Errno;
use serde_json::Value;

use crate::cli::doctor::database;
use crate::cli::doctor::finding::{Finding, wrong};
use crate::cli::post_office::ask_or_do;
use fieldpost_daemon::config::Config;
use fieldpost_daemon::disk::{self, Gauge, Level, MIB};
use fieldpost_daemon::identity::Identity;
use fieldpost_daemon::record;
use fieldpost_daemon::socket::{self, Request};
use fieldpost_desk::remind::span_words;
use fieldpost_engine::words::counted;
use fieldpost_store::{SledStore, StoreError};

/// A mail that has waited longer than this is stuck, in milliseconds: four tries have failed by then.
const STUCK_MS: i64 = 3_600_000;

/// Everything about the store, by key.
pub fn findings(config: &Config) -> Vec<(&'static str, Finding)> {
    let folder = &config.office.store;
    let opened = opened(config);
    let is_open = opened.is_ok();
    let mut findings = vec![("office.store", opened)];
    if !folder.is_dir() {
        return findings;
    }
    findings.push(("office.store", privacy(folder)));
    let gauge = Gauge::Of(folder.clone());
    findings.push(("limits.disk_mib", room(config, gauge.free())));
    if let Some(index) = gauge.index() {
        findings.push(("the index", Ok(format!("{} (db/)", disk::in_words(index)))));
    }
    findings.extend(database::findings(config));
    if is_open {
        match status(config) {
            Ok(status) => {
                findings.push(("the outbox", outbox_of(&status)));
                findings.extend(seats_of(&status).into_iter().map(|finding| ("seats", finding)));
            }
            Err(error) => {
                findings.push(("the outbox", wrong(format!("{error:#}"), "see `fieldpost status`")))
            }
        }
    }
    findings
}

/// The store can be opened, or a daemon holds it and answers.
fn opened(config: &Config) -> Finding {
    let folder = &config.office.store;
    if folder.is_dir()
        && let Some(fault) = unwritable(folder)
    {
        return Err(fault);
    }
    if let Err(error) = Identity::of(config) {
        let remedy = match config.postgres {
            Some(_) => "copy that file from another machine of the post office; do not make a new one",
            None => "run `fieldpost init FOLDER` once, and keep its store folder",
        };
        return wrong(format!("{error:#}"), remedy);
    }
    if let Ok(Some(_)) = socket::ask(folder, &Request::Status { json: false }, b"") {
        return Ok("a running daemon holds it, and answers".into());
    }
    if config.postgres.is_some() {
        return match record::open_to_look(config) {
            Ok(_) => Ok("the database that holds the record can be opened".into()),
            Err(error) => wrong(format!("{error:#}"), database::remedy(config, &error)),
        };
    }
    match SledStore::open(folder) {
        Ok(_) => Ok(format!("{} can be opened", folder.display())),
        Err(error) => {
            let remedy = remedy(&error);
            wrong(error.to_string(), remedy)
        }
    }
}

/// What helps where a store cannot be opened.
fn remedy(error: &StoreError) -> String {
    let full =
        |source: &std::io::Error| matches!(source.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded);
    match error {
        StoreError::Locked { .. } => {
            "another process holds it; end that one, or ask it (fieldpost status)".to_owned()
        }
        StoreError::Schema { .. } => "use the fieldpost that wrote it".to_owned(),
        StoreError::Disk { source, .. } if full(source) => "make room on that disk".to_owned(),
        StoreError::Disk { path, source, .. } if source.kind() == ErrorKind::PermissionDenied => {
            ownership(path)
        }
        StoreError::Disk { source, .. } if source.kind() == ErrorKind::ReadOnlyFilesystem => MOUNT.to_owned(),
        _ => "fieldpost rebuild makes the store again from the files beside it".to_owned(),
    }
}

/// What helps on a file system that takes no writes.
const MOUNT: &str = "the file system is mounted read-only: mount it again with rw; a systemd unit with ProtectSystem=strict \
                     writes only below its StateDirectory and what ReadWritePaths names";

/// The first thing within a store that the user of this process may not read and write, and how many more there are.
fn unwritable(folder: &Path) -> Option<(String, String)> {
    let mut faults = Vec::new();
    collect(folder, &mut faults);
    let (path, errno) = faults.first()?;
    let others = match faults.len() - 1 {
        0 => String::new(),
        more => format!(", nor {} more", counted(more, "file")),
    };
    let words = format!("{}{others} cannot be read and written by {}", path.display(), us());
    let remedy = if *errno == Errno::ROFS { MOUNT.to_owned() } else { ownership(path) };
    Some((words, remedy))
}

fn collect(path: &Path, faults: &mut Vec<(PathBuf, Errno)>) {
    let Ok(meta) = fs::symlink_metadata(path) else { return };
    let is_folder = meta.is_dir();
    let mut access = Access::READ_OK | Access::WRITE_OK;
    if is_folder {
        access |= Access::EXEC_OK;
    } else if !meta.is_file() {
        return;
    }
    if let Err(errno) = accessat(CWD, path, access, AtFlags::EACCESS) {
        // What a running daemon took away meanwhile is no fault.
        if errno != Errno::NOENT {
            faults.push((path.to_owned(), errno));
        }
        return;
    }
    let entries = fs::read_dir(path).ok().filter(|_| is_folder);
    for entry in entries.into_iter().flatten().flatten() {
        collect(&entry.path(), faults);
    }
}

/// Whose a file is, and what to do so that we may write it.
fn ownership(path: &Path) -> String {
    let Ok(meta) = fs::metadata(path) else {
        return "let the user that runs fieldpost read and write there".to_owned();
    };
    let (owner, mode) = (user(meta.uid()), meta.permissions().mode() & 0o7777);
    let us = us();
    if owner == us {
        return format!("it is {owner}'s own, of mode {mode:o}: chmod -R u+rwX on the store's folder");
    }
    format!(
        "it belongs to {owner} and has the mode {mode:o}: run fieldpost as {owner} (sudo -u {owner} ...), or give the store's \
         folder to {us} (chown -R {us}, as root)"
    )
}

/// Who runs this.
fn us() -> String {
    user(rustix::process::geteuid().as_raw())
}

/// A user's name, or number where it has none.
fn user(id: u32) -> String {
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let named = users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)? == id.to_string()).then(|| name.to_owned())
    });
    named.unwrap_or_else(|| format!("user {id}"))
}

/// Nobody but its owner can look into the store.
fn privacy(folder: &Path) -> Finding {
    let mode = fs::metadata(folder).map_or(0, |meta| meta.permissions().mode() & 0o777);
    if mode & 0o077 == 0 {
        return Ok("it is its owner's alone".into());
    }
    let name = folder.file_name().unwrap_or(OsStr::new("store")).to_string_lossy();
    let words = format!(
        "{} has the mode {mode:o}: others than its owner can look into {name}, where letters, orders and the office's key lie",
        folder.display()
    );
    wrong(words, format!("chmod -R go-rwx {}", folder.display()))
}

/// There is room on the store's disk.
fn room(config: &Config, free: Option<u64>) -> Finding {
    let Some(free) = free else { return Ok("the disk does not say how much room is left".into()) };
    let limit = config.limits.disk_mib;
    let left = format!("the disk has {} left", disk::in_words(free));
    let remedy = "make room, or set [limits] disk_mib lower; 0 is no limit";
    match disk::level(free, u64::from(limit) * MIB) {
        Level::Enough => Ok(left),
        Level::Low => wrong(format!("{left}, and the limit is {limit} MiB"), remedy),
        Level::Full => wrong(
            format!("{left}: below a tenth of {limit} MiB no letter is taken in and no turn run"),
            remedy,
        ),
    }
}

/// How the post office stands.
fn status(config: &Config) -> anyhow::Result<Value> {
    let asked = ask_or_do(config.clone(), &Request::Status { json: true }, Vec::new());
    asked.and_then(|words| Ok(serde_json::from_str::<Value>(&words)?))
}

/// The seats of each game that goes on: one finding where all is well, or one for each thing that is to be said.
fn seats_of(status: &Value) -> Vec<Finding> {
    let games = status["games"].as_array().map_or(&[][..], Vec::as_slice);
    let of = |game: &Value| {
        let name = game["game"].as_str().unwrap_or_default();
        let told = |key: &str| {
            let lines = game[key].as_array().cloned().unwrap_or_default();
            lines.iter().filter_map(Value::as_str).map(|line| format!("{name}: {line}")).collect::<Vec<_>>()
        };
        let remedy = format!(
            "fieldpost ga {name} \"EMAIL player address\", or REPLACE player BY address, or MACHINE ON player"
        );
        let odd = told("odd_seats").into_iter().map(|words| wrong(words, remedy.clone()));
        // It is allowed, and no fault; but the host should have heard of it.
        let two_parts =
            told("two_parts").into_iter().map(|words| Ok(format!("{words}; the others should know it")));
        let findings = odd.chain(two_parts).collect::<Vec<_>>();
        match findings.is_empty() {
            true => vec![Ok(format!("{name}: each can be written to, and nobody has two parts"))],
            false => findings,
        }
    };
    games.iter().filter(|game| game["over"].is_null()).flat_map(of).collect()
}

/// No mail has waited long in the outbox.
fn outbox_of(status: &Value) -> Finding {
    let outbox = &status["outbox"];
    let count = |key: &str| usize::try_from(outbox[key].as_u64().unwrap_or_default()).unwrap_or_default();
    let waiting = count("waiting") + count("being_tried");
    let moment = |value: &Value| DateTime::parse_from_rfc3339(value.as_str()?).ok();
    let age = moment(&status["at"]).zip(moment(&outbox["oldest_waiting"]));
    let age = age.map(|(now, oldest)| (now - oldest).num_milliseconds()).unwrap_or_default();
    if age < STUCK_MS {
        return Ok(format!("{} waiting", counted(waiting, "mail")));
    }
    let why = outbox["last_trouble"].as_str().unwrap_or("none was tried: does the daemon run?");
    let words = format!("{} waiting, the oldest for {}: {why}", counted(waiting, "mail"), span_words(age));
    wrong(words, "mend what the server says, below [post]; `fieldpost run` must run for mails to go out")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn mail_that_has_waited_for_hours_is_stuck() {
        let status = |oldest: Value| {
            json!({ "at": "2026-06-01T12:00:00Z", "outbox": { "waiting": 2, "being_tried": 0,
                    "oldest_waiting": oldest, "last_trouble": "not now: 451 greylisted" } })
        };
        assert_eq!(outbox_of(&status(Value::Null)), Ok("2 mails waiting".into()));
        assert!(outbox_of(&status(json!("2026-06-01T11:30:00Z"))).is_ok());
        let (words, _) = outbox_of(&status(json!("2026-06-01T09:00:00Z"))).unwrap_err();
        assert_eq!(words, "2 mails waiting, the oldest for 3 hours: not now: 451 greylisted");
    }

    #[test]
    fn odd_seats_are_wrong_with_a_remedy_and_two_parts_are_told() {
        let game = |odd: &[&str], two: &[&str]| {
            json!({ "games": [{ "game": "demo", "over": null, "odd_seats": odd, "two_parts": two },
                              { "game": "old", "over": "ended", "odd_seats": ["x"], "two_parts": [] }] })
        };
        let [well] = seats_of(&game(&[], &[])).try_into().unwrap();
        assert_eq!(well, Ok("demo: each can be written to, and nobody has two parts".into()));
        let [odd, two] = seats_of(&game(&["Gablenz has no address"], &["GA plays too"])).try_into().unwrap();
        let (words, remedy) = odd.unwrap_err();
        assert_eq!(words, "demo: Gablenz has no address");
        assert!(remedy.starts_with("fieldpost ga demo \"EMAIL player address\""), "{remedy}");
        assert_eq!(two, Ok("demo: GA plays too; the others should know it".into()));
    }

    #[test]
    fn a_full_disk_is_not_well() {
        let config = Config::read(fieldpost_daemon::config::SAMPLE, Path::new("/x/fieldpost.toml")).unwrap();
        assert!(room(&config, Some(501 * MIB)).is_ok() && room(&config, None).is_ok());
        assert!(room(&config, Some(499 * MIB)).unwrap_err().0.contains("the limit is 500 MiB"));
        assert!(room(&config, Some(49 * MIB)).unwrap_err().0.contains("no letter is taken in"));
    }

    #[test]
    fn a_full_or_read_only_disk_is_not_to_be_rebuilt() {
        let disk =
            |kind: ErrorKind| StoreError::Disk { doing: "write", path: "/".into(), source: kind.into() };
        assert_eq!(remedy(&disk(ErrorKind::StorageFull)), "make room on that disk");
        assert!(remedy(&disk(ErrorKind::ReadOnlyFilesystem)).contains("ReadWritePaths"));
        assert!(remedy(&disk(ErrorKind::PermissionDenied)).contains("root"));
    }
}

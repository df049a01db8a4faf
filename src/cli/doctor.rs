//! `fieldpost doctor`: checks the configuration live, and names what is wrong, in which key, with the remedy.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

mod clocks;
#[cfg(feature = "postgres")]
mod database;
#[cfg(not(feature = "postgres"))]
#[path = "doctor/without_database.rs"]
mod database;
mod finding;
mod greeting;
mod round_trip;
mod store;
mod web;

use crate::cli::doctor::finding::{Finding, wrong};
use crate::cli::post_office::{ConfigArg, as_its_owner};
use crate::cli::record::{summary, verify_all};
use fieldpost_daemon::clock::Clock;
use fieldpost_daemon::config::{Config, Login, MaildirSource, PostSettings, SmtpSettings, Source};
use fieldpost_daemon::identity::Identity;
use fieldpost_daemon::{keyring, templates, wiring};
use fieldpost_desk::address::{is_same, without_tag};
use fieldpost_engine::nearest::nearest;
use fieldpost_engine::words::counted;
use fieldpost_games::RULEBOOKS;
use fieldpost_mail::post::{MaildirPost, SmtpPost};
use fieldpost_mail::source::{Cursor, Imap, ImapSettings, Mailbox, Maildir, MaildirCount, SourceError};

/// Arguments of `fieldpost doctor`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    config: ConfigArg,
    /// Mail ourselves through the real account, and see it arrive.
    #[arg(long)]
    round_trip: bool,
    /// How many seconds the mail of --round-trip may take.
    #[arg(long, default_value_t = 120, requires = "round_trip")]
    wait: u64,
}

/// Checks everything; the exit status is 1 if anything is wrong.
///
/// # Errors
/// If the configuration itself cannot be read, with the file, the key and an example.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let config = args.config.load()?;
    // What root can read and write says nothing about the user that the daemon runs as.
    as_its_owner(&config.office.store)?;
    let mut well = true;
    let mut say = |key: &str, finding: Finding| -> std::io::Result<()> {
        match finding {
            Ok(words) => writeln!(out, "well   {key}: {words}"),
            Err((wrong, remedy)) => {
                well = false;
                writeln!(out, "WRONG  {key}: {wrong}\n       {remedy}")
            }
        }
    };
    let mut is_open = true;
    for (key, finding) in store::findings(&config) {
        is_open &= key != "office.store" || finding.is_ok();
        say(key, finding)?;
    }
    // What cannot be read for another reason is not damaged.
    for finding in if is_open { record(&config) } else { Vec::new() } {
        say("record", finding)?;
    }
    if let Some(folder) = &config.office.templates {
        say("office.templates", own_templates(folder))?;
    }
    if let Some(signatures) = &config.signatures {
        for (key, finding) in keys(&signatures.keys) {
            say(&key, finding)?;
        }
    }
    for source in &config.sources {
        let key = format!("source.{}", source.name());
        if let Source::Imap(imap) = source {
            say(&format!("{key}.password_file"), secret(imap.login()))?;
        }
        say(&key, inbox(&config, source))?;
    }
    if let PostSettings::Smtp(smtp) = &config.post {
        say("post.password_file", secret(smtp.login()))?;
    }
    if let Some(finding) = web::finding(&config) {
        say("web", finding)?;
    }
    if is_own(&config, &config.ga.address) {
        let remedy =
            "name a mailbox of the administrator's own: what is mailed to this one comes back as a letter";
        let words = format!("{} is the post office's own address", config.ga.address);
        say("ga.address", wrong(words, remedy))?;
    }
    let post = outbox(&config);
    let is_well = post.is_ok();
    say("post", post)?;
    if let (PostSettings::Smtp(smtp), true) = (&config.post, is_well) {
        say("office.address", own_mailbox(&config, smtp))?;
    }
    if args.round_trip {
        say("the round trip", round_trip::finding(&config, Duration::from_secs(args.wait)))?;
    }
    Ok(if well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether an address is the office's, with or without a tag.
fn is_own(config: &Config, address: &str) -> bool {
    is_same(&without_tag(address), &without_tag(&config.office.address))
}

/// Whether letters are read from a Maildir.
fn is_read(config: &Config, path: &Path) -> bool {
    let place = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut maildirs = config.sources.iter().filter_map(|source| match source {
        Source::Maildir(maildir) => Some(&maildir.path),
        Source::Imap(_) => None,
    });
    maildirs.any(|read| place(read) == place(path))
}

/// Every file of the record is what was written: one finding for the whole, or one for each that is not.
fn record(config: &Config) -> Vec<Finding> {
    if config.postgres.is_some() {
        // Its files are the database's, which a running daemon looks over, and `store rehearse` holds to its entries.
        return vec![match Identity::of(config) {
            Ok(_) => {
                Ok("it is in the database; fieldpost store rehearse holds its rows to its entries".into())
            }
            Err(error) => {
                wrong(format!("{error:#}"), "copy identity.toml from another machine of the cluster")
            }
        }];
    }
    let remedy = "put the file back from a backup as it was; or stop the daemon and run fieldpost rebuild, which goes on \
                  without it";
    match verify_all(config) {
        Ok(verified) if verified.damages.is_empty() => vec![Ok(summary(&verified))],
        Ok(verified) => verified.damages.iter().map(|damage| wrong(damage.to_string(), remedy)).collect(),
        Err(error) => vec![wrong(format!("{error:#}"), "see office.store")],
    }
}

/// A host's own mail templates print every kind of mail.
fn own_templates(folder: &Path) -> Finding {
    match templates::press(Some(folder), RULEBOOKS) {
        Ok(_) => Ok(format!("every mail can be printed with those in {}", folder.display())),
        Err(error) => wrong(format!("{error:#}"), "mend the file; `fieldpost templates check` tells more"),
    }
}

/// Every file of the folder of keys holds keys that can sign today: one finding for the folder, one for each fault.
fn keys(folder: &Path) -> Vec<(String, Finding)> {
    let key = "signatures.keys".to_string();
    let found = match keyring::read(folder) {
        Ok(found) => found,
        Err(error) => {
            let words = format!("{} cannot be read: {error}", folder.display());
            return vec![(key, wrong(words, "make the folder, for the user that runs fieldpost"))];
        }
    };
    let mut findings =
        vec![(key.clone(), Ok(format!("{} in {}", counted(found.keys, "key"), folder.display())))];
    for (file, why) in found.faults {
        let remedy = "export the key anew: gpg --armor --export ADDRESS > ADDRESS.asc";
        findings.push((key.clone(), wrong(format!("{}: {why}", file.display()), remedy)));
    }
    for (address, why) in found.keyring.unusable(Clock::System.now()) {
        let remedy = "ask its owner for the key as it is now, or take the file away";
        findings.push((key.clone(), wrong(format!("{address}: {why}"), remedy)));
    }
    findings
}

/// A secret can be read, and by its owner only.
fn secret(login: Login<'_>) -> Finding {
    if let Err(why) = login.password() {
        return wrong(why, "make the file, or set the variable, for the user that runs fieldpost");
    }
    match login.password_file {
        Some(path) if is_open_to_others(path) => wrong(
            format!("{} can be read by others than its owner", path.display()),
            "chmod 600 on that file",
        ),
        Some(path) => Ok(format!("{} is its owner's alone", path.display())),
        None => Ok("no secret lies in a file".into()),
    }
}

fn is_open_to_others(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|meta| meta.permissions().mode() & 0o077 != 0)
}

/// What certificates of an own authority need.
const CA: &str = "; where the server's certificate is signed by an authority of your own, ca_file names that authority's PEM file";

/// A source of letters, not connected yet; or what is wrong with its keys.
fn source_of(config: &Config, source: &Source) -> Result<Box<dyn Mailbox>, (String, String)> {
    let letter_max = u64::from(config.limits.letter_bytes);
    match source {
        Source::Imap(imap) => match wiring::imap_settings(imap, letter_max) {
            Ok(settings) => Ok(Box::new(Imap::new(settings))),
            Err(error) => {
                Err((format!("{error:#}"), "see the key named; `fieldpost init` explains them all".into()))
            }
        },
        Source::Maildir(maildir) => {
            match Maildir::open(&maildir.name, &maildir.path, wiring::maildir_filing(), letter_max) {
                Ok(mailbox) => Ok(Box::new(mailbox)),
                Err(error) => Err((error.to_string(), "let the user that runs fieldpost write there".into())),
            }
        }
    }
}

const SILENT: &str = "the server says nothing to who connects";

/// The source can be logged into and listed.
fn inbox(config: &Config, source: &Source) -> Finding {
    if let Source::Maildir(maildir) = source {
        return maildir_inbox(config, maildir);
    }
    let mut mailbox = source_of(config, source)?;
    let endpoint = match source {
        Source::Imap(imap) => wiring::imap_settings(imap, 0).ok().map(|settings| settings.endpoint),
        Source::Maildir(_) => None,
    };
    let key = format!("[[source]] {:?}", source.name());
    if let Some(remedy) = endpoint.as_ref().and_then(greeting::waits_for_tls) {
        return wrong(SILENT, format!("under {key} {remedy}"));
    }
    match mailbox.list(Cursor::default()) {
        Ok(listing) => {
            let newest = listing.arrivals.iter().map(|arrival| arrival.received_ms).max();
            match newest
                .and_then(|newest| clocks::clocks_apart(newest, Clock::System.now(), clocks::Ahead::Server))
            {
                Some(apart) => Err(apart),
                None => Ok(format!("logged in; {} there", counted(listing.arrivals.len(), "letter"))),
            }
        }
        Err(error) if error.is_login() => wrong(
            error.to_string(),
            "check user and password; Gmail wants an app password, Outlook an OAuth2 token (token_cmd)",
        ),
        Err(SourceError::Answer { place, why }) if why.starts_with("NO ") => {
            let folder = if let Source::Imap(imap) = source { imap.folder.as_str() } else { "" };
            wrong(
                format!("logged in, but {place} does not open the folder {folder:?}: {why}"),
                format!(
                    "folder under [[source]] {:?} names a folder of that account as its server writes it: {}",
                    source.name(),
                    folders_of(config, source)
                ),
            )
        }
        Err(error) => {
            let remedy = endpoint.as_ref().and_then(greeting::greets_in_plain_words).map_or_else(
                || format!("check host, port and security under {key}, and that the server is up{CA}"),
                |remedy| format!("under {key} {remedy}"),
            );
            wrong(error.to_string(), remedy)
        }
    }
}

/// The folders that an account has, for who named one that it has not.
fn folders_of(config: &Config, source: &Source) -> String {
    let others = || "INBOX, or one such as INBOX.Orders or Orders".to_owned();
    let Source::Imap(imap) = source else { return others() };
    let Ok(settings) = wiring::imap_settings(imap, u64::from(config.limits.letter_bytes)) else {
        return others();
    };
    let known = Imap::new(ImapSettings { folder: "INBOX".into(), ..settings }).folders().unwrap_or_default();
    if known.is_empty() {
        return others();
    }
    let near = nearest(&imap.folder, known.iter().map(|name| (name.as_str(), name)));
    let near = near.map(|near| format!("; the nearest is {near}")).unwrap_or_default();
    let more = known.len().saturating_sub(MOST_FOLDERS);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let told = known.iter().take(MOST_FOLDERS).map(String::as_str).collect::<Vec<_>>().join(", ");
    format!("{told}{more}{near}")
}

/// So many folders of an account are named at most.
const MOST_FOLDERS: usize = 20;

/// Players' letters can be sent to the office: its address is a mailbox of the server that sends for it. A server that does not know where
/// other domains' mail goes cannot tell.
fn own_mailbox(config: &Config, smtp: &SmtpSettings) -> Finding {
    let address = &config.office.address;
    let post = wiring::smtp_settings(smtp).and_then(|settings| Ok(SmtpPost::new(settings)?));
    match post.map_err(|error| format!("{error:#}")).and_then(|post| post.test(address, address)) {
        Ok(()) => Ok(format!("the server takes mail for {address}")),
        Err(why) => wrong(
            why,
            "players write to office.address: make that mailbox, or name the one that is read under [[source]]",
        ),
    }
}

/// The Maildir can be read, and what lies in its folders.
fn maildir_inbox(config: &Config, source: &MaildirSource) -> Finding {
    let letter_max = u64::from(config.limits.letter_bytes);
    let counted = Maildir::open(&source.name, &source.path, wiring::maildir_filing(), letter_max)
        .and_then(|maildir| maildir.count());
    match counted {
        Ok(MaildirCount { new, cur, seen }) => {
            let there = format!("{} in new, {cur} in cur", counted_letters(new));
            let left = format!(
                "; {} in cur marked as seen by another program, and not read: mark as unread what is to be read",
                counted_letters(seen)
            );
            Ok(if seen == 0 { there } else { there + &left })
        }
        Err(error) => wrong(error.to_string(), "let the user that runs fieldpost read and write there"),
    }
}

fn counted_letters(count: usize) -> String {
    counted(count, "letter")
}

/// The post can be logged into, and takes a mail for the GA.
fn outbox(config: &Config) -> Finding {
    match &config.post {
        PostSettings::Smtp(smtp) => {
            let post = wiring::smtp_settings(smtp).and_then(|settings| Ok(SmtpPost::new(settings)?));
            let (from, to) = (&config.office.address, &config.ga.address);
            let endpoint = wiring::smtp_settings(smtp).ok().map(|settings| settings.endpoint);
            if let Some(remedy) = endpoint.as_ref().and_then(greeting::waits_for_tls) {
                return wrong(SILENT, format!("under [post] {remedy}"));
            }
            let test = post.map_err(|error| format!("{error:#}")).and_then(|post| post.test(from, to));
            let remedy = || match endpoint.as_ref().and_then(greeting::greets_in_plain_words) {
                Some(remedy) => format!("under [post] {remedy}"),
                None => format!("check host, port, security, user and password under [post]{CA}"),
            };
            let well = match smtp.login().user {
                Some(_) => format!("logged in; it takes mail for {to}"),
                None => format!("no login, none is set (user); it takes mail for {to}"),
            };
            test.map(|()| well).map_err(|why| (why, remedy()))
        }
        PostSettings::Maildir { path } if is_read(config, path) => wrong(
            format!(
                "letters are read from {} too, so that every mail would come back as one",
                path.display()
            ),
            "name another folder as path under [post]",
        ),
        PostSettings::Maildir { path } => match MaildirPost::open(path) {
            Ok(_) => Ok(format!("{} can be written", path.display())),
            Err(error) => wrong(error.to_string(), "let the user that runs fieldpost write there"),
        },
    }
}

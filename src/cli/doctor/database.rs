//! A PostgreSQL that holds the record, as `fieldpost doctor` finds it: each host, the primary, and the mailboxes that turns wait for.

use crate::cli::doctor::finding::{Finding, wrong};
use fieldpost_daemon::config::{Config, Postgres};
use fieldpost_daemon::mailboxes::Unread;
use fieldpost_daemon::record;
use fieldpost_store::postgres::{Advice, look};
use fieldpost_store::{Poll, Store, StoreError};

/// What helps where nothing nearer is known.
const PAGE: &str = "see docs/hosts/cluster.md";

/// A daemon that was heard of so long ago, in milliseconds, lives.
const LIVES_MS: i64 = 120_000;

/// What a PostgreSQL is found to be that holds the record, by key.
pub fn findings(config: &Config) -> Vec<(&'static str, Finding)> {
    let Some(named) = &config.postgres else { return Vec::new() };
    let database = match record::postgres(config) {
        Ok(database) => database,
        Err(error) => return vec![("postgres", wrong(format!("{error:#}"), remedy(config, &error)))],
    };
    let finding = |one: fieldpost_store::postgres::Finding| match one.is_fault {
        true => wrong(one.words, words_of(&one.advice, named)),
        false => Ok(one.words),
    };
    let found = look(&database, named.copies).into_iter().map(|one| ("postgres", finding(one)));
    let store = record::open_to_look(config).ok();
    let mailboxes = store.map(|store| mailboxes(store.as_ref())).transpose();
    let mailboxes =
        mailboxes.map(Option::unwrap_or_default).unwrap_or_else(|error| vec![wrong(error.to_string(), PAGE)]);
    found.chain(mailboxes.into_iter().map(|finding| ("mailboxes", finding))).collect()
}

/// What helps where the database could not be opened.
pub fn remedy(config: &Config, error: &anyhow::Error) -> String {
    let advice = error.downcast_ref::<StoreError>().map_or(Advice::Page, Advice::on);
    config.postgres.as_ref().map_or_else(|| PAGE.to_owned(), |named| words_of(&advice, named))
}

fn words_of(advice: &Advice, named: &Postgres) -> String {
    let file = |path: &Option<std::path::PathBuf>| path.as_ref().map(|path| path.display().to_string());
    match advice {
        Advice::Page => PAGE.to_owned(),
        Advice::Password => match (file(&named.password_file), &named.password_env) {
            (Some(file), _) => format!(
                "put the password of the role {:?} into {file} (postgres.password_file); or ALTER ROLE {} PASSWORD '...' on the \
                 database",
                named.user, named.user
            ),
            (None, Some(name)) => {
                format!("put the password of the role {:?} into the variable {name} (postgres.password_env)", named.user)
            }
            (None, None) => "name the file that holds the role's password as password_file under [postgres]".to_owned(),
        },
        Advice::LetIn => format!(
            "pg_hba.conf on the server needs a line for the role: hostssl {} {} all scram-sha-256, and then SELECT pg_reload_conf()",
            named.database, named.user
        ),
        Advice::Authority => format!(
            "the server's certificate is not signed by what {} holds (postgres.ca_file): bring the authority's certificate anew from \
             the machine that made it",
            file(&named.ca_file).unwrap_or_else(|| "ca_file".to_owned())
        ),
        Advice::CertificateName => {
            "name the host under [postgres] hosts as its certificate does, or make it a certificate of that name".to_owned()
        }
        Advice::Host(name) => {
            format!("see that the server runs and can be reached from here, and that postgres.hosts names {name} rightly")
        }
        Advice::LetWrite(name) => format!("on {name}: ALTER SYSTEM RESET default_transaction_read_only; SELECT pg_reload_conf()"),
        Advice::Follow(name) => {
            format!("see primary_conninfo of {name}, and its log; one that cannot follow is made a standby anew (pg_basebackup)")
        }
        Advice::ShutDown(name) => {
            format!("shut {name} down now, and make it a standby anew (docs/hosts/cluster.md, When the primary is lost)")
        }
        Advice::ShutOne => {
            "shut down the one that your daemons and your cluster manager do not mean, and make it a standby anew".to_owned()
        }
        Advice::Names => "give each its own name: `name` under [cluster] in its fieldpost.toml".to_owned(),
    }
}

/// The mailboxes that turns wait for: whether somebody reads them, and what ends the waiting. Where no daemon runs none is read.
fn mailboxes(store: &dyn Store) -> fieldpost_store::Result<Vec<Finding>> {
    if !store.daemons()?.iter().any(|daemon| daemon.silent_ms < LIVES_MS) {
        return Ok(Vec::new());
    }
    Ok(store.polls()?.iter().map(mailbox).collect())
}

fn mailbox(poll: &Poll) -> Finding {
    let unread = Unread::of(poll);
    let retire = unread.mailbox.retire_command();
    match (poll.is_claimed, &poll.trouble, &poll.read_by) {
        (false, _, Some(name)) => wrong(
            format!("turns wait for {unread}, and no daemon reads it now"),
            format!("start daemon {name}; or if the mailbox is gone for good: {retire}"),
        ),
        (false, _, None) => wrong(
            format!("turns wait for {unread}, and no daemon reads it now"),
            format!("start a daemon that has this source; or if it is gone for good: {retire}"),
        ),
        (true, Some(why), _) => wrong(
            format!("turns wait for {unread}, which cannot be read: {why}"),
            format!("mend that; or if the mailbox is gone for good: {retire}"),
        ),
        (true, None, _) => Ok(unread.to_string()),
    }
}

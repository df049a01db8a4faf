//! Whether a database and its cluster are what a post office can trust its letters to.

use std::collections::BTreeSet;

use crate::error::Result;
use crate::postgres::connect::{Link, PostgresConfig, Tx};
use crate::postgres::finding::{Advice, Finding, fault, good};
use crate::postgres::saying;
use crate::postgres::{hosts, migrate};
use crate::write::Awaited;

fn held(is_good: bool, words: &str, else_words: &str) -> Finding {
    if is_good { good(words) } else { fault(else_words) }
}

/// The oldest PostgreSQL that the statements are tried with.
const OLDEST: i32 = 140_000;

/// Looks the database over, each of its hosts and then the primary. `copies` is on how many disks an acknowledged letter is to be.
pub fn look(config: &PostgresConfig, copies: u32) -> Vec<Finding> {
    let (mut found, primary) = hosts::ask_each(config);
    let newest = primary.and_then(|place| config.hosts.get(place)).into_iter().cloned().collect::<Vec<_>>();
    if newest.is_empty() {
        let words = format!(
            "the database {} takes no writes: none of its hosts is a primary that is reached",
            config.database
        );
        found.push(fault(words));
        return found;
    }
    match look_at_primary(&PostgresConfig { hosts: newest, ..config.clone() }, copies) {
        Ok(more) => found.extend(more),
        Err(error) => found.push(Finding { advice: Advice::on(&error), ..fault(error.to_string()) }),
    }
    found
}

fn look_at_primary(config: &PostgresConfig, copies: u32) -> Result<Vec<Finding>> {
    let mut link = Link::open(config)?;
    let mut found = vec![good(format!("the database {} is reached, and takes writes", config.database))];
    if config.ca.is_none() && config.hosts.iter().any(|(host, _)| !is_near(host)) {
        found.push(fault("postgres.tls is off, and a host is another machine: letters and passwords' hashes go in the open"));
    }
    let mut tx = link.begin()?;
    found.push(match migrate::check(&mut tx) {
        Ok(migrated) => good(format!("the schema {} has all {} migrations", config.schema, migrated.known)),
        Err(error) => {
            tx.rollback()?;
            found.push(fault(error.to_string()));
            return Ok(found);
        }
    });
    found.extend(settings(&mut tx, (config.clock)())?);
    found.extend(replication(&mut tx, copies)?);
    found.extend(waiting(&mut tx)?);
    found.extend(rights_and_write(&mut tx)?);
    tx.rollback()?;
    found.push(held(
        is_session_our_own(&mut link, config)?,
        "its session is its own",
        "a pooler hands the session on: name the servers themselves in postgres.hosts, or have it pool sessions",
    ));
    Ok(found)
}

/// Whether what serves this link serves it again after another was served meanwhile.
fn is_session_our_own(link: &mut Link, config: &PostgresConfig) -> Result<bool> {
    let serves = |link: &mut Link| -> Result<Option<i32>> {
        let mut tx = link.begin()?;
        let served = tx.row("SELECT pg_backend_pid()", &[])?.map(|row| row.get(0));
        tx.rollback()?;
        Ok(served)
    };
    let before = serves(link)?;
    let mut other = Link::open(config)?;
    let mut tx = other.begin()?;
    tx.query("SELECT pg_backend_pid()", &[])?;
    Ok(serves(link)? == before)
}

fn is_near(host: &str) -> bool {
    host.starts_with('/') || host == "localhost" || host.starts_with("127.") || host == "::1"
}

fn setting(tx: &mut Tx<'_>, name: &str) -> Result<String> {
    let row = tx.row("SELECT current_setting($1, true)", &[&name])?;
    Ok(row.and_then(|row| row.get::<_, Option<String>>(0)).unwrap_or_default())
}

fn settings(tx: &mut Tx<'_>, now_ms: i64) -> Result<Vec<Finding>> {
    let mut found = Vec::new();
    let version: i32 = setting(tx, "server_version_num")?.parse().unwrap_or_default();
    found.push(held(
        version >= OLDEST,
        &format!("PostgreSQL {}", setting(tx, "server_version")?),
        "this PostgreSQL is older than 14, with which nothing was tried",
    ));
    for name in ["fsync", "full_page_writes", "synchronous_commit"] {
        let value = setting(tx, name)?;
        found.push(held(
            value == "on",
            &format!("{name} is on"),
            &format!("{name} is {value:?}: what was acknowledged may be lost; set it to on"),
        ));
    }
    let encoding = setting(tx, "server_encoding")?;
    found.push(held(
        encoding == "UTF8",
        "its encoding is UTF8",
        &format!("its encoding is {encoding}, not UTF8"),
    ));
    if setting(tx, "data_checksums")? != "on" {
        found.push(good("data checksums are off: damage of its disk is found when it is read wrongly (initdb -k has them)"));
    }
    let ahead = tx.row("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint", &[])?;
    let theirs = ahead.map_or(0, |row| row.get::<_, i64>(0));
    let off = (now_ms - theirs).abs();
    found.push(held(
        off < 1_000,
        "this machine's clock and the database's are within a second",
        &format!("this machine's clock and the database's differ by {off} ms: set both by a time server"),
    ));
    Ok(found)
}

fn replication(tx: &mut Tx<'_>, copies: u32) -> Result<Vec<Finding>> {
    let names = setting(tx, "synchronous_standby_names")?;
    let standbys = standbys(tx)?;
    let disks = standbys.unwrap_or(0) + 1;
    Ok(match copies {
        0 | 1 => vec![good(
            "postgres.copies is 1: a letter is acknowledged when it is on one disk, and lost with that",
        )],
        copies if names.is_empty() => vec![fault(format!(
            "synchronous_standby_names is empty, and postgres.copies is {copies}: a letter is acknowledged on one disk"
        ))],
        _ if standbys.is_none() => {
            vec![fault("the daemon's role may not see which standbys are in step: GRANT pg_monitor TO it")]
        }
        copies => vec![held(
            disks >= copies,
            &format!("a letter is on {disks} disks when it is acknowledged ({names})"),
            &format!(
                "{} standbys are in step, and postgres.copies asks for {}: writes wait for one",
                disks - 1,
                copies - 1
            ),
        )],
    })
}

/// Writes that wait for a standby to have them.
pub fn awaited(tx: &mut Tx<'_>) -> Result<Option<Awaited>> {
    let sql = "SELECT count(*), coalesce(extract(epoch FROM clock_timestamp() - min(xact_start)), 0)::bigint \
               FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = current_database()";
    let row = tx.row(sql, &[])?;
    let awaited = row.map(|row| Awaited {
        writes: row.get::<_, i64>(0).cast_unsigned(),
        seconds: row.get::<_, i64>(1).max(0).cast_unsigned(),
    });
    Ok(awaited.filter(|awaited| awaited.writes > 0))
}

fn waiting(tx: &mut Tx<'_>) -> Result<Option<Finding>> {
    let awaited = awaited(tx)?;
    Ok(awaited.map(|Awaited { writes, seconds }| {
        fault(format!(
            "{writes} commits wait for a standby, the oldest for {seconds} s: letters are acknowledged when one is in step again"
        ))
    }))
}

/// How many standbys have all that was acknowledged; `None` if the role may not see that.
pub fn standbys(tx: &mut Tx<'_>) -> Result<Option<u32>> {
    let sql = "SELECT count(*) FILTER (WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum')), \
               count(*) FILTER (WHERE state IS NULL) FROM pg_stat_replication";
    let row = tx.row(sql, &[])?;
    let (in_step, hidden) = row.map_or((0, 0), |row| (row.get::<_, i64>(0), row.get::<_, i64>(1)));
    Ok((hidden == 0).then(|| u32::try_from(in_step).unwrap_or(u32::MAX)))
}

fn rights_and_write(tx: &mut Tx<'_>) -> Result<Vec<Finding>> {
    let is_super = tx.row("SELECT rolsuper FROM pg_roles WHERE rolname = current_user", &[])?;
    let mut found = vec![match is_super.is_some_and(|row| row.get(0)) {
        true => good("the daemon asks as a superuser: a role that owns the schema is enough"),
        false => good("the daemon's role is no superuser"),
    }];
    let sql = "SELECT name, version FROM daemon WHERE seen > clock_timestamp() - interval '2 minutes' ORDER BY name";
    let daemons = tx.query(sql, &[])?;
    let names = daemons.iter().map(|row| row.get::<_, String>(0)).collect::<Vec<_>>().join(", ");
    let versions: BTreeSet<String> = daemons.iter().map(|row| row.get(1)).collect();
    found.push(good(format!(
        "daemons of the last two minutes: {}",
        if names.is_empty() { "none" } else { &names }
    )));
    if versions.len() > 1 {
        found.push(good("daemons are of more than one version: replace the older ones soon"));
    }
    let sql = "SELECT name FROM daemon WHERE seen > clock_timestamp() - interval '15 s' GROUP BY name HAVING count(*) > 1";
    for row in tx.query(sql, &[])? {
        let words = format!(
            "two daemons that live have the name {:?}: they take each other's work",
            row.get::<_, String>(0)
        );
        found.push(Finding { advice: Advice::Names, ..fault(words) });
    }
    found.push(row_can_be_written(tx)?);
    Ok(found)
}

/// Whether a row can be written. Last: a refused statement ends the transaction. A write that waits for a standby may have it locked.
fn row_can_be_written(tx: &mut Tx<'_>) -> Result<Finding> {
    let begun = std::time::Instant::now();
    tx.query("SELECT set_config('lock_timeout', '2s', true)", &[])?;
    match tx.query("UPDATE office SET one = one", &[]) {
        Ok(_) => Ok(good(format!("a row can be written (rolled back; {} ms)", begun.elapsed().as_millis()))),
        Err(error) if saying::code_of(&error).is_some_and(|(code, _)| code == "55P03") => {
            Ok(good("whether a row can be written is not known: another write has it locked"))
        }
        Err(error) => Err(error),
    }
}

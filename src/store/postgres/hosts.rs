//! Each of the hosts by itself: whether it is reached, whether it takes writes or is a standby, and which standbys a primary has.

use crate::error::{Result, StoreError};
use crate::postgres::connect::{Link, PostgresConfig, connected};
use crate::postgres::finding::{Advice, Finding, fault, good};
use crate::postgres::folder::Newest;

/// What a server is.
struct Standing {
    /// Its place among the hosts, and its name with the port.
    place: usize,
    name: String,
    role: Role,
}

enum Role {
    Primary {
        /// Its number, as all copies of it have it.
        cluster: String,
        timeline: u32,
        standbys: Vec<String>,
    },
    /// A primary that takes no writes.
    ReadOnly,
    /// A standby, and whether it receives anything.
    Standby { receives: bool },
}

/// Asks each of the hosts; what was found, and the primary with the newest timeline by its place among them.
pub fn ask_each(config: &PostgresConfig) -> (Vec<Finding>, Option<usize>) {
    let (mut found, mut standings) = (Vec::new(), Vec::new());
    for (place, (host, port)) in config.hosts.iter().enumerate() {
        let name = format!("{host}:{port}");
        match role_of(&PostgresConfig { hosts: vec![(host.clone(), *port)], ..config.clone() }) {
            Ok(role) => standings.push(Standing { place, name, role }),
            Err(error) => found.push(not_reached(&name, &error)),
        }
    }
    found.extend(standings.iter().map(told));
    found.extend(two_primaries(&standings));
    found.extend(superseded(&standings, &Newest::of(&config.folder)));
    let newest = primaries(&standings).max_by_key(|(_, _, timeline)| *timeline);
    (found, newest.map(|(standing, ..)| standing.place))
}

fn not_reached(name: &str, error: &StoreError) -> Finding {
    let advice = match Advice::on(error) {
        Advice::Page => Advice::Host(name.to_owned()),
        other => other,
    };
    Finding { advice, ..fault(format!("{name} is not reached: {error}")) }
}

fn role_of(config: &PostgresConfig) -> Result<Role> {
    let mut link = Link::open_to_any(config)?;
    let mut tx = link.begin_snapshot()?;
    let sql = "SELECT pg_is_in_recovery(), current_setting('default_transaction_read_only') = 'on', \
               EXISTS (SELECT 1 FROM pg_stat_wal_receiver)";
    let row =
        tx.row(sql, &[])?.ok_or_else(|| StoreError::Broken("a server says nothing of itself".into()))?;
    let (is_standby, is_read_only, receives): (bool, bool, bool) = (row.get(0), row.get(1), row.get(2));
    if is_standby {
        return Ok(Role::Standby { receives });
    }
    if is_read_only {
        return Ok(Role::ReadOnly);
    }
    let standbys = connected(&mut tx)?;
    tx.rollback()?;
    let (cluster, timeline) = link.timeline()?;
    Ok(Role::Primary { cluster, timeline, standbys })
}

fn told(standing: &Standing) -> Finding {
    let name = &standing.name;
    match &standing.role {
        Role::Primary { timeline, standbys, .. } => {
            let standbys = if standbys.is_empty() { "none".to_owned() } else { standbys.join(", ") };
            good(format!("{name} takes writes (timeline {timeline}); standbys connected to it: {standbys}"))
        }
        Role::ReadOnly => Finding {
            advice: Advice::LetWrite(name.clone()),
            ..fault(format!("{name} is a primary that takes no writes (default_transaction_read_only)"))
        },
        Role::Standby { receives: true } => {
            good(format!("{name} is a standby, and receives what is written"))
        }
        Role::Standby { receives: false } => Finding {
            advice: Advice::Follow(name.clone()),
            ..fault(format!("{name} is a standby that receives nothing from a primary"))
        },
    }
}

fn primaries(standings: &[Standing]) -> impl Iterator<Item = (&Standing, &str, u32)> {
    standings.iter().filter_map(|standing| match &standing.role {
        Role::Primary { cluster, timeline, .. } => Some((standing, cluster.as_str(), *timeline)),
        Role::ReadOnly | Role::Standby { .. } => None,
    })
}

/// The newest that is reached, where a newer one was seen from here before.
fn superseded(standings: &[Standing], seen: &Newest) -> Option<Finding> {
    let (standing, cluster, timeline) = primaries(standings).max_by_key(|(_, _, timeline)| *timeline)?;
    let newest = seen.newest(cluster);
    let words = format!(
        "{} takes writes, and was superseded (timeline {timeline}; {newest} was seen from here): nothing is written to it. Was the database \
         put back from a backup on purpose, remove {}",
        standing.name,
        seen.file().display()
    );
    let advice = Advice::ShutDown(standing.name.clone());
    (timeline < newest).then(|| Finding { advice, ..fault(words) })
}

/// Of two that take writes, each that is not the newest; and of two of one age both.
fn two_primaries(standings: &[Standing]) -> Vec<Finding> {
    let Some((newest, cluster, timeline)) = primaries(standings).max_by_key(|(_, _, timeline)| *timeline)
    else {
        return Vec::new();
    };
    let others = primaries(standings).filter(|(standing, ..)| standing.place != newest.place);
    let finding = |(other, of, found): (&Standing, &str, u32)| {
        let (name, newest) = (&other.name, &newest.name);
        if of != cluster {
            let words = format!("{name} takes writes too, and is no copy of {newest}: another database");
            return Finding { advice: Advice::Host(name.clone()), ..fault(words) };
        }
        if found == timeline {
            let words = format!(
                "{name} and {newest} both take writes, on one timeline ({timeline}): two primaries are two records"
            );
            return Finding { advice: Advice::ShutOne, ..fault(words) };
        }
        let words = format!(
            "{name} takes writes too, and is the older of two primaries (timeline {found}; {newest} has {timeline}): what is written to it \
             is lost"
        );
        Finding { advice: Advice::ShutDown(name.clone()), ..fault(words) }
    };
    others.map(finding).collect()
}

//! Who does what: claims with leases by the database's clock, and fences that count them.
//!
//! A daemon's life is an incarnation; a restarted one has another. What it holds it holds until its lease ends, and shows by a
//! fence: whoever wakes late shows an old one, and writes nothing.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::body::BodyHash;
use crate::deeds::keys::Key;
use crate::deeds::row::{read_row, to_json};
use crate::error::{Result, StoreError};
use crate::outbox::{MailRow, MailState};
use crate::postgres::connect::{Tx, is_passing};
use crate::postgres::folder::machine_of;
use crate::postgres::migrate::{OLDEST, may_work};
use crate::postgres::{PostgresStore, number, tables};
use crate::write::{Claim, DaemonRow, Work};

/// For how long a mail that is being sent is nobody else's: longer than SMTP's own patience.
const SENDING: Duration = Duration::from_secs(15 * 60);

/// For how long a daemon that says nothing is kept in mind.
const FORGOTTEN: &str = "1 day";

/// The owner has left, though it could not free what a write had locked that waited for a standby.
const OWNER_IS_GONE: &str = "NOT EXISTS (SELECT 1 FROM daemon d WHERE d.incarnation = owner)";

/// Another daemon of this one's name, and when it was heard of last by the database's clock.
#[derive(PartialEq)]
struct Namesake {
    incarnation: i64,
    seen_ms: i64,
    mark: String,
}

/// What came of it to take part.
enum Joined {
    As(i64),
    Not(Namesake),
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

impl PostgresStore {
    /// Takes part: an incarnation of its own. Whoever had this folder before is dead, since its lock is ours; another daemon of the name
    /// is waited for, until it says that it lives or was silent for its lease.
    pub(super) fn join(&self, mark: &str) -> Result<i64> {
        let mut before: Option<Namesake> = None;
        loop {
            let other = match self.join_unless_taken(mark)? {
                Joined::As(incarnation) => return Ok(incarnation),
                Joined::Not(other) => other,
            };
            if before.as_ref().is_some_and(|before| *before != other) {
                let machine = machine_of(&other.mark).to_owned();
                return Err(StoreError::NameInUse { name: self.config.name.clone(), machine });
            }
            if before.is_none() {
                let (name, machine) = (&self.config.name, machine_of(&other.mark));
                tracing::info!(name, machine, "another daemon of this name may live: it is waited for");
            }
            before = Some(other);
            std::thread::sleep(Duration::from_millis(250));
        }
    }

    fn join_unless_taken(&self, mark: &str) -> Result<Joined> {
        let name = &self.config.name;
        self.writer.change(|tx| {
            if let Some(other) = self.namesake(tx, mark)? {
                return Ok(Joined::Not(other));
            }
            self.free_what_was_held(tx)?;
            let sql = "INSERT INTO daemon (incarnation, name, version, clock_ms, mark) \
                       VALUES (nextval('incarnation_no'), $1, $2, $3, $4) RETURNING incarnation";
            let row = tx.row(sql, &[name, &env!("CARGO_PKG_VERSION"), &(self.config.clock)(), &mark])?;
            Ok(Joined::As(row.map_or(0, |row| row.get(0))))
        })
    }

    /// Another daemon of this one's name that was heard of within a lease. Two that ask at once are one behind the other.
    fn namesake(&self, tx: &mut Tx<'_>, mark: &str) -> Result<Option<Namesake>> {
        let name = &self.config.name;
        tx.query(
            "SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '/' || $1, 0))",
            &[name],
        )?;
        // A fieldpost of before says nothing of its mark.
        let sql = "SELECT incarnation, (extract(epoch FROM seen) * 1000)::bigint, mark FROM daemon WHERE name = $1 AND mark <> $2 \
                   AND seen > clock_timestamp() - make_interval(secs => $3) ORDER BY seen DESC LIMIT 1";
        let row = tx.row(sql, &[name, &mark, &seconds(self.config.lease)])?;
        Ok(row.map(|row| Namesake { incarnation: row.get(0), seen_ms: row.get(1), mark: row.get(2) }))
    }

    /// What those of this name held is free at once: their processes are over.
    fn free_what_was_held(&self, tx: &mut Tx<'_>) -> Result<()> {
        let name = &self.config.name;
        for table in ["game", "source", "duty", "mail"] {
            let sql = format!(
                "UPDATE {table} SET lease_until = clock_timestamp() WHERE lease_until > clock_timestamp() \
                 AND owner IN (SELECT incarnation FROM daemon WHERE name = $1)"
            );
            tx.query(&sql, &[name])?;
        }
        let sql = format!(
            "DELETE FROM daemon WHERE name = $1 OR seen < clock_timestamp() - interval '{FORGOTTEN}'"
        );
        tx.query(&sql, &[name])?;
        tx.query("DELETE FROM dealt WHERE toward NOT IN (SELECT incarnation FROM daemon)", &[]).map(drop)
    }

    /// Says that this daemon lives, and learns whether it still may.
    fn live(&self, tx: &mut Tx<'_>) -> Result<()> {
        let sql = format!(
            "UPDATE daemon SET seen = clock_timestamp(), clock_ms = $2 WHERE incarnation = $1 RETURNING {OLDEST}"
        );
        match tx.row(&sql, &[&self.incarnation, &(self.config.clock)()])? {
            Some(row) => may_work(row.get(0)),
            None => self.wake(tx),
        }
    }

    /// Whoever took this daemon for dead, since it was silent for too long, is put right; unless another has its name by now, which
    /// had every reason to take it.
    fn wake(&self, tx: &mut Tx<'_>) -> Result<()> {
        let (name, version) = (&self.config.name, env!("CARGO_PKG_VERSION"));
        let mark = self.folder.as_ref().map(|folder| folder.mark.as_str());
        if let Some(mark) = mark {
            if let Some(other) = self.namesake(tx, mark)? {
                let machine = machine_of(&other.mark).to_owned();
                return Err(StoreError::NameInUse { name: name.clone(), machine });
            }
            // One that is silent itself learns when it wakes that the name is this one's again.
            tx.query("DELETE FROM daemon WHERE name = $1 AND mark <> $2", &[name, &mark])?;
        }
        let sql = format!(
            "INSERT INTO daemon (incarnation, name, version, clock_ms, mark) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (incarnation) DO UPDATE SET seen = clock_timestamp() RETURNING {OLDEST}"
        );
        let row = tx.row(&sql, &[&self.incarnation, name, &version, &(self.config.clock)(), &mark])?;
        may_work(row.and_then(|row| row.get(0)))
    }

    pub(super) fn claim_work(&self, work: &Work) -> Result<Option<Claim>> {
        if self.has_left.load(Ordering::SeqCst) {
            return Ok(None);
        }
        let lease = seconds(self.config.lease);
        let set =
            "owner = $1, fence = fence + 1, lease_until = clock_timestamp() + make_interval(secs => $2)";
        let is_free =
            format!("(owner IS NULL OR owner = $1 OR lease_until < clock_timestamp() OR {OWNER_IS_GONE})");
        let me = self.incarnation;
        let row = self.writer.change(|tx| match work {
            Work::Game(game) => tx.row(
                &format!("UPDATE game SET {set} WHERE name = $3 AND {is_free} RETURNING fence"),
                &[&me, &lease, &game.0],
            ),
            Work::Poll(account, folder) => {
                tx.query(
                    "INSERT INTO source (account, folder) VALUES ($1, $2) \
                     ON CONFLICT (account, folder) DO UPDATE SET required = true WHERE NOT source.required",
                    &[account, folder],
                )?;
                tx.row(
                    &format!(
                        "UPDATE source SET {set} WHERE account = $3 AND folder = $4 AND {is_free} RETURNING fence"
                    ),
                    &[&me, &lease, account, folder],
                )
            }
            Work::Care => tx.row(
                &format!("UPDATE duty SET {set} WHERE what = 'care' AND {is_free} RETURNING fence"),
                &[&me, &lease],
            ),
        })?;
        let fence = |row: postgres::Row| row.get::<_, i64>(0).cast_unsigned();
        Ok(row.map(|row| Claim { work: work.clone(), fence: fence(row) }))
    }

    /// Says which folder stands behind a Maildir's name. Whoever comes when nobody reads one under that name has it.
    pub(super) fn stand_behind(&self, account: &str, mark: &str) -> Result<()> {
        let is = "SELECT 1 FROM source WHERE account = $1 AND folder = '' AND mark = $2";
        if self.reader.ask(|tx| tx.row(is, &[&account, &mark]))?.is_some() {
            return Ok(());
        }
        let sql = "INSERT INTO source (account, folder, mark) VALUES ($1, '', $2) \
                   ON CONFLICT (account, folder) DO UPDATE SET mark = excluded.mark \
                   WHERE source.mark IS NULL OR source.owner IS NULL OR source.owner = $3 \
                   OR source.lease_until < clock_timestamp() RETURNING account";
        if self.writer.change(|tx| tx.row(sql, &[&account, &mark, &self.incarnation]))?.is_some() {
            return Ok(());
        }
        let reader = "SELECT d.name FROM source s JOIN daemon d ON d.incarnation = s.owner WHERE s.account = $1 AND s.folder = ''";
        let row = self.reader.ask(|tx| tx.row(reader, &[&account]))?;
        let daemon = row.map_or_else(|| "of no name".to_owned(), |row| row.get(0));
        Err(StoreError::OtherFolder { account: account.to_owned(), daemon })
    }

    /// Lengthens every lease that is not over; false if one was. It waits for no standby: a lease that a failover makes shorter ends
    /// sooner, and no more, since whoever is late shows an old fence.
    pub(super) fn renew_all(&self) -> Result<bool> {
        if self.has_left.load(Ordering::SeqCst) {
            return Ok(true);
        }
        let (me, lease) = (self.incarnation, seconds(self.config.lease));
        let renewed = self.claims.change(|tx| {
            is_passing(tx)?;
            self.live(tx)?;
            let mut is_whole = true;
            for table in ["game", "source", "duty"] {
                let lost =
                    format!("SELECT 1 FROM {table} WHERE owner = $1 AND lease_until < clock_timestamp()");
                is_whole &= tx.row(&lost, &[&me])?.is_none();
                renew_rows(tx, table, me, lease)?;
            }
            Ok(is_whole)
        });
        if renewed.as_ref().is_err_and(StoreError::ends_daemon) {
            self.has_left.store(true, Ordering::SeqCst);
        }
        renewed
    }

    pub(super) fn let_go(&self, claim: &Claim) -> Result<()> {
        let (me, fence) = (self.incarnation, number(claim.fence));
        let free = "SET owner = NULL, lease_until = NULL WHERE owner = $1 AND fence = $2";
        self.writer.change(|tx| match &claim.work {
            Work::Game(game) => {
                tx.query(&format!("UPDATE game {free} AND name = $3"), &[&me, &fence, &game.0]).map(drop)
            }
            Work::Poll(account, folder) => tx
                .query(
                    &format!("UPDATE source {free} AND account = $3 AND folder = $4"),
                    &[&me, &fence, account, folder],
                )
                .map(drop),
            Work::Care => {
                tx.query(&format!("UPDATE duty {free} AND what = 'care'"), &[&me, &fence]).map(drop)
            }
        })
    }

    /// Gives up all that this daemon holds, mails apart of which nobody knows whether they went out. It ends because it was told to, so that
    /// nothing stands against the letters that it has in hand. It waits for no standby: what a failover loses of this ends with the lease.
    pub(super) fn give_all_up(&self) -> Result<()> {
        self.has_left.store(true, Ordering::SeqCst);
        let me = self.incarnation;
        self.claims.change(|tx| {
            is_passing(tx)?;
            for table in ["game", "source", "duty"] {
                let sql = format!(
                    "UPDATE {table} SET owner = NULL, lease_until = NULL \
                     WHERE ctid IN (SELECT ctid FROM {table} WHERE owner = $1 FOR UPDATE SKIP LOCKED)"
                );
                tx.query(&sql, &[&me])?;
            }
            tx.query("DELETE FROM attempt WHERE incarnation = $1", &[&me])?;
            tx.query("DELETE FROM dealt WHERE toward = $1", &[&me])?;
            tx.query("DELETE FROM daemon WHERE incarnation = $1", &[&me]).map(drop)
        })?;
        let mut held = self.claims.hold();
        self.claims.made(&mut held)?.tell(&self.channel())
    }

    /// Says that no daemon reads a mailbox any more, so that turns do not wait for it; whether there is such a one.
    ///
    /// # Errors
    /// If the database cannot be reached.
    pub fn retire(&self, account: &str, folder: &str) -> Result<bool> {
        let sql = "UPDATE source SET required = false WHERE account = $1 AND folder = $2 RETURNING account";
        self.writer.change(|tx| Ok(tx.row(sql, &[&account, &folder])?.is_some()))
    }

    /// The daemons that were heard of within a lease, and this one.
    pub(super) fn living(&self) -> Result<u32> {
        let sql = "SELECT count(*) FROM daemon WHERE incarnation = $1 \
                   OR seen > clock_timestamp() - make_interval(secs => $2)";
        let lease = seconds(self.config.lease);
        let row = self.reader.ask(|tx| tx.row(sql, &[&self.incarnation, &lease]))?;
        let count = row.map_or(1, |row| row.get::<_, i64>(0));
        Ok(u32::try_from(count).unwrap_or(1).max(1))
    }

    pub(super) fn all_daemons(&self) -> Result<Vec<DaemonRow>> {
        let sql = "SELECT incarnation, name, version, \
                   (extract(epoch FROM clock_timestamp() - seen) * 1000)::bigint, \
                   clock_ms - (extract(epoch FROM seen) * 1000)::bigint, \
                   ARRAY(SELECT 'source ' || account || '/' || folder FROM source s WHERE s.owner = d.incarnation \
                         AND s.lease_until > clock_timestamp() ORDER BY 1) || \
                   ARRAY(SELECT 'game ' || name FROM game g WHERE g.owner = d.incarnation \
                         AND g.lease_until > clock_timestamp() ORDER BY 1) || \
                   ARRAY(SELECT what FROM duty u WHERE u.owner = d.incarnation AND u.lease_until > clock_timestamp()) || \
                   ARRAY(SELECT count(*) || ' mails in hand' FROM mail m WHERE m.owner = d.incarnation \
                         AND m.state = 'sending' HAVING count(*) > 0) \
                   FROM daemon d ORDER BY name, incarnation";
        let rows = self.reader.ask(|tx| tx.query(sql, &[]))?;
        let daemon = |row: &postgres::Row| DaemonRow {
            incarnation: row.get::<_, i64>(0).cast_unsigned(),
            name: row.get(1),
            version: row.get(2),
            silent_ms: row.get(3),
            ahead_ms: row.get(4),
            holds: row.get(5),
        };
        Ok(rows.iter().map(daemon).collect())
    }
}

/// Lengthens this daemon's leases in a table. A write that waits for a standby may have one locked: it is not waited for, and nobody else
/// can claim it meanwhile.
fn renew_rows(tx: &mut Tx<'_>, table: &str, me: i64, lease: f64) -> Result<()> {
    let own = format!("FROM {table} WHERE owner = $1 AND lease_until >= clock_timestamp()");
    let sql = format!(
        "UPDATE {table} SET lease_until = clock_timestamp() + make_interval(secs => $2) \
         WHERE ctid IN (SELECT ctid {own} FOR UPDATE SKIP LOCKED) RETURNING 1"
    );
    for _ in 0..TRIES_TO_RENEW {
        let renewed = tx.query(&sql, &[&me, &lease])?.len();
        if tx.query(&format!("SELECT 1 {own}"), &[&me])?.len() <= renewed {
            break;
        }
        // As a rule it is a write of a moment.
        std::thread::sleep(Duration::from_millis(30));
    }
    Ok(())
}

/// How often a lease is tried that a write has locked.
const TRIES_TO_RENEW: usize = 5;

/// Queues again what nobody has in hand any more: its sender said nothing for longer than a mail can take.
pub fn give_back_lost(tx: &mut Tx<'_>) -> Result<()> {
    let sql = "SELECT row FROM mail WHERE state = 'sending' AND lease_until < clock_timestamp() \
               ORDER BY id LIMIT 100 FOR NO KEY UPDATE SKIP LOCKED";
    let lost = tx.query(sql, &[])?;
    let mut rows = std::collections::BTreeMap::new();
    for row in &lost {
        let mut mail: MailRow = read_row(row.get::<_, String>(0).as_bytes())?;
        mail.state = MailState::Queued;
        rows.insert(Key::Mail(mail.id), Some(to_json(&mail)?));
    }
    tables::write(tx, &rows)?;
    let sql = "UPDATE mail SET owner = NULL, lease_until = NULL WHERE state = 'queued' AND owner IS NOT NULL";
    if lost.is_empty() { Ok(()) } else { tx.query(sql, &[]).map(drop) }
}

/// Puts mails into this daemon's hand; the tokens by id.
pub fn take(tx: &mut Tx<'_>, ids: &[i64], me: i64) -> Result<Vec<(i64, i64)>> {
    let sql = "UPDATE mail SET owner = $2, token = token + 1, lease_until = clock_timestamp() + make_interval(secs => $3) \
               WHERE id = ANY($1) RETURNING id, token";
    let rows = tx.query(sql, &[&ids, &me, &seconds(SENDING)])?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// Of letters in hand those whose daemon lives no more.
const DEAD: &str = "FROM attempt a WHERE NOT EXISTS (SELECT 1 FROM daemon d \
     WHERE d.incarnation = a.incarnation AND d.seen > clock_timestamp() - make_interval(secs => $1::float8 * 2))";

/// Whether letters are in the hands of daemons that live no more.
pub fn is_any_left(tx: &mut Tx<'_>, lease: Duration) -> Result<bool> {
    Ok(tx.row(&format!("SELECT 1 {DEAD} LIMIT 1"), &[&seconds(lease)])?.is_some())
}

/// Letters that were in the hands of daemons that live no more are suspect; one that was in hand alone is charged.
pub fn suspect(tx: &mut Tx<'_>, lease: Duration) -> Result<()> {
    let sql = format!(
        "WITH dead AS (DELETE {DEAD} RETURNING letter, alone) \
         INSERT INTO suspect (letter, deaths) SELECT letter, sum(alone::int) FROM dead GROUP BY letter \
         ON CONFLICT (letter) DO UPDATE SET deaths = suspect.deaths + excluded.deaths"
    );
    tx.query(&sql, &[&seconds(lease)]).map(drop)
}

impl PostgresStore {
    pub(super) fn in_hand(&self, letters: &[BodyHash]) -> Result<()> {
        let hashes: Vec<&str> = letters.iter().map(BodyHash::as_str).collect();
        let (me, alone) = (self.incarnation, letters.len() == 1);
        self.writer.change(|tx| {
            is_passing(tx)?;
            self.live(tx)?;
            tx.query("DELETE FROM attempt WHERE incarnation = $1", &[&me])?;
            let sql = "INSERT INTO attempt (letter, incarnation, alone) SELECT DISTINCT h, $2::bigint, $3::bool \
                       FROM unnest($1::text[]) AS u(h)";
            tx.query(sql, &[&hashes, &me, &alone]).map(drop)
        })
    }

    pub(super) fn out_of_hand(&self, letters: &[BodyHash]) -> Result<()> {
        let hashes: Vec<&str> = letters.iter().map(BodyHash::as_str).collect();
        let me = self.incarnation;
        self.writer.change(|tx| {
            is_passing(tx)?;
            tx.query("DELETE FROM attempt WHERE incarnation = $1 AND letter = ANY($2)", &[&me, &hashes])?;
            tx.query("DELETE FROM suspect WHERE letter = ANY($1)", &[&hashes]).map(drop)
        })
    }
}

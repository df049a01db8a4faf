//! One write as one transaction: games locked and held to what was judged by, rows read, numbers taken last, all written.
//!
//! What a write does is worked out twice: once to learn how many numbers it needs and whether it is refused, once with them.
//! So a refused write uses none, and numbers are taken when all locks are held: writes that conflict sort as they happened.
//!
//! Where the connection breaks at the commit nobody knows whether it was done. The same write is then made again under the same
//! request, which the record takes once.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use fieldpost_desk::record::{Change, GameName};
use fieldpost_engine::hex::hex;

use crate::body::BodyHash;
use crate::deeds::draft::{Draft, Finished, New};
use crate::deeds::plan;
use crate::deeds::row::Numbers;
use crate::error::{Result, StoreError};
use crate::handed::given_up;
use crate::history::{Deed, Entry, Shelf};
use crate::outbox::MailId;
use crate::postgres::bodies::{self, NewBody};
use crate::postgres::connect::Tx;
use crate::postgres::random::random;
use crate::postgres::rows::Seen;
use crate::postgres::saying::{code_of, is_again, is_gone};
use crate::postgres::{PostgresStore, news, number, tables};
use crate::trouble::AddressNews;
use crate::write::{MadeOn, Work, Write, Written};

/// For how long a write is tried again while the database cannot be reached.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often a write is made again that another stood in the way of.
const AGAIN: u32 = 6;

/// Numbers that no write has, for working out what one needs.
const NOBODYS: Numbers = Numbers { writes: 1 << 62, letters: 0, mails: 1 << 62 };

/// What a transaction is to write, and what it was made on.
pub struct Asked {
    pub write: Write,
    pub made_on: MadeOn,
}

impl PostgresStore {
    /// Does one write. `ask` says what, in the transaction; `then` does what belongs to it and gives the answer. Both may be
    /// asked again.
    pub(super) fn transact<T: Clone>(
        &self,
        ask: impl Fn(&mut Tx<'_>) -> Result<Asked>,
        then: impl Fn(&mut Tx<'_>, Written) -> Result<T>,
    ) -> Result<T> {
        let request = hex(random::<16>()?);
        let is_news = Cell::new(false);
        let ask = |tx: &mut Tx<'_>| ask(tx).inspect(|asked| is_news.set(news::is_news(&asked.write)));
        let unknown = RefCell::new(None);
        let (begun, mut tries) = (Instant::now(), 0);
        let mut held = self.writer.hold();
        loop {
            let done = self.writer.made(&mut held).and_then(|link| {
                let mut tx = link.begin()?;
                let in_doubt = unknown.borrow().is_some();
                let answer = match self.attempt(&mut tx, &request, &ask, in_doubt)? {
                    Some(written) => then(&mut tx, written)?,
                    None => {
                        unknown.take().ok_or_else(|| StoreError::Broken("a request of nobody's".into()))?
                    }
                };
                // From here on nobody knows, until the server has answered.
                *unknown.borrow_mut() = Some(answer.clone());
                tx.commit()?;
                Ok(answer)
            });
            let error = match done {
                Ok(answer) => {
                    if let Some(link) = held.as_mut().filter(|_| is_news.get())
                        && let Err(error) = link.tell(&self.channel())
                    {
                        tracing::warn!(%error, "others were not told of a write: they look by themselves");
                    }
                    return Ok(answer);
                }
                Err(error) => error,
            };
            tries += 1;
            if is_gone(&error) && begun.elapsed() < PATIENCE {
                *held = None;
                std::thread::sleep(Duration::from_millis(200));
            } else if !(tries < AGAIN && (is_again(&error) || is_taken(&error))) {
                return Err(error);
            }
        }
    }

    /// Writes all but the commit; `None` if an earlier try of the same request turns out to have been committed.
    fn attempt(
        &self,
        tx: &mut Tx<'_>,
        request: &str,
        ask: &impl Fn(&mut Tx<'_>) -> Result<Asked>,
        in_doubt: bool,
    ) -> Result<Option<Written>> {
        let Asked { write, made_on } = ask(tx)?;
        let games = self.lock(tx, &write, &made_on)?;
        if in_doubt && tx.row("SELECT 1 FROM entry WHERE request = $1", &[&request])?.is_some() {
            // It was committed; on how many disks is not known. A commit that has something to write waits for the standbys to have
            // all that was written before it.
            tx.query("UPDATE office SET one = one", &[])?;
            return Ok(None);
        }
        self.hold_to(&games, &made_on)?;
        let seal = self.config.seal;
        let (mut written, finished) = {
            let seen = Seen::new(tx, &seal);
            seen.foresee(&write)?;
            let mut trial = Draft::new(&seen, NOBODYS);
            plan::hold(&trial, &made_on)?;
            let written = plan::write(&mut trial, &seen, write.clone())?;
            if trial.is_empty() {
                return Ok(Some(written));
            }
            let mails = trial.finish().mails;
            let (number, ids) = seen.numbers(mails)?;
            let mut draft =
                Draft::new(&seen, Numbers { writes: number - 1, letters: 0, mails: 0 }).with_mails(ids);
            let mut written = plan::write(&mut draft, &seen, write)?;
            written.versions = draft.games().into_iter().map(|game| (game, 0)).collect();
            (written, draft.finish())
        };
        self.carry_out(tx, &finished, Some(request))?;
        written.versions = raise(tx, written.versions.keys())?;
        Ok(Some(written))
    }

    /// Locks the games that a write is of, by name; their versions, owners and fences.
    fn lock(&self, tx: &mut Tx<'_>, write: &Write, made_on: &MadeOn) -> Result<BTreeMap<String, Standing>> {
        let mut games: BTreeSet<String> = games_of(write).into_iter().map(|game| game.0).collect();
        games.extend(made_on.games.keys().map(|game| game.0.clone()));
        if let Write::Settle(settlement) = write {
            let sql = "SELECT (row::json)->>'game' FROM letter WHERE number = $1";
            let row = tx.row(sql, &[&number(settlement.letter.0)])?;
            games.extend(row.and_then(|row| row.get::<_, Option<String>>(0)));
        }
        if matches!(write, Write::Tell(_)) {
            // What is of no game: one after the other.
            tx.query("SELECT one FROM office FOR NO KEY UPDATE", &[])?;
        }
        if games.is_empty() {
            return Ok(BTreeMap::new());
        }
        let names: Vec<String> = games.into_iter().collect();
        let sql = "SELECT name, version, fence, owner FROM game WHERE name = ANY($1) ORDER BY name FOR NO KEY UPDATE";
        let rows = tx.query(sql, &[&names])?;
        let standing = |row: &postgres::Row| {
            let name: String = row.get(0);
            (name, Standing { version: row.get(1), fence: row.get(2), owner: row.get(3) })
        };
        Ok(rows.iter().map(standing).collect())
    }

    fn hold_to(&self, games: &BTreeMap<String, Standing>, made_on: &MadeOn) -> Result<()> {
        for game in made_on.games.keys() {
            let now = games.get(&game.0).map_or(0, |standing| standing.version.cast_unsigned());
            made_on.hold(game, now)?;
        }
        for claim in &made_on.claims {
            let Work::Game(game) = &claim.work else { continue };
            let is_ours = |standing: &Standing| {
                standing.fence == number(claim.fence) && standing.owner == Some(self.incarnation)
            };
            if games.get(&game.0).is_some_and(|standing| !is_ours(standing)) {
                return Err(StoreError::Fenced(format!("the game {:?}", game.0)));
            }
        }
        Ok(())
    }

    /// Writes what a draft holds.
    pub(super) fn carry_out(
        &self,
        tx: &mut Tx<'_>,
        finished: &Finished,
        request: Option<&str>,
    ) -> Result<()> {
        let (bodies, entries) = parted(&finished.brings);
        bodies::write(tx, &bodies, &self.config.seal)?;
        self.write_entries(tx, &entries, request)?;
        tables::write(tx, &finished.rows)?;
        bodies::erase(tx, &finished.erased)
    }

    pub(super) fn write_entries(
        &self,
        tx: &mut Tx<'_>,
        entries: &[(&Entry, &[u8])],
        request: Option<&str>,
    ) -> Result<()> {
        if entries.is_empty() {
            return Ok(());
        }
        let writes: Vec<i64> = entries.iter().map(|(entry, _)| number(entry.write)).collect();
        let places: Vec<i32> = entries.iter().map(|(entry, _)| entry.place.cast_signed()).collect();
        let texts: Vec<_> = entries.iter().map(|(_, sealed)| String::from_utf8_lossy(sealed)).collect();
        let texts: Vec<&str> = texts.iter().map(|text| text.as_ref()).collect();
        let requests: Vec<Option<&str>> =
            entries.iter().map(|(entry, _)| request.filter(|_| entry.place == 0)).collect();
        let sql = "INSERT INTO entry (write, place, entry, request, daemon) \
                   SELECT w, p, e, r, $5 FROM unnest($1::bigint[], $2::int[], $3::text[], $4::text[]) AS u(w, p, e, r)";
        tx.query(sql, &[&writes, &places, &texts, &requests, &self.incarnation])?;
        if entries.iter().any(|(entry, _)| matches!(entry.deed, Deed::TakenOver(_))) {
            make_room(tx, entries)?;
        }
        self.name_bodies(tx, entries)
    }

    fn name_bodies(&self, tx: &mut Tx<'_>, entries: &[(&Entry, &[u8])]) -> Result<()> {
        let mut named = BTreeSet::new();
        for (entry, _) in entries {
            for (shelf, hash) in entry.bodies() {
                named.insert((
                    number(entry.write),
                    entry.place.cast_signed(),
                    bodies::number(shelf),
                    hash.as_str(),
                ));
            }
        }
        if named.is_empty() {
            return Ok(());
        }
        let writes: Vec<i64> = named.iter().map(|name| name.0).collect();
        let places: Vec<i32> = named.iter().map(|name| name.1).collect();
        let shelves: Vec<i16> = named.iter().map(|name| name.2).collect();
        let hashes: Vec<&str> = named.iter().map(|name| name.3).collect();
        let sql = "INSERT INTO entry_body (write, place, shelf, hash) \
                   SELECT * FROM unnest($1::bigint[], $2::int[], $3::smallint[], $4::text[])";
        tx.query(sql, &[&writes, &places, &shelves, &hashes]).map(drop)
    }
}

/// Rows for the bodies that a game from another office does not bring: mails with a password, and reports that are printed anew.
fn make_room(tx: &mut Tx<'_>, entries: &[(&Entry, &[u8])]) -> Result<()> {
    let gone: BTreeSet<_> = entries.iter().flat_map(|(entry, _)| given_up(entry)).collect();
    let shelves: Vec<i16> = gone.iter().map(|(shelf, _)| bodies::number(*shelf)).collect();
    let hashes: Vec<&str> = gone.iter().map(|(_, hash)| hash.as_str()).collect();
    let sql = "INSERT INTO body (shelf, hash) SELECT * FROM unnest($1::smallint[], $2::text[]) ON CONFLICT DO NOTHING";
    tx.query(sql, &[&shelves, &hashes]).map(drop)
}

/// A game's row as it was locked.
struct Standing {
    version: i64,
    fence: i64,
    owner: Option<i64>,
}

impl Seen<'_, '_> {
    /// A write's number and those of so many mails.
    fn numbers(&self, mails: usize) -> Result<(u64, Vec<MailId>)> {
        let sql = "SELECT nextval('write_no'), ARRAY(SELECT nextval('mail_no') FROM generate_series(1, $1::bigint))";
        let count = i64::try_from(mails).unwrap_or(i64::MAX);
        let row =
            self.ask(sql, &[&count])?.ok_or_else(|| StoreError::Broken("no numbers were given".into()))?;
        let ids: Vec<i64> = row.get(1);
        let id = |id: i64| MailId(id.cast_unsigned());
        Ok((row.get::<_, i64>(0).cast_unsigned(), ids.into_iter().map(id).collect()))
    }
}

/// Raises the versions of games.
fn raise<'a>(tx: &mut Tx<'_>, games: impl Iterator<Item = &'a GameName>) -> Result<BTreeMap<GameName, u64>> {
    let names: Vec<&str> = games.map(|game| game.0.as_str()).collect();
    if names.is_empty() {
        return Ok(BTreeMap::new());
    }
    let sql = "UPDATE game SET version = version + 1 WHERE name = ANY($1) RETURNING name, version";
    let rows = tx.query(sql, &[&names])?;
    Ok(rows.iter().map(|row| (GameName(row.get(0)), row.get::<_, i64>(1).cast_unsigned())).collect())
}

/// Bodies and entries apart; mails with a password are sealed.
fn parted(brings: &[New]) -> (Vec<NewBody>, Vec<(&Entry, &[u8])>) {
    let mut entries = Vec::new();
    let mut secret = BTreeSet::<&BodyHash>::new();
    for new in brings {
        if let New::Entry { entry, sealed } = new {
            secret.extend(entry.erasable_bodies());
            entries.push((entry.as_ref(), sealed.as_slice()));
        }
    }
    let mut bodies = Vec::new();
    for new in brings {
        if let New::Body { shelf, hash, bytes } = new {
            let sealed = *shelf == Shelf::Post && secret.contains(hash);
            bodies.push(NewBody { shelf: *shelf, hash: hash.clone(), bytes: bytes.clone(), sealed });
        }
    }
    (bodies, entries)
}

/// The games that a write is of, as far as it says so itself.
fn games_of(write: &Write) -> BTreeSet<GameName> {
    let changed = |changes: &[Change]| changes.iter().map(|change| change.game().clone()).collect::<Vec<_>>();
    let mut games = BTreeSet::new();
    match write {
        Write::File(filings) => {
            for filing in filings {
                games.extend(filing.game.clone());
                games.extend(changed(&filing.effects.changes));
                games.extend(filing.effects.addresses.iter().filter_map(|news| match news {
                    AddressNews::Works { game, .. } | AddressNews::Changed { game, .. } => Some(game.clone()),
                    AddressNews::CameBack { .. } => None,
                }));
            }
        }
        Write::Settle(settlement) => games.extend(changed(&settlement.effects.changes)),
        Write::Open(game) => games.extend(changed(&game.also)),
        Write::Change(name, _) => drop(games.insert(name.clone())),
        Write::Close(turn) => {
            games.insert(turn.game.clone());
            games.extend(changed(&turn.also));
        }
        Write::Reopen(reopening) => {
            games.insert(reopening.game.clone());
            games.extend(changed(&reopening.also));
        }
        Write::Administer(done) => games.extend(changed(&done.changes)),
        Write::TakeOver(taken) => drop(games.insert(taken.game.clone())),
        Write::Post { .. } | Write::Mark(_) | Write::Prune(_) | Write::Tell(_) | Write::Note(_) => {}
    }
    games
}

/// Whether another wrote what is to be there once: the same place, content, Message-ID. Looked at again, it is known.
fn is_taken(error: &StoreError) -> bool {
    code_of(error).is_some_and(|(code, _)| code == "23505")
}

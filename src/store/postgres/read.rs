//! The operations of [`Store`], one by one.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::Duration;

use postgres::types::ToSql;
use serde::de::DeserializeOwned;

use fieldpost_desk::record::press::FiledPress;
use fieldpost_desk::record::{Account, GameName, Held, LetterNo, OrderBook};

use crate::audit::AuditLine;
use crate::body::{BodyHash, Paper};
use crate::contract::Store;
use crate::damage::{Damage, Exported, Round};
use crate::deeds::games::OrderRow;
use crate::deeds::keys::digest_of_place;
use crate::deeds::paths::body_path;
use crate::deeds::row::{read_row, to_json};
use crate::error::{Result, StoreError};
use crate::game::{GameRow, TurnRecord, VoidedRun};
use crate::history::Shelf;
use crate::letter::{ContentKey, LetterRecord, TransportKey};
use crate::mailbox::Cursor;
use crate::outbox::{MailId, MailRow, Mark};
use crate::postgres::connect::{Tx, is_passing};
use crate::postgres::folder::maildir_mark;
use crate::postgres::saying::is_gone;
use crate::postgres::write::Asked;
use crate::postgres::{PostgresStore, bodies, claims, doctor, number, tables, transfer};
use crate::trouble::{Bounces, Trouble};
use crate::write::{
    Awaited, Claim, Company, DaemonRow, Dealt, InHand, MadeOn, Poll, WholeGame, Work, Write, Written,
};

type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// The rows that a statement gives in its first column.
fn rows_of<T: DeserializeOwned>(tx: &mut Tx<'_>, sql: &str, values: Values<'_>) -> Result<Vec<T>> {
    tx.query(sql, values)?.iter().map(|row| read_row(row.get::<_, String>(0).as_bytes())).collect()
}

fn row_of<T: DeserializeOwned>(tx: &mut Tx<'_>, sql: &str, values: Values<'_>) -> Result<Option<T>> {
    Ok(rows_of(tx, sql, values)?.into_iter().next())
}

fn game(tx: &mut Tx<'_>, name: &GameName) -> Result<GameRow> {
    let row = row_of(tx, "SELECT row FROM game WHERE name = $1", &[&name.0])?;
    row.ok_or_else(|| StoreError::NoSuchGame(name.0.clone()))
}

fn accounts(tx: &mut Tx<'_>, game: &GameRow) -> Result<Vec<Account>> {
    let sql = "SELECT player, row FROM account WHERE game = $1";
    let rows = tx.query(sql, &[&game.name.0])?;
    let mut found = BTreeMap::new();
    for row in &rows {
        found.insert(row.get::<_, String>(0), read_row::<Account>(row.get::<_, String>(1).as_bytes())?);
    }
    let account = |player: &String| {
        let none = || StoreError::NoSuchPlayer { game: game.name.0.clone(), player: player.clone() };
        found.get(&tables::clean(player)).cloned().ok_or_else(none)
    };
    game.players.iter().map(account).collect()
}

fn order_book(tx: &mut Tx<'_>, game: &GameRow) -> Result<OrderBook> {
    let mut book = OrderBook { turn: game.turn, ..OrderBook::default() };
    let sql = "SELECT row FROM orders WHERE game = $1 AND turn = $2::bigint ORDER BY write, place, change";
    for row in rows_of(tx, sql, &[&game.name.0, &i64::from(game.turn)])? {
        match row {
            OrderRow::Unit(unit, filed) => book.file(unit, filed),
            OrderRow::Office(filed) => book.file_office(filed),
            OrderRow::Edit(edit) => book.edits.push(edit),
        }
    }
    Ok(book)
}

fn held(tx: &mut Tx<'_>, name: &GameName) -> Result<Vec<Held>> {
    rows_of(tx, "SELECT row FROM held WHERE game = $1 ORDER BY letter", &[&name.0])
}

fn limited(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

impl PostgresStore {
    fn all<T: DeserializeOwned>(&self, sql: &str, values: Values<'_>) -> Result<Vec<T>> {
        self.reader.ask(|tx| rows_of(tx, sql, values))
    }

    fn one<T: DeserializeOwned>(&self, sql: &str, values: Values<'_>) -> Result<Option<T>> {
        self.reader.ask(|tx| row_of(tx, sql, values))
    }

    fn body(&self, shelf: Shelf, hash: &BodyHash) -> Result<Vec<u8>> {
        self.reader.ask(|tx| bodies::read(tx, shelf, hash, &self.config.seal))
    }

    fn need_game(&self, name: &GameName) -> Result<GameRow> {
        self.reader.ask(|tx| game(tx, name))
    }
}

/// The queued mails that are due.
const DUE: &str =
    "SELECT row FROM mail WHERE state = 'queued' AND next_try_ms <= $1 ORDER BY next_try_ms, id LIMIT $2";

impl Store for PostgresStore {
    fn write(&self, write: Write, made_on: &MadeOn) -> Result<Written> {
        let ask = |_: &mut Tx<'_>| Ok(Asked { write: write.clone(), made_on: made_on.clone() });
        self.transact(ask, |_, written| Ok(written))
    }

    fn versions(&self) -> Result<BTreeMap<GameName, u64>> {
        let rows = self.reader.ask(|tx| tx.query("SELECT name, version FROM game", &[]))?;
        Ok(rows.iter().map(|row| (GameName(row.get(0)), row.get::<_, i64>(1).cast_unsigned())).collect())
    }

    fn whole_game(&self, name: &GameName) -> Result<WholeGame> {
        self.reader.ask_of_one_moment(|tx| {
            let row = game(tx, name)?;
            let version = tx.row("SELECT version FROM game WHERE name = $1", &[&name.0])?;
            let position = bodies::read(tx, Shelf::Papers, &row.position, &self.config.seal)?;
            Ok(WholeGame {
                version: version.map_or(0, |row| row.get::<_, i64>(0).cast_unsigned()),
                position: Paper::from_bytes(position),
                accounts: accounts(tx, &row)?,
                book: order_book(tx, &row)?,
                held: held(tx, name)?,
                row,
            })
        })
    }

    fn await_news(&self, patience: Duration) -> Result<bool> {
        self.hear(patience)
    }

    fn sharers(&self) -> Result<u32> {
        self.living()
    }

    fn common_time(&self) -> Result<Option<i64>> {
        let sql = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
        Ok(self.claims.ask(|tx| tx.row(sql, &[]))?.map(|row| row.get(0)))
    }

    fn company(&self) -> Result<Company> {
        self.living_daemons()
    }

    fn deal(&self, letters: &[Dealt]) -> Result<()> {
        self.deal_out(letters)
    }

    fn dealt(&self) -> Result<Vec<Dealt>> {
        self.dealt_to_this()
    }

    fn end_deal(&self, places: &[TransportKey]) -> Result<()> {
        self.take_back(places)
    }

    fn has_too_many_mailboxes(&self) -> Result<bool> {
        self.reads_more_than_its_share()
    }

    fn standbys(&self) -> Result<Option<u32>> {
        self.reader.ask(doctor::standbys)
    }

    fn awaited(&self) -> Result<Option<Awaited>> {
        self.reader.ask(doctor::awaited)
    }

    fn sweep(&self, older_than: Duration) -> Result<u64> {
        self.writer.change(|tx| bodies::sweep(tx, older_than.as_secs_f64()))
    }

    fn claim(&self, work: &Work) -> Result<Option<Claim>> {
        self.claim_work(work)
    }

    fn renew(&self) -> Result<bool> {
        self.renew_all()
    }

    fn give_back(&self, claim: &Claim) -> Result<()> {
        self.let_go(claim)
    }

    fn leave(&self) -> Result<()> {
        self.give_all_up()
    }

    fn polls(&self) -> Result<Vec<Poll>> {
        let sql = "SELECT account, folder, polled_ms, failing_since_ms, trouble, read_by, \
                   coalesce(lease_until > clock_timestamp(), false) AND EXISTS (SELECT 1 FROM daemon d WHERE d.incarnation = owner) \
                   FROM source WHERE required ORDER BY account, folder";
        let rows = self.reader.ask(|tx| tx.query(sql, &[]))?;
        let poll = |row: &postgres::Row| Poll {
            account: row.get(0),
            folder: row.get(1),
            polled_ms: row.get(2),
            failing_since_ms: row.get(3),
            trouble: row.get(4),
            read_by: row.get(5),
            is_claimed: row.get(6),
        };
        Ok(rows.iter().map(poll).collect())
    }

    fn reads_maildir(&self, account: &str, folder: &Path) -> Result<()> {
        self.stand_behind(account, &maildir_mark(folder)?)
    }

    fn note_failing(&self, account: &str, folder: &str, at_ms: i64, why: &str) -> Result<()> {
        let (account, folder, why) = (tables::clean(account), tables::clean(folder), tables::clean(why));
        let sql = "INSERT INTO source (account, folder, failing_since_ms, trouble) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (account, folder) DO UPDATE SET trouble = excluded.trouble, \
                   failing_since_ms = coalesce(source.failing_since_ms, excluded.failing_since_ms)";
        self.writer.change(|tx| tx.query(sql, &[&account, &folder, &at_ms, &why]).map(drop))
    }

    fn daemons(&self) -> Result<Vec<DaemonRow>> {
        self.all_daemons()
    }

    fn room(&self) -> Result<Option<u64>> {
        let Some(limit) = self.config.size_limit else { return Ok(None) };
        let row = self.reader.ask(|tx| tx.row("SELECT pg_database_size(current_database())", &[]))?;
        let size = row.map_or(0, |row| row.get::<_, i64>(0).cast_unsigned());
        Ok(Some(limit.saturating_sub(size)))
    }

    fn seen(&self, place: &TransportKey) -> Result<Option<LetterNo>> {
        self.one("SELECT number::text FROM letter WHERE place = $1", &[&digest_of_place(place).as_str()])
    }

    fn seen_each(&self, places: &[TransportKey]) -> Result<Vec<Option<LetterNo>>> {
        let digests = places.iter().map(|place| digest_of_place(place).to_string()).collect::<Vec<_>>();
        let sql = "SELECT place, number FROM letter WHERE place = ANY($1)";
        let rows = self.reader.ask(|tx| tx.query(sql, &[&digests]))?;
        let number = |row: &postgres::Row| LetterNo(row.get::<_, i64>(1).cast_unsigned());
        let found: BTreeMap<String, LetterNo> = rows.iter().map(|row| (row.get(0), number(row))).collect();
        Ok(digests.iter().map(|digest| found.get(digest).copied()).collect())
    }

    fn filed_from(&self, places: &[TransportKey]) -> Result<Vec<LetterRecord>> {
        let digests = places.iter().map(|place| digest_of_place(place).to_string()).collect::<Vec<_>>();
        self.all("SELECT row FROM letter WHERE place = ANY($1) ORDER BY number", &[&digests])
    }

    fn same_content(&self, content: &ContentKey) -> Result<Option<LetterRecord>> {
        self.one("SELECT row FROM letter WHERE content = $1", &[&content.0.as_str()])
    }

    fn first_of_contents(&self, contents: &[ContentKey]) -> Result<Option<LetterRecord>> {
        let keys = contents.iter().map(|content| content.0.as_str()).collect::<Vec<_>>();
        let sql = "SELECT l.row FROM unnest($1::text[]) WITH ORDINALITY AS k(content, ord) \
                   JOIN letter l ON l.content = k.content ORDER BY k.ord LIMIT 1";
        self.one(sql, &[&keys])
    }

    fn suspicion(&self, letter: &BodyHash) -> Option<u32> {
        self.suspicions(std::slice::from_ref(letter)).pop().flatten()
    }

    /// Whose daemons live no more is looked up first, and written down only where there is one: it is asked before every batch.
    fn suspicions(&self, letters: &[BodyHash]) -> Vec<Option<u32>> {
        let lease = self.config.lease;
        let left = self.reader.ask(|tx| claims::is_any_left(tx, lease)).unwrap_or(true);
        if left && let Err(error) = self.writer.change(|tx| claims::suspect(tx, lease)) {
            tracing::warn!(%error, "letters that ended another daemon are not known");
        }
        let hashes = letters.iter().map(BodyHash::as_str).collect::<Vec<_>>();
        let sql = "SELECT letter, deaths FROM suspect WHERE letter = ANY($1)";
        let rows = self.reader.ask(|tx| tx.query(sql, &[&hashes])).unwrap_or_default();
        let deaths = |row: &postgres::Row| (row.get(0), row.get::<_, i32>(1).cast_unsigned());
        let found: BTreeMap<String, u32> = rows.iter().map(deaths).collect();
        hashes.iter().map(|hash| found.get(*hash).copied()).collect()
    }

    fn begin_reading(&self, letters: &[BodyHash]) -> Result<()> {
        self.in_hand(letters)
    }

    fn end_reading(&self, letters: &[BodyHash]) -> Result<()> {
        self.out_of_hand(letters)
    }

    fn reserve_letters(&self, count: usize) -> Result<Vec<LetterNo>> {
        let sql = "SELECT nextval('letter_no') FROM generate_series(1, $1::bigint)";
        let rows = self.writer.change(|tx| tx.query(sql, &[&limited(count)]))?;
        Ok(rows.iter().map(|row| LetterNo(row.get::<_, i64>(0).cast_unsigned())).collect())
    }

    fn last_letter(&self) -> Result<Option<LetterNo>> {
        self.one("SELECT number::text FROM letter ORDER BY letter.number DESC LIMIT 1", &[])
    }

    fn letter(&self, number_of: LetterNo) -> Result<Option<LetterRecord>> {
        self.one("SELECT row FROM letter WHERE number = $1", &[&number(number_of.0)])
    }

    fn letter_bytes(&self, number: LetterNo) -> Result<Vec<u8>> {
        let letter = self.letter(number)?.ok_or(StoreError::NoSuchLetter(number))?;
        self.body(Shelf::Letters, &letter.raw)
    }

    fn letters(&self, first: LetterNo, limit: usize) -> Result<Vec<LetterRecord>> {
        let sql = "SELECT row FROM letter WHERE number >= $1 ORDER BY number LIMIT $2";
        self.all(sql, &[&number(first.0), &limited(limit)])
    }

    fn pending(&self) -> Result<Vec<LetterRecord>> {
        self.all("SELECT row FROM letter WHERE NOT final ORDER BY number", &[])
    }

    fn games(&self) -> Result<Vec<GameRow>> {
        self.all("SELECT row FROM game ORDER BY name", &[])
    }

    fn game(&self, name: &GameName) -> Result<Option<GameRow>> {
        self.one("SELECT row FROM game WHERE name = $1", &[&name.0])
    }

    fn accounts(&self, name: &GameName) -> Result<Vec<Account>> {
        self.reader.ask(|tx| {
            let row = game(tx, name)?;
            accounts(tx, &row)
        })
    }

    fn position(&self, name: &GameName) -> Result<Paper> {
        self.paper(&self.need_game(name)?.position)
    }

    fn first_position(&self, name: &GameName) -> Result<Paper> {
        self.paper(&self.need_game(name)?.first)
    }

    fn order_book(&self, name: &GameName) -> Result<OrderBook> {
        self.reader.ask(|tx| {
            let row = game(tx, name)?;
            order_book(tx, &row)
        })
    }

    fn presses(&self, name: &GameName, turn: u32) -> Result<Vec<FiledPress>> {
        let sql = "SELECT row FROM press WHERE game = $1 AND turn = $2::bigint ORDER BY write, place, change";
        self.all(sql, &[&name.0, &i64::from(turn)])
    }

    fn held(&self, name: &GameName) -> Result<Vec<Held>> {
        self.reader.ask(|tx| held(tx, name))
    }

    fn scenario_text(&self, name: &GameName, file: &str) -> Result<Vec<u8>> {
        let game = self.need_game(name)?;
        let none = || StoreError::NotKept { game: name.0.clone(), what: format!("scenario text {file:?}") };
        self.body(Shelf::Papers, game.scenario.get(file).ok_or_else(none)?)
    }

    fn last_receipt(&self, name: &GameName, player: &str) -> Result<Option<String>> {
        self.one("SELECT row FROM receipt WHERE game = $1 AND player = $2", &[&name.0, &player])
    }

    fn voided_runs(&self, name: &GameName) -> Result<Vec<VoidedRun>> {
        self.all("SELECT row FROM voided WHERE game = $1 ORDER BY rollback, turn", &[&name.0])
    }

    fn turn(&self, name: &GameName, turn: u32) -> Result<Option<TurnRecord>> {
        self.one("SELECT row FROM turn WHERE game = $1 AND turn = $2::bigint", &[&name.0, &i64::from(turn)])
    }

    fn paper(&self, hash: &BodyHash) -> Result<Paper> {
        self.body(Shelf::Papers, hash).map(Paper::from_bytes)
    }

    fn stage_body(&self, shelf: Shelf, bytes: &[u8]) -> Result<BodyHash> {
        let hash = BodyHash::of(bytes);
        let body = || bodies::NewBody { shelf, hash: hash.clone(), bytes: bytes.to_vec(), sealed: false };
        self.writer.change(|tx| {
            // The write that names it makes it durable.
            is_passing(tx)?;
            bodies::write(tx, &[body()], &self.config.seal)?;
            bodies::touch(tx, shelf, &hash)
        })?;
        Ok(hash)
    }

    fn due(&self, now_ms: i64, limit: usize) -> Result<Vec<MailRow>> {
        self.all(DUE, &[&now_ms, &limited(limit)])
    }

    fn take_in_hand(&self, now_ms: i64, limit: usize) -> Result<Vec<InHand>> {
        // Looked at without a lock first: as a rule nothing is due, and that is no write.
        let lost = "SELECT 1 FROM mail WHERE state = 'sending' AND lease_until < clock_timestamp() LIMIT 1";
        let has_lost = self.reader.ask(|tx| Ok(tx.row(lost, &[])?.is_some()))?;
        if !has_lost && self.due(now_ms, 1)?.is_empty() {
            return Ok(Vec::new());
        }
        if has_lost {
            self.writer.change(claims::give_back_lost)?;
        }
        let taken = RefCell::new(Vec::<i64>::new());
        let ask = |tx: &mut Tx<'_>| {
            let sql = "SELECT id FROM mail WHERE state = 'queued' AND next_try_ms <= $1 ORDER BY next_try_ms, id \
                       LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED";
            let rows = tx.query(sql, &[&now_ms, &limited(limit)])?;
            *taken.borrow_mut() = rows.iter().map(|row| row.get(0)).collect();
            let marks =
                taken.borrow().iter().map(|id| Mark::Sending { id: MailId(id.cast_unsigned()) }).collect();
            Ok(Asked { write: Write::Mark(marks), made_on: MadeOn::default() })
        };
        self.transact(ask, |tx, _| {
            let ids = taken.borrow().clone();
            let tokens: BTreeMap<i64, i64> = claims::take(tx, &ids, self.incarnation)?.into_iter().collect();
            let sql = "SELECT id, row FROM mail WHERE id = ANY($1) ORDER BY next_try_ms, id";
            let in_hand = |row: &postgres::Row| {
                let id: i64 = row.get(0);
                let token = tokens.get(&id).copied().unwrap_or_default().cast_unsigned();
                Ok(InHand { row: read_row(row.get::<_, String>(1).as_bytes())?, token })
            };
            tx.query(sql, &[&ids])?.iter().map(in_hand).collect::<Result<Vec<_>>>()
        })
    }

    fn next_due(&self) -> Result<Option<i64>> {
        let sql =
            "SELECT next_try_ms::text FROM mail WHERE state = 'queued' ORDER BY mail.next_try_ms, id LIMIT 1";
        self.one(sql, &[])
    }

    fn mark_in_hand(&self, marks: &[(u64, Mark)]) -> Result<usize> {
        let ids: Vec<i64> = marks.iter().map(|(_, mark)| number(mark.id().0)).collect();
        let tokens: Vec<i64> = marks.iter().map(|(token, _)| number(*token)).collect();
        let theirs = |tx: &mut Tx<'_>| {
            let sql = "SELECT m.id FROM unnest($1::bigint[], $2::bigint[]) AS k(id, token) JOIN mail m \
                       ON m.id = k.id AND m.token = k.token AND m.state = 'sending' ORDER BY m.id FOR NO KEY UPDATE OF m";
            let rows = tx.query(sql, &[&ids, &tokens])?;
            Ok(rows.iter().map(|row| row.get(0)).collect::<Vec<i64>>())
        };
        let ask = |tx: &mut Tx<'_>| {
            let theirs = theirs(tx)?;
            let counting = marks.iter().filter(|(_, mark)| theirs.contains(&number(mark.id().0)));
            let write = Write::Mark(counting.map(|(_, mark)| mark.clone()).collect());
            Ok(Asked { write, made_on: MadeOn::default() })
        };
        self.transact(ask, |tx, _| {
            let sql = "UPDATE mail m SET owner = NULL, lease_until = NULL FROM unnest($1::bigint[], $2::bigint[]) AS k(id, token) \
                       WHERE m.id = k.id AND m.token = k.token AND m.state <> 'sending' AND m.owner = $3 RETURNING m.id";
            Ok(tx.query(sql, &[&ids, &tokens, &self.incarnation])?.len())
        })
    }

    fn mail(&self, id: MailId) -> Result<Option<MailRow>> {
        self.one("SELECT row FROM mail WHERE id = $1", &[&number(id.0)])
    }

    fn mail_by_message_id(&self, message_id: &str) -> Result<Option<MailRow>> {
        self.one("SELECT row FROM mail WHERE message_id = $1", &[&tables::clean(message_id)])
    }

    fn newest_mail(&self, supersede: &str) -> Result<Option<MailRow>> {
        let sql = "SELECT m.row FROM supersede s JOIN mail m ON m.id = s.row::bigint WHERE s.key = $1";
        self.one(sql, &[&tables::clean(supersede)])
    }

    fn mail_bytes(&self, id: MailId) -> Result<Vec<u8>> {
        let sql = "SELECT m.row, b.bytes, b.sealed FROM mail m LEFT JOIN body b ON b.shelf = 1 AND b.hash = m.body WHERE m.id = $1";
        let found = self.reader.ask(|tx| tx.row(sql, &[&number(id.0)]))?.ok_or(StoreError::NoSuchMail(id))?;
        let row: MailRow = read_row(found.get::<_, String>(0).as_bytes())?;
        if row.anew.is_some() {
            return Err(StoreError::Pruned(id));
        }
        match bodies::of_row(Some(&found), Shelf::Post, &row.body, &self.config.seal) {
            Err(error @ StoreError::Disk { .. }) if error.is_lost() && row.kind.holds_password() => {
                Err(StoreError::Erased(id))
            }
            outcome => outcome,
        }
    }

    fn mails(&self, first: MailId, limit: usize) -> Result<Vec<MailRow>> {
        let sql = "SELECT row FROM mail WHERE id >= $1 ORDER BY id LIMIT $2";
        self.all(sql, &[&number(first.0), &limited(limit)])
    }

    /// A write of which nobody knows how far it came is asked after when the database is there again; so nothing stops it.
    fn stopped(&self) -> Option<String> {
        None
    }

    fn troubles(&self) -> Result<Vec<Trouble>> {
        self.all("SELECT row FROM trouble ORDER BY key", &[])
    }

    fn given_up(&self) -> Result<Vec<MailRow>> {
        self.all("SELECT m.row FROM given_up g JOIN mail m ON m.id = g.mail ORDER BY g.mail", &[])
    }

    fn bounces(&self) -> Result<Vec<Bounces>> {
        self.all("SELECT row FROM bounces ORDER BY game, player", &[])
    }

    fn counted(&self, what: &str, period: i64) -> Result<u32> {
        let sql = "SELECT row FROM counter WHERE what = $1 AND period = $2";
        Ok(self.one(sql, &[&tables::clean(what), &period])?.unwrap_or(0))
    }

    fn cursor(&self, account: &str, folder: &str) -> Result<Option<Cursor>> {
        let sql = "SELECT row FROM source WHERE account = $1 AND folder = $2 AND row IS NOT NULL";
        self.one(sql, &[&tables::clean(account), &tables::clean(folder)])
    }

    /// A cursor only moves on: one that a late daemon brings changes nothing.
    fn set_cursor(&self, account: &str, folder: &str, cursor: &Cursor) -> Result<()> {
        let (account, folder) = (tables::clean(account), tables::clean(folder));
        let row = String::from_utf8_lossy(&to_json(cursor)?).into_owned();
        let sql = "INSERT INTO source (account, folder, row, polled_ms, read_by) VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT (account, folder) DO UPDATE SET row = excluded.row, polled_ms = excluded.polled_ms, \
                   read_by = excluded.read_by, failing_since_ms = NULL, trouble = NULL \
                   WHERE source.polled_ms IS NULL OR excluded.polled_ms IS NULL OR source.polled_ms <= excluded.polled_ms";
        let name = &self.config.name;
        self.writer.change(|tx| tx.query(sql, &[&account, &folder, &row, &cursor.polled_ms, name]).map(drop))
    }

    fn export(&self, out: &mut dyn io::Write) -> Result<Exported> {
        transfer::export(self, out)
    }

    /// Bodies are held to their names, `files` of them a call.
    fn look_over(&self, round: &mut Round, files: usize) -> Result<()> {
        let from = round.row.take().and_then(|at| String::from_utf8(at).ok()).unwrap_or_default();
        let sql = "SELECT shelf, hash FROM body WHERE shelf || '/' || hash > $1 AND bytes IS NOT NULL \
                   ORDER BY shelf || '/' || hash LIMIT $2";
        let asked = self.reader.ask(|tx| tx.query(sql, &[&from, &limited(files)]));
        // What cannot be asked now is asked from here.
        round.row = Some(from.into_bytes());
        let rows = asked?;
        for row in &rows {
            let (shelf, name): (i16, String) = (row.get(0), row.get(1));
            let of = [Shelf::Letters, Shelf::Post, Shelf::Papers]
                .into_iter()
                .find(|of| bodies::number(*of) == shelf);
            if let (Some(of), Ok(hash)) = (of, name.parse::<BodyHash>())
                && let Err(error) = self.body(of, &hash)
            {
                if is_gone(&error) {
                    return Err(error);
                }
                let costs = "Whatever names it must do without it".to_owned();
                round.found.push(Damage { file: body_path(of, &hash), why: error.to_string(), costs });
            }
            round.row = Some(format!("{shelf}/{name}").into_bytes());
        }
        round.is_over = rows.len() < files;
        Ok(())
    }

    fn is_away(&self, error: &StoreError) -> bool {
        is_gone(error)
    }

    fn audit(&self, limit: usize) -> Result<Vec<AuditLine>> {
        let sql = "SELECT row FROM (SELECT * FROM audit ORDER BY write DESC, place DESC, part DESC LIMIT $1) a \
                   ORDER BY write, place, part";
        self.all(sql, &[&limited(limit)])
    }

    fn audit_of(&self, name: &GameName, limit: usize) -> Result<Vec<AuditLine>> {
        let sql = "SELECT row FROM (SELECT * FROM audit WHERE game = $2 ORDER BY write DESC, place DESC, part DESC LIMIT $1) a \
                   ORDER BY write, place, part";
        self.all(sql, &[&limited(limit), &name.0])
    }
}

//! The operations of [`Store`], one by one.

use std::collections::BTreeMap;
use std::io;

use serde::de::DeserializeOwned;

use fieldpost_desk::record::press::FiledPress;
use fieldpost_desk::record::{Account, GameName, Held, LetterNo, OrderBook};

use crate::audit::AuditLine;
use crate::body::{BodyHash, Paper};
use crate::contract::Store;
use crate::damage::{Exported, Round};
use crate::deeds::games::OrderRow;
use crate::deeds::plan;
use crate::error::{Result, StoreError};
use crate::game::{GameRow, TurnRecord, VoidedRun};
use crate::history::Shelf;
use crate::letter::{ContentKey, LetterRecord, TransportKey};
use crate::mailbox::Cursor;
use crate::outbox::{MailId, MailRow, MailState, Mark};
use crate::sled::cursors::CursorRow;
use crate::sled::disk::NewFile;
use crate::sled::row::{get_row, read_row};
use crate::sled::{SledStore, keys, look_over, shelves, transfer};
use crate::trouble::{Bounces, Trouble};
use crate::write::{InHand, MadeOn, WholeGame, Write, Written};

impl SledStore {
    fn row<T: DeserializeOwned>(&self, key: &[u8]) -> Result<Option<T>> {
        self.guarded(|| get_row(&self.database, key))
    }

    /// Rows of one kind from a key on, at most `limit`.
    fn rows_from<T: DeserializeOwned>(&self, kind: &[u8], first: &[u8], limit: usize) -> Result<Vec<T>> {
        self.guarded(|| {
            self.database
                .scan(first.to_vec()..)
                .take_while(|row| row.as_ref().map_or(true, |(key, _)| key.starts_with(kind)))
                .take(limit)
                .map(|row| row.and_then(|(_, bytes)| read_row(&bytes)))
                .collect()
        })
    }

    fn body(&self, shelf: Shelf, hash: &BodyHash) -> Result<Vec<u8>> {
        self.guarded(|| shelves::read(&self.disk, &self.database, shelf, hash))
    }

    fn need_game(&self, name: &GameName) -> Result<GameRow> {
        self.game(name)?.ok_or_else(|| StoreError::NoSuchGame(name.0.clone()))
    }

    fn need_letter(&self, number: LetterNo) -> Result<LetterRecord> {
        self.letter(number)?.ok_or(StoreError::NoSuchLetter(number))
    }

    /// The latest lines of the audit that are wished, oldest first.
    fn latest_audit(&self, limit: usize, wished: impl Fn(&AuditLine) -> bool) -> Result<Vec<AuditLine>> {
        let mut lines = self.guarded(|| {
            let newest = self.database.beginning(keys::AUDIT).rev();
            newest
                .map(|row| row.and_then(|(_, bytes)| read_row::<AuditLine>(&bytes)))
                .filter(|line| line.as_ref().map_or(true, &wished))
                .take(limit)
                .collect::<Result<Vec<_>>>()
        })?;
        lines.reverse();
        Ok(lines)
    }

    /// The queued mails that are due, and which ids they have.
    fn queued(&self, now_ms: i64, limit: usize) -> Result<Vec<MailRow>> {
        self.guarded(|| {
            let mut found = Vec::new();
            for key in self.database.scan(keys::DUE.to_vec()..keys::due_after(now_ms)).keys() {
                if found.len() >= limit {
                    break;
                }
                let key = key?;
                let Some((_, id)) = keys::read_due(&key) else { continue };
                // The row can be gone from among the due by now: another thread may have marked it.
                found.extend(self.mail(id)?.filter(|row| row.state == MailState::Queued));
            }
            Ok(found)
        })
    }
}

impl Store for SledStore {
    fn write(&self, write: Write, made_on: &MadeOn) -> Result<Written> {
        let mut writer = self.writer()?;
        self.write_as(&mut writer, made_on, |draft| plan::write(draft, &self.disk, write))
    }

    fn versions(&self) -> Result<BTreeMap<GameName, u64>> {
        let versions =
            self.versions.lock().map_err(|_| self.stop("a panic with the record in hand".into()))?;
        Ok(versions.clone())
    }

    fn whole_game(&self, name: &GameName) -> Result<WholeGame> {
        // Writes wait meanwhile.
        let _writer = self.writer()?;
        Ok(WholeGame {
            version: self.versions()?.get(name).copied().unwrap_or_default(),
            row: self.need_game(name)?,
            position: self.position(name)?,
            accounts: self.accounts(name)?,
            book: self.order_book(name)?,
            held: self.held(name)?,
        })
    }

    fn seen(&self, place: &TransportKey) -> Result<Option<LetterNo>> {
        self.row(&keys::place(place))
    }

    fn same_content(&self, content: &ContentKey) -> Result<Option<LetterRecord>> {
        match self.row::<LetterNo>(&keys::content(content))? {
            Some(number) => self.letter(number),
            None => Ok(None),
        }
    }

    fn suspicion(&self, letter: &BodyHash) -> Option<u32> {
        self.writer().ok()?.attempts.suspicion(letter)
    }

    fn begin_reading(&self, letters: &[BodyHash]) -> Result<()> {
        self.writer()?.attempts.begin(&self.disk, letters)
    }

    fn end_reading(&self, letters: &[BodyHash]) -> Result<()> {
        self.writer()?.attempts.end(&self.disk, letters)
    }

    fn reserve_letters(&self, count: usize) -> Result<Vec<LetterNo>> {
        let mut writer = self.writer()?;
        let first = writer.reserved.max(writer.numbers.letters) + 1;
        let numbers = (first..).map(LetterNo).take(count).collect();
        writer.reserved = first - 1 + count as u64;
        Ok(numbers)
    }

    fn last_letter(&self) -> Result<Option<LetterNo>> {
        let newest = || self.database.beginning(keys::LETTERS).keys().next_back().transpose();
        let key = self.guarded(newest)?;
        Ok(key.and_then(|key| keys::read_number(&key)).map(LetterNo))
    }

    fn letter(&self, number: LetterNo) -> Result<Option<LetterRecord>> {
        self.row(&keys::letter(number))
    }

    fn letter_bytes(&self, number: LetterNo) -> Result<Vec<u8>> {
        self.body(Shelf::Letters, &self.need_letter(number)?.raw)
    }

    fn letters(&self, first: LetterNo, limit: usize) -> Result<Vec<LetterRecord>> {
        self.rows_from(keys::LETTERS, &keys::letter(first), limit)
    }

    fn pending(&self) -> Result<Vec<LetterRecord>> {
        self.guarded(|| {
            let mut found = Vec::new();
            for key in self.database.beginning(keys::PENDING).keys() {
                let key = key?;
                if let Some(number) = keys::read_number(&key) {
                    found.push(self.need_letter(LetterNo(number))?);
                }
            }
            Ok(found)
        })
    }

    fn games(&self) -> Result<Vec<GameRow>> {
        self.rows_from(keys::GAMES, keys::GAMES, usize::MAX)
    }

    fn game(&self, name: &GameName) -> Result<Option<GameRow>> {
        self.row(&keys::game(name))
    }

    fn accounts(&self, name: &GameName) -> Result<Vec<Account>> {
        let game = self.need_game(name)?;
        let account = |player: &String| {
            let none = || StoreError::NoSuchPlayer { game: name.0.clone(), player: player.clone() };
            self.row(&keys::account(name, player))?.ok_or_else(none)
        };
        game.players.iter().map(account).collect()
    }

    fn position(&self, name: &GameName) -> Result<Paper> {
        self.paper(&self.need_game(name)?.position)
    }

    fn first_position(&self, name: &GameName) -> Result<Paper> {
        self.paper(&self.need_game(name)?.first)
    }

    fn order_book(&self, name: &GameName) -> Result<OrderBook> {
        let turn = self.need_game(name)?.turn;
        let mut book = OrderBook { turn, ..OrderBook::default() };
        let first = keys::orders(name, turn);
        for row in self.rows_from(&first, &first, usize::MAX)? {
            match row {
                OrderRow::Unit(unit, filed) => book.file(unit, filed),
                OrderRow::Office(filed) => book.file_office(filed),
                OrderRow::Edit(edit) => book.edits.push(edit),
            }
        }
        Ok(book)
    }

    fn presses(&self, name: &GameName, turn: u32) -> Result<Vec<FiledPress>> {
        let first = keys::presses(name, turn);
        self.rows_from(&first, &first, usize::MAX)
    }

    fn held(&self, name: &GameName) -> Result<Vec<Held>> {
        let first = keys::all_held(name);
        self.rows_from(&first, &first, usize::MAX)
    }

    fn scenario_text(&self, name: &GameName, file: &str) -> Result<Vec<u8>> {
        let game = self.need_game(name)?;
        let none = || StoreError::NotKept { game: name.0.clone(), what: format!("scenario text {file:?}") };
        self.body(Shelf::Papers, game.scenario.get(file).ok_or_else(none)?)
    }

    fn last_receipt(&self, name: &GameName, player: &str) -> Result<Option<String>> {
        self.row(&keys::receipt(name, player))
    }

    fn voided_runs(&self, name: &GameName) -> Result<Vec<VoidedRun>> {
        let first = keys::all_voided(name);
        self.rows_from(&first, &first, usize::MAX)
    }

    fn turn(&self, name: &GameName, turn: u32) -> Result<Option<TurnRecord>> {
        self.row(&keys::turn(name, turn))
    }

    fn paper(&self, hash: &BodyHash) -> Result<Paper> {
        self.body(Shelf::Papers, hash).map(Paper::from_bytes)
    }

    fn stage_body(&self, shelf: Shelf, bytes: &[u8]) -> Result<BodyHash> {
        let hash = BodyHash::of(bytes);
        let file = NewFile::body(shelf, &hash, bytes.to_vec());
        // Under the writer's lock, so that a write that fails cannot take back a body staged meanwhile.
        let _writer = self.writer()?;
        self.disk.write_unsynced(&file)?;
        Ok(hash)
    }

    fn due(&self, now_ms: i64, limit: usize) -> Result<Vec<MailRow>> {
        self.queued(now_ms, limit)
    }

    fn take_in_hand(&self, now_ms: i64, limit: usize) -> Result<Vec<InHand>> {
        let mut writer = self.writer()?;
        let ids: Vec<_> = self.queued(now_ms, limit)?.iter().map(|row| row.id).collect();
        let marks: Vec<_> = ids.iter().map(|id| Mark::Sending { id: *id }).collect();
        self.write_as(&mut writer, &MadeOn::default(), |draft| {
            plan::write(draft, &self.disk, Write::Mark(marks))
        })?;
        let mut taken = Vec::new();
        for id in ids {
            let row = self.mail(id)?.ok_or(StoreError::NoSuchMail(id))?;
            writer.tokens += 1;
            let token = writer.tokens;
            writer.in_hand.insert(id, token);
            taken.push(InHand { row, token });
        }
        Ok(taken)
    }

    fn mark_in_hand(&self, marks: &[(u64, Mark)]) -> Result<usize> {
        let mut writer = self.writer()?;
        let is_theirs = |(token, mark): &&(u64, Mark)| writer.in_hand.get(&mark.id()) == Some(token);
        let counting: Vec<_> = marks.iter().filter(is_theirs).map(|(_, mark)| mark.clone()).collect();
        let (count, ids) = (counting.len(), counting.iter().map(Mark::id).collect::<Vec<_>>());
        self.write_as(&mut writer, &MadeOn::default(), |draft| {
            plan::write(draft, &self.disk, Write::Mark(counting))
        })?;
        writer.in_hand.retain(|id, _| !ids.contains(id));
        Ok(count)
    }

    fn next_due(&self) -> Result<Option<i64>> {
        self.guarded(|| {
            for key in self.database.beginning(keys::DUE).keys() {
                let key = key?;
                let Some((at_ms, id)) = keys::read_due(&key) else { continue };
                if self.mail(id)?.is_some_and(|row| row.state == MailState::Queued) {
                    return Ok(Some(at_ms));
                }
            }
            Ok(None)
        })
    }

    fn mail(&self, id: MailId) -> Result<Option<MailRow>> {
        self.row(&keys::mail(id))
    }

    fn mail_by_message_id(&self, message_id: &str) -> Result<Option<MailRow>> {
        match self.row(&keys::message_id(message_id))? {
            Some(id) => self.mail(id),
            None => Ok(None),
        }
    }

    fn newest_mail(&self, supersede: &str) -> Result<Option<MailRow>> {
        match self.row(&keys::supersede(supersede))? {
            Some(id) => self.mail(id),
            None => Ok(None),
        }
    }

    fn mail_bytes(&self, id: MailId) -> Result<Vec<u8>> {
        let row = self.mail(id)?.ok_or(StoreError::NoSuchMail(id))?;
        if row.anew.is_some() {
            return Err(StoreError::Pruned(id));
        }
        match self.body(Shelf::Post, &row.body) {
            Err(error @ StoreError::Disk { .. }) if error.is_lost() && row.kind.holds_password() => {
                Err(StoreError::Erased(id))
            }
            outcome => outcome,
        }
    }

    fn mails(&self, first: MailId, limit: usize) -> Result<Vec<MailRow>> {
        self.rows_from(keys::MAILS, &keys::mail(first), limit)
    }

    fn stopped(&self) -> Option<String> {
        self.stopped.get().cloned()
    }

    fn troubles(&self) -> Result<Vec<Trouble>> {
        self.rows_from(keys::TROUBLES, keys::TROUBLES, usize::MAX)
    }

    fn given_up(&self) -> Result<Vec<MailRow>> {
        let ids: Vec<MailId> = self.rows_from(keys::GIVEN_UP, keys::GIVEN_UP, usize::MAX)?;
        ids.into_iter().map(|id| self.mail(id)?.ok_or(StoreError::NoSuchMail(id))).collect()
    }

    fn bounces(&self) -> Result<Vec<Bounces>> {
        self.rows_from(keys::BOUNCES, keys::BOUNCES, usize::MAX)
    }

    fn counted(&self, what: &str, period: i64) -> Result<u32> {
        Ok(self.row(&keys::count(what, period))?.unwrap_or(0))
    }

    fn cursor(&self, account: &str, folder: &str) -> Result<Option<Cursor>> {
        let row: Option<CursorRow> = self.row(&keys::cursor(account, folder))?;
        Ok(row.map(|row| row.cursor))
    }

    fn set_cursor(&self, account: &str, folder: &str, cursor: &Cursor) -> Result<()> {
        let row = CursorRow { account: account.into(), folder: folder.into(), cursor: cursor.clone() };
        self.put_cursors(&[row])
    }

    fn export(&self, out: &mut dyn io::Write) -> Result<Exported> {
        self.guarded(|| transfer::export(self, out))
    }

    fn look_over(&self, round: &mut Round, files: usize) -> Result<()> {
        look_over::look_over(self, round, files)
    }

    fn audit(&self, limit: usize) -> Result<Vec<AuditLine>> {
        self.latest_audit(limit, |_| true)
    }

    fn audit_of(&self, name: &GameName, limit: usize) -> Result<Vec<AuditLine>> {
        self.latest_audit(limit, |line| line.game.as_ref() == Some(name))
    }
}

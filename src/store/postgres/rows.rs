//! Rows and bodies as one write sees them: read once, locked, and kept in mind until the write is done.

use std::cell::RefCell;
use std::collections::BTreeMap;

use postgres::types::ToSql;

use crate::body::BodyHash;
use crate::deeds::draft::{Bodies, Rows};
use crate::deeds::keys::{Family, Key};
use crate::error::{Result, StoreError};
use crate::history::{EntryNo, Shelf};
use crate::outbox::MailId;
use crate::postgres::bodies;
use crate::postgres::connect::Tx;
use crate::postgres::tables;
use crate::write::Write;

/// The rows of one write.
pub struct Seen<'a, 'b> {
    tx: RefCell<&'a mut Tx<'b>>,
    known: RefCell<BTreeMap<Key, Option<Vec<u8>>>>,
    families: RefCell<Vec<(Family, Vec<Key>)>>,
    seal: &'a [u8; 32],
}

impl<'a, 'b> Seen<'a, 'b> {
    pub fn new(tx: &'a mut Tx<'b>, seal: &'a [u8; 32]) -> Self {
        Seen { tx: RefCell::new(tx), known: RefCell::default(), families: RefCell::default(), seal }
    }

    /// Asks for one row of something else.
    pub fn ask(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Option<postgres::Row>> {
        self.tx.borrow_mut().row(sql, values)
    }

    /// Reads what a write will ask for, a statement a table instead of one a row.
    pub fn foresee(&self, write: &Write) -> Result<()> {
        let keys = foreseen(write);
        let rows = tables::read(&mut self.tx.borrow_mut(), &keys)?;
        self.known.borrow_mut().extend(keys.into_iter().zip(rows));
        Ok(())
    }
}

/// The rows that a write asks for as a rule.
fn foreseen(write: &Write) -> Vec<Key> {
    let mut keys = Vec::new();
    match write {
        Write::File(filings) => {
            for filing in filings {
                keys.push(Key::Place(filing.place.clone()));
                keys.push(Key::Letter(filing.number));
                keys.extend(filing.content.clone().map(Key::Content));
                let counts = filing.effects.counts.iter();
                keys.extend(counts.map(|count| Key::Count(count.what.clone(), count.period)));
                for mail in &filing.effects.answers {
                    keys.push(Key::MessageId(mail.message_id.clone()));
                    keys.extend(mail.supersede.clone().map(Key::Supersede));
                    let whose = mail.game.clone().zip(mail.player.clone());
                    keys.extend(whose.map(|(game, player)| Key::Bounces(game, player)));
                }
                keys.extend(filing.effects.changes.iter().map(|change| Key::Game(change.game().clone())));
            }
        }
        Write::Close(turn) => {
            keys.push(Key::Game(turn.game.clone()));
            for mail in &turn.reports {
                keys.push(Key::MessageId(mail.message_id.clone()));
                let whose = mail.game.clone().zip(mail.player.clone());
                keys.extend(whose.map(|(game, player)| Key::Bounces(game, player)));
            }
        }
        Write::Prune(pruning) => keys.extend(pruning.reports.iter().map(|(mail, _)| Key::Mail(*mail))),
        Write::Mark(marks) => keys.extend(marks.iter().map(|mark| Key::Mail(mark.id()))),
        _ => {}
    }
    keys.sort_unstable();
    keys.dedup();
    keys
}

impl Rows for Seen<'_, '_> {
    fn row(&self, key: &Key) -> Result<Option<Vec<u8>>> {
        if let Some(row) = self.known.borrow().get(key) {
            return Ok(row.clone());
        }
        let row = tables::read(&mut self.tx.borrow_mut(), std::slice::from_ref(key))?.pop().flatten();
        self.known.borrow_mut().insert(key.clone(), row.clone());
        Ok(row)
    }

    fn keys(&self, family: &Family) -> Result<Vec<Key>> {
        if let Some((_, keys)) = self.families.borrow().iter().find(|(known, _)| known == family) {
            return Ok(keys.clone());
        }
        let keys = keys_of(&mut self.tx.borrow_mut(), family)?;
        self.families.borrow_mut().push((family.clone(), keys.clone()));
        Ok(keys)
    }
}

fn keys_of(tx: &mut Tx<'_>, family: &Family) -> Result<Vec<Key>> {
    let number = |value: i64| value.cast_unsigned();
    let small = |value: i64| {
        u32::try_from(value).map_err(|_| StoreError::Broken(format!("{value} is no small number")))
    };
    match family {
        Family::Orders(game, turn) => {
            let sql = "SELECT write, place::bigint, change FROM orders WHERE game = $1 AND turn = $2::bigint \
                       ORDER BY write, place, change";
            let rows = tx.query(sql, &[&game.0, &i64::from(*turn)])?;
            let key = |row: &postgres::Row| -> Result<Key> {
                let entry = EntryNo { write: number(row.get(0)), place: small(row.get(1))? };
                Ok(Key::Order(game.clone(), *turn, entry, small(row.get(2))?))
            };
            rows.iter().map(key).collect()
        }
        Family::DueOf(game, player) => {
            let sql = "SELECT next_try_ms, id FROM mail WHERE game = $1 AND player = $2 \
                       AND state IN ('queued', 'sending') ORDER BY next_try_ms, id";
            let rows = tx.query(sql, &[&game.0, player])?;
            Ok(rows.iter().map(|row| Key::Due(row.get(0), MailId(number(row.get(1))))).collect())
        }
        Family::KeptBack(game, player) => {
            let sql = "SELECT mail FROM kept_back WHERE game = $1 AND player = $2 ORDER BY mail";
            let rows = tx.query(sql, &[&game.0, player])?;
            let key =
                |row: &postgres::Row| Key::KeptBack(game.clone(), player.clone(), MailId(number(row.get(0))));
            Ok(rows.iter().map(key).collect())
        }
    }
}

impl Bodies for Seen<'_, '_> {
    fn has(&self, shelf: Shelf, hash: &BodyHash) -> Result<bool> {
        let sql = "SELECT 1 FROM body WHERE shelf = $1 AND hash = $2 AND bytes IS NOT NULL";
        let number = bodies::number(shelf);
        Ok(self.tx.borrow_mut().row(sql, &[&number, &hash.as_str()])?.is_some())
    }

    fn read(&self, shelf: Shelf, hash: &BodyHash) -> Result<Vec<u8>> {
        bodies::read(&mut self.tx.borrow_mut(), shelf, hash, self.seal)
    }
}

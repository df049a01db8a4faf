//! A closed turn, run once more from what is kept of it: what its reports are printed from again.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};

use crate::hosted::{Hosted, edited};
use crate::office::Office;
use crate::report_mail::Heads;
use fieldpost_desk::ga::record::HandEdit;
use fieldpost_desk::record::OrderBook;
use fieldpost_door::{Board, Finished};
use fieldpost_engine::form2;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seat;
use fieldpost_store::TurnRecord;

/// A closed turn, run once more.
pub(super) struct Again {
    pub record: TurnRecord,
    pub finished: Box<dyn Finished>,
    /// The game when the turn was opened, and after the hand edits of it.
    before: Arc<dyn Board>,
    ordered: Arc<dyn Board>,
    book: OrderBook,
    closed: BTreeMap<Piece, Seat>,
}

impl Again {
    /// The hand edits of the turn, in their order.
    pub fn edits(&self) -> &[HandEdit] {
        &self.book.edits
    }

    /// What its reports have at their heads.
    pub fn heads(&self) -> Heads<'_> {
        Heads::of(&self.book.edits, [&*self.before, &*self.ordered], &self.closed)
    }
}

impl Office {
    /// Runs a closed turn once more, from its position, hand edits, seats and orders.
    ///
    /// # Errors
    /// If it is not in the record, what is kept of it cannot be read, or it comes out otherwise than it did: by other rules.
    pub(super) fn turn_again(&self, hosted: &Hosted, turn: u32) -> anyhow::Result<Again> {
        let record = self.store.turn(hosted.record.name(), turn)?;
        let record = record.with_context(|| format!("turn {turn} is not in the record"))?;
        let again = self.run_of_record(hosted.record.board(), record)?;
        self.comes_out_as_kept(&again)?;
        Ok(again)
    }

    /// The same of any run on record, whatever comes of it.
    pub(super) fn run_of_record(&self, game: &dyn Board, record: TurnRecord) -> anyhow::Result<Again> {
        let book: OrderBook = match &record.book {
            Some(book) => self.store.paper(book)?.read()?,
            None => OrderBook::default(),
        };
        let before = game.at(self.store.paper(&record.before)?.bytes()).map_err(|why| anyhow!(why))?;
        let ordered = edited(Arc::clone(&before), &book.edits)?;
        let (orders, seats) = (self.store.paper(&record.orders)?, self.store.paper(&record.seats)?);
        let finished = ordered.run_again(orders.bytes(), seats.bytes()).map_err(|why| anyhow!(why))?;
        let closed = serde_json::from_slice(seats.bytes()).unwrap_or_default();
        Ok(Again { record, finished, before, ordered, book, closed })
    }

    /// Whether a turn leaves what it left, by the hash or, of form 1, by position and dice.
    fn comes_out_as_kept(&self, again: &Again) -> anyhow::Result<()> {
        let Again { record, finished, ordered, .. } = again;
        let is_it = match record.form {
            form2::FORM => finished.hash() == record.hash,
            _ => {
                let kept = self.store.paper(&record.after)?;
                let kept = ordered.at(kept.bytes()).map_err(|why| anyhow!(why))?.position();
                let draws = self.store.paper(&record.draws)?;
                finished.board().position() == kept && finished.papers().draws == draws.bytes()
            }
        };
        if !is_it {
            bail!(
                "turn {} comes out otherwise than it did: the fieldpost that ran it had other rules",
                record.turn
            );
        }
        Ok(())
    }
}

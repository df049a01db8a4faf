//! New numbers for the letters and mails of a game that comes from another record, wherever an entry names one.

use std::collections::BTreeMap;

use fieldpost_desk::ga::record::{GaChange, HandEdit, Work};
use fieldpost_desk::record::{Change, LetterNo};

use crate::as_kept::BookAsKept;
use crate::body::{BodyHash, Paper};
use crate::deeds::row::to_json;
use crate::error::Result;
use crate::history::{Deed, FiledLetter, Outcome, SettledLetter};
use crate::outbox::{MailId, MailRow, Mark};
use crate::trouble::{AddressNews, TroubleNews};

/// What bears another number, or another name, in the record that a game comes into.
#[derive(Clone, Debug, Default)]
pub struct Anew {
    pub letters: BTreeMap<LetterNo, LetterNo>,
    pub mails: BTreeMap<MailId, MailId>,
    /// Papers that name letters, and so have other bytes.
    pub books: BTreeMap<BodyHash, BodyHash>,
}

/// An order book's paper with the new numbers of its letters.
///
/// # Errors
/// If it is no order book.
pub fn book(bytes: &[u8], anew: &Anew) -> Result<Vec<u8>> {
    let mut book: BookAsKept = Paper::from_bytes(bytes.to_vec()).read()?;
    anew.book(&mut book);
    to_json(&book)
}

/// Puts the new numbers into a deed; its own mails have theirs by then.
pub fn renumber(deed: &mut Deed, anew: &Anew) {
    match deed {
        Deed::Letter(letter) => anew.filed(letter),
        Deed::Settled(settled) => anew.settled(settled),
        Deed::Opened(opened) => {
            anew.changes(&mut opened.also);
            anew.rows(&mut opened.mails);
        }
        Deed::Closed(closed) => {
            let record = &mut closed.record;
            if let Some(book) = &mut record.book {
                book.clone_from(anew.books.get(book).unwrap_or(&book.clone()));
            }
            record.reports.values_mut().flatten().for_each(|mail| anew.mail(mail));
            closed.settled.iter_mut().for_each(|settled| anew.settled(settled));
            anew.changes(&mut closed.also);
            anew.rows(&mut closed.reports);
        }
        Deed::Reopened(reopened) => {
            anew.book(&mut reopened.book);
            reopened.settled.iter_mut().for_each(|settled| anew.settled(settled));
            anew.changes(&mut reopened.also);
            anew.rows(&mut reopened.mails);
        }
        Deed::Administered(done) => {
            anew.changes(&mut done.changes);
            anew.rows(&mut done.mails);
        }
        Deed::TakenOver(taken) => {
            taken.unsent.iter_mut().for_each(|mail| anew.mail(mail));
            anew.changes(&mut taken.changes);
            anew.rows(&mut taken.mails);
        }
        Deed::Posted(mails) => anew.rows(mails),
        Deed::Marked(marks) => marks.iter_mut().for_each(|mark| anew.mark(mark)),
        Deed::Pruned(pruned) => pruned.reports.iter_mut().for_each(|report| anew.mail(&mut report.mail)),
        Deed::Told(told) => {
            if let TroubleNews::GivenUp(mails) = &mut told.news {
                mails.iter_mut().for_each(|mail| anew.mail(mail));
            }
            anew.rows(&mut told.mails);
        }
        Deed::Changed(_) | Deed::Noted(_) => {}
    }
}

impl Anew {
    fn letter(&self, letter: &mut LetterNo) {
        *letter = self.letters.get(letter).copied().unwrap_or(*letter);
    }

    fn mail(&self, mail: &mut MailId) {
        *mail = self.mails.get(mail).copied().unwrap_or(*mail);
    }

    fn filed(&self, letter: &mut FiledLetter) {
        self.letter(&mut letter.record.number);
        letter.record.answers.iter_mut().for_each(|mail| self.mail(mail));
        self.outcome(&mut letter.outcome);
    }

    fn settled(&self, settled: &mut SettledLetter) {
        self.letter(&mut settled.letter);
        self.outcome(&mut settled.outcome);
    }

    fn outcome(&self, outcome: &mut Outcome) {
        self.changes(&mut outcome.changes);
        self.rows(&mut outcome.answers);
        if let Some(mail) = &mut outcome.resend {
            self.mail(mail);
        }
        for news in &mut outcome.addresses {
            if let AddressNews::CameBack { mail, .. } = news {
                self.mail(mail);
            }
        }
    }

    /// Mails answer only letters that came along.
    fn rows(&self, rows: &mut [MailRow]) {
        for row in rows {
            self.mail(&mut row.id);
            row.answers = row.answers.and_then(|letter| self.letters.get(&letter).copied());
            row.stands_for =
                row.stands_for.iter().filter_map(|letter| self.letters.get(letter).copied()).collect();
        }
    }

    fn mark(&self, mark: &mut Mark) {
        match mark {
            Mark::Sending { id }
            | Mark::Sent { id, .. }
            | Mark::Later { id, .. }
            | Mark::Held { id, .. }
            | Mark::Failed { id, .. } => self.mail(id),
        }
    }

    fn book(&self, book: &mut BookAsKept) {
        book.units.0.iter_mut().flat_map(|(_, filed)| filed).for_each(|filed| self.letter(&mut filed.letter));
        book.offices.iter_mut().for_each(|filed| self.letter(&mut filed.letter));
        book.edits.iter_mut().for_each(|edit: &mut HandEdit| self.letter(&mut edit.letter));
    }

    fn changes(&self, changes: &mut [Change]) {
        for change in changes {
            match change {
                Change::Unit { filed, .. } => self.letter(&mut filed.letter),
                Change::Office { filed, .. } => self.letter(&mut filed.letter),
                Change::Press { press, .. } => self.letter(&mut press.letter),
                Change::Hold { held, .. } => self.letter(&mut held.letter),
                Change::Release { letter, .. } => self.letter(letter),
                Change::Ga { change, .. } => self.of_ga(change),
                Change::Password { .. }
                | Change::ReportWishes { .. }
                | Change::Mute { .. }
                | Change::Seat { .. } => {}
            }
        }
    }

    fn of_ga(&self, change: &mut GaChange) {
        match change {
            GaChange::Edit { edit, .. } => self.letter(&mut edit.letter),
            GaChange::Task(task) => {
                self.letter(&mut task.letter);
                if let Work::Release(letter) = &mut task.what {
                    self.letter(letter);
                }
            }
            _ => {}
        }
    }
}

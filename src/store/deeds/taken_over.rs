//! A game that comes from another record: its entries under numbers of this one, and a last one that says whence it came.

use fieldpost_desk::record::LetterNo;
use fieldpost_engine::words::counted;

use crate::audit::AuditLine;
use crate::deeds::administration::Moment;
use crate::deeds::apply::{carry_out, put_mail};
use crate::deeds::draft::{Bodies, Draft};
use crate::deeds::mails::{mail_row, set_state};
use crate::deeds::{keys, plan};
use crate::error::{Result, StoreError};
use crate::game::GameRow;
use crate::handed::renumber;
use crate::history::{Deed, Entry, EntryNo, Shelf, TakenOver};
use crate::letter::ContentKey;
use crate::outbox::{MailId, MailRow, MailState};
use crate::write::TakeOver;

/// Plans the whole of it.
pub fn plan(draft: &mut Draft, bodies: &dyn Bodies, taken: TakeOver) -> Result<()> {
    let TakeOver { game, from, at_ms, deeds, mut anew, changes, mails } = taken;
    if draft.get::<GameRow>(&keys::game(&game))?.is_some() {
        return Err(StoreError::GameExists(game.0));
    }
    let letters = anew.letters.len() as u64;
    for mut deed in deeds {
        let brought = Entry { write: 0, place: 0, deed: deed.clone() };
        for mail in brought.mails() {
            anew.mails.insert(mail.id, draft.next_mail());
        }
        renumber(&mut deed, &anew);
        apart(draft, &mut deed, &from)?;
        draft.record(deed)?;
    }
    let mut unsent = Vec::new();
    for id in anew.mails.values() {
        unsent.extend(waits(draft, &mail_row(draft, *id)?)?.then_some(*id));
    }
    let mails = plan::mails(draft, bodies, mails, None, at_ms)?;
    draft.record(Deed::TakenOver(Box::new(TakenOver { game, from, at_ms, letters, unsent, changes, mails })))
}

/// Whether a mail is to go out yet: it is due, or kept back until its player writes.
fn waits(draft: &Draft, row: &MailRow) -> Result<bool> {
    match (&row.state, &row.game, &row.player) {
        (MailState::Queued | MailState::Sending, ..) => Ok(true),
        (MailState::Kept, Some(game), Some(player)) => {
            Ok(draft.get::<MailId>(&keys::kept_back(game, player, row.id))?.is_some())
        }
        _ => Ok(false),
    }
}

/// A letter's place is one of the other office's mailboxes, and no letter of this office is taken for the same because it says the same.
fn apart(draft: &Draft, deed: &mut Deed, from: &str) -> Result<()> {
    match deed {
        Deed::Letter(letter) => {
            let record = &mut letter.record;
            record.place.account.push_str(&format!(" of {from}"));
            forget_known(draft, &mut record.content)
        }
        Deed::Settled(settled) => match &mut settled.read {
            Some(read) => forget_known(draft, &mut read.content),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

fn forget_known(draft: &Draft, content: &mut Option<ContentKey>) -> Result<()> {
    if let Some(key) = content
        && draft.get::<LetterNo>(&keys::content(key))?.is_some()
    {
        *content = None;
    }
    Ok(())
}

/// What had not gone out is the other office's to send: its mails bear that one's address.
pub fn apply(draft: &mut Draft, number: EntryNo, taken: &TakenOver) -> Result<()> {
    let TakenOver { game, from, at_ms, letters, unsent, changes, mails } = taken;
    draft.used(number.write, None, mails.iter().map(|mail| mail.id));
    for id in unsent {
        let mut row = mail_row(draft, *id)?;
        if let (Some(game), Some(player)) = (&row.game, &row.player) {
            draft.delete(keys::kept_back(game, player, *id));
        }
        if row.kind.holds_password() {
            draft.erase(Shelf::Post, &row.body);
        }
        row.last_trouble = Some(format!("{from} sends it"));
        set_state(draft, &mut row, MailState::Kept)?;
    }
    let what = format!(
        "{} came from {from} with {}, which have new numbers here; {} that had not gone out {from} sends",
        game.0,
        counted(*letters, "letter"),
        counted(unsent.len(), "mail")
    );
    draft.put(keys::audit(number, 0), &AuditLine { at_ms: *at_ms, game: Some(game.clone()), what })?;
    carry_out(draft, Moment { number, place: 0, at_ms: *at_ms, letter: None }, changes)?;
    mails.iter().try_for_each(|mail| put_mail(draft, mail))
}

//! Rows of the outbox.

use crate::deeds::draft::Draft;
use crate::deeds::keys;
use crate::error::{Result, StoreError};
use crate::history::Shelf;
use crate::outbox::{MailId, MailRow, MailState};

pub fn mail_row(draft: &Draft, id: MailId) -> Result<MailRow> {
    draft.get(&keys::mail(id))?.ok_or(StoreError::NoSuchMail(id))
}

/// Only what waits or is on its way stands among the due. What held a password is erased at its end.
pub fn set_state(draft: &mut Draft, row: &mut MailRow, state: MailState) -> Result<()> {
    if !matches!(state, MailState::Queued | MailState::Sending) {
        draft.delete(keys::due(row.next_try_ms, row.id));
        if row.kind.holds_password() {
            draft.erase(Shelf::Post, &row.body);
        }
    }
    row.state = state;
    draft.put(keys::mail(row.id), row)
}

pub fn queue(draft: &mut Draft, row: &mut MailRow, next_try_ms: i64) -> Result<()> {
    draft.delete(keys::due(row.next_try_ms, row.id));
    row.next_try_ms = next_try_ms;
    draft.put(keys::due(next_try_ms, row.id), &())?;
    set_state(draft, row, MailState::Queued)
}

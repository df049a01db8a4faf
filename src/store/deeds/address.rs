//! Players' addresses: points for mails that came back (hazard 11), and mails kept back until an address works again.

use fieldpost_desk::record::GameName;
use fieldpost_engine::words::counted;

use crate::audit::AuditLine;
use crate::deeds::draft::Draft;
use crate::deeds::keys::{self, Family, Key};
use crate::deeds::mails::{mail_row, queue};
use crate::error::Result;
use crate::history::{EntryNo, Shelf};
use crate::outbox::{MailId, MailRow, MailState};
use crate::trouble::{AddressNews, Bounces};

pub fn apply(draft: &mut Draft, number: EntryNo, news: &AddressNews, at_ms: i64) -> Result<()> {
    match news {
        AddressNews::CameBack { mail, points, why } => came_back(draft, number, *mail, *points, why, at_ms),
        AddressNews::Works { game, player } => works(draft, number, game, player, at_ms),
        AddressNews::Changed { game, player } => changed(draft, number, game, player, at_ms),
    }
}

/// Whether mails to the player or administrator of this mail are kept back. A mail to the host or a stranger never is.
pub fn is_stopped(draft: &Draft, mail: &MailRow) -> Result<bool> {
    let Some(key) = score_key(mail).filter(|_| !mail.to.is_empty()) else { return Ok(false) };
    Ok(draft.get::<Bounces>(&key)?.is_some_and(|bounces| bounces.is_stopped()))
}

/// Keeps a mail back. Its body stays whatever it holds, since it is still to be sent.
pub fn keep_back(draft: &mut Draft, row: &mut MailRow) -> Result<()> {
    let (Some(game), Some(player)) = (&row.game, &row.player) else { return Ok(()) };
    draft.put(keys::kept_back(game, player, row.id), &row.id)?;
    draft.delete(keys::due(row.next_try_ms, row.id));
    row.state = MailState::Kept;
    draft.put(keys::mail(row.id), row)
}

fn score_key(mail: &MailRow) -> Option<Key> {
    Some(keys::bounces(mail.game.as_ref()?, mail.player.as_ref()?))
}

/// A bounce that comes twice, or follows a weaker one of the same mail, counts only for what it adds.
fn came_back(
    draft: &mut Draft,
    number: EntryNo,
    mail: MailId,
    points: u32,
    why: &str,
    at_ms: i64,
) -> Result<()> {
    let mut row = mail_row(draft, mail)?;
    let more = points.saturating_sub(row.bounced);
    let (Some(game), Some(player), Some(key)) = (row.game.clone(), row.player.clone(), score_key(&row))
    else {
        return Ok(());
    };
    if more == 0 {
        return Ok(());
    }
    row.bounced = points;
    draft.put(keys::mail(mail), &row)?;
    let before = draft.get::<Bounces>(&key)?.map_or(0, |bounces| bounces.points);
    let points = before.saturating_add(more);
    let bounces = Bounces { game, player, address: row.to, points, why: why.to_owned(), at_ms };
    draft.put(key, &bounces)?;
    let what =
        format!("mail {} to {} came back: {why}; {}", mail.0, bounces.address, counted(points, "point"));
    draft.put(keys::audit(number, mail.0), &AuditLine { at_ms, game: Some(bounces.game.clone()), what })?;
    if bounces.is_stopped() { keep_back_waiting(draft, &bounces) } else { Ok(()) }
}

fn keep_back_waiting(draft: &mut Draft, bounces: &Bounces) -> Result<()> {
    for key in draft.keys_in(&Family::DueOf(bounces.game.clone(), bounces.player.clone()))? {
        let Key::Due(_, id) = key else { continue };
        let mut row = mail_row(draft, id)?;
        let is_theirs =
            row.game.as_ref() == Some(&bounces.game) && row.player.as_ref() == Some(&bounces.player);
        if is_theirs && row.state == MailState::Queued {
            keep_back(draft, &mut row)?;
        }
    }
    Ok(())
}

/// What was kept back goes out, as if it had been written now. Receipts and reminders stay: they have gone stale.
fn works(draft: &mut Draft, number: EntryNo, game: &GameName, player: &str, at_ms: i64) -> Result<()> {
    let score = keys::bounces(game, player);
    if draft.get::<Bounces>(&score)?.is_none() {
        return Ok(());
    }
    draft.delete(score);
    let what = format!("{player} of {} wrote, so mails to them go out again", game.0);
    draft.put(keys::audit(number, u64::MAX), &AuditLine { at_ms, game: Some(game.clone()), what })?;
    for key in draft.keys_in(&Family::KeptBack(game.clone(), player.to_owned()))? {
        let Some(id) = draft.get::<MailId>(&key)? else { continue };
        draft.delete(key);
        let mut row = mail_row(draft, id)?;
        if !row.kind.can_be_superseded() {
            row.attempts = 0;
            row.created_ms = at_ms;
            queue(draft, &mut row, at_ms)?;
        }
    }
    Ok(())
}

fn changed(draft: &mut Draft, number: EntryNo, game: &GameName, player: &str, at_ms: i64) -> Result<()> {
    let score = keys::bounces(game, player);
    if draft.get::<Bounces>(&score)?.is_none() {
        return Ok(());
    }
    draft.delete(score);
    let kept = draft.keys_in(&Family::KeptBack(game.clone(), player.to_owned()))?;
    let what = format!("{player} of {} has another address; {} mails stay kept back", game.0, kept.len());
    for key in kept {
        // A password that the player never got is not left lying: RESET PASSWORD makes another.
        if let Some(id) = draft.get::<MailId>(&key)? {
            let row = mail_row(draft, id)?;
            if row.kind.holds_password() {
                draft.erase(Shelf::Post, &row.body);
            }
        }
        draft.delete(key);
    }
    draft.put(keys::audit(number, u64::MAX), &AuditLine { at_ms, game: Some(game.clone()), what })
}

//! What an entry does to the rows: the same whether it happens, is rebuilt or is imported.

use std::collections::BTreeSet;

use fieldpost_desk::record::{Account, Change, GameName, LetterNo};
use fieldpost_engine::words::counted;

use crate::audit::AuditLine;
use crate::deeds::administration::{Moment, administer};
use crate::deeds::draft::Draft;
use crate::deeds::games::{OrderRow, game_row, open_turn};
use crate::deeds::keys::Family;
use crate::deeds::mails::{mail_row, queue, set_state};
use crate::deeds::{address, keys};
use crate::error::{Result, StoreError};
use crate::game::{GameRow, Hold, TurnRecord, VoidedRun};
use crate::history::{
    Administered, ChangedGame, ClosedTurn, Deed, Entry, EntryNo, FiledLetter, OpenedGame, Outcome,
    PrunedReport, PrunedReports, ReopenedTurn, SettledLetter, Shelf, TakenOver, Told,
};
use crate::letter::{ContentKey, LetterRead, LetterRecord};
use crate::outbox::{LAST_PAUSE_MS, MailId, MailRow, MailState, Mark, next_try};
use crate::trouble::TroubleNews;

pub fn apply(draft: &mut Draft, entry: &Entry) -> Result<()> {
    let number = entry.number();
    match &entry.deed {
        Deed::Letter(letter) => file_letter(draft, number, letter),
        Deed::Settled(settled) => settle(draft, number, settled, Room::default()).map(drop),
        Deed::Opened(opened) => open_game(draft, number, opened),
        Deed::Changed(changed) => change_game(draft, number, changed),
        Deed::Closed(closed) => close_turn(draft, number, closed),
        Deed::Reopened(reopened) => reopen_turn(draft, number, reopened),
        Deed::Administered(administered) => administer_without_letter(draft, number, administered),
        Deed::TakenOver(taken) => taken_over(draft, number, taken),
        Deed::Posted(mails) => {
            draft.used(number.write, None, mails.iter().map(|mail| mail.id));
            mails.iter().try_for_each(|mail| put_mail(draft, mail))
        }
        Deed::Told(told) => tell(draft, number, told),
        Deed::Marked(marks) => {
            draft.used(number.write, None, std::iter::empty());
            marks.iter().try_for_each(|mark| apply_mark(draft, number, mark))
        }
        Deed::Pruned(pruned) => prune(draft, number, pruned),
        Deed::Noted(line) => {
            draft.used(number.write, None, std::iter::empty());
            draft.put(keys::audit(number, 0), line)
        }
    }
}

fn file_letter(draft: &mut Draft, number: EntryNo, letter: &FiledLetter) -> Result<()> {
    let FiledLetter { record, outcome } = letter;
    draft.used(number.write, Some(record.number), outcome.answers.iter().map(|mail| mail.id));
    if let Some(content) = &record.content {
        put_content(draft, content, record.number, outcome)?;
    }
    draft.put(keys::place(&record.place), &record.number)?;
    draft.put(keys::letter(record.number), record)?;
    if !record.verdict.is_final() {
        draft.put(keys::pending(record.number), &())?;
    }
    let what = format!("letter {} from {}: {}", record.number.0, record.from, record.verdict.words());
    draft.put(keys::audit(number, 0), &AuditLine { at_ms: record.at_ms, game: record.game.clone(), what })?;
    let moment = Moment { number, place: 0, at_ms: record.at_ms, letter: Some(record.number) };
    follow(draft, moment, outcome)
}

/// The first letter with this content has the key, though its verdict come later; another one may not change the record.
fn put_content(draft: &mut Draft, content: &ContentKey, letter: LetterNo, outcome: &Outcome) -> Result<()> {
    let key = keys::content(content);
    match draft.get::<LetterNo>(&key)? {
        Some(first) if first == letter => Ok(()),
        Some(first) if !outcome.changes.is_empty() => Err(StoreError::SameContent(first)),
        Some(_) => Ok(()),
        None => draft.put(key, &letter),
    }
}

/// Where a later verdict stands in its entry, which may hold several, and the changes of a turn's close before them.
#[derive(Clone, Copy, Default)]
struct Room {
    /// Which line of the audit: 0 where it is the entry's only one.
    line: u64,
    /// How many changes stand before its own.
    changes: u32,
}

/// The lines of the letters that are settled with a turn stand behind those of its changes.
const LINES_OF_SETTLED: u64 = 1 << 32;

fn settle_all(draft: &mut Draft, number: EntryNo, settled: &[SettledLetter], also: &[Change]) -> Result<()> {
    let mut room = Room { line: LINES_OF_SETTLED, changes: count(also) };
    for settled in settled {
        room = settle(draft, number, settled, room)?;
    }
    Ok(())
}

fn count(changes: &[Change]) -> u32 {
    u32::try_from(changes.len()).unwrap_or(u32::MAX)
}

/// Gives a letter its later verdict; the room behind it.
fn settle(draft: &mut Draft, number: EntryNo, settled: &SettledLetter, room: Room) -> Result<Room> {
    let SettledLetter { letter, at_ms, verdict, outcome, read, .. } = settled;
    draft.used(number.write, None, outcome.answers.iter().map(|mail| mail.id));
    let key = keys::letter(*letter);
    let mut record: LetterRecord = draft.get(&key)?.ok_or(StoreError::NoSuchLetter(*letter))?;
    if record.verdict.is_final() {
        return Err(StoreError::AlreadyFinal(*letter));
    }
    if let Some(LetterRead { content, message_id, from, game, known }) = read.clone() {
        if let Some(content) = &content {
            put_content(draft, content, *letter, outcome)?;
        }
        record = LetterRecord { content, message_id, from, game, known, ..record };
    }
    record.verdict = verdict.clone();
    record.answers.extend(outcome.answers.iter().map(|mail| mail.id));
    draft.put(key, &record)?;
    if verdict.is_final() {
        draft.delete(keys::pending(*letter));
    }
    if let Some(game) = &record.game {
        draft.delete(keys::held(game, *letter));
    }
    let what = format!("letter {} settled: {}", letter.0, verdict.words());
    draft.put(keys::audit(number, room.line), &AuditLine { at_ms: *at_ms, game: record.game, what })?;
    let moment = Moment { number, place: room.changes, at_ms: *at_ms, letter: Some(*letter) };
    follow(draft, moment, outcome)?;
    let changes = room.changes.saturating_add(count(&outcome.changes));
    Ok(Room { line: room.line + 1, changes })
}

fn follow(draft: &mut Draft, moment: Moment, outcome: &Outcome) -> Result<()> {
    let Moment { number, at_ms, .. } = moment;
    carry_out(draft, moment, &outcome.changes)?;
    outcome.addresses.iter().try_for_each(|news| address::apply(draft, number, news, at_ms))?;
    outcome.answers.iter().try_for_each(|mail| put_mail(draft, mail))?;
    if let Some(id) = outcome.resend {
        resend(draft, id, at_ms)?;
    }
    for count in &outcome.counts {
        let key = keys::count(&count.what, count.period);
        let so_far = draft.get::<u32>(&key)?.unwrap_or(0);
        draft.put(key, &so_far.saturating_add(1))?;
    }
    for remembered in &outcome.remember {
        draft.put(keys::receipt(&remembered.game, &remembered.player), &remembered.receipt)?;
    }
    Ok(())
}

/// Carries changes out; `first` is the first one's moment.
fn carry_out(draft: &mut Draft, first: Moment, changes: &[Change]) -> Result<()> {
    let number = first.number;
    let mut checked = BTreeSet::new();
    for (place, change) in (first.place..).zip(changes) {
        match change {
            Change::Unit { game, turn, unit, filed } => {
                if checked.insert((game, turn)) {
                    open_turn(draft, game, *turn)?;
                }
                let row = OrderRow::Unit(unit.clone(), filed.clone());
                draft.put(keys::order(game, *turn, number, place), &row)?;
            }
            Change::Office { game, turn, filed } => {
                if checked.insert((game, turn)) {
                    open_turn(draft, game, *turn)?;
                }
                draft.put(keys::order(game, *turn, number, place), &OrderRow::Office(filed.clone()))?;
            }
            Change::Password { game, player, password } => {
                change_account(draft, game, player, |account| account.set_password(password.clone()))?;
            }
            Change::ReportWishes { game, player, wishes } => {
                change_account(draft, game, player, |account| account.report_wishes.clone_from(wishes))?;
            }
            Change::Press { game, turn, press } => {
                if checked.insert((game, turn)) {
                    open_turn(draft, game, *turn)?;
                }
                change_account(draft, game, &press.from, |account| account.press.count(press.receipt.at_ms))?;
                draft.put(keys::press(game, *turn, number, place), press)?;
            }
            Change::Mute { game, player, sender, muted } => {
                change_account(draft, game, player, |account| account.press.set_muted(sender, *muted))?;
            }
            Change::Seat { game, player, word } => {
                change_account(draft, game, player, |account| account.say(word))?;
            }
            Change::Hold { game, held } => draft.put(keys::held(game, held.letter), held)?,
            Change::Release { game, letter } => draft.delete(keys::held(game, *letter)),
            Change::Ga { game, change } => administer(draft, Moment { place, ..first }, game, change)?,
        }
    }
    Ok(())
}

fn change_account(
    draft: &mut Draft,
    game: &GameName,
    player: &str,
    change: impl FnOnce(&mut Account),
) -> Result<()> {
    let key = keys::account(game, player);
    let mut account: Account = draft
        .get(&key)?
        .ok_or_else(|| StoreError::NoSuchPlayer { game: game.0.clone(), player: player.to_owned() })?;
    change(&mut account);
    draft.put(key, &account)
}

fn open_game(draft: &mut Draft, number: EntryNo, opened: &OpenedGame) -> Result<()> {
    let OpenedGame { row, accounts, mails, also } = opened;
    draft.used(number.write, None, mails.iter().map(|mail| mail.id));
    let key = keys::game(&row.name);
    if draft.get::<GameRow>(&key)?.is_some() {
        return Err(StoreError::GameExists(row.name.0.clone()));
    }
    draft.put(key, row)?;
    for account in accounts {
        draft.put(keys::account(&row.name, &account.name), account)?;
    }
    let what = format!("game {} opened with {}", row.name.0, counted(accounts.len(), "player"));
    draft.put(
        keys::audit(number, 0),
        &AuditLine { at_ms: row.opened_ms, game: Some(row.name.clone()), what },
    )?;
    carry_out(draft, Moment { number, place: 0, at_ms: row.opened_ms, letter: None }, also)?;
    mails.iter().try_for_each(|mail| put_mail(draft, mail))
}

fn change_game(draft: &mut Draft, number: EntryNo, changed: &ChangedGame) -> Result<()> {
    let ChangedGame { name, change } = changed;
    draft.used(number.write, None, std::iter::empty());
    let mut row = game_row(draft, name)?;
    let mut what = format!("game {} changed:", name.0);
    if let Some(schedule) = &change.schedule {
        what.push_str(&format!(" schedule {schedule}"));
        row.schedule = schedule.clone();
    }
    if let Some(hold) = &change.hold {
        row.hold = match hold {
            Hold::Held(hold) => Some(hold.clone()),
            Hold::Free => None,
        };
        what.push_str(&row.hold.as_ref().map_or(" let go".into(), |hold| format!(" held: {}", hold.why)));
    }
    draft.put(keys::game(name), &row)?;
    draft.put(keys::audit(number, 0), &AuditLine { at_ms: change.at_ms, game: Some(name.clone()), what })
}

fn close_turn(draft: &mut Draft, number: EntryNo, closed: &ClosedTurn) -> Result<()> {
    let ClosedTurn { game, record, schedule, reports, settled, also } = closed;
    draft.used(number.write, None, reports.iter().map(|mail| mail.id));
    settle_all(draft, number, settled, also)?;
    let mut row = open_turn(draft, game, record.turn)?;
    row.turn += 1;
    row.turn_opened_ms = record.at_ms;
    row.position = record.after.clone();
    row.schedule = schedule.clone();
    row.hold = None;
    row.administration.holds = false;
    draft.put(keys::game(game), &row)?;
    draft.put(keys::turn(game, record.turn), record)?;
    // What was in force is kept with the turn, and each letter keeps what it brought.
    draft.delete_all(&Family::Orders(game.clone(), record.turn))?;
    let what = format!("turn {} of {} closed, hash {}", record.turn, game.0, record.hash);
    draft.put(keys::audit(number, 0), &AuditLine { at_ms: record.at_ms, game: Some(game.clone()), what })?;
    carry_out(draft, Moment { number, place: 0, at_ms: record.at_ms, letter: None }, also)?;
    reports.iter().try_for_each(|mail| put_mail(draft, mail))
}

/// What had not gone out is the other office's to send: its mails bear that one's address.
fn taken_over(draft: &mut Draft, number: EntryNo, taken: &TakenOver) -> Result<()> {
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

fn tell(draft: &mut Draft, number: EntryNo, told: &Told) -> Result<()> {
    draft.used(number.write, None, told.mails.iter().map(|mail| mail.id));
    let what = match &told.news {
        TroubleNews::Open(trouble) => {
            draft.put(keys::trouble(&trouble.key), trouble)?;
            format!("the GA was told of {}: {}", trouble.key, trouble.title)
        }
        TroubleNews::Over { key } => {
            draft.delete(keys::trouble(key));
            format!("{key} is over")
        }
        TroubleNews::GivenUp(mails) => {
            mails.iter().for_each(|mail| draft.delete(keys::given_up(*mail)));
            format!("the GA was told of {} given up", counted(mails.len(), "mail"))
        }
    };
    draft.put(keys::audit(number, 0), &AuditLine { at_ms: told.at_ms, game: None, what })?;
    told.mails.iter().try_for_each(|mail| put_mail(draft, mail))
}

/// Reports lose their bytes, and keep how they are printed anew.
fn prune(draft: &mut Draft, number: EntryNo, pruned: &PrunedReports) -> Result<()> {
    let PrunedReports { game, at_ms, reports } = pruned;
    draft.used(number.write, None, std::iter::empty());
    for PrunedReport { mail, body, anew } in reports {
        let mut row = mail_row(draft, *mail)?;
        row.anew = Some(anew.clone());
        draft.put(keys::mail(*mail), &row)?;
        draft.erase(Shelf::Post, body);
    }
    let what = format!(
        "{} of {} kept no more: they are printed anew when asked for",
        counted(reports.len(), "report"),
        game.0
    );
    draft.put(keys::audit(number, 0), &AuditLine { at_ms: *at_ms, game: Some(game.clone()), what })
}

/// The turn's position and book are again what they were at its close; its run and those after it are kept as voided.
fn reopen_turn(draft: &mut Draft, number: EntryNo, reopened: &ReopenedTurn) -> Result<()> {
    let ReopenedTurn { game, turn, at_ms, schedule, book, mails, settled, also } = reopened;
    draft.used(number.write, None, mails.iter().map(|mail| mail.id));
    settle_all(draft, number, settled, also)?;
    let mut row = game_row(draft, game)?;
    let first = closed_turn(draft, game, *turn)?;
    row.rollbacks += 1;
    for voided in *turn..row.turn {
        let record = closed_turn(draft, game, voided)?;
        let run = VoidedRun { rollback: row.rollbacks, to: *turn, at_ms: *at_ms, record };
        draft.put(keys::voided(game, row.rollbacks, voided), &run)?;
        draft.delete(keys::turn(game, voided));
    }
    draft.delete_all(&Family::Orders(game.clone(), row.turn))?;
    let what = format!("{} went back from turn {} to turn {turn}", game.0, row.turn);
    row.turn = *turn;
    row.turn_opened_ms = *at_ms;
    row.position = first.before;
    row.schedule = schedule.clone();
    // What an administrator holds stays held until RESUME.
    if !row.administration.holds {
        row.hold = None;
    }
    draft.put(keys::game(game), &row)?;
    let filed = book.units.0.iter().flat_map(|(unit, filed)| filed.iter().map(move |filed| (unit, filed)));
    let rows = filed.map(|(unit, filed)| OrderRow::Unit(unit.clone(), filed.clone()));
    let rows = rows.chain(book.offices.iter().cloned().map(OrderRow::Office));
    for (place, order) in (0..).zip(rows.chain(book.edits.iter().cloned().map(OrderRow::Edit))) {
        draft.put(keys::order(game, *turn, number, place), &order)?;
    }
    draft.put(keys::audit(number, 0), &AuditLine { at_ms: *at_ms, game: Some(game.clone()), what })?;
    carry_out(draft, Moment { number, place: 0, at_ms: *at_ms, letter: None }, also)?;
    mails.iter().try_for_each(|mail| put_mail(draft, mail))
}

fn closed_turn(draft: &Draft, game: &GameName, turn: u32) -> Result<TurnRecord> {
    let none = || StoreError::NotKept { game: game.0.clone(), what: format!("closed turn {turn}") };
    draft.get(&keys::turn(game, turn))?.ok_or_else(none)
}

fn administer_without_letter(draft: &mut Draft, number: EntryNo, done: &Administered) -> Result<()> {
    let Administered { at_ms, changes, mails } = done;
    draft.used(number.write, None, mails.iter().map(|mail| mail.id));
    carry_out(draft, Moment { number, place: 0, at_ms: *at_ms, letter: None }, changes)?;
    mails.iter().try_for_each(|mail| put_mail(draft, mail))
}

fn put_mail(draft: &mut Draft, mail: &MailRow) -> Result<()> {
    let by_id = keys::message_id(&mail.message_id);
    if draft.get::<MailId>(&by_id)?.is_some() {
        return Err(StoreError::SameMessageId(mail.message_id.clone()));
    }
    draft.put(by_id, &mail.id)?;
    if address::is_stopped(draft, mail)? {
        return address::keep_back(draft, &mut mail.clone());
    }
    draft.put(keys::mail(mail.id), mail)?;
    if mail.state == MailState::Kept {
        return Ok(());
    }
    draft.put(keys::due(mail.next_try_ms, mail.id), &())?;
    let Some(key) = mail.supersede.as_ref().filter(|_| mail.kind.can_be_superseded()) else { return Ok(()) };
    let key = keys::supersede(key);
    if let Some(older) = draft.get::<MailId>(&key)? {
        let mut older = mail_row(draft, older)?;
        if older.state == MailState::Queued {
            set_state(draft, &mut older, MailState::Superseded { by: mail.id })?;
        }
    }
    draft.put(key, &mail.id)
}

/// A mark on a mail that has come to its end changes nothing: two senders may have had it in hand.
fn apply_mark(draft: &mut Draft, number: EntryNo, mark: &Mark) -> Result<()> {
    let mut row = mail_row(draft, mark.id())?;
    if !matches!(row.state, MailState::Queued | MailState::Sending) {
        return Ok(());
    }
    match mark {
        Mark::Sending { .. } => {
            row.attempts = row.attempts.saturating_add(1);
            set_state(draft, &mut row, MailState::Sending)
        }
        Mark::Sent { at_ms, .. } => set_state(draft, &mut row, MailState::Sent { at_ms: *at_ms }),
        Mark::Later { at_ms, why, .. } => try_later(draft, number, &mut row, *at_ms, why),
        Mark::Held { next_ms, why, .. } => hold(draft, &mut row, *next_ms, why),
        Mark::Failed { at_ms, why, .. } => give_up(draft, number, &mut row, *at_ms, why),
    }
}

fn try_later(draft: &mut Draft, number: EntryNo, row: &mut MailRow, at_ms: i64, why: &str) -> Result<()> {
    match next_try(row.created_ms, row.attempts, at_ms) {
        Some(next) => wait_until(draft, row, next, why),
        // A first password is not erased because time went by.
        None if row.kind.holds_password() => wait_until(draft, row, at_ms.saturating_add(LAST_PAUSE_MS), why),
        None => {
            row.last_trouble = Some(why.to_owned());
            match newer_mail(draft, row)? {
                Some(newer) => set_state(draft, row, MailState::Superseded { by: newer }),
                None if address::is_stopped(draft, row)? => address::keep_back(draft, row),
                None => give_up(draft, number, row, at_ms, why),
            }
        }
    }
}

fn hold(draft: &mut Draft, row: &mut MailRow, next_ms: i64, why: &str) -> Result<()> {
    row.attempts = row.attempts.saturating_sub(1);
    wait_until(draft, row, next_ms, why)
}

/// Puts a mail back into the queue, unless a newer one has taken its place or its player gets no mails now.
fn wait_until(draft: &mut Draft, row: &mut MailRow, next_ms: i64, why: &str) -> Result<()> {
    row.last_trouble = Some(why.to_owned());
    match newer_mail(draft, row)? {
        Some(newer) => set_state(draft, row, MailState::Superseded { by: newer }),
        None if address::is_stopped(draft, row)? => address::keep_back(draft, row),
        None => queue(draft, row, next_ms),
    }
}

/// The mail that has taken this one's place while it was being sent.
fn newer_mail(draft: &Draft, row: &MailRow) -> Result<Option<MailId>> {
    let Some(key) = row.supersede.as_ref().filter(|_| row.kind.can_be_superseded()) else { return Ok(None) };
    let newest = draft.get::<MailId>(&keys::supersede(key))?;
    Ok(newest.filter(|newest| *newest != row.id))
}

fn give_up(draft: &mut Draft, number: EntryNo, row: &mut MailRow, at_ms: i64, why: &str) -> Result<()> {
    row.last_trouble = Some(why.to_owned());
    let what =
        format!("mail {} to {} given up after {}: {why}", row.id.0, row.to, counted(row.attempts, "try"));
    draft.put(keys::audit(number, row.id.0), &AuditLine { at_ms, game: row.game.clone(), what })?;
    draft.put(keys::given_up(row.id), &row.id)?;
    set_state(draft, row, MailState::Failed { at_ms, why: why.to_owned() })
}

/// Sends an answer once more, or the one that took its place: at most once, and only if it had gone out.
fn resend(draft: &mut Draft, id: MailId, at_ms: i64) -> Result<()> {
    let mut row = mail_row(draft, id)?;
    while let MailState::Superseded { by } = row.state {
        row = mail_row(draft, by)?;
    }
    let is_stopped = address::is_stopped(draft, &row)?;
    if is_stopped || row.resent || row.kind.holds_password() || !matches!(row.state, MailState::Sent { .. }) {
        return Ok(());
    }
    row.resent = true;
    row.attempts = 0;
    row.created_ms = at_ms;
    queue(draft, &mut row, at_ms)
}

//! From what a caller asks to the deeds of a write: numbers given, bodies named.

use fieldpost_desk::ga::record::{Administration, GaChange};
use fieldpost_desk::record::{Change, LetterNo, Verdict};

use crate::body::Paper;
use crate::error::{Result, StoreError};
use crate::game::is_game_name;
use crate::game::{Administering, GameRow, NewGame, Reopening, TurnFiling, TurnRecord};
use crate::history::{
    Administered, ClosedTurn, Deed, FiledLetter, OpenedGame, Outcome, ReopenedTurn, SettledLetter, Shelf,
    Told, reports_by_player,
};
use crate::letter::{Effects, Filing, LetterRecord, Settlement};
use crate::outbox::{Content, MailRow, MailState, NewMail};
use crate::sled::disk::{Disk, body_path};
use crate::sled::draft::Draft;
use crate::sled::keys;
use crate::trouble::Telling;

/// A letter that was filed from the same place before keeps its number; nothing else happens then.
pub fn file(draft: &mut Draft, disk: &Disk, filing: Filing) -> Result<LetterNo> {
    if let Some(known) = draft.get::<LetterNo>(&keys::place(&filing.place))? {
        return Ok(known);
    }
    let Filing { number, raw, place, receipt, at_ms, content, message_id, from, game, known, .. } = filing;
    if draft.get::<LetterRecord>(&keys::letter(number))?.is_some() {
        return Err(StoreError::NumberTaken(number));
    }
    let outcome = outcome(draft, disk, filing.effects, number, at_ms)?;
    let record = LetterRecord {
        number,
        raw: draft.body(Shelf::Letters, raw),
        place,
        receipt,
        at_ms,
        content,
        message_id,
        from,
        game,
        known,
        verdict: filing.verdict,
        answers: outcome.answers.iter().map(|mail| mail.id).collect(),
    };
    draft.record(Deed::Letter(Box::new(FiledLetter { record, outcome })))?;
    Ok(number)
}

pub fn settle(draft: &mut Draft, disk: &Disk, settlement: Settlement) -> Result<()> {
    let settled = settled(draft, disk, settlement)?;
    draft.record(Deed::Settled(Box::new(settled)))
}

fn settled(draft: &mut Draft, disk: &Disk, settlement: Settlement) -> Result<SettledLetter> {
    let Settlement { letter, at_ms, verdict, effects, read } = settlement;
    let record: LetterRecord = draft.get(&keys::letter(letter))?.ok_or(StoreError::NoSuchLetter(letter))?;
    let comes_to_be_held =
        matches!(record.verdict, Verdict::Quarantined(_)) && matches!(verdict, Verdict::Held(_));
    if !verdict.is_final() && !comes_to_be_held {
        return Err(StoreError::NotFinal { letter, verdict: format!("{verdict:?}") });
    }
    let outcome = outcome(draft, disk, effects, letter, at_ms)?;
    Ok(SettledLetter { letter, raw: record.raw, at_ms, verdict, outcome, read })
}

fn all_settled(draft: &mut Draft, disk: &Disk, settlements: Vec<Settlement>) -> Result<Vec<SettledLetter>> {
    settlements.into_iter().map(|settlement| settled(draft, disk, settlement)).collect()
}

pub fn open_game(draft: &mut Draft, disk: &Disk, game: NewGame) -> Result<()> {
    if !is_game_name(&game.name.0) {
        return Err(StoreError::BadGameName(game.name.0));
    }
    let first = draft.body(Shelf::Papers, game.position.into_bytes());
    let scenario =
        game.scenario.into_iter().map(|(file, text)| (file, draft.body(Shelf::Papers, text))).collect();
    let row = GameRow {
        name: game.name,
        setup: game.setup,
        opened_ms: game.at_ms,
        players: game.accounts.iter().map(|account| account.name.clone()).collect(),
        scenario,
        position: first.clone(),
        first,
        turn: game.turn,
        turn_opened_ms: game.at_ms,
        schedule: game.schedule,
        hold: None,
        administration: Administration { administrators: game.administrators, ..Administration::default() },
        rollbacks: 0,
    };
    let mails = mails(draft, disk, game.mails, None, game.at_ms)?;
    draft.record(Deed::Opened(Box::new(OpenedGame { row, accounts: game.accounts, mails, also: game.also })))
}

pub fn close_turn(draft: &mut Draft, disk: &Disk, filing: TurnFiling) -> Result<()> {
    let row: GameRow =
        draft.get(&keys::game(&filing.game))?.ok_or_else(|| StoreError::NoSuchGame(filing.game.0.clone()))?;
    let after = draft.body(Shelf::Papers, filing.position.into_bytes());
    let papers = [filing.orders, filing.book, filing.seats, filing.events, filing.draws];
    let [orders, book, seats, events, draws] =
        papers.map(|paper| draft.body(Shelf::Papers, paper.into_bytes()));
    let reports = mails(draft, disk, filing.reports, None, filing.at_ms)?;
    let settled = all_settled(draft, disk, filing.settled)?;
    let record = TurnRecord {
        turn: filing.turn,
        at_ms: filing.at_ms,
        before: row.position,
        orders,
        book: Some(book),
        rollbacks: row.rollbacks,
        seats,
        events,
        draws,
        after,
        hash: filing.hash,
        reports: reports_by_player(&reports),
    };
    let (game, schedule, also) = (filing.game, filing.schedule, filing.also);
    let closed = ClosedTurn { game, record, schedule, reports, settled, also };
    draft.record(Deed::Closed(Box::new(closed)))
}

pub fn tell(draft: &mut Draft, disk: &Disk, telling: Telling) -> Result<()> {
    let Telling { at_ms, news, mails: new } = telling;
    let mails = mails(draft, disk, new, None, at_ms)?;
    draft.record(Deed::Told(Box::new(Told { at_ms, news, mails })))
}

pub fn reopen_turn(draft: &mut Draft, disk: &Disk, reopening: Reopening) -> Result<()> {
    let Reopening { game, turn, at_ms, schedule, settled, also, mails: word } = reopening;
    let not_kept = |what: String| StoreError::NotKept { game: game.0.clone(), what };
    let record: TurnRecord =
        draft.get(&keys::turn(&game, turn))?.ok_or_else(|| not_kept(format!("closed turn {turn}")))?;
    let hash = record.book.ok_or_else(|| not_kept(format!("order book of turn {turn}, which is older")))?;
    let book = Paper::from_bytes(disk.read_body(Shelf::Papers, &hash)?).read()?;
    let mails = mails(draft, disk, word, None, at_ms)?;
    let settled = all_settled(draft, disk, settled)?;
    let reopened = ReopenedTurn { game, turn, at_ms, schedule, book, mails, settled, also };
    draft.record(Deed::Reopened(Box::new(reopened)))
}

pub fn administer(draft: &mut Draft, disk: &Disk, done: Administering) -> Result<()> {
    let Administering { at_ms, changes, mails: word } = done;
    let mails = mails(draft, disk, word, None, at_ms)?;
    draft.record(Deed::Administered(Box::new(Administered { at_ms, changes, mails })))
}

/// Mails as rows of the outbox, due at once.
pub fn mails(
    draft: &mut Draft,
    disk: &Disk,
    mails: Vec<NewMail>,
    answers: Option<LetterNo>,
    at_ms: i64,
) -> Result<Vec<MailRow>> {
    mails.into_iter().map(|mail| row(draft, disk, mail, answers, at_ms)).collect()
}

fn row(
    draft: &mut Draft,
    disk: &Disk,
    mail: NewMail,
    answers: Option<LetterNo>,
    at_ms: i64,
) -> Result<MailRow> {
    let body = match mail.content {
        Content::Bytes(bytes) => draft.body(Shelf::Post, bytes),
        Content::Staged(hash) if disk.path(&body_path(Shelf::Post, &hash)).exists() => hash,
        Content::Staged(hash) => return Err(StoreError::NotStaged(hash.to_string())),
    };
    let state = if mail.to.is_empty() { MailState::Kept } else { MailState::Queued };
    Ok(MailRow {
        id: draft.next_mail(),
        kind: mail.kind,
        game: mail.game,
        player: mail.player,
        to: mail.to,
        envelope_from: mail.envelope_from,
        message_id: mail.message_id,
        body,
        supersede: mail.supersede,
        answers,
        stands_for: mail.stands_for,
        created_ms: at_ms,
        state,
        attempts: 0,
        next_try_ms: mail.not_before_ms.map_or(at_ms, |first| first.max(at_ms)),
        last_trouble: None,
        resent: false,
        bounced: 0,
    })
}

fn outcome(
    draft: &mut Draft,
    disk: &Disk,
    effects: Effects,
    letter: LetterNo,
    at_ms: i64,
) -> Result<Outcome> {
    Ok(Outcome {
        addresses: effects.addresses,
        changes: signed(effects.changes, letter),
        answers: mails(draft, disk, effects.answers, Some(letter), at_ms)?,
        resend: effects.resend,
        counts: effects.counts,
        remember: effects.remember,
    })
}

/// Writes the letter's number into the orders it brings: the desk judges before there is one.
fn signed(mut changes: Vec<Change>, number: LetterNo) -> Vec<Change> {
    for change in &mut changes {
        match change {
            Change::Unit { filed, .. } => filed.letter = number,
            Change::Office { filed, .. } => filed.letter = number,
            Change::Hold { held, .. } => held.letter = number,
            Change::Ga { change, .. } => sign(change, number),
            Change::Press { press, .. } => press.letter = number,
            Change::Mute { .. }
            | Change::Password { .. }
            | Change::ReportWishes { .. }
            | Change::Release { .. } => {}
        }
    }
    changes
}

fn sign(change: &mut GaChange, number: LetterNo) {
    match change {
        GaChange::Edit { edit, .. } => edit.letter = number,
        GaChange::Task(task) => task.letter = number,
        _ => {}
    }
}

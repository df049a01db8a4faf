//! From what a caller asks to the deeds of a write: numbers given, bodies named.

use fieldpost_desk::ga::record::{Administration, GaChange};
use fieldpost_desk::record::{Change, LetterNo, Verdict};

use crate::body::Paper;
use crate::deeds::draft::{Bodies, Draft};
use crate::deeds::keys;
use crate::deeds::mails::mail_row;
use crate::deeds::numbers::renumber;
use crate::error::{Result, StoreError};
use crate::game::is_game_name;
use crate::game::{Administering, GameRow, NewGame, Reopening, TurnFiling, TurnRecord};
use crate::history::{
    Administered, ChangedGame, ClosedTurn, Deed, Entry, FiledLetter, OpenedGame, Outcome, PrunedReport,
    PrunedReports, ReopenedTurn, SettledLetter, Shelf, TakenOver, Told, reports_by_player,
};
use crate::letter::{ContentKey, Effects, Filing, LetterRecord, Settlement};
use crate::outbox::{Content, Mail, MailId, MailRow, MailState, NewMail};
use crate::trouble::{Telling, Trouble, TroubleNews};
use crate::write::{MadeOn, Pruning, TakeOver, Write, Written};

/// Plans any write: its deeds stand in the draft then.
pub fn write(draft: &mut Draft, bodies: &dyn Bodies, write: Write) -> Result<Written> {
    let mut written = Written::default();
    match write {
        Write::File(filings) => {
            let file = |filing| file(draft, bodies, filing);
            written.letters = filings.into_iter().map(file).collect::<Result<_>>()?;
        }
        Write::Settle(settlement) => settle(draft, bodies, settlement)?,
        Write::Open(game) => open_game(draft, bodies, game)?,
        Write::Change(name, change) => draft.record(Deed::Changed(ChangedGame { name, change }))?,
        Write::Close(turn) => close_turn(draft, bodies, turn)?,
        Write::Reopen(reopening) => reopen_turn(draft, bodies, reopening)?,
        Write::Administer(done) => administer(draft, bodies, done)?,
        Write::TakeOver(taken) => take_over(draft, bodies, *taken)?,
        Write::Post { at_ms, mails: new } => {
            let rows = mails(draft, bodies, new, None, at_ms)?;
            written.mails = rows.iter().map(|row| row.id).collect();
            if !rows.is_empty() {
                draft.record(Deed::Posted(rows))?;
            }
        }
        Write::Mark(marks) if marks.is_empty() => {}
        Write::Mark(marks) => draft.record(Deed::Marked(marks))?,
        Write::Prune(pruning) => prune(draft, pruning)?,
        Write::Tell(telling) => tell(draft, bodies, telling)?,
        Write::Note(line) => draft.record(Deed::Noted(line))?,
    }
    Ok(written)
}

/// Holds what a write was made on to the rows: a trouble to how it stood. Games' versions and claims are the store's.
pub fn hold(draft: &Draft, made_on: &MadeOn) -> Result<()> {
    let Some((key, seen)) = &made_on.trouble else { return Ok(()) };
    let now: Option<Trouble> = draft.get(&keys::trouble(key))?;
    if now == *seen { Ok(()) } else { Err(StoreError::Stale(format!("the trouble {key:?}"))) }
}

/// A letter that was filed from the same place before keeps its number; nothing else happens then.
fn file(draft: &mut Draft, bodies: &dyn Bodies, filing: Filing) -> Result<LetterNo> {
    if let Some(known) = draft.get::<LetterNo>(&keys::place(&filing.place))? {
        return Ok(known);
    }
    let Filing { number, raw, place, receipt, at_ms, content, message_id, from, game, known, .. } = filing;
    if draft.get::<LetterRecord>(&keys::letter(number))?.is_some() {
        return Err(StoreError::NumberTaken(number));
    }
    let outcome = outcome(draft, bodies, filing.effects, number, at_ms)?;
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

fn settle(draft: &mut Draft, bodies: &dyn Bodies, settlement: Settlement) -> Result<()> {
    let settled = settled(draft, bodies, settlement)?;
    draft.record(Deed::Settled(Box::new(settled)))
}

fn settled(draft: &mut Draft, bodies: &dyn Bodies, settlement: Settlement) -> Result<SettledLetter> {
    let Settlement { letter, at_ms, verdict, effects, read } = settlement;
    let record: LetterRecord = draft.get(&keys::letter(letter))?.ok_or(StoreError::NoSuchLetter(letter))?;
    let comes_to_be_held =
        matches!(record.verdict, Verdict::Quarantined(_)) && matches!(verdict, Verdict::Held(_));
    if !verdict.is_final() && !comes_to_be_held {
        return Err(StoreError::NotFinal { letter, verdict: format!("{verdict:?}") });
    }
    let outcome = outcome(draft, bodies, effects, letter, at_ms)?;
    Ok(SettledLetter { letter, raw: record.raw, at_ms, verdict, outcome, read })
}

fn all_settled(
    draft: &mut Draft,
    bodies: &dyn Bodies,
    settlements: Vec<Settlement>,
) -> Result<Vec<SettledLetter>> {
    settlements.into_iter().map(|settlement| settled(draft, bodies, settlement)).collect()
}

fn open_game(draft: &mut Draft, bodies: &dyn Bodies, game: NewGame) -> Result<()> {
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
    let mails = mails(draft, bodies, game.mails, None, game.at_ms)?;
    draft.record(Deed::Opened(Box::new(OpenedGame { row, accounts: game.accounts, mails, also: game.also })))
}

fn close_turn(draft: &mut Draft, bodies: &dyn Bodies, filing: TurnFiling) -> Result<()> {
    let row: GameRow =
        draft.get(&keys::game(&filing.game))?.ok_or_else(|| StoreError::NoSuchGame(filing.game.0.clone()))?;
    let after = draft.body(Shelf::Papers, filing.position.into_bytes());
    let papers = [filing.orders, filing.book, filing.seats, filing.events, filing.draws];
    let [orders, book, seats, events, draws] =
        papers.map(|paper| draft.body(Shelf::Papers, paper.into_bytes()));
    let reports = mails(draft, bodies, filing.reports, None, filing.at_ms)?;
    let settled = all_settled(draft, bodies, filing.settled)?;
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
        form: filing.form,
        hash: filing.hash,
        next_due_ms: filing.next_due_ms,
        reports: reports_by_player(&reports),
    };
    let (game, schedule, also) = (filing.game, filing.schedule, filing.also);
    let closed = ClosedTurn { game, record, schedule, reports, settled, also };
    draft.record(Deed::Closed(Box::new(closed)))
}

/// Only reports that are on no way any more lose their bytes, and each once.
fn prune(draft: &mut Draft, pruning: Pruning) -> Result<()> {
    let Pruning { game, at_ms, reports } = pruning;
    let mut pruned = Vec::new();
    for (mail, anew) in reports {
        let row = mail_row(draft, mail)?;
        let is_on_its_way = matches!(row.state, MailState::Queued | MailState::Sending);
        if row.kind != Mail::Report || is_on_its_way || row.anew.is_some() {
            return Err(StoreError::Stale(format!("mail {}", mail.0)));
        }
        pruned.push(PrunedReport { mail, body: row.body, anew });
    }
    if pruned.is_empty() {
        return Ok(());
    }
    draft.record(Deed::Pruned(PrunedReports { game, at_ms, reports: pruned }))
}

fn tell(draft: &mut Draft, bodies: &dyn Bodies, telling: Telling) -> Result<()> {
    let Telling { at_ms, news, mails: new } = telling;
    if let TroubleNews::GivenUp(told) = &news {
        // Two daemons may have seen the same mails given up.
        for mail in told {
            let known: Option<MailId> = draft.get(&keys::given_up(*mail))?;
            known.ok_or_else(|| StoreError::Stale(format!("that mail {} was given up", mail.0)))?;
        }
    }
    let mails = mails(draft, bodies, new, None, at_ms)?;
    draft.record(Deed::Told(Box::new(Told { at_ms, news, mails })))
}

fn reopen_turn(draft: &mut Draft, bodies: &dyn Bodies, reopening: Reopening) -> Result<()> {
    let Reopening { game, turn, at_ms, schedule, settled, also, mails: word } = reopening;
    let not_kept = |what: String| StoreError::NotKept { game: game.0.clone(), what };
    let record: TurnRecord =
        draft.get(&keys::turn(&game, turn))?.ok_or_else(|| not_kept(format!("closed turn {turn}")))?;
    let hash = record.book.ok_or_else(|| not_kept(format!("order book of turn {turn}, which is older")))?;
    let book = Paper::from_bytes(bodies.read(Shelf::Papers, &hash)?).read()?;
    let mails = mails(draft, bodies, word, None, at_ms)?;
    let settled = all_settled(draft, bodies, settled)?;
    let reopened = ReopenedTurn { game, turn, at_ms, schedule, book, mails, settled, also };
    draft.record(Deed::Reopened(Box::new(reopened)))
}

fn administer(draft: &mut Draft, bodies: &dyn Bodies, done: Administering) -> Result<()> {
    let Administering { at_ms, changes, mails: word } = done;
    let mails = mails(draft, bodies, word, None, at_ms)?;
    draft.record(Deed::Administered(Box::new(Administered { at_ms, changes, mails })))
}

/// A game that comes from another record: its entries under numbers of this one, and a last one that says whence it came.
fn take_over(draft: &mut Draft, bodies: &dyn Bodies, taken: TakeOver) -> Result<()> {
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
    let mails = self::mails(draft, bodies, mails, None, at_ms)?;
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

/// Mails as rows of the outbox, due at once.
fn mails(
    draft: &mut Draft,
    bodies: &dyn Bodies,
    mails: Vec<NewMail>,
    answers: Option<LetterNo>,
    at_ms: i64,
) -> Result<Vec<MailRow>> {
    mails.into_iter().map(|mail| row(draft, bodies, mail, answers, at_ms)).collect()
}

fn row(
    draft: &mut Draft,
    bodies: &dyn Bodies,
    mail: NewMail,
    answers: Option<LetterNo>,
    at_ms: i64,
) -> Result<MailRow> {
    let body = match mail.content {
        Content::Bytes(bytes) => draft.body(Shelf::Post, bytes),
        Content::Staged(hash) if bodies.has(Shelf::Post, &hash)? => hash,
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
        anew: None,
    })
}

fn outcome(
    draft: &mut Draft,
    bodies: &dyn Bodies,
    effects: Effects,
    letter: LetterNo,
    at_ms: i64,
) -> Result<Outcome> {
    Ok(Outcome {
        addresses: effects.addresses,
        changes: signed(effects.changes, letter),
        answers: mails(draft, bodies, effects.answers, Some(letter), at_ms)?,
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
            | Change::Seat { .. }
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

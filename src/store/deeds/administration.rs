//! What a game administrator's doings change in the rows, and what the audit says of them.

use fieldpost_desk::ga::record::{GaChange, HandEdit, Said, Work};
use fieldpost_desk::record::{GameName, LetterNo, TurnHold};
use fieldpost_desk::schedule::for_people;
use fieldpost_desk::settings::Settings;

use crate::audit::AuditLine;
use crate::deeds::draft::Draft;
use crate::deeds::games::{OrderRow, game_row, open_turn};
use crate::deeds::keys;
use crate::error::{Result, StoreError};
use crate::history::EntryNo;

/// Where a change stands: its write, its place among the write's changes, when, and in which letter.
#[derive(Clone, Copy)]
pub struct Moment {
    pub number: EntryNo,
    pub place: u32,
    pub at_ms: i64,
    pub letter: Option<LetterNo>,
}

/// Carries a change out, and notes it.
pub fn administer(draft: &mut Draft, moment: Moment, game: &GameName, change: &GaChange) -> Result<()> {
    let mut row = game_row(draft, game)?;
    if let Some(what) = words_of(change, moment.letter) {
        // The write's own line is part 0.
        let key = keys::audit(moment.number, u64::from(moment.place) + 1);
        draft.put(key, &AuditLine { at_ms: moment.at_ms, game: Some(game.clone()), what })?;
    }
    row.administration.apply(change);
    match change {
        GaChange::Edit { turn, edit } => {
            open_turn(draft, game, *turn)?;
            let key = keys::order(game, *turn, moment.number, moment.place);
            draft.put(key, &OrderRow::Edit(edit.clone()))?;
        }
        GaChange::Account(account) => {
            let is_he = |name: &String| name.eq_ignore_ascii_case(&account.name);
            if !row.players.iter().any(is_he) {
                row.players.push(account.name.clone());
            }
            draft.put(keys::account(game, &account.name), account)?;
        }
        GaChange::Settings(settings) => row.schedule = schedule_of(settings)?,
        GaChange::Hold(why) => row.hold = why.as_ref().map(|why| TurnHold::after(row.hold.as_ref(), why)),
        GaChange::Administrator(_)
        | GaChange::Dismiss(_)
        | GaChange::Ended(_)
        | GaChange::Moved(_)
        | GaChange::Came(_)
        | GaChange::Ask(_)
        | GaChange::Answered { .. }
        | GaChange::Task(_)
        | GaChange::Drop { .. }
        | GaChange::Note(_)
        | GaChange::Applicant(_)
        | GaChange::Applied(_)
        | GaChange::Observer(_)
        | GaChange::NoObserver(_) => {}
    }
    draft.put(keys::game(game), &row)
}

fn schedule_of(settings: &Settings) -> Result<serde_json::Value> {
    serde_json::to_value(settings)
        .map_err(|error| StoreError::Broken(format!("settings cannot be written: {error}")))
}

/// A change for the audit: who, from which letter, what, before and after; never a password's hash. What a letter's
/// commands did beside hand edits the desk says itself, in notes.
fn words_of(change: &GaChange, letter: Option<LetterNo>) -> Option<String> {
    match change {
        GaChange::Edit { turn, edit } => Some(edit_words(*turn, edit)),
        GaChange::Note(words) => Some(words.clone()),
        GaChange::Task(task) => Some(format!(
            "task {} of {} (letter {}): {}, not before {}",
            task.number,
            task.by,
            task.letter.0,
            work_words(&task.what),
            for_people(task.not_before_ms, chrono_tz::UTC)
        )),
        GaChange::Applicant(one) if one.token.is_some() => Some(format!("{} signed up", one.address)),
        GaChange::Applicant(one) => Some(format!("{} confirmed the address", one.address)),
        GaChange::Applied(address) => Some(format!("the application of {address} is answered")),
        GaChange::Observer(one) if one.token.is_some() => Some(format!("{} asks to observe", one.address)),
        GaChange::Observer(one) => Some(format!("{} observes", one.address)),
        GaChange::NoObserver(address) => Some(format!("{address} observes no more")),
        GaChange::Moved(to) => Some(format!("the game is handed over, and played from {to} from now on")),
        _ if letter.is_some() => None,
        GaChange::Settings(settings) => Some(format!(
            "turns fall due {}; the deadline is {}",
            settings.schedule.for_players(),
            for_people(settings.deadline_ms, settings.schedule.zone)
        )),
        GaChange::Hold(Some(why)) => Some(format!("the turn is held: {why}")),
        GaChange::Drop { number } => Some(format!("task {number} waits no more")),
        _ => None,
    }
}

fn edit_words(turn: u32, edit: &HandEdit) -> String {
    let secretly = if edit.secretly { ", secretly" } else { "" };
    let HandEdit { number, by, letter, words, .. } = edit;
    let mut said = format!("edit {number} of turn {turn} by {by} (letter {}){secretly}: {words}", letter.0);
    for Said { what, before, after, .. } in &edit.said {
        said.push_str(&format!("; {what}: {before} -> {after}"));
    }
    for rule in &edit.against {
        said.push_str(&format!("; against {rule}"));
    }
    if let Some(undone) = edit.undoes {
        said.push_str(&format!("; takes back edit {undone}"));
    }
    said
}

fn work_words(work: &Work) -> String {
    match work {
        Work::Open { name, scenario, .. } => format!("open {name} from {scenario}"),
        Work::RunTurn(turn) => format!("run turn {turn}"),
        Work::Rollback { to, run: false } => format!("go back to turn {to}"),
        Work::Rollback { to, run: true } => format!("go back to turn {to} and run it again"),
        Work::Settle(_) => "change the schedule".into(),
        Work::Archive { .. } => "mail what has happened as pages".into(),
        Work::Account { .. } => "mail the account of the game".into(),
        Work::Release(letter) => format!("read letter {} again", letter.0),
    }
}

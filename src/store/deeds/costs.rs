//! What a damaged file costs, in words for a host: which letters, which players, which turns.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_desk::record::{Change, GameName, LetterNo};
use fieldpost_engine::piece::Piece;

use crate::body::BodyHash;
use crate::deeds::row::Numbers;
use crate::error::StoreError;
use crate::history::{ClosedTurn, Deed, Entry, OpenedGame, SettledLetter, Shelf};
use crate::letter::LetterRecord;
use crate::outbox::MailRow;

/// What is lost with a record that cannot be read, by its path; `letter` gives what the database still knows.
pub fn of_record(path: &str, letter: &dyn Fn(LetterNo) -> Option<LetterRecord>) -> String {
    if let Some(number) = letter_of(path) {
        let known = letter(number).map(|record| format!(" {}", from_whom(&record))).unwrap_or_default();
        let of = format!("letter {}{known}", number.0);
        return if path.ends_with(".settled.json") {
            format!("It is the later verdict on {of}: what was decided of it, and the answer")
        } else {
            format!(
                "It is the record of {of}: its verdict, what it ordered, its answers; the letter itself lies beside it"
            )
        };
    }
    match path.strip_prefix("games/").and_then(|rest| rest.split_once('/')) {
        Some((game, "opening.json")) => {
            format!(
                "It is the opening of {game}: its players, their accounts, and with it every turn and order of the game"
            )
        }
        Some((game, file)) => turn_words(game, file),
        None if path.starts_with("journal/") => {
            "It held small things: mails sent or put off (one may go out a second time, \
             under the same Message-ID), changed schedules, finished tasks, notes"
                .into()
        }
        None => "Whatever lies in it cannot be read".into(),
    }
}

fn turn_words(game: &str, file: &str) -> String {
    let turn = file
        .strip_prefix("turn-")
        .and_then(|rest| rest.get(..4))
        .and_then(|digits| digits.parse::<u32>().ok());
    let Some(turn) = turn else { return format!("It is of the game {game}") };
    if file.contains(".reopened-") {
        format!("It is the going back of {game} to turn {turn}, and whatever came after it hangs on it")
    } else {
        format!(
            "It is turn {turn} of {game}: its result and which reports went out; the turns after it hang on it"
        )
    }
}

/// The number of the letter that a record's path names.
pub fn letter_of(path: &str) -> Option<LetterNo> {
    let file = path.strip_prefix("letters/")?.rsplit('/').next()?;
    file.split('.').nth(1)?.parse().ok().map(LetterNo)
}

fn from_whom(record: &LetterRecord) -> String {
    let player = record.known.player.as_ref().map(|player| format!(", {player}")).unwrap_or_default();
    let game = record.game.as_ref().map(|game| format!(" of {}", game.0)).unwrap_or_default();
    format!("from {}{player}{game} ({})", record.from, record.verdict.words())
}

/// What each body of an entry is, for whoever must do without it.
pub fn of_bodies(entry: &Entry) -> Vec<(Shelf, &BodyHash, String)> {
    let mails = entry.mails().into_iter();
    let mut bodies: Vec<_> = mails.map(|mail| (Shelf::Post, &mail.body, of_mail(mail))).collect();
    match &entry.deed {
        Deed::Letter(letter) => {
            let record = &letter.record;
            let words = format!(
                "It is letter {} {}: its words are gone; its verdict and what it ordered stand",
                record.number.0,
                from_whom(record)
            );
            bodies.push((Shelf::Letters, &record.raw, words));
        }
        Deed::Opened(opened) => bodies.extend(of_opening(opened)),
        Deed::Closed(closed) => bodies.extend(of_turn(closed)),
        _ => {}
    }
    bodies
}

fn of_mail(mail: &MailRow) -> String {
    let whose = mail.player.as_ref().map(|player| format!(" ({player})")).unwrap_or_default();
    let to = if mail.to.is_empty() { "nobody" } else { &mail.to };
    let kind = format!("{:?}", mail.kind).to_lowercase();
    format!("It is mail {} ({kind}) to {to}{whose}: if it has not gone out, it cannot", mail.id.0)
}

fn of_opening(opened: &OpenedGame) -> impl Iterator<Item = (Shelf, &BodyHash, String)> {
    let game = &opened.row.name.0;
    let first = format!(
        "It is the first position of {game}: the game cannot be replayed, nor its turn {} run",
        opened.row.turn
    );
    let texts = opened.row.scenario.iter().map(move |(file, hash)| {
        (
            Shelf::Papers,
            hash,
            format!("It is {file} of the scenario of {game}: the game cannot be loaded without it"),
        )
    });
    std::iter::once((Shelf::Papers, &opened.row.first, first)).chain(texts)
}

fn of_turn(closed: &ClosedTurn) -> impl Iterator<Item = (Shelf, &BodyHash, String)> {
    let (record, game) = (&closed.record, &closed.game.0);
    let turn = record.turn;
    let next = turn + 1;
    let papers = [
        (
            Some(&record.orders),
            format!("It is the orders of turn {turn} of {game}: the turn cannot be replayed"),
        ),
        (
            record.book.as_ref(),
            format!("It is the order book of turn {turn} of {game}: the game cannot go back to that turn"),
        ),
        (
            Some(&record.seats),
            format!("It is who commanded what in turn {turn} of {game}: the turn cannot be replayed"),
        ),
        (
            Some(&record.events),
            format!("It is what happened in turn {turn} of {game}: it cannot be reported again"),
        ),
        (Some(&record.draws), format!("It is the dice of turn {turn} of {game}: they cannot be shown")),
        (
            Some(&record.after),
            format!(
                "It is the position after turn {turn} of {game}: turn {next} cannot be run or replayed from it"
            ),
        ),
    ];
    papers.into_iter().filter_map(|(hash, words)| Some((Shelf::Papers, hash?, words)))
}

/// What hangs on something that is missing, of an entry that is sound itself: what could not be carried out, and what
/// of it was.
pub fn of_entry(entry: &Entry, in_part: bool) -> String {
    let stands = |stands: &str| if in_part { format!("; {stands}") } else { String::new() };
    match &entry.deed {
        Deed::Letter(letter) => {
            let record = &letter.record;
            let what = changes(&letter.outcome.changes);
            let stands = stands("that it came, its verdict and its answers stand");
            format!("It is letter {} {}: {what} not in force{stands}", record.number.0, from_whom(record))
        }
        Deed::Settled(settled) => {
            let what = changes(&settled.outcome.changes);
            let words = settled.verdict.words();
            format!(
                "It is the later verdict on letter {} ({words}): {what} not in force{}",
                settled.letter.0,
                stands("the answer stands")
            )
        }
        Deed::Opened(opened) => {
            format!("It is the opening of {}, with {} players", opened.row.name.0, opened.accounts.len())
        }
        Deed::Changed(changed) => {
            format!("It is a change of how {} is run: its schedule, or a hold", changed.name.0)
        }
        Deed::Closed(closed) => {
            let players = closed.record.reports.keys().cloned().collect::<Vec<_>>().join(", ");
            let stands = stands("the reports stand in the outbox");
            format!(
                "It is turn {} of {} (reports to {players}): its result is not in force{stands}",
                closed.record.turn, closed.game.0
            )
        }
        Deed::Reopened(reopened) => {
            format!(
                "It is the going back of {} to turn {}{}",
                reopened.game.0,
                reopened.turn,
                stands("its mails stand")
            )
        }
        Deed::Administered(done) => {
            format!("{} not in force{}", changes(&done.changes), stands("the mails of it stand"))
        }
        Deed::TakenOver(taken) => {
            format!("It is that {} came from {}{}", taken.game.0, taken.from, stands("the mails of it stand"))
        }
        Deed::Posted(mails) => format!("It is {}", mail_numbers(mails.iter().map(|mail| mail.id.0))),
        Deed::Told(told) => {
            format!("It is what the GA was told by {}", mail_numbers(told.mails.iter().map(|mail| mail.id.0)))
        }
        Deed::Marked(marks) => {
            format!(
                "It is what became of {}{}",
                mail_numbers(marks.iter().map(|mark| mark.id().0)),
                stands("of those on record it stands")
            )
        }
        Deed::Pruned(pruned) => {
            let ids = pruned.reports.iter().map(|report| report.mail.0);
            format!(
                "It is how {} of {} are printed anew, whose bytes are kept no more",
                mail_numbers(ids),
                pruned.game.0
            )
        }
        Deed::Noted(line) => format!("It is a line of the audit: {}", line.what),
    }
}

/// Verdicts that came with a turn and were left out of it.
pub fn of_verdicts(dropped: &[SettledLetter]) -> String {
    let letters = dropped.iter().map(|settled| {
        let what = changes(&settled.outcome.changes);
        format!(
            "the verdict on letter {} that came with it ({}): {what} not in force",
            settled.letter.0,
            settled.verdict.words()
        )
    });
    let letters = letters.collect::<Vec<_>>().join("; ");
    format!("It stands but for {letters}. The answers stand in the outbox")
}

fn mail_numbers(ids: impl Iterator<Item = u64>) -> String {
    let ids = ids.map(|id| id.to_string()).collect::<Vec<_>>();
    if ids.len() == 1 { format!("mail {}", ids.concat()) } else { format!("mails {}", ids.join(", ")) }
}

/// Changes in a few words: the units ordered by game and turn, and how many others.
fn changes(changes: &[Change]) -> String {
    let mut units = BTreeMap::<(&GameName, u32), BTreeSet<&Piece>>::new();
    let mut others = 0;
    for change in changes {
        match change {
            Change::Unit { game, turn, unit, .. } => {
                units.entry((game, *turn)).or_default().insert(unit);
            }
            _ => others += 1,
        }
    }
    let mut words: Vec<_> = units
        .into_iter()
        .map(|((game, turn), units)| {
            let units = units.into_iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            format!("the orders for {units} in turn {turn} of {}", game.0)
        })
        .collect();
    match others {
        0 if words.is_empty() => return "what it brought is".into(),
        0 => {}
        1 => words.push("1 other change".into()),
        _ => words.push(format!("{others} other changes")),
    }
    format!("{} are", words.join(" and "))
}

/// What an entry that contradicts the record hangs on.
pub fn hangs_on(error: &StoreError) -> String {
    let cause = match error {
        StoreError::NoSuchGame(game) => {
            format!("its game's opening (games/{game}/opening.json), which is missing or damaged")
        }
        StoreError::TurnClosed { game, asked, open } if asked > open => {
            format!("turn {open} of {game} (games/{game}/turn-{open:04}.json), which is missing or damaged")
        }
        StoreError::NotKept { game, what } => {
            format!("the {what} of {game}, whose file is missing or damaged")
        }
        StoreError::NoSuchLetter(letter) => {
            format!("the record of letter {}, which is missing or damaged", letter.0)
        }
        StoreError::NoSuchMail(mail) => format!("mail {}, whose record is missing or damaged", mail.0),
        other => return format!("it contradicts the record: {other}"),
    };
    format!("it hangs on {cause}")
}

/// The number that the path of a letter's record shows to have been given.
pub fn numbers_of(path: &str) -> Numbers {
    Numbers { letters: letter_of(path).map_or(0, |letter| letter.0), ..Numbers::default() }
}

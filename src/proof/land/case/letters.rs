//! `[[letter]]`: whole letters of a case, read by the grammar, judged by the desk and closed by it, as the
//! daemon has it done; for the rules of who may order what (3.5, 6.1, 6.2, 6.11).

use std::sync::Arc;

use crate::land::case::file::{CaseFile, LetterFile};
use crate::land::case::situation::{Fault, blocks};
use fieldpost_desk::arrived::Arrived;
use fieldpost_desk::close::{Closed, close};
use fieldpost_desk::game::{GameRecord, Opening};
use fieldpost_desk::head::choose;
use fieldpost_desk::judge::judge;
use fieldpost_desk::password::{Cost, Memory};
use fieldpost_desk::record::{Account, GameName, LetterNo, OrderBook, PasswordSince, Receipt, Verdict};
use fieldpost_desk::settings::Settings;
use fieldpost_door::Board;
use fieldpost_grammar::letter::{Lexicon, read_letter};
use fieldpost_grammar::{Head, Secret};

/// The least cost that argon2 takes: a case's passwords stand in its file.
const CHEAP: Cost = Cost { memory_kib: 8, passes: 1 };
/// Milliseconds between two letters of a case.
const BETWEEN_MS: i64 = 60_000;

/// Has the desk take a case's letters, in the file's order, and close the turn. Every player's password is
/// `secret of` and the player's name.
///
/// # Errors
/// If a letter's verdict is not the one that the case says.
pub fn take(case: &CaseFile, text: &str, lexicon: &Lexicon, board: Arc<dyn Board>) -> Result<Closed, Fault> {
    let mut memory = Memory::new([0; 32], CHEAP);
    let mut game = record(board, &memory)?;
    let mut number = 0;
    blocks(&case.letter, text, |letter, _| {
        number += 1;
        let verdict = take_one(&mut game, letter, number, lexicon, &mut memory);
        match &letter.verdict {
            Some(wanted) if *wanted != word_of(&verdict) => {
                Err(format!("letter: expected the verdict {wanted:?}, found {verdict:?}"))
            }
            _ => Ok(()),
        }
    })?;
    Ok(close(&game))
}

fn take_one(
    game: &mut GameRecord,
    letter: &LetterFile,
    number: u64,
    lexicon: &Lexicon,
    memory: &mut Memory,
) -> Verdict {
    let at_ms = BETWEEN_MS.saturating_mul(i64::try_from(number).unwrap_or(i64::MAX));
    let receipt = Receipt { at_ms, uid: number, source: "case".into() };
    let arrived = Arrived::plain(receipt, LetterNo(number), None);
    let letter = read_letter(&letter.text, lexicon);
    let choice = choose(&[&*game], &Head::from(&letter), &arrived);
    let judgement = judge(&[&*game], &choice, &letter, &arrived, memory);
    for change in &judgement.changes {
        game.apply(change);
    }
    judgement.verdict
}

fn record(board: Arc<dyn Board>, memory: &Memory) -> Result<GameRecord, Fault> {
    let accounts = board.players().into_iter().map(|player| account(&player.name, memory));
    let accounts = accounts.collect::<Result<Vec<Account>, String>>()?;
    let turn = board.turn();
    let opening = Opening { name: GameName("case".into()), title: "case".into(), board, is_closed: false };
    let settings = Settings::of_one_turn(0, i64::MAX / 2, chrono_tz::UTC);
    let book = OrderBook { turn, ..OrderBook::default() };
    Ok(GameRecord::new(opening, settings, accounts, book, Vec::new()))
}

fn account(name: &str, memory: &Memory) -> Result<Account, String> {
    let secret = Secret::new(format!("secret of {name}"));
    let hash = memory.hash(&secret, &[0; 16]).map_err(|error| format!("password of {name}: {error}"))?;
    Ok(Account {
        name: name.into(),
        email: format!("{}@example.org", name.replace(' ', ".")),
        passwords: vec![PasswordSince { since: None, hash }],
        report_wishes: String::new(),
        machine: false,
        absent: None,
        press: Default::default(),
    })
}

fn word_of(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Obeyed => "obeyed",
        Verdict::PartlyObeyed => "partly obeyed",
        Verdict::Refused(_) => "refused",
        Verdict::Ignored(_) => "ignored",
        Verdict::Held(_) => "held",
        Verdict::Quarantined(_) => "quarantined",
    }
}

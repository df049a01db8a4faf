//! A desk for proofs: a game that is kept nowhere but in memory, and letters to it, read by the grammar and judged by the desk as the
//! daemon has it done. Every player's password is `secret of` and the player's name.

use std::sync::Arc;

use fieldpost_desk::arrived::Arrived;
use fieldpost_desk::game::{GameRecord, Opening};
use fieldpost_desk::head::choose;
use fieldpost_desk::judge::judge;
use fieldpost_desk::password::{Cost, Memory};
use fieldpost_desk::record::{Account, GameName, LetterNo, OrderBook, PasswordSince, Receipt};
use fieldpost_desk::settings::Settings;
use fieldpost_desk::verdict::Judgement;
use fieldpost_door::Board;
use fieldpost_grammar::letter::{Lexicon, read_letter};
use fieldpost_grammar::{Head, Secret};

/// The game's name.
pub(crate) const GAME: &str = "case";

/// The least cost that argon2 takes: the passwords stand in files and tests.
const CHEAP: Cost = Cost { memory_kib: 8, passes: 1 };
/// Milliseconds between two letters.
const BETWEEN_MS: i64 = 60_000;

/// What passwords are held against.
pub(crate) fn memory() -> Memory {
    Memory::new([0; 32], CHEAP)
}

/// A player's password.
pub(crate) fn password(player: &str) -> String {
    format!("secret of {player}")
}

/// The game of a board with an empty book.
///
/// # Errors
/// If a password cannot be hashed.
pub(crate) fn record(board: Arc<dyn Board>, memory: &Memory) -> Result<GameRecord, String> {
    let accounts = board.players().into_iter().map(|player| account(&player.name, memory));
    let accounts = accounts.collect::<Result<Vec<Account>, String>>()?;
    let turn = board.turn();
    let opening = Opening { name: GameName(GAME.into()), title: GAME.into(), board, is_closed: false };
    let settings = Settings::of_one_turn(0, i64::MAX / 2, chrono_tz::UTC);
    let book = OrderBook { turn, ..OrderBook::default() };
    Ok(GameRecord::new(opening, settings, accounts, book, Vec::new()))
}

/// Takes the letter of a number, and carries out what it changes.
pub(crate) fn take(
    game: &mut GameRecord,
    text: &str,
    number: u64,
    lexicon: &Lexicon,
    memory: &mut Memory,
) -> Judgement {
    let at_ms = BETWEEN_MS.saturating_mul(i64::try_from(number).unwrap_or(i64::MAX));
    let receipt = Receipt { at_ms, uid: number, source: GAME.into() };
    let arrived = Arrived::plain(receipt, LetterNo(number), None);
    let letter = read_letter(text, lexicon);
    let choice = choose(&[&*game], &Head::from(&letter), &arrived);
    let judgement = judge(&[&*game], &choice, &letter, &arrived, memory);
    for change in &judgement.changes {
        game.apply(change);
    }
    judgement
}

fn account(name: &str, memory: &Memory) -> Result<Account, String> {
    let secret = Secret::new(password(name));
    let hash = memory.hash(&secret, &[0; 16]).map_err(|error| format!("password of {name}: {error}"))?;
    Ok(Account {
        name: name.into(),
        email: format!("{}@example.org", name.replace(' ', ".")),
        passwords: vec![PasswordSince { since: None, hash }],
        report_wishes: String::new(),
        machine: false,
        skill: Default::default(),
        absent: None,
        tenure: Default::default(),
        press: Default::default(),
    })
}

//! A game at its desk and letters to try it on: for tests only, here with a game of toys ([`toys`]) and in rooms of games with
//! theirs (feature `trial`).

use std::sync::Arc;

use crate::arrived::Arrived;
use crate::ga::record::Administrator;
use crate::game::{GameRecord, Opening};
use crate::head::choose;
use crate::judge::judge;
use crate::password::{Cost, Memory};
use crate::record::{Account, GameName, LetterNo, OrderBook, PasswordSince, Receipt};
use crate::settings::Settings;
use crate::verdict::Judgement;
use fieldpost_door::Board;
use fieldpost_grammar::command::Role;
use fieldpost_grammar::letter::{self, Below, Block, Complaint, Letter, Line, Read, Span};
use fieldpost_grammar::{Head, Secret};

pub mod ga;
pub mod told;
#[cfg(test)]
pub mod toys;

/// When turn 3 of the trial game opened, and its deadline a week later: Sun 12 Jul 2026 20:00 in Berlin.
pub const OPENED_MS: i64 = DEADLINE_MS - 7 * 86_400_000;
pub const DEADLINE_MS: i64 = 1_783_879_200_000;

/// Cheap hashes.
pub fn memory() -> Memory {
    Memory::new([9; 32], Cost { memory_kib: 8, passes: 1 })
}

/// The open turn of a game: its players have passwords `NAME-quill-maple` and addresses `NAME@example.org`, and anna owns it,
/// bruno is its game administrator, carla helps.
pub fn record(name: &str, board: Arc<dyn Board>) -> GameRecord {
    let turn = board.turn();
    let memory = memory();
    let account = |name: &str| Account {
        name: name.into(),
        email: format!("{name}@example.org"),
        passwords: vec![PasswordSince { since: None, hash: memory.hash(&password(name), &[3; 16]).unwrap() }],
        report_wishes: String::new(),
        machine: false,
        skill: Default::default(),
        absent: None,
        tenure: Default::default(),
        press: Default::default(),
    };
    let accounts = board.players().iter().map(|player| account(&player.name)).collect();
    let title = format!("The war of {name}");
    let opening = Opening { name: GameName(name.into()), title, board, is_closed: false };
    let settings = Settings::of_one_turn(OPENED_MS, DEADLINE_MS, chrono_tz::Europe::Berlin);
    let book = OrderBook { turn, ..OrderBook::default() };
    let mut game = GameRecord::new(opening, settings, accounts, book, Vec::new());
    let administrator = |(name, role): &(&str, Role)| Administrator { account: account(name), role: *role };
    game.administration.administrators = ADMINISTRATORS.iter().map(administrator).collect();
    game
}

/// Administrators with their roles; addresses and passwords are as players'.
const ADMINISTRATORS: &[(&str, Role)] =
    &[("anna", Role::Owner), ("bruno", Role::Ga), ("carla", Role::Helper)];

/// A player's first password.
pub fn password(player: &str) -> Secret {
    Secret::new(format!("{player}-quill-maple"))
}

/// A letter being written, a line at a time.
#[derive(Clone, Default)]
pub struct Pen {
    /// As it will be read.
    pub letter: Letter,
    line: u32,
}

impl Pen {
    /// A letter with a player's name and first password in its head.
    pub fn of(player: &str) -> Self {
        let mut pen = Pen::default().player(player);
        pen.letter.password = Some(password(player));
        pen
    }

    /// A letter that was read already.
    pub fn with(letter: Letter) -> Self {
        Pen { letter, line: 0 }
    }

    fn next(&mut self) -> Span {
        self.line += 1;
        Span { line: self.line, start: 1, end: 9 }
    }

    fn read<T>(&mut self, what: T, words: &str) -> Read<T> {
        Read { what, span: self.next(), words: words.into() }
    }

    /// `PLAYER`.
    pub fn player(mut self, name: &str) -> Self {
        self.letter.player = Some(self.read(name.to_string(), "PLAYER"));
        self
    }

    /// `GAME`.
    pub fn game(mut self, name: &str) -> Self {
        self.letter.game = Some(self.read(name.to_string(), "GAME"));
        self
    }

    /// `TURN`.
    pub fn turn(mut self, turn: u32) -> Self {
        self.letter.turn = Some(self.read(turn, "TURN"));
        self
    }

    /// `PASSWORD`.
    pub fn password(mut self, words: &str) -> Self {
        self.letter.password = Some(Secret::new(words));
        self
    }

    /// A unit's block.
    pub fn block(mut self, unit: &str, secret: Option<&str>, orders: &[&str], bad: u32) -> Self {
        let span = self.next();
        let orders = orders.iter().map(|words| Line { words: (*words).into(), span: self.next() }).collect();
        let complaints = (0..bad).map(|_| self.complaint()).collect();
        let password = secret.map(Secret::new);
        self.letter.units.push(Block {
            piece: unit.into(),
            span,
            password,
            orders,
            complaints,
            none: false,
            whole: false,
            below: Below::Nothing,
        });
        self
    }

    fn complaint(&mut self) -> Complaint {
        Complaint::new(self.next(), "MARHC", "MARHC is no order")
    }

    /// An office order.
    pub fn office(mut self, words: &str) -> Self {
        let span = self.next();
        self.letter.offices.push(Line { words: words.into(), span });
        self
    }

    /// An account word.
    pub fn ask(mut self, what: letter::Account) -> Self {
        let read = self.read(what, "ACCOUNT WORD");
        self.letter.accounts.push(read);
        self
    }
}

/// A receipt so many minutes after the turn opened.
pub fn at(minutes: i64) -> Receipt {
    Receipt { at_ms: OPENED_MS + minutes * 60_000, uid: minutes.unsigned_abs(), source: "inbox".into() }
}

/// A game with a memory, to which letters are sent one after the other.
pub struct Desk {
    pub game: GameRecord,
    pub memory: Memory,
    letters: u64,
}

impl Desk {
    /// A game with no letters yet.
    pub fn of(game: GameRecord) -> Self {
        Desk { game, memory: memory(), letters: 0 }
    }

    /// What mail says of a plain letter from the player's registered address, so many minutes after the
    /// opening.
    pub fn arrived(&mut self, from: &str, minutes: i64) -> Arrived {
        self.letters += 1;
        let from = if from.contains('@') { from.to_string() } else { format!("{from}@example.org") };
        let mut arrived = Arrived::plain(at(minutes), LetterNo(self.letters), Some(&from));
        arrived.random = [self.letters as u8; 32];
        arrived
    }

    /// Judges a letter and carries its changes out.
    pub fn judge(&mut self, pen: &Pen, arrived: &Arrived) -> Judgement {
        let judgement = judge_among(&[&self.game], &pen.letter, arrived, &mut self.memory);
        for change in &judgement.changes {
            self.game.apply(change);
        }
        judgement
    }

    /// A player's letter, sent from the registered address with the first password.
    pub fn send(&mut self, player: &str, minutes: i64, write: impl FnOnce(Pen) -> Pen) -> Judgement {
        let arrived = self.arrived(player, minutes);
        self.judge(&write(Pen::of(player)), &arrived)
    }

    /// Whose order stands for a unit, and its first line.
    pub fn stands(&self, unit: &str) -> Option<(String, String)> {
        let filed = crate::book::in_force(&self.game.book, &unit.into())?;
        Some((self.game.name_of(filed.player).into(), filed.lines[0].words.to_string()))
    }
}

/// Judges a letter in the game that its head chooses.
pub fn judge_among(
    games: &[&GameRecord],
    letter: &Letter,
    arrived: &Arrived,
    memory: &mut Memory,
) -> Judgement {
    judge(games, &choose(games, &Head::from(letter), arrived), letter, arrived, memory)
}

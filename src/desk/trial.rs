//! A small game and letters to try the desk on: for unit tests only.

use std::sync::Arc;

use crate::desk::answer::{Answer, Body, OrderReceipt, To, UnitReceipt};
use crate::desk::arrived::Arrived;
use crate::desk::ga::record::Administrator;
use crate::desk::game::{GameRecord, Opening};
use crate::desk::head::choose;
use crate::desk::judge::judge;
use crate::desk::password::{Cost, Memory};
use crate::desk::record::{Account, GameName, LetterNo, OrderBook, PasswordSince, Receipt, Verdict};
use crate::desk::settings::Settings;
use crate::desk::verdict::Judgement;
use crate::engine::piece::Piece;
use crate::grammar::command::Role;
use crate::grammar::letter::{self, Below, Block, Complaint, Letter, Line, Read, Span};
use crate::grammar::{Head, Secret};
use fieldpost_toy::{Bidder, Chest, Position, Table};

/// When turn 3 of the trial game opened, and its deadline a week later: Sun 12 Jul 2026 20:00 in Berlin.
pub const OPENED_MS: i64 = DEADLINE_MS - 7 * 86_400_000;
/// The deadline.
pub const DEADLINE_MS: i64 = 1_783_879_200_000;

/// Players with their parties and offices. Their passwords are `NAME-quill-maple`, their addresses `NAME@example.org`.
const PLAYERS: &[(&str, &str, &[&str])] = &[
    ("gyulai", "Austria", &["Banker"]),
    ("benedek", "Austria", &[]),
    ("clam", "Austria", &[]),
    ("gablenz", "Austria", &[]),
    ("moltke", "Prussia", &["Banker"]),
    ("albert", "Saxony", &["Banker"]),
];

/// Chests with commander and deputy.
const CHESTS: &[(&str, &str, Option<&str>)] = &[
    ("AU1AQ", "benedek", None),
    ("AU1CQ", "clam", None),
    ("AU2CQ", "clam", None),
    ("AU3IN", "benedek", Some("clam")),
    ("AU4IN", "clam", Some("gablenz")),
    ("AU5LC", "gablenz", None),
    ("PR1AQ", "moltke", None),
    ("PR1IN", "moltke", None),
    ("SA1CQ", "albert", None),
];

/// Cheap hashes.
pub fn memory() -> Memory {
    Memory::new([9; 32], Cost { memory_kib: 8, passes: 1 })
}

/// A chest by its name.
pub fn id(name: &str) -> Piece {
    name.into()
}

/// Turn 3 of a game in which Saxony is Austria's ally and Prussia the enemy of both.
pub fn game() -> GameRecord {
    named("bohemia-1866")
}

/// The same game under another name.
pub fn named(name: &str) -> GameRecord {
    let bidder = |(name, party, offices): &(&str, &str, &[&str])| Bidder {
        name: (*name).into(),
        party: (*party).into(),
        coins: 40,
        offices: offices.iter().map(|office| (*office).into()).collect(),
    };
    let mut position = Position {
        turn: 3,
        players: PLAYERS.iter().map(bidder).collect(),
        allies: vec![("Austria".into(), "Saxony".into())],
        ..Position::default()
    };
    for (name, commander, deputy) in CHESTS {
        let seat = position.seat(commander, *deputy).unwrap();
        position.chests.insert(id(name), Chest { number: 7, seat });
    }
    let memory = memory();
    let account = |name: &&str| Account {
        name: (*name).into(),
        email: format!("{name}@example.org"),
        passwords: vec![PasswordSince { since: None, hash: memory.hash(&password(name), &[3; 16]).unwrap() }],
        report_wishes: String::new(),
        machine: false,
        absent: None,
        press: Default::default(),
    };
    let opening = Opening {
        name: GameName(name.into()),
        title: format!("The war of {name}"),
        board: Arc::new(Table { seed: 1, position: Arc::new(position) }),
        is_closed: false,
    };
    let settings = Settings::of_one_turn(OPENED_MS, DEADLINE_MS, chrono_tz::Europe::Berlin);
    let accounts = PLAYERS.iter().map(|row| account(&row.0)).collect();
    let book = OrderBook { turn: 3, ..OrderBook::default() };
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

    /// A chest's block with one order, a bid.
    pub fn unit(self, unit: &str, coins: &str) -> Self {
        let words = format!("BID {coins}");
        self.block(unit, None, &[&words], 0)
    }

    /// A unit's block.
    pub fn block(mut self, unit: &str, secret: Option<&str>, orders: &[&str], bad: u32) -> Self {
        let span = self.next();
        let orders = orders.iter().map(|words| Line { words: (*words).into(), span: self.next() }).collect();
        let complaints = (0..bad).map(|_| self.complaint()).collect();
        let password = secret.map(Secret::new);
        self.letter.units.push(Block {
            piece: id(unit),
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
        Complaint { span: self.next(), line: "BDI 3".into(), why: "BDI is no order".into(), nearest: None }
    }

    /// `GIVE`.
    pub fn assign(self, unit: &str, commander: &str, deputy: Option<&str>) -> Self {
        let deputy = deputy.map(|deputy| format!(" DEPUTY {deputy}")).unwrap_or_default();
        self.office(&format!("GIVE {unit} TO {commander}{deputy}"))
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

/// The toy that a record holds.
pub fn toy(game: &GameRecord) -> &Table {
    game.board().as_any().downcast_ref().unwrap()
}

/// A game with a memory, to which letters are sent one after the other.
pub struct Desk {
    /// The game.
    pub game: GameRecord,
    /// The memory.
    pub memory: Memory,
    letters: u64,
}

impl Desk {
    /// The trial game with no letters yet.
    pub fn open() -> Self {
        Desk { game: game(), memory: memory(), letters: 0 }
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
        let filed = crate::desk::book::in_force(&self.game.book, &id(unit))?;
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

/// The receipt among answers.
pub fn receipt(judgement: &Judgement) -> &OrderReceipt {
    let receipts = judgement.answers.iter().filter_map(|answer| match &answer.body {
        Body::Receipt(receipt) => Some(&**receipt),
        _ => None,
    });
    let all: Vec<_> = receipts.collect();
    assert_eq!(all.len(), 1, "{:?}", judgement.answers);
    all[0]
}

/// The only unit of the receipt.
pub fn only_unit(judgement: &Judgement) -> &UnitReceipt {
    let receipt = receipt(judgement);
    assert_eq!(receipt.units.len(), 1, "{receipt:?}");
    &receipt.units[0]
}

/// The address an answer goes to.
pub fn address(answer: &Answer) -> &str {
    match &answer.to {
        To::Player { address, .. } | To::Sender { address } => address,
        To::Ga => "the GA",
        To::AsStored => "as stored",
    }
}

/// What stands: whose, and its first line.
pub fn some(player: &str, words: &str) -> Option<(String, String)> {
    Some((player.into(), words.into()))
}

/// Why a letter was refused.
pub fn refused(judgement: &Judgement) -> &str {
    match &judgement.verdict {
        Verdict::Refused(why) => why,
        other => panic!("{other:?}"),
    }
}

/// What players were told beside the letter's answer: whom, and what.
pub fn news(judgement: &Judgement) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for answer in &judgement.answers {
        if let Body::News(notice) = &answer.body {
            all.extend(notice.units.iter().map(|unit| (notice.player.clone(), unit.words.clone())));
        }
    }
    all
}

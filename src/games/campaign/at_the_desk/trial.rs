//! A small game and letters to try the desk on: for unit tests only.

use std::collections::BTreeSet;
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
use crate::games::campaign::Table;
use crate::games::ground::map::Port;
use crate::games::ground::nation::Relation;
use crate::games::land::book::ROTD_EUWOL;
use crate::games::land::language::render;
use crate::games::land::orders::{Office, OfficeOrder};
use crate::games::land::sandbox::{Sandbox, id, nation, tac};
use crate::games::land::state::{LandState, Player, Rank, Seat};
use crate::games::land::unit::Source;
use crate::grammar::command::Role;
use crate::grammar::letter::{self, Below, Block, Complaint, Letter, Line, Read, Span};
use crate::grammar::{Head, Secret};

/// When turn 3 of the trial game opened, and its deadline a week later: Sun 12 Jul 2026 20:00 in Berlin.
pub const OPENED_MS: i64 = DEADLINE_MS - 7 * 86_400_000;
/// The deadline.
pub const DEADLINE_MS: i64 = 1_783_879_200_000;

/// Players with their nations, ranks and offices. Their passwords are `NAME-quill-maple`, their addresses
/// `NAME@example.org`.
const PLAYERS: &[(&str, &str, Rank, &[Office])] = &[
    ("gyulai", "AU", Rank::General, &[Office::WarMinister]),
    ("benedek", "AU", Rank::General, &[]),
    ("clam", "AU", Rank::MajorGeneral, &[]),
    ("gablenz", "AU", Rank::Colonel, &[]),
    ("moltke", "PR", Rank::General, &[Office::WarMinister]),
    ("albert", "SA", Rank::MajorGeneral, &[Office::Treasury]),
];

/// Units with commander and deputy.
const UNITS: &[(&str, &str, Option<&str>)] = &[
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

/// Turn 3 of a game in which Saxony is Austria's ally and Prussia the enemy of both.
pub fn game() -> GameRecord {
    named("bohemia-1866")
}

/// The same game under another name.
pub fn named(name: &str) -> GameRecord {
    let mut sandbox =
        Sandbox::new("9x9", |sketch| sketch.city("Paris", "A2-N2", tac("7-7"), Port::None).unwrap());
    for (name, code, rank, offices) in PLAYERS {
        let offices: BTreeSet<Office> = offices.iter().cloned().collect();
        sandbox.state.players.push(Player {
            name: (*name).into(),
            nation: nation(code),
            rank: *rank,
            offices,
        });
    }
    for (unit, commander, deputy) in UNITS {
        let at = if unit.starts_with("PR") { "A8-N8" } else { "A1-N1" };
        sandbox.unit(unit, at, "7-7").source = Some(Source::City("Paris".into()));
        let number = |name: &str| sandbox.state.player_named(name).unwrap();
        let seat = Seat { commander: number(commander), deputy: deputy.map(number) };
        sandbox.state.seats.insert(id(unit), seat);
    }
    sandbox.relation("AU", "SA", Relation::Allied);
    sandbox.state.turn = 3;
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
        board: Arc::new(Table::new(&ROTD_EUWOL, Arc::new(sandbox.atlas), 1, None, Arc::new(sandbox.state))),
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

    /// `PASSWORD`.
    pub fn password(mut self, words: &str) -> Self {
        self.letter.password = Some(Secret::new(words));
        self
    }

    /// A unit's block with one order, an entry square.
    pub fn unit(self, unit: &str, entry: &str) -> Self {
        let words = format!("ENTRY {entry}");
        self.block(unit, None, &[&words], 0)
    }

    /// A unit's block.
    pub fn block(mut self, unit: &str, secret: Option<&str>, orders: &[&str], bad: u32) -> Self {
        let span = self.next();
        let orders = orders.iter().map(|words| Line { words: (*words).into(), span: self.next() }).collect();
        let complaints = (0..bad).map(|_| self.complaint()).collect();
        let password = secret.map(Secret::new);
        self.letter.units.push(Block {
            piece: id(unit).into(),
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
        Complaint { span: self.next(), line: "MARHC".into(), why: "MARHC is no order".into(), nearest: None }
    }

    /// `ASSIGN`.
    pub fn assign(self, unit: &str, commander: &str, deputy: Option<&str>) -> Self {
        let order = OfficeOrder::Assign {
            unit: id(unit),
            commander: commander.into(),
            deputy: deputy.map(str::to_string),
        };
        self.office(order)
    }

    /// An office order.
    pub fn office(mut self, order: OfficeOrder) -> Self {
        let game = game();
        let words = render::office_order(&order, Some(&table(&game).atlas.map.grid)).into();
        let span = self.next();
        self.letter.offices.push(Line { words, span });
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

/// The campaign that a record holds.
pub fn table(game: &GameRecord) -> &Table {
    Table::of(game.board()).unwrap()
}

/// The position that a record holds.
pub fn state(game: &GameRecord) -> &LandState {
    &table(game).state
}

/// Puts a changed position into a record.
pub fn change(game: &mut GameRecord, change: impl FnOnce(&mut LandState)) {
    let mut changed = state(game).clone();
    change(&mut changed);
    let board = table(game).with(changed);
    game.seat_board(Arc::new(board));
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
        let filed = crate::desk::book::in_force(&self.game.book, &id(unit).into())?;
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

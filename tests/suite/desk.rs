//! The desk's precedence against a plain model, over random weeks of letters: orders, cancellations,
//! assignments, password changes, sent with right and stale passwords, found in any order.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use fieldpost_desk::arrived::Arrived;
use fieldpost_desk::book::in_force;
use fieldpost_desk::close::close;
use fieldpost_desk::game::{GameRecord, Opening};
use fieldpost_desk::head::choose;
use fieldpost_desk::judge::judge;
use fieldpost_desk::password::{Cost, Memory};
use fieldpost_desk::record::{Account, GameName, LetterNo, OrderBook, PasswordSince, Receipt, Verdict};
use fieldpost_desk::settings::Settings;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_grammar::letter::{Lexicon, read_letter};
use fieldpost_grammar::{Head, Secret};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::sketch::Sketch;
use fieldpost_land::book::ROTD_EUWOL;
use fieldpost_land::language::LANGUAGE;
use fieldpost_land::muster;
use fieldpost_land::orders::Office;
use fieldpost_land::state::{LandState, Player, Rank, Season, Seat};
use fieldpost_land::unit::UnitId;
use proptest::prelude::*;
use proptest::sample::Index;

/// The first is War Minister; all are generals of one nation.
const PLAYERS: [&str; 5] = ["minister", "anna", "bela", "cyril", "dora"];
/// Units with their first commander and deputy, as places in [`PLAYERS`].
const UNITS: [(&str, usize, Option<usize>); 4] =
    [("AU1AQ", 1, None), ("AU2IN", 1, Some(2)), ("AU3IN", 2, Some(3)), ("AU4LC", 3, None)];
const OPENED_MS: i64 = 1_000_000_000;

/// What a letter says.
#[derive(Clone, Debug)]
enum Says {
    Order(usize),
    Cancel(usize),
    Assign { unit: usize, commander: usize, deputy: Option<usize> },
    NewPassword,
}

#[derive(Clone, Debug)]
struct Sent {
    by: usize,
    /// Minutes after the opening; no two letters have the same.
    minute: i64,
    says: Says,
    /// Which of the player's passwords stands in it: of those there are, at that time or not.
    password: Index,
}

fn letters() -> impl Strategy<Value = Vec<Sent>> {
    let player = 0..PLAYERS.len();
    let unit = 0..UNITS.len();
    let says = prop_oneof![
        6 => unit.clone().prop_map(Says::Order),
        2 => unit.clone().prop_map(Says::Cancel),
        3 => (unit, player.clone(), proptest::option::of(player.clone()))
            .prop_map(|(unit, commander, deputy)| Says::Assign { unit, commander, deputy }),
        1 => Just(Says::NewPassword),
    ];
    let letter = (player, 0..500i64, says, any::<Index>());
    proptest::collection::vec(letter, 1..30).prop_map(|letters| {
        let count = letters.len() as i64;
        let numbered = letters.into_iter().zip(0..);
        numbered
            .map(|((by, minute, says, password), place)| Sent {
                by,
                minute: minute * count + place,
                says,
                password,
            })
            .collect()
    })
}

/// The model: lists of what was accepted, each with its minute, and questions asked of them by looking for
/// the last. Nothing is folded and nothing is shared with the desk.
#[derive(Default)]
struct Model {
    /// Assignments: minute, unit, commander, deputy.
    assigned: Vec<(i64, usize, usize, Option<usize>)>,
    /// Orders and cancellations: minute, unit, player, whether as commander, the letter's number if an order.
    filed: Vec<(i64, usize, usize, bool, Option<u64>)>,
    /// Password changes: minute, player, version.
    passwords: Vec<(i64, usize, usize)>,
}

impl Model {
    fn seat(&self, unit: usize, minute: i64) -> (usize, Option<usize>) {
        let (_, commander, deputy) = UNITS[unit];
        let mut turns: Vec<_> = self.assigned.iter().filter(|row| row.1 == unit && row.0 <= minute).collect();
        turns.sort();
        let last_named = turns.iter().rposition(|row| row.3.is_some());
        let commander = turns.last().map_or(commander, |row| row.2);
        // A deputy stays until another is named or the deputy becomes commander.
        let (named, since) = last_named.map_or((deputy, 0), |place| (turns[place].3, place + 1));
        let was_raised = turns[since..].iter().any(|row| Some(row.2) == named);
        (commander, named.filter(|_| !was_raised))
    }

    fn password(&self, player: usize, minute: i64) -> usize {
        let changes = self.passwords.iter().filter(|row| row.1 == player && row.0 < minute);
        changes.max_by_key(|row| row.0).map_or(0, |row| row.2)
    }

    fn may_assign(&self, player: usize, minute: i64) -> bool {
        player == 0 || self.seat(0, minute).0 == player
    }

    /// Rule 6.1 as it is worded: the last one sent by a commander, else the last by a deputy; a commander's
    /// cancellation makes room for deputies' later orders only.
    fn stands(&self, unit: usize) -> Option<u64> {
        let of = |as_commander: bool, after: i64| {
            let rows =
                self.filed.iter().filter(move |row| row.1 == unit && row.3 == as_commander && row.0 > after);
            rows.max_by_key(|row| row.0)
        };
        match of(true, -1) {
            None => of(false, -1).and_then(|row| row.4),
            Some(row) if row.4.is_some() => row.4,
            Some(row) => of(false, row.0).and_then(|row| row.4),
        }
    }

    /// Whether a commander's order stood at a minute, so that a deputy's is discarded.
    fn commander_stood(&self, unit: usize, minute: i64) -> bool {
        let commanders = self.filed.iter().filter(|row| row.1 == unit && row.3 && row.0 < minute);
        commanders.max_by_key(|row| row.0).is_some_and(|row| row.4.is_some())
    }

    /// Takes a letter; whether it is obeyed.
    fn take(&mut self, number: u64, letter: &Sent, version: usize, next_version: usize) -> bool {
        if self.password(letter.by, letter.minute) != version {
            return false;
        }
        match letter.says {
            Says::NewPassword => self.passwords.push((letter.minute, letter.by, next_version)),
            Says::Assign { unit, commander, deputy } => {
                if !self.may_assign(letter.by, letter.minute) || deputy == Some(commander) {
                    return false;
                }
                self.assigned.push((letter.minute, unit, commander, deputy));
            }
            Says::Order(unit) => return self.file(letter, unit, Some(number)),
            Says::Cancel(unit) => return self.file(letter, unit, None),
        }
        true
    }

    fn file(&mut self, letter: &Sent, unit: usize, order: Option<u64>) -> bool {
        let (commander, deputy) = self.seat(unit, letter.minute);
        let as_commander = commander == letter.by;
        if !as_commander && deputy != Some(letter.by) {
            return false;
        }
        let is_discarded = !as_commander && self.commander_stood(unit, letter.minute);
        self.filed.push((letter.minute, unit, letter.by, as_commander, order));
        !is_discarded
    }
}

fn unit(place: usize) -> UnitId {
    UNITS[place].0.parse().unwrap()
}

fn words_of(player: usize, version: usize) -> String {
    format!("{}-secret-{version}", PLAYERS[player])
}

/// The letter as a player would write it. An order is an entry square that tells the letter's number.
fn text(number: u64, letter: &Sent, version: usize, next_version: usize) -> String {
    let head = format!("PLAYER {}\nPASSWORD {}\n", PLAYERS[letter.by], words_of(letter.by, version));
    head + &match letter.says {
        Says::Order(place) => format!("UNIT {}\nENTRY {}-{}\n", UNITS[place].0, number / 15, number % 15),
        Says::Cancel(place) => format!("CANCEL ORDERS {}\n", UNITS[place].0),
        Says::NewPassword => format!("NEW PASSWORD {}\n", words_of(letter.by, next_version)),
        Says::Assign { unit, commander, deputy } => {
            let deputy = deputy.map_or(String::new(), |deputy| format!(" DEPUTY {}", PLAYERS[deputy]));
            format!("ASSIGN {} TO {}{deputy}\n", UNITS[unit].0, PLAYERS[commander])
        }
    }
}

fn memory() -> Memory {
    Memory::new([1; 32], Cost { memory_kib: 8, passes: 1 })
}

static GAME: LazyLock<GameRecord> = LazyLock::new(|| {
    let austria = NationCode::new("AU").unwrap();
    let atlas =
        Sketch::new("case", "3x3", ROTD_EUWOL.ground.row_letters, "Austria").unwrap().finish().unwrap();
    let middle = atlas.map.grid.parse("A1-N1").unwrap();
    let offices =
        |place: usize| if place == 0 { BTreeSet::from([Office::WarMinister]) } else { BTreeSet::new() };
    let player = |(place, name): (usize, &&str)| Player {
        name: (*name).into(),
        nation: austria,
        rank: Rank::General,
        offices: offices(place),
    };
    let number = |place: usize| PlayerNo(place as u16);
    let ids = || (0..UNITS.len()).map(unit);
    let state = LandState {
        players: PLAYERS.iter().enumerate().map(player).collect(),
        units: ids().map(|id| (id, muster::unit(&ROTD_EUWOL, id, middle, "7-7".parse().unwrap()))).collect(),
        seats: ids()
            .zip(UNITS)
            .map(|(id, row)| (id, Seat { commander: number(row.1), deputy: row.2.map(number) }))
            .collect(),
        ..LandState::opening(Season::Campaign)
    };
    let account = |(place, name): (usize, &&str)| Account {
        name: (*name).into(),
        email: format!("{name}@example.org"),
        passwords: vec![PasswordSince {
            since: None,
            hash: memory().hash(&Secret::new(words_of(place, 0)), &[1; 16]).unwrap(),
        }],
        report_wishes: String::new(),
        machine: false,
        skill: Default::default(),
        absent: None,
        tenure: Default::default(),
        press: Default::default(),
    };
    let opening = Opening {
        name: GameName("case".into()),
        title: "Case".into(),
        board: crate::table::board(&ROTD_EUWOL, Arc::new(atlas), 1, state),
        is_closed: false,
    };
    let settings = Settings::of_one_turn(OPENED_MS, OPENED_MS + 400 * 86_400_000, chrono_tz::UTC);
    let accounts = PLAYERS.iter().enumerate().map(account).collect();
    GameRecord::new(opening, settings, accounts, OrderBook { turn: 1, ..OrderBook::default() }, Vec::new())
});

fn arrived(number: u64, minute: i64) -> Arrived {
    let at_ms = OPENED_MS + minute * 60_000;
    let receipt = Receipt { at_ms, uid: number, source: "inbox".into() };
    let mut arrived = Arrived::plain(receipt, LetterNo(number), Some("any@where.example"));
    arrived.random = [number as u8; 32];
    arrived
}

proptest! {
    /// Rules 3.5, 6.1, 6.11; M-01, M-01b, M-02, M-05, M-07: whatever comes in, in whatever order it is found,
    /// each verdict, what stands for each unit, and every seat are the model's.
    #[test]
    fn precedence_is_the_plain_models(letters in letters()) {
        let (mut game, mut memory, mut model) = (GAME.clone(), memory(), Model::default());
        let mut versions = [1usize; PLAYERS.len()];
        for (number, letter) in (1u64..).zip(&letters) {
            let next = versions[letter.by];
            let version = letter.password.index(next);
            let read = read_letter(&text(number, letter, version, next), &Lexicon::of(&LANGUAGE));
            prop_assert!(read.complaints.is_empty(), "{:?}", read.complaints);
            let arrived = arrived(number, letter.minute);
            let choice = choose(&[&game], &Head::from(&read), &arrived);
            let judgement = judge(&[&game], &choice, &read, &arrived, &mut memory);
            judgement.changes.iter().for_each(|change| game.apply(change));
            let obeyed = model.take(number, letter, version, next);
            prop_assert_eq!(judgement.verdict == Verdict::Obeyed, obeyed, "letter {}: {:?}", number, judgement.verdict);
            prop_assert_eq!(judgement.answers.is_empty(), false);
            if obeyed && matches!(letter.says, Says::NewPassword) {
                versions[letter.by] += 1;
            }
        }
        let seats = close(&game).book.seats;
        for place in 0..UNITS.len() {
            let stands = in_force(&game.book, &unit(place).into()).map(|filed| filed.letter.0);
            prop_assert_eq!(stands, model.stands(place), "{}", UNITS[place].0);
            let seat = seats[&unit(place).into()];
            let of_model = model.seat(place, i64::MAX);
            let seat = (usize::from(seat.commander.0), seat.deputy.map(|deputy| usize::from(deputy.0)));
            prop_assert_eq!(seat, of_model, "{}", UNITS[place].0);
        }
    }
}

/// What stands goes to the engine as it was written.
#[test]
fn the_close_hands_over_what_stands() {
    let (mut game, mut memory) = (GAME.clone(), memory());
    let mut send = |number: u64, by: usize, words: &str| {
        let text = format!("PLAYER {}\nPASSWORD {}\n{words}\n", PLAYERS[by], words_of(by, 0));
        let read = read_letter(&text, &Lexicon::of(&LANGUAGE));
        let arrived = arrived(number, number as i64);
        let choice = choose(&[&game], &Head::from(&read), &arrived);
        let judgement = judge(&[&game], &choice, &read, &arrived, &mut memory);
        judgement.changes.iter().for_each(|change| game.apply(change));
        judgement.verdict
    };
    assert_eq!(send(1, 2, "UNIT AU2IN\nENTRY 1-1\nHALT ON ENTRY"), Verdict::Obeyed);
    assert_eq!(send(2, 1, "UNIT AU2IN\nENTRY 1-2"), Verdict::Obeyed);
    assert_eq!(send(3, 3, "UNIT AU4LC\nENTRY 1-3"), Verdict::Obeyed);
    assert_eq!(send(4, 3, "UNIT AU4LC\nNONE"), Verdict::Obeyed);
    assert_eq!(send(5, 0, "ASSIGN AU4LC TO dora"), Verdict::Obeyed);
    assert_eq!(send(6, 1, "MOVE SUPPLIES 3 FROM Wien TO Prag"), Verdict::Obeyed);
    let orders = crate::table::orders(&game);
    assert_eq!(orders.units.keys().copied().collect::<Vec<_>>(), [unit(1)]);
    assert_eq!(orders.units[&unit(1)].entry, Some("1-2".parse().unwrap()));
    assert!(!orders.units[&unit(1)].halt_on_entry, "an order replaces the whole order");
    assert_eq!(orders.offices.len(), 1, "an assignment has taken effect already");
}

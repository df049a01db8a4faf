//! A small game and letters for it, for whoever tests or measures the store.

use std::collections::BTreeMap;

use fieldpost_desk::arrived::Known;
use fieldpost_desk::ga::record::{GaChange, HandEdit, Said, Task, Work};
use fieldpost_desk::record::press::FiledPress;
use fieldpost_desk::record::{
    Account, Change, Filed, GameName, Held, LetterNo, OrderBook, PasswordSince, Receipt, Right, Verdict,
};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::{Line, Span};
use fieldpost_store::{
    Administering, Content, ContentKey, Count, Cursor, Effects, Filing, Mail, NewGame, NewMail, Paper,
    Remembered, Reopening, Settlement, Setup, Store, TransportKey, TurnFiling,
};
use serde_json::json;

pub const DAY: i64 = 20_000;
pub const NOW: i64 = DAY * 86_400_000;

pub fn bohemia() -> GameName {
    GameName("bohemia-1866".into())
}

pub fn account(name: &str) -> Account {
    Account {
        name: name.into(),
        email: format!("{name}@example.org"),
        passwords: vec![PasswordSince {
            since: None,
            hash: format!("$argon2id$v=19$m=8,t=1,p=1$c2FsdA${name}"),
        }],
        report_wishes: String::new(),
        machine: false,
        skill: Default::default(),
        absent: None,
        tenure: Default::default(),
        press: Default::default(),
    }
}

/// A position of no game of ours: the store does not look inside.
pub fn position(turn: u32) -> Paper {
    let coins = json!({ "benedek": 7, "albrecht": 9 });
    Paper::of(&json!({ "game": "bids", "turn": turn, "coins": coins })).expect("a paper")
}

pub fn new_game() -> NewGame {
    NewGame {
        name: bohemia(),
        at_ms: NOW,
        setup: Setup {
            ruleset: "rotd-euwol".into(),
            title: "Bohemia 1866".into(),
            map: "bohemia".into(),
            seed: 7,
        },
        scenario: BTreeMap::from([("scenario.toml".into(), b"title = \"Bohemia\"\n".to_vec())]),
        position: position(1),
        turn: 1,
        administrators: Vec::new(),
        accounts: vec![account("benedek"), account("albrecht")],
        schedule: json!({ "deadline_ms": NOW + 86_400_000 }),
        mails: vec![mail(
            Mail::Welcome,
            "welcome-benedek",
            b"Subject: Welcome\r\n\r\nPASSWORD welcome-password\r\n".to_vec(),
        )],
        also: Vec::new(),
    }
}

pub fn mail(kind: Mail, id: &str, bytes: Vec<u8>) -> NewMail {
    NewMail {
        not_before_ms: None,
        kind,
        game: Some(bohemia()),
        player: Some("benedek".into()),
        to: "benedek@example.org".into(),
        envelope_from: "post@fieldpost.example".into(),
        message_id: format!("<{id}@fieldpost.example>"),
        content: Content::Bytes(bytes),
        supersede: None,
        stands_for: Vec::new(),
    }
}

pub fn receipt_of(letter: u64) -> Receipt {
    Receipt { at_ms: NOW + letter.cast_signed() * 1_000, uid: letter, source: "imap".into() }
}

pub fn place(letter: u64) -> TransportKey {
    TransportKey { account: "imap".into(), folder: "INBOX".into(), uidvalidity: 9, uid: letter }
}

/// An order for one unit in turn `turn`, brought by the letter of that number.
pub fn order(letter: u64, turn: u32) -> Change {
    let filed = Filed {
        receipt: receipt_of(letter),
        letter: LetterNo(0),
        player: PlayerNo(0),
        right: Right::Commander,
        lines: vec![Line {
            span: Span { line: 3, start: 1, end: 12 },
            words: format!("BID {}", letter % 30).into(),
        }],
        complaints: Vec::new(),
    };
    let unit = format!("AU{}IN", letter % 20 + 1).parse().expect("a unit");
    Change::Unit { game: bohemia(), turn, unit, filed }
}

/// Press of benedek's that waits for the deadline of turn `turn`, brought by the letter of that number.
pub fn press(letter: u64, turn: u32) -> Change {
    let press = FiledPress {
        receipt: receipt_of(letter),
        letter: LetterNo(0),
        from: "benedek".into(),
        words: "PRESS TO albrecht ANONYMOUSLY".into(),
        to: vec!["albrecht".into()],
        to_ga: false,
        anonymous: true,
        waits: true,
        text: "Grüße,\n\nB.".into(),
    };
    Change::Press { game: bohemia(), turn, press }
}

/// The bytes of letter `number`, of about `size` bytes.
pub fn raw(number: u64, size: usize) -> Vec<u8> {
    let mut raw = format!(
        "From: benedek@example.org\r\nMessage-ID: <{number}@example.org>\r\n\r\nGAME bohemia-1866\r\nPLAYER benedek\r\n\
         PASSWORD ********\r\nAU1IN\r\nMARCH F8\r\n"
    )
    .into_bytes();
    while raw.len() < size {
        raw.extend_from_slice(format!("# line {} of letter {number}\r\n", raw.len()).as_bytes());
    }
    raw
}

/// A letter that was obeyed, with its receipt, for the turn that is open.
pub fn letter(number: u64, turn: u32, size: usize) -> Filing {
    let receipt_bytes = format!("Subject: Receipt {number}\r\n\r\n| MARCH\r\n").into_bytes();
    let mut receipt = mail(Mail::Receipt, &format!("r.{number}"), receipt_bytes);
    receipt.supersede = Some("receipt/bohemia-1866/benedek".into());
    Filing {
        number: LetterNo(number),
        raw: raw(number, size),
        place: place(number),
        receipt: receipt_of(number),
        at_ms: NOW + number.cast_signed() * 1_000 + 40,
        content: Some(content(number)),
        message_id: Some(format!("<{number}@example.org>")),
        from: "benedek@example.org".into(),
        game: Some(bohemia()),
        known: Known { player: Some("benedek".into()), ..Known::default() },
        verdict: Verdict::Obeyed,
        effects: Effects {
            changes: vec![order(number, turn)],
            answers: vec![receipt],
            resend: None,
            counts: vec![Count { what: "receipt:benedek@example.org".into(), period: DAY }],
            remember: vec![Remembered {
                game: bohemia(),
                player: "benedek".into(),
                receipt: format!("after letter {number}"),
            }],
            addresses: Vec::new(),
        },
    }
}

pub fn content(number: u64) -> ContentKey {
    ContentKey::of(&["benedek@example.org", &format!("<{number}@example.org>"), "MARCH F8"])
}

/// A letter that waits for its registered sender.
pub fn held_letter(number: u64) -> Filing {
    let held = Held {
        letter: LetterNo(0),
        receipt: receipt_of(number),
        player: "benedek".into(),
        token: "0".repeat(64),
        early: None,
    };
    Filing {
        verdict: Verdict::Held("its sender's server says that it is forged".into()),
        effects: Effects { changes: vec![Change::Hold { game: bohemia(), held }], ..Effects::default() },
        ..letter(number, 1, 600)
    }
}

/// The result of turn `turn`, with a report of each player.
pub fn turn(turn: u32, report: Vec<u8>) -> TurnFiling {
    let paper = |what: &str| Paper::of(&json!({ "turn": turn, "paper": what })).expect("JSON");
    TurnFiling {
        // Its papers are made up, and have no hash of form 2.
        form: 1,
        game: bohemia(),
        turn,
        at_ms: NOW + i64::from(turn) * 86_400_000,
        orders: paper("orders"),
        book: Paper::of(&OrderBook { turn, ..OrderBook::default() }).expect("JSON"),
        seats: paper("seats"),
        events: paper("events"),
        draws: paper("draws"),
        position: position(turn + 1),
        hash: format!("{turn:064}"),
        reports: vec![mail(Mail::Report, &format!("t.{turn}"), report)],
        schedule: json!({ "deadline_ms": NOW + i64::from(turn + 1) * 86_400_000 }),
        next_due_ms: None,
        settled: Vec::new(),
        also: Vec::new(),
    }
}

/// A letter's refusal because it waited in vain, with a word to its sender.
pub fn refusal(letter: LetterNo) -> Settlement {
    let why = "its registered sender did not confirm it before the deadline";
    let word =
        mail(Mail::Notice, &format!("refused.{}", letter.0), b"Subject: Refused\r\n\r\nRefused\r\n".to_vec());
    Settlement {
        letter,
        at_ms: NOW + 86_400_000,
        verdict: Verdict::Refused(why.into()),
        effects: Effects { answers: vec![word], ..Effects::default() },
        read: None,
    }
}

/// The result of turn `turn` as the daemon files it: with the book that stands.
pub fn turn_with_book(store: &dyn Store, number: u32, report: Vec<u8>) -> TurnFiling {
    let book = store.order_book(&bohemia()).expect("a book");
    TurnFiling { book: Paper::of(&book).expect("JSON"), ..turn(number, report) }
}

/// A hand edit of turn `turn`, brought by a letter.
pub fn edit(number: u32, turn: u32) -> Change {
    let said = Said {
        unit: None,
        what: "owner of Bohemia".into(),
        before: "AU".into(),
        after: "PR".into(),
        only: None,
    };
    let edit = HandEdit {
        number,
        receipt: receipt_of(40),
        letter: LetterNo(0),
        by: "Franz".into(),
        words: "SET CONTROL Bohemia PR".into(),
        touches: Vec::new(),
        said: vec![said],
        against: Vec::new(),
        secretly: false,
        undoes: None,
        opens: false,
        readied: Vec::new(),
    };
    ga(GaChange::Edit { turn, edit })
}

/// A task that may be done at once.
pub fn task(number: u32, what: Work) -> Change {
    let task = Task { number, by: "Franz".into(), letter: LetterNo(0), not_before_ms: NOW, what };
    ga(GaChange::Task(task))
}

/// A change that a game administrator's letter brings.
pub fn ga(change: GaChange) -> Change {
    Change::Ga { game: bohemia(), change: Box::new(change) }
}

/// A letter that brings these changes, and no receipt.
pub fn letter_with(number: u64, changes: Vec<Change>) -> Filing {
    Filing { effects: Effects { changes, ..Effects::default() }, ..letter(number, 1, 600) }
}

/// What changes without a letter: a note, with a word to somebody.
pub fn without_letter() -> Administering {
    Administering {
        at_ms: NOW + 9 * 86_400_000,
        changes: vec![ga(GaChange::Note("Franz was told".into())), ga(GaChange::Drop { number: 9 })],
        mails: vec![mail(Mail::Notice, "told", b"Subject: Told\r\n\r\nTold\r\n".to_vec())],
    }
}

/// The result of turn `number` once more, by its `run`th run.
pub fn again(store: &dyn Store, number: u32, run: u32) -> TurnFiling {
    let report = mail(Mail::Report, &format!("t.{number}.run.{run}"), b"Subject: Again\r\n\r\n".to_vec());
    TurnFiling { reports: vec![report], ..turn_with_book(store, number, Vec::new()) }
}

/// Back to turn `to` as task 1.
pub fn back(to: u32) -> Reopening {
    Reopening {
        game: bohemia(),
        turn: to,
        at_ms: NOW + 9 * 86_400_000,
        schedule: json!({ "deadline_ms": NOW + 10 * 86_400_000 }),
        settled: Vec::new(),
        also: vec![ga(GaChange::Drop { number: 1 })],
        mails: vec![mail(Mail::Notice, &format!("back.{to}"), b"Subject: Back\r\n\r\nBack\r\n".to_vec())],
    }
}

/// Back once more, without a task.
pub fn back_again(to: u32) -> Reopening {
    let word = mail(Mail::Notice, &format!("back.again.{to}"), b"Subject: Back\r\n\r\nBack\r\n".to_vec());
    Reopening { also: Vec::new(), mails: vec![word], ..back(to) }
}

/// How far a mailbox was read.
pub fn cursor() -> Cursor {
    Cursor { uidvalidity: 9, max_uid: 11, polled_ms: Some(NOW), owed: Vec::new() }
}

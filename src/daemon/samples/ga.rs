//! Samples of what a game administrator's letter is answered with.

use super::things::{GAME, complaint, stamp, unit};
use crate::help::Tongue;
use crate::views::{Fellow, OwnOrder, Taken};
use fieldpost_desk::answer::{Answer, Body, To, Weight};
use fieldpost_desk::arrived::Ignored;
use fieldpost_desk::ga::answer::{GaAnswer, GaItem, Outcome, PasswordNotice, Shown, Wanted, WordsNotice};
use fieldpost_desk::ga::record::Said;
use fieldpost_grammar::Secret;
use fieldpost_print::press::MARKUP;
use fieldpost_print::section::{Block, Row};

/// Bodies with how many errors the Subject tells.
pub fn bodies() -> [(Body, u32, bool); 10] {
    let answer = |answer: GaAnswer| Body::Ga(Box::new(answer));
    let refused = Some("your letter is for turn 3, which is over; the open turn is 4".to_owned());
    let spoilt =
        Some("line 4 could not be done, and you wrote TOGETHER: nothing of the letter is kept".to_owned());
    let password = |is_new: bool| Body::Password(Box::new(password(is_new)));
    [
        (answer(full()), 2, true),
        (answer(GaAnswer { preview: true, complaints: Vec::new(), errors: 1, ..full() }), 1, false),
        (answer(GaAnswer { spoilt, more_complaints: 0, ..full() }), 2, false),
        (answer(GaAnswer { refused, items: Vec::new(), ..bare() }), 1, false),
        (answer(GaAnswer { items: vec![done()], ..bare() }), 0, false),
        (answer(GaAnswer { done: 0, asked: 2, ..full() }), 2, false),
        (answer(GaAnswer { done: 0, asked: 0, ..full() }), 2, false),
        (password(true), 0, false),
        (password(false), 0, false),
        (Body::Words(WordsNotice::plain(MARKUP, "Hold the line.")), 0, false),
    ]
}

fn bare() -> GaAnswer {
    GaAnswer {
        name: MARKUP.into(),
        game: GAME.into(),
        title: MARKUP.into(),
        turn: 4,
        received: stamp(),
        deadline: stamp(),
        refused: None,
        preview: false,
        spoilt: None,
        done: 1,
        asked: 0,
        errors: 0,
        notes: Vec::new(),
        items: Vec::new(),
        complaints: Vec::new(),
        more_complaints: 0,
        ignored: Ignored::default(),
    }
}

fn full() -> GaAnswer {
    let item = |line: u32, words: &str, outcome: Outcome| GaItem {
        line,
        words: words.to_owned(),
        outcome,
        ..GaItem::default()
    };
    let table = Block::Rows(vec![Row::about("rank", "general"), Row::about(MARKUP, MARKUP)]);
    let shown = Shown::of(
        format!("The player {MARKUP}"),
        "player",
        [table, Block::Items(vec![MARKUP.into()]), Block::Verbatim(MARKUP.into())],
    );
    let refused = GaItem {
        why_not: Some(format!("there is no player called {MARKUP}.")),
        nearest: Some(MARKUP.into()),
        ..item(4, "REMOVE PLAYER x", Outcome::Refused)
    };
    let plainly = GaItem { nearest: None, ..refused.clone() };
    let asked = GaItem { token: Some("heron".into()), ..item(6, "END GAME", Outcome::Asked) };
    GaAnswer {
        done: 3,
        asked: 2,
        errors: 2,
        notes: vec![format!("{MARKUP} reads this too.")],
        items: vec![
            done(),
            refused,
            plainly,
            asked,
            item(7, "END GAME", Outcome::Asked),
            GaItem {
                results: vec![MARKUP.into()],
                ..item(8, "BROADCAST\nHold the line.\nEND", Outcome::Done)
            },
            GaItem { shown: Some(shown), ..item(9, "SHOW PLAYER x", Outcome::Done) },
            GaItem { wanted: Some(Wanted::Outbox), ..item(10, "SHOW OUTBOX", Outcome::Done) },
            item(11, "HOLD", Outcome::Left),
        ],
        complaints: vec![complaint(Some("SHOW GAME")), complaint(None)],
        more_complaints: 3,
        ignored: Ignored { quoted: 2, ..Ignored::default() },
        ..bare()
    }
}

fn done() -> GaItem {
    GaItem {
        line: 3,
        words: "SET UNIT AU3IN MORALE 70 OVERRIDE".into(),
        outcome: Outcome::Done,
        edit: Some(7),
        said: vec![Said {
            unit: Some(unit(3)),
            what: "AU3IN morale".into(),
            before: "60".into(),
            after: MARKUP.into(),
            only: None,
        }],
        against: vec![format!("{MARKUP} forbids it.")],
        undo: Some("UNDO 7".into()),
        ..GaItem::default()
    }
}

fn password(is_new: bool) -> PasswordNotice {
    PasswordNotice {
        player: MARKUP.into(),
        game: GAME.into(),
        title: MARKUP.into(),
        turn: 4,
        deadline: stamp(),
        is_new,
        notes: if is_new { vec![format!("You play for {MARKUP}.")] } else { Vec::new() },
        head: vec![format!("GAME {GAME}"), format!("PLAYER {MARKUP}"), "PASSWORD (your password)".into()],
        secret: Some(Secret::new("heron-quill-maple")),
    }
}

/// A password with the seat that is taken with it.
pub fn taken_seat() -> serde_json::Value {
    let body = Body::Password(Box::new(password(true)));
    let answer = Answer {
        to: To::Ga,
        game: None,
        turn: None,
        weight: Weight::Notice,
        errors: 0,
        replaceable: false,
        body,
    };
    let mut view = crate::views::of_answer(&answer, false, &Tongue::of(&fieldpost_grammar::HOUSE));
    let fellow = |offices: &str, machine| Fellow {
        name: MARKUP.into(),
        nation: MARKUP.into(),
        offices: offices.into(),
        machine,
    };
    let seat = Taken {
        aims: vec![MARKUP.into(), "A campaign lasts 12 turns at most (rule 5.1).".into()],
        noun: "unit",
        commands: 1,
        deputises: 3,
        has_position: true,
        orders: vec![OwnOrder { unit: unit(3), words: MARKUP.into() }],
        offices: vec![MARKUP.into()],
        fellows: vec![fellow("War Minister", false), fellow("", true)],
    };
    if let Some(fields) = view.as_object_mut() {
        fields.insert("seat".into(), serde_json::to_value(seat).unwrap_or_default());
    }
    view
}

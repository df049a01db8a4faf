//! What the mail templates are given, as types: the office prints them, and the samples that templates are checked
//! with are made of them, so that the two cannot differ.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::help::{self, Tongue};
use crate::locale::left_unread;
use fieldpost_desk::answer::{Answer, Body, OrderReceipt, UnitReceipt};
use fieldpost_desk::ga::answer::{GaAnswer, PasswordNotice};
use fieldpost_desk::stamp::Stamp;
use fieldpost_door::foresight::Statement;
use fieldpost_engine::locale::Locale;
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::letter::Complaint;
use fieldpost_print::layout::{Answered, answered};

/// `notice`: a word to the GA, or a short one to a player.
#[derive(Clone, Debug, Serialize)]
pub struct Notice<'a> {
    /// The game it speaks of.
    pub game: Option<&'a str>,
    pub title: &'a str,
    /// What it says: paragraphs with blank lines between; one that is moved in by four blanks is to be typed.
    pub words: &'a str,
}

/// `too_large`: a letter was not read.
#[derive(Clone, Debug, Serialize)]
pub struct TooLarge {
    /// When it was received.
    pub received: Stamp,
    /// Its size.
    pub bytes: u64,
    /// The most that is read, in bytes.
    pub limit: u32,
}

/// `reminder`: units without orders.
#[derive(Clone, Debug, Serialize)]
pub struct Reminder {
    /// The game's name.
    pub game: String,
    pub title: String,
    pub player: String,
    /// The open turn.
    pub turn: u32,
    pub deadline: Stamp,
    /// How long until then, in words.
    pub left: String,
    /// What becomes of the pieces without orders if nothing is sent, a line each.
    pub silence: Vec<String>,
    /// What is awaited of the player in the open turn, where the game says more of it than that pieces want orders.
    pub awaited: Option<String>,
    /// What the game says of the pieces without orders.
    #[serde(flatten)]
    pub of_game: Value,
}

/// `welcome`: to a player whose game has been opened. It has no `Debug`, for it holds a password (promise 7).
#[derive(Clone, Serialize)]
pub struct Welcome {
    /// The game's name.
    pub game: String,
    pub title: String,
    /// The open turn.
    pub turn: u32,
    pub player: String,
    pub nation: String,
    /// Their first password, which is shown nowhere else.
    pub password: String,
    /// The first deadline.
    pub deadline: Stamp,
    /// When turns fall due, in words.
    pub schedule: String,
    /// Where letters go.
    pub address: String,
    /// What the game is about, a sentence each: its turns, its days, its aim.
    pub aims: Vec<String>,
    /// The other players, by nation.
    pub fellows: Vec<Fellow>,
    /// What the game says of itself.
    #[serde(flatten)]
    pub of_game: Value,
    /// What a piece is called there.
    pub noun: &'static str,
    /// How many units they command.
    pub commands: usize,
    /// For how many they deputise.
    pub deputises: usize,
    /// Whether the game waits for the administrator's START.
    pub waits: bool,
}

/// Another player, never with an address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fellow {
    pub name: String,
    pub nation: String,
    /// Offices held, in words; empty for none.
    pub offices: String,
    /// Whether the machine plays it, as far as the reader is to know. It is told of the own party only, since nobody is told of an
    /// enemy whether a person plays.
    pub machine: bool,
}

/// An order that stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwnOrder {
    pub unit: Piece,
    /// Its lines, one behind the other.
    pub words: String,
}

/// What somebody is told who takes a seat in a game that goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Taken {
    /// What the game is about, a sentence each.
    pub aims: Vec<String>,
    /// What a piece is called there.
    pub noun: &'static str,
    /// Pieces that the seat commands.
    pub commands: usize,
    /// Pieces that it deputises for.
    pub deputises: usize,
    /// Whether the position comes in a mail of its own: not to who commands nothing yet.
    pub has_position: bool,
    /// The orders that stand for its pieces.
    pub orders: Vec<OwnOrder>,
    /// What stands of its orders that are no piece's.
    pub offices: Vec<String>,
    /// The other players.
    pub fellows: Vec<Fellow>,
}

/// The template of an answer, without its ending.
pub fn stem_of(body: &Body) -> &'static str {
    match body {
        Body::Receipt(_) => "receipt",
        Body::Refusal(_) => "refusal",
        Body::Held(_) => "held",
        Body::News(_) => "news",
        Body::Press(_) => "press",
        Body::Ga(_) => "ga",
        Body::Password(_) => "password",
        Body::Words(_) | Body::Report(_) | Body::Advice(_) | Body::Again { .. } => "notice",
    }
}

/// An answer as its templates see it: the fields of its body, with those that all share beside them. `last_today` says
/// that the day's cap of such answers is reached.
pub fn of_answer(answer: &Answer, last_today: bool, tongue: &Tongue<'_>) -> Value {
    let (body, ignored) = match &answer.body {
        Body::Receipt(receipt) => (of_receipt(receipt), Some(&receipt.ignored)),
        Body::Refusal(refusal) => (json!(refusal), None),
        Body::Held(held) => (json!(held), None),
        Body::News(news) => (json!(news), None),
        Body::Press(press) => (json!(press), None),
        Body::Ga(answer) => (of_ga(answer), Some(&answer.ignored)),
        Body::Password(notice) => (password(notice), None),
        Body::Words(words) => (json!(words), None),
        Body::Report(_) | Body::Advice(_) | Body::Again { .. } => (Value::Null, None),
    };
    let mut view = match body {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    if matches!(answer.body, Body::Refusal(_)) {
        // Whom to ask where a password is lost; the office knows.
        view.insert("host".into(), json!(""));
        view.insert("examples".into(), json!(help::examples(tongue)));
    }
    view.entry("game").or_insert(json!(answer.game));
    view.entry("turn").or_insert(json!(answer.turn));
    view.insert("errors".into(), json!(answer.errors));
    view.insert("last_today".into(), json!(last_today));
    // Until when there is no other; the office knows.
    view.insert("until".into(), json!(""));
    view.insert("help_texts".into(), json!(help::texts(answer, tongue)));
    view.insert(
        "ignored_words".into(),
        json!(ignored.and_then(|ignored| left_unread(Locale::English, ignored))),
    );
    Value::Object(view)
}

/// What a command shows, laid out.
#[derive(Serialize)]
struct ShownView<'a> {
    heading: &'a str,
    #[serde(flatten)]
    laid: Answered<'a>,
}

/// An answer to a game administrator, what it shows laid out.
fn of_ga(answer: &GaAnswer) -> Value {
    let mut view = json!(answer);
    let items = view.get_mut("items").and_then(Value::as_array_mut).into_iter().flatten();
    for (item, shown) in items.zip(answer.items.iter().map(|item| &item.shown)) {
        let (Some(fields), Some(shown)) = (item.as_object_mut(), shown) else { continue };
        let laid = ShownView { heading: &shown.heading, laid: answered(&shown.sections) };
        fields.insert("shown".into(), json!(laid));
    }
    if let Some(fields) = view.as_object_mut() {
        fields.insert("complaints".into(), complaints(&answer.complaints));
    }
    view
}

/// Complaints, each with its rule behind its sentence.
fn complaints(all: &[Complaint]) -> Value {
    let told = |complaint: &Complaint| {
        json!(Complaint { why: complaint.sentence(), rule: "".into(), ..complaint.clone() })
    };
    all.iter().map(told).collect()
}

/// A receipt, with units that stand side by side and of which the same is said told together.
fn of_receipt(receipt: &OrderReceipt) -> Value {
    let mut view = json!(receipt);
    if let Value::Object(fields) = &mut view {
        let groups = receipt.units.chunk_by(is_same).map(|group| of_group(group, &receipt.called)).collect();
        fields.insert("units".into(), Value::Array(groups));
        for list in ["news", "standing"] {
            fields.get_mut(list).into_iter().for_each(|list| name(list, &receipt.called));
        }
        fields.insert("office_lines".into(), lines(&receipt.office_foreseen));
        fields.insert("complaints".into(), complaints(&receipt.complaints));
    }
    view
}

/// Whether two units differ in nothing but where they go. Complaints of a block for several units stand under its first.
fn is_same(one: &UnitReceipt, other: &UnitReceipt) -> bool {
    let UnitReceipt { unit, line, course, ends, complaints, .. } = one.clone();
    let is_free = other.complaints.is_empty() && (one.complaints.is_empty() || one.line == other.line);
    is_free && UnitReceipt { unit, line, course, ends, complaints, ..other.clone() } == *one
}

/// Calls the units of a list by their names beside their ids.
fn name(list: &mut Value, called: &BTreeMap<Piece, String>) {
    for row in list.as_array_mut().into_iter().flatten() {
        let called = row["unit"].as_str().and_then(|id| called.get(&Piece::from(id)));
        if let Some(called) = called {
            row["unit"] = json!(called);
        }
    }
}

/// What stands above a group: its units by name where a line of a mail has room for all of them, else by their ids.
fn heading(group: &[UnitReceipt], called: &BTreeMap<Piece, String>) -> String {
    const ROOM: usize = 72 - ": NOT as you wrote".len();
    let name =
        |unit: &UnitReceipt| called.get(&unit.unit).map_or_else(|| unit.unit.to_string(), Clone::clone);
    let named = group.iter().map(name).collect::<Vec<_>>().join(", ");
    if named.chars().count() <= ROOM {
        return named;
    }
    group.iter().map(|unit| unit.unit.to_string()).collect::<Vec<_>>().join(", ")
}

fn of_group(group: &[UnitReceipt], called: &BTreeMap<Piece, String>) -> Value {
    let courses = courses(group);
    let mut view = json!(group.first());
    if let Value::Object(fields) = &mut view {
        fields.insert("unit".into(), json!(heading(group, called)));
        fields.insert("courses".into(), json!(courses));
        fields.insert("lines".into(), lines(group.first().map_or(&[], |unit| &unit.foreseen)));
        fields.insert("complaints".into(), complaints(group.first().map_or(&[], |unit| &unit.complaints)));
    }
    view
}

/// Where the units of a group go, a sentence for all that go the same way.
fn courses(group: &[UnitReceipt]) -> Vec<Value> {
    let mut told: Vec<(&str, Vec<&str>)> = Vec::new();
    for unit in group.iter().filter(|unit| !unit.course.is_empty()) {
        match told.iter_mut().find(|(course, _)| *course == unit.course) {
            Some((_, units)) => units.push(unit.unit.as_str()),
            None => told.push((&unit.course, vec![unit.unit.as_str()])),
        }
    }
    told.iter().map(|(course, units)| json!({ "unit": units.join(", "), "course": course })).collect()
}

/// What is foretold, a line each with its mark: what fails, then what may, then what is open, then advice.
fn lines(foreseen: &[Statement]) -> Value {
    let mut all: Vec<&Statement> = foreseen.iter().collect();
    all.sort_by_key(|statement| match statement.mark() {
        "!" => u8::from(statement.may_fail()),
        "?" => 2,
        _ => 3,
    });
    let line = |statement: &&Statement| json!({ "mark": statement.mark(), "words": statement.words() });
    Value::Array(all.iter().map(line).collect())
}

/// A password's notice with the password, which no other value of the desk shows.
fn password(notice: &PasswordNotice) -> Value {
    let mut view = json!(notice);
    if let (Value::Object(fields), Some(secret)) = (&mut view, &notice.secret) {
        fields.insert("password".into(), json!(secret.expose()));
        // Of a seat that is taken the office tells more.
        fields.insert("seat".into(), Value::Null);
    }
    view
}

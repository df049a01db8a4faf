//! A letter's text as blocks of orders: the types that the parser yields and the desk judges.

use std::borrow::Cow;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::Secret;
pub use fieldpost_engine::line::{Line, Span};
use fieldpost_engine::piece::Piece;
use fieldpost_engine::refusal::Refusal;
use fieldpost_engine::wishes::Wish;
use fieldpost_engine::words::with_rule;

/// Something that was read, with its place and its canonical words (what the receipt echoes).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Read<T> {
    /// What it means.
    pub what: T,
    /// Where it stands.
    pub span: Span,
    /// How the grammar itself would spell it; never holds a credential.
    pub words: String,
}

/// Something that could not be read: why, and the nearest thing that would be right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Complaint {
    pub span: Span,
    /// The line as it was written, credentials masked.
    pub line: String,
    /// What was expected and what was found, in a sentence that cites no rule.
    pub why: String,
    /// The rule that decides it, as it is cited, such as `WISC 2.1`; empty where none does.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub rule: Cow<'static, str>,
    /// The nearest thing that would be right, if one is near.
    pub nearest: Option<String>,
}

impl Complaint {
    /// One of a line that no rule decides, and of which nothing is near.
    pub fn new(span: Span, line: impl Into<String>, why: impl Into<String>) -> Self {
        Complaint { span, line: line.into(), why: why.into(), rule: Cow::Borrowed(""), nearest: None }
    }

    /// Why a line that was read is refused, with its rule and the words that are wrong.
    pub fn of(line: &Line, refusal: Refusal) -> Self {
        let span = refusal.place(line);
        Complaint { rule: refusal.rule, ..Complaint::new(span, line.words.to_string(), refusal.why) }
    }

    /// The same with the nearest right thing, if one is near.
    #[must_use]
    pub fn near(self, nearest: Option<String>) -> Self {
        Complaint { nearest, ..self }
    }

    /// Why, with the rule behind it.
    pub fn sentence(&self) -> String {
        with_rule(&self.why, &self.rule)
    }
}

/// A piece's block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The piece: a unit, a stack.
    pub piece: Piece,
    /// Where its name stands.
    pub span: Span,
    /// The password after its name (rule 6.2), if one was given there.
    pub password: Option<Secret>,
    /// Its order lines that could be read.
    pub orders: Vec<Line>,
    /// Its lines that could not.
    pub complaints: Vec<Complaint>,
    /// `NONE`: whatever was ordered for the piece is taken back (M-05). Orders never stand beside it.
    pub none: bool,
    /// Whether it is for all pieces of the sender's that belong to this one, as a corps belongs to its headquarters.
    pub whole: bool,
    /// Below what lines that no order needs it stands: an old letter may have been put there by a mail program.
    pub below: Below,
}

/// What stands above a block in its letter that no order needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Below {
    /// Nothing but a letter's head, orders and blank lines.
    #[default]
    Nothing,
    /// A line that could not be read, perhaps an order with a slip of the pen in it.
    Line,
    /// Words that are no order in any spelling, or lines that were left out as quoted.
    Words,
}

impl Block {
    /// Whether it says anything that may take the place of an earlier order: a block of which nothing
    /// could be read, or in which nothing stands, never does (G-13).
    pub fn says_something(&self) -> bool {
        self.none || !self.orders.is_empty()
    }
}

/// An account word: what a player asks of the desk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Account {
    Help(Option<String>),
    Status,
    ShowOrders,
    /// Of a turn, or the latest.
    SendReport(Option<u32>),
    NewPassword(Secret),
    /// Of the pieces named, or all.
    CancelOrders(Vec<Piece>),
    Check,
    Test,
    Confirm(String),
    /// What a player wants of reports, in the order of the line.
    SetReports(Vec<Wish>),
    /// No reports any more, from the registered address without a password.
    Unsubscribe,
    /// Reports again, likewise.
    Subscribe,
    /// Orders of an office are taken back: one, in its words, or all.
    CancelOffice(Option<String>),
    /// What is played here, and where a seat is free.
    ListGames,
    /// A stranger asks to look on.
    Observe,
    /// A stranger asks for a seat, perhaps of a nation, as the game spells it.
    SignUp {
        name: Option<String>,
        nation: Option<String>,
    },
    /// What the machine player would order.
    Advise,
    /// Press from this sender is refused from now on.
    Mute(Sender),
    /// Press from this sender is taken again.
    Unmute(Sender),
    /// The player is away for some days.
    Absent(Away),
    /// The player is neither away nor gone.
    Back,
    /// Whether the turn need not wait for its deadline because of the player.
    Ready(bool),
    /// The player gives the seat up.
    Resign,
    /// The player's mail goes to another address.
    NewAddress(String),
}

/// Days for which somebody is away, and who may order meanwhile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Away {
    /// The first day, in the game's time zone.
    pub from: NaiveDate,
    /// The last.
    pub to: NaiveDate,
    /// A player of the same side, by name.
    pub deputy: Option<String>,
}

/// Whose press a player refuses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sender {
    /// Anybody's who does not sign it.
    Anonymous,
    /// What this player signs.
    Player(String),
}

/// To whom a press is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recipient {
    /// Every player.
    All,
    /// The game administrator.
    Ga,
    /// The players of a nation and of its allies: its name in canonical words.
    Side(String),
    /// Who holds an office, of the writer's side or another's: in canonical words.
    Officer(String),
    /// A player, by name.
    Player(String),
}

/// A press: a letter to other players within a letter to us. Its words are nobody's orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Press {
    /// To whom, at least one, in the order of the line.
    pub to: Vec<Recipient>,
    /// Whether the recipients are not to know who wrote it.
    pub anonymous: bool,
    /// The words as they were written, lines parted by line feeds.
    pub text: String,
    /// The first line of the words that begins as a line with a password does.
    pub password_line: Option<u32>,
}

/// A whole letter as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Letter {
    /// `GAME`, as written.
    pub game: Option<Read<String>>,
    /// `TURN`.
    pub turn: Option<Read<u32>>,
    /// `PLAYER`, as written.
    pub player: Option<Read<String>>,
    /// `PASSWORD` in the head.
    pub password: Option<Secret>,
    /// The pieces' blocks in the order of the letter.
    pub units: Vec<Block>,
    /// Orders that stand in no block: of ministers, governors and army commanders.
    pub offices: Vec<Line>,
    /// What is asked of the desk.
    pub accounts: Vec<Read<Account>>,
    /// Letters to other players, each with the place of its first line.
    pub presses: Vec<Read<Press>>,
    /// The first line of a press that nothing ends: it has all that stands below it, and is not sent.
    pub open_press: Option<Span>,
    /// Lines outside any block that could not be read.
    pub complaints: Vec<Complaint>,
    /// Spans of every credential in the text, for masking.
    pub credentials: Vec<Span>,
    /// Greetings and closing words, which are neither orders nor mistakes.
    pub remarks: Vec<Span>,
    /// Lines of sentences outside any block: they are taken for words to whoever reads them, and told as such.
    pub prose: Vec<u32>,
    /// Complaints beyond [`MOST_COMPLAINTS`], which are counted and not spelled out.
    pub more_complaints: u32,
}

/// So many complaints of a letter are spelled out; the rest are counted in [`Letter::more_complaints`].
pub const MOST_COMPLAINTS: usize = 50;

/// So many lines of a letter are read (hazard 18); the rest only for credentials to mask.
pub const MOST_LINES: usize = 2000;

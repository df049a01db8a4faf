//! What is owed in answer, as values: complete enough that a template needs nothing but loops and "if there
//! is one". No value here ever holds a credential.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::arrived::Ignored;
use crate::ga::answer::{GaAnswer, PasswordNotice, WordsNotice};
use crate::record::{GameName, LetterNo, Right};
use crate::stamp::Stamp;
use fieldpost_catalogue::Said;
use fieldpost_door::foresight::{Ends, Statement};
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::letter::Complaint;

/// Where an answer goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum To {
    /// A player or a game administrator, at the registered address.
    Player {
        /// The player's name.
        name: String,
        /// The registered address.
        address: String,
    },
    /// The letter's sender, who is no player as far as we know.
    Sender {
        /// The bare address of its From line.
        address: String,
    },
    /// The game administrator.
    Ga,
    /// Where the stored answer went that is sent again.
    AsStored,
}

/// What an answer counts as against the caps (row 13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// To an authenticated player.
    Receipt,
    /// An error to a registered address whose letter could not be authenticated.
    Error,
    Stranger,
    /// To a stranger who signs up for a seat, until a game administrator has answered.
    Applicant,
    /// To a game administrator, because a stranger asks something.
    Inquiry,
    /// To somebody else than the sender, because of the letter; not capped.
    Notice,
}

/// An answer owed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    pub to: To,
    /// In which game, where that is known.
    pub game: Option<GameName>,
    /// The open turn of that game.
    pub turn: Option<u32>,
    /// What it counts as.
    pub weight: Weight,
    /// How many things were wrong, for the Subject.
    pub errors: u32,
    /// Whether a newer receipt to the same player may take its place while it is unsent.
    pub replaceable: bool,
    /// What it says.
    pub body: Body,
}

/// What an answer says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Body {
    /// The answer to an authenticated letter.
    Receipt(Box<OrderReceipt>),
    /// The answer to a letter that was refused as a whole before anybody was authenticated.
    Refusal(Refusal),
    /// A report that was asked for is to be sent again.
    Report(ReportWanted),
    /// The machine's letter for a player's units is to be shown.
    Advice(AdviceWanted),
    /// A letter waits for its registered sender's word.
    Held(HeldNotice),
    /// Another player's words.
    Press(Box<PressNotice>),
    /// What another player's letter, or the close of the turn, changed for this one's units.
    News(NewsNotice),
    /// The answer to a game administrator's letter.
    Ga(Box<GaAnswer>),
    /// A password for its owner.
    Password(Box<PasswordNotice>),
    /// A few words: what a GA tells the players, and what else needs no form of its own.
    Words(WordsNotice),
    /// The stored answer of an earlier letter is to be sent again.
    Again {
        /// The earlier letter.
        letter: LetterNo,
    },
}

/// The answer to an authenticated letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderReceipt {
    pub player: String,
    /// The game's name.
    pub game: String,
    pub title: String,
    /// The open turn.
    pub turn: u32,
    /// Why no order of the letter counts (turn closed, other turn), if so.
    pub refused: Option<String>,
    /// The same as far as it is told in other languages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused_said: Option<Said>,
    /// Why the game takes no orders any more, if it is over: then no deadline is told.
    #[serde(default)]
    pub over: Option<String>,
    /// Whether nothing was filed because CHECK or TEST asked so.
    pub only_checked: bool,
    /// The letter's number in the record.
    pub letter: LetterNo,
    /// The receipt time that counted.
    pub received: Stamp,
    /// Earlier letters whose receipts had not gone out: this one stands for those too, oldest first.
    #[serde(default)]
    pub also: Vec<AlsoAnswered>,
    /// The deadline, in the game's zone and in UTC.
    pub deadline: Stamp,
    /// How many things were wrong.
    pub errors: u32,
    /// How many orders fail as things stand.
    #[serde(default)]
    pub fail: u32,
    /// How many may fail, by the dice.
    #[serde(default)]
    pub may_fail: u32,
    /// Of how much it is warned that is carried out in part or otherwise, or that will be lacking.
    #[serde(default)]
    pub warnings: u32,
    /// Whether anything is foretold that is true only as things stand, so that the receipt says what that means.
    #[serde(default)]
    pub is_conditional: bool,
    /// What the player should know about the letter itself, a sentence each.
    pub notes: Vec<String>,
    /// Each unit the letter touched, in the letter's order.
    pub units: Vec<UnitReceipt>,
    /// Each office order, in the letter's order.
    pub offices: Vec<OfficeReceipt>,
    /// What is foretold of orders of offices. They are filed all the same.
    #[serde(default, alias = "office_warnings")]
    pub office_foreseen: Vec<Statement>,
    /// What else was done, a sentence each (password changed, report wishes, letter released).
    pub done: Vec<String>,
    /// Lines outside any unit's block that could not be read or done.
    pub complaints: Vec<Complaint>,
    /// What others changed for this player's units since the last letter of this player that filed anything.
    pub news: Vec<UnitNews>,
    /// What was left unread.
    pub ignored: Ignored,
    /// SHOW ORDERS: all of the player's units.
    pub standing: Option<Vec<UnitStanding>>,
    /// SHOW ORDERS: the orders of the player's offices that stand.
    #[serde(default)]
    pub standing_offices: Vec<String>,
    /// What units are called of which it tells, with their ids, where they have names.
    #[serde(default)]
    pub called: BTreeMap<Piece, String>,
    pub status: Option<StatusAnswer>,
    /// HELP, one for each topic asked for.
    pub help: Vec<HelpAnswer>,
    /// TEST: how the letter was read.
    pub reading: Option<ReadingAnswer>,
}

/// An earlier letter that a receipt answers too. Only a letter with nothing wrong in it waits for another's receipt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlsoAnswered {
    /// Its number in the record.
    pub letter: LetterNo,
    /// When it was received.
    pub received: Stamp,
    /// The units for which it filed orders, in the game's order.
    pub units: Vec<Piece>,
    /// How many orders of offices it filed.
    pub offices: u32,
}

/// An order that stands, or stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Whose it is; `None` for the default orders of rule 6.9.
    pub by: Option<String>,
    /// In what right it was given.
    pub right: Option<Right>,
    /// When it was received.
    pub received: Option<Stamp>,
    /// Its lines in canonical words.
    pub lines: Vec<String>,
    /// Whether these are the default orders.
    pub is_default: bool,
}

/// What became of one unit's block, or of its cancellation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitReceipt {
    pub unit: Piece,
    /// The line of the letter it stands in.
    pub line: u32,
    /// Whether what this letter says of the unit is in force now.
    pub counts: bool,
    /// What is now in force; `None` where the unit is not the player's.
    pub in_force: Option<Standing>,
    pub replaced: Option<Standing>,
    /// Lines of what it replaced that hold no longer, of a kind that the new order does not give.
    #[serde(default)]
    pub dropped: Vec<String>,
    /// Why it does not count, or not all of it.
    pub why_not: Option<String>,
    /// What is foretold of its orders beside where it goes. They are filed all the same.
    #[serde(default, alias = "warnings")]
    pub foreseen: Vec<Statement>,
    /// Where the unit will be phase by phase, as far as the player can see; empty where nothing is to be said.
    #[serde(default)]
    pub course: String,
    /// Where that leads at last. It is said in the course's words, and not kept beside them: only the measure of receipts asks.
    #[serde(skip)]
    pub ends: Ends,
    /// Its lines that could not be read.
    pub complaints: Vec<Complaint>,
}

/// What became of an office order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfficeReceipt {
    /// The line of the letter.
    pub line: u32,
    /// From which column on it is wrong, if it is refused for a word of it.
    #[serde(default)]
    pub column: Option<u32>,
    /// The order in canonical words.
    pub words: String,
    /// Whether it is accepted.
    pub counts: bool,
    pub why_not: Option<String>,
    /// For an assignment: who commands and deputises now.
    pub result: Option<String>,
}

/// What others changed for a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitNews {
    pub unit: Piece,
    /// What changed, in a sentence.
    pub words: String,
}

/// One unit in SHOW ORDERS.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitStanding {
    pub unit: Piece,
    /// The player's right to it now.
    pub right: Right,
    pub standing: Standing,
}

/// STATUS: where the game stands for this player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusAnswer {
    /// Whether the turn still takes orders at the letter's receipt.
    pub is_open: bool,
    /// What is open where no piece can be ordered, such as a phase between the rounds of a board game; empty elsewhere.
    #[serde(default)]
    pub between: String,
    /// What a piece is called in the game.
    #[serde(default)]
    pub noun: String,
    /// Units the player commands.
    pub commands: u32,
    /// Units the player deputises for.
    pub deputises: u32,
    /// Of all these, units for which no order stands.
    pub without_orders: Vec<Piece>,
    /// What becomes of these if nothing is sent, a line each, as far as there is something to say.
    #[serde(default)]
    pub silence: Vec<String>,
    /// What is fought for, a sentence each, with what of it stands as far as the player knows; empty where the game does not say.
    #[serde(default)]
    pub aims: Vec<String>,
    /// Offices held, in words.
    pub offices: Vec<String>,
    /// The registered address.
    pub address: String,
    /// How reports are wished, in the words of SET REPORTS.
    pub report_wishes: String,
    /// What the player has said of the seat, as ABSENT or READY, in sentences.
    #[serde(default)]
    pub here: Vec<String>,
}

/// HELP on one topic; its words are the grammar's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HelpAnswer {
    /// The topic as asked for; `None` is all.
    pub topic: Option<String>,
}

/// TEST: how the letter was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadingAnswer {
    /// What mail says: parts, the one chosen, charset.
    pub mail: Vec<String>,
    /// Each line that means something, with its reading, in order.
    pub lines: Vec<LineReading>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineReading {
    /// The line's number in the cleaned text.
    pub line: u32,
    /// How it was read.
    pub words: String,
}

/// Why a letter was refused before anybody was authenticated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// Which case it is.
    pub reason: RefusalReason,
    /// The case in a sentence.
    pub words: String,
    /// The games there are to name, where that is the question and the sender plays in them.
    pub games: Vec<String>,
    /// The games by whose words the answer helps, where these are several: those that the letter names, or all in which the
    /// sender plays.
    #[serde(default)]
    pub among: Vec<GameName>,
    /// Whether the letter names these games; else it names none, and the sender is asked which is meant.
    #[serde(default)]
    pub names_several: bool,
    /// Whether orders stood in what was taken for quotation or forwarded mail: then that is the first to say.
    pub orders_in_quote: bool,
    /// HELP, one for each topic asked for.
    pub help: Vec<HelpAnswer>,
    /// TEST was asked for.
    pub reading: Option<ReadingAnswer>,
}

/// The cases of [`Refusal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefusalReason {
    WrongPassword,
    TooManyTries,
    NoPassword,
    WhichGame,
    UnknownGame,
    GamesConflict,
    WrongToken,
    /// It bears a signature that does not count, and no password.
    BadSignature,
    /// Its signature is good, but of nobody who may speak here.
    WrongSigner,
    /// A stranger's letter: the one short answer.
    Stranger,
    /// Only HELP or TEST was asked for, and it is given.
    None,
}

/// A report that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportWanted {
    pub player: String,
    /// Of which turn; `None` is the latest.
    pub turn: Option<u32>,
    /// The position that is printed in its place, where a game administrator has opened another part of the turn since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Vec<u8>>,
    /// Whether it is the whole board, for an administrator of that name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
}

/// Advice that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdviceWanted {
    pub player: String,
}

/// A letter waits for its registered sender's word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldNotice {
    pub player: String,
    /// Why it waits, in a sentence.
    pub why: String,
    /// When it was received.
    pub received: Stamp,
    /// From which address.
    pub from: Option<String>,
    /// The word that releases it, `CONFIRM token`. Empty in the copy to the GA.
    pub token: String,
    /// Until when.
    pub deadline: Stamp,
    /// The units it would order.
    pub units: Vec<Piece>,
}

/// What another player's letter, or the close of the turn, changed for this player's units: an order that no
/// longer counts, a new commander or deputy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewsNotice {
    /// Who is told.
    pub player: String,
    /// When the letter that did it was received; `None` for the close of the turn.
    pub received: Option<Stamp>,
    /// Whether that letter was found only after later ones had been judged (M-01b).
    pub found_late: bool,
    /// Each unit, and what changed.
    pub units: Vec<UnitNews>,
    /// What else the player must know, a sentence each.
    pub notes: Vec<String>,
    pub deadline: Stamp,
}

/// Another player's words. Of an anonymous press nothing is told but the words: no time, and nobody's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PressNotice {
    /// Who gets it; `None` is the game administrator.
    pub player: Option<String>,
    /// The game's title.
    pub title: String,
    /// Who wrote it; `None` where it is anonymous, and so with all that follows but the words.
    pub from: Option<String>,
    /// The writer's nation and offices.
    pub seat: Option<String>,
    /// All who get it, in words.
    pub to: Option<String>,
    /// When it was received.
    pub written: Option<Stamp>,
    /// Whether it waited for the turn's reports.
    pub waited: bool,
    /// The words, line by line, without blank lines at either end.
    pub lines: Vec<String>,
    /// Whom an answer is to be addressed to.
    pub answer_to: Option<String>,
}

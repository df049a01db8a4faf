//! The record types that the desk judges by and the store keeps. All are plain data, in order,
//! and serialisable; none holds a password's words.

pub mod account;
pub mod early;
pub mod letter;
pub mod press;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ga::record::{GaChange, HandEdit};
use crate::ga::undo::is_in_force;
pub use crate::record::account::{Absence, Account, Moving, PasswordSince, SeatWord, Tenure};
pub use crate::record::early::Early;
pub use crate::record::letter::{GameName, LetterNo, Receipt};
use crate::record::press::FiledPress;
use fieldpost_door::Assigns;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::{Line, Span};
use fieldpost_engine::piece::Piece;
pub use fieldpost_engine::seat::Right;
use fieldpost_grammar::letter::{Complaint, Sender};

/// The final word on a letter (promise 2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All of it was done.
    Obeyed,
    /// Some of it was done; the answer says what was not.
    PartlyObeyed,
    /// None of it was done, and why.
    Refused(String),
    /// No answer is owed, and why: automatic mail, bounce, list, stranger, duplicate.
    Ignored(String),
    /// Waits for its registered sender's word; refused at the deadline.
    Held(String),
    /// Waits for the GA.
    Quarantined(String),
}

impl Verdict {
    /// For the terminal and the audit.
    pub fn words(&self) -> String {
        match self {
            Verdict::Obeyed | Verdict::PartlyObeyed => self.word().to_owned(),
            Verdict::Refused(why)
            | Verdict::Ignored(why)
            | Verdict::Held(why)
            | Verdict::Quarantined(why) => format!("{}: {why}", self.word()),
        }
    }

    /// The verdict without its reason, for counting.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Obeyed => "obeyed",
            Verdict::PartlyObeyed => "partly obeyed",
            Verdict::Refused(_) => "refused",
            Verdict::Ignored(_) => "ignored",
            Verdict::Held(_) => "held",
            Verdict::Quarantined(_) => "quarantined",
        }
    }

    /// Whether it can still change (promise 2).
    pub fn is_final(&self) -> bool {
        !matches!(self, Verdict::Held(_) | Verdict::Quarantined(_))
    }
}

/// One order for a unit as it was filed: accepted at its receipt against the seats of that moment (M-01).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filed {
    /// When.
    pub receipt: Receipt,
    pub letter: LetterNo,
    pub player: PlayerNo,
    /// In what right, at that moment.
    pub right: Right,
    /// The lines; an empty list is a cancelled order (M-05).
    pub lines: Vec<Line>,
    /// The block's lines that could not be read.
    pub complaints: Vec<Complaint>,
}

impl Filed {
    /// Its place in the queue (M-01).
    pub fn moment(&self) -> (&Receipt, LetterNo) {
        (&self.receipt, self.letter)
    }
}

/// An office order as it was filed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "KeptOffice")]
pub struct FiledOffice {
    pub receipt: Receipt,
    pub letter: LetterNo,
    pub player: PlayerNo,
    pub order: Line,
    /// The seat that it gives, if it gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assigns: Option<Assigns>,
    /// Whether it takes back what the player has ordered in these words before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cancels: bool,
}

/// The same as it is read. Before schema 2 what a game understood by an order stood beside its words.
#[derive(Deserialize)]
struct KeptOffice {
    receipt: Receipt,
    letter: LetterNo,
    player: PlayerNo,
    order: KeptLine,
    #[serde(default)]
    assigns: Option<Assigns>,
    #[serde(default)]
    cancels: bool,
}

#[derive(Deserialize)]
struct KeptLine {
    words: Arc<str>,
    span: Span,
    #[serde(default)]
    what: Option<Understood>,
}

/// What was understood by an order: of interest is only whether it gave a seat.
#[derive(Deserialize)]
#[serde(untagged)]
enum Understood {
    Assign {
        #[serde(rename = "Assign")]
        assign: Assigns,
    },
    Other(serde::de::IgnoredAny),
}

impl From<KeptOffice> for FiledOffice {
    fn from(kept: KeptOffice) -> Self {
        let KeptOffice { receipt, letter, player, order: KeptLine { words, span, what }, assigns, cancels } =
            kept;
        let understood = match what {
            Some(Understood::Assign { assign }) => Some(assign),
            Some(Understood::Other(_)) | None => None,
        };
        FiledOffice {
            receipt,
            letter,
            player,
            order: Line { words, span },
            assigns: assigns.or(understood),
            cancels,
        }
    }
}

impl FiledOffice {
    /// Its place in the queue (M-01).
    pub fn moment(&self) -> (&Receipt, LetterNo) {
        (&self.receipt, self.letter)
    }
}

/// The order book of one game and turn: everything accepted, in order of receipt. What is in force is
/// worked out from it, never stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderBook {
    /// The open turn it belongs to.
    pub turn: u32,
    /// Orders by unit, shared: a letter at work takes a copy of what it touches, however much was filed before.
    pub units: BTreeMap<Piece, Vec<Arc<Filed>>>,
    /// Office orders, assignments among them.
    pub offices: Vec<FiledOffice>,
    /// Hand edits of the position, in the order in which they were done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<HandEdit>,
}

impl OrderBook {
    /// Files an order for a unit in its place by receipt; within one letter, after what it already holds.
    pub fn file(&mut self, unit: Piece, filed: Filed) {
        let orders = self.units.entry(unit).or_default();
        let place = orders.partition_point(|other| other.moment() <= filed.moment());
        orders.insert(place, Arc::new(filed));
    }

    /// The hand edit that opened the part of the turn which is open now; `None` where it has been open since the turn opened.
    pub fn opened_by(&self) -> Option<&HandEdit> {
        self.edits.iter().rev().find(|edit| edit.opens && is_in_force(&self.edits, edit))
    }

    /// Tells of each moment whether what was sent then is for the part of the turn that is open.
    pub fn counting(&self) -> impl Fn((&Receipt, LetterNo)) -> bool + use<'_> {
        let opened = self.opened_by().map(|edit| (&edit.receipt, edit.letter));
        move |moment| opened.is_none_or(|opened| moment > opened)
    }

    /// The orders of offices that stand but for assignments, in order of receipt: those that were not taken back, of the open part of
    /// the turn.
    pub fn offices_in_force(&self) -> impl Iterator<Item = &FiledOffice> {
        let is_taken_back = move |place: usize, filed: &FiledOffice| {
            let takes = |later: &FiledOffice| {
                later.cancels && later.player == filed.player && later.order.words == filed.order.words
            };
            self.offices[place + 1..].iter().any(takes)
        };
        let all =
            self.offices.iter().enumerate().filter(|(_, filed)| filed.assigns.is_none() && !filed.cancels);
        let counts = self.counting();
        all.filter(move |(place, filed)| counts(filed.moment()) && !is_taken_back(*place, filed))
            .map(|(_, filed)| filed)
    }

    /// The same with whose each is: what a game is run with.
    pub fn orders_of_offices(&self) -> Vec<(PlayerNo, Line)> {
        self.offices_in_force().map(|filed| (filed.player, filed.order.clone())).collect()
    }

    /// Files an office order in its place by receipt.
    pub fn file_office(&mut self, filed: FiledOffice) {
        let place = self.offices.partition_point(|other| other.moment() <= filed.moment());
        self.offices.insert(place, filed);
    }
}

/// The order books of turns that were closed, the latest first: by what was ordered in them old letters are known.
pub type Earlier = Vec<OrderBook>;

/// So many turns back old letters are known: mail programs put the last ones below an answer.
pub const TURNS_BACK: u32 = 12;

/// A letter that waits for its registered sender's word, or for its turn to open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    pub letter: LetterNo,
    /// When it was received: it counts from then once it is released.
    pub receipt: Receipt,
    /// The player as whom it was authenticated.
    pub player: String,
    /// SHA-256 of the token that releases it, in hexadecimal; empty where it waits for its turn.
    pub token: String,
    /// What it orders for a turn that was not open when it came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub early: Option<Early>,
}

impl Held {
    /// Whether it goes on waiting when a turn has closed and this one is open: it is for that one's next.
    pub fn outlives(&self, open: u32) -> bool {
        self.early.as_ref().is_some_and(|early| early.turn > open)
    }

    /// Whether it waits no longer: the turn that it is for is open.
    pub fn is_due(&self, open: u32) -> bool {
        self.early.as_ref().is_some_and(|early| early.turn <= open)
    }
}

/// What a judged letter changes in the record; the store carries these out in one transaction with the
/// verdict and the answers (promise 3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// An order for a unit enters the book of this turn.
    Unit { game: GameName, turn: u32, unit: Piece, filed: Filed },
    /// An office order enters the book of this turn.
    Office { game: GameName, turn: u32, filed: FiledOffice },
    /// A player's password from this letter on.
    Password { game: GameName, player: String, password: PasswordSince },
    /// How a player wants reports.
    ReportWishes { game: GameName, player: String, wishes: String },
    /// A player wrote to others.
    Press { game: GameName, turn: u32, press: FiledPress },
    /// A player refuses a sender's press from now on, or takes it again.
    Mute { game: GameName, player: String, sender: Sender, muted: bool },
    /// A player says something of the own seat.
    Seat { game: GameName, player: String, word: SeatWord },
    /// This letter is held.
    Hold { game: GameName, held: Held },
    /// A held letter is released: it is to be judged again, with [`Arrived::confirmed`] set and with what
    /// was known of it, as of its own receipt.
    ///
    /// [`Arrived::confirmed`]: crate::arrived::Arrived::confirmed
    Release { game: GameName, letter: LetterNo },
    /// What a game administrator's letter changes.
    Ga { game: GameName, change: Box<GaChange> },
}

impl Change {
    pub fn game(&self) -> &GameName {
        match self {
            Change::Unit { game, .. }
            | Change::Office { game, .. }
            | Change::Password { game, .. }
            | Change::ReportWishes { game, .. }
            | Change::Press { game, .. }
            | Change::Mute { game, .. }
            | Change::Seat { game, .. }
            | Change::Hold { game, .. }
            | Change::Release { game, .. }
            | Change::Ga { game, .. } => game,
        }
    }
}

/// Why an open turn is held, and what that means for letters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "KeptHold", into = "KeptHold")]
pub struct TurnHold {
    /// In words.
    pub why: String,
    /// What it means for letters that come after the deadline.
    pub kind: HoldKind,
}

/// What a hold means for letters that come after the deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldKind {
    /// The turn waits for orders that are missing: letters count until it is run.
    MissingOrders,
    /// The turn waits for something else: letters count up to the deadline, as ever.
    Other,
}

impl TurnHold {
    /// A hold that does not wait for orders.
    pub fn other(why: impl Into<String>) -> Self {
        TurnHold { why: why.into(), kind: HoldKind::Other }
    }

    /// A turn that is held for this reason from now on. If it waited for orders it goes on doing so: its players were
    /// told that their letters count until it is run.
    pub fn after(before: Option<&TurnHold>, why: impl Into<String>) -> Self {
        TurnHold { why: why.into(), kind: before.map_or(HoldKind::Other, |hold| hold.kind) }
    }
}

/// A hold as the record keeps it: in older records all are words.
#[derive(Serialize, Deserialize)]
#[serde(untagged, rename_all_fields = "kebab-case")]
enum KeptHold {
    Words(String),
    Kind { why: String, waits_for_orders: bool },
}

impl From<KeptHold> for TurnHold {
    fn from(kept: KeptHold) -> Self {
        match kept {
            KeptHold::Kind { why, waits_for_orders: true } => TurnHold { why, kind: HoldKind::MissingOrders },
            KeptHold::Words(why) | KeptHold::Kind { why, .. } => TurnHold::other(why),
        }
    }
}

impl From<TurnHold> for KeptHold {
    fn from(TurnHold { why, kind }: TurnHold) -> Self {
        match kind {
            HoldKind::MissingOrders => KeptHold::Kind { why, waits_for_orders: true },
            HoldKind::Other => KeptHold::Words(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{HoldKind, TurnHold};

    #[test]
    fn a_hold_is_read_from_records_of_before_there_were_kinds() {
        let read = |text: &str| serde_json::from_str::<TurnHold>(text).unwrap();
        assert_eq!(read("\"a mailbox is dark\""), TurnHold::other("a mailbox is dark"));
        for kind in [HoldKind::MissingOrders, HoldKind::Other] {
            let hold = TurnHold { why: "two players are late".into(), kind };
            assert_eq!(read(&serde_json::to_string(&hold).unwrap()), hold);
        }
        let plain = serde_json::to_string(&TurnHold::other("x")).unwrap();
        assert_eq!(plain, "\"x\"", "an older program reads it too");
    }
}

//! What happens in a round, in the order in which it does; reports are made of it.

use fieldpost_engine::piece::Piece;
use serde::{Deserialize, Serialize};

use crate::map::{Owner, Place};

/// The rows of a round, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Row {
    #[default]
    Supply,
    Campaigns,
    Detach,
    Ticks,
    Retreats,
    Hunt,
    Privateers,
    Combat,
    Siege,
    Revolt,
    Natives,
    Attrition,
    Leaders,
    Control,
    End,
}

impl Row {
    /// All, in their order.
    pub const ALL: [Row; 15] = [
        Row::Supply,
        Row::Campaigns,
        Row::Detach,
        Row::Ticks,
        Row::Retreats,
        Row::Hunt,
        Row::Privateers,
        Row::Combat,
        Row::Siege,
        Row::Revolt,
        Row::Natives,
        Row::Attrition,
        Row::Leaders,
        Row::Control,
        Row::End,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Row::Supply => "supply",
            Row::Campaigns => "campaigns",
            Row::Detach => "detach",
            Row::Ticks => "ticks",
            Row::Retreats => "retreats",
            Row::Hunt => "hunt",
            Row::Privateers => "privateers",
            Row::Combat => "combat",
            Row::Siege => "siege",
            Row::Revolt => "revolt",
            Row::Natives => "natives",
            Row::Attrition => "attrition",
            Row::Leaders => "leaders",
            Row::Control => "control",
            Row::End => "end",
        }
    }

    pub fn of(word: &str) -> Option<Self> {
        Row::ALL.into_iter().find(|row| row.word() == word)
    }
}

/// What kind of event it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    #[default]
    Move,
    Combat,
    CombatResolved,
    NavalCombat,
    Interception,
    Escape,
    Evasion,
    Refused,
    Siege,
    Honours,
    Assault,
    Hunt,
    Retreat,
    BrokeOff,
    // Beyond what rule cases name in the record.
    Overrun,
    Destroyed,
    Loss,
    Supply,
    Campaign,
    Detach,
    Absorb,
    Aboard,
    Ashore,
    Blockade,
    Pursuit,
    Captured,
    Leader,
    Revolt,
    Natives,
    Attrition,
    Control,
    Weather,
    Wait,
    Meeting,
}

impl Kind {
    pub const ALL: [Kind; 34] = [
        Kind::Move,
        Kind::Combat,
        Kind::CombatResolved,
        Kind::NavalCombat,
        Kind::Interception,
        Kind::Escape,
        Kind::Evasion,
        Kind::Refused,
        Kind::Siege,
        Kind::Honours,
        Kind::Assault,
        Kind::Hunt,
        Kind::Retreat,
        Kind::BrokeOff,
        Kind::Overrun,
        Kind::Destroyed,
        Kind::Loss,
        Kind::Supply,
        Kind::Campaign,
        Kind::Detach,
        Kind::Absorb,
        Kind::Aboard,
        Kind::Ashore,
        Kind::Blockade,
        Kind::Pursuit,
        Kind::Captured,
        Kind::Leader,
        Kind::Revolt,
        Kind::Natives,
        Kind::Attrition,
        Kind::Control,
        Kind::Weather,
        Kind::Wait,
        Kind::Meeting,
    ];

    /// Its word, as rule cases have it.
    pub fn word(self) -> String {
        match serde_json::to_value(self) {
            Ok(serde_json::Value::String(word)) => word,
            _ => String::new(),
        }
    }
}

/// On whom it hangs that an order fails. A receipt tells it; no record keeps it, for it follows from orders and position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Hangs {
    /// On nobody else: the map, the own stacks and their orders decide.
    #[default]
    Alone,
    /// On those who stand in a place.
    On(Vec<Piece>, Place),
    /// On the whole of who stands where.
    Standing,
}

impl Hangs {
    /// On these, in a place; on nobody if there are none.
    pub fn on(who: Vec<Piece>, place: &Place) -> Self {
        if who.is_empty() { Hangs::Alone } else { Hangs::On(who, place.clone()) }
    }
}

/// What becomes of an event: what follows from orders and position need not be in a record, and records stay as they were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keeping {
    /// It is told, and the record keeps it.
    #[default]
    ToldAndKept,
    /// It is told, and a round that is run again tells it again.
    OnlyTold,
    /// The record keeps it; another event tells it better.
    OnlyKept,
}

/// Something that happened. What does not apply to its kind is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Event {
    pub kind: Kind,
    pub row: Row,
    /// The tick, in rows that have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tick: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack: Option<Piece>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<Piece>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power: Option<Owner>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub outcome: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<u32>,
    /// The first commands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attacker: Vec<Piece>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub defender: Vec<Piece>,
    /// The attacker's and the defender's first line at sea.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub first_line: Vec<String>,
    /// Who stood by beyond the limit, with the thirds lost.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub excess: Vec<(Piece, i32)>,
    /// The rule that decided.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rule: String,
    /// Movement points spent so far, or thirds or ships lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<i32>,
    /// More of it in words, line by line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub detail: Vec<String>,
    /// Of what fails: on whom it hangs.
    #[serde(skip)]
    pub hangs: Hangs,
    #[serde(skip)]
    pub keeping: Keeping,
}

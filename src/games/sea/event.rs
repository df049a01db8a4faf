//! What happens at sea, as it is told to those who saw it.

pub mod reason;

use serde::{Serialize, Serializer};

use crate::event::reason::Reason;
use crate::phase::Phase;
use crate::place::Place;
use crate::ship::ShipId;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// What kind of thing happened; its word is what a case expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Attach,
    Detach,
    Combine,
    Divide,
    Crew,
    Scuttle,
    Repair,
    Stores,
    NoStores,
    Sail,
    NotSailed,
    Disperse,
    Enter,
    Leave,
    Passage,
    River,
    Halted,
    Meet,
    Avoid,
    Join,
    Pursue,
    Transit,
    Arrive,
    Sortie,
    StandIn,
    Evade,
    NavalCombat,
    Sunk,
    Captured,
    Escaped,
    Driven,
    RunPast,
    TurnedBack,
    BatteryLost,
    Storm,
    Blown,
    Foundered,
    Wrecked,
    Load,
    Unload,
    Land,
    Refused,
    ShipBombards,
    ShipSupports,
    Bridge,
    Pontoon,
    GarrisonCombat,
    CapturePort,
    Sighted,
    Rumour,
}

impl Kind {
    /// Every kind with its word.
    pub const ALL: [(Kind, &'static str); 50] = [
        (Kind::Attach, "attach"),
        (Kind::Detach, "detach"),
        (Kind::Combine, "combine"),
        (Kind::Divide, "divide"),
        (Kind::Crew, "crew"),
        (Kind::Scuttle, "scuttle"),
        (Kind::Repair, "repair"),
        (Kind::Stores, "stores"),
        (Kind::NoStores, "no-stores"),
        (Kind::Sail, "sail"),
        (Kind::NotSailed, "not-sailed"),
        (Kind::Disperse, "disperse"),
        (Kind::Enter, "enter"),
        (Kind::Leave, "leave"),
        (Kind::Passage, "passage"),
        (Kind::River, "river"),
        (Kind::Halted, "halted"),
        (Kind::Meet, "meet"),
        (Kind::Avoid, "avoid"),
        (Kind::Join, "join"),
        (Kind::Pursue, "pursue"),
        (Kind::Transit, "transit"),
        (Kind::Arrive, "arrive"),
        (Kind::Sortie, "sortie"),
        (Kind::StandIn, "stand-in"),
        (Kind::Evade, "evade"),
        (Kind::NavalCombat, "naval-combat"),
        (Kind::Sunk, "sunk"),
        (Kind::Captured, "captured"),
        (Kind::Escaped, "escaped"),
        (Kind::Driven, "driven"),
        (Kind::RunPast, "run-past"),
        (Kind::TurnedBack, "turned-back"),
        (Kind::BatteryLost, "battery-lost"),
        (Kind::Storm, "storm"),
        (Kind::Blown, "blown"),
        (Kind::Foundered, "foundered"),
        (Kind::Wrecked, "wrecked"),
        (Kind::Load, "load"),
        (Kind::Unload, "unload"),
        (Kind::Land, "land"),
        (Kind::Refused, "refused"),
        (Kind::ShipBombards, "ship-bombards"),
        (Kind::ShipSupports, "ship-supports"),
        (Kind::Bridge, "bridge"),
        (Kind::Pontoon, "pontoon"),
        (Kind::GarrisonCombat, "garrison-combat"),
        (Kind::CapturePort, "capture-port"),
        (Kind::Sighted, "sighted"),
        (Kind::Rumour, "rumour"),
    ];

    /// Its word.
    pub fn words(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.words())
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    pub phase: Phase,
    /// What kind of thing.
    pub kind: Kind,
    /// The ship it happened to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ship: Option<ShipId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Place>,
    /// Where it happened, or where she came to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
    /// The strategic square ashore in which a unit is set down (9.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<StrategicSquare>,
    /// The tactical square ashore.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tac: Option<TacticalSquare>,
    /// What else was part of it: a ship, a unit, a port.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// How many: squares, men, stores, points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Whether ships came to close quarters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub close: Option<bool>,
    /// The strength of attack and defence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<(u32, u32)>,
    /// Why; the record has it in a sentence, with the rule.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "in_words")]
    pub why: Option<Reason>,
    /// The order that was not done, in canonical words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// How each side came out of a battle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battle: Option<Box<Account>>,
}

fn in_words<S: Serializer>(why: &Option<Reason>, serializer: S) -> Result<S::Ok, S::Error> {
    why.as_ref().map(Reason::words).serialize(serializer)
}

impl Event {
    /// An event of which nothing else is known yet.
    pub fn new(phase: Phase, kind: Kind) -> Event {
        Event {
            phase,
            kind,
            ship: None,
            from: None,
            at: None,
            square: None,
            tac: None,
            other: None,
            count: None,
            close: None,
            strength: None,
            why: None,
            order: None,
            battle: None,
        }
    }
}

/// A battle ship by ship (naval record 12.4).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Account {
    /// The two sides: whoever began it first.
    pub sides: [Vec<Part>; 2],
    /// Which of them won.
    pub winner: Option<usize>,
}

/// What became of a ship or battery that fights on; whether she gets away is told apart.
pub const STANDS: &str = "stands";

/// What became of a battery that fires no more.
pub const SILENCED: &str = "silenced";

/// A ship's or battery's part in a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// Her id, or the battery's.
    pub id: String,
    /// What she is called.
    pub name: String,
    /// Her strength before the first shot.
    pub strength: u32,
    /// Whether at close quarters.
    pub close: bool,
    /// Shots that hit her.
    pub hits: u32,
    /// Hull, propulsion and crew afterwards; of a battery the batteries that are left.
    pub after: (u8, u8, u32),
    /// What became of her, in a word.
    pub fate: &'static str,
    /// Why she did not come to close quarters as ordered; empty if she did, or was not to. Told and not kept: it follows from orders and
    /// damage.
    #[serde(skip)]
    pub kept_off: &'static str,
}

//! The kinds of facts: the words by which they are recorded, told apart and looked for.

use serde::{Serialize, Serializer};

/// A fact's kind; its word is what a case expects.
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
    pub const ALL: [(Kind, &'static str); 49] = [
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

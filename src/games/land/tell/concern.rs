//! What may ail a unit, and a note that says so.

use schemars::JsonSchema;
use serde::Serialize;

use crate::ails::Reason;
use fieldpost_engine::words::capital;

/// What ails a unit, in the order in which a report names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Concern {
    /// Enemies are seen in its strategic square (rule 4.2).
    EnemiesHere,
    /// It stands in a city of its side that is besieged (rule 2.7).
    Besieged,
    /// It is shattered (chapter 14).
    Shattered,
    /// It has no source of supply (rule 11.6).
    NoSupply,
    /// Its source of supply has nothing left.
    EmptySource,
    /// It had nothing to eat (rule 11.10).
    Hungry,
    /// It has nothing left to fire (rule 11.11).
    NoAmmunition,
    /// It is in touch with no headquarters or city (rule 11.1).
    NoCommunications,
    /// It is too tired to march (rule 7.1).
    TooTiredToMarch,
    /// It is too tired for a tactical move while enemies are in its square (rule 9.1).
    TooTiredNearEnemies,
    /// Its fatigue is at one of these two limits, or one below.
    NearlyTooTired,
}

impl Concern {
    /// What it is, at the head of a list of units.
    pub fn words(self) -> &'static str {
        match self {
            Concern::EnemiesHere => "Own units with enemies in their square",
            Concern::Besieged => "Besieged",
            Concern::Shattered => "Shattered",
            Concern::NoSupply => "Without a source of supply",
            Concern::EmptySource => "Nothing left at the source of supply",
            Concern::Hungry => "Hungry",
            Concern::NoAmmunition => "Without ammunition",
            Concern::NoCommunications => "Without communications",
            Concern::TooTiredToMarch => "Too tired to march",
            Concern::TooTiredNearEnemies => "Too tired for tactical moves near enemies",
            Concern::NearlyTooTired => "Nearly too tired",
        }
    }
}

impl Concern {
    /// The same to whoever takes no side, to whom no units are own ones.
    pub fn words_to(self, is_umpire: bool) -> &'static str {
        match self {
            Concern::EnemiesHere if is_umpire => "Units with enemies in their square",
            concern => concern.words(),
        }
    }
}

/// Something that ails a unit, with its cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Note {
    /// What.
    pub concern: Concern,
    /// A sentence that says it, and why.
    pub words: String,
    /// Why, for who tells it of several units at once, or of a turn that is over.
    #[serde(skip)]
    pub why: Reason,
}

impl Note {
    /// A note that says why; `what` stands before that, and is empty where the reason says it itself.
    pub fn new(concern: Concern, what: &str, why: impl Into<Reason>) -> Self {
        let why = why.into();
        let words = match what {
            "" => format!("{}.", capital(&why.words())),
            what => format!("{what}: {why}."),
        };
        Note { concern, words, why }
    }
}

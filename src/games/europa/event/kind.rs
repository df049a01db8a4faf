//! The kinds of facts: the words by which they are recorded, told apart and looked for.

use serde::{Deserialize, Serialize};

/// A fact's kind; its word is what a case expects.
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
    Course,
    Score,
    Condition,
}

impl Kind {
    pub const ALL: [Kind; 37] = [
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
        Kind::Course,
        Kind::Score,
        Kind::Condition,
    ];

    /// Its word, as rule cases have it.
    pub fn word(self) -> String {
        match serde_json::to_value(self) {
            Ok(serde_json::Value::String(word)) => word,
            _ => String::new(),
        }
    }
}

//! What stands at the head of every report.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use fieldpost_engine::calendar::Calendar;

/// What stands at the head of every report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// The game's name, as letters give it.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The player it is for.
    pub player: String,
    /// The next deadline in the game's time zone.
    pub deadline_local: String,
    /// The same in UTC.
    pub deadline_utc: String,
    /// The days of the game's own world, where its scenario has a calendar.
    #[serde(skip)]
    pub calendar: Option<Calendar>,
    /// What the game administrator changed by hand of the player's own units in the turn that is over.
    #[serde(skip)]
    pub by_hand: Vec<ByHand>,
    /// What becomes of the player's pieces if nothing is ordered, as things stand, a line each.
    #[serde(skip)]
    pub silence: Vec<String>,
}

impl Heading {
    /// The deadline in the game's time zone, and in UTC where that is another.
    pub fn deadline_words(&self) -> String {
        match self.deadline_local.ends_with("UTC") {
            true => self.deadline_local.clone(),
            false => format!("{} ({})", self.deadline_local, self.deadline_utc),
        }
    }

    /// The day of the game's own world on which a turn (1 upward) begins.
    pub fn day(&self, turn: u32) -> Option<NaiveDate> {
        self.calendar.and_then(|calendar| calendar.day(turn))
    }

    /// The same for people, such as `22 June 1866`.
    pub fn date(&self, turn: u32) -> Option<String> {
        self.day(turn).map(|day| day.format("%-d %B %Y").to_string())
    }
}

/// One value that the game administrator changed by hand: of the player's own units, or of what else concerns the player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ByHand {
    /// The unit; empty where it is no unit's.
    pub unit: String,
    /// What, such as `AU3IN morale`.
    pub what: String,
    /// What it was; a dash for nothing.
    pub before: String,
    /// What it was made.
    pub after: String,
}

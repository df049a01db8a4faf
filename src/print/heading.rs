//! What stands at the head of every report.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::form::FormBlock;
use crate::illustration::Illustration;
use crate::section::Section;
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
    /// What the game has to tell beside the reports that the head is for, such as of ships.
    #[serde(skip)]
    pub besides: Option<Besides>,
    /// What becomes of the player's pieces if nothing is ordered, as things stand, a line each.
    #[serde(skip)]
    pub silence: Vec<String>,
}

/// What a game tells beside the rest of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Besides {
    /// Under which title it stands in the report of what happened, such as `At sea`.
    pub title: String,
    /// The gravest of it, for who reads nothing else.
    pub lead: Vec<String>,
    /// What could not be done as it was ordered.
    pub attention: Vec<String>,
    /// What happened, by phases.
    pub happened: Vec<Section>,
    /// What befell units of the report.
    pub units: Vec<BesidesUnit>,
    /// Where things stand.
    pub stands: Vec<Section>,
    /// Pictures of what happened.
    pub pictures: Vec<Illustration>,
    /// What lies where on the map of the report.
    pub signs: Vec<BesidesSign>,
    /// What the page on which orders are composed is to know of it.
    pub page: Option<serde_json::Value>,
    /// Blocks of the orders to be filled in, for what the report's game does not order.
    pub form: Vec<FormBlock>,
    /// The fields that it adds to the file for programs.
    pub data: serde_json::Map<String, serde_json::Value>,
}

/// What befell a unit of the report's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BesidesUnit {
    /// Its name.
    pub unit: String,
    /// In which phase of the report's.
    pub phase: String,
    /// What, in a few words.
    pub words: String,
    /// The men that it cost.
    pub lost: u32,
    /// Whose doing it was.
    pub by: String,
}

/// Things of one side in a square of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BesidesSign {
    /// The square's name.
    pub at: String,
    /// Whose: `allied`, `hostile` or `neutral`.
    pub side: &'static str,
    /// How many.
    pub count: u32,
}

impl Besides {
    /// Whether people are told anything of it: programs may be told that there is nothing.
    fn is_told(&self) -> bool {
        let says = [&self.happened, &self.stands].iter().any(|sections| !sections.is_empty());
        says || !self.signs.is_empty() || self.page.is_some() || !self.pictures.is_empty()
    }

    /// The pictures of where things stand, in their order.
    pub fn pictures_of_position(&self) -> impl Iterator<Item = &Illustration> {
        self.stands.iter().flat_map(Section::figures)
    }
}

impl Heading {
    /// What is told beside the reports, if there is anything to tell.
    pub fn told_besides(&self) -> Option<&Besides> {
        self.besides.as_ref().filter(|besides| besides.is_told())
    }

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

//! What happened and what one player may see, as a view, and the view as text and HTML.
//!
//! **Reports are built from events that the player was told and from what is in sight at the end**, never
//! from the position itself. Words that people read stand in `mail_templates/`, not here.

use serde::{Deserialize, Serialize};

pub mod press;

/// What stands at the head of every report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
}

/// A report, ready to be mailed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Subject and text.
    pub printed: press::Printed,
    /// The same as HTML.
    pub html: Option<String>,
    /// The order template: what can be sent back as it is, once a password is added.
    pub orders: String,
}

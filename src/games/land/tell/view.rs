//! The one view of a player and turn, from which all faces of the reports are made: text, HTML, JSON and the order
//! template. It is built from the events that the player was told and from what the player's [`Vantage`] gives
//! (promise 6), and from nothing else.

use schemars::JsonSchema;
use serde::Serialize;

use crate::beside::Given;
use crate::news::EventReport;
use crate::order_form;
use crate::position::PositionView;
use crate::vantage::Vantage;

/// The version of the JSON face. It goes up when a field goes away or changes its meaning; fields may be added
/// without.
pub const VERSION: u32 = 1;

/// Everything that one player is told of one turn: what happened, and where things stand when the next one opens.
///
/// Strategic squares are named as on the map (`A9-N6`), tactical squares as `column-row`, each 0 to 14 from the
/// north-west; units by their ids (`FR3IN`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TurnView {
    /// The version of this form. It goes up when a field goes away or changes its meaning; fields may be added
    /// without.
    pub version: u32,
    /// The game's name, as letters give it.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The player whom this is for.
    pub player: String,
    /// The open turn, for which orders are due.
    pub turn: u32,
    /// The day of the game's own world on which it begins, such as `1866-06-22`, where the scenario has a calendar.
    pub day: Option<String>,
    /// Until when orders for it count.
    pub deadline: Deadline,
    /// What the player's units saw in the turn before; none before the first turn.
    pub events: Option<EventReport>,
    /// Where things stand at the start of the open turn.
    pub position: PositionView,
}

/// A moment, as it stands in the mails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Deadline {
    /// In the game's time zone.
    pub local: String,
    /// In UTC.
    pub utc: String,
}

impl TurnView {
    /// The view of a player: what they were told of the turn before, and what they may know of the position.
    pub fn of(vantage: &Vantage<'_>, given: Given<'_>, events: Option<EventReport>) -> Self {
        let (form, heading) = (order_form::of(vantage, given), given.heading);
        TurnView {
            version: VERSION,
            game: heading.game.clone(),
            title: heading.title.clone(),
            player: heading.player.clone(),
            turn: vantage.turn,
            day: heading.day(vantage.turn).map(|day| day.to_string()),
            deadline: Deadline { local: heading.deadline_local.clone(), utc: heading.deadline_utc.clone() },
            events,
            position: PositionView { silence: heading.silence.clone(), ..PositionView::of(vantage, &form) },
        }
    }
}

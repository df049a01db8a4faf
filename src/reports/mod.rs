//! What happened and what one player may see, as a view, and the view as text and HTML.
//!
//! **Reports are built from events that the player was told and from what is in sight at the end**, never
//! from the position itself. Words that people read stand in `mail_templates/`, not here.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::engine::dice::Dice;
use crate::engine::ids::PlayerNo;
use crate::games::ground::tactical::Atlas;
use crate::games::land::detection::{Sight, sights};
use crate::games::land::field::Field;
use crate::games::land::state::LandState;
use crate::games::land::turn::{Outcome, occupancy};
use crate::games::land::unit::UnitId;
use crate::games::land::variant::Variant;
use crate::reports::news::{News, Whose};
use crate::reports::position::{PositionReport, Tired};
use crate::reports::press::{Press, PressError};
use crate::reports::vantage::Vantage;

pub mod battles;
pub mod desk_page;
pub mod extract;
mod lack;
pub mod moves;
pub mod news;
pub mod order_form;
pub mod paint;
pub mod picture;
mod plain;
pub mod position;
pub mod press;
mod reasons;
pub mod sheets;
pub mod status;
pub mod vantage;
pub mod wishes;

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
    /// Pictures in the HTML.
    pub pictures: Vec<Illustration>,
    /// Files that go with it.
    pub enclosures: Vec<Enclosure>,
    /// The order template: what can be sent back as it is, once a password is added. Empty for an event report.
    pub orders: String,
}

/// A picture in the HTML of a report, which names it as `cid:<id>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illustration {
    /// Its content id.
    pub id: String,
    /// What it shows, for those who do not see it.
    pub alt: String,
    /// PNG bytes; players who see the same share them.
    pub png: Arc<[u8]>,
}

/// A file that goes with a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosure {
    /// Its name, such as `orders.txt`.
    pub name: String,
    /// Its MIME type.
    pub kind: &'static str,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// The two reports of a finished turn for one player (rule 5.3, R-5.3): what happened, and where things stand.
///
/// # Errors
/// If a template cannot be printed.
pub fn turn_reports(
    press: &Press,
    atlas: &Atlas,
    outcome: &Outcome,
    player: PlayerNo,
    heading: &Heading,
) -> Result<[Report; 2], PressError> {
    let nothing = Sight::default();
    let sight = outcome.sights.get(&player).unwrap_or(&nothing);
    let events = event_report(press, atlas, outcome, player, heading)?;
    Ok([events, position_report(press, atlas, &outcome.state, sight, player, heading)?])
}

/// The position report before the first turn. What its numbers of enemies are drawn from is keyed by turn 0,
/// so that they are the same whenever it is printed of a game with this seed.
///
/// # Errors
/// As [`turn_reports`].
pub fn first_position(
    press: &Press,
    atlas: &Atlas,
    variant: &'static Variant,
    state: &LandState,
    seed: u64,
    player: PlayerNo,
    heading: &Heading,
) -> Result<Report, PressError> {
    let occupancy = occupancy(state);
    let field = Field { atlas, variant, state, occupancy: &occupancy };
    let seen = sights_at_opening(field, seed);
    let nothing = Sight::default();
    let sight = seen.get(&player).unwrap_or(&nothing);
    position_report(press, atlas, state, sight, player, heading)
}

/// What the players see before a game's first turn.
fn sights_at_opening(field: Field<'_>, seed: u64) -> BTreeMap<PlayerNo, Sight> {
    sights(field, &mut Dice::new(seed, 0), "opening")
}

/// What the players see at the start of the open turn, once more, with the very numbers of enemies that the reports
/// gave: dice are keyed, and at a turn's end the reports look at the position that the next turn begins with. Only what
/// War Ministers heard is not among it: that takes more than the position.
pub fn sights_of_open_turn(field: Field<'_>, seed: u64) -> BTreeMap<PlayerNo, Sight> {
    match field.state.turn.checked_sub(1) {
        Some(0) | None => sights_at_opening(field, seed),
        Some(last) => sights(field, &mut Dice::new(seed, last), "end"),
    }
}

/// The event report of a finished turn.
fn event_report(
    press: &Press,
    atlas: &Atlas,
    outcome: &Outcome,
    player: PlayerNo,
    heading: &Heading,
) -> Result<Report, PressError> {
    let state = &outcome.state;
    let nation = state.player(player).map(|player| player.nation);
    let is_friend = |other| nation.is_some_and(|own| state.relations.between(own, other).is_friendly());
    let mine: BTreeSet<UnitId> = state.units_of(player).map(|unit| unit.id).collect();
    let whose = |unit: UnitId| match (mine.contains(&unit), is_friend(unit.nation)) {
        (true, _) => Whose::Mine,
        (false, true) => Whose::Side,
        (false, false) => Whose::Others,
    };
    let news = News::of(&outcome.events, player, &atlas.map.grid, whose);
    let view = EventPage { heading, turn: state.turn.saturating_sub(1), news: &news };
    let printed = press.print("events.txt", &view)?;
    let html = Some(press.page("events.html", &view)?);
    Ok(Report { printed, html, pictures: Vec::new(), enclosures: Vec::new(), orders: String::new() })
}

/// The position report of a player at the start of a turn.
///
/// # Errors
/// As [`turn_reports`].
pub fn position_report(
    press: &Press,
    atlas: &Atlas,
    state: &LandState,
    sight: &Sight,
    player: PlayerNo,
    heading: &Heading,
) -> Result<Report, PressError> {
    let Some(vantage) = Vantage::of(player, state, sight, atlas) else {
        return Err(PressError::NoPlayer(heading.player.clone()));
    };
    let report = PositionReport::of(&vantage, &heading.game);
    let text = PositionText {
        heading,
        turn: report.turn,
        season: report.season,
        station: &report.station,
        map: plain::extracts(&report),
        in_sight: plain::in_sight(&report),
        hearsay: plain::hearsay(&report),
        stores: plain::stores(&report),
        sheets: plain::sheets(&report),
        others_in_sight: report.others_in_sight,
        units: plain::units(&report.units),
        deputised: plain::units(&report.deputised),
        resting: plain::units(&report.resting),
        tired: report.tired,
        orders: &report.orders,
    };
    let printed = press.print("position.txt", &text)?;
    let html = press.page("position.html", &PositionPage { heading, report: &report })?;
    let orders = Enclosure {
        name: "orders.txt".into(),
        kind: "text/plain; charset=utf-8",
        bytes: report.orders.clone().into_bytes(),
    };
    let (pictures, enclosures) = (Vec::new(), vec![orders]);
    Ok(Report { printed, html: Some(html), pictures, enclosures, orders: report.orders })
}

/// What the templates of the event report are given.
#[derive(Serialize)]
struct EventPage<'a> {
    #[serde(flatten)]
    heading: &'a Heading,
    turn: u32,
    #[serde(flatten)]
    news: &'a News,
}

/// What the text template of the position report is given.
#[derive(Serialize)]
struct PositionText<'a> {
    #[serde(flatten)]
    heading: &'a Heading,
    turn: u32,
    season: &'a str,
    station: &'a str,
    map: String,
    in_sight: String,
    others_in_sight: bool,
    hearsay: String,
    stores: String,
    sheets: String,
    units: String,
    deputised: String,
    resting: String,
    tired: Tired,
    orders: &'a str,
}

/// What the HTML template of the position report is given.
#[derive(Serialize)]
struct PositionPage<'a> {
    #[serde(flatten)]
    heading: &'a Heading,
    #[serde(flatten)]
    report: &'a PositionReport,
}

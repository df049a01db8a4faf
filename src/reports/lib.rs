//! What happened and what one player may see, as a view, and the view as text and HTML.
//!
//! **Reports are built from events that the player was told and from what is in sight at the end**, never
//! from the position itself. Words that people read stand in `mail_templates/`, not here.

// The rooms by their places in the house.
use crate as reports;
use fieldpost_engine as engine;
use fieldpost_games as games;
use fieldpost_print as print;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::engine::dice::Dice;
use crate::engine::ids::PlayerNo;
use crate::games::ground::tactical::Atlas;
use crate::games::land::book::Book;
use crate::games::land::detection::{Sight, sights};
use crate::games::land::field::Field;
use crate::games::land::phase::Phase;
use crate::games::land::scenario::Calendar;
use crate::games::land::state::LandState;
use crate::games::land::turn::{Outcome, occupancy};
use crate::games::land::unit::UnitId;
use crate::print::wishes::Wishes;
use crate::reports::desk_page::DeskKit;
use crate::reports::faces::{Faces, MOST_HTML, bytes_in_mail};
use crate::reports::gather::{Reader, Whose};
use crate::reports::illustrations::{Album, Grounds};
use crate::reports::news::{ByHand, EventReport};
use crate::reports::place::Gazetteer;
use crate::reports::press::{Press, PressError};
use crate::reports::vantage::Vantage;
use crate::reports::view::TurnView;

mod army;
pub mod attention;
pub mod battles;
pub mod desk_page;
pub mod edition;
pub mod extract;
mod faces;
pub mod gather;
pub mod held;
pub mod illustrations;
pub mod json;
pub mod lack;
pub mod moves;
pub mod news;
pub mod order_form;
pub mod picture;
pub mod place;
pub mod places;
mod plain;
pub mod position;
pub mod press;
mod reasons;
pub mod sheets;
pub mod status;
pub mod stories;
pub mod summary;
pub mod tell;
pub mod vantage;
pub mod view;

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
}

impl Heading {
    /// The day of the game's own world on which a turn (1 upward) begins.
    pub fn day(&self, turn: u32) -> Option<NaiveDate> {
        self.calendar.and_then(|calendar| calendar.day(turn))
    }

    /// The same for people, such as `22 June 1866`.
    pub fn date(&self, turn: u32) -> Option<String> {
        self.day(turn).map(|day| day.format("%-d %B %Y").to_string())
    }
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

impl Enclosure {
    /// An HTML page as a file.
    fn page(name: &str, page: String) -> Self {
        Enclosure { name: name.into(), kind: "text/html; charset=utf-8", bytes: page.into_bytes() }
    }
}

/// What the reports of all players of a turn are made with; any number of threads may share it.
pub struct Workshop<'a> {
    press: &'a Press,
    atlas: &'a Atlas,
    book: &'static Book,
    album: Album<'a>,
    desk: Option<DeskKit>,
}

impl<'a> Workshop<'a> {
    /// A workshop for a turn of a game on these maps, played by this book.
    pub fn new(press: &'a Press, atlas: &'a Atlas, book: &'static Book) -> Self {
        Workshop::on(press, atlas, book, Arc::default())
    }

    /// The same, with the grounds of pictures that were drawn for earlier turns on these maps.
    pub fn on(press: &'a Press, atlas: &'a Atlas, book: &'static Book, grounds: Arc<Grounds>) -> Self {
        Workshop { press, atlas, book, album: Album::on(atlas, grounds), desk: None }
    }

    /// The same with what the desk page needs: without, no report has one.
    pub fn with_desk(self, desk: DeskKit) -> Self {
        Workshop { desk: Some(desk), ..self }
    }
}

/// The reports of a finished turn for one player (rule 5.3, R-5.3), what happened before where things stand: two
/// mails, or one for whoever wishes so.
///
/// # Errors
/// If a template cannot be printed.
pub fn turn_reports(
    shop: &Workshop<'_>,
    outcome: &Outcome,
    player: PlayerNo,
    heading: &Heading,
    wishes: &Wishes,
) -> Result<Vec<Report>, PressError> {
    let nothing = Sight::default();
    let sight = outcome.sights.get(&player).unwrap_or(&nothing);
    let vantage = vantage(shop, &outcome.state, sight, player, heading)?;
    let mut told = event_view(&vantage, outcome, player);
    told.by_hand.clone_from(&heading.by_hand);
    let view = TurnView::of(&vantage, heading, Some(told.clone()));
    let faces = Faces::new(shop, &vantage, &view, heading);
    let events = EventPage::of(&told, heading);
    if wishes.one_mail {
        return Ok(vec![in_one_mail(shop, &faces, &events, wishes)?]);
    }
    Ok(vec![happened(shop, events, wishes)?, faces.report(wishes, None)?])
}

/// The event report by itself: its page whole, or what is told in short with the whole page as a file.
fn happened(shop: &Workshop<'_>, mut events: EventPage<'_>, wishes: &Wishes) -> Result<Report, PressError> {
    let printed = shop.press.print("events.txt", &shop.book.told(&events))?;
    let mut report =
        Report { printed, html: None, pictures: Vec::new(), enclosures: Vec::new(), orders: String::new() };
    if wishes.html {
        let mut page = shop.press.page("events.html", &shop.book.told(&events))?;
        if bytes_in_mail(&page) > MOST_HTML {
            report.enclosures.push(Enclosure::page("events.html", page));
            events.is_whole = false;
            page = shop.press.page("events.html", &shop.book.told(&events))?;
        }
        report.html = Some(page);
    }
    Ok(report)
}

/// Both reports as one: what happened above where things stand.
fn in_one_mail(
    shop: &Workshop<'_>,
    faces: &Faces<'_>,
    events: &EventPage<'_>,
    wishes: &Wishes,
) -> Result<Report, PressError> {
    let mut above =
        if wishes.html { shop.press.part("events.html", &shop.book.told(events))? } else { String::new() };
    // Where things stand needs its own part of the bytes that mail programs show.
    let is_long = bytes_in_mail(&above) > MOST_HTML / 2;
    if is_long {
        above.clear();
    }
    let mut report = faces.report(wishes, Some(&above))?;
    if is_long {
        let page = shop.press.page("events.html", &shop.book.told(events))?;
        report.enclosures.push(Enclosure::page("events.html", page));
    }
    let texts = OneText {
        title: &events.heading.title,
        game: &events.heading.game,
        turn: events.report.turn,
        events: &shop.press.print("events.txt", &shop.book.told(events))?.text,
        position: &report.printed.text,
    };
    report.printed = shop.press.print("turn.txt", &texts)?;
    Ok(report)
}

/// The position report before the first turn. What its numbers of enemies are drawn from is keyed by turn 0,
/// so that they are the same whenever it is printed of a game with this seed.
///
/// # Errors
/// As [`turn_reports`].
pub fn first_position(
    shop: &Workshop<'_>,
    state: &LandState,
    seed: u64,
    player: PlayerNo,
    heading: &Heading,
    wishes: &Wishes,
) -> Result<Report, PressError> {
    let occupancy = occupancy(state);
    let field = Field { atlas: shop.atlas, book: shop.book, state, occupancy: &occupancy };
    let seen = sights_at_opening(field, seed);
    let nothing = Sight::default();
    let sight = seen.get(&player).unwrap_or(&nothing);
    position_report(shop, state, sight, player, heading, wishes)
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
        Some(last) => sights(field, &mut Dice::new(seed, last), Phase::End.words()),
    }
}

/// What a player was told of a finished turn, as the view from which all faces of the event report are printed.
pub fn event_view(vantage: &Vantage<'_>, outcome: &Outcome, player: PlayerNo) -> EventReport {
    // A unit that is no more was the player's if they had its seat when it went.
    let had =
        outcome.removed.iter().filter(|(_, seat)| seat.commander == player || seat.deputy == Some(player));
    let own: BTreeSet<UnitId> =
        vantage.own.iter().map(|own| own.unit.id).chain(had.map(|(id, _)| *id)).collect();
    let whose = |unit: UnitId| match (own.contains(&unit), vantage.relation(unit.nation).is_friendly()) {
        (true, _) => Whose::Own,
        (false, true) => Whose::Side,
        (false, false) => Whose::Others,
    };
    let deputised = |unit: UnitId| outcome.removed.get(&unit).is_some_and(|seat| seat.commander != player);
    let places = Gazetteer(&vantage.atlas.map);
    let reader = Reader { player, places, whose: &whose, deputised: &deputised };
    EventReport::of(&outcome.events, vantage, reader)
}

/// The position report of a player at the start of a turn, of which nothing that happened is told.
///
/// # Errors
/// As [`turn_reports`].
pub fn position_report(
    shop: &Workshop<'_>,
    state: &LandState,
    sight: &Sight,
    player: PlayerNo,
    heading: &Heading,
    wishes: &Wishes,
) -> Result<Report, PressError> {
    let vantage = vantage(shop, state, sight, player, heading)?;
    let view = TurnView::of(&vantage, heading, None);
    Faces::new(shop, &vantage, &view, heading).report(wishes, None)
}

fn vantage<'a>(
    shop: &Workshop<'a>,
    state: &'a LandState,
    sight: &'a Sight,
    player: PlayerNo,
    heading: &Heading,
) -> Result<Vantage<'a>, PressError> {
    let vantage = Vantage::of(player, state, sight, shop.atlas, shop.book);
    vantage.ok_or_else(|| PressError::NoPlayer(heading.player.clone()))
}

/// What the templates of the event report are given.
#[derive(Serialize)]
struct EventPage<'a> {
    #[serde(flatten)]
    heading: &'a Heading,
    /// The day on which the turn began in the game's own world, in words.
    date: Option<String>,
    #[serde(flatten)]
    report: &'a EventReport,
    /// The units to which nothing happened, in words.
    quiet_units: String,
    /// Whether something happened to units that the player commands.
    has_commanded: bool,
    /// Whether something happened to units that the player deputises for.
    has_deputised: bool,
    /// Whether the page tells all of it; otherwise what is told in short.
    is_whole: bool,
}

impl<'a> EventPage<'a> {
    fn of(report: &'a EventReport, heading: &'a Heading) -> Self {
        let busy = |commanded: bool| {
            report.units.iter().any(|unit| unit.is_commanded == commanded && !unit.history.is_empty())
        };
        EventPage {
            heading,
            date: heading.date(report.turn),
            report,
            quiet_units: report.quiet_units(),
            has_commanded: busy(true),
            has_deputised: busy(false),
            is_whole: true,
        }
    }
}

/// Both reports as text, for the template that puts them together.
#[derive(Serialize)]
struct OneText<'a> {
    title: &'a str,
    game: &'a str,
    turn: u32,
    events: &'a str,
    position: &'a str,
}

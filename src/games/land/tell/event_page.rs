//! The event report as text and as a page of HTML.

use serde::Serialize;

use crate::news::EventReport;
use crate::pages::{self, MapFace};
use crate::vantage::Vantage;
use crate::{illustrations, lead};
use fieldpost_engine::wishes::Wishes;
use fieldpost_ground::spelling;
use fieldpost_print::heading::Heading;
use fieldpost_print::layout::LaidBesides;
use fieldpost_print::press::{PressError, Printed, Spread};
use fieldpost_print::report::{Enclosure, Faces, Illustration, Page};
use fieldpost_print::shop::Shop;

/// What the templates of the event report are given beside the report itself.
#[derive(Clone, Serialize)]
pub struct EventPage<'a> {
    /// What stands at its head, which is written out apart.
    #[serde(skip)]
    pub heading: &'a Heading,
    /// What the game tells beside it.
    besides: Option<LaidBesides<'a>>,
    /// The day on which the turn began in the game's own world, in words.
    date: Option<String>,
    /// What happened, which is written out apart.
    #[serde(skip)]
    pub report: &'a EventReport,
    /// The units to which nothing happened, in words.
    quiet_units: String,
    /// Whether something happened to units that the player commands.
    has_commanded: bool,
    /// Whether something happened to units that the player deputises for.
    has_deputised: bool,
    /// Whether the page tells all of it; otherwise what is told in short.
    is_whole: bool,
    /// Whether the lead leaves out battles, or cities, that are to be listed besides.
    has_more_battles: bool,
    has_more_cities: bool,
    /// Whether it tells what all units saw, and not one player's.
    of_all: bool,
    /// The pictures of the map of the turn.
    maps: Vec<MapFace>,
    /// Whether it can show a mail's pictures: a file in the mail cannot.
    in_mail: bool,
}

impl<'a> EventPage<'a> {
    /// The page of a report, whole.
    pub fn of(report: &'a EventReport, heading: &'a Heading) -> Self {
        let busy = |commanded: bool| {
            report.units.iter().any(|unit| unit.is_commanded == commanded && !unit.history.is_empty())
        };
        EventPage {
            heading,
            besides: heading.told_besides().map(LaidBesides::of),
            date: heading.date(report.turn),
            report,
            quiet_units: report.quiet_units(),
            has_commanded: busy(true),
            has_deputised: busy(false),
            is_whole: true,
            has_more_battles: lead::leaves_out_battles(&report.summary.battles),
            has_more_cities: lead::leaves_out_cities(&report.summary.cities),
            of_all: false,
            maps: Vec::new(),
            in_mail: false,
        }
    }

    /// The same of all units of the game.
    pub(crate) fn of_all(self) -> Self {
        EventPage { of_all: true, ..self }
    }

    /// The same with the pictures of the map of the turn.
    pub(crate) fn with(self, maps: Vec<MapFace>) -> Self {
        EventPage { maps, in_mail: true, ..self }
    }
}

/// The faces of an event report: its page whole, or what is told in short with the whole page as a file.
pub struct EventFaces<'a> {
    /// What it is made with.
    pub shop: &'a Shop<'a>,
    /// What the player sees.
    pub vantage: &'a Vantage<'a>,
    /// What the templates are given.
    pub page: EventPage<'a>,
    /// What happened, written out for them.
    pub written: Spread,
    /// How the player wants it.
    pub wishes: &'a Wishes,
}

impl<'a> EventFaces<'a> {
    /// The faces of a page.
    ///
    /// # Errors
    /// If it cannot be written out.
    pub fn new(
        shop: &'a Shop<'a>,
        vantage: &'a Vantage<'a>,
        page: EventPage<'a>,
        wishes: &'a Wishes,
    ) -> Result<Self, PressError> {
        let written = Spread::of(&vantage.book.told(page.report))?;
        Ok(EventFaces { shop, vantage, page, written, wishes })
    }
}

impl EventFaces<'_> {
    /// All that the templates are given for a page.
    pub(crate) fn spread(&self, page: &EventPage<'_>) -> Result<Spread, PressError> {
        let book = self.vantage.book;
        Spread::of(&book.told(page.heading))?.beside(&self.written).and(&book.told(page))
    }

    /// A page with the names of places in their own letters.
    fn whole(&self, page: &EventPage<'_>) -> Result<String, PressError> {
        let html = self.shop.press.page_spread("events.html", &self.spread(page)?)?;
        Ok(spelling::spelt(&html).into_owned())
    }

    /// The pictures of the page, and those of the map of the turn as the template names them; none for who wants none.
    pub(crate) fn maps(&self) -> (Vec<Illustration>, Vec<MapFace>) {
        if !self.wishes.pictures {
            return (Vec::new(), Vec::new());
        }
        let map = &self.page.report.map;
        let draw = |window| illustrations::of_turn(&self.shop.album, self.vantage, window, map).ok();
        let drawn: Vec<Illustration> =
            illustrations::windows_of_turn(self.vantage, map).into_iter().filter_map(draw).collect();
        let faces = drawn.iter().map(|one| pages::face(Some(one), Vec::new)).collect();
        let besides = self.page.heading.besides.iter().flat_map(|besides| &besides.pictures);
        (drawn.into_iter().chain(besides.cloned()).collect(), faces)
    }
}

impl Faces for EventFaces<'_> {
    fn text(&self) -> Result<Printed, PressError> {
        Ok(self.shop.press.print_spread("events.txt", &self.spread(&self.page)?)?.with(spelling::spelt))
    }

    fn files(&self) -> Result<Vec<Enclosure>, PressError> {
        Ok(Vec::new())
    }

    fn orders(&self) -> &str {
        ""
    }

    fn page(&self, less: usize) -> Result<Option<Page>, PressError> {
        if less > 1 {
            return Ok(None);
        }
        let (pictures, maps) = self.maps();
        let page = EventPage { is_whole: less == 0, ..self.page.clone() }.with(maps);
        Ok(Some(Page { html: self.whole(&page)?, pictures, rows: 0 }))
    }

    fn whole_page(&self) -> Result<Enclosure, PressError> {
        Ok(Enclosure::page("events.html", self.whole(&self.page)?))
    }
}

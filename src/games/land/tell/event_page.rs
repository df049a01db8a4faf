//! The event report as text and as a page of HTML.

use serde::Serialize;

use crate::games::land::book::Book;
use crate::games::land::tell::news::EventReport;
use crate::print::heading::Heading;
use crate::print::press::{Press, PressError, Printed};
use crate::print::report::{Enclosure, Faces, Page};

/// What the templates of the event report are given.
#[derive(Clone, Serialize)]
pub struct EventPage<'a> {
    /// What stands at its head.
    #[serde(flatten)]
    pub heading: &'a Heading,
    /// The day on which the turn began in the game's own world, in words.
    date: Option<String>,
    /// What happened.
    #[serde(flatten)]
    pub report: &'a EventReport,
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
    /// The page of a report, whole.
    pub fn of(report: &'a EventReport, heading: &'a Heading) -> Self {
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

/// The faces of an event report: its page whole, or what is told in short with the whole page as a file.
pub struct EventFaces<'a> {
    /// The templates.
    pub press: &'a Press,
    /// The book by whose numbers it is told.
    pub book: &'a Book,
    /// What they are given.
    pub page: EventPage<'a>,
}

impl Faces for EventFaces<'_> {
    fn text(&self) -> Result<Printed, PressError> {
        self.press.print("events.txt", &self.book.told(&self.page))
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
        let page = EventPage { is_whole: less == 0, ..self.page.clone() };
        Ok(Some(Page { html: self.press.page("events.html", &self.book.told(&page))?, pictures: Vec::new() }))
    }

    fn whole_page(&self) -> Result<Enclosure, PressError> {
        Ok(Enclosure::page("events.html", self.press.page("events.html", &self.book.told(&self.page))?))
    }
}

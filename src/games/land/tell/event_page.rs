//! The faces of the event report: its text, its page whole or in short, and the whole page as a file.

use crate::battle_sheets;
use crate::beside::Given;
use crate::event_sections::Telling;
use crate::illustrations;
use crate::news::EventReport;
use crate::vantage::Vantage;
use fieldpost_engine::wishes::Wishes;
use fieldpost_ground::spelling::spelt;
use fieldpost_print::heading::Heading;
use fieldpost_print::layout;
use fieldpost_print::press::{PressError, Printed};
use fieldpost_print::report::{Enclosure, Faces, Illustration, MOST_HTML, Page, bytes_in_mail};
use fieldpost_print::section::{Block, Section, Sheet};
use fieldpost_print::shop::Shop;

/// The faces of an event report: its page whole, or what is told in short with the whole page as a file.
pub struct EventFaces<'a> {
    /// What it is made with.
    pub shop: &'a Shop<'a>,
    /// What stands at its head, as the reader is told it.
    heading: Heading,
    /// The turn that is over.
    pub turn: u32,
    sheet: Sheet,
    /// What who hears it is told, for who does.
    spoken: Option<Sheet>,
}

impl<'a> EventFaces<'a> {
    /// The faces of what happened. Pictures are drawn for who sees a page and wants them.
    pub fn new(
        shop: &'a Shop<'a>,
        vantage: &Vantage<'_>,
        report: &EventReport,
        given: Given<'_>,
        wishes: &Wishes,
    ) -> Self {
        let draw =
            |window| illustrations::of_turn(&shop.album, vantage, window, &report.map, given.beside).ok();
        let windows = illustrations::windows_of_turn(vantage, &report.map, given.beside).into_iter();
        let maps: Vec<Illustration> =
            windows.filter(|_| wishes.html && wishes.pictures).filter_map(draw).collect();
        let is_drawn = wishes.html && wishes.pictures;
        let sheets = if is_drawn { battle_sheets::sheets(&shop.album, vantage, report) } else { Vec::new() };
        let telling = Telling { report, given, of_all: vantage.is_umpire(), maps, sheets, is_spoken: false };
        let mut sheet = telling.sheet();
        if !wishes.pictures {
            sheet = sheet.without_figures();
        }
        let say = |words: &str| spelt(&vantage.book.cited(words)).into_owned();
        let spoken = Telling { is_spoken: true, maps: Vec::new(), sheets: Vec::new(), ..telling };
        let spoken = wishes.spoken.then(|| spoken.sheet().said(&say));
        EventFaces {
            shop,
            heading: as_told(given.heading),
            turn: report.turn,
            sheet: sheet.said(&say),
            spoken,
        }
    }

    fn laid(&self, sheet: &Sheet, figures: bool) -> Result<String, PressError> {
        layout::page(self.shop.press, &self.heading, self.turn, std::slice::from_ref(sheet), figures)
    }

    /// All of it, as it stands in the text of a mail that has another report too.
    pub(crate) fn text_sheet(&self) -> Sheet {
        self.spoken.as_ref().unwrap_or(&self.sheet).clone()
    }

    fn whole(&self) -> Sheet {
        self.sheet.clone()
    }

    /// As much of it as stands in the page of such a mail, and whether that is less than all of it: the other report needs its own part of the
    /// bytes that mail programs show.
    ///
    /// # Errors
    /// If a template is at fault.
    pub(crate) fn beside_another(&self, unbounded: bool) -> Result<(Sheet, bool), PressError> {
        for (sheet, is_less) in [(self.whole(), false), (self.whole().in_brief(), true)] {
            if unbounded || bytes_in_mail(&self.laid(&sheet, true)?) <= MOST_HTML / 2 {
                return Ok((sheet, is_less));
            }
        }
        let words = format!(
            "What happened in turn {} is a long story: it is in the attached file events.html, and in this mail's plain text.",
            self.turn
        );
        let sections = vec![Section::new("below", "").with(Block::Words(words))];
        Ok((Sheet { sections, ..self.sheet.clone() }, true))
    }
}

/// The head of a report as its reader is told it.
pub(crate) fn as_told(heading: &Heading) -> Heading {
    let title = spelt(&heading.title).into_owned();
    Heading { title, ..heading.clone() }
}

impl Faces for EventFaces<'_> {
    fn text(&self) -> Result<Printed, PressError> {
        match &self.spoken {
            Some(sheet) => {
                layout::spoken(self.shop.press, &self.heading, self.turn, std::slice::from_ref(sheet))
            }
            None => {
                layout::text(self.shop.press, &self.heading, self.turn, std::slice::from_ref(&self.sheet))
            }
        }
    }

    fn files(&self) -> Result<Vec<Enclosure>, PressError> {
        Ok(Vec::new())
    }

    fn orders(&self) -> &str {
        ""
    }

    fn rows(&self, less: usize) -> Option<usize> {
        (less <= 1).then_some(0)
    }

    fn page(&self, less: usize) -> Result<Page, PressError> {
        let sheet = if less == 0 { self.whole() } else { self.whole().in_brief() };
        Page::of(self.shop.press, &self.heading, self.turn, vec![sheet])
    }

    fn whole_page(&self) -> Result<Enclosure, PressError> {
        Ok(Enclosure::page("events.html", self.laid(&self.sheet, false)?))
    }
}

//! The faces of the event report: its text, its page whole or in short, and the whole page as a file.

use crate::event_sections::Telling;
use crate::illustrations;
use crate::news::EventReport;
use crate::vantage::Vantage;
use fieldpost_engine::wishes::Wishes;
use fieldpost_ground::spelling::spelt;
use fieldpost_print::heading::Heading;
use fieldpost_print::layout::{self, Extent};
use fieldpost_print::press::{PressError, Printed};
use fieldpost_print::report::{Enclosure, Faces, Illustration, Page};
use fieldpost_print::section::Sheet;
use fieldpost_print::shop::Shop;

/// The faces of an event report: its page whole, or what is told in short with the whole page as a file.
pub struct EventFaces<'a> {
    /// What it is made with.
    pub shop: &'a Shop<'a>,
    /// What stands at its head, as the reader is told it.
    heading: Heading,
    /// The turn that is over.
    pub turn: u32,
    sheet: [Sheet; 1],
    /// The pictures of the map of the turn, then those of what is told besides.
    pictures: Vec<Illustration>,
}

impl<'a> EventFaces<'a> {
    /// The faces of what happened. Pictures are drawn for who sees a page and wants them.
    pub fn new(
        shop: &'a Shop<'a>,
        vantage: &Vantage<'_>,
        report: &EventReport,
        heading: &Heading,
        wishes: &Wishes,
    ) -> Self {
        let draw = |window| illustrations::of_turn(&shop.album, vantage, window, &report.map).ok();
        let windows = illustrations::windows_of_turn(vantage, &report.map).into_iter();
        let maps: Vec<Illustration> =
            windows.filter(|_| wishes.html && wishes.pictures).filter_map(draw).collect();
        let besides =
            heading.besides.iter().filter(|_| wishes.pictures).flat_map(|besides| &besides.pictures);
        let pictures = maps.iter().chain(besides).cloned().collect();
        let telling = Telling { report, heading, of_all: vantage.is_umpire(), maps };
        let mut sheet = telling.sheet();
        if !wishes.pictures {
            sheet = sheet.without_figures();
        }
        let say = |words: &str| spelt(&vantage.book.cited(words)).into_owned();
        let title = spelt(&heading.title).into_owned();
        let heading = Heading { title, besides: None, ..heading.clone() };
        EventFaces { shop, heading, turn: report.turn, sheet: [sheet.said(&say)], pictures }
    }

    fn laid(&self, extent: Extent) -> Result<String, PressError> {
        layout::page(self.shop.press, &self.heading, self.turn, &self.sheet, extent)
    }

    /// What stands above another page, with its pictures.
    ///
    /// # Errors
    /// If a template is at fault.
    pub(crate) fn above(&self) -> Result<(String, &[Illustration]), PressError> {
        let whole = Extent { whole: true, figures: true };
        let part = layout::part(self.shop.press, &self.heading, self.turn, &self.sheet, whole)?;
        Ok((part, &self.pictures))
    }

    /// The game's title, as it is spelt.
    pub(crate) fn title(&self) -> &str {
        &self.heading.title
    }
}

impl Faces for EventFaces<'_> {
    fn text(&self) -> Result<Printed, PressError> {
        layout::text(self.shop.press, &self.heading, self.turn, &self.sheet)
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
        let html = self.laid(Extent { whole: less == 0, figures: true })?;
        Ok(Some(Page { html, pictures: self.pictures.clone(), rows: 0 }))
    }

    fn whole_page(&self) -> Result<Enclosure, PressError> {
        Ok(Enclosure::page("events.html", self.laid(Extent { whole: true, figures: false })?))
    }
}

//! The faces of a position: its text, its page whole or with less in it, and the files that go with it.

use serde::Serialize;

use crate::beside::Given;
use crate::desk_page;
use crate::event_page::{EventFaces, as_told};
use crate::json;
use crate::standing::{EXTENTS, Extent, Standing};
use crate::vantage::Vantage;
use crate::view::TurnView;
use fieldpost_engine::wishes::Wishes;
use fieldpost_ground::spelling::spelt;
use fieldpost_print::heading::Heading;
use fieldpost_print::layout;
use fieldpost_print::press::{PressError, Printed};
use fieldpost_print::report::{Enclosure, Faces, Page};
use fieldpost_print::section::{Section, Sending, Sheet};
use fieldpost_print::shop::Shop;

/// As much of a reader's time as a tactical map costs, in rows of a table.
const ROWS_OF_A_MAP: usize = 6;

/// What programs are given: the view, and the fields that the game adds to it.
#[derive(Serialize)]
struct WithMore<'a, V> {
    #[serde(flatten)]
    view: V,
    #[serde(flatten)]
    more: Option<&'a serde_json::Map<String, serde_json::Value>>,
}

/// What happened, where it stands above the position in the same mail.
pub(crate) struct Above {
    /// All of it, for the text.
    text: Sheet,
    /// As much of it as the page has room for.
    page: Sheet,
    /// The whole of it as a file, where the page shows less.
    file: Option<Enclosure>,
}

impl Above {
    /// Of the faces of what happened, under a name that says both.
    ///
    /// # Errors
    /// If a template is at fault.
    pub(crate) fn of(events: &EventFaces<'_>, wishes: &Wishes) -> Result<Self, PressError> {
        let (page, is_less) = match wishes.html {
            true => events.beside_another(wishes.unbounded)?,
            false => (Sheet::default(), false),
        };
        let file = is_less.then(|| events.whole_page()).transpose()?;
        let both = |sheet| Sheet { what: format!("Turn {} and the position", events.turn), ..sheet };
        Ok(Above { text: both(events.text_sheet()), page: both(page), file })
    }
}

/// The faces of one player's position.
pub struct PositionFaces<'a> {
    /// What it is made with.
    shop: &'a Shop<'a>,
    /// What the player sees.
    vantage: &'a Vantage<'a>,
    /// The view of that vantage.
    view: &'a TurnView,
    /// What stands at its head, and what is told beside it.
    given: Given<'a>,
    /// The same as the reader is told it.
    told: Heading,
    /// How the player wants it.
    wishes: &'a Wishes,
    /// What stands above it in the same mail, if anything does.
    above: Option<Above>,
}

impl<'a> PositionFaces<'a> {
    /// The faces of a view.
    pub fn new(
        shop: &'a Shop<'a>,
        vantage: &'a Vantage<'a>,
        view: &'a TurnView,
        given: Given<'a>,
        wishes: &'a Wishes,
    ) -> Self {
        PositionFaces { shop, vantage, view, given, told: as_told(given.heading), wishes, above: None }
    }

    /// The same below what happened, in one mail.
    pub(crate) fn below(self, above: Above) -> Self {
        PositionFaces { above: Some(above), ..self }
    }
}

impl Faces for PositionFaces<'_> {
    fn text(&self) -> Result<Printed, PressError> {
        let above = self.above.iter().map(|above| above.text.clone());
        let sheets: Vec<Sheet> = above.chain([self.text_sheet()]).collect();
        layout::text_as_wished(self.shop.press, &self.told, self.view.turn, &sheets, self.wishes)
    }

    /// `orders.txt`, `report.json` and, for whoever wishes it, `desk.html`.
    fn files(&self) -> Result<Vec<Enclosure>, PressError> {
        let more = self.given.beside.map(|beside| &beside.data);
        let json = json::report(&WithMore { view: self.vantage.book.told(self.view), more })?;
        let orders = self.view.position.orders.clone().into_bytes();
        let mut files = vec![
            Enclosure { name: "orders.txt".into(), kind: "text/plain; charset=utf-8", bytes: orders },
            Enclosure { name: "report.json".into(), kind: "application/json", bytes: json },
        ];
        if let Some(kit) = self.shop.desk.as_ref().filter(|_| self.has_desk()) {
            let page = desk_page::folded(self.vantage, self.given, kit).map_err(PressError::Json)?;
            files.push(Enclosure::page("desk.html", page));
        }
        files.extend(self.above.iter().filter_map(|above| above.file.clone()));
        Ok(files)
    }

    fn orders(&self) -> &str {
        &self.view.position.orders
    }

    fn rows(&self, less: usize) -> Option<usize> {
        EXTENTS.get(less).map(|extent| self.rows_of(*extent))
    }

    fn page(&self, less: usize) -> Result<Page, PressError> {
        let extent = EXTENTS[less.min(EXTENTS.len() - 1)];
        let above = self.above.iter().map(|above| above.page.clone());
        let sheets = above.chain([self.sheet(extent, self.wishes.pictures)]).collect();
        Page::of(self.shop.press, &self.told, self.view.turn, sheets)
    }

    /// It has its maps in letters: a file in a mail cannot show the mail's pictures.
    fn whole_page(&self) -> Result<Enclosure, PressError> {
        let sheet = self.sheet(EXTENTS[0], false);
        let page = layout::page(self.shop.press, &self.told, self.view.turn, &[sheet], false)?;
        Ok(Enclosure::page("position.html", page))
    }
}

impl PositionFaces<'_> {
    /// Whether the desk page goes with the report.
    fn has_desk(&self) -> bool {
        self.wishes.desk && self.shop.desk.is_some()
    }

    /// Where the desk page is shown beside the mail.
    fn link(&self) -> Option<&str> {
        self.shop.link_of(&self.given.heading.player)
    }

    /// All of it as the text of a mail has it, to be seen or to be heard.
    fn text_sheet(&self) -> Sheet {
        let standing = Standing { is_spoken: self.wishes.spoken, ..self.standing(EXTENTS[0], false) };
        self.said(&standing)
    }

    /// So much of the position as it is told, with its pictures or in letters.
    fn sheet(&self, shown: Extent, is_drawn: bool) -> Sheet {
        self.said(&self.standing(shown, is_drawn))
    }

    fn said(&self, standing: &Standing<'_>) -> Sheet {
        standing.sheet().said(&|words| spelt(&self.vantage.book.cited(words)).into_owned())
    }

    fn standing(&self, shown: Extent, is_drawn: bool) -> Standing<'_> {
        let is_zipped = self.wishes.zipped;
        let has_more = self.given.beside.is_some_and(|beside| !beside.form.is_empty());
        let opener = if has_more { "UNIT or SHIP" } else { "UNIT" };
        Standing {
            vantage: self.vantage,
            view: self.view,
            given: self.given,
            address: self.shop.desk.as_ref().map(|kit| kit.address.as_str()),
            link: self.link(),
            sending: Sending {
                pieces: "units",
                opener,
                has_desk: self.has_desk(),
                has_link: self.link().is_some(),
                is_zipped,
                has_lines: true,
            },
            shown,
            is_spoken: false,
            album: is_drawn.then_some(&self.shop.album),
        }
    }

    /// How many rows a page has that a reader has to pass.
    fn rows_of(&self, extent: Extent) -> usize {
        let position = &self.view.position;
        let units = if extent.units { position.units.len() } else { 0 };
        if !extent.whole {
            return units;
        }
        let lists = position.cities.len() + position.depots.len() + position.sightings.len();
        let beside = self.given.beside.iter().flat_map(|beside| &beside.stands);
        units + lists + ROWS_OF_A_MAP * position.sheets.len() + beside.map(Section::rows).sum::<usize>()
    }
}

//! The faces of a position: text, HTML within the bytes that mail programs show, and the files that go with them.

use serde::Serialize;

use crate::games::ground::square::StrategicSquare;
use crate::print::wishes::Wishes;
use crate::reports::army::Corps;
use crate::reports::desk_page;
use crate::reports::extract::Piece;
use crate::reports::held::{self, HeldSquares};
use crate::reports::illustrations::windows;
use crate::reports::places::Side;
use crate::reports::press::PressError;
use crate::reports::sheets::{self, PlaceView, SheetView};
use crate::reports::status::StatusBlock;
use crate::reports::vantage::Vantage;
use crate::reports::view::TurnView;
use crate::reports::{Enclosure, Heading, Illustration, Report, Workshop, extract, json, plain};

/// Most bytes of HTML that a report fills, of the 90 000 that a mail may have: Gmail cuts what is longer than about
/// 102 kB and hides the rest. What is left is for what the mail adds, such as what was left out.
pub const MOST_HTML: usize = 88_000;

/// Bytes of HTML as a mail has them, whose lines end in two.
pub fn bytes_in_mail(html: &str) -> usize {
    html.len() + html.matches('\n').count()
}

/// Most bytes of pictures of tactical maps in a mail, as PNG; the mail has them a third larger. Maps beyond are shown
/// in letters.
const MOST_TACTICAL: usize = 1_500_000;

/// What goes into the HTML of a mail; the first that fits is taken, and whoever gets less has the whole page attached.
const EXTENTS: [Extent; 4] = [
    Extent { units: true, maps: true, lists: true },
    Extent { units: false, maps: true, lists: true },
    Extent { units: false, maps: false, lists: true },
    Extent { units: false, maps: false, lists: false },
];

/// Which parts of a position stand in a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Extent {
    /// Status blocks, the meaning of words and the order template.
    units: bool,
    /// Tactical maps, cities and depots.
    maps: bool,
    /// Army list, strategic map, what is in sight. Deadline and what needs attention always stand.
    lists: bool,
}

/// A map in HTML: a picture, or letters where there is none.
#[derive(Clone, Debug, Serialize)]
struct MapFace {
    /// The picture, as `cid:` names it.
    id: Option<String>,
    /// What it shows.
    alt: String,
    /// The map in letters.
    text: String,
}

/// The text template's view.
#[derive(Serialize)]
struct TextPage<'a> {
    #[serde(flatten)]
    view: &'a TurnView,
    /// Whether the desk page is attached.
    has_desk: bool,
    /// Whether the game's book has railways.
    has_rail: bool,
    /// Whether all that is attached is in one ZIP file.
    is_zipped: bool,
    date: Option<String>,
    attention: String,
    commands: String,
    army: String,
    map: String,
    held: String,
    own_in_sight: String,
    others_in_sight: String,
    hearsay: String,
    own_stores: String,
    other_stores: String,
    sheets: String,
    units: String,
    deputised: String,
    resting: String,
}

/// The HTML template's view.
#[derive(Serialize)]
struct HtmlPage<'a> {
    #[serde(flatten)]
    view: &'a TurnView,
    /// Whether the desk page is attached.
    has_desk: bool,
    /// Whether the game's book has railways.
    has_rail: bool,
    /// Whether all that is attached is in one ZIP file.
    is_zipped: bool,
    date: Option<String>,
    shown: Extent,
    /// Whether this is the attached page rather than the mail.
    is_attached: bool,
    army: Vec<CorpsFace<'a>>,
    maps: &'a [MapFace],
    held: Vec<HeldSquares>,
    sheets: Vec<SheetFace<'a>>,
}

/// The view of the page that has both reports.
#[derive(Serialize)]
struct OnePage<'a> {
    title: &'a str,
    turn: u32,
    events: &'a str,
    position: String,
}

/// A group of the army list under its title.
#[derive(Serialize)]
struct CorpsFace<'a> {
    title: String,
    #[serde(flatten)]
    corps: &'a Corps,
}

/// A tactical map in HTML.
#[derive(Serialize)]
struct SheetFace<'a> {
    #[serde(flatten)]
    sheet: &'a SheetView,
    map: &'a MapFace,
    /// The names of the units seen, place by place.
    names: Vec<Names>,
}

/// The units of a tactical square as the text names them.
#[derive(Serialize)]
struct Names {
    own: String,
    enemies: String,
    neutrals: String,
}

/// Makes the faces of one player's position.
pub struct Faces<'a> {
    shop: &'a Workshop<'a>,
    vantage: &'a Vantage<'a>,
    view: &'a TurnView,
    heading: &'a Heading,
}

impl<'a> Faces<'a> {
    /// The maker of a view's faces; the view is that of the vantage.
    pub fn new(
        shop: &'a Workshop<'a>,
        vantage: &'a Vantage<'a>,
        view: &'a TurnView,
        heading: &'a Heading,
    ) -> Self {
        Faces { shop, vantage, view, heading }
    }

    /// The position report; in HTML with what stands `above` it in the same page, if anything does.
    ///
    /// # Errors
    /// If a template cannot be printed.
    pub fn report(&self, wishes: &Wishes, above: Option<&str>) -> Result<Report, PressError> {
        let book = self.shop.book;
        let printed = self.shop.press.print("position.txt", &book.told(&self.text(wishes)))?;
        let mut report = Report {
            printed,
            html: None,
            pictures: Vec::new(),
            enclosures: self.enclosures(wishes)?,
            orders: self.view.position.orders.clone(),
        };
        if wishes.html {
            self.add_html(wishes, above, &mut report)?;
        }
        Ok(report)
    }

    /// Whether the desk page goes with the report.
    fn has_desk(&self, wishes: &Wishes) -> bool {
        wishes.desk && self.shop.desk.is_some()
    }

    fn text(&self, wishes: &Wishes) -> TextPage<'_> {
        let position = &self.view.position;
        let blocks = |wanted: fn(&StatusBlock) -> bool| {
            plain::units(position.units.iter().filter(|unit| wanted(unit)))
        };
        let pieces = extract::pieces(self.vantage);
        let maps = pieces.iter().map(|piece| extract::lines(self.vantage, piece).join("\n"));
        TextPage {
            view: self.view,
            has_desk: self.has_desk(wishes),
            has_rail: self.shop.book.rail.is_some(),
            is_zipped: wishes.zipped,
            date: self.heading.date(self.view.turn),
            attention: plain::attention(position),
            commands: plain::commands(position),
            army: plain::army(position),
            map: maps.collect::<Vec<_>>().join("\n\n"),
            held: plain::held(position),
            own_in_sight: plain::in_sight(position, true),
            others_in_sight: plain::in_sight(position, false),
            hearsay: plain::hearsay(position),
            own_stores: plain::stores(position, true),
            other_stores: plain::stores(position, false),
            sheets: plain::tactical(position),
            units: blocks(|unit| unit.is_active() && unit.is_commanded),
            deputised: blocks(|unit| unit.is_active() && !unit.is_commanded),
            resting: blocks(|unit| !unit.is_active()),
        }
    }

    /// `orders.txt`, `report.json` and, for whoever wishes it, `desk.html`.
    fn enclosures(&self, wishes: &Wishes) -> Result<Vec<Enclosure>, PressError> {
        let json = json::report(&self.shop.book.told(self.view))?;
        let orders = self.view.position.orders.clone().into_bytes();
        let mut files = vec![
            Enclosure { name: "orders.txt".into(), kind: "text/plain; charset=utf-8", bytes: orders },
            Enclosure { name: "report.json".into(), kind: "application/json", bytes: json },
        ];
        if let Some(kit) = self.shop.desk.as_ref().filter(|_| self.has_desk(wishes)) {
            let page = desk_page::page(self.vantage, self.heading, kit).map_err(PressError::Json)?;
            files.push(Enclosure::page("desk.html", page));
        }
        Ok(files)
    }

    /// The largest page that fits, with its pictures; and the whole of it as a file, if it does not fit.
    fn add_html(&self, wishes: &Wishes, above: Option<&str>, report: &mut Report) -> Result<(), PressError> {
        for extent in EXTENTS {
            let (maps, sheets, pictures) = self.maps(extent, wishes.pictures);
            let html = self.page(above, &self.html(extent, wishes, false, (&maps, &sheets)))?;
            let is_last = !extent.lists;
            if bytes_in_mail(&html) > MOST_HTML && !is_last {
                continue;
            }
            (report.html, report.pictures) = (Some(html), pictures);
            if !extent.units {
                report.enclosures.push(self.whole_page(wishes)?);
            }
            break;
        }
        Ok(())
    }

    /// A mail's page: the position alone, or beneath what stands above it.
    fn page(&self, above: Option<&str>, view: &HtmlPage<'_>) -> Result<String, PressError> {
        let press = self.shop.press;
        let view = &self.shop.book.told(view);
        let Some(events) = above else { return press.page("position.html", view) };
        let position = press.part("position.html", view)?;
        press.page("turn.html", &OnePage { title: &self.view.title, turn: self.view.turn, events, position })
    }

    /// The whole page as a file. It has its maps in letters: a file in a mail cannot show the mail's pictures.
    fn whole_page(&self, wishes: &Wishes) -> Result<Enclosure, PressError> {
        let (maps, sheets, _) = self.maps(EXTENTS[0], false);
        let view = self.html(EXTENTS[0], wishes, true, (&maps, &sheets));
        let page = self.shop.press.page("position.html", &self.shop.book.told(&view))?;
        Ok(Enclosure::page("position.html", page))
    }

    fn html<'b>(
        &'b self,
        shown: Extent,
        wishes: &Wishes,
        is_attached: bool,
        (maps, sheets): (&'b [MapFace], &'b [MapFace]),
    ) -> HtmlPage<'b> {
        let position = &self.view.position;
        HtmlPage {
            view: self.view,
            has_desk: self.has_desk(wishes),
            has_rail: self.shop.book.rail.is_some(),
            is_zipped: wishes.zipped,
            date: self.heading.date(self.view.turn),
            shown,
            is_attached,
            army: position
                .army
                .iter()
                .map(|corps| CorpsFace { title: plain::corps_title(corps), corps })
                .collect(),
            maps,
            held: held::not_own(&position.squares),
            sheets: position.sheets.iter().zip(sheets).map(|(sheet, map)| sheet_face(sheet, map)).collect(),
        }
    }

    /// The strategic and the tactical maps of a page, with the pictures that it shows. A picture that cannot be drawn
    /// is shown in letters.
    fn maps(&self, extent: Extent, with_pictures: bool) -> (Vec<MapFace>, Vec<MapFace>, Vec<Illustration>) {
        let mut pictures = if extent.lists && with_pictures { self.strategic() } else { Vec::new() };
        let mut strategic: Vec<MapFace> = pictures.iter().map(|one| face(Some(one), Vec::new)).collect();
        if extent.lists && strategic.is_empty() {
            let lines = |piece: &Piece| extract::lines(self.vantage, piece);
            strategic =
                extract::pieces(self.vantage).iter().map(|piece| face(None, || lines(piece))).collect();
        }
        let mut tactical = Vec::new();
        let mut left = MOST_TACTICAL;
        let spots = if extent.maps { self.vantage.spots.as_slice() } else { &[] };
        for ((at, _), sheet) in spots.iter().zip(&self.view.position.sheets) {
            let picture = with_pictures.then(|| self.tactical(*at, left)).flatten();
            left -= picture.as_ref().map_or(0, |picture| picture.png.len());
            tactical.push(face(picture.as_ref(), || sheets::lines(sheet)));
            pictures.extend(picture);
        }
        (strategic, tactical, pictures)
    }

    /// The pictures of the strategic map; none if one of them cannot be drawn.
    fn strategic(&self) -> Vec<Illustration> {
        let draw = |window| self.shop.album.strategic(self.vantage, window).ok();
        windows(self.vantage).into_iter().map(draw).collect::<Option<_>>().unwrap_or_default()
    }

    /// The picture of a tactical map, if it can be drawn and is not larger than what is left.
    fn tactical(&self, at: StrategicSquare, left: usize) -> Option<Illustration> {
        self.shop.album.tactical(self.vantage, at).ok().filter(|picture| picture.png.len() <= left)
    }
}

fn face(picture: Option<&Illustration>, lines: impl FnOnce() -> Vec<String>) -> MapFace {
    match picture {
        Some(picture) => {
            MapFace { id: Some(picture.id.clone()), alt: picture.alt.clone(), text: String::new() }
        }
        None => MapFace { id: None, alt: String::new(), text: lines().join("\n") },
    }
}

fn sheet_face<'a>(sheet: &'a SheetView, map: &'a MapFace) -> SheetFace<'a> {
    let names = |place: &PlaceView| Names {
        own: place.names(Side::is_friendly),
        enemies: place.names(|side| side == Side::Enemy),
        neutrals: place.names(|side| side == Side::Neutral),
    };
    SheetFace { sheet, map, names: sheet.places.iter().map(names).collect() }
}

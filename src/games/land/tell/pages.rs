//! The pages of a position: as text, as HTML of several extents, and the files that go with them.

use serde::Serialize;

use crate::army::Corps;
use crate::desk_page;
use crate::extract::Piece;
use crate::held::{self, HeldSquares};
use crate::illustrations::{self, windows};
use crate::labels::Labels;
use crate::order_form;
use crate::places::{CityView, DepotView, Side, SightingView};
use crate::position::PositionView;
use crate::sheets::{self, PlaceView, SheetView};
use crate::spoken::Spoken;
use crate::status::StatusBlock;
use crate::vantage::Vantage;
use crate::view::TurnView;
use crate::{extract, json, plain};
use fieldpost_engine::wishes::Wishes;
use fieldpost_ground::spelling;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_print::form::Letter;
use fieldpost_print::heading::{Besides, Heading};
use fieldpost_print::layout::LaidBesides;
use fieldpost_print::press::{PressError, Printed, Spread};
use fieldpost_print::report::{Enclosure, Faces, Illustration, Page};
use fieldpost_print::section::{Section, Sending};
use fieldpost_print::shop::Shop;

/// Most bytes of pictures of tactical maps in a mail, as PNG; the mail has them a third larger. Maps beyond are shown
/// in letters.
const MOST_TACTICAL: usize = 1_500_000;

/// As much of a reader's time as a tactical map costs, in rows of a table.
const ROWS_OF_A_MAP: usize = 6;

/// Most tactical maps in a mail that shows less than there is: of squares in which others stand.
const MOST_SHEETS: usize = 3;

/// How far off, in squares, cities and depots are that such a mail shows.
const BESIDE: u8 = 1;

/// What goes into the HTML of a mail; the first that fits is taken, and whoever gets less has the whole page attached.
const EXTENTS: [Extent; 4] = [
    Extent { whole: true, units: true, lists: true },
    Extent { whole: false, units: true, lists: true },
    Extent { whole: false, units: false, lists: true },
    Extent { whole: false, units: false, lists: false },
];

/// Which parts of a position stand in a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Extent {
    /// All of them: every tactical map, all that is known of cities and depots, the meaning of words, the lines for orders.
    whole: bool,
    /// Units one by one, and not by headquarters alone.
    units: bool,
    /// Army list, maps, what is in sight. Deadline, what needs attention and how to order always stand.
    lists: bool,
}

/// A map in HTML: a picture, or letters where there is none.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MapFace {
    /// The picture, as `cid:` names it.
    id: Option<String>,
    /// What it shows.
    alt: String,
    /// The map in letters.
    text: String,
}

/// What the text template has beside the view of the turn.
#[derive(Serialize)]
struct TextPage<'a> {
    /// Whether it is of all there is, for whoever takes no side.
    of_all: bool,
    /// What the game tells beside it.
    besides: Option<LaidBesides<'a>>,
    /// Whether the desk page is attached.
    has_desk: bool,
    /// Whether the game's book has railways.
    has_rail: bool,
    /// What else the sentences take from the book.
    spoken: Spoken,
    /// Whereto and under which Subject orders go, if that is known.
    letter: Vec<String>,
    /// How orders may be sent, paragraph by paragraph.
    how_to_order: Vec<String>,
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
    roster: &'static str,
    unusual: String,
    far_stores: String,
    has_deputised: bool,
}

/// What the HTML template has beside it.
#[derive(Serialize)]
struct HtmlPage<'a> {
    /// Whether it is of all there is, for whoever takes no side.
    of_all: bool,
    /// What the game tells beside it.
    besides: Option<LaidBesides<'a>>,
    /// Whether the desk page is attached.
    has_desk: bool,
    /// Whether the game's book has railways.
    has_rail: bool,
    /// What else the sentences take from the book.
    spoken: Spoken,
    /// A letter of orders that is begun.
    letter: Option<Letter>,
    /// How orders may be sent, paragraph by paragraph.
    how_to_order: Vec<String>,
    date: Option<String>,
    shown: Extent,
    has_deputised: bool,
    far_stores: String,
    /// The cities and depots within reach, or of them the nearest.
    near_cities: Vec<&'a CityView>,
    near_depots: Vec<&'a DepotView>,
    /// How many of them are not shown.
    other_stores: usize,
    /// Who is seen on the strategic map, or of them those who are not of the own side.
    sightings: Vec<&'a SightingView>,
    army: Vec<CorpsFace<'a>>,
    maps: &'a [MapFace],
    held: Vec<HeldSquares>,
    sheets: Vec<SheetFace<'a>>,
    /// The squares whose tactical maps are not shown.
    other_sheets: Vec<&'a str>,
}

/// What programs are given: the view, and the fields that the game adds to it.
#[derive(Serialize)]
struct WithMore<'a, V> {
    #[serde(flatten)]
    view: V,
    #[serde(flatten)]
    more: Option<&'a serde_json::Map<String, serde_json::Value>>,
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
    rows: Vec<UnitRow<'a>>,
}

/// A unit's row in HTML, with what there is to say of it besides.
#[derive(Serialize)]
struct UnitRow<'a> {
    #[serde(flatten)]
    unit: &'a StatusBlock,
    quality_mark: String,
    reach: String,
    is_unusual: bool,
    stands: &'static str,
    away: String,
    told: Vec<&'a str>,
}

fn corps_face<'a>(corps: &'a Corps, position: &'a PositionView) -> CorpsFace<'a> {
    let rows = plain::units_of(corps, position).map(unit_row).collect();
    CorpsFace { title: plain::corps_title(corps), corps, rows }
}

fn unit_row(unit: &StatusBlock) -> UnitRow<'_> {
    UnitRow {
        unit,
        quality_mark: unit.quality_mark(),
        reach: unit.reach(),
        is_unusual: unit.is_unusual(),
        stands: unit.stands(),
        away: unit.away(),
        told: unit.unusual_notes(),
    }
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

/// The faces of one player's position.
pub struct PositionFaces<'a> {
    /// What it is made with.
    pub shop: &'a Shop<'a>,
    /// What the player sees.
    pub vantage: &'a Vantage<'a>,
    /// The view of that vantage.
    pub view: &'a TurnView,
    /// What stands at its head.
    pub heading: &'a Heading,
    /// That view, written out for the templates.
    pub written: Spread,
    /// How the player wants it.
    pub wishes: &'a Wishes,
    /// What stands above it in the same page, if anything does.
    pub above: Option<&'a str>,
}

impl<'a> PositionFaces<'a> {
    /// The faces of a view.
    ///
    /// # Errors
    /// If it cannot be written out.
    pub fn new(
        shop: &'a Shop<'a>,
        vantage: &'a Vantage<'a>,
        view: &'a TurnView,
        heading: &'a Heading,
        wishes: &'a Wishes,
    ) -> Result<Self, PressError> {
        let written = Spread::of(&vantage.book.told(&view.without_events()))?;
        Ok(PositionFaces { shop, vantage, view, heading, written, wishes, above: None })
    }
}

impl Faces for PositionFaces<'_> {
    fn text(&self) -> Result<Printed, PressError> {
        let page = self.written.and(&self.vantage.book.told(&self.text_page()))?;
        Ok(self.shop.press.print_spread("position.txt", &page)?.with(spelling::spelt))
    }

    /// `orders.txt`, `report.json` and, for whoever wishes it, `desk.html`.
    fn files(&self) -> Result<Vec<Enclosure>, PressError> {
        let more = self.heading.besides.as_ref().map(|besides| &besides.data);
        let json = json::report(&WithMore { view: self.vantage.book.told(self.view), more })?;
        let orders = self.view.position.orders.clone().into_bytes();
        let mut files = vec![
            Enclosure { name: "orders.txt".into(), kind: "text/plain; charset=utf-8", bytes: orders },
            Enclosure { name: "report.json".into(), kind: "application/json", bytes: json },
        ];
        if let Some(kit) = self.shop.desk.as_ref().filter(|_| self.has_desk()) {
            let page = desk_page::folded(self.vantage, self.heading, kit).map_err(PressError::Json)?;
            files.push(Enclosure::page("desk.html", page));
        }
        Ok(files)
    }

    fn orders(&self) -> &str {
        &self.view.position.orders
    }

    fn page(&self, less: usize) -> Result<Option<Page>, PressError> {
        let Some(extent) = EXTENTS.get(less) else { return Ok(None) };
        let (maps, sheets, mut pictures) = self.maps(*extent, self.wishes.pictures);
        let besides = self.heading.besides.as_ref().filter(|_| extent.lists && self.wishes.pictures);
        pictures.extend(besides.into_iter().flat_map(Besides::pictures_of_position).cloned());
        let html = self.beneath(&self.html(*extent, (&maps, &sheets)))?;
        Ok(Some(Page { html, pictures, rows: self.rows(*extent) }))
    }

    /// It has its maps in letters: a file in a mail cannot show the mail's pictures.
    fn whole_page(&self) -> Result<Enclosure, PressError> {
        let (maps, sheets, _) = self.maps(EXTENTS[0], false);
        let without = self.heading.told_besides().map(Besides::without_pictures);
        let page = self.html(EXTENTS[0], (&maps, &sheets));
        let view = HtmlPage { besides: without.as_ref().map(LaidBesides::of), ..page };
        let view = self.written.and(&self.vantage.book.told(&view))?;
        let page = self.shop.press.page_spread("position.html", &view)?;
        let page = spelling::spelt(&page).into_owned();
        Ok(Enclosure::page("position.html", page))
    }
}

impl PositionFaces<'_> {
    /// Whether the desk page goes with the report.
    fn has_desk(&self) -> bool {
        self.wishes.desk && self.shop.desk.is_some()
    }

    /// A mail's page: the position alone, or beneath what stands above it.
    fn beneath(&self, view: &HtmlPage<'_>) -> Result<String, PressError> {
        let press = self.shop.press;
        let view = &self.written.and(&self.vantage.book.told(view))?;
        let Some(events) = self.above else {
            return Ok(spelling::spelt(&press.page_spread("position.html", view)?).into_owned());
        };
        let position = press.part("position.html", view)?;
        let page = OnePage { title: &self.view.title, turn: self.view.turn, events, position };
        Ok(spelling::spelt(&press.page("turn.html", &page)?).into_owned())
    }

    fn sending(&self, has_lines: bool) -> Sending {
        Sending { pieces: "units", has_desk: self.has_desk(), is_zipped: self.wishes.zipped, has_lines }
    }

    /// A letter of orders that is begun, where it is known whereto it goes.
    fn letter(&self) -> Option<Letter> {
        let kit = self.shop.desk.as_ref().filter(|_| !self.view.position.orders.is_empty())?;
        Some(order_form::of(self.vantage, self.heading).letter(&kit.address))
    }

    /// How many rows a page has that a reader has to pass.
    fn rows(&self, extent: Extent) -> usize {
        let position = &self.view.position;
        let units = if extent.units { position.units.len() } else { 0 };
        if !extent.whole {
            return units;
        }
        let lists = position.cities.len() + position.depots.len() + position.sightings.len();
        let besides = self.heading.besides.iter().flat_map(|besides| &besides.stands);
        units + lists + ROWS_OF_A_MAP * position.sheets.len() + besides.map(Section::rows).sum::<usize>()
    }

    /// The tactical maps that a page shows, by their places among all.
    fn sheets_in(&self, extent: Extent) -> Vec<usize> {
        let sheets = self.view.position.sheets.iter().enumerate();
        let is_shared = |sheet: &SheetView| sheet.places.iter().any(|place| place.enemy);
        let shared = sheets.filter(|(_, sheet)| extent.whole || is_shared(sheet)).map(|(place, _)| place);
        let most = match (extent.whole, extent.lists) {
            (true, _) => usize::MAX,
            (false, true) => MOST_SHEETS,
            (false, false) => 0,
        };
        shared.take(most).collect()
    }

    fn text_page(&self) -> TextPage<'_> {
        let position = &self.view.position;
        let pieces = extract::pieces(self.vantage);
        let maps = pieces.iter().map(|piece| extract::lines(self.vantage, piece).join("\n"));
        let labels = Labels::to(self.vantage);
        TextPage {
            of_all: self.vantage.is_umpire(),
            besides: self.heading.told_besides().map(LaidBesides::of),
            has_desk: self.has_desk(),
            has_rail: self.vantage.book.rail.is_some(),
            spoken: Spoken::of(self.vantage.book),
            letter: self.letter().map(|letter| letter.lines()).unwrap_or_default(),
            how_to_order: self.sending(true).words(),
            date: self.heading.date(self.view.turn),
            attention: plain::attention(position),
            commands: plain::commands(position),
            army: plain::army(position),
            map: maps.collect::<Vec<_>>().join("\n\n"),
            held: plain::held(position, labels),
            own_in_sight: plain::in_sight(position, true, labels),
            others_in_sight: plain::in_sight(position, false, labels),
            hearsay: plain::hearsay(position),
            own_stores: plain::stores(position, true, labels),
            other_stores: plain::stores(position, false, labels),
            sheets: plain::tactical(position, labels),
            roster: plain::ROSTER,
            unusual: plain::unusual(position.units.iter()),
            far_stores: plain::far_stores(position),
            has_deputised: position.units.iter().any(|unit| !unit.is_commanded),
        }
    }

    fn html<'b>(&'b self, shown: Extent, (maps, sheets): (&'b [MapFace], &'b [MapFace])) -> HtmlPage<'b> {
        let position = &self.view.position;
        let is_near = |distance: Option<u8>| match shown.whole {
            true => !plain::is_far(distance),
            false => distance.is_some_and(|distance| distance <= BESIDE),
        };
        let near_cities: Vec<_> = position.cities.iter().filter(|city| is_near(city.distance)).collect();
        let near_depots: Vec<_> = position.depots.iter().filter(|depot| is_near(depot.distance)).collect();
        let here = self.sheets_in(shown);
        let others = position.sheets.iter().enumerate().filter(|(place, _)| !here.contains(place));
        HtmlPage {
            of_all: self.vantage.is_umpire(),
            besides: self.heading.told_besides().map(|besides| LaidBesides::shown(besides, shown.whole)),
            has_desk: self.has_desk(),
            has_rail: self.vantage.book.rail.is_some(),
            spoken: Spoken::of(self.vantage.book),
            letter: self.letter(),
            how_to_order: self.sending(shown.whole).words(),
            date: self.heading.date(self.view.turn),
            shown,
            has_deputised: position.units.iter().any(|unit| !unit.is_commanded),
            far_stores: plain::far_stores(position),
            other_stores: position.cities.len() + position.depots.len()
                - near_cities.len()
                - near_depots.len(),
            near_cities,
            near_depots,
            sightings: position
                .sightings
                .iter()
                .filter(|flag| shown.whole || !flag.side.is_friendly())
                .collect(),
            army: position.army.iter().map(|corps| corps_face(corps, position)).collect(),
            maps,
            held: held::not_own(&position.squares, Labels::to(self.vantage)),
            sheets: here
                .iter()
                .zip(sheets)
                .map(|(place, map)| sheet_face(&position.sheets[*place], map))
                .collect(),
            other_sheets: others.map(|(_, sheet)| sheet.square.as_str()).collect(),
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
        for place in self.sheets_in(extent) {
            let (at, sheet) = (self.vantage.spots[place].0, &self.view.position.sheets[place]);
            let picture = with_pictures.then(|| self.tactical(at, left)).flatten();
            left -= picture.as_ref().map_or(0, |picture| picture.png.len());
            tactical.push(face(picture.as_ref(), || sheets::lines(sheet)));
            pictures.extend(picture);
        }
        (strategic, tactical, pictures)
    }

    /// The pictures of the strategic map; none if one of them cannot be drawn.
    fn strategic(&self) -> Vec<Illustration> {
        let signs = self.heading.besides.as_ref().map_or(&[][..], |besides| &besides.signs);
        let ships = illustrations::moored(self.vantage, signs);
        let mut shown = windows(self.vantage);
        shown.extend(illustrations::windows_of_ships(self.vantage, &shown, &ships));
        let draw = |window| illustrations::strategic(&self.shop.album, self.vantage, window, &ships).ok();
        shown.into_iter().map(draw).collect::<Option<_>>().unwrap_or_default()
    }

    /// The picture of a tactical map, if it can be drawn and is not larger than what is left.
    fn tactical(&self, at: StrategicSquare, left: usize) -> Option<Illustration> {
        illustrations::tactical(&self.shop.album, self.vantage, at)
            .ok()
            .filter(|picture| picture.png.len() <= left)
    }
}

/// A picture, or the letters in its place.
pub(crate) fn face(picture: Option<&Illustration>, lines: impl FnOnce() -> Vec<String>) -> MapFace {
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

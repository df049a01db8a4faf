//! The desk page: one file that opens in any browser from the mail, with the maps, the units and the order form of
//! rule 6, which writes the orders as plain text.
//!
//! **It holds nothing that the position report may not show**: it is made of a [`Vantage`] and of the maps, which
//! everybody knows (promise 6). How orders are written is not said here but handed in, from the grammar's own table.
//!
//! The page asks no network for anything and its policy forbids it to. Its parts stand in `assets/desk/`. Into a mail it goes
//! [folded](fieldpost_print::fold), two fifths as large.

mod can;
mod forces;
mod ground;
mod says;
mod travel;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Serialize;

use crate::beside::Given;
use crate::desk_page::forces::{CityView, DepotView, FlagView, RumourView, SpotView, UnitView};
use crate::desk_page::ground::{Frame, Ground, GroundKind, SheetView, TerrainKind};
use crate::desk_page::says::Says;
use crate::desk_page::travel::Travel;
use crate::illustrations;
use crate::position::{season, station};
use crate::vantage::Vantage;
use fieldpost_ground::square::TACTICAL_SIDE;
use fieldpost_land::command::clashes::{CLASHES, Clash, PHASES};
use fieldpost_land::orders::{Phases, UnitOrders};
use fieldpost_land::state::Season;
use fieldpost_picture::tints::Cloth;
use fieldpost_print::desk_page::Inline;
use fieldpost_print::fold;
use fieldpost_print::heading::Heading;
use fieldpost_print::shop::{DeskKit, OrderForm};

/// The page's parts, in the order in which they stand in it.
const SCRIPTS: [&str; 19] = [
    include_str!("../../../../assets/desk/dom.js"),
    include_str!("../../../../assets/desk/data.js"),
    include_str!("../../../../assets/desk/state.js"),
    include_str!("../../../../assets/desk/letter.js"),
    include_str!("../../../../assets/desk/answers.js"),
    include_str!("../../../../assets/desk/rows.js"),
    include_str!("../../../../assets/desk/compose.js"),
    include_str!("../../../../assets/desk/paint.js"),
    include_str!("../../../../assets/desk/map.js"),
    include_str!("../../../../assets/desk/tactical.js"),
    include_str!("../../../../assets/desk/units.js"),
    include_str!("../../../../assets/desk/fields.js"),
    include_str!("../../../../assets/desk/marching.js"),
    include_str!("../../../../assets/desk/fighting.js"),
    include_str!("../../../../assets/desk/form.js"),
    include_str!("../../../../assets/desk/offices.js"),
    include_str!("../../../../assets/desk/others.js"),
    include_str!("../../../../assets/desk/ships.js"),
    include_str!("../../../../assets/desk/main.js"),
];
const PAGE: &str = include_str!("../../../../assets/desk/desk.html");
/// What pages of other games have too: what may be done in them, their heading, the panel with the letter.
const HEAD: &str = include_str!("../../../../assets/desk/head.html");
const HEADER: &str = include_str!("../../../../assets/desk/header.html");
const LETTER: &str = include_str!("../../../../assets/desk/letter.html");
const STYLE: &str = include_str!("../../../../assets/desk/desk.css");

/// The page of what a player may know.
///
/// # Errors
/// If what it shows cannot be written as JSON, which is a fault of this program.
pub fn page(vantage: &Vantage<'_>, given: Given<'_>, kit: &DeskKit) -> Result<String, serde_json::Error> {
    let [before, after] = &*AROUND;
    Ok([before, data(vantage, given, kit)?.as_str(), after].concat())
}

/// What of every page a browser may run and wear.
pub fn own() -> &'static Inline {
    static OWN: LazyLock<Inline> = LazyLock::new(|| Inline::of(&AROUND.concat()));
    &OWN
}

/// The same page folded, as it goes into a mail.
///
/// # Errors
/// As [`page`].
pub fn folded(vantage: &Vantage<'_>, given: Given<'_>, kit: &DeskKit) -> Result<String, serde_json::Error> {
    static FRAME: LazyLock<fold::Frame> = LazyLock::new(|| fold::Frame::new(&AROUND[0], &AROUND[1]));
    Ok(FRAME.folded(&data(vantage, given, kit)?))
}

/// What stands in every page before and after what it knows.
static AROUND: LazyLock<[String; 2]> = LazyLock::new(|| {
    let mut around = [String::new(), String::new()];
    let mut side = 0;
    // Cut at the marks rather than replaced one after the other: nothing in one part can then stand for another.
    for piece in PAGE.split("@@") {
        match piece {
            "style" => around[side] += STYLE,
            "head" => around[side] += HEAD,
            "header" => around[side] += HEADER,
            "letter" => around[side] += LETTER,
            "script" => around[side] += &SCRIPTS.concat(),
            "data" => side = 1,
            other => around[side] += other,
        }
    }
    around
});

/// What the page knows, as it stands in it.
fn data(
    vantage: &Vantage<'_>,
    given: Given<'_>,
    DeskKit { address, forms }: &DeskKit,
) -> Result<String, serde_json::Error> {
    let desk = Desk::of(vantage, given, address, forms);
    Ok(embedded(&serde_json::to_string(&vantage.book.told(&desk))?))
}

/// JSON that stays text inside a `<script>`: no tag or comment can begin or end in it.
fn embedded(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// Everything that the page knows.
#[derive(Serialize)]
struct Desk<'a> {
    #[serde(flatten)]
    heading: &'a Heading,
    address: &'a str,
    turn: u32,
    season: Season,
    season_words: &'static str,
    /// The nation's two letters.
    nation: String,
    station: String,
    grid: GridView<'a>,
    limits: Limits,
    forms: &'a [OrderForm],
    /// Orders that say nothing.
    blank: UnitOrders,
    terrains: Vec<TerrainKind>,
    grounds: Vec<GroundKind>,
    ground: Ground,
    travel: Travel,
    says: Says,
    /// Orders that do not go together (rules 5.2, 7.5, 7.14, 8.1).
    clashes: &'static [Clash],
    /// Why orders of offices are not the player's to give, by their first words (rules 3.4, 3.5, 8.5, 8.6, 11.5, 11.7, 13.1).
    not_given: BTreeMap<&'static str, String>,
    /// Cities from which the player may have supplies moved (rule 11.7).
    supplies_from: Vec<String>,
    /// What comes before each tactical phase, in words.
    phases: [&'static str; PHASES as usize],
    sheets: Vec<SheetView>,
    units: Vec<UnitView>,
    flags: Vec<FlagView>,
    rumours: Vec<RumourView>,
    spots: Vec<SpotView>,
    cities: Vec<CityView>,
    depots: Vec<DepotView>,
    /// The letters of every type of unit.
    kinds: Vec<&'static str>,
    comrades: Vec<&'a str>,
    /// Titles of the offices that the player holds.
    offices: Vec<String>,
    /// What the page is to know of ships, where the game has any: made by whoever knows them.
    #[serde(skip_serializing_if = "Option::is_none")]
    fleet: Option<&'a serde_json::Value>,
    /// What the own side and its enemies wear, where nations have colours: `blue`, `grey`.
    #[serde(skip_serializing_if = "Option::is_none")]
    wear: Option<[&'static str; 2]>,
}

#[derive(Serialize)]
struct GridView<'a> {
    cols: u8,
    rows: u8,
    row_letters: &'a str,
}

/// Numbers of the book that the page holds orders to.
#[derive(Serialize)]
struct Limits {
    /// Boxes of a path (rule 7.4).
    boxes: usize,
    /// Squares of a tactical map's side (rule 2.1).
    side: u8,
    /// Tactical phases of a turn (rule 5.2).
    phases: u8,
    /// Those in which an order holds that names none.
    usual_phases: Phases,
}

/// ROTD-EUWOL 7.4: strategic phases of a turn, and so boxes of a path.
const BOXES: usize = 6;
/// ROTD-EUWOL 5.2: when each tactical phase of a campaign turn comes, in the order of the turn's list.
const PHASE_WORDS: [&str; PHASES as usize] = [
    "before any march",
    "before any march",
    "after a march’s first square",
    "after a march’s first square",
    "at the end, without combat",
];

impl<'a> Desk<'a> {
    fn of(vantage: &'a Vantage<'_>, given: Given<'a>, address: &'a str, forms: &'a [OrderForm]) -> Self {
        let grid = &vantage.atlas.map.grid;
        let player = vantage.player;
        let frame = Frame::of(vantage);
        let travel = Travel::of(vantage, frame);
        let answers = vantage.answers();
        Desk {
            heading: given.heading,
            address,
            turn: vantage.turn,
            season: vantage.season,
            season_words: season(vantage.season),
            nation: player.nation.to_string(),
            station: station(vantage).words(),
            grid: GridView { cols: grid.cols, rows: grid.rows, row_letters: &grid.row_letters },
            limits: Limits {
                boxes: BOXES,
                side: TACTICAL_SIDE,
                phases: PHASES,
                usual_phases: Phases::DEFAULT,
            },
            forms,
            blank: UnitOrders::default(),
            terrains: ground::terrain_kinds(vantage.book),
            grounds: ground::ground_kinds(),
            ground: Ground::of(vantage, frame),
            sheets: ground::sheets(vantage),
            units: forces::units(vantage, &travel, &answers),
            travel,
            says: Says::new(),
            clashes: CLASHES,
            not_given: answers.offices,
            supplies_from: answers.supplies_from,
            phases: PHASE_WORDS,
            flags: forces::flags(vantage),
            rumours: forces::rumours(vantage),
            spots: forces::spots(vantage),
            cities: forces::cities(vantage),
            depots: forces::depots(vantage),
            kinds: vantage.book.kinds.iter().map(|kind| kind.code.code()).collect(),
            comrades: vantage.comrades(),
            offices: player.offices.iter().map(|office| vantage.book.post(office)).collect(),
            fleet: given.beside.and_then(|beside| beside.page.as_ref()),
            wear: illustrations::livery(vantage).wear.map(|both| both.map(Cloth::words)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_cannot_leave_its_script() {
        let json = embedded(&serde_json::to_string("</script><!--\u{2028}").unwrap());
        assert_eq!(json, "\"\\u003c/script>\\u003c!--\\u2028\"");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), "</script><!--\u{2028}");
    }

    #[test]
    fn the_page_has_a_place_for_each_part_and_none_ends_its_element() {
        let marks: Vec<&str> = PAGE.split("@@").skip(1).step_by(2).collect();
        assert_eq!(marks, ["head", "style", "header", "letter", "data", "script"]);
        assert!(!STYLE.contains("</") && SCRIPTS.iter().all(|script| !script.contains("</script")));
    }
}

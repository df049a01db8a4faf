//! The whole board, for the game administrator: every unit, every square, every battle, in the same reports and the same page
//! that players get. **Nothing here goes to a player**: whoever hosts a game asks for it by doors of their own.
//!
//! An umpire takes no side: no sentence says `your` or `the enemy`, each side's losses stand beside its nations, and what ails a
//! unit is seen from the unit's own nation. Only the marks of a map need two sides: `o` is the first player's nation with its
//! allies, `x` whoever is its enemy, and the report says so.

use std::collections::{BTreeMap, BTreeSet};

use crate::beside::Given;
use crate::event_page::EventFaces;
use crate::gather::Reader;
use crate::labels::Labels;
use crate::news::EventReport;
use crate::pages::PositionFaces;
use crate::place::Gazetteer;
use crate::vantage::{Own, UMPIRE, Vantage};
use crate::view::TurnView;
use crate::whose::Whose;
use crate::{Theatre, extract, held, illustrations, in_one_mail};
use fieldpost_engine::event::{Saw, Told};
use fieldpost_engine::nearest::nearest;
use fieldpost_engine::wishes::Wishes;
use fieldpost_engine::words::grouped;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::detection::Sight;
use fieldpost_land::detection::sight::{Arm, Arms, Count, Mark, Sighting};
use fieldpost_land::event::Event;
use fieldpost_land::state::{City, LandState, Player, Rank};
use fieldpost_land::turn::Outcome;
use fieldpost_land::unit::{Status, Unit};
use fieldpost_picture::seas::Seas;
use fieldpost_picture::strategic::Moored;
use fieldpost_print::album::Album;
use fieldpost_print::heading::Heading;
use fieldpost_print::layout;
use fieldpost_print::press::PressError;
use fieldpost_print::report::{Page, Report, report};
use fieldpost_print::section::{Block, Column, Drawn, Line, Row, Section, Sheet, Table};
use fieldpost_print::shop::Shop;

/// As whom the umpire stands in reports.
pub const NAME: &str = "the game administrator";

/// Who sees everything, and all that there is to see.
pub struct Umpire {
    player: Player,
    sight: Sight,
}

impl Umpire {
    /// The umpire of a position; none where nobody plays.
    pub fn of(state: &LandState) -> Option<Self> {
        let nation = state.players.first()?.nation;
        let player = Player { name: NAME.into(), nation, rank: Rank::General, offices: BTreeSet::new() };
        Some(Umpire { player, sight: all_in_sight(state) })
    }

    /// Everything there is.
    pub fn vantage<'a>(&'a self, Theatre { atlas, book }: Theatre<'a>, state: &'a LandState) -> Vantage<'a> {
        Vantage::of_all(&self.player, state, &self.sight, atlas, book)
    }
}

/// Every unit, on the strategic map as flags and on the tactical maps by its name.
fn all_in_sight(state: &LandState) -> Sight {
    let mut sight = Sight::default();
    let mut flags = BTreeMap::<(StrategicSquare, _), Vec<&Unit>>::new();
    for unit in state.units.values() {
        sight.tactical.entry(unit.at).or_default().insert(unit.id);
        flags.entry((unit.at, unit.id.nation)).or_default().push(unit);
    }
    for ((at, nation), units) in flags {
        let count = |status: Status| {
            u32::try_from(units.iter().filter(|unit| unit.status == status).count()).unwrap_or(u32::MAX)
        };
        let (active, inactive, shattered) =
            (count(Status::Active), count(Status::Inactive), count(Status::Shattered));
        let mark = match (active, inactive) {
            (1.., _) => Mark::Flag,
            (0, 1..) => Mark::Tent,
            (0, 0) => Mark::Shattered,
        };
        let arms = Arms(units.iter().filter_map(|unit| Arm::of(unit.id.kind)).collect());
        let count = Count::Exact(active.saturating_add(inactive).saturating_add(shattered));
        let flag = Sighting { nation, mark, count, inactive, shattered, arms };
        sight.strategic.entry(at).or_default().push(flag);
    }
    sight
}

/// What is shown of the whole board, by the word that asks for it: `MAP`, `UNITS`, `UNITS OF` a player, `CITIES` or `DEPOTS`. `None` where
/// nobody plays, or the word is none of these.
pub fn shown(theatre: Theatre<'_>, state: &LandState, what: &str) -> Option<Section> {
    let umpire = Umpire::of(state)?;
    let vantage = &umpire.vantage(theatre, state);
    let section = |key| Section::new(key, "");
    Some(match what {
        "MAP" => map(vantage, section("map")),
        "UNITS" => section("units").with(units(vantage, None)),
        "CITIES" => section("cities").with(cities(vantage)),
        "DEPOTS" => section("depots").with(depots(vantage)),
        what => match what.splitn(3, ' ').collect::<Vec<_>>()[..] {
            ["UNITS", "OF", name] => section("units").with(units(vantage, Some(name))),
            _ => return None,
        },
    })
}

fn map(vantage: &Vantage<'_>, section: Section) -> Section {
    let nation = vantage.player.nation.words();
    let key = format!(
        "o {nation} and its allies, x its enemies, n neutrals, X both; R r rivers, * a city, + - railways (own, others'), / track \
         destroyed"
    );
    let pieces = extract::pieces(vantage);
    let maps = pieces.iter().map(|piece| Block::Map(extract::lines(vantage, piece).join("\n")));
    let squares = extract::squares(vantage);
    let held = held::not_own(&squares, Labels::Marks);
    let held = Block::Rows(held.iter().map(|squares| Row::of(squares.told())).collect());
    std::iter::once(Block::Key(key)).chain(maps).chain([held]).fold(section, Section::with)
}

/// Every unit, or those that a player commands.
fn units(vantage: &Vantage<'_>, of: Option<&str>) -> Block {
    let is_meant = |commander: &str| of.is_none_or(|name| name.eq_ignore_ascii_case(commander));
    let mut own = vantage.own.iter().filter(|own| is_meant(own.commander)).collect::<Vec<_>>();
    if let Some(name) = of.filter(|_| own.is_empty()) {
        let near = nearest(name, vantage.own.iter().map(|own| (own.commander, own.commander)));
        let near = near.map(|near| format!(" Did you mean {near}?")).unwrap_or_default();
        return Block::Words(format!("{name} commands none.{near}"));
    }
    own.sort_by_key(|own| (own.unit.id.nation, own.unit.id.kind, own.unit.id));
    let columns = vec![
        Column::left("unit"),
        Column::left("square"),
        Column::right("men"),
        Column::right("mor"),
        Column::right("fat"),
        Column::right("sup"),
        Column::left("commander"),
    ];
    let rows = own.into_iter().map(|own| unit_line(vantage, own)).collect();
    Block::Table(Table { columns, rows, ..Table::default() })
}

fn unit_line(vantage: &Vantage<'_>, own: &Own<'_>) -> Line {
    let unit = own.unit;
    let state = match unit.status {
        Status::Active => "",
        Status::Inactive => ", inactive",
        Status::Shattered => ", shattered",
    };
    let deputy = own.deputy.map(|deputy| format!(" ({deputy})")).unwrap_or_default();
    Line::of([
        vantage
            .names()
            .get(&unit.id)
            .map_or_else(|| unit.id.to_string(), |name| format!("{} {name}", unit.id)),
        format!("{} {}", vantage.atlas.map.grid.label(unit.at), unit.tac),
        unit.strength.to_string(),
        unit.morale.to_string(),
        unit.fatigue.to_string(),
        unit.supplies.to_string(),
        format!("{}{deputy}{state}", own.commander),
    ])
}

fn cities(vantage: &Vantage<'_>) -> Block {
    let grid = &vantage.atlas.map.grid;
    let row = |(name, city): &(&str, &City)| {
        let fort = city
            .fort
            .as_ref()
            .map_or("none".into(), |fort| format!("strength {} for {}", fort.strength, fort.capacity));
        let besieged = if city.besieged { ", BESIEGED" } else { "" };
        Line::of([
            (*name).to_owned(),
            grid.label(city.at),
            city.control.to_string(),
            city.supplies.to_string(),
            format!("{fort}{besieged}"),
        ])
    };
    let columns = vec![
        Column::left("city"),
        Column::left("square"),
        Column::left("holds"),
        Column::right("supplies"),
        Column::left("fort"),
    ];
    let rows = vantage.cities.iter().map(row).collect();
    Block::Table(Table { columns, rows, ..Table::default() })
}

fn depots(vantage: &Vantage<'_>) -> Block {
    let grid = &vantage.atlas.map.grid;
    if vantage.depots.is_empty() {
        return Block::Words("There is none.".into());
    }
    let row = |depot: &&fieldpost_land::state::Depot| {
        let (at, tac) = (grid.label(depot.at), depot.tac);
        Row::of(format!("{} of {} in {at} {tac}: {} supplies", depot.kind.word(), depot.side, depot.supplies))
    };
    Block::Rows(vantage.depots.iter().map(row).collect())
}

/// The whole board as it stands, for who looks back on a game that is over: its maps, and what each nation has on it. A map that cannot be
/// drawn is left out.
pub fn revealed(theatre: Theatre<'_>, state: &LandState, album: &Album) -> Vec<Block> {
    let Some(umpire) = Umpire::of(state) else { return Vec::new() };
    let vantage = &umpire.vantage(theatre, state);
    let windows = illustrations::windows(vantage).into_iter();
    let maps = windows
        .filter_map(|window| illustrations::strategic(album, vantage, window, (&[], &Seas::default())).ok());
    let mut nations = BTreeMap::<_, (u32, u32)>::new();
    for unit in state.units.values() {
        let (units, men) = nations.entry(unit.id.nation).or_default();
        *units += 1;
        *men += unit.strength;
    }
    let row = |(nation, (units, men)): (NationCode, (u32, u32))| {
        let towns = state.cities.values().filter(|city| city.control == nation).count();
        Line::of([nation.words(), grouped(units), grouped(men), grouped(towns)])
    };
    let columns =
        [Column::left("nation"), Column::right("units"), Column::right("men"), Column::right("towns")];
    let rows = nations.into_iter().map(row).collect();
    let table = Block::Table(Table { caption: String::new(), columns: columns.into(), rows });
    maps.map(Block::Figure).chain([table]).collect()
}

/// The whole board drawn, for an administrator who asks to see it: its maps with all that stands there, `ships` too, and in letters for mail
/// programs without pictures. `None` where nobody plays.
///
/// # Errors
/// If a template is at fault.
pub fn drawn(
    theatre: Theatre<'_>,
    state: &LandState,
    heading: &Heading,
    (ships, seas): (&[Moored], &Seas),
    (wishes, shop): (&Wishes, &Shop<'_>),
) -> Result<Option<Report>, PressError> {
    let Some(umpire) = Umpire::of(state) else { return Ok(None) };
    let vantage = &umpire.vantage(theatre, state);
    let mut windows = illustrations::windows(vantage);
    windows.extend(illustrations::windows_of_ships(vantage, &windows, ships));
    let draw = |window| illustrations::strategic(&shop.album, vantage, window, (ships, seas)).ok();
    let is_drawn = wishes.html && wishes.pictures;
    let maps: Vec<Block> =
        windows.into_iter().filter(|_| is_drawn).filter_map(draw).map(Block::Figure).collect();
    let letters = map(vantage, Section::default()).blocks;
    let figures = (!maps.is_empty()).then_some(maps);
    let section = Section::new("map", "").with(Block::Drawn(Drawn { figures, letters }));
    let sheets = vec![Sheet { what: "The whole board".into(), sections: vec![section], ..Sheet::default() }];
    let printed = layout::text(shop.press, heading, state.turn, &sheets)?;
    let page = wishes.html.then(|| Page::of(shop.press, heading, state.turn, sheets)).transpose()?;
    let Page { html, pictures, laid } = page.unwrap_or_default();
    let html = wishes.html.then_some(html);
    Ok(Some(Report { printed, html, pictures, laid, enclosures: Vec::new(), orders: String::new() }))
}

/// Maps of who holds which town and of nothing else, for whoever may know no more: the map is asked of a position in which nothing else is.
pub fn towns_held(theatre: Theatre<'_>, state: &LandState, album: &Album) -> Vec<Block> {
    let bare = &with_towns_alone(state);
    let Some(umpire) = Umpire::of(bare) else { return Vec::new() };
    let mut vantage = umpire.vantage(theatre, bare);
    let grid = &theatre.atlas.map.grid;
    let towns = bare.cities.values().map(|city| city.at).collect::<Vec<_>>();
    vantage.near =
        grid.all().filter(|at| towns.iter().any(|town| at.distance(*town) <= ABOUT_TOWNS)).collect();
    let windows = illustrations::windows(&vantage).into_iter().take(MOST_TOWN_MAPS);
    let maps = windows
        .filter_map(|window| illustrations::strategic(album, &vantage, window, (&[], &Seas::default())).ok());
    maps.map(Block::Figure).collect()
}

/// How many squares such a map shows about a town, and how many maps there are at most.
const ABOUT_TOWNS: u8 = 2;
const MOST_TOWN_MAPS: usize = 6;

/// The position with its towns and their holders alone.
fn with_towns_alone(state: &LandState) -> LandState {
    let bare = |city: &City| City { supplies: 0, fort: None, besieged: false, ..city.clone() };
    LandState {
        turn: state.turn,
        players: state.players.clone(),
        cities: state.cities.iter().map(|(name, city)| (name.clone(), bare(city))).collect(),
        relations: state.relations.clone(),
        owners: state.owners.clone(),
        ..LandState::opening(state.season)
    }
}

/// The report of a finished turn for the game administrator: all that happened, whoever saw it, above the whole board, with
/// the desk page of all of it. `None` where nobody plays.
///
/// # Errors
/// If a template cannot be printed.
pub fn turn_report<'a>(
    theatre: Theatre<'_>,
    outcome: &Outcome,
    given: impl Into<Given<'a>>,
    wishes: &Wishes,
    shop: &Shop<'_>,
) -> Result<Option<Report>, PressError> {
    let (given, umpire) = (given.into(), Umpire::of(&outcome.state));
    let Some(umpire) = umpire else { return Ok(None) };
    let vantage = &umpire.vantage(theatre, &outcome.state);
    let told = told_of_all(vantage, &outcome.events);
    let mut view = TurnView::of(vantage, given, Some(told.clone()));
    // Nobody orders from it.
    view.position.orders.clear();
    let events = EventFaces::new(shop, vantage, &told, given, wishes);
    let position = PositionFaces::new(shop, vantage, &view, given, wishes);
    let mut printed =
        if wishes.one_mail { in_one_mail(position, &events, wishes)? } else { report(&position, wishes)? };
    printed.enclosures.retain(|file| file.name != "orders.txt");
    Ok(Some(printed))
}

/// What happened in a turn, as the umpire is told of it; none where nobody plays.
pub fn event_view(theatre: Theatre<'_>, outcome: &Outcome) -> Option<EventReport> {
    let umpire = Umpire::of(&outcome.state)?;
    Some(told_of_all(&umpire.vantage(theatre, &outcome.state), &outcome.events))
}

/// All events as the umpire sees them.
fn told_of_all(vantage: &Vantage<'_>, events: &[Told<Event>]) -> EventReport {
    let seen = events.iter().map(|told| {
        let mut told = told.clone();
        told.to.insert(UMPIRE, Saw::All);
        told
    });
    let seen = seen.collect::<Vec<_>>();
    let places = Gazetteer(&vantage.atlas.map);
    let whose = |_| Whose::Own;
    let deputised = |_| false;
    let are_friends = |one, other| vantage.between(one, other).is_friendly();
    let besiegers = |city: &str| vantage.besiegers(city);
    let reader = Reader {
        player: UMPIRE,
        places,
        whose: &whose,
        deputised: &deputised,
        nation: None,
        are_friends: &are_friends,
        besiegers: &besiegers,
        names: vantage.names(),
        befell: &[],
    };
    EventReport::of(&seen, vantage, reader)
}

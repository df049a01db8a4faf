//! From the canonical words that are kept to what a turn of land and sea is run by.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::fleet::Fleet;
use crate::paper::{has_ships, paper, read};
use crate::table::Table;
use fieldpost_door::{Assigns, Block, ClosedBook};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::refusal::Refusal;
use fieldpost_engine::seat::Seat;
use fieldpost_engine::words::listed;
use fieldpost_grammar::letter::{Complaint, Lexicon};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::Grid;
use fieldpost_land::book::Book;
use fieldpost_land::command;
use fieldpost_land::language::{self, lexicon, office_order, orders_of, unit_of, unit_order};
use fieldpost_land::orders::{OfficeOrder, TurnOrders, UnitOrder, UnitOrders};
use fieldpost_land::state::LandState;
use fieldpost_land::unit::UnitId;
use fieldpost_sea::chart::Chart;
use fieldpost_sea::language::{any_order, backwards, fits, office, ship_of};
use fieldpost_sea::orders::{Office, ShipOrders};
use fieldpost_sea::ship::ShipId;

/// Everything ordered for a turn, as it is kept: on land as the game understood it, at sea in canonical words.
#[derive(Clone, Debug)]
pub struct Orders {
    pub land: TurnOrders,
    /// At sea, where there are ships.
    pub sea: Option<SeaOrders>,
}

/// What was ordered at sea, in canonical words.
#[derive(Clone, Debug, Default)]
pub struct SeaOrders {
    /// The lines of each ship.
    pub ships: BTreeMap<ShipId, Vec<String>>,
    /// What Naval Secretaries ordered, each by whom.
    pub office: Vec<(PlayerNo, String)>,
}

/// The form of a war on land alone.
#[derive(Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "kebab-case")]
enum Alone<L> {
    Land(L),
}

/// The form of a war with ships.
#[derive(Serialize, Deserialize)]
#[serde(tag = "game", rename = "joint")]
struct Joint<L, S, O> {
    land: L,
    ships: S,
    office: O,
}

impl Orders {
    /// Kept orders, read.
    ///
    /// # Errors
    /// If they are none.
    pub fn read(kept: &[u8]) -> Result<Orders, String> {
        if has_ships(kept) {
            let Joint { land, ships, office } = read("orders", kept)?;
            return Ok(Orders { land, sea: Some(SeaOrders { ships, office }) });
        }
        let Alone::Land(land) = read("orders", kept)?;
        Ok(Orders { land, sea: None })
    }

    pub fn kept(&self) -> Vec<u8> {
        let land = &self.land;
        match &self.sea {
            None => paper(&Alone::Land(land)),
            Some(SeaOrders { ships, office }) => paper(&Joint { land, ships, office }),
        }
    }

    /// All that a shut book orders.
    pub fn of_turn(table: &Table, book: &ClosedBook) -> Orders {
        let land = on_land(table.book, &table.atlas.map.grid, table.all().state, book);
        Orders { land, sea: table.fleet().map(|fleet| SeaOrders::of_turn(&fleet.sea.chart, book)) }
    }
}

impl SeaOrders {
    fn of_turn(chart: &Chart, book: &ClosedBook) -> SeaOrders {
        let of_block = |block: &Block| -> Option<(ShipId, Vec<String>)> {
            let id = ship_of(&block.piece)?;
            let own = block.lines.iter().flatten().chain(&block.word_of_office);
            Some((id, own.map(|line| line.words.to_string()).collect()))
        };
        let at_sea = |(by, line): &(PlayerNo, Line)| {
            let order = office(&line.words, chart).ok()?;
            // Who commands what is settled by the desk.
            (!matches!(order, Office::Assign(..))).then(|| (*by, line.words.to_string()))
        };
        SeaOrders {
            ships: book.blocks.iter().filter_map(of_block).collect(),
            office: book.offices.iter().filter_map(at_sea).collect(),
        }
    }
}

/// What was ordered, as a turn of land and sea is run by it.
#[derive(Clone, Debug, Default)]
pub struct Ordered {
    pub land: TurnOrders,
    /// What each ship is to do.
    pub ships: BTreeMap<ShipId, ShipOrders>,
    /// What Naval Secretaries ordered, each for which nation.
    pub office: Vec<(NationCode, Office)>,
}

impl Ordered {
    /// What kept orders mean.
    pub fn of(fleet: Fleet<'_>, orders: &Orders) -> Ordered {
        let chart = &fleet.sea.chart;
        let nation = |by: &PlayerNo| fleet.table.land.player(*by).map(|player| player.nation);
        let at_sea = |(by, words): &(PlayerNo, String)| Some((nation(by)?, office(words, chart).ok()?));
        let sea = orders.sea.as_ref();
        let ships = sea.into_iter().flat_map(|sea| &sea.ships);
        let offices = sea.into_iter().flat_map(|sea| &sea.office);
        Ordered {
            land: orders.land.clone(),
            ships: ships.map(|(id, lines)| (*id, of_ship(lines, chart, *id))).collect(),
            office: offices.filter_map(at_sea).collect(),
        }
    }

    /// What a shut book means.
    pub fn of_book(fleet: Fleet<'_>, book: &ClosedBook) -> Ordered {
        Ordered::of(fleet, &Orders::of_turn(fleet.table, book))
    }
}

/// What the lines of a ship order; each that cannot be read is refused in the turn.
fn of_ship(lines: &[String], chart: &Chart, id: ShipId) -> ShipOrders {
    let mut orders = ShipOrders::default();
    for line in lines {
        match any_order(line, chart).and_then(|order| fits(&order, id.kind).map(|()| order)) {
            Ok(order) => orders.put(order),
            Err(why) => orders.unread.push((line.clone(), why.to_string())),
        }
    }
    orders
}

/// What canonical words are read by on land: they hold no names but squares'.
fn squares(book: &Book, grid: &Grid) -> Lexicon {
    Lexicon { language: language::of(book), ..lexicon(grid) }
}

fn squares_of(table: &Table) -> Lexicon {
    squares(table.book, &table.atlas.map.grid)
}

/// What lines order a unit to do.
pub fn of_unit(table: &Table, lines: &[Line]) -> Vec<UnitOrder> {
    let squares = squares_of(table);
    lines.iter().filter_map(|line| unit_order(&line.words, &squares)).collect()
}

/// What a line orders in an office on land.
pub fn of_office(table: &Table, line: &Line) -> Option<OfficeOrder> {
    office_order(&line.words, &squares_of(table))
}

/// Lines of a piece's block that it cannot be given, each with why.
pub fn strange(table: &Table, piece: &Piece, lines: &[Line]) -> Vec<Complaint> {
    match table.fleet().zip(ship_of(piece)) {
        Some((fleet, id)) => strange_to_ship(fleet, id, lines),
        None => orders_of(lines, &squares_of(table)).1,
    }
}

/// What keeps every order from a ship on the Atlantic (WISC 6.17).
pub(crate) fn on_the_atlantic() -> Refusal {
    let why = "she is on the Atlantic, and takes no orders before she has come to the other side";
    Refusal::by("WISC 6.17", why)
}

/// Lines that the type of a ship never has, and all lines for one that crosses the Atlantic, each with why (N-70).
fn strange_to_ship(fleet: Fleet<'_>, id: ShipId, lines: &[Line]) -> Vec<Complaint> {
    let crosses = fleet.crosses(id);
    let fault = |line: &Line| {
        let read = any_order(&line.words, &fleet.sea.chart);
        let backwards = read.as_ref().ok().and_then(backwards);
        let fitting = read.and_then(|order| fits(&order, id.kind));
        let (refusal, nearest) = match (crosses, fitting, backwards) {
            (true, ..) => (on_the_atlantic(), None),
            (_, Err(refusal), _) => (refusal, None),
            (_, _, Some((refusal, nearest))) => (refusal, Some(nearest)),
            (_, Ok(()), None) => return None,
        };
        let refusal = Refusal { why: format!("{}.", refusal.why), ..refusal };
        Some(Complaint::of(line, refusal).near(nearest))
    };
    lines.iter().filter_map(fault).collect()
}

/// WISC 3.3: ships that REPAIR names and that its yard cannot work on since they lie elsewhere, in a sentence. The turn itself tells it
/// only of those of whom nothing is repaired: elsewhere a point of propulsion is, without an order.
pub fn beyond_the_yard(table: &Table, by: PlayerNo, line: &Line) -> Option<String> {
    let fleet = table.fleet()?;
    let (chart, state) = (&*fleet.sea.chart, &*fleet.sea.state);
    let Ok(Office::Repair(ships, port)) = office(&line.words, chart) else { return None };
    let nation = table.land.player(by)?.nation;
    let ships = ships.iter().filter_map(|id| state.ships.get(id));
    // Where a friend lies whom no report of the secretary's shows is not told.
    let known: BTreeSet<ShipId> = fleet.known_ships(by).into_iter().map(|ship| ship.id).collect();
    let ships = ships.filter(|ship| state.allied(ship.id.nation, nation) && known.contains(&ship.id));
    let away = ships.filter(|ship| ship.propulsion > 0 && chart.port_in(ship.at) != Some(port));
    let away: Vec<String> =
        away.map(|ship| format!("{} lies in {}", ship.called(), chart.label(ship.at))).collect();
    let name = &chart.port(port).name;
    (!away.is_empty()).then(|| {
        format!(
            "{}: the yard of {name} works on ships in its port alone; elsewhere a point of propulsion is repaired each turn without an order (WISC 3.3).",
            listed(&away)
        )
    })
}

/// The seat of a unit or a ship that an office order gives.
pub fn assigns(table: &Table, line: &Line) -> Option<Assigns> {
    if let Some(fleet) = table.fleet()
        && let Ok(Office::Assign(id, commander, deputy)) = office(&line.words, &fleet.sea.chart)
    {
        return Some(Assigns { piece: Piece::from(id.to_string()), commander, deputy });
    }
    match of_office(table, line)? {
        OfficeOrder::Assign { unit, commander, deputy } => {
            Some(Assigns { piece: unit.into(), commander, deputy })
        }
        _ => None,
    }
}

/// All that a shut book orders on land, by a position with all units that may be ordered.
pub fn on_land(rules: &Book, grid: &Grid, state: &LandState, book: &ClosedBook) -> TurnOrders {
    let squares = squares(rules, grid);
    let read = |lines: &[Line]| -> Vec<UnitOrder> {
        lines.iter().filter_map(|line| unit_order(&line.words, &squares)).collect()
    };
    let of_block = |block: &Block| -> Option<(UnitId, UnitOrders)> {
        let unit = state.units.get(&unit_of(&block.piece)?)?;
        let own = block.lines.as_deref().map(read);
        Some((unit.id, command::in_force(unit, own, read(&block.word_of_office))))
    };
    let offices = book.offices.iter();
    TurnOrders {
        received: book.received.iter().filter_map(unit_of).collect(),
        units: book.blocks.iter().filter_map(of_block).collect(),
        offices: offices.filter_map(|(by, line)| Some((*by, office_order(&line.words, &squares)?))).collect(),
        reassigned: reassigned(state, &book.seats),
    }
}

/// The seats that the letters of the turn have changed, as they were.
fn reassigned(state: &LandState, now: &BTreeMap<Piece, Seat>) -> BTreeMap<UnitId, Option<Seat>> {
    let before = |unit: &UnitId| state.seats.get(unit).copied();
    let now = now.iter().filter_map(|(piece, seat)| Some((unit_of(piece)?, *seat)));
    now.filter(|(unit, seat)| before(unit) != Some(*seat)).map(|(unit, _)| (unit, before(&unit))).collect()
}

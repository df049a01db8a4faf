//! The measure of receipts in the land war and at sea: letters that go for the nearest enemy, and anywhere.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::land::soak::joint::plans as ships;
use crate::land::soak::lots::Lots;
use crate::land::soak::plans;
use crate::land::soak::world::World;
use crate::receipts::post::Drafts;
use crate::receipts::{Ceiling, Measure};
use fieldpost_campaign::measured;
use fieldpost_campaign::{Ran, Table, rulebooks};
use fieldpost_door::{Board, Finished, Hindrance, Rulebook, Seedling};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_land::language::render;
use fieldpost_land::scenario::built_in;
use fieldpost_land::unit::{Unit, UnitId};
use fieldpost_sea::chart::{Chart, CoastNo, PortNo, SeaNo};
use fieldpost_sea::event::Fact;
use fieldpost_sea::event::reason::Why;
use fieldpost_sea::language::ship_of;
use fieldpost_sea::ship::Ship;

/// What the three land books and the ships share.
const CAMPAIGN: Measure = Measure {
    name: "rotd-euwol",
    // The half of these letters go for enemies, and nothing is said of who comes among them or where some are reported.
    ceiling: Ceiling { short: 36, long: 46 },
    begin: || opened(&rulebooks::ROTD_EUWOL, "bohemia-1866"),
    draft,
    blind,
    place: |board, piece| measured::place_of(Table::of(board)?, piece),
    hindrances,
    of_offices: |ran, by| ran_of(ran).map(|ran| measured::of_offices(ran, by)).unwrap_or_default(),
    done: |ran, by| ran_of(ran).map(|ran| measured::done(ran, by)).unwrap_or_default(),
    blown,
};

/// Rolling of the Drums, Europe.
pub static ROTD_EUWOL: Measure = CAMPAIGN;

/// Rolling of the Drums, the American Civil War.
pub static ROTD_CWOL: Measure = Measure {
    name: "rotd-cwol",
    ceiling: Ceiling { short: 36, long: 30 },
    begin: || opened(&rulebooks::ROTD_CWOL, "valley-1862"),
    ..CAMPAIGN
};

/// Gathered In Their Masses.
pub static GITM_NWOL: Measure = Measure {
    name: "gitm-nwol",
    ceiling: Ceiling { short: 36, long: 46 },
    begin: || opened(&rulebooks::GITM_NWOL, "jena-1806"),
    ..CAMPAIGN
};

/// Wood, Iron, Steam and Canvas: ships, and brigades beside them.
pub static WISC_CWOL: Measure = Measure {
    name: "wisc-cwol",
    ceiling: Ceiling { short: 20, long: 26 },
    begin: || opened(&rulebooks::ROTD_CWOL, "hampton-roads-1862"),
    ..CAMPAIGN
};

pub(super) fn opened(book: &Rulebook, name: &str) -> Seedling {
    let texts = built_in(name).unwrap_or_else(|| panic!("there is no scenario {name}"));
    (book.scenario)(&texts).unwrap_or_else(|faults| panic!("{}", faults.join("\n"))).board
}

fn blind(board: &dyn Board, by: PlayerNo) -> Option<Arc<dyn Board>> {
    Some(Arc::new(measured::without_unseen(Table::of(board)?, by)?))
}

fn ran_of(ran: &dyn Finished) -> Option<&Ran> {
    ran.as_any().downcast_ref()
}

fn hindrances(before: &dyn Board, ran: &dyn Finished) -> BTreeMap<Piece, Vec<Hindrance>> {
    let both = Table::of(before).zip(ran_of(ran));
    both.map(|(before, ran)| measured::hindrances(before, ran)).unwrap_or_default()
}

/// Whether a ship was kept or taken away by the weather.
fn blown(ran: &dyn Finished, piece: &Piece) -> bool {
    let events = ran_of(ran).and_then(|ran| ran.sea.as_ref()).map(|sea| sea.events.iter());
    let ship = ship_of(piece);
    let is_weather = |fact: &Fact| match fact {
        Fact::NotSailed(_) | Fact::Storm { .. } | Fact::Damaged { .. } | Fact::Blown(_) => true,
        Fact::Foundered(_) | Fact::Wrecked(_) => true,
        Fact::Refused { why, .. } => {
            let winds =
                [Why::WindIntoHarbor, Why::WindOutOfHarbor, Why::WindAgainstSortie, Why::WindAgainstStandIn];
            winds.contains(&why.why)
        }
        _ => false,
    };
    let mut facts = events.into_iter().flatten().map(|told| &told.event.fact);
    facts.any(|fact| fact.ship() == ship && is_weather(fact))
}

/// Orders for all pieces of a player's and some of those that the player deputises, and orders of offices, whoever has them.
fn draft(board: &dyn Board, by: PlayerNo, lots: &mut Lots) -> Drafts {
    let Some(table) = Table::of(board) else { return Drafts::default() };
    let mut drafts = Drafts::default();
    let grid = &table.atlas.map.grid;
    let world = World { atlas: Arc::clone(&table.atlas), book: table.book, state: (*table.land).clone() };
    for unit in world.state.units.values() {
        let Some(seat) = world.state.seats.get(&unit.id) else { continue };
        if seat.commander == by || seat.deputy == Some(by) && lots.chance(30) {
            let orders = if lots.chance(50) {
                let lines = plans::of_unit(lots, &world, unit).into_iter();
                lines.map(|line| render::unit_order(&line, Some(grid)) + "\n").collect()
            } else {
                on_land(table, unit, lots)
            };
            drafts.blocks.push((unit.id.into(), format!("UNIT {}\n{orders}END\n", unit.id)));
        }
    }
    for _ in 0..lots.below(4) {
        drafts.offices.extend(of_office(&world, by, lots));
    }
    let Some(fleet) = table.fleet() else { return drafts };
    let (chart, state) = (&fleet.sea.chart, &fleet.sea.state);
    for ship in state.ships.values().filter(|ship| ship.commander == by) {
        let orders = if lots.chance(50) {
            let lines = ships::of_ship(lots, fleet, ship).into_iter();
            lines.map(|line| line + "\n").collect()
        } else {
            at_sea(chart, &state.ships, ship, lots)
        };
        drafts.blocks.push((ship.id.to_string().into(), format!("SHIP {}\n{orders}END\n", ship.id)));
    }
    let is_secretary = state.powers.secretaries.values().any(|secretary| *secretary == by);
    if is_secretary && lots.chance(60) {
        drafts.offices.push(ships::office(lots, chart, state));
    }
    drafts
}

/// An order of an office: an assignment of an own unit more often than any other.
fn of_office(world: &World, by: PlayerNo, lots: &mut Lots) -> Option<String> {
    let player = world.state.player(by)?;
    let own: Vec<UnitId> =
        world.state.units.keys().filter(|id| id.nation == player.nation).copied().collect();
    if lots.chance(30) {
        let is_own = |id: &&UnitId| world.state.seats.get(id).is_some_and(|seat| seat.commander == by);
        let mine: Vec<UnitId> = own.iter().filter(is_own).copied().collect();
        let friends = world.state.players.iter().filter(|other| other.nation == player.nation);
        let friends: Vec<&String> = friends.map(|other| &other.name).collect();
        return Some(format!("ASSIGN {} TO {}", lots.pick(&mine)?, lots.pick(&friends)?));
    }
    let order = plans::of_office(lots, world, &own)?;
    Some(render::office_order(&order, Some(&world.atlas.map.grid)))
}

/// Orders of a unit: a march of some squares, anywhere or towards the nearest unit that is not of its nation, and what else it draws.
fn on_land(table: &Table, unit: &Unit, lots: &mut Lots) -> String {
    let grid = &table.atlas.map.grid;
    let foes = table.land.units.values().filter(|other| other.id.nation != unit.id.nation);
    let goal = foes.map(|other| other.at).min_by_key(|at| unit.at.distance(*at)).filter(|_| lots.chance(50));
    let mut at = unit.at;
    let mut squares = Vec::new();
    for _ in 0..lots.between(0, 4) {
        let near: Vec<StrategicSquare> = grid.neighbours(at).map(|(_, square)| square).collect();
        let nearest = goal.and_then(|goal| near.iter().copied().min_by_key(|square| square.distance(goal)));
        let Some(next) = nearest.or_else(|| lots.pick(&near).copied()) else { break };
        squares.push(grid.label(next));
        at = next;
    }
    let mut orders = String::new();
    if !squares.is_empty() {
        orders += &format!("MARCH {}\n", squares.join(" "));
    }
    let tacs: Vec<TacticalSquare> = TacticalSquare::all().collect();
    let tac = |lots: &mut Lots| lots.pick(&tacs).map(ToString::to_string).unwrap_or_default();
    if lots.chance(30) {
        orders += &format!("MOVE {} PHASE {}\n", tac(lots), lots.between(1, 5));
    }
    if lots.chance(15) {
        orders += &format!("ENTRY {}\n", tac(lots));
    }
    if lots.chance(10) {
        orders += &format!("BOMBARD {}\n", tac(lots));
    }
    if lots.chance(50) {
        orders += &format!("CARRY {}\n", lots.below(3));
    }
    orders
}

/// Orders of a ship: to coastal waters, a harbor or a sea area, anywhere or where a ship of another nation lies, up a river too.
fn at_sea<'a>(
    chart: &Chart,
    ships: impl IntoIterator<Item = (&'a fieldpost_sea::ship::ShipId, &'a Ship)>,
    ship: &Ship,
    lots: &mut Lots,
) -> String {
    let foes: Vec<&Ship> =
        ships.into_iter().map(|row| row.1).filter(|foe| foe.id.nation != ship.id.nation).collect();
    let near: Vec<CoastNo> = chart.exits(ship.at).into_iter().map(|exit| exit.0).collect();
    let coast = |lots: &mut Lots| match lots.pick(&near) {
        Some(coast) => *coast,
        None => CoastNo(lots.below(chart.coasts.len()) as u8),
    };
    let mut orders = match lots.below(4) {
        0 => format!("COAST {}\n", chart.coast(coast(lots)).code),
        1 => format!("HARBOR {}\n", chart.port(PortNo(lots.below(chart.ports.len()) as u16)).name),
        2 => format!("SAIL {}\n", chart.sea(SeaNo(lots.below(chart.seas.len()) as u8)).code),
        _ => match lots.pick(&foes).map(|foe| foe.at) {
            Some(fieldpost_sea::place::Place::Harbor(port)) => format!("HARBOR {}\n", chart.port(port).name),
            Some(place @ fieldpost_sea::place::Place::River(_)) => format!("RIVER {}\n", chart.label(place)),
            Some(place) => format!("COAST {}\n", chart.label(place)),
            None => String::new(),
        },
    };
    if lots.chance(20) {
        orders += "BATTLE ENGAGE\n";
    }
    orders
}

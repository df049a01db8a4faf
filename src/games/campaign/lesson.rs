//! What HELP shows a player of how each order is written: candidates by the player's own pieces and places. Which of them works is found
//! out by [`fieldpost_door::example`], so that no rule stands here.

use crate::example::Examples;
use crate::fleet::Fleet;
use crate::table::Table;
use crate::welcome;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_grammar::Form;
use fieldpost_grammar::parse::Reader;
use fieldpost_ground::square::{Direction, TacticalSquare};
use fieldpost_land::state::Season;
use fieldpost_land::unit::{Unit, UnitType};
use fieldpost_sea::language::SHIPS;
use fieldpost_sea::ship::Ship;

/// So many pieces are tried for one order.
const PIECES: usize = 3;

/// Lines of a letter.
type Lines = Vec<String>;

/// Candidates for an order of this kind; without one, the plainest block.
pub(crate) fn candidates(table: &Table, to: PlayerNo, about: Option<&Form>) -> Vec<Lines> {
    let is_of_ships = |form: &&Form| SHIPS.forms.iter().any(|own| std::ptr::eq(own, *form));
    let fleet = || table.fleet();
    match about {
        None => plainest(table, to),
        Some(form) if is_of_ships(&form) => fleet().map_or_else(Vec::new, |fleet| of_ships(fleet, to, form)),
        Some(form) => on_land(table, to, form),
    }
}

/// A march, or a unit that holds its ground; of a player of ships alone, a ship's first letter.
fn plainest(table: &Table, to: PlayerNo) -> Vec<Lines> {
    let examples = Examples::of(table, to);
    let march = examples.march().map(|march| {
        let goes = march.square.iter().flat_map(|square| [format!("MARCH {square}"), "CARRY 1".into()]);
        let orders: Lines = goes.collect();
        let orders = if orders.is_empty() { vec!["DEFEND LAST-DITCH".into()] } else { orders };
        ended(vec![format!("UNIT {}", march.unit)], orders)
    });
    let ship = || table.fleet().and_then(|fleet| welcome::first_letter(&examples, fleet, to));
    march.or_else(|| Some(ship()?.lines)).into_iter().collect()
}

fn ended(mut opening: Lines, orders: Lines) -> Lines {
    opening.extend(orders);
    opening.push("END".into());
    opening
}

/// The player's units, foot first, then a headquarters and guns: one of each.
fn teachers(table: &Table, to: PlayerNo) -> Vec<&Unit> {
    let commands = |unit: &&Unit| table.land.seats.get(&unit.id).is_some_and(|seat| seat.commander == to);
    let own = || table.land.units_of(to).filter(commands).filter(|unit| unit.is_active());
    let foot = own().find(|unit| unit.id.kind == UnitType::Infantry).or_else(|| own().next());
    let staff = own().find(|unit| !unit.is_combat());
    let guns = own().find(|unit| unit.is_combat() && unit.id.kind != UnitType::Infantry);
    foot.into_iter().chain(staff).chain(guns).take(PIECES).collect()
}

fn on_land(table: &Table, to: PlayerNo, form: &Form) -> Vec<Lines> {
    if matches!(form.reader, Reader::Office(_)) {
        return of_offices(table, to, form).into_iter().map(|line| vec![line]).collect();
    }
    let of_unit = |unit: &Unit| -> Vec<Lines> {
        let opening = || vec![format!("UNIT {}", unit.id)];
        let bodies = bodies(table, to, unit, form);
        bodies.into_iter().map(|orders| opening().into_iter().chain(orders).collect()).collect()
    };
    match form.phrases.first().copied().unwrap_or_default() {
        "UNIT" => {
            let own = teachers(table, to);
            own.iter().map(|unit| ended(vec![format!("UNIT {}", unit.id)], vec!["DEFEND".into()])).collect()
        }
        "CORPS" => {
            let own = teachers(table, to).into_iter().filter(|unit| !unit.is_combat());
            own.map(|unit| ended(vec![format!("CORPS {}", unit.id)], vec!["DEFEND".into()])).collect()
        }
        _ => teachers(table, to).into_iter().flat_map(of_unit).collect(),
    }
}

/// What may stand in a unit's block to show one order.
fn bodies(table: &Table, to: PlayerNo, unit: &Unit, form: &Form) -> Vec<Lines> {
    let grid = &table.atlas.map.grid;
    let beside =
        || Direction::ALL.into_iter().filter_map(|way| unit.tac.step(way)).collect::<Vec<TacticalSquare>>();
    let with_march = |more: Lines| -> Vec<Lines> {
        let march = Examples::of(table, to).march_of(unit);
        march
            .square
            .map(|to| std::iter::once(format!("MARCH {to}")).chain(more).collect())
            .into_iter()
            .collect()
    };
    let one = |line: String| vec![vec![line]];
    match form.phrases.first().copied().unwrap_or_default() {
        "MARCH" => with_march(Vec::new()),
        "WITHDRAW" | "HALT ON DETECTION" | "HALT ON ENTRY" | "NO FORCED MARCH" | "MARCH TO BATTLE" => {
            with_march(vec![form.example.to_owned()])
        }
        "ENTRY" => ["0-7", "14-7", "7-0", "7-14"]
            .into_iter()
            .flat_map(|tac| with_march(vec![format!("ENTRY {tac}")]))
            .collect(),
        "MOVE" => beside().into_iter().map(|tac| vec![format!("MOVE {tac}")]).collect(),
        "SUPPORT" | "INTERCEPT" => one(format!("{} {} RADIUS 2", form.phrases[0], unit.tac)),
        "CARRY" => one("CARRY 1".into()),
        "DEPLOY" => one(format!("DEPLOY {} {}", grid.label(unit.at), unit.tac)),
        "MERGE INTO" => {
            let others = table.land.units_of(to).filter(|other| {
                (other.at, other.tac, other.id.kind) == (unit.at, unit.tac, unit.id.kind)
                    && other.id != unit.id
            });
            others.map(|other| vec![format!("MERGE INTO {}", other.id)]).take(PIECES).collect()
        }
        _ => one(form.example.to_owned()),
    }
}

/// An order of an office, by what its holder's nation has.
fn of_offices(table: &Table, to: PlayerNo, form: &Form) -> Lines {
    let (land, grid) = (&table.land, &table.atlas.map.grid);
    let Some(own) = land.player(to) else { return Lines::new() };
    let unit = || land.units_of(to).find(|unit| unit.is_active());
    let cities = || land.cities.iter().filter(|(_, city)| city.control == own.nation).map(|(name, _)| name);
    let fellow = || {
        let others = land.numbered_players().filter(|(number, _)| *number != to);
        others.map(|(_, player)| player).find(|player| player.nation == own.nation)
    };
    let of_unit = |words: &str| unit().map(|unit| format!("{words} {}", unit.id)).into_iter().collect();
    match form.phrases.first().copied().unwrap_or_default() {
        "ASSIGN" => {
            let given = unit().zip(fellow());
            given.map(|(unit, to)| format!("ASSIGN {} TO {}", unit.id, to.name)).into_iter().collect()
        }
        "MOVE SUPPLIES" => {
            let ways = cities().flat_map(|from| cities().map(move |to| (from, to)));
            let ways = ways.filter(|(from, to)| from != to);
            ways.map(|(from, to)| format!("MOVE SUPPLIES 1 FROM {from} TO {to}")).collect()
        }
        "ADD SUPPLIES" => cities().map(|city| format!("ADD SUPPLIES 1 TO {city}")).collect(),
        words @ ("PLACE DEPOT" | "PLACE CACHE") => {
            let at = teachers(table, to).into_iter();
            at.map(|unit| format!("{words} {} {}", grid.label(unit.at), unit.tac)).collect()
        }
        words @ ("REMOVE DEPOT" | "REMOVE CACHE") => {
            let own = land.depots.iter().filter(|depot| depot.side == own.nation);
            own.map(|depot| format!("{words} {}", grid.label(depot.at))).collect()
        }
        words @ ("INACTIVATE" | "UPGRADE") => of_unit(words),
        _ => Lines::new(),
    }
}

/// A ship's orders, or her secretary's.
fn of_ships(fleet: Fleet<'_>, to: PlayerNo, form: &Form) -> Vec<Lines> {
    let ships = || fleet.sea.state.ships.values().filter(|ship| ship.commander == to && ship.is_active());
    let word = form.phrases.first().copied().unwrap_or_default();
    if matches!(form.reader, Reader::Office(_)) {
        let of_ship = |ship: &Ship| match word {
            "INACTIVATE" => Some(vec![format!("INACTIVATE {}", ship.id)]),
            "REPAIR" => {
                let port = fleet.sea.chart.port_in(ship.at)?;
                Some(vec![format!("REPAIR {} AT {}", ship.id, fleet.sea.chart.port(port).name)])
            }
            _ => None,
        };
        return ships().filter_map(of_ship).take(PIECES).collect();
    }
    let mut own: Vec<&Ship> = ships().collect();
    own.sort_by_key(|ship| (!ship.is_warship(), ship.id));
    let of_ship = |ship: &&Ship| -> Vec<Lines> {
        let opening = || vec![format!("SHIP {}", ship.id)];
        let bodies = of_ship(fleet, to, ship, form).into_iter();
        bodies.map(|orders| opening().into_iter().chain(orders).collect()).collect()
    };
    let (fighters, others): (Vec<_>, Vec<_>) = own.into_iter().partition(|ship| ship.is_warship());
    fighters.iter().take(PIECES).chain(others.iter().take(PIECES)).flat_map(of_ship).collect()
}

/// What may stand in a ship's block to show one order.
fn of_ship(fleet: Fleet<'_>, to: PlayerNo, ship: &Ship, form: &Form) -> Vec<Lines> {
    let chart = &fleet.sea.chart;
    let word = form.phrases.first().copied().unwrap_or_default();
    let ways =
        |word: &str| welcome::ways(fleet, ship).into_iter().filter(|way| way.starts_with(word)).collect();
    let singly = |lines: Lines| -> Vec<Lines> { lines.into_iter().map(|line| vec![line]).collect() };
    match word {
        "SHIP" => singly(vec!["CONTACT ACCEPT".into()]),
        "COAST" | "HARBOR" | "SORTIE" => singly(ways(word)),
        "SAIL" => {
            let off = |code: &str| {
                let coast = chart.coasts.iter().find(|coast| coast.code == code)?;
                Some(format!("SAIL {}", chart.sea(coast.sea?).code))
            };
            let out: Lines = ways("COAST ");
            let out = out.into_iter().filter_map(|way| {
                let sail = off(way.strip_prefix("COAST ")?)?;
                Some(vec![format!("{way} FIRST"), sail])
            });
            let here = ship.at.coast().map(|coast| chart.coast(coast).code.clone());
            here.and_then(|code| off(&code)).map(|sail| vec![sail]).into_iter().chain(out).collect()
        }
        "ATTACH TO" => {
            let own =
                fleet.sea.state.ships.values().filter(|other| other.commander == to && other.is_active());
            let beside = own.filter(|other| other.at == ship.at && other.id != ship.id);
            singly(beside.map(|other| format!("ATTACH TO {}", other.id)).take(PIECES).collect())
        }
        "LOAD" if ship.capacity > 0 => {
            let here = fleet.table.land.units_of(to).filter(|unit| chart.square(ship.at) == Some(unit.at));
            singly(here.map(|unit| format!("LOAD {}", unit.id)).take(PIECES).collect())
        }
        "UNLOAD" => singly(ship.cargo.iter().map(|unit| format!("UNLOAD {unit}")).collect()),
        // Nobody is shown how his own ship is lost, nor an order that this turn does not know.
        "SCUTTLE" => Vec::new(),
        "DEPLOY" if fleet.table.land.season == Season::Campaign => Vec::new(),
        _ => singly(vec![form.example.to_owned()]),
    }
}

//! A random war of both to begin with: the units and seats of `hampton-roads-1862`, its ships and a few more anywhere in Virginia's waters,
//! in any state of hull, engines, crews and stores.

use std::collections::BTreeMap;

use crate::land::soak::lots::Lots;
use fieldpost_campaign::ROTD_CWOL;
use fieldpost_campaign::Table;
use fieldpost_campaign::fleet::Fleet;
use fieldpost_campaign::sea::Sea;
use fieldpost_ground::map::RiverClass;
use fieldpost_land::scenario::built_in;
use fieldpost_sea::chart::Chart;
use fieldpost_sea::kind::Kind;
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::{Quality, Ship, ShipId, Status};
use fieldpost_sea::state::SeaState;

/// The scenario that is shuffled.
const SCENARIO: &str = "hampton-roads-1862";
/// Where ships are put: sea areas, coastal waters, ports, river squares.
const PLACES: [&str; 16] = [
    "MAC",
    "GAC",
    "LCHE",
    "UCHE",
    "OUTB",
    "Hampton",
    "Norfolk",
    "Annapolis",
    "Baltimore",
    "Richmond",
    "K2-T9",
    "K3-T8",
    "K3-U0",
    "New York",
    "Plymouth NC",
    "ALBE",
];
/// Types of the ships that are put beside the scenario's.
const MORE: [Kind; 8] = [
    Kind::Ironclad,
    Kind::Frigate,
    Kind::Sloop,
    Kind::Gunboat,
    Kind::Transport,
    Kind::RiverIronclad,
    Kind::RiverGunboat,
    Kind::RiverTransport,
];

/// The war of one campaign.
///
/// # Errors
/// If the scenario cannot be opened, which is a fault of this file.
pub fn generate(lots: &mut Lots, seed: u64) -> Result<Table, String> {
    let texts = built_in(SCENARIO).ok_or("the scenario is not there")?;
    let opening = (ROTD_CWOL.scenario)(&texts).map_err(|faults| faults.join("\n"))?;
    let board = opening.board.with(seed);
    let fleet = Fleet::of(&*board).ok_or("the scenario has no ships")?;
    let chart = &fleet.sea.chart;
    let mut sea = (*fleet.sea.state).clone();
    add(lots, &mut sea);
    let ids: Vec<ShipId> = sea.ships.keys().copied().collect();
    sea.groups.clear();
    for id in ids {
        if let Some(ship) = sea.ships.get_mut(&id) {
            shuffle(lots, chart, ship);
        }
        join(&mut sea, id);
    }
    for port in sea.ports.values_mut() {
        port.stores = lots.below(40) as u32;
    }
    Ok(fleet.table.with_sea(Sea::new(std::sync::Arc::clone(chart), sea, BTreeMap::new())))
}

/// A few ships more of each side.
fn add(lots: &mut Lots, sea: &mut SeaState) {
    let models: Vec<Ship> = sea.ships.values().filter(|ship| ship.id.number == 1).cloned().collect();
    for _ in 0..lots.between(4, 10) {
        let (Some(model), Some(kind)) = (lots.pick(&models), lots.pick(&MORE)) else { continue };
        let id = sea.free_id(model.id.nation, *kind);
        let mut ship =
            Ship { base: model.base, deputy: model.deputy, ..Ship::new(id, model.at, model.commander) };
        if kind.is_transport() {
            ship.capacity = 1000 * lots.between(2, 12) as u32;
            ship.crew = ship.capacity / 10;
        }
        sea.ships.insert(id, ship);
    }
}

/// A ship anywhere that she may be, in any state.
fn shuffle(lots: &mut Lots, chart: &Chart, ship: &mut Ship) {
    if lots.chance(60) || !may_be(chart, ship.id.kind, ship.at) {
        let places: Vec<Place> = PLACES.iter().filter_map(|name| chart.place_named(name)).collect();
        let places: Vec<Place> = places.into_iter().filter(|at| may_be(chart, ship.id.kind, *at)).collect();
        ship.at = lots.pick(&places).copied().unwrap_or(ship.at);
        ship.came_from = None;
    }
    let row = ship.id.kind.row();
    ship.stores = lots.below(row.stores as usize + 1) as u32;
    if lots.chance(30) {
        ship.hull = lots.small(0, 4);
        ship.propulsion = lots.small(0, 5);
        ship.crew = ship.crew * lots.between(0, 10) as u32 / 10;
    }
    if lots.chance(8) && !ship.id.kind.is_transport() {
        ship.status = Status::Inactive;
    }
    ship.quality = *lots.pick(&[Quality::Poor, Quality::Average, Quality::Good]).unwrap_or(&Quality::Average);
    ship.ram = lots.chance(15);
}

/// WISC 2.1: whether a type may be in a place.
pub fn may_be(chart: &Chart, kind: Kind, at: Place) -> bool {
    let narrowest: RiverClass = kind.row().narrowest;
    match at {
        Place::Sea(..) | Place::Transit(..) => !kind.is_river(),
        Place::Coast(_) | Place::Harbor(_) => true,
        Place::River(at) => chart.rivers.floats(at, narrowest),
    }
}

/// Puts a ship with the ships of her nation where she is.
fn join(sea: &mut SeaState, id: ShipId) {
    let Some(at) = sea.ships.get(&id).map(|ship| ship.at) else { return };
    let groups = sea.groups.entry(at).or_default();
    match groups.iter_mut().find(|group| group.iter().any(|other| other.nation == id.nation)) {
        Some(group) => {
            group.insert(id);
        }
        None => groups.push([id].into()),
    }
}

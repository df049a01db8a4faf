//! A scenario with ships: `ships = "wisc-cwol"` beside any land ruleset, and the file of its ships as `fleet`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::joint::fleet::Kept;
use crate::joint::{Away, JointTable, Ordered};
use crate::orders::paper;
use crate::rulebooks::{MAP_FILE, forces, resume_land};
use crate::scenario::read_scenario;
use crate::table::{Table, Writing};
use crate::welcome::aims;
use fieldpost_door::{Board, Kept as KeptGame, Opening, Roll, Seedling};
use fieldpost_engine::calendar::Calendar;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_ground::nation::NationCode;
use fieldpost_land::book;
use fieldpost_land::scenario::{MAIN_FILE, Scenario};
use fieldpost_land::state::{LandState, Seat};
use fieldpost_land::unit::{Status, UnitId};
use fieldpost_sea::ashore::Site;
use fieldpost_sea::chart::{Chart, PortNo};
use fieldpost_sea::roster::Roster;
use fieldpost_sea::ship::{Ship, ShipId};
use fieldpost_sea::state::{PortState, SeaState, Stock};

/// The rulebook of ships.
pub const WISC_CWOL: &str = "wisc-cwol";
/// The chart that comes with the program.
const CHART: &str = include_str!("../../../../maps/cwol.sea.toml");
/// The chart's name among a game's kept texts.
const CHART_FILE: &str = "chart.toml";
/// Naval stores with which a port begins, and for each ship that its yard works on (N-40).
const STORES: (u32, u32) = (5, 20);

fn head(texts: &BTreeMap<String, String>) -> Option<toml::Table> {
    texts.get(MAIN_FILE)?.parse().ok()
}

/// Whether a scenario names a rulebook of ships.
pub fn has_ships(texts: &BTreeMap<String, String>) -> bool {
    head(texts).is_some_and(|head| head.contains_key("ships") || head.contains_key("fleet"))
}

/// The text of a scenario's ships, and their file.
fn fleet(texts: &BTreeMap<String, String>) -> Result<(String, &String), Vec<String>> {
    let head = head(texts).unwrap_or_default();
    let word = |key: &str| head.get(key).and_then(toml::Value::as_str);
    if word("ships") != Some(WISC_CWOL) {
        return Err(vec![format!("{MAIN_FILE}: ships: expected {WISC_CWOL:?}, the rulebook of `fleet`")]);
    }
    let Some(name) = word("fleet") else {
        return Err(vec![format!("{MAIN_FILE}: ships: expected `fleet` beside it, the file of the ships")]);
    };
    let text = texts.get(name).ok_or_else(|| vec![format!("{MAIN_FILE}: fleet: there is no file {name}")])?;
    Ok((name.to_owned(), text))
}

/// Reads a scenario of land and sea.
pub(crate) fn opening(texts: &BTreeMap<String, String>) -> Result<Opening, Vec<String>> {
    let (file, text) = fleet(texts)?;
    let scenario = read_scenario(texts)
        .map_err(|faults| faults.0.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    let chart = Chart::read(CHART, &scenario.atlas.map)
        .map_err(|fault| vec![format!("the chart does not fit the map {}: {fault}", scenario.map_id)])?;
    let roster = Roster::read(text, &chart);
    let named = |faults: Vec<String>| faults.into_iter().map(|fault| format!("{file}: {fault}")).collect();
    let roster = roster.map_err(named)?;
    let Scenario { book: land_book, title, map_id, map_text, atlas, calendar, state, aim, .. } = scenario;
    let mut maker = Maker { chart: &chart, calendar, state, away: BTreeMap::new(), faults: Vec::new() };
    let sea = maker.sea(&roster, &atlas);
    let Maker { state, away, faults, .. } = maker;
    if !faults.is_empty() {
        return Err(named(faults));
    }
    let forces = forces(&state).into_iter().chain(fleets(&sea)).collect();
    let (atlas, chart, state) = (Arc::new(atlas), Arc::new(chart), Arc::new(state));
    let seat = move |seed: u64| -> Arc<dyn Board> {
        let land = Table::new(land_book, Arc::clone(&atlas), seed, Some(calendar), Arc::clone(&state));
        Arc::new(JointTable::new(land, Arc::clone(&chart), sea.clone(), away.clone()).with_bases())
    };
    let kept = [(MAP_FILE, map_text), (CHART_FILE, CHART.to_owned())];
    Ok(Opening {
        title,
        aims: aims(aim, land_book, calendar),
        map: map_id,
        texts: kept.map(|(file, text)| (file.to_owned(), text)).into(),
        forces,
        board: Seedling(Arc::new(seat)),
    })
}

/// A game with ships again from what is kept of it.
pub(crate) fn resume(kept: &KeptGame<'_>) -> Result<Arc<dyn Board>, String> {
    let Kept { land, sea, away } =
        serde_json::from_slice(kept.position).map_err(|why| format!("its position cannot be read: {why}"))?;
    let land = resume_land(kept, &paper(&Writing::Land(&land)), book::at_sea)?;
    let text = (kept.text)(CHART_FILE)?;
    let chart =
        Chart::read(&text, &land.atlas.map).map_err(|why| format!("its chart cannot be read: {why}"))?;
    Ok(Arc::new(JointTable::new(land, Arc::new(chart), sea, away)))
}

/// Warships and transport groups of each nation that has some.
fn fleets(sea: &SeaState) -> Vec<(String, String)> {
    let nations: BTreeSet<NationCode> = sea.ships.keys().map(|id| id.nation).collect();
    let row = |nation: NationCode| {
        let own = sea.ships.values().filter(|ship| ship.id.nation == nation);
        let (groups, warships): (Vec<&Ship>, Vec<&Ship>) = own.partition(|ship| ship.id.kind.is_transport());
        let space: u32 = groups.iter().map(|group| group.capacity).sum();
        let words =
            format!("{:>4} warships, {:>3} transport groups for {space} men", warships.len(), groups.len());
        (format!("{} at sea", nation.words()), words)
    };
    nations.into_iter().map(row).collect()
}

struct Maker<'a> {
    chart: &'a Chart,
    calendar: Calendar,
    state: LandState,
    away: BTreeMap<UnitId, Away>,
    faults: Vec<String>,
}

impl Maker<'_> {
    fn sea(&mut self, roster: &Roster, atlas: &fieldpost_ground::tactical::Atlas) -> SeaState {
        let mut sea = SeaState {
            turn: 1,
            border: Some(roster.border),
            names: roster.names.clone(),
            rivers: roster.rivers.clone(),
            ..SeaState::default()
        };
        for (place, port) in self.chart.ports.iter().enumerate() {
            let number = PortNo(place as u16);
            let city = self.state.cities.get(&port.name).map(|city| city.control);
            let land = port.at.and_then(|at| sea.land_holder(&atlas.map, at));
            let foreign = port.holder.as_deref().and_then(NationCode::new);
            let holder = city.or(roster.ports.get(&number).copied()).or(foreign).or(land);
            let stores = roster.stores.get(&number).copied().unwrap_or(STORES.1 * port.yard + STORES.0);
            let held = PortState { holder, stores, yard: port.yard, building: Vec::new() };
            sea.ports.insert(number, held);
        }
        for building in &roster.buildings {
            let days = building.ready.signed_duration_since(self.calendar.begins).num_days().max(0);
            let ready = days as u32 / u32::from(self.calendar.days_a_turn.max(1)) + 1;
            let stock =
                Stock { nation: building.nation, kind: building.kind, name: building.name.clone(), ready };
            sea.ports.entry(building.port).or_default().building.push(stock);
        }
        for ship in &roster.ships {
            let seat = roster.seats.get(&ship.id).cloned().unwrap_or_default();
            self.ship(ship.clone(), seat, &mut sea);
        }
        sea
    }

    fn ship(
        &mut self,
        mut ship: Ship,
        (commander, deputy): (Option<String>, Option<String>),
        sea: &mut SeaState,
    ) {
        let id = ship.id;
        match self.commander(id, commander) {
            Ok(player) => ship.commander = player,
            Err(why) => self.faults.push(format!("{id}: {why}")),
        }
        if let Some(name) = deputy {
            match self.officer(id, &name) {
                Ok(player) => ship.deputy = Some(player),
                Err(why) => self.faults.push(format!("{id}: {why}")),
            }
        }
        for unit in ship.cargo.clone() {
            if let Err(why) = self.stow(unit, id) {
                self.faults.push(format!("{id}: {why}"));
            }
        }
        let groups = sea.groups.entry(ship.at).or_default();
        match groups.iter_mut().find(|group| group.iter().any(|other| other.nation == id.nation)) {
            Some(group) => {
                group.insert(id);
            }
            None => groups.push([id].into()),
        }
        sea.ships.insert(id, ship);
    }

    /// Whom the file names, else the Naval Secretary, else the nation's first player.
    fn commander(&self, id: ShipId, name: Option<String>) -> Result<PlayerNo, String> {
        if let Some(name) = name {
            return self.officer(id, &name);
        }
        let office = fieldpost_land::orders::Office::NavalMinister;
        let own = |number: &PlayerNo| self.state.player(*number).is_some_and(|who| who.nation == id.nation);
        let all: Vec<PlayerNo> = self.state.numbered_players().map(|row| row.0).filter(own).collect();
        let minister = all.iter().find(|number| {
            self.state.player(**number).is_some_and(|player| player.offices.contains(&office))
        });
        let first = minister.or(all.first()).copied();
        first.ok_or_else(|| format!("nobody plays for {}", id.nation.words()))
    }

    fn officer(&self, id: ShipId, name: &str) -> Result<PlayerNo, String> {
        let known = self.state.player_named(name).ok_or_else(|| format!("there is no player {name}"))?;
        let nation = self.state.player(known).map(|player| player.nation);
        let friend =
            nation.is_some_and(|nation| self.state.relations.between(nation, id.nation).is_friendly());
        if friend { Ok(known) } else { Err(format!("{name} is no officer of its side")) }
    }

    /// A unit that the scenario lists and a ship carries begins aboard.
    fn stow(&mut self, id: UnitId, ship: ShipId) -> Result<(), String> {
        let found = self.state.units.remove(&id).ok_or_else(|| format!("cargo: no unit {id} is listed"))?;
        let none = Seat { commander: PlayerNo(0), deputy: None };
        let seat = self.state.seats.remove(&id).unwrap_or(none);
        let unit = fieldpost_land::unit::Unit { status: Status::Inactive, in_fort: false, ..found };
        self.away.insert(id, Away { unit, seat, site: Site::Aboard(ship) });
        Ok(())
    }
}

impl JointTable {
    /// Ships whose file says nothing of a base have the nearest friendly port (N-66).
    pub fn with_bases(self) -> JointTable {
        let mut sea = (*self.fleet.state).clone();
        let turn = fieldpost_sea::turn::Turn::begin(
            &self.fleet.chart,
            &self.land.atlas,
            sea.clone(),
            BTreeMap::new(),
            self.land.seed,
        );
        for ship in sea.ships.values_mut().filter(|ship| ship.base.is_none()) {
            ship.base = turn.nearest_port(ship.id);
        }
        let away = (*self.fleet.away).clone();
        JointTable::new(self.land, self.fleet.chart, sea, away).with_rivers()
    }

    /// Who controls which river and where ships ferry is known from the first turn on (N-76, N-86, N-87).
    fn with_rivers(self) -> JointTable {
        let nobody = |piece: (Piece, Option<Seat>)| Some((piece.0, piece.1?));
        let seats = self.pieces().into_iter().filter_map(nobody).collect();
        let mut joint = self.begin(&seats, Ordered::default());
        joint.hand_over();
        joint.mark_rivers();
        joint.set_ferries(true);
        self.with_land(joint.land.state)
    }
}

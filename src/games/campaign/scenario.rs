//! A scenario of a campaign, held to all its rules: the land's, and where it has the key `ships = "wisc-cwol"` beside any land ruleset, the
//! file of its ships as `fleet`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::fleet::Fleet;
use crate::orders::Ordered;
use crate::position::Position;
use crate::sea::Sea;
use crate::table::Table;
use crate::turn::Away;
use crate::welcome::aims;
use fieldpost_door::{Board, Kept, Opening, Roll, Seedling};
use fieldpost_engine::calendar::Calendar;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::map_file;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book;
use fieldpost_land::command::{self, seats};
use fieldpost_land::orders::Office;
use fieldpost_land::scenario::{self, MAIN_FILE, Scenario, ScenarioFaults};
use fieldpost_land::state::{LandState, Seat};
use fieldpost_land::unit::{Status, Unit, UnitId};
use fieldpost_sea::ashore::Site;
use fieldpost_sea::chart::{Chart, PortNo};
use fieldpost_sea::roster::Roster;
use fieldpost_sea::ship::{Ship, ShipId};
use fieldpost_sea::state::{PortState, SeaState, Stock};
use fieldpost_sea::turn::Turn as SeaTurn;

/// The rulebook of ships.
const WISC_CWOL: &str = "wisc-cwol";
/// The chart that comes with the program.
const CHART: &str = include_str!("../../../maps/cwol.sea.toml");
/// The chart's name among a game's kept texts, and the map's.
const CHART_FILE: &str = "chart.toml";
const MAP_FILE: &str = "map.toml";
/// Naval stores with which a port begins, and for each ship that its yard works on (N-40).
const STORES: (u32, u32) = (5, 20);

/// Reads a scenario's land, and holds its seats to rule 3.5.
///
/// # Errors
/// Everything that is wrong, each with file and line.
pub fn read_scenario(texts: &BTreeMap<String, String>) -> Result<Scenario, ScenarioFaults> {
    let scenario = scenario::read(texts)?;
    let faults = seats::faults(scenario.book, &scenario.state, &command::Opening(&scenario.state));
    if faults.is_empty() {
        return Ok(scenario);
    }
    let told = faults.into_iter().map(|(unit, why)| scenario.fault_of(unit, why.to_string()));
    Err(ScenarioFaults(told.collect()))
}

/// The text of a scenario's ships and their file, if it names a rulebook of ships.
fn fleet_of(texts: &BTreeMap<String, String>) -> Result<Option<(String, &String)>, Vec<String>> {
    let head = texts.get(MAIN_FILE).and_then(|text| text.parse::<toml::Table>().ok()).unwrap_or_default();
    if !head.contains_key("ships") && !head.contains_key("fleet") {
        return Ok(None);
    }
    let word = |key: &str| head.get(key).and_then(toml::Value::as_str);
    if word("ships") != Some(WISC_CWOL) {
        return Err(vec![format!("{MAIN_FILE}: ships: expected {WISC_CWOL:?}, the rulebook of `fleet`")]);
    }
    let Some(name) = word("fleet") else {
        return Err(vec![format!("{MAIN_FILE}: ships: expected `fleet` beside it, the file of the ships")]);
    };
    let text = texts.get(name).ok_or_else(|| vec![format!("{MAIN_FILE}: fleet: there is no file {name}")])?;
    Ok(Some((name.to_owned(), text)))
}

/// Opens a scenario.
///
/// # Errors
/// Everything that is wrong.
pub(crate) fn opening(texts: &BTreeMap<String, String>) -> Result<Opening, Vec<String>> {
    let fleet = fleet_of(texts)?;
    let told = |faults: ScenarioFaults| faults.0.iter().map(ToString::to_string).collect::<Vec<_>>();
    let mut scenario = read_scenario(texts).map_err(told)?;
    let sea = fleet.map(|fleet| sea_of(fleet, &mut scenario)).transpose()?;
    let Scenario { book, title, map_id, map_text, atlas, calendar, state, aim, victory, .. } = scenario;
    let forces = forces(&state).into_iter().chain(sea.iter().flat_map(|sea| fleets(&sea.state))).collect();
    let chart = sea.as_ref().map(|_| (CHART_FILE.to_owned(), CHART.to_owned()));
    let (atlas, state) = (Arc::new(atlas), Arc::new(state));
    let aims = aims(aim, book, calendar, victory.as_ref());
    let victory = victory.map(Arc::new);
    let seat = move |seed: u64| -> Arc<dyn Board> {
        let table = Table::new(book, Arc::clone(&atlas), seed, Some(calendar), Arc::clone(&state));
        let table = table.fought_for(victory.clone());
        match &sea {
            Some(sea) => Arc::new(table.with_sea(sea.clone()).made_ready()),
            None => Arc::new(table),
        }
    };
    Ok(Opening {
        title,
        aims,
        map: map_id,
        texts: std::iter::once((MAP_FILE.to_owned(), map_text)).chain(chart).collect(),
        forces,
        board: Seedling(Arc::new(seat)),
    })
}

/// The ships of a scenario; who begins aboard leaves its land.
fn sea_of((file, text): (String, &String), scenario: &mut Scenario) -> Result<Sea, Vec<String>> {
    let Scenario { atlas, calendar, state, map_id, .. } = scenario;
    let chart = Chart::read(CHART, &atlas.map)
        .map_err(|fault| vec![format!("the chart does not fit the map {map_id}: {fault}")])?;
    let named = |faults: Vec<String>| faults.into_iter().map(|fault| format!("{file}: {fault}")).collect();
    let roster = Roster::read(text, &chart).map_err(named)?;
    let mut maker =
        Maker { chart: &chart, calendar: *calendar, state, away: BTreeMap::new(), faults: Vec::new() };
    let sea = maker.sea(&roster, atlas);
    let Maker { away, faults, .. } = maker;
    if faults.is_empty() { Ok(Sea::new(Arc::new(chart), sea, away)) } else { Err(named(faults)) }
}

/// A game again from what is kept of it.
///
/// # Errors
/// What of it cannot be read.
pub(crate) fn resume(kept: &Kept<'_>) -> Result<Arc<dyn Board>, String> {
    let Position { land, sea } =
        Position::read(kept.position).map_err(|why| format!("its position cannot be read: {why}"))?;
    let text = (kept.text)(MAP_FILE)?;
    let loaded = map_file::load(&text).map_err(|why| format!("its map cannot be read: {why}"))?;
    // A game whose scenario cannot be read again is played all the same: reports then name no day.
    let about = (kept.text)(MAIN_FILE).ok().and_then(|text| scenario::about(&text));
    let book =
        book::of_ruleset(kept.rulebook).ok_or_else(|| format!("{:?} is no land book", kept.rulebook))?;
    let book = if sea.is_some() { book::at_sea(book) } else { book };
    let atlas = Arc::new(book.atlas(loaded.atlas));
    let calendar = about.as_ref().map(|about| about.calendar);
    let table = Table::new(book, Arc::clone(&atlas), kept.seed, calendar, Arc::new(land));
    let table = table.fought_for(about.and_then(|about| about.victory).map(Arc::new));
    let Some((state, away)) = sea else { return Ok(Arc::new(table)) };
    let text = (kept.text)(CHART_FILE)?;
    let chart = Chart::read(&text, &atlas.map).map_err(|why| format!("its chart cannot be read: {why}"))?;
    Ok(Arc::new(table.with_sea(Sea::new(Arc::new(chart), state, away))))
}

/// Brigades, headquarters and men of each nation that has units.
fn forces(state: &LandState) -> Vec<(String, String)> {
    let mut units: BTreeMap<NationCode, Vec<&Unit>> = BTreeMap::new();
    for unit in state.units.values() {
        units.entry(unit.id.nation).or_default().push(unit);
    }
    let line = |units: Vec<&Unit>| {
        let brigades = units.iter().filter(|unit| unit.id.kind.is_brigade());
        let men: u32 = brigades.clone().map(|unit| unit.strength).sum();
        let batteries: u32 = brigades.clone().map(|unit| u32::from(unit.batteries)).sum();
        let quarters = units.iter().filter(|unit| unit.id.kind.is_hq()).count();
        format!(
            "{:>4} brigades, {men:>7} men, {batteries:>3} batteries, {quarters:>2} headquarters",
            brigades.count()
        )
    };
    units.into_iter().map(|(nation, units)| (nation.words(), line(units))).collect()
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

/// Sets ships out, and takes from the land who begins aboard.
struct Maker<'a> {
    chart: &'a Chart,
    calendar: Calendar,
    state: &'a mut LandState,
    away: BTreeMap<UnitId, Away>,
    faults: Vec<String>,
}

impl Maker<'_> {
    fn sea(&mut self, roster: &Roster, atlas: &Atlas) -> SeaState {
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
        let own = |number: &PlayerNo| self.state.player(*number).is_some_and(|who| who.nation == id.nation);
        let all: Vec<PlayerNo> = self.state.numbered_players().map(|row| row.0).filter(own).collect();
        let minister = all.iter().find(|number| {
            self.state.player(**number).is_some_and(|player| player.offices.contains(&Office::NavalMinister))
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
        let unit = Unit { status: Status::Inactive, in_fort: false, ..found };
        self.away.insert(id, Away { unit, seat, site: Site::Aboard(ship) });
        Ok(())
    }
}

impl Table {
    /// This table as its war begins: each ship has a base, and who controls which river and where ships ferry is known.
    pub fn made_ready(self) -> Table {
        let table = self.fleet().map(Fleet::with_bases).unwrap_or(self);
        table.fleet().map(Fleet::with_rivers).unwrap_or(table)
    }
}

impl Fleet<'_> {
    /// Ships whose file says nothing of a base have the nearest friendly port (N-66).
    fn with_bases(self) -> Table {
        let Sea { chart, state, .. } = self.sea;
        let mut sea = (**state).clone();
        let (atlas, seed) = (&self.table.atlas, self.table.seed);
        let turn = SeaTurn::begin(chart, atlas, sea.clone(), BTreeMap::new(), seed);
        for ship in sea.ships.values_mut().filter(|ship| ship.base.is_none()) {
            ship.base = turn.nearest_port(ship.id);
        }
        self.with_ships(sea)
    }

    /// Who controls which river and where ships ferry is known from the first turn on (N-76, N-86, N-87).
    fn with_rivers(self) -> Table {
        let seats =
            self.table.pieces().into_iter().filter_map(|(piece, seat)| Some((piece, seat?))).collect();
        let mut joint = self.begin(&seats, Ordered::default());
        joint.hand_over();
        joint.mark_rivers();
        joint.set_ferries(true);
        self.table.with(joint.land.state)
    }
}

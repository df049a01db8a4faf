//! What a case of land and sea begins with.

use std::collections::BTreeMap;
use std::sync::Arc;

use toml::Spanned;

use crate::land::case::file::{CaseFile, MapFile, strategic};
use crate::land::case::joint::expect::Expected;
use crate::land::case::joint::fleet;
use crate::land::case::situation::{Fault, blocks, built_book, draw, nation, set_up};
use crate::land::case::{chart, letters, orders};
use crate::sea::case::file::{CaseFile as SeaCase, UnitFile as Aboard};
use crate::sea::case::situation::{Situation as AtSea, Stage, cwol, read_on};
use fieldpost_campaign::Table;
use fieldpost_campaign::orders::Ordered;
use fieldpost_campaign::rulebooks::words_at_sea;
use fieldpost_campaign::sea::Sea;
use fieldpost_campaign::turn::Away;
use fieldpost_door::{Judge, Roll};
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seat;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::powers::Player;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::{self, Book};
use fieldpost_land::muster;
use fieldpost_land::state::{Control, LandState};
use fieldpost_land::unit::{Status, Unit, UnitId};
use fieldpost_sea::chart::Chart;
use fieldpost_sea::language;
use fieldpost_sea::orders::Office;
use fieldpost_sea::roster::Roster;
use fieldpost_sea::state::SeaState;
use fieldpost_sea::turn::Sky;

/// The rulebook of ships.
const WISC_CWOL: &str = "wisc-cwol";
/// The land book whose squares the theatre has.
const OF_THEATRE: &str = "rotd-cwol";
/// What a Naval Secretary is called in `from`, before the nation (N-80).
const TITLES: [&str; 3] = ["Naval Secretary of ", "Secretary of the Navy of ", "Naval Minister of "];

/// What a case begins with.
pub struct Situation {
    /// The game.
    pub table: Table,
    /// Who commands what.
    pub seats: BTreeMap<Piece, Seat>,
    /// The orders of the first turn.
    pub ordered: Ordered,
    /// The weather laid down.
    pub sky: Sky,
    /// What must come of it.
    pub expectations: Vec<Expected>,
}

/// Everybody's seats on a table.
pub fn seats_of(table: &Table) -> BTreeMap<Piece, Seat> {
    table.pieces().into_iter().filter_map(|(piece, seat)| Some((piece, seat?))).collect()
}

/// Where it is played.
struct Ground {
    atlas: Arc<Atlas>,
    chart: Arc<Chart>,
    roster: Option<&'static Roster>,
}

/// Reads a case's situation.
///
/// # Errors
/// What cannot be, in a sentence.
pub fn read(mut case: CaseFile, text: &str) -> Result<Situation, Fault> {
    if case.ships.as_deref() != Some(WISC_CWOL) {
        return Err(
            format!("ships: expected {WISC_CWOL:?}, found {:?}", case.ships.unwrap_or_default()).into()
        );
    }
    let book = book::at_sea(built_book(&case)?);
    case.on_theatre = is_on_theatre(&case, text)?;
    let ground = ground(&case, book)?;
    let Ground { atlas, chart, roster } = &ground;
    let expectations =
        blocks(&case.expect, text, |block, line| Expected::read(block, line, &atlas.map.grid))?;
    let office = take_office(&mut case, book, chart)?;
    let mut state = set_up(&case, text, book, atlas)?;
    let players =
        state.players.iter().map(|player| Player { name: player.name.clone(), nation: player.nation });
    let stage = Stage {
        atlas,
        chart,
        roster: *roster,
        players: players.collect(),
        own_name: |nation| nation.words(),
    };
    let AtSea { state: mut sea, ashore, orders: ships, sky, .. } = read_on(&of_sea(&case)?, stage)?;
    agree(&case, book, (&mut state, &mut sea), chart)?;
    // Who is named as cargo alone is as its type has it.
    for id in ashore.brigades.keys() {
        if !state.units.contains_key(id) {
            enlist(book, &mut state, *id)?;
        }
    }
    let land = orders::of_blocks(&case, text, (book, words_at_sea(book)), atlas, &mut state)?;
    let mut away = BTreeMap::new();
    for brigade in ashore.brigades.values() {
        if let Some((unit, seat)) = remove(&mut state, brigade.id) {
            let unit = Unit { status: Status::Inactive, in_fort: false, deployed: false, ..unit };
            away.insert(brigade.id, Away { unit, seat, site: brigade.at });
        }
    }
    let control = state.river_control.clone();
    let table = Table::new(book, Arc::clone(atlas), case.seed, None, Arc::new(state));
    let table = table.with_sea(Sea::new(Arc::clone(chart), sea, away)).made_ready();
    let table = with_control(&table, control);
    let mut ordered = Ordered { land, ships, office };
    let mut seats = seats_of(&table);
    if !case.letter.is_empty() {
        let closed = letters::take(&case, text, &table.lexicon(), Arc::new(table.clone()))?.book;
        let Ordered { land, ships, office } = Ordered::of_book(fleet(&table)?, &closed);
        orders::add(&mut ordered.land, land);
        ordered.ships.extend(ships.into_iter().filter(|(_, own)| *own != Default::default()));
        ordered.office.extend(office);
        seats = closed.seats;
    }
    Ok(Situation { table, seats, ordered, sky, expectations })
}

/// Whether a case is played on the theatre's map: if it says so, or has the theatre's squares and no map of its own.
fn is_on_theatre(case: &CaseFile, text: &str) -> Result<bool, String> {
    let has_map = text.parse::<toml::Table>().is_ok_and(|table| table.contains_key("map"));
    let is_cwol = case.ruleset == OF_THEATRE;
    let Some(name) = case.theatre.as_deref() else {
        return Ok(is_cwol && !has_map && case.sea.is_none());
    };
    if name != "cwol" || !is_cwol {
        return Err(format!(
            "theatre: expected cwol, the map of {OF_THEATRE}, found {name:?} with {}",
            case.ruleset
        ));
    }
    if case.sea.is_some() || is_drawn(&case.map) {
        return Err(
            "theatre: its map is drawn already: [map] may say who controls what and what is destroyed".into(),
        );
    }
    Ok(true)
}

/// Whether a case draws something on the map.
fn is_drawn(map: &MapFile) -> bool {
    let lists = [map.rail.is_empty(), map.range.is_empty(), map.river.is_empty(), map.no_diagonal.is_empty()];
    let tables =
        [map.terrain.is_empty(), map.owner.is_empty(), map.tactical.is_empty(), map.ratings.is_empty()];
    lists.contains(&false) || tables.contains(&false) || !map.rails.is_empty() || !map.bridges.is_empty()
}

fn ground(case: &CaseFile, book: &Book) -> Result<Ground, String> {
    if case.on_theatre {
        let (atlas, chart, roster) = cwol()?;
        return Ok(Ground { atlas: Arc::clone(atlas), chart: Arc::clone(chart), roster: Some(roster) });
    }
    let atlas = Arc::new(draw(case, book)?);
    let chart = Arc::new(chart::of_map(case, &atlas.map)?);
    Ok(Ground { atlas, chart, roster: None })
}

/// Takes the orders of Naval Secretaries out of a case's: lines that ships' words are.
fn take_office(case: &mut CaseFile, book: &Book, chart: &Chart) -> Result<Vec<(NationCode, Office)>, Fault> {
    let mut taken = Vec::new();
    for order in &mut case.order {
        let order = order.get_mut();
        let of = TITLES.iter().find_map(|title| order.from.strip_prefix(title));
        let Some(of) = of.map(|of| nation(book, of)).transpose()? else { continue };
        let lines = order.text.lines().map(str::trim).filter(|line| !line.is_empty());
        for line in lines {
            let read = language::office(line, chart);
            taken.push((of, read.unwrap_or_else(|why| Office::Unread(format!("{line}: {why}")))));
        }
        order.text.clear();
    }
    Ok(taken)
}

/// The sea's part of a case.
fn of_sea(case: &CaseFile) -> Result<SeaCase, String> {
    let mut sea: SeaCase = toml::from_str("").map_err(|fault| fault.to_string())?;
    sea.month = case.month.unwrap_or(sea.month);
    if let Some(weather) = &case.weather {
        sea.weather.clone_from(weather);
    }
    sea.wind.clone_from(&case.wind);
    sea.strength.clone_from(&case.strength);
    sea.storm.clone_from(&case.storm);
    sea.ship = case.ship.iter().map(|ship| ship.get_ref().clone()).collect();
    sea.port = case.port.iter().map(|port| port.get_ref().clone()).collect();
    sea.river = case.river.iter().map(|river| river.get_ref().clone()).collect();
    let off = case.unit.iter().map(Spanned::get_ref).filter(|unit| chart::is_off_map(unit));
    let aboard = |unit: &crate::land::case::file::UnitFile| Aboard {
        id: unit.id.clone(),
        at: unit.at.clone(),
        tac: "7-7".into(),
        aboard: unit.aboard.clone(),
        ..Aboard::default()
    };
    sea.unit = off.map(aboard).collect();
    Ok(sea)
}

/// Land and sea say one thing of ports and rivers: a port's block of its city, the city of its port, the map's control of its river.
fn agree(
    case: &CaseFile,
    book: &Book,
    (land, sea): (&mut LandState, &mut SeaState),
    chart: &Chart,
) -> Result<(), String> {
    for port in case.port.iter().map(Spanned::get_ref) {
        let name = chart.port_of(&port.name).map(|port| chart.port(port).name.clone()).unwrap_or_default();
        let Some(city) = land.cities.get_mut(&name) else { continue };
        if let Some(holder) = &port.control {
            city.control = nation(book, holder)?;
        }
        city.supplies = port.supplies.unwrap_or(city.supplies);
        city.besieged |= port.besieged;
    }
    for (name, city) in &land.cities {
        if let Some(port) = chart.port_of(name).and_then(|port| sea.ports.get_mut(&port)) {
            port.holder = Some(city.control);
        }
    }
    for (at, control) in &case.map.control {
        let square: StrategicSquare = strategic(&chart.grid, at)?;
        if let Some(holder) = control.river.as_deref().filter(|holder| *holder != "none") {
            sea.rivers.insert(square, nation(book, holder)?);
        }
    }
    Ok(())
}

/// A unit as its type has it, commanded by its nation's own player.
fn enlist(book: &Book, state: &mut LandState, id: UnitId) -> Result<(), String> {
    let own = state.player_named(&id.nation.words());
    let commander = own.ok_or_else(|| format!("cargo: nobody plays for {}", id.nation.words()))?;
    let (at, tac) = (StrategicSquare { col: 0, row: 0 }, "7-7".parse().map_err(|fault| format!("{fault}"))?);
    book.check_kind(id.kind)?;
    state.units.insert(id, muster::unit(book, id, at, tac));
    state.seats.insert(id, Seat { commander, deputy: None });
    Ok(())
}

/// What the case says of rivers counts before what ships and shores make of them.
fn with_control(table: &Table, control: BTreeMap<StrategicSquare, Control>) -> Table {
    let mut land = (*table.land).clone();
    land.river_control.extend(control);
    table.with(land)
}

/// Takes a unit off the land.
fn remove(state: &mut LandState, id: UnitId) -> Option<(Unit, Seat)> {
    Some((state.units.remove(&id)?, state.seats.remove(&id)?))
}

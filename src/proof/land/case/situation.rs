//! A case's situation: its map, its nations and players, its units and their orders, ready to be run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use toml::{Spanned, Value};

use crate::land::case::chart;
use crate::land::case::expect::Expectation;
use crate::land::case::file::{
    CaseFile, CityFile, ControlFile, DepotFile, FerryFile, MapFile, RelationFile, TurnKind, UnitFile,
    line_of, strategic,
};
use crate::land::case::orders;
use crate::land::case::roster::Roster;
use fieldpost_ground::by_unit::ByUnit;
use fieldpost_ground::map::Port;
use fieldpost_ground::nation::{NationCode, Relation, Relations};
use fieldpost_ground::sketch::Sketch;
use fieldpost_ground::square::{Grid, StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::{self, Book};
use fieldpost_land::communications;
use fieldpost_land::means::Means;
use fieldpost_land::muster;
use fieldpost_land::orders::TurnOrders;
use fieldpost_land::state::{City, Control, Depot, Ferry, Fort, LandState, Season, Seat};
use fieldpost_land::unit::{Guns, Source, Unit, UnitId, Weapon};

/// A case ready to be run, as often as it asks.
pub struct Situation {
    /// The rulebook's numbers.
    pub book: &'static Book,
    /// The maps.
    pub atlas: Arc<Atlas>,
    /// The position at the start.
    pub state: LandState,
    /// The orders of the first turn.
    pub orders: TurnOrders,
    /// What must come of it.
    pub expectations: Vec<Expectation>,
}

/// Why a case cannot be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line of the block that is at fault, if it is one.
    pub line: Option<usize>,
    /// What was expected and what was found.
    pub why: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl From<String> for Fault {
    fn from(why: String) -> Self {
        Fault { line: None, why }
    }
}

/// Reads the situation of a case; `text` is the file's, for the lines of faults.
///
/// # Errors
/// If something in it cannot be, or is not built.
pub fn read(case: &CaseFile, text: &str) -> Result<Situation, Fault> {
    if let Some(key) = case.key_of_ships() {
        return Err(format!("{key}: stands only beside ships = \"wisc-cwol\"").into());
    }
    let book = built_book(case)?;
    let atlas = Arc::new(draw(case, book).map_err(Fault::from)?);
    let mut state = set_up(case, text, book, &atlas)?;
    let orders = orders::read(case, text, book, &atlas, &mut state)?;
    let expectations =
        blocks(&case.expect, text, |block, line| Expectation::read(block, line, &atlas.map.grid))?;
    Ok(Situation { book, atlas, state, orders, expectations })
}

/// The position at the start on maps that are drawn.
///
/// # Errors
/// If something in it cannot be, or is not built.
pub fn set_up(
    case: &CaseFile,
    text: &str,
    book: &'static Book,
    atlas: &Arc<Atlas>,
) -> Result<LandState, Fault> {
    book.check_season(season(case.turn)).map_err(|why| Fault::from(format!("turn: {why}")))?;
    let roster = Roster::of(case, text, book)?;
    let mut state = position(case, text, book, atlas, &roster)?;
    let off_map = take_off_map(case, &mut state);
    let homes = state.units.values().filter_map(|unit| Some((unit, unit.home_city.as_deref()?)));
    let mut faults = homes.filter_map(|(unit, name)| {
        let why = muster::fault_of_home(atlas, &state, unit, name)?;
        Some(format!("unit {}: home_city: {why}", unit.id))
    });
    if let Some(fault) = faults.next() {
        return Err(Fault::from(fault));
    }
    muster::settle_homes(book, atlas, &mut state);
    settle(case, atlas, book, &mut state);
    state.units.extend(off_map);
    Ok(state)
}

/// Whoever is aboard or in a garrison off the map stands in nobody's way while the position is worked out.
fn take_off_map(case: &CaseFile, state: &mut LandState) -> Vec<(UnitId, Unit)> {
    let files = case.unit.iter().map(Spanned::get_ref).filter(|file| chart::is_off_map(file));
    let ids: Vec<UnitId> = files.filter_map(|file| file.id.parse().ok()).collect();
    ids.into_iter().filter_map(|id| Some((id, state.units.remove(&id)?))).collect()
}

/// Works out once for the start what the end of a turn leaves: communications, sieges and supply sources. A
/// source that the case gives, or that there is none, is that of the last status report, and stays.
fn settle(case: &CaseFile, atlas: &Atlas, book: &'static Book, state: &mut LandState) {
    let files = case.unit.iter().map(Spanned::get_ref).filter(|file| file.source.is_some());
    let ids = files.filter_map(|file| file.id.parse().ok());
    let given: Vec<(UnitId, Option<Source>)> =
        ids.filter_map(|id| Some((id, state.units.get(&id)?.source.clone()))).collect();
    communications::settle(atlas, book, state);
    for (id, source) in given {
        if let Some(unit) = state.units.get_mut(&id) {
            unit.source = source;
        }
    }
}

/// Applies `read` to each block, and says in which line the first faulty one stands.
pub fn blocks<B, T>(
    blocks: &[Spanned<B>],
    text: &str,
    mut read: impl FnMut(&B, usize) -> Result<T, String>,
) -> Result<Vec<T>, Fault> {
    let one = |block: &Spanned<B>| {
        let line = line_of(text, block.span().start);
        read(block.get_ref(), line).map_err(|why| Fault { line: Some(line), why })
    };
    blocks.iter().map(one).collect()
}

/// The rulebook that a case names.
///
/// # Errors
/// If there is none of that name.
pub fn built_book(case: &CaseFile) -> Result<&'static Book, Fault> {
    book::of_ruleset(&case.ruleset)
        .ok_or_else(|| format!("ruleset: expected {}, found {:?}", book::known(), case.ruleset).into())
}

fn season(turn: TurnKind) -> Season {
    match turn {
        TurnKind::Campaign => Season::Campaign,
        TurnKind::Deployment => Season::Deployment,
        TurnKind::Peace => Season::Peace,
    }
}

/// The case's maps.
///
/// # Errors
/// What cannot be drawn.
pub fn draw(case: &CaseFile, book: &Book) -> Result<Atlas, String> {
    let map = &case.map;
    let mut sketch = Sketch::new("case", &map.size, book.ground.row_letters, &map.nation)
        .map_err(|fault| format!("map: {fault}"))?;
    draw_lines(&mut sketch, map).map_err(|fault| format!("map: {fault}"))?;
    for at in chart::waters(case) {
        sketch.terrain(&at, "water").map_err(|fault| format!("sea: {fault}"))?;
    }
    for city in &case.city {
        let city = city.get_ref();
        let named = |why: String| format!("city {}: {why}", city.name);
        let tac = tactical(&city.tac).map_err(named)?;
        sketch
            .city(&city.name, &city.at, tac, port(&city.port).map_err(named)?)
            .map_err(|fault| named(fault.to_string()))?;
    }
    for [one, other] in &map.no_diagonal {
        sketch.no_diagonal(one, other).map_err(|fault| format!("map: {fault}"))?;
    }
    let atlas = sketch.finish().map_err(|fault| format!("map: {fault}"))?;
    Ok(book.atlas(atlas))
}

fn draw_lines(sketch: &mut Sketch, map: &MapFile) -> Result<(), fieldpost_ground::sketch::SketchFault> {
    map.terrain.iter().try_for_each(|(at, words)| sketch.terrain(at, words))?;
    map.owner.iter().try_for_each(|(at, nation)| sketch.owner(at, nation))?;
    map.rail.iter().try_for_each(|path| sketch.rail(path))?;
    map.range.iter().try_for_each(|path| sketch.range(path))?;
    map.river.iter().try_for_each(|river| sketch.river(&river.path, &river.class))?;
    map.tactical.iter().try_for_each(|(at, lines)| sketch.tactical(at, lines))?;
    map.ratings.iter().try_for_each(|(at, lines)| sketch.ratings(at, lines))?;
    map.rails.iter().try_for_each(|(at, squares)| sketch.rails(at, squares))?;
    map.bridges.iter().try_for_each(|(at, squares)| sketch.bridges(at, squares))
}

fn port(word: &str) -> Result<Port, String> {
    match word {
        "none" => Ok(Port::None),
        "river" => Ok(Port::River),
        "ocean" => Ok(Port::Ocean),
        other => Err(format!("port: expected none, river or ocean, found {other:?}")),
    }
}

/// The position at the start, before what the end of a turn computes.
fn position(
    case: &CaseFile,
    text: &str,
    book: &Book,
    atlas: &Atlas,
    roster: &Roster,
) -> Result<LandState, Fault> {
    let grid = &atlas.map.grid;
    let relations = relations(book, &case.relation)?;
    let mut units: ByUnit<Unit> = units(case, text, book, grid)?;
    lay_bridges(case, atlas, &mut units);
    let owners = owners(case, book, atlas)?;
    let mut state = LandState {
        turn: case.played.saturating_add(1),
        season: season(case.turn),
        hostilities: case.hostilities,
        players: roster.players(&owners),
        cities: cities(case, text, book, atlas, &owners)?,
        depots: blocks(&case.depot, text, |depot, _| read_depot(book, depot, grid))?,
        owners: owners.clone(),
        battle_squares: case.battles.iter().map(|at| strategic(grid, at)).collect::<Result<_, _>>()?,
        forbidden: forbidden(book, &owners, &relations, &units),
        ferries: blocks(&case.ferry, text, |ferry, _| read_ferry(book, ferry, grid))?,
        relations,
        units,
        ..LandState::opening(Season::Campaign)
    };
    state.prices = case.prices;
    for treasury in &case.treasury {
        let means = Means { eg: treasury.eg, mp: treasury.mp, manpower: treasury.manpower };
        state.treasuries.insert(nation(book, &treasury.nation)?, means);
    }
    for reserve in &case.reserve {
        state.reserve.insert(nation(book, &reserve.nation)?, reserve.depots);
    }
    for at in &case.map.destroyed_bridges {
        state.bridges_destroyed.insert(strategic(grid, at)?);
    }
    for at in case.map.destroyed_track.iter().chain(&case.map.destroyed_bridges) {
        state.track_destroyed.insert(strategic(grid, at)?);
    }
    seat_units(case, &mut state)?;
    for (at, control) in &case.map.control {
        set_control(book, &mut state, (grid, at), control)?;
    }
    Ok(state)
}

fn relations(book: &Book, listed: &[RelationFile]) -> Result<Relations, Fault> {
    let mut relations = Relations::default();
    for relation in listed {
        let [one, other] = &relation.between;
        let how = match relation.is.as_str() {
            "allied" => Relation::Allied,
            "neutral" => Relation::Neutral,
            "hostile" => Relation::Hostile,
            found => {
                let why = format!("relation: expected allied, neutral or hostile, found {found:?}");
                return Err(Fault::from(why));
            }
        };
        relations.set(nation(book, one)?, nation(book, other)?, how);
    }
    Ok(relations)
}

/// Every state of a case's map is a nation of the same name, if the case does not say whose it is.
fn owners(case: &CaseFile, book: &Book, atlas: &Atlas) -> Result<BTreeMap<String, NationCode>, Fault> {
    let states = atlas.map.states.iter();
    let mut owners: BTreeMap<String, NationCode> =
        states.filter_map(|state| Some((state.name.clone(), chart::owner(book, &state.nation)?))).collect();
    for (state, owner) in &case.owners {
        if !atlas.map.states.iter().any(|known| known.name == *state) {
            return Err(format!("owners: expected a state of the map, found {state:?}").into());
        }
        owners.insert(state.clone(), nation(book, owner)?);
    }
    Ok(owners)
}

/// ROTD-EUWOL 7.16: the Ottoman Empire, and nations not involved: in a case these are the ones that field
/// no unit and are neutral to every nation that does.
fn forbidden(
    book: &Book,
    owners: &BTreeMap<String, NationCode>,
    relations: &Relations,
    units: &ByUnit<Unit>,
) -> BTreeSet<NationCode> {
    let fielding: BTreeSet<NationCode> = units.keys().map(|id| id.nation).collect();
    let keeps_out = |nation: NationCode| {
        let mut others = fielding.iter();
        book.ground.closes_uninvolved
            && !fielding.is_empty()
            && others.all(|other| relations.between(nation, *other) == Relation::Neutral)
    };
    let is_closed = |nation: &NationCode| book.ground.closed.contains(&nation.as_str());
    owners.values().copied().filter(|nation| is_closed(nation) || keeps_out(*nation)).collect()
}

fn cities(
    case: &CaseFile,
    text: &str,
    book: &Book,
    atlas: &Atlas,
    owners: &BTreeMap<String, NationCode>,
) -> Result<BTreeMap<String, City>, Fault> {
    let read = |city: &CityFile, _| {
        let mut read = read_city(city, book, atlas, owners)?;
        if let Some(site) = atlas.map.city(&city.name).filter(|_| case.on_theatre) {
            (read.at, read.tac) = (site.at, site.tac);
        }
        Ok((city.name.clone(), read))
    };
    let mut cities = if case.on_theatre { chart::cities(book, atlas) } else { BTreeMap::new() };
    cities.extend(blocks(&case.city, text, read)?);
    Ok(cities)
}

fn read_city(
    city: &CityFile,
    book: &Book,
    atlas: &Atlas,
    owners: &BTreeMap<String, NationCode>,
) -> Result<City, String> {
    let at = strategic(&atlas.map.grid, &city.at)?;
    let home = match &city.nation {
        Some(name) => nation(book, name)?,
        None => {
            let owner = atlas.map.state_at(at).and_then(|state| owners.get(&state.name)).copied();
            owner.ok_or_else(|| format!("city {} lies on nobody's land and names no nation", city.name))?
        }
    };
    Ok(City {
        at,
        tac: tactical(&city.tac)?,
        home,
        control: city.control.as_deref().map_or(Ok(home), |name| nation(book, name))?,
        supplies: city.supplies,
        manufacturing: city.manufacturing,
        fort: city.fort.map(|fort| Fort { strength: fort.strength, capacity: fort.capacity }),
        besieged: false,
    })
}

fn read_depot(book: &Book, depot: &DepotFile, grid: &Grid) -> Result<Depot, String> {
    Ok(Depot {
        at: strategic(grid, &depot.at)?,
        tac: tactical(&depot.tac)?,
        kind: word("kind", &depot.kind)?,
        side: nation(book, &depot.side)?,
        supplies: depot.supplies,
    })
}

fn read_ferry(book: &Book, ferry: &FerryFile, grid: &Grid) -> Result<Ferry, String> {
    Ok(Ferry {
        id: ferry.id.clone(),
        at: strategic(grid, &ferry.at)?,
        tac: tactical(&ferry.tac)?,
        side: nation(book, &ferry.side)?,
        capacity: ferry.capacity,
        load: ferry.load,
    })
}

fn units(case: &CaseFile, text: &str, book: &Book, grid: &Grid) -> Result<ByUnit<Unit>, Fault> {
    let mut units = ByUnit::new();
    blocks(&case.unit, text, |unit, _| {
        let read = read_unit(unit, book, grid).map_err(|why| format!("unit {}: {why}", unit.id))?;
        match units.insert(read.id, read) {
            None => Ok(()),
            Some(twice) => Err(format!("unit {} is there twice", twice.id)),
        }
    })?;
    Ok(units)
}

/// A pontoon bridge in a river square without a railway bridge is laid there, unless the case says otherwise.
fn lay_bridges(case: &CaseFile, atlas: &Atlas, units: &mut ByUnit<Unit>) {
    for unit in units.values_mut() {
        unit.deployed = muster::lies_in_a_river(unit, atlas);
    }
    for file in case.unit.iter().map(Spanned::get_ref) {
        let unit = file.id.parse().ok().and_then(|id: UnitId| units.get_mut(&id));
        let said = file.deployed.or(chart::is_off_map(file).then_some(false));
        if let (Some(unit), Some(deployed)) = (unit, said) {
            unit.deployed = deployed;
        }
    }
}

fn read_unit(file: &UnitFile, book: &Book, grid: &Grid) -> Result<Unit, String> {
    let id: UnitId = file.id.parse().map_err(|error| format!("{error}"))?;
    book.check_kind(id.kind)?;
    // Where somebody is who is off the map is said elsewhere.
    let at = match chart::is_off_map(file) {
        true => StrategicSquare { col: 0, row: 0 },
        false => strategic(grid, &file.at)?,
    };
    let mut unit = muster::unit(book, id, at, tactical(&file.tac)?);
    unit.in_fort = file.in_fort;
    set(&mut unit.strength, file.strength);
    set(&mut unit.regiments, file.regiments);
    set(&mut unit.batteries, file.batteries);
    set(&mut unit.experience, file.experience);
    set(&mut unit.morale, file.morale);
    set(&mut unit.fatigue, file.fatigue);
    set(&mut unit.initiative, file.initiative);
    set(&mut unit.supplies, file.supplies);
    set(&mut unit.ammunition, file.ammunition);
    set(&mut unit.stragglers, file.stragglers);
    set(&mut unit.killed, file.killed);
    set(&mut unit.wounded, file.wounded);
    set(&mut unit.prisoners, file.prisoners);
    set(&mut unit.hungry, file.hungry);
    set(&mut unit.home, file.home.clone());
    unit.home_city.clone_from(&file.home_city);
    set_word(&mut unit.quality, "quality", file.quality.as_deref())?;
    set_word(&mut unit.status, "status", file.status.as_deref())?;
    set_arm::<Weapon>(&mut unit.weapon, "weapon", file.weapon.as_deref())?;
    set_arm::<Guns>(&mut unit.guns, "guns", file.guns.as_deref())?;
    unit.source =
        file.source.as_deref().filter(|source| *source != NO_SOURCE).map(|source| read_source(source, grid));
    Ok(unit)
}

/// What stands for no supply source.
const NO_SOURCE: &str = "none";

/// A supply source: a corps headquarters, the depot or cache in a square, or else a city.
fn read_source(text: &str, grid: &Grid) -> Source {
    if let Ok(unit) = text.parse() {
        return Source::Unit(unit);
    }
    grid.parse(text).map_or_else(|_| Source::City(text.into()), Source::Depot)
}

fn seat_units(case: &CaseFile, state: &mut LandState) -> Result<(), Fault> {
    for file in &case.unit {
        let file = file.get_ref();
        let id: UnitId = file.id.parse().map_err(|error| format!("{error}"))?;
        let default = id.nation.words();
        let named =
            |name: &str| state.player_named(name).ok_or_else(|| format!("there is no player {name:?}"));
        let commander = named(file.commander.as_deref().unwrap_or(&default))?;
        let deputy = file.deputy.as_deref().map(named).transpose()?;
        state.seats.insert(id, Seat { commander, deputy });
    }
    Ok(())
}

fn set_control(
    book: &Book,
    state: &mut LandState,
    (grid, at): (&Grid, &str),
    control: &ControlFile,
) -> Result<(), Fault> {
    let square = strategic(grid, at)?;
    let who = |name: &str| match name {
        "none" => Ok(Control::None),
        name => nation(book, name).map(Control::Nation),
    };
    if let Some(name) = &control.rail {
        state.rail_control.insert(square, who(name)?);
    }
    if let Some(name) = &control.river {
        state.river_control.insert(square, who(name)?);
    }
    Ok(())
}

/// A nation of decision, by name or code.
///
/// # Errors
/// If it is none of them.
pub fn nation(book: &Book, name: &str) -> Result<NationCode, String> {
    book.known_nation(name)
        .ok_or_else(|| format!("expected a nation such as France or Austria, found {name:?}"))
}

fn tactical(name: &str) -> Result<TacticalSquare, String> {
    name.parse().map_err(|error| format!("{error}"))
}

/// A value of an enum by its word.
fn word<T: DeserializeOwned>(key: &str, word: &str) -> Result<T, String> {
    Value::from(word).try_into().map_err(|error: toml::de::Error| format!("{key}: {}", error.message()))
}

fn set<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}

fn set_word<T: DeserializeOwned>(field: &mut T, key: &str, value: Option<&str>) -> Result<(), String> {
    if let Some(value) = value {
        *field = word(key, value)?;
    }
    Ok(())
}

/// A weapon by its name; `basic` leaves the type's own.
fn set_arm<T: DeserializeOwned>(field: &mut T, key: &str, value: Option<&str>) -> Result<(), String> {
    set_word(field, key, value.filter(|value| *value != "basic"))
}

//! Players, how the nations stand, units and who commands them.

use std::collections::{BTreeMap, BTreeSet};

use toml::Spanned;

use crate::book::Book;
use crate::muster::{self, UnitEntry};
use crate::names;
use crate::orders::Office;
use crate::scenario::entries::{Head, PlayerEntry, RelationEntry};
use crate::scenario::text::{File, ScenarioFault, ScenarioFaults, meant, nation};
use crate::scenario::{limits, places};
use crate::state::{LandState, Player, Rank, Seat};
use crate::unit::{Unit, UnitId};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::map::StrategicMap;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::tactical::Atlas;

pub fn read_players(
    main: File,
    head: &Head,
    ground: (&StrategicMap, &Book),
    state: &mut LandState,
    faults: &mut ScenarioFaults,
) {
    for entry in &head.player {
        let entry = entry.get_ref();
        let name = entry.name.get_ref();
        if state.player_named(name).is_some() {
            let message = format!("expected a name that no other player has, found {name:?}");
            faults.0.push(main.at(&entry.name, message));
            continue;
        }
        let Some(nation) = faults.note(nation(main, &entry.nation)) else { continue };
        if state.forbidden.contains(&nation) {
            let message = format!("expected a nation that is not forbidden, found {}", nation.words());
            faults.0.push(main.at(&entry.nation, message));
        }
        // Who has a wrong rank or office is a player all the same: his units are no mistakes.
        faults.note(check_name(main, entry));
        let rank = faults.note(read_rank(main, entry)).unwrap_or(Rank::General);
        let mut player = Player { name: name.clone(), nation, rank, offices: BTreeSet::new() };
        for title in &entry.offices {
            player.offices.extend(faults.note(read_office(main, title, nation, ground, state)));
        }
        state.players.push(player);
    }
}

fn check_name(main: File, entry: &PlayerEntry) -> Result<(), ScenarioFault> {
    let fault = fault_of_name(entry.name.get_ref());
    fault.map_or(Ok(()), |fault| Err(main.at(&entry.name, fault)))
}

/// What keeps a name from being a player's.
pub fn fault_of_name(name: &str) -> Option<String> {
    if name.trim() != name || name.is_empty() || name.contains(['\n', '\r']) {
        return Some(format!("expected a name on one line, found {name:?}"));
    }
    let is_nobody = name.eq_ignore_ascii_case("none");
    is_nobody.then(|| "expected another name: NONE stands for nobody in orders".into())
}

fn read_rank(main: File, entry: &PlayerEntry) -> Result<Rank, ScenarioFault> {
    Rank::of_words(entry.rank.get_ref()).ok_or_else(|| {
        let ranks = || Rank::ALL.iter().map(|row| row.1);
        let (known, found) = (ranks().collect::<Vec<_>>().join(", "), entry.rank.get_ref());
        main.at(&entry.rank, format!("expected a rank ({known}), found {found:?}{}", meant(found, ranks())))
    })
}

fn read_office(
    main: File,
    title: &Spanned<String>,
    nation: NationCode,
    (map, book): (&StrategicMap, &Book),
    state: &LandState,
) -> Result<Office, ScenarioFault> {
    let found = title.get_ref();
    let office = book.office_of(found).ok_or_else(|| {
        let titles: Vec<String> = book.offices.titles.iter().map(|row| book.post(&row.0)).collect();
        let (known, near) = (titles.join(", "), meant(found, titles.iter().map(String::as_str)));
        let governor = if book.offices.governors { " or Governor of a state" } else { "" };
        main.at(title, format!("expected {known}{governor}, found {found:?}{near}"))
    })?;
    let Office::Governor(land) = &office else { return Ok(office) };
    let Some(known) = map.states.iter().find(|known| known.name.eq_ignore_ascii_case(land)) else {
        let near = meant(land, map.states.iter().map(|known| known.name.as_str()));
        return Err(main.at(title, format!("expected a state of the map to govern, found {land:?}{near}")));
    };
    let owner = state.owners.get(&known.name);
    if !owner.is_some_and(|owner| state.relations.between(*owner, nation).is_friendly()) {
        let fault = main.at(title, format!("expected a state of the governor's side, found {found:?}"));
        return Err(fault.hanging_on_nations());
    }
    Ok(office)
}

pub fn read_relations(main: File, head: &Head, state: &mut LandState, faults: &mut ScenarioFaults) {
    let mut told = BTreeMap::new();
    for entry in &head.relation {
        if let Some((one, other, is)) = faults.note(read_relation(main, entry, &mut told)) {
            state.relations.set(one, other, is);
        }
    }
    for entry in &head.forbidden {
        state.forbidden.extend(faults.note(nation(main, entry)));
    }
}

fn read_relation(
    main: File,
    entry: &RelationEntry,
    told: &mut BTreeMap<[NationCode; 2], Relation>,
) -> Result<(NationCode, NationCode, Relation), ScenarioFault> {
    let is = match entry.is.get_ref().as_str() {
        "allied" => Relation::Allied,
        "neutral" => Relation::Neutral,
        "hostile" => Relation::Hostile,
        other => {
            return Err(main.at(&entry.is, format!("expected allied, neutral or hostile, found {other:?}")));
        }
    };
    let [one, other] = entry.between.as_slice() else {
        let message = format!("expected two nations in `between`, found {}", entry.between.len());
        return Err(main.at(&entry.is, message));
    };
    let mut pair = [nation(main, one)?, nation(main, other)?];
    if pair[0] == pair[1] {
        return Err(main.at(other, "expected two different nations, found one twice".into()));
    }
    pair.sort_unstable();
    if told.insert(pair, is).is_some_and(|before| before != is) {
        let [one, other] = pair.map(|nation| nation.words());
        let message = format!("expected no second word on {one} and {other}, found another than above");
        return Err(main.at(&entry.is, message));
    }
    Ok((pair[0], pair[1], is))
}

pub fn read_units(
    file: File,
    units: &[Spanned<UnitEntry>],
    ground: &Ground<'_>,
    state: &mut LandState,
    lines: &mut BTreeMap<UnitId, ScenarioFault>,
    faults: &mut ScenarioFaults,
) {
    for spanned in units {
        let entry = spanned.get_ref();
        let wrong = |(key, what): (&str, String)| {
            let fault = file.at_key(spanned, key, format!("unit {}: {what}", entry.id));
            if matches!(key, "commander" | "deputy") { fault.hanging_on_nations() } else { fault }
        };
        if let Some(first) = lines.get(&entry.id) {
            let place = first.fault.as_ref().map_or(0, |fault| fault.line);
            let what = format!("expected an id that no other unit has; {}, line {place}, has it", first.file);
            faults.0.push(wrong(("id", what)));
            continue;
        }
        lines.insert(entry.id, wrong(("id", String::new())));
        match read_unit(entry, ground, state) {
            Ok((unit, seat)) => {
                state.names.extend(entry.name.iter().map(|name| (unit.id, name.clone())));
                state.seats.insert(unit.id, seat);
                state.units.insert(unit.id, unit);
            }
            Err(found) => faults.0.extend(found.into_iter().map(wrong)),
        }
    }
}

/// What units are put upon.
pub struct Ground<'a> {
    pub atlas: &'a Atlas,
    pub book: &'static Book,
}

/// A unit and who commands it, or all that is wrong with it, each with its key.
fn read_unit(
    entry: &UnitEntry,
    ground: &Ground<'_>,
    state: &LandState,
) -> Result<(Unit, Seat), Vec<(&'static str, String)>> {
    let mut faults = Vec::new();
    let book = ground.book;
    let known = book.check_kind(entry.id.kind).and_then(|()| book.check_nation(entry.id.nation));
    known.map_err(|why| vec![("id", why)])?;
    let seat = seat(entry, state).map_err(|fault| faults.push(fault)).ok();
    faults.extend(
        entry.name.as_deref().and_then(|name| names::fault(name, state)).map(|fault| ("name", fault)),
    );
    let unit = placed(entry, ground).map_err(|fault| faults.push(("at", fault))).ok();
    if let Some(unit) = &unit {
        faults.extend(check_place(unit, ground.atlas, state).err().map(|fault| ("at", fault)));
        faults.extend(limits::faults(ground.book, unit, &ground.atlas.map, state));
    }
    match (unit, seat) {
        (Some(unit), Some(seat)) if faults.is_empty() => Ok((unit, seat)),
        _ => Err(faults),
    }
}

fn placed(entry: &UnitEntry, ground: &Ground<'_>) -> Result<Unit, String> {
    let atlas = ground.atlas;
    let (at, town) = places::place_of(&entry.at, &atlas.map)?;
    let placed = UnitEntry { at: atlas.map.grid.label(at), tac: entry.tac.or(town), ..entry.clone() };
    let mut unit = placed.muster(ground.book, &atlas.map.grid)?;
    if entry.initiative.is_none() {
        unit.initiative = muster::usual_initiative(ground.book, &unit);
    }
    unit.deployed = muster::lies_in_a_river(&unit, atlas);
    Ok(unit)
}

fn check_place(unit: &Unit, atlas: &Atlas, state: &LandState) -> Result<(), String> {
    let label = atlas.map.grid.label(unit.at);
    let owner = atlas.map.state_at(unit.at).and_then(|land| state.owners.get(&land.name));
    if let Some(owner) = owner.filter(|owner| state.forbidden.contains(owner)) {
        let owner = owner.words();
        return Err(format!(
            "expected land that is not forbidden (rule 7.16), found {label}, which is {owner}'s"
        ));
    }
    if !atlas.map.is_passable(unit.at) {
        let terrain = atlas.map.terrain_at(unit.at).words();
        return Err(format!("expected a square that can be entered, found {label}, which is {terrain}"));
    }
    if !atlas.sheet(unit.at).is_passable(unit.tac) && !muster::lies_in_a_river(unit, atlas) {
        let ground = atlas.sheet(unit.at).ground_at(unit.tac).words();
        return Err(format!("expected a place where it can stand, found {} of {label}: {ground}", unit.tac));
    }
    Ok(())
}

/// Who commands a unit: whom the entry names, or the only player of its nation; officers of its side.
fn seat(entry: &UnitEntry, state: &LandState) -> Result<Seat, (&'static str, String)> {
    let nation = entry.id.nation;
    if nation.name().is_none() {
        let message =
            format!("expected an id that begins with a nation's two letters, as AU31IN, found {}", entry.id);
        return Err(("id", message));
    }
    let commander = match &entry.commander {
        Some(name) => officer(name, nation, state).map_err(|fault| ("commander", fault))?,
        None => only_player(nation, state).ok_or_else(|| {
            let what =
                format!("expected a commander, because {nation} has not exactly one player, found none");
            ("commander", what)
        })?,
    };
    let deputy = entry.deputy.as_deref().map(|name| officer(name, nation, state)).transpose();
    let deputy = deputy.map_err(|fault| ("deputy", fault))?;
    if deputy == Some(commander) {
        return Err(("deputy", "expected another officer than the commander".into()));
    }
    Ok(Seat { commander, deputy })
}

fn officer(name: &str, nation: NationCode, state: &LandState) -> Result<PlayerNo, String> {
    let names = || state.players.iter().map(|player| player.name.as_str());
    let number = state.player_named(name).ok_or_else(|| {
        let (known, near) = (names().collect::<Vec<_>>().join(", "), meant(name, names()));
        format!("expected one of the players {known}, found {name:?}{near}")
    })?;
    let of_side = |player: &Player| state.relations.between(player.nation, nation).is_friendly();
    if !state.player(number).is_some_and(of_side) {
        return Err(format!("expected an officer of {} or its allies, found {name}", nation.spoken()));
    }
    Ok(number)
}

/// The player of a nation that has exactly one.
pub fn only_player(nation: NationCode, state: &LandState) -> Option<PlayerNo> {
    let mut own = state.numbered_players().filter(|(_, player)| player.nation == nation);
    own.next().filter(|_| own.next().is_none()).map(|(number, _)| number)
}

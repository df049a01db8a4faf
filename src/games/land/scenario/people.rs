//! Players, how the nations stand, units and who commands them.

use std::collections::{BTreeMap, BTreeSet};

use toml::Spanned;

use crate::engine::ids::PlayerNo;
use crate::games::ground::nation::{NationCode, Relation};
use crate::games::ground::tactical::Atlas;
use crate::games::land::muster::{self, UnitEntry};
use crate::games::land::orders::Office;
use crate::games::land::scenario::entries::{Head, PlayerEntry, RelationEntry};
use crate::games::land::scenario::{File, ScenarioFault, ScenarioFaults, limits, nation, places};
use crate::games::land::state::{LandState, Player, Rank, Seat};
use crate::games::land::unit::{Unit, UnitId};
use crate::games::land::variant::Variant;

pub fn read_players(main: File, head: &Head, state: &mut LandState, faults: &mut ScenarioFaults) {
    for entry in &head.player {
        let Some(player) = faults.note(read_player(main, entry.get_ref())) else { continue };
        if state.player_named(&player.name).is_some() {
            let message = format!("expected a name that no other player has, found {:?}", player.name);
            faults.0.push(main.at(&entry.get_ref().name, message));
            continue;
        }
        state.players.push(player);
    }
}

fn read_player(main: File, entry: &PlayerEntry) -> Result<Player, ScenarioFault> {
    let name = entry.name.get_ref();
    if name.trim() != name || name.is_empty() || name.contains(['\n', '\r']) {
        return Err(main.at(&entry.name, format!("expected a name on one line, found {name:?}")));
    }
    let rank = Rank::of_words(entry.rank.get_ref()).ok_or_else(|| {
        let ranks: Vec<&str> = Rank::ALL.iter().map(|row| row.1).collect();
        let found = entry.rank.get_ref();
        main.at(&entry.rank, format!("expected a rank ({}), found {found:?}", ranks.join(", ")))
    })?;
    let mut offices = BTreeSet::new();
    for title in &entry.offices {
        let office = Office::of_title(title.get_ref()).ok_or_else(|| {
            let expected =
                "War Minister, Treasury, Monarch, Prime Minister, Naval Minister or Governor of a state";
            main.at(title, format!("expected {expected}, found {:?}", title.get_ref()))
        })?;
        offices.insert(office);
    }
    Ok(Player { name: name.clone(), nation: nation(main, &entry.nation)?, rank, offices })
}

pub fn read_relations(main: File, head: &Head, state: &mut LandState, faults: &mut ScenarioFaults) {
    for entry in &head.relation {
        if let Some((one, other, is)) = faults.note(read_relation(main, entry)) {
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
) -> Result<(NationCode, NationCode, Relation), ScenarioFault> {
    let is = match entry.is.get_ref().as_str() {
        "allied" => Relation::Allied,
        "neutral" => Relation::Neutral,
        "hostile" => Relation::Hostile,
        other => {
            return Err(main.at(&entry.is, format!("expected allied, neutral or hostile, found {other:?}")));
        }
    };
    let [one, other] = &entry.between;
    Ok((nation(main, one)?, nation(main, other)?, is))
}

pub fn read_units(
    file: File,
    units: &[Spanned<UnitEntry>],
    atlas: &Atlas,
    variant: &'static Variant,
    state: &mut LandState,
    lines: &mut BTreeMap<UnitId, ScenarioFault>,
    faults: &mut ScenarioFaults,
) {
    for spanned in units {
        let entry = spanned.get_ref();
        let read = read_unit(entry, atlas, variant, state);
        let wrong = |message: String| file.at(spanned, format!("unit {}: {message}", entry.id));
        let Some((unit, seat)) = faults.note(read.map_err(wrong)) else { continue };
        if state.units.contains_key(&unit.id) {
            faults.0.push(wrong("expected an id that no other unit has".into()));
            continue;
        }
        lines.insert(unit.id, wrong(String::new()));
        state.seats.insert(unit.id, seat);
        state.units.insert(unit.id, unit);
    }
}

fn read_unit(
    entry: &UnitEntry,
    atlas: &Atlas,
    variant: &'static Variant,
    state: &LandState,
) -> Result<(Unit, Seat), String> {
    let (at, town) = places::place_of(&entry.at, &atlas.map)?;
    let placed = UnitEntry { at: atlas.map.grid.label(at), tac: entry.tac.or(town), ..entry.clone() };
    let mut unit = placed.muster(&atlas.map.grid)?;
    if entry.initiative.is_none() {
        unit.initiative = muster::usual_initiative(&unit);
    }
    check_place(&unit, atlas)?;
    limits::check(variant, &unit, entry.home.as_deref(), &atlas.map)?;
    unit.deployed = muster::lies_in_a_river(&unit, atlas);
    let seat = seat(entry, unit.id.nation, state)?;
    Ok((unit, seat))
}

fn check_place(unit: &Unit, atlas: &Atlas) -> Result<(), String> {
    let label = atlas.map.grid.label(unit.at);
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

/// Who commands a unit: whom the entry names, or the only player of its nation.
fn seat(entry: &UnitEntry, nation: NationCode, state: &LandState) -> Result<Seat, String> {
    let named = |name: &str| {
        let names: Vec<&str> = state.players.iter().map(|player| player.name.as_str()).collect();
        let expected = || format!("expected one of the players {}, found {name:?}", names.join(", "));
        state.player_named(name).ok_or_else(expected)
    };
    let commander = match &entry.commander {
        Some(name) => named(name)?,
        None => only_player(nation, state).ok_or_else(|| {
            format!("expected a commander, because {nation} has not exactly one player, found none")
        })?,
    };
    Ok(Seat { commander, deputy: entry.deputy.as_deref().map(named).transpose()? })
}

fn only_player(nation: NationCode, state: &LandState) -> Option<PlayerNo> {
    let mut own = state.numbered_players().filter(|(_, player)| player.nation == nation);
    own.next().filter(|_| own.next().is_none()).map(|(number, _)| number)
}

//! A ship's status block (WISC 2.3, 2.4, 5.1, 5.2; naval record 12.3).

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::ashore::{Ashore, Brigade};
use crate::chart::{Chart, CoastNo};
use crate::contact::{self, Stands};
use crate::place::Place;
use crate::ship::{Quality, Ship, Status, WRECK};
use crate::state::SeaState;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::words::capital;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Atlas;
use fieldpost_ground::unit::UnitId;

/// The position report of a player: a block for every ship that he commands or deputises.
pub fn position(chart: &Chart, atlas: &Atlas, state: &SeaState, ashore: &Ashore, player: PlayerNo) -> String {
    in_order(state, player)
        .into_iter()
        .map(|ship| status(chart, atlas, state, ashore, ship))
        .collect::<Vec<_>>()
        .join("\n")
}

/// A player's ships by place, as those who lie together are ordered together.
pub fn in_order(state: &SeaState, player: PlayerNo) -> Vec<&Ship> {
    let own = state.ships.values().filter(|ship| contact::officers(ship).contains(&player));
    let mut own: Vec<&Ship> = own.collect();
    own.sort_by_key(|ship| (anywhere(ship.at), ship.id));
    own
}

/// A place without its tactical area.
fn anywhere(at: Place) -> Place {
    match at {
        Place::Sea(sea, _) => Place::Sea(sea, 0),
        other => other,
    }
}

/// What of a player's ships is to be looked at first: damage, stores, bases lost, enemies beside them, batteries over them, units
/// aboard.
pub fn attention(chart: &Chart, state: &SeaState, ashore: &Ashore, player: PlayerNo) -> Vec<String> {
    let own =
        state.ships.values().filter(|ship| ship.is_active() && contact::officers(ship).contains(&player));
    // Of several in one place of which the same is to be said it is said once.
    let mut told: BTreeMap<(Place, String), Vec<String>> = BTreeMap::new();
    for ship in own {
        let words = matters(chart, state, ashore, ship).join("; ");
        if !words.is_empty() {
            told.entry((anywhere(ship.at), words)).or_default().push(ship.called());
        }
    }
    told.into_iter()
        .map(|((at, words), ships)| {
            let at = match at {
                Place::Sea(sea, _) => chart.sea(sea).code.clone(),
                at => chart.label(at),
            };
            format!("{} in {at}: {words}.", ships.join(", "))
        })
        .flat_map(|words| folded(&words))
        .collect()
}

fn matters(chart: &Chart, state: &SeaState, ashore: &Ashore, ship: &Ship) -> Vec<String> {
    let mut told = Vec::new();
    if ship.hull >= 3 {
        told.push(format!("hull damage {} of {WRECK}, at which she sinks", ship.hull));
    }
    match ship.propulsion {
        WRECK.. => told.push("her engines or rigging are gone".to_owned()),
        4 => told.push(format!("propulsion damage 4 of {WRECK}")),
        _ => {}
    }
    if ship.stores <= 1 && !matches!(ship.at, Place::Harbor(_)) {
        told.push(format!("stores {}: without any she makes for her base", ship.stores));
    }
    match ship.base {
        None => told.push("no base".to_owned()),
        Some(base) if !state.is_friendly(base, ship.id.nation) => {
            told.push(format!("her base {} is not your side's: BASE names another", chart.port(base).name));
        }
        Some(_) => {}
    }
    let beside = |other: &&Ship| contact::touch(chart, other.at, ship.at) && other.is_warship();
    let seen: Vec<&Ship> = contact::seen_from(chart, state, ship).filter(beside).collect();
    let foes = seen.iter().filter(|other| state.hostile(other.id.nation, ship.id.nation)).count();
    let friends = seen.iter().filter(|other| state.allied(other.id.nation, ship.id.nation)).count();
    if foes > friends + usize::from(ship.is_warship()) {
        told.push(format!("{foes} enemy warships beside her, {friends} of your side's"));
    }
    told.extend(batteries_over(chart, state, ashore, ship));
    if !ship.cargo.is_empty() {
        told.push(format!("aboard: {}", words(&ship.cargo).join(", ")));
    }
    told
}

/// WISC 6.6, 7.1, N-49: the batteries of enemies in her square, and when they fire.
fn batteries_over(chart: &Chart, state: &SeaState, ashore: &Ashore, ship: &Ship) -> Option<String> {
    let square = chart.square(ship.at).filter(|_| ship.at.is_inland())?;
    let hostile = |of| state.hostile(of, ship.id.nation);
    let ids: Vec<String> = ashore.batteries_at(square, hostile).map(|unit| unit.id.to_string()).collect();
    let when = if ship.id.kind.is_transport() {
        "and fire at transports that have no warship with them"
    } else {
        "which fire only in a battle: BATTLE ENGAGE seeks it, BATTLE RUN PAST passes them"
    };
    (!ids.is_empty()).then(|| format!("under the batteries of {}, {when}", ids.join(", ")))
}

/// A ship's block. What she sees is by contact alone; a ship on the Atlantic says where she sails to and nothing more (K-4).
pub fn status(chart: &Chart, atlas: &Atlas, state: &SeaState, ashore: &Ashore, ship: &Ship) -> String {
    let mut text = String::new();
    head(&mut text, chart, state, ship);
    if ship.id.kind.is_transport() {
        load(&mut text, ashore, ship);
    } else {
        let (crew, whole) = (ship.crew, ship.whole_crew());
        let (marines, hull, propulsion) = (ship.marines, ship.hull, ship.propulsion);
        line(
            &mut text,
            &format!(
                "Crew: {crew} of {whole}   Marines: {marines}   Hull Damage: {hull}   Propulsion Damage: {propulsion}"
            ),
        );
    }
    if matches!(ship.at, Place::Transit(..)) {
        return text;
    }
    let led: Vec<String> = state
        .ships
        .values()
        .filter(|other| other.attached_to == Some(ship.id))
        .map(|other| other.id.to_string())
        .collect();
    if !led.is_empty() {
        line(&mut text, &format!("Attached Ships: {}", led.join(", ")));
    }
    if let Some(leader) = ship.attached_to {
        line(&mut text, &format!("Attached to: {leader}"));
    }
    visible(&mut text, chart, state, ship);
    ashore_seen(&mut text, chart, atlas, state, ashore, ship);
    ways(&mut text, chart, state, ship);
    text
}

fn line(text: &mut String, words: &str) {
    let _ = writeln!(text, "  {words}");
}

fn head(text: &mut String, chart: &Chart, state: &SeaState, ship: &Ship) {
    let name = ship.called();
    let mut kind = ship.id.kind.row().name.to_owned();
    for (is, word) in [(ship.ram, "ram"), (ship.fast && !ship.id.kind.row().fast, "steam")] {
        if is {
            let _ = write!(kind, ", {word}");
        }
    }
    let _ = writeln!(text, "{name:<45} {kind}");
    let player = |number: PlayerNo| state.powers.player(number).map_or("nobody", |player| &player.name);
    let deputy = ship.deputy.map_or("none", player);
    line(text, &format!("Commander: {}    Deputy: {deputy}", player(ship.commander)));
    line(text, &format!("Location: {}", location(chart, ship)));
    let base = ship.base.map_or("none", |base| chart.port(base).name.as_str());
    let (experience, morale) = (ship.experience, ship.morale);
    let stores = format!("{} of {}", ship.stores, ship.id.kind.row().stores);
    let quality = quality(ship.quality);
    line(text, &format!("Base: {base}   Stores: {stores}"));
    line(text, &format!("Quality: {quality}   Experience: {experience}   Morale: {morale}"));
    match ship.status {
        Status::Active => {}
        Status::Inactive => line(text, "Inactive"),
        Status::FittingOut(turns) => line(text, &format!("Inactive: active again in {turns} turns")),
    }
}

fn quality(quality: Quality) -> String {
    capital(quality.words())
}

fn location(chart: &Chart, ship: &Ship) -> String {
    match ship.at {
        Place::Sea(sea, area) => {
            let sea = chart.sea(sea);
            format!("{} ({}), tactical area {area}", sea.name, sea.code)
        }
        Place::Coast(coast) => {
            let coast = chart.coast(coast);
            format!("{} coastal waters ({})", coast.name, coast.code)
        }
        Place::Harbor(port) => {
            let at = chart.port(port).at.map_or_else(String::new, |at| format!(", {}", chart.grid.label(at)));
            let river = chart.river_square(ship.at).and_then(|at| chart.mouth_at(at));
            let river = river.map_or_else(String::new, |mouth| format!(" (mouth of {} River)", mouth.river));
            format!("{} harbor{river}{at}", chart.port(port).name)
        }
        Place::River(at) => {
            let label = chart.grid.label(at);
            match (chart.port_in(ship.at), chart.mouth_at(at)) {
                (Some(port), _) => format!("{} (river port), {label}", chart.port(port).name),
                (_, Some(mouth)) => format!("mouth of {} River, {label}", mouth.river),
                _ => format!("river square {label}"),
            }
        }
        place @ Place::Transit(..) => chart.label(place),
    }
}

fn words(units: &[UnitId]) -> Vec<String> {
    units.iter().map(UnitId::to_string).collect()
}

fn load(text: &mut String, ashore: &Ashore, ship: &Ship) {
    let units: u32 = ashore.aboard(ship.id).map(Brigade::space).sum();
    let sailors = ship.crew.saturating_sub(ship.capacity / 10);
    let used = units + 20 * (ship.supplies + ship.extra_stores) + sailors;
    let mut carrying = words(&ship.cargo);
    let goods = [(ship.supplies, "supplies"), (ship.extra_stores, "stores")];
    carrying
        .extend(goods.into_iter().filter(|good| good.0 > 0).map(|(count, what)| format!("{count} {what}")));
    let carrying = if carrying.is_empty() { "nothing".to_owned() } else { carrying.join(", ") };
    let (crew, capacity, hull, propulsion) = (ship.crew, ship.capacity, ship.hull, ship.propulsion);
    line(text, &format!("Crew: {crew}   Capacity: {capacity} ({used} used)"));
    for row in folded(&format!("Carrying: {carrying}")) {
        line(text, &row);
    }
    line(text, &format!("Hull Damage: {hull}   Propulsion Damage: {propulsion}"));
}

/// Whether a ship is of a kind.
type Is<'a> = &'a dyn Fn(&Ship) -> bool;

/// WISC 5.1: who is seen: friends and enemies, to windward or leeward, in harbor or at sea.
fn visible(text: &mut String, chart: &Chart, state: &SeaState, ship: &Ship) {
    let seen: Vec<&Ship> = contact::seen_from(chart, state, ship).collect();
    let kinds: [(&str, Is); 3] = [
        ("Allied", &|other| state.allied(other.id.nation, ship.id.nation)),
        ("Enemy", &|other| state.hostile(other.id.nation, ship.id.nation)),
        ("Neutral", &|other| {
            !state.allied(other.id.nation, ship.id.nation) && !state.hostile(other.id.nation, ship.id.nation)
        }),
    ];
    let mut first = true;
    for (words, is) in kinds {
        let mut by_where: Vec<(String, Vec<String>)> = Vec::new();
        for other in seen.iter().filter(|other| is(other)) {
            let stands = bearing(state, ship, other);
            match by_where.iter_mut().find(|row| row.0 == stands) {
                Some(row) => row.1.push(other.id.to_string()),
                None => by_where.push((stands, vec![other.id.to_string()])),
            }
        }
        for (stands, ids) in by_where {
            let head = if first { "Ships Visible" } else { "" };
            first = false;
            line(text, &format!("{head:<13}   {words}: {} {stands}", ids.join(", ")));
        }
    }
}

fn bearing(state: &SeaState, ship: &Ship, other: &Ship) -> String {
    let here = match other.at {
        Place::Harbor(_) => "in harbor",
        Place::River(_) => "on the river",
        _ => "at sea",
    };
    let groups = state.groups.get(&ship.at).filter(|_| ship.at == other.at && ship.at.is_open());
    let place = |id| groups.and_then(|groups| groups.iter().position(|group| group.contains(&id)));
    match place(ship.id).zip(place(other.id)) {
        Some((own, their)) if their < own => format!("{here} (to windward)"),
        Some((own, their)) if their > own => format!("{here} (to leeward)"),
        _ => here.to_owned(),
    }
}

/// WISC 5.1, 5.2: land units for certain in sight.
fn ashore_seen(
    text: &mut String,
    chart: &Chart,
    atlas: &Atlas,
    state: &SeaState,
    ashore: &Ashore,
    ship: &Ship,
) {
    let sees = |at: StrategicSquare, tac: TacticalSquare| contact::in_view(chart, atlas, ship, at, tac);
    let mut by_place: BTreeMap<Stands, Vec<String>> = BTreeMap::new();
    for (id, stands) in contact::units_seen(chart, state, ashore, ship, sees) {
        by_place.entry(stands).or_default().push(id.to_string());
    }
    by_place.values_mut().for_each(|ids| ids.sort());
    let places = by_place.into_iter().map(|((at, tac), ids)| {
        let tac = tac.map_or_else(String::new, |tac| format!(" {tac}"));
        format!("{} at {}{tac}", ids.join(", "), chart.grid.label(at))
    });
    let places: Vec<String> = places.collect();
    if !places.is_empty() {
        for row in folded(&format!("Land Units Visible: {}", places.join("; "))) {
            line(text, &row);
        }
    }
}

/// Where she may go, and the wind.
fn ways(text: &mut String, chart: &Chart, state: &SeaState, ship: &Ship) {
    let ways = may_go(chart, ship);
    let wind = chart.weather_of(ship.at).and_then(|sea| state.winds.get(&sea));
    let wind = wind.map_or_else(String::new, |wind| {
        format!("   Wind: {} {}", wind.from.compass(), wind.strength.words())
    });
    for row in folded(&format!("May go: {}.{wind}", ways.join("; "))) {
        line(text, &row);
    }
}

/// Where she may go next: sea areas, coastal waters, the harbors and mouths of these that her type enters, and up which river.
fn may_go(chart: &Chart, ship: &Ship) -> Vec<String> {
    if ship.propulsion >= WRECK {
        return vec!["nowhere before she is mended: her engines or rigging are gone".into()];
    }
    let narrowest = ship.id.kind.row().narrowest;
    let enters = |inlet: &Place| match inlet {
        Place::River(at) => chart.rivers.floats(*at, narrowest),
        _ => true,
    };
    let mut ways: Vec<String> = match ship.at {
        Place::Sea(sea, _) => {
            let seas = chart.sea(sea).beside.iter().map(|(_, to)| chart.sea(*to).code.clone());
            let all = (0..chart.coasts.len()).map(|place| CoastNo(place as u8));
            let off = all.filter(|coast| chart.seas_off(*coast).iter().any(|row| row.0 == sea));
            let coasts: Vec<&str> = off.map(|coast| chart.coast(coast).code.as_str()).collect();
            let coasts =
                (!coasts.is_empty()).then(|| format!("coasts {} and their harbors", coasts.join(" ")));
            seas.chain(coasts).collect()
        }
        Place::Coast(coast) => {
            let seas = chart.seas_off(coast).into_iter().filter(|_| ship.is_seagoing());
            let inlets = chart.inlets(coast).into_iter().filter(enters).map(|inlet| chart.label(inlet));
            let through = chart.coast(coast).through.map(|through| chart.coast(through).code.clone());
            seas.map(|(sea, _)| chart.sea(sea).code.clone()).chain(through).chain(inlets).collect()
        }
        at => chart.exits(at).into_iter().map(|(coast, _)| chart.coast(coast).code.clone()).collect(),
    };
    if let Some(square) = chart.river_square(ship.at) {
        let reach = chart.rivers.reach(square, narrowest);
        ways.push(match reach.values().filter(|far| **far > 0 && **far <= 20).count() {
            0 => "not up the river, which is too narrow for her".into(),
            _ => "the river to 20 squares".into(),
        });
    }
    if !ship.is_seagoing() {
        ways.push("not to sea".into());
    }
    ways
}

/// The widest line of a block, behind its two blanks.
const COLUMNS: usize = 70;

/// Words in lines that keep within a block; what goes on is set in.
fn folded(words: &str) -> Vec<String> {
    let mut rows = vec![String::new()];
    for word in words.split(' ') {
        let Some(row) = rows.last_mut() else { continue };
        if !row.trim().is_empty() && row.chars().count() + 1 + word.chars().count() > COLUMNS {
            rows.push(format!("  {word}"));
        } else {
            if !row.is_empty() {
                row.push(' ');
            }
            row.push_str(word);
        }
    }
    rows
}

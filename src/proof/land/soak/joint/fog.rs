//! Promise 6 over land and sea: of a finished turn everything that a player neither witnessed nor sees is changed, and the player's reports,
//! and the letter that the machine would write for the player, stay the same to the byte. Who drowned is told to those who commanded them.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::land::soak::lots::Lots;
use fieldpost_campaign::fleet::Fleet;
use fieldpost_campaign::{AtSea, Ran, Table};
use fieldpost_door::{Finished, MachineSeats, Tell};
use fieldpost_engine::event::Told;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::wishes::Wishes;
use fieldpost_ground::nation::NationCode;
use fieldpost_land::state::LandState;
use fieldpost_land::unit::UnitId;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::Press;
use fieldpost_print::report::Report;
use fieldpost_print::shop::{DeskKit, Shop};
use fieldpost_sea::combat::battle::Closing;
use fieldpost_sea::contact;
use fieldpost_sea::event::account::{KeptOff, Part};
use fieldpost_sea::event::reason::Why;
use fieldpost_sea::event::{Event, Fact};
use fieldpost_sea::phase::Phase;
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::{Quality, ShipId};
use fieldpost_sea::state::SeaState;

static PRESS: LazyLock<Option<Press>> = LazyLock::new(|| Press::new().ok());

/// What a report never says, since it is in nothing that was told.
const HIDDEN: &str = "nobody may read this";

/// Holds the reports of a player who is drawn, and of all who commanded somebody that drowned.
///
/// # Errors
/// Who learns what, or is not told of it.
pub fn holds(ran: &Ran, (fleet, sea): (Fleet<'_>, &AtSea), lots: &mut Lots) -> Result<(), String> {
    let table = fleet.table;
    let players: Vec<PlayerNo> =
        (0..table.land.players.len()).map(|number| PlayerNo(number as u16)).collect();
    let Some(player) = lots.pick(&players).copied() else { return Ok(()) };
    // Charts take time to draw.
    let wishes = Wishes { pictures: lots.chance(15), ..Wishes::default() };
    let before = reports(ran, player, &wishes)?;
    let other = changed(ran, (fleet, sea), player, lots);
    let after = reports(&other, player, &wishes)?;
    if before != after {
        return Err(format!("{} learns: {}", name(table, player), difference(&before, &after)));
    }
    let letter = |ran: &Ran| ran.next().machine_letters(&[player], "fog", &MachineSeats::new());
    if letter(ran) != letter(&other) {
        return Err(format!("the machine that plays {} knows more than its report", name(table, player)));
    }
    for (id, seat) in &sea.drowned {
        let plain = Wishes { pictures: false, ..Wishes::default() };
        let told = reports(ran, seat.commander, &plain)?;
        if !told.iter().any(|report| report.printed.text.contains(&format!("{id} went down"))) {
            return Err(format!("{id} drowned, and {} is not told", name(table, seat.commander)));
        }
    }
    Ok(())
}

fn name(table: &Table, player: PlayerNo) -> String {
    table.land.player(player).map(|player| player.name.clone()).unwrap_or_default()
}

/// Every face of the reports: text, page, `report.json`, the orders to be filled in, the page on which they are composed.
fn reports(ran: &Ran, player: PlayerNo, wishes: &Wishes) -> Result<Vec<Report>, String> {
    let press = PRESS.as_ref().ok_or("there is no press")?;
    let heading = Heading {
        game: "fog".into(),
        title: "Fog".into(),
        player: name(ran.next(), player),
        deadline_local: "Friday 7 August 2026, 20:00 (Europe/Vienna)".into(),
        deadline_utc: "Friday 7 August 2026, 18:00 UTC".into(),
        calendar: None,
        by_hand: Vec::new(),
        silence: Vec::new(),
    };
    let shop =
        Shop::new(press).with_desk(DeskKit { address: "orders@example.org".into(), forms: Vec::new() });
    ran.reports(player, &heading, wishes, &shop).map_err(|why| why.to_string())
}

/// The first line that is not what it was.
fn difference(before: &[Report], after: &[Report]) -> String {
    let lines = |reports: &[Report]| -> Vec<String> {
        let texts = reports.iter().map(|report| report.printed.text.clone());
        let files = reports.iter().flat_map(|report| &report.enclosures);
        let files = files.map(|file| String::from_utf8_lossy(&file.bytes).into_owned());
        texts.chain(files).flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect()
    };
    let (one, other) = (lines(before), lines(after));
    let unlike = one.iter().zip(&other).find(|(one, other)| one != other);
    unlike.map_or_else(
        || "in the number of lines, or in HTML".into(),
        |(one, other)| format!("{one:?}, {other:?}"),
    )
}

/// The turn with everything changed that a player may not know of.
fn changed(ran: &Ran, (fleet, sea): (Fleet<'_>, &AtSea), player: PlayerNo, lots: &mut Lots) -> Ran {
    let (mut outcome, mut sea) = (ran.outcome.clone(), sea.clone());
    outcome.draws.clear();
    sea.draws.clear();
    outcome.removed.retain(|_, seat| seat.commander == player || seat.deputy == Some(player));
    outcome.events.retain(|told| told.saw(player).is_some() || lots.chance(50));
    sea.drowned.retain(|(_, seat)| seat.commander == player || seat.deputy == Some(player));
    for told in &mut sea.events {
        if let Some(of) = fleet.table.land.player(player) {
            hide(told, player, of.nation, &fleet.sea.state);
        }
    }
    let mut state = (*fleet.sea.state).clone();
    change_ships(&mut state, fleet, player, lots);
    change_ports(&mut state, player);
    change_units(&mut outcome.state, fleet.table, player);
    let mut away = (*fleet.sea.away).clone();
    for away in
        away.values_mut().filter(|away| away.seat.commander != player && away.seat.deputy != Some(player))
    {
        away.unit.fatigue += 3;
        away.unit.experience += 1;
    }
    let changed = fleet.after(outcome.state.clone(), state, away);
    ran.replaced(changed, outcome, sea)
}

/// Of an event that the player was told, who else was, and of a battle what is known aboard an enemy alone; of another, everything.
fn hide(told: &mut Told<Event>, player: PlayerNo, nation: NationCode, state: &SeaState) {
    if let Fact::Battle { account, .. } = &mut told.event.fact {
        let is_enemy = |part: &&mut Part| !state.allied(part.id.nation(), nation);
        account.sides.iter_mut().flatten().filter(is_enemy).for_each(change_aboard);
        let leads = |side: usize| {
            account.sides[side].first().is_some_and(|part| state.allied(part.id.nation(), nation))
        };
        // Whether an enemy who did not come close meant to.
        account.closing = match account.closing {
            Closing::Nobody if !leads(0) => Closing::KeptOff(0),
            Closing::Nobody if !leads(1) => Closing::KeptOff(1),
            Closing::KeptOff(side) if !leads(side) => Closing::Nobody,
            other => other,
        };
    }
    if told.saw(player).is_none() {
        let why = Why::UnreadOfOffice.of(HIDDEN);
        told.event = Event { phase: Phase::Combat, fact: Fact::OfficeRefused { nation, order: None, why } };
    }
    told.to.retain(|other, _| *other == player);
}

/// What nobody sees from the other side of the water: small damage, the crew, what she was before, why she kept off (naval record 12.4).
fn change_aboard(part: &mut Part) {
    let (hull, propulsion, crew) = part.after;
    let small = |damage: u8, below: u8| if damage < below { (damage + 1) % below } else { damage };
    let great = |damage: u8| if (3..5).contains(&damage) { 7 - damage } else { damage };
    part.after = (great(small(hull, 3)), small(propulsion, 4), crew + 13);
    part.before = (part.before.0 + 1, part.before.1 + 2, part.before.2 + 3);
    part.rams = !part.rams;
    part.kept_off = match part.kept_off {
        None => Some(KeptOff::Range),
        Some(_) => None,
    };
}

/// Ships that others command: of those in sight what a look does not show, of those out of sight whether they are there at all.
fn change_ships(state: &mut SeaState, fleet: Fleet<'_>, player: PlayerNo, lots: &mut Lots) {
    let chart = &fleet.sea.chart;
    let seen = seen(fleet, player);
    // Where ships lie of which the player sees none: there others may be as well.
    let hideouts: Vec<Place> = state
        .ships
        .values()
        .filter(|ship| ship.is_active() && !seen.contains(&ship.id))
        .filter(|ship| !contact::officers(ship).contains(&player) && !matches!(ship.at, Place::Transit(..)))
        .map(|ship| ship.at)
        .collect();
    let others: Vec<ShipId> = state
        .ships
        .values()
        .filter(|ship| !contact::officers(ship).contains(&player))
        .map(|ship| ship.id)
        .collect();
    for id in others {
        let leads_own = state.ships.values().any(|ship| ship.attached_to == Some(id));
        let is_seen = seen.contains(&id);
        let empty = state.ships.get(&id).is_some_and(|ship| ship.cargo.is_empty());
        if !is_seen && !leads_own && empty && lots.chance(33) {
            state.strike(id);
            state.gone.clear();
            continue;
        }
        let is_free = !is_seen && !leads_own && empty;
        let elsewhere = lots.pick(&hideouts).copied().filter(|_| is_free && lots.chance(33));
        if let Some(at) = elsewhere {
            state.leave_group(id);
            state.groups.entry(at).or_default().push([id].into());
        }
        let Some(ship) = state.ships.get_mut(&id) else { continue };
        ship.at = elsewhere.unwrap_or(ship.at);
        ship.crew += 7;
        ship.marines += 5;
        ship.stores = u32::from(ship.stores == 0);
        ship.stores_debt += 1;
        (ship.hull, ship.propulsion) = (4 - ship.hull.min(4), 5 - ship.propulsion.min(5));
        ship.experience += 1;
        ship.quality = if ship.quality == Quality::Poor { Quality::Good } else { Quality::Poor };
        ship.base = None;
        ship.came_from = None;
        ship.supplies += u32::from(ship.id.kind.is_transport());
        if !is_seen {
            ship.name = HIDDEN.into();
        }
    }
    state
        .runs_on
        .retain(|id| state.ships.get(id).is_some_and(|ship| contact::officers(ship).contains(&player)));
    debug_assert!(!chart.seas.is_empty());
}

/// The ships of others that the player sees, from ships and from the shore.
fn seen(fleet: Fleet<'_>, player: PlayerNo) -> BTreeSet<ShipId> {
    let (chart, state) = (&fleet.sea.chart, &fleet.sea.state);
    let own = state.ships.values().filter(|ship| contact::officers(ship).contains(&player));
    let mut seen: BTreeSet<ShipId> =
        own.flat_map(|ship| contact::seen_from(chart, state, ship)).map(|ship| ship.id).collect();
    let ashore = fleet.ashore();
    seen.extend(
        state
            .ships
            .values()
            .filter(|ship| ashore.seen_from(chart, ship.at).contains(&player))
            .map(|ship| ship.id),
    );
    seen
}

/// Ports of others, and all of them to whoever is no Naval Secretary.
fn change_ports(state: &mut SeaState, player: PlayerNo) {
    let nation = state.powers.secretaries.iter().find(|row| *row.1 == player).map(|row| *row.0);
    let hidden: Vec<_> = state
        .ports
        .iter()
        .filter(|(_, port)| nation.zip(port.holder).is_none_or(|(own, of)| !state.allied(of, own)))
        .map(|(number, _)| *number)
        .collect();
    for number in hidden {
        if let Some(port) = state.ports.get_mut(&number) {
            port.stores += 11;
            port.yard += 1;
            port.building.clear();
        }
    }
    // Where a side keeps stores inland its Naval Secretary knows alone.
    if nation.is_none() {
        state.inland.values_mut().for_each(|stores| *stores += 11);
    }
    state.late.clear();
}

/// Of other players' units ashore what a sighting does not show.
fn change_units(state: &mut LandState, table: &Table, player: PlayerNo) {
    let own: BTreeSet<UnitId> = table.land.units_of(player).map(|unit| unit.id).collect();
    for unit in state.units.values_mut().filter(|unit| !own.contains(&unit.id)) {
        unit.strength += 117;
        unit.morale = (unit.morale + 13) % 100;
        unit.fatigue += 3;
        unit.experience += 1;
        unit.supplies = 1 - unit.supplies.min(1);
        unit.casualties += 5;
    }
}

//! How a random round begins: seven powers, armies and fleets on land, at sea, in ports and fortresses, with leaders, privateers and revolts.

use std::collections::BTreeSet;

use fieldpost_engine::piece::Piece;

use super::{Lots, POWERS, letters_of};
use fieldpost_europa::map::{Owner, Place, Port};
use fieldpost_europa::position::{
    Fleet, FleetCounter, Force, Ground, Leader, Position, Posture, Power, Relation, Size, Stack, Weather,
    World,
};

/// Stacks of a round.
const STACKS: u64 = 56;

/// A position to begin with.
pub(super) fn start(world: &World, lots: &mut Lots) -> Position {
    let mut position = Position {
        deadline: 1,
        round: 1,
        last: 99,
        a_turn: 99,
        period: 1,
        others: Relation::Hostile,
        grounds: world
            .map
            .provinces
            .iter()
            .map(|(id, province)| (id.clone(), Ground::of(province)))
            .collect(),
        ..Position::default()
    };
    for id in POWERS {
        let id: Owner = id.into();
        let power = Power {
            name: id.to_string(),
            seat: id.clone(),
            treasury: 5000,
            land: "Renaissance".into(),
            naval: "Carrack".into(),
            ..Power::default()
        };
        position.powers.insert(id.clone(), power);
        position.initiative.push(id);
    }
    let rotation = usize::try_from(lots.below(7)).unwrap_or(0);
    position.initiative.rotate_left(rotation);
    for ground in position.grounds.values_mut().filter(|ground| ground.owner.is_some()) {
        let known = ground.owner.clone().filter(|owner| POWERS.contains(&&**owner));
        let owner = known.unwrap_or_else(|| (*lots.of(&POWERS)).into());
        (ground.owner, ground.control) = (Some(owner.clone()), Some(owner));
    }
    for (one, other) in [("FRA", "VEN"), ("SPA", "HAB")] {
        if lots.below(2) == 0 {
            position.relations.push((one.into(), other.into(), Relation::Allied));
        }
    }
    for (one, other) in [("FRA", "POL"), ("TUR", "VEN"), ("RUS", "SPA")] {
        if lots.below(3) == 0 {
            position.relations.push((one.into(), other.into(), Relation::Neutral));
        }
    }
    raise(world, &mut position, lots);
    position
}

fn raise(world: &World, position: &mut Position, lots: &mut Lots) {
    let mut taken: BTreeSet<Place> = BTreeSet::new();
    for number in 0..STACKS {
        let owner = POWERS[usize::try_from(number % 7).unwrap_or(0)];
        match number % 5 {
            4 => raise_fleet(world, position, lots, owner, number),
            _ => raise_army(world, position, lots, owner, (number, &mut taken)),
        }
    }
    for (number, owner) in (1_u64..).zip(POWERS) {
        let sea = lots.of(&seas(world)).clone();
        let at_sea = Stack { owner: owner.into(), at: sea, supply_is_said: true, ..Stack::default() };
        if lots.below(2) == 0 {
            let id = Piece::from(format!("{}-P{number}", letters_of(owner)));
            position.stacks.insert(id, Stack { privateer: 1 + lots.below(2) as u8, ..at_sea });
        }
    }
    unrest(world, position, lots);
    promote(position, lots);
    (position.weather, position.rolls_weather) =
        ([Weather::Good, Weather::Bad][lots.below(2) as usize], true);
}

fn seas(world: &World) -> Vec<Place> {
    world.map.seas.keys().cloned().collect()
}

/// A fleet in a sea or in a port of its side; some with counters and transports.
fn raise_fleet(world: &World, position: &mut Position, lots: &mut Lots, owner: &str, number: u64) {
    let counters: &[&[FleetCounter]] = &[&[], &[FleetCounter::Minus], &[FleetCounter::Plus]];
    let counters = lots.of::<&[FleetCounter]>(counters).to_vec();
    let warships = if counters.is_empty() { 1 } else { 5 } + lots.below(4) as i32;
    let fleet = Fleet { counters, ships: [0, warships, lots.below(4) as i32], ..Fleet::default() };
    let ports: Vec<Place> = position
        .grounds
        .iter()
        .filter(|(_, ground)| ground.port > Port::None && ground.control.as_deref() == Some(owner))
        .map(|(place, _)| place.clone())
        .collect();
    let in_port = !ports.is_empty() && lots.below(2) == 0;
    let (at, posture) = if in_port {
        (lots.of(&ports).clone(), Posture::Port)
    } else {
        (lots.of(&seas(world)).clone(), Posture::Open)
    };
    let id = Piece::from(format!("{}-F{number}", letters_of(owner)));
    let berthed = position.stacks.values().filter(|stack| stack.at == at && stack.posture == Posture::Port);
    let crowded =
        berthed.map(|stack| stack.fleet.counters.len()).sum::<usize>() > 0 && posture == Posture::Port;
    let fleet = if crowded { Fleet { counters: Vec::new(), ..fleet } } else { fleet };
    let stack = Stack { owner: owner.into(), at, posture, fleet, supply_is_said: true, ..Stack::default() };
    position.stacks.insert(id, stack);
}

/// An army in a province of its own, or, cut off, in one of another; some within the walls. Of every second one the rules find the supply.
fn raise_army(
    world: &World,
    position: &mut Position,
    lots: &mut Lots,
    owner: &str,
    (number, taken): (u64, &mut BTreeSet<Place>),
) {
    let cut = lots.below(10) == 0;
    let fits = |found: &&fieldpost_europa::map::Province| {
        let ground = position.grounds.get(&found.id);
        !found.overseas
            && world.map.beside(&found.id).next().is_some()
            && ground.is_some_and(|ground| (ground.control.as_deref() == Some(owner)) != cut)
            && !taken.contains(&found.id)
    };
    let free: Vec<Place> = world.map.provinces.values().filter(fits).map(|found| found.id.clone()).collect();
    if free.is_empty() {
        return;
    }
    let at = lots.of(&free).clone();
    taken.insert(at.clone());
    let sizes: &[&[Size]] = &[
        &[Size::Detachment],
        &[Size::Detachment, Size::Detachment],
        &[Size::ArmyMinus],
        &[Size::ArmyMinus, Size::Detachment],
        &[Size::ArmyPlus],
        &[Size::ArmyPlus, Size::ArmyMinus],
        &[Size::ArmyPlus, Size::ArmyPlus],
    ];
    let sizes: &[Size] = lots.of::<&[Size]>(sizes);
    let force = Force::of(sizes, &world.tables.arms);
    let room = position.grounds.get(&at).map_or(0, Ground::room);
    let within = !cut && force.detachments() <= room && lots.below(4) == 0;
    let said = lots.below(2) == 0;
    let stack = Stack {
        owner: owner.into(),
        at,
        force,
        posture: if within { Posture::Fortress } else { Posture::Open },
        supply_is_said: said,
        cut_off: said.then_some(cut),
        ..Stack::default()
    };
    position.stacks.insert(Piece::from(format!("{}-{number}", letters_of(owner))), stack);
}

/// Revolts where armies stand, pillage, natives.
fn unrest(world: &World, position: &mut Position, lots: &mut Lots) {
    let held: Vec<Place> = position.stacks.values().map(|stack| stack.at.clone()).collect();
    for place in held.iter().filter(|place| world.map.provinces.contains_key(*place)) {
        let Some(ground) = position.grounds.get_mut(place) else { continue };
        if lots.below(8) == 0 {
            ground.revolt = 1 + lots.below(2) as u8;
        }
        if lots.below(12) == 0 {
            ground.natives = 1 + lots.below(3) as u32;
        }
    }
}

/// A leader for every third stack.
fn promote(position: &mut Position, lots: &mut Lots) {
    let ids: Vec<(Piece, Owner)> =
        position.stacks.iter().map(|(id, stack)| (id.clone(), stack.owner.clone())).collect();
    for (number, (id, owner)) in (0_u32..).zip(ids) {
        if lots.below(3) > 0 {
            continue;
        }
        let mut value = || 1 + lots.below(5) as i32;
        let values = [value(), value(), value()];
        let leader = Leader { owner, order: number, values, stack: Some(id), ..Leader::default() };
        position.leaders.insert(format!("Leader {number}"), leader);
    }
}

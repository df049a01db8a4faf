//! What is ordered in a random round: a bit of everything that the language has.

use fieldpost_engine::piece::Piece;

use super::{Lots, POWERS};
use fieldpost_europa::map::{Owner, Place, Port};
use fieldpost_europa::orders::{Condition, Leg, Loses, Order, Part, Route};
use fieldpost_europa::position::{Campaign, Kind, Position, Posture, Size, Stack, World};
use fieldpost_europa::round::Book;

/// The orders of all.
pub(super) fn book(world: &World, position: &Position, lots: &mut Lots) -> Book {
    let mut book = Book { free: true, ..Book::default() };
    for (id, stack) in &position.stacks {
        let own = match Stack::kind(id) {
            Kind::Land => on_land(world, position, id, stack, lots),
            Kind::Fleet => at_sea(world, position, stack, lots),
            Kind::Privateer => privateer(world, stack, lots),
            Kind::Leader => vec![Order::Move(Route { legs: march(world, stack, lots), with: None })],
        };
        book.orders.insert(id.clone(), own);
        book.sequence.push(id.clone());
    }
    transports(world, position, &mut book, lots);
    book.campaigns.insert("FRA".into(), Campaign::Multiple);
    if lots.below(4) == 0 {
        book.campaigns.insert("SPA".into(), *lots.of(&Campaign::ALL));
    }
    if lots.below(3) == 0 {
        book.let_pass.entry("VEN".into()).or_default().insert("TUR".into());
    }
    book
}

fn march(world: &World, stack: &Stack, lots: &mut Lots) -> Vec<Leg> {
    let mut here = stack.at.clone();
    let mut legs = Vec::new();
    for _ in 0..lots.below(6) {
        let next: Vec<Place> = world.map.beside(&here).cloned().collect();
        if next.is_empty() {
            break;
        }
        here = lots.of(&next).clone();
        legs.push(Leg::Go(here.clone()));
    }
    legs
}

fn on_land(world: &World, position: &Position, id: &Piece, stack: &Stack, lots: &mut Lots) -> Vec<Order> {
    let mut own = Vec::new();
    if stack.posture == Posture::Fortress && lots.below(3) == 0 {
        own.push(Order::Sortie);
    }
    let stays = stack.besieging && lots.below(3) > 0;
    let legs = if stays { Vec::new() } else { march(world, stack, lots) };
    if legs.is_empty() {
        own.push(if lots.below(5) == 0 { Order::AttackNatives } else { intercept(stack, world, lots) });
    } else {
        own.push(Order::Move(Route { legs, with: None }));
    }
    own.push(match lots.below(12) {
        0 => Order::RetreatBefore,
        1 => Order::RetreatAfterDay,
        2 => Order::LetPass(somebody(lots)),
        3 => Order::Siege { no_honours: true, assault: true },
        4 => Order::Assault(1 + lots.below(3) as u8),
        5 => Order::LiftSiege,
        6 => Order::Suppress,
        7 => Order::Losses(vec![Loses::Artillery, Loses::Cavalry]),
        8 => Order::RetreatTo(None),
        9 => condition(stack, lots),
        _ => Order::Suppress,
    });
    own.extend(reshaped(position, id, stack, lots));
    own
}

fn intercept(stack: &Stack, world: &World, lots: &mut Lots) -> Order {
    let places =
        if lots.below(3) == 0 { world.map.beside(&stack.at).take(2).cloned().collect() } else { Vec::new() };
    let power = (lots.below(4) == 0).then(|| somebody(lots));
    Order::Intercept { power, places }
}

fn somebody(lots: &mut Lots) -> Owner {
    (*lots.of(&POWERS)).into()
}

fn condition(stack: &Stack, lots: &mut Lots) -> Order {
    let condition = match lots.below(3) {
        0 => Condition::Round(2),
        1 => Condition::Besieged(stack.at.clone()),
        _ => Condition::Present { power: somebody(lots), at: None, least: Some(2) },
    };
    let (then, otherwise) = (Box::new(Order::RetreatBefore), Some(Box::new(Order::LetPass(somebody(lots)))));
    Order::If { not: lots.below(2) == 0, condition, then, otherwise }
}

/// DETACH and ABSORB (EU-40).
fn reshaped(position: &Position, id: &Piece, stack: &Stack, lots: &mut Lots) -> Option<Order> {
    match lots.below(10) {
        0 => {
            let size = if stack.force.has_army() { Size::ArmyMinus } else { Size::Detachment };
            let parts = vec![Part::Troops(1, size)];
            Some(Order::Detach { stack: position.free_id(id), parts, leader: None })
        }
        1 => {
            let mut others = position.stacks.iter().filter(|(other, found)| {
                *other != id
                    && found.at == stack.at
                    && found.owner == stack.owner
                    && Stack::kind(other) == Kind::Land
            });
            others.next().map(|(other, _)| Order::Absorb(other.clone()))
        }
        _ => None,
    }
}

fn at_sea(world: &World, position: &Position, stack: &Stack, lots: &mut Lots) -> Vec<Order> {
    let mut here = stack.at.clone();
    let mut legs = Vec::new();
    for _ in 0..lots.below(5) {
        let next: Vec<Place> = match world.map.seas.get(&here) {
            Some(sea) => sea.next.clone(),
            None => world.map.provinces.get(&here).map(|found| found.coast.clone()).unwrap_or_default(),
        };
        if next.is_empty() {
            break;
        }
        here = lots.of(&next).clone();
        legs.push(Leg::Go(here.clone()));
    }
    let mut own = vec![intercept(stack, world, lots)];
    let coast = || {
        let on_coast = world.map.provinces.keys().filter(|place| world.map.is_coast(place, &here));
        on_coast.filter(|place| position.grounds.get(*place).is_some_and(|ground| ground.port > Port::None))
    };
    let is_own = |place: &&Place| {
        position.grounds.get(*place).and_then(|ground| ground.control.as_ref()) == Some(&stack.owner)
    };
    let (home, foreign) = (coast().find(is_own).cloned(), coast().find(|place| !is_own(place)).cloned());
    match (lots.below(4), home, foreign) {
        (0, Some(home), _) => legs.push(Leg::Go(home)),
        (1, _, Some(port)) => own.push(Order::Blockade(port)),
        _ => {}
    }
    if !legs.is_empty() {
        own.push(Order::Move(Route { legs, with: None }));
    }
    own.push(match lots.below(9) {
        0 | 1 => Order::Attack(None),
        2 => Order::Pursue,
        3 => Order::Hunt(None),
        4 => Order::RetreatAfter,
        5 => Order::Force,
        6 => Order::Hold,
        7 => Order::If {
            not: false,
            condition: Condition::Blockaded(stack.at.clone()),
            then: Box::new(Order::Hold),
            otherwise: Some(Box::new(Order::Attack(None))),
        },
        _ => Order::Hunt(None),
    });
    own
}

fn privateer(world: &World, stack: &Stack, lots: &mut Lots) -> Vec<Order> {
    let next = world.map.seas.get(&stack.at).map(|sea| sea.next.clone()).unwrap_or_default();
    if next.is_empty() || lots.below(2) == 0 {
        return Vec::new();
    }
    vec![Order::Move(Route { legs: vec![Leg::Go(lots.of(&next).clone())], with: None })]
}

/// Armies on a coast with a fleet of theirs in the sea beside it go aboard, some of them, and ashore where that sea leads; who is aboard
/// already goes ashore.
fn transports(world: &World, position: &Position, book: &mut Book, lots: &mut Lots) {
    let fleets: Vec<(&Piece, &Stack)> =
        position.stacks.iter().filter(|(id, _)| Stack::kind(id) == Kind::Fleet).collect();
    for (id, stack) in position.stacks.iter().filter(|(id, _)| Stack::kind(id) == Kind::Land) {
        let sea_of = |fleet: &Stack| {
            let coast = world.map.provinces.get(&fleet.at).and_then(|port| port.coast.first());
            coast.unwrap_or(&fleet.at).clone()
        };
        let beside = |(fleet_id, fleet): &&(&Piece, &Stack)| match &stack.aboard {
            Some(aboard) => aboard == *fleet_id,
            None => fleet.owner == stack.owner && world.map.is_coast(&stack.at, &sea_of(fleet)),
        };
        let Some((fleet_id, fleet)) = fleets.iter().find(beside) else { continue };
        if stack.posture == Posture::Fortress || lots.below(4) == 0 {
            continue;
        }
        let sea = sea_of(fleet);
        let over = world.map.seas.get(&sea).map(|sea| sea.next.clone()).unwrap_or_default();
        let ends = if over.is_empty() { sea.clone() } else { lots.of(&over).clone() };
        let shores: Vec<Place> = world
            .map
            .provinces
            .keys()
            .filter(|place| world.map.is_coast(place, &ends) && **place != stack.at)
            .cloned()
            .collect();
        if shores.is_empty() {
            continue;
        }
        let land = lots.of(&shores).clone();
        let sail = Leg::Sail { fleet: (*fleet_id).clone(), land: land.clone(), on_shore: lots.below(2) == 0 };
        book.orders.insert(id.clone(), vec![Order::Move(Route { legs: vec![sail], with: None })]);
        let way = if sea == fleet.at { vec![Leg::Go(ends)] } else { vec![Leg::Go(sea), Leg::Go(ends)] };
        let carry = Order::Carry { stack: id.clone(), from: stack.at.clone(), to: land };
        book.orders.insert((*fleet_id).clone(), vec![carry, Order::Move(Route { legs: way, with: None })]);
    }
}

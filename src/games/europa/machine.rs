//! A seat that nobody has: it holds what it has, goes on with sieges, and takes what lies open beside it. It sees what its power sees and
//! writes a letter like anybody.

use std::borrow::Cow;

use fieldpost_engine::piece::Piece;

use crate::map::{Owner, Place};
use crate::position::{Force, Kind, Position, Posture, Size, Stack, World};
use crate::scenario::Scenario;

/// A position as a power sees it: where strength is hidden, others' armies are as many small armies as they have counters (EU-41).
pub fn seen<'a>(scenario: &Scenario, position: &'a Position, power: &Owner) -> Cow<'a, Position> {
    if !scenario.hidden {
        return Cow::Borrowed(position);
    }
    let mut seen = position.clone();
    for stack in seen.stacks.values_mut().filter(|stack| position.seat(&stack.owner) != power) {
        let sizes = vec![Size::ArmyMinus; stack.force.counters.len()];
        stack.force = Force::of(&sizes, &scenario.world.tables.arms);
    }
    Cow::Owned(seen)
}

/// The blocks of a power's letter; `None` if it has no stacks.
pub fn letter(world: &World, position: &Position, power: &Owner) -> Option<String> {
    let own = position.stacks.iter().filter(|(_, stack)| position.seat(&stack.owner) == power);
    let blocks: Vec<String> = own.map(|(id, stack)| block(world, position, id, stack)).collect();
    (!blocks.is_empty()).then(|| format!("CAMPAIGN MAJOR\n{}", blocks.join("")))
}

fn block(world: &World, position: &Position, id: &Piece, stack: &Stack) -> String {
    let orders = match Stack::kind(id) {
        Kind::Land => on_land(world, position, stack),
        Kind::Fleet => "INTERCEPT\n".into(),
        Kind::Privateer | Kind::Leader => "HOLD\n".into(),
    };
    format!("STACK {id}\n{orders}END\n")
}

fn on_land(world: &World, position: &Position, stack: &Stack) -> String {
    if stack.besieging {
        return "SIEGE\n".into();
    }
    if stack.posture == Posture::Fortress {
        return "HOLD\n".into();
    }
    let own = stack.force.thirds();
    let weak = |place: &&Place| {
        let ground = position.grounds.get(*place);
        let is_enemys = ground
            .and_then(|ground| ground.control.as_ref())
            .is_some_and(|control| position.hostile(control, &stack.owner));
        let level = ground.map_or(0, |ground| ground.level());
        is_enemys
            && stack.force.detachments() >= level.max(1)
            && 2 * enemies_in(position, &stack.owner, place) <= own
    };
    let home_is_safe =
        world.map.beside(&stack.at).all(|place| enemies_in(position, &stack.owner, place) <= own);
    match world.map.beside(&stack.at).find(weak).filter(|_| home_is_safe) {
        Some(place) => format!("MOVE {place}\nSIEGE\n"),
        None => "INTERCEPT\nRETREAT BEFORE COMBAT\n".into(),
    }
}

/// Thirds of detachments of an owner's enemies in a province.
fn enemies_in(position: &Position, owner: &Owner, place: &Place) -> i32 {
    let there =
        position.stacks.values().filter(|stack| stack.at == *place && position.hostile(&stack.owner, owner));
    there.map(|stack| stack.force.thirds()).sum()
}

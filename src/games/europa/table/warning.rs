//! What of a block would come to nothing, as far as the map and the open board say. It is filed all the same.

use fieldpost_engine::piece::Piece;

use crate::map::{Map, Owner, Place};
use crate::orders::{Leg, Order};
use crate::position::{Kind, Position, Stack};

/// Sentences on lines that stand beside others which they contradict, and on land and ports of powers that are at peace.
pub(super) fn warnings(map: &Map, position: &Position, piece: &Piece, orders: &[Order]) -> Vec<String> {
    let Some(stack) = position.stacks.get(piece) else { return Vec::new() };
    let has = |of: fn(&Order) -> bool| orders.iter().any(of);
    let moves = has(|order| matches!(order, Order::Move(_)));
    let mut said = Vec::new();
    if moves && Stack::kind(piece) == Kind::Land && has(|order| matches!(order, Order::Hold)) {
        said.push("HOLD says nothing beside MOVE: the MOVE counts.".to_owned());
    }
    let besieges = has(|order| matches!(order, Order::Siege { .. }));
    if besieges && has(|order| matches!(order, Order::LiftSiege)) {
        said.push("SIEGE and LIFT SIEGE stand side by side: write the one that you mean.".into());
    }
    for order in orders {
        said.extend(at_peace(map, position, stack, orders, order));
    }
    said
}

/// That an order is against a power with which there is peace.
fn at_peace(
    map: &Map,
    position: &Position,
    stack: &Stack,
    orders: &[Order],
    order: &Order,
) -> Option<String> {
    let holder = |place: &Place| position.grounds.get(place)?.control.clone();
    let peace = |place: &Place| {
        holder(place)
            .filter(|holder| !position.hostile(&stack.owner, holder) && !is_own(position, stack, holder))
    };
    match order {
        Order::Blockade(port) => {
            let whose = peace(port)?;
            Some(format!("{} is {}'s, with whom there is no war.", map.name(port), position.name(&whose)))
        }
        Order::Siege { .. } | Order::Assault(_) => {
            let end = ends_at(stack, orders);
            let whose = holder(end).filter(|holder| !position.hostile(&stack.owner, holder))?;
            let first = if matches!(order, Order::Siege { .. }) { "SIEGE" } else { "ASSAULT" };
            Some(format!(
                "{first}: {} is {}'s, with whom there is no war.",
                map.name(end),
                position.name(&whose)
            ))
        }
        Order::Move(route) => route.legs.iter().find_map(|leg| {
            let Leg::Sail { land, .. } = leg else { return None };
            let whose = peace(land).filter(|whose| !position.admits(whose, &stack.owner))?;
            let name = position.name(&whose);
            Some(format!(
                "{} is {name}'s, with whom there is no war: it is not entered without passage.",
                map.name(land)
            ))
        }),
        _ => None,
    }
}

/// Whether somebody is of the stack's own side.
fn is_own(position: &Position, stack: &Stack, other: &Owner) -> bool {
    position.allied(&stack.owner, other)
}

/// Where the stack's MOVE ends; where it stands if it has none.
fn ends_at<'a>(stack: &'a Stack, orders: &'a [Order]) -> &'a Place {
    let end = orders.iter().find_map(|order| match order {
        Order::Move(route) => route.legs.last(),
        _ => None,
    });
    match end {
        Some(Leg::Go(place) | Leg::Sail { land: place, .. }) => place,
        None => &stack.at,
    }
}

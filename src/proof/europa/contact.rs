//! Letters of Europa in which each stack goes for the nearest enemy.

#[cfg(test)]
use fieldpost_door::Board;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_europa::board::Table;
use fieldpost_europa::map::{Map, Place};
use fieldpost_europa::position::{Kind, Position, Posture, Stack};

/// A letter in which each stack goes for the nearest enemy: out of a besieged fortress, over land, over the sea, into a blockade.
#[cfg(test)]
pub(crate) fn letter(board: &dyn Board, player: PlayerNo) -> Option<String> {
    let name = board.players().get(usize::from(player.0))?.name.clone();
    let mut letter = format!("PLAYER {name}\nCAMPAIGN MULTIPLE\n");
    for (id, orders) in blocks(Table::of(board)?, player)? {
        letter.push_str(&format!("STACK {id}\n{orders}END\n"));
    }
    Some(letter)
}

/// The orders of each stack in it.
pub(crate) fn blocks(table: &Table, player: PlayerNo) -> Option<Vec<(Piece, String)>> {
    let (position, map) = (&table.position, &table.scenario.world.map);
    let power = position.powers.iter().find(|(_, power)| power.player == Some(player))?.0;
    let own = position.stacks.iter().filter(|(_, stack)| position.seat(&stack.owner) == power);
    let orders = own.map(|(id, stack)| {
        let orders = match Stack::kind(id) {
            Kind::Land if stack.aboard.is_some() => "HOLD\n".into(),
            Kind::Land => on_land(position, map, stack),
            Kind::Fleet => at_sea(position, map, stack),
            Kind::Privateer | Kind::Leader => "HOLD\n".into(),
        };
        (id.clone(), orders)
    });
    Some(orders.collect())
}

/// Where the nearest enemy of a kind stands, and the way there.
fn nearest(position: &Position, map: &Map, stack: &Stack, kind: Kind) -> Option<(Stack, Vec<Place>)> {
    let is_prey = |(id, other): &(&Piece, &Stack)| {
        Stack::kind(id) == kind && other.aboard.is_none() && position.hostile(&stack.owner, &other.owner)
    };
    let prey = position.stacks.iter().filter(is_prey);
    let ways = prey
        .filter_map(|(_, other)| Some((other.clone(), map.way(&stack.at, &other.at, kind == Kind::Fleet)?)));
    ways.min_by_key(|(_, way)| way.len())
}

fn on_land(position: &Position, map: &Map, stack: &Stack) -> String {
    if stack.posture == Posture::Fortress {
        return "SORTIE\n".into();
    }
    match nearest(position, map, stack, Kind::Land) {
        Some((_, way)) if !way.is_empty() => format!("MOVE {}\nSIEGE\n", listed(&way)),
        _ => "SIEGE\n".into(),
    }
}

fn at_sea(position: &Position, map: &Map, stack: &Stack) -> String {
    match nearest(position, map, stack, Kind::Fleet) {
        // Before a port, and not into it.
        Some((prey, mut way)) if !map.is_sea(&prey.at) => {
            way.pop();
            let go = if way.is_empty() { String::new() } else { format!("MOVE {}\n", listed(&way)) };
            format!("{go}BLOCKADE {}\nATTACK\n", prey.at)
        }
        Some((_, way)) if !way.is_empty() => format!("MOVE {}\nATTACK\n", listed(&way)),
        _ => "ATTACK\n".into(),
    }
}

fn listed(way: &[Place]) -> String {
    way.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

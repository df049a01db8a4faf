//! What the machine writes for the seats of a campaign: on land a letter, and in it a block for each ship.

use crate::fleet::Fleet;
use crate::sea::Sea;
use crate::table::Table;
use fieldpost_door::Board;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_sea::machine;
use fieldpost_tell::Eyes;

/// The machine's letters for some players; none for one who has nothing to order.
pub(crate) fn letters(table: &Table, players: &[PlayerNo], game: &str) -> Vec<Option<String>> {
    let eyes = Eyes::of(table.theatre(), &table.land, table.seed);
    let write = |number: &PlayerNo| fieldpost_machine::letter(&eyes.vantage(*number)?, game);
    let land = players.iter().map(write);
    match table.fleet() {
        Some(fleet) => with_ships(fleet, players, land, game),
        None => land.collect(),
    }
}

/// Letters of the land with what ships are to do.
fn with_ships(
    fleet: Fleet<'_>,
    players: &[PlayerNo],
    land: impl Iterator<Item = Option<String>>,
    game: &str,
) -> Vec<Option<String>> {
    let (Table { atlas, land: on_land, .. }, Sea { chart, state, .. }) = (fleet.table, fleet.sea);
    let eyes = machine::Eyes { chart, atlas, state, ashore: &fleet.ashore() };
    let with_ships = |(player, letter): (&PlayerNo, Option<String>)| {
        let (offices, ships) = (machine::offices(&eyes, *player), machine::blocks(&eyes, *player));
        let turn = on_land.turn;
        let head = || Some(format!("GAME {game}\nTURN {turn}\nPLAYER {}\n", on_land.player(*player)?.name));
        match (letter, ships.is_empty() && offices.is_empty()) {
            (letter, true) => letter,
            (Some(letter), false) => Some(with_blocks(&letter, &offices, &ships)),
            (None, false) if fleet.table.awaits_orders() => Some(format!("{}{offices}{ships}END\n", head()?)),
            (None, false) => None,
        }
    };
    players.iter().zip(land).map(with_ships).collect()
}

/// A letter with lines of a secretary's behind its head, and blocks for ships before its end.
fn with_blocks(letter: &str, offices: &str, ships: &str) -> String {
    let mut whole = String::new();
    for line in letter.lines().filter(|line| *line != "END") {
        whole += line;
        whole.push('\n');
        whole += if line.starts_with("PLAYER ") { offices } else { "" };
    }
    whole + ships + "END\n"
}

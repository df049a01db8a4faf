//! What the machine writes for the seats of a campaign: on land a letter, and in it a block for each ship.

use std::collections::BTreeMap;

use crate::fleet::Fleet;
use crate::marshal;
use crate::sea::Sea;
use crate::table::Table;
use fieldpost_door::{Board, MachineSeats};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_machine::{Draft, Seat, Written};
use fieldpost_sea::machine;
use fieldpost_tell::Eyes;

/// The machine's letters for some players; none for one who has nothing to order.
pub(crate) fn letters(
    table: &Table,
    players: &[PlayerNo],
    asked: (&str, &MachineSeats),
) -> Vec<Option<String>> {
    let written = write(table, players, asked).into_iter();
    written.map(|written| Some(written?.draft.text())).collect()
}

/// The same letters, with what brigades are meant to do by them. `game` is the game's name, and of seats that `seats` does not name nothing is
/// known.
pub fn write(
    table: &Table,
    players: &[PlayerNo],
    (game, seats): (&str, &MachineSeats),
) -> Vec<Option<Written>> {
    let eyes = Eyes::of(table.theatre(), &table.land, table.seed);
    let seat = |number: &PlayerNo| {
        let seat = seats.get(number);
        seat.map_or(Seat::default(), |seat| Seat { last: seat.last.as_deref(), skill: seat.skill })
    };
    let write = |number: &PlayerNo| {
        let vantage = eyes.vantage(*number)?;
        marshal::write(&table.atlas, (&vantage, *number), game, seat(number))
    };
    let land = players.iter().map(write);
    match table.fleet() {
        Some(fleet) => with_ships(fleet, players, land, game),
        None => land.collect(),
    }
}

/// Letters of the land with what ships are to do: a secretary's lines before those of other offices, ships behind brigades.
fn with_ships(
    fleet: Fleet<'_>,
    players: &[PlayerNo],
    land: impl Iterator<Item = Option<Written>>,
    game: &str,
) -> Vec<Option<Written>> {
    let (Table { atlas, land: on_land, .. }, Sea { chart, state, .. }) = (fleet.table, fleet.sea);
    let eyes = machine::Eyes { chart, atlas, state, ashore: &fleet.ashore() };
    let with_ships = |(player, written): (&PlayerNo, Option<Written>)| {
        let (offices, ships) = (machine::offices(&eyes, *player), machine::blocks(&eyes, *player));
        if ships.is_empty() && offices.is_empty() {
            return written;
        }
        let for_ships = || {
            let draft = Draft::new(game, on_land.turn, &on_land.player(*player)?.name);
            Some(Written { draft, attacks: BTreeMap::new() })
        };
        let mut written = written.or_else(|| for_ships().filter(|_| fleet.table.awaits_orders()))?;
        written.draft.offices.insert_str(0, &offices);
        written.draft.blocks.push_str(&ships);
        Some(written)
    };
    players.iter().zip(land).map(with_ships).collect()
}

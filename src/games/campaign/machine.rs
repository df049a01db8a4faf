//! What the machine writes for the seats of a campaign: on land a letter, and in it a block for each ship.

use crate::fleet::Fleet;
use crate::marshal;
use crate::sea::Sea;
use crate::table::Table;
use fieldpost_door::{Board, MachineSeats};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_machine::{Draft, Seat};
use fieldpost_sea::machine;
use fieldpost_tell::Eyes;

/// The machine's letters for some players; none for one who has nothing to order.
pub(crate) fn letters(
    table: &Table,
    players: &[PlayerNo],
    (game, seats): (&str, &MachineSeats),
) -> Vec<Option<String>> {
    let eyes = Eyes::of(table.theatre(), &table.land, table.seed);
    let seat = |number: &PlayerNo| {
        let seat = seats.get(number);
        seat.map_or(Seat::default(), |seat| Seat { last: seat.last.as_deref(), skill: seat.skill })
    };
    let write = |number: &PlayerNo| {
        let vantage = eyes.vantage(*number)?;
        Some(marshal::write(&table.atlas, (&vantage, *number), game, seat(number))?.draft)
    };
    let land = players.iter().map(write);
    let drafts: Vec<Option<Draft>> = match table.fleet() {
        Some(fleet) => with_ships(fleet, players, land, game),
        None => land.collect(),
    };
    drafts.into_iter().map(|draft| draft.map(|draft| draft.text())).collect()
}

/// Letters of the land with what ships are to do: a secretary's lines before those of other offices, ships behind brigades.
fn with_ships(
    fleet: Fleet<'_>,
    players: &[PlayerNo],
    land: impl Iterator<Item = Option<Draft>>,
    game: &str,
) -> Vec<Option<Draft>> {
    let (Table { atlas, land: on_land, .. }, Sea { chart, state, .. }) = (fleet.table, fleet.sea);
    let eyes = machine::Eyes { chart, atlas, state, ashore: &fleet.ashore() };
    let with_ships = |(player, draft): (&PlayerNo, Option<Draft>)| {
        let (offices, ships) = (machine::offices(&eyes, *player), machine::blocks(&eyes, *player));
        if ships.is_empty() && offices.is_empty() {
            return draft;
        }
        let for_ships = || Some(Draft::new(game, on_land.turn, &on_land.player(*player)?.name));
        let Draft { head, memo, offices: others, blocks } =
            draft.or_else(|| for_ships().filter(|_| fleet.table.awaits_orders()))?;
        Some(Draft { head, memo, offices: offices + &others, blocks: blocks + &ships })
    };
    players.iter().zip(land).map(with_ships).collect()
}

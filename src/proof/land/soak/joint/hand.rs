//! Hand edits of a war on land and at sea: carried out, taken back, carried out again; each time the position is what it was.

use std::collections::BTreeMap;

use crate::land::soak::lots::Lots;
use fieldpost_campaign::Table;
use fieldpost_campaign::fleet::Fleet;
use fieldpost_door::{Board, Hand, Roll};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::{Right, Seat, Seating};
use fieldpost_engine::touch::reversed;

struct Seats<'a>(&'a Table);

impl Seating for Seats<'_> {
    fn of(&self, piece: &Piece) -> Option<Seat> {
        self.all().get(piece).copied()
    }

    fn right_of(&self, player: PlayerNo, piece: &Piece) -> Option<Right> {
        let seat = self.of(piece)?;
        let deputy = (seat.deputy == Some(player)).then_some(Right::Deputy);
        (seat.commander == player).then_some(Right::Commander).or(deputy)
    }

    fn assigned(&self) -> Vec<Piece> {
        Vec::new()
    }

    fn all(&self) -> BTreeMap<Piece, Seat> {
        self.0.pieces().into_iter().filter_map(|(piece, seat)| Some((piece, seat?))).collect()
    }
}

/// Carries a drawn edit out, back and forward.
///
/// # Errors
/// What did not come out as it was.
pub fn holds(fleet: Fleet<'_>, lots: &mut Lots) -> Result<(), String> {
    let (table, words) = (fleet.table, words(fleet, lots));
    // What is refused changes nothing.
    let Ok(edited) = table.edit(&words, true, &Seats(table)) else { return Ok(()) };
    let before = table.position();
    let after = edited.board.position();
    let back = edited
        .board
        .undo(&reversed(&edited.touches))
        .map_err(|why| format!("{words}, taken back: {why:?}"))?;
    if back.position() != before {
        return Err(format!("{words}: taken back the position is another"));
    }
    let forth = back.redo(&edited.touches).map_err(|why| format!("{words}, carried out again: {why:?}"))?;
    if forth.position() != after {
        return Err(format!("{words}: carried out again the position is another"));
    }
    Ok(())
}

/// An edit, of the sea more often than of the land.
fn words(fleet: Fleet<'_>, lots: &mut Lots) -> String {
    let ships: Vec<String> = fleet.sea.state.ships.keys().map(ToString::to_string).collect();
    let units: Vec<String> = fleet.table.land.units.keys().map(ToString::to_string).collect();
    let ship = lots.pick(&ships).cloned().unwrap_or_default();
    let unit = lots.pick(&units).cloned().unwrap_or_default();
    let few = lots.below(6);
    match lots.below(11) {
        0 => format!("SET SHIP {ship} hull {few}"),
        1 => format!("SET SHIP {ship} propulsion {few}"),
        2 => format!("SET SHIP {ship} crew {}", 10 * few),
        3 => format!("SET SHIP {ship} stores {few}"),
        4 => format!("SET PORT Norfolk stores {few}"),
        5 => "SET WIND MAC N heavy".into(),
        6 => format!("MOVE SHIP {ship} LCHE"),
        7 => format!("REMOVE SHIP {ship}"),
        8 => format!("SET UNIT {unit} strength {}", 100 * few + 100),
        9 => format!("SET UNIT {unit} supplies {few}"),
        _ => format!("REMOVE UNIT {unit}"),
    }
}

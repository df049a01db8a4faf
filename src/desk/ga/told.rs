//! What the players are told of hand edits in their next event report: of each its own units, unless the GA said SECRETLY.

use std::collections::BTreeMap;

use crate::ga::record::{HandEdit, Said};
use crate::ga::undo::is_in_force;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seat;

/// The lines for one player: of units that the player commanded at the turn's close, or, of a unit that an edit took
/// away, when the turn began; and of what is no unit's where the game says that it concerns the player. An edit that was taken back
/// is not told, nor what took it back: nothing is left of either.
pub fn told_of(
    edits: &[HandEdit],
    began: &BTreeMap<Piece, Seat>,
    closed: &BTreeMap<Piece, Seat>,
    player: PlayerNo,
    concerned: &dyn Fn(&HandEdit) -> Vec<PlayerNo>,
) -> Vec<Said> {
    let stands = |edit: &&HandEdit| edit.undoes.is_none() && is_in_force(edits, edit);
    let seat = move |unit: &Piece| closed.get(unit).or_else(|| began.get(unit));
    let is_own = move |unit: &Piece| seat(unit).is_some_and(|seat| seat.commander == player);
    let told = edits.iter().filter(stands).filter(|edit| !edit.secretly);
    let said = told.flat_map(|edit| {
        let is_concerned = concerned(edit).contains(&player);
        edit.said.iter().filter(move |said| match &said.unit {
            Some(unit) => is_own(unit),
            None => is_concerned && said.is_for(player),
        })
    });
    said.cloned().collect()
}

/// The lines for an administrator: of every edit that stands, those done SECRETLY among them.
pub fn told_to_ga(edits: &[HandEdit]) -> Vec<Said> {
    let stands = |edit: &&HandEdit| edit.undoes.is_none() && is_in_force(edits, edit);
    edits.iter().filter(stands).flat_map(|edit| edit.said.iter().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{LetterNo, Receipt};

    fn edit(number: u32, unit: &str) -> HandEdit {
        let said = Said {
            unit: unit.parse().ok(),
            what: format!("{unit} morale"),
            before: "60".into(),
            after: "55".into(),
            only: None,
        };
        HandEdit {
            number,
            receipt: Receipt { at_ms: 0, uid: 0, source: String::new() },
            letter: LetterNo(1),
            by: "Franz".into(),
            words: String::new(),
            touches: Vec::new(),
            said: vec![said],
            against: Vec::new(),
            secretly: false,
            undoes: None,
            opens: false,
            readied: Vec::new(),
        }
    }

    fn nobody(_: &HandEdit) -> Vec<PlayerNo> {
        Vec::new()
    }

    #[test]
    fn what_is_no_units_is_told_to_those_whom_it_concerns() {
        let mut war = edit(1, "AU1IN");
        war.said[0] = Said { unit: None, what: "France and Venice".into(), ..war.said[0].clone() };
        let seats = seats(&[("AU1IN", 0)]);
        let told = |player| told_of(&[war.clone()], &seats, &seats, PlayerNo(player), &|_| vec![PlayerNo(1)]);
        assert_eq!((told(0).len(), told(1).len()), (0, 1));
    }

    #[test]
    fn what_is_one_players_own_is_told_to_nobody_beside() {
        let mut grant = edit(1, "AU1IN");
        let treasury = Said { unit: None, what: "Treasury of Venice".into(), ..grant.said[0].clone() };
        grant.said = vec![Said { only: Some(PlayerNo(1)), ..treasury.clone() }, treasury];
        let seats = seats(&[]);
        let both = |_: &HandEdit| vec![PlayerNo(0), PlayerNo(1)];
        let told = |player| told_of(&[grant.clone()], &seats, &seats, PlayerNo(player), &both);
        assert_eq!((told(0).len(), told(1).len()), (1, 2));
    }

    fn seats(units: &[(&str, u16)]) -> BTreeMap<Piece, Seat> {
        let seat = |number| Seat { commander: PlayerNo(number), deputy: None };
        units.iter().map(|(unit, number)| (unit.parse().unwrap(), seat(*number))).collect()
    }

    #[test]
    fn each_player_is_told_of_own_units_and_of_no_others() {
        let edits = [edit(1, "AU1IN"), edit(2, "AU2IN"), edit(3, "PR1IN")];
        let seats = seats(&[("AU1IN", 0), ("AU2IN", 1), ("PR1IN", 2)]);
        let units = |player| {
            let told = told_of(&edits, &seats, &seats, PlayerNo(player), &nobody);
            told.into_iter().filter_map(|said| said.unit).map(|unit| unit.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(
            (units(0), units(1), units(2)),
            (vec!["AU1IN".into()], vec!["AU2IN".into()], vec!["PR1IN".into()])
        );
        assert!(units(3).is_empty());
    }

    #[test]
    fn a_unit_that_was_taken_away_is_told_to_whoever_had_it_and_a_reassigned_one_to_whoever_has_it() {
        let began = seats(&[("AU1IN", 0), ("AU2IN", 0)]);
        let closed = seats(&[("AU2IN", 1)]);
        let edits = [edit(1, "AU1IN"), edit(2, "AU2IN")];
        let units = |player| told_of(&edits, &began, &closed, PlayerNo(player), &nobody).len();
        assert_eq!((units(0), units(1)), (1, 1));
    }

    #[test]
    fn what_was_done_secretly_or_taken_back_is_not_told() {
        let secret = HandEdit { secretly: true, ..edit(1, "AU1IN") };
        let undo = HandEdit { undoes: Some(2), ..edit(3, "AU1IN") };
        let again = HandEdit { undoes: Some(3), ..edit(5, "AU1IN") };
        let edits = [secret, edit(2, "AU1IN"), undo, edit(4, "AU1IN"), again];
        let seats = seats(&[("AU1IN", 0)]);
        assert_eq!(told_of(&edits[..4], &seats, &seats, PlayerNo(0), &nobody).len(), 1);
        assert_eq!(told_of(&edits, &seats, &seats, PlayerNo(0), &nobody).len(), 2, "the undoing was undone");
    }
}

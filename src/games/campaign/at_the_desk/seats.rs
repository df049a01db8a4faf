//! Rule 3.5 at the desk: who assigns, ranks, and how many headquarters.

use crate::at_the_desk::trial::{War, change, open, state, table};
use fieldpost_desk::close::close;
use fieldpost_desk::record::Verdict;
use fieldpost_desk::seats::Seats;
use fieldpost_desk::trial::Desk;
use fieldpost_desk::trial::told::receipt;
use fieldpost_engine::seat::Seating;
use fieldpost_land::sandbox::id;
use fieldpost_land::state::Rank;
use fieldpost_land::unit::Unit;

fn assign(
    desk: &mut Desk,
    giver: &str,
    unit: &str,
    commander: &str,
    deputy: Option<&str>,
) -> Result<String, String> {
    let minutes = 10 + desk.game.book.offices.len() as i64;
    let judgement = desk.send(giver, minutes, |pen| pen.assign(unit, commander, deputy));
    let office = &receipt(&judgement).offices[0];
    assert_eq!(office.counts, judgement.verdict == Verdict::Obeyed);
    office.why_not.clone().map_or_else(|| Ok(office.result.clone().unwrap()), Err)
}

fn seat(desk: &Desk, unit: &str) -> (String, Option<String>) {
    let seat = Seats::latest(&desk.game, &desk.game.book).of(&id(unit).into()).unwrap();
    let name = |player| desk.game.name_of(player).to_string();
    (name(seat.commander), seat.deputy.map(name))
}

#[test]
fn the_war_minister_and_army_commanders_of_the_side_assign_and_nobody_else() {
    let mut desk = open();
    let words = assign(&mut desk, "gyulai", "AU5LC", "clam", Some("gablenz")).unwrap();
    assert_eq!(words, "AU5LC is commanded by clam, with gablenz as deputy");
    assign(&mut desk, "benedek", "AU5LC", "gablenz", None).unwrap();
    assign(&mut desk, "benedek", "SA1CQ", "clam", None).unwrap();
    for (giver, unit) in [("clam", "AU5LC"), ("albert", "SA1CQ")] {
        assert!(assign(&mut desk, giver, unit, "clam", None).unwrap_err().contains("War Minister"));
    }
    for unit in ["PR1IN", "PR77IN", "AU77IN"] {
        let fault = assign(&mut desk, "gyulai", unit, "clam", None).unwrap_err();
        assert_eq!(fault, format!("{unit} is no unit of your side"));
    }
    for officer in ["moltke", "nobody"] {
        let fault = assign(&mut desk, "gyulai", "AU5LC", officer, None).unwrap_err();
        assert_eq!(fault, format!("{officer} is no officer of your side (rule 3.5)"));
    }
    assert!(assign(&mut desk, "gyulai", "AU5LC", "clam", Some("clam")).unwrap_err().contains("two officers"));
}

#[test]
fn an_assignment_that_names_no_deputy_leaves_the_deputy() {
    let mut desk = open();
    assign(&mut desk, "gyulai", "AU4IN", "benedek", None).unwrap();
    assert_eq!(seat(&desk, "AU4IN"), ("benedek".into(), Some("gablenz".into())));
    assign(&mut desk, "gyulai", "AU4IN", "gablenz", None).unwrap();
    assert_eq!(seat(&desk, "AU4IN"), ("gablenz".into(), None));
    assign(&mut desk, "gyulai", "AU3IN", "benedek", Some("none")).unwrap();
    assert_eq!(seat(&desk, "AU3IN"), ("benedek".into(), None));
}

/// Rule 3.5: ranks for headquarters, for the commander and for the deputy.
#[test]
fn headquarters_need_a_rank() {
    let mut desk = open();
    let fault = assign(&mut desk, "gyulai", "AU1AQ", "clam", None).unwrap_err();
    assert!(fault.contains("at least the rank of lieutenant general: clam is a major general"), "{fault}");
    assign(&mut desk, "gyulai", "AU1AQ", "benedek", Some("clam")).unwrap();
    assert!(
        assign(&mut desk, "gyulai", "AU1AQ", "benedek", Some("gablenz"))
            .unwrap_err()
            .contains("deputised for")
    );
    assert!(assign(&mut desk, "gyulai", "AU1CQ", "gablenz", None).unwrap_err().contains("major general"));
    assign(&mut desk, "gyulai", "AU1CQ", "clam", Some("gablenz")).unwrap();
}

/// Rule 3.5: "if all officers of the rank of major general or higher are already commanding a CQ, then any
/// officer may command the rest".
#[test]
fn when_all_of_the_rank_command_one_any_officer_may_have_the_rest() {
    let mut desk = open();
    assign(&mut desk, "gyulai", "AU2CQ", "benedek", None).unwrap();
    assert!(assign(&mut desk, "gyulai", "SA1CQ", "gablenz", None).is_err(), "gyulai commands none yet");
    assign(&mut desk, "gyulai", "SA1CQ", "gyulai", None).unwrap();
    let fault = assign(&mut desk, "gyulai", "SA1CQ", "gablenz", None);
    assert!(fault.is_err(), "without it gyulai and albert would command none");
    assert!(assign(&mut desk, "gyulai", "AU1CQ", "gablenz", None).is_err());
    change(&mut desk.game, |state| {
        for name in ["gyulai", "albert"] {
            let place = state.player_named(name).unwrap();
            state.players[usize::from(place.0)].rank = Rank::Colonel;
        }
    });
    assign(&mut desk, "gyulai", "SA1CQ", "gablenz", None).unwrap();
}

/// Rule 3.5, M-07: the limits hold only at the close, and the newest in excess goes first.
#[test]
fn the_newest_assignments_in_excess_are_undone_at_the_close() {
    let mut desk = open();
    let words = assign(&mut desk, "gyulai", "SA1CQ", "clam", None).unwrap();
    assert!(words.contains("newest such assignment is undone"), "{words}");
    assert_eq!(
        close(&desk.game).book.seats[&id("SA1CQ").into()].commander,
        desk.game.player_no("albert").unwrap()
    );
    desk.send("clam", 40, |pen| pen.unit("SA1CQ", "1-1"));
    let closed = close(&desk.game);
    assert_eq!(closed.undone.len(), 1);
    assert!(
        table(&desk.game).understood(&closed.book).units.contains_key(&id("SA1CQ")),
        "what was ordered meanwhile stands"
    );
    assert_eq!(closed.answers.len(), 2, "word to the giver and to the one who loses it");
    let words = assign(&mut desk, "gyulai", "AU2CQ", "benedek", None).unwrap();
    assert!(!words.contains("undone"), "{words}");
    let closed = close(&desk.game);
    assert!(closed.undone.is_empty(), "back within the limit before the close");
    assert_eq!(closed.book.seats[&id("SA1CQ").into()].commander, desk.game.player_no("clam").unwrap());
}

#[test]
fn one_army_each() {
    let mut desk = open();
    let (army, seat) = (id("AU2AQ"), state(&desk.game).seats[&id("AU1CQ")]);
    change(&mut desk.game, |state| {
        let copy = state.units[&id("AU1AQ")].clone();
        state.units.insert(army, Unit { id: army, ..copy });
        state.seats.insert(army, seat);
    });
    assign(&mut desk, "gyulai", "AU2AQ", "benedek", None).unwrap();
    let closed = close(&desk.game);
    assert_eq!(closed.undone.len(), 1);
    assert_eq!(closed.book.seats[&army.into()], seat);
}

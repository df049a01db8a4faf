//! Hand edits and UNDO, of whatever game: what rules have to say of them is the games' own.

use super::*;
use crate::close::close;
use crate::seats::Seats;
use crate::trial::toys::{id, toy};
use fieldpost_engine::seat::Seating;

fn number(desk: &Desk, chest: &str) -> u32 {
    toy(&desk.game).position.chests[&id(chest)].number
}

fn commander(desk: &Desk, chest: &str) -> String {
    let seat = Seats::latest(&desk.game, &desk.game.book).of(&id(chest)).unwrap();
    desk.game.name_of(seat.commander).to_owned()
}

#[test]
fn an_edit_is_answered_with_its_number_kept_and_taken_back() {
    let mut desk = Desk::open();
    let judgement = desk.command("bruno", 10, "SET NUMBER AU3IN 4 SECRETLY");
    let item = done(&judgement);
    assert_eq!((item.edit, item.undo.as_deref()), (Some(1), Some("UNDO 1")));
    assert_eq!((item.said[0].before.as_str(), item.said[0].after.as_str()), ("7", "4"));
    assert_eq!(number(&desk, "AU3IN"), 4);
    let edit = &desk.game.book.edits[0];
    assert_eq!(
        (edit.by.as_str(), edit.secretly, edit.words.as_str()),
        ("bruno", true, "SET NUMBER AU3IN 4 SECRETLY")
    );
    assert!(why_not(&desk.command("bruno", 11, "SET NUMBER AU3IN 4")).contains("so already"));
    done(&desk.command("bruno", 12, "UNDO 1"));
    assert_eq!(number(&desk, "AU3IN"), 7);
    assert!(why_not(&desk.command("bruno", 13, "UNDO 1")).contains("taken back by edit 2 already"));
}

#[test]
fn an_edit_that_another_is_built_on_is_taken_back_after_it() {
    let mut desk = Desk::open();
    desk.command("bruno", 1, "SET NUMBER AU3IN 4");
    desk.command("bruno", 2, "SET NUMBER AU4IN 5");
    let judgement = desk.command("bruno", 3, "UNDO 1");
    assert_eq!(only(&judgement).nearest.as_deref(), Some("UNDO 2"), "{judgement:?}");
}

#[test]
fn the_ga_has_the_last_word_on_a_seat() {
    let mut desk = Desk::open();
    desk.send("gyulai", 1, |pen| pen.assign("AU5LC", "clam", None));
    assert_eq!(commander(&desk, "AU5LC"), "clam");
    done(&desk.command("bruno", 2, "GIVE AU5LC TO gablenz"));
    assert_eq!(commander(&desk, "AU5LC"), "gablenz", "it was so when the turn began, and is so again");
    assert_eq!(desk.game.name_of(close(&desk.game).book.seats[&id("AU5LC")].commander), "gablenz");
    desk.send("gyulai", 3, |pen| pen.assign("AU5LC", "benedek", None));
    assert_eq!(commander(&desk, "AU5LC"), "benedek", "what is assigned later counts again");
}

#[test]
fn a_player_who_is_taken_in_is_mailed_a_password() {
    let mut desk = Desk::open();
    let judgement = desk.command("bruno", 1, "ADD PLAYER tegetthoff t@example.org Austria");
    assert_eq!(passwords(&judgement)[0].0, "t@example.org");
    assert!(desk.game.player_no("tegetthoff").is_some() && desk.game.account("tegetthoff").is_some());
    done(&desk.command("bruno", 2, "UNDO 1"));
    assert!(desk.game.account("tegetthoff").unwrap().is_closed());
}

/// Whoever refuses it, the reader or the desk.
#[test]
fn what_is_no_address_and_what_is_no_name_is_no_players() {
    let mut desk = Desk::open();
    let mut takes = |name: &str, address: &str| {
        let letter = desk.letter("bruno", &format!("ADD PLAYER {name} {address} Austria"));
        let arrived = desk.arrived("bruno", 1);
        desk.judge_ga(&letter, &arrived);
        desk.game.account(name).is_some()
    };
    let address = |length: usize| format!("{}@example.org", "a".repeat(length - 12));
    for bad in ["a.example.org", "@example.org", "a@example", "a@b@example.org", "a;b@example.org"] {
        assert!(!takes("tom", bad), "{bad}");
    }
    assert!(!takes("tom", &address(255)));
    for bad in [&*"t".repeat(41), "t!m"] {
        assert!(!takes(bad, "t@example.org"), "{bad}");
    }
    assert!(takes("tom", "t@example.org"));
}

#[test]
fn undo_secretly_tells_nobody_of_an_edit_that_was_told() {
    let mut desk = Desk::open();
    assert!(!told(&desk.command("bruno", 1, "SET NUMBER AU3IN 4")).is_empty(), "they hear of the edit");
    let judgement = desk.command("bruno", 2, "UNDO 1 SECRETLY");
    assert_eq!(done(&judgement).undo.as_deref(), Some("UNDO 2"));
    assert_eq!(told(&judgement), [], "and not of the way back");
    assert!(desk.game.book.edits[1].secretly);
    assert!(told(&desk.command("bruno", 3, "UNDO 2")).is_empty(), "what was done so is taken back so");
}

#[test]
fn a_player_gets_no_name_that_means_or_looks_like_another() {
    for (name, why) in [
        ("ALL", "means something else"),
        ("ga", "means something else"),
        ("g\u{430}", "means something else"),
        ("Austria", "means something else"),
        ("C1am", "looks like clam"),
        ("cl\u{430}m", "looks like clam"),
        ("brun0", "looks like bruno"),
        ("Clam", "already"),
    ] {
        let mut desk = Desk::open();
        let letter = desk.letter("bruno", &format!("ADD PLAYER {name} x@example.org Austria"));
        let arrived = desk.arrived("bruno", 1);
        let judgement = desk.judge_ga(&letter, &arrived);
        assert!(why_not(&judgement).contains(why), "{name}: {judgement:?}");
    }
}

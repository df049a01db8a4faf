//! Somebody who takes a seat in a game that goes on, or is added to it.

use super::*;

const NEW: &str = "new@example.org";

/// A seat of the machine without an address, which has ordered for the open turn.
fn second_turn() -> Desk {
    let seats = SEATS.replace(
        "email = \"benedek@austria.example\"\nreports = \"no pictures\"\npassword = \"correct horse battery\"",
        "machine = true",
    );
    let mut desk = Desk::with_seats(&seats);
    for turn in 1..=2 {
        desk.clock.set(desk.office.next_deadline() - MINUTE);
        desk.office.play_machines(&demo()).unwrap();
        if turn == 1 {
            desk.run_turn();
        }
    }
    desk
}

#[test]
fn who_takes_a_seat_is_told_what_stands_and_may_ask_for_the_reports_of_its_turns() {
    let mut desk = second_turn();
    desk.typed(&format!("REPLACE Benedek BY {NEW}"));
    let welcome = desk.texts(NEW, "Welcome").remove(0);
    let words = flat(&welcome);
    for told in [
        "These orders stand for your units",
        "- AU",
        "Who else plays",
        "Moltke, Prussia",
        "Austria means to stop it",
    ] {
        assert!(words.contains(told), "{told}: {welcome}");
    }
    assert_eq!(desk.texts(NEW, "Position").len(), 1, "{:?}", desk.texts(NEW, ""));
    let password = welcome.lines().find_map(|line| line.strip_prefix("    ")).unwrap().trim();
    let text = format!(
        "From: {NEW}\r\nTo: war@example.org\r\nSubject: report\r\nMessage-ID: <r@x>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\
         PLAYER Benedek\nPASSWORD {password}\nSEND REPORT 1\n"
    );
    let before = desk.mails_to(NEW).len();
    assert_eq!(desk.take(text.as_bytes()), Verdict::Obeyed);
    let sent: Vec<String> = desk.mails_to(NEW)[before..].iter().map(|row| desk.text(row)).collect();
    assert!(sent.iter().any(|text| text.contains("What happened") || text.contains("happened")), "{sent:?}");
}

#[test]
fn who_is_added_in_mid_turn_hears_what_the_game_is_about_and_who_plays() {
    let mut desk = second_turn();
    desk.typed(&format!("ADD PLAYER Edelsheim {NEW} Austria"));
    let welcome = desk.texts(NEW, "Welcome").remove(0);
    let words = flat(&welcome);
    for told in ["You command nothing yet", "Who else plays", "Moltke, Prussia", "Austria means to stop it"] {
        assert!(words.contains(told), "{told}: {welcome}");
    }
    assert!(desk.texts(NEW, "Position").is_empty());
    desk.typed("ADD GA Dora dora@example.org helper");
    let other = desk.mails_to("dora@example.org").iter().map(|row| desk.text(row)).collect::<String>();
    assert!(!other.contains("Who else plays"), "{other}");
}

#[test]
fn the_administrator_is_shown_how_reliable_a_player_has_been() {
    let mut desk = Desk::new();
    desk.march();
    desk.run_turn();
    desk.run_turn();
    let shown = desk.typed("SHOW PLAYER Moltke");
    assert!(
        flat(&shown).contains("demo: orders for 1 of 2 turns; 1 letter in time, 0 too late; 0 reminders"),
        "{shown}"
    );
    desk.clock.set(desk.office.next_deadline() + HOUR);
    let late = "From: moltke@prussia.example\r\nTo: war@example.org\r\nSubject: late\r\nMessage-ID: <late@x>\r\nContent-Type: text/plain; \
                charset=utf-8\r\n\r\nPLAYER Moltke\nPASSWORD heron-quill-maple\nUNIT PR1IN\nMARCH A9-N6\nEND\n";
    assert!(matches!(desk.take(late.as_bytes()), Verdict::Refused(_)));
    let shown = desk.typed("SHOW PLAYER Moltke");
    assert!(flat(&shown).contains("1 letter in time, 1 too late"), "{shown}");
    let shown = desk.typed("SHOW PLAYER Gablenz");
    assert!(flat(&shown).contains("demo: orders for 0 of 2 turns; 0 letters in time"), "{shown}");
}

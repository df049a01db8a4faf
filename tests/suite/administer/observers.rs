//! Observers: what they are mailed, how late, and what they are not.

use super::*;

const EYE: &str = "eye@example.org";

fn stranger(desk: &mut Desk, lines: &str) -> Verdict {
    let uid = desk.uid;
    let text = format!(
        "From: {EYE}\r\nTo: war@example.org\r\nSubject: looking on\r\nMessage-ID: <{uid}@eye>\r\nContent-Type: text/plain; \
         charset=utf-8\r\n\r\nGAME demo\n{lines}\n"
    );
    desk.take(text.as_bytes())
}

fn observed() -> Desk {
    let mut desk = Desk::new();
    assert_eq!(stranger(&mut desk, "OBSERVE"), Verdict::Obeyed);
    let asked = desk.texts(EYE, "Confirm").remove(0);
    assert_eq!(stranger(&mut desk, &format!("CONFIRM {}", token_in(&asked))), Verdict::Obeyed);
    assert_eq!(desk.texts(FRANZ, "Somebody observes").len(), 1);
    desk
}

fn turns(desk: &Desk) -> Vec<String> {
    desk.texts(EYE, "as the world hears of it")
}

#[test]
fn an_observer_hears_of_a_turn_once_the_next_is_run_and_never_where_anybody_stands() {
    let mut desk = observed();
    desk.march();
    desk.run_turn();
    assert!(turns(&desk).is_empty(), "a turn late");
    desk.run_turn();
    let told = turns(&desk);
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("What anybody may know of turn 1"), "{}", told[0]);
    assert!(told[0].contains("Prag") && told[0].contains("Austria"), "{}", told[0]);
    let board = desk.office.games[&demo()].record.board();
    for (piece, _) in board.pieces() {
        assert!(!told[0].contains(piece.as_str()), "{piece}: {}", told[0]);
    }
    assert_eq!(stranger(&mut desk, "UNSUBSCRIBE"), Verdict::Obeyed);
    desk.run_turn();
    assert_eq!(turns(&desk).len(), 1, "no more");
}

#[test]
fn the_rule_says_how_late_and_whether_at_all() {
    let mut desk = observed();
    desk.typed("SET OBSERVERS LATE 2 NOW");
    (0..2).for_each(|_| drop(desk.run_turn()));
    assert!(turns(&desk).is_empty());
    desk.run_turn();
    assert_eq!(turns(&desk).len(), 1);
    desk.typed("SET OBSERVERS END NOW");
    desk.run_turn();
    assert_eq!(turns(&desk).len(), 1);
    desk.confirmed("END GAME");
    assert_eq!(desk.texts(EYE, "The end").len(), 1, "the account comes at the end");
    let mut none = observed();
    none.typed("SET OBSERVERS NONE NOW");
    (0..3).for_each(|_| drop(none.run_turn()));
    none.confirmed("END GAME");
    assert!(turns(&none).is_empty() && none.texts(EYE, "The end").is_empty());
}

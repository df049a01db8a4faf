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

/// All that an observer can read of the mail about turn 1, after whatever was done before that turn was run.
fn of_turn_1(done: impl Fn(&mut Desk)) -> Vec<String> {
    let mut desk = observed();
    done(&mut desk);
    (0..2).for_each(|_| drop(desk.run_turn()));
    let is_its = |row: &MailRow| desk.text(row).contains("as the world hears of it");
    let mails = desk.mails_to(EYE).into_iter().filter(is_its).collect::<Vec<_>>();
    let [mail] = mails.as_slice() else { panic!("{}", mails.len()) };
    let bytes = desk.office.store.mail_bytes(mail.id).unwrap();
    let message = mail_parser::MessageParser::new().parse(&bytes).unwrap();
    assert_eq!(message.attachments().count(), 0, "no map, no picture");
    let html = message.body_html(0).unwrap_or_default().into_owned();
    vec![desk.text(mail), html]
}

/// What a side alone knows changes no letter of what observers are mailed; what the world hears of does.
#[test]
fn nothing_that_only_a_side_knows_is_in_it() {
    let quiet = of_turn_1(|_| ());
    assert_eq!(of_turn_1(Desk::march), quiet, "a march");
    let of_unit = |desk: &mut Desk| {
        let said = desk.typed("SET UNIT PR1IN MORALE 55\nSET UNIT AU3IN STRENGTH 1234");
        assert!(said.contains("Done as edit 2"), "{said}");
    };
    assert_eq!(of_turn_1(of_unit), quiet, "men and morale");
    let taken = |desk: &mut Desk| {
        let said = desk.typed("SET CITY Prag CONTROL PR OVERRIDE");
        assert!(said.contains("Done as edit 1"), "{said}");
    };
    assert_ne!(of_turn_1(taken), quiet, "whose a town is");
}

#[test]
fn an_observer_has_no_side_to_ask_for_and_observes_no_more_once_there_is_a_seat() {
    let mut desk = observed();
    desk.run_turn();
    for asked in ["STATUS", "SHOW ORDERS", "SEND REPORT 1", "ADVISE", "UNIT PR1IN\nMARCH A9-N6"] {
        let verdict = stranger(&mut desk, asked);
        assert!(!matches!(verdict, Verdict::Obeyed | Verdict::PartlyObeyed), "{asked}: {verdict:?}");
    }
    let said = desk.typed("SHOW GAME");
    assert!(said.contains(&format!("- {EYE}")), "{said}");
    desk.typed(&format!("EMAIL Gablenz {EYE}"));
    desk.run_turn();
    assert!(turns(&desk).is_empty(), "who plays does not observe");
    let said = desk.typed("SHOW GAME");
    assert!(!said.contains("Who observes"), "{said}");
}

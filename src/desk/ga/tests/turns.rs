//! Holding, ending, running, going back, and the tokens that are asked for.

use super::*;
use crate::ga::record::Work;
use crate::record::Verdict;
use crate::trial::{DEADLINE_MS, OPENED_MS};

fn jobs(desk: &Desk) -> Vec<Work> {
    desk.game.administration.tasks.iter().map(|task| task.what.clone()).collect()
}

#[test]
fn hold_and_resume() {
    let mut desk = Desk::open();
    assert_eq!(desk.command("bruno", 1, "HOLD three players are ill").verdict, Verdict::Obeyed);
    assert_eq!(desk.game.held_why(), Some("three players are ill"));
    assert_eq!(desk.command("bruno", 2, "RESUME").verdict, Verdict::Obeyed);
    assert_eq!(desk.game.hold, None);
    assert!(why_not(&desk.command("bruno", 3, "RESUME")).contains("not held"));
    assert!(why_not(&desk.command("bruno", 3, "START")).contains("has begun"));
}

#[test]
fn a_turn_before_its_deadline_waits_for_its_token_which_is_worth_something_once() {
    let mut desk = Desk::open();
    let asked = desk.command("bruno", 1, "RUN TURN");
    let token = token(&asked);
    assert_eq!(desk.game.administration.asked[0].words, "RUN TURN 3");
    assert!(!format!("{:?}", desk.game.administration).contains(&token), "only its mark is kept");
    assert_eq!(jobs(&desk), []);
    let confirm = format!("CONFIRM {token}");
    assert!(why_not_confirmed(&desk.command("anna", 2, &confirm)).contains("sent to bruno"));
    let judgement = desk.command("bruno", 3, &confirm);
    assert!(done(&judgement).results[0].contains("RUN TURN 3"));
    assert_eq!(jobs(&desk), [Work::RunTurn(3)]);
    assert!(why_not_confirmed(&desk.command("bruno", 4, &confirm)).contains("nothing waits"));
}

fn why_not_confirmed(judgement: &Judgement) -> String {
    assert!(matches!(judgement.verdict, Verdict::Refused(_)), "{judgement:?}");
    only(judgement).why_not.clone().unwrap()
}

#[test]
fn after_the_deadline_a_turn_runs_without_a_token() {
    let mut desk = Desk::open();
    let late = (DEADLINE_MS - OPENED_MS) / 60_000 + 5;
    assert_eq!(done(&desk.command("bruno", late, "RUN TURN 3")).token, None);
    assert_eq!(jobs(&desk), [Work::RunTurn(3)]);
}

#[test]
fn a_token_is_worth_nothing_after_a_day_or_another_turn_or_without_the_role() {
    let mut desk = Desk::open();
    let token_of = |desk: &mut Desk| token(&desk.command("bruno", 1, "RUN TURN"));
    let confirm = format!("CONFIRM {}", token_of(&mut desk));
    let day = 24 * 60 + 1;
    assert!(why_not_confirmed(&desk.command("bruno", day, &confirm)).contains("older than a day"));
    let confirm = format!("CONFIRM {}", token_of(&mut desk));
    desk.game.book.turn = 4;
    assert!(why_not_confirmed(&desk.command("bruno", 2, &confirm)).contains("while turn 3 was open"));
    desk.game.book.turn = 3;
    let confirm = format!("CONFIRM {}", token_of(&mut desk));
    desk.command("anna", 2, "ROLE bruno helper");
    assert!(why_not_confirmed(&desk.command("bruno", 3, &confirm)).contains("may not do this any more"));
    assert_eq!(desk.game.administration.asked, []);
}

#[test]
fn commands_that_name_a_turn_do_nothing_once_the_game_has_moved_on() {
    let mut desk = Desk::open();
    assert!(why_not(&desk.command("bruno", 1, "RUN TURN 2")).contains("has been run already"));
    assert!(why_not(&desk.command("bruno", 1, "RUN TURN 4")).contains("not open yet"));
    assert!(why_not(&desk.command("bruno", 1, "ROLLBACK TO TURN 3")).contains("is the open turn"));
    assert!(why_not(&desk.command("bruno", 1, "RERUN TURN 4")).contains("not open yet"));
    let judgement = desk.command("bruno", 1, "TURN 2\nHOLD");
    assert!(answer(&judgement).refused.as_ref().unwrap().contains("which is over"), "{judgement:?}");
    assert_eq!(desk.game.hold, None);
    let judgement = desk.command("bruno", -5, "HOLD");
    assert!(answer(&judgement).refused.as_ref().unwrap().contains("was received before turn 3 opened"));
}

#[test]
fn going_back_takes_a_token() {
    let mut desk = Desk::open();
    for (words, job) in [
        ("ROLLBACK TO TURN 1", Work::Rollback { to: 1, run: false }),
        ("RERUN TURN 2", Work::Rollback { to: 2, run: true }),
    ] {
        let token = token(&desk.command("bruno", 1, words));
        desk.command("bruno", 2, &format!("CONFIRM {token}"));
        assert_eq!(jobs(&desk).last(), Some(&job));
    }
}

#[test]
fn an_ended_game_takes_no_order_and_runs_no_turn() {
    let mut desk = Desk::open();
    let token = token(&desk.command("anna", 1, "END GAME"));
    let judgement = desk.command("anna", 2, &format!("CONFIRM {token}"));
    assert_eq!(told(&judgement).len(), 6);
    assert!(desk.game.administration.has_ended);
    assert!(why_not(&desk.command("anna", 3, "RUN TURN")).contains("has ended"));
    assert_eq!(desk.command("anna", 3, "SHOW GAME").verdict, Verdict::Obeyed);
    let judgement = desk.send("benedek", 4, |pen| pen.unit("AU3IN", "33"));
    assert!(crate::trial::told::refused(&judgement).contains("has ended"));
}

#[test]
fn the_account_of_an_ended_game_is_left_to_the_daemon_and_shows_the_board_if_asked() {
    for (words, reveal) in [("END GAME", false), ("END GAME REVEAL", true)] {
        let mut desk = Desk::open();
        let token = token(&desk.command("anna", 1, words));
        let judgement = desk.command("anna", 2, &format!("CONFIRM {token}"));
        assert_eq!(jobs(&desk), [Work::Account { reveal }]);
        assert_eq!(only(&judgement).undo.as_deref(), Some("REOPEN GAME"));
        assert!(told(&judgement).iter().all(|(_, _, words)| words.contains("account of the game comes")));
    }
}

#[test]
fn a_reopened_game_is_held_and_goes_on_and_its_account_is_not_mailed() {
    let mut desk = Desk::open();
    assert!(why_not(&desk.command("anna", 1, "REOPEN GAME")).contains("has not ended"));
    let token = token(&desk.command("anna", 1, "END GAME"));
    desk.command("anna", 2, &format!("CONFIRM {token}"));
    assert!(why_not(&desk.command("bruno", 3, "REOPEN GAME")).contains("only an owner"));
    let judgement = desk.command("anna", 4, "REOPEN GAME");
    assert_eq!(told(&judgement).len(), 8, "everybody hears of it: players, and the other administrators");
    assert_eq!((jobs(&desk), desk.game.administration.has_ended), (vec![], false));
    assert_eq!(desk.game.held_why(), Some("the game was reopened"));
    let judgement = desk.send("benedek", 5, |pen| pen.unit("AU3IN", "33"));
    assert_eq!(judgement.verdict, Verdict::Obeyed);
    desk.command("anna", 6, "RESUME");
    assert_eq!(desk.game.held_why(), None);
}

#[test]
fn another_game_is_opened_by_the_daemon() {
    let mut desk = Desk::open();
    let open = |name: &str| format!("OPEN {name} FROM demo\nschedule = \"daily 20:00\"\nEND");
    assert_eq!(desk.command("anna", 1, &open("autumn")).verdict, Verdict::Obeyed);
    let [Work::Open { name, scenario, seats }] = &jobs(&desk)[..] else { panic!() };
    assert_eq!(
        (name.as_str(), scenario.as_str(), seats.trim()),
        ("autumn", "demo", "schedule = \"daily 20:00\"")
    );
    assert!(why_not(&desk.command("anna", 2, &open("bohemia-1866"))).contains("already"));
}

#[test]
fn while_a_turn_is_being_run_nothing_is_changed() {
    let mut desk = Desk::open();
    desk.game.opening.is_closed = true;
    assert!(why_not(&desk.command("bruno", 1, "HOLD")).contains("being run"));
    assert_eq!(desk.command("bruno", 1, "SHOW GAME").verdict, Verdict::Obeyed);
}

#[test]
fn what_was_done_leaves_its_line_for_the_audit_and_looking_leaves_none() {
    let mut desk = Desk::open();
    let judgement = desk.command("bruno", 1, "HOLD the mail is down\nSHOW GAME\nSET NUMBER AU3IN 6");
    let notes = ga_changes(&judgement);
    let notes = notes.iter().filter_map(|change| match change {
        GaChange::Note(words) => Some(words.as_str()),
        _ => None,
    });
    let notes = notes.collect::<Vec<_>>();
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(
        notes[0].starts_with(
            "bruno, letter 1: HOLD the mail is down. turn 3: not held -> held: the mail is down"
        )
    );
}

#[test]
fn show_tells_what_the_record_knows_and_asks_the_daemon_for_the_rest() {
    let mut desk = Desk::open();
    desk.send("benedek", 1, |pen| pen.unit("AU3IN", "33"));
    desk.command("bruno", 2, "SET NUMBER AU4IN 6\nEXTEND BY 1 day\nRUN TURN");
    let commands = "SHOW GAME\nSHOW CHEST AU3IN\nSHOW PLAYER clam\nSHOW ORDERS\nSHOW ORDERS OF clam\nSHOW EDITS\nSHOW \
                    QUEUE\nHELP";
    let judgement = desk.command("carla", 3, commands);
    let text = |place: usize| shown_lines(&items(&judgement)[place]).join("\n");
    assert!(text(0).contains("benedek, Austria: orders for 1 of 2 chests"), "{}", text(0));
    assert!(text(1).contains("BID 33") && text(1).contains("number"), "{}", text(1));
    assert!(text(2).contains("AU1CQ, AU2CQ, AU4IN"), "{}", text(2));
    assert!(text(3).contains("AU3IN, ordered by benedek"), "{}", text(3));
    assert!(text(4).contains("AU1CQ, no orders"), "{}", text(4));
    assert!(text(5).contains("1. SET NUMBER AU4IN 6"), "{}", text(5));
    assert!(text(6).contains("| RUN TURN 3") && text(6).contains("change the schedule"), "{}", text(6));
    assert!(text(7).contains("UNDO"), "{}", text(7));
    for item in items(&judgement) {
        let lines = shown_lines(item);
        assert!(lines.iter().all(|line| line.chars().count() <= 72), "{lines:?}");
    }
    let judgement =
        desk.command("carla", 4, "SHOW OUTBOX\nSHOW BOUNCED\nSHOW AUDIT 5\nSHOW LETTER 1\nSHOW PRESS 2");
    assert!(items(&judgement).iter().all(|item| item.wanted.is_some()));
    for wrong in ["SHOW CHEST AU99IN", "SHOW PLAYER clamm"] {
        let judgement = desk.command("carla", 5, wrong);
        assert!(only(&judgement).nearest.is_some() || wrong.contains("99"), "{wrong}: {judgement:?}");
        why_not(&judgement);
    }
}

#[test]
fn a_turn_that_an_administrator_holds_is_not_run_by_another() {
    let mut desk = Desk::open();
    desk.command("bruno", 1, "HOLD three players are ill");
    let judgement = desk.command("anna", 2, "RUN TURN");
    assert!(why_not(&judgement).contains("turn 3 is held: three players are ill"), "{judgement:?}");
    assert_eq!(only(&judgement).nearest.as_deref(), Some("RESUME, and RUN TURN below it"));
}

#[test]
fn what_is_done_secretly_is_told_to_nobody_and_no_flag_is_a_reason() {
    let mut desk = Desk::open();
    let judgement = desk.command("bruno", 1, "HOLD SECRETLY");
    assert_eq!(told(&judgement), [], "nobody");
    assert!(done(&judgement).results.join(" ").contains("Players are not told."), "{judgement:?}");
    let judgement = desk.command("bruno", 2, "RESUME SECRETLY");
    assert_eq!(told(&judgement), []);
    let judgement = desk.command("bruno", 3, "HOLD the mail is down, secretly");
    assert_eq!(told(&judgement), []);
    assert_eq!(desk.game.held_why(), Some("the mail is down"));
    desk.command("bruno", 4, "RESUME SECRETLY");
    let judgement = desk.command("bruno", 5, "HOLD NOW");
    assert!(told(&judgement).iter().all(|(_, _, words)| !words.contains("NOW")), "{:?}", told(&judgement));
    assert_eq!(desk.game.held_why(), Some("its game administrator holds it"));
    for command in
        ["EXTEND BY 1 hour SECRETLY", "RESET PASSWORD clam SECRETLY", "EMAIL clam x@example.org SECRETLY"]
    {
        assert!(why_not(&desk.command("bruno", 6, command)).contains("without SECRETLY"), "{command}");
    }
}

/// Whom it concerns hears of it, or nobody does: no command passes over SECRETLY.
#[test]
fn each_command_with_secretly_is_told_to_nobody_or_asks_to_be_sent_without() {
    let heard = |judgement: &Judgement| -> usize {
        let others = |address: &&str| !["anna@example.org", "bruno@example.org"].contains(address);
        judgement.answers.iter().map(address).filter(others).count()
    };
    let mut told_plainly = Vec::new();
    for command in [
        "SET NUMBER AU3IN 4",
        "HOLD",
        "EXTEND BY 1 hour",
        "SCHEDULE daily 21:00",
        "GRACE 30 minutes",
        "REMIND 24h",
        "MISSING 1",
        "NO PRESS",
        "PRESS AT DEADLINE",
        "ADVICE",
        "ABSENCES MAY MOVE THE DEADLINE BY 2 days",
        "END GAME",
        "RUN TURN",
        "ROLLBACK TO TURN 2",
        "RERUN TURN 2",
        "REMOVE PLAYER clam",
        "REPLACE clam BY x@example.org",
        "EMAIL clam x@example.org",
        "RESET PASSWORD clam",
        "ADD GA dora dora@example.org helper",
        "REMOVE GA carla",
    ] {
        let plain = Desk::open().command("anna", 1, command);
        let secret = Desk::open().command("anna", 1, &format!("{command} SECRETLY"));
        assert_eq!(heard(&secret), 0, "{command}: {:?}", told(&secret));
        let must_be_told =
            items(&secret)[0].why_not.as_ref().is_some_and(|why| why.contains("without SECRETLY"));
        let outcome = |judgement: &Judgement| items(judgement)[0].outcome;
        assert!(must_be_told || outcome(&secret) == outcome(&plain), "{command}: {secret:?}");
        if heard(&plain) > 0 {
            told_plainly.push(command.split(' ').next().unwrap());
        }
    }
    for command in ["SET", "HOLD", "REPLACE", "EMAIL", "RESET", "ADD"] {
        assert!(told_plainly.contains(&command), "{command}: {told_plainly:?}");
    }
}

#[test]
fn what_the_office_has_looked_up_is_said_at_once() {
    use crate::arrived::{LookedUp, Opening};
    let mut desk = Desk::open();
    let letter = desk.letter("anna", "RELEASE LETTER 1\nOPEN autumn FROM bohemia\nzone\nEND");
    assert_eq!(letter.complaints, []);
    let mut arrived = desk.arrived("anna", 1);
    arrived.letter = crate::record::LetterNo(9);
    let opening =
        |found| Opening { name: "autumn".into(), scenario: "bohemia".into(), seats: "zone".into(), found };
    let releases = [(1, Some("letter 1 is not in quarantine".to_owned()))].into();
    let openings = vec![opening(Err("there is no such scenario".into()))];
    arrived.looked_up = LookedUp { openings, releases };
    let judgement = desk.judge_ga(&letter, &arrived);
    let whys = items(&judgement).iter().map(|item| item.why_not.clone().unwrap()).collect::<Vec<_>>();
    assert_eq!(whys, ["letter 1 is not in quarantine.", "there is no such scenario."]);
    assert!(ga_changes(&judgement).is_empty(), "nothing is left to be done: {judgement:?}");
    arrived.looked_up =
        LookedUp { openings: vec![opening(Ok(vec!["Two seats.".into()]))], releases: [(1, None)].into() };
    let judgement = desk.judge_ga(&letter, &arrived);
    assert_eq!(outcomes(&judgement), [Outcome::Done, Outcome::Done]);
    assert!(items(&judgement)[1].results.contains(&"Two seats.".to_owned()), "{judgement:?}");
}

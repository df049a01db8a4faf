//! When a turn is run: a deadline that is moved, a turn that is held.

use super::*;

#[test]
fn a_moved_deadline_takes_effect_after_ten_minutes_and_every_player_is_told_both_times() {
    let mut desk = Desk::new();
    let old = desk.office.next_deadline();
    desk.typed("EXTEND BY 24 hours");
    assert_eq!((desk.office.next_deadline(), desk.tasks()), (old, 1));
    desk.pass(11 * MINUTE);
    let mut desk = desk.restart();
    desk.office.do_tasks(&[]);
    assert_eq!((desk.office.next_deadline(), desk.tasks()), (old + 24 * HOUR, 0));
    for player in [MOLTKE, BENEDEK] {
        let told = desk.texts(player, "deadline");
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains("07 Jun 2026") && told[0].contains("08 Jun 2026"), "{}", told[0]);
    }
}

#[test]
fn a_held_turn_waits_and_an_ended_game_runs_no_more() {
    let mut desk = Desk::new();
    desk.typed("HOLD the war is discussed");
    desk.clock.set(desk.office.next_deadline() + HOUR);
    let read = [Polled::unnamed(Some(desk.clock.now()), false)];
    let told = desk.mails().len();
    let held = desk.office.adjudicate(&demo(), &read, false).unwrap();
    assert_eq!(held, Adjudicated::Held("the war is discussed".into()));
    assert_eq!(desk.mails().len(), told, "no news to the administrator");
    desk.typed("RESUME");
    assert!(matches!(
        desk.office.adjudicate(&demo(), &read, false).unwrap(),
        Adjudicated::Ran { turn: 1, .. }
    ));
    desk.confirmed("END GAME");
    desk.clock.set(desk.clock.now() + 30 * 24 * HOUR);
    let read = [Polled::unnamed(Some(desk.clock.now()), false)];
    assert_eq!(desk.office.adjudicate(&demo(), &read, false).unwrap(), Adjudicated::NotDue);
    assert_eq!(desk.office.remind(&demo(), &read).unwrap(), 0);
    assert_eq!(desk.office.next_deadline(), i64::MAX);
}

/// Of a deadline the latest word counts, also over one that still waits.
#[test]
fn a_deadline_that_counts_now_is_not_moved_again_by_one_that_waited() {
    let mut desk = Desk::new();
    let before = desk.office.games[&demo()].record.settings.deadline_ms;
    desk.typed("EXTEND BY 48 hours\nGRACE 30 minutes");
    desk.typed("EXTEND BY 1 hour NOW");
    desk.pass(11 * MINUTE);
    desk.office.do_tasks(&[]);
    let settings = desk.office.games[&demo()].record.settings;
    assert_eq!((settings.deadline_ms, settings.grace_ms), (before + HOUR, 30 * MINUTE));
    assert!(desk.office.games[&demo()].record.administration.tasks.is_empty());
}

#[test]
fn what_a_ga_holds_is_run_by_nobody_and_held_still_after_a_rollback() {
    let mut desk = Desk::new();
    desk.run_turn();
    desk.typed("HOLD wait for me");
    let refused = desk.typed("RUN TURN");
    assert!(refused.contains("turn 2 is held: wait for me") && refused.contains("RESUME"), "{refused}");
    desk.confirmed("ROLLBACK TO TURN 1");
    let record = &desk.office.games[&demo()].record;
    assert_eq!((record.board().turn(), record.held_why()), (1, Some("wait for me")));
    let asked = desk.typed("RESUME\nRUN TURN 1");
    desk.typed(&format!("HOLD once more\nCONFIRM {}", token_in(&asked)));
    assert_eq!(desk.office.games[&demo()].record.board().turn(), 1, "held between the asking and the word");
    desk.typed("RESUME");
    desk.confirmed("RUN TURN 1");
    assert_eq!(desk.office.games[&demo()].record.board().turn(), 2);
}

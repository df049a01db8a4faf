//! Deadlines, rhythms, rules of the schedule, and absences.

use super::*;
use crate::ga::record::Work;
use crate::ga::schedule::{WAIT_MS, after_absences};
use crate::record::Verdict;
use crate::record::press::Delivery;
use crate::settings::Settings;
use crate::trial::{DEADLINE_MS, OPENED_MS, at};

const DAY: i64 = 86_400_000;

/// The settings that wait, and from when on.
fn waiting(desk: &Desk) -> Vec<(i64, Settings)> {
    let tasks = desk.game.administration.tasks.iter();
    let settings = tasks.filter_map(|task| match &task.what {
        Work::Settle(settings) => Some((task.not_before_ms, **settings)),
        _ => None,
    });
    settings.collect()
}

#[test]
fn a_new_deadline_waits_ten_minutes_and_says_how_to_stop_it() {
    let mut desk = Desk::open();
    let judgement = desk.command("bruno", 10, "EXTEND BY 24 hours");
    let item = done(&judgement);
    assert_eq!(item.said[0].before, "Sun 12 Jul 2026 20:00:00 CEST");
    assert_eq!(item.said[0].after, "Mon 13 Jul 2026 20:00:00 CEST");
    assert_eq!(item.undo.as_deref(), Some("DEADLINE 2026-07-12 20:00"));
    assert!(item.results[0].contains("ten minutes") && item.results[0].contains("HOLD"));
    assert_eq!(desk.game.settings.deadline_ms, DEADLINE_MS, "not yet");
    let [(due, settings)] = waiting(&desk)[..] else { panic!() };
    assert_eq!((due, settings.deadline_ms), (at(10).at_ms + WAIT_MS, DEADLINE_MS + DAY));
    desk.command("bruno", 12, "GRACE 30 minutes\nEXTEND BY 1 hour");
    let [(due, settings)] = waiting(&desk)[..] else { panic!("one task takes the other's place") };
    assert_eq!((due, settings.deadline_ms), (at(12).at_ms + WAIT_MS, DEADLINE_MS + DAY + 3_600_000));
    assert_eq!(settings.grace_ms, 1_800_000);
}

#[test]
fn now_is_at_once_everybody_is_told_and_what_waits_is_changed_too() {
    let mut desk = Desk::open();
    desk.command("bruno", 1, "GRACE 30 minutes");
    let judgement = desk.command("bruno", 2, "DEADLINE 2026-07-13 21:00 NOW");
    assert_eq!(desk.game.settings.deadline_ms, DEADLINE_MS + DAY + 3_600_000);
    assert_eq!(told(&judgement).len(), 6, "every player");
    assert!(told(&judgement)[0].2.contains("Mon 13 Jul 2026 21:00:00 CEST"));
    let [(_, settings)] = waiting(&desk)[..] else { panic!() };
    assert_eq!((settings.deadline_ms, settings.grace_ms), (DEADLINE_MS + DAY + 3_600_000, 1_800_000));
}

#[test]
fn a_deadline_lies_ahead_within_a_year_and_on_the_clock() {
    let mut desk = Desk::open();
    let mut refused = |words: &str| why_not(&desk.command("bruno", 1, words)).to_owned();
    assert!(refused("DEADLINE 2026-07-01 20:00").contains("not in the future"));
    assert!(refused("DEADLINE 2027-09-01 20:00").contains("more than a year"));
    assert!(refused("DEADLINE 2027-03-28 02:30").contains("clocks go forward"));
    assert!(refused("GRACE 8 days").contains("at most a week"));
    assert!(refused("REMIND 40d").contains("30 days"));
    assert!(refused("MISSING ANY").contains("so already"));
    let judgement = desk.command("bruno", 1, "DEADLINE 2027-03-28 02:30");
    assert_eq!(only(&judgement).nearest.as_deref(), Some("DEADLINE 2027-03-28 03:00"));
}

#[test]
fn shortly_before_the_deadline_it_takes_now() {
    let mut desk = Desk::open();
    let late = (DEADLINE_MS - OPENED_MS) / 60_000 - 5;
    assert!(why_not(&desk.command("bruno", late, "EXTEND BY 1 day")).contains("add NOW"));
    assert_eq!(desk.command("bruno", late, "EXTEND BY 1 day NOW").verdict, Verdict::Obeyed);
}

#[test]
fn every_rule_of_the_schedule_can_be_set() {
    let mut desk = Desk::open();
    let judgement = desk.command(
        "bruno",
        1,
        "SCHEDULE every 3 days 18:30 NOW\nMISSING 2 NOW\nREMIND 24h 4h NOW\nNO REMINDERS NOW\nABSENCES MAY MOVE THE \
         DEADLINE BY 2 days NOW\nPRESS AT DEADLINE ANONYMOUS NOW",
    );
    assert_eq!(judgement.verdict, Verdict::Obeyed, "{judgement:?}");
    let settings = desk.game.settings;
    assert_eq!(settings.schedule.words(), "every 3 days 18:30");
    assert_eq!(settings.deadline_ms, DEADLINE_MS, "the open turn keeps its deadline");
    assert_eq!((settings.missing_allowed, settings.absence_minutes), (Some(2), 2_880));
    assert_eq!((settings.press.delivery, settings.press.anonymous), (Delivery::AtDeadline, true));
    desk.command("bruno", 2, "NO PRESS NOW");
    assert_eq!(
        (desk.game.settings.press.delivery, desk.game.settings.press.anonymous),
        (Delivery::None, false)
    );
    assert!(!desk.game.settings.advice_forbidden);
    desk.command("bruno", 2, "NO ADVICE NOW");
    assert!(desk.game.settings.advice_forbidden);
    desk.command("bruno", 2, "ADVICE NOW");
    assert!(!desk.game.settings.advice_forbidden);
    desk.command("bruno", 2, "PRESS AT ONCE NOW");
    assert!(desk.game.settings.press.is_usual());
    assert_eq!(settings.remind.unwrap().before().count(), 0);
}

#[test]
fn holidays_move_a_deadline_that_falls_in_them_and_stay_when_the_schedule_changes() {
    let mut desk = Desk::open();
    desk.command("bruno", 1, "SCHEDULE weekly sunday 20:00 NOW");
    let judgement = desk.command("bruno", 2, "HOLIDAYS 2026-07-10 TO 2026-07-20 NOW");
    assert_eq!(desk.game.settings.deadline_ms, DEADLINE_MS + 14 * DAY, "{judgement:?}");
    let told = done(&judgement).said.iter().map(|said| said.what.as_str()).collect::<Vec<_>>();
    assert_eq!(told, ["deadline of turn 3", "holidays", "the deadline behind it"]);
    desk.command("bruno", 3, "SCHEDULE weekly sunday,wednesday 20:00 NOW");
    assert_eq!(desk.game.settings.schedule.holidays.for_players(), ["2026-07-10 to 2026-07-20"]);
    let next = desk.game.settings.next_turn(DEADLINE_MS + 14 * DAY);
    assert_eq!(next.deadline_ms, DEADLINE_MS + 17 * DAY, "the Wednesday after it");
    desk.command("bruno", 4, "NO HOLIDAYS NOW");
    assert!(desk.game.settings.schedule.holidays.for_players().is_empty());
    assert_eq!(desk.game.settings.deadline_ms, DEADLINE_MS + 14 * DAY, "players were told of it");
    assert!(why_not(&desk.command("bruno", 5, "HOLIDAYS 2026-07-01")).contains("over already"));
    assert!(
        why_not(&desk.command("bruno", 5, "HOLIDAYS 2026-08-01 TO 2026-12-31")).contains("at most 100 days")
    );
}

#[test]
fn a_game_may_run_its_turns_early() {
    let mut desk = Desk::open();
    desk.command("bruno", 1, "EARLY WHEN READY AFTER 2 hours NOW");
    assert_eq!(desk.game.settings.early_minutes, Some(120));
    desk.command("bruno", 2, "NOT EARLY NOW");
    assert_eq!(desk.game.settings.early_minutes, None);
    desk.command("bruno", 3, "EARLY WHEN READY NOW");
    assert_eq!(desk.game.settings.early_minutes, Some(60));
    let early = desk.game.settings.brought_forward(OPENED_MS).unwrap();
    assert_eq!((early.deadline_ms, early.before_early_ms), (OPENED_MS + 3_600_000, Some(DEADLINE_MS)));
    desk.game.settings = early;
    desk.command("bruno", 4, "EXTEND BY 1 day NOW");
    assert_eq!(desk.game.settings.put_back(), None, "the administrator's word is the last");
}

#[test]
fn settings_that_take_effect_in_a_later_turn_leave_its_deadline_alone() {
    let game = Desk::open().game;
    let wished = Settings { grace_ms: 5, deadline_ms: DEADLINE_MS + DAY, ..game.settings };
    assert_eq!(game.settings.settled(wished).deadline_ms, DEADLINE_MS + DAY);
    let next = game.settings.next_turn(DEADLINE_MS);
    assert_eq!(next.settled(wished), Settings { grace_ms: 5, ..next });
    let reminded = Settings { reminded_ms: Some(3), ..game.settings };
    assert_eq!(reminded.settled(wished).reminded_ms, Some(3));
}

#[test]
fn an_absence_moves_the_deadline_once_and_only_as_far_as_the_rule_allows() {
    let mut desk = Desk::open();
    let judgement = desk.command("bruno", 1, "ABSENT clam FROM 2026-07-10 TO 2026-07-14 NOW");
    assert!(done(&judgement).results.iter().any(|words| words.contains("stays as it is")));
    assert_eq!(desk.game.settings.deadline_ms, DEADLINE_MS);
    desk.command("bruno", 2, "PRESENT clam\nABSENCES MAY MOVE THE DEADLINE BY 2 days NOW");
    desk.command("bruno", 3, "ABSENT clam FROM 2026-07-10 TO 2026-07-14 NOW");
    assert_eq!(desk.game.settings.deadline_ms, DEADLINE_MS + 2 * DAY, "not by three");
    assert!(desk.game.settings.absence_moved);
    desk.command("bruno", 4, "ABSENT benedek FROM 2026-07-10 TO 2026-07-20 NOW");
    assert_eq!(desk.game.settings.deadline_ms, DEADLINE_MS + 2 * DAY, "once a turn");
    let settings = Settings {
        absence_moved: false,
        absence_minutes: 10_080,
        deadline_ms: DEADLINE_MS,
        ..desk.game.settings
    };
    let accounts = &desk.game.accounts[2..3];
    assert_eq!(
        after_absences(settings, accounts).unwrap().deadline_ms,
        DEADLINE_MS + 3 * DAY,
        "to the day after"
    );
}

#[test]
fn while_somebody_is_away_the_deputy_orders_as_a_deputy() {
    let mut desk = Desk::open();
    let send = |desk: &mut Desk, minutes: i64| desk.send("gablenz", minutes, |pen| pen.unit("AU1CQ", "33"));
    assert!(matches!(send(&mut desk, 1).verdict, Verdict::Refused(_)));
    desk.command("bruno", 2, "ABSENT clam FROM 2026-07-07 TO 2026-07-09 DEPUTY gablenz");
    assert!(matches!(send(&mut desk, 3).verdict, Verdict::Refused(_)), "not before the first day");
    let days = |days: i64| days * 24 * 60;
    assert_eq!(send(&mut desk, days(3)).verdict, Verdict::Obeyed);
    let stands = crate::book::in_force(&desk.game.book, &"AU1CQ".into()).unwrap();
    assert_eq!(stands.right, crate::record::Right::Deputy);
    assert!(matches!(send(&mut desk, days(6)).verdict, Verdict::Refused(_)), "nor after the last");
    desk.command("bruno", days(6), "PRESENT clam");
    assert_eq!(desk.game.account("clam").unwrap().absent, None);
    let mut refused = |words: &str| why_not(&desk.command("bruno", days(6), words)).to_owned();
    assert!(refused("ABSENT clam FROM 2026-06-20 TO 2026-06-25").contains("over already"));
    assert!(
        refused("ABSENT clam FROM 2026-07-20 TO 2026-07-25 DEPUTY moltke").contains("no officer of the side")
    );
    assert!(refused("PRESENT clam").contains("not away"));
}

#[test]
fn the_opposite_and_hold_stop_a_change_that_waits_and_say_so() {
    for (change, opposite, stays) in [
        ("MISSING 2", "MISSING ANY", "players who may be missing stays any number"),
        ("EXTEND BY 24 hours", "DEADLINE 2026-07-12 20:00", "deadline of turn 3 stays Sun 12 Jul 2026 20:00"),
        ("GRACE 30 minutes", "NO GRACE", "grace time stays none"),
        ("PRESS AT DEADLINE", "HOLD the mail is down", "press stays"),
        ("EXTEND BY 24 hours", "HOLD", "stays Sun 12 Jul"),
    ] {
        let mut desk = Desk::open();
        desk.command("bruno", 1, change);
        assert_eq!(waiting(&desk).len(), 1, "{change}");
        let judgement = desk.command("bruno", 2, opposite);
        assert_eq!(waiting(&desk), [], "{change}, {opposite}");
        let results = done(&judgement).results.join(" ");
        assert!(results.contains("is stopped") && results.contains(stays), "{opposite}: {results}");
        assert!(!results.contains("It takes effect at"), "{results}");
    }
    let mut desk = Desk::open();
    assert!(!done(&desk.command("bruno", 1, "HOLD")).results.join(" ").contains("is stopped"));
}

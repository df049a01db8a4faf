//! What players say of their own seats, letter by letter.

use crate::answer::{Answer, Body, To};
use crate::record::{Absence, Change, Verdict};
use crate::tenure::{players_without_orders, readiness};
use crate::trial::told::{receipt, refused, some};
use crate::trial::{DEADLINE_MS, Desk, OPENED_MS, Pen, at};
use crate::verdict::Judgement;
use chrono::NaiveDate;
use fieldpost_grammar::letter::{Account, Away};

const MINUTE: i64 = 60_000;

fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 7, day).unwrap()
}

fn away(from: u32, to: u32, deputy: Option<&str>) -> Account {
    Account::Absent(Away { from: day(from), to: day(to), deputy: deputy.map(str::to_owned) })
}

/// What goes to others in words: to whom, the title and the words.
fn words(judgement: &Judgement) -> Vec<(String, String, String)> {
    let told = |answer: &Answer| match (&answer.to, &answer.body) {
        (To::Ga, Body::Words(notice)) => Some(("GA".into(), notice.title.clone(), notice.words.clone())),
        (To::Player { name, .. }, Body::Words(notice)) => {
            Some((name.clone(), notice.title.clone(), notice.words.clone()))
        }
        _ => None,
    };
    judgement.answers.iter().filter_map(told).collect()
}

fn whom(judgement: &Judgement) -> Vec<String> {
    words(judgement).into_iter().map(|(whom, _, _)| whom).collect()
}

#[test]
fn a_player_who_is_away_has_a_deputy_and_nobody_waits_for_the_orders() {
    let mut desk = Desk::open();
    let judgement = desk.send("benedek", 1, |pen| pen.ask(away(5, 14, Some("CLAM"))).ask(Account::Status));
    assert_eq!(judgement.verdict, Verdict::Obeyed);
    assert_eq!(whom(&judgement), ["clam", "GA"]);
    assert!(words(&judgement)[1].2.contains("benedek is away from 2026-07-05 to 2026-07-14, deputy clam"));
    let status = receipt(&judgement).status.as_ref().unwrap();
    assert_eq!(status.here, ["You are absent from 2026-07-05 to 2026-07-14, deputy clam; BACK ends it."]);
    assert!(!players_without_orders(&desk.game).contains(&"benedek"));
    desk.send("clam", 2, |pen| pen.unit("AU1AQ", "11"));
    assert_eq!(desk.stands("AU1AQ"), some("clam", "BID 11"));
    let back = desk.send("benedek", 3, |pen| pen.ask(Account::Back));
    assert_eq!((back.verdict.clone(), whom(&back)), (Verdict::Obeyed, vec!["GA".to_owned()]));
    assert!(players_without_orders(&desk.game).contains(&"benedek"));
    let late = desk.send("clam", 4, |pen| pen.unit("AU1AQ", "22"));
    assert!(refused(&late).contains("isn't yours"), "no deputy any more");
    let again = desk.send("benedek", 5, |pen| pen.ask(Account::Back));
    assert!(refused(&again).contains("nothing says that you are away"));
}

#[test]
fn an_absence_that_cannot_be_is_refused_and_one_that_is_checked_changes_nothing() {
    let mut desk = Desk::open();
    let faults = [
        (away(1, 3, None), "over already"),
        (away(5, 14, Some("moltke")), "no officer of the side"),
        (away(5, 14, Some("benedek")), "cannot be the deputy"),
        (away(5, 14, Some("nobody")), "no player called nobody"),
    ];
    for (asked, why) in faults {
        let judgement = desk.send("benedek", 1, |pen| pen.ask(asked));
        assert!(refused(&judgement).contains(why), "{why}: {:?}", judgement.verdict);
        assert!(judgement.changes.is_empty() && whom(&judgement).is_empty());
    }
    let checked = desk.send("benedek", 2, |pen| pen.ask(away(5, 14, Some("clam"))).ask(Account::Check));
    assert!(checked.changes.is_empty() && whom(&checked).is_empty());
}

/// The game's rule holds for the player's own word as for the administrator's.
#[test]
fn an_absence_moves_the_deadline_as_far_as_the_games_rule_allows_and_all_are_told() {
    let mut desk = Desk::open();
    desk.game.settings.absence_minutes = 2 * 24 * 60;
    let judgement = desk.send("benedek", 1, |pen| pen.ask(away(10, 20, None)));
    assert_eq!(desk.game.settings.deadline_ms, DEADLINE_MS + 2 * 24 * 60 * MINUTE);
    let told = words(&judgement).into_iter().filter(|(_, title, _)| title.contains("deadline of turn 3"));
    assert_eq!(told.count(), desk.game.accounts.len());
}

fn all_with_orders(desk: &mut Desk) {
    let units = [
        ("benedek", "AU1AQ"),
        ("clam", "AU1CQ"),
        ("gablenz", "AU5LC"),
        ("moltke", "PR1AQ"),
        ("albert", "SA1CQ"),
    ];
    for (player, unit) in units {
        desk.send(player, 1, |pen| pen.unit(unit, "11"));
    }
}

#[test]
fn once_all_are_ready_the_deadline_is_brought_forward_and_not_ready_puts_it_back() {
    let mut desk = Desk::open();
    desk.game.settings.early_minutes = Some(60);
    all_with_orders(&mut desk);
    for player in ["benedek", "clam", "gablenz", "moltke"] {
        desk.send(player, 10, |pen| pen.ask(Account::Ready(true)));
    }
    assert_eq!(desk.game.settings.deadline_ms, DEADLINE_MS, "albert is not");
    assert_eq!(readiness(&desk.game).1, ["albert"], "gyulai commands nothing");
    let last = desk.send("albert", 20, |pen| pen.ask(Account::Ready(true)));
    assert_eq!(desk.game.settings.deadline_ms, OPENED_MS + 80 * MINUTE);
    assert_eq!(whom(&last).len(), desk.game.accounts.len(), "everybody is told: {:?}", whom(&last));
    let next = desk.game.settings.next_turn(OPENED_MS + 81 * MINUTE);
    assert_eq!(next.deadline_ms, next.schedule.next_after(DEADLINE_MS), "later deadlines stay");
    assert_eq!(next.before_early_ms, None);
    let more = desk.send("clam", 30, |pen| pen.ask(Account::Ready(false)));
    assert_eq!(desk.game.settings.deadline_ms, DEADLINE_MS, "{more:?}");
    assert_eq!(whom(&more).len(), desk.game.accounts.len());
}

#[test]
fn who_is_ready_without_orders_and_in_a_game_without_the_rule_moves_nothing() {
    let mut desk = Desk::open();
    desk.game.settings.early_minutes = Some(60);
    for player in ["benedek", "clam", "gablenz", "moltke", "albert"] {
        desk.send(player, 10, |pen| pen.ask(Account::Ready(true)));
    }
    assert_eq!(desk.game.settings.deadline_ms, DEADLINE_MS, "nobody has orders");
    let mut desk = Desk::open();
    all_with_orders(&mut desk);
    for player in ["benedek", "clam", "gablenz", "moltke", "albert"] {
        let judgement = desk.send(player, 10, |pen| pen.ask(Account::Ready(true)));
        assert!(receipt(&judgement).done.join(" ").contains("wait for their deadline all the same"));
    }
    assert_eq!(desk.game.settings.deadline_ms, DEADLINE_MS);
}

/// A turn that is gone back to opens again: who was ready for it before is not any more.
#[test]
fn nobody_is_ready_for_a_turn_that_opens_again() {
    let mut desk = Desk::open();
    desk.send("clam", 10, |pen| pen.ask(Account::Ready(true)));
    assert_eq!(readiness(&desk.game).0, ["clam"]);
    desk.game.settings.opened_ms += MINUTE;
    assert!(readiness(&desk.game).0.is_empty());
    desk.game.settings.deadline_ms = at(20).at_ms;
    let late = desk.send("clam", 30, |pen| pen.ask(Account::Ready(true)));
    assert!(refused(&late).contains("no turn is open"));
}

#[test]
fn who_resigns_confirms_it_and_keeps_the_seat_until_somebody_else_has_it() {
    let mut desk = Desk::open();
    let asked = desk.send("clam", 1, |pen| pen.ask(Account::Resign).unit("AU1CQ", "11"));
    assert!(matches!(&asked.verdict, Verdict::Held(why) if why.contains("RESIGN")), "{:?}", asked.verdict);
    assert_eq!(desk.stands("AU1CQ"), None, "the letter waits whole");
    let Body::Held(notice) = &asked.answers[0].body else { panic!("{asked:?}") };
    let token = notice.token.clone();
    let arrived = desk.arrived("clam", 2);
    let released = desk.judge(&Pen::default().ask(Account::Confirm(token)), &arrived);
    assert!(released.changes.iter().any(|change| matches!(change, Change::Release { .. })));
    let mut arrived = desk.arrived("clam", 1);
    arrived.confirmed = true;
    let done = desk.judge(&Pen::of("clam").ask(Account::Resign).unit("AU1CQ", "11"), &arrived);
    assert_eq!(done.verdict, Verdict::Obeyed);
    let told = words(&done);
    assert_eq!((told.len(), told[0].0.as_str()), (1, "GA"));
    assert!(told[0].2.contains("REPLACE clam BY address"), "{}", told[0].2);
    assert_eq!(desk.stands("AU1CQ"), some("clam", "BID 11"));
    assert!(!readiness(&desk.game).1.contains(&"clam"), "nobody waits for the orders");
    desk.send("clam", 5, |pen| pen.unit("AU2CQ", "22"));
    assert_eq!(desk.stands("AU2CQ"), some("clam", "BID 22"));
    desk.send("clam", 6, |pen| pen.ask(Account::Back));
    assert!(readiness(&desk.game).1.contains(&"clam"));
}

#[test]
fn a_seat_that_goes_to_somebody_else_begins_anew() {
    let mut desk = Desk::open();
    let mut arrived = desk.arrived("clam", 1);
    arrived.confirmed = true;
    desk.judge(&Pen::of("clam").ask(away(5, 14, None)).ask(Account::Resign), &arrived);
    let clam = desk.game.account("clam").unwrap();
    assert_eq!(clam.absent, Some(Absence { from: day(5), to: day(14), deputy: None }));
    assert!(clam.tenure.resigned_ms.is_some());
    desk.command("bruno", 2, "REPLACE clam BY dora@example.org");
    let clam = desk.game.account("clam").unwrap();
    assert_eq!((&clam.absent, &clam.tenure), (&None, &Default::default()));
}

/// Whose password is known to another must not lose the seat by it: both addresses have a say.
#[test]
fn an_address_is_changed_once_the_old_one_and_the_new_one_have_confirmed_it() {
    let mut desk = Desk::open();
    let to = "clam@new.example";
    let ask = |pen: Pen| pen.ask(Account::NewAddress(to.into()));
    let held = desk.send("clam", 1, ask);
    assert!(matches!(&held.verdict, Verdict::Held(why) if why.contains(to)), "{:?}", held.verdict);
    let mut arrived = desk.arrived("clam", 1);
    arrived.confirmed = true;
    let asked = desk.judge(&ask(Pen::of("clam")), &arrived);
    assert_eq!(desk.game.account("clam").unwrap().email, "clam@example.org", "the new one has not answered");
    let mails = asked.answers.iter().filter_map(|answer| match (&answer.to, &answer.body) {
        (To::Sender { address }, Body::Words(notice)) => Some((address.as_str(), notice.words.as_str())),
        _ => None,
    });
    let [(address, words)] = mails.collect::<Vec<_>>()[..] else { panic!("{:?}", asked.answers) };
    assert_eq!(address, to);
    let token = words.split("CONFIRM ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    let confirm = || Pen::default().ask(Account::Confirm(token.clone()));
    let arrived = desk.arrived("somebody@else.example", 2);
    desk.judge(&confirm(), &arrived);
    assert_eq!(desk.game.account("clam").unwrap().email, "clam@example.org", "from another address");
    let arrived = desk.arrived("Clam@New.example", 3);
    let with_password = Pen::of("clam").ask(Account::Confirm(token.clone()));
    let done = desk.judge(&with_password, &arrived);
    assert_eq!(desk.game.account("clam").unwrap().email, to);
    assert_eq!(desk.game.account("clam").unwrap().tenure.moving, None);
    assert_eq!(whom(&done), ["clam", "clam", "GA"], "both addresses and the administrator are told");
    let again = desk.judge(&confirm(), &arrived);
    assert!(again.changes.is_empty(), "a token is worth something once");
}

#[test]
fn an_address_that_is_none_or_has_a_part_in_the_game_is_refused() {
    let mut desk = Desk::open();
    for (to, why) in [
        ("clam@example.org", "goes to clam@example.org already"),
        ("MOLTKE@example.org", "has a part in this game"),
        ("anna@example.org", "has a part in this game"),
        ("clam@nowhere", "no mail address"),
    ] {
        let judgement = desk.send("clam", 1, |pen| pen.ask(Account::NewAddress(to.into())));
        assert!(refused(&judgement).contains(why), "{to}: {:?}", judgement.verdict);
        assert!(judgement.changes.is_empty());
    }
}

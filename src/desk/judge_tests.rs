//! The desk from letter to verdict, row by row.

use crate::answer::{Body, RefusalReason, To, Weight};
use crate::arrived::{Class, Duplicate, Trust, TurnTag};
use crate::record::{Change, HoldKind, LetterNo, Right, TurnHold, Verdict};
use crate::trial::told::{address, only_unit, receipt, refused, some};
use crate::trial::toys::id;
use crate::trial::{self, DEADLINE_MS, Desk, OPENED_MS, Pen, judge_among};
use crate::verdict::Judgement;
use crate::work::WRONG_PASSWORD;
use fieldpost_engine::wishes::{Wish, Wishes};
use fieldpost_grammar::Secret;
use fieldpost_grammar::letter::Account;

#[test]
fn a_new_password_counts_from_its_own_place_in_the_queue() {
    let mut desk = Desk::open();
    desk.send("benedek", 1, |pen| pen.unit("AU3IN", "11"));
    let change = |pen: Pen| pen.ask(Account::NewPassword(Secret::new("tulip-anvil-9"))).unit("AU3IN", "22");
    let changed = desk.send("benedek", 10, change);
    assert_eq!(changed.verdict, Verdict::Obeyed);
    assert!(receipt(&changed).done[0].contains("changed"));
    assert!(!format!("{changed:?}").contains("tulip"), "the new password must not be shown");
    let old = desk.send("benedek", 11, |pen| pen.unit("AU3IN", "33"));
    assert_eq!(refused(&old), WRONG_PASSWORD);
    let new = desk.send("benedek", 12, |pen| pen.password("tulip\u{2013}anvil\u{2013}9").unit("AU3IN", "44"));
    assert_eq!(new.verdict, Verdict::Obeyed);
    let late = desk.send("benedek", 9, |pen| pen.unit("AU1AQ", "55"));
    assert_eq!(late.verdict, Verdict::Obeyed, "earlier letters stand by the old password");
    assert_eq!(desk.stands("AU3IN"), some("benedek", "BID 44"));
}

#[test]
fn a_bad_new_password_is_refused_and_the_old_one_stays() {
    let mut desk = Desk::open();
    for bad in ["short", "benedek@example.org", "bohemia-1866"] {
        let judgement = desk.send("benedek", 1, |pen| pen.ask(Account::NewPassword(Secret::new(bad))));
        assert!(matches!(judgement.verdict, Verdict::Refused(_)), "{bad}");
        assert!(judgement.changes.is_empty(), "{bad}");
        assert_eq!(judgement.known.new_password, None, "{bad}");
    }
    let ask = |words: &str| Account::NewPassword(Secret::new(words));
    let two = desk.send("benedek", 1, |pen| pen.ask(ask("first-of-two")).ask(ask("second-of-two")));
    assert_eq!((two.verdict, two.changes.len()), (Verdict::PartlyObeyed, 1));
    let next = desk.send("benedek", 2, |pen| pen.password("second-of-two").unit("AU3IN", "11"));
    assert_eq!(next.verdict, Verdict::Obeyed);
}

#[test]
fn a_wrong_password_is_refused_without_a_hint_and_changes_nothing() {
    let mut desk = Desk::open();
    let arrived = desk.arrived("benedek", 1);
    let wrong_word = desk.judge(&Pen::of("benedek").password("guess").unit("AU3IN", "11"), &arrived);
    let arrived = desk.arrived("benedek", 1);
    let wrong_name = desk.judge(&Pen::of("nobody").unit("AU3IN", "11"), &arrived);
    assert_eq!(wrong_word.verdict, wrong_name.verdict);
    assert_eq!(wrong_word.answers, wrong_name.answers);
    assert!(wrong_word.changes.is_empty() && wrong_word.answers.len() == 1);
    assert_eq!(wrong_word.answers[0].weight, Weight::Error);
    assert_eq!(wrong_word.guesses.len(), 1);
    assert!(wrong_name.guesses.is_empty());
    let Body::Refusal(refusal) = &wrong_word.answers[0].body else { panic!() };
    assert_eq!(refusal.reason, RefusalReason::WrongPassword);
}

#[test]
fn a_stranger_gets_one_short_answer_or_none() {
    let mut desk = Desk::open();
    let mut arrived = desk.arrived("who@elsewhere.net", 1);
    let judgement = desk.judge(&Pen::default().unit("AU3IN", "11"), &arrived);
    assert_eq!(judgement.verdict, Verdict::Ignored("a stranger".into()));
    assert_eq!(judgement.answers.len(), 1);
    assert_eq!(
        (judgement.answers[0].weight, address(&judgement.answers[0])),
        (Weight::Stranger, "who@elsewhere.net")
    );
    arrived.suppress = true;
    assert!(desk.judge(&Pen::default(), &arrived).answers.is_empty());
    arrived.suppress = false;
    arrived.trust = Trust::Failed;
    assert!(desk.judge(&Pen::default(), &arrived).answers.is_empty());
    arrived.from = None;
    assert!(desk.judge(&Pen::default(), &arrived).answers.is_empty());
}

#[test]
fn a_letter_without_a_password_is_refused_but_may_ask_for_help() {
    let mut desk = Desk::open();
    let arrived = desk.arrived("benedek", 1);
    let bare = desk.judge(&Pen::default().unit("AU3IN", "11"), &arrived);
    assert_eq!(refused(&bare), "no password");
    assert!(bare.changes.is_empty());
    let help = desk.judge(&Pen::default().ask(Account::Help(None)), &arrived);
    assert_eq!(help.verdict, Verdict::Obeyed);
    assert_eq!(help.answers[0].errors, 0);
}

/// M-03: without a PLAYER line, the sender's own account is tried, then the unit's commander and deputy.
#[test]
fn whose_password_is_tried() {
    let mut desk = Desk::open();
    let clam = trial::password("clam");
    let arrived = desk.arrived("clam", 1);
    let by_address = desk.judge(&Pen::default().password(clam.expose()).unit("AU4IN", "11"), &arrived);
    assert_eq!(by_address.known.player.as_deref(), Some("clam"));
    let mut elsewhere = desk.arrived("clam@work.example", 2);
    let by_unit = desk.judge(&Pen::default().password(clam.expose()).unit("AU3IN", "11"), &elsewhere);
    assert_eq!(by_unit.known.player.as_deref(), Some("clam"), "the deputy, after the commander");
    assert_eq!(address(&by_unit.answers[0]), "clam@example.org");
    assert!(receipt(&by_unit).notes[0].contains("not your registered address"));
    assert!(by_unit.guesses.is_empty(), "a password that is somebody's was no guess at the others");
    elsewhere.receipt = trial::at(3);
    let named = desk.judge(&Pen::of("benedek").password(clam.expose()).unit("AU3IN", "11"), &elsewhere);
    assert_eq!(refused(&named), WRONG_PASSWORD, "the PLAYER line alone counts");
}

/// Rule 6.2: a password after each unit's id, each for itself.
#[test]
fn a_units_own_password_is_its_players() {
    let mut desk = Desk::open();
    let order = ["HIDE"];
    let pen = Pen::default()
        .block("AU3IN", Some("benedek-quill-maple"), &order, 0)
        .block("AU5LC", Some("gablenz-quill-maple"), &order, 0)
        .block("AU1CQ", Some("wrong"), &order, 0)
        .block("AU1AQ", None, &order, 0);
    let arrived = desk.arrived("somebody@elsewhere.net", 1);
    let judgement = desk.judge(&pen, &arrived);
    assert_eq!(judgement.verdict, Verdict::PartlyObeyed);
    assert_eq!(desk.stands("AU3IN"), some("benedek", "HIDE"));
    assert_eq!(desk.stands("AU5LC"), some("gablenz", "HIDE"));
    assert_eq!(desk.stands("AU1AQ"), some("benedek", "HIDE"), "one verified password serves the letter");
    assert_eq!(desk.stands("AU1CQ"), None);
    let to: Vec<&str> = judgement.answers.iter().map(address).collect();
    assert_eq!(to, ["benedek@example.org", "gablenz@example.org"]);
}

#[test]
fn at_most_eight_checks_a_letter() {
    let mut desk = Desk::open();
    let order = ["HIDE"];
    let mut pen = Pen::default();
    for place in 0..12 {
        pen = pen.block("AU5LC", Some(&format!("guess-{place}")), &order, 0);
    }
    let arrived = desk.arrived("who@elsewhere.net", 1);
    let judgement = desk.judge(&pen, &arrived);
    // Each in two forms: `guess 1` and `guess-1`.
    assert_eq!(judgement.guesses.len(), 4);
    assert!(refused(&judgement).contains("not all of that was tried"));
}

#[test]
fn forged_senders_are_held_until_the_registered_address_confirms() {
    let mut desk = Desk::open();
    let mut arrived = desk.arrived("benedek", 1);
    arrived.trust = Trust::Failed;
    let pen = Pen::of("benedek").unit("AU3IN", "11").ask(Account::NewPassword(Secret::new("tulip-anvil-9")));
    let held = desk.judge(&pen, &arrived);
    assert!(matches!(held.verdict, Verdict::Held(_)) && !held.verdict.is_final());
    assert_eq!(desk.stands("AU3IN"), None);
    let Body::Held(notice) = &held.answers[0].body else { panic!() };
    assert_eq!((address(&held.answers[0]), notice.units.clone()), ("benedek@example.org", vec![id("AU3IN")]));
    let confirm = Pen::default().ask(Account::Confirm(notice.token.to_uppercase()));
    let stranger = desk.arrived("who@elsewhere.net", 2);
    assert!(desk.judge(&confirm, &stranger).changes.is_empty(), "from the registered address only");
    let from_home = desk.arrived("benedek", 2);
    let released = desk.judge(&confirm, &from_home);
    assert_eq!(released.verdict, Verdict::Obeyed);
    assert!(matches!(released.changes[..], [Change::Release { letter: LetterNo(1), .. }]));
    assert!(desk.game.held.is_empty());
    arrived.confirmed = true;
    arrived.known = Some(held.known.clone());
    let mut masked = pen.clone();
    masked.letter.password = None;
    let judged = desk.judge(&masked, &arrived);
    assert_eq!(judged.verdict, Verdict::Obeyed);
    assert_eq!(desk.stands("AU3IN"), some("benedek", "BID 11"));
    let later = desk.arrived("benedek", 3);
    assert_eq!(
        desk.judge(&Pen::of("benedek").password("tulip-anvil-9").unit("AU3IN", "22"), &later).verdict,
        Verdict::Obeyed
    );
    let again = desk.arrived("benedek", 4);
    assert!(refused(&desk.judge(&confirm, &again)).contains("no letter waits"), "a token works once");
}

#[test]
fn automatic_mail_is_ignored_unless_it_holds_a_right_password() {
    let mut desk = Desk::open();
    let mut arrived = desk.arrived("benedek", 1);
    arrived.class = Class::Automatic("Auto-Submitted: auto-replied".into());
    for pen in [Pen::default(), Pen::default().password("wrong"), Pen::default().ask(Account::Help(None))] {
        let judgement = desk.judge(&pen, &arrived);
        assert!(matches!(judgement.verdict, Verdict::Ignored(_)), "{judgement:?}");
        assert!(judgement.answers.is_empty() && judgement.changes.is_empty());
    }
    let held = desk.judge(&Pen::of("benedek").unit("AU3IN", "11"), &arrived);
    assert!(matches!(held.verdict, Verdict::Held(_)));
    assert_eq!(held.answers.iter().map(address).collect::<Vec<_>>(), ["benedek@example.org", "the GA"]);
    let Body::Held(copy) = &held.answers[1].body else { panic!() };
    assert_eq!(copy.token, "");
    for class in [Class::Bounce, Class::OwnLoop] {
        arrived.class = class;
        let judgement = desk.judge(&Pen::of("benedek").unit("AU3IN", "11"), &arrived);
        assert!(matches!(judgement.verdict, Verdict::Ignored(_)) && judgement.answers.is_empty());
    }
}

#[test]
fn a_copy_is_ignored_and_its_answer_sent_again_at_most_once() {
    let mut desk = Desk::open();
    let mut arrived = desk.arrived("benedek", 1);
    arrived.duplicate = Some(Duplicate { of: LetterNo(7), answered: false });
    let pen = Pen::of("benedek").unit("AU3IN", "11");
    let copy = desk.judge(&pen, &arrived);
    assert_eq!(copy.verdict, Verdict::Ignored("a copy of letter 7".into()));
    assert!(matches!(copy.answers[0].body, Body::Again { letter: LetterNo(7) }));
    assert_eq!(copy.answers[0].to, To::AsStored);
    arrived.duplicate = Some(Duplicate { of: LetterNo(7), answered: true });
    assert!(desk.judge(&pen, &arrived).answers.is_empty());
    assert_eq!(desk.stands("AU3IN"), None);
}

#[test]
fn the_deadline_is_inclusive_to_the_second() {
    let mut desk = Desk::open();
    let pen = Pen::of("benedek").unit("AU3IN", "11");
    let mut arrived = desk.arrived("benedek", 1);
    arrived.receipt.at_ms = DEADLINE_MS + 999;
    assert_eq!(desk.judge(&pen, &arrived).verdict, Verdict::Obeyed);
    arrived.receipt.at_ms = DEADLINE_MS + 1_000;
    let late = desk.judge(&pen, &arrived);
    assert!(refused(&late).starts_with("turn 3 is closed"), "{late:?}");
    assert!(late.changes.is_empty());
    assert_eq!(receipt(&late).deadline.local, "Sun 12 Jul 2026 20:00:00 CEST");
    desk.game.settings.grace_ms = 5_000;
    assert_eq!(desk.judge(&pen, &arrived).verdict, Verdict::Obeyed);
    desk.game.opening.is_closed = true;
    arrived.receipt.at_ms = DEADLINE_MS;
    assert!(refused(&desk.judge(&pen, &arrived)).contains("after the turn had been closed"));
    desk.game.opening.is_closed = false;
    arrived.receipt.at_ms = OPENED_MS - 1;
    assert!(refused(&desk.judge(&pen, &arrived)).starts_with("turn 2 is closed"));
}

/// A turn that is held for orders that are missing takes them after its deadline; one that is held for something else does not.
#[test]
fn a_turn_that_waits_for_orders_takes_them_after_the_deadline() {
    let mut desk = Desk::open();
    let pen = Pen::of("benedek").unit("AU3IN", "11");
    let mut arrived = desk.arrived("benedek", 1);
    let mut judged = |desk: &mut Desk, hold: Option<HoldKind>, at_ms| {
        desk.game.hold = hold.map(|kind| TurnHold { kind, ..TurnHold::other("orders are missing") });
        arrived.receipt.at_ms = at_ms;
        desk.judge(&pen, &arrived)
    };
    let late = DEADLINE_MS + 1_000;
    for hold in [None, Some(HoldKind::Other)] {
        assert!(refused(&judged(&mut desk, hold, late)).starts_with("turn 3 is closed"), "{hold:?}");
    }
    let says_so =
        |judgement: &Judgement| receipt(judgement).done.iter().any(|words| words.contains("is held"));
    let taken = judged(&mut desk, Some(HoldKind::MissingOrders), late);
    assert_eq!((taken.verdict.clone(), says_so(&taken)), (Verdict::Obeyed, true));
    let in_time = judged(&mut desk, Some(HoldKind::MissingOrders), late - 1);
    assert_eq!((in_time.verdict.clone(), says_so(&in_time)), (Verdict::Obeyed, false));
}

#[test]
fn a_closed_turn_still_answers_questions() {
    let mut desk = Desk::open();
    let mut arrived = desk.arrived("benedek", 1);
    arrived.receipt.at_ms = DEADLINE_MS + 5_000;
    let status = desk.judge(&Pen::of("benedek").ask(Account::Status), &arrived);
    assert_eq!(status.verdict, Verdict::Obeyed);
    assert_eq!(receipt(&status).refused, None);
    assert!(!receipt(&status).status.as_ref().unwrap().is_open);
    let both = desk.judge(&Pen::of("benedek").ask(Account::Status).unit("AU3IN", "11"), &arrived);
    assert_eq!(both.verdict, Verdict::PartlyObeyed);
    assert!(both.changes.is_empty() && receipt(&both).refused.is_some());
}

#[test]
fn a_letter_for_another_turn_is_refused_with_a_clear_word() {
    let mut desk = Desk::open();
    let past = desk.send("benedek", 1, |pen| pen.turn(2).unit("AU3IN", "11"));
    assert_eq!(refused(&past), "your letter is for turn 2, which is over; the open turn is 3");
    assert!(past.changes.is_empty());
    let right = desk.send("benedek", 1, |pen| pen.turn(3).unit("AU3IN", "11"));
    assert_eq!(right.verdict, Verdict::Obeyed);
}

/// M-04: a reply to an earlier turn's mail counts only with a TURN line.
#[test]
fn a_reply_to_an_earlier_turns_mail_must_name_the_turn() {
    let mut desk = Desk::open();
    let mut arrived = desk.arrived("benedek", 1);
    arrived.answers = Some(TurnTag { game: None, turn: 2 });
    let old = desk.judge(&Pen::of("benedek").unit("AU3IN", "11"), &arrived);
    assert!(refused(&old).ends_with("send it again with the line TURN 3"), "{old:?}");
    let named = desk.judge(&Pen::of("benedek").turn(3).unit("AU3IN", "11"), &arrived);
    assert_eq!(named.verdict, Verdict::Obeyed);
    arrived.answers = Some(TurnTag { game: Some(desk.game.name().clone()), turn: 2 });
    assert!(matches!(
        desk.judge(&Pen::of("benedek").unit("AU3IN", "11"), &arrived).verdict,
        Verdict::Refused(_)
    ));
    arrived.answers = Some(TurnTag { game: None, turn: 3 });
    assert_eq!(desk.judge(&Pen::of("benedek").unit("AU3IN", "11"), &arrived).verdict, Verdict::Obeyed);
}

#[test]
fn the_game_is_found_by_line_tag_subject_or_address() {
    let (bohemia, italy) = (trial::toys::named("bohemia-1866"), trial::toys::named("italy-1859"));
    let mut lonely = trial::toys::named("lonely");
    lonely.accounts.clear();
    let mut memory = trial::memory();
    let mut desk = Desk::open();
    let base = desk.arrived("benedek", 1);
    let mut find = |pen: &Pen, tags: &[&str], subject: &str, two: bool| {
        let mut arrived = base.clone();
        arrived.tags = tags.iter().map(|tag| (*tag).to_string()).collect();
        arrived.subject = subject.into();
        let games = if two { vec![&bohemia, &italy] } else { vec![&bohemia, &lonely] };
        let judgement = judge_among(&games, &pen.letter, &arrived, &mut memory);
        judgement.game.map(|game| game.0).ok_or(judgement.verdict)
    };
    let pen = Pen::of("benedek").unit("AU3IN", "11");
    assert_eq!(find(&pen.clone().game("Italy-1859"), &[], "", true).unwrap(), "italy-1859");
    assert_eq!(find(&pen.clone().game("the war of italy-1859"), &[], "", true).unwrap(), "italy-1859");
    assert_eq!(find(&pen, &["b", "italy-1859"], "", true).unwrap(), "italy-1859");
    assert_eq!(find(&pen, &[], "Re: [italy-1859 T3] Receipt", true).unwrap(), "italy-1859");
    assert_eq!(find(&pen, &[], "orders", false).unwrap(), "bohemia-1866");
    assert!(
        matches!(find(&pen, &[], "orders", true), Err(Verdict::Refused(why)) if why.contains("does not say"))
    );
    let conflict = find(&pen.clone().game("bohemia-1866"), &["italy-1859"], "", true);
    assert!(matches!(conflict, Err(Verdict::Refused(why)) if why.contains("two games")));
    let unknown = find(&pen.game("nowhere"), &[], "", true);
    assert!(matches!(unknown, Err(Verdict::Refused(why)) if why.contains("nowhere")));
}

#[test]
fn an_enemys_unit_and_one_that_does_not_exist_are_answered_alike() {
    let mut desk = Desk::open();
    let enemy = desk.send("benedek", 1, |pen| pen.unit("PR1IN", "11"));
    let nobody = desk.send("benedek", 1, |pen| pen.unit("PR9IN", "11"));
    let words = |judgement: &Judgement| refused(judgement).replace("PR1IN", "X").replace("PR9IN", "X");
    assert_eq!(words(&enemy), words(&nobody));
    assert!(only_unit(&enemy).in_force.is_none() && only_unit(&nobody).in_force.is_none());
    let near = desk.send("benedek", 1, |pen| pen.unit("AU33IN", "11"));
    assert!(refused(&near).ends_with("isn't yours. Did you mean AU3IN?"));
}

#[test]
fn check_and_test_file_nothing() {
    let mut desk = Desk::open();
    for ask in [Account::Check, Account::Test] {
        let judgement = desk.send("benedek", 1, |pen| pen.ask(ask.clone()).unit("AU3IN", "11"));
        assert_eq!(judgement.verdict, Verdict::Obeyed);
        assert!(judgement.changes.is_empty());
        let receipt = receipt(&judgement);
        assert!(receipt.only_checked && receipt.units[0].counts);
        assert_eq!(receipt.reading.is_some(), ask == Account::Test);
    }
    assert_eq!(desk.stands("AU3IN"), None);
}

#[test]
fn show_orders_lists_every_unit_with_what_stands_or_the_default() {
    let mut desk = Desk::open();
    desk.send("benedek", 1, |pen| pen.unit("AU3IN", "11"));
    desk.send("gyulai", 2, |pen| pen.assign("AU5LC", "clam", None));
    let judgement = desk.send("clam", 3, |pen| pen.ask(Account::ShowOrders));
    let standing = receipt(&judgement).standing.as_ref().unwrap();
    let rows: Vec<_> =
        standing.iter().map(|row| (row.unit.to_string(), row.right, row.standing.by.clone())).collect();
    let (commander, deputy) = (Right::Commander, Right::Deputy);
    assert_eq!(
        rows,
        [
            ("AU1CQ".into(), commander, None),
            ("AU2CQ".into(), commander, None),
            ("AU3IN".into(), deputy, Some("benedek".into())),
            ("AU4IN".into(), commander, None),
            ("AU5LC".into(), commander, None),
        ]
    );
    assert!(!judgement.answers[0].replaceable);
    assert_eq!(receipt(&judgement).standing_offices, Vec::<String>::new());
    // Issue 38: who has an office sees what stands of it, and of two words on one unit the later.
    let minister = desk.send("gyulai", 4, |pen| pen.ask(Account::ShowOrders));
    assert_eq!(receipt(&minister).standing_offices, ["GIVE AU5LC TO clam"]);
    desk.send("gyulai", 5, |pen| pen.assign("AU5LC", "benedek", None));
    let later = desk.send("gyulai", 6, |pen| pen.ask(Account::ShowOrders));
    assert_eq!(receipt(&later).standing_offices, ["GIVE AU5LC TO benedek"]);
}

/// Issue 38: an order for a unit that is lost names no other; only who ordered it himself learns that it was there.
#[test]
fn an_order_for_a_unit_that_is_no_more_says_so() {
    let mut desk = Desk::open();
    desk.send("benedek", 1, |pen| pen.unit("AU3IN", "11"));
    let mut book = desk.game.book.clone();
    let filed = book.units.remove(&id("AU3IN")).unwrap();
    book.units.insert(id("AU9IN"), filed);
    book.turn = 3;
    desk.game.earlier = std::sync::Arc::new([book].into_iter().collect());
    let why = refused(&desk.send("benedek", 2, |pen| pen.unit("AU9IN", "22"))).to_owned();
    assert!(why.starts_with("AU9IN is no more: you ordered it last for turn 3"), "{why}");
    let other = refused(&desk.send("clam", 3, |pen| pen.unit("AU9IN", "22"))).to_owned();
    assert!(other.starts_with("AU9IN isn't yours"), "{other}");
}

/// ADVISE asks the office for the machine's letter, once however often it stands there; not where the game forbids it.
#[test]
fn advice_is_asked_of_the_office_where_the_game_allows_it() {
    let mut desk = Desk::open();
    let ask = |pen: Pen| pen.ask(Account::Advise).ask(Account::Advise);
    let wanted = |judgement: &Judgement| {
        let answers = judgement.answers.iter();
        answers
            .filter(|answer| matches!(&answer.body, Body::Advice(wanted) if wanted.player == "clam"))
            .count()
    };
    let judgement = desk.send("clam", 1, ask);
    assert_eq!((wanted(&judgement), &judgement.verdict), (1, &Verdict::Obeyed));
    // A letter with nothing else has a receipt that says where the answer is.
    assert_eq!(receipt(&judgement).done, ["The advice that you asked for comes in a mail of its own."]);
    assert!(judgement.changes.iter().all(|change| !matches!(change, Change::Unit { .. })));
    desk.game.settings.advice_forbidden = true;
    let judgement = desk.send("clam", 2, ask);
    assert_eq!(wanted(&judgement), 0);
    assert!(receipt(&judgement).complaints[0].why.contains("no advice"));
}

#[test]
fn status_and_reports() {
    let mut desk = Desk::open();
    desk.send("clam", 1, |pen| pen.unit("AU4IN", "11"));
    let pen = |pen: Pen| {
        pen.ask(Account::Status)
            .ask(Account::SendReport(None))
            .ask(Account::SendReport(Some(2)))
            .ask(Account::SendReport(Some(3)))
            .ask(Account::SetReports(vec![Wish::Text, Wish::Zipped]))
            .ask(Account::SetReports(vec![Wish::Html]))
    };
    let judgement = desk.send("clam", 2, pen);
    assert_eq!(judgement.verdict, Verdict::PartlyObeyed);
    let status = receipt(&judgement).status.as_ref().unwrap();
    assert_eq!((status.commands, status.deputises, status.is_open), (3, 1, true));
    assert_eq!(status.without_orders, [id("AU1CQ"), id("AU2CQ"), id("AU3IN")]);
    let reports = judgement.answers.iter().filter(|answer| matches!(answer.body, Body::Report(_))).count();
    assert_eq!(reports, 2);
    let wishes = desk.game.account("clam").unwrap().wishes();
    assert_eq!(
        wishes,
        Wishes { zipped: true, ..Wishes::default() },
        "the later line changes only what it names"
    );
    let said = receipt(&judgement).done.join(" ");
    assert!(said.contains("plain text only") && said.contains("HTML with pictures"), "{said}");
    assert_eq!(status.report_wishes, "ZIPPED");
}

#[test]
fn the_same_letter_gets_the_same_judgement() {
    let mut desk = Desk::open();
    let arrived = desk.arrived("benedek", 1);
    let pen = Pen::of("benedek").unit("AU3IN", "11").ask(Account::NewPassword(Secret::new("tulip-anvil-9")));
    let fresh = judge_among(&[&desk.game], &pen.letter, &arrived, &mut trial::memory());
    let remembered = judge_among(&[&desk.game], &pen.letter, &arrived, &mut desk.memory);
    let again = judge_among(&[&desk.game], &pen.letter, &arrived, &mut desk.memory);
    assert_eq!(fresh, remembered);
    assert_eq!(remembered, again);
}

#[test]
fn a_letter_that_says_nothing_is_refused() {
    let mut desk = Desk::open();
    let judgement = desk.send("benedek", 1, |pen| pen);
    assert!(refused(&judgement).contains("nothing in the letter"));
    assert_eq!(receipt(&judgement).refused.as_deref(), Some(refused(&judgement)));
    assert_eq!(judgement.answers[0].errors, 1);
    let mut arrived = desk.arrived("benedek", 2);
    arrived.ignored.orders_in_it = true;
    let quoted = desk.judge(&Pen::of("benedek"), &arrived);
    assert!(refused(&quoted).contains("quoted or forwarded text"));
    assert!(receipt(&quoted).notes.is_empty(), "said once");
}

/// Rule 13.1: the commander or the War Minister inactivates, the deputy does not.
#[test]
fn a_deputy_does_not_seal() {
    let mut desk = Desk::open();
    let rest = "SEAL";
    let only = desk.send("gablenz", 1, |pen| pen.block("AU4IN", None, &[rest], 0));
    assert!(refused(&only).contains("rule 2"), "{only:?}");
    let with_more = [rest, "HIDE"];
    let partly = desk.send("gablenz", 2, |pen| pen.block("AU4IN", None, &with_more, 0));
    assert_eq!(partly.verdict, Verdict::PartlyObeyed);
    assert_eq!(only_unit(&partly).in_force.as_ref().unwrap().lines, ["HIDE"]);
    assert_eq!(only_unit(&partly).complaints.len(), 1);
    let commander = desk.send("clam", 3, |pen| pen.block("AU4IN", None, &[rest], 0));
    assert_eq!(commander.verdict, Verdict::Obeyed);
}

#[test]
fn a_letter_asks_for_so_many_things_and_no_more() {
    let mut desk = Desk::open();
    let judgement = desk.send("benedek", 1, |pen| {
        (0..70).fold(pen, |pen, turn| pen.ask(Account::SendReport(Some(turn % 3))).ask(Account::Help(None)))
    });
    let reports = judgement.answers.iter().filter(|answer| matches!(answer.body, Body::Report(_))).count();
    assert_eq!(reports, 3, "each report once");
    assert_eq!(receipt(&judgement).help.len(), 25);
    assert!(receipt(&judgement).complaints.iter().any(|complaint| complaint.why.contains("at most 50")));
    assert_eq!(judgement.verdict, Verdict::PartlyObeyed);
}

#[test]
fn a_password_that_others_received_is_warned_of() {
    let mut desk = Desk::open();
    let mut arrived = desk.arrived("benedek", 1);
    arrived.other_recipients = true;
    let judgement = desk.judge(&Pen::of("benedek").unit("AU3IN", "11"), &arrived);
    assert!(receipt(&judgement).notes[0].contains("NEW PASSWORD"));
    let mut arrived = desk.arrived("benedek", 1);
    arrived.subject_password = Some(trial::password("benedek"));
    let mut pen = Pen::of("benedek").unit("AU3IN", "11");
    pen.letter.password = None;
    let judgement = desk.judge(&pen, &arrived);
    assert_eq!(judgement.verdict, Verdict::Obeyed);
    assert!(receipt(&judgement).notes[0].contains("Subject"));
}

#[test]
fn what_would_fail_is_foreseen_and_filed_all_the_same() {
    let mut desk = Desk::open();
    let march = ["BID 99"];
    let judgement = desk.send("benedek", 1, |pen| pen.block("AU3IN", None, &march, 0));
    assert_eq!(judgement.verdict, Verdict::Obeyed);
    let unit = only_unit(&judgement);
    assert!(unit.counts && unit.foreseen[0].words().contains("99 are more than the 40 coins"), "{unit:?}");
    assert_eq!((judgement.answers[0].errors, receipt(&judgement).fail), (0, 1));
}

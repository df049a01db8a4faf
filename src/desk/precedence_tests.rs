//! Precedence, from letters to what stands: rules 6.1 and 6.11, the page "ordseq", decisions M-01 to M-05.

use crate::answer::{Answer, Body};
use crate::close::close;
use crate::record::Verdict;
use crate::trial::told::{address, news, only_unit, receipt, refused, some};
use crate::trial::toys::id;
use crate::trial::{Desk, Pen};
use crate::verdict::Judgement;
use fieldpost_grammar::letter::Account;

/// The example of the page "ordseq", step by step: A/B are commander and deputy of AU4IN, then Y/Z.
#[test]
fn the_ordseq_example_step_by_step() {
    let (a, b, y, z) = ("clam", "gablenz", "benedek", "albert");
    let mut desk = Desk::open();
    let first = desk.send(b, 1, |pen| pen.unit("AU4IN", "11"));
    assert_eq!(first.verdict, Verdict::Obeyed);
    assert_eq!(desk.stands("AU4IN"), some(b, "BID 11"));
    let assigned = desk.send("gyulai", 2, |pen| pen.assign("AU4IN", y, Some(z)));
    assert_eq!(assigned.verdict, Verdict::Obeyed);
    let rejected = desk.send(a, 3, |pen| pen.unit("AU4IN", "22"));
    assert!(refused(&rejected).contains("isn't yours"));
    assert_eq!(desk.stands("AU4IN"), some(b, "BID 11"));
    let displacing = desk.send(y, 4, |pen| pen.unit("AU4IN", "33"));
    assert_eq!(displacing.verdict, Verdict::Obeyed);
    assert_eq!(only_unit(&displacing).replaced.as_ref().unwrap().by.as_deref(), Some(b));
    let discarded = desk.send(z, 5, |pen| pen.unit("AU4IN", "44"));
    assert!(refused(&discarded).contains("a deputy's order does not displace"));
    assert_eq!(desk.stands("AU4IN"), some(y, "BID 33"));
}

#[test]
fn a_former_commanders_order_yields_only_to_the_new_commander() {
    let mut desk = Desk::open();
    desk.send("clam", 1, |pen| pen.unit("AU4IN", "11"));
    desk.send("gyulai", 2, |pen| pen.assign("AU4IN", "benedek", Some("albert")));
    let deputy = desk.send("albert", 3, |pen| pen.unit("AU4IN", "22"));
    assert!(matches!(deputy.verdict, Verdict::Refused(_)));
    assert_eq!(desk.stands("AU4IN"), some("clam", "BID 11"));
    let commander = desk.send("benedek", 4, |pen| pen.unit("AU4IN", "33"));
    assert_eq!(desk.stands("AU4IN"), some("benedek", "BID 33"));
    let told = news(&commander);
    assert_eq!(told.len(), 1);
    assert!(told[0].0 == "clam" && told[0].1.contains("no longer counts: benedek"), "{told:?}");
    let is_late = |answer: &Answer| matches!(&answer.body, Body::News(notice) if notice.found_late);
    assert!(!commander.answers.iter().any(is_late), "it is the newest there is");
}

#[test]
fn a_former_deputys_order_yields_to_the_new_deputy() {
    let mut desk = Desk::open();
    desk.send("gablenz", 1, |pen| pen.unit("AU4IN", "11"));
    desk.send("gyulai", 2, |pen| pen.assign("AU4IN", "benedek", Some("albert")));
    let deputy = desk.send("albert", 3, |pen| pen.unit("AU4IN", "22"));
    assert_eq!(deputy.verdict, Verdict::Obeyed);
    assert_eq!(desk.stands("AU4IN"), some("albert", "BID 22"));
}

#[test]
fn an_assignment_counts_for_the_lines_below_it_in_the_same_letter() {
    let mut desk = Desk::open();
    let pen = |pen: Pen| pen.unit("AU5LC", "11").assign("AU5LC", "gyulai", None).unit("AU5LC", "22");
    let judgement = desk.send("gyulai", 1, pen);
    assert_eq!(judgement.verdict, Verdict::PartlyObeyed);
    assert_eq!(desk.stands("AU5LC"), some("gyulai", "BID 22"));
    assert!(news(&judgement).contains(&("gablenz".into(), "it is now commanded by gyulai".into())));
    let alone = Desk::open().send("gyulai", 1, |pen| pen.assign("AU5LC", "clam", None));
    let is_late = |answer: &Answer| matches!(&answer.body, Body::News(notice) if notice.found_late);
    assert!(!alone.answers.iter().any(is_late), "nothing came before it");
}

#[test]
fn the_last_order_of_the_commander_stands_and_replaces_the_whole_order() {
    let mut desk = Desk::open();
    desk.send("benedek", 1, |pen| pen.unit("AU3IN", "11").unit("AU1AQ", "99"));
    let second = desk.send("benedek", 2, |pen| pen.unit("AU3IN", "22"));
    assert_eq!(desk.stands("AU3IN"), some("benedek", "BID 22"));
    assert_eq!(desk.stands("AU1AQ"), some("benedek", "BID 99"));
    let unit = only_unit(&second);
    assert!(unit.counts && unit.why_not.is_none());
    assert_eq!(unit.in_force.as_ref().unwrap().lines, ["BID 22"]);
    assert_eq!(unit.replaced.as_ref().unwrap().lines, ["BID 11"]);
}

#[test]
fn a_block_of_which_nothing_could_be_read_never_displaces_a_good_one() {
    let mut desk = Desk::open();
    desk.send("benedek", 1, |pen| pen.unit("AU3IN", "11"));
    let bad = desk.send("benedek", 2, |pen| pen.block("AU3IN", None, &[], 2));
    assert!(refused(&bad).contains("MARHC is no order"));
    assert_eq!(bad.answers[0].errors, 2, "one for each line");
    assert_eq!(desk.stands("AU3IN"), some("benedek", "BID 11"));
    assert_eq!(only_unit(&bad).in_force.as_ref().unwrap().lines, ["BID 11"]);
    let empty = desk.send("benedek", 3, |pen| pen.block("AU3IN", None, &[], 0));
    assert_eq!(
        (empty.verdict, empty.answers[0].errors),
        (Verdict::Obeyed, 0),
        "as the order template has it"
    );
    assert_eq!(desk.stands("AU3IN"), some("benedek", "BID 11"));
    let partly = desk.send("benedek", 4, |pen| pen.block("AU3IN", None, &["HIDE"], 1));
    assert_eq!(partly.verdict, Verdict::PartlyObeyed);
    assert_eq!(partly.answers[0].errors, 1);
    assert_eq!(desk.stands("AU3IN"), some("benedek", "HIDE"));
    assert_eq!(only_unit(&partly).dropped, ["BID 11"], "the player is told what holds no longer");
}

#[test]
fn cancelling_clears_and_lets_the_deputy_order_again() {
    let mut desk = Desk::open();
    desk.send("benedek", 1, |pen| pen.unit("AU3IN", "11"));
    let deputy = desk.send("clam", 2, |pen| pen.ask(Account::CancelOrders(vec![id("AU3IN")])));
    assert!(matches!(deputy.verdict, Verdict::Refused(_)));
    assert_eq!(desk.stands("AU3IN"), some("benedek", "BID 11"));
    let commander = desk.send("benedek", 3, |pen| pen.ask(Account::CancelOrders(Vec::new())));
    assert_eq!(commander.verdict, Verdict::Obeyed);
    assert_eq!(desk.stands("AU3IN"), None);
    let unit = only_unit(&commander);
    assert!(unit.counts && unit.in_force.as_ref().unwrap().is_default);
    assert_eq!(unit.in_force.as_ref().unwrap().lines, ["BID 1"]);
    desk.send("clam", 4, |pen| pen.unit("AU3IN", "22"));
    assert_eq!(desk.stands("AU3IN"), some("clam", "BID 22"));
    let nothing = desk.send("benedek", 5, |pen| pen.ask(Account::CancelOrders(Vec::new())));
    assert_eq!(nothing.verdict, Verdict::Obeyed);
    assert_eq!(desk.stands("AU3IN"), None);
}

#[test]
fn a_letter_found_late_counts_from_its_receipt_and_tells_whom_it_displaces() {
    let mut desk = Desk::open();
    let deputy = desk.send("clam", 10, |pen| pen.unit("AU3IN", "11"));
    assert_eq!(deputy.verdict, Verdict::Obeyed);
    let late = desk.send("benedek", 5, |pen| pen.unit("AU3IN", "22"));
    assert_eq!(late.verdict, Verdict::Obeyed);
    assert_eq!(desk.stands("AU3IN"), some("benedek", "BID 22"));
    let told = news(&late);
    assert!(told.len() == 1 && told[0].0 == "clam", "{told:?}");
    assert!(
        late.answers.iter().any(|answer| matches!(&answer.body, Body::News(notice) if notice.found_late))
    );
    let older = desk.send("benedek", 4, |pen| pen.unit("AU3IN", "33"));
    assert_eq!(older.verdict, Verdict::Obeyed);
    assert_eq!(desk.stands("AU3IN"), some("benedek", "BID 22"));
    assert!(only_unit(&older).why_not.as_ref().unwrap().contains("is newer and stands"));
    assert!(news(&older).is_empty());
}

#[test]
fn an_assignment_found_late_counts_for_letters_judged_after_it() {
    let mut desk = Desk::open();
    desk.send("gablenz", 10, |pen| pen.unit("AU5LC", "11"));
    desk.send("gyulai", 5, |pen| pen.assign("AU5LC", "clam", None));
    assert_eq!(desk.stands("AU5LC"), some("gablenz", "BID 11"));
    let before = desk.send("clam", 4, |pen| pen.unit("AU5LC", "22"));
    assert!(matches!(before.verdict, Verdict::Refused(_)));
    let after = desk.send("clam", 6, |pen| pen.unit("AU5LC", "33"));
    assert_eq!(after.verdict, Verdict::Obeyed);
    assert_eq!(desk.stands("AU5LC"), some("gablenz", "BID 11"));
    let relieved = desk.send("gablenz", 20, |pen| pen.unit("AU5LC", "44"));
    assert!(matches!(relieved.verdict, Verdict::Refused(_)));
}

/// A banker seals chests that others command; their orders stand.
#[test]
fn the_word_of_an_office_stands_beside_the_commanders_order() {
    let mut desk = Desk::open();
    desk.send("benedek", 1, |pen| pen.unit("AU3IN", "11"));
    let merge = ["SEAL"];
    let merged = desk.send("gyulai", 2, |pen| pen.block("AU3IN", None, &merge, 0));
    assert_eq!(merged.verdict, Verdict::Obeyed);
    assert!(only_unit(&merged).counts);
    assert_eq!(desk.stands("AU3IN"), some("benedek", "BID 11"));
    let block = &crate::close::close(&desk.game).book.blocks[0];
    assert_eq!(
        (&*block.lines.as_ref().unwrap()[0].words, &*block.word_of_office[0].words),
        ("BID 11", "SEAL")
    );
    let march = desk.send("gyulai", 3, |pen| pen.unit("AU3IN", "22"));
    assert!(matches!(march.verdict, Verdict::Refused(_)));
    desk.send("gyulai", 4, |pen| pen.ask(Account::CancelOrders(vec![id("AU3IN")])));
    assert!(crate::close::close(&desk.game).book.blocks[0].word_of_office.is_empty());
    let enemy = desk.send("moltke", 5, |pen| pen.block("AU3IN", None, &merge, 0));
    assert!(matches!(enemy.verdict, Verdict::Refused(_)));
}

#[test]
fn a_receipt_tells_what_others_changed_since_the_last_letter() {
    let mut desk = Desk::open();
    desk.send("clam", 1, |pen| pen.unit("AU3IN", "11"));
    desk.send("benedek", 2, |pen| pen.unit("AU3IN", "22"));
    let judgement = desk.send("clam", 3, |pen| pen.unit("AU3IN", "33"));
    let news = &receipt(&judgement).news;
    assert!(news.len() == 1 && news[0].words.starts_with("benedek has ordered it"), "{news:?}");
    let again = desk.send("clam", 4, |pen| pen.unit("AU3IN", "44"));
    assert!(receipt(&again).news.is_empty());
}

/// M-07: who commands too much at the close loses what he was given last, and he and the giver are told; what he was ordered
/// meanwhile stands.
#[test]
fn what_is_too_much_at_the_close_is_taken_back_newest_first_and_told() {
    let mut desk = Desk::open();
    let fits = desk.send("gyulai", 1, |pen| pen.assign("AU4IN", "benedek", None));
    let result = |judgement: &Judgement| receipt(judgement).offices[0].result.clone().unwrap();
    assert_eq!(result(&fits), "AU4IN is commanded by benedek, with gablenz as deputy");
    let over = desk.send("gyulai", 2, |pen| pen.assign("AU5LC", "benedek", None));
    assert!(result(&over).contains("undone (rule 4)"), "{over:?}");
    desk.send("benedek", 3, |pen| pen.unit("AU5LC", "7"));
    let closed = close(&desk.game);
    let undone = closed.undone.iter().map(|filed| &*filed.order.words).collect::<Vec<_>>();
    assert_eq!(undone, ["GIVE AU5LC TO benedek"]);
    let commander = |unit| desk.game.name_of(closed.book.seats[&id(unit)].commander);
    assert_eq!((commander("AU4IN"), commander("AU5LC")), ("benedek", "gablenz"));
    assert_eq!(&*closed.book.blocks[0].lines.as_ref().unwrap()[0].words, "BID 7");
    let told = closed.answers.iter().map(address).collect::<Vec<_>>();
    assert_eq!(told, ["gyulai@example.org", "benedek@example.org"]);
    assert!(close(&Desk::open().game).answers.is_empty());
}

/// the game is told in which order the orders came that stand.
#[test]
fn orders_are_handed_over_in_the_order_in_which_they_were_received() {
    let mut desk = Desk::open();
    desk.send("benedek", 1, |pen| pen.unit("AU1AQ", "2"));
    desk.send("gablenz", 2, |pen| pen.unit("AU5LC", "3"));
    desk.send("clam", 3, |pen| pen.unit("AU2CQ", "4").unit("AU1CQ", "5"));
    desk.send("benedek", 4, |pen| pen.unit("AU1AQ", "6"));
    desk.send("gablenz", 5, |pen| pen.ask(Account::CancelOrders(vec![id("AU5LC")])));
    assert_eq!(close(&desk.game).book.received, ["AU1CQ", "AU2CQ", "AU1AQ"].map(id));
}

/// An order that the game does not take is complained of, and the others of the block are filed.
#[test]
fn a_line_that_the_game_does_not_take_leaves_the_others_of_its_block() {
    let mut desk = Desk::open();
    let judgement = desk.send("benedek", 1, |pen| pen.block("AU3IN", None, &["DANCE", "BID 5"], 0));
    assert_eq!(judgement.verdict, Verdict::PartlyObeyed);
    assert_eq!(desk.stands("AU3IN"), some("benedek", "BID 5"));
    assert_eq!(only_unit(&judgement).complaints[0].line, "DANCE");
}

/// Issue 38: who cancels an order and writes another in one letter did as he wished, and is told of no fault.
#[test]
fn what_a_letter_cancels_and_orders_anew_is_told_once() {
    let mut desk = Desk::open();
    desk.send("benedek", 1, |pen| pen.unit("AU3IN", "11"));
    let cancel = || Account::CancelOrders(vec![id("AU3IN")]);
    let anew = desk.send("benedek", 2, |pen| pen.ask(cancel()).unit("AU3IN", "22"));
    assert_eq!(anew.verdict, Verdict::Obeyed);
    let unit = only_unit(&anew);
    assert!(unit.counts && unit.why_not.is_none(), "{unit:?}");
    assert_eq!(desk.stands("AU3IN"), some("benedek", "BID 22"));
    // The other way round it is told that the order was cancelled.
    let cancelled = desk.send("benedek", 3, |pen| pen.unit("AU3IN", "33").ask(cancel()));
    let units = &receipt(&cancelled).units;
    assert_eq!(units.len(), 2, "{units:?}");
    assert_eq!(units[0].why_not.as_deref(), Some("it was cancelled afterwards"));
}

//! Letters for the turn that opens next: kept, shown, taken back, and judged when it opens.

use std::sync::Arc;

use crate::arrived::Arrived;
use crate::early::is_overtaken;
use crate::head::is_too_late;
use crate::record::{Change, Held, OrderBook, Verdict};
use crate::trial::told::{receipt, refused, some};
use crate::trial::toys::{id, toy};
use crate::trial::{DEADLINE_MS, Desk, Pen};
use crate::verdict::Judgement;
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::letter::{Account, Press, Read, Recipient, Span};
use fieldpost_toy::Table;

/// Turn 4 of the trial game is open, with nothing ordered in it.
fn open_next(desk: &mut Desk) {
    let table = toy(&desk.game);
    let mut position = (*table.position).clone();
    position.turn = 4;
    let table = Table { seed: table.seed, position: Arc::new(position) };
    desk.game.seat_board(Arc::new(table));
    desk.game.book = OrderBook { turn: 4, ..OrderBook::default() };
    desk.game.settings.opened_ms = DEADLINE_MS + 60_000;
    desk.game.settings.deadline_ms = DEADLINE_MS + 7 * 86_400_000;
}

/// The letter as it is judged when its turn opens.
fn taken_up(desk: &mut Desk, pen: &Pen, arrived: &Arrived, kept: &Judgement) -> Judgement {
    let mut arrived = arrived.clone();
    arrived.release(kept.known.clone());
    let mut masked = pen.clone();
    masked.letter.password = None;
    desk.judge(&masked, &arrived)
}

fn kept(judgement: &Judgement) -> &Held {
    let held = judgement.changes.iter().find_map(|change| match change {
        Change::Hold { held, .. } => Some(held),
        _ => None,
    });
    held.unwrap_or_else(|| panic!("{judgement:?}"))
}

fn done(judgement: &Judgement) -> String {
    receipt(judgement).done.join("\n")
}

#[test]
fn orders_for_the_next_turn_are_kept_and_judged_when_it_opens() {
    let mut desk = Desk::open();
    let pen = Pen::of("benedek").turn(4).unit("AU3IN", "11").unit("AU1AQ", "12");
    let arrived = desk.arrived("benedek", 1);
    let first = desk.judge(&pen, &arrived);
    assert_eq!(first.verdict, Verdict::Held("kept for turn 4".into()));
    assert_eq!(desk.stands("AU3IN"), None, "nothing of it is turn 3's");
    assert_eq!(kept(&first).early.as_ref().unwrap().turn, 4);
    let told = receipt(&first);
    assert!(
        told.notes[0].contains("cannot be foreseen") && told.errors == 0 && told.refused.is_none(),
        "{told:?}"
    );
    assert!(done(&first).contains("Kept for turn 4: AU3IN: BID 11"), "{}", done(&first));
    let status = desk.send("benedek", 2, |pen| pen.ask(Account::Status));
    assert!(done(&status).contains("Kept for turn 4: AU1AQ: BID 12"), "{}", done(&status));
    assert_eq!(crate::close::close(&desk.game).expired, [], "it waits on when turn 3 closes");
    assert!(!desk.game.held[0].is_due(3));
    open_next(&mut desk);
    assert!(desk.game.held[0].is_due(4));
    let judged = taken_up(&mut desk, &pen, &arrived, &first);
    assert_eq!(judged.verdict, Verdict::Obeyed);
    assert_eq!(desk.stands("AU3IN"), some("benedek", "BID 11"));
    let told = receipt(&judged);
    assert!(told.notes.iter().any(|note| note.contains("was kept for turn 4")), "{told:?}");
    assert!(told.units.iter().all(|unit| unit.counts) && told.units.len() == 2);
}

#[test]
fn what_else_stands_in_the_letter_is_done_at_once_and_not_again() {
    let mut desk = Desk::open();
    let to = vec![Recipient::Player("clam".into())];
    let press = Press { to, anonymous: false, text: "Turn 4 it is.".into(), password_line: None };
    let mut pen = Pen::of("benedek").turn(4).unit("AU3IN", "11").ask(Account::Help(None));
    let span = Span { line: 90, start: 1, end: 9 };
    pen.letter.presses.push(Read { what: press, span, words: "PRESS TO clam".into() });
    let arrived = desk.arrived("benedek", 1);
    let first = desk.judge(&pen, &arrived);
    let presses = |judgement: &Judgement| {
        judgement.changes.iter().filter(|change| matches!(change, Change::Press { .. })).count()
    };
    assert_eq!((presses(&first), receipt(&first).help.len()), (1, 1));
    open_next(&mut desk);
    let judged = taken_up(&mut desk, &pen, &arrived, &first);
    assert_eq!((presses(&judged), receipt(&judged).help.len()), (0, 0));
    assert_eq!(desk.stands("AU3IN"), some("benedek", "BID 11"));
}

#[test]
fn orders_that_no_longer_hold_are_told_when_their_turn_opens() {
    let mut desk = Desk::open();
    let pen = Pen::of("benedek").turn(4).unit("AU3IN", "11").unit("PR1IN", "5");
    let arrived = desk.arrived("benedek", 1);
    let first = desk.judge(&pen, &arrived);
    assert!(
        receipt(&first).complaints[0].why.contains("isn't yours now"),
        "{:?}",
        receipt(&first).complaints
    );
    open_next(&mut desk);
    let mut position = (*toy(&desk.game).position).clone();
    position.chests.get_mut(&id("AU3IN")).unwrap().seat = position.seat("clam", None).unwrap();
    desk.game.seat_board(Arc::new(Table { seed: 1, position: Arc::new(position) }));
    let judged = taken_up(&mut desk, &pen, &arrived, &first);
    assert!(refused(&judged).contains("isn't yours"), "{judged:?}");
    assert!(receipt(&judged).units.iter().all(|unit| !unit.counts));
}

#[test]
fn a_later_letter_takes_the_place_of_an_earlier_one_unit_by_unit() {
    let mut desk = Desk::open();
    let letter = |pen: Pen| pen.turn(4).unit("AU3IN", "11").unit("AU1AQ", "12");
    desk.send("benedek", 1, letter);
    let second = desk.send("benedek", 2, |pen| pen.turn(4).unit("AU3IN", "22"));
    let told = done(&second);
    assert!(
        told.contains("AU3IN: BID 22") && told.contains("AU1AQ: BID 12") && !told.contains("BID 11"),
        "{told}"
    );
    let is_overtaken = |desk: &Desk, place: usize| is_overtaken(&desk.game.held, &desk.game.held[place]);
    assert!(!is_overtaken(&desk, 0), "its AU1AQ is left");
    desk.send("benedek", 3, |pen| pen.turn(4).unit("AU1AQ", "33"));
    assert_eq!([0, 1, 2].map(|place| is_overtaken(&desk, place)), [true, false, false]);
}

#[test]
fn cancel_orders_with_its_turn_takes_back_what_is_kept_for_it() {
    let mut desk = Desk::open();
    desk.send("benedek", 1, |pen| pen.unit("AU3IN", "7"));
    desk.send("benedek", 2, |pen| pen.turn(4).unit("AU3IN", "11").unit("AU1AQ", "12"));
    let cancel = |pieces: Vec<Piece>| Account::CancelOrders(pieces);
    let one = desk.send("benedek", 3, |pen| pen.turn(4).ask(cancel(vec![id("AU1AQ")])));
    assert!(done(&one).contains("AU3IN: BID 11") && !done(&one).contains("AU1AQ"), "{}", done(&one));
    let all = desk.send("benedek", 4, |pen| pen.turn(4).ask(cancel(Vec::new())));
    assert_eq!(done(&all), "Nothing is kept for turn 4 any more.");
    assert_eq!(desk.stands("AU3IN"), some("benedek", "BID 7"), "turn 3's are not touched");
    assert!(is_overtaken(&desk.game.held, &desk.game.held[0]));
    let status = desk.send("benedek", 5, |pen| pen.ask(Account::Status));
    assert_eq!(done(&status), "");
}

#[test]
fn only_the_next_turn_is_kept_for_and_none_behind_the_end() {
    let mut desk = Desk::open();
    let far = desk.send("benedek", 1, |pen| pen.turn(5).unit("AU3IN", "11"));
    assert_eq!(
        refused(&far),
        "your letter is for turn 5, and turn 3 is open: orders are kept for the next turn alone, turn 4"
    );
    desk.game.administration.has_ended = true;
    let over = desk.send("benedek", 2, |pen| pen.turn(4).unit("AU3IN", "11"));
    assert!(refused(&over).contains("the game has ended"), "{over:?}");
    assert!(desk.game.held.is_empty());
}

/// Between the deadline and the next turn a letter for that one is as good as one that came before.
#[test]
fn a_letter_for_the_next_turn_is_not_too_late_behind_the_deadline_nor_too_early_when_found_later() {
    let mut desk = Desk::open();
    let pen = Pen::of("benedek").turn(4).unit("AU3IN", "11");
    let mut arrived = desk.arrived("benedek", 1);
    arrived.receipt.at_ms = DEADLINE_MS + 30_000;
    let between = desk.judge(&pen, &arrived);
    assert!(matches!(&between.verdict, Verdict::Held(_)), "{between:?}");
    desk.game.held.clear();
    open_next(&mut desk);
    let found_later = desk.judge(&pen, &arrived);
    assert_eq!(found_later.verdict, Verdict::Obeyed);
    let unnamed = desk.judge(&Pen::of("benedek").unit("AU3IN", "11"), &arrived);
    assert!(refused(&unnamed).starts_with("turn 3 is closed") && !is_too_late(refused(&unnamed)));
}

#[test]
fn check_keeps_nothing_and_a_letter_that_had_to_be_confirmed_is_not_kept() {
    let mut desk = Desk::open();
    let checked = desk.send("benedek", 1, |pen| pen.turn(4).ask(Account::Check).unit("AU3IN", "11"));
    assert_eq!((checked.verdict.clone(), checked.changes.len()), (Verdict::Obeyed, 0));
    let mut arrived = desk.arrived("benedek", 2);
    arrived.confirmed = true;
    let confirmed = desk.judge(&Pen::of("benedek").turn(4).unit("AU3IN", "11"), &arrived);
    assert!(refused(&confirmed).contains("send it again once turn 4 is open"), "{confirmed:?}");
}

#[test]
fn lines_that_cannot_be_read_are_told_at_once() {
    let mut desk = Desk::open();
    let bad = desk.send("benedek", 1, |pen| pen.turn(4).block("AU3IN", None, &[], 1));
    assert_eq!(refused(&bad), "MARHC is no order");
    let half = desk.send("benedek", 2, |pen| pen.turn(4).block("AU3IN", None, &["HIDE"], 1));
    assert!(matches!(half.verdict, Verdict::Held(_)) && receipt(&half).errors == 1, "{half:?}");
}

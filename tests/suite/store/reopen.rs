//! A closed turn is opened again: with its own position and book, and what was run since kept as voided.

use fieldpost_desk::ga::record::{GaChange, Work};
use fieldpost_desk::record::LetterNo;
use fieldpost_store::{Paper, SledStore, Store, StoreError, TurnFiling};

use super::fixture::{self, again, back, bohemia, edit, ga, letter, letter_with, position, turn_with_book};
use super::{files, with_game};

/// Three turns, the first with a hand edit; then the question for turn 1 again.
fn three_turns() -> (tempfile::TempDir, SledStore) {
    let (folder, store) = with_game();
    store.file(letter(1, 1, 600)).unwrap();
    store.file(letter_with(40, vec![edit(1, 1)])).unwrap();
    for turn in 1..=2 {
        store.close_turn(turn_with_book(&store, turn, b"Subject: Report\r\n\r\n".to_vec())).unwrap();
        store.file(letter(u64::from(turn) + 1, turn + 1, 600)).unwrap();
    }
    let task = Work::Rollback { to: 1, run: false };
    store.file(letter_with(41, vec![fixture::task(1, task)])).unwrap();
    (folder, store)
}

#[test]
fn a_turn_opened_again_has_the_position_and_the_book_that_it_had() {
    let (_folder, store) = three_turns();
    store.reopen_turn(back(1)).unwrap();
    let row = store.game(&bohemia()).unwrap().unwrap();
    assert_eq!((row.turn, row.rollbacks, row.turn_opened_ms), (1, 1, back(1).at_ms));
    assert_eq!(row.schedule, back(1).schedule);
    assert!(row.administration.tasks.is_empty(), "the task is done by the same write");
    assert_eq!(store.position(&bohemia()).unwrap(), position(1));
    let book = store.order_book(&bohemia()).unwrap();
    assert_eq!((book.turn, book.units.len(), book.edits.len()), (1, 1, 1));
    let (_, filed) = book.units.first_key_value().unwrap();
    assert_eq!((filed[0].letter, book.edits[0].letter), (LetterNo(1), LetterNo(40)));
    assert!(store.turn(&bohemia(), 1).unwrap().is_none() && store.turn(&bohemia(), 2).unwrap().is_none());
    let voided = store.voided_runs(&bohemia()).unwrap();
    let found = voided.iter().map(|run| (run.rollback, run.to, run.record.turn)).collect::<Vec<_>>();
    assert_eq!(found, [(1, 1, 1), (1, 1, 2)]);
    assert_eq!(voided[0].record.reports["benedek"].len(), 1, "old reports are known still");
    let late = store.file(letter(9, 3, 600)).unwrap_err();
    assert!(matches!(late, StoreError::TurnClosed { asked: 3, open: 1, .. }), "{late}");
}

#[test]
fn a_turn_that_is_closed_again_lies_beside_its_first_run() {
    let (folder, store) = three_turns();
    store.reopen_turn(back(1)).unwrap();
    store.file(letter(5, 1, 600)).unwrap();
    store.close_turn(again(&store, 1, 2)).unwrap();
    let stands = store.turn(&bohemia(), 1).unwrap().unwrap();
    assert_eq!((stands.rollbacks, store.voided_runs(&bohemia()).unwrap()[0].record.rollbacks), (1, 0));
    let book: fieldpost_desk::record::OrderBook =
        store.paper(stands.book.as_ref().unwrap()).unwrap().read().unwrap();
    assert_eq!(book.units.len(), 2, "what was filed after the rollback counts too");
    let names = files(folder.path());
    let games = names.iter().filter_map(|name| name.strip_prefix("games/bohemia-1866/")).collect::<Vec<_>>();
    let turns = games.iter().filter(|name| name.starts_with("turn-0001")).collect::<Vec<_>>();
    assert_eq!(turns.len(), 3, "the first run, the rollback, the second run: {turns:?}");
    store.close_turn(again(&store, 2, 2)).unwrap();
    store.reopen_turn(fixture::back_again(2)).unwrap();
    let voided = store.voided_runs(&bohemia()).unwrap();
    let found = voided.iter().map(|run| (run.rollback, run.record.turn, run.record.rollbacks));
    assert_eq!(found.collect::<Vec<_>>(), [(1, 1, 0), (1, 2, 0), (2, 2, 1)]);
}

#[test]
fn a_turn_that_is_open_or_was_never_run_cannot_be_opened_again() {
    let (_folder, store) = three_turns();
    let before = store.rows();
    for turn in [3, 4, 0] {
        let error = store.reopen_turn(back(turn)).unwrap_err();
        assert!(matches!(error, StoreError::NotKept { .. }), "{error}");
    }
    assert_eq!(store.rows(), before);
}

#[test]
fn the_task_that_a_turn_was_run_for_is_gone_with_the_turn() {
    let (_folder, store) = with_game();
    store.file(letter_with(40, vec![fixture::task(1, Work::RunTurn(1))])).unwrap();
    let waits = |store: &SledStore| store.game(&bohemia()).unwrap().unwrap().administration.tasks.len();
    assert_eq!(waits(&store), 1);
    let filing = turn_with_book(&store, 1, Vec::new());
    store.close_turn(TurnFiling { also: vec![ga(GaChange::Drop { number: 1 })], ..filing }).unwrap();
    assert_eq!(waits(&store), 0);
    assert_eq!(store.game(&bohemia()).unwrap().unwrap().turn, 2);
}

#[test]
fn the_audit_of_a_game_says_who_did_what_from_which_letter_before_and_after() {
    let (_folder, store) = three_turns();
    store.reopen_turn(back(1)).unwrap();
    store.note(0, "of no game").unwrap();
    let lines = store.audit_of(&bohemia(), 100).unwrap();
    let said = lines.iter().map(|line| line.what.as_str()).collect::<Vec<_>>();
    let edit = "edit 1 of turn 1 by Franz (letter 40): SET CONTROL Bohemia PR; owner of Bohemia: AU -> PR";
    assert!(said.contains(&edit), "{said:#?}");
    assert!(said.contains(&"bohemia-1866 went back from turn 3 to turn 1"), "{said:#?}");
    assert!(
        said.iter().any(|what| what.starts_with("task 1 of Franz (letter 41): go back to turn 1")),
        "{said:#?}"
    );
    assert!(!said.contains(&"of no game"));
    assert_eq!(store.audit_of(&bohemia(), 1).unwrap(), lines[lines.len() - 1..]);
}

#[test]
fn a_book_of_another_make_is_not_taken_for_one() {
    let (_folder, store) = with_game();
    let nonsense = Paper::of(&"no book").unwrap();
    store.close_turn(TurnFiling { book: nonsense, ..turn_with_book(&store, 1, Vec::new()) }).unwrap();
    let before = store.rows();
    assert!(store.reopen_turn(back(1)).is_err());
    assert_eq!(store.rows(), before);
}

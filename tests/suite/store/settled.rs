//! Later verdicts: with a turn's close in its one write, and out of quarantine; numbers that are reserved; and a store that
//! panics.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fieldpost_desk::arrived::Known;
use fieldpost_desk::record::{LetterNo, Verdict};
use fieldpost_store::sled::{Step, Watch, import, rebuild, verify};
use fieldpost_store::{
    Effects, Filing, LetterRead, Mail, MailId, Mark, Round, Settlement, SledStore, Store, StoreError,
    TurnFiling,
};

use super::fixture::{self, NOW, bohemia, held_letter, letter, letter_with, new_game, order, place};
use super::transfer::rows_but_cursors;
use super::{files, scratch, with_game};

fn verdict(store: &SledStore, number: u64) -> Verdict {
    store.letter(LetterNo(number)).unwrap().unwrap().verdict
}

#[test]
fn numbers_are_given_once_and_those_not_used_leave_gaps() {
    let (folder, store) = with_game();
    assert_eq!(store.reserve_letters(3).unwrap(), [1, 2, 3].map(LetterNo));
    assert_eq!(store.reserve_letters(0).unwrap(), []);
    assert_eq!(store.reserve_letters(2).unwrap(), [4, 5].map(LetterNo));
    store.file(letter(4, 1, 600)).unwrap();
    store.file(letter(2, 1, 600)).unwrap();
    let taken = store.file(Filing { place: place(9), content: None, ..letter(4, 1, 600) }).unwrap_err();
    assert!(matches!(taken, StoreError::NumberTaken(LetterNo(4))), "{taken}");
    assert_eq!(
        store.file(Filing { number: LetterNo(5), ..letter(4, 1, 600) }).unwrap(),
        LetterNo(4),
        "filed before"
    );
    assert_eq!(store.reserve_letters(1).unwrap(), [LetterNo(6)]);
    assert_eq!(store.last_letter().unwrap(), Some(LetterNo(4)));
    let numbers = |store: &SledStore| {
        store.letters(LetterNo(1), 9).unwrap().iter().map(|record| record.number.0).collect::<Vec<_>>()
    };
    assert_eq!(numbers(&store), [2, 4]);
    drop(store);
    rebuild(folder.path()).unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    assert_eq!(numbers(&store), [2, 4]);
    assert_eq!(store.reserve_letters(1).unwrap(), [LetterNo(5)], "no letter has it");
}

#[test]
fn a_turn_closes_with_the_verdicts_on_its_held_letters_in_one_file_or_not_at_all() {
    let (folder, store) = with_game();
    store.file_many(vec![held_letter(1), held_letter(2)]).unwrap();
    let settled = || [1, 2].map(|number| fixture::refusal(LetterNo(number))).to_vec();
    let closing = |turn: u32| TurnFiling { settled: settled(), ..fixture::turn(turn, b"Report".to_vec()) };
    let before = (store.rows(), files(folder.path()));
    assert!(matches!(store.close_turn(closing(2)), Err(StoreError::TurnClosed { .. })));
    assert_eq!((store.rows(), files(folder.path())), before, "nothing is half done");
    store.close_turn(closing(1)).unwrap();
    assert!([1, 2].iter().all(|number| matches!(verdict(&store, *number), Verdict::Refused(_))));
    assert!(store.pending().unwrap().is_empty() && store.held(&bohemia()).unwrap().is_empty());
    let answered = store.letter(LetterNo(2)).unwrap().unwrap().answers;
    let word = store.mail(answered[0]).unwrap().unwrap();
    assert_eq!((word.kind, word.answers), (Mail::Notice, Some(LetterNo(2))));
    let kept = store.turn(&bohemia(), 1).unwrap().unwrap();
    assert_eq!(kept.reports.values().flatten().count(), 1, "a word is no report");
    let lines = store.audit(9).unwrap().into_iter().map(|line| line.what).collect::<Vec<_>>();
    assert!(lines.iter().filter(|line| line.contains("settled: refused")).count() == 2, "{lines:?}");
    let records = files(folder.path()).into_iter().filter(|path| path.ends_with(".json"));
    assert_eq!(
        records.filter(|path| !before.1.contains(path)).collect::<Vec<_>>(),
        ["games/bohemia-1866/turn-0001.json"]
    );
}

/// A letter in quarantine of which nothing is known.
fn quarantined(number: u64) -> Filing {
    Filing {
        content: None,
        message_id: None,
        from: String::new(),
        game: None,
        known: Known::default(),
        verdict: Verdict::Quarantined("reading it ended the process 3 times".into()),
        effects: Effects::default(),
        ..letter(number, 1, 600)
    }
}

/// Out of quarantine with this verdict.
fn released(number: u64, verdict: Verdict) -> Settlement {
    let Filing { content, message_id, from, game, known, .. } = letter(number, 1, 600);
    let held = held_letter(number).effects.changes;
    let changes = if verdict.is_final() { vec![order(number, 1)] } else { held };
    Settlement {
        letter: LetterNo(number),
        at_ms: NOW,
        verdict,
        effects: Effects { changes, ..Effects::default() },
        read: Some(LetterRead { content, message_id, from, game, known }),
    }
}

#[test]
fn a_letter_out_of_quarantine_is_known_from_then_on_and_may_be_held_before_its_final_verdict() {
    let (folder, store) = with_game();
    // A welcome that was not sent is given up after an import.
    store.mark(&[Mark::Sent { id: MailId(1), at_ms: NOW }]).unwrap();
    store.file_many(vec![quarantined(1), quarantined(2)]).unwrap();
    store.settle_letter(released(1, Verdict::Obeyed)).unwrap();
    store.settle_letter(released(2, Verdict::Held("DMARC failed".into()))).unwrap();
    let record = store.letter(LetterNo(1)).unwrap().unwrap();
    assert_eq!((record.game, record.from.as_str()), (Some(bohemia()), "benedek@example.org"));
    assert_eq!(
        store.same_content(&fixture::content(1)).unwrap().unwrap().number,
        LetterNo(1),
        "copies are known"
    );
    assert_eq!(store.held(&bohemia()).unwrap()[0].letter, LetterNo(2));
    assert_eq!(store.pending().unwrap().len(), 1);
    let again = store.settle_letter(released(2, Verdict::Held("once more".into()))).unwrap_err();
    assert!(matches!(again, StoreError::NotFinal { .. }), "{again}");
    let refused = Settlement { read: None, ..fixture::refusal(LetterNo(2)) };
    store.settle_letter(refused).unwrap();
    assert!(store.pending().unwrap().is_empty() && store.held(&bohemia()).unwrap().is_empty());
    let (rows, mut export) = (rows_but_cursors(&store), Vec::new());
    store.export(&mut export).unwrap();
    drop(store);
    rebuild(folder.path()).unwrap();
    assert!(rows_but_cursors(&SledStore::open(folder.path()).unwrap()) == rows, "rebuilt as it was");
    let target = scratch();
    import(target.path(), &export[..]).unwrap();
    let (store, mut again) = (SledStore::open(target.path()).unwrap(), Vec::new());
    store.export(&mut again).unwrap();
    assert!(again == export, "an export of an import is the same bytes");
}

#[test]
fn a_letter_out_of_quarantine_is_no_damage_to_a_look_over_nor_a_copy_of_itself() {
    let (folder, store) = with_game();
    store.file_many(vec![quarantined(1), quarantined(2)]).unwrap();
    // One that was read before it went into quarantine has its content on record.
    store.file(Filing { content: Some(fixture::content(3)), ..quarantined(3) }).unwrap();
    store.settle_letter(released(1, Verdict::Obeyed)).unwrap();
    store.settle_letter(released(2, Verdict::Held("DMARC failed".into()))).unwrap();
    store.settle_letter(released(3, Verdict::Obeyed)).unwrap();
    assert_eq!(store.same_content(&fixture::content(3)).unwrap().unwrap().number, LetterNo(3));
    let mut round = Round::default();
    while !round.is_over {
        store.look_over(&mut round, 100).unwrap();
    }
    assert_eq!(round.found, []);
    drop(store);
    assert_eq!(verify(folder.path()).unwrap().damages, []);
    assert_eq!(rebuild(folder.path()).unwrap().left_out, []);
}

#[test]
fn a_copy_that_came_out_of_quarantine_changes_nothing() {
    let (_folder, store) = with_game();
    store.file(quarantined(1)).unwrap();
    store.file(letter(2, 1, 600)).unwrap();
    let mut copy = released(1, Verdict::Obeyed);
    copy.read.as_mut().unwrap().content = Some(fixture::content(2));
    assert!(matches!(store.settle_letter(copy), Err(StoreError::SameContent(LetterNo(2)))));
}

/// Panics where a disk would fail.
#[derive(Default)]
struct Panicking(AtomicBool);

impl Watch for Panicking {
    fn before(&self, step: Step) -> io::Result<()> {
        assert!(!(step == Step::Record && self.0.load(Ordering::SeqCst)), "the disk is upside down");
        Ok(())
    }
}

#[test]
fn a_store_that_panicked_says_so_and_takes_no_more_writes() {
    let folder = scratch();
    let watch = Arc::new(Panicking::default());
    let store = SledStore::open_watched(folder.path(), watch.clone()).unwrap();
    store.open_game(new_game()).unwrap();
    assert_eq!(store.stopped(), None);
    watch.0.store(true, Ordering::SeqCst);
    let panicked = store.file(letter_with(1, vec![order(1, 1)])).unwrap_err();
    assert!(panicked.to_string().contains("the disk is upside down"), "{panicked}");
    watch.0.store(false, Ordering::SeqCst);
    assert!(store.stopped().unwrap().contains("a panic in the store"));
    assert!(matches!(store.file(letter(2, 1, 600)), Err(StoreError::Stopped(_))));
    assert!(matches!(store.set_cursor("in", "", &fixture::cursor()), Err(StoreError::Stopped(_))));
    assert_eq!(store.letters(LetterNo(1), 9).unwrap(), [], "it is read on");
    drop(store);
    let store = SledStore::open(folder.path()).unwrap();
    store.file(letter(1, 1, 600)).unwrap();
}

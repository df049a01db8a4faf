//! Letters out: sent at least once, seen once; what supersedes what; when a mail is given up.

use std::fs;
use std::path::PathBuf;

use fieldpost_desk::record::{LetterNo, Verdict};
use fieldpost_store::outbox::GIVE_UP_MS;
use fieldpost_store::{
    Effects, Filing, Mail, MailId, MailState, Mark, NewMail, SledStore, Store, StoreError,
};

use super::fixture::{NOW, letter, mail, place, turn};
use super::with_game;

const FAR: i64 = i64::MAX - 1;

fn state(store: &SledStore, id: MailId) -> MailState {
    store.mail(id).unwrap().unwrap().state
}

fn receipt(store: &SledStore, number: u64) -> MailId {
    let letter = store.file(letter(number, 1, 600)).unwrap();
    store.letter(letter).unwrap().unwrap().answers[0]
}

#[test]
fn a_mail_keeps_its_bytes_and_message_id_until_it_is_given_up_after_five_days() {
    let (folder, mut store) = with_game();
    let id = store.post(NOW, vec![mail(Mail::Notice, "n.1", b"to the GA".to_vec())]).unwrap()[0];
    let first = store.mail(id).unwrap().unwrap();
    let mut tries = 0;
    let mut now = NOW;
    while let Some(row) = store.take_due(now, 10).unwrap().into_iter().find(|row| row.id == id) {
        tries += 1;
        assert_eq!(row.attempts, tries);
        assert_eq!((&row.message_id, &row.body), (&first.message_id, &first.body));
        assert_eq!(store.mail_bytes(id).unwrap(), b"to the GA");
        store.mark(&[Mark::Later { id, at_ms: now, why: "451 try again".into() }]).unwrap();
        if tries == 3 {
            drop(store);
            store = SledStore::open(folder.path()).unwrap();
        }
        let row = store.mail(id).unwrap().unwrap();
        assert!(store.due(row.next_try_ms - 1, 10).unwrap().iter().all(|due| due.id != id), "too early");
        now = row.next_try_ms;
    }
    let MailState::Failed { at_ms, why } = state(&store, id) else { panic!("not given up") };
    assert!(at_ms > NOW + GIVE_UP_MS - 3_600_001 && at_ms <= NOW + GIVE_UP_MS, "given up at {at_ms}");
    assert_eq!((why.as_str(), tries), ("451 try again", 5 + 119));
    assert!(store.audit(1).unwrap()[0].what.contains("given up after 124 tries: 451 try again"));
}

#[test]
fn a_permanent_refusal_ends_it_at_once_and_is_on_record() {
    let (_folder, store) = with_game();
    let ids =
        store.post(NOW, vec![mail(Mail::Notice, "a", vec![]), mail(Mail::Notice, "b", vec![])]).unwrap();
    let failed = |id| Mark::Failed { id, at_ms: NOW, why: format!("550 no mailbox {}", id.0) };
    store.mark(&[failed(ids[0]), failed(ids[1])]).unwrap();
    assert!(store.due(FAR, 10).unwrap().iter().all(|row| !ids.contains(&row.id)));
    let lines: Vec<_> = store.audit(2).unwrap().into_iter().map(|line| line.what).collect();
    assert!(lines[0].contains("550 no mailbox 2") && lines[1].contains("550 no mailbox 3"), "{lines:?}");
}

#[test]
fn what_was_being_sent_when_the_process_died_is_due_again() {
    let (folder, store) = with_game();
    let taken = store.take_due(NOW, 10).unwrap();
    assert_eq!(taken.len(), 1, "the welcome");
    assert_eq!(taken[0].state, MailState::Sending);
    assert!(store.due(FAR, 10).unwrap().is_empty() && store.next_due().unwrap().is_none());
    drop(store);
    let store = SledStore::open(folder.path()).unwrap();
    let due = store.due(NOW, 10).unwrap();
    assert_eq!((due[0].id, due[0].attempts), (taken[0].id, 1));
    assert_eq!(due[0].message_id, taken[0].message_id);
    assert_eq!(store.next_due().unwrap(), Some(NOW));
}

#[test]
fn a_newer_receipt_takes_the_place_of_an_unsent_one() {
    let (_folder, store) = with_game();
    let (first, second) = (receipt(&store, 1), receipt(&store, 2));
    assert_eq!(state(&store, first), MailState::Superseded { by: second });
    let due: Vec<_> = store.due(FAR, 10).unwrap().into_iter().map(|row| row.id).collect();
    assert!(due.contains(&second) && !due.contains(&first));
}

#[test]
fn within_one_batch_only_the_last_receipt_waits() {
    let (_folder, store) = with_game();
    store.file_many((1..=5).map(|number| letter(number, 1, 600)).collect()).unwrap();
    let due = store.due(FAR, 10).unwrap();
    let receipts: Vec<_> = due.iter().filter(|row| row.kind == Mail::Receipt).collect();
    assert_eq!(receipts.len(), 1);
    assert_eq!(receipts[0].message_id, "<r.5@fieldpost.example>");
}

#[test]
fn a_receipt_on_its_way_is_superseded_only_if_it_comes_back() {
    let (_folder, store) = with_game();
    let first = receipt(&store, 1);
    store.take_due(FAR, 10).unwrap();
    let second = receipt(&store, 2);
    assert_eq!(state(&store, first), MailState::Sending);
    store.mark(&[Mark::Later { id: first, at_ms: NOW, why: "dropped after DATA".into() }]).unwrap();
    assert_eq!(state(&store, first), MailState::Superseded { by: second });

    store.take_due(FAR, 10).unwrap();
    let third = receipt(&store, 3);
    store.mark(&[Mark::Sent { id: second, at_ms: NOW }]).unwrap();
    assert_eq!(state(&store, second), MailState::Sent { at_ms: NOW });
    assert_eq!(state(&store, third), MailState::Queued);
}

#[test]
fn a_turn_report_is_never_superseded() {
    let (_folder, store) = with_game();
    for number in 1..=2 {
        let mut filing = turn(number, b"report".to_vec());
        filing.reports[0].supersede = Some("report/bohemia-1866/benedek".into());
        store.close_turn(filing).unwrap();
    }
    let reports = store.due(FAR, 10).unwrap().into_iter().filter(|row| row.kind == Mail::Report).count();
    assert_eq!(reports, 2);
}

#[test]
fn a_sent_answer_goes_out_once_more_for_a_copy_of_its_letter_and_not_again() {
    let (_folder, store) = with_game();
    let first = receipt(&store, 1);
    let copy = |uid: u64| Filing {
        number: LetterNo(uid),
        place: place(uid),
        verdict: Verdict::Ignored("a copy of letter 1".into()),
        effects: Effects { resend: Some(first), ..Effects::default() },
        ..letter(1, 1, 600)
    };
    store.file(copy(50)).unwrap();
    assert!(!store.mail(first).unwrap().unwrap().resent, "it is still on its way");
    store.mark(&[Mark::Sent { id: first, at_ms: NOW }]).unwrap();
    store.file(copy(51)).unwrap();
    let row = store.mail(first).unwrap().unwrap();
    assert_eq!((row.resent, &row.state, row.attempts), (true, &MailState::Queued, 0));
    store.mark(&[Mark::Sent { id: first, at_ms: NOW }]).unwrap();
    store.file(copy(52)).unwrap();
    assert_eq!(state(&store, first), MailState::Sent { at_ms: NOW });
}

#[test]
fn a_copy_of_a_letter_whose_receipt_was_superseded_gets_the_newer_receipt() {
    let (_folder, store) = with_game();
    let (first, second) = (receipt(&store, 1), receipt(&store, 2));
    store.mark(&[Mark::Sent { id: second, at_ms: NOW }]).unwrap();
    let copy = Filing {
        number: LetterNo(50),
        place: place(50),
        verdict: Verdict::Ignored("a copy of letter 1".into()),
        effects: Effects { resend: Some(first), ..Effects::default() },
        ..letter(1, 1, 600)
    };
    store.file(copy).unwrap();
    assert_eq!(state(&store, second), MailState::Queued);
    assert_eq!(state(&store, first), MailState::Superseded { by: second });
}

#[test]
fn a_mark_on_a_mail_that_has_come_to_its_end_changes_nothing() {
    let (_folder, store) = with_game();
    let first = receipt(&store, 1);
    let marks = [
        Mark::Sent { id: first, at_ms: NOW },
        Mark::Later { id: first, at_ms: NOW, why: "a second sender".into() },
        Mark::Failed { id: first, at_ms: NOW, why: "a second sender".into() },
        Mark::Sending { id: first },
    ];
    store.mark(&marks).unwrap();
    assert_eq!(state(&store, first), MailState::Sent { at_ms: NOW });
}

#[test]
fn a_message_id_is_given_once() {
    let (_folder, store) = with_game();
    let notice = |id: &str| mail(Mail::Notice, id, b"word".to_vec());
    store.post(NOW, vec![notice("one")]).unwrap();
    let before = store.rows();
    let error = store.post(NOW, vec![notice("two"), notice("one")]).unwrap_err();
    assert!(matches!(error, StoreError::SameMessageId(_)), "{error}");
    assert_eq!(store.rows(), before);
    let found = store.mail_by_message_id("<one@fieldpost.example>").unwrap().unwrap();
    assert_eq!(store.mails(found.id, 10).unwrap(), [found]);
    assert_eq!(store.mail_by_message_id("<two@fieldpost.example>").unwrap(), None);
}

#[test]
fn the_longest_due_comes_first_and_no_more_than_asked() {
    let (_folder, store) = with_game();
    let notice = |id: &str| -> NewMail { mail(Mail::Notice, id, vec![]) };
    store.post(NOW + 20, vec![notice("late")]).unwrap();
    store.post(NOW + 10, vec![notice("early"), notice("early too")]).unwrap();
    let due = store.due(NOW + 15, 10).unwrap();
    let names: Vec<_> = due.iter().map(|row| row.message_id.split('@').next().unwrap()).collect();
    assert_eq!(names, ["<welcome-benedek", "<early", "<early too"]);
    assert_eq!(store.due(NOW + 20, 2).unwrap().len(), 2);
}

#[test]
fn a_large_mail_lies_pressed_and_one_of_an_older_fieldpost_as_it_is() {
    let (folder, store) = with_game();
    let bytes = "Dear Benedek,\r\n".repeat(1_000).into_bytes();
    let id = store.post(NOW, vec![mail(Mail::Notice, "long", bytes.clone())]).unwrap()[0];
    let file = text_of(&folder, &store, id);
    assert!(fs::metadata(&file).unwrap().len() < 1_000);
    let exported = super::transfer::exported(&store);
    assert_eq!(store.mail_bytes(id).unwrap(), bytes);
    fs::write(&file, &bytes).unwrap();
    assert_eq!((store.mail_bytes(id).unwrap(), super::transfer::exported(&store)), (bytes.clone(), exported));
    // Neither an end that is missing nor another text is taken for it.
    for wrong in [&bytes[1..], &b"\0fieldpost pressed 1\nxyz"[..]] {
        fs::write(&file, wrong).unwrap();
        assert!(matches!(store.mail_bytes(id), Err(StoreError::WrongBytes { .. })));
    }
}

/// Where a mail's text lies.
fn text_of(folder: &tempfile::TempDir, store: &SledStore, id: MailId) -> PathBuf {
    let body = store.mail(id).unwrap().unwrap().body;
    folder.path().join(format!("post/{}.eml", body.spread()))
}

#[test]
fn a_shelf_that_is_away_is_not_lost_though_a_write_makes_its_folder_again() {
    let (folder, store) = with_game();
    let notice =
        |number: u32| mail(Mail::Notice, &format!("n.{number}"), format!("word {number}").into_bytes());
    let old = store.post(NOW, (0..4).map(notice).collect()).unwrap();
    let (shelf, aside) = (folder.path().join("post"), folder.path().join("aside"));
    fs::rename(&shelf, &aside).unwrap();
    assert!(!store.mail_bytes(old[0]).unwrap_err().is_lost());
    // As a mount point lies there when its disk is away.
    fs::create_dir(&shelf).unwrap();
    assert!(!store.mail_bytes(old[0]).unwrap_err().is_lost());
    let new = store.post(NOW, vec![notice(9)]).unwrap()[0];
    assert_eq!(store.mail_bytes(new).unwrap(), b"word 9");
    for id in &old {
        let error = store.mail_bytes(*id).unwrap_err();
        assert!(!error.is_lost() && error.to_string().contains("is its disk away?"), "{error}");
    }
    drop(store);
    let store = SledStore::open(folder.path()).unwrap();
    assert_eq!(state(&store, MailId(1)), MailState::Queued, "the welcome waits too");
    let written = text_of(&folder, &store, new);
    let bytes = fs::read(&written).unwrap();
    fs::remove_dir_all(&shelf).unwrap();
    fs::rename(&aside, &shelf).unwrap();
    fs::create_dir_all(written.parent().unwrap()).unwrap();
    fs::write(written, bytes).unwrap();
    for id in old.iter().chain([&MailId(1), &new]) {
        assert!(store.mail_bytes(*id).is_ok());
    }
    // One alone is lost; and so is a welcome, at the next start.
    fs::remove_file(text_of(&folder, &store, old[2])).unwrap();
    assert!(store.mail_bytes(old[2]).unwrap_err().is_lost());
    fs::remove_file(text_of(&folder, &store, MailId(1))).unwrap();
    drop(store);
    let store = SledStore::open(folder.path()).unwrap();
    assert!(matches!(state(&store, MailId(1)), MailState::Failed { .. }));
}

//! The store made again: from its own files, and from an export.

use std::fs;

use fieldpost_desk::ga::record::Work;
use fieldpost_desk::record::{Change, LetterNo};
use fieldpost_grammar::letter::Sender;
use fieldpost_store::sled::{begin_import, import, rebuild, verify};
use fieldpost_store::{
    AddressNews, Cursor, Effects, Filing, Mail, MailId, MailState, Mark, SledStore, Store, StoreError,
    Telling, Trouble, TroubleNews, TurnFiling,
};
use tempfile::TempDir;

use super::fixture::{self, NOW, bohemia, edit, held_letter, letter, mail, press, turn};
use super::{every_file, fresh, scratch, with_game};

/// A store in which everything has happened.
pub fn lived_in() -> (TempDir, SledStore) {
    let (folder, store) = with_game();
    let mut odd = letter(1, 1, 600);
    odd.raw.extend_from_slice(b"\xff\xfe not text \x00\r\n");
    store.file(odd).unwrap();
    store.file_many((2..=9).map(|number| letter(number, 1, 900)).collect()).unwrap();
    let mut with_press = held_letter(10);
    let sender = Sender::Player("benedek".into());
    let mute = Change::Mute { game: bohemia(), player: "albrecht".into(), sender, muted: true };
    with_press.effects.changes.extend([press(10, 1), press(10, 1), mute]);
    store.file(with_press).unwrap();
    // One that is settled by itself, and not with the turn's close.
    store.file(held_letter(11)).unwrap();
    store.settle_letter(fixture::refusal(LetterNo(11))).unwrap();
    let taken = store.take_due(NOW * 2, 2).unwrap();
    store.mark(&[Mark::Sent { id: taken[0].id, at_ms: NOW }]).unwrap();
    store.mark(&[Mark::Later { id: taken[1].id, at_ms: NOW, why: "450".into() }]).unwrap();
    let settled = vec![fixture::refusal(LetterNo(10))];
    store.close_turn(TurnFiling { settled, ..turn(1, b"Subject: Report\r\n\r\n".to_vec()) }).unwrap();
    store.note(NOW, "a note").unwrap();
    troubles(&store);
    store.file(fixture::letter_with(40, vec![edit(1, 2)])).unwrap();
    store.close_turn(fixture::turn_with_book(&store, 2, b"Subject: Report\r\n\r\n".to_vec())).unwrap();
    let back = Work::Rollback { to: 2, run: false };
    store.file(fixture::letter_with(41, vec![fixture::task(1, back)])).unwrap();
    store.reopen_turn(fixture::back(2)).unwrap();
    store.administer(fixture::without_letter()).unwrap();
    store.file(letter(11, 2, 900)).unwrap();
    store.set_cursor("imap", "INBOX", &fixture::cursor()).unwrap();
    (folder, store)
}

/// Troubles that were told and one that is over; mails given up and kept back.
fn troubles(store: &SledStore) {
    let tell = |news: TroubleNews, id: &str| {
        let mails = vec![mail(Mail::Notice, id, b"Subject: Trouble\r\n\r\n".to_vec())];
        store.tell(Telling { at_ms: NOW, news, mails }).unwrap();
    };
    tell(TroubleNews::Open(trouble("disk")), "n.1");
    tell(TroubleNews::Open(trouble("mailbox:in")), "n.2");
    tell(TroubleNews::Over { key: "disk".into() }, "n.3");
    let answer = mail(Mail::Answer, "given-up", b"Subject: Help\r\n\r\n".to_vec());
    let answer = store.post(NOW, vec![answer]).unwrap()[0];
    store.mark(&[Mark::Failed { id: answer, at_ms: NOW, why: "550".into() }]).unwrap();
    for mail in [MailId(1), answer] {
        let news = AddressNews::CameBack { mail, points: 3, why: "5.1.1".into() };
        let effects = Effects { addresses: vec![news], ..Effects::default() };
        store.file(Filing { effects, content: None, ..letter(20 + mail.0, 1, 600) }).unwrap();
    }
    store.post(NOW, vec![mail(Mail::Report, "kept", b"Subject: Kept\r\n\r\n".to_vec())]).unwrap();
}

pub fn trouble(key: &str) -> Trouble {
    Trouble {
        key: key.into(),
        stage: "low".into(),
        game: None,
        title: "Something is wrong".into(),
        words: "It is.".into(),
        since_ms: NOW,
        remind_ms: Some(NOW * 2),
    }
}

pub fn exported(store: &SledStore) -> Vec<u8> {
    let mut bytes = Vec::new();
    let exported = store.export(&mut bytes).unwrap();
    assert_eq!(bytes.iter().filter(|byte| **byte == b'\n').count() as u64, exported.lines);
    assert_eq!(exported.missing, []);
    bytes
}

/// Everything but the cursors, which a rebuild cannot know to the last: when a mailbox was polled is in no file.
pub fn rows_but_cursors(store: &SledStore) -> Vec<(Vec<u8>, Vec<u8>)> {
    store.rows().into_iter().filter(|(key, _)| key[0] != b'u').collect()
}

#[test]
fn a_rebuilt_store_equals_the_one_that_was_lost() {
    let (folder, store) = lived_in();
    let before = rows_but_cursors(&store);
    drop(store);
    fs::remove_dir_all(folder.path().join("db")).unwrap();
    assert!(SledStore::open(folder.path()).is_err());
    let rebuilt = rebuild(folder.path()).unwrap();
    assert_eq!((rebuilt.entries, rebuilt.left_out), (31, Vec::new()));
    let store = SledStore::open(folder.path()).unwrap();
    assert_eq!(rows_but_cursors(&store), before);
    let cursor = store.cursor("imap", "INBOX").unwrap().unwrap();
    let anew = Cursor { uidvalidity: 9, max_uid: 0, polled_ms: None, owed: Vec::new() };
    assert_eq!(cursor, anew, "all of it is looked at again: what was owed is not known any more");
    store.file(letter(12, 2, 900)).unwrap();
}

#[test]
fn troubles_and_what_came_back_are_kept_through_rebuild_and_import() {
    let (folder, store) = lived_in();
    let known = |store: &SledStore| {
        let kept = store.mails(MailId(0), 99).unwrap().into_iter().filter(|row| row.state == MailState::Kept);
        let given_up = store.given_up().unwrap();
        (store.troubles().unwrap(), store.bounces().unwrap(), given_up, kept.collect::<Vec<_>>())
    };
    let before = known(&store);
    assert_eq!(before.0, [trouble("mailbox:in")]);
    assert_eq!((before.1.len(), before.1[0].points), (1, 6));
    assert_eq!(before.2.len(), 1);
    assert!(before.3.iter().any(|row| row.message_id.contains("kept")), "{:?}", before.3);
    let bytes = exported(&store);
    drop(store);
    rebuild(folder.path()).unwrap();
    assert_eq!(known(&SledStore::open(folder.path()).unwrap()), before);
    let target = scratch();
    import(target.path(), &bytes[..]).unwrap();
    assert_eq!(known(&SledStore::open(target.path()).unwrap()), before);
}

#[test]
fn press_is_kept_with_its_letter_when_its_turn_is_closed_and_its_writers_account_counts_it() {
    let (_folder, store) = lived_in();
    let kept = store.presses(&bohemia(), 1).unwrap();
    let Change::Press { press: mut filed, .. } = press(10, 1) else { unreachable!() };
    filed.letter = LetterNo(10);
    assert_eq!(kept, [filed.clone(), filed.clone()]);
    assert_eq!(store.presses(&bohemia(), 2).unwrap(), []);
    let accounts = store.accounts(&bohemia()).unwrap();
    assert_eq!(accounts[0].press.sent_ms, [filed.receipt.at_ms; 2]);
    assert!(accounts[1].press.muted.contains("benedek") && accounts[1].press.sent_ms.is_empty());
    let mut late = letter(12, 2, 900);
    late.effects.changes = vec![press(12, 1)];
    assert!(
        matches!(store.file(late), Err(StoreError::TurnClosed { .. })),
        "what waits for a turn needs it open"
    );
}

#[test]
fn a_rebuild_keeps_the_old_database_and_can_be_made_twice() {
    let (folder, store) = lived_in();
    let before = rows_but_cursors(&store);
    assert!(matches!(rebuild(folder.path()), Err(StoreError::Locked { .. })), "not under a running daemon");
    drop(store);
    for _ in 0..2 {
        rebuild(folder.path()).unwrap();
        assert!(folder.path().join("db.old").exists());
    }
    assert_eq!(rows_but_cursors(&SledStore::open(folder.path()).unwrap()), before);
}

#[test]
fn a_rebuild_leaves_out_what_was_torn_and_says_so() {
    let (folder, store) = lived_in();
    drop(store);
    let torn = folder.path().join("letters/ab");
    fs::create_dir_all(&torn).unwrap();
    fs::write(torn.join("ab".repeat(32) + ".13.json"), b"{\"write\":99,").unwrap();
    let rebuilt = rebuild(folder.path()).unwrap();
    assert_eq!(rebuilt.left_out.len(), 1);
    assert!(rebuilt.left_out[0].file.contains(".13.json"), "{:?}", rebuilt.left_out);
    SledStore::open(folder.path()).unwrap();
}

#[test]
fn an_import_into_an_empty_folder_exports_the_same_bytes() {
    let (_folder, store) = lived_in();
    let first = exported(&store);
    let target = scratch();
    let folder = target.path().join("copy");
    import(&folder, &first[..]).unwrap();
    let copy = SledStore::open(&folder).unwrap();
    let letter = LetterNo(1);
    assert_eq!(
        copy.letter_bytes(letter).unwrap(),
        store.letter_bytes(letter).unwrap(),
        "bytes that are no text"
    );
    let second = exported(&copy);
    assert!(first == second, "the exports differ");
    drop((store, copy));
    assert_eq!(rebuild(&folder).unwrap().left_out, [], "an imported store can be rebuilt too");
}

#[test]
fn the_imported_rows_are_those_of_the_store_once_it_was_started_again() {
    let (folder, store) = lived_in();
    let bytes = exported(&store);
    drop(store);
    let store = SledStore::open(folder.path()).unwrap();
    let target = scratch();
    import(target.path(), &bytes[..]).unwrap();
    assert_eq!(SledStore::open(target.path()).unwrap().rows(), store.rows());
}

#[test]
fn an_import_over_a_store_is_refused() {
    let (_folder, store) = lived_in();
    let bytes = exported(&store);
    let (other, store) = fresh();
    drop(store);
    let error = import(other.path(), &bytes[..]).unwrap_err();
    assert!(matches!(error, StoreError::NotEmpty { .. }), "{error}");
}

#[test]
fn an_export_that_was_cut_off_or_changed_is_refused_with_its_line() {
    let (_folder, store) = lived_in();
    let text = String::from_utf8(exported(&store)).unwrap();
    let lines: Vec<_> = text.lines().collect();
    let refused = |lines: &[&str]| {
        let folder = scratch();
        import(folder.path(), lines.join("\n").as_bytes()).unwrap_err().to_string()
    };
    assert!(refused(&lines[..lines.len() - 1]).contains("cut off"));
    let without_one = [&lines[..3], &lines[4..]].concat();
    assert!(refused(&without_one).contains("expected"), "{}", refused(&without_one));
    let changed = lines[1].replace("GAME", "GAMF");
    let with_change = [&lines[..1], &[changed.as_str()], &lines[2..]].concat();
    assert!(refused(&with_change).starts_with("line 2 of the export"), "{}", refused(&with_change));
    let other_schema = lines[0].replace("\"schema\":3", "\"schema\":7");
    let foreign = [&[other_schema.as_str()], &lines[1..]].concat();
    assert!(refused(&foreign).contains("schema 7"));
}

#[test]
fn an_export_holds_no_password_in_plain_words() {
    let (_folder, store) = lived_in();
    let text = String::from_utf8(exported(&store)).unwrap();
    assert!(text.contains("$argon2id$"), "the hashes are in it");
    assert!(text.contains("PASSWORD ********"), "the letters are in it, masked");
    assert!(!text.contains("welcome-password"), "the welcome mail is not");
}

#[test]
fn a_welcome_is_erased_once_it_was_sent_and_stays_erased() {
    let (folder, store) = with_game();
    let welcome = MailId(1);
    let holds_password = || {
        let path = |name: &String| folder.path().join(name);
        let has_it = |name: &String| {
            String::from_utf8_lossy(&fs::read(path(name)).unwrap()).contains("welcome-password")
        };
        every_file(folder.path()).iter().any(has_it)
    };
    assert!(store.mail_bytes(welcome).is_ok() && holds_password());
    store.mark(&[Mark::Sent { id: welcome, at_ms: NOW }]).unwrap();
    assert!(matches!(store.mail_bytes(welcome), Err(StoreError::Erased(_))));
    assert!(!holds_password());
    let rows = store.rows();
    drop(store);
    assert_eq!(rebuild(folder.path()).unwrap().left_out, [], "its absence is no damage");
    assert_eq!(SledStore::open(folder.path()).unwrap().rows(), rows);
}

#[test]
fn an_unsent_welcome_is_exported_without_its_password_and_given_up_after_an_import() {
    let (_folder, store) = with_game();
    let bytes = exported(&store);
    assert!(!String::from_utf8(bytes.clone()).unwrap().contains("welcome-password"));
    let target = scratch();
    import(target.path(), &bytes[..]).unwrap();
    let copy = SledStore::open(target.path()).unwrap();
    let row = copy.mail(MailId(1)).unwrap().unwrap();
    assert!(matches!(row.state, MailState::Failed { .. }), "{row:?}");
    assert!(copy.due(i64::MAX - 1, 9).unwrap().is_empty());
    assert!(copy.audit(1).unwrap()[0].what.contains("give the player a new one"));
}

/// A reader that ends in the middle, as of a process that was killed.
#[test]
fn a_killed_import_is_refused_by_everything_but_an_import() {
    let (_folder, store) = lived_in();
    let whole = exported(&store);
    drop(store);
    let folder = scratch();
    assert!(import(folder.path(), &whole[..whole.len() / 2]).is_err());
    let is_half = |error: StoreError| matches!(error, StoreError::HalfImported { .. });
    for _ in 0..2 {
        assert!(is_half(SledStore::open(folder.path()).err().unwrap()));
        assert!(is_half(rebuild(folder.path()).unwrap_err()));
        assert!(is_half(verify(folder.path()).unwrap_err()));
        let words = fieldpost_daemon::identity::Identity::load(folder.path()).unwrap_err().to_string();
        assert!(words.contains("fieldpost import") && !words.contains("FILE.identity"), "{words}");
        // All but its end was done.
        drop(begin_import(folder.path(), &whole[..]).unwrap());
    }
    assert_eq!(import(folder.path(), &whole[..]).unwrap().missing, []);
    assert!(!folder.path().join("importing").exists());
    let store = SledStore::open(folder.path()).unwrap();
    assert_eq!(exported(&store), whole);
    drop(store);
    assert!(matches!(import(folder.path(), &whole[..]), Err(StoreError::NotEmpty { .. })), "it is whole now");
}

/// PostgreSQL gives numbers to writes that come to nothing: in what comes from there a gap is no loss.
#[test]
fn gaps_in_the_numbers_of_an_export_are_known() {
    let (_folder, store) = lived_in();
    let whole = String::from_utf8(exported(&store)).unwrap();
    let is_note = |line: &&str| line.contains("\"what\":\"a note\"");
    let mut lines = whole.lines().filter(|line| !is_note(line)).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines.len() + 1, whole.lines().count());
    let mut end: serde_json::Value = serde_json::from_str(&lines.pop().unwrap()).unwrap();
    let entries = end["end"]["entries"].as_u64().unwrap();
    end["end"] = serde_json::json!({ "bodies": end["end"]["bodies"], "entries": entries - 1 });
    let export = format!("{}\n{end}\n", lines.join("\n"));
    let folder = scratch();
    assert_eq!(import(folder.path(), export.as_bytes()).unwrap().missing, []);
    drop(exported(&SledStore::open(folder.path()).unwrap()));
    fs::remove_dir_all(folder.path().join("db")).unwrap();
    assert_eq!(rebuild(folder.path()).unwrap().left_out, []);
}

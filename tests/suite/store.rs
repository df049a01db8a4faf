//! The store keeps its promises: one write or none, once, durable, and to be made again from its files.

use std::fs;
use std::path::Path;

use fieldpost_desk::record::{Change, GameName, LetterNo, PasswordSince, TurnHold, Verdict};
use fieldpost_store::MailId;
use fieldpost_store::{
    Content, Cursor, Effects, Filing, GameChange, Hold, Mail, MailState, Mark, NewGame, Settlement,
    SledStore, Store, StoreError,
};
use serde_json::json;
use tempfile::TempDir;

mod compaction;
mod crash;
mod damage;
pub mod fixture;
mod outbox;
mod reading;
mod reopen;
mod settled;
mod several;
mod transfer;
pub mod writer;

use fixture::{DAY, NOW, bohemia, content, held_letter, letter, new_game, order, place, position, turn};

/// A folder in memory where the machine has one: `syncfs(2)` on a disk waits for everything that others write
/// there. What a disk holds when the power goes is tried in `power_cut`.
pub fn scratch() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

pub fn fresh() -> (TempDir, SledStore) {
    let folder = scratch();
    let store = SledStore::open(folder.path()).unwrap();
    (folder, store)
}

pub fn with_game() -> (TempDir, SledStore) {
    let (folder, store) = fresh();
    store.open_game(new_game()).unwrap();
    (folder, store)
}

/// Every file of a store but its database's, by path within its folder.
pub fn files(folder: &Path) -> Vec<String> {
    let mut found = every_file(folder);
    found.retain(|path| !path.starts_with("db"));
    found
}

/// Every file below a folder, by path within it.
pub fn every_file(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_letter_with_all_that_follows_is_one_write_that_outlives_the_process() {
    let (folder, store) = with_game();
    assert_eq!(store.last_letter().unwrap(), None);
    assert_eq!(store.reserve_letters(2).unwrap(), [LetterNo(1), LetterNo(2)]);
    assert_eq!(store.file(letter(1, 1, 600)).unwrap(), LetterNo(1));
    drop(store);

    let store = SledStore::open(folder.path()).unwrap();
    let record = store.letter(LetterNo(1)).unwrap().unwrap();
    assert_eq!(record.verdict, Verdict::Obeyed);
    assert_eq!(store.letter_bytes(LetterNo(1)).unwrap(), letter(1, 1, 600).raw);
    assert_eq!(store.seen(&place(1)).unwrap(), Some(LetterNo(1)));
    assert_eq!(store.seen(&place(2)).unwrap(), None);
    assert_eq!(store.same_content(&content(1)).unwrap().unwrap().number, LetterNo(1));

    let book = store.order_book(&bohemia()).unwrap();
    let (_, filed) = book.units.first_key_value().unwrap();
    assert_eq!(filed[0].letter, LetterNo(1), "the store writes the letter's number into its orders");
    let receipt = store.mail(record.answers[0]).unwrap().unwrap();
    assert_eq!((receipt.answers, &receipt.state), (Some(LetterNo(1)), &MailState::Queued));
    assert!(store.mail_bytes(receipt.id).unwrap().starts_with(b"Subject: Receipt 1"));
    assert_eq!(store.counted("receipt:benedek@example.org", DAY).unwrap(), 1);
    assert_eq!(store.counted("receipt:benedek@example.org", DAY + 1).unwrap(), 0);
    assert_eq!(store.last_receipt(&bohemia(), "benedek").unwrap().unwrap(), "after letter 1");
    assert_eq!(store.audit(1).unwrap()[0].what, "letter 1 from benedek@example.org: obeyed");
}

#[test]
fn beside_each_letter_lies_its_record_named_by_the_letters_hash() {
    let (folder, store) = with_game();
    store.file(letter(1, 1, 600)).unwrap();
    let names: Vec<_> = files(folder.path()).into_iter().filter(|path| path.starts_with("letters")).collect();
    let stem = names[1].strip_suffix(".eml").unwrap();
    assert_eq!(names[0], format!("{stem}.1.json"));
    let record: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path().join(&names[0])).unwrap()).unwrap();
    let kept = &record["deed"]["letter"]["record"];
    assert_eq!(kept["place"], json!({"account": "imap", "folder": "INBOX", "uidvalidity": 9, "uid": 1}));
    assert_eq!(kept["known"]["player"], "benedek");
    assert_eq!(kept["verdict"], "obeyed");
}

#[test]
fn a_letter_filed_again_keeps_its_number_and_changes_nothing() {
    let (_folder, store) = with_game();
    store.file(letter(1, 1, 600)).unwrap();
    let before = store.rows();
    assert_eq!(store.file_many(vec![letter(1, 1, 600), letter(1, 1, 600)]).unwrap(), [LetterNo(1); 2]);
    assert_eq!(store.rows(), before);
}

#[test]
fn the_same_letter_twice_in_one_batch_takes_effect_once() {
    let (_folder, store) = with_game();
    let numbers = store.file_many(vec![letter(1, 1, 600), letter(1, 1, 600), letter(2, 1, 600)]).unwrap();
    assert_eq!(numbers, [LetterNo(1), LetterNo(1), LetterNo(2)]);
    assert_eq!(store.letters(LetterNo(1), 10).unwrap().len(), 2);
    assert_eq!(store.letters(LetterNo(2), 10).unwrap().len(), 1);
}

#[test]
fn the_same_content_from_another_place_cannot_change_the_record_again() {
    let (folder, store) = with_game();
    store.file(letter(1, 1, 600)).unwrap();
    let (before, on_disk) = (store.rows(), files(folder.path()));
    let copy = || Filing { number: LetterNo(3), place: place(50), ..letter(1, 1, 600) };
    let error = store.file_many(vec![letter(2, 1, 600), copy()]).unwrap_err();
    assert!(matches!(error, StoreError::SameContent(LetterNo(1))), "{error}");
    assert_eq!(store.rows(), before, "nothing of the batch is filed");
    assert_eq!(files(folder.path()), on_disk);

    let known = store.same_content(&content(1)).unwrap().unwrap();
    let ignored = Filing {
        verdict: Verdict::Ignored("a copy of letter 1".into()),
        effects: Effects { resend: known.answers.first().copied(), ..Effects::default() },
        ..copy()
    };
    assert_eq!(store.file(ignored).unwrap(), LetterNo(3));
    assert_eq!(
        store.same_content(&content(1)).unwrap().unwrap().number,
        LetterNo(1),
        "the first stays the first"
    );
}

#[test]
fn changes_for_a_game_turn_or_player_that_is_not_there_are_refused_whole() {
    let (_folder, store) = with_game();
    let before = store.rows();
    let bringing = |change: Change| {
        let effects = Effects { changes: vec![order(1, 1), change], ..Effects::default() };
        store.file(Filing { effects, ..letter(1, 1, 600) }).unwrap_err()
    };
    let elsewhere = || GameName("saxony".into());
    assert!(matches!(bringing(order(1, 2)), StoreError::TurnClosed { asked: 2, open: 1, .. }));
    let password = PasswordSince { since: None, hash: "$argon2id$".into() };
    let change = Change::Password { game: bohemia(), player: "nobody".into(), password };
    assert!(matches!(bringing(change), StoreError::NoSuchPlayer { .. }));
    let change = Change::ReportWishes { game: elsewhere(), player: "benedek".into(), wishes: String::new() };
    assert!(matches!(bringing(change), StoreError::NoSuchPlayer { .. }));
    assert!(matches!(store.order_book(&elsewhere()), Err(StoreError::NoSuchGame(_))));
    assert_eq!(store.rows(), before);
}

#[test]
fn accounts_change_and_keep_the_order_of_the_players() {
    let (_folder, store) = with_game();
    let password = PasswordSince { since: Some(fixture::receipt_of(1)), hash: "$argon2id$new".into() };
    let changes = vec![
        Change::Password { game: bohemia(), player: "benedek".into(), password: password.clone() },
        Change::ReportWishes { game: bohemia(), player: "albrecht".into(), wishes: "text".into() },
    ];
    let effects = Effects { changes, ..Effects::default() };
    store.file(Filing { effects, ..letter(1, 1, 600) }).unwrap();
    let accounts = store.accounts(&bohemia()).unwrap();
    let names: Vec<_> = accounts.iter().map(|account| account.name.as_str()).collect();
    assert_eq!(names, ["benedek", "albrecht"], "as in the position, not by name");
    assert_eq!(accounts[0].passwords[1], password);
    assert_eq!(accounts[1].report_wishes, "text");
}

#[test]
fn a_held_letter_is_settled_once_and_by_a_final_verdict() {
    let (_folder, store) = with_game();
    let number = store.file(held_letter(1)).unwrap();
    assert_eq!(store.pending().unwrap()[0].number, number);
    assert_eq!(store.held(&bohemia()).unwrap()[0].letter, number);
    let settlement = |verdict| Settlement {
        letter: number,
        at_ms: NOW,
        verdict,
        effects: Effects { changes: vec![order(1, 1)], ..Effects::default() },
        read: None,
    };
    let still_held = store.settle_letter(settlement(Verdict::Held("still".into()))).unwrap_err();
    assert!(matches!(still_held, StoreError::NotFinal { .. }));
    store.settle_letter(settlement(Verdict::Obeyed)).unwrap();
    assert!(store.pending().unwrap().is_empty() && store.held(&bohemia()).unwrap().is_empty());
    assert_eq!(store.letter(number).unwrap().unwrap().verdict, Verdict::Obeyed);
    assert_eq!(store.order_book(&bohemia()).unwrap().units.len(), 1);
    let again = store.settle_letter(settlement(Verdict::Obeyed)).unwrap_err();
    assert!(matches!(again, StoreError::AlreadyFinal(_)), "{again}");
}

#[test]
fn the_book_is_in_order_of_receipt_though_a_letter_was_found_late() {
    let (_folder, store) = with_game();
    for number in [41, 1, 21] {
        store.file(letter(number, 1, 600)).unwrap();
    }
    let book = store.order_book(&bohemia()).unwrap();
    let uids: Vec<_> = book.units.values().flatten().map(|filed| filed.receipt.uid).collect();
    assert_eq!(uids, [1, 21, 41]);
}

#[test]
fn a_turn_is_closed_once_with_all_its_reports_and_opens_the_next() {
    let (_folder, store) = with_game();
    store.file(letter(1, 1, 600)).unwrap();
    let staged = store.stage(b"Subject: Report\r\n\r\nstaged\r\n").unwrap();
    let mut first = turn(1, b"Subject: Report\r\n\r\nturn 1\r\n".to_vec());
    let mut second_report = fixture::mail(Mail::Report, "t.1.b", Vec::new());
    second_report.content = Content::Staged(staged);
    first.reports.push(second_report);
    store.close_turn(first.clone()).unwrap();

    let game = store.game(&bohemia()).unwrap().unwrap();
    assert_eq!((game.turn, game.turn_opened_ms, &game.schedule), (2, first.at_ms, &first.schedule));
    assert_eq!(store.position(&bohemia()).unwrap(), position(2));
    assert_eq!(store.first_position(&bohemia()).unwrap(), position(1));
    let book = store.order_book(&bohemia()).unwrap();
    assert_eq!((book.turn, book.units.len()), (2, 0));

    let kept = store.turn(&bohemia(), 1).unwrap().unwrap();
    assert_eq!(store.paper(&kept.orders).unwrap(), first.orders);
    assert_eq!(store.paper(&kept.seats).unwrap(), first.seats);
    assert_eq!(store.paper(&kept.before).unwrap(), position(1));
    assert_eq!((kept.hash.as_str(), kept.reports["benedek"].len()), (first.hash.as_str(), 2));
    let report = store.mail_bytes(kept.reports["benedek"][1]).unwrap();
    assert_eq!(report, b"Subject: Report\r\n\r\nstaged\r\n");

    let again = store.close_turn(first).unwrap_err();
    assert!(matches!(again, StoreError::TurnClosed { asked: 1, open: 2, .. }), "{again}");
    let late = store.file(letter(2, 1, 600)).unwrap_err();
    assert!(matches!(late, StoreError::TurnClosed { asked: 1, open: 2, .. }), "{late}");
}

#[test]
fn a_report_that_was_never_staged_closes_no_turn() {
    let (_folder, store) = with_game();
    let before = store.rows();
    let mut filing = turn(1, Vec::new());
    filing.reports[0].content = Content::Staged(fieldpost_store::BodyHash::of(b"nowhere"));
    assert!(matches!(store.close_turn(filing), Err(StoreError::NotStaged(_))));
    assert_eq!(store.rows(), before);
}

#[test]
fn a_game_is_opened_once_under_a_plain_name_and_keeps_its_scenario() {
    let (_folder, store) = with_game();
    assert!(matches!(store.open_game(new_game()), Err(StoreError::GameExists(_))));
    let named = |name: &str| store.open_game(NewGame { name: GameName(name.into()), ..new_game() });
    assert!(matches!(named("../x"), Err(StoreError::BadGameName(_))));
    assert_eq!(store.scenario_text(&bohemia(), "scenario.toml").unwrap(), b"title = \"Bohemia\"\n");
    assert!(matches!(store.scenario_text(&bohemia(), "map.toml"), Err(StoreError::NotKept { .. })));
    assert_eq!(store.games().unwrap().len(), 1);
    let hold = GameChange {
        at_ms: NOW,
        hold: Some(Hold::Held(TurnHold::other("the mailbox is dark"))),
        ..Default::default()
    };
    store.change_game(&bohemia(), hold).unwrap();
    assert_eq!(store.game(&bohemia()).unwrap().unwrap().hold, Some(TurnHold::other("the mailbox is dark")));
    let free = GameChange { schedule: Some(json!(1)), hold: Some(Hold::Free), ..Default::default() };
    store.change_game(&bohemia(), free).unwrap();
    let game = store.game(&bohemia()).unwrap().unwrap();
    assert_eq!((game.hold, game.schedule), (None, json!(1)));
}

#[test]
fn cursors_and_notes_are_kept() {
    let (folder, store) = fresh();
    let cursor = Cursor { uidvalidity: 9, max_uid: 41, polled_ms: Some(NOW), owed: Vec::new() };
    store.set_cursor("imap", "INBOX", &cursor).unwrap();
    store.note(NOW, "UIDVALIDITY of INBOX changed from 8 to 9").unwrap();
    store.note(NOW, "second").unwrap();
    drop(store);
    let store = SledStore::open(folder.path()).unwrap();
    assert_eq!(store.cursor("imap", "INBOX").unwrap(), Some(cursor));
    assert_eq!(store.cursor("imap", "Junk").unwrap(), None);
    let lines: Vec<_> = store.audit(5).unwrap().into_iter().map(|line| line.what).collect();
    assert_eq!(lines, ["UIDVALIDITY of INBOX changed from 8 to 9", "second"]);
    assert_eq!(store.audit(1).unwrap()[0].what, "second");
}

#[test]
fn a_store_is_made_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = scratch();
    let path = folder.path().join("new/store");
    SledStore::open(&path).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn a_second_daemon_is_told_in_words_who_holds_the_store() {
    let (folder, _store) = fresh();
    let error = SledStore::open(folder.path()).err().unwrap();
    let words = error.to_string();
    assert!(matches!(error, StoreError::Locked { .. }), "{words}");
    assert!(words.contains(&format!("process {}", std::process::id())), "{words}");
    assert!(words.contains("control socket"), "{words}");
}

/// What comes of opening a database that was just dropped: sled's own threads let go of its lock a moment later, and
/// on a busy machine that moment is long.
fn once_let_go<T>(open: impl Fn() -> Option<T>) -> T {
    for _ in 0..200 {
        if let Some(opened) = open() {
            return opened;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("the database is still locked after ten seconds");
}

#[test]
fn a_store_of_another_schema_is_not_touched() {
    let (folder, store) = with_game();
    drop(store);
    let database = once_let_go(|| sled::open(folder.path().join("db")).ok());
    database.insert(b"Mschema", b"99").unwrap();
    database.flush().unwrap();
    drop(database);
    let on_disk = files(folder.path());
    let is_news = |error: &StoreError| !matches!(error, StoreError::Locked { .. });
    let error = once_let_go(|| SledStore::open(folder.path()).err().filter(is_news));
    assert!(matches!(error, StoreError::Schema { found: 99, known: 3, .. }), "{error}");
    assert_eq!(files(folder.path()), on_disk);
}

#[test]
fn a_body_that_is_not_what_its_name_says_is_never_given_out() {
    let (folder, store) = with_game();
    store.file(letter(1, 1, 600)).unwrap();
    let path =
        files(folder.path()).into_iter().find(|path| path.starts_with("letters") && path.ends_with("eml"));
    fs::write(folder.path().join(path.unwrap()), b"something else").unwrap();
    assert!(matches!(store.letter_bytes(LetterNo(1)), Err(StoreError::WrongBytes { .. })));
}

#[test]
fn no_such_letter_or_mail_is_said_so() {
    let (_folder, store) = fresh();
    assert!(matches!(store.letter_bytes(LetterNo(9)), Err(StoreError::NoSuchLetter(LetterNo(9)))));
    assert!(matches!(store.mail_bytes(MailId(9)), Err(StoreError::NoSuchMail(MailId(9)))));
    assert!(store.mark(&[Mark::Sending { id: MailId(9) }]).is_err());
}

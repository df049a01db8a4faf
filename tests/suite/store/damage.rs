//! Damaged files: each is named with what it costs, and everything that does not hang on it comes back.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use fieldpost_daemon::identity::Identity;
use fieldpost_desk::record::LetterNo;
use fieldpost_store::sled::{gaps_of_export, import, rebuild, verify};
use fieldpost_store::{Damage, Mail, MailId, Mark, Round, SledStore, Store, StoreError};
use tempfile::TempDir;

use super::crash::copy;
use super::fixture::{NOW, bohemia, letter, mail};
use super::transfer::{exported, lived_in, rows_but_cursors};
use super::{every_file, scratch, with_game};

/// A closed store in which everything has happened, to be copied and damaged.
fn played() -> TempDir {
    let (folder, store) = lived_in();
    store.begin_reading(&[fieldpost_store::BodyHash::of(b"a letter in hand")]).unwrap();
    drop(store);
    folder
}

fn copy_of(folder: &Path) -> TempDir {
    let target = scratch();
    copy(folder, target.path());
    target
}

/// Flips a bit in the middle of a file.
fn flip(folder: &Path, path: &str) {
    let file = folder.join(path);
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1 << 2;
    fs::write(file, bytes).unwrap();
}

/// What kind of file this is, for one of each kind.
fn kind(path: &str) -> String {
    let (folder, rest) = path.split_once('/').unwrap_or(("", path));
    let ending = rest.split_once('.').map_or("", |(_, ending)| ending);
    match folder {
        "games" if path.contains("reopened") => "games/reopened".into(),
        "games" => format!("games/{}", path.rsplit('/').next().unwrap()),
        "letters" if path.ends_with(".settled.json") => "letters/settled.json".into(),
        "letters" if path.ends_with(".json") => "letters/json".into(),
        "" | "db" => path.into(),
        _ => format!("{folder}/{ending}"),
    }
}

fn one_of_each_kind(folder: &Path) -> BTreeMap<String, String> {
    every_file(folder).into_iter().map(|path| (kind(&path), path)).collect()
}

/// What lies beside the record: made anew at every start, or of no consequence.
const HARMLESS: [&str; 3] = ["lock", "attempts.json", "acknowledged"];

#[test]
fn one_flipped_bit_in_each_kind_of_file_is_named_and_all_that_does_not_hang_on_it_comes_back() {
    let played = played();
    assert_eq!(verify(played.path()).unwrap().damages, [], "an undamaged store");
    let before = {
        let store = SledStore::open(played.path()).unwrap();
        (rows_but_cursors(&store), store.letters(LetterNo(1), 99).unwrap())
    };
    let kinds = one_of_each_kind(played.path());
    assert!(kinds.len() >= 14, "{kinds:?}");
    for (kind, path) in kinds {
        let damaged = copy_of(played.path());
        flip(damaged.path(), &path);
        let named = verify(damaged.path()).unwrap().damages;
        let rebuilt = rebuild(damaged.path()).unwrap();
        let store = SledStore::open(damaged.path()).unwrap_or_else(|error| panic!("{kind}: {error}"));
        store.file(letter(77, store.game(&bohemia()).unwrap().map_or(1, |game| game.turn), 600)).ok();
        let letters = store.letters(LetterNo(1), 99).unwrap();
        println!("{kind}\n  verify: {named:#?}\n  rebuild: {rebuilt}");
        if HARMLESS.contains(&kind.as_str()) {
            assert_eq!((named, rebuilt.left_out), (vec![], vec![]), "{kind}");
            continue;
        }
        let is_database = path.starts_with("db/");
        if is_database && named.is_empty() {
            // Not every byte of it is of use; another test flips bits all over it.
            continue;
        }
        let file = if is_database { "db" } else { path.as_str() };
        let is_named = |damages: &[Damage]| {
            damages.iter().any(|damage| damage.file.starts_with(file) && damage.costs.len() > 20)
        };
        assert!(is_named(&named), "{kind}: {path} is not named: {named:?}");
        assert!(is_database || is_named(&rebuilt.left_out), "{kind}: {path} is not listed: {rebuilt}");
        let own = path
            .rsplit('.')
            .nth(1)
            .and_then(|number| number.parse().ok())
            .filter(|_| kind == "letters/json")
            .map(LetterNo);
        for record in before.1.iter().filter(|record| Some(record.number) != own) {
            let found = letters.iter().find(|found| found.number == record.number);
            let found = found.unwrap_or_else(|| panic!("{kind}: letter {} is gone", record.number.0));
            assert_eq!((&found.raw, &found.place, &found.from), (&record.raw, &record.place, &record.from));
        }
        if is_database || kind.ends_with(".eml") || kind.ends_with("/eml") {
            let rows: Vec<_> = before.0.iter().filter(|row| !store.rows().contains(row)).collect();
            // The letter that was filed since changed the numbers and the mails that it superseded.
            assert!(rows.len() <= 8, "{kind}: {} rows did not come back: {rows:?}", rows.len());
        }
    }
}

#[test]
fn a_damaged_opening_costs_its_game_and_putting_it_back_brings_all_of_it_again() {
    let played = played();
    let before = rows_but_cursors(&SledStore::open(played.path()).unwrap());
    let opening = "games/bohemia-1866/opening.json";
    let whole = fs::read(played.path().join(opening)).unwrap();
    flip(played.path(), opening);
    let rebuilt = rebuild(played.path()).unwrap();
    let words = rebuilt.to_string();
    for said in
        ["opening.json", "letter 1 from benedek@example.org", "turn 1 of bohemia-1866", "the orders for"]
    {
        assert!(words.contains(said), "{said}: {words}");
    }
    for _ in 0..2 {
        // A start sweeps nothing of what hangs on it.
        let store = SledStore::open(played.path()).unwrap();
        assert!(store.games().unwrap().is_empty());
        assert_eq!(store.letters(LetterNo(1), 99).unwrap().len(), 15, "letters stand without their game");
        assert!(store.letter_bytes(LetterNo(3)).is_ok());
    }
    assert!(played.path().join("damaged").join(opening).exists());
    fs::write(played.path().join(opening), whole).unwrap();
    assert_eq!(rebuild(played.path()).unwrap().left_out, []);
    assert_eq!(rows_but_cursors(&SledStore::open(played.path()).unwrap()), before);
}

#[test]
fn a_lost_letter_that_was_settled_with_a_turn_costs_its_verdict_and_not_the_turn() {
    let played = played();
    let files = every_file(played.path());
    let record =
        files.iter().find(|path| path.starts_with("letters/") && path.ends_with(".10.json")).unwrap();
    flip(played.path(), record);
    let words = rebuild(played.path()).unwrap().to_string();
    assert!(words.contains("turn-0001.json: it hangs on the record of letter 10"), "{words}");
    assert!(
        words.contains("It stands but for the verdict on letter 10 that came with it (refused"),
        "{words}"
    );
    let store = SledStore::open(played.path()).unwrap();
    let game = store.game(&bohemia()).unwrap().unwrap();
    assert_eq!((game.turn, game.rollbacks), (2, 1), "the turn and those after it stand");
    assert!(store.turn(&bohemia(), 1).unwrap().is_some());
    let word = store.mail_by_message_id("<refused.10@fieldpost.example>").unwrap();
    assert!(word.is_some(), "and so does the word to the sender");
}

#[test]
fn a_missing_turn_costs_the_turns_behind_it_and_no_letter() {
    let played = played();
    let turn = played.path().join("games/bohemia-1866/turn-0001.json");
    let whole = fs::read(&turn).unwrap();
    fs::remove_file(&turn).unwrap();
    let named = verify(played.path()).unwrap().damages;
    assert!(
        named.iter().any(|damage| damage.file.ends_with("turn-0001.json") && damage.why == "it is missing"),
        "{named:?}"
    );
    let words = rebuild(played.path()).unwrap().to_string();
    assert!(
        words.contains("it hangs on turn 1 of bohemia-1866")
            && words.contains("It is turn 2 of bohemia-1866"),
        "{words}"
    );
    let store = SledStore::open(played.path()).unwrap();
    assert_eq!(store.game(&bohemia()).unwrap().unwrap().turn, 1, "it is open again");
    assert!(!store.order_book(&bohemia()).unwrap().units.is_empty(), "with the orders that it had");
    assert_eq!(store.letters(LetterNo(1), 99).unwrap().len(), 15);
    drop(store);
    fs::write(&turn, whole).unwrap();
    assert_eq!(rebuild(played.path()).unwrap().left_out, []);
    assert_eq!(SledStore::open(played.path()).unwrap().game(&bohemia()).unwrap().unwrap().turn, 2);
}

#[test]
fn a_position_that_is_gone_leaves_its_turn_to_be_run_again() {
    let (folder, store) = with_game();
    store.file(letter(1, 1, 600)).unwrap();
    store.close_turn(super::turn(1, b"Subject: Report\r\n\r\n".to_vec())).unwrap();
    let after = store.turn(&bohemia(), 1).unwrap().unwrap().after;
    store.note(NOW, "later").unwrap();
    drop(store);
    fs::remove_file(folder.path().join("papers").join(after.spread()).with_extension("paper")).unwrap();
    let words = rebuild(folder.path()).unwrap().to_string();
    assert!(words.contains("turn 1 is open again and can be run again"), "{words}");
    let store = SledStore::open(folder.path()).unwrap();
    assert_eq!(store.game(&bohemia()).unwrap().unwrap().turn, 1);
    assert_eq!(store.position(&bohemia()).unwrap(), super::position(1));
    assert_eq!(
        store.mail_by_message_id("<t.1@fieldpost.example>").unwrap().unwrap().id,
        MailId(3),
        "its report stands"
    );
}

#[test]
fn a_copy_that_lies_in_the_record_is_left_out_and_is_no_second_letter() {
    let played = played();
    let folder = played.path().join("games/bohemia-1866");
    fs::copy(folder.join("turn-0001.json"), folder.join("turn-0001 (copy).json")).unwrap();
    let rebuilt = rebuild(played.path()).unwrap();
    assert_eq!(rebuilt.left_out.len(), 1, "{rebuilt}");
    assert!(rebuilt.left_out[0].why.contains("does not belong here"), "{rebuilt}");
}

#[test]
fn a_bad_line_of_the_journal_is_read_past_and_kept_aside_and_only_a_torn_end_is_cut() {
    let played = played();
    let path = played.path().join("journal/00000000.jsonl");
    let whole = fs::read_to_string(&path).unwrap();
    let lines = whole.lines().count();
    let ends: Vec<_> = whole.match_indices('\n').map(|(at, _)| at).collect();
    // In the first line, in one in the middle, in the last; and the ends of two lines.
    for (line, at) in
        [(1, 30), (3, ends[1] + 40), (lines, ends[lines - 2] + 20), (2, ends[1]), (lines, ends[lines - 1])]
    {
        let folder = copy_of(played.path());
        let journal = folder.path().join("journal/00000000.jsonl");
        let mut bytes = whole.clone().into_bytes();
        bytes[at] ^= 1;
        fs::write(&journal, &bytes).unwrap();
        let store = SledStore::open(folder.path()).unwrap();
        let kept = fs::read(&journal).unwrap();
        assert!(kept.starts_with(&bytes), "line {line}: nothing is cut");
        store.note(NOW, "the next line").unwrap();
        drop(store);
        let aside = folder.path().join(format!("damaged/journal/00000000.jsonl.line-{line}"));
        assert!(aside.exists(), "line {line}: {:?}", every_file(folder.path()));
        let named = verify(folder.path()).unwrap().damages;
        assert!(
            named.iter().any(|damage| damage.file == format!("journal/00000000.jsonl line {line}")),
            "{named:?}"
        );
        let rebuilt = rebuild(folder.path()).unwrap();
        assert!(rebuilt.left_out.iter().any(|damage| damage.file.starts_with("journal/")), "{rebuilt}");
        let store = SledStore::open(folder.path()).unwrap();
        let lines = store.audit(3).unwrap();
        assert!(lines.iter().any(|found| found.what == "the next line"), "line {line}: {lines:?}");
        drop(store);
        let again = rebuild(folder.path()).unwrap();
        assert!(
            !again.left_out.iter().any(|damage| damage.file.starts_with("journal/")),
            "it was taken out: {again}"
        );
    }
}

#[test]
fn a_journal_that_lost_its_last_lines_is_named_and_the_database_is_not_blamed() {
    let (folder, store) = with_game();
    let ids = store.post(NOW, vec![mail(Mail::Notice, "n", b"Subject: N\r\n\r\n".to_vec())]).unwrap();
    store.note(NOW, "a note").unwrap();
    store.mark(&[Mark::Sent { id: ids[0], at_ms: NOW }]).unwrap();
    store.note(NOW, "another").unwrap();
    drop(store);
    let journal = folder.path().join("journal/00000000.jsonl");
    let whole = fs::read_to_string(&journal).unwrap();
    let lines: Vec<_> = whole.split_inclusive('\n').collect();
    let last = lines.len() + 1;
    // By whole lines, and with a torn one at the end.
    for (kept, torn) in [(lines.len() - 2, ""), (lines.len() - 2, &lines[lines.len() - 2][..30])] {
        let damaged = copy_of(folder.path());
        let journal = damaged.path().join("journal/00000000.jsonl");
        fs::write(&journal, lines[..kept].concat() + torn).unwrap();
        let named = verify(damaged.path()).unwrap().damages;
        assert_eq!(named.len(), 1, "{named:#?}");
        assert_eq!(named[0].file, "journal/00000000.jsonl");
        assert_eq!(named[0].why, format!("writes {} to {last} are missing from the journal", last - 1));
        assert!(named[0].costs.contains("A rebuild forgets it"), "{named:#?}");
        let rebuilt = rebuild(damaged.path()).unwrap();
        assert!(rebuilt.left_out.contains(&named[0]), "{rebuilt}");
    }
    // Lines lost in the middle, of which a later one tells.
    fs::write(&journal, [&lines[..1], &lines[2..]].concat().concat()).unwrap();
    let named = verify(folder.path()).unwrap().damages;
    assert!(named.iter().any(|damage| damage.why.ends_with("is missing from the journal")), "{named:#?}");
    assert!(!named.iter().any(|damage| damage.file == "db"), "{named:#?}");
}

/// A file of the store that a test takes away or cuts.
type Spoil = fn(&Path);

/// Whole files that are gone, and a journal that ends or has a hole where nothing tells so.
const GONE: [(&str, Spoil); 8] = [
    ("the journal", |folder| fs::remove_dir_all(folder.join("journal")).unwrap()),
    ("all lines of the journal", |folder| fs::write(folder.join("journal/00000000.jsonl"), "").unwrap()),
    ("the last lines of the journal", |folder| lines_kept(folder, |line, _| line < 3)),
    ("the first line of the journal", |folder| lines_kept(folder, |line, _| line > 0)),
    ("a line in the middle, and the next torn off", |folder| {
        lines_kept(folder, |line, all| line + 3 < all);
        let journal = folder.join("journal/00000000.jsonl");
        let bytes = fs::read(&journal).unwrap();
        fs::write(&journal, &bytes[..bytes.len() - 7]).unwrap();
    }),
    // One of those that were filed in one write, and one by itself.
    ("the record of letter 5", |folder| remove(folder, "letters", ".5.json")),
    ("the record of letter 41", |folder| remove(folder, "letters", ".41.json")),
    ("turn 2", |folder| remove(folder, "games", "turn-0002.json")),
];

fn lines_kept(folder: &Path, keep: impl Fn(usize, usize) -> bool) {
    let journal = folder.join("journal/00000000.jsonl");
    let whole = fs::read_to_string(&journal).unwrap();
    let all = whole.lines().count();
    let kept = whole.split_inclusive('\n').enumerate().filter(|(line, _)| keep(*line, all));
    fs::write(&journal, kept.map(|(_, line)| line).collect::<String>()).unwrap();
}

fn remove(folder: &Path, shelf: &str, ending: &str) {
    let files = every_file(folder);
    let file = files.iter().find(|path| path.starts_with(shelf) && path.ends_with(ending)).unwrap();
    fs::remove_file(folder.join(file)).unwrap();
}

#[test]
fn whole_files_that_are_gone_are_noticed_with_a_database_and_without() {
    let played = played();
    for (what, spoil) in GONE {
        for has_database in [true, false] {
            let folder = copy_of(played.path());
            spoil(folder.path());
            if has_database {
                let store = SledStore::open(folder.path()).unwrap();
                let mut export = Vec::new();
                let missing = store.export(&mut export).unwrap().missing;
                assert!(!missing.is_empty(), "{what}: the export");
                assert_eq!(gaps_of_export(&export[..]).unwrap(), missing, "{what}");
            } else {
                fs::remove_dir_all(folder.path().join("db")).unwrap();
            }
            let named = verify(folder.path()).unwrap().damages;
            assert!(named.iter().any(|damage| damage.file != "db"), "{what}, {has_database}: {named:#?}");
            let rebuilt = rebuild(folder.path()).unwrap();
            assert!(rebuilt.left_out.iter().any(|damage| damage.costs.len() > 20), "{what}: {rebuilt}");
            let store = SledStore::open(folder.path()).unwrap();
            if what.contains("journal") {
                // It was told, and is no news.
                let missing = store.export(&mut Vec::new()).unwrap().missing;
                assert_eq!(missing, [], "{what}, {has_database}");
            }
        }
    }
}

/// As a host sees it: each command lists what is gone, and ends with status 1.
#[test]
fn export_verify_and_rebuild_end_with_status_1_where_the_journal_is_gone() {
    let played = played();
    Identity::fresh().save(played.path()).unwrap();
    fs::remove_dir_all(played.path().join("journal")).unwrap();
    let office = scratch();
    let config = office.path().join("fieldpost.toml");
    let text = format!(
        "[office]\naddress = \"war@example.org\"\nstore = {:?}\n[ga]\nname = \"GA\"\naddress = \"ga@example.org\"\n\
         [[source]]\nkind = \"maildir\"\nname = \"in\"\npath = \"in\"\n[post]\nkind = \"maildir\"\npath = \"out\"\n",
        played.path()
    );
    fs::write(&config, text).unwrap();
    let export = office.path().join("export.jsonl");
    let export = export.to_str().unwrap();
    for arguments in [&["export", export, "--check"][..], &["verify"], &["rebuild"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
        let ended = command.args(arguments).arg("--config").arg(&config).output().unwrap();
        let words =
            format!("{}{}", String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
        assert_eq!(ended.status.code(), Some(1), "{arguments:?}: {words}");
        assert!(words.contains("missing from the journal"), "{arguments:?}: {words}");
    }
}

/// The record of the last letter is gone, and with it what says how far the record went.
#[test]
fn a_letter_without_a_record_is_noticed_where_no_database_tells_of_it() {
    let played = played();
    remove(played.path(), "letters", ".41.json");
    fs::remove_dir_all(played.path().join("db")).unwrap();
    fs::remove_file(played.path().join("acknowledged")).unwrap();
    let rebuilt = rebuild(played.path()).unwrap();
    let told =
        |damage: &Damage| damage.file.ends_with(".eml") && damage.why.contains("no record of this letter");
    assert!(rebuilt.left_out.iter().any(told), "{rebuilt}");
}

#[test]
fn only_the_newest_file_of_the_journal_can_end_in_an_interrupted_write() {
    let played = played();
    let journal = played.path().join("journal/00000000.jsonl");
    let mut bytes = fs::read(&journal).unwrap();
    bytes.truncate(bytes.len() - 9);
    fs::write(&journal, &bytes).unwrap();
    fs::write(played.path().join("journal/00000001.jsonl"), "").unwrap();
    let named = verify(played.path()).unwrap().damages;
    assert!(named.iter().any(|damage| damage.file.starts_with("journal/00000000.jsonl line ")), "{named:#?}");
    drop(SledStore::open(played.path()).unwrap());
    assert!(fs::read(&journal).unwrap().starts_with(&bytes), "nothing is cut");
}

#[test]
fn a_database_that_lost_its_last_write_is_damage_and_no_letter_is_swept() {
    let (folder, store) = with_game();
    store.file(letter(1, 1, 600)).unwrap();
    drop(store);
    let older = scratch();
    copy(&folder.path().join("db"), older.path());
    let store = SledStore::open(folder.path()).unwrap();
    store.file(letter(2, 1, 600)).unwrap();
    let before = rows_but_cursors(&store);
    drop(store);
    // The very write whose files an interrupted one would leave.
    fs::remove_dir_all(folder.path().join("db")).unwrap();
    copy(older.path(), &folder.path().join("db"));
    let error = SledStore::open(folder.path()).err().unwrap();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    assert!(error.to_string().contains("was acknowledged"), "{error}");
    assert!(verify(folder.path()).unwrap().damages.iter().any(|damage| damage.file == "db"));
    assert_eq!(rebuild(folder.path()).unwrap().left_out, []);
    assert_eq!(rows_but_cursors(&SledStore::open(folder.path()).unwrap()), before);
}

#[test]
fn a_flipped_bit_anywhere_in_the_database_is_named_or_changes_nothing() {
    let played = played();
    let rows = SledStore::open(played.path()).unwrap().rows();
    let length = fs::metadata(played.path().join("db/db")).unwrap().len();
    let (mut named, mut nothing) = (0, 0);
    for part in 0..10 {
        let folder = copy_of(played.path());
        let file = folder.path().join("db/db");
        let mut bytes = fs::read(&file).unwrap();
        bytes[(length * part / 10 + 11) as usize] ^= 16;
        fs::write(&file, bytes).unwrap();
        let damages = verify(folder.path()).unwrap().damages;
        if damages.iter().any(|damage| damage.file == "db") {
            named += 1;
        } else {
            assert_eq!(damages, [], "part {part}");
            assert!(
                SledStore::open(folder.path()).unwrap().rows() == rows,
                "part {part}: rows are lost in silence"
            );
            nothing += 1;
        }
        assert_eq!(rebuild(folder.path()).unwrap().left_out, [], "part {part}: the record itself is whole");
    }
    println!("{named} named, {nothing} without consequence");
    assert!(named > 0);
}

#[test]
fn an_export_of_a_damaged_store_says_what_it_lacks_and_is_imported_as_far_as_it_goes() {
    let (folder, store) = lived_in();
    let files = one_of_each_kind(folder.path());
    let damaged = ["letters/eml", "letters/json", "papers/paper", "games/turn-0002.json"]
        .map(|kind| files[kind].clone());
    damaged[..2].iter().for_each(|path| flip(folder.path(), path));
    damaged[2..].iter().for_each(|path| fs::remove_file(folder.path().join(path)).unwrap());
    let mut bytes = Vec::new();
    let written = store.export(&mut bytes).unwrap();
    for path in &damaged {
        let named = written.missing.iter().any(|damage| damage.file == *path && damage.costs.len() > 10);
        assert!(named, "{path}: {:?}", written.missing);
    }
    assert_eq!(gaps_of_export(&bytes[..]).unwrap(), written.missing);
    let target = scratch();
    let imported = import(target.path(), &bytes[..]).unwrap();
    assert!(imported.missing.starts_with(&written.missing), "{:?}", imported.missing);
    assert!(
        imported.missing.iter().any(|damage| damage.why.contains("it hangs on")),
        "{:?}",
        imported.missing
    );
    let copy = SledStore::open(target.path()).unwrap();
    assert_eq!(copy.letters(LetterNo(1), 99).unwrap().len(), 14, "all but the one without a record");
    copy.note(NOW, "and it goes on").unwrap();
}

#[test]
fn a_flipped_bit_anywhere_in_an_export_is_refused() {
    let (_folder, store) = with_game();
    store.file(letter(1, 1, 600)).unwrap();
    store.note(NOW, "a note").unwrap();
    store
        .set_cursor(
            "imap",
            "INBOX",
            &fieldpost_store::Cursor { uidvalidity: 9, max_uid: 1, polled_ms: None, owed: Vec::new() },
        )
        .unwrap();
    let bytes = exported(&store);
    for part in 0..60 {
        let mut flipped = bytes.clone();
        let at = bytes.len() * part / 60 + 5;
        flipped[at] ^= 4;
        let folder = scratch();
        assert!(import(folder.path(), &flipped[..]).is_err(), "byte {at}");
    }
}

/// All that a look over the record finds, some files at a time.
fn looked_over(store: &SledStore) -> Vec<Damage> {
    let mut round = Round::default();
    for look in 0.. {
        store.look_over(&mut round, 8).unwrap();
        if round.is_over {
            assert!(look > 5, "all of it was read at once");
            break;
        }
    }
    round.found
}

#[test]
fn a_slow_look_over_a_store_at_work_names_each_damaged_file() {
    let (folder, store) = lived_in();
    assert_eq!(looked_over(&store), []);
    let kinds = one_of_each_kind(folder.path());
    for (kind, path) in kinds.iter().filter(|(kind, _)| kind.contains('/') && !kind.starts_with("db/")) {
        let whole = fs::read(folder.path().join(path)).unwrap();
        flip(folder.path(), path);
        let found = looked_over(&store);
        assert!(
            found.iter().any(|damage| damage.file.starts_with(path) && damage.costs.len() > 20),
            "{kind}: {found:?}"
        );
        if !kind.starts_with("journal") {
            fs::remove_file(folder.path().join(path)).unwrap();
            let found = looked_over(&store);
            assert!(
                found.iter().any(|damage| damage.file == *path && damage.why == "it is missing"),
                "{kind}: {found:?}"
            );
        }
        fs::write(folder.path().join(path), whole).unwrap();
    }
    store.file(letter(30, 2, 600)).unwrap();
    assert_eq!(looked_over(&store), []);
}

/// A store that the fieldpost of commit 7160410 left, before there were checksums, with the export that it made of it.
/// Made there by `lived_in` of `transfer.rs`, `begin_attempts`, `Identity::fresh`, and the folder and export packed.
fn of_before() -> (TempDir, Vec<u8>) {
    let folder = scratch();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/store/7160410.zip");
    let mut archive = zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap();
    archive.extract(folder.path()).unwrap();
    let export = fs::read(folder.path().join("export.jsonl")).unwrap();
    (folder, export)
}

/// An export's lines without the checksums that older fieldposts did not write.
fn without_sums(export: &[u8]) -> Vec<serde_json::Value> {
    let mut lines: Vec<serde_json::Value> =
        String::from_utf8_lossy(export).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for line in &mut lines {
        for kind in ["entry", "end"] {
            if let Some(inner) = line.get_mut(kind).and_then(|inner| inner.as_object_mut()) {
                inner.remove("sum");
            }
        }
    }
    lines
}

/// Takes out of a line of schema 1 what its fieldpost understood by each order, beside the words that are kept.
fn forget_what_was_understood(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if fields.contains_key("span") && fields.contains_key("words") {
                fields.remove("what");
            }
            fields.values_mut().for_each(forget_what_was_understood);
        }
        Value::Array(items) => items.iter_mut().for_each(forget_what_was_understood),
        _ => {}
    }
}

#[test]
fn a_store_of_before_checksums_opens_rebuilds_exports_and_verifies() {
    let (folder, export) = of_before();
    let store_folder = folder.path().join("store");
    let verified = verify(&store_folder).unwrap();
    assert_eq!((verified.damages, verified.records, verified.without_checksum), (vec![], 31, 31));
    let store = SledStore::open(&store_folder).unwrap();
    let before = rows_but_cursors(&store);
    assert_eq!(store.letters(LetterNo(1), 99).unwrap().len(), 15);
    // But for its schema, to which the store was carried over when it was opened.
    let (now, then) = (without_sums(&exported(&store)), without_sums(&export));
    assert_eq!(now.len(), then.len());
    for (now, mut then) in now.iter().zip(then).skip(1) {
        forget_what_was_understood(&mut then);
        assert_eq!(*now, then);
    }
    // What is written from now on has checksums beside what has none.
    store.file(letter(31, 2, 600)).unwrap();
    drop(store);
    assert_eq!(verify(&store_folder).unwrap().damages, []);
    assert_eq!(rebuild(&store_folder).unwrap().left_out, []);
    let again = rows_but_cursors(&SledStore::open(&store_folder).unwrap());
    assert!(again.len() > before.len());
    assert_eq!(rebuild(&store_folder).unwrap().entries, 32);
    let target = scratch();
    assert_eq!(import(target.path(), &export[..]).unwrap().missing, []);
    assert_eq!(
        rows_but_cursors(&SledStore::open(target.path()).unwrap()),
        before,
        "its own export is read as ever"
    );
    assert_eq!(verify(target.path()).unwrap().without_checksum, 0, "an import seals");
}

#[test]
fn a_changed_word_in_a_record_of_before_is_found_by_the_database() {
    let (folder, _) = of_before();
    let store = folder.path().join("store");
    let kinds = one_of_each_kind(&store);
    for (kind, from, to) in [
        ("letters/json", "benedek@example.org", "benedak@example.org"),
        ("games/opening.json", "albrecht@example.org", "albrechd@example.org"),
        ("games/turn-0002.json", "fieldpost.example", "fieldpost.ezample"),
        ("journal/jsonl", "a note", "a nota"),
    ] {
        let damaged = copy_of(&store);
        let path = damaged.path().join(&kinds[kind]);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{kind}");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let named = verify(damaged.path()).unwrap().damages;
        assert!(named.iter().any(|damage| damage.file.starts_with(&kinds[kind])), "{kind}: {named:#?}");
    }
}

#[test]
fn a_line_of_before_that_is_no_entry_any_more_is_missing_from_an_export_and_taken_out_by_a_rebuild() {
    let (folder, _) = of_before();
    let store_folder = folder.path().join("store");
    let journal = store_folder.join("journal/00000000.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let bad = 1 + text.lines().position(|line| line.contains("\"noted\"")).unwrap();
    fs::write(&journal, text.replacen("\"noted\"", "\"nouted\"", 1)).unwrap();
    let name = format!("journal/00000000.jsonl line {bad}");
    let store = SledStore::open(&store_folder).unwrap();
    let mut bytes = Vec::new();
    let written = store.export(&mut bytes).unwrap();
    assert_eq!(written.missing.iter().map(|damage| &damage.file).collect::<Vec<_>>(), [&name]);
    assert_eq!(import(scratch().path(), &bytes[..]).unwrap().missing, written.missing);
    drop(store);
    let rebuilt = rebuild(&store_folder).unwrap();
    assert_eq!(rebuilt.left_out.iter().map(|damage| &damage.file).collect::<Vec<_>>(), [&name]);
    let aside = store_folder.join(format!("damaged/journal/00000000.jsonl.line-{bad}"));
    assert!(fs::read_to_string(aside).unwrap().contains("nouted"));
    let kept = fs::read_to_string(&journal).unwrap();
    assert_eq!((kept.contains("nouted"), kept.lines().count()), (false, text.lines().count() - 1));
    assert_eq!(rebuild(&store_folder).unwrap().left_out, []);
}

#[test]
fn files_and_folders_of_a_store_are_their_owners_alone_and_old_folders_are_closed() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, _) = of_before();
    let store_folder = folder.path().join("store");
    for part in ["letters", "journal", "db", "post"] {
        fs::set_permissions(store_folder.join(part), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let store = SledStore::open(&store_folder).unwrap();
    store.file(letter(31, 2, 600)).unwrap();
    store.begin_reading(&[fieldpost_store::BodyHash::of(b"a letter in hand")]).unwrap();
    let open_to_others = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o077 != 0;
    for entry in fs::read_dir(&store_folder).unwrap() {
        let path = entry.unwrap().path();
        assert!(!open_to_others(&path) || path.ends_with("identity.toml"), "{}", path.display());
    }
}

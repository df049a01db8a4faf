//! A post office moves to another machine, as docs/hosts says, by the program itself; and what the program says of a
//! damaged record.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use fieldpost_daemon::identity::Identity;
use fieldpost_mail::postmark::Postmark;
use fieldpost_store::{MailId, SledStore, Store};
use tempfile::TempDir;

use crate::store::{every_file, scratch};

const CONFIG: &str = "[office]\naddress = \"war@fieldpost.example\"\nstore = \"store\"\n[ga]\nname = \"GA\"\naddress = \"ga@example.org\"\n\
    [[source]]\nkind = \"maildir\"\nname = \"in\"\npath = \"in\"\n[post]\nkind = \"maildir\"\npath = \"out\"\n";

/// A machine: a folder in which a post office lies.
struct Machine(TempDir);

impl Machine {
    /// Runs `fieldpost` with these arguments, a letter on its standard input, and a umask that takes nothing from
    /// anybody.
    fn run(&self, arguments: &[&str], letter: &str) -> Output {
        let mut child = Command::new("sh")
            .args(["-c", "umask 000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_fieldpost")])
            .args(arguments)
            .current_dir(self.0.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(letter.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    }

    fn must(&self, arguments: &[&str], letter: &str) -> String {
        let ended = self.run(arguments, letter);
        let (words, errors) =
            (String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
        assert!(ended.status.success(), "fieldpost {arguments:?}: {words}{errors}");
        words.into_owned()
    }

    /// What a subcommand says that ends with status 1.
    fn complains(&self, arguments: &[&str]) -> String {
        let ended = self.run(arguments, "");
        let words = String::from_utf8_lossy(&ended.stdout).into_owned();
        assert_eq!(
            ended.status.code(),
            Some(1),
            "fieldpost {arguments:?}: {words}{}",
            String::from_utf8_lossy(&ended.stderr)
        );
        words
    }

    fn path(&self, relative: &str) -> PathBuf {
        self.0.path().join(relative)
    }

    /// A post office with the demonstration's game and one letter answered.
    fn at_work() -> Self {
        let machine = Machine(scratch());
        machine.must(&["init", ".", "--ga-name", "GA", "--ga-address", "ga@example.org"], "");
        fs::write(machine.path("fieldpost.toml"), CONFIG).unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let (scenario, seats) =
            (root.join("scenarios/demo"), root.join("fixtures/demo/seats-without-pictures.toml"));
        let (scenario, seats) = (scenario.to_str().unwrap(), seats.to_str().unwrap());
        machine.must(&["new-game", "demo", "--scenario", scenario, "--seats", seats], "");
        machine.must(&["deliver"], &letter(1, "", "MARCH A9-N7"));
        machine
    }

    fn store(&self) -> SledStore {
        SledStore::open(&self.path("store")).unwrap()
    }

    /// The newest mail's Message-ID and text.
    fn newest_mail(&self) -> (String, String) {
        let store = self.store();
        let row = store.mails(MailId(0), 1_000).unwrap().pop().unwrap();
        let bytes = store.mail_bytes(row.id).unwrap();
        (row.message_id, String::from_utf8_lossy(&bytes).into_owned())
    }
}

fn letter(number: u32, head: &str, order: &str) -> String {
    format!(
        "From: moltke@prussia.example\r\nTo: war@fieldpost.example\r\nMessage-ID: <{number}@prussia.example>\r\n{head}\
         Subject: orders\r\n\r\nPLAYER Moltke\nPASSWORD heron-quill-maple\nUNIT PR1IN\n{order}\nEND\n"
    )
}

fn is_open_to_others(path: &Path) -> bool {
    fs::metadata(path).unwrap().permissions().mode() & 0o077 != 0
}

#[test]
fn a_post_office_moves_to_another_machine_and_answers_the_next_letter_there() {
    let old = Machine::at_work();
    let (receipt, _) = old.newest_mail();
    assert!(old.must(&["verify"], "").contains("were held to their hashes"));
    old.must(&["export", "moving.jsonl"], "");
    for relative in every_file(&old.path("store")) {
        let file = old.path("store").join(&relative);
        // Sled makes its snapshots as the umask is, in a folder that is closed.
        assert!(relative.starts_with("db/") || !is_open_to_others(&file), "{relative} is open to others");
        assert!(!is_open_to_others(file.parent().unwrap()), "the folder of {relative} is open to others");
    }

    let new = Machine(scratch());
    for file in ["moving.jsonl", "moving.jsonl.identity"] {
        assert!(!is_open_to_others(&old.path(file)), "{file}");
        fs::copy(old.path(file), new.path(file)).unwrap();
    }
    fs::create_dir(new.path("office")).unwrap();
    fs::write(new.path("office/fieldpost.toml"), CONFIG).unwrap();
    let words = new.must(&["init", "--import", "moving.jsonl", "office"], "");
    assert!(words.contains("was read into"), "{words}");
    let new = Machine(subfolder(new.0, "office"));
    assert!(new.must(&["verify"], "").contains("rows of the database were compared"));

    let answering = format!("In-Reply-To: {receipt}\r\n");
    let said = new.must(&["deliver"], &letter(2, &answering, "MARCH A9-N7"));
    assert!(said.starts_with("letter 2: obeyed"), "{said}");
    let (next, text) = new.newest_mail();
    let identity = Identity::load(&new.path("store")).unwrap();
    assert_eq!(identity, Identity::load(&old.path("store")).unwrap());
    let postmark = Postmark::new("war@fieldpost.example", identity.key()).unwrap();
    for id in [&receipt, &next] {
        assert!(id.ends_with("@fieldpost.example>") && postmark.know_message_id(id).is_some(), "{id}");
    }
    assert!(text.contains("In-Reply-To: <2@prussia.example>"), "{text}");
    assert!(new.must(&["verify"], "").contains("were held to their hashes"));
    new.must(&["replay", "demo"], "");
}

/// The same folder one step in; the one round it stays as long as the test.
fn subfolder(outer: TempDir, name: &str) -> TempDir {
    let inner = outer.keep().join(name);
    let moved = scratch();
    fs::remove_dir(moved.path()).unwrap();
    fs::rename(&inner, moved.path()).unwrap();
    fs::remove_dir_all(inner.parent().unwrap()).unwrap();
    moved
}

#[test]
fn init_import_without_the_key_or_with_half_an_export_makes_nothing() {
    let old = Machine::at_work();
    old.must(&["export", "moving.jsonl"], "");
    let again = old.run(&["export", "moving.jsonl"], "");
    assert!(!again.status.success(), "an export is never written over");
    let new = Machine(scratch());
    let whole = fs::read_to_string(old.path("moving.jsonl")).unwrap();
    fs::write(new.path("moving.jsonl"), &whole[..whole.len() - 40]).unwrap();
    let init =
        ["init", "--import", "moving.jsonl", "office", "--ga-name", "GA", "--ga-address", "ga@example.org"];
    let without_key = new.run(&init, "");
    let words = String::from_utf8_lossy(&without_key.stderr).into_owned();
    assert!(!without_key.status.success() && words.contains("moving.jsonl.identity is needed"), "{words}");
    assert!(!new.path("office").exists());
    fs::copy(old.path("moving.jsonl.identity"), new.path("moving.jsonl.identity")).unwrap();
    let half = new.run(&init, "");
    assert!(!half.status.success() && !new.path("office/store").exists(), "half a record is none");
    fs::write(new.path("moving.jsonl"), whole).unwrap();
    new.must(&init, "");
    let config = fs::read_to_string(new.path("office/fieldpost.toml")).unwrap();
    assert!(config.contains("ga@example.org"), "the configuration of the first attempt is kept");
}

#[test]
fn a_damaged_record_is_told_by_verify_doctor_export_and_rebuild_with_status_1() {
    let machine = Machine::at_work();
    let files = every_file(&machine.path("store"));
    let record = files.iter().find(|path| path.starts_with("letters/") && path.ends_with(".1.json")).unwrap();
    let full = machine.path("store").join(record);
    let text = fs::read_to_string(&full).unwrap();
    fs::write(&full, text.replacen("obeyed", "obeyec", 1)).unwrap();
    for arguments in [&["verify"][..], &["doctor"], &["export", "gapped.jsonl"], &["rebuild"]] {
        let words = machine.complains(arguments);
        assert!(words.contains(record) && words.contains("letter 1"), "{arguments:?}: {words}");
    }
    let moved = Machine(scratch());
    for file in ["gapped.jsonl", "gapped.jsonl.identity"] {
        fs::copy(machine.path(file), moved.path(file)).unwrap();
    }
    fs::write(moved.path("fieldpost.toml"), CONFIG).unwrap();
    assert!(moved.complains(&["init", "--import", "gapped.jsonl", "."]).contains(record));
    moved.must(&["deliver"], &letter(2, "", "MARCH A9-N7"));
    let identity = machine.path("store/identity.toml");
    let text = fs::read_to_string(&identity).unwrap();
    fs::write(&identity, text.replacen("key", "kez", 1)).unwrap();
    assert!(
        machine.complains(&["verify"]).contains("identity.toml: it is not an identity file, or is damaged")
    );
}

#[test]
fn a_game_that_cannot_be_loaded_keeps_no_export_back() {
    let machine = Machine::at_work();
    let papers = every_file(&machine.path("store"));
    let papers: Vec<_> = papers.iter().filter(|path| path.starts_with("papers/")).collect();
    papers.iter().for_each(|path| fs::remove_file(machine.path("store").join(path)).unwrap());
    let deliver = machine.run(&["deliver"], &letter(2, "", "MARCH A9-N7"));
    assert!(!deliver.status.success(), "the office does not open");
    let words = machine.complains(&["export", "gapped.jsonl"]);
    assert!(words.contains("lines were written") && words.contains("NOT WHOLE"), "{words}");
    assert!(papers.iter().all(|path| words.contains(*path)), "{words}");
    let moved = scratch();
    let file = fs::File::open(machine.path("gapped.jsonl")).unwrap();
    fieldpost_store::import(moved.path(), std::io::BufReader::new(file)).unwrap();
    assert_eq!(
        SledStore::open(moved.path()).unwrap().letters(fieldpost_desk::record::LetterNo(1), 9).unwrap().len(),
        1
    );
}

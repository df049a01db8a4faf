//! Disks, files and letters that fail: none of them costs a sound letter, and nothing stands in another's way.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use fieldpost_daemon::clock::Clock;
use fieldpost_daemon::config::Config;
use fieldpost_daemon::delivered::Delivered;
use fieldpost_daemon::disk::Gauge;
use fieldpost_daemon::dispatch::Dispatcher;
use fieldpost_daemon::identity::Identity;
use fieldpost_daemon::{run, socket, wiring};
use fieldpost_desk::password::{Cost, Memory};
use fieldpost_desk::record::{LetterNo, Verdict};
use fieldpost_ground::square::StrategicSquare;
use fieldpost_mail::post::RecordingPost;
use fieldpost_store::sled::{Step, Watch};
use fieldpost_store::{BodyHash, Mail, MailRow, SledStore, TransportKey};

use rustix::process::{Pid, Resource, Rlimit, prlimit};

mod lost;

use super::care::demo;
use super::{MONDAY, ORDERS, SEATS, Trial, letter, open};

const CONFIG: &str = "[office]\naddress = \"war@example.org\"\nstore = \"store\"\n[ga]\nname = \"GA\"\n\
    address = \"ga@example.org\"\n[[source]]\nkind = \"maildir\"\nname = \"in\"\npath = \"in\"\npoll_seconds = 1\n\
    [post]\nkind = \"maildir\"\npath = \"out\"\n[limits]\ndisk_mib = 0\n";

/// A disk that fails, or panics, before one kind of step while it is told to.
struct Failing {
    step: Step,
    panics: bool,
    now: AtomicBool,
}

impl Failing {
    fn at(step: Step) -> Arc<Self> {
        Arc::new(Failing { step, panics: false, now: AtomicBool::new(false) })
    }

    fn set(&self, fails: bool) {
        self.now.store(fails, Ordering::SeqCst);
    }
}

impl Watch for Failing {
    fn before(&self, step: Step) -> io::Result<()> {
        if step != self.step || !self.now.load(Ordering::SeqCst) {
            return Ok(());
        }
        assert!(!self.panics, "the disk is upside down");
        Err(io::ErrorKind::StorageFull.into())
    }
}

/// A post office whose players want text alone: no pictures are drawn, which is most of what a game's opening takes.
fn plain() -> Trial {
    let seats = SEATS.replace("no pictures", "text");
    Trial::of_seats("authserv_id = \"mx.example.org\"\n", &seats)
}

impl Trial {
    /// The same post office over a disk that is watched.
    fn watched(self, disk: &Arc<Failing>) -> Self {
        let Trial { folder, clock, office, uid } = self;
        let config = office.config.clone();
        drop(office);
        let store = SledStore::open_watched(&config.office.store, disk.clone()).unwrap();
        let office = wiring::office(config, clock.clone(), Arc::new(store)).unwrap();
        Trial { folder, clock, office, uid }
    }

    fn store(&self) -> PathBuf {
        self.office.config.office.store.clone()
    }

    fn verdicts(&self) -> Vec<Verdict> {
        let letters = self.office.store.letters(LetterNo(0), 1_000).unwrap();
        letters.into_iter().map(|letter| letter.verdict).collect()
    }

    fn verdict(&self, number: u64) -> Verdict {
        self.office.store.letter(LetterNo(number)).unwrap().unwrap().verdict
    }

    /// The texts of the mails to an address whose subject holds these words, with their lines joined. Mails whose text is
    /// erased or lost are passed over.
    fn words_to(&self, to: &str, words: &str) -> Vec<String> {
        let can_be_read = |row: &MailRow| self.office.store.mail_bytes(row.id).is_ok();
        let rows = self.mails().into_iter().filter(|row| row.to == to && can_be_read(row));
        let texts = rows
            .map(|row| self.text(&row))
            .filter(|text| text.lines().next().unwrap_or_default().contains(words));
        texts.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    fn told_of(&self, words: &str) -> Vec<String> {
        self.words_to("ga@example.org", words)
    }

    /// So many letters of a player, each with other words.
    fn letters(&mut self, count: usize) -> Vec<Delivered> {
        let text = |number: usize| letter(&format!("Message-ID: <{number}@x>\r\n"), &with_remark(number));
        (0..count).map(|number| self.delivered(&text(number))).collect()
    }

    fn body(&self, row: &MailRow) -> PathBuf {
        self.store().join(format!("post/{}.eml", row.body.spread()))
    }

    fn look_after(&mut self) {
        self.clock.set(self.clock.now() + 11_000);
        self.office.look_after();
    }
}

fn with_remark(number: usize) -> String {
    format!("{ORDERS}# remark {number}\n")
}

fn quarantined(verdicts: &[Verdict]) -> usize {
    verdicts.iter().filter(|verdict| matches!(verdict, Verdict::Quarantined(_))).count()
}

#[test]
fn filings_that_fail_again_and_again_are_held_against_no_letter() {
    let disk = Failing::at(Step::Record);
    let mut trial = plain().watched(&disk);
    let batch = trial.letters(4);
    disk.set(true);
    for _ in 0..5 {
        assert!(trial.office.take(batch.clone()).is_err());
        trial = trial.watched(&disk);
    }
    disk.set(false);
    let taken = trial.office.take(batch).unwrap();
    assert!(taken.iter().all(|taken| taken.verdict == Verdict::Obeyed), "{taken:?}");
    assert!(trial.told_of("quarantined").is_empty());
    assert!(!trial.store().join("attempts.json").exists());
}

#[test]
fn a_delivery_that_fails_is_not_charged_to_whoever_comes_next() {
    let disk = Failing::at(Step::Record);
    let mut trial = plain().watched(&disk);
    disk.set(true);
    for number in 0..5 {
        assert!(trial.office.deliver(letter(&format!("Message-ID: <{number}@x>\r\n"), ORDERS)).is_err());
    }
    disk.set(false);
    let words = trial.office.deliver(letter("Message-ID: <9@x>\r\n", ORDERS)).unwrap();
    assert!(words.ends_with(": obeyed"), "{words}");
    // The same place is never given twice, not even by a process that begins to count anew.
    let mut trial = trial.restart();
    let words = trial.office.deliver(letter("Message-ID: <10@x>\r\n", &with_remark(10))).unwrap();
    assert!(words.ends_with(": obeyed"), "{words}");
    let letters = trial.office.store.letters(LetterNo(0), 9).unwrap();
    assert_eq!(letters.len(), 2);
    assert_ne!(letters[0].place, letters[1].place);
}

/// A file system in memory, mounted until it is dropped.
struct Tmpfs(PathBuf);

impl Tmpfs {
    fn mount(folder: PathBuf, mib: u32) -> Result<Self, String> {
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let size = format!("size={mib}m");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(&folder).output();
        match mounted {
            Ok(output) if output.status.success() => Ok(Tmpfs(folder)),
            Ok(output) => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Fills it to the last byte.
    fn fill(&self) {
        use std::io::Write;
        let mut ballast = fs::File::create(self.0.join("ballast")).unwrap();
        for size in [1 << 16, 1 << 12, 1] {
            while ballast.write_all(&vec![b'x'; size]).is_ok() {}
        }
    }

    fn make_room(&self) {
        fs::remove_file(self.0.join("ballast")).unwrap();
    }
}

impl Drop for Tmpfs {
    fn drop(&mut self) {
        let ended = Command::new("umount").arg("-l").arg(&self.0).status();
        assert!(ended.is_ok_and(|ended| ended.success()) || thread::panicking(), "it stays mounted");
    }
}

fn copy(from: &Path, to: &Path) {
    let ended = Command::new("cp").arg("-a").arg(format!("{}/.", from.display())).arg(to).status().unwrap();
    assert!(ended.success());
}

/// A post office whose store lies on a small file system in memory; `None` where none can be mounted.
fn on_tmpfs(mib: u32) -> Option<(Tmpfs, Trial)> {
    let Trial { folder, clock, office, uid } = plain();
    let mut config = office.config.clone();
    drop(office);
    let disk = match Tmpfs::mount(folder.path().join("small"), mib) {
        Ok(disk) => disk,
        Err(why) => {
            println!("skipped: filling a disk needs a tmpfs to be mounted: {why}");
            return None;
        }
    };
    copy(&config.office.store, &disk.0.join("store"));
    config.office.store = disk.0.join("store");
    let mut office = open(config, &clock);
    // The gauge would keep letters out before the disk does.
    office.disk = Gauge::showing(u64::MAX);
    Some((disk, Trial { folder, clock, office, uid }))
}

#[test]
fn a_full_disk_quarantines_none_of_120_letters_and_all_get_their_verdict_when_there_is_room() {
    let Some((disk, mut trial)) = on_tmpfs(48) else { return };
    let letters = trial.letters(120);
    disk.fill();
    for _ in 0..3 {
        let failed = letters.chunks(30).filter(|batch| trial.office.take(batch.to_vec()).is_err()).count();
        assert!(failed >= 3, "the disk was not full");
        if trial.office.store.stopped().is_some() {
            let Trial { folder, clock, office, uid } = trial;
            let config = office.config.clone();
            drop(office);
            // A new start may fail as long as the disk is full; systemd tries again.
            let Ok(store) = SledStore::open(&config.office.store) else {
                disk.make_room();
                let office = open(config, &clock);
                trial = Trial { folder, clock, office, uid };
                disk.fill();
                continue;
            };
            let office = wiring::office(config, clock.clone(), Arc::new(store)).unwrap();
            trial = Trial { folder, clock, office, uid };
            trial.office.disk = Gauge::showing(u64::MAX);
        }
    }
    disk.make_room();
    let mut trial = trial.restart();
    trial.office.disk = Gauge::showing(u64::MAX);
    for batch in letters.chunks(30) {
        trial.office.take(batch.to_vec()).unwrap();
    }
    let verdicts = trial.verdicts();
    assert_eq!((verdicts.len(), quarantined(&verdicts)), (120, 0));
    assert!(verdicts.iter().all(|verdict| *verdict == Verdict::Obeyed), "{verdicts:?}");
    drop(trial);
}

#[test]
fn a_shelf_that_cannot_be_written_quarantines_none_of_30_letters() {
    let mut trial = plain();
    let letters = trial.letters(30);
    // Root is kept out by no mode: a file stands where the folder was.
    let (shelf, aside) = (trial.store().join("post"), trial.store().join("aside"));
    fs::rename(&shelf, &aside).unwrap();
    fs::write(&shelf, "").unwrap();
    for _ in 0..4 {
        let error = trial.office.take(letters.clone()).unwrap_err();
        assert!(format!("{error:#}").contains("post/"), "{error:#}");
    }
    fs::remove_file(&shelf).unwrap();
    fs::rename(&aside, &shelf).unwrap();
    let mut trial = trial.restart();
    let taken = trial.office.take(letters).unwrap();
    assert!(taken.iter().all(|taken| taken.verdict == Verdict::Obeyed), "{taken:?}");
}

#[test]
fn several_letters_that_killed_are_quarantined_in_one_write_with_one_mail_to_the_ga() {
    let mut trial = plain();
    let letters = trial.letters(4);
    for killer in [1, 3] {
        for _ in 0..3 {
            trial.office.store.begin_reading(&[BodyHash::of(&letters[killer].bytes)]).unwrap();
            trial = trial.restart();
        }
    }
    let taken = trial.office.take(letters.clone()).unwrap();
    assert_eq!(taken.iter().filter(|taken| taken.verdict == Verdict::Obeyed).count(), 2, "{taken:?}");
    let told = trial.told_of("quarantined");
    assert_eq!(told.len(), 1);
    for part in ["2 letters are quarantined", "reading it ended the process 3 times", "Letter 2", "Letter 4"]
    {
        assert!(told[0].contains(part), "{part} is not in {}", told[0]);
    }
    assert!(told[0].contains("RELEASE LETTER 2"), "{}", told[0]);
    assert!(!trial.store().join("attempts.json").exists(), "what is filed is forgotten");
    let mut trial = trial.restart();
    assert_eq!(trial.office.take(letters).unwrap().len(), 4);
    assert_eq!(trial.told_of("quarantined").len(), 1, "it is told once");
}

/// Has the position of the game in memory make the desk panic, as a fault of the program would.
fn break_memory(trial: &mut Trial) {
    let record = &mut trial.office.games.get_mut(&demo()).unwrap().record;
    let off_the_map = StrategicSquare { col: 255, row: 255 };
    crate::table::change(record, |state| state.units.values_mut().for_each(|unit| unit.at = off_the_map));
}

#[test]
fn a_letter_over_which_the_program_stumbles_costs_no_other_and_can_be_released() {
    let mut trial = plain();
    break_memory(&mut trial);
    let help = "PLAYER Moltke\nPASSWORD heron-quill-maple\nHELP\n";
    let moves = ORDERS.replace("MARCH A9-N7", "MOVE 9-9");
    let batch = vec![
        trial.delivered(&letter("Message-ID: <1@x>\r\n", help)),
        trial.delivered(&letter("Message-ID: <2@x>\r\n", &moves)),
        trial.delivered(&letter("Message-ID: <3@x>\r\n", &help.replace("HELP", "HELP MARCH"))),
    ];
    let taken = trial.office.take(batch).unwrap();
    let verdicts = taken.into_iter().map(|taken| taken.verdict).collect::<Vec<_>>();
    assert_eq!(quarantined(&verdicts), 1, "{verdicts:?}");
    assert_eq!((&verdicts[0], &verdicts[2]), (&Verdict::Obeyed, &Verdict::Obeyed));
    let told = trial.told_of("quarantined");
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("a fault of the program") && !told[0].contains("heron"), "{}", told[0]);
    // As long as the fault is there, a release changes nothing and says so.
    let said = trial.office.typed("demo", "RELEASE LETTER 2").unwrap();
    assert!(said.contains("Letter 2 is read once more"), "{said}");
    assert!(matches!(trial.verdict(2), Verdict::Quarantined(_)), "{:?}", trial.verdict(2));
    assert_eq!(trial.told_of("Not done: RELEASE LETTER 2").len(), 1);
    let mut trial = trial.restart();
    trial.office.typed("demo", "RELEASE LETTER 2").unwrap();
    assert_eq!(trial.verdict(2), Verdict::Obeyed);
    assert_eq!(trial.told_of("Letter 2 was read").len(), 1);
    let receipts = trial.mails().into_iter().filter(|row| row.answers == Some(LetterNo(2)));
    assert!(receipts.into_iter().any(|row| row.to == "moltke@prussia.example" && row.kind == Mail::Receipt));
    let book = trial.office.store.order_book(&demo()).unwrap();
    let filed = &book.units[&"PR1IN".parse().unwrap()][0];
    assert_eq!((filed.letter, filed.receipt.at_ms), (LetterNo(2), MONDAY), "as of its receipt");
    assert!(trial.office.games[&demo()].record.book == book, "memory knows it too");
    // It is known as a copy from then on.
    assert!(matches!(trial.take(&letter("Message-ID: <2@x>\r\n", &moves)), Verdict::Ignored(_)));
}

#[test]
fn a_mailbox_that_was_used_before_is_not_answered_while_there_is_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config::read(CONFIG, &folder.path().join("fieldpost.toml")).unwrap();
    fs::create_dir_all(&config.office.store).unwrap();
    Identity::fresh().save(&config.office.store).unwrap();
    let clock = Clock::standing_at(MONDAY);
    let office = open(config, &clock);
    let mut trial = Trial { folder, clock, office, uid: 0 };
    trial.office.disk = Gauge::showing(u64::MAX);
    let mut old =
        trial.delivered(b"From: aunt@example.net\r\nMessage-ID: <1@x>\r\nSubject: tea\r\n\r\nOn Sunday?\r\n");
    old.received_ms = MONDAY - 8 * 86_400_000;
    let new = trial
        .delivered(b"From: anna@example.net\r\nMessage-ID: <2@x>\r\nSubject: war\r\n\r\nMay I play?\r\n");
    trial.office.take(vec![old, new]).unwrap();
    assert_eq!(trial.verdicts()[0], Verdict::Ignored("it is older than this post office".into()));
    let answered = trial.mails().into_iter().map(|row| row.to).collect::<Vec<_>>();
    assert_eq!(answered, ["anna@example.net"]);
}

/// Puts a letter into quarantine, as if reading it had killed.
fn quarantine(trial: Trial, bytes: &[u8]) -> Trial {
    let mut trial = trial;
    for _ in 0..3 {
        trial.office.store.begin_reading(&[BodyHash::of(bytes)]).unwrap();
        trial = trial.restart();
    }
    assert!(matches!(trial.take(bytes), Verdict::Quarantined(_)));
    trial
}

#[test]
fn a_released_letter_whose_turn_has_closed_gets_the_honest_answer() {
    let mut trial = quarantine(plain(), &letter("Message-ID: <1@x>\r\n", ORDERS));
    trial.clock.set(trial.clock.now() + 60_000);
    trial.run_turn();
    trial.clock.set(trial.clock.now() + 60_000);
    trial.office.typed("demo", "RELEASE LETTER 1").unwrap();
    assert!(matches!(trial.verdict(1), Verdict::Refused(_)), "{:?}", trial.verdict(1));
    let answer = trial.mails().into_iter().rfind(|row| row.answers == Some(LetterNo(1))).unwrap();
    assert_eq!(answer.to, "moltke@prussia.example");
    assert!(trial.text(&answer).contains("turn"), "{}", trial.text(&answer));
}

#[test]
fn only_what_is_in_quarantine_is_released_and_a_letter_that_fails_dmarc_is_held_then() {
    let mut trial = plain();
    assert_eq!(trial.take(&letter("Message-ID: <1@x>\r\n", ORDERS)), Verdict::Obeyed);
    let said = trial.office.typed("demo", "RELEASE LETTER 9").unwrap();
    assert!(said.contains("there is no letter 9 yet"), "{said}");
    let said = trial.office.typed("demo", "RELEASE LETTER 1").unwrap();
    assert!(said.contains("NOT DONE: letter 1 is not in quarantine: it was obeyed"), "{said}");
    let head = "Authentication-Results: mx.example.org; dmarc=fail header.from=prussia.example\r\nMessage-ID: <2@x>\r\n";
    let bytes = letter(head, &with_remark(7));
    let mut trial = quarantine(trial, &bytes);
    let number = trial.office.store.last_letter().unwrap().unwrap().0;
    trial.office.typed("demo", &format!("RELEASE LETTER {number}")).unwrap();
    assert!(matches!(trial.verdict(number), Verdict::Held(_)), "{:?}", trial.verdict(number));
    trial.run_turn();
    assert!(matches!(trial.verdict(number), Verdict::Refused(_)), "{:?}", trial.verdict(number));
}

const KILLED: &str = "FIELDPOST_TEST_KILLED_FOLDER";

/// Letters of which the third kills a process that may not have the memory that its new password's hash takes.
fn with_a_killer() -> Vec<Delivered> {
    let text = |number: u64| match number {
        3 => "PLAYER Moltke\nPASSWORD heron-quill-maple\nNEW PASSWORD willow-stone-harbour\n".to_owned(),
        number => with_remark(usize::try_from(number).unwrap()),
    };
    let delivered = |number: u64| {
        let bytes = letter(&format!("Message-ID: <{number}@x>\r\n"), &text(number));
        let place =
            TransportKey { account: "in".into(), folder: "INBOX".into(), uidvalidity: 1, uid: number };
        let (received_ms, size) = (MONDAY + number.cast_signed() * 1_000, bytes.len() as u64);
        Delivered { place, received_ms, bytes, whole: true, size, quiet: false }
    };
    (1..=5).map(delivered).collect()
}

/// Not a test of its own: the process that takes the letters, or does the tasks that wait, and is killed by one of them.
#[test]
fn takes_letters_until_one_kills_it() {
    let Some(folder) = std::env::var_os(KILLED) else { return };
    let config = Config::read(CONFIG, &Path::new(&folder).join("fieldpost.toml")).unwrap();
    let mut office = open(config, &Clock::standing_at(MONDAY + 10_000));
    office.memory = Memory::new([0; 32], Cost { memory_kib: u32::MAX, passes: 1 });
    office.disk = Gauge::showing(u64::MAX);
    office.do_tasks(&[]);
    let taken = office.take(with_a_killer()).unwrap();
    assert_eq!(taken.len(), 5);
}

/// Whether the process came to its end.
fn lives(folder: &Path) -> bool {
    let child = Command::new("sh")
        .args(["-c", "ulimit -v 8000000; ulimit -c 0; exec \"$0\" \"$@\""])
        .arg(std::env::current_exe().unwrap())
        .args(["daemon::faults::takes_letters_until_one_kills_it", "--exact", "--nocapture"])
        .env(KILLED, folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&child.stderr).into_owned();
    assert!(child.status.success() || words.contains("memory allocation"), "{words}");
    child.status.success()
}

#[test]
fn a_letter_that_kills_is_found_out_alone_and_costs_its_neighbours_nothing() {
    let Trial { folder, clock, office, .. } = plain();
    let config = office.config.clone();
    drop(office);
    let look = || {
        let office = open(config.clone(), &clock);
        Trial { folder: tempfile::tempdir().unwrap(), clock: clock.clone(), office, uid: 0 }
    };
    assert!(!lives(folder.path()));
    assert_eq!(look().verdicts().len(), 0, "nobody knows which it was");
    for death in 1..=3 {
        assert!(!lives(folder.path()), "death {death}");
        assert_eq!(
            look().verdicts(),
            [Verdict::Obeyed, Verdict::Obeyed],
            "those before it are read and filed"
        );
    }
    assert!(lives(folder.path()));
    let mut trial = look();
    let verdicts = trial.verdicts();
    assert_eq!((verdicts.len(), quarantined(&verdicts)), (5, 1), "{verdicts:?}");
    assert_eq!(trial.told_of("quarantined").len(), 1);
    let killer = trial.office.store.pending().unwrap()[0].number.0;
    assert!(!trial.store().join("attempts.json").exists());

    // Released where it kills again (its password, which did, is not kept): once, and it is back in quarantine.
    trial.office.watch.running = true;
    trial.office.typed("demo", &format!("RELEASE LETTER {killer}")).unwrap();
    let bytes = trial.office.store.letter_bytes(LetterNo(killer)).unwrap();
    trial.office.store.begin_reading(&[BodyHash::of(&bytes)]).unwrap();
    drop(trial);
    assert!(lives(folder.path()));
    let mut trial = look();
    assert!(matches!(trial.verdict(killer), Verdict::Quarantined(_)));
    let told = trial.told_of(&format!("Not done: RELEASE LETTER {killer}"));
    assert!(told[0].contains("ended the program once more"), "{told:?}");
    // And released where it does not, it is judged; what it asked for cannot be done any more, and that is said.
    trial.office.typed("demo", &format!("RELEASE LETTER {killer}")).unwrap();
    assert!(matches!(trial.verdict(killer), Verdict::Refused(_)), "{:?}", trial.verdict(killer));
    let row = trial.mails().into_iter().rfind(|row| row.answers == Some(LetterNo(killer))).unwrap();
    assert!(trial.text(&row).contains("send NEW PASSWORD again"), "{}", trial.text(&row));
}

#[test]
fn a_lost_report_that_is_asked_for_again_costs_neither_the_letter_nor_those_beside_it() {
    let mut trial = plain();
    trial.run_turn();
    let turn = trial.office.store.turn(&demo(), 1).unwrap().unwrap();
    let row = trial.office.store.mail(turn.reports["Moltke"][0]).unwrap().unwrap();
    fs::remove_file(trial.body(&row)).unwrap();
    trial.clock.set(trial.clock.now() + 60_000);
    let asks = "PLAYER Moltke\nPASSWORD heron-quill-maple\nSEND REPORT 1\n";
    let orders = ORDERS.replace("UNIT", "TURN 2\nUNIT");
    let batch = vec![
        trial.delivered(&letter("Message-ID: <1@x>\r\n", asks)),
        trial.delivered(&letter("Message-ID: <2@x>\r\n", &orders)),
    ];
    let taken = trial.office.take(batch).unwrap();
    assert!(taken.iter().all(|taken| taken.verdict == Verdict::Obeyed), "{taken:?}");
    assert!(trial.told_of("A report is lost")[0].contains("its text is lost"));
    assert_eq!(trial.words_to("moltke@prussia.example", "A report is lost").len(), 1);
}

#[test]
fn a_held_letter_whose_text_is_lost_is_refused_with_a_word_when_it_is_released() {
    let mut trial = plain();
    let head = "Authentication-Results: mx.example.org; dmarc=fail header.from=prussia.example\r\nMessage-ID: <1@x>\r\n";
    assert!(matches!(trial.take(&letter(head, ORDERS)), Verdict::Held(_)));
    let notices = trial.mails().into_iter().map(|row| trial.text(&row)).collect::<Vec<_>>();
    let notice = notices.iter().find(|text| text.contains("CONFIRM ")).unwrap();
    let token = notice.split("CONFIRM ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    let raw = trial.office.store.letter(LetterNo(1)).unwrap().unwrap().raw;
    fs::remove_file(trial.store().join(format!("letters/{}.eml", raw.spread()))).unwrap();
    let confirm = letter("Message-ID: <2@x>\r\n", &format!("CONFIRM {token}\n"));
    assert_eq!(trial.take(&confirm), Verdict::Obeyed);
    assert!(matches!(trial.verdict(1), Verdict::Refused(_)), "{:?}", trial.verdict(1));
    assert_eq!(trial.told_of("A released letter is lost").len(), 1);
    assert!(trial.last_text().contains("Please send it again"), "{}", trial.last_text());
    assert_eq!(trial.take(&letter("Message-ID: <3@x>\r\n", &with_remark(1))), Verdict::Obeyed);
}

/// A daemon's loop over this post office, until it ends by itself.
fn run_to_its_end(trial: Trial, post: &Arc<RecordingPost>) -> (tempfile::TempDir, String) {
    let Trial { folder, clock, office, .. } = trial;
    let config = office.config.clone();
    let boxes = wiring::letterboxes(&config, office.store.as_ref()).unwrap();
    let store = Arc::clone(&office.store);
    let dispatcher = Dispatcher::new(store, post.clone(), clock).paced(4, 0);
    let listener = socket::listen(&config.office.store).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let ended = run::run(office, boxes, dispatcher, listener, stop).unwrap_err();
    assert!(!socket::path(&config.office.store).exists(), "the control socket is removed");
    (folder, format!("{ended:#}"))
}

/// What was sent to the GA with this subject.
fn sent_to_ga(post: &RecordingPost, subject: &str) -> usize {
    let sent = post.sent().into_iter().filter(|(envelope, _)| envelope.to == "ga@example.org");
    sent.filter(|(_, bytes)| String::from_utf8_lossy(bytes).contains(subject)).count()
}

#[test]
fn a_daemon_whose_record_takes_no_more_writes_ends_with_an_error_and_tells_the_ga_once_a_day() {
    let disk = Failing::at(Step::Apply);
    let post = Arc::new(RecordingPost::new());
    let mut trial = plain().watched(&disk);
    let config = trial.office.config.clone();
    let clock = trial.clock.clone();
    let waiting = trial.letters(1).remove(0);
    let inbox = trial.folder.path().join("in/new");
    fs::create_dir_all(&inbox).unwrap();
    fs::write(inbox.join("1.a"), &waiting.bytes).unwrap();
    disk.set(true);
    let (folder, words) = run_to_its_end(trial, &post);
    assert!(words.contains("takes no more writes") && words.contains("no storage space"), "{words}");
    assert_eq!(sent_to_ga(&post, "The daemon ends"), 1);
    assert_eq!(fs::read_dir(&inbox).unwrap().count(), 1, "the letter lies where it lay");
    // systemd starts it again and again: nothing is lost, and the GA is told no more.
    let store = SledStore::open_watched(&config.office.store, disk.clone()).unwrap();
    let office = wiring::office(config.clone(), clock.clone(), Arc::new(store)).unwrap();
    let (folder, _) = run_to_its_end(Trial { folder, clock: clock.clone(), office, uid: 0 }, &post);
    assert_eq!(sent_to_ga(&post, "The daemon ends"), 1);
    // The disk is well again.
    disk.set(false);
    let office = open(config, &clock);
    let trial = Trial { folder, clock, office, uid: 0 };
    assert_eq!(trial.verdicts().len(), 0);
}

#[test]
fn a_store_that_panics_while_a_turn_closes_is_no_fault_of_the_rules_and_ends_the_daemon() {
    let disk = Arc::new(Failing { step: Step::Record, panics: true, now: AtomicBool::new(false) });
    let post = Arc::new(RecordingPost::new());
    let trial = plain().watched(&disk);
    disk.set(true);
    let mut trial = trial;
    let error = trial.office.adjudicate(&demo(), &[], true).unwrap_err();
    assert!(format!("{error:#}").contains("a panic in the store"), "{error:#}");
    disk.set(false);
    assert!(trial.office.store.stopped().is_some());
    let (_folder, words) = run_to_its_end(trial, &post);
    assert!(words.contains("the disk is upside down"), "{words}");
}

#[test]
fn a_close_that_fails_leaves_held_letters_held_and_tells_nobody() {
    for step in [Step::Body, Step::Record, Step::SyncFiles] {
        let disk = Failing::at(step);
        let mut trial = plain().watched(&disk);
        let head = "Authentication-Results: mx.example.org; dmarc=fail header.from=prussia.example\r\n";
        assert!(matches!(trial.take(&letter(head, ORDERS)), Verdict::Held(_)));
        let mails = trial.mails().len();
        // Reports are staged with bodies of their own: the write alone is to fail.
        disk.set(true);
        trial.office.adjudicate(&demo(), &[], true).unwrap_err();
        disk.set(false);
        let mut trial = trial.restart();
        assert!(matches!(trial.verdict(1), Verdict::Held(_)), "{step:?}");
        assert_eq!((trial.mails().len(), trial.office.games[&demo()].turn()), (mails, 1), "{step:?}");
        trial.run_turn();
        assert!(matches!(trial.verdict(1), Verdict::Refused(_)), "{step:?}");
        let told = trial.words_to("moltke@prussia.example", "What others changed");
        assert_eq!(told.len(), 1, "{step:?}: {told:?}");
        assert!(told[0].contains("was not carried out: the turn closed before"), "{}", told[0]);
        assert_eq!(trial.office.store.game(&demo()).unwrap().unwrap().hold, None);
    }
}

/// The program itself: from some moment on no file of its may reach beyond 32 KB, which its database does.
#[test]
fn the_program_ends_with_a_status_that_systemd_takes_for_a_failure_when_its_record_cannot_be_written() {
    let Trial { folder, office, .. } = plain();
    drop(office);
    fs::write(folder.path().join("fieldpost.toml"), CONFIG).unwrap();
    let mut child = Command::new("sh")
        // Without the signal the write fails in words, as on a full disk.
        .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_fieldpost"), "run", "--config"])
        .arg(folder.path().join("fieldpost.toml"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = io::BufRead::lines(io::BufReader::new(child.stdout.take().unwrap()));
    assert!(lines.next().unwrap().unwrap().contains("fieldpost runs"));
    let limit = Rlimit { current: Some(32 << 10), maximum: Some(32 << 10) };
    prlimit(Some(Pid::from_child(&child)), Resource::Fsize, limit).unwrap();
    let words = io::read_to_string(child.stderr.take().unwrap()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2), "{words}");
    assert!(words.contains("the record takes no more writes, so the daemon ends"), "{words}");
    let store = folder.path().join("store");
    assert!(!socket::path(&store).exists());
    SledStore::open(&store).unwrap();
}

//! Everything goes wrong, one thing after the other: the daemon is killed, its disk is full, folders cannot be
//! written, files are damaged, the mailbox is numbered anew, the servers are away or put mails off. Meanwhile letters
//! come in. At the end every letter and every mail is accounted for (promises 1 to 4).
//!
//! Each of them once in an ordinary run, some forty seconds; ten minutes of them, in any order, with `FIELDPOST_LONG`.
//! It takes root, for a small file system on a loop image; elsewhere the trial is skipped with a word. The order of
//! events hangs on a number that is printed: `FIELDPOST_CHAOS=number` runs it again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use fieldpost_desk::record::{LetterNo, Verdict};
use fieldpost_store::{LetterRecord, MailId, MailRow, MailState, SledStore, Store};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use tempfile::TempDir;

use crate::post_office::{self, Daemon, Office, PLAYERS, letter, message_id, orders, text_of};
use crate::power_cut::{self, Mounted};

mod forgetful;

use forgetful::Forgetful;

/// What can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mishap {
    /// The process dies.
    Kill,
    /// Nothing more fits on the store's disk.
    FullDisk,
    /// One of the record's folders cannot be written.
    FrozenFolder,
    /// The mailbox numbers its letters anew, and shows all of them again.
    Renumbered,
    /// The server that letters are fetched from is away.
    ImapAway,
    /// The server that takes mails is away.
    SmtpAway,
    /// It is there, and takes none for now.
    SmtpDefers,
    /// It is at its day's limit, and refuses all for good.
    SmtpLimit,
    /// The server that letters are fetched from leaves every second one out of its answers.
    LettersLeftOut,
    /// A bit of one of the record's files is not what it was.
    DamagedFile,
    /// The body of a mail that waits is damaged for good.
    LostBody,
}

const MISHAPS: [Mishap; 11] = [
    Mishap::Kill,
    Mishap::FullDisk,
    Mishap::FrozenFolder,
    Mishap::Renumbered,
    Mishap::ImapAway,
    Mishap::SmtpAway,
    Mishap::SmtpDefers,
    Mishap::SmtpLimit,
    Mishap::LettersLeftOut,
    Mishap::DamagedFile,
    Mishap::LostBody,
];

/// How long a mishap lasts.
const FOR_A_WHILE: Duration = Duration::from_millis(1500);

/// A mail that met trouble three times waits a quarter of an hour for its next try.
const PATIENCE: Duration = Duration::from_secs(1200);

#[test]
fn whatever_goes_wrong_every_letter_and_every_mail_is_accounted_for() {
    let mut trial = match Trial::begin() {
        Ok(trial) => trial,
        Err(why) => return println!("skipped: no small file system can be mounted: {why}"),
    };
    let is_long = std::env::var("FIELDPOST_LONG").is_ok_and(|long| long == "1");
    let begun = Instant::now();
    loop {
        for mishap in trial.next_mishaps() {
            println!("{:>4} s: {mishap:?}", begun.elapsed().as_secs());
            trial.send(3);
            trial.suffer(mishap);
            trial.send(2);
        }
        if !is_long || begun.elapsed() > Duration::from_secs(600) {
            break;
        }
    }
    trial.come_to_rest();
    trial.account();
}

/// A letter that was sent.
struct Sent {
    unit: &'static str,
    words: String,
}

struct Trial {
    /// The store's disk: it lies in the office's folder, so it goes first.
    disk: Mounted,
    office: Office,
    daemon: Option<Daemon>,
    lots: StdRng,
    /// By Message-ID.
    sent: BTreeMap<String, Sent>,
    /// Mails whose body we damaged for good, with its file.
    lost: BTreeMap<MailId, PathBuf>,
    /// Between the daemon and the server that letters are fetched from.
    relay: Forgetful,
    /// How often the server refused all.
    limits: u32,
    /// How often the daemon ended of itself, as it does when its database cannot be written.
    ended: u32,
}

impl Trial {
    fn begin() -> Result<Self, String> {
        let folder = TempDir::new().unwrap();
        let disk = power_cut::fresh(&folder.path().join("image"), 96, folder.path().join("disk"))?;
        let store = disk.0.join("store");
        // Letters that stay in the inbox come all again when it is renumbered; without a limit the disk fills up
        // to the last byte.
        let office = Office::bare_in(folder, store, "after = \"flag\"\n", "[limits]\ndisk_mib = 0\n");
        let relay = Forgetful::before(office.stack.port(143));
        office.fetch_by(relay.port);
        office.open_game();
        let seed = std::env::var("FIELDPOST_CHAOS").ok().and_then(|seed| seed.parse().ok());
        let seed = seed.unwrap_or_else(|| u64::from(std::process::id()));
        println!("FIELDPOST_CHAOS={seed}");
        let daemon = Some(office.daemon());
        let lots = StdRng::seed_from_u64(seed);
        let (sent, lost) = (BTreeMap::new(), BTreeMap::new());
        Ok(Trial { disk, office, daemon, lots, sent, lost, relay, limits: 0, ended: 0 })
    }

    fn next_mishaps(&mut self) -> Vec<Mishap> {
        let mut mishaps = MISHAPS.to_vec();
        mishaps.shuffle(&mut self.lots);
        mishaps
    }

    /// Players write, past Postfix, whose trouble is the daemon's alone here.
    fn send(&mut self, letters: usize) {
        for _ in 0..letters {
            self.tend();
            let number = self.sent.len();
            let (unit, player) =
                [("PR1IN", 0), ("PR6IN", 1), ("AU5IN", 2), ("AU1IN", 3)][self.lots.random_range(0..4)];
            let words = format!("ENTRY {}-{}", number % 10, number / 10 % 10);
            let id = format!("chaos-{number}");
            let text = orders(player, &format!("UNIT {unit}\n{words}"));
            let user = PLAYERS[player].1;
            self.office.stack.send_by_lmtp(&format!("{user}@localhost"), "war", &letter(user, &id, &text));
            self.sent.insert(format!("{id}@test.example"), Sent { unit, words });
        }
    }

    /// Starts the daemon again where it ended, as `Restart=on-failure` does.
    fn tend(&mut self) {
        if self.daemon.as_mut().is_some_and(Daemon::has_ended) {
            self.ended += 1;
            self.daemon = Some(self.office.daemon());
        }
    }

    fn stop(&mut self) {
        self.tend();
        let Some(daemon) = self.daemon.take() else { return };
        // One that meets a full disk on its way out says so with its exit status.
        daemon.end();
    }

    fn start(&mut self) {
        self.daemon = Some(self.office.daemon());
    }

    /// Time passes in which letters come in and mails go out.
    fn live_on(&mut self, time: Duration) {
        let until = Instant::now() + time;
        while Instant::now() < until {
            self.tend();
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn suffer(&mut self, mishap: Mishap) {
        match mishap {
            Mishap::Kill => {
                let moment = self.lots.random_range(0..1500);
                self.live_on(Duration::from_millis(moment));
                if let Some(daemon) = self.daemon.take() {
                    daemon.kill();
                }
                self.start();
            }
            Mishap::FullDisk => self.fill_the_disk(),
            Mishap::FrozenFolder => self.freeze_a_folder(),
            Mishap::Renumbered => self.while_control("renumber", "start-imap"),
            Mishap::ImapAway => self.while_control("kill-imap", "start-imap"),
            Mishap::SmtpAway => self.while_control("stop-smtp", "start-smtp"),
            Mishap::SmtpDefers => self.while_control("smtp-defers", "smtp-takes"),
            Mishap::SmtpLimit => self.reach_the_limit(),
            Mishap::LettersLeftOut => {
                self.relay.forget(true);
                self.send(4);
                self.live_on(FOR_A_WHILE * 2);
                self.relay.forget(false);
            }
            Mishap::DamagedFile => self.damage_a_file(),
            Mishap::LostBody => self.lose_a_body(),
        }
    }

    /// The server refuses every mail for good until the daemon has noticed; the GA finds it in the status.
    fn reach_the_limit(&mut self) {
        self.office.stack.control("smtp-limit");
        self.send(4);
        let begun = Instant::now();
        let is_told = |trial: &Trial| {
            let said = trial.office.try_to(&["status"]);
            String::from_utf8_lossy(&said.stdout).contains("HELD, the server takes no mail")
        };
        while !is_told(self) {
            assert!(begun.elapsed() < Duration::from_secs(120), "the status does not tell of the limit");
            self.live_on(FOR_A_WHILE / 3);
        }
        self.office.stack.control("smtp-takes");
        self.limits += 1;
    }

    fn while_control(&mut self, begin: &str, end: &str) {
        self.office.stack.control(begin);
        if begin != "kill-imap" {
            self.send(3);
        }
        self.live_on(FOR_A_WHILE);
        if begin != "renumber" {
            self.office.stack.control(end);
        }
    }

    fn fill_the_disk(&mut self) {
        let filler = self.disk.0.join("filler");
        let mut file = fs::File::create(&filler).unwrap();
        let block = vec![7; 1 << 16];
        while std::io::Write::write_all(&mut file, &block).is_ok() {}
        self.send(4);
        self.live_on(FOR_A_WHILE * 2);
        drop(file);
        fs::remove_file(filler).unwrap();
    }

    fn freeze_a_folder(&mut self) {
        let folders = ["letters", "post", "papers", "games", "journal", "db"];
        let folder = self.office.store().join(folders[self.lots.random_range(0..folders.len())]);
        if !folder.exists() {
            return;
        }
        let set = |flag: &str| power_cut::run("chattr", &["-R", flag, folder.to_str().unwrap()]);
        set("+i").unwrap();
        self.send(4);
        self.live_on(FOR_A_WHILE * 2);
        // Files that a database was just about to remove or rename are gone meanwhile.
        let _ = set("-i");
    }

    /// One bit of one file is turned, the damage looked for, the record built again without it, and the bit turned
    /// back.
    fn damage_a_file(&mut self) {
        self.live_on(FOR_A_WHILE);
        self.stop();
        let expected = numbers(&SledStore::open(&self.office.store()).unwrap());
        let file = self.any_file();
        let bit = self.turn_a_bit(&file, None);
        let relative = file.strip_prefix(self.office.store()).unwrap().to_str().unwrap().to_owned();
        let ended = self.office.try_to(&["verify"]);
        let said = String::from_utf8_lossy(&ended.stdout).into_owned();
        assert!(!ended.status.success(), "verify is content with bit {bit} of {relative}: {said}");
        assert!(said.contains(&relative), "{relative} is not named:\n{said}");
        self.rebuild_beside(&relative, &expected);
        self.turn_a_bit(&file, Some(bit));
        let said = self.office.try_to(&["verify"]);
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        let named = said.lines().filter(|line| line.starts_with("  ")).collect::<Vec<_>>();
        assert!(named.len() <= self.lost.len() && !said.contains(&relative), "{said}");
        self.start();
    }

    /// A copy of the damaged record is built again: nothing is missing but what hung on the damaged file.
    fn rebuild_beside(&self, damaged: &str, expected: &BTreeSet<LetterNo>) {
        let copy = TempDir::new().unwrap();
        let store = copy.path().join("store");
        let ended = Command::new("cp").arg("-a").arg(self.office.store()).arg(&store).status().unwrap();
        assert!(ended.success());
        let rebuilt = fieldpost_store::rebuild(&store).unwrap();
        if damaged.starts_with("letters/") || damaged.starts_with("post/") {
            assert!(rebuilt.to_string().contains(damaged), "{damaged} is not named: {rebuilt}");
        }
        let found = SledStore::open(&store).map(|store| numbers(&store)).unwrap();
        let missing = expected.difference(&found).count();
        // An opening that cannot be read takes its game's letters with it, and says so.
        if !damaged.ends_with("opening.json") && !damaged.starts_with("papers/") {
            assert!(missing <= 1, "{damaged}: {missing} letters are missing\n{rebuilt}");
        }
    }

    fn any_file(&mut self) -> PathBuf {
        let kinds = ["letters", "letters", "post", "papers", "games", "journal"];
        loop {
            let kind = kinds[self.lots.random_range(0..kinds.len())];
            let mut files = Vec::new();
            post_office::collect(&self.office.store().join(kind), &mut files);
            // Which of the database's bytes are in use it alone knows; `store::damage` tries each of them.
            files.retain(|file| fs::metadata(file).is_ok_and(|meta| meta.len() > 0) && !self.is_lost(file));
            files.sort();
            if !files.is_empty() {
                return files.swap_remove(self.lots.random_range(0..files.len()));
            }
        }
    }

    fn is_lost(&self, file: &Path) -> bool {
        self.lost.values().any(|lost| lost == file)
    }

    /// Turns one bit of a file, which one may be said; gives its number.
    fn turn_a_bit(&mut self, file: &Path, which: Option<usize>) -> usize {
        let mut bytes = fs::read(file).unwrap();
        let bit = which.unwrap_or_else(|| self.lots.random_range(0..bytes.len() * 8));
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(file, bytes).unwrap();
        bit
    }

    /// A mail waits for Postfix to come back, and its body is damaged meanwhile. It alone is given up.
    fn lose_a_body(&mut self) {
        self.office.stack.control("stop-smtp");
        self.send(4);
        self.live_on(FOR_A_WHILE * 2);
        self.stop();
        let waiting = {
            let store = SledStore::open(&self.office.store()).unwrap();
            let rows = store.mails(MailId(0), 100_000).unwrap();
            rows.into_iter().rfind(|row| row.state == MailState::Queued && !row.to.is_empty())
        };
        if let Some(row) = waiting {
            let body = row.body.to_string();
            let file = self.office.store().join(format!("post/{}/{}.eml", &body[..2], &body[2..]));
            let file = if file.exists() { file } else { find(&self.office.store().join("post"), &body) };
            self.turn_a_bit(&file, None);
            self.lost.insert(row.id, file);
        }
        self.office.stack.control("start-smtp");
        self.start();
    }

    /// All is well again; letters are fetched, mails are tried until none waits.
    fn come_to_rest(&mut self) {
        let (begun, since) = (Instant::now(), Utc::now());
        loop {
            self.tend();
            let Err(why) = self.is_at_rest(since) else { break };
            assert!(begun.elapsed() < PATIENCE, "it does not come to rest: {why}");
            std::thread::sleep(Duration::from_millis(500));
        }
        self.stop();
        // A mail is sent when Postfix has taken it, and there when that has delivered it.
        self.office.await_true("Postfix keeps answers", || self.office.stack.all_is_delivered());
        println!(
            "at rest after {} s; the daemon ended of itself {} times; {} letters were sent, {} answers of the mailbox left out, \
             and {} times every mail was refused",
            begun.elapsed().as_secs(),
            self.ended,
            self.sent.len(),
            self.relay.left_out(),
            self.limits
        );
    }

    /// # Errors
    ///
    /// What the daemon still has to do.
    fn is_at_rest(&self, since: DateTime<Utc>) -> Result<(), String> {
        let ended = self.office.try_to(&["status", "--json"]);
        let status =
            serde_json::from_slice::<serde_json::Value>(&ended.stdout).map_err(|why| why.to_string())?;
        // A look that began after the last letter was sent.
        let polled = status["sources"][0]["last_poll"].as_str().unwrap_or_default();
        let is_polled = DateTime::parse_from_rfc3339(polled).is_ok_and(|polled| polled > since);
        let outbox = &status["outbox"];
        let is_sent = outbox["waiting"] == 0 && outbox["being_tried"] == 0;
        // What was given up is told within some seconds.
        let is_told = outbox["failed"] == 0 || self.the_ga_knows_what_was_given_up();
        let is_well = status["sources"][0]["error"].is_null();
        // A letter that the mailbox did not hand out is asked for again, a while later each time.
        let is_whole = status["sources"][0]["owed"].is_null();
        if is_polled && is_sent && is_told && is_well && is_whole {
            return Ok(());
        }
        Err(format!(
            "polled since: {is_polled}, sent: {is_sent}, told: {is_told}, well: {is_well}, whole: {is_whole}\n{status:#}"
        ))
    }

    fn the_ga_knows_what_was_given_up(&self) -> bool {
        self.office.stack.letters("gm").iter().any(|raw| text_of(raw).contains("given up"))
    }

    fn account(&self) {
        let store = SledStore::open(&self.office.store()).unwrap();
        let records = store.letters(LetterNo(0), 1_000_000).unwrap();
        self.each_letter_has_one_verdict(&records, &store);
        let rows = store.mails(MailId(0), 1_000_000).unwrap();
        drop(store);
        self.what_stands_is_what_came_last(&records);
        self.each_mail_came_once(&rows);
        let heard =
            |words: &str| self.office.stack.letters("gm").iter().any(|raw| text_of(raw).contains(words));
        assert!(self.limits == 0 || heard("The server takes no mail"), "the GA was not told of the limit");
        assert!(self.office.must(&["replay", "demo"]).contains("all the same"));
        post_office::passwords_stand_nowhere(&self.office);
    }

    /// Promises 1 and 2.
    fn each_letter_has_one_verdict(&self, records: &[LetterRecord], store: &SledStore) {
        let mut judged = BTreeMap::<&str, u32>::new();
        for record in records {
            assert!(record.verdict.is_final(), "letter {} waits: {:?}", record.number.0, record.verdict);
            let is_copy = matches!(&record.verdict, Verdict::Ignored(why) if why.starts_with("a copy of"));
            let id = record.message_id.as_deref().unwrap_or_default().trim_matches(['<', '>']);
            if self.sent.contains_key(id) && !is_copy {
                assert_eq!(record.verdict, Verdict::Obeyed, "letter {}", record.number.0);
                store.letter_bytes(record.number).expect("a letter's bytes are kept");
                *judged.entry(id).or_default() += 1;
            }
        }
        let lost = self.sent.keys().filter(|id| !judged.contains_key(id.as_str())).collect::<Vec<_>>();
        assert!(lost.is_empty(), "{} of {} letters are lost: {lost:?}", lost.len(), self.sent.len());
        assert!(judged.values().all(|times| *times == 1), "{judged:?}");
    }

    /// Of a unit's letters the one that was received last stands.
    fn what_stands_is_what_came_last(&self, records: &[LetterRecord]) {
        let mut last = BTreeMap::new();
        let mut in_order = records.iter().collect::<Vec<_>>();
        in_order.sort_by_key(|record| (record.receipt.clone(), record.number));
        for record in in_order.into_iter().filter(|record| record.verdict == Verdict::Obeyed) {
            let id = record.message_id.as_deref().unwrap_or_default().trim_matches(['<', '>']);
            if let Some(sent) = self.sent.get(id) {
                last.insert(sent.unit, sent.words.clone());
            }
        }
        let standing = post_office::standing(&SledStore::open(&self.office.store()).unwrap());
        for (unit, words) in &last {
            let stands = standing.iter().find(|(id, _)| id.to_string() == *unit).map(|(_, (_, lines))| lines);
            assert_eq!(stands, Some(&vec![words.clone()]), "of {unit}");
        }
    }

    /// Promises 3 and 4: each mail that is owed arrived, with one Message-ID, but for those that were lost, of which
    /// the GA was told.
    fn each_mail_came_once(&self, rows: &[MailRow]) {
        let ids = rows.iter().map(|row| &row.message_id).collect::<BTreeSet<_>>();
        assert_eq!(ids.len(), rows.len(), "two mails bear one Message-ID");
        for (_, user, _) in PLAYERS {
            let arrived = self.office.stack.letters(user);
            let arrived = arrived.iter().map(|raw| message_id(raw)).collect::<BTreeSet<_>>();
            for row in rows.iter().filter(|row| row.to == format!("{user}@localhost")) {
                let came = arrived.contains(row.message_id.trim_matches(['<', '>']));
                match &row.state {
                    MailState::Sent { .. } => assert!(came, "{} was sent and is not there", row.message_id),
                    MailState::Superseded { .. } => {}
                    MailState::Failed { .. } => assert!(self.lost.contains_key(&row.id), "{row:?}"),
                    other => panic!("{} is {other:?}", row.message_id),
                }
            }
        }
        let given_up = rows.iter().filter(|row| matches!(row.state, MailState::Failed { .. })).count();
        if given_up > 0 {
            let told = self.the_ga_knows_what_was_given_up();
            assert!(told, "{given_up} mails were given up, and the GA does not know");
        }
    }
}

impl Drop for Trial {
    /// Before the disk is unmounted nobody may work on it.
    fn drop(&mut self) {
        drop(self.daemon.take());
        let store = self.office.store();
        let _ = Command::new("chattr").args(["-R", "-i"]).arg(store).stderr(Stdio::null()).status();
    }
}

fn numbers(store: &SledStore) -> BTreeSet<LetterNo> {
    store.letters(LetterNo(0), 1_000_000).unwrap().iter().map(|record| record.number).collect()
}

fn find(folder: &Path, hash: &str) -> PathBuf {
    let mut files = Vec::new();
    post_office::collect(folder, &mut files);
    let fits = |file: &PathBuf| file.to_string_lossy().contains(hash);
    files.into_iter().find(fits).expect("a mail that waits has its bytes")
}

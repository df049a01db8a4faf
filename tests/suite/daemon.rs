//! The post office at work without a network: letters as bytes, the clock set by hand.

mod press;

use std::fs;
use std::process::Command;
use std::sync::Arc;

use fieldpost_daemon::adjudicate::Adjudicated;
use fieldpost_daemon::clock::Clock;
use fieldpost_daemon::closing::Polled;
use fieldpost_daemon::config::Config;
use fieldpost_daemon::delivered::Delivered;
use fieldpost_daemon::identity::Identity;
use fieldpost_daemon::mailboxes::Mailbox;
use fieldpost_daemon::office::Office;
use fieldpost_daemon::opening::Seats;
use fieldpost_daemon::report_mail::Addressed;
use fieldpost_daemon::road::Taken;
use fieldpost_daemon::wiring;
use fieldpost_desk::record::{GameName, Verdict};
use fieldpost_desk::remind::Remind;
use fieldpost_land::scenario;
use fieldpost_land::state::Season;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::Printed;
use fieldpost_print::report::{Enclosure, Illustration, Page, Report};
use fieldpost_print::section::{Block, Section, Sheet};
use fieldpost_store::{Content, GameChange, Mail, MailId, MailRow, NewMail, SledStore, Store, TransportKey};
use mail_parser::MimeHeaders;
use serde_json::json;
use tempfile::TempDir;

mod advice;
mod answering;
mod asked;
mod at_once;
mod care;
mod copies;
mod demo;
mod early;
mod examples;
mod faults;
mod guessing;
mod help;
mod languages;
mod made_again;
mod names;
mod odd_mails;
mod old_orders;
mod random_deadlines;
mod read_right;
pub mod seats;
mod secrets;
mod servers;
mod several;
mod stuck;
mod templates;
mod too_large;
mod two_games;
mod umpire;
mod waiting;

const SEATS: &str = include_str!("../../fixtures/demo/seats-without-pictures.toml");
pub const MONDAY: i64 = 1_780_300_800_000; // 2026-06-01T08:00:00Z
pub const HOUR: i64 = 3_600_000;

/// A post office with the demonstration's game, in a folder of its own.
pub struct Trial {
    pub folder: TempDir,
    pub clock: Clock,
    pub office: Office,
    uid: u64,
}

impl Trial {
    fn new() -> Self {
        Self::with_limits("authserv_id = \"mx.example.org\"\n")
    }

    pub fn with_limits(limits: &str) -> Self {
        Self::with(limits, "")
    }

    /// With limits in its configuration, and more in the seats file.
    fn with(limits: &str, seats: &str) -> Self {
        Self::of_seats(limits, &format!("{SEATS}\n{seats}"))
    }

    fn of_seats(limits: &str, seats: &str) -> Self {
        let mut trial = Self::without_games(limits);
        let seats: Seats = toml::from_str(seats).unwrap();
        trial.office.open_game("demo", scenario::demo(), &seats).unwrap();
        trial
    }

    fn without_games(limits: &str) -> Self {
        let folder = TempDir::new().unwrap();
        fs::create_dir_all(folder.path().join("store")).unwrap();
        let text = format!(
            "[office]\naddress = \"war@example.org\"\nstore = \"store\"\n[ga]\nname = \"GA\"\naddress = \"ga@example.org\"\n\
             [[source]]\nkind = \"maildir\"\nname = \"in\"\npath = \"in\"\n[post]\nkind = \"maildir\"\npath = \"out\"\n\
             [limits]\n{limits}"
        );
        let clock = Clock::standing_at(MONDAY);
        let config = Config::read(&text, &folder.path().join("fieldpost.toml")).unwrap();
        Identity::fresh().save(&config.office.store).unwrap();
        let office = open(config, &clock);
        Trial { folder, clock, office, uid: 0 }
    }

    /// Ends the process, as it were, and starts it again on the same folder.
    pub fn restart(self) -> Self {
        let Trial { folder, clock, office, uid } = self;
        let config = office.config.clone();
        drop(office);
        let office = open(config, &clock);
        Trial { folder, clock, office, uid }
    }

    fn delivered(&mut self, bytes: &[u8]) -> Delivered {
        self.uid += 1;
        let place =
            TransportKey { account: "in".into(), folder: "INBOX".into(), uidvalidity: 1, uid: self.uid };
        let (received_ms, size) = (self.clock.now(), bytes.len() as u64);
        Delivered { place, received_ms, bytes: bytes.to_vec(), whole: true, size, quiet: false }
    }

    pub fn take(&mut self, bytes: &[u8]) -> Verdict {
        self.clock.set(self.clock.now() + 1_000);
        let delivered = self.delivered(bytes);
        let taken = self.office.take(vec![delivered]).unwrap();
        taken.into_iter().next().unwrap().verdict
    }

    pub fn mails(&self) -> Vec<MailRow> {
        self.office.store.mails(MailId(0), 1_000).unwrap()
    }

    pub fn text(&self, row: &MailRow) -> String {
        let bytes = self.office.store.mail_bytes(row.id).unwrap();
        let message = mail_parser::MessageParser::new().parse(&bytes).unwrap();
        format!("{}\n{}", message.subject().unwrap_or(""), message.body_text(0).unwrap_or_default())
    }

    pub fn last_text(&self) -> String {
        self.text(self.mails().last().unwrap())
    }

    fn run_turn(&mut self) -> String {
        match self.office.adjudicate(&GameName("demo".into()), &[], true).unwrap() {
            Adjudicated::Ran { hash, .. } => hash,
            other => panic!("{other:?}"),
        }
    }
}

fn open(config: Config, clock: &Clock) -> Office {
    let store: Arc<dyn Store> = Arc::new(SledStore::open(&config.office.store).unwrap());
    wiring::office(config, clock.clone(), store).unwrap()
}

fn letter(head: &str, text: &str) -> Vec<u8> {
    format!(
        "From: moltke@prussia.example\r\nTo: war@example.org\r\nSubject: orders\r\n{head}\
         Content-Type: text/plain; charset=utf-8\r\n\r\n{text}"
    )
    .into_bytes()
}

const ORDERS: &str = "PLAYER Moltke\nPASSWORD heron-quill-maple\nUNIT PR1IN\nMARCH A9-N7\nEND\n";

#[test]
fn a_copy_of_a_letter_is_ignored_and_its_receipt_goes_out_once_more_at_most() {
    let mut trial = Trial::new();
    let bytes = letter("Message-ID: <1@x>\r\n", ORDERS);
    assert_eq!(trial.take(&bytes), Verdict::Obeyed);
    let mails = trial.mails().len();
    for _ in 0..3 {
        assert!(matches!(trial.take(&bytes), Verdict::Ignored(_)));
    }
    assert_eq!(trial.mails().len(), mails, "a copy got an answer of its own");
}

#[test]
fn copies_in_one_batch_are_known_too() {
    let mut trial = Trial::new();
    let bytes = letter("Message-ID: <1@x>\r\n", ORDERS);
    let batch = vec![trial.delivered(&bytes), trial.delivered(&bytes)];
    let taken = trial.office.take(batch).unwrap();
    assert_eq!(taken[0].verdict, Verdict::Obeyed);
    assert!(matches!(taken[1].verdict, Verdict::Ignored(_)));
}

#[test]
fn a_letter_filed_before_a_crash_keeps_its_verdict_and_happens_once() {
    let mut trial = Trial::new();
    let delivered = trial.delivered(&letter("Message-ID: <1@x>\r\n", ORDERS));
    let before = trial.office.take(vec![delivered.clone()]).unwrap();
    let mails = trial.mails().len();
    let mut trial = trial.restart();
    let after = trial.office.take(vec![delivered]).unwrap();
    assert_eq!(before, after);
    assert_eq!(trial.mails().len(), mails);
}

#[test]
fn a_letter_whose_sender_fails_dmarc_waits_for_the_registered_player_and_is_then_obeyed() {
    let mut trial = Trial::new();
    let head = "Authentication-Results: mx.example.org; dmarc=fail header.from=prussia.example\r\nMessage-ID: <1@x>\r\n";
    assert!(matches!(trial.take(&letter(head, ORDERS)), Verdict::Held(_)));
    let notice =
        trial.mails().iter().map(|row| trial.text(row)).find(|text| text.contains("CONFIRM ")).unwrap();
    let token = notice.split("CONFIRM ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    let mut trial = trial.restart();
    trial.take(&letter("Message-ID: <2@x>\r\n", &format!("CONFIRM {token}\n")));
    let records = trial.office.store.letters(fieldpost_desk::record::LetterNo(0), 10).unwrap();
    assert_eq!(records[0].verdict, Verdict::Obeyed, "{records:?}");
    let book = trial.office.store.order_book(&GameName("demo".into())).unwrap();
    assert!(book.units.contains_key(&"PR1IN".parse().unwrap()));
}

#[test]
fn a_held_letter_is_refused_when_the_turn_closes() {
    let mut trial = Trial::new();
    let head = "Authentication-Results: mx.example.org; dmarc=fail header.from=prussia.example\r\n";
    trial.take(&letter(head, ORDERS));
    trial.run_turn();
    let records = trial.office.store.letters(fieldpost_desk::record::LetterNo(0), 10).unwrap();
    assert!(matches!(records[0].verdict, Verdict::Refused(_)));
}

#[test]
fn reports_are_sent_again_on_demand_as_new_mails() {
    let mut trial = Trial::new();
    trial.take(&letter("Message-ID: <1@x>\r\n", ORDERS));
    trial.run_turn();
    let first =
        trial.mails().into_iter().filter(|row| row.to == "moltke@prussia.example").collect::<Vec<_>>();
    trial.take(&letter("", "PLAYER Moltke\nPASSWORD heron-quill-maple\nSEND REPORT 1\n"));
    let all = trial.mails().into_iter().filter(|row| row.to == "moltke@prussia.example").collect::<Vec<_>>();
    let again = all.iter().filter(|row| !first.contains(row) && trial.text(row).contains("What happened"));
    let again = again.collect::<Vec<_>>();
    assert_eq!(again.len(), 1);
    assert!(first.iter().all(|row| row.message_id != again[0].message_id));
}

#[test]
fn the_same_orders_give_the_same_turn_in_two_post_offices() {
    let hashes = [(), ()].map(|()| {
        let mut trial = Trial::new();
        trial.take(&letter("Message-ID: <1@x>\r\n", ORDERS));
        (trial.run_turn(), trial.run_turn())
    });
    assert_eq!(hashes[0], hashes[1]);
}

#[test]
fn a_turn_is_held_while_a_mailbox_cannot_be_read_and_the_ga_hears_of_it_once() {
    let mut trial = Trial::new();
    let name = GameName("demo".into());
    trial.clock.set(trial.office.next_deadline() + HOUR);
    let failing = [Polled::unnamed(Some(MONDAY), true)];
    for _ in 0..3 {
        assert!(matches!(trial.office.adjudicate(&name, &failing, false).unwrap(), Adjudicated::Held(_)));
    }
    let is_word = |row: &&MailRow| row.to == "ga@example.org" && row.kind == Mail::Notice;
    assert_eq!(trial.mails().iter().filter(is_word).count(), 1);
    let read = [Polled::unnamed(Some(trial.clock.now()), false)];
    assert!(matches!(
        trial.office.adjudicate(&name, &read, false).unwrap(),
        Adjudicated::Ran { turn: 1, .. }
    ));
}

/// Issue 42, 2: the GA reads which mailbox a turn waits for, who read it last, and what ends the waiting.
#[test]
fn a_turn_that_waits_for_a_mailbox_of_another_daemon_names_it_to_the_ga() {
    let mut trial = Trial::new();
    let name = GameName("demo".into());
    trial.clock.set(trial.office.next_deadline() + HOUR);
    let mailbox = |account: &str, read_by: &str| Mailbox {
        account: account.into(),
        folder: String::new(),
        read_by: Some(read_by.into()),
    };
    let gone = Polled { mailbox: mailbox("spool-c", "c"), ..Polled::unnamed(Some(MONDAY), true) };
    let read = Polled { mailbox: mailbox("spool-a", "a"), ..Polled::unnamed(Some(trial.clock.now()), false) };
    let look = |trial: &mut Trial| {
        let Adjudicated::Held(why) =
            trial.office.adjudicate(&name, &[read.clone(), gone.clone()], false).unwrap()
        else {
            panic!("it is held")
        };
        let told =
            trial.mails().into_iter().rfind(|row| row.to == "ga@example.org" && row.kind == Mail::Notice);
        (why, trial.text(&told.unwrap()))
    };
    let (why, alone) = look(&mut trial);
    assert!(why.contains("spool-c (read last by daemon c, ") && !why.contains("spool-a"), "{why}");
    assert!(!alone.contains("store retire"), "a post office of one machine has nobody to retire: {alone}");

    let mut trial = Trial::new();
    trial.clock.set(trial.office.next_deadline() + HOUR);
    trial.office.config.postgres =
        toml::from_str("hosts = [\"db1:5432\"]\ndatabase = \"d\"\nuser = \"u\"").ok();
    let (_, shared) = look(&mut trial);
    assert!(shared.contains("    fieldpost store retire spool-c \"\""), "{shared}");
    assert!(shared.contains("spool-c (read last by daemon c") && shared.contains("RUN TURN 1"), "{shared}");
}

#[test]
fn a_reply_to_an_earlier_turns_mail_is_refused_with_a_word() {
    let mut trial = Trial::new();
    let welcome = trial.mails().into_iter().find(|row| row.to == "moltke@prussia.example").unwrap();
    trial.clock.set(MONDAY + HOUR);
    trial.run_turn();
    trial.clock.set(MONDAY + 2 * HOUR);
    let verdict = trial.take(&letter(&format!("In-Reply-To: {}\r\n", welcome.message_id), ORDERS));
    assert!(matches!(verdict, Verdict::Refused(_)), "{verdict:?}");
    assert!(trial.last_text().contains("TURN 2"), "{}", trial.last_text());
    let named = ORDERS.replace("UNIT", "TURN 2\nUNIT");
    assert_eq!(
        trial.take(&letter(&format!("In-Reply-To: {}\r\n", welcome.message_id), &named)),
        Verdict::Obeyed
    );
}

#[test]
fn no_letter_panics_or_blocks_the_next_one() {
    let mut trial = Trial::new();
    let odd: [&[u8]; 6] = [
        b"",
        b"\n",
        b"\0\0\0",
        b"From: \xff\xfe\n\nUNIT",
        b"Content-Type: multipart/mixed\n\n",
        &[b'a'; 9_000],
    ];
    let mut batch = odd.iter().map(|bytes| trial.delivered(bytes)).collect::<Vec<_>>();
    batch.push(trial.delivered(&letter("Message-ID: <1@x>\r\n", ORDERS)));
    let taken: Vec<Taken> = trial.office.take(batch).unwrap();
    assert_eq!(taken.len(), 7);
    assert_eq!(taken.iter().filter(|taken| taken.verdict == Verdict::Obeyed).count(), 1);
}

#[test]
fn a_letter_over_the_limit_is_refused_by_its_header_and_the_player_told() {
    let mut trial = Trial::new();
    let mut delivered = trial.delivered(b"From: moltke@prussia.example\r\nMessage-ID: <1@x>\r\n\r\n");
    (delivered.whole, delivered.size) = (false, 5_000_000);
    let taken = trial.office.take(vec![delivered]).unwrap();
    assert!(matches!(taken[0].verdict, Verdict::Refused(_)));
    assert!(trial.last_text().contains("5000000"), "{}", trial.last_text());
}

impl Trial {
    fn set_settings(&mut self, change: impl FnOnce(&mut fieldpost_desk::settings::Settings)) {
        let name = GameName("demo".into());
        let mut settings = self.office.games[&name].record.settings;
        change(&mut settings);
        let change = GameChange { at_ms: MONDAY, schedule: Some(json!(settings)), hold: None };
        self.office.store.change_game(&name, change).unwrap();
        self.office.reload(&name).unwrap();
    }

    fn deadline(&self) -> i64 {
        self.office.games[&GameName("demo".into())].record.settings.deadline_ms
    }

    /// The reminders of a moment at which every mailbox has just been looked through.
    fn remind_at(&mut self, at: i64) -> Vec<String> {
        self.remind_after(at, Some(at + 1))
    }

    /// The reminders of a moment when the last full look began so.
    fn remind_after(&mut self, at: i64, last_full: Option<i64>) -> Vec<String> {
        self.clock.set(at);
        let before = self.mails().len();
        let sources = [Polled::unnamed(Some(i64::MAX), false), Polled::unnamed(last_full, false)];
        self.office.remind(&GameName("demo".into()), &sources).unwrap();
        let rows = self.mails().split_off(before);
        assert!(rows.iter().all(|row| row.kind == Mail::Reminder), "{rows:?}");
        rows.iter().map(|row| self.text(row)).collect()
    }
}

#[test]
fn players_with_units_without_orders_are_reminded_once_at_each_time_whatever_happens() {
    let mut trial = Trial::new();
    let remind = Remind::parse(&["24h".into(), "4h".into()]).unwrap();
    trial.set_settings(|settings| settings.remind = Some(remind));
    assert_eq!(trial.take(&letter("Message-ID: <1@x>\r\n", ORDERS)), Verdict::Obeyed);
    let deadline = trial.deadline();
    assert_eq!(trial.remind_at(deadline - 24 * HOUR - 1), Vec::<String>::new());
    let told = trial.remind_at(deadline - 24 * HOUR);
    assert_eq!(told.len(), 4, "{told:?}");
    let moltke = told.iter().find(|text| text.contains("Moltke")).unwrap();
    assert!(moltke.contains("PR1LC") && !moltke.contains("- PR1IN"), "{moltke}");
    assert!(moltke.contains("24 hours") || moltke.contains("1 day"), "{moltke}");
    assert_eq!(trial.remind_at(deadline - 23 * HOUR).len(), 0);
    let mut trial = trial.restart();
    assert_eq!(trial.remind_at(deadline - 23 * HOUR).len(), 0, "after a restart");
    assert_eq!(trial.remind_at(deadline - 25 * HOUR).len(), 0, "after the clock was put back");
    assert_eq!(trial.remind_at(deadline - 24 * HOUR).len(), 0);
    assert_eq!(trial.remind_at(deadline - HOUR).len(), 4);
    assert_eq!(trial.remind_at(deadline).len(), 0, "the deadline is past");
}

#[test]
fn reminders_wait_until_every_mailbox_has_been_looked_through_since_their_time() {
    let mut trial = Trial::new();
    let moment = trial.deadline() - 24 * HOUR;
    assert_eq!(trial.remind_after(moment + HOUR, None).len(), 0, "no look yet");
    assert_eq!(trial.remind_after(moment + HOUR, Some(moment)).len(), 0, "a look of before");
    assert_eq!(trial.take(&letter("Message-ID: <1@x>\r\n", ORDERS)), Verdict::Obeyed);
    let told = trial.remind_after(moment + HOUR, Some(moment + 1));
    let moltke = told.iter().find(|text| text.contains("Moltke")).unwrap();
    assert!(!moltke.contains("- PR1IN"), "its orders lay unread: {moltke}");
    assert_eq!(told.len(), 4);
}

#[test]
fn nobody_is_reminded_while_the_clock_is_in_doubt() {
    let mut trial = Trial::new();
    let moment = trial.deadline() - 24 * HOUR;
    trial.set_settings(|settings| settings.clock_jump = Some(9_000_000));
    assert_eq!(trial.remind_at(moment).len(), 0);
    trial.set_settings(|settings| settings.clock_jump = None);
    assert_eq!(trial.remind_at(moment).len(), 4);
}

#[test]
fn a_reminder_that_cannot_be_written_keeps_nobody_else_from_theirs() {
    let mut trial = Trial::new();
    let record = &mut trial.office.games.get_mut(&GameName("demo".into())).unwrap().record;
    let benedek = record.accounts.iter_mut().find(|account| account.name == "Benedek").unwrap();
    benedek.email = "benedek@austria.example\r\nBcc: all@x.example".into();
    let told = trial.remind_at(trial.deadline() - 24 * HOUR);
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(!told.iter().any(|text| text.contains("Benedek, the deadline")), "{told:?}");
}

#[test]
fn reminders_speak_of_what_the_turn_allows() {
    let at = |season: Season| {
        let mut trial = Trial::new();
        let hosted = trial.office.games.get_mut(&GameName("demo".into())).unwrap();
        crate::table::change(&mut hosted.record, |state| state.season = season);
        trial.remind_at(trial.deadline() - 24 * HOUR)
    };
    assert_eq!(at(Season::Peace), Vec::<String>::new());
    let placed = at(Season::Deployment);
    assert_eq!(placed.len(), 4);
    for text in &placed {
        assert!(text.contains("| DEPLOY ") && text.contains("This is a deployment turn"), "{text}");
        assert!(!text.contains("MARCH") && !text.contains("skirmishes"), "{text}");
    }
    let marched = at(Season::Campaign);
    assert!(
        marched.iter().all(|text| text.contains("| MARCH ") && text.contains("skirmishes")),
        "{marched:?}"
    );
}

#[test]
fn a_reminder_that_was_posted_before_a_crash_is_not_posted_again() {
    let mut trial = Trial::new();
    let deadline = trial.deadline();
    assert_eq!(trial.remind_at(deadline - 24 * HOUR).len(), 4, "the default of a weekly turn");
    // As if the process had died between the post and the note of it.
    trial.set_settings(|settings| settings.reminded_ms = None);
    assert_eq!(trial.remind_at(deadline - 24 * HOUR + 1).len(), 0);
}

#[test]
fn whoever_ordered_all_or_refused_reminders_or_is_a_machine_has_none() {
    let mut trial = Trial::new();
    let refusal = "PLAYER Moltke\nPASSWORD heron-quill-maple\nSET REPORTS NO REMINDERS\n";
    assert_eq!(trial.take(&letter("Message-ID: <1@x>\r\n", refusal)), Verdict::Obeyed);
    assert!(trial.last_text().contains("You are not reminded"), "{}", trial.last_text());
    let name = GameName("demo".into());
    let state = crate::table::state(&trial.office.games[&name].record).clone();
    let gablenz = state.player_named("Gablenz").unwrap();
    let own = state.seats.iter().filter(|(_, seat)| seat.commander == gablenz).map(|(unit, _)| unit);
    let blocks = own.map(|unit| format!("UNIT {unit}\nCARRY 1\n")).collect::<String>();
    let orders = format!("PLAYER Gablenz\nPASSWORD trautenau-rain-hill\n{blocks}END\n");
    let orders = String::from_utf8(letter("Message-ID: <2@x>\r\n", &orders)).unwrap();
    let verdict = trial.take(orders.replace("moltke@prussia", "gablenz@austria").as_bytes());
    assert_eq!(verdict, Verdict::Obeyed, "{}", trial.last_text());
    let record = &mut trial.office.games.get_mut(&name).unwrap().record;
    record.accounts.iter_mut().find(|account| account.name == "Benedek").unwrap().machine = true;
    let told = trial.remind_at(trial.deadline() - 24 * HOUR);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("Steinmetz"), "{told:?}");
}

#[test]
fn mail_comes_as_the_player_wishes_it() {
    let mut trial = Trial::new();
    let wish = "PLAYER Moltke\nPASSWORD heron-quill-maple\nSET REPORTS TEXT, ZIPPED\n";
    trial.take(&letter("Message-ID: <1@x>\r\n", wish));
    trial.take(&letter("Message-ID: <2@x>\r\n", ORDERS));
    trial.run_turn();
    let mails = trial.mails();
    let of_moltke = mails.iter().filter(|row| row.to == "moltke@prussia.example").collect::<Vec<_>>();
    let raw = |row: &MailRow| trial.office.store.mail_bytes(row.id).unwrap();
    for row in of_moltke.iter().rev().take(3) {
        let bytes = raw(row);
        let message = mail_parser::MessageParser::new().parse(&bytes).unwrap();
        let text_only = message.parts.iter().all(|part| !part.is_text_html());
        assert!(text_only, "{row:?}");
    }
    let position = raw(of_moltke.last().unwrap());
    let message = mail_parser::MessageParser::new().parse(&position).unwrap();
    assert_eq!(names_of(&message), ["demo-T2.zip"]);
    let zip = message.attachments().next().unwrap().contents().to_vec();
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(zip)).unwrap();
    let mut orders = String::new();
    std::io::Read::read_to_string(&mut zip.by_name("orders.txt").unwrap(), &mut orders).unwrap();
    assert!(orders.contains("UNIT PR1IN"), "{orders}");
}

#[test]
fn a_report_that_is_too_large_goes_without_what_is_easiest_missed_and_says_so() {
    let trial = Trial::new();
    let hosted = &trial.office.games[&GameName("demo".into())];
    let account = hosted.record.account("Moltke").unwrap();
    let picture = |number: usize, bytes: usize| Illustration {
        id: format!("map-{number}"),
        alt: format!("The map of place {number}"),
        png: noise(bytes).into(),
    };
    let file =
        |name: &str, bytes: usize| Enclosure { name: name.into(), kind: "text/plain", bytes: noise(bytes) };
    let report = |pictures: Vec<Illustration>, enclosures: Vec<Enclosure>| {
        let figures = pictures.iter().cloned().map(Block::Figure);
        let sections = vec![figures.fold(Section::new("maps", ""), Section::with)];
        let sheets = vec![Sheet { what: "Position".into(), sections, ..Sheet::default() }];
        let page = Page::of(&trial.office.press, &Heading::default(), 2, sheets).unwrap();
        let printed =
            Printed { subject: "Position".into(), text: "Text\n".into(), locale: Default::default() };
        let (html, laid) = (Some(page.html), page.laid);
        Report { printed, html, pictures, laid, enclosures, orders: String::new() }
    };
    let sent = |report: Report| {
        let to = Addressed { game: "demo", turn: 2, account, due: None, place: 0 };
        let mail = trial.office.report_mail(&to, report).unwrap();
        let Content::Staged(hash) = mail.content else { panic!() };
        let bytes = trial
            .office
            .store
            .post(MONDAY, vec![NewMail { content: Content::Staged(hash), ..mail }])
            .unwrap();
        let bytes = trial.office.store.mail_bytes(bytes[0]).unwrap();
        assert!(bytes.len() <= 4 << 20, "{}", bytes.len());
        bytes
    };
    let orders = || file("orders.txt", 900);
    let pictures = (0..5).map(|number| picture(number, 1 << 20)).collect();
    let bytes = sent(report(pictures, vec![orders()]));
    let mail = mail_parser::MessageParser::new().parse(&bytes).unwrap();
    let (text, page) = (mail.body_text(0).unwrap(), mail.body_html(0).unwrap());
    assert!(text.contains("Left out: the picture \"The map of place 4\""), "{text}");
    assert!(!text.contains("place 1") && page.contains("cid:map-1."), "the first maps stay: {text}");
    assert!(
        page.contains("(Picture left out: The map of place 4)") && !page.contains("cid:map-4."),
        "{page}"
    );
    assert!(page.contains("Left out of this mail</h2>"), "{page}");

    let page = Enclosure { bytes: vec![b'x'; 5 << 20], ..file("desk.html", 0) };
    let bytes = sent(report(vec![picture(0, 1 << 20)], vec![orders(), page]));
    let mail = mail_parser::MessageParser::new().parse(&bytes).unwrap();
    assert!(mail.body_text(0).unwrap().contains("packed into one ZIP file"));
    assert_eq!(names_of(&mail), ["demo-T2.zip"]);

    // What cannot be packed small enough goes without its largest file, never without the orders.
    let bytes = sent(report(vec![], vec![orders(), file("desk.html", 5 << 20), file("report.json", 900)]));
    let mail = mail_parser::MessageParser::new().parse(&bytes).unwrap();
    assert!(mail.body_text(0).unwrap().contains("Left out: the file desk.html"), "{:?}", mail.body_text(0));
    assert_eq!(names_of(&mail), ["demo-T2.zip"]);
}

/// The files of a mail, without the pictures of its page.
fn names_of(mail: &mail_parser::Message<'_>) -> Vec<String> {
    let names = mail.attachments().filter_map(|part| part.attachment_name());
    names.filter(|name| !name.ends_with(".png")).map(str::to_owned).collect()
}

/// Bytes that no packing makes smaller.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..count).map(|_| next()).collect()
}

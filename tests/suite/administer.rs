//! The game administrator's commands carried out: tasks, rollbacks, what players are told, and that a crash between a
//! letter and its task changes nothing.

mod campaign;
mod deadlines;
mod handed;
mod newcomer;
mod observers;
mod prune;
mod seats_file;
mod site;
mod the_end;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use fieldpost_daemon::adjudicate::Adjudicated;
use fieldpost_daemon::clock::Clock;
use fieldpost_daemon::closing::Polled;
use fieldpost_daemon::config::Config;
use fieldpost_daemon::delivered::Delivered;
use fieldpost_daemon::identity::Identity;
use fieldpost_daemon::office::Office;
use fieldpost_daemon::opening::Seats;
use fieldpost_daemon::wiring;
use fieldpost_desk::record::{GameName, LetterNo, Verdict};
use fieldpost_land::scenario;
use fieldpost_store::{MailId, MailRow, SledStore, Store, TransportKey, sled};
use tempfile::TempDir;

const SEATS: &str = include_str!("../../fixtures/demo/seats-without-pictures.toml");
const MONDAY: i64 = 1_780_300_800_000; // 2026-06-01T08:00:00Z
const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;

/// A post office with the demonstration's game, whose administrator is the configuration's.
struct Desk {
    folder: TempDir,
    clock: Clock,
    office: Office,
    uid: u64,
}

impl Desk {
    fn new() -> Self {
        Self::with_seats(SEATS)
    }

    fn with_seats(seats: &str) -> Self {
        Self::of(scenario::demo(), seats)
    }

    fn of(texts: BTreeMap<String, String>, seats: &str) -> Self {
        let folder = TempDir::new().unwrap();
        fs::create_dir_all(folder.path().join("store")).unwrap();
        let text = "[office]\naddress = \"war@example.org\"\nstore = \"store\"\n[ga]\nname = \"Franz\"\naddress = \
                    \"franz@example.org\"\n[[source]]\nkind = \"maildir\"\nname = \"in\"\npath = \"in\"\n[post]\nkind = \
                    \"maildir\"\npath = \"out\"\n";
        fs::write(folder.path().join("fieldpost.toml"), text).unwrap();
        let clock = Clock::standing_at(MONDAY);
        let config = Config::load(&folder.path().join("fieldpost.toml")).unwrap();
        Identity::fresh().save(&config.office.store).unwrap();
        let mut office = open(config, &clock);
        let seats: Seats = toml::from_str(seats).unwrap();
        office.open_game("demo", texts, &seats).unwrap();
        Desk { folder, clock, office, uid: 0 }
    }

    /// Ends the process, as it were, and starts it again on the same folder.
    fn restart(self) -> Self {
        let Desk { folder, clock, office, uid } = self;
        let config = office.config.clone();
        drop(office);
        let office = open(config, &clock);
        Desk { folder, clock, office, uid }
    }

    fn pass(&mut self, ms: i64) {
        self.clock.set(self.clock.now() + ms);
    }

    /// A letter from a mailbox, filed; what it left to the daemon is not done yet.
    fn take(&mut self, bytes: &[u8]) -> Verdict {
        self.pass(1_000);
        self.uid += 1;
        let place =
            TransportKey { account: "in".into(), folder: "INBOX".into(), uidvalidity: 1, uid: self.uid };
        let (received_ms, size) = (self.clock.now(), bytes.len() as u64);
        let letter = Delivered { place, received_ms, bytes: bytes.to_vec(), whole: true, size, quiet: false };
        self.office.take(vec![letter]).unwrap().into_iter().next().unwrap().verdict
    }

    /// A letter from the administrator's mailbox.
    fn by_mail(&mut self, commands: &str) -> Verdict {
        let password = self.password_of("franz@example.org");
        self.by_mail_with(&password, commands)
    }

    fn by_mail_with(&mut self, password: &str, commands: &str) -> Verdict {
        let uid = self.uid;
        let text = format!(
            "From: franz@example.org\r\nTo: war@example.org\r\nSubject: commands\r\nMessage-ID: <{uid}@franz>\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\nGAME demo\nGA Franz\nPASSWORD {password}\n\n{commands}\n"
        );
        self.take(text.as_bytes())
    }

    /// The first password, as the welcome told it.
    fn password_of(&self, address: &str) -> String {
        let welcome = self.mails_to(address).into_iter().next().unwrap();
        let text = self.text(&welcome);
        let line = text.lines().find(|line| line.starts_with("    ")).unwrap_or_else(|| panic!("{text}"));
        line.trim().to_owned()
    }

    /// Commands from the keyboard, with the answer.
    fn typed(&mut self, commands: &str) -> String {
        self.pass(1_000);
        self.office.typed("demo", commands).unwrap()
    }

    /// A command that is done only once its token has come back.
    fn confirmed(&mut self, command: &str) -> String {
        let asked = self.typed(command);
        self.typed(&format!("CONFIRM {}", token_in(&asked)))
    }

    fn march(&mut self) {
        let text = "From: moltke@prussia.example\r\nTo: war@example.org\r\nSubject: orders\r\nMessage-ID: <march@x>\r\n\
                    Content-Type: text/plain; charset=utf-8\r\n\r\nPLAYER Moltke\nPASSWORD heron-quill-maple\nUNIT \
                    PR1IN\nMARCH A9-N7\nEND\n";
        assert_eq!(self.take(text.as_bytes()), Verdict::Obeyed);
    }

    fn run_turn(&mut self) -> String {
        self.pass(HOUR);
        match self.office.adjudicate(&demo(), &[], true).unwrap() {
            Adjudicated::Ran { hash, .. } => hash,
            other => panic!("{other:?}"),
        }
    }

    fn hash_of(&self, turn: u32) -> String {
        self.office.store.turn(&demo(), turn).unwrap().unwrap().hash
    }

    fn open_turn(&self) -> u32 {
        self.office.store.game(&demo()).unwrap().unwrap().turn
    }

    fn tasks(&self) -> usize {
        self.office.store.game(&demo()).unwrap().unwrap().administration.tasks.len()
    }

    fn mails(&self) -> Vec<MailRow> {
        self.office.store.mails(MailId(0), 10_000).unwrap()
    }

    fn mails_to(&self, address: &str) -> Vec<MailRow> {
        self.mails().into_iter().filter(|row| row.to == address).collect()
    }

    fn text(&self, row: &MailRow) -> String {
        let bytes = self.office.store.mail_bytes(row.id).unwrap();
        let message = mail_parser::MessageParser::new().parse(&bytes).unwrap();
        format!("{}\n{}", message.subject().unwrap_or(""), message.body_text(0).unwrap_or_default())
    }

    /// The texts of mails to an address whose Subject holds some words.
    fn texts(&self, address: &str, subject: &str) -> Vec<String> {
        let all = self.mails_to(address).into_iter().map(|row| self.text(&row));
        all.filter(|text| text.lines().next().unwrap_or_default().contains(subject)).collect()
    }
}

fn open(config: Config, clock: &Clock) -> Office {
    let store: Arc<dyn Store> = Arc::new(SledStore::open(&config.office.store).unwrap());
    wiring::office(config, clock.clone(), store).unwrap()
}

fn demo() -> GameName {
    GameName("demo".into())
}

/// Words without the ends of the lines that a mail breaks them into.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn token_in(answer: &str) -> String {
    let after = answer.split("CONFIRM ").nth(1).unwrap_or_else(|| panic!("{answer}"));
    after.split_whitespace().next().unwrap().to_owned()
}

const MOLTKE: &str = "moltke@prussia.example";
const BENEDEK: &str = "benedek@austria.example";
const FRANZ: &str = "franz@example.org";

#[test]
fn rollback_then_rerun_gives_the_same_turn_with_and_without_a_hand_edit() {
    for edit in [None, Some("SET UNIT PR1IN MORALE 55")] {
        let mut desk = Desk::new();
        desk.march();
        if let Some(edit) = edit {
            let answer = desk.typed(edit);
            assert!(answer.contains("Done as edit 1"), "{answer}");
        }
        let (first, second) = (desk.run_turn(), desk.run_turn());
        desk.confirmed("ROLLBACK TO TURN 1");
        assert_eq!((desk.open_turn(), desk.tasks()), (1, 0));
        let book = desk.office.store.order_book(&demo()).unwrap();
        assert_eq!((book.units.len(), book.edits.len()), (1, usize::from(edit.is_some())));
        assert_eq!((desk.run_turn(), desk.run_turn()), (first.clone(), second));
        desk.confirmed("RERUN TURN 1");
        assert_eq!((desk.open_turn(), desk.tasks(), desk.hash_of(1)), (2, 0, first));
        let said = desk.office.replay(&demo()).unwrap();
        assert!(
            said.contains("1 turn of demo run again, all the same; and 4 runs that were taken back"),
            "{said}"
        );
    }
}

#[test]
fn an_edit_after_a_rollback_gives_another_turn_and_replay_still_agrees() {
    let mut desk = Desk::new();
    desk.march();
    let first = desk.run_turn();
    desk.confirmed("ROLLBACK TO TURN 1");
    desk.typed("SET UNIT PR1IN MORALE 5");
    assert_ne!(desk.run_turn(), first);
    desk.office.replay(&demo()).unwrap();
    let rows = |desk: &Desk| desk.office.store.voided_runs(&demo()).unwrap();
    assert_eq!(rows(&desk)[0].record.hash, first);
    let folder = desk.office.config.office.store.clone();
    let Desk { folder: kept, clock, office, .. } = desk;
    let (config, hash) = (office.config.clone(), office.store.turn(&demo(), 1).unwrap().unwrap().hash);
    drop(office);
    sled::rebuild(&folder).unwrap();
    let office = open(config, &clock);
    assert_eq!(office.store.turn(&demo(), 1).unwrap().unwrap().hash, hash);
    office.replay(&demo()).unwrap();
    drop(kept);
}

#[test]
fn a_crash_between_a_letter_and_its_task_does_the_task_once() {
    let mut desk = Desk::new();
    desk.march();
    desk.run_turn();
    desk.by_mail("ROLLBACK TO TURN 1");
    let asked = desk.texts(FRANZ, "[demo T2]").into_iter().find(|text| text.contains("CONFIRM ")).unwrap();
    desk.by_mail(&format!("CONFIRM {}", token_in(&asked)));
    assert_eq!((desk.open_turn(), desk.tasks()), (2, 1), "the letter is filed, its task not done");
    let mut desk = desk.restart();
    desk.office.do_tasks(&[]);
    assert_eq!((desk.open_turn(), desk.tasks()), (1, 0));
    let mails = desk.mails().len();
    let mut desk = desk.restart();
    desk.office.do_tasks(&[]);
    assert_eq!((desk.open_turn(), desk.mails().len()), (1, mails), "once, and its mails once");
    assert_eq!(desk.office.store.voided_runs(&demo()).unwrap().len(), 1);
}

#[test]
fn a_crash_between_the_halves_of_a_rerun_runs_the_turn_once() {
    let mut desk = Desk::new();
    desk.march();
    let first = desk.run_turn();
    desk.by_mail("RERUN TURN 1");
    let asked = desk.texts(FRANZ, "[demo T2]").into_iter().find(|text| text.contains("CONFIRM ")).unwrap();
    desk.by_mail(&format!("CONFIRM {}", token_in(&asked)));
    let task = desk.office.store.game(&demo()).unwrap().unwrap().administration.tasks[0].clone();
    desk.office.roll_back(&demo(), &task, 1, true).unwrap();
    assert_eq!((desk.open_turn(), desk.tasks()), (1, 1), "open again, and to be run");
    let mut desk = desk.restart();
    desk.office.do_tasks(&[]);
    assert_eq!((desk.open_turn(), desk.tasks(), desk.hash_of(1)), (2, 0, first));
    assert_eq!(desk.texts(MOLTKE, "Turn 1 was run again").len(), 1);
}

#[test]
fn a_turn_that_was_asked_for_waits_for_the_letters_that_came_before() {
    let mut desk = Desk::new();
    let asked = desk.typed("RUN TURN");
    let token = token_in(&asked);
    let text = format!("CONFIRM {token}");
    desk.pass(1_000);
    let unread = [Polled::unnamed(Some(MONDAY), false)];
    desk.office.typed("demo", "SHOW GAME").unwrap();
    desk.by_mail("SHOW GAME");
    desk.office.do_tasks(&unread);
    desk.typed(&text);
    assert_eq!(desk.open_turn(), 2, "at the keyboard all letters are taken as read");
    let mut desk = Desk::new();
    desk.by_mail("RUN TURN 1");
    let asked = desk.texts(FRANZ, "[demo T1]").into_iter().find(|text| text.contains("CONFIRM ")).unwrap();
    desk.by_mail(&format!("CONFIRM {}", token_in(&asked)));
    desk.office.do_tasks(&unread);
    assert_eq!(desk.open_turn(), 1);
    let read = [Polled::unnamed(Some(desk.clock.now() + 1), false)];
    desk.office.do_tasks(&read);
    assert_eq!(desk.open_turn(), 2);
}

#[test]
fn a_task_that_cannot_be_done_is_dropped_and_told() {
    let mut desk = Desk::new();
    desk.by_mail("RUN TURN 1");
    let asked = desk.texts(FRANZ, "[demo T1]").into_iter().find(|text| text.contains("CONFIRM ")).unwrap();
    desk.by_mail(&format!("CONFIRM {}", token_in(&asked)));
    desk.run_turn();
    desk.office.do_tasks(&[]);
    assert_eq!((desk.open_turn(), desk.tasks()), (2, 0), "turn 1 was run by its deadline: turn 2 stays");
    let told = desk.texts(FRANZ, "Not done: RUN TURN 1");
    assert!(flat(&told[0]).contains("turn 1 is not open: turn 2 is"), "{told:?}");
    let audit = desk.office.store.audit_of(&demo(), 100).unwrap();
    assert!(audit.iter().any(|line| line.what.contains("was given up: turn 1 is not open")), "{audit:?}");
}

#[test]
fn after_a_rollback_each_player_is_told_what_differs_of_their_own_and_nothing_of_others() {
    let mut desk = Desk::new();
    desk.march();
    desk.run_turn();
    desk.confirmed("ROLLBACK TO TURN 1");
    let told = desk.texts(MOLTKE, "The game went back to turn 1");
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("- PR1IN ") && told[0].contains("the host"), "{}", told[0]);
    let other = desk.texts(BENEDEK, "The game went back to turn 1");
    assert!(!other[0].contains("PR1IN"), "{}", other[0]);
    let ga = desk.texts(FRANZ, "The game went back to turn 1");
    assert!(
        flat(&ga[0]).contains("Of turn 2 these are in force no more: 0 orders and no hand edit"),
        "{ga:?}"
    );
}

#[test]
fn a_rollback_tells_each_player_whether_it_is_held_what_stands_and_mails_the_position() {
    let mut desk = Desk::new();
    desk.march();
    desk.run_turn();
    desk.typed("HOLD the railway was wrong");
    desk.confirmed("ROLLBACK TO TURN 1");
    let told = flat(&desk.texts(MOLTKE, "The game went back to turn 1")[0]);
    assert!(told.contains("Turn 1 is open, and held: the railway was wrong."), "{told}");
    assert!(told.contains("- PR1IN: MARCH "), "{told}");
    assert!(told.contains("The position comes with this mail"), "{told}");
    assert!(told.len() < 2_500, "{} characters: {told}", told.len());
    let other = flat(&desk.texts(BENEDEK, "The game went back to turn 1")[0]);
    assert!(other.contains("No order stands for your units.") && !other.contains("PR1IN"), "{other}");
    assert_eq!(desk.texts(MOLTKE, "(open again)").len(), 1);
    assert_eq!(desk.texts(BENEDEK, "(open again)").len(), 1);
}

#[test]
fn what_goes_with_later_turns_is_listed_for_the_administrator() {
    let mut desk = Desk::new();
    desk.run_turn();
    desk.typed("SET UNIT PR1IN MORALE 55");
    desk.confirmed("ROLLBACK TO TURN 1");
    let ga = desk.texts(FRANZ, "The game went back to turn 1");
    assert!(ga[0].contains("SET UNIT PR1IN") && ga[0].contains("Of turn 2"), "{ga:?}");
    assert!(desk.office.store.order_book(&demo()).unwrap().edits.is_empty());
}

#[test]
fn the_reports_of_a_second_run_say_so_in_their_subjects() {
    let mut desk = Desk::new();
    desk.run_turn();
    desk.confirmed("RERUN TURN 1");
    let subject = |row: &MailRow| desk.text(row).lines().next().unwrap_or_default().to_owned();
    let subjects = desk.mails_to(MOLTKE).iter().map(subject).collect::<Vec<_>>();
    let second = subjects.iter().filter(|subject| subject.ends_with("(turn 1 run again: run 2)")).count();
    assert_eq!(second, 2, "{subjects:#?}");
    let record = desk.office.store.turn(&demo(), 1).unwrap().unwrap();
    assert_eq!(record.reports["Moltke"].len(), 2, "the word on what differs is no report");
}

#[test]
fn players_read_of_edits_to_their_own_units_unless_they_were_done_secretly() {
    let mut desk = Desk::new();
    desk.typed("SET UNIT PR1IN MORALE 55\nSET UNIT PR2IN MORALE 44 SECRETLY\n");
    desk.run_turn();
    let moltke = desk.texts(MOLTKE, "What happened").pop().unwrap();
    assert!(moltke.contains("BY THE GAME ADMINISTRATOR'S HAND"), "{moltke}");
    assert!(moltke.contains("and was made 55"), "{moltke}");
    assert!(!moltke.contains("made 44"), "{moltke}");
    let benedek = desk.texts(BENEDEK, "What happened").pop().unwrap();
    assert!(!benedek.contains("HAND"), "{benedek}");
    let audit = desk.office.store.audit_of(&demo(), 100).unwrap();
    let secret = audit.iter().find(|line| line.what.contains("secretly")).unwrap();
    assert!(secret.what.contains("PR2IN") && secret.what.contains("-> 44"), "{secret:?}");
    desk.run_turn();
    let later = desk.texts(MOLTKE, "What happened").pop().unwrap();
    assert!(!later.contains("HAND"), "told once: {later}");
}

#[test]
fn a_game_is_opened_by_letter_waits_for_start_and_is_its_administrators() {
    let mut desk = Desk::new();
    // Passwords are drawn: a letter's text may hold none.
    let drawn = |line: &&str| !line.starts_with("password") && !line.starts_with('#');
    let seats = SEATS.lines().filter(drawn).collect::<Vec<_>>().join("\n");
    let verdict = desk.by_mail(&format!("OPEN second FROM demo\n{seats}\nEND\n"));
    assert_eq!(verdict, Verdict::Obeyed);
    desk.office.do_tasks(&[]);
    let second = GameName("second".into());
    let row = desk.office.store.game(&second).unwrap().unwrap();
    assert!(row.administration.holds && row.hold.is_some());
    assert_eq!(row.administration.administrators[0].account.name, "Franz");
    assert_eq!(desk.texts(FRANZ, "The game second is open").len(), 1);
    assert!(desk.texts(FRANZ, "You administer")[1].contains("START"));
    let welcomes = desk.texts(MOLTKE, "Welcome").iter().map(|text| flat(text)).collect::<Vec<_>>();
    let told = welcomes.iter().map(|text| text.contains("The game waits for its start")).collect::<Vec<_>>();
    assert_eq!(told, [false, true], "players are told of the one that waits: {welcomes:?}");
    desk.pass(1_000);
    desk.office.typed("second", "START").unwrap();
    assert_eq!(desk.office.store.game(&second).unwrap().unwrap().hold, None);
    let verdict = desk.by_mail(&format!("OPEN third FROM nowhere\n{seats}\nEND\n"));
    assert!(matches!(verdict, Verdict::Refused(_)), "it is said at once: {verdict:?}");
    assert_eq!(desk.tasks(), 0);
    let told = desk.texts(FRANZ, "Nothing was done");
    assert!(flat(&told[0]).contains("is no scenario that comes with the program"), "{told:?}");
}

#[test]
fn a_letter_of_commands_is_kept_without_its_password() {
    let mut desk = Desk::new();
    let password = desk.password_of(FRANZ);
    assert_eq!(desk.by_mail("NEW PASSWORD seven tall grey herons"), Verdict::Obeyed);
    assert_eq!(desk.by_mail_with("seven tall grey herons", "SHOW GAME"), Verdict::Obeyed);
    assert!(matches!(desk.by_mail_with("seven small grey herons", "SHOW GAME"), Verdict::Refused(_)));
    desk.typed("SHOW AUDIT");
    let secrets = [password.as_str(), "seven tall grey herons", "seven small grey herons"];
    for number in 1..=4 {
        let bytes = desk.office.store.letter_bytes(LetterNo(number)).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert!(secrets.iter().all(|secret| !text.contains(secret)), "letter {number}: {text}");
    }
    let mut export = Vec::new();
    desk.office.store.export(&mut export).unwrap();
    let export = String::from_utf8_lossy(&export);
    assert!(secrets.iter().all(|secret| !export.contains(secret)));
}

#[test]
fn seats_name_administrators_and_each_is_told_a_password() {
    let seats = format!(
        "{SEATS}\n[[ga]]\nname = \"Anna\"\nemail = \"anna@example.org\"\nrole = \"owner\"\n\n[[ga]]\nname = \
         \"Karl\"\nemail = \"karl@example.org\"\nrole = \"helper\"\n"
    );
    let desk = Desk::with_seats(&seats);
    let row = desk.office.store.game(&demo()).unwrap().unwrap();
    let names = row.administration.administrators.iter().map(|one| one.account.name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["Anna", "Karl"]);
    assert!(desk.texts("anna@example.org", "You administer")[0].contains("- Karl, helper"));
    assert_eq!(desk.texts("karl@example.org", "You administer").len(), 1);
    assert!(desk.mails_to(FRANZ).is_empty());

    desk.office.tell_ga(MONDAY, Some("demo"), "Of the game", "Words").unwrap();
    desk.office.tell_ga(MONDAY, None, "Of the host", "Words").unwrap();
    assert_eq!(desk.texts("anna@example.org", "Of the game").len(), 1);
    assert!(desk.texts("karl@example.org", "Of the game").is_empty(), "a helper may only look");
    assert!(desk.texts(FRANZ, "Of the game").is_empty());
    assert_eq!(desk.texts(FRANZ, "Of the host").len(), 1);
}

#[test]
fn seats_whose_administrators_are_wrong_open_no_game() {
    let line = |name: &str, role: &str| {
        format!("\n[[ga]]\nname = {name:?}\nemail = \"a@example.org\"\nrole = {role:?}\n")
    };
    let mut desk = Desk::new();
    for (lines, why) in [
        (line("Moltke", "owner"), "a player's name"),
        (line("Anna", "helper"), "role owner"),
        (line("Anna", "owner") + &line("anna", "ga"), "twice"),
    ] {
        let seats: Seats = toml::from_str(&format!("{SEATS}{lines}")).unwrap();
        let error = desk.office.open_game("other", scenario::demo(), &seats).unwrap_err();
        assert!(error.to_string().contains(why), "{error}");
    }
}

#[test]
fn a_file_of_commands_is_one_letter_and_the_audit_prints_it() {
    let mut desk = Desk::new();
    desk.march();
    let Desk { folder, office, .. } = desk;
    drop(office);
    let file = folder.path().join("commands.txt");
    fs::write(&file, "SET UNIT PR1IN MORALE 55\nHOLD\n").unwrap();
    let said = fieldpost(folder.path(), &["ga", "demo", "--file", file.to_str().unwrap()]);
    assert!(said.contains("Done as edit 1") && said.contains("RESUME"), "{said}");
    // A script sees what was not done, and what was not understood; the words stand where they always do.
    for (commands, words) in [
        ("SET UNIT PR9IN MORALE 55\nSHOW GAME\n", "There is no unit PR9IN"),
        ("SHW GAME\n", "is not a command"),
        ("RUN TURN\n", "turn 1 is held"),
    ] {
        fs::write(&file, commands).unwrap();
        let ended = program(folder.path(), &["ga", "demo", "--file", file.to_str().unwrap()]);
        let said = String::from_utf8(ended.stdout).unwrap();
        assert_eq!((ended.status.code(), said.contains(words)), (Some(1), true), "{said}");
        assert_eq!(String::from_utf8(ended.stderr).unwrap(), "");
    }
    let said = fieldpost(folder.path(), &["audit", "demo", "--last", "5"]);
    assert!(said.contains("edit 1 of turn 1 by the host (letter 2)"), "{said}");
    assert!(said.contains("-> 55"), "{said}");
}

/// Runs the program in a folder; what it says.
fn fieldpost(folder: &Path, arguments: &[&str]) -> String {
    let output = program(folder, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn program(folder: &Path, arguments: &[&str]) -> std::process::Output {
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_fieldpost"));
    program.current_dir(folder).args(arguments).output().unwrap()
}

#[test]
fn a_password_in_words_for_players_reaches_nobody() {
    let mut desk = Desk::new();
    let password = desk.password_of("franz@example.org");
    let before = desk.office.store.mails(MailId(0), 999).unwrap().len();
    let verdict = desk.by_mail(&format!("BROADCAST: I log in with {password}\nEND"));
    assert!(matches!(&verdict, Verdict::Refused(why) if why.contains("your password stands")), "{verdict:?}");
    let mails = desk.office.store.mails(MailId(0), 999).unwrap();
    assert_eq!(
        mails[before..].iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(),
        ["franz@example.org"]
    );
}

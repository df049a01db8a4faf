//! One road for all that is read here, with a fault of the program at each place on it: whatever way something comes, it alone is put
//! aside, and what comes next is done.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use fieldpost_daemon::config::Config;
use fieldpost_daemon::disk::Gauge;
use fieldpost_daemon::dispatch::Dispatcher;
use fieldpost_daemon::opening::Papers;
use fieldpost_daemon::socket::{self, Reply, Request, SeatWish};
use fieldpost_daemon::{run, wiring};
use fieldpost_desk::record::{LetterNo, Verdict};
use fieldpost_mail::post::RecordingPost;
use fieldpost_store::{BodyHash, MailId};

use super::{BOTH, House, SEATS, open, parlour};

const ANNA: &str = "anna@north.example";
const HEAD: &str = "PLAYER Anna\nPASSWORD heron-quill-maple\n";
const GERDA: &str = "gerda@example.org";

/// Clara is the machine's, and so is Bruno here; Gerda administers.
fn seats() -> String {
    let bruno = "email = \"bruno@north.example\"\npassword = \"otter-plum-road\"\n";
    let gerda = format!("[[ga]]\nname = \"Gerda\"\nemail = \"{GERDA}\"\nrole = \"owner\"\n");
    SEATS.replace(bruno, "machine = true\n") + &gerda
}

impl House {
    /// The toy alone, with so many coins in Clara's purse.
    fn of_toys(coins: u32) -> Self {
        let mut house = House::empty();
        let text = &BOTH.scenario("parlour").unwrap()["scenario.toml"];
        let of = |coins: u32| format!("party = \"South\"\ncoins = {coins}");
        let texts = [("scenario.toml".into(), text.replace(&of(20), &of(coins)))].into();
        house.office.open_game("parlour", texts, &toml::from_str(&seats()).unwrap()).unwrap();
        house.office.disk = Gauge::showing(u64::MAX);
        house
    }

    /// Ends the process, as it were, and starts it again on the same folder.
    fn restart(self) -> Self {
        let House { folder, clock, office, uid } = self;
        let config = office.config.clone();
        drop(office);
        let mut office = open(config, &clock);
        office.disk = Gauge::showing(u64::MAX);
        House { folder, clock, office, uid }
    }

    /// The mails to an address, oldest first, with their lines joined.
    fn mails_to(&self, to: &str) -> Vec<String> {
        let mails = self.office.store.mails(MailId(0), 1_000).unwrap().into_iter().filter(|row| row.to == to);
        let texts = mails.map(|row| {
            let bytes = self.office.store.mail_bytes(row.id).unwrap();
            let message = mail_parser::MessageParser::new().parse(&bytes).unwrap();
            format!("{}\n{}", message.subject().unwrap_or(""), message.body_text(0).unwrap_or_default())
        });
        texts.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    /// What follows a word in the first mail to an address that has it.
    fn word_behind(&self, to: &str, word: &str) -> String {
        let mails = self.mails_to(to);
        let behind =
            mails.iter().find_map(|text| text.split_once(word)).unwrap_or_else(|| panic!("{mails:?}")).1;
        behind.split_whitespace().next().unwrap().to_owned()
    }

    /// A letter of commands, with the password that Gerda was welcomed with.
    fn by_gerda(&mut self, command: &str) -> Vec<u8> {
        let password = self.word_behind(GERDA, "all that you can. ");
        self.mail(GERDA, "", &format!("GAME parlour\nGA Gerda\nPASSWORD {password}\n{command}\n"))
    }

    fn fails(&mut self, commands: &str) -> String {
        self.clock.set(self.clock.now() + 1_000);
        format!("{:#}", self.office.typed("parlour", commands).unwrap_err())
    }

    fn played(&mut self) -> anyhow::Result<String> {
        self.clock.set(self.clock.now() + 1_000);
        self.office.autoplay("parlour", &SeatWish::default(), false)
    }

    fn last(&self) -> u64 {
        self.office.store.last_letter().unwrap().unwrap().0
    }

    fn verdict(&self, number: u64) -> Verdict {
        self.office.store.letter(LetterNo(number)).unwrap().unwrap().verdict
    }

    fn is_quarantined(&self, number: u64) -> bool {
        matches!(self.verdict(number), Verdict::Quarantined(_))
    }

    /// How many mails to an address say something.
    fn times_told(&self, to: &str, words: &str) -> usize {
        self.mails_to(to).iter().filter(|text| text.contains(words)).count()
    }

    /// What comes next is done, by mail and at the keyboard.
    fn goes_on(&mut self) {
        assert_eq!(self.anna("CHEST N1\nBID 3"), Verdict::Obeyed);
        assert!(self.typed("SHOW CHEST N1").contains("number     7"), "nothing was done to it");
    }

    /// Releases a letter whose fault is still there: it stays where it is.
    fn stays_in_quarantine(&mut self, number: u64) {
        assert!(self.is_quarantined(number), "{:?}", self.verdict(number));
        self.typed(&format!("RELEASE LETTER {number}"));
        assert!(self.is_quarantined(number), "{:?}", self.verdict(number));
        assert_eq!(self.times_told("ga@example.org", &format!("Not done: RELEASE LETTER {number}")), 1);
    }
}

#[test]
fn a_mail_that_breaks_something_is_quarantined_alone_and_stays_there_as_long_as_the_fault_does() {
    let mut house = House::of_toys(20);
    for orders in ["CHEST N1\nBID 6666", "CHEST N1\nBID 7777", "CHEST N1\nSEAL LOOSE"] {
        assert!(matches!(house.anna(orders), Verdict::Quarantined(_)), "{orders}");
        let kept = house.office.store.letter_bytes(LetterNo(house.last())).unwrap();
        let kept = String::from_utf8(kept).unwrap().replace("\r\n", "\n");
        assert!(kept.contains(orders) && !kept.contains("heron"), "it is kept, without its password: {kept}");
        let by_pipe = house.mail(ANNA, "", &format!("{HEAD}{orders}\nEND\n"));
        let told = house.office.deliver(by_pipe).unwrap();
        assert!(told.contains("quarantined"), "{orders}: {told}");
        let number = house.last();
        house.stays_in_quarantine(number - 1);
        house.stays_in_quarantine(number);
        house.goes_on();
    }
    assert_eq!(house.times_told("ga@example.org", "quarantined"), 6, "each is told");
}

#[test]
fn a_mail_of_commands_that_breaks_something_is_quarantined_too() {
    let mut house = House::of_toys(20);
    for command in ["SET NUMBER N1 7", "SET NUMBER N1 8"] {
        let letter = house.by_gerda(command);
        let verdict = house.take_bytes(letter);
        assert!(matches!(verdict, Verdict::Quarantined(_)), "{command}: {verdict:?}");
        let number = house.last();
        house.stays_in_quarantine(number);
        house.goes_on();
    }
    let letter = house.by_gerda("SET NUMBER N1 5");
    assert_eq!(house.take_bytes(letter), Verdict::Obeyed, "Gerda is known all the same");
}

#[test]
fn a_letter_that_breaks_something_once_it_is_confirmed_is_refused_and_its_sender_told() {
    let mut house = House::of_toys(20);
    let fails = "Authentication-Results: mx.example.org; dmarc=fail header.from=north.example\r\n";
    let letter = house.mail(ANNA, fails, &format!("{HEAD}CHEST N1\nBID 7777\nEND\n"));
    assert!(matches!(house.take_bytes(letter), Verdict::Held(_)));
    let number = house.last();
    let word = format!("CONFIRM {}\n", house.word_behind(ANNA, "CONFIRM "));
    assert_eq!(house.take(ANNA, &word), Verdict::Obeyed);
    let Verdict::Refused(why) = house.verdict(number) else { panic!("{:?}", house.verdict(number)) };
    assert!(why.contains("a fault of the program"), "{why}");
    assert_eq!(house.times_told(ANNA, "Please send your letter again"), 1);
    assert_eq!(house.times_told(GERDA, "A released letter is lost"), 1);
    house.goes_on();
}

#[test]
fn what_is_typed_and_breaks_something_is_an_error_and_kept_and_nothing_is_done() {
    let mut house = House::of_toys(20);
    for command in ["SET NUMBER N1 7", "SET NUMBER N1 8"] {
        for _ in 0..2 {
            let said = house.fails(command);
            assert!(said.contains("this brought a fault of the program to light"), "{said}");
            assert!(said.contains("nothing was done"), "{said}");
            let number = house.last();
            assert!(said.contains(&format!("letter {number}")), "{said}");
            let kept = house.office.store.letter_bytes(LetterNo(number)).unwrap();
            assert!(String::from_utf8_lossy(&kept).contains(command), "it is kept");
            house.stays_in_quarantine(number);
        }
        house.goes_on();
    }
    assert!(house.typed("SET NUMBER N1 5").contains('5'), "the next command is done");
}

#[test]
fn what_the_machine_writes_and_breaks_something_costs_its_own_seat_alone() {
    // Half of the purse is bid.
    for coins in [2 * 6_666, 2 * 7_777] {
        let mut house = House::of_toys(coins);
        let said = format!("{:#}", house.played().unwrap_err());
        assert!(said.contains("1 of 2 seats not played"), "{said}");
        assert!(said.contains("Bruno: obeyed") && said.contains("Clara: NOT PLAYED"), "{said}");
        assert!(said.contains("a fault of the program"), "{said}");
        let number = house.last();
        assert!(said.contains(&format!("letter {number}")), "{said}");
        house.stays_in_quarantine(number);
        assert_eq!(house.office.store.letter(LetterNo(number)).unwrap().unwrap().from, "the host, for Clara");
        house.goes_on();
    }
    let mut house = House::of_toys(13);
    let said = format!("{:#}", house.played().unwrap_err());
    assert!(
        said.contains("Bruno: obeyed") && said.contains("Clara: NOT PLAYED: writing its letter"),
        "{said}"
    );
    house.goes_on();
}

/// Has the record say that reading some bytes ended three processes.
fn killed_by(mut house: House, bytes: &[u8]) -> House {
    for _ in 0..3 {
        house.office.store.begin_reading(&[BodyHash::of(bytes)]).unwrap();
        house = house.restart();
    }
    house
}

#[test]
fn what_ended_the_process_is_not_read_again_whatever_way_it_comes_and_can_be_released() {
    let mut house = House::of_toys(20);
    let typed = "SET NUMBER N1 5";
    house.typed(typed);
    let bytes = house.office.store.letter_bytes(LetterNo(house.last())).unwrap();
    house.typed("SET NUMBER N1 4");
    let mut house = killed_by(house, &bytes);
    let said = house.fails(typed);
    assert!(said.contains("nothing was done"), "{said}");
    assert!(house.typed("SHOW CHEST N1").contains("number     4"));
    let number = house.last() - 1;
    assert!(house.is_quarantined(number));
    house.typed(&format!("RELEASE LETTER {number}"));
    assert_eq!(house.verdict(number), Verdict::Obeyed, "it is the host's word as before");
    assert!(house.typed("SHOW CHEST N1").contains("number     5"));

    house.played().unwrap();
    let of_clara = house.last();
    let bytes = house.office.store.letter_bytes(LetterNo(of_clara)).unwrap();
    assert!(String::from_utf8_lossy(&bytes).contains("PLAYER Clara"));
    let mut house = killed_by(house, &bytes);
    let said = format!("{:#}", house.played().unwrap_err());
    assert!(said.contains("Clara: NOT PLAYED"), "{said}");
    let number = house.last();
    house.typed(&format!("RELEASE LETTER {number}"));
    // As it would be judged now: a copy of the machine's letter that was obeyed.
    let Verdict::Ignored(why) = house.verdict(number) else { panic!("{:?}", house.verdict(number)) };
    assert!(why.contains("copy"), "{why}");
}

const KILLED: &str = "FIELDPOST_TEST_KILLED_HOUSE";
const BY: &str = "FIELDPOST_TEST_KILLED_BY";

/// Not a test of its own: the process that reads something and is killed by it.
#[test]
fn reads_what_kills_it() {
    let Some(folder) = std::env::var_os(KILLED) else { return };
    let (mut config, clock) = config_in(Path::new(&folder));
    config.rulebooks = BOTH;
    let mut office = open(config, &clock);
    office.disk = Gauge::showing(u64::MAX);
    let done = match std::env::var(BY).unwrap().as_str() {
        "mail" => office.deliver(ending_the_reader()),
        "typed" => office.typed("parlour", "SET NUMBER N1 9"),
        _ => office.autoplay("parlour", &SeatWish { side: None, player: Some("Clara".into()) }, false),
    };
    assert!(done.is_err() || done.unwrap().contains("quarantined"));
}

fn ending_the_reader() -> Vec<u8> {
    format!("From: {ANNA}\r\nTo: house@example.org\r\n\r\n{HEAD}CHEST N1\nSEAL TIGHT\nEND\n").into_bytes()
}

fn config_in(folder: &Path) -> (Config, fieldpost_daemon::clock::Clock) {
    let config = Config::read(super::CONFIG, &folder.join("fieldpost.toml")).unwrap();
    (config, fieldpost_daemon::clock::Clock::standing_at(super::MONDAY + 10_000))
}

fn lives(folder: &Path, by: &str) -> bool {
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["toy_game::road::reads_what_kills_it", "--exact"])
        .env(KILLED, folder)
        .env(BY, by)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    child.success()
}

#[test]
fn what_kills_is_known_after_three_deaths_whatever_way_it_comes() {
    for (by, coins) in [("mail", 20), ("typed", 20), ("machine", 2 * 4_444)] {
        let House { folder, office, .. } = House::of_toys(coins);
        drop(office);
        for death in 1..=3 {
            assert!(!lives(folder.path(), by), "{by}: death {death}");
        }
        assert!(lives(folder.path(), by), "{by}: it is not read a fourth time");
        let (mut config, clock) = config_in(folder.path());
        config.rulebooks = BOTH;
        let office = open(config, &clock);
        let record = office.store.letter(office.store.last_letter().unwrap().unwrap()).unwrap().unwrap();
        assert!(matches!(record.verdict, Verdict::Quarantined(_)), "{by}: {:?}", record.verdict);
        let kept = String::from_utf8(office.store.letter_bytes(record.number).unwrap()).unwrap();
        assert!(
            ["SEAL TIGHT", "SET NUMBER N1 9", "BID 4444"].iter().any(|order| kept.contains(order)),
            "{kept}"
        );
    }
}

/// A daemon of the toy, and what it is asked.
struct Asked {
    house: std::path::PathBuf,
    daemon: Option<thread::JoinHandle<()>>,
    _folder: tempfile::TempDir,
}

impl Asked {
    fn daemon_of(house: House) -> Self {
        let House { folder, clock, office, .. } = house;
        let config = office.config.clone();
        let boxes = wiring::letterboxes(&config, office.store.as_ref()).unwrap();
        let post = Arc::new(RecordingPost::new());
        let dispatcher = Dispatcher::new(Arc::clone(&office.store), post, clock).paced(4, 0);
        let listener = socket::listen(&config.office.store).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let daemon = thread::spawn(move || run::run(office, boxes, dispatcher, listener, stop).unwrap());
        Asked { house: config.office.store, daemon: Some(daemon), _folder: folder }
    }

    fn ask(&self, request: &Request, body: &[u8]) -> Result<String, String> {
        match socket::ask(&self.house, request, body).unwrap().expect("the daemon runs") {
            Reply::Done { words } | Reply::Partly { words } => Ok(words),
            Reply::Refused { why } => Err(why),
        }
    }

    fn typed(&self, commands: &str) -> Result<String, String> {
        self.ask(&Request::Ga { game: "parlour".into() }, commands.as_bytes())
    }

    /// Asks what breaks the program, and then what does not.
    fn breaks(&self, request: &Request, body: &[u8]) {
        let why = self.ask(request, body).unwrap_err();
        assert!(why.contains("a fault of the program"), "{request:?}: {why}");
        let shown = self.typed("SHOW CHEST N2").unwrap();
        assert!(shown.contains("number     3"), "after {request:?}: {shown}");
    }
}

#[test]
fn no_question_of_the_socket_ends_the_daemon() {
    let mut house = House::of_toys(13);
    assert_eq!(house.anna("CHEST N1\nBID 5555"), Verdict::Obeyed);
    house.run_turn();
    let deliver = house.mail(ANNA, "", &format!("{HEAD}TURN 2\nCHEST N1\nBID 6666\nEND\n"));
    let game = || "parlour".to_owned();
    let mut asked = Asked::daemon_of(house);
    let text = BOTH.scenario("parlour").unwrap()["scenario.toml"].replace("number = 3", "number = 13");
    let papers = Papers {
        scenario: [("scenario.toml".into(), text)].into(),
        seats: SEATS.into(),
        seats_file: "seats.toml".into(),
    };
    asked.breaks(&Request::NewGame { name: "second".into() }, &serde_json::to_vec(&papers).unwrap());
    asked.breaks(&Request::Replay { game: game() }, b"");
    asked.breaks(&Request::Ga { game: game() }, b"SET NUMBER N1 8");
    asked.breaks(&Request::Ga { game: game() }, b"SET NUMBER N1 7");
    let told = asked.ask(&Request::Deliver { size: None }, &deliver).unwrap();
    assert!(told.contains("quarantined"), "{told}");

    asked.typed("SET NUMBER N1 6").unwrap();
    asked.breaks(&Request::Status { json: false }, b"");
    // The loop notes by itself how all stands: that must not end it either.
    thread::sleep(std::time::Duration::from_millis(2_500));
    asked.breaks(&Request::Status { json: true }, b"");
    asked.typed("SET NUMBER N1 5").unwrap();
    assert!(asked.ask(&Request::Status { json: false }, b"").unwrap().contains("parlour"));
    assert!(asked.ask(&Request::Words { game: game() }, b"").unwrap().contains("N2"));

    assert_eq!(asked.ask(&Request::Stop, b"").unwrap(), "the daemon ends");
    asked.daemon.take().unwrap().join().unwrap();
}

#[test]
fn a_fault_outside_a_daemon_is_an_error_too() {
    let mut house = House::of_toys(20);
    assert_eq!(house.anna("CHEST N1\nBID 5555"), Verdict::Obeyed);
    house.run_turn();
    let replay = Request::Replay { game: parlour().0 };
    let error = format!("{:#}", house.office.carry_out(&replay, Vec::new()).unwrap_err());
    assert!(error.contains("a fault of the program"), "{error}");
}

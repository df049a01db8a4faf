//! The door's own test: a toy game, of which no room but its own knows a word, is opened, ordered by mail, edited, run, rolled
//! back and replayed by the same daemon that hosts a war; each letter is read in the language of its own game.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use fieldpost::daemon::adjudicate::Adjudicated;
use fieldpost::daemon::clock::Clock;
use fieldpost::daemon::config::Config;
use fieldpost::daemon::delivered::Delivered;
use fieldpost::daemon::identity::Identity;
use fieldpost::daemon::office::Office;
use fieldpost::daemon::templates;
use fieldpost::daemon::wiring;
use fieldpost::desk::record::{GameName, Verdict};
use fieldpost::games::campaign::ROTD_EUWOL;
use fieldpost::games::door::Rulebooks;
use fieldpost::games::land::scenario;
use fieldpost::store::{MailId, SledStore, Store, TransportKey};
use fieldpost_toy::BIDS;
use tempfile::TempDir;

/// A house for a war alone.
static WAR: Rulebooks = Rulebooks(&[&ROTD_EUWOL]);

/// A house for a war and for the toy.
static BOTH: Rulebooks = Rulebooks(&[&ROTD_EUWOL, &BIDS]);

const MONDAY: i64 = 1_780_300_800_000; // 2026-06-01T08:00:00Z
const HOUR: i64 = 3_600_000;

const SEATS: &str = "schedule = \"weekly sunday 20:00\"\nzone = \"Europe/Berlin\"\nseed = 7\n\
                     [[seat]]\nplayer = \"Anna\"\nemail = \"anna@north.example\"\npassword = \"heron-quill-maple\"\n\
                     [[seat]]\nplayer = \"Bruno\"\nemail = \"bruno@north.example\"\npassword = \"otter-plum-road\"\n\
                     [[seat]]\nplayer = \"Clara\"\nmachine = true\n";

struct House {
    _folder: TempDir,
    clock: Clock,
    office: Office,
    uid: u64,
}

impl House {
    fn new() -> Self {
        Self::with(SEATS)
    }

    /// With these seats in the parlour.
    fn with(seats: &str) -> Self {
        let folder = TempDir::new().unwrap();
        fs::create_dir_all(folder.path().join("store")).unwrap();
        let text = "[office]\naddress = \"house@example.org\"\nstore = \"store\"\n[ga]\nname = \"GA\"\naddress = \
                    \"ga@example.org\"\n[[source]]\nkind = \"maildir\"\nname = \"in\"\npath = \"in\"\n[post]\nkind = \
                    \"maildir\"\npath = \"out\"\n[limits]\nauthserv_id = \"mx.example.org\"\n";
        let mut config = Config::read(text, &folder.path().join("fieldpost.toml")).unwrap();
        config.rulebooks = BOTH;
        let clock = Clock::standing_at(MONDAY);
        Identity::fresh().save(&config.office.store).unwrap();
        let store: Arc<dyn Store> = Arc::new(SledStore::open(&config.office.store).unwrap());
        let mut office = wiring::office(config, clock.clone(), store).unwrap();
        let war = toml::from_str(include_str!("../../fixtures/demo/seats-without-pictures.toml")).unwrap();
        office.open_game("war", scenario::demo(), &war).unwrap();
        let parlour = BOTH.scenario("parlour").unwrap();
        office.open_game("parlour", parlour, &toml::from_str(seats).unwrap()).unwrap();
        House { _folder: folder, clock, office, uid: 0 }
    }

    fn take(&mut self, from: &str, text: &str) -> Verdict {
        self.clock.set(self.clock.now() + 1_000);
        self.uid += 1;
        let place =
            TransportKey { account: "in".into(), folder: "INBOX".into(), uidvalidity: 1, uid: self.uid };
        let bytes = format!(
            "From: {from}\r\nTo: house@example.org\r\nSubject: orders\r\nMessage-ID: <{}@x>\r\nContent-Type: text/plain; \
             charset=utf-8\r\n\r\n{text}",
            self.uid
        )
        .into_bytes();
        let (received_ms, size) = (self.clock.now(), bytes.len() as u64);
        let letter = Delivered { place, received_ms, bytes, whole: true, size, quiet: false };
        self.office.take(vec![letter]).unwrap().remove(0).verdict
    }

    fn anna(&mut self, orders: &str) -> Verdict {
        self.take("anna@north.example", &format!("PLAYER Anna\nPASSWORD heron-quill-maple\n{orders}\nEND\n"))
    }

    /// The newest mail to an address whose Subject holds some words.
    fn told(&self, to: &str, subject: &str) -> String {
        let mails = self.office.store.mails(MailId(0), 1_000).unwrap().into_iter().filter(|row| row.to == to);
        let texts = mails.map(|row| {
            let bytes = self.office.store.mail_bytes(row.id).unwrap();
            let message = mail_parser::MessageParser::new().parse(&bytes).unwrap();
            format!("{}\n{}", message.subject().unwrap_or(""), message.body_text(0).unwrap_or_default())
        });
        let mut texts =
            texts.filter(|text| text.lines().next().unwrap().contains(subject)).collect::<Vec<_>>();
        texts.pop().unwrap_or_else(|| panic!("nothing with {subject:?} to {to}"))
    }

    fn typed(&mut self, commands: &str) -> String {
        self.clock.set(self.clock.now() + 1_000);
        self.office.typed("parlour", commands).unwrap()
    }

    fn confirmed(&mut self, command: &str) {
        let asked = self.typed(command);
        let token = asked.split("CONFIRM ").nth(1).unwrap_or_else(|| panic!("{asked}"));
        let token = token.split_whitespace().next().unwrap().to_owned();
        self.typed(&format!("CONFIRM {token}"));
        self.office.do_tasks(&[]);
    }

    fn run_turn(&mut self) -> String {
        self.clock.set(self.clock.now() + HOUR);
        match self.office.adjudicate(&parlour(), &[], true).unwrap() {
            Adjudicated::Ran { hash, .. } => hash,
            other => panic!("{other:?}"),
        }
    }

    fn turn(&self) -> u32 {
        self.office.store.game(&parlour()).unwrap().unwrap().turn
    }
}

fn parlour() -> GameName {
    GameName("parlour".into())
}

#[test]
fn a_toy_is_opened_ordered_edited_run_rolled_back_and_replayed() {
    let mut house = House::new();
    let welcome = house.told("anna@north.example", "Welcome to An evening in the parlour");
    assert!(welcome.contains("| CHEST N1") && welcome.contains("Clara, South (Banker)"), "{welcome}");
    let position = house.told("anna@north.example", "Position");
    assert!(
        position.contains("N1 is yours and holds 7.") && position.contains("S1 is another's."),
        "{position}"
    );

    assert_eq!(house.anna("CHEST N1\nBID 30\nHIDE"), Verdict::Obeyed);
    let receipt = house.told("anna@north.example", "Receipt");
    assert!(receipt.contains("BID 30") && receipt.contains("more than the 20 coins"), "{receipt}");
    assert_eq!(house.anna("GIVE N2 TO Anna DEPUTY Bruno"), Verdict::Obeyed);
    assert!(
        house.told("anna@north.example", "Receipt").contains("N2 is commanded by Anna, with Bruno as deputy")
    );
    assert_eq!(house.office.autoplay("parlour", &Default::default(), false).unwrap(), "Clara: obeyed");

    let said = house.typed("SET NUMBER N1 4");
    assert!(said.contains("N1 number") && said.contains("UNDO 1"), "{said}");
    assert!(house.typed("SHOW CHEST N1").contains("number     4"), "{}", house.typed("SHOW CHEST N1"));

    let first = house.run_turn();
    let anna = house.told("anna@north.example", "What happened");
    assert!(
        anna.contains("Phase 1: N1 bids 20.") && anna.contains("Phase 2: N1 is opened and holds 4."),
        "{anna}"
    );
    assert!(anna.contains("By hand: N1 number: 7 -> 4."), "{anna}");
    let bruno = house.told("bruno@north.example", "What happened");
    assert!(!bruno.contains("N1 bids") && bruno.contains("S1 bids 10."), "a hidden bid is hidden: {bruno}");
    assert!(house.told("bruno@north.example", "Position").contains("Anna has 40 coins."));

    house.confirmed("ROLLBACK TO TURN 1");
    assert_eq!(house.turn(), 1);
    assert!(house.told("bruno@north.example", "went back").contains("Anna has 20 coins."));
    assert_eq!(house.run_turn(), first, "the same turn twice is the same");
    let said = house.office.replay(&parlour()).unwrap();
    assert!(said.contains("1 turn of parlour run again, all the same"), "{said}");
}

#[test]
fn each_letter_is_read_in_the_language_of_its_own_game() {
    let mut house = House::new();
    let war = "PLAYER Moltke\nPASSWORD heron-quill-maple\nUNIT PR1IN\nMARCH A9-N7\nEND\n";
    assert_eq!(house.take("moltke@prussia.example", war), Verdict::Obeyed);
    assert!(matches!(house.anna("UNIT PR1IN\nMARCH A9-N7"), Verdict::Refused(_)));
    let answer = house.told("anna@north.example", "Receipt");
    assert!(answer.contains("UNIT PR1IN") && !answer.contains("| MARCH A9-N7 (rule"), "{answer}");
    assert!(matches!(house.anna("CHEST N1\nMARCH A9-N7"), Verdict::Refused(_)));
    assert_eq!(house.anna("CHEST N1\nBID 3"), Verdict::Obeyed);
    assert_eq!(house.anna("HELP"), Verdict::Obeyed);
    let help = house.told("anna@north.example", "Receipt");
    assert!(help.contains("BID n") && !help.contains("MARCH"), "{help}");
    assert!(house.office.replay(&GameName("war".into())).is_ok());
}

#[test]
fn a_player_without_orders_is_reminded_in_the_games_own_words() {
    let mut house = House::new();
    let deadline = house.office.games[&parlour()].record.settings.deadline_ms;
    house.clock.set(deadline - 24 * HOUR);
    assert_eq!(house.office.remind(&parlour(), &[]).unwrap(), 2);
    let told = house.told("bruno@north.example", "without orders");
    assert!(told.contains("- N2") && told.contains("A chest without orders bids 1."), "{told}");
}

#[test]
fn the_toys_templates_are_tried_with_its_samples() {
    let printed = templates::check(&BTreeMap::new(), BOTH).unwrap();
    assert!(printed > templates::check(&BTreeMap::new(), WAR).unwrap());
}

/// A fault of the program that something typed brings to light is told where it was typed, and is no end of the daemon: it goes
/// the road of letters, and is kept as they are.
#[test]
fn what_is_typed_and_breaks_something_is_told_and_kept_and_nothing_is_done() {
    let mut house = House::new();
    let said = house.typed("SET NUMBER N1 8");
    assert!(said.contains("Nothing was done: reading it brought a fault of the program to light"), "{said}");
    let number = said.split("letter ").nth(1).and_then(|rest| rest.split('.').next()).unwrap();
    assert!(house.typed("SHOW CHEST N1").contains("number     7"), "as before");
    let released = house.typed(&format!("RELEASE LETTER {number}"));
    house.office.do_tasks(&[]);
    assert!(!released.contains("no letter"), "{released}");
    assert!(house.typed("SET NUMBER N1 5").contains("5"), "the next command is done");
    assert!(house.typed("SHOW CHEST N1").contains("number     5"));
}

/// The machine's seats are written for together; where one of them breaks the program, it alone has no orders.
#[test]
fn a_seat_of_the_machine_that_fails_stops_no_other() {
    let by_hand = "email = \"bruno@north.example\"\npassword = \"otter-plum-road\"";
    assert!(SEATS.contains(by_hand));
    let mut house = House::with(&SEATS.replace(by_hand, "machine = true"));
    let autoplay = |house: &mut House| {
        house.clock.set(house.clock.now() + 1_000);
        house.office.autoplay("parlour", &Default::default(), false)
    };
    let said = house.typed("SET NUMBER N2 5");
    assert!(said.contains("N2 number"), "{said}");
    let failed = autoplay(&mut house).unwrap_err().to_string();
    let lines = failed.lines().collect::<Vec<_>>();
    assert_eq!((lines[0], lines[2]), ("1 of 2 seats not played", "Clara: obeyed"), "{failed}");
    assert!(lines[1].starts_with("Bruno: NOT PLAYED: writing its letter brought a fault"), "{failed}");
    house.run_turn();
    assert!(
        house.told("anna@north.example", "What happened").contains("S1 bids 10."),
        "Clara's order counted"
    );
    house.typed("SET NUMBER N2 3");
    assert_eq!(autoplay(&mut house).unwrap(), "Bruno: obeyed\nClara: obeyed");
}

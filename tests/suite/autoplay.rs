//! The machine's seats: a war of machine against machine through the real post office, and who may speak for a seat.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use fieldpost::cli::tournament;
use fieldpost_campaign::Ran;
use fieldpost_daemon::adjudicate::Adjudicated;
use fieldpost_daemon::clock::Clock;
use fieldpost_daemon::config::Config;
use fieldpost_daemon::delivered::Delivered;
use fieldpost_daemon::identity::Identity;
use fieldpost_daemon::office::Office;
use fieldpost_daemon::opening::Seats;
use fieldpost_daemon::socket::{Request, SeatWish};
use fieldpost_daemon::wiring;
use fieldpost_desk::arrived::Arrived;
use fieldpost_desk::close::close;
use fieldpost_desk::game::{GameRecord, Opening};
use fieldpost_desk::head::choose;
use fieldpost_desk::judge::judge;
use fieldpost_desk::password::{Cost, Memory};
use fieldpost_desk::record::{Account, GameName, LetterNo, OrderBook, Receipt, Verdict};
use fieldpost_desk::settings::{MACHINES_LEAD, Settings};
use fieldpost_door::{Block, ClosedBook};
use fieldpost_engine::event::Told;
use fieldpost_engine::line::{Line, Span};
use fieldpost_games::LANGUAGES;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::{read_head, read_letter};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::Direction;
use fieldpost_land::event::{Event, Kind};
use fieldpost_land::field::Field;
use fieldpost_land::field::occupancy;
use fieldpost_land::language::lexicon_of;
use fieldpost_land::orders::TurnOrders;
use fieldpost_land::scenario;
use fieldpost_land::sequence;
use fieldpost_land::state::{LandState, Player, Season};
use fieldpost_land::unit::{Source, Status, Unit};
use fieldpost_proof::land::soak::lots::Lots;
use fieldpost_proof::land::soak::world::{self, World};
use fieldpost_store::{Mail, MailId, MailState, SledStore, Store, TransportKey};
use fieldpost_tell::vantage::Vantage;
use tempfile::TempDir;

const MONDAY: i64 = 1_780_300_800_000; // 2026-06-01T08:00:00Z
const PLAYERS: [&str; 4] = ["Moltke", "Steinmetz", "Benedek", "Gablenz"];
const ALL_MACHINE: &str = "machine = true";

struct Trial {
    _folder: TempDir,
    clock: Clock,
    office: Office,
}

impl Trial {
    /// The demonstration's game; a seat is what its line says.
    fn open(seat: impl Fn(&str) -> String) -> anyhow::Result<Self> {
        let folder = TempDir::new().unwrap();
        fs::create_dir_all(folder.path().join("store")).unwrap();
        let text = "[office]\naddress = \"war@example.org\"\nstore = \"store\"\n[ga]\nname = \"GA\"\n\
                    address = \"ga@example.org\"\n[[source]]\nkind = \"maildir\"\nname = \"in\"\npath = \"in\"\n\
                    [post]\nkind = \"maildir\"\npath = \"out\"\n";
        let clock = Clock::standing_at(MONDAY);
        let config = Config::read(text, &folder.path().join("fieldpost.toml")).unwrap();
        Identity::fresh().save(&config.office.store).unwrap();
        let store: Arc<dyn Store> = Arc::new(SledStore::open(&config.office.store).unwrap());
        let mut office = wiring::office(config, clock.clone(), store).unwrap();
        let seats = PLAYERS.map(|player| {
            format!("[[seat]]\nplayer = \"{player}\"\nreports = \"no pictures\"\n{}\n", seat(player))
        });
        let head = "schedule = \"weekly sunday 20:00\"\nzone = \"Europe/Berlin\"\nseed = 1866\n";
        let seats: Seats = toml::from_str(&format!("{head}{}", seats.concat())).unwrap();
        office.open_game("war", scenario::built_in("demo").unwrap(), &seats)?;
        Ok(Trial { _folder: folder, clock, office })
    }

    fn of_machines() -> Self {
        Self::open(|_| ALL_MACHINE.into()).unwrap()
    }

    fn autoplay(&mut self, show: bool) -> String {
        self.clock.set(self.clock.now() + 1_000);
        self.office.autoplay("war", &SeatWish::default(), show).unwrap()
    }

    fn run_turn(&mut self) -> String {
        self.clock.set(self.clock.now() + 1_000);
        match self.office.adjudicate(&GameName("war".into()), &[], true).unwrap() {
            Adjudicated::Ran { hash, .. } => hash,
            other => panic!("{other:?}"),
        }
    }

    fn state(&self) -> &LandState {
        crate::table::state(&self.office.games[&GameName("war".into())].record)
    }

    fn events(&self, turn: u32) -> Vec<Told<Event>> {
        let war = GameName("war".into());
        let store = &self.office.store;
        let record = store.turn(&war, turn).unwrap().unwrap();
        let [before, orders, seats] =
            [&record.before, &record.orders, &record.seats].map(|hash| store.paper(hash).unwrap());
        let before = self.office.games[&war].record.board().at(before.bytes()).unwrap();
        let again = before.run_again(orders.bytes(), seats.bytes()).unwrap();
        assert_eq!(again.hash(), record.hash);
        serde_json::from_slice(&again.events_of_form1()).unwrap()
    }

    /// A letter from outside.
    fn take(&mut self, from: &str, text: &str) -> Verdict {
        self.clock.set(self.clock.now() + 1_000);
        let bytes = format!(
            "{from}To: war@example.org\r\nSubject: orders\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{text}"
        )
        .into_bytes();
        let uid = self.office.store.last_letter().unwrap().map_or(1, |last| last.0 + 1);
        let place = TransportKey { account: "in".into(), folder: "INBOX".into(), uidvalidity: 1, uid };
        let (received_ms, size) = (self.clock.now(), bytes.len() as u64);
        let letter = Delivered { place, received_ms, bytes, whole: true, size, quiet: false };
        self.office.take(vec![letter]).unwrap().remove(0).verdict
    }

    fn verdict(&self, letter: u64) -> Verdict {
        self.office.store.letter(LetterNo(letter)).unwrap().unwrap().verdict
    }
}

fn men(state: &LandState, nation: &str) -> u32 {
    let nation: NationCode = nation.parse().unwrap();
    state.units.values().filter(|unit| unit.id.nation == nation).map(|unit| unit.strength).sum()
}

/// A campaign of twelve turns: every letter is read without an error, and it is a war.
#[test]
fn machine_against_machine_fights_a_war_with_letters_that_are_all_obeyed() {
    let mut trial = Trial::of_machines();
    let first = [men(trial.state(), "AU"), men(trial.state(), "PR")];
    let mut happened = BTreeSet::new();
    for turn in 1..=12 {
        let words = trial.autoplay(false);
        for line in words.lines() {
            assert!(line.ends_with(": obeyed") || line.ends_with("nothing to order"), "turn {turn}: {line}");
        }
        trial.run_turn();
        happened.extend(trial.events(turn).into_iter().map(|told| told.event.fact.kind()));
    }
    for kind in [Kind::March, Kind::Move, Kind::Combat, Kind::CaptureCity, Kind::Draw, Kind::Transfer] {
        assert!(happened.contains(&kind), "no {kind:?} in twelve turns: {happened:?}");
    }
    let last = [men(trial.state(), "AU"), men(trial.state(), "PR")];
    assert!(
        last.iter().zip(first).all(|(last, first)| *last < first && *last * 4 > first),
        "{first:?} {last:?}"
    );
    // What was written and answered is on record, and none of it went anywhere, but for the administrator's welcome and reports.
    let (to_ga, mails): (Vec<_>, Vec<_>) = trial
        .office
        .store
        .mails(MailId(0), 1_000)
        .unwrap()
        .into_iter()
        .partition(|mail| matches!(mail.kind, Mail::Welcome | Mail::Report) && !mail.to.is_empty());
    let of_kind = |kind: Mail| to_ga.iter().filter(|mail| mail.kind == kind).count();
    assert_eq!(of_kind(Mail::Welcome), 1);
    assert!(of_kind(Mail::Report) >= 12, "a report each turn: {}", of_kind(Mail::Report));
    assert!(
        mails.len() > 12 * 4 * 2 && mails.iter().all(|mail| mail.state == MailState::Kept),
        "{}",
        mails.len()
    );
    let due = trial.office.store.due(i64::MAX, 10).unwrap();
    assert!(due.iter().all(|mail| to_ga.iter().any(|known| known.id == mail.id)) && !due.is_empty());
    let replayed = trial.office.replay(&GameName("war".into())).unwrap();
    assert!(replayed.contains("12"), "{replayed}");
}

#[test]
fn the_same_seed_gives_the_same_letters_and_turns() {
    let play = || {
        let mut trial = Trial::of_machines();
        let turns = (0..4).map(|_| {
            let letters = trial.autoplay(true);
            trial.autoplay(false);
            (letters, trial.run_turn())
        });
        turns.collect::<Vec<_>>()
    };
    let (one, other) = (play(), play());
    assert_eq!(one, other);
    assert!(one[0].0.contains("PLAYER Moltke") && one[0].0.contains("MARCH "), "{}", one[0].0);
}

/// What the machine saw a turn or two ago stands in its letters still: it reads its note again from the letter that it sent.
#[test]
fn the_machine_remembers_by_its_own_letters() {
    let mut trial = Trial::of_machines();
    trial.office.typed("war", "SET SKILL Gablenz recruit").unwrap();
    let mut remembered = 0;
    for turn in 1..=8 {
        let letters = trial.autoplay(true);
        let notes = letters.lines().filter_map(|line| line.strip_prefix("# memo saw "));
        let of = notes.map(|note| note.split(' ').next().unwrap().parse::<u32>().unwrap());
        let of: BTreeSet<u32> = of.collect();
        assert!(of.iter().all(|of| *of <= turn && of + 2 >= turn), "turn {turn}: {of:?}");
        remembered += of.iter().filter(|of| **of < turn).count();
        let of_gablenz = letters.split("--- ").find(|letter| letter.starts_with("Gablenz\n"));
        assert!(of_gablenz.is_none_or(|letter| !letter.contains("# memo")), "a recruit remembers nothing");
        trial.autoplay(false);
        trial.run_turn();
    }
    assert!(remembered > 0, "nothing was remembered in eight turns");
}

/// The machine looks at the numbers that its report gave, not at others and not at the truth.
#[test]
fn the_machine_sees_the_numbers_of_its_report() {
    let mut trial = Trial::of_machines();
    for _ in 0..2 {
        trial.autoplay(false);
        let record = &trial.office.games[&GameName("war".into())].record;
        let finished = record.board().run(&close(record).book);
        let outcome = finished.as_any().downcast_ref::<Ran>().unwrap().outcome.clone();
        trial.run_turn();
        let record = &trial.office.games[&GameName("war".into())].record;
        let mut told = outcome.sights;
        told.values_mut().for_each(|sight| sight.hearsay.clear());
        assert!(told.values().any(|sight| sight.strategic.len() > 3));
        assert_eq!(fieldpost_tell::sights_of_open_turn(crate::table::table(record).field(), 1866), told);
    }
}

/// No letter from outside speaks for a machine's seat, whoever it says it is from.
#[test]
fn no_mail_speaks_for_a_seat_without_an_address() {
    let mut trial = Trial::of_machines();
    let orders = "GAME war\nPLAYER Moltke\nPASSWORD moltke\nUNIT PR1IN\nMARCH A9-N7\nEND\n";
    let without = orders.replace("PASSWORD moltke\n", "");
    for from in
        ["", "From: <>\r\n", "From: Moltke\r\n", "From: moltke@prussia.example\r\n", "X-Machine: Moltke\r\n"]
    {
        for text in [orders, &without] {
            let verdict = trial.take(from, text);
            assert!(matches!(verdict, Verdict::Refused(_) | Verdict::Ignored(_)), "{from:?}: {verdict:?}");
        }
    }
    let hosted = &trial.office.games[&GameName("war".into())];
    assert!(hosted.record.book.units.is_empty());
}

/// The desk takes the host's word for seats that are marked, and for no others.
#[test]
fn the_host_speaks_only_for_seats_that_are_the_machines() {
    let seat = |player: &str| format!("email = \"{player}@example.org\"\nmachine = {}", player == "Moltke");
    let mut trial = Trial::open(seat).unwrap();
    let orders = |player: &str, unit: &str| {
        format!("GAME war\nTURN 1\nPLAYER {player}\nUNIT {unit}\nDEFEND DEFEND\nEND\n")
    };
    let name = GameName("war".into());
    let words = trial.office.file_for(&name, "Moltke", &orders("Moltke", "PR1IN")).unwrap();
    assert_eq!(words, "obeyed");
    let words = trial.office.file_for(&name, "Benedek", &orders("Benedek", "AU1AQ")).unwrap();
    assert!(words.starts_with("refused"), "{words}");
    let words = trial.office.file_for(&name, "Moltke", &orders("Moltke", "AU1AQ")).unwrap();
    assert!(words.starts_with("refused"), "another's unit: {words}");
    let error = trial.office.autoplay("war", &SeatWish { side: Some("Austria".into()), player: None }, false);
    assert!(error.unwrap_err().to_string().contains("machine = true"));
    let shown =
        trial.office.autoplay("war", &SeatWish { side: Some("AU".into()), player: None }, true).unwrap();
    assert!(shown.contains("PLAYER Benedek"), "{shown}");
    assert_eq!(trial.office.games[&name].record.book.units.len(), 1, "--show files nothing");
    let record = trial.office.store.letter(LetterNo(1)).unwrap().unwrap();
    assert_eq!((record.place.account.as_str(), record.from.as_str()), ("machine", "the host, for Moltke"));
}

/// Who writes for a seat himself plays it: with his password, and the machine keeps out of it until the next turn.
#[test]
fn a_player_who_writes_takes_the_seat_from_the_machine() {
    let seat = |player: &str| match player {
        "Moltke" => {
            "email = \"moltke@prussia.example\"\npassword = \"heron-quill-maple\"\nmachine = true".to_owned()
        }
        _ => ALL_MACHINE.to_owned(),
    };
    let mut trial = Trial::open(seat).unwrap();
    let orders = "PLAYER Moltke\nPASSWORD heron-quill-maple\nUNIT PR1IN\nMARCH A9-N7\nEND\n";
    let wrong = orders.replace("heron", "stork");
    assert!(matches!(trial.take("From: moltke@prussia.example\r\n", &wrong), Verdict::Refused(_)));
    assert_eq!(trial.take("From: moltke@prussia.example\r\n", orders), Verdict::Obeyed);
    let words = trial.autoplay(false);
    assert!(words.lines().next().unwrap().starts_with("Moltke: left to the player"), "{words}");
    trial.run_turn();
    assert!(trial.autoplay(false).lines().next().unwrap().starts_with("Moltke: obeyed"));
}

#[test]
fn asking_twice_in_a_turn_changes_nothing() {
    let mut trial = Trial::of_machines();
    assert!(trial.autoplay(false).contains("Benedek: obeyed"));
    let letter = trial.office.store.last_letter().unwrap().unwrap();
    let book = trial.office.games[&GameName("war".into())].record.book.clone();
    assert!(trial.autoplay(false).contains("Benedek: ignored: a copy of letter"));
    assert_eq!(trial.verdict(letter.0), Verdict::Obeyed);
    assert_eq!(trial.office.games[&GameName("war".into())].record.book, book);
}

/// A machine that orders the same as in an earlier turn, byte for byte, as where nothing has changed.
#[test]
fn the_same_letter_in_another_turn_is_no_copy() {
    let mut trial = Trial::of_machines();
    let name = GameName("war".into());
    let orders = "GAME war\nPLAYER Moltke\nUNIT PR1IN\nDEFEND DEFEND\nEND\n";
    let others = orders.replace("DEFEND DEFEND", "DEFEND SKIRMISH");
    for turn in 1..=3 {
        assert_eq!(trial.office.file_for(&name, "Moltke", orders).unwrap(), "obeyed", "turn {turn}");
        let words = trial.office.file_for(&name, "Moltke", orders).unwrap();
        assert!(words.starts_with("ignored: a copy of letter"), "turn {turn}: {words}");
        // Nor is one that another of the same turn has replaced.
        assert_eq!(trial.office.file_for(&name, "Moltke", &others).unwrap(), "obeyed");
        assert_eq!(trial.office.file_for(&name, "Moltke", orders).unwrap(), "obeyed");
        let book = &trial.office.games[&name].record.book;
        let stands = fieldpost_desk::book::in_force(book, &"PR1IN".parse().unwrap()).unwrap();
        assert_eq!(stands.lines[0].words.to_string(), "DEFEND DEFEND", "turn {turn}");
        trial.run_turn();
    }
    let asked = trial.office.typed("war", "ROLLBACK TO TURN 2").unwrap();
    let token = asked.split("CONFIRM ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    trial.office.typed("war", &format!("CONFIRM {token}")).unwrap();
    trial.office.do_tasks(&[]);
    assert_eq!(trial.office.games[&name].turn(), 2);
    trial.run_turn();
    assert_eq!(trial.office.file_for(&name, "Moltke", orders).unwrap(), "obeyed", "turn 3 once more");
}

/// An hour before the deadline the daemon plays the machine's seats itself: once, and once more where the deadline moves.
#[test]
fn the_daemon_plays_the_machines_seats_before_each_deadline() {
    let seat = |player: &str| match player {
        "Gablenz" => "email = \"gablenz@austria.example\"".to_owned(),
        _ => ALL_MACHINE.to_owned(),
    };
    let mut trial = Trial::open(seat).unwrap();
    let name = GameName("war".into());
    let deadline = |trial: &Trial| trial.office.games[&name].record.settings.deadline_ms;
    let play = |trial: &mut Trial, at_ms: i64| {
        trial.clock.set(at_ms);
        let before = trial.office.store.last_letter().unwrap();
        trial.office.play_machines(&name).unwrap();
        trial.office.store.last_letter().unwrap().map_or(0, |last| last.0)
            - before.map_or(0, |before| before.0)
    };
    let first = deadline(&trial);
    assert_eq!(play(&mut trial, first - MACHINES_LEAD - 1), 0);
    assert_eq!(play(&mut trial, first - MACHINES_LEAD), 3, "a letter for each seat of the machine");
    assert!(trial.office.games[&name].record.book.units.len() > 10);
    assert_eq!(play(&mut trial, first - MACHINES_LEAD + 1_000), 0, "once");
    trial.office.typed("war", "EXTEND BY 24 hours NOW").unwrap();
    trial.office.do_tasks(&[]);
    let moved = deadline(&trial);
    assert!(moved > first);
    assert_eq!(play(&mut trial, first), 0);
    assert_eq!(play(&mut trial, moved - MACHINES_LEAD), 3, "for the new deadline anew");
    let letter = trial.office.store.last_letter().unwrap().unwrap();
    assert!(matches!(trial.verdict(letter.0), Verdict::Ignored(_)), "the same orders are a copy");
    trial.run_turn();
    let mails = trial.office.store.mails(MailId(0), 1_000).unwrap().into_iter();
    let told = mails.filter(|mail| mail.kind == Mail::Report && mail.to == "ga@example.org");
    let told: Vec<_> = told.map(|mail| trial.office.store.mail_bytes(mail.id).unwrap()).collect();
    let words =
        told.iter().map(|bytes| String::from_utf8_lossy(bytes).replace("=\r\n", "").replace("\r\n", " "));
    let words: Vec<_> = words.filter(|words| words.contains("Turn 1 was run")).collect();
    assert!(
        words.iter().any(|words| words.contains("The machine wrote for Moltke, Steinmetz, Benedek.")),
        "{words:?}"
    );
    assert_eq!(play(&mut trial, moved), 0, "the next turn has a deadline of its own");
}

/// A turn that is run at once has no hour before its deadline: the machine's seats are played there and then.
#[test]
fn a_turn_that_is_run_at_once_has_the_machines_letters_too() {
    let mut trial = Trial::of_machines();
    let run = Request::Turn { game: "war".into(), now: true };
    let words = trial.office.carry_out(&run, Vec::new()).unwrap();
    assert!(words.starts_with("turn 1 of war was run"), "{words}");
    let mails = trial.office.store.mails(MailId(0), 1_000).unwrap().into_iter();
    let told = mails.filter(|mail| mail.kind == Mail::Report && mail.to == "ga@example.org");
    let told: Vec<_> = told.map(|mail| trial.office.store.mail_bytes(mail.id).unwrap()).collect();
    let plain = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).replace("=\r\n", "").replace("\r\n", " ");
    assert!(told.iter().map(plain).any(|words| words.contains("The machine wrote for Moltke, Steinmetz")));
}

#[test]
fn a_seat_is_given_to_the_machine_and_taken_back_by_command() {
    let seat = |player: &str| match player {
        "Moltke" => "email = \"moltke@prussia.example\"".to_owned(),
        _ => ALL_MACHINE.to_owned(),
    };
    let mut trial = Trial::open(seat).unwrap();
    let name = GameName("war".into());
    let is_machines = |trial: &Trial| trial.office.games[&name].record.account("Moltke").unwrap().machine;
    assert!(!is_machines(&trial));
    trial.office.typed("war", "MACHINE ON Moltke").unwrap();
    assert!(is_machines(&trial));
    let account = trial.office.games[&name].record.account("Moltke").unwrap().clone();
    assert!(!account.email.is_empty() && !account.passwords.is_empty(), "address and password stay");
    let again = trial.office.typed("war", "MACHINE ON Moltke").unwrap_or_else(|error| error.to_string());
    assert!(again.contains("already"), "{again}");
    trial.clock.set(trial.office.games[&name].record.settings.deadline_ms - 1_000);
    trial.office.play_machines(&name).unwrap();
    let book = &trial.office.games[&name].record.book;
    let ordered = book.units.values().flatten().filter(|filed| filed.player.0 == 0).count();
    assert!(ordered > 3, "the machine ordered {ordered} units of Moltke's");
    trial.office.typed("war", "MACHINE OFF Moltke").unwrap();
    assert!(!is_machines(&trial));
    let nobody = trial.office.typed("war", "MACHINE OFF Benedek").unwrap_or_else(|error| error.to_string());
    assert!(nobody.contains("it has no address"), "{nobody}");
}

#[test]
fn a_seat_of_a_human_has_an_address() {
    let error = Trial::open(|_| String::new()).err().unwrap().to_string();
    assert!(error.contains("Moltke") && error.contains("machine = true"), "{error}");
    let error =
        Trial::open(|_| "machine = true\npassword = \"heron-quill\"".into()).err().unwrap().to_string();
    assert!(error.contains("no email"), "{error}");
}

/// The receipt says of a garrison that it will not hold its walls, until it has DEFEND.
#[test]
fn a_receipt_warns_of_a_garrison_without_defend() {
    let scenario::Scenario { atlas, mut state, book, .. } =
        scenario::read(&scenario::built_in("demo").unwrap()).unwrap();
    let unit = "PR1IN".parse().unwrap();
    let (at, tac) = state.cities.get("Glatz").map(|city| (city.at, city.tac)).unwrap();
    let garrison = state.units.get_mut(&unit).unwrap();
    (garrison.at, garrison.tac, garrison.in_fort) = (at, tac, true);
    let player = state.seats[&unit].commander;
    let board = crate::table::board(book, Arc::new(atlas), 1866, state);
    let block = |words: &str| {
        let lines = Some(vec![Line { words: words.into(), span: Span { line: 1, start: 1, end: 2 } }]);
        Block { piece: "PR1IN".parse().unwrap(), lines, word_of_office: Vec::new() }
    };
    let said =
        |blocks: Vec<Block>| board.costs(player, &ClosedBook { blocks, ..ClosedBook::default() }).join(" ");
    assert!(said(Vec::new()).contains("PR1IN holds a fort and has no DEFEND"), "{}", said(Vec::new()));
    assert!(said(vec![block("NO SUPPORT")]).contains("PR1IN"));
    assert_eq!(said(vec![block("DEFEND DEFEND")]), "");
    assert_eq!(said(vec![block("DEFEND LAST-DITCH")]), "");
    assert_eq!(said(vec![block("MARCH A9-N7")]), "", "who marches out holds no walls");
}

#[test]
fn who_is_not_there_is_named() {
    let mut trial = Trial::of_machines();
    let mut ask = |side: Option<&str>, player: Option<&str>| {
        let wish = SeatWish { side: side.map(str::to_owned), player: player.map(str::to_owned) };
        trial.office.autoplay("war", &wish, false).unwrap_err().to_string()
    };
    assert!(ask(Some("France"), None).contains("Austria, Prussia"));
    assert!(ask(None, Some("Bismarck")).contains("Moltke, Steinmetz, Benedek, Gablenz"));
}

/// What a machine's letter says in a random world, as the desk takes it.
fn judged(world: &World, seed: u64) -> (TurnOrders, Vec<Verdict>, usize) {
    let occupancy = occupancy(&world.state);
    let (atlas, book, state) = (&world.atlas, world.book, &world.state);
    let sights =
        fieldpost_tell::sights_of_open_turn(Field { atlas, book, state, occupancy: &occupancy }, seed);
    let players = state.players.iter().map(|player| player.name.clone()).collect();
    let lexicon = Lexicon { players, ..lexicon_of(&atlas.map) };
    let account = |player: &Player| Account {
        name: player.name.clone(),
        email: String::new(),
        passwords: Vec::new(),
        report_wishes: String::new(),
        machine: true,
        skill: Default::default(),
        absent: None,
        tenure: Default::default(),
        press: Default::default(),
    };
    let opening = Opening {
        name: GameName("war".into()),
        title: "War".into(),
        board: crate::table::board(book, Arc::clone(atlas), seed, state.clone()),
        is_closed: false,
    };
    let settings = Settings::of_one_turn(0, i64::MAX / 2, chrono_tz::UTC);
    let filed = OrderBook { turn: state.turn, ..OrderBook::default() };
    let mut record =
        GameRecord::new(opening, settings, state.players.iter().map(account).collect(), filed, Vec::new());
    let mut verdicts = Vec::new();
    let mut memory = Memory::new([0; 32], Cost::default());
    for (number, player) in state.numbered_players() {
        let sight = sights.get(&number).cloned().unwrap_or_default();
        let vantage = Vantage::of(number, state, &sight, atlas, book).unwrap();
        let Some(text) = fieldpost_machine::letter(&vantage, "war", fieldpost_machine::Seat::default())
        else {
            continue;
        };
        let at = u64::from(number.0) + 1;
        let receipt = Receipt { at_ms: 1, uid: at, source: "machine".into() };
        let mut arrived = Arrived::plain(receipt, LetterNo(at), None);
        arrived.host_for = Some(player.name.clone());
        let choice = choose(&[&record], &read_head(&text, LANGUAGES), &arrived);
        let letter = read_letter(&text, &lexicon);
        let judgement = judge(&[&record], &choice, &letter, &arrived, &mut memory);
        judgement.changes.iter().for_each(|change| record.apply(change));
        verdicts.push(judgement.verdict);
    }
    let ordered = record.book.units.len();
    (crate::table::orders(&record), verdicts, ordered)
}

/// In random worlds too, with all kinds of units, offices and seats: no letter of the machine's has an error in it.
#[test]
fn in_random_wars_every_letter_is_obeyed_too() {
    let mut ordered = 0;
    for seed in 0..12 {
        let mut world = world::generate(&mut Lots::new(seed, 0, 0)).unwrap();
        for number in 1..=4 {
            let (orders, verdicts, units) = judged(&world, seed);
            assert!(
                verdicts.iter().all(|verdict| *verdict == Verdict::Obeyed),
                "{seed} {number}: {verdicts:?}"
            );
            ordered += units;
            let state =
                sequence::run(&world.atlas, world.book, world.state.clone(), orders, seed, None).state;
            world.state = state;
        }
    }
    assert!(ordered > 200, "only {ordered} units were ever ordered");
}

/// The demonstration's land with few units on it, each with its square and its men: what the machine writes for a
/// player then.
fn written(
    player: &str,
    units: &[(&str, &str, &str, u32)],
    change: impl FnOnce(&mut LandState),
) -> Option<String> {
    let letter = seen(player, units, change, |vantage| {
        fieldpost_machine::letter(vantage, "war", fieldpost_machine::Seat::default())
    })?;
    // Without what it remembers, which names squares too.
    let orders = letter.lines().filter(|line| !line.starts_with("# memo "));
    Some(orders.map(|line| format!("{line}\n")).collect())
}

/// The same land, as a player's report shows it.
fn seen<T>(
    player: &str,
    units: &[(&str, &str, &str, u32)],
    change: impl FnOnce(&mut LandState),
    ask: impl FnOnce(&Vantage<'_>) -> T,
) -> T {
    let scenario::Scenario { atlas, mut state, book, .. } =
        scenario::read(&scenario::built_in("demo").unwrap()).unwrap();
    state.units.retain(|id, _| units.iter().any(|row| row.0 == id.to_string()));
    state.seats.retain(|id, _| state.units.contains_key(id));
    for (id, at, tac, men) in units {
        let unit = state.units.get_mut(&id.parse().unwrap()).unwrap();
        (unit.at, unit.tac, unit.strength) = (atlas.map.grid.parse(at).unwrap(), tac.parse().unwrap(), *men);
    }
    change(&mut state);
    let occupancy = occupancy(&state);
    let field = Field { atlas: &atlas, book, state: &state, occupancy: &occupancy };
    let sights = fieldpost_tell::sights_of_open_turn(field, 1866);
    let number = state.player_named(player).unwrap();
    ask(&Vantage::of(number, &state, &sights[&number], &atlas, book).unwrap())
}

/// The lines of a unit's block.
fn block<'a>(letter: &'a str, unit: &str) -> Vec<&'a str> {
    let lines = letter.lines().skip_while(|line| *line != format!("UNIT {unit}")).skip(1);
    lines.take_while(|line| !line.starts_with("UNIT ") && !line.starts_with('#') && *line != "END").collect()
}

const FEW: &[(&str, &str, &str, u32)] = &[("PR1IN", "A9-N7", "7-4", 2_000)];
const MANY: &[(&str, &str, &str, u32)] =
    &[("AU1IN", "A9-N8", "7-4", 2_000), ("AU2IN", "A9-N8", "9-5", 2_000), ("AU3IN", "A9-N8", "5-8", 2_000)];

#[test]
fn the_stronger_side_attacks_and_the_weaker_falls_back() {
    let both = [FEW, MANY].concat();
    let strong = written("Gablenz", &both, |_| {}).unwrap();
    assert_eq!(strong.matches("MARCH A9-N7\n").count(), 3, "{strong}");
    // They march first: in the phases before it they would go at whoever stands where they come from.
    assert_eq!(strong.matches("ENGAGE PHASES 3-4\n").count(), 3, "{strong}");
    let weak = written("Moltke", &both, |_| {}).unwrap();
    assert!(weak.contains("UNIT PR1IN\nMARCH ") && !weak.contains("ENGAGE"), "{weak}");
    assert!(!weak.contains("A9-N8"), "not into the enemy: {weak}");
}

#[test]
fn tired_men_stay_and_nobody_is_ordered_in_peace() {
    let both = [FEW, MANY].concat();
    let tire = |state: &mut LandState| state.units.values_mut().for_each(|unit| unit.fatigue = 16);
    let tired = written("Gablenz", &both, tire).unwrap_or_default();
    assert!(!tired.contains("MARCH") && !tired.contains("ENGAGE"), "{tired}");
    let peace = |state: &mut LandState| state.season = Season::Peace;
    assert_eq!(written("Gablenz", &both, peace), None);
}

#[test]
fn an_empty_city_is_entered_by_a_few_and_the_others_march_on() {
    let enter = |state: &mut LandState| {
        let (at, tac) = state.cities.get("Glatz").map(|city| (city.at, city.tac)).unwrap();
        let beside = tac.step(Direction::West).or(tac.step(Direction::East)).unwrap();
        state.units.values_mut().for_each(|unit| (unit.at, unit.tac) = (at, beside));
    };
    let letter = written("Gablenz", MANY, enter).unwrap();
    assert!((1..=2).contains(&letter.matches("MOVE ").count()), "{letter}");
}

/// Headquarters alone draw no army after them.
#[test]
fn nobody_marches_after_a_headquarters() {
    let units = [MANY, &[("PR1CQ", "A9-N7", "7-4", 100)]].concat();
    let letter = written("Gablenz", &units, |_| {}).unwrap();
    assert!(!letter.contains("ENGAGE"), "{letter}");
}

#[test]
fn open_towns_on_the_way_are_taken_by_single_units() {
    let row = |unit| (unit, "B4-N3", "7-7", 2_000);
    let units = ["AU1IN", "AU2IN", "AU3IN", "AU4IN"].map(row);
    let goes_to = |letter: &str, town: &str| {
        letter.lines().any(|line| line.starts_with("MARCH ") && line.ends_with(town))
    };
    let now = written("Gablenz", &units, |_| {}).unwrap();
    assert!(goes_to(&now, "B6-N2") && goes_to(&now, "B2-N4"), "Breslau and Schweidnitz: {now}");
    assert!(now.contains("ENTRY 9-8") && now.contains(" 9-8 PHASE 5"), "into the town itself: {now}");
}

#[test]
fn a_lone_brigade_does_not_attack_three() {
    let lone = [("AU1IN", "A9-N8", "7-4", 2_000)];
    let foes = ["PR1IN", "PR2IN", "PR3IN"].map(|unit| (unit, "A9-N7", "7-7", 2_000));
    let far = ["AU5IN", "AU6IN", "AU7IN", "AU8IN"].map(|unit| (unit, "A9-N9", "7-7", 2_000));
    let units = [&lone[..], &foes, &far].concat();
    let now = written("Gablenz", &units, |_| {}).unwrap();
    assert!(!now.contains("ENGAGE") && !now.contains("A9-N7"), "{now}");
}

#[test]
fn who_is_tired_rests_though_the_others_march() {
    let tire = |state: &mut LandState| {
        state.units.get_mut(&"AU3IN".parse().unwrap()).unwrap().fatigue = 8;
    };
    let marches = |letter: &str, unit: &str| block(letter, unit).iter().any(|line| line.starts_with("MARCH"));
    let now = written("Gablenz", MANY, tire).unwrap();
    assert!(!marches(&now, "AU3IN") && marches(&now, "AU1IN") && marches(&now, "AU2IN"), "{now}");
}

#[test]
fn a_headquarters_keeps_behind_and_out_of_the_enemys_towns() {
    let corps = ["AU1CQ", "AU1IN", "AU2IN", "AU3IN"].map(|unit| (unit, "A5-N4", "7-7", 2_000));
    let units = [&corps[..], &[("PR1IN", "A6-N4", "7-7", 2_000)]].concat();
    let now = written("Gablenz", &units, |_| {}).unwrap();
    let march = block(&now, "AU1CQ")[0];
    assert!(["MARCH A4-N4", "MARCH A4-N5"].contains(&march), "two squares from the enemy: {now}");
    assert!(block(&now, "AU1IN").contains(&"MARCH A6-N4"), "{now}");
}

#[test]
fn the_treasury_places_a_depot_for_a_comrades_corps() {
    let corps = ["PR2CQ", "PR6IN", "PR7IN", "PR8IN"].map(|unit| (unit, "B2-N9", "7-7", 2_400));
    let units = [&corps[..], &[("PR1AQ", "B0-N8", "7-7", 100)]].concat();
    let now = written("Moltke", &units, |_| {}).unwrap();
    assert!(now.contains("PLACE DEPOT "), "{now}");
}

/// Who is sent to attack elsewhere and does not come there in the first step of his march storms nobody on the way.
#[test]
fn who_does_not_come_to_the_attack_engages_nobody_else() {
    let corps = ["AU1CQ", "AU1IN", "AU2IN", "AU3IN"].map(|unit| (unit, "A5-N4", "7-7", 2_000));
    let far = [("AU4IN", "A4-N5", "7-7", 2_000), ("PR1IN", "A6-N4", "7-7", 2_000)];
    let units = [&corps[..], &far].concat();
    let follows = |state: &mut LandState| {
        let head = Source::Unit("AU1CQ".parse().unwrap());
        state.units.get_mut(&"AU4IN".parse().unwrap()).unwrap().source = Some(head);
    };
    let now = written("Gablenz", &units, follows).unwrap();
    assert!(block(&now, "AU2IN").contains(&"ENGAGE PHASES 3-4"), "{now}");
    let orders = block(&now, "AU4IN");
    assert!(orders[0].starts_with("MARCH "), "{now}");
    assert!(!orders.iter().any(|line| line.starts_with("ENGAGE")), "{now}");
}

#[test]
fn a_garrison_defends_what_it_holds() {
    let hold = |state: &mut LandState| {
        let (at, tac) = state.cities.get("Glatz").map(|city| (city.at, city.tac)).unwrap();
        let unit = state.units.get_mut(&"PR1IN".parse().unwrap()).unwrap();
        (unit.at, unit.tac, unit.in_fort) = (at, tac, true);
    };
    let now = written("Moltke", FEW, hold).unwrap_or_default();
    assert_eq!(block(&now, "PR1IN"), ["DEFEND DEFEND"], "{now}");
}

#[test]
fn a_garrison_that_rests_is_woken_when_enemies_come() {
    let hold = |state: &mut LandState| {
        let (at, tac) = state.cities.get("Glatz").map(|city| (city.at, city.tac)).unwrap();
        let unit = state.units.get_mut(&"PR1IN".parse().unwrap()).unwrap();
        (unit.at, unit.tac, unit.in_fort, unit.status) = (at, tac, true, Status::Inactive);
        // Who rests sees nothing: another does.
        let other = state.units.get_mut(&"PR2IN".parse().unwrap()).unwrap();
        (other.at, other.tac) = (at, tac);
        let foe = state.units.get_mut(&"AU1IN".parse().unwrap()).unwrap();
        (foe.at, foe.tac) = (at, "1-1".parse().unwrap());
    };
    let units = [FEW, &MANY[..1], &[("PR2IN", "A9-N7", "7-7", 2_000)]].concat();
    let now = written("Moltke", &units, hold).unwrap_or_default();
    assert_eq!(block(&now, "PR1IN"), ["ACTIVATE", "DEFEND DEFEND"], "{now}");
}

/// R-11.6/9: one headquarters feeds itself and seventeen brigades; more go with another, though it is farther off.
#[test]
fn no_more_brigades_go_with_a_headquarters_than_it_feeds() {
    let units =
        [("AU1IN", "A9-N9", "7-7", 2_000), ("AU1CQ", "A9-N9", "7-7", 100), ("AU2CQ", "A5-N9", "7-7", 100)];
    let many = |state: &mut LandState| {
        let first = "AU1IN".parse().unwrap();
        let (like, seat) = (state.units.get(&first).unwrap().clone(), *state.seats.get(&first).unwrap());
        for number in 31..54 {
            let id = format!("AU{number}IN").parse().unwrap();
            state.units.insert(id, Unit { id, ..like.clone() });
            state.seats.insert(id, seat);
        }
        for head in ["AU1CQ", "AU2CQ"] {
            state.seats.insert(head.parse().unwrap(), seat);
        }
    };
    let brigades = |vantage: &Vantage<'_>| {
        let corps = fieldpost_machine::corps::muster(vantage);
        corps.iter().map(|corps| (corps.head.map(|head| head.id.to_string()), corps.brigades.len())).collect()
    };
    let player = "Gablenz";
    let counted: Vec<_> = seen(player, &units, many, brigades);
    assert_eq!(counted, [(Some("AU1CQ".to_owned()), 17), (Some("AU2CQ".to_owned()), 7)]);
}

/// What a tournament is asked for: seeds, the first of them, and turns.
fn wars(scenario: &str, (seeds, first, turns): (u64, u64, u32)) -> tournament::Args {
    let (skill, against) = Default::default();
    tournament::Args { scenario: scenario.into(), seeds, first, turns, skill, against }
}

/// A march is planned by the tactical map that it leaves and the one that it comes to, square by square.
#[test]
fn no_march_is_ordered_over_a_river_that_cannot_be_crossed() {
    // Two turns: who meets an enemy on the way may be barred by him later.
    let args = wars("1862", (1, 1, 2));
    let mut out = Vec::new();
    tournament::run(&args, &mut out).unwrap();
    let words = String::from_utf8(out).unwrap();
    let barred = words.lines().find(|line| line.starts_with("barred exits: ")).unwrap();
    assert!(barred.ends_with("; 0 of them at a river or range"), "{barred}");
}

#[test]
fn a_tournament_is_played_and_both_sides_are_scored() {
    let args = wars("demo", (2, 3, 3));
    let mut out = Vec::new();
    tournament::run(&args, &mut out).unwrap();
    let words = String::from_utf8(out).unwrap();
    assert!(words.contains("| seed | Prussia | Austria | points | better |"), "{words}");
    let rows = words.lines().filter(|line| line.starts_with("| 3 |") || line.starts_with("| 4 |"));
    assert_eq!(rows.map(|row| row.matches(" : ").count()).collect::<Vec<_>>(), [1, 1], "{words}");
    assert!(words.contains("letters not obeyed in every line: 0 : 0"), "{words}");
    assert!(words.contains("points: ") && words.contains(" of 2 wars"), "{words}");
    for figure in
        ["combats: ", "begun below 2:3: ", "lost to hunger: ", "barred exits: ", "armies of 10000 men"]
    {
        assert!(words.contains(figure), "{words}");
    }
}

//! A war of six turns by mail alone, from sign-up to the archive: nine seats, two observers, an absence, a resignation, a substitute in
//! mid-turn, a seat of the machine, orders for a later turn, an end with verdict and board; then its pages, and a record that is pruned.

use super::*;
use crate::daemon::seats::entry;
use crate::desk_page::browser::Browser;
use crate::desk_page::site::look_through;
use fieldpost_campaign::Table;
use fieldpost_daemon::prune::Which;
use fieldpost_daemon::site::Whom;
use fieldpost_store::{Mail, MailState, Mark};

/// What the war is for: counted after its sixth turn.
const AIMS: &str = "
[victory]
ends = \"1866-07-08\"
decisive = 3

[[victory.aim]]
of = \"Austria\"
points = 2
hold = [\"Prag\", \"Breslau\"]

[[victory.aim]]
of = \"Prussia\"
points = 1
hold = [\"Glatz\"]
";

const FIRST: [(&str, &str, &str); 4] = [
    ("Moltke", MOLTKE, "heron-quill-maple"),
    ("Steinmetz", "steinmetz@prussia.example", "lion of nachod"),
    ("Benedek", BENEDEK, "correct horse battery"),
    ("Gablenz", "gablenz@austria.example", "trautenau-rain-hill"),
];
const ADDED: [(&str, &str); 5] = [
    ("Edelsheim", "Austria"),
    ("Ramming", "Austria"),
    ("Thun", "Austria"),
    ("Bonin", "Prussia"),
    ("Mutius", "Prussia"),
];
const SUBSTITUTE: &str = "new@austria.example";
const EYES: [&str; 2] = ["eye@example.org", "ear@example.org"];

struct War {
    desk: Desk,
    /// Who has which password, at which address.
    keys: BTreeMap<String, (String, String)>,
}

impl War {
    fn letter(&mut self, from: &str, lines: &str) -> Verdict {
        let uid = self.desk.uid;
        let text = format!(
            "From: {from}\r\nTo: war@example.org\r\nSubject: war\r\nMessage-ID: <{uid}@war>\r\nContent-Type: text/plain; \
             charset=utf-8\r\n\r\nGAME demo\n{lines}\n"
        );
        self.desk.take(text.as_bytes())
    }

    fn says(&mut self, player: &str, lines: &str) -> Verdict {
        let (address, password) = self.keys[player].clone();
        self.letter(&address, &format!("PLAYER {player}\nPASSWORD {password}\n{lines}"))
    }

    fn obeyed(&mut self, player: &str, lines: &str) {
        let verdict = self.says(player, lines);
        assert_eq!(verdict, Verdict::Obeyed, "{player}: {lines}\n{}", self.last(player));
    }

    fn last(&self, player: &str) -> String {
        let rows = self.desk.mails_to(&self.keys[player].0);
        rows.last().map(|row| self.desk.text(row)).unwrap_or_default()
    }

    fn ga(&mut self, commands: &str) -> String {
        let verdict = self.desk.by_mail(commands);
        let told = self.desk.mails_to(FRANZ).last().map(|row| self.desk.text(row)).unwrap_or_default();
        assert_eq!(verdict, Verdict::Obeyed, "{commands}\n{told}");
        told
    }

    /// The password that the first welcome to an address told.
    fn meet(&mut self, player: &str, address: &str) {
        let welcome = self.desk.texts(address, "Welcome").pop().unwrap();
        let password = welcome.lines().find_map(|line| line.strip_prefix("    ")).unwrap().trim().to_owned();
        self.keys.insert(player.into(), (address.into(), password));
    }

    /// The first units of a player that are no headquarters, by the position.
    fn units_of(&self, player: &str) -> Vec<String> {
        let record = &self.desk.office.games[&demo()].record;
        let number = record.player_no(player).unwrap();
        let seats = &Table::of(record.board()).unwrap().land.seats;
        let own = seats.iter().filter(|(unit, seat)| seat.commander == number && unit.kind.is_brigade());
        own.map(|(unit, _)| unit.to_string()).collect()
    }

    fn run(&mut self) {
        self.desk.clock.set(self.desk.office.next_deadline() - MINUTE);
        self.desk.office.play_machines(&demo()).unwrap();
        self.desk.run_turn();
    }

    /// All who play send orders for one of their units.
    fn all_order(&mut self) {
        for player in self.keys.keys().cloned().collect::<Vec<_>>() {
            if let Some(unit) = self.units_of(&player).first().cloned() {
                self.obeyed(&player, &format!("UNIT {unit}\nDEFEND DEFEND\nEND"));
            }
        }
    }
}

/// The game with nine seats, one of which the machine has, and two who look on.
fn signed_up() -> War {
    let mut texts = scenario::demo();
    texts.entry("scenario.toml".into()).or_default().push_str(AIMS);
    let desk = Desk::of(texts, SEATS);
    let key = |(name, address, password): (&str, &str, &str)| {
        (name.to_owned(), (address.to_owned(), password.to_owned()))
    };
    let mut war = War { desk, keys: FIRST.into_iter().map(key).collect() };
    for (name, nation) in ADDED {
        let address = format!("{}@example.org", name.to_lowercase());
        war.ga(&format!("ADD PLAYER {name} {address} {nation}"));
        war.meet(name, &address);
    }
    let givers = [("Benedek", ["Edelsheim", "Ramming", "Thun"].as_slice()), ("Moltke", &["Bonin", "Mutius"])];
    for (giver, takers) in givers {
        for (unit, taker) in war.units_of(giver).into_iter().skip(1).zip(takers) {
            war.ga(&format!("ASSIGN {unit} TO {taker} DEPUTY {giver} OVERRIDE"));
        }
    }
    war.ga("MACHINE ON Mutius");
    // One of each side gets whole reports: drawing nine players' takes most of the test's time.
    for player in ["Steinmetz", "Gablenz"].into_iter().chain(ADDED.map(|(name, _)| name)) {
        war.obeyed(player, "SET REPORTS NO PICTURES, NO DESK");
    }
    war.keys.remove("Mutius");
    for eye in EYES {
        assert_eq!(war.letter(eye, "OBSERVE"), Verdict::Obeyed);
        let asked = war.desk.texts(eye, "Confirm").remove(0);
        assert_eq!(war.letter(eye, &format!("CONFIRM {}", token_in(&asked))), Verdict::Obeyed);
    }
    war
}

/// Six turns, each with what happens to a game in them.
fn fought() -> War {
    let mut war = signed_up();
    war.obeyed("Moltke", "SET CALENDAR ON");
    war.all_order();
    let unit = war.units_of("Moltke").remove(0);
    let early = war.says("Moltke", &format!("TURN 2\nUNIT {unit}\nDEFEND DEFEND\nEND"));
    assert!(matches!(early, Verdict::Held(_)), "{early:?}");
    war.run();
    assert!(war.desk.texts(MOLTKE, "T2] Receipt").iter().any(|text| text.contains("was kept for turn 2")));
    let day = |war: &War, days: i64| {
        let at = chrono::DateTime::from_timestamp_millis(war.desk.clock.now() + days * 24 * HOUR).unwrap();
        at.format("%Y-%m-%d").to_string()
    };
    let (from, to) = (day(&war, 0), day(&war, 9));
    let deputised = war.units_of("Edelsheim").remove(0);
    war.obeyed("Edelsheim", &format!("ABSENT FROM {from} TO {to} DEPUTY Benedek"));
    war.obeyed("Benedek", &format!("UNIT {deputised}\nDEFEND DEFEND\nEND"));
    war.run();
    assert!(matches!(war.says("Gablenz", "RESIGN"), Verdict::Held(_)));
    let asked = war.last("Gablenz");
    war.obeyed("Gablenz", &format!("CONFIRM {}", token_in(&asked)));
    war.ga(&format!("REPLACE Gablenz BY {SUBSTITUTE}"));
    war.meet("Gablenz", SUBSTITUTE);
    war.obeyed("Gablenz", "SEND REPORT 2");
    war.all_order();
    war.run();
    for _ in 4..=6 {
        war.all_order();
        war.run();
    }
    war
}

fn end(war: &mut War) {
    let asked = war.ga("END GAME REVEAL");
    war.ga(&format!("CONFIRM {}", token_in(&asked)));
    war.desk.office.do_tasks(&[]);
}

fn asked_for(war: &mut War, player: &str, turn: u32) -> Vec<String> {
    let before = war.desk.mails().len();
    war.obeyed(player, &format!("SEND REPORT {turn}"));
    let sent = war.desk.mails().split_off(before);
    let sent = sent.iter().filter(|row| row.kind == Mail::Answer);
    let bytes = |row: &MailRow| war.desk.office.store.mail_bytes(row.id).unwrap();
    sent.map(|row| String::from_utf8(bytes(row)).unwrap().replace(&row.message_id, "<>")).collect()
}

#[test]
fn a_war_of_six_turns_by_mail_from_sign_up_to_the_archive() {
    let mut war = fought();
    assert_eq!(war.desk.open_turn(), 7);
    end(&mut war);
    let players = war.keys.values().map(|(address, _)| address.clone());
    let everybody = players.chain(EYES.map(str::to_owned)).chain(["mutius@example.org".into(), FRANZ.into()]);
    for address in everybody {
        let ends = war.desk.texts(&address, "The end");
        assert_eq!(ends.len(), 1, "{address}");
        let words = flat(&ends[0]);
        for told in ["6 turns were run", "Gablenz", "the machine", "2 points for each of Prag"] {
            assert!(words.contains(told), "{address}: {told}: {}", ends[0]);
        }
    }
    for eye in EYES {
        assert_eq!(war.desk.texts(eye, "as the world hears of it").len(), 5, "a turn late, up to the end");
    }
    let calendars = war.desk.mails_to(MOLTKE).into_iter().filter_map(|row| {
        let bytes = war.desk.office.store.mail_bytes(row.id).unwrap();
        let mail = mail_parser::MessageParser::new().parse(&bytes)?;
        let file = mail.attachments().find(|part| part_name(part) == Some("deadline.ics"))?;
        Some(entry(file.contents()))
    });
    let calendars = calendars.collect::<Vec<_>>();
    let turns =
        (1..=7).filter(|turn| calendars.iter().any(|one| one.0 == format!("demo-turn-{turn}@example.org")));
    assert_eq!(turns.count(), 7, "{calendars:?}");

    let pages = |war: &War, whom: &Whom| {
        let site = war.desk.office.site(&demo(), whom, false).unwrap();
        site.files.into_iter().map(|file| (file.name, file.bytes)).collect::<BTreeMap<_, _>>()
    };
    let whole = pages(&war, &Whom::Whole);
    assert!(
        whole.contains_key("index.html") && whole.keys().any(|name| name.starts_with("turn-006")),
        "{:?}",
        whole.keys()
    );
    let public = pages(&war, &Whom::Public);
    look_at(&whole);
    look_at(&public);
    let first = asked_for(&mut war, "Benedek", 2);
    for row in war.desk.mails().into_iter().filter(|row| row.state == MailState::Queued) {
        let at_ms = war.desk.clock.now();
        war.desk
            .office
            .store
            .mark(&[Mark::Sending { id: row.id }, Mark::Sent { id: row.id, at_ms }])
            .unwrap();
    }
    let told = war.desk.office.prune(&Which { ended: true, ..Which::default() }).unwrap();
    assert!(told.contains("reports kept no more"), "{told}");
    assert!(war.desk.mails().iter().filter(|row| row.anew.is_some()).count() > 60, "{told}");
    war.desk.office.replay(&demo()).unwrap();
    assert!(asked_for(&mut war, "Benedek", 2) == first, "a report comes back byte for byte");

    let War { desk, keys } = war;
    let Desk { folder, clock, office, uid } = desk;
    let config = office.config.clone();
    drop(office);
    let verified = fieldpost_store::verify(&config.office.store).unwrap();
    assert!(verified.damages.is_empty(), "{:?}", verified.damages);
    exports_whole(&config.office.store);
    let rebuilt = sled::rebuild(&config.office.store).unwrap();
    assert!(rebuilt.left_out.is_empty(), "{rebuilt}");
    let mut war = War { desk: Desk { folder, office: open(config, &clock), clock, uid }, keys };
    war.desk.office.replay(&demo()).unwrap();
    assert!(asked_for(&mut war, "Benedek", 2) == first, "after a rebuild too");
    assert!(pages(&war, &Whom::Public) == public && pages(&war, &Whom::Whole) == whole, "the same pages");
}

/// A record that is whole comes out of its store and into another.
fn exports_whole(store: &Path) {
    let mut whole = Vec::new();
    let exported = SledStore::open(store).unwrap().export(&mut whole).unwrap();
    assert!(exported.missing.is_empty(), "{:?}", exported.missing);
    let elsewhere = TempDir::new().unwrap();
    let imported = sled::import(elsewhere.path(), &whole[..]).unwrap();
    assert!(imported.missing.is_empty(), "{:?}", imported.missing);
}

/// The pages in a folder of their own, at 360 and 1,200 pixels in Chromium.
fn look_at(pages: &BTreeMap<String, Vec<u8>>) {
    let folder = TempDir::new().unwrap();
    for (name, bytes) in pages {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    look_through(&Browser::start(), folder.path());
}

fn part_name<'a>(part: &'a mail_parser::MessagePart<'_>) -> Option<&'a str> {
    use mail_parser::MimeHeaders;
    part.attachment_name()
}

//! Reports for who hears them (`SET REPORTS SPOKEN`): nothing of them is a grid or a sign, no way out is missing or too many, and they are
//! short enough to be listened to.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use fieldpost::cli::stage::{ADDRESS, Stage};
use fieldpost_daemon::opening::{SeatLine, Seats};
use fieldpost_daemon::scenarios::scenario_texts;
use fieldpost_daemon::socket::SeatWish;
use fieldpost_desk::record::Verdict;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::wishes::Wishes;
use fieldpost_games::RULEBOOKS;
use fieldpost_ground::square::Direction;
use fieldpost_land::field::{Field, occupancy};
use fieldpost_land::movement::leads;
use fieldpost_land::scenario::{self, Scenario};
use fieldpost_land::unit::Unit;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::Press;
use fieldpost_print::shop::Shop;
use fieldpost_print::voice::LONGEST;
use fieldpost_tell::{Theatre, first_position};
use mail_parser::MessageParser;
use tempfile::TempDir;

const GAME: &str = "aloud";
const PASSWORD: &str = "before the curtain rises";

fn heading(player: &str) -> Heading {
    Heading { game: GAME.into(), title: "Aloud".into(), player: player.into(), ..Heading::default() }
}

/// A game of a scenario in which everybody hears the mails.
fn begun(folder: &Path, name: &str, machine: bool) -> Stage {
    let texts = scenario_texts(Path::new(name), RULEBOOKS).unwrap();
    let (_, opening) = fieldpost::cli::scenario::opening(&texts).unwrap();
    let seat = |player: fieldpost_door::Player| SeatLine {
        reports: Some("spoken".into()),
        email: address(&player.name),
        player: player.name,
        password: Some(PASSWORD.into()),
        machine,
        skill: Default::default(),
    };
    let seats = Seats::daily(1866, opening.board.with(1866).players().into_iter().map(seat).collect());
    Stage::set_up(folder, "2026-06-01T08:00:00Z", GAME, texts, &seats).unwrap()
}

fn address(player: &str) -> String {
    let local: String = player.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("{}@aloud.example", local.to_lowercase())
}

/// What is said in the reports that were sent, with their Subjects; each is a text and nothing else but files for orders and programs.
fn heard(stage: &Stage) -> Vec<(String, String)> {
    let mut told = Vec::new();
    for copy in stage.sent() {
        let is_report = copy.subject.contains("Position") || copy.subject.contains("What happened");
        if !copy.to.ends_with("@aloud.example") || !is_report {
            continue;
        }
        let bytes = fs::read(&copy.path).unwrap();
        let mail = MessageParser::new().parse(&bytes).unwrap();
        assert_eq!(mail.html_bodies().filter(|part| part.is_text_html()).count(), 0, "{}", copy.subject);
        for part in mail.attachments() {
            let name = mail_parser::MimeHeaders::attachment_name(part).unwrap_or_default();
            assert!(["orders.txt", "report.json"].contains(&name), "{}: {name}", copy.subject);
        }
        told.push((copy.subject.clone(), mail.body_text(0).unwrap().replace("\r\n", "\n")));
    }
    told
}

/// Signs of which grids, tables, keys and codes are made.
const SIGNS: [char; 11] = ['|', '+', '#', '=', '~', '*', '^', '_', '<', '>', '%'];

/// What in a spoken text is none: a run of blanks within a line, a sign, a line that no sentence needs.
fn not_spoken(text: &str) -> Vec<String> {
    let is_wrong = |line: &&str| {
        line.contains("  ") || line.contains(SIGNS) || line.contains("->") || line.chars().count() > LONGEST
    };
    text.lines().filter(is_wrong).map(str::to_owned).collect()
}

fn assert_spoken(scenario: &str, told: &[(String, String)]) {
    for (subject, text) in told {
        assert_eq!(not_spoken(text), [] as [String; 0], "{scenario}, {subject}\n{text}");
        let ends = text.lines().filter(|line| !line.is_empty()).skip(2);
        let open = ends.filter(|line| !line.ends_with(['.', ':', ',', ';', '?', '!']));
        assert!(
            open.clone().all(|line| line.chars().count() > 200),
            "{subject}: {:?}",
            open.collect::<Vec<_>>()
        );
    }
}

#[test]
fn a_grid_a_table_and_a_sign_are_found() {
    for wrong in ["A1   B1", "A1 | B1", "siege works ++", "~900 men", "A1 -> B2", &"x".repeat(LONGEST + 1)] {
        assert_eq!(not_spoken(wrong).len(), 1, "{wrong}");
    }
    assert!(not_spoken("PR1IN, 3,200 men, good, morale 50.").is_empty());
}

/// Each scenario that comes with the program, as it opens.
#[test]
fn no_position_that_is_heard_holds_a_grid() {
    let press = Press::new().unwrap();
    let (shop, wishes) = (Shop::new(&press), Wishes::parse("SPOKEN"));
    for name in RULEBOOKS.scenario_names() {
        let texts = scenario_texts(Path::new(&name), RULEBOOKS).unwrap();
        let (_, opening) = fieldpost::cli::scenario::opening(&texts).unwrap();
        let board = opening.board.with(7);
        for (number, player) in (0..).map(PlayerNo).zip(board.players()).take(6) {
            let report = board.report(number, &heading(&player.name), &wishes, &shop).unwrap();
            assert!(report.html.is_none() && report.pictures.is_empty(), "{name}");
            assert_spoken(name, &[(player.name, report.printed.text)]);
        }
    }
}

/// A turn or two that machines play, in each kind of game and by each book.
#[test]
fn no_mail_of_a_turn_that_is_heard_holds_a_grid() {
    for (name, turns) in
        [("demo", 2), ("hampton-roads-1862", 2), ("valley-1862", 1), ("jena-1806", 1), ("italy-1494", 2)]
    {
        let folder = TempDir::new().unwrap();
        let mut stage = begun(folder.path(), name, true);
        for _ in 0..turns {
            stage.office.play_seats(GAME, &SeatWish::default()).unwrap();
            stage.run_turn().unwrap();
        }
        let told = heard(&stage);
        assert!(told.len() >= 8, "{name}: {}", told.len());
        assert_spoken(name, &told);
    }
}

/// How long it takes to say: about what espeak-ng needs at 175 words a minute, which spells ids and numbers out. Minutes, rounded up.
fn minutes(text: &str) -> usize {
    let spelled = |word: &str| {
        let (digits, capitals) = word.chars().fold((0, 0), |(digits, capitals), letter| {
            (digits + usize::from(letter.is_ascii_digit()), capitals + usize::from(letter.is_uppercase()))
        });
        // An id of five signs takes as long as three words.
        if digits > 0 && capitals > 0 { word.len().div_ceil(2) + 1 } else { 1 + digits / 2 }
    };
    text.split_whitespace().map(spelled).sum::<usize>().div_ceil(150)
}

/// A position of 30 units is heard in less than ten minutes.
#[test]
fn an_army_is_heard_in_less_than_ten_minutes() {
    let Scenario { atlas, state, book, .. } = read("bohemia-1866");
    let press = Press::new().unwrap();
    let mut longest = 0;
    for (number, player) in state.numbered_players() {
        let units = state.units_of(number).count();
        if units > 30 {
            continue;
        }
        let theatre = Theatre { atlas: &atlas, book };
        let wishes = Wishes::parse("SPOKEN");
        let heading = &heading(&player.name);
        let told =
            first_position(theatre, (&state, 7), number, heading, &wishes, &Shop::new(&press)).unwrap();
        let minutes = minutes(&told.printed.text);
        assert!(minutes < 10, "{}: {units} units in {minutes} minutes\n{}", player.name, told.printed.text);
        longest = longest.max(units);
    }
    assert!(longest >= 15, "{longest}");
}

fn read(name: &str) -> Scenario {
    scenario::read(&scenario_texts(Path::new(name), RULEBOOKS).unwrap()).unwrap()
}

/// Where a unit stands, and whether it marches at all.
type Stands = BTreeMap<String, (String, bool)>;

/// The ways out that a spoken report names, by unit: direction and square, or of units whose deputy the reader is the direction.
fn ways_heard(text: &str, units: &Stands) -> BTreeMap<String, BTreeSet<String>> {
    let mut heard = BTreeMap::new();
    let (own, deputised) = text.split_once("\nUnits whose deputy you are").unwrap_or((text, ""));
    for (at, sentence) in sentences(own, units) {
        let Some(said) = begins_with(&sentence, &["Ways out", "No way out"]) else { continue };
        let (whose, ways) = said.split_once(": ").unwrap_or((said.trim_end_matches('.'), ""));
        let words: Vec<&str> =
            ways.split([' ', ',', ';']).map(|word| word.trim_end_matches('.')).chain([""]).collect();
        // Behind a direction stands the square, unless it was told before.
        let is_square = |word: &str| word.len() == 5 && word.contains('-');
        let way = |pair: &[&str]| match (is_direction(pair[0]), is_square(pair[1])) {
            (true, true) => Some(pair.join(" ")),
            (true, false) => Some(pair[0].to_owned()),
            _ => None,
        };
        let named = words.windows(2).filter_map(way).collect();
        note(&mut heard, units, (&at, whose), &named);
    }
    for (at, sentence) in sentences(deputised, units) {
        let Some(said) = begins_with(&sentence, &["All ways out", "No way out", "Barred"]) else { continue };
        let (whose, barred) =
            said.split_once(": ").unwrap_or((said.trim_end_matches(" are open.").trim_end_matches('.'), ""));
        let all = Direction::ALL.map(|way| way.words().to_owned());
        let barred: Vec<&str> = barred.split([' ', ',', ';', '.']).collect();
        let open =
            all.into_iter().filter(|way| !sentence.starts_with("No") && !barred.contains(&way.as_str()));
        note(&mut heard, units, (&at, whose), &open.collect());
    }
    heard
}

fn begins_with<'a>(sentence: &'a str, words: &[&str]) -> Option<&'a str> {
    words.iter().find_map(|words| sentence.strip_prefix(words))
}

fn is_direction(word: &str) -> bool {
    Direction::ALL.iter().any(|way| way.words() == word)
}

/// Whose ways those are: of the units that are named, of all in a square, or of all others there.
fn note(
    heard: &mut BTreeMap<String, BTreeSet<String>>,
    units: &Stands,
    (at, whose): (&str, &str),
    named: &BTreeSet<String>,
) {
    let here = units.iter().filter(|(_, (square, marches))| square == at && *marches);
    let here = here.map(|(unit, _)| unit.clone());
    let whose: Vec<String> = match whose.trim().strip_prefix("for ") {
        None => here.collect(),
        Some("the others") => here.filter(|unit| !heard.contains_key(unit)).collect(),
        Some(named) => named.replace(" and ", ", ").split(", ").flat_map(ids).collect(),
    };
    for unit in whose {
        assert!(heard.insert(unit.clone(), named.clone()).is_none(), "{unit} is told of twice");
    }
}

/// The sentences of a text with the square that each is about; a long one stands in several lines.
fn sentences(text: &str, units: &Stands) -> Vec<(String, String)> {
    let mut square = String::new();
    let mut sentences: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let first: String = line.chars().take_while(|letter| !",:".contains(*letter)).collect();
        let begins = units.values().any(|(at, _)| *at == first);
        if begins {
            square = first;
        }
        match sentences.last_mut() {
            Some((at, last)) if !begins && *at == square && !last.ends_with('.') => {
                *last += &format!(" {line}")
            }
            _ => sentences.push((square.clone(), line.to_owned())),
        }
    }
    sentences
}

/// `PR7IN to PR9IN` one by one.
fn ids(said: &str) -> Vec<String> {
    let Some((first, last)) = said.split_once(" to ") else { return vec![said.to_owned()] };
    let number = |id: &str| id[2..id.len() - 2].parse::<u32>().unwrap();
    let (nation, kind) = (&first[..2], &first[first.len() - 2..]);
    (number(first)..=number(last)).map(|number| format!("{nation}{number}{kind}")).collect()
}

/// Two turns of Benedek's, whose letters were written from what was said in these mails and nothing else: every line of them is obeyed.
#[test]
fn two_turns_are_played_from_what_was_heard() {
    let folder = TempDir::new().unwrap();
    let mut stage = begun(folder.path(), "bohemia-1866", true);
    let letters = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/spoken");
    for turn in 1..=2 {
        let orders = fs::read_to_string(letters.join(format!("turn-{turn}/Benedek.txt"))).unwrap();
        let from = address("Benedek");
        let body =
            format!("PLAYER Benedek\nPASSWORD {PASSWORD}\nTURN {turn}\n{orders}END\n").replace('\n', "\r\n");
        let mail = format!(
            "Return-Path: <{from}>\r\nFrom: {from}\r\nTo: {ADDRESS}\r\nSubject: orders\r\nMessage-ID: <{turn}@aloud>\r\n\
             MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{body}"
        );
        let at = stage.now();
        let taken = stage.deliver(&turn.to_string(), mail.as_bytes(), at).unwrap();
        assert_eq!(taken[0].verdict, Verdict::Obeyed, "turn {turn}");
        stage.office.play_seats(GAME, &SeatWish::default()).unwrap();
        stage.run_turn().unwrap();
    }
    let told = heard(&stage);
    let stood = told.iter().any(|(subject, text)| {
        subject.contains("T2]") && text.contains("AU31IN Appiano") && text.contains("J6-S2")
    });
    assert!(stood, "the brigades stand where they were sent");
    assert_spoken("bohemia-1866", &told);
}

/// Each step that the book allows a unit is named, and none that it bars.
#[test]
fn each_way_out_is_named_and_none_that_is_barred() {
    let press = Press::new().unwrap();
    let mut counted = (0, 0);
    for name in ["demo", "bohemia-1866", "jena-1806", "valley-1862"] {
        let Scenario { atlas, state, book, .. } = read(name);
        let occupancy = occupancy(&state);
        let field = Field { atlas: &atlas, book, state: &state, occupancy: &occupancy };
        let grid = &atlas.map.grid;
        for (number, player) in state.numbered_players() {
            let wishes = Wishes::parse("SPOKEN");
            let theatre = Theatre { atlas: &atlas, book };
            let heading = &heading(&player.name);
            let told =
                first_position(theatre, (&state, 7), number, heading, &wishes, &Shop::new(&press)).unwrap();
            let own: Vec<&Unit> = state.units_of(number).collect();
            let marches = |unit: &Unit| unit.is_active() && book.kind(unit.id.kind).march > 0;
            let stands = |unit: &&Unit| (unit.id.to_string(), (grid.label(unit.at), marches(unit)));
            let heard = ways_heard(&told.printed.text, &own.iter().map(stands).collect());
            for unit in own.into_iter().filter(|unit| marches(unit)) {
                let leads = |way: &Direction| {
                    let to = grid.step(unit.at, *way)?;
                    leads::leads_to(field, unit, to, unit.tac).ok()?;
                    Some(format!("{} {}", way.words(), grid.label(to)))
                };
                let allowed: BTreeSet<String> = Direction::ALL.iter().filter_map(leads).collect();
                counted = (counted.0 + allowed.len(), counted.1 + 8 - allowed.len());
                let heard = &heard[&unit.id.to_string()];
                let direction = |way: &String| way.split(' ').next().unwrap_or_default().to_owned();
                let directions =
                    |ways: &BTreeSet<String>| ways.iter().map(direction).collect::<BTreeSet<_>>();
                assert_eq!(
                    directions(heard),
                    directions(&allowed),
                    "{name}, {}\n{}",
                    unit.id,
                    told.printed.text
                );
                let is_right = |way: &String| !way.contains(' ') || allowed.contains(way);
                assert!(heard.iter().all(is_right), "{name}, {}: {heard:?}", unit.id);
            }
        }
    }
    assert!(counted.0 > 1000 && counted.1 > 30, "{counted:?}");
}

//! No mail of a war speaks of what its book has not: the welcome, both reports before and after a turn, the status blocks and the
//! help of every scenario are read for the words of it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use fieldpost_campaign::{GITM_NWOL, ROTD_CWOL, ROTD_EUWOL};
use fieldpost_door::{Board, Opening, Rulebook};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::wishes::Wishes;
use fieldpost_grammar::help;
use fieldpost_land::scenario;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::Press;
use fieldpost_print::shop::Shop;

/// Players of a scenario whose mails are read.
const READERS: usize = 2;

/// Words of what the American book has not (but for Harpers Ferry): governors, stores beside depots, works on railways, bridges to lay.
const NOT_IN_CWOL: &[&str] = &["governor", "governors", "cache", "caches", "pontoon", "pontoons", "ferries"];

/// Words of what the Napoleonic book has not: bridges, railways, marsh, kinds of arms, regiments, initiative.
const NOT_IN_GITM: &[&str] = &[
    "governor",
    "governors",
    "cache",
    "caches",
    "pontoon",
    "pontoons",
    "ferry",
    "ferries",
    "bridge",
    "bridges",
    "railway",
    "railways",
    "railroad",
    "train",
    "marsh",
    "marshes",
    "regiment",
    "regiments",
    "initiative",
    "rifled",
    "rifles",
];

/// Phrases that no book without them prints.
const PHRASES_NOT_IN_GITM: &[&str] = &["forested hills", "arms: ", "before the campaign", "deployment turn"];
const PHRASES_NOT_IN_CWOL: &[&str] = &["before the campaign", "ford or bridge", "deployment turn"];

fn heading(player: &str) -> Heading {
    Heading {
        game: "war".into(),
        title: "War".into(),
        player: player.into(),
        deadline_local: "Friday 7 August 2026, 20:00 (Europe/Vienna)".into(),
        deadline_utc: "Friday 7 August 2026, 18:00 UTC".into(),
        calendar: None,
        by_hand: Vec::new(),
        silence: Vec::new(),
    }
}

/// What the house says in every welcome, with what the game adds.
fn welcome(rulebook: &Rulebook, board: &dyn Board, to: PlayerNo) -> Value {
    let mut view = json!({
        "game": "war", "title": "War", "turn": 1, "player": "somebody", "nation": "France", "password": "pass word",
        "schedule": "daily", "address": "war@example.org", "aims": [], "fellows": [], "noun": "unit", "commands": 3,
        "deputises": 0, "deadline": { "local": "Friday", "utc": "Friday UTC" },
    });
    let of_game = board.welcome(to);
    for (key, value) in of_game.as_object().into_iter().flatten() {
        view[key] = value.clone();
    }
    (rulebook.told)(view)
}

/// All that the first players of a scenario are sent about its beginning and its first turn, and the help of its orders.
fn mails(rulebook: &Rulebook, opening: &Opening) -> Vec<(String, String)> {
    let press = Press::new().unwrap();
    let (shop, wishes) = (Shop::new(&press), Wishes { pictures: false, ..Wishes::default() });
    let board = (opening.board.0)(11);
    let finished = board.run(&Default::default());
    let helped = |topic: &str| {
        let told = (rulebook.told)(json!(help(Some(topic), rulebook.language)));
        told.as_str().unwrap().to_owned()
    };
    let mut mails = vec![("help".to_owned(), helped("ALL"))];
    for topic in ["MINISTER", "PHASES", "PRESS", "MAP", "DEFAULT", "SUPPLY"] {
        mails.push((format!("help on {topic}"), helped(topic)));
    }
    for (number, player) in (0..).map(PlayerNo).zip(board.players()).take(READERS) {
        let name = &player.name;
        let first = press.print("welcome.txt", &welcome(rulebook, &*board, number)).unwrap();
        mails.push((format!("welcome of {name}"), first.text));
        let position = board.report(number, &heading(name), &wishes, &shop).unwrap();
        let later = finished.reports(number, &heading(name), &wishes, &shop).unwrap();
        for report in std::iter::once(position).chain(later) {
            mails.push((format!("a report of {name}"), report.printed.text));
            mails.extend(report.html.map(|html| (format!("a page of {name}"), html)));
            let orders = report.enclosures.into_iter().find(|file| file.name == "orders.txt");
            mails.extend(
                orders.map(|file| ("a form".to_owned(), String::from_utf8_lossy(&file.bytes).into_owned())),
            );
        }
    }
    mails
}

fn read(rulebook: &'static Rulebook, words: &[&str], phrases: &[&str]) {
    let mut wars = 0;
    for name in scenario::built_in_names() {
        let texts: BTreeMap<String, String> = scenario::built_in(name).unwrap();
        let is_ours =
            scenario::about(&texts["scenario.toml"]).is_some_and(|about| about.book.name == rulebook.name);
        // With ships the American book has bridges and ferries of another.
        if !is_ours || texts["scenario.toml"].contains("[sea]") || texts["scenario.toml"].contains("fleet =")
        {
            continue;
        }
        let opening = (rulebook.scenario)(&texts).unwrap_or_else(|faults| panic!("{faults:#?}"));
        for (what, text) in mails(rulebook, &opening) {
            let text = text.to_lowercase();
            for word in text.split(|letter: char| !letter.is_alphanumeric()) {
                assert!(!words.contains(&word), "{name}, {what}: {word}\n{text}");
            }
            for phrase in phrases {
                assert!(!text.contains(phrase), "{name}, {what}: {phrase}\n{text}");
            }
        }
        wars += 1;
    }
    assert!(wars > 0, "{}", rulebook.name);
}

#[test]
fn no_mail_of_the_napoleonic_wars_speaks_of_what_they_have_not() {
    read(&GITM_NWOL, NOT_IN_GITM, PHRASES_NOT_IN_GITM);
}

#[test]
fn no_mail_of_the_american_war_speaks_of_what_it_has_not() {
    read(&ROTD_CWOL, NOT_IN_CWOL, PHRASES_NOT_IN_CWOL);
}

/// The words are those of the first book, which has all of it: so that the test reads what it is meant to read.
#[test]
fn the_first_book_has_all_of_it() {
    let texts = scenario::built_in("bohemia-1866").unwrap();
    let opening = (ROTD_EUWOL.scenario)(&texts).unwrap();
    let all: String = mails(&ROTD_EUWOL, &opening).into_iter().map(|(_, text)| text.to_lowercase()).collect();
    for phrase in [
        "governors",
        "cache",
        "pontoon",
        "ferry",
        "ford or bridge",
        "marsh",
        "forested hills",
        "before the campaign",
    ] {
        assert!(all.contains(phrase), "{phrase}");
    }
}

//! The desk page in a real browser: what is clicked there is what the grammar reads and the desk files.

mod browser;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use browser::Browser;
use fieldpost::cli::stage::Stage;
use fieldpost::daemon::opening::{SeatLine, Seats, read_scenario, scenario_texts};
use fieldpost::daemon::order_forms::order_forms;
use fieldpost::desk::record::Verdict;
use fieldpost::games::ground::square::StrategicSquare;
use fieldpost::games::land::field::Field;
use fieldpost::games::land::movement::foresee::foresee;
use fieldpost::games::land::orders::{OfficeOrder, UnitOrders};
use fieldpost::games::land::scenario::Scenario;
use fieldpost::games::land::state::{LandState, Season};
use fieldpost::games::land::turn::{Occupancy, occupancy};
use fieldpost::games::land::unit::Unit;
use fieldpost::games::land::variant::ROTD_EUWOL;
use fieldpost::grammar::letter::{Lexicon, Letter, read_letter};
use fieldpost::reports::vantage::Vantage;
use fieldpost::reports::{Heading, desk_page, sights_of_open_turn};
use serde_json::{Value, json};

const ADDRESS: &str = "orders@fieldpost.example";
const MONKEY: &str = include_str!("desk_page/monkey.js");
const SEED: u64 = 1866;

fn scenario(name: &str) -> Scenario {
    read_scenario(&scenario_texts(Path::new(name)).unwrap()).unwrap()
}

fn heading(player: &str) -> Heading {
    Heading {
        game: "rehearsal".into(),
        title: "The passes of Bohemia".into(),
        player: player.into(),
        deadline_local: "Friday 7 August 2026, 20:00 (Europe/Vienna)".into(),
        deadline_utc: "Friday 7 August 2026, 18:00 UTC".into(),
    }
}

/// The page of a player at the opening of a scenario.
fn page(scenario: &Scenario, heading: &Heading) -> String {
    let Scenario { atlas, state, .. } = scenario;
    let occupancy = occupancy(state);
    let field = Field { atlas, variant: &ROTD_EUWOL, state, occupancy: &occupancy };
    let sights = sights_of_open_turn(field, SEED);
    let player = state.player_named(&heading.player).unwrap();
    let nothing = Default::default();
    let sight = sights.get(&player).unwrap_or(&nothing);
    let vantage = Vantage::of(player, state, sight, atlas).unwrap();
    desk_page::page(&vantage, heading, ADDRESS, &order_forms()).unwrap()
}

/// The player with most units.
fn greatest(scenario: &Scenario) -> String {
    let state = &scenario.state;
    let count = |row: &(fieldpost::engine::ids::PlayerNo, &_)| state.units_of(row.0).count();
    state.numbered_players().max_by_key(count).unwrap().1.name.clone()
}

/// Where pages lie for whoever wants to look at them: `target/tmp/desk-*.html`.
fn written(name: &str, page: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("desk-{name}.html"));
    fs::write(&file, page).unwrap();
    file
}

fn lexicon(scenario: &Scenario) -> Lexicon {
    let map = &scenario.atlas.map;
    Lexicon {
        grid: Some(map.grid.clone()),
        units: Vec::new(),
        cities: map.cities.iter().map(|city| city.name.clone()).collect(),
        sites: map.cities.iter().map(|city| (city.name.to_lowercase(), city.at)).collect(),
        players: scenario.state.players.iter().map(|player| player.name.clone()).collect(),
    }
}

fn complaints(letter: &Letter) -> Vec<String> {
    let all = letter.complaints.iter().chain(letter.units.iter().flat_map(|block| &block.complaints));
    all.map(|complaint| format!("{:?}: {}", complaint.line, complaint.why)).collect()
}

/// Clicks a square of the strategic map with the mouse.
fn click_square(browser: &Browser, name: &str) {
    let place = browser.run("return fieldpost.whereIs(fieldpost.squareNamed(arguments[0]))", &[json!(name)]);
    browser.click_at(place[0].as_f64().unwrap(), place[1].as_f64().unwrap());
}

fn letter_shown(browser: &Browser) -> String {
    browser.run("return document.getElementById('letter-text').value", &[]).as_str().unwrap().to_string()
}

/// Nothing was asked of a network, and nothing went wrong in the page.
fn assert_quiet(browser: &Browser) {
    let asked: BTreeSet<String> = browser
        .log("performance")
        .iter()
        .filter_map(|entry| serde_json::from_str::<Value>(entry["message"].as_str()?).ok())
        .filter(|event| event["message"]["method"] == "Network.requestWillBeSent")
        .filter_map(|event| Some(event["message"]["params"]["request"]["url"].as_str()?.to_string()))
        .filter(|url| !url.starts_with("file://") && !url.starts_with("data:"))
        .collect();
    assert!(asked.is_empty(), "the page asks for {asked:?}");
    let said = browser.log("browser");
    assert!(said.is_empty(), "the console says {said:?}");
}

/// A post office with the demonstration, as `fieldpost rehearse` sets one up.
fn office(folder: &Path, scenario: &Scenario, password: &str) -> Stage {
    let seat = |name: &str| SeatLine {
        player: name.into(),
        email: format!("{}@rehearsal.example", name.to_lowercase()),
        password: Some(password.into()),
        machine: false,
    };
    let seats = Seats {
        schedule: "daily 20:00".into(),
        zone: chrono_tz::Tz::UTC,
        grace_minutes: 0,
        missing_allowed: None,
        seed: Some(SEED),
        seats: scenario.state.players.iter().map(|player| seat(&player.name)).collect(),
    };
    let texts = scenario_texts(Path::new("demo")).unwrap();
    Stage::set_up(folder, "2026-06-01T08:00:00Z", "rehearsal", texts, &seats).unwrap()
}

/// Sends a letter as its player; what the post office answers.
fn sent(stage: &mut Stage, player: &str, orders: &str) -> (Verdict, String) {
    let from = format!("{}@rehearsal.example", player.to_lowercase());
    let mail = format!(
        "Return-Path: <{from}>\r\nFrom: {from}\r\nTo: {ADDRESS}\r\nSubject: orders\r\nMessage-ID: <desk@page>\r\n\
         MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{}",
        orders.replace('\n', "\r\n")
    );
    let before = stage.sent().len();
    let at = stage.now();
    let taken = stage.deliver("desk-page", mail.as_bytes(), at).unwrap();
    let receipt = stage.sent().get(before).map(|copy| fs::read_to_string(&copy.path).unwrap());
    (taken[0].verdict.clone(), receipt.unwrap_or_default())
}

#[test]
fn three_units_are_ordered_by_clicks_and_the_desk_obeys() {
    let scenario = scenario("demo");
    let player = "Benedek";
    let file = written("clicks", &page(&scenario, &heading(player)));
    let browser = Browser::start();
    browser.open(&file);
    println!("{}", browser.run("return fieldpost.data.units.map(u=>u.id+' '+fieldpost.label(u.at)+' '+u.tac).join('; ')", &[]));
}

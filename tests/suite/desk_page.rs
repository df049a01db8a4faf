//! The desk page in a real browser: what is clicked there is what the grammar reads and the desk files.

mod browser;
mod europa;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use browser::Browser;
use fieldpost::cli::stage::Stage;
use fieldpost::daemon::opening::{SeatLine, Seats};
use fieldpost::daemon::order_forms::order_forms;
use fieldpost::daemon::scenarios::scenario_texts;
use fieldpost::desk::record::Verdict;
use fieldpost::games::RULEBOOKS;
use fieldpost::games::campaign::rulebooks::read_scenario;
use fieldpost::games::ground::nation::NationCode;
use fieldpost::games::ground::square::{StrategicSquare, TacticalSquare};
use fieldpost::games::land::book::cites::Cites;
use fieldpost::games::land::book::euwol;
use fieldpost::games::land::book::kinds::Kind;
use fieldpost::games::land::book::{Book, Ground, Marches, ROTD_EUWOL};
use fieldpost::games::land::command::Opening;
use fieldpost::games::land::command::clashes::CLASHES;
use fieldpost::games::land::command::offices::fault_of;
use fieldpost::games::land::field::Field;
use fieldpost::games::land::field::{Occupancy, occupancy};
use fieldpost::games::land::language::{self, LANGUAGE};
use fieldpost::games::land::movement::foresee::foresee;
use fieldpost::games::land::orders::{Office, OfficeOrder, SupplyPlace, UnitOrder, UnitOrders};
use fieldpost::games::land::scenario::Scenario;
use fieldpost::games::land::state::{Control, LandState, Season};
use fieldpost::games::land::tell::desk_page;
use fieldpost::games::land::tell::sights_of_open_turn;
use fieldpost::games::land::tell::vantage::Vantage;
use fieldpost::games::land::unit::{Status, Unit};
use fieldpost::grammar::Language;
use fieldpost::grammar::letter::Line;
use fieldpost::grammar::letter::{Letter, Lexicon, read_letter};
use fieldpost::print::heading::Heading;
use fieldpost::print::shop::DeskKit;
use serde_json::{Value, json};

const ADDRESS: &str = "orders@fieldpost.example";
const MONKEY: &str = include_str!("desk_page/monkey.js");
const SEED: u64 = 1866;

fn scenario(name: &str) -> Scenario {
    read_scenario(&scenario_texts(Path::new(name), RULEBOOKS).unwrap()).unwrap()
}

fn heading(player: &str) -> Heading {
    Heading {
        game: "rehearsal".into(),
        title: "The passes of Bohemia".into(),
        player: player.into(),
        deadline_local: "Friday 7 August 2026, 20:00 (Europe/Vienna)".into(),
        deadline_utc: "Friday 7 August 2026, 18:00 UTC".into(),
        calendar: None,
        by_hand: Vec::new(),
        besides: None,
    }
}

/// The page of a player at the opening of a scenario.
fn page(scenario: &Scenario, heading: &Heading) -> String {
    page_by(&ROTD_EUWOL, &LANGUAGE, scenario, heading)
}

/// The same by a book.
fn page_by(
    book: &'static Book,
    language: &'static Language,
    scenario: &Scenario,
    heading: &Heading,
) -> String {
    let kit = DeskKit { address: ADDRESS.into(), forms: order_forms(language) };
    seen_by(book, scenario, heading, |vantage| desk_page::page(vantage, heading, &kit).unwrap())
}

/// What comes of what a player sees at the opening.
fn seen_by<T>(
    book: &'static Book,
    scenario: &Scenario,
    heading: &Heading,
    make: impl Fn(&Vantage<'_>) -> T,
) -> T {
    let Scenario { atlas, state, .. } = scenario;
    let occupancy = occupancy(state);
    let field = Field { atlas, book, state, occupancy: &occupancy };
    let sights = sights_of_open_turn(field, SEED);
    let player = state.player_named(&heading.player).unwrap();
    let nothing = Default::default();
    let sight = sights.get(&player).unwrap_or(&nothing);
    make(&Vantage::of(player, state, sight, atlas, book).unwrap())
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
    let players = scenario.state.players.iter().map(|player| player.name.clone()).collect();
    Lexicon { players, ..language::lexicon_of(map) }
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
        // The browser opens a page of its own before ours.
        .filter(|event| {
            event["message"]["params"]["documentURL"].as_str().is_some_and(|url| url.starts_with("file:"))
        })
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
        reports: None,
        player: name.into(),
        email: format!("{}@rehearsal.example", name.to_lowercase()),
        password: Some(password.into()),
        machine: false,
    };
    let seats = Seats {
        schedule: "daily 20:00".into(),
        zone: chrono_tz::Tz::UTC,
        first_deadline: None,
        grace_minutes: 0,
        missing_allowed: None,
        remind: None,
        advice: true,
        press: Default::default(),
        seed: Some(SEED),
        ga: Vec::new(),
        seats: scenario.state.players.iter().map(|player| seat(&player.name)).collect(),
    };
    let texts = scenario_texts(Path::new("demo"), RULEBOOKS).unwrap();
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

/// The page as a mail has it.
fn folded(scenario: &Scenario, heading: &Heading) -> String {
    let kit = DeskKit { address: ADDRESS.into(), forms: order_forms(&LANGUAGE) };
    seen_by(&ROTD_EUWOL, scenario, heading, |vantage| desk_page::folded(vantage, heading, &kit).unwrap())
}

#[test]
fn the_page_in_a_mail_is_small_and_the_same() {
    let scenario = scenario("1866");
    let heading = heading(&greatest(&scenario));
    let (page, folded) = (page(&scenario, &heading), folded(&scenario, &heading));
    assert_eq!(fieldpost::print::fold::unfolded(&folded).unwrap(), page);
    assert!(folded.len() * 5 < page.len() * 2, "{} of {}", folded.len(), page.len());
}

#[test]
fn three_units_are_ordered_by_clicks_and_the_desk_obeys() {
    let scenario = scenario("demo");
    let file = written("clicks", &folded(&scenario, &heading("Benedek")));
    let browser = Browser::start();
    browser.open(&file);
    march_two_squares(&browser);
    move_in_the_second_line(&browser);
    support_and_assault(&browser);
    browser.type_into("#password", "correct horse");
    let text = letter_shown(&browser);
    take_the_text(&browser, &text);
    assert_quiet(&browser);
    let letter = read_letter(&text, &lexicon(&scenario));
    assert_eq!(complaints(&letter), Vec::<String>::new(), "{text}");
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for line in ["MARCH B0-N8 A9-N7", "LINE SECOND", "ATTACK ASSAULT", "PASSWORD correct horse"] {
        assert!(lines.iter().any(|one| one == line), "no {line} in:\n{text}");
    }
    let folder = tempfile::tempdir().unwrap();
    let mut stage = office(&folder.path().join("office"), &scenario, "correct horse");
    let (verdict, receipt) = sent(&mut stage, "Benedek", &text);
    assert_eq!(verdict, Verdict::Obeyed, "{receipt}");
    let head = receipt.split("\r\n\r\n").next().unwrap();
    assert!(head.contains("Receipt") && !head.contains("warning") && !head.contains("error"), "{receipt}");
}

/// Rules 1.3, 8.5: of a square the page says who holds its railway and river, and that track is destroyed.
#[test]
fn who_holds_a_railway_is_said_of_its_square() {
    let mut scenario = scenario("demo");
    let at = |name: &str| scenario.atlas.map.city(name).unwrap().at;
    let (pardubitz, koeniggraetz) = (at("Pardubitz"), at("Koeniggraetz"));
    scenario.state.rail_control.insert(pardubitz, Control::None);
    scenario.state.track_destroyed.insert(pardubitz);
    let prussia = NationCode::of_words("Prussia").unwrap();
    scenario.state.river_control.insert(koeniggraetz, Control::Nation(prussia));
    let file = written("held", &page(&scenario, &heading("Benedek")));
    let browser = Browser::start();
    browser.open(&file);
    let grid = &scenario.atlas.map.grid;
    for (square, words) in [
        (pardubitz, "railway held by nobody, track destroyed"),
        (koeniggraetz, "river held by enemies, railway held by your own side"),
    ] {
        click_square(&browser, &grid.label(square));
        let said = browser.run("return document.getElementById('said').textContent", &[]);
        assert!(said.as_str().unwrap().contains(words), "{said}");
    }
    assert_quiet(&browser);
}

/// By the clipboard, as a file, and as a link to the mail program.
fn take_the_text(browser: &Browser, text: &str) {
    browser.click("#copy");
    browser.wait(
        "a word on the copy",
        "return document.getElementById('copied').textContent.startsWith('Copied')",
    );
    browser.click("#save");
    let file = browser.folder().join("orders.txt");
    for _ in 0..600 {
        if fs::read_to_string(&file).is_ok_and(|saved| saved == text) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    let link = browser.run("return document.getElementById('mail').href", &[]);
    let link = link.as_str().unwrap();
    assert!(link.starts_with("mailto:orders@fieldpost.example?subject=Orders%20for%20rehearsal"), "{link}");
    assert!(link.contains("UNIT%20AU7IN%0D%0AMARCH%20B0-N8%20A9-N7%0D%0A"), "{link}");
}

/// AU7IN marches; a square that nobody can enter is not taken.
fn march_two_squares(browser: &Browser) {
    browser.click("[data-unit=AU7IN]");
    browser.click("#pick-march");
    click_square(browser, "B0-N8");
    click_square(browser, "B0-N7");
    let said = browser.run("return document.getElementById('said').textContent", &[]);
    assert!(said.as_str().unwrap().contains("high mountain"), "{said}");
    click_square(browser, "A9-N7");
    browser.click("#done");
}

fn move_in_the_second_line(browser: &Browser) {
    browser.click("[data-unit=AU5IN]");
    browser.click("#pick-f-move");
    let free =
        "return [...document.querySelectorAll('#board button')].find((one) => !one.className).dataset.tac";
    let tac = browser.run(free, &[]);
    browser.click(&format!("#board [data-tac=\"{}\"]", tac.as_str().unwrap()));
    assert_eq!(browser.run("return document.getElementById('f-move').value", &[]), tac);
    browser.type_into("#f-line", "second");
}

fn support_and_assault(browser: &Browser) {
    browser.click("[data-unit=AU6IN]");
    let open = "for (const part of document.querySelectorAll('#sections details')) part.open = true";
    browser.run(open, &[]);
    browser.click("#pick-f-support");
    browser.click("#board [data-tac=\"8-7\"]");
    browser.type_into("#f-support-radius", "3");
    browser.type_into("#f-attack", "assault");
    let support = browser.run("return fieldpost.model().units.AU6IN.support", &[]);
    assert_eq!(support, json!({"centre": "8-7", "radius": 3, "phases": {"first": 1, "last": 4}}));
}

/// Presses Tab until something has the focus.
fn tab_to(browser: &Browser, condition: &str) {
    for _ in 0..120 {
        if browser.run(&format!("const it = document.activeElement; return {condition}"), &[]) == json!(true)
        {
            return;
        }
        browser.press(&["\u{E004}"]);
    }
    panic!("Tab does not lead to {condition}");
}

#[test]
fn an_order_is_given_by_the_keyboard_alone() {
    let scenario = scenario("demo");
    let file = written("keyboard", &page(&scenario, &heading("Benedek")));
    let browser = Browser::start();
    browser.open(&file);
    let (enter, escape, up, down) = ("\u{E007}", "\u{E00C}", "\u{E013}", "\u{E015}");
    browser.press(&["/", "a", "u", "5", "i", "n"]);
    tab_to(&browser, "it.dataset.unit === 'AU5IN'");
    browser.press(&[enter]);
    tab_to(&browser, "it.id === 'map'");
    browser.press(&["m", up, enter]);
    let said = browser.run("return document.getElementById('said').textContent", &[]);
    assert!(said.as_str().unwrap().contains("nobody can enter"), "{said}");
    browser.press(&[down, down, enter, escape]);
    tab_to(&browser, "it.tagName === 'SUMMARY' && it.textContent.startsWith('How hard')");
    browser.press(&[enter]);
    tab_to(&browser, "it.id === 'f-defend'");
    browser.press(&["d"]);
    tab_to(&browser, "it.id === 'password'");
    browser.press(&["s", "e", "c", "r", "e", "t"]);
    let text = letter_shown(&browser);
    let letter = read_letter(&text, &lexicon(&scenario));
    assert_eq!(complaints(&letter), Vec::<String>::new(), "{text}");
    for line in ["UNIT AU5IN", "MARCH B1-N9", "DEFEND DEFEND", "PASSWORD secret"] {
        assert!(text.lines().any(|one| one == line), "no {line} in:\n{text}");
    }
    assert_quiet(&browser);
}

/// What the page means is what the grammar reads, unit by unit and office order by office order.
fn assert_same(scenario: &Scenario, done: &Value) -> Letter {
    let text = done["letter"].as_str().unwrap();
    assert_eq!(done["shown"], done["letter"], "the letter that is shown is another");
    let letter = read_letter(text, &lexicon(scenario));
    assert_eq!(complaints(&letter), Vec::<String>::new(), "{text}");
    let meant = done["model"]["units"].as_object().unwrap();
    assert_eq!(meant.len(), letter.units.len(), "{text}");
    for block in &letter.units {
        let meant = &meant[block.piece.as_str()];
        if block.none {
            assert_eq!(*meant, json!("none"), "{text}");
            continue;
        }
        let meant: UnitOrders = serde_json::from_value(meant.clone()).unwrap();
        let read = UnitOrders::from_lines(block.orders.iter().map(|line| unit_order(scenario, line)));
        assert_eq!(meant, read, "{}\n{text}", block.piece);
        let unit = language::unit_of(&block.piece).unwrap();
        assert_foreseen(scenario, &scenario.state.units[&unit], &read, done);
    }
    let mut offices: Vec<OfficeOrder> = serde_json::from_value(done["model"]["offices"].clone()).unwrap();
    // Who is given a unit orders it from that line on: assignments stand above the units.
    offices.sort_by_key(|order| !matches!(order, OfficeOrder::Assign { .. }));
    let read: Vec<OfficeOrder> = letter.offices.iter().map(|line| office_order(scenario, line)).collect();
    assert_eq!(offices, read, "{text}");
    letter
}

fn unit_order(scenario: &Scenario, line: &Line) -> UnitOrder {
    language::unit_order(&line.words, &lexicon(scenario)).unwrap()
}

fn office_order(scenario: &Scenario, line: &Line) -> OfficeOrder {
    language::office_order(&line.words, &lexicon(scenario)).unwrap()
}

/// What the receipt would warn of, the page does not offer or has marked.
fn assert_foreseen(scenario: &Scenario, unit: &Unit, orders: &UnitOrders, done: &Value) {
    for warning in foreseen(&ROTD_EUWOL, scenario, unit, orders) {
        assert!(!warning.starts_with("the march will stop"), "{}: {warning}", unit.id);
        let marked = done["warned"][unit.id.to_string()].as_array().is_some_and(|all| !all.is_empty());
        let is_march = warning.contains("squares are ordered") || warning.contains("in excess");
        assert!(marked || !is_march, "{}: {warning}", unit.id);
    }
}

fn foreseen(book: &'static Book, scenario: &Scenario, unit: &Unit, orders: &UnitOrders) -> Vec<String> {
    let nobody = Occupancy::default();
    let Scenario { atlas, state, .. } = scenario;
    foresee(Field { atlas, book, state, occupancy: &nobody }, unit, orders)
}

/// Random clicks on a player's page, round by round; the kinds of orders that were given.
fn random_clicks(name: &str, scenario: &Scenario, player: &str, rounds: u32) -> BTreeSet<String> {
    let file = written(name, &page(scenario, &heading(player)));
    let browser = Browser::start();
    browser.open(&file);
    browser.type_into("#password", "secret");
    let mut kinds = BTreeSet::new();
    for seed in 0..rounds {
        let done = browser.run(MONKEY, &[json!(seed * 7919 + 11), json!(50)]);
        let letter = assert_same(scenario, &done);
        kinds.extend(
            letter.units.iter().flat_map(|block| &block.orders).map(|line| kind(&unit_order(scenario, line))),
        );
        kinds.extend(letter.offices.iter().map(|line| kind(&office_order(scenario, line))));
    }
    assert_quiet(&browser);
    kinds
}

/// An order's name in the program, such as `MergeInto`.
fn kind(order: &impl std::fmt::Debug) -> String {
    let words = format!("{order:?}");
    words.split(|c: char| !c.is_alphanumeric()).next().unwrap().to_string()
}

/// The test must have looked at these kinds of orders.
fn assert_ordered(kinds: &BTreeSet<String>, wanted: &str) {
    let missing: Vec<&str> = wanted.split_whitespace().filter(|name| !kinds.contains(*name)).collect();
    assert!(missing.is_empty(), "nobody ordered {missing:?}, only {kinds:?}");
}

#[test]
fn what_the_page_means_is_what_the_grammar_reads() {
    let kinds = random_clicks("monkey", &scenario("demo"), "Benedek", 48);
    assert_ordered(
        &kinds,
        "March Entry HaltOnDetection HaltOnEntry NoForcedMarch Pursue MarchToBattle MarchToAllies MarchToEnemies Rail \
         DestroyTrack DestroyBridge Move StayOutOfFort Engage Line HoldFire Support Intercept Attack Defend Carry \
         Inactivate MergeInto DeployBridge RemoveBridge Assign MoveSupplies AddSupplies PlaceDepot PlaceCache \
         RemoveDepot RemoveCache RebuildTrack RebuildBridge Upgrade",
    );
}

#[test]
fn so_it_is_in_a_deployment_turn_and_for_tired_inactive_and_laden_units() {
    let mut scenario = scenario("demo");
    scenario.state.season = Season::Deployment;
    let mut kinds = random_clicks("deployment", &scenario, "Benedek", 10);
    scenario.state.season = Season::Campaign;
    make_odd(&mut scenario.state);
    kinds.extend(random_clicks("odd", &scenario, "Benedek", 40));
    assert_ordered(&kinds, "Deploy NoSupport Withdraw Bombard Activate TransferBattery");
}

/// Units in every state that bars orders, and a battlefield to withdraw from.
fn make_odd(state: &mut LandState) {
    for (place, unit) in state.units.values_mut().enumerate() {
        unit.fatigue = [0, 9, 30, 0][place % 4];
        unit.supplies = u8::from(place % 3 == 0);
        unit.batteries = u8::from(place % 2 == 0);
        unit.in_communications = place % 5 != 0;
        unit.status = if place % 4 == 1 { Status::Inactive } else { Status::Active };
    }
    let places: Vec<StrategicSquare> = state.units.values().map(|unit| unit.at).collect();
    state.battle_squares.extend(places);
}

/// Rule 1.4 of ROTD-CWOL: flags and cities of the map are blue and grey as the armies wore it, whoever looks; elsewhere the own
/// side is blue and its enemies red.
#[test]
fn union_blue_and_confederate_grey_for_everybody() {
    let (blue, grey, red) = ("#1f4fa8", "#62686e", "#b3202c");
    let browser = Browser::start();
    let valley = scenario("valley-1862");
    let player = |nation: &str| {
        let mut of_nation = valley.state.players.iter().filter(|player| player.nation.as_str() == nation);
        of_nation.next().unwrap().name.clone()
    };
    let (union, south) = (player("US"), player("CS"));
    let by = |scenario: &Scenario, name: &str| {
        let language = language::of(scenario.book);
        browser.open(&written(
            &format!("wear-{name}"),
            &page_by(scenario.book, language, scenario, &heading(name)),
        ));
        let inks = browser.run("const ink = fieldpost.inks(); return [ink.own, ink.enemy]", &[]);
        let legend = browser.run("return document.getElementById('enemy-flag').textContent", &[]);
        (inks, legend)
    };
    assert_eq!(by(&valley, &union), (json!([blue, grey]), json!("grey")));
    assert_eq!(by(&valley, &south), (json!([grey, blue]), json!("blue")));
    assert_eq!(by(&scenario("demo"), "Benedek"), (json!([blue, red]), json!("red")));
}

/// Rules 1.2, 7.1, 7.4, 7.16: the page lets a unit step where the program does, and nowhere else.
#[test]
fn the_page_knows_the_ways_of_the_map() {
    let scenario = scenario("demo");
    let heading = heading("Benedek");
    let browser = Browser::start();
    browser.open(&written("ways", &page(&scenario, &heading)));
    let (barred, free) = steps_are_the_books(&browser, &ROTD_EUWOL, &scenario);
    assert!(barred > 50 && free > 200, "{barred} barred, {free} free");
}

/// Every step of two units on the page's map is barred there if the book bars it; how many are, and how many are free.
fn steps_are_the_books(browser: &Browser, book: &'static Book, scenario: &Scenario) -> (u32, u32) {
    let grid = &scenario.atlas.map.grid;
    let state = &scenario.state;
    let ground = browser.run("return fieldpost.data.ground", &[]);
    let number = |name: &str| u8::try_from(ground[name].as_u64().unwrap()).unwrap();
    let inside = |at: &StrategicSquare| {
        (number("col")..number("col") + number("width")).contains(&at.col)
            && (number("row")..number("row") + number("height")).contains(&at.row)
    };
    let mut steps = Vec::new();
    for id in ["AU1MI", "AU1IN"] {
        for from in grid.all().filter(inside) {
            steps.extend(grid.neighbours(from).filter(|(_, to)| inside(to)).map(|(_, to)| (id, from, to)));
        }
    }
    let key = |at: StrategicSquare| format!("{}/{}", at.col, at.row);
    let asked: Vec<Value> = steps.iter().map(|(id, from, to)| json!([id, key(*from), key(*to)])).collect();
    let answers =
        browser.run("return arguments[0].map((step) => fieldpost.stepBar(...step))", &[json!(asked)]);
    let (mut barred, mut free) = (0, 0);
    for ((id, from, to), answer) in steps.into_iter().zip(answers.as_array().unwrap()) {
        let unit = Unit { at: from, ..state.units[&id.parse().unwrap()].clone() };
        let orders = UnitOrders { path: vec![Some(to)], ..UnitOrders::default() };
        let stops = foreseen(book, scenario, &unit, &orders).iter().any(|words| words.contains("will stop"));
        assert_eq!(stops, answer != "", "{id} from {} to {}: {answer}", grid.label(from), grid.label(to));
        *(if stops { &mut barred } else { &mut free }) += 1;
    }
    (barred, free)
}

/// Types of unit that march two squares and never force a march; foot goes first.
const SLOW: [Kind; euwol::KINDS.len()] = {
    let mut all = [euwol::KINDS[0]; euwol::KINDS.len()];
    let mut at = 0;
    while at < all.len() {
        let here = euwol::KINDS[at];
        all[at] = Kind { march: 2, forced: None, first: !here.first, ..here };
        at += 1;
    }
    all
};

/// A book that answers otherwise: slow units, other limits, closed Prussia, no railways, other numbers.
static OTHER: Book = Book {
    kinds: &SLOW,
    ground: Ground { closed: &["PR"], ..ROTD_EUWOL.ground },
    marches: Marches { fatigue: 5, ..ROTD_EUWOL.marches },
    rail: None,
    cites: Cites(&[("7.1", Some("6.1")), ("7.3", Some("6.3")), ("7.6", None), ("7.16", Some("6.15"))]),
    ..ROTD_EUWOL
};

static OTHER_WORDS: Language = Language { edition: &OTHER, ..LANGUAGE };

/// The text of an element.
fn text_of(browser: &Browser, css: &str) -> String {
    let text = browser.run("return document.querySelector(arguments[0]).textContent", &[json!(css)]);
    text.as_str().unwrap().to_string()
}

/// A unit marches to and fro as far as it is let; what is said in the end, and what the form counts.
fn march_on(browser: &Browser, unit: &str) -> (String, String) {
    browser.click(&format!("[data-unit={unit}]"));
    browser.click("#pick-march");
    let mut said = String::new();
    for square in ["B0-N8", "A9-N7", "B0-N8", "A9-N7", "B0-N8"] {
        click_square(browser, square);
        said = text_of(browser, "#said");
        if said.contains("at most") {
            break;
        }
    }
    browser.click("#done");
    (said, text_of(browser, "#march-cost"))
}

/// The page has no rule of its own: made by another book it answers by that one.
#[test]
fn the_page_answers_by_the_book_that_is_played() {
    let mut scenario = scenario("demo");
    let tired = scenario.state.units.get_mut(&"AU5IN".parse().unwrap()).unwrap();
    tired.fatigue = 6;
    let heading = heading("Benedek");
    let answers = [(&ROTD_EUWOL, &LANGUAGE), (&OTHER, &OTHER_WORDS)].map(|(book, language)| {
        let browser = Browser::start();
        let name = if book == &OTHER { "other-book" } else { "this-book" };
        browser.open(&written(name, &page_by(book, language, &scenario, &heading)));
        let (said, counted) = march_on(&browser, "AU7IN");
        let notes = text_of(&browser, "#card");
        browser.click("[data-unit=AU5IN]");
        let form = text_of(&browser, "#sections");
        let ways = steps_are_the_books(&browser, book, &scenario);
        click_square(
            &browser,
            &scenario.atlas.map.grid.label(scenario.atlas.map.city("Pardubitz").unwrap().at),
        );
        let city = text_of(&browser, "#said");
        assert_quiet(&browser);
        (said, counted, notes, form, ways, city)
    });
    let [(said, counted, notes, form, ways, city), other] = answers;
    assert!(
        said.contains("AU7IN marches 4 squares at most, a forced march counted (rules 7.1-7.3)"),
        "{said}"
    );
    assert_eq!(counted, "4 of 3 squares, fatigue 6");
    assert!(!notes.contains("it moves before") && !form.contains("its fatigue"), "{notes} {form}");
    assert!(form.contains("By rail") && form.contains("No forced march"), "{form}");
    assert!(city.contains("railway"), "{city}");
    let (said, counted, notes, form, fewer, city) = other;
    assert!(said.contains("AU7IN marches 2 squares at most and cannot force-march (rule 6.3)"), "{said}");
    assert_eq!(counted, "2 of 1 square, fatigue 2");
    assert!(notes.contains("it moves before units that are slower."), "{notes}");
    assert!(form.contains("Not now: its fatigue of 6 is above 5 (rule 6.1)."), "{form}");
    assert!(!form.to_lowercase().contains("rail") && !city.contains("rail"), "{form} {city}");
    assert!(fewer.0 > ways.0 + 20, "{fewer:?} {ways:?}");
}

#[test]
fn on_a_phone_nothing_is_wider_than_the_screen() {
    let scenario = scenario("bohemia-1866");
    let player = greatest(&scenario);
    let browser = Browser::start();
    browser.open(&written("phone", &page(&scenario, &heading(&player))));
    for dark in [false, true] {
        browser.look_as(360, 740, dark);
        browser.run("fieldpost.openUnit(fieldpost.data.units[0].id)", &[]);
        for panel in ["units", "maps", "orders", "letter"] {
            browser.click(&format!("nav [data-panel={panel}]"));
            let open = "for (const part of document.querySelectorAll('details')) part.open = true";
            browser.run(open, &[]);
            let width = browser.run("return [document.scrollingElement.scrollWidth, innerWidth]", &[]);
            assert!(width[0].as_u64() <= width[1].as_u64(), "{panel} is {width} wide");
            assert_eq!(width[1], json!(360));
        }
        march_by_finger(&browser);
    }
    assert_eq!(browser.run(NAMELESS, &[]), json!([]), "fields that no label names");
    order_all(&browser);
    let shown =
        browser.run("return ['mail', 'too-long'].map((id) => document.getElementById(id).hidden)", &[]);
    assert_eq!(shown, json!([true, false]), "a letter too long for a link says so");
    assert_quiet(&browser);
}

/// Fields and buttons without a name for those who do not see them.
const NAMELESS: &str = "return [...document.querySelectorAll('input, select, textarea, button, a, canvas')]
    .filter((one) => !(one.labels?.length || one.ariaLabel || one.textContent.trim())).map((one) => one.outerHTML)";

/// The map comes to the front when it is asked for something, and a finger on it is a click.
fn march_by_finger(browser: &Browser) {
    browser.click("nav [data-panel=orders]");
    browser.click("#pick-march");
    let free = "const unit = fieldpost.data.units[0]; const [col, row] = unit.at.split('/').map(Number);
        for (const [x, y] of [[1, 0], [0, 1], [-1, 0], [0, -1]]) {
            const key = `${col + x}/${row + y}`;
            if (!fieldpost.stepBar(unit.id, unit.at, key)) return [key, ...fieldpost.whereIs(key)];
        }";
    let place = browser.run(free, &[]);
    browser.tap_at(place[1].as_f64().unwrap(), place[2].as_f64().unwrap());
    let path = browser.run("return fieldpost.model().units[fieldpost.data.units[0].id].path", &[]);
    assert_eq!(path, json!([place[0]]));
    browser.click("#done");
    browser.click("#leave");
}

/// Gives every unit an order.
fn order_all(browser: &Browser) {
    browser.run(
        "for (const unit of fieldpost.data.units) {
            fieldpost.openUnit(unit.id);
            fieldpost.showNow();
            document.getElementById('f-halt_on_entry').click();
        }
        fieldpost.showNow();",
        &[],
    );
}

#[test]
fn a_draft_outlives_the_page_and_holds_no_password() {
    let scenario = scenario("demo");
    let browser = Browser::start();
    browser.open(&written("draft", &page(&scenario, &heading("Benedek"))));
    browser.click("[data-unit=AU5IN]");
    browser.click("#pick-march");
    click_square(&browser, "B1-N9");
    browser.click("#done");
    browser.type_into("#password", "correct horse");
    let before = letter_shown(&browser);
    assert!(before.contains("PASSWORD correct horse"), "{before}");
    browser.reload();
    let after = letter_shown(&browser);
    assert_eq!(before.replace(" correct horse", ""), after);
    let kept =
        browser.run("return JSON.stringify({...localStorage}) + JSON.stringify({...sessionStorage})", &[]);
    assert!(kept.as_str().unwrap().contains("AU5IN") && !kept.as_str().unwrap().contains("horse"), "{kept}");
    browser.run("localStorage.clear()", &[]);
    assert_quiet(&browser);
}

#[test]
fn names_with_markup_stay_text() {
    let mut scenario = scenario("demo");
    let name = "</script><img src=x onerror=\"window.broken=1\">";
    let number = scenario.state.player_named("Benedek").unwrap();
    scenario.state.players[usize::from(number.0)].name = name.into();
    let heading = Heading { title: "<b>Bold</b> & <!-- -->".into(), ..heading(name) };
    let browser = Browser::start();
    browser.open(&written("markup", &page(&scenario, &heading)));
    browser.run("fieldpost.openUnit('AU5IN'); fieldpost.showNow()", &[]);
    let seen = browser.run(
        "return [document.getElementById('title').textContent, document.querySelectorAll('img, header b').length, \
         typeof window.broken, document.getElementById('card').textContent.includes('</script>')]",
        &[],
    );
    assert_eq!(seen, json!(["<b>Bold</b> & <!-- -->", 0, "undefined", true]));
    assert!(letter_shown(&browser).contains(&format!("PLAYER {name}")));
    assert_quiet(&browser);
}

/// Every unit's card says all of its status block in words.
#[test]
fn every_card_is_in_words() {
    let scenario = scenario("bohemia-1866");
    let browser = Browser::start();
    browser.open(&written("cards", &page(&scenario, &heading(&greatest(&scenario)))));
    let cards = browser.run(
        "const units = [...document.querySelectorAll('#list button')].map((button) => button.dataset.unit); \
         return units.map((unit) => { fieldpost.openUnit(unit); fieldpost.showNow(); \
         return document.getElementById('chosen').textContent + ' | ' + document.getElementById('card').textContent; })",
        &[],
    );
    let cards: Vec<String> = serde_json::from_value(cards).unwrap();
    assert!(cards.len() > 40);
    for card in &cards {
        assert!(
            card.contains("Moves") && card.contains("square") && card.contains("Supply source"),
            "{card}"
        );
        assert!(["undefined", "[object", "null", "_"].iter().all(|slip| !card.contains(slip)), "{card}");
    }
    assert_quiet(&browser);
}

/// What is aimed at is 300 KB, what is promised 1 MB, for forty brigades.
#[test]
fn the_page_of_a_great_army_is_small() {
    for (name, least) in [("bohemia-1866", 40), ("1866", 40)] {
        let scenario = scenario(name);
        let player = greatest(&scenario);
        let page = page(&scenario, &heading(&player));
        let number = scenario.state.player_named(&player).unwrap();
        let units = scenario.state.units_of(number).count();
        println!("{name}: {player}, {units} units, {} bytes", page.len());
        written(name, &page);
        assert!(units >= least, "{name}: {player} has only {units} units");
        assert!(page.len() < 800_000, "{name}: {} bytes for {units} units", page.len());
        assert!(page.contains("content=\"default-src 'none'; script-src 'unsafe-inline';"));
        assert!(!page.contains("://"), "{name}: the page names an address of the network");
    }
}

/// Rule 1.3: the class of a river is that of its arms, wherever along the squares' sides they lie.
#[test]
fn rivers_are_named_by_their_class() {
    let scenario = scenario("bohemia-1866");
    let (map, player) = (&scenario.atlas.map, greatest(&scenario));
    let browser = Browser::start();
    browser.open(&written("rivers", &page(&scenario, &heading(&player))));
    let ground = browser.run("return fieldpost.data.ground.rivers", &[]);
    let mut misled = 0;
    for (key, arms) in ground.as_object().unwrap() {
        let (col, row) = key.split_once('/').unwrap();
        let at = StrategicSquare { col: col.parse().unwrap(), row: row.parse().unwrap() };
        let worst = map.rivers[map.grid.index(at)].iter().map(|(_, class)| *class as u8).max().unwrap();
        let words = ["fordable", "unfordable", "unbridgeable"][usize::from(worst)];
        let said = browser.run("return fieldpost.groundWords(arguments[0])", &[json!(key)]);
        assert!(said.as_str().unwrap().contains(&format!(", {words} river")), "{key} {arms}: {said}");
        misled += u32::from(words != "unbridgeable" && arms.as_str().unwrap().contains('b'));
    }
    assert!(misled > 0, "no river of this map lies at place b: the test shows nothing");
}

/// What is said of a march is what is left of it.
#[test]
fn a_box_that_was_taken_back_is_shown_no_longer() {
    let scenario = scenario("demo");
    let browser = Browser::start();
    browser.open(&written("backspace", &page(&scenario, &heading("Benedek"))));
    browser.click("[data-unit=AU7IN]");
    browser.click("#pick-march");
    let said = |wanted: &str| assert_eq!(text_of(&browser, "#said"), wanted);
    click_square(&browser, "B0-N8");
    click_square(&browser, "A9-N7");
    said("Box 2: A9-N7");
    browser.press(&["\u{E003}"]);
    said("Box 1: B0-N8");
    let sheet = browser.run("return fieldpost.label(fieldpost.view.sheet)", &[]);
    assert_eq!(sheet, json!("B0-N8"), "the map of the box that is gone");
    click_square(&browser, "B0-N8");
    said("AU7IN has no march now.");
    assert_quiet(&browser);
}

/// Types into a field of the open unit, and leaves it.
fn enter(browser: &Browser, field: &str, words: &str) {
    let set = "const field = document.querySelector(arguments[0]); field.value = arguments[1];
        field.dispatchEvent(new Event('change', { bubbles: true })); fieldpost.showNow()";
    browser.run(set, &[json!(field), json!(words)]);
}

/// A place is a square or a city, and fields say what they want.
#[test]
fn places_may_be_named_by_their_cities_and_fields_explain_themselves() {
    let mut scenario = scenario("demo");
    let map = &scenario.atlas.map;
    let at = map.city("Koeniggraetz").unwrap().at;
    let beside = map.grid.neighbours(at).find(|(_, to)| map.is_passable(*to)).unwrap().1;
    scenario.state.units.get_mut(&"AU7IN".parse().unwrap()).unwrap().at = beside;
    let browser = Browser::start();
    browser.open(&written("places", &page(&scenario, &heading("Benedek"))));
    browser.click("[data-unit=AU7IN]");
    let march = format!("MARCH {}", map.grid.label(at));
    for name in ["Königgrätz", "koeniggraetz", "KONIGGRATZ"] {
        enter(&browser, "#f-path", "");
        enter(&browser, "#f-path", name);
        let letter = letter_shown(&browser);
        assert!(letter.lines().any(|line| line == march), "{name}: no {march} in {letter}");
    }
    enter(&browser, "#f-move", "77");
    let wrong = text_of(&browser, "#sections [role=group][aria-label=Move] .wrong");
    assert!(wrong.contains("column-row, each 0 to 14 from the north-west corner"), "{wrong}");
    let phases = text_of(&browser, "#f-move-phase");
    assert!(phases.contains("3, after a march’s first square"), "{phases}");
    let hint = browser.run("return document.getElementById('f-entry').placeholder", &[]);
    assert_eq!(hint, json!("column-row"));
    assert_quiet(&browser);
}

/// What a receipt would warn of, the page says at once, in the same words.
#[test]
fn the_page_warns_as_the_receipt_does() {
    let mut scenario = scenario("demo");
    let id = "AU7IN".parse().unwrap();
    let unit = scenario.state.units.get_mut(&id).unwrap();
    (unit.batteries, unit.supplies, unit.source) = (1, 0, None);
    let tac = unit.tac;
    let far = TacticalSquare::all().find(|square| tac.distance(*square) > 5).unwrap();
    let browser = Browser::start();
    browser.open(&written("warnings", &page(&scenario, &heading("Benedek"))));
    browser.click("[data-unit=AU7IN]");
    let warned = |browser: &Browser| text_of(browser, "#warnings");
    enter(&browser, "#f-bombard", &far.to_string());
    assert!(warned(&browser).contains("do not reach so far"), "{}", warned(&browser));
    enter(&browser, "#f-bombard", "");
    enter(&browser, "#f-carry", "1");
    assert!(warned(&browser).contains("It has no source of supplies (rule 11.13)."), "{}", warned(&browser));
    enter(&browser, "#f-path", "B0-N8");
    enter(&browser, "#f-move", "8-8");
    let trap = CLASHES.iter().find(|clash| clash.says.starts_with("MOVE without PHASE")).unwrap();
    assert!(warned(&browser).contains(trap.says), "{}", warned(&browser));
    enter(&browser, "#f-move-phase", "3");
    assert!(!warned(&browser).contains(trap.says), "{}", warned(&browser));
    assert_quiet(&browser);
}

/// Who may give which order of an office the program says, not the page.
#[test]
fn the_page_offers_the_orders_of_offices_that_the_desk_accepts() {
    let mut scenario = scenario("demo");
    let number = scenario.state.player_named("Benedek").unwrap();
    let offered = |scenario: &Scenario, name: &str| {
        let browser = Browser::start();
        browser.open(&written(&format!("offices-{name}"), &page(scenario, &heading("Benedek"))));
        let names = "return [...document.getElementById('office-order').options].map((one) => one.value)";
        serde_json::from_value::<BTreeSet<String>>(browser.run(names, &[])).unwrap()
    };
    for offices in [vec![], vec![Office::Treasury], vec![Office::WarMinister, Office::Monarch]] {
        scenario.state.players[usize::from(number.0)].offices = offices.iter().cloned().collect();
        let offered = offered(&scenario, &format!("{}", offices.len()));
        let occupancy = occupancy(&scenario.state);
        let (atlas, state) = (&scenario.atlas, &scenario.state);
        let field = Field { atlas, book: &ROTD_EUWOL, state, occupancy: &occupancy };
        let may = |order: OfficeOrder| fault_of(field, &Opening(state), number, &order).is_none();
        let at = state.units.values().next().unwrap().at;
        assert_eq!(offered.contains("REMOVE DEPOT"), may(OfficeOrder::RemoveDepot(at)), "{offices:?}");
        assert_eq!(offered.contains("REBUILD TRACK"), may(OfficeOrder::RebuildTrack(at)), "{offices:?}");
        let to = SupplyPlace::Depot(at);
        assert_eq!(
            offered.contains("ADD SUPPLIES"),
            may(OfficeOrder::AddSupplies { amount: 1, to }),
            "{offices:?}"
        );
    }
}

/// One unit's orders are given to others that are chosen, and those with the same orders share a block of the letter.
#[test]
fn several_units_are_given_the_same_orders() {
    let scenario = scenario("demo");
    let browser = Browser::start();
    browser.open(&written("several", &page(&scenario, &heading("Benedek"))));
    browser.click("[data-unit=AU7IN]");
    enter(&browser, "#f-line", "Second");
    browser.run("document.getElementById('others').open = true", &[]);
    for unit in ["AU5IN", "AU6IN"] {
        browser.click(&format!("#others-{unit}"));
    }
    browser.click("#others-give");
    browser.type_into("#password", "secret");
    let text = letter_shown(&browser);
    let letter = read_letter(&text, &lexicon(&scenario));
    assert_eq!(complaints(&letter), Vec::<String>::new(), "{text}");
    let ids: BTreeSet<&str> = letter.units.iter().map(|block| block.piece.as_str()).collect();
    assert_eq!(ids, ["AU5IN", "AU6IN", "AU7IN"].into(), "{text}");
    assert_eq!(text.matches("LINE SECOND").count(), 1, "{text}");
    assert_quiet(&browser);
}

/// The page of a player of a war with ships, as it goes with the position report, and the language of its letters.
fn page_with_ships(player: &str) -> (String, Lexicon) {
    let texts = scenario_texts(Path::new("hampton-roads-1862"), RULEBOOKS).unwrap();
    let rulebook = RULEBOOKS.named("rotd-cwol").unwrap();
    let board = (rulebook.scenario)(&texts).unwrap().board.with(SEED);
    let place = board.players().iter().position(|one| one.name == player).unwrap();
    let number = fieldpost::engine::ids::PlayerNo(place as u16);
    let press = fieldpost::print::press::Press::new().unwrap();
    let forms = order_forms(board.lexicon().language);
    let shop =
        fieldpost::print::shop::Shop::new(&press).with_desk(DeskKit { address: ADDRESS.into(), forms });
    let wishes = fieldpost::engine::wishes::Wishes::parse("NO PICTURES");
    let report = board.report(number, &heading(player), &wishes, &shop).unwrap();
    let file = report.enclosures.iter().find(|file| file.name == "desk.html").unwrap();
    (String::from_utf8(file.bytes.clone()).unwrap(), board.lexicon())
}

fn said_at_sea(browser: &Browser) -> String {
    browser.run("return document.getElementById('sea-said').textContent", &[]).as_str().unwrap().to_owned()
}

/// Ships are sent by clicks on the chart, given orders by their types, and what the letter says is read; a draft stands when the page
/// is opened again.
#[test]
fn ships_are_ordered_by_clicks_on_the_chart() {
    let (page, lexicon) = page_with_ships("Marston");
    let file = written("ships", &page);
    let browser = Browser::start();
    browser.open(&file);
    browser.click("[data-ship=US1IC]");
    browser.click("#chart [data-sea=WCA]");
    assert!(
        said_at_sea(&browser).contains("WCA does not lie beside MAC (WISC 6.2)"),
        "{}",
        said_at_sea(&browser)
    );
    browser.click("#chart [data-sea=WAT]");
    browser.click("#chart [data-sea=MAC]");
    browser.click("#chart [data-sea=GAC]");
    assert!(said_at_sea(&browser).contains("two sea moves"), "{}", said_at_sea(&browser));
    browser.click("#chart [data-coast=LCHE]");
    browser.type_into("#s-when-coast", "after 2");
    browser.type_into("#s-battle", "BATTLE ENGAGE");
    browser.type_into("#s-aim", "AIM HULL");
    browser.click("[data-ship=US3FR]");
    browser.click("#chart [data-port=Norfolk]");
    browser.click("#chart [data-port=Norfolk]");
    browser.type_into("#s-before", "SORTIE");
    browser.type_into("#s-fire-0", "9-7");
    browser.type_into("#s-fire-number-0", "2");
    browser.type_into("#password", "correct horse");
    let text = letter_shown(&browser);
    let letter = read_letter(&text, &lexicon);
    assert_eq!(complaints(&letter), Vec::<String>::new(), "{text}");
    for line in [
        "SHIP US1IC",
        "SAIL WAT MAC",
        "COAST LCHE AFTER 2",
        "BATTLE ENGAGE",
        "AIM HULL",
        "SHIP US3FR",
        "SORTIE",
        "BOMBARD 9-7 PHASE 2",
        "END",
    ] {
        assert!(text.lines().any(|one| one == line), "no {line} in:\n{text}");
    }
    assert!(!text.contains("HARBOR"), "a second click takes it back:\n{text}");
    let kept = browser.run("return fieldpost.ships()", &[]);
    browser.reload();
    assert_eq!(browser.run("return fieldpost.ships()", &[]), kept);
    assert_quiet(&browser);
}

/// Whatever line the page offers for a ship is an order of the language, and fits her type.
#[test]
fn every_line_that_is_offered_for_a_ship_is_read() {
    for player in ["Marston", "Buchanan"] {
        let (folded, lexicon) = page_with_ships(player);
        let page = fieldpost::print::fold::unfolded(&folded).unwrap();
        let data = page.split("<script type=\"application/json\" id=\"data\">").nth(1).unwrap();
        let data: Value = serde_json::from_str(data.split("</script>").next().unwrap()).unwrap();
        let line = |one: &Value| one["line"].as_str().unwrap().to_owned();
        let fleet = &data["fleet"];
        let rivers: Vec<String> = fleet["rivers"].as_array().unwrap().iter().map(line).collect();
        for ship in fleet["ships"].as_array().unwrap() {
            let groups = ship["groups"].as_array().unwrap().iter();
            let mut lines: Vec<String> =
                groups.flat_map(|group| group["options"].as_array().unwrap()).map(line).collect();
            lines.extend(rivers.iter().cloned());
            for line in lines {
                let text = format!("PLAYER {player}\nSHIP {}\n{line}\nEND\n", ship["id"].as_str().unwrap());
                let letter = read_letter(&text, &lexicon);
                assert_eq!(complaints(&letter), Vec::<String>::new(), "{text}");
                assert_eq!(&*letter.units[0].orders[0].words, line, "{text}");
            }
        }
    }
}

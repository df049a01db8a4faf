//! The desk page in a real browser: what is clicked there is what the grammar reads and the desk files.

pub mod browser;
mod by_the_book;
mod europa;
mod looks;
mod mails;
mod meaning;
mod served;
mod ships;
pub mod site;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use browser::Browser;
use fieldpost::cli::stage::Stage;
use fieldpost_campaign::rulebooks::read_scenario;
use fieldpost_daemon::opening::{SeatLine, Seats};
use fieldpost_daemon::order_forms::order_forms;
use fieldpost_daemon::scenarios::scenario_texts;
use fieldpost_desk::record::Verdict;
use fieldpost_games::RULEBOOKS;
use fieldpost_grammar::Language;
use fieldpost_grammar::letter::Line;
use fieldpost_grammar::letter::{Letter, Lexicon, read_letter};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_land::book::cites::Cites;
use fieldpost_land::book::euwol;
use fieldpost_land::book::kinds::Kind;
use fieldpost_land::book::{Book, Ground, Marches, ROTD_EUWOL};
use fieldpost_land::command::Opening;
use fieldpost_land::command::clashes::CLASHES;
use fieldpost_land::command::offices::fault_of;
use fieldpost_land::field::Field;
use fieldpost_land::field::{Occupancy, occupancy};
use fieldpost_land::language::{self, LANGUAGE};
use fieldpost_land::movement::foresee::foresee;
use fieldpost_land::orders::{Office, OfficeOrder, SupplyPlace, UnitOrder, UnitOrders};
use fieldpost_land::scenario::Scenario;
use fieldpost_land::state::{Control, LandState, Season};
use fieldpost_land::unit::{Status, Unit, UnitType};
use fieldpost_print::heading::Heading;
use fieldpost_print::shop::DeskKit;
use fieldpost_tell::desk_page;
use fieldpost_tell::sights_of_open_turn;
use fieldpost_tell::vantage::Vantage;
use serde_json::{Value, json};

const ADDRESS: &str = "orders@fieldpost.example";
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
        silence: Vec::new(),
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
    seen_by(book, scenario, heading, |vantage| desk_page::page(vantage, heading.into(), &kit).unwrap())
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
    let count = |row: &(fieldpost_engine::ids::PlayerNo, &_)| state.units_of(row.0).count();
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
        skill: Default::default(),
    };
    let seats = Seats::daily(SEED, scenario.state.players.iter().map(|player| seat(&player.name)).collect());
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
    seen_by(&ROTD_EUWOL, scenario, heading, |vantage| {
        desk_page::folded(vantage, heading.into(), &kit).unwrap()
    })
}

#[test]
fn the_page_in_a_mail_is_small_and_the_same() {
    let scenario = scenario("1866");
    let heading = heading(&greatest(&scenario));
    let (page, folded) = (page(&scenario, &heading), folded(&scenario, &heading));
    assert_eq!(fieldpost_print::fold::unfolded(&folded).unwrap(), page);
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
    // Nothing within its reach has anything to give (11.13), and what others draw from would be taken to have enough.
    scenario.state.depots.clear();
    scenario.state.units.retain(|id, _| id.kind != UnitType::CorpsHq);
    scenario.state.units.values_mut().for_each(|unit| unit.source = None);
    scenario.state.cities.values_mut().for_each(|city| city.supplies = 0);
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
        let names = "return [...document.getElementById('office-order').options].map((one) => one.value.replace('OFFICES ', ''))";
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

/// The text of an element.
fn text_of(browser: &Browser, css: &str) -> String {
    let text = browser.run("return document.querySelector(arguments[0]).textContent", &[json!(css)]);
    text.as_str().unwrap().to_string()
}

fn foreseen(book: &'static Book, scenario: &Scenario, unit: &Unit, orders: &UnitOrders) -> Vec<String> {
    let nobody = Occupancy::default();
    let Scenario { atlas, state, .. } = scenario;
    let remarks = foresee(Field { atlas, book, state, occupancy: &nobody }, unit, orders).into_iter();
    remarks.map(|remark| remark.words).collect()
}

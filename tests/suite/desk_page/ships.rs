//! Ships on the page: ordered on the chart, in lines that the grammar reads.

use super::*;

/// The page of a player of a war with ships, as it goes with the position report, and the language of its letters.
fn page_with_ships(player: &str) -> (String, Lexicon) {
    page_of("hampton-roads-1862", player)
}

fn page_of(scenario: &str, player: &str) -> (String, Lexicon) {
    let texts = scenario_texts(Path::new(scenario), RULEBOOKS).unwrap();
    let rulebook = RULEBOOKS.named("rotd-cwol").unwrap();
    let board = (rulebook.scenario)(&texts).unwrap().board.with(SEED);
    let place = board.players().iter().position(|one| one.name == player).unwrap();
    let number = fieldpost_engine::ids::PlayerNo(place as u16);
    let press = fieldpost_print::press::Press::new().unwrap();
    let forms = order_forms(board.lexicon().language);
    let shop = fieldpost_print::shop::Shop::new(&press).with_desk(DeskKit { address: ADDRESS.into(), forms });
    let wishes = fieldpost_engine::wishes::Wishes::parse("NO PICTURES");
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
    browser.click("#havens [data-port=Norfolk]");
    browser.click("#havens [data-port=Norfolk]");
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

/// A ship's status block stands on a card, a thing beside its name, as a unit's does (WISC 2.3).
#[test]
fn the_status_of_a_ship_and_of_who_is_aboard_is_a_card() {
    let (page, _) = page_with_ships("Marston");
    let browser = Browser::start();
    browser.open(&written("ship-card", &page));
    browser.click("[data-ship=US1IC]");
    let card = "return [...document.querySelectorAll('#ship-block dl div')].map((one) => [...one.children].map((part) => part.textContent))";
    let shown = browser.run(card, &[]);
    let of = |name: &str| {
        let rows = shown.as_array().unwrap().iter();
        rows.filter(|row| row[0] == name).map(|row| row[1].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(of("Ship"), ["Monitor (US1IC)"], "{shown}");
    assert_eq!(of("Commander"), ["Marston"], "{shown}");
    assert_eq!(of("Hull Damage"), ["0"], "{shown}");
    assert!(of("Location").iter().any(|place| !place.is_empty()), "{shown}");
    let (player, id) = aboard_in_1862();
    browser.open(&written("aboard-card", &page_of("1862", &player).0));
    browser.click(&format!("[data-ship={id}]"));
    let shown = browser.run(card, &[]);
    let names: Vec<&str> = shown.as_array().unwrap().iter().filter_map(|row| row[0].as_str()).collect();
    assert_eq!(names, ["Location", "Strength", "Morale"], "{shown}");
    assert_quiet(&browser);
}

/// Whatever line the page offers for a ship is an order of the language, and fits her type.
#[test]
fn every_line_that_is_offered_for_a_ship_is_read() {
    for player in ["Marston", "Buchanan"] {
        let (folded, lexicon) = page_with_ships(player);
        let page = fieldpost_print::fold::unfolded(&folded).unwrap();
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

/// Issue 38, 7a: the Naval Secretary's orders are given by fields, and counted are the ships that somebody has.
#[test]
fn a_naval_secretary_orders_by_fields_and_his_ships_are_counted() {
    let (page, lexicon) = page_with_ships("Marston");
    let browser = Browser::start();
    browser.open(&written("secretary", &page));
    let count = || {
        browser.run("return document.getElementById('count').textContent", &[]).as_str().unwrap().to_owned()
    };
    assert_eq!(count(), "0 of your 8 ships have orders here");
    browser.click("#office summary");
    let offered = browser.run(
        "return [...document.getElementById('office-order').options].map((one) => one.textContent)",
        &[],
    );
    assert_eq!(offered, json!(["assign a ship", "move stores", "repair", "inactivate a ship"]));
    let order = |name: &str, fields: &[(&str, &str)]| {
        browser.run(
            "const select = document.getElementById('office-order'); select.value = arguments[0];
             select.dispatchEvent(new Event('change'))",
            &[json!(format!("NAVAL SECRETARY {name}"))],
        );
        for (field, text) in fields {
            browser.type_into(&format!("#o-{field}"), text);
        }
        browser.click("#office-add");
    };
    order("ASSIGN", &[("ship", "us3fr"), ("player", "wool"), ("deputy", "Marston")]);
    order("MOVE STORES", &[("stores", "61"), ("store_from", "Boston"), ("store_to", "New York")]);
    let wrong = browser.run("return document.getElementById('office-wrong').textContent", &[]);
    assert_eq!(wrong, json!("61 is no number of stores, 60 at most."));
    order("MOVE STORES", &[("stores", "20"), ("store_from", "boston"), ("store_to", "New York")]);
    order("REPAIR", &[("ships", "US2FR, US1GB"), ("yard", "Annapolis")]);
    order("INACTIVATE", &[("ship", "US1SL")]);
    browser.click("[data-ship=US1IC]");
    browser.type_into("#s-battle", "BATTLE ENGAGE");
    browser.type_into("#password", "correct horse");
    assert_eq!(count(), "1 of your 8 ships have orders here");
    let text = letter_shown(&browser);
    let letter = read_letter(&text, &lexicon);
    assert_eq!(complaints(&letter), Vec::<String>::new(), "{text}");
    let at = |wanted: &str| text.lines().position(|line| line == wanted).unwrap_or_else(|| panic!("{text}"));
    let assigned = at("ASSIGN US3FR TO Wool DEPUTY Marston");
    assert!(assigned < at("SHIP US1IC") && at("SHIP US1IC") < at("END"), "{text}");
    for line in
        ["MOVE STORES 20 FROM Boston TO New York", "REPAIR US2FR US1GB AT Annapolis", "INACTIVATE US1SL"]
    {
        assert!(at("END") < at(line), "{text}");
    }
    assert_eq!(letter.offices.len(), 4, "{text}");
    assert_quiet(&browser);
}

/// The page of another player of the same war offers no Secretary's orders, and units and ships are counted apart.
#[test]
fn who_is_no_secretary_is_offered_none_of_his_orders() {
    let (page, _) = page_with_ships("Wool");
    let browser = Browser::start();
    browser.open(&written("no-secretary", &page));
    let offered = "return [...document.getElementById('office-order').options].map((one) => one.value)";
    let offered = browser.run(offered, &[]);
    let offered: Vec<&str> = offered.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(offered.iter().all(|name| name.starts_with("OFFICES ")), "{offered:?}");
    let count = browser.run("return document.getElementById('count').textContent", &[]);
    assert_eq!(count, json!("0 of your 5 units and 0 of your 1 ship have orders here"));
}

/// Orders of the same words that ships have too are written by the units' rows.
#[test]
fn a_unit_of_a_war_with_ships_is_ordered_in_the_lines_of_units() {
    let (page, lexicon) = page_with_ships("Wool");
    let browser = Browser::start();
    browser.open(&written("units-of-ships", &page));
    let lines = "const id = fieldpost.data.units.find((unit) => unit.commanded).id; fieldpost.openUnit(id);
        return [id, fieldpost.line('INACTIVATE'), fieldpost.line('SUPPORT', ['7-7', 2]), fieldpost.line('BOMBARD', ['8-8']), fieldpost.line('DEPLOY', ['K4-U0', '7-7'])]";
    let lines = browser.run(lines, &[]);
    let lines: Vec<&str> = lines.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let text = format!("PLAYER Wool\nUNIT {}\n{}\nEND\n", lines[0], lines[1..].join("\n"));
    let letter = read_letter(&text, &lexicon);
    assert_eq!(complaints(&letter), Vec::<String>::new(), "{text}");
    assert_eq!(letter.units[0].orders.len(), 4, "{text}");
    assert_eq!(lines.last(), Some(&"DEPLOY K4-U0 7-7"), "the ships' row has one gap");
}

/// Issue 38, 7a: who is aboard has a block, for the day on which it lands (WISC 9.4).
#[test]
fn a_unit_aboard_has_a_block() {
    let (player, id) = aboard_in_1862();
    let (page, lexicon) = page_of("1862", &player);
    let browser = Browser::start();
    browser.open(&written("aboard", &page));
    browser.click(&format!("[data-ship={id}]"));
    browser.type_into("#s-defend", "DEFEND DEFEND");
    browser.type_into("#s-more", "MOVE 7-9");
    browser.type_into("#password", "correct horse");
    let text = letter_shown(&browser);
    let letter = read_letter(&text, &lexicon);
    assert_eq!(complaints(&letter), Vec::<String>::new(), "{text}");
    assert!(text.contains(&format!("UNIT {id}\nDEFEND DEFEND\nMOVE 7-9\n")), "{text}");
    assert_quiet(&browser);
}

/// A player of the war of 1862 who has a unit aboard or in a garrison off the map, and the unit.
fn aboard_in_1862() -> (String, String) {
    let texts = scenario_texts(Path::new("1862"), RULEBOOKS).unwrap();
    let board = (RULEBOOKS.named("rotd-cwol").unwrap().scenario)(&texts).unwrap().board.with(SEED);
    let fleet = fieldpost_campaign::fleet::Fleet::of(&*board).unwrap();
    let (id, away) = fleet.sea.away.iter().next().unwrap();
    (board.players()[usize::from(away.seat.commander.0)].name.clone(), id.to_string())
}

/// Issue 38, 7a: the chart is whole where its column is narrowest, and on a phone.
#[test]
fn the_chart_is_whole_at_every_width() {
    let (page, _) = page_with_ships("Marston");
    let browser = Browser::start();
    browser.open(&written("chart", &page));
    for width in [1_100, 950, 360] {
        browser.look_as(width, 900, false);
        browser.run("fieldpost.openShip('US1IC')", &[]);
        if width < 900 {
            browser.click("nav [data-panel=maps]");
        }
        let wider = browser.run(
            "const box = document.getElementById('chart'); const edge = box.getBoundingClientRect().right;
             return [box.scrollWidth - box.clientWidth, ...[...box.querySelectorAll('button')]
                .filter((one) => one.getBoundingClientRect().right > edge || one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)]",
            &[],
        );
        assert_eq!(wider, json!([0]), "at {width}");
    }
}

/// Issue 38, 7a: from a unit the map is a few stops of the Tab key away, however many units there are.
#[test]
fn lists_are_one_stop_of_the_tab_key() {
    let (page, _) = page_with_ships("Marston");
    let browser = Browser::start();
    browser.open(&written("tabs", &page));
    browser.run("fieldpost.openShip('US1IC')", &[]);
    let stops = "return ['list', 'ship-list', 'chart'].map((id) =>
        [...document.getElementById(id).querySelectorAll('button')].filter((one) => one.tabIndex === 0).map((one) => one.textContent.slice(0, 5)))";
    let stops = browser.run(stops, &[]);
    let counts: Vec<usize> =
        stops.as_array().unwrap().iter().map(|some| some.as_array().unwrap().len()).collect();
    assert_eq!(counts, [1, 1, 1], "{stops}");
    assert_eq!(stops[1][0], json!("US1IC"));
    let moved = "const first = document.querySelector('[data-ship=US1IC]'); first.focus();
        first.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
        return [document.activeElement.dataset.ship, document.activeElement.tabIndex, first.tabIndex]";
    assert_eq!(browser.run(moved, &[]), json!(["US2GB", 0, -1]));
}

//! What the page looks like: on a phone, with names of all kinds, and of a great army.

use super::*;

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
pub(super) const NAMELESS: &str = "return [...document.querySelectorAll('input, select, textarea, button, a, canvas')]
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
        let says_how_far = card.contains("square") || card.contains("none while it is not active");
        assert!(card.contains("Moves") && says_how_far && card.contains("Supply source"), "{card}");
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

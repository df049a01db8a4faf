//! Ships on the page: ordered on the chart, in lines that the grammar reads.

use super::*;

/// The page of a player of a war with ships, as it goes with the position report, and the language of its letters.
fn page_with_ships(player: &str) -> (String, Lexicon) {
    let texts = scenario_texts(Path::new("hampton-roads-1862"), RULEBOOKS).unwrap();
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

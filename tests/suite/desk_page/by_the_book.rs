//! The page goes by the book that is played: its steps, its kinds of units and its words.

use super::*;

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

//! Position mails on a phone, as a program shows them that drops `<style>`: Gmail with another's account, Yahoo, GMX.

use super::*;

/// What is wider than a screen of 360 pixels, or hides a part of itself; what stands within elements that may be scrolled is left out.
const TOO_WIDE: &str = "const [found, screen] = [[], 360];
    for (const part of document.querySelectorAll('body *')) {
      const box = part.getBoundingClientRect();
      const beyond = box.right > screen + 0.5 || box.left < -0.5;
      if (beyond && !(arguments[0] && part.closest(arguments[0]))) found.push(part.outerHTML.slice(0, 120));
      const style = getComputedStyle(part);
      const hides = style.overflowX === 'hidden' && part.scrollWidth > part.clientWidth;
      if (hides || style.display === 'none') found.push('hidden: ' + part.outerHTML.slice(0, 120));
    }
    if (document.scrollingElement.scrollWidth > screen) found.push('the page');
    return found;";

/// A page without what many mail programs drop.
fn bare(html: &str) -> String {
    let (before, rest) = html.split_once("<style>").unwrap();
    let (_, after) = rest.split_once("</style>").unwrap();
    assert!(!after.contains("<style"));
    format!("{before}{after}")
}

/// The pages of the position mails of a scenario: what each is called, its HTML, and the whole page if one is attached.
fn positions(scenario: &str) -> Vec<(String, String, Option<String>)> {
    let texts = scenario_texts(Path::new(scenario), RULEBOOKS).unwrap();
    let rulebook = RULEBOOKS.of_scenario(&texts).unwrap();
    let board = (rulebook.scenario)(&texts).unwrap().board.with(SEED);
    let press = fieldpost_print::press::Press::new().unwrap();
    let forms = order_forms(board.lexicon().language);
    let shop = fieldpost_print::shop::Shop::new(&press).with_desk(DeskKit { address: ADDRESS.into(), forms });
    let wishes = fieldpost_engine::wishes::Wishes::default();
    let page = |(number, player): (u16, &str)| {
        let number = fieldpost_engine::ids::PlayerNo(number);
        let report = board.report(number, &heading(player), &wishes, &shop).unwrap();
        let file = report.enclosures.iter().find(|file| file.name == "position.html");
        let file = file.map(|file| String::from_utf8(file.bytes.clone()).unwrap());
        (format!("{scenario}-{player}"), report.html.unwrap(), file)
    };
    let players = board.players();
    (0..).zip(players.iter().map(|player| player.name.as_str())).map(page).collect()
}

fn too_wide(browser: &Browser, name: &str, html: &str, within: Option<&str>) -> Value {
    browser.show(&written(name, html));
    browser.run(TOO_WIDE, &[json!(within)])
}

#[test]
fn no_position_is_wider_than_a_phone_where_styles_are_dropped() {
    let browser = Browser::start();
    browser.look_as(360, 740, false);
    let mut attached = 0;
    for scenario in ["bohemia-1866", "hampton-roads-1862", "italy-1494"] {
        for (name, html, file) in positions(scenario) {
            for (kind, page) in [("styled", html.clone()), ("bare", bare(&html))] {
                assert_eq!(too_wide(&browser, &name, &page, None), json!([]), "{name}, {kind}");
            }
            if let Some(file) = file {
                attached += 1;
                // Maps in letters alone are scrolled, for they have no other shape.
                assert_eq!(
                    too_wide(&browser, &name, &bare(&file), Some("pre")),
                    json!([]),
                    "{name}, attached"
                );
            }
        }
    }
    assert!(attached > 8, "{attached}");
    let wide = "<p style=\"width:500px\">wide</p>";
    let found = too_wide(&browser, "wide", &format!("<body>{wide}</body>"), None);
    assert!(found.as_array().unwrap().len() > 1, "what is too wide is found: {found}");
}

/// Two lines a unit, in letters that can be read, each of them within the screen; three on a phone where its name is a long one.
#[test]
fn a_unit_is_a_card_of_two_lines_and_on_a_desk_of_one_if_it_has_no_name() {
    let browser = Browser::start();
    let (name, html, _) =
        positions("bohemia-1866").into_iter().find(|row| row.0.ends_with("Herwarth")).unwrap();
    // Behind the id stands a name, or the square at once.
    let cards = "return [...document.querySelectorAll('div')].filter((part) => / mor \\d+, fat /.test(part.textContent))
        .map((part) => [Math.round(part.getBoundingClientRect().height), getComputedStyle(part).fontSize,
                        /^\\s*\\w+( d)?\\s+[A-Z]\\d-/.test(part.textContent)])";
    for (width, of_one_line) in [(360, 0), (1100, 2)] {
        browser.look_as(width, 740, false);
        browser.show(&written(&name, &bare(&html)));
        let told = browser.run(cards, &[]);
        let told = told.as_array().unwrap();
        assert_eq!(told.len(), 11, "{told:?}");
        assert!(told.iter().all(|card| card[1] == "14px"), "{width}: {told:?}");
        let height = |card: &serde_json::Value| card[0].as_u64().unwrap();
        let (low, two): (Vec<_>, Vec<_>) = told.iter().partition(|card| height(card) <= 29);
        assert!(low.len() == of_one_line && low.iter().all(|card| card[2] == true), "{width}: {told:?}");
        // On a phone a long name may take a third line.
        let tall = two.iter().filter(|card| height(card) > 48).count();
        assert!(tall <= usize::from(width == 360), "{width}: {told:?}");
        assert!(told.iter().all(|card| (18..=67).contains(&height(card))), "{width}: {told:?}");
    }
}

//! The page of Europa in the browser: clicks on the map, buttons and lines by hand make a letter that the desk obeys.

use std::path::Path;

use fieldpost::cli::stage::Stage;
use fieldpost_daemon::opening::{SeatLine, Seats};
use fieldpost_daemon::order_forms::order_forms;
use fieldpost_daemon::scenarios::scenario_texts;
use fieldpost_desk::record::Verdict;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::wishes::Wishes;
use fieldpost_games::RULEBOOKS;
use fieldpost_print::press::Press;
use fieldpost_print::shop::{DeskKit, Shop};

use super::browser::Browser;
use super::{ADDRESS, assert_quiet, heading, sent, written};

/// A place of the map where a click reaches it, whatever stands upon it, and not at its very border.
const WHERE: &str = "
    const node = document.querySelector(`[class^='land ${arguments[0]}'], [class^='sea ${arguments[0]}']`);
    node.scrollIntoView({ block: 'center' });
    const box = node.getBoundingClientRect();
    for (let y = box.top + 2; y < box.bottom; y += 2)
      for (let x = box.left + 2; x < box.right; x += 2)
        if ([[0, 0], [-3, -3], [3, -3], [-3, 3], [3, 3]].every(([dx, dy]) => document.elementFromPoint(x + dx, y + dy) === node))
          return [Math.round(x), Math.round(y)];
    return null;";

/// The middle of the wall of a place: its sign lets the click through.
const WALL: &str = "
    const node = document.querySelector(`[class^='land ${arguments[0]}']`);
    node.scrollIntoView({ block: 'center' });
    const box = node.getBoundingClientRect();
    for (const wall of document.querySelectorAll('#board .fortress')) {
      const { left, top, width, height } = wall.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (document.elementFromPoint(x, y) === node) return [x, y];
    }
    return null;";

fn page() -> String {
    let texts = scenario_texts(Path::new("italy-1494"), RULEBOOKS).unwrap();
    let rulebook = RULEBOOKS.of_scenario(&texts).unwrap();
    let board = (rulebook.scenario)(&texts).unwrap().board.with(1494);
    let press = Press::new().unwrap();
    let kit = DeskKit { address: ADDRESS.into(), forms: order_forms(rulebook.language) };
    let shop = Shop::new(&press).with_desk(kit);
    let report = board.report(PlayerNo(0), &heading("Charles"), &Wishes::default(), &shop).unwrap();
    let page = report.enclosures.iter().find(|file| file.name == "desk.html").unwrap();
    String::from_utf8(page.bytes.clone()).unwrap()
}

fn click(browser: &Browser, script: &str, place: &str) {
    let at = browser.run(script, &[place.into()]);
    assert!(at.is_array(), "nothing of {place} can be clicked");
    browser.click_at(at[0].as_f64().unwrap(), at[1].as_f64().unwrap());
}

fn text_of(browser: &Browser, id: &str) -> String {
    let script = "const node = document.getElementById(arguments[0]); return node.value ?? node.textContent";
    browser.run(script, &[id.into()]).as_str().unwrap().to_owned()
}

fn press(browser: &Browser, stack: &str, words: &str) {
    let script = "[...document.querySelectorAll(`#s-${arguments[0]} button`)].find((one) => one.textContent === arguments[1]).click()";
    browser.run(script, &[stack.into(), words.into()]);
}

fn office(folder: &Path) -> Stage {
    let seat = |player: &str| SeatLine {
        reports: None,
        player: player.into(),
        email: format!("{}@rehearsal.example", player.to_lowercase()),
        password: Some("frost flock kernel".into()),
        machine: false,
        skill: Default::default(),
    };
    let seats =
        Seats::daily(1494, ["Charles", "Gonzalo", "Contarini", "Alexander"].into_iter().map(seat).collect());
    let texts = scenario_texts(Path::new("italy-1494"), RULEBOOKS).unwrap();
    Stage::set_up(folder, "2026-06-01T08:00:00Z", "rehearsal", texts, &seats).unwrap()
}

#[test]
fn a_round_of_europa_is_clicked_together_and_the_desk_obeys() {
    let file = written("europa", &page());
    let browser = Browser::start();
    browser.open(&file);
    click(&browser, WHERE, "piedmont");
    assert!(text_of(&browser, "said").contains("Choose a stack"), "no stack is chosen yet");
    browser.click("#s-FR-1 h3 button");
    click(&browser, WHERE, "rome");
    assert!(text_of(&browser, "said").contains("cannot be entered"), "a far place is told");
    for place in ["piedmont", "milan", "genoa"] {
        click(&browser, if place == "milan" { WALL } else { WHERE }, place);
    }
    assert!(
        text_of(&browser, "letter-text").contains("MOVE piedmont milan genoa\n"),
        "{}{}",
        text_of(&browser, "letter-text"),
        text_of(&browser, "said")
    );
    press(&browser, "FR-1", "One step back");
    click(&browser, WHERE, "parma");
    press(&browser, "FR-1", "SIEGE");
    browser.type_into("#s-FR-1 textarea", "\nDETACH FR-9 WITH 1 LD");
    browser.click("#s-FR-F1 h3 button");
    click(&browser, WHERE, "ligurian-sea");
    browser.type_into(
        "#s-FR-F1 textarea",
        "\nIF PRESENT Spain AT ligurian-sea AT LEAST 3 THEN RETREAT AFTER FIRE ELSE ATTACK",
    );
    browser.run(
        "const c = document.getElementById('campaign'); c.value = 'MAJOR'; c.dispatchEvent(new Event('change'))",
        &[],
    );
    let text = text_of(&browser, "letter-text");
    for line in ["CAMPAIGN MAJOR", "STACK FR-1", "MOVE piedmont milan parma", "SIEGE", "MOVE ligurian-sea"] {
        assert!(text.lines().any(|one| one == line), "no {line} in:\n{text}");
    }
    browser.type_into("#password", "frost flock kernel");
    let text_with_password = text_of(&browser, "letter-text");
    for dark in [false, true] {
        browser.look_as(360, 740, dark);
        for panel in ["maps", "orders", "letter"] {
            browser.click(&format!("nav [data-panel={panel}]"));
            let wide = browser.run("return document.documentElement.scrollWidth", &[]);
            assert!(wide.as_u64().unwrap() <= 360, "{panel} is {wide} pixels wide on a phone");
        }
    }
    assert_eq!(browser.run(super::looks::NAMELESS, &[]), serde_json::json!([]), "fields that no label names");
    browser.reload();
    assert_eq!(text_of(&browser, "letter-text"), text, "the draft has all but the password");
    assert_quiet(&browser);
    let folder = tempfile::tempdir().unwrap();
    let mut stage = office(&folder.path().join("office"));
    let (verdict, receipt) = sent(&mut stage, "Charles", &text_with_password);
    assert_eq!(verdict, Verdict::Obeyed, "{receipt}");
}

/// Adds an order by the fields of a row of the language, in the order of its gaps.
fn add(browser: &Browser, within: &str, row: &str, values: &[&str]) {
    let script =
        "const box = document.querySelector(arguments[0]); const select = box.querySelector('select');
        select.value = [...select.options].find((one) => one.textContent === arguments[1]).value;
        select.dispatchEvent(new Event('change'));
        const inputs = box.querySelectorAll('.controls input[type=text]');
        arguments[2].forEach((value, at) => { inputs[at].value = value; });
        [...box.querySelectorAll('.controls button')].find((one) => one.textContent === 'Add').click();
        return box.querySelector('.controls .wrong')?.textContent ?? ''";
    let wrong = browser.run(script, &[within.into(), row.into(), values.into()]);
    assert_eq!(wrong, serde_json::json!(""), "{row} {values:?}");
}

/// Issue 38, 7a and 41, 8: orders with gaps are put together by fields, an army does not walk into the sea, the map goes by keyboard,
/// and a link has its lines as mail programs want them.
#[test]
fn orders_of_europa_are_put_together_by_fields_and_by_keyboard() {
    let browser = Browser::start();
    browser.open(&written("europa-fields", &page()));
    browser.run("fieldpost.choose('FR-1')", &[]);
    click(&browser, WHERE, "piedmont");
    browser.run("fieldpost.choose('FR-2')", &[]);
    let ways = "return [...document.querySelectorAll('#ways button')].map((one) => one.textContent)";
    let next = browser.run(ways, &[]);
    assert!(
        next.as_array().unwrap().iter().any(|one| one == "Dauphine (3)" || one == "Dauphine (2)"),
        "{next}"
    );
    browser.run("[...document.querySelectorAll('#ways button')].find((one) => one.textContent.startsWith('Dauphine')).click()", &[]);
    assert!(text_of(&browser, "letter-text").contains("STACK FR-2\nMOVE dauphine\nEND\n"));
    browser.run("fieldpost.choose('FR-1')", &[]);
    browser.run("const box = document.querySelector('#s-FR-1 textarea'); box.value = ''; box.dispatchEvent(new Event('input'))", &[]);
    browser.run("const box = document.querySelector('#s-FR-1 textarea'); box.value = 'MOVE provence'; box.dispatchEvent(new Event('input'))", &[]);
    click(&browser, WHERE, "gulf-of-lion");
    assert!(text_of(&browser, "said").contains("aboard a fleet"), "{}", text_of(&browser, "said"));
    add(&browser, "#s-FR-F1", "CARRY stack FROM place TO place", &["FR-1", "Provence", "Corsica"]);
    add(&browser, "#s-FR-F1", "BLOCKADE port", &["Genoa"]);
    add(&browser, "#s-FR-1", "DETACH stack WITH counters [LEADER name]", &["FR-9", "1 LD"]);
    add(&browser, "#s-FR-1", "IF ROUND n THEN order [ELSE order]", &["1", "HOLD"]);
    add(&browser, "#power-adds", "ASK REFEREE words", &["May I hire Swiss?"]);
    let text = text_of(&browser, "letter-text");
    for line in [
        "CARRY FR-1 FROM provence TO corsica",
        "BLOCKADE genoa",
        "DETACH FR-9 WITH 1 LD",
        "IF ROUND 1 THEN HOLD",
        "ASK REFEREE May I hire Swiss?",
    ] {
        assert!(text.lines().any(|one| one == line), "no {line} in:\n{text}");
    }
    let missing = "const box = document.querySelector('#s-FR-F1'); const select = box.querySelector('select');
        select.value = [...select.options].find((one) => one.textContent === 'BLOCKADE port').value;
        select.dispatchEvent(new Event('change'));
        box.querySelector('.controls button').click(); return box.querySelector('.wrong[role=alert]').textContent";
    assert_eq!(browser.run(missing, &[]), serde_json::json!("Something is still missing."));
    let link = browser.run("return document.getElementById('mail').href", &[]);
    assert!(link.as_str().unwrap().contains("STACK%20FR-1%0D%0AMOVE%20provence%0D%0A"), "{link}");
    assert_quiet(&browser);
}

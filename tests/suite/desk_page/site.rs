//! A game's past as pages, opened from a folder: every book, by day and by night, on a phone and on a desk.

use fieldpost_daemon::site::Whom;
use fieldpost_daemon::socket::{Request, SeatWish};
use fieldpost_print::parcel::{packed, unpacked};
use tempfile::TempDir;

use super::*;

/// A war of so many turns, the first played by the machine on all sides.
fn played(scenario: &str, turns: u32) -> (TempDir, Stage) {
    let texts = scenario_texts(Path::new(scenario), RULEBOOKS).unwrap();
    let rulebook = RULEBOOKS.of_scenario(&texts).unwrap();
    let players = (rulebook.scenario)(&texts).unwrap().board.with(SEED).players();
    let mut seats = "schedule = \"daily 03:00\"\nzone = \"Europe/Berlin\"\nseed = 1866\n".to_owned();
    for player in players {
        seats += &format!("[[seat]]\nplayer = {:?}\nmachine = true\n", player.name);
    }
    let folder = TempDir::new().unwrap();
    let seats: Seats = toml::from_str(&seats).unwrap();
    let mut stage = Stage::set_up(folder.path(), "2026-06-01T08:00:00Z", "war", texts, &seats).unwrap();
    let autoplay = Request::Autoplay { game: "war".into(), seats: SeatWish::default(), show: false };
    stage.office.carry_out(&autoplay, Vec::new()).unwrap();
    (0..turns).for_each(|_| drop(stage.run_turn().unwrap()));
    (folder, stage)
}

fn end(stage: &mut Stage) {
    let asked = stage.office.typed("war", "END GAME").unwrap();
    let token =
        asked.split("CONFIRM ").nth(1).and_then(|rest| rest.split_whitespace().next()).unwrap().to_owned();
    stage.office.typed("war", &format!("CONFIRM {token}")).unwrap();
}

/// The pages in a folder that stays, for whoever wants to look: `target/tmp/site-*`.
fn laid_out(stage: &Stage, whom: &Whom, name: &str) -> PathBuf {
    let site = stage.office.site(&stage.game, whom, true).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("site-{name}"));
    let _ = fs::remove_dir_all(&folder);
    for (file, bytes) in unpacked(&packed(&site.files).unwrap()).unwrap() {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

/// What is amiss with a page that is open: too wide, a way to nowhere but the folder, a picture that is not there, a script.
const AMISS: &str = "const found = [];
    if (document.scrollingElement.scrollWidth > innerWidth) found.push(`as wide as ${document.scrollingElement.scrollWidth}`);
    for (const link of document.querySelectorAll('a, img'))
      if (!(link.href ?? link.src).startsWith(arguments[0])) found.push(link.outerHTML.slice(0, 200));
    for (const image of document.images) if (!image.complete || !image.naturalWidth) found.push(image.outerHTML.slice(0, 200));
    if (document.querySelector('script, link, iframe, object')) found.push('it fetches or runs something');
    if (document.querySelectorAll('h1').length < 1) found.push('no title');
    return found;";

/// Opens every page of a folder as a phone and a desk show it, by day and by night; nothing may be amiss with it.
pub fn look_through(browser: &Browser, folder: &Path) {
    let mut pages: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "html"));
    pages.sort();
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        for (_, rest) in text.match_indices("href=\"").map(|(at, found)| text.split_at(at + found.len())) {
            let file = rest.split('"').next().unwrap();
            assert!(folder.join(file).is_file(), "{} leads to {file}", page.display());
        }
        browser.show(page);
        for (width, dark) in [(360, false), (360, true), (1200, false), (1200, true)] {
            browser.look_as(width, 800, dark);
            let amiss = browser.run(AMISS, &[json!(format!("file://{}/", folder.display()))]);
            assert_eq!(amiss, json!([]), "{} at {width}, dark {dark}", page.display());
        }
    }
}

#[test]
fn the_past_of_every_book_opens_from_a_folder() {
    let browser = Browser::start();
    for scenario in ["valley-1862", "jena-1806", "hampton-roads-1862", "italy-1494"] {
        // A turn is told to anybody when the game has ended, or the next is run.
        let (_folder, mut stage) = played(scenario, 1);
        end(&mut stage);
        let first = stage.office.games[&stage.game].record.board().players()[0].name.clone();
        let public = laid_out(&stage, &Whom::Public, &format!("{scenario}-public"));
        let side = laid_out(&stage, &Whom::Side(first), &format!("{scenario}-side"));
        let whole = laid_out(&stage, &Whom::Whole, &format!("{scenario}-whole"));
        assert!(whole.join("turn-001-all.html").exists(), "{scenario}");
        for folder in [public, side, whole] {
            assert!(folder.join("turn-001.html").exists(), "{scenario}");
            look_through(&browser, &folder);
        }
    }
    assert_quiet(&browser);
}

#[test]
fn one_goes_from_turn_to_turn_and_sees_the_numbers_drawn() {
    let (_folder, mut stage) = played("demo", 2);
    let public = laid_out(&stage, &Whom::Public, "public");
    assert!(public.join("turn-001.html").exists() && !public.join("turn-002.html").exists(), "a turn late");
    end(&mut stage);
    let folder = laid_out(&stage, &Whom::Whole, "walked");
    let browser = Browser::start();
    look_through(&browser, &public);
    look_through(&browser, &folder);
    browser.show(&folder.join("index.html"));
    let here = |file: &str| browser.wait(file, &format!("return location.pathname.endsWith('/{file}')"));
    browser.click("a[href='turn-001.html']");
    here("turn-001.html");
    browser.click("nav a[href='turn-002.html']");
    here("turn-002.html");
    browser.click("nav a[href='index.html']");
    here("index.html");
    let drawn = "return [...document.querySelectorAll('figure')].map((one) => [one.querySelectorAll('svg > path > title').length > 0,
        one.querySelector('svg').getBoundingClientRect().width > 300, one.querySelectorAll('tr').length])";
    let drawn = browser.run(drawn, &[]);
    let plots = drawn.as_array().unwrap();
    assert!(plots.len() >= 4, "{drawn}");
    assert!(plots.iter().all(|plot| *plot == json!([true, true, 4])), "a head and turns 0, 1, 2: {drawn}");
    browser.click("figure summary");
    let shown = browser.run("return document.querySelector('figure details').open", &[]);
    assert_eq!(shown, json!(true));
}

//! The desk page at the link of a mail (`[web]`), from the program itself.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use super::*;
use crate::host::{Place, free_port};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fieldpost_print::fold::unfolded;
use fieldpost_web::server::{self, Settings, Standing};
use fieldpost_web::token::Token;
use fieldpost_web::{Page, Pages, Unmade, policy};
use mailparse::ParsedMail;

/// A post office with the demonstration, whose desk pages are served at a port.
fn served() -> (Place, u16) {
    served_with("")
}

fn served_with(more: &str) -> (Place, u16) {
    let port = free_port();
    let web = format!(
        "[web]\nlisten = \"127.0.0.1:{port}\"\nurl = \"http://127.0.0.1:{port}/\"\nper_minute = 100000\n{more}"
    );
    let place = Place::with(&web);
    let seats = place.folder.path().join("seats.toml");
    fs::write(&seats, include_str!("../../../fixtures/demo/seats-without-pictures.toml")).unwrap();
    place.must(&["new-game", "demo", "--scenario", "demo", "--seats", seats.to_str().unwrap()]);
    (place, port)
}

/// A mail to a player: its text, its page, and its desk page unfolded.
struct Seen {
    text: String,
    html: String,
    desk: Option<String>,
}

impl Seen {
    fn of(mail: &ParsedMail<'_>) -> Self {
        let part = |kind: &str| {
            let part = mail.parts().find(|part| part.ctype.mimetype == kind && name_of(part).is_none());
            part.map(|part| part.get_body().unwrap().replace("\r\n", "\n")).unwrap_or_default()
        };
        let desk = mail.parts().find(|part| name_of(part).as_deref() == Some("desk.html"));
        let desk = desk.map(|part| String::from_utf8(part.get_body_raw().unwrap()).unwrap());
        let desk = desk.map(|page| unfolded(&page.replace("\r\n", "\n")).expect("it is a folded page"));
        Seen { text: part("text/plain"), html: part("text/html"), desk }
    }

    /// The link to the desk page, if the mail has one.
    fn link(&self) -> Option<&str> {
        self.text.lines().find_map(|line| line.trim().strip_prefix("Desk page: "))
    }
}

fn name_of(part: &ParsedMail<'_>) -> Option<String> {
    part.get_content_disposition().params.get("filename").cloned()
}

/// The position mail of a player at the opening of a turn, once it has gone out.
fn position(place: &Place, player: &str, turn: u32) -> Seen {
    let find = || {
        let files = fs::read_dir(place.folder.path().join("out/new")).ok()?;
        files.filter_map(|file| fs::read(file.ok()?.path()).ok()).find_map(|bytes| {
            let mail = mailparse::parse_mail(&bytes).ok()?;
            let of = |name: &str| {
                mail.headers.iter().find(|header| header.get_key() == name).map(|h| h.get_value())
            };
            let is_it = of("Subject")?.contains(&format!("[demo T{turn}] Position"))
                && of("To")?.to_lowercase().contains(&player.to_lowercase());
            is_it.then(|| Seen::of(&mail))
        })
    };
    place.until(&format!("no position of turn {turn} goes to {player}"), || find().is_some());
    find().unwrap()
}

/// The status and the body that a link is answered with.
fn get(link: &str) -> (String, String) {
    let (host, path) = link.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().to_owned(), body.to_owned())
}

/// Puts a letter into the mailbox.
fn write_letter(place: &Place, from: &str, name: &str, orders: &str) {
    let letter = format!(
        "Return-Path: <{from}>\r\nFrom: {from}\r\nTo: war@example.org\r\nSubject: orders\r\nMessage-ID: <{name}@page>\r\n\
         MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{}",
        orders.replace('\n', "\r\n")
    );
    fs::write(place.folder.path().join("in/new").join(name), letter).unwrap();
}

/// What the browser asked the network for since it was last asked, but for what it asks for itself before.
fn asked_for(browser: &Browser) -> BTreeSet<String> {
    let events = browser.log("performance");
    let events =
        events.iter().filter_map(|entry| serde_json::from_str::<Value>(entry["message"].as_str()?).ok());
    events
        .filter(|event| event["message"]["method"] == "Network.requestWillBeSent")
        .filter_map(|event| Some(event["message"]["params"]["request"]["url"].as_str()?.to_owned()))
        .filter(|url| url.starts_with("http"))
        .collect()
}

#[test]
fn the_link_of_a_mail_opens_the_attached_page_on_a_phone_and_on_a_desk_and_it_writes_a_letter() {
    let (place, _) = served();
    let daemon = place.daemon(|_| {});
    let mail = position(&place, "Benedek", 1);
    let link = mail.link().unwrap_or_else(|| panic!("no link: {}", mail.text));
    assert!(mail.html.contains(&format!("href=\"{link}\"")), "{}", mail.html);
    for words in [&mail.text, &mail.html] {
        assert!(words.contains("on a phone as well") && !words.contains("Safari"), "{words}");
    }
    let (status, page) = get(link);
    assert_eq!(status, "200");
    assert!(mail.desk.as_ref() == Some(&page), "the page that is served is the page that is attached");
    for (width, height) in [(360, 740), (1100, 800)] {
        let browser = Browser::start();
        browser.look_as(width, height, false);
        browser.visit(link);
        let panel = |name: &str| {
            if width < 700 {
                browser.click(&format!("nav [data-panel={name}]"));
            }
        };
        browser.click("[data-unit=AU7IN]");
        panel("orders");
        browser.click("#pick-march");
        panel("maps");
        click_square(&browser, "B0-N8");
        click_square(&browser, "A9-N7");
        browser.click("#done");
        panel("letter");
        browser.type_into("#password", "correct horse battery");
        let text = letter_shown(&browser);
        assert!(text.contains("UNIT AU7IN\nMARCH B0-N8 A9-N7\n"), "{text}");
        let href = browser.run("return document.getElementById('mail').href", &[]);
        assert!(href.as_str().unwrap().starts_with("mailto:war@example.org?subject="), "{href}");
        browser.click("#copy");
        browser.click("#save");
        pictured(&browser, &format!("letter-{width}"));
        // Whatever the policy forbids is said in the console, and so is what failed to load.
        let said = browser.log("browser");
        assert!(said.is_empty(), "{width}: the console says {said:?}");
        assert_eq!(asked_for(&browser), BTreeSet::from([link.to_owned()]), "{width}");
        let wide = browser.run("return document.scrollingElement.scrollWidth", &[]).as_u64().unwrap();
        assert!(wide <= u64::from(width), "{width}: it is {wide} wide");
        let foreign = "const script = document.createElement('script'); script.textContent = 'window.foreign = 1'; \
                       document.body.append(script); return window.foreign === undefined";
        assert_eq!(browser.run(foreign, &[]), json!(true), "no script runs but the page's own");
        assert_eq!(browser.run("return document.cookie", &[]), json!(""));
    }
    daemon.stop();
}

#[test]
fn a_link_ends_with_the_password_and_when_the_turn_after_next_was_run_and_no_log_shows_it() {
    let (place, port) = served();
    let daemon = place.daemon(|command| {
        command.env("RUST_LOG", "fieldpost=debug");
    });
    let first = position(&place, "Benedek", 1);
    let first = first.link().unwrap();
    let nothing = get(&format!("http://127.0.0.1:{port}/t/{}", "0".repeat(32)));
    assert_eq!(nothing.0, "404");
    assert_eq!(get(first).0, "200");
    let others = position(&place, "Moltke", 1);
    write_letter(
        &place,
        "benedek@austria.example",
        "new-password",
        "GAME demo\nPLAYER Benedek\nPASSWORD correct horse battery\nNEW PASSWORD staple battery horse\n",
    );
    place.until("the old link goes on", || get(first).0 == "404");
    assert!(get(first) == nothing, "a link that has ended is answered like one that never was");
    assert_eq!(get(others.link().unwrap()).0, "200", "nobody else's link ends with it");

    place.must(&["turn", "demo", "--now"]);
    let second = position(&place, "Benedek", 2);
    let second = second.link().unwrap();
    // Mails may be out a moment before the port shows the new turn.
    place.until("the page of turn 2 does not come", || get(second).1.contains("\"turn\":2"));
    assert!(get(first) == nothing);
    assert!(
        get(others.link().unwrap()).1.contains("\"turn\":2"),
        "a link of the turn before leads to the open one"
    );
    place.must(&["turn", "demo", "--now"]);
    let third = position(&place, "Benedek", 3);
    place.until("the page of turn 3 does not come", || get(second).1.contains("\"turn\":3"));
    assert!(get(others.link().unwrap()) == nothing);
    // What was printed by an earlier password is printed anew with the link of then.
    place.until("not all is sent", || place.must(&["status"]).contains("mail out   0 waiting"));
    let pruned = place.must(&["prune", "demo", "--dry-run"]);
    assert!(!pruned.contains("would come out otherwise"), "{pruned}");
    let status = place.must(&["status"]);
    let status = status.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        status.contains(&format!("lead to http://127.0.0.1:{port}; it listens on 127.0.0.1:{port}")),
        "{status}"
    );
    assert!(place.must(&["doctor"]).contains("the daemon answers there"));
    // Those who hang on keep nothing up.
    let mut hanging: Vec<TcpStream> =
        (0..8).map(|_| TcpStream::connect(("127.0.0.1", port)).unwrap()).collect();
    hanging.iter_mut().for_each(|stream| stream.write_all(b"GET /t/").unwrap());
    daemon.stop();
    assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
    assert!(place.must(&["status"]).contains("NOT SERVED"));
    let log = place.log();
    assert!(log.contains("the desk page was asked for"), "{log}");
    for link in [first, second, others.link().unwrap(), third.link().unwrap()] {
        let token = link.rsplit('/').next().unwrap();
        assert!(!log.contains(&token[..8]), "the log shows {token}");
    }
}

#[test]
fn a_port_that_is_taken_stops_no_mail() {
    let (place, port) = served();
    let _taken = TcpListener::bind(("127.0.0.1", port)).unwrap();
    let doctor = crate::host::said(&place.fieldpost(&["doctor"]));
    assert!(doctor.contains("WRONG  web:") && doctor.contains("something else answers"), "{doctor}");
    let daemon = place.daemon(|_| {});
    position(&place, "Benedek", 1);
    let status = place.must(&["status"]);
    assert!(status.contains("NOT SERVED") && status.contains("cannot be listened on"), "{status}");
    write_letter(
        &place,
        "benedek@austria.example",
        "status",
        "GAME demo\nPLAYER Benedek\nPASSWORD correct horse battery\nSTATUS\n",
    );
    place.until("the letter is not filed", || place.log().contains("filed"));
    daemon.stop();
}

/// Keeps what the window shows, for whoever wants to look at it: `target/tmp/served-*.png`.
fn pictured(browser: &Browser, name: &str) {
    let png = browser.devtools("Page.captureScreenshot", &json!({}));
    let png = STANDARD.decode(png["data"].as_str().unwrap()).unwrap();
    fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("served-{name}.png")), png).unwrap();
}

/// The link in a player's first position as it lies in the outbox.
fn link_on_record(office: &fieldpost_daemon::office::Office, player: &str) -> String {
    let rows = office.store.mails(fieldpost_store::MailId(0), 100).unwrap();
    let of = rows.iter().filter(|row| row.player.as_deref() == Some(player));
    let mails = of.map(|row| office.store.mail_bytes(row.id).unwrap());
    let links =
        mails.filter_map(|bytes| Seen::of(&mailparse::parse_mail(&bytes).unwrap()).link().map(str::to_owned));
    links.last().unwrap()
}

#[test]
fn a_link_lives_for_so_many_days_from_the_opening_of_its_turn() {
    use fieldpost_daemon::clock::Clock;
    use fieldpost_daemon::config::Config;
    let (place, _) = served_with("days = 3\n");
    let config = Config::load(&place.folder.path().join("fieldpost.toml")).unwrap();
    let store = Arc::new(fieldpost_store::SledStore::open(&config.office.store).unwrap());
    let now = Clock::System.now();
    let clock = Arc::new(std::sync::atomic::AtomicI64::new(now));
    let office = fieldpost_daemon::wiring::office(config, Clock::Set(Arc::clone(&clock)), store).unwrap();
    office.lay_out_pages();
    let pages = office.pages().unwrap();
    let token = link_on_record(&office, "Benedek");
    let token = Token::read(token.rsplit('/').next().unwrap()).unwrap();
    let is_there = |after_ms: i64| {
        clock.store(now + after_ms, std::sync::atomic::Ordering::SeqCst);
        pages.page(&token).unwrap().is_some()
    };
    let day_ms = 24 * 3_600_000;
    // The game was opened some moments ago.
    assert!(is_there(0) && is_there(3 * day_ms - 3_600_000), "it lives");
    assert!(!is_there(3 * day_ms), "it has ended");
    // Laid out anew it has ended all the same.
    office.lay_out_pages();
    assert!(!is_there(3 * day_ms) && is_there(0));
}

/// Pages that are made already, the first of them at 0000….
struct Made(Vec<Arc<Page>>);

impl Pages for Made {
    fn page(&self, token: &Token) -> Result<Option<Arc<Page>>, Unmade> {
        Ok(usize::from_str_radix(token.expose(), 16).ok().and_then(|place| self.0.get(place).cloned()))
    }
}

/// The desk page of the first player of a scenario who has one, as a port shows it.
fn page_of(scenario: &str) -> Arc<Page> {
    let texts = scenario_texts(Path::new(scenario), RULEBOOKS).unwrap();
    let rulebook = RULEBOOKS.of_scenario(&texts).unwrap();
    let board = (rulebook.scenario)(&texts).unwrap().board.with(SEED);
    let press = fieldpost_print::press::Press::new().unwrap();
    let kit = DeskKit { address: ADDRESS.into(), forms: order_forms(rulebook.language) };
    let shop = fieldpost_print::shop::Shop::new(&press).with_desk(kit);
    let players = board.players();
    let mut pages = (0..)
        .map(fieldpost_engine::ids::PlayerNo)
        .zip(&players)
        .filter_map(|(number, player)| board.desk_page(number, &heading(&player.name), &shop).unwrap());
    let page = pages.next().unwrap_or_else(|| panic!("{scenario}: nobody has a desk page"));
    let [scripts, styles] = [&page.own.scripts, &page.own.styles].map(|all| all.iter().map(String::as_str));
    Arc::new(Page::new(page.html, policy(scripts, styles)))
}

/// Land, ships and Europa: whatever a page does when it is opened, the policy of its hashes lets it.
#[test]
fn the_pages_of_all_games_keep_to_their_policies() {
    let scenarios = ["bohemia-1866", "hampton-roads-1862", "italy-1494"];
    let listen = SocketAddr::from(([127, 0, 0, 1], free_port()));
    let settings = Settings { listen, below: String::new(), behind_proxy: false, per_minute: 100_000 };
    let running = server::start(settings, Arc::new(Made(scenarios.map(page_of).into()))).unwrap();
    while running.teller().now() != Standing::Open(listen) {
        std::thread::sleep(Duration::from_millis(10));
    }
    for (place, scenario) in scenarios.iter().enumerate() {
        for (width, height) in [(360, 740), (1100, 800)] {
            let browser = Browser::start();
            browser.look_as(width, height, width == 360);
            let link = format!("http://{listen}/t/{place:032x}");
            browser.visit(&link);
            let shown = browser.run("return document.getElementById('title').textContent", &[]);
            assert!(!shown.as_str().unwrap().is_empty(), "{scenario}");
            pictured(&browser, &format!("{scenario}-{width}"));
            let said = browser.log("browser");
            assert!(said.is_empty(), "{scenario}, {width}: the console says {said:?}");
            assert_eq!(asked_for(&browser), BTreeSet::from([link]), "{scenario}");
        }
    }
    running.stop();
}

/// Without the option mails have no link, and say what to do on a phone.
#[test]
fn without_a_port_the_mail_says_what_a_phone_does_with_the_attached_page() {
    let place = Place::with("[web]\nurl = \"https://war.example.org\"\n");
    let seats = place.folder.path().join("seats.toml");
    fs::write(&seats, include_str!("../../../fixtures/demo/seats-without-pictures.toml")).unwrap();
    place.must(&["new-game", "demo", "--scenario", "demo", "--seats", seats.to_str().unwrap()]);
    assert!(place.must(&["doctor"]).contains("well   web: nothing listens"));
    assert!(!place.must(&["status"]).contains("desk page"));
    let daemon = place.daemon(|_| {});
    let mail = position(&place, "Benedek", 1);
    assert!(mail.link().is_none() && !mail.html.contains("https://"), "{}", mail.html);
    let flat = |words: &str| words.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat(&mail.text).contains("iPhone and iPad run no attached page: there write by hand."),
        "{}",
        mail.text
    );
    let html = flat(&mail.html);
    assert!(
        html.contains("iPhone and iPad run no attached page: there use the link &quot;Write orders&quot;."),
        "{html}"
    );
    for words in [mail.text, mail.html, mail.desk.unwrap()] {
        assert!(!words.contains("Safari"));
    }
    daemon.stop();
}

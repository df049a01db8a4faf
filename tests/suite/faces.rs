//! The faces of a player's one view of a turn: text, HTML and JSON say the same, the JSON is as its schema says, and the
//! HTML is no longer than mail programs show.

use std::sync::Arc;

use chrono::NaiveDate;
use fieldpost_campaign::schema;
use fieldpost_door::ClosedBook;
use fieldpost_engine::calendar::Calendar;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::wishes::Wishes;
use fieldpost_engine::words::{counted, grouped};
use fieldpost_games::RULEBOOKS;
use fieldpost_ground::spelling::spelt;
use fieldpost_ground::square::TacticalSquare;
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::ROTD_EUWOL;
use fieldpost_land::detection::rumour::{Rumour, Talk};
use fieldpost_land::orders::TurnOrders;
use fieldpost_land::scenario::{self, Scenario};
use fieldpost_land::sequence;
use fieldpost_land::state::LandState;
use fieldpost_land::turn::Outcome;
use fieldpost_land::unit::{Reforming, Status, Unit, UnitId};
use fieldpost_mail::write::{Occasion, Outgoing};
use fieldpost_print::heading::Heading;
use fieldpost_print::press::Press;
use fieldpost_print::report::Report;
use fieldpost_print::shop::{DeskKit, Shop};
use fieldpost_tell::{Theatre, turn_reports};
use mailparse::{MailHeaderMap, ParsedMail, parse_mail};
use serde_json::Value;

/// Where orders go.
const HOST: &str = "war@host.example";

struct Stage {
    atlas: Arc<Atlas>,
    state: LandState,
    press: Press,
}

impl Stage {
    fn demo() -> Self {
        let Scenario { atlas, state, .. } = scenario::read(&scenario::demo()).unwrap();
        Stage { atlas: Arc::new(atlas), state, press: Press::new().unwrap() }
    }

    /// An army of Moltke's in which everything is amiss that a report can name, and a Minister who hears of something.
    fn troubled() -> (Self, Outcome) {
        let mut stage = Stage::demo();
        let state = &mut stage.state;
        fn unit<'a>(state: &'a mut LandState, id: &str) -> &'a mut Unit {
            state.units.get_mut(&id.parse::<UnitId>().unwrap()).unwrap()
        }
        unit(state, "PR1IN").fatigue = 22;
        unit(state, "PR2IN").fatigue = 15;
        unit(state, "PR3IN").fatigue = 11;
        unit(state, "PR4IN").ammunition = 0;
        unit(state, "PR4IN").wounded = 61;
        unit(state, "PR5IN").status = Status::Shattered;
        unit(state, "PR5IN").reforming = Some(Reforming { turns_left: 3, turns: 0, failed: 0 });
        unit(state, "PR5IN").prisoners = 17;
        unit(state, "PR6IN").at = stage.atlas.map.grid.parse("A9-N0").unwrap();
        unit(state, "PR7IN").stragglers = 43;
        let mut outcome = stage.run();
        let at = stage.atlas.map.grid.parse("P9-P1").or(stage.atlas.map.grid.parse("A8-N9")).unwrap();
        let rumour = Rumour { at, nation: "AU".parse().unwrap(), of: Talk::Headquarters };
        let moltke = stage.player("Moltke");
        outcome.sights.get_mut(&moltke).unwrap().hearsay.push(rumour);
        (stage, outcome)
    }

    /// An army of Moltke's of so many brigades, three in a square, on the demonstration's map.
    fn army(brigades: usize) -> (Self, Outcome) {
        let mut stage = Stage::demo();
        let model = stage.state.units[&"PR1IN".parse::<UnitId>().unwrap()].clone();
        let seat = stage.state.seats[&model.id];
        let moltke = stage.player("Moltke");
        stage.state.seats.retain(|_, seat| seat.commander != moltke && seat.deputy != Some(moltke));
        stage.state.units.retain(|id, _| stage.state.seats.contains_key(id));
        let map = &stage.atlas.map;
        let land: Vec<_> = map.grid.all().filter(|square| map.is_passable(*square)).collect();
        for number in 0..brigades {
            let id: UnitId = format!("PR{}IN", number + 1).parse().unwrap();
            let mut unit = model.clone();
            (unit.id, unit.at) = (id, land[number / 3 % land.len()]);
            unit.tac = TacticalSquare::new((number % 15) as u8, 7).unwrap();
            stage.state.units.insert(id, unit);
            stage.state.seats.insert(id, seat);
        }
        let outcome = stage.run();
        (stage, outcome)
    }

    fn run(&self) -> Outcome {
        sequence::run(&self.atlas, &ROTD_EUWOL, self.state.clone(), TurnOrders::default(), 7, None)
    }

    fn player(&self, name: &str) -> PlayerNo {
        self.state.player_named(name).unwrap()
    }

    fn reports(&self, outcome: &Outcome, name: &str, wishes: Wishes) -> Vec<Report> {
        let theatre = Theatre { atlas: &self.atlas, book: &ROTD_EUWOL };
        let shop = Shop::new(&self.press).with_desk(DeskKit { address: HOST.into(), forms: Vec::new() });
        turn_reports(theatre, outcome, self.player(name), &heading(name), &wishes, &shop).unwrap()
    }

    fn position(&self, outcome: &Outcome, wishes: Wishes) -> Report {
        self.reports(outcome, "Moltke", wishes).pop().unwrap()
    }
}

fn heading(player: &str) -> Heading {
    Heading {
        game: "bohemia".into(),
        title: "The passes of Bohemia".into(),
        player: player.into(),
        deadline_local: "Friday 7 August 2026, 20:00 (Europe/Vienna)".into(),
        deadline_utc: "Friday 7 August 2026, 18:00 UTC".into(),
        calendar: Some(Calendar { begins: NaiveDate::from_ymd_opt(1866, 6, 16).unwrap(), days_a_turn: 3 }),
        by_hand: Vec::new(),
        silence: Vec::new(),
    }
}

fn no_pictures() -> Wishes {
    Wishes { pictures: false, ..Wishes::default() }
}

fn file<'a>(report: &'a Report, name: &str) -> Option<&'a [u8]> {
    report.enclosures.iter().find(|file| file.name == name).map(|file| file.bytes.as_slice())
}

fn view(report: &Report) -> Value {
    serde_json::from_slice(file(report, "report.json").unwrap()).unwrap()
}

/// The whole page of a report: the attached one, where the mail shows less.
fn whole_page(report: &Report) -> String {
    let attached = file(report, "position.html").map(|page| String::from_utf8(page.to_vec()).unwrap());
    attached.or_else(|| report.html.clone()).unwrap()
}

/// What a reader of a page reads, all blanks alike.
fn words_of(html: &str) -> String {
    let mut words = String::new();
    let mut is_tag = false;
    for letter in html.chars() {
        match letter {
            '<' => (is_tag, words) = (true, words + " "),
            '>' if is_tag => is_tag = false,
            _ if !is_tag => words.push(letter),
            _ => {}
        }
    }
    let words = words.replace("&quot;", "\"").replace("&#x27;", "'").replace("&gt;", ">");
    blanks(&words.replace("&lt;", "<").replace("&amp;", "&"))
}

fn blanks(text: &str) -> String {
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace(" ,", ",")
        .replace(" .", ".")
        .replace(" :", ":")
}

/// What follows `from` in a text, up to `to` or its end.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let Some((_, rest)) = text.split_once(from) else { panic!("no {from:?} in\n{text}") };
    rest.split_once(to).map_or(rest, |(part, _)| part)
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().unwrap_or_else(|| panic!("no list {name}"))
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("no words {name} in {value}"))
}

/// The parts of a view that a page or a text must hold, each as the words to look for.
fn facts(view: &Value) -> Vec<String> {
    let position = &view["position"];
    let mut facts = vec![text(view, "title").into(), text(&view["deadline"], "local").into()];
    facts.push(text(&view["deadline"], "utc").into());
    for thing in list(position, "attention") {
        facts.push(format!("{} ({})", text(thing, "words"), thing["units"]));
    }
    for group in ["attention", "commands", "army"] {
        let places = list(position, group).iter().flat_map(|one| list(one, "places"));
        facts.extend(places.flat_map(|place| list(place, "units")).map(|unit| unit.as_str().unwrap().into()));
    }
    for corps in list(position, "army") {
        facts.push(format!("{} men", grouped(corps["men"].as_u64().unwrap())));
    }
    for (kind, name) in [("cities", "name"), ("depots", "kind")] {
        for place in list(position, kind) {
            facts.push(spelt(text(place, name)).into_owned());
            facts.extend([text(place, "square").into(), text(place, "tac").into()]);
            facts.push(counted(place["supplies"].as_u64().unwrap(), "supply"));
        }
    }
    for flag in list(position, "sightings") {
        facts.extend([text(flag, "square").into(), text(flag, "words").into(), text(flag, "nation").into()]);
    }
    for rumour in list(position, "hearsay") {
        facts.push(format!(
            "{} {}: {}",
            text(rumour, "square"),
            text(rumour, "nation"),
            text(rumour, "what")
        ));
    }
    for sheet in list(position, "sheets") {
        facts.push(format!("{}: {}", text(sheet, "square"), spelt(text(sheet, "about"))));
        for place in list(sheet, "places") {
            let ground = format!("{} {}", text(place, "ground"), place["rating"]);
            facts.push(format!("{} {ground}", text(place, "tac")));
            facts.extend(list(place, "units").iter().map(|unit| text(unit, "id").to_owned()));
        }
    }
    facts
}

/// Every unit has a row in the text and in the page, and what is out of the ordinary of it stands beside.
fn unit_is_told(unit: &Value, plain: &str, page: &str) {
    let id = text(unit, "id");
    let quality: String = text(unit, "quality").split(' ').filter_map(|word| word.chars().next()).collect();
    let number = |field: &str| unit[field].to_string();
    let numbers = |fields: &[&str]| fields.iter().map(|field| number(field)).collect::<Vec<_>>().join(" ");
    let place = format!("{} {}", text(unit, "square"), text(unit, "tac"));
    let men = grouped(unit["strength"].as_u64().unwrap());
    let fares = numbers(&["experience", "morale", "fatigue", "supplies", "ammunition"]);
    let row = format!("{id} {place} {men} {} {quality} {fares}", unit["batteries"]);
    assert!(plain.contains(&row), "{row} in\n{plain}");
    let in_page = page.replace(" d ", " ").replace(" * ", " ");
    let labels = ["mor", "fat", "sup", "amm"].map(|label| format!("{label} "));
    let bare = labels.iter().fold(in_page, |page, label| page.replace(label, "")).replace(" men,", "");
    let row = format!("{id} {place}, {men} {} bat {quality} {}", unit["batteries"], fares.replace(' ', ", "));
    assert!(blanks(&bare).contains(&row), "{row} in\n{bare}");
    let told = ["no-supply", "empty-source", "no-communications", "shattered", "hungry", "no-ammunition"];
    for note in list(unit, "notes").iter().filter(|note| told.contains(&text(note, "concern"))) {
        let words = text(note, "words");
        assert!(plain.contains(words) && page.contains(words), "{id}: {words}");
    }
    for (field, one) in [("wounded", "wounded"), ("stragglers", "straggler"), ("prisoners", "prisoner")] {
        let told = format!("{} {one}", unit[field]);
        assert!(unit[field] == 0 || plain.contains(&told) && page.contains(&told), "{id}: {told}");
    }
}

/// Nothing appears in one face that the others lack.
#[test]
fn text_page_and_json_tell_the_same() {
    let (stage, outcome) = Stage::troubled();
    for wishes in [Wishes::default(), no_pictures()] {
        let report = stage.position(&outcome, wishes);
        let view = view(&report);
        let page = words_of(&whole_page(&report));
        let plain = blanks(&report.printed.text);
        let facts = facts(&view);
        assert!(facts.len() > 120, "{}", facts.len());
        for fact in &facts {
            assert!(plain.contains(fact.as_str()), "the text lacks {fact:?} in\n{plain}");
            assert!(page.contains(fact.as_str()), "the page lacks {fact:?} in\n{page}");
        }
        for unit in list(&view["position"], "units") {
            unit_is_told(unit, &plain, &page);
        }
        assert!(page.contains(&blanks(text(&view["position"], "orders"))));
        assert!(report.printed.text.ends_with(text(&view["position"], "orders")));
    }
}

/// Attention is drawn to everything that can be amiss, above everything else.
#[test]
fn what_needs_attention_stands_first() {
    let (stage, outcome) = Stage::troubled();
    let report = stage.position(&outcome, Wishes::default());
    let view = view(&report);
    let told: Vec<(&str, Vec<&str>)> = list(&view["position"], "attention")
        .iter()
        .map(|thing| {
            let units = list(thing, "places").iter().flat_map(|place| list(place, "units"));
            (text(thing, "concern"), units.map(|unit| unit.as_str().unwrap()).collect())
        })
        .collect();
    let units = |concern: &str| told.iter().find(|one| one.0 == concern).map(|one| one.1.clone());
    assert_eq!(units("shattered").unwrap(), ["PR5IN"]);
    assert!(units("no-communications").unwrap().contains(&"PR6IN"));
    assert!(units("no-supply").unwrap().contains(&"PR6IN"));
    assert_eq!(units("too-tired-to-march").unwrap(), ["PR1IN"]);
    assert_eq!(units("too-tired-near-enemies").unwrap(), ["PR2IN"]);
    assert_eq!(units("nearly-too-tired").unwrap(), ["PR3IN"]);
    let plain = &report.printed.text;
    assert!(plain.find("WHAT NEEDS ATTENTION").unwrap() < plain.find("WHO COMMANDS WHAT").unwrap());
    assert_eq!(plain.matches("18:00 UTC").count(), 1, "UTC is named once");
}

/// What a reader looks for first stands first, in the text as in the page: until when, what ails, the map, how to order.
#[test]
fn deadline_attention_map_and_orders_stand_before_all_tables() {
    let (stage, outcome) = Stage::troubled();
    let report = stage.position(&outcome, Wishes::default());
    let html = report.html.clone().unwrap();
    let is_sorted = |text: &str, parts: &[&str]| {
        let places: Vec<usize> = parts
            .iter()
            .map(|part| text.find(part).unwrap_or_else(|| panic!("no {part} in {text}")))
            .collect();
        assert!(places.is_sorted(), "{parts:?} {places:?}\n{text}");
    };
    let link = format!(
        "href=\"mailto:{HOST}?subject=Orders%20for%20bohemia%2C%20turn%202&amp;body=GAME%20bohemia%0D%0ATURN%202%0D%0APLAYER%20Moltke%0D%0A"
    );
    let page = [
        "Its deadline is",
        "What needs attention",
        "Strategic map",
        "<img",
        "Orders for turn 2",
        &link,
        ">Your units<",
        "Tactical maps",
    ];
    is_sorted(&html, &page);
    is_sorted(
        &whole_page(&report),
        &[
            "Its deadline is",
            "Strategic map",
            "Orders for turn 2",
            &link,
            ">Your units<",
            "Lines for your orders",
        ],
    );
    let words = format!("  Write to: {HOST}\n  Subject: Orders for bohemia, turn 2\n");
    let text = [
        "Its deadline is",
        "WHAT NEEDS ATTENTION",
        "STRATEGIC MAP",
        "ORDERS FOR TURN 2",
        &words,
        "\nYOUR UNITS\n",
        "WHO COMMANDS",
        "LINES FOR YOUR ORDERS",
    ];
    is_sorted(&report.printed.text, &text);
}

/// What is long stands in the attached page: the mail's own has a card for each unit, and maps where enemies stand.
#[test]
fn a_mail_shows_what_matters_and_the_attached_page_all() {
    let (stage, outcome) = Stage::troubled();
    let report = stage.position(&outcome, Wishes::default());
    let (mail, whole) = (words_of(report.html.as_ref().unwrap()), words_of(&whole_page(&report)));
    assert!(mail.contains("attached file position.html") && !whole.contains("attached file position.html"));
    assert!(mail.len() * 2 < whole.len(), "{} of {}", mail.len(), whole.len());
    let view = view(&report);
    for sheet in list(&view["position"], "sheets") {
        let has_enemies = list(sheet, "places").iter().any(|place| place["enemy"] == true);
        let title = format!("{}: {}", text(sheet, "square"), spelt(text(sheet, "about")));
        assert!(whole.contains(&title) && (has_enemies || !mail.contains(&title)), "{title}");
    }
    let page = whole_page(&report);
    assert!(!page.contains("cid:"), "a file cannot show a mail's pictures");
}

/// The day of the game's own world, in all faces.
#[test]
fn the_day_is_told_where_there_is_a_calendar() {
    let (stage, outcome) = Stage::troubled();
    let report = stage.position(&outcome, no_pictures());
    assert_eq!(view(&report)["day"], "1866-06-19");
    assert!(report.printed.text.contains("19 June 1866"));
    assert!(report.html.unwrap().contains("19 June 1866"));
}

/// The army list has the headquarters with the units that are in touch with it.
#[test]
fn the_army_list_stands_by_headquarters() {
    let stage = Stage::demo();
    let view = view(&stage.position(&stage.run(), no_pictures()));
    let army: Vec<(&str, Option<&str>, u64)> = list(&view["position"], "army")
        .iter()
        .map(|corps| (text(corps, "name"), corps["under"].as_str(), corps["units"].as_u64().unwrap()))
        .collect();
    assert_eq!(army, [("PR1AQ", None, 1), ("PR1CQ", Some("PR1AQ"), 8), ("PR2CQ", Some("PR1AQ"), 6)]);
    let totals = &view["position"]["totals"];
    let men: u64 = list(&view["position"], "army").iter().map(|corps| corps["men"].as_u64().unwrap()).sum();
    assert_eq!((totals["units"].as_u64(), totals["men"].as_u64()), (Some(15), Some(men)));
}

#[test]
fn a_player_may_have_text_only_no_pictures_or_one_mail() {
    let (stage, outcome) = Stage::troubled();
    let text_only = stage.reports(&outcome, "Moltke", Wishes { html: false, ..Wishes::default() });
    assert!(text_only.len() == 2 && text_only.iter().all(|report| report.html.is_none()));
    assert!(text_only.iter().all(|report| report.pictures.is_empty()));
    let drawn = stage.position(&outcome, Wishes::default());
    let html = drawn.html.unwrap();
    assert!(!drawn.pictures.is_empty());
    for picture in &drawn.pictures {
        assert!(html.contains(&format!("src=\"cid:{}\"", picture.id)), "{}", picture.id);
    }
    assert_eq!(html.matches("cid:").count(), drawn.pictures.len());
    let lettered = stage.position(&outcome, no_pictures());
    let html = lettered.html.unwrap();
    assert!(lettered.pictures.is_empty() && !html.contains("cid:") && html.contains("<pre"), "{html}");
    let two = stage.reports(&outcome, "Moltke", Wishes::default());
    let one = stage.reports(&outcome, "Moltke", Wishes { one_mail: true, ..Wishes::default() });
    let [one] = one.as_slice() else { panic!("{} mails", one.len()) };
    assert_eq!(one.printed.subject, "[bohemia T2] Turn 1 and the position: The passes of Bohemia");
    for report in &two {
        assert!(blanks(&one.printed.text).contains(&blanks(&report.printed.text)));
        let body = between(report.html.as_ref().unwrap(), "<h1", "</td></tr></table>\n</td></tr></table>");
        assert!(words_of(one.html.as_ref().unwrap()).contains(&words_of(&format!("<h1{body}"))));
    }
    assert_eq!(one.html.as_ref().unwrap().matches("<html").count(), 1);
    assert!(one.printed.text.ends_with(&one.orders) && !one.orders.is_empty());
}

/// A mail's HTML as a mail program has it, once the letter is written and read again.
fn html_as_mailed(report: &Report) -> Vec<u8> {
    let mail = Outgoing {
        language: "en",
        html: report.html.clone(),
        pictures: Vec::new(),
        attachments: Vec::new(),
        ..outgoing(&report.printed.subject, &report.printed.text)
    };
    let bytes = mail.to_bytes().unwrap();
    let mail = parse_mail(&bytes).unwrap();
    let html = |part: &ParsedMail<'_>| part.ctype.mimetype == "text/html";
    fn parts<'a, 'b>(mail: &'b ParsedMail<'a>, all: &mut Vec<&'b ParsedMail<'a>>) {
        all.push(mail);
        mail.subparts.iter().for_each(|part| parts(part, all));
    }
    let mut all = Vec::new();
    parts(&mail, &mut all);
    let part = all.into_iter().find(|part| html(part)).unwrap();
    assert_eq!(part.headers.get_first_value("Content-Transfer-Encoding").unwrap(), "quoted-printable");
    part.get_body_raw().unwrap()
}

/// Gmail cuts HTML near 102 kB; whoever commands more than fits has the whole page attached.
#[test]
fn html_is_never_longer_than_mail_programs_show() {
    for brigades in [1, 40, 150, 400] {
        let (stage, outcome) = Stage::army(brigades);
        for wishes in [no_pictures(), Wishes { one_mail: true, ..no_pictures() }] {
            let report = stage.reports(&outcome, "Moltke", wishes).pop().unwrap();
            let html = String::from_utf8(html_as_mailed(&report)).unwrap();
            assert!(html.len() < 90_000, "{brigades} brigades: {} bytes", html.len());
            let view = view(&report);
            let head = between(&html, "<body", ">Your units<");
            let head_at = html.find(head).unwrap();
            if !wishes.one_mail {
                // A quarter of what programs show, the map in letters among it.
                assert!(head_at + head.len() < 25_000, "{brigades}: {}", head_at + head.len());
            }
            assert!(head.contains("Friday 7 August 2026, 20:00"));
            let page = file(&report, "position.html").map(|page| String::from_utf8(page.to_vec()).unwrap());
            assert_eq!(page.is_some(), !html.contains("Lines for your orders"), "{brigades}");
            assert!(brigades == 1 || page.is_some());
            let whole = words_of(page.as_ref().unwrap_or(&html));
            for unit in list(&view["position"], "units") {
                let id = text(unit, "id");
                let at = format!("{} {}", text(unit, "square"), text(unit, "tac"));
                let is_row = |mark: &str| whole.contains(&format!("{id}{mark} {at},"));
                assert!(["", " *", " d", " d *"].into_iter().any(is_row), "{id}");
                assert!(html.contains(id), "the army list names {id}");
            }
        }
    }
}

#[test]
fn the_schema_in_the_docs_is_the_one_that_the_program_prints() {
    let docs = include_str!("../../docs/report.schema.json");
    assert_eq!(docs, schema().unwrap(), "run: fieldpost schema > docs/report.schema.json");
}

/// Every field has words, so that the schema is the documentation.
#[test]
fn the_schema_says_what_every_field_is() {
    let schema: Value = serde_json::from_str(&schema().unwrap()).unwrap();
    let defined = schema["$defs"].as_object().unwrap();
    for (name, part) in defined.iter().chain([(&"TurnView".to_owned(), &schema)]) {
        for (field, of) in part["properties"].as_object().into_iter().flatten() {
            assert!(of["description"].is_string(), "{name}.{field}");
        }
    }
}

#[test]
fn reports_are_as_their_schema_says() {
    let schema: Value = serde_json::from_str(&schema().unwrap()).unwrap();
    let (stage, outcome) = Stage::troubled();
    for name in ["Moltke", "Steinmetz", "Benedek", "Gablenz"] {
        let report = stage.reports(&outcome, name, no_pictures()).pop().unwrap();
        let view = view(&report);
        assert_eq!(faults(&schema, &schema, &view, "report"), Vec::<String>::new());
    }
}

/// The schema of a rulebook's `report.json`, as the program prints it.
fn schema_of(rulebook: &str) -> Value {
    let text = (RULEBOOKS.named(rulebook).unwrap().schema.unwrap())().unwrap();
    let docs = std::fs::read_to_string(format!("docs/{rulebook}.schema.json")).unwrap_or_default();
    assert_eq!(docs, text, "run: fieldpost schema {rulebook} > docs/{rulebook}.schema.json");
    serde_json::from_str(&text).unwrap()
}

/// In Europa: where things stand, what happened, both in one mail, and the whole board; from the first round to the time between turns.
#[test]
fn reports_of_europa_are_as_their_schema_says() {
    let schema = schema_of("europa");
    for (name, part) in schema["$defs"].as_object().unwrap().iter().chain([(&"all".to_owned(), &schema)]) {
        for (field, of) in part["properties"].as_object().into_iter().flatten() {
            assert!(of["description"].is_string(), "{name}.{field}");
        }
    }
    let texts = RULEBOOKS.scenario("italy-1494").unwrap();
    let mut board = (RULEBOOKS.of_scenario(&texts).unwrap().scenario)(&texts).unwrap().board.with(1494);
    let press = Press::new().unwrap();
    let (shop, heading) = (Shop::new(&press), heading("Charles"));
    let mut seen = std::collections::BTreeSet::new();
    let mut check = |report: &Report| {
        let view = view(report);
        assert_eq!(faults(&schema, &schema, &view, "report"), Vec::<String>::new());
        assert_eq!(view["format"], 2);
        let between = view["interphase"].as_bool().unwrap();
        for section in view["sections"].as_array().unwrap() {
            let title = section["title"].as_str().unwrap();
            let text = report.printed.text.to_uppercase();
            assert!(text.contains(&title.to_uppercase()), "{title}: {text}");
            seen.insert((between, section["key"].as_str().unwrap().to_owned()));
        }
    };
    let one_mail = Wishes { one_mail: true, ..no_pictures() };
    for _ in 0..8 {
        check(&board.report(PlayerNo(0), &heading, &no_pictures(), &shop).unwrap());
        let ran = board.run(&ClosedBook::default());
        for wishes in [&no_pictures(), &one_mail] {
            let reports = ran.reports(PlayerNo(0), &heading, wishes, &shop).unwrap();
            assert_eq!(reports.len(), if wishes.one_mail { 1 } else { 2 });
            reports.iter().for_each(&mut check);
        }
        check(&ran.whole_report(&heading, &no_pictures(), &shop).unwrap().unwrap());
        board = ran.board();
    }
    for (between, key) in [(false, "round"), (false, "deadline"), (true, "deadline")] {
        assert!(seen.contains(&(between, key.to_owned())), "{between} {key}: {seen:?}");
    }
    assert!(seen.len() > 12, "{seen:?}");
}

/// The check of a report against its schema finds what is wrong with it.
#[test]
fn a_report_that_is_not_as_its_schema_says_is_found() {
    let schema: Value = serde_json::from_str(&schema().unwrap()).unwrap();
    let (stage, outcome) = Stage::troubled();
    let good = view(&stage.position(&outcome, no_pictures()));
    let spoilt = |path: &str, value: Value| {
        let mut view = good.clone();
        *view.pointer_mut(path).unwrap_or_else(|| panic!("no {path}")) = value;
        faults(&schema, &schema, &view, "report")
    };
    assert!(!spoilt("/turn", "2".into()).is_empty());
    assert!(!spoilt("/turn", (-2).into()).is_empty());
    assert!(!spoilt("/position/units/0/strength", 1.5.into()).is_empty());
    assert!(!spoilt("/position/units/0/morale", 300.into()).is_empty());
    assert!(!spoilt("/position/units/0/state", "asleep".into()).is_empty());
    assert!(!spoilt("/position/units/0/commander", Value::Null).is_empty());
    assert!(!spoilt("/position/units/0/supply", 5.into()).is_empty());
    assert!(!spoilt("/position/squares", Value::Null).is_empty());
    let mut lacking = good.clone();
    lacking["position"].as_object_mut().unwrap().remove("army");
    assert!(!faults(&schema, &schema, &lacking, "report").is_empty());
}

/// What of a value is not as a schema says, with its place. A keyword that is not understood here is a fault too.
fn faults(root: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let Some(rules) = schema.as_object() else {
        return if schema == &Value::Bool(false) {
            vec![format!("{at}: nothing may stand here")]
        } else {
            Vec::new()
        };
    };
    rules.iter().flat_map(|(rule, says)| fault(root, rule, says, value, at)).collect()
}

fn fault(root: &Value, rule: &str, says: &Value, value: &Value, at: &str) -> Vec<String> {
    let unless = |is_right: bool| {
        if is_right { Vec::new() } else { vec![format!("{at}: {value} against {rule} {says}")] }
    };
    let kinds = |says: &Value| says.as_array().cloned().unwrap_or_else(|| vec![says.clone()]);
    let fields = value.as_object();
    match rule {
        "$schema" | "title" | "description" | "$defs" | "format" => Vec::new(),
        "$ref" => {
            let part = root.pointer(says.as_str().unwrap().trim_start_matches('#')).unwrap();
            faults(root, part, value, at)
        }
        "type" => unless(kinds(says).iter().any(|kind| is_of(value, kind.as_str().unwrap()))),
        "enum" => unless(says.as_array().unwrap().contains(value)),
        "const" => unless(says == value),
        "minimum" => unless(value.as_f64().is_none_or(|number| number >= says.as_f64().unwrap())),
        "maximum" => unless(value.as_f64().is_none_or(|number| number <= says.as_f64().unwrap())),
        "minLength" => {
            unless(value.as_str().is_none_or(|text| text.chars().count() as u64 >= says.as_u64().unwrap()))
        }
        "maxLength" => {
            unless(value.as_str().is_none_or(|text| text.chars().count() as u64 <= says.as_u64().unwrap()))
        }
        "required" => unless(fields.is_none_or(|fields| {
            says.as_array().unwrap().iter().all(|name| fields.contains_key(name.as_str().unwrap()))
        })),
        "properties" => {
            let inner = says
                .as_object()
                .unwrap()
                .iter()
                .filter_map(|(name, part)| Some((name, part, value.get(name)?)));
            inner.flat_map(|(name, part, value)| faults(root, part, value, &format!("{at}.{name}"))).collect()
        }
        "items" => {
            let items = value.as_array().into_iter().flatten().enumerate();
            items.flat_map(|(place, item)| faults(root, says, item, &format!("{at}[{place}]"))).collect()
        }
        "anyOf" => unless(says.as_array().unwrap().iter().any(|one| faults(root, one, value, at).is_empty())),
        "oneOf" => {
            let fits = says.as_array().unwrap().iter().filter(|one| faults(root, one, value, at).is_empty());
            unless(fits.count() == 1)
        }
        other => vec![format!("{at}: the check does not know {other}")],
    }
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

fn outgoing(subject: &str, text: &str) -> Outgoing {
    Outgoing {
        language: "en",
        from_name: "Fieldpost".into(),
        from: "war@localhost".into(),
        to: "moltke@localhost".into(),
        reply_to: None,
        subject: subject.into(),
        message_id: "<1@localhost>".into(),
        in_reply_to: None,
        references: Vec::new(),
        date_ms: 1_800_000_000_000,
        occasion: Occasion::Due,
        list: None,
        text: text.into(),
        html: None,
        pictures: Vec::new(),
        attachments: Vec::new(),
    }
}

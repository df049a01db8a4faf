//! The land books as values: printed side by side for people, and what a book does not have is nowhere.

mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fieldpost_daemon::order_forms::order_forms;
use fieldpost_engine::wishes::Wishes;
use fieldpost_grammar::command::{self, commands, read_ga_letter};
use fieldpost_grammar::letter::{Complaint, Lexicon, read_letter};
use fieldpost_grammar::{Language, forms};
use fieldpost_ground::square::TacticalSquare;
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::cites::Cites;
use fieldpost_land::book::{self, Book, Order, ROTD_EUWOL, Supply, Tactics};
use fieldpost_land::book::{euwol, kinds};
use fieldpost_land::command::foresight;
use fieldpost_land::event::Kind;
use fieldpost_land::event::reason::Why;
use fieldpost_land::field::Field;
use fieldpost_land::field::occupancy;
use fieldpost_land::language::{self, LANGUAGE, LANGUAGES};
use fieldpost_land::movement::foresee;
use fieldpost_land::movement::order::order_of_movement;
use fieldpost_land::orders::{OfficeOrder, RailMove, TurnOrders, UnitOrder, UnitOrders};
use fieldpost_land::phase::Phase;
use fieldpost_land::scenario::{self, Scenario};
use fieldpost_land::sequence;
use fieldpost_land::state::{LandState, Season};
use fieldpost_land::tactics::by_initiative;
use fieldpost_land::turn::Outcome;
use fieldpost_land::unit::{Unit, UnitId};
use fieldpost_print::press::Press;
use fieldpost_print::shop::{DeskKit, Shop};
use fieldpost_proof::land::soak::lots::Lots;
use fieldpost_proof::land::soak::plans;
use fieldpost_proof::land::soak::world::World;
use fieldpost_tell::{Theatre, turn_reports};
use serde_json::Value;

use crate::reports::heading;

const BOOK: &str = "src/games/land/book";
const PRINTED: &str = "docs/rules/books.md";

/// A field of the book's types, as the source has it: its name, its type and what it says.
struct Item {
    name: String,
    of: String,
    says: String,
}

/// The book's module with all its chapters.
fn sources() -> String {
    let mut text = std::fs::read_to_string(format!("{BOOK}.rs")).unwrap();
    for chapter in std::fs::read_dir(BOOK).unwrap() {
        text.push_str(&std::fs::read_to_string(chapter.unwrap().path()).unwrap());
    }
    text
}

/// The types of the book: their fields in order. What a reader wants to know of a field stands in its comment.
fn types() -> BTreeMap<String, Vec<Item>> {
    let mut types = BTreeMap::new();
    let (mut open, mut says) = (None, String::new());
    for line in sources().lines() {
        if let Some(rest) = line.strip_prefix("pub struct ") {
            open = rest.strip_suffix(" {").map(str::to_owned);
            says.clear();
            types.insert(open.clone().unwrap_or_default(), Vec::new());
        } else if line == "}" {
            open = None;
        } else if let Some(words) = line.strip_prefix("    /// ") {
            says = format!("{says} {words}").trim().to_owned();
        } else if let Some((name, of)) = line.strip_prefix("    pub ").and_then(|rest| rest.split_once(": "))
        {
            let field = Item { name: name.into(), of: of.trim_end_matches(',').into(), says: plain(&says) };
            types.entry(open.clone().unwrap_or_default()).or_default().push(field);
            says.clear();
        }
    }
    types
}

/// What a comment says, without its marks for links and the full stop.
fn plain(says: &str) -> String {
    says.replace("[`", "").replace("`]", "").trim_end_matches('.').to_owned()
}

/// The type within `Option<...>`.
fn within(of: &str) -> &str {
    of.strip_prefix("Option<").and_then(|of| of.strip_suffix('>')).unwrap_or(of)
}

/// A value in a cell.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => "-".into(),
        Value::Bool(is) => if *is { "yes" } else { "no" }.into(),
        Value::String(words) => words.clone(),
        Value::Array(values) if values.is_empty() => "none".into(),
        Value::Array(values) => {
            let inner = values.iter().map(|value| match value {
                Value::Array(pair) => pair.iter().map(cell).collect::<Vec<_>>().join(": "),
                value => cell(value),
            });
            inner.collect::<Vec<_>>().join(", ")
        }
        Value::Object(fields) => {
            let named = fields.iter().map(|(name, value)| format!("{name} {}", cell(value)));
            named.collect::<Vec<_>>().join(", ")
        }
        Value::Number(number) => number.to_string(),
    }
}

/// The rows of a group of numbers, by book; groups within it have their own, below.
fn rows(types: &BTreeMap<String, Vec<Item>>, of: &str, books: &[Value], table: &mut String) {
    for field in &types[of] {
        let values: Vec<Value> = books.iter().map(|book| book[&field.name].clone()).collect();
        match types.get(within(&field.of)) {
            Some(_) => {
                let has = values.iter().map(|value| if value.is_null() { "not in this book" } else { "" });
                let has = has.collect::<Vec<_>>().join(" | ");
                table.push_str(&format!("| **{}** | {has} |\n", field.says));
                rows(types, within(&field.of), &values, table);
            }
            None => {
                let cells = values.iter().map(cell).collect::<Vec<_>>().join(" | ");
                table.push_str(&format!("| {} | {cells} |\n", field.says));
            }
        }
    }
}

/// The types of unit of a book.
fn table_of_kinds(types: &BTreeMap<String, Vec<Item>>, book: &Value) -> String {
    let rows = book["kinds"].as_array().unwrap();
    let codes = rows.iter().map(|kind| cell(&kind["code"])).collect::<Vec<_>>().join(" | ");
    let mut table = format!("| | {codes} |\n|---|{}\n", "---|".repeat(rows.len()));
    for field in types["Kind"].iter().skip(1) {
        let cells = rows.iter().map(|kind| match &kind[&field.name] {
            Value::Object(scouts) if field.name == "scouts" => {
                format!("{} ({})", scouts["out"], cell(&scouts["linked"]))
            }
            value => cell(value),
        });
        table.push_str(&format!("| {} | {} |\n", field.says, cells.collect::<Vec<_>>().join(" | ")));
    }
    table
}

/// The comparison of the books.
fn printed() -> String {
    let types = types();
    let books: Vec<Value> = book::ALL.iter().map(|book| serde_json::to_value(book).unwrap()).collect();
    let names = book::ALL.map(|book| book.name).join(" | ");
    let mut text = String::from(
        "# The land books side by side\n\nPrinted from the program by `tests/suite/books.rs`, which holds this page to it; do not \
         edit it here.\nNumbers in brackets are the rules of ROTD-EUWOL, R- and T- numbers those of `decisions/land.md`; chances are in \
         ten-thousandths where nothing else is\nsaid, factors in thousandths. A dash is what a book does not have.\n\nRules, what is not built of them and why, and how many cases \
         prove each: `fieldpost rules rotd-cwol`, `fieldpost rules gitm-nwol`. Its last line counts the\ncases that run under a book: a file is one \
         case, however many trials and expectations it has; it is the book's own if it names it as its `ruleset`, and shared if it lists\nit among its \
         `rulesets` (docs/rule-cases.md). Both are run under the book by `cargo nextest run -E 'test(every_case_passes)'`, and \
         `tests/suite/cases.rs` holds\nthe counts to at least 150 of its own, and 250 for ROTD-CWOL and 200 for GITM-NWOL in all.\n",
    );
    for chapter in &types["Book"] {
        let values: Vec<Value> = books.iter().map(|book| book[&chapter.name].clone()).collect();
        if !types.contains_key(within(&chapter.of)) {
            continue;
        }
        text.push_str(&format!(
            "\n## {}\n\n| | {names} |\n|---|{}\n",
            chapter.says,
            "---|".repeat(books.len())
        ));
        rows(&types, within(&chapter.of), &values, &mut text);
    }
    for (book, value) in book::ALL.iter().zip(&books) {
        text.push_str(&format!("\n## Types of unit in {}\n\n{}", book.name, table_of_kinds(&types, value)));
    }
    text
}

#[test]
fn the_page_of_the_books_is_what_the_program_has() {
    if std::env::var_os("PRINT_BOOKS").is_some() {
        std::fs::write(PRINTED, printed()).unwrap();
    }
    let page = std::fs::read_to_string(PRINTED).unwrap();
    assert!(
        page == printed(),
        "{PRINTED} is out of date: PRINT_BOOKS=1 cargo nextest run -E 'test(page_of_the_books)'"
    );
    for number in
        ["| Most brigades in a tactical square (rule 2.5) | 16 |", "| Squares that it marches in a turn"]
    {
        assert!(page.contains(number), "{number}");
    }
}

/// The book without its chapter 8.
static NO_RAIL: Book = Book { rail: None, ..ROTD_EUWOL };

/// A book with neither chapter 12 nor captured guns.
static PLAIN: Book = Book { bridges: None, guns: None, ..ROTD_EUWOL };

fn steps(book: &Book, season: Season) -> Vec<String> {
    sequence::rows(book, season).iter().map(|row| format!("{}: {}", row.phase, row.name)).collect()
}

#[test]
fn what_a_book_does_not_have_is_no_step_of_its_turn() {
    let all = steps(&ROTD_EUWOL, Season::Campaign);
    let gone = |book: &Book| {
        let left = steps(book, Season::Campaign);
        all.iter().filter(|step| !left.contains(step)).cloned().collect::<Vec<_>>()
    };
    let without = gone(&NO_RAIL);
    assert!(without.contains(&"rail: rail movement".into()), "{without:?}");
    assert!(without.contains(&"end: control of railways".into()), "{without:?}");
    assert!(without.contains(&"end: track destroyed and rebuilt".into()), "{without:?}");
    assert!(without.contains(&"strat 1: who means to destroy track keeps control".into()), "{without:?}");
    assert!(without.iter().any(|step| step.starts_with("rail: ")), "{without:?}");
    assert!(steps(&NO_RAIL, Season::Campaign).iter().all(|step| !step.starts_with("rail")));
    assert!(steps(&NO_RAIL, Season::Peace).iter().all(|step| !step.contains("track rebuilt")));
    let without = gone(&PLAIN);
    assert!(without.contains(&"supply: captured batteries handed over".into()), "{without:?}");
    assert!(without.contains(&"tac 1: pontoon bridges are taken up and laid".into()), "{without:?}");
    assert!(gone(&ROTD_EUWOL).is_empty());
}

/// A turn of the demonstration by a book, in which a unit is ordered to go by rail.
struct Journey {
    atlas: Arc<Atlas>,
    state: LandState,
    unit: UnitId,
    orders: TurnOrders,
}

impl Journey {
    fn new() -> Self {
        let Scenario { atlas, mut state, .. } = scenario::read(&scenario::demo()).unwrap();
        let [from, to] = ["A9-N2", "B0-N2"].map(|name| atlas.map.grid.parse(name).unwrap());
        let unit: UnitId = "PR1IN".parse().unwrap();
        let rider = state.units.get_mut(&unit).unwrap();
        (rider.at, rider.tac) =
            (from, TacticalSquare::all().find(|tac| atlas.sheet(from).rail[tac.index()]).unwrap());
        let order = UnitOrders::from_lines([UnitOrder::Rail(RailMove { to, via: None, entry: None })]);
        let orders = TurnOrders { units: [(unit, order)].into(), ..TurnOrders::default() };
        Journey { atlas: Arc::new(atlas), state, unit, orders }
    }

    fn run(&self, book: &'static Book) -> Outcome {
        sequence::run(&self.atlas, book, self.state.clone(), self.orders.clone(), 7, None)
    }

    fn report(&self, book: &'static Book, outcome: &Outcome) -> String {
        let press = Press::new().unwrap();
        let theatre = Theatre { atlas: &self.atlas, book };
        let player = outcome.state.seats[&self.unit].commander;
        let name = outcome.state.player(player).unwrap().name.clone();
        let reports =
            turn_reports(theatre, outcome, player, &heading(&name), &Wishes::default(), &Shop::new(&press))
                .unwrap();
        reports.iter().map(|report| report.printed.text.as_str()).collect()
    }

    fn warnings(&self, book: &'static Book) -> Vec<String> {
        let (atlas, state) = (&*self.atlas, &self.state);
        let occupancy = occupancy(state);
        let field = Field { atlas, book, state, occupancy: &occupancy };
        let remarks = foresee::foresee(field, &state.units[&self.unit], &self.orders.units[&self.unit]);
        remarks.into_iter().map(|remark| remark.words).collect()
    }
}

#[test]
fn without_railways_nobody_goes_by_rail_and_no_report_has_a_line_of_them() {
    let journey = Journey::new();
    let told = |book| journey.run(book).events.iter().any(|told| told.event.fact.kind() == Kind::Rail);
    assert!(told(&ROTD_EUWOL) && !told(&NO_RAIL));
    let is_held = |book| {
        let outcome = journey.run(book);
        let text = journey.report(book, &outcome);
        text.to_lowercase().contains("rail")
    };
    assert!(is_held(&ROTD_EUWOL) && !is_held(&NO_RAIL));
    assert!(journey.warnings(&ROTD_EUWOL).is_empty());
    assert_eq!(
        journey.warnings(&NO_RAIL).len(),
        1,
        "an order that the book does not know is said to come to nothing"
    );
}

/// Rule 7.6: in CWOL all cavalry moves first, in GITM nobody. It is a value of the types' rows, and needs no line of code.
#[test]
fn who_moves_first_is_a_value_of_the_book() {
    const FOOT: kinds::Kind = euwol::KINDS[0];
    const HEAVY: kinds::Kind = euwol::KINDS[2];
    const LIGHT: kinds::Kind = euwol::KINDS[4];
    static CWOL: Book = Book { kinds: &[FOOT, kinds::Kind { first: true, ..HEAVY }, LIGHT], ..ROTD_EUWOL };
    static GITM: Book = Book { kinds: &[FOOT, HEAVY, kinds::Kind { first: false, ..LIGHT }], ..ROTD_EUWOL };
    let mut journey = Journey::new();
    let march = UnitOrders { march_to_battle: true, ..UnitOrders::default() };
    let [foot, heavy, light]: [UnitId; 3] = ["PR1IN", "PR1HC", "PR1LC"].map(|name| name.parse().unwrap());
    let mut cuirassiers = journey.state.units[&light].clone();
    cuirassiers.id = heavy;
    journey.state.units.insert(heavy, cuirassiers);
    journey.orders.units = [foot, heavy, light].map(|unit| (unit, march.clone())).into();
    let orders = |book| -> BTreeSet<Vec<UnitId>> {
        let order = |seed| {
            let mut turn =
                sequence::begin(&journey.atlas, book, journey.state.clone(), journey.orders.clone(), seed);
            turn.phase = Phase::Strat1;
            order_of_movement(&mut turn)
        };
        (0..40).map(order).collect()
    };
    assert_eq!(orders(&ROTD_EUWOL), [vec![light, foot, heavy], vec![light, heavy, foot]].into());
    assert_eq!(orders(&CWOL), [vec![heavy, light, foot], vec![light, heavy, foot]].into());
    assert_eq!(orders(&GITM).len(), 6, "by lot alone");
}

/// Rule 3.5 of CWOL and GITM: "HQs and militia units may not be combined"; here militia may.
#[test]
fn which_types_are_merged_is_a_value_of_the_book() {
    const MILITIA: kinds::Kind = euwol::KINDS[9];
    static CWOL: Book =
        Book { kinds: &[euwol::KINDS[0], kinds::Kind { merges: false, ..MILITIA }], ..ROTD_EUWOL };
    assert_eq!(MILITIA.words, "militia");
    let mut journey = Journey::new();
    let model = journey.state.units[&journey.unit].clone();
    for kind in ["IN", "MI"] {
        let [unit, into]: [UnitId; 2] =
            [format!("PR81{kind}"), format!("PR82{kind}")].map(|name| name.parse().unwrap());
        for id in [unit, into] {
            journey.state.units.insert(id, Unit { id, strength: 500, ..model.clone() });
            let seat = journey.state.seats[&journey.unit];
            journey.state.seats.insert(id, seat);
        }
        journey.unit = into;
        let order = UnitOrder::MergeInto(into);
        journey.orders.units = [(unit, UnitOrders::from_lines([order.clone()]))].into();
        let warned = |book| {
            let occupancy = occupancy(&journey.state);
            let field = Field { atlas: &journey.atlas, book, state: &journey.state, occupancy: &occupancy };
            let remarks = foresight::remarks(field, unit, std::slice::from_ref(&order)).into_iter();
            remarks.map(|remark| remark.words).collect::<Vec<_>>()
        };
        let is_merged = |book| !journey.run(book).state.units.contains_key(&unit);
        assert!(
            is_merged(&ROTD_EUWOL) && warned(&ROTD_EUWOL).is_empty(),
            "{kind}: {:?}",
            warned(&ROTD_EUWOL)
        );
        assert_eq!(is_merged(&CWOL), kind == "IN");
        let why = "by the rules of this war units of its type cannot be merged";
        assert_eq!(warned(&CWOL).iter().any(|words| words.contains(why)), kind == "MI");
        let report = journey.report(&CWOL, &journey.run(&CWOL));
        let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(report.contains("units of its type cannot be merged"), kind == "MI", "{report}");
    }
}

/// Rule 9.6: in GITM fast units move before all others on the tactical map, whatever their initiative.
#[test]
fn the_order_of_tactical_moves_is_the_books() {
    static FAST: Book =
        Book { tactics: Tactics { order: Order::FastThenOthers, ..ROTD_EUWOL.tactics }, ..ROTD_EUWOL };
    let mut journey = Journey::new();
    let [foot, horse]: [UnitId; 2] = ["PR1IN", "PR1LC"].map(|name| name.parse().unwrap());
    for (unit, initiative) in [(foot, 1), (horse, 5)] {
        journey.state.units.get_mut(&unit).unwrap().initiative = initiative;
    }
    let order = |book| {
        let mut turn =
            sequence::begin(&journey.atlas, book, journey.state.clone(), journey.orders.clone(), 7);
        by_initiative(&mut turn, vec![foot, horse], "9.6")
    };
    assert_eq!(order(&ROTD_EUWOL), [foot, horse]);
    assert_eq!(order(&FAST), [horse, foot]);
}

#[test]
fn a_report_cites_the_numbers_of_its_book() {
    static LATER: Book =
        Book { cites: Cites(&[("10.9", Some("9.9")), ("11.11", Some("10.11"))]), ..ROTD_EUWOL };
    let mut journey = Journey::new();
    let unit = journey.unit;
    journey.state.units.get_mut(&unit).unwrap().ammunition = 0;
    let report =
        |book| journey.report(book, &journey.run(book)).split_whitespace().collect::<Vec<_>>().join(" ");
    let (here, there) = (report(&ROTD_EUWOL), report(&LATER));
    assert!(here.contains("(rule 11.11)") && !here.contains("(rule 10.11)"), "{here}");
    assert!(there.contains("(rule 10.11)") && !there.contains("(rule 11.11)"), "{there}");
}

/// A book that has nothing of what a book may lack.
static LESS: Book = Book {
    rail: None,
    bridges: None,
    guns: None,
    supply: Supply { caches: None, ..ROTD_EUWOL.supply },
    cites: Cites(&[("7.11", None), ("11.5", Some("11.7")), ("11.7", Some("11.6"))]),
    ..ROTD_EUWOL
};

/// Its language: the same words in another edition.
static LESS_WORDS: Language = Language { edition: &LESS, ..LANGUAGE };

fn words_of(language: &'static Language) -> Vec<String> {
    forms(language).map(|form| language.text(form.words).into_owned()).collect()
}

fn commands_of(language: &'static Language) -> Vec<String> {
    commands(language).map(|form| language.text(form.words).into_owned()).collect()
}

/// A letter about a unit, by the names of no game.
fn complaints(orders: &str, language: &'static Language) -> Vec<Complaint> {
    let grid = &scenario::read(&scenario::demo()).unwrap().atlas.map.grid;
    let lexicon = Lexicon { language, ..language::lexicon(grid) };
    let letter = read_letter(&format!("GAME x\nPLAYER y\n\nUNIT AU3IN\n{orders}\nEND\n"), &lexicon);
    letter.complaints.into_iter().chain(letter.units.into_iter().flat_map(|unit| unit.complaints)).collect()
}

#[test]
fn every_book_has_a_language_of_its_own() {
    for (book, language) in book::ALL.into_iter().zip(LANGUAGES) {
        assert!(std::ptr::eq(language::of(book), language), "{}", book.name);
        let things = ["rail", "works", "bridges", "guns", "caches"];
        let has = [
            book.rail.is_some(),
            book.works().is_some(),
            book.bridges.is_some(),
            book.guns.is_some(),
            book.supply.caches.is_some(),
        ];
        assert_eq!(things.map(|thing| language.edition.has(thing)), has);
    }
}

#[test]
fn what_a_book_does_not_have_has_no_order_and_no_command() {
    let (left, all) = (words_of(&LESS_WORDS), words_of(&LANGUAGE));
    let gone: Vec<&str> = all.iter().filter(|words| !left.contains(words)).map(String::as_str).collect();
    assert_eq!(
        gone,
        [
            "NO FORCED MARCH",
            "RAIL TO X0-Y0 [VIA X0-Y0] [ENTRY c-r]",
            "DESTROY TRACK",
            "DESTROY BRIDGE",
            "MOVE c-r [VIA c-r or ship] [PHASE n]",
            "DEPLOY BRIDGE c-r [PHASE n]",
            "REMOVE BRIDGE [TO c-r] [PHASE n]",
            "TRANSFER BATTERY TO unit",
            "PLACE CACHE X0-Y0 c-r",
            "REMOVE CACHE X0-Y0",
            "REBUILD TRACK X0-Y0",
            "REBUILD BRIDGE X0-Y0",
        ]
    );
    assert!(left.contains(&"MOVE c-r [VIA c-r] [PHASE n]".into()));
    let (left, all) = (commands_of(&LESS_WORDS), commands_of(&LANGUAGE));
    let gone =
        all.iter().filter(|words| !left.contains(words)).map(|words| words.split(" X0").next().unwrap());
    assert_eq!(
        gone.collect::<Vec<_>>(),
        [
            "PLACE CACHE",
            "REMOVE CACHE",
            "DESTROY RAIL",
            "MEND RAIL",
            "SET RAIL",
            "DESTROY BRIDGE",
            "MEND BRIDGE",
            "SET BRIDGE",
            "REMOVE PONTOON unit",
            "SET CONTROL OF RAIL or RIVER AT",
        ]
    );
}

#[test]
fn no_help_speaks_of_what_a_book_does_not_have() {
    let help = |topic: &str, language| fieldpost_grammar::help(Some(topic), language);
    let topics = ["ALL", "PHASES", "SUPPLY", "MOVE", "MINISTER", "STATE", "MARCH", "DEPOT"];
    let texts = topics.map(|topic| help(topic, &LESS_WORDS)).into_iter();
    for text in
        texts.chain([fieldpost_grammar::help(None, &LESS_WORDS), command::help(Some("ALL"), &LESS_WORDS)])
    {
        let low = text.to_lowercase();
        for word in ["rail", "cache", "pontoon", "ferry", "ferries", "ship", "captured", "{", "|", "7.11"] {
            let found = low.lines().find(|line| line.contains(word));
            assert!(found.is_none(), "{word}: {found:?}");
        }
    }
    assert!(help("ALL", &LANGUAGE).contains("strategic 2 to 6;\nrailways; tactical 5."));
    assert!(help("MINISTER", &LANGUAGE).contains("(3.5, 8.5,\n11.5, 11.7, 13.1)"));
    assert!(help("MINISTER", &LESS_WORDS).contains("(3.5, 11.7, 11.6, 13.1)"));
    // As a mail prints it: each number is put right once.
    let depot = help("DEPOT", &LESS_WORDS);
    assert!(LESS.cited(&depot).contains("Set up a supply depot. (rule 11.7)"), "{depot}");
    let supply = help("SUPPLY", &LESS_WORDS).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(LESS.cited(&supply).contains("the square of a depot. (rule 11.6)"), "{supply}");
    assert_eq!(
        help("RAILWAYS", &LESS_WORDS),
        "This war has no railways: units march (MARCH), and supplies go by road\n    and river.\n\n\
         In this war track and bridges are neither destroyed nor rebuilt.\n"
    );
    assert!(help("CACHE", &LESS_WORDS).starts_with("This war has no caches"));
    assert!(command::help(Some("PONTOON"), &LESS_WORDS).starts_with("This war has no pontoon bridges"));
}

#[test]
fn a_line_for_what_a_book_does_not_have_is_answered_with_what_there_is_instead() {
    for (line, answer) in [
        (
            "RAIL TO B0-N8",
            "This war has no railways: units march (MARCH), and supplies go by road and river.",
        ),
        ("Please by rail to B0-N8.", "This war has no railways"),
        ("TRAIN nonsense", "This war has no railways"),
        ("DESTROY TRACK", "In this war track and bridges are neither destroyed nor rebuilt."),
        ("LAY BRIDGE 7-8", "This war has no pontoon bridges and no ferries"),
        ("TRANSFER GUNS TO AU4IN", "In this war no guns are captured"),
        ("PLACE CACHE A9-N2 3-3", "This war has no caches: supplies lie in cities and depots (PLACE DEPOT"),
        ("NFM", "The rules of this war know no such order."),
    ] {
        let found = complaints(line, &LESS_WORDS);
        let [complaint] = &found[..] else { panic!("{line}: {found:?}") };
        assert!(
            complaint.why.starts_with(answer) && !complaint.why.contains("It is written"),
            "{complaint:?}"
        );
        assert_eq!(complaint.nearest, None, "{line}");
    }
    for line in ["RAIL TO B0-N8", "DESTROY TRACK", "MARCH A9-N2", "MOVE 7-7 VIA 7-9"] {
        assert_eq!(complaints(line, &LANGUAGE), [], "{line}");
    }
    assert_eq!(complaints("MARCH A9-N2\nMOVE 7-7 VIA 7-9\nLINE SECOND", &LESS_WORDS), []);
    let misspelt = &complaints("RIAL TO B0-N8", &LESS_WORDS)[0];
    assert!(misspelt.why.ends_with("and river.") && misspelt.nearest.is_none(), "{misspelt:?}");
    let grid = &scenario::read(&scenario::demo()).unwrap().atlas.map.grid;
    let read = |language| {
        let lexicon = Lexicon { language, ..language::lexicon(grid) };
        read_ga_letter("GA tom\nGAME x\n\nDESTROY RAIL A9-N2\n", &lexicon)
    };
    assert_eq!((read(&LANGUAGE).complaints.len(), read(&LANGUAGE).commands.len()), (0, 1));
    let refused = read(&LESS_WORDS);
    assert!(refused.commands.is_empty() && refused.complaints[0].why.starts_with("This war has no railways"));
}

/// Rule 11.5: in CWOL and GITM there are no caches.
#[test]
fn without_caches_none_is_placed_and_no_reason_speaks_of_one() {
    let mut journey = Journey::new();
    let monarch = journey.state.numbered_players().next().unwrap().0;
    let at = journey.state.units[&journey.unit].at;
    let place = OfficeOrder::PlaceCache { at, tac: TacticalSquare::MIDDLE };
    journey.orders.offices = vec![(monarch, place.clone()), (monarch, place)];
    let told = |book| {
        let events = journey.run(book).events;
        let words = events.iter().map(|told| serde_json::to_string(told).unwrap());
        words.filter(|words| words.contains("cache")).collect::<Vec<_>>()
    };
    let (here, there) = (told(&ROTD_EUWOL), told(&LESS));
    assert_eq!((here.len(), there.len()), (2, 2), "{here:?} {there:?}");
    assert!(here[1].contains("a depot or cache in that strategic square"), "{}", here[1]);
    assert!(there.iter().all(|words| words.contains("this war has no caches")), "{there:?}");
}

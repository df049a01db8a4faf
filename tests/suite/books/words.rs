//! Help, reasons and mails speak the language of their book.

use super::*;

/// A report of the opening, and of a turn in which all march and nobody knows why, of a scenario; and the sheet of its orders.
fn mails_of(book: &'static Book, name: &str) -> String {
    let Scenario { atlas, state, .. } = scenario::read(&scenario::built_in(name).unwrap()).unwrap();
    let (atlas, press) = (Arc::new(atlas), Press::new().unwrap());
    let world = World { atlas: Arc::clone(&atlas), book, state };
    let orders = plans::orders(&mut Lots::new(7, 1, 1), &world);
    let outcome = sequence::run(&atlas, book, world.state.clone(), orders, 7, None);
    let theatre = Theatre { atlas: &atlas, book };
    let kit = DeskKit { address: "orders@fieldpost.example".into(), forms: order_forms(language::of(book)) };
    let shop = Shop::new(&press).with_desk(kit);
    let wishes = Wishes { pictures: false, ..Wishes::default() };
    let mut text = String::new();
    for (player, who) in world.state.numbered_players() {
        for report in turn_reports(theatre, &outcome, player, &heading(&who.name), &wishes, &shop).unwrap() {
            text.push_str(&report.printed.text);
            text.push_str(&report.html.unwrap_or_default());
        }
    }
    text
}

/// Everything that help says by a book, and every reason that its rules may give.
fn words_by(book: &'static Book) -> String {
    let language = language::of(book);
    let mut texts =
        vec![fieldpost_grammar::help(Some("ALL"), language), command::help(Some("ALL"), language)];
    let topics =
        ["PHASES", "DEFAULT", "MINISTER", "PRESS", "MAP", "SUPPLY", "MARCH", "MOVE", "DEPOT", "STATE"];
    texts.extend(topics.map(|topic| fieldpost_grammar::help(Some(topic), language)));
    texts.extend(
        forms(language)
            .flat_map(|form| [form.words, form.meaning, form.example])
            .map(|text| language.text(text).into_owned()),
    );
    let told = |why: &&Why| {
        let (rules, buys) = (why.rules(), language.edition.has("purchases"));
        (buys || **why != Why::TooDear).then_some(())?;
        (rules.is_empty() || !book.numbers(rules).is_empty()).then(|| why.says().to_owned())
    };
    texts.extend(Why::ALL.iter().filter_map(|why| told(&why)));
    book.cited(&texts.join("\n")).into_owned()
}

/// What neither of the younger books has.
const FOREIGN: [&str; 16] = [
    "War Minister",
    "WAR MINISTER",
    "Treasury",
    "treasury",
    "Monarch",
    "Prime Minister",
    "Governor",
    "pontoon",
    "ferry",
    "NEAREST FORD",
    "NO FORCED MARCH",
    "MARCH TO ALLIES",
    "benedek",
    "gablenz",
    "ford, pass or bridge",
    "rifled guns on foot",
];

/// Issue 15, point 2: everything around the rules speaks the book's language.
#[test]
fn help_reasons_and_mails_speak_the_language_of_their_book() {
    let of_america = [
        "AU3IN",
        "Linz",
        "Austria",
        "Prussia",
        "of Confederate States",
        "by Confederate States",
        "of United States",
        "LI,",
    ];
    let of_germany = [
        "Secretary",
        "President",
        "railway",
        "RAIL",
        "Railway",
        "initiative",
        "regiment",
        "rifle",
        "carbine",
    ];
    let wars: [(&'static Book, &str, &[&str]); 2] =
        [(&book::ROTD_CWOL, "valley-1862", &of_america), (&book::GITM_NWOL, "jena-1806", &of_germany)];
    let mut found = Vec::new();
    for (book, scenario, own) in wars {
        for (what, text) in [("words", words_by(book)), ("mails", mails_of(book, scenario))] {
            for word in FOREIGN.iter().chain(own) {
                let lines = text.lines().filter(|line| line.contains(word)).take(4);
                found.extend(lines.map(|line| format!("{}: {what}: {word:?}: {}", book.name, line.trim())));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(words_by(&ROTD_EUWOL).contains("The War Minister's way"), "the first book has its own words");
    assert!(words_by(&book::ROTD_CWOL).contains("The Secretary of War's way"));
    assert!(words_by(&book::GITM_NWOL).contains("An office: Minister of War or Naval Minister."));
}

//! That the samples are printed, and what is looked for in them.

use super::*;
use crate::summary::{Copies, Summary};
use fieldpost_engine::locale::Locale;
use fieldpost_games::RULEBOOKS;

/// The leaves of a view, as a template could print them, but for sections laid out for a text beside themselves.
fn words_of(view: &serde_json::Value, into: &mut Vec<String>) {
    match view {
        serde_json::Value::String(words) => into.push(words.clone()),
        serde_json::Value::Array(items) => items.iter().for_each(|item| words_of(item, into)),
        serde_json::Value::Object(fields) => {
            let is_laid_out = fields.contains_key("sections");
            let own = fields.iter().filter(|(name, _)| !(is_laid_out && *name == "lines"));
            own.for_each(|(_, field)| words_of(field, into));
        }
        _ => {}
    }
}

fn flat(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    let text = text.replace("&#39;", "'").replace("&#x27;", "'").replace("&#x2F;", "/").replace("&amp;", "&");
    text.split_whitespace().filter(|word| *word != "|").collect::<Vec<_>>().join(" ")
}

#[test]
fn every_built_in_template_prints_every_sample_and_keeps_markup_as_text() {
    let samples = print(&Press::strict(&BTreeMap::new()).unwrap(), RULEBOOKS).unwrap();
    assert!(samples.len() > 30, "{}", samples.len());
    for sample in &samples {
        assert!(!sample.html.contains(MARKUP), "{}:\n{}", sample.name, sample.html);
        let wide = sample.text.lines().find(|line| line.chars().count() > 72);
        assert_eq!(wide, None, "{}", sample.name);
    }
    for words in
        ["attached desk.html", "This mail shows what matters most", "is a long story", "DEPLOY H4-S1 7-11"]
    {
        assert!(samples.iter().any(|sample| sample.html.contains(words)), "no sample has {words:?}");
    }
    for stem in
        ["receipt", "refusal", "held", "news", "notice", "reminder", "welcome", "ga_welcome", "went_back"]
    {
        let page = samples.iter().find(|sample| sample.name.starts_with(stem)).unwrap();
        assert!(page.html.contains("&lt;b&gt;"), "{stem}:\n{}", page.html);
    }
}

/// Words of English that no translated mail has: of each its Subject or its frame.
const FRAMES: [(&str, &str); 7] = [
    ("receipt", "was received"),
    ("refusal", "Nothing in the letter was filed"),
    ("reminder", "without orders"),
    ("welcome", "How to send orders"),
    ("password", "Keep this letter"),
    ("held", "It is held"),
    ("too_large", "too large"),
];

#[test]
fn every_sample_is_printed_in_each_language_and_keeps_markup_as_text() {
    for locale in [Locale::German, Locale::French] {
        let press = Press::strict(&BTreeMap::new()).unwrap().in_locale(locale);
        for sample in print(&press, RULEBOOKS).unwrap() {
            let name = &sample.name;
            assert!(!sample.html.contains(MARKUP), "{name}:\n{}", sample.html);
            let wide = sample.text.lines().find(|line| line.chars().count() > 72);
            assert_eq!(wide, None, "{name}");
            assert!(sample.html.contains(&format!("<html lang=\"{}\">", locale.code())), "{name}");
            assert!(!sample.html.contains("&amp;#x27;") && !sample.html.contains("&amp;amp;"), "{name}");
            for (stem, words) in FRAMES {
                let is_english = [&sample.text, &sample.html].iter().any(|text| text.contains(words));
                assert!(!name.starts_with(stem) || !is_english, "{name} says {words:?}\n{}", sample.text);
            }
        }
    }
}

/// Things that mails count, each with its plural.
const COUNTED: [(&str, &str); 22] = [
    ("letter", "letters"),
    ("line", "lines"),
    ("order", "orders"),
    ("unit", "units"),
    ("brigade", "brigades"),
    ("player", "players"),
    ("seat", "seats"),
    ("error", "errors"),
    ("warning", "warnings"),
    ("mail", "mails"),
    ("part", "parts"),
    ("page", "pages"),
    ("file", "files"),
    ("picture", "pictures"),
    ("command", "commands"),
    ("prisoner", "prisoners"),
    ("straggler", "stragglers"),
    ("supply", "supplies"),
    ("man", "men"),
    ("minute", "minutes"),
    ("hour", "hours"),
    ("day", "days"),
];

/// Every number of a view set to one.
fn with_numbers(view: &mut serde_json::Value, number: u32) {
    match view {
        serde_json::Value::Number(one) => *one = number.into(),
        serde_json::Value::Array(items) => items.iter_mut().for_each(|item| with_numbers(item, number)),
        serde_json::Value::Object(fields) => {
            fields.values_mut().for_each(|field| with_numbers(field, number));
        }
        _ => {}
    }
}

/// A number and what it counts, where they do not go together.
fn odd_plural(text: &str, number: u32) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_wrong = |pair: &&[&str]| {
        let noun = pair[1].trim_end_matches(|c: char| !c.is_alphanumeric());
        let wrong = |(one, many): &(&str, &str)| noun == if number == 1 { *many } else { *one };
        pair[0] == number.to_string() && COUNTED.iter().any(wrong)
    };
    words.windows(2).find(is_wrong).map(|pair| pair.join(" "))
}

#[test]
fn what_is_counted_stands_in_its_own_number_in_every_answer() {
    let press = Press::new().unwrap();
    let language = RULEBOOKS.0[0].language;
    let mut views = of_the_house(language).unwrap();
    for rulebook in RULEBOOKS.0 {
        let (of_game, letters) = (of_game(&press, rulebook).unwrap(), rulebook.letters);
        let view = |view: Result<Value, serde_json::Error>| view.unwrap();
        let reminders =
            of_game.reminders.into_iter().map(|words| view(serde_json::to_value(reminder(words))));
        views.extend(reminders.map(|view| (letters.reminder, view)));
        let welcomes =
            of_game.welcomes.into_iter().map(|words| view(serde_json::to_value(welcome(words, true))));
        views.extend(welcomes.map(|view| (letters.welcome, view)));
    }
    for (stem, view) in views {
        for number in [0, 1, 2, 5] {
            let mut view = view.clone();
            with_numbers(&mut view, number);
            let (printed, page) = press.both(stem, &view, true).unwrap();
            for text in [&printed.subject, &printed.text, &page.unwrap_or_default()] {
                assert_eq!(odd_plural(text, number), None, "{stem}:\n{text}");
            }
        }
    }
    assert_eq!(odd_plural("of 1 prisoners.", 1).as_deref(), Some("1 prisoners."));
    assert_eq!(odd_plural("of 5 man", 5).as_deref(), Some("5 man"));
}

#[test]
fn orders_of_offices_have_a_heading_of_their_own_where_there_are_any() {
    let press = Press::new().unwrap();
    for receipt in [full_receipt(), plain_receipt()] {
        let has_offices = !receipt.offices.is_empty();
        let (printed, page) = press.both("receipt", &views_of(receipt), true).unwrap();
        assert_eq!(printed.text.contains("\nORDERS OF YOUR OFFICES\n"), has_offices, "{}", printed.text);
        assert_eq!(page.unwrap().contains("Orders of your offices"), has_offices);
    }
}

fn views_of(receipt: OrderReceipt) -> serde_json::Value {
    let errors = receipt.errors;
    let body = Body::Receipt(Box::new(receipt));
    let to = To::Player { name: MARKUP.into(), address: "a@example.org".into() };
    let game = Some(GameName(GAME.into()));
    let weight = Weight::Receipt;
    views::of_answer(
        &Answer { to, game, turn: Some(4), weight, errors, replaceable: false, body },
        false,
        &Tongue::of(RULEBOOKS.0[0].language),
    )
}

#[test]
fn the_pages_of_answers_hold_the_same_facts_as_their_texts() {
    let press = Press::new().unwrap();
    let mut facts = 0;
    for (answer, last_today) in answers() {
        let view = views::of_answer(&answer, last_today, &tongue(&answer, RULEBOOKS.0[0].language));
        let (printed, page) = press.both(views::stem_of(&answer.body), &view, true).unwrap();
        let (text, page) = (flat(&printed.text), flat(&page.unwrap()));
        let mut words = Vec::new();
        words_of(&view, &mut words);
        for words in words.iter().map(|words| flat(words)).filter(|words| text.contains(words.as_str())) {
            assert!(page.contains(&words), "{words:?} is missing in the page of {:?}", answer.body);
            facts += 1;
        }
    }
    assert!(facts > 100, "only {facts}");
}

/// The words of foresight.md, A2: each grade has its own, the lead stands once, and the Subject counts errors, failures and chances apart.
#[test]
fn a_receipt_says_how_far_each_line_is_true() {
    let press = Press::new().unwrap();
    let unit = |foreseen: Vec<Statement>| UnitReceipt {
        course: "now in the harbor of Norfolk and stays there".into(),
        foreseen,
        ..plain_receipt().units.remove(0)
    };
    let print = |receipt: OrderReceipt| press.both("receipt", &views_of(receipt), true).unwrap().0;
    let of = |errors, fail, may_fail, warnings| OrderReceipt {
        units: vec![unit(statements())],
        is_conditional: true,
        errors,
        fail,
        may_fail,
        warnings,
        ..plain_receipt()
    };
    for (receipt, subject, words) in [
        (of(1, 2, 1, 0), "(1 error, 2 fail, 1 may fail)", "2 ORDERS FAIL as things stand; 1 MAY."),
        (of(0, 1, 0, 0), "(1 fails)", "1 ORDER FAILS as things stand."),
        (of(0, 0, 1, 0), "(1 may fail)", "1 ORDER MAY FAIL."),
        (of(2, 0, 2, 0), "(2 errors, 2 may fail)", "2 ORDERS MAY FAIL."),
        (of(0, 1, 0, 6), "(1 fails, 6 warnings)", "1 ORDER FAILS as things stand; 6 WARNINGS."),
        (
            of(0, 1, 2, 1),
            "(1 fails, 2 may fail, 1 warning)",
            "1 ORDER FAILS as things stand; 2 MAY; 1 WARNING.",
        ),
        (of(0, 0, 0, 1), "(1 warning)", "1 WARNING."),
    ] {
        let printed = print(receipt);
        assert!(printed.subject.ends_with(subject), "{}", printed.subject);
        assert!(printed.text.contains(words), "{}", printed.text);
        assert_eq!(printed.text.matches("As things stand: nobody else moves").count(), 1, "{}", printed.text);
    }
    let printed = print(of(0, 5, 1, 0));
    println!("{}", printed.text);
    let text = flat(&printed.text);
    for line in [
        "As things stand: now in the harbor of Norfolk and stays there.",
        "! COAST OUTB fails: no way from LCHE to OUTB (WISC 6.11)",
        "lie in LCHE (WISC 6.7). SORTIE goes out to fight them.",
        "! HARBOR Hampton may fail, 2 in 10: the wind straight out of it (WISC 6.12)",
        "still feeds it there is not foreseen.",
        "- MOVE without PHASE comes first, in tactical phase 1 (rule 5.2)",
    ] {
        assert!(text.contains(line), "{line:?} is missing in {}", printed.text);
    }
    // Of two units with the same orders that go different ways all is said once but where they go.
    let goes = |number: u16, to: &str| UnitReceipt {
        course: format!("now in A1-N1 7-7; after strat 1 in {to}"),
        ends: Ends::In(to.into()),
        ..UnitReceipt { unit: super::unit(number), ..unit(statements()) }
    };
    let two = OrderReceipt { units: vec![goes(4, "A2-N1 3-7"), goes(5, "A2-N1 4-7")], ..of(0, 5, 1, 0) };
    let two = print(two);
    assert_eq!(flat(&two.text).matches("lie in LCHE (WISC 6.7)").count(), 1, "{}", two.text);
    assert!(flat(&two.text).contains("in A2-N1 4-7"), "{}", two.text);
    // Those of them that go the same way have one sentence.
    let all =
        ["3-7", "4-7", "3-7"].into_iter().zip(4..).map(|(tac, number)| goes(number, &format!("A2-N1 {tac}")));
    let three = flat(&print(OrderReceipt { units: all.collect(), ..of(0, 5, 1, 0) }).text);
    assert_eq!(three.matches("after strat 1 in A2-N1 3-7").count(), 1, "{three}");
    assert!(
        three.contains(&format!("As things stand, {}, {}: now", super::unit(4), super::unit(6))),
        "{three}"
    );
    let quiet = print(OrderReceipt {
        units: vec![UnitReceipt { course: String::new(), ..unit(Vec::new()) }],
        ..plain_receipt()
    });
    assert!(!quiet.text.contains("As things stand") && !quiet.subject.contains('('), "{}", quiet.text);
}

/// A unit stands by its name above its orders, where a line has room for it.
#[test]
fn a_receipt_calls_units_by_their_names() {
    let press = Press::new().unwrap();
    let (four, five) = (super::unit(4), super::unit(5));
    let of = |number: u16| UnitReceipt { unit: super::unit(number), ..plain_receipt().units.remove(0) };
    let told = |name: &str| {
        let called = BTreeMap::from([(four.clone(), format!("{four} {name}"))]);
        let receipt = OrderReceipt { units: vec![of(4), of(5)], called, ..plain_receipt() };
        press.both("receipt", &views_of(receipt), true).unwrap().0.text
    };
    let short = told("Bixio");
    assert!(short.contains(&format!("\n{four} Bixio, {five}\n")), "{short}");
    let long = told(&"Bixio ".repeat(9));
    assert!(long.contains(&format!("\n{four}, {five}\n")), "{long}");
}

#[test]
fn on_how_many_disks_a_letter_is_stands_in_the_summary_of_a_host_with_a_database() {
    let press = Press::strict(&BTreeMap::new()).unwrap();
    let told = |copies: Option<Copies>| {
        let (text, html) = press.both("summary", &Summary { copies, ..day::quiet() }, true).unwrap();
        (text.text.split_whitespace().collect::<Vec<_>>().join(" "), html.unwrap())
    };
    let (text, html) = told(None);
    assert!(!text.contains("acknowledged") && !html.contains("acknowledged"), "{text}");
    let both = |copies: Copies, words: &str| {
        let (text, html) = told(Some(copies));
        assert!(text.contains(words) && html.contains(words), "{words}: {text}\n{html}");
    };
    both(Copies { disks: 2, wanted: 2 }, "A letter is on 2 disks when it is acknowledged.");
    both(Copies { disks: 1, wanted: 1 }, "A letter is on one disk alone when it is acknowledged.");
    both(Copies { disks: 1, wanted: 2 }, "2 are asked for: letters wait for a standby.");
}

//! What players are told to write is what is read: the examples of `docs/players`, and its tables of orders.

use std::fs;
use std::path::{Path, PathBuf};

use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::{Language, read_letter};
use fieldpost_land::language;

use super::land::read_unit_orders;
use super::{lexicon, told};

const BEGIN: &str = "<!-- orders:";
const END: &str = "<!-- end of orders -->";

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/players").join(name)
}

/// The fenced pieces of a page with the word behind the fence.
fn fenced(page: &str) -> Vec<(&str, &str)> {
    let pieces = page.split("\n```").skip(1).step_by(2);
    pieces.map(|piece| piece.split_once('\n').expect("a fence has lines")).collect()
}

/// The pages that hold a table of a book's orders, and the book's language.
const PAGES: [(&str, &Language); 4] = [
    ("orders.md", &language::LANGUAGE),
    ("rotd-cwol.md", &language::CWOL),
    ("gitm-nwol.md", &language::GITM),
    ("europa.md", &fieldpost_europa::LANGUAGE),
];

/// The page's lexicon: the samples' names in the book's language.
fn lexicon_of(language: &'static Language) -> Lexicon {
    Lexicon { pieces: Vec::new(), language, ..lexicon() }
}

#[test]
fn every_example_that_players_are_shown_is_read() {
    let mut seen = 0;
    for (name, language) in [("README.md", &language::LANGUAGE as &'static Language)].into_iter().chain(PAGES)
    {
        let lexicon = lexicon_of(language);
        let page = fs::read_to_string(file(name)).unwrap();
        for (kind, text) in fenced(&page) {
            let complaints = match kind {
                "orders" => read_unit_orders(text, &lexicon).1.into_iter().map(|said| said.why).collect(),
                "letter" => told(&read_letter(text, &lexicon)).1,
                "answer" => continue,
                other => panic!("{name}: a fence says {other:?}, not orders, letter or answer"),
            };
            assert_eq!(complaints, Vec::<String>::new(), "{name}:\n{text}");
            seen += 1;
        }
    }
    assert!(seen > 30, "only {seen} examples");
}

#[test]
fn the_tables_for_players_are_those_of_the_grammar() {
    for (name, language) in PAGES {
        let page = fs::read_to_string(file(name)).unwrap();
        let begin = page
            .find(BEGIN)
            .and_then(|at| Some(at + page[at..].find('\n')? + 1))
            .expect("the table's beginning");
        let end = page.find(END).expect("the table's end");
        let made = table(language);
        if std::env::var_os("FIELDPOST_BLESS").is_some() {
            fs::write(file(name), format!("{}{made}{}", &page[..begin], &page[end..])).unwrap();
            continue;
        }
        let again = "make it anew: FIELDPOST_BLESS=1 cargo test --test suite players";
        assert_eq!(&page[begin..end], made, "{name}: {again}");
    }
}

/// Of a book that lacks things the table lacks them too, and names the book's own rules.
#[test]
fn a_books_table_has_the_books_orders_and_numbers() {
    let [(_, euwol), (_, cwol), (_, gitm), ..] = PAGES;
    for (words, in_euwol, in_cwol, in_gitm) in [
        ("NO FORCED MARCH", true, false, false),
        ("RAIL TO", true, true, false),
        ("DESTROY TRACK", true, false, false),
        ("DEPLOY BRIDGE", true, false, false),
        ("PLACE CACHE", true, false, false),
        ("PLACE DEPOT", true, true, true),
    ] {
        for (language, has) in [(euwol, in_euwol), (cwol, in_cwol), (gitm, in_gitm)] {
            assert_eq!(table(language).contains(&format!("| `{words}")), has, "{words}");
        }
    }
}

/// All orders of a book, a table for each section.
fn table(language: &'static Language) -> String {
    let forms = || fieldpost_grammar::forms(language);
    let mut sections = forms().map(|form| form.section).collect::<Vec<_>>();
    sections.dedup();
    let sections = sections.into_iter().map(|section| {
        let title = &*language.text(section.title());
        let rows = forms().filter(|form| form.section == section).map(|form| {
            let rules = language.edition.numbers(form.rules);
            let rule = if rules.is_empty() { "-" } else { &rules };
            let (words, meaning) = (language.text(form.words), language.text(form.meaning));
            format!("| `{words}` | {meaning} | {rule} | `{}` |\n", language.text(form.example))
        });
        let title = title.split_once(": ").map_or(title, |(_, words)| words);
        let title = title[..1].to_uppercase() + &title[1..];
        format!(
            "\n### {title}\n\n| Order | What it does | Rule | For instance |\n| --- | --- | --- | --- |\n{}",
            rows.collect::<String>()
        )
    });
    sections.collect::<String>() + "\n"
}

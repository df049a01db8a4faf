//! What players are told to write is what is read: the examples of `docs/players`, and its table of orders.

use std::fs;
use std::path::{Path, PathBuf};

use fieldpost::grammar::letter::Lexicon;
use fieldpost::grammar::read_letter;

use super::land::{forms, read_unit_orders, text};
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

#[test]
fn every_example_that_players_are_shown_is_read() {
    let lexicon = Lexicon { pieces: Vec::new(), ..lexicon() };
    let mut seen = 0;
    for name in ["orders.md", "README.md"] {
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
    assert!(seen > 25, "only {seen} examples");
}

#[test]
fn the_table_for_players_is_that_of_the_grammar() {
    let page = fs::read_to_string(file("orders.md")).unwrap();
    let begin =
        page.find(BEGIN).and_then(|at| Some(at + page[at..].find('\n')? + 1)).expect("the table's beginning");
    let end = page.find(END).expect("the table's end");
    let made = table();
    if std::env::var_os("FIELDPOST_BLESS").is_some() {
        fs::write(file("orders.md"), format!("{}{made}{}", &page[..begin], &page[end..])).unwrap();
        return;
    }
    assert_eq!(&page[begin..end], made, "make it anew: FIELDPOST_BLESS=1 cargo test --test suite players");
}

/// All orders, a table for each section.
fn table() -> String {
    let mut sections = forms().map(|form| form.section).collect::<Vec<_>>();
    sections.dedup();
    let sections = sections.into_iter().map(|section| {
        let title = &*text(section.title());
        let rows = forms().filter(|form| form.section == section).map(|form| {
            let rule = if form.rules.is_empty() { "-" } else { form.rules };
            format!("| `{}` | {} | {rule} | `{}` |\n", text(form.words), text(form.meaning), form.example)
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

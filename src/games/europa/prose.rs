//! No word of this game makes an order of a stranger's prose: ordinary mails of our own (`fixtures/prose`), read as letters to a game of it.
//! And what becomes of orders that people write in their own words.

use fieldpost_grammar::letter::{Lexicon, looks_like_order_line};
use fieldpost_grammar::read_letter;

use crate::LANGUAGE;

const MAILS: [&str; 2] =
    [include_str!("../../../fixtures/prose/english.txt"), include_str!("../../../fixtures/prose/others.txt")];

fn lexicon() -> Lexicon {
    let texts = std::collections::BTreeMap::from([(
        "scenario.toml".to_owned(),
        crate::EUROPA.scenarios[0].1.to_owned(),
    )]);
    (crate::EUROPA.scenario)(&texts).unwrap().board.with(1494).lexicon()
}

#[test]
fn no_line_of_an_ordinary_mail_is_an_order() {
    let lexicon = lexicon();
    let lines: Vec<&str> =
        MAILS.iter().flat_map(|mail| mail.lines()).filter(|line| !line.trim().is_empty()).collect();
    assert!(lines.len() > 120, "{} lines", lines.len());
    let like: Vec<&&str> = lines.iter().filter(|line| looks_like_order_line(line, &[&LANGUAGE])).collect();
    assert!(like.is_empty(), "these look like orders: {like:#?}");
    for text in lines.into_iter().chain(MAILS) {
        let letter = read_letter(text, &lexicon);
        assert!(letter.offices.is_empty() && letter.units.is_empty(), "{text}\n{letter:?}");
    }
}

#[test]
fn an_order_among_prose_is_one() {
    let letter =
        read_letter("Dear Tom,\nthanks for all.\nSTACK FR-1\nMOVE piedmont\nEND\nYours, M.\n", &lexicon());
    assert_eq!(letter.units.len(), 1);
    assert_eq!(letter.units[0].orders.len(), 1);
}

/// What is read of a line in the block of a stack, or of a power's own: its canonical words, or `? why | Did you mean: ...`.
fn read_as(lexicon: &Lexicon, of: &str, words: &str) -> Vec<String> {
    let text = if of == "power" { format!("{words}\n") } else { format!("STACK {of}\n{words}\nEND\n") };
    let letter = read_letter(&text, lexicon);
    let orders = letter.units.iter().flat_map(|block| &block.orders).chain(&letter.offices);
    let complaints = letter.units.iter().flat_map(|block| &block.complaints).chain(&letter.complaints);
    let refused = complaints.map(|complaint| {
        let why = complaint.why.split(" It is written").next().unwrap_or_default();
        let nearest = complaint.nearest.as_ref().map(|nearest| format!(" | Did you mean: {nearest}"));
        format!("? {why}{}", nearest.unwrap_or_default())
    });
    orders.map(|line| line.words.to_string()).chain(refused).collect()
}

#[test]
fn orders_in_plain_words_are_read_or_refused_with_the_nearest() {
    let lexicon = lexicon();
    let table = include_str!("../../../fixtures/prose/orders.txt");
    let rows: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(rows.len() > 80, "{} rows", rows.len());
    let mut other = Vec::new();
    for row in rows {
        let (line, wanted) = row.split_once(" => ").unwrap();
        let (of, words) = line.split_once(": ").unwrap();
        let found = read_as(&lexicon, of, words);
        if found != [wanted] {
            other.push(format!("{row}\n  {found:?}"));
        }
    }
    assert!(other.is_empty(), "{}", other.join("\n"));
}

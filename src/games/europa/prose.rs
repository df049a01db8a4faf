//! No word of this game makes an order of a stranger's prose: ordinary mails of our own (`fixtures/prose`), read as letters to a game of it.

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

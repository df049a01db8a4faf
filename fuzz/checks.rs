//! What must hold of any text. The fuzzer looks for one of which it does not; `tests/suite/fuzzed.rs` tries it on some thousand
//! that a seed puts together, where there is no fuzzer.

use std::sync::LazyLock;

use fieldpost_games::{LANGUAGES, RULEBOOKS};
use fieldpost_grammar::command::{Command, is_ga_letter, read_command, read_ga_letter};
use fieldpost_grammar::letter::{Letter, Lexicon, MOST_COMPLAINTS, MOST_LINES, Site};
use fieldpost_grammar::{glance, looks_like_order_line, may_be_passwords, read_head, read_letter};
use fieldpost_ground::square::Grid;
use fieldpost_land::language::{lexicon, read_unit_orders};
use fieldpost_mail::read::{fold, read};
use unicode_normalization::UnicodeNormalization;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon {
    pieces: ["AU1CQ", "AU3IN"].map(Into::into).to_vec(),
    places: vec!["Königgrätz".into(), "Ulm".into()],
    sites: [("ulm".to_owned(), Site { at: "G0-T5".into(), within: "5-5".into() })].into(),
    players: vec!["benedek".into()],
    ..lexicon(&Grid { cols: 130, rows: 120, row_letters: "NPQRSTUVWXYZ".into() })
});

/// The names of a land war, of one with ships, and of the board game.
pub static BOARDS: LazyLock<Vec<Lexicon>> = LazyLock::new(|| {
    let lexicon = |name: &str| {
        let texts = RULEBOOKS.scenario(name).expect("a scenario of ours");
        let rulebook = RULEBOOKS.of_scenario(&texts).expect("its rulebook");
        let opening = (rulebook.scenario)(&texts).expect("a sound scenario");
        Lexicon { players: vec!["benedek".into(), "Jörg".into()], ..opening.board.with(1).lexicon() }
    };
    ["demo", "hampton-roads-1862", "italy-1494"].map(lexicon).into()
});

/// Any text as a letter's body: every line is live or left out, quotes never live, folding settles at once.
pub fn cleaned_text(body: &str) {
    let letter = format!("From: ann@x.org\nContent-Type: text/plain; charset=utf-8\n\n{body}");
    let incoming = read(letter.as_bytes());
    let Some(text) = incoming.texts.first() else { return };
    let mut numbers: Vec<u32> = text.live.iter().map(|line| line.number).collect();
    numbers.extend(text.left_out.iter().map(|line| line.number));
    numbers.sort_unstable();
    assert!(numbers.iter().zip(1..).all(|(number, expected)| *number == expected));
    for line in &text.live {
        assert!(!line.written.trim_start().starts_with(['>', '|']), "{:?}", line.written);
        // Marks may change places where a letter's decomposition begins with one (U+0F73); all else settles.
        let again = fold::plain(line.plain());
        assert!(again.nfkc().eq(line.plain().nfkc()), "{:?}", line.plain());
        assert!(fold::password_forms(&line.written).len() <= 4);
    }
}

/// Any text as orders and as commands, in the language and with the names of each kind of game: no panic, the same again,
/// bounded, places inside the text, and words that mean the same.
pub fn order_line(text: &str) {
    for lexicon in BOARDS.iter().chain([&*LEXICON]) {
        let letter = read_letter(text, lexicon);
        assert_eq!(letter, read_letter(text, lexicon));
        is_bounded(&letter, text);
        are_commands_themselves(text, lexicon);
    }
    let (orders, _) = read_unit_orders(text, &LEXICON);
    for order in orders {
        let (again, complaints) = read_unit_orders(&order.words, &LEXICON);
        assert!(complaints.is_empty() && again.len() == 1, "{:?}: {complaints:?}", order.words);
        assert_eq!(again[0].what, order.what);
    }
    is_ga_letter(text, LANGUAGES);
    read_head(text, LANGUAGES);
    glance(text);
    may_be_passwords(text, LANGUAGES);
    for line in text.lines() {
        looks_like_order_line(line, LANGUAGES);
    }
}

fn is_bounded(letter: &Letter, text: &str) {
    assert!(letter.units.len() <= MOST_LINES);
    let complaints = letter.complaints.iter().chain(letter.units.iter().flat_map(|block| &block.complaints));
    assert!(complaints.clone().count() <= MOST_COMPLAINTS);
    let spans = complaints.map(|complaint| complaint.span).chain(letter.credentials.iter().copied());
    for span in spans {
        let line = text.lines().nth(span.line as usize - 1).expect("a line of the text");
        let last = line.chars().count() as u32 + 1;
        assert!(1 <= span.start && span.start <= span.end && span.end <= last, "{span:?} in {line:?}");
    }
}

fn are_commands_themselves(text: &str, lexicon: &Lexicon) {
    let letter = read_ga_letter(text, lexicon);
    assert!(letter.complaints.len() <= MOST_COMPLAINTS);
    for read in &letter.commands {
        // A new password is not shown.
        let is_spelt = !matches!(read.what.command, Command::NewPassword(_));
        let again = read_command(&read.words, lexicon);
        assert!(!is_spelt || again.as_ref() == Some(&read.what), "{:?}", read.words);
    }
}

//! The grammar as written holds the parser: every sentence of it is read, and what is none is complained about.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use fieldpost_engine::wishes::WORDS;
use fieldpost_grammar::letter::{Complaint, Lexicon};
use fieldpost_grammar::read_letter;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::abnf::{Grammar, Sentence};
use super::land::{forms, read_office_order, read_unit_orders};
use super::{lexicon, told};

pub(super) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

pub(super) fn grammar() -> Grammar {
    Grammar::load(&folder("grammar"), &["house", "ground", "land"])
}

/// The names of the test's prose, and every unit.
pub(super) fn any_unit() -> Lexicon {
    Lexicon { pieces: Vec::new(), ..lexicon() }
}

/// Seeded sentences of a rule.
pub(super) fn sentences(grammar: &Grammar, rule: &str, count: u64) -> impl Iterator<Item = Sentence> {
    let rule = rule.to_string();
    (0..count).map(move |seed| grammar.derive(&rule, &mut ChaCha8Rng::seed_from_u64(seed)))
}

/// As many sentences of a rule as `grammar/README.md` says.
pub(super) fn derived(grammar: &Grammar, rule: &str) -> impl Iterator<Item = Sentence> {
    let page = fs::read_to_string(folder("grammar/README.md")).unwrap();
    let cell = format!("| `{rule}` | ");
    let count = page.lines().find_map(|row| row.split_once(&cell)?.1.trim_end_matches(" |").parse().ok());
    sentences(grammar, rule, count.unwrap_or_else(|| panic!("grammar/README.md has no count of {rule}")))
}

#[test]
fn the_grammar_is_whole() {
    let grammar = grammar();
    assert!(grammar.texts.len() > 100, "{} rules", grammar.texts.len());
    assert_eq!(grammar.missing(), Vec::<String>::new());
    let literals = grammar.literals();
    for form in forms() {
        for words in form.phrases {
            assert!(literals.iter().any(|literal| literal == words), "{words} stands in no grammar file");
        }
    }
}

/// What a language's grammar is read from, and its files of parsers, each with the file of the grammar that its docs quote.
type Quoted = (&'static [&'static str], &'static [(&'static str, &'static str)]);

/// The languages and their parsers.
const QUOTED: &[Quoted] = &[
    (&["house", "ground", "land"], PARSERS),
    (&["house", "ground", "sea"], PARSERS_OF_SHIPS),
    (&["house", "europa"], PARSERS_OF_STACKS),
];

const PARSERS_OF_SHIPS: &[(&str, &str)] = &[
    ("games/sea/language/words", "sea/name"),
    ("games/sea/language/ship", "sea/orders"),
    ("games/sea/language/office", "sea/office"),
    ("games/sea/language/edits", "sea/edits"),
];

const PARSERS_OF_STACKS: &[(&str, &str)] = &[
    ("games/europa/orders/names", "europa/name"),
    ("games/europa/orders/read", "europa/orders"),
    ("games/europa/orders/between", "europa/orders"),
    ("games/europa/language/forms", "europa/orders"),
    ("games/europa/language/edits", "europa/edits"),
];

const PARSERS: &[(&str, &str)] = &[
    ("grammar/word", "house/word"),
    ("grammar/name", "house/name"),
    ("grammar/account", "house/account"),
    ("grammar/credential", "house/credential"),
    ("grammar/press", "house/press"),
    ("grammar/letter/press", "house/press"),
    ("grammar/letter", "house/letter"),
    ("grammar/command/letter", "house/command"),
    ("grammar/command/line", "house/command"),
    ("grammar/command/text", "house/command"),
    ("grammar/command/game", "house/command"),
    ("grammar/command/players", "house/command"),
    ("grammar/command/telling", "house/command"),
    ("grammar/command/place", "house/command"),
    ("grammar/command/time", "house/command"),
    ("games/ground/language/square", "ground/square"),
    ("games/ground/language/nation", "ground/nation"),
    ("games/land/language/name", "land/name"),
    ("games/land/language/phases", "land/phases"),
    ("games/land/language/orders", "land/orders"),
    ("games/land/language/office", "land/office"),
    ("games/land/language/march", "land/march"),
    ("games/land/language/edits", "land/edits"),
    ("games/land/language/people", "land/people"),
    ("games/land/language/places", "land/places"),
];

#[test]
fn every_production_in_a_parsers_doc_is_the_grammars() {
    let seen = QUOTED.iter().map(|(folders, parsers)| quoted(folders, parsers)).sum::<usize>();
    assert!(seen > 280, "only {seen} productions are quoted");
}

/// How many productions the docs of some parsers quote, each held to its file of the grammar.
fn quoted(folders: &[&str], parsers: &[(&str, &str)]) -> usize {
    let grammar = Grammar::load(&folder("grammar"), folders);
    let mut seen = 0;
    for (file, wanted) in parsers {
        let code = fs::read_to_string(folder("src").join(format!("{file}.rs"))).unwrap();
        let docs = code.lines().map(|line| line.trim().strip_prefix("/// ").unwrap_or("\n"));
        for span in docs.collect::<Vec<_>>().join(" ").split('`').skip(1).step_by(2) {
            let Some((name, text)) = span.split_once(" = ") else { continue };
            let (home, written) =
                grammar.texts.get(name).unwrap_or_else(|| panic!("{file}.rs: no rule {name}"));
            assert_eq!(home, wanted, "{file}.rs: {name}");
            assert_eq!(&text.split_whitespace().collect::<Vec<_>>().join(" "), written, "{file}.rs: {name}");
            seen += 1;
        }
    }
    seen
}

#[test]
fn every_sentence_of_a_units_order_is_read_and_its_words_mean_the_same() {
    let (grammar, lexicon) = (grammar(), any_unit());
    for sentence in derived(&grammar, "unit-order-line") {
        let (orders, complaints) = read_unit_orders(&sentence.text, &lexicon);
        assert_eq!(complaints, vec![], "{:?}", sentence.text);
        assert_eq!(orders.len(), 1, "{:?}", sentence.text);
        let (again, complaints) = read_unit_orders(&orders[0].words, &lexicon);
        assert_eq!(complaints, vec![], "{}", orders[0].words);
        assert_eq!(again[0].what, orders[0].what, "{:?}", sentence.text);
    }
}

/// In the other books a sentence is read too, to words that are read back to the same, or it is told what this war lacks.
#[test]
fn every_sentence_is_read_in_the_other_books_or_is_told_what_the_war_lacks() {
    for language in fieldpost_land::language::LANGUAGES {
        let (grammar, lexicon) = (grammar(), Lexicon { language, ..any_unit() });
        let (mut read, mut lacking) = (0, 0);
        let mut see =
            |sentence: &str, words: Result<String, Complaint>, again: &dyn Fn(&str) -> String| match words {
                Ok(words) => {
                    assert_eq!(again(&words), words, "{sentence:?}");
                    read += 1;
                }
                Err(said) => {
                    assert!(said.why.to_lowercase().contains("this war"), "{sentence:?}: {said:?}");
                    lacking += 1;
                }
            };
        let of_unit = |line: &str| {
            let (mut orders, mut complaints) = read_unit_orders(line, &lexicon);
            complaints.pop().map_or_else(|| Ok(orders.remove(0).words), Err)
        };
        for sentence in derived(&grammar, "unit-order-line") {
            see(&sentence.text, of_unit(&sentence.text), &|words| of_unit(words).unwrap());
        }
        let of_office = |line: &str| read_office_order(line, &lexicon).map(|order| order.words);
        for sentence in derived(&grammar, "office-order") {
            see(&sentence.text, of_office(&sentence.text), &|words| of_office(words).unwrap());
        }
        assert!(read > 2500 && (lacking > 300 || language.edition.has("nearest")), "{read}, {lacking}");
    }
}

#[test]
fn the_wishes_for_reports_are_those_of_the_table() {
    let grammar = grammar();
    let rule = &grammar.texts["wish"].1;
    let written = rule.split(" / ").map(|word| word.trim_matches('"')).collect::<BTreeSet<_>>();
    let table = WORDS.iter().flat_map(|(_, words)| words.iter().copied()).collect::<BTreeSet<_>>();
    assert_eq!(written, table);
}

#[test]
fn every_sentence_of_an_office_is_read() {
    let (grammar, lexicon) = (grammar(), any_unit());
    for sentence in derived(&grammar, "office-order") {
        let order = read_office_order(&sentence.text, &lexicon);
        let order = order.unwrap_or_else(|complaint| panic!("{:?}: {complaint:?}", sentence.text));
        assert_eq!(
            read_office_order(&order.words, &lexicon).unwrap().what,
            order.what,
            "{:?}",
            sentence.text
        );
    }
}

#[test]
fn every_sentence_of_a_letter_is_read_in_all_its_parts() {
    let (grammar, lexicon) = (grammar(), any_unit());
    for sentence in derived(&grammar, "letter") {
        let letter = read_letter(&sentence.text, &lexicon);
        let (_, mut complaints) = told(&letter);
        // A press that may be orders, and that END alone ends, is not sent.
        let all = complaints.len();
        complaints.retain(|said| !said.contains("of this press looks like an order"));
        let unsent = all - complaints.len();
        let (double, other): (Vec<_>, Vec<_>) = complaints.iter().partition(|said| {
            said.contains("above already")
                || said.contains("given twice")
                || said.contains("taken for its password")
        });
        assert_eq!(other, Vec::<&String>::new(), "{:?}", sentence.text);
        // The blocks of fellows are those of the first on their line.
        let lines = letter.units.iter().map(|block| block.span.line);
        let lines = lines.collect::<std::collections::BTreeSet<_>>();
        assert_eq!(lines.len(), sentence.count("unit-block"), "{:?}", sentence.text);
        assert!(letter.units.len() <= lines.len() + sentence.count("fellow"), "{:?}", sentence.text);
        let first = |line: &u32| letter.units.iter().find(|block| block.span.line == *line);
        let orders = lines.iter().filter_map(first).map(|block| block.orders.len()).sum::<usize>();
        let head = ["game", "turn", "player-line", "password-words"]
            .map(|rule| sentence.count(rule))
            .iter()
            .sum::<usize>();
        let given = sentence.count("unit-order") + sentence.count("split-march");
        assert!(orders + double.len() >= given, "{:?}", sentence.text);
        assert!(double.len() <= given - orders + head, "{:?}", sentence.text);
        let desk = letter.offices.len() + letter.accounts.len();
        assert_eq!(desk, sentence.count("desk-line"), "{:?}", sentence.text);
        assert_eq!(letter.presses.len() + unsent, sentence.count("press"), "{:?}", sentence.text);
        let passwords = sentence.count("login") + sentence.count("new-password");
        assert!(letter.credentials.len() >= passwords, "{:?}", sentence.text);
    }
}

#[test]
fn a_spoilt_sentence_is_read_or_complained_about() {
    let (grammar, lexicon) = (grammar(), any_unit());
    let mut complained = 0;
    for (seed, sentence) in (0..).zip(sentences(&grammar, "unit-order-line", 1500)) {
        let line = spoilt(&sentence.text, &mut ChaCha8Rng::seed_from_u64(seed));
        let (orders, complaints) = read_unit_orders(&line, &lexicon);
        // A bullet before a comment may be a letter.
        let letters = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count();
        let mut words = line.split('#').next().unwrap().split_whitespace();
        let live = words.next().is_some_and(|word| letters(word) > 4) || words.any(|word| letters(word) > 0);
        assert!(!live || orders.len() + complaints.len() == 1, "{line:?}");
        complaints.iter().for_each(|complaint| in_place(complaint, &line));
        complained += complaints.len();
    }
    assert!(complained > 300, "only {complained}");
}

#[test]
fn spoilt_letters_never_panic_and_are_read_alike_twice() {
    let (grammar, lexicon) = (grammar(), lexicon());
    for (seed, sentence) in (0..).zip(sentences(&grammar, "letter", 500)) {
        let text = spoilt(&sentence.text, &mut ChaCha8Rng::seed_from_u64(seed));
        let letter = read_letter(&text, &lexicon);
        assert_eq!(letter, read_letter(&text, &lexicon));
        let complaints =
            letter.complaints.iter().chain(letter.units.iter().flat_map(|block| &block.complaints));
        complaints.for_each(|complaint| in_place(complaint, &text));
    }
}

/// One to four letters added, dropped, changed or exchanged.
pub(super) fn spoilt(text: &str, dice: &mut ChaCha8Rng) -> String {
    const LETTERS: [char; 16] =
        ['A', 'q', '0', '9', ' ', '-', '–', '.', ':', '\t', '#', 'é', '\u{a0}', '"', '\u{200b}', '１'];
    let mut letters = text.chars().collect::<Vec<_>>();
    for _ in 0..dice.random_range(1..=4) {
        let at = dice.random_range(0..=letters.len());
        let letter = LETTERS[dice.random_range(0..LETTERS.len())];
        match dice.random_range(0..4) {
            0 => letters.insert(at, letter),
            1 if at < letters.len() => drop(letters.remove(at)),
            2 if at < letters.len() => letters[at] = letter,
            3 if at + 1 < letters.len() => letters.swap(at, at + 1),
            _ => {}
        }
    }
    letters.into_iter().collect()
}

/// A complaint's place lies in the line it names.
pub(super) fn in_place(complaint: &Complaint, text: &str) {
    let line = text.lines().nth(complaint.span.line as usize - 1).unwrap_or_else(|| panic!("{complaint:?}"));
    let length = line.chars().count() as u32;
    let span = complaint.span;
    assert!(1 <= span.start && span.start <= span.end && span.end <= length + 1, "{complaint:?} in {text:?}");
    assert!(!complaint.why.is_empty());
}

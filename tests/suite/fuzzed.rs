//! What fuzzing does, in small and everywhere: the checks of `fuzz/` on texts that a seed puts together from the fuzzer's own
//! words, the orders and commands of each language, and pieces of both.

use std::collections::BTreeSet;

use fieldpost_games::LANGUAGES;
use fieldpost_grammar::command::{commands, read_command, words};
use fieldpost_grammar::forms;
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::Rng;

#[path = "../../fuzz/checks.rs"]
mod checks;

/// Words of orders and letters that ASCII lacks, as the fuzzer is given them.
const WORDS: &str = include_str!("../../fuzz/words.dict");

/// What stands between two lines, or is taken for it.
const ENDS: [&str; 6] = ["\n", "\n", "\r\n", ",\n", "\u{2028}", "\u{85}"];

/// A word of the list, whose bytes may be written as `\x0a`.
fn word(line: &str) -> Option<String> {
    let quoted = line.strip_prefix('"')?.strip_suffix('"')?;
    let mut bytes = Vec::new();
    let mut parts = quoted.split("\\x");
    bytes.extend(parts.next()?.bytes());
    for part in parts {
        let (number, rest) = part.split_at(2);
        bytes.push(u8::from_str_radix(number, 16).unwrap());
        bytes.extend(rest.bytes());
    }
    Some(String::from_utf8(bytes).unwrap())
}

struct Writer {
    dice: ChaCha20Rng,
    words: Vec<String>,
    lines: Vec<String>,
}

impl Writer {
    fn new(seed: u64) -> Self {
        let words = WORDS.lines().filter_map(word).collect::<Vec<_>>();
        let mut lines = Vec::new();
        for language in LANGUAGES {
            lines.extend(forms(language).map(|form| language.text(form.example).into_owned()));
            lines.extend(commands(language).map(|form| language.text(form.example).into_owned()));
        }
        let heads =
            ["GA", "UNIT AU3IN", "SHIP CS1IC", "STACK FR-1", "PRESS TO Jörg", "END", "PASSWORD a b c", ""];
        lines.extend(heads.map(str::to_owned));
        Writer { dice: ChaCha20Rng::seed_from_u64(seed), words, lines }
    }

    fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.dice.next_u64() % most.max(1) as u64).unwrap()
    }

    /// A line of the languages, or one that is spoilt by up to three words of the list.
    fn line(&mut self) -> String {
        let at = self.below(self.lines.len());
        let mut line = self.lines[at].clone();
        for _ in 0..self.below(4) {
            let letters = line.char_indices().map(|(at, _)| at).chain([line.len()]).collect::<Vec<_>>();
            let (one, other) = (self.below(letters.len()), self.below(letters.len()));
            let stretch = letters[one.min(other)]..letters[one.max(other)];
            let word = self.below(self.words.len());
            match self.below(4) {
                0 => line.insert_str(stretch.start, &self.words[word]),
                1 => line.replace_range(stretch, &self.words[word]),
                2 => drop(line.drain(stretch)),
                _ => line.extend([self.words[word].as_str(), " "]),
            }
        }
        line
    }

    fn text(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..=self.below(10) {
            let line = self.line();
            let end = self.below(ENDS.len());
            text.extend([line.as_str(), ENDS[end]]);
        }
        text
    }
}

fn rounds() -> usize {
    if std::env::var_os("FIELDPOST_LONG").is_some() { 20_000 } else { 300 }
}

/// As the fuzzer does, with the text that it was.
fn on_texts(seed: u64, check: fn(&str)) {
    let mut writer = Writer::new(seed);
    for round in 0..rounds() {
        let text = writer.text();
        let done = std::panic::catch_unwind(|| check(&text));
        assert!(done.is_ok(), "round {round} of seed {seed}: {text:?}");
    }
}

#[test]
fn the_fuzzers_words_have_every_kind_of_letter_and_every_language_is_among_its_boards() {
    let words = Writer::new(1).words;
    for kind in ["Ä", "ß", "e\u{301}", "\u{323}", "🚢", "\u{2028}", "\u{2029}", "\u{85}", "\u{feff}"] {
        assert!(words.iter().any(|word| word == kind), "{kind:?} is not in fuzz/words.dict");
    }
    for language in LANGUAGES {
        let mut spoken =
            checks::BOARDS.iter().flat_map(|board| [&[board.language], board.language.beside].concat());
        let is_tried = spoken.any(|known| known.name == language.name);
        assert!(is_tried, "no game in {} is fuzzed", language.name);
    }
}

#[test]
fn orders_and_commands_of_every_game_stay_whole_whatever_stands_in_them() {
    on_texts(1866, checks::order_line);
}

#[test]
fn whatever_a_letter_holds_is_live_or_left_out() {
    on_texts(1848, checks::cleaned_text);
}

/// What is shown of a piece or a place is echoed by the game's own word for one: SHOW SHIP, SHOW STACK, SHOW PROVINCE.
#[test]
fn every_row_of_show_is_echoed_as_its_example_is_written() {
    let mut shown = BTreeSet::new();
    for lexicon in checks::BOARDS.iter() {
        let languages = std::iter::once(lexicon.language).chain(lexicon.language.beside.iter().copied());
        for form in languages.flat_map(|language| language.hand.pieces.iter().chain(language.hand.places)) {
            // Names of the examples are of no board here; their kinds are.
            let Some(read) = read_command(form.example, lexicon) else { continue };
            assert_eq!(words(&read), form.example);
            shown.insert(form.phrases[0]);
        }
    }
    for phrase in ["SHOW SHIP", "SHOW STACK", "SHOW PROVINCE", "SHOW FLEET"] {
        assert!(shown.contains(phrase), "{phrase}: {shown:?}");
    }
}

//! Sections for who hears them, by a screen reader or over a telephone: a sentence a line, and none of what only eyes can use.
//!
//! Maps in letters, keys to marks and lines to be filled in have no words here; what a game shows by these it tells a voice in blocks of its
//! own ([`Faced`](crate::block::Faced)).

use crate::block::{Face, for_face};
use crate::section::Section;
use fieldpost_engine::wrap::width;

/// Most letters of a line: a sentence that has more goes on in the next one, behind a comma or a semicolon.
pub const LONGEST: usize = 240;

/// Signs that a voice spells out or passes over, and how they are said.
const SIGNS: [(&str, &str); 16] = [
    (" -> ", " to "),
    ("-> ", ""),
    ("(+", "(up "),
    ("(-", "(down "),
    ("~", "about "),
    (" | ", ", "),
    ("|", " "),
    ("+", " plus "),
    ("=", " is "),
    ("#", " number "),
    ("%", " per cent "),
    ("*", ""),
    ("^", ""),
    ("_", " "),
    ("<", ""),
    (">", ""),
];

/// All of it, a blank line before each section.
pub(crate) fn lines(sections: &[Section]) -> Vec<String> {
    let mut lines = Vec::new();
    for section in sections {
        let blocks = for_face(&section.blocks, Face::Spoken);
        if blocks.is_empty() {
            continue;
        }
        if !lines.is_empty() {
            lines.push(String::new());
        }
        if !section.title.is_empty() {
            let about = if section.about.is_empty() { String::new() } else { format!(", {}", section.about) };
            put(&format!("{}{about}", section.title), &mut lines);
        }
        blocks.iter().flat_map(|block| block.spoken()).for_each(|words| put(&words, &mut lines));
    }
    lines
}

/// A text that was laid out to be seen, for who hears it: without bars before its lines, rules between its parts, and runs of blanks. A line of it stays a line, for it may be one that is to be written so.
pub fn read_out(text: &str) -> String {
    let line = |line: &str| {
        let words = line.trim_start_matches([' ', '|', '*']).trim_end();
        let is_rule = !words.is_empty() && words.chars().all(|letter| "_-=~#*+|".contains(letter));
        (!is_rule).then(|| words.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let lines: Vec<String> = text.lines().filter_map(line).collect();
    lines.join("\n") + if text.ends_with('\n') { "\n" } else { "" }
}

/// What is said at once, as the lines of its sentences.
fn put(words: &str, lines: &mut Vec<String>) {
    let said = SIGNS.iter().fold(words.to_owned(), |words, (sign, said)| words.replace(sign, said));
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ").replace(" ,", ",").replace(" .", ".");
    for sentence in sentences(&said) {
        broken(&sentence, lines);
    }
}

/// Words sentence by sentence, each with its full stop.
fn sentences(words: &str) -> Vec<String> {
    let mut told = Vec::new();
    let mut rest = words.trim();
    while let Some(end) = end_of_sentence(rest) {
        let (one, more) = rest.split_at(end);
        told.push(one.to_owned());
        rest = more.trim_start();
    }
    if !rest.is_empty() {
        let stop = if rest.ends_with(['.', ':', '?', '!', ',', ';']) { "" } else { "." };
        told.push(format!("{rest}{stop}"));
    }
    told
}

/// Behind the full stop of the first sentence, if another follows it. What is cut short, as in `St. Louis`, ends none.
fn end_of_sentence(words: &str) -> Option<usize> {
    let is_end = |at: usize| {
        let last = words[..at].rsplit([' ', '(']).next().unwrap_or_default();
        let is_short = last.len() <= 4 && last.chars().all(char::is_alphabetic);
        let next = words[at + 2..].chars().next();
        let follows = next.is_some_and(|letter| letter.is_uppercase() || letter.is_ascii_digit());
        // `prop. 0` and `St. Louis`, and not `they sail. Nobody came`.
        let goes_on = is_short
            && (last.starts_with(char::is_uppercase) || next.is_some_and(|letter| letter.is_ascii_digit()));
        follows && !goes_on
    };
    words.match_indices(". ").map(|(at, _)| at).find(|at| is_end(*at)).map(|at| at + 1)
}

/// A sentence in lines that a voice can say in a breath or two.
fn broken(sentence: &str, lines: &mut Vec<String>) {
    let mut rest = sentence;
    while width(rest) > LONGEST {
        let fits = rest.char_indices().nth(LONGEST).map_or(rest.len(), |(at, _)| at);
        let stops = ["; ", ", ", " "].iter().find_map(|stop| {
            let place = rest[..fits].rfind(stop).filter(|at| *at > 0)?;
            Some(place + stop.trim_end().len())
        });
        let (one, more) = rest.split_at(stops.unwrap_or(fits));
        lines.push(one.to_owned());
        rest = more.trim_start();
    }
    lines.push(rest.to_owned());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::{Block, Column, Drawn, Faced, Line, Row, Table};

    #[test]
    fn who_hears_is_told_sentences_and_no_maps() {
        let row = Line::of(["Monitor", "~900", "at sea"].map(str::to_owned));
        let columns = vec![Column::left("ship"), Column::right("men"), Column::left("end")];
        let words = |words: &str| Block::Words(words.to_owned());
        let letters = vec![Block::Map("   A1  A2\nN1 o.  x^".into()), words("o is a flag")];
        let faced =
            Faced { text: vec![words("text")], page: Vec::new(), spoken: Some(vec![words("North is open")]) };
        let section = Section::new("ships", "Ships")
            .with(Block::Drawn(Drawn { figures: None, letters }))
            .with(Block::Key("x enemies".into()))
            .with(Block::Table(Table { caption: String::new(), columns, rows: vec![row] }))
            .with(Block::Rows(vec![Row::about("A1", "B1 -> B2   C")]))
            .with(Block::Faced(faced));
        let told = ["Ships.", "Monitor: men about 900, end at sea.", "A1: B1 to B2 C.", "North is open."];
        assert_eq!(lines(&[section, Section::new("none", "None").with(Block::Key("key".into()))]), told);
    }

    #[test]
    fn a_text_is_read_out_without_bars_and_rules() {
        let text = "HOW TO\n______\n\n  | UNIT PR1IN\n  | MARCH A9-N6\n\nPR1IN   3 men\n";
        assert_eq!(read_out(text), "HOW TO\n\nUNIT PR1IN\nMARCH A9-N6\n\nPR1IN 3 men\n");
    }

    #[test]
    fn a_line_holds_a_sentence_and_a_long_one_goes_on() {
        let said = |words: &str| {
            let mut lines = Vec::new();
            put(words, &mut lines);
            lines
        };
        assert_eq!(
            said("At St. Louis it rains. 3 men left (rule 7.1). Why?"),
            ["At St. Louis it rains.", "3 men left (rule 7.1).", "Why?"]
        );
        let long = said(&["A9-N6 is open"; 60].join(", "));
        assert!(long.len() > 2 && long.iter().all(|line| line.len() <= LONGEST), "{long:#?}");
        assert!(long[0].ends_with("open,") && long.last().unwrap().ends_with("open."), "{long:#?}");
        assert!(said(&"x".repeat(900)).iter().all(|line| line.len() <= LONGEST));
    }
}

//! Letters that came as one line: some phones and web forms take the line ends out.

use super::credential::LOGIN;
use super::language::{Form, Language, Lexicon};
use super::letter::{GAME, PLAYER, TURN};
use super::line::Written;
use super::table::rows_at;
use super::word::{any_phrase, is, is_blank};

/// A line longer than this, in bytes, is no letter that lost its line ends.
const LONGEST: usize = 8_000;

/// What stands above the orders, with a name or words behind it.
const HEAD: &[&[&str]] = &[GAME, TURN, PLAYER];
const PRESS: &[&str] = &["PRESS TO", "PRESS FOR"];

/// What begins within a line.
enum Begins {
    /// A line of the head; of the password only another such line or a block ends the words.
    Head { is_password: bool },
    /// A block, whose name ends so many bytes on.
    Block(usize),
    /// An order, whose own words end so many bytes on.
    Order(usize),
}

/// The lines of a letter of which all stands in one, each as it was written: a head with a password, then at least one block.
/// `None` of any other line, and where letters to players stand in it: where one ends nobody can tell.
pub fn unrolled(line: &str, languages: &[&'static Language]) -> Option<Vec<String>> {
    let line = Written::new(1, line);
    let text = &*line.text;
    // Most lines of a letter are neither so long nor of a password: nothing more is asked of them.
    let speaks_of_password = || {
        let upper = text.to_ascii_uppercase();
        LOGIN.iter().any(|word| upper.contains(word))
    };
    if text.len() > LONGEST || !speaks_of_password() {
        return None;
    }
    let (mut starts, mut open_until) = (Vec::new(), 0);
    // The languages in which the block is that stands open: the words of an order of another war are none in it.
    let (mut has_password, mut open) = (false, Vec::new());
    for at in word_starts(text) {
        if at < open_until {
            continue;
        }
        let rest = &text[at..];
        if any_phrase(PRESS, rest).is_ok() {
            return None;
        }
        let Some(begins) = begins(rest, &open, languages) else { continue };
        match begins {
            Begins::Head { is_password } => has_password |= is_password,
            Begins::Block(length) => {
                open = languages.iter().copied().filter(|language| block(rest, language).is_some()).collect();
                open_until = at + length;
            }
            Begins::Order(length) => open_until = at + length,
        }
        starts.push(at);
    }
    if !has_password || open.is_empty() {
        return None;
    }
    if starts.first().is_some_and(|first| *first > 0) {
        starts.insert(0, 0); // A greeting.
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let lines = starts.iter().zip(ends).map(|(start, end)| line.raw_part(*start, end).trim().to_owned());
    Some(lines.collect())
}

/// Where words begin.
fn word_starts(text: &str) -> impl Iterator<Item = usize> + '_ {
    let begins = move |at: &usize| *at == 0 || text[..*at].ends_with(is_blank);
    text.char_indices().filter(|(_, letter)| !is_blank(*letter)).map(|(at, _)| at).filter(begins)
}

fn begins(rest: &str, open: &[&'static Language], languages: &[&'static Language]) -> Option<Begins> {
    let is_password = any_phrase(LOGIN, rest).is_ok();
    if is_password || HEAD.iter().any(|words| any_phrase(words, rest).is_ok()) {
        return Some(Begins::Head { is_password });
    }
    if let Some(length) = languages.iter().find_map(|language| block(rest, language)) {
        return Some(Begins::Block(length));
    }
    let orders = open.iter().filter_map(|language| order(rest, language));
    orders.max().map(Begins::Order)
}

/// The length of the words that open a block here, with the name of its piece.
fn block(rest: &str, language: &'static Language) -> Option<usize> {
    let lexicon = Lexicon::of(language);
    [language.block, language.whole].into_iter().find_map(|words| {
        let (named, ()) = any_phrase(words, rest).ok()?;
        let (behind, _) = (language.piece)(is(named), &lexicon).ok()?;
        Some(rest.len() - behind.len())
    })
}

/// The length of the words of an order, or of what ends a block, that begin here.
fn order(rest: &str, language: &'static Language) -> Option<usize> {
    let (_, behind) = rows_at::<Form>(rest, language)[0]?;
    Some(rest.len() - behind.len())
}

//! Tables of words: finding the row whose words begin a line, and the row that is nearest to them. The orders of players
//! ([`super::forms`]) and the commands of game administrators ([`super::command`]) stand in one each.

use std::cmp::{Ordering, Reverse};

use super::language::Language;
use super::language::Lexicon;
use super::word::{courteous, is_blank, phrase, space};
use crate::engine::nearest;

/// A row of a table of words.
pub(super) trait Row: Sized + 'static {
    /// What a line of the table is called: an order, a command.
    const NOUN: &'static str;

    /// All rows of the table, with those of a game's language, and among these what its book lacks.
    fn rows(language: &'static Language) -> impl Iterator<Item = &'static Self>;

    /// How it is written.
    fn words(&self) -> &'static str;

    /// What is answered to it if the language's book lacks what it is about; `None` if it has it.
    fn lack(&self, language: &Language) -> Option<&'static str>;

    /// The words it may begin with, the usual ones first.
    fn phrases(&self) -> &'static [&'static str];

    /// Whether it is part of what a letter wants done, not of the letter's frame.
    fn is_order(&self) -> bool;

    /// Whether these words, with the rest behind them, are read without complaint by these names.
    fn is_read(words: &str, rest: &str, lexicon: &Lexicon) -> bool;
}

/// The rows whose words stand at the beginning of a line, with what follows the words: of all only the
/// longest (`MARCH TO BATTLE` before `MARCH`), which at most two rows of a language share.
pub(super) fn rows_at<'a, R: Row>(
    body: &'a str,
    language: &'static Language,
) -> [Option<(&'static R, &'a str)>; 2] {
    let first = body.as_bytes().first().map(u8::to_ascii_uppercase);
    let mut found: [Option<(&'static R, &'a str)>; 2] = [None, None];
    for row in R::rows(language) {
        let here = row.phrases().iter().filter(|words| words.as_bytes().first() == first.as_ref());
        for (rest, ()) in here.filter_map(|words| phrase(words, body).ok()) {
            match found[0]
                .map(|(best, best_rest)| (rest.len().cmp(&best_rest.len()), std::ptr::eq(best, row)))
            {
                None | Some((Ordering::Less, _)) => found = [Some((row, rest)), None],
                Some((Ordering::Equal, false)) => found[1] = Some((row, rest)),
                Some(_) => {}
            }
        }
    }
    found
}

/// Whether the words of an order stand here.
pub(super) fn begins_order<R: Row>(at: &str, language: &'static Language) -> bool {
    rows_at::<R>(at, language)[0].is_some_and(|(row, _)| row.is_order())
}

/// Bytes of a line in which the words of an order are looked for.
const LONGEST_WORDS: usize = 200;

/// The row whose words are nearest to the line's first ones, those words, and what follows them.
pub(super) fn nearest_row<'a, R: Row>(
    body: &'a str,
    language: &'static Language,
) -> Option<(&'static R, &'static str, &'a str)> {
    let (body, _) = courteous(body);
    let beginning = &body[..body.floor_char_boundary(LONGEST_WORDS)];
    let phrases = R::rows(language).flat_map(|row| row.phrases().iter().map(move |words| (row, *words)));
    let near = phrases.filter_map(|(row, words)| {
        let (start, rest) = first_words(beginning, words.split(' ').count());
        let rest = &body[beginning.len() - rest.len()..];
        let start = start.trim_end_matches([':', '.', ',', ';']);
        let far = nearest::distance(start, words, nearest::tolerance(words))?;
        Some(((far, Reverse(words.len())), (row, words, rest)))
    });
    near.min_by_key(|(far, _)| *far).map(|(_, found)| found)
}

/// The first so many words of a line, and what follows them.
fn first_words(body: &str, count: usize) -> (&str, &str) {
    let mut end = 0;
    for _ in 0..count {
        let from = end + (body[end..].len() - space(&body[end..]).len());
        end = body[from..].find(is_blank).map_or(body.len(), |blank| from + blank);
    }
    (&body[..end], space(&body[end..]))
}

//! Tables of words: finding the row whose words begin a line, and the row that is nearest to them. The orders of players
//! ([`super::forms`]) and the commands of game administrators ([`super::command`]) stand in one each.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use super::language::{Language, Lexicon};
use super::word::{capital_byte, courteous, is_blank, phrase, space};
use fieldpost_engine::nearest;

/// A row of a table of words.
pub(super) trait Row: Sized + 'static {
    /// What a line of the table is called: an order, a command.
    const NOUN: &'static str;

    /// All rows of the table, with those of a game's language, and among these what its book lacks.
    fn rows(language: &'static Language) -> impl Iterator<Item = &'static Self>;

    /// What was made of the tables so far to find their rows by.
    fn indexes() -> &'static Indexes<Self>;

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
    let mut found: [Option<(&'static R, &'a str)>; 2] = [None, None];
    for (row, words) in index::<R>(language).of(body) {
        let Ok((rest, ())) = phrase(words, body) else { continue };
        match found[0].map(|(best, best_rest)| (rest.len().cmp(&best_rest.len()), std::ptr::eq(best, row))) {
            None | Some((Ordering::Less, _)) => found = [Some((row, rest)), None],
            Some((Ordering::Equal, false)) => found[1] = Some((row, rest)),
            Some(_) => {}
        }
    }
    found
}

/// The places of those rows of a game's own whose words stand at the beginning of a line, with what follows them: of all only the
/// longest. Each row is given by the phrases that it begins with; what the words mean stands at the same places (`language!`
/// and `edits!`).
pub fn places_at(rows: impl IntoIterator<Item = &'static [&'static str]>, body: &str) -> Vec<(usize, &str)> {
    let behind = |phrases: &[&str]| {
        let rests = phrases.iter().filter_map(|words| phrase(words, body).ok());
        rests.map(|(rest, ())| rest).min_by_key(|rest| rest.len())
    };
    let rows = rows.into_iter().enumerate();
    let mut found: Vec<_> = rows.filter_map(|(place, row)| Some((place, behind(row)?))).collect();
    let least = found.iter().map(|(_, rest)| rest.len()).min();
    found.retain(|(_, rest)| Some(rest.len()) == least);
    found
}

/// The indexes of a table, one a language.
pub(super) type Indexes<R> = RwLock<Vec<(&'static Language, &'static Index<R>)>>;

/// The phrases of a table by their first word. Every line of every letter is looked up in it several times.
pub(super) struct Index<R: 'static>(BTreeMap<Begin, Vec<(&'static R, &'static str)>>);

/// The first word of a line or a phrase in capitals, as far as it counts, and blanks behind it.
type Begin = [u8; 8];

/// What ends a word here ends it in [`phrase`] too, so that of a line and a phrase that begin differently none is the other's.
fn begin(text: &str) -> Begin {
    let mut begin = [b' '; 8];
    let letters = text.chars().take(begin.len()).take_while(|c| c.is_alphanumeric());
    let length = letters.map(char::len_utf8).sum();
    for (place, letter) in begin.iter_mut().zip(text.bytes().take(length)) {
        *place = capital_byte(letter);
    }
    begin
}

impl<R> Index<R> {
    /// The phrases that may stand at the beginning of a line, in the order of the table.
    fn of(&self, body: &str) -> impl Iterator<Item = (&'static R, &'static str)> {
        self.0.get(&begin(body)).into_iter().flatten().copied()
    }
}

/// The index of a language's table. There are a few languages, each a static: what is made for one is kept.
fn index<R: Row>(language: &'static Language) -> &'static Index<R> {
    let made = |known: &[(&'static Language, &'static Index<R>)]| {
        known.iter().find(|(of, _)| std::ptr::eq(*of, language)).map(|(_, index)| *index)
    };
    if let Some(index) = made(&R::indexes().read().unwrap_or_else(PoisonError::into_inner)) {
        return index;
    }
    let mut by_begin = BTreeMap::<_, Vec<_>>::new();
    for row in R::rows(language) {
        for words in row.phrases() {
            by_begin.entry(begin(words)).or_default().push((row, *words));
        }
    }
    let mut known = R::indexes().write().unwrap_or_else(PoisonError::into_inner);
    // Another thread may have made it meanwhile.
    if let Some(index) = made(&known) {
        return index;
    }
    let index: &'static Index<R> = Box::leak(Box::new(Index(by_begin)));
    known.push((language, index));
    index
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

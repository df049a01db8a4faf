//! Reasons read out of the words that a record of form 1 has: nobody else reads words for what they mean.

use std::sync::LazyLock;

use crate::event::reason::{Reason, Why};
use fieldpost_engine::reason::Piece;

/// All that there are, in the order of the table.
static SENTENCES: LazyLock<Vec<Sentence>> =
    LazyLock::new(|| Why::ALL.iter().map(|why| Sentence::of(*why)).collect());

/// How deep reasons stand within reasons, at the most.
const DEEPEST: u8 = 4;

/// The reason that has these words; they are its words again, whatever they are.
pub fn reason(words: &str) -> Reason {
    read(words, DEEPEST).map_or_else(|| Why::Words.of(words), |found| found.reason)
}

/// A reason that fits some words.
struct Found {
    reason: Reason,
    /// How many bytes of the words are values in gaps.
    loose: usize,
}

/// Of all sentences that fit the one is meant that says most of the words itself.
fn read(words: &str, depth: u8) -> Option<Found> {
    SENTENCES.iter().filter_map(|sentence| sentence.fit(words, depth)).min_by_key(|found| found.loose)
}

/// A sentence as records of form 1 have it.
struct Sentence {
    why: Why,
    begins: String,
    /// Whether a reason or a value stands in a gap, and the words up to the next.
    gaps: Vec<(bool, String)>,
}

impl Sentence {
    fn of(why: Why) -> Sentence {
        let mut sentence = Sentence { why, begins: String::new(), gaps: Vec::new() };
        for piece in why.row().pieces() {
            match piece {
                Piece::Value | Piece::Reason => {
                    sentence.gaps.push((piece == Piece::Reason, String::new()));
                }
                Piece::Text(text) => sentence.last().push_str(text),
                Piece::Rule(key) => sentence.last().extend(["(rule ", key, ")"]),
                Piece::Spoken(spoken) => sentence.last().push_str(spoken.words()),
            }
        }
        sentence
    }

    fn last(&mut self) -> &mut String {
        self.gaps.last_mut().map_or(&mut self.begins, |(_, text)| text)
    }

    /// The reason with what stands in the gaps of its sentence, if the words are that sentence; a gap is never empty.
    fn fit(&self, words: &str, depth: u8) -> Option<Found> {
        let mut rest = words.strip_prefix(&*self.begins)?;
        let mut found = Found { reason: self.why.into(), loose: 0 };
        let mut gaps = self.gaps.iter().peekable();
        while let Some((is_reason, text)) = gaps.next() {
            let end = match gaps.peek() {
                Some(_) => rest.find(&**text)?,
                None => rest.strip_suffix(&**text)?.len(),
            };
            let within = rest.get(..end).filter(|within| !within.is_empty())?;
            found = match is_reason {
                true => {
                    let inner = read(within, depth.checked_sub(1)?)?;
                    Found { reason: found.reason.because(inner.reason), loose: found.loose + inner.loose }
                }
                false => Found { reason: found.reason.and(within), loose: found.loose + within.len() },
            };
            rest = &rest[end + text.len()..];
        }
        rest.is_empty().then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reason of each kind, its gaps filled with names of squares, and with a reason where one belongs.
    fn one_of_each() -> impl Iterator<Item = Reason> {
        Why::ALL.iter().filter(|why| **why != Why::Words).map(|why| {
            let mut reason = Reason::from(*why);
            for (place, piece) in why.row().pieces().enumerate() {
                reason = match piece {
                    Piece::Reason => reason.because(Why::NotAdjacent.of("H4-S1")),
                    Piece::Value => reason.and(format_args!("H{place}-S1")),
                    _ => reason,
                };
            }
            reason
        })
    }

    #[test]
    fn every_reason_is_its_words_and_they_are_it() {
        for one in one_of_each() {
            assert_eq!(reason(&one.words()), one);
            assert!(!one.words().contains(['{', '}']), "{one}");
        }
        let nested = Why::NoLine.given(Why::TooFewLeft.given(Why::LostMen.of(40)));
        assert_eq!(
            nested.words(),
            "too few were left to be a unit; it lost 40 men, half as stragglers and half as prisoners; it has no \
             line of contact to a city of its side"
        );
        assert_eq!(reason(&nested.words()), nested);
        assert_eq!(reason("of an older day").why, Why::Words);
    }

    #[test]
    fn words_of_any_depth_and_length_are_read_as_themselves() {
        for words in [
            "",
            "; ",
            &"it was to carry 1 and carries 0: ".repeat(9),
            &"too few were left to be a unit; ".repeat(999),
        ] {
            assert_eq!(reason(words).words(), words);
        }
    }
}

//! Why something is not done, and the rule that says so, apart: the number is put behind the words where they are printed.

use std::borrow::Cow;
use std::fmt;

use crate::line::{Line, Span};
use crate::words::with_rule;

/// Why something that a player or an administrator asks for is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Why, in a clause or a sentence that cites no rule.
    pub why: String,
    /// The rule as it is cited, such as `rule 7.17` or `WISC 2.1`; empty where no rule decides it. Of land it is the key, which is
    /// printed by the book's number.
    pub rule: Cow<'static, str>,
    /// The words of the line that are wrong, and which of those that are alike, from 0; empty where it is the line as a whole.
    pub at: (Box<str>, usize),
}

impl Refusal {
    /// One that a rule decides.
    pub fn by(rule: impl Into<Cow<'static, str>>, why: impl Into<String>) -> Refusal {
        Refusal { why: why.into(), rule: rule.into(), at: Default::default() }
    }

    /// One that no rule decides: what is written is none of the language, or there is nothing of the kind.
    pub fn plain(why: impl Into<String>) -> Refusal {
        Refusal::by("", why)
    }

    /// The same of these words of the line.
    #[must_use]
    pub fn at(self, words: impl fmt::Display) -> Refusal {
        self.at_nth(words, 0)
    }

    /// The same of the words that stand there the `nth` time, from 0.
    #[must_use]
    pub fn at_nth(self, words: impl fmt::Display, nth: usize) -> Refusal {
        Refusal { at: (words.to_string().into(), nth), ..self }
    }

    /// Where in a line that is wrong.
    pub fn place(&self, line: &Line) -> Span {
        line.place_of(&self.at.0, self.at.1)
    }

    /// The same as a clause behind what it is of, such as a ship's id.
    #[must_use]
    pub fn of(self, what: impl fmt::Display) -> Refusal {
        Refusal { why: format!("{what}: {}", self.why), ..self }
    }
}

/// With its rule behind it.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&with_rule(&self.why, &self.rule))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_told_with_its_rule_and_one_of_no_rule_without() {
        let by = Refusal::by("rule 3.5", "two officers have two seats");
        assert_eq!(by.to_string(), "two officers have two seats (rule 3.5)");
        assert_eq!(by.of("AU1IN").to_string(), "AU1IN: two officers have two seats (rule 3.5)");
        assert_eq!(Refusal::plain("It rains.").to_string(), "It rains.");
        assert_eq!(Refusal::by("WISC 2.1", "She stays.").to_string(), "She stays (WISC 2.1).");
    }
}

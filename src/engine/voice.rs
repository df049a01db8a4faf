//! How a reason is told: what hangs on who hears it, and on what else is told in the same breath.

use std::borrow::Cow;

/// Words that hang on who is told, and on what is told at once: the name of such a gap is what it says to whom it concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoken {
    /// What the reason is of.
    It,
    Its,
    /// Of whom it is told to.
    Your,
    ThisTurn,
    NextTurn,
    LastTurn,
}

impl Spoken {
    pub(crate) const ALL: [Spoken; 6] =
        [Spoken::It, Spoken::Its, Spoken::Your, Spoken::ThisTurn, Spoken::NextTurn, Spoken::LastTurn];

    /// To whom it concerns, in the turn itself.
    pub const fn words(self) -> &'static str {
        match self {
            Spoken::It => "it",
            Spoken::Its => "its",
            Spoken::Your => "your",
            Spoken::ThisTurn => "this turn",
            Spoken::NextTurn => "the next turn",
            Spoken::LastTurn => "last turn",
        }
    }
}

/// How a reason is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Voice {
    /// Whether it is said of several alike, each for itself.
    pub of_each: bool,
    /// Whether who is told takes no side, so that nothing is theirs.
    pub takes_no_side: bool,
    /// The open turn, where turns are told by their numbers.
    pub open: Option<u32>,
    /// Whose rules are cited behind each sentence that rests on some, such as `WISC`; by numbers alone where it is empty. None: a
    /// sentence cites what it cites itself.
    pub cites: Option<&'static str>,
}

impl Voice {
    /// Rules as they are cited behind a sentence: those of another book stand with its name in their row.
    pub fn citation(self, rules: &'static str) -> Option<Cow<'static, str>> {
        let book = self.cites.filter(|_| !rules.is_empty())?;
        let is_of_book = rules.starts_with(|first: char| first.is_ascii_digit());
        Some(if is_of_book && !book.is_empty() { format!("{book} {rules}").into() } else { rules.into() })
    }

    pub(crate) fn say(self, spoken: Spoken) -> Cow<'static, str> {
        match (spoken, self.open) {
            (Spoken::Your, _) if self.takes_no_side => Spoken::Its.words().into(),
            (Spoken::ThisTurn, Some(open)) => format!("turn {open}").into(),
            (Spoken::NextTurn, Some(open)) => format!("turn {}", open + 1).into(),
            (Spoken::LastTurn, Some(open)) => format!("in turn {}", open.saturating_sub(1)).into(),
            (spoken, _) => spoken.words().into(),
        }
    }
}

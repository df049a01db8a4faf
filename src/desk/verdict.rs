//! What the desk decides of a letter.

use crate::answer::{Answer, RefusalReason};
use crate::arrived::Known;
use crate::guesses::Guess;
use crate::head::Choice;
use crate::record::{Change, GameName, Verdict};
use fieldpost_engine::words::capital;

/// What the desk decides of a letter. Changes, verdict and answers are filed as one write (promise 3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The word on the letter.
    pub verdict: Verdict,
    /// What it changes in the record.
    pub changes: Vec<Change>,
    /// What is owed; [`crate::caps::Caps`] says which of them may leave.
    pub answers: Vec<Answer>,
    /// The game it was found to be for.
    pub game: Option<GameName>,
    /// As whom it was authenticated, for the verdict record.
    pub known: Known,
    /// Wrong passwords in it, to be counted (M-03).
    pub guesses: Vec<Guess>,
}

impl Judgement {
    /// A verdict from which nothing follows.
    pub fn bare(verdict: Verdict) -> Self {
        Judgement {
            verdict,
            changes: Vec::new(),
            answers: Vec::new(),
            game: None,
            known: Known::default(),
            guesses: Vec::new(),
        }
    }
}

/// Why a letter has no game, in a sentence.
pub fn astray_words(astray: &Choice, is_signed: bool) -> (RefusalReason, String) {
    match astray {
        Choice::Unknown(name) | Choice::Game(GameName(name)) => {
            (RefusalReason::UnknownGame, format!("there is no game called {name:?} here"))
        }
        Choice::Conflict(one, other) => (
            RefusalReason::GamesConflict,
            format!("your letter names two games, {} and {}: send one letter for each", one.0, other.0),
        ),
        Choice::Unsaid => (
            RefusalReason::WhichGame,
            if is_signed {
                "your letter does not say for which game it is: write a line GAME within the text that you \
                            sign (neither its Subject nor the address it goes to is signed)"
                    .into()
            } else {
                "your letter does not say for which game it is: write a line GAME".into()
            },
        ),
    }
}

/// Words as a sentence: with a capital and a full stop.
pub fn sentence(words: &str) -> String {
    stopped(&capital(words))
}

/// Words with a full stop: they may begin with a name, which keeps its letter.
pub fn stopped(words: &str) -> String {
    let stop = if words.ends_with(['.', '!', '?', ':']) { "" } else { "." };
    format!("{words}{stop}")
}

//! The door of the desk: a letter in, its verdict, what it changes, and the answers owed, out.

use crate::desk::answer::{Answer, Body, To, Weight};
use crate::desk::arrived::{Arrived, Class, Known};
use crate::desk::game::GameRecord;
use crate::desk::password::Memory;
use crate::desk::record::{Change, GameName, Verdict};
use crate::grammar::letter::Letter;

/// What the desk decides of a letter. Changes, verdict and answers are filed as one write (promise 3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The word on the letter.
    pub verdict: Verdict,
    /// What it changes in the record.
    pub changes: Vec<Change>,
    /// What is owed; [`crate::desk::caps::Caps`] says which of them may leave.
    pub answers: Vec<Answer>,
    /// The game it was found to be for.
    pub game: Option<GameName>,
    /// As whom it was authenticated, for the verdict record.
    pub known: Known,
    /// Passwords tried in vain; to be counted against this sender's hour (M-03).
    pub tries: u32,
}

/// Judges a letter by the record of all games that are open. Total and deterministic: the same letter,
/// record and random bytes give the same judgement; `memory` only saves time.
pub fn judge(games: &[&GameRecord], letter: &Letter, arrived: &Arrived, memory: &mut Memory) -> Judgement {
    let _ = (games, letter, memory);
    if let Some(judgement) = without_reading(arrived) {
        return judgement;
    }
    Judgement::bare(Verdict::Quarantined("the desk does not read letters yet".into()))
}

impl Judgement {
    fn bare(verdict: Verdict) -> Self {
        Judgement {
            verdict,
            changes: Vec::new(),
            answers: Vec::new(),
            game: None,
            known: Known::default(),
            tries: 0,
        }
    }
}

/// What need not be read: our own mail, bounces, and what was judged before (rows 1, 7, 11).
fn without_reading(arrived: &Arrived) -> Option<Judgement> {
    let reason = match (&arrived.class, arrived.duplicate) {
        (Class::OwnLoop, _) => "our own mail come back".to_string(),
        (Class::Bounce, _) => "a bounce".to_string(),
        (_, Some(duplicate)) => format!("a copy of letter {}", duplicate.of.0),
        _ => return None,
    };
    let mut judgement = Judgement::bare(Verdict::Ignored(reason));
    judgement.answers.extend(answer_again(arrived));
    Some(judgement)
}

/// The stored answer once more, at most once, and not to automatic mail (row 1, promise 2).
fn answer_again(arrived: &Arrived) -> Option<Answer> {
    let duplicate = arrived.duplicate.filter(|copy| !copy.answered && arrived.class == Class::Human)?;
    Some(Answer {
        to: To::AsStored,
        game: None,
        turn: None,
        weight: Weight::Error,
        errors: 0,
        replaceable: false,
        body: Body::Again { letter: duplicate.of },
    })
}

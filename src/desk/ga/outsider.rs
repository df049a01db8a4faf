//! What is answered to somebody who has no account: who signs up, and who looks on.

use crate::answer::{Answer, Body, To, Weight};
use crate::arrived::Arrived;
use crate::ga::answer::WordsNotice;
use crate::ga::record::GaChange;
use crate::game::GameRecord;
use crate::record::{Change, Verdict};
use crate::verdict::Judgement;

/// A change of a game's administration.
pub fn change(game: &GameRecord, change: GaChange) -> Change {
    Change::Ga { game: game.name().clone(), change: Box::new(change) }
}

/// A letter of somebody without an account that is not done, with why.
pub fn refused(arrived: &Arrived, address: &str, title: &str, why: &str) -> Judgement {
    let words = crate::verdict::sentence(why);
    told(Verdict::Refused(why.to_owned()), arrived, address, title, &words)
}

/// A letter of somebody without an account, with what is answered.
pub fn told(verdict: Verdict, arrived: &Arrived, address: &str, title: &str, words: &str) -> Judgement {
    let mut judgement = Judgement::bare(verdict);
    if !arrived.suppress {
        judgement.answers.push(to_applicant(None, address, Weight::Applicant, title, words));
    }
    judgement
}

/// A few words to somebody who has no account.
pub fn to_applicant(
    game: Option<&GameRecord>,
    address: &str,
    weight: Weight,
    title: &str,
    words: &str,
) -> Answer {
    word(To::Sender { address: address.to_owned() }, game, weight, title, words)
}

/// A few words of a letter from outside, to whomever they concern.
pub fn word(to: To, game: Option<&GameRecord>, weight: Weight, title: &str, words: &str) -> Answer {
    Answer {
        to,
        game: game.map(|game| game.name().clone()),
        turn: game.map(|game| game.book.turn),
        weight,
        errors: 0,
        replaceable: false,
        body: Body::Words(WordsNotice::plain(title, words)),
    }
}

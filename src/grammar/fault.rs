//! Why a parser stopped, and where: the error that all parsers of [`super`] share.

use nom::error::{ErrorKind, ParseError};

use super::word::bare_word;
use fieldpost_engine::refusal::Refusal;

/// What a parser yields: the rest of the line and what was read, or a [`Fault`]. A `nom::Err::Error` says
/// "this is something else"; a `nom::Err::Failure` says "this it is, but it is wrong here".
pub type Parsed<'a, T> = nom::IResult<&'a str, T, Fault<'a>>;

/// Where a parser stopped, and why.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault<'a> {
    /// What was left of the line there; always an ending of it, so that its length gives the place.
    pub at: &'a str,
    /// Why.
    pub problem: Problem,
}

/// Why a parser stopped.
#[derive(Debug, PartialEq, Eq)]
pub enum Problem {
    /// It is something else; another parser may know it.
    SomethingElse,
    /// This was expected; the words go into "expected …, found …".
    Expected(&'static str),
    /// A whole sentence, and the nearest right thing.
    Wrong(Box<Wrong>),
}

/// A sentence for the player, and where to look for the nearest right thing.
#[derive(Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The sentence.
    pub why: String,
    /// The rule that it rests on, as it is cited; empty where it is plain sense.
    pub rule: &'static str,
    /// Where the nearest right thing may be.
    pub near: Near,
}

/// Where to look for the nearest right thing. It is looked for only when the complaint is spelled out: a game
/// has thousands of units, and a letter may have thousands of bad lines.
#[derive(Debug, PartialEq, Eq)]
pub enum Near {
    /// Nowhere.
    Nothing,
    /// Nowhere: the order is right, but the game has nothing of the kind.
    Absent,
    This(String),
    /// Among the pieces, places or players of the game, near what was found.
    Piece(String),
    /// The same of a place.
    Place(String),
    /// The same of a player.
    Player(String),
    /// Among the words that orders begin with.
    Order,
}

impl<'a> ParseError<&'a str> for Fault<'a> {
    fn from_error_kind(at: &'a str, _: ErrorKind) -> Self {
        Fault { at, problem: Problem::SomethingElse }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// "This is something else."
pub fn something_else<T>(at: &str) -> Parsed<'_, T> {
    Err(nom::Err::Error(Fault { at, problem: Problem::SomethingElse }))
}

/// "Expected this here", for good.
pub fn expected<'a, T>(at: &'a str, what: &'static str) -> Parsed<'a, T> {
    Err(nom::Err::Failure(Fault { at, problem: Problem::Expected(what) }))
}

/// A whole sentence, for good.
pub fn wrong<T>(at: &str, why: String, near: Near) -> Parsed<'_, T> {
    against("", at, why, near)
}

/// The same of what a rule forbids, as it is cited: it stands beside the sentence, and is printed behind it.
pub fn against<'a, T>(rule: &'static str, at: &'a str, why: String, near: Near) -> Parsed<'a, T> {
    Err(nom::Err::Failure(Fault { at, problem: Problem::Wrong(Box::new(Wrong { why, rule, near })) }))
}

impl Fault<'_> {
    /// The same with the nearest right thing, if that is known here.
    pub fn advice(self) -> String {
        let near = match &self.problem {
            Problem::Wrong(wrong) => match &wrong.near {
                Near::This(words) => Some(words.clone()),
                _ => None,
            },
            _ => None,
        };
        let why = self.clause();
        near.map_or(why.clone(), |near| format!("{why}. Did you mean {near}?"))
    }

    /// Why, in a clause with its rule.
    pub fn clause(self) -> String {
        self.refusal().to_string()
    }

    /// Why, in a clause, and its rule beside it: for lines that stand in no letter.
    pub fn refusal(self) -> Refusal {
        let found = bare_word(self.at);
        match self.problem {
            Problem::SomethingElse => Refusal::plain(format!("{:?} is no order", self.at)),
            Problem::Expected(what) if found.is_empty() => {
                Refusal::plain(format!("expected {what}, but the line ends"))
            }
            Problem::Expected(what) => Refusal::plain(format!("expected {what}, found {found:?}")),
            Problem::Wrong(wrong) => Refusal::by(wrong.rule, wrong.why.trim_end_matches('.')),
        }
    }
}

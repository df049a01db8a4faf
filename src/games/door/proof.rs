//! How a rulebook is proven ([`Proof`]): what `fieldpost case`, `soak`, `calibrate`, `tournament`, `rehearse` and `rules` ask.
//!
//! It is no part of a [`Rulebook`](crate::Rulebook): what proves a game sends whole letters over the desk to its board, and so
//! stands above the game that makes the board. It is listed beside the rulebooks, by the rulebook's name.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

use crate::foresight::Kind;
use crate::{Board, ruleset_of};
use fieldpost_engine::machine::Skill;

/// How the rules of a book are proven; what it has none of is `None`.
pub struct Proof {
    /// The rulebook's name.
    pub rulebook: &'static str,
    /// The rules of the book, as TOML: a table `rule` of [`Rule`](fieldpost_engine::rule::Rule)s.
    pub rules: Option<&'static str>,
    /// The number by which this book has a rule that the house's first book numbers so; none if it has no such rule. Cases that
    /// several books share cite by the numbers of the first.
    pub number: fn(&str) -> Option<String>,
    /// Runs a rule case from its text. Whatever is wrong with it is a failure.
    pub case: Option<fn(&str) -> CaseReport>,
    /// Plays random games, holds every step to what must hold in any, and says what broke; whether nothing did.
    pub soak: Option<Trial<Soak>>,
    /// Holds what receipts foretell against what comes, and says the table; whether all that must be true is.
    pub receipts: Option<Trial<Soak>>,
    /// Tries many times, as often as is said, what chance decides, and holds it to targets; whether all are met.
    pub calibrate: Option<Trial<u64>>,
    /// Has the machine play a scenario, by its texts, on all sides over many seeds, and says what each of them came to.
    pub tournament: Option<Contest>,
    /// Tells what comes of a game that is played for trial.
    pub rehearsal: Option<fn() -> Box<dyn Rehearsal>>,
}

/// What tries something by its settings, and says what came of it; whether all was well.
pub type Trial<T> = fn(&T, &mut dyn Write) -> io::Result<bool>;

/// What plays a tournament: by a scenario's texts.
pub type Contest = fn(&BTreeMap<String, String>, &Tournament, &mut dyn Write) -> io::Result<()>;

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Proof({})", self.rulebook)
    }
}

/// A rule case that was run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseReport {
    /// Why it failed; none if it passed.
    pub failures: Vec<String>,
    /// What happened in it, in words, a line each.
    pub events: Vec<String>,
}

/// Random games to be played.
#[derive(Clone, Copy, Debug)]
pub struct Soak {
    /// How many.
    pub campaigns: u64,
    pub seed: u64,
    /// The number of the first.
    pub first: u64,
    pub turns: u32,
}

/// Games of machine against machine.
#[derive(Clone, Copy, Debug)]
pub struct Tournament {
    /// How many, a seed each.
    pub seeds: u64,
    /// The first seed.
    pub first: u64,
    pub turns: u32,
    /// How well the machine plays: of two sides the first and the second.
    pub skills: [Skill; 2],
}

/// Something that a turn did not carry out as it was ordered, or that a piece was without, as its events tell it or as the board shows
/// it afterwards: what statements of a receipt are held against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hindrance {
    pub kind: Kind,
    /// The order in canonical words where the turn names it, or the word that it begins with; empty where neither is known.
    pub order: String,
    /// Why, in the turn's words: what a statement is known by.
    pub why: String,
}

/// Who tells of a game that is played for trial, and keeps count of it: the host's eye, which sees everything.
pub trait Rehearsal {
    /// What a turn brought, by the boards before and after it and its events as records of form 1 have them: a line each.
    ///
    /// # Errors
    /// If these are no boards or no paper of this game.
    fn turn(&mut self, before: &dyn Board, after: &dyn Board, events: &[u8]) -> Result<Vec<String>, String>;
    /// What all turns came to, a line each.
    fn sum(&self) -> Vec<String>;
}

/// The proofs of the rulebooks that a house hosts.
#[derive(Clone, Copy, Debug)]
pub struct Proofs(pub &'static [&'static Proof]);

impl Proofs {
    pub fn of(self, rulebook: &str) -> Option<&'static Proof> {
        self.0.iter().copied().find(|proof| proof.rulebook == rulebook)
    }

    /// What runs a case: of the rulebook that it names as its `ruleset`; where that is none, or one without cases, the first
    /// that there is, which says so.
    pub fn of_case(self, text: &str) -> Option<fn(&str) -> CaseReport> {
        let named = ruleset_of(text).and_then(|name| self.of(&name)?.case);
        named.or_else(|| self.0.iter().find_map(|proof| proof.case))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Proof = Proof {
        rulebook: "chess",
        rules: None,
        number: |_| None,
        case: None,
        soak: None,
        receipts: None,
        calibrate: None,
        tournament: None,
        rehearsal: None,
    };

    /// A proof whose cases all fail for one reason.
    const fn failing(rulebook: &'static str, case: fn(&str) -> CaseReport) -> Proof {
        Proof { rulebook, case: Some(case), ..NONE }
    }

    fn report(why: &str) -> CaseReport {
        CaseReport { failures: vec![why.into()], events: Vec::new() }
    }

    static WAR: Proof = failing("war", |_| report("war"));
    static BIDS: Proof = failing("bids", |_| report("bids"));
    static ALL: [&Proof; 3] = [&NONE, &WAR, &BIDS];

    #[test]
    fn a_case_is_run_by_the_rulebook_that_it_names_or_by_the_first_that_runs_any() {
        let proofs = Proofs(&ALL);
        let run_by = |text: &str| proofs.of_case(text).unwrap()(text).failures.remove(0);
        assert_eq!(run_by("ruleset = \"bids\"\nsays = \"x\""), "bids");
        assert_eq!(run_by("ruleset = \"war\""), "war");
        for other in ["says = \"x\"", "ruleset = \"go\"", "ruleset = \"chess\"", "ruleset = \"bids", ""] {
            assert_eq!(run_by(other), "war", "{other}");
        }
        assert!(Proofs(&[&NONE]).of_case("ruleset = \"chess\"").is_none());
    }
}

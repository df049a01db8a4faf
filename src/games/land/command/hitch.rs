//! What of a player's orders is not carried out in a rehearsal, or not whole, and on what that hangs.

use crate::event::reason::{Reason, refusal};
use fieldpost_engine::reason::Holds;

/// On what it hangs whether something is so, beside what the player knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hangs {
    /// On nothing else: it is foreseen.
    OnNothing,
    /// It is so as the lot falls, and otherwise not.
    OnLot,
    /// On how much others bring and draw.
    OnOthers,
    /// On something that no report of the player's shows.
    OnTheUnseen,
}

/// An order of an office that comes to nothing, or to less.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declined {
    /// In a sentence.
    pub words: String,
    /// Whether it is the whole order.
    pub whole: bool,
    /// On what it hangs whether it is so.
    pub hangs: Hangs,
}

/// What a hitch is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// An order that is not carried out; by the word that it begins with, where that is known.
    Order(&'static str),
    /// An order that is not carried out whole.
    Part,
    /// The same of a square that is passed on the way.
    OnTheWay,
    /// Something that the unit lacks.
    Lack,
}

/// Something that was not carried out.
#[derive(Clone, Debug)]
pub struct Hitch {
    pub of: Of,
    /// Why, as the turn would tell it.
    pub why: Reason,
    /// The phase and the place before it, such as `in strat 2 it stays in B0-N8: `; empty where neither matters.
    pub when: String,
    /// On what it hangs whether it is so.
    pub hangs: Hangs,
    /// Whether it is so in the supply phase already, before ships take anybody aboard.
    pub in_supply: bool,
}

impl Hitch {
    pub(super) fn new(of: Of, why: Reason, when: impl Into<String>) -> Self {
        Hitch { of, why, when: when.into(), hangs: Hangs::OnNothing, in_supply: false }
    }

    /// All of it in a sentence, with its rule.
    pub fn words(&self) -> String {
        format!("{}{}", self.when, refusal(&self.why))
    }

    /// Whether the map, the rules and the unit itself alone decide it, whatever others do.
    pub fn is_sure(&self) -> bool {
        self.why.holds() == Holds::Always
    }
}

//! What goes through the door as plain values: players, blocks of letters, the closed book, and what is kept.

use std::collections::BTreeMap;

use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;
use fieldpost_engine::machine::Skill;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::{Seat, Seating};
use serde::{Deserialize, Serialize};

/// A player as every game has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name that orders use, unique in the game in any case.
    pub name: String,
    /// Whom the player plays for, in words, such as `Austria`.
    pub party: String,
    /// The rank, in words; empty where the game has none.
    pub rank: String,
    /// The offices held, in words.
    pub offices: Vec<String>,
}

/// What is said of a seat to the machine that plays it, beside what its player sees.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MachineSeat {
    /// The letter that it wrote for the seat in the turn before: there it notes what it remembers.
    pub last: Option<String>,
    /// How well it is to play.
    pub skill: Skill,
}

/// What is said of some seats to the machine; of others there is no letter of the turn before, and it plays them as well as it can.
pub type MachineSeats = BTreeMap<PlayerNo, MachineSeat>;

/// Why something is not done: a sentence each for its reader, and the nearest right thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refused {
    /// Why, a sentence each.
    pub why: Vec<String>,
    /// The nearest thing that would be right.
    pub nearest: Option<String>,
    /// Whether the game administrator may pass over it.
    pub may_insist: bool,
}

impl<T: Into<String>> From<T> for Refused {
    fn from(why: T) -> Self {
        Refused { why: vec![why.into()], ..Refused::default() }
    }
}

/// An office order that gives a seat: the house's own business, whatever the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assigns {
    /// Whose seat.
    #[serde(rename = "unit")]
    pub piece: Piece,
    /// Who is to command, by name.
    pub commander: String,
    /// Who is to deputise, by name; `none` is nobody, and where nothing is said the deputy stays.
    pub deputy: Option<String>,
}

/// A block of a letter, before it is filed.
#[derive(Clone, Copy)]
pub struct Written<'a> {
    /// Who wrote it.
    pub by: PlayerNo,
    pub piece: &'a Piece,
    /// What it orders.
    pub lines: &'a [Line],
    /// The seats as of this point of the letter.
    pub seats: &'a dyn Seating,
}

/// What stands for a piece when the book is shut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub piece: Piece,
    /// Its orders; `None` where only the word of an office stands, and the default orders hold.
    pub lines: Option<Vec<Line>>,
    /// What an office has ordered beside them.
    pub word_of_office: Vec<Line>,
}

/// The book of a turn as it was shut.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClosedBook {
    /// What stands for pieces, in the order of their names.
    pub blocks: Vec<Block>,
    /// The pieces for which an order stands, in the order in which those orders were received.
    pub received: Vec<Piece>,
    /// Office orders but for assignments, in order of receipt: these have taken effect.
    pub offices: Vec<(PlayerNo, Line)>,
    /// All seats as the turn's letters have left them.
    pub seats: BTreeMap<Piece, Seat>,
}

/// One thing before and after, for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// Whose piece it is, where it is a piece's: its commander is told.
    pub unit: Option<Piece>,
    /// What, such as `AU3IN morale`.
    pub what: String,
    /// What it was, such as `60`; a dash for nothing, and empty where nothing of it is to be told: a word that was not there is none.
    pub before: String,
    pub after: String,
    /// Who alone of those whom the edit concerns is told of this, such as of a treasury; all of them where it is nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<PlayerNo>,
}

impl Said {
    /// It in a line: `AU3IN morale: 60 -> 55`.
    pub fn line(&self) -> String {
        let Said { what, before, after, .. } = self;
        if before.is_empty() { format!("{what}: {after}") } else { format!("{what}: {before} -> {after}") }
    }

    /// It the other way round, as it is told when an edit is taken back.
    #[must_use]
    pub fn back(&self) -> Said {
        let gone = if self.before.is_empty() { "taken back".to_owned() } else { self.before.clone() };
        Said { before: self.after.clone(), after: gone, ..self.clone() }
    }

    /// Whether a player whom the edit concerns is told of this.
    pub fn is_for(&self, player: PlayerNo) -> bool {
        self.only.is_none_or(|only| only == player)
    }
}

/// What differs of a player's own between two positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Differs {
    /// What, such as `AU3IN morale`.
    pub what: String,
    pub before: String,
    pub after: String,
}

/// What is said of seats that are too many for one player.
#[derive(Clone, Copy, Debug)]
pub struct Excess {
    /// In the receipt of an assignment that makes them too many, in a clause.
    pub warning: &'static str,
    /// When it is taken back at the close, in a clause.
    pub undone: &'static str,
    /// The rule, as it is cited.
    pub rule: &'static str,
}

/// What is kept of a turn that was run, each as JSON.
#[derive(Clone, Debug)]
pub struct Papers {
    /// What was ordered, as the game understood it: with the seats and the position before, all that a replay needs.
    pub orders: Vec<u8>,
    /// Who had which seat when it was run.
    pub seats: Vec<u8>,
    /// What happened, in form 2.
    pub events: Vec<u8>,
    /// Every draw of the dice.
    pub draws: Vec<u8>,
}

//! A position of the toy game, and what becomes of it.

use std::collections::BTreeMap;

use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seat;
use fieldpost_engine::words::counted;
use serde::{Deserialize, Serialize};

/// Where things stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The open turn.
    pub turn: u32,
    /// Who plays.
    pub players: Vec<Bidder>,
    /// The chests.
    pub chests: BTreeMap<Piece, Chest>,
    /// Parties that stand together, in pairs.
    #[serde(default)]
    pub allies: Vec<(String, String)>,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bidder {
    /// The name.
    pub name: String,
    /// For whom.
    pub party: String,
    /// Coins in hand.
    pub coins: u32,
    /// Offices held.
    #[serde(default)]
    pub offices: Vec<String>,
}

/// A chest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chest {
    /// What is in it: rule 1.
    pub number: u32,
    /// Whose it is.
    pub seat: Seat,
}

/// A line of the order language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// `BID n`
    Bid(u32),
    /// `HIDE`
    Hide,
    /// `SEAL`
    Seal,
}

impl Order {
    /// What canonical words order; `None` if they are no order of a chest.
    pub fn read(words: &str) -> Option<Self> {
        match words.split_once(' ').unwrap_or((words, "")) {
            ("BID", coins) => coins.parse().ok().map(Order::Bid),
            ("HIDE", "") => Some(Order::Hide),
            ("SEAL", "") => Some(Order::Seal),
            _ => None,
        }
    }

    /// How much it bids, if it is a bid.
    pub fn coins(self) -> Option<u32> {
        match self {
            Order::Bid(coins) => Some(coins),
            Order::Hide | Order::Seal => None,
        }
    }
}

impl Position {
    /// How many chests each party has, in words.
    pub fn forces(&self) -> Vec<(String, String)> {
        let mut chests = BTreeMap::<&String, u32>::new();
        for chest in self.chests.values() {
            let owner = self.players.get(usize::from(chest.seat.commander.0));
            owner.into_iter().for_each(|owner| *chests.entry(&owner.party).or_default() += 1);
        }
        chests.into_iter().map(|(party, count)| (party.clone(), counted(count, "chest"))).collect()
    }

    /// A position from its paper.
    ///
    /// # Errors
    /// If it is another's.
    pub fn read(paper: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(paper).map_err(|why| format!("the position cannot be read: {why}"))
    }

    /// A player's number.
    pub fn player_no(&self, name: &str) -> Option<PlayerNo> {
        let place = self.players.iter().position(|player| player.name.eq_ignore_ascii_case(name))?;
        u16::try_from(place).ok().map(PlayerNo)
    }

    /// A player.
    pub fn player(&self, number: PlayerNo) -> Option<&Bidder> {
        self.players.get(usize::from(number.0))
    }

    /// A seat by names.
    pub fn seat(&self, commander: &str, deputy: Option<&str>) -> Option<Seat> {
        let deputy = match deputy {
            Some(name) => Some(self.player_no(name)?),
            None => None,
        };
        Some(Seat { commander: self.player_no(commander)?, deputy })
    }

    /// Whether two players are of one side.
    pub fn are_friends(&self, one: PlayerNo, other: PlayerNo) -> bool {
        let (Some(one), Some(other)) = (self.player(one), self.player(other)) else { return false };
        one.party == other.party || self.are_allied(&one.party, &other.party)
    }

    /// Whether two parties stand together.
    pub fn are_allied(&self, one: &str, other: &str) -> bool {
        let is_pair = |(a, b): &(String, String)| (a == one && b == other) || (a == other && b == one);
        one == other || self.allies.iter().any(is_pair)
    }

    /// The players whose party and offices fit.
    pub fn players_who(&self, fits: impl Fn(&Bidder) -> bool) -> Vec<PlayerNo> {
        let all = (0..).map(PlayerNo).zip(&self.players);
        all.filter(|(_, player)| fits(player)).map(|(number, _)| number).collect()
    }
}

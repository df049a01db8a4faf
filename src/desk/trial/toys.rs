//! The trial game of toys.

use std::sync::Arc;

use fieldpost_toy::{Bidder, Chest, Position, Table};

use super::{Desk, Pen, record};
use crate::game::GameRecord;
use fieldpost_engine::piece::Piece;

/// Players with their parties and offices.
const PLAYERS: &[(&str, &str, &[&str])] = &[
    ("gyulai", "Austria", &["Banker"]),
    ("benedek", "Austria", &[]),
    ("clam", "Austria", &[]),
    ("gablenz", "Austria", &[]),
    ("moltke", "Prussia", &["Banker"]),
    ("albert", "Saxony", &["Banker"]),
];

/// Chests with commander and deputy.
const CHESTS: &[(&str, &str, Option<&str>)] = &[
    ("AU1AQ", "benedek", None),
    ("AU1CQ", "clam", None),
    ("AU2CQ", "clam", None),
    ("AU3IN", "benedek", Some("clam")),
    ("AU4IN", "clam", Some("gablenz")),
    ("AU5LC", "gablenz", None),
    ("PR1AQ", "moltke", None),
    ("PR1IN", "moltke", None),
    ("SA1CQ", "albert", None),
];

/// A chest by its name.
pub fn id(name: &str) -> Piece {
    name.into()
}

/// Turn 3 of a game in which Saxony is Austria's ally and Prussia the enemy of both.
pub fn game() -> GameRecord {
    named("bohemia-1866")
}

/// The same game under another name.
pub fn named(name: &str) -> GameRecord {
    let bidder = |(name, party, offices): &(&str, &str, &[&str])| Bidder {
        name: (*name).into(),
        party: (*party).into(),
        coins: 40,
        offices: offices.iter().map(|office| (*office).into()).collect(),
    };
    let mut position = Position {
        turn: 3,
        players: PLAYERS.iter().map(bidder).collect(),
        allies: vec![("Austria".into(), "Saxony".into())],
        ..Position::default()
    };
    for (name, commander, deputy) in CHESTS {
        let seat = position.seat(commander, *deputy).unwrap();
        position.chests.insert(id(name), Chest { number: 7, seat });
    }
    record(name, Arc::new(Table { seed: 1, position: Arc::new(position) }))
}

/// The toy that a record holds.
pub fn toy(game: &GameRecord) -> &Table {
    game.board().as_any().downcast_ref().unwrap()
}

impl Desk {
    /// The trial game with no letters yet.
    pub fn open() -> Self {
        Desk::of(game())
    }
}

impl Pen {
    /// A chest's block with one order, a bid.
    pub fn unit(self, unit: &str, coins: &str) -> Self {
        let words = format!("BID {coins}");
        self.block(unit, None, &[&words], 0)
    }

    /// `GIVE`.
    pub fn assign(self, unit: &str, commander: &str, deputy: Option<&str>) -> Self {
        let deputy = deputy.map(|deputy| format!(" DEPUTY {deputy}")).unwrap_or_default();
        self.office(&format!("GIVE {unit} TO {commander}{deputy}"))
    }
}

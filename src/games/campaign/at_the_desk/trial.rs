//! The land war on the desk's trial: for tests only.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::Table;
use fieldpost_desk::game::GameRecord;
use fieldpost_desk::trial::{Desk, Pen, record};
use fieldpost_ground::map::Port;
use fieldpost_ground::nation::Relation;
use fieldpost_land::book::ROTD_EUWOL;
use fieldpost_land::language::render;
use fieldpost_land::orders::{Office, OfficeOrder};
use fieldpost_land::sandbox::{Sandbox, id, nation, tac};
use fieldpost_land::state::{LandState, Player, Rank, Seat};
use fieldpost_land::unit::Source;

/// Players with their nations, ranks and offices.
const PLAYERS: &[(&str, &str, Rank, &[Office])] = &[
    ("gyulai", "AU", Rank::General, &[Office::WarMinister]),
    ("benedek", "AU", Rank::General, &[]),
    ("clam", "AU", Rank::MajorGeneral, &[]),
    ("gablenz", "AU", Rank::Colonel, &[]),
    ("moltke", "PR", Rank::General, &[Office::WarMinister]),
    ("albert", "SA", Rank::MajorGeneral, &[Office::Treasury]),
];

/// Units with commander and deputy.
const UNITS: &[(&str, &str, Option<&str>)] = &[
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

/// Turn 3 of a game in which Saxony is Austria's ally and Prussia the enemy of both.
pub fn game() -> GameRecord {
    let mut sandbox =
        Sandbox::new("9x9", |sketch| sketch.city("Paris", "A2-N2", tac("7-7"), Port::None).unwrap());
    for (name, code, rank, offices) in PLAYERS {
        let offices: BTreeSet<Office> = offices.iter().cloned().collect();
        sandbox.state.players.push(Player {
            name: (*name).into(),
            nation: nation(code),
            rank: *rank,
            offices,
        });
    }
    for (unit, commander, deputy) in UNITS {
        let at = if unit.starts_with("PR") { "A8-N8" } else { "A1-N1" };
        sandbox.unit(unit, at, "7-7").source = Some(Source::City("Paris".into()));
        let number = |name: &str| sandbox.state.player_named(name).unwrap();
        let seat = Seat { commander: number(commander), deputy: deputy.map(number) };
        sandbox.state.seats.insert(id(unit), seat);
    }
    sandbox.relation("AU", "SA", Relation::Allied);
    sandbox.state.turn = 3;
    record(
        "bohemia-1866",
        Arc::new(Table::new(&ROTD_EUWOL, Arc::new(sandbox.atlas), 1, None, Arc::new(sandbox.state))),
    )
}

/// The trial game with no letters yet.
pub fn open() -> Desk {
    Desk::of(game())
}

/// What letters of a land war have in them.
pub trait War {
    /// A unit's block with one order, an entry square.
    fn unit(self, unit: &str, entry: &str) -> Self;
    /// `ASSIGN`.
    fn assign(self, unit: &str, commander: &str, deputy: Option<&str>) -> Self;
    fn minister(self, order: &OfficeOrder) -> Self;
}

impl War for Pen {
    fn unit(self, unit: &str, entry: &str) -> Self {
        self.block(unit, None, &[&format!("ENTRY {entry}")], 0)
    }

    fn assign(self, unit: &str, commander: &str, deputy: Option<&str>) -> Self {
        let deputy = deputy.map(str::to_string);
        self.minister(&OfficeOrder::Assign { unit: id(unit), commander: commander.into(), deputy })
    }

    fn minister(self, order: &OfficeOrder) -> Self {
        self.office(&render::office_order(order, Some(&table(&game()).atlas.map.grid)))
    }
}

/// The campaign that a record holds.
pub fn table(game: &GameRecord) -> &Table {
    Table::of(game.board()).unwrap()
}

/// The position that a record holds.
pub fn state(game: &GameRecord) -> &LandState {
    &table(game).land
}

/// Puts a changed position into a record.
pub fn change(game: &mut GameRecord, change: impl FnOnce(&mut LandState)) {
    let mut changed = state(game).clone();
    change(&mut changed);
    let board = table(game).with(changed);
    game.seat_board(Arc::new(board));
}

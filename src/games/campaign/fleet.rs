//! A campaign that has ships, as both land and sea look at it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::sea::Sea;
use crate::table::Table;
use crate::turn::{Away, Joint};
use fieldpost_door::Board;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::NationCode;
use fieldpost_land::orders::TurnOrders;
use fieldpost_land::sequence;
use fieldpost_land::state::LandState;
use fieldpost_land::unit::UnitId;
use fieldpost_sea::ashore::{Ashore, Site};
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::ShipId;
use fieldpost_sea::state::SeaState;
use fieldpost_sea::turn::Turn as SeaTurn;

/// A table that has ships, and these. Whoever holds one need not ask whether there are any.
#[derive(Clone, Copy, Debug)]
pub struct Fleet<'a> {
    /// The table, with the land.
    pub table: &'a Table,
    /// The ships on it.
    pub sea: &'a Sea,
}

impl Table {
    /// This table with its ships, if it has any.
    pub fn fleet(&self) -> Option<Fleet<'_>> {
        Some(Fleet { table: self, sea: self.sea.as_ref()? })
    }
}

impl<'a> Fleet<'a> {
    /// The campaign of a board, if it is one with ships.
    pub fn of(board: &'a dyn Board) -> Option<Fleet<'a>> {
        Table::of(board)?.fleet()
    }

    /// The same table with another position at sea.
    pub fn with_ships(self, state: SeaState) -> Table {
        self.table.with_sea(self.sea.with(state))
    }

    /// The same table after a turn.
    pub fn after(self, land: LandState, sea: SeaState, away: BTreeMap<UnitId, Away>) -> Table {
        self.table.with_position(land, Some(Sea::new(Arc::clone(&self.sea.chart), sea, away)))
    }

    /// The land as ships see it at the start of the open turn.
    pub fn ashore(self) -> Arc<Ashore> {
        self.table.shore(|| {
            let Table { atlas, book, land, seed, .. } = self.table;
            let turn = sequence::begin(atlas, book, (**land).clone(), TurnOrders::default(), *seed);
            let Sea { chart, state, away } = self.sea;
            let sea = SeaTurn::begin(chart, atlas, (**state).clone(), BTreeMap::new(), *seed);
            let mut joint = Joint::begin(turn, sea, (**away).clone());
            joint.hand_over();
            joint.sea.ashore
        })
    }

    /// Where a unit is that stands on no map, in words.
    pub(crate) fn whereabouts(self, away: &Away) -> String {
        let Sea { chart, state, .. } = self.sea;
        match away.site {
            Site::Aboard(id) => {
                let ship = state.ships.get(&id);
                let at = ship.map_or_else(String::new, |ship| format!(" in {}", chart.label(ship.at)));
                format!("aboard {id}{at}")
            }
            Site::Garrison(port) => format!("in the garrison of {}", chart.port(port).name),
            Site::Field(at, tac) => format!("at {} {tac}", chart.grid.label(at)),
        }
    }

    /// Units of a player's that stand on no map: they are ordered all the same, for the turn in which they land (WISC 9.2, 9.4).
    pub(crate) fn away_of(self, player: PlayerNo) -> impl Iterator<Item = &'a Away> {
        let is_own = move |away: &&Away| away.seat.commander == player || away.seat.deputy == Some(player);
        self.sea.away.values().filter(is_own)
    }

    /// One of them in a sentence.
    pub(crate) fn away_words(self, away: &Away) -> String {
        let unit = &away.unit;
        format!("{}: {} men, morale {}, {}.", unit.id, unit.strength, unit.morale, self.whereabouts(away))
    }

    /// The Naval Secretary of a nation, if somebody is (N-80).
    pub(crate) fn secretary(self, nation: NationCode) -> Option<PlayerNo> {
        self.sea.state.powers.secretaries.get(&nation).copied()
    }

    /// Whether a ship is on the Atlantic.
    pub(crate) fn crosses(self, id: ShipId) -> bool {
        self.sea.state.ships.get(&id).is_some_and(|ship| matches!(ship.at, Place::Transit(..)))
    }
}

//! The table that a campaign is played on: its book, its maps, its dice and its position.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::joint::JointTable;
use fieldpost_door::Board;
use fieldpost_engine::calendar::Calendar;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::wishes::Wishes;
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::Book;
use fieldpost_land::detection::Sight;
use fieldpost_land::field::{Field, Occupancy, occupancy};
use fieldpost_land::language::unit_of;
use fieldpost_land::state::LandState;
use fieldpost_land::unit::Unit;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::PressError;
use fieldpost_print::report::Report;
use fieldpost_print::shop::Shop;
use fieldpost_tell::{Theatre, sights_of_open_turn};

/// A position as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "kebab-case")]
pub enum Position {
    /// The land war's.
    Land(LandState),
}

/// The same, to be written without a copy.
#[derive(Serialize)]
#[serde(tag = "game", rename_all = "kebab-case")]
pub(crate) enum Writing<'a> {
    /// The land war's.
    Land(&'a LandState),
}

/// A campaign with its open position.
#[derive(Clone, Debug)]
pub struct Table {
    /// The rulebook's numbers.
    pub book: &'static Book,
    /// The maps.
    pub atlas: Arc<Atlas>,
    /// The seed of all dice.
    pub seed: u64,
    /// The position on land.
    pub state: Arc<LandState>,
    pub(crate) calendar: Option<Calendar>,
    occupancy: Arc<Occupancy>,
    /// What the players see, once somebody has asked.
    sights: Arc<OnceLock<BTreeMap<PlayerNo, Sight>>>,
}

impl Table {
    /// A table with a position.
    pub fn new(
        book: &'static Book,
        atlas: Arc<Atlas>,
        seed: u64,
        calendar: Option<Calendar>,
        state: Arc<LandState>,
    ) -> Self {
        let occupancy = Arc::new(occupancy(&state));
        Table { book, atlas, seed, state, calendar, occupancy, sights: Arc::default() }
    }

    /// The same table with another position.
    pub fn with(&self, state: LandState) -> Table {
        let Table { book, atlas, seed, calendar, .. } = self;
        Table::new(book, Arc::clone(atlas), *seed, *calendar, Arc::new(state))
    }

    /// The campaign of a board, if it is one; of one with ships its land.
    pub fn of(board: &dyn Board) -> Option<&Table> {
        board.as_any().downcast_ref().or_else(|| JointTable::of(board).map(|joint| &joint.land))
    }

    /// The position with its maps, for the rules.
    pub fn field(&self) -> Field<'_> {
        Field { atlas: &self.atlas, book: self.book, state: &self.state, occupancy: &self.occupancy }
    }

    /// What a player sees at the start of the open turn: worked out for all at the first question, as letters come one by one.
    pub(crate) fn sight(&self, player: PlayerNo) -> Option<&Sight> {
        self.sights.get_or_init(|| sights_of_open_turn(self.field(), self.seed)).get(&player)
    }

    /// The position report of a player, by what was worked out once for all.
    pub(crate) fn position_report(
        &self,
        to: PlayerNo,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Report, PressError> {
        let nothing = Sight::default();
        let sight = self.sight(to).unwrap_or(&nothing);
        fieldpost_tell::position_report(self.theatre(), (&self.state, sight), to, heading, wishes, shop)
    }

    /// Where it is fought and by which rules.
    pub fn theatre(&self) -> Theatre<'_> {
        Theatre { atlas: &self.atlas, book: self.book }
    }

    pub(crate) fn unit(&self, piece: &Piece) -> Option<&Unit> {
        self.state.units.get(&unit_of(piece)?)
    }
}

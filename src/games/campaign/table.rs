//! The table that a campaign is played on: its book, its maps, its dice and its position, on land and, where there are ships, at sea.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::sea::Sea;
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
use fieldpost_land::victory::Victory;
use fieldpost_print::desk_page::DeskPage;
use fieldpost_print::press::PressError;
use fieldpost_print::report::Report;
use fieldpost_print::shop::Shop;
use fieldpost_sea::ashore::Ashore;
use fieldpost_sea::language::ship_of;
use fieldpost_sea::ship::Ship;
use fieldpost_tell::beside::Given;
use fieldpost_tell::{Theatre, sights_of_open_turn};

/// A campaign with its open position.
#[derive(Clone, Debug)]
pub struct Table {
    /// The rulebook's numbers.
    pub book: &'static Book,
    /// The maps.
    pub atlas: Arc<Atlas>,
    /// The seed of all dice.
    pub seed: u64,
    /// The position on land: who is off its map does not stand in it.
    pub land: Arc<LandState>,
    /// The ships, where there are any, and who is off the land map.
    pub sea: Option<Sea>,
    pub(crate) calendar: Option<Calendar>,
    /// What is counted when the war ends: no rule asks for it, and no position has it.
    pub victory: Option<Arc<Victory>>,
    occupancy: Arc<Occupancy>,
    /// What is worked out when it is first asked for.
    derived: Arc<Derived>,
}

/// What follows from a position, once somebody has asked.
#[derive(Debug, Default)]
struct Derived {
    /// What the players see.
    sights: OnceLock<BTreeMap<PlayerNo, Sight>>,
    /// The land with those who are off its map, if anybody is.
    all: OnceLock<(LandState, Occupancy)>,
    /// The land as ships see it.
    shore: OnceLock<Arc<Ashore>>,
}

impl Table {
    /// A table without ships.
    pub fn new(
        book: &'static Book,
        atlas: Arc<Atlas>,
        seed: u64,
        calendar: Option<Calendar>,
        land: Arc<LandState>,
    ) -> Self {
        let occupancy = Arc::new(occupancy(&land));
        Table {
            book,
            atlas,
            seed,
            land,
            sea: None,
            calendar,
            victory: None,
            occupancy,
            derived: Arc::default(),
        }
    }

    /// The same table with what is counted when the war ends.
    #[must_use]
    pub fn fought_for(self, victory: Option<Arc<Victory>>) -> Table {
        Table { victory, ..self }
    }

    /// The same table with another position, on land and at sea. Who plays, in which office and how nations stand is the land's to say.
    pub fn with_position(&self, land: LandState, sea: Option<Sea>) -> Table {
        let Table { book, atlas, seed, calendar, .. } = self;
        let table = Table::new(book, Arc::clone(atlas), *seed, *calendar, Arc::new(land));
        let victory = self.victory.clone();
        Table { sea: sea.map(|sea| sea.of_day(&table.land, *calendar)), victory, ..table }
    }

    /// The same table with another position on land.
    pub fn with(&self, land: LandState) -> Table {
        self.with_position(land, self.sea.clone())
    }

    /// The same table with this sea.
    pub fn with_sea(&self, sea: Sea) -> Table {
        let sea = sea.of_day(&self.land, self.calendar);
        Table { sea: Some(sea), derived: Arc::default(), ..self.clone() }
    }

    /// The campaign of a board, if it is one.
    pub fn of(board: &dyn Board) -> Option<&Table> {
        board.as_any().downcast_ref()
    }

    /// The position on land with its maps, for the rules.
    pub fn field(&self) -> Field<'_> {
        Field { atlas: &self.atlas, book: self.book, state: &self.land, occupancy: &self.occupancy }
    }

    /// The same with those who are off the land map, at the place where they left it: they are ordered as all units are, for the day
    /// on which they land.
    pub fn all(&self) -> Field<'_> {
        let Some(away) = self.sea.as_ref().map(|sea| &*sea.away).filter(|away| !away.is_empty()) else {
            return self.field();
        };
        let (state, occupancy) = self.derived.all.get_or_init(|| {
            let mut state = (*self.land).clone();
            for (id, away) in away {
                state.units.insert(*id, away.unit.clone());
                state.seats.insert(*id, away.seat);
            }
            let occupancy = occupancy(&state);
            (state, occupancy)
        });
        Field { state, occupancy, ..self.field() }
    }

    /// What a player sees at the start of the open turn: worked out for all at the first question, as letters come one by one.
    pub(crate) fn sight(&self, player: PlayerNo) -> Option<&Sight> {
        self.derived.sights.get_or_init(|| sights_of_open_turn(self.field(), self.seed)).get(&player)
    }

    /// The land as ships see it at the start of the open turn, which `look` works out.
    pub(crate) fn shore(&self, look: impl FnOnce() -> Ashore) -> Arc<Ashore> {
        Arc::clone(self.derived.shore.get_or_init(|| Arc::new(look())))
    }

    /// The land's position report of a player, by what was worked out once for all.
    pub(crate) fn position_report(
        &self,
        to: PlayerNo,
        given: Given<'_>,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Report, PressError> {
        let nothing = Sight::default();
        let sight = self.sight(to).unwrap_or(&nothing);
        fieldpost_tell::position_report(self.theatre(), (&self.land, sight), to, given, wishes, shop)
    }

    /// The land's desk page of a player, likewise.
    pub(crate) fn desk_page(
        &self,
        to: PlayerNo,
        given: Given<'_>,
        shop: &Shop<'_>,
    ) -> Result<Option<DeskPage>, PressError> {
        let nothing = Sight::default();
        let sight = self.sight(to).unwrap_or(&nothing);
        fieldpost_tell::desk_page_of(self.theatre(), (&self.land, sight), to, given, shop)
    }

    /// Where it is fought and by which rules.
    pub fn theatre(&self) -> Theatre<'_> {
        Theatre { atlas: &self.atlas, book: self.book }
    }

    /// A unit on the land map.
    pub(crate) fn unit(&self, piece: &Piece) -> Option<&Unit> {
        self.land.units.get(&unit_of(piece)?)
    }

    pub(crate) fn ship(&self, piece: &Piece) -> Option<&Ship> {
        self.sea.as_ref()?.state.ships.get(&ship_of(piece)?)
    }

    /// Whether a piece is called as ships are, in a game that has any.
    pub(crate) fn is_ship(&self, piece: &Piece) -> bool {
        self.sea.is_some() && ship_of(piece).is_some()
    }
}

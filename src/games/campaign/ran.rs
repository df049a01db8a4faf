//! A turn that was run.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use crate::fleet::Fleet;
use crate::orders::{Ordered, Orders};
use crate::paper::{paper, read};
use crate::sea::Sea;
use crate::table::Table;
use crate::tell::{self, AtSea};
use crate::turn::{Away, Joint, Look};
use fieldpost_door::{Board, Finished, Papers};
use fieldpost_engine::form2::{self, write_fields};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seat;
use fieldpost_engine::wishes::Wishes;
use fieldpost_land::language::unit_of;
use fieldpost_land::sequence;
use fieldpost_land::state::LandState;
use fieldpost_land::turn::Outcome;
use fieldpost_land::unit::UnitId;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::PressError;
use fieldpost_print::report::Report;
use fieldpost_print::shop::Shop;
use fieldpost_sea::language::ship_of;
use fieldpost_sea::state::SeaState;
use fieldpost_sea::turn::Turn as SeaTurn;
use fieldpost_tell::beside::Given;

/// Who commands what, when the letters of a turn have assigned it.
pub type Seats = BTreeMap<Piece, Seat>;

/// A turn that was run, with what it was run from.
#[derive(Clone, Debug)]
pub struct Ran {
    table: Table,
    pub(crate) orders: Orders,
    /// The paper of the seats.
    seats: Vec<u8>,
    /// What it left on land.
    pub outcome: Outcome,
    /// What it left at sea, where there are ships.
    pub sea: Option<AtSea>,
}

/// What is kept of the draws of both, and in form 1 of their events.
#[derive(Serialize)]
struct Both<'a, L, S> {
    land: &'a [L],
    sea: &'a [S],
}

/// The land with the seats that a turn's letters have left.
fn seated(table: &Table, seats: &Seats) -> LandState {
    let is_away = |id: &UnitId| table.sea.as_ref().is_some_and(|sea| sea.away.contains_key(id));
    let seats = seats.iter().filter_map(|(piece, seat)| Some((unit_of(piece)?, *seat)));
    LandState { seats: seats.filter(|(id, _)| !is_away(id)).collect(), ..(*table.land).clone() }
}

/// The same of ships, and of units off the land map.
fn seated_at_sea(sea: &Sea, seats: &Seats) -> (SeaState, BTreeMap<UnitId, Away>) {
    let (mut state, mut away) = ((*sea.state).clone(), (*sea.away).clone());
    for (piece, seat) in seats {
        if let Some(ship) = ship_of(piece).and_then(|id| state.ships.get_mut(&id)) {
            (ship.commander, ship.deputy) = (seat.commander, seat.deputy);
        } else if let Some(away) = unit_of(piece).and_then(|id| away.get_mut(&id)) {
            away.seat = *seat;
        }
    }
    (state, away)
}

impl Fleet<'_> {
    /// The open turn, begun with its orders and the seats that its letters have left, and not run yet.
    pub fn begin(self, seats: &Seats, ordered: Ordered) -> Joint {
        let Table { atlas, book, seed, .. } = self.table;
        let Ordered { land: orders, ships, office } = ordered;
        let land = sequence::begin(atlas, book, seated(self.table, seats), orders, *seed);
        let (sea, away) = seated_at_sea(self.sea, seats);
        let mut sea = SeaTurn::begin(&self.sea.chart, atlas, sea, ships, *seed);
        sea.office = office;
        Joint::begin(land, sea, away)
    }
}

impl Ran {
    /// Runs the open turn of a table with the seats that its letters have left.
    pub(crate) fn of(table: &Table, seats: &Seats, orders: Orders) -> Ran {
        Ran::watched(table, seats, orders, &mut |_, _| {})
    }

    /// Runs the open turn by the papers that are kept of a turn.
    ///
    /// # Errors
    /// If the papers cannot be read.
    pub(crate) fn of_papers(table: &Table, seats: &[u8], orders: &[u8]) -> Result<Ran, String> {
        Ran::of_papers_watched(table, seats, orders, &mut |_, _| {})
    }

    /// The same with a look at a turn of land and sea after each of its steps, for proofs.
    ///
    /// # Errors
    /// If the papers cannot be read.
    pub fn of_papers_watched(
        table: &Table,
        seats: &[u8],
        orders: &[u8],
        look: Look<'_>,
    ) -> Result<Ran, String> {
        let (orders, seats) = (Orders::read(orders)?, read("seats", seats)?);
        Ok(Ran::watched(table, &seats, orders, look))
    }

    fn watched(table: &Table, seats: &Seats, orders: Orders, look: Look<'_>) -> Ran {
        match table.fleet() {
            Some(fleet) => Ran::with_ships(fleet, seats, orders, look),
            None => Ran::on_land(table, seats, orders),
        }
    }

    fn on_land(table: &Table, seats: &Seats, orders: Orders) -> Ran {
        let state = seated(table, seats);
        let seats = paper(&state.seats);
        let outcome = sequence::run(&table.atlas, table.book, state, orders.land.clone(), table.seed, None);
        let table = table.with(outcome.state.clone());
        Ran { table, orders, seats, outcome, sea: None }
    }

    fn with_ships(fleet: Fleet<'_>, seats: &Seats, orders: Orders, look: Look<'_>) -> Ran {
        let mut joint = fleet.begin(seats, Ordered::of(fleet, &orders));
        joint.run_watched(None, look);
        let drowned = std::mem::take(&mut joint.drowned);
        let (outcome, sea, away) = joint.finish();
        let (state, ashore, events, draws) = sea.finish();
        let names = tell::names(&[&fleet.sea.state, &state]);
        let table = fleet.after(outcome.state.clone(), state, away);
        let sea = Some(AtSea { events, draws, ashore, drowned, names });
        Ran { table, orders, seats: paper(seats), outcome, sea }
    }

    /// This turn with another end, for proofs: of what a player does not see nothing may reach the player's reports.
    pub fn replaced(&self, table: Table, outcome: Outcome, sea: AtSea) -> Ran {
        Ran { table, outcome, sea: Some(sea), ..self.clone() }
    }

    /// The game at the start of the next turn.
    pub fn next(&self) -> &Table {
        &self.table
    }
}

impl Finished for Ran {
    fn board(&self) -> Arc<dyn Board> {
        Arc::new(self.table.clone())
    }

    fn papers(&self) -> Papers {
        let Outcome { events, draws, .. } = &self.outcome;
        let (events, draws) = match &self.sea {
            None => (form2::text(events), paper(draws)),
            Some(sea) => {
                let mut both = Vec::new();
                write_fields(&[("land", events), ("sea", &sea.events)], &mut both);
                (both, paper(&Both { land: draws, sea: &sea.draws }))
            }
        };
        Papers { orders: self.orders.kept(), seats: self.seats.clone(), events, draws }
    }

    fn events_of_form1(&self) -> Vec<u8> {
        let events = &self.outcome.events;
        match &self.sea {
            None => paper(events),
            Some(sea) => paper(&Both { land: events, sea: &sea.events }),
        }
    }

    fn reports(
        &self,
        to: PlayerNo,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Vec<Report>, PressError> {
        let (table, sea) = (&self.table, self.sea.as_ref());
        let ships = tell::of_ships((table, sea), to, heading, (wishes, shop))?;
        let heading = &tell::with_silence(table, to, heading);
        let given = Given { heading, beside: ships.as_ref() };
        fieldpost_tell::turn_reports(table.theatre(), &self.outcome, to, given, wishes, shop)
    }

    fn whole_report(
        &self,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Option<Report>, PressError> {
        let at_sea = self.table.fleet().zip(self.sea.as_ref());
        let ships = at_sea.and_then(|(fleet, sea)| tell::of_all(fleet, sea));
        let given = Given { heading, beside: ships.as_ref() };
        fieldpost_tell::umpire::turn_report(self.table.theatre(), &self.outcome, given, wishes, shop)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

//! A turn of land and sea that was run.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::joint::orders::{Ordered, Orders};
use crate::joint::tell::{self as telling, AtSea, SeaReport};
use crate::joint::{Away, Joint, JointTable, Look};
use crate::orders::{paper, read};
use crate::ran::add_json;
use fieldpost_door::{Board, Finished, Papers};
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
use fieldpost_sea::ship::ShipId;
use fieldpost_sea::state::SeaState;
use fieldpost_sea::turn::Turn as SeaTurn;

/// A turn that was run, with what it was run from.
#[derive(Clone, Debug)]
pub struct JointRan {
    table: JointTable,
    /// The names of all ships, of those too that were lost.
    names: BTreeMap<ShipId, String>,
    orders: Orders,
    seats: BTreeMap<Piece, Seat>,
    /// What it left on land.
    pub outcome: Outcome,
    /// What it left at sea.
    pub sea: AtSea,
}

/// What is kept of the events of both.
#[derive(Serialize)]
struct Both<'a, L, S> {
    land: &'a [L],
    sea: &'a [S],
}

/// The positions with the seats that a turn's letters have left.
fn seated(
    table: &JointTable,
    seats: &BTreeMap<Piece, Seat>,
) -> (LandState, SeaState, BTreeMap<UnitId, Away>) {
    let mut land = (*table.land.state).clone();
    let mut sea = (*table.fleet.state).clone();
    let mut away = (*table.fleet.away).clone();
    land.seats.clear();
    for (piece, seat) in seats {
        if let Some(ship) = ship_of(piece).and_then(|id| sea.ships.get_mut(&id)) {
            (ship.commander, ship.deputy) = (seat.commander, seat.deputy);
        } else if let Some(id) = unit_of(piece) {
            match away.get_mut(&id) {
                Some(away) => away.seat = *seat,
                None => {
                    land.seats.insert(id, *seat);
                }
            }
        }
    }
    (land, sea, away)
}

impl JointTable {
    /// The open turn, begun with its orders and the seats that its letters have left, and not run yet.
    pub fn begin(&self, seats: &BTreeMap<Piece, Seat>, ordered: Ordered) -> Joint {
        let (land, sea, away) = seated(self, seats);
        let Ordered { land: orders, ships, office } = ordered;
        let at = &self.land;
        let land = sequence::begin(&at.atlas, at.book, land, orders, at.seed);
        let mut sea = SeaTurn::begin(&self.fleet.chart, &at.atlas, sea, ships, at.seed);
        sea.office = office;
        Joint::begin(land, sea, away)
    }

    /// The same table after a turn.
    pub fn after(&self, land: LandState, sea: SeaState, away: BTreeMap<UnitId, Away>) -> JointTable {
        JointTable::new(self.land.with(land), Arc::clone(&self.fleet.chart), sea, away)
    }
}

impl JointRan {
    /// Runs the open turn of a table with the seats that its letters have left.
    pub(crate) fn of(table: &JointTable, seats: BTreeMap<Piece, Seat>, orders: Orders) -> Self {
        JointRan::watched(table, seats, orders, &mut |_, _| {})
    }

    /// Runs the open turn by the papers that are kept of a turn, with a look at it after each step; for proofs.
    ///
    /// # Errors
    /// If the papers cannot be read.
    pub fn of_papers(
        table: &JointTable,
        seats: &[u8],
        orders: &[u8],
        look: Look<'_>,
    ) -> Result<JointRan, String> {
        Ok(JointRan::watched(table, read("seats", seats)?, read("orders", orders)?, look))
    }

    fn watched(table: &JointTable, seats: BTreeMap<Piece, Seat>, orders: Orders, look: Look<'_>) -> JointRan {
        let mut joint = table.begin(&seats, Ordered::of(table, &orders));
        joint.run_watched(None, look);
        let drowned = std::mem::take(&mut joint.drowned);
        let (outcome, sea, away) = joint.finish();
        let (state, ashore, events, draws) = sea.finish();
        let before = table;
        let table = table.after(outcome.state.clone(), state, away);
        let names = telling::names(&[before, &table]);
        JointRan { table, names, orders, seats, outcome, sea: AtSea { events, draws, ashore, drowned } }
    }

    /// This turn with another end, for proofs: of what a player does not see nothing may reach the player's reports.
    pub fn replaced(&self, table: JointTable, outcome: Outcome, sea: AtSea) -> JointRan {
        JointRan { table, outcome, sea, ..self.clone() }
    }

    /// The game at the start of the next turn.
    pub fn next(&self) -> &JointTable {
        &self.table
    }
}

impl Finished for JointRan {
    fn board(&self) -> Arc<dyn Board> {
        Arc::new(self.table.clone())
    }

    fn hash(&self) -> String {
        let Outcome { events, draws, .. } = &self.outcome;
        let mut hash = Sha256::new();
        add_json(&mut hash, &self.table.writing());
        events.iter().for_each(|event| add_json(&mut hash, event));
        add_json(&mut hash, draws);
        self.sea.events.iter().for_each(|event| add_json(&mut hash, event));
        add_json(&mut hash, &self.sea.draws);
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn papers(&self) -> Papers {
        let Outcome { events, draws, .. } = &self.outcome;
        Papers {
            orders: paper(&self.orders),
            seats: paper(&self.seats),
            events: paper(&Both { land: events, sea: &self.sea.events }),
            draws: paper(&Both { land: draws, sea: &self.sea.draws }),
        }
    }

    fn reports(
        &self,
        to: PlayerNo,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Vec<Report>, PressError> {
        let sea = SeaReport::of(&self.table, to, Some((&self.sea, &self.names)), (wishes, shop));
        let Some(sea) = sea else { return Err(PressError::NoPlayer(heading.player.clone())) };
        let heading = &sea.heading(heading);
        let reports = fieldpost_tell::turn_reports(
            self.table.land.theatre(),
            &self.outcome,
            to,
            heading,
            wishes,
            shop,
        )?;
        Ok(reports.into_iter().map(|report| sea.completed(report)).collect())
    }

    fn whole_report(
        &self,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Option<Report>, PressError> {
        let besides = telling::of_all(&self.table, &self.sea, &self.names);
        let heading = &Heading { besides, ..heading.clone() };
        fieldpost_tell::umpire::turn_report(self.table.land.theatre(), &self.outcome, heading, wishes, shop)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

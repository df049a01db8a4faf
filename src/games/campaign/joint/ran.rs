//! A turn of land and sea that was run.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::door::{Board, Finished, Papers};
use crate::engine::ids::PlayerNo;
use crate::engine::piece::Piece;
use crate::engine::seat::Seat;
use crate::engine::wishes::Wishes;
use crate::games::campaign::joint::orders::{Orders, of_ship};
use crate::games::campaign::joint::tell::{self as telling, AtSea, SeaReport};
use crate::games::campaign::joint::{Away, Fleet, Joint, JointTable, Look};
use crate::games::campaign::orders::{paper, read};
use crate::games::campaign::ran::add_json;
use crate::games::land::language::unit_of;
use crate::games::land::sequence;
use crate::games::land::state::LandState;
use crate::games::land::tell;
use crate::games::land::turn::Outcome;
use crate::games::land::unit::UnitId;
use crate::games::sea::language::{office, ship_of};
use crate::games::sea::orders::ShipOrders;
use crate::games::sea::ship::ShipId;
use crate::games::sea::state::SeaState;
use crate::games::sea::turn::Turn as SeaTurn;
use crate::print::heading::Heading;
use crate::print::press::PressError;
use crate::print::report::Report;
use crate::print::shop::Shop;

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
        let (land, sea, away) = seated(table, &seats);
        let Fleet { chart, .. } = &table.fleet;
        let ships: BTreeMap<ShipId, ShipOrders> =
            orders.ships.iter().map(|(id, lines)| (*id, of_ship(lines, chart, *id))).collect();
        let at = &table.land;
        let land = sequence::begin(&at.atlas, at.book, land, orders.land.clone(), at.seed);
        let mut sea = SeaTurn::begin(chart, &at.atlas, sea, ships, at.seed);
        let nation = |by: &PlayerNo| sea.state.players.get(usize::from(by.0)).map(|player| player.nation);
        sea.office = orders
            .office
            .iter()
            .filter_map(|(by, words)| Some((nation(by)?, office(words, chart).ok()?)))
            .collect();
        let mut joint = Joint::begin(land, sea, away);
        joint.run_watched(None, look);
        let drowned = std::mem::take(&mut joint.drowned);
        let (outcome, sea, away) = joint.finish();
        let (state, ashore, events, draws) = sea.finish();
        let land = table.land.with(outcome.state.clone());
        let before = table;
        let table = JointTable::new(land, Arc::clone(chart), state, away);
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
        let reports =
            tell::turn_reports(self.table.land.theatre(), &self.outcome, to, heading, wishes, shop)?;
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
        tell::umpire::turn_report(self.table.land.theatre(), &self.outcome, heading, wishes, shop)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

//! A turn that was run.

use std::any::Any;
use std::sync::Arc;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::orders::{Orders, paper};
use crate::table::Table;
use fieldpost_door::{Board, Finished, Papers};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::wishes::Wishes;
use fieldpost_ground::by_unit::ByUnit;
use fieldpost_land::orders::TurnOrders;
use fieldpost_land::sequence;
use fieldpost_land::state::{LandState, Seat};
use fieldpost_land::turn::Outcome;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::PressError;
use fieldpost_print::report::Report;
use fieldpost_print::shop::Shop;

/// A turn that was run, with what it was run from.
#[derive(Clone, Debug)]
pub struct Ran {
    table: Table,
    orders: Orders,
    seats: ByUnit<Seat>,
    /// What it left.
    pub outcome: Outcome,
}

impl Ran {
    /// Runs the open turn of a table, by a position with the seats that its letters have left.
    pub(crate) fn of(table: &Table, state: LandState, orders: TurnOrders) -> Self {
        let seats = state.seats.clone();
        let outcome = sequence::run(&table.atlas, table.book, state, orders.clone(), table.seed, None);
        let table = table.with(outcome.state.clone());
        Ran { table, orders: Orders::Land(orders), seats, outcome }
    }
}

impl Finished for Ran {
    fn board(&self) -> Arc<dyn Board> {
        Arc::new(self.table.clone())
    }

    fn hash(&self) -> String {
        hash_of(&self.outcome)
    }

    fn papers(&self) -> Papers {
        let Outcome { events, draws, .. } = &self.outcome;
        Papers {
            orders: paper(&self.orders),
            seats: paper(&self.seats),
            events: paper(events),
            draws: paper(draws),
        }
    }

    fn reports(
        &self,
        to: PlayerNo,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Vec<Report>, PressError> {
        fieldpost_tell::turn_reports(self.table.theatre(), &self.outcome, to, heading, wishes, shop)
    }

    fn whole_report(
        &self,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Option<Report>, PressError> {
        fieldpost_tell::umpire::turn_report(self.table.theatre(), &self.outcome, heading, wishes, shop)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The hash of a turn (promise 5): SHA-256 over the new position, the events with their witnesses, and the draws, each as JSON,
/// in hexadecimal. The same turn gives the same hash on every machine.
pub fn hash_of(outcome: &Outcome) -> String {
    let Outcome { state, events, draws, .. } = outcome;
    let mut hash = Sha256::new();
    add_json(&mut hash, state);
    events.iter().for_each(|event| add_json(&mut hash, event));
    add_json(&mut hash, draws);
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// JSON straight into the hash; each part is closed by a line feed, so that parts cannot run together.
pub(crate) fn add_json(hash: &mut Sha256, part: &impl Serialize) {
    // None of ours has a map whose keys are not words, which alone could not be written.
    if serde_json::to_writer(&mut *hash, part).is_ok() {
        hash.update(b"\n");
    }
}

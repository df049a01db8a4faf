//! A round that was run, and what is told of it.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use fieldpost_door::{Board, Finished, Papers};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seat;
use fieldpost_engine::wishes::Wishes;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::PressError;
use fieldpost_print::report::Report;
use fieldpost_print::shop::Shop;
use sha2::{Digest, Sha256};

use super::{Ordered, Table, paper};
use crate::event::Event;
use crate::map::Owner;
use crate::tell::Eye;

/// A round that was run.
pub(super) struct Round {
    pub before: Table,
    pub ordered: Ordered,
    pub seats: BTreeMap<Piece, Seat>,
    pub events: Vec<Event>,
    pub draws: Vec<u8>,
    pub table: Table,
}

impl Round {
    fn lines(&self, power: Option<&Owner>) -> Vec<String> {
        // What happened is told of the stacks as they were: some are no more.
        let mut position = (*self.table.position).clone();
        for (id, stack) in &self.before.position.stacks {
            position.stacks.entry(id.clone()).or_insert_with(|| stack.clone());
        }
        let round = self.before.position.round;
        let mut lines = vec![format!("Round {round} of {}.", self.before.position.last)];
        if self.before.position.interphase {
            lines = vec![format!("Interphase before round {round}.")];
        }
        lines.extend(
            Eye { scenario: &self.table.scenario, position: &position, power }.event_lines(&self.events),
        );
        lines
    }
}

impl Finished for Round {
    fn board(&self) -> Arc<dyn Board> {
        Arc::new(self.table.clone())
    }

    fn hash(&self) -> String {
        let mut hash = Sha256::new();
        for part in [paper(&*self.table.position), paper(&self.events), self.draws.clone()] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn papers(&self) -> Papers {
        Papers {
            orders: paper(&self.ordered),
            seats: paper(&self.seats),
            events: paper(&self.events),
            draws: self.draws.clone(),
        }
    }

    fn reports(
        &self,
        to: PlayerNo,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Vec<Report>, PressError> {
        let power = self.table.power_of(to);
        let mut lines = self.lines(power);
        lines.extend(
            heading
                .by_hand
                .iter()
                .map(|hand| format!("By hand: {}: {} -> {}.", hand.what, hand.before, hand.after)),
        );
        let json = self.table.eye(power).json(&self.events);
        let events = self.before.text(heading, "What happened", lines, &json, String::new());
        Ok(vec![events, self.table.report(to, heading, wishes, shop)?])
    }

    fn whole_report(
        &self,
        heading: &Heading,
        _: &Wishes,
        _: &Shop<'_>,
    ) -> Result<Option<Report>, PressError> {
        let mut lines = self.lines(None);
        lines.push(String::new());
        lines.extend(self.table.eye(None).position_lines());
        Ok(Some(self.before.text(
            heading,
            "The whole board",
            lines,
            &self.table.eye(None).json(&self.events),
            String::new(),
        )))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

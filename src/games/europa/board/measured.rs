//! What a round did not carry out, for the measure of receipts; no receipt is made of it.

use std::collections::BTreeMap;

use fieldpost_door::foresight::{Done, Kind as Of};
use fieldpost_door::{Finished, Hindrance};
use fieldpost_engine::piece::Piece;

use super::foresight::{ABSORBED, NO_SUPPLY, STILL_ABOARD, landing, shuts_in};
use super::{Round, Table};
use crate::event::Fact;

impl Table {
    /// The ports that a round's blockades shut in.
    pub fn done(ran: &dyn Finished) -> Vec<Done> {
        let round = ran.as_any().downcast_ref::<Round>();
        round.map_or_else(Vec::new, |round| round.happened.iter().filter_map(shuts_in).collect())
    }

    /// What a round did not carry out as it was ordered, or left stacks without, by stack.
    pub fn hindrances(ran: &dyn Finished) -> BTreeMap<Piece, Vec<Hindrance>> {
        let mut all: BTreeMap<Piece, Vec<Hindrance>> = BTreeMap::new();
        let Some(round) = ran.as_any().downcast_ref::<Round>() else { return all };
        let mut add = |piece: &Piece, kind: Of, why: &str| {
            let one = Hindrance { kind, order: String::new(), why: why.to_owned() };
            all.entry(piece.clone()).or_default().push(one);
        };
        let meaning = round.ordered.book(&round.before.names(), &round.before.position);
        for happening in &round.happened {
            match &happening.event.fact {
                Fact::Refused { stack, why, .. } | Fact::Waits { stack, why, .. } => {
                    add(stack, Of::Refusal, &why.words());
                }
                Fact::NoSupply { stack, .. } => add(stack, Of::Lack, NO_SUPPLY),
                Fact::Absorbed { other, .. } if meaning.orders.contains_key(other) => {
                    add(other, Of::Lack, ABSORBED);
                }
                _ => {}
            }
        }
        for (id, own) in &meaning.orders {
            let stack = round.table.position.stacks.get(id);
            if stack.is_some_and(|stack| stack.aboard.is_some()) && landing(own).is_some() {
                add(id, Of::Shortfall, STILL_ABOARD);
            }
        }
        all
    }
}

//! How much can be had of a source of supply at one moment (rules 6.7, 11.9, 11.13; R-11.9b, R-11.13).

use crate::state::LandState;
use crate::supply::stock;
use crate::unit::{Source, UnitId};

/// How much can be had of a source, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bread {
    /// To eat and to carry.
    Some,
    /// What a corps headquarters carries whose own sources are exhausted: to eat, for who has nothing else (R-11.9b).
    Wagons,
    /// Nothing.
    None,
}

impl Bread {
    /// ROTD-EUWOL 11.9, R-11.13: what a unit finds at a source. Behind a corps headquarters stand its own sources; what it
    /// carries it gives freely only where it has none.
    pub fn of<'a>(
        state: &LandState,
        id: UnitId,
        source: &Source,
        behind: impl FnOnce(UnitId) -> &'a [Source],
    ) -> Bread {
        let Source::Unit(corps) = source else {
            return if holds(state, id, source) { Bread::Some } else { Bread::None };
        };
        let behind = behind(*corps);
        if behind.iter().any(|beyond| holds(state, *corps, beyond)) {
            Bread::Some
        } else if !holds(state, id, source) {
            Bread::None
        } else if behind.is_empty() {
            Bread::Some
        } else {
            Bread::Wagons
        }
    }
}

/// Whether there are supplies in the stock of a source.
pub fn holds(state: &LandState, by: UnitId, source: &Source) -> bool {
    stock::of_source(state, by.nation, source).is_some_and(|stock| stock::left(state, &stock) > 0)
}

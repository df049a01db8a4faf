//! What is to be won (EU-74): at the end of the game, or of each turn.

use serde::{Deserialize, Serialize};

use super::Position;
use crate::map::{Owner, Place};

/// What is to be won. All that it says must be so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    pub power: Owner,
    /// Provinces that it, or a minor of its seat, controls when the last round is over.
    #[serde(default)]
    pub holds: Vec<Place>,
    /// Provinces of which another controls none.
    pub none_of_in: Option<NoneOf>,
    /// So many provinces or more in its hands, whichever they are.
    #[serde(default)]
    pub provinces: Option<u32>,
    /// So many ducats or more.
    #[serde(default)]
    pub treasury: Option<i64>,
    /// Whether it is counted when each turn is over, and not at the end alone.
    #[serde(default)]
    pub each_turn: bool,
    /// Whether it is so at the start.
    #[serde(default)]
    pub keeps: bool,
    /// What it is worth.
    pub points: i32,
}

/// A power and provinces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoneOf {
    pub power: Owner,
    pub provinces: Vec<Place>,
}

impl Goal {
    /// Whether it is reached.
    pub fn is_met(&self, position: &Position) -> bool {
        let held = |seat: &Owner, place: &Place| {
            let control = position.grounds.get(place).and_then(|ground| ground.control.as_ref());
            control.is_some_and(|control| position.seat(control) == seat)
        };
        let none = self.none_of_in.as_ref();
        let provinces = || {
            let held = position.grounds.keys().filter(|place| held(&self.power, place));
            u32::try_from(held.count()).unwrap_or(u32::MAX)
        };
        let treasury = || position.powers.get(&self.power).map_or(0, |power| power.treasury);
        none.is_none_or(|none| none.provinces.iter().all(|place| !held(&none.power, place)))
            && self.holds.iter().all(|place| held(&self.power, place))
            && self.provinces.is_none_or(|least| provinces() >= least)
            && self.treasury.is_none_or(|least| treasury() >= least)
    }

    /// Whether it asks for nothing.
    pub fn is_empty(&self) -> bool {
        let named = self.none_of_in.as_ref().map_or(&self.holds, |none| &none.provinces);
        named.is_empty() && self.provinces.is_none() && self.treasury.is_none()
    }

    /// The provinces that it names.
    pub fn named(&self) -> impl Iterator<Item = &Place> {
        let none = self.none_of_in.iter().flat_map(|none| &none.provinces);
        self.holds.iter().chain(none)
    }
}

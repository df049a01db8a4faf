//! What every store holds (rule 11.7).

use std::collections::BTreeMap;

use crate::orders::SupplyPlace;
use crate::state::LandState;
use fieldpost_ground::nation::NationCode;

/// A store: its place and whose it is, for two hostile sides may each have a depot in one square.
pub type Store = (SupplyPlace, NationCode);

/// The supplies of every city, depot and cache at this moment: at the turn's beginning, those that may be moved.
pub fn stocks(state: &LandState) -> BTreeMap<Store, u32> {
    let city = |name: &String| SupplyPlace::City(name.clone());
    let cities = state.cities.iter().map(|(name, place)| ((city(name), place.control), place.supplies));
    let depots =
        state.depots.iter().map(|depot| ((SupplyPlace::Depot(depot.at), depot.side), depot.supplies));
    cities.chain(depots).collect()
}

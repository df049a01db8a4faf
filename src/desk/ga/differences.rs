//! What of a player's own differs between the position that they last had and the one that stands now, after a game has
//! gone back to an earlier turn. Own units and own cities, and nothing of anybody else (promise 6).

use serde::Serialize;

use crate::engine::ids::PlayerNo;
use crate::games::ground::square::Grid;
use crate::games::land::state::{City, LandState};
use crate::games::land::unit::{Unit, UnitId};

/// One thing of a player's own that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Differs {
    /// The unit or city.
    pub what: String,
    /// How it differs, a sentence.
    pub words: String,
}

/// What differs, units before cities.
pub fn differences(before: &LandState, after: &LandState, player: PlayerNo, grid: &Grid) -> Vec<Differs> {
    let mut found = Vec::new();
    for id in own_units(before, after, player) {
        let words = match (own_unit(before, id, player), own_unit(after, id, player)) {
            (Some(was), Some(is)) => changed_unit((before, was), (after, is), grid),
            (Some(_), None) => vec!["it was yours, and is not.".into()],
            (None, Some(_)) => vec!["it was not yours, and is.".into()],
            (None, None) => Vec::new(),
        };
        found.extend(words.into_iter().map(|words| Differs { what: id.to_string(), words }));
    }
    let nation = after.player(player).map(|player| player.nation);
    for (name, city) in &after.cities {
        let is_own = |city: &&City| Some(city.control) == nation;
        let (was, is) = (before.cities.get(name).filter(is_own), Some(city).filter(is_own));
        let words = changed_city(was, is);
        found.extend(words.into_iter().map(|words| Differs { what: name.clone(), words }));
    }
    found
}

/// The units that the player commands in either position, in order.
fn own_units(before: &LandState, after: &LandState, player: PlayerNo) -> Vec<UnitId> {
    let commands = |state: &LandState| {
        let seats = state.seats.iter().filter(|(_, seat)| seat.commander == player);
        seats.map(|(id, _)| *id).collect::<Vec<_>>()
    };
    let mut own = [commands(before), commands(after)].concat();
    own.sort_unstable();
    own.dedup();
    own
}

fn own_unit(state: &LandState, id: UnitId, player: PlayerNo) -> Option<&Unit> {
    state.seats.get(&id).filter(|seat| seat.commander == player).and_then(|_| state.units.get(&id))
}

fn changed_unit(
    (_before, was): (&LandState, &Unit),
    (_after, is): (&LandState, &Unit),
    _grid: &Grid,
) -> Vec<String> {
    let (was, is) =
        (serde_json::to_value(was).unwrap_or_default(), serde_json::to_value(is).unwrap_or_default());
    let empty = serde_json::Map::new();
    let fields = is
        .as_object()
        .unwrap_or(&empty)
        .iter()
        .map(|(name, new)| (name, was[name].to_string(), new.to_string()));
    fields
        .filter(|(_, old, new)| old != new)
        .map(|(name, old, new)| format!("{name} was {old}, and is {new}."))
        .collect()
}

/// Of a city that changed hands it is not told whose it was or is.
fn changed_city(was: Option<&City>, is: Option<&City>) -> Vec<String> {
    let (was, is) = match (was, is) {
        (Some(was), Some(is)) => (was, is),
        (Some(_), None) => return vec!["it was your nation's, and is not.".into()],
        (None, Some(_)) => return vec!["it was not your nation's, and is.".into()],
        (None, None) => return Vec::new(),
    };
    let besieged = |city: &City| if city.besieged { "besieged" } else { "not besieged" };
    let fort = |city: &City| city.fort.map_or("none".to_owned(), |fort| format!("{fort:?}").to_lowercase());
    let values = [
        ("supplies", was.supplies.to_string(), is.supplies.to_string()),
        ("fort", fort(was), fort(is)),
        ("siege", besieged(was).into(), besieged(is).into()),
    ];
    let differs = values.into_iter().filter(|(_, old, new)| old != new);
    differs.map(|(name, old, new)| format!("{name} was {old}, and is {new}.")).collect()
}

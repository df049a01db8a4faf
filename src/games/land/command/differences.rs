//! What of a player's own differs between the position that they last had and the one that stands now, after a game has
//! gone back to an earlier turn. Own units and own cities, and nothing of anybody else (promise 6).

use crate::book::Book;
use crate::edits::city::city_fields;
use crate::edits::told::unit_differences;
use crate::state::{City, LandState};
use crate::unit::UnitId;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::square::Grid;

/// One value of a player's own that differs: what, such as `AU3IN morale`, what it was and what it is.
pub type Differs = (String, String, String);

fn differs(what: impl Into<String>, before: impl Into<String>, after: impl Into<String>) -> Differs {
    (what.into(), before.into(), after.into())
}

/// What differs, units before cities.
pub fn differences(
    before: &LandState,
    after: &LandState,
    player: PlayerNo,
    (book, grid): (&Book, &Grid),
) -> Vec<Differs> {
    let units = own_units(before, after, player).into_iter();
    let units = units.flat_map(|id| unit(before, after, player, id, (book, grid)));
    let cities = after.cities.keys().flat_map(|name| city(before, after, player, name));
    units.chain(cities).collect()
}

/// The units that the player commands in either position, in order.
fn own_units(before: &LandState, after: &LandState, player: PlayerNo) -> Vec<UnitId> {
    let seats = before.seats.iter().chain(&after.seats);
    let own = seats.filter(|(_, seat)| seat.commander == player).map(|(id, _)| *id);
    let mut own = own.collect::<Vec<_>>();
    own.sort_unstable();
    own.dedup();
    own
}

/// Of a unit that is not the player's in one of the positions it is told that, and no more.
fn unit(
    before: &LandState,
    after: &LandState,
    player: PlayerNo,
    id: UnitId,
    (book, grid): (&Book, &Grid),
) -> Vec<Differs> {
    let is_own = |state: &LandState| {
        state.units.contains_key(&id) && state.seats.get(&id).is_some_and(|seat| seat.commander == player)
    };
    match (is_own(before), is_own(after)) {
        (true, true) => {
            let told = unit_differences(book, grid, before, after, id).into_iter();
            told.map(|told| differs(told.what, told.before, told.after)).collect()
        }
        (true, false) => vec![differs(id.to_string(), "yours", "not yours")],
        (false, true) => vec![differs(id.to_string(), "not yours", "yours")],
        (false, false) => Vec::new(),
    }
}

/// Of a city that changed hands it is not told whose it was or is.
fn city(before: &LandState, after: &LandState, player: PlayerNo, name: &str) -> Vec<Differs> {
    let nation = after.player(player).map(|player| player.nation);
    let own = |state: &'_ LandState| -> Option<City> {
        state.cities.get(name).filter(|city| Some(city.control) == nation).cloned()
    };
    match (own(before), own(after)) {
        (Some(was), Some(is)) => {
            let values = city_fields().iter().map(|field| (field.name, field.shown(&was), field.shown(&is)));
            let changed = values.filter(|(_, before, after)| before != after);
            changed.map(|(field, before, after)| differs(format!("{name} {field}"), before, after)).collect()
        }
        (Some(_), None) => vec![differs(name, "your nation's", "not your nation's")],
        (None, Some(_)) => vec![differs(name, "not your nation's", "your nation's")],
        (None, None) => Vec::new(),
    }
}

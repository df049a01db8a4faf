//! Sieges (rules 2.7, 11.3; ): when a city is besieged, and what hunger does to its garrison ([`surrender`]).

use std::collections::BTreeMap;

use crate::book::Book;
use crate::detection::tactical::players_in;
use crate::event::{Fact, Place};
use crate::field::{Field, occupancy};
use crate::state::{City, Fort, LandState};
use crate::turn::Turn;
use crate::unit::{Unit, UnitId};
use fieldpost_ground::nation::Relation;
use fieldpost_ground::tactical::Atlas;

pub mod surrender;

/// ROTD-EUWOL 11.3, R-11.3: whether a city is besieged as the units stand: the men of hostile combat units in
/// the tactical squares beside it are more than 150 % of those of its own side in it and beside it and, if it
/// has a fort, at least half the fort's capacity.
pub fn is_besieged(field: Field<'_>, city: &City) -> bool {
    men(besiegers(field, city)) > borne(field, city)
}

/// ROTD-EUWOL 11.3: how many men may stand against a city without besieging it.
fn borne(field: Field<'_>, city: &City) -> u64 {
    let near = field.units_in(city.at).filter(|unit| unit.is_combat() && unit.tac.distance(city.tac) <= 1);
    let friends = near.filter(|unit| field.relation(city.control, unit.id.nation).is_friendly());
    let outnumbered = men(friends) * u64::from(field.book.siege.percent) / 100;
    let short_of_half = |fort: Fort| u64::from(fort.capacity).div_ceil(2).saturating_sub(1);
    outnumbered.max(city.fort.map_or(0, short_of_half))
}

fn men<'a>(units: impl Iterator<Item = &'a Unit>) -> u64 {
    units.map(|unit| u64::from(unit.strength)).sum()
}

/// ROTD-EUWOL 11.3: the hostile combat units in the tactical squares beside a city.
pub fn besiegers<'a>(field: Field<'a>, city: &'a City) -> impl Iterator<Item = &'a Unit> {
    let is_hostile = move |unit: &Unit| field.relation(city.control, unit.id.nation) == Relation::Hostile;
    let there = field.units_in(city.at).filter(|unit| unit.is_combat());
    there.filter(move |unit| unit.tac.distance(city.tac) == 1 && is_hostile(unit))
}

/// Gives enemies beside a city, whose men `is_counted` does not know, so many that as the units stand each city is besieged that is said
/// to be, and no other: for a position of which no report tells how strong they are, or who else is there.
pub fn man_besiegers(
    atlas: &Atlas,
    book: &'static Book,
    state: &mut LandState,
    is_counted: impl Fn(UnitId) -> bool,
) {
    let occupancy = occupancy(state);
    let field = Field { atlas, book, state, occupancy: &occupancy };
    let mut men_of = BTreeMap::new();
    for city in state.cities.values().filter(|city| is_besieged(field, city) != city.besieged) {
        let (counted, others): (Vec<_>, Vec<_>) =
            besiegers(field, city).partition(|unit| is_counted(unit.id));
        let borne = borne(field, city);
        let room = borne.saturating_sub(men(counted.into_iter())) / (others.len() as u64).max(1);
        let enough = |unit: &Unit| match city.besieged {
            true => u64::from(unit.strength).max(borne + 1),
            false => u64::from(unit.strength).min(room.max(1)),
        };
        men_of.extend(others.into_iter().map(|unit| (unit.id, enough(unit))));
    }
    for (id, men) in men_of {
        if let Some(unit) = state.units.get_mut(&id) {
            unit.strength = u32::try_from(men).unwrap_or(u32::MAX);
        }
    }
}

/// ROTD-EUWOL 11.3: begins and lifts sieges at the end of a movement phase, and tells those with units in the
/// square.
pub fn judge_sieges(turn: &mut Turn) {
    let field = turn.field();
    let changed = changes(field);
    for (name, besieged) in changed {
        let Some(city) = turn.state.cities.get_mut(&name) else { continue };
        city.besieged = besieged;
        let (at, tac) = (city.at, city.tac);
        let players = players_in(turn.field(), at).into_values().flatten();
        turn.tell_all(Fact::Siege { city: name, at: Place { at, tac }, begins: besieged }, players);
    }
}

/// The cities whose siege begins (true) or is lifted (false) as the units stand, by name.
pub fn changes(field: Field<'_>) -> BTreeMap<String, bool> {
    let judged = field.state.cities.iter().map(|(name, city)| {
        let somebody_near = city.besieged || field.occupancy.is_occupied(city.at);
        (name, city, somebody_near && is_besieged(field, city))
    });
    judged
        .filter(|(_, city, besieged)| city.besieged != *besieged)
        .map(|(name, _, besieged)| (name.clone(), besieged))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::Sandbox;

    fn besieged(friends: &[(&str, &str, u32)], enemies: &[(&str, &str, u32)], capacity: Option<u32>) -> bool {
        let mut sandbox = Sandbox::new("1x1", |_| {});
        for (id, tac, men) in friends.iter().chain(enemies) {
            sandbox.unit(id, "A0-N0", tac).strength = *men;
        }
        let city = sandbox.city("Metz", "A0-N0", "7-7", "FR");
        city.fort = capacity.map(|capacity| Fort { strength: 3, capacity });
        let city = city.clone();
        is_besieged(sandbox.field(), &city)
    }

    #[test]
    fn more_than_150_percent_besiege() {
        let garrison = [("FR1IN", "7-7", 1000), ("FR2IN", "6-6", 1000)];
        assert!(!besieged(&garrison, &[("AU1IN", "8-8", 3000)], None));
        assert!(besieged(&garrison, &[("AU1IN", "8-8", 3001)], None));
    }

    #[test]
    fn only_men_of_combat_units_beside_the_city_count() {
        let garrison = [("FR1IN", "7-7", 1000), ("FR2IN", "5-7", 9000), ("FR1CQ", "7-7", 9000)];
        assert!(besieged(&garrison, &[("AU1IN", "8-7", 1501)], None), "two squares off, or a headquarters");
        assert!(!besieged(&garrison, &[("AU1IN", "9-7", 9000), ("AU1AQ", "8-7", 9000)], None));
        assert!(!besieged(&garrison, &[], None));
    }

    #[test]
    fn a_fort_takes_half_its_capacity_to_invest() {
        let garrison = [("FR1IN", "7-7", 1000)];
        assert!(!besieged(&garrison, &[("AU1IN", "8-7", 2499)], Some(5000)));
        assert!(besieged(&garrison, &[("AU1IN", "8-7", 2500)], Some(5000)));
        assert!(!besieged(&garrison, &[("AU1IN", "8-7", 1500)], Some(2000)), "still 150 % and no more");
    }

    /// Whether a city is besieged by two units of unknown strength, once these were given men, where it is said to be or not to be.
    fn besieged_by_the_uncounted(said: bool, capacity: Option<u32>) -> bool {
        let mut sandbox = Sandbox::new("1x1", |_| {});
        sandbox.unit("FR1IN", "A0-N0", "7-7").strength = 3400;
        for id in ["AU1IN", "AU2IN"] {
            sandbox.unit(id, "A0-N0", "6-8");
        }
        let city = sandbox.city("Metz", "A0-N0", "7-7", "FR");
        city.besieged = said;
        city.fort = capacity.map(|capacity| Fort { strength: 3, capacity });
        let city = city.clone();
        let book = sandbox.field().book;
        let mut state = sandbox.field().state.clone();
        man_besiegers(sandbox.field().atlas, book, &mut state, |id| id.to_string() == "FR1IN");
        let occupancy = occupancy(&state);
        let field = Field { atlas: sandbox.field().atlas, book, state: &state, occupancy: &occupancy };
        assert_eq!(state.units.values().map(|unit| unit.strength).next_back(), Some(3400));
        is_besieged(field, &city)
    }

    #[test]
    fn who_was_not_counted_besieges_as_it_is_said() {
        for capacity in [None, Some(9000), Some(60_000)] {
            assert!(besieged_by_the_uncounted(true, capacity));
            assert!(!besieged_by_the_uncounted(false, capacity));
        }
    }
}

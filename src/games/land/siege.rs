//! Sieges (rules 2.7, 11.3; ): when a city is besieged, and what hunger does to its garrison ([`surrender`]).

use std::collections::BTreeMap;

use crate::detection::tactical::players_in;
use crate::event::{Fact, Place};
use crate::field::Field;
use crate::state::{City, Fort};
use crate::turn::Turn;
use crate::unit::Unit;
use fieldpost_ground::nation::Relation;

pub mod surrender;

/// ROTD-EUWOL 11.3, R-11.3: whether a city is besieged as the units stand: the men of hostile combat units in
/// the tactical squares beside it are more than 150 % of those of its own side in it and beside it and, if it
/// has a fort, at least half the fort's capacity.
pub fn is_besieged(field: Field<'_>, city: &City) -> bool {
    men(besiegers(field, city)) > borne(field, city)
}

/// ROTD-EUWOL 11.3: how many men may stand against a city without besieging it.
pub(crate) fn borne(field: Field<'_>, city: &City) -> u64 {
    let near = field.units_in(city.at).filter(|unit| unit.is_combat() && unit.tac.distance(city.tac) <= 1);
    let friends = near.filter(|unit| field.relation(city.control, unit.id.nation).is_friendly());
    let outnumbered = men(friends) * u64::from(field.book.siege.percent) / 100;
    let short_of_half = |fort: Fort| u64::from(fort.capacity).div_ceil(2).saturating_sub(1);
    outnumbered.max(city.fort.map_or(0, short_of_half))
}

pub(crate) fn men<'a>(units: impl Iterator<Item = &'a Unit>) -> u64 {
    units.map(|unit| u64::from(unit.strength)).sum()
}

/// ROTD-EUWOL 11.3: the hostile combat units in the tactical squares beside a city.
pub fn besiegers<'a>(field: Field<'a>, city: &'a City) -> impl Iterator<Item = &'a Unit> {
    let is_hostile = move |unit: &Unit| field.relation(city.control, unit.id.nation) == Relation::Hostile;
    let there = field.units_in(city.at).filter(|unit| unit.is_combat());
    there.filter(move |unit| unit.tac.distance(city.tac) == 1 && is_hostile(unit))
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
}

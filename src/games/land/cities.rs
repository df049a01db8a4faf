//! Cities change hands (rules 1.4, 2.7, 3.7; R-2.7/3.x). The land follows them in [`deployment::owner_of`].
//!
//! [`deployment::owner_of`]: crate::deployment::owner_of

use std::collections::{BTreeMap, BTreeSet};

use crate::control::strongest_of_one_side;
use crate::detection::tactical::players_in;
use crate::event::{Fact, Place};
use crate::field::Field;
use crate::morale;
use crate::state::{City, LandState, Player};
use crate::tactics::fort;
use crate::turn::Turn;
use crate::unit::{Unit, UnitId, UnitType};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::StrategicSquare;

/// ROTD-EUWOL 1.4, R-2.7/3.x: the row of the turn list, at the end of every phase in which units may have moved: the
/// cities that have been taken go to their takers, with all that is stored in them. Units of the old side that are
/// not up to a fight stand in its fort no longer.
pub fn change_hands(turn: &mut Turn) {
    for (name, taker) in taken(turn.field()) {
        let Some(city) = turn.state.cities.get(&name) else { continue };
        let (at, loser) = (city.at, city.control);
        let fact = captured(&name, city, taker);
        let to = witnesses(turn.field(), at, [loser, taker]);
        hand_over(&mut turn.state, &name, taker);
        enter_fort(turn, &name);
        turn.tell_all(fact, to);
        morale::by_city(turn, at, loser, taker);
    }
}

/// The cities that are taken as the units stand, by name, with their takers.
fn taken(field: Field<'_>) -> BTreeMap<String, NationCode> {
    let cities = field.state.cities.iter().filter(|(_, city)| field.occupancy.is_occupied(city.at));
    cities.filter_map(|(name, city)| Some((name.clone(), taker(field, city)?))).collect()
}

/// ROTD-EUWOL 1.4, R-2.7/3.x: who takes a city: the nation with most men of those that have combat units in its
/// tactical square, if all of these are of one side and hostile to the nation that controls it. Who sits in its fort
/// is in that square too.
pub fn taker(field: Field<'_>, city: &City) -> Option<NationCode> {
    let there = field.units_in(city.at).filter(|unit| unit.tac == city.tac && unit.is_combat());
    let there = there.collect::<Vec<&Unit>>();
    let hostile = |unit: &&Unit| field.relation(city.control, unit.id.nation) == Relation::Hostile;
    there.iter().all(hostile).then(|| strongest_of_one_side(field, &there)).flatten()
}

/// R-2.7/3.x: gives a city to a nation. No fort keeps the enemies of those who hold its city: headquarters, inactive and
/// shattered units that were in it stand outside.
pub fn hand_over(state: &mut LandState, name: &str, taker: NationCode) {
    let Some(city) = state.cities.get_mut(name) else { return };
    city.control = taker;
    let at = city.at;
    let relations = &state.relations;
    let strangers = state.units.values_mut().filter(|unit| unit.in_fort && unit.at == at);
    for unit in strangers.filter(|unit| !relations.between(taker, unit.id.nation).is_friendly()) {
        unit.in_fort = false;
    }
}

/// ROTD-EUWOL 6.4, R-2.6: who stands in a city that its side has taken goes into its fort, unless ordered to stay out.
fn enter_fort(turn: &mut Turn, name: &str) {
    let Some(city) = turn.state.cities.get(name).filter(|city| city.fort.is_some()) else { return };
    let (at, tac) = (city.at, city.tac);
    let may = |unit: &&Unit| unit.tac == tac && unit.is_active() && unit.id.kind != UnitType::NavalBattery;
    let there: Vec<UnitId> = turn.field().units_in(at).filter(may).map(|unit| unit.id).collect();
    there.into_iter().for_each(|id| fort::enter_on_arrival(turn, id));
}

fn captured(name: &str, city: &City, taker: NationCode) -> Fact {
    Fact::CaptureCity {
        city: name.to_owned(),
        at: Place { at: city.at, tac: city.tac },
        by: taker,
        lost_by: Some(city.control),
        supplies: city.supplies,
    }
}

/// ROTD-EUWOL 1.4, R-2.7c: who is told that a city has changed hands: whoever has an active unit in its square, and
/// who holds an office of the nation that lost it or of the one that took it. Everybody else reads it on the map, as
/// far as theirs reaches.
fn witnesses(field: Field<'_>, at: StrategicSquare, nations: [NationCode; 2]) -> BTreeSet<PlayerNo> {
    let is_minister = |player: &Player| !player.offices.is_empty() && nations.contains(&player.nation);
    let ministers = field.state.numbered_players().filter(|(_, player)| is_minister(player));
    let present = players_in(field, at).into_values().flatten();
    present.chain(ministers.map(|(number, _)| number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::{Sandbox, nation};
    use crate::unit::Status;

    /// Who takes Metz, a French city at 7-7, of units with their tactical squares and men.
    fn takes(units: &[(&str, &str, u32)], change: impl FnOnce(&mut Sandbox)) -> Option<String> {
        let mut sandbox = Sandbox::new("1x1", |_| {});
        for (id, tac, men) in units {
            sandbox.unit(id, "A0-N0", tac).strength = *men;
        }
        let city = sandbox.city("Metz", "A0-N0", "7-7", "FR").clone();
        change(&mut sandbox);
        taker(sandbox.field(), &city).map(|nation| nation.to_string())
    }

    #[test]
    fn a_city_goes_to_the_one_hostile_side_in_its_square() {
        let austrians = ("AU1IN", "7-7", 100);
        assert_eq!(takes(&[austrians], |_| {}), Some("AU".into()));
        assert_eq!(takes(&[("AU1IN", "7-8", 9000)], |_| {}), None, "beside it");
        assert_eq!(takes(&[], |_| {}), None, "empty");
        assert_eq!(takes(&[austrians, ("FR1IN", "7-7", 1)], |_| {}), None, "defended");
        assert_eq!(takes(&[austrians, ("FR1IN", "7-8", 9000)], |_| {}), Some("AU".into()));
        assert_eq!(takes(&[("AU1CQ", "7-7", 100), ("AU1PB", "7-7", 100)], |_| {}), None, "no combat unit");
        assert_eq!(takes(&[austrians, ("FR1CQ", "7-7", 100)], |_| {}), Some("AU".into()));
        assert_eq!(takes(&[austrians, ("PR1IN", "7-7", 100)], |_| {}), None, "two sides");
    }

    #[test]
    fn allies_take_it_together_and_it_is_of_those_with_most_men() {
        let ally = |sandbox: &mut Sandbox| sandbox.relation("AU", "BA", Relation::Allied);
        let more = [("AU1IN", "7-7", 100), ("AU2IN", "7-7", 100), ("BA1IN", "7-7", 199)];
        assert_eq!(takes(&more, ally), Some("AU".into()));
        assert_eq!(takes(&[("AU1IN", "7-7", 100), ("BA1IN", "7-7", 101)], ally), Some("BA".into()));
        assert_eq!(takes(&[("AU1IN", "7-7", 100), ("BA1IN", "7-7", 100)], ally), Some("AU".into()));
    }

    #[test]
    fn neutrals_and_friends_take_nothing() {
        let stand = |relation| move |sandbox: &mut Sandbox| sandbox.relation("FR", "BA", relation);
        let units = [("BA1IN", "7-7", 100)];
        assert_eq!(takes(&units, stand(Relation::Neutral)), None);
        assert_eq!(takes(&units, stand(Relation::Allied)), None);
        let both = [("BA1IN", "7-7", 100), ("AU1IN", "7-7", 100)];
        assert_eq!(takes(&both, stand(Relation::Neutral)), None, "a neutral in it is of another side");
    }

    #[test]
    fn a_shattered_garrison_defends_nothing() {
        let units = [("AU1IN", "7-7", 100), ("FR1IN", "7-7", 100)];
        let shatter = |sandbox: &mut Sandbox| {
            sandbox.state.units.values_mut().filter(|unit| unit.id.nation == nation("FR")).for_each(|unit| {
                unit.status = Status::Shattered;
            });
        };
        assert_eq!(takes(&units, shatter), Some("AU".into()));
    }
}

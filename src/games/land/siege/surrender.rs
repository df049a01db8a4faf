//! Besieged garrisons without supplies surrender (rules 11.3, 11.10, R-11.3b).

use crate::communications::{cities_by_square, is_shut_in};
use crate::detection::tactical::players_in;
use crate::event::Fact;
use crate::field::Field;
use crate::state::City;
use crate::turn::Turn;
use crate::unit::{Unit, UnitId};
use fieldpost_ground::nation::NationCode;

/// ROTD-EUWOL 11.3, 11.10, R-11.3: the row of the turn list: the garrison of each besieged city that has no supplies
/// surrenders with a chance of one in three, all of it or nobody.
pub fn phase(turn: &mut Turn) {
    let field = turn.field();
    let starved = field.state.cities.iter().filter(|(_, city)| city.besieged && is_starved(field, city));
    let starved: Vec<_> = starved.map(|(name, city)| (name.clone(), garrison(field, city))).collect();
    for (name, garrison) in starved.into_iter().filter(|(_, garrison)| !garrison.is_empty()) {
        if turn.dice.chance(turn.book.siege.surrender, turn.phase, "11.3", &name, 0) {
            for id in garrison {
                lay_down_arms(turn, id, &name);
            }
        }
    }
}

/// R-11.3b: everybody of the city's side in its tactical square, headquarters and bridges too.
fn garrison(field: Field<'_>, city: &City) -> Vec<UnitId> {
    inside(field, city).map(|unit| unit.id).collect()
}

fn inside<'a>(field: Field<'a>, city: &City) -> impl Iterator<Item = &'a Unit> {
    let cities = cities_by_square(field.state);
    field.units_in(city.at).filter(move |unit| is_shut_in(field, &cities, unit))
}

/// ROTD-EUWOL 11.3, 11.10, R-11.3: whether nothing is left to eat: in the city, in a depot or cache of its side there,
/// and on the backs of the active units of the garrison.
fn is_starved(field: Field<'_>, city: &City) -> bool {
    let friendly = |nation: NationCode| field.relation(city.control, nation).is_friendly();
    let stored = field.state.depots.iter().any(|depot| {
        (depot.at, depot.tac) == (city.at, city.tac) && friendly(depot.side) && depot.supplies > 0
    });
    city.supplies == 0 && !stored && inside(field, city).all(|unit| !unit.is_active() || unit.supplies == 0)
}

/// ROTD-EUWOL 11.3: a unit's men become prisoners, and the unit is no more. Everybody in the square is told. `city` is empty
/// where it stands in none.
pub fn lay_down_arms(turn: &mut Turn, id: UnitId, city: &str) {
    let Some(unit) = turn.state.units.get(&id) else { return };
    let fact = Fact::Surrender { stand: turn.stand(id), city: city.to_owned(), men: unit.strength };
    let (at, men) = (unit.at, unit.strength + unit.prisoners);
    let to = players_in(turn.field(), at).into_values().flatten();
    turn.tell_all(fact, to);
    *turn.state.captives.entry(id.nation).or_default() += men;
    turn.remove(id);
}

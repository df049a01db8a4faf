//! What becomes of units whose way out of a battle is blocked (rules 10.8, 10.10, 11.3, 14.1), by the book: they shatter, or
//! lay down their arms.

use crate::book::combat::{Blocked, FortLoser};
use crate::combat::leave::Fate;
use crate::crossings::Crossings;
use crate::exit;
use crate::field::Field;
use crate::movement::diagonal;
use crate::shattered;
use crate::siege::surrender::lay_down_arms;
use crate::turn::Turn;
use crate::unit::{Unit, UnitId};
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::Direction;

/// ROTD-CWOL 7.7, 9.4, 10.8: whether a beaten unit cannot leave the city of its side in which it stands, because that was
/// besieged before the phase.
pub fn is_locked_in(field: Field<'_>, id: UnitId) -> bool {
    let stands_in = |unit: &Unit| {
        field.state.city_on(unit.at, unit.tac).is_some_and(|city| {
            city.besieged && field.relation(unit.id.nation, city.control) != Relation::Hostile
        })
    };
    !field.book.siege.leave_beaten && field.unit(id).is_some_and(stands_in)
}

/// ROTD-CWOL 10.10: whether a unit that lost a battle surrenders instead of falling back: it stands in a fort, or in a city
/// that it cannot leave.
pub fn surrenders_where_it_is(field: Field<'_>, id: UnitId) -> bool {
    let in_fort = || field.unit(id).is_some_and(|unit| unit.in_fort);
    field.book.combat.leaving.fort_loser == FortLoser::Surrenders && in_fort() || is_locked_in(field, id)
}

/// ROTD-EUWOL 10.8, ROTD-CWOL 10.8, 13.1: a unit that finds no square to retreat to.
pub fn retreat(turn: &mut Turn, id: UnitId) -> Fate {
    let by_enemies = turn.state.units.get(&id).is_some_and(|unit| is_hemmed_in(turn.field(), unit));
    by_policy(turn, id, turn.book.combat.leaving.blocked, by_enemies)
}

/// ROTD-EUWOL 10.8, ROTD-CWOL 10.8, 13.1: a unit that cannot rout in the direction that was drawn.
pub fn rout(turn: &mut Turn, id: UnitId, way: Direction) -> Fate {
    let field = turn.field();
    let by_enemies = field.unit(id).is_some_and(|unit| {
        field.atlas.map.grid.step(unit.at, way).is_some_and(|to| {
            exit::is_barred_by_units(field, unit, way) || diagonal::would_be_interrupted(field, unit, to)
        })
    });
    by_policy(turn, id, turn.book.combat.leaving.blocked, by_enemies)
}

/// ROTD-EUWOL 10.10, 10.2: a unit that cannot fall back. Headquarters shatter in every book.
pub fn fall_back(turn: &mut Turn, id: UnitId) -> Fate {
    let policy = turn.book.combat.leaving.no_fall_back;
    if id.kind.is_hq() { shattered::shatter(turn, id) } else { by_policy(turn, id, policy, true) }
}

fn by_policy(turn: &mut Turn, id: UnitId, policy: Blocked, by_enemies: bool) -> Fate {
    match policy {
        Blocked::Shatters => shattered::shatter(turn, id),
        Blocked::ShattersIfEnemy if by_enemies => shattered::shatter(turn, id),
        Blocked::ShattersIfEnemy | Blocked::Surrenders => surrender(turn, id),
    }
}

/// ROTD-CWOL 10.8, 10.10: a unit lays down its arms, with the headquarters beside it in its fort (R-11.3b).
pub fn surrender(turn: &mut Turn, id: UnitId) -> Fate {
    let field = turn.field();
    let Some(unit) = field.unit(id) else { return Fate::Destroyed };
    let city = field.state.cities.iter().find(|(_, city)| (city.at, city.tac) == (unit.at, unit.tac));
    let city = city.map(|(name, _)| name.clone()).unwrap_or_default();
    let is_with_it = |other: &&Unit| {
        other.id.kind.is_hq()
            && other.in_fort
            && other.tac == unit.tac
            && field.relation(id.nation, other.id.nation).is_friendly()
    };
    let staffs: Vec<UnitId> = match unit.in_fort {
        true => field.units_in(unit.at).filter(is_with_it).map(|other| other.id).collect(),
        false => Vec::new(),
    };
    for taken in std::iter::once(id).chain(staffs) {
        lay_down_arms(turn, taken, &city);
    }
    Fate::Surrendered
}

/// ROTD-CWOL 13.1: whether at least one of the squares about a unit is open ground that an active enemy or neutral unit bars:
/// it stands there, or two of them on either side of the diagonal.
fn is_hemmed_in(field: Field<'_>, unit: &Unit) -> bool {
    let crossings = Crossings::of(field, unit, unit.at);
    let holds = |way: Direction| {
        let there = unit.tac.step(way);
        field.units_in(unit.at).any(|other| {
            Some(other.tac) == there
                && other.is_active()
                && !field.relation(unit.id.nation, other.id.nation).is_friendly()
        })
    };
    Direction::ALL.into_iter().any(|way| {
        let open = unit.tac.step(way).is_some_and(|square| crossings.is_passable(square));
        let between = way.parts().is_some_and(|(one, other)| holds(one) && holds(other));
        open && (holds(way) || between)
    })
}

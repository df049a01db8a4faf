//! How many units a square holds (rules 1.5, 2.5; R-1.5b, R-2.5).

use crate::book::Home;
use crate::field::Field;
use crate::unit::{Status, Unit, UnitType};
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// ROTD-EUWOL 1.5, R-1.5b: whether one more active unit may enter a strategic square, which holds 200 active
/// brigades. Headquarters and bridges are none.
pub fn has_strategic_room(field: Field<'_>, unit: &Unit, at: StrategicSquare) -> bool {
    // Most squares hold so few units that nobody need count brigades.
    let all = field.occupancy.units(at).len();
    if all < field.book.stacking.strategic || !unit.id.kind.is_brigade() {
        return true;
    }
    let active = field.units_in(at).filter(|other| other.is_active() && other.id.kind.is_brigade());
    active.count() < field.book.stacking.strategic
}

/// ROTD-EUWOL 1.5, R-1.5b, R-13.2: whether a unit in a strategic square is not of those that the limits on inactive
/// units and on brigades in peace count: militia in a city of its home state (in some books: in
/// its home city), and units in forts.
pub fn is_exempt(field: Field<'_>, unit: &Unit, at: StrategicSquare, in_fort: bool) -> bool {
    let at_home = || match field.book.musters.home {
        Home::State => field.atlas.map.state_at(at).is_some_and(|state| state.name == unit.home),
        Home::City => {
            field.state.city_at(at).is_some_and(|(name, _)| unit.home_city.as_deref() == Some(name))
        }
    };
    in_fort || unit.id.kind == UnitType::Militia && field.state.city_at(at).is_some() && at_home()
}

/// ROTD-EUWOL 1.5, 13.2: how many inactive units a strategic square holds: two, three where there is a city.
pub fn most_inactive(field: Field<'_>, at: StrategicSquare) -> usize {
    if field.state.city_at(at).is_some() {
        field.book.stacking.inactive_in_city
    } else {
        field.book.stacking.inactive
    }
}

/// ROTD-EUWOL 13.2, R-13.2: whether one more unit may be inactive in a strategic square. Units of all types and
/// nations count, but for those that are exempt; shattered ones do not.
pub fn may_be_inactive(field: Field<'_>, unit: &Unit, at: StrategicSquare, in_fort: bool) -> bool {
    let counted = |other: &&Unit| {
        other.status == Status::Inactive
            && other.id != unit.id
            && !is_exempt(field, other, other.at, other.in_fort)
    };
    is_exempt(field, unit, at, in_fort)
        || field.units_in(at).filter(counted).count() < most_inactive(field, at)
}

/// ROTD-EUWOL 1.5: how many brigades a strategic square holds in peace and truce: two, three where there is a city.
pub fn most_in_peace(field: Field<'_>, at: StrategicSquare) -> usize {
    if field.state.city_at(at).is_some() {
        field.book.stacking.peace_in_city
    } else {
        field.book.stacking.peace
    }
}

/// ROTD-EUWOL 1.5, R-1.5c: whether one more unit has room in a strategic square in peace and truce. Brigades of all
/// nations count, active and inactive; headquarters and bridges are none, and exempt units do not count.
pub fn has_room_in_peace(field: Field<'_>, unit: &Unit, at: StrategicSquare, in_fort: bool) -> bool {
    !unit.id.kind.is_brigade()
        || is_exempt(field, unit, at, in_fort)
        || counted_in_peace(field, at).filter(|other| other.id != unit.id).count() < most_in_peace(field, at)
}

/// ROTD-EUWOL 1.5: how many brigades more a strategic square holds in peace and truce.
pub fn free_in_peace(field: Field<'_>, at: StrategicSquare) -> usize {
    most_in_peace(field, at).saturating_sub(counted_in_peace(field, at).count())
}

fn counted_in_peace<'a>(field: Field<'a>, at: StrategicSquare) -> impl Iterator<Item = &'a Unit> {
    let is_counted =
        move |unit: &&Unit| unit.id.kind.is_brigade() && !is_exempt(field, unit, unit.at, unit.in_fort);
    field.units_in(at).filter(is_counted)
}

/// ROTD-EUWOL 2.5, R-2.5, G-10: whether one more unit may enter a tactical square: at most 16 brigades, at most
/// 8 of allied sides, at most 2 naval batteries, inactive and shattered ones counted. Headquarters and
/// bridges take no room.
pub fn has_tactical_room(field: Field<'_>, unit: &Unit, at: StrategicSquare, tac: TacticalSquare) -> bool {
    has_tactical_room_for_all(field, &[unit], at, tac)
}

/// ROTD-EUWOL 2.5, R-2.5, G-10: whether some units of one side may enter a tactical square together.
pub fn has_tactical_room_for_all(
    field: Field<'_>,
    units: &[&Unit],
    at: StrategicSquare,
    tac: TacticalSquare,
) -> bool {
    let comers = || units.iter().filter(|unit| unit.id.kind.is_brigade());
    let others = || {
        let is_comer = move |other: &Unit| units.iter().any(|unit| unit.id == other.id);
        field
            .units_in(at)
            .filter(move |other| other.tac == tac && other.id.kind.is_brigade() && !is_comer(other))
    };
    let count = comers().count();
    let fits_its_type = |unit: &Unit| {
        let alike = |other: &&Unit| other.id.kind == unit.id.kind;
        let come = || comers().copied().filter(alike).count();
        field.book.kind(unit.id.kind).here.is_none_or(|most| others().filter(alike).count() + come() <= most)
    };
    let friends = |unit: &Unit| {
        others().filter(|other| field.relation(unit.id.nation, other.id.nation).is_friendly()).count()
    };
    count == 0
        || others().count() + count <= field.book.stacking.tactical
            && comers().all(|unit| friends(unit) + count <= field.book.stacking.tactical_side)
            && comers().all(|unit| fits_its_type(unit))
}

//! How many units a square holds (rules 1.5, 2.5; R-1.5b, R-2.5).

use crate::games::ground::square::{StrategicSquare, TacticalSquare};
use crate::games::land::field::Field;
use crate::games::land::unit::{Unit, UnitType};

/// Naval batteries that a tactical square holds (rule 2.5).
const NAVAL_BATTERIES: usize = 2;

/// ROTD-EUWOL 1.5, R-1.5b: whether one more active unit may enter a strategic square, which holds 200 active
/// brigades. Headquarters and bridges are none.
pub fn has_strategic_room(field: Field<'_>, unit: &Unit, at: StrategicSquare) -> bool {
    // Most squares hold so few units that nobody need count brigades.
    let all = field.occupancy.get(&at).map_or(0, Vec::len);
    if all < field.variant.stack_strategic || !unit.id.kind.is_brigade() {
        return true;
    }
    let active = field.units_in(at).filter(|other| other.is_active() && other.id.kind.is_brigade());
    active.count() < field.variant.stack_strategic
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
    let is_battery = |unit: &&Unit| unit.id.kind == UnitType::NavalBattery;
    let count = comers().count();
    let batteries = comers().copied().filter(is_battery).count();
    let friends = |unit: &Unit| {
        others().filter(|other| field.relation(unit.id.nation, other.id.nation).is_friendly()).count()
    };
    count == 0
        || others().count() + count <= field.variant.stack_tactical
            && comers().all(|unit| friends(unit) + count <= field.variant.stack_tactical_side)
            && (batteries == 0 || others().filter(is_battery).count() + batteries <= NAVAL_BATTERIES)
}

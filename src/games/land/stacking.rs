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
    if !unit.id.kind.is_brigade() {
        return true;
    }
    let others = || {
        field
            .units_in(at)
            .filter(move |other| other.tac == tac && other.id.kind.is_brigade() && other.id != unit.id)
    };
    let friends = || others().filter(|other| field.relation(unit.id.nation, other.id.nation).is_friendly());
    let batteries = || others().filter(|other| other.id.kind == UnitType::NavalBattery);
    others().count() < field.variant.stack_tactical
        && friends().count() < field.variant.stack_tactical_side
        && (unit.id.kind != UnitType::NavalBattery || batteries().count() < NAVAL_BATTERIES)
}

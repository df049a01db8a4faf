//! Gunners and batteries (rules 3.1, 10.4, 10.11; ).

use crate::book::kinds::MEN_PER_BATTERY;
use crate::unit::Unit;

/// ROTD-EUWOL 10.11: the batteries that a unit can use: all of artillery, one of any other; a second one is carried.
pub fn batteries_in_use(unit: &Unit) -> u32 {
    let batteries = u32::from(unit.batteries);
    if unit.id.kind.is_artillery() { batteries } else { batteries.min(1) }
}

/// ROTD-EUWOL 2.6, 10.4, R-3.1: men of a unit that count as artillerymen: all of artillery, 100 of any other for the
/// battery it uses.
pub fn gunners(unit: &Unit) -> u32 {
    if unit.id.kind.is_artillery() {
        return unit.strength;
    }
    (MEN_PER_BATTERY * batteries_in_use(unit)).min(unit.strength)
}

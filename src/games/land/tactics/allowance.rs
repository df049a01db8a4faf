//! How far and how often a unit moves on the tactical map (rule 9.1, R-9.1, R-9.1b).

use crate::games::land::field::Field;
use crate::games::land::tactics::refusal::Refusal;
use crate::games::land::unit::{Unit, UnitType};

/// ROTD-EUWOL 9.1: squares in a phase: six for cavalry, horse artillery and army headquarters, none for naval
/// batteries (G-09), four for all others.
pub fn allowance(kind: UnitType) -> u8 {
    match kind {
        UnitType::NavalBattery => 0,
        UnitType::HorseArtillery | UnitType::ArmyHq => 6,
        _ if kind.is_cavalry() => 6,
        _ => 4,
    }
}

/// ROTD-EUWOL 9.10: squares of a move in support: three for cavalry and horse artillery, two for others.
pub fn support_allowance(kind: UnitType) -> u8 {
    match kind {
        UnitType::NavalBattery => 0,
        UnitType::HorseArtillery => 3,
        _ if kind.is_cavalry() => 3,
        _ => 2,
    }
}

/// ROTD-EUWOL 9.1, R-9.1b: whether a unit may move on its tactical map at all: not with more than 8 points of
/// fatigue where hostile units of any kind are.
///
/// # Errors
/// Why it may not.
pub fn may_move(field: Field<'_>, unit: &Unit) -> Result<(), Refusal> {
    if allowance(unit.id.kind) == 0 {
        return Err(Refusal::Immobile);
    }
    if unit.fatigue > field.book.tactics.fatigue && field.has_enemy(unit.id.nation, unit.at) {
        return Err(Refusal::Tired);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allowances_of_9_1_and_9_10() {
        for (_, code, _) in UnitType::ALL {
            let kind = UnitType::of_code(code).unwrap();
            let (squares, support) = match code {
                "HC" | "MC" | "LC" | "HA" => (6, 3),
                "AQ" => (6, 2),
                "NB" => (0, 0),
                _ => (4, 2),
            };
            assert_eq!((allowance(kind), support_allowance(kind)), (squares, support), "{code}");
        }
    }
}

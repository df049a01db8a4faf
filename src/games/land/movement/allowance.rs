//! How far a unit marches, and what it costs (rules 7.1 to 7.3, 7.11, R-3.2b).

use crate::games::ground::map::Terrain;
use crate::games::land::book::Book;
use crate::games::land::movement::hindrance::Hindrance;
use crate::games::land::turn::Progress;
use crate::games::land::unit::{Unit, UnitType};

/// ROTD-EUWOL 7.1, R-7.1: squares a type of unit marches in a turn; naval batteries none.
pub fn base_allowance(kind: UnitType) -> u8 {
    match kind {
        UnitType::Infantry
        | UnitType::LightInfantry
        | UnitType::LightArtillery
        | UnitType::PontoonBridge
        | UnitType::CorpsHq => 3,
        UnitType::HorseArtillery
        | UnitType::HeavyCavalry
        | UnitType::MediumCavalry
        | UnitType::LightCavalry
        | UnitType::ArmyHq => 4,
        UnitType::SiegeArtillery | UnitType::Militia => 2,
        UnitType::NavalBattery => 0,
    }
}

/// ROTD-EUWOL 7.2, R-7.1: the allowance is one square less if the unit carries supplies when it is to move
/// (a corps headquarters: any load), and one less if it was out of communications at the end of last turn;
/// never below 0.
pub fn allowance(unit: &Unit) -> u8 {
    let burdens = u8::from(unit.supplies > 0) + u8::from(!unit.in_communications);
    base_allowance(unit.id.kind).saturating_sub(burdens)
}

/// ROTD-EUWOL 7.3, R-7.1: militia and pontoon bridges may not force-march, and naval batteries do not move.
pub fn may_force_march(kind: UnitType) -> bool {
    !matches!(kind, UnitType::Militia | UnitType::PontoonBridge | UnitType::NavalBattery)
}

/// ROTD-EUWOL 7.1, 7.3, 7.11, R-7.3: whether the unit's next step is a forced march: the one square beyond its
/// allowance, in whichever phase it falls, once a turn.
///
/// # Errors
/// If it makes no further step this turn at all.
pub fn next_is_forced(book: &Book, unit: &Unit, progress: &Progress) -> Result<bool, Hindrance> {
    if unit.id.kind == UnitType::NavalBattery {
        return Err(Hindrance::Immobile);
    }
    if unit.fatigue > book.marches.fatigue {
        return Err(Hindrance::Tired);
    }
    if progress.steps < allowance(unit) {
        return Ok(false);
    }
    if progress.forced || !may_force_march(unit.id.kind) {
        return Err(Hindrance::Spent);
    }
    if progress.orders.no_forced_march { Err(Hindrance::NoForcedMarch) } else { Ok(true) }
}

/// ROTD-EUWOL 7.1, 7.3, R-3.2b: fatigue of a step into a square of that terrain: 1, and 1 more in mountain or
/// marsh; forced 3 (cavalry and horse artillery 4), and 1 more in mountain or marsh.
pub fn fatigue_of_step(kind: UnitType, into: Terrain, forced: bool) -> u16 {
    let pace = match (forced, kind) {
        (false, _) => 1,
        (true, UnitType::HorseArtillery) => 4,
        (true, kind) if kind.is_cavalry() => 4,
        (true, _) => 3,
    };
    pace + u16::from(into.is_hard_going())
}

#[cfg(test)]
mod tests {
    use super::*;
    use UnitType as U;

    #[test]
    fn allowances_are_those_of_the_book() {
        for kind in [U::Infantry, U::LightInfantry, U::LightArtillery, U::PontoonBridge, U::CorpsHq] {
            assert_eq!(base_allowance(kind), 3, "{kind:?}");
        }
        for kind in [U::HorseArtillery, U::HeavyCavalry, U::MediumCavalry, U::LightCavalry, U::ArmyHq] {
            assert_eq!(base_allowance(kind), 4, "{kind:?}");
        }
        assert_eq!((base_allowance(U::SiegeArtillery), base_allowance(U::Militia)), (2, 2));
        assert_eq!(base_allowance(U::NavalBattery), 0);
    }

    #[test]
    fn a_forced_march_costs_three_or_four_and_one_more_in_hard_going() {
        assert_eq!(fatigue_of_step(U::Infantry, Terrain::Hills, false), 1);
        assert_eq!(fatigue_of_step(U::Infantry, Terrain::Marsh, false), 2);
        assert_eq!(fatigue_of_step(U::Infantry, Terrain::Open, true), 3);
        assert_eq!(fatigue_of_step(U::ArmyHq, Terrain::Open, true), 3);
        assert_eq!(fatigue_of_step(U::HorseArtillery, Terrain::Open, true), 4);
        assert_eq!(fatigue_of_step(U::LightCavalry, Terrain::Mountain, true), 5);
        assert_eq!(fatigue_of_step(U::Infantry, Terrain::ForestedHills, true), 3);
    }
}

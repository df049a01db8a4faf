//! How far a unit marches, and what it costs (rules 7.1 to 7.3, 7.11, R-3.2b).

use crate::book::Book;
use crate::movement::hindrance::Hindrance;
use crate::turn::Progress;
use crate::unit::{Unit, UnitType};
use fieldpost_ground::map::Terrain;

/// ROTD-EUWOL 7.2, R-7.1: the allowance is one square less if the unit carries supplies when it is to move
/// (a corps headquarters: any load), and one less if it was out of communications at the end of last turn;
/// never below 0.
pub fn allowance(book: &Book, unit: &Unit) -> u8 {
    let burdens = u8::from(unit.supplies > 0) + u8::from(!unit.in_communications);
    book.kind(unit.id.kind).march.saturating_sub(burdens)
}

/// ROTD-EUWOL 7.1, 7.3, 7.11, R-7.3: whether the unit's next step is a forced march: the one square beyond its
/// allowance, in whichever phase it falls, once a turn.
///
/// # Errors
/// If it makes no further step this turn at all.
pub fn next_is_forced(book: &Book, unit: &Unit, progress: &Progress) -> Result<bool, Hindrance> {
    let kind = book.kind(unit.id.kind);
    if kind.march == 0 {
        return Err(Hindrance::Immobile);
    }
    if unit.fatigue > book.marches.fatigue {
        return Err(Hindrance::Tired);
    }
    if progress.steps < allowance(book, unit) {
        return Ok(false);
    }
    if progress.forced || kind.forced.is_none() {
        return Err(Hindrance::Spent);
    }
    if progress.orders.no_forced_march { Err(Hindrance::NoForcedMarch) } else { Ok(true) }
}

/// ROTD-EUWOL 7.1, 7.3, R-3.2b: fatigue of a step into a square of that terrain: 1, and 1 more into hard
/// going, mountain or marsh; forced 3 (cavalry and horse artillery 4), and 1 more into hard going.
pub fn fatigue_of_step(book: &Book, kind: UnitType, into: Terrain, forced: bool) -> u16 {
    let forced = book.kind(kind).forced.filter(|_| forced);
    forced.unwrap_or(1) + u16::from(book.ground.hard_going.contains(&into))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::ROTD_EUWOL;
    use UnitType as U;

    #[test]
    fn a_forced_march_costs_three_or_four_and_one_more_in_hard_going() {
        let of = |kind, into, forced| fatigue_of_step(&ROTD_EUWOL, kind, into, forced);
        assert_eq!(of(U::Infantry, Terrain::Hills, false), 1);
        assert_eq!(of(U::Infantry, Terrain::Marsh, false), 2);
        assert_eq!(of(U::Infantry, Terrain::Open, true), 3);
        assert_eq!(of(U::ArmyHq, Terrain::Open, true), 3);
        assert_eq!(of(U::HorseArtillery, Terrain::Open, true), 4);
        assert_eq!(of(U::LightCavalry, Terrain::Mountain, true), 5);
        assert_eq!(of(U::Infantry, Terrain::ForestedHills, true), 3);
    }
}

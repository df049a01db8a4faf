//! What it costs to have no supplies (rules 11.6, 11.10; details "desertion", R-11.6/9, R-11.10): requisition, and men
//! who desert.

use crate::communications::{cities_by_square, is_shut_in};
use crate::detection::witness;
use crate::event::Fact;
use crate::field::Field;
use crate::morale;
use crate::turn::Turn;
use crate::unit::{Unit, UnitId};
use fieldpost_ground::map::Terrain;
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::StrategicSquare;

/// Details, "desertion": by how many per cent quality makes the loss smaller or greater, worst first.
const BY_QUALITY: [i32; 7] = [100, 75, 50, 25, 0, -25, -50];

/// Details, "desertion": by how many in a thousand a point of morale below 50 makes the loss greater, one above
/// smaller.
const BY_MORALE: i32 = 15;

/// The morale that changes nothing.
const MIDDLE_MORALE: i32 = 50;

/// A unit that has eaten is hungry no more.
pub fn is_fed(turn: &mut Turn, id: UnitId) {
    if let Some(unit) = turn.state.units.get_mut(&id) {
        unit.hungry = 0;
    }
}

/// ROTD-EUWOL 11.6, 11.10: what becomes of a unit that has nothing to consume: it requisitions if it can and loses a
/// few deserters; else it hungers and loses more, but none in a besieged city.
pub fn goes_without(turn: &mut Turn, id: UnitId) {
    let field = turn.field();
    let Some(unit) = field.unit(id) else { return };
    if may_requisition(field, unit) {
        is_fed(turn, id);
        witness::tell_own(turn, id, Fact::Requisition(turn.stand(id)));
        desert(turn, id, turn.book.supply.desertion.requisition);
        return;
    }
    let besieged = is_shut_in(field, &cities_by_square(field.state), unit);
    hunger(turn, id);
    if !besieged {
        desert(turn, id, turn.book.supply.desertion.hunger);
    }
    morale::by_hunger(turn, id);
}

/// R-3.7b: one more turn without anything to eat.
fn hunger(turn: &mut Turn, id: UnitId) {
    let Some(unit) = turn.state.units.get_mut(&id) else { return };
    unit.hungry = unit.hungry.saturating_add(1);
    let turns = unit.hungry;
    witness::tell_own(turn, id, Fact::Hunger { stand: turn.stand(id), turns });
}

/// ROTD-EUWOL 11.6, R-1.2: whether a unit can requisition: in a square of open or river terrain with no enemy brigade
/// and at most three brigades of any side, itself included. Only active brigades count (G-10).
pub fn may_requisition(field: Field<'_>, unit: &Unit) -> bool {
    let brigades = || field.units_in(unit.at).filter(|other| other.is_active() && other.id.kind.is_brigade());
    let is_enemy = |other: &Unit| field.relation(unit.id.nation, other.id.nation) == Relation::Hostile;
    is_open_or_river(field, unit.at)
        && !brigades().any(is_enemy)
        && brigades().count() <= field.book.supply.requisition_brigades
}

/// ROTD-EUWOL 1.2, R-1.2: open, or crossed by a river and open or forest besides.
pub fn is_open_or_river(field: Field<'_>, at: StrategicSquare) -> bool {
    match field.atlas.map.terrain_at(at) {
        Terrain::Open => true,
        Terrain::Forest => field.atlas.map.is_river(at),
        _ => false,
    }
}

/// ROTD-EUWOL 11.10, R-11.10: men desert: 70 in a hundred straggle, the others are prisoners. They are no casualties.
fn desert(turn: &mut Turn, id: UnitId, (least, most): (u32, u32)) {
    let span = u64::from(most - least) + 1;
    let drawn = turn.dice.below(span, turn.phase, "11.10", &id.to_string(), 0) as u32;
    let straggling = turn.book.supply.desertion.straggling;
    let Some(unit) = turn.state.units.get_mut(&id) else { return };
    let men = deserters(unit, least + drawn);
    let stragglers = (men * straggling + 50) / 100;
    unit.strength -= men;
    unit.stragglers += stragglers;
    unit.prisoners += men - stragglers;
    if men > 0 {
        witness::tell_own(turn, id, Fact::Desert { stand: turn.stand(id), men });
    }
}

/// Details, "desertion": the men who desert at so many in a thousand, by the unit's quality and morale.
fn deserters(unit: &Unit, per_mille: u32) -> u32 {
    let quality = 100 + BY_QUALITY[unit.quality as usize];
    let morale = 1000 + (MIDDLE_MORALE - i32::from(unit.morale.min(100))) * BY_MORALE;
    let share = u64::from(per_mille) * u64::from(quality.unsigned_abs()) * u64::from(morale.unsigned_abs());
    let whole: u64 = 1000 * 100 * 1000;
    let men = (u64::from(unit.strength) * share + whole / 2) / whole;
    u32::try_from(men).unwrap_or(u32::MAX).min(unit.strength)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::ROTD_EUWOL;
    use crate::muster;
    use crate::sandbox::id;
    use crate::unit::Quality;
    use fieldpost_ground::square::TacticalSquare;

    #[test]
    fn quality_and_morale_change_the_loss() {
        let lost = |quality: Quality, morale: u8| {
            let plain = muster::unit(
                &ROTD_EUWOL,
                id("FR1IN"),
                StrategicSquare { col: 0, row: 0 },
                TacticalSquare::MIDDLE,
            );
            deserters(&Unit { strength: 2000, quality, morale, ..plain }, 50)
        };
        assert_eq!(lost(Quality::Good, 50), 100);
        let by_quality = Quality::ALL.map(|quality| lost(quality, 50));
        assert_eq!(by_quality, [200, 175, 150, 125, 100, 75, 50]);
        let by_morale = [0, 25, 50, 75, 100].map(|morale| lost(Quality::Good, morale));
        assert_eq!(by_morale, [175, 138, 100, 63, 25], "half up");
        assert_eq!(lost(Quality::VeryPoor, 0), 350);
    }
}

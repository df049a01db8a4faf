//! What a camp counts for when a battle begins, and what takes most of it (rules 10.4, 10.6, 10.9): for who asks why it was lost.

use crate::book::combat::Combat;
use crate::combat::amount::times;
use crate::combat::battle::{Battle, Fighter};
use crate::combat::segment::Formation;
use crate::combat::strength::uses_ammunition;
use crate::event::battle::{Attitude, Lack, Worth};
use crate::field::Field;
use crate::orders::BattleLine;
use crate::unit::Unit;

/// What takes a twentieth of a camp's strength is told.
const TOLD: u64 = 950;

/// What a camp of this strength (in thousandths) counts for, as it is drawn up.
pub fn of(field: Field<'_>, battle: &Battle, side: usize, formation: &Formation, strength: u64) -> Worth {
    let numbers = &field.book.combat;
    let fighters = &battle.camps[side].fighters;
    let all: Vec<(&Fighter, &Unit, u64)> = formation
        .shares
        .iter()
        .filter_map(|(place, share)| {
            let fighter = fighters.get(*place)?;
            let unit = field.unit(fighter.id)?;
            let is_artillery = unit.id.kind.is_artillery();
            let of = |line| times(share.of(line), &[numbers.line_in_melee(line, is_artillery)]);
            let stands = of(BattleLine::First) + of(BattleLine::Second) + of(BattleLine::Rear);
            Some((fighter, unit, 1000 * stands / share.whole.max(1)))
        })
        .collect();
    let counted = u32::try_from((strength + 500) / 1000).unwrap_or(u32::MAX);
    Worth { counted, lacks: lacks(numbers, field, &all) }
}

fn lacks(numbers: &Combat, field: Field<'_>, all: &[(&Fighter, &Unit, u64)]) -> Vec<Lack> {
    // On an average of the men, since men are what is asked about.
    let mean = |of: &dyn Fn(&Fighter, &Unit, u64) -> u64| {
        let men: u64 = all.iter().map(|(_, unit, _)| u64::from(unit.strength)).sum();
        let sum: u64 = all
            .iter()
            .map(|(fighter, unit, stands)| u64::from(unit.strength) * of(fighter, unit, *stands))
            .sum();
        (sum + men / 2) / men.max(1)
    };
    let takes = |factor: &dyn Fn(&Fighter, &Unit, u64) -> u64| mean(factor) <= TOLD;
    let fatigue = u16::try_from(mean(&|_, unit, _| unit.fatigue.into())).unwrap_or(u16::MAX);
    let morale = u8::try_from(mean(&|_, unit, _| unit.morale.into())).unwrap_or(u8::MAX);
    let unarmed = |unit: &Unit| uses_ammunition(unit.id.kind) && unit.ammunition == 0;
    let band = |unit: &Unit| numbers.band_of_experience(unit.experience);
    let full = |attitude: Attitude, unit: &Unit| u64::from(attitude.strength(field.book, unit.id.kind));
    let told = [
        (takes(&|_, unit, _| numbers.fatigue(unit.fatigue).into()), Lack::Fatigue(fatigue)),
        (takes(&|_, unit, _| numbers.morale(unit.morale).into()), Lack::Morale(morale)),
        (takes(&|_, unit, _| numbers.quality(unit.quality).into()), Lack::Quality),
        (takes(&|_, unit, _| numbers.strength.experience[band(unit)].into()), Lack::Experience),
        (takes(&|fighter, unit, _| full(fighter.attitude, unit)), Lack::Posture),
        (takes(&|_, unit, _| if unarmed(unit) { 0 } else { 1000 }), Lack::Ammunition),
        (takes(&|_, _, stands| stands), Lack::Lines),
    ];
    told.into_iter().filter(|(is_told, _)| *is_told).map(|(_, lack)| lack).collect()
}

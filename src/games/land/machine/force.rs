//! What troops count in battle: men, weighed by their arms, quality, morale and fatigue as the rulebook weighs them. Of
//! enemies no more is known than about how many they are: they are taken for average men with rifles.

use crate::ways::Ways;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::book::Book;
use fieldpost_land::unit::{Unit, Weapon};

/// A unit's men as so many average men with rifles.
pub fn of(unit: &Unit, book: &Book) -> u32 {
    let numbers = &book.combat;
    let arms = if unit.id.kind.is_artillery() {
        book.kind(unit.id.kind).gunner
    } else {
        numbers.weapon(unit.weapon).max(numbers.weapon(Weapon::Carbine))
    };
    let factors = [numbers.quality(unit.quality), numbers.morale(unit.morale), numbers.fatigue(unit.fatigue)];
    let men = u64::from(unit.strength) * u64::from(arms) / u64::from(numbers.weapon(Weapon::Rifle).max(1));
    let weighed = factors.into_iter().fold(men, |men, factor| men * u64::from(factor) / 1000);
    u32::try_from(weighed).unwrap_or(u32::MAX)
}

/// Whether a unit may still move and fight before the enemy (rule 9.1).
pub fn is_fresh(unit: &Unit, book: &Book) -> bool {
    unit.fatigue <= book.tactics.fatigue
}

/// Whether a unit can go at enemies in a square at once: it is fresh, and stands there or beside it.
pub fn reaches(unit: &Unit, foe: StrategicSquare, ways: &Ways<'_>, book: &Book) -> bool {
    let is_near = unit.at == foe || ways.steps(unit.at).any(|next| next == foe);
    is_near && is_fresh(unit, book)
}

/// What some units can bring into an enemy's square at once.
pub fn mass(units: &[&Unit], foe: StrategicSquare, ways: &Ways<'_>, book: &Book) -> u32 {
    let ready = units.iter().filter(|unit| reaches(unit, foe, ways, book));
    ready.map(|unit| of(unit, book)).sum()
}

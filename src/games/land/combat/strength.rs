//! Effective strength (rule 10.6): what a unit's men and guns are worth in fire and in melee.
//!
//! Strength is counted in thousandths of an average infantryman with a musket.

use crate::book::Book;

use crate::book::combat::Combat;
use crate::combat::amount::times;
use crate::combat::crew::{batteries_in_use, gunners};
pub use crate::event::battle::Attitude;
use crate::field::Field;
use crate::orders::{AttackPosture, DefencePosture};
use crate::unit::{Unit, UnitType, Weapon};
use fieldpost_ground::tactical::Ground;

impl Attitude {
    /// Of an order for the attack.
    pub fn of_attack(posture: AttackPosture) -> Self {
        match posture {
            AttackPosture::Assault => Attitude::Utmost,
            AttackPosture::Attack => Attitude::Firm,
            AttackPosture::Skirmish => Attitude::Skirmish,
            AttackPosture::Evade => Attitude::Evade,
        }
    }

    /// Of an order for the defence.
    pub fn of_defence(posture: DefencePosture) -> Self {
        match posture {
            DefencePosture::LastDitch => Attitude::Utmost,
            DefencePosture::Defend => Attitude::Firm,
            DefencePosture::Skirmish => Attitude::Skirmish,
            DefencePosture::Evade => Attitude::Evade,
        }
    }

    /// Whether it comes to close quarters in it (rule 10.1).
    pub fn closes(self) -> bool {
        self <= Attitude::Firm
    }

    /// R-10.6c: what it makes of a unit's strength; light infantry skirmishes better than others.
    pub fn strength(self, book: &Book, kind: UnitType) -> u32 {
        let numbers = &book.combat;
        if book.kind(kind).skirmishes && self == Attitude::Skirmish {
            return numbers.strength.light_skirmish;
        }
        numbers.strength.attitude[self as usize]
    }

    /// R-10.6c: what it makes of a unit's losses.
    pub fn exposure(self, numbers: &Combat) -> u32 {
        numbers.losses.exposure[self as usize]
    }
}

/// The two segments of a combat, and the bombardment before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segment {
    Bombardment,
    Fire,
    Melee,
}

/// What a unit is up against, as far as it changes what its men are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// Lines in the field.
    Lines,
    /// A fort, on either side of its walls.
    Fort,
    /// Squares (rule 10.5 of GITM-NWOL).
    Squares,
    /// Cavalry alone, or nearly so.
    Cavalry,
}

/// Strength of a unit's men and of its guns, before its place in the lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// Of its infantry or cavalry, and of men of artillery that serve no gun.
    pub men: u64,
    pub guns: u64,
}

/// ROTD-EUWOL 10.6, 11.12, R-10.6: the strength of a unit in a segment: its men and guns by arm and weapon, times what
/// the troops are worth, times `circumstances`: attitude, terrain, forts, not having moved.
pub fn strength(
    field: Field<'_>,
    unit: &Unit,
    (moved, against): (bool, Against),
    segment: Segment,
    circumstances: &[u32],
) -> Strength {
    let numbers = &field.book.combat;
    let mut factors = troops(numbers, unit).to_vec();
    factors.extend(circumstances);
    let worth = |men: u32, arm: u32, weapon: u32| {
        let mut factors = factors.clone();
        factors.extend([arm, weapon]);
        times(u64::from(men) * 1000, &factors)
    };
    let (crews, spare) = crews(numbers, unit);
    let arm = arm(field, unit, moved, against);
    let men = unit.strength - gunners(unit);
    // G-09: nobody of a naval battery comes to close quarters, be there a gun for him or not.
    if segment == Segment::Melee && unit.id.kind == UnitType::NavalBattery {
        return Strength::default();
    }
    Strength {
        men: worth(men, arm, weapon(numbers, unit.weapon, segment))
            + worth(spare, numbers.strength.spare_gunner, 1000),
        guns: worth(crews, gun_arm(field.book, unit, segment), guns(numbers, unit, segment)),
    }
    .with_ammunition(numbers, unit, segment)
}

impl Strength {
    /// ROTD-EUWOL 11.12: without ammunition infantry does not fire and fights in melee at half strength, and guns do
    /// nothing, nor do men of artillery who serve none. Cavalry needs none.
    fn with_ammunition(self, numbers: &Combat, unit: &Unit, segment: Segment) -> Strength {
        if unit.ammunition > 0 || !uses_ammunition(unit.id.kind) {
            return self;
        }
        let fights = segment == Segment::Melee && can_close(unit);
        Strength {
            men: if fights { times(self.men, &[numbers.strength.without_ammunition]) } else { 0 },
            guns: 0,
        }
    }
}

/// ROTD-EUWOL 11.12, G-09: whether a unit can engage in melee: artillery without ammunition cannot, and naval batteries
/// never do.
pub fn can_close(unit: &Unit) -> bool {
    unit.id.kind != UnitType::NavalBattery && (unit.ammunition > 0 || !unit.id.kind.is_artillery())
}

/// ROTD-EUWOL 11.11, R-11.11: infantry, militia and artillery use ammunition; cavalry and bridges do not.
pub fn uses_ammunition(kind: UnitType) -> bool {
    matches!(kind, UnitType::Infantry | UnitType::LightInfantry | UnitType::Militia) || kind.is_artillery()
}

/// R-10.6b: quality, experience, morale and fatigue.
fn troops(numbers: &Combat, unit: &Unit) -> [u32; 4] {
    [
        numbers.quality(unit.quality),
        numbers.strength.experience[numbers.band_of_experience(unit.experience)],
        numbers.morale(unit.morale),
        numbers.fatigue(unit.fatigue),
    ]
}

/// R-10.6b: a weapon in the fire; in melee half of what it adds or takes there, but a sabre more.
fn weapon(numbers: &Combat, weapon: Weapon, segment: Segment) -> u32 {
    match (segment, weapon) {
        (Segment::Melee, Weapon::Sabre) => numbers.strength.sabre_in_melee,
        (Segment::Melee, _) => u32::midpoint(1000, numbers.weapon(weapon)),
        (Segment::Bombardment | Segment::Fire, _) => numbers.weapon(weapon),
    }
}

/// R-10.6b: the same of guns.
fn guns(numbers: &Combat, unit: &Unit, segment: Segment) -> u32 {
    match segment {
        Segment::Melee => u32::midpoint(1000, numbers.guns(unit.guns)),
        Segment::Bombardment | Segment::Fire => numbers.guns(unit.guns),
    }
}

/// Details "strmods": what a man is worth by his arm; militia at full only where it stands in a town.
fn arm(field: Field<'_>, unit: &Unit, moved: bool, against: Against) -> u32 {
    let kind = field.book.kind(unit.id.kind);
    let here = match against {
        Against::Fort => kind.man_at_fort,
        Against::Squares => kind.man_at_squares,
        Against::Lines | Against::Cavalry => None,
    };
    let in_town = || field.atlas.sheet(unit.at).ground_at(unit.tac) == Ground::Town;
    let there = kind.man_in_town.filter(|_| !moved && in_town());
    here.or(there).unwrap_or(kind.man)
}

/// Details "strmods": what a gunner is worth; one of siege artillery that bombards more.
fn gun_arm(book: &Book, unit: &Unit, segment: Segment) -> u32 {
    let kind = book.kind(unit.id.kind);
    if segment == Segment::Bombardment { kind.gunner_bombarding } else { kind.gunner }
}

/// the gunners that serve batteries, at least 50 and at most 100 each, and those left over.
pub fn crews(numbers: &Combat, unit: &Unit) -> (u32, u32) {
    let (fewest, most) = numbers.strength.crew;
    let gunners = gunners(unit);
    let firing = batteries_in_use(unit).min(gunners / fewest);
    let serving = gunners.min(firing * most);
    (serving, gunners - serving)
}

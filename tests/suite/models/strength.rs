//! What a unit is worth in a battle, and where it stands (10.3 to 10.6, 10.9, R-3.2c, R-10.3 to R-10.6c, 11.12).

use fieldpost_engine::dice::Dice;
use fieldpost_ground::square::Direction;
use fieldpost_land::orders::BattleLine;
use fieldpost_land::phase::Phase;
use fieldpost_land::unit::{Guns, Quality, Unit, UnitId, UnitType, Weapon};

/// How hard a unit fights: assault or last-ditch, attack or defend, skirmish, evade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Utmost,
    Firm,
    Skirmish,
    Evade,
}

/// R-10.6c: what a mode makes of a unit's losses.
pub fn exposure(mode: Mode) -> f64 {
    match mode {
        Mode::Utmost => 1.2,
        Mode::Firm => 1.0,
        Mode::Skirmish => 0.5,
        Mode::Evade => 0.2,
    }
}

/// R-10.6c: what it makes of its strength.
fn effort(mode: Mode, kind: UnitType) -> f64 {
    match mode {
        Mode::Utmost => 1.2,
        Mode::Firm => 1.0,
        Mode::Skirmish if kind == UnitType::LightInfantry => 0.7,
        Mode::Skirmish => 0.5,
        Mode::Evade => 0.1,
    }
}

/// The two segments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Segment {
    Fire,
    Melee,
}

/// The band of the experience tables: 0, 1-3, 4-8, 9-15, 16-24, 25-35, 36-48, 49-63, 64 and more.
pub fn band(experience: u16) -> usize {
    [1, 4, 9, 16, 25, 36, 49, 64].iter().filter(|least| experience >= **least).count()
}

/// R-10.6b, R-3.2c: quality, experience, morale, fatigue.
fn worth(unit: &Unit) -> f64 {
    let quality = match unit.quality {
        Quality::VeryPoor => 0.7,
        Quality::Poor => 0.8,
        Quality::Fair => 0.9,
        Quality::Average => 1.0,
        Quality::Good => 1.1,
        Quality::VeryGood => 1.2,
        Quality::Excellent => 1.35,
    };
    let experience = [0.8, 0.88, 0.95, 1.0, 1.05, 1.1, 1.15, 1.2, 1.25][band(unit.experience)];
    let fatigue = match unit.fatigue {
        0..=2 => 1.0,
        3..=5 => 0.95,
        6..=8 => 0.9,
        9..=11 => 0.8,
        12..=15 => 0.7,
        _ => 0.6,
    };
    quality * experience * fatigue * (1.0 + (f64::from(unit.morale) - 50.0) / 200.0)
}

/// R-10.6b: a personal arm; in melee half of what it adds or takes, but for sabres.
fn arm(weapon: Weapon, segment: Segment) -> f64 {
    let fire = match weapon {
        Weapon::Musket | Weapon::None => 1.0,
        Weapon::Rifle => 1.25,
        Weapon::Breechloader => 1.6,
        Weapon::Chassepot => 1.8,
        Weapon::Carbine => 0.8,
        Weapon::BreechCarbine => 1.1,
        Weapon::Sabre => 0.2,
    };
    match (segment, weapon) {
        (Segment::Fire, _) => fire,
        (Segment::Melee, Weapon::Sabre) => 1.2,
        (Segment::Melee, _) => 1.0 + (fire - 1.0) / 2.0,
    }
}

/// R-10.6b: guns, in melee by half as arms are.
fn ordnance(guns: Guns, segment: Segment) -> f64 {
    let fire = match guns {
        Guns::Smoothbore => 1.0,
        Guns::Rifled => 1.25,
        Guns::Breech => 1.5,
        Guns::Mitrailleuse => 1.2,
    };
    if segment == Segment::Fire { fire } else { 1.0 + (fire - 1.0) / 2.0 }
}

/// 10.11: infantry and cavalry keep a second battery without using it.
pub fn batteries_in_use(unit: &Unit) -> u32 {
    let batteries = u32::from(unit.batteries);
    if unit.id.kind.is_artillery() { batteries } else { batteries.min(1) }
}

/// R-10.7d: of artillery all men are gunners, of others a hundred for the battery in use.
pub fn gunners(unit: &Unit) -> u32 {
    if unit.id.kind.is_artillery() { unit.strength } else { unit.strength.min(100 * batteries_in_use(unit)) }
}

/// of the gunners those who serve: a battery needs fifty and takes a hundred.
pub fn serving(unit: &Unit) -> u32 {
    let served = batteries_in_use(unit).min(gunners(unit) / 50);
    gunners(unit).min(100 * served)
}

/// 11.11, R-11.11d: cavalry and bridges need no rounds.
pub fn needs_rounds(kind: UnitType) -> bool {
    !kind.is_cavalry() && kind != UnitType::PontoonBridge
}

fn is_empty(unit: &Unit) -> bool {
    needs_rounds(unit.id.kind) && unit.ammunition == 0
}

/// 11.12, G-09: artillery without rounds and naval batteries take no part in a melee.
pub fn may_engage(unit: &Unit) -> bool {
    unit.id.kind != UnitType::NavalBattery && !(unit.id.kind.is_artillery() && is_empty(unit))
}

/// The strength of a unit's men, and of its guns, before its place in the lines counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strength {
    pub men: f64,
    pub guns: f64,
}

/// men and guns by arm and weapon, times what the troops are worth and how hard they fight.
pub fn strength(unit: &Unit, segment: Segment, mode: Mode, militia_at_home: bool) -> Strength {
    let kind = unit.id.kind;
    let served = f64::from(serving(unit));
    let spare = f64::from(gunners(unit)) - served;
    let men = f64::from(unit.strength - gunners(unit));
    let man = match kind {
        UnitType::Militia if militia_at_home => 0.75,
        UnitType::Militia | UnitType::PontoonBridge => 0.5,
        _ => 1.0,
    };
    let mut men = men * man * arm(unit.weapon, segment) + spare * 0.5;
    let mut guns = served * 6.0 * ordnance(unit.guns, segment);
    // G-09: naval batteries only fire.
    if segment == Segment::Melee && kind == UnitType::NavalBattery {
        (men, guns) = (0.0, 0.0);
    }
    if is_empty(unit) {
        let fights = segment == Segment::Melee && !kind.is_artillery();
        (men, guns) = (if fights { men * 0.5 } else { 0.0 }, 0.0);
    }
    let all = worth(unit) * effort(mode, kind);
    Strength { men: men * all, guns: guns * all }
}

/// the length of a line, in men, by the directions from which the attackers came.
pub fn length(entries: &[Direction]) -> f64 {
    let came = |way: &Direction| entries.contains(way);
    match Direction::ALL.iter().filter(|way| came(way)).count() {
        0 => 3000.0,
        8 => 12_000.0,
        _ => {
            // Of each arc the first direction brings a whole front, each further one half of it.
            let of = |way: &Direction| if came(&way.turned(-1)) { 1500.0 } else { 3000.0 };
            Direction::ALL.iter().filter(|way| came(way)).map(of).sum()
        }
    }
}

/// 10.4, R-10.4b: the space that a unit takes, in men: a horseman three quarters, a gunner eight.
pub fn space(unit: &Unit) -> f64 {
    let man = if unit.id.kind.is_cavalry() { 0.75 } else { 1.0 };
    f64::from(gunners(unit)) * 8.0 + f64::from(unit.strength - gunners(unit)) * man
}

/// The parts of a unit in the first line, the second, the rear, and beyond.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parts {
    pub first: f64,
    pub second: f64,
    pub rear: f64,
    pub beyond: f64,
}

/// 10.3, R-10.3: somebody stands in the first line, and in the second if anybody is in the rear; the lot falls among
/// those of the nearest line behind.
pub fn form(wishes: &mut [(UnitId, BattleLine)], dice: &mut Dice, phase: Phase) {
    for (number, line) in [(0, BattleLine::First), (1, BattleLine::Second)] {
        let is_needed = line == BattleLine::First || wishes.iter().any(|wish| wish.1 == BattleLine::Rear);
        if !is_needed || wishes.iter().any(|wish| wish.1 == line) {
            continue;
        }
        let Some(nearest) = wishes.iter().map(|wish| wish.1).filter(|other| *other > line).min() else {
            continue;
        };
        let mut lots: Vec<(u64, UnitId)> = Vec::new();
        for (id, _) in wishes.iter().filter(|wish| wish.1 == nearest) {
            lots.push((dice.draw(phase, "10.3", &id.to_string(), number), *id));
        }
        let drawn = lots.into_iter().min().map(|lot| lot.1);
        if let Some(wish) = wishes.iter_mut().find(|wish| Some(wish.0) == drawn) {
            wish.1 = line;
        }
    }
}

/// 10.4: units fit into lines of a length; where one is too full each gives it in proportion and the rest goes to the
/// rear, and where that is too full some fight nowhere.
pub fn place(units: &[(BattleLine, f64)], length: f64) -> Vec<Parts> {
    let sum = |line| units.iter().filter(|unit| unit.0 == line).map(|unit| unit.1).sum::<f64>();
    let fits = |line| (length / sum(line)).min(1.0);
    let mut parts = Vec::new();
    for (line, _) in units {
        parts.push(match line {
            BattleLine::First => Parts { first: fits(*line), rear: 1.0 - fits(*line), ..Parts::default() },
            BattleLine::Second => Parts { second: fits(*line), rear: 1.0 - fits(*line), ..Parts::default() },
            BattleLine::Rear => Parts { rear: 1.0, ..Parts::default() },
        });
    }
    let rear: f64 = units.iter().zip(&parts).map(|(unit, part)| unit.1 * part.rear).sum();
    let fits = (length / rear).min(1.0);
    for part in &mut parts {
        part.beyond = part.rear * (1.0 - fits);
        part.rear *= fits;
    }
    parts
}

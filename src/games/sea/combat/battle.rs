//! A battle by itself: who comes to close quarters, shots, effects, who wins (WISC 7.2, 7.4, 7.5, N-10, N-50, N-51, N-53, N-55).
//!
//! Nothing of the position is known here: calibration fights these battles by the thousand.

use serde::{Serialize, Serializer};

use crate::ship::WRECK;
use fieldpost_engine::kept;

/// Shots that each fires.
const SHOTS: usize = 10;
/// The chance of a shot in basis points at a target as tough as the firer is strong.
const RATE: u64 = 1700;
/// Its bounds.
const LEAST: u64 = 100;
const MOST: u64 = 9500;
/// Of hits, how many in a hundred strike propulsion: aimed at hulls, and at propulsion.
const PROPULSION: [u64; 2] = [40, 75];
/// Of her whole crew, what a hit costs in per cent.
const CREW_A_HIT: u32 = 4;
/// How often in a hundred a hit silences a battery.
const SILENCES: u64 = 20;
/// A battery's strength (7.5).
pub const BATTERY: u32 = 80;

/// What fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Warship,
    Transport,
    Battery,
}

kept! {
    /// What became of a fighter; whether one that stands gets away is told apart.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Fate {
        Stands,
        Sunk,
        Silenced,
    }
}

impl Serialize for Fate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

kept! {
    /// How two sides came to close quarters (7.4).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Closing {
        /// Nobody meant to.
        #[default]
        Nobody,
        /// All of both who meant to did.
        Both,
        /// A side that meant to alone did.
        Alone(side: usize),
        /// A side that meant to alone was kept off.
        KeptOff(side: usize),
    }
}

/// A ship or one battery in a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Side 0, which began, or 1.
    pub side: usize,
    pub sort: Sort,
    /// Who rolls for it.
    pub roller: String,
    /// Strength by the table of 7.5.
    pub strength: u32,
    /// Toughness (N-50).
    pub toughness: u32,
    /// What its people, experience and ground make of it, each in thousandths.
    pub worth: [u32; 3],
    /// Crew, and the limit of its type.
    pub crew: (u32, u32),
    /// Hull and propulsion.
    pub hull: u8,
    /// Propulsion damage.
    pub propulsion: u8,
    /// Whether she has a ram.
    pub ram: bool,
    /// Whether she steams.
    pub fast: bool,
    /// Whether she is to windward (7.5).
    pub windward: bool,
    /// Whether she runs past (7.5).
    pub runs: bool,
    /// Whether she aims at hulls.
    pub aim_hull: bool,
    /// Whether she means to close.
    pub closes: bool,
    /// Whether she is at close quarters.
    pub near: bool,
    /// Whether she closed by her own wish, and so came bows on (7.4).
    pub bows_on: bool,
    /// Hits taken.
    pub hits: u32,
    /// What became of it.
    pub fate: Fate,
}

impl Fighter {
    /// WISC 7.5, N-50: strength in thousandths, all factors in basis points and rounded once.
    pub fn power(&self) -> u64 {
        if self.fate != Fate::Stands {
            return 0;
        }
        let damage = 1000 - 100 * u64::from(self.hull) - 50 * u64::from(self.propulsion);
        let ram = if self.ram && self.near { 1150 } else { 1000 };
        let wind = if self.windward { 1100 } else { 1000 };
        let bows = if self.bows_on { 900 } else { 1000 };
        let mut factors: Vec<u64> = self.worth.iter().map(|worth| u64::from(*worth)).collect();
        factors.extend([damage, ram, wind, bows]);
        let mut power = u128::from(self.strength) * 1000 * u128::from(self.manned());
        let mut whole = 10_000_u128;
        for factor in factors {
            (power, whole) = (power * u128::from(factor), whole * 1000);
        }
        if self.runs {
            whole *= 3;
        }
        ((power + whole / 2) / whole) as u64
    }

    /// WISC 7.5: what her crew makes of her, in basis points: below 70 per cent of it 2.5 less for each per cent, none at 30.
    fn manned(&self) -> u64 {
        if self.sort == Sort::Battery {
            return 10_000;
        }
        let share = u64::from(self.crew.0) * 10_000 / u64::from(self.crew.1.max(1));
        if share >= 7_000 { 10_000 } else { share.saturating_sub(3_000) * 10_000 / 4_000 }
    }

    fn stands(&self) -> bool {
        self.fate == Fate::Stands
    }
}

/// A number below a bound, for a roller.
pub type Die<'a> = &'a mut dyn FnMut(&'static str, &str, u64) -> u64;

/// WISC 7.4: who comes to close quarters, and how that came about.
pub fn close(fighters: &mut [Fighter], die: Die) -> Closing {
    let is_ship = |fighter: &Fighter| fighter.sort != Sort::Battery;
    let wishing = |side: usize, all: &[Fighter]| {
        all.iter().filter(|fighter| fighter.side == side && is_ship(fighter) && fighter.closes).count()
    };
    let wishes = [wishing(0, fighters), wishing(1, fighters)];
    let (few, many) = (wishes[0].min(wishes[1]), wishes[0].max(wishes[1]));
    if many == 0 {
        return Closing::Nobody;
    }
    let all_wish = fighters.iter().all(|fighter| fighter.closes);
    let closing = if all_wish || few * 2 >= many {
        fighters.iter_mut().filter(|fighter| fighter.closes).for_each(|fighter| fighter.near = true);
        Closing::Both
    } else {
        let side = usize::from(wishes[1] > wishes[0]);
        if !gets_close(fighters, side, die) {
            return Closing::KeptOff(side);
        }
        for fighter in fighters.iter_mut() {
            fighter.near = fighter.side != side || fighter.closes;
        }
        Closing::Alone(side)
    };
    fighters.iter_mut().for_each(|fighter| fighter.bows_on = fighter.near && fighter.closes);
    closing
}

/// N-10: whether a side that closes alone gets close: against batteries alone always.
fn gets_close(fighters: &[Fighter], side: usize, die: Die) -> bool {
    let of = |side: usize| fighters.iter().filter(move |fighter| fighter.side == side);
    if of(1 - side).all(|fighter| fighter.sort == Sort::Battery) {
        return true;
    }
    let fast = |side: usize| of(side).filter(|fighter| fighter.fast && fighter.sort != Sort::Battery).count();
    let windward = of(side).any(|fighter| fighter.windward);
    let mut chance = if windward { 60 } else { 50 };
    if fast(side) > fast(1 - side) {
        chance += 10;
    }
    let roller = of(side).next().map_or("", |fighter| fighter.roller.as_str());
    die("7.4", roller, 100) < chance
}

/// N-50: all shots, then their effects. Of those that told: who hit whom, by their places in the list.
pub fn fire(fighters: &mut [Fighter], die: Die) -> Vec<(usize, usize)> {
    let powers: Vec<u64> = fighters.iter().map(Fighter::power).collect();
    let immune = [immune(fighters, 0), immune(fighters, 1)];
    let mut at_runner = vec![0_u64; fighters.len()];
    let mut hits = Vec::new();
    for _ in 0..SHOTS {
        for firer in 0..fighters.len() {
            if powers[firer] == 0 {
                continue;
            }
            let Some(target) = aim(fighters, firer, immune, die) else { continue };
            at_runner[target] += 1;
            let chance = chance(&fighters[firer], powers[firer], &fighters[target], at_runner[target]);
            if die("7.5b", &fighters[firer].roller, 10_000) < chance {
                hits.push((firer, target));
            }
        }
    }
    hits.retain(|(firer, target)| {
        let aimed = fighters[*firer].sort != Sort::Battery && !fighters[*firer].aim_hull;
        let (stood, roller) = (fighters[*target].stands(), fighters[*target].roller.clone());
        strike(&mut fighters[*target], aimed, &roller, die);
        stood
    });
    hits
}

/// WISC 7.3: transports of a side with at least double the warships of the other are not damaged.
fn immune(fighters: &[Fighter], side: usize) -> bool {
    let warships = |side: usize| {
        fighters.iter().filter(|fighter| fighter.side == side && fighter.sort == Sort::Warship).count()
    };
    warships(side) > 0 && warships(side) >= 2 * warships(1 - side)
}

/// Draws a target among the enemies by toughness.
fn aim(fighters: &[Fighter], firer: usize, immune: [bool; 2], die: Die) -> Option<usize> {
    let weight = |fighter: &Fighter| {
        let spared = fighter.sort == Sort::Transport && immune[fighter.side];
        if fighter.side == fighters[firer].side || spared { 0 } else { toughness(fighter) }
    };
    let sum: u64 = fighters.iter().map(weight).sum();
    if sum == 0 {
        return None;
    }
    let mut drawn = die("7.5a", &fighters[firer].roller, sum);
    fighters.iter().position(|fighter| {
        let weight = weight(fighter);
        let is_it = drawn < weight;
        drawn = drawn.saturating_sub(weight);
        is_it
    })
}

/// Toughness in thousandths; a battery's takes the factor of its ground.
fn toughness(fighter: &Fighter) -> u64 {
    let ground = if fighter.sort == Sort::Battery { fighter.worth[2] } else { 1000 };
    u64::from(fighter.toughness) * u64::from(ground)
}

/// N-50: the chance of a shot in basis points; `nth` counts the shots at that target.
fn chance(firer: &Fighter, power: u64, target: &Fighter, nth: u64) -> u64 {
    let mut chance = u128::from(RATE) * u128::from(power);
    let mut whole = u128::from(toughness(target).max(1));
    if firer.near || target.near {
        chance *= 2;
    }
    if firer.sort != Sort::Battery && !firer.aim_hull {
        (chance, whole) = (chance * 17, whole * 20);
    }
    if target.runs {
        let tens = u128::from(1 + (nth.max(1) - 1) / SHOTS as u64);
        (chance, whole) = (chance * 2, whole * 3 * tens);
    }
    ((chance / whole) as u64).clamp(LEAST, MOST)
}

fn strike(target: &mut Fighter, aimed: bool, roller: &str, die: Die) {
    if !target.stands() {
        return;
    }
    target.hits += 1;
    if target.sort == Sort::Battery {
        if die("7.5d", roller, 100) < SILENCES {
            target.fate = Fate::Silenced;
        }
        return;
    }
    target.crew.0 = target.crew.0.saturating_sub(target.crew.1 * CREW_A_HIT / 100);
    if die("7.2", roller, 100) < PROPULSION[usize::from(aimed)] {
        target.propulsion = (target.propulsion + 1).min(WRECK);
    } else {
        target.hull += 1;
        if target.hull >= WRECK {
            target.fate = Fate::Sunk;
        }
    }
}

/// N-51: who wins: the higher strength that remains, times 0.9 to 1.1; whoever has neither ship nor battery left loses.
pub fn winner(fighters: &[Fighter], die: Die) -> Option<usize> {
    let left = |side: usize| fighters.iter().any(|fighter| fighter.side == side && fighter.stands());
    match (left(0), left(1)) {
        (true, false) => return Some(0),
        (false, true) => return Some(1),
        (false, false) => return None,
        (true, true) => {}
    }
    let mut strength = |side: usize| {
        let of = fighters.iter().filter(|fighter| fighter.side == side);
        let roller = of.clone().next().map_or("", |fighter| fighter.roller.as_str());
        of.map(Fighter::power).sum::<u64>() * (900 + die("7.6", roller, 201))
    };
    let (one, other) = (strength(0), strength(1));
    if one == other { None } else { Some(usize::from(other > one)) }
}

/// N-53: the chance in per cent that a loser is taken by these winners.
pub fn taken(fighters: &[Fighter], loser: usize) -> u64 {
    let fighter = &fighters[loser];
    let foes =
        fighters.iter().filter(|foe| foe.side != fighter.side && foe.stands() && foe.sort == Sort::Warship);
    let damage: Vec<i64> = foes.map(|foe| i64::from(foe.propulsion)).collect();
    let count = damage.len() as i64;
    let own =
        fighters.iter().any(|own| own.side == fighter.side && own.stands() && own.sort == Sort::Warship);
    let mut chance = i64::from(lame(fighter));
    if count > 0 {
        chance -= 4 * damage.iter().sum::<i64>() / count;
    }
    if fighter.near {
        chance += 25;
    }
    if fighter.sort == Sort::Transport && !own {
        chance += 40;
    }
    chance.clamp(0, 90).unsigned_abs()
}

/// N-55: the chance in per cent that a runner does not get through.
pub fn turned_back(fighter: &Fighter) -> u64 {
    u64::from(lame(fighter).min(90))
}

fn lame(fighter: &Fighter) -> u32 {
    2 * u32::from(fighter.propulsion).pow(2) + 2 * u32::from(fighter.hull)
}

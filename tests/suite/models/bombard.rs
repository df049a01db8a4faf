//! Bombardment (10.15, R-10.15b): who fires at what, what falls, and who gives way to shells.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use fieldpost_engine::dice::Dice;
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::TacticalSquare;
use fieldpost_land::combat;
use fieldpost_land::event::Kind;
use fieldpost_land::orders::DefencePosture;
use fieldpost_land::phase::Phase;
use fieldpost_land::tactics::Arrival;
use fieldpost_land::unit::{Guns, Status, Unit, UnitId, UnitType};
use fieldpost_proof::land::soak::lots::Lots;
use proptest::prelude::*;

use super::check::{self, Trial, Verdict};
use super::strength::{self, Mode, Segment};
use super::worlds::{self, Arena, nation};
use super::{agree, same};

const PHASE: Phase = Phase::Tac1;

/// What falls of a strength, and the most that a unit loses to all shells of a phase.
const BOMBARDMENT: f64 = 0.040;
const MOST_SHELLED: f64 = 0.150;

/// Rounds that guns with no word keep (R-10.15b).
const KEPT: u8 = 2;

/// Gunners of a square that find room in two lines of a front (10.4).
const IN_TWO_LINES: f64 = 750.0;

/// A field of guns and targets, no two enemies in one square, and who came this phase.
struct Cannonade {
    arena: Arena,
    came: Vec<UnitId>,
}

impl Cannonade {
    fn relation(&self, one: UnitId, other: UnitId) -> Relation {
        self.arena.state.relations.between(one.nation, other.nation)
    }

    fn at(&self, square: TacticalSquare) -> impl Iterator<Item = &Unit> {
        self.arena.state.units.values().filter(move |unit| unit.tac == square)
    }

    /// 10.15: guns with gunners and rounds that did not move; cavalry needs none (R-11.11d). With no word they keep
    /// their last two rounds (R-10.15b).
    fn fires(&self, unit: &Unit) -> bool {
        let orders = &self.arena.orders.units[&unit.id];
        let rounds = if !strength::needs_rounds(unit.id.kind) {
            true
        } else if orders.bombard.is_some() {
            unit.ammunition > 0
        } else {
            unit.ammunition > KEPT
        };
        unit.is_combat()
            && strength::serving(unit) > 0
            && rounds
            && !orders.hold_fire
            && !self.came.contains(&unit.id)
    }

    /// 10.15: two squares for rifled light and siege artillery and the rifled batteries of infantry, else one.
    fn range(unit: &Unit) -> u8 {
        use UnitType::{Infantry, LightArtillery, LightInfantry, SiegeArtillery};
        let far = matches!(unit.id.kind, LightArtillery | SiegeArtillery | Infantry | LightInfantry);
        if far && matches!(unit.guns, Guns::Rifled | Guns::Breech) { 2 } else { 1 }
    }

    /// 10.15: enemies and no friends in a square; the men of the enemies.
    fn enemies(&self, guns: UnitId, square: TacticalSquare) -> Option<u32> {
        let active = || self.at(square).filter(|unit| unit.is_active());
        let friends = active().any(|unit| self.relation(guns, unit.id).is_friendly());
        let hostile = |unit: &&Unit| self.relation(guns, unit.id) == Relation::Hostile;
        let men = active().filter(hostile).map(|unit| unit.strength).sum::<u32>();
        (!friends && men > 0).then_some(men)
    }

    /// the square ordered, if it is in range and enemies are there; else the adjacent one with most of them.
    fn target(&self, unit: &Unit) -> Option<TacticalSquare> {
        let ordered = self.arena.orders.units[&unit.id].bombard.filter(|square| {
            let away = square.distance(unit.tac);
            (1..=Self::range(unit)).contains(&away) && self.enemies(unit.id, *square).is_some()
        });
        let beside = || {
            let near = TacticalSquare::all().filter(|square| square.distance(unit.tac) == 1);
            let men = near.filter_map(|square| Some((self.enemies(unit.id, square)?, square)));
            men.min_by_key(|(men, square)| (Reverse(*men), *square)).map(|most| most.1)
        };
        ordered.or_else(beside)
    }

    /// the strength of the guns by arm, weapon and troops, half as much again for bombarding; those of a side
    /// in one square that are too many for two lines give theirs in proportion.
    fn strength(&self, unit: &Unit, firing: &[(UnitId, TacticalSquare)]) -> f64 {
        let worth = strength::strength(unit, Segment::Fire, Mode::Firm, false).guns;
        let siege = if unit.id.kind == UnitType::SiegeArtillery { 4.0 } else { 1.0 };
        let beside = firing
            .iter()
            .map(|(id, _)| &self.arena.state.units[id])
            .filter(|other| other.tac == unit.tac && self.relation(unit.id, other.id).is_friendly());
        let gunners: f64 = beside.map(|other| f64::from(strength::gunners(other))).sum();
        worth * siege * 1.5 * (IN_TWO_LINES / gunners).min(1.0)
    }

    fn mode(&self, unit: &Unit) -> Mode {
        match self.arena.orders.units[&unit.id].defend {
            DefencePosture::LastDitch => Mode::Utmost,
            DefencePosture::Defend => Mode::Firm,
            DefencePosture::Skirmish => Mode::Skirmish,
            DefencePosture::Evade => Mode::Evade,
        }
    }

    /// what each unit loses to all the shells of the phase.
    fn losses(&self, dice: &mut Dice, firing: &[(UnitId, TacticalSquare)]) -> BTreeMap<UnitId, f64> {
        let mut lost = BTreeMap::<UnitId, f64>::new();
        for (id, square) in firing {
            let unit = &self.arena.state.units[id];
            let luck = 0.8 + dice.below(401, PHASE, "10.15", &id.to_string(), 0) as f64 / 1000.0;
            let falls = self.strength(unit, firing) * BOMBARDMENT * luck;
            let hit = || self.at(*square).filter(|unit| unit.is_active());
            let all: f64 = hit().map(|unit| f64::from(unit.strength)).sum();
            for target in hit() {
                let share = falls * f64::from(target.strength) / all * strength::exposure(self.mode(target));
                *lost.entry(target.id).or_default() += share;
            }
        }
        for (id, men) in &mut lost {
            *men = men.min(f64::from(self.arena.state.units[id].strength) * MOST_SHELLED);
        }
        lost
    }
}

/// Guns and troops of two sides about the middle of a map.
fn cannonade(lots: &mut Lots) -> Cannonade {
    let mut arena = Arena::new(lots, 0);
    arena.state.relations.set(nation("FR"), nation("BA"), Relation::Allied);
    arena.state.relations.set(nation("AU"), nation("BA"), Relation::Hostile);
    let near: Vec<TacticalSquare> =
        TacticalSquare::all().filter(|square| square.distance(TacticalSquare::MIDDLE) <= 2).collect();
    let mut came = Vec::new();
    for square in &near {
        if !lots.chance(35) {
            continue;
        }
        let code = *lots.pick(&["FR", "AU", "AU", "BA"]).unwrap();
        for _ in 0..*lots.pick(&[1, 1, 2, 5]).unwrap() {
            let id = worlds::soldier(lots, &mut arena, code, *square, true);
            let aim = *lots.pick(&near).unwrap();
            arena.order(id).bombard = Some(aim).filter(|_| lots.chance(40));
            arena.order(id).hold_fire = arena.orders.units[&id].bombard.is_none() && lots.chance(15);
            if lots.chance(8) {
                arena.unit(id).status = *lots.pick(&[Status::Inactive, Status::Shattered]).unwrap();
            } else if lots.chance(10) {
                came.push(id);
            }
        }
    }
    Cannonade { arena, came }
}

fn compare(seed: u64) -> Result<usize, String> {
    let field = cannonade(&mut Lots::new(seed, 5, 0));
    let mut turn = field.arena.turn(seed, PHASE);
    for (order, id) in (1..).zip(&field.came) {
        let from = worlds::tac(0, 0);
        turn.progress.get_mut(id).unwrap().tactics.came = Some(Arrival { from, order });
    }
    combat::phase(&mut turn);
    let events =
        || turn.events.iter().map(|told| &told.event).filter(|event| event.fact.kind() == Kind::Bombard);
    let fired: BTreeMap<UnitId, Option<TacticalSquare>> =
        events().filter_map(|event| Some((event.fact.unit()?, event.fact.tac()))).collect();
    let units = || field.arena.state.units.values();
    let firing: Vec<(UnitId, TacticalSquare)> = units()
        .filter(|unit| field.fires(unit))
        .filter_map(|unit| Some((unit.id, field.target(unit)?)))
        .collect();
    let model = firing.iter().map(|(id, square)| (*id, Some(*square))).collect();
    same(|| format!("who bombards what, {}", tell(&field)), &fired, &model)?;
    let mut dice = Dice::new(seed, field.arena.state.turn);
    let shots = firing.len() as f64;
    for (id, lost) in field.losses(&mut dice, &firing) {
        let was = &field.arena.state.units[&id];
        let roll = dice.below(10_000, PHASE, "10.15", &format!("{id}"), 0);
        compare_hit(was, turn.state.units.get(&id), (lost, shots), roll)
            .map_err(|difference| format!("{difference}, {}", tell(&field)))?;
    }
    Ok(firing.len())
}

/// One unit that was hit: the men it lost, and whether it stands where it stood.
fn compare_hit(was: &Unit, now: Option<&Unit>, (lost, shots): (f64, f64), roll: u64) -> Result<(), String> {
    let men = lost.round() as u32;
    let mut left = was.clone();
    left.strength -= men;
    let trial = Trial { lost: men, before: was.strength, exposed: 0, melee_won: None };
    let share = lost / f64::from(was.strength);
    // Where a man more or less moves it to another row of the table, the engine's word is taken.
    let on_edge =
        [0.02, 0.05, 0.10].iter().any(|edge| (share - edge).abs() * f64::from(was.strength) <= shots + 1.0)
            || (f64::from(left.strength) - 50.0).abs() <= shots + 1.0;
    let is_remnant = men > 0 && left.strength < 50 && was.id.kind != UnitType::PontoonBridge;
    let verdict = if is_remnant { Verdict::Shatters } else { check::verdict(&left, trial, roll) };
    let stands = now.is_some_and(|unit| unit.tac == was.tac);
    let may_stand = matches!(verdict, Verdict::Stays) || was.id.kind == UnitType::NavalBattery;
    if !on_edge && verdict != Verdict::Open && stands != may_stand && was.id.kind != UnitType::NavalBattery {
        return Err(format!(
            "{} after losing {men}:\n  engine stands {stands}\n  model  {verdict:?}",
            was.id
        ));
    }
    // One rounding a shot.
    if let Some(now) = now.filter(|unit| unit.is_active()) {
        let engine = was.strength - now.strength;
        if (f64::from(engine) - lost).abs() > 0.5 + 0.5 * shots.min(4.0) {
            return Err(format!("what shells take from {}:\n  engine {engine}\n  model  {lost:.2}", was.id));
        }
    }
    Ok(())
}

/// The position, for whoever has to find out who is right.
fn tell(field: &Cannonade) -> String {
    let mut told = format!("came {:?}", field.came);
    for unit in field.arena.state.units.values() {
        let orders = &field.arena.orders.units[&unit.id];
        told += &format!(
            "\n  {} at {} {:?} {} men {} {:?} rounds {} {:?} defend {:?} bombard {:?} hold {}",
            unit.id,
            unit.tac,
            unit.status,
            unit.strength,
            unit.batteries,
            unit.guns,
            unit.ammunition,
            unit.quality,
            orders.defend,
            orders.bombard,
            orders.hold_fire
        );
    }
    told
}

#[test]
fn guns_bombard_as_the_book_says() {
    let seen = agree(400, compare);
    assert!(seen > 600, "only {seen} shots");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn guns_bombard_so_anywhere(seed in any::<u64>()) {
        compare(seed).map_err(TestCaseError::fail)?;
    }
}

//! Morale rises and falls (rule 3.7, R-3.7b to R-3.7e): by battles and cities, by hunger, and back to the
//! middle. A shattered unit's does not change before it has reformed.

use std::collections::{BTreeMap, BTreeSet};

use crate::combat::fought::{Fought, Party};
use crate::detection::witness;
use crate::event::Fact;
pub use crate::event::mood::Mood;
use crate::field::Field;
use crate::turn::Turn;
use crate::unit::{Quality, Status, Unit, UnitId};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;

/// Morale to which all units tend, and with which they begin (rule 3.7).
const MIDDLE: i32 = 50;

/// Men lost in a battle, both sides together, from which each column of [`BATTLE`] holds.
const BATTLE_SIZES: [u32; 4] = [100, 1000, 2500, 5000];

/// What a battle moves, by how near a unit is (its row) and how many men were lost (its column).
const BATTLE: [[i32; 4]; 4] = [
    [2, 4, 8, 12], // in it
    [0, 2, 4, 6],  // in the same strategic square
    [0, 0, 2, 4],  // 1 to 3 squares away
    [0, 0, 0, 2],  // 4 to 12 squares away
];

/// The farthest squares of the rows of [`BATTLE`] that are for units outside the battle.
const BATTLE_REACH: [u8; 3] = [0, 3, 12];

/// What a city taken or lost moves: in its square, up to [`CITY_NEAR`] squares away, beyond.
const CITY: [i32; 3] = [8, 4, 2];

/// How far a city is near (details, 3.7).
const CITY_NEAR: u8 = 12;

/// The column of [`BATTLE`] of a battle in which so many men were lost; none if it moves nobody.
fn column(men: u32) -> Option<usize> {
    BATTLE_SIZES.iter().rposition(|from| men >= *from)
}

/// ROTD-EUWOL 3.7: how many squares away a battle in which so many men were lost, both sides together, moves the morale of
/// those who were not in it; none if it moves nobody's.
pub fn reach(men: u32) -> Option<u8> {
    let column = column(men)?;
    (0..3).filter(|row| BATTLE[row + 1][column] > 0).map(|row| BATTLE_REACH[row]).max()
}

/// All fighting of one phase in one strategic square.
struct Battle<'a> {
    at: StrategicSquare,
    fights: Vec<&'a Fought>,
}

/// ROTD-EUWOL 3.7, R-3.7, R-3.7c: the row of the turn list after the combats of a phase: the battles of the phase
/// move the morale of those who fought in them and of those near.
pub fn by_battles(turn: &mut Turn) {
    let mut squares = BTreeMap::<StrategicSquare, Vec<&Fought>>::new();
    for fought in turn.fought.iter().filter(|fought| fought.phase == turn.phase) {
        squares.entry(fought.place.at).or_default().push(fought);
    }
    let battles = squares.into_iter().map(|(at, fights)| Battle { at, fights });
    let effects = battles.flat_map(|battle| battle.effects(turn.field())).collect::<Vec<_>>();
    for effect in effects {
        effect.take(turn);
    }
}

/// What one battle does to one unit, before quality and luck.
struct Effect {
    unit: UnitId,
    battle: StrategicSquare,
    points: i32,
    /// Whether only allies of its nation fought.
    is_halved: bool,
    has_won: bool,
    /// Whether the unit was in it.
    is_own: bool,
}

impl Battle<'_> {
    /// ROTD-EUWOL 3.7, R-3.7: what the battle does to each unit within its reach.
    fn effects(&self, field: Field<'_>) -> Vec<Effect> {
        let men: u32 = self.fights.iter().map(|fought| fought.winners.losses + fought.losers.losses).sum();
        let Some(column) = column(men) else { return Vec::new() };
        let reach = reach(men);
        let is_near = |at: StrategicSquare| reach.is_some_and(|reach| at.distance(self.at) <= reach);
        let fighters: BTreeSet<UnitId> = self.fights.iter().flat_map(|fought| fighters(fought)).collect();
        let near = field.occupancy.iter().filter(|(at, _)| is_near(*at)).flat_map(|(_, units)| units);
        let all: BTreeSet<UnitId> = near.copied().chain(fighters).collect();
        all.into_iter().filter_map(|id| self.effect(field.unit(id)?, field, column)).collect()
    }

    fn effect(&self, unit: &Unit, field: Field<'_>, column: usize) -> Option<Effect> {
        let own = self.fights.iter().copied().find(|fought| fighters(fought).any(|id| id == unit.id));
        let row = match own {
            Some(_) => 0,
            None => 1 + BATTLE_REACH.iter().position(|reach| unit.at.distance(self.at) <= *reach)?,
        };
        let points = BATTLE[row][column];
        let has_won = match own {
            Some(fought) => fought.winners.units.contains(&unit.id),
            None => self.outcome_for(field, unit.id.nation)?,
        };
        let is_halved = !self.fights.iter().any(|fought| {
            [&fought.winners, &fought.losers].iter().any(|party| party.nations.contains(&unit.id.nation))
        });
        let is_own = own.is_some();
        (points > 0).then_some(Effect { unit: unit.id, battle: self.at, points, is_halved, has_won, is_own })
    }

    /// R-3.7c: whether the battle was won (true) or lost for a nation that looks on: by its side's fights in the
    /// square, each with the weight of the men lost in it. Nothing for those who are of no side in it, or of both,
    /// and nothing where won and lost weigh the same.
    fn outcome_for(&self, field: Field<'_>, nation: NationCode) -> Option<bool> {
        let is_of =
            |party: &Party| party.nations.iter().any(|other| field.relation(nation, *other).is_friendly());
        let weight = self.fights.iter().map(|fought| {
            let men = i64::from(fought.winners.losses) + i64::from(fought.losers.losses);
            match (is_of(&fought.winners), is_of(&fought.losers)) {
                (true, false) => men,
                (false, true) => -men,
                _ => 0,
            }
        });
        match weight.sum::<i64>() {
            0 => None,
            balance => Some(balance > 0),
        }
    }
}

fn fighters(fought: &Fought) -> impl Iterator<Item = UnitId> {
    fought.winners.units.iter().chain(&fought.losers.units).copied()
}

impl Effect {
    /// ROTD-EUWOL 3.7, R-3.7d: the points times what the unit's quality makes of them, half of it for allies of those
    /// who fought, and one more, one less or neither by the dice: up for the winners, down for the losers.
    fn take(&self, turn: &mut Turn) {
        let Some(quality) = turn.state.units.get(&self.unit).map(|unit| unit.quality) else { return };
        let roller = format!("{} {}", self.unit, turn.atlas.map.grid.label(self.battle));
        let swing = swing(turn, &roller);
        let points = (by_quality(self.points, quality, self.is_halved) + swing).max(0);
        stir(turn, self.unit, if self.has_won { points } else { -points }, self.mood());
    }

    fn mood(&self) -> Mood {
        match (self.is_own, self.has_won) {
            (true, true) => Mood::OwnBattleWon,
            (true, false) => Mood::OwnBattleLost,
            (false, true) => Mood::BattleWonNear,
            (false, false) => Mood::BattleLostNear,
        }
    }
}

/// Details 3.7: points times (14 - Q)/10, Q from 1 (very poor) to 7 (excellent), and half of that where it is halved,
/// rounded half up.
fn by_quality(points: i32, quality: Quality, is_halved: bool) -> i32 {
    let parts = if is_halved { 20 } else { 10 };
    half_up(points * (14 - rank(quality)), parts)
}

/// Quality as a number, 1 (very poor) to 7 (excellent).
fn rank(quality: Quality) -> i32 {
    quality as i32 + 1
}

/// A quotient of numbers that are not negative, rounded half up (G-03).
fn half_up(number: i32, by: i32) -> i32 {
    (2 * number + by) / (2 * by)
}

/// R-3.7d: "plus or minus 1 at random": one less, nothing or one more, alike often.
fn swing(turn: &mut Turn, roller: &str) -> i32 {
    match turn.dice.below(3, turn.phase, "3.7", roller, 0) {
        0 => -1,
        1 => 0,
        _ => 1,
    }
}

/// ROTD-EUWOL 3.7, R-3.7: a city has gone from one nation to another: units of the taker's side gain morale
/// everywhere, units of the loser's side lose it, the nearer the more, and half where it was an ally's doing or loss.
pub fn by_city(turn: &mut Turn, at: StrategicSquare, loser: NationCode, taker: NationCode) {
    let field = turn.field();
    let effect = |unit: &Unit| {
        let of = |nation| field.relation(unit.id.nation, nation).is_friendly();
        let (nation, sign) = match (of(taker), of(loser)) {
            (true, false) => (taker, 1),
            (false, true) => (loser, -1),
            _ => return None,
        };
        let row = match unit.at.distance(at) {
            0 => 0,
            1..=CITY_NEAR => 1,
            _ => 2,
        };
        let points = if unit.id.nation == nation { CITY[row] } else { CITY[row] / 2 };
        Some((unit.id, sign * points))
    };
    for (id, change) in field.state.units.values().filter_map(effect).collect::<Vec<_>>() {
        stir(turn, id, change, if change > 0 { Mood::CityTaken } else { Mood::CityLost });
    }
}

/// Moves a unit's morale by a battle or a city, and remembers that it was moved: it does not tend to the middle at
/// the end of this turn.
fn stir(turn: &mut Turn, id: UnitId, change: i32, mood: Mood) {
    move_by(turn, id, change, mood);
    let is_shattered = turn.state.units.get(&id).is_none_or(|unit| unit.status == Status::Shattered);
    if let Some(progress) = turn.progress.get_mut(&id).filter(|_| !is_shattered) {
        progress.stirred = true;
    }
}

/// Moves a unit's morale, unless it is shattered, and keeps in mind by what and how far.
fn move_by(turn: &mut Turn, id: UnitId, change: i32, mood: Mood) {
    let Some(unit) = turn.state.units.get_mut(&id).filter(|unit| unit.status != Status::Shattered) else {
        return;
    };
    let before = i32::from(unit.morale);
    shift(unit, change);
    let moved = i32::from(unit.morale) - before;
    if let Some(progress) = turn.progress.get_mut(&id).filter(|_| moved != 0) {
        *progress.moods.entry(mood).or_default() += moved;
    }
}

/// morale stays between 0 and 100.
fn shift(unit: &mut Unit, change: i32) {
    let morale = (i32::from(unit.morale) + change).clamp(0, 100);
    unit.morale = u8::try_from(morale).unwrap_or(unit.morale);
}

/// ROTD-EUWOL 3.7, R-3.7b: a unit that has neither supplies nor the land to live off loses morale, the more of it the
/// longer it has gone without, this turn counted.
pub fn by_hunger(turn: &mut Turn, id: UnitId) {
    let swing = swing(turn, &format!("{id} hungry"));
    let most = turn.book.supply.most_hungry_turns;
    let Some(unit) = turn.state.units.get(&id) else { return };
    let loss = (hunger(unit, swing) * i32::from(unit.hungry.min(most))).max(0);
    move_by(turn, id, -loss, Mood::Hunger);
}

/// Details 3.7: (8 - Q) x (125 - M) / 200 + 2, rounded half up, and what the dice add.
fn hunger(unit: &Unit, swing: i32) -> i32 {
    half_up((8 - rank(unit.quality)) * (125 - i32::from(unit.morale)), 200) + 2 + swing
}

/// ROTD-EUWOL 3.7, R-3.7: the row of the turn list at the turn's end: the morale of units that neither a battle nor a
/// city has moved goes a fifth of the way back to the middle.
pub fn regress(turn: &mut Turn) {
    for (id, progress) in &turn.progress {
        if let Some(unit) = turn.state.units.get_mut(id).filter(|_| !progress.stirred) {
            tend_to_the_middle(unit);
        }
    }
}

/// ROTD-EUWOL 3.7, R-3.7: a fifth of the way; that of a shattered unit stays.
pub fn tend_to_the_middle(unit: &mut Unit) {
    if unit.status != Status::Shattered {
        shift(unit, -a_fifth(i32::from(unit.morale) - MIDDLE));
    }
}

/// ROTD-EUWOL 3.7: the row of the turn list: each unit's commander and deputy are told by what its morale rose or fell
/// in this turn. That it tends to the middle is the rule of every turn, and told to nobody.
pub fn tell(turn: &mut Turn) {
    let moved = turn.progress.iter().filter(|(_, progress)| !progress.moods.is_empty());
    let moved = moved.map(|(id, progress)| (*id, progress.moods.clone()));
    for (id, moods) in moved.collect::<Vec<_>>() {
        let change: i32 = moods.values().sum();
        // What made up for one another left nothing to tell.
        if change != 0 {
            let moods = moods.into_keys().collect();
            let fact = Fact::Morale { stand: turn.stand(id), change, moods };
            witness::tell_own(turn, id, fact);
        }
    }
}

/// a fifth of the way, the fraction dropped, but at least one point from three points off.
fn a_fifth(off: i32) -> i32 {
    match off.abs() {
        0..=2 => 0,
        3 | 4 => off.signum(),
        _ => off / 5,
    }
}

/// ROTD-EUWOL 3.7, R-3.7e: at the end of a season of peace or truce morale goes half of the way back to the middle,
/// half a point counted as a whole one.
pub fn settle_in_peace(unit: &mut Unit) {
    let off = i32::from(unit.morale) - MIDDLE;
    shift(unit, -(off + off.signum()) / 2);
}

#[cfg(test)]
mod tests;

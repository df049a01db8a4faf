//! Whether it comes to close quarters, and who wins there (rules 10.1, 10.9).

use crate::book::combat::Combat;
use crate::combat::amount::{luck, times};
use crate::combat::battle::{ATTACKERS, Battle, DEFENDERS};
use crate::combat::flanks::opposite;
use crate::combat::segment::{self, Formation, strengths};
use crate::combat::strength::{Attitude, Segment, can_close};
use crate::orders::BattleLine;
use crate::turn::Turn;
use crate::unit::{Quality, Unit};

/// ROTD-EUWOL 10.1, R-10.1, R-10.1d: whether there is a melee: some defender holds in defend or last-ditch mode or in a fort, where
/// nobody gives way, and some attacker in assault or attack mode, in the first or second line, can close. If one can, all go. Guns without
/// ammunition cannot (11.12).
pub fn happens(turn: &mut Turn, battle: &Battle, attackers: &Formation) -> bool {
    let holds = battle.camps[DEFENDERS].present().any(|fighter| fighter.attitude.closes() || fighter.in_fort);
    if !holds {
        return false;
    }
    let mut closes = false;
    for (place, share) in &attackers.shares {
        let fighter = &battle.camps[ATTACKERS].fighters[*place];
        let in_reach = share.of(BattleLine::First) + share.of(BattleLine::Second) > 0;
        let may = |unit: &&Unit| in_reach && fighter.attitude.closes() && can_close(unit);
        let Some(unit) = turn.state.units.get(&fighter.id).filter(may) else {
            continue;
        };
        let chance = chance_to_close(&turn.book.combat, unit, fighter.attitude);
        let phase = turn.phase;
        closes |= turn.dice.chance(chance, phase, "10.1", &fighter.id.to_string(), 0);
    }
    closes
}

/// the chance of a unit to close, in ten-thousandths, by its attitude, quality, experience and morale.
pub fn chance_to_close(numbers: &Combat, unit: &Unit, attitude: Attitude) -> u32 {
    let signed = |number: u32| i64::from(number);
    let base = numbers.melee.close[usize::from(attitude != Attitude::Utmost)];
    let quality = unit.quality as i64 - Quality::Average as i64;
    // The band of 9-15 is the fourth.
    let bands = numbers.band_of_experience(unit.experience).saturating_sub(3) as i64;
    let chance = signed(base)
        + quality * signed(numbers.melee.close_quality)
        + bands * signed(numbers.melee.close_experience)
        + (i64::from(unit.morale) - 50) * signed(numbers.melee.close_morale);
    chance.clamp(signed(numbers.melee.close_limits.0), signed(numbers.melee.close_limits.1)) as u32
}

/// ROTD-EUWOL 10.9, 11.12, R-10.9: the melee: all units of the three lines engage, but for guns without ammunition, both
/// camps hurt each other, the loser a quarter more. Returns who won: who stands better after the losses (R-10.9b), of equals
/// the defenders.
pub fn fight(turn: &mut Turn, battle: &mut Battle, formations: &[Formation; 2]) -> usize {
    for side in [ATTACKERS, DEFENDERS] {
        shrink_from_odds(turn, battle, formations, side);
    }
    let strength = totals(turn, battle, formations);
    let losses = [ATTACKERS, DEFENDERS].map(|side| {
        let enemy = strength[opposite(side)];
        segment::losses(turn, battle, side, &formations[side], enemy, Segment::Melee)
    });
    for side in [ATTACKERS, DEFENDERS] {
        segment::apply(turn, battle, side, &formations[side], &losses[side], Segment::Melee);
    }
    let [attackers, defenders] = standing(turn, battle, formations);
    let winner = if attackers > defenders { ATTACKERS } else { DEFENDERS };
    lose_more(turn, battle, opposite(winner), &formations[opposite(winner)], &losses[opposite(winner)]);
    for side in [ATTACKERS, DEFENDERS] {
        let engages = |place: &usize| {
            turn.state.units.get(&battle.camps[side].fighters[*place].id).is_some_and(can_close)
        };
        for place in formations[side].in_line().filter(engages).collect::<Vec<_>>() {
            segment::engage(turn, &mut battle.camps[side].fighters[place]);
        }
    }
    winner
}

/// ROTD-EUWOL 10.9: units in attack or defend mode skirmish if the odds in melee are 2:1 or more against them.
fn shrink_from_odds(turn: &Turn, battle: &mut Battle, formations: &[Formation; 2], side: usize) {
    let strength = totals(turn, battle, formations);
    let limit = u64::from(turn.book.combat.melee.odds_to_skirmish);
    if strength[opposite(side)] * 1000 < strength[side] * limit {
        return;
    }
    for fighter in &mut battle.camps[side].fighters {
        if fighter.attitude == Attitude::Firm {
            fighter.attitude = Attitude::Skirmish;
        }
    }
}

fn totals(turn: &Turn, battle: &Battle, formations: &[Formation; 2]) -> [u64; 2] {
    [ATTACKERS, DEFENDERS]
        .map(|side| strengths(turn.field(), battle, side, &formations[side], Segment::Melee).iter().sum())
}

/// R-10.9b: how the camps stand to one another: the strength in melee that is left of all their units, men who fit in no
/// line counted as in the rear, with some luck.
fn standing(turn: &mut Turn, battle: &Battle, formations: &[Formation; 2]) -> [u64; 2] {
    let bounds = turn.book.combat.melee.luck_of_standing;
    [ATTACKERS, DEFENDERS].map(|side| {
        let all = segment::standing(turn.field(), battle, side, &formations[side]);
        let roller = format!("{} {}", battle.roller, ["attackers", "defenders"][side]);
        times(all, &[luck(turn, bounds, "10.9b", &roller)])
    })
}

/// R-10.9b: whether the defenders hold the square when it came to no melee: while anybody stands in a fort always, whatever the
/// posture (10.8 keeps garrisons in place); else those who mean to (Defend, Last-ditch) unless the attackers stand more than
/// twice as strong, and others only if they stand at least twice as strong as the attackers.
pub fn holds_without(turn: &mut Turn, battle: &Battle, formations: &[Formation; 2]) -> bool {
    if has_garrison(turn, battle) {
        return true;
    }
    let numbers = &turn.book.combat;
    let (to_drive_off, to_hold) =
        (u64::from(numbers.melee.odds_to_drive_off), u64::from(numbers.melee.odds_to_hold));
    let means_to = battle.camps[DEFENDERS].present().any(|fighter| fighter.attitude.closes());
    let [attackers, defenders] = standing(turn, battle, formations);
    if means_to {
        attackers * 1000 <= defenders * to_drive_off
    } else {
        defenders * 1000 >= attackers * to_hold
    }
}

/// R-10.9b, R-10.7e: whether defenders stand in a fort, as many men as make a unit: the last ones of a garrison that fire alone has
/// worn down hold it no longer.
fn has_garrison(turn: &Turn, battle: &Battle) -> bool {
    let inside = battle.camps[DEFENDERS].present().filter(|fighter| fighter.in_fort);
    let men: u32 =
        inside.filter_map(|fighter| turn.state.units.get(&fighter.id)).map(|unit| unit.strength).sum();
    men >= turn.book.combat.losses.remnant
}

/// the loser of the melee loses a quarter more than it has.
fn lose_more(turn: &mut Turn, battle: &mut Battle, side: usize, formation: &Formation, lost: &[u32]) {
    let numbers = &turn.book.combat;
    let more = |(place, lost): (&usize, &u32)| {
        let id = battle.camps[side].fighters[*place].id;
        let men = turn.state.units.get(&id).map_or(0, |unit| unit.strength);
        let most = ((men + lost) * numbers.losses.most / 1000).saturating_sub(*lost);
        let all = times(u64::from(*lost), &[numbers.losses.melee_loser]) as u32;
        (all - lost).min(most).min(men)
    };
    let places = formation.shares.iter().map(|(place, _)| place);
    let extra: Vec<u32> = places.zip(lost).map(more).collect();
    segment::apply(turn, battle, side, formation, &extra, Segment::Melee);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::combat::ROTD_EUWOL;
    use crate::sandbox::Sandbox;

    #[test]
    fn who_closes() {
        let mut sandbox = Sandbox::new("1x1", |_| {});
        let mut of = |attitude, quality, experience, morale| {
            let unit = sandbox.unit("FR1IN", "A0-N0", "7-7");
            (unit.quality, unit.experience, unit.morale) = (quality, experience, morale);
            chance_to_close(&ROTD_EUWOL, unit, attitude)
        };
        assert_eq!(of(Attitude::Utmost, Quality::Average, 15, 50), 6000);
        assert_eq!(of(Attitude::Firm, Quality::Average, 0, 50), 3500);
        assert_eq!(of(Attitude::Firm, Quality::Good, 16, 60), 3500 + 500 + 200 + 500);
        assert_eq!(of(Attitude::Firm, Quality::VeryPoor, 9, 0), 500);
        assert_eq!(of(Attitude::Utmost, Quality::Excellent, 64, 100), 9500);
    }
}

//! Morale checks (rules 10.8, 10.12, 14.1; details "morale").

use crate::book::combat::Combat;
use crate::combat::amount::times;
use crate::combat::battle::{Battle, Departure};
use crate::combat::flanks::{Flanks, opposite};
use crate::combat::leave::{self, Danger, Fate};
use crate::combat::remnant;
use crate::combat::segment::Formation;
use crate::detection::witness;
use crate::event::{Fact, Nerve};
use crate::shattered;
use crate::turn::Turn;
use crate::unit::{Unit, UnitId};

/// What a check is about, beside the unit itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The men it lost in the segment, and those it had before.
    pub lost: u32,
    /// Men at the segment's beginning.
    pub of: u32,
    /// Whether it was then in a manned fort.
    pub behind_walls: bool,
    /// Its camp's flanks.
    pub flanks: Flanks,
    /// What asks for the check.
    pub asked: Asked,
}

/// What asks for a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    Shells,
    Fire,
    /// Close quarters, and whether its camp won them.
    Melee {
        won: bool,
    },
}

impl Asked {
    /// The rule by which it is rolled.
    fn rule(self) -> &'static str {
        match self {
            Asked::Shells => "10.15",
            Asked::Fire => "10.8",
            Asked::Melee { .. } => "10.12",
        }
    }
}

/// The chances of a check, in ten-thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    pub retreat: u32,
    pub rout: u32,
}

/// ROTD-EUWOL 10.8, G-04: the chances that a unit retreats or routs: by the share of men it lost, times its quality,
/// experience, fatigue and flanks, and then with the points added. `None` below 2 % of losses: there is no check.
pub fn chances(numbers: &Combat, unit: &Unit, trial: Trial) -> Option<Chances> {
    let table = &numbers.check;
    let reached = |from: &&u32| u64::from(trial.lost) * 1000 >= u64::from(**from) * u64::from(trial.of);
    let band = table.losses.iter().take_while(reached).count().checked_sub(1).filter(|_| trial.of > 0)?;
    let quality = unit.quality as usize;
    let experience = numbers.band_of_experience(unit.experience);
    let fatigue = table.fatigue_bands.iter().take_while(|highest| unit.fatigue > **highest).count();
    let flank = trial.flanks.exposed().checked_sub(1).map_or(1000, |place| table.flank[place]);
    let chance = |base: u32, quality: (u32, i32), experience: u32, fatigue: u32, melee: i32| {
        let multiplied = times(u64::from(base), &[quality.0, experience, fatigue, flank]);
        let points = match trial.asked {
            Asked::Melee { won: true } => quality.1 - melee,
            Asked::Melee { won: false } => quality.1 + melee,
            Asked::Shells | Asked::Fire => quality.1,
        };
        (i32::try_from(multiplied).unwrap_or(10_000) + points).clamp(0, 10_000) as u32
    };
    Some(Chances {
        retreat: chance(
            table.retreat[band],
            table.quality_retreat[quality],
            table.experience_retreat[experience],
            table.fatigue_retreat[fatigue],
            table.melee.0,
        ),
        rout: chance(
            table.rout[band],
            table.quality_rout[quality],
            table.experience_rout[experience],
            table.fatigue_rout[fatigue],
            table.melee.1,
        ),
    })
}

/// ROTD-EUWOL 10.8, 10.12: the units of a camp that lost 2 % or more in a segment take a morale check, in id order, and
/// those that fail leave.
pub fn camp(turn: &mut Turn, battle: &mut Battle, side: usize, formation: &Formation, asked: Asked) {
    let danger = Danger { entries: battle.camps[opposite(side)].entries.clone() };
    let segment = usize::from(asked != Asked::Fire);
    let walls = battle.fort.is_some();
    for (place, _) in &formation.shares {
        let fighter = &battle.camps[side].fighters[*place];
        let (id, lost) = (fighter.id, fighter.lost[segment]);
        let Some(unit) = turn.state.units.get(&id) else { continue };
        let trial = Trial {
            lost,
            of: unit.strength + lost,
            behind_walls: walls && fighter.in_fort,
            flanks: formation.flanks,
            asked,
        };
        let departure = one(turn, id, trial, &danger);
        battle.camps[side].fighters[*place].departure = departure;
    }
}

/// ROTD-EUWOL 10.8, 14.1, R-10.7e, R-10.8: what losses do to a unit: of a remnant there is no check; else it takes one
/// roll: the chance to rout first, then that to retreat. Whoever is too tired shatters; whoever is in a fort does not
/// move.
pub fn one(turn: &mut Turn, id: UnitId, trial: Trial, danger: &Danger) -> Option<Departure> {
    if trial.lost > 0
        && let Some(fate) = remnant::breaks_up(turn, id, trial.behind_walls)
    {
        return departure(fate, Departure::Shattered);
    }
    let numbers = &turn.book.combat;
    let unit = turn.state.units.get(&id)?;
    let chances = chances(numbers, unit, trial)?;
    let (in_fort, too_tired) = (unit.in_fort, unit.fatigue >= numbers.check.shatters_at);
    if too_tired && !in_fort {
        tell(turn, id, trial, Nerve::TooTired);
        return departure(shattered::shatter(turn, id), Departure::Shattered);
    }
    let phase = turn.phase;
    let roll = turn.dice.below(10_000, phase, trial.asked.rule(), &id.to_string(), 0) as u32;
    if roll >= chances.rout + chances.retreat {
        tell(turn, id, trial, Nerve::Stood);
        return None;
    }
    // Rules 9.8, 10.8: whoever fails stops engaging, whatever becomes of it.
    if let Some(progress) = turn.progress.get_mut(&id) {
        progress.orders.engage = None;
    }
    if in_fort {
        tell(turn, id, trial, Nerve::Wavered);
        return None;
    }
    if roll < chances.rout {
        tell(turn, id, trial, Nerve::Routed);
        return departure(leave::rout(turn, id), Departure::Routed);
    }
    tell(turn, id, trial, Nerve::GaveWay);
    departure(leave::retreat(turn, id, danger), Departure::Retreated)
}

/// How a unit left, by what became of its attempt; `None` if it is still there.
pub fn departure(fate: Fate, meant: Departure) -> Option<Departure> {
    match fate {
        Fate::Moved => Some(meant),
        Fate::Stayed => None,
        Fate::Shattered => Some(Departure::Shattered),
        Fate::Surrendered => Some(Departure::Surrendered),
        Fate::Destroyed => Some(Departure::Destroyed),
    }
}

/// A unit's own side is told how it took its losses.
fn tell(turn: &mut Turn, id: UnitId, trial: Trial, nerve: Nerve) {
    let (men, by_shells) = (trial.lost, trial.asked == Asked::Shells);
    witness::tell_own(turn, id, Fact::Check { stand: turn.stand(id), men, by_shells, nerve });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::combat::ROTD_EUWOL;
    use crate::sandbox::Sandbox;
    use crate::unit::Quality;

    fn of(change: impl Fn(&mut Unit), lost: u32, flanks: Flanks, asked: Asked) -> Option<(u32, u32)> {
        let mut sandbox = Sandbox::new("1x1", |_| {});
        let unit = sandbox.unit("FR1IN", "A0-N0", "7-7");
        (unit.experience, unit.fatigue) = (16, 6);
        change(unit);
        let chances =
            chances(&ROTD_EUWOL, unit, Trial { lost, of: 1000, behind_walls: false, flanks, asked });
        chances.map(|chances| (chances.retreat, chances.rout))
    }

    #[test]
    fn losses_have_bands_open_above() {
        let plain = |lost| of(|_| {}, lost, Flanks::Both, Asked::Fire);
        assert_eq!(plain(19), None);
        assert_eq!(plain(20), Some((250, 100)));
        assert_eq!(plain(49), Some((250, 100)));
        assert_eq!(plain(50), Some((500, 200)));
        assert_eq!(plain(100), Some((1000, 400)));
        assert_eq!(plain(200), Some((2500, 1000)));
        assert_eq!(plain(300), Some((4000, 1600)));
        assert_eq!(plain(400), Some((5000, 2000)));
        assert_eq!(plain(500), Some((6000, 2400)));
    }

    #[test]
    fn quality_experience_fatigue_and_flanks_multiply_and_points_come_after() {
        let with = |change: fn(&mut Unit)| of(change, 100, Flanks::Both, Asked::Fire);
        assert_eq!(with(|unit| unit.quality = Quality::VeryPoor), Some((1300, 600)));
        assert_eq!(with(|unit| unit.quality = Quality::VeryGood), Some((400, 180)));
        assert_eq!(with(|unit| unit.quality = Quality::Excellent), Some((0, 0)), "never below nothing");
        assert_eq!(with(|unit| unit.experience = 0), Some((2000, 1200)));
        assert_eq!(with(|unit| unit.experience = 3), Some((1500, 800)));
        assert_eq!(with(|unit| unit.experience = 64), Some((700, 200)));
        assert_eq!(with(|unit| unit.fatigue = 0), Some((750, 300)));
        assert_eq!(with(|unit| unit.fatigue = 12), Some((1500, 800)));
        assert_eq!(of(|_| {}, 100, Flanks::One, Asked::Fire), Some((1100, 440)));
        assert_eq!(of(|_| {}, 100, Flanks::None, Asked::Fire), Some((1200, 480)));
        assert_eq!(of(|_| {}, 100, Flanks::Both, Asked::Melee { won: true }), Some((0, 0)));
        assert_eq!(of(|_| {}, 100, Flanks::Both, Asked::Melee { won: false }), Some((2000, 2400)));
    }
}

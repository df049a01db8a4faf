//! The morale check (10.8, 10.12, 14.1; details "morale", R-10.8e): the table a second time, and one roll.

use fieldpost_ground::square::TacticalSquare;
use fieldpost_land::book::ROTD_EUWOL;
use fieldpost_land::combat::check as engine;
use fieldpost_land::combat::flanks::Flanks;
use fieldpost_land::muster;
use fieldpost_land::unit::{Quality, Unit, UnitId, UnitType};
use fieldpost_proof::land::soak::lots::Lots;

use super::strength::band;
use super::worlds::{HERE, nation};
use super::{agree, same};

/// What a check is about: the men lost in the segment and those before it, flanks exposed, and after a melee whether
/// it was won.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    pub lost: u32,
    pub before: u32,
    pub exposed: usize,
    pub melee_won: Option<bool>,
}

/// What comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Stays,
    Retreats,
    Routs,
    Shatters,
    /// The roll is so near a chance that rounding decides.
    Open,
}

/// The chances to rout and to retreat, in ten-thousandths; none below 2 % of losses.
pub fn chances(unit: &Unit, trial: Trial) -> Option<(f64, f64)> {
    let lost = f64::from(trial.lost) / f64::from(trial.before.max(1));
    // Losses from, retreat, rout.
    let table = [
        (0.5, 6000.0, 2400.0),
        (0.4, 5000.0, 2000.0),
        (0.3, 4000.0, 1600.0),
        (0.2, 2500.0, 1000.0),
        (0.1, 1000.0, 400.0),
        (0.05, 500.0, 200.0),
        (0.02, 250.0, 100.0),
    ];
    let (_, retreat, rout) = table.into_iter().find(|row| lost >= row.0 - 1e-12)?;
    let (of_quality, points_retreat, of_quality_rout, points_rout): (f64, f64, f64, f64) = match unit.quality
    {
        Quality::VeryPoor => (1.3, 0.0, 1.5, 0.0),
        Quality::Poor => (1.2, 0.0, 1.3, 0.0),
        Quality::Fair => (1.05, 0.0, 1.1, 0.0),
        Quality::Average => (1.0, 0.0, 1.0, 0.0),
        Quality::Good => (0.95, 0.0, 0.9, 0.0),
        Quality::VeryGood => (0.9, -500.0, 0.95, -200.0),
        Quality::Excellent => (0.8, -1000.0, 0.6, -500.0),
    };
    let band = band(unit.experience);
    let experience = [2.0, 1.5, 1.2, 1.1, 1.0, 0.95, 0.9, 0.8, 0.7][band];
    let experience_rout = [3.0, 2.0, 1.5, 1.2, 1.0, 0.9, 0.8, 0.6, 0.5][band];
    let (fatigue, fatigue_rout) = match unit.fatigue {
        0..=2 => (0.75, 0.75),
        3..=5 => (0.9, 0.9),
        6..=8 => (1.0, 1.0),
        9..=11 => (1.2, 1.2),
        _ => (1.5, 2.0),
    };
    let flank = [1.0, 1.1, 1.2][trial.exposed];
    let (won, won_rout) = match trial.melee_won {
        None => (0.0, 0.0),
        Some(true) => (-1000.0, -2000.0),
        Some(false) => (1000.0, 2000.0),
    };
    // G-04: factors first, then points, then the bounds.
    let retreat: f64 = retreat * of_quality * experience * fatigue * flank + points_retreat + won;
    let rout: f64 = rout * of_quality_rout * experience_rout * fatigue_rout * flank + points_rout + won_rout;
    Some((rout.clamp(0.0, 10_000.0), retreat.clamp(0.0, 10_000.0)))
}

/// 10.8, 14.1: one roll, the band of routing first; who is at sixteen of fatigue shatters by being tested at all.
pub fn verdict(unit: &Unit, trial: Trial, roll: u64) -> Verdict {
    let Some((rout, retreat)) = chances(unit, trial) else { return Verdict::Stays };
    if unit.fatigue >= 16 {
        return Verdict::Shatters;
    }
    let roll = roll as f64;
    let near = |bound: f64| (roll - bound).abs() <= 1.0 && bound > 0.0;
    if near(rout) || near(rout + retreat) {
        Verdict::Open
    } else if roll < rout {
        Verdict::Routs
    } else if roll < rout + retreat {
        Verdict::Retreats
    } else {
        Verdict::Stays
    }
}

/// The table itself, asked of engine and model with a thousand units.
fn compare(seed: u64) -> Result<usize, String> {
    let mut lots = Lots::new(seed, 4, 0);
    let id = UnitId { nation: nation("FR"), number: 1, kind: UnitType::Infantry };
    let mut seen = 0;
    for _ in 0..500 {
        let mut unit = muster::unit(&ROTD_EUWOL, id, HERE, TacticalSquare::MIDDLE);
        unit.quality = *lots.pick(&Quality::ALL).unwrap();
        unit.experience = lots.small(0, 80).into();
        unit.fatigue = lots.small(0, 20).into();
        let before = 1 + lots.below(3000) as u32;
        let lost = lots.below(before as usize * 7 / 10 + 1) as u32;
        let (exposed, melee_won) = (lots.below(3), *lots.pick(&[None, Some(true), Some(false)]).unwrap());
        let flanks = [Flanks::Both, Flanks::One, Flanks::None][exposed];
        let asked = melee_won.map_or(engine::Asked::Fire, |won| engine::Asked::Melee { won });
        let asked = engine::Trial { lost, of: before, behind_walls: false, flanks, asked };
        let told = engine::chances(&ROTD_EUWOL.combat, &unit, asked);
        let model = chances(&unit, Trial { lost, before, exposed, melee_won });
        let what =
            || format!("the chances of {unit:?} with {lost} of {before} lost, {flanks:?}, {melee_won:?}");
        same(what, &told.is_some(), &model.is_some())?;
        if let Some((told, (rout, retreat))) = told.zip(model) {
            let near = |told: u32, model: f64| (f64::from(told) - model).abs() <= 1.0;
            if !near(told.rout, rout) || !near(told.retreat, retreat) {
                return Err(format!(
                    "{}:\n  engine {told:?}\n  model  rout {rout}, retreat {retreat}",
                    what()
                ));
            }
            seen += 1;
        }
    }
    Ok(seen)
}

#[test]
fn the_table_of_morale_checks_is_that_of_the_page() {
    let seen = agree(10, compare);
    assert!(seen > 3_000, "only {seen} checks");
}

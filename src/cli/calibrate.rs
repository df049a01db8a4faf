//! `fieldpost calibrate`: battles of brigades of 2400 against one another, many times each, and what comes of them:
//! the table of `docs/rules/calibration.md`, by which FIRE and MELEE of the ruleset were chosen.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use crate::engine::ids::PlayerNo;
use crate::games::ground::nation::NationCode;
use crate::games::ground::sketch::Sketch;
use crate::games::ground::square::TacticalSquare;
use crate::games::ground::tactical::Atlas;
use crate::games::land::combat::battle::Departure;
use crate::games::land::combat::report::{BattleReport, CampReport};
use crate::games::land::muster;
use crate::games::land::orders::{
    AttackPosture, DefencePosture, Goal, Line, TacticalMove, TurnOrders, UnitOrders,
};
use crate::games::land::state::{LandState, Player, Rank, Season, Seat};
use crate::games::land::turn;
use crate::games::land::unit::{Unit, UnitId, UnitType};
use crate::games::land::variant::{self, Variant};

/// Arguments of `fieldpost calibrate`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rulebook.
    #[arg(long, default_value = "rotd-euwol")]
    pub ruleset: String,
    /// How often each battle is fought.
    #[arg(long, default_value_t = 1000)]
    pub trials: u64,
}

/// Attackers, defenders, and the rating of the defenders' square.
const BATTLES: &[(u16, u16, u8)] = &[
    (1, 1, 2),
    (1, 1, 0),
    (1, 1, 4),
    (8, 5, 2),
    (8, 4, 2),
    (3, 3, 2),
    (5, 5, 2),
    (5, 5, 0),
    (5, 5, 4),
    (8, 8, 2),
];

/// What one battle came to, summed over its trials: attackers first.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    battles: u64,
    melees: u64,
    won: u64,
    men: [u64; 2],
    lost: [u64; 2],
    units: [u64; 2],
    broken: [u64; 2],
}

/// Fights the battles and prints the table.
///
/// # Errors
/// If there is no such ruleset, or `out` cannot be written.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let variant = variant::of_ruleset(&args.ruleset).ok_or_else(|| {
        anyhow::anyhow!("no land ruleset is called {:?}; there is rotd-euwol", args.ruleset)
    })?;
    let numbers = &variant.combat;
    writeln!(
        out,
        "{}: fire {} and melee {} thousandths; {} battles each",
        args.ruleset, numbers.fire, numbers.melee, args.trials
    )?;
    writeln!(out, "Brigades of 2400 infantry, average, experience 10, fatigue 4, attack against defend,")?;
    writeln!(out, "in three lines; one tactical phase.\n")?;
    writeln!(out, "| attackers : defenders, rating | loss a / d | broken a / d | melee | attacker wins |")?;
    writeln!(out, "|---|---|---|---|---|")?;
    for (attackers, defenders, rating) in BATTLES {
        let sum = fight_often(variant, [*attackers, *defenders], *rating, args.trials)?;
        let share = |part: u64, of: u64| 100.0 * part as f64 / of.max(1) as f64;
        writeln!(
            out,
            "| {attackers}:{defenders}, rating {rating} | {:.1}% / {:.1}% | {:.0}% / {:.0}% | {:.0}% | {:.0}% |",
            share(sum.lost[0], sum.men[0]),
            share(sum.lost[1], sum.men[1]),
            share(sum.broken[0], sum.units[0]),
            share(sum.broken[1], sum.units[1]),
            share(sum.melees, sum.battles),
            share(sum.won, sum.battles),
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

fn fight_often(
    variant: &'static Variant,
    brigades: [u16; 2],
    rating: u8,
    trials: u64,
) -> anyhow::Result<Sum> {
    let atlas = Arc::new(ground(variant, rating)?);
    let (state, orders) = position(brigades)?;
    let mut sum = Sum::default();
    for seed in 1..=trials {
        let outcome = turn::run(&atlas, variant, state.clone(), orders.clone(), seed, Some("tac 1"));
        let battle = outcome.events.iter().find_map(|told| told.event.battle.as_deref());
        add(&mut sum, battle.ok_or_else(|| anyhow::anyhow!("no battle was fought"))?);
    }
    Ok(sum)
}

/// One open square, with that rating all over.
fn ground(variant: &Variant, rating: u8) -> anyhow::Result<Atlas> {
    let mut sketch = Sketch::new("calibration", "3x3", variant.row_letters, "Austria")?;
    let square = format!("A1-{}1", variant.row_letters.chars().next().unwrap_or('N'));
    sketch.tactical(&square, &vec![".".repeat(15); 15].join("\n"))?;
    sketch.ratings(&square, &vec![rating.to_string().repeat(15); 15].join("\n"))?;
    Ok(sketch.finish()?)
}

/// French brigades north of Austrian ones, to attack them in the first tactical phase.
fn position(brigades: [u16; 2]) -> anyhow::Result<(LandState, TurnOrders)> {
    let mut state = LandState::opening(Season::Campaign);
    let mut orders = TurnOrders::default();
    let north = TacticalSquare::new(7, 6).unwrap_or(TacticalSquare::MIDDLE);
    for (side, (code, tac)) in [("FR", north), ("AU", TacticalSquare::MIDDLE)].into_iter().enumerate() {
        let nation = NationCode::new(code).ok_or_else(|| anyhow::anyhow!("no nation {code}"))?;
        let name = code.to_lowercase();
        state.players.push(Player { name, nation, rank: Rank::General, offices: Default::default() });
        for number in 1..=brigades[side] {
            let id = UnitId { nation, number, kind: UnitType::Infantry };
            let at = crate::games::ground::square::StrategicSquare { col: 1, row: 1 };
            let plain = muster::unit(id, at, tac);
            state
                .units
                .insert(id, Unit { experience: 10, fatigue: 4, regiments: 4, strength: 2400, ..plain });
            state.seats.insert(id, Seat { commander: PlayerNo(side as u16), deputy: None });
            orders.units.insert(id, order(number, brigades[side], side == 0));
        }
    }
    Ok((state, orders))
}

/// A third of the brigades in each line, the greater part in front.
fn order(number: u16, of: u16, attacks: bool) -> UnitOrders {
    let line = match 3 * (number - 1) / of {
        0 => Line::First,
        1 => Line::Second,
        _ => Line::Rear,
    };
    let step = TacticalMove { goal: Goal::Square(TacticalSquare::MIDDLE), via: None, phase: 1 };
    UnitOrders {
        line,
        attack: AttackPosture::Attack,
        defend: DefencePosture::Defend,
        tactical_move: attacks.then_some(step),
        ..UnitOrders::default()
    }
}

fn add(sum: &mut Sum, battle: &BattleReport) {
    sum.battles += 1;
    sum.melees += u64::from(battle.melee);
    sum.won += u64::from(battle.attackers_won);
    for (side, camp) in [&battle.attackers, &battle.defenders].into_iter().enumerate() {
        sum.men[side] += u64::from(camp.men());
        sum.lost[side] += u64::from(camp.losses());
        sum.units[side] += camp.units.len() as u64;
        sum.broken[side] += broken(camp);
    }
}

/// Units that retreated, routed or shattered.
fn broken(camp: &CampReport) -> u64 {
    let stood = |departure: Option<Departure>| matches!(departure, None | Some(Departure::FellBack));
    camp.units.iter().filter(|unit| !stood(unit.departure)).count() as u64
}

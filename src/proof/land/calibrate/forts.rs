//! Assaults on forts, many times each: how often one falls, and that few never take it (rules 2.6, 10.1, 10.9; R-10.9b).

use std::io::{self, Write};
use std::sync::Arc;

use super::{enlist, ground};
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_land::book::Book;
use fieldpost_land::event::Kind;
use fieldpost_land::orders::{
    AttackPosture, DefencePosture, Goal, Phases, TacticalMove, TurnOrders, UnitOrders,
};
use fieldpost_land::phase::Phase;
use fieldpost_land::sequence;
use fieldpost_land::state::{City, Fort, LandState, Season};
use fieldpost_land::unit::{Unit, UnitType};

/// Brigades of attackers and of the garrison.
const ODDS: [[u16; 2]; 4] = [[1, 5], [1, 1], [3, 1], [6, 1]];
/// Levels of forts.
const LEVELS: [u8; 3] = [1, 3, 5];
/// Most wars of an assault: it is the shares that matter, and a turn has four battles.
const TRIALS: u64 = 60;

/// How often a fort fell, in trials.
#[derive(Clone, Copy, Debug, Default)]
struct Falls {
    /// In the first phase.
    at_once: u64,
    /// In the four phases of a turn.
    in_a_turn: u64,
}

/// Storms forts and prints how often they fell; how many figures are not what they have to be: three to one mostly take a fort of
/// level 1 that is defended, and one to five takes none, however it is held.
pub(super) fn run(book: &'static Book, trials: u64, out: &mut dyn Write) -> io::Result<u64> {
    let trials = trials.min(TRIALS);
    writeln!(
        out,
        "\nForts stormed by brigades of 2400 in assault, again in each phase; {trials} times each: how many per cent fell in the\n\
         first phase, and in the turn.\n\n\
         | attackers : garrison | fort | that defends | that skirmishes (no order) |\n|---|---|---|---|"
    )?;
    let mut misses = 0;
    for odds in ODDS {
        for level in LEVELS {
            let fell = [DefencePosture::Defend, DefencePosture::Skirmish]
                .map(|posture| storm(book, odds, level, posture, trials));
            let [defended, silent] = fell;
            let (defended, silent) = (defended?, silent?);
            let is_wrong = match (odds, level) {
                ([1, 5], _) => defended.in_a_turn + silent.in_a_turn > 0,
                ([3, 1], 1) => defended.at_once * 2 <= trials,
                _ => false,
            };
            misses += u64::from(is_wrong);
            let cell = |falls: Falls| {
                format!("{}, {}", share(falls.at_once, trials), share(falls.in_a_turn, trials))
            };
            let mark = if is_wrong { " !" } else { "" };
            let [attackers, garrison] = odds;
            writeln!(
                out,
                "| {attackers}:{garrison} | {level} | {} | {}{mark} |",
                cell(defended),
                cell(silent)
            )?;
        }
    }
    Ok(misses)
}

fn share(part: u64, of: u64) -> u64 {
    (100 * part + of / 2) / of.max(1)
}

fn storm(
    book: &'static Book,
    odds: [u16; 2],
    level: u8,
    posture: DefencePosture,
    trials: u64,
) -> io::Result<Falls> {
    let atlas = Arc::new(ground(book, 2)?);
    let (state, orders) = position(book, odds, level, posture)?;
    let mut falls = Falls::default();
    for seed in 1..=trials {
        let outcome = sequence::run(&atlas, book, state.clone(), orders.clone(), seed, Some(Phase::Tac4));
        let fell = outcome.events.iter().find(|told| told.event.fact.kind() == Kind::CaptureCity);
        falls.at_once += u64::from(fell.is_some_and(|told| told.event.phase == Phase::Tac1));
        falls.in_a_turn += u64::from(fell.is_some());
    }
    Ok(falls)
}

/// A garrison in a fort that holds just all of it, and who storms it from the north.
fn position(
    book: &Book,
    [attackers, garrison]: [u16; 2],
    level: u8,
    posture: DefencePosture,
) -> io::Result<(LandState, TurnOrders)> {
    let mut state = LandState::opening(Season::Campaign);
    let mut orders = TurnOrders::default();
    let step = TacticalMove {
        goal: Goal::Square(TacticalSquare::MIDDLE),
        via: None,
        phase: 1,
        at_once: false,
        on: None,
    };
    let storms = UnitOrders {
        attack: AttackPosture::Assault,
        tactical_move: Some(step),
        engage: Some(Phases::DEFAULT),
        ..UnitOrders::default()
    };
    for number in 1..=attackers {
        let unit = enlist(book, &mut state, 0, number, UnitType::Infantry)?;
        orders.units.insert(unit.id, storms.clone());
        state.units.insert(unit.id, unit);
    }
    for number in 1..=garrison {
        let unit = Unit { in_fort: true, ..enlist(book, &mut state, 1, number, UnitType::Infantry)? };
        orders.units.insert(unit.id, UnitOrders { defend: posture, ..UnitOrders::default() });
        state.units.insert(unit.id, unit);
    }
    let Some(nation) = state.players.get(1).map(|player| player.nation) else {
        return Err(io::Error::other("no garrison"));
    };
    let city = City {
        at: StrategicSquare { col: 1, row: 1 },
        tac: TacticalSquare::MIDDLE,
        home: nation,
        control: nation,
        supplies: 100,
        manufacturing: 0,
        fort: Some(Fort { strength: level, capacity: 2400 * u32::from(garrison) }),
        besieged: false,
    };
    state.cities.insert("Calibration".into(), city);
    Ok((state, orders))
}

//! `fieldpost calibrate`: battles of brigades of 2400 against one another and bombardments, many times each, and what comes
//! of them, held against the targets of `docs/rules/calibration.md`, by which the numbers of chapter 10 were chosen.

use std::io::{self, Write};
use std::sync::Arc;

use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::words::counted;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::sketch::Sketch;
use fieldpost_ground::square::TacticalSquare;
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::Book;
use fieldpost_land::combat::battle::Departure;
use fieldpost_land::combat::report::{BattleReport, CampReport};
use fieldpost_land::event::Kind;
use fieldpost_land::muster;
use fieldpost_land::orders::{
    AttackPosture, BattleLine, DefencePosture, Goal, TacticalMove, TurnOrders, UnitOrders,
};
use fieldpost_land::phase::Phase;
use fieldpost_land::sequence;
use fieldpost_land::state::{LandState, Player, Rank, Season, Seat};
use fieldpost_land::unit::{Guns, Unit, UnitId, UnitType, Weapon};

mod forts;

/// By how much a loss may miss its target, in tenths of a per cent.
const LOSS_TOLERANCE: u64 = 7;
/// By how much another share may, in tenths of a per cent.
const SHARE_TOLERANCE: u64 = 40;

/// A battle, and what should come of it.
struct Target {
    /// Brigades of attackers and of defenders.
    brigades: [u16; 2],
    /// Of the defenders' square.
    rating: u8,
    attack: AttackPosture,
    defend: DefencePosture,
    /// Men of a brigade of the attackers.
    attackers: u32,
    /// Men of a brigade of the defenders.
    defenders: u32,
    weapons: [Weapon; 2],
    /// Losses of attackers and of defenders, in tenths of a per cent; `None` where it is no matter.
    lost: Option<[u64; 2]>,
    /// Units of each that retreated, routed, shattered or were destroyed, in per cent.
    broken: Option<[u64; 2]>,
    /// Battles with a melee, in per cent.
    melee: Option<u64>,
    /// Battles won by the attackers, in per cent.
    won: u64,
}

const fn target(
    brigades: [u16; 2],
    rating: u8,
    lost: [u64; 2],
    broken: [u64; 2],
    melee: u64,
    won: u64,
) -> Target {
    Target {
        brigades,
        rating,
        attack: AttackPosture::Attack,
        defend: DefencePosture::Defend,
        attackers: 2400,
        defenders: 2400,
        weapons: [Weapon::Musket; 2],
        lost: Some(lost),
        broken: Some(broken),
        melee: Some(melee),
        won,
    }
}

/// One brigade of 2400 against one of so many men who mean to hold.
const fn odds(defenders: u32, won: u64) -> Target {
    Target { defenders, lost: None, broken: None, melee: None, ..target([1, 1], 2, [0, 0], [0, 0], 0, won) }
}

const BATTLES: &[Target] = &[
    target([1, 1], 2, [127, 119], [23, 15], 28, 18),
    target([1, 1], 0, [97, 124], [10, 24], 29, 36),
    target([1, 1], 4, [156, 116], [30, 12], 26, 10),
    target([3, 3], 2, [88, 80], [20, 12], 58, 21),
    target([5, 5], 2, [83, 76], [22, 14], 80, 30),
    target([5, 5], 0, [60, 82], [7, 29], 81, 69),
    target([5, 5], 4, [107, 73], [36, 5], 80, 6),
    target([8, 5], 2, [52, 93], [3, 36], 92, 89),
    target([8, 4], 2, [48, 117], [2, 42], 92, 93),
    target([8, 8], 2, [58, 53], [23, 14], 92, 34),
    Target { attack: AttackPosture::Assault, ..target([5, 5], 2, [108, 110], [15, 30], 96, 70) },
    Target {
        attack: AttackPosture::Assault,
        defend: DefencePosture::LastDitch,
        ..target([5, 5], 2, [137, 124], [32, 18], 96, 34)
    },
    Target {
        weapons: [Weapon::Breechloader, Weapon::Rifle],
        ..target([8, 8], 2, [64, 77], [13, 26], 92, 64)
    },
    Target { weapons: [Weapon::Rifle, Weapon::Breechloader], ..target([8, 8], 2, [83, 59], [33, 7], 92, 12) },
    odds(24, 100),
    odds(240, 100),
    odds(480, 98),
    odds(800, 96),
    odds(1200, 80),
    odds(1800, 42),
    odds(3600, 5),
];

/// Of ROTD-CWOL: brigades of 2000 with rifles.
const OF_CWOL: &[Target] =
    &[rifles([5, 5], [87, 80], [23, 14], 80, 30), rifles([8, 8], [61, 56], [23, 14], 92, 34)];

const fn rifles(brigades: [u16; 2], lost: [u64; 2], broken: [u64; 2], melee: u64, won: u64) -> Target {
    Target {
        attackers: 2000,
        defenders: 2000,
        weapons: [Weapon::Rifle; 2],
        ..target(brigades, 2, lost, broken, melee, won)
    }
}

/// Of GITM-NWOL: brigades of 2400 on a front twice as long.
const OF_GITM: &[Target] =
    &[target([5, 5], 2, [72, 66], [22, 14], 80, 30), target([8, 8], 2, [68, 63], [24, 15], 92, 34)];

/// What a book is held to.
#[derive(Clone, Copy)]
pub struct Plan {
    battles: &'static [Target],
    shellings: &'static [Shelling],
    /// What the brigades are, in words.
    brigades: &'static str,
}

/// ROTD-EUWOL's.
pub const ROTD_EUWOL: Plan =
    Plan { battles: BATTLES, shellings: SHELLINGS, brigades: "2400 infantry with muskets" };
/// ROTD-CWOL's.
pub const ROTD_CWOL: Plan = Plan { battles: OF_CWOL, shellings: &[], brigades: "2000 infantry with rifles" };
/// GITM-NWOL's.
pub const GITM_NWOL: Plan = Plan { battles: OF_GITM, shellings: &[], brigades: "2400 infantry" };

/// Guns that shell brigades of 2400 who mean to hold, and what should come of it.
struct Shelling {
    /// Units of light artillery in one square.
    units: u16,
    /// Men and batteries of each.
    men: u32,
    batteries: u8,
    guns: Guns,
    brigades: u16,
    /// Their losses in a phase, in tenths of a per cent.
    lost: u64,
    /// Brigades that leave, in per cent; `None` where it is no matter.
    left: Option<u64>,
}

const SHELLINGS: &[Shelling] = &[
    Shelling { units: 1, men: 300, batteries: 3, guns: Guns::Smoothbore, brigades: 1, lost: 43, left: None },
    Shelling { units: 1, men: 400, batteries: 4, guns: Guns::Rifled, brigades: 1, lost: 70, left: None },
    Shelling {
        units: 8,
        men: 300,
        batteries: 3,
        guns: Guns::Smoothbore,
        brigades: 1,
        lost: 107,
        left: Some(13),
    },
    Shelling { units: 8, men: 300, batteries: 3, guns: Guns::Smoothbore, brigades: 8, lost: 14, left: None },
    Shelling { units: 8, men: 300, batteries: 3, guns: Guns::Breech, brigades: 8, lost: 20, left: None },
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

/// Fights the battles and the bombardments and prints the tables, each figure with its target; whether none misses it by more
/// than its tolerance.
///
/// # Errors
/// If `out` cannot be written.
pub fn run(book: &'static Book, plan: &Plan, trials: u64, out: &mut dyn Write) -> io::Result<bool> {
    let numbers = &book.combat;
    writeln!(
        out,
        "{}: fire {}, melee {} and bombardment {} thousandths; {} battles each",
        book.name, numbers.losses.fire, numbers.losses.melee, numbers.bombardment.loss, trials
    )?;
    writeln!(out, "Brigades of {}, average, experience 10, fatigue 4, attack against", plan.brigades)?;
    writeln!(
        out,
        "defend, in three lines; one tactical phase. Behind each figure its target; losses may miss it"
    )?;
    writeln!(out, "by 0.7, other shares by 4, and what misses by more is marked with !.\n")?;
    writeln!(
        out,
        "| attackers : defenders, rating | loss a | loss d | broken a | broken d | melee | attackers win |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|")?;
    let mut misses = 0;
    for target in plan.battles {
        let sum = fight_often(book, target, trials)?;
        misses += tell_battle(target, &sum, out)?;
    }
    if !plan.shellings.is_empty() {
        writeln!(out, "\n| guns on brigades | loss in a phase | brigades that leave |\n|---|---|---|")?;
    }
    for shelling in plan.shellings {
        misses += shell_often(book, shelling, trials, out)?;
    }
    misses += forts::run(book, trials, out)?;
    let verdict = if misses == 0 {
        "all figures meet their targets".into()
    } else {
        counted(misses, "figure") + " miss"
    };
    writeln!(out, "\n{verdict}")?;
    Ok(misses == 0)
}

/// A figure in tenths of a per cent beside its target, and whether it misses it.
fn figure(part: u64, of: u64, target: u64, tolerance: u64) -> (String, u64) {
    let found = (1000 * part + of / 2) / of.max(1);
    let misses = found.abs_diff(target) > tolerance;
    let mark = if misses { " !" } else { "" };
    let words = format!("{}.{} ({}.{}){mark}", found / 10, found % 10, target / 10, target % 10);
    (words, u64::from(misses))
}

fn tell_battle(target: &Target, sum: &Sum, out: &mut dyn Write) -> io::Result<u64> {
    let mut misses = 0;
    let mut cell = |part: u64, of: u64, wish: Option<u64>, tolerance: u64| match wish {
        None => String::new(),
        Some(wish) => {
            let (words, missed) = figure(part, of, wish, tolerance);
            misses += missed;
            words
        }
    };
    let lost = |side: usize| target.lost.map(|lost| lost[side]);
    let broken = |side: usize| target.broken.map(|broken| 10 * broken[side]);
    let cells = [
        cell(sum.lost[0], sum.men[0], lost(0), LOSS_TOLERANCE),
        cell(sum.lost[1], sum.men[1], lost(1), LOSS_TOLERANCE),
        cell(sum.broken[0], sum.units[0], broken(0), SHARE_TOLERANCE),
        cell(sum.broken[1], sum.units[1], broken(1), SHARE_TOLERANCE),
        cell(sum.melees, sum.battles, target.melee.map(|melee| 10 * melee), SHARE_TOLERANCE),
        cell(sum.won, sum.battles, Some(10 * target.won), SHARE_TOLERANCE),
    ];
    writeln!(out, "| {} | {} |", name_of(target), cells.join(" | "))?;
    Ok(misses)
}

fn name_of(target: &Target) -> String {
    let [attackers, defenders] = target.brigades;
    let mut name = if target.defenders == target.attackers {
        format!("{attackers}:{defenders}, rating {}", target.rating)
    } else {
        format!("2400:{}, rating {}", target.defenders, target.rating)
    };
    let words = |posture: String| posture.to_lowercase();
    if (target.attack, target.defend) != (AttackPosture::Attack, DefencePosture::Defend) {
        name += &words(format!(", {:?} v {:?}", target.attack, target.defend));
    }
    if target.weapons[0] != target.weapons[1] {
        name += &words(format!(", {:?} v {:?}", target.weapons[0], target.weapons[1]));
    }
    name
}

fn fight_often(book: &'static Book, target: &Target, trials: u64) -> io::Result<Sum> {
    let atlas = Arc::new(ground(book, target.rating)?);
    let (state, orders) = position(book, target)?;
    let mut sum = Sum::default();
    for seed in 1..=trials {
        let outcome = sequence::run(&atlas, book, state.clone(), orders.clone(), seed, Some(Phase::Tac1));
        let battle = outcome.events.iter().find_map(|told| told.event.fact.battle());
        add(&mut sum, battle.ok_or_else(|| io::Error::other("no battle was fought"))?);
    }
    Ok(sum)
}

/// Guns shell brigades for one phase, many times.
fn shell_often(
    book: &'static Book,
    shelling: &Shelling,
    trials: u64,
    out: &mut dyn Write,
) -> io::Result<u64> {
    let atlas = Arc::new(ground(book, 2)?);
    let (state, orders) = guns_and_brigades(book, shelling)?;
    let (mut lost, mut left) = (0, 0);
    for seed in 1..=trials {
        let outcome = sequence::run(&atlas, book, state.clone(), orders.clone(), seed, Some(Phase::Tac1));
        let of = |kind: Kind| {
            outcome.events.iter().map(|told| &told.event).filter(move |event| event.fact.kind() == kind)
        };
        lost += of(Kind::Bombard).filter_map(|event| event.fact.men()).map(u64::from).sum::<u64>();
        left += [Kind::Retreat, Kind::Rout, Kind::Shatter].into_iter().flat_map(of).count() as u64;
    }
    let brigades = u64::from(shelling.brigades) * trials;
    let (loss, mut misses) = figure(lost, 2400 * brigades, shelling.lost, LOSS_TOLERANCE);
    let leaving = shelling.left.map(|share| figure(left, brigades, 10 * share, SHARE_TOLERANCE));
    misses += leaving.as_ref().map_or(0, |(_, missed)| *missed);
    let Shelling { units, men, batteries, brigades, .. } = shelling;
    let guns = format!("{:?}", shelling.guns).to_lowercase();
    let leaving = leaving.map(|(words, _)| words).unwrap_or_default();
    writeln!(out, "| {units} LA ({men}/{batteries}, {guns}) on {brigades} x 2400 | {loss} | {leaving} |")?;
    Ok(misses)
}

/// One open square, with that rating all over.
fn ground(book: &Book, rating: u8) -> io::Result<Atlas> {
    let mut sketch =
        Sketch::new("calibration", "3x3", book.ground.row_letters, "Austria").map_err(io::Error::other)?;
    let square = format!("A1-{}1", book.ground.row_letters.chars().next().unwrap_or('N'));
    sketch.tactical(&square, &vec![".".repeat(15); 15].join("\n")).map_err(io::Error::other)?;
    sketch.ratings(&square, &vec![rating.to_string().repeat(15); 15].join("\n")).map_err(io::Error::other)?;
    Ok(book.atlas(sketch.finish().map_err(io::Error::other)?))
}

/// French brigades north of Austrian ones, to attack them in the first tactical phase.
fn position(book: &Book, target: &Target) -> io::Result<(LandState, TurnOrders)> {
    let mut state = LandState::opening(Season::Campaign);
    let mut orders = TurnOrders::default();
    for (side, men) in [target.attackers, target.defenders].into_iter().enumerate() {
        for number in 1..=target.brigades[side] {
            let brigade = Unit {
                weapon: target.weapons[side],
                strength: men,
                ..enlist(book, &mut state, side, number, UnitType::Infantry)?
            };
            let own = UnitOrders {
                attack: target.attack,
                defend: target.defend,
                ..order(number, target.brigades[side], side == 0)
            };
            orders.units.insert(brigade.id, own);
            state.units.insert(brigade.id, brigade);
        }
    }
    Ok((state, orders))
}

/// French guns north of Austrian brigades, which they are told to shell.
fn guns_and_brigades(book: &Book, shelling: &Shelling) -> io::Result<(LandState, TurnOrders)> {
    let mut state = LandState::opening(Season::Campaign);
    let mut orders = TurnOrders::default();
    let Shelling { men, batteries, guns, .. } = *shelling;
    for number in 1..=shelling.units {
        let unit = enlist(book, &mut state, 0, number, UnitType::LightArtillery)?;
        let bombard = Some(TacticalSquare::MIDDLE);
        orders.units.insert(unit.id, UnitOrders { bombard, ..UnitOrders::default() });
        state.units.insert(unit.id, Unit { strength: men, batteries, guns, ..unit });
    }
    for number in 1..=shelling.brigades {
        let unit = enlist(book, &mut state, 1, number, UnitType::Infantry)?;
        let defend = DefencePosture::Defend;
        orders.units.insert(unit.id, UnitOrders { defend, ..order(number, shelling.brigades, false) });
        state.units.insert(unit.id, unit);
    }
    Ok((state, orders))
}

/// An average unit of 2400 men of the French (0), north of the middle, or of the Austrians (1), in it, with its player.
fn enlist(book: &Book, state: &mut LandState, side: usize, number: u16, kind: UnitType) -> io::Result<Unit> {
    let north = TacticalSquare::new(7, 6).unwrap_or(TacticalSquare::MIDDLE);
    let (code, tac) = [("FR", north), ("AU", TacticalSquare::MIDDLE)][side];
    let nation = NationCode::new(code).ok_or_else(|| io::Error::other(format!("no nation {code}")))?;
    let place = state.players.iter().position(|player| player.nation == nation);
    let commander = place.unwrap_or(state.players.len());
    if place.is_none() {
        let name = code.to_lowercase();
        state.players.push(Player { name, nation, rank: Rank::General, offices: Default::default() });
    }
    let id = UnitId { nation, number, kind };
    state.seats.insert(id, Seat { commander: PlayerNo(commander as u16), deputy: None });
    let plain = muster::unit(book, id, fieldpost_ground::square::StrategicSquare { col: 1, row: 1 }, tac);
    Ok(Unit { experience: 10, fatigue: 4, regiments: 4, strength: 2400, ..plain })
}

/// A third of the brigades in each line, the greater part in front.
fn order(number: u16, of: u16, attacks: bool) -> UnitOrders {
    let line = match 3 * (number - 1) / of {
        0 => BattleLine::First,
        1 => BattleLine::Second,
        _ => BattleLine::Rear,
    };
    let step = TacticalMove {
        goal: Goal::Square(TacticalSquare::MIDDLE),
        via: None,
        phase: 1,
        at_once: false,
        on: None,
    };
    UnitOrders { line, tactical_move: attacks.then_some(step), ..UnitOrders::default() }
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

/// Units that retreated, routed, shattered or were destroyed.
fn broken(camp: &CampReport) -> u64 {
    let stood = |departure: Option<Departure>| matches!(departure, None | Some(Departure::FellBack));
    camp.units.iter().filter(|unit| !stood(unit.departure)).count() as u64
}

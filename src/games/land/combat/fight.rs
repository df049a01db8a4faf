//! A battle from its first shot to its end (rules 10.1, 10.7-10.12): fire, checks, melee, checks, who gives way.

use std::collections::BTreeSet;

use crate::combat::amount::share_out;
use crate::combat::battle::{ATTACKERS, Battle, DEFENDERS, Departure};
use crate::combat::check::{self, Asked};
use crate::combat::flanks::opposite;
use crate::combat::fought::{Fought, Party};
use crate::combat::guns;
use crate::combat::leave::{self, Danger};
use crate::combat::melee;
use crate::combat::report;
use crate::combat::segment::{self, Formation, draw_up, strengths};
use crate::combat::strength::{Segment, uses_ammunition};
use crate::combat::worth;
use crate::detection::witness;
use crate::event::Fact;
use crate::turn::Turn;
use crate::unit::UnitId;

/// Fights a battle, and drives its loser from the square.
pub fn fight(turn: &mut Turn, mut battle: Battle) {
    let guns = guns::of_all(turn, &battle);
    let formations = draw_up(turn, &mut battle);
    tell_squares(turn, &battle);
    let mut opening = report::note(turn, &battle);
    let odds = [ATTACKERS, DEFENDERS].map(|side| {
        strengths(turn.field(), &battle, side, &formations[side], Segment::Melee).iter().sum::<u64>()
    });
    opening.worth = [ATTACKERS, DEFENDERS]
        .map(|side| worth::of(turn.field(), &battle, side, &formations[side], odds[side]));
    fire(turn, &mut battle, &formations);
    for side in [ATTACKERS, DEFENDERS] {
        check::camp(turn, &mut battle, side, &formations[side], Asked::Fire);
    }
    let Ending { winner, melee } = close(turn, &mut battle);
    drive_off(turn, &mut battle, opposite(winner));
    guns::after_battle(turn, &battle, &guns, winner);
    spend_ammunition(turn, &battle);
    learn(turn, &battle, odds);
    settle_losses(turn, &battle, winner);
    note(turn, &battle, winner);
    report::tell(turn, &battle, &opening, winner, melee);
}

/// GITM-NWOL 9.5: the side of the foot that stands in squares is told so.
fn tell_squares(turn: &mut Turn, battle: &Battle) {
    let foot = battle.camps[DEFENDERS].fighters.iter().map(|fighter| fighter.id);
    let book = turn.book;
    let stands = |id: &UnitId| battle.squares && book.kind(id.kind).forms_squares;
    for id in foot.filter(stands).collect::<Vec<_>>() {
        witness::tell_own(turn, id, Fact::Square(turn.stand(id)));
    }
}

/// ROTD-EUWOL 10.7, R-10.7b: both camps fire at once.
fn fire(turn: &mut Turn, battle: &mut Battle, formations: &[Formation; 2]) {
    let strength = [ATTACKERS, DEFENDERS]
        .map(|side| strengths(turn.field(), battle, side, &formations[side], Segment::Fire));
    let losses = [ATTACKERS, DEFENDERS].map(|side| {
        let enemy = strength[opposite(side)].iter().sum();
        segment::losses(turn, battle, side, &formations[side], enemy, Segment::Fire)
    });
    for side in [ATTACKERS, DEFENDERS] {
        segment::apply(turn, battle, side, &formations[side], &losses[side], Segment::Fire);
        for ((place, _), strength) in formations[side].shares.iter().zip(&strength[side]) {
            if *strength > 0 {
                segment::engage(turn, &mut battle.camps[side].fighters[*place]);
            }
        }
    }
}

/// How a battle ended: who won it, and whether it came to close quarters.
struct Ending {
    winner: usize,
    melee: bool,
}

/// ROTD-EUWOL 10.1, 10.9, 10.10, 10.12: the melee, if it comes to one, with its checks, and who wins: the camp that alone has
/// anybody left; the winner of the melee; without one whom the camps' standing favours (R-10.9b).
fn close(turn: &mut Turn, battle: &mut Battle) -> Ending {
    if let Some(winner) = alone(battle) {
        return Ending { winner, melee: false };
    }
    let formations = draw_up(turn, battle);
    if !melee::happens(turn, battle, &formations[ATTACKERS]) {
        let holds = melee::holds_without(turn, battle, &formations);
        return Ending { winner: if holds { DEFENDERS } else { ATTACKERS }, melee: false };
    }
    let better = melee::fight(turn, battle, &formations);
    for side in [ATTACKERS, DEFENDERS] {
        check::camp(turn, battle, side, &formations[side], Asked::Melee { won: side == better });
    }
    Ending { winner: alone(battle).unwrap_or(better), melee: true }
}

/// The camp that alone has anybody left; where nobody is left the defenders.
fn alone(battle: &Battle) -> Option<usize> {
    let stands = |side: usize| battle.camps[side].present().next().is_some();
    match (stands(ATTACKERS), stands(DEFENDERS)) {
        (true, true) => None,
        (true, false) => Some(ATTACKERS),
        (false, _) => Some(DEFENDERS),
    }
}

/// ROTD-EUWOL 10.10: what is left of the losers falls back.
fn drive_off(turn: &mut Turn, battle: &mut Battle, losers: usize) {
    let danger = Danger { entries: battle.camps[opposite(losers)].entries.clone() };
    let left: Vec<UnitId> = battle.camps[losers].present().map(|fighter| fighter.id).collect();
    for (id, fate) in leave::fall_back(turn, &left, &danger) {
        let fighter = battle.camps[losers].fighters.iter_mut().find(|fighter| fighter.id == id);
        if let Some(fighter) = fighter {
            fighter.departure = check::departure(fate, Departure::FellBack);
        }
    }
}

/// ROTD-EUWOL 11.11, R-10.x: one round of ammunition for a phase in which a unit fired or came to close quarters.
fn spend_ammunition(turn: &mut Turn, battle: &Battle) {
    let fighters = battle.camps.iter().flat_map(|camp| &camp.fighters);
    for fighter in fighters.filter(|fighter| fighter.engaged && uses_ammunition(fighter.id.kind)) {
        if let Some(unit) = turn.state.units.get_mut(&fighter.id) {
            unit.ammunition = unit.ammunition.saturating_sub(1);
        }
    }
}

/// ROTD-EUWOL 3.6, R-3.6: a battle teaches 1 to 5 points, most at even odds.
fn learn(turn: &mut Turn, battle: &Battle, strength: [u64; 2]) {
    let (least, at_even) = turn.book.combat.experience;
    let (weaker, stronger) = (strength[0].min(strength[1]), strength[0].max(strength[1]).max(1));
    let more = (2 * u64::from(at_even) * weaker + stronger) / (2 * stronger);
    for fighter in battle.camps.iter().flat_map(|camp| &camp.fighters) {
        if let Some(unit) = turn.state.units.get_mut(&fighter.id) {
            unit.experience = unit.experience.saturating_add(least + more as u16);
        }
    }
}

/// ROTD-EUWOL 10.14: puts the losses of the battle down as killed, wounded, prisoners and stragglers.
fn settle_losses(turn: &mut Turn, battle: &Battle, winner: usize) {
    for (side, camp) in battle.camps.iter().enumerate() {
        for fighter in &camp.fighters {
            sort_losses(turn, fighter.id, fighter.lost[0] + fighter.lost[1], side == winner);
        }
    }
}

/// ROTD-EUWOL 10.14, R-10.14: what becomes of men lost, by whether their side won.
pub fn sort_losses(turn: &mut Turn, id: UnitId, lost: u32, won: bool) {
    let numbers = &turn.book.combat;
    let kinds = if won { numbers.losses.of_winner } else { numbers.losses.of_loser };
    let shares = share_out(u64::from(lost), &kinds.map(u64::from));
    let Some(unit) = turn.state.units.get_mut(&id) else { return };
    unit.killed += shares[0] as u32;
    unit.wounded += shares[1] as u32;
    unit.prisoners += shares[2] as u32;
    unit.stragglers += shares[3] as u32;
}

fn note(turn: &mut Turn, battle: &Battle, winner: usize) {
    let party = |side: usize| {
        let camp = &battle.camps[side];
        let units: BTreeSet<UnitId> = camp.fighters.iter().map(|fighter| fighter.id).collect();
        Party { nations: units.iter().map(|id| id.nation).collect(), units, losses: camp.losses() }
    };
    let phase = turn.phase;
    turn.fought.push(Fought {
        phase,
        place: battle.place,
        winners: party(winner),
        losers: party(opposite(winner)),
    });
}

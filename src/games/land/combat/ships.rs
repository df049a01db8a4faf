//! Shells of ships among land units (WISC 7.7, N-36): whoever knows both hands them in, as plain numbers. It has no line, loses
//! nobody and spends no ammunition.

use std::collections::BTreeMap;

use crate::combat::amount::{luck, share_out, times};
use crate::combat::battle::{is_fighter, manned_fort};
use crate::combat::bombard::suffered;
use crate::combat::check::{self, Asked, Trial};
use crate::combat::fight::sort_losses;
use crate::combat::flanks::Flanks;
use crate::combat::leave::Danger;
use crate::event::Place;
use crate::turn::Turn;
use crate::unit::{Unit, UnitId};
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// What a ship fires at a tactical square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shells {
    /// Who fires: the key of the dice.
    pub by: String,
    pub nation: NationCode,
    pub at: StrategicSquare,
    /// The target.
    pub tac: TacticalSquare,
    /// Strength, as the land's guns have in bombardment, in average men with muskets.
    pub strength: u32,
    /// Whether it goes into a battle that is fought in this phase, or at a square without friends.
    pub supports: bool,
}

/// The shells fall: which of them struck whom, and how many men fell.
pub fn strike(turn: &mut Turn, shells: &[Shells]) -> Vec<(usize, UnitId, u32)> {
    let mut struck = Vec::new();
    for (place, shells) in shells.iter().enumerate() {
        struck.extend(losses(turn, shells).into_iter().map(|(id, lost)| (place, id, lost)));
    }
    let before = limit(turn, &mut struck);
    struck.retain(|(_, _, lost)| *lost > 0);
    for (_, id, lost) in &struck {
        if let Some(unit) = turn.state.units.get_mut(id) {
            unit.strength = unit.strength.saturating_sub(*lost);
            unit.casualties += lost;
            sort_losses(turn, *id, *lost, true);
        }
    }
    for (id, (men, behind_walls)) in before {
        // Who is in a battle takes the check of the battle.
        let in_battle = struck.iter().any(|(place, hit, _)| *hit == id && shells[*place].supports);
        let left = turn.state.units.get(&id).map_or(0, |unit| unit.strength);
        if !in_battle && left < men {
            let trial =
                Trial { lost: men - left, of: men, behind_walls, flanks: Flanks::Both, asked: Asked::Shells };
            check::one(turn, id, trial, &Danger { entries: Vec::new() });
        }
    }
    struck
}

fn losses(turn: &mut Turn, shells: &Shells) -> Vec<(UnitId, u32)> {
    let numbers = &turn.book.combat;
    let luck = luck(turn, numbers.losses.luck, "7.7", &shells.by);
    let inflicted = times(u64::from(shells.strength) * 1000, &[numbers.bombardment.loss, luck]);
    let field = turn.field();
    let relation = |other: &Unit| field.relation(shells.nation, other.id.nation);
    let here: Vec<&Unit> = field.units_in(shells.at).filter(|unit| unit.tac == shells.tac).collect();
    if !shells.supports && here.iter().any(|unit| relation(unit).is_friendly()) {
        return Vec::new();
    }
    let hit: Vec<&Unit> =
        here.into_iter().filter(|unit| is_fighter(unit) && relation(unit) == Relation::Hostile).collect();
    let men: Vec<u64> = hit.iter().map(|unit| u64::from(unit.strength)).collect();
    let falls = share_out(inflicted, &men);
    hit.into_iter().zip(falls).map(|(unit, falls)| (unit.id, suffered(turn, unit, falls))).collect()
}

/// no unit loses more than its part of its men to the shells of a phase; each as it was before, and whether behind walls.
fn limit(turn: &Turn, struck: &mut [(usize, UnitId, u32)]) -> BTreeMap<UnitId, (u32, bool)> {
    let field = turn.field();
    let mut before = BTreeMap::new();
    let mut spared: BTreeMap<UnitId, u32> = BTreeMap::new();
    for (_, id, lost) in struck.iter_mut() {
        let Some(unit) = field.unit(*id) else { continue };
        let walls = unit.in_fort && manned_fort(field, Place { at: unit.at, tac: unit.tac }).is_some();
        before.insert(*id, (unit.strength, walls));
        let left = spared.entry(*id).or_insert(unit.strength * field.book.combat.bombardment.most / 1000);
        *lost = (*lost).min(*left);
        *left -= *lost;
    }
    before
}

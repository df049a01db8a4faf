//! Combat (chapter 10): one file a rule or two.
//!
//! A phase ([`phase`], T-02, T-03) begins with the bombardment ([`bombard`]). Then the battles are fought one by one,
//! in random order: who fights whom is [`battle`], the course of it [`fight`]; what a unit is worth is [`strength`],
//! where it stands [`lines`] and [`flanks`], what is lost [`segment`] and [`melee`], who runs [`check`], where to
//! [`leave`], what becomes of who finds no way [`blocked`], what becomes of the last men of a unit [`remnant`], and what those who were there are told [`report`].

use std::collections::BTreeSet;

use crate::book::Sides;
use crate::bridges;
use crate::combat::battle::{Battle, are_hostile, fighters, sides, sides_of_initiator};
use crate::combat::leave::Danger;
use crate::event::Place;
use crate::field::Field;
use crate::turn::Turn;
use fieldpost_ground::nation::NationCode;

pub mod amount;
pub mod battle;
pub mod blocked;
pub mod bombard;
pub mod breach;
pub mod check;
pub mod crew;
pub mod fight;
pub mod flanks;
pub mod fought;
pub mod guns;
pub mod heading;
pub mod leave;
pub mod lines;
pub mod melee;
pub mod remnant;
pub mod report;
pub mod segment;
pub mod ships;
pub mod stragglers;
pub mod strength;
mod worth;

/// ROTD-EUWOL 10.1, 10.15, T-02, T-03: the combats of a tactical phase.
pub fn phase(turn: &mut Turn) {
    bombard::phase(turn);
    let mut places: Vec<(u64, Place)> = Vec::new();
    for place in contested(turn.field()) {
        let roller = format!("{} {}", turn.atlas.map.grid.label(place.at), place.tac);
        let phase = turn.phase;
        places.push((turn.dice.draw(phase, "10.1", &roller, 0), place));
    }
    places.sort_unstable();
    turn.battles_to_come = places.iter().map(|(_, place)| *place).collect();
    for (_, place) in places {
        turn.battles_to_come.remove(&place);
        leave::headquarters(turn, place);
        settle(turn, place);
        // Whom a garrison guarded is caught when it has gone.
        leave::headquarters(turn, place);
    }
}

/// The tactical squares in which units hostile to one another stand, one of them at least a combat unit.
pub fn contested(field: Field<'_>) -> BTreeSet<Place> {
    let mut found = BTreeSet::new();
    for at in field.squares_of_several() {
        for unit in field.units_in(at).filter(|unit| unit.is_active()) {
            if field.enemy_combat_units(unit.id.nation, at).any(|enemy| enemy.tac == unit.tac) {
                found.insert(Place { at, tac: unit.tac });
            }
        }
    }
    found
}

/// ROTD-EUWOL 10.1, R-10.1b: the battle of a square. Of more than two hostile sides the two with most men fight, and
/// the rest are pushed out before it.
fn settle(turn: &mut Turn, place: Place) {
    let field = turn.field();
    let mut sides = match turn.book.tactics.sides {
        Sides::Alliances => sides(field, place),
        Sides::Initiator => sides_of_initiator(turn, place).unwrap_or_else(|| sides(field, place)),
    };
    sides.sort_by_key(|(_, men)| std::cmp::Reverse(*men));
    let pairs = || {
        let all = sides.iter().enumerate();
        all.flat_map(|(number, one)| sides[number + 1..].iter().map(move |other| (one, other)))
    };
    let Some((one, other)) = pairs().find(|(one, other)| are_hostile(field, &one.0, &other.0)) else {
        return bridges::captured_undefended(turn, place);
    };
    let (one, other) = (one.0.clone(), other.0.clone());
    for side in sides.iter().map(|(nations, _)| nations).filter(|side| **side != one && **side != other) {
        if are_hostile(turn.field(), side, &one) || are_hostile(turn.field(), side, &other) {
            push_out(turn, place, side);
        }
    }
    let battle = Battle::between(turn, place, [&one, &other]);
    fight::fight(turn, battle);
    if let Some(fought) = turn.fought.last().filter(|fought| fought.place == place) {
        let (losers, winners) = (fought.losers.nations.clone(), fought.winners.nations.clone());
        bridges::captured(turn, place, &losers, &winners);
    }
}

fn push_out(turn: &mut Turn, place: Place, side: &BTreeSet<NationCode>) {
    let units = fighters(turn.field(), place).filter(|unit| side.contains(&unit.id.nation));
    let ids: Vec<_> = units.map(|unit| unit.id).collect();
    leave::fall_back(turn, &ids, &Danger { entries: Vec::new() });
}

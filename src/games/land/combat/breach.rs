//! Forts that shells take down (rule 10.15), where a book has it.

use std::collections::BTreeMap;

use crate::detection::tactical::players_in;
use crate::event::reason::Why;
use crate::event::{Fact, Place};
use crate::turn::Turn;
use crate::unit::UnitId;
use fieldpost_ground::square::TacticalSquare;

/// Thousandths of a man in one.
const THOUSANDTHS: u64 = 1000;
/// Basis points of a per cent.
const PER_CENT: u64 = 100;

/// A bombardment: whose guns, the square that they shell, and the strength that reaches it, in thousandths of a man.
#[derive(Clone, Copy, Debug)]
pub struct Shelling {
    /// The unit whose guns fire.
    pub guns: UnitId,
    pub target: TacticalSquare,
    /// What reaches it.
    pub strength: u64,
}

/// ROTD-CWOL 10.15: each city's fort that is shelled in a phase loses a level by a chance of one per cent for each so much
/// strength of the guns that can harm a fort of its level, all of them together by one throw.
pub fn phase(turn: &mut Turn, shellings: &[Shelling]) {
    let Some(per_cent) = turn.book.combat.bombardment.breach else { return };
    for (city, strength) in shelled(turn, shellings) {
        let chance = strength * PER_CENT / (u64::from(per_cent) * THOUSANDTHS);
        let chance = u32::try_from(chance).unwrap_or(u32::MAX).min(10_000);
        let phase = turn.phase;
        if turn.dice.chance(chance, phase, "10.15b", &city, 0) {
            take_a_level(turn, &city);
        }
    }
}

/// The cities whose forts can be harmed by what shells them, with the strength of it.
fn shelled(turn: &Turn, shellings: &[Shelling]) -> BTreeMap<String, u64> {
    let field = turn.field();
    let mut found = BTreeMap::new();
    for Shelling { guns, target, strength } in shellings {
        let Some(unit) = field.unit(*guns) else { continue };
        let here = field.state.cities.iter().find(|(_, city)| (city.at, city.tac) == (unit.at, *target));
        let harms = field.book.kind(guns.kind).breaches;
        if let Some((name, _)) = here.filter(|(_, city)| city.fort.is_some_and(|fort| fort.strength <= harms))
        {
            *found.entry(name.clone()).or_default() += strength;
        }
    }
    found
}

/// A fort is a level weaker; one without a level is none, and who was in it stands in the open.
fn take_a_level(turn: &mut Turn, name: &str) {
    let Some(city) = turn.state.cities.get_mut(name) else { return };
    let Some(fort) = city.fort.as_mut() else { return };
    fort.strength -= 1;
    let level = fort.strength;
    if level == 0 {
        city.fort = None;
    }
    let place = Place { at: city.at, tac: city.tac };
    let words = if level == 0 { Why::FortRazed.of(name) } else { Why::FortBreached.of(name).and(level) };
    if level == 0 {
        let inside =
            turn.state.units.values_mut().filter(|unit| (unit.at, unit.tac) == (place.at, place.tac));
        inside.for_each(|unit| unit.in_fort = false);
    }
    let players: Vec<_> = players_in(turn.field(), place.at).into_values().flatten().collect();
    turn.tell_all(Fact::Breach { city: name.to_owned(), at: place, words }, players);
}

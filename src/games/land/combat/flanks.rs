//! Flanks (rules 10.8, 10.9): whether a camp's can be turned.

use crate::combat::battle::{ATTACKERS, Battle, DEFENDERS};
use crate::crossings::Crossings;
use crate::field::Field;
use crate::unit::Unit;
use fieldpost_ground::square::{Direction, TacticalSquare};

/// How many flanks of a camp are anchored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flanks {
    Both,
    One,
    None,
}

impl Flanks {
    /// ROTD-EUWOL 10.8: a camp has one flank anchored if an adjacent square holds friendly troops or is impassable; both
    /// if two such squares do not lie in neighbouring directions and the front is at least three quarters full
    /// ([`super::lines::is_full`]). In a battle for a manned fort nobody's can be turned.
    pub fn of(field: Field<'_>, battle: &Battle, side: usize, is_full: bool) -> Flanks {
        if battle.fort.is_some() && !battle.meeting {
            return Flanks::Both;
        }
        let anchors: Vec<Direction> = anchors(field, battle, side);
        let apart = |one: &Direction| anchors.iter().any(|other| are_apart(*one, *other));
        match anchors.first() {
            None => Flanks::None,
            Some(_) if is_full && anchors.iter().any(apart) => Flanks::Both,
            Some(_) => Flanks::One,
        }
    }

    /// Exposed flanks: 0, 1 or 2.
    pub fn exposed(self) -> usize {
        match self {
            Flanks::Both => 0,
            Flanks::One => 1,
            Flanks::None => 2,
        }
    }
}

/// The directions in which something covers a camp's flank.
fn anchors(field: Field<'_>, battle: &Battle, side: usize) -> Vec<Direction> {
    let fighters = battle.camps[side].fighters.iter();
    let Some(first) = fighters.filter_map(|fighter| field.unit(fighter.id)).next() else {
        return Vec::new();
    };
    let nation = first.id.nation;
    let crossings = Crossings::of(field, first, battle.place.at);
    let friends = |square: TacticalSquare| {
        let covers = |unit: &Unit| {
            unit.tac == square && unit.is_combat() && field.relation(nation, unit.id.nation).is_friendly()
        };
        field.units_in(battle.place.at).any(covers)
    };
    let around = (0..8).map(|eighths| Direction::North.turned(eighths));
    around
        .filter(|way| {
            battle
                .place
                .tac
                .step(*way)
                .is_some_and(|square| !crossings.is_passable(square) || friends(square))
        })
        .collect()
}

/// Whether two directions are neither the same nor neighbours.
fn are_apart(one: Direction, other: Direction) -> bool {
    ![-1, 0, 1].iter().any(|eighths| one.turned(*eighths) == other)
}

/// The other camp.
pub fn opposite(side: usize) -> usize {
    if side == ATTACKERS { DEFENDERS } else { ATTACKERS }
}

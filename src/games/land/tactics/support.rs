//! Support of combats nearby (rules 9.10, 9.12; ).

use std::collections::BTreeSet;

use crate::event::Fact;
use crate::field::Field;
use crate::orders::{AttackPosture, ReactionBox};
use crate::tactics::allowance::may_move;
use crate::tactics::intercept::{is_way_clear, way_to};
use crate::tactics::{by_initiative, march, phase_number};
use crate::turn::Turn;
use crate::unit::{Unit, UnitId};
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// ROTD-EUWOL 9.10: after all other movement of a phase, units ordered to support join battles near them.
pub fn phase(turn: &mut Turn) {
    let squares = squares_with_battles(turn.field());
    let phase = phase_number(turn);
    let mut supporters = Vec::new();
    for at in squares {
        let may = turn.field().units_in(at).filter(|unit| may_support(turn, unit, phase));
        supporters.extend(may.map(|unit| unit.id));
    }
    for id in by_initiative(turn, supporters, "9.10") {
        support(turn, id);
    }
}

/// The strategic squares in which combat units hostile to one another share a tactical square (10.1).
fn squares_with_battles(field: Field<'_>) -> BTreeSet<StrategicSquare> {
    let has_battle = |at: &StrategicSquare| field.units_in(*at).any(|unit| march::is_in_combat(field, unit));
    field.squares_of_several().filter(has_battle).collect()
}

/// ROTD-EUWOL 9.10, 9.3, 10.2: combat units that are ordered to support in this phase and are in no combat; one that
/// evades in the attack enters no square that enemies hold.
fn may_support(turn: &Turn, unit: &Unit, phase: u8) -> bool {
    let Some(progress) = turn.progress.get(&unit.id) else { return false };
    progress.orders.support.is_some_and(|area| area.counts(unit.at, phase))
        && progress.orders.attack != AttackPosture::Evade
        && unit.is_combat()
        && may_move(turn.field(), unit).is_ok()
        && !march::is_in_combat(turn.field(), unit)
}

fn support(turn: &mut Turn, id: UnitId) {
    let Some(area) = turn.progress.get(&id).and_then(|progress| progress.orders.support) else { return };
    if let Some(battle) = choose(turn, id, area) {
        let way = way_to(turn, id, battle);
        march::go_as(turn, id, &way, Fact::Support);
    }
}

/// the nearest battle in the box that the unit can reach; of equally near ones that with the worst odds
/// against its side, in men; then the lowest draw.
fn choose(turn: &mut Turn, id: UnitId, area: ReactionBox) -> Option<TacticalSquare> {
    let field = turn.field();
    let unit = field.unit(id)?;
    let reach = turn.book.kind(id.kind).support;
    let battles: BTreeSet<TacticalSquare> = field
        .units_in(unit.at)
        .filter(|other| area.holds(other.tac) && (1..=reach).contains(&unit.tac.distance(other.tac)))
        .filter(|other| field.relation(id.nation, other.id.nation).is_friendly())
        .filter(|other| march::is_in_combat(field, other))
        .map(|other| other.tac)
        .filter(|square| is_way_clear(turn, id, *square))
        .collect();
    let here = unit.tac;
    let odds = |square: TacticalSquare| odds_against(field, unit, square);
    let mut rated: Vec<_> =
        battles.into_iter().map(|square| (here.distance(square), odds(square), square)).collect();
    let least = rated.iter().map(|(distance, _, _)| *distance).min()?;
    rated.retain(|(distance, _, _)| *distance == least);
    let worst = rated.iter().map(|(_, odds, _)| *odds).max_by(|one, other| one.cmp_ratio(*other))?;
    rated.retain(|(_, odds, _)| odds.cmp_ratio(worst).is_eq());
    let phase = turn.phase;
    let dice = &mut turn.dice;
    let drawn = rated
        .into_iter()
        .map(|(_, _, square)| (dice.draw(phase, "9.10", &format!("{id} {square}"), 0), square));
    drawn.min().map(|(_, square)| square)
}

/// Men against men, as a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Odds {
    hostile: u64,
    friendly: u64,
}

impl Odds {
    fn cmp_ratio(self, other: Odds) -> std::cmp::Ordering {
        (self.hostile * other.friendly).cmp(&(other.hostile * self.friendly))
    }
}

/// The unmodified strength of a battle's combat units: hostile men to friendly men.
fn odds_against(field: Field<'_>, unit: &Unit, square: TacticalSquare) -> Odds {
    let men = |wanted: fn(Relation) -> bool| -> u64 {
        field
            .units_in(unit.at)
            .filter(|other| other.tac == square && other.is_combat())
            .filter(|other| wanted(field.relation(unit.id.nation, other.id.nation)))
            .map(|other| u64::from(other.strength))
            .sum()
    };
    Odds { hostile: men(|relation| relation == Relation::Hostile), friendly: men(Relation::is_friendly) }
}

//! What would fail on the map as the sender of an order can see it, in words that explain it (G-13). A receipt has them where the
//! rehearsal comes to the same; the desk page at once.
//!
//! **Nothing here looks at who stands where**: a receipt must not tell where enemies are.

use crate::event::reason::{Reason, Why};
use crate::field::Field;
use crate::movement::allowance;
use crate::movement::closed;
use crate::orders::UnitOrders;
use crate::rail;
use crate::supply::chosen::eats;
use crate::unit::Unit;
use fieldpost_ground::map::Terrain;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Ground;

/// A sentence on a unit's orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The sentence.
    pub words: String,
    /// The reasons of the turn that it explains.
    pub explains: Vec<Why>,
    /// The reason that it gives, where it gives one as the turn does: of two orders that fail alike it is on the one.
    pub gives: Option<Reason>,
    /// Whether it is to be said too where the turn comes to none of these.
    pub is_advice: bool,
}

impl Remark {
    /// What is said in place of some reasons of the turn's, and only where it comes to one of them.
    pub fn of(explains: impl Into<Vec<Why>>, words: impl Into<String>) -> Self {
        Remark { words: words.into(), explains: explains.into(), gives: None, is_advice: false }
    }

    /// What is said in any case.
    pub fn advice(words: impl Into<String>) -> Self {
        Remark { words: words.into(), explains: Vec::new(), gives: None, is_advice: true }
    }

    /// What gives a reason of the turn's in its words.
    pub fn giving(reason: Reason, words: impl Into<String>) -> Self {
        Remark { gives: Some(reason.clone()), ..Remark::of([reason.why], words) }
    }

    /// What is said in any case, in place of some reasons of the turn's where it comes to them.
    #[must_use]
    pub fn in_any_case(self) -> Self {
        Remark { is_advice: true, ..self }
    }
}

/// ROTD-EUWOL 7.1-7.4, 7.14, 7.16, 8.1-8.4: what of a unit's strategic orders cannot work on the map, whatever the enemy
/// does; one sentence each, nothing if all may go well.
pub fn foresee(field: Field<'_>, unit: &Unit, orders: &UnitOrders) -> Vec<Remark> {
    let mut warnings = Vec::new();
    let steps = along_the_path(field, unit, &orders.path, &mut warnings);
    warnings.extend(too_far(field, unit, orders, steps));
    warnings.extend(odd_withdrawal(field, unit, orders));
    if let (Some(wish), Some(first)) = (orders.entry, orders.path.iter().flatten().next()) {
        warnings.extend(bad_entry(field, *first, wish));
    }
    warnings.extend(rail::foresee::foresee(field, unit, orders));
    warnings
}

/// Walks the path as far as the map lets it; the number of steps that can be made.
fn along_the_path(
    field: Field<'_>,
    unit: &Unit,
    path: &[Option<StrategicSquare>],
    warnings: &mut Vec<Remark>,
) -> usize {
    let grid = &field.atlas.map.grid;
    let mut here = unit.at;
    for (steps, next) in path.iter().flatten().enumerate() {
        if let Some(hindrance) = closed::barred(field, unit, here, *next) {
            if here == *next {
                let words = format!(
                    "{} stands twice running: leave it out, or write a dot for a phase in which it waits",
                    grid.label(here)
                );
                warnings.push(Remark::of([Why::NotAdjacent], words));
                return steps;
            }
            let stops = format!("the march will stop in {}: ", grid.label(here));
            warnings.push(if here.direction_to(*next).is_none() {
                let far = format!("{stops}{} is not adjacent to {}", grid.label(*next), grid.label(here));
                Remark::of([Why::NotAdjacent], far)
            } else {
                let reason = hindrance.reason(grid);
                let words = format!("{stops}{reason}");
                Remark::giving(reason, words)
            });
            return steps;
        }
        here = *next;
    }
    path.iter().flatten().count()
}

/// ROTD-EUWOL 7.1-7.3, 7.11: more steps than the unit can make. Communications and supplies are those it has now;
/// what it draws before it moves may still change them.
fn too_far(field: Field<'_>, unit: &Unit, orders: &UnitOrders, steps: usize) -> Option<Remark> {
    if steps == 0 {
        return None;
    }
    if unit.fatigue > field.book.marches.fatigue {
        let limit = field.book.marches.fatigue;
        let words = format!("its fatigue of {} is in excess of {limit}: it will not march", unit.fatigue);
        return Some(Remark::of([Why::Tired], words));
    }
    let allowance = usize::from(allowance::allowance(field.book, &after_the_supply_phase(unit, orders)));
    let may_force = field.book.kind(unit.id.kind).forced.is_some();
    let most = allowance + usize::from(may_force && !orders.no_forced_march);
    (steps > most).then(|| {
        let forced = match (may_force, orders.no_forced_march) {
            (true, false) => " and one by a forced march",
            (true, true) => " and no forced march by its orders",
            (false, _) => " and cannot force-march",
        };
        let words =
            format!("{steps} squares are ordered, but as it stands it marches {allowance} in a turn{forced}");
        Remark::of([Why::Spent, Why::NoForcedMarch], words)
    })
}

/// ROTD-EUWOL 7.2, 11.9: the unit as it will march if its stores have enough: a brigade that is to carry nothing eats
/// what it carries now, and marches light.
pub fn after_the_supply_phase(unit: &Unit, orders: &UnitOrders) -> Unit {
    let keeps = orders.carry.as_ref().is_some_and(|carry| carry.level > 0);
    let eaten = u8::from(eats(unit) && !unit.id.kind.is_hq() && !keeps);
    Unit { supplies: unit.supplies.saturating_sub(eaten), ..unit.clone() }
}

/// ROTD-EUWOL 7.5: a withdrawal without a battle to withdraw from.
fn odd_withdrawal(field: Field<'_>, unit: &Unit, orders: &UnitOrders) -> Option<Remark> {
    if !orders.withdraw || orders.path.first().copied().flatten().is_none() {
        return None;
    }
    let fought = field.state.battle_squares.contains(&unit.at);
    let words = "no battle was fought in its square last turn, so it cannot withdraw from one";
    (!fought).then(|| Remark::giving(Why::NoBattle.into(), words))
}

/// ROTD-EUWOL 7.14: an entry square that cannot be stood on, where the map alone tells. The unit then enters by
/// another, so this is a hint.
fn bad_entry(field: Field<'_>, first: StrategicSquare, wish: TacticalSquare) -> Option<Remark> {
    let map = &field.atlas.map;
    if !map.grid.holds(first) || !map.is_passable(first) || map.terrain_at(first) == Terrain::Water {
        return None;
    }
    let sheet = field.atlas.sheet(first);
    let ground = match sheet.ground_at(wish) {
        _ if sheet.is_passable(wish) => return None,
        Ground::Water => "water",
        Ground::Mountain => "mountain",
        _ => "river",
    };
    let label = map.grid.label(first);
    let words = format!("entry square {wish} is {ground} in {label}: another will be used");
    Some(Remark::of([Why::EntryShut, Why::EntryTooDeep], words))
}

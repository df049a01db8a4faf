//! Merging units (the second rule 3.5, here 3.5b; R-3.5a, R-3.5c).

use std::collections::BTreeMap;

use crate::book::Book;
use crate::detection::tactical::players_of;
use crate::detection::witness;
use crate::event::Fact;
use crate::event::reason::{Reason, Why};
use crate::field::Field;
use crate::tactics::fort;
use crate::turn::Turn;
use crate::unit::{Quality, Status, Unit, UnitId};
use fieldpost_engine::event::Saw;

/// Why two units are not merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    Itself,
    /// Headquarters and bridges.
    Kind,
    /// Brigades of a type that the book does not merge.
    Type,
    /// Of two nations or types.
    Unlike,
    /// The other does not exist, or no more.
    Gone,
    /// The unit to be merged is inactive and carries out no order (rule 13.5).
    Inactive,
    /// One of the two is shattered.
    Shattered,
    /// They stand in two strategic squares.
    Apart,
    /// With an enemy there they stand in two tactical squares.
    EnemyThere,
}

impl From<Bar> for Reason {
    fn from(bar: Bar) -> Reason {
        match bar {
            Bar::Itself => Why::Itself.into(),
            Bar::Kind => Why::NotOfTheKind.into(),
            Bar::Type => Why::NotOfTheType.into(),
            Bar::Unlike => Why::UnlikeUnits.into(),
            Bar::Gone => Why::NoSuchUnit.into(),
            Bar::Inactive => Why::Inactive.into(),
            Bar::Shattered => Why::OneIsShattered.into(),
            Bar::Apart => Why::Apart.into(),
            Bar::EnemyThere => Why::EnemyThere.into(),
        }
    }
}

/// ROTD-EUWOL 3.5b, R-3.5a: the row of the turn list: merges the units that are ordered into others.
pub fn merge_all(turn: &mut Turn) {
    let ordered = turn.progress.iter().filter_map(|(id, progress)| Some((*id, progress.orders.merge_into?)));
    let mut waiting: BTreeMap<UnitId, UnitId> = ordered.collect();
    while let Some((id, into)) = next(&waiting) {
        waiting.remove(&id);
        match bar(turn.field(), id, into) {
            None => merge(turn, id, into),
            Some(bar) => {
                let why = Why::NotMerged.of(into).because(bar);
                witness::tell_own(turn, id, Fact::Refused { stand: turn.stand(id), why });
            }
        }
    }
}

/// R-3.5c: the merger that comes next: a chain is merged from its far end, else in id order. A ring of units begins
/// with the lowest id, and its last merger finds the unit gone.
fn next(waiting: &BTreeMap<UnitId, UnitId>) -> Option<(UnitId, UnitId)> {
    let is_end = |(id, _): &(&UnitId, &UnitId)| !waiting.values().any(|into| into == *id);
    waiting.iter().find(is_end).or_else(|| waiting.iter().next()).map(|(id, into)| (*id, *into))
}

/// ROTD-EUWOL 3.5b, R-3.5a: what keeps a unit from being merged into another wherever the two stand, as their ids
/// tell.
pub fn bar_by_name(book: &Book, id: UnitId, into: UnitId) -> Option<Bar> {
    if id == into {
        Some(Bar::Itself)
    } else if !book.kind(id.kind).merges {
        Some(if id.kind.is_brigade() { Bar::Type } else { Bar::Kind })
    } else {
        let like = (id.nation, id.kind) == (into.nation, into.kind);
        (!like).then_some(Bar::Unlike)
    }
}

/// ROTD-EUWOL 3.5b, R-3.5a, R-3.5c: what keeps a unit from being merged into another.
pub fn bar(field: Field<'_>, id: UnitId, into: UnitId) -> Option<Bar> {
    if let Some(bar) = bar_by_name(field.book, id, into) {
        return Some(bar);
    }
    let (Some(unit), Some(into)) = (field.unit(id), field.unit(into)) else { return Some(Bar::Gone) };
    if unit.status == Status::Inactive {
        return Some(Bar::Inactive);
    }
    if [unit, into].iter().any(|unit| unit.status == Status::Shattered) {
        return Some(Bar::Shattered);
    }
    if unit.at != into.at {
        return Some(Bar::Apart);
    }
    (unit.tac != into.tac && field.has_enemy(id.nation, unit.at)).then_some(Bar::EnemyThere)
}

/// ROTD-EUWOL 3.5b, R-3.5a, R-3.5c: the first unit ceases to be, the second has what both had, the nation's manpower
/// pool what is too much, less what the book takes of it on foreign soil (GITM-NWOL 3.5, R-3.5d). A unit that has become too large for its fort stands before it.
fn merge(turn: &mut Turn, id: UnitId, into: UnitId) {
    let field = turn.field();
    let (Some(unit), Some(other)) = (field.unit(id), field.unit(into)) else { return };
    let men = unit.strength;
    let (unit, excess) = combined(turn.book, unit, other);
    let abroad = !field.is_home(into.nation, unit.at);
    let lost = if abroad { excess * turn.book.musters.lost_abroad / 1000 } else { 0 };
    let fact = Fact::Merge { stand: turn.stand(into), unit: id, men, excess, lost };
    let witnesses: Vec<_> = players_of(field, id).collect();
    if let (Some(merged), Some(progress)) = (turn.progress.get(&id).cloned(), turn.progress.get_mut(&into)) {
        progress.take_stragglers_of(&merged);
        progress.men = Some(unit.strength);
    }
    turn.remove(id);
    if excess > lost {
        *turn.state.manpower.entry(into.nation).or_default() += excess - lost;
    }
    turn.state.units.insert(into, unit);
    fort::leave_if_too_large(turn, into);
    witness::tell_own(turn, into, fact);
    if let Some(told) = turn.events.last_mut() {
        told.to.extend(witnesses.into_iter().map(|player| (player, Saw::All)));
    }
}

/// ROTD-EUWOL 3.5b, R-3.5a: what comes of `unit` when it is merged into `into`, and the men in excess: men,
/// regiments and batteries added up to the most that the type may have, the ratings' averages by men, the arms of
/// the larger part, and a supply if both carried one.
pub fn combined(book: &Book, unit: &Unit, into: &Unit) -> (Unit, u32) {
    let men = unit.strength + into.strength;
    let size = book.kind(into.id.kind).size;
    let batteries = unit.batteries.saturating_add(into.batteries).min(size.most_batteries);
    let largest = size.most_men(into.id.nation, batteries);
    let average = |of: &dyn Fn(&Unit) -> u32| average((of(unit), unit.strength), (of(into), into.strength));
    let of_men = if unit.strength > into.strength { unit } else { into };
    let of_batteries = if unit.batteries > into.batteries { unit } else { into };
    let merged = Unit {
        strength: men.min(largest),
        regiments: unit.regiments.saturating_add(into.regiments).min(size.most_regiments()),
        batteries,
        quality: Quality::ALL[average(&|unit| unit.quality as u32) as usize],
        experience: average(&|unit| unit.experience.into()) as u16,
        morale: average(&|unit| unit.morale.into()) as u8,
        fatigue: average(&|unit| unit.fatigue.into()) as u16,
        ammunition: average(&|unit| unit.ammunition.into()) as u8,
        weapon: of_men.weapon,
        guns: of_batteries.guns,
        supplies: unit.supplies.min(into.supplies).min(1),
        hungry: unit.hungry.min(into.hungry),
        casualties: unit.casualties + into.casualties,
        wounded: unit.wounded + into.wounded,
        stragglers: unit.stragglers + into.stragglers,
        prisoners: unit.prisoners + into.prisoners,
        killed: unit.killed + into.killed,
        ..into.clone()
    };
    (merged, men.saturating_sub(largest))
}

/// The average of two values by men, rounded half up; never above the greater of the two. Two units without a man
/// weigh the same.
fn average(one: (u32, u32), other: (u32, u32)) -> u32 {
    let weigh = |(value, men): (u32, u32)| (u64::from(value), u64::from(men));
    let (mut one, mut other) = (weigh(one), weigh(other));
    if one.1 + other.1 == 0 {
        (one.1, other.1) = (1, 1);
    }
    let men = one.1 + other.1;
    let twice = 2 * (one.0 * one.1 + other.0 * other.1) + men;
    u32::try_from(twice / (2 * men)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::ROTD_EUWOL;
    use crate::muster;
    use crate::sandbox::id;
    use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

    fn unit(name: &str, men: u32, batteries: u8) -> Unit {
        let plain =
            muster::unit(&ROTD_EUWOL, id(name), StrategicSquare { col: 0, row: 0 }, TacticalSquare::MIDDLE);
        Unit { strength: men, batteries, ..plain }
    }

    fn merged(name: &str, one: (u32, u8), other: (u32, u8)) -> (u32, u8, u8, u32) {
        let (unit, excess) = combined(&ROTD_EUWOL, &unit(name, one.0, one.1), &unit(name, other.0, other.1));
        (unit.strength, unit.regiments, unit.batteries, excess)
    }

    #[test]
    fn a_type_has_its_most_men_and_the_rest_is_excess() {
        assert_eq!(merged("FR1IN", (1500, 0), (1500, 0)), (3000, 5, 0, 0));
        assert_eq!(merged("FR1IN", (1500, 0), (1501, 0)), (3000, 5, 0, 1));
        assert_eq!(merged("FR1LI", (1500, 1), (1601, 1)), (3100, 5, 1, 1), "with a battery a hundred more");
        assert_eq!(merged("PR1IN", (2000, 0), (2001, 0)), (4000, 5, 0, 1));
        assert_eq!(merged("FR1HC", (1000, 0), (501, 0)), (1500, 5, 0, 1));
        assert_eq!(merged("PR1LC", (1000, 0), (1001, 0)), (2000, 5, 0, 1));
        assert_eq!(merged("FR1LA", (300, 3), (300, 3)), (400, 0, 4, 200));
        assert_eq!(merged("FR1LA", (100, 1), (300, 3)), (400, 0, 4, 0));
        assert_eq!(merged("FR1MI", (700, 0), (801, 0)), (1500, 3, 0, 1));
    }

    #[test]
    fn averages_are_weighed_and_half_goes_up() {
        assert_eq!(average((10, 1000), (0, 3000)), 3, "2.5");
        assert_eq!(average((10, 1000), (0, 3001)), 2);
        assert_eq!(average((7, 0), (4, 0)), 6, "5.5, of two units without a man");
        assert_eq!(average((7, 0), (4, 1)), 4);
    }

    #[test]
    fn every_quality_can_be_an_average() {
        for quality in Quality::ALL {
            let of = |name| Unit { quality, ..unit(name, 100, 0) };
            assert_eq!(combined(&ROTD_EUWOL, &of("FR1IN"), &of("FR2IN")).0.quality, quality);
        }
    }

    #[test]
    fn chains_are_merged_from_the_far_end_and_rings_come_to_an_end() {
        let order = |pairs: &[(&str, &str)]| {
            let mut waiting: BTreeMap<_, _> = pairs.iter().map(|pair| (id(pair.0), id(pair.1))).collect();
            let mut order = Vec::new();
            while let Some((id, _)) = next(&waiting) {
                waiting.remove(&id);
                order.push(id.number);
            }
            order
        };
        assert_eq!(order(&[("FR1IN", "FR2IN"), ("FR2IN", "FR3IN")]), [1, 2]);
        assert_eq!(order(&[("FR2IN", "FR1IN"), ("FR3IN", "FR2IN")]), [3, 2]);
        assert_eq!(order(&[("FR1IN", "FR2IN"), ("FR2IN", "FR1IN")]), [1, 2]);
        assert_eq!(order(&[("FR1IN", "FR1IN")]), [1]);
    }
}

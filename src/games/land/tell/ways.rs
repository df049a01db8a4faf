//! The ways out of where a unit stands, as far as its player sees them (rules 7.4, 7.7, 7.8, 7.14 to 7.16).

use std::collections::BTreeMap;

use crate::vantage::Vantage;
use fieldpost_ground::square::{Direction, StrategicSquare};
use fieldpost_land::movement::hindrance::Hindrance;
use fieldpost_land::unit::{Unit, UnitId};

/// A step that a unit may order, or may not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    pub direction: Direction,
    /// Where it leads.
    pub to: StrategicSquare,
    /// What keeps the unit from it, if anything does.
    pub barred: Option<Hindrance>,
    /// Whether enemies beside its diagonal would stop the unit on it (rule 7.15).
    pub is_risky: bool,
}

/// The steps to all squares beside a unit's own, north first and clockwise.
pub fn of(vantage: &Vantage<'_>, unit: &Unit) -> Vec<Way> {
    let grid = &vantage.atlas.map.grid;
    let way = |direction: Direction| {
        let to = grid.step(unit.at, direction)?;
        let barred = vantage.way_out(unit, to, unit.tac).err();
        let is_risky = barred.is_none() && vantage.would_be_interrupted(unit, to);
        Some(Way { direction, to, barred, is_risky })
    };
    Direction::ALL.into_iter().filter_map(way).collect()
}

/// The ways of some units of one square, those together that have the same, in the order in which they come.
pub fn of_all<'u>(
    vantage: &Vantage<'_>,
    units: impl Iterator<Item = &'u Unit>,
) -> Vec<(Vec<UnitId>, Vec<Way>)> {
    let mut all: Vec<(Vec<UnitId>, Vec<Way>)> = Vec::new();
    // Who stands in one place has the same ways, but militia, which is bound to its home.
    let mut known: BTreeMap<_, Vec<Way>> = BTreeMap::new();
    for unit in units {
        let home = (unit.id.kind, unit.home.as_str());
        let key = (unit.at, unit.tac, unit.in_fort, unit.deployed, home, unit.id.nation);
        let ways = known.entry(key).or_insert_with(|| of(vantage, unit));
        match all.iter_mut().find(|(_, same)| same == ways) {
            Some((units, _)) => units.push(unit.id),
            None => all.push((vec![unit.id], ways.clone())),
        }
    }
    all
}

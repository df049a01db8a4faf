//! The field as every rule reads it: maps, position and who stands where, nothing of it changing.

use std::collections::{BTreeMap, BTreeSet};

use crate::book::Book;
use crate::state::LandState;
use crate::unit::{Unit, UnitId, UnitType};
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::StrategicSquare;
use fieldpost_ground::tactical::Atlas;

/// Where the units stand: the units of each strategic square, in id order, shattered and inactive included.
///
/// By column and row, so that asking for a square's units is no search.
#[derive(Clone, Debug, Default)]
pub struct Occupancy {
    columns: Vec<Vec<Vec<UnitId>>>,
    occupied: BTreeSet<StrategicSquare>,
    /// Where pontoon bridges are, laid or not, and how many.
    bridges: BTreeMap<StrategicSquare, u32>,
}

impl Occupancy {
    /// Nobody anywhere.
    pub const EMPTY: Occupancy =
        Occupancy { columns: Vec::new(), occupied: BTreeSet::new(), bridges: BTreeMap::new() };

    /// The units in a square, in id order.
    pub fn units(&self, at: StrategicSquare) -> &[UnitId] {
        let rows = self.columns.get(usize::from(at.col));
        rows.and_then(|rows| rows.get(usize::from(at.row))).map_or(&[], Vec::as_slice)
    }

    /// Whether any unit stands in a square.
    pub fn is_occupied(&self, at: StrategicSquare) -> bool {
        !self.units(at).is_empty()
    }

    /// The squares in which units stand, in order.
    pub fn squares(&self) -> impl Iterator<Item = StrategicSquare> + '_ {
        self.occupied.iter().copied()
    }

    /// The same with the units in them.
    pub fn iter(&self) -> impl Iterator<Item = (StrategicSquare, &[UnitId])> {
        self.squares().map(|at| (at, self.units(at)))
    }

    /// The squares with pontoon bridges, laid or not, in order.
    pub fn squares_with_bridges(&self) -> impl Iterator<Item = StrategicSquare> + '_ {
        self.bridges.keys().copied()
    }

    /// A unit comes into a square.
    pub fn occupy(&mut self, id: UnitId, at: StrategicSquare) {
        let units = slot(slot(&mut self.columns, at.col), at.row);
        if units.is_empty() {
            self.occupied.insert(at);
        }
        let Err(place) = units.binary_search(&id) else { return };
        units.insert(place, id);
        if id.kind == UnitType::PontoonBridge {
            *self.bridges.entry(at).or_default() += 1;
        }
    }

    /// A unit leaves a square.
    pub fn vacate(&mut self, id: UnitId, at: StrategicSquare) {
        let rows = self.columns.get_mut(usize::from(at.col));
        let Some(units) = rows.and_then(|rows| rows.get_mut(usize::from(at.row))) else { return };
        let Ok(place) = units.binary_search(&id) else { return };
        units.remove(place);
        if units.is_empty() {
            self.occupied.remove(&at);
        }
        if id.kind == UnitType::PontoonBridge {
            let left = self.bridges.remove(&at).unwrap_or(1) - 1;
            self.bridges.extend((left > 0).then_some((at, left)));
        }
    }
}

/// The place of a number in a list that grows as it needs to.
fn slot<T: Default>(list: &mut Vec<T>, number: u8) -> &mut T {
    let number = usize::from(number);
    if list.len() <= number {
        list.resize_with(number + 1, T::default);
    }
    &mut list[number]
}

impl PartialEq for Occupancy {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

/// Where all units of a position stand.
pub fn occupancy(state: &LandState) -> Occupancy {
    let mut occupancy = Occupancy::default();
    for unit in state.units.values() {
        occupancy.occupy(unit.id, unit.at);
    }
    occupancy
}

/// A look at the position, cheap to make and to copy.
#[derive(Clone, Copy)]
pub struct Field<'a> {
    pub atlas: &'a Atlas,
    pub book: &'static Book,
    pub state: &'a LandState,
    /// Where the units stand.
    pub occupancy: &'a Occupancy,
}

impl<'a> Field<'a> {
    pub fn unit(self, id: UnitId) -> Option<&'a Unit> {
        self.state.units.get(&id)
    }

    /// The units in a strategic square, in id order.
    pub fn units_in(self, at: StrategicSquare) -> impl Iterator<Item = &'a Unit> {
        self.occupancy.units(at).iter().filter_map(move |id| self.state.units.get(id))
    }

    /// The units in a square of those nations that are `wanted`. Most squares hold one nation only, and there
    /// asking costs nothing.
    pub fn units_of_nations(
        self,
        at: StrategicSquare,
        wanted: impl Fn(NationCode) -> bool,
    ) -> impl Iterator<Item = &'a Unit> {
        let ids = self.occupancy.units(at).iter();
        ids.filter(move |id| wanted(id.nation)).filter_map(move |id| self.state.units.get(id))
    }

    /// The strategic squares with units of more than one nation, in order. Ids are sorted by nation, so that the first
    /// and the last tell.
    pub fn squares_of_several(self) -> impl Iterator<Item = StrategicSquare> {
        let several =
            |units: &[UnitId]| units.first().map(|id| id.nation) != units.last().map(|id| id.nation);
        self.occupancy.iter().filter(move |(_, units)| several(units)).map(|(at, _)| at)
    }

    /// How two nations stand (G-08).
    pub fn relation(self, one: NationCode, other: NationCode) -> Relation {
        self.state.relations.between(one, other)
    }

    /// Combat units (G-09) in a square that are hostile to a nation.
    pub fn enemy_combat_units(
        self,
        nation: NationCode,
        at: StrategicSquare,
    ) -> impl Iterator<Item = &'a Unit> {
        self.enemies(nation, at).filter(|unit| unit.is_combat())
    }

    /// Whether an active hostile unit of any kind stands in a square (R-11.2, R-9.1b).
    pub fn has_enemy(self, nation: NationCode, at: StrategicSquare) -> bool {
        self.enemies(nation, at).any(Unit::is_active)
    }

    fn enemies(self, nation: NationCode, at: StrategicSquare) -> impl Iterator<Item = &'a Unit> {
        self.units_of_nations(at, move |other| self.relation(nation, other) == Relation::Hostile)
    }

    /// The nation on whose soil a square lies (7.7 "home nation"), by the state's owner.
    pub fn soil_of(self, at: StrategicSquare) -> Option<NationCode> {
        let state = self.atlas.map.state_at(at)?;
        self.state.owners.get(&state.name).copied()
    }

    /// The land of several nations in which a square lies (GITM-NWOL 7.1, 7.16): by the state that it is of on the map, for Germany
    /// is as large whoever owns a part of it.
    pub fn land_at(self, at: StrategicSquare) -> Option<&'static [&'static str]> {
        let state = self.atlas.map.state_at(at)?;
        self.book.land_of(self.book.known_nation(&state.nation)?)
    }

    /// Whether a square is home soil of a nation: its own, or of the land of several nations to which it belongs (rules 3.5b, 7.1).
    pub fn is_home(self, nation: NationCode, at: StrategicSquare) -> bool {
        self.soil_of(at) == Some(nation)
            || self.land_at(at).is_some_and(|land| land.contains(&nation.as_str()))
    }

    /// Combat units in a square that keep a nation to its banks and in its marsh (rule 7.8): enemies, and neutrals on their own
    /// home soil.
    pub fn blockers(self, nation: NationCode, at: StrategicSquare) -> impl Iterator<Item = &'a Unit> {
        self.strangers(nation, at).filter(|unit| unit.is_combat())
    }

    /// Units in whose cone nobody of a nation leaves a square (rule 7.7): enemies, and neutrals on their own home soil; in
    /// some books active headquarters too.
    pub fn exit_blockers(self, nation: NationCode, at: StrategicSquare) -> impl Iterator<Item = &'a Unit> {
        let bars = self.book.marches.exit_barred_by;
        self.strangers(nation, at).filter(move |unit| bars.counts(unit))
    }

    /// Units that interrupt a diagonal step past a square for a nation (rule 7.15): enemies, and in some books neutrals on their
    /// own home soil.
    pub fn interrupters(self, nation: NationCode, at: StrategicSquare) -> impl Iterator<Item = &'a Unit> {
        let marches = &self.book.marches;
        let is_enemy = move |unit: &Unit| self.relation(nation, unit.id.nation) == Relation::Hostile;
        self.strangers(nation, at).filter(move |unit| {
            marches.interrupted_by.counts(unit) && (marches.neutrals_interrupt || is_enemy(unit))
        })
    }

    fn strangers(self, nation: NationCode, at: StrategicSquare) -> impl Iterator<Item = &'a Unit> {
        let blocks = move |other| match self.relation(nation, other) {
            Relation::Hostile => true,
            Relation::Neutral => self.soil_of(at) == Some(other),
            Relation::Same | Relation::Allied => false,
        };
        self.units_of_nations(at, blocks)
    }
}

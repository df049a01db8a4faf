//! What crosses the rivers now (rules 12.1, 12.2, 12.4; ): the sheets of the atlas never change, bridges do.
//!
//! Whoever asks whether a unit can stand on a tactical square, or which banks it lies on, asks here and not the sheet.

use crate::field::Field;
use crate::unit::{Unit, UnitType};
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::{Banks, Ground, Sheet};

/// ROTD-EUWOL 8.6, 12.2, 12.3: whether a railway bridge stands in a tactical square: the map has one there, and it has
/// not been destroyed. The only place that knows.
pub fn railway_bridge_stands(field: Field<'_>, at: StrategicSquare, tac: TacticalSquare) -> bool {
    field.atlas.sheet(at).bridge[tac.index()] && !field.state.bridges_destroyed.contains(&at)
}

/// ROTD-EUWOL 12.4: the pontoon bridge that spans a tactical square, whosever it is.
pub fn pontoon_at<'a>(field: Field<'a>, at: StrategicSquare, tac: TacticalSquare) -> Option<&'a Unit> {
    field.units_in(at).find(|unit| unit.spans() && unit.tac == tac)
}

/// A tactical map as a unit finds it, with the bridges that stand.
#[derive(Clone, Copy)]
pub struct Crossings<'a> {
    field: Field<'a>,
    unit: &'a Unit,
    at: StrategicSquare,
}

impl<'a> Crossings<'a> {
    /// The map of a strategic square for a unit, which need not stand in it.
    pub fn of(field: Field<'a>, unit: &'a Unit, at: StrategicSquare) -> Self {
        Crossings { field, unit, at }
    }

    /// The ground, which does not change.
    pub fn sheet(self) -> &'a Sheet {
        self.field.atlas.sheet(self.at)
    }

    /// ROTD-EUWOL 2.2, 12.1: whether the unit may stand there: not in water, on a mountain, or in a river without a
    /// bridge.
    pub fn is_passable(self, tac: TacticalSquare) -> bool {
        match self.sheet().ground_at(tac) {
            Ground::River => self.is_bridged(tac),
            _ => self.sheet().is_passable(tac),
        }
    }

    /// Whether a river or range is crossed there: ford, pass or bridge.
    pub fn is_crossing(self, tac: TacticalSquare) -> bool {
        match self.sheet().ground_at(tac) {
            Ground::River => self.is_bridged(tac),
            _ => self.sheet().is_crossing(tac),
        }
    }

    /// the banks a square stands on; those about it if it is a crossing; none if nobody can stand there.
    pub fn banks_of(self, tac: TacticalSquare) -> Banks {
        match (self.sheet().ground_at(tac), self.is_crossing(tac)) {
            (_, true) => self.sheet().banks_about(tac),
            (Ground::River, false) => Banks(0),
            _ => self.sheet().banks_of(tac),
        }
    }

    fn is_bridged(self, tac: TacticalSquare) -> bool {
        railway_bridge_stands(self.field, self.at, tac) || self.is_spanned(tac)
    }

    /// ROTD-EUWOL 12.4, R-12.4b: whether a pontoon bridge there carries the unit: one of its side, or an enemy's that it
    /// attacks (12.6), but no neutral's. No pontoon bridge crosses another.
    fn is_spanned(self, tac: TacticalSquare) -> bool {
        let carries = |bridge: &Unit| {
            self.unit.id.kind != UnitType::PontoonBridge
                && self.field.relation(self.unit.id.nation, bridge.id.nation) != Relation::Neutral
        };
        pontoon_at(self.field, self.at, tac).is_some_and(carries)
    }

    /// ROTD-EUWOL 7.8, 9.7, 12.4, 12.7; R-7.8c, R-12.7b: the river squares that a march of the unit crosses besides fords
    /// and railway bridges: pontoon bridges of its side, save for another such bridge, and ferries of its side.
    pub fn spans_for_a_march(self) -> Vec<TacticalSquare> {
        let Crossings { field, unit, at } = self;
        let is_friend = |nation| field.relation(unit.id.nation, nation).is_friendly();
        let is_bridge = unit.id.kind == UnitType::PontoonBridge;
        let pontoons =
            field.units_in(at).filter(|other| other.spans() && !is_bridge && is_friend(other.id.nation));
        let ferries = field.state.ferries.iter().filter(|ferry| ferry.at == at && is_friend(ferry.side));
        pontoons.map(|bridge| bridge.tac).chain(ferries.map(|ferry| ferry.tac)).collect()
    }
}

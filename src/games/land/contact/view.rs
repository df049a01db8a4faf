//! The map as one side's lines of contact find it: which squares they may enter (rule 11.2).

use std::collections::{BTreeMap, BTreeSet};

use crate::games::ground::nation::{NationCode, Relation};
use crate::games::ground::square::{Direction, Grid, StrategicSquare};
use crate::games::land::contact::end::Screen;
use crate::games::land::field::Field;
use crate::games::land::unit::{Status, Unit};

/// What lies on a square, for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Marks {
    impassable: bool,
    /// An active enemy unit of any kind.
    enemy: bool,
    enemy_screen: bool,
    /// An active combat unit of this side.
    guarded: bool,
    /// Beside enemy light cavalry that nobody of this side holds in check, here or there.
    screened: bool,
}

/// The map as one side's lines of contact find it.
pub struct View {
    grid: Grid,
    marks: Vec<Marks>,
}

impl View {
    /// ROTD-EUWOL 11.2: whether a line may enter a square: passable, without enemies, and not beside enemy
    /// light cavalry unless a combat unit of this side is there or where that cavalry is.
    pub fn may_enter(&self, square: StrategicSquare, screen: Screen) -> bool {
        let marks = self.marks[self.grid.index(square)];
        !(marks.impassable || marks.enemy || marks.screened && screen == Screen::Closes)
    }

    /// ROTD-EUWOL 11.2: whether a step leads past the squares beside it: a diagonal one does not lead between
    /// two squares that both hold enemies. A step off the map leads nowhere.
    pub fn may_pass(&self, from: StrategicSquare, direction: Direction) -> bool {
        if self.grid.step(from, direction).is_none() {
            return false;
        }
        let Some((one, other)) = direction.parts() else { return true };
        let held = |side| self.grid.step(from, side).is_some_and(|square| self.has_enemy(square));
        !(held(one) && held(other))
    }

    /// Whether an active enemy unit of any kind stands in a square.
    pub fn has_enemy(&self, square: StrategicSquare) -> bool {
        self.marks[self.grid.index(square)].enemy
    }

    /// The grid of the map.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }
}

/// A view for every nation with active units, or shattered ones, which move along lines (14.2); nations that have the same friends and the same enemies share
/// one. The second part says which nation has which.
pub fn views(field: Field<'_>) -> (Vec<View>, BTreeMap<NationCode, usize>) {
    let units = || field.state.units.values().filter(|unit| unit.is_active());
    let drawing = field.state.units.values().filter(|unit| unit.status != Status::Inactive);
    let nations = drawing.map(|unit| unit.id.nation).collect::<BTreeSet<_>>();
    let attitude = |nation: NationCode| {
        let regard = |other: &NationCode| match field.relation(nation, *other) {
            Relation::Same | Relation::Allied => 0,
            Relation::Neutral => 1,
            Relation::Hostile => 2,
        };
        nations.iter().map(regard).collect::<Vec<u8>>()
    };
    let mut places = BTreeMap::new();
    let mut views = Vec::new();
    let mut view_of = BTreeMap::new();
    for nation in &nations {
        let place = *places.entry(attitude(*nation)).or_insert_with(|| {
            views.push(view(field, *nation, units()));
            views.len() - 1
        });
        view_of.insert(*nation, place);
    }
    (views, view_of)
}

fn view<'a>(field: Field<'_>, nation: NationCode, units: impl Iterator<Item = &'a Unit>) -> View {
    let map = &field.atlas.map;
    let passable = map.terrain.iter().map(|terrain| terrain.is_passable());
    let marks = passable.map(|passable| Marks { impassable: !passable, ..Marks::default() }).collect();
    let mut view = View { grid: map.grid.clone(), marks };
    for unit in units {
        let marks = &mut view.marks[map.grid.index(unit.at)];
        match field.relation(nation, unit.id.nation) {
            Relation::Hostile => {
                marks.enemy = true;
                marks.enemy_screen |= field.book.kind(unit.id.kind).screens;
            }
            Relation::Same | Relation::Allied => marks.guarded |= unit.is_combat(),
            Relation::Neutral => {}
        }
    }
    view.draw_screens(field);
    view
}

impl View {
    /// ROTD-EUWOL 11.2: the squares beside enemy light cavalry. Infantry screens nothing (details "lines").
    fn draw_screens(&mut self, field: Field<'_>) {
        for square in field.occupancy.keys() {
            let marks = self.marks[self.grid.index(*square)];
            if !marks.enemy_screen || marks.guarded {
                continue;
            }
            for (_, beside) in self.grid.clone().neighbours(*square) {
                let marks = &mut self.marks[self.grid.index(beside)];
                marks.screened |= !marks.guarded;
            }
        }
    }
}

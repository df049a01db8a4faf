//! The map as one side's lines of contact find it: which squares they may enter (rule 11.2).

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use crate::contact::end::Screen;
use crate::field::Field;
use crate::unit::Status;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::{Direction, Grid, StrategicSquare};

/// What is known of a square, for one side. Nothing is known of it before it is asked for: a line that ends at the
/// nearest goal crosses few of a great map's squares.
mod marks {
    /// The others are worked out.
    pub const KNOWN: u8 = 1;
    pub const IMPASSABLE: u8 = 2;
    /// An active enemy unit of any kind.
    pub const ENEMY: u8 = 4;
    pub const ENEMY_SCREEN: u8 = 8;
    /// An active combat unit of this side.
    pub const GUARDED: u8 = 16;
    /// The next is worked out.
    pub const SCREEN_KNOWN: u8 = 32;
    /// Beside enemy light cavalry that nobody of this side holds in check, here or there.
    pub const SCREENED: u8 = 64;
}

/// The map as one side's lines of contact find it.
pub struct View<'a> {
    field: Field<'a>,
    nation: NationCode,
    marks: Vec<Cell<u8>>,
}

impl<'a> View<'a> {
    fn new(field: Field<'a>, nation: NationCode) -> Self {
        let squares = field.atlas.map.terrain.len();
        View { field, nation, marks: vec![Cell::new(0); squares] }
    }

    /// ROTD-EUWOL 11.2: whether a line may enter a square: passable, without enemies, and not beside enemy
    /// light cavalry unless a combat unit of this side is there or where that cavalry is.
    pub fn may_enter(&self, square: StrategicSquare, screen: Screen) -> bool {
        let is_open = self.marks(square) & (marks::IMPASSABLE | marks::ENEMY) == 0;
        is_open && !(screen == Screen::Closes && self.is_screened(square))
    }

    /// What [`View::may_enter`] says of all squares, row by row.
    pub fn open(&self, screen: Screen) -> Vec<bool> {
        let (map, grid) = (&self.field.atlas.map, self.grid());
        let mut open: Vec<bool> = map.terrain.iter().map(|terrain| terrain.is_passable()).collect();
        for square in self.field.occupancy.squares() {
            let marks = self.marks(square);
            if marks & marks::ENEMY != 0 {
                open[grid.index(square)] = false;
            }
            if screen == Screen::Closes
                && marks & (marks::ENEMY_SCREEN | marks::GUARDED) == marks::ENEMY_SCREEN
            {
                let unguarded = |beside: &StrategicSquare| self.marks(*beside) & marks::GUARDED == 0;
                let about = grid.neighbours(square).map(|(_, beside)| beside).filter(unguarded);
                about.for_each(|beside| open[grid.index(beside)] = false);
            }
        }
        open
    }

    /// ROTD-EUWOL 11.2: whether a step leads past the squares beside it: a diagonal one does not lead between
    /// two squares that both hold enemies. A step off the map leads nowhere.
    pub fn may_pass(&self, from: StrategicSquare, direction: Direction) -> bool {
        if self.grid().step(from, direction).is_none() {
            return false;
        }
        let Some((one, other)) = direction.parts() else { return true };
        let held = |side| self.grid().step(from, side).is_some_and(|square| self.has_enemy(square));
        !(held(one) && held(other))
    }

    /// Whether an active enemy unit of any kind stands in a square.
    pub fn has_enemy(&self, square: StrategicSquare) -> bool {
        self.marks(square) & marks::ENEMY != 0
    }

    /// The grid of the map.
    pub fn grid(&self) -> &'a Grid {
        &self.field.atlas.map.grid
    }

    fn marks(&self, square: StrategicSquare) -> u8 {
        let kept = &self.marks[self.grid().index(square)];
        if kept.get() & marks::KNOWN == 0 {
            kept.set(kept.get() | self.look(square));
        }
        kept.get()
    }

    fn look(&self, square: StrategicSquare) -> u8 {
        let field = self.field;
        let mut seen = marks::KNOWN;
        if !field.atlas.map.is_passable(square) {
            seen |= marks::IMPASSABLE;
        }
        for unit in field.units_in(square).filter(|unit| unit.is_active()) {
            seen |= match field.relation(self.nation, unit.id.nation) {
                Relation::Hostile if field.book.kind(unit.id.kind).screens => {
                    marks::ENEMY | marks::ENEMY_SCREEN
                }
                Relation::Hostile => marks::ENEMY,
                Relation::Same | Relation::Allied if unit.is_combat() => marks::GUARDED,
                Relation::Same | Relation::Allied | Relation::Neutral => 0,
            };
        }
        seen
    }

    /// ROTD-EUWOL 11.2: whether a square lies beside enemy light cavalry. Infantry screens nothing (details "lines").
    fn is_screened(&self, square: StrategicSquare) -> bool {
        let kept = &self.marks[self.grid().index(square)];
        if kept.get() & marks::SCREEN_KNOWN == 0 {
            let screens = |(_, beside)| {
                self.marks(beside) & (marks::ENEMY_SCREEN | marks::GUARDED) == marks::ENEMY_SCREEN
            };
            let is_guarded = self.marks(square) & marks::GUARDED != 0;
            let is_screened = !is_guarded && self.grid().neighbours(square).any(screens);
            let screened = if is_screened { marks::SCREENED } else { 0 };
            kept.set(kept.get() | marks::SCREEN_KNOWN | screened);
        }
        kept.get() & marks::SCREENED != 0
    }
}

/// A view for every nation with active units, or shattered ones, which move along lines (14.2); nations that have the same friends and the same enemies share
/// one. The second part says which nation has which.
pub fn views(field: Field<'_>) -> (Vec<View<'_>>, BTreeMap<NationCode, usize>) {
    let draws = |nation: &NationCode| {
        field.state.units.of_nation(*nation).any(|unit| unit.status != Status::Inactive)
    };
    let nations: BTreeSet<NationCode> = field.state.units.nations().filter(draws).collect();
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
            views.push(View::new(field, *nation));
            views.len() - 1
        });
        view_of.insert(*nation, place);
    }
    (views, view_of)
}

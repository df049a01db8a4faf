//! Tactical maps: 15 by 15 squares for every strategic square (rules 2.1 to 2.4), made from the strategic
//! map on demand and kept; and the banks that rivers and ranges divide them into (rules 7.7, 7.8, R-7.8).

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::map::{Diagonals, StrategicMap, Terrain};
use crate::patch::Patch;
use crate::shore::Shore;
use crate::square::{StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use crate::tac1::generate;

/// Squares of a tactical map.
pub const TACTICAL_SQUARES: usize = TACTICAL_SIDE as usize * TACTICAL_SIDE as usize;

/// A tactical square's ground (rule 2.2), with its mark in map files, rule cases and reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ground {
    Open,
    Hills,
    HighHills,
    Forest,
    Town,
    Water,
    River,
    Ford,
    Mountain,
    Pass,
}

impl Ground {
    /// Every kind with its mark.
    pub const MARKS: [(Ground, char); 10] = [
        (Ground::Open, '.'),
        (Ground::Hills, 'h'),
        (Ground::HighHills, 'H'),
        (Ground::Forest, 'f'),
        (Ground::Town, 'T'),
        (Ground::Water, 'w'),
        (Ground::River, '~'),
        (Ground::Ford, '='),
        (Ground::Mountain, '^'),
        (Ground::Pass, ')'),
    ];

    pub fn mark(self) -> char {
        Self::MARKS[self as usize].1
    }

    /// In words, such as `high hills`.
    pub fn words(self) -> &'static str {
        match self {
            Ground::Open => "open",
            Ground::Hills => "hills",
            Ground::HighHills => "high hills",
            Ground::Forest => "forest",
            Ground::Town => "town",
            Ground::Water => "water",
            Ground::River => "river",
            Ground::Ford => "ford",
            Ground::Mountain => "mountain",
            Ground::Pass => "pass",
        }
    }

    pub fn of_mark(mark: char) -> Option<Self> {
        Self::MARKS.iter().find(|row| row.1 == mark).map(|row| row.0)
    }
}

/// The tactical map of one strategic square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Ground by [`TacticalSquare::index`].
    pub ground: [Ground; TACTICAL_SQUARES],
    /// Defensive rating 0 to 4 (rule 2.4).
    pub rating: [u8; TACTICAL_SQUARES],
    /// Squares that carry railway track.
    pub rail: [bool; TACTICAL_SQUARES],
    /// Squares with a railway bridge (rule 12.2). Pontoon bridges are units and not here.
    pub bridge: [bool; TACTICAL_SQUARES],
    /// Bank of each square, see [`Sheet::banks_of`].
    banks: [u8; TACTICAL_SQUARES],
    lines: Lines,
}

/// What of a map parts its banks and what does not, for walks over it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// Land that belongs to a bank: passable, and no crossing.
    pub land: Patch,
    /// Fords and passes.
    pub crossings: Patch,
    /// Rivers, bridged or not.
    pub rivers: Patch,
    /// Railway bridges (rule 12.2).
    pub bridges: Patch,
    /// Whether the map has a river or range at all.
    pub any: bool,
}

/// A set of banks, as bits: bank `n` is bit `n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Banks(pub u64);

impl Banks {
    /// Whether the two have a bank in common.
    pub fn touch(self, other: Banks) -> bool {
        self.0 & other.0 != 0
    }

    /// The banks' numbers, lowest first.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lowest = u8::try_from(rest.trailing_zeros()).ok().filter(|_| rest != 0)?;
            rest &= rest - 1;
            Some(lowest)
        })
    }
}

/// No bank: impassable, or a crossing (whose banks are those of its neighbours).
const NO_BANK: u8 = u8::MAX;

impl Sheet {
    /// A map from its squares; the banks are worked out here.
    pub fn new(
        ground: [Ground; TACTICAL_SQUARES],
        rating: [u8; TACTICAL_SQUARES],
        rail: [bool; TACTICAL_SQUARES],
        bridge: [bool; TACTICAL_SQUARES],
    ) -> Self {
        let mut sheet = Sheet {
            ground,
            rating,
            rail,
            bridge,
            banks: [NO_BANK; TACTICAL_SQUARES],
            lines: Lines::default(),
        };
        sheet.label_banks();
        sheet.lines = sheet.draw_lines();
        sheet
    }

    /// ROTD-CWOL 2.2, 9.7: the map as a book sees it that has no bridges of any kind: a river square that the track crosses is
    /// river like any other.
    pub fn without_bridges(self) -> Self {
        if self.bridge.contains(&true) {
            Sheet::new(self.ground, self.rating, self.rail, [false; TACTICAL_SQUARES])
        } else {
            self
        }
    }

    fn draw_lines(&self) -> Lines {
        let of = |grounds: &[Ground]| Patch::of(|square| grounds.contains(&self.ground_at(square)));
        Lines {
            land: Patch::of(|square| self.is_bank_land(square)),
            crossings: of(&[Ground::Ford, Ground::Pass]),
            rivers: of(&[Ground::River]),
            bridges: Patch::of(|square| self.bridge[square.index()]),
            any: !of(&[Ground::River, Ground::Ford, Ground::Mountain, Ground::Pass]).is_empty(),
        }
    }

    /// What parts its banks and what does not.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    pub fn ground_at(&self, square: TacticalSquare) -> Ground {
        self.ground[square.index()]
    }

    /// Whether a unit may stand there (rule 2.2): not water or mountain, nor a river without a bridge.
    pub fn is_passable(&self, square: TacticalSquare) -> bool {
        match self.ground_at(square) {
            Ground::Water | Ground::Mountain => false,
            Ground::River => self.bridge[square.index()],
            _ => true,
        }
    }

    /// Whether the square belongs to a river or range and is crossed there: ford, pass, or bridge.
    pub fn is_crossing(&self, square: TacticalSquare) -> bool {
        match self.ground_at(square) {
            Ground::Ford | Ground::Pass => true,
            Ground::River => self.bridge[square.index()],
            _ => false,
        }
    }

    /// The banks a square stands on: its own piece of land; for a ford, pass or bridge all pieces it
    /// touches; none for impassable ground.
    pub fn banks_of(&self, square: TacticalSquare) -> Banks {
        if self.is_crossing(square) {
            return self.banks_about(square);
        }
        match self.banks[square.index()] {
            NO_BANK => Banks(0),
            bank => Banks(1 << bank),
        }
    }

    /// All banks that a square touches, whatever it is itself: those that a bridge or a ferry there would join.
    pub fn banks_about(&self, square: TacticalSquare) -> Banks {
        let bits = neighbours(square).map(|next| self.banks[next.index()]).filter(|bank| *bank != NO_BANK);
        Banks(bits.fold(0, |all, bank| all | 1 << bank))
    }

    /// Flood-fills the passable squares that are no river or range squares, row by row.
    fn label_banks(&mut self) {
        let mut next_bank = 0;
        for start in TacticalSquare::all() {
            if self.banks[start.index()] != NO_BANK || !self.is_bank_land(start) {
                continue;
            }
            let mut open = vec![start];
            self.banks[start.index()] = next_bank;
            while let Some(square) = open.pop() {
                for next in neighbours(square) {
                    if self.banks[next.index()] == NO_BANK && self.is_bank_land(next) {
                        self.banks[next.index()] = next_bank;
                        open.push(next);
                    }
                }
            }
            next_bank = (next_bank + 1).min(63);
        }
    }

    fn is_bank_land(&self, square: TacticalSquare) -> bool {
        self.is_passable(square) && !self.is_crossing(square)
    }
}

/// The four squares beside one: rivers are joined along rows and columns, so a diagonal does not leak
/// across one.
fn neighbours(square: TacticalSquare) -> impl Iterator<Item = TacticalSquare> {
    use crate::square::Direction::{East, North, South, West};
    [North, East, South, West].into_iter().filter_map(move |direction| square.step(direction))
}

/// A strategic map with its tactical maps, made when first asked for.
#[derive(Debug)]
pub struct Atlas {
    pub map: StrategicMap,
    overrides: BTreeMap<StrategicSquare, Sheet>,
    sheets: Vec<OnceLock<Box<Sheet>>>,
    shores: Vec<OnceLock<Box<Shore>>>,
}

impl Atlas {
    /// An atlas of `map`; `overrides` stand in for generated tactical maps.
    pub fn new(map: StrategicMap, overrides: BTreeMap<StrategicSquare, Sheet>) -> Self {
        let squares = map.terrain.len();
        Atlas {
            map,
            overrides,
            sheets: std::iter::repeat_with(OnceLock::new).take(squares).collect(),
            shores: std::iter::repeat_with(OnceLock::new).take(squares).collect(),
        }
    }

    /// The atlas as a book sees it that fords all rivers ([`StrategicMap::forded`]) and bridges none.
    pub fn forded(self) -> Self {
        Atlas::new(self.map.forded(), self.overrides)
    }

    /// The atlas as a book sees it to which some terrain is as another ([`StrategicMap::read_as`]).
    pub fn read_as(self, terrain: &[(Terrain, Terrain)]) -> Self {
        Atlas::new(self.map.read_as(terrain), self.overrides)
    }

    /// The atlas as a book sees it that bars other diagonal steps ([`StrategicMap::with_diagonals`]).
    pub fn with_diagonals(self, diagonals: Diagonals) -> Self {
        Atlas { map: self.map.with_diagonals(diagonals), ..self }
    }

    /// The tactical map of a strategic square.
    pub fn sheet(&self, square: StrategicSquare) -> &Sheet {
        self.sheets[self.map.grid.index(square)].get_or_init(|| {
            let sheet = self.overrides.get(&square).cloned().unwrap_or_else(|| generate(&self.map, square));
            Box::new(if self.map.is_forded() { sheet.without_bridges() } else { sheet })
        })
    }

    /// The pieces into which rivers divide a square, with all the bridges of the map standing.
    pub fn shore(&self, square: StrategicSquare) -> &Shore {
        self.shores[self.map.grid.index(square)].get_or_init(|| {
            let sheet = self.sheet(square);
            Box::new(Shore::new(sheet, |tac| sheet.bridge[tac.index()]))
        })
    }
}

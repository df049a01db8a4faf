//! A tactical map in the making.

use crate::map::{CitySite, RiverClass, StrategicMap, Terrain};
use crate::square::{Direction, StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use crate::tac1::Key;
use crate::tac1::noise::origin;
use crate::tactical::{Ground, TACTICAL_SQUARES};

/// The four sides, in the order in which ways lead on.
pub const SIDES: [Direction; 4] = [Direction::North, Direction::West, Direction::East, Direction::South];

/// A tactical map in the making.
pub struct Draft<'a> {
    pub map: &'a StrategicMap,
    pub at: StrategicSquare,
    pub terrain: Terrain,
    pub city: Option<&'a CitySite>,
    /// The ground so far.
    pub ground: [Ground; TACTICAL_SQUARES],
    pub river: [Option<RiverClass>; TACTICAL_SQUARES],
    /// Track so far.
    pub rail: [bool; TACTICAL_SQUARES],
    /// Railway bridges so far.
    pub bridge: [bool; TACTICAL_SQUARES],
    /// Town squares, the city's own first.
    pub town: Vec<TacticalSquare>,
    key: Key,
    label: String,
}

impl<'a> Draft<'a> {
    /// An empty map of open land.
    pub fn new(map: &'a StrategicMap, at: StrategicSquare) -> Self {
        Draft {
            map,
            at,
            terrain: map.terrain_at(at),
            city: map.city_at(at),
            ground: [Ground::Open; TACTICAL_SQUARES],
            river: [None; TACTICAL_SQUARES],
            rail: [false; TACTICAL_SQUARES],
            bridge: [false; TACTICAL_SQUARES],
            town: Vec::new(),
            key: Key::of_map(&map.id),
            label: map.grid.label(at),
        }
    }

    /// The key of what is the same over the whole map.
    pub fn map_key(&self) -> Key {
        self.key
    }

    /// The key of a choice made once in this square.
    pub fn key(&self, word: &str) -> Key {
        self.key.word(word).word(&self.label)
    }

    /// A tactical square's place over the whole map, in tactical squares from its north-west corner.
    pub fn global(&self, square: TacticalSquare) -> (u32, u32) {
        (origin(self.at.col) + u32::from(square.col()), origin(self.at.row) + u32::from(square.row()))
    }

    pub fn ground_at(&self, square: TacticalSquare) -> Ground {
        self.ground[square.index()]
    }

    /// Whether the square is neither river, range nor water so far.
    pub fn is_land(&self, square: TacticalSquare) -> bool {
        !matches!(self.ground_at(square), Ground::River | Ground::Mountain | Ground::Water)
    }

    /// Squares that rivers, ranges and ponds keep off where they can: the city's own, and the middle, where
    /// a unit stands of which no tactical square is known.
    pub fn is_kept_free(&self, square: TacticalSquare) -> bool {
        square == TacticalSquare::MIDDLE || self.city.is_some_and(|city| city.tac == square)
    }
}

/// The four squares beside one.
pub fn beside(square: TacticalSquare) -> impl Iterator<Item = TacticalSquare> + Clone {
    SIDES.into_iter().filter_map(move |side| square.step(side))
}

/// Whether a square lies on the map's edge.
pub fn is_border(square: TacticalSquare) -> bool {
    let last = TACTICAL_SIDE - 1;
    [square.col(), square.row()].iter().any(|number| *number == 0 || *number == last)
}

/// All squares that are not on the edge, row by row.
pub fn interior() -> impl Iterator<Item = TacticalSquare> {
    TacticalSquare::all().filter(|square| !is_border(*square))
}

/// Squares away, squared.
pub fn span(one: TacticalSquare, other: TacticalSquare) -> u32 {
    let (dx, dy) = one.offset_to(other);
    (dx * dx + dy * dy).unsigned_abs().into()
}

//! A tactical map: the fifteen by fifteen squares of one strategic square, with ratings, crossings, troops.

use std::f64::consts::FRAC_PI_2;

use crate::Side;
use crate::flags::Troops;
use crate::legend::{self, Entry};
use crate::marks;
use crate::tints::Livery;
use fieldpost_ground::map::{RiverClass, StrategicMap, Terrain};
use fieldpost_ground::square::{Direction, StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use fieldpost_ground::tactical::{Atlas, Ground, Sheet};
use fieldpost_print::picture::svg::{Path, Point, Svg};

/// A unit on a tactical map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub tac: TacticalSquare,
    /// Whose, and what it is.
    pub troops: Troops,
    /// Its name, such as `AU1IN`, or `AU1INF` in a fort.
    pub name: String,
}

/// An attack on a square of a tactical map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assault {
    pub at: TacticalSquare,
    /// Where the attackers came from.
    pub from: Vec<Direction>,
    /// Whose attack it is.
    pub side: Side,
    /// What both sides lost, the own first, such as `2635` and `~1900`.
    pub losses: [String; 2],
}

/// What a picture of a tactical map is drawn from.
#[derive(Clone, Debug)]
pub struct TacticalPicture<'a> {
    pub atlas: &'a Atlas,
    pub square: StrategicSquare,
    /// The units to be shown.
    pub pieces: &'a [Piece],
    /// The attacks to be shown.
    pub assaults: &'a [Assault],
    /// What is told below the map, a line each.
    pub told: &'a [String],
    /// The river squares in which a pontoon bridge lies (rule 12.4).
    pub pontoons: &'a [TacticalSquare],
    /// Whether the square's city has a fort.
    pub has_fort: bool,
    /// What is to be said below the map, such as that the city is besieged (rule 2.7).
    pub note: &'a str,
    /// Pixels from side to side.
    pub width: u32,
    /// Whether it is drawn in grey.
    pub is_grey: bool,
    /// In what colours troops are shown.
    pub livery: Livery,
}

impl TacticalPicture<'_> {
    pub fn map(&self) -> &StrategicMap {
        &self.atlas.map
    }

    /// The map that is drawn.
    pub fn sheet(&self) -> &Sheet {
        self.atlas.sheet(self.square)
    }

    /// What the square is, as the reports say it: name, city, terrain, river, range, passes.
    pub fn heading(&self) -> String {
        let map = self.map();
        let mut words = vec![map.terrain_at(self.square).words().to_owned()];
        words.extend(map.river_class(self.square).map(|class| format!("{} river", class.words())));
        if map.is_range(self.square) && map.terrain_at(self.square) != Terrain::Mountain {
            words.push("mountain range".into());
        }
        words.extend(
            map.passes.iter().filter(|pass| pass.at == self.square).map(|pass| format!("{} pass", pass.name)),
        );
        let city = map.city_at(self.square).map(|city| format!("{}, ", city.name)).unwrap_or_default();
        format!("{city}{}: {}", map.grid.label(self.square), words.join(", "))
    }

    /// The entries of the key, and the names of the units of some squares.
    pub fn key(&self, listed: &[Vec<&Piece>]) -> Vec<Entry> {
        let sheet = self.sheet();
        let grounds = Ground::MARKS.into_iter().map(|row| row.0).filter(|ground| *ground != Ground::River);
        let mut key: Vec<Entry> =
            grounds.filter(|ground| sheet.ground.contains(ground)).map(Entry::Ground).collect();
        key.extend(self.map().river_class(self.square).map(Entry::River));
        key.extend(sheet.rail.contains(&true).then_some(Entry::Railway));
        let is_bridged = sheet.bridge.contains(&true) || !self.pontoons.is_empty();
        key.extend(is_bridged.then_some(Entry::Bridge));
        key.extend(self.has_fort.then_some(Entry::Fort));
        key.extend(legend::flag_key(self.pieces.iter().map(|piece| (piece.tac, piece.troops)), self.livery));
        let attacks = |side: &Side| self.assaults.iter().any(|assault| assault.side == *side);
        key.extend(Side::ALL.into_iter().filter(attacks).map(Entry::Attack));
        key.extend((!self.assaults.is_empty()).then_some(Entry::Battle));
        key.push(Entry::Words("digits: defensive rating".into()));
        if !self.note.is_empty() {
            key.push(Entry::Words(self.note.into()));
        }
        key.extend(self.told.iter().flat_map(|line| [Entry::Break, Entry::Words(line.clone())]));
        key.extend((!listed.is_empty()).then_some(Entry::Break));
        key.extend(listed.iter().flat_map(|pieces| names(pieces)).map(Entry::Words));
        legend::named(key, self.livery)
    }
}

/// The units of one square, in as many lines as they need; each begins with the square.
fn names(pieces: &[&Piece]) -> Vec<String> {
    // As many as fit into a line of 550 pixels.
    const IN_A_LINE: usize = 9;
    let lines = pieces.len().div_ceil(IN_A_LINE).max(1);
    let line = |some: &[&Piece]| {
        let names: Vec<&str> = some.iter().map(|piece| piece.name.as_str()).collect();
        let square = some.first().map(|piece| piece.tac.to_string()).unwrap_or_default();
        format!("{square}: {}", names.join(" "))
    };
    pieces.chunks(pieces.len().div_ceil(lines).max(1)).map(line).collect()
}

/// How broad a river is drawn, in shares of a square.
pub fn river_share(class: RiverClass) -> f64 {
    match class {
        RiverClass::Fordable => 0.36,
        RiverClass::Unfordable => 0.50,
        RiverClass::Unbridgeable => 0.66,
    }
}

/// Where a square lies: its middle, and the middles of its sides.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub middle: Point,
    /// Pixels of its side.
    pub cell: f64,
}

impl Place {
    /// The middle of a side.
    pub fn side(self, side: Direction) -> Point {
        let (dx, dy) = side.step();
        self.middle.moved(f64::from(dx) * self.cell / 2.0, f64::from(dy) * self.cell / 2.0)
    }
}

/// The four sides of a square.
pub const SIDES: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

/// The sides over which a line of squares goes on from one of them: to the next square of the line, to a square
/// that it runs into, or over the map's edge where the strategic map says so.
pub fn sides(
    square: TacticalSquare,
    is_on: impl Fn(TacticalSquare) -> bool,
    leaves: impl Fn(Direction, u8) -> bool,
) -> Vec<Direction> {
    let place = |side: Direction| if side.step().0 == 0 { square.col() } else { square.row() };
    let goes_on = |side: &Direction| match square.step(*side) {
        Some(next) => is_on(next),
        None => leaves(*side, place(*side)),
    };
    SIDES.into_iter().filter(goes_on).collect()
}

/// Adds a square's part of a line: a bend from side to side, or a star where more than two meet or one ends.
pub fn add_link(path: &mut Path, place: Place, sides: &[Direction]) {
    match sides {
        [one, other] => {
            path.start(place.side(*one));
            path.bend(place.middle, place.side(*other));
        }
        [] => path.segment(place.middle, place.middle.moved(0.1, 0.0)),
        many => many.iter().for_each(|side| path.segment(place.middle, place.side(*side))),
    }
}

/// Numbers of columns and rows.
pub fn numbers() -> Vec<String> {
    (0..TACTICAL_SIDE).map(|number| number.to_string()).collect()
}

/// Where the middle of a square's part of a line lies, and its angle there.
pub fn middle_of_link(place: Place, sides: &[Direction]) -> (Point, f64) {
    match sides {
        [one, other] => {
            let (from, to) = (place.side(*one), place.side(*other));
            let middle = from.towards(to, 0.5).towards(place.middle, 0.5);
            (middle, (to.y - from.y).atan2(to.x - from.x))
        }
        many => {
            let level = many.iter().filter(|side| side.step().1 == 0).count();
            let angle = if level * 2 >= many.len() { 0.0 } else { FRAC_PI_2 };
            (place.middle, angle)
        }
    }
}

/// Draws a bridge over a square's river: along the railway if it is one's, else straight over the river.
pub fn draw_bridge(svg: &mut Svg, place: Place, railway: &[Direction], river: &[Direction]) {
    let (middle, angle) = if railway.is_empty() {
        let (middle, angle) = middle_of_link(place, river);
        (middle, angle + FRAC_PI_2)
    } else {
        middle_of_link(place, railway)
    };
    marks::bridge(svg, middle, angle, place.cell * 0.86);
}

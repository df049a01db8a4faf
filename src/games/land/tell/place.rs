//! Where something is, in words: the square's label, and the nearest city with distance and direction. The map with
//! its cities is known to everybody (rule 1.4).

use schemars::JsonSchema;
use serde::Serialize;

use fieldpost_ground::map::{CitySite, StrategicMap};
use fieldpost_ground::square::{Direction, StrategicSquare, TacticalSquare};

/// The city nearest to a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Near {
    /// Its name.
    pub city: String,
    /// Strategic squares between the two, the greater of columns and rows; 0 if the city is in the square.
    pub squares: u8,
    /// The direction of the square as seen from the city, such as `north-west`; none if the city is in the square.
    pub direction: Option<&'static str>,
    /// All of it, such as `2 squares north-west of Trautenau` or `by Trautenau`.
    pub words: String,
}

/// A place on both maps, as its labels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Spot {
    /// The strategic square, such as `H4-S1`.
    pub square: String,
    /// The tactical square, such as `7-10`, where it is known.
    pub tactical: Option<String>,
}

/// The names of the places of a map.
#[derive(Clone, Copy)]
pub struct Gazetteer<'a>(pub &'a StrategicMap);

impl Gazetteer<'_> {
    /// A square's label.
    pub fn label(self, at: StrategicSquare) -> String {
        self.0.grid.label(at)
    }

    /// A place as its labels.
    pub fn spot(self, at: StrategicSquare, tac: Option<TacticalSquare>) -> Spot {
        Spot { square: self.label(at), tactical: tac.map(|tac| tac.to_string()) }
    }

    /// A place in words, such as `H4-S1 7-10`.
    pub fn place(self, at: StrategicSquare, tac: Option<TacticalSquare>) -> String {
        let at = self.label(at);
        tac.map_or_else(|| at.clone(), |tac| format!("{at} {tac}"))
    }

    /// The nearest city; of several as far off the one that is nearer as the crow flies, then by name. `None` on a map
    /// without cities.
    pub fn near(self, at: StrategicSquare) -> Option<Near> {
        let key = |city: &CitySite| {
            let (dx, dy) = city.at.offset_to(at);
            (city.at.distance(at), i32::from(dx).pow(2) + i32::from(dy).pow(2))
        };
        let nearer = |one: &&CitySite, other: &&CitySite| {
            key(one).cmp(&key(other)).then_with(|| one.name.cmp(&other.name))
        };
        let city = self.0.cities.iter().min_by(nearer)?;
        let squares = city.at.distance(at);
        let direction = compass(city.at, at).map(Direction::words);
        let words = match (squares, direction) {
            (1, Some(direction)) => format!("1 square {direction} of {}", city.name),
            (squares, Some(direction)) => format!("{squares} squares {direction} of {}", city.name),
            _ => format!("by {}", city.name),
        };
        Some(Near { city: city.name.clone(), squares, direction, words })
    }

    /// A square with its nearest city, such as `A9-N8, by Trautenau`.
    pub fn heading(self, at: StrategicSquare) -> String {
        let label = self.label(at);
        self.near(at).map_or_else(|| label.clone(), |near| format!("{label}, {}", near.words))
    }
}

/// The compass direction of `to` as seen from `from`: of the eight the one that is nearest; `None` for the same square.
pub(crate) fn compass(from: StrategicSquare, to: StrategicSquare) -> Option<Direction> {
    bearing(from.offset_to(to))
}

/// The same of what lies so many columns east and rows south.
pub(crate) fn bearing((dx, dy): (i16, i16)) -> Option<Direction> {
    let (minor, major) = (dx.abs().min(dy.abs()), dx.abs().max(dy.abs()));
    // The eighth of a circle about a straight line ends at its half: tan 22.5 degrees is 0.414.
    let is_straight = i32::from(minor) * 1000 < i32::from(major) * 414;
    let (x, y) = match (is_straight, dx.abs() > dy.abs()) {
        (true, true) => (dx.signum(), 0),
        (true, false) => (0, dy.signum()),
        (false, _) => (dx.signum(), dy.signum()),
    };
    Direction::from_step(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compass_has_eight_points_of_the_same_width() {
        let from = StrategicSquare { col: 50, row: 50 };
        let to = |dx: i16, dy: i16| {
            let to = StrategicSquare { col: (50 + dx) as u8, row: (50 + dy) as u8 };
            compass(from, to).map(Direction::words)
        };
        assert_eq!(to(0, 0), None);
        assert_eq!(to(0, -3), Some("north"));
        assert_eq!(to(2, -5), Some("north"));
        assert_eq!(to(3, -5), Some("north-east"));
        assert_eq!(to(5, 2), Some("east"));
        assert_eq!(to(5, 3), Some("south-east"));
        assert_eq!(to(-1, 1), Some("south-west"));
        assert_eq!(to(-2, -2), Some("north-west"));
        assert_eq!(to(-9, 1), Some("west"));
    }
}

//! Squares of both maps, directions between them, and the cones of a tactical map.
//!
//! ROTD-EUWOL 1.1, 2.1; decisions G-05 (distance), G-06 (directions), G-07 (cones), G-11 (names).

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Columns, and rows, of every tactical map (rule 2.1).
pub const TACTICAL_SIDE: u8 = 15;

/// A square of a strategic map, counted from its north-west corner. Names need the map's [`Grid`].
///
/// It is kept as text, `column/row` in numbers, so that it can be the key of a map in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StrategicSquare {
    /// Column, 0 westmost.
    pub col: u8,
    /// Row, 0 northmost.
    pub row: u8,
}

/// Column by column.
impl Ord for StrategicSquare {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |square: &Self| u16::from_be_bytes([square.col, square.row]);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for StrategicSquare {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl StrategicSquare {
    /// Squares away: the greater of columns and rows (G-05).
    pub fn distance(self, other: Self) -> u8 {
        self.col.abs_diff(other.col).max(self.row.abs_diff(other.row))
    }

    /// The direction of an adjacent square; `None` if it is this one or not adjacent.
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        let (dx, dy) = self.offset_to(other);
        Direction::from_step(dx, dy)
    }

    /// Columns east and rows south to `other`.
    pub fn offset_to(self, other: Self) -> (i16, i16) {
        (i16::from(other.col) - i16::from(self.col), i16::from(other.row) - i16::from(self.row))
    }

    /// The next square in a direction, if the number does not fall off the low end of a map.
    /// [`Grid::step`] also holds the high end.
    pub fn neighbour(self, direction: Direction) -> Option<Self> {
        let (dx, dy) = direction.step();
        Some(StrategicSquare { col: self.col.checked_add_signed(dx)?, row: self.row.checked_add_signed(dy)? })
    }
}

fieldpost_engine::written!(StrategicSquare, TacticalSquare, Direction);

impl Serialize for StrategicSquare {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{}/{}", self.col, self.row))
    }
}

impl<'de> Deserialize<'de> for StrategicSquare {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || serde::de::Error::custom(format!("{text:?} is not a square kept as column/row"));
        let (col, row) = text.split_once('/').ok_or_else(wrong)?;
        let numbers = col.parse().ok().zip(row.parse().ok());
        numbers.map(|(col, row)| StrategicSquare { col, row }).ok_or_else(wrong)
    }
}

/// A square of a tactical map: column 0 westmost, row 0 northmost, both 0 to 14 (rule 2.1). Written `c-r`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TacticalSquare {
    col: u8,
    row: u8,
}

impl TacticalSquare {
    /// The square, if both numbers are 0 to 14.
    pub fn new(col: u8, row: u8) -> Option<Self> {
        (col < TACTICAL_SIDE && row < TACTICAL_SIDE).then_some(TacticalSquare { col, row })
    }

    /// The middle of the map, 7-7.
    pub const MIDDLE: Self = TacticalSquare { col: 7, row: 7 };

    /// Column, 0 to 14.
    pub fn col(self) -> u8 {
        self.col
    }

    /// Row, 0 to 14.
    pub fn row(self) -> u8 {
        self.row
    }

    /// Place in a list of the map's 225 squares, row by row.
    pub fn index(self) -> usize {
        usize::from(self.row) * usize::from(TACTICAL_SIDE) + usize::from(self.col)
    }

    /// All 225 squares, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..TACTICAL_SIDE).flat_map(|row| (0..TACTICAL_SIDE).map(move |col| TacticalSquare { col, row }))
    }

    /// Squares away (G-05).
    pub fn distance(self, other: Self) -> u8 {
        self.col.abs_diff(other.col).max(self.row.abs_diff(other.row))
    }

    /// Columns east and rows south to `other`.
    pub fn offset_to(self, other: Self) -> (i16, i16) {
        (i16::from(other.col) - i16::from(self.col), i16::from(other.row) - i16::from(self.row))
    }

    /// The next square in a direction, unless that is off the map.
    pub fn step(self, direction: Direction) -> Option<Self> {
        let (dx, dy) = direction.step();
        Self::new(self.col.checked_add_signed(dx)?, self.row.checked_add_signed(dy)?)
    }

    /// Which of the eight cones about this square holds `other` (rule 7.7 with details "cones", G-07);
    /// `None` for this square itself.
    pub fn cone_to(self, other: Self) -> Option<Direction> {
        let (dx, dy) = self.offset_to(other);
        let (minor, major) = (dx.abs().min(dy.abs()), dx.abs().max(dy.abs()));
        if major == 0 {
            return None;
        }
        let (x, y) = if minor <= (major - 1) / 2 {
            if dx.abs() > dy.abs() { (dx.signum(), 0) } else { (0, dy.signum()) }
        } else {
            (dx.signum(), dy.signum())
        };
        Direction::from_step(x, y)
    }
}

impl fmt::Display for TacticalSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.col, self.row)
    }
}

/// Why a text is no square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} is not {expected}")]
pub struct NotASquare {
    /// What was expected, with an example.
    pub expected: &'static str,
    pub found: String,
}

impl FromStr for TacticalSquare {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Self, NotASquare> {
        let wrong = || NotASquare {
            expected: "a tactical square such as 7-11 (column-row, each 0 to 14)",
            found: text.into(),
        };
        let (col, row) = text.split_once('-').ok_or_else(wrong)?;
        let number = |part: &str| part.trim().parse::<u8>().ok();
        number(col).zip(number(row)).and_then(|(col, row)| Self::new(col, row)).ok_or_else(wrong)
    }
}

impl Serialize for TacticalSquare {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TacticalSquare {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The eight directions, in the order of decision G-06.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Direction {
    /// All eight, north first, clockwise.
    pub const ALL: [Direction; 8] = [
        Direction::North,
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::West,
        Direction::NorthWest,
    ];

    /// Columns east and rows south of one step.
    pub fn step(self) -> (i8, i8) {
        match self {
            Direction::North => (0, -1),
            Direction::NorthEast => (1, -1),
            Direction::East => (1, 0),
            Direction::SouthEast => (1, 1),
            Direction::South => (0, 1),
            Direction::SouthWest => (-1, 1),
            Direction::West => (-1, 0),
            Direction::NorthWest => (-1, -1),
        }
    }

    /// The direction of a step of at most one column and one row.
    pub fn from_step(dx: i16, dy: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| {
            let (x, y) = direction.step();
            (i16::from(x), i16::from(y)) == (dx, dy)
        })
    }

    /// Whether it runs along a row or a column.
    pub fn is_straight(self) -> bool {
        let (dx, dy) = self.step();
        dx == 0 || dy == 0
    }

    /// `eighths` further round, clockwise; negative is the other way.
    pub fn turned(self, eighths: i8) -> Self {
        let place = (self as i8 + eighths).rem_euclid(8);
        Self::ALL[place as usize]
    }

    /// The other way.
    pub fn opposite(self) -> Self {
        self.turned(4)
    }

    /// The two straight directions a diagonal is made of, north or south first; `None` if it is straight.
    pub fn parts(self) -> Option<(Direction, Direction)> {
        match self {
            Direction::NorthEast => Some((Direction::North, Direction::East)),
            Direction::SouthEast => Some((Direction::South, Direction::East)),
            Direction::SouthWest => Some((Direction::South, Direction::West)),
            Direction::NorthWest => Some((Direction::North, Direction::West)),
            _ => None,
        }
    }

    /// In words, such as `north-east`.
    pub fn words(self) -> &'static str {
        match self {
            Direction::North => "north",
            Direction::NorthEast => "north-east",
            Direction::East => "east",
            Direction::SouthEast => "south-east",
            Direction::South => "south",
            Direction::SouthWest => "south-west",
            Direction::West => "west",
            Direction::NorthWest => "north-west",
        }
    }

    /// As on a compass, such as `NE`.
    pub fn compass(self) -> &'static str {
        match self {
            Direction::North => "N",
            Direction::NorthEast => "NE",
            Direction::East => "E",
            Direction::SouthEast => "SE",
            Direction::South => "S",
            Direction::SouthWest => "SW",
            Direction::West => "W",
            Direction::NorthWest => "NW",
        }
    }
}

/// The names of a map's squares (rule 1.1, G-11): columns `A0` to `A9`, `B0`…; rows by the map's own letters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    /// Number of columns.
    pub cols: u8,
    /// Number of rows.
    pub rows: u8,
    /// One letter for each ten rows, north first, such as `NPQRSTUVWXYZ`.
    pub row_letters: String,
}

impl Grid {
    /// The square's name, such as `D2-T2`.
    pub fn label(&self, square: StrategicSquare) -> String {
        format!("{}-{}", self.column_label(square.col), self.row_label(square.row))
    }

    /// The column's name, such as `D2`.
    pub fn column_label(&self, col: u8) -> String {
        format!("{}{}", char::from(b'A' + col / 10), col % 10)
    }

    /// The row's name, such as `T2`.
    pub fn row_label(&self, row: u8) -> String {
        let letter = self.row_letters.as_bytes().get(usize::from(row / 10)).copied().unwrap_or(b'?');
        format!("{}{}", char::from(letter), row % 10)
    }

    /// The square of a name: either case, blanks round the dash allowed, column first.
    ///
    /// # Errors
    /// If the text is no name of a square of this grid.
    pub fn parse(&self, text: &str) -> Result<StrategicSquare, NotASquare> {
        let wrong =
            || NotASquare { expected: "a strategic square of this map such as D2-T2", found: text.into() };
        let (col, row) = text.split_once('-').ok_or_else(wrong)?;
        let (col_letter, col_digit) = letter_and_digit(col).ok_or_else(wrong)?;
        let (row_letter, row_digit) = letter_and_digit(row).ok_or_else(wrong)?;
        let tens = self.row_letters.bytes().position(|letter| letter == row_letter).ok_or_else(wrong)?;
        // Z9 would be column 259, more than a square's number holds.
        let number = |tens: usize, digit: u8| u8::try_from(tens * 10 + usize::from(digit)).ok();
        let col = number(usize::from(col_letter - b'A'), col_digit).ok_or_else(wrong)?;
        let row = number(tens, row_digit).ok_or_else(wrong)?;
        let square = StrategicSquare { col, row };
        if self.holds(square) { Ok(square) } else { Err(wrong()) }
    }

    /// Whether the square lies on the map.
    pub fn holds(&self, square: StrategicSquare) -> bool {
        square.col < self.cols && square.row < self.rows
    }

    /// The next square in a direction, unless that is off the map.
    pub fn step(&self, square: StrategicSquare, direction: Direction) -> Option<StrategicSquare> {
        square.neighbour(direction).filter(|next| self.holds(*next))
    }

    /// The neighbours on the map with their directions, in the order of G-06.
    pub fn neighbours(
        &self,
        square: StrategicSquare,
    ) -> impl Iterator<Item = (Direction, StrategicSquare)> + '_ {
        Direction::ALL
            .into_iter()
            .filter_map(move |direction| Some((direction, self.step(square, direction)?)))
    }

    /// Place in a list of the map's squares, row by row.
    pub fn index(&self, square: StrategicSquare) -> usize {
        usize::from(square.row) * usize::from(self.cols) + usize::from(square.col)
    }

    /// All squares, row by row.
    pub fn all(&self) -> impl Iterator<Item = StrategicSquare> + '_ {
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| StrategicSquare { col, row }))
    }
}

fn letter_and_digit(text: &str) -> Option<(u8, u8)> {
    match text.trim().as_bytes() {
        [letter, digit] if letter.is_ascii_alphabetic() && digit.is_ascii_digit() => {
            Some((letter.to_ascii_uppercase(), digit - b'0'))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_can_be_a_key_in_json() {
        let map = std::collections::BTreeMap::from([(StrategicSquare { col: 3, row: 117 }, 1)]);
        let text = serde_json::to_string(&map).unwrap();
        assert_eq!(text, r#"{"3/117":1}"#);
        assert_eq!(
            serde_json::from_str::<std::collections::BTreeMap<StrategicSquare, i32>>(&text).unwrap(),
            map
        );
    }

    fn europe() -> Grid {
        Grid { cols: 130, rows: 120, row_letters: "NPQRSTUVWXYZ".into() }
    }

    #[test]
    fn names_run_from_a0_n0_to_m9_z9_and_skip_o() {
        let grid = europe();
        assert_eq!(grid.label(StrategicSquare { col: 0, row: 0 }), "A0-N0");
        assert_eq!(grid.label(StrategicSquare { col: 129, row: 119 }), "M9-Z9");
        assert_eq!(grid.label(StrategicSquare { col: 0, row: 10 }), "A0-P0");
        assert!(grid.all().all(|square| grid.parse(&grid.label(square)) == Ok(square)));
        assert_eq!(grid.parse("d2 - t2"), grid.parse("D2-T2"));
        for wrong in ["N0-N0", "Z9-Z9", "A0-O0", "D2T2", "D22-T2", "", "-", "é0-N0"] {
            assert!(grid.parse(wrong).is_err(), "{wrong}");
        }
    }

    /// The grid of the detail page "cones": columns 1 to 10, rows 5 to 14, the unit at 5-11.
    #[test]
    fn cones_are_those_of_the_page_cell_by_cell() {
        let page = "
            NW NW N  N  N  N  N  NE NE NE
            NW NW N  N  N  N  N  NE NE NE
            NW NW NW N  N  N  NE NE NE NE
            NW NW NW N  N  N  NE NE NE NE
            NW NW NW NW N  NE NE NE NE E
            W  W  NW NW N  NE NE E  E  E
            W  W  W  W  U  E  E  E  E  E
            W  W  SW SW S  SE SE E  E  E
            SW SW SW SW S  SE SE SE SE E
            SW SW SW S  S  S  SE SE SE SE";
        let unit = TacticalSquare::new(5, 11).unwrap();
        let words = page.split_whitespace().collect::<Vec<_>>();
        assert_eq!(words.len(), 100);
        for (place, word) in words.into_iter().enumerate() {
            let square = TacticalSquare::new(1 + (place % 10) as u8, 5 + (place / 10) as u8).unwrap();
            let expected = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"].iter().position(|name| *name == word);
            assert_eq!(unit.cone_to(square).map(|direction| direction as usize), expected, "{square}");
        }
    }
}

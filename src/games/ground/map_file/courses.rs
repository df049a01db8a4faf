//! Rivers, ranges and railways of a map file.

use serde::Deserialize;
use toml::Spanned;

use crate::course::{Course, CourseFault, CourseKind};
use crate::map::{Arm, RiverClass, StrategicMap};
use crate::map_file::places::{CoursePlaces, Places};
use crate::square::{Direction, Grid, StrategicSquare};
use crate::tac1::rail_place;
use crate::text_fault::{Faults, Source, TextFault};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiverEntry {
    #[serde(default)]
    name: String,
    path: Spanned<String>,
    cross: Option<Spanned<String>>,
    class: Spanned<String>,
    enters: Option<Spanned<String>>,
    mouth: Option<Spanned<String>>,
    rail_bridges: Option<Vec<Spanned<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RangeEntry {
    #[serde(default)]
    name: String,
    path: Spanned<String>,
    cross: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RailEntry {
    #[serde(default)]
    name: String,
    path: Spanned<String>,
}

/// Lays the rivers of the file on the map.
pub fn lay_rivers(
    text: &str,
    rivers: Vec<RiverEntry>,
    map: &mut StrategicMap,
    places: &mut Places,
    faults: &mut Faults,
) {
    for river in rivers {
        let stands = Stands { path: &river.path, cross: river.cross.as_ref(), class: Some(&river.class) };
        let read = read_river(text, &map.grid, &river);
        let start = |end: &Option<Spanned<String>>| end.as_ref().unwrap_or(&river.path).span().start;
        let bridges = river.rail_bridges.iter().flatten();
        let at = CoursePlaces {
            path: river.path.span(),
            enters: start(&river.enters),
            mouth: start(&river.mouth),
            rail_bridges: bridges.map(|name| name.span().start).collect(),
        };
        if faults.keep(read.and_then(|course| lay(text, map, course, &stands))).is_some() {
            places.courses.push(at);
        }
    }
}

fn read_river(text: &str, grid: &Grid, river: &RiverEntry) -> Result<Course, TextFault> {
    let path = read_path(text, grid, &river.path)?;
    let cross = read_crossings(text, river.cross.as_ref())?;
    let classes = read_classes(text, &river.class)?;
    let bridges = river.rail_bridges.as_ref().map(|names| {
        let read = |name| read_square(text, grid, name);
        names.iter().map(read).collect::<Result<_, _>>()
    });
    let kind = CourseKind::River { classes, rail_bridges: bridges.transpose()? };
    let enters = river.enters.as_ref().map(|end| read_end(text, end)).transpose()?;
    let leaves = river.mouth.as_ref().map(|end| read_end(text, end)).transpose()?;
    Ok(Course { kind, name: river.name.clone(), path, cross, enters, leaves })
}

/// Lays the mountain ranges of the file on the map.
pub fn lay_ranges(
    text: &str,
    ranges: Vec<RangeEntry>,
    map: &mut StrategicMap,
    places: &mut Places,
    faults: &mut Faults,
) {
    for range in ranges {
        let stands = Stands { path: &range.path, cross: range.cross.as_ref(), class: None };
        let read = read_path(text, &map.grid, &range.path).and_then(|path| {
            let cross = read_crossings(text, range.cross.as_ref())?;
            let (kind, name) = (CourseKind::Range, range.name.clone());
            Ok(Course { kind, name, path, cross, enters: None, leaves: None })
        });
        if faults.keep(read.and_then(|course| lay(text, map, course, &stands))).is_some() {
            places.courses.push(of_path(&range.path));
        }
    }
}

/// Lays the railways of the file on the map.
pub fn lay_rails(
    text: &str,
    rails: Vec<RailEntry>,
    map: &mut StrategicMap,
    places: &mut Places,
    faults: &mut Faults,
) {
    for rail in rails {
        let stands = Stands { path: &rail.path, cross: None, class: None };
        let read = read_path(text, &map.grid, &rail.path).map(|path| {
            let cross = path.windows(2).map(|pair| rail_place(&map.id, pair[0], pair[1])).collect();
            let (kind, name) = (CourseKind::Rail, rail.name.clone());
            Course { kind, name, path, cross, enters: None, leaves: None }
        });
        if faults.keep(read.and_then(|course| lay(text, map, course, &stands))).is_some() {
            places.courses.push(of_path(&rail.path));
        }
    }
}

fn of_path(path: &Spanned<String>) -> CoursePlaces {
    let start = path.span().start;
    CoursePlaces { path: path.span(), enters: start, mouth: start, rail_bridges: Vec::new() }
}

/// The parts of a course as the file has them.
struct Stands<'a> {
    path: &'a Spanned<String>,
    cross: Option<&'a Spanned<String>>,
    class: Option<&'a Spanned<String>>,
}

fn lay(text: &str, map: &mut StrategicMap, course: Course, places: &Stands<'_>) -> Result<(), TextFault> {
    let path = course.path.clone();
    let grid = map.grid.clone();
    map.lay(course).map_err(|fault| {
        let value = match &fault {
            CourseFault::Crossings { .. } | CourseFault::Place(_) => places.cross.unwrap_or(places.path),
            CourseFault::Classes { .. } => places.class.unwrap_or(places.path),
            CourseFault::Empty | CourseFault::Gap { .. } => places.path,
        };
        let byte = match &fault {
            CourseFault::Gap { to, .. } => {
                let broken = path
                    .windows(2)
                    .position(|pair| pair[0].direction_to(pair[1]).is_none_or(|side| !side.is_straight()));
                let word = broken.map_or(0, |step| step + 1);
                debug_assert_eq!(grid.label(path[word]), *to);
                Source::of(text, value).word(word)
            }
            _ => value.span().start,
        };
        TextFault::saying(text, byte, fault.to_string())
    })
}

fn read_path(text: &str, grid: &Grid, path: &Spanned<String>) -> Result<Vec<StrategicSquare>, TextFault> {
    let read = |(number, name): (usize, &str)| {
        grid.parse(name)
            .map_err(|fault| TextFault::saying(text, Source::of(text, path).word(number), fault.to_string()))
    };
    path.get_ref().split_whitespace().enumerate().map(read).collect()
}

/// A square's name.
pub fn read_square(text: &str, grid: &Grid, name: &Spanned<String>) -> Result<StrategicSquare, TextFault> {
    grid.parse(name.get_ref()).map_err(|fault| TextFault::saying(text, name.span().start, fault.to_string()))
}

/// Crossing places: one digit to the base 15 for each edge.
fn read_crossings(text: &str, cross: Option<&Spanned<String>>) -> Result<Vec<u8>, TextFault> {
    let Some(cross) = cross else { return Ok(Vec::new()) };
    let read = |(number, digit): (usize, char)| {
        let byte = cross.span().start + 1 + number;
        place(digit).ok_or_else(|| TextFault::at(text, byte, PLACE, &digit.to_string()))
    };
    cross.get_ref().char_indices().map(read).collect()
}

const PLACE: &str = "a place on the edge, 0 to 9 or a to e";

fn place(digit: char) -> Option<u8> {
    digit.to_digit(15).and_then(|place| u8::try_from(place).ok())
}

/// Classes as run lengths, such as `f11 u19`.
fn read_classes(text: &str, class: &Spanned<String>) -> Result<Vec<RiverClass>, TextFault> {
    let mut classes = Vec::new();
    for (number, run) in class.get_ref().split_whitespace().enumerate() {
        let mut letters = run.chars();
        let letter = letters.next();
        let kind = RiverClass::ALL.iter().find(|row| Some(row.1) == letter).map(|row| row.0);
        let length = letters.as_str().parse::<u16>().ok();
        let (kind, length) = kind.zip(length).ok_or_else(|| {
            let byte = Source::of(text, class).word(number);
            TextFault::at(text, byte, "f, u or b and a number of squares, such as f11", run)
        })?;
        classes.extend(std::iter::repeat_n(kind, length.into()));
    }
    Ok(classes)
}

/// A side and a place on it, such as `S6`.
fn read_end(text: &str, end: &Spanned<String>) -> Result<Arm, TextFault> {
    let mut letters = end.get_ref().chars();
    let side = match letters.next() {
        Some('N') => Some(Direction::North),
        Some('E') => Some(Direction::East),
        Some('S') => Some(Direction::South),
        Some('W') => Some(Direction::West),
        _ => None,
    };
    let place = letters.next().and_then(place).filter(|_| letters.next().is_none());
    let expected = "N, E, S or W and a place on that side, such as S6";
    let wrong = || TextFault::at(text, end.span().start, expected, end.get_ref());
    side.zip(place).map(|(side, place)| Arm { side, place }).ok_or_else(wrong)
}

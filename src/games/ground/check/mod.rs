//! What makes no sense on the ground, in a map that can be read: for map makers (`fieldpost map check`), and
//! a test over every map that comes with the program.
//!
//! [`check`] looks at the strategic map, [`check_tactical`] at the tactical maps of some of its rows, all of
//! them together being a matter of seconds. A finding says where in the file its cause stands.

mod cities;
mod inside;
mod joins;
mod rails;
mod reach;
mod rivers;
mod shares;
mod squares;
pub mod summary;
#[cfg(test)]
mod tests;
mod ways;

use std::fmt;
use std::ops::Range;

use crate::course::{Course, CourseKind};
use crate::map::{Arm, StrategicMap};
use crate::map_file::LoadedMap;
use crate::square::{Direction, StrategicSquare};
use crate::text_fault::TextFault;

/// Something that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Line of the file, 1 upward.
    pub line: usize,
    /// Column in characters, 1 upward.
    pub column: usize,
    /// The square's name, or that of whatever larger thing is meant.
    pub at: String,
    /// What was expected there and what was found.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}: {}", self.line, self.column, self.at, self.message)
    }
}

/// Everything that makes no sense on the strategic map: cities where none can be or none can come, rivers that
/// end nowhere, railways with gaps, squares without an owner, terrain that no nation has. In the file's order.
pub fn check(text: &str, loaded: &LoadedMap) -> Vec<Finding> {
    let mut check = Check::new(text, loaded);
    squares::check(&mut check);
    cities::check(&mut check);
    rivers::check(&mut check);
    rails::check(&mut check);
    reach::check(&mut check);
    shares::check(&mut check);
    check.in_order()
}

/// Everything that makes no sense on the tactical maps of some rows of the map and at their edges (rule 2.3),
/// those to the next row south included. In the file's order.
pub fn check_tactical(text: &str, loaded: &LoadedMap, rows: Range<u8>) -> Vec<Finding> {
    let mut check = Check::new(text, loaded);
    for at in loaded.atlas.map.grid.all().filter(|square| rows.contains(&square.row)) {
        joins::check(&mut check, at);
        inside::check(&mut check, at);
    }
    inside::check_flow(&mut check, &rows);
    check.in_order()
}

/// A check on its way: the map, its file and what has been found.
struct Check<'a> {
    text: &'a str,
    loaded: &'a LoadedMap,
    map: &'a StrategicMap,
    findings: Vec<Finding>,
}

impl<'a> Check<'a> {
    fn new(text: &'a str, loaded: &'a LoadedMap) -> Self {
        Check { text, loaded, map: &loaded.atlas.map, findings: Vec::new() }
    }

    fn label(&self, at: StrategicSquare) -> String {
        self.map.grid.label(at)
    }

    /// Finds fault with a square for what stands at a byte of the file.
    fn find(&mut self, byte: usize, at: StrategicSquare, message: String) {
        self.find_with(byte, self.label(at), message);
    }

    /// Finds fault with a square for its terrain, or its drawn tactical map.
    fn find_in_square(&mut self, at: StrategicSquare, message: String) {
        let byte = self.loaded.places.of_square(self.text, &self.map.grid, at);
        self.find(byte, at, message);
    }

    /// Finds fault with square `step` of the path of course `number`.
    fn find_on_course(&mut self, number: usize, step: usize, message: String) {
        let byte = self.loaded.places.courses.get(number).map_or(0, |course| course.of_step(self.text, step));
        let at = self.map.courses.get(number).and_then(|course| course.path.get(step)).copied();
        self.find_with(byte, at.map_or_else(String::new, |at| self.label(at)), message);
    }

    fn find_with(&mut self, byte: usize, at: String, message: String) {
        let TextFault { line, column, message } = TextFault::saying(self.text, byte, message);
        self.findings.push(Finding { line, column, at, message });
    }

    fn in_order(mut self) -> Vec<Finding> {
        self.findings.sort_by_key(|finding| (finding.line, finding.column));
        self.findings
    }
}

/// A course by what it is and its name, such as `river "Elbe"`.
fn words(course: &Course) -> String {
    let what = match course.kind {
        CourseKind::River { .. } => "river",
        CourseKind::Range => "range",
        CourseKind::Rail => "railway",
    };
    if course.name.is_empty() {
        format!("a {what} without a name")
    } else {
        format!("{what} {:?}", course.name)
    }
}

/// Where a course meets the sides of square `step` of its path: towards the square before, or where it enters
/// the map, and towards the square after, or where it leaves it. A railway's places are those the map gave it.
fn arms(map: &StrategicMap, course: &Course, step: usize) -> [Option<Arm>; 2] {
    let here = course.path[step];
    let to = |next: Option<&StrategicSquare>| {
        let side = here.direction_to(*next?)?;
        arms_of(map, course, here).into_iter().find(|arm| arm.side == side)
    };
    let crossed = |edge: usize, side: Option<Direction>| {
        let place = course.cross.get(edge).copied();
        Some(Arm { side: side?, place: place? })
    };
    let before = step.checked_sub(1).and_then(|before| course.path.get(before));
    let after = course.path.get(step + 1);
    if matches!(course.kind, CourseKind::River { .. }) {
        let back = before.and_then(|square| crossed(step - 1, here.direction_to(*square)));
        let on = after.and_then(|square| crossed(step, here.direction_to(*square)));
        let enters = course.enters.filter(|_| step == 0);
        let leaves = course.leaves.filter(|_| after.is_none());
        return [back.or(enters), on.or(leaves)];
    }
    [to(before), to(after)]
}

/// The arms of a course's kind in a square.
fn arms_of(map: &StrategicMap, course: &Course, at: StrategicSquare) -> Vec<Arm> {
    let index = map.grid.index(at);
    match course.kind {
        CourseKind::River { .. } => map.rivers[index].iter().map(|(arm, _)| *arm).collect(),
        CourseKind::Range => map.ranges[index].clone(),
        CourseKind::Rail => map.rails[index].clone(),
    }
}

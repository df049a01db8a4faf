//! Railways: at least one edge long, each with track that no other has, and whole on the tactical maps, which
//! they are not where they would cross a river that may not be bridged (rules 1.3, 12.2).

use std::collections::{BTreeMap, BTreeSet};

use crate::check::inside::is_track_joined;
use crate::check::{Check, arms, words};
use crate::course::{Course, CourseKind};
use crate::map::RiverClass;
use crate::square::StrategicSquare;

/// An edge between two squares, the lower square first.
type Edge = (StrategicSquare, StrategicSquare);

/// Finds what is wrong with railways.
pub fn check(check: &mut Check<'_>) {
    let mut laid: BTreeMap<Edge, BTreeSet<usize>> = BTreeMap::new();
    for (number, course) in check.map.courses.iter().enumerate() {
        if course.kind != CourseKind::Rail {
            continue;
        }
        if course.path.len() < 2 {
            check.find_on_course(
                number,
                0,
                format!("{} has one square; expected two or more", words(course)),
            );
        }
        twice(check, number, course);
        duplicate(check, number, course, &laid);
        edges(course).for_each(|edge| {
            laid.entry(edge).or_default().insert(number);
        });
        for step in 0..course.path.len() {
            cut(check, number, course, step);
        }
    }
}

fn edges(course: &Course) -> impl Iterator<Item = Edge> + '_ {
    course.path.windows(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1])))
}

fn twice(check: &mut Check<'_>, number: usize, course: &Course) {
    let mut seen = BTreeSet::new();
    for (step, edge) in edges(course).enumerate() {
        if !seen.insert(edge) {
            check.find_on_course(number, step + 1, format!("{} comes back the way it went", words(course)));
        }
    }
}

/// Railways may share track, but one that lies wholly on a single other is that other.
fn duplicate(check: &mut Check<'_>, number: usize, course: &Course, laid: &BTreeMap<Edge, BTreeSet<usize>>) {
    let on = |edge: Edge| laid.get(&edge).cloned().unwrap_or_default();
    let shared = edges(course).map(on).reduce(|one, other| one.intersection(&other).copied().collect());
    if let Some(other) = shared.and_then(|shared| shared.first().copied()) {
        let other = words(&check.map.courses[other]);
        let message = format!("{} lies wholly on {other}; expected track of its own", words(course));
        check.find_on_course(number, 0, message);
    }
}

/// The track of a square leads from the square before to the square after.
fn cut(check: &mut Check<'_>, number: usize, course: &Course, step: usize) {
    let [Some(from), Some(to)] = arms(check.map, course, step) else { return };
    let at = course.path[step];
    let sheet = check.loaded.atlas.sheet(at);
    if is_track_joined(sheet, from, to) {
        return;
    }
    let reason = match check.map.river_class(at) {
        Some(RiverClass::Unbridgeable) => "an unbridgeable river bars it",
        Some(_) if check.map.unbridged.contains(&at) => {
            "a river bars it whose rail_bridges do not name this square"
        }
        _ => "its tactical map has a gap in the track",
    };
    let message = format!(
        "{} does not get from the {} edge to the {}: {reason}",
        words(course),
        from.side.words(),
        to.side.words()
    );
    check.find_on_course(number, step, message);
}

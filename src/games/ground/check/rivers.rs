//! Rivers: each runs on to the sea, the map's edge or another river that does, and passes a square once.

use std::collections::{BTreeMap, BTreeSet};

use crate::games::ground::check::{Check, words};
use crate::games::ground::course::{Course, CourseKind};
use crate::games::ground::map::{Arm, Terrain};
use crate::games::ground::square::StrategicSquare;

/// Finds what is wrong with the courses of rivers.
pub fn check(check: &mut Check<'_>) {
    let flowing = flowing(check);
    for (number, course) in check.map.courses.iter().enumerate() {
        let CourseKind::River { rail_bridges, .. } = &course.kind else { continue };
        ends(check, number, course);
        if !flowing.contains(&number) && course.leaves.is_none() {
            let message = format!(
                "{} ends here; expected the sea, the map's edge, or the course of a river that reaches one of them",
                words(course)
            );
            check.find_on_course(number, course.path.len() - 1, message);
        }
        twice(check, number, course);
        for (place, bridge) in rail_bridges.iter().flatten().enumerate() {
            if !course.path.contains(bridge) {
                let byte = check.loaded.places.courses[number].rail_bridges[place];
                check.find(byte, *bridge, format!("a rail bridge of {}, which does not pass", words(course)));
            }
        }
    }
}

/// The rivers, as places in the map's list, whose water reaches the sea, a lake or the map's edge: by
/// themselves, or by ending on the course of one that does.
fn flowing(check: &Check<'_>) -> BTreeSet<usize> {
    let rivers: Vec<(usize, &Course)> =
        check.map.courses.iter().enumerate().filter(|(_, course)| is_river(course)).collect();
    let mut passing: BTreeMap<StrategicSquare, Vec<usize>> = BTreeMap::new();
    for (number, course) in &rivers {
        course.path.iter().for_each(|square| passing.entry(*square).or_default().push(*number));
    }
    let mut flowing: BTreeSet<usize> =
        rivers.iter().filter(|(_, course)| course.leaves.is_some()).map(|(number, _)| *number).collect();
    loop {
        let before = flowing.len();
        for (number, course) in &rivers {
            let joined = course.path.last().and_then(|mouth| passing.get(mouth));
            if joined.is_some_and(|others| others.iter().any(|other| flowing.contains(other))) {
                flowing.insert(*number);
            }
        }
        if flowing.len() == before {
            return flowing;
        }
    }
}

fn is_river(course: &Course) -> bool {
    matches!(course.kind, CourseKind::River { .. })
}

/// What a river is said to come from and to run into is water or the map's edge.
fn ends(check: &mut Check<'_>, number: usize, course: &Course) {
    let places = &check.loaded.places.courses[number];
    let ends = [
        (course.enters, course.path.first(), places.enters, "comes from"),
        (course.leaves, course.path.last(), places.mouth, "runs into"),
    ];
    for (arm, square, byte, verb) in ends {
        let Some((Arm { side, .. }, square)) = arm.zip(square.copied()) else { continue };
        let beyond = check.map.grid.step(square, side).map(|next| (next, check.map.terrain_at(next)));
        if let Some((next, terrain)) = beyond.filter(|(_, terrain)| *terrain != Terrain::Water) {
            let message = format!(
                "{} {verb} the {} here, where {} is {}; expected water or the map's edge",
                words(course),
                side.words(),
                check.label(next),
                terrain.words()
            );
            check.find(byte, square, message);
        }
    }
}

/// A river that comes back to a square would cross itself on its tactical map.
fn twice(check: &mut Check<'_>, number: usize, course: &Course) {
    let mut seen = BTreeSet::new();
    for (step, square) in course.path.iter().enumerate() {
        if !seen.insert(*square) {
            check.find_on_course(number, step, format!("{} passes this square twice", words(course)));
        }
    }
}

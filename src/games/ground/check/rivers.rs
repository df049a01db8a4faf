//! Rivers: each runs on to the sea, the map's edge or another river that does, and passes a square once.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::{Check, words};
use crate::course::{Course, CourseKind};
use crate::map::{Arm, Terrain};
use crate::square::{Direction, StrategicSquare};

/// Finds what is wrong with the courses of rivers.
pub fn check(check: &mut Check<'_>) {
    let lost_rivers = lost_rivers(check);
    for (number, course) in check.map.courses.iter().enumerate() {
        let CourseKind::River { rail_bridges, .. } = &course.kind else { continue };
        ends(check, number, course);
        if lost_rivers.contains(&number) {
            lost(check, number, course);
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

/// A river that ends nowhere; beside water and at the map's edge it only lacks its mouth.
fn lost(check: &mut Check<'_>, number: usize, course: &Course) {
    let Some(end) = course.path.last() else { return };
    let sides = Direction::ALL.into_iter().filter(|side| side.is_straight());
    let is_open = |side: &Direction| {
        check.map.grid.step(*end, *side).is_none_or(|next| check.map.terrain_at(next) == Terrain::Water)
    };
    let open = sides.filter(is_open).map(Direction::words).collect::<Vec<_>>().join(" or ");
    let river = words(course);
    let message = if open.is_empty() {
        format!(
            "{river} ends here; expected the sea, the map's edge, or the course of a river that reaches one of them"
        )
    } else {
        format!("{river} ends here without a mouth; expected one, such as S6, on the {open} side")
    };
    check.find_on_course(number, course.path.len() - 1, message);
}

/// The rivers, as places in the map's list, that end nowhere: with no mouth and on no other river, or in a ring,
/// each on the next. A river that ends on one of these is no fault of its own.
fn lost_rivers(check: &Check<'_>) -> BTreeSet<usize> {
    let rivers: Vec<(usize, &Course)> =
        check.map.courses.iter().enumerate().filter(|(_, course)| is_river(course)).collect();
    let mut passing: BTreeMap<StrategicSquare, Vec<usize>> = BTreeMap::new();
    for (number, course) in &rivers {
        course.path.iter().for_each(|square| passing.entry(*square).or_default().push(*number));
    }
    let joined = |number: usize, course: &Course| -> Vec<usize> {
        let others = course.path.last().and_then(|mouth| passing.get(mouth)).into_iter().flatten();
        others.copied().filter(|other| *other != number).collect()
    };
    let ends =
        |(number, course): &&(usize, &Course)| course.leaves.is_some() || joined(*number, course).is_empty();
    let mut followed: BTreeSet<usize> = rivers.iter().filter(ends).map(|(number, _)| *number).collect();
    let nowhere = rivers.iter().filter(ends).filter(|(_, course)| course.leaves.is_none());
    let nowhere: Vec<usize> = nowhere.map(|(number, _)| *number).collect();
    loop {
        let before = followed.len();
        for (number, course) in &rivers {
            if joined(*number, course).iter().any(|other| followed.contains(other)) {
                followed.insert(*number);
            }
        }
        if followed.len() == before {
            break;
        }
    }
    let rings = rivers.iter().map(|(number, _)| *number).filter(|number| !followed.contains(number));
    rings.chain(nowhere).collect()
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

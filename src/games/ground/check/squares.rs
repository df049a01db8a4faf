//! Squares and what lies on them: owners, named passes, and lines over ground that does not bear them.

use crate::check::{Check, words};
use crate::course::{Course, CourseKind};
use crate::map::Terrain;

/// Finds land of no state and water of one, passes where nobody passes, and courses over the wrong terrain.
pub fn check(check: &mut Check<'_>) {
    states(check);
    passes(check);
    for (number, course) in check.map.courses.iter().enumerate() {
        terrain(check, number, course);
    }
}

fn states(check: &mut Check<'_>) {
    if check.map.states.is_empty() {
        return;
    }
    for at in check.map.grid.all() {
        let owned = check.map.state_at(at).is_some();
        let water = check.map.terrain_at(at) == Terrain::Water;
        if owned == water {
            let message = match check.map.state_at(at) {
                Some(state) => format!("water that belongs to a state, {}", state.name),
                None => "land of no state".into(),
            };
            let byte = check.loaded.places.of_state(check.text, &check.map.grid, at);
            check.find(byte, at, message);
        }
    }
}

fn passes(check: &mut Check<'_>) {
    for (pass, byte) in check.map.passes.iter().zip(&check.loaded.places.passes) {
        let terrain = check.map.terrain_at(pass.at);
        if !terrain.is_passable() {
            check.find(*byte, pass.at, format!("the pass {} lies in {}", pass.name, terrain.words()));
        }
    }
}

/// Rivers keep off water, high mountain and swamp, ranges off water, railways off all that cannot be
/// entered.
fn terrain(check: &mut Check<'_>, number: usize, course: &Course) {
    for (step, square) in course.path.iter().enumerate() {
        let terrain = check.map.terrain_at(*square);
        let fits = match course.kind {
            CourseKind::River { .. } => {
                !matches!(terrain, Terrain::Water | Terrain::HighMountain | Terrain::Swamp)
            }
            CourseKind::Range => terrain != Terrain::Water,
            CourseKind::Rail => terrain.is_passable(),
        };
        if !fits {
            check.find_on_course(number, step, format!("{} passes {}", words(course), terrain.words()));
        }
    }
}

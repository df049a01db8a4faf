//! What makes no sense on the ground, in a map that can be read: for map makers, and a test over every map
//! that comes with the program.

use std::fmt;

use crate::games::ground::course::{Course, CourseKind};
use crate::games::ground::map::{Arm, StrategicMap, Terrain};
use crate::games::ground::square::{Direction, StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use crate::games::ground::tac1::{edge_square, generate};
use crate::games::ground::tactical::{Atlas, Ground};

/// Something that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The square's name.
    pub at: String,
    /// What was expected there and what was found.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.message)
    }
}

/// Everything that makes no sense in a map: lines on water, rivers over high mountain or swamp,
/// railways and cities where nobody can go, two cities on a square, and edges on which the two sides differ
/// (rule 2.3).
pub fn check(map: &StrategicMap) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut find = |at: StrategicSquare, message: String| {
        findings.push(Finding { at: map.grid.label(at), message });
    };
    for course in &map.courses {
        check_course(map, course, &mut find);
    }
    check_cities(map, &mut find);
    check_states(map, &mut find);
    check_passes(map, &mut find);
    for square in map.grid.all() {
        check_edges(map, square, &mut find);
    }
    findings
}

/// The tactical maps whose hand-drawn edges do not meet what the neighbour's map has there: river, mountain
/// or railway on one side only (rule 2.3).
pub fn check_drawn(atlas: &Atlas, drawn: impl IntoIterator<Item = StrategicSquare>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for at in drawn {
        let sheet = atlas.sheet(at);
        let plain = generate(&atlas.map, at);
        for square in TacticalSquare::all() {
            let last = TACTICAL_SIDE - 1;
            let on_edge = [square.col(), square.row()].iter().any(|place| *place == 0 || *place == last);
            let kind = |ground| match ground {
                Ground::River | Ground::Ford => 1,
                Ground::Mountain | Ground::Pass => 2,
                _ => 0,
            };
            let index = square.index();
            let same = kind(sheet.ground[index]) == kind(plain.ground[index])
                && sheet.rail[index] == plain.rail[index];
            if on_edge && !same {
                let message = format!("the drawn tactical map does not meet its neighbour's at {square}");
                findings.push(Finding { at: atlas.map.grid.label(at), message });
            }
        }
    }
    findings
}

fn check_course(map: &StrategicMap, course: &Course, find: &mut impl FnMut(StrategicSquare, String)) {
    let what = match course.kind {
        CourseKind::River { .. } => "river",
        CourseKind::Range => "range",
        CourseKind::Rail => "railway",
    };
    for square in &course.path {
        let terrain = map.terrain_at(*square);
        let fits = match course.kind {
            CourseKind::River { .. } => {
                !matches!(terrain, Terrain::Water | Terrain::HighMountain | Terrain::Swamp)
            }
            CourseKind::Range => terrain != Terrain::Water,
            CourseKind::Rail => terrain.is_passable(),
        };
        if !fits {
            find(*square, format!("{what} {:?} passes {}", course.name, terrain.words()));
        }
    }
    if let CourseKind::River { rail_bridges: Some(bridges), .. } = &course.kind {
        for bridge in bridges.iter().filter(|bridge| !course.path.contains(bridge)) {
            find(*bridge, format!("rail bridge of river {:?}, which does not pass", course.name));
        }
    }
}

fn check_cities(map: &StrategicMap, find: &mut impl FnMut(StrategicSquare, String)) {
    let mut cities: Vec<_> = map.cities.iter().collect();
    cities.sort_by_key(|city| city.at);
    for pair in cities.windows(2).filter(|pair| pair[0].at == pair[1].at) {
        find(pair[0].at, format!("two cities, {} and {}", pair[0].name, pair[1].name));
    }
    for city in cities {
        let terrain = map.terrain_at(city.at);
        if !terrain.is_passable() {
            find(city.at, format!("the city {} stands in {}", city.name, terrain.words()));
        }
        if !(1..TACTICAL_SIDE - 1).contains(&city.tac.col())
            || !(1..TACTICAL_SIDE - 1).contains(&city.tac.row())
        {
            find(city.at, format!("the city {} stands on the edge, at {}", city.name, city.tac));
        }
        if entrances(map, city.at).any(|inside| inside == city.tac) {
            let message = format!("the city {} at {} bars the way of a river or range", city.name, city.tac);
            find(city.at, message);
        }
    }
}

/// The tactical squares just inside each crossing of a river or range.
fn entrances(map: &StrategicMap, at: StrategicSquare) -> impl Iterator<Item = TacticalSquare> {
    let index = map.grid.index(at);
    let rivers = map.rivers[index].iter().map(|(arm, _)| *arm);
    let arms = rivers.chain(map.ranges[index].iter().copied()).collect::<Vec<Arm>>();
    let inside = |arm: Arm| edge_square(arm).and_then(|edge| edge.step(arm.side.opposite()));
    arms.into_iter().filter_map(inside)
}

fn check_states(map: &StrategicMap, find: &mut impl FnMut(StrategicSquare, String)) {
    for square in map.grid.all() {
        let owned = map.state_at(square).is_some();
        let water = map.terrain_at(square) == Terrain::Water;
        if owned == water && !map.states.is_empty() {
            find(square, if water { "water that belongs to a state" } else { "land of no state" }.into());
        }
    }
}

fn check_passes(map: &StrategicMap, find: &mut impl FnMut(StrategicSquare, String)) {
    for pass in &map.passes {
        let terrain = map.terrain_at(pass.at);
        if !terrain.is_passable() {
            find(pass.at, format!("the pass {} lies in {}", pass.name, terrain.words()));
        }
    }
}

/// Each crossing must be known on the other side of the edge, unless water or the map's end lies there.
fn check_edges(map: &StrategicMap, square: StrategicSquare, find: &mut impl FnMut(StrategicSquare, String)) {
    let index = map.grid.index(square);
    let rivers: Vec<Arm> = map.rivers[index].iter().map(|(arm, _)| *arm).collect();
    let known = |what: &str, arms: &[Arm], far: &dyn Fn(usize) -> Vec<Arm>, find: &mut dyn FnMut(String)| {
        for arm in arms {
            let Some(next) = map.grid.step(square, arm.side) else { continue };
            if map.terrain_at(next) == Terrain::Water {
                continue;
            }
            let there = Arm { side: arm.side.opposite(), place: arm.place };
            if !far(map.grid.index(next)).contains(&there) {
                let side = Direction::words(arm.side);
                find(format!("{what} crosses the {side} edge at {}, unknown to the neighbour", arm.place));
            }
        }
    };
    let mut report = |message: String| find(square, message);
    known("a river", &rivers, &|far| map.rivers[far].iter().map(|(arm, _)| *arm).collect(), &mut report);
    known("a range", &map.ranges[index], &|far| map.ranges[far].clone(), &mut report);
    known("a railway", &map.rails[index], &|far| map.rails[far].clone(), &mut report);
}

//! What every tactical map must have within: the lines that cross its edges, whole rivers, fords, bridges and
//! passes where the rules promise them, and a town that can be walked to.

use std::collections::BTreeSet;

use crate::check::{Check, arms, ways, words};
use crate::course::{Course, CourseKind};
use crate::map::{Arm, RiverClass, Terrain};
use crate::square::{Direction, StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use crate::tac1::edge_square;
use crate::tactical::{Ground, Sheet, TACTICAL_SQUARES};

/// Finds what is wrong within the tactical map of a square.
pub fn check(check: &mut Check<'_>, at: StrategicSquare) {
    if check.map.terrain_at(at) == Terrain::Water {
        return;
    }
    let sheet = check.loaded.atlas.sheet(at);
    let mut said = Vec::new();
    lines_cross(check, at, sheet, &mut said);
    crossings(check, at, sheet, &mut said);
    track(check, at, sheet, &mut said);
    leaks(sheet, &mut said);
    ways::standing(check, at, sheet, &mut said);
    for message in said {
        check.find_in_square(at, message);
    }
}

/// Finds rivers that the tactical maps of some rows interrupt.
pub fn check_flow(check: &mut Check<'_>, rows: &std::ops::Range<u8>) {
    for (number, course) in check.map.courses.iter().enumerate() {
        let is_river = matches!(course.kind, CourseKind::River { .. });
        for step in (0..course.path.len()).filter(|step| is_river && rows.contains(&course.path[*step].row)) {
            flow(check, number, course, step);
        }
    }
}

/// A river runs through each of its squares from arm to arm, and its last arm to another river's.
fn flow(check: &mut Check<'_>, number: usize, course: &Course, step: usize) {
    let at = course.path[step];
    let [Some(from), to] = arms(check.map, course, step) else { return };
    let sheet = check.loaded.atlas.sheet(at);
    let all = check.map.rivers[check.map.grid.index(at)].iter().map(|(arm, _)| *arm);
    let goals: Vec<Arm> = match to {
        Some(to) => vec![to],
        None => all.filter(|arm| *arm != from).collect(),
    };
    if !goals.is_empty() && !goals.iter().any(|goal| is_joined(sheet, from, *goal, is_wet)) {
        let message = format!(
            "{} comes in at place {} of the {} edge and does not run on from there on the tactical map",
            words(course),
            from.place,
            from.side.words()
        );
        check.find_on_course(number, step, message);
    }
}

/// Whether the track of a tactical map leads from one crossing of its edges to another.
pub fn is_track_joined(sheet: &Sheet, from: Arm, to: Arm) -> bool {
    is_joined(sheet, from, to, |sheet, tac| sheet.rail[tac.index()])
}

fn is_joined(sheet: &Sheet, from: Arm, to: Arm, is_way: impl Fn(&Sheet, TacticalSquare) -> bool) -> bool {
    let ends = edge_square(from).zip(edge_square(to));
    ends.is_some_and(|(from, to)| is_way(sheet, from) && spread(from, |tac| is_way(sheet, tac))[to.index()])
}

fn is_wet(sheet: &Sheet, tac: TacticalSquare) -> bool {
    matches!(sheet.ground_at(tac), Ground::River | Ground::Ford | Ground::Water)
}

/// The squares that hang together with one, along rows and columns.
pub fn spread(from: TacticalSquare, is_way: impl Fn(TacticalSquare) -> bool) -> [bool; TACTICAL_SQUARES] {
    let mut reached = [false; TACTICAL_SQUARES];
    let mut open = vec![from];
    reached[from.index()] = true;
    while let Some(square) = open.pop() {
        let straight = Direction::ALL.into_iter().filter(|direction| direction.is_straight());
        for next in straight.filter_map(|direction| square.step(direction)) {
            if !reached[next.index()] && is_way(next) {
                reached[next.index()] = true;
                open.push(next);
            }
        }
    }
    reached
}

/// What crosses an edge is there on the tactical map; and where there is no land beyond that could tell, nothing
/// else is.
fn lines_cross(check: &Check<'_>, at: StrategicSquare, sheet: &Sheet, said: &mut Vec<String>) {
    let index = check.map.grid.index(at);
    let rivers: Vec<Arm> = check.map.rivers[index].iter().map(|(arm, _)| *arm).collect();
    let outward = outward(check, at);
    let mut compare = |what: &str, arms: &[Arm], is_there: &dyn Fn(TacticalSquare) -> bool| {
        let crossed: BTreeSet<TacticalSquare> = arms.iter().filter_map(|arm| edge_square(*arm)).collect();
        for tac in crossed.iter().filter(|tac| !is_there(**tac)) {
            said.push(format!("a {what} crosses the edge at {tac}, where its tactical map has none"));
        }
        for tac in outward.iter().filter(|tac| is_there(**tac) && !crossed.contains(tac)) {
            said.push(format!("{tac} on the edge is {what}, and no {what} crosses the edge there"));
        }
    };
    compare("river", &rivers, &|tac| matches!(sheet.ground_at(tac), Ground::River | Ground::Ford));
    compare("mountain range", &check.map.ranges[index], &|tac| {
        matches!(sheet.ground_at(tac), Ground::Mountain | Ground::Pass)
    });
    compare("railway", &check.map.rails[index], &|tac| sheet.rail[tac.index()]);
}

/// The squares on edges beyond which there is water or nothing.
fn outward(check: &Check<'_>, at: StrategicSquare) -> BTreeSet<TacticalSquare> {
    let sides = Direction::ALL.into_iter().filter(|side| side.is_straight());
    let is_outer = |side: &Direction| {
        check.map.grid.step(at, *side).is_none_or(|next| check.map.terrain_at(next) == Terrain::Water)
    };
    let outer: Vec<Direction> = sides.filter(is_outer).collect();
    let squares = outer
        .into_iter()
        .flat_map(|side| (0..TACTICAL_SIDE).filter_map(move |place| edge_square(Arm { side, place })));
    squares.collect()
}

/// ROTD-EUWOL 1.3, 2.2: fordable rivers have fords, others have none; unbridgeable ones no bridge; ranges passes.
fn crossings(check: &Check<'_>, at: StrategicSquare, sheet: &Sheet, said: &mut Vec<String>) {
    let arms = check.map.rivers[check.map.grid.index(at)].iter();
    let classes: BTreeSet<RiverClass> = arms.map(|(_, class)| *class).collect();
    let has = |ground| sheet.ground.contains(&ground);
    let has_bridge = sheet.bridge.contains(&true);
    // Where a fordable river runs into a harder one, there may be no room for a ford between edge and confluence.
    if classes.last() == Some(&RiverClass::Fordable) && !has(Ground::Ford) && !has_bridge {
        said.push("its river is fordable, and its tactical map has neither ford nor bridge".into());
    }
    if !classes.contains(&RiverClass::Fordable) && has(Ground::Ford) {
        said.push("its tactical map has a ford, and none of its rivers is fordable".into());
    }
    if classes.iter().eq([&RiverClass::Unbridgeable]) && has_bridge {
        said.push("its tactical map has a railway bridge, and its river is unbridgeable".into());
    }
    if check.map.is_range(at) && check.map.is_passable(at) && !has(Ground::Pass) {
        said.push("a mountain range runs through it, and its tactical map has no pass".into());
    }
}

/// ROTD-EUWOL 12.2: railway bridges stand where track meets a river, and track runs over nothing that bars it.
fn track(check: &Check<'_>, at: StrategicSquare, sheet: &Sheet, said: &mut Vec<String>) {
    for tac in TacticalSquare::all().filter(|tac| sheet.rail[tac.index()] || sheet.bridge[tac.index()]) {
        let (rail, bridge) = (sheet.rail[tac.index()], sheet.bridge[tac.index()]);
        match sheet.ground_at(tac) {
            Ground::River if rail && !bridge => {
                said.push(format!("track crosses a river without a bridge at {tac}"))
            }
            Ground::Mountain if rail => {
                said.push(format!("track crosses a mountain that is no pass at {tac}"))
            }
            Ground::Water if rail => said.push(format!("track runs through water at {tac}")),
            Ground::River | Ground::Ford if rail => {}
            _ if bridge => said.push(format!("a railway bridge at {tac}, where no track meets a river")),
            _ => {}
        }
    }
    let river = check.map.river_class(at);
    if river == Some(RiverClass::Unfordable)
        && check.map.unbridged.contains(&at)
        && sheet.bridge.contains(&true)
    {
        said.push(
            "its tactical map has a railway bridge, and its river's rail_bridges do not name it".into(),
        );
    }
}

/// A river that runs on by a corner only lets everybody through.
fn leaks(sheet: &Sheet, said: &mut Vec<String>) {
    let is_river = |tac: &TacticalSquare| matches!(sheet.ground_at(*tac), Ground::River | Ground::Ford);
    for tac in TacticalSquare::all().filter(is_river) {
        let beside = [Direction::SouthEast, Direction::SouthWest].into_iter();
        for next in beside.filter_map(|side| tac.step(side)).filter(is_river) {
            if !spread(tac, |tac| is_wet(sheet, tac))[next.index()] {
                said.push(format!(
                    "its river runs from {tac} to {next} by a corner only; expected a square beside both"
                ));
            }
        }
    }
}

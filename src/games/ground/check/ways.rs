//! Who can stand and walk on a tactical map: in the middle, from there to every side that a march leads over, and
//! to the town.

use crate::check::Check;
use crate::check::inside::spread;
use crate::map::{Arm, RiverClass};
use crate::square::{Direction, StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use crate::tac1::edge_square;
use crate::tactical::{Ground, Sheet};

/// A unit of which nothing else is known stands in the middle, so one can; a city's square is its town.
pub fn standing(check: &Check<'_>, at: StrategicSquare, sheet: &Sheet, said: &mut Vec<String>) {
    if !check.map.is_passable(at) {
        return;
    }
    let middle = TacticalSquare::MIDDLE;
    if sheet.is_passable(middle) {
        marches(check, at, sheet, middle, said);
    } else {
        let ground = sheet.ground_at(middle).words();
        said.push(format!("nobody can stand in the middle of its tactical map, {middle}: {ground}"));
    }
    if let Some(city) = check.map.city_at(at) {
        let ground = sheet.ground_at(city.tac);
        if ground != Ground::Town {
            said.push(format!("{} of {} is {}; expected town", city.tac, city.name, ground.words()));
        }
        town(check, at, sheet, city.tac, &city.name, said);
    }
}

/// From the middle every side can be reached over which a march leads, but for great rivers: over those pontoons and
/// ferries lead.
fn marches(
    check: &Check<'_>,
    at: StrategicSquare,
    sheet: &Sheet,
    middle: TacticalSquare,
    said: &mut Vec<String>,
) {
    let is_great = check.map.river_class(at) > Some(RiverClass::Fordable);
    let reached =
        spread(middle, |tac| sheet.is_passable(tac) || (is_great && sheet.ground_at(tac) == Ground::River));
    for side in open_sides(check, at) {
        let mut land = edge(side).filter(|tac| sheet.is_passable(*tac)).peekable();
        // An edge without any land to stand on holds nobody up.
        if land.peek().is_some() && !land.any(|tac| reached[tac.index()]) {
            said.push(format!(
                "nobody can get from {middle}, the middle of its tactical map, to the {} edge",
                side.words()
            ));
        }
    }
}

/// The town can be reached from at least one of the sides that marches lead over, without pontoons.
fn town(
    check: &Check<'_>,
    at: StrategicSquare,
    sheet: &Sheet,
    tac: TacticalSquare,
    name: &str,
    said: &mut Vec<String>,
) {
    let reached = spread(tac, |tac| sheet.is_passable(tac));
    let mut sides = open_sides(check, at).peekable();
    if sides.peek().is_some() && !sides.flat_map(edge).any(|tac| reached[tac.index()]) {
        said.push(format!("the town of {name} at {tac} can be reached from no edge"));
    }
}

fn open_sides(check: &Check<'_>, at: StrategicSquare) -> impl Iterator<Item = Direction> {
    check.map.marches(at).map(|(side, _)| side).filter(|side| side.is_straight())
}

fn edge(side: Direction) -> impl Iterator<Item = TacticalSquare> {
    (0..TACTICAL_SIDE).filter_map(move |place| edge_square(Arm { side, place }))
}

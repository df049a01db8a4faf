//! Cities: on land, in their own state, where they truly lie, one a square, with the water their port needs.

use std::collections::BTreeMap;

use crate::check::Check;
use crate::map::{Arm, CitySite, Georef, OnEarth, Port, RiverClass, Terrain};
use crate::map_file::places::CityPlaces;
use crate::square::{StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use crate::tac1::edge_square;

/// Millionths of a degree times millionths of columns a degree, to the column.
const MILLIONTHS: i128 = 1_000_000_000_000;
/// How many squares a city may be drawn from its true place.
const MOST_ASTRAY: i128 = 1;

/// Finds what is wrong with the places of cities.
pub fn check(check: &mut Check<'_>) {
    let mut taken: BTreeMap<StrategicSquare, &str> = BTreeMap::new();
    for (city, places) in check.map.cities.iter().zip(&check.loaded.places.cities) {
        if let Some(other) = taken.insert(city.at, &city.name) {
            let message = format!("two cities, {other} and {}; expected one a square", city.name);
            check.find(places.at, city.at, message);
        }
        ground(check, city, places);
        town(check, city, places);
        state(check, city, places);
        port(check, city, places);
        truth(check, city, places);
    }
}

fn ground(check: &mut Check<'_>, city: &CitySite, places: &CityPlaces) {
    let terrain = check.map.terrain_at(city.at);
    if !terrain.is_passable() {
        check.find(places.at, city.at, format!("the city {} stands in {}", city.name, terrain.words()));
    }
}

/// Its tactical square: not on the edge, and not just inside a crossing of a river or range.
fn town(check: &mut Check<'_>, city: &CitySite, places: &CityPlaces) {
    let inner = 1..TACTICAL_SIDE - 1;
    if !inner.contains(&city.tac.col()) || !inner.contains(&city.tac.row()) {
        let message = format!(
            "the city {} stands on the edge, at {}; expected columns and rows 1 to 13",
            city.name, city.tac
        );
        check.find(places.tac, city.at, message);
    }
    if entrances(check, city.at).contains(&city.tac) {
        let message = format!("the city {} at {} bars the way of a river or range", city.name, city.tac);
        check.find(places.tac, city.at, message);
    }
}

/// The tactical squares just inside each crossing of a river or range.
fn entrances(check: &Check<'_>, at: StrategicSquare) -> Vec<TacticalSquare> {
    let index = check.map.grid.index(at);
    let rivers = check.map.rivers[index].iter().map(|(arm, _)| *arm);
    let arms = rivers.chain(check.map.ranges[index].iter().copied());
    let inside = |arm: Arm| edge_square(arm).and_then(|edge| edge.step(arm.side.opposite()));
    arms.filter_map(inside).collect()
}

/// The city lies in the state that the file says it does; of one that lies on the Earth it must say so, or the
/// borders are held to nothing and a town may lie on the wrong bank of its river.
fn state(check: &mut Check<'_>, city: &CitySite, places: &CityPlaces) {
    let found = check.map.state_at(city.at).map(|state| state.name.as_str());
    let Some((byte, expected)) = &places.state else {
        if let Some(found) = found.filter(|_| city.truth.is_some()) {
            let message = format!(
                "the city {} does not say in which state it lies; its square is {found}: if that is right, write \
                 state = {found:?}",
                city.name
            );
            check.find(places.at, city.at, message);
        }
        return;
    };
    let found = found.unwrap_or("no state");
    if found != expected {
        let message = format!("the city {} was expected in {expected}, and its square is {found}", city.name);
        check.find(*byte, city.at, message);
    }
}

/// Deep ships come to an ocean port over the sea or a river without bridges, shallow ones to a river port over
/// any river they can sail (rule 1.3) or a lake.
fn port(check: &mut Check<'_>, city: &CitySite, places: &CityPlaces) {
    let on_water =
        check.map.grid.neighbours(city.at).any(|(_, next)| check.map.terrain_at(next) == Terrain::Water);
    let river = check.map.river_class(city.at);
    let (reached, expected) = match city.port {
        Port::None => return,
        Port::Ocean => (river == Some(RiverClass::Unbridgeable), "the sea or an unbridgeable river"),
        Port::River => {
            (river > Some(RiverClass::Fordable), "a river that is not fordable, or water beside it")
        }
    };
    if !reached && !on_water {
        let message = format!("no ship can come to the port of {}; expected {expected}", city.name);
        check.find(places.port, city.at, message);
    }
}

fn truth(check: &mut Check<'_>, city: &CitySite, places: &CityPlaces) {
    let Some(truth) = city.truth else { return };
    let Some(georef) = check.map.georef else {
        let message =
            format!("the city {} has a true place, and the map has no georef to find it by", city.name);
        return check.find(places.truth, city.at, message);
    };
    let (col, row) = square_of(georef, truth);
    let astray = |drawn: u8, true_place: i128| (i128::from(drawn) - true_place).abs() > MOST_ASTRAY;
    if astray(city.at.col, col) || astray(city.at.row, row) {
        let message = format!(
            "the city {} truly lies in {}; expected a square next to it at most",
            city.name,
            true_square(check, col, row)
        );
        check.find(places.at, city.at, message);
    }
}

/// Column and row, which may lie beyond the map, of a place on the Earth.
fn square_of(georef: Georef, place: OnEarth) -> (i128, i128) {
    let east = i128::from(place.lon) - i128::from(georef.lon);
    let south = i128::from(georef.lat) - i128::from(place.lat);
    let along = |away: i128, per_degree: u64| (away * i128::from(per_degree)).div_euclid(MILLIONTHS);
    (along(east, georef.cols_per_degree), along(south, georef.rows_per_degree))
}

fn true_square(check: &Check<'_>, col: i128, row: i128) -> String {
    let square = u8::try_from(col).ok().zip(u8::try_from(row).ok());
    let square = square.map(|(col, row)| StrategicSquare { col, row });
    match square.filter(|square| check.map.grid.holds(*square)) {
        Some(square) => check.label(square),
        None => "a square beyond the map".into(),
    }
}

//! All of a unit or a city, for a game administrator.

use crate::book::Book;
use crate::edits::city::city_fields;
use crate::edits::field::{self, UnitField};
use crate::edits::fields;
use crate::language::unit_of;
use crate::state::LandState;
use crate::unit::UnitId;
use fieldpost_engine::nearest::nearest;
use fieldpost_engine::seat::Seating;
use fieldpost_ground::square::Grid;

/// Why something is not shown, and the nearest that could be.
pub type NotThere = (String, Option<String>);

/// What, and how it is.
pub type Rows = Vec<(String, String)>;

/// A unit's fields. Who commands it now is what the turn's letters have assigned, too.
///
/// # Errors
/// If there is no such unit.
pub fn unit(
    book: &Book,
    state: &LandState,
    grid: &Grid,
    unit: UnitId,
    seats: &dyn Seating,
) -> Result<Rows, NotThere> {
    let Some(known) = state.units.get(&unit) else {
        let names = state.units.keys().map(|unit| (unit.to_string(), *unit));
        let nearest = nearest(&unit.to_string(), names).map(|unit| format!("SHOW UNIT {unit}"));
        return Err((format!("there is no unit {unit}"), nearest));
    };
    let seats = seats.all().into_iter().filter_map(|(piece, seat)| Some((unit_of(&piece)?, seat)));
    let now = LandState { seats: seats.collect(), ..state.clone() };
    let shown = field::Shown { grid, state: &now, unit: known };
    let row = |field: &UnitField| (field.name.to_owned(), field.shown(&shown));
    Ok(fields::unit_fields().iter().filter(|field| field.is_in(book)).map(row).collect())
}

/// A city by its name, as it is spelt, with its fields.
///
/// # Errors
/// If there is no such city.
pub fn city(state: &LandState, grid: &Grid, name: &str) -> Result<(String, Rows), NotThere> {
    let found = state.cities.iter().find(|(city, _)| city.eq_ignore_ascii_case(name.trim()));
    let Some((name, city)) = found else {
        let names = state.cities.keys().map(|city| (city.as_str(), city));
        let nearest = nearest(name, names).map(|city| format!("SHOW CITY {city}"));
        return Err((format!("there is no city called {name}"), nearest));
    };
    let square = format!("{} {}", grid.label(city.at), city.tac);
    let mut rows = vec![("square".to_owned(), square), ("home of".into(), city.home.words())];
    rows.extend(city_fields().iter().map(|field| (field.name.to_owned(), field.shown(city))));
    Ok((name.clone(), rows))
}

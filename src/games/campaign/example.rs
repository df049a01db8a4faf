//! The example of an order in a mail.

use crate::engine::ids::PlayerNo;
use crate::games::ground::tactical::Atlas;
use crate::games::land::state::LandState;
use crate::games::land::unit::{Unit, UnitId};

/// A unit and squares for the example of an order in a mail.
pub struct Example {
    /// The unit.
    pub unit: String,
    /// A square beside it that it could march to.
    pub square: String,
    /// One across its corner.
    pub diagonal: String,
    /// Which way that is, such as `north-east`.
    pub way: String,
}

/// An example for a player: of this unit, or else of a brigade of the player's with room about it; where there is none,
/// of a unit of the rulebook's.
pub fn example(atlas: &Atlas, state: &LandState, number: PlayerNo, unit: Option<UnitId>) -> Example {
    let commands = |unit: &&Unit| state.seats.get(&unit.id).is_some_and(|seat| seat.commander == number);
    let mut brigades = state.units_of(number).filter(commands).filter(|unit| unit.is_combat());
    let given = unit.and_then(|unit| state.units.get(&unit));
    let found = given
        .and_then(|unit| example_of(atlas, unit))
        .or_else(|| brigades.find_map(|unit| example_of(atlas, unit)));
    found.unwrap_or_else(|| Example {
        unit: "FR3IN".into(),
        square: "D2-T2".into(),
        diagonal: "D3-T1".into(),
        way: "north-east".into(),
    })
}

fn example_of(atlas: &Atlas, unit: &Unit) -> Option<Example> {
    let grid = &atlas.map.grid;
    let beside = |straight: bool| {
        let mut about = grid.neighbours(unit.at).filter(|(way, _)| way.is_straight() == straight);
        about.find(|(_, square)| atlas.map.is_passable(*square))
    };
    let ((_, square), (way, diagonal)) = (beside(true)?, beside(false)?);
    Some(Example {
        unit: unit.id.to_string(),
        square: grid.label(square),
        diagonal: grid.label(diagonal),
        way: way.words().into(),
    })
}

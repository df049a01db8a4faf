//! The example of an order in a mail.

use serde::Serialize;

use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::Relation;
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::state::{City, LandState};
use fieldpost_land::unit::{Unit, UnitId, UnitType};
use fieldpost_tell::vantage::Vantage;

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

/// How a city can be taken, as an example: by a unit of the reader's own, in one turn's march.
#[derive(Serialize)]
pub struct Raid {
    unit: String,
    /// The city, its square and its tactical square.
    city: String,
    square: String,
    tac: String,
    /// The first square of the way.
    step: String,
    /// The way there, square by square, at most three.
    path: String,
    /// The tactical phase in which the unit is there and may move on.
    phase: u8,
}

/// Most squares of an example's march: what a brigade does in a turn.
const MOST_SQUARES: u8 = 3;

/// An example of a capture for a player: the city of another side that is nearest to a brigade of theirs with an open way to
/// it, of what the map shows them; none where there is none within a march.
pub fn raid(vantage: &Vantage<'_>) -> Option<Raid> {
    let cities =
        vantage.cities.iter().filter(|(_, city)| vantage.relation(city.control) == Relation::Hostile);
    let cities: Vec<_> = cities.collect();
    let brigades = vantage.own.iter().filter(|own| own.is_commanded).map(|own| own.unit);
    let brigades = brigades.filter(|unit| unit.is_active() && unit.id.kind == UnitType::Infantry);
    let ways = brigades.flat_map(|unit| cities.iter().map(move |(name, city)| (unit, *name, *city)));
    let mut near: Vec<_> =
        ways.filter(|(unit, _, city)| (1..=MOST_SQUARES).contains(&unit.at.distance(city.at))).collect();
    near.sort_by_key(|(unit, name, city)| (unit.at.distance(city.at), unit.id, *name));
    near.into_iter().find_map(|(unit, name, city)| raid_of(vantage, unit, name, city))
}

fn raid_of(vantage: &Vantage<'_>, unit: &Unit, name: &str, city: &City) -> Option<Raid> {
    let grid = &vantage.atlas.map.grid;
    let mut path = Vec::new();
    let mut at = unit.at;
    while at != city.at {
        let nearer = grid.neighbours(at).map(|(_, next)| next).filter(|next| {
            next.distance(city.at) < at.distance(city.at)
                && vantage.atlas.map.is_passable(*next)
                && vantage.barred(unit, at, *next).is_none()
        });
        at = nearer
            .min_by_key(|next| (next.offset_to(city.at).0.abs() + next.offset_to(city.at).1.abs(), *next))?;
        path.push(grid.label(at));
    }
    // After the first strategic phase come tactical phases 3 and 4, after all others only 5.
    let phase = if path.len() == 1 { 3 } else { 5 };
    Some(Raid {
        unit: unit.id.to_string(),
        city: name.to_owned(),
        square: grid.label(city.at),
        tac: city.tac.to_string(),
        step: path.first()?.clone(),
        path: path.join(" "),
        phase,
    })
}

/// An example for a player: of this unit, or else of a brigade of the player's with room about it; where there is none,
/// of a unit of the rulebook's.
pub fn example(atlas: &Atlas, state: &LandState, number: PlayerNo, unit: Option<UnitId>) -> Example {
    let commands = |unit: &&Unit| state.seats.get(&unit.id).is_some_and(|seat| seat.commander == number);
    let mut brigades: Vec<&Unit> =
        state.units_of(number).filter(commands).filter(|unit| unit.is_combat()).collect();
    // Foot teaches best.
    brigades.sort_by_key(|unit| (unit.id.kind != UnitType::Infantry, unit.id));
    let mut brigades = brigades.into_iter();
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

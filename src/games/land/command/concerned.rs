//! Whom a hand edit concerns beside the officers of the units that it changed: the ministers of the nation whose city, depot,
//! railway or treasury it touched, the player whose rank or office it changed, and everybody where it is a matter of all
//! nations.

use serde_json::Value;

use crate::field::Field;
use crate::orders::Office;
use crate::state::{Control, Depot, Player};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::touch::Touch;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;

/// Offices that look after what a nation has.
const MINISTERS: [Office; 4] =
    [Office::WarMinister, Office::Treasury, Office::Monarch, Office::PrimeMinister];

/// The players whom touches of an edit concern by what they are, each once, in the order of their numbers. The position is
/// that before or after the edit: whoever wants both asks twice.
pub fn concerned(field: Field<'_>, touches: &[Touch]) -> Vec<PlayerNo> {
    let mut found: Vec<PlayerNo> = touches.iter().flat_map(|touch| by_touch(field, touch)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn by_touch(field: Field<'_>, touch: &Touch) -> Vec<PlayerNo> {
    let path: Vec<String> = touch.path.split('/').skip(1).map(plain).collect();
    let (list, rest) = match path.split_first() {
        Some((list, rest)) => (list.as_str(), rest),
        None => return Vec::new(),
    };
    let ministers =
        |nations: Vec<NationCode>| nations.iter().flat_map(|nation| ministers(field, *nation)).collect();
    match list {
        "cities" => rest.first().map_or_else(Vec::new, |name| of_city(field, name, touch)),
        "players" => rest.first().and_then(|place| place.parse().ok()).map(PlayerNo).into_iter().collect(),
        "depots" => ministers(sides(field, rest, touch)),
        "treasuries" | "manpower" | "manpower_due" | "manpower_pool" | "captives" => {
            ministers(rest.first().and_then(|name| nation(&Value::from(name.as_str()))).into_iter().collect())
        }
        "rail_control" | "river_control" => {
            let held =
                values(touch).filter_map(|value| serde_json::from_value::<Control>(value.clone()).ok());
            let nations = held.filter_map(|control| match control {
                Control::Nation(nation) => Some(nation),
                Control::None => None,
            });
            ministers(nations.chain(owner_of(field, rest.first())).collect())
        }
        "track_destroyed" | "bridges_destroyed" => {
            let squares = values(touch).filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>();
            ministers(squares.iter().flat_map(|square| owner_of(field, Some(square))).collect())
        }
        "relations" | "season" | "forbidden" | "owners" | "hostilities" | "season_began" | "prices" => {
            field.state.numbered_players().map(|(number, _)| number).collect()
        }
        _ => Vec::new(),
    }
}

/// RFC 6901.
fn plain(part: &str) -> String {
    part.replace("~1", "/").replace("~0", "~")
}

fn values(touch: &Touch) -> impl Iterator<Item = &Value> {
    [&touch.before, &touch.after].into_iter().flatten()
}

fn nation(value: &Value) -> Option<NationCode> {
    serde_json::from_value(value.clone()).ok()
}

/// Who looks after a nation's affairs; where nobody has an office, everybody who serves it.
fn ministers(field: Field<'_>, nation: NationCode) -> Vec<PlayerNo> {
    let serving = || field.state.numbered_players().filter(move |(_, player)| player.nation == nation);
    let is_minister = |player: &Player| MINISTERS.iter().any(|office| player.offices.contains(office));
    let found = serving().filter(|(_, player)| is_minister(player)).map(|(number, _)| number);
    let found = found.collect::<Vec<_>>();
    if found.is_empty() { serving().map(|(number, _)| number).collect() } else { found }
}

/// The ministers of whoever controls a city, or did, and the governor of its bloc.
fn of_city(field: Field<'_>, name: &str, touch: &Touch) -> Vec<PlayerNo> {
    let control = field.state.cities.get(name).map(|city| city.control);
    let changed = values(touch).filter(|_| touch.path.ends_with("/control")).filter_map(nation);
    let nations = changed.chain(control).collect::<Vec<_>>();
    let mut found = nations.iter().flat_map(|nation| ministers(field, *nation)).collect::<Vec<_>>();
    let governors = field.state.numbered_players().filter(|(_, player)| {
        nations.contains(&player.nation)
            && player
                .offices
                .iter()
                .any(|office| matches!(office, Office::Governor(bloc) if is_in(field, name, bloc)))
    });
    found.extend(governors.map(|(number, _)| number));
    found
}

/// Whether a city lies in a bloc: that has the name of the city's state, or of the nation to which the state belongs.
pub fn is_in(field: Field<'_>, city: &str, bloc: &str) -> bool {
    let map = &field.atlas.map;
    let state = map.city(city).and_then(|city| map.state_at(city.at));
    state.is_some_and(|state| {
        bloc.eq_ignore_ascii_case(&state.name) || bloc.eq_ignore_ascii_case(&state.nation)
    })
}

fn sides(field: Field<'_>, rest: &[String], touch: &Touch) -> Vec<NationCode> {
    let whole = values(touch).filter_map(|value| serde_json::from_value::<Depot>(value.clone()).ok());
    let part = rest.first().and_then(|place| place.parse::<usize>().ok());
    let part = part.and_then(|place| field.state.depots.get(place)).map(|depot| depot.side);
    whole.map(|depot| depot.side).chain(part).collect()
}

/// The nation whose land a square is.
fn owner_of(field: Field<'_>, square: Option<&String>) -> Option<NationCode> {
    let square: StrategicSquare = serde_json::from_value(Value::from(square?.as_str())).ok()?;
    let state = field.atlas.map.state_at(square)?;
    field.state.owners.get(&state.name).copied()
}

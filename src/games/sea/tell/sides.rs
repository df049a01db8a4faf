//! The two sides of a battle, and whose a prize is.

use crate::event::{Event, Part, SILENCED};
use crate::ship::ShipId;
use fieldpost_ground::nation::NationCode;

/// The parts of a side, those of one unit's batteries together.
pub(super) fn units(side: &[Part]) -> Vec<Vec<&Part>> {
    let mut units: Vec<Vec<&Part>> = Vec::new();
    for part in side {
        match units.iter_mut().find(|unit| unit[0].id == part.id) {
            Some(unit) => unit.push(part),
            None => units.push(vec![part]),
        }
    }
    units
}

/// How many of a unit's batteries were silenced, and how many are left.
pub(super) fn batteries(parts: &[&Part]) -> String {
    let silenced = parts.iter().filter(|part| part.fate == SILENCED).count();
    match (silenced, parts.len() - silenced) {
        (0, left) => format!("none of {left} batteries silenced"),
        (gone, 0) => format!("all of {gone} batteries silenced"),
        (gone, left) => format!("{gone} of {} batteries silenced, {left} left", gone + left),
    }
}

/// What a prize is called from now on, and under whose orders she sails, for who took her.
pub(super) fn prize(event: &Event) -> String {
    let number = event.ship.zip(event.count).map(|(ship, number)| (ship.kind, number));
    let nation = event.other.as_deref().and_then(captor);
    match number.zip(nation) {
        Some(((kind, number), nation)) => {
            format!(", and is {nation}{number}{} from now on, under the same orders", kind.code())
        }
        None => String::new(),
    }
}

/// The nation of a ship in words such as `Monitor (US1IC)`.
pub(super) fn captor(called: &str) -> Option<NationCode> {
    let id = called.rsplit_once('(').map_or(called, |(_, id)| id.trim_end_matches(')'));
    id.parse::<ShipId>().ok().map(|id| id.nation)
}

/// The nation of a ship or battery.
pub(super) fn nation_in(part: &Part) -> Option<NationCode> {
    nation_of_id(&part.id)
}

pub(super) fn nation_of_id(id: &str) -> Option<NationCode> {
    id.get(..2).and_then(NationCode::new)
}

/// The nations of a side, with their article.
pub(super) fn nation_of(side: &[Part]) -> String {
    let mut nations: Vec<NationCode> = side.iter().filter_map(nation_in).collect();
    nations.sort_unstable();
    nations.dedup();
    let words: Vec<String> = nations.iter().map(NationCode::spoken).collect();
    if words.is_empty() { "nobody".into() } else { words.join(" and ") }
}

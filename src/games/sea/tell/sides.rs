//! The two sides of a battle, whose a prize is, and ships by their names.

use fieldpost_engine::words::{counted, listed};
use fieldpost_ground::nation::NationCode;
use fieldpost_sea::combat::battle::Fate;
use fieldpost_sea::event::Captor;
use fieldpost_sea::event::account::Part;

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

/// How many of a unit's batteries were silenced, and how many are left; `noun` says what they are where nothing else does.
pub(super) fn batteries(parts: &[&Part], noun: &str) -> String {
    let silenced = parts.iter().filter(|part| part.fate == Fate::Silenced).count();
    match (silenced, parts.len() - silenced) {
        (0, left) => format!("none of {left}{noun} silenced"),
        (gone, 0) => format!("all of {gone}{noun} silenced"),
        (gone, left) => format!("{gone} of {}{noun} silenced, {left} left", gone + left),
    }
}

/// What a prize is called from now on, and under whose orders she sails, for who took her.
pub(super) fn prize(by: &Captor) -> String {
    match by {
        Captor::Ship { now, .. } => format!(", and is {now} from now on, under the same orders"),
        Captor::Nation(_) => String::new(),
    }
}

/// The nations of a side, with their article.
pub(super) fn nation_of(side: &[Part]) -> String {
    let mut nations: Vec<NationCode> = side.iter().map(|part| part.id.nation()).collect();
    nations.sort_unstable();
    nations.dedup();
    let words: Vec<String> = nations.iter().map(NationCode::spoken).collect();
    if words.is_empty() { "nobody".into() } else { words.join(" and ") }
}

/// Most ships that a headline names; more are counted.
const MOST_NAMED: usize = 3;

/// Ships by their names, or how many.
pub(super) fn named(ships: &[String]) -> String {
    if ships.len() > MOST_NAMED { counted(ships.len(), "ship") } else { listed(ships) }
}

//! Ships by their names: a letter may call a ship as reports do, and is answered with her id.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use crate::chart::Chart;
use crate::language::ship_of;
use crate::ship::{Ship, ShipId};
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_ground::map_file;

/// What the ships of a game are ordered by: its chart, and the names that they bear.
#[derive(Clone, Debug)]
pub struct Helm {
    pub chart: Arc<Chart>,
    pub names: Names,
}

/// The names of ships, as they are compared: in capitals, without stops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names(BTreeMap<String, Vec<ShipId>>);

impl Names {
    /// The names that ships bear; a transport group has none.
    pub fn of<'a>(ships: impl IntoIterator<Item = &'a Ship>) -> Names {
        let mut names: BTreeMap<String, Vec<ShipId>> = BTreeMap::new();
        for ship in ships.into_iter().filter(|ship| !ship.name.is_empty()) {
            names.entry(bare(&ship.name)).or_default().push(ship.id);
        }
        Names(names)
    }

    /// The ship with whose name a text begins, and what follows it; of two names the longer one. An id behind the name, as reports
    /// write it, belongs to it. `None` if no ship is called so.
    ///
    /// # Errors
    /// That two ships bear the name: which.
    pub fn begun<'a>(&self, text: &'a str) -> Option<Result<(ShipId, &'a str), String>> {
        // No further than the longest name: a line may hold a thousand.
        let longest = self.0.keys().map(String::len).max()? + 8;
        let letters = text.char_indices().take_while(|(at, _)| *at <= longest);
        let ends = letters.filter(|(_, c)| !c.is_alphanumeric() && *c != '.').map(|(at, _)| at);
        let ends: Vec<usize> = ends.chain([text.len()].into_iter().filter(|end| *end <= longest)).collect();
        let found = |end: &usize| {
            let (name, rest) = text.split_at_checked(*end)?;
            Some((name, rest, self.0.get(&bare(name))?))
        };
        let (name, rest, ids) = ends.iter().rev().find_map(found)?;
        Some(match ids.as_slice() {
            [id] => Ok((*id, past_id(rest, *id))),
            several => {
                let ids: Vec<String> = several.iter().map(ToString::to_string).collect();
                Err(format!("{name} is the name of {}: write the id", ids.join(" and ")))
            }
        })
    }
}

/// What stands at a ship's name of those that the letter itself has given, the last of them first, or that ships bear; as [`Names::begun`].
pub(super) fn begun<'a>(
    names: Option<&Names>,
    lexicon: &Lexicon,
    input: &'a str,
) -> Option<Result<(ShipId, &'a str), String>> {
    let given = |(name, piece): &(String, Piece), input: &'a str| {
        let names = Names(BTreeMap::from([(bare(name), vec![ship_of(piece)?])]));
        names.begun(input)
    };
    let begun = |input: &'a str| {
        let given = lexicon.called.iter().rev().find_map(|called| given(called, input));
        given.or_else(|| names?.begun(input))
    };
    begun(input).or_else(|| begun(past_service(input)?))
}

/// What follows the letters of a navy, or an article, before a ship's name; `None` where none stand.
fn past_service(input: &str) -> Option<&str> {
    const BEFORE: [&str; 5] = ["USS", "CSS", "HMS", "SS", "THE"];
    let (first, rest) = input.split_once(' ')?;
    let is_it = BEFORE.contains(&bare(first).as_str());
    is_it.then(|| rest.trim_start()).filter(|rest| !rest.is_empty())
}

/// What follows `(US1IC)` behind a name.
fn past_id(rest: &str, id: ShipId) -> &str {
    let inside = rest.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')'));
    match inside {
        Some((named, behind)) if named.trim().eq_ignore_ascii_case(&id.to_string()) => behind,
        _ => rest,
    }
}

fn bare(name: &str) -> String {
    let letters = name.chars().filter(|c| *c != '.').flat_map(char::to_uppercase).collect::<String>();
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The chart that comes with the program, by which letters are read whose own is not known: which lines of a mail look like
/// orders must be known before the game is.
pub(super) static OWN: LazyLock<Option<Helm>> = LazyLock::new(|| {
    let text = include_str!("../../../../maps/cwol.sea.toml");
    let map = map_file::BUILT_IN.iter().find(|row| row.0 == "cwol")?.1;
    let chart = Chart::read(text, &map_file::load(map).ok()?.atlas.map).ok().map(Arc::new)?;
    Some(Helm { chart, names: Names::default() })
});

/// By what a letter's ships are ordered: its own, or those that stand beside a land war's.
pub(super) fn helm_of(lexicon: &Lexicon) -> Option<&Helm> {
    let frames = std::iter::once(lexicon).chain(&lexicon.beside).filter_map(|one| one.grid.as_ref());
    frames.filter_map(|frame| frame.of::<Helm>()).next().or_else(|| OWN.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::SeaNo;
    use crate::place::Place;
    use fieldpost_engine::ids::PlayerNo;

    fn names(rows: &[(&str, &str)]) -> Names {
        let ship = |(id, name): &(&str, &str)| Ship {
            name: (*name).to_owned(),
            ..Ship::new(id.parse().unwrap(), Place::Sea(SeaNo(0), 1), PlayerNo(0))
        };
        Names::of(&rows.iter().map(ship).collect::<Vec<_>>())
    }

    #[test]
    fn a_ship_is_found_by_her_name_as_reports_write_it() {
        let names = names(&[
            ("US1IC", "Monitor"),
            ("US4FR", "St. Lawrence"),
            ("US1GB", "Mount Vernon"),
            ("US2GB", "Wasp"),
            ("CS2GB", "Wasp"),
        ]);
        let begun = |text| names.begun(text).map(|found| found.map(|(id, rest)| (id.to_string(), rest)));
        assert_eq!(begun("Monitor"), Some(Ok(("US1IC".into(), ""))));
        assert_eq!(begun("monitor (US1IC) AT Norfolk"), Some(Ok(("US1IC".into(), " AT Norfolk"))));
        assert_eq!(begun("ST LAWRENCE"), Some(Ok(("US4FR".into(), ""))));
        assert_eq!(begun("mount  vernon, and more"), Some(Ok(("US1GB".into(), ", and more"))));
        assert_eq!(begun("Monitors"), None);
        assert_eq!(begun("Mount"), None);
        let why = begun("Wasp").unwrap().unwrap_err();
        assert!(why.contains("CS2GB") && why.contains("US2GB"), "{why}");
    }
}

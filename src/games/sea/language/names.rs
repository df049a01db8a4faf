//! Ships by their names: a letter may call a ship as reports do, and is answered with her id.

use std::iter;
use std::sync::{Arc, LazyLock};

use crate::chart::Chart;
use crate::language::ship_of;
use crate::ship::{Ship, ShipId};
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::{Called, Names};
use fieldpost_ground::map_file;

/// The names that ships bear; a transport group has none.
pub fn names_of<'a>(ships: impl IntoIterator<Item = &'a Ship>) -> Names {
    let named = ships.into_iter().filter(|ship| !ship.name.is_empty());
    Names::of(named.map(|ship| (ship.name.clone(), Piece::from(ship.id.to_string()))))
}

/// The ship with whose name a text begins, and what follows it. An id behind the name, as reports write it, belongs to it. `None` if no
/// ship is called so.
///
/// # Errors
/// That several pieces bear the name: which.
pub(super) fn begun<'a>(lexicon: &Lexicon, input: &'a str) -> Option<Result<(ShipId, &'a str), String>> {
    let ship = |found: Called<'a>| match found {
        Ok((piece, rest)) => ship_of(&piece).map(|id| Ok((id, past_id(rest, id)))),
        Err(why) => Some(Err(why)),
    };
    let begun = |input| {
        let of_ships = iter::once(lexicon).chain(&lexicon.beside);
        of_ships.filter_map(|one| one.named(input)).find_map(ship)
    };
    begun(input).or_else(|| begun(past_service(input)?))
}

/// What follows the letters of a navy, or an article, before a ship's name; `None` where none stand.
fn past_service(input: &str) -> Option<&str> {
    const BEFORE: [&str; 5] = ["USS", "CSS", "HMS", "SS", "THE"];
    let (first, rest) = input.split_once(' ')?;
    let first = first.replace('.', "").to_uppercase();
    let is_it = BEFORE.contains(&first.as_str());
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

/// The chart that comes with the program, by which letters are read whose own is not known: which lines of a mail look like
/// orders must be known before the game is.
pub(super) static OWN: LazyLock<Option<Arc<Chart>>> = LazyLock::new(|| {
    let text = include_str!("../../../../maps/cwol.sea.toml");
    let map = map_file::BUILT_IN.iter().find(|row| row.0 == "cwol")?.1;
    Chart::read(text, &map_file::load(map).ok()?.atlas.map).ok().map(Arc::new)
});

/// The chart by which a letter's ships are ordered: its own, or that of what stands beside a land war's.
pub(super) fn chart_of(lexicon: &Lexicon) -> Option<&Arc<Chart>> {
    let frames = iter::once(lexicon).chain(&lexicon.beside).filter_map(|one| one.grid.as_ref());
    frames.filter_map(|frame| frame.of::<Arc<Chart>>()).next().or_else(|| OWN.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::SeaNo;
    use crate::place::Place;
    use fieldpost_engine::ids::PlayerNo;

    fn lexicon(rows: &[(&str, &str)]) -> Lexicon {
        let ship = |(id, name): &(&str, &str)| Ship {
            name: (*name).to_owned(),
            ..Ship::new(id.parse().unwrap(), Place::Sea(SeaNo(0), 1), PlayerNo(0))
        };
        Lexicon {
            names: names_of(&rows.iter().map(ship).collect::<Vec<_>>()),
            ..Lexicon::of(&crate::language::SHIPS)
        }
    }

    #[test]
    fn a_ship_is_found_by_her_name_as_reports_write_it() {
        let lexicon = lexicon(&[
            ("US1IC", "Monitor"),
            ("US4FR", "St. Lawrence"),
            ("US1GB", "Mount Vernon"),
            ("US2GB", "Wasp"),
            ("CS2GB", "Wasp"),
        ]);
        let begun = |text| begun(&lexicon, text).map(|found| found.map(|(id, rest)| (id.to_string(), rest)));
        assert_eq!(begun("Monitor"), Some(Ok(("US1IC".into(), ""))));
        assert_eq!(begun("monitor (US1IC) AT Norfolk"), Some(Ok(("US1IC".into(), " AT Norfolk"))));
        assert_eq!(begun("U.S.S. Monitor AT Norfolk"), Some(Ok(("US1IC".into(), " AT Norfolk"))));
        assert_eq!(begun("ST LAWRENCE"), Some(Ok(("US4FR".into(), ""))));
        assert_eq!(begun("mount  vernon, and more"), Some(Ok(("US1GB".into(), ", and more"))));
        assert_eq!(begun("Monitors"), None);
        assert_eq!(begun("Mount"), None);
        let why = begun("Wasp").unwrap().unwrap_err();
        assert!(why.contains("CS2GB") && why.contains("US2GB"), "{why}");
    }
}

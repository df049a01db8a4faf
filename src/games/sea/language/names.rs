//! Ships by their names: a letter may call a ship as reports do, and is answered with her id.

use std::iter;
use std::sync::{Arc, LazyLock};

use crate::chart::Chart;
use crate::language::ship_of;
use crate::ship::{Ship, ShipId};
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::Names;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::{Near, Parsed, by, is_blank, something_else, wrong};
use fieldpost_ground::map_file;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take_till1, take_until, take_while, take_while1};
use nom::character::complete::char;
use nom::combinator::{opt, value, verify};
use nom::sequence::{delimited, preceded};

/// The names that ships bear; a transport group has none.
pub fn names_of<'a>(ships: impl IntoIterator<Item = &'a Ship>) -> Names {
    let named = ships.into_iter().filter(|ship| !ship.name.is_empty());
    Names::of(named.map(|ship| (ship.name.clone(), Piece::from(ship.id.to_string()))))
}

/// The ship by whose name she is called here. An id behind the name, as reports write it, belongs to it; a name that several pieces bear
/// is a fault that says which.
pub(super) fn begun<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, ShipId> {
    alt((by(called, lexicon), preceded(service, by(called, lexicon)))).parse(input)
}

/// The same without what may stand before the name.
fn called<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, ShipId> {
    let of_ships = iter::once(lexicon).chain(&lexicon.beside).filter_map(|one| one.named(input));
    for found in of_ships {
        match found {
            Ok((piece, rest)) => {
                if let Some(id) = ship_of(&piece) {
                    return in_brackets(&id.to_string(), rest).map(|(rest, ())| (rest, id));
                }
            }
            Err(why) => return wrong(input, why, Near::Nothing),
        }
    }
    something_else(input)
}

/// The letters of a navy, or an article, before a ship's name, with points or without.
fn service(input: &str) -> Parsed<'_, ()> {
    const BEFORE: [&str; 5] = ["USS", "CSS", "HMS", "SS", "THE"];
    let is_it = |word: &str| BEFORE.contains(&word.replace('.', "").to_uppercase().as_str());
    value((), (verify(take_till1(is_blank), is_it), take_while1(is_blank))).parse(input)
}

/// `[ *WSP "(" code ")" ]`: a code or an id in brackets behind its name, as reports write it
pub(super) fn in_brackets<'a>(code: &str, input: &'a str) -> Parsed<'a, ()> {
    let before = (take_while(is_blank), char('('));
    let code = verify(take_until(")"), |found: &str| found.trim().eq_ignore_ascii_case(code));
    opt(delimited(before, code, char(')'))).map(|_| ()).parse(input)
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
        let read = |text| begun(text, &lexicon).map(|(rest, id)| (id.to_string(), rest)).ok();
        assert_eq!(read("Monitor"), Some(("US1IC".into(), "")));
        assert_eq!(read("monitor (US1IC) AT Norfolk"), Some(("US1IC".into(), " AT Norfolk")));
        assert_eq!(read("U.S.S. Monitor AT Norfolk"), Some(("US1IC".into(), " AT Norfolk")));
        assert_eq!(read("ST LAWRENCE"), Some(("US4FR".into(), "")));
        assert_eq!(read("\"St. Lawrence\""), Some(("US4FR".into(), "")));
        assert_eq!(read("St. Lawrence\" AT Norfolk"), Some(("US4FR".into(), " AT Norfolk")));
        assert_eq!(read("mount  vernon, and more"), Some(("US1GB".into(), ", and more")));
        assert!(read("Monitors").is_none() && read("Mount").is_none() && read("USS").is_none());
        let Err(nom::Err::Failure(fault)) = begun("Wasp", &lexicon) else { panic!("one Wasp of two") };
        let why = fault.clause();
        assert!(why.contains("CS2GB") && why.contains("US2GB"), "{why}");
    }
}

//! Values of hand edits as they are written: read within the ranges of their types, or refused with the nearest right
//! thing. Nobody can insist on what is refused here.

use crate::book::Book;
use crate::edits::edit::Ground;
use crate::state::{City, LandState};
use crate::unit::{Unit, UnitId};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::nearest;
use fieldpost_engine::refusal::Refusal;
use fieldpost_ground::nation::{NATIONS, NationCode};
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// Most men that a unit or a list of its losses may be given: far more than any has, and small enough for every sum.
pub const MOST_MEN: u32 = 99_999;

/// Most of what is stored or paid.
pub const MOST_STORED: u32 = 9_999_999;

/// What is shown where there is nothing.
pub const NOTHING: &str = "-";

/// Why an edit would leave no position, and the nearest right thing: nobody can insist on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// A sentence.
    pub why: String,
    /// The nearest right thing, where one is near.
    pub nearest: Option<String>,
}

impl Impossible {
    /// Without a nearest right thing.
    pub fn new(why: String) -> Self {
        Impossible { why, nearest: None }
    }

    /// One that a rule decides, which is cited so.
    pub fn by(rule: &'static str, why: String) -> Self {
        Impossible::new(Refusal::by(rule, why).to_string())
    }

    fn near<'a>(why: String, found: &str, known: impl Iterator<Item = &'a str>) -> Self {
        let nearest = nearest::nearest(found, known.map(|name| (name, name.to_owned())));
        Impossible { why, nearest }
    }
}

/// A word without case, blanks and hyphens.
pub fn plain(word: &str) -> String {
    let letters = word.chars().filter(|c| !matches!(c, ' ' | '-' | '_'));
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

/// Words as people list them: `a, b or c`.
pub fn any_of(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).into(),
        [head @ .., last] => format!("{} or {last}", head.join(", ")),
    }
}

/// A flag in words that [`flag`] reads.
pub fn yes_or_no(flag: bool) -> String {
    if flag { "yes".into() } else { "no".into() }
}

/// A number within a range.
///
/// # Errors
/// What was expected and what was found.
pub fn number(what: &str, words: &str, least: u32, most: u32) -> Result<u32, Impossible> {
    let number =
        words.trim().parse::<u32>().ok().filter(|_| words.trim().bytes().all(|c| c.is_ascii_digit()));
    let fits = number.filter(|number| (least..=most).contains(number));
    fits.ok_or_else(|| {
        let found = words.trim();
        Impossible::new(format!("Expected as {what} a number from {least} to {most}, found {found:?}."))
    })
}

/// A number within a range, or so many more or less than there are now, such as `+200`.
///
/// # Errors
/// As [`number`]; of a sum, what it would be.
pub fn number_from(what: &str, words: &str, now: u32, least: u32, most: u32) -> Result<u32, Impossible> {
    let words = words.trim();
    let (more, less) = (words.strip_prefix('+'), words.strip_prefix(['-', '\u{2212}']));
    let Some(by) = more.or(less) else { return number(what, words, least, most) };
    let by = number(what, by, 0, MOST_STORED)?;
    let sum = if more.is_some() { now.checked_add(by) } else { now.checked_sub(by) };
    sum.filter(|sum| (least..=most).contains(sum)).ok_or_else(|| {
        let near = if more.is_some() { most } else { least };
        let why = format!("{what} is {now}, and {words} leads out of its range from {least} to {most}.");
        Impossible { why, nearest: Some(near.to_string()) }
    })
}

/// Yes or no.
///
/// # Errors
/// What was expected and what was found.
pub fn flag(what: &str, words: &str) -> Result<bool, Impossible> {
    const WORDS: [(&str, bool); 12] = [
        ("yes", true),
        ("no", false),
        ("true", true),
        ("false", false),
        ("on", true),
        ("off", false),
        ("in", true),
        ("out", false),
        ("inside", true),
        ("outside", false),
        ("1", true),
        ("0", false),
    ];
    let found = words.trim();
    let row = WORDS.iter().find(|row| row.0.eq_ignore_ascii_case(found));
    row.map(|row| row.1).ok_or_else(|| {
        let why = format!("Expected as {what} yes or no, found {found:?}.");
        Impossible::near(why, found, ["yes", "no"].into_iter())
    })
}

/// The place of a word among those that are known.
///
/// # Errors
/// What was expected and what was found.
pub fn one_of(what: &str, words: &str, known: &[&str]) -> Result<usize, Impossible> {
    let found = plain(words);
    known.iter().position(|word| plain(word) == found).ok_or_else(|| {
        let why = format!("Expected as {what} {}, found {:?}.", any_of(known), words.trim());
        Impossible::near(why, words.trim(), known.iter().copied())
    })
}

/// A tactical square.
///
/// # Errors
/// What was expected and what was found.
pub fn tactical(words: &str) -> Result<TacticalSquare, Impossible> {
    words.trim().parse().map_err(|fault| Impossible::new(format!("{fault}.")))
}

/// A strategic square of the map, or the square of one of its cities.
///
/// # Errors
/// What was expected and what was found.
pub fn strategic(ground: &Ground<'_>, words: &str) -> Result<StrategicSquare, Impossible> {
    let map = &ground.atlas.map;
    match map.city(words.trim()) {
        Some(city) => Ok(city.at),
        None => map.grid.parse(words.trim()).map_err(|fault| {
            let cities = map.cities.iter().map(|city| city.name.as_str());
            Impossible::near(format!("{fault}."), words.trim(), cities)
        }),
    }
}

/// A square that an edit names: it must lie on the map.
///
/// # Errors
/// If it does not.
pub fn on_the_map(ground: &Ground<'_>, at: StrategicSquare) -> Result<StrategicSquare, Impossible> {
    let grid = &ground.atlas.map.grid;
    let held = grid.holds(at).then_some(at);
    held.ok_or_else(|| {
        Impossible::new(format!("The map has no square in column {}, row {}.", at.col, at.row))
    })
}

/// A unit of the position.
///
/// # Errors
/// If there is none of that id, with the nearest that there is.
pub fn unit(state: &LandState, id: UnitId) -> Result<&Unit, Impossible> {
    state.units.get(&id).ok_or_else(|| {
        let found = id.to_string();
        let known = state.units.keys().map(|other| (other.to_string(), other.to_string()));
        Impossible {
            why: format!("There is no unit {found} in this game."),
            nearest: nearest::nearest(&found, known),
        }
    })
}

/// A city of the position, as the map spells it.
///
/// # Errors
/// If there is none of that name, with the nearest that there is.
pub fn city<'a>(state: &'a LandState, name: &str) -> Result<(&'a str, &'a City), Impossible> {
    let found = name.trim();
    let city = state.cities.iter().find(|(known, _)| known.eq_ignore_ascii_case(found));
    city.map(|(known, city)| (known.as_str(), city)).ok_or_else(|| {
        let why = format!("There is no city {found:?} in this game.");
        Impossible::near(why, found, state.cities.keys().map(String::as_str))
    })
}

/// A state of the map, as the map spells it.
///
/// # Errors
/// If there is none of that name, with the nearest that there is.
pub fn state(ground: &Ground<'_>, name: &str) -> Result<String, Impossible> {
    let found = name.trim();
    let states = || ground.atlas.map.states.iter().map(|state| state.name.as_str());
    let known = states().find(|known| known.eq_ignore_ascii_case(found));
    known
        .map(str::to_owned)
        .ok_or_else(|| Impossible::near(format!("There is no state {found:?} on this map."), found, states()))
}

/// A nation that or the book lists, by its name or its two letters.
///
/// # Errors
/// If neither lists one so, with the nearest that does.
pub fn nation(book: &Book, words: &str) -> Result<NationCode, Impossible> {
    let found = words.trim();
    book.known_nation(found).ok_or_else(|| {
        let why = format!("Expected a nation such as Austria or AU, found {found:?}.");
        Impossible::near(why, found, NATIONS.iter().map(|row| row.1))
    })
}

/// A nation that an edit names: lists it.
///
/// # Errors
/// If it does not.
pub fn known(book: &Book, nation: NationCode) -> Result<NationCode, Impossible> {
    self::nation(book, nation.as_str())
}

/// A player of the game, by name.
///
/// # Errors
/// If there is none of that name, with the nearest that there is.
pub fn player(state: &LandState, name: &str) -> Result<PlayerNo, Impossible> {
    let found = name.trim();
    state.player_named(found).ok_or_else(|| {
        let why = format!("There is no player {found:?} in this game.");
        Impossible::near(why, found, state.players.iter().map(|player| player.name.as_str()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::ROTD_EUWOL;

    #[test]
    fn a_number_is_held_to_both_ends_of_its_range() {
        for (words, expected) in [
            ("0", None),
            ("1", Some(1)),
            (" 5 ", Some(5)),
            ("6", None),
            ("+3", None),
            ("-1", None),
            ("x", None),
        ] {
            assert_eq!(number("initiative of AU1IN", words, 1, 5).ok(), expected, "{words}");
        }
        let why = number("morale of AU1IN", "101", 0, 100).unwrap_err().why;
        assert_eq!(why, "Expected as morale of AU1IN a number from 0 to 100, found \"101\".");
    }

    #[test]
    fn words_are_read_in_any_case_and_the_nearest_is_named() {
        assert_eq!(one_of("quality", "Very-Good", &["good", "very good"]).ok(), Some(1));
        assert_eq!(
            one_of("quality", "god", &["good", "very good"]).unwrap_err().nearest,
            Some("good".into())
        );
        assert_eq!(flag("fort", "Inside").ok(), Some(true));
        assert_eq!(flag("fort", "noo").unwrap_err().nearest, Some("no".into()));
        assert_eq!(nation(&ROTD_EUWOL, "great britain").unwrap().as_str(), "GB");
        assert_eq!(nation(&ROTD_EUWOL, "Autsria").unwrap_err().nearest, Some("Austria".into()));
        assert!(nation(&ROTD_EUWOL, "XX").is_err(), "two letters that nobody has");
    }
}

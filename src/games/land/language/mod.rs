//! The language of the land war: what its letters may say, and what the words of a line that was read mean.
//!
//! The frame of every letter is [`fieldpost_grammar`]'s, which is handed this [`LANGUAGE`] and keeps of each order its canonical
//! words. Here the tables stand (`forms`, `edit_forms`), the parser of each row (`orders`, `office`, `edits`, `people`), the way
//! back to words ([`render`]), and the way from words to what the game can be ordered.

use std::collections::BTreeMap;

use crate::book::{ALL, Book, GITM_NWOL, ROTD_CWOL, ROTD_EUWOL};
use crate::edits::{self as hand, Edit};
use crate::orders::{Office, OfficeOrder, UnitOrder};
use crate::state::Rank;
use crate::unit::UnitId;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::refusal::Refusal;
use fieldpost_grammar::command::{self, Hand};
use fieldpost_grammar::letter::{Complaint, Frame, Lexicon, Line, Read, Site};
use fieldpost_grammar::parse::{Argument, Means, Parsed, commands_at, forms_at, is, whole};
use fieldpost_grammar::{Language, read_office, read_orders};
use fieldpost_ground::language::{bare_letters, grid_of, looks_strategic, party, tactical_square};
use fieldpost_ground::map::{CitySite, StrategicMap};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{Grid, StrategicSquare, TacticalSquare};

mod edit_forms;
mod edition;
mod edits;
mod forms;
mod help;
mod hint;
mod march;
mod name;
#[cfg(test)]
mod names_tests;
#[cfg(test)]
mod numbers;
mod office;
mod orders;
mod people;
mod phases;
mod places;
pub mod render;

pub use help::HELP_OF_CWOL_AT_SEA;

/// The words of the land war, as ROTD-EUWOL has them. Another book has the same words and its own edition:
/// `Language { edition: &BOOK, ..LANGUAGE }`.
pub static LANGUAGE: Language = Language {
    name: "land",
    noun: "unit",
    such: name::SUCH,
    block: &[
        "UNIT",
        "UNITS",
        "BRIGADE",
        "BRIGADES",
        "EINHEIT",
        "EINHEITEN",
        "UNITE",
        "UNITÉ",
        "UNITES",
        "UNITÉS",
    ],
    whole: &["CORPS", "ARMY", "KORPS", "ARMEE", "ARMÉE"],
    beside: &[],
    several: &[],
    idle: "A unit without MARCH stays where it is.",
    about: &[
        "STAY", "STAYS", "HOLD", "HOLDS", "REMAIN", "REMAINS", "WAIT", "WAITS", "REST", "RESTS", "STAND",
        "STANDS", "SHOULD", "MARCHES", "MOVES", "GOES", "ATTACKS", "DEFENDS", "SUPPORTS",
    ],
    forms: forms::FORMS,
    hand: Hand {
        game: edit_forms::GAME,
        players: edit_forms::PLAYERS,
        edits: edit_forms::EDITS,
        pieces: edit_forms::UNITS,
        places: edit_forms::CITIES,
    },
    help: help::HELP,
    edition: &ROTD_EUWOL,
    things: edition::THINGS,
    piece: name::piece,
    names_something,
    group: people::group,
    party,
    standing: |input, lexicon| {
        let (rest, (nation, rank)) = people::standing(input, lexicon)?;
        let rank = rank.map_or_else(String::new, |rank| format!(" {}", rank.words()));
        Ok((rest, format!("{nation}{rank}")))
    },
    more: march::more_march,
    hint: hint::hint,
};

/// The same words in the edition of ROTD-CWOL.
pub static CWOL: Language = Language { edition: &ROTD_CWOL, help: help::HELP_OF_CWOL, ..LANGUAGE };

/// The same words in the edition of GITM-NWOL.
pub static GITM: Language = Language { edition: &GITM_NWOL, help: help::HELP_OF_GITM, ..LANGUAGE };

/// The words of each book, in the order of [`ALL`].
pub static LANGUAGES: [&Language; ALL.len()] = [&LANGUAGE, &CWOL, &GITM];

/// The words in which a book is played.
pub fn of(book: &Book) -> &'static Language {
    let own = ALL.iter().zip(LANGUAGES).find(|(of, _)| of.name == book.name);
    own.map_or(&LANGUAGE, |(_, language)| language)
}

/// The language, and the squares of a map: what letters may name where no names are known.
pub fn lexicon(grid: &Grid) -> Lexicon {
    Lexicon { grid: Some(Frame::new(grid.clone())), ..Lexicon::of(&LANGUAGE) }
}

/// The same with the cities of the map.
pub fn lexicon_of(map: &StrategicMap) -> Lexicon {
    let cities = || map.cities.iter();
    Lexicon {
        places: cities().map(|city| city.name.clone()).collect(),
        sites: sites(map),
        ..lexicon(&map.grid)
    }
}

/// Where the cities of a map lie, by their names; by a name without its state (`Alexandria VA`) too, where but one has it.
fn sites(map: &StrategicMap) -> BTreeMap<String, Site> {
    let of = |name: &str, city: &CitySite| site(name, city.at, city.tac, &map.grid);
    let mut short = BTreeMap::<String, Vec<Site>>::new();
    for city in &map.cities {
        if let Some(name) = without_state(&city.name) {
            let (name, site) = of(name, city);
            short.entry(name).or_default().push(site);
        }
    }
    let alone =
        short.into_iter().filter_map(|(name, sites)| Some((name, <[Site; 1]>::try_from(sites).ok()?)));
    let mut sites: BTreeMap<String, Site> = alone.map(|(name, [site])| (name, site)).collect();
    sites.extend(map.cities.iter().map(|city| of(&city.name, city)));
    sites
}

/// `Alexandria` of `Alexandria VA`.
fn without_state(name: &str) -> Option<&str> {
    let (name, state) = name.rsplit_once(' ')?;
    (state.len() == 2 && state.bytes().all(|c| c.is_ascii_uppercase())).then_some(name)
}

/// Where a city lies, by the bare letters of its name.
pub fn site(name: &str, at: StrategicSquare, tac: TacticalSquare, grid: &Grid) -> (String, Site) {
    (bare_letters(name).collect(), Site { at: grid.label(at), within: tac.to_string() })
}

/// Whether a square or a unit stands in a word.
fn names_something(word: &str) -> bool {
    let is_square = looks_strategic(word) || tactical_square(word).is_ok();
    is_square || name::unit_id(word, &Lexicon::of(&LANGUAGE)).is_ok()
}

/// A unit's order in canonical words.
fn unit_words(order: &UnitOrder, lexicon: &Lexicon) -> String {
    render::unit_order(order, grid_of(lexicon))
}

/// What is read behind a unit's order, in canonical words.
fn unit_read<'a>(read: Argument<UnitOrder>, input: &'a str, lexicon: &Lexicon) -> Parsed<'a, String> {
    let (rest, order) = read(input, lexicon)?;
    Ok((rest, unit_words(&order, lexicon)))
}

/// What is read behind an order of an office, in canonical words.
fn office_read<'a>(read: Argument<OfficeOrder>, input: &'a str, lexicon: &Lexicon) -> Parsed<'a, String> {
    let (rest, order) = read(input, lexicon)?;
    Ok((rest, render::office_order(&order, grid_of(lexicon))))
}

/// What is read behind an edit's words, as the grammar keeps it. Without a map the names of strategic squares have question marks in
/// them.
fn edit_read<'a>(read: Argument<Edit>, input: &'a str, lexicon: &Lexicon) -> Parsed<'a, command::Edit> {
    static NAMELESS: Grid = Grid { cols: 0, rows: 0, row_letters: String::new() };
    let (rest, edit) = read(input, lexicon)?;
    let makes = match &edit {
        Edit::CreateUnit { unit, .. } => Some(Piece::from(*unit)),
        _ => None,
    };
    let words = hand::words::words(&edit, grid_of(lexicon).unwrap_or(&NAMELESS));
    Ok((rest, command::Edit { words, makes, calls: names_given(&edit), whole: None }))
}

/// The name that an edit gives a unit: the letter may use it below.
fn names_given(edit: &Edit) -> Option<(String, Piece)> {
    let is_name = |field: &str| field.eq_ignore_ascii_case("name");
    match edit {
        Edit::SetUnit { unit, field, value } if is_name(field) => Some((value.clone(), (*unit).into())),
        Edit::CreateUnit { unit, fields, .. } => {
            let (_, name) = fields.iter().find(|(field, _)| is_name(field))?;
            Some((name.clone(), (*unit).into()))
        }
        _ => None,
    }
}

/// What canonical words order a unit to do; `None` if they are no unit's order.
pub fn unit_order(words: &str, lexicon: &Lexicon) -> Option<UnitOrder> {
    meanings(words, lexicon).find_map(|(means, rest)| match means {
        Means::Piece(argument) => whole(argument(rest, lexicon)).ok(),
        Means::Office(_) | Means::Frame => None,
    })
}

/// What canonical words order in an office; `None` if they are no order of an office.
pub fn office_order(words: &str, lexicon: &Lexicon) -> Option<OfficeOrder> {
    meanings(words, lexicon).find_map(|(means, rest)| match means {
        Means::Office(argument) => whole(argument(rest, lexicon)).ok(),
        Means::Piece(_) | Means::Frame => None,
    })
}

/// What the words of a row mean.
type Row = Means<Argument<UnitOrder>, Argument<OfficeOrder>>;

/// The rows of the language whose words stand here, each as it is meant, and what follows the words.
fn meanings<'a>(
    words: &'a str,
    lexicon: &Lexicon,
) -> impl Iterator<Item = (&'static Row, &'a str)> + use<'a> {
    let found = forms_at(words, lexicon).into_iter().flatten();
    found.filter_map(|(form, rest)| {
        // By their words: of one static there may be two addresses.
        let place = forms::FORMS.iter().position(|row| row.words == form.words)?;
        Some((forms::MEANS.get(place)?, is(rest)))
    })
}

/// What canonical words of a hand edit ask for; `None` if they are none.
pub fn edit(words: &str, lexicon: &Lexicon) -> Option<Edit> {
    let found = commands_at(words, &LANGUAGE).into_iter().flatten();
    found.into_iter().find_map(|(form, rest)| whole(means_of(form)?(is(rest), lexicon)).ok())
}

fn means_of(form: &command::CommandForm) -> Option<Argument<Edit>> {
    let tables = [
        (edit_forms::GAME, edit_forms::GAME_MEANS),
        (edit_forms::PLAYERS, edit_forms::PLAYERS_MEAN),
        (edit_forms::EDITS, edit_forms::EDITS_MEAN),
    ];
    tables.iter().find_map(|(rows, means)| {
        let place = rows.iter().position(|row| row.words == form.words)?;
        means.get(place).copied()
    })
}

/// What a new player is, from the words of ADD PLAYER.
pub fn standing(words: &str) -> Option<(NationCode, Option<Rank>)> {
    whole(people::standing(words, &Lexicon::of(&LANGUAGE))).ok()
}

/// The office that a press names, and of whose side if it says that.
pub fn officer(words: &str) -> Option<(Office, Option<NationCode>)> {
    people::officer(words)
}

/// The unit of a name as the grammar spells it.
pub fn unit_of(piece: &Piece) -> Option<UnitId> {
    piece.as_str().parse().ok()
}

/// What lines order that were read, and a complaint of each that is no unit's order.
pub fn orders_of(lines: &[Line], lexicon: &Lexicon) -> (Vec<Read<UnitOrder>>, Vec<Complaint>) {
    let (mut orders, mut complaints) = (Vec::new(), Vec::new());
    for line in lines {
        match unit_order(&line.words, lexicon) {
            Some(what) => orders.push(Read { what, span: line.span, words: line.words.to_string() }),
            None => complaints.push(Complaint::of(line, Refusal::plain("This is no unit's own order."))),
        }
    }
    (orders, complaints)
}

/// Reads order lines of one unit that stand without a letter round them, as in a rule case.
pub fn read_unit_orders(text: &str, lexicon: &Lexicon) -> (Vec<Read<UnitOrder>>, Vec<Complaint>) {
    let (lines, mut complaints) = read_orders(text, lexicon);
    let (orders, strange) = orders_of(&lines, lexicon);
    complaints.extend(strange);
    (orders, complaints)
}

/// Reads one order of a minister, governor or army commander.
///
/// # Errors
/// If it cannot be read, or is an order of another kind.
pub fn read_office_order(text: &str, lexicon: &Lexicon) -> Result<Read<OfficeOrder>, Complaint> {
    let Line { words, span } = read_office(text, lexicon)?;
    match office_order(&words, lexicon) {
        Some(what) => Ok(Read { what, span, words: words.to_string() }),
        None => {
            let why = "This is no order of an office.";
            Err(Complaint::new(span, words.to_string(), why))
        }
    }
}

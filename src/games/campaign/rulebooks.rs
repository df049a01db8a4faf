//! The rulebooks that campaigns are played by.

use serde_json::Value;

use crate::begin::begin;
use crate::form1;
use crate::language::AFLOAT;
use crate::samples::samples;
pub use crate::scenario::read_scenario;
use crate::scenario::{opening, resume};
use crate::schema::schema;
use crate::table::Table;
use crate::welcome::aims;
use fieldpost_door::{Letters, Rulebook, Samples};
use fieldpost_grammar::Language;
use fieldpost_land::book::{self, Book};
use fieldpost_land::language::{self, LANGUAGE};
use fieldpost_land::scenario;
use fieldpost_print::heading::Heading;
use fieldpost_print::shop::Shop;

/// Rolling of the Drums, Europe in the wars of liberation.
pub static ROTD_EUWOL: Rulebook = Rulebook {
    name: "rotd-euwol",
    language: &LANGUAGE,
    office: "War Minister",
    letters: Letters { welcome: "welcome", reminder: "reminder" },
    scenarios: scenario::BUILT_IN,
    scenario: opening,
    begin: |beginning| begin(&book::ROTD_EUWOL, "1866-06-25", beginning),
    aims: |text| {
        let about = scenario::about(text);
        about.map_or_else(Vec::new, |war| aims(war.aim, war.book, war.calendar, war.victory.as_ref()))
    },
    schema: Some(schema),
    samples,
    told: |view| told(&book::ROTD_EUWOL, view),
    seal_of_form1: form1::seal,
    resume,
};

/// Rolling of the Drums, the American Civil War.
pub static ROTD_CWOL: Rulebook = Rulebook {
    name: "rotd-cwol",
    language: &language::CWOL,
    office: "Secretary of War",
    begin: |beginning| begin(&book::ROTD_CWOL, "1862-04-01", beginning),
    told: |view| told(&book::ROTD_CWOL, view),
    samples: of_the_same_templates,
    ..ROTD_EUWOL
};

/// Gathered In Their Masses, the Napoleonic wars.
pub static GITM_NWOL: Rulebook = Rulebook {
    name: "gitm-nwol",
    language: &language::GITM,
    office: "Minister of War",
    begin: |beginning| begin(&book::GITM_NWOL, "1805-09-25", beginning),
    told: |view| told(&book::GITM_NWOL, view),
    samples: of_the_same_templates,
    ..ROTD_EUWOL
};

/// The same rulebooks where there are ships: their letters know the words of ships beside the land's.
static AT_SEA: [Rulebook; 3] = [
    Rulebook { language: AFLOAT[0], ..ROTD_EUWOL },
    Rulebook { language: AFLOAT[1], told: |view| told(&book::ROTD_CWOL_AT_SEA, view), ..ROTD_CWOL },
    Rulebook { language: AFLOAT[2], ..GITM_NWOL },
];

/// Nothing: the templates are those of the first book, whose samples take every branch of them.
fn of_the_same_templates(_: &Heading, _: &Shop<'_>) -> Result<Samples, String> {
    Ok(Samples::default())
}

/// A view with the numbers of a book. What cannot be written as JSON, which no view of ours is, stays as it is.
fn told(book: &Book, view: Value) -> Value {
    serde_json::to_value(book.told(&view)).unwrap_or(view)
}

pub const ALL: [&Rulebook; 3] = [&ROTD_EUWOL, &ROTD_CWOL, &GITM_NWOL];

/// The rulebook that a game is played by.
pub(crate) fn of(table: &Table) -> &'static Rulebook {
    let is_its = |rulebook: &&Rulebook| rulebook.name == table.book.name;
    match table.sea {
        Some(_) => at_sea(table.book),
        None => ALL.into_iter().find(is_its).unwrap_or(&ROTD_EUWOL),
    }
}

/// A land rulebook where there are ships.
fn at_sea(book: &Book) -> &'static Rulebook {
    AT_SEA.iter().find(|rulebook| rulebook.name == book.name).unwrap_or(&AT_SEA[0])
}

/// The words in which a land book is played where there are ships.
pub fn words_at_sea(book: &Book) -> &'static Language {
    at_sea(book).language
}

//! The rulebooks that campaigns are played by.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use crate::begin::begin;
use crate::joint::{self, is_joint};
use crate::samples::samples;
pub use crate::scenario::read_scenario;
use crate::schema::schema;
use crate::table::{Position, Table};
use crate::welcome::aims;
use fieldpost_door::{Board, Kept, Letters, Opening, Rulebook, Samples, Seedling};
use fieldpost_engine::calendar::Calendar;
use fieldpost_ground::map_file;
use fieldpost_ground::nation::NationCode;
use fieldpost_land::book::{self, Book};
use fieldpost_land::language::{self, LANGUAGE};
use fieldpost_land::scenario::{self, MAIN_FILE, Scenario, ScenarioFaults};
use fieldpost_land::state::LandState;
use fieldpost_land::unit::Unit;
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
        scenario::about(text).map(|(aim, book, calendar)| aims(aim, book, calendar)).unwrap_or_default()
    },
    schema: Some(schema),
    samples,
    told: |view| told(&book::ROTD_EUWOL, view),
    cited: |text| book::ROTD_EUWOL.cited(text).into_owned(),
    resume,
};

/// Rolling of the Drums, the American Civil War.
pub static ROTD_CWOL: Rulebook = Rulebook {
    name: "rotd-cwol",
    language: &language::CWOL,
    office: "Secretary of War",
    begin: |beginning| begin(&book::ROTD_CWOL, "1862-04-01", beginning),
    told: |view| told(&book::ROTD_CWOL, view),
    cited: |text| book::ROTD_CWOL.cited(text).into_owned(),
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
    cited: |text| book::GITM_NWOL.cited(text).into_owned(),
    samples: of_the_same_templates,
    ..ROTD_EUWOL
};

/// The same rulebooks where there are ships: their letters know the words of ships beside the land's.
static AT_SEA: [Rulebook; 3] = [
    Rulebook { language: joint::LANGUAGES[0], ..ROTD_EUWOL },
    Rulebook {
        language: joint::LANGUAGES[1],
        told: |view| told(&book::ROTD_CWOL_AT_SEA, view),
        cited: |text| book::ROTD_CWOL_AT_SEA.cited(text).into_owned(),
        ..ROTD_CWOL
    },
    Rulebook { language: joint::LANGUAGES[2], ..GITM_NWOL },
];

/// The rulebook of a land book in a war with ships.
pub(crate) fn joint_of(book: &Book) -> &'static Rulebook {
    AT_SEA.iter().find(|rulebook| rulebook.name == book.name).unwrap_or(&AT_SEA[0])
}

/// Nothing: the templates are those of the first book, whose samples take every branch of them.
fn of_the_same_templates(_: &Heading, _: &Shop<'_>) -> Result<Samples, String> {
    Ok(Samples::default())
}

/// A view with the numbers of a book. What cannot be written as JSON, which no view of ours is, stays as it is.
fn told(book: &Book, view: Value) -> Value {
    serde_json::to_value(book.told(&view)).unwrap_or(view)
}

/// The map's name among a game's kept texts.
pub(crate) const MAP_FILE: &str = "map.toml";

fn opening(texts: &BTreeMap<String, String>) -> Result<Opening, Vec<String>> {
    if joint::scenario::has_ships(texts) {
        return joint::scenario::opening(texts);
    }
    let told = |faults: ScenarioFaults| faults.0.iter().map(ToString::to_string).collect::<Vec<_>>();
    let scenario = read_scenario(texts).map_err(told)?;
    let Scenario { book, title, map_id, map_text, atlas, calendar, state, aim, .. } = scenario;
    let forces = forces(&state);
    let (atlas, state) = (Arc::new(atlas), Arc::new(state));
    let seat = move |seed: u64| -> Arc<dyn Board> {
        Arc::new(Table::new(book, Arc::clone(&atlas), seed, Some(calendar), Arc::clone(&state)))
    };
    Ok(Opening {
        title,
        aims: aims(aim, book, calendar),
        map: map_id,
        texts: BTreeMap::from([(MAP_FILE.to_owned(), map_text)]),
        forces,
        board: Seedling(Arc::new(seat)),
    })
}

/// Brigades, headquarters and men of each nation that has units.
pub(crate) fn forces(state: &LandState) -> Vec<(String, String)> {
    let mut units: BTreeMap<NationCode, Vec<&Unit>> = BTreeMap::new();
    for unit in state.units.values() {
        units.entry(unit.id.nation).or_default().push(unit);
    }
    let line = |units: Vec<&Unit>| {
        let brigades = units.iter().filter(|unit| unit.id.kind.is_brigade());
        let men: u32 = brigades.clone().map(|unit| unit.strength).sum();
        let batteries: u32 = brigades.clone().map(|unit| u32::from(unit.batteries)).sum();
        let quarters = units.iter().filter(|unit| unit.id.kind.is_hq()).count();
        format!(
            "{:>4} brigades, {men:>7} men, {batteries:>3} batteries, {quarters:>2} headquarters",
            brigades.count()
        )
    };
    units.into_iter().map(|(nation, units)| (nation.words(), line(units))).collect()
}

fn resume(kept: &Kept<'_>) -> Result<Arc<dyn Board>, String> {
    if is_joint(kept.position) {
        return joint::scenario::resume(kept);
    }
    resume_land(kept, kept.position, |book| book).map(|table| Arc::new(table) as Arc<dyn Board>)
}

/// The land's table of what is kept of a game, with this position.
pub(crate) fn resume_land(
    kept: &Kept<'_>,
    position: &[u8],
    played: fn(&'static Book) -> &'static Book,
) -> Result<Table, String> {
    let Position::Land(state) =
        serde_json::from_slice(position).map_err(|why| format!("its position cannot be read: {why}"))?;
    let text = (kept.text)(MAP_FILE)?;
    let loaded = map_file::load(&text).map_err(|why| format!("its map cannot be read: {why}"))?;
    // A game whose scenario cannot be read again is played all the same: reports then name no day.
    let calendar: Option<Calendar> =
        (kept.text)(MAIN_FILE).ok().and_then(|text| scenario::calendar_of(&text));
    let book =
        book::of_ruleset(kept.rulebook).ok_or_else(|| format!("{:?} is no land book", kept.rulebook))?;
    let book = played(book);
    Ok(Table::new(book, Arc::new(book.atlas(loaded.atlas)), kept.seed, calendar, Arc::new(state)))
}

/// All of them.
pub const ALL: [&Rulebook; 3] = [&ROTD_EUWOL, &ROTD_CWOL, &GITM_NWOL];

/// The rulebook of a land book.
pub(crate) fn of(book: &Book) -> &'static Rulebook {
    ALL.into_iter().find(|rulebook| rulebook.name == book.name).unwrap_or(&ROTD_EUWOL)
}

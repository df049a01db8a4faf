//! Scenarios: the folder of texts from which a game is opened (`docs/scenarios.md`).

mod aims;
mod entries;
mod limits;
mod people;
mod places;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use toml::Spanned;

use crate::book::{self, Book};
use crate::communications;
use crate::field::{Field, occupancy};
use crate::muster;
use crate::scenario::entries::{Head, Part};
pub use crate::scenario::limits::{crowd, faults};
pub use crate::scenario::people::{fault_of_name, only_player};
pub use crate::scenario::places::city;
use crate::scenario::text::File;
pub use crate::scenario::text::{ScenarioFault, ScenarioFaults};
use crate::state::{LandState, Season};
use crate::unit::UnitId;
use crate::victory::Victory;
use fieldpost_engine::calendar::Calendar;
use fieldpost_ground::map_file;
use fieldpost_ground::tactical::Atlas;
use fieldpost_ground::text_fault::TextFault;

pub const MAIN_FILE: &str = "scenario.toml";

/// The scenarios that come with the program: `scenarios/NAME/FILE` and its text. Made by `build.rs`.
pub const BUILT_IN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/scenarios.rs"));

/// A scenario, read: everything that a new game of it needs.
#[derive(Debug)]
pub struct Scenario {
    /// The rulebook's name, such as `rotd-euwol`.
    pub ruleset: String,
    pub book: &'static Book,
    /// What the game is called unless its host says otherwise.
    pub title: String,
    /// What the war is about, for the players' welcome.
    pub aim: Option<String>,
    pub map_id: String,
    /// The map file's text: whoever keeps a game keeps it, so that the game outlives its folder.
    pub map_text: String,
    pub atlas: Atlas,
    /// What day it is in the game.
    pub calendar: Calendar,
    /// What is counted when it ends, if it says so.
    pub victory: Option<Victory>,
    /// The position at the start of turn 1.
    pub state: LandState,
    /// Where each unit is listed, for faults that only the whole position shows.
    lines: BTreeMap<UnitId, ScenarioFault>,
}

impl Scenario {
    /// A fault of a unit, at the line that lists it.
    pub fn fault_of(&self, unit: UnitId, message: String) -> ScenarioFault {
        let mut fault = self.lines.get(&unit).cloned().unwrap_or_default();
        if let Some(place) = &mut fault.fault {
            let what = message.strip_prefix(&format!("{unit} ")).unwrap_or(&message);
            place.message = format!("unit {unit}: {what}");
        }
        fault
    }
}

/// The names of the scenarios that come with the program, in alphabetical order.
pub fn built_in_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = BUILT_IN.iter().filter_map(|(path, _)| path.split('/').nth(1)).collect();
    names.dedup();
    names
}

/// The texts of a scenario that comes with the program, by file name; `None` if there is none of that name.
pub fn built_in(name: &str) -> Option<BTreeMap<String, String>> {
    let folder = format!("scenarios/{name}/");
    let of_it = BUILT_IN.iter().filter_map(|(path, text)| Some((path.strip_prefix(&folder)?, *text)));
    let texts: BTreeMap<String, String> = of_it.map(|(file, text)| (file.into(), text.into())).collect();
    (!texts.is_empty()).then_some(texts)
}

/// The texts of the demonstration.
pub fn demo() -> BTreeMap<String, String> {
    built_in("demo").unwrap_or_default()
}

/// Reads a scenario from the texts of its folder, by file name.
///
/// # Errors
/// Everything that is wrong, each with its file and line. Of a file that is not TOML, or has an unknown key, it is
/// the first such thing; of a scenario without a readable head or map, it is that alone.
pub fn read(texts: &BTreeMap<String, String>) -> Result<Scenario, ScenarioFaults> {
    let mut faults = ScenarioFaults(Vec::new());
    match read_on(texts, &mut faults) {
        Ok(scenario) if faults.0.is_empty() => return Ok(scenario),
        Ok(_) => {}
        Err(fault) => faults.0.push(fault),
    }
    let faults = faults.without_what_follows();
    Err(book_of(texts).map_or(faults.clone(), |book| faults.cited_by(book)))
}

/// The book that a scenario names, if its head can be read and names one.
fn book_of(texts: &BTreeMap<String, String>) -> Option<&'static Book> {
    let head: Head = File::of(texts, MAIN_FILE).ok()?.parse().ok()?;
    let book = book::of_ruleset(head.ruleset.get_ref())?;
    Some(if head.has_ships { book::at_sea(book) } else { book })
}

/// Reads on after a fault wherever the rest can be read without it.
fn read_on(texts: &BTreeMap<String, String>, faults: &mut ScenarioFaults) -> Result<Scenario, ScenarioFault> {
    let main = File::of(texts, MAIN_FILE)?;
    let head: Head = main.parse()?;
    let book = book::of_ruleset(head.ruleset.get_ref()).ok_or_else(|| {
        main.at(&head.ruleset, format!("expected {}, found {:?}", book::known(), head.ruleset.get_ref()))
    })?;
    let book = if head.has_ships { book::at_sea(book) } else { book };
    let main = File { book, ..main };
    let (map_text, atlas) = read_map(texts, main, &head.map, book)?;
    let calendar = faults.note(read_calendar(main, &head));
    let parts = read_parts(texts, main, &head, faults);
    let mut state =
        LandState::opening(faults.note(read_season(main, &head, book)).unwrap_or(Season::Campaign));
    people::read_relations(main, &head, &mut state, faults);
    places::read_owners(main, &head, &atlas.map, &mut state, faults);
    people::read_players(main, &head, (&atlas.map, book), &mut state, faults);
    places::read_treasuries(main, &head, &mut state, faults);
    places::read_reserves(main, &head, book, &mut state, faults);
    places::add_unlisted_cities(&atlas.map, &mut state);
    let ground = people::Ground { atlas: &atlas, book };
    let (mut lines, mut listed) = (BTreeMap::new(), BTreeSet::new());
    let own = std::iter::once((main, &head.part));
    for (file, part) in own.chain(parts.iter().map(|(file, part)| (*file, part))) {
        places::read_cities(file, &part.city, &atlas.map, &mut state, &mut listed, faults);
        places::read_depots(file, &part.depot, (&atlas, book), &mut state, faults);
        places::read_control(file, &part.control, &atlas.map, &mut state, faults);
        people::read_units(file, &part.unit, &ground, &mut state, &mut lines, faults);
    }
    limits::check_names(&state, &lines, faults);
    limits::check_homes(&atlas, &state, &lines, faults);
    muster::settle_homes(book, &atlas, &mut state);
    communications::settle(&atlas, book, &mut state);
    let calendar = calendar.unwrap_or(Calendar { begins: NaiveDate::MIN, days_a_turn: 1 });
    let names: Vec<&str> = state.cities.keys().map(String::as_str).collect();
    let towns = |name: &str| state.cities.contains_key(name);
    let ground = aims::Ground { towns: &towns, names: &names, calendar, has_ships: head.has_ships };
    let victory = aims::read_victory(main, head.victory.as_ref(), ground, faults);
    let scenario = Scenario {
        ruleset: book.name.into(),
        book,
        title: head.title,
        aim: head.aim,
        map_id: atlas.map.id.clone(),
        map_text,
        atlas,
        calendar,
        victory,
        state,
        lines,
    };
    let occupancy = occupancy(&scenario.state);
    let field = Field { atlas: &scenario.atlas, book, state: &scenario.state, occupancy: &occupancy };
    for (unit, message) in limits::crowds(field) {
        faults.0.push(scenario.fault_of(unit, message));
    }
    Ok(scenario)
}

/// The further files that the head names, and a fault for each file of the folder that nobody reads.
fn read_parts<'a>(
    texts: &'a BTreeMap<String, String>,
    main: File<'_>,
    head: &Head,
    faults: &mut ScenarioFaults,
) -> Vec<(File<'a>, Part)> {
    let mut parts = Vec::new();
    let mut named = BTreeSet::new();
    for name in &head.parts {
        if !named.insert(name.get_ref()) {
            faults
                .0
                .push(main.at(name, format!("expected each file once, found {:?} again", name.get_ref())));
            continue;
        }
        let Some((own_name, text)) = texts.get_key_value(name.get_ref()) else {
            let message = format!("expected a file of this folder, found {:?}", name.get_ref());
            faults.0.push(main.at(name, message));
            continue;
        };
        let file = File { name: own_name, text, book: main.book };
        parts.extend(faults.note(file.parse::<Part>()).map(|part| (file, part)));
    }
    let is_read = |name: &String| {
        name == MAIN_FILE
            || own_map(texts, head.map.get_ref()) == Some(name)
            || head.parts.iter().chain(&head.fleet).any(|part| part.get_ref() == name)
    };
    for (name, text) in texts.iter().filter(|(name, _)| !is_read(name)) {
        let message = format!("expected no other file than scenario.toml names in `parts`, found {name}");
        faults.0.push(File { name, text, book: main.book }.fault(TextFault::saying(text, 0, message)));
    }
    parts
}

/// The file of the folder that is named as the map, whole or by its id.
fn own_map<'a>(texts: &'a BTreeMap<String, String>, name: &str) -> Option<&'a String> {
    let by_id = format!("{name}.map.toml");
    texts.keys().find(|file| *file == name).or_else(|| texts.keys().find(|file| **file == by_id))
}

/// The map: a file of the folder, or one that comes with the program.
fn read_map(
    texts: &BTreeMap<String, String>,
    main: File,
    name: &Spanned<String>,
    book: &'static Book,
) -> Result<(String, Atlas), ScenarioFault> {
    let own = own_map(texts, name.get_ref()).map(|file| texts[file].as_str());
    let built_in = map_file::BUILT_IN.iter().find(|row| row.0 == name.get_ref()).map(|row| row.1);
    let text = own.or(built_in).ok_or_else(|| {
        let ids: Vec<&str> = map_file::BUILT_IN.iter().map(|row| row.0).collect();
        let expected =
            format!("a file of this folder or a map that comes with the program ({})", ids.join(", "));
        main.at(name, format!("expected {expected}, found {:?}", name.get_ref()))
    })?;
    let file = File { name: name.get_ref(), text, book };
    let loaded = map_file::load(text).map_err(|fault| file.fault(fault))?;
    Ok((text.to_owned(), book.atlas(loaded.atlas)))
}

/// The season in which it begins; a book that has no deployment does not begin with it (rule 5.1).
fn read_season(main: File, head: &Head, book: &Book) -> Result<Season, ScenarioFault> {
    let Some(season) = &head.season else { return Ok(Season::Campaign) };
    book.check_season(*season.get_ref()).map_err(|why| main.at(season, why))?;
    Ok(*season.get_ref())
}

/// What a scenario says of its war.
#[derive(Debug)]
pub struct About {
    /// What it is about, in its own words.
    pub aim: Option<String>,
    pub book: &'static Book,
    pub calendar: Calendar,
    /// What is counted when it ends, if it says so.
    pub victory: Option<Victory>,
}

/// What a scenario says of its war, by its main file's text as it was kept; `None` if that cannot be read.
pub fn about(text: &str) -> Option<About> {
    let main = File { name: MAIN_FILE, text, book: &book::ROTD_EUWOL };
    let head: Head = main.parse().ok()?;
    let (book, calendar) = (book::of_ruleset(head.ruleset.get_ref())?, read_calendar(main, &head).ok()?);
    let victory = aims::kept_victory(text, book, head.victory.as_ref(), calendar);
    Some(About { aim: head.aim, book, calendar, victory })
}

fn read_calendar(main: File, head: &Head) -> Result<Calendar, ScenarioFault> {
    let begins = head.calendar.begins.get_ref();
    let begins = NaiveDate::parse_from_str(begins, "%Y-%m-%d").map_err(|_| {
        main.at(&head.calendar.begins, format!("expected a day such as 1866-06-18, found {begins:?}"))
    })?;
    let days = &head.calendar.days_a_turn;
    if !(1..=366).contains(days.get_ref()) {
        return Err(main.at(days, format!("expected 1 to 366 days a turn, found {}", days.get_ref())));
    }
    Ok(Calendar { begins, days_a_turn: *days.get_ref() })
}

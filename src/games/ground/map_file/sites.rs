//! Cities, passes and drawn tactical maps of a map file.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::Deserialize;
use toml::Spanned;

use crate::drawn::{DrawingFault, DrawnSheet, read_ground, read_ratings};
use crate::map::{CitySite, Fort, MOST_MANUFACTURING, NamedPass, OnEarth, Port, StrategicMap};
use crate::map_file::courses::read_square;
use crate::map_file::places::{CityPlaces, Places};
use crate::square::{Grid, StrategicSquare, TacticalSquare};
use crate::text_fault::{Faults, Source, TextFault};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CityEntry {
    name: Spanned<String>,
    at: Spanned<String>,
    tac: Spanned<String>,
    pop: u32,
    port: Option<Spanned<String>>,
    manufacturing: Option<Spanned<u8>>,
    #[serde(default)]
    supplies: u32,
    fort: Option<Spanned<Fort>>,
    #[serde(rename = "true")]
    truth: Option<Spanned<OnEarth>>,
    state: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassEntry {
    name: String,
    at: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnEntry {
    rows: Option<Spanned<String>>,
    ratings: Option<Spanned<String>>,
    rails: Option<Vec<Spanned<String>>>,
    bridges: Option<Vec<Spanned<String>>>,
}

/// Reads the cities into the map.
pub fn read_cities(
    text: &str,
    cities: Vec<CityEntry>,
    map: &mut StrategicMap,
    places: &mut Places,
    faults: &mut Faults,
) {
    for city in cities {
        let name = city.name.span().start;
        let places_of = CityPlaces {
            name,
            at: city.at.span().start,
            tac: city.tac.span().start,
            port: city.port.as_ref().map_or(name, |port| port.span().start),
            truth: city.truth.as_ref().map_or(name, |truth| truth.span().start),
            state: city.state.as_ref().map(|state| (state.span().start, state.get_ref().clone())),
        };
        if let Some(site) = faults.keep(read_city(text, city, map)) {
            map.cities.push(site);
            places.cities.push(places_of);
        }
    }
}

fn read_city(text: &str, city: CityEntry, map: &StrategicMap) -> Result<CitySite, TextFault> {
    let port = match &city.port {
        None => Port::None,
        Some(words) => Port::of_words(words.get_ref()).ok_or_else(|| {
            TextFault::at(text, words.span().start, "none, river or ocean", words.get_ref())
        })?,
    };
    if map.city(city.name.get_ref()).is_some() {
        let start = city.name.span().start;
        return Err(TextFault::at(text, start, "a name no other city has", city.name.get_ref()));
    }
    if let Some((fort, fault)) = city.fort.as_ref().and_then(|fort| Some((fort, fort.get_ref().fault()?))) {
        return Err(TextFault::saying(text, fort.span().start, fault));
    }
    if let Some(level) = city.manufacturing.as_ref().filter(|level| *level.get_ref() > MOST_MANUFACTURING) {
        let found = level.get_ref().to_string();
        return Err(TextFault::at(text, level.span().start, "a manufacturing level 0 to 10", &found));
    }
    Ok(CitySite {
        at: read_square(text, &map.grid, &city.at)?,
        tac: read_tactical(text, &city.tac)?,
        name: city.name.into_inner(),
        population: city.pop,
        port,
        manufacturing: city.manufacturing.map_or(0, Spanned::into_inner),
        supplies: city.supplies,
        fort: city.fort.map(Spanned::into_inner),
        truth: city.truth.map(Spanned::into_inner),
    })
}

/// Reads the named passes into the map.
pub fn read_passes(
    text: &str,
    passes: Vec<PassEntry>,
    map: &mut StrategicMap,
    places: &mut Places,
    faults: &mut Faults,
) {
    for pass in passes {
        if let Some(at) = faults.keep(read_square(text, &map.grid, &pass.at)) {
            map.passes.push(NamedPass { name: pass.name, at });
            places.passes.push(pass.at.span().start);
        }
    }
}

/// Reads the tactical maps that the file draws.
pub fn read_drawn(
    text: &str,
    sheets: BTreeMap<Spanned<String>, DrawnEntry>,
    grid: &Grid,
    places: &mut Places,
    faults: &mut Faults,
) -> BTreeMap<StrategicSquare, DrawnSheet> {
    let mut drawn = BTreeMap::new();
    for (name, sheet) in sheets {
        let at = faults.keep(read_square(text, grid, &name));
        if let Some((at, sheet)) = at.zip(faults.keep(read_sheet(text, sheet))) {
            drawn.insert(at, sheet);
            places.drawn.insert(at, name.span().start);
        }
    }
    drawn
}

fn read_sheet(text: &str, sheet: DrawnEntry) -> Result<DrawnSheet, TextFault> {
    let ground = sheet.rows.as_ref().map(|rows| drawing(text, rows, read_ground)).transpose()?;
    let ratings = sheet.ratings.as_ref().map(|rows| drawing(text, rows, read_ratings)).transpose()?;
    let squares = |names: Option<Vec<Spanned<String>>>| {
        let read = |names: Vec<_>| names.iter().map(|name| read_tactical(text, name)).collect();
        names.map(read).transpose()
    };
    let (rails, bridges) = (squares(sheet.rails)?, squares(sheet.bridges)?);
    Ok(DrawnSheet { ground, ratings, rails, bridges })
}

/// Reads lines of marks; a fault in them is placed on its line and mark.
fn drawing<T>(
    text: &str,
    rows: &Spanned<String>,
    read: fn(&str) -> Result<T, DrawingFault>,
) -> Result<T, TextFault> {
    let source = Source::of(text, rows);
    read(rows.get_ref()).map_err(|fault| {
        let byte = match &fault {
            DrawingFault::Lines(_) => rows.span().start,
            DrawingFault::Marks { line, .. } => source.line(line - 1),
            DrawingFault::Mark { line, column, .. } => source.line(line - 1) + column - 1,
        };
        TextFault::saying(text, byte, fault.to_string())
    })
}

fn read_tactical(text: &str, name: &Spanned<String>) -> Result<TacticalSquare, TextFault> {
    TacticalSquare::from_str(name.get_ref())
        .map_err(|fault| TextFault::saying(text, name.span().start, fault.to_string()))
}

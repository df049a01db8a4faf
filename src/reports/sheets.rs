//! Tactical maps of the squares in which the player has units (rules 2.1 to 2.7, 4.2, 5.3; ).

use serde::Serialize;

use crate::games::ground::map::Terrain;
use crate::games::ground::nation::Relation;
use crate::games::ground::square::{StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use crate::games::ground::tactical::{Sheet, TACTICAL_SQUARES};
use crate::games::land::unit::Status;
use crate::reports::extract::flag_of;
use crate::reports::paint::{self, Run};
use crate::reports::vantage::{Spot, Vantage};

/// The tactical map of one square, as a player sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SheetView {
    /// The strategic square's name.
    pub square: String,
    /// What it is: terrain, river, city, pass.
    pub about: String,
    /// Fifteen lines of fifteen squares, two characters each: ground and flag.
    pub rows: Vec<Vec<Run>>,
    /// Fifteen lines of ratings, blank where nobody can stand.
    pub ratings: Vec<String>,
    /// Squares with a bridge.
    pub bridges: String,
    /// Squares with track.
    pub rails: String,
    /// The units seen, by tactical square.
    pub places: Vec<PlaceView>,
    /// The siege of its city, where there is one (rule 2.7).
    pub note: Option<String>,
}

/// The units of one tactical square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaceView {
    /// The tactical square.
    pub tac: String,
    /// Its ground and rating.
    pub ground: String,
    /// Ids of units of the own side.
    pub own: String,
    /// Ids of enemies.
    pub enemies: String,
    /// Ids of neutrals.
    pub neutrals: String,
}

/// The maps of all squares in which the player has units.
pub fn sheets(vantage: &Vantage<'_>) -> Vec<SheetView> {
    vantage.spots.iter().map(|(at, spots)| sheet(vantage, *at, spots)).collect()
}

fn sheet(vantage: &Vantage<'_>, at: StrategicSquare, spots: &[Spot]) -> SheetView {
    let sheet = vantage.atlas.sheet(at);
    let flags = flags(spots);
    let bridges = bridges(sheet, spots);
    SheetView {
        square: vantage.atlas.map.grid.label(at),
        about: about(vantage, at),
        rows: lines().map(|row| ground_line(sheet, &bridges, &flags, row)).collect(),
        ratings: lines().map(|row| rating_line(sheet, row)).collect(),
        bridges: listed(&bridges),
        rails: listed(&sheet.rail),
        places: places(sheet, spots),
        note: siege(vantage, at),
    }
}

fn lines() -> std::ops::Range<u8> {
    0..TACTICAL_SIDE
}

/// ROTD-EUWOL 2.5: the flag of every tactical square.
fn flags(spots: &[Spot]) -> [char; TACTICAL_SQUARES] {
    let mut flags = [' '; TACTICAL_SQUARES];
    for group in spots.chunk_by(|one, other| one.tac == other.tac) {
        if let Some(first) = group.first() {
            flags[first.tac.index()] = flag_of(group.iter().map(|spot| spot.relation));
        }
    }
    flags
}

/// ROTD-EUWOL 12.2, 12.4: the squares with a bridge: of the railway, or of pontoons that the player sees.
fn bridges(sheet: &Sheet, spots: &[Spot]) -> [bool; TACTICAL_SQUARES] {
    let mut bridges = sheet.bridge;
    for spot in spots.iter().filter(|spot| spot.spans) {
        bridges[spot.tac.index()] = true;
    }
    bridges
}

fn along(row: u8) -> impl Iterator<Item = TacticalSquare> {
    lines().filter_map(move |col| TacticalSquare::new(col, row))
}

fn ground_line(
    sheet: &Sheet,
    bridges: &[bool; TACTICAL_SQUARES],
    flags: &[char; TACTICAL_SQUARES],
    row: u8,
) -> Vec<Run> {
    let mut runs = Vec::new();
    for square in along(row) {
        let ground = sheet.ground_at(square);
        let mark = if bridges[square.index()] { '#' } else { ground.mark() };
        let paint = paint::of_ground(ground);
        paint::add(&mut runs, mark.encode_utf8(&mut [0; 4]), paint);
        paint::add_flag(&mut runs, flags[square.index()], paint);
    }
    runs
}

fn rating_line(sheet: &Sheet, row: u8) -> String {
    let digit = |square: TacticalSquare| {
        let rating = u32::from(sheet.rating[square.index()]);
        let shown = sheet.is_passable(square).then(|| char::from_digit(rating, 10)).flatten();
        shown.unwrap_or(' ')
    };
    along(row).flat_map(|square| [digit(square), ' ']).collect()
}

fn listed(marked: &[bool; TACTICAL_SQUARES]) -> String {
    let squares: Vec<String> = TacticalSquare::all()
        .filter(|square| marked[square.index()])
        .map(|square| square.to_string())
        .collect();
    squares.join(" ")
}

fn places(sheet: &Sheet, spots: &[Spot]) -> Vec<PlaceView> {
    let groups = spots.chunk_by(|one, other| one.tac == other.tac);
    groups.filter_map(|group| group.first().map(|first| place(sheet, first.tac, group))).collect()
}

fn place(sheet: &Sheet, tac: TacticalSquare, spots: &[Spot]) -> PlaceView {
    let named = |which: fn(Relation) -> bool| {
        let ids: Vec<String> = spots.iter().filter(|spot| which(spot.relation)).map(name).collect();
        ids.join(" ")
    };
    PlaceView {
        tac: tac.to_string(),
        ground: format!("{} {}", sheet.ground_at(tac).words(), sheet.rating[tac.index()]),
        own: named(Relation::is_friendly),
        enemies: named(|relation| relation == Relation::Hostile),
        neutrals: named(|relation| relation == Relation::Neutral),
    }
}

/// ROTD-EUWOL 2.6: a unit in a fort has an F after its id.
fn name(spot: &Spot) -> String {
    let fort = if spot.in_fort { "F" } else { "" };
    let state = match spot.status {
        Status::Active => "",
        Status::Inactive => " (inactive)",
        Status::Shattered => " (shattered)",
    };
    let bridge = if spot.spans { " (bridge)" } else { "" };
    format!("{}{fort}{bridge}{state}", spot.id)
}

fn about(vantage: &Vantage<'_>, at: StrategicSquare) -> String {
    let map = &vantage.atlas.map;
    let mut words = vec![map.terrain_at(at).words().to_owned()];
    if let Some(class) = map.river_class(at) {
        words.push(format!("{} river", class.words()));
    }
    if map.is_range(at) && map.terrain_at(at) != Terrain::Mountain {
        words.push("mountain range".into());
    }
    words.extend(map.city_at(at).map(|city| format!("{} at {}", city.name, city.tac)));
    words.extend(map.passes.iter().filter(|pass| pass.at == at).map(|pass| format!("{} pass", pass.name)));
    words.join(", ")
}

/// ROTD-EUWOL 2.7: the note that the city of a square is besieged, as far as the player knows.
pub fn siege(vantage: &Vantage<'_>, at: StrategicSquare) -> Option<String> {
    let besieged = vantage.cities.iter().find(|(_, city)| city.at == at && city.besieged);
    besieged.map(|(name, _)| format!("{name} is besieged."))
}

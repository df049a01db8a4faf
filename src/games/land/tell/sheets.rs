//! Tactical maps of the squares in which the player has units (rules 2.1 to 2.7, 4.2, 5.3; ).

use schemars::JsonSchema;
use serde::Serialize;

use crate::extract::flag_of;
use crate::labels::Labels;
use crate::places::Side;
use crate::status::State;
use crate::vantage::{Spot, Vantage};
use fieldpost_ground::map::Terrain;
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use fieldpost_ground::tactical::{Sheet, TACTICAL_SQUARES};
use fieldpost_picture::held::Held;

/// The tactical map of one square, as a player sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SheetView {
    /// The strategic square's name.
    pub square: String,
    /// What it is, in words: terrain, river, city, pass.
    pub about: String,
    /// Fifteen lines of fifteen marks from the north: `.` open, `h` hills, `H` high hills, `f` forest, `T` town,
    /// `w` water, `~` river, `=` ford, `#` bridge, `^` mountain, `)` pass.
    pub ground: Vec<String>,
    /// Fifteen lines of ratings for defence from 0 poor to 4 excellent, blank where nobody can stand.
    pub ratings: Vec<String>,
    /// Squares with a bridge.
    pub bridges: Vec<String>,
    /// Squares with track.
    pub rails: Vec<String>,
    /// The units seen, by tactical square.
    pub places: Vec<PlaceView>,
    /// The siege of its city, where there is one (rule 2.7).
    pub siege: Option<String>,
}

/// The units of one tactical square (rules 2.5, 4.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlaceView {
    /// The tactical square: column, row.
    pub tac: String,
    /// Its ground in words.
    pub ground: &'static str,
    /// Its rating for defence, 0 to 4.
    pub rating: u8,
    /// Whether enemies are among the units.
    pub enemy: bool,
    /// Who is there.
    pub units: Vec<SpotView>,
}

impl PlaceView {
    /// The names of its units of some sides, with blanks between.
    pub fn names(&self, which: impl Fn(Side) -> bool) -> String {
        let units = self.units.iter().filter(|unit| which(unit.side));
        units.map(SpotView::name).collect::<Vec<_>>().join(" ")
    }
}

/// A unit seen on a tactical map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SpotView {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub side: Side,
    /// Whether it acts.
    pub state: State,
    /// Whether it is inside the fort (rule 2.6).
    pub in_fort: bool,
    /// Whether it is a pontoon bridge that lies across the square (rule 12.4).
    pub is_laid: bool,
}

impl SpotView {
    /// ROTD-EUWOL 2.6: its name on the map; a unit in a fort has an F after its id.
    pub fn name(&self) -> String {
        let fort = if self.in_fort { "F" } else { "" };
        let bridge = if self.is_laid { " (bridge)" } else { "" };
        let state = match self.state {
            State::Active => "",
            State::Inactive => " (inactive)",
            State::Shattered => " (shattered)",
        };
        format!("{}{fort}{bridge}{state}", self.id)
    }
}

/// The maps of all squares in which the player has units.
pub fn sheets(vantage: &Vantage<'_>) -> Vec<SheetView> {
    vantage.spots.iter().map(|(at, spots)| sheet(vantage, *at, spots)).collect()
}

fn sheet(vantage: &Vantage<'_>, at: StrategicSquare, spots: &[Spot]) -> SheetView {
    let sheet = vantage.atlas.sheet(at);
    let bridges = bridges(sheet, spots, vantage.are_bridges_destroyed(at));
    let ground = |row: u8| {
        let marks = along(row).map(|square| match bridges[square.index()] {
            true => '#',
            false => sheet.ground_at(square).mark(),
        });
        marks.collect()
    };
    SheetView {
        square: vantage.atlas.map.grid.label(at),
        about: about(vantage, at),
        ground: (0..TACTICAL_SIDE).map(ground).collect(),
        ratings: (0..TACTICAL_SIDE).map(|row| ratings(sheet, row)).collect(),
        bridges: listed(&bridges),
        rails: if vantage.book.rail.is_some() { listed(&sheet.rail) } else { Vec::new() },
        places: places(sheet, spots),
        siege: siege(vantage, at),
    }
}

/// ROTD-EUWOL 8.6, 12.2, 12.4: the squares with a bridge: of the railway while it stands, or of pontoons that the player
/// sees.
pub fn bridges(sheet: &Sheet, spots: &[Spot], are_destroyed: bool) -> [bool; TACTICAL_SQUARES] {
    let mut bridges = if are_destroyed { [false; TACTICAL_SQUARES] } else { sheet.bridge };
    for spot in spots.iter().filter(|spot| spot.spans) {
        bridges[spot.tac.index()] = true;
    }
    bridges
}

fn along(row: u8) -> impl Iterator<Item = TacticalSquare> {
    (0..TACTICAL_SIDE).filter_map(move |col| TacticalSquare::new(col, row))
}

fn ratings(sheet: &Sheet, row: u8) -> String {
    let digit = |square: TacticalSquare| {
        let rating = u32::from(sheet.rating[square.index()]);
        sheet.is_passable(square).then(|| char::from_digit(rating, 10)).flatten().unwrap_or(' ')
    };
    along(row).map(digit).collect()
}

fn listed(marked: &[bool; TACTICAL_SQUARES]) -> Vec<String> {
    let squares = TacticalSquare::all().filter(|square| marked[square.index()]);
    squares.map(|square| square.to_string()).collect()
}

fn places(sheet: &Sheet, spots: &[Spot]) -> Vec<PlaceView> {
    let groups = spots.chunk_by(|one, other| one.tac == other.tac);
    groups.filter_map(|group| group.first().map(|first| place(sheet, first.tac, group))).collect()
}

fn place(sheet: &Sheet, tac: TacticalSquare, spots: &[Spot]) -> PlaceView {
    PlaceView {
        tac: tac.to_string(),
        ground: sheet.ground_at(tac).words(),
        rating: sheet.rating[tac.index()],
        enemy: spots.iter().any(|spot| spot.relation == Relation::Hostile),
        units: spots.iter().map(spot_view).collect(),
    }
}

/// A unit as a report has it.
pub(crate) fn spot_view(spot: &Spot) -> SpotView {
    SpotView {
        id: spot.id.to_string(),
        side: spot.relation.into(),
        state: spot.status.into(),
        in_fort: spot.in_fort,
        is_laid: spot.spans,
    }
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
    words.extend(held(vantage, at));
    words.extend(map.city_at(at).map(|city| format!("{} at {}", city.name, city.tac)));
    words.extend(map.passes.iter().filter(|pass| pass.at == at).map(|pass| format!("{} pass", pass.name)));
    words.join(", ")
}

/// ROTD-EUWOL 1.3, 8.5: who holds river and railway of a square, where it is not the own side, and whether its track is
/// destroyed.
pub fn held(vantage: &Vantage<'_>, at: StrategicSquare) -> Vec<String> {
    let kinds = [("river", vantage.river_held(at)), ("railway", vantage.rail_held(at))];
    let others = kinds.into_iter().filter_map(|(kind, held)| Some((kind, held?)));
    let others = others.filter(|(_, held)| *held != Held::Allied);
    let mut words: Vec<String> =
        others.map(|(kind, held)| format!("{kind} held by {}", Labels::to(vantage).of_held(held))).collect();
    words.extend(vantage.is_track_destroyed(at).then(|| "track destroyed".into()));
    words
}

/// ROTD-EUWOL 2.7: the note that the city of a square is besieged, as far as the player knows.
pub fn siege(vantage: &Vantage<'_>, at: StrategicSquare) -> Option<String> {
    let besieged = vantage.cities.iter().find(|(_, city)| city.at == at && city.besieged);
    besieged.map(|(name, _)| format!("{name} is besieged."))
}

/// The columns of a tactical map, two characters each: the tens above the units, for side by side they would run
/// together.
const COLUMNS: [&str; 2] = ["                    1 1 1 1 1", "0 1 2 3 4 5 6 7 8 9 0 1 2 3 4"];

/// A tactical map as lines of letters: left the ground with a flag behind each mark where units are seen (rule 2.5),
/// right the ratings.
pub fn lines(sheet: &SheetView) -> Vec<String> {
    let head = COLUMNS.iter().map(|columns| format!("   {columns}      {columns}"));
    let line = |(row, (ground, ratings)): (u8, (&String, &String))| {
        let mut text = format!("{row:>2} ");
        for (mark, square) in ground.chars().zip(along(row)) {
            text.extend([mark, flag(sheet, square).unwrap_or(' ')]);
        }
        text += &format!("  {row:>2} ");
        text.extend(ratings.chars().flat_map(|rating| [rating, ' ']));
        text
    };
    head.chain((0..).zip(sheet.ground.iter().zip(&sheet.ratings)).map(line)).collect()
}

fn flag(sheet: &SheetView, square: TacticalSquare) -> Option<char> {
    let name = square.to_string();
    let place = sheet.places.iter().find(|place| place.tac == name)?;
    flag_of(place.units.iter().map(|unit| unit.side.into()))
}

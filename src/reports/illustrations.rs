//! The pictures of one turn's reports: each drawn once, however many players are shown it.
//!
//! What a picture shows of the troops comes from the player's [`Vantage`] alone (promise 6). Two players who see
//! the same are given the same bytes, and so is one player whose report is printed twice: whether a picture was
//! drawn before changes nothing of it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::games::ground::nation::{NationCode, Relation};
use crate::games::ground::square::StrategicSquare;
use crate::games::ground::tactical::Atlas;
use crate::games::land::detection::sight::{Count, Mark, Sighting, Size};
use crate::games::land::state::City;
use crate::games::land::unit::Status;
use crate::reports::Illustration;
use crate::reports::extract::{cut, take_piece};
use crate::reports::held::Held;
use crate::reports::picture::flags::Troops;
use crate::reports::picture::raster::{Plate, RasterError};
use crate::reports::picture::strategic::{Flag, Holder, StrategicPicture, Window};
use crate::reports::picture::tactical::{Piece, TacticalPicture};
use crate::reports::picture::{Layer, Side, State};
use crate::reports::sheets::{held, siege};
use crate::reports::vantage::{Spot, Vantage};

/// Pixels from side to side of every picture in a mail: what mail programs show without making it smaller.
pub const WIDTH: u32 = 600;

/// Most squares of a picture of the strategic map from west to east: at 360 pixels one has 15.
const MOST_COLS: usize = 22;
/// Most from north to south.
const MOST_ROWS: usize = 26;

/// Most squares that an alternative text lists of one side; the report's text has them all.
const LISTED: usize = 8;

/// Finished pictures, by what is drawn: the ground, and what lies over it.
type Finished = BTreeMap<(Place, String), Arc<[u8]>>;

/// The pictures of a turn. Any number of threads may ask it for pictures at once.
pub struct Album<'a> {
    atlas: &'a Atlas,
    grounds: Arc<Grounds>,
    finished: Mutex<Finished>,
}

impl<'a> Album<'a> {
    /// An album without pictures, for a turn on these maps.
    pub fn new(atlas: &'a Atlas) -> Self {
        Self::on(atlas, Arc::default())
    }

    /// The same on grounds that were kept from another turn on the same maps.
    pub fn on(atlas: &'a Atlas, grounds: Arc<Grounds>) -> Self {
        Album { atlas, grounds, finished: Mutex::default() }
    }

    /// A part of the strategic map as a player sees it (rules 1.4, 1.5, 4.1), as `strategic-A0-N0-B0-P0`.
    ///
    /// # Errors
    /// If it is too large to draw.
    pub fn strategic(&self, vantage: &Vantage<'_>, window: Window) -> Result<Illustration, RasterError> {
        let grid = &self.atlas.map.grid;
        let (from, to) = (grid.label(window.from), grid.label(window.to));
        let flags = flags(vantage, window);
        let cities = |is: fn(&City) -> bool| -> Vec<&str> {
            vantage.cities.iter().filter(|(_, city)| is(city)).map(|(name, _)| *name).collect()
        };
        let picture = StrategicPicture {
            atlas: self.atlas,
            title: "Strategic map",
            window,
            flags: &flags,
            highlights: &[],
            forts: &cities(|city| city.fort.is_some()),
            besieged: &cities(|city| city.besieged),
            taken: &taken(vantage),
            holders: &holders(vantage, window),
            destroyed_track: &destroyed_track(vantage, window),
            owners: vantage.owners(),
            width: WIDTH,
            is_grey: false,
        };
        let place = Place::Strategic(window.from, window.to, vantage.owners().clone());
        let png = self.png(place, || picture.ground(), &picture.top())?;
        let places = flags.iter().map(|flag| (flag.troops.side, grid.label(flag.at)));
        let alt = format!("Strategic map {from} to {to}{}", sides_in_words(places));
        Ok(Illustration { id: format!("strategic-{from}-{to}"), alt, png })
    }

    /// The tactical map of a square with the units that a player sees there (rules 2.1 to 2.7, 4.2), as `A0-N0`.
    ///
    /// # Errors
    /// As [`Album::strategic`].
    pub fn tactical(
        &self,
        vantage: &Vantage<'_>,
        square: StrategicSquare,
    ) -> Result<Illustration, RasterError> {
        let label = self.atlas.map.grid.label(square);
        let spots = vantage.spots.iter().find(|(at, _)| *at == square).map_or(&[][..], |(_, spots)| spots);
        let pieces: Vec<Piece> = spots.iter().map(piece).collect();
        let pontoons: Vec<_> = spots.iter().filter(|spot| spot.spans).map(|spot| spot.tac).collect();
        let note = note(vantage, square);
        let picture = TacticalPicture {
            atlas: self.atlas,
            square,
            pieces: &pieces,
            pontoons: &pontoons,
            has_fort: vantage.cities.iter().any(|(_, city)| city.at == square && city.fort.is_some()),
            note: &note,
            width: WIDTH,
            is_grey: false,
        };
        let png = self.png(Place::Tactical(square), || picture.ground(), &picture.top())?;
        let places = spots.iter().map(|spot| (side(spot.relation), spot.tac.to_string()));
        let alt = format!("Tactical map {}{}", picture.heading(), sides_in_words(places));
        let alt = [&alt, picture.note].join(" ").trim_end().to_owned();
        Ok(Illustration { id: label, alt, png })
    }

    /// The PNG of a ground and what lies over it, made at the first call and kept for the others.
    fn png(
        &self,
        place: Place,
        ground: impl FnOnce() -> Layer,
        top: &Layer,
    ) -> Result<Arc<[u8]>, RasterError> {
        let key = (place, top.svg());
        if let Some(png) = locked(&self.finished).get(&key) {
            return Ok(png.clone());
        }
        // Drawn without the lock: two threads may draw the same at once, and come to the same bytes.
        let ground = self.grounds.at(&key.0, ground)?;
        let png: Arc<[u8]> = ground.with(&key.1)?.png()?.into();
        Ok(locked(&self.finished).entry(key).or_insert(png).clone())
    }
}

/// A ground of which there are pictures: the corners of a part of the strategic map and whose states are other than the
/// map says, or the square of a tactical map.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Strategic(StrategicSquare, StrategicSquare, BTreeMap<String, NationCode>),
    Tactical(StrategicSquare),
}

/// The grounds of one atlas that were drawn last, as far as there is room. They do not change in a war: whoever keeps
/// them beside the atlas draws them once for many turns.
#[derive(Debug, Default)]
pub struct Grounds {
    kept: Mutex<Kept>,
}

/// Grounds, each with when it was asked for last, counted in calls.
#[derive(Debug, Default)]
struct Kept {
    calls: u64,
    grounds: BTreeMap<Place, (u64, Arc<Plate>)>,
}

impl Grounds {
    /// How many grounds are kept, a byte for each of some 360,000 pixels.
    const MOST: usize = 192;

    /// A ground: one that is kept, or a new one.
    fn at(&self, place: &Place, draw: impl FnOnce() -> Layer) -> Result<Arc<Plate>, RasterError> {
        if let Some(ground) = self.kept_at(place) {
            return Ok(ground);
        }
        let ground = Arc::new(Plate::ground(&draw().svg())?);
        let mut kept = locked(&self.kept);
        let Kept { calls, grounds } = &mut *kept;
        grounds.insert(place.clone(), (*calls, ground.clone()));
        if grounds.len() > Self::MOST {
            let oldest = grounds.iter().min_by_key(|(_, (asked, _))| *asked).map(|(place, _)| place.clone());
            oldest.map(|place| grounds.remove(&place));
        }
        Ok(ground)
    }

    fn kept_at(&self, place: &Place) -> Option<Arc<Plate>> {
        let mut kept = locked(&self.kept);
        let Kept { calls, grounds } = &mut *kept;
        *calls += 1;
        let (asked, ground) = grounds.get_mut(place)?;
        *asked = *calls;
        Some(ground.clone())
    }
}

/// What a lock guards. A thread that panicked while it held one has left whole pictures behind.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The parts of the strategic map of which a player is shown a picture: all squares within five of an active unit (rule
/// 4.1), in pieces that hang together, north-west first. What is too large for one picture is cut into like parts.
pub fn windows(vantage: &Vantage<'_>) -> Vec<Window> {
    let mut left = vantage.near.clone();
    let mut windows = Vec::new();
    while let Some(first) = left.first().copied() {
        let piece = take_piece(first, &mut left);
        let rows = cut(piece.iter().map(|square| square.row), MOST_ROWS);
        let cols = cut(piece.iter().map(|square| square.col), MOST_COLS);
        for (top, bottom) in rows {
            for (west, east) in &cols {
                let from = StrategicSquare { col: *west, row: top };
                let window = Window { from, to: StrategicSquare { col: *east, row: bottom } };
                windows.extend(piece.iter().any(|square| window.holds(*square)).then_some(window));
            }
        }
    }
    windows
}

/// ROTD-EUWOL 1.4: the cities that another nation controls than the one on whose soil they lie, as far as is known.
fn taken<'a>(vantage: &Vantage<'a>) -> Vec<(&'a str, Side)> {
    let is_taken = |city: &City| vantage.soil_of(city.at).is_some_and(|soil| soil != city.control);
    let taken = vantage.cities.iter().filter(|(_, city)| is_taken(city));
    taken.map(|(name, city)| (*name, side(vantage.relation(city.control)))).collect()
}

/// ROTD-EUWOL 1.3: who holds the railways and rivers in a part of the map, as far as it is marked for the player.
fn holders(vantage: &Vantage<'_>, window: Window) -> Vec<Holder> {
    let shown = vantage.near.iter().copied().filter(|at| window.holds(*at));
    shown
        .flat_map(|at| {
            let of = |is_rail: bool, held: Option<Held>| Some(Holder { at, is_rail, held: held? });
            [of(true, vantage.rail_held(at)), of(false, vantage.river_held(at))]
        })
        .flatten()
        .collect()
}

/// ROTD-EUWOL 8.5: the squares of a part of the map in which the player knows track to be destroyed.
fn destroyed_track(vantage: &Vantage<'_>, window: Window) -> Vec<StrategicSquare> {
    let shown = vantage.near.iter().copied().filter(|at| window.holds(*at));
    shown.filter(|at| vantage.is_track_destroyed(*at)).collect()
}

/// ROTD-EUWOL 1.5: the flags that a player sees in a part of the map.
fn flags(vantage: &Vantage<'_>, window: Window) -> Vec<Flag> {
    let shown = vantage.sight.strategic.iter().filter(|(at, _)| window.holds(**at));
    shown
        .flat_map(|(at, seen)| seen.iter().map(|flag| Flag { at: *at, troops: troops(vantage, flag) }))
        .collect()
}

fn troops(vantage: &Vantage<'_>, seen: &Sighting) -> Troops {
    let state = match seen.mark {
        Mark::Flag => State::Active,
        Mark::Tent => State::Inactive,
        Mark::Shattered => State::Shattered,
    };
    let is_about = matches!(seen.count, Count::About(_));
    let count = if is_about { number(seen.count) } else { seen.under_its_mark() };
    Troops { side: side(vantage.relation(seen.nation)), state, count, is_about }
}

/// ROTD-EUWOL 4.1: the number that stands for a word for about so many units.
fn number(count: Count) -> u32 {
    match count {
        Count::Exact(units) => units,
        Count::About(Size::Brigade) => 1,
        Count::About(Size::Brigades) => 3,
        Count::About(Size::Division) => 5,
        Count::About(Size::Divisions) => 7,
        Count::About(Size::Corps(several)) => 12 * several.max(1),
    }
}

/// ROTD-EUWOL 1.3, 2.7, 8.5, 8.6: what stands beneath the tactical map of a square: a siege, who else holds river and
/// railway, what of it is destroyed.
fn note(vantage: &Vantage<'_>, square: StrategicSquare) -> String {
    let mut held = held(vantage, square);
    held.extend(vantage.are_bridges_destroyed(square).then(|| "railway bridges destroyed".into()));
    let held = (!held.is_empty()).then(|| capital(&format!("{}.", held.join(", "))));
    siege(vantage, square).into_iter().chain(held).collect::<Vec<_>>().join(" ")
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn piece(spot: &Spot) -> Piece {
    let state = match spot.status {
        Status::Active => State::Active,
        Status::Inactive => State::Inactive,
        Status::Shattered => State::Shattered,
    };
    // ROTD-EUWOL 2.6: a unit in a fort has an F after its id.
    let fort = if spot.in_fort { "F" } else { "" };
    Piece {
        tac: spot.tac,
        troops: Troops { side: side(spot.relation), state, count: 1, is_about: false },
        name: format!("{}{fort}", spot.id),
    }
}

fn side(relation: Relation) -> Side {
    match relation {
        Relation::Same | Relation::Allied => Side::Allied,
        Relation::Neutral => Side::Neutral,
        Relation::Hostile => Side::Hostile,
    }
}

/// Where each side's troops are, such as `: own side in A1-N2 and A1-N3; enemies in A4-N2.`
fn sides_in_words(places: impl Iterator<Item = (Side, String)>) -> String {
    let mut squares: BTreeMap<Side, Vec<String>> = BTreeMap::new();
    for (side, square) in places {
        let squares = squares.entry(side).or_default();
        if squares.last() != Some(&square) {
            squares.push(square);
        }
    }
    let words: Vec<String> = squares
        .iter()
        .map(|(side, squares)| format!("{} in {}", troops_of(*side), listed(squares)))
        .collect();
    if words.is_empty() { ": no troops in sight.".into() } else { format!(": {}.", words.join("; ")) }
}

fn troops_of(side: Side) -> &'static str {
    match side {
        Side::Allied => "own side",
        Side::Hostile => "enemies",
        Side::Neutral => "neutrals",
    }
}

fn listed(squares: &[String]) -> String {
    match squares {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] if squares.len() <= LISTED => format!("{} and {last}", first.join(", ")),
        _ => format!("{} and {} more", squares[..LISTED].join(", "), squares.len() - LISTED),
    }
}

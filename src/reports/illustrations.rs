//! The pictures of one turn's reports: each drawn once, however many players are shown it.
//!
//! What a picture shows of the troops comes from the player's [`Vantage`] alone (promise 6). Two players who see
//! the same are given the same bytes, and so is one player whose report is printed twice: whether a picture was
//! drawn before changes nothing of it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::games::ground::nation::Relation;
use crate::games::ground::square::StrategicSquare;
use crate::games::ground::tactical::Atlas;
use crate::games::land::detection::sight::{Count, Mark, Sighting, Size};
use crate::games::land::unit::Status;
use crate::reports::Illustration;
use crate::reports::picture::flags::Troops;
use crate::reports::picture::raster::{self, RasterError};
use crate::reports::picture::strategic::{Flag, StrategicPicture, Window};
use crate::reports::picture::tactical::{Piece, TacticalPicture};
use crate::reports::picture::{Side, State};
use crate::reports::sheets::siege;
use crate::reports::vantage::{Spot, Vantage};

/// Pixels from side to side of every picture in a mail: what mail programs show without making it smaller.
pub const WIDTH: u32 = 600;

/// Most squares that an alternative text lists of one side; the report's text has them all.
const LISTED: usize = 8;

/// The pictures of a turn. Any number of threads may ask it for pictures at once.
pub struct Album<'a> {
    atlas: &'a Atlas,
    /// The finished pictures, by what is drawn.
    finished: Mutex<BTreeMap<String, Arc<[u8]>>>,
}

impl<'a> Album<'a> {
    /// An album without pictures, for a turn on these maps.
    pub fn new(atlas: &'a Atlas) -> Self {
        Album { atlas, finished: Mutex::default() }
    }

    /// A part of the strategic map as a player sees it (rules 1.4, 1.5, 4.1), as `strategic-A0-N0-B0-P0`.
    ///
    /// # Errors
    /// If it is too large to draw.
    pub fn strategic(&self, vantage: &Vantage<'_>, window: Window) -> Result<Illustration, RasterError> {
        let grid = &self.atlas.map.grid;
        let (from, to) = (grid.label(window.from), grid.label(window.to));
        let flags = flags(vantage, window);
        let forts: Vec<&str> =
            vantage.cities.iter().filter(|(_, city)| city.fort.is_some()).map(|(name, _)| *name).collect();
        let picture = StrategicPicture {
            atlas: self.atlas,
            title: "Strategic map",
            window,
            flags: &flags,
            highlights: &[],
            forts: &forts,
            owners: vantage.owners(),
            width: WIDTH,
            is_grey: false,
        };
        let png = self.png(picture.draw().svg)?;
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
        let note = siege(vantage, square);
        let picture = TacticalPicture {
            atlas: self.atlas,
            square,
            pieces: &pieces,
            pontoons: &pontoons,
            has_fort: vantage.cities.iter().any(|(_, city)| city.at == square && city.fort.is_some()),
            note: note.as_deref().unwrap_or(""),
            width: WIDTH,
            is_grey: false,
        };
        let png = self.png(picture.draw().svg)?;
        let places = spots.iter().map(|spot| (side(spot.relation), spot.tac.to_string()));
        let alt = format!("Tactical map {}{}", picture.heading(), sides_in_words(places));
        let alt = [&alt, picture.note].join(" ").trim_end().to_owned();
        Ok(Illustration { id: label, alt, png })
    }

    /// The PNG of a drawing, made at the first call and kept for the others.
    fn png(&self, svg: String) -> Result<Arc<[u8]>, RasterError> {
        // A thread that panicked while it held the lock has left whole pictures behind.
        let finished = || self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(png) = finished().get(&svg) {
            return Ok(png.clone());
        }
        // Drawn without the lock: two threads may draw the same at once, and come to the same bytes.
        let png: Arc<[u8]> = raster::png(&svg)?.into();
        Ok(finished().entry(svg).or_insert(png).clone())
    }
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
    Troops { side: side(vantage.relation(seen.nation)), state, count: number(seen.count) }
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
        troops: Troops { side: side(spot.relation), state, count: 1 },
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

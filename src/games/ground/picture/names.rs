//! The names on a strategic picture that are not of cities: passes, rivers, states. They come after the cities, and
//! those for which there is no room are left out.

use std::collections::{BTreeMap, BTreeSet};

use crate::country::Country;
use crate::lines;
use crate::marks;
use fieldpost_ground::spelling::spelt;
use fieldpost_ground::square::{Direction, StrategicSquare};
use fieldpost_print::picture::ink::{self, Colour};
use fieldpost_print::picture::letters::{CAPITALS, Rect, width};
use fieldpost_print::picture::room::{What, Wish};
use fieldpost_print::picture::svg::{Face, Hand, Point};

/// Below so many pixels a square there is no room for small names.
const SMALL_NAMES_FROM: f64 = 22.0;

/// The passes that have a name: two bows back to back, as the road runs between slopes.
pub fn passes(country: &mut Country<'_>) {
    if country.canvas.frame.cell < SMALL_NAMES_FROM {
        return;
    }
    let map = country.map();
    for pass in map.passes.iter().filter(|pass| country.picture.window.holds(pass.at)) {
        let size = 9.0 * country.canvas.scale;
        let at = country.middle(pass.at);
        let sign = Rect::about(at, size, size);
        if !country.canvas.room.is_free(&sign) {
            continue;
        }
        marks::bows(&mut country.canvas.svg, at, size, country.canvas.scale);
        country.canvas.room.take(What::Sign, "pass", sign);
        let (sizes, face) = (&[size][..], Face::Oblique);
        let wish = Wish { words: &pass.name, at, off: size / 2.0 + 1.5, sizes, face, reach: 0.0 };
        if let Some(seat) = country.canvas.room.place(wish) {
            let hand = Hand {
                size,
                face: Face::Oblique,
                colour: ink::BLACK,
                anchor: "start",
                halo: Some(ink::PAPER),
            };
            country.canvas.svg.words("pass-name", seat.start, &pass.name, hand);
        }
    }
}

/// The names of rivers, once each, as near as may be to the middle of what shows of them.
pub fn rivers(country: &mut Country<'_>) {
    if country.canvas.frame.cell < SMALL_NAMES_FROM {
        return;
    }
    let mut named = BTreeSet::new();
    for line in lines::rivers(country.map()) {
        let middles = line.middles(country.span);
        let name = line.course.name.as_str();
        if middles.len() < 3 || name.is_empty() || !named.insert(name) {
            continue;
        }
        let size = 9.5 * country.canvas.scale;
        let half = middles.len() / 2;
        let outward =
            (0..middles.len()).map(|at| if at % 2 == 0 { half + at / 2 } else { half - at.div_ceil(2) });
        let seat = outward.filter_map(|at| middles.get(at)).find_map(|spot| {
            let at = country.place(spot.x, spot.y);
            let (sizes, face) = (&[size][..], Face::Oblique);
            country.canvas.room.place(Wish { words: name, at, off: 4.0, sizes, face, reach: 0.0 })
        });
        if let Some(seat) = seat {
            let hand = Hand {
                size,
                face: Face::Oblique,
                colour: ink::RIVER_NAME,
                anchor: "start",
                halo: Some(ink::PAPER),
            };
            country.canvas.svg.words("river-name", seat.start, name, hand);
        }
    }
}

/// The names of states, in capitals set apart, each as far inside its land as may be; of nations in an overview.
pub fn states(country: &mut Country<'_>) {
    let map = country.map();
    let mut lands: BTreeMap<String, BTreeSet<StrategicSquare>> = BTreeMap::new();
    for square in country.squares() {
        let Some(state) = map.state[map.grid.index(square)] else { continue };
        let Some(info) = map.states.get(usize::from(state)) else { continue };
        let name =
            if country.picture.is_overview() { country.picture.nation_of(state) } else { info.name.clone() };
        lands.entry(spelt(&name).to_uppercase()).or_default().insert(square);
    }
    let mut lands: Vec<(String, BTreeSet<StrategicSquare>)> = lands.into_iter().collect();
    lands.sort_by_key(|(_, land)| std::cmp::Reverse(land.len()));
    let colour = ink::STATE_NAME;
    let letters = Lettering { class: "state-name", colour, face: Face::Book, only_inside: false };
    for (name, land) in lands {
        area_name(country, &name, &land, letters);
    }
}

/// How the name of an area is written.
#[derive(Clone, Copy)]
pub struct Lettering {
    pub class: &'static str,
    pub colour: Colour,
    pub face: Face,
    /// Whether it must stand within its area.
    pub only_inside: bool,
}

/// Fewest pixels of the letters of a sea's name.
const LEAST_OF_SEAS: f64 = 10.0;

/// Writes the name of an area set apart, as far inside it as may be; the room that it takes.
pub fn area_name(
    country: &mut Country<'_>,
    name: &str,
    land: &BTreeSet<StrategicSquare>,
    letters: Lettering,
) -> Option<Rect> {
    let Lettering { class, colour, face, only_inside } = letters;
    let across = (land.len() as f64).sqrt() * country.canvas.frame.cell;
    let wanted = (across * 0.11).clamp(9.0, 26.0 * country.canvas.scale);
    let inner = by_depth(land);
    // Best is all of the name on its own land, in smaller letters if need be; then across the border.
    let land_ways = [(1.0, true), (0.75, true), (0.6, true), (1.0, false), (0.75, false)];
    let sea_ways = [(1.0, true), (0.75, true), (0.6, true), (0.45, true), (0.0, true)];
    for (share, is_inside) in if only_inside { sea_ways } else { land_ways } {
        let size = (wanted * share).max(if only_inside { LEAST_OF_SEAS } else { 0.0 });
        let spacing = size * if only_inside { 0.12 } else { 0.30 };
        let wide = width(name, size, face) + spacing * name.chars().count() as f64;
        if size < 8.0 || (wide > across * 1.6 && !only_inside) {
            continue;
        }
        let tried = if only_inside { usize::MAX } else { 60 };
        let room = inner.iter().take(tried).find_map(|square| {
            let room = Rect::about(country.middle(*square), wide, size);
            let is_good = !is_inside || is_on(country, land, *square, wide);
            (is_good && country.canvas.room.is_clear(&room)).then_some(room)
        });
        if let Some(room) = room {
            let at = Point { x: room.left, y: (room.top + room.bottom + size * CAPITALS) / 2.0 };
            let hand = Hand { size, face, colour, anchor: "start", halo: None };
            country.canvas.svg.spaced_words(class, at, name, hand, spacing);
            country.canvas.room.take(What::Name, name, room);
            return Some(room);
        }
    }
    None
}

/// Whether words so wide about a square lie on a land.
fn is_on(
    country: &Country<'_>,
    land: &BTreeSet<StrategicSquare>,
    middle: StrategicSquare,
    wide: f64,
) -> bool {
    let reach = (wide / country.canvas.frame.cell / 2.0 - 0.5).ceil().max(0.0) as i16;
    (-reach..=reach).all(|off| {
        let col = u8::try_from(i16::from(middle.col) + off);
        col.is_ok_and(|col| land.contains(&StrategicSquare { col, ..middle }))
    })
}

/// The squares of a land, the farthest from its border first.
fn by_depth(land: &BTreeSet<StrategicSquare>) -> Vec<StrategicSquare> {
    let mut left = land.clone();
    let mut rings: Vec<Vec<StrategicSquare>> = Vec::new();
    while !left.is_empty() {
        let is_inner = |square: &StrategicSquare| {
            Direction::ALL
                .into_iter()
                .all(|side| square.neighbour(side).is_some_and(|next| left.contains(&next)))
        };
        let (inner, outer): (BTreeSet<_>, BTreeSet<_>) = left.iter().copied().partition(is_inner);
        rings.push(outer.into_iter().collect());
        left = inner;
    }
    rings.into_iter().rev().flatten().collect()
}

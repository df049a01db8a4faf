//! The pictures of a report.
//!
//! What a picture shows of the troops comes from the player's [`Vantage`] alone (promise 6).

use std::collections::{BTreeMap, BTreeSet};

use crate::beside::Beside;
use crate::extract::{cut, take_piece};
use crate::sheets::{held, siege};
use crate::towns::{side, towns};
use crate::turn_map::TurnMap;
use crate::vantage::{Spot, Vantage};
use fieldpost_engine::words::{capital, listed};
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::{Grid, StrategicSquare};
use fieldpost_land::book::{Book, FlagColour, Flags};
use fieldpost_land::detection::sight::{Count, Mark, Sighting, Size};
use fieldpost_land::unit::Status;
use fieldpost_picture::deeds::{self, Deeds, March};
use fieldpost_picture::flags::Troops;
use fieldpost_picture::held::Held;
use fieldpost_picture::seas::Seas;
use fieldpost_picture::strategic::{Flag, Holder, Moored, StrategicPicture, Window};
use fieldpost_picture::tactical::{Piece, TacticalPicture};
use fieldpost_picture::tints::{Cloth, Livery, Party};
use fieldpost_picture::{Side, State};
use fieldpost_print::album::{Album, SHARP};
use fieldpost_print::picture::raster::RasterError;
use fieldpost_print::report::Illustration;

/// Pixels from side to side of every picture in a mail: what mail programs show without making it smaller.
pub const WIDTH: u32 = 600;

/// Most squares of a picture of the strategic map from west to east: at 360 pixels one has 15.
const MOST_COLS: usize = 22;
/// Most from north to south.
const MOST_ROWS: usize = 26;

/// Most squares that an alternative text lists of one side; the report's text has them all.
const LISTED: usize = 8;

/// ROTD-EUWOL 1.5: in what colours a player sees troops. Where nations have colours, the own side has that of the player's nation
/// and its enemies that of the other.
pub(crate) fn livery(vantage: &Vantage<'_>) -> Livery {
    Livery { parties: parties(vantage), ..livery_of(vantage.book, vantage.player.nation) }
}

/// Whom a map is of that is no player's: the nation whose marks are those of the own side, and its enemies. None where nobody is an enemy.
fn parties(vantage: &Vantage<'_>) -> Option<[Party; 2]> {
    if !vantage.is_umpire() {
        return None;
    }
    let own = vantage.player.nation;
    let is_friend = |nation: &NationCode| vantage.relation(*nation).is_friendly();
    let (friends, others): (Vec<_>, Vec<_>) = vantage.nations().into_iter().partition(is_friend);
    let enemies = others.into_iter().filter(|nation| vantage.relation(*nation) == Relation::Hostile);
    let enemies = enemies.collect::<Vec<_>>();
    let party = |nation: NationCode, has_allies: bool| Some(Party { nation: nation.name()?, has_allies });
    let has_allies = friends.iter().any(|nation| *nation != own);
    Some([party(own, has_allies)?, party(*enemies.first()?, enemies.len() > 1)?])
}

/// The same for the players of a nation.
pub fn livery_of(book: &Book, nation: NationCode) -> Livery {
    let black_for_three = book.ground.flags == Flags::ByViewerWithBlack;
    let Flags::ByNation(rows) = book.ground.flags else {
        return Livery { black_for_three, ..Livery::default() };
    };
    let own = |row: &&(&str, FlagColour)| row.0 == nation.as_str();
    let wear = rows.iter().find(own).zip(rows.iter().find(|row| !own(row)));
    Livery { wear: wear.map(|(own, other)| [cloth(own.1), cloth(other.1)]), black_for_three, parties: None }
}

fn cloth(colour: FlagColour) -> Cloth {
    match colour {
        FlagColour::Blue => Cloth::Blue,
        FlagColour::Grey => Cloth::Grey,
    }
}

/// A part of the strategic map as a player sees it (rules 1.4, 1.5, 4.1), as `strategic-A0-N0-B0-P0`.
///
/// # Errors
/// If it is too large to draw.
pub fn strategic(
    album: &Album,
    vantage: &Vantage<'_>,
    window: Window,
    (ships, seas): (&[Moored], &Seas),
) -> Result<Illustration, RasterError> {
    let grid = &vantage.atlas.map.grid;
    let (from, to) = (grid.label(window.from), grid.label(window.to));
    let flags = flags(vantage, window);
    let picture = StrategicPicture {
        atlas: vantage.atlas,
        title: "Strategic map",
        window,
        flags: &flags,
        deeds: &Deeds::default(),
        highlights: &[],
        towns: &towns(vantage),
        holders: &holders(vantage, window),
        ships,
        seas,
        is_chart: false,
        destroyed_track: &destroyed_track(vantage, window),
        owners: vantage.owners(),
        width: WIDTH,
        is_grey: false,
        livery: livery(vantage),
    };
    let name = ground_name(vantage, window);
    let png = album.png(name, SHARP, || picture.ground(), &picture.top())?;
    let places = flags.iter().map(|flag| (flag.troops.side, grid.label(flag.at)));
    let alt = format!(
        "Strategic map {from} to {to}{}{}",
        sides_in_words(places, picture.livery),
        ships_in_words(grid, window, ships, picture.livery)
    );
    Ok(Illustration { id: format!("strategic-{from}-{to}"), alt, png })
}

/// A part of the strategic map with what happened on it in the turn, as far as the player was told of it, as
/// `turn-A0-N0-B0-P0`.
///
/// # Errors
/// As [`strategic`].
pub fn of_turn(
    album: &Album,
    vantage: &Vantage<'_>,
    window: Window,
    map: &TurnMap,
    beside: Option<&Beside>,
) -> Result<Illustration, RasterError> {
    let grid = &vantage.atlas.map.grid;
    let (from, to) = (grid.label(window.from), grid.label(window.to));
    let deeds = deeds_of(vantage, map, beside);
    let dry = Seas::default();
    let picture = StrategicPicture {
        atlas: vantage.atlas,
        title: "Map of the turn",
        window,
        flags: &[],
        deeds: &deeds,
        highlights: &[],
        towns: &towns(vantage),
        holders: &[],
        ships: &[],
        seas: beside.map_or(&dry, |beside| &beside.seas),
        is_chart: false,
        destroyed_track: &[],
        owners: vantage.owners(),
        width: WIDTH,
        is_grey: false,
        livery: livery(vantage),
    };
    let png = album.png(ground_name(vantage, window), SHARP, || picture.ground(), &picture.top())?;
    let ways = beside.iter().flat_map(|beside| &beside.ways);
    let words = map.words.iter().chain(ways).cloned().collect::<Vec<_>>().join(" ");
    let alt = format!("Map of the turn {from} to {to}. {words}");
    Ok(Illustration { id: format!("turn-{from}-{to}"), alt, png })
}

/// The parts of the map on which something of a turn happened.
pub fn windows_of_turn(vantage: &Vantage<'_>, map: &TurnMap, beside: Option<&Beside>) -> Vec<Window> {
    let deeds = deeds_of(vantage, map, beside);
    let city = |name: &String| vantage.atlas.map.cities.iter().find(|city| city.name == *name);
    let cities = deeds.changed.iter().filter_map(city).map(|city| city.at);
    let fields = deeds.battles.iter().chain(&deeds.naval).map(|battle| battle.at);
    let squares: Vec<StrategicSquare> = deeds
        .marches
        .iter()
        .chain(&deeds.sailings)
        .flat_map(|march| march.path.iter().copied())
        .chain(fields)
        .chain(cities)
        .collect();
    let grid = &vantage.atlas.map.grid;
    let mut left: BTreeSet<StrategicSquare> = squares
        .iter()
        .flat_map(|at| grid.all().filter(move |other| at.distance(*other) <= ABOUT_DEEDS))
        .collect();
    let mut windows = Vec::new();
    while let Some(first) = left.first().copied() {
        windows.extend(cut_windows(&take_piece(first, &mut left)));
    }
    // Where most happened stands first.
    windows.sort_by_key(|window| std::cmp::Reverse(squares.iter().filter(|at| window.holds(**at)).count()));
    windows.truncate(MOST_TURN_MAPS);
    windows
}

/// How many squares a map of a turn shows about what happened.
const ABOUT_DEEDS: u8 = 3;

/// Most maps of a turn in a report.
const MOST_TURN_MAPS: usize = 2;

fn deeds_of(vantage: &Vantage<'_>, map: &TurnMap, beside: Option<&Beside>) -> Deeds {
    let grid = &vantage.atlas.map.grid;
    let path = |path: &[String]| path.iter().filter_map(|at| grid.parse(at).ok()).collect();
    let marches = map.marches.iter().map(|march| March {
        side: side(march.side.into()),
        path: path(&march.path),
        units: march.units,
    });
    let battles = map.battles.iter().filter_map(|field| {
        let about = if field.enemy_lost_about > 0 { "~" } else { "" };
        let theirs = format!("{about}{}", field.enemy_lost_about);
        let losses = [field.lost.to_string(), theirs];
        Some(deeds::Battle { at: grid.parse(&field.square).ok()?, losses })
    });
    Deeds {
        marches: marches.collect(),
        battles: battles.collect(),
        changed: map.cities.clone(),
        ..beside.map(|beside| beside.deeds.clone()).unwrap_or_default()
    }
}

/// The tactical map of a square with the units that a player sees there (rules 2.1 to 2.7, 4.2), as `A0-N0`.
///
/// # Errors
/// As [`strategic`].
pub fn tactical(
    album: &Album,
    vantage: &Vantage<'_>,
    square: StrategicSquare,
) -> Result<Illustration, RasterError> {
    let label = vantage.atlas.map.grid.label(square);
    let spots = vantage.spots.iter().find(|(at, _)| *at == square).map_or(&[][..], |(_, spots)| spots);
    let pieces: Vec<Piece> = spots.iter().map(piece).collect();
    let pontoons: Vec<_> = spots.iter().filter(|spot| spot.spans).map(|spot| spot.tac).collect();
    let note = note(vantage, square);
    let picture = TacticalPicture {
        atlas: vantage.atlas,
        square,
        pieces: &pieces,
        assaults: &[],
        told: &[],
        pontoons: &pontoons,
        has_fort: vantage.cities.iter().any(|(_, city)| city.at == square && city.fort.is_some()),
        note: &note,
        width: WIDTH,
        is_grey: false,
        livery: livery(vantage),
    };
    let png = album.png(label.clone(), SHARP, || picture.ground(), &picture.top())?;
    let places = spots.iter().map(|spot| (side(spot.relation), spot.tac.to_string()));
    let named = units_in_words(spots, picture.livery);
    let alt = format!("Tactical map {}{}{named}", picture.heading(), sides_in_words(places, picture.livery));
    let alt = [&alt, picture.note].join(" ").trim_end().to_owned();
    Ok(Illustration { id: label, alt, png })
}

/// The name of a part of the strategic map as a ground: its corners, and whose states are other than the map says.
fn ground_name(vantage: &Vantage<'_>, window: Window) -> String {
    let grid = &vantage.atlas.map.grid;
    let owners = vantage.owners().iter().map(|(state, nation)| format!(" {state}={nation}"));
    format!("{}-{}{}", grid.label(window.from), grid.label(window.to), owners.collect::<String>())
}

/// Where ships lie in a part of the map, such as ` Ships: own side in K4-U0.`
fn ships_in_words(grid: &Grid, window: Window, ships: &[Moored], livery: Livery) -> String {
    let mut shown: Vec<&Moored> = ships.iter().filter(|moored| window.holds(moored.at)).collect();
    shown.sort_by_key(|moored| (moored.ships.side, moored.at));
    let places = shown.into_iter().map(|moored| (moored.ships.side, grid.label(moored.at)));
    let places: Vec<_> = places.collect();
    if places.is_empty() {
        String::new()
    } else {
        format!(" Ships{}", sides_in_words(places.into_iter(), livery))
    }
}

/// How many squares a map shows about ships that lie where the player has no units.
const ABOUT_SHIPS: u8 = 3;

/// The parts of the map about ships that lie in none of those that are shown anyhow.
pub fn windows_of_ships(vantage: &Vantage<'_>, shown: &[Window], ships: &[Moored]) -> Vec<Window> {
    let grid = &vantage.atlas.map.grid;
    let alone = ships.iter().filter(|moored| shown.iter().all(|window| !window.holds(moored.at)));
    let mut left: BTreeSet<StrategicSquare> =
        alone.flat_map(|moored| Window::around(grid, moored.at, ABOUT_SHIPS).squares()).collect();
    let mut windows = Vec::new();
    while let Some(first) = left.first().copied() {
        windows.extend(cut_windows(&take_piece(first, &mut left)));
    }
    windows.truncate(MOST_SHIP_MAPS);
    windows
}

/// Most maps of ships alone in a report: a Naval Secretary has some on every coast.
const MOST_SHIP_MAPS: usize = 4;

/// The parts of the strategic map of which a player is shown a picture: all squares within five of an active unit (rule
/// 4.1), in pieces that hang together, north-west first. What is too large for one picture is cut into like parts.
pub fn windows(vantage: &Vantage<'_>) -> Vec<Window> {
    let mut left = vantage.near.clone();
    let mut windows = Vec::new();
    while let Some(first) = left.first().copied() {
        windows.extend(cut_windows(&take_piece(first, &mut left)));
    }
    windows
}

/// A piece of the map in windows of like size that are small enough for a picture.
fn cut_windows(piece: &BTreeSet<StrategicSquare>) -> Vec<Window> {
    let rows = cut(piece.iter().map(|square| square.row), MOST_ROWS);
    let cols = cut(piece.iter().map(|square| square.col), MOST_COLS);
    let all = rows.into_iter().flat_map(|(top, bottom)| {
        cols.iter().map(move |(west, east)| Window {
            from: StrategicSquare { col: *west, row: top },
            to: StrategicSquare { col: *east, row: bottom },
        })
    });
    all.filter(|window| piece.iter().any(|square| window.holds(*square))).collect()
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

/// Where each side's troops are, such as `: own side in A1-N2 and A1-N3; enemies in A4-N2.`
fn sides_in_words(places: impl Iterator<Item = (Side, String)>, livery: Livery) -> String {
    let mut squares: BTreeMap<Side, Vec<String>> = BTreeMap::new();
    for (side, square) in places {
        let squares = squares.entry(side).or_default();
        if squares.last() != Some(&square) {
            squares.push(square);
        }
    }
    let words: Vec<String> = squares
        .iter()
        .map(|(side, squares)| format!("{} in {}", troops_of(*side, livery), some_of(squares)))
        .collect();
    if words.is_empty() { ": no troops in sight.".into() } else { format!(": {}.", words.join("; ")) }
}

/// The units of a tactical map by name, such as ` Own side: PR1CQ, PR1IN. Enemies: AU1IN.`
fn units_in_words(spots: &[Spot], livery: Livery) -> String {
    let kinds = [(Side::Allied, "Own side"), (Side::Hostile, "Enemies"), (Side::Neutral, "Neutrals")];
    let of = |(whose, title): (Side, &str)| {
        let units: Vec<String> = spots
            .iter()
            .filter(|spot| side(spot.relation) == whose)
            .map(|spot| spot.id.to_string())
            .collect();
        let title = livery.party(whose).unwrap_or_else(|| title.to_owned());
        (!units.is_empty()).then(|| format!(" {title}: {}.", some_of(&units)))
    };
    kinds.into_iter().filter_map(of).collect()
}

fn troops_of(side: Side, livery: Livery) -> String {
    let words = || match side {
        Side::Allied => "own side",
        Side::Hostile => "enemies",
        Side::Neutral => "neutrals",
    };
    livery.party(side).unwrap_or_else(|| words().to_owned())
}

/// The first of many squares, and how many more there are.
fn some_of(squares: &[String]) -> String {
    match squares.get(..LISTED) {
        Some(first) if squares.len() > LISTED => {
            format!("{} and {} more", first.join(", "), squares.len() - LISTED)
        }
        _ => listed(squares),
    }
}

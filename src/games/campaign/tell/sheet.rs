//! Charts as maps: the coasts of the land map with the waters on them, ships where they lie, and of a turn the ways that they went. All of it
//! comes from what the player knows of ships and was told (promise 6).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::tell::chart::{Charts, Happened, WIDTH, middle, moored};
use fieldpost_engine::words::counted;
use fieldpost_ground::map::{RiverClass, StrategicMap, Terrain};
use fieldpost_ground::square::{Direction, Grid, StrategicSquare};
use fieldpost_picture::Side;
use fieldpost_picture::deeds::{Battle, Deeds, March};
use fieldpost_picture::seas::{CoastSign, SeaSign, Seas};
use fieldpost_picture::ships::Ships;
use fieldpost_picture::sky::Wind;
use fieldpost_picture::strategic::{Moored, StrategicPicture, Window};
use fieldpost_picture::towns::Towns;
use fieldpost_print::album::{Album, SHARP};
use fieldpost_print::report::Illustration;
use fieldpost_sea::chart::{Chart, CoastNo, SeaNo};
use fieldpost_sea::place::Place;
use fieldpost_tell::extract::{cut, take_piece};

/// Most columns and rows of a chart: on one with more nobody can read names.
const MOST: (usize, usize) = (28, 32);
/// Fewest of them: a chart shows the waters about.
const LEAST: (u8, u8) = (18, 16);
/// How many squares a chart shows about ships.
const ABOUT: u8 = 4;
/// Most charts of a report: a Naval Secretary has ships on every coast, and the text lists them all.
const MOST_CHARTS: usize = 2;

/// The charts as pictures, those on which most ships lie first.
pub(crate) fn pictures(charts: &Charts<'_>, album: &Album, turn: Option<&Happened>) -> Vec<Illustration> {
    let map = &charts.shore.atlas.map;
    let ships = afloat(charts);
    let deeds = turn.map_or_else(Deeds::default, |turn| deeds(charts.chart, map, turn));
    let mut squares: Vec<StrategicSquare> = ships.iter().map(|moored| moored.at).collect();
    squares.extend(deeds.sailings.iter().flat_map(|way| way.path.iter().copied()));
    squares.extend(deeds.naval.iter().map(|battle| battle.at));
    let seas = seas(charts, turn, &squares);
    let towns = Towns { others: charts.shore.others.clone(), ..Towns::default() };
    let draw = |(place, window): (usize, Window)| {
        let grid = &map.grid;
        let (from, to) = (grid.label(window.from), grid.label(window.to));
        let (title, id) = match turn {
            Some(_) => ("Chart of the turn", "chart-of-turn-american"),
            None => ("Sea chart", "chart-american"),
        };
        let picture = StrategicPicture {
            atlas: charts.shore.atlas,
            title,
            window,
            flags: &[],
            deeds: &deeds,
            highlights: &[],
            towns: &towns,
            holders: &[],
            ships: &ships,
            seas: &seas,
            is_chart: true,
            destroyed_track: &[],
            owners: charts.shore.owners,
            width: WIDTH,
            is_grey: false,
            livery: charts.livery,
        };
        let ground = format!("chart {} {from}-{to}", charts.chart.id);
        let png = album.png(ground, SHARP, || picture.ground(), &picture.top()).ok()?;
        let words = turn.map_or_else(String::new, |turn| in_words(charts.chart, turn).join(" "));
        let alt = format!("{title} {from} to {to}. {}{words}", lying(grid, window, &ships));
        let id = if place == 0 { id.to_owned() } else { format!("{id}-{}", place + 1) };
        Some(Illustration { id, alt: alt.trim_end().to_owned(), png })
    };
    windows(&map.grid, &squares).into_iter().enumerate().filter_map(draw).collect()
}

/// Where ships lie on a chart, in words.
fn lying(grid: &Grid, window: Window, ships: &[Moored]) -> String {
    let shown = ships.iter().filter(|moored| window.holds(moored.at));
    let words = shown.map(|Moored { at, ships }| {
        let Ships { side, count } = ships;
        format!("{}: {count} {}. ", grid.label(*at), side.key())
    });
    words.collect()
}

/// Ships as they lie on the land map, those in open water in the middle of it.
fn afloat(charts: &Charts<'_>) -> Vec<Moored> {
    let mut lie = moored(charts.chart, charts.known);
    let mut open: BTreeMap<(StrategicSquare, Side), u32> = BTreeMap::new();
    for ship in charts.known {
        if let Place::Sea(sea, _) = ship.at
            && let Some(at) = open_water(charts.chart, &charts.shore.atlas.map, sea)
        {
            *open.entry((at, ship.side)).or_default() += 1;
        }
    }
    lie.extend(open.into_iter().map(|((at, side), count)| Moored { at, ships: Ships { side, count } }));
    lie
}

/// The water square in the middle of a sea area's part of the land map.
fn open_water(chart: &Chart, map: &StrategicMap, sea: SeaNo) -> Option<StrategicSquare> {
    let [from, to] = chart.sea(sea).open?;
    let half = |from: u8, to: u8| from + (to - from) / 2;
    let middle = StrategicSquare { col: half(from.col, to.col), row: half(from.row, to.row) };
    let squares = Window { from, to }.squares();
    let open = squares.filter(|at| is_water(map, *at) && chart.drawn_at(*at) == Some(sea));
    open.min_by_key(|at| (at.distance(middle), *at))
}

fn is_water(map: &StrategicMap, at: StrategicSquare) -> bool {
    map.terrain_at(at) == Terrain::Water
}

/// The seas with what is known of each; coastal waters in which something is have their names whatever stands there.
fn seas(charts: &Charts<'_>, turn: Option<&Happened>, busy: &[StrategicSquare]) -> Seas {
    let mut seas = names(charts.chart, &charts.shore.atlas.map);
    for sign in &mut seas.areas {
        let Some(sea) = charts.chart.sea_of(&sign.code) else { continue };
        sign.is_known = charts.areas.contains(&sea);
        let wind = charts.state.winds.get(&sea).filter(|_| sign.is_known);
        sign.wind = wind.map(|wind| Wind { from: wind.from, strength: wind.strength as u8 + 1 });
        sign.storm = turn.is_some_and(|turn| turn.storms.contains(&sea));
        sign.rumour = turn.and_then(|turn| turn.rumours.get(&sea).copied());
    }
    for coast in &mut seas.coasts {
        coast.matters = busy.iter().any(|at| coast.squares.contains(at));
    }
    seas
}

/// The names of seas and coastal waters on the land map.
pub(crate) fn names(chart: &Chart, map: &StrategicMap) -> Seas {
    let mut squares: BTreeMap<SeaNo, BTreeSet<StrategicSquare>> = BTreeMap::new();
    for at in map.grid.all().filter(|at| is_water(map, *at)) {
        if let Some(sea) = chart.drawn_at(at) {
            squares.entry(sea).or_default().insert(at);
        }
    }
    let areas = squares.into_iter().map(|(number, squares)| {
        let sea = chart.sea(number);
        SeaSign {
            code: sea.code.clone(),
            name: sea.name.clone(),
            squares,
            is_known: true,
            ..SeaSign::default()
        }
    });
    let coasts = chart.coasts.iter().filter(|coast| !coast.water.is_empty());
    let coasts = coasts.map(|coast| CoastSign {
        name: coast.name.clone(),
        squares: coast.water.clone(),
        matters: false,
    });
    Seas { areas: areas.collect(), coasts: coasts.collect() }
}

/// What happened in a turn, as the land map shows it.
pub(crate) fn deeds(chart: &Chart, map: &StrategicMap, turn: &Happened) -> Deeds {
    let spot = |at: Place| spot(chart, map, at);
    let mut alike: BTreeMap<(Side, Vec<StrategicSquare>), u32> = BTreeMap::new();
    for ((side, _), ways) in &turn.ways {
        for way in ways {
            let mut squares: Vec<StrategicSquare> = way.iter().filter_map(|at| spot(*at)).collect();
            squares.dedup();
            // Of a way that leaves the map nothing is left where one place of it is on it.
            if squares.len() >= way.len().min(2) {
                *alike.entry((*side, by_water(map, &squares))).or_default() += 1;
            }
        }
    }
    let sailings = alike.into_iter().map(|((side, path), units)| March { side, path, units });
    let naval = turn.battles.iter().filter_map(|(at, sunk)| {
        let losses = sunk.map(|count| if count > 0 { format!("{count} sunk") } else { String::new() });
        Some(Battle { at: spot(*at)?, losses })
    });
    Deeds { sailings: sailings.collect(), naval: naval.collect(), ..Deeds::default() }
}

/// Where a place at sea lies on the land map.
fn spot(chart: &Chart, map: &StrategicMap, at: Place) -> Option<StrategicSquare> {
    match at {
        Place::Coast(coast) => middle(chart, coast),
        Place::Sea(sea, _) => open_water(chart, map, sea),
        at => chart.square(at),
    }
}

/// A way through these squares that keeps to the water where it can, as few squares as draw it.
fn by_water(map: &StrategicMap, squares: &[StrategicSquare]) -> Vec<StrategicSquare> {
    let mut way: Vec<StrategicSquare> = squares.first().copied().into_iter().collect();
    for pair in squares.windows(2) {
        way.extend(course(map, pair[0], pair[1]).into_iter().skip(1));
    }
    way
}

/// Whether ships are drawn in a square: on water, on great rivers, in ports.
fn floats(map: &StrategicMap, at: StrategicSquare) -> bool {
    let is_river = map.river_class(at).is_some_and(|class| class > RiverClass::Fordable);
    is_water(map, at) || is_river || map.cities.iter().any(|city| city.at == at)
}

/// How far a way may lead about, in squares.
const ROUND: u8 = 14;

/// The shortest way by water from square to square; straight on where there is none.
fn course(map: &StrategicMap, from: StrategicSquare, to: StrategicSquare) -> Vec<StrategicSquare> {
    let near = |at: &StrategicSquare| {
        let (low, high) = (from.col.min(to.col), from.col.max(to.col));
        let (top, foot) = (from.row.min(to.row), from.row.max(to.row));
        (low.saturating_sub(ROUND)..=high.saturating_add(ROUND)).contains(&at.col)
            && (top.saturating_sub(ROUND)..=foot.saturating_add(ROUND)).contains(&at.row)
    };
    let mut before: BTreeMap<StrategicSquare, StrategicSquare> = BTreeMap::from([(from, from)]);
    let mut open = VecDeque::from([from]);
    while let Some(at) = open.pop_front() {
        if at == to {
            break;
        }
        for next in Direction::ALL.into_iter().filter_map(|side| map.grid.step(at, side)) {
            if near(&next) && !before.contains_key(&next) && (next == to || floats(map, next)) {
                before.insert(next, at);
                open.push_back(next);
            }
        }
    }
    if !before.contains_key(&to) {
        return vec![from, to];
    }
    let back = std::iter::successors(Some(to), |at| before.get(at).copied().filter(|next| next != at));
    let mut way: Vec<StrategicSquare> = back.collect();
    way.reverse();
    pulled(map, &way)
}

/// A way without the squares between which a straight line keeps to the water.
fn pulled(map: &StrategicMap, way: &[StrategicSquare]) -> Vec<StrategicSquare> {
    let mut kept: Vec<StrategicSquare> = way.first().copied().into_iter().collect();
    let mut place = 0;
    while place + 1 < way.len() {
        let far = (place + 1..way.len())
            .rev()
            .find(|far| *far == place + 1 || is_straight(map, way[place], way[*far]));
        place = far.unwrap_or(place + 1);
        kept.push(way[place]);
    }
    kept
}

/// Whether the squares on the line between two are all such that ships are drawn in them.
fn is_straight(map: &StrategicMap, from: StrategicSquare, to: StrategicSquare) -> bool {
    let steps = i32::from(from.distance(to)) * 3;
    let along = |from: u8, to: u8, step: i32| {
        let (from, to) = (i32::from(from), i32::from(to));
        // To the nearest whole square.
        ((from * steps + (to - from) * step) * 2 + steps).div_euclid(2 * steps) as u8
    };
    (1..steps).all(|step| {
        let at = StrategicSquare { col: along(from.col, to.col, step), row: along(from.row, to.row, step) };
        at == from || at == to || floats(map, at)
    })
}

/// The parts of the map about these squares, those with most of them first.
fn windows(grid: &Grid, squares: &[StrategicSquare]) -> Vec<Window> {
    let mut left: BTreeSet<StrategicSquare> =
        squares.iter().flat_map(|at| Window::around(grid, *at, ABOUT).squares()).collect();
    let mut windows: Vec<Window> = Vec::new();
    // One chart of all, if it can be read.
    if let Some(whole) = about(&left).filter(|Window { from, to }| {
        usize::from(to.col - from.col) < MOST.0 && usize::from(to.row - from.row) < MOST.1
    }) {
        return vec![grown(grid, whole)];
    }
    while let Some(first) = left.first().copied() {
        let piece = take_piece(first, &mut left);
        for (west, east) in cut(piece.iter().map(|at| at.col), MOST.0) {
            for (north, south) in cut(piece.iter().map(|at| at.row), MOST.1) {
                let (from, to) =
                    (StrategicSquare { col: west, row: north }, StrategicSquare { col: east, row: south });
                windows.push(grown(grid, Window { from, to }));
            }
        }
    }
    let held = |window: &Window| squares.iter().filter(|at| window.holds(**at)).count();
    windows.sort_by_key(|window| std::cmp::Reverse(held(window)));
    let mut shown: Vec<Window> = Vec::new();
    for window in windows {
        let is_new =
            |at: &&StrategicSquare| window.holds(**at) && !shown.iter().any(|other| other.holds(**at));
        if shown.len() < MOST_CHARTS && squares.iter().any(|at| is_new(&at)) {
            shown.push(window);
        }
    }
    shown
}

/// The part of the map about some squares.
fn about(squares: &BTreeSet<StrategicSquare>) -> Option<Window> {
    let cols = || squares.iter().map(|at| at.col);
    let rows = || squares.iter().map(|at| at.row);
    let from = StrategicSquare { col: cols().min()?, row: rows().min()? };
    Some(Window { from, to: StrategicSquare { col: cols().max()?, row: rows().max()? } })
}

/// A part of the map, as large as charts are at least.
fn grown(grid: &Grid, Window { from, to }: Window) -> Window {
    let wide = |low: u8, high: u8, least: u8, size: u8| {
        let lacking = least.saturating_sub(high - low + 1);
        let low = low.saturating_sub(lacking / 2);
        let high = (low + (high - low).max(least - 1)).max(high).min(size - 1);
        (low.min(high.saturating_sub(least - 1)), high)
    };
    let ((west, east), (north, south)) = (
        wide(from.col, to.col, LEAST.0.min(grid.cols), grid.cols),
        wide(from.row, to.row, LEAST.1.min(grid.rows), grid.rows),
    );
    Window { from: StrategicSquare { col: west, row: north }, to: StrategicSquare { col: east, row: south } }
}

/// The ways of ships and their battles in words, a sentence a kind.
pub(crate) fn in_words(chart: &Chart, turn: &Happened) -> Vec<String> {
    let ways = |is_own: bool| {
        let mut alike: BTreeMap<(String, String), u32> = BTreeMap::new();
        for (_, ways) in turn.ways.iter().filter(|((side, _), _)| (*side == Side::Allied) == is_own) {
            for way in ways.iter().filter(|way| way.len() > 1) {
                let ends = way.first().zip(way.last());
                let Some((from, to)) = ends else { continue };
                *alike.entry((called(chart, *from), called(chart, *to))).or_default() += 1;
            }
        }
        let words = alike
            .into_iter()
            .map(|((from, to), ships)| format!("{from} to {to} ({})", counted(ships, "ship")));
        words.collect::<Vec<_>>().join(", ")
    };
    let fought = turn.battles.keys().map(|at| called(chart, *at)).collect::<Vec<_>>().join(", ");
    let kinds = [
        ("Ships of your side sailed", ways(true)),
        ("Other ships sailed", ways(false)),
        ("Battles of ships", fought),
    ];
    let told = kinds.into_iter().filter(|(_, words)| !words.is_empty());
    told.map(|(kind, words)| format!("{kind}: {words}.")).collect()
}

/// What a place is called in full.
fn called(chart: &Chart, at: Place) -> String {
    match at {
        Place::Coast(CoastNo(number)) => chart.coast(CoastNo(number)).name.clone(),
        Place::Sea(sea, _) => chart.sea(sea).name.clone(),
        at => chart.label(at),
    }
}

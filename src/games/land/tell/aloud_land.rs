//! What lies about a player's squares, for who hears it: cities and depots, the land a march farther on, and who is under whom.

use std::collections::{BTreeMap, BTreeSet};

use crate::aloud_unit::ids;
use crate::army::CorpsKind;
use crate::places::{CityView, DepotView, Side};
use crate::standing::Standing;
use fieldpost_engine::words::{capital, counted, grouped, listed};
use fieldpost_ground::map::Terrain;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::unit::UnitId;
use fieldpost_picture::held::Held;
use fieldpost_print::section::{Block, Section};

/// How far off, in squares, land and cities matter for orders: as far as a turn's march.
const MARCH: u8 = 3;

/// How far off, in squares, cities and depots are that are told of one by one.
const BESIDE: u8 = 1;

/// The headquarters with the units under each.
pub(crate) fn commands(standing: &Standing<'_>) -> Section {
    let told = standing.view.position.army.iter().map(|corps| {
        let units = |but: &str| {
            let own = standing.vantage.own.iter().map(|own| own.unit.id);
            let is_in = |id: &UnitId| {
                let id = id.to_string();
                id != but && corps.places.iter().any(|place| place.units.contains(&id))
            };
            ids(own.filter(is_in))
        };
        let under = corps.under.as_ref().map(|under| format!(", under {under},")).unwrap_or_default();
        match corps.kind {
            CorpsKind::Headquarters => {
                let units = units(&corps.name);
                let units = if units.is_empty() { "no unit".to_owned() } else { units };
                format!("{}{under} has {units}.", corps.name)
            }
            CorpsKind::City => format!("By way of {}: {}.", corps.name, units("")),
            CorpsKind::OnTheirOwn => format!("On their own: {}.", units("")),
            CorpsKind::NotActive => format!("Not active: {}.", units("")),
        }
    });
    Section::new("under-whom", "Who is under which headquarters").with(Block::Items(told.collect()))
}

/// Cities and depots in the player's squares and beside them; those within a march by name, and how many more are known.
pub(crate) fn stores(standing: &Standing<'_>) -> Section {
    let position = &standing.view.position;
    let within = |distance: Option<u8>, most: u8| distance.is_some_and(|squares| squares <= most);
    let labels = standing.labels();
    let is_in_city = |depot: &DepotView| position.cities.iter().any(|city| has_depot(city, depot));
    let city = |city: &CityView| {
        let fort =
            city.fort.map(|fort| format!(", fort {} for {} men", fort.strength, grouped(fort.capacity)));
        let besieged = if city.besieged { ", besieged" } else { "" };
        let mut depots = position.depots.iter().filter(|depot| has_depot(city, depot));
        let depot = depots.next().map(|depot| format!(" and a {} with {}", depot.kind, depot.supplies));
        let supplies = format!("{}{}", counted(city.supplies, "supply"), depot.unwrap_or_default());
        // Names are read in orders: only where somebody may fight for it the tactical square is to be known.
        let place = match city.distance {
            Some(1..) if !city.side.is_friendly() => format!(", {}", city.tac),
            _ => String::new(),
        };
        let whose =
            if city.side == Side::Own { String::new() } else { format!(", {}", labels.of(city.side)) };
        (
            city.distance,
            format!("{}{whose}{place}, {supplies}{}{besieged}", city.name, fort.unwrap_or_default()),
        )
    };
    let depot = |depot: &DepotView| {
        let whose =
            if depot.side == Side::Own { String::new() } else { format!(", {}", labels.of(depot.side)) };
        let supplies = counted(depot.supplies, "supply");
        (depot.distance, format!("a {}{whose} at {} {}, {supplies}", depot.kind, depot.square, depot.tac))
    };
    let cities = position.cities.iter().filter(|one| within(one.distance, BESIDE)).map(city);
    let depots =
        position.depots.iter().filter(|one| within(one.distance, BESIDE) && !is_in_city(one)).map(depot);
    let near: Vec<(Option<u8>, String)> = cities.chain(depots).collect();
    let of = |title: &str, distance: u8| {
        let here = near.iter().filter(|(off, _)| *off == Some(distance)).map(|(_, words)| words.as_str());
        let here: Vec<&str> = here.collect();
        (!here.is_empty()).then(|| format!("{title}: {}.", here.join("; ")))
    };
    let (march, far): (Vec<&CityView>, Vec<&CityView>) = position
        .cities
        .iter()
        .filter(|one| !within(one.distance, BESIDE))
        .partition(|one| within(one.distance, MARCH));
    let march: Vec<&str> =
        march.iter().filter(|one| !one.side.is_friendly()).map(|one| one.name.as_str()).collect();
    let march = (!march.is_empty()).then(|| format!("Of others within a march: {}.", listed(&march)));
    let far = (!far.is_empty()).then(|| {
        format!(
            "All {} that are known, with their supplies, are in report.json.",
            counted(position.cities.len() as u32, "city")
        )
    });
    let all = [of("Where you stand", 0), of("Beside your squares", 1)].into_iter().chain([march, far]);
    let section =
        Section::new("stores", "Cities and depots; of those that are not yours it is said whose they are");
    section.with(Block::Items(all.flatten().collect()))
}

/// Whether a depot lies in a city.
fn has_depot(city: &CityView, depot: &DepotView) -> bool {
    (&city.square, &city.tac, city.side) == (&depot.square, &depot.tac, depot.side)
}

/// The land that a march leads to beyond the squares that are told one by one: its terrain and the railways of the player's side.
pub(crate) fn around(standing: &Standing<'_>) -> Section {
    let vantage = standing.vantage;
    let map = &vantage.atlas.map;
    let own: BTreeSet<StrategicSquare> = vantage
        .own
        .iter()
        .filter(|own| own.unit.is_active() && own.is_commanded)
        .map(|own| own.unit.at)
        .collect();
    let off = |at: &StrategicSquare| own.iter().map(|post| post.distance(*at)).min().unwrap_or(u8::MAX);
    let land: Vec<StrategicSquare> =
        vantage.near.iter().copied().filter(|at| (2..=MARCH).contains(&off(at))).collect();
    let mut kinds: BTreeMap<Terrain, Vec<StrategicSquare>> = BTreeMap::new();
    land.iter().for_each(|at| kinds.entry(map.terrain_at(*at)).or_default().push(*at));
    let section = Section::new("around", "The land farther on");
    let Some(most) = kinds.iter().max_by_key(|(_, squares)| squares.len()).map(|(terrain, _)| *terrain)
    else {
        return section;
    };
    let within =
        format!("Two and three squares from your units the land is {} but for what follows.", most.words());
    let mut told = vec![within];
    let mut say = |what: &str, squares: Vec<StrategicSquare>| {
        if !squares.is_empty() {
            told.push(format!("{what}: {}.", rows(standing, &squares).join(", ")));
        }
    };
    for (terrain, squares) in kinds.into_iter().filter(|(terrain, _)| *terrain != most) {
        let bars = if terrain.is_passable() { "" } else { ", which bars the way" };
        say(&format!("{}{bars}", capital(terrain.words())), squares);
    }
    let rail = |at: &StrategicSquare| matches!(vantage.rail_held(*at), Some(Held::Allied | Held::None));
    say("Railway", land.iter().copied().filter(rail).collect());
    say("Destroyed track", land.iter().copied().filter(|at| vantage.is_track_destroyed(*at)).collect());
    section.with(Block::Items(told))
}

/// Squares as the blocks that they make, the largest first: `A9-N6 to B2-N8` are all squares between two corners.
fn rows(standing: &Standing<'_>, squares: &[StrategicSquare]) -> Vec<String> {
    let grid = &standing.vantage.atlas.map.grid;
    let mut left: BTreeSet<(u8, u8)> = squares.iter().map(|at| (at.row, at.col)).collect();
    let mut told = Vec::new();
    while let Some((row, col)) = left.first().copied() {
        let (rows, cols) = widest(&left, row, col);
        let corner = |row: u8, col: u8| grid.label(StrategicSquare { col, row });
        told.push(match (rows, cols) {
            (1, 1) => corner(row, col),
            _ => format!("{} to {}", corner(row, col), corner(row + rows - 1, col + cols - 1)),
        });
        left.retain(|(r, c)| !((row..row + rows).contains(r) && (col..col + cols).contains(c)));
    }
    told
}

/// The rows and columns of the largest block of squares whose north-western corner is this one.
fn widest(all: &BTreeSet<(u8, u8)>, row: u8, col: u8) -> (u8, u8) {
    let run = |row: u8| (col..=u8::MAX).take_while(|col| all.contains(&(row, *col))).count() as u8;
    let mut best = (1, 1);
    let mut cols = u8::MAX;
    for (rows, row) in (1..).zip(row..=u8::MAX) {
        cols = cols.min(run(row));
        if cols == 0 {
            break;
        }
        if u16::from(rows) * u16::from(cols) > u16::from(best.0) * u16::from(best.1) {
            best = (rows, cols);
        }
    }
    best
}

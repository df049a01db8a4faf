//! What a map holds, in a few lines for map makers.

use std::collections::BTreeMap;
use std::fmt;

use crate::check::reach::Pieces;
use crate::check::shares::{by_nation, share};
use crate::course::CourseKind;
use crate::map::{CitySite, Port, StrategicMap, Terrain};
use crate::map_file::LoadedMap;

/// What a map holds; its [`fmt::Display`] is the report.
#[derive(Debug)]
pub struct Summary<'a>(pub &'a LoadedMap);

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let map = &self.0.atlas.map;
        writeln!(f, "{}: {}", map.id, self.0.title)?;
        writeln!(
            f,
            "{} columns, {} rows; {} drawn by hand",
            map.grid.cols,
            map.grid.rows,
            many(self.0.drawn.len(), "tactical map")
        )?;
        lines(f, map)?;
        cities(f, map)?;
        terrain(f, map)?;
        islands(f, map)
    }
}

fn lines(f: &mut fmt::Formatter<'_>, map: &StrategicMap) -> fmt::Result {
    let courses =
        |kind: fn(&CourseKind) -> bool| map.courses.iter().filter(|course| kind(&course.kind)).count();
    let squares =
        |is_there: &dyn Fn(usize) -> bool| (0..map.terrain.len()).filter(|index| is_there(*index)).count();
    writeln!(
        f,
        "{} in {}, {} in {}, {} in {}; {} with a name",
        many(courses(|kind| matches!(kind, CourseKind::River { .. })), "river"),
        many(squares(&|index| map.river_classes[index].is_some()), "square"),
        many(courses(|kind| *kind == CourseKind::Rail), "railway"),
        squares(&|index| !map.rails[index].is_empty()),
        many(courses(|kind| *kind == CourseKind::Range), "range"),
        squares(&|index| !map.ranges[index].is_empty()),
        many(map.passes.len(), "pass")
    )
}

fn cities(f: &mut fmt::Formatter<'_>, map: &StrategicMap) -> fmt::Result {
    let of = |is_such: &dyn Fn(&CitySite) -> bool| map.cities.iter().filter(|city| is_such(city)).count();
    writeln!(
        f,
        "{} cities: {} ocean ports, {} river ports, {} with a fort, {} on a railway, {} whose true place is known",
        map.cities.len(),
        of(&|city| city.port == Port::Ocean),
        of(&|city| city.port == Port::River),
        of(&|city| city.fort.is_some()),
        of(&|city| map.is_rail(city.at)),
        of(&|city| city.truth.is_some())
    )
}

/// A table: a row a nation, a column a terrain, in per cent of its squares.
fn terrain(f: &mut fmt::Formatter<'_>, map: &StrategicMap) -> fmt::Result {
    let columns: Vec<Terrain> =
        Terrain::ALL.iter().map(|row| row.0).filter(|terrain| *terrain != Terrain::Water).collect();
    let mut cities: BTreeMap<&str, usize> = BTreeMap::new();
    for state in map.cities.iter().filter_map(|city| map.state_at(city.at)) {
        *cities.entry(&state.nation).or_default() += 1;
    }
    write!(f, "{:<18} {:>7} {:>6}", "nation", "squares", "cities")?;
    columns.iter().try_for_each(|terrain| write!(f, "  {}", terrain.words()))?;
    writeln!(f)?;
    for (nation, counts) in by_nation(map) {
        let squares: u32 = counts.iter().sum();
        let held = cities.get(nation).copied().unwrap_or(0);
        write!(f, "{nation:<18} {squares:>7} {held:>6}")?;
        for terrain in &columns {
            write!(f, "  {:>width$}%", share(&counts, &[*terrain]), width = terrain.words().len() - 1)?;
        }
        writeln!(f)?;
    }
    Ok(())
}

/// The masses of land that have cities, but for the one with the most.
fn islands(f: &mut fmt::Formatter<'_>, map: &StrategicMap) -> fmt::Result {
    let land = Pieces::of_land(map);
    let mut masses: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for city in &map.cities {
        if let Some(piece) = land.piece(map, city.at) {
            masses.entry(piece).or_default().push(&city.name);
        }
    }
    let mut masses: Vec<(usize, Vec<&str>)> = masses.into_iter().collect();
    masses.sort_by_key(|(piece, cities)| (std::cmp::Reverse(cities.len()), *piece));
    for (piece, cities) in masses.into_iter().skip(1) {
        let squares = many(land.squares(piece), "square");
        writeln!(f, "on land of its own, {squares}: {}", cities.join(", "))?;
    }
    Ok(())
}

/// A number of things, such as `3 rivers`.
fn many(count: usize, thing: &str) -> String {
    let ending = match (count, thing.ends_with('s')) {
        (1, _) => "",
        (_, true) => "es",
        (_, false) => "s",
    };
    format!("{count} {thing}{ending}")
}

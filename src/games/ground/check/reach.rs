//! Who can march to whom: the masses of land, and the cities on each that cannot be reached.

use std::collections::BTreeMap;

use crate::check::Check;
use crate::map::{Port, StrategicMap, Terrain};
use crate::square::StrategicSquare;

/// The pieces of a map, by [`crate::square::Grid::index`]: squares of one number hang together.
pub struct Pieces(Vec<Option<usize>>);

impl Pieces {
    /// Land that hangs together, whoever can pass it.
    pub fn of_land(map: &StrategicMap) -> Self {
        let is_land = |at| map.terrain_at(at) != Terrain::Water;
        let steps = |from| {
            let joins = move |next: &StrategicSquare| {
                is_land(*next) && map.between(from, *next) != Some(Terrain::Water)
            };
            map.grid.neighbours(from).map(|(_, next)| next).filter(joins).collect()
        };
        Self::of(map, &is_land, &steps)
    }

    /// Land that hangs together for units that march from square to square (rules 1.2, 7.4).
    pub fn of_marches(map: &StrategicMap) -> Self {
        let is_open = |at| map.is_passable(at);
        Self::of(map, &is_open, &|from| map.marches(from).map(|(_, next)| next).collect())
    }

    /// The piece of a square; none if it belongs to none.
    pub fn piece(&self, map: &StrategicMap, at: StrategicSquare) -> Option<usize> {
        self.0[map.grid.index(at)]
    }

    /// How many squares a piece has.
    pub fn squares(&self, piece: usize) -> usize {
        self.0.iter().filter(|found| **found == Some(piece)).count()
    }

    fn of(
        map: &StrategicMap,
        belongs: &dyn Fn(StrategicSquare) -> bool,
        steps: &dyn Fn(StrategicSquare) -> Vec<StrategicSquare>,
    ) -> Self {
        let mut pieces = vec![None; map.terrain.len()];
        let mut count = 0;
        for start in map.grid.all() {
            if pieces[map.grid.index(start)].is_some() || !belongs(start) {
                continue;
            }
            let mut open = vec![start];
            pieces[map.grid.index(start)] = Some(count);
            while let Some(square) = open.pop() {
                for next in steps(square) {
                    let piece = &mut pieces[map.grid.index(next)];
                    if piece.is_none() {
                        *piece = Some(count);
                        open.push(next);
                    }
                }
            }
            count += 1;
        }
        Pieces(pieces)
    }
}

/// Finds cities to which nobody can march from the other cities of their land, and cities that stand alone and
/// have no ocean port.
pub fn check(check: &mut Check<'_>) {
    let map = check.map;
    let (land, marches) = (Pieces::of_land(map), Pieces::of_marches(map));
    let mut groups: BTreeMap<usize, BTreeMap<usize, Vec<usize>>> = BTreeMap::new();
    for (number, city) in map.cities.iter().enumerate() {
        if let Some((land, group)) = land.piece(map, city.at).zip(marches.piece(map, city.at)) {
            groups.entry(land).or_default().entry(group).or_default().push(number);
        }
    }
    for groups in groups.into_values() {
        // Of groups of equal size the first, by the map's rows, counts as the land's main one.
        let main = groups.values().rev().max_by_key(|cities| cities.len()).cloned().unwrap_or_default();
        for cities in groups.values() {
            alone(check, cities, main.len() > 1);
            if *cities != main {
                cut_off(check, cities, &main);
            }
        }
    }
}

fn cut_off(check: &mut Check<'_>, cities: &[usize], main: &[usize]) {
    let Some(goal) = main.first().map(|number| &check.map.cities[*number].name) else { return };
    for number in cities {
        let city = &check.map.cities[*number];
        let message = format!(
            "nobody can march from the city {} to {goal}, on the same land; expected a way that neither high \
             mountain nor swamp nor water bars",
            city.name
        );
        check.find(check.loaded.places.cities[*number].at, city.at, message);
    }
}

/// A city without another in reach needs the sea; where it is cut off from others, that is said already.
fn alone(check: &mut Check<'_>, cities: &[usize], is_said: bool) {
    let [number] = cities else { return };
    let city = &check.map.cities[*number];
    if city.port != Port::Ocean && !is_said {
        let message = format!(
            "the city {} can be reached neither by land nor by sea; expected another city to march from, or an \
             ocean port",
            city.name
        );
        check.find(check.loaded.places.cities[*number].at, city.at, message);
    }
}

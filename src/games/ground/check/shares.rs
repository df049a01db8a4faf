//! Shares of terrain: whether what the map gives each nation is like any country, and like what the map's own
//! file expects of it.

use std::collections::BTreeMap;

use crate::check::Check;
use crate::map::{StrategicMap, Terrain};

/// Nations of fewer squares may be all of one kind.
const FEW_SQUARES: u32 = 20;
/// The kinds of terrain, each with the greatest share, in a hundred, that it may have of a nation: a plain may
/// be all open; hills and woods may be most of a country; nobody lives off what cannot be entered.
const MOST: [(&[Terrain], u32); 5] = [
    (&[Terrain::Hills, Terrain::ForestedHills], 90),
    (&[Terrain::Forest, Terrain::ForestedHills], 90),
    (&[Terrain::Mountain, Terrain::HighMountain], 90),
    (&[Terrain::HighMountain, Terrain::Swamp], 40),
    (&[Terrain::Marsh, Terrain::Swamp], 40),
];

/// Squares of each terrain, in the order of [`Terrain::ALL`].
pub type Counts = [u32; Terrain::ALL.len()];

/// The squares of every nation.
pub fn by_nation(map: &StrategicMap) -> BTreeMap<&str, Counts> {
    let mut nations: BTreeMap<&str, Counts> = BTreeMap::new();
    for at in map.grid.all() {
        if let Some(state) = map.state_at(at) {
            nations.entry(&state.nation).or_default()[map.terrain_at(at) as usize] += 1;
        }
    }
    nations
}

/// Finds nations whose terrain is no country's, and those that are not as the file expects.
pub fn check(check: &mut Check<'_>) {
    for (nation, counts) in by_nation(check.map) {
        if counts.iter().sum::<u32>() > FEW_SQUARES {
            plausible(check, nation, &counts);
        }
    }
    for expectation in &check.loaded.expectations {
        let counts = of(check.map, &expectation.of);
        let share = share(&counts, &expectation.terrain);
        if !(u32::from(expectation.least)..=u32::from(expectation.most)).contains(&share) {
            let message = format!(
                "{share} % of it is {}; expected {} to {} %",
                words(&expectation.terrain),
                expectation.least,
                expectation.most
            );
            check.find_with(expectation.place, expectation.of.clone(), message);
        }
    }
}

fn plausible(check: &mut Check<'_>, nation: &str, counts: &Counts) {
    for (terrain, most) in MOST {
        let share = share(counts, terrain);
        if share > most {
            let message = format!("{share} % of the nation is {}; expected {most} % at most", words(terrain));
            check.find_with(check.loaded.places.terrain, nation.into(), message);
        }
    }
}

/// The squares of a nation, or of a state of that name.
fn of(map: &StrategicMap, name: &str) -> Counts {
    let mut counts = Counts::default();
    for at in map.grid.all() {
        if map.state_at(at).is_some_and(|state| state.nation == name || state.name == name) {
            counts[map.terrain_at(at) as usize] += 1;
        }
    }
    counts
}

/// The share of some terrains, in a hundred, to the nearest.
pub fn share(counts: &Counts, terrain: &[Terrain]) -> u32 {
    let all: u32 = counts.iter().sum();
    let some: u32 = terrain.iter().map(|terrain| counts[*terrain as usize]).sum();
    (some * 200 + all).checked_div(2 * all).unwrap_or(0)
}

fn words(terrain: &[Terrain]) -> String {
    terrain.iter().map(|terrain| terrain.words()).collect::<Vec<_>>().join(" or ")
}

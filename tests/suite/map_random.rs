//! The tactical generator on random ground: whatever the strategic map, the tactical maps join.

use std::collections::BTreeMap;

use fieldpost_ground::check::check_tactical;
use fieldpost_ground::course::{Course, CourseKind};
use fieldpost_ground::map::{Arm, RiverClass, StrategicMap, Terrain};
use fieldpost_ground::map_file::LoadedMap;
use fieldpost_ground::map_file::places::Places;
use fieldpost_ground::square::{Direction, Grid, StrategicSquare};
use fieldpost_ground::tactical::Atlas;
use proptest::prelude::*;

use crate::map_check::lines;

/// A map of random ground with random rivers, ranges and railways over it.
struct RandomMap {
    state: u64,
    map: StrategicMap,
}

impl RandomMap {
    const SIDE: u8 = 6;

    fn new(seed: u64) -> Self {
        let grid = Grid { cols: Self::SIDE, rows: Self::SIDE, row_letters: "N".into() };
        let mut random = RandomMap { state: seed, map: StrategicMap::blank("random", grid) };
        for square in 0..random.map.terrain.len() {
            // Half of it open, else there is little room for lines.
            let kind = random.below(2 * Terrain::ALL.len() as u64) as usize;
            random.map.terrain[square] = Terrain::ALL.get(kind).map_or(Terrain::Open, |row| row.0);
        }
        for _ in 0..3 {
            random.lay_river();
        }
        random.lay_line(CourseKind::Range, |terrain| terrain != Terrain::Water);
        for _ in 0..2 {
            random.lay_line(CourseKind::Rail, Terrain::is_passable);
        }
        random
    }

    /// SplitMix64.
    fn below(&mut self, below: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % below
    }

    /// A walk of up to eight squares over fitting ground; empty if it would begin elsewhere.
    fn walk(&mut self, fits: fn(Terrain) -> bool) -> Vec<StrategicSquare> {
        let side = u64::from(Self::SIDE);
        let mut here = StrategicSquare { col: self.below(side) as u8, row: self.below(side) as u8 };
        let mut path = Vec::new();
        while path.len() < 8 && fits(self.map.terrain_at(here)) && !path.contains(&here) {
            path.push(here);
            let side = Direction::ALL[2 * self.below(4) as usize];
            here = self.map.grid.step(here, side).unwrap_or(here);
        }
        path
    }

    fn lay_line(&mut self, kind: CourseKind, fits: fn(Terrain) -> bool) {
        let path = self.walk(fits);
        let cross: Vec<u8> = (1..path.len()).map(|_| 1 + self.below(13) as u8).collect();
        let course = Course { kind, name: String::new(), path, cross, enters: None, leaves: None };
        if !course.path.is_empty() {
            self.map.lay(course).unwrap();
        }
    }

    fn lay_river(&mut self) {
        let path =
            self.walk(|terrain| !matches!(terrain, Terrain::Water | Terrain::HighMountain | Terrain::Swamp));
        let Some(last) = path.last().copied() else { return };
        let cross: Vec<u8> = (1..path.len()).map(|_| 1 + self.below(13) as u8).collect();
        let class = RiverClass::ALL[self.below(3) as usize].0;
        let is_open = |side: &Direction| {
            side.is_straight()
                && self
                    .map
                    .grid
                    .step(last, *side)
                    .is_none_or(|next| self.map.terrain_at(next) == Terrain::Water)
        };
        let side = Direction::ALL.into_iter().find(is_open);
        let leaves = side.map(|side| Arm { side, place: 1 + self.below(13) as u8 });
        let kind = CourseKind::River { classes: vec![class; path.len()], rail_bridges: None };
        self.map.lay(Course { kind, name: String::new(), path, cross, enters: None, leaves }).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// ROTD-EUWOL 2.3: what the generator makes of any ground joins and makes sense.
    #[test]
    fn the_generator_joins_the_maps_of_any_ground(seed in any::<u64>()) {
        let RandomMap { map, .. } = RandomMap::new(seed);
        let loaded = LoadedMap {
            title: String::new(),
            atlas: Atlas::new(map, BTreeMap::new()),
            drawn: BTreeMap::new(),
            expectations: Vec::new(),
            places: Places::default(),
        };
        let findings = check_tactical("", &loaded, 0..RandomMap::SIDE);
        prop_assert!(findings.is_empty(), "{}", lines("random", &findings));
    }
}

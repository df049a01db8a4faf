//! Holds a chart to itself, to the land map and to what the book says of places (WISC 1.2-1.9, 6.2-6.10, 6.17).

use std::collections::{BTreeMap, BTreeSet};

use crate::chart::{Chart, Haven, Port, Sea};
use fieldpost_ground::map::{Port as Harbor, RiverClass, StrategicMap};
use fieldpost_ground::square::{Direction, StrategicSquare};

/// What is wrong with a chart, a sentence each; none if nothing is. `open` are the sides of sea areas that are neither land nor
/// neighbour nor the Atlantic, such as `NEA N` (N-63).
pub fn check(chart: &Chart, map: &StrategicMap, open: &[&str]) -> Vec<String> {
    let mut faults = Faults { chart, map, open, found: Vec::new() };
    faults.names();
    chart.seas.iter().for_each(|sea| faults.sea(sea));
    faults.drawing();
    faults.maps();
    faults.coasts();
    faults.waters();
    chart.ports.iter().for_each(|port| faults.port(port));
    faults.mouths();
    faults.land_ports();
    faults.found
}

struct Faults<'a> {
    chart: &'a Chart,
    map: &'a StrategicMap,
    open: &'a [&'a str],
    found: Vec<String>,
}

/// Of a side, its letter.
fn letter(side: Direction) -> &'static str {
    match side {
        Direction::North => "N",
        Direction::East => "E",
        Direction::South => "S",
        Direction::West => "W",
        _ => "?",
    }
}

/// The cell on that side of one, if there is one.
fn beside((col, row): (u8, u8), side: Direction) -> Option<(u8, u8)> {
    match side {
        Direction::North => Some((col, row.checked_sub(1)?)),
        Direction::East => Some((col.checked_add(1)?, row)),
        Direction::South => Some((col, row.checked_add(1)?)),
        _ => Some((col.checked_sub(1)?, row)),
    }
}

impl Faults<'_> {
    fn ok(&mut self, holds: bool, why: impl FnOnce() -> String) {
        if !holds {
            self.found.push(why());
        }
    }

    /// WISC 1.5, 1.6: codes of three and four letters, and no name twice.
    fn names(&mut self) {
        let is_code =
            |code: &str, long: usize| code.len() == long && code.bytes().all(|b| b.is_ascii_uppercase());
        let chart = self.chart;
        let codes = chart.seas.iter().map(|sea| (&sea.code, 3));
        let codes: Vec<_> = codes.chain(chart.coasts.iter().map(|coast| (&coast.code, 4))).collect();
        let mut seen = BTreeSet::new();
        for (code, long) in codes {
            self.ok(is_code(code, long), || format!("{code}: expected a code of {long} letters"));
            self.ok(seen.insert(code), || format!("{code}: a code twice"));
        }
        let mut seen = BTreeSet::new();
        for port in &chart.ports {
            self.ok(seen.insert(&port.name), || format!("{}: a port twice", port.name));
        }
    }

    /// WISC 1.5, 1.8, 8.2: neighbours see one another from opposite sides; a side is a neighbour, land, the ocean or open.
    fn sea(&mut self, sea: &Sea) {
        let here = self.chart.sea_of(&sea.code);
        let mut seen = BTreeSet::new();
        for (side, to) in &sea.beside {
            let other = self.chart.sea(*to);
            self.ok(seen.insert(*to), || format!("{}: {} is a neighbour twice", sea.code, other.code));
            let back = here.and_then(|here| self.chart.side_to(*to, here));
            self.ok(back == Some(side.opposite()), || {
                format!("{} has {} to the {}, which has it not opposite", sea.code, other.code, letter(*side))
            });
            self.ok(sea.map == other.map, || {
                format!("{} and {}: two maps are never joined", sea.code, other.code)
            });
        }
        self.ok(!sea.beside.is_empty(), || format!("{}: no neighbour", sea.code));
        for side in super::SIDES {
            let taken = sea.beside.iter().any(|beside| beside.0 == side);
            let kinds = [taken, sea.land.contains(&side), sea.edge == Some(side)];
            let named = format!("{} {}", sea.code, letter(side));
            let is_open = self.open.contains(&named.as_str());
            let count = kinds.into_iter().filter(|is| *is).count() + usize::from(is_open);
            self.ok(count == 1, || {
                format!("{named}: expected a neighbour, land or the ocean, found {count} of them")
            });
        }
        for climate in &sea.climate {
            let sums = (climate.wind.iter().sum::<u32>(), climate.strength.iter().sum::<u32>());
            self.ok(sums == (100, 100), || format!("{}: its winds do not come to 100 per cent", sea.code));
        }
    }

    /// The chart as it is drawn: no cell twice on a map, and neighbours share an edge on the side on which they lie.
    fn drawing(&mut self) {
        let mut taken: BTreeMap<(&str, (u8, u8)), &str> = BTreeMap::new();
        for sea in &self.chart.seas {
            for cell in &sea.drawn {
                let before = taken.insert((&sea.map, *cell), &sea.code);
                self.ok(before.is_none(), || format!("{}: {cell:?} is another's cell", sea.code));
            }
        }
        for sea in self.chart.seas.iter().filter(|sea| !sea.drawn.is_empty()) {
            for (side, to) in &sea.beside {
                let other = self.chart.sea(*to);
                let next = sea.drawn.iter().filter_map(|cell| beside(*cell, *side));
                let joined = next.into_iter().any(|cell| other.drawn.contains(&cell));
                self.ok(joined, || {
                    format!("{}: {} is not drawn to the {}", sea.code, other.code, letter(*side))
                });
            }
        }
    }

    /// WISC 1.1, 1.8: each map hangs together and has an edge on its side of the Atlantic.
    fn maps(&mut self) {
        for (map, side) in [("american", Direction::East), ("european", Direction::West)] {
            let of = |sea: &&Sea| sea.map == map;
            let all: BTreeSet<_> = self.chart.seas.iter().filter(of).map(|sea| sea.code.clone()).collect();
            let mut open: Vec<_> = all.iter().take(1).cloned().collect();
            let mut seen: BTreeSet<String> = open.iter().cloned().collect();
            while let Some(code) = open.pop() {
                let Some(sea) = self.chart.sea_of(&code) else { continue };
                let next =
                    self.chart.sea(sea).beside.iter().map(|beside| self.chart.sea(beside.1).code.clone());
                open.extend(next.filter(|code| seen.insert(code.clone())));
            }
            self.ok(seen == all, || format!("the {map} map does not hang together"));
            let edges: Vec<_> = self.chart.seas.iter().filter(of).filter_map(|sea| sea.edge).collect();
            let is_right = !edges.is_empty() && edges.iter().all(|edge| *edge == side);
            self.ok(is_right, || format!("the {map} map: its edges lie on the wrong side, or it has none"));
        }
    }

    /// WISC 1.3, 6.8-6.10: two sounds without a sea, two straits between adjacent seas, one coast behind another.
    fn coasts(&mut self) {
        let chart = self.chart;
        let codes = |is: &dyn Fn(&super::Coast) -> bool| {
            chart.coasts.iter().filter(|coast| is(coast)).map(|coast| coast.code.as_str()).collect::<Vec<_>>()
        };
        let found = [
            (codes(&|coast| coast.sea.is_none()), "PAML ALBE", "1.3"),
            (codes(&|coast| coast.strait.is_some()), "BOUL GIBR", "6.8"),
            (codes(&|coast| coast.through.is_some()), "UCHE", "6.10"),
        ];
        for (found, expected, rule) in found {
            let expected: Vec<_> = expected.split(' ').collect();
            self.ok(found == expected, || format!("rule {rule}: expected {expected:?}, found {found:?}"));
        }
        for coast in &chart.coasts {
            self.ok(coast.sea.is_some() == coast.seaward.is_some(), || {
                format!("{}: a sea and the side where it lies go together", coast.code)
            });
            let strait = coast.sea.zip(coast.strait);
            self.ok(strait.is_none_or(|(own, other)| chart.side_to(own, other).is_some()), || {
                format!("{}: its two seas are not adjacent", coast.code)
            });
        }
    }

    /// Water belongs to one coast and is water.
    fn waters(&mut self) {
        let mut seen = BTreeMap::new();
        for coast in &self.chart.coasts {
            for at in &coast.water {
                let name = self.chart.grid.label(*at);
                let is_water = self.map.terrain_at(*at).mark() == '~';
                self.ok(is_water, || format!("{}: {name} is land", coast.code));
                let before = seen.insert(*at, &coast.code);
                self.ok(before.is_none(), || format!("{name}: in {} and in {before:?}", coast.code));
            }
        }
    }

    fn port(&mut self, port: &Port) {
        let (map, chart) = (self.map, self.chart);
        let (name, city) = (&port.name, map.city(&port.name));
        let Some(at) = port.at else {
            self.ok(city.is_none(), || format!("{name}: off the map, but a city of it"));
            return self.ok(port.holder.is_some(), || format!("{name}: off the map, and nobody holds it"));
        };
        self.ok(city.is_some_and(|city| city.at == at), || {
            format!("{name}: not at {} on the land map", chart.grid.label(at))
        });
        match port.haven {
            Haven::Ocean { mouth, exit, coast } => {
                let is_ocean = city.is_some_and(|city| city.port == Harbor::Ocean);
                self.ok(is_ocean, || format!("{name}: no ocean port on the land map"));
                let looks = self.looks_on(at, exit, chart.coast(coast));
                self.ok(looks, || {
                    format!("{name}: no water of {} to the {}", chart.coast(coast).code, letter(exit))
                });
                let floats = chart.rivers.floats(at, RiverClass::Unfordable);
                self.ok(!mouth || floats, || format!("{name}: a mouth on no navigable river"));
            }
            Haven::River { below } => self.river_port(port, at, below),
        }
    }

    /// WISC 1.9, 6.5: a river port lies on its river, as far above its mouth as is said.
    fn river_port(&mut self, port: &Port, at: StrategicSquare, below: Option<(StrategicSquare, u16)>) {
        let rivers = &self.chart.rivers;
        let water = rivers.water_of(at);
        let name = &port.name;
        self.ok(rivers.floats(water, RiverClass::Unfordable), || format!("{name}: on no navigable river"));
        let far = |mouth| rivers.reach(mouth, RiverClass::Unfordable).get(&water).copied();
        match below {
            Some((mouth, up)) => {
                self.ok(self.chart.mouth_at(mouth).is_some(), || format!("{name}: its mouth is none"));
                let found = far(mouth);
                self.ok(found == Some(up), || {
                    format!("{name}: not {up} squares above its mouth but {found:?}")
                });
            }
            None => {
                let mouth = self.chart.mouths.iter().find(|mouth| far(mouth.at).is_some());
                let river = mouth.map(|mouth| mouth.river.as_str());
                self.ok(river.is_none(), || {
                    format!("{name}: the mouth of {river:?} is below it, and is not named")
                });
            }
        }
    }

    /// Whether the water of a coast lies on that side of a square, straight or over a corner of the side.
    fn looks_on(&self, at: StrategicSquare, exit: Direction, coast: &super::Coast) -> bool {
        [-1, 0, 1].into_iter().any(|turn| {
            self.chart.grid.step(at, exit.turned(turn)).is_some_and(|water| coast.water.contains(&water))
        })
    }

    /// WISC 1.2, 1.4, 6.9: mouths are navigable, look on their waters, and have one of these; two are channels.
    fn mouths(&mut self) {
        let chart = self.chart;
        let channels = ["K7-V0", "K7-V3"];
        for mouth in &chart.mouths {
            let label = chart.grid.label(mouth.at);
            let name = format!("{} {label}", mouth.river);
            let floats = chart.rivers.floats(mouth.at, RiverClass::Unfordable);
            self.ok(floats, || format!("{name}: no navigable river"));
            let exits = 1 + usize::from(channels.contains(&label.as_str()));
            self.ok(mouth.exits.len() == exits, || format!("{name}: expected {exits} coastal waters"));
            for (coast, exit) in &mouth.exits {
                let coast = chart.coast(*coast);
                let looks = self.looks_on(mouth.at, *exit, coast);
                self.ok(looks, || format!("{name}: no water of {} to the {}", coast.code, letter(*exit)));
            }
        }
        let harbors = chart.mouths.iter().filter(|mouth| mouth.harbor.is_some()).count();
        self.ok(harbors == 7, || {
            format!("rule 1.2: expected seven harbors that are mouths, found {harbors}")
        });
        let off = |port: &&Port| port.at.is_none() && self.is_american(port);
        let off = chart.ports.iter().filter(off).count();
        self.ok(off == 6, || format!("rule 1.7: expected six American ports off the land map, found {off}"));
    }

    fn is_american(&self, port: &Port) -> bool {
        let sea = port.coast().and_then(|coast| self.chart.coast(coast).sea);
        sea.is_some_and(|sea| self.chart.sea(sea).map == "american")
    }

    /// Every port of the land map is one of the chart.
    fn land_ports(&mut self) {
        for city in self.map.cities.iter().filter(|city| city.port != Harbor::None) {
            let known = self.chart.port_of(&city.name).is_some();
            self.ok(known, || format!("{}: a port of the land map that the chart forgets", city.name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_ground::map_file;

    const MAP: &str = include_str!("../../../../maps/cwol.map.toml");
    const SEA: &str = include_str!("../../../../maps/cwol.sea.toml");

    /// N-63: open water off the map, no land.
    const OPEN: [&str; 5] = ["NEA N", "NOS N", "SWA S", "SOA S", "NEA "];

    fn both() -> (Chart, StrategicMap) {
        let map = map_file::load(MAP).unwrap().atlas.map.clone();
        (Chart::read(SEA, &map).unwrap(), map)
    }

    #[test]
    fn the_chart_fits_itself_the_land_and_the_book() {
        let (chart, map) = both();
        assert_eq!(check(&chart, &map, &OPEN), Vec::<String>::new());
        assert_eq!((chart.seas.len(), chart.coasts.len(), chart.mouths.len()), (27, 56, 33));
        let codes = |code: &str| {
            let sea = chart.sea(chart.sea_of(code).unwrap());
            let mut codes: Vec<_> =
                sea.beside.iter().map(|beside| chart.sea(beside.1).code.clone()).collect();
            codes.sort();
            codes.join(" ")
        };
        // Rule 6.2: and not the Western Atlantic.
        assert_eq!(codes("GAC"), "BAH BTR MAC");
        for (coast, sea) in
            [("CAPF", "GAC"), ("PENS", "EGC"), ("LOND", "NOS"), ("SAVA", "GAC"), ("UCHE", "MAC")]
        {
            let found =
                chart.coast(chart.coast_of(coast).unwrap()).sea.map(|sea| chart.sea(sea).code.clone());
            assert_eq!(found.as_deref(), Some(sea), "rule 1.3: {coast}");
        }
    }

    #[test]
    fn the_rivers_run_as_the_book_says() {
        let (chart, _) = both();
        let at = |name: &str| chart.grid.parse(name).unwrap();
        let up = |mouth: &str| chart.rivers.reach(at(mouth), RiverClass::Unfordable);
        // Rule 6.2, N-85: the Savannah, the Rappahannock past the Potomac, and the forts below New Orleans.
        assert_eq!(up("I2-X4").get(&at("I0-X1")), Some(&5));
        assert_eq!(up("K4-T6").get(&at("J9-T1")), Some(&10));
        assert_eq!(up("K4-T6").get(&at("K0-T1")), None);
        assert_eq!(up("D1-Y8").get(&at("D5-Z4")), None);
        // Rule 6.18: sloops come to St. Louis.
        let sloops = chart.rivers.reach(at("E0-Z5"), RiverClass::Unbridgeable);
        assert!(sloops.contains_key(&at("D5-S9")));
    }

    #[test]
    fn a_chart_that_does_not_fit_is_told_so() {
        let (mut chart, map) = both();
        chart.seas[0].land.clear();
        chart.coasts[0].code = "maine".into();
        chart.ports[1].name = chart.ports[0].name.clone();
        let found = check(&chart, &map, &OPEN).join("\n");
        for fault in ["NEC N: expected", "maine: expected a code", "Portland: a port twice"] {
            assert!(found.contains(fault), "{fault} is not in\n{found}");
        }
    }
}

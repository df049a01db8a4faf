//! Maps: the files that come with the program, the tactical maps made from them, and what is said of a
//! file that is wrong.

use std::collections::BTreeSet;

use fieldpost::games::ground::check::{check, check_drawn};
use fieldpost::games::ground::map::{RiverClass, StrategicMap, Terrain};
use fieldpost::games::ground::map_file::{BUILT_IN, EUWOL, load};
use fieldpost::games::ground::square::{Direction, StrategicSquare, TacticalSquare};
use fieldpost::games::ground::tactical::{Atlas, Ground, Sheet};
use sha2::{Digest, Sha256};

fn europe() -> Atlas {
    load(EUWOL).unwrap().atlas
}

#[test]
fn the_maps_that_come_with_the_program_make_sense() {
    for (id, text) in BUILT_IN {
        let loaded = load(text).unwrap_or_else(|fault| panic!("{id}: {fault}"));
        assert_eq!(&loaded.atlas.map.id, id);
        let mut findings = check(&loaded.atlas.map);
        findings.extend(check_drawn(&loaded.atlas, loaded.drawn.keys().copied()));
        let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
        assert!(lines.is_empty(), "{id}: {} findings:\n{}", lines.len(), lines.join("\n"));
    }
}

/// The strategic squares that the slower tests look at: all of them where the test is built to run fast, else
/// every eighth row (with its neighbours, where edges are looked at).
fn looked_at(map: &StrategicMap) -> impl Iterator<Item = StrategicSquare> + '_ {
    let every = if cfg!(debug_assertions) { 8 } else { 1 };
    map.grid.all().filter(move |square| square.row % every == 0)
}

fn on_side(side: Direction) -> impl Iterator<Item = (TacticalSquare, TacticalSquare)> {
    (0..15).filter_map(move |place| {
        let (here, there) = match side {
            Direction::East => ((14, place), (0, place)),
            _ => ((place, 14), (place, 0)),
        };
        Some((TacticalSquare::new(here.0, here.1)?, TacticalSquare::new(there.0, there.1)?))
    })
}

fn is_river(sheet: &Sheet, square: TacticalSquare) -> bool {
    matches!(sheet.ground_at(square), Ground::River | Ground::Ford)
}

fn is_range(sheet: &Sheet, square: TacticalSquare) -> bool {
    matches!(sheet.ground_at(square), Ground::Mountain | Ground::Pass)
}

/// ROTD-EUWOL 2.3, over the map of Europe: rivers, ranges, railways and the shore run on over every edge.
#[test]
fn tactical_maps_join_at_their_edges() {
    let atlas = europe();
    let map = &atlas.map;
    let mut wrong = Vec::new();
    let mut edges = 0;
    for here in looked_at(map).filter(|square| map.terrain_at(*square) != Terrain::Water) {
        for side in [Direction::East, Direction::South] {
            let Some(there) = map.grid.step(here, side) else { continue };
            if map.terrain_at(there) == Terrain::Water {
                continue;
            }
            edges += 1;
            let (one, other) = (atlas.sheet(here), atlas.sheet(there));
            let mut wet = (0, 0);
            for (near, far) in on_side(side) {
                let same = is_river(one, near) == is_river(other, far)
                    && is_range(one, near) == is_range(other, far)
                    && one.rail[near.index()] == other.rail[far.index()];
                if !same {
                    wrong.push(format!("{} {near} to {} {far}", map.grid.label(here), map.grid.label(there)));
                }
                wet.0 += usize::from(one.ground_at(near) == Ground::Water);
                wet.1 += usize::from(other.ground_at(far) == Ground::Water);
            }
            if wet.0.abs_diff(wet.1) > 4 {
                wrong.push(format!("shore: {} {} {wet:?}", map.grid.label(here), map.grid.label(there)));
            }
        }
    }
    assert!(edges > 2_000, "only {edges} edges");
    assert!(wrong.is_empty(), "{} of {edges} edges differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// ROTD-EUWOL 1.3, 2.2, 12.2: what every tactical map of Europe must have.
#[test]
fn rivers_have_the_fords_and_bridges_they_may_have_and_ranges_their_passes() {
    let atlas = europe();
    let map = &atlas.map;
    let mut wrong = Vec::new();
    let (mut fords, mut bridges, mut passes) = (0, 0, 0);
    for at in looked_at(map).filter(|square| map.terrain_at(*square) != Terrain::Water) {
        let sheet = atlas.sheet(at);
        let mut complain = |what: &str| wrong.push(format!("{}: {what}", map.grid.label(at)));
        let classes: BTreeSet<RiverClass> =
            map.rivers[map.grid.index(at)].iter().map(|(_, class)| *class).collect();
        let count = |ground| sheet.ground.iter().filter(|found| **found == ground).count();
        fords += count(Ground::Ford);
        passes += count(Ground::Pass);
        bridges += sheet.bridge.iter().filter(|bridge| **bridge).count();
        let crossed = count(Ground::Ford) > 0 || sheet.bridge.contains(&true);
        if classes.contains(&RiverClass::Fordable) && classes.len() == 1 && !crossed {
            complain("a fordable river without a ford");
        }
        if !classes.contains(&RiverClass::Fordable) && count(Ground::Ford) > 0 {
            complain("a ford where no river can be forded");
        }
        if classes.len() == 1 && classes.contains(&RiverClass::Unbridgeable) && sheet.bridge.contains(&true) {
            complain("a bridge over an unbridgeable river");
        }
        if map.is_range(at) && map.is_passable(at) && count(Ground::Pass) == 0 {
            complain("a range without a pass");
        }
        for square in TacticalSquare::all() {
            let index = square.index();
            let ground = sheet.ground_at(square);
            if sheet.bridge[index] != (sheet.rail[index] && ground == Ground::River) {
                complain("a bridge elsewhere than where track meets river");
            }
            if sheet.rail[index] && ground == Ground::Mountain {
                complain("track over a mountain that is no pass");
            }
            if sheet.rating[index] > 4 || (ground == Ground::Ford && sheet.rating[index] > 0) {
                complain("a rating out of range");
            }
        }
        if !sheet.is_passable(TacticalSquare::MIDDLE) && map.is_passable(at) {
            complain("a middle where nobody can stand");
        }
        if let Some(city) = map.city_at(at)
            && sheet.ground_at(city.tac) != Ground::Town
        {
            complain("a city whose square is no town");
        }
    }
    assert!(fords > 100 && bridges > 20 && passes > 50, "{fords} fords, {bridges} bridges, {passes} passes");
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

/// Running games march over these maps: whatever changes them is another algorithm than `tac1`.
#[test]
fn two_hundred_tactical_maps_are_what_they_always_were() {
    let atlas = europe();
    let mut hash = Sha256::new();
    let land = atlas.map.grid.all().filter(|square| atlas.map.terrain_at(*square) != Terrain::Water);
    for at in land.step_by(54).take(200) {
        let sheet = atlas.sheet(at);
        for square in TacticalSquare::all() {
            let index = square.index();
            let marks = [u8::from(sheet.rail[index]), u8::from(sheet.bridge[index]), sheet.rating[index]];
            hash.update([sheet.ground[index].mark() as u8]);
            hash.update(marks);
        }
    }
    let hex: String = hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "6d72e097d75df0b5");
}

/// A small map that is right; the tests below spoil it.
const SMALL: &str = r##"format = 1
id = "small"
title = "A small map"
cols = 4
rows = 3
row_letters = "N"

[terrain_key]
"." = "open"
"~" = "water"
"m" = "mountain"

[states]
"A" = { name = "Austria", nation = "Austria" }

[layer.terrain]
rows = """
N0 ....
N1 ..m.
N2 .~..
"""

[layer.state]
rows = """
N0 AAAA
N1 AAAA
N2 A~AA
"""

[[city]]
name = "Ulm"
at = "A0-N0"
tac = "4-9"
pop = 25
port = "river"

[[river]]
name = "Danube"
path = "A0-N0 A1-N0 A1-N1"
cross = "75"
class = "f1 u2"
mouth = "S6"

[[rail]]
name = "Western"
path = """
  A0-N1 A0-N0
  A0-N1
"""

[[pass]]
name = "Saddle"
at = "A2-N1"

[tactical."A3-N2"]
rails = ["3-3"]
"##;

#[test]
fn a_small_map_is_read_whole() {
    let loaded = load(SMALL).unwrap();
    let map = &loaded.atlas.map;
    let at = |name: &str| map.grid.parse(name).unwrap();
    assert_eq!(loaded.title, "A small map");
    assert_eq!(map.terrain_at(at("A2-N1")), Terrain::Mountain);
    assert_eq!(map.state_at(at("A0-N0")).map(|state| state.name.as_str()), Some("Austria"));
    assert!(map.state_at(at("A1-N2")).is_none());
    assert_eq!(map.river_class(at("A0-N0")), Some(RiverClass::Fordable));
    assert_eq!(map.river_class(at("A1-N1")), Some(RiverClass::Unfordable));
    assert!(map.is_rail(at("A0-N1")) && !map.is_rail(at("A1-N1")));
    let sheet = loaded.atlas.sheet(at("A0-N0"));
    assert_eq!(sheet.ground_at("4-9".parse().unwrap()), Ground::Town);
    assert_eq!(sheet.ground_at("14-7".parse().unwrap()), Ground::River);
    assert!(loaded.atlas.sheet(at("A3-N2")).rail["3-3".parse::<TacticalSquare>().unwrap().index()]);
    assert_eq!(check(map), []);
}

#[test]
fn what_is_wrong_in_a_map_file_is_said_with_its_place() {
    let spoilt = [
        ("format = 1", "format = 2", "line 1, column 10: expected map format 1, found \"2\""),
        ("N1 ..m.", "N1 ..X.", "line 19, column 6: expected a key of [terrain_key], found \"X\""),
        ("N1 ..m.", "N1 ..m", "line 19, column 1: expected N1, a blank and 4 characters"),
        ("tac = \"4-9\"", "tac = \"4-15\"", "line 33, column 7: "),
        ("pop = 25", "pop = 2.5", "line 34, column 7: "),
        ("A1-N0 A1-N1", "A1-N0 A2-N1", "line 39, column 21: expected squares that share an edge"),
        ("A1-N0 A1-N1", "A1-N0 A1-N7", "line 39, column 21: "),
        ("cross = \"75\"", "cross = \"7\"", "line 40, column 9: expected 2 crossing places"),
        ("cross = \"75\"", "cross = \"7x\"", "line 40, column 11: expected a place on the edge"),
        ("cross = \"75\"", "cross = \"70\"", "line 40, column 9: expected a crossing place 1 to 13, found 0"),
        ("class = \"f1 u2\"", "class = \"f1 q2\"", "line 41, column 13: expected f, u or b"),
        ("class = \"f1 u2\"", "class = \"f1\"", "line 41, column 9: expected river classes for 3"),
        ("mouth = \"S6\"", "mouth = \"X6\"", "line 42, column 9: expected N, E, S or W"),
        ("port = \"river\"", "port = \"lake\"", "line 35, column 8: expected none, river or ocean"),
        ("  A0-N1\n", "  A9-N1\n", "line 48, column 3: "),
        ("rails = [\"3-3\"]", "rows = \"...\"", "line 56, column 8: expected 15 lines, found 1"),
        ("[[pass]]", "[[pas]]", "line 51, column 3: unknown field `pas`"),
        ("\"m\" = \"mountain\"", "\"m\" = \"hill\"", "line 11, column 7: expected one of open, hills"),
        ("row_letters = \"N\"", "row_letters = \"NN\"", "line 6, column 15: expected different capital"),
    ];
    for (right, wrong, said) in spoilt {
        assert!(SMALL.contains(right), "{right}");
        let fault = load(&SMALL.replacen(right, wrong, 1)).map(|_| ()).unwrap_err().to_string();
        assert!(fault.starts_with(said), "{wrong}: {fault}");
    }
}

#[test]
fn the_checker_finds_what_makes_no_sense() {
    let spoilt = [
        ("A0-N0 A1-N0 A1-N1", "A1-N1 A2-N1 A3-N1", "A3-N1", "a river crosses the south edge at 6"),
        ("N0 ....", "N0 .~..", "A1-N0", "river \"Danube\" passes water"),
        ("mouth = \"S6\"", "mouth = \"E6\"", "A1-N1", "a river crosses the east edge at 6"),
        ("tac = \"4-9\"", "tac = \"13-7\"", "A0-N0", "bars the way of a river"),
        ("tac = \"4-9\"", "tac = \"0-9\"", "A0-N0", "stands on the edge"),
        ("at = \"A0-N0\"", "at = \"A1-N2\"", "A1-N2", "the city Ulm stands in water"),
        ("N2 A~AA", "N2 AAAA", "A1-N2", "water that belongs to a state"),
    ];
    for (right, wrong, at, said) in spoilt {
        let findings = check(&load(&SMALL.replacen(right, wrong, 1)).unwrap().atlas.map);
        let found = findings.iter().any(|finding| finding.at == at && finding.message.contains(said));
        assert!(found, "{wrong}: {findings:?}");
    }
}

/// ROTD-EUWOL 2.3: a drawn tactical map must meet its neighbours.
#[test]
fn a_drawn_map_that_does_not_meet_its_neighbour_is_found() {
    let rows = ".".repeat(15) + "\n";
    let drawn = format!("[tactical.\"A1-N0\"]\nrows = \"\"\"\n{}\"\"\"\n", rows.repeat(15));
    let loaded = load(&format!("{SMALL}\n{drawn}")).unwrap();
    let findings = check_drawn(&loaded.atlas, loaded.drawn.keys().copied());
    let places: Vec<&str> = findings.iter().map(|finding| finding.at.as_str()).collect();
    assert_eq!(places, ["A1-N0", "A1-N0"], "{findings:?}");
}

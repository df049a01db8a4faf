//! Maps: the files that come with the program, the tactical maps made from them, and what is said of a
//! file that is wrong.

use fieldpost_ground::map::{RiverClass, Terrain};
use fieldpost_ground::map_file::{load, read};
use fieldpost_ground::square::TacticalSquare;
use fieldpost_ground::tactical::Ground;
use sha2::{Digest, Sha256};

/// Running games march over these maps: whatever changes them is another algorithm than `tac1`. The map is the
/// test's own, for the program's are mended now and then.
#[test]
fn three_hundred_tactical_maps_are_what_they_always_were() {
    let atlas = load(include_str!("../../fixtures/maps/tac1.map.toml")).unwrap().atlas;
    let mut hash = Sha256::new();
    for at in atlas.map.grid.all() {
        let sheet = atlas.sheet(at);
        for square in TacticalSquare::all() {
            let index = square.index();
            let marks = [u8::from(sheet.rail[index]), u8::from(sheet.bridge[index]), sheet.rating[index]];
            hash.update([sheet.ground[index].mark() as u8]);
            hash.update(marks);
        }
    }
    let hex: String = hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "915fd516f7a7428a");
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
}

#[test]
fn what_is_wrong_in_a_map_file_is_said_with_its_place() {
    let spoilt = [
        ("format = 1", "format = 2", "line 1, column 10: expected map format 1, found \"2\""),
        ("N1 ..m.", "N1 ..X.", "line 19, column 6: expected a key of [terrain_key], found \"X\""),
        ("N1 ..m.", "N1 ..m", "line 19, column 1: expected N1, a blank and 4 characters"),
        ("tac = \"4-9\"", "tac = \"4-15\"", "line 33, column 7: "),
        ("pop = 25", "pop = 2.5", "line 34, column 7: "),
        (
            "pop = 25",
            "pop = 25\nmanufacturing = 11",
            "line 35, column 17: expected a manufacturing level 0 to 10",
        ),
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
fn every_fault_of_a_file_is_said_in_its_order() {
    let said = |right: [(&str, &str); 3]| {
        let spoilt = right.iter().fold(SMALL.to_string(), |text, (right, wrong)| {
            assert!(text.contains(right), "{right}");
            text.replacen(right, wrong, 1)
        });
        let faults = read(&spoilt).map(|_| ()).unwrap_err();
        faults.iter().map(|fault| (fault.line, fault.column)).collect::<Vec<_>>()
    };
    let content =
        [("A1-N0 A1-N1", "A1-N0 A1-N7"), ("N1 ..m.", "N1 ..X."), ("port = \"river\"", "port = \"lake\"")];
    assert_eq!(said(content), [(19, 6), (35, 8), (39, 21)]);
    let syntax = [("pop = 25", "pop = = 25"), ("at = \"A0-N0\"", "at = "), ("cols = 4", "cols = 4")];
    assert_eq!(said(syntax), [(32, 6), (34, 7), (34, 9)]);
}

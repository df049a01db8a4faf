//! `fieldpost map check`: the maps that come with the program have no fault, and each way to damage one is told
//! with its place.

use std::process::ExitCode;

use fieldpost::cli::map::check::{Args, run};
use fieldpost_ground::check::{Finding, check, check_tactical};
use fieldpost_ground::map_file::{BUILT_IN, DEMO, EUWOL, LoadedMap, load};
use fieldpost_ground::square::TacticalSquare;

/// Parts in which the tactical maps are looked at, so that the machine's cores share them.
const PARTS: u8 = 4;

/// Findings, one a line, for the message of a test that fails.
pub fn lines(id: &str, findings: &[Finding]) -> String {
    let lines: Vec<String> = findings.iter().map(|finding| format!("{id}: {finding}\n")).collect();
    lines.concat()
}

#[test]
fn the_maps_that_come_with_the_program_make_sense() {
    for (id, text) in BUILT_IN {
        let loaded = load(text).unwrap_or_else(|fault| panic!("{id}: {fault}"));
        assert_eq!(&loaded.atlas.map.id, id);
        let findings = check(text, &loaded);
        assert!(findings.is_empty(), "{} faults:\n{}", findings.len(), lines(id, &findings));
    }
}

/// The checks of places and states look only at cities that say where they lie.
#[test]
fn every_city_of_europe_says_where_it_truly_lies() {
    let loaded = load(EUWOL).unwrap();
    let silent = loaded.atlas.map.cities.iter().zip(&loaded.places.cities);
    let silent = silent.filter(|(city, places)| city.truth.is_none() || places.state.is_none());
    assert_eq!(silent.map(|(city, _)| &city.name).collect::<Vec<_>>(), Vec::<&String>::new());
    assert!(loaded.atlas.map.cities.len() >= 200);
}

/// One part of the tactical maps of every map that comes with the program, and how many edges it has.
fn tactical_maps_make_sense(part: u8) {
    for (id, text) in BUILT_IN {
        let loaded = load(text).unwrap_or_else(|fault| panic!("{id}: {fault}"));
        let rows = u16::from(loaded.atlas.map.grid.rows);
        let row = |part: u8| u8::try_from(rows * u16::from(part) / u16::from(PARTS)).unwrap();
        assert!(row(part) < row(part + 1), "{id} has too few rows to be parted");
        let findings = check_tactical(text, &loaded, row(part)..row(part + 1));
        assert!(findings.is_empty(), "{} faults:\n{}", findings.len(), lines(id, &findings));
    }
}

/// ROTD-EUWOL 2.3, 1.3, 2.2, 12.2, over the whole of every map.
#[test]
fn tactical_maps_of_the_first_quarter_join_and_make_sense() {
    tactical_maps_make_sense(0);
}

#[test]
fn tactical_maps_of_the_second_quarter_join_and_make_sense() {
    tactical_maps_make_sense(1);
}

#[test]
fn tactical_maps_of_the_third_quarter_join_and_make_sense() {
    tactical_maps_make_sense(2);
}

#[test]
fn tactical_maps_of_the_last_quarter_join_and_make_sense() {
    tactical_maps_make_sense(3);
}

/// A way to damage the map of the demonstration.
struct Damage {
    /// What is replaced, each once, and by what.
    edits: Vec<(&'static str, String)>,
    /// What is written at the end.
    more: String,
    /// A piece of the damaged text with `|` where the fault is.
    place: &'static str,
    /// What is said of it.
    said: &'static str,
}

fn edit(right: &'static str, wrong: &str, place: &'static str, said: &'static str) -> Damage {
    Damage { edits: vec![(right, wrong.into())], more: String::new(), place, said }
}

impl Damage {
    fn and(mut self, right: &'static str, wrong: &str) -> Self {
        self.edits.push((right, wrong.into()));
        self
    }

    /// Damages the map and holds what is found to what should be: the message at the place, and nothing of the
    /// kind in the map before.
    fn check(&self) {
        let mut text = self.edits.iter().fold(DEMO.to_string(), |text, (right, wrong)| {
            assert_eq!(text.matches(right).count(), 1, "{right:?} is not there once");
            text.replacen(right, wrong, 1)
        });
        text.push_str(&self.more);
        let loaded = load(&text).unwrap_or_else(|fault| panic!("{}: {fault}", self.said));
        let findings = near(&text, &loaded);
        let (line, column) = place(&text, self.place);
        let is_it = |found: &&Finding| format!("{}: {}", found.at, found.message).starts_with(self.said);
        let found = findings.iter().find(is_it);
        let found = found.unwrap_or_else(|| panic!("{:?} not in\n{}", self.said, lines("", &findings)));
        assert_eq!((found.line, found.column), (line, column), "{found}");
    }
}

fn all(text: &str, loaded: &LoadedMap) -> Vec<Finding> {
    let mut findings = check(text, loaded);
    findings.extend(check_tactical(text, loaded, 0..loaded.atlas.map.grid.rows));
    findings
}

/// What is found but on the tactical maps that are not next to a drawn one, which are as they were.
fn near(text: &str, loaded: &LoadedMap) -> Vec<Finding> {
    let mut findings = check(text, loaded);
    for at in loaded.drawn.keys() {
        findings.extend(check_tactical(text, loaded, at.row.saturating_sub(1)..at.row + 2));
    }
    findings
}

/// Line and column of the `|` in a piece of the text.
fn place(text: &str, piece: &str) -> (usize, usize) {
    let (before, after) = piece.split_once('|').expect("a place");
    let start = text.find(&format!("{before}{after}")).unwrap_or_else(|| panic!("{piece:?} is not there"));
    let before = &text[..start + before.len()];
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// The demonstration's tactical map of a square, drawn as it is but for some marks and, if given, the track.
fn drawn(at: &str, edits: &[(&str, char)], rails: Option<&str>) -> String {
    let atlas = load(DEMO).unwrap().atlas;
    let sheet = atlas.sheet(atlas.map.grid.parse(at).unwrap());
    let mut marks: Vec<char> = sheet.ground.iter().map(|ground| ground.mark()).collect();
    for (tac, mark) in edits {
        marks[tac.parse::<TacticalSquare>().unwrap().index()] = *mark;
    }
    let rows: Vec<String> = marks.chunks(15).map(|row| row.iter().collect()).collect();
    let track = TacticalSquare::all().filter(|tac| sheet.rail[tac.index()]);
    let track = track.map(|tac| format!("\"{tac}\"")).collect::<Vec<_>>().join(", ");
    let rails = rails.map_or(track, str::to_string);
    format!("\n[tactical.\"{at}\"]\nrows = \"\"\"\n{}\n\"\"\"\nrails = [{rails}]\n", rows.join("\n"))
}

fn draw(
    at: &'static str,
    edits: &[(&str, char)],
    rails: Option<&str>,
    place: &'static str,
    said: &'static str,
) -> Damage {
    Damage { edits: Vec::new(), more: drawn(at, edits, rails), place, said }
}

#[test]
fn a_map_drawn_as_it_is_generated_has_no_fault() {
    let text = format!("{DEMO}{}{}", drawn("A9-N9", &[], None), drawn("B2-N4", &[], None));
    assert_eq!(all(&text, &load(&text).unwrap()), []);
}

#[test]
fn a_city_where_nobody_can_stand() {
    edit(
        "at = \"A4-N3\"",
        "at = \"A7-N7\"",
        "at = |\"A7-N7\"",
        "A7-N7: the city Goerlitz stands in high mountain",
    )
    .check();
}

#[test]
fn two_cities_in_one_square() {
    edit(
        "at = \"A4-N3\"",
        "at = \"B6-N2\"",
        "name = \"Breslau\"\nat = |\"B6-N2\"",
        "B6-N2: two cities, Goerlitz and Breslau; expected one a square",
    )
    .check();
}

#[test]
fn a_city_on_the_edge_of_its_tactical_map() {
    let said = "A4-N3: the city Goerlitz stands on the edge, at 0-8; expected columns and rows 1 to 13";
    edit("tac = \"6-8\"", "tac = \"0-8\"", "tac = |\"0-8\"", said).check();
}

#[test]
fn a_city_in_the_way_of_a_river() {
    let said = "A9-P1: the city Koeniggraetz at 5-1 bars the way of a river or range";
    let damage =
        edit("at = \"A9-P1\"\ntac = \"9-8\"", "at = \"A9-P1\"\ntac = \"5-1\"", "tac = |\"5-1\"", said);
    damage.check();
}

#[test]
fn a_city_in_the_wrong_state() {
    let said = "A4-N3: the city Goerlitz was expected in Bohemia, and its square is Lusatia";
    edit("pop = 30", "pop = 30\nstate = \"Bohemia\"", "state = |\"Bohemia\"", said).check();
}

/// The true Goerlitz, 14.99 east and 51.15 north, on a map whose A0-N0 begins at 14.0 east and 52.0 north.
const GEOREF: &str = "row_letters = \"NP\"\ngeoref = { lon = 14000000, lat = 52000000, cols_per_degree = 4500000, rows_per_degree = 6900000 }";

#[test]
fn a_city_more_than_a_square_from_its_true_place() {
    // 0.99 * 4.5 = column 4, 0.85 * 6.9 = row 5.
    let said = "A4-N3: the city Goerlitz truly lies in A4-N5; expected a square next to it at most";
    let truth = "pop = 30\ntrue = { lon = 14990000, lat = 51150000 }";
    edit("pop = 30", truth, "at = |\"A4-N3\"", said).and("row_letters = \"NP\"", GEOREF).check();
    let beyond = "pop = 30\ntrue = { lon = 13990000, lat = 51150000 }";
    let said = "A4-N3: the city Goerlitz truly lies in a square beyond the map";
    edit("pop = 30", beyond, "at = |\"A4-N3\"", said).and("row_letters = \"NP\"", GEOREF).check();
}

#[test]
fn a_city_one_square_from_its_true_place_is_right() {
    let truth = "pop = 30\nstate = \"Lusatia\"\ntrue = { lon = 14990000, lat = 51330000 }";
    let text = DEMO.replacen("pop = 30", truth, 1).replacen("row_letters = \"NP\"", GEOREF, 1);
    assert_eq!(check(&text, &load(&text).unwrap()), []);
}

#[test]
fn a_true_place_on_a_map_that_has_no_georef() {
    let said = "A4-N3: the city Goerlitz has a true place, and the map has no georef to find it by";
    edit("pop = 30", "pop = 30\ntrue = { lon = 1, lat = 1 }", "true = |{", said).check();
}

#[test]
fn ports_to_which_no_ship_can_come() {
    let said = "A2-P1: no ship can come to the port of Prag; expected the sea or an unbridgeable river";
    edit("pop = 140", "pop = 140\nport = \"ocean\"", "port = |\"ocean\"", said).check();
    let said = "A9-N2: no ship can come to the port of Liegnitz; expected a river that is not fordable";
    edit("pop = 20", "pop = 20\nport = \"river\"", "pop = 20\nport = |\"river\"", said).check();
}

#[test]
fn squares_with_a_wrong_owner() {
    edit(
        "P5 BBBBBBBBBBBBBMMMMM~~",
        "P5 BBBBBBBBBBBBBMMMMMM~",
        "P5 BBBBBBBBBBBBBMMMMM|M~",
        "B8-P5: water that belongs to a state, Moravia",
    )
    .check();
    edit(
        "P5 BBBBBBBBBBBBBMMMMM~~",
        "P5 BBBBBBBBBBBBBMMMM~~~",
        "P5 BBBBBBBBBBBBBMMMM|~~~",
        "B7-P5: land of no state",
    )
    .check();
}

#[test]
fn a_pass_where_nobody_passes() {
    edit(
        "at = \"A9-N7\"",
        "at = \"B0-N7\"",
        "at = |\"B0-N7\"",
        "B0-N7: the pass Liebau lies in high mountain",
    )
    .check();
}

#[test]
fn lines_over_ground_that_does_not_bear_them() {
    let swamp = "\"%\" = \"marsh\"\n\"#\" = \"swamp\"";
    edit(
        "P2 .ff...........%.....",
        "P2 .ff.....#.....%.....",
        "A8-P1 |A8-P2 A8-P3",
        "A8-P2: river \"Elbe\" passes swamp",
    )
    .and("\"%\" = \"marsh\"", swamp)
    .check();
    edit(
        "N7 hmmmmmMMmhMMhmmmmmmh",
        "N7 h~mmmmMMmhMMhmmmmmmh",
        "path = \"|A1-N7 A2-N7",
        "A1-N7: range \"Riesengebirge\" passes water",
    )
    .check();
    edit(
        "B2-N2 B2-N3 B2-N4",
        "B2-N2 B2-N3 B2-N4 B2-N5 B2-N6 B2-N7 B1-N7",
        "B2-N7 |B1-N7",
        "B1-N7: railway \"Schweidnitz branch\" passes high mountain",
    )
    .check();
}

#[test]
fn rivers_that_end_nowhere() {
    let said =
        "B8-N4: river \"Neisse\" ends here; expected the sea, the map's edge, or the course of a river";
    let oder = "path = \"B8-N4 B8-N3 B7-N3 B7-N2 B6-N2 B6-N1 B5-N1 B4-N1 B4-N0\"\ncross = \"59638a45\"\nclass = \"f2 u7\"";
    let shorter =
        "path = \"B8-N3 B7-N3 B7-N2 B6-N2 B6-N1 B5-N1 B4-N1 B4-N0\"\ncross = \"9638a45\"\nclass = \"f1 u7\"";
    edit(oder, shorter, "B7-N4 |B8-N4\"", said).check();
    let said = "B4-N0: river \"Oder\" ends here without a mouth; expected one, such as S6, on the north side";
    edit("mouth = \"N6\"\n", "", "B4-N1 |B4-N0\"", said).check();
}

#[test]
fn rivers_that_end_on_one_another() {
    let said = "B4-N0: river \"Oder\" ends here";
    let ring = "\n[[river]]\nname = \"Ring\"\npath = \"B4-N0 B3-N0\"\ncross = \"5\"\nclass = \"f2\"\n\n[[river]]\nname = \"Back\"\npath = \"B3-N0 B3-N1 B4-N1\"\ncross = \"55\"\nclass = \"f3\"\n";
    let mut damage = edit("mouth = \"N6\"\n", "", "B4-N1 |B4-N0\"", said);
    damage.more = ring.into();
    damage.check();
}

#[test]
fn rivers_that_run_into_the_land_or_come_out_of_it() {
    let said = "B4-N0: river \"Oder\" runs into the east here, where B5-N0 is open; expected water or the map's edge";
    edit("mouth = \"N6\"", "mouth = \"E6\"", "mouth = |\"E6\"", said).check();
    let said = "A8-N8: river \"Elbe\" comes from the north here, where A8-N7 is mountain; expected water";
    edit("mouth = \"S7\"", "mouth = \"S7\"\nenters = \"N6\"", "enters = |\"N6\"", said).check();
}

#[test]
fn a_river_that_passes_a_square_twice() {
    let said = "B5-N5: river \"Neisse\" passes this square twice";
    edit(
        "B4-N6 B4-N5 B5-N5 B6-N5 B6-N4",
        "B4-N6 B4-N5 B5-N5 B5-N4 B5-N5 B6-N5 B6-N4",
        "B5-N4 |B5-N5 B6-N5",
        said,
    )
    .and("cross = \"4a6758\"\nclass = \"f7\"", "cross = \"4a556758\"\nclass = \"f9\"")
    .check();
}

#[test]
fn a_rail_bridge_where_the_river_is_not() {
    let said = "A0-N0: a rail bridge of river \"Elbe\", which does not pass";
    edit(
        "mouth = \"S7\"",
        "mouth = \"S7\"\nrail_bridges = [\"A8-P3\", \"A0-N0\"]",
        "\"A8-P3\", |\"A0-N0\"",
        said,
    )
    .check();
}

#[test]
fn railways_that_cross_a_river_they_may_not() {
    let said = "A8-P3: railway \"Northern State Railway\" does not get from the west edge to the east: an unbridgeable river bars it";
    edit("class = \"f4 u6\"", "class = \"f4 b6\"", "A7-P3 |A8-P3 A9-P3", said).check();
    let said = "A8-P3: railway \"Northern State Railway\" does not get from the west edge to the east: a river bars it whose rail_bridges do not name this square";
    edit("mouth = \"S7\"", "mouth = \"S7\"\nrail_bridges = [\"A8-P2\"]", "A7-P3 |A8-P3 A9-P3", said).check();
}

#[test]
fn railways_that_are_none() {
    let branch = "path = \"B2-N2 B2-N3 B2-N4\"";
    edit(
        branch,
        "path = \"B2-N2\"",
        "path = \"|B2-N2\"",
        "B2-N2: railway \"Schweidnitz branch\" has one square",
    )
    .check();
    let said = "B2-N2: railway \"Schweidnitz branch\" comes back the way it went";
    edit(branch, "path = \"B2-N2 B2-N3 B2-N2\"", "B2-N3 |B2-N2\"", said).check();
    let said = "B2-N2: railway \"Schweidnitz branch\" lies wholly on railway \"Lower Silesian Railway\"; expected track";
    edit(branch, "path = \"B2-N2 B1-N2 B0-N2\"", "path = \"|B2-N2 B1-N2 B0-N2\"", said).check();
}

#[test]
fn a_city_that_nobody_can_march_to() {
    let said = "B5-P2: nobody can march from the city Olmuetz to Goerlitz, on the same land; expected a way";
    edit("P1 .ff......ff.........", "P1 .ff......ff...MMM...", "at = |\"B5-P2\"", said)
        .and("P2 .ff...........%.....", "P2 .ff...........M.M...")
        .and("P3 .......h.........f..", "P3 .......h......MMMf..")
        .check();
}

#[test]
fn a_city_on_an_island_without_a_port() {
    let said = "B5-P2: the city Olmuetz can be reached neither by land nor by sea; expected another city";
    let island = |more: &str| {
        edit("P1 .ff......ff.........", "P1 .ff......ff...~~~...", "at = |\"B5-P2\"", said)
            .and("P2 .ff...........%.....", "P2 .ff...........~.~...")
            .and("P3 .......h.........f..", "P3 .......h......~~~f..")
            .and("P1 BBBBBBBBBBBBBBMMMMMM", "P1 BBBBBBBBBBBBBB~~~MMM")
            .and("P2 BBBBBBBBBBBBBBMMMMMM", "P2 BBBBBBBBBBBBBB~M~MMM")
            .and("P3 BBBBBBBBBBBBBBMMMMMM", "P3 BBBBBBBBBBBBBB~~~MMM")
            .and("tac = \"8-7\"", &format!("tac = \"8-7\"{more}"))
            .and(" B3-P3 B4-P3 B5-P3 B5-P2\"", " B3-P3\"")
    };
    island("").check();
    let ported = island("\nport = \"ocean\"");
    let text =
        ported.edits.iter().fold(DEMO.to_string(), |text, (right, wrong)| text.replacen(right, wrong, 1));
    let loaded = load(&text).unwrap();
    assert_eq!(all(&text, &loaded), []);
    let (_, words) = told(&text);
    assert!(words.contains("on land of its own, 1 square: Olmuetz"), "{words}");
}

#[test]
fn a_nation_of_one_kind_of_terrain() {
    let hills = DEMO.split("[layer.state]").next().unwrap();
    let rows = hills.split("rows = \"\"\"\n").nth(1).unwrap().split("\"\"\"").next().unwrap();
    let marked: Vec<String> =
        rows.lines().map(|row| format!("{} {}", &row[..2], row[3..].replace(['.', 'f', '%'], "h"))).collect();
    let text = DEMO.replacen(rows, &format!("{}\n", marked.join("\n")), 1);
    let findings = check(&text, &load(&text).unwrap());
    let found = &findings[0];
    assert_eq!(
        (found.at.as_str(), found.message.as_str()),
        ("Austria", "94 % of the nation is hills or forested hills; expected 90 % at most")
    );
    assert_eq!((found.line, found.column), place(&text, "|N0 hhhh"));
}

#[test]
fn a_nation_that_is_not_as_its_map_expects() {
    let expect =
        "\n[[expect]]\nof = \"Silesia\"\nterrain = [\"mountain\", \"high mountain\"]\npercent = [50, 100]\n";
    let damage = Damage {
        edits: Vec::new(),
        more: expect.into(),
        place: "of = |\"Silesia\"",
        said: "Silesia: 12 % of it is mountain or high mountain; expected 50 to 100 %",
    };
    damage.check();
}

#[test]
fn an_expectation_that_cannot_be_read() {
    let expect = |of: &str, terrain: &str, percent: &str| {
        let more = format!("\n[[expect]]\nof = {of}\nterrain = [{terrain}]\npercent = [{percent}]\n");
        load(&format!("{DEMO}{more}")).map(|_| ()).unwrap_err().to_string()
    };
    let line = |above: usize| DEMO.lines().count() + above;
    let wrong = expect("\"Tirol\"", "\"open\"", "0, 1");
    assert_eq!(
        wrong,
        format!("line {}, column 6: expected a nation or state of [states], found \"Tirol\"", line(3))
    );
    let wrong = expect("\"Silesia\"", "\"bog\"", "0, 1");
    assert!(
        wrong.starts_with(&format!("line {}, column 12: expected one of open, hills", line(4))),
        "{wrong}"
    );
    let wrong = expect("\"Silesia\"", "\"open\"", "60, 50");
    assert!(
        wrong.starts_with(&format!("line {}, column 11: expected the least and the", line(5))),
        "{wrong}"
    );
}

/// ROTD-EUWOL 2.3: facing squares agree, here for a river, a range, a railway and the shore.
#[test]
fn tactical_maps_that_do_not_join() {
    let said = "A9-N9: 8-14 is land, and 8-0 of A9-P0 beside it is river; expected the same on both sides of the south edge";
    draw("A9-N9", &[("8-14", '.')], None, "[tactical.|\"A9-N9\"]", said).check();
    let said = "A9-N7: 14-8 is land, and 0-8 of B0-N7 beside it is mountain range; expected the same on both sides of the east";
    draw("A9-N7", &[("14-8", '.')], None, "[tactical.|\"A9-N7\"]", said).check();
    let said = "A9-N9: 2-14 is land, and 2-0 of A9-P0 beside it is land with a railway; expected the same";
    let shorter = "\"3-9\", \"4-9\", \"5-9\", \"3-10\", \"2-11\", \"3-11\", \"2-12\", \"2-13\"";
    draw("A9-N9", &[], Some(shorter), "[tactical.|\"A9-N9\"]", said).check();
    let said = "B7-P5: 14-5 is land, and 0-5 of B8-P5 beside it is water; expected the same on both sides of the east edge (and one place more)";
    draw("B7-P5", &[("14-5", '.'), ("14-7", '.')], None, "[tactical.|\"B7-P5\"]", said).check();
    let said = "B7-P4: 14-6 is water, and 0-6 of B8-P4 beside it is land; expected the same on both sides of the east edge";
    draw("B7-P4", &[("14-6", 'w')], None, "[tactical.|\"B7-P4\"]", said).check();
}

#[test]
fn tactical_maps_that_contradict_each_other_at_a_corner() {
    let said = "B7-P4: at a corner 14-14 of B7-P4 is land, 0-14 of B8-P4 is water, 14-0 of B7-P5 is water, 0-0 of B8-P5 is water; expected all land or all water, and no line";
    draw("B7-P4", &[("14-14", '.')], None, "[tactical.|\"B7-P4\"]", said).check();
    let said = "A9-N9: at a corner 14-14 of A8-N8 is land, 0-14 of A9-N8 is land, 14-0 of A8-N9 is land, 0-0 of A9-N9 is river; expected";
    draw("A9-N9", &[("0-0", '~')], None, "[tactical.|\"A9-N9\"]", said).check();
    let said =
        "A0-N0: at a corner 14-0 of A0-N0 is water, 0-0 of A1-N0 is land; expected all land or all water";
    draw("A0-N0", &[("14-0", 'w')], None, "[tactical.|\"A0-N0\"]", said).check();
}

#[test]
fn a_line_over_an_edge_that_nothing_crosses() {
    let said = "B7-P5: 5-14 on the edge is river, and no river crosses the edge there";
    draw("B7-P5", &[("5-14", '~')], None, "[tactical.|\"B7-P5\"]", said).check();
    let said = "A9-N9: a river crosses the edge at 0-10, where its tactical map has none";
    draw("A9-N9", &[("0-10", '.')], None, "[tactical.|\"A9-N9\"]", said).check();
}

#[test]
fn a_river_that_is_interrupted_or_leaks() {
    let said = "A9-N9: river \"Elbe\" comes in at place 10 of the west edge and does not run on from there on the tactical map";
    draw("A9-N9", &[("2-10", '.')], None, "A8-N9 |A9-N9 A9-P0", said).check();
    let said = "A9-N9: its river runs from 4-11 to 5-12 by a corner only; expected a square beside both";
    draw("A9-N9", &[("5-11", '.')], None, "[tactical.|\"A9-N9\"]", said).check();
}

/// ROTD-EUWOL 1.3, 2.2.
#[test]
fn fords_bridges_and_passes_that_are_missing_or_too_many() {
    let said = "B4-N6: its river is fordable, and its tactical map has neither ford nor bridge";
    draw("B4-N6", &[("5-6", '~')], None, "[tactical.|\"B4-N6\"]", said).check();
    let said = "A8-P3: its tactical map has a ford, and none of its rivers is fordable";
    draw("A8-P3", &[("4-11", '=')], None, "[tactical.|\"A8-P3\"]", said).check();
    let said = "A8-P3: its tactical map has a railway bridge, and its river is unbridgeable";
    draw("A8-P3", &[], None, "[tactical.|\"A8-P3\"]", said)
        .and("class = \"f4 u6\"", "class = \"f4 b6\"")
        .check();
    let said = "A8-P3: its tactical map has a railway bridge, and its river's rail_bridges do not name it";
    draw("A8-P3", &[], None, "[tactical.|\"A8-P3\"]", said)
        .and("mouth = \"S7\"", "mouth = \"S7\"\nrail_bridges = [\"A8-P2\"]")
        .check();
    let said = "A9-N7: a mountain range runs through it, and its tactical map has no pass";
    draw("A9-N7", &[("4-4", '^'), ("5-4", '^')], None, "[tactical.|\"A9-N7\"]", said).check();
}

/// ROTD-EUWOL 12.2.
#[test]
fn track_where_no_train_can_run() {
    let said = "B2-N4: track crosses a mountain that is no pass at 7-3";
    draw("B2-N4", &[("7-3", '^')], None, "[tactical.|\"B2-N4\"]", said).check();
    let said = "B2-N4: track runs through water at 7-3";
    draw("B2-N4", &[("7-3", 'w')], None, "[tactical.|\"B2-N4\"]", said).check();
    let with_bridges = |bridges: &str, said: &'static str| {
        let mut damage = draw("A8-P3", &[], None, "[tactical.|\"A8-P3\"]", said);
        damage.more.push_str(&format!("bridges = [{bridges}]\n"));
        damage.check();
    };
    with_bridges("", "A8-P3: track crosses a river without a bridge at 6-6");
    with_bridges("\"6-6\", \"1-1\"", "A8-P3: a railway bridge at 1-1, where no track meets a river");
    let said = "A8-P3: railway \"Northern State Railway\" does not get from the west edge to the east: its tactical map has a gap";
    draw("A8-P3", &[], Some("\"0-9\", \"14-9\", \"1-9\""), "A7-P3 |A8-P3 A9-P3", said).check();
}

#[test]
fn a_middle_or_a_town_where_nobody_can_stand_or_come() {
    let said = "B2-N4: nobody can stand in the middle of its tactical map, 7-7: water";
    draw("B2-N4", &[("7-7", 'w')], None, "[tactical.|\"B2-N4\"]", said).check();
    let said = "B2-N4: 9-8 of Schweidnitz is open; expected town";
    draw("B2-N4", &[("9-8", '.')], None, "[tactical.|\"B2-N4\"]", said).check();
    let said = "B2-N4: nobody can get from 7-7, the middle of its tactical map, to the north edge";
    let wall: Vec<String> = (0..15).map(|col| format!("{col}-2")).collect();
    let wall: Vec<(&str, char)> = wall.iter().map(|tac| (tac.as_str(), '^')).collect();
    draw("B2-N4", &wall, None, "[tactical.|\"B2-N4\"]", said).check();
    let said = "B2-N4: the town of Schweidnitz at 9-8 can be reached from no edge";
    let ring = [("8-8", 'w'), ("10-8", 'w'), ("9-7", 'w'), ("9-9", 'w')];
    draw("B2-N4", &ring, None, "[tactical.|\"B2-N4\"]", said).check();
}

fn told(text: &str) -> (ExitCode, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("some.map.toml");
    std::fs::write(&file, text).unwrap();
    let mut out = Vec::new();
    let code = run(&Args { file: file.display().to_string() }, &mut out).unwrap();
    (code, String::from_utf8(out).unwrap())
}

#[test]
fn the_command_tells_what_a_map_holds_and_every_fault() {
    let mut out = Vec::new();
    let code = run(&Args { file: "demo".into() }, &mut out).unwrap();
    let words = String::from_utf8(out).unwrap();
    assert_eq!(code, ExitCode::SUCCESS, "{words}");
    assert!(
        words.contains("3 rivers in 25 squares, 4 railways in 41, 1 range in 17; 2 passes with a name"),
        "{words}"
    );
    assert!(
        words.contains("11 cities: 0 ocean ports, 3 river ports, 0 with a fort, 9 on a railway"),
        "{words}"
    );
    assert!(words.ends_with("no faults\n"), "{words}");
    let spoilt = DEMO.replacen("at = \"A4-N3\"", "at = \"A7-N7\"", 1);
    let (code, words) = told(&spoilt);
    assert_eq!(code, ExitCode::FAILURE);
    let (line, column) = place(&spoilt, "at = |\"A7-N7\"");
    let said = format!(
        "some.map.toml: line {line}, column {column}: A7-N7: the city Goerlitz stands in high mountain"
    );
    assert!(words.contains(&said), "{words}");
    let unreadable = DEMO.replacen("mouth = \"S7\"", "mouth = \"X7\"", 1).replacen("pop = 30", "pop = -1", 1);
    let (code, words) = told(&unreadable);
    assert_eq!(code, ExitCode::FAILURE);
    assert!(words.ends_with("1 fault; the rest is looked at when the file can be read\n"), "{words}");
    assert!(
        run(&Args { file: "moon".into() }, &mut Vec::new()).unwrap_err().to_string().contains("demo, euwol")
    );
}

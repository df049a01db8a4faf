//! Reports: what each player is told of a turn and shown of the position, as text and HTML. That nothing else ever
//! gets into them is `fog`'s matter.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::wishes::Wishes;
use fieldpost_grammar::letter::{Lexicon, read_letter};
use fieldpost_ground::square::TacticalSquare;
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::{Book, Marches, ROTD_EUWOL, Tactics};
use fieldpost_land::communications::settle;
use fieldpost_land::language;
use fieldpost_land::orders::{TurnOrders, UnitOrder, UnitOrders};
use fieldpost_land::scenario::{self, Scenario};
use fieldpost_land::sequence;
use fieldpost_land::state::LandState;
use fieldpost_land::turn::Outcome;
use fieldpost_land::unit::UnitId;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::Press;
use fieldpost_print::report::Report;
use fieldpost_print::shop::Shop;
use fieldpost_tell::{Theatre, first_position, turn_reports};

/// The demonstration, with its maps.
struct Stage {
    atlas: Arc<Atlas>,
    scenario_state: LandState,
    press: Press,
}

impl Stage {
    fn demo() -> Self {
        let Scenario { atlas, state, .. } = scenario::read(&scenario::demo()).unwrap();
        Stage { atlas: Arc::new(atlas), scenario_state: state, press: Press::new().unwrap() }
    }

    fn run(&self, state: LandState, marches: &[(&str, &str)]) -> Outcome {
        let grid = &self.atlas.map.grid;
        let units = marches.iter().map(|(unit, path)| {
            let path = path.split_whitespace().map(|name| Some(grid.parse(name).unwrap())).collect();
            (unit.parse::<UnitId>().unwrap(), UnitOrders::from_lines([UnitOrder::March(path)]))
        });
        let orders = TurnOrders { units: units.collect::<BTreeMap<_, _>>(), ..TurnOrders::default() };
        let book = &fieldpost_land::book::ROTD_EUWOL;
        sequence::run(&self.atlas, book, state, orders, 7, None)
    }

    /// The first turn: the corps before the pass marches into it from both sides.
    fn first_turn(&self) -> Outcome {
        let marches = [
            ("PR1IN", "A9-N7 A9-N8"),
            ("PR2IN", "A9-N7"),
            ("PR1LC", "A9-N7 A9-N8"),
            ("AU1IN", "A9-N7"),
            ("AU2IN", "A9-N7"),
            ("PR6IN", "B2-N7 B2-N8"),
            ("AU5IN", "B2-N8"),
        ];
        self.run(self.scenario_state.clone(), &marches)
    }

    fn player(&self, name: &str) -> PlayerNo {
        self.scenario_state.player_named(name).unwrap()
    }

    fn reports(&self, outcome: &Outcome, name: &str) -> [Report; 2] {
        let theatre = Theatre { atlas: &self.atlas, book: &ROTD_EUWOL };
        let shop = Shop::new(&self.press);
        let wishes = Wishes::default();
        let reports =
            turn_reports(theatre, outcome, self.player(name), &heading(name), &wishes, &shop).unwrap();
        reports.try_into().unwrap()
    }
}

/// What stands at the head of the demonstration's reports.
pub fn heading(player: &str) -> Heading {
    Heading {
        game: "bohemia".into(),
        title: "The passes of Bohemia".into(),
        player: player.into(),
        deadline_local: "Friday 7 August 2026, 20:00 (Europe/Vienna)".into(),
        deadline_utc: "Friday 7 August 2026, 18:00 UTC".into(),
        calendar: None,
        by_hand: Vec::new(),
        silence: Vec::new(),
    }
}

/// The line `needle` of a report's text, which must be there.
fn line<'a>(text: &'a str, needle: &str) -> &'a str {
    text.lines().find(|line| line.contains(needle)).unwrap_or_else(|| panic!("no {needle:?} in\n{text}"))
}

const NAMES: [&str; 4] = ["Moltke", "Steinmetz", "Benedek", "Gablenz"];

#[test]
fn no_line_of_a_report_is_wider_than_72_columns() {
    let stage = Stage::demo();
    let outcome = stage.first_turn();
    let mut lines = 0;
    for name in NAMES {
        let [events, position] = stage.reports(&outcome, name);
        let first = stage.first(name);
        for report in [events, position, first] {
            assert!(!report.printed.subject.contains('\n'));
            for line in report.printed.text.lines() {
                assert!(line.chars().count() <= 72, "{}: {line}", line.chars().count());
                lines += 1;
            }
        }
    }
    assert!(lines > 2_000, "{lines}");
}

/// Names stand behind ids, on cards, in the tables of battles and in the lines for orders, and the longest makes no line too wide.
#[test]
fn units_are_called_by_their_names() {
    let mut stage = Stage::demo();
    let name = |place: usize| format!("Wolkenstein-Trostb. {place:04}");
    let units: Vec<UnitId> = stage.scenario_state.units.keys().copied().collect();
    let names = units.iter().enumerate().map(|(place, unit)| (*unit, name(place)));
    stage.scenario_state.names.extend(names);
    let outcome = stage.first_turn();
    let called =
        |unit: &str| fieldpost_land::state::called(&stage.scenario_state.names, unit.parse().unwrap());
    for player in NAMES {
        let [events, position] = stage.reports(&outcome, player);
        for report in [&events, &position, &stage.first(player)] {
            let wide = report.printed.text.lines().find(|line| line.chars().count() > 72);
            assert_eq!(wide, None);
        }
    }
    let [_, position] = stage.reports(&outcome, "Benedek");
    let units = outcome.state.units_of(stage.player("Benedek")).map(|unit| called(&unit.id.to_string()));
    let words = position.printed.text.split_whitespace().collect::<Vec<_>>().join(" ");
    for unit in units {
        assert!(position.html.as_deref().unwrap().contains(&unit), "{unit}");
        assert!(words.contains(&unit), "{unit} in\n{}", position.printed.text);
    }
}

/// ROTD-EUWOL 4.4, 4.5: of an enemy's march only what was seen of it.
#[test]
fn a_march_is_told_whole_to_its_own_side_and_in_part_to_the_enemy() {
    let stage = Stage::demo();
    let outcome = stage.first_turn();
    let text = |name: &str| stage.reports(&outcome, name)[0].printed.text.clone();
    assert_eq!(line(&text("Moltke"), "- PR1IN"), "  - PR1IN marched from A9-N6 7-10 to A9-N7 7-3.");
    assert_eq!(line(&text("Gablenz"), "- PR1IN"), "  - PR1IN came to A9-N7 7-3.");
    assert!(text("Moltke").contains("STRATEGIC PHASE 1\n"));
    let blocked = text("Moltke").matches("PR1IN could not march on").count();
    assert_eq!(blocked, 1, "a step that fails again and again is told once");
    assert!(!text("Gablenz").contains("could not march on"));
}

/// A text without the margin below its titles.
fn flush(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line))).collect()
}

/// Words with one blank between them.
fn squeezed(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The report is short: a row a unit, and more of a unit only where something is out of the ordinary.
#[test]
fn a_unit_is_a_row_and_more_only_where_it_is_out_of_the_ordinary() {
    let mut stage = Stage::demo();
    let text = flush(&stage.first("Moltke").printed.text);
    let row = "PR1IN A9-N6 7-10 3,200 0 G 8 50 0 1 5 3(2)+1 4";
    assert!(text.lines().any(|line| squeezed(line) == row), "{text}");
    let units = text.lines().filter(|line| line.starts_with("PR"));
    let rows = units.filter(|line| line.contains("3(2)+1 4") || line.contains("4(3)+1"));
    assert_eq!(rows.count(), 15, "seven brigades and headquarters each, and a deputy's: {text}");
    assert!(!text.contains("OUT OF THE ORDINARY"), "{text}");
    let unit = stage.scenario_state.units.get_mut(&"PR1IN".parse().unwrap()).unwrap();
    (unit.prisoners, unit.stragglers) = (1, 2);
    let text = flush(&stage.first("Moltke").printed.text);
    assert!(
        text.contains(
            "PR1IN: infantry, A9-N6 7-10, 3 squares north of Josefstadt.\n  Away: 2 stragglers, 1 prisoner.\n"
        ),
        "{text}"
    );
}

/// ROTD-EUWOL 4.1, R-5.3: five squares about active units, no more.
#[test]
fn the_extract_reaches_five_squares_and_marks_river_rail_city_and_flags() {
    let stage = Stage::demo();
    let text = flush(&stage.first("Moltke").printed.text);
    let columns = text.lines().skip_while(|line| *line != "STRATEGIC MAP").nth(1).unwrap();
    assert_eq!(columns.split_whitespace().next(), Some("A4"), "five west of A9: {columns}");
    assert_eq!(columns.split_whitespace().last(), Some("B7"), "five east of B2");
    let row = |name: &str| {
        let map = text.lines().skip_while(|line| *line != "STRATEGIC MAP");
        map.skip(2).find(|line| line.starts_with(name)).unwrap().to_owned()
    };
    // Row N6: own units before the passes at A9 and B2, the river Neisse and Glatz at B4.
    let cell = |row: &str, place: usize| row.chars().skip(3 + place * 4).take(4).collect::<String>();
    assert_eq!(cell(&row("N6"), 5), "oh  ");
    assert_eq!(cell(&row("N6"), 10), " mR*");
    assert_eq!(cell(&row("N8"), 5), "xh  ");
    assert_eq!(cell(&row("N3"), 1), " . +");
    assert!(!text.contains("P4"), "six south of N6 and beyond is not shown");
}

#[test]
fn enemies_are_counted_about_and_friends_exactly() {
    let stage = Stage::demo();
    let text = flush(&stage.first("Moltke").printed.text);
    assert_eq!(line(&text, "A9-N6  own"), "A9-N6  own  Prussia: 3 units IC");
    let enemy = line(&text, "A9-N8  enemy");
    let words = ["brigade", "division", "corps"];
    assert!(words.iter().any(|word| enemy.contains(word)) && !enemy.contains("units"), "{enemy}");
    assert!(!text.contains("AU1IN"), "an enemy two squares off has no name: 4.2 is for the same square");
}

/// Rule 2.5, 4.2: on a tactical map with enemies the seen ones stand under their names.
#[test]
fn a_tactical_map_shows_ground_ratings_flags_and_names() {
    let stage = Stage::demo();
    let outcome = stage.first_turn();
    let text = flush(&stage.reports(&outcome, "Moltke")[1].printed.text);
    let sheet: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("A9-N7: ")).collect();
    assert_eq!(sheet[0], "A9-N7: hills, mountain range, Liebau pass");
    assert_eq!(sheet[1], "                       1 1 1 1 1                          1 1 1 1 1");
    assert_eq!(sheet[2], "   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4");
    let tactical = stage.atlas.sheet(stage.atlas.map.grid.parse("A9-N7").unwrap());
    for (row, line) in sheet[3..18].iter().enumerate() {
        let marks: String = line.chars().skip(3).step_by(2).take(15).collect();
        let expected: String = tactical.ground[row * 15..][..15].iter().map(|ground| ground.mark()).collect();
        assert_eq!(marks, expected, "{line}");
    }
    let below = |line: &str, place: usize| line.chars().nth(place);
    for (column, digit) in (38..68).step_by(2).zip("012345678901234".chars()) {
        assert_eq!(
            below(sheet[2], column),
            Some(digit),
            "the figures of both headers stand above their columns"
        );
        let square = TacticalSquare::new((column as u8 - 38) / 2, 0).unwrap();
        let rating = char::from_digit(tactical.rating[square.index()].into(), 10);
        assert_eq!(below(sheet[3], column), rating);
    }
    assert_eq!(sheet[6].chars().nth(3 + 7 * 2 + 1), Some('o'));
    assert_eq!(sheet[14].chars().nth(3 + 7 * 2 + 1), Some('x'));
    assert!(sheet.iter().any(|line| squeezed(line) == "7-11 open 1 enemy: AU1IN"), "{text}");
}

#[test]
fn the_order_template_can_be_sent_back_as_it_is() {
    let stage = Stage::demo();
    let state = &stage.scenario_state;
    let lexicon = Lexicon {
        pieces: state.units.keys().map(|unit| (*unit).into()).collect(),
        places: state.cities.keys().cloned().collect(),
        players: state.players.iter().map(|player| player.name.clone()).collect(),
        ..language::lexicon(&stage.atlas.map.grid)
    };
    for name in NAMES {
        let report = stage.first(name);
        assert!(report.printed.text.ends_with(&report.orders));
        assert!(report.orders.lines().all(|line| line.len() <= 72), "a wrapped comment would be an order");
        // Without a password nothing is guessed: the letter is answered with what is missing, and nothing else.
        let bare = read_letter(&report.orders, &lexicon);
        let missing: Vec<&str> = bare.complaints.iter().map(|complaint| complaint.why.as_str()).collect();
        assert_eq!(missing, ["The words of the password are missing."]);
        assert!(bare.password.is_none() && bare.credentials.is_empty());
        let filled = report.orders.replacen("\nPASSWORD\n", "\nPASSWORD correct horse\n", 1);
        let letter = read_letter(&filled, &lexicon);
        assert_eq!(letter.complaints, []);
        assert_eq!(letter.password.unwrap().expose(), "correct horse");
        assert!(letter.units.iter().all(|block| block.complaints.is_empty() && block.orders.is_empty()));
        assert_eq!(letter.game.unwrap().what, "bohemia");
        assert_eq!(letter.turn.unwrap().what, 1);
        assert_eq!(letter.player.unwrap().what, name);
        assert_eq!(letter.credentials.len(), 1);
        let number = stage.player(name);
        let commanded = state.seats.iter().filter(|(_, seat)| seat.commander == number).map(|(id, _)| *id);
        let blocks: BTreeSet<UnitId> =
            letter.units.iter().filter_map(|block| language::unit_of(&block.piece)).collect();
        assert_eq!(blocks, commanded.collect());
        let own: BTreeSet<UnitId> = state.units_of(number).map(|unit| unit.id).collect();
        let deputy = read_letter(&filled.replace("# UNIT", "UNIT"), &lexicon);
        assert_eq!(deputy.complaints, [], "with the first # away");
        assert_eq!(
            deputy.units.iter().filter_map(|block| language::unit_of(&block.piece)).collect::<BTreeSet<_>>(),
            own
        );
        assert!(deputy.units.iter().all(|block| block.complaints.is_empty() && block.password.is_none()));
    }
}

#[test]
fn the_order_template_names_units_by_square_with_what_they_can_do() {
    let stage = Stage::demo();
    let orders = stage.first("Moltke").orders;
    let squares: Vec<&str> = orders.lines().filter(|line| line.starts_with("# In ")).collect();
    assert_eq!(squares, ["# In A9-N5:", "# In A9-N6:", "# In B0-N4:", "# In B0-N6:"]);
    let block = "UNIT PR1LC\n\
        # at 8-12: 4 squares (3 with a supply, +1 forced); tactical 6 a phase\n\
        # without orders: SUPPORT 8-12 RADIUS 2, CARRY 1\n";
    assert!(orders.contains(block), "{orders}");
}

/// ROTD-EUWOL 11.1, 11.6: a unit without supply or communications is told why, of what its player can know.
#[test]
fn what_a_unit_lacks_is_told_with_its_cause() {
    let mut stage = Stage::demo();
    let place = |name: &str| stage.atlas.map.grid.parse(name).unwrap();
    let (far, near) = (place("A9-N0"), place("A9-N6"));
    let state = &mut stage.scenario_state;
    state.units.get_mut(&"PR1IN".parse::<UnitId>().unwrap()).unwrap().at = far;
    let tired = state.units.get_mut(&"PR2IN".parse::<UnitId>().unwrap()).unwrap();
    (tired.at, tired.fatigue) = (near, 9);
    state.depots.iter_mut().for_each(|depot| depot.supplies = 0);
    settle(&stage.atlas, &fieldpost_land::book::ROTD_EUWOL, state);
    let report = stage.first("Moltke");
    let text = report.printed.text.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "2(1)+1 4 *",
        "No supply: PR1CQ is 5 squares away (2 is the most), and no friendly city or depot is open to it here.",
        "No communications: PR1CQ is 5 squares away (2 is the most), and no friendly city is open to it here.",
        "Supply: nothing is left at its source.",
        "Tired (above 8): no tactical move while enemies are in its square.",
    ] {
        assert!(text.contains(words), "no {words:?} in {text}");
    }
    assert!(report.html.unwrap().contains("PR1CQ is 5 squares away"));
}

/// A page without its tags, which part words.
fn without_tags(html: &str) -> String {
    let behind = |part: &str| part.split_once('>').map_or(part, |(_, words)| words).to_owned();
    let body = html.split_once("<body").map_or(html, |(_, body)| body);
    body.split('<').map(behind).collect::<Vec<_>>().join(" ").replace("&quot;", "\"")
}

/// Both forms of a report explain their letters and words, once.
#[test]
fn flags_and_words_are_explained_once() {
    let stage = Stage::demo();
    // With pictures the letters of maps need no words: the pictures have a key of their own.
    let report = stage.first_as("Moltke", &Wishes { pictures: false, ..Wishes::default() });
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let page = report.enclosures.iter().find(|file| file.name == "position.html").unwrap();
    let page = without_tags(&String::from_utf8_lossy(&page.bytes));
    for text in [one_line(&report.printed.text), one_line(&page)] {
        for words in [
            "x enemies together with others, your own men or neutrals",
            "\"division\" 4 or 5",
            "the names on the map are certain",
            "what the words mean",
            "initiative: who moves first",
            "above 8 a unit makes no tactical move",
            "above 18 it does not march",
            "count only if the commander sends none",
            "copy the lines at the end of this report, or the attached orders.txt, into a new letter",
        ] {
            assert_eq!(text.matches(words).count(), 1, "{words:?}");
        }
    }
}

/// Units at one place: headquarters first, then by their ids.
#[test]
fn headquarters_stand_first_everywhere() {
    let mut stage = Stage::demo();
    let ids = ["PR1CQ", "PR1LC", "PR2IN"].map(|id| id.parse::<UnitId>().unwrap());
    let at = stage.atlas.map.grid.parse("A9-N6").unwrap();
    for id in ids {
        let unit = stage.scenario_state.units.get_mut(&id).unwrap();
        (unit.at, unit.tac) = (at, TacticalSquare::new(7, 10).unwrap());
    }
    let text = flush(&stage.first("Moltke").printed.text);
    assert!(text.contains("PR1CQ PR1IN PR1LC PR2IN\n"), "{text}");
    let rows: Vec<&str> =
        text.lines().filter(|line| line.contains(")+1 ")).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(rows[..4], ["PR1AQ", "PR1CQ", "PR1IN", "PR1LC"]);
}

#[test]
fn html_is_escaped_and_leans_on_nothing_outside_itself() {
    let mut stage = Stage::demo();
    let outcome = {
        stage.scenario_state.players[0].name = "Helmuth <script>alert('m')</script> & son".into();
        stage.first_turn()
    };
    let name = stage.scenario_state.players[0].name.clone();
    for report in stage.reports(&outcome, &name) {
        let html = report.html.unwrap();
        assert!(html.starts_with("<!DOCTYPE html>") && html.trim_end().ends_with("</html>"));
        assert!(!html.contains("<script") && html.contains("Helmuth &lt;script"), "{html}");
        let html = html.replace("src=\"cid:", "");
        for outside in ["http:", "https:", "src=", "url("] {
            assert!(!html.contains(outside), "{outside}");
        }
    }
}

impl Stage {
    fn first(&self, name: &str) -> Report {
        self.first_as(name, &Wishes::default())
    }

    fn first_as(&self, name: &str, wishes: &Wishes) -> Report {
        self.first_by(&ROTD_EUWOL, name, wishes)
    }

    fn first_by(&self, book: &'static Book, name: &str, wishes: &Wishes) -> Report {
        let state = &self.scenario_state;
        let theatre = Theatre { atlas: &self.atlas, book };
        let shop = Shop::new(&self.press);
        first_position(theatre, (state, 0), self.player(name), &heading(name), wishes, &shop).unwrap()
    }
}

#[test]
fn a_report_tells_the_numbers_of_the_book_that_its_game_is_played_by() {
    static STRICT: Book = Book {
        marches: Marches { fatigue: 11, ..ROTD_EUWOL.marches },
        tactics: Tactics { fatigue: 5, ..ROTD_EUWOL.tactics },
        ..ROTD_EUWOL
    };
    let mut stage = Stage::demo();
    let unit = stage.scenario_state.units.get_mut(&"PR1IN".parse().unwrap()).unwrap();
    unit.fatigue = 12;
    let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let by = |book| words(stage.first_by(book, "Moltke", &Wishes::default()).printed.text);
    let (usual, strict) = (by(&ROTD_EUWOL), by(&STRICT));
    assert!(usual.contains("above 18 it does not march") && !usual.contains("Tired (above 11)"), "{usual}");
    assert!(strict.contains("above 11 it does not march"), "{strict}");
    assert!(strict.contains("Tired (above 11): it does not march."), "{strict}");
}

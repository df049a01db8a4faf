//! The order language seen from outside: letters, complaints, and that no password is shown.

mod abnf;
mod aliases;
mod clauses;
mod commands;
mod hyphens;
mod land;
mod languages;
mod passwords;
mod plain_speech;
mod players;
mod press;
mod round;
mod sentences;
mod several;
mod suspects;

use fieldpost_campaign::rulebooks::read_scenario;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::wishes::{WORDS, Wish};
use fieldpost_games::RULEBOOKS;
use fieldpost_grammar::command::read_ga_letter;
use fieldpost_grammar::letter::{Account, Letter, Lexicon, MOST_COMPLAINTS, MOST_LINES, Site};
use fieldpost_grammar::{Head, Secret, Section, glance, read_letter, unrolled};
use fieldpost_ground::square::{Grid, StrategicSquare};
use fieldpost_land::language;
use fieldpost_land::orders::{OfficeOrder, Phases, Pursuit, UnitOrder, UnitOrders};
use proptest::prelude::*;

use land::{forms, is_ga_letter, looks_like_order_line, read_head, read_office_order, read_unit_orders};

/// The frame of the map of 1866.
fn grid() -> Grid {
    Grid { cols: 130, rows: 120, row_letters: "NPQRSTUVWXYZ".into() }
}

/// The same map with a few names.
fn lexicon() -> Lexicon {
    let names = |list: &[&str]| list.iter().map(|name| name.to_string()).collect::<Vec<_>>();
    Lexicon {
        pieces: ["AU3IN", "AU4IN", "AU1CQ", "PR12LC"].map(Piece::from).to_vec(),
        places: names(&["Ulm", "Linz", "Königgrätz", "Bad Homburg"]),
        sites: [("ulm", "E9-T9"), ("linz", "G8-U3"), ("koniggratz", "H4-S8"), ("badhomburg", "F2-T3")]
            .map(|(name, at)| (name.to_owned(), Site { at: at.to_owned(), within: "7-8".to_owned() }))
            .into(),
        players: names(&["benedek", "gablenz", "von Moltke"]),
        ..language::lexicon(&grid())
    }
}

fn unit(id: &str) -> Piece {
    id.into()
}

/// The canonical words of the orders of each block, and every complaint's reason with its nearest thing.
fn told(letter: &Letter) -> (Vec<String>, Vec<String>) {
    let blocks = letter.units.iter().map(|block| {
        let words = block.orders.iter().map(|order| &*order.words).collect::<Vec<_>>();
        format!("{}: {}", block.piece, words.join(" | "))
    });
    let complaints = letter.complaints.iter().chain(letter.units.iter().flat_map(|block| &block.complaints));
    let complaints = complaints.map(|said| match &said.nearest {
        Some(near) => format!("{} {} [{near}]", said.span.line, said.why),
        None => format!("{} {}", said.span.line, said.why),
    });
    (blocks.collect(), complaints.collect())
}

fn read(text: &str) -> Letter {
    read_letter(text, &lexicon())
}

#[test]
fn the_letter_of_the_contract_is_read() {
    let letter = read(
        "GAME bohemia-1866\nTURN 4\nPLAYER benedek\nPASSWORD correct horse battery\n\n\
         UNIT AU3IN\nMARCH H4-S1 H5-S1 . H6-S2\nEND\n",
    );
    assert_eq!(letter.game.as_ref().unwrap().what, "bohemia-1866");
    assert_eq!(letter.turn.as_ref().unwrap().what, 4);
    assert_eq!(letter.player.as_ref().unwrap().what, "benedek");
    assert_eq!(letter.password.as_ref().unwrap().expose(), "correct horse battery");
    assert_eq!(told(&letter), (vec!["AU3IN: MARCH H4-S1 H5-S1 . H6-S2".into()], vec![]));
    let [hidden] = letter.credentials[..] else { panic!("{:?}", letter.credentials) };
    assert_eq!((hidden.line, hidden.start, hidden.end), (4, 10, 31));
}

#[test]
fn every_example_of_the_table_is_read() {
    for form in forms() {
        let (above, below) = match form.section {
            Section::PRESS if form.example.starts_with("PRESS") => ("", "\nEND PRESS"),
            Section::LETTER | Section::ACCOUNT | Section::PRESS => ("", ""),
            section if section.word() == "OFFICES" => ("", ""),
            _ => ("UNIT AU3IN\n", "\nEND"),
        };
        let is_frame = ["NONE", "SAME AS AU3IN"].contains(&form.example);
        let above = if form.example == "NONE" { "UNIT AU3IN\n" } else { above };
        let same = "UNIT AU3IN\nWITHDRAW\nUNIT AU4IN\n";
        let above = if form.example.starts_with("SAME") { same } else { above };
        let letter = read(&format!("{above}{}{below}", form.example));
        assert_eq!(told(&letter).1, Vec::<String>::new(), "{}", form.example);
        if !above.is_empty() && !is_frame {
            assert_eq!(&*letter.units[0].orders[0].words, form.example);
        }
    }
}

#[test]
fn signs_blanks_and_case_do_not_matter() {
    for line in [
        "MARCH G4-V6 G5-V6",
        "march g4–v6, g5 — v6",
        "  March:\tG4 - V6  G5-V6.",
        "- MARCH G4V6 -> G5\u{2011}V6 # east",
    ] {
        let (orders, complaints) = read_unit_orders(line, &lexicon());
        assert_eq!(complaints, vec![], "{line}");
        assert_eq!(orders[0].words, "MARCH G4-V6 G5-V6", "{line}");
    }
}

#[test]
fn a_city_may_stand_wherever_a_square_may_with_and_without_accents() {
    for (line, words) in [
        ("MARCH bad Homburg", "MARCH F2-T3"),
        ("MARCH Königgrätz", "MARCH H4-S8"),
        ("MARCH Koeniggraetz", "MARCH H4-S8"),
        ("march koniggratz", "MARCH H4-S8"),
        ("MARCH H4-S7 to Königgrätz, Bad Homburg -> Ulm", "MARCH H4-S7 H4-S8 F2-T3 E9-T9"),
        ("MARCH Bad Homburg, ., Linz", "MARCH F2-T3 . G8-U3"),
        ("RAIL TO Linz VIA Ulm ENTRY 7-7", "RAIL TO G8-U3 VIA E9-T9 ENTRY 7-7"),
        ("DEPLOY AT Linz 7-11", "DEPLOY G8-U3 7-11"),
        ("CARRY 1 FROM DEPOT AT Linz", "CARRY 1 FROM G8-U3"),
        ("CARRY 1 FROM Koeniggraetz", "CARRY 1 FROM Königgrätz"),
        ("MOVE TO Bad Homburg PHASE 3", "MOVE F2-T3 7-8 PHASE 3"),
        ("MOVE F2-T3 at 9-9 VIA 9-8", "MOVE F2-T3 9-9 VIA 9-8"),
        ("SUPPORT Koeniggraetz RADIUS 3", "SUPPORT H4-S8 7-8 RADIUS 3"),
        ("INTERCEPT AT Linz RADIUS 1 PHASES 2-3", "INTERCEPT G8-U3 7-8 RADIUS 1 PHASES 2-3"),
    ] {
        let (orders, complaints) = read_unit_orders(line, &lexicon());
        assert_eq!(complaints, vec![], "{line}");
        assert_eq!(orders[0].words, words, "{line}");
    }
    let read = read_office_order("PLACE DEPOT AT Linz 7-7", &lexicon()).unwrap();
    assert_eq!(read.words, "PLACE DEPOT G8-U3 7-7");
    let (_, complaints) = told(&read_one("MARCH Lintz"));
    assert!(complaints[0].contains("Expected a strategic square such as H4-S1"), "{complaints:?}");
    let (_, complaints) = told(&read_one("BOMBARD Linz"));
    let why = "Expected a tactical square such as 7-11; Linz is the square 7-8 on the map of G8-U3.";
    assert_eq!(complaints, [format!("2 BOMBARD: {why} [7-8]")]);
}

fn read_one(line: &str) -> Letter {
    read(&format!("UNIT AU3IN\n{line}\nEND"))
}

/// No two cities of a map that comes with the program are one without their accents.
#[test]
fn cities_of_one_map_are_told_apart_without_accents() {
    for name in RULEBOOKS.scenario_names() {
        let texts = RULEBOOKS.scenario(name).unwrap();
        let book = RULEBOOKS.of_scenario(&texts).unwrap().name;
        if fieldpost_campaign::RULEBOOKS.iter().all(|campaign| campaign.name != book) {
            continue;
        }
        let scenario = read_scenario(&texts).unwrap();
        let map = &scenario.atlas.map;
        let sites = language::lexicon_of(map).sites;
        let own = |at: StrategicSquare| sites.values().filter(|site| site.at == map.grid.label(at)).count();
        // A name with its state behind it may stand twice.
        let names = |at: StrategicSquare| map.cities.iter().filter(|city| city.at == at).count();
        for city in &map.cities {
            assert!((names(city.at)..=2 * names(city.at)).contains(&own(city.at)), "{name}: {}", city.name);
        }
    }
}

#[test]
fn phases_are_read_in_all_their_ways() {
    for (line, words) in [
        ("ENGAGE", "ENGAGE"),
        ("ENGAGE PHASES 1-4", "ENGAGE"),
        ("ENGAGE PHASES 2 - 4", "ENGAGE PHASES 2-4"),
        ("ENGAGE IN PHASES 2 TO 4", "ENGAGE PHASES 2-4"),
        ("ENGAGE PHASES 2", "ENGAGE PHASE 2"),
        ("ENGAGE PHASE 2", "ENGAGE PHASE 2"),
        ("SUPPORT 7-7 RADIUS 2 PHASE 3", "SUPPORT 7-7 RADIUS 2 PHASE 3"),
        ("MOVE 7-7 PHASE 3", "MOVE 7-7 PHASE 3"),
        ("MOVE to the nearest ford", "MOVE NEAREST FORD"),
    ] {
        let (orders, complaints) = read_unit_orders(line, &lexicon());
        assert_eq!(complaints, vec![], "{line}");
        assert_eq!(orders[0].words, words, "{line}");
    }
}

#[test]
fn a_bad_line_costs_that_line_and_says_what_would_be_right() {
    for (line, complaint) in [
        ("MRACH H4-S1 H5-S1", "\"MRACH\" is not an order. [MARCH H4-S1 H5-S1]"),
        (
            "MARCH H4-S1 H5-O1",
            "MARCH: There is no square H5-O1 on this map: columns run from A0 to M9, rows from N0 to Z9 (no row has the letter O). [H5-S1]",
        ),
        ("MARCH H4-S1 ENTRY 5-5", "\"ENTRY\" begins an order of its own; write each on its own line."),
        ("MARCH H4-S1 quickly", "MARCH: expected nothing more, found \"quickly\"."),
        ("xyzzy 7", "\"xyzzy\" is not an order. []"),
        (
            "MARCH HO-S1",
            "MARCH: Expected a strategic square such as H4-S1 or a city, found \"HO-S1\". [H0-S1]",
        ),
        (
            "MARCH A0-N0 A0-N1 . A0-N3 A0-N4 A0-N5 A0-N6",
            "MARCH: A march has at most 6 boxes, one for each phase of strategic movement; a dot counts as one too. Here are more, so that no part of this line counts. [MARCH A0-N0 A0-N1 . A0-N3 A0-N4 A0-N5]",
        ),
        (
            "ENTRY 15-3",
            "ENTRY: There is no tactical square 15-3: they run from 0-0 to 14-14. It is written: ENTRY c-r. []",
        ),
        ("ENTRY 5,3", "ENTRY: Expected a tactical square such as 7-11, found \"5,3\". [5-3]"),
        (
            "SUPPORT 7-7",
            "SUPPORT: expected RADIUS and a number of squares, such as RADIUS 2, but the line ends.",
        ),
        ("SUPPORT 7-7 RADIUS 15", "SUPPORT: Expected a number of squares from 0 to 14, found 15. [14]"),
        ("ENGAGE PHASES 4-2", "ENGAGE: Phases 4-2 run backwards. [PHASES 2-4]"),
        ("ENGAGE PHASES 2-6", "ENGAGE: Expected a tactical phase from 1 to 5, found 6. [5]"),
        (
            "CARRY 1 FROM Lins",
            "CARRY: Expected a city, or the strategic square of a depot or cache, found \"Lins\", which is none on this map. [Linz]",
        ),
        ("CARRY 13", "CARRY: Expected a level of supply from 0 to 12, found 13. [12]"),
        ("MERGE INTO AU4IM", "MERGE INTO: AU4IM is no unit: IM is no type of unit. [AU4IN]"),
        ("MERGE INTO AU5IN", "MERGE INTO: There is no unit AU5IN in this game. [AU3IN]"),
        ("WITHDRAW quickly", "WITHDRAW: expected nothing more, found \"quickly\"."),
        ("HALT ON DETECTOIN", "\"HALT ON DETECTOIN\" is not an order. [HALT ON DETECTION]"),
    ] {
        let (orders, complaints) = read_unit_orders(&format!("{line}\nPURSUE"), &lexicon());
        assert_eq!(orders.len(), 1, "{line}");
        let near = complaints[0].nearest.clone().unwrap_or_default();
        let said = format!("{} [{near}]", complaints[0].why);
        assert!(said.starts_with(complaint), "{line}\n  {said}\n  {complaint}");
        assert_eq!(complaints[0].line, line);
    }
}

#[test]
fn blocks_end_where_the_contract_says() {
    let letter = read(
        "UNIT AU3IN\nWITHDRAW\nUNIT AU4IN\nORDERS NONE\nAU1CQ\nCARRY 12 FROM koniggratz\n\
         ASSIGN AU3IN TO Von Moltke DEPUTY benedek\nPURSUE\nSTATUS",
    );
    let (blocks, complaints) = told(&letter);
    assert_eq!(blocks, ["AU3IN: WITHDRAW", "AU4IN: ", "AU1CQ: CARRY 12 FROM Königgrätz"]);
    assert!(letter.units[1].none && letter.units[1].says_something());
    assert_eq!(&*letter.offices[0].words, "ASSIGN AU3IN TO von Moltke DEPUTY benedek");
    assert_eq!(letter.accounts[0].what, Account::Status);
    assert_eq!(complaints.len(), 1, "{complaints:?}");
    assert!(complaints[0].starts_with("8 This order stands under no unit."));
}

#[test]
fn a_block_in_which_nothing_can_be_read_says_nothing() {
    let letter = read("UNIT AU3IN\nMARCH nowhere at all 7\nEND");
    let block = &letter.units[0];
    assert!(block.orders.is_empty() && !block.complaints.is_empty() && !block.says_something());
}

#[test]
fn orders_under_a_wrong_id_are_given_to_nobody() {
    let letter = read("UNIT AU4IN\nWITHDRAW\nUNIT AU33IN\nPURSUE\nEND");
    let (blocks, complaints) = told(&letter);
    assert_eq!(blocks, ["AU4IN: WITHDRAW"]);
    assert_eq!(
        complaints,
        ["3 There is no unit AU33IN in this game. The orders under it were not taken. [AU3IN]"]
    );
}

#[test]
fn the_head_alone_can_be_read() {
    let head =
        read_head("Dear GM,\nGAME bohemia-1866 TURN 4\nUNIT AU3IN\nMARCH H4-S1\nPLAYER benedek\nPASSWORD a");
    assert_eq!((head.game.unwrap().as_str(), head.player.unwrap().as_str()), ("bohemia-1866", "benedek"));
    assert!(head.has_password && !head.is_ga);
    // A password below an order is the letter's; whether it is an order only the names of the game can tell.
    for (text, has_password) in [
        ("PASSWORD a\nUNIT AU3IN\n", true),
        ("PASSWORD\na b c\nUNIT AU3IN\n", true),
        ("UNIT AU3IN\nPASSWORD a\n", false),
        ("UNIT AU3IN: CARRY 1 FROM Nowhere\nPASSWORD a\n", false),
        ("UNIT AU3IN\nEND\nPASSWORD a\n", true),
        ("PRESS TO benedek\nPASSWORD a\nEND PRESS\n", false),
    ] {
        assert_eq!(read_head(text).has_password, has_password, "{text}");
    }
    let head = read_head("GA bruno, GAME beta\nPASSWORD a\nTELL benedek\nGAME alpha\nEND\n");
    assert_eq!((head.game.as_deref(), head.has_password, head.is_ga), (Some("beta"), true, true));
    // Words of a password are no head, and neither is what names a game only in passing.
    assert_eq!(read_head("PASSWORD\ngame of the seven iron thrones\n").game, None);
    assert_eq!(
        glance("GAME beta\nPLAYER benedek\n"),
        Head { has_password: false, ..read_head("GAME beta\nPLAYER benedek\n") }
    );
}

proptest! {
    /// The game is chosen by the head before the letter is read by that game's names: the two must never disagree.
    #[test]
    fn a_head_says_what_its_letter_says_by_the_names_of_any_game(
        lines in prop::collection::vec(prop::sample::select(LINES), 0..14),
        knows in any::<bool>(),
    ) {
        // The exception that `read_head` names: only the map tells a place that goes on an order from other words.
        let heads = ["TURN", "GAME", "PLAYER", "PASSWORD"];
        let is_head = |line: &&str| heads.iter().any(|word| line.to_uppercase().contains(word));
        let place = lines.iter().position(|line| *line == "H5-S1");
        let is_between = place.is_some_and(|at| lines[..at].iter().any(is_head) && lines[at..].iter().any(is_head));
        prop_assume!(!knows || !is_between);
        let text = lines.join("\n");
        let lexicon = if knows { lexicon() } else { Lexicon::of(&language::LANGUAGE) };
        let head = read_head(&text);
        let (game, has_password) = if is_ga_letter(&text) {
            let letter = read_ga_letter(&text, &lexicon);
            prop_assert_eq!(head.has_password, letter.password.is_some(), "{}", text);
            (letter.game, letter.password.is_some())
        } else {
            let letter = read_letter(&text, &lexicon);
            (letter.game, letter.password.is_some())
        };
        prop_assert_eq!(&head.game, &game.map(|read| read.what), "{}", text);
        prop_assert!(has_password || !head.has_password, "{}", text);
    }
}

#[test]
fn greetings_and_names_are_no_mistakes() {
    let letter = read(
        "Dear GM,\nhere are my orders for turn 4:\n\nUNIT AU3IN\nWITHDRAW\n\nThanks and best regards,\nTom Smith\nCaptain, retired\n",
    );
    assert_eq!(told(&letter).1, Vec::<String>::new());
    assert_eq!(letter.remarks.len(), 5);
    let letter = read("UNIT AU3IN\nWITHDRAW\nthe cavalry should stay back\n");
    assert_eq!(told(&letter).1.len(), 1);
}

#[test]
fn the_same_order_twice_is_told() {
    let letter = read("UNIT AU3IN\nMARCH H4-S1\nMARCH H5-S1");
    let (blocks, complaints) = told(&letter);
    assert_eq!(blocks, ["AU3IN: MARCH H5-S1"]);
    assert_eq!(
        complaints,
        [
            "3 This was understood, but it is given twice for the unit; this later one counts, not MARCH H4-S1 above."
        ]
    );
}

#[test]
fn cancel_orders_under_a_unit_is_not_guessed() {
    let letter = read("UNIT AU3IN\nCANCEL ORDERS");
    assert_eq!(letter.accounts, vec![]);
    assert_eq!(told(&letter).1.len(), 1);
    let letter = read("CANCEL ORDERS AU3IN, au4in and AU1CQ.");
    assert_eq!(
        letter.accounts[0].what,
        Account::CancelOrders(vec![unit("AU3IN"), unit("AU4IN"), unit("AU1CQ")])
    );
    let letter = read("CANCEL ORDERS AU3IN, # both of them\n  AU4IN,\nand AU1CQ\nUNIT AU3IN\nWITHDRAW");
    let what = Account::CancelOrders(vec![unit("AU3IN"), unit("AU4IN"), unit("AU1CQ")]);
    assert_eq!((&letter.accounts[0].what, letter.accounts.len()), (&what, 1), "{letter:?}");
    assert_eq!(told(&letter), (vec!["AU3IN: WITHDRAW".into()], vec![]), "a heading below it is a heading");
}

#[test]
fn account_words_are_read() {
    for (line, what) in [
        ("HELP", Account::Help(None)),
        ("help march.", Account::Help(Some("march".into()))),
        ("Send report of turn 3", Account::SendReport(Some(3))),
        ("SEND REPORT", Account::SendReport(None)),
        ("CHECK", Account::Check),
        ("TEST", Account::Test),
        ("CONFIRM ab-12", Account::Confirm("ab-12".into())),
        ("SET REPORTS text only", Account::SetReports(vec![Wish::Text])),
        (
            "set report: no pictures, zipped and ONE MAIL.",
            Account::SetReports(vec![Wish::NoPictures, Wish::Zipped, Wish::OneMail]),
        ),
    ] {
        let letter = read(line);
        assert_eq!(told(&letter).1, Vec::<String>::new(), "{line}");
        assert_eq!(letter.accounts[0].what, what, "{line}");
    }
    let letter = read("NEW PASSWORD staple horse");
    let Account::NewPassword(secret) = &letter.accounts[0].what else { panic!("{letter:?}") };
    assert_eq!(secret.expose(), "staple horse");
    assert_eq!(letter.accounts[0].words, "NEW PASSWORD (hidden)");
}

#[test]
fn a_wish_for_reports_that_is_none_is_answered_with_its_place_the_nearest_and_all_there_are() {
    let letter = read("SET REPORTS zipped, no pictres");
    assert_eq!(letter.accounts, vec![]);
    let complaint = &letter.complaints[0];
    assert_eq!(complaint.span.start, 21, "{complaint:?}");
    assert_eq!(complaint.nearest.as_deref(), Some("SET REPORTS NO PICTURES"));
    for (_, words) in WORDS {
        assert!(complaint.why.contains(words[0]), "{}: {}", words[0], complaint.why);
    }
    assert_eq!(read("SET REPORTS").complaints.len(), 1);
}

#[test]
fn a_second_order_on_a_line_is_complained_of_and_never_lost() {
    for (line, second) in [
        ("MARCH H4-S1 CARRY 1", "CARRY"),
        ("ENTRY 3-3 CARRY 1", "CARRY"),
        ("CARRY 1 LINE SECOND", "LINE"),
        ("MARCH H4-S1. DEFEND DEFEND", "DEFEND"),
    ] {
        let letter = read(&format!("UNIT AU3IN\n{line}"));
        let complaints = &letter.units[0].complaints;
        assert_eq!(complaints.len(), 1, "{line}: {letter:?}");
        assert!(complaints[0].why.contains("write each on its own line"), "{line}: {}", complaints[0].why);
        let start = line.find(second).unwrap() as u32 + 1;
        assert_eq!(complaints[0].span.start, start, "{line}");
    }
}

#[test]
fn office_orders_are_read_alone() {
    let order = read_office_order("MOVE SUPPLIES 20 FROM Bad Homburg TO depot at H4-S1", &lexicon()).unwrap();
    assert_eq!(order.words, "MOVE SUPPLIES 20 FROM Bad Homburg TO H4-S1");
    assert!(read_office_order("MARCH H4-S1", &lexicon()).is_err());
    assert!(read_office_order("", &lexicon()).is_err());
    let inactivate = read_office_order("INACTIVATE AU3IN", &lexicon()).unwrap();
    assert_eq!(inactivate.what, OfficeOrder::Inactivate("AU3IN".parse().unwrap()));
}

#[test]
fn lines_fold_into_a_units_orders() {
    let text = "MARCH A0-N0 . A1-N1\nPURSUE 2\nENGAGE PHASE 5\nNO SUPPORT\nLINE rear\nDEFEND LAST-DITCH";
    let (orders, complaints) = read_unit_orders(text, &lexicon());
    assert_eq!(complaints, vec![]);
    let folded = UnitOrders::from_lines(orders.into_iter().map(|read| read.what));
    assert_eq!(folded.path.len(), 3);
    assert_eq!(folded.pursue, Some(Pursuit::AtMost(2)));
    assert_eq!(folded.engage, Some(Phases { first: 5, last: 5 }));
    assert_eq!(folded.support, None);
}

#[test]
fn with_no_names_known_any_well_formed_name_is_taken() {
    let lexicon = Lexicon { grid: lexicon().grid, ..Lexicon::of(&language::LANGUAGE) };
    let (orders, complaints) = read_unit_orders("CARRY 2 FROM Neu  Ulm\nMERGE INTO FR77IN", &lexicon);
    assert_eq!(complaints, vec![]);
    assert_eq!(orders[0].words, "CARRY 2 FROM Neu Ulm");
    assert_eq!(orders[1].what, UnitOrder::MergeInto("FR77IN".parse().unwrap()));
}

#[test]
fn a_long_letter_is_bounded() {
    let text = "UNIT AU3IN\nnonsense 7 here\n".repeat(3 * MOST_LINES)
        + "UNIT AU3IN secret words\nPASSWORD more words\n";
    let letter = read(&text);
    let complaints = told(&letter).1.len();
    assert!(complaints <= MOST_COMPLAINTS, "{complaints}");
    assert!(letter.more_complaints > 0);
    assert!(letter.units.len() <= MOST_LINES);
    assert_eq!(letter.credentials.len(), 2);
    let wide = format!("UNIT AU3IN\nMARCH {}\n{}", "H4-S1 ".repeat(40_000), "é–".repeat(40_000));
    assert_eq!(told(&read(&wide)).1.len(), 2);
}

#[test]
fn order_lines_are_told_from_prose() {
    for line in [
        "GAME bohemia",
        "password x",
        "UNIT AU3IN",
        "au3in",
        "END",
        " MARCH G4–V6",
        "STATUS",
        "- WITHDRAW",
        "SUPPORT 7-7",
    ] {
        assert!(looks_like_order_line(line), "{line}");
    }
    for line in [
        "",
        "Dear sir,",
        "I support the team",
        "Attack at dawn!",
        "--",
        "Game on, everybody in the house!",
        "Regards",
    ] {
        assert!(!looks_like_order_line(line), "{line}");
    }
}

#[test]
fn a_heading_that_cannot_be_read_ends_the_block_above_it() {
    let letter = read("UNIT AU3IN\nWITHDRAW\n8th corps\nMARCH H5-S1\nEND\n");
    assert_eq!(told(&letter).0, ["AU3IN: WITHDRAW"]);
    assert!(told(&letter).1[0].contains("The orders under it were not taken."), "{:?}", told(&letter).1);
}

#[test]
fn a_telephone_number_below_the_orders_is_no_order_and_a_square_is_looked_at() {
    let below = |line: &str| told(&read(&format!("UNIT AU3IN\nWITHDRAW\nEND\n{line}\n"))).1;
    assert_eq!(below("Tel. 0351 44 12 18"), Vec::<String>::new());
    assert!(!below("march at 6").is_empty() && !below("to H5-S1").is_empty());
}

const LINES: &[&str] = &[
    "GAME alpha",
    "game: beta, turn 4",
    "GAME",
    "GAME of the seven iron thrones",
    "TURN 4",
    "PLAYER benedek",
    "GA",
    "GA bruno",
    "GA bruno, GAME beta",
    "GM,",
    "PASSWORD",
    "PASSWORD a b",
    "PASSWORD a b GAME beta",
    "NEW PASSWORD c d e",
    "UNIT AU3IN",
    "UNIT AU3IN pw",
    "UNIT AU3IN MARCH H4-S1",
    "UNIT AU3IN: CARRY 1 FROM Nowhere",
    "UNIT AU3IN: MARCH Z9-Z9,",
    "UNIT",
    "AU3IN",
    "MARCH H4-S1",
    "MARCH Q4-S1,",
    "H5-S1",
    "END",
    "NONE",
    "ATTACK SKIRMISH",
    "PRESS TO benedek",
    "PRESS TO gablenz",
    "END PRESS",
    "PRESS TO ALL",
    "HELP",
    "CONFIRM x",
    "ADD SUPPLIES 3 TO Ulm",
    "SHOW UNIT AU3IN",
    "TELL benedek",
    "TELL nobody: GAME alpha",
    "BROADCAST",
    "OPEN x",
    "SET CITY Ulm CONTROL AU",
    "Dear GM, the game is on",
    "",
    "---",
    "Yours, B.",
];

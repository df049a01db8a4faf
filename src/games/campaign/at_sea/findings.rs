//! What players of ships found who had nothing but mail: each was seen to fail.

use crate::at_sea::hosted::{book, opened};
use crate::fleet::Fleet;
use fieldpost_desk::trial::told::lines;
use fieldpost_door::{Board, Written};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Nobody;
use fieldpost_grammar::letter::Letter;
use fieldpost_grammar::{help, read_letter};
use fieldpost_print::layout;

fn number(board: &dyn Board, name: &str) -> PlayerNo {
    let place = board.players().iter().position(|player| player.name == name).unwrap();
    PlayerNo(place as u16)
}

fn letter(board: &dyn Board, body: &str) -> Letter {
    read_letter(&format!("PLAYER Marston\nPASSWORD fortress\n{body}"), &board.lexicon())
}

/// What the receipt of a letter foresees of a ship: her course, then her warnings.
fn foreseen(name: &str, body: &str, ship: &str) -> Vec<String> {
    foreseen_on(&*opened().board.with(7), name, body, ship)
}

fn foreseen_on(board: &dyn Board, name: &str, body: &str, ship: &str) -> Vec<String> {
    let letter = letter(board, &format!("{body}END\n"));
    assert_eq!(letter.complaints, [], "{body}");
    let told = board.foresee(number(board, name), &book(board, &[(name, &letter)]));
    let outlook = &told.pieces[&Piece::from(ship)];
    std::iter::once(outlook.course.clone()).chain(lines(&outlook.said)).collect()
}

#[test]
fn ships_and_waters_are_read_by_their_names() {
    let board = opened().board.with(7);
    let read = letter(
        &*board,
        "SHIP Monitor\nCOAST Lower Chesapeake coastal waters AFTER 1\nSHIP Mount Vernon (US1GB)\nATTACH TO monitor\nEND\n",
    );
    assert_eq!(read.complaints, []);
    let words: Vec<String> = read
        .units
        .iter()
        .flat_map(|block| {
            block.orders.iter().map(move |line| format!("{} {}", block.piece.as_str(), line.words))
        })
        .collect();
    assert_eq!(words, ["US1IC COAST LCHE AFTER 1", "US1GB ATTACH TO US1IC"]);
    let wrong = letter(&*board, "SHIP US1IC\nSAIL Lower Chesapeake\nCOAST MAC\nEND\n");
    let [sail, coast] = &wrong.units[0].complaints[..] else { panic!("{wrong:?}") };
    assert!(sail.why.ends_with("are coastal waters and no sea area."), "{sail:?}");
    assert_eq!(sail.nearest.as_deref(), Some("COAST LCHE"));
    assert!(coast.why.ends_with("is a sea area and no coastal waters."), "{coast:?}");
    assert_eq!(coast.nearest.as_deref(), Some("SAIL MAC"));
}

#[test]
fn several_ships_are_named_in_one_line() {
    let board = opened().board.with(7);
    let read = letter(&*board, "SHIP Congress, Mount Vernon and St. Lawrence\nBATTLE EVADE\nEND\n");
    assert_eq!(read.complaints, []);
    let ids: Vec<String> = read.units.iter().map(|block| block.piece.to_string()).collect();
    assert_eq!(ids, ["US1FR", "US1GB", "US4FR"]);
    assert!(read.credentials.len() == 1, "the password alone is hidden: {:?}", read.credentials);
}

#[test]
fn a_word_of_history_books_is_answered_with_the_order_that_does_it() {
    let board = opened().board.with(7);
    let read = letter(&*board, "SHIP US1FR\nBLOCKADE Norfolk\nMARCH K4-T9\nEND\n");
    let why: Vec<&str> = read.units[0].complaints.iter().map(|fault| fault.why.as_str()).collect();
    assert!(why[0].contains("HELP BLOCKADE"), "{why:?}");
    assert!(why[1].contains("order for a unit; US1FR is a ship"), "{why:?}");
}

/// Issue 38: phases that run backwards are told to who writes them, at sea as on land; what a record has of them is read as it was.
#[test]
fn phases_that_run_backwards_are_told() {
    let board = opened().board.with(7);
    let piece = Piece::from("US1GB");
    let refused = |line: &str| {
        let read = letter(&*board, &format!("SHIP US1GB\n{line}\nEND\n"));
        assert_eq!(read.units[0].complaints, [], "{line}");
        board.refuses(Written {
            by: PlayerNo(2),
            piece: &piece,
            lines: &read.units[0].orders,
            seats: &Nobody,
        })
    };
    let found = refused("SUPPORT 10-5 RADIUS 2 PHASES 3-1");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].why, "Phases 3-1 run backwards.");
    assert_eq!(found[0].nearest.as_deref(), Some("SUPPORT 10-5 RADIUS 2 PHASES 1-3"));
    assert_eq!(refused("SUPPORT 10-5 RADIUS 2 PHASES 1-3"), []);
}

/// Issue 38: a yard works on ships in its port. Of one elsewhere whose engines mend by themselves no turn tells a refusal.
#[test]
fn a_repair_where_she_does_not_lie_is_told_in_the_receipt() {
    let board = opened().board.with(7);
    let told = |words: &str| {
        let read = read_letter(&format!("PLAYER Marston\n{words}\n"), &board.lexicon());
        assert_eq!(read.complaints, [], "{words}");
        let offices: Vec<_> = read.offices.into_iter().map(|line| (PlayerNo(2), line)).collect();
        board.result_of_office(&offices)
    };
    let away = told("REPAIR US1FR US3FR AT Hampton").unwrap();
    assert!(
        away.starts_with(
            "Congress (US1FR) lies in LCHE: the yard of Hampton works on ships in its port alone"
        ),
        "{away}"
    );
    assert_eq!(told("REPAIR US3FR AT Hampton"), None, "she lies there");
}

/// Issue 38: receipts call ships by their names.
#[test]
fn a_ship_is_called_by_her_name() {
    let board = opened().board.with(7);
    assert_eq!(board.called(&Piece::from("US1IC")).as_deref(), Some("Monitor (US1IC)"));
    assert_eq!(board.called(&Piece::from("US1TR")), None, "a transport group has no name");
}

#[test]
fn nobody_lands_elsewhere_than_where_he_was_ordered() {
    let board = edited(&["MOVE SHIP US1TR Hampton", "MOVE UNIT US3IN K4-U0 10-4"]);
    let loads = letter(&*board, "SHIP US1TR\nLOAD US3IN\nEND\n");
    let next = board.run(&book(&*board, &[("Wool", &loads)])).board();
    let lands = letter(&*next, "SHIP US1TR\nUNLOAD US3IN AT K3-T8 13-13\nEND\n");
    let ran = next.run(&book(&*next, &[("Wool", &lands)]));
    let [told, position] = read_by(&*ran, &*next, "Wool");
    assert!(told.contains("K3-T8 is not landed on from there"), "{told}");
    assert!(
        position.contains("US3IN: 2600 men") && position.contains("aboard US1TR in Hampton"),
        "{position}"
    );
}

/// Issue 35, 6: who comes ashore at another square than UNLOAD names is told so, with the rule.
#[test]
fn a_receipt_says_where_a_unit_comes_ashore_if_not_where_it_was_ordered() {
    let board = edited(&["MOVE SHIP US1TR Hampton", "MOVE UNIT US3IN K4-U0 10-4"]);
    let loads = letter(&*board, "SHIP US1TR\nLOAD US3IN\nEND\n");
    let next = board.run(&book(&*board, &[("Wool", &loads)])).board();
    let off = next.edit("MOVE SHIP US1TR LCHE", true, &Nobody).unwrap_or_else(|_| panic!()).board;
    let shore = {
        let chart = &Fleet::of(&*off).unwrap().sea.chart;
        let coast = chart.place_named("LCHE").and_then(|place| place.coast()).unwrap();
        chart.coast(coast).shore.iter().map(|at| chart.grid.label(*at)).collect::<Vec<_>>()
    };
    let told = |wish: &str| -> Vec<String> {
        let orders = |at: &String| format!("SHIP US1TR\nUNLOAD US3IN AT {at} {wish}\n");
        shore.iter().flat_map(|at| foreseen_on(&*off, "Wool", &orders(at), "US1TR")).collect()
    };
    // The middle of a square is on no shore's edge.
    let inland = told("7-7");
    let told_of = inland.iter().find(|line| line.contains("comes ashore at"));
    let told_of = told_of.unwrap_or_else(|| panic!("{inland:?}"));
    assert!(told_of.contains("and not at 7-7 (WISC 9.4)") && told_of.starts_with("! "), "{told_of}");
}

/// A ship's DEPLOY in a campaign turn did nothing, without a word.
#[test]
fn a_ship_that_is_to_be_placed_in_a_campaign_turn_is_told_that_she_is_not() {
    let told = foreseen("Wool", "SHIP US1TR\nDEPLOY Galveston\n", "US1TR");
    assert!(told[1].starts_with("- This is a campaign turn: DEPLOY is not carried out"), "{told:?}");
}

#[test]
fn press_below_the_block_of_a_ship_finds_offices_and_sides() {
    let board = opened().board.with(7);
    for office in ["WAR MINISTER", "SECRETARY OF WAR", "NAVAL SECRETARY", "CONFEDERATE STATES"] {
        let read =
            letter(&*board, &format!("SHIP US1IC\nKEEP RANGE\nPRESS TO {office}\nWords.\nEND PRESS\nEND\n"));
        assert_eq!(read.complaints, [], "{office}");
        assert_eq!(read.presses.len(), 1, "{office}");
    }
}

#[test]
fn a_receipt_says_which_order_of_a_ship_is_not_done_and_why() {
    let harbor = foreseen("Wool", "SHIP US1TR\nHARBOR Hampton\n", "US1TR");
    assert!(
        harbor[1].starts_with(
            "! HARBOR Hampton fails as things stand: Hampton is entered from LCHE, where COAST LCHE takes her"
        ),
        "{harbor:?}"
    );
    let both = foreseen("Wool", "SHIP US1TR\nCOAST LCHE FIRST\nHARBOR Hampton AFTER 1\n", "US1TR");
    assert_eq!(both.len(), 1, "{both:?}");
    let loaded = foreseen("Wool", "SHIP US1TR\nLOAD US3IN\nCOAST LCHE\nUNLOAD US3IN\n", "US1TR");
    assert!(!loaded.join(" ").contains("not aboard"), "{loaded:?}");
    let fire = foreseen("Marston", "SHIP US1IC\nBOMBARD 2-7\n", "US1IC");
    let fails = "! BOMBARD 2-7 PHASE 1 fails as things stand: from MAC her guns do not reach the land";
    assert!(fire[1].starts_with(fails), "{fire:?}");
}

/// Issue 33, 13: a receipt says who would stop a ship on a river, as far as its reader sees.
#[test]
fn a_receipt_says_who_in_sight_stops_a_ship_on_a_river() {
    let told = |edits: &[&str], order: &str| foreseen_on(&*edited(edits), "Marston", order, "US2FR");
    // The Minnesota lies in Hampton, beside the next square of the James.
    let up = "SHIP US2FR\nRIVER K2-T9\n";
    let guns = told(&["MOVE UNIT CS2NB K3-U0 7-2"], up);
    assert!(
        guns[1].starts_with(
            "! RIVER K2-T9 fails as long as CS2NB lies over K3-U0: she is halted there (WISC 6.6, 7.6). BATTLE RUN PAST"
        ),
        "{guns:?}"
    );
    let ram = told(&["MOVE SHIP CS1RI K3-U0"], up);
    let stopped = "fails as long as Virginia (CS1RI) lies in K3-U0: she is stopped there (WISC 6.6, 6.7)";
    assert!(ram[1].contains(stopped), "{ram:?}");
    assert_eq!(told(&[], up).len(), 1, "nobody is in sight there");
    // Nobody of his sees the York, where CS2NB stands.
    let york = told(&[], "SHIP US2FR\nCOAST LCHE FIRST\nRIVER K2-T6 AFTER 1\n");
    assert!(!york.join(" ").contains("as long as"), "{york:?}");
}

/// Issue 33, 26: a receipt says which enemy in sight stops stores by sea.
#[test]
fn a_receipt_says_who_in_sight_stops_stores() {
    let told = |edits: &[&str]| {
        let board = edited(edits);
        let letter = letter(&*board, "END\nMOVE STORES 1 FROM Hampton TO Boston\n");
        let by = number(&*board, "Marston");
        lines(&board.foresee(by, &book(&*board, &[("Marston", &letter)])).offices)
    };
    assert_eq!(told(&[]), Vec::<String>::new());
    let off = told(&["MOVE SHIP CS1RI LCHE"]);
    assert!(off[0].contains(": a hostile ship lies off Hampton, in LCHE (WISC 3.5)"), "{off:?}");
}

#[test]
fn support_is_no_failure_because_a_rehearsal_has_no_battles() {
    let told = foreseen("Marston", "SHIP US2FR\nSUPPORT 7-7 RADIUS 14\n", "US2FR");
    assert!(!told.join(" ").contains("no battle"), "{told:?}");
}

#[test]
fn help_knows_types_waters_rules_and_how_one_blockades() {
    let board = opened().board.with(7);
    let language = board.lexicon().language;
    let of = |topic: &str| help(Some(topic), language);
    for (topic, says) in [
        ("IC", "ironclad: strength 135"),
        ("LCHE", "Hampton"),
        ("BLOCKADE", "CONTACT PURSUE"),
        ("RULE WISC 9.2", "Rule WISC 9.2, in our own words"),
        ("RULE 9.2 WISC", "Rule WISC 9.2, in our own words"),
        ("RULES WISC", "WISC 1.1: "),
        ("RULE WISC 7", "WISC 7.6: "),
        ("RULE 4.5", "HELP RULE WISC 4.5"),
        ("SHIPS", "NAVAL SECRETARY"),
        ("RUN PAST", "RUN PAST"),
        ("HULL", "sinks"),
    ] {
        assert!(of(topic).contains(says), "HELP {topic}: {}", of(topic));
    }
    assert!(help(None, language).contains("SHIP US1FR"));
}

#[test]
fn the_welcome_of_a_player_of_ships_has_a_ships_letter_that_is_read() {
    let board = opened().board.with(7);
    let told = board.welcome(number(&*board, "Marston"));
    let lines: Vec<&str> =
        told["ships"]["lines"].as_array().unwrap().iter().filter_map(|line| line.as_str()).collect();
    let read = letter(&*board, &lines.join("\n"));
    assert_eq!(read.complaints, [], "{lines:?}");
    assert!(read.units[0].complaints.is_empty() && !read.units[0].orders.is_empty(), "{lines:?}");
    assert_eq!(told["ships"]["units"], 0);
}

#[test]
fn the_administrator_calls_ships_by_name_and_sees_one_sea_area() {
    let board = opened().board.with(7);
    let edited =
        board.edit("SET SHIP Monitor hull 2", false, &Nobody).unwrap_or_else(|_| panic!("not edited"));
    assert_eq!((edited.said[0].before.as_str(), edited.said[0].after.as_str()), ("0", "2"));
    let struck = board.edit("REMOVE SHIP Monitor", false, &Nobody).unwrap_or_else(|_| panic!("not struck"));
    assert_eq!(struck.said[0].after, "struck from the lists");
    let sea = layout::lines(&board.show_whole("SEA MAC", &Nobody).unwrap()).join("\n");
    assert!(sea.contains("Hampton (LCHE)") && !sea.contains("Kronstadt"), "{sea}");
}

/// What a player reads of a turn, then of the position after it, each as one line.
fn read_by(ran: &dyn fieldpost_door::Finished, board: &dyn Board, name: &str) -> [String; 2] {
    let press = fieldpost_print::press::Press::new().unwrap();
    let shop = fieldpost_print::shop::Shop::new(&press);
    let wishes = fieldpost_engine::wishes::Wishes::parse("NO PICTURES");
    let (game, title, player) = ("roads".into(), "Roads".into(), name.into());
    let heading = fieldpost_print::heading::Heading { game, title, player, ..Default::default() };
    let reports = ran.reports(number(board, name), &heading, &wishes, &shop).unwrap();
    let joined = |place: usize| {
        let text: &str = &reports[place].printed.text;
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    [joined(0), joined(1)]
}

/// A board after hand edits.
pub(super) fn edited(edits: &[&str]) -> std::sync::Arc<dyn Board> {
    let start: std::sync::Arc<dyn Board> = opened().board.with(7);
    edits.iter().fold(start, |board, words| {
        board.edit(words, true, &Nobody).unwrap_or_else(|_| panic!("{words}")).board
    })
}

#[test]
fn men_who_fall_to_ships_stand_among_the_losses() {
    let square = {
        let board = opened().board.with(7);
        let fleet = Fleet::of(&*board).unwrap();
        let at = fleet.sea.chart.place_named("Hampton").unwrap();
        let taken: Vec<_> = fleet.table.land.units.values().map(|unit| unit.tac).collect();
        let mut near = fieldpost_ground::square::TacticalSquare::all().filter(|tac| {
            fieldpost_sea::combat::fire::is_waterside(&fleet.sea.chart, &fleet.table.atlas, at, *tac)
                && taken.iter().all(|unit| unit.distance(*tac) > 2)
        });
        near.next().unwrap().to_string()
    };
    let board = edited(&[&format!("MOVE UNIT CS2IN K4-U0 {square}")]);
    let orders = letter(&*board, &format!("SHIP US2FR\nBOMBARD {square} PHASE 1\nEND\n"));
    let ran = board.run(&book(&*board, &[("Marston", &orders)]));
    let [huger, _] = read_by(&*ran, &*board, "Huger");
    assert!(huger.contains("to the guns of Minnesota (US2FR)"), "{huger}");
    assert!(
        huger.contains("to the shells of Minnesota (US2FR)") && huger.contains("In all you lost"),
        "{huger}"
    );
    let [marston, _] = read_by(&*ran, &*board, "Marston");
    assert!(marston.contains("strike CS2IN") && marston.contains(": about "), "{marston}");
    assert!(!marston.contains("to the guns of Minnesota"), "no loss of his: {marston}");
}

#[test]
fn who_is_aboard_is_listed_and_has_a_block_and_no_order_to_awake() {
    let board = opened().board.with(7);
    let loads = letter(&*board, "SHIP US1TR\nLOAD US3IN\nCOAST UCHE\nEND\n");
    let ran = board.run(&book(&*board, &[("Wool", &loads)]));
    let [_, position] = read_by(&*ran, &*board, "Wool");
    assert!(
        position.contains("US3IN: 2600 men") && position.contains("UNIT US3IN # aboard US1TR in UCHE"),
        "{position}"
    );
    let next = ran.board();
    let moves = letter(&*next, "UNIT US3IN\nMOVE 7-7\nEND\n");
    let written = &moves.units[0].orders;
    let warned = lines(&next.advice(&Piece::from("US3IN"), written)).join(" ");
    assert!(warned.contains("aboard US1TR in UCHE") && !warned.contains("ACTIVATE"), "{warned}");
}

#[test]
fn a_yard_that_does_not_mend_says_why() {
    let board = opened().board.with(7);
    let orders = letter(&*board, "REPAIR US3FR US2FR AT Hampton\nEND\n");
    assert_eq!(orders.complaints, []);
    let ran = board.run(&book(&*board, &[("Marston", &orders)]));
    let [told, _] = read_by(&*ran, &*board, "Marston");
    assert!(told.contains("Roanoke (US3FR) is repaired by 5"), "{told}");
    assert!(told.contains("REPAIR US2FR AT Hampton: nothing of hers is damaged"), "{told}");
}

#[test]
fn the_administrator_reads_by_which_words_a_ship_is_set() {
    let board = opened().board.with(7);
    let Ok(rows) = board.show_piece(&Piece::from("US1FR"), &Nobody) else { panic!("not shown") };
    let row = rows.iter().find(|row| row.0 == "SET SHIP US1FR").unwrap();
    assert!(row.1.contains("hull 0; propulsion 5") && row.1.contains("quality average"), "{rows:?}");
}

#[test]
fn help_says_how_ships_fight_batteries_and_who_is_taken() {
    let board = opened().board.with(7);
    let of = |topic: &str| help(Some(topic), board.lexicon().language);
    assert!(
        of("BATTERIES").contains("STAND IN") && of("PRIZES").contains("propulsion"),
        "{}",
        of("BATTERIES")
    );
}

//! What a receipt says of ships among enemies whom its sender sees: as things stand, and never more.

use crate::at_sea::findings::edited;
use crate::at_sea::hosted::{book, number, opened, read};
use crate::fleet::Fleet;
use fieldpost_desk::trial::told::lines;
use fieldpost_door::Board;
use fieldpost_door::foresight::Outlook;
use fieldpost_engine::piece::Piece;

/// What a player's letter foretells of a piece.
fn foretold(board: &dyn Board, name: &str, body: &str, piece: &str) -> Outlook {
    let letter = read(board, &format!("PLAYER {name}\nPASSWORD fortress\n{body}END\n"));
    let told = board.foresee(number(board, name), &book(board, &[(name, &letter)]));
    told.pieces[&Piece::from(piece)].clone()
}

/// The same of Buchanan's, as the war opens.
fn buchanan(body: &str, piece: &str) -> Outlook {
    foretold(&*opened().board.with(7), "Buchanan", body, piece)
}

const BARRED: &str = "! COAST LCHE fails as long as Congress (US1FR) and Cumberland (US1SL) lie in LCHE (WISC 6.7). \
                      SORTIE goes out to fight them.";

#[test]
fn who_lies_before_the_harbor_keeps_her_in_it_and_is_named() {
    let told = buchanan("SHIP CS1GB\nCOAST LCHE\n", "CS1GB");
    assert_eq!(told.course, "now in the harbor of Norfolk and stays there");
    assert_eq!(lines(&told.said), [BARRED]);
}

/// The first thing that is said of a ship's orders.
fn first(board: &dyn Board, name: &str, ship: &str, orders: &str) -> String {
    lines(&foretold(board, name, &format!("SHIP {ship}\n{orders}\n"), ship).said).swap_remove(0)
}

/// What the map and her own orders decide alone is said without a condition, if nobody can come to fight her before.
#[test]
fn what_the_map_decides_fails_for_certain() {
    let small = edited(&["SET SHIP US1TR capacity 2000"]);
    assert_eq!(
        first(&*small, "Wool", "US1TR", "LOAD US3IN"),
        "! LOAD US3IN fails: US3IN takes 2600 of capacity, and 200 are free (WISC 9.1)"
    );
    assert_eq!(
        first(&*small, "Marston", "US2GB", "SAIL GOM"),
        "! SAIL GOM fails: GOM is not adjacent to MAC (WISC 6.2)"
    );
    let alone = edited(&["MOVE SHIP CS1RI K2-T9", "MOVE SHIP CS1GB K2-T9", "MOVE SHIP CS2GB K2-T9"]);
    assert_eq!(
        first(&*alone, "Marston", "US1SL", "COAST OUTB"),
        "! COAST OUTB fails: no way from LCHE to OUTB (WISC 6.11)"
    );
}

/// A ship that is sunk before she sails is refused nothing; and enemies who bar a way may go.
#[test]
fn what_enemies_may_change_fails_as_things_stand() {
    let board = opened().board.with(7);
    assert_eq!(
        first(&*board, "Marston", "US1SL", "COAST OUTB"),
        "! COAST OUTB fails as things stand: no way from LCHE to OUTB (WISC 6.11)",
        "the Virginia may come out of Norfolk"
    );
    assert_eq!(first(&*board, "Buchanan", "CS1GB", "COAST LCHE"), BARRED);
}

/// The gunboats on the James see nobody in LCHE; the Virginia of the same player does.
#[test]
fn a_ship_is_told_of_enemies_whom_another_of_the_players_sees() {
    let told = buchanan("SHIP CS3GB\nCOAST LCHE\n", "CS3GB");
    assert_eq!(told.course, "now in K2-T9 and stays there");
    assert_eq!(lines(&told.said), [BARRED]);
}

#[test]
fn a_harbor_with_enemies_in_sight_is_not_entered() {
    let board = opened().board.with(7);
    let told = foretold(&*board, "Marston", "SHIP US1FR\nHARBOR Norfolk\n", "US1FR");
    assert_eq!(told.course, "now in LCHE and stays there");
    let said = lines(&told.said);
    // Her engines are gone besides, which is advice.
    let [warned, advice] = said.as_slice() else { panic!("{told:?}") };
    assert!(advice.starts_with("- Her engines"), "{advice}");
    assert!(warned.starts_with("! HARBOR Norfolk fails as long as ") && warned.contains("Virginia (CS1RI)"));
    assert!(warned.ends_with(" lie in Norfolk (WISC 6.7). STAND IN goes in to fight them."), "{warned}");
}

#[test]
fn a_step_that_the_wind_may_keep_her_from_says_so() {
    let board = edited(&["MOVE SHIP CS1RI K2-T9", "MOVE SHIP CS1GB K2-T9", "MOVE SHIP CS2GB K2-T9"]);
    let told = |ship: &str, order: &str| {
        foretold(&*board, "Marston", &format!("SHIP {ship}\n{order}\n"), ship).course
    };
    let into = told("US1FR", "HARBOR Hampton");
    assert_eq!(
        into,
        "now in LCHE; after sailing 1 in the harbor of Hampton (6 in 10: the wind, WISC 6.12), else where she is"
    );
    let outlook = foretold(&*board, "Marston", "SHIP US1FR\nHARBOR Hampton\n", "US1FR");
    let said = lines(&outlook.said);
    assert_eq!(
        said.last().unwrap(),
        "! HARBOR Hampton may fail, 4 in 10: the wind straight out of it (WISC 6.12)"
    );
    assert_eq!(told("US2GB", "COAST LCHE"), "now in MAC; after sailing 1 in LCHE", "she steams");
}

/// WISC 7.1: the wind that keeps a ship in keeps her from a sortie too, and the one that keeps her out from standing in.
#[test]
fn a_sortie_and_standing_in_that_the_wind_may_stop_say_so() {
    let board = edited(&[
        "MOVE SHIP CS1RI K2-T9",
        "MOVE SHIP CS1GB K2-T9",
        "MOVE SHIP CS2GB K2-T9",
        "MOVE SHIP US1SL Hampton",
    ]);
    let told =
        |ship: &str, order: &str| foretold(&*board, "Marston", &format!("SHIP {ship}\n{order}\n"), ship);
    let into = told("US1FR", "STAND IN Hampton");
    assert_eq!(
        into.course,
        "now in LCHE; after naval combat in the harbor of Hampton (6 in 10: the wind, WISC 7.1), else where she is"
    );
    assert_eq!(
        lines(&into.said).last().unwrap(),
        "! STAND IN Hampton may fail, 4 in 10: the wind straight out of it (WISC 7.1)"
    );
    let out = told("US1SL", "SORTIE");
    assert_eq!(
        out.course,
        "now in the harbor of Hampton; after naval combat in LCHE (9 in 10: the wind, WISC 7.1), else where she is"
    );
    assert_eq!(
        lines(&out.said).last().unwrap(),
        "! SORTIE may fail, 1 in 10: the wind straight into the harbor (WISC 7.1)"
    );
    let steams = told("US2GB", "STAND IN Hampton");
    assert!(!steams.course.contains("wind"), "she steams: {steams:?}");
}

#[test]
fn what_comes_of_a_fight_is_left_open_and_nothing_is_said_after_it() {
    let body = "SHIP CS1RI\nCOAST LCHE FIRST\nSORTIE\nBATTLE ENGAGE\nHARBOR Hampton AFTER 1\nSHIP CS1GB\nCOAST LCHE\n";
    let told = buchanan(body, "CS1RI");
    let fights = "now in the harbor of Norfolk; after naval combat in LCHE; naval combat: what comes of the fight with \
                  Congress (US1FR) and Cumberland (US1SL) in LCHE is not foreseen";
    assert_eq!((told.course.as_str(), lines(&told.said)), (fights, Vec::new()));
    // Whether the way is free for her consort hangs on that fight.
    let told = buchanan(body, "CS1GB");
    assert_eq!(
        told.course,
        "now in the harbor of Norfolk; then what becomes of her after the fight in LCHE is not foreseen"
    );
    assert_eq!(
        lines(&told.said),
        ["? COAST LCHE hangs on the fight in LCHE: what comes of it is not foreseen (WISC 6.7)."]
    );
}

/// WISC 7.1: who stands in among enemies may be fought there whatever she is ordered: what comes of it is left open, as behind a sortie.
#[test]
fn what_comes_of_standing_in_among_enemies_is_left_open() {
    let board = edited(&["MOVE SHIP CS1GB LCHE", "MOVE SHIP US1FR Hampton", "MOVE SHIP US1SL Hampton"]);
    let told = foretold(&*board, "Buchanan", "SHIP CS1GB\nSTAND IN Hampton\n", "CS1GB");
    assert!(
        told.course.starts_with("now in LCHE; after naval combat in the harbor of Hampton; "),
        "{told:?}"
    );
    assert!(told.course.contains("what comes of the fight with "), "{told:?}");
    assert!(told.course.ends_with(" in Hampton is not foreseen"), "{told:?}");
}

#[test]
fn who_goes_out_and_comes_back_does_not_stay() {
    let board = edited(&["MOVE SHIP CS1RI K2-T9", "MOVE SHIP CS1GB K2-T9", "MOVE SHIP CS2GB K2-T9"]);
    let body = "SHIP US2FR\nCOAST LCHE FIRST\nHARBOR Hampton AFTER 1\n";
    let told = foretold(&*board, "Marston", body, "US2FR");
    assert!(told.course.starts_with("now in the harbor of Hampton; after sailing 1 in LCHE"), "{told:?}");
    assert!(told.course.contains("; after ports 1 in the harbor of Hampton"), "{told:?}");
    assert!(!told.course.contains("stays"), "{told:?}");
}

/// Land and sea are one rehearsal: a brigade that is taken aboard does not march, and the receipt does not say that it does.
#[test]
fn a_brigade_that_goes_aboard_is_not_said_to_march() {
    let board = opened().board.with(7);
    let body = "SHIP US1TR\nLOAD US3IN\nCOAST UCHE\nUNIT US3IN\nMARCH K3-S8\n";
    let told = foretold(&*board, "Wool", body, "US3IN");
    assert_eq!(told.course, "after loading aboard US1TR");
    assert_eq!(
        lines(&told.said),
        ["! Its own orders to move are not carried out: it goes aboard (WISC 9.2, 9.4)"]
    );
    let letter = read(&*board, &format!("PLAYER Wool\nPASSWORD fortress\n{body}END\n"));
    let next = board.run(&book(&*board, &[("Wool", &letter)])).board();
    let fleet = Fleet::of(&*next).unwrap();
    assert!(fleet.sea.away.contains_key(&"US3IN".parse().unwrap()), "and so it comes");
}

/// Promise 6: of enemies a receipt says where they are seen, and nothing hangs on what is not.
#[test]
fn two_positions_that_look_the_same_have_the_same_receipt() {
    let bodies = [
        ("Buchanan", "SHIP CS1GB\nCOAST LCHE\nSHIP CS3GB\nCOAST LCHE\nSHIP CS1RI\nSORTIE\nBATTLE ENGAGE\n"),
        ("Marston", "SHIP US1FR\nHARBOR Norfolk\nSHIP US2FR\nRIVER K2-T9\nSHIP US2GB\nSAIL GAC\n"),
    ];
    let hidden = [
        "SET SHIP US1FR hull 3",
        "SET SHIP US1SL crew 20",
        "SET SHIP CS1RI hull 3",
        "SET SHIP CS2GB stores 1",
        "REMOVE SHIP US3FR",
        "REMOVE SHIP CS4GB",
    ];
    let plain = opened().board.with(7);
    for (name, body) in bodies {
        let own = if name == "Buchanan" { "CS" } else { "US" };
        let unseen: Vec<&str> =
            hidden.into_iter().filter(|edit| !edit.contains(&format!("SHIP {own}"))).collect();
        let changed = edited(&unseen);
        let of = |board: &dyn Board| {
            let letter = read(board, &format!("PLAYER {name}\nPASSWORD fortress\n{body}END\n"));
            board.foresee(number(board, name), &book(board, &[(name, &letter)]))
        };
        assert!(!of(&*plain).pieces.is_empty());
        assert_eq!(of(&*changed), of(&*plain), "{name}: {unseen:?}");
    }
}

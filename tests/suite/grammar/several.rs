//! One block for several pieces, and orders taken from another block.

use super::*;

#[test]
fn one_block_may_be_for_several_units() {
    let blocks = |text: &str| told(&read(text));
    let three = [
        "AU3IN: MARCH H4-S1 | LINE SECOND",
        "AU4IN: MARCH H4-S1 | LINE SECOND",
        "PR12LC: MARCH H4-S1 | LINE SECOND",
    ];
    for names in [
        "UNIT AU3IN, AU4IN, PR12LC",
        "UNITS AU3IN AU4IN and PR12LC",
        "AU3IN, AU4IN & PR12LC",
        "UNIT AU3IN, AU4IN,\nPR12LC",
    ] {
        let (orders, complaints) = blocks(&format!("{names}\nMARCH H4-S1\nLINE SECOND\nEND"));
        assert_eq!(
            (orders.iter().map(String::as_str).collect::<Vec<_>>(), complaints),
            (three.to_vec(), vec![]),
            "{names}"
        );
    }
    let (orders, complaints) = blocks("UNIT AU3IN, AU99IN, AU4IN\nHALT ON ENTRY\nMRACH\nEND");
    assert_eq!(orders, ["AU3IN: HALT ON ENTRY", "AU4IN: HALT ON ENTRY"]);
    assert_eq!(complaints.len(), 2, "each is complained of once: {complaints:?}");
    assert!(complaints[0].contains("AU99IN"), "{complaints:?}");
    let with_password = read("UNIT AU3IN, AU4IN correct horse\nHALT ON ENTRY");
    assert!(with_password.units.iter().all(|block| block.password == Some(Secret::new("correct horse"))));
}

#[test]
fn a_block_may_take_the_orders_of_one_above() {
    let text = "UNIT AU3IN\nMARCH H4-S1\nLINE SECOND\nUNIT AU4IN\nSAME AS AU3IN\nHALT ON ENTRY\nUNIT PR12LC\nsame as AU1CQ";
    let (orders, complaints) = told(&read(text));
    assert_eq!(
        orders,
        ["AU3IN: MARCH H4-S1 | LINE SECOND", "AU4IN: MARCH H4-S1 | LINE SECOND | HALT ON ENTRY", "PR12LC: "]
    );
    assert!(complaints.len() == 1 && complaints[0].contains("there are none for AU1CQ"), "{complaints:?}");
}

#[test]
fn what_a_block_gives_itself_counts_before_what_it_takes_from_another() {
    let first = "UNIT AU3IN\nMARCH H4-S1\nLINE SECOND\nUNIT AU4IN\n";
    let both = |own: &str| told(&read(&format!("{first}{own}")));
    let (orders, complaints) = both("SAME AS AU3IN\nLINE FIRST");
    assert_eq!(
        (orders[1].as_str(), complaints.len()),
        ("AU4IN: MARCH H4-S1 | LINE FIRST", 0),
        "{complaints:?}"
    );
    let (orders, complaints) = both("LINE FIRST\nSAME AS AU3IN");
    assert_eq!(
        (orders[1].as_str(), complaints.len()),
        ("AU4IN: LINE FIRST | MARCH H4-S1", 0),
        "{complaints:?}"
    );
    let (orders, complaints) = both("SAME AS AU3IN\nLINE FIRST\nLINE SECOND");
    assert_eq!(orders[1], "AU4IN: MARCH H4-S1 | LINE SECOND");
    assert!(complaints.len() == 1 && complaints[0].contains("given twice"), "{complaints:?}");
    let (_, complaints) = both("SAME AS AU3IN\nSAME AS AU3IN");
    assert!(complaints.len() == 1 && complaints[0].contains("once in a block"), "{complaints:?}");
}

#[test]
fn a_block_may_be_for_a_whole_corps() {
    let letter = read("CORPS AU1CQ\nHALT ON ENTRY\nEND\nCorps commanders, take heed");
    assert!(letter.units[0].whole && letter.units[0].piece == unit("AU1CQ"), "{letter:?}");
    assert_eq!(letter.units.len(), 1);
}

#[test]
fn a_line_in_which_a_whole_letter_stands_is_taken_apart_where_head_blocks_and_orders_begin() {
    let lines = |line: &str| unrolled(line, &[&language::LANGUAGE]).unwrap_or_default();
    assert_eq!(
        lines(
            "PASSWORD correct march battery PLAYER benedek  UNIT AU3IN, AU4IN MARCH H4-S1 Josefstadt MARCH TO BATTLE NO SUPPORT END"
        ),
        [
            "PASSWORD correct march battery",
            "PLAYER benedek",
            "UNIT AU3IN, AU4IN",
            "MARCH H4-S1 Josefstadt",
            "MARCH TO BATTLE",
            "NO SUPPORT",
            "END"
        ],
        "words of the password that begin orders stay in it"
    );
    assert_eq!(
        lines("Hi! PWD a\u{2011}b UNIT AU3IN DEFEND")[..2],
        ["Hi!", "PWD a\u{2011}b"],
        "as it was written"
    );
    for whole in [
        "PASSWORD correct horse battery",
        "UNIT AU3IN MARCH H4-S1",
        "My PASSWORD UNIT is broken",
        "PASSWORD a b PRESS TO clam UNIT AU3IN falls back END PRESS",
    ] {
        assert_eq!(lines(whole), Vec::<String>::new(), "{whole}");
    }
}

#[test]
fn a_range_of_units_is_all_that_there_are_between_two() {
    let pieces = ["AU61IN", "AU62IN", "AU64IN", "AU65IN", "AU62LC"].map(Piece::from).to_vec();
    let lexicon = Lexicon { pieces, ..lexicon() };
    for line in
        ["UNIT AU61IN - AU64IN", "UNIT AU61IN\u{2013}AU64IN", "UNIT AU61IN to AU64IN", "UNITS AU61IN-AU64IN"]
    {
        let letter = read_letter(&format!("{line}\nWITHDRAW\nEND\n"), &lexicon);
        let named = letter.units.iter().map(|block| block.piece.to_string()).collect::<Vec<_>>();
        assert_eq!(named, ["AU61IN", "AU62IN", "AU64IN"], "{line}: {:?}", told(&letter).1);
    }
}

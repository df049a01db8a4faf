//! The tables, tried.

use super::*;

const OURS: &str = include_str!("../../../../maps/europa.tables.toml");

#[test]
fn our_tables_are_read_and_give_what_the_sample_report_says() {
    let tables = Tables::read(OURS).unwrap();
    assert_eq!(tables.land_columns("Renaissance", "Renaissance"), (Some(Column::C), Column::A));
    assert_eq!(tables.land_columns("Medieval", "Lace"), (None, Column::E));
    assert_eq!(tables.result(Column::C, 7), [2, 1]);
    assert_eq!(tables.result(Column::A, 6), [3, 0]);
    assert_eq!((tables.result(Column::A, -4), tables.result(Column::A, 20)), ([0, 0], [12, 3]));
    assert_eq!(tables.by_period(&tables.artillery, "FRA", 1), Some(&[2][..]));
    assert_eq!(tables.by_period(&tables.fleetsize, "VEN", 2), Some(&[2, 1, 5, 1][..]));
    assert_eq!(tables.transport.points["LDE"], Halves(1));
    assert_eq!((tables.class("FRA"), tables.class("FLO")), ("IV", "III"));
}

#[test]
fn a_row_that_is_missing_or_misspelt_is_a_fault_that_names_it() {
    for (from, to, seen) in [
        ("land_allowance = 12", "land_alowance = 12", "land_allowance"),
        ("Lace = [\"A/A\"", "Lace = [\"X/A\"", "Lace"),
        ("capacity = { warship = 1", "capacity = { warship = 0.3", "half points"),
        ("E = [[0, 0], [0, 0], ", "E = [[0, 0], ", "twelve rows"),
    ] {
        assert!(OURS.contains(from), "{from}");
        let fault = Tables::read(&OURS.replacen(from, to, 1)).unwrap_err();
        assert!(fault.contains(seen), "{from}: {fault}");
    }
}

/// A word in a cell that decides is one that the rules know, or the file is not read (issue 33, 36).
#[test]
fn a_word_that_decides_is_known_or_a_fault_with_its_row_and_an_example() {
    for (from, to, seen) in [
        (
            "[11, \"breach\"]",
            "[11, \"breech\"]",
            ["siege.undermining: \"breech\"", "line 166", "\"surrender\"", "An example: [6, \"S-\"]"],
        ),
        (
            "[99, \"surrender\"]",
            "[99, \"surender\"]",
            ["siege.undermining", "surender", "\"breach or honours\"", "example"],
        ),
        ("[6, \"S-\"]", "[6, \"S -\"]", ["siege.undermining", "\"S -\"", "\"S+\"", "example"]),
        ("works = { \"-\" = 1", "works = { \"minus\" = 1", ["siege.works", "minus", "\"+\"", "example"]),
        (
            "[2, \"F-\"], [2, \"F-\"]",
            "[2, \"F-\"], [2, \"F -\"]",
            ["blockade.size", "row 4", "\"F+\"", "example"],
        ),
        ("counter = \"F+\"", "counter = \"FLEET+\"", ["supply.fleet", "row 3", "\"F-\"", "example"]),
        ("\"F+\" = -4 }", "\"F\" = -4 }", ["hunt.enemy_there", "\"F\"", "\"F+\"", "example"]),
        (
            "other_enemies = -2",
            "other_enemy = -2",
            ["interception.land", "other_enemy", "other_enemies", "example"],
        ),
        ("in_port = -3", "port = -3", ["interception.sea", "\"port\"", "in_port", "example"]),
        (
            "[6, 10, \"\", \"P\"",
            "[6, 10, \"\", \"p\"",
            ["attrition.rows", "line 61", "\"1+P\"", "An example"],
        ),
        ("no_supply = 2", "nosupply = 2", ["attrition.land", "nosupply", "no_supply", "example"]),
        (
            "pursuit = { column = \"E\"",
            "pursuit = { column = \"F\"",
            ["battle.pursuit", "\"F\"", "\"E\"", "example"],
        ),
        ("\"III-V\", \"plain\"", "\"3-V\", \"plain\"", ["battle.cavalry", "\"3\"", "\"VII\"", "example"]),
        (
            "strait_fire = -2",
            "straits_fire = -2",
            ["battle.terrain", "straits_fire", "strait_shock", "example"],
        ),
        (
            "capacity = { warship = 1, galley",
            "capacity = { warship = 1, galey",
            ["transport.capacity", "galey", "galley", "example"],
        ),
        (
            "replacement = [\"224\"",
            "replacement = [\"22\"",
            ["leaders.replacement", "\"22\"", "three digits", "example"],
        ),
        ("factor = [[\"\"", "factor = [[\"none\"", ["wind.factor", "none", "\"\"", "example"]),
    ] {
        assert!(OURS.contains(from), "{from}");
        let fault = Tables::read(&OURS.replacen(from, to, 1)).unwrap_err();
        for words in seen {
            assert!(fault.contains(words), "{from}: no {words:?} in {fault}");
        }
    }
}

/// A cell of attrition is what it was written as, and an empty one says that nothing is lost.
#[test]
fn a_cell_of_attrition_is_told_as_it_was_written() {
    let table = Tables::read(OURS).unwrap();
    let words: Vec<String> = table.attrition.rows.iter().map(|row| row.5.words()).collect();
    assert_eq!(words, ["none", "1+P", "1+P", "1+P", "2+P", "2+P", "2+P", "2+P", "2+P", "2+P", "3+P"]);
    assert_eq!(table.attrition.rows[6].3, Cell { lost: Some(1), pillages: false });
    assert_eq!(table.attrition.rows[6].2, Cell { lost: None, pillages: true });
    assert_eq!(table.siege.undermining[4], (12, Undermining::BreachOrHonours));
}

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

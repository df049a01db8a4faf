//! What the answer to a letter tells of pieces that it calls by their names.

use super::Trial;

/// The answer to a CHECK of an order for a ship, without her name.
fn told_of(trial: &mut Trial, name: &str) -> String {
    let head = "GAME roads\nPLAYER Marston\nPASSWORD correct horse battery\nCHECK\n";
    let (_, answer) = trial.asked("", &format!("{head}\nSHIP {name}\nCOAST LCHE\nEND\n"));
    // The moment of receipt stands above.
    let (_, told) = answer.split_once("have\nhappened.").unwrap();
    told.replace(name, "HER NAME")
}

/// Teaser lies in the James, where no Union ship sees her; there is no Arkansas.
#[test]
fn a_hidden_ships_name_is_answered_like_one_that_nobody_bears() {
    let mut trial = Trial::of_games(&[("roads", "hampton-roads-1862", "Marston")]);
    let (hidden, nobody) = (told_of(&mut trial, "Teaser"), told_of(&mut trial, "Arkansas"));
    assert!(nobody.contains("HER NAME"), "{nobody}");
    assert_eq!(hidden, nobody);
    // Nor is an id answered with the name that she bears.
    let by_id = told_of(&mut trial, "CS1RG");
    assert!(by_id.contains("HER NAME isn't yours") && !by_id.contains("Teaser"), "{by_id}");
}

#[test]
fn who_errs_in_a_ships_name_hears_the_nearest_and_nothing_false_of_her_orders() {
    let mut trial = Trial::of_games(&[("roads", "hampton-roads-1862", "Marston")]);
    let told = told_of(&mut trial, "Monitr");
    assert!(told.contains("Did you mean: US1IC Monitor"), "{told}");
    assert!(!told.contains("is not an order"), "{told}");
    let told = told_of(&mut trial, "Monitor");
    assert!(told.contains("\nHER NAME (US1IC)\n") && !told.contains("LOOK AT"), "{told}");
}

#[test]
fn a_navys_letters_before_a_ships_name_are_no_part_of_it() {
    let mut trial = Trial::of_games(&[("roads", "hampton-roads-1862", "Marston")]);
    for name in ["USS Monitor", "the Monitor", "U.S.S. Monitor"] {
        let told = told_of(&mut trial, name);
        assert!(told.contains("\nMonitor (US1IC)\n") && !told.contains("LOOK AT"), "{name}: {told}");
    }
}

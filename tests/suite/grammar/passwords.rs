//! Where passwords may stand, and that no complaint shows one.

use super::*;

#[test]
fn a_password_may_follow_a_units_id() {
    for text in [
        "UNIT AU3IN correct horse\nWITHDRAW",
        "UNIT AU3IN PASSWORD correct horse\nWITHDRAW",
        "AU3IN correct horse\nWITHDRAW",
        "UNIT: AU3IN, PASSWORD: \"correct horse\"\nWITHDRAW",
        "UNIT AU3IN\nPASSWORD correct horse\nWITHDRAW",
        "UNIT AU3IN\nPASSWORD:\ncorrect horse\nWITHDRAW",
    ] {
        let letter = read(text);
        assert_eq!(told(&letter), (vec!["AU3IN: WITHDRAW".into()], vec![]), "{text}");
        let block = &letter.units[0];
        assert_eq!(block.password.as_ref().map(|secret| secret.expose()), Some("correct horse"), "{text}");
        assert_eq!(letter.credentials.len(), 1, "{text}");
    }
    let letter = read("UNIT AU3IN (the Kolin brigade)\nWITHDRAW\nUNIT AU4IN MARCH H4-S1 # east\nAU1CQ: none");
    assert!(letter.units.iter().all(|block| block.password.is_none()));
    assert_eq!(told(&letter).0, ["AU3IN: WITHDRAW", "AU4IN: MARCH H4-S1", "AU1CQ: "]);
}

#[test]
fn a_password_line_without_words_is_told() {
    for text in ["PASSWORD", "PASSWORD:\nUNIT AU3IN\nWITHDRAW", "PASSWORD # mine\n\nPASSWORD a b"] {
        let letter = read(text);
        let (_, complaints) = told(&letter);
        assert_eq!(complaints, ["1 The words of the password are missing. [PASSWORD words]"], "{text}");
    }
}

#[test]
fn a_note_behind_a_units_id_is_told_apart_from_the_password_above() {
    let letter = read("PASSWORD a b\nUNIT AU3IN third brigade\nWITHDRAW\nUNIT AU4IN a b\nWITHDRAW");
    assert_eq!(letter.units[0].complaints.len(), 1);
    assert!(letter.units[0].complaints[0].line.ends_with("(hidden)"));
    assert!(letter.units[1].complaints.is_empty());
}

#[test]
fn a_password_below_the_orders_is_the_letters() {
    let letter = read("UNIT AU3IN\nWITHDRAW\nPASSWORD a b\n");
    assert_eq!(letter.password.as_ref().unwrap().expose(), "a b");
    assert_eq!(letter.units[0].password, None);
    let letter = read("PLAYER von Moltke PASSWORD a b\nPASSWORD c\n");
    assert_eq!(letter.player.as_ref().unwrap().what, "von Moltke");
    assert_eq!(letter.password.as_ref().unwrap().expose(), "a b");
    assert_eq!(letter.complaints.len(), 1);
    assert_eq!(letter.credentials.len(), 2);
}

#[test]
fn no_complaint_shows_a_password() {
    for text in [
        "PASWORD secret words",
        "passwrod: secret words",
        "my password is secret words",
        "NEW PASSWRD secret words",
        "ASSIGN AU3IN TO bob PASSWROD secret words",
        "UNIT AU3IN march secret words",
        "UNIT AU3XX secret words",
        "UNIT AU9IN secret words",
        "PASSWORD a\nPASSWORD secret words",
        "PASSWORD\nsecret words",
        "PLAYER x TURN y PASSWORD secret words",
        "UNIT AU3IN\nMARCH H4-S1 PASSWORD secret words",
    ] {
        let letter = read(text);
        assert!(!format!("{letter:?}").contains("secret words"), "{text}: {letter:?}");
        assert!(!letter.credentials.is_empty(), "{text}");
        let hidden = letter.credentials.last().unwrap();
        let line = text.lines().nth(hidden.line as usize - 1).unwrap();
        let masked = line.chars().skip(hidden.start as usize - 1).take((hidden.end - hidden.start) as usize);
        assert!(masked.collect::<String>().contains("secret words"), "{text}");
    }
}

#[test]
fn a_sentence_behind_the_names_of_units_is_no_password_where_one_stands_above() {
    let letter =
        read("PASSWORD correct horse battery\nAU3IN and AU4IN please march to Ulm and defend the town\n");
    assert!(letter.units.iter().all(|block| block.password.is_none()), "{letter:?}");
    assert!(told(&letter).1[0].contains("each order has a line of its own"), "{:?}", told(&letter).1);
}

//! Press: what is taken for its words, and what of the letter is still read.

use fieldpost_grammar::letter::{Account, Letter, Lexicon, MOST_LINES, MOST_PRESSES, Sender};
use fieldpost_grammar::read_letter;

use super::land::{LANGUAGE, looks_like_order_line, read_head};
use super::{lexicon, read, told};

/// First line and words of each press.
fn presses(letter: &Letter) -> Vec<(String, String)> {
    letter.presses.iter().map(|read| (read.words.clone(), read.what.text.clone())).collect()
}

fn one(words: &str, text: &str) -> Vec<(String, String)> {
    vec![(words.into(), text.into())]
}

#[test]
fn words_are_kept_as_they_are_written_and_read_as_nothing_else() {
    let text = "\n  Dear friend,\n\n- UNIT AU4IN\nMARCH H4-S1 # at dawn\n1. HELP\nGAME other\nPASSWORD swordfish\n\
                “Grüße” — T.\t\n-----\nEND UNIT\nEND ORDERS\n";
    let letter =
        read(&format!("PASSWORD a b\nPRESS TO benedek\n{text}\nEND PRESS\nUNIT AU3IN\nWITHDRAW\nEND"));
    assert_eq!(presses(&letter), one("PRESS TO benedek", text));
    assert_eq!(told(&letter), (vec!["AU3IN: WITHDRAW".into()], vec![]));
    assert_eq!(letter.password.as_ref().unwrap().expose(), "a b");
    assert!(letter.game.is_none() && letter.accounts.is_empty() && letter.remarks.is_empty());
    assert_eq!(letter.presses[0].what.password_line, Some(10));
    let masked = letter.credentials.iter().map(|span| (span.line, span.start)).collect::<Vec<_>>();
    assert_eq!(masked, [(1, 10), (10, 10)], "what may be a password is masked in the kept letter");
}

#[test]
fn a_press_ends_a_units_block_and_what_follows_it_belongs_to_none() {
    let letter = read("UNIT AU3IN\nPRESS TO benedek\nword\nEND PRESS\nWITHDRAW");
    let (blocks, complaints) = told(&letter);
    assert_eq!(blocks, ["AU3IN: "]);
    assert!(complaints.len() == 1 && complaints[0].starts_with("5 This order stands under no unit."));
}

#[test]
fn end_alone_ends_a_press_unless_an_end_press_follows() {
    let letter =
        read("PRESS TO benedek\none\nEND\nUNIT AU3IN\nWITHDRAW\nEND\nPRESS FOR gablenz\ntwo\nEND PRESS");
    assert_eq!(presses(&letter), [one("PRESS TO benedek", "one"), one("PRESS TO gablenz", "two")].concat());
    assert_eq!(told(&letter), (vec!["AU3IN: WITHDRAW".into()], vec![]));
    let letter =
        read("PRESS TO benedek\nUNIT AU3IN\nWITHDRAW\nEND\nUNIT AU4IN\nWITHDRAW\nEND\nEnd press.\nSTATUS");
    assert_eq!(letter.units, []);
    assert!(letter.presses[0].what.text.ends_with("UNIT AU4IN\nWITHDRAW\nEND"));
    assert_eq!(letter.accounts[0].what, Account::Status);
}

/// Orders that follow a press without END PRESS must not reach whom it is for: their END would end the press.
#[test]
fn a_press_that_only_end_ends_is_not_sent_if_a_line_of_it_looks_like_an_order() {
    for order in ["UNIT AU3IN", "MARCH H4-S1", "HELP RULE 9", "SHOW ORDERS"] {
        let letter = read(&format!(
            "PRESS TO gablenz\nShall we have peace?\n\n{order}\nEND\nUNIT AU4IN\nMARCH H4-S2\nEND"
        ));
        assert_eq!(letter.presses, [], "{order}");
        assert_eq!(letter.units.len(), 1, "what stands below its END is read");
        let [complaint] = &letter.complaints[..] else { panic!("{:?}", letter.complaints) };
        assert!(complaint.why.contains("Line 4 of this press looks like an order"), "{}", complaint.why);
        let whole = read(&format!("PRESS TO gablenz\nShall we have peace?\n{order}\nEND\nEND PRESS"));
        assert_eq!((whole.presses.len(), whole.complaints.len()), (1, 0), "{order}");
    }
}

#[test]
fn without_an_end_all_below_is_taken_and_nothing_of_it_sent_or_obeyed() {
    let letter = read("PRESS TO benedek\nI march.\nUNIT AU3IN\nWITHDRAW\nPASSWORD a b");
    assert!(letter.presses.is_empty() && letter.units.is_empty() && letter.password.is_none());
    assert_eq!(letter.open_press.unwrap().line, 1);
    assert_eq!(letter.credentials.len(), 1, "a password is masked wherever it stands");
    let (_, complaints) = told(&letter);
    assert_eq!(complaints.len(), 1, "{complaints:?}");
    let words = "and the 3 lines in it that look like orders were not taken for any";
    assert!(complaints[0].contains("has no END PRESS") && complaints[0].contains(words), "{complaints:?}");
}

#[test]
fn a_press_within_a_press_is_unclear_and_neither_is_sent() {
    let letter = read("PRESS TO benedek\nI hate gablenz.\nPRESS TO gablenz\nDear friend,\nEND PRESS\nSTATUS");
    assert!(letter.presses.is_empty());
    let (_, complaints) = told(&letter);
    assert!(
        complaints.len() == 1 && complaints[0].contains("Another press begins in line 3"),
        "{complaints:?}"
    );
    assert_eq!(letter.accounts.len(), 1, "what stands below is read again");
    let letter = read("PRESS TO benedek\nPress to Gitschin with all you have.\nEND PRESS");
    assert_eq!(letter.presses.len(), 1, "not everything that begins so is one");
}

#[test]
fn a_press_to_nobody_and_a_slip_of_the_pen_keep_the_words_from_being_read() {
    for (line, near) in [
        ("PRESS TO gablens", "gablenz"),
        ("PRES TO gablenz", "PRESS TO gablenz"),
        ("PRESS gablenz, benedek", "PRESS TO gablenz, benedek"),
    ] {
        let letter = read(&format!("{line}\nUNIT AU3IN\nWITHDRAW\nEND PRESS\nSTATUS"));
        assert!(letter.presses.is_empty() && letter.units.is_empty(), "{line}");
        let (_, complaints) = told(&letter);
        assert!(complaints.len() == 1 && complaints[0].contains("was not sent"), "{complaints:?}");
        assert!(complaints[0].ends_with(&format!("[{near}]")), "{complaints:?}");
        assert_eq!(letter.accounts.len(), 1, "{line}");
    }
    let letter = read("STATUS\nEND PRESS");
    assert!(told(&letter).1[0].contains("No press is open here"));
}

#[test]
fn an_awaited_password_is_not_taken_from_a_press() {
    let letter = read("PASSWORD\nPRESS TO benedek\nword\nEND PRESS");
    assert!(letter.password.is_none() && letter.presses.len() == 1);
    assert_eq!(told(&letter).1, ["1 The words of the password are missing. [PASSWORD words]"]);
}

#[test]
fn the_head_of_a_letter_is_not_read_from_a_press() {
    let head =
        read_head("PRESS TO benedek\nGAME other\nPLAYER gablenz\nEND PRESS\nGAME bohemia-1866\nTURN 4");
    assert_eq!(head.game.unwrap(), "bohemia-1866");
    assert!(head.player.is_none());
}

#[test]
fn the_first_line_of_a_press_makes_no_quoted_mail_look_like_orders() {
    for line in ["PRESS TO benedek", "END PRESS", "MUTE benedek"] {
        assert_eq!(looks_like_order_line(line), line.starts_with("MUTE"), "{line}");
    }
}

#[test]
fn senders_are_muted_by_name_or_for_having_none() {
    let letter = read(
        "MUTE General Benedek\nBLOCK anonymous press\nUNMUTE anonymous.\nUNBLOCK von moltke\nMUTE bened",
    );
    let asked = letter.accounts.iter().map(|read| read.what.clone()).collect::<Vec<_>>();
    let player = |name: &str| Sender::Player(name.into());
    assert_eq!(
        asked,
        [
            Account::Mute(player("benedek")),
            Account::Mute(Sender::Anonymous),
            Account::Unmute(Sender::Anonymous),
            Account::Unmute(player("von Moltke")),
        ]
    );
    assert_eq!(told(&letter).1, ["5 MUTE: There is no player \"bened\" in this game. [benedek]"]);
}

#[test]
fn a_letter_of_nothing_but_presses_is_bounded() {
    let many =
        "PRESS TO benedek\nword\nEND PRESS\n".repeat(MOST_PRESSES as usize + 5) + "UNIT AU3IN\nWITHDRAW";
    let letter = read(&many);
    assert_eq!((letter.presses.len(), letter.units.len()), (MOST_PRESSES as usize, 0));
    assert!(told(&letter).1[0].contains("A letter may hold 20 presses"));
    let long = "x\n".repeat(3 * MOST_LINES);
    let letter = read_letter(&format!("PRESS TO benedek\n{long}END PRESS\nSTATUS"), &lexicon());
    assert_eq!((letter.presses[0].what.text.len(), letter.accounts.len()), (long.len() - 1, 1));
    // Lines that might begin or end one, however many: taken in one go.
    for line in ["PRESS TO nobody\nEND\n", "PRESS TO benedek\n", "PRES TO benedek\nEND PRES\n", "END PRESS\n"]
    {
        let letter = read_letter(&line.repeat(5_000), &lexicon());
        assert!(letter.presses.len() <= MOST_PRESSES as usize, "{line:?}");
        read_head(&line.repeat(5_000));
        read_letter(&line.repeat(5_000), &Lexicon::of(&LANGUAGE));
    }
}

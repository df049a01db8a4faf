//! What may be a password in a text that is not read as a letter.

use fieldpost_games::LANGUAGES;

fn may_be_passwords(text: &str) -> Vec<String> {
    fieldpost_grammar::may_be_passwords(text, LANGUAGES)
}

#[test]
fn whatever_follows_the_word_in_any_spelling_is_found() {
    for (text, words) in [
        ("PASSWORD heron-quill-maple", "heron-quill-maple"),
        ("> > pasword: lion of nachod", "lion of nachod"),
        ("pwd lion of nachod", "lion of nachod"),
        ("My password is lion of nachod", "lion of nachod"),
        ("| PASS WORD = lion of nachod", "lion of nachod"),
        ("PASSWORD\n\n  lion of nachod", "lion of nachod"),
        ("Your password:\nlion of nachod\n", "lion of nachod"),
        ("UNIT AU3IN heron-quill", "heron-quill"),
        ("mot PASSWORT: lion of nachod", "lion of nachod"),
    ] {
        assert!(may_be_passwords(text).contains(&words.to_string()), "{text}: {:?}", may_be_passwords(text));
    }
}

#[test]
fn the_line_alone_below_a_paragraph_on_a_password_is_found() {
    let welcome = "Your password is in the next line. Keep this letter: the password is\nnever shown again.\n\n    \
                   lion of nachod\n\nWrite to us.\nAnd again.\n";
    assert!(may_be_passwords(welcome).contains(&"lion of nachod".to_string()));
    assert!(!may_be_passwords(welcome).iter().any(|words| words.contains("And again")));
}

#[test]
fn orders_and_remarks_are_none() {
    for text in ["MARCH G4-V6", "UNIT AU3IN (at Wien)", "UNIT AU3IN", "PASSWORD\nUNIT AU3IN", "Dear all"] {
        assert_eq!(may_be_passwords(text), Vec::<String>::new(), "{text}");
    }
    assert_eq!(may_be_passwords("PASSWORD abc"), ["PASSWORD abc"]);
}

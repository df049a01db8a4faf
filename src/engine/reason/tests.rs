//! What a table of reasons says, and in which voice.

use super::*;

#[allow(dead_code)]
mod mole {
    crate::reasons! {
        TooWet "2.1" "the ground is too wet" => Always
        TooFar "2.2, 3" "{} is more than {} digs away"
        StaysHome "" "the mole of {} stays at home: {why}"
        Rests "4" "it rests, for {why}" => Always
    }
}
use mole::Why;

/// The same table with other sentences.
#[allow(dead_code)]
mod mended {
    crate::reasons! {
        TooWet "2.1" "water stands in the ground" => Always
        TooFar "2.2, 3" "it takes {} digs at the most to {}"
        StaysHome "" "{why}, so that the mole of {} does not come"
        Rests "4" "it rests: {why}" => Always
    }
}

fn in_form2(reason: &impl Written) -> String {
    String::from_utf8(form2::text(reason)).unwrap()
}

#[test]
fn a_mended_sentence_leaves_the_record_as_it_is() {
    let far = Why::TooFar.of("the oak").and(3);
    let mended = mended::Why::TooFar.of("the oak").and(3);
    assert_ne!(far.words(), mended.words());
    assert_eq!(in_form2(&far), r#"{"too-far":["the oak","3"]}"#);
    assert_eq!(in_form2(&mended), in_form2(&far));
    let (rests, still) = (Why::Rests.given(Why::TooWet), mended::Why::Rests.given(mended::Why::TooWet));
    assert_ne!(rests.words(), still.words());
    assert_eq!((in_form2(&rests), in_form2(&still)), (r#"{"rests":["too-wet"]}"#.into(), in_form2(&rests)));
}

#[test]
fn another_key_or_another_value_is_another_record() {
    let far = in_form2(&Why::TooFar.of("the oak").and(3));
    for other in [Why::TooFar.of("the oak").and(4), Why::StaysHome.of("the oak").and(3), Why::TooWet.into()] {
        assert_ne!(in_form2(&other), far);
    }
}

#[test]
fn of_a_value_in_words_the_record_has_the_value() {
    let digs = |words: &str| Why::TooFar.of("the oak").named(&3_u8, words);
    assert_eq!(digs("three").words(), "the oak is more than three digs away");
    assert_eq!(in_form2(&digs("three")), r#"{"too-far":["the oak",3]}"#);
    assert_eq!(in_form2(&digs("a few")), in_form2(&digs("three")));
}

#[test]
fn a_reason_is_its_sentence_with_its_gaps_filled() {
    assert_eq!(Why::TooWet.says(), mole::Reason::from(Why::TooWet).words());
    let far = Why::TooFar.of("the oak").and(3);
    assert_eq!(far.words(), "the oak is more than 3 digs away");
    let home = Why::StaysHome.of("the hill").because(far);
    assert_eq!(home.words(), "the mole of the hill stays at home: the oak is more than 3 digs away");
    assert_ne!(home, Why::StaysHome.of("the hill").because(Why::TooWet));
    assert_eq!(Why::Rests.given(Why::TooWet).words(), "it rests, for the ground is too wet");
}

#[test]
fn a_reason_holds_as_long_as_its_row_says_and_the_reason_within_it() {
    assert_eq!(mole::Reason::from(Why::TooWet).holds(), Holds::Always);
    assert_eq!(Why::Rests.given(Why::TooWet).holds(), Holds::Always);
    assert_eq!(Why::Rests.given(Why::TooFar.of("the oak").and(3)).holds(), Holds::AsThingsStand);
    assert_eq!(Why::StaysHome.of("the hill").because(Why::TooWet).holds(), Holds::AsThingsStand);
}

#[test]
#[cfg(debug_assertions)]
fn a_reason_that_is_not_whole_is_a_fault_of_who_makes_it() {
    let words = |reason: mole::Reason| std::panic::catch_unwind(move || reason.words());
    assert!(words(Why::TooFar.of("the oak")).is_err());
    assert!(words(Why::TooFar.into()).is_err());
    assert!(words(Why::TooFar.of("the oak").and(3)).is_ok());
    assert!(std::panic::catch_unwind(|| Why::TooWet.of("the oak")).is_err());
}

#[test]
fn a_row_has_a_key_its_rules_and_as_many_gaps_as_braces() {
    let rows = Why::ALL.iter().map(|why| (why.row().key, why.rules(), why.row().gaps()));
    let expected =
        [("too-wet", "2.1", 0), ("too-far", "2.2, 3", 2), ("stays-home", "", 2), ("rests", "4", 1)];
    assert_eq!(rows.collect::<Vec<_>>(), expected);
}

#[allow(dead_code)]
mod told {
    crate::reasons! {
        Lost "4" "{it} lost its way to {your} hill {last turn} {rule 4}"
        Within "5" "{why}, and {its} hole is wet"
        Hole "6" "the hole of {} is full"
        Deep "7" "{} dug too deep: {why}"
    }
}

#[test]
fn a_reason_is_told_by_who_hears_it_and_of_how_many() {
    let lost = told::Reason::from(told::Why::Lost);
    let each = Voice { of_each: true, ..Voice::default() };
    assert_eq!(lost.words(), "it lost its way to your hill last turn (rule 4)");
    assert_eq!(lost.told(each), "Each lost its way to your hill last turn (rule 4)");
    let no_side = Voice { takes_no_side: true, open: Some(5), ..Voice::default() };
    assert_eq!(lost.told(no_side), "it lost its way to its hill in turn 4 (rule 4)");
    let within = told::Why::Within.given(lost);
    assert_eq!(within.told(each), "Each lost its way to your hill last turn (rule 4), and its hole is wet");
    let hole = told::Why::Within.given(told::Why::Hole.of("the mole"));
    assert_eq!(hole.told(each), "For each of them: the hole of the mole is full, and its hole is wet");
    assert_eq!(
        told::Why::Hole.of("it").told(each),
        "the hole of it is full",
        "a value is no word of the sentence"
    );
    let deep = told::Why::Deep.of("AB").because(told::Why::Lost);
    assert!(deep.told(each).starts_with("For each of them: AB dug too deep: it lost "), "{deep}");
    assert!(deep.cites() && within.cites() && !hole.cites());
    let gaps: Vec<usize> = told::Why::ALL.iter().map(|why| why.row().gaps()).collect();
    assert_eq!(gaps, [0, 1, 1, 2]);
}

#[allow(dead_code)]
mod cited {
    crate::reasons! {
        Wet "2.1" "the hole of {} is wet"
        Stays "4" "{} stays at home: {why}; so do others"
        Half "" "half of {}: {why}"
        Other "MOLE 3" "it is night"
    }
}

/// Whoever tells a reason says whose rules stand behind it; a reason within another has its own.
#[test]
fn rules_are_cited_behind_a_sentence_by_the_name_of_their_book() {
    let by = |cites| Voice { cites, ..Voice::default() };
    let wet = || cited::Why::Wet.of("AB");
    let half = cited::Why::Half.of("AB").because(wet());
    let stays = cited::Why::Stays.of("AB").because(wet());
    for (reason, numbers, book, clause, rules) in [
        (wet(), " (2.1)", " (OWL 2.1)", "the hole of AB is wet", "OWL 2.1"),
        (half, " (2.1)", " (OWL 2.1)", "half of AB: the hole of AB is wet", "OWL 2.1"),
        (cited::Why::Other.into(), " (MOLE 3)", " (MOLE 3)", "it is night", "MOLE 3"),
    ] {
        assert_eq!(reason.words(), clause);
        assert_eq!(reason.told(by(Some(""))), format!("{clause}{numbers}"));
        assert_eq!(reason.told(by(Some("OWL"))), format!("{clause}{book}"));
        assert_eq!(reason.parted(by(Some("OWL"))), (clause.to_owned(), rules.into()));
    }
    let told = "AB stays at home: the hole of AB is wet (OWL 2.1); so do others";
    assert_eq!(stays.parted(by(Some("OWL"))), (told.to_owned(), "OWL 4".into()));
    assert_eq!(stays.told(by(Some("OWL"))), format!("{told} (OWL 4)"));
    assert_eq!(stays.words(), "AB stays at home: the hole of AB is wet; so do others");
}

#[test]
fn a_sentence_whose_gaps_are_not_whole_is_no_row() {
    for says in ["a {gap", "a gap}", "{{}}", "two {}{} gaps", "a {gap}", "{rule }", "{ it}"] {
        let made = std::panic::catch_unwind(|| Row::new("key", "", says));
        assert!(made.is_err(), "{says}");
    }
    assert_eq!(Row::new("key", "", "{}, {why}").gaps(), 2);
}

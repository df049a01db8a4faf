use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser::parse;

use super::*;

/// Each message of a file with the values that it names.
fn messages(locale: Locale) -> BTreeMap<String, BTreeSet<String>> {
    let (_, text) = FILES.iter().find(|(of, _)| *of == locale).unwrap();
    let file = parse(*text).unwrap_or_else(|(_, faults)| panic!("{}: {faults:?}", locale.code()));
    let mut found = BTreeMap::new();
    for entry in file.body {
        let Entry::Message(message) = entry else { continue };
        let mut values = BTreeSet::new();
        of_pattern(message.value.as_ref().unwrap(), &mut values);
        let before = found.insert(message.id.name.to_owned(), values);
        assert!(before.is_none(), "{}: {} stands twice", locale.code(), message.id.name);
    }
    assert!(found.len() > 100);
    found
}

fn of_pattern(pattern: &Pattern<&str>, values: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            of_expression(expression, values);
        }
    }
}

fn of_expression(expression: &Expression<&str>, values: &mut BTreeSet<String>) {
    match expression {
        Expression::Inline(inline) => of_inline(inline, values),
        Expression::Select { selector, variants } => {
            of_inline(selector, values);
            variants.iter().for_each(|variant| of_pattern(&variant.value, values));
        }
    }
}

fn of_inline(inline: &InlineExpression<&str>, values: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            values.insert(id.name.to_owned());
        }
        InlineExpression::Placeable { expression } => of_expression(expression, values),
        InlineExpression::FunctionReference { arguments: CallArguments { positional, .. }, .. } => {
            positional.iter().for_each(|one| of_inline(one, values));
        }
        _ => {}
    }
}

/// No key is missing in a language, none is there that English lacks, and each has the values of English.
#[test]
fn every_language_says_all_that_english_says() {
    let english = messages(Locale::English);
    for locale in Locale::ALL {
        let own = messages(locale);
        let lacks = english.keys().filter(|key| !own.contains_key(*key)).collect::<Vec<_>>();
        assert!(lacks.is_empty(), "{} lacks {lacks:?}", locale.code());
        let more = own.keys().filter(|key| !english.contains_key(*key)).collect::<Vec<_>>();
        assert!(more.is_empty(), "{} has what English lacks: {more:?}", locale.code());
        for (key, values) in &own {
            assert_eq!(*values, english[key], "{}: the values of {key}", locale.code());
        }
    }
}

/// Every text of the program that may ask for a message.
fn askers() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    let mut folders = vec![root.join("src"), root.join("mail_templates")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if ["rs", "txt", "html"].contains(&ending.as_str())
                && !path.ends_with("catalogue/tests.rs")
            {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    found
}

#[test]
fn every_message_is_asked_for() {
    let askers = askers();
    let is_asked = |key: &str| {
        // Days and months are asked for by their number.
        let key = key.trim_end_matches(|c: char| c.is_ascii_digit());
        let words = if key.ends_with('-') { format!("\"{key}{{}}\"") } else { format!("\"{key}\"") };
        askers.iter().any(|(_, text)| text.contains(&words))
    };
    let english = messages(Locale::English);
    let idle = english.keys().filter(|key| !is_asked(key)).collect::<Vec<_>>();
    assert!(idle.is_empty(), "nothing asks for {idle:?}");
}

#[test]
fn every_message_that_is_asked_for_is_there_with_its_values() {
    let english = messages(Locale::English);
    let mut asked = 0;
    for (path, text) in askers() {
        for (at, _) in text.match_indices("t(key=\"") {
            let call = &text[at + "t(key=\"".len()..];
            if !path.to_string_lossy().contains("mail_templates") {
                continue;
            }
            let key = call.split('"').next().unwrap();
            let values = english.get(key).unwrap_or_else(|| panic!("{}: no {key}", path.display()));
            let given = given(&call[key.len() + 1..]);
            assert_eq!(given, *values, "{}: the values of {key}", path.display());
            asked += 1;
        }
    }
    assert!(asked > 200, "only {asked} calls were found");
}

/// The names of a call's values, behind its key.
fn given(call: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let (mut depth, mut name, mut quoted) = (0, String::new(), false);
    for letter in call.chars() {
        match letter {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' => depth += 1,
            ')' if depth == 0 => break,
            ')' => depth -= 1,
            '=' if depth == 0 => {
                names.insert(std::mem::take(&mut name));
            }
            ',' | ' ' => name.clear(),
            _ => name.push(letter),
        }
    }
    names.remove("capital");
    names
}

/// What a template gives a message is told; nothing stays in braces.
#[test]
fn no_message_is_told_without_its_values() {
    for locale in Locale::ALL {
        for (key, values) in messages(locale) {
            for number in [0, 1, 2, 5, 1_234_567] {
                let values =
                    values.iter().map(|name| (name.as_str(), Value::Number(number))).collect::<Vec<_>>();
                let said = say(locale, &key, &values).unwrap();
                assert!(!said.contains(['{', '}']) && !said.is_empty(), "{}: {key}: {said}", locale.code());
            }
        }
    }
}

#[test]
fn plurals_and_thousands_follow_the_language() {
    let count = |locale, count| say(locale, "count-warnings", &[("count", Value::Number(count))]).unwrap();
    assert_eq!([0, 1, 2].map(|n| count(Locale::English, n)), ["0 warnings", "1 warning", "2 warnings"]);
    assert_eq!([0, 1, 2].map(|n| count(Locale::German, n)), ["0 Warnungen", "1 Warnung", "2 Warnungen"]);
    // French has the singular for nothing too.
    assert_eq!(
        [0, 1, 2].map(|n| count(Locale::French, n)),
        ["0 avertissement", "1 avertissement", "2 avertissements"]
    );
    assert_eq!(count(Locale::English, 1_234), "1234 warnings");
    assert_eq!(count(Locale::German, 1_234), "1.234 Warnungen");
    assert_eq!(count(Locale::French, 1_234), "1\u{a0}234 avertissements");
}

#[test]
fn moments_and_stretches_are_written_as_each_language_has_them() {
    let zone = chrono_tz::Europe::Berlin;
    let summer = 1_783_879_200_000;
    assert_eq!(moment(Locale::English, summer, zone), None);
    assert_eq!(moment(Locale::German, summer, zone).unwrap(), "Sonntag, 12. Juli 2026, 20:00 Uhr MESZ");
    assert_eq!(
        moment(Locale::French, summer, zone).unwrap(),
        "dimanche 12 juillet 2026 à 20\u{a0}h\u{a0}00 CEST"
    );
    assert_eq!(moment_utc(Locale::German, summer + 5_000).unwrap(), "12. Juli 2026, 18:00:05 Uhr UTC");
    let first = 1_782_900_000_000;
    assert!(moment(Locale::French, first, zone).unwrap().starts_with("mercredi 1er juillet 2026"));
    assert!(moment(Locale::German, first, chrono_tz::UTC).unwrap().ends_with("UTC"));
    assert_eq!(span(Locale::German, 26 * 3_600_000), "1 Tag 2 Stunden");
    assert_eq!(span(Locale::French, 90 * 60_000), "1 heure 30 minutes");
    assert_eq!(span(Locale::German, 3), "weniger als eine Minute");
    assert_eq!(rhythm(Locale::German, &[7, 3], 0, 20, 0), "jeden Sonntag und Mittwoch um 20:00 Uhr");
    assert_eq!(rhythm(Locale::French, &[], 3, 18, 30), "tous les 3 jours à 18\u{a0}h\u{a0}30");
    assert_eq!(rhythm(Locale::German, &[], 1, 8, 5), "jeden Tag um 08:05 Uhr");
}

#[test]
fn a_sentence_that_is_told_later_is_told_in_each_language() {
    let said = Said::new("language-is-set").with("player", "Anna");
    let told = Locale::ALL.map(|locale| said.words(locale));
    assert!(told.iter().all(|words| words.starts_with("Anna, ")), "{told:?}");
    assert_eq!(BTreeSet::from(told.clone()).len(), 3, "{told:?}");
    assert_eq!(Said::new("no such key").words(Locale::German), "");
}

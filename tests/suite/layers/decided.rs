//! No sentence decides: what is told, foreseen and shown is decided by keys, rules and fields, so that a sentence may be mended.
//!
//! Found by words of the code: a text that is asked for words of our own. What was read, a path, a file's own words are input, and may be
//! asked; the places are listed with what they read. No place asks a sentence: there is no list for such.

use super::printed::rust_of;

/// How a text is asked for words.
const ASKS: &[&str] = &[
    ".contains(\"",
    ".ends_with(\"",
    ".starts_with(\"",
    ".split_once(\"",
    ".rsplit_once(\"",
    ".strip_prefix(\"",
    ".strip_suffix(\"",
    ".replace(\"",
    ".replacen(\"",
    "words.contains(&",
    "words.starts_with(&",
    "said.replace(",
    "said.split(",
];

/// Where sentences are made and shown.
const ROOMS: &[&str] = &[
    "games/land/tell",
    "games/land/command",
    "games/land/book",
    "games/sea/tell",
    "games/europa/tell",
    "games/europa/board",
    "games/campaign",
    "games/door",
    "games/land/edits",
    "games/europa/edits",
    "desk/ga",
    "print",
];

/// What is asked is input: a file, how often, and what it reads.
const INPUT: &[(&str, usize, &str)] = &[
    ("desk/ga/schedule.rs", 1, "what an administrator wrote"),
    ("games/campaign/hand/at_sea.rs", 4, "paths of touches"),
    ("games/campaign/hand/shown.rs", 1, "what an administrator wrote"),
    ("games/campaign/lesson.rs", 1, "an order as it is written"),
    ("games/europa/board/concern.rs", 1, "paths of touches"),
    ("games/europa/edits/counters.rs", 1, "counters as they are written"),
    ("games/europa/edits/touches.rs", 1, "paths of touches"),
    ("games/land/book/cites.rs", 1, "keys of rules"),
    ("games/land/command/concerned.rs", 2, "paths of touches"),
    ("games/land/edits/properties.rs", 1, "paths of touches"),
    ("games/land/edits/touch.rs", 1, "paths of touches"),
    ("games/land/tell/places.rs", 1, "commas of a name that was cut"),
    ("print/block.rs", 1, "the name of a time zone"),
    ("print/heading.rs", 1, "the name of a time zone"),
    ("print/parcel.rs", 1, "a page's picture (layers/printed.rs has it too)"),
    ("print/translate.rs", 1, "the name of a time zone"),
    ("print/voice.rs", 1, "blanks that signs leave behind which are not said"),
    ("print/press.rs", 2, "names and heads of templates"),
];

fn asks(code: &str) -> Vec<&str> {
    let asks = |line: &&str| ASKS.iter().any(|mark| line.contains(mark));
    code.lines().map(str::trim).filter(asks).collect()
}

#[test]
fn no_sentence_decides() {
    let files = rust_of(ROOMS);
    assert!(files.len() > 100, "found only {} files", files.len());
    let known = |file: &str| INPUT.iter().filter(|row| row.0 == file).map(|row| row.1).sum::<usize>();
    let mut wrong = Vec::new();
    for (file, code) in &files {
        let (found, most) = (asks(code), known(file));
        if found.len() > most {
            wrong.push(format!("{file}: {} places, not {most}:\n    {}", found.len(), found.join("\n    ")));
        }
    }
    let listed = INPUT.iter().filter(|row| !files.contains_key(row.0));
    wrong.extend(listed.map(|row| format!("{}: no such file", row.0)));
    assert!(wrong.is_empty(), "ask a key, a rule or a field:\n{}", wrong.join("\n"));
}

#[test]
fn what_asks_a_sentence_is_found() {
    for line in [
        "let is_private = what.starts_with(\"Treasury of \");",
        "words.replace(\"your side\", \"its side\")",
        "let gives_seat = what.ends_with(\" commander\");",
        "for said in against { alike.insert(said.replace(&unit, MARK)); }",
        "let mut words = said.split(|letter: char| !letter.is_alphanumeric());",
        "let names = |hitch: &Hitch| remark.words.contains(&*hitch.why.words());",
    ] {
        assert_eq!(asks(line).len(), 1, "{line}");
    }
    assert!(asks("if about == About::Round && names.contains(&name) {").is_empty());
}

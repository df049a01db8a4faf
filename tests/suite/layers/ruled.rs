//! A refusal that a rule of a book decides names that rule beside its words (`Refusal::by`, `Breach::by`, `against`, a row of reasons), and
//! never within them: its number is put behind the sentence where that is printed. What no rule decides is listed, with why.

use super::printed::rust_of;

/// Where refusals are made.
const ROOMS: &[&str] = &[
    "games/ground/language",
    "games/land/language",
    "games/land/command",
    "games/land/edits",
    "games/sea/language",
    "games/sea/event",
    "games/sea/tell",
    "games/europa/language",
    "games/europa/orders",
    "games/europa/board",
    "games/europa/edits",
    "games/campaign",
    "desk",
    "grammar",
];

/// How a rule is cited within words.
const CITES: &[&str] = &[
    "(rule ", "(rules ", "(WISC ", "(A1)", "(A2)", "(B1)", "(B2)", "(B5)", "(C1)", "(D3)", "(F1)", "(G3)",
    "(EU-", "(N-", "(R-",
];

/// Sentences with a number in them that refuse nothing: a file, how many, and what they are.
const NO_REFUSALS: &[(&str, usize, &str)] = &[
    ("games/campaign/board/judge.rs", 2, "advice of receipts"),
    ("games/campaign/foresight/at_sea.rs", 2, "what nobody can say"),
    ("games/campaign/foresight/foretold.rs", 4, "what nobody can say"),
    ("games/campaign/foresight/mod.rs", 1, "what nobody can say"),
    ("games/campaign/orders.rs", 1, "what an order that is taken does not do"),
    ("games/campaign/tell/page.rs", 1, "how a ship stands"),
    ("games/campaign/welcome.rs", 1, "how long a campaign lasts"),
    ("games/europa/board/foresight.rs", 13, "what a round will bring"),
    ("games/europa/board/notes.rs", 2, "notes on an edit that is done"),
    ("games/land/command/clashes.rs", 8, "advice of receipts"),
    ("games/land/command/fights.rs", 8, "what nobody can say"),
    ("games/land/command/foresight.rs", 10, "advice of receipts"),
    ("games/land/command/lots.rs", 1, "what nobody can say"),
    ("games/land/edits/city.rs", 2, "notes on an edit that is done"),
    ("games/land/edits/places.rs", 2, "notes on an edit that is done"),
];

/// What is refused by no rule of a book: a file, how many places, and why.
const OF_NO_RULE: &[(&str, usize, &str)] = &[
    (
        "games/campaign/board/judge.rs",
        2,
        "it is no order of an office, or the ship is not of the secretary's nation",
    ),
    ("games/europa/board.rs", 2, "who plays no power; a stack that is not there"),
    (
        "games/europa/board/between.rs",
        2,
        "more money is offered than there is; what the referee's hand would be refused, by its own words",
    ),
    ("games/europa/language.rs", 1, "a stack that is not there"),
    ("games/europa/language/edits.rs", 2, "an id or a flag as house syntax has it"),
    ("games/europa/language/forms.rs", 1, "house syntax: one condition a line"),
    ("games/europa/orders/between.rs", 1, "house syntax: the line ends"),
    ("games/europa/orders/names.rs", 8, "names of places, powers and leaders that are not there"),
    ("games/ground/language/nation.rs", 1, "a nation that is not there"),
    ("games/ground/language/square.rs", 7, "squares as the map has them, and how they are written"),
    ("games/land/command/offices.rs", 1, "a unit that is not of the giver's side, or is not there"),
    ("games/land/command/seats.rs", 1, "a unit that is not of the giver's side, or is not there"),
    ("games/land/language/edits.rs", 2, "values as house syntax has them"),
    ("games/land/language/mod.rs", 1, "another order than a unit's"),
    ("games/land/language/name.rs", 4, "units that are not there"),
    ("games/land/language/people.rs", 1, "offices and ranks as they are called"),
    ("games/land/language/phases.rs", 1, "house syntax: phases from the first to the last"),
    ("games/land/language/places.rs", 2, "cities and depots that are not there"),
    ("games/sea/language/names.rs", 1, "ships of one name"),
    ("games/sea/language/piece.rs", 2, "ships that are not there"),
    ("games/sea/language/read.rs", 2, "another order than a ship's or a secretary's"),
    (
        "games/sea/language/ship.rs",
        2,
        "house syntax: phases from the first to the last; a place that is not there",
    ),
    ("games/sea/language/words.rs", 5, "names and types that are not there; waters by the order for others"),
];

/// Where lines are read and judged.
const JUDGES: &[&str] = &[
    "games/ground/language",
    "games/land/language",
    "games/land/command",
    "games/sea/language",
    "games/europa",
    "games/campaign",
];

/// How a refusal is made that names no rule.
const PLAIN: &[&str] = &[" wrong(", "Refusal::plain("];

/// Files of rows whose texts are help: they cite what is to be looked up.
fn is_help(file: &str) -> bool {
    ["forms", "help", "hand", "lesson"].iter().any(|stem| file.contains(stem))
}

fn lines_with<'a>(code: &'a str, marks: &[&str]) -> Vec<&'a str> {
    let is_meant = |line: &&str| {
        let spaced = format!(" {line}");
        !line.starts_with("fn ") && marks.iter().any(|mark| spaced.contains(mark))
    };
    code.lines().map(str::trim).filter(is_meant).collect()
}

/// What differs from a list of places.
fn unlike(
    marks: &[&str],
    rooms: &[&str],
    known: &[(&str, usize, &str)],
    is_left: fn(&str) -> bool,
) -> String {
    let files = rust_of(rooms);
    let mut wrong = Vec::new();
    for (file, code) in files.iter().filter(|(file, _)| !is_left(file)) {
        let found = lines_with(code, marks);
        let most = known.iter().filter(|row| row.0 == file).map(|row| row.1).sum::<usize>();
        if found.len() != most {
            wrong.push(format!("{file}: {} places, not {most}:\n    {}", found.len(), found.join("\n    ")));
        }
    }
    let gone = known.iter().filter(|row| !files.contains_key(row.0));
    wrong.extend(gone.map(|row| format!("{}: no such file", row.0)));
    wrong.join("\n")
}

#[test]
fn no_refusal_has_its_rule_within_its_words() {
    let wrong = unlike(CITES, ROOMS, NO_REFUSALS, is_help);
    assert!(
        wrong.is_empty(),
        "say it by `Refusal::by`, `Breach::by`, `against` or a row of reasons:\n{wrong}"
    );
}

#[test]
fn what_is_refused_by_no_rule_is_listed() {
    let wrong = unlike(PLAIN, JUDGES, OF_NO_RULE, |_| false);
    assert!(wrong.is_empty(), "name the rule, or say here why none decides it:\n{wrong}");
}

#[test]
fn what_names_its_rule_in_words_is_found() {
    for line in [
        "return wrong(input, \"she has no guns (WISC 7.7)\".into(), Near::Nothing);",
        "bench.forbid(Breach::of(id, \": naval batteries do not move (rule 7.17).\"));",
        "\"Armies that meet fight of themselves; ATTACK is for fleets (A1).\".into()",
    ] {
        assert_eq!(lines_with(line, CITES).len(), 1, "{line}");
    }
    assert!(lines_with("Refusal::by(\"WISC 7.7\", \"she has no guns\")", CITES).is_empty());
    assert_eq!(lines_with("Err(Refusal::plain(why))", PLAIN).len(), 1);
}

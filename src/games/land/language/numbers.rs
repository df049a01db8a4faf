//! Every rule number that players read is one that their book has, and its text there is on the subject: the keys of the tables, by
//! the books' own lists (`fixtures/rules`).

use crate::book::{ALL, Book, ROTD_CWOL_AT_SEA};
use crate::event::reason::Why;
use crate::language::{HELP_OF_CWOL_AT_SEA, LANGUAGES};
use fieldpost_engine::reason::Piece;
use fieldpost_engine::rule::Rule;
use fieldpost_grammar::{Language, forms, help};

/// Of each key, in the order of ROTD-EUWOL, a word that the text of the rule has in every book that has it.
const SUBJECTS: &[(&str, &str)] = &[
    ("1.1", "columns by"),
    ("1.2", "cannot be entered"),
    ("1.3", "river"),
    ("1.4", "Each square lies in"),
    ("1.5", "how many brigades a square can hold"),
    ("2.1", "tactical map of 15 by 15"),
    ("2.2", "tactical ground"),
    ("2.3", "join across the edges"),
    ("2.4", "rated 0 to 4"),
    ("2.5", "in a tactical square"),
    ("2.6", "Forts"),
    ("2.7", "besieged city"),
    ("3.1", "the men they start with"),
    ("3.2", "Ratings"),
    ("3.3", "one strategic and one tactical square"),
    ("3.4", "guns"),
    ("3.5", "assigns"),
    ("3.5b", "Merging"),
    ("3.6", "Experience"),
    ("3.7", "Morale"),
    ("4.1", "detect"),
    ("4.2", "nearest enemy in each of eight"),
    ("4.3", "ships"),
    ("4.4", "Tactical moves are reported"),
    ("4.5", "strategic moves are reported"),
    ("4.6", "sight"),
    ("4.7", "of enemy headquarters"),
    ("5.1", "campaign is"),
    ("5.2", "order of phases"),
    ("5.3", "Two reports a turn"),
    ("6.1", "commander's last order"),
    ("6.2", "id and a password"),
    ("6.3", "Strategic orders"),
    ("6.4", "Tactical orders"),
    ("6.5", "Reaction orders"),
    ("6.6", "Postures"),
    ("6.7", "Supply orders"),
    ("6.8", "combined"),
    ("6.9", "without orders"),
    ("6.10", "peace and truce"),
    ("6.11", "assignments and passwords"),
    ("7.1", "allowances"),
    ("7.2", "less with supplies"),
    ("7.3", "forced march"),
    ("7.4", "The path, square by square"),
    ("7.5", "withdrawal"),
    ("7.6", "move"),
    ("7.7", "way to the map edge"),
    ("7.8", "cannot cross a river or range"),
    ("7.9", "Halt on detection"),
    ("7.10", "Halt on enemy entry"),
    ("7.11", "No forced march"),
    ("7.12", "Pursuit"),
    ("7.13", "March to battle"),
    ("7.14", "enters its new tactical map"),
    ("7.15", "diagonal move interrupted"),
    ("7.16", "cannot be entered"),
    ("7.17", "strategic map|are placed in"),
    ("7.18", "board"),
    ("8.1", "by rail"),
    ("8.2", "controls a railway"),
    ("8.3", "railway path"),
    ("8.4", "leaves the train"),
    ("8.5", "track"),
    ("8.6", "railway bridges"),
    ("9.1", "Tactical allowances"),
    ("9.2", "specified move"),
    ("9.3", "Meeting an enemy stops both"),
    ("9.4", "besieged city"),
    ("9.5", "cliffs"),
    ("9.6", "at random within"),
    ("9.7", "as waypoint"),
    ("9.8", "Engaging"),
    ("9.9", "Lines and attitudes"),
    ("9.10", "in support of a combat"),
    ("9.11", "Intercepting"),
    ("9.12", "One tactical move a phase"),
    ("9.13", "on the tactical map"),
    ("10.1", "When combat happens"),
    ("10.2", "Headquarters fall back"),
    ("10.3", "which line"),
    ("10.4", "fits in a line"),
    ("10.5", "Cavalry fights"),
    ("10.6", "Effective strength"),
    ("10.7", "firing segment"),
    ("10.8", "Morale checks, retreat and rout"),
    ("10.9", "melee segment"),
    ("10.10", "losing side falls back"),
    ("10.11", "Captured guns"),
    ("10.12", "checks after melee"),
    ("10.13", "General panic"),
    ("10.14", "casualties"),
    ("10.15", "Bombardment"),
    ("11.1", "in communications"),
    ("11.2", "Lines of contact"),
    ("11.3", "Sieges"),
    ("11.4", "Out of communications"),
    ("11.5", "Depots"),
    ("11.6", "requisition"),
    ("11.7", "Moving supplies"),
    ("11.8", "Depots lost"),
    ("11.9", "Consuming"),
    ("11.10", "Desertion"),
    ("11.11", "Ammunition"),
    ("11.12", "Out of ammunition"),
    ("11.13", "nearest source"),
    ("12.1", "crossed at bridges"),
    ("12.2", "used like fords"),
    ("12.3", "fall with the track"),
    ("12.4", "Deploying pontoon"),
    ("12.5", "Removing pontoon"),
    ("12.6", "bridges in combat"),
    ("12.7", "ferries"),
    ("13.1", "Inactive units"),
    ("13.2", "inactive in a square"),
    ("13.3", "inactive units do not do"),
    ("13.4", "do not fight"),
    ("13.5", "Orders for inactive"),
    ("14.1", "shatters"),
    ("14.2", "shattered unit goes"),
    ("14.3", "How long it reforms"),
    ("14.4", "driven on"),
    ("14.5", "Reforming"),
];

/// Of every row of orders what the texts of its rules are about, by its first words: one for each number that it cites.
const ROWS: &[(&str, &str)] = &[
    ("UNIT", "6.2"),
    ("CORPS", "6.2"),
    ("END", "6.2"),
    ("NONE", "6.9"),
    ("MARCH box", "7.4"),
    ("WITHDRAW", "7.5"),
    ("ENTRY", "7.14"),
    ("HALT ON DETECTION", "7.9"),
    ("HALT ON ENTRY", "7.10"),
    ("NO FORCED", "7.11"),
    ("PURSUE", "7.12"),
    ("MARCH TO", "7.13"),
    ("RAIL", "8.3"),
    ("DESTROY TRACK", "8.5"),
    ("DESTROY BRIDGE", "8.6"),
    ("MOVE c-r", "9.2"),
    ("STAY OUT", "9.2"),
    ("ENGAGE", "9.8"),
    ("LINE", "9.9"),
    ("BOMBARD", "10.15"),
    ("NO BOMBARDMENT", "10.15"),
    ("SUPPORT", "9.10"),
    ("NO SUPPORT", "9.10"),
    ("INTERCEPT", "9.11"),
    ("ATTACK", "6.6"),
    ("DEFEND", "6.6"),
    ("CARRY", "6.7, 11.9"),
    ("INACTIVATE", "13.1"),
    ("ACTIVATE", "13.1"),
    ("MERGE", "3.5b"),
    ("DEPLOY BRIDGE", "12.4"),
    ("REMOVE BRIDGE", "12.5"),
    ("TRANSFER BATTERY", "10.11"),
    ("DEPLOY", "6.10, 7.17"),
    ("ASSIGN", "3.5"),
    ("MOVE SUPPLIES", "11.7"),
    ("ADD SUPPLIES", "11.5"),
    ("PLACE", "11.5"),
    ("REMOVE", "11.5"),
    ("REBUILD TRACK", "8.5"),
    ("REBUILD BRIDGE", "8.6"),
    ("UPGRADE", "3.4"),
];

fn subject(key: &str) -> &'static str {
    SUBJECTS.iter().find(|row| row.0 == key).unwrap_or_else(|| panic!("{key} is no rule of ROTD-EUWOL")).1
}

fn rules(language: &Language) -> &'static [Rule] {
    (language.help.rules)()
}

/// The books with the rules that their players look up.
fn books() -> Vec<(&'static Book, &'static [Rule])> {
    let of = |(book, language): (&&'static Book, &&'static Language)| (*book, rules(language));
    let all = ALL.iter().zip(LANGUAGES.iter()).map(of);
    all.chain([(&ROTD_CWOL_AT_SEA, (HELP_OF_CWOL_AT_SEA.rules)())]).collect()
}

/// What is wrong with a key in a book: its number is none of the book's, or is of another subject.
fn fault((book, rules): (&Book, &[Rule]), key: &str) -> Option<String> {
    let number = book.number(key)?;
    let Some(rule) = rules.iter().find(|rule| rule.number == number) else {
        return Some(format!("{}: {key} is said to be {number}, which is no rule", book.name));
    };
    let is_on_it = subject(key).split('|').any(|word| rule.says.contains(word));
    (!is_on_it).then(|| format!("{}: {key} is said to be {number}: {}", book.name, rule.says))
}

/// The keys of a table's cell, without our own decisions; a range is its ends.
fn keys(cell: &str) -> impl Iterator<Item = &str> {
    let keys = cell.split([',', ';']).map(str::trim).filter(|key| !key.starts_with(['R', 'W']));
    keys.flat_map(|key| key.split('-')).filter(|key| key.contains('.'))
}

#[test]
fn every_key_has_in_each_book_the_number_of_its_subject() {
    let listed: Vec<&str> = rules(LANGUAGES[0]).iter().map(|rule| rule.number.as_str()).collect();
    let known: Vec<&str> = SUBJECTS.iter().map(|row| row.0).collect();
    assert_eq!(known, listed);
    let faults: Vec<String> =
        books().into_iter().flat_map(|of| known.iter().filter_map(move |key| fault(of, key))).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn every_row_of_orders_cites_the_rule_of_its_subject() {
    for form in LANGUAGES[0].forms {
        let is_it = |row: &&(&str, &str)| form.words.starts_with(row.0);
        // The longest beginning is meant: DEPLOY BRIDGE is no DEPLOY.
        let row = ROWS.iter().filter(is_it).max_by_key(|row| row.0.len());
        assert_eq!(Some(form.rules), row.map(|row| row.1), "{}", form.words);
    }
    for form in forms(LANGUAGES[0]) {
        keys(form.rules).for_each(|key| assert!(!subject(key).is_empty(), "{}", form.words));
    }
}

#[test]
fn every_reason_cites_a_rule_and_mergers_their_own() {
    for why in Why::ALL {
        let of_mergers = ["merge", "leave the army"].iter().any(|words| why.says().contains(words));
        keys(why.rules()).for_each(|key| assert!(!subject(key).is_empty(), "{why:?}"));
        assert!(!of_mergers || why.rules() == "3.5b", "{why:?}");
        for piece in why.row().pieces() {
            let Piece::Rule(cited) = piece else { continue };
            assert!(why.rules().split(", ").any(|key| key == cited), "{why:?} cites {cited}");
        }
    }
}

/// A rule's help shows the orders that cite it by the book's number, and none that has the number in another book.
#[test]
fn help_on_a_rule_lists_its_own_orders() {
    for (language, entry, interrupted, mergers, officers) in [
        (LANGUAGES[0], "7.14", "7.15", "3.5b", "3.5"),
        (LANGUAGES[1], "7.13", "7.14", "3.5", "3.4b"),
        (LANGUAGES[2], "7.13", "7.14", "3.5", "3.4"),
    ] {
        let told = |number: &str| help(Some(&format!("RULE {number}")), language);
        assert!(told(entry).contains("\nENTRY c-r"), "{}", told(entry));
        assert!(!told(interrupted).contains("\nENTRY c-r"), "{}", told(interrupted));
        assert!(told(mergers).contains("\nMERGE INTO"), "{}", told(mergers));
        assert!(!told(officers).contains("\nMERGE INTO"), "{}", told(officers));
        assert!(told(officers).contains("\nASSIGN unit"), "{}", told(officers));
    }
    assert!(!help(Some("RULE 8.3"), LANGUAGES[2]).contains("RAIL"));
    assert!(help(Some("RULE 8.2"), LANGUAGES[2]).contains("\nMOVE c-r"));
}

/// Whatever help, and the row of an order, cites is a rule that HELP RULE finds.
#[test]
fn every_number_in_help_is_a_rule_of_the_book() {
    for (book, language) in ALL.iter().zip(LANGUAGES) {
        let (numbers, all) = (rules(language), help(Some("ALL"), language));
        let cited = book.cited(&all).into_owned();
        let found = cited.split("(rule").skip(1).filter_map(|rest| rest.split(')').next());
        let mut count = 0;
        for number in found.flat_map(|cell| cell.trim_start_matches('s').split(',')).map(str::trim) {
            assert!(numbers.iter().any(|rule| rule.number == number), "{}: {number}", book.name);
            count += 1;
        }
        assert!(count > 30, "{}: {count}", book.name);
    }
}

/// The sources of a room.
fn sources(folder: &std::path::Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
        }
    }
}

/// Sentences stand in many places: receipts, checks, pages, hand edits and scenarios' faults. Each cites a key, and none on mergers the
/// other rule of that number.
#[test]
fn every_sentence_in_the_sources_cites_a_key() {
    let (land, mut found) = (std::path::Path::new(env!("CARGO_MANIFEST_DIR")), Vec::new());
    for room in [land, &land.join("../campaign")] {
        sources(room, &mut found);
    }
    let mut count = 0;
    // The tests of citing have numbers that are none.
    let is_read = |path: &str| !path.ends_with("cites.rs") && !path.ends_with("numbers.rs");
    for (path, text) in found.iter().filter(|(path, _)| is_read(path)) {
        // What stands in comments speaks to no player.
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let of_mergers = ["merger", "merged", "manpower pool", "leave the army"];
            let is_of_mergers = of_mergers.iter().any(|words| line.contains(words));
            for cited in line.split("(rule").skip(1).filter_map(|rest| rest.split_once(')')) {
                for key in keys(cited.0.trim_start_matches('s')).map(str::trim) {
                    // Code such as `(rules.squares)`, and the numbers of other books, are none.
                    let is_other =
                        !key.starts_with(|sign: char| sign.is_ascii_digit()) || key.starts_with("99.");
                    let is_known = SUBJECTS.iter().any(|row| row.0 == key);
                    assert!(is_known || is_other, "{path}: {key} in {line}");
                    assert!(!(is_of_mergers && key == "3.5"), "{path}: {line}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 80, "{count}");
}

//! Rule cases, and the list of rules they prove: every case passes, every rule said to be built has one, and
//! the runner fails when it ought to.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fieldpost::cli::{case, rules};
use fieldpost_land::event::reason::Why;
use fieldpost_land::sequence::{CAMPAIGN, QUIET};

/// The cases of each chapter of the book, a test a shard, so that the runner spreads them over the cores. `K/N` of a
/// chapter is every N-th of its cases from the K-th on.
macro_rules! every_case_passes {
    ($($shard:ident: $chapter:literal, $part:literal / $parts:literal;)*) => {
        mod every_case_passes {
            $(#[test]
            fn $shard() {
                super::a_shard_passes($chapter, $part, $parts);
            })*
        }

        const SHARDS: &[(u32, usize, usize)] = &[$(($chapter, $part, $parts)),*];
    };
}

every_case_passes! {
    chapter_1: 1, 1 / 1;
    chapter_2: 2, 1 / 1;
    chapter_3: 3, 1 / 1;
    chapter_4: 4, 1 / 1;
    chapter_5: 5, 1 / 1;
    chapter_6: 6, 1 / 1;
    chapter_7_first: 7, 1 / 2;
    chapter_7_second: 7, 2 / 2;
    chapter_8: 8, 1 / 1;
    chapter_9_first: 9, 1 / 2;
    chapter_9_second: 9, 2 / 2;
    chapter_10_first: 10, 1 / 3;
    chapter_10_second: 10, 2 / 3;
    chapter_10_third: 10, 3 / 3;
    chapter_11_first: 11, 1 / 3;
    chapter_11_second: 11, 2 / 3;
    chapter_11_third: 11, 3 / 3;
    chapter_12: 12, 1 / 1;
    chapter_13: 13, 1 / 1;
    chapter_14: 14, 1 / 1;
}

fn a_shard_passes(chapter: u32, part: usize, parts: usize) {
    let paths = shard(chapter, part, parts);
    assert!(!paths.is_empty(), "no case was found");
    let count = paths.len();
    let (code, words) = run(&paths);
    assert_eq!(code, ExitCode::SUCCESS, "{words}");
    assert!(words.ends_with(&format!("{count} passed, 0 failed\n")), "{words}");
}

/// The case files of a shard: the folder is the chapter, as in `07/04-diagonals.toml`.
fn shard(chapter: u32, part: usize, parts: usize) -> Vec<PathBuf> {
    let of_chapter = |path: &PathBuf| {
        let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        folder.and_then(|number| number.parse().ok()) == Some(chapter)
    };
    let found = case::files(&root().join("fixtures/cases")).into_iter().filter(of_chapter);
    found.skip(part - 1).step_by(parts).collect()
}

#[test]
fn every_case_is_in_one_shard() {
    let mut sharded: Vec<PathBuf> =
        SHARDS.iter().flat_map(|(c, part, parts)| shard(*c, *part, *parts)).collect();
    sharded.extend(case::files(&root().join("fixtures/cases/europa")));
    sharded.extend(of_receipts());
    sharded.sort();
    assert_eq!(sharded, case::files(&root().join("fixtures/cases")));
}

/// Its rules are numbered by letters, and its cases are quick.
#[test]
fn every_case_of_europa_passes() {
    let (code, words) = run(&case::files(&root().join("fixtures/cases/europa")));
    assert_eq!(code, ExitCode::SUCCESS, "{words}");
}

/// The cases of what receipts say, of all books but Europa's, which stand with its own.
fn of_receipts() -> Vec<PathBuf> {
    let books = BOOKS.iter().filter(|book| **book != "europa");
    let folders = books.map(|book| root().join("fixtures/cases").join(book).join("foresight"));
    folders.filter(|folder| folder.is_dir()).flat_map(|folder| case::files(&folder)).collect()
}

#[test]
fn every_case_of_receipts_passes() {
    let paths = of_receipts();
    assert!(paths.len() >= 10, "found only {}", paths.len());
    let (code, words) = run(&paths);
    assert_eq!(code, ExitCode::SUCCESS, "{words}");
}

/// The books whose rules are listed.
const BOOKS: [&str; 5] = ["rotd-euwol", "rotd-cwol", "gitm-nwol", "wisc-cwol", "europa"];

#[test]
fn every_rule_said_to_be_built_has_a_case() {
    for book in BOOKS {
        let proofs = rules::proofs(book).unwrap();
        let unproved: Vec<String> = rules::list(book)
            .unwrap()
            .into_iter()
            .filter(|rule| rule.not_built.is_none() && !proofs.contains_key(&rule.number))
            .map(|rule| rule.number)
            .collect();
        assert!(unproved.is_empty(), "{book}: said to be built, but no case cites: {}", unproved.join(", "));
    }
}

/// What issue 15 asks of the two younger books: cases of their own, and with those that list several books so many.
#[test]
fn the_books_have_the_cases_that_were_asked_for() {
    for (book, own, all) in [("rotd-cwol", 150, 250), ("gitm-nwol", 150, 200)] {
        let counts = rules::counts(book).unwrap();
        assert!(counts.own >= own && counts.own + counts.shared >= all, "{book}: {counts:?}");
        let mut out = Vec::new();
        rules::run(&rules::Args { ruleset: book.into() }, &mut out).unwrap();
        let words = String::from_utf8(out).unwrap();
        let line =
            format!("cases run under it: {} its own, {} that list several books.", counts.own, counts.shared);
        assert!(words.contains(&line), "{words}");
    }
}

#[test]
fn cases_cite_only_rules_that_there_are() {
    for book in BOOKS {
        let known: BTreeSet<String> =
            rules::list(book).unwrap().into_iter().map(|rule| rule.number).collect();
        let cited = rules::proofs(book).unwrap();
        let unknown: Vec<&String> = cited.keys().filter(|number| !known.contains(*number)).collect();
        assert!(unknown.is_empty(), "{book}: cited by a case, but not in the list: {unknown:?}");
    }
}

#[test]
fn the_list_has_every_number_of_the_book_in_its_order() {
    // How many rules each chapter of the book has; chapter 3 has two rules 3.5.
    let chapters = [5, 7, 7, 7, 3, 11, 18, 6, 13, 15, 13, 7, 5, 5];
    let mut book = Vec::new();
    for (chapter, rules) in (1..).zip(chapters) {
        for rule in 1..=rules {
            book.push(format!("{chapter}.{rule}"));
            if (chapter, rule) == (3, 5) {
                book.push("3.5b".into());
            }
        }
    }
    let listed: Vec<String> =
        rules::list("rotd-euwol").unwrap().into_iter().map(|rule| rule.number).collect();
    assert_eq!(listed, book);
}

#[test]
fn the_land_engine_cites_only_rules_that_there_are() {
    let known = numbers();
    let mut files = Vec::new();
    sources(&root().join("src/games/land"), &mut files);
    let mut cited = 0;
    let mut unknown = Vec::new();
    for file in files {
        for number in citations(&fs::read_to_string(&file).unwrap()) {
            cited += 1;
            if !known.contains(&number) {
                unknown.push(format!("{}: {number}", file.display()));
            }
        }
    }
    assert!(cited > 20, "only {cited} citations found");
    assert!(unknown.is_empty(), "cited, but not in the list:\n{}", unknown.join("\n"));
}

#[test]
fn the_turn_list_cites_only_rules_that_there_are() {
    let known = numbers();
    let steps: Vec<_> = [CAMPAIGN, QUIET].into_iter().flatten().flat_map(|(_, steps)| *steps).collect();
    let cited = steps.iter().flat_map(|step| step.rules.split([' ', ',', '-']));
    let unknown: Vec<&str> = cited.filter(|word| !known.contains(*word)).collect();
    assert!(steps.len() > 90 && unknown.is_empty(), "cited, but not in the list: {unknown:?}");
}

#[test]
fn reasons_are_of_rules_that_there_are() {
    let known = numbers();
    let rules = Why::ALL.iter().flat_map(|why| why.rules().split(", ")).filter(|key| !key.is_empty());
    let unknown: Vec<&str> = rules.filter(|key| !key.starts_with("R-") && !known.contains(*key)).collect();
    assert!(Why::ALL.len() > 150 && unknown.is_empty(), "not in the list: {unknown:?}");
}

#[test]
fn the_list_prints_anywhere() {
    let mut out = Vec::new();
    let code = rules::run(&rules::Args { ruleset: "rotd-euwol".into() }, &mut out).unwrap();
    let words = String::from_utf8(out).unwrap();
    assert_eq!(code, ExitCode::SUCCESS);
    assert!(words.starts_with("1.1 ") && words.contains("\n14.5 "), "{words}");
    assert!(rules::run(&rules::Args { ruleset: "chess".into() }, &mut Vec::new()).is_err());
}

const STANDING: &str = "[[unit]]\nid = \"FR1IN\"\nat = \"A2-N2\"\n";

#[test]
fn a_true_expectation_passes_and_a_false_one_fails_with_what_was_found() {
    let held = format!("{STANDING}[[expect]]\nunit = \"FR1IN\"\nstrength = \"2400\"\ntac = \"7-7\"\n");
    assert_eq!(run_text(&held), (ExitCode::SUCCESS, "1 passed, 0 failed\n".into()));
    let missed = format!("{STANDING}[[expect]]\nunit = \"FR1IN\"\nstrength = \"2401\"\n");
    let (code, words) = run_text(&missed);
    assert_eq!(code, ExitCode::FAILURE);
    assert!(words.contains("line 4: expect unit = \"FR1IN\", strength = \"2401\""), "{words}");
    assert!(words.contains("found 2400") && words.ends_with("0 passed, 1 failed\n"), "{words}");
}

#[test]
fn a_case_that_makes_no_sense_fails_and_says_why() {
    let wrong: &[(&str, &[&str])] = &[
        ("moral = 3", &["unknown field `moral`", "line 1"]),
        ("[[unit]]\nid = \"FR1IN\"\nat = \"A2-N2\"\nmoral = 3", &["`moral`", "line 4"]),
        ("[[expect]]\nunit = \"FR1IN\"\nmoral = 3", &["unknown key `moral`", "line 1"]),
        ("[[expect]]\nmorale = 3", &["looks at nothing", "line 1"]),
        ("[[expect]]\nevent = \"marching\"", &["marching", "march"]),
        ("[[unit]]\nid = \"FR1XX\"\nat = \"A2-N2\"", &["FR1XX", "line 1"]),
        ("[[unit]]\nid = \"FR1IN\"\nat = \"A9-N2\"", &["A9-N2", "line 1"]),
        ("[[unit]]\nid = \"FR1IN\"\nat = \"A2-N2\"\nweapon = \"spear\"", &["weapon", "spear"]),
        ("stop = \"tac 6\"", &["tac 6", "tac 1..5"]),
        ("trials = 0", &["counted from 1"]),
        ("ruleset = \"chess\"", &["chess"]),
        ("[[letter]]\ntext = \"PLAYER eve\"\nverdict = \"obeyed\"", &["verdict", "line 1"]),
        ("[[order]]\nfrom = \"Pope of Rome\"\ntext = \"REMOVE DEPOT A0-N0\"", &["War Minister of", "Pope"]),
        ("[[unit]]\nid = \"FR1IN\"\nat = \"A2-N2\"\norders = \"DANCE\"", &["DANCE", "line 1"]),
        ("not toml", &["TOML"]),
    ];
    for (text, words) in wrong {
        let (code, out) = run_text(text);
        assert_eq!(code, ExitCode::FAILURE, "{text}");
        assert!(words.iter().all(|word| out.contains(word)), "{text}\n{out}");
    }
}

#[test]
fn a_thing_that_is_not_there_fails_unless_it_is_asked_for() {
    let gone = format!("{STANDING}[[expect]]\nunit = \"FR2IN\"\nexists = false\n");
    assert_eq!(run_text(&gone).0, ExitCode::SUCCESS);
    let looked_at = format!("{STANDING}[[expect]]\nunit = \"FR2IN\"\nfatigue = 0\n");
    assert!(run_text(&looked_at).1.contains("does not exist"));
    let event = format!("{STANDING}[[expect]]\nevent = \"march\"\n");
    assert!(run_text(&event).1.contains("found 0"));
    let no_event = format!("{STANDING}[[expect]]\nevent = \"march\"\ncount = \"0\"\n");
    assert_eq!(run_text(&no_event).0, ExitCode::SUCCESS);
}

#[test]
fn a_rate_is_the_share_of_trials() {
    let case = |rate: &str, strength: u32| {
        format!(
            "trials = 4\n{STANDING}[[expect]]\nrate = \"{rate}\"\nunit = \"FR1IN\"\nstrength = {strength}\n"
        )
    };
    assert_eq!(run_text(&case("1", 2400)).0, ExitCode::SUCCESS);
    assert_eq!(run_text(&case("0", 1)).0, ExitCode::SUCCESS);
    assert!(run_text(&case("0.2..0.4", 2400)).1.contains("found 1.0000"));
    assert!(run_text(&case("0.2..0.4", 1)).1.contains("found 0.0000"));
    assert!(run_text(&case("20..40", 1)).1.contains("no share"));
}

#[test]
fn a_path_that_is_not_there_is_a_failure() {
    let (code, words) = run(&[PathBuf::from("no/such/case.toml")]);
    assert_eq!(code, ExitCode::FAILURE);
    assert!(words.contains("cannot be read") && words.ends_with("0 passed, 1 failed\n"), "{words}");
}

#[test]
fn fail_fast_stops_at_the_first_case_that_fails() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("a.toml", STANDING), ("b.toml", "moral = 3"), ("c.toml", "moral = 3")] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let paths = vec![folder.path().to_path_buf()];
    let mut out = Vec::new();
    let code = case::run(&case::Args { events: false, fail_fast: true, paths }, &mut out).unwrap();
    let words = String::from_utf8(out).unwrap();
    assert_eq!(code, ExitCode::FAILURE);
    assert!(!words.contains("c.toml") && words.ends_with("1 passed, 1 failed\n"), "{words}");
}

#[test]
fn folders_are_searched_in_order() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("b")).unwrap();
    for name in ["c.toml", "b/a.toml", "a.toml", "a.txt"] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    let found = case::files(folder.path());
    let names: Vec<_> = found.iter().map(|path| path.strip_prefix(folder.path()).unwrap()).collect();
    assert_eq!(names, ["a.toml", "b/a.toml", "c.toml"].map(Path::new));
}

fn run(paths: &[PathBuf]) -> (ExitCode, String) {
    let mut out = Vec::new();
    let args = case::Args { events: false, fail_fast: false, paths: paths.to_vec() };
    let code = case::run(&args, &mut out).unwrap();
    (code, String::from_utf8(out).unwrap())
}

fn run_text(text: &str) -> (ExitCode, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("case.toml");
    fs::write(&path, text).unwrap();
    run(&[path])
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn numbers() -> BTreeSet<String> {
    rules::list("rotd-euwol").unwrap().into_iter().map(|rule| rule.number).collect()
}

/// Rule numbers that doc comments name after `ROTD-EUWOL` or `rule`/`rules`, such as `7.1` or `3.5b`; ranges
/// such as `7.1-7.15` and lists such as `7.7, 7.8 and 9.5` give each number.
fn citations(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines().map(str::trim_start).filter(|line| line.starts_with("//")) {
        for mark in ["ROTD-EUWOL ", "rule ", "rules "] {
            for (at, _) in line.match_indices(mark) {
                let rest = &line[at + mark.len()..];
                let words = rest.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.'));
                let cited = words
                    .filter(|word| !word.is_empty())
                    .take_while(|word| *word == "and" || *word == "to" || is_number(word))
                    .filter(|word| is_number(word));
                found.extend(cited.map(|word| word.trim_end_matches('.').to_string()));
            }
        }
    }
    found
}

fn is_number(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    let word = word.strip_suffix('b').unwrap_or(word);
    word.split_once('.').is_some_and(|(chapter, rule)| {
        [chapter, rule].iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// What HELP RULE tells of a rule is what its cases show. `FIELDPOST_BLESS=1` writes the lists anew.
#[test]
fn help_tells_of_each_rule_what_its_cases_show() {
    for book in ["rotd-euwol", "rotd-cwol", "gitm-nwol"] {
        let shown = rules::shown(book).unwrap();
        assert!(shown.lines().count() > 100, "{book}");
        let path = format!("fixtures/rules/{book}.shown.txt");
        if std::env::var_os("FIELDPOST_BLESS").is_some() {
            std::fs::write(&path, &shown).unwrap();
        }
        assert!(std::fs::read_to_string(&path).unwrap() == shown, "{path} is not what the cases show");
    }
}

//! Whoever reads `(N-58)` or `promise 4` in the code finds it in `docs/rules`: each decision and promise that is cited has its entry.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

use crate::post_office::collect;

/// A decision's number, such as `EU-07` or `R-10.6b`: its kind, its rule or place, its letter.
static NUMBER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b((?:EU|N|G|M|T|K|R)-\d+(?:\.\d+)?)([a-z]?)\b").unwrap());

/// The bold head of an entry, which may name several.
static HEAD: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\*\*([^*]+)\*\*").unwrap());

static PROMISE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\bpromises? (\d)(?:(?: and |, )(\d))?(?: to (\d))?").unwrap());

/// What looks like a number and is none: a term of the formula of morale.
const NONE: [&str; 1] = ["M-50"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folders: &[&str], endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in folders {
        collect(&root().join(folder), &mut found);
    }
    let has_ending =
        |path: &PathBuf| path.extension().is_some_and(|own| endings.iter().any(|known| own == *known));
    found.retain(has_ending);
    assert!(found.len() > 3, "{folders:?} hold nothing");
    found
}

fn entries() -> BTreeSet<String> {
    let pages = files(&["docs/rules"], &["md"]);
    let mut found = BTreeSet::new();
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let heads = HEAD.captures_iter(&text).map(|head| head[1].to_owned()).collect::<Vec<_>>();
        for number in heads.iter().flat_map(|head| NUMBER.captures_iter(head)) {
            // `R-12.6b` answers for a citation of R-12.6, which means all of its letters.
            found.insert(number[1].to_owned());
            found.insert(format!("{}{}", &number[1], &number[2]));
        }
    }
    found
}

#[test]
fn each_decision_that_is_cited_has_its_entry() {
    let known = entries();
    let mut missing = BTreeMap::<String, Vec<String>>::new();
    let cited = files(
        &["src", "tests", "docs", "fixtures/cases", "mail_templates"],
        &["rs", "md", "toml", "txt", "html"],
    );
    for file in cited {
        let text = fs::read_to_string(&file).unwrap();
        for number in NUMBER.captures_iter(&text) {
            let number = format!("{}{}", &number[1], &number[2]);
            if !known.contains(&number) && !NONE.contains(&number.as_str()) {
                missing.entry(number).or_default().push(file.display().to_string());
            }
        }
    }
    let missing = missing.iter().map(|(number, files)| format!("{number}: {}", files[0])).collect::<Vec<_>>();
    assert!(missing.is_empty(), "docs/rules says nothing of\n{}", missing.join("\n"));
}

/// Each id that an entry of `docs/rules/decisions` has for its head, with the page.
fn heads() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for page in files(&["docs/rules/decisions"], &["md"]) {
        let text = fs::read_to_string(&page).unwrap();
        let entries = text.lines().filter_map(|line| line.strip_prefix("- **")?.split("**").next());
        for number in entries.flat_map(|head| NUMBER.captures_iter(head)) {
            found.push((number[0].to_owned(), page.display().to_string()));
        }
    }
    assert!(found.len() > 300, "only {} decisions", found.len());
    found
}

/// Who reads an id finds one entry: a decision that is changed is changed where it stands.
#[test]
fn no_id_heads_two_entries() {
    let mut pages = BTreeMap::<String, Vec<String>>::new();
    for (id, page) in heads() {
        pages.entry(id).or_default().push(page);
    }
    pages.retain(|_, pages| pages.len() > 1);
    assert!(pages.is_empty(), "{pages:?}");
}

/// How many decisions neither code nor a case cites. It may only fall: what is decided and built is to be found by its id.
const UNCITED: usize = 86;

#[test]
fn what_is_decided_is_cited_where_it_is_built() {
    let folders = ["src", "tests", "fixtures/cases", "fixtures/rules", "mail_templates"];
    let mut cited = BTreeSet::new();
    for file in files(&folders, &["rs", "toml", "txt", "html"]) {
        let text = fs::read_to_string(&file).unwrap();
        cited.extend(NUMBER.captures_iter(&text).map(|number| number[0].to_owned()));
    }
    let uncited: Vec<_> = heads().into_iter().map(|(id, _)| id).filter(|id| !cited.contains(id)).collect();
    assert_eq!(uncited.len(), UNCITED, "only ever lower the number: {uncited:?}");
}

#[test]
fn each_promise_that_is_cited_has_its_number() {
    let house = fs::read_to_string(root().join("docs/rules/decisions/house.md")).unwrap();
    let is_there = |number: &str| house.contains(&format!("\n{number}. **"));
    let mut count = 0;
    for file in files(&["src", "tests", "docs"], &["rs", "md"]) {
        let text = fs::read_to_string(&file).unwrap();
        for cited in PROMISE.captures_iter(&text) {
            let numbers = cited.iter().skip(1).flatten().map(|number| number.as_str());
            for number in numbers {
                assert!(is_there(number), "promise {number} of {}", file.display());
                count += 1;
            }
        }
    }
    assert!(count > 30, "only {count} promises are cited");
}

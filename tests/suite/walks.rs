//! docs/architecture.md says by file and function which way a thing takes: what it names is there.

use std::fs;
use std::path::Path;

/// A file of the page, with the functions that it names of it.
fn named(page: &str) -> Vec<(String, Vec<String>)> {
    let mut named = Vec::<(String, Vec<String>)>::new();
    for line in page.lines() {
        // Every other piece stands between backticks; a file's functions follow it, parted by colon and commas alone.
        let pieces = line.split('`').collect::<Vec<_>>();
        let mut is_open = false;
        for at in (1..pieces.len()).step_by(2) {
            let (between, word) = (pieces[at - 1], pieces[at]);
            if word.ends_with(".rs") {
                named.push((word.to_owned(), Vec::new()));
                is_open = true;
            } else if is_open && [": ", ", "].contains(&between) {
                named.last_mut().unwrap().1.push(word.to_owned());
            } else {
                is_open = false;
            }
        }
    }
    named
}

#[test]
fn every_file_and_function_of_the_walks_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/architecture.md")).unwrap();
    let named = named(&page);
    assert!(
        named.iter().map(|(_, functions)| functions.len()).sum::<usize>() > 80,
        "the page was not understood"
    );
    let mut missing = Vec::new();
    for (file, functions) in named.iter().filter(|(file, _)| file != "src/lib.rs") {
        let Ok(text) = fs::read_to_string(root.join("src").join(file)) else {
            missing.push(file.clone());
            continue;
        };
        let is_there =
            |name: &String| ["(", "<"].iter().any(|behind| text.contains(&format!("fn {name}{behind}")));
        missing.extend(functions.iter().filter(|name| !is_there(name)).map(|name| format!("{file}: {name}")));
    }
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn files_and_functions_are_told_from_other_words() {
    let page = "| 1 | `a/b.rs`: `one`, `two`, `c.rs`: `three` | the `Line` |\n`d.rs` has `four`";
    let read = named(page).into_iter().map(|(file, functions)| format!("{file} {}", functions.join(" ")));
    assert_eq!(read.collect::<Vec<_>>(), ["a/b.rs one two", "c.rs three", "d.rs "]);
}

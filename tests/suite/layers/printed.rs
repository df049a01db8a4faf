//! What was printed is read by nobody: whoever wants something else on a page puts it there before it is printed, as a value.
//!
//! Two checks, both by words of the code. One finds what reads a page, a text or a file that was printed, and nothing does; the other finds
//! what of `print` is given one, and lists it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::circles::code;
use super::collect;

/// How what was printed is read: marks of a page or a letter that are looked for, faces of a report that are taken up again, blanks that
/// part columns.
const READS: &[&str] = &[
    "<body",
    "</body",
    "<img",
    "\"cid:",
    "cid:{",
    "html.find(",
    "html.rfind(",
    "html.contains(",
    "html.split",
    "html.replace",
    ".printed.text",
    "printed.text)",
    "report.html.map(",
    "draft.html.map(",
    "from_utf8(&file.bytes",
    "(&report.orders",
    "\"\\nEND\\n\"",
    "strip_suffix(\"END",
    "!= \"END\"",
    "split(\"  ",
    "split_once(\"  ",
    "starts_with(\"  ",
];

/// What of `print` is given something printed: a function, and why.
const GIVEN: &[(&str, &str)] = &[
    ("bytes_in_mail", "counts the bytes of a page, and reads nothing"),
    ("page", "a page becomes a file, and is not read"),
    ("unfolded", "what a folded page holds, for tests"),
];

/// Parameters that are something printed, by their names.
const PRINTED: &[&str] = &["html", "page", "printed", "mail", "letter"];

/// The Rust files below some folders of `src`, by name, without their tests.
pub(super) fn rust_of(folders: &[&str]) -> BTreeMap<String, String> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::<PathBuf>::new();
    folders.iter().for_each(|folder| collect(&src.join(folder), &mut files));
    let name = |file: &Path| file.strip_prefix(&src).unwrap().to_string_lossy().into_owned();
    // Files of tests look at what was printed: that is their use.
    let is_test = |file: &Path| {
        let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
        stem == "tests"
            || stem.ends_with("_tests")
            || file.iter().any(|part| ["tests", "at_sea", "at_the_desk"].iter().any(|folder| part == *folder))
    };
    let files = files.into_iter().filter(|file| !is_test(file));
    files.map(|file| (name(&file), code(&fs::read_to_string(&file).unwrap()))).collect()
}

/// The lines of a file that read what was printed.
fn reads(code: &str) -> Vec<&str> {
    let is_read = |line: &&str| READS.iter().any(|mark| line.contains(mark));
    code.lines().map(str::trim).filter(is_read).collect()
}

#[test]
fn nothing_that_was_printed_is_read_again() {
    let files = rust_of(&["games", "print", "daemon", "desk"]);
    assert!(files.len() > 300, "found only {} files", files.len());
    let found = files.iter().map(|(file, code)| (file, reads(code))).filter(|(_, found)| !found.is_empty());
    let wrong: Vec<String> =
        found.map(|(file, found)| format!("{file}:\n    {}", found.join("\n    "))).collect();
    assert!(
        wrong.is_empty(),
        "hand a value in, and do not read what was printed of it:\n{}",
        wrong.join("\n")
    );
}

/// The names of public functions to which something printed is given.
fn given(code: &str) -> Vec<String> {
    let signatures = code.split("pub fn ").skip(1).filter_map(|rest| {
        let (signature, _) = rest.split_once(['{', ';'])?;
        signature.split_once('(')
    });
    let is_printed = |parameters: &str| {
        let mut named = parameters.split(',').filter_map(|one| one.split_once(": "));
        named.any(|(name, of)| {
            let is_words = ["str", "String", "Printed", "[u8]"].iter().any(|words| of.contains(words));
            is_words && PRINTED.contains(&name.trim().trim_start_matches("mut "))
        })
    };
    let given =
        signatures.filter(|(_, parameters)| is_printed(parameters.split(") ->").next().unwrap_or_default()));
    given.map(|(name, _)| name.split('<').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn no_function_of_print_is_given_what_was_printed() {
    let mut found: Vec<String> = rust_of(&["print"]).values().flat_map(|code| given(code)).collect();
    found.sort();
    let known: Vec<&str> = GIVEN.iter().map(|row| row.0).collect();
    assert_eq!(found, known, "a value is handed in, and not what was printed of it");
}

/// What was there before is found by the checks.
#[test]
fn what_reads_print_is_found() {
    for line in [
        "let body = page.split_once(\"<body\").and_then(|(_, rest)| rest.split_once('>'));",
        "Some(end) => html.rfind(\"</body>\"),",
        "self.pictures.iter().filter(|picture| html.contains(&format!(\"cid:{}\\\"\", picture.id)));",
        "report.html = report.html.map(|html| printed_with(&html, &escaped));",
        "if let Ok(text) = std::str::from_utf8(&file.bytes) {",
        "const END: &str = \"\\nEND\\n\";",
        "match form.strip_suffix(\"END\\n\") {",
        "for line in letter.lines().filter(|line| *line != \"END\") {",
        "let parts = line.split(\"   \").map(str::trim);",
        "text.split(\"  \").map(str::trim)",
        "report.printed.text = printed_with(&report.printed.text, &self.form);",
    ] {
        assert_eq!(reads(line).len(), 1, "{line}");
    }
    assert!(reads("let html = press.page(\"report.html\", &view)?;").is_empty());
    let code = "pub fn before(html: &str, piece: &str) -> String {\n}\npub fn page(name: &str, view: &View) {}\n\
                pub fn both<'a>(\n    own: u8,\n    mut printed: Printed,\n) -> u8 {}\nfn own(html: &str) {}";
    assert_eq!(given(code), ["before", "both"]);
}

//! A comment says what the name does not: no doc comment is made of the words of the line below it.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, str};

use super::collect;

/// Words that say nothing by themselves.
const SMALL: &str = "a all an and are as at be by each every for has have he her his how in is it its itself of on one or she that the
    their them there they this to was were what where which who whom whose with";

/// Words of a text, also of `OneName` and `one_name`, without their endings.
fn words(text: &str) -> Vec<String> {
    let mut spaced = String::new();
    let mut was_small = false;
    for letter in text.chars() {
        if was_small && letter.is_ascii_uppercase() {
            spaced.push(' ');
        }
        was_small = letter.is_ascii_lowercase() || letter.is_ascii_digit();
        spaced.push(if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' });
    }
    spaced.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn stem(word: &str) -> &str {
    let without = |ending: &str| word.strip_suffix(ending).filter(|rest| rest.len() > 2);
    ["es", "s", "ed", "d", "ing"].into_iter().find_map(without).unwrap_or(word).trim_end_matches('e')
}

/// Whether the comment is short, cites and quotes nothing, and has no word that the item below it lacks.
fn repeats(comment: &str, item: &str) -> bool {
    let is_plain = !comment.starts_with('`') && !comment.contains(['"', ',']);
    let small: BTreeSet<&str> = SMALL.split_whitespace().collect();
    let item = words(item);
    let item: BTreeSet<&str> = item.iter().map(|word| stem(word)).collect();
    let said = words(comment);
    let says_more = |word: &String| !small.contains(word.as_str()) && !item.contains(stem(word));
    is_plain && (1..=8).contains(&said.len()) && !said.iter().any(says_more)
}

/// Each doc comment of a file with its line, counted from 1, and the line that it is about.
fn comments(text: &str) -> Vec<(usize, String, &str)> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut found = Vec::new();
    let mut comment = String::new();
    for (number, line) in lines.iter().enumerate() {
        if let Some(words) = line.strip_prefix("///") {
            comment = format!("{comment} {}", words.trim());
        } else if !comment.is_empty() && !line.starts_with("#[") {
            found.push((number, comment.trim().to_owned(), *line));
            comment.clear();
        }
    }
    found
}

#[test]
fn no_comment_repeats_the_name_below_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(&root.join("src"), &mut files);
    // What clap and schemars print is read by people who do not see the name.
    files.retain(|path| !path.starts_with(root.join("src/cli")));
    let mut faults = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        if text.contains("JsonSchema") {
            continue;
        }
        for (line, comment, item) in comments(&text) {
            if repeats(&comment, item) {
                let path = path.strip_prefix(root).unwrap().display();
                faults.push(format!("{path}:{line}: \"{comment}\" above \"{item}\""));
            }
        }
    }
    assert!(faults.is_empty(), "{} comments repeat a name:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn a_comment_that_says_more_is_kept() {
    assert!(repeats("The name of the player.", "pub player_name: String,"));
    assert!(repeats("Whose it is.", "pub owner: PlayerNo,"));
    assert!(!repeats("In hundredths of a mile.", "pub distance: u32,"));
    assert!(!repeats("The player, in lower case.", "pub player: String,"));
}

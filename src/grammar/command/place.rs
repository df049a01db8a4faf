//! What commands name: roles, mail addresses, names that something else ends: `grammar/house/command.abnf`.

use nom::Parser;

use crate::combinator::choice;
use crate::fault::{Parsed, expected};
use crate::word::{is_blank, is_stop, space, word};

use super::Role;

/// The most words of a city's name.
const MOST_WORDS: usize = 6;

/// The beginnings of a line that are whole words, the longest of them first, each with what follows it.
pub fn beginnings(input: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut ends = Vec::new();
    let mut at = 0;
    while ends.len() < MOST_WORDS && at < input.len() {
        let from = at + (input[at..].len() - space(&input[at..]).len());
        let over = |c| is_blank(c) || matches!(c, ':' | '=');
        at = input[from..].find(over).map_or(input.len(), |blank| from + blank);
        ends.push(at);
        if !input[at..].starts_with(is_blank) {
            break;
        }
    }
    ends.into_iter().rev().filter_map(|end| {
        let name = input[..end].trim_end_matches(|c| is_blank(c) || is_stop(c) || matches!(c, ':' | '='));
        (!name.is_empty()).then(|| input.split_at(name.len()))
    })
}

/// `role = "HELPER" / "GA" / "OWNER"`
pub fn role(input: &str) -> Parsed<'_, Role> {
    choice("a role: helper, ga or owner", Role::ALL.map(|(role, word)| (word, role))).parse(input)
}

/// A name and what is said of it at the line's end: the earliest place from which on `tail` reads the line to its end.
/// Without one, the name ends before the last word, whatever that is.
pub fn name_before<'a>(input: &'a str, mut tail: impl FnMut(&'a str) -> bool) -> (&'a str, &'a str) {
    let mut last = input.len();
    let mut from = 0;
    while let Some(blank) = input[from..].find(is_blank) {
        let behind = space(&input[from + blank..]);
        from = input.len() - behind.len();
        if behind.is_empty() {
            break;
        }
        last = from;
        if tail(behind) {
            break;
        }
    }
    (&input[..last], &input[last..])
}

/// A name without what parts it from what follows: blanks, commas, colons.
pub fn bare_name(name: &str) -> &str {
    name.trim_matches(|c| is_blank(c) || is_stop(c) || matches!(c, ':' | '='))
}

/// `ga-address = <a mail address>`
pub fn address(input: &str) -> Parsed<'_, String> {
    const WHAT: &str = "a mail address such as anna@example.org";
    let written = word(input);
    let bare = written.trim_matches(|c| is_stop(c) || matches!(c, '<' | '>' | '(' | ')' | '"' | '[' | ']'));
    let bare = bare.strip_prefix("mailto:").unwrap_or(bare);
    match bare.split_once('@') {
        Some((local, host)) if is_local(local) && is_host(host) => {
            Ok((&input[written.len()..], bare.to_string()))
        }
        _ => expected(input, WHAT),
    }
}

/// The address of somebody who signed up: whatever a letter has come from, a quoted local part and a domain without a dot too.
/// Whether anybody did so the desk knows.
pub fn applicant(input: &str) -> Parsed<'_, String> {
    let bare = input.trim_start_matches(['<', '(', '[']);
    let bare = bare
        .get(..7)
        .filter(|begin| begin.eq_ignore_ascii_case("mailto:"))
        .map_or(bare, |begin| &bare[begin.len()..]);
    let quoted = bare.strip_prefix('"').and_then(|words| Some(words.find("\"@")? + 2)).unwrap_or(0);
    let end = bare[quoted..].find(is_blank).map_or(bare.len(), |blank| quoted + blank);
    let written = bare[..end].trim_end_matches(|c| is_stop(c) || matches!(c, '>' | ')' | ':'));
    match written.rsplit_once('@') {
        Some((local, host)) if !local.is_empty() && !host.is_empty() => {
            Ok((&bare[end..], written.to_string()))
        }
        _ => expected(input, "the mail address of somebody who signed up"),
    }
}

fn is_local(local: &str) -> bool {
    (1..=64).contains(&local.len()) && !local.chars().any(|c| c.is_control() || "<>()[],;:\\\"@".contains(c))
}

fn is_host(host: &str) -> bool {
    let label = |label: &str| {
        !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-') && !label.starts_with('-')
    };
    host.len() <= 253 && host.contains('.') && host.split('.').all(label)
}

/// `name-and-address = ga-name [ "," / ":" ] sp [ "<" ] ga-address [ ">" ]`: a new name, and the mail address that tells
/// where it ends
pub fn name_and_address(input: &str) -> Parsed<'_, (String, String)> {
    let at = input.match_indices(is_blank).map(|(blank, _)| blank + 1).chain([0]);
    let Some(start) = at.filter(|at| word(&input[*at..]).contains('@')).min() else {
        return expected("", "a mail address such as anna@example.org");
    };
    let name = bare_name(&input[..start]);
    if name.is_empty() {
        return expected(input, "a name, and then the mail address");
    }
    let (rest, address) = address(&input[start..])?;
    let name = name.split(is_blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    Ok((rest, (name, address)))
}

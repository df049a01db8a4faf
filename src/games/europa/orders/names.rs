//! The names of Europa: `grammar/europa/name.abnf`. Places, powers, leaders, stacks; what parts them.

use std::collections::BTreeMap;

use fieldpost_engine::nearest::nearest;
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::parse::{
    Near, Parsed, any_phrase, behind, expected, is_blank, is_stop, stands, wrong,
};

use super::{Names, stack_id};
use crate::map::{Owner, Place};

/// Bytes of a line in which a name is looked for.
const LONGEST_NAME: usize = 60;

/// Shorter words stand in too many names: `the`, `sea`.
const SHORTEST_WORD: usize = 4;

/// What parts words beside blanks: commas, and quotes round names.
fn is_mark(c: char) -> bool {
    is_blank(c) || c == ',' || is_quote(c)
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '«' | '»')
}

/// `gap = *WSP ( "," / "->" / ">" ) *WSP / sp`: what parts the members of a list.
pub(crate) fn gap(input: &str) -> &str {
    let rest = input.trim_start_matches(is_mark);
    let behind = rest.strip_prefix("->").or_else(|| rest.strip_prefix('>'));
    behind.unwrap_or(rest).trim_start_matches(is_mark)
}

/// What follows one of these phrases, if one stands behind the gap here.
pub(crate) fn take<'a>(phrases: &[&str], input: &'a str) -> Option<&'a str> {
    any_phrase(phrases, gap(input)).ok().map(|(rest, ())| rest)
}

/// What follows one of these phrases, which must stand behind the gap here; the first of them is the nearest.
pub(crate) fn must<'a>(what: &'static str, phrases: &[&str], input: &'a str) -> Parsed<'a, ()> {
    if let Some(rest) = take(phrases, input) {
        return Ok((rest, ()));
    }
    let at = gap(input);
    let near = phrases.first().map_or(Near::Nothing, |words| Near::This((*words).to_owned()));
    match bare_word(at) {
        "" => wrong(at, format!("Expected {what}, but the line ends."), near),
        found => wrong(at, format!("Expected {what}, found {found:?}."), near),
    }
}

/// One word, without the stops behind the line's last one; an arrow behind it is none of it.
pub(crate) fn bare_word(input: &str) -> &str {
    let end = input.find(|c| is_mark(c) || c == '>').unwrap_or(input.len());
    let (word, behind) = input.split_at_checked(end).unwrap_or((input, ""));
    match behind {
        "" => word.trim_end_matches(is_stop),
        arrow if arrow.starts_with('>') => word.strip_suffix('-').unwrap_or(word),
        _ => word,
    }
}

/// Whether an order ends here: at the line's end, or before the order of the other case.
pub(crate) fn is_over(input: &str) -> bool {
    let rest = gap(input);
    rest.trim_start_matches(|c| is_stop(c) || is_blank(c)).is_empty() || stands(&["ELSE"], rest)
}

/// What a word means that stands here, and what follows it: a minus before an arrow may be the word's or the arrow's.
pub(crate) fn known_word<T>(input: &str, of: impl Fn(&str) -> Option<T>) -> Option<(&str, T)> {
    let bare = bare_word(input);
    let words = [format!("{bare}-"), bare.to_owned()];
    let mut standing = words.iter().filter(|word| input.starts_with(word.as_str()));
    standing.find_map(|word| Some((behind(input, word), of(word)?)))
}

/// Whether a name may end before this.
fn is_edge(behind: &str) -> bool {
    let rest = behind.trim_start_matches(|c| is_stop(c) || is_blank(c));
    rest.is_empty() || behind.starts_with(|c| is_mark(c) || c == '>') || behind.starts_with("->")
}

/// The longest name of a list that stands here, and what follows it.
pub(crate) fn named<'a, T: Clone>(list: &BTreeMap<String, T>, input: &'a str) -> Option<(&'a str, T)> {
    let most = input.floor_char_boundary(LONGEST_NAME);
    let parts = (1..=most).rev().filter_map(|end| input.split_at_checked(end));
    parts.filter(|(_, behind)| is_edge(behind)).find_map(|(written, behind)| {
        let written = written.to_lowercase();
        let words = written.split(is_blank).filter(|word| !word.is_empty()).collect::<Vec<_>>();
        let found = list.get(&words.join(" ")).or_else(|| list.get(&words.join("-")))?;
        // A quote round the name.
        Some((behind.strip_prefix(is_quote).unwrap_or(behind), found.clone()))
    })
}

/// A word taken as it stands, where no names are known.
fn any_word<'a>(what: &'static str, input: &'a str) -> Parsed<'a, &'a str> {
    let word = bare_word(input).trim_end_matches('-');
    if word.is_empty() {
        expected(input, what)
    } else {
        Ok((input.get(word.len()..).unwrap_or_default(), word))
    }
}

/// `place-name = <the id or the name of a province or a sea>`
pub(crate) fn place<'a>(input: &'a str, names: &Names) -> Parsed<'a, Place> {
    const WHAT: &str = "a province or a sea";
    let input = gap(input);
    if names.places.is_empty() {
        return any_word(WHAT, input).map(|(rest, word)| (rest, word.to_lowercase().into()));
    }
    if let Some(found) = named(&names.places, input) {
        return Ok(found);
    }
    match bare_word(input) {
        "" => expected(input, WHAT),
        found => {
            let why = format!("There is no place {found:?} on this map.");
            match with_word(found, names.places.iter()).as_slice() {
                [] => wrong(input, why, Near::Place(found.to_owned())),
                [one] => wrong(input, why, Near::This(one.to_string())),
                some => {
                    let some: Vec<&str> = some.iter().map(|place| &***place).collect();
                    wrong(input, format!("{why} There are: {}.", some.join(", ")), Near::Absent)
                }
            }
        }
    }
}

/// What is called by names of which a word is one, each once and in the order of their names: both seas of the Adriatic for
/// `adriatic`.
pub(crate) fn with_word<'n, T: PartialEq + 'n>(
    word: &str,
    names: impl Iterator<Item = (&'n String, &'n T)>,
) -> Vec<&'n T> {
    let word = word.to_lowercase();
    let mut found: Vec<&T> = Vec::new();
    if word.chars().count() < SHORTEST_WORD {
        return found;
    }
    for (name, called) in names {
        if name.split([' ', '-']).any(|part| part == word) && !found.contains(&called) {
            found.push(called);
        }
    }
    found
}

/// `power = <the id or the name of a power>`
pub(crate) fn power<'a>(input: &'a str, names: &Names) -> Parsed<'a, Owner> {
    one_of_powers(input, &names.powers, None)
}

/// `power-or-minor = <the id or the name of a power, or of another owner of land>`: war is declared on whoever has land.
pub(crate) fn power_or_minor<'a>(input: &'a str, names: &Names) -> Parsed<'a, Owner> {
    one_of_powers(input, &names.owners, Some(names))
}

/// Who may be named where more than powers may.
pub(crate) fn who_there_is(names: &Names) -> String {
    let powers = names.called.iter().map(|(id, name)| format!("{name} ({id})"));
    let powers = powers.collect::<Vec<_>>().join(", ");
    format!("There are: {powers}; and whoever else owns land, by its id or by the name of the land.")
}

/// One of these; of a word that is near none of them it may be told which there are.
fn one_of_powers<'a>(
    input: &'a str,
    all: &BTreeMap<String, Owner>,
    listed: Option<&Names>,
) -> Parsed<'a, Owner> {
    const WHAT: &str = "a power";
    let input = gap(input);
    if all.is_empty() {
        return any_word(WHAT, input).map(|(rest, word)| (rest, word.into()));
    }
    if let Some(found) = named(all, input) {
        return Ok(found);
    }
    match bare_word(input) {
        "" => expected(input, WHAT),
        found => {
            let known = all.keys().map(|name| (name.as_str(), name));
            let near = nearest(&found.to_lowercase(), known);
            let why = format!("There is no power {found:?} in this game.");
            match (near, listed) {
                (Some(name), _) => wrong(input, why, Near::This(name.clone())),
                (None, None) => wrong(input, why, Near::Nothing),
                (None, Some(names)) => wrong(input, format!("{why} {}", who_there_is(names)), Near::Absent),
            }
        }
    }
}

/// `leader-name = <the name of a leader>`: where no names are known all words are one.
pub(crate) fn leader<'a>(input: &'a str, names: &Names) -> Parsed<'a, String> {
    let input = gap(input);
    if names.leaders.is_empty() {
        let name = input.trim_end_matches(|c| is_blank(c) || is_stop(c));
        return if name.is_empty() { expected(input, "a leader") } else { Ok(("", name.to_owned())) };
    }
    match (named(&names.leaders, input), bare_word(input)) {
        (Some(found), _) => Ok(found),
        (None, "") => expected(input, "a leader"),
        (None, found) => {
            let known = names.leaders.iter().map(|(name, leader)| (name.as_str(), leader));
            let near = with_word(found, names.leaders.iter()).first().copied();
            let near = near.or_else(|| nearest(&found.to_lowercase(), known));
            let near = near.map_or(Near::Nothing, |name| Near::This(name.clone()));
            wrong(input, format!("There is no leader {found:?} in this game."), near)
        }
    }
}

/// `stack-id = letters "-" [ "F" / "P" / "A" ] 1*3DIGIT`
pub(crate) fn stack(input: &str) -> Parsed<'_, Piece> {
    let input = gap(input);
    let name = bare_word(input).trim_end_matches(is_stop);
    match stack_id(name) {
        Some(id) => Ok((input.get(name.len()..).unwrap_or_default(), id)),
        None => expected(input, "a stack such as FR-1"),
    }
}

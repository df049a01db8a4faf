//! The names of Europa: `grammar/europa/name.abnf`. Places, powers, leaders, stacks; what parts them.

use std::collections::BTreeMap;

use fieldpost_engine::nearest::nearest;
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::parse::{
    Near, Parsed, Reads, behind, between, is_blank, is_over, must, name_part, name_word, quote_behind,
    something_else, words_to_the_end, wrong,
};
use nom::Parser;
use nom::combinator::map_opt;
use nom::sequence::preceded;

use super::{Names, foreign, stack_id};
use crate::map::{Owner, Place};

/// Bytes of a line in which a name is looked for.
const LONGEST_NAME: usize = 60;

/// Shorter words stand in too many names: `the`, `sea`.
const SHORTEST_WORD: usize = 4;

/// What ends an order behind a condition: the order of the other case.
pub(crate) const ELSE: &[&str] = &["ELSE"];

/// What a word means that stands here: a minus before an arrow may be the word's or the arrow's.
pub(crate) fn known_word<'a, T>(of: impl Fn(&str) -> Option<T>) -> impl Reads<'a, T> {
    move |input| {
        let (input, ()) = between(input)?;
        let bare = name_word(input);
        let words = [format!("{bare}-"), bare.to_owned()];
        let mut standing = words.iter().filter(|word| input.starts_with(word.as_str()));
        let found = standing.find_map(|word| Some((behind(input, word), of(word)?)));
        found.map_or_else(|| something_else(input), Ok)
    }
}

/// Whether a name may end before this.
fn is_edge(behind: &str) -> bool {
    is_over(&[], behind) || between(behind).is_ok_and(|(rest, ())| rest.len() < behind.len())
}

/// The longest name of a list that stands here.
pub(super) fn named<'a, T: Clone>(list: &BTreeMap<String, T>, input: &'a str) -> Parsed<'a, T> {
    let most = input.floor_char_boundary(LONGEST_NAME);
    let parts = (1..=most).rev().filter_map(|end| input.split_at_checked(end));
    let found = parts.filter(|(_, behind)| is_edge(behind)).find_map(|(written, behind)| {
        let written = written.to_lowercase();
        let words = written.split(is_blank).filter(|word| !word.is_empty()).collect::<Vec<_>>();
        let found = list.get(&words.join(" ")).or_else(|| list.get(&words.join("-")))?;
        Some((behind, found.clone()))
    });
    let Some((behind, found)) = found else { return something_else(input) };
    quote_behind(behind).map(|(rest, ())| (rest, found))
}

/// A word taken as it stands, where no names are known.
fn any_word<'a>(what: &'static str, input: &'a str) -> Parsed<'a, &'a str> {
    let (_, word) = must(what, name_part).parse(input)?;
    let word = word.trim_end_matches('-');
    Ok((behind(input, word), word))
}

/// `place-name = <the id or the name of a province or a sea>`
pub(crate) fn place<'a>(input: &'a str, names: &Names) -> Parsed<'a, Place> {
    const WHAT: &str = "a province or a sea";
    let (input, ()) = between(input)?;
    if names.places.is_empty() {
        return any_word(WHAT, input).map(|(rest, word)| (rest, word.to_lowercase().into()));
    }
    if let Ok(found) = named(&names.places, input) {
        return Ok(found);
    }
    if let Some((found, meant)) = foreign::meant(input, names) {
        return wrong(input, no_place(found), Near::This(meant.to_string()));
    }
    let (_, found) = must(WHAT, name_part).parse(input)?;
    match perhaps(found, names).as_slice() {
        [] => wrong(input, no_place(found), Near::Place(found.to_owned())),
        [one] => wrong(input, no_place(found), Near::This(one.to_string())),
        some => {
            let some: Vec<&str> = some.iter().map(|place| &***place).collect();
            wrong(input, format!("{} There are: {}.", no_place(found), some.join(", ")), Near::Absent)
        }
    }
}

fn no_place(found: &str) -> String {
    format!("There is no place {found:?} on this map.")
}

/// The places that a word may mean: those that have it in their names; else those whose names begin with it, and the one that is
/// spelt nearly so. None where nothing begins so: then the nearest of all names is looked for.
fn perhaps<'n>(word: &str, names: &'n Names) -> Vec<&'n Place> {
    let whole = with_word(word, names.places.iter());
    if !whole.is_empty() || word.chars().count() < SHORTEST_WORD {
        return whole;
    }
    let word = word.to_lowercase();
    let mut found: Vec<&Place> = Vec::new();
    let begun = names.places.iter().filter(|(name, _)| name.starts_with(&word)).map(|(_, place)| place);
    begun.for_each(|place| found.extend((!found.contains(&place)).then_some(place)));
    if !found.is_empty() {
        let near = nearest(&word, names.places.iter().map(|(name, place)| (name.as_str(), place)));
        found.extend(near.filter(|near| !found.contains(near)));
    }
    found
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
    one_of_powers(input, &names.powers, names, false)
}

/// `power-or-minor = <the id or the name of a power, or of another owner of land>`: war is declared on whoever has land.
pub(crate) fn power_or_minor<'a>(input: &'a str, names: &Names) -> Parsed<'a, Owner> {
    one_of_powers(input, &names.owners, names, true)
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
    names: &Names,
    is_listed: bool,
) -> Parsed<'a, Owner> {
    const WHAT: &str = "a power";
    let (input, ()) = between(input)?;
    if all.is_empty() {
        return any_word(WHAT, input).map(|(rest, word)| (rest, word.into()));
    }
    if let Ok(found) = named(all, input) {
        return Ok(found);
    }
    let (_, found) = must(WHAT, name_part).parse(input)?;
    let known = all.iter().map(|(name, owner)| (name.as_str(), (name, owner)));
    let why = format!("There is no power {found:?} in this game.");
    match nearest(&found.to_lowercase(), known) {
        Some((_, owner)) => {
            let called = names.called.get(owner).map_or_else(|| owner.to_string(), Clone::clone);
            wrong(input, why, Near::This(called))
        }
        None if is_listed => wrong(input, format!("{why} {}", who_there_is(names)), Near::Absent),
        None => wrong(input, why, Near::Nothing),
    }
}

/// `leader-name = <the name of a leader>`: where no names are known all words are one.
pub(crate) fn leader<'a>(input: &'a str, names: &Names) -> Parsed<'a, String> {
    const WHAT: &str = "a leader";
    let (input, ()) = between(input)?;
    if names.leaders.is_empty() {
        return must(WHAT, words_to_the_end).map(str::to_owned).parse(input);
    }
    if let Ok(found) = named(&names.leaders, input) {
        return Ok(found);
    }
    let (_, found) = must(WHAT, name_part).parse(input)?;
    let known = names.leaders.iter().map(|(name, leader)| (name.as_str(), leader));
    let near = with_word(found, names.leaders.iter()).first().copied();
    let near = near.or_else(|| nearest(&found.to_lowercase(), known));
    let near = near.map_or(Near::Nothing, |name| Near::This(name.clone()));
    wrong(input, format!("There is no leader {found:?} in this game."), near)
}

/// `stack-id = letters "-" [ "F" / "P" / "A" ] 1*3DIGIT`
pub(crate) fn stack(input: &str) -> Parsed<'_, Piece> {
    must("a stack such as FR-1", preceded(between, map_opt(name_part, stack_id))).parse(input)
}

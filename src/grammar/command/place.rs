//! What commands name: squares and cities, nations, ranks, roles, mail addresses: `grammar/command.abnf`.

use crate::engine::nearest;
use crate::games::ground::nation::{NATIONS, NationCode};
use crate::games::ground::square::{StrategicSquare, TacticalSquare};
use crate::games::land::edits::Store;
use crate::games::land::state::Rank;
use crate::games::land::unit::UnitId;
use crate::grammar::fault::{Near, Parsed, expected, wrong};
use crate::grammar::name::{bare_letters, find_name, unit_id, words_until};
use crate::grammar::reading::Lexicon;
use crate::grammar::square::{looks_strategic, must_strategic, strategic_square, tactical_square};
use crate::grammar::word::{any_phrase, bare_word, end, is_blank, is_stop, phrase, skip, space, word};

use super::Role;

/// The most words of a city's name.
const MOST_WORDS: usize = 6;

/// Words that follow a place, and are no part of a name.
const BEHIND_PLACE: &[&str] =
    &["FOR", "OF", "WITH", "SUPPLIES", "TO", "AT", "IN", "COMMANDER", "UNDER", "DESTROYED", "WHOLE"];

/// `ga-square = strategic-square / city`: where only a square can be meant, a city's name is its square
pub(super) fn square<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, StrategicSquare> {
    match strategic_square(input, lexicon) {
        Err(nom::Err::Error(_)) => {}
        read => return read,
    }
    if let Some(read) = site(input, lexicon) {
        return Ok(read);
    }
    let name = words_before_figures(input);
    if name.is_empty() || lexicon.sites.is_empty() {
        return must_strategic(input, lexicon, None);
    }
    let why = format!("Expected a strategic square such as H4-S1 or a city, found {name:?}.");
    wrong(input, why, Near::City(name.to_string()))
}

/// `ga-place = ga-square [ sp [ "AT" sp ] tactical-square ]`
pub(super) fn square_and_tactical<'a>(
    input: &'a str,
    lexicon: &Lexicon,
) -> Parsed<'a, (StrategicSquare, Option<TacticalSquare>)> {
    let (rest, at) = square(input, lexicon)?;
    match tactical_square(skip(&["AT"], space(rest))) {
        Ok((rest, tac)) => Ok((rest, (at, Some(tac)))),
        Err(nom::Err::Error(_)) => Ok((rest, (at, None))),
        Err(fault) => Err(fault),
    }
}

/// The beginnings of a line that are whole words, the longest of them first, each with what follows it.
pub(super) fn beginnings(input: &str) -> impl Iterator<Item = (&str, &str)> {
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

/// The city whose name stands here, whatever its case and accents, and its square.
fn site<'a>(input: &'a str, lexicon: &Lexicon) -> Option<(&'a str, StrategicSquare)> {
    beginnings(input).find_map(|(name, rest)| {
        let exact = lexicon.sites.get(&name.to_lowercase());
        let alike = || {
            let letters = bare_letters(name).collect::<String>();
            let mut sites = lexicon.sites.iter().filter(|_| !letters.is_empty());
            sites.find(|(site, _)| bare_letters(site).eq(letters.chars())).map(|(_, at)| at)
        };
        Some((rest, *exact.or_else(alike)?))
    })
}

/// Words that may be a city's misspelt name.
fn words_before_figures(input: &str) -> &str {
    let (_, words) = words_until(BEHIND_PLACE, input);
    let mut end = 0;
    for part in words.split_inclusive(is_blank) {
        if part.bytes().any(|c| c.is_ascii_digit()) {
            break;
        }
        end += part.len();
    }
    words[..end].trim_end_matches(|c| is_blank(c) || is_stop(c))
}

/// The name of a city of the map, of as many words as it may have. If the map's cities are not known: the words up to one
/// of `stops`.
pub(super) fn city<'a>(stops: &[&str], input: &'a str, lexicon: &Lexicon) -> Parsed<'a, String> {
    const WHAT: &str = "a city";
    if word(input).is_empty() {
        return expected(input, WHAT);
    }
    if lexicon.cities.is_empty() {
        let (rest, name) = words_until(stops, input);
        return Ok((rest, find_name(&[], name).unwrap_or_default()));
    }
    let known = beginnings(input).find_map(|(name, rest)| Some((rest, find_name(&lexicon.cities, name)?)));
    let Some(read) = known else {
        let (_, name) = words_until(stops, input);
        let name = [words_before_figures(name), bare_word(name)].into_iter().find(|name| !name.is_empty());
        let name = name.unwrap_or_default().to_string();
        return wrong(
            input,
            format!("Expected {WHAT}, found {name:?}, which is none on this map."),
            Near::City(name),
        );
    };
    Ok(read)
}

/// `store = unit-id / [ ( "DEPOT" / "CACHE" ) sp [ ( "AT" / "IN" ) sp ] ] strategic-square / city`: what holds supplies
pub(super) fn store<'a>(stops: &[&str], input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Store> {
    match unit_id(input, lexicon) {
        Err(nom::Err::Error(_)) => {}
        read => return read.map(|(rest, unit)| (rest, Store::Unit(unit))),
    }
    let bare = skip(&["THE"], input);
    let named = any_phrase(&["DEPOT", "CACHE"], bare).map(|(rest, ())| skip(&["AT", "IN", "OF"], rest));
    match named {
        Ok(rest) => square(rest, lexicon).map(|(rest, at)| (rest, Store::Depot(at))),
        Err(_) if looks_strategic(input) => {
            must_strategic(input, lexicon, None).map(|(rest, at)| (rest, Store::Depot(at)))
        }
        Err(_) => city(stops, input, lexicon).map(|(rest, city)| (rest, Store::City(city))),
    }
}

/// `realm = <the name or the code of a nation>`
pub(super) fn nation<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, NationCode> {
    let input = skip(&["THE"], input);
    let named =
        NATIONS.iter().filter_map(|row| Some((phrase(row.1, input).ok()?.0, NationCode::new(row.0)?)));
    if let Some(read) = named.min_by_key(|(rest, _)| rest.len()) {
        return Ok(read);
    }
    let found = bare_word(input);
    let known =
        |code: &NationCode| code.name().is_some() || lexicon.units.iter().any(|unit| unit.nation == *code);
    match NationCode::new(found).filter(known) {
        Some(code) => Ok((&input[found.len()..], code)),
        None if found.is_empty() => expected(input, "a nation such as AU or Austria"),
        None => {
            let names = NATIONS.iter().flat_map(|row| [(row.1, row.0), (row.0, row.0)]);
            let near =
                nearest::nearest(found, names).map_or(Near::Nothing, |code| Near::This(code.to_string()));
            wrong(input, format!("Expected a nation such as AU or Austria, found {found:?}."), near)
        }
    }
}

/// `army-rank = "COLONEL" / "COL" / "BRIGADIER GENERAL" / "BRIGADIER" / "BRIG GEN" / "MAJOR GENERAL" / "MAJ GEN" /
/// "LIEUTENANT GENERAL" / "LT GENERAL" / "LT GEN" / "GENERAL" / "GEN"`
const RANKS: [(Rank, &[&str]); 5] = [
    (Rank::Colonel, &["COLONEL", "COL"]),
    (Rank::BrigadierGeneral, &["BRIGADIER GENERAL", "BRIGADIER", "BRIG GEN"]),
    (Rank::MajorGeneral, &["MAJOR GENERAL", "MAJ GEN"]),
    (Rank::LieutenantGeneral, &["LIEUTENANT GENERAL", "LT GENERAL", "LT GEN"]),
    (Rank::General, &["GENERAL", "GEN"]),
];

/// An [`army-rank`](RANKS) that must stand here.
pub(super) fn rank(input: &str) -> Parsed<'_, Rank> {
    let found = RANKS.iter().filter_map(|(rank, names)| Some((any_phrase(names, input).ok()?.0, *rank)));
    match found.min_by_key(|(rest, _)| rest.len()) {
        Some(read) => Ok(read),
        None => one_of("a rank such as major general", input, RANKS.iter().map(|row| row.1[0])),
    }
}

/// `role = "HELPER" / "GA" / "OWNER"`
pub(super) fn role(input: &str) -> Parsed<'_, Role> {
    let found = Role::ALL.iter().find_map(|(role, word)| Some((any_phrase(&[word], input).ok()?.0, *role)));
    match found {
        Some(read) => Ok(read),
        None => one_of("a role: helper, ga or owner", input, Role::ALL.iter().map(|row| row.1)),
    }
}

/// What to say where none of these words stands, with the nearest.
pub(super) fn one_of<'a, T>(
    what: &'static str,
    input: &'a str,
    words: impl Iterator<Item = &'static str>,
) -> Parsed<'a, T> {
    let found = input.trim_end_matches(|c| is_blank(c) || is_stop(c));
    if found.is_empty() {
        return expected(input, what);
    }
    let words = words.map(|word| (word, word)).collect::<Vec<_>>();
    let near = nearest::nearest(found, words.iter().copied());
    let near = near.or_else(|| nearest::nearest(bare_word(input), words.iter().copied()));
    let near = near.map_or(Near::Nothing, |word| Near::This(word.to_uppercase()));
    wrong(input, format!("Expected {what}, found {:?}.", bare_word(input)), near)
}

/// A name and what is said of it at the line's end: the earliest place from which on `tail` reads the line to its end.
/// Without one, the name ends before the last word, whatever that is.
pub(super) fn name_before(input: &str, tail: impl Fn(&str) -> bool) -> (&str, &str) {
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
pub(super) fn bare_name(name: &str) -> &str {
    name.trim_matches(|c| is_blank(c) || is_stop(c) || matches!(c, ':' | '='))
}

/// `ga-address = <a mail address>`
pub(super) fn address(input: &str) -> Parsed<'_, String> {
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
pub(super) fn name_and_address(input: &str) -> Parsed<'_, (String, String)> {
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

/// The id of a unit that there need not be.
pub(super) fn new_unit(input: &str) -> Parsed<'_, UnitId> {
    crate::grammar::name::must_unit(input, &Lexicon::default())
}

/// Whether nothing more stands here.
pub(super) fn is_over(input: &str) -> bool {
    end(input).is_ok()
}

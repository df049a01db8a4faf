//! Squares and the boxes of a path: `grammar/ground/square.abnf`. ROTD-EUWOL 1.1, 2.1, 7.4, G-11.

use std::cmp::Ordering;

use crate::square::{Grid, StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use fieldpost_engine::nearest;
use fieldpost_grammar::letter::{Lexicon, Site};
use fieldpost_grammar::parse::{
    Near, Parsed, any_phrase, bare_letters, bare_word, beginnings, end, is_blank, must, phrase, skip,
    something_else, space, word, wrong,
};

use super::grid_of;

/// Most boxes of a path (rule 7.4).
pub const MOST_BOXES: usize = 6;

const STRATEGIC: &str = "a strategic square such as H4-S1";
const TACTICAL: &str = "a tactical square such as 7-11";

/// `strategic-square = column [ *WSP "-" *WSP ] row`; `column = ( "A" / "B" / "C" / "D" / "E" / "F" / "G" /
/// "H" / "I" / "J" / "K" / "L" / "M" ) DIGIT`; `row = ( "N" / "P" / "Q" / "R" / "S" / "T" / "U" / "V" / "W"
/// / "X" / "Y" / "Z" ) DIGIT`: those of the map. Rule 1.1, G-11.
pub fn strategic_square<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, StrategicSquare> {
    let Some((rest, col, row)) = shape_of_strategic(input) else { return something_else(input) };
    let Some(grid) = grid_of(lexicon) else {
        return wrong(
            input,
            "No map is known for this letter, so its squares cannot be read.".into(),
            Near::Nothing,
        );
    };
    match square_at(grid, col, row) {
        Some(square) => Ok((rest, square)),
        None => off_the_map(input, &input[..input.len() - rest.len()], grid, None),
    }
}

/// A strategic square, or the city in one, that must stand here; `after` is the box before it, if it is one of a path.
pub fn must_strategic<'a>(
    input: &'a str,
    lexicon: &Lexicon,
    after: Option<StrategicSquare>,
) -> Parsed<'a, StrategicSquare> {
    let read = strategic_square(input, lexicon);
    let grid = match read {
        Ok(_) => return read,
        Err(nom::Err::Error(_)) if let Some(site) = site(input, lexicon) => return Ok(site),
        Err(_) => grid_of(lexicon),
    };
    match (read, grid) {
        (Err(_), Some(grid)) if shape_of_strategic(input).is_some() => {
            let rest = shape_of_strategic(input).map_or("", |shape| shape.0);
            off_the_map(input, &input[..input.len() - rest.len()], grid, after)
        }
        (Err(nom::Err::Error(_)), Some(grid)) if !word(input).is_empty() => {
            let found = bare_word(input);
            let why = format!("Expected {STRATEGIC}{}, found {found:?}.", or_a_city(lexicon));
            let near = near_square(found, grid, after);
            wrong(input, why, if near == Near::Nothing { near_site(input, found, lexicon) } else { near })
        }
        (other, _) => must(STRATEGIC, other),
    }
}

/// `square = strategic-square / city`: the city whose name stands here, whatever its case and accents, of two names that begin
/// alike the longer one, is its square.
pub fn site<'a>(input: &'a str, lexicon: &Lexicon) -> Option<(&'a str, StrategicSquare)> {
    let (rest, site) = place(input, lexicon)?;
    let (_, at) = strategic_square(&site.at, lexicon).ok()?;
    Some((rest, at))
}

/// A place by its name, as [`site`].
fn place<'a, 'l>(input: &'a str, lexicon: &'l Lexicon) -> Option<(&'a str, &'l Site)> {
    let up_to = |signs: &[char]| input.find(signs).map_or(input, |sign| &input[..sign]);
    let named = |(name, _): (&str, &str)| {
        let site = lexicon.sites.get(&bare_letters(name).collect::<String>())?;
        Some((&input[name.len()..], site))
    };
    // A dash may stand in a name, and may lead from one to the next.
    let to_a_sign = up_to(&[',', ';', '>', '=']).trim_end_matches('-');
    beginnings(to_a_sign).find_map(named).or_else(|| beginnings(up_to(&['-', ',', ';'])).find_map(named))
}

/// Half of a strategic square's name: its letter, upper case, and its digit.
type Half = (u8, u8);

/// Whether the name of a strategic square stands here, of whatever map.
pub fn looks_strategic(input: &str) -> bool {
    shape_of_strategic(input).is_some()
}

/// The two halves of a strategic square's name, and what follows it.
fn shape_of_strategic(input: &str) -> Option<(&str, Half, Half)> {
    let (rest, col) = letter_and_digit(input)?;
    let dashed = space(rest).strip_prefix('-').map(space);
    let (rest, row) = letter_and_digit(dashed.unwrap_or(rest))?;
    (!rest.starts_with(|c: char| c.is_alphanumeric())).then_some((rest, col, row))
}

fn letter_and_digit(input: &str) -> Option<(&str, Half)> {
    match input.as_bytes() {
        [letter, digit, ..] if letter.is_ascii_alphabetic() && digit.is_ascii_digit() => {
            Some((&input[2..], (letter.to_ascii_uppercase(), digit - b'0')))
        }
        _ => None,
    }
}

fn square_at(grid: &Grid, col: Half, row: Half) -> Option<StrategicSquare> {
    let tens = grid.row_letters.bytes().position(|letter| letter == row.0)?;
    let number = |tens: usize, digit: u8| u8::try_from(tens * 10 + usize::from(digit)).ok();
    let square =
        StrategicSquare { col: number(usize::from(col.0 - b'A'), col.1)?, row: number(tens, row.1)? };
    grid.holds(square).then_some(square)
}

fn off_the_map<'a, T>(
    at: &'a str,
    found: &str,
    grid: &Grid,
    after: Option<StrategicSquare>,
) -> Parsed<'a, T> {
    let found = found.to_ascii_uppercase();
    let why = format!("There is no square {found} on this map: {}.", range_of(grid));
    wrong(at, why, near_square(&found, grid, after))
}

/// The map's range in words.
fn range_of(grid: &Grid) -> String {
    let (col, row) = (grid.cols.saturating_sub(1), grid.rows.saturating_sub(1));
    let mut range = format!(
        "columns run from A0 to {}, rows from {} to {}",
        grid.column_label(col),
        grid.row_label(0),
        grid.row_label(row)
    );
    let skips_o =
        grid.row_letters.contains('N') && grid.row_letters.contains('P') && !grid.row_letters.contains('O');
    if skips_o {
        range.push_str(" (no row has the letter O)");
    }
    range
}

/// What [`nearest_square`] finds.
/// Where cities are known, one may stand for its square.
fn or_a_city(lexicon: &Lexicon) -> &'static str {
    if lexicon.sites.is_empty() { "" } else { " or a city" }
}

/// The words that may be a city's misspelt name: the first one, or the two up to a sign.
fn near_site(input: &str, found: &str, lexicon: &Lexicon) -> Near {
    let words = input.split([',', ';', '>', '=']).next().unwrap_or(input).trim();
    let name = if words.split_whitespace().count() == 2 { words } else { found };
    if lexicon.sites.is_empty() { Near::Nothing } else { Near::Place(name.to_owned()) }
}

fn near_square(found: &str, grid: &Grid, after: Option<StrategicSquare>) -> Near {
    nearest_square(found, grid, after).map_or(Near::Nothing, Near::This)
}

/// The square whose name is nearest; of equally near ones the one next to the box before. `None` if that does not
/// single one out.
fn nearest_square(found: &str, grid: &Grid, after: Option<StrategicSquare>) -> Option<String> {
    let (col, row) = halves(found)?;
    let forward = near_squares(&col, &row, grid);
    let (cost, squares) = match near_squares(&row, &col, grid) {
        turned if turned.0 < forward.0 => turned,
        _ => forward,
    };
    if cost > 3 {
        return None;
    }
    let place = |square: &StrategicSquare| after.map_or(0, |box_before| box_before.distance(*square));
    let best = squares.iter().map(place).min()?;
    let mut nearest = squares.iter().filter(|square| place(square) == best);
    let only = nearest.next()?;
    nearest.next().is_none().then(|| grid.label(*only))
}

/// A misspelt square's two halves.
fn halves(found: &str) -> Option<(String, String)> {
    let clean = found.to_ascii_uppercase();
    let cut = clean.split_once(['-', '/', '.', ',', ':', '_']);
    let (col, row) = match cut {
        Some((col, row)) => (col.to_string(), row.to_string()),
        None if (3..=5).contains(&clean.len()) && clean.is_ascii() => {
            let (col, row) = clean.split_at(2);
            (col.to_string(), row.to_string())
        }
        None => return None,
    };
    let plausible = |half: &str| (1..=4).contains(&half.chars().count());
    (plausible(&col) && plausible(&row)).then_some((col, row))
}

/// The squares whose column and row are nearest, with how far they are off.
fn near_squares(col: &str, row: &str, grid: &Grid) -> (usize, Vec<StrategicSquare>) {
    let (col_cost, cols) = nearest_labels(col, (0..grid.cols).map(|col| (grid.column_label(col), col)));
    let (row_cost, rows) = nearest_labels(row, (0..grid.rows).map(|row| (grid.row_label(row), row)));
    let squares = cols.iter().flat_map(|col| rows.iter().map(|row| StrategicSquare { col: *col, row: *row }));
    (col_cost + row_cost, squares.collect())
}

fn nearest_labels(found: &str, labels: impl Iterator<Item = (String, u8)>) -> (usize, Vec<u8>) {
    let mut best = (4, Vec::new());
    for (label, place) in labels {
        let cost =
            if looks_like(found, &label) { 1 } else { 2 * nearest::distance(found, &label, 2).unwrap_or(2) };
        match cost.cmp(&best.0) {
            Ordering::Less => best = (cost, vec![place]),
            Ordering::Equal => best.1.push(place),
            Ordering::Greater => {}
        }
    }
    best
}

/// Whether a label differs from what was written only by digits and letters that look alike (`GO` for `G0`).
fn looks_like(found: &str, label: &str) -> bool {
    let alike = |written: char, meant: char| {
        written == meant
            || matches!(
                (written, meant),
                ('O' | 'Q', '0') | ('I' | 'L' | '|', '1') | ('S', '5') | ('Z', '2') | ('B', '8')
            )
    };
    found != label
        && found.chars().count() == label.len()
        && found.chars().zip(label.chars()).all(|(w, m)| alike(w, m))
}

/// `tactical-square = tac *WSP "-" *WSP tac`: each 0 to 14. `tac = *3"0" DIGIT / *2"0" "1" %x30-34`
pub fn tactical_square(input: &str) -> Parsed<'_, TacticalSquare> {
    let (rest, col) = digits(input)?;
    let Some(rest) = space(rest).strip_prefix('-').map(space) else { return something_else(input) };
    let (rest, row) = digits(rest)?;
    if rest.starts_with(|c: char| c.is_alphanumeric()) {
        return something_else(input);
    }
    let small = |number: u32| u8::try_from(number).ok();
    match small(col).zip(small(row)).and_then(|(col, row)| TacticalSquare::new(col, row)) {
        Some(square) => Ok((rest, square)),
        None => {
            let last = u32::from(TACTICAL_SIDE) - 1;
            let why = format!("There is no tactical square {col}-{row}: they run from 0-0 to {last}-{last}.");
            wrong(input, why, Near::Nothing)
        }
    }
}

/// At most four digits, whatever follows.
fn digits(input: &str) -> Parsed<'_, u32> {
    let count = input.bytes().take_while(u8::is_ascii_digit).count();
    match input[..count].parse() {
        Ok(number) if count <= 4 => Ok((&input[count..], number)),
        _ => something_else(input),
    }
}

/// A tactical square that must stand here.
pub fn must_tactical(input: &str) -> Parsed<'_, TacticalSquare> {
    let read = tactical_square(input);
    let found = bare_word(input);
    match &read {
        Err(nom::Err::Error(_)) if !found.is_empty() => wrong(
            input,
            format!("Expected {TACTICAL}, found {found:?}."),
            two_numbers(input).map_or(Near::Nothing, Near::This),
        ),
        _ => must(TACTICAL, read),
    }
}

/// `spot = [ strategic-square sp [ "AT" sp ] ] tactical-square / city`: a square of the tactical map, and, where
/// it is said, the strategic square whose map is meant. A city is its own tactical square on the map of its square.
pub fn must_spot<'a>(
    input: &'a str,
    lexicon: &Lexicon,
) -> Parsed<'a, (Option<StrategicSquare>, TacticalSquare)> {
    if let Ok((rest, on)) = strategic_square(input, lexicon)
        && let Ok((rest, tac)) = tactical_square(skip(&["AT"], space(rest)))
    {
        return Ok((rest, (Some(on), tac)));
    }
    if let Some((rest, site)) = place(input, lexicon)
        && let Ok((_, on)) = strategic_square(&site.at, lexicon)
        && let Ok((_, tac)) = tactical_square(&site.within)
    {
        return Ok((rest, (Some(on), tac)));
    }
    must_tactical(input).map(|(rest, tac)| (rest, (None, tac)))
}

/// A tactical square where no map can be named with it: who names a city is told its square.
pub fn must_tactical_of<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, TacticalSquare> {
    match place(input, lexicon).filter(|_| tactical_square(input).is_err()) {
        Some((rest, site)) => {
            let name = input[..input.len() - rest.len()].trim_end();
            let why = format!(
                "Expected {TACTICAL}; {name} is the square {} on the map of {}.",
                site.within, site.at
            );
            wrong(input, why, Near::This(site.within.clone()))
        }
        None => must_tactical(input),
    }
}

/// The tactical square meant by two numbers that are not joined by a dash.
fn two_numbers(input: &str) -> Option<String> {
    let (rest, col) = digits(input.trim_start_matches('(')).ok()?;
    let (_, row) =
        digits(rest.trim_start_matches(|c: char| is_blank(c) || matches!(c, ',' | '/' | '.' | ':' | ';')))
            .ok()?;
    let square = TacticalSquare::new(u8::try_from(col).ok()?, u8::try_from(row).ok()?)?;
    Some(square.to_string())
}

/// `blank-box = "." / "_" / "*" / "BLANK" / "WAIT"`
fn blank_box(input: &str) -> Parsed<'_, ()> {
    if let Ok(read) = phrase("BLANK", input).or_else(|_| phrase("WAIT", input)) {
        return Ok(read);
    }
    let Some(rest) = input.strip_prefix(['.', '_', '*']) else { return something_else(input) };
    let alone = rest.starts_with([' ', '\t', ',', ';', '>', '=', '-']) || end(rest).is_ok();
    if alone { Ok((rest, ())) } else { something_else(input) }
}

/// `box = square / blank-box`
fn path_box<'a>(
    input: &'a str,
    lexicon: &Lexicon,
    after: Option<StrategicSquare>,
) -> Parsed<'a, Option<StrategicSquare>> {
    if let Ok((rest, ())) = blank_box(input) {
        return Ok((rest, None));
    }
    let (rest, square) = must_strategic(input, lexicon, after)?;
    Ok((rest, Some(square)))
}

/// `small-word = "TO" / "THEN" / "AND" / "VIA" / "THROUGH" / "THE" / "SQUARE"`
const SMALL_WORDS: &[&str] = &["TO", "THEN", "AND", "VIA", "THROUGH", "THE", "SQUARE"];

/// Drops small words before a box: `*( small-word sp )`.
pub fn small_words(input: &str) -> &str {
    let mut rest = input;
    while let Ok((after, ())) = any_phrase(SMALL_WORDS, rest) {
        rest = after;
    }
    rest
}

/// `gap = ( *WSP ( "," / ";" / "-" / "--" / "->" / "-->" / "=>" / ">" ) *WSP / sp ) *( small-word sp )`
fn gap(input: &str) -> Option<&str> {
    let rest = space(input);
    let signs = [",", ";", "-->", "->", "--", "-", "=>", ">"];
    let sign = signs.iter().find_map(|sign| rest.strip_prefix(sign)).map(space);
    let parted = sign.or((rest.len() < input.len()).then_some(rest))?;
    Some(small_words(parted))
}

/// `path = *( small-word sp ) box *5( gap box )`
pub fn path<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Vec<Option<StrategicSquare>>> {
    let (mut rest, first) = path_box(small_words(input), lexicon, None)?;
    let mut boxes = vec![first];
    while let Some(next) = gap(rest).filter(|next| !next.is_empty()) {
        if is_plain_word(next) && site(next, lexicon).is_none() {
            if is_meant_for_site(next, lexicon) {
                let found = bare_word(next);
                return wrong(
                    next,
                    format!("Expected {STRATEGIC} or a city, found {found:?}."),
                    Near::Place(found.into()),
                );
            }
            rest = next;
            break;
        }
        if boxes.len() == MOST_BOXES {
            return too_many(next, &input[..input.len() - rest.len()]);
        }
        let before = boxes.iter().rev().find_map(|square| *square);
        let (after, square) = path_box(next, lexicon, before)?;
        boxes.push(square);
        rest = after;
    }
    Ok((rest, boxes))
}

/// Whether a word that is no city's name is likely a misspelt one.
fn is_meant_for_site(input: &str, lexicon: &Lexicon) -> bool {
    let word = bare_letters(bare_word(input)).collect::<String>();
    nearest::nearest(&word, lexicon.sites.keys().map(|site| (site.as_str(), ()))).is_some()
}

/// What to say of a seventh box. So that nobody marches elsewhere than was meant, the whole line is refused.
fn too_many<'a, T>(at: &'a str, first: &str) -> Parsed<'a, T> {
    let why = format!(
        "A march has at most {MOST_BOXES} boxes, one for each phase of strategic movement; a dot counts as one too. \
         Here are more, so that no part of this line counts."
    );
    wrong(at, why, Near::This(format!("MARCH {}", first.to_ascii_uppercase())))
}

/// Whether a word of letters stands here, which is no misspelt square: the path ends before it.
fn is_plain_word(input: &str) -> bool {
    let word = bare_word(input);
    word.len() > 2 && word.bytes().all(|c| c.is_ascii_alphabetic()) && blank_box(input).is_err()
}

//! Squares and the boxes of a path: `grammar/ground/square.abnf`. ROTD-EUWOL 1.1, 2.1, 7.4, G-11.

use std::cmp::Ordering;

use crate::square::{Grid, StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use fieldpost_engine::nearest;
use fieldpost_grammar::letter::{Lexicon, Site};
use fieldpost_grammar::parse::{
    Near, Parsed, against, bare_letters, bare_word, beginnings, behind, by, dash, expected, is_blank, must,
    over, perhaps, phrase, something_else, word, words, wrong,
};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{digit1, one_of, satisfy};
use nom::combinator::{consumed, map_opt, not, opt, peek, value};
use nom::multi::many0_count;
use nom::sequence::{delimited, preceded, terminated};

use super::grid_of;

/// Most boxes of a path (rule 7.4).
pub const MOST_BOXES: usize = 6;

const STRATEGIC: &str = "a strategic square such as H4-S1";
const TACTICAL: &str = "a tactical square such as 7-11";

/// `strategic-square = column [ *WSP "-" *WSP ] row`; `column = ( "A" / "B" / "C" / "D" / "E" / "F" / "G" /
/// "H" / "I" / "J" / "K" / "L" / "M" ) DIGIT`; `row = ( "N" / "P" / "Q" / "R" / "S" / "T" / "U" / "V" / "W"
/// / "X" / "Y" / "Z" ) DIGIT`: those of the map. Rule 1.1, G-11.
pub fn strategic_square<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, StrategicSquare> {
    let (rest, (found, (col, row))) = consumed(shape_of_strategic).parse(input)?;
    let Some(grid) = grid_of(lexicon) else {
        return wrong(
            input,
            "No map is known for this letter, so its squares cannot be read.".into(),
            Near::Nothing,
        );
    };
    match square_at(grid, col, row) {
        Some(square) => Ok((rest, square)),
        None => off_the_map(input, found, grid, None),
    }
}

/// A strategic square, or the city in one, that must stand here.
pub fn must_strategic<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, StrategicSquare> {
    must_strategic_after(None, input, lexicon)
}

/// The same of a box of a path, behind another.
fn must_strategic_after<'a>(
    before: Option<StrategicSquare>,
    input: &'a str,
    lexicon: &Lexicon,
) -> Parsed<'a, StrategicSquare> {
    let square = alt((by(strategic_square, lexicon), by(site, lexicon))).parse(input);
    if square.is_ok() {
        return square;
    }
    let Some(grid) = grid_of(lexicon) else {
        return must(STRATEGIC, by(strategic_square, lexicon)).parse(input);
    };
    if let Ok((_, (found, _))) = consumed(shape_of_strategic).parse(input) {
        return off_the_map(input, found, grid, before);
    }
    if word(input).is_empty() {
        return expected(input, STRATEGIC);
    }
    let found = bare_word(input);
    let why = format!("Expected {STRATEGIC}{}, found {found:?}.", or_a_city(lexicon));
    let near = near_square(found, grid, before);
    wrong(input, why, if near == Near::Nothing { near_site(input, found, lexicon) } else { near })
}

/// `square = strategic-square / city`: the city whose name stands here, whatever its case and accents, of two names that begin
/// alike the longer one, is its square.
pub fn site<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, StrategicSquare> {
    let (rest, site) = place(input, lexicon)?;
    let (_, at) = strategic_square(&site.at, lexicon).or_else(|_| something_else(input))?;
    Ok((rest, at))
}

/// A place by its name, as [`site`].
fn place<'a, 'l>(input: &'a str, lexicon: &'l Lexicon) -> Parsed<'a, &'l Site> {
    let up_to = |signs: &[char]| input.find(signs).map_or(input, |sign| &input[..sign]);
    let named = |(name, _): (&str, &str)| {
        let site = lexicon.sites.get(&bare_letters(name).collect::<String>())?;
        Some((behind(input, name), site))
    };
    // A dash may stand in a name, and may lead from one to the next.
    let to_a_sign = up_to(&[',', ';', '>', '=']).trim_end_matches('-');
    let found = beginnings(to_a_sign).find_map(named);
    let found = found.or_else(|| beginnings(up_to(&['-', ',', ';'])).find_map(named));
    found.map_or_else(|| something_else(input), Ok)
}

/// Half of a strategic square's name: its letter, upper case, and its digit.
type Half = (u8, u8);

/// Whether the name of a strategic square stands here, of whatever map.
pub fn looks_strategic(input: &str) -> bool {
    shape_of_strategic(input).is_ok()
}

/// `half [ *WSP "-" *WSP ] half`: the two halves of a strategic square's name
fn shape_of_strategic(input: &str) -> Parsed<'_, (Half, Half)> {
    terminated((terminated(half, opt(dash)), half), not(satisfy(char::is_alphanumeric))).parse(input)
}

/// `ALPHA DIGIT`
fn half(input: &str) -> Parsed<'_, Half> {
    let digit = satisfy(|c| c.is_ascii_digit());
    (satisfy(|c| c.is_ascii_alphabetic()), digit)
        .map(|(letter, digit)| (letter.to_ascii_uppercase() as u8, digit as u8 - b'0'))
        .parse(input)
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
    before: Option<StrategicSquare>,
) -> Parsed<'a, T> {
    let found = found.to_ascii_uppercase();
    let why = format!("There is no square {found} on this map: {}.", range_of(grid));
    wrong(at, why, near_square(&found, grid, before))
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

/// What [`nearest_square`] finds.
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
    let numbers = (terminated(digits, dash), digits);
    let (rest, (col, row)) = terminated(numbers, not(satisfy(char::is_alphanumeric))).parse(input)?;
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
    map_opt(digit1, |digits: &str| digits.parse().ok().filter(|_| digits.len() <= 4)).parse(input)
}

/// A tactical square that must stand here.
pub fn must_tactical(input: &str) -> Parsed<'_, TacticalSquare> {
    match (tactical_square(input), bare_word(input)) {
        (Err(nom::Err::Error(_)), "") => expected(input, TACTICAL),
        (Err(nom::Err::Error(_)), found) => wrong(
            input,
            format!("Expected {TACTICAL}, found {found:?}."),
            two_numbers(input).map_or(Near::Nothing, |(_, square)| Near::This(square.to_string())),
        ),
        (read, _) => read,
    }
}

/// `spot = [ strategic-square sp [ "AT" sp ] ] tactical-square / city`: a square of the tactical map, and, where
/// it is said, the strategic square whose map is meant. A city is its own tactical square on the map of its square.
pub fn must_spot<'a>(
    input: &'a str,
    lexicon: &Lexicon,
) -> Parsed<'a, (Option<StrategicSquare>, TacticalSquare)> {
    let on_a_map = (by(strategic_square, lexicon), preceded(perhaps(&["AT"]), tactical_square));
    let spot = alt((on_a_map, by(city_spot, lexicon))).map(|(on, tac)| (Some(on), tac)).parse(input);
    spot.or_else(|_| must_tactical.map(|tac| (None, tac)).parse(input))
}

/// The square of a city, and its own on the map of that one.
fn city_spot<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, (StrategicSquare, TacticalSquare)> {
    let (rest, site) = place(input, lexicon)?;
    match (strategic_square(&site.at, lexicon), tactical_square(&site.within)) {
        (Ok((_, on)), Ok((_, tac))) => Ok((rest, (on, tac))),
        _ => something_else(input),
    }
}

/// A tactical square where no map can be named with it: who names a city is told its square.
pub fn must_tactical_of<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, TacticalSquare> {
    match place(input, lexicon) {
        Ok((rest, site)) if tactical_square(input).is_err() => {
            let name = input[..input.len() - rest.len()].trim_end();
            let why = format!(
                "Expected {TACTICAL}; {name} is the square {} on the map of {}.",
                site.within, site.at
            );
            wrong(input, why, Near::This(site.within.clone()))
        }
        _ => must_tactical(input),
    }
}

/// The tactical square meant by two numbers that are not joined by a dash.
fn two_numbers(input: &str) -> Parsed<'_, TacticalSquare> {
    let parted = take_while(|c| is_blank(c) || matches!(c, ',' | '/' | '.' | ':' | ';'));
    let col = delimited(take_while(|c| c == '('), digits, parted);
    let square = |(col, row)| TacticalSquare::new(u8::try_from(col).ok()?, u8::try_from(row).ok()?);
    map_opt((col, digits), square).parse(input)
}

/// `blank-box = "." / "_" / "*" / "BLANK" / "WAIT"`
fn blank_box(input: &str) -> Parsed<'_, ()> {
    let alone = alt((value((), one_of(" \t,;>=-")), over(&[])));
    let sign = terminated(one_of("._*"), peek(alone));
    alt((|input| phrase("BLANK", input), |input| phrase("WAIT", input), value((), sign))).parse(input)
}

/// `box = square / blank-box`; `before` is the last box that was none
fn path_box<'a>(
    before: Option<StrategicSquare>,
    input: &'a str,
    lexicon: &Lexicon,
) -> Parsed<'a, Option<StrategicSquare>> {
    let square = |input| must_strategic_after(before, input, lexicon);
    alt((value(None, blank_box), square.map(Some))).parse(input)
}

/// `small-word = "TO" / "THEN" / "AND" / "THE" / "SQUARE"`; `passed = ( "VIA" / "THROUGH" ) sp`
const SMALL_WORDS: &[&str] = &["TO", "THEN", "AND", "VIA", "THROUGH", "THE", "SQUARE"];

/// `*( small-word sp )`: small words before a box.
pub fn small_words(input: &str) -> Parsed<'_, ()> {
    value((), many0_count(words(SMALL_WORDS))).parse(input)
}

/// `gap = ( *WSP ( "," / ";" / "-" / "--" / "->" / "-->" / "=>" / ">" ) *WSP / sp ) *( small-word sp )`
fn gap(input: &str) -> Parsed<'_, ()> {
    let sign = alt((tag(","), tag(";"), tag("-->"), tag("->"), tag("--"), tag("-"), tag("=>"), tag(">")));
    let sign = delimited(take_while(is_blank), sign, take_while(is_blank));
    preceded(alt((sign, take_while1(is_blank))), small_words).parse(input)
}

/// `path = *( small-word sp ) ( box *5( gap box ) / passed box *5( gap [ passed ] box ) / square sp passed box *4( and box ) )`; `and = ( *WSP ( ","
/// / ";" ) *WSP / sp ) [ "AND" sp ]`: a square before `VIA` is the last, for the march ends there
pub fn path<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Vec<Option<StrategicSquare>>> {
    let (start, ()) = small_words(input)?;
    let (mut rest, first) = path_box(None, start, lexicon)?;
    let mut boxes = vec![first];
    let mut passed = Passed::default();
    let is_told_in_turn = is_passed(input);
    while let Ok((next, ())) = gap(rest)
        && !next.is_empty()
    {
        if is_plain_word(next) && site(next, lexicon).is_err() {
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
        passed.note(&rest[..rest.len() - next.len()], boxes.len());
        let before = boxes.iter().rev().find_map(|square| *square);
        let (after, square) = path_box(before, next, lexicon)?;
        boxes.push(square);
        rest = after;
    }
    match passed.from {
        _ if is_told_in_turn || passed.goes_on => {}
        Some(1) => boxes.rotate_left(1),
        Some(from) => return out_of_turn(start, lexicon, &boxes, from),
        _ => {}
    }
    Ok((rest, boxes))
}

/// Whether the small words at the beginning of a path have VIA among them.
pub fn is_passed(input: &str) -> bool {
    small_words(input).is_ok_and(|(rest, ())| holds(&input[..input.len() - rest.len()], &["VIA", "THROUGH"]))
}

/// Whether one of these words stands between two boxes.
fn holds(gap: &str, words: &[&str]) -> bool {
    let mut found = gap.split(|c: char| !c.is_ascii_alphabetic());
    found.any(|word| words.iter().any(|one| one.eq_ignore_ascii_case(word)))
}

/// Which boxes of a path stand behind `VIA`.
#[derive(Default)]
struct Passed {
    /// The first of them.
    from: Option<usize>,
    /// Whether the path is told in turn all the same: `A via B to C`.
    goes_on: bool,
}

impl Passed {
    /// Notes the words before the box of a number.
    fn note(&mut self, gap: &str, number: usize) {
        if holds(gap, &["VIA", "THROUGH"]) {
            self.from = self.from.or(Some(number));
        } else if self.from.is_some() {
            self.goes_on |= holds(gap, &["TO", "THEN"]);
        }
    }
}

/// What to say where several squares stand before VIA: in which order they are entered is not clear.
fn out_of_turn<'a, T>(
    at: &'a str,
    lexicon: &Lexicon,
    boxes: &[Option<StrategicSquare>],
    from: usize,
) -> Parsed<'a, T> {
    let grid = grid_of(lexicon);
    let label = |square: StrategicSquare| grid.map(|grid| grid.label(square)).unwrap_or_default();
    let words = |square: &Option<StrategicSquare>| square.map_or_else(|| ".".to_owned(), label);
    let all: Vec<String> = boxes[from..].iter().chain(&boxes[..from]).map(words).collect();
    let why = "Several squares stand before VIA, so that it is not clear which is entered first. Name them in the order in which they are entered.";
    against("rule 7.4", at, why.into(), Near::This(format!("MARCH {}", all.join(" "))))
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
    against("rule 7.4", at, why, Near::This(format!("MARCH {}", first.to_ascii_uppercase())))
}

/// Whether a word of letters stands here, which is no misspelt square: the path ends before it.
fn is_plain_word(input: &str) -> bool {
    let word = bare_word(input);
    word.len() > 2 && word.bytes().all(|c| c.is_ascii_alphabetic()) && blank_box(input).is_err()
}

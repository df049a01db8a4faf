//! One line of hand edits for several pieces, or of several fields: as many commands as it stands for, each of which is read, done, told
//! and taken back by itself. What one line says is one piece, one field: every game's edits have that from here.

use nom::Parser;
use nom::bytes::complete::take_till1;
use nom::combinator::opt;
use nom::multi::separated_list1;

use crate::combinator::{comma_or_and, words};
use crate::fault::Parsed;
use crate::language::Lexicon;
use crate::order::Misread;
use crate::word::{any_phrase, is, is_blank, space};

use super::Given;
use super::line::{Found, bare, command_line, forms_at, without_flags};
use super::render;
use super::row::{CommandForm, Reader};

/// Commands that one line stands for at most.
const MOST: usize = 200;

/// OVERRIDE in a line of its own: it is meant for all that stands below it in the letter.
pub(super) fn overrides(body: &str) -> bool {
    let Ok((rest, ())) = any_phrase(&["OVERRIDE ALL", "OVERRIDE", "INSIST ALL", "INSIST"], body) else {
        return false;
    };
    rest.trim_matches(|c: char| is_blank(c) || matches!(c, '.' | ':')).is_empty()
}

/// The commands that a line stands for which is a hand edit of several pieces (`a, b and c`, `CORPS a`) or of several fields (`x 3, y 4`),
/// each with its canonical words; `None` where it is no such line, or reads as one command.
///
/// # Errors
/// What is wrong with the first of them that cannot be read, or that there are too many.
pub(super) fn spread(body: &str, lexicon: &Lexicon) -> Option<Result<Vec<Given>, Unspread>> {
    if !body.contains(',') && !names_whole(body, lexicon) && !has_and(body) {
        return None;
    }
    let (order, mut flags) = bare(body);
    let (form, rest) = forms_at(order, lexicon.language)[0]?;
    if !matches!(form.reader, Reader::Edit(_)) {
        return None;
    }
    let rest = is(rest);
    let from = rest.as_ptr() as usize - body.as_ptr() as usize;
    let end =
        without_flags(order, &mut flags, |_, _| true) + order.as_ptr() as usize - body.as_ptr() as usize;
    let (head, rest, behind) = (body.get(..from)?, body.get(from..end)?, body.get(end..)?);
    let (tail, pieces) = pieces(rest, lexicon).ok()?;
    let tail = space(tail);
    let fields = if form.phrases[0].starts_with("SET ") { fields(tail) } else { vec![tail] };
    let is_one = pieces.len() * fields.len() < 2 && !pieces.iter().any(|piece| piece.whole);
    if is_one || reads_as_one(body, fields.len(), lexicon) {
        return None;
    }
    let count = pieces.len() * fields.len();
    if count > MOST {
        return Some(Err(Unspread::TooMany { count, most: MOST }));
    }
    let mut all = Vec::new();
    for piece in &pieces {
        for field in &fields {
            let line = format!("{} {} {field}{behind}", head.trim_end(), piece.name);
            match command_line(&line, lexicon) {
                Ok(Found::Given(given)) => all.push(of_whole(given, piece)),
                Ok(_) => return None,
                // What is no list at all is told of as it was written.
                Err(_) if pieces.len() < 2 && !piece.whole => return None,
                Err(misread) => return Some(Err(Unspread::Part(Part { line, misread }))),
            }
        }
    }
    (!all.is_empty()).then_some(Ok(all))
}

/// Whether a line is one command as it stands: one value that has a comma may still be several fields.
fn reads_as_one(body: &str, fields: usize, lexicon: &Lexicon) -> bool {
    match command_line(body, lexicon) {
        Ok(Found::Given(given)) => fields < 2 || !render::words(&given).contains(','),
        Ok(_) => true,
        Err(_) => false,
    }
}

/// Why nothing is done of a line that is a list.
pub(super) enum Unspread {
    Part(Part),
    /// It stands for so many commands, and only so many are taken.
    TooMany {
        count: usize,
        most: usize,
    },
}

/// One command of a line that could not be read.
pub(super) struct Part {
    /// As it was read.
    pub line: String,
    pub misread: Misread<CommandForm>,
}

/// A piece of the list, as it is written.
struct Listed<'a> {
    name: &'a str,
    /// Whether it is meant with all that belongs to it.
    whole: bool,
}

fn of_whole(mut given: Given, piece: &Listed<'_>) -> Given {
    if let (super::Command::Edit(edit), true) = (&mut given.command, piece.whole) {
        edit.whole = Some(piece.name.to_uppercase().as_str().into());
    }
    given
}

fn names_whole(body: &str, lexicon: &Lexicon) -> bool {
    body.split(is_blank)
        .any(|word| lexicon.language.whole.iter().any(|whole| whole.eq_ignore_ascii_case(word)))
}

fn has_and(body: &str) -> bool {
    body.split(is_blank).any(|word| word.eq_ignore_ascii_case("AND"))
}

/// `listed *( ( *WSP "," *WSP [ "AND" sp ] / sp "AND" sp ) listed )`: the names that a list begins with
fn pieces<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Vec<Listed<'a>>> {
    let name = take_till1(|c| is_blank(c) || c == ',');
    let listed = (opt(words(lexicon.language.whole)), name);
    let listed = listed.map(|(whole, name)| Listed { name, whole: whole.is_some() });
    separated_list1(comma_or_and, listed).parse(input)
}

/// The fields of a list, each with its value; one where it is no such list.
fn fields(tail: &str) -> Vec<&str> {
    let all = tail.split(',').map(str::trim).collect::<Vec<_>>();
    let is_field = |part: &&str| {
        part.split_whitespace().count() > 1 && part.starts_with(|c: char| c.is_ascii_alphabetic())
    };
    if all.iter().all(is_field) { all } else { vec![tail] }
}

//! Orders and hand edits of the sea without a letter: canonical words, as they are kept, and lines of rule cases.

use crate::chart::Chart;
use crate::edits::Edit;
use crate::kind::Kind;
use crate::language::SHIPS;
use crate::language::forms::{FORMS, MEANS};
use crate::language::hand::{EDITS, EDITS_MEAN};
use crate::language::ship::fits;
use crate::language::words::{Known, Reader};
use crate::orders::{Office, Order};
use fieldpost_engine::refusal::Refusal;
use fieldpost_grammar::Names;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::{Fault, Means, is, places_at, whole};

type Row = Means<Reader<Order>, Reader<Office>>;

/// Reads an order of a ship of a type.
///
/// # Errors
/// Why it cannot be read, or that her type never has it (N-70), in a clause.
pub fn order(line: &str, chart: &Chart, kind: Kind) -> Result<Order, Refusal> {
    let order = any_order(line, chart)?;
    fits(&order, kind)?;
    Ok(order)
}

/// Reads an order of a ship of whatever type.
///
/// # Errors
/// Why it cannot be read, in a clause.
pub fn any_order(line: &str, chart: &Chart) -> Result<Order, Refusal> {
    let of_ship = |row: &Row| match row {
        Means::Piece(read) => Some(*read),
        _ => None,
    };
    read(of_ship, line, chart)
        .unwrap_or_else(|| Err(Refusal::plain(format!("{line:?} is no order of a ship"))))
}

/// Reads an order of a Naval Secretary.
///
/// # Errors
/// Why it cannot be read, in a clause.
pub fn office(line: &str, chart: &Chart) -> Result<Office, Refusal> {
    let of_office = |row: &Row| match row {
        Means::Office(read) => Some(*read),
        _ => None,
    };
    read(of_office, line, chart)
        .unwrap_or_else(|| Err(Refusal::plain(format!("{line:?} is no order of a Naval Secretary"))))
}

/// What a line orders by the row whose words stand there; `None` if no row of the kind has them.
fn read<T>(of: impl Fn(&Row) -> Option<Reader<T>>, line: &str, chart: &Chart) -> Option<Result<T, Refusal>> {
    let line = line.trim();
    let mut rows = places_at(FORMS.iter().map(|row| row.phrases), line)
        .into_iter()
        .filter_map(|(place, rest)| Some((of(MEANS.get(place)?)?, rest)));
    let (read, rest) = rows.next()?;
    let known = Known { chart, lexicon: &Lexicon::of(&SHIPS) };
    Some(whole(read(is(rest), known)).map_err(Fault::refusal))
}

/// What the words of a hand edit wish; `None` if they are no edit of the sea. Ships may be called by their names.
pub fn edit(words: &str, chart: &Chart, names: Names) -> Option<Result<Edit, String>> {
    let (place, rest) = places_at(EDITS.iter().map(|row| row.phrases), words.trim()).into_iter().next()?;
    let known = Known { chart, lexicon: &Lexicon { names, ..Lexicon::of(&SHIPS) } };
    Some(whole(EDITS_MEAN.get(place)?(is(rest), known)).map_err(Fault::clause))
}

//! A case's orders, read by the grammar that reads players' letters. Assignments are judged by the desk.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::land::case::file::{CaseFile, OrderFile, line_of};
use crate::land::case::letters;
use crate::land::case::situation::{Fault, blocks};
use fieldpost_campaign::Table;
use fieldpost_desk::game::Roll;
use fieldpost_desk::record::{FiledOffice, LetterNo, OrderBook, Receipt};
use fieldpost_desk::seats::{self, Seats};
use fieldpost_door::{ClosedBook, Judge};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::{Seat, Seating};
use fieldpost_grammar::letter::{Complaint, Lexicon, Read};
use fieldpost_grammar::{Language, read_office};
use fieldpost_ground::by_unit::ByUnit;
use fieldpost_ground::square::Grid;
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::Book;
use fieldpost_land::language::{self, LANGUAGE, read_office_order, read_unit_orders};
use fieldpost_land::orders::{Office, OfficeOrder, TurnOrders, UnitOrders};
use fieldpost_land::state::LandState;
use fieldpost_land::unit::UnitId;

/// The orders of the first turn. What letters come to replaces what the units' blocks say. Each `[[order]]` is a letter, received in the file's order; assignments
/// that the desk takes change who commands (rules 3.5, 6.11).
///
/// # Errors
/// If an order cannot be read: a case is to say what it means.
pub fn read(
    case: &CaseFile,
    text: &str,
    book: &'static Book,
    atlas: &Arc<Atlas>,
    state: &mut LandState,
) -> Result<TurnOrders, Fault> {
    let mut orders = of_blocks(case, text, (book, language::of(book)), atlas, state)?;
    if !case.letter.is_empty() {
        let table = Table::new(book, Arc::clone(atlas), case.seed, None, Arc::new(state.clone()));
        let lexicon = lexicon(language::of(book), &atlas.map.grid, state);
        let closed = letters::take(case, text, &lexicon, Arc::new(table.clone()))?.book;
        let written = table.understood(&closed);
        state.seats = by_unit(closed.seats);
        add(&mut orders, written);
    }
    Ok(orders)
}

/// What letters come to, in the place of what the units' blocks say.
pub fn add(orders: &mut TurnOrders, written: TurnOrders) {
    orders.units.extend(written.units);
    orders.received.retain(|unit| !written.received.contains(unit));
    orders.received.extend(written.received);
    orders.offices.extend(written.offices);
}

/// The orders of the first turn without the letters', read in the words in which the book is played.
///
/// # Errors
/// If an order cannot be read.
pub fn of_blocks(
    case: &CaseFile,
    text: &str,
    (book, words): (&'static Book, &'static Language),
    atlas: &Arc<Atlas>,
    state: &mut LandState,
) -> Result<TurnOrders, Fault> {
    let lexicon = lexicon(words, &atlas.map.grid, state);
    let mut orders = TurnOrders::default();
    blocks(&case.unit, text, |unit, _| {
        let Some(lines) = &unit.orders else { return Ok(()) };
        let id: UnitId = unit.id.parse().map_err(|error| format!("{error}"))?;
        orders.units.insert(id, unit_orders(lines, &lexicon).map_err(|why| format!("unit {id}: {why}"))?);
        orders.received.push(id);
        Ok(())
    })?;
    let table =
        |state: &LandState| Table::new(book, Arc::clone(atlas), case.seed, None, Arc::new(state.clone()));
    let (before, mut filed) = (table(state), OrderBook { turn: state.turn, ..OrderBook::default() });
    let roll = Roll::of(&before);
    for (place, letter) in (0..).zip(&case.order) {
        let at_fault = |why| Fault { line: Some(line_of(text, letter.span().start)), why };
        let sent = (letter.get_ref(), place);
        file_letter(sent, &lexicon, (&before, &roll), &mut filed).map_err(at_fault)?;
    }
    seats::undo_excess(&before, &roll, &mut filed);
    let rest = filed.offices.iter().filter(|order| order.assigns.is_none());
    let offices = rest.map(|order| (order.player, order.order.clone())).collect();
    let closed = ClosedBook { offices, seats: Seats::over(&roll, &filed).all(), ..ClosedBook::default() };
    state.seats = by_unit(closed.seats.clone());
    orders.offices = before.understood(&closed).offices;
    Ok(orders)
}

/// The officers that a case's assignments name, each with the unit they are to have.
pub fn officers_named(case: &CaseFile) -> Vec<(UnitId, String)> {
    let lexicon = Lexicon::of(&LANGUAGE);
    let letters = case.letter.iter().flat_map(|letter| letter.get_ref().text.lines());
    let lines = case.order.iter().flat_map(|order| order.get_ref().text.lines()).chain(letters);
    let mut named = Vec::new();
    for line in lines {
        if let Ok(Read { what: OfficeOrder::Assign { unit, commander, deputy }, .. }) =
            read_office_order(line, &lexicon)
        {
            named.extend([Some(commander), deputy].into_iter().flatten().map(|name| (unit, name)));
        }
    }
    named.retain(|(_, name)| !name.eq_ignore_ascii_case("none"));
    named
}

fn lexicon(language: &'static Language, grid: &Grid, state: &LandState) -> Lexicon {
    Lexicon {
        language,
        pieces: state.units.keys().map(|unit| (*unit).into()).collect(),
        places: state.cities.keys().cloned().collect(),
        sites: state
            .cities
            .iter()
            .map(|(name, city)| language::site(name, city.at, city.tac, grid))
            .collect(),
        players: state.players.iter().map(|player| player.name.clone()).collect(),
        ..language::lexicon(grid)
    }
}

fn unit_orders(lines: &str, lexicon: &Lexicon) -> Result<UnitOrders, String> {
    let (orders, complaints) = read_unit_orders(lines, lexicon);
    if let Some(complaint) = complaints.first() {
        return Err(words_of(complaint));
    }
    Ok(UnitOrders::from_lines(orders.into_iter().map(|read| read.what)))
}

/// Files one letter of office orders in the turn's book, as the desk would: an assignment that may not be
/// made is refused and leaves no trace.
fn file_letter(
    (letter, place): (&OrderFile, u64),
    lexicon: &Lexicon,
    (table, roll): (&Table, &Roll),
    book: &mut OrderBook,
) -> Result<(), String> {
    let player = sender(&letter.from, table.book, &table.land)?;
    let receipt = Receipt { at_ms: 0, uid: place, source: "case".into() };
    for line in letter.text.lines().filter(|line| !line.trim().is_empty()) {
        let order = read_office(line, lexicon).map_err(|complaint| words_of(&complaint))?;
        let assigns = table.assigns(&order);
        let is_refused = || table.fault_of_office(player, &order, &Seats::over(roll, book)).is_some();
        if assigns.is_some() && is_refused() {
            continue;
        }
        let (receipt, letter) = (receipt.clone(), LetterNo(place));
        book.offices.push(FiledOffice { receipt, letter, player, order, assigns, cancels: false });
    }
    Ok(())
}

fn by_unit(seats: BTreeMap<Piece, Seat>) -> ByUnit<Seat> {
    seats.into_iter().filter_map(|(piece, seat)| Some((language::unit_of(&piece)?, seat))).collect()
}

/// Who writes: `War Minister of France`, `Governor of Saxony`, `commander of FR1AQ`.
fn sender(from: &str, book: &Book, state: &LandState) -> Result<PlayerNo, String> {
    let wrong = || {
        format!(
            "from: expected such as \"War Minister of France\", \"Treasury of France\", \"Monarch of France\", \
             \"Governor of Saxony\" or \"commander of FR1AQ\", found {from:?}"
        )
    };
    // A title may have an `of` in it (Secretary of War of United States): the last one is before the nation.
    let (office, of) = from.split_once(" of ").ok_or_else(wrong)?;
    if office.eq_ignore_ascii_case("commander") {
        let unit: UnitId = of.parse().map_err(|error| format!("from: {error}"))?;
        return state
            .seats
            .get(&unit)
            .map(|seat| seat.commander)
            .ok_or_else(|| format!("from: no unit {unit}"));
    }
    let (office, nation) = match from.rsplit_once(" of ").filter(|_| !office.eq_ignore_ascii_case("governor"))
    {
        Some((title, of)) => (Office::of_title(title).ok_or_else(wrong)?, book.nation(of)),
        None => (Office::of_title(from).ok_or_else(wrong)?, None),
    };
    let mut players = state.numbered_players();
    players
        .find(|(_, player)| {
            player.offices.contains(&office) && nation.is_none_or(|nation| player.nation == nation)
        })
        .map(|(number, _)| number)
        .ok_or_else(|| format!("from: nobody is {from}"))
}

fn words_of(complaint: &Complaint) -> String {
    let nearest = complaint.nearest.as_ref().map(|near| format!(" (nearest: {near})")).unwrap_or_default();
    format!("order {:?} cannot be read: {}{nearest}", complaint.line, complaint.why)
}

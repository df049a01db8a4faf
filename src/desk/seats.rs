//! Who commands and who deputises, at any moment of a turn (rules 3.5, 6.11; decisions M-07, R-3.5b).

use std::collections::BTreeMap;

use chrono::NaiveDate;

use crate::book::Moment;
use crate::ga::undo::is_in_force;
use crate::game::{GameRecord, Roll};
use crate::record::{Account, FiledOffice, OrderBook, Right};
use fieldpost_door::{Assigns, Board};
use fieldpost_engine::breach::Breach;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::{Seat, Seating};

/// The seats of a moment: those of the position, changed by the assignments of the turn so far.
#[derive(Clone, Copy)]
pub struct Seats<'a> {
    roll: &'a Roll,
    book: &'a OrderBook,
    until: Option<Moment<'a>>,
    stand_ins: Option<(&'a [Account], NaiveDate)>,
}

impl<'a> Seats<'a> {
    /// As of a letter's receipt, with what that letter itself has assigned so far (rule 6.11).
    pub fn at(game: &'a GameRecord, book: &'a OrderBook, moment: Moment<'a>) -> Self {
        Seats { until: Some(moment), ..Seats::over(game.roll(), book) }
    }

    /// With the deputies of those who are away at the receipt of a letter: meanwhile these may order what the absent
    /// command.
    pub fn with_stand_ins(self, game: &'a GameRecord, at_ms: i64) -> Self {
        let day = game.settings.schedule.day_of(at_ms);
        Seats { stand_ins: Some((&game.accounts, day)), ..self }
    }

    /// After everything that was filed.
    pub fn latest(game: &'a GameRecord, book: &'a OrderBook) -> Self {
        Seats::over(game.roll(), book)
    }

    /// After everything that was filed, over the roll of a position.
    pub fn over(roll: &'a Roll, book: &'a OrderBook) -> Self {
        Seats { roll, book, until: None, stand_ins: None }
    }

    /// Who orders for a player who is away, if anybody does.
    pub fn stand_in(&self, absent: PlayerNo) -> Option<PlayerNo> {
        let (accounts, day) = self.stand_ins?;
        let name = &self.roll.player(absent)?.name;
        let account = accounts.iter().find(|account| account.name.eq_ignore_ascii_case(name))?;
        let absence = account.absent.as_ref().filter(|absence| absence.is_on(day))?;
        self.roll.player_no(absence.deputy.as_deref()?)
    }

    /// The units a player commands or deputises for, in the game's order, with the right.
    pub fn units_of(&self, game: &GameRecord, player: PlayerNo) -> Vec<(Piece, Right)> {
        let is_theirs = |seat: &Seat| {
            seat.commander == player
                || seat.deputy == Some(player)
                || (self.stand_ins.is_some() && self.stand_in(seat.commander) == Some(player))
        };
        let started = self.roll.seats.iter().filter(|(_, seat)| is_theirs(seat)).map(|(piece, _)| piece);
        let made = self.book.units.keys().filter(|piece| self.roll.prospects.contains_key(*piece));
        let units = started.chain(made).cloned().chain(self.assigned()).collect();
        let units = game.in_order(units).into_iter();
        units.filter_map(|unit| self.right_of(player, &unit).map(|right| (unit, right))).collect()
    }

    /// The office orders that count at this moment.
    fn filed(&self) -> impl Iterator<Item = (&'a FiledOffice, &'a Assigns)> {
        let (until, book) = (self.until, self.book);
        let counts = move |filed: &&FiledOffice| until.is_none_or(|moment| filed.moment() <= moment);
        let assigning = self.book.offices.iter().filter(counts);
        let assigning = assigning.filter_map(|filed| Some((filed, filed.assigns.as_ref()?)));
        assigning.filter(move |(filed, assigns)| !is_overruled(book, filed, &assigns.piece))
    }

    /// The assignments of this moment with their names looked up: those that name players.
    fn assignments(&self) -> impl Iterator<Item = (&'a Piece, Assignment)> {
        let roll = self.roll;
        self.filed().filter_map(move |(_, assigns)| Some((&assigns.piece, Assignment::of(roll, assigns)?)))
    }
}

impl Seating for Seats<'_> {
    fn of(&self, piece: &Piece) -> Option<Seat> {
        let start = self.roll.seats.get(piece).or_else(|| self.roll.prospects.get(piece)).copied();
        let of_it = self.assignments().filter(|(assigned, _)| *assigned == piece);
        of_it.fold(start, |seat, (_, assignment)| Some(assignment.seat_after(seat)))
    }

    fn right_of(&self, player: PlayerNo, piece: &Piece) -> Option<Right> {
        let seat = self.of(piece)?;
        if seat.commander == player {
            return Some(Right::Commander);
        }
        let deputises = seat.deputy == Some(player) || self.stand_in(seat.commander) == Some(player);
        deputises.then_some(Right::Deputy)
    }

    fn assigned(&self) -> Vec<Piece> {
        self.filed().map(|(_, assigns)| assigns.piece.clone()).collect()
    }

    fn all(&self) -> BTreeMap<Piece, Seat> {
        let mut seats = self.roll.seats.clone();
        for (piece, assignment) in self.assignments() {
            let before = seats.get(piece).copied();
            seats.insert(piece.clone(), assignment.seat_after(before));
        }
        seats
    }
}

/// Whether a game administrator has since given the unit's seat otherwise by hand: that is in the position already, and
/// is the last word on every assignment before it.
fn is_overruled(book: &OrderBook, filed: &FiledOffice, unit: &Piece) -> bool {
    if book.edits.is_empty() {
        return false;
    }
    let seat = format!("/seats/{unit}");
    let is_seat =
        |path: &str| path.strip_prefix(&seat).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let later = book.edits.iter().filter(|edit| (&edit.receipt, edit.letter) > filed.moment());
    later
        .filter(|edit| edit.undoes.is_none() && is_in_force(&book.edits, edit))
        .any(|edit| edit.touches.iter().any(|touch| is_seat(&touch.path)))
}

/// An assignment with its names looked up.
#[derive(Clone, Copy)]
struct Assignment {
    commander: PlayerNo,
    deputy: Deputy,
}

/// What an assignment says of the deputy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deputy {
    /// Nothing: the deputy stays, unless that is now the commander.
    Stays,
    /// `DEPUTY NONE`.
    Nobody,
    Is(PlayerNo),
}

impl Assignment {
    fn of(roll: &Roll, assigns: &Assigns) -> Option<Self> {
        let commander = roll.player_no(&assigns.commander)?;
        let deputy = match assigns.deputy.as_deref() {
            None => Deputy::Stays,
            Some(none) if none.eq_ignore_ascii_case("none") => Deputy::Nobody,
            Some(name) => Deputy::Is(roll.player_no(name)?),
        };
        Some(Assignment { commander, deputy })
    }

    fn seat_after(&self, before: Option<Seat>) -> Seat {
        let deputy = match self.deputy {
            Deputy::Stays => before.and_then(|seat| seat.deputy),
            Deputy::Nobody => None,
            Deputy::Is(player) => Some(player),
        };
        Seat { commander: self.commander, deputy: deputy.filter(|deputy| *deputy != self.commander) }
    }
}

/// Takes out of the book, newest first, each assignment of this turn by which a player commands more than
/// the game allows at the close (rule 3.5, M-07), and returns them. What was ordered under an assignment
/// taken out stands: the excess was allowed until now.
pub fn undo_excess(board: &dyn Board, roll: &Roll, book: &mut OrderBook) -> Vec<FiledOffice> {
    let mut undone = Vec::new();
    while let Some(place) = newest_excess(board, roll, book) {
        undone.push(book.offices.remove(place));
    }
    undone
}

fn newest_excess(board: &dyn Board, roll: &Roll, book: &OrderBook) -> Option<usize> {
    let seats = Seats::over(roll, book);
    let excess = board.in_excess(&seats);
    book.offices.iter().enumerate().rev().find_map(|(place, filed)| {
        let assigns = filed.assigns.as_ref().filter(|assigns| excess.contains(&assigns.piece))?;
        let commander = roll.player_no(&assigns.commander)?;
        let is_his = seats.of(&assigns.piece).is_some_and(|seat| seat.commander == commander);
        is_his.then_some(place)
    })
}

/// What is wrong with the seats of a board after what was assigned so far in the open turn.
pub fn faults(board: &dyn Board, roll: &Roll, book: &OrderBook) -> Vec<(Piece, Breach)> {
    board.faults_of_seats(&Seats::over(roll, book))
}

//! Where a unit that came by rail gets out (rule 8.4, R-8.4).

use crate::book::RailEntry;
use crate::crossings::Crossings;
use crate::exit;
use crate::field::Field;
use crate::stacking;
use crate::unit::Unit;
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{Direction, StrategicSquare, TACTICAL_SIDE, TacticalSquare};

/// How a train comes to the square where a unit gets out.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    pub at: StrategicSquare,
    /// The direction it is going.
    pub direction: Direction,
    /// Whether the square is the ordered destination.
    pub is_destination: bool,
}

/// ROTD-EUWOL 8.4, R-8.4: the railway tactical square by which a unit enters: of those it may stand in the ordered
/// one, else the nearest in its row (going north or south) or column (going east or west), else the nearest ("nearest"
/// as in R-9.2b: of equals the one by fewest diagonals, then lower column, then row). Without an order the one nearest
/// to the destination's city, if that lies on the track, else to where the unit stood; never a besieged city of the unit's side
/// (9.4). ROTD-CWOL 8.4: where units on foot would be placed, if any railway square there serves: with no enemy and no besieged city
/// between it and the edge (7.13, R-9.4), and in the first four rows or columns.
pub fn platform(
    field: Field<'_>,
    unit: &Unit,
    ordered: Option<TacticalSquare>,
    arrival: Arrival,
) -> Option<TacticalSquare> {
    let wish = ordered.or_else(|| city_on_track(field, arrival)).unwrap_or(unit.tac);
    let is_in_line = |square: TacticalSquare| match arrival.direction {
        Direction::North | Direction::South => square.row() == wish.row(),
        _ => square.col() == wish.col(),
    };
    let track = &field.atlas.sheet(arrival.at).rail;
    let as_on_foot = field.book.rail.as_ref().is_some_and(|rail| rail.entry == RailEntry::AsOnFoot);
    let is_deep = |square: TacticalSquare| as_on_foot && depth(square, arrival.direction) >= FILES_ON_FOOT;
    let shut = exit::city_shut_to(field, unit, arrival.at);
    let enemies = field.units_in(arrival.at).filter(|other| is_enemy(field, unit, other));
    let barred: Vec<TacticalSquare> = enemies.map(|other| other.tac).chain(shut).collect();
    let is_behind = |square: TacticalSquare| {
        as_on_foot && barred.iter().any(|before| is_before(*before, square, arrival.direction))
    };
    TacticalSquare::all()
        .filter(|square| {
            track[square.index()] && Some(*square) != shut && may_stand(field, unit, arrival.at, *square)
        })
        .min_by_key(|square| {
            let out_of_line = ordered.is_some() && !is_in_line(*square);
            let (columns, rows) = square.offset_to(wish);
            let diagonals = columns.abs().min(rows.abs());
            (
                is_behind(*square),
                is_deep(*square),
                out_of_line,
                square.distance(wish),
                diagonals,
                square.col(),
                square.row(),
            )
        })
}

/// Rows or columns behind the edge over which units on foot come in that they may be placed in (rule 7.14).
const FILES_ON_FOOT: u8 = 4;

/// How many rows or columns a square lies behind the edge over which somebody came who goes in a direction; of a corner the
/// greater number.
fn depth(square: TacticalSquare, direction: Direction) -> u8 {
    let (dx, dy) = direction.step();
    behind(square.col(), dx).max(behind(square.row(), dy))
}

/// How far a column or row lies behind the edge over which somebody came who goes by this step.
fn behind(place: u8, step: i8) -> u8 {
    match step {
        0 => 0,
        1 => place,
        _ => TACTICAL_SIDE - 1 - place,
    }
}

/// ROTD-CWOL 7.13: whether one square lies between another and the edge over which somebody came who goes in a direction: of a
/// corner either edge.
fn is_before(one: TacticalSquare, other: TacticalSquare, direction: Direction) -> bool {
    let (dx, dy) = direction.step();
    let by_column = dx != 0 && one.row() == other.row() && behind(one.col(), dx) <= behind(other.col(), dx);
    let by_row = dy != 0 && one.col() == other.col() && behind(one.row(), dy) <= behind(other.row(), dy);
    by_column || by_row
}

fn is_enemy(field: Field<'_>, unit: &Unit, other: &Unit) -> bool {
    other.is_active() && field.relation(unit.id.nation, other.id.nation) == Relation::Hostile
}

/// the tactical square of the destination's city, if it carries track.
fn city_on_track(field: Field<'_>, arrival: Arrival) -> Option<TacticalSquare> {
    let (_, city) = field.state.city_at(arrival.at).filter(|_| arrival.is_destination)?;
    field.atlas.sheet(arrival.at).rail[city.tac.index()].then_some(city.tac)
}

/// ROTD-EUWOL 2.5, R-8.4b: passable, with room, and no active enemy in it (as 7.14 has it).
fn may_stand(field: Field<'_>, unit: &Unit, at: StrategicSquare, tac: TacticalSquare) -> bool {
    let is_enemy = |other: &Unit| other.tac == tac && is_enemy(field, unit, other);
    Crossings::of(field, unit, at).is_passable(tac)
        && stacking::has_tactical_room(field, unit, at, tac)
        && !field.units_in(at).any(is_enemy)
}

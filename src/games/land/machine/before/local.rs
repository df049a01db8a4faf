//! Ways over one tactical map: troops go in straight lines there (rule 9.2), and near enemies over no cliff and no
//! impassable ground (rule 9.5); over rivers only by a crossing (rule 9.7).

use crate::games::ground::square::TacticalSquare;
use crate::games::ground::tactical::Sheet;
use crate::games::land::orders::{Goal, TacticalMove, UnitOrder, Via};
use crate::games::land::tactics::{course, line};

/// Whether a straight line leads from one square to another in the presence of the enemy.
pub fn is_clear(sheet: &Sheet, from: TacticalSquare, to: TacticalSquare) -> bool {
    let mut here = from;
    let squares = (1..).map_while(|number| line::step(from, to, number)).map(|step| step.to);
    let mut is_good = |next: TacticalSquare| {
        let good = sheet.is_passable(next) && !course::is_cliff(sheet, here, next);
        here = next;
        good
    };
    share_a_bank(sheet, from, to) && squares.into_iter().all(&mut is_good)
}

/// The move from one square to another: straight, round an obstacle, or over a crossing; `None` if there is no way, at
/// most one corner on it.
pub fn way(sheet: &Sheet, from: TacticalSquare, to: TacticalSquare, phase: u8) -> Option<UnitOrder> {
    let order = |via: Option<TacticalSquare>| {
        let (goal, via) = (Goal::Square(to), via.map(Via::Square));
        Some(UnitOrder::Move(TacticalMove { goal, via, phase }))
    };
    if is_clear(sheet, from, to) {
        return order(None);
    }
    let round = round(sheet, from, to);
    match round.or_else(|| crossing(sheet, from, to)) {
        Some(via) if round.is_some() || !share_a_bank(sheet, from, to) => order(Some(via)),
        _ if share_a_bank(sheet, from, to) => order(None),
        _ => None,
    }
}

/// The corner by which a clear way leads round whatever lies on the straight one.
pub fn round(sheet: &Sheet, from: TacticalSquare, to: TacticalSquare) -> Option<TacticalSquare> {
    let corners = TacticalSquare::all().filter(|at| *at != from && *at != to && sheet.is_passable(*at));
    let clear = corners.filter(|at| is_clear(sheet, from, *at) && is_clear(sheet, *at, to));
    clear.min_by_key(|at| (at.distance(from) + at.distance(to), at.index()))
}

fn share_a_bank(sheet: &Sheet, one: TacticalSquare, other: TacticalSquare) -> bool {
    sheet.banks_of(one).touch(sheet.banks_of(other))
}

/// The ford, pass or bridge that leads from the bank of one square to that of another by the shortest way.
fn crossing(sheet: &Sheet, from: TacticalSquare, to: TacticalSquare) -> Option<TacticalSquare> {
    let joins = |at: &TacticalSquare| share_a_bank(sheet, *at, from) && share_a_bank(sheet, *at, to);
    let crossings = TacticalSquare::all().filter(|at| sheet.is_crossing(*at) && joins(at));
    crossings.min_by_key(|at| (at.distance(from) + at.distance(to), at.index()))
}

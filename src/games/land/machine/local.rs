//! Ways over one tactical map: troops go in straight lines there (rule 9.2), and near enemies over no cliff and no
//! impassable ground (rule 9.5); over rivers only by a crossing (rule 9.7).

use std::collections::{BTreeMap, VecDeque};

use fieldpost_ground::square::{Direction, StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Sheet;
use fieldpost_land::orders::{Goal, TacticalMove, UnitOrder, Via};
use fieldpost_land::tactics::{course, line};

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

/// The move from one square of a strategic square's map to another: straight, or round whatever lies on the straight way and over a crossing, as far
/// as one corner leads; `None` if there is no way.
pub fn way(
    sheet: &Sheet,
    from: TacticalSquare,
    to: TacticalSquare,
    phase: u8,
    on: StrategicSquare,
) -> Option<UnitOrder> {
    let path = path(sheet, from, to)?;
    let farthest = |from: TacticalSquare| path.iter().copied().rfind(|at| is_clear(sheet, from, *at));
    let corner = farthest(from)?;
    let end = if corner == to { to } else { farthest(corner).unwrap_or(corner) };
    let via = (end != corner && end != from).then_some(Via::Square(corner));
    let goal = Goal::Square(if via.is_some() { end } else { corner });
    Some(UnitOrder::Move(TacticalMove { goal, via, phase, at_once: false, on: Some(on) }))
}

/// How many steps lead from one square to another; `None` if there is no way.
pub fn steps(sheet: &Sheet, from: TacticalSquare, to: TacticalSquare) -> Option<usize> {
    if is_clear(sheet, from, to) {
        return Some(from.distance(to).into());
    }
    path(sheet, from, to).map(|path| path.len() - 1)
}

/// The squares of the shortest way, step by step.
fn path(sheet: &Sheet, from: TacticalSquare, to: TacticalSquare) -> Option<Vec<TacticalSquare>> {
    let mut came: BTreeMap<TacticalSquare, TacticalSquare> = BTreeMap::from([(from, from)]);
    let mut open = VecDeque::from([from]);
    while let Some(at) = open.pop_front().filter(|at| *at != to) {
        for next in Direction::ALL.into_iter().filter_map(|way| at.step(way)) {
            let is_step = sheet.is_passable(next)
                && share_a_bank(sheet, at, next)
                && !course::is_cliff(sheet, at, next);
            if is_step && !came.contains_key(&next) {
                came.insert(next, at);
                open.push_back(next);
            }
        }
    }
    let mut path = vec![to];
    while let Some(before) = came.get(path.last()?).copied().filter(|before| Some(before) != path.last()) {
        path.push(before);
    }
    (path.last() == Some(&from)).then(|| {
        path.reverse();
        path
    })
}

fn share_a_bank(sheet: &Sheet, one: TacticalSquare, other: TacticalSquare) -> bool {
    sheet.banks_of(one).touch(sheet.banks_of(other))
}

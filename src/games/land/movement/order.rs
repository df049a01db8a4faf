//! Who moves when within a phase (rule 7.6, R-7.6, G-02).

use crate::orders::UnitOrders;
use crate::turn::{Progress, Turn};
use crate::unit::UnitId;

/// ROTD-EUWOL 7.6, R-7.6, G-02: the units that mean to move, in the order they do: those types that move first, then
/// the others, each by a draw of its own that no other unit can shift, ties by id.
pub fn order_of_movement(turn: &mut Turn) -> Vec<UnitId> {
    in_order(turn, means_to_move)
}

/// Those units of whose progress `who` is true, in the order of 7.6 for the phase now running.
pub fn in_order(turn: &mut Turn, who: impl Fn(&Progress) -> bool) -> Vec<UnitId> {
    let phase = turn.phase;
    let mut drawn = Vec::new();
    for (id, _) in turn.progress.iter().filter(|(_, progress)| who(progress)) {
        let draw = turn.dice.draw(phase, "7.6", &id.to_string(), 0);
        drawn.push((!turn.book.kind(id.kind).first, draw, *id));
    }
    drawn.sort_unstable();
    drawn.into_iter().map(|(_, _, id)| id).collect()
}

/// Whether anything in its orders can still make a unit move; a unit that does not needs no draw.
fn means_to_move(progress: &Progress) -> bool {
    let UnitOrders { pursue, march_to_battle, march_to_allies, march_to_enemies, .. } = &progress.orders;
    progress.redirected.is_some()
        || pursue.is_some()
        || *march_to_battle
        || *march_to_allies
        || *march_to_enemies
        || progress.has_path_left()
}

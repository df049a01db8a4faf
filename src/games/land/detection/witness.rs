//! Who is told of a move (rules 4.4, 4.5; ).

use std::collections::{BTreeMap, BTreeSet};

use crate::detection::tactical::{heard_by, players_of};
use crate::event::Fact;
use crate::turn::Turn;
use crate::unit::UnitId;
use fieldpost_engine::event::Saw;
use fieldpost_engine::ids::PlayerNo;

/// ROTD-EUWOL 4.4, 4.5, R-4.4: how much of a move each player is told, from those who heard of the unit at the
/// moment before it and those who hear of it at the moment after.
pub fn told(before: &BTreeSet<PlayerNo>, after: &BTreeSet<PlayerNo>) -> BTreeMap<PlayerNo, Saw> {
    before
        .union(after)
        .map(|player| {
            let saw = match (before.contains(player), after.contains(player)) {
                (true, false) => Saw::Start,
                (false, true) => Saw::End,
                _ => Saw::All,
            };
            (*player, saw)
        })
        .collect()
}

/// ROTD-EUWOL 4.4, 4.5: records the move of `id` that was just made and that `fact` describes; `before` is
/// what [`heard_by`] said at the moment before the move.
pub fn tell_move(turn: &mut Turn, id: UnitId, before: &BTreeSet<PlayerNo>, fact: Fact) {
    let to = told(before, &heard_by(turn.field(), id));
    turn.tell(fact, to);
}

/// Records something that only the unit's own commander and deputy learn of, such as a move that was blocked.
pub fn tell_own(turn: &mut Turn, id: UnitId, fact: Fact) {
    let to: Vec<_> = players_of(turn.field(), id).collect();
    turn.tell_all(fact, to);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_end_or_all_of_a_move_is_told_as_each_saw_it() {
        let set = |numbers: &[u16]| numbers.iter().copied().map(PlayerNo).collect::<BTreeSet<_>>();
        let told = told(&set(&[0, 1]), &set(&[1, 2]));
        let expected = [(0, Saw::Start), (1, Saw::All), (2, Saw::End)];
        assert_eq!(told, expected.into_iter().map(|(player, saw)| (PlayerNo(player), saw)).collect());
    }
}

//! Leaders of whom no stack tells: captives, the wounded, and those who wait for one. What the referee is told of treasuries.

use fieldpost_print::section::Row;

use super::Eye;
use crate::edits::leader_words;
use crate::map::Owner;
use crate::position::Leader;

impl Eye<'_> {
    /// The leaders of a power who are captive, wounded or without a stack, and the captives that it holds; all of them for the referee.
    pub(super) fn leaders_without_stacks(&self) -> Vec<Row> {
        let is_of = |owner: &Owner| self.power.is_none_or(|power| *self.position.seat(owner) == *power);
        let is_shown = |leader: &Leader| match &leader.captive {
            Some(holder) => is_of(holder) || is_of(&leader.owner),
            None => (leader.stack.is_none() || !leader.serves(self.position.round)) && is_of(&leader.owner),
        };
        let shown = self.position.leaders.iter().filter(|(_, leader)| is_shown(leader));
        let row = |(name, leader): (&String, &Leader)| {
            Row::of(format!("{name}: {}", leader_words(self.position, leader)))
        };
        shown.map(row).collect()
    }

    /// What each seat has, for the referee.
    pub(super) fn treasuries(&self) -> String {
        let seats = self.scenario.players.iter();
        let of = seats.filter_map(|(_, seat)| self.position.powers.get(seat));
        let told = of.map(|power| format!("{} {}", power.name, power.treasury)).collect::<Vec<_>>();
        format!("Treasuries: {}.", told.join(", "))
    }
}

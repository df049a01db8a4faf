//! Leaders in command (EU-42): who leads a side, what he adds, and what becomes of him.

use fieldpost_engine::piece::Piece;

use super::Round;
use super::progress::State;
use crate::event::Fact;
use crate::map::Owner;
use crate::position::{Kind, Stack};

/// Who leads in a battle: manoeuvre, fire, shock, and his worth in a siege.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Command {
    /// His name; empty for a replacement.
    pub name: String,
    /// Manoeuvre, fire, shock.
    pub values: [i32; 3],
    /// His worth in sieges.
    pub siege: i32,
}

impl Round<'_> {
    /// The manoeuvre of a stack's best leader; none is 0, as interception and evasion have it.
    pub(super) fn manoeuvre(&self, id: &Piece) -> i32 {
        self.position.leaders_of(id).first().map_or(0, |(_, leader)| leader.manoeuvre())
    }

    /// The owner with the most strength in a side; of equals the higher in initiative.
    pub(super) fn largest(&self, side: &[Piece]) -> Owner {
        let mut by_owner: Vec<(i32, Owner)> = Vec::new();
        for id in side {
            let owner = self.owner(id);
            let size = self.stack(id).map_or(0, |stack| stack.force.thirds() + stack.fleet.all());
            match by_owner.iter_mut().find(|(_, known)| *known == owner) {
                Some((sum, _)) => *sum += size,
                None => by_owner.push((size, owner)),
            }
        }
        by_owner.sort_by_key(|(size, owner)| (-size, self.position.rank(owner), owner.clone()));
        by_owner.into_iter().next().map(|(_, owner)| owner).unwrap_or_default()
    }

    /// The leader in command of a side, if there is one: the highest rank of its largest owner.
    pub(super) fn commander(&self, side: &[Piece]) -> Option<(String, Command)> {
        let owner = self.largest(side);
        let mut found: Vec<_> = side
            .iter()
            .flat_map(|id| self.position.leaders_of(id))
            .filter(|(_, leader)| leader.owner == owner)
            .collect();
        found.sort_by_key(|(_, leader)| (leader.rank, leader.order));
        let (name, leader) = found.first()?;
        let command = Command { name: (*name).clone(), values: leader.values, siege: leader.siege };
        Some(((*name).clone(), command))
    }

    /// Who leads a side in battle: without a leader one of the table of replacements.
    pub(super) fn leads(&mut self, side: &[Piece]) -> Command {
        if let Some((_, command)) = self.commander(side) {
            return command;
        }
        let owner = self.largest(side);
        let by = side.first().map(ToString::to_string).unwrap_or_default();
        let table = &self.world.tables.leaders;
        let row = table.replacement_of.get(&*owner).unwrap_or(&table.replacement);
        let die = self.fate.d10("replacement", &by, None);
        let digits =
            usize::try_from(die - 1).ok().and_then(|place| row.get(place)).map_or("111", String::as_str);
        let mut values = [1; 3];
        for (value, digit) in values.iter_mut().zip(digits.chars()) {
            *value = digit.to_digit(10).and_then(|digit| i32::try_from(digit).ok()).unwrap_or(1);
        }
        Command { name: String::new(), values, siege: 0 }
    }

    /// What becomes of the leader of a side after a battle: hit on a low die, killed on an odd one, else wounded for half that many rounds.
    pub(super) fn risk(&mut self, side: &[Piece], named: &str, won: bool) {
        if named.is_empty() {
            return;
        }
        let table = &self.world.tables.leaders;
        let (hit, not_winner, gone) = (table.killed_if_at_most, table.not_winner, table.destroyed);
        let destroyed = side.iter().all(|id| !self.fights(id));
        let by = side.first().map(ToString::to_string).unwrap_or_default();
        let die = self.fate.d10("leader", &by, None);
        let add = if won {
            0
        } else if destroyed {
            gone
        } else {
            not_winner
        };
        if die + add > hit {
            return;
        }
        let round = self.position.round;
        let killed = die % 2 == 1;
        let place = side.first().map(|id| self.at(id));
        if killed {
            let with = self.position.leaders.remove(named).and_then(|leader| leader.stack);
            if let Some(id) = with.filter(|id| self.position.dissolve(id)) {
                self.set_state(&id, State::Gone);
            }
        } else if let Some(leader) = self.position.leaders.get_mut(named) {
            leader.wounded = Some(round + u32::try_from(die / 2).unwrap_or(1));
        }
        self.tell(Fact::Casualty { leader: named.to_owned(), place, die, add, killed });
    }

    /// Whether an owner's technology is so many boxes ahead of another's as interception asks.
    pub(super) fn is_ahead(&self, id: &Piece, other: &Piece) -> bool {
        let of = |id: &Piece| {
            let power = self.position.powers.get(&self.owner(id))?;
            let tables = &self.world.tables;
            let sea = Stack::kind(id) != Kind::Land;
            let (order, boxes, name) = if sea {
                (&tables.naval_technology.order, &tables.naval_technology.boxes, &power.naval)
            } else {
                (&tables.land_technology.order, &tables.land_technology.boxes, &power.land)
            };
            order.iter().position(|known| known == name).and_then(|place| boxes.get(place).copied())
        };
        of(id).unwrap_or(0) >= of(other).unwrap_or(0) + self.world.tables.land_technology.ahead
    }
}

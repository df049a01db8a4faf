//! What ids say: whose a stack is by its letters, what an owner of land is called, and why a new stack cannot have a name.

use std::collections::BTreeMap;

use fieldpost_engine::piece::Piece;
use fieldpost_print::section::Block;

use super::Eye;
use crate::event::reason::{Reason, Why};
use crate::map::{Map, Owner};
use crate::position::{Kind, Position, Stack};

impl Eye<'_> {
    /// Who an id is: `France (FRA)`; a minor by the land that it has its letters from, or by its only one: `Milan (MIL)`.
    pub(super) fn called(&self, owner: &str) -> String {
        let name = match self.position.name(owner) {
            name if name == owner => self.land_of(owner),
            name => Some(name),
        };
        name.map_or_else(|| owner.to_owned(), |name| format!("{name} ({owner})"))
    }

    fn land_of(&self, owner: &str) -> Option<&str> {
        let own = self.position.grounds.iter().filter(|(_, ground)| ground.owner.as_deref() == Some(owner));
        let lands: Vec<&str> = own.map(|(place, _)| self.map().name(place)).collect();
        let by_letters = lands.iter().find(|name| name.to_uppercase().starts_with(owner));
        by_letters.or(lands.first().filter(|_| lands.len() == 1)).copied()
    }

    /// What the letters of the ids on the board say.
    pub(super) fn letters(&self) -> Option<Block> {
        let mut owners: BTreeMap<&str, &Owner> = BTreeMap::new();
        for (id, stack) in &self.position.stacks {
            if let Some((letters, _)) = id.as_str().split_once('-') {
                owners.entry(letters).or_insert(&stack.owner);
            }
        }
        let whose: Vec<String> =
            owners.iter().map(|(letters, owner)| format!("{letters} {}", self.called(owner))).collect();
        let kinds = [
            (Kind::Fleet, "F a fleet"),
            (Kind::Privateer, "P a privateer"),
            (Kind::Leader, "A leaders alone"),
        ];
        let stands = |kind| self.position.stacks.keys().any(|id| Stack::kind(id) == kind);
        let kinds: Vec<&str> =
            kinds.iter().filter(|(kind, _)| stands(*kind)).map(|(_, words)| *words).collect();
        let behind = if kinds.is_empty() {
            String::new()
        } else {
            format!(" Behind the hyphen: {}.", kinds.join(", "))
        };
        (!whose.is_empty()).then(|| Block::Key(format!("Letters of stacks: {}.{behind}", whose.join(", "))))
    }
}

/// Why an order of a stack comes to nothing; of a name that a new stack cannot have, who has it, and which is free.
pub(crate) fn refusal(by: &Piece, why: &Reason, position: &Position, map: &Map) -> String {
    let words = why.words().into_owned();
    if why.why != Why::NoFreeId {
        return words;
    }
    let free = format!("; {} is free", position.free_id(by));
    match position.stacks.iter().find(|(id, _)| *why == Why::NoFreeId.of(id)) {
        Some((id, stack)) => {
            let owner = position.name(&stack.owner);
            format!("{id} is taken: a stack of {owner} in {} has it{free}", map.name(&stack.at))
        }
        None => words + &free,
    }
}

//! What the answer to a hand edit says beside what it changed: what of it is the referee's still, and what it brings that he may not mean.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_engine::piece::Piece;
use fieldpost_engine::words::listed;

use super::{Table, friends};
use crate::edits::{Edit as Wish, Papers};
use crate::event::{Fact, Row};
use crate::map::{Owner, Place};
use crate::position::{Position, Stack};
use crate::round::{self, Book, Overrides};

impl Table {
    /// All of it, a sentence each.
    pub(super) fn notes_of(&self, edit: &Wish, papers: &Papers, after: &Position) -> Vec<String> {
        let mut notes = self.of_grant(edit, papers);
        if matches!(edit, Wish::NextPhase | Wish::NextTurn) {
            notes.extend(self.waiting(&papers.requests, false));
        }
        notes.extend(self.wars_of_minors_alone(after));
        notes.extend(friends::brought(&self.position, after));
        notes.extend(self.company(after));
        notes.extend(self.on_neutral_land(after));
        notes.extend(self.unfed(edit, after));
        notes.extend(self.orphans(after));
        notes
    }

    /// Stacks that nobody commands any more: what their orders were is carried out no more.
    fn orphans(&self, after: &Position) -> Option<String> {
        let of = |position: &Position| {
            let nobodys = position.stacks.iter().filter(|(_, stack)| position.commander_of(stack).is_none());
            nobodys.map(|(id, _)| id.clone()).collect::<BTreeSet<_>>()
        };
        let (before, after) = (of(&self.position), of(after));
        let known = |id: &&Piece| self.position.stacks.contains_key(*id);
        let new = after.difference(&before).filter(known).map(|id| id.as_str()).collect::<Vec<_>>();
        (!new.is_empty()).then(|| {
            format!("Nobody commands {} now: what was ordered there is not carried out.", listed(&new))
        })
    }

    /// Minors that an edit puts at war with somebody whom their own seat is not at war with, a sentence each.
    fn wars_of_minors_alone(&self, after: &Position) -> Vec<String> {
        let is_new =
            |one: &Owner, other: &Owner| after.hostile(one, other) && !self.position.hostile(one, other);
        let mut notes = Vec::new();
        for (one, other, _) in after.relations.iter().filter(|(one, other, _)| is_new(one, other)) {
            for (minor, enemy) in [(one, other), (other, one)] {
                let seat = after.seat(minor);
                if seat != minor && !after.hostile(seat, after.seat(enemy)) {
                    let (minor, seat) = (after.name(minor), after.name(seat));
                    notes.push(format!(
                        "{minor} obeys {seat}, which is not at war with {}.",
                        after.name(enemy)
                    ));
                }
            }
        }
        notes
    }

    /// Of stacks that an edit puts somewhere: enemies who stand there, and whose land it is, a sentence each.
    fn company(&self, after: &Position) -> Vec<String> {
        let map = &self.scenario.world.map;
        let mut told = Vec::new();
        let came =
            |id: &Piece, stack: &Stack| self.position.stacks.get(id).is_none_or(|was| was.at != stack.at);
        for (id, stack) in after.stacks.iter().filter(|(id, stack)| came(id, stack)) {
            let name = map.name(&stack.at);
            let there = after.stacks.iter().filter(|(_, other)| other.at == stack.at);
            let enemies = there.filter(|(_, other)| after.hostile(&other.owner, &stack.owner));
            let enemies = enemies.map(|(id, _)| id.to_string()).collect::<Vec<_>>();
            if !enemies.is_empty() {
                told.push(format!("{id} stands in {name} with enemies: {}.", enemies.join(", ")));
            }
            let control = after.grounds.get(&stack.at).and_then(|ground| ground.control.as_ref());
            if let Some(control) = control.filter(|control| after.hostile(control, &stack.owner)) {
                told.push(format!("{name} is in the hands of {}, an enemy of {id}.", after.name(control)));
            }
        }
        told
    }

    /// Stacks that an edit leaves on land of who is neutral to them now, a sentence each (EU-73).
    fn on_neutral_land(&self, after: &Position) -> Vec<String> {
        let is_guest = |position: &Position, stack: &Stack| {
            let control = position.grounds.get(&stack.at).and_then(|ground| ground.control.as_ref());
            control.is_some_and(|control| !position.admits(control, &stack.owner))
        };
        let stays = |(id, stack): &(&Piece, &Stack)| {
            let was = self.position.stacks.get(*id).filter(|was| was.at == stack.at);
            was.is_some_and(|was| !is_guest(&self.position, was))
        };
        let guests = after.stacks.iter().filter(stays).filter(|(_, stack)| is_guest(after, stack));
        let told = guests.map(|(id, stack)| {
            let name = self.scenario.world.map.name(&stack.at);
            format!("{id} stands on neutral land now, in {name}: without PASSAGE it finds no way on by such land (EU-73).")
        });
        told.collect()
    }

    /// Stacks that have no supply any more by an edit of whose land is whose, a sentence each (B5).
    fn unfed(&self, edit: &Wish, after: &Position) -> Vec<String> {
        let of_land = matches!(
            edit,
            Wish::TakeMinor(_)
                | Wish::GiveMinor(..)
                | Wish::SetControl(..)
                | Wish::SetRelation(..)
                | Wish::SetPassage(..)
                | Wish::MoveStack(..)
                | Wish::CreateStack { .. }
        );
        if !of_land || self.position.over {
            return Vec::new();
        }
        let before = self.hungry(&self.position);
        let news = self.hungry(after).into_iter().filter(|(id, _)| !before.contains_key(id));
        let told = news.map(|(id, at)| {
            let name = self.scenario.world.map.name(&at);
            format!("{id} in {name} has no supply then: as things stand it leaves, or starves where it can go nowhere (B5).")
        });
        told.collect()
    }

    /// Stacks without supply as a round begins, with where they stand.
    fn hungry(&self, position: &Position) -> BTreeMap<Piece, Place> {
        let overrides = Overrides { stop: Some(Row::Supply), ..Overrides::default() };
        let ran = round::run(&self.scenario.world, position, &Book::default(), self.seed, overrides);
        let found = ran.events().filter_map(|event| match &event.fact {
            Fact::NoSupply { stack, place, .. } => Some((stack.clone(), place.clone())),
            _ => None,
        });
        found.collect()
    }

    /// What the referee should know of a request that he grants: what of it is his to do by hand, and what the other said to it.
    fn of_grant(&self, edit: &Wish, papers: &Papers) -> Vec<String> {
        let Wish::Answer { request: number, granted: true, .. } = edit else { return Vec::new() };
        let Some(request) = papers.requests.get(number) else { return Vec::new() };
        let Some(business) = &papers.business else {
            return vec![
                "Nothing is done by this: what was asked in its own words you do by hand (SET RELATION, CREATE STACK, SET TREASURY \
                 and the like)."
                    .to_owned(),
            ];
        };
        let Some(to) = business.offered_to() else { return Vec::new() };
        let name = self.position.name(self.position.seat(to));
        let played =
            self.position.powers.get(self.position.seat(to)).is_some_and(|power| power.player.is_some());
        match &request.reply {
            None if played => vec![format!(
                "{name} has not said yet what it says to it (ACCEPT {number} or DECLINE {number})."
            )],
            Some(reply) if reply.accepted => vec![format!("{name} said {}.", reply.said())],
            _ => Vec::new(),
        }
    }
}

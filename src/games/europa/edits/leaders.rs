//! What a referee does with leaders: a new one stands with a stack, alone on the map, or waits to be put somewhere.

use std::collections::BTreeMap;

use fieldpost_engine::breach::Breach;
use fieldpost_engine::nearest::nearest;
use fieldpost_engine::piece::Piece;

use super::desk::Desk;
use super::stacks::letters_of;
use super::wish::{Edit, NewLeader, Post};
use crate::map::{Owner, Place};
use crate::orders::names::with_word;
use crate::position::{Kind, Leader, Position, Stack};
use crate::scenario::made_leader;

/// That there is none, with who is called nearly so: by a word of his name, or by one that is misspelt.
fn no_leader(position: &Position, name: &str) -> String {
    let named: BTreeMap<String, &String> =
        position.leaders.keys().map(|known| (known.to_lowercase(), known)).collect();
    let mut near = with_word(name, named.iter());
    near.extend(nearest(&name.to_lowercase(), named.iter().map(|(known, name)| (known.as_str(), name))));
    match near.first() {
        Some(near) => format!("There is no leader {name:?}. Did you mean: {near}"),
        None => format!("There is no leader {name:?}."),
    }
}

impl Desk<'_> {
    fn leader(&mut self, name: &str) -> Result<&mut Leader, String> {
        if !self.position.leaders.contains_key(name) {
            return Err(no_leader(self.position, name));
        }
        self.position.leaders.get_mut(name).ok_or_else(String::new)
    }

    pub(super) fn lead(&mut self, edit: &Edit) -> Result<(), String> {
        match edit {
            Edit::CreateLeader(new) => self.create_leader(new),
            Edit::MoveLeader(name, post) => self.move_leader(name, post),
            Edit::RemoveLeader(name) => {
                let stack = self.leader(name)?.stack.clone();
                self.position.leaders.remove(name);
                self.leave(stack);
                Ok(())
            }
            Edit::WoundLeader(name, round) => {
                self.leader(name)?.wounded = Some(*round);
                Ok(())
            }
            Edit::CaptureLeader(name, holder) => {
                self.power(holder)?;
                let leader = self.leader(name)?;
                if *leader.owner == **holder {
                    return Err(format!("{name} is of {holder} itself."));
                }
                let stack = leader.stack.take();
                leader.captive = Some(holder.clone());
                self.leave(stack);
                Ok(())
            }
            Edit::FreeLeader(name) => {
                let leader = self.leader(name)?;
                if leader.captive.is_none() {
                    return Err(format!("{name} is nobody's captive."));
                }
                (leader.captive, leader.stack) = (None, None);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A stack that a leader left, which was perhaps of leaders alone.
    fn leave(&mut self, stack: Option<Piece>) {
        if let Some(id) = stack {
            self.position.dissolve(&id);
        }
    }

    fn create_leader(&mut self, new: &NewLeader) -> Result<(), String> {
        let NewLeader { name, owner, rank, values, siege, kind, post } = new;
        if self.position.leaders.contains_key(name) {
            return Err(format!("There is a leader {name} already: MOVE LEADER puts him elsewhere."));
        }
        let order = u32::try_from(self.position.leaders.len()).unwrap_or(0);
        let figures: String = values.iter().map(ToString::to_string).collect();
        let stack = self.posted(owner, post)?;
        let like = stack.clone().unwrap_or_else(|| Piece::from("XX-1"));
        let made = made_leader(self.world, owner, rank, &figures, &like)?;
        let kind = kind.unwrap_or(made.kind);
        let leader = Leader { order, siege: *siege, kind, stack, ..made };
        self.position.leaders.insert(name.clone(), leader);
        Ok(())
    }

    fn move_leader(&mut self, name: &str, post: &Post) -> Result<(), String> {
        let leader = self.leader(name)?.clone();
        if let Some(holder) = leader.captive {
            return Err(format!("{name} is a captive of {holder}: FREE LEADER {name} comes first."));
        }
        let stack = self.posted(&leader.owner, post)?;
        let left = std::mem::replace(&mut self.leader(name)?.stack, stack);
        self.leave(left);
        Ok(())
    }

    /// The stack that a leader of a power goes with at a post; a place wants one of leaders alone. None is for who waits.
    fn posted(&mut self, owner: &Owner, post: &Post) -> Result<Option<Piece>, String> {
        match post {
            Post::Waiting => Ok(None),
            Post::Stack(id) => {
                let of = self.stack(id)?.owner.clone();
                let (own, others) = (self.position.seat(owner), self.position.seat(&of));
                if own != others {
                    let behind = format!(" obeys {others}, and he is of {own}");
                    self.against.push(Breach::of(id.clone(), behind));
                }
                Ok(Some(id.clone()))
            }
            Post::Place(at) => self.alone_at(owner, at).map(Some),
        }
    }

    /// The stack of leaders alone of a power in a place, made where there is none.
    fn alone_at(&mut self, owner: &Owner, at: &Place) -> Result<Piece, String> {
        if self.world.map.is_sea(at) {
            return Err("At sea a leader is with a fleet: name it.".into());
        }
        let is_there = |(id, stack): &(&Piece, &Stack)| {
            Stack::kind(id) == Kind::Leader && stack.owner == *owner && stack.at == *at
        };
        if let Some((id, _)) = self.position.stacks.iter().find(is_there) {
            return Ok(id.clone());
        }
        let of_owner = self.position.stacks.iter().find(|(_, stack)| stack.owner == *owner);
        let own: String = owner.chars().take(2).collect::<String>().to_uppercase();
        let letters = of_owner.map_or(own, |(id, _)| letters_of(id).to_owned());
        let id = self.position.free_id(&Piece::from(format!("{letters}-A1")));
        let stack = Stack { owner: owner.clone(), at: at.clone(), supply_is_said: true, ..Stack::default() };
        self.position.stacks.insert(id.clone(), stack);
        Ok(id)
    }
}

//! What a game administrator changes by hand: the referee's business between rounds. An edit gives another position; what differs
//! between the two is told value by value.

use fieldpost_engine::piece::Piece;

use crate::map::{Owner, Place};
use crate::position::{
    Force, Ground, Kind, Leader, PIRATES, Position, Posture, Power, Request, Size, Stack, World,
};
use crate::scenario::made_leader;

mod said;
mod touches;
mod wish;

pub use said::{About, differing, ground_words, leader_words, said, stack_words};
pub use touches::{redo, touches};
pub use wish::{Branch, Edit, Fortress, Sides};

/// The position after an edit.
///
/// # Errors
/// Why it cannot be done, in a sentence.
pub fn edit(world: &World, position: &Position, edit: &Edit) -> Result<Position, String> {
    let mut after = position.clone();
    Desk { world, position: &mut after }.apply(edit)?;
    Ok(after)
}

struct Desk<'a> {
    world: &'a World,
    position: &'a mut Position,
}

fn no_leader(name: &str) -> String {
    format!("There is no leader {name:?}.")
}

impl Desk<'_> {
    fn apply(&mut self, edit: &Edit) -> Result<(), String> {
        match edit {
            Edit::CreateStack { stack, at, counters, posture, owner } => {
                let force = self.force(counters)?;
                self.create_stack(stack, (at, *posture), force, owner.clone())
            }
            Edit::PlaceGarrison(stack, at) => {
                let force = self.force(&[Size::Detachment])?;
                self.create_stack(stack, (at, Posture::Open), force, None)
            }
            Edit::RemoveStack(id) => self.remove_stack(id),
            Edit::MoveStack(id, to) => self.move_stack(id, to),
            Edit::SetStack(id, counters) => {
                let force = self.force(counters)?;
                self.stack(id)?.force = force;
                Ok(())
            }
            Edit::PlacePrivateer { stack, at, sides } => self.place_privateer(stack, at, sides.number()),
            Edit::CreateLeader { .. }
            | Edit::RemoveLeader(_)
            | Edit::WoundLeader(..)
            | Edit::FreeLeader(_) => self.lead(edit),
            Edit::SetControl(place, _)
            | Edit::SetOwner(place, _)
            | Edit::SetFortress(place, _)
            | Edit::SetWorks(place, _)
            | Edit::SetPort(place, _)
            | Edit::SetPillage(place, _)
            | Edit::SetRevolt(place, _)
            | Edit::SetNatives { at: place, .. }
            | Edit::SetDiscovery(_, place, _) => {
                set_ground(self.ground(place)?, edit);
                Ok(())
            }
            Edit::Answer { request, granted, words } => self.answer(*request, *granted, words),
            Edit::GiveMinor(minor, seat) => self.give_minor(minor, seat),
            Edit::TakeMinor(minor) => {
                let power = self.power(minor)?;
                if power.player.is_some() {
                    return Err("it is no minor".into());
                }
                power.seat = minor.clone();
                Ok(())
            }
            of_game => self.set_game(of_game),
        }
    }

    /// What is no stack's, no leader's and no province's.
    fn set_game(&mut self, edit: &Edit) -> Result<(), String> {
        match edit {
            Edit::SetRelation(one, other, relation) => {
                let is_pair = |a: &Owner, b: &Owner| (a == one && b == other) || (a == other && b == one);
                self.position.relations.retain(|(a, b, _)| !is_pair(a, b));
                self.position.relations.push((one.clone(), other.clone(), *relation));
            }
            Edit::SetPassage(who, whose, true) => {
                self.position.passages.insert((who.clone(), whose.clone()));
            }
            Edit::SetPassage(who, whose, false) => {
                let was = self.position.passages.remove(&(who.clone(), whose.clone()));
                return if was { Ok(()) } else { Err("there is no such passage".into()) };
            }
            Edit::SetTreasury(power, ducats) => self.power(power)?.treasury = *ducats,
            Edit::SetPoints(power, points) => self.power(power)?.points = *points,
            Edit::SetTechnology(power, branch, name) => self.set_technology(power, *branch, name)?,
            Edit::SetInitiative(seats) => {
                let (mut old, mut new) = (self.position.initiative.clone(), seats.clone());
                old.sort();
                new.sort();
                if old != new {
                    return Err(format!("expected every seat once: {}", old.join(" ")));
                }
                self.position.initiative.clone_from(seats);
            }
            Edit::SetWeather(weather) => self.position.weather = *weather,
            Edit::SetPeriod(period) => self.position.period = *period,
            Edit::NextTurn if self.position.over => {
                return Err(
                    "The last round is over, and no turn follows it: END GAME closes the game.".into()
                );
            }
            Edit::NextTurn => self.position.interphase = true,
            _ => {}
        }
        Ok(())
    }

    /// The referee's word on a request, which its power is told.
    fn answer(&mut self, number: u32, granted: bool, words: &str) -> Result<(), String> {
        let there_is = self.position.requests.get_mut(&number);
        let request: &mut Request =
            there_is.ok_or_else(|| format!("There is no request {number}: SHOW REQUESTS lists them."))?;
        let word = if granted { "granted" } else { "refused" };
        request.answer = Some(if words.is_empty() { word.to_owned() } else { format!("{word}: {words}") });
        Ok(())
    }

    fn stack(&mut self, id: &Piece) -> Result<&mut Stack, String> {
        self.position.stacks.get_mut(id).ok_or_else(|| format!("There is no stack {id} in this game."))
    }

    fn ground(&mut self, place: &Place) -> Result<&mut Ground, String> {
        self.position.grounds.get_mut(place).ok_or_else(|| format!("{place} is no province."))
    }

    fn power(&mut self, power: &Owner) -> Result<&mut Power, String> {
        self.position.powers.get_mut(power).ok_or_else(|| format!("{power} is no power of this game."))
    }

    /// Full counters, if they may stand in one stack.
    fn force(&self, counters: &[Size]) -> Result<Force, String> {
        let force = Force::of(counters, &self.world.tables.arms);
        let table = &self.world.tables.stacking;
        let over = force.counted() > table.land_counters || force.detachments() > table.land_detachments;
        if over { Err("That is over the stacking limit (G3).".into()) } else { Ok(force) }
    }

    /// Whose the stacks are whose names begin with the same letters.
    fn owner_like(&self, id: &Piece) -> Option<Owner> {
        let head = |id: &Piece| id.as_str().split('-').next().unwrap_or_default().to_owned();
        let mut like = self.position.stacks.iter().filter(|(known, _)| head(known) == head(id));
        like.next().map(|(_, stack)| stack.owner.clone())
    }

    fn create_stack(
        &mut self,
        id: &Piece,
        (at, posture): (&Place, Posture),
        force: Force,
        owner: Option<Owner>,
    ) -> Result<(), String> {
        if self.position.stacks.contains_key(id) {
            return Err(format!("There is a stack {id} already."));
        }
        let owner = owner.or_else(|| self.owner_like(id)).ok_or("Whose is it? Add FOR and a power.")?;
        let stack = Stack { owner, at: at.clone(), posture, force, ..Stack::default() };
        self.position.stacks.insert(id.clone(), stack);
        Ok(())
    }

    fn remove_stack(&mut self, id: &Piece) -> Result<(), String> {
        self.stack(id)?;
        let leaders = self.position.leaders.values_mut();
        leaders.filter(|leader| leader.stack.as_ref() == Some(id)).for_each(|leader| leader.stack = None);
        self.position.stacks.remove(id);
        Ok(())
    }

    fn move_stack(&mut self, id: &Piece, to: &Place) -> Result<(), String> {
        self.stack(id)?;
        let by_sea = self.world.map.is_sea(to);
        let kind = Stack::kind(id);
        if by_sea && kind == Kind::Land {
            return Err("A stack on land is no fleet.".into());
        }
        let afloat = matches!(kind, Kind::Fleet | Kind::Privateer);
        let posture = if !by_sea && afloat { Posture::Port } else { Posture::Open };
        let stack = self.stack(id)?;
        (stack.at, stack.posture, stack.besieging, stack.blockading) = (to.clone(), posture, false, None);
        Ok(())
    }

    fn place_privateer(&mut self, id: &Piece, at: &Place, privateer: u8) -> Result<(), String> {
        let is_pirate = id.as_str().split('-').next() == Some(PIRATES);
        let owner = if is_pirate { Some(PIRATES.into()) } else { self.owner_like(id) };
        let owner = owner.ok_or("whose it is cannot be told from its letters")?;
        self.position
            .stacks
            .insert(id.clone(), Stack { owner, at: at.clone(), privateer, ..Stack::default() });
        Ok(())
    }

    fn leader(&mut self, name: &str) -> Result<&mut Leader, String> {
        self.position.leaders.get_mut(name).ok_or_else(|| no_leader(name))
    }

    fn lead(&mut self, edit: &Edit) -> Result<(), String> {
        match edit {
            Edit::CreateLeader { name, owner, rank, values, stack } => {
                self.stack(stack)?;
                let order = u32::try_from(self.position.leaders.len()).unwrap_or(0);
                let figures: String = values.iter().map(ToString::to_string).collect();
                let leader = made_leader(self.world, owner, rank, &figures, stack)?;
                if self.position.leaders.contains_key(name) {
                    return Err(format!("There is a leader {name} already."));
                }
                self.position.leaders.insert(name.clone(), Leader { order, ..leader });
            }
            Edit::RemoveLeader(name) => {
                let leader = self.position.leaders.remove(name).ok_or_else(|| no_leader(name))?;
                if let Some(id) = leader.stack {
                    self.position.dissolve(&id);
                }
            }
            Edit::WoundLeader(name, round) => self.leader(name)?.wounded = Some(*round),
            Edit::FreeLeader(name) => {
                let leader = self.leader(name)?;
                (leader.captive, leader.stack) = (None, None);
            }
            _ => {}
        }
        Ok(())
    }

    fn give_minor(&mut self, minor: &Owner, seat: &Owner) -> Result<(), String> {
        let of_seat = self.position.powers.get(seat).cloned().unwrap_or_default();
        let power = self.power(minor)?;
        if power.player.is_some() {
            return Err(format!("{minor} is played, and obeys nobody."));
        }
        (power.seat, power.land, power.naval) = (seat.clone(), of_seat.land, of_seat.naval);
        Ok(())
    }

    fn set_technology(&mut self, power: &Owner, branch: Branch, name: &str) -> Result<(), String> {
        let tables = &self.world.tables;
        let known = match branch {
            Branch::Land => &tables.land_technology.order,
            Branch::Naval => &tables.naval_technology.order,
        };
        let tercios = branch == Branch::Land && name == "Tercios";
        if !tercios && !known.iter().any(|known| known == name) {
            return Err(format!("{name:?} is none of {}", known.join(", ")));
        }
        let found = self.power(power)?;
        match (branch, tercios) {
            (Branch::Land, true) => found.tercios = true,
            (Branch::Land, false) => (found.land, found.tercios) = (name.to_owned(), false),
            (Branch::Naval, _) => found.naval = name.to_owned(),
        }
        Ok(())
    }
}

/// What an edit sets of a province.
fn set_ground(ground: &mut Ground, edit: &Edit) {
    match edit {
        Edit::SetControl(_, owner) => ground.control.clone_from(owner),
        Edit::SetOwner(_, owner) => ground.owner.clone_from(owner),
        Edit::SetFortress(_, Fortress::Fort) => (ground.fortress, ground.fort) = (0, true),
        Edit::SetFortress(_, Fortress::Level(level)) => (ground.fortress, ground.fort) = (*level, false),
        Edit::SetWorks(_, works) => ground.works = *works,
        Edit::SetPort(_, port) => ground.port = *port,
        Edit::SetPillage(_, sides) => ground.pillage = sides.number(),
        Edit::SetRevolt(_, sides) => ground.revolt = sides.number(),
        Edit::SetNatives { detachments, risen, .. } => {
            (ground.natives, ground.risen) = (*detachments, *risen);
        }
        Edit::SetDiscovery(power, _, known) => {
            ground.discovered.insert(power.clone(), *known);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;

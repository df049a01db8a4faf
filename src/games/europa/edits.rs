//! What a game administrator changes by hand: the referee's business between rounds. An edit gives another position; what differs
//! between the two is told value by value.

use crate::course;
use crate::fate::Fate;
use crate::map::Owner;
use crate::orders::Business;
use crate::position::{Ground, Position, Posture, Power, Request, Source, World};
use fieldpost_engine::breach::Breach;

mod business;
mod counters;
mod desk;
mod dice;
mod leaders;
mod limits;
mod said;
mod stacks;
mod touches;
mod wish;

pub use business::{cost_of, spent_on};
pub use counters::{ARMS, Counters, Quality, arms_words};
pub use desk::Papers;
pub use said::{About, differing, ground_words, leader_words, said, stack_words};
pub use touches::{redo, touches};
pub use wish::{Branch, Edit, Enacted, Fortress, KINDS, NewLeader, Post, Roll, SIDES, Sides};

use desk::Desk;
use stacks::Standing;

/// The position after an edit, and what of the rules it goes against, a clause each: that is done only where the referee insists.
///
/// # Errors
/// Why it cannot be done, in a sentence.
pub fn edit(
    world: &World,
    position: &Position,
    edit: &Edit,
    papers: &Papers,
) -> Result<(Position, Vec<Breach>), String> {
    if position.over {
        return Err(format!(
            "The last round is over, and everybody was told the score: nothing is changed by hand behind it. END GAME closes the game; \
             ROLLBACK TO TURN {} takes the end back.",
            position.deadline.saturating_sub(1)
        ));
    }
    let mut after = position.clone();
    let mut desk = Desk { world, position: &mut after, papers, against: Vec::new() };
    desk.apply(edit)?;
    let against = desk.against;
    Ok((after, against))
}

/// What a power's request would come to if it were granted now, and what it would go against, a clause each.
///
/// # Errors
/// Why it cannot be granted, in a sentence.
pub fn foretold(
    world: &World,
    position: &Position,
    power: &Owner,
    business: &Business,
) -> Result<(Position, Vec<String>), String> {
    let number = u32::MAX;
    let (power, words, deadline) = (power.clone(), business.to_string(), position.deadline);
    let request = Request { power, words, deadline, ..Request::default() };
    let requests = [(number, request)].into();
    let papers = Papers { requests, business: Some(business.clone()), ..Papers::default() };
    let grant = Edit::Answer { request: number, granted: true, words: String::new() };
    let (becomes, against) = edit(world, position, &grant, &papers)?;
    Ok((becomes, against.iter().map(Breach::to_string).collect()))
}

impl Desk<'_> {
    fn apply(&mut self, edit: &Edit) -> Result<(), String> {
        match edit {
            Edit::CreateStack { stack, at, counters, posture, owner } => {
                let standing = Standing { at, posture: *posture, owner: owner.as_ref() };
                self.create_stack(stack, &standing, counters)
            }
            Edit::PlaceGarrison(stack, at) => {
                let standing = Standing { at, posture: Posture::Open, owner: None };
                self.create_stack(stack, &standing, &Counters::a_detachment())
            }
            Edit::RemoveStack(id) => self.remove_stack(id),
            Edit::MoveStack(id, to, posture) => self.move_stack(id, to, *posture),
            Edit::SetStack(id, counters) => self.set_stack(id, counters),
            Edit::Add(id, counters) => self.add(id, counters),
            Edit::TakeOut(id, counters) => self.take_out(id, counters),
            Edit::PlacePrivateer { stack, at, sides } => self.place_privateer(stack, at, sides.number()),
            Edit::CreateLeader(_)
            | Edit::MoveLeader(..)
            | Edit::RemoveLeader(_)
            | Edit::WoundLeader(..)
            | Edit::CaptureLeader(..)
            | Edit::FreeLeader(_) => self.lead(edit),
            Edit::SetFortress(place, becomes) => {
                set_ground(self.ground(place)?, edit);
                self.spare_the_fortress(place, *becomes);
                Ok(())
            }
            Edit::SetControl(place, _)
            | Edit::SetOwner(place, _)
            | Edit::SetWorks(place, _)
            | Edit::SetPort(place, _)
            | Edit::SetPillage(place, _)
            | Edit::SetRevolt(place, _)
            | Edit::SetNatives { at: place, .. }
            | Edit::SetMission(place, _)
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
                if self.position.relation(one, other) != *relation {
                    self.position.relations.retain(|(a, b, _)| !is_pair(a, b));
                    self.position.relations.push((one.clone(), other.clone(), *relation));
                }
            }
            Edit::SetPassage(who, whose, true) => {
                self.position.passages.insert((who.clone(), whose.clone()));
            }
            Edit::SetPassage(who, whose, false) => {
                let was = self.position.passages.remove(&(who.clone(), whose.clone()));
                return if was { Ok(()) } else { Err("there is no such passage".into()) };
            }
            Edit::SetTreasury(power, ducats) => {
                let change = ducats.saturating_sub(self.power(power)?.treasury);
                self.enter_by_hand(power, Source::Hand, "set by the referee", change)?;
            }
            Edit::ChangeTreasury(power, ducats) => {
                self.enter_by_hand(power, Source::Hand, "by the referee", *ducats)?;
            }
            Edit::Enter { power, source, ducats, what } => {
                self.power(power)?;
                if self.position.ledger.is_none() {
                    return Err(
                        "No ledger is kept in this game: SET TREASURY does it, or ledger = true in the scenario.".into()
                    );
                }
                self.enter_by_hand(power, *source, what, *ducats)?;
            }
            Edit::Reveal => return self.reveal(),
            Edit::Roll(roll) => return self.roll(roll),
            Edit::Event(number) => return self.enact(*number),
            Edit::SetPoints(power, points) => self.power(power)?.points = *points,
            Edit::ChangePoints(power, points) => {
                let power = self.power(power)?;
                power.points = power.points.saturating_add(*points);
            }
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
            Edit::NextTurn => return self.end_rounds(),
            Edit::NextPhase => return self.close_phase(),
            _ => {}
        }
        Ok(())
    }

    /// Ends the rounds of the turn, if they are open.
    fn end_rounds(&mut self) -> Result<(), String> {
        if self.position.interphase { Ok(()) } else { self.close_phase() }
    }

    /// The next phase of the turn; without phases what lies between turns, or the round behind it.
    fn close_phase(&mut self) -> Result<(), String> {
        self.take_in_letters();
        let mut fate = Fate::new(self.papers.seed, self.position.deadline, Vec::new());
        course::go_on(self.world, self.position, &mut fate);
        if self.position.over {
            return Err(format!(
                "It is the last phase of the game: RUN TURN {} ends it, with the score to everybody.",
                self.position.deadline
            ));
        }
        Ok(())
    }

    /// What was asked and declared in letters stands in the position from now on: they were for what ends.
    fn take_in_letters(&mut self) {
        let earlier = self.position.deadline.saturating_sub(1);
        for (number, request) in &self.papers.requests {
            let known = self.position.requests.entry(*number).or_insert_with(|| request.clone());
            known.reply.clone_from(&request.reply);
            if request.withdrawn {
                known.withdraw();
            }
        }
        // The same words in the phase that comes ask for something anew.
        self.position.requests.values_mut().for_each(|request| request.deadline = earlier);
        let last = self.position.requests.keys().next_back().copied().unwrap_or(0);
        self.position.requests_made = self.position.requests_made.max(last);
        for sealed in self
            .papers
            .sealed
            .iter()
            .filter(|sealed| !self.position.opened.contains(sealed))
            .cloned()
            .collect::<Vec<_>>()
        {
            self.position.sealed.retain(|known| known.power != sealed.power);
            self.position.sealed.push(sealed);
        }
    }

    /// Opens what powers have declared, all at once.
    fn reveal(&mut self) -> Result<(), String> {
        let mut found = std::mem::take(&mut self.position.sealed);
        for sealed in &self.papers.sealed {
            found.retain(|known| known.power != sealed.power);
            found.push(sealed.clone());
        }
        found.retain(|sealed| !self.position.opened.contains(sealed));
        if found.is_empty() {
            return Err("Nothing is declared under seal.".into());
        }
        self.position.opened.extend(found);
        Ok(())
    }

    /// A minor that obeys nobody yet may be one of the map alone.
    fn minor(&mut self, minor: &Owner) -> Result<&mut Power, String> {
        let owns = |ground: &Ground| ground.owner.as_ref() == Some(minor);
        if !self.position.powers.contains_key(minor) && self.position.grounds.values().any(owns) {
            let power = Power { name: minor.to_string(), seat: minor.clone(), ..Power::default() };
            self.position.powers.insert(minor.clone(), power);
        }
        self.power(minor)
    }

    fn give_minor(&mut self, minor: &Owner, seat: &Owner) -> Result<(), String> {
        let of_seat = self.power(seat)?.clone();
        let power = self.minor(minor)?;
        if power.player.is_some() {
            return Err(format!("{minor} is played, and obeys nobody."));
        }
        let (obeys, name) = (power.seat.clone(), power.name.clone());
        if obeys != *minor && obeys != of_seat.seat {
            let other = self.position.name(&obeys);
            self.against.push(
                format!("{name} obeys {other}, who would lose it: TAKE MINOR {minor} comes first").into(),
            );
        }
        let power = self.power(minor)?;
        (power.seat, power.land, power.tercios, power.naval) =
            (of_seat.seat, of_seat.land, of_seat.tercios, of_seat.naval);
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
        Edit::SetMission(_, owner) => ground.mission.clone_from(owner),
        Edit::SetDiscovery(power, _, known) => {
            ground.discovered.insert(power.clone(), *known);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;

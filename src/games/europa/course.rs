//! How the turn of the board game goes on (EU-75, EU-92 to EU-95): behind a round, when a phase is over, when a turn is. What it does by
//! dice and what it counts is told as facts.

use std::cmp::Reverse;

use crate::event::Fact;
use crate::fate::Fate;
use crate::map::Owner;
use crate::position::{Goal, Position, Rolled, World};

/// Behind a round that was run: the next round, or the end of the turn's rounds.
pub fn after_round(world: &World, position: &mut Position, fate: &mut Fate) -> Vec<Fact> {
    let course = &world.course;
    let mut facts = Vec::new();
    let ends = !goes_on(world, position, fate, &mut facts);
    let next = if ends { position.first_of_next_turn() } else { position.round + 1 };
    let is_last = next > position.last;
    if course.phases.is_empty() {
        position.over = is_last;
        position.interphase = false;
        match (is_last, ends) {
            (true, _) => facts.extend(score(world, position)),
            (false, true) => {
                position.round = next;
                position.begin_interphase(&world.map, &world.books);
            }
            (false, false) => position.round = next,
        }
    } else if ends || is_last {
        position.round = position.first_of_next_turn().max(next);
        facts.extend(close_phase(world, position, fate));
    } else {
        position.round = next;
    }
    let goes_first_anew = course.rolled == Some(Rolled::Round);
    if goes_first_anew && !position.interphase && !position.over && !ends {
        facts.extend(initiative(world, position, fate));
    }
    facts
}

/// When what lies between rounds is over by its deadline or by the referee's hand, or the rounds are by his hand.
pub fn go_on(world: &World, position: &mut Position, fate: &mut Fate) -> Vec<Fact> {
    if !world.course.phases.is_empty() && !position.over {
        if !position.interphase {
            position.round = position.first_of_next_turn();
        }
        return close_phase(world, position, fate);
    }
    if !position.interphase && !position.over {
        position.begin_interphase(&world.map, &world.books);
        return Vec::new();
    }
    let mut facts = if position.over { Vec::new() } else { score(world, position) };
    position.interphase = false;
    position.next_account();
    if world.course.rolled.is_some() && !position.over {
        facts.extend(initiative(world, position, fate));
    }
    facts
}

/// Whether the turn goes on behind the round that was run: it does for its least rounds, then while the die says so (EU-93).
fn goes_on(world: &World, position: &Position, fate: &mut Fate, facts: &mut Vec<Fact>) -> bool {
    let a_turn = position.a_turn.max(1);
    let of_turn = (position.round.max(1) - 1) % a_turn + 1;
    let is_rolled = world.course.goes_on.filter(|die| of_turn >= die.least && of_turn < a_turn);
    let Some(rule) = is_rolled else { return of_turn < a_turn };
    let die = fate.d10("continuation", &format!("round {}", position.round), None);
    let on = die <= rule.up_to;
    facts.push(Fact::GoesOn { die, up_to: rule.up_to, on });
    on
}

/// The next phase of the turn, or the first of the next turn.
fn close_phase(world: &World, position: &mut Position, fate: &mut Fate) -> Vec<Fact> {
    let phases = &world.course.phases;
    let mut facts = Vec::new();
    let mut next = position.phase as usize + 1;
    if next >= phases.len() {
        next = 0;
        facts.extend(score(world, position));
        position.next_account();
        if position.round > position.last {
            (position.over, position.interphase, position.round) = (true, false, position.last);
            return facts;
        }
    }
    let Some(phase) = phases.get(next) else { return facts };
    position.phase = u32::try_from(next).unwrap_or(0);
    position.interphase = !phase.has_rounds;
    if phase.collects {
        position.collect(&world.map, &world.books);
    }
    if phase.has_rounds && world.course.rolled.is_some() {
        facts.extend(initiative(world, position, fate));
    }
    facts
}

/// The seats roll for the initiative; equals stay as they were (EU-22, EU-94).
fn initiative(world: &World, position: &mut Position, fate: &mut Fate) -> Vec<Fact> {
    let round = position.round;
    let mut rolled: Vec<(Owner, i32, i32)> = Vec::new();
    for seat in &position.initiative {
        let add = world.course.adds.get(seat).copied().unwrap_or(0);
        rolled.push((seat.clone(), fate.d10("initiative", &format!("{seat} {round}"), None), add));
    }
    rolled.sort_by_key(|(_, die, add)| Reverse(die + add));
    position.initiative = rolled.iter().map(|(seat, ..)| seat.clone()).collect();
    rolled.into_iter().map(|(power, die, add)| Fact::GoesFirst { power, die, add }).collect()
}

/// What the turn that is over brings each seat (EU-95).
fn score(world: &World, position: &mut Position) -> Vec<Fact> {
    let met: Vec<&Goal> = world.course.scores.iter().filter(|goal| goal.is_met(position)).collect();
    let mut facts = Vec::new();
    for goal in met {
        if let Some(power) = position.powers.get_mut(&goal.power) {
            power.points += goal.points;
            let places = goal.named().cloned().collect();
            facts.push(Fact::Scored { power: goal.power.clone(), points: goal.points, places });
        }
    }
    facts
}

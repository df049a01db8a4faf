//! What is told of a round, in the order of the clock, and of where things stand. It is made of events and of what a power may see.

use std::borrow::Cow;
use std::collections::BTreeMap;

use fieldpost_engine::piece::Piece;
use fieldpost_print::section::{self, Block, Section};
use serde_json::{Value, json};

use crate::event::{Event, Keeping, Kind, Row};
use crate::map::{Map, Owner};
use crate::position::{Kind as StackKind, Position, Stack, in_thirds};
use crate::scenario::{Goal, Scenario};

mod desk_page;
mod ending;
mod leaders;
mod standing;
mod words;

use words::{attrition_words, battle_words, move_words, resolved_words, retreat_words, siege_words, title};

/// For whom, and of which game.
pub struct Eye<'a> {
    /// What never changes.
    pub scenario: &'a Scenario,
    /// Where things stand.
    pub position: &'a Position,
    /// The power that looks; none is the referee, who sees all.
    pub power: Option<&'a Owner>,
}

impl Eye<'_> {
    fn map(&self) -> &Map {
        &self.scenario.world.map
    }

    /// Whether a stack is one of the power's own, or of its allies by seat.
    pub fn is_own(&self, stack: &Stack) -> bool {
        self.power.is_none_or(|power| self.position.seat(&stack.owner) == power)
    }

    /// What a stack is made of, as far as it is seen: where strength is hidden, of others' only how many counters (EU-41).
    fn strength(&self, id: &Piece, stack: &Stack) -> String {
        let hidden = self.scenario.hidden && !self.is_own(stack);
        let leaders = self
            .position
            .leaders_of(id)
            .into_iter()
            .map(|(name, _)| name.clone())
            .collect::<Vec<_>>()
            .join(", ");
        match Stack::kind(id) {
            StackKind::Land if hidden => format!("{} counters", stack.force.counters.len()),
            StackKind::Fleet if hidden => format!("{} counters", stack.fleet.counters.len().max(1)),
            StackKind::Land => stack.force.words(),
            StackKind::Fleet => {
                let counters =
                    stack.fleet.counters.iter().map(|counter| counter.word()).collect::<Vec<_>>().join(" ");
                format!("{counters} ({})", stack.fleet).trim().to_owned()
            }
            StackKind::Privateer => {
                if stack.privateer == 2 { "privateer +" } else { "privateer -" }.to_owned()
            }
            StackKind::Leader => leaders,
        }
    }

    /// What each seat would have if the game ended now.
    pub fn score(&self) -> Vec<(Owner, i32)> {
        let of = |seat: &Owner| {
            let goals: &[Goal] = &self.scenario.goals;
            let met = goals.iter().filter(|goal| goal.power == *seat && goal.is_met(self.position));
            let given = self.position.powers.get(seat).map_or(0, |power| power.points);
            met.map(|goal| goal.points).sum::<i32>() + given
        };
        self.scenario.players.iter().map(|(_, seat)| (seat.clone(), of(seat))).collect()
    }

    /// The events of a round as sections, in the order of the clock.
    pub fn happened(&self, events: &[Event]) -> Vec<Section> {
        let told = summed(self.told(events));
        let told: Vec<&Event> = told.iter().map(|event| &**event).collect();
        // Of a battle that is told its end is no news.
        let is_told = |event: &Event| {
            let is_battle = |other: &&Event| matches!(other.kind, Kind::Combat | Kind::NavalCombat);
            told.iter().copied().filter(is_battle).any(|battle| battle.place == event.place)
        };
        let is_news = |event: &&&Event| event.kind != Kind::CombatResolved || !is_told(event);
        let news: Vec<&Event> = told.iter().filter(is_news).copied().collect();
        let same_row = |one: &&Event, other: &&Event| one.row == other.row;
        news.chunk_by(same_row).filter_map(|rows| Some(self.section(rows.first()?.row, rows))).collect()
    }

    /// What happened in a row of the round.
    fn section(&self, row: Row, events: &[&Event]) -> Section {
        let (title, about) = title(row);
        let mut section = Section { about, ..Section::new(row.word(), title) };
        if row == Row::Combat {
            section = section.with(Block::Key(DICE.into()));
        }
        let mut tick = None;
        let rows = events.iter().map(|event| {
            // A tick is named once, before the first that happened in it.
            let is_new = row == Row::Ticks && tick.replace(event.tick) != Some(event.tick);
            let head = if is_new { format!("tick {}", event.tick.unwrap_or(0)) } else { String::new() };
            self.row(head, event)
        });
        section.with(Block::Rows(rows.collect()))
    }

    fn row(&self, head: String, event: &Event) -> section::Row {
        let rule = if event.rule.is_empty() { String::new() } else { format!(" ({})", event.rule) };
        let has_small = event.row != Row::Ticks || matches!(event.kind, Kind::Combat | Kind::Interception);
        // Who is killed or taken stands in the line itself.
        let named = usize::from(matches!(event.kind, Kind::Leader | Kind::Captured));
        let small = event.detail.iter().skip(named).filter(|_| has_small).cloned();
        section::Row {
            small: small.collect(),
            ..section::Row::about(head, format!("{}{rule}", self.words(event)))
        }
    }

    /// The events of which the power is told. The board lies open; a campaign and what is refused are the power's own business. Where
    /// strength is hidden, so is what wears others down outside of fights, and a move is seen by its end (EU-41).
    pub fn told<'e>(&self, events: &'e [Event]) -> Vec<&'e Event> {
        let is_news = |event: &&Event| event.keeping != Keeping::OnlyKept;
        let Some(power) = self.power else { return events.iter().filter(is_news).collect() };
        let hidden = self.scenario.hidden;
        let mut ends: BTreeMap<&Piece, usize> = BTreeMap::new();
        for (place, event) in events.iter().enumerate().filter(|(_, event)| event.kind == Kind::Move) {
            event.stack.as_ref().map(|id| ends.insert(id, place));
        }
        let is_on_its_way = |place: usize, event: &Event| {
            event.kind == Kind::Move && event.stack.as_ref().and_then(|id| ends.get(id)) != Some(&place)
        };
        let wears = |event: &Event| match event.kind {
            // That a fleet is big enough for a blockade tells how strong it is.
            Kind::Attrition | Kind::Detach | Kind::Absorb | Kind::Blockade => true,
            Kind::Loss => matches!(event.row, Row::Attrition | Row::Supply),
            _ => false,
        };
        let is_told = |(place, event): &(usize, &Event)| {
            let private = matches!(event.kind, Kind::Campaign | Kind::Refused | Kind::Supply | Kind::Wait);
            let private = private || hidden && (wears(event) || is_on_its_way(*place, event));
            !private || self.is_of(event, power)
        };
        events.iter().enumerate().filter(is_told).map(|(_, event)| event).filter(is_news).collect()
    }

    /// Whether an event is of a power's own, or of nobody's.
    fn is_of(&self, event: &Event, power: &Owner) -> bool {
        let of = event.power.clone().or_else(|| {
            event.stack.as_ref().and_then(|id| self.position.stacks.get(id).map(|stack| stack.owner.clone()))
        });
        of.is_none_or(|owner| self.position.seat(&owner) == power)
    }

    fn words(&self, event: &Event) -> String {
        let stack = event.stack.as_ref().map(ToString::to_string).unwrap_or_default();
        let other = event.other.as_ref().map(ToString::to_string).unwrap_or_default();
        let at = event.place.as_deref().map_or("", |place| self.map().name(place));
        let to = event.to.as_deref().map_or("", |place| self.map().name(place));
        let power = event.power.as_deref().map_or("nobody", |power| self.position.name(power));
        let all = |list: &[Piece]| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let count = event.count.unwrap_or(0);
        match event.kind {
            Kind::Move => move_words(event, &stack, to),
            Kind::Meeting => format!("{stack} and {} in {at}: {}", all(&event.defender), event.why)
                .replace(" and  in", " in"),
            Kind::Combat | Kind::NavalCombat => battle_words(event, at),
            Kind::CombatResolved => resolved_words(event, at),
            Kind::Interception => format!("{stack} tries to intercept {other} in {at}: {}", event.outcome),
            Kind::Escape => format!("{stack} tries to escape from {at}: {}", event.outcome),
            Kind::Evasion => format!("{stack} would be gone from {at} before the combat: {}", event.outcome),
            Kind::Refused => format!(
                "{stack}{}: {}",
                if at.is_empty() { String::new() } else { format!(" ({at})") },
                event.why
            ),
            Kind::Siege => format!("{at}: {stack} besieges: {}", siege_words(&event.outcome)),
            Kind::Honours if to.is_empty() => {
                format!("{at}: the garrison has the honours of war, and nowhere to go")
            }
            Kind::Honours => format!("{at}: the garrison marches out to {to} with the honours of war"),
            Kind::Assault => format!("{at}: {stack} assaults: {}", event.outcome),
            Kind::Hunt if event.outcome == "yes" => format!("{stack} hunts {other} in {at}: it loses a side"),
            Kind::Hunt => format!("{stack} hunts {other} in {at}: it gets away"),
            Kind::Retreat => retreat_words(event, &stack, at),
            Kind::BrokeOff => format!("{stack} breaks off in {at}"),
            Kind::Overrun => format!("{stack} runs over {other} in {at}"),
            Kind::Destroyed => format!("{stack} is no more"),
            Kind::Loss if event.stack.as_ref().map(Stack::kind) == Some(StackKind::Fleet) => {
                format!("{stack} loses {count} ship{}", if count == 1 { "" } else { "s" })
            }
            Kind::Loss => format!("{stack} loses {} LD", in_thirds(count)),
            Kind::Supply => format!("{stack} in {at} has no supply: it {}", event.outcome),
            Kind::Campaign => format!("{power}: campaign {}, {count} paid", event.outcome),
            Kind::Detach if !event.why.is_empty() => {
                format!("{other} holds the part of {stack} that does not fit in {at}")
            }
            Kind::Detach => format!("{other} is detached from {stack} in {at}"),
            Kind::Absorb => format!("{stack} absorbs {other} in {at}"),
            Kind::Aboard => format!("{stack} aboard {other} in {at}"),
            Kind::Ashore => format!("{stack} ashore in {at}, {}", event.why),
            Kind::Blockade => format!("{stack} shuts {to} in"),
            Kind::Pursuit => format!("{stack} follows to {at}"),
            Kind::Captured => format!(
                "{} of {stack} is taken by {power} in {at}",
                event.detail.first().map_or("", String::as_str)
            ),
            Kind::Leader => {
                format!("{} is {}", event.detail.first().map_or("A leader", String::as_str), event.outcome)
            }
            Kind::Revolt => format!("{stack} against the revolt in {at}: {}", event.outcome),
            Kind::Natives => format!("{stack} and the natives of {at}: {}", event.outcome),
            Kind::Attrition => format!("{stack} in {at}: {}", attrition_words(event)),
            Kind::Control => format!("{at} is held by {power}"),
            Kind::Weather => format!("The weather of the round after next: {}", event.outcome),
            Kind::Wait => format!("{stack} stays in {at}: {}", event.why),
        }
    }

    /// The same for programs.
    pub fn json(&self, events: &[Event]) -> Value {
        let stacks: BTreeMap<&Piece, Value> = self
            .position
            .stacks
            .iter()
            .map(|(id, stack)| (id, json!({ "owner": stack.owner, "at": stack.at, "posture": stack.posture, "strength": self.strength(id, stack), "own": self.is_own(stack) })))
            .collect();
        let told = self.told(events);
        json!({
            "format": 1,
            "round": self.position.round,
            "interphase": self.position.interphase,
            "initiative": self.position.initiative,
            "treasury": self.power.and_then(|power| self.position.powers.get(power)).map(|power| power.treasury),
            "stacks": stacks,
            "control": self.position.grounds.iter().map(|(place, ground)| (place, &ground.control)).collect::<BTreeMap<_, _>>(),
            "score": self.score(),
            "events": told,
        })
    }

    /// The orders of the power's stacks, ready to be filled in.
    pub fn order_form(&self, player: &str, game: &str, turn: u32) -> String {
        let own = self.position.stacks.iter().filter(|(_, stack)| self.power.is_some() && self.is_own(stack));
        let blocks = own.map(|(id, stack)| {
            format!(
                "STACK {id}\n# {} in {}\nHOLD\nEND\n",
                self.strength(id, stack),
                self.map().name(&stack.at)
            )
        });
        format!(
            "GAME {game}\nTURN {turn}\nPLAYER {player}\nPASSWORD \n\n{}",
            blocks.collect::<Vec<_>>().join("\n")
        )
    }
}

/// Losses of one stack that stand behind one another as one.
fn summed(told: Vec<&Event>) -> Vec<Cow<'_, Event>> {
    let mut all: Vec<Cow<'_, Event>> = Vec::new();
    for event in told {
        match all.last_mut() {
            Some(last)
                if event.kind == Kind::Loss && last.kind == Kind::Loss && last.stack == event.stack =>
            {
                let sum = last.count.unwrap_or(0) + event.count.unwrap_or(0);
                last.to_mut().count = Some(sum);
            }
            _ => all.push(Cow::Borrowed(event)),
        }
    }
    all
}

/// What the dice below a combat say.
const DICE: &str = "Below each: dice on columns A to E, what they inflict in LD, * for morale.";

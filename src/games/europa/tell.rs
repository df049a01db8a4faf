//! What is told of a round, in the order of the clock, and of where things stand. It is made of events and of what a power may see.

use std::borrow::Cow;
use std::collections::BTreeMap;

use fieldpost_engine::piece::Piece;
use serde_json::{Value, json};

use crate::event::{Event, Keeping, Kind, Row};
use crate::map::{Map, Owner, Place};
use crate::position::{Kind as StackKind, Position, Posture, Relation, Stack, Weather, in_thirds};
use crate::round::{Pace, shut_in_by};
use crate::scenario::{Goal, Scenario};

mod desk_page;
mod ending;
mod leaders;
mod page;
mod words;

pub use page::{Page, broken};
use words::{attrition_words, battle_words, move_words, resolved_words, retreat_words, siege_words, title};

/// What is said of an interphase to those who wait in it.
const INTERPHASE: &str = "Between turns nothing moves. The referee enters what the board game does at the table: income, \
                          purchases, peace. Ask for it by ASK REFEREE and your words; STACK orders wait for the next round.";

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

    /// The lines of the position report.
    pub fn position_lines(&self) -> Vec<String> {
        let position = self.position;
        let mut lines = Vec::new();
        let names = |seats: &[Owner]| seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(" ");
        let weather = |weather: Weather| if weather == Weather::Good { "good" } else { "bad" };
        let what = if position.interphase { "Interphase before round" } else { "Round" };
        if position.over {
            lines.push(format!("The last round is over: {}.", self.outcome()));
            lines.push(
                "No order is taken any more; the referee ends the game, or goes back to a round.".into(),
            );
        } else {
            lines.push(format!(
                "{what} {} of {}. Weather {}; next round {}.",
                position.round,
                position.last,
                weather(position.weather),
                weather(position.next_weather)
            ));
        }
        if position.interphase {
            lines.push(INTERPHASE.into());
        }
        lines.push(format!("Initiative {}.", names(&position.initiative)));
        if let Some(power) = self.power.and_then(|power| position.powers.get(power)) {
            lines
                .push(format!("Treasury {}. Armies {}, fleets {}.", power.treasury, power.land, power.naval));
        }
        if self.power.is_none() {
            lines.extend(self.treasuries());
        } else {
            lines.push(format!("This is turn {} of your letters.", position.deadline));
            lines.push(String::new());
            lines.push("YOURS, with what the provinces beside cost in movement points".into());
            lines.extend(self.stacks(true));
        }
        let leaders = self.leaders_without_stacks();
        if !leaders.is_empty() {
            lines.push(String::new());
            lines.push("LEADERS WITHOUT A STACK".into());
            lines.extend(leaders);
        }
        lines.push(String::new());
        lines.push(if self.power.is_none() { "ALL STACKS".into() } else { "SEEN".to_owned() });
        lines.extend(self.stacks(false));
        lines.push(String::new());
        lines.push("WAR AND PEACE".into());
        lines.extend(self.relations());
        if !self.scenario.goals.is_empty() {
            lines.push(String::new());
            lines.push("TO BE WON".into());
            lines.extend(self.goals());
        }
        let changed = self.fortresses();
        if !changed.is_empty() {
            lines.push(String::new());
            lines.push("FORTRESSES AND LAND".into());
            lines.extend(changed);
        }
        if self.power.is_some() && !self.requests().is_empty() {
            lines.extend([String::new(), "ASKED OF THE REFEREE".into()]);
            lines.extend(self.requests());
        }
        lines.push(String::new());
        if !position.over {
            lines.push(format!("SCORE {} if the game ended now.", self.score_words()));
        }
        lines
    }

    fn stacks(&self, own: bool) -> Vec<String> {
        let shown = self
            .position
            .stacks
            .iter()
            .filter(|(_, stack)| (self.power.is_some() && self.is_own(stack)) == own);
        let line = |(id, stack): (&Piece, &Stack)| {
            let leader = self.position.leaders_of(id).first().map(|(name, leader)| {
                let [manoeuvre, fire, shock] = leader.values;
                format!("  {name} {manoeuvre}{fire}{shock}")
            });
            let posture = match (stack.posture, stack.besieging, &stack.aboard) {
                (_, _, Some(fleet)) => format!(", aboard {fleet}"),
                (Posture::Fortress, _, _) => ", in the fortress".into(),
                (Posture::Port, _, _) => ", in port".into(),
                (_, true, _) => ", besieging".into(),
                _ => self.before_a_port(stack),
            };
            let place = format!("{}{posture}", self.map().name(&stack.at));
            format!(
                " {:<7} {place:<28} {}{}",
                id.as_str(),
                self.strength(id, stack),
                leader.unwrap_or_default()
            )
        };
        shown
            .flat_map(|shown| if own { vec![line(shown), self.beside(shown.1)] } else { vec![line(shown)] })
            .collect()
    }

    /// The port that a fleet shuts in, or lies before without being big enough; of others, where strength is hidden, only that it lies there.
    fn before_a_port(&self, stack: &Stack) -> String {
        let Some(port) = &stack.blockading else { return String::new() };
        let name = self.map().name(port);
        if self.scenario.hidden && !self.is_own(stack) {
            return format!(", before {name}");
        }
        match shut_in_by(&self.scenario.world, self.position, stack) {
            Some(_) => format!(", blockading {name}"),
            None => format!(", before {name}, too small to shut it in"),
        }
    }

    /// What lies beside a stack's place: provinces with what they cost, seas with their ports; where who is aboard can land.
    fn beside(&self, stack: &Stack) -> String {
        let map = self.map();
        if let Some(fleet) = &stack.aboard {
            let shores = map.provinces.keys().filter(|place| map.is_coast(place, &stack.at));
            let shores: Vec<String> = shores.map(ToString::to_string).collect();
            return format!("{FIRST}ashore by MOVE EMBARK {fleet} LAND {}", shores.join(", "));
        }
        if stack.posture == Posture::Fortress && self.is_besieged(&stack.at) {
            return format!("{FIRST}besieged: only a SORTIE leads out");
        }
        let names: Vec<String> = if let Some(sea) = map.seas.get(&stack.at) {
            sea.next.iter().map(ToString::to_string).collect()
        } else if stack.fleet.all() > 0 {
            map.provinces
                .get(&stack.at)
                .map_or(&[][..], |found| &found.coast)
                .iter()
                .map(ToString::to_string)
                .collect()
        } else {
            let words = |place: &Place| match self.cost(&stack.at, place) {
                Some(cost) => format!("{place} {cost}"),
                None => format!("({place}: neutral)"),
            };
            map.beside(&stack.at).map(words).collect()
        };
        if names.is_empty() {
            let seas = map.provinces.get(&stack.at).map_or(&[][..], |found| &found.coast);
            let seas: Vec<&str> = seas.iter().map(|sea| map.name(sea)).collect();
            return format!("{FIRST}no land beside it: by sea, from a fleet in {}", seas.join(" or "));
        }
        format!("{FIRST}{}", names.join(", "))
    }

    fn is_besieged(&self, place: &Place) -> bool {
        self.position.stacks.values().any(|stack| stack.besieging && stack.at == *place)
    }

    /// What a step on land costs the power that looks, by who controls what now (rule B1).
    fn cost(&self, from: &Place, to: &Place) -> Option<u32> {
        let (map, table) = (self.map(), &self.scenario.world.tables.movement);
        let exempt = self
            .power
            .is_some_and(|power| table.underdeveloped_exempt.iter().any(|known| **known == **power));
        let control = self.position.grounds.get(to).and_then(|ground| ground.control.as_ref());
        if let (Some(power), Some(control)) = (self.power, control)
            && !self.position.admits(control, power)
        {
            return None;
        }
        let is_enemys = |power: &Owner| control.is_some_and(|control| self.position.hostile(control, power));
        Pace { map, table, enemys: self.power.is_some_and(is_enemys), exempt }.cost(from, to)
    }

    /// How seats stand; the powers that obey each.
    fn relations(&self) -> Vec<String> {
        let seats: Vec<&Owner> = self.scenario.players.iter().map(|(_, seat)| seat).collect();
        let name = |owner: &Owner| match self.position.name(owner) {
            name if *name == **owner => name.to_owned(),
            name => format!("{name} ({owner})"),
        };
        let mut lines = Vec::new();
        for (number, seat) in seats.iter().enumerate() {
            let minors = self.position.powers.iter().filter(|(id, power)| power.seat == **seat && id != seat);
            let minors: Vec<String> = minors.map(|(id, _)| name(id)).collect();
            if !minors.is_empty() {
                lines.push(format!(" {} is obeyed by {}", name(seat), minors.join(", ")));
            }
            for (relation, words) in [(Relation::Hostile, "at war with"), (Relation::Allied, "allied to")] {
                let others = seats
                    .iter()
                    .skip(number + 1)
                    .filter(|other| self.position.relation(seat, other) == relation);
                let others: Vec<String> = others.map(|other| name(other)).collect();
                if !others.is_empty() {
                    lines.push(format!(" {} is {words} {}", name(seat), others.join(", ")));
                }
            }
        }
        lines
    }

    /// What was asked of the referee, by number, with the answer: a power's own, or all for the referee.
    pub fn requests(&self) -> Vec<String> {
        let own = self
            .position
            .requests
            .iter()
            .filter(|(_, request)| self.power.is_none_or(|power| request.power == *power));
        own.map(|(number, request)| {
            let answer = request.answer.as_deref().unwrap_or("no answer yet");
            let of = if self.power.is_none() {
                format!("{}: ", self.position.name(&request.power))
            } else {
                String::new()
            };
            format!(" {number} {of}{} ({answer})", request.words)
        })
        .collect()
    }

    /// What is to be won, and whether it would be now.
    fn goals(&self) -> Vec<String> {
        let names = |places: &[Place]| {
            places.iter().map(|place| self.map().name(place)).collect::<Vec<_>>().join(", ")
        };
        let line = |goal: &Goal| {
            let what = match &goal.none_of_in {
                Some(none) => {
                    format!("{} holds none of {}", self.position.name(&none.power), names(&none.provinces))
                }
                None => format!("holds {}", names(&goal.holds)),
            };
            let met = if goal.is_met(self.position) { "so it is" } else { "not yet" };
            format!(" {} {} points: {what}; {met}", goal.power, goal.points)
        };
        self.scenario.goals.iter().map(line).collect()
    }

    /// Provinces that are not as the board has them.
    fn fortresses(&self) -> Vec<String> {
        let board = &self.map().provinces;
        let mut lines = Vec::new();
        for (place, ground) in &self.position.grounds {
            let mut said = Vec::new();
            if ground.control != ground.owner {
                said.push(format!(
                    "held by {}",
                    ground.control.as_deref().map_or("nobody", |control| self.position.name(control))
                ));
            }
            if ground.works > 0 {
                said.push(format!(
                    "siege works {}{}",
                    "+".repeat(ground.works as usize / 2),
                    if ground.works % 2 == 1 { "-" } else { "" }
                ));
            }
            if ground.breach {
                said.push("breached".into());
            }
            if ground.revolt > 0 {
                said.push(format!("revolt {}", if ground.revolt == 2 { "+" } else { "-" }));
            }
            if ground.pillage > 0 {
                said.push(format!("pillaged {}", if ground.pillage == 2 { "+" } else { "-" }));
            }
            if board.get(place).is_some_and(|province| province.fortress != ground.fortress) {
                said.push(format!("fortress {}", ground.fortress));
            }
            if !said.is_empty() {
                lines.push(format!(" {}: {}", self.map().name(place), said.join(", ")));
            }
        }
        lines
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

    fn score_words(&self) -> String {
        self.score().iter().map(|(seat, points)| format!("{seat} {points}")).collect::<Vec<_>>().join(", ")
    }

    /// The events of a round, by rows, in the order of the clock.
    pub fn event_lines(&self, events: &[Event]) -> Vec<String> {
        let mut lines = Vec::new();
        let mut head: Option<(Row, Option<u32>)> = None;
        let told = summed(self.told(events));
        let told: Vec<&Event> = told.iter().map(|event| &**event).collect();
        // Of a battle that is told its end is no news.
        let is_told = |event: &Event| {
            let is_battle = |other: &&Event| matches!(other.kind, Kind::Combat | Kind::NavalCombat);
            told.iter().copied().filter(is_battle).any(|battle| battle.place == event.place)
        };
        for event in
            told.iter().copied().filter(|event| event.kind != Kind::CombatResolved || !is_told(event))
        {
            let (row, tick) = (event.row, event.tick.filter(|_| event.row == Row::Ticks));
            if head.map(|(row, _)| row) != Some(row) {
                lines.push(String::new());
                lines.push(title(row).to_owned());
                lines.extend((row == Row::Combat).then(|| DICE.to_owned()));
            }
            let mark = if row == Row::Ticks && head.and_then(|(_, tick)| tick) != tick {
                format!(" tick {:<3}", tick.unwrap_or(0))
            } else if row == Row::Ticks {
                " ".repeat(9)
            } else {
                "  ".to_owned()
            };
            head = Some((row, tick));
            let rule = if event.rule.is_empty() { String::new() } else { format!(" ({})", event.rule) };
            lines.push(format!("{mark}{}{rule}", self.words(event)));
            lines.extend(
                event
                    .detail
                    .iter()
                    // Who is killed or taken stands in the line itself.
                    .skip(usize::from(matches!(event.kind, Kind::Leader | Kind::Captured)))
                    .filter(|_| {
                        event.row != Row::Ticks
                            || event.kind == Kind::Combat
                            || event.kind == Kind::Interception
                    })
                    .map(|detail| format!("           {detail}")),
            );
        }
        lines
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
const DICE: &str = "  Below each: dice on columns A to E, what they inflict in LD, * for morale.";

/// What stands before what lies beside a stack.
const FIRST: &str = "         -> ";

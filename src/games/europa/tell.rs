//! What is told of a round, in the order of the clock, and of where things stand. It is made of events and of what a power may see.

use std::borrow::Cow;
use std::collections::BTreeMap;

use fieldpost_engine::piece::Piece;
use fieldpost_print::form::{Form, FormBlock};
use fieldpost_print::section::{self, Block, Section};

use crate::event::{Event, Fact, Happening, Keeping, Kind, Row};
use crate::map::{Map, Owner, Place};
use crate::position::{Goal, Kind as StackKind, Position, Stack, in_thirds};
use crate::scenario::Scenario;

mod aloud;
pub(crate) mod desk_page;
mod ending;
pub(crate) mod file;
mod ids;
mod leaders;
mod ledger;
mod phase;
mod provinces;
mod standing;
mod words;

pub(crate) use ids::refusal;
use words::{Words, title};

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
            StackKind::Land => match stack.force.is_full() {
                true => stack.force.words(),
                false => format!("{} of {} LD", stack.force.words(), in_thirds(stack.force.thirds())),
            },
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
            let met = goals
                .iter()
                .filter(|goal| goal.power == *seat && !goal.each_turn && goal.is_met(self.position));
            let given = self.position.powers.get(seat).map_or(0, |power| power.points);
            met.map(|goal| goal.points).sum::<i32>() + given
        };
        self.scenario.players.iter().map(|(_, seat)| (seat.clone(), of(seat))).collect()
    }

    /// The events of a round as sections, in the order of the clock.
    pub fn happened(&self, events: &[Happening]) -> Vec<Section> {
        let told = summed(self.told(events));
        let told: Vec<&Event> = told.iter().map(|event| &**event).collect();
        // Of a battle that is told its end is no news.
        let is_told = |place: &Place| told.iter().any(|event| event.fact.fought_in() == Some(place));
        let is_news = |event: &&&Event| match &event.fact {
            Fact::Decided { place, .. } => !is_told(place),
            _ => true,
        };
        let news: Vec<&Event> = told.iter().filter(is_news).copied().collect();
        let same_row = |one: &&Event, other: &&Event| one.phase.row == other.phase.row;
        news.chunk_by(same_row).filter_map(|rows| Some(self.section(rows.first()?.phase.row, rows))).collect()
    }

    /// What happened in a row of the round.
    fn section(&self, row: Row, events: &[&Event]) -> Section {
        let (title, about) = title(row);
        let mut section = Section { about, ..Section::new(row.word(), title) };
        let is_battle = |event: &&Event| event.fact.fought_in().is_some();
        if row == Row::Combat || events.iter().any(is_battle) {
            section = section.with(Block::Key(DICE.into()));
        }
        let mut tick = None;
        let rows = events.iter().map(|event| {
            let now = event.phase.tick;
            // A tick is named once, before the first that happened in it.
            let is_new = row == Row::Ticks && tick.replace(now) != Some(now);
            let head = if is_new { format!("tick {}", now.unwrap_or(0)) } else { String::new() };
            self.row(head, event)
        });
        section.with(Block::Rows(rows.collect()))
    }

    fn row(&self, head: String, Event { phase, fact }: &Event) -> section::Row {
        let rule = if fact.rule().is_empty() { String::new() } else { format!(" ({})", fact.rule()) };
        let is_rolled = matches!(
            fact,
            Fact::Battle { .. }
                | Fact::SeaBattle { .. }
                | Fact::TriesToMeet { .. }
                | Fact::TriesToEscape { .. }
                | Fact::NativesRise { .. }
        );
        let has_small = phase.row != Row::Ticks || is_rolled;
        // Who is killed or taken stands in the line itself.
        let named = usize::from(matches!(fact, Fact::Casualty { .. } | Fact::Taken { .. }));
        let small = fact.detail().into_iter().skip(named).filter(|_| has_small);
        section::Row {
            small: small.collect(),
            ..section::Row::about(head, format!("{}{rule}", self.words(fact)))
        }
    }

    /// The events of which the power is told. The board lies open; a campaign and what is refused are the power's own business. Where
    /// strength is hidden, so is what wears others down outside of fights, and a move is seen by its end (EU-41).
    pub fn seen<'e>(&self, events: &'e [Happening]) -> Vec<&'e Happening> {
        let is_news = |happening: &&Happening| happening.keeping != Keeping::OnlyKept;
        let Some(power) = self.power else { return events.iter().filter(is_news).collect() };
        let hidden = self.scenario.hidden;
        let mut ends: BTreeMap<&Piece, usize> = BTreeMap::new();
        for (place, happening) in events.iter().enumerate() {
            if let (Kind::Move, Some(id)) = (happening.event.fact.kind(), happening.event.fact.stack()) {
                ends.insert(id, place);
            }
        }
        let is_on_its_way = |place: usize, fact: &Fact| {
            fact.kind() == Kind::Move && fact.stack().and_then(|id| ends.get(id)) != Some(&place)
        };
        let is_told = |(place, happening): &(usize, &Happening)| {
            let Event { phase, fact } = &happening.event;
            let kind = fact.kind();
            let private =
                matches!(kind, Kind::Campaign | Kind::Refused | Kind::Supply | Kind::Wait | Kind::Condition);
            let private = private || hidden && (wears(phase.row, kind) || is_on_its_way(*place, fact));
            !private || self.is_of(fact, power)
        };
        let told = events.iter().enumerate().filter(is_told).map(|(_, happening)| happening);
        told.filter(is_news).collect()
    }

    /// The same without what no record has of them.
    pub fn told<'e>(&self, events: &'e [Happening]) -> Vec<&'e Event> {
        self.seen(events).into_iter().map(|happening| &happening.event).collect()
    }

    /// Whether an event is of a power's own, or of nobody's.
    fn is_of(&self, fact: &Fact, power: &Owner) -> bool {
        let owner = || Some(&self.position.stacks.get(fact.stack()?)?.owner);
        fact.power().or_else(owner).is_none_or(|owner| self.position.seat(owner) == power)
    }

    fn words(&self, fact: &Fact) -> String {
        Words { map: self.map(), position: self.position }.of(fact)
    }

    /// The orders of the power's stacks, ready to be filled in; between rounds, where none is taken, what may be asked.
    pub fn order_form(&self, player: &str, game: &str, turn: u32) -> Form {
        let (game, player) = (game.to_owned(), player.to_owned());
        if self.position.interphase {
            let blocks = vec![FormBlock::Note(self.between_words())];
            return Form { game, turn, player, blocks, end: None };
        }
        let own = self.position.stacks.iter().filter(|(_, stack)| self.power.is_some() && self.is_own(stack));
        let block = |(id, stack): (&Piece, &Stack)| FormBlock::Piece {
            opener: format!("STACK {id}"),
            notes: vec![format!("{} in {}", self.strength(id, stack), self.map().name(&stack.at))],
            orders: vec!["HOLD".into(), "END".into()],
        };
        Form { game, turn, player, blocks: own.map(block).collect(), end: None }
    }
}

/// What wears a stack down outside of fights, and how it is parted. That a fleet is big enough for a blockade tells how strong it is.
fn wears(row: Row, kind: Kind) -> bool {
    match kind {
        Kind::Attrition | Kind::Detach | Kind::Absorb | Kind::Blockade => true,
        Kind::Loss => matches!(row, Row::Attrition | Row::Supply),
        _ => false,
    }
}

/// Losses of one stack that stand behind one another as one.
fn summed(told: Vec<&Event>) -> Vec<Cow<'_, Event>> {
    let mut all: Vec<Cow<'_, Event>> = Vec::new();
    for event in told {
        if let (Fact::Loss { stack, count, .. }, Some(last)) = (&event.fact, all.last_mut())
            && matches!(&last.fact, Fact::Loss { stack: before, .. } if before == stack)
            && let Fact::Loss { count: sum, .. } = &mut last.to_mut().fact
        {
            *sum += count;
        } else {
            all.push(Cow::Borrowed(event));
        }
    }
    all
}

/// What the dice below a combat say.
const DICE: &str = "Below each: dice on columns A to E, what they inflict in LD, * for morale.";

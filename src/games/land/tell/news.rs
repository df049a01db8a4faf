//! The event report: what a player was told of the turn (rules 4.4, 4.5, 5.3), as one typed view. Text, HTML and JSON
//! are all printed from it; nothing else of the turn's events is.

use std::borrow::Cow;
use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use crate::battles::BattleView;
use crate::gather::{NewsLine, Reader, gather};
use crate::place::{Near, Spot};
use crate::stories::{UnitStory, stories};
use crate::summary::Summary;
use crate::turn_map::TurnMap;
use crate::vantage::Vantage;
use crate::whose::Whose;
use crate::{lead, reasons, tell};
use fieldpost_engine::event::{Saw, Told};
use fieldpost_engine::words::listed;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::event::{Event, Fact, Kind};
use fieldpost_land::phase::Phase;
use fieldpost_print::heading::ByHand;

/// What a player was told of one turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EventReport {
    /// The turn that is over.
    pub turn: u32,
    /// The turn in short, to be read first.
    pub summary: Summary,
    /// What the game administrator changed by hand of the player's own units before the turn was run, in order.
    pub by_hand: Vec<ByHand>,
    /// What a map of the turn shows.
    pub map: TurnMap,
    /// The phases in which something was seen, in order.
    pub phases: Vec<PhaseView>,
    /// What befell each of the player's own units, and how it is now.
    pub units: Vec<UnitStory>,
    /// What some of the sentences need to be understood; each once, however often it is needed.
    pub notes: Vec<&'static str>,
}

/// What was seen in one phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PhaseView {
    /// The phase as the turn list names it, such as `tac 1` or `strat 2`.
    #[schemars(with = "String")]
    pub phase: Phase,
    /// The phase in words.
    pub title: String,
    /// The squares where it was seen: first those with units of the player's own; last what has no square.
    pub places: Vec<PlaceEvents>,
}

/// What was seen in one strategic square in one phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlaceEvents {
    /// The square, such as `H4-S1`; none for what has none, such as supplies and orders of offices.
    pub square: Option<String>,
    /// The city nearest to it.
    pub near: Option<Near>,
    /// Square and city in words.
    pub heading: String,
    /// What happened, causes before effects, the player's own units first.
    pub events: Vec<EventView>,
}

/// One line of the report: what happened to one unit, or to several alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EventView {
    /// What happened, such as `march` or `combat`.
    #[schemars(with = "String")]
    pub kind: Kind,
    /// Whether the unit is no more.
    pub destroyed: bool,
    /// Whose doing or fate it is; none where it is no unit's.
    pub whose: Option<Whose>,
    /// How much was seen: where it began (`start`), where it ended (`end`), or `all`.
    #[schemars(with = "String")]
    pub seen: Saw,
    /// The units that it is told of.
    pub units: Vec<Concerned>,
    /// The other units, the city, the depot or whatever else is concerned.
    pub others: Vec<Concerned>,
    /// Where it ended, or took place, as far as it was seen.
    pub at: Option<Spot>,
    /// Where it began, for a change of place, as far as it was seen.
    pub from: Option<Spot>,
    /// The men that it is about or that it cost, all units together.
    pub men: Option<u32>,
    /// Whether the men are about right only, for they are not of the player's side.
    pub men_about: bool,
    /// Why, for units of one's own side.
    pub why: Option<String>,
    /// How often it happened to each of the units.
    pub times: u32,
    /// How many of the turn's events this stands for.
    pub told: u32,
    /// All of it in one sentence.
    pub sentence: String,
    /// The battle, if it is one; its headline is the sentence.
    pub battle: Option<BattleView>,
}

/// A unit, or whatever else, with what is its own of an event that several share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Concerned {
    /// Its id or name.
    pub name: String,
    /// Its men that it is about, exact; none where they are not known or do not matter.
    pub men: Option<u32>,
    /// By how much what the event is of rose, or fell if negative: morale in points, or supplies.
    pub change: Option<i32>,
}

impl EventReport {
    /// The report of what `reader` was told in a turn, with how the units stand as `vantage` sees it at its end. What
    /// every unit eats and draws every turn is told by its source; what it lacks then is told in the summary.
    pub fn of(events: &[Told<Event>], vantage: &Vantage<'_>, reader: Reader<'_>) -> Self {
        let lines = gather(events, reader);
        let mut phases: Vec<PhaseView> = Vec::new();
        for line in &lines {
            if phases.last().is_none_or(|last| last.phase != line.phase) {
                phases.push(PhaseView {
                    phase: line.phase,
                    title: phase_title(line.phase),
                    places: Vec::new(),
                });
            }
            if let Some(phase) = phases.last_mut() {
                phase.add(line, reader);
            }
        }
        let mut summary = Summary::of(&lines, vantage, reader);
        summary.lead = lead::lead(&summary, &lines, vantage.own.len(), reader);
        EventReport {
            turn: vantage.turn.saturating_sub(1),
            map: TurnMap::of(&lines, &summary, vantage, reader),
            summary,
            by_hand: Vec::new(),
            phases,
            units: stories(&lines, vantage, reader),
            notes: notes(&lines),
        }
    }
}

impl EventReport {
    /// The units to which nothing happened but that they ate, in a row of words; empty if there are none.
    pub fn quiet_units(&self) -> String {
        let quiet = self.units.iter().filter(|story| story.history.is_empty());
        listed(&quiet.map(|story| story.unit.as_str()).collect::<Vec<_>>())
    }
}

impl PhaseView {
    /// Adds a line, which is of the square of the one before it or of a new one: they come in that order.
    fn add(&mut self, line: &NewsLine<'_>, reader: Reader<'_>) {
        let square = line.square.map(|at| reader.places.label(at));
        if self.places.last().is_none_or(|last| last.square != square) {
            let near = line.square.and_then(|at| reader.places.near(at));
            let heading = heading(line.square, self.phase, reader);
            self.places.push(PlaceEvents { square, near, heading, events: Vec::new() });
        }
        if let Some(place) = self.places.last_mut() {
            place.events.push(event_view(line, reader));
        }
    }
}

/// Over what has no square: in the supply phase that is supplies and what offices ordered.
fn heading(square: Option<StrategicSquare>, phase: Phase, reader: Reader<'_>) -> String {
    match (square, phase) {
        (Some(at), _) => reader.places.heading(at),
        (None, Phase::Supply) => "Supplies and offices".into(),
        (None, _) => "In general".into(),
    }
}

fn event_view(line: &NewsLine<'_>, reader: Reader<'_>) -> EventView {
    let (fact, men) = (line.fact(), tell::men(line, reader));
    let end = fact.at().filter(|_| line.saw != Saw::Start && line.square.is_some());
    EventView {
        kind: fact.kind(),
        destroyed: fact.is_for_good(),
        whose: line.whose,
        seen: line.saw,
        units: subjects(line),
        others: others(line, reader),
        at: end.map(|at| reader.places.spot(at, fact.tac())),
        from: line.start.map(|from| reader.places.spot(from.at, Some(from.tac))),
        men: men.map(|men| men.number),
        men_about: men.is_some_and(|men| men.about),
        why: line.why_to(reader).map(Cow::into_owned),
        times: line.times,
        told: u32::try_from(line.events.len()).unwrap_or(u32::MAX).saturating_add(line.more),
        sentence: tell::sentence(line, reader),
        battle: line.battle.clone(),
    }
}

fn subjects(line: &NewsLine<'_>) -> Vec<Concerned> {
    // The men of shells are those of whom they struck.
    let is_own = line.kind() != Kind::Bombard && line.whose != Some(Whose::Others);
    let of = |name: String, unit| {
        let fact = line
            .events
            .iter()
            .map(|event| &event.fact)
            .find(|fact| fact.unit() == Some(unit))
            .filter(|_| is_own);
        Concerned { name, men: fact.and_then(Fact::men), change: fact.and_then(Fact::change) }
    };
    line.units().into_iter().map(|unit| of(unit.to_string(), unit)).collect()
}

fn others(line: &NewsLine<'_>, reader: Reader<'_>) -> Vec<Concerned> {
    let plain = |name: String, men| Concerned { name, men, change: None };
    match line.kind() {
        Kind::Bombard if line.saw == Saw::All => {
            let exact = |unit| (reader.whose)(unit) != Whose::Others;
            let struck = tell::struck(line).into_iter();
            struck
                .map(|((_, unit), men)| plain(unit.to_string(), Some(men).filter(|_| exact(unit))))
                .collect()
        }
        // Of shells that came from out of sight the struck are whom it is told of.
        Kind::Bombard | Kind::Shatter => Vec::new(),
        _ => line.fact().other().into_iter().map(|other| plain(other.into_owned(), None)).collect(),
    }
}

fn notes(lines: &[NewsLine<'_>]) -> Vec<&'static str> {
    let fought = |line: &&NewsLine<'_>| line.battle.as_ref().is_some_and(|battle| !battle.camps.is_empty());
    let reasons = lines.iter().filter_map(NewsLine::reason).filter_map(reasons::note);
    let notes: BTreeSet<_> = lines.iter().filter(fought).map(|_| reasons::BATTLES).chain(reasons).collect();
    notes.into_iter().collect()
}

/// A phase of the turn list in words.
fn phase_title(phase: Phase) -> String {
    match phase {
        Phase::Supply => "Supply phase".into(),
        Phase::Withdrawal => "Strategic withdrawal".into(),
        Phase::Rail => "Rail movement".into(),
        Phase::Placement => "Placement".into(),
        Phase::End => "End of the turn".into(),
        _ if phase.tactical() > 0 => format!("Tactical phase {}", phase.tactical()),
        _ => format!("Strategic phase {}", phase.strategic()),
    }
}

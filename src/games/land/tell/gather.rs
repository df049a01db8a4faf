//! The events of a turn that a player was told of, gathered into the lines of the event report (rules 4.4, 4.5, 5.3).
//!
//! A line stands for one event or more: what befell several units alike is one line, guns that fire on the same square
//! are one line, a step that fails again and again is one line. **Every event told stands in exactly one line**, and
//! each line knows how many it stands for.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::battles::{BattleView, Checks};
use crate::causes;
use crate::line::subject;
pub use crate::line::{NewsLine, Reader, Stage};
use crate::vantage::in_line;
use crate::whose::Whose;
use fieldpost_engine::event::{Saw, Told};
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_land::combat::report::BattleReport;
use fieldpost_land::event::{Event, Fact, Kind, Nerve, Place};
use fieldpost_land::phase::Phase;
use fieldpost_land::unit::UnitId;

/// Gathers what a player was told into lines, in the order in which they are told: by phase, then by square (first those
/// with own units), then causes before effects, own units first.
pub fn gather<'a>(events: &'a [Told<Event>], reader: Reader<'_>) -> Vec<NewsLine<'a>> {
    let mut gatherer = Gatherer { reader, lines: Vec::new(), checks: BTreeMap::new() };
    for told in events {
        if let Some(saw) = told.saw(reader.player) {
            gatherer.take(&told.event, saw);
        }
    }
    gatherer.leave_after_battles();
    causes::name(&mut gatherer.lines, reader);
    let lines = merge(gatherer.lines, reader);
    in_order(lines)
}

struct Gatherer<'a, 'b> {
    reader: Reader<'b>,
    lines: Vec<NewsLine<'a>>,
    /// Morale checks whose battle is still to come: a battle is told when it is over.
    checks: BTreeMap<UnitId, Vec<Nerve>>,
}

impl<'a> Gatherer<'a, '_> {
    fn take(&mut self, event: &'a Event, saw: Saw) {
        if let Fact::Check { stand, by_shells, nerve, .. } = event.fact {
            if by_shells {
                self.take_shells(event, stand.unit, nerve, saw);
            } else {
                self.checks.entry(stand.unit).or_default().push(nerve);
            }
            return;
        }
        let mut line = self.line(event, saw);
        if let Fact::Combat { at, battle } = &event.fact {
            self.fight(&mut line, *at, battle);
        }
        if !self.repeats(&line) {
            self.fold(&mut line);
            if self.ends_with_the_city(&line) {
                return;
            }
            self.lines.push(line);
        }
    }

    fn line(&self, event: &'a Event, saw: Saw) -> NewsLine<'a> {
        let whose = if event.fact.battle().is_some() { None } else { self.whose(event, saw) };
        NewsLine {
            phase: event.phase,
            saw,
            whose,
            square: square(&event.fact, saw),
            stage: stage(event.fact.kind()),
            events: vec![event],
            times: 1,
            more: 0,
            start: event.fact.from().filter(|_| saw != Saw::End),
            battle: None,
            causes: Vec::new(),
            against: Vec::new(),
        }
    }

    /// Of shells it matters whose the guns are and whom they struck, as far as they were seen.
    fn whose(&self, event: &Event, saw: Saw) -> Option<Whose> {
        let is_told = matches!(event.fact.kind(), Kind::Bombard | Kind::CaptureGuns) && saw != Saw::Start;
        let hit = event.fact.other_unit().filter(|_| is_told);
        let subject = subject(event, saw);
        hit.into_iter().chain(subject).map(|unit| (self.reader.whose)(unit)).min()
    }

    /// A battle takes the checks of its units with it. Its number is its place among the lines.
    fn fight(&mut self, line: &mut NewsLine<'a>, at: Place, report: &BattleReport) {
        line.stage = Stage::Battle(self.lines.len(), false);
        let fighters = report.attackers.units.iter().chain(&report.defenders.units);
        let mut checks = Checks::new();
        for unit in fighters.filter(|_| line.saw == Saw::All) {
            let taken = self.checks.remove(&unit.id).unwrap_or_default();
            line.more += u32::try_from(taken.len()).unwrap_or(u32::MAX);
            let telling = taken.iter().filter_map(|nerve| remarkable(*nerve)).next_back();
            checks.extend(telling.map(|words| (unit.id, words.to_owned())));
        }
        let place = self.reader.places.place(at.at, Some(at.tac));
        let (whose, names) = (self.reader.whose, self.reader.names);
        line.battle = Some(BattleView::of(report, line.saw, (at, &place), whose, (&checks, names)));
    }

    /// Whether a line only says once more that something failed: it counts for the first of its kind then (rule 7.7: a
    /// step that fails is tried again every phase).
    fn repeats(&mut self, line: &NewsLine<'a>) -> bool {
        let fact = line.fact();
        if !is_failure(fact.kind()) || fact.unit().is_none() {
            return false;
        }
        let Some(first) = self.lines.iter_mut().find(|other| other.fact() == fact) else { return false };
        first.times += 1;
        first.more += 1;
        true
    }

    /// The step of a pursuit or withdrawal is an event of its own, just before: it becomes part of this one; so does
    /// what became of the same siege before.
    fn fold(&mut self, line: &mut NewsLine<'a>) {
        if line.kind() == Kind::Siege {
            self.fold_siege(line);
        }
        if !matches!(line.kind(), Kind::Pursue | Kind::Withdraw) {
            return;
        }
        let is_step = |step: &NewsLine<'_>| {
            (step.kind(), step.saw, step.phase) == (Kind::March, Saw::All, line.phase)
                && step.fact().unit() == line.fact().unit()
        };
        let Some(place) = self.lines.iter().rposition(is_step) else { return };
        // Battles are numbered by their place among the lines; there are none in the phases of marches.
        let step = self.lines.remove(place);
        line.start = step.start;
        line.more += 1 + step.more;
    }

    /// Whether a line only says that a siege is over because the city was taken just before: that is told already.
    fn ends_with_the_city(&mut self, line: &NewsLine<'a>) -> bool {
        if !matches!(line.fact(), Fact::Siege { begins: false, .. }) {
            return false;
        }
        let taken = |other: &NewsLine<'_>| {
            (other.kind(), other.phase) == (Kind::CaptureCity, line.phase)
                && other.fact().other() == line.fact().other()
        };
        let Some(taken) = self.lines.iter_mut().rfind(|other| taken(other)) else { return false };
        taken.more += line.more + u32::try_from(line.events.len()).unwrap_or(u32::MAX);
        true
    }

    /// A siege that is laid, lifted and laid again is one line, where it was last heard of. The events stand with the last
    /// one first. Battles are numbered by their place among the lines: those behind fall by one.
    fn fold_siege(&mut self, line: &mut NewsLine<'a>) {
        let same =
            |other: &NewsLine<'_>| other.kind() == Kind::Siege && other.fact().other() == line.fact().other();
        let Some(place) = self.lines.iter().position(same) else { return };
        let earlier = self.lines.remove(place);
        for number in self.lines.iter_mut().filter_map(|line| match &mut line.stage {
            Stage::Battle(number, _) => Some(number),
            _ => None,
        }) {
            *number -= usize::from(*number > place);
        }
        line.events.extend(earlier.events);
        line.more += earlier.more;
    }

    /// Whoever shells put to the test and who stood is told of with the shells alone, which were told before.
    fn take_shells(&mut self, check: &'a Event, unit: UnitId, nerve: Nerve, saw: Saw) {
        let shells = self.lines.iter_mut().find(|line| {
            line.kind() == Kind::Bombard
                && line.phase == check.phase
                && line.events.iter().any(|event| event.fact.other_unit() == Some(unit))
        });
        match shells {
            Some(shells) if nerve == Nerve::Stood => shells.more += 1,
            _ => self.lines.push(self.line(check, saw)),
        }
    }

    /// Who left a place where a battle was told of afterwards in the same phase left because of it.
    fn leave_after_battles(&mut self) {
        let left = |line: &NewsLine<'_>| match line.kind() {
            Kind::CaptureGuns => line.fact().at().map(|at| (line.phase, at, None)),
            Kind::LoseSupplies => line.fact().at().map(|at| (line.phase, at, line.fact().tac())),
            _ => line.start.map(|from| (line.phase, from.at, Some(from.tac))),
        };
        let fought = |line: &NewsLine<'_>| Some((line.phase, line.fact().at()?, line.fact().tac()));
        let mut next: BTreeMap<(Phase, StrategicSquare, Option<TacticalSquare>), usize> = BTreeMap::new();
        for line in self.lines.iter_mut().rev() {
            if let (Stage::Battle(number, _), Some((phase, at, tac))) = (line.stage, fought(line)) {
                next.insert((phase, at, tac), number);
                next.insert((phase, at, None), number);
            } else if line.stage == Stage::Driven
                && let Some(number) = left(line).and_then(|key| next.get(&key))
            {
                line.stage = Stage::Battle(*number, true);
            }
        }
    }
}

/// What a morale check came to, where the battle's table does not say it anyway.
fn remarkable(nerve: Nerve) -> Option<&'static str> {
    match nerve {
        Nerve::Wavered => Some("wavered"),
        Nerve::TooTired => Some("tired"),
        Nerve::Stood | Nerve::Routed | Nerve::GaveWay => None,
    }
}

/// Whether it is something that was ordered and did not come about.
pub fn is_failure(kind: Kind) -> bool {
    matches!(kind, Kind::Refused | Kind::ExitBlocked | Kind::Interrupted | Kind::ReformFailed | Kind::Lack)
}

/// Whether a unit's place is told by where it left: what it did there is the matter.
fn is_departure(kind: Kind) -> bool {
    matches!(kind, Kind::Retreat | Kind::Rout | Kind::FallBack | Kind::Shatter)
}

/// The square under which an event is told: where it ended, or where it began if that alone was seen or matters. What
/// concerns supplies and offices everywhere has none.
fn square(fact: &Fact, saw: Saw) -> Option<StrategicSquare> {
    let start = fact.from().map(|from| from.at);
    match fact {
        Fact::Consume { .. } | Fact::Draw { .. } | Fact::Morale { .. } | Fact::StragglersReturn { .. } => {
            None
        }
        Fact::Season { .. } | Fact::Assign { .. } => None,
        // Where shells fell that were not seen to fall is in the guns' own square.
        Fact::Bombard { at, .. } => at.map(|place| place.at),
        _ if saw == Saw::Start => start,
        _ if is_departure(fact.kind()) && saw == Saw::All => start.or(fact.at()),
        _ => fact.at(),
    }
}

fn stage(kind: Kind) -> Stage {
    match kind {
        Kind::Bombard | Kind::HoldFire => Stage::Shells,
        Kind::Retreat
        | Kind::Rout
        | Kind::FallBack
        | Kind::Shatter
        | Kind::CaptureGuns
        | Kind::LoseSupplies
        | Kind::Check => Stage::Driven,
        Kind::CaptureCity
        | Kind::Siege
        | Kind::Breach
        | Kind::Surrender
        | Kind::DestroyDepot
        | Kind::Control
        | Kind::DeployBridge
        | Kind::RemoveBridge
        | Kind::CaptureBridge => Stage::Outcome,
        // What is loaded of the enemy's stores is loaded once they are taken.
        Kind::Draw => Stage::Outcome,
        _ => Stage::Deeds,
    }
}

/// What two lines must have in common to be told as one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key<'a> {
    phase: Phase,
    square: Option<StrategicSquare>,
    stage: Stage,
    kind: Kind,
    saw: Saw,
    whose: Option<Whose>,
    start: Option<Place>,
    at: Option<StrategicSquare>,
    tac: Option<TacticalSquare>,
    other: Option<Cow<'a, str>>,
    why: Option<Cow<'a, str>>,
    times: u32,
    /// Which way morale went.
    rises: bool,
    /// Whom shells struck.
    hit: Option<Whose>,
    /// What moved morale.
    causes: Vec<String>,
    /// What drew it the other way.
    against: Vec<String>,
}

/// What must be alike; `None` for what is told by itself.
fn key<'a>(line: &NewsLine<'a>, reader: Reader<'_>) -> Option<Key<'a>> {
    let (fact, kind) = (line.fact(), line.kind());
    if fact.unit().is_none() || line.battle.is_some() {
        return None;
    }
    let everywhere = Key {
        phase: line.phase,
        square: line.square,
        stage: line.stage,
        kind,
        saw: line.saw,
        whose: line.whose,
        start: None,
        at: None,
        tac: None,
        other: None,
        why: line.why(),
        times: line.times,
        rises: fact.change().is_some_and(|change| change > 0),
        hit: None,
        causes: line.causes.clone(),
        against: line.against.clone(),
    };
    let hit = fact.other_unit().filter(|_| line.saw != Saw::Start).map(|unit| (reader.whose)(unit));
    match kind {
        Kind::Bombard => Some(Key { why: None, hit, ..everywhere }),
        Kind::Morale | Kind::StragglersReturn => Some(everywhere),
        Kind::Consume | Kind::Draw => Some(Key { other: fact.other(), ..everywhere }),
        Kind::Hunger | Kind::Requisition | Kind::Desert => Some(everywhere),
        // What it lost is each unit's own.
        Kind::CaptureGuns | Kind::Merge | Kind::LoseSupplies => None,
        _ => {
            let end = line.saw != Saw::Start;
            Some(Key {
                start: line.start,
                at: fact.at().filter(|_| end),
                tac: fact.tac().filter(|_| end),
                other: fact.other(),
                ..everywhere
            })
        }
    }
}

/// Tells as one what befell several units alike; the first of them gives its place.
fn merge<'a>(lines: Vec<NewsLine<'a>>, reader: Reader<'_>) -> Vec<NewsLine<'a>> {
    let mut merged: Vec<NewsLine<'a>> = Vec::new();
    let mut known: BTreeMap<Key<'a>, usize> = BTreeMap::new();
    for line in lines {
        let key = key(&line, reader);
        let place = key.as_ref().and_then(|key| known.get(key)).copied();
        match place.and_then(|place| merged.get_mut(place)) {
            Some(first) => {
                first.events.extend(line.events);
                first.more += line.more;
            }
            None => {
                known.extend(key.map(|key| (key, merged.len())));
                merged.push(line);
            }
        }
    }
    merged
}

/// By phase; squares with own units first; causes before effects; own units first, then the side's. The sort is stable,
/// so that what befell one unit stays in order.
fn in_order(mut lines: Vec<NewsLine<'_>>) -> Vec<NewsLine<'_>> {
    let mut own: BTreeMap<(Phase, Option<StrategicSquare>), bool> = BTreeMap::new();
    for line in &lines {
        let is_own = line.whose == Some(Whose::Own) || line.battle.as_ref().is_some_and(has_own);
        *own.entry((line.phase, line.square)).or_default() |= is_own;
    }
    lines.sort_by_key(|line| {
        let is_own = own.get(&(line.phase, line.square)).copied().unwrap_or_default();
        let unit = line.units().first().copied().map(in_line);
        (
            line.phase,
            line.square.is_none(),
            !is_own,
            line.square,
            line.stage,
            line.whose.is_none(),
            line.whose,
            unit,
        )
    });
    lines
}

fn has_own(battle: &BattleView) -> bool {
    battle.camps.iter().flat_map(|camp| &camp.rows).any(|row| row.is_own)
}

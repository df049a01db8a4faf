//! What befell each of the player's own units in a turn, in a line or two: who looks for one brigade finds it here.
//!
//! Every word comes from the lines of the report, or from the unit's own state at the end of the turn.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::gather::{NewsLine, Reader};
use crate::line::why_of;
use crate::place::Spot;
use crate::tell;
use crate::vantage::{Vantage, in_line};
use crate::whose::Whose;
use fieldpost_engine::event::Saw;
use fieldpost_engine::words::listed;
use fieldpost_engine::words::{capital, counted};
use fieldpost_land::event::{Event, Fact, Kind, Shattering};
use fieldpost_land::phase::Phase;
use fieldpost_land::unit::{Status, Unit, UnitId};

/// What befell one unit in a turn, and how it is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UnitStory {
    /// The unit.
    pub unit: String,
    /// What it is called beside its id, if it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether the player commands it, rather than deputises.
    pub is_commanded: bool,
    /// Whether it is no more: destroyed, surrendered or merged into another.
    pub is_gone: bool,
    /// Where it is; none for one that is no more.
    pub at: Option<Spot>,
    /// Its men; 0 for one that is no more.
    pub men: u32,
    /// Its morale, 0 to 100; none for one that is no more.
    pub morale: Option<u8>,
    /// By how much events moved its morale in this turn.
    pub morale_change: Option<i32>,
    /// Its fatigue; none for one that is no more.
    pub fatigue: Option<u16>,
    /// How it is now, in words.
    pub state: String,
    /// What befell it, in order; empty where nothing did but that it ate.
    pub steps: Vec<StoryStep>,
    /// The same in words; empty where nothing did.
    pub history: String,
}

/// What befell a unit in one phase, or in several on end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StoryStep {
    /// The phase, such as `tac 1`, or phases, such as `strat 1-3`.
    pub phase: String,
    /// What happened, in a few words.
    pub words: String,
}

/// A step before it is worded: marches on end become one.
struct Step {
    phases: (Phase, Phase),
    stage: Stage,
    words: String,
    /// Where it marched, square by square, if it is a march.
    marched: Vec<String>,
}

/// Where a step stands among those of its phase that are told by others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// What the unit lost to an enemy: a battle, men, guns, stores.
    Loss,
    /// What it did, and what came of it all.
    Deed,
}

/// The histories of a player's own units: those commanded, then those deputised; headquarters first.
pub fn stories(lines: &[NewsLine<'_>], vantage: &Vantage<'_>, reader: Reader<'_>) -> Vec<UnitStory> {
    let mut steps: BTreeMap<UnitId, Vec<Step>> = BTreeMap::new();
    for line in lines {
        for (unit, step) in steps_of(line, reader) {
            add(steps.entry(unit).or_default(), step);
        }
    }
    add_beside(&mut steps, reader);
    let morale = lines.iter().filter(|line| line.kind() == Kind::Morale).flat_map(|line| &line.events);
    let changes: BTreeMap<UnitId, i32> =
        morale.filter_map(|event| Some((event.fact.unit()?, event.fact.change()?))).collect();
    let mut stories: Vec<(bool, (u8, UnitId), UnitStory)> = Vec::new();
    for own in &vantage.own {
        let unit = own.unit;
        let told = steps.remove(&unit.id).unwrap_or_default();
        let story = story(unit.id, Some(unit), told, changes.get(&unit.id).copied(), reader);
        stories.push((
            !own.is_commanded,
            in_line(unit.id),
            UnitStory { is_commanded: own.is_commanded, ..story },
        ));
    }
    // Those that are no more.
    for (id, steps) in steps.into_iter().filter(|(id, _)| (reader.whose)(*id) == Whose::Own) {
        let is_commanded = !(reader.deputised)(id);
        let story = UnitStory { is_commanded, ..story(id, None, steps, None, reader) };
        stories.push((!is_commanded, in_line(id), story));
    }
    stories.sort_by_key(|(is_deputised, rank, _)| (*is_deputised, *rank));
    stories.into_iter().map(|(_, _, story)| story).collect()
}

impl Step {
    fn deed(phase: Phase, words: String) -> Step {
        Step { phases: (phase, phase), stage: Stage::Deed, words, marched: Vec::new() }
    }

    fn loss(phase: Phase, words: String) -> Step {
        Step { stage: Stage::Loss, ..Step::deed(phase, words) }
    }
}

/// What befell units beside what the lines say, before what came of it in the same phase.
fn add_beside(steps: &mut BTreeMap<UnitId, Vec<Step>>, reader: Reader<'_>) {
    for told in reader.befell {
        let (own, phase) = (steps.entry(told.unit).or_default(), told.phase);
        let before =
            |step: &Step| step.phases.0 < phase || step.stage == Stage::Loss && step.phases.0 == phase;
        let place = own.iter().take_while(|step| before(step)).count();
        own.insert(place, Step::deed(phase, told.words.clone()));
    }
}

fn story(
    id: UnitId,
    unit: Option<&Unit>,
    steps: Vec<Step>,
    change: Option<i32>,
    reader: Reader<'_>,
) -> UnitStory {
    let steps: Vec<StoryStep> = steps.into_iter().map(worded).collect();
    let told: Vec<String> = in_phases(&steps);
    UnitStory {
        unit: id.to_string(),
        name: reader.names.get(&id).cloned(),
        is_commanded: true,
        is_gone: unit.is_none(),
        at: unit.map(|unit| reader.places.spot(unit.at, Some(unit.tac))),
        men: unit.map_or(0, |unit| unit.strength),
        morale: unit.map(|unit| unit.morale),
        morale_change: change,
        fatigue: unit.map(|unit| unit.fatigue),
        state: unit.map_or_else(|| "no longer among your units".into(), |unit| state(unit, change, reader)),
        history: told.join(" "),
        steps,
    }
}

/// Steps of the same phase are one sentence: "Tac 1: moved to 6-4; won a battle, lost 12."
fn in_phases(steps: &[StoryStep]) -> Vec<String> {
    let mut told: Vec<(&str, String)> = Vec::new();
    for step in steps {
        match told.last_mut().filter(|(phase, _)| *phase == step.phase) {
            Some((_, words)) => *words += &format!("; {}", step.words),
            None => told.push((&step.phase, step.words.clone())),
        }
    }
    told.into_iter().map(|(phase, words)| format!("{}: {words}.", capital(phase))).collect()
}

fn state(unit: &Unit, change: Option<i32>, reader: Reader<'_>) -> String {
    let place = reader.places.place(unit.at, Some(unit.tac));
    let status = match unit.status {
        Status::Active => "",
        Status::Inactive => ", inactive",
        Status::Shattered => ", shattered",
    };
    let change = change.map_or_else(String::new, |change| format!(" ({change:+})"));
    format!(
        "{} men at {place}, morale {}{change}, fatigue {}{status}",
        unit.strength, unit.morale, unit.fatigue
    )
}

/// Adds a step; a march goes on from the one before.
fn add(steps: &mut Vec<Step>, step: Step) {
    match steps.last_mut().filter(|last| !last.marched.is_empty() && !step.marched.is_empty()) {
        Some(last) => {
            last.phases.1 = step.phases.1;
            last.marched.extend(step.marched);
        }
        None => steps.push(step),
    }
}

fn worded(step: Step) -> StoryStep {
    let (first, last) = step.phases;
    let number = last.words().rsplit(' ').next().unwrap_or_default();
    let phase = if first == last { first.to_string() } else { format!("{first}-{number}") };
    let words = match step.marched.split_last() {
        None => step.words,
        Some((end, [])) => format!("marched to {end}"),
        Some((end, by)) => format!("marched by {} to {end}", by.join(", ")),
    };
    StoryStep { phase, words }
}

/// What a line says of each unit in it.
fn steps_of(line: &NewsLine<'_>, reader: Reader<'_>) -> Vec<(UnitId, Step)> {
    if line.battle.is_some() {
        return battle_steps(line);
    }
    if line.kind() == Kind::Bombard {
        return shell_steps(line);
    }
    let is_march = line.kind() == Kind::March && line.saw == Saw::All;
    let marched = || line.fact().at().map(|at| reader.places.label(at)).filter(|_| is_march);
    let of = |event: &&Event| {
        let words = words(&event.fact, line, reader).filter(|_| line.whose == Some(Whose::Own))?;
        let is_loss = matches!(event.fact, Fact::LoseSupplies { .. });
        let step = if is_loss { Step::loss(line.phase, words) } else { Step::deed(line.phase, words) };
        Some((event.fact.unit()?, Step { marched: marched().into_iter().collect(), ..step }))
    };
    let mut steps: Vec<_> = line.events.iter().filter_map(of).collect();
    // Guns change hands: whose they were is told, too.
    if let Fact::CaptureGuns { of, .. } = line.fact() {
        steps.push((*of, Step::loss(line.phase, "lost a battery to the enemy".into())));
    }
    steps
}

fn battle_steps(line: &NewsLine<'_>) -> Vec<(UnitId, Step)> {
    let Some(battle) = &line.battle else { return Vec::new() };
    let place = line.fact().tac().map_or_else(String::new, |tac| format!(" at {tac}"));
    let rows = battle.camps.iter().flat_map(|camp| camp.rows.iter().map(move |row| (camp.won, row)));
    rows.filter(|(_, row)| row.is_own)
        .filter_map(|(won, row)| {
            let lost = row.fire + row.melee;
            let step = match won {
                true => Step::deed(line.phase, format!("won a battle{place} ({lost} lost)")),
                false => Step::loss(line.phase, format!("lost a battle{place} ({lost} lost)")),
            };
            Some((row.unit.parse().ok()?, step))
        })
        .collect()
}

fn shell_steps(line: &NewsLine<'_>) -> Vec<(UnitId, Step)> {
    let mut guns: BTreeMap<UnitId, Vec<String>> = BTreeMap::new();
    for event in line.events.iter().filter(|_| line.saw != Saw::End) {
        if let Fact::Bombard { guns: unit, hit, .. } = &event.fact {
            let struck = guns.entry(*unit).or_default();
            struck.extend((line.saw == Saw::All).then(|| hit.to_string()));
        }
    }
    let fired = guns.into_iter().map(|(unit, hit)| {
        let words =
            if hit.is_empty() { "fired out of sight".into() } else { format!("bombarded {}", listed(&hit)) };
        (unit, Step::deed(line.phase, words))
    });
    let struck = tell::struck(line).into_iter().map(|((_, unit), men)| {
        let guns = tell::guns_on(line, unit);
        let by = if guns.is_empty() {
            "shells from out of sight".into()
        } else {
            format!("the shells of {}", tell::some(&guns))
        };
        let step = match men {
            0 => Step::deed(line.phase, format!("stood under {by} without loss")),
            men => Step::loss(line.phase, format!("lost {} to {by}", counted(men, "man"))),
        };
        (unit, step)
    });
    fired.chain(struck).collect()
}

/// What happened to a unit of the player's own, in a few words; `None` for its daily bread.
fn words(fact: &Fact, line: &NewsLine<'_>, reader: Reader<'_>) -> Option<String> {
    let why = why_of(fact, reader).unwrap_or_default();
    Some(match fact {
        // What moved morale stands at the turn's end, by how much beside the unit's state.
        Fact::Consume { .. } | Fact::Draw { .. } | Fact::Morale { .. } => return None,
        Fact::Loot { .. } => format!("loaded {why}"),
        Fact::Refused { .. } => format!("not done: {why}"),
        Fact::ExitBlocked { .. } | Fact::Interrupted { .. } => format!("march blocked: {why}"),
        Fact::Lack { .. } | Fact::Assign { .. } => why.into_owned(),
        Fact::Desert { men, .. } => format!("{} deserted", counted(*men, "man")),
        Fact::LoseSupplies { .. } => "lost the supplies it carried".into(),
        Fact::StragglersReturn { men, .. } => format!("{} came back", counted(*men, "straggler")),
        Fact::Rejoin { men, .. } => format!("{men} wounded came back"),
        Fact::Shatter { end: Shattering::Destroyed, .. } => "was destroyed".into(),
        Fact::Shatter { men, .. } => {
            format!("shattered, {} lost; fled to {}", counted(*men, "man"), end(fact, line, reader))
        }
        Fact::Withdraw { stragglers, .. } => {
            format!("withdrew to {}, {}", end(fact, line, reader), counted(*stragglers, "straggler"))
        }
        Fact::Surrender { men, .. } => format!("surrendered, {}", counted(*men, "man")),
        Fact::Check { .. } => format!("was put to the test: {why}"),
        _ => deed(fact, line, reader),
    })
}

fn deed(fact: &Fact, line: &NewsLine<'_>, reader: Reader<'_>) -> String {
    let verb = tell::verb(fact.kind()).one;
    match fact.other() {
        Some(other) if line.start.is_none() => format!("{verb} {other}"),
        _ if line.start.is_some() => format!("{verb} to {}", end(fact, line, reader)),
        _ => verb.to_owned(),
    }
}

/// Where a move ended: its tactical square alone if it did not leave the strategic one.
fn end(fact: &Fact, line: &NewsLine<'_>, reader: Reader<'_>) -> String {
    let is_within = line.start.is_some_and(|from| fact.at() == Some(from.at));
    match (fact.at(), fact.tac()) {
        (Some(_), Some(tac)) if is_within => tac.to_string(),
        (Some(at), tac) => reader.places.place(at, tac),
        _ => "an unknown place".into(),
    }
}

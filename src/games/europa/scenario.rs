//! Scenarios: who plays, what stands where, what is to be won. Every fault with its place.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use serde::Deserialize;
use toml::Spanned;

use crate::map::{Basin, Owner, Place, Port, Shapes};
use crate::position::{
    Arm, Arms, Course, Fleet, FleetCounter, Force, Goal, Ground, Kind, Leader, LeaderKind, Ledger, Position,
    Posture, Power, Relation, Ship, Size, Stack, Weather, World,
};

mod course;
mod files;
mod money;

pub use files::{files, used};

use files::{main_file, shapes, world};

/// The scenarios that come with the program, each file's path with its text.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("scenarios/italy-1494/scenario.toml", include_str!("../../../scenarios/italy-1494/scenario.toml")),
    ("scenarios/baltic-1618/scenario.toml", include_str!("../../../scenarios/baltic-1618/scenario.toml")),
    ("scenarios/1492/scenario.toml", include_str!("../../../scenarios/1492/scenario.toml")),
];

/// A scenario that was read: what never changes of a game of it, and how it begins.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What it is called.
    pub title: String,
    /// What it is about.
    pub aim: String,
    /// Its board and its tables.
    pub world: Arc<World>,
    /// What is to be won.
    pub goals: Vec<Goal>,
    /// Who plays, in the order of their numbers.
    pub players: Vec<(String, Owner)>,
    /// The provinces that are drawn.
    pub window: Vec<Place>,
    /// The outlines of its board; none, and nothing is drawn.
    pub shapes: Arc<Shapes>,
    /// The month in which it begins, as `1494-09`, and months a round.
    pub begins: (String, u32),
    /// Whether the strength of stacks is hidden from others (EU-41).
    pub hidden: bool,
    /// What may happen, by the referee's word.
    pub events: Vec<Event>,
    /// How many times a turn what is declared under seal is opened: in the interphase, and with 2 in a round too.
    pub escrows: u32,
    /// How it begins.
    pub position: Position,
}

/// What may happen between turns, as the scenario's host wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// By what `EVENT n` names it.
    pub number: u32,
    pub text: String,
    /// When it may happen, for the referee.
    pub year: Option<u32>,
    /// Who alone is told of it.
    pub who: Option<Owner>,
    /// What it does, in the words of hand edits.
    #[serde(default)]
    pub edits: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: u32,
    title: String,
    #[serde(rename = "ruleset")]
    _ruleset: String,
    map: String,
    tables: String,
    #[serde(default)]
    window: Vec<Place>,
    calendar: CalendarFile,
    rounds: course::Rounds,
    weather: String,
    others: Relation,
    period: u8,
    #[serde(default)]
    aim: String,
    #[serde(default)]
    fog: Option<String>,
    initiative: Vec<Owner>,
    #[serde(default)]
    owners: BTreeMap<Place, Owner>,
    #[serde(default)]
    escrows: Option<u32>,
    #[serde(default)]
    ledger: bool,
    #[serde(default)]
    event: Vec<Event>,
    #[serde(default)]
    phase: Vec<Spanned<course::PhaseFile>>,
    #[serde(default)]
    income: BTreeMap<Place, i64>,
    #[serde(default)]
    price: BTreeMap<String, i64>,
    #[serde(default)]
    maintenance: BTreeMap<String, i64>,
    power: Vec<Spanned<PowerFile>>,
    #[serde(default)]
    relation: Vec<Spanned<RelationFile>>,
    #[serde(default)]
    leader: Vec<Spanned<LeaderFile>>,
    #[serde(default)]
    stack: Vec<Spanned<StackFile>>,
    #[serde(default)]
    goal: Vec<Spanned<Goal>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CalendarFile {
    begins: String,
    months_a_round: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PowerFile {
    id: Owner,
    name: String,
    player: String,
    treasury: i64,
    #[serde(default)]
    initiative: i32,
    land_technology: String,
    naval_technology: String,
    #[serde(default)]
    allies: Vec<Owner>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RelationFile {
    between: [Owner; 2],
    is: Relation,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderFile {
    name: String,
    power: Owner,
    rank: String,
    values: String,
    #[serde(default)]
    siege: i32,
    at: Piece,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StackFile {
    id: Piece,
    owner: Owner,
    at: Place,
    #[serde(default)]
    counters: String,
    #[serde(default)]
    arms: BTreeMap<String, i32>,
    fleet: Option<FleetFile>,
    #[serde(default)]
    in_port: bool,
    #[serde(default)]
    in_fortress: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
struct FleetFile {
    counters: String,
    galleys: i32,
    warships: i32,
    transports: i32,
}

/// What is wrong, as it is gathered.
struct Faults<'a> {
    text: &'a str,
    all: Vec<String>,
}

impl Faults<'_> {
    fn at(&mut self, byte: usize, why: impl Into<String>) {
        let line = 1 + self.text.bytes().take(byte).filter(|byte| *byte == b'\n').count();
        self.all.push(format!("scenario.toml, line {line}: {}", why.into()));
    }

    fn whole(&mut self, why: impl Into<String>) {
        self.all.push(format!("scenario.toml: {}", why.into()));
    }
}

/// A scenario from the texts of its folder: `scenario.toml`, and a map or tables of its own as files that it names.
///
/// # Errors
/// Everything that is wrong with it, a line each.
pub fn read(texts: &BTreeMap<String, String>) -> Result<Scenario, Vec<String>> {
    let (text, file) = main_file(texts)?;
    let world = World { books: money::books(&file), course: course_of(&file), ..world(texts, &file)? };
    let world = Arc::new(world);
    let shapes = Arc::new(shapes(texts, &file)?);
    let mut faults = Faults { text, all: Vec::new() };
    let mut position = start(&file, &world, &mut faults);
    powers(&file, &mut position, &world, &mut faults);
    relations(&file, &mut position, &mut faults);
    for stack in &file.stack {
        let span = stack.span().start;
        if let Err(why) = raise(&mut position, &world, stack.get_ref()) {
            faults.at(span, why);
        }
    }
    leaders(&file, &mut position, &world, &mut faults);
    let goals: Vec<Goal> = file.goal.iter().map(|goal| goal.get_ref().clone()).collect();
    check_goals(&file, &position, &mut faults);
    money::check(&file, &position, &mut faults);
    check_course(&file, &position, &mut faults);
    if world.books.kept {
        position.ledger = Some(Ledger::default());
        position.next_account();
    }
    course::begin(&world, &mut position);
    for place in file.window.iter().filter(|place| !world.map.provinces.contains_key(*place)) {
        faults.whole(format!("window: there is no province {place}"));
    }
    if !faults.all.is_empty() {
        return Err(faults.all);
    }
    let players =
        file.power.iter().map(|power| (power.get_ref().player.clone(), power.get_ref().id.clone())).collect();
    Ok(Scenario {
        title: file.title,
        aim: file.aim,
        world,
        goals,
        players,
        window: file.window,
        shapes,
        begins: (file.calendar.begins, file.calendar.months_a_round),
        hidden: file.fog.as_deref() == Some("strength-hidden"),
        events: file.event,
        escrows: file.escrows.unwrap_or(1),
        position,
    })
}

/// How a turn goes.
fn course_of(file: &File) -> Course {
    let seats = file.power.iter().map(Spanned::get_ref);
    let adds = seats.map(|power| (power.id.clone(), power.initiative)).collect();
    let goals = file.goal.iter().map(Spanned::get_ref);
    course::of(&file.phase, &file.rounds, adds, goals.filter(|goal| goal.each_turn).cloned().collect())
}

fn check_course(file: &File, position: &Position, faults: &mut Faults<'_>) {
    let adders = file.power.iter().filter(|power| power.get_ref().initiative != 0);
    let adders: Vec<(usize, Owner)> =
        adders.map(|power| (power.span().start, power.get_ref().id.clone())).collect();
    for (at, fault) in course::check(&file.phase, &file.rounds, &adders, position) {
        match at {
            Some(at) => faults.at(at, fault),
            None => faults.whole(fault),
        }
    }
}

fn start(file: &File, world: &World, faults: &mut Faults<'_>) -> Position {
    let mut position = Position {
        deadline: 1,
        round: file.rounds.first,
        last: file.rounds.last,
        a_turn: file.rounds.a_turn.max(1),
        period: file.period,
        rolls_weather: file.weather == "roll",
        others: file.others,
        initiative: file.initiative.clone(),
        grounds: world
            .map
            .provinces
            .iter()
            .map(|(id, province)| (id.clone(), Ground::of(province)))
            .collect(),
        ..Position::default()
    };
    if file.format != 1 {
        faults.whole(format!("format: expected 1, found {}", file.format));
    }
    if !["good", "bad", "roll"].contains(&file.weather.as_str()) {
        faults.whole(format!("weather: expected good, bad or roll, found {:?}", file.weather));
    }
    if file.weather == "bad" {
        (position.weather, position.next_weather) = (Weather::Bad, Weather::Bad);
    }
    if !(1..=7).contains(&file.period) {
        faults.whole(format!("period: expected 1 to 7, found {}", file.period));
    }
    if file.rounds.first > file.rounds.last {
        faults.whole("rounds: the first comes after the last");
    }
    for (place, owner) in &file.owners {
        match position.grounds.get_mut(place) {
            Some(ground) => (ground.owner, ground.control) = (Some(owner.clone()), Some(owner.clone())),
            None => faults.whole(format!("owners: there is no province {place}")),
        }
    }
    position
}

fn powers(file: &File, position: &mut Position, world: &World, faults: &mut Faults<'_>) {
    let land = &world.tables.land_technology.order;
    let naval = &world.tables.naval_technology.order;
    for (number, entry) in file.power.iter().enumerate() {
        let (at, power) = (entry.span().start, entry.get_ref());
        let tercios = power.land_technology == "Tercios";
        if !tercios && !land.contains(&power.land_technology) {
            faults.at(
                at,
                format!(
                    "{}: land technology {:?} is none of {}",
                    power.id,
                    power.land_technology,
                    land.join(", ")
                ),
            );
        }
        if !naval.contains(&power.naval_technology) {
            faults.at(
                at,
                format!(
                    "{}: naval technology {:?} is none of {}",
                    power.id,
                    power.naval_technology,
                    naval.join(", ")
                ),
            );
        }
        let seat = Power {
            name: power.name.clone(),
            seat: power.id.clone(),
            player: u16::try_from(number).ok().map(PlayerNo),
            treasury: power.treasury,
            land: if tercios { "Renaissance".into() } else { power.land_technology.clone() },
            tercios,
            naval: power.naval_technology.clone(),
            ..Power::default()
        };
        for minor in &power.allies {
            let minor_power = Power { name: minor.to_string(), player: None, treasury: 0, ..seat.clone() };
            if position.powers.insert(minor.clone(), minor_power).is_some() {
                faults.at(at, format!("{minor} stands twice: a minor obeys one seat"));
            }
        }
        if position.powers.insert(power.id.clone(), seat).is_some() {
            faults.at(at, format!("{} stands twice", power.id));
        }
    }
    let seats: BTreeSet<&Owner> = file.power.iter().map(|power| &power.get_ref().id).collect();
    if file.initiative.iter().collect::<BTreeSet<_>>() != seats || file.initiative.len() != seats.len() {
        faults.whole("initiative: expected every seat once");
    }
}

fn relations(file: &File, position: &mut Position, faults: &mut Faults<'_>) {
    let owners: BTreeSet<Owner> =
        position.grounds.values().filter_map(|ground| ground.owner.clone()).collect();
    for entry in &file.relation {
        let RelationFile { between: [one, other], is } = entry.get_ref();
        for name in [one, other] {
            if !position.powers.contains_key(name) && !owners.contains(name) {
                faults.at(entry.span().start, format!("a relation of {name}, who is nobody here"));
            }
        }
        position.relations.push((one.clone(), other.clone(), *is));
    }
    let seats: Vec<&Owner> = file.power.iter().map(|power| &power.get_ref().id).collect();
    for (place, one) in seats.iter().enumerate() {
        for other in &seats[place + 1..] {
            let is_pair = |(a, b, _): &&(Owner, Owner, Relation)| {
                (a == *one && b == *other) || (a == *other && b == *one)
            };
            let count = position.relations.iter().filter(is_pair).count();
            if count != 1 {
                faults.whole(format!(
                    "the relation of {one} and {other} is given {count} times, expected once"
                ));
            }
        }
    }
}

fn raise(position: &mut Position, world: &World, file: &StackFile) -> Result<(), String> {
    let id = &file.id;
    crate::orders::stack_id(id.as_str()).ok_or_else(|| format!("{id} is no stack's id, such as FR-1"))?;
    let place = world.map.place(&file.at).ok_or_else(|| format!("{id}: there is no place {}", file.at))?;
    if !position.powers.contains_key(&file.owner) {
        return Err(format!("{id}: {} obeys no seat", file.owner));
    }
    let mut force = counters(&file.counters, world).map_err(|why| format!("{id}: {why}"))?;
    if !file.arms.is_empty() {
        force.arms = arms(&file.arms).map_err(|why| format!("{id}: {why}"))?;
        if force.arms.thirds() != force.thirds() {
            return Err(format!(
                "{id}: its arms are {} detachments, its counters {}",
                force.arms.thirds() / 3,
                force.thirds() / 3
            ));
        }
    }
    let table = &world.tables.stacking;
    if force.counted() > table.land_counters || force.detachments() > table.land_detachments {
        return Err(format!("{id} is over the stacking limit"));
    }
    let fleet =
        file.fleet.as_ref().map(ships).transpose().map_err(|why| format!("{id}: {why}"))?.unwrap_or_default();
    check_ships(position, world, id, file, &fleet)?;
    if force.thirds() == 0 && fleet.all() == 0 && Stack::kind(id) != Kind::Leader {
        return Err(format!("{id} has no counters"));
    }
    let posture = match (file.in_port, file.in_fortress) {
        (true, _) => Posture::Port,
        (_, true) => Posture::Fortress,
        _ => Posture::Open,
    };
    let stack =
        Stack { owner: file.owner.clone(), at: place.clone(), posture, force, fleet, ..Stack::default() };
    match position.stacks.insert(id.clone(), stack) {
        Some(_) => Err(format!("{id} stands twice")),
        None => Ok(()),
    }
}

fn check_ships(
    position: &Position,
    world: &World,
    id: &Piece,
    file: &StackFile,
    fleet: &Fleet,
) -> Result<(), String> {
    let has_port = position.grounds.get(&file.at).is_some_and(|ground| ground.port > Port::None);
    if file.in_port && !has_port {
        return Err(format!("{id}: {} has no port", file.at));
    }
    let coast = world
        .map
        .provinces
        .get(&file.at)
        .map(|found| found.coast.clone())
        .unwrap_or_else(|| vec![file.at.clone()]);
    let inner = coast.iter().any(|sea| world.map.seas.get(sea).is_some_and(|sea| sea.basin != Basin::Ocean));
    if fleet.ships[Ship::Galley as usize] > 0 && !inner {
        return Err(format!("{id}: galleys on the ocean"));
    }
    Ok(())
}

/// Troops from marks such as `A+ LD`.
///
/// # Errors
/// Which mark is none.
pub fn counters(words: &str, world: &World) -> Result<Force, String> {
    let sizes =
        words.split_whitespace().map(|word| Size::of(word).ok_or_else(|| format!("{word:?} is no counter")));
    Ok(Force::of(&sizes.collect::<Result<Vec<_>, _>>()?, &world.tables.arms))
}

/// Arms by their words, each with how many are whole.
///
/// # Errors
/// Which word is no arm.
pub fn arms(file: &BTreeMap<String, i32>) -> Result<Arms, String> {
    let mut arms = Arms::default();
    for (word, count) in file {
        let arm = Arm::ALL
            .into_iter()
            .find(|arm| arm.word() == word)
            .ok_or_else(|| format!("{word:?} is no arm"))?;
        arms.0[arm as usize] = 3 * count;
    }
    Ok(arms)
}

fn ships(file: &FleetFile) -> Result<Fleet, String> {
    let words = file.counters.split_whitespace();
    let counters = words
        .map(|word| FleetCounter::of(word).ok_or_else(|| format!("{word:?} is no FLEET")))
        .collect::<Result<_, _>>()?;
    Ok(Fleet { counters, ships: [file.galleys, file.warships, file.transports], damaged: [0; 3] })
}

fn leaders(file: &File, position: &mut Position, world: &World, faults: &mut Faults<'_>) {
    for (order, entry) in file.leader.iter().enumerate() {
        let (at, leader) = (entry.span().start, entry.get_ref());
        if !position.stacks.contains_key(&leader.at) {
            faults.at(at, format!("{}: there is no stack {}", leader.name, leader.at));
        }
        match made_leader(world, &leader.power, &leader.rank, &leader.values, &leader.at) {
            Ok(made) => {
                let made = Leader { order: u32::try_from(order).unwrap_or(0), siege: leader.siege, ..made };
                position.leaders.insert(leader.name.clone(), made);
            }
            Err(why) => faults.at(at, format!("{}: {why}", leader.name)),
        }
    }
}

/// A leader from his rank and his values, such as `A` and `554`.
///
/// # Errors
/// What of them is wrong.
pub fn made_leader(
    world: &World,
    owner: &Owner,
    rank: &str,
    values: &str,
    stack: &Piece,
) -> Result<Leader, String> {
    let ranks = &world.tables.leaders.ranks;
    let rank = ranks
        .iter()
        .position(|known| known == rank)
        .ok_or_else(|| format!("rank {rank:?} is none of {}", ranks.join(", ")))?;
    let digits: Vec<i32> =
        values.chars().filter_map(|digit| i32::try_from(digit.to_digit(10)?).ok()).collect();
    let values: [i32; 3] =
        digits.try_into().map_err(|_| format!("expected three figures such as 554, found {values:?}"))?;
    let kind = if Stack::kind(stack) == Kind::Fleet { LeaderKind::Admiral } else { LeaderKind::General };
    Ok(Leader {
        owner: owner.clone(),
        kind,
        rank: u8::try_from(rank).unwrap_or(0),
        values,
        stack: Some(stack.clone()),
        ..Leader::default()
    })
}

fn check_goals(file: &File, position: &Position, faults: &mut Faults<'_>) {
    for power in &file.power {
        let id = &power.get_ref().id;
        if !file.goal.iter().any(|goal| goal.get_ref().power == *id) {
            faults.at(power.span().start, format!("{id} has no goal"));
        }
    }
    for entry in &file.goal {
        let (at, goal) = (entry.span().start, entry.get_ref());
        if position.powers.get(&goal.power).is_none_or(|power| power.seat != goal.power) {
            faults.at(at, format!("a goal of {}, who is no seat", goal.power));
        }
        for place in goal.named().filter(|place| !position.grounds.contains_key(*place)) {
            faults.at(at, format!("a goal in {place}, which is no province"));
        }
        if goal.is_empty() {
            faults.at(at, "an empty goal");
        } else if goal.is_met(position) != goal.keeps {
            let now = if goal.keeps { "is not reached" } else { "is reached" };
            faults.at(
                at,
                format!("a goal of {} that {now} at the start, and keeps says otherwise", goal.power),
            );
        }
    }
}

#[cfg(test)]
mod tests;

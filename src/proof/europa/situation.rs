//! The position of a case, and its round.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_door::CaseReport;
use fieldpost_engine::piece::Piece;

use super::expect::{Aftermath, Expectation};
use super::file::{CaseFile, MapFile, StackFile};
use super::foretold;
use super::nations::{id_of, stack_named};
use super::written::{Desk, Misread};
use fieldpost_europa::event::Row;
use fieldpost_europa::fate::FixedRoll;
use fieldpost_europa::map::{self, Border, Crossing, Map, Owner, Port, Province, Sea};
use fieldpost_europa::orders::Names;
use fieldpost_europa::position::{
    Books, Campaign, Course, Fleet, FleetCounter, Force, Ground, Kind, Leader, LeaderKind, Position, Posture,
    Power, Relation, Stack, World,
};
use fieldpost_europa::round::{self, Book, Overrides};
use fieldpost_europa::tables::Tables;

const TREASURY: i64 = 1000;

pub(super) fn play(text: &str) -> Result<CaseReport, String> {
    let file: CaseFile = toml::from_str(text).map_err(|error| error.to_string())?;
    if file.trials == 0 || file.turns == 0 {
        return Err("trials and turns are counted from 1".into());
    }
    let tables = Tables::read(include_str!("../../../maps/europa.tables.toml"))?;
    let world = World { map: board(&file.map)?, tables, books: Books::default(), course: Course::default() };
    let position = position(&file, &world)?;
    let names = names(&world.map, &position, &file);
    let mut desk = Desk {
        names: &names,
        position: &position,
        book: Book { free: true, ..Book::default() },
        refused: Vec::new(),
    };
    let blocks: Vec<(Piece, String)> = file
        .stack
        .iter()
        .map(|stack| (Piece::from(stack.get_ref().id.as_str()), stack.get_ref().orders.clone()))
        .collect();
    desk.all(&blocks);
    let mut failures = Vec::new();
    for letter in &file.letter {
        let verdict = desk.letter(&letter.get_ref().text)?;
        if letter.get_ref().verdict.as_deref().is_some_and(|wanted| wanted != verdict) {
            failures.push(format!(
                "line {}: expected the verdict {:?}, found {verdict:?}",
                line_of(text, letter.span().start),
                letter.get_ref().verdict
            ));
        }
    }
    for (name, words) in &file.campaign {
        let campaign = Campaign::of(words).ok_or_else(|| format!("campaign: {words:?} is none"))?;
        desk.book.campaigns.insert(id_of(name), campaign);
    }
    let (book, refused) = (desk.book, desk.refused);
    let expectations = file
        .expect
        .iter()
        .map(|block| {
            let line = line_of(text, block.span().start);
            Expectation::read(block.get_ref(), line).map_err(|why| format!("line {line}: {why}"))
        })
        .collect::<Result<Vec<_>, _>>()?;
    let stop = file.stop.as_deref().map(row_of).transpose()?;
    let before: BTreeSet<Row> = expectations.iter().filter_map(|expectation| expectation.until).collect();
    let mut held = vec![0_u64; expectations.len()];
    let mut first = None;
    for trial in 0..file.trials {
        let aftermath = rounds(&file, &world, &position, &book, (file.seed + trial, stop, &before), &refused);
        for (held, expectation) in held.iter_mut().zip(&expectations) {
            match expectation.check(&aftermath) {
                Ok(()) => *held += 1,
                Err(why) if expectation.rate.is_none() && failures.len() < 20 => {
                    failures.push(format!("{} (seed {})", why, file.seed + trial))
                }
                Err(_) => {}
            }
        }
        first.get_or_insert(aftermath);
    }
    for (held, expectation) in held.iter().zip(&expectations) {
        failures.extend(expectation.rate_missed(*held, file.trials));
    }
    failures.extend(foretold::missed(&file, &world, &position, text));
    let events = first.map(|aftermath| aftermath.words()).unwrap_or_default();
    Ok(CaseReport { failures, events })
}

/// Runs as many rounds as the case wants; orders are given for the first.
fn rounds<'a>(
    file: &CaseFile,
    world: &'a World,
    position: &Position,
    book: &Book,
    (seed, stop, before): (u64, Option<Row>, &BTreeSet<Row>),
    refused: &[Misread],
) -> Aftermath<'a> {
    let mut now = position.clone();
    let idle = Book { free: true, ..Book::default() };
    let mut aftermath = None;
    for turn in 0..file.turns {
        let last = turn + 1 == file.turns;
        let overrides = Overrides {
            fixed: if turn == 0 { fixed_rolls(file) } else { Vec::new() },
            changes: if turn == 0 { changes(file) } else { Vec::new() },
            losses: if turn == 0 { losses(file) } else { Vec::new() },
            stop: stop.filter(|_| last),
            before: before.clone(),
            ..Overrides::default()
        };
        let ran = round::run(world, &now, if turn == 0 { book } else { &idle }, seed, overrides);
        now = ran.position.clone();
        now.deadline += 1;
        now.round += 1;
        let refused = if turn == 0 { refused.to_vec() } else { Vec::new() };
        aftermath = Some(Aftermath { world, ran, refused });
    }
    aftermath.unwrap_or_else(|| Aftermath {
        world,
        ran: round::run(world, position, &idle, seed, Overrides::default()),
        refused: Vec::new(),
    })
}

fn fixed_rolls(file: &CaseFile) -> Vec<FixedRoll> {
    let known = file.die.iter();
    known
        .map(|die| FixedRoll {
            of: die.of.clone(),
            by: stack_named(&die.by).to_string(),
            on: die.on.as_deref().map(|on| stack_named(on).to_string()),
            shows: die.shows,
            times: die.times.unwrap_or(1),
        })
        .collect()
}

fn changes(file: &CaseFile) -> Vec<(u32, map::Place, Option<Owner>)> {
    file.change
        .iter()
        .map(|change| (change.at_tick, change.place.as_str().into(), change.control.as_deref().map(id_of)))
        .collect()
}

fn losses(file: &CaseFile) -> Vec<(Piece, i32)> {
    file.loss.iter().map(|loss| (Piece::from(loss.stack.as_str()), loss.steps)).collect()
}

fn row_of(word: &str) -> Result<Row, String> {
    let all = || Row::ALL.map(Row::word).join(", ");
    Row::of(word).ok_or_else(|| format!("stop: expected one of {}, found {word:?}", all()))
}

fn names(map: &Map, position: &Position, file: &CaseFile) -> Names {
    let mut names = Names::of(map, position);
    let owners =
        file.stack.iter().map(|stack| stack.get_ref().owner.clone()).chain(file.initiative.iter().cloned());
    names.powers.extend(owners.map(|name| (name.to_lowercase(), id_of(&name))));
    names
}

/// The board of a case.
fn board(file: &MapFile) -> Result<Map, String> {
    if let Some(name) = &file.map {
        if name != "europa" {
            return Err(format!("map: there is no map {name:?}"));
        }
        return map::read(include_str!("../../../maps/europa.map.toml")).map_err(|faults| faults.join("\n"));
    }
    let mut map = Map { id: "case".into(), title: "A case".into(), ..Map::default() };
    for line in &file.land {
        lay(&mut map, file, line)?;
    }
    for line in &file.sea {
        float(&mut map, file, line)?;
    }
    for (province, seas) in &file.coast {
        let seas: Vec<String> = match seas {
            toml::Value::String(sea) => sea.split_whitespace().map(str::to_owned).collect(),
            toml::Value::Array(list) => {
                list.iter().filter_map(|sea| sea.as_str().map(str::to_owned)).collect()
            }
            other => return Err(format!("coast of {province}: expected a sea, found {other}")),
        };
        let found = map
            .provinces
            .get_mut(province.as_str())
            .ok_or_else(|| format!("coast: there is no province {province}"))?;
        found.coast = seas.iter().map(|sea| sea.as_str().into()).collect();
    }
    let listed = file
        .owner
        .keys()
        .chain(file.port.keys())
        .chain(file.fortress.keys())
        .chain(file.terrain.keys())
        .chain(&file.overseas);
    match listed.into_iter().find(|place| !map.provinces.contains_key(place.as_str())) {
        Some(place) => Err(format!("map: there is no province {place}")),
        None => Ok(map),
    }
}

fn province(file: &MapFile, id: &str) -> Province {
    let nobody = file.owner.get(id).is_some_and(|owner| owner == "none" || owner.is_empty());
    let overseas = file.overseas.iter().any(|place| place == id);
    let owner = file.owner.get(id).or(file.nation.as_ref()).filter(|_| !nobody);
    let fort = file.fort.iter().any(|place| place == id);
    Province {
        id: id.into(),
        name: id.into(),
        at: [0, 0],
        terrain: file.terrain.get(id).copied().unwrap_or_default(),
        fortress: file.fortress.get(id).copied().unwrap_or(u8::from(!fort)),
        fort,
        port: file.port.get(id).copied().unwrap_or_default(),
        owner: owner.map(|owner| id_of(owner)),
        region: String::new(),
        coast: Vec::new(),
        underdeveloped: file.underdeveloped.iter().any(|place| place == id),
        overseas,
        natives: file.natives.get(id).copied(),
    }
}

/// A string of provinces with the marks of their borders between them.
fn lay(map: &mut Map, file: &MapFile, line: &str) -> Result<(), String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    for id in words.iter().step_by(2) {
        map.provinces.entry((*id).into()).or_insert_with(|| province(file, id));
    }
    for step in words.windows(3).step_by(2) {
        let [one, mark, other] = step else { continue };
        let kind = match *mark {
            "-" => Crossing::Open,
            "~" => Crossing::River,
            "^" => Crossing::Pass,
            "=" => Crossing::Strait,
            _ => return Err(format!("land: expected - ~ ^ or = between {one} and {other}, found {mark:?}")),
        };
        let border = Border { kind, name: String::new(), cost: None };
        map.borders.entry((*one).into()).or_default().insert((*other).into(), border.clone());
        map.borders.entry((*other).into()).or_default().insert((*one).into(), border);
    }
    Ok(())
}

fn float(map: &mut Map, file: &MapFile, line: &str) -> Result<(), String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    for id in words.iter().step_by(2) {
        let basin = file.basin.get(*id).copied().unwrap_or_default();
        let difficulty = file.difficulty.get(*id).copied().unwrap_or(0);
        let sea =
            Sea { id: (*id).into(), name: (*id).into(), at: [0, 0], basin, difficulty, next: Vec::new() };
        map.seas.entry((*id).into()).or_insert(sea);
    }
    for step in words.windows(3).step_by(2) {
        let [one, mark, other] = step else { continue };
        if *mark != "-" {
            return Err(format!("sea: expected - between {one} and {other}, found {mark:?}"));
        }
        for (from, to) in [(one, other), (other, one)] {
            if let Some(sea) = map.seas.get_mut(*from) {
                sea.next.push((*to).into());
            }
        }
    }
    Ok(())
}

fn position(file: &CaseFile, world: &World) -> Result<Position, String> {
    let mut position = Position {
        deadline: 1,
        round: file.round.unwrap_or(1),
        last: 99,
        a_turn: 99,
        period: file.period.unwrap_or(1),
        weather: file.weather.unwrap_or_default(),
        others: Relation::Hostile,
        ..Position::default()
    };
    for (id, province) in &world.map.provinces {
        let mut ground = Ground::of(province);
        let sides = |list: &BTreeMap<String, String>| {
            list.get(&**id).map_or(0, |mark| if mark == "+" { 2 } else { u8::from(mark == "-") })
        };
        (ground.revolt, ground.pillage) = (sides(&file.map.revolt), sides(&file.map.pillage));
        if let Some(control) = file.map.control.get(&**id) {
            ground.control = Some(id_of(control));
        }
        position.grounds.insert(id.clone(), ground);
    }
    let stacks = file.stack.iter().map(|stack| stack.get_ref().owner.clone());
    let owners = file.map.owner.values().cloned().chain(file.map.nation.clone());
    let all: Vec<String> = file.initiative.iter().cloned().chain(stacks).chain(owners).collect();
    for name in all.iter().filter(|name| !name.is_empty() && *name != "none") {
        found(&mut position, name);
    }
    for power in &file.power {
        of_power(&mut position, power.get_ref());
    }
    for relation in &file.relation {
        let [one, other] = &relation.between;
        position.relations.push((id_of(one), id_of(other), relation.is));
    }
    for (order, stack) in file.stack.iter().enumerate() {
        raise(&mut position, world, stack.get_ref(), u32::try_from(order).unwrap_or(0))?;
    }
    Ok(position)
}

fn found(position: &mut Position, name: &str) {
    let id = id_of(name);
    if position.powers.contains_key(&id) {
        return;
    }
    let power = Power {
        name: name.to_owned(),
        seat: id.clone(),
        treasury: TREASURY,
        land: "Renaissance".into(),
        naval: "Carrack".into(),
        ..Power::default()
    };
    position.powers.insert(id.clone(), power);
    position.initiative.push(id);
}

fn of_power(position: &mut Position, file: &super::file::PowerFile) {
    found(position, &file.name);
    let id = id_of(&file.name);
    for minor in &file.minors {
        found(position, minor);
        let minor = id_of(minor);
        position.initiative.retain(|seat| *seat != minor);
        if let Some(power) = position.powers.get_mut(&minor) {
            power.seat = id.clone();
        }
    }
    position.passages.extend(file.passage.iter().map(|whose| (id.clone(), id_of(whose))));
    let Some(power) = position.powers.get_mut(&id) else { return };
    power.treasury = file.treasury.unwrap_or(TREASURY);
    power.land = file.land.clone().unwrap_or_else(|| power.land.clone());
    power.naval = file.naval.clone().unwrap_or_else(|| power.naval.clone());
}

fn raise(position: &mut Position, world: &World, file: &StackFile, order: u32) -> Result<(), String> {
    let id = Piece::from(file.id.as_str());
    let Some(at) = world.map.place(&file.at).cloned() else {
        return Err(format!("{id}: there is no place {}", file.at));
    };
    let owner = id_of(&file.owner);
    if let Some(leader) = &file.leader {
        let (name, leader) = leads(leader, &owner, &id, order);
        position.leaders.insert(name, leader);
    }
    let kind = Stack::kind(&id);
    let is_land = file.fleet.is_none() && file.privateer.is_none() && kind == Kind::Land;
    let force = if is_land { troops(world, file)? } else { Force::default() };
    let fleet = file.fleet.as_ref().map(sails).transpose().map_err(|why| format!("{id}: {why}"))?;
    let sails = !is_land && kind != Kind::Leader;
    let in_port = file.in_port || (sails && world.map.provinces.contains_key(&at));
    besiege(position, file, &at)?;
    let stack = Stack {
        owner,
        at,
        posture: match (file.in_fortress, in_port) {
            (true, _) => Posture::Fortress,
            (false, true) => Posture::Port,
            (false, false) => Posture::Open,
        },
        force,
        fleet: fleet.unwrap_or_default(),
        privateer: file.privateer.as_deref().map_or(0, |mark| if mark == "+" { 2 } else { 1 }),
        besieging: file.besieging,
        blockading: file.blockading.as_deref().map(Into::into),
        hungry: file.hungry,
        cut_off: file.out_of_supply,
        supply_is_said: true,
        aboard: file.aboard.as_deref().map(Piece::from),
        sheltered: file.sheltered,
    };
    match position.stacks.insert(id.clone(), stack) {
        Some(_) => Err(format!("{id} stands twice")),
        None => Ok(()),
    }
}

/// The troops of a stack, with arms of its own if it has them.
fn troops(world: &World, file: &StackFile) -> Result<Force, String> {
    let words = file.counters.as_deref().unwrap_or("LD");
    let mut force =
        fieldpost_europa::scenario::counters(words, world).map_err(|why| format!("{}: {why}", file.id))?;
    let Some(arms) = &file.arms else { return Ok(force) };
    force.arms = fieldpost_europa::scenario::arms(arms).map_err(|why| format!("{}: {why}", file.id))?;
    let (arms, counters) = (force.arms.thirds() / 3, force.thirds() / 3);
    if arms == counters {
        Ok(force)
    } else {
        Err(format!("{}: its arms are {arms} detachments, its counters {counters}", file.id))
    }
}

/// What a stack's file says of the province where it stands.
fn besiege(position: &mut Position, file: &StackFile, at: &map::Place) -> Result<(), String> {
    let Some(ground) = position.grounds.get_mut(at) else { return Ok(()) };
    if let Some(works) = &file.siege_works {
        ground.works = works.chars().map(|mark| u32::from(mark == '-') + 2 * u32::from(mark == '+')).sum();
    }
    ground.breach |= file.breach;
    ground.sieged = u32::from(file.besieging).max(ground.sieged);
    if file.in_port && ground.port == Port::None {
        return Err(format!("{}: {at} has no port", file.id));
    }
    Ok(())
}

fn leads(file: &super::file::LeaderFile, owner: &Owner, stack: &Piece, order: u32) -> (String, Leader) {
    let kind = match file.rank.as_str() {
        "P" => LeaderKind::Privateer,
        "G" => LeaderKind::General,
        "Gov" => LeaderKind::Governor,
        _ => LeaderKind::default(),
    };
    let rank = ["A", "B", "C", "D", "E", "F"].iter().position(|rank| *rank == file.rank).unwrap_or(5);
    let mut values = [file.manoeuvre, file.fire, file.shock];
    for (value, digit) in values.iter_mut().zip(file.values.as_deref().unwrap_or_default().chars()) {
        *value = digit.to_digit(10).and_then(|digit| i32::try_from(digit).ok()).unwrap_or(*value);
    }
    let leader = Leader {
        owner: owner.clone(),
        kind,
        rank: u8::try_from(rank).unwrap_or(5),
        order,
        values,
        siege: file.siege,
        stack: Some(stack.clone()),
        ..Leader::default()
    };
    (file.name.clone(), leader)
}

fn sails(file: &super::file::FleetFile) -> Result<Fleet, String> {
    let words = file.counters.as_deref().unwrap_or_default().split_whitespace();
    let counters = words
        .map(|word| FleetCounter::of(word).ok_or_else(|| format!("{word:?} is no FLEET")))
        .collect::<Result<_, _>>()?;
    Ok(Fleet { counters, ships: [file.galleys, file.warships, file.transports], damaged: [0; 3] })
}

fn line_of(text: &str, byte: usize) -> usize {
    1 + text.bytes().take(byte).filter(|byte| *byte == b'\n').count()
}

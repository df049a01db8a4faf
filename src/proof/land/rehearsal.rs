//! What a war that is played for trial came to: battles, cities that changed hands and armies of each turn, and all of it in
//! figures (the ledger), to be held against history.

use std::collections::BTreeMap;

use crate::land::rehearsal::ledger::Ledger;
use fieldpost_campaign::Table;
use fieldpost_campaign::fleet::Fleet;
use fieldpost_door::{Board, Rehearsal};
use fieldpost_engine::event::Told;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_land::combat::report::{BattleReport, CampReport};
use fieldpost_land::event::{Event, Fact};
use fieldpost_land::state::LandState;
use fieldpost_tell::place::Gazetteer;

mod ledger;
mod sea;

/// Opens the ledger of a war.
pub fn begin() -> Box<dyn Rehearsal> {
    Box::new(Ledger::default())
}

impl Rehearsal for Ledger {
    fn turn(&mut self, before: &dyn Board, after: &dyn Board, events: &[u8]) -> Result<Vec<String>, String> {
        let at_sea = match Fleet::of(before).zip(Fleet::of(after)) {
            Some((before, after)) => [sea::words(before, after, events)?, sea::afloat(after)].concat(),
            None => Vec::new(),
        };
        let events = events_of(events)?;
        let table = |board| Table::of(board).ok_or_else(|| "it is no campaign".to_owned());
        let (before, after) = (table(before)?, table(after)?);
        // Who goes aboard is no loss.
        let (all_before, all_after) = (before.all().state, after.all().state);
        let (map, before, after) = (&after.atlas.map, &before.land, &after.land);
        self.note_turn(all_before, all_after);
        let mut words = Vec::new();
        for event in events.iter().map(|told| &told.event) {
            if let Fact::Combat { at, battle } = &event.fact {
                let place = Gazetteer(map).heading(at.at);
                words.push(format!("{}: {place}, {}", event.phase, words_of(battle)));
                self.note_battle(battle);
            }
        }
        words.extend(fallen(before, after));
        words.extend(at_the_gates(after));
        words.extend(armies_words(all_before, all_after));
        words.extend(at_sea);
        Ok(words)
    }

    fn sum(&self) -> Vec<String> {
        self.words()
    }
}

/// What happened on land: of a war with ships its part of the paper.
fn events_of(paper: &[u8]) -> Result<Vec<Told<Event>>, String> {
    #[derive(serde::Deserialize)]
    struct Both {
        land: Vec<Told<Event>>,
    }
    let fault = |why: serde_json::Error| format!("the events cannot be read: {why}");
    match paper.first() {
        Some(b'{') => serde_json::from_slice::<Both>(paper).map(|both| both.land).map_err(fault),
        _ => serde_json::from_slice(paper).map_err(fault),
    }
}

/// Cities that changed hands.
fn fallen(before: &LandState, after: &LandState) -> Vec<String> {
    let is_other = |name: &String, now| before.cities.get(name).is_some_and(|was| was.control != now);
    let fallen = after.cities.iter().filter(|(name, city)| is_other(name, city.control));
    fallen.map(|(name, city)| format!("{name} falls to {}", city.control.words())).collect()
}

/// Who stands at the turn's end in the square of a city whose home is an enemy's, and how many of them in the city itself.
fn at_the_gates(state: &LandState) -> Vec<String> {
    let mut words = Vec::new();
    for (name, city) in &state.cities {
        let mut men = BTreeMap::<NationCode, (u32, u32)>::new();
        for unit in state.units.values().filter(|unit| unit.at == city.at && unit.is_combat()) {
            let (all, inside) = men.entry(unit.id.nation).or_default();
            *all += unit.strength;
            *inside += if unit.tac == city.tac { unit.strength } else { 0 };
        }
        let is_enemy = |nation: &NationCode| state.relations.between(*nation, city.home) == Relation::Hostile;
        for (nation, (all, inside)) in men.into_iter().filter(|(nation, _)| is_enemy(nation)) {
            words.push(format!(
                "{} stands in the square of {name} with {all} men, {inside} in it",
                nation.words()
            ));
        }
    }
    words
}

fn words_of(battle: &BattleReport) -> String {
    let camp = |camp: &CampReport| {
        let nations = camp.nations.iter().map(NationCode::words).collect::<Vec<_>>().join(" and ");
        format!("{nations} {} men lost {}", camp.men(), camp.losses())
    };
    let winner = if battle.attackers_won { "attackers" } else { "defenders" };
    format!("{} attacking {}; the {winner} won", camp(&battle.attackers), camp(&battle.defenders))
}

/// Men of every nation before and after.
fn armies(before: &LandState, after: &LandState) -> BTreeMap<NationCode, (u32, u32)> {
    let mut armies: BTreeMap<NationCode, (u32, u32)> = BTreeMap::new();
    for unit in before.units.values() {
        armies.entry(unit.id.nation).or_default().0 += unit.strength;
    }
    for unit in after.units.values() {
        armies.entry(unit.id.nation).or_default().1 += unit.strength;
    }
    armies
}

/// How many men each army has that is not what it was.
fn armies_words(before: &LandState, after: &LandState) -> Vec<String> {
    let armies = armies(before, after).into_iter().filter(|(_, (men, left))| men != left);
    let line = |(nation, (men, left)): (NationCode, (u32, u32))| {
        format!("{} has {left} men, {} since the turn began", nation.words(), signed(men, left))
    };
    let lines = armies.map(line).collect::<Vec<_>>();
    if lines.is_empty() { vec!["no army lost a man".into()] } else { lines }
}

fn signed(before: u32, after: u32) -> String {
    if after >= before { format!("+{}", after - before) } else { format!("-{}", before - after) }
}

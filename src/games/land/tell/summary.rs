//! The summary with which the event report begins: battles, cities, losses, and what needs attention. Who reads nothing
//! else knows how the turn went.

use schemars::JsonSchema;
use serde::Serialize;

use crate::attention::{Attention, attention};
use crate::battles::{BattleOutcome, BattleView, CampView};
use crate::gather::{NewsLine, Reader};
use crate::place::Near;
use crate::tell;
use crate::vantage::Vantage;
use crate::whose::Whose;
use fieldpost_engine::event::Saw;
use fieldpost_engine::words::{counted, listed};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::event::{Event, Fact, Shattering};
use fieldpost_land::unit::UnitId;

/// The turn in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Summary {
    /// Whether the player was told of nothing at all.
    pub quiet: bool,
    /// The turn in about ten lines at most: who met whom where, who won and why, what it cost, and what will be lost if
    /// nothing is done.
    pub lead: Vec<String>,
    /// The battles, by square, in the order in which they began.
    pub battles: Vec<BattlesView>,
    /// Cities and sieges, in the order of the turn.
    pub cities: Vec<CityNews>,
    /// What the player's own units lost, and what they gained.
    pub losses: Losses,
    /// What needs attention at the end of the turn, the gravest first.
    pub attention: Vec<Attention>,
}

/// The battles of a turn in one strategic square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BattlesView {
    /// The square, such as `H4-S1`.
    pub square: String,
    /// The city nearest to it.
    pub near: Option<Near>,
    /// Against whom; empty where the player's side had no part.
    pub against: Vec<String>,
    /// Battles that the player's side won.
    pub won: u32,
    /// Battles that it lost.
    pub lost: u32,
    /// Battles in which it had no part.
    pub witnessed: u32,
    /// Men that the player's own units lost.
    pub own_losses: u32,
    /// Men that the player's side lost, those of the own units among them.
    pub side_losses: u32,
    /// Men that the enemy lost, about.
    pub enemy_losses_about: u32,
    /// All of it in one sentence.
    pub sentence: String,
}

/// A city that was taken, besieged or relieved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CityNews {
    /// The city.
    pub city: String,
    /// Its square.
    pub square: String,
    /// What became of it.
    pub change: CityChange,
    /// All of it in one sentence.
    pub sentence: String,
}

/// What became of a city.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CityChange {
    /// The player's side has it now.
    Won,
    /// The player's side had it; the enemy has it now.
    Lost,
    /// It went from strangers to others.
    Taken,
    /// It is besieged, or no longer.
    Siege,
}

/// What the player's own units lost in the turn, in men unless it says otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Losses {
    /// In the fire of battles.
    pub fire: u32,
    /// In battles at close quarters.
    pub melee: u32,
    /// To bombardment.
    pub bombardment: u32,
    /// The guns whose shells that were, of those that were seen to fire.
    pub guns: Vec<String>,
    /// Whether guns out of sight were among them.
    pub unseen_guns: bool,
    /// To the guns of ships.
    pub ships: u32,
    /// The ships.
    pub ships_guns: Vec<String>,
    /// By shattering (rule 14.1).
    pub shattering: u32,
    /// With units that were destroyed.
    pub destroyed: u32,
    /// With units that surrendered.
    pub surrendered: u32,
    /// By desertion, of those who had nothing to eat (rule 11.10).
    pub desertion: u32,
    /// Stragglers who were left behind in a withdrawal (rule 7.5).
    pub stragglers: u32,
    /// All of these.
    pub total: u32,
    /// Men who came back in the turn, stragglers and wounded, of this loss or an earlier one.
    pub back: u32,
    /// Batteries taken by the enemy.
    pub batteries_lost: u32,
    /// Batteries taken from the enemy.
    pub batteries_taken: u32,
    /// All of it in one sentence; empty where there is nothing to tell.
    pub sentence: String,
}

impl Summary {
    /// The summary of the lines of a turn.
    pub fn of(lines: &[NewsLine<'_>], vantage: &Vantage<'_>, reader: Reader<'_>) -> Self {
        Summary {
            quiet: lines.is_empty(),
            lead: Vec::new(),
            battles: battles(lines, reader),
            cities: cities(lines, reader),
            losses: Losses::of(lines, reader),
            attention: attention(lines, vantage, reader),
        }
    }
}

fn battles(lines: &[NewsLine<'_>], reader: Reader<'_>) -> Vec<BattlesView> {
    let mut by_square: Vec<(StrategicSquare, Vec<&BattleView>)> = Vec::new();
    for line in lines {
        let Some((at, battle)) = line.square.zip(line.battle.as_ref()) else { continue };
        match by_square.iter_mut().find(|(square, _)| *square == at) {
            Some((_, battles)) => battles.push(battle),
            None => by_square.push((at, vec![battle])),
        }
    }
    by_square.into_iter().map(|(at, battles)| battles_view(at, &battles, reader)).collect()
}

fn battles_view(at: StrategicSquare, battles: &[&BattleView], reader: Reader<'_>) -> BattlesView {
    let count = |outcome| battles.iter().filter(|battle| battle.outcome == outcome).count() as u32;
    let camps = |ours: bool| {
        let has_part =
            |battle: &&&BattleView| reader.is_umpire() || battle.outcome != BattleOutcome::Witnessed;
        let in_part = battles.iter().filter(has_part);
        in_part.flat_map(|battle| &battle.camps).filter(move |camp| camp.is_ours == ours)
    };
    let mut against: Vec<String> = camps(false).flat_map(|camp| camp.nations.iter().cloned()).collect();
    against.sort_unstable();
    against.dedup();
    let own_rows = camps(true).flat_map(|camp| &camp.rows).filter(|row| row.is_own);
    let mut view = BattlesView {
        square: reader.places.label(at),
        near: reader.places.near(at),
        against,
        won: count(BattleOutcome::Won),
        lost: count(BattleOutcome::Lost),
        witnessed: count(BattleOutcome::Witnessed),
        own_losses: own_rows.map(|row| row.fire + row.melee).sum(),
        side_losses: camps(true).map(|camp| camp.lost).sum(),
        enemy_losses_about: camps(false).map(|camp| camp.lost).sum(),
        sentence: String::new(),
    };
    let (heading, first) =
        (reader.places.heading(at), battles.first().map_or(&[][..], |battle| &battle.camps));
    view.sentence = if reader.is_umpire() {
        format!("{heading}: {}. {}.", counted(battles.len(), "battle"), price_of_all(battles))
    } else {
        battle_words(&view, &heading, first)
    };
    view
}

/// `first` is the camps of the first battle, for where it was the only one.
fn battle_words(view: &BattlesView, heading: &str, first: &[CampView]) -> String {
    let fought = view.won + view.lost;
    if fought == 0 {
        let battles =
            if view.witnessed == 1 { "A battle".into() } else { format!("{} battles", view.witnessed) };
        return format!("{heading}: {battles} of others.");
    }
    let enemies = listed(&view.against);
    let what = match (fought, view.won) {
        (1, won) => {
            let attacked = first.first().is_some_and(|attackers| attackers.is_ours);
            let part = if attacked { "attacking" } else { "defending against" };
            format!("{}, {part} {enemies}", if won == 1 { "won" } else { "lost" })
        }
        (all, won) if won == all => format!("{all} battles against {enemies}, all won"),
        (all, 0) => format!("{all} battles against {enemies}, all lost"),
        (all, won) => format!("{all} battles against {enemies}, {won} won and {} lost", view.lost),
    };
    let own = match view.own_losses {
        own if own == view.side_losses => String::new(),
        0 => " (none of them yours)".into(),
        own => format!(" ({own} of them yours)"),
    };
    let price = price(view.side_losses, view.enemy_losses_about, &own);
    format!("{heading}: {what}. {price}")
}

/// What battles cost each side that was in them, by its nations, in a clause: `France lost 12 men, Austria nobody`.
pub(crate) fn price_of_all(battles: &[&BattleView]) -> String {
    let mut lost: Vec<(String, u32)> = Vec::new();
    for camp in battles.iter().flat_map(|battle| &battle.camps) {
        let nations = listed(&camp.nations);
        match lost.iter_mut().find(|(known, _)| *known == nations) {
            Some((_, men)) => *men += camp.lost,
            None => lost.push((nations, camp.lost)),
        }
    }
    let men = |lost: u32| if lost == 0 { "nobody".to_owned() } else { counted(lost, "man") };
    let words = lost.iter().enumerate().map(|(place, (nations, lost))| {
        let verb = if place == 0 { " lost" } else { "" };
        format!("{nations}{verb} {}", men(*lost))
    });
    words.collect::<Vec<_>>().join(", ")
}

/// What battles cost both sides, in a sentence.
pub(crate) fn price(ours: u32, theirs_about: u32, own: &str) -> String {
    let ours = if ours == 0 { "nobody".into() } else { counted(ours, "man") };
    let theirs =
        if theirs_about == 0 { "nobody that was seen".into() } else { format!("about {theirs_about}") };
    format!("Your side lost {ours}{own}, the enemy {theirs}.")
}

/// What became of cities; of one that was taken no siege is told besides.
fn cities(lines: &[NewsLine<'_>], reader: Reader<'_>) -> Vec<CityNews> {
    let news: Vec<CityNews> = lines.iter().filter_map(|line| city_news(line, reader)).collect();
    let is_taken =
        |name: &str| news.iter().any(|other| other.city == name && other.change != CityChange::Siege);
    let stands = |one: &&CityNews| one.change != CityChange::Siege || !is_taken(&one.city);
    news.iter().filter(stands).cloned().collect()
}

fn city_news(line: &NewsLine<'_>, reader: Reader<'_>) -> Option<CityNews> {
    let is_friend = |nation: NationCode| reader.is_friend(nation);
    let (city, at, change) = match line.fact() {
        Fact::CaptureCity { city, at, .. } if reader.is_umpire() => (city, at, CityChange::Taken),
        Fact::CaptureCity { city, at, by, .. } if is_friend(*by) => (city, at, CityChange::Won),
        Fact::CaptureCity { city, at, lost_by: Some(loser), .. } if !is_friend(*loser) => {
            (city, at, CityChange::Taken)
        }
        Fact::CaptureCity { city, at, .. } => (city, at, CityChange::Lost),
        Fact::Siege { city, at, .. } => (city, at, CityChange::Siege),
        _ => return None,
    };
    let title = match change {
        CityChange::Won => "Won: ",
        CityChange::Lost => "Lost: ",
        CityChange::Taken | CityChange::Siege => "",
    };
    let square = reader.places.label(at.at);
    let sentence = match change {
        CityChange::Siege => format!("{}.", tell::siege(line, city, reader, Some(&square))),
        _ => format!("{title}{} ({square}).", line.fact().why()?),
    };
    Some(CityNews { city: city.clone(), square, change, sentence })
}

impl Losses {
    fn of(lines: &[NewsLine<'_>], reader: Reader<'_>) -> Losses {
        let mut losses = Losses::default();
        for line in lines {
            losses.add_battle(line);
            losses.add_guns(line, reader);
            losses.add_shells(line, reader);
            for event in &line.events {
                losses.add(event, line.saw, reader);
            }
        }
        losses.add_ships(reader);
        losses.total = losses.kinds().iter().map(|(men, _)| men).sum();
        losses.sentence =
            losses.words(if reader.is_umpire() { "The units of all sides" } else { "Your units" });
        losses
    }

    fn add_battle(&mut self, line: &NewsLine<'_>) {
        let camps = line.battle.iter().flat_map(|battle| &battle.camps);
        for row in camps.flat_map(|camp| &camp.rows).filter(|row| row.is_own) {
            self.fire += row.fire;
            self.melee += row.melee;
        }
    }

    fn add_guns(&mut self, line: &NewsLine<'_>, reader: Reader<'_>) {
        let Fact::CaptureGuns { stand, of } = line.fact() else { return };
        let is_own = |unit| (reader.whose)(unit) == Whose::Own;
        self.batteries_lost += u32::from(is_own(*of));
        self.batteries_taken += u32::from(is_own(stand.unit));
    }

    /// Whose shells cost own units men.
    fn add_shells(&mut self, line: &NewsLine<'_>, reader: Reader<'_>) {
        let own = tell::struck(line).into_iter().filter(|(_, men)| *men > 0).map(|((_, unit), _)| unit);
        for unit in own.filter(|unit| (reader.whose)(*unit) == Whose::Own) {
            let guns = tell::guns_on(line, unit);
            self.unseen_guns |= guns.is_empty();
            for gun in guns.iter().map(UnitId::to_string) {
                if !self.guns.contains(&gun) {
                    self.guns.push(gun);
                }
            }
        }
    }

    fn add_ships(&mut self, reader: Reader<'_>) {
        for told in reader.befell.iter().filter(|told| told.lost > 0) {
            if (reader.whose)(told.unit) == Whose::Own {
                self.ships += told.lost;
                if !self.ships_guns.contains(&told.by) {
                    self.ships_guns.push(told.by.clone());
                }
            }
        }
    }

    /// The guns in words, such as `to the shells of AU1LA and of guns out of sight`.
    fn shells(&self) -> String {
        let units: Vec<UnitId> = self.guns.iter().filter_map(|gun| gun.parse().ok()).collect();
        match (units.is_empty(), self.unseen_guns) {
            (true, _) => "to shells from out of sight".into(),
            (false, true) => format!("to the shells of {} and of guns out of sight", tell::some(&units)),
            (false, false) => format!("to the shells of {}", tell::some(&units)),
        }
    }

    /// Adds what an event cost an own unit.
    fn add(&mut self, event: &Event, saw: Saw, reader: Reader<'_>) {
        let (loss, unit, men) = match &event.fact {
            Fact::Bombard { hit, men, .. } if saw != Saw::Start => (&mut self.bombardment, *hit, men),
            Fact::Shatter { step, men, end: Shattering::Destroyed, .. } => {
                (&mut self.destroyed, step.unit, men)
            }
            Fact::Shatter { step, men, .. } => (&mut self.shattering, step.unit, men),
            Fact::Surrender { stand, men, .. } => (&mut self.surrendered, stand.unit, men),
            Fact::Desert { stand, men } => (&mut self.desertion, stand.unit, men),
            Fact::Withdraw { stand, stragglers } => (&mut self.stragglers, stand.unit, stragglers),
            Fact::StragglersReturn { stand, men } | Fact::Rejoin { stand, men, .. } => {
                (&mut self.back, stand.unit, men)
            }
            _ => return,
        };
        if (reader.whose)(unit) == Whose::Own {
            *loss += men;
        }
    }

    fn kinds(&self) -> [(u32, String); 9] {
        [
            (self.fire, "in the fire".into()),
            (self.melee, "at close quarters".into()),
            (self.bombardment, self.shells()),
            (self.ships, format!("to the guns of {}", listed(&self.ships_guns))),
            (self.shattering, "when units shattered".into()),
            (self.destroyed, "with units that were destroyed".into()),
            (self.surrendered, "by surrender".into()),
            (self.desertion, "by desertion".into()),
            (self.stragglers, "as stragglers in withdrawal".into()),
        ]
    }

    /// What the men were lost to, in a few words that add up to all of them; empty where it is one thing.
    pub(crate) fn causes(&self) -> String {
        let kinds = [
            (self.fire + self.melee + self.bombardment + self.ships, "killed and wounded"),
            (self.surrendered, "taken"),
            (self.destroyed, "with units destroyed"),
            (self.shattering, "with units shattered"),
            (self.desertion, "deserted"),
            (self.stragglers, "strayed"),
        ];
        let kinds: Vec<String> =
            kinds.iter().filter(|(men, _)| *men > 0).map(|(men, how)| format!("{men} {how}")).collect();
        if kinds.len() > 1 { listed(&kinds) } else { String::new() }
    }

    /// All of it in a sentence or two, of whosever units they are.
    fn words(&self, units: &str) -> String {
        let kinds: Vec<(u32, String)> = self.kinds().into_iter().filter(|(men, _)| *men > 0).collect();
        let mut words = match kinds.as_slice() {
            [] => String::new(),
            [(1, how)] => format!("{units} lost 1 man, {how}."),
            [(men, how)] => format!("{units} lost {men} men, all {how}."),
            several => {
                let kinds: Vec<String> = several.iter().map(|(men, how)| format!("{men} {how}")).collect();
                format!("{units} lost {} men: {}.", self.total, listed(&kinds))
            }
        };
        for (batteries, verb) in [(self.batteries_lost, "lost"), (self.batteries_taken, "took")] {
            if batteries > 0 {
                words += if words.is_empty() { "" } else { " " };
                words += &format!("They {verb} {}.", counted(batteries, "battery"));
            }
        }
        if self.back > 0 {
            words += if words.is_empty() { "" } else { " " };
            words += &format!("{} came back, stragglers and wounded.", counted(self.back, "man"));
        }
        words
    }
}

//! Where things stand: stacks, leaders, land, and what lies between powers. Plain data that is written in order; nothing here
//! knows an order or a letter.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use serde::{Deserialize, Serialize};

use crate::map::{Map, Owner, Place, Port, Province};
use crate::tables::Tables;

mod course;
mod fleet;
mod goal;
mod land;
mod leader;
mod ledger;
mod stack;
mod turn;

pub use course::{Acts, Asked, Course, GoesOn, Phase, Rolled};
pub use fleet::{Fleet, FleetCounter, Ship};
pub use goal::{Goal, NoneOf};
pub use land::{Arm, Arms, Counter, Force, Size, in_thirds};
pub use leader::{Leader, LeaderKind};
pub use ledger::{Account, Entry, Ledger, Source};
pub use stack::{Kind, Posture, Stack};

/// How two owners stand to one another (EU-73).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    Hostile,
    #[default]
    Neutral,
    Allied,
}

/// The weather of a round (EU-72).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Weather {
    #[default]
    Good,
    Bad,
}

/// What a power's campaign of a round is called (rule B1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Campaign {
    None,
    Passive,
    SimpleWithoutLogistics,
    Simple,
    Major,
    Multiple,
}

impl Campaign {
    /// All of them, the cheapest first but for the one without logistics.
    pub const ALL: [Campaign; 6] = [
        Campaign::None,
        Campaign::Passive,
        Campaign::SimpleWithoutLogistics,
        Campaign::Simple,
        Campaign::Major,
        Campaign::Multiple,
    ];

    /// The words of the order.
    pub fn words(self) -> &'static str {
        match self {
            Campaign::None => "NONE",
            Campaign::Passive => "PASSIVE",
            Campaign::SimpleWithoutLogistics => "SIMPLE WITHOUT LOGISTICS",
            Campaign::Simple => "SIMPLE",
            Campaign::Major => "MAJOR",
            Campaign::Multiple => "MULTIPLE",
        }
    }

    /// The campaign of these words, in any case.
    pub fn of(words: &str) -> Option<Self> {
        Campaign::ALL.into_iter().find(|campaign| campaign.words().eq_ignore_ascii_case(words))
    }
}

/// A power that is played, or a minor that obeys one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Power {
    /// What it is called.
    pub name: String,
    /// Whose orders it obeys: its own id if it is played.
    pub seat: Owner,
    /// Who plays it.
    pub player: Option<PlayerNo>,
    /// In ducats.
    pub treasury: i64,
    /// How its armies fight, such as `Renaissance`.
    pub land: String,
    /// Whether they fight in tercios.
    #[serde(default)]
    pub tercios: bool,
    /// How its fleets fight, such as `Carrack`.
    pub naval: String,
    /// Points that the game administrator gave.
    #[serde(default)]
    pub points: i32,
    /// What it paid for its campaign of the round that was run last.
    #[serde(default)]
    pub paid: i64,
}

/// What a power knows of a province overseas (rule B6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Discovered {
    No,
    Yes,
    Never,
}

/// What of a province changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ground {
    pub owner: Option<Owner>,
    /// Who holds its fortress.
    pub control: Option<Owner>,
    /// The level of its fortress.
    pub fortress: u8,
    /// Whether a fort stands.
    #[serde(default)]
    pub fort: bool,
    /// Its harbour.
    pub port: Port,
    /// Siege works, counted in `-`; two make a `+`.
    #[serde(default)]
    pub works: u32,
    /// Rounds that the siege has lasted.
    #[serde(default)]
    pub sieged: u32,
    /// Whether the wall is breached.
    #[serde(default)]
    pub breach: bool,
    /// A revolt: 1 is `-`, 2 is `+`.
    #[serde(default)]
    pub revolt: u8,
    /// Pillage: 1 is `-`, 2 is `+`.
    #[serde(default)]
    pub pillage: u8,
    /// Detachments of natives.
    #[serde(default)]
    pub natives: u32,
    /// Whether they have risen.
    #[serde(default)]
    pub risen: bool,
    /// Whose mission stands there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mission: Option<Owner>,
    /// Who has discovered it, or never will.
    #[serde(default)]
    pub discovered: BTreeMap<Owner, Discovered>,
}

impl Ground {
    /// A province as the board has it.
    pub fn of(province: &Province) -> Self {
        Ground {
            owner: province.owner.clone(),
            control: province.owner.clone(),
            fortress: province.fortress,
            fort: province.fort,
            port: province.port,
            natives: province.natives.map_or(0, |natives| natives.detachments),
            ..Ground::default()
        }
    }

    /// Whether there is a wall to shelter behind.
    pub fn has_wall(&self) -> bool {
        self.fortress > 0 || self.fort
    }

    /// The level that rules ask for: a fort's is 0.
    pub fn level(&self) -> i32 {
        i32::from(self.fortress)
    }

    /// How many detachments it shelters: its level, a fort one (EU-23).
    pub fn room(&self) -> i32 {
        if self.fort { 1 } else { self.level() }
    }
}

/// What a power asked of the referee.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Who asked.
    pub power: Owner,
    /// What, in its own words.
    pub words: String,
    /// The deadline for which it was asked.
    pub deadline: u32,
    /// What the referee said; it is waited for while there is nothing.
    #[serde(default)]
    pub answer: Option<String>,
    /// Whether what it asks was done when it was granted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
    /// Whether its power took it back before it was answered.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
    /// What the power said to which it is an offer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<Reply>,
}

impl Request {
    /// Takes it back, if nobody has answered it yet.
    pub fn withdraw(&mut self) {
        if self.answer.is_none() {
            (self.answer, self.withdrawn) = (Some(WITHDRAWN.to_owned()), true);
        }
    }
}

/// The answer to what was taken back.
const WITHDRAWN: &str = "taken back";

/// What a power says to an offer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    pub accepted: bool,
    /// In its own words, if it has any.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
}

impl Reply {
    /// `yes`, `no: not without Naples`.
    pub fn said(&self) -> String {
        let word = if self.accepted { "yes" } else { "no" };
        if self.words.is_empty() { word.to_owned() } else { format!("{word}: {}", self.words) }
    }
}

/// What a power declared under seal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sealed {
    pub power: Owner,
    /// What, in its own words.
    pub words: String,
}

/// What the referee tells: a power, or everybody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct News {
    /// Whose it is; `None` is everybody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<Owner>,
    pub words: String,
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// Where things stand at the start of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The open deadline, counted from 1: rounds and, between turns, interphases.
    pub deadline: u32,
    /// The open round, or the one that comes after the open interphase.
    pub round: u32,
    /// The last round of the game.
    pub last: u32,
    /// Rounds of a turn (EU-75).
    pub a_turn: u32,
    /// Whether the open deadline is an interphase: the referee's time between turns.
    #[serde(default)]
    pub interphase: bool,
    /// The place of the open phase in the scenario's turn, the first is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub phase: u32,
    /// Whether the game is over.
    #[serde(default)]
    pub over: bool,
    /// I to VII, as a number.
    pub period: u8,
    /// The weather of the open round.
    pub weather: Weather,
    pub next_weather: Weather,
    /// Whether the weather is rolled.
    #[serde(default)]
    pub rolls_weather: bool,
    /// Seats, the highest in initiative first (EU-22).
    pub initiative: Vec<Owner>,
    /// Powers and minors.
    pub powers: BTreeMap<Owner, Power>,
    /// How pairs stand; either way round, the first named first in the order of names.
    pub relations: Vec<(Owner, Owner, Relation)>,
    /// How all other pairs stand.
    pub others: Relation,
    /// Who may pass through whose land.
    #[serde(default)]
    pub passages: BTreeSet<(Owner, Owner)>,
    /// What of provinces changes.
    pub grounds: BTreeMap<Place, Ground>,
    pub stacks: BTreeMap<Piece, Stack>,
    /// The leaders by name.
    pub leaders: BTreeMap<String, Leader>,
    /// What powers asked of the referee, by number.
    #[serde(default)]
    pub requests: BTreeMap<u32, Request>,
    /// How many requests there have been.
    #[serde(default)]
    pub requests_made: u32,
    /// What powers have declared under seal and nobody has read, in the order of receipt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sealed: Vec<Sealed>,
    /// What was opened for the open deadline, and is told to everybody: it is in letters of it still, and stays open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opened: Vec<Sealed>,
    /// What the referee told beside his edits since the last deadline: dice, events.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub news: Vec<News>,
    /// The events of the scenario that were done, each with its deadline.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub enacted: BTreeMap<u32, u32>,
    /// How often the referee rolled for the open deadline.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rolls: u32,
    /// Each power's account, where the scenario has one kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ledger: Option<Ledger>,
}

impl Position {
    /// Whose orders an owner obeys.
    pub fn seat<'a>(&'a self, owner: &'a Owner) -> &'a Owner {
        self.powers.get(owner).map_or(owner, |power| &power.seat)
    }

    /// Who commands a stack, if a player does.
    pub fn commander_of(&self, stack: &Stack) -> Option<PlayerNo> {
        self.powers.get(self.seat(&stack.owner))?.player
    }

    /// How two stand (EU-73): a pair of their own before that of their seats; who is of one seat is allied.
    pub fn relation(&self, one: &Owner, other: &Owner) -> Relation {
        if one == other {
            return Relation::Allied;
        }
        if let Some(relation) = self.listed(one, other) {
            return relation;
        }
        let (one, other) = (self.seat(one), self.seat(other));
        if one == other {
            return Relation::Allied;
        }
        if &**one == PIRATES || &**other == PIRATES {
            return Relation::Hostile;
        }
        self.listed(one, other).unwrap_or(self.others)
    }

    fn listed(&self, one: &Owner, other: &Owner) -> Option<Relation> {
        let is_pair = |(a, b): (&Owner, &Owner)| (a == one && b == other) || (a == other && b == one);
        self.relations.iter().find(|(a, b, _)| is_pair((a, b))).map(|(_, _, relation)| *relation)
    }

    /// Whether two are at war.
    pub fn hostile(&self, one: &Owner, other: &Owner) -> bool {
        self.relation(one, other) == Relation::Hostile
    }

    /// Whether they are of one side.
    pub fn allied(&self, one: &Owner, other: &Owner) -> bool {
        self.relation(one, other) == Relation::Allied
    }

    /// Whether land that one controls may be entered by another: neutral land not without PASSAGE (EU-73).
    pub fn admits(&self, control: &Owner, owner: &Owner) -> bool {
        let is_neutral = !self.hostile(owner, control) && !self.allied(owner, control);
        let granted = |who: &Owner, whose: &Owner| self.passages.contains(&(who.clone(), whose.clone()));
        let seat = self.seat(owner);
        !is_neutral || granted(owner, control) || granted(seat, control) || granted(seat, self.seat(control))
    }

    /// The place of an owner's seat in the list of initiative; who is in none comes last.
    pub fn rank(&self, owner: &Owner) -> usize {
        let seat = self.seat(owner);
        self.initiative.iter().position(|ranked| ranked == seat).unwrap_or(self.initiative.len())
    }

    /// What an owner is called.
    pub fn name<'a>(&'a self, owner: &'a str) -> &'a str {
        self.powers.get(owner).map_or(owner, |power| power.name.as_str())
    }

    /// The leaders with a stack, the highest in rank first.
    pub fn leaders_of(&self, stack: &Piece) -> Vec<(&String, &Leader)> {
        let with = |leader: &Leader| leader.stack.as_ref() == Some(stack) && leader.serves(self.round);
        let mut found: Vec<_> = self.leaders.iter().filter(|(_, leader)| with(leader)).collect();
        found.sort_by_key(|(_, leader)| (leader.rank, leader.order));
        found
    }

    /// A stack of leaders alone is no more when the last of them is gone; whether it was one.
    pub fn dissolve(&mut self, id: &Piece) -> bool {
        let is_empty = Stack::kind(id) == Kind::Leader
            && !self.leaders.values().any(|leader| leader.stack.as_ref() == Some(id));
        is_empty && self.stacks.remove(id).is_some()
    }

    /// A free id for a new stack of an owner, of the kind of another.
    pub fn free_id(&self, like: &Piece) -> Piece {
        let head = like.as_str().trim_end_matches(|c: char| c.is_ascii_digit());
        let free = (1..).map(|number| Piece::from(format!("{head}{number}")));
        free.into_iter().find(|id| !self.stacks.contains_key(id)).unwrap_or_else(|| like.clone())
    }

    /// Takes in what was asked for the open deadline, in order of receipt; what was answered before it is done with. What was answered
    /// already keeps its number, and its answer.
    pub fn ask(&mut self, asked: Vec<(Owner, String)>) {
        let open = self.deadline;
        self.requests.retain(|_, request| request.answer.is_none() || request.deadline == open);
        let early = self.requests.values().filter(|request| request.deadline == open);
        let mut early: Vec<(Owner, String)> =
            early.map(|request| (request.power.clone(), request.words.clone())).collect();
        for one in asked {
            if let Some(place) = early.iter().position(|known| *known == one) {
                early.remove(place);
                continue;
            }
            let (power, words) = one;
            self.requests_made += 1;
            while self.requests.contains_key(&self.requests_made) {
                self.requests_made += 1;
            }
            let request = Request { power, words, deadline: self.deadline, ..Request::default() };
            self.requests.insert(self.requests_made, request);
        }
        let last = self.requests.keys().next_back().copied().unwrap_or(0);
        self.requests_made = self.requests_made.max(last);
    }

    /// Takes in what was declared under seal for the open deadline and was not opened; of each power the later counts. What was
    /// told of that deadline is done with.
    pub fn keep_sealed(&mut self, declared: Vec<Sealed>) {
        for sealed in declared.into_iter().filter(|sealed| !self.opened.contains(sealed)).collect::<Vec<_>>()
        {
            self.sealed.retain(|known| known.power != sealed.power);
            self.sealed.push(sealed);
        }
        (self.opened, self.news, self.rolls) = (Vec::new(), Vec::new(), 0);
    }

    pub fn seat_of(&self, player: PlayerNo) -> Option<&Owner> {
        self.powers.iter().find(|(_, power)| power.player == Some(player)).map(|(id, _)| id)
    }

    /// All thirds of detachments and all ships and sides of privateers of an owner: what EU-25 holds together.
    pub fn strength_of(&self, owner: &Owner) -> (i32, i32) {
        let own = self.stacks.values().filter(|stack| stack.owner == *owner);
        own.fold((0, 0), |(land, sea), stack| (land + stack.force.thirds(), sea + stack.fleet.all()))
    }
}

/// The owner of pirates (EU-66).
pub const PIRATES: &str = "PIR";

/// What never changes of a game: its board and its tables.
#[derive(Clone, Debug, PartialEq)]
pub struct World {
    /// The board.
    pub map: Map,
    pub tables: Tables,
    /// The host's own figures of income, prices and maintenance.
    pub books: Books,
    /// How a turn goes.
    pub course: Course,
}

/// What the host's scenario says of money; where it is silent the referee's hand says it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Books {
    /// Whether a ledger is kept.
    pub kept: bool,
    /// What a province brings its owner a turn.
    pub income: BTreeMap<Place, i64>,
    /// What a counter costs, by its word; a level of a fortress by `FORTRESS`.
    pub price: BTreeMap<String, i64>,
    /// What a counter costs a turn to keep, by its word.
    pub maintenance: BTreeMap<String, i64>,
}

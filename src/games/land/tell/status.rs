//! Unit status blocks, in the form of the rulebook's sample (chapter 3).

use schemars::JsonSchema;
use serde::Serialize;

use crate::concern::{Concern, Note};
use crate::lack;
use crate::moves::{self, Moves};
use crate::place::Gazetteer;
use crate::spoken;
use crate::vantage::{Own, Vantage};
use fieldpost_engine::words::counted;
use fieldpost_ground::square::Grid;
use fieldpost_land::edits::fields::field_named;
use fieldpost_land::unit::{Guns, Quality, Source, Status, Weapon};

/// A unit's status report (chapter 3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StatusBlock {
    /// Its id, such as `FR3IN`: nation, number, type (rule 3.1).
    pub id: String,
    /// What it is called beside that, such as `Dupont`, if it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its type in words, such as `light cavalry`.
    pub kind: &'static str,
    /// Whether it acts.
    pub state: State,
    /// Whether the player of this report commands it; otherwise the player is the deputy (rule 3.5).
    pub is_commanded: bool,
    /// The player who commands it.
    pub commander: String,
    /// The player who deputises, if anybody does.
    pub deputy: Option<String>,
    /// Its strategic square (rule 3.3).
    pub square: String,
    /// The city that it is nearest to, in words.
    pub near: Option<String>,
    /// Its tactical square: column, row.
    pub tac: String,
    /// Whether it is inside the fort of its city (rule 2.6).
    pub in_fort: bool,
    /// Whether it is a pontoon bridge that lies across its square (rule 12.4).
    pub is_laid: bool,
    /// Men, gunners included.
    pub strength: u32,
    /// Batteries.
    pub batteries: u8,
    /// Regiments, in a book that counts in them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regiments: Option<u8>,
    /// Very Poor, Poor, Fair, Average, Good, Very Good or Excellent (rule 3.2).
    pub quality: &'static str,
    /// From 0 up (rule 3.6).
    pub experience: u16,
    /// From 0 to 100; it tends to return to 50 (rule 3.7).
    pub morale: u8,
    /// 0 is rested (rule 3.2).
    pub fatigue: u16,
    /// Who moves first on a tactical map, 1 (first) to 5, in a book that asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initiative: Option<u8>,
    /// Personal arms, such as `breechloader` (rule 3.4); none for guns alone, headquarters and bridges.
    pub weapon: Option<&'static str>,
    /// What its batteries have, such as `rifled guns`, if it has batteries.
    pub guns: Option<&'static str>,
    /// Supplies that it carries: 0 or 1, a corps headquarters up to 12 (rule 11.9).
    pub supplies: u8,
    /// Ammunition, 0 to 5 (rule 11.11).
    pub ammunition: u8,
    /// What it draws supplies from, if anything (rule 11.13).
    pub supply: Option<SourceView>,
    /// What it is in communications with, if anything (rule 11.1).
    pub communications: Option<SourceView>,
    /// How far it can move this turn.
    pub moves: Moves,
    /// Men of it lying wounded.
    pub wounded: u32,
    /// Men of it straggling.
    pub stragglers: u32,
    /// Men of it in enemy hands.
    pub prisoners: u32,
    /// What ails it, and why.
    pub notes: Vec<Note>,
}

impl StatusBlock {
    /// Its id, with its name where it has one.
    pub fn called(&self) -> String {
        called(&self.id, self.name.as_deref())
    }

    /// Whether it acts.
    pub fn is_active(&self) -> bool {
        self.state == State::Active
    }

    /// How it stands in its tactical square, where that is to be said.
    pub fn stands(&self) -> &'static str {
        match (self.in_fort, self.is_laid) {
            (true, _) => " (in the fort)",
            (_, true) => " (laid as a bridge)",
            _ => "",
        }
    }

    /// Whether there is anything to say of arms: not every book has kinds of them, and headquarters have none.
    pub fn has_arms(&self) -> bool {
        self.weapon.is_some() || self.guns.is_some()
    }

    /// Its arms and guns in words.
    pub fn arms(&self) -> String {
        let arms: Vec<&str> = self.weapon.into_iter().chain(self.guns).collect();
        if arms.is_empty() { "none".into() } else { arms.join(", ") }
    }

    /// Its men that are not with it, in words; empty if there are none.
    pub fn away(&self) -> String {
        let wounded = (self.wounded > 0).then(|| format!("{} wounded", self.wounded));
        let pools = [(self.stragglers, "straggler"), (self.prisoners, "prisoner")];
        let others = pools.iter().filter(|(men, _)| *men > 0).map(|(men, one)| counted(*men, one));
        wounded.into_iter().chain(others).collect::<Vec<_>>().join(", ")
    }

    /// What there is to say of it beyond its row: what is told of many alike stands under what needs attention.
    pub fn unusual_notes(&self) -> Vec<&str> {
        let is_told = |concern: Concern| {
            let tired = [Concern::TooTiredToMarch, Concern::TooTiredNearEnemies, Concern::NearlyTooTired];
            concern == Concern::EnemiesHere || tired.contains(&concern)
        };
        self.notes.iter().filter(|note| !is_told(note.concern)).map(|note| note.words.as_str()).collect()
    }

    /// Whether there is more to say of it than its row says.
    pub fn is_unusual(&self) -> bool {
        !self.unusual_notes().is_empty()
            || !self.away().is_empty()
            || !self.is_active()
            || !self.stands().is_empty()
    }

    /// Its quality in one letter or two.
    pub fn quality_mark(&self) -> String {
        self.quality.split(' ').filter_map(|word| word.chars().next()).collect()
    }

    /// How far it marches and moves, as a row has it: `3(2)+1 4` is three squares, two with a supply, one more by force,
    /// and four squares in each tactical phase.
    pub fn reach(&self) -> String {
        let Moves { march, march_with_supply, forced_march, tactical, .. } = &self.moves;
        let march = match (*march, *forced_march) {
            (0, _) => "-".to_owned(),
            (march, true) => format!("{march}({march_with_supply})+1"),
            (march, false) => format!("{march}({march_with_supply})"),
        };
        format!("{march} {tactical}")
    }
}

/// Whether a unit acts (chapters 13 and 14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    Active,
    Inactive,
    Shattered,
}

impl From<Status> for State {
    fn from(status: Status) -> Self {
        match status {
            Status::Active => State::Active,
            Status::Inactive => State::Inactive,
            Status::Shattered => State::Shattered,
        }
    }
}

impl State {
    /// What follows a unit's type, such as `, inactive`; nothing after an active one.
    pub fn suffix(self) -> &'static str {
        match self {
            State::Active => "",
            State::Inactive => ", inactive",
            State::Shattered => ", shattered",
        }
    }
}

/// Where supplies or orders come from (rules 11.1, 11.13).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct SourceView {
    /// What it is.
    pub kind: SourceKind,
    /// The unit's id, the city's name, or the depot's strategic square.
    pub name: String,
    /// Its name in a sentence.
    pub words: String,
}

/// What a source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SourceKind {
    Headquarters,
    City,
    Depot,
}

impl SourceView {
    fn of(source: &Source, grid: &Grid) -> Self {
        let (kind, name) = match source {
            Source::Unit(id) => (SourceKind::Headquarters, id.to_string()),
            Source::City(name) => (SourceKind::City, name.clone()),
            Source::Depot(at) => (SourceKind::Depot, grid.label(*at)),
        };
        SourceView { kind, name, words: source.words(grid) }
    }
}

/// An id with the name that stands beside it, if any does.
pub(crate) fn called(id: &str, name: Option<&str>) -> String {
    name.map_or_else(|| id.to_owned(), |name| format!("{id} {name}"))
}

/// The status block of a unit.
pub fn block(vantage: &Vantage<'_>, own: &Own<'_>) -> StatusBlock {
    let (unit, grid) = (own.unit, &vantage.atlas.map.grid);
    let has = |name: &str| field_named(name).is_some_and(|field| field.is_in(vantage.book));
    let has_arms = spoken::has_arms(vantage.book);
    StatusBlock {
        id: unit.id.to_string(),
        name: vantage.names().get(&unit.id).cloned(),
        kind: vantage.book.kind(unit.id.kind).words,
        state: unit.status.into(),
        is_commanded: own.is_commanded,
        commander: own.commander.into(),
        deputy: own.deputy.map(str::to_owned),
        square: grid.label(unit.at),
        near: Gazetteer(&vantage.atlas.map).near(unit.at).map(|near| near.words),
        tac: unit.tac.to_string(),
        in_fort: unit.in_fort,
        is_laid: unit.deployed,
        strength: unit.strength,
        batteries: unit.batteries,
        regiments: has("regiments").then_some(unit.regiments),
        quality: quality(unit.quality),
        experience: unit.experience,
        morale: unit.morale,
        fatigue: unit.fatigue,
        initiative: has("initiative").then_some(unit.initiative),
        weapon: weapon(unit.weapon).filter(|_| has_arms),
        guns: (has_arms && unit.batteries > 0).then(|| guns(unit.guns)),
        supplies: unit.supplies,
        ammunition: unit.ammunition,
        supply: unit.source.as_ref().map(|source| SourceView::of(source, grid)),
        communications: unit.communications.as_ref().map(|source| SourceView::of(source, grid)),
        moves: moves::of(unit, vantage.book),
        wounded: unit.wounded,
        stragglers: unit.stragglers,
        prisoners: unit.prisoners,
        notes: lack::notes(vantage, unit),
    }
}

fn quality(quality: Quality) -> &'static str {
    match quality {
        Quality::VeryPoor => "Very Poor",
        Quality::Poor => "Poor",
        Quality::Fair => "Fair",
        Quality::Average => "Average",
        Quality::Good => "Good",
        Quality::VeryGood => "Very Good",
        Quality::Excellent => "Excellent",
    }
}

fn weapon(weapon: Weapon) -> Option<&'static str> {
    match weapon {
        Weapon::Musket => Some("musket"),
        Weapon::Rifle => Some("rifle"),
        Weapon::Breechloader => Some("breechloader"),
        Weapon::Chassepot => Some("chassepot"),
        Weapon::Carbine => Some("carbine"),
        Weapon::BreechCarbine => Some("breech carbine"),
        Weapon::Sabre => Some("sabre"),
        Weapon::None => None,
    }
}

fn guns(guns: Guns) -> &'static str {
    match guns {
        Guns::Smoothbore => "smoothbore guns",
        Guns::Rifled => "rifled guns",
        Guns::Breech => "breech guns",
        Guns::Mitrailleuse => "mitrailleuses",
    }
}

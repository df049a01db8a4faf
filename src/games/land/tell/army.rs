//! A player's units together: what of them needs attention, who commands what, and the army list by corps and place
//! (rules 3.5, 5.3, 11.1).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::concern::Concern;
use crate::places::Side;
use crate::sheets::SheetView;
use crate::status::{SourceKind, SourceView, State, StatusBlock};
use fieldpost_land::unit::{UnitId, UnitType};

/// Units that something ails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Attention {
    /// What ails them. Why stands in each unit's status block.
    pub concern: Concern,
    /// The same in words.
    pub words: &'static str,
    /// How many they are.
    pub units: u32,
    /// Which they are, by square.
    pub places: Vec<UnitsAt>,
}

/// Units of one strategic square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UnitsAt {
    /// The square.
    pub square: String,
    /// The city nearest to it, in words.
    pub near: Option<String>,
    /// Their ids.
    pub units: Vec<String>,
    /// The enemies seen there, where that is what is told.
    pub enemies: Vec<String>,
}

impl UnitsAt {
    /// Square and city, such as `J5-S1, by Skalitz`.
    pub fn heading(&self) -> String {
        self.near.as_ref().map_or_else(|| self.square.clone(), |near| format!("{}, {near}", self.square))
    }
}

/// Units that one player commands and one deputises for (rule 3.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Command {
    /// Who commands them.
    pub commander: String,
    /// Who deputises, if anybody does.
    pub deputy: Option<String>,
    /// How many they are.
    pub units: u32,
    /// Which they are, by square.
    pub places: Vec<UnitsAt>,
}

/// The units of one headquarters, or of none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Corps {
    /// What holds them together.
    pub kind: CorpsKind,
    /// The headquarters' id or the city's name; empty for units that are on their own, or not active.
    pub name: String,
    /// What the headquarters is called beside its id, if it is the player's and has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub called: Option<String>,
    /// The army headquarters or city that a corps headquarters is in communications with, if any.
    pub under: Option<String>,
    /// Men of all of them.
    pub men: u32,
    /// Their batteries.
    pub batteries: u32,
    /// How many units they are; the headquarters is one where it is the player's.
    pub units: u32,
    /// Which they are, by square.
    pub places: Vec<UnitsAt>,
}

/// What holds units of an army list together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CorpsKind {
    /// An army headquarters, or a corps headquarters with the units that are in communications with it, or else draw
    /// supplies from it.
    Headquarters,
    /// A city with which units without a headquarters are in communications, or else draw from.
    City,
    /// Nothing: active units without headquarters or city.
    OnTheirOwn,
    /// Units that are not active.
    NotActive,
}

/// What needs attention, the worst first.
pub fn attention(units: &[StatusBlock], sheets: &[SheetView], is_umpire: bool) -> Vec<Attention> {
    let mut ailing: BTreeMap<Concern, Vec<&StatusBlock>> = BTreeMap::new();
    for unit in units {
        for note in &unit.notes {
            ailing.entry(note.concern).or_default().push(unit);
        }
    }
    let view = |(concern, units): (Concern, Vec<&StatusBlock>)| Attention {
        concern,
        words: concern.words_to(is_umpire),
        units: count(&units),
        places: by_square(&units),
    };
    let mut attention: Vec<Attention> = ailing.into_iter().map(view).collect();
    // Who takes no side has all units of the square in the list itself.
    let with_enemies = |thing: &&mut Attention| !is_umpire && thing.concern == Concern::EnemiesHere;
    for thing in attention.iter_mut().filter(with_enemies) {
        thing.places.iter_mut().for_each(|place| place.enemies = enemies_in(sheets, &place.square));
    }
    attention
}

/// The active enemies that are seen in a square.
fn enemies_in(sheets: &[SheetView], square: &str) -> Vec<String> {
    let here = sheets.iter().filter(|sheet| sheet.square == square).flat_map(|sheet| &sheet.places);
    let units = here.flat_map(|place| &place.units);
    let active = units.filter(|unit| unit.side == Side::Enemy && unit.state == State::Active);
    active.map(|unit| unit.id.clone()).collect()
}

/// Who commands what; the player's own commands first.
pub fn commands(units: &[StatusBlock]) -> Vec<Command> {
    let mut commands: BTreeMap<(bool, &str, Option<&str>), Vec<&StatusBlock>> = BTreeMap::new();
    for unit in units {
        let key = (!unit.is_commanded, unit.commander.as_str(), unit.deputy.as_deref());
        commands.entry(key).or_default().push(unit);
    }
    let view = |((_, commander, deputy), units): ((bool, &str, Option<&str>), Vec<&StatusBlock>)| Command {
        commander: commander.into(),
        deputy: deputy.map(str::to_owned),
        units: count(&units),
        places: by_square(&units),
    };
    commands.into_iter().map(view).collect()
}

fn count(units: &[&StatusBlock]) -> u32 {
    u32::try_from(units.len()).unwrap_or(u32::MAX)
}

/// Units by square, squares in the order in which their first units are listed.
fn by_square(units: &[&StatusBlock]) -> Vec<UnitsAt> {
    let mut places: Vec<UnitsAt> = Vec::new();
    for unit in units {
        match places.iter_mut().find(|place| place.square == unit.square) {
            Some(place) => place.units.push(unit.id.clone()),
            None => places.push(UnitsAt {
                square: unit.square.clone(),
                near: unit.near.clone(),
                units: vec![unit.id.clone()],
                enemies: Vec::new(),
            }),
        }
    }
    places
}

/// The army list: each army headquarters with its corps behind it, then corps without one, units that only have a
/// city, units on their own, units that are not active.
pub fn army(units: &[StatusBlock]) -> Vec<Corps> {
    let mut groups: BTreeMap<(CorpsKind, String), Vec<&StatusBlock>> = BTreeMap::new();
    for unit in units {
        groups.entry(group_of(unit)).or_default().push(unit);
    }
    let mut army: Vec<Corps> = groups.into_iter().map(corps).collect();
    army.sort_by_cached_key(rank);
    army
}

/// Where a group stands in the list: army headquarters before what is under them, by number.
fn rank(corps: &Corps) -> (CorpsKind, bool, Option<UnitId>, bool, Option<UnitId>, String) {
    let is_army = |id: &UnitId| id.kind == UnitType::ArmyHq;
    let own: Option<UnitId> = corps.name.parse().ok();
    let over = corps.under.as_ref().and_then(|name| name.parse().ok());
    let army = own.filter(is_army).or(over.filter(is_army));
    (corps.kind, army.is_none(), army, !own.is_some_and(|id| is_army(&id)), own, corps.name.clone())
}

fn group_of(unit: &StatusBlock) -> (CorpsKind, String) {
    if !unit.is_active() {
        return (CorpsKind::NotActive, String::new());
    }
    if is_headquarters(unit) {
        return (CorpsKind::Headquarters, unit.id.clone());
    }
    let links: Vec<&SourceView> = unit.communications.iter().chain(&unit.supply).collect();
    let first = |kind| links.iter().find(|link| link.kind == kind).map(|link| link.name.clone());
    let headquarters = first(SourceKind::Headquarters).map(|name| (CorpsKind::Headquarters, name));
    let city = || first(SourceKind::City).map(|name| (CorpsKind::City, name));
    headquarters.or_else(city).unwrap_or((CorpsKind::OnTheirOwn, String::new()))
}

fn is_headquarters(unit: &StatusBlock) -> bool {
    unit.id.parse::<UnitId>().is_ok_and(|id| id.kind.is_hq())
}

fn corps(((kind, name), units): ((CorpsKind, String), Vec<&StatusBlock>)) -> Corps {
    let own = units.iter().find(|unit| kind == CorpsKind::Headquarters && unit.id == name);
    let over = own.and_then(|own| own.communications.as_ref());
    Corps {
        called: own.and_then(|own| own.name.clone()),
        under: over.map(|link| link.name.clone()).filter(|over| *over != name),
        men: units.iter().map(|unit| unit.strength).sum(),
        batteries: units.iter().map(|unit| u32::from(unit.batteries)).sum(),
        units: count(&units),
        places: by_square(&units),
        kind,
        name,
    }
}

//! Unit status blocks, in the form of the rulebook's sample (chapter 3).

use serde::Serialize;

use crate::games::ground::square::Grid;
use crate::games::land::unit::{Guns, Quality, Source, Status, Weapon};
use crate::reports::vantage::{Own, Vantage};
use crate::reports::{lack, moves};

/// What a unit's status block shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct StatusBlock {
    pub id: String,
    /// What it is, in words; with its state, if it is not active.
    pub what: String,
    pub commander: String,
    pub deputy: String,
    pub strategic: String,
    pub tactical: String,
    pub strength: u32,
    pub batteries: u8,
    pub quality: &'static str,
    pub experience: u16,
    pub morale: u8,
    pub fatigue: u16,
    pub supplies: u8,
    pub ammunition: u8,
    pub supply: String,
    pub communications: String,
    pub regiments: u8,
    pub initiative: u8,
    pub arms: String,
    /// How far it can move this turn (rules 7.1 to 7.3, 9.1).
    pub moves: String,
    /// Men of it wounded, straggling, prisoners; empty if there are none.
    pub away: String,
    /// What it lacks or is too tired for, and why; one sentence each.
    pub notes: Vec<String>,
}

/// The status block of a unit.
pub fn block(vantage: &Vantage<'_>, own: &Own<'_>) -> StatusBlock {
    let (unit, grid) = (own.unit, &vantage.atlas.map.grid);
    let state = match unit.status {
        Status::Active => "",
        Status::Inactive => ", inactive",
        Status::Shattered => ", shattered",
    };
    let fort = match (unit.in_fort, unit.deployed) {
        (true, _) => " (in the fort)",
        (_, true) => " (laid as a bridge)",
        _ => "",
    };
    StatusBlock {
        id: unit.id.to_string(),
        what: format!("{}{state}", unit.id.kind.words()),
        commander: own.commander.into(),
        deputy: own.deputy.unwrap_or("none").into(),
        strategic: grid.label(unit.at),
        tactical: format!("{}{fort}", unit.tac),
        strength: unit.strength,
        batteries: unit.batteries,
        quality: quality(unit.quality),
        experience: unit.experience,
        morale: unit.morale,
        fatigue: unit.fatigue,
        supplies: unit.supplies,
        ammunition: unit.ammunition,
        supply: source(unit.source.as_ref(), grid),
        communications: source(unit.communications.as_ref(), grid),
        regiments: unit.regiments,
        initiative: unit.initiative,
        arms: arms(unit.weapon, (unit.batteries > 0).then_some(unit.guns)),
        moves: moves::words(unit),
        away: away(&[
            ("wounded", unit.wounded),
            ("stragglers", unit.stragglers),
            ("prisoners", unit.prisoners),
        ]),
        notes: lack::notes(vantage, unit).into_iter().chain(moves::too_tired_for(unit)).collect(),
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

fn source(source: Option<&Source>, grid: &Grid) -> String {
    source.map_or_else(|| "none".into(), |source| source.words(grid))
}

fn arms(weapon: Weapon, guns: Option<Guns>) -> String {
    let weapon = match weapon {
        Weapon::Musket => Some("musket"),
        Weapon::Rifle => Some("rifle"),
        Weapon::Breechloader => Some("breechloader"),
        Weapon::Chassepot => Some("chassepot"),
        Weapon::Carbine => Some("carbine"),
        Weapon::BreechCarbine => Some("breech carbine"),
        Weapon::Sabre => Some("sabre"),
        Weapon::None => None,
    };
    let guns = guns.map(|guns| match guns {
        Guns::Smoothbore => "smoothbore guns",
        Guns::Rifled => "rifled guns",
        Guns::Breech => "breech guns",
        Guns::Mitrailleuse => "mitrailleuses",
    });
    match (weapon, guns) {
        (Some(weapon), Some(guns)) => format!("{weapon}, {guns}"),
        (Some(one), None) | (None, Some(one)) => one.into(),
        (None, None) => "none".into(),
    }
}

fn away(pools: &[(&str, u32)]) -> String {
    let some: Vec<String> =
        pools.iter().filter(|pool| pool.1 > 0).map(|pool| format!("{} {}", pool.1, pool.0)).collect();
    some.join(", ")
}

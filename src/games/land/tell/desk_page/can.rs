//! What a unit can do at all by the book that is played, and why it cannot: answers for the desk page, which has no rule of its own.

use serde::Serialize;

use crate::desk_page::ground::by_turns;
use crate::desk_page::says::cited;
use crate::vantage::Vantage;
use fieldpost_ground::map::Terrain;
use fieldpost_land::book::Book;
use fieldpost_land::command::answers::OfUnit;
use fieldpost_land::movement::allowance::{allowance, fatigue_of_step};
use fieldpost_land::movement::foresee::after_the_supply_phase;
use fieldpost_land::orders::UnitOrders;
use fieldpost_land::unit::{Status, Unit, UnitType};

/// What a unit can do at all by the book, and why not; what does not hold is left out.
#[derive(Serialize)]
pub struct Can {
    /// Squares of a march without a forced one, if it is to carry no supplies and if it is (rules 7.1, 7.2, 11.9).
    march: [u8; 2],
    /// Squares more by a forced march (rule 7.3).
    #[serde(skip_serializing_if = "is_nothing")]
    force: u16,
    /// How much more than another step a forced one tires.
    #[serde(skip_serializing_if = "is_nothing")]
    strain: u16,
    /// Why it does not act.
    #[serde(skip_serializing_if = "Option::is_none")]
    idle: Option<String>,
    /// Why it does not march.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_march: Option<String>,
    /// Why it makes no tactical move.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_move: Option<String>,
    /// Why it does not go by rail.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_rail: Option<String>,
    /// Whether it is of those who move first in a strategic phase (rule 7.6).
    #[serde(skip_serializing_if = "is_not")]
    first: bool,
    /// Whether it is too tired for tactical moves near enemies (rule 9.1).
    #[serde(skip_serializing_if = "is_not")]
    tired: bool,
    /// Whether it may withdraw from a battle of last turn (rule 7.5).
    #[serde(skip_serializing_if = "is_not")]
    withdraw: bool,
    /// Whether it stands where there is track to destroy (rule 8.5).
    #[serde(skip_serializing_if = "is_not")]
    wreck: bool,
    /// Whether it has guns to bombard with (rule 10.15).
    #[serde(skip_serializing_if = "is_not")]
    bombard: bool,
    /// The squares that they reach from where it stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reach: Vec<String>,
    /// The squares of its map that no straight move reaches, for they lie on another bank (rule 9.7): by turns numbers of squares
    /// that it reaches and does not, row by row; nothing where it reaches all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    other_bank: Vec<usize>,
    /// Why it finds no supplies to carry (rules 11.9, 11.13).
    #[serde(skip_serializing_if = "Option::is_none")]
    bare: Option<String>,
    /// Why the player may not inactivate it (rule 13.1).
    #[serde(skip_serializing_if = "Option::is_none")]
    no_inactivate: Option<String>,
    /// Whether it feeds others (rule 11.6).
    #[serde(skip_serializing_if = "is_not")]
    feeds: bool,
    /// Supplies it carries at most (rule 11.9).
    carry: u8,
    /// Whether it is a pontoon bridge (rule 12.4).
    #[serde(skip_serializing_if = "is_not")]
    bridge: bool,
    /// Units of the player's into which it could be merged as they stand (rule 3.5b).
    merge: Vec<String>,
    /// Units of the player's in its square that have no guns, if it has a battery to give (rule 10.11).
    guns_to: Vec<String>,
}

fn is_not(flag: &bool) -> bool {
    !flag
}

fn is_nothing(number: &u16) -> bool {
    *number == 0
}

impl Can {
    /// The answers for a unit of the player's.
    pub fn of(vantage: &Vantage<'_>, unit: &Unit, answers: Option<&OfUnit>) -> Self {
        let other_bank = answers.map(|answers| answers.other_bank.as_slice()).unwrap_or_default();
        let kind = unit.id.kind;
        let row = vantage.book.kind(kind);
        let march = squares(vantage.book, unit);
        let tires = |forced| fatigue_of_step(vantage.book, kind, Terrain::Open, forced);
        let is_bridge = kind == UnitType::PontoonBridge;
        Can {
            march,
            force: u16::from(row.forced.is_some()),
            strain: tires(true).saturating_sub(tires(false)),
            idle: idle(unit),
            no_march: no_march(vantage.book, unit, march[0]),
            no_move: if row.tactical == 0 { Some("it does not move".into()) } else { idle(unit) },
            no_rail: no_rail(vantage, unit),
            first: row.first,
            tired: unit.fatigue > vantage.book.tactics.fatigue,
            withdraw: vantage.stands_on_battlefield(unit),
            wreck: vantage.atlas.map.is_rail(unit.at) && !is_bridge,
            bombard: unit.batteries > 0,
            reach: answers.iter().flat_map(|answers| &answers.reach).map(ToString::to_string).collect(),
            other_bank: if other_bank.contains(&true) {
                by_turns(other_bank.iter().copied())
            } else {
                Vec::new()
            },
            bare: answers.and_then(|answers| answers.bare.as_ref()).map(cited),
            no_inactivate: answers.and_then(|answers| answers.inactivation.clone()),
            feeds: kind == UnitType::CorpsHq,
            carry: row.load,
            bridge: is_bridge,
            merge: answers.iter().flat_map(|answers| &answers.merges).map(ToString::to_string).collect(),
            guns_to: mates(vantage, unit, |other| {
                let gives = unit.batteries > 0 && !kind.is_artillery();
                gives && other.batteries == 0 && other.id.kind.is_brigade()
            }),
        }
    }
}

/// The player's other units in a unit's square that suit.
fn mates(vantage: &Vantage<'_>, unit: &Unit, suits: impl Fn(&Unit) -> bool) -> Vec<String> {
    let others = vantage.own.iter().map(|own| own.unit).filter(|other| other.id != unit.id);
    others.filter(|other| other.at == unit.at && suits(other)).map(|other| other.id.to_string()).collect()
}

/// ROTD-EUWOL 7.1, 7.2, 11.9: squares of a march that is not forced, if the unit is to carry nothing and if it is.
fn squares(book: &Book, unit: &Unit) -> [u8; 2] {
    let light = after_the_supply_phase(unit, &UnitOrders::default());
    [allowance(book, &light), allowance(book, &Unit { supplies: 1, ..unit.clone() })]
}

/// Why a unit does not act (chapters 13, 14).
fn idle(unit: &Unit) -> Option<String> {
    match unit.status {
        Status::Active => None,
        Status::Inactive => Some("it is inactive".into()),
        Status::Shattered => Some("it is shattered".into()),
    }
}

/// ROTD-EUWOL 7.1, 7.3: why a unit does not march at all.
fn no_march(book: &Book, unit: &Unit, squares: u8) -> Option<String> {
    idle(unit).or_else(|| too_tired(book, unit)).or_else(|| {
        let row = book.kind(unit.id.kind);
        let stays = row.march == 0 || squares == 0 && row.forced.is_none();
        stays.then(|| "it cannot march".into())
    })
}

fn too_tired(book: &Book, unit: &Unit) -> Option<String> {
    let most = book.marches.fatigue;
    (unit.fatigue > most).then(|| format!("its fatigue of {} is above {most} (rule 7.1)", unit.fatigue))
}

/// ROTD-EUWOL 8.1: why a unit does not go by rail from where it stands, as far as the map tells.
fn no_rail(vantage: &Vantage<'_>, unit: &Unit) -> Option<String> {
    if vantage.book.rail.is_none() || !vantage.book.kind(unit.id.kind).rail {
        return Some("it does not go by rail (rule 8.1)".into());
    }
    if let Some(tired) = too_tired(vantage.book, unit) {
        return Some(idle(unit).unwrap_or(tired));
    }
    let map = &vantage.atlas.map;
    let at = map.grid.label(unit.at);
    (!map.is_rail(unit.at)).then(|| format!("there is no railway in {at}, where it stands (rule 8.1)"))
}

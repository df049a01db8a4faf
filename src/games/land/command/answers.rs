//! Answers for the desk page, worked out by the rules that the turn is run by on what the player sees: the page looks them up and
//! has no rule of its own.

use std::collections::BTreeMap;

use crate::combat::bombard;
use crate::command::seats::{Seats, may_assign, who_assigns};
use crate::command::{Opening, bar, is_ministerial, offices};
use crate::event::reason::{Reason, Why};
use crate::field::Field;
use crate::mergers;
use crate::orders::{AttackPosture, OfficeOrder, SupplyPlace, UnitOrder};
use crate::supply;
use crate::tactics::course::{self, Mover};
use crate::tactics::refusal::Refusal;
use crate::unit::{Unit, UnitId};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::seat::{Right, Seating};
use fieldpost_ground::square::TacticalSquare;

/// What is asked of one unit where it stands.
pub struct OfUnit {
    /// For each square of its tactical map whether no straight move leads there, for it lies on another bank (rule 9.7).
    pub other_bank: Vec<bool>,
    /// The squares that its guns reach (rule 10.15).
    pub reach: Vec<TacticalSquare>,
    /// Units of the player's into which it could be merged (rule 3.5b).
    pub merges: Vec<UnitId>,
    /// Why it finds no supplies to carry (rules 11.9, 11.13).
    pub bare: Option<Reason>,
    /// Why the player may not inactivate it (rule 13.1).
    pub inactivation: Option<String>,
}

impl OfUnit {
    /// The answers for a unit, and the player's other units.
    pub fn new(field: Field<'_>, player: PlayerNo, unit: &Unit, own: &[UnitId]) -> Self {
        let mover = Mover::new(field, unit, AttackPosture::default(), 1);
        let crosses = |to| course::check_banks(mover, unit.tac, to) == Err(Refusal::OtherBank);
        let reaches = |to: &TacticalSquare| *to != unit.tac && bombard::bar(field, unit, *to).is_none();
        let merges = |other: &&UnitId| mergers::bar(field, unit.id, **other).is_none();
        OfUnit {
            other_bank: TacticalSquare::all().map(crosses).collect(),
            reach: TacticalSquare::all().filter(reaches).collect(),
            merges: own.iter().filter(merges).copied().collect(),
            bare: supply::bare(field, unit),
            inactivation: inactivation(field, player, unit.id),
        }
    }
}

/// Rule 13.1: why a player may not inactivate a unit.
fn inactivation(field: Field<'_>, player: PlayerNo, unit: UnitId) -> Option<String> {
    let right = Opening(field.state).right_of(player, &unit.into())?;
    let orders = [UnitOrder::Inactivate];
    let is_by_office = right == Right::Deputy && is_ministerial(field.state, player, unit, &orders);
    let bar = bar(field.book, right, &UnitOrder::Inactivate).filter(|_| !is_by_office);
    bar.map(|bar| bar.to_string())
}

/// What the page says of a bombardment out of reach, with an `@` for its square, and of a move to another bank.
pub fn sentences() -> (Reason, Reason) {
    (bombard::never("@", Why::OutOfRange), Refusal::OtherBank.into())
}

/// Rules 3.4, 3.5, 8.5, 8.6, 11.5, 11.7, 13.1: why a player may not give an order of an office, by the words that it begins with;
/// nothing for those that the player may give. Of a player without units nothing is asked.
pub fn offices(field: Field<'_>, player: PlayerNo, own: &Unit) -> BTreeMap<&'static str, String> {
    let (at, tac) = (own.at, own.tac);
    let (depot, unit) = (SupplyPlace::Depot(at), own.id);
    let probes = [
        ("MOVE SUPPLIES", OfficeOrder::MoveSupplies { amount: 1, from: depot.clone(), to: depot.clone() }),
        ("ADD SUPPLIES", OfficeOrder::AddSupplies { amount: 1, to: depot }),
        ("PLACE DEPOT", OfficeOrder::PlaceDepot { at, tac }),
        ("PLACE CACHE", OfficeOrder::PlaceCache { at, tac }),
        ("REMOVE DEPOT", OfficeOrder::RemoveDepot(at)),
        ("REMOVE CACHE", OfficeOrder::RemoveCache(at)),
        ("REBUILD TRACK", OfficeOrder::RebuildTrack(at)),
        ("REBUILD BRIDGE", OfficeOrder::RebuildBridge(at)),
        ("UPGRADE", OfficeOrder::Upgrade(unit)),
        ("INACTIVATE", OfficeOrder::Inactivate(unit)),
    ];
    let fault = |order| offices::fault_of(field, &Opening(field.state), player, order);
    let mut faults: BTreeMap<_, _> =
        probes.iter().filter_map(|(name, order)| Some((*name, fault(order)?.to_string()))).collect();
    let seats = Seats { book: field.book, state: field.state, seats: &Opening(field.state) };
    if !may_assign(&seats, player, unit.nation) {
        faults.insert("ASSIGN", who_assigns(field.book).to_string());
    }
    faults
}

/// Rule 11.7: the cities from which a player may have supplies moved.
pub fn own_cities(field: Field<'_>, player: PlayerNo) -> Vec<String> {
    let may = |name: &&String| {
        let from = || SupplyPlace::City((*name).clone());
        let order = OfficeOrder::MoveSupplies { amount: 1, from: from(), to: from() };
        offices::fault_of(field, &Opening(field.state), player, &order).is_none()
    };
    field.state.cities.keys().filter(may).cloned().collect()
}

//! What receipts are held against (foresight.md, C): the true board without what one player cannot see, where a piece stands, and
//! which of its orders a turn refused. It is asked by the measure alone; no receipt is made of it.

use std::collections::BTreeSet;

use crate::foresight::foretold::words;
use crate::foresight::place_words;
use crate::ran::Ran;
use crate::table::Table;
use fieldpost_engine::event::Told;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_land::command::rehearsal::refusal_of;
use fieldpost_land::detection::Sight;
use fieldpost_land::event::Place;
use fieldpost_land::language::unit_of;
use fieldpost_land::unit::UnitId;
use fieldpost_sea::event::Fact;
use fieldpost_sea::language::ship_of;
use fieldpost_sea::ship::ShipId;
use fieldpost_tell::vantage::Vantage;

/// An order that a turn refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The order in canonical words, where the turn names it.
    pub order: String,
    /// Why, in the turn's words.
    pub why: String,
}

/// The true board without every piece that a player does not see.
pub fn without_unseen(table: &Table, by: PlayerNo) -> Option<Table> {
    let mut land = (*table.land).clone();
    let Some(fleet) = table.fleet() else {
        let nothing = Sight::default();
        let sight = table.sight(by).unwrap_or(&nothing);
        let seen = Vantage::of(by, &land, sight, &table.atlas, table.book)?.as_seen();
        let seen: BTreeSet<UnitId> = seen.units.keys().copied().collect();
        land.units.retain(|id, _| seen.contains(id));
        land.seats.retain(|id, _| seen.contains(id));
        return Some(table.with(land));
    };
    let seen: BTreeSet<UnitId> = fleet.land_as_known(by)?.units.keys().copied().collect();
    land.units.retain(|id, _| seen.contains(id));
    land.seats.retain(|id, _| seen.contains(id));
    let known: BTreeSet<ShipId> = fleet.known_ships(by).into_iter().map(|ship| ship.id).collect();
    let mut state = (*fleet.sea.state).clone();
    state.ships.retain(|id, _| known.contains(id));
    for groups in state.groups.values_mut() {
        groups.iter_mut().for_each(|group| group.retain(|id| known.contains(id)));
        groups.retain(|group| !group.is_empty());
    }
    state.groups.retain(|_, groups| !groups.is_empty());
    let own = fleet.units_of(by);
    let away = fleet.sea.away.iter().filter(|(id, _)| own.contains(id));
    let away = away.map(|(id, away)| (*id, away.clone())).collect();
    Some(fleet.after(land, state, away))
}

/// Where a piece stands, in the words in which a receipt's end is kept; none if it stands nowhere by itself.
pub fn place_of(table: &Table, piece: &Piece) -> Option<String> {
    if let Some(ship) = ship_of(piece) {
        let fleet = table.fleet()?;
        return Some(words(&fleet.sea.chart, fleet.sea.state.ships.get(&ship)?.at));
    }
    let unit = table.land.units.get(&unit_of(piece)?)?;
    Some(place_words(&table.atlas, Place { at: unit.at, tac: unit.tac }))
}

/// The orders of a piece that a turn refused, and why.
pub fn refused(ran: &Ran, piece: &Piece) -> Vec<Refused> {
    if let (Some(ship), Some(sea)) = (ship_of(piece), &ran.sea) {
        let refused = |told: &Told<fieldpost_sea::event::Event>| match &told.event.fact {
            Fact::Refused { here, order, why } if here.ship == ship => {
                let order = order.clone().unwrap_or_default();
                Some(Refused { order, why: why.words().into_owned() })
            }
            _ => None,
        };
        return sea.events.iter().filter_map(refused).collect();
    }
    let Some(unit) = unit_of(piece) else { return Vec::new() };
    let events = ran.outcome.events.iter().map(|told| &told.event);
    let of_it = events.filter_map(refusal_of).filter(|(id, _)| *id == unit);
    of_it.map(|(_, why)| Refused { order: String::new(), why: why.words().into_owned() }).collect()
}

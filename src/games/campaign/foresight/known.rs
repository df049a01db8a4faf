//! The war as one player knows it, for a rehearsal: own units and ships of the own side in sight whole, all others that the player's
//! ships and units see where they are seen, of their type and at rest. Of others nothing else goes in: not their damage, stores, crews
//! or orders.

use std::collections::BTreeSet;

use crate::fleet::Fleet;
use crate::orders::Ordered;
use crate::sea::Sea;
use crate::shore::{lanes, warships};
use crate::table::Table;
use crate::tell::chart::{self, Known};
use crate::turn::Away;
use fieldpost_door::ClosedBook;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::NationCode;
use fieldpost_land::detection::Sight;
use fieldpost_land::muster;
use fieldpost_land::state::LandState;
use fieldpost_land::turn::Afloat;
use fieldpost_land::unit::{Unit, UnitId, UnitType};
use fieldpost_sea::contact;
use fieldpost_sea::ship::{Ship, ShipId};
use fieldpost_sea::state::SeaState;
use fieldpost_sea::turn::Turn as SeaTurn;
use fieldpost_tell::vantage::Vantage;

/// Who commands ships of which the player knows no commander.
const SOMEBODY: PlayerNo = PlayerNo(u16::MAX);

/// Supplies of a unit of which nobody knows how much it has.
const PLENTY: u8 = u8::MAX;

impl Fleet<'_> {
    /// All ships that a player knows of: seen by own ships, and by own units on the shore.
    pub(crate) fn known_ships(self, by: PlayerNo) -> BTreeSet<Known> {
        let (chart, ashore) = (&self.sea.chart, self.ashore());
        chart::known(chart, &self.sea.state, by, |at| ashore.seen_from(chart, at).contains(&by))
    }

    /// The ships as the player knows them; of ports what is the side's.
    pub(super) fn sea_as_known(self, by: PlayerNo) -> SeaState {
        let state = &self.sea.state;
        let mut seen = (**state).clone();
        let known: BTreeSet<ShipId> = self.known_ships(by).into_iter().map(|ship| ship.id).collect();
        let nation = state.powers.player(by).map(|player| player.nation);
        let is_side = |of: NationCode| nation.is_some_and(|nation| state.allied(nation, of));
        seen.ships.retain(|id, _| known.contains(id));
        for ship in seen.ships.values_mut().filter(|ship| !is_side(ship.id.nation)) {
            *ship = Ship { name: std::mem::take(&mut ship.name), ..Ship::new(ship.id, ship.at, SOMEBODY) };
        }
        for groups in seen.groups.values_mut() {
            groups.iter_mut().for_each(|group| group.retain(|id| known.contains(id)));
            groups.retain(|group| !group.is_empty());
        }
        seen.groups.retain(|_, groups| !groups.is_empty());
        for port in seen.ports.values_mut().filter(|port| !port.holder.is_some_and(is_side)) {
            (port.stores, port.building) = (0, Vec::new());
        }
        seen.runs_on.retain(|id| is_side(id.nation));
        seen.late.clear();
        seen
    }

    /// The land as the player knows it: what units see, and what ships do.
    pub(crate) fn land_as_known(self, by: PlayerNo) -> Option<LandState> {
        let nothing = Sight::default();
        let sight = self.table.sight(by).unwrap_or(&nothing);
        let Table { land, atlas, book, .. } = self.table;
        Some(self.with_what_ships_see(by, Vantage::of(by, land, sight, atlas, book)?.as_seen()))
    }

    /// ROTD 11.6: the headquarters that feed units of the player's and that no report of the player's shows.
    pub(super) fn fed_by_the_unseen(self, by: PlayerNo) -> BTreeSet<UnitId> {
        let nothing = Sight::default();
        let sight = self.table.sight(by).unwrap_or(&nothing);
        let Table { land, atlas, book, .. } = self.table;
        let vantage = Vantage::of(by, land, sight, atlas, book);
        vantage.map(|vantage| vantage.fed_from_beyond().into_values().collect()).unwrap_or_default()
    }

    /// The land as a player's units see it, with the units that the player's ships see.
    pub(super) fn with_what_ships_see(self, by: PlayerNo, mut seen: LandState) -> LandState {
        for unit in self.units_seen_by_ships(by) {
            if !seen.units.contains_key(&unit.id) {
                seen.units.insert(unit.id, unit);
            }
        }
        // A battery that is seen has guns, or it would be gone.
        for unit in seen.units.values_mut().filter(|unit| unit.id.kind == UnitType::NavalBattery) {
            unit.batteries = unit.batteries.max(1);
        }
        seen
    }

    /// EU 12.7, N-86: the land without ferries of transports that a book has move: these ferry nobody.
    pub(super) fn without_ferries_that_move(self, book: &ClosedBook, mut seen: LandState) -> LandState {
        let ships = Ordered::of_book(self, book).ships;
        let moving = ships.iter().filter(|(_, orders)| orders.sailing.moves()).map(|(id, _)| id.to_string());
        let moving: BTreeSet<String> = moving.collect();
        seen.ferries.retain(|ferry| !moving.contains(&ferry.id));
        seen
    }

    fn units_seen_by_ships(self, by: PlayerNo) -> Vec<Unit> {
        let (chart, state, ashore) = (&self.sea.chart, &self.sea.state, self.ashore());
        let own = state.ships.values().filter(|ship| contact::officers(ship).contains(&by));
        let mut seen = Vec::new();
        for ship in own {
            let sees = |at, tac| contact::in_view(chart, &self.table.atlas, ship, at, tac);
            for (id, (at, tac)) in contact::units_seen(chart, state, &ashore, ship, sees) {
                if let Some(tac) = tac {
                    seen.push(Unit { supplies: PLENTY, ..muster::unit(self.table.book, id, at, tac) });
                }
            }
        }
        seen
    }

    /// The units that the player commands or deputises, on the land map and off it.
    pub(crate) fn units_of(self, by: PlayerNo) -> BTreeSet<UnitId> {
        let is_own = |seat: &fieldpost_land::state::Seat| seat.commander == by || seat.deputy == Some(by);
        let ashore = self.table.land.seats.iter().filter(|(_, seat)| is_own(seat)).map(|(id, _)| *id);
        let off = |(id, away): (&UnitId, &Away)| is_own(&away.seat).then_some(*id);
        ashore.chain(self.sea.away.iter().filter_map(off)).collect()
    }

    /// What ships are to the land as far as a player knows: own ones and those that they or the player's units see; nobody knows what
    /// others mean to do.
    pub(crate) fn known_afloat(self, by: PlayerNo, book: &ClosedBook) -> Afloat {
        let sea = self.known_sea(by, book);
        let is_clear = self.table.book.supply.transfers.sea_clear;
        Afloat { lanes: lanes(&sea, is_clear), warships: warships(&sea) }
    }

    /// The sea with the ships that a player knows of, and with the player's own orders.
    fn known_sea(self, by: PlayerNo, book: &ClosedBook) -> SeaTurn {
        let (Sea { chart, state, .. }, shore) = (self.sea, self.ashore());
        let own: Vec<&Ship> =
            state.ships.values().filter(|ship| contact::officers(ship).contains(&by)).collect();
        let is_known = |ship: &Ship| {
            contact::officers(ship).contains(&by)
                || own.iter().any(|own| own.is_active() && contact::detects(chart, own.at, ship.at))
                || shore.seen_from(chart, ship.at).contains(&by)
        };
        let mut known = (**state).clone();
        known.ships.retain(|_, ship| is_known(ship));
        let ships = Ordered::of_book(self, book).ships;
        SeaTurn::begin(chart, &self.table.atlas, known, ships, self.table.seed)
    }
}

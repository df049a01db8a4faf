//! The war as one player knows it, for a rehearsal: own units and ships of the own side in sight whole, all others that the player's
//! ships and units see where they are seen, of their type and at rest. Of others nothing else goes in: not their damage, stores, crews
//! or orders.

use std::collections::{BTreeMap, BTreeSet};

use crate::fleet::Fleet;
use crate::orders::Ordered;
use crate::sea::Sea;
use crate::shore::{contested, ferries, lanes, mark_rivers, warships};
use crate::table::Table;
use crate::tell::chart::{self, Known};
use crate::turn::{Away, Joint, Stop};
use fieldpost_door::ClosedBook;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_ground::tactical::Ground;
use fieldpost_land::detection::Sight;
use fieldpost_land::muster;
use fieldpost_land::orders::TurnOrders;
use fieldpost_land::sequence;
use fieldpost_land::state::LandState;
use fieldpost_land::turn::Afloat;
use fieldpost_land::unit::{Unit, UnitId, UnitType};
use fieldpost_sea::ashore::Site;
use fieldpost_sea::contact;
use fieldpost_sea::orders::Cargo;
use fieldpost_sea::phase::Phase as Naval;
use fieldpost_sea::ship::{Ship, ShipId};
use fieldpost_sea::state::SeaState;
use fieldpost_sea::turn::Turn as SeaTurn;
use fieldpost_tell::vantage::Vantage;

/// The seed of a rehearsal's dice: that of no game.
pub(super) const DICE: u64 = 0;

/// Who commands ships of which the player knows no commander.
const SOMEBODY: PlayerNo = PlayerNo(u16::MAX);

/// Supplies of a unit of which nobody knows how much it has.
const PLENTY: u8 = u8::MAX;

/// The land as ships leave it in a rehearsal before the first tactical phase.
pub(crate) struct FromShips {
    pub seen: LandState,
    pub afloat: Afloat,
    /// Squares in which ships may fight, or guns on the shore at ships, before anybody moves: who holds the water then is not known.
    pub fights: BTreeSet<StrategicSquare>,
    /// The player's headquarters that ships are to take aboard or set ashore.
    pub shipped: BTreeSet<UnitId>,
}

impl FromShips {
    /// The land where there are no ships.
    pub fn none(seen: LandState) -> Self {
        let (fights, shipped) = (BTreeSet::new(), BTreeSet::new());
        FromShips { seen, afloat: Afloat::default(), fights, shipped }
    }
}

/// WISC 7.1: where ships may fight as they lie now, each other or batteries.
fn fights(sea: &SeaTurn) -> BTreeSet<StrategicSquare> {
    let ships = sea.state.ships.values().filter_map(|ship| Some((sea.chart.square(ship.at)?, ship)));
    let under_guns = ships.filter(|(_, ship)| sea.is_commanded(ship.at, ship.id.nation));
    contested(sea).chain(under_guns.map(|(at, _)| at)).collect()
}

/// WISC 9.2, 9.4: headquarters that ships have orders to take aboard or to set ashore.
fn shipped(sea: &SeaTurn) -> BTreeSet<UnitId> {
    let cargoes = sea.progress.values().flat_map(|progress| &progress.orders.cargo);
    let named = cargoes.filter_map(|cargo| match cargo {
        Cargo::Load(what) | Cargo::Unload(what, ..) => what.parse::<UnitId>().ok(),
        _ => None,
    });
    named.filter(|unit| unit.kind == UnitType::CorpsHq).collect()
}

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
        // A bridge train on the water is laid.
        let atlas = &self.table.atlas;
        for unit in seen.units.values_mut().filter(|unit| unit.id.kind == UnitType::PontoonBridge) {
            unit.deployed |= atlas.sheet(unit.at).ground_at(unit.tac) == Ground::River;
        }
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

    /// What ships are to the land, as far as the player knows: those of the player's by their orders, those in sight at rest, for nobody knows
    /// what others mean to do.
    pub(crate) fn ashore_as_known(self, by: PlayerNo, book: &ClosedBook, seen: LandState) -> FromShips {
        let Table { atlas, book: rules, .. } = self.table;
        let begin = |seen: LandState| {
            let land = sequence::begin(atlas, rules, seen, TurnOrders::default(), DICE);
            Joint::begin(land, self.known_sea(by, book), self.aboard_of(by))
        };
        // WISC 9.4: whom a ship takes aboard in a port she has no room for when she ferries.
        let loads = Ordered::of_book(self, book)
            .ships
            .into_values()
            .any(|orders| orders.cargo.iter().any(|cargo| matches!(cargo, Cargo::Load(_))));
        let laden = loads.then(|| begin(seen.clone())).map(|mut joint| {
            joint.run(Some(Stop::Sea(Naval::Loading)));
            ferries(&joint.sea, atlas, false)
        });
        let mut joint = begin(seen);
        joint.run(Some(Stop::Sea(Naval::Orders)));
        let Joint { land, mut sea, .. } = joint;
        let mut seen = land.state;
        let fights = fights(&sea);
        sea.hold_rivers();
        mark_rivers(&sea, &mut seen.river_control);
        let nation = seen.player(by).map(|player| player.nation);
        let lanes = lanes(&sea, rules.supply.transfers.sea_clear);
        // WISC 3.4: who is out of stores by then sails home, and ferries nobody.
        sea.use_stores();
        let is_friend =
            |side| nation.is_some_and(|nation| seen.relations.between(nation, side).is_friendly());
        let ferries = laden.unwrap_or_else(|| ferries(&sea, atlas, false));
        seen.ferries = ferries.into_iter().filter(|ferry| is_friend(ferry.side)).collect();
        let afloat = Afloat { lanes, warships: warships(&sea) };
        FromShips { seen, afloat, fights, shipped: shipped(&sea) }
    }

    /// Who is off the land map that the player commands, or that is aboard the player's ships: they take room.
    fn aboard_of(self, by: PlayerNo) -> BTreeMap<UnitId, Away> {
        let own = self.units_of(by);
        let ships = &self.sea.state.ships;
        let is_own_ship = |id| ships.get(&id).is_some_and(|ship| contact::officers(ship).contains(&by));
        let is_known = |(id, away): &(&UnitId, &Away)| {
            own.contains(id) || matches!(away.site, Site::Aboard(ship) if is_own_ship(ship))
        };
        self.sea.away.iter().filter(is_known).map(|(id, away)| (*id, away.clone())).collect()
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
        SeaTurn::begin(chart, &self.table.atlas, known, ships, DICE)
    }
}

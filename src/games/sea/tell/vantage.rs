//! The one eye on the war at sea (promise 6): what one reader may know of a position, asked by name. No other file here names the position.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Atlas;
use fieldpost_ground::unit::UnitId;
use fieldpost_sea::ashore::{Ashore, Brigade};
use fieldpost_sea::chart::{Chart, CoastNo, PortNo, SeaNo};
use fieldpost_sea::contact::{self, Stands};
use fieldpost_sea::place::{Magazine, Place};
use fieldpost_sea::ship::{Ship, ShipId};
use fieldpost_sea::state::{PortState, SeaState, Wind};

/// A position at sea with the land as ships see it, of which nothing is told but through a [`Lookout`].
#[derive(Clone, Copy)]
pub struct Waters<'a> {
    pub chart: &'a Chart,
    /// The land's maps.
    pub atlas: &'a Atlas,
    pub state: &'a SeaState,
    pub ashore: &'a Ashore,
}

impl<'a> Waters<'a> {
    /// As a player knows them.
    pub fn seen_by(self, player: PlayerNo) -> Lookout<'a> {
        Lookout { chart: self.chart, waters: self, player: Some(player) }
    }

    /// As a game administrator does, who sees everything.
    pub fn seen_by_all(self) -> Lookout<'a> {
        Lookout { chart: self.chart, waters: self, player: None }
    }
}

/// What one player may know of the war at sea, or a game administrator.
#[derive(Clone, Copy)]
pub struct Lookout<'a> {
    pub chart: &'a Chart,
    waters: Waters<'a>,
    /// None: a game administrator.
    player: Option<PlayerNo>,
}

/// Naval stores that a side keeps inland: where, in words, and how many.
pub(super) struct Inland {
    pub name: String,
    pub stores: u32,
}

impl<'a> Lookout<'a> {
    /// The player who reads; none for a game administrator.
    pub fn player(&self) -> Option<PlayerNo> {
        self.player
    }

    /// The player's nation.
    pub(super) fn nation(&self) -> Option<NationCode> {
        self.waters.state.powers.player(self.player?).map(|player| player.nation)
    }

    fn has(&self, ship: &Ship) -> bool {
        self.player.is_none_or(|player| contact::officers(ship).contains(&player))
    }

    /// The ships that the reader commands or deputises for, in id order; to a game administrator all.
    pub(super) fn ships(&self) -> impl Iterator<Item = &'a Ship> + use<'a> {
        let (eye, state) = (*self, self.waters.state);
        state.ships.values().filter(move |ship| eye.has(ship))
    }

    /// What a ship of the reader's sees of others; of a ship of somebody else's nothing is told.
    pub(super) fn seen_from(&self, ship: &Ship) -> Vec<&'a Ship> {
        let Waters { chart, state, .. } = self.waters;
        let seen = contact::seen_from(chart, state, ship).map(|other| other.id).filter(|_| self.has(ship));
        let seen: Vec<ShipId> = seen.collect();
        seen.iter().filter_map(|id| state.ships.get(id)).collect()
    }

    /// EU 4.3, WISC 5.2: the ships of others that the player's land units see: in their square, and in coastal waters off it.
    pub fn seen_from_shore(&self) -> Vec<&'a Ship> {
        let Waters { chart, state, ashore, .. } = self.waters;
        let Some(player) = self.player else { return Vec::new() };
        let others = state.ships.values().filter(|ship| ship.is_active() && !self.has(ship));
        others.filter(|ship| ashore.seen_from(chart, ship.at).contains(&player)).collect()
    }

    /// The ids of ships that the reader knows to lie in a place: own ones, and those in sight.
    pub(super) fn known_in(&self, at: Place) -> BTreeMap<ShipId, &'a Ship> {
        let own: Vec<&Ship> = self.ships().collect();
        let seen = own.iter().flat_map(|ship| self.seen_from(ship)).chain(self.seen_from_shore());
        let there = own.iter().copied().chain(seen).filter(|ship| ship.at == at);
        there.map(|ship| (ship.id, ship)).collect()
    }

    /// The ships that sail under the orders of one of the reader's.
    pub(super) fn led_by(&self, ship: &Ship) -> Vec<ShipId> {
        let led = self.waters.state.ships.values().filter(|other| other.attached_to == Some(ship.id));
        led.filter(|_| self.has(ship)).map(|other| other.id).collect()
    }

    /// Where a ship lies from one of the reader's in the same open water: true to windward of her, false to leeward; none where it is not
    /// to be told apart.
    pub(super) fn lies_to_windward(&self, ship: &Ship, other: &Ship) -> Option<bool> {
        let groups = self.waters.state.groups.get(&ship.at);
        let groups = groups.filter(|_| ship.at == other.at && ship.at.is_open())?;
        let place = |id| groups.iter().position(|group| group.contains(&id));
        let (own, their) = (place(ship.id)?, place(other.id)?);
        (own != their).then_some(their < own)
    }

    /// WISC 5.1, 5.2: the land units of others that a ship of the reader's sees for certain.
    pub(super) fn units_seen(&self, ship: &Ship) -> BTreeMap<UnitId, Stands> {
        let Waters { chart, atlas, state, ashore } = self.waters;
        let sees = |at: StrategicSquare, tac: TacticalSquare| contact::in_view(chart, atlas, ship, at, tac);
        if self.has(ship) { contact::units_seen(chart, state, ashore, ship, sees) } else { BTreeMap::new() }
    }

    /// WISC 6.6: the batteries of enemies in the square of a ship of the reader's.
    pub(super) fn batteries_over(&self, ship: &Ship) -> Vec<UnitId> {
        let square = self.chart.square(ship.at).filter(|_| ship.at.is_inland() && self.has(ship));
        let hostile = |of| self.hostile(of, ship.id.nation);
        let over = square.into_iter().flat_map(|square| self.waters.ashore.batteries_at(square, hostile));
        over.map(|unit| unit.id).collect()
    }

    /// The land units aboard a ship of the reader's.
    pub(super) fn aboard(&self, ship: &Ship) -> impl Iterator<Item = &'a Brigade> + use<'a> {
        let is_own = self.has(ship);
        self.waters.ashore.aboard(ship.id).filter(move |_| is_own)
    }

    /// The wind in a sea area, where it is known.
    pub(super) fn wind(&self, sea: SeaNo) -> Option<Wind> {
        self.waters.state.winds.get(&sea).copied()
    }

    /// N-42: the ports of the side of a Naval Secretary, who knows all of them; to others none.
    pub(super) fn ports(&self) -> Vec<(PortNo, &'a PortState)> {
        let Some(nation) = self.secretary_of() else { return Vec::new() };
        let is_own = |port: &PortState| port.holder.is_some_and(|of| self.allied(of, nation));
        let own = self.waters.state.ports.iter().filter(|(_, port)| is_own(port));
        own.map(|(number, port)| (*number, port)).collect()
    }

    /// WISC 3.5: inland cities, depots and caches of the side of a Naval Secretary that keep naval stores.
    pub(super) fn magazines(&self) -> Vec<Inland> {
        let Some(nation) = self.secretary_of() else { return Vec::new() };
        let Waters { chart, state, ashore, .. } = self.waters;
        let own =
            state.inland.iter().filter(|(at, _)| ashore.keeps_stores(**at, |of| self.allied(of, nation)));
        let own =
            own.map(|(at, stores)| Inland { name: chart.magazine(Magazine::Inland(*at)), stores: *stores });
        own.collect()
    }

    fn secretary_of(&self) -> Option<NationCode> {
        let player = self.player?;
        self.waters.state.powers.secretaries.iter().find(|row| *row.1 == player).map(|row| *row.0)
    }

    /// The harbors of some coastal waters of which a holder passes a test: whose a port is stands on every map.
    pub(super) fn ports_held(&self, coast: CoastNo, is_meant: impl Fn(NationCode) -> bool) -> Vec<&'a str> {
        let ports = self.chart.inlets(coast).into_iter().filter_map(|inlet| self.chart.port_in(inlet));
        let held = ports.filter(|port| self.waters.state.holder(*port).is_some_and(&is_meant));
        held.map(|port| self.chart.port(port).name.as_str()).collect()
    }

    /// Whether a port is of a nation's side.
    pub(super) fn is_friendly(&self, port: PortNo, nation: NationCode) -> bool {
        self.waters.state.is_friendly(port, nation)
    }

    /// Whether two nations are of one side: everybody knows.
    pub(super) fn allied(&self, one: NationCode, other: NationCode) -> bool {
        self.waters.state.allied(one, other)
    }

    /// Whether two nations are at war with one another.
    pub(super) fn hostile(&self, one: NationCode, other: NationCode) -> bool {
        self.waters.state.hostile(one, other)
    }

    /// What a player is called; of a number that none has, that it is nobody.
    pub(super) fn name(&self, number: PlayerNo) -> &'a str {
        self.waters.state.powers.player(number).map_or("nobody", |player| player.name.as_str())
    }

    /// The ids of the reader's ships.
    pub(super) fn own_ids(&self) -> BTreeSet<ShipId> {
        self.ships().map(|ship| ship.id).collect()
    }
}

//! The position at sea between two turns: ships, who lies where in what order, ports and rivers held, the wind.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};

use crate::chart::{Chart, PortNo, SeaNo};
use crate::kind::Kind;
use crate::place::Place;
use crate::ship::{Ship, ShipId};
use fieldpost_ground::map::StrategicMap;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::powers::Powers;
use fieldpost_ground::square::{Direction, StrategicSquare};
use fieldpost_ground::unit::UnitId;

/// Winds are light, moderate or heavy (1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    Light,
    Moderate,
    Heavy,
}

impl Strength {
    /// Every strength with its word.
    pub const ALL: [(Strength, &'static str); 3] =
        [(Strength::Light, "light"), (Strength::Moderate, "moderate"), (Strength::Heavy, "heavy")];

    /// Its word.
    pub fn words(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// The wind of a sea area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wind {
    /// Where it blows from.
    pub from: Direction,
    /// How hard.
    pub strength: Strength,
}

/// What lies in a port (1.9, 3.3, 3.4).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PortState {
    /// Who holds it; nobody of a war if it is foreign.
    pub holder: Option<NationCode>,
    /// Naval stores.
    pub stores: u32,
    /// What its yard can work on in a turn.
    pub yard: u32,
    /// Ships on the stocks: they take a place of the yard each, transports none.
    pub building: Vec<Stock>,
}

/// A ship on the stocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stock {
    pub nation: NationCode,
    /// Her type.
    pub kind: Kind,
    /// The name that she will bear, unless the list is to say.
    pub name: String,
    /// The turn at whose end she is ready (N-79).
    pub ready: u32,
}

/// Groups in a place, from windward to leeward (N-56); in harbors and rivers the order says nothing.
pub type Groups = Vec<BTreeSet<ShipId>>;

/// The position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SeaState {
    /// The turn that is open, the first is 1.
    pub turn: u32,
    /// The month of the turn's first day, January is 1: it chooses the winds.
    pub month: u8,
    /// Who plays, in which office and against whom: the land's to keep where both are played, and not written a second time here.
    #[serde(skip)]
    pub powers: Arc<Powers>,
    pub ships: BTreeMap<ShipId, Ship>,
    /// Which ships keep together in each place.
    pub groups: BTreeMap<Place, Groups>,
    pub ports: BTreeMap<PortNo, PortState>,
    /// Naval stores in inland cities, depots and caches, by their squares (3.5).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub inland: BTreeMap<StrategicSquare, u32>,
    /// Who holds river squares that are not held with their land.
    pub rivers: BTreeMap<StrategicSquare, NationCode>,
    /// To whom border states belong (N-76).
    pub border: Option<NationCode>,
    /// The wind of each sea area.
    pub winds: BTreeMap<SeaNo, Wind>,
    /// Names of ships to come, by nation and type (2.2).
    pub names: BTreeMap<NationCode, BTreeMap<Kind, Vec<String>>>,
    /// Names of ships that were lost or taken: nobody bears them again.
    pub gone: BTreeSet<String>,
    /// Ships that are to run past the batteries which halted them (4.7).
    pub runs_on: BTreeSet<ShipId>,
    /// What garrisons saw on the turn before, to be told now (5.2).
    pub late: BTreeMap<NationCode, Vec<String>>,
    /// Units that ships in harbor saw by chance when the last turn ended (5.2).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", serialize_with = "as_words")]
    pub glimpsed: BTreeMap<ShipId, BTreeSet<UnitId>>,
}

/// Units in the order of their ids as words, in which kept positions have them.
fn as_words<S: Serializer>(
    glimpsed: &BTreeMap<ShipId, BTreeSet<UnitId>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let words = |units: &BTreeSet<UnitId>| units.iter().map(UnitId::to_string).collect::<BTreeSet<String>>();
    serializer.collect_map(glimpsed.iter().map(|(ship, units)| (ship, words(units))))
}

/// N-84: the two nations that are at war unless a scenario says otherwise.
const AT_WAR: [&str; 2] = ["US", "CS"];

impl SeaState {
    /// How two nations stand: the Union and the Confederacy are at war, all others neutral, unless it is said.
    pub fn relation(&self, one: NationCode, other: NationCode) -> Relation {
        let usual = || {
            let at_war = [one, other].iter().all(|nation| AT_WAR.contains(&nation.as_str()));
            if at_war { Relation::Hostile } else { Relation::Neutral }
        };
        self.powers.relation(one, other).unwrap_or_else(usual)
    }

    /// Whether two nations are at war.
    pub fn hostile(&self, one: NationCode, other: NationCode) -> bool {
        self.relation(one, other) == Relation::Hostile
    }

    /// Whether two nations are of one side.
    pub fn allied(&self, one: NationCode, other: NationCode) -> bool {
        self.relation(one, other).is_friendly()
    }

    /// Who holds a port.
    pub fn holder(&self, port: PortNo) -> Option<NationCode> {
        self.ports.get(&port).and_then(|port| port.holder)
    }

    /// Whether a port is of a nation's side.
    pub fn is_friendly(&self, port: PortNo, nation: NationCode) -> bool {
        self.holder(port).is_some_and(|holder| self.allied(holder, nation))
    }

    /// N-76: who holds a river square: as the state's land is held, unless the square differs.
    pub fn river_holder(&self, map: &StrategicMap, at: StrategicSquare) -> Option<NationCode> {
        self.rivers.get(&at).copied().or_else(|| self.land_holder(map, at))
    }

    /// Who holds a square's state at the beginning.
    pub fn land_holder(&self, map: &StrategicMap, at: StrategicSquare) -> Option<NationCode> {
        let (_, nation) = Chart::state_of(map, at)?;
        if nation == "border" { self.border } else { NationCode::new(nation) }
    }

    /// The ships in a place that serve, lowest id first.
    pub fn active_at(&self, at: Place) -> impl Iterator<Item = &Ship> {
        self.ships.values().filter(move |ship| ship.at == at && ship.is_active())
    }

    /// The active hostile warships in a place: who bars, fights, and is counted (N-71).
    pub fn hostile_warships(&self, at: Place, nation: NationCode) -> impl Iterator<Item = &Ship> {
        self.active_at(at).filter(move |ship| ship.is_warship() && self.hostile(ship.id.nation, nation))
    }

    /// The nation's lowest free number of a type (2.2, 7.6).
    pub fn free_id(&self, nation: NationCode, kind: Kind) -> ShipId {
        let of = |number: u16| ShipId { nation, number, kind };
        of((1..u16::MAX).find(|number| !self.ships.contains_key(&of(*number))).unwrap_or(u16::MAX))
    }

    /// The first name of the nation's list for a type that no ship, lost or living, bears.
    pub fn free_name(&self, nation: NationCode, kind: Kind) -> String {
        let list = self.names.get(&nation).and_then(|kinds| kinds.get(&kind)).map_or(&[][..], Vec::as_slice);
        let is_free = |name: &&String| {
            !self.gone.contains(*name) && self.ships.values().all(|ship| ship.name != **name)
        };
        list.iter().find(is_free).cloned().unwrap_or_default()
    }

    /// The group of a ship in her place.
    pub fn group_of(&self, id: ShipId) -> Option<&BTreeSet<ShipId>> {
        let at = self.ships.get(&id)?.at;
        self.groups.get(&at)?.iter().find(|group| group.contains(&id))
    }

    /// Takes a ship out of the group that she keeps with.
    pub fn leave_group(&mut self, id: ShipId) {
        let Some(at) = self.ships.get(&id).map(|ship| ship.at) else { return };
        let Some(groups) = self.groups.get_mut(&at) else { return };
        groups.iter_mut().for_each(|group| {
            group.remove(&id);
        });
        groups.retain(|group| !group.is_empty());
        if groups.is_empty() {
            self.groups.remove(&at);
        }
    }

    /// Takes a ship off the sea.
    pub fn strike(&mut self, id: ShipId) -> Option<Ship> {
        self.leave_group(id);
        let ship = self.ships.remove(&id)?;
        self.gone.extend(Some(ship.name.clone()).filter(|name| !name.is_empty()));
        Some(ship)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_kept_with_units_in_the_order_of_their_words() {
        let ship: ShipId = "US1GB".parse().unwrap();
        let units = ["US2IN", "US10IN"].map(|id| UnitId::spelt(id).unwrap());
        let state = SeaState { glimpsed: [(ship, units.into())].into(), ..SeaState::default() };
        let kept = serde_json::to_value(&state).unwrap();
        assert_eq!(kept["glimpsed"], serde_json::json!({"US1GB": ["US10IN", "US2IN"]}));
        assert_eq!(serde_json::from_value::<SeaState>(kept).unwrap(), state);
    }
}

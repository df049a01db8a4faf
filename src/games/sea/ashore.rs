//! What ships and brigades are to one another, as plain values: whoever knows both hands them over and takes back what ships made
//! of them (naval record 4.3). Nothing of the land war is named here.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::chart::{Chart, PortNo};
use crate::place::Place;
use crate::ship::ShipId;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::by_unit::ByUnit;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_ground::unit::UnitId;

/// What arm a land unit is of, as far as it takes space aboard (9.1) or fights in a garrison (10.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arm {
    Infantry,
    Cavalry,
    /// Artillery; whether it is horse artillery.
    Guns {
        horse: bool,
    },
    ArmyHeadquarters,
    CorpsHeadquarters,
    /// What else there is: pontoon trains, naval batteries.
    Train,
}

/// Where a land unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Site {
    /// On the land map.
    Field(StrategicSquare, TacticalSquare),
    /// In the garrison of a port off the land map (1.7).
    Garrison(PortNo),
    /// Aboard a transport group.
    Aboard(ShipId),
}

/// Whether a land unit goes aboard of ships, or why it does not (N-100).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boards {
    Yes,
    /// Militia, in a book whose militia stays at home (CWOL 7.17).
    Militia,
    /// It has not reformed (EU 14.3).
    Shattered,
    /// A bridge that is laid (EU 12.5).
    Laid,
}

/// A land unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brigade {
    pub id: UnitId,
    pub nation: NationCode,
    pub arm: Arm,
    pub men: u32,
    pub batteries: u32,
    /// What its troops are worth, in thousandths of average ones.
    pub worth: u32,
    /// Supplies it carries.
    pub supplies: u32,
    pub at: Site,
    /// Whether it acts; units aboard and in garrisons do not (9.2, 10.1).
    pub active: bool,
    /// Whether it fights: a combat unit of the land rules.
    pub fights: bool,
    /// Whether it may go aboard at all (CWOL 7.17: militia do not).
    pub boards: Boards,
    /// Whether it was in a battle on land in this turn, which ends its loading (9.4).
    pub fought: bool,
    /// Whether it loads or unloads all this turn, and neither moves nor fights before the fifth tactical phase (9.4).
    pub busy: bool,
    /// Whether it has orders to march, which keep a corps headquarters from taking supplies (9.3).
    pub marches: bool,
}

impl Brigade {
    /// WISC 9.1: the space it takes: a man of infantry 1, of cavalry 3, of artillery 2, a hundred men of each battery attached to a
    /// brigade 2 each; a corps headquarters 5 a man and 20 for each supply it carries.
    pub fn space(&self) -> u32 {
        let gunners = (self.batteries * 100).min(self.men);
        match self.arm {
            Arm::Infantry => self.men - gunners + 2 * gunners,
            Arm::Cavalry => 3 * (self.men - gunners) + 2 * gunners,
            Arm::Guns { .. } => 2 * self.men,
            Arm::CorpsHeadquarters => 5 * self.men + 20 * self.supplies,
            Arm::ArmyHeadquarters | Arm::Train => self.men,
        }
    }
}

/// A naval battery ashore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Battery {
    /// The unit's id.
    pub id: UnitId,
    pub nation: NationCode,
    pub at: StrategicSquare,
    /// Where it stands there.
    pub tac: TacticalSquare,
    /// How many batteries.
    pub batteries: u32,
    /// What its ground makes of them, in thousandths: hills 1500, high hills 2500 (7.5).
    pub height: u32,
    /// What its men are worth, in thousandths.
    pub worth: u32,
}

/// A depot or cache ashore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depot {
    /// Where it lies in its square.
    pub tac: TacticalSquare,
    pub supplies: u32,
}

/// What the land is to ships in one turn. Sea changes it where ships act on land; the land reads the changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ashore {
    /// The naval batteries.
    pub batteries: Vec<Battery>,
    /// Land units that ships may carry, see or be seen by.
    pub brigades: ByUnit<Brigade>,
    /// How many units of a side that fight a tactical square holds; none where no book of the land says so.
    pub most_in_a_square: Option<usize>,
    /// Supplies that port cities store.
    pub supplies: BTreeMap<PortNo, u32>,
    /// Depots, by square and whose they are.
    pub depots: BTreeMap<(StrategicSquare, NationCode), Depot>,
    /// Inland cities, and who holds them.
    pub cities: BTreeMap<StrategicSquare, NationCode>,
    /// Supplies that left cities in this turn, which count with stores out of them (WISC 3.5).
    pub supplies_sent: BTreeMap<StrategicSquare, u32>,
    /// Between which squares a nation moves stores by land, where the land's own turn says it; else ships' own reckoning does.
    pub ways: Option<BTreeSet<(NationCode, StrategicSquare, StrategicSquare)>>,
    /// Squares where units may be set ashore in this turn as far as ships go, and whose nation lets nobody in (EU 7.16).
    pub closed: BTreeSet<StrategicSquare>,
    /// In peace: how many brigades more these squares hold (EU 1.5).
    pub free_in_peace: BTreeMap<StrategicSquare, usize>,
    /// Port cities that are besieged.
    pub besieged: BTreeSet<PortNo>,
    /// Pontoon bridges, and whose they are.
    pub pontoons: BTreeMap<StrategicSquare, NationCode>,
    /// River squares that a railway crosses on a bridge.
    pub bridges: BTreeSet<StrategicSquare>,
    /// Battles that land fights, by tactical phase: where ships may support (7.7).
    pub battles: Vec<LandBattle>,
    /// Who has land units that serve in which square: they see what ships do there (5.2).
    pub watch: BTreeMap<StrategicSquare, BTreeSet<PlayerNo>>,
    /// Land's railways that a side cannot use; all others are held with their state.
    pub railways: BTreeMap<StrategicSquare, NationCode>,
}

/// A land battle that ships may fire into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LandBattle {
    /// The tactical phase.
    pub phase: u8,
    pub at: StrategicSquare,
    pub tac: TacticalSquare,
    /// The nations that fight.
    pub sides: Vec<NationCode>,
}

/// What a ship fires on land (7.7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Salvo {
    pub ship: ShipId,
    /// The land's tactical phase, 1 to 4.
    pub phase: u8,
    pub at: StrategicSquare,
    /// The target.
    pub tac: TacticalSquare,
    /// Whether it supports a battle, or bombards.
    pub supports: bool,
    /// Its strength, as a bombardment of land guns has one.
    pub strength: u32,
}

/// Units in the order of their ids as words, US10IN before US2IN. Dice, losses and loads of every recorded turn come in this order;
/// the order of ids would give other hashes.
pub fn in_words<'a>(units: impl Iterator<Item = &'a Brigade>) -> Vec<&'a Brigade> {
    let mut units: Vec<&Brigade> = units.collect();
    units.sort_by_cached_key(|unit| unit.id.to_string());
    units
}

impl Ashore {
    /// The batteries in a square that are hostile by a test.
    pub fn batteries_at(
        &self,
        at: StrategicSquare,
        is: impl Fn(NationCode) -> bool,
    ) -> impl Iterator<Item = &Battery> {
        self.batteries.iter().filter(move |unit| unit.at == at && unit.batteries > 0 && is(unit.nation))
    }

    /// Who sees a place from the land: whoever has units in its square, on the shore of coastal waters, or in the square of a port of
    /// theirs (5.2).
    pub fn seen_from(&self, chart: &Chart, at: Place) -> BTreeSet<PlayerNo> {
        let squares: Vec<StrategicSquare> = match at {
            Place::Coast(coast) => {
                let ports = chart.ports.iter().filter(|port| port.coast() == Some(coast));
                chart.coast(coast).shore.iter().copied().chain(ports.filter_map(|port| port.at)).collect()
            }
            at => chart.square(at).into_iter().collect(),
        };
        squares.iter().filter_map(|square| self.watch.get(square)).flatten().copied().collect()
    }

    /// WISC 3.5: whether a city, depot or cache of somebody who passes a test is in a square.
    pub fn keeps_stores(&self, at: StrategicSquare, is: impl Fn(NationCode) -> bool) -> bool {
        let of_depot = |(square, of): &(StrategicSquare, NationCode)| *square == at && is(*of);
        self.cities.get(&at).is_some_and(|of| is(*of)) || self.depots.keys().any(of_depot)
    }

    /// The land unit that an order names; nobody where the word is no unit's id.
    pub fn named(&self, words: &str) -> Option<&Brigade> {
        self.brigades.get(&UnitId::spelt(words)?)
    }

    /// Land units that stand in a square.
    pub fn brigades_in(&self, at: StrategicSquare) -> impl Iterator<Item = &Brigade> {
        self.brigades
            .values()
            .filter(move |brigade| matches!(brigade.at, Site::Field(square, _) if square == at))
    }

    /// Whether a tactical square holds as many units of some nations as it can; `friend` tells these.
    pub fn is_full(
        &self,
        at: StrategicSquare,
        tac: TacticalSquare,
        friend: impl Fn(NationCode) -> bool,
    ) -> bool {
        let stand = self.brigades_in(at).filter(|unit| unit.at == Site::Field(at, tac) && unit.fights);
        let there = stand.filter(|unit| friend(unit.nation)).count();
        self.most_in_a_square.is_some_and(|most| there >= most)
    }

    /// The space that units and loads aboard a transport take is worked out of these.
    pub fn aboard(&self, ship: ShipId) -> impl Iterator<Item = &Brigade> {
        self.brigades.values().filter(move |brigade| brigade.at == Site::Aboard(ship))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brigade() -> Brigade {
        Brigade {
            id: UnitId::spelt("US1IN").unwrap(),
            nation: NationCode::AUSTRIA,
            arm: Arm::Infantry,
            men: 3000,
            batteries: 0,
            worth: 1000,
            supplies: 0,
            at: Site::Garrison(PortNo(0)),
            active: true,
            fights: true,
            boards: Boards::Yes,
            fought: false,
            busy: false,
            marches: false,
        }
    }

    #[test]
    fn units_come_in_the_order_of_their_words() {
        let unit = |id: &str| Brigade { id: UnitId::spelt(id).unwrap(), ..brigade() };
        let units = [unit("US2IN"), unit("US10IN"), unit("CS3IN")];
        let ids: Vec<String> = in_words(units.iter()).iter().map(|unit| unit.id.to_string()).collect();
        assert_eq!(ids, ["CS3IN", "US10IN", "US2IN"]);
    }

    #[test]
    fn an_order_names_a_unit_by_its_id_and_by_nothing_like_it() {
        let mut ashore = Ashore::default();
        ashore.brigades.insert(brigade().id, brigade());
        assert_eq!(ashore.named("US1IN"), Some(&brigade()));
        for other in ["US01IN", "us1in", "US1INF", "US2IN", "NOBODY"] {
            assert_eq!(ashore.named(other), None, "{other}");
        }
    }

    #[test]
    fn space_aboard_is_as_the_book_counts() {
        let of =
            |arm, men, batteries, supplies| Brigade { arm, men, batteries, supplies, ..brigade() }.space();
        // Rule 9.1's own examples.
        assert_eq!(of(Arm::Infantry, 3000, 0, 0), 3000);
        assert_eq!(of(Arm::Infantry, 3000, 1, 0), 3100);
        assert_eq!(of(Arm::Cavalry, 1000, 1, 0), 2900);
        assert_eq!(of(Arm::Guns { horse: false }, 300, 3, 0), 600);
        assert_eq!(of(Arm::CorpsHeadquarters, 100, 0, 10), 700);
        assert_eq!(of(Arm::ArmyHeadquarters, 100, 0, 10), 100);
    }
}

//! What ships can be ordered (WISC 4.3-4.11; naval record, section 6).

use crate::chart::{CoastNo, PortNo, SeaNo};
use crate::kind::Kind;
use crate::place::{Magazine, Place};
use crate::ship::ShipId;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// When a ship is to go into port (4.5, N-64).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum When {
    /// Before the first sea move.
    First,
    After1,
    /// After the second.
    After2,
}

/// Coastal waters to go to (4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoastGoal {
    /// These.
    Named(CoastNo),
    /// Any that hold an enemy.
    Enemy,
}

/// What to do about enemies met (4.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    Pursue,
    Accept,
    Evade,
}

/// A contact order (4.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// What to do.
    pub manner: Manner,
    /// Only if there are so many enemies.
    pub min: Option<u32>,
    /// Only if there are no more.
    pub max: Option<u32>,
    /// Not into coastal waters (6.16).
    pub open_sea_only: bool,
}

impl Contact {
    /// WISC 4.6, K-7: what it means against so many enemy ships: least above greatest means outside of the gap between them, both
    /// the same exactly so many; else enemies are accepted.
    pub fn against(self, enemies: usize) -> Manner {
        let enemies = u32::try_from(enemies).unwrap_or(u32::MAX);
        let enough = self.min.is_none_or(|min| enemies >= min);
        let few = self.max.is_none_or(|max| enemies <= max);
        let outside = self.min.zip(self.max).is_some_and(|(min, max)| min > max);
        let meant = if outside { enough || few } else { enough && few };
        if meant { self.manner } else { Manner::Accept }
    }
}

/// The side to take on meeting, and in battle (4.6, 4.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gauge {
    Windward,
    Leeward,
}

/// What to do about a battle (4.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Battle {
    Engage,
    Accept,
    Evade,
    RunPast,
}

/// Where to flee to (4.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refuge {
    Harbor,
    River,
    Sea,
}

/// What to do about merchants (4.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commerce {
    Raid,
    Convoy,
    Ignore,
}

/// Orders that a leader's followers take from her (N-65): movement, contact, battle, commerce, fire ashore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sailing {
    /// One or two sea areas.
    pub sail: Vec<SeaNo>,
    /// Coastal waters.
    pub coast: Option<(CoastGoal, Option<When>)>,
    pub harbor: Option<(PortNo, Option<When>)>,
    pub river: Option<(StrategicSquare, Option<When>)>,
    /// Stop on a river when an enemy is detected.
    pub halt_on_enemy: bool,
    /// Stop on a river when an enemy pontoon bridge is.
    pub halt_on_bridge: bool,
    /// Keep no company.
    pub alone: bool,
    /// About enemies met.
    pub contact: Contact,
    /// Join friends met.
    pub join: bool,
    /// The side to take.
    pub gauge: Gauge,
    /// About a battle.
    pub battle: Battle,
    /// The side in battle, if another.
    pub battle_gauge: Option<Gauge>,
    /// Come out before the battle.
    pub sortie: bool,
    /// Go in before the battle, and where.
    pub stand_in: Option<Option<Place>>,
    /// Fight at close quarters.
    pub close: bool,
    /// Fire at hulls.
    pub aim_hull: bool,
    /// Go on past batteries met on a river.
    pub run_batteries: bool,
    /// Where to flee, and to which.
    pub retreat: (Refuge, Option<Place>),
    /// Shell a square, in that phase of the land's.
    pub bombard: Option<(TacticalSquare, u8)>,
    /// Fire into battles near a square: how near, and in which phases.
    pub support: Option<(TacticalSquare, u8, (u8, u8))>,
    /// About merchants.
    pub commerce: Commerce,
}

impl Default for Sailing {
    /// WISC 4.11: what a ship does without orders.
    fn default() -> Self {
        Sailing {
            sail: Vec::new(),
            coast: None,
            harbor: None,
            river: None,
            halt_on_enemy: false,
            halt_on_bridge: false,
            alone: false,
            contact: Contact { manner: Manner::Accept, min: None, max: None, open_sea_only: false },
            join: true,
            gauge: Gauge::Leeward,
            battle: Battle::Accept,
            battle_gauge: None,
            sortie: false,
            stand_in: None,
            close: false,
            aim_hull: false,
            run_batteries: false,
            retreat: (Refuge::Sea, None),
            bombard: None,
            support: None,
            commerce: Commerce::Ignore,
        }
    }
}

impl Sailing {
    /// Whether it moves her by any order: what keeps a yard from her hull (3.3) and a ferry from its work (N-86).
    pub fn moves(&self) -> bool {
        !self.sail.is_empty()
            || self.coast.is_some()
            || self.harbor.is_some()
            || self.river.is_some()
            || self.sortie
            || self.stand_in.is_some()
    }

    /// The orders by which she sails, but for those before a battle.
    pub fn moves_by(&self) -> Vec<Order> {
        let sail = Some(self.sail.clone()).filter(|sail| !sail.is_empty()).map(Order::Sail);
        let coast = self.coast.map(|(goal, when)| Order::Coast(goal, when));
        let harbor = self.harbor.map(|(port, when)| Order::Harbor(port, when));
        let river = self.river.map(|(at, when)| Order::River(at, when));
        [sail, coast, harbor, river].into_iter().flatten().collect()
    }

    /// Whether two ships have the same orders to move, and so keep together (6.13).
    pub fn sails_like(&self, other: &Sailing) -> bool {
        (&self.sail, self.coast, self.harbor, self.river, self.halt_on_enemy, self.halt_on_bridge)
            == (
                &other.sail,
                other.coast,
                other.harbor,
                other.river,
                other.halt_on_enemy,
                other.halt_on_bridge,
            )
    }
}

/// A place that supplies are taken from or brought to (9.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Store {
    City(PortNo),
    Depot(StrategicSquare),
    /// A corps headquarters.
    Headquarters(String),
}

/// What a transport group takes aboard or sets ashore (4.9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cargo {
    Load(String),
    /// A unit, and where: a square of the shore, a tactical square.
    Unload(String, Option<StrategicSquare>, Option<TacticalSquare>),
    LoadSupplies(u32, Option<Store>),
    UnloadSupplies(u32, Option<Store>),
}

/// What to do with one's attachment (4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attach {
    To(ShipId),
    Detach,
}

/// One order of a ship's block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    Attach(Attach),
    Sail(Vec<SeaNo>),
    Coast(CoastGoal, Option<When>),
    Harbor(PortNo, Option<When>),
    River(StrategicSquare, Option<When>),
    HaltOnEnemy,
    HaltOnBridge,
    Alone(bool),
    Contact(Contact),
    Join(bool),
    Gauge(Gauge),
    Battle(Battle),
    BattleGauge(Gauge),
    Sortie,
    StandIn(Option<Place>),
    Close(bool),
    AimHull(bool),
    RunBatteries(bool),
    Retreat(Refuge, Option<Place>),
    DestroyPrizes(bool),
    Bombard(TacticalSquare, u8),
    Support(TacticalSquare, u8, (u8, u8)),
    DestroyBridge,
    DestroyPontoon,
    Commerce(Commerce),
    /// Stores to have aboard; none is FULL.
    Stores(Option<u32>),
    Base(PortNo),
    Crew(u32, ShipId),
    Cargo(Cargo),
    ExtraStores(u32),
    Combine(ShipId),
    Divide(u32, Vec<String>),
    Serve(bool),
    Scuttle,
    Deploy(Place),
}

impl Order {
    /// Whether a leader's followers take it from her, and none of their own counts (4.2, N-65).
    pub fn is_a_leaders(&self) -> bool {
        !matches!(
            self,
            Order::Attach(_)
                | Order::DestroyPrizes(_)
                | Order::DestroyBridge
                | Order::DestroyPontoon
                | Order::Stores(_)
                | Order::Base(_)
                | Order::Crew(..)
                | Order::Cargo(_)
                | Order::ExtraStores(_)
                | Order::Combine(_)
                | Order::Divide(..)
                | Order::Serve(_)
                | Order::Scuttle
                | Order::Deploy(_)
        )
    }
}

/// All that a ship is ordered for a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShipOrders {
    /// What followers take over.
    pub sailing: Sailing,
    /// Her attachment.
    pub attach: Option<Attach>,
    /// What becomes of prizes in a port: destroyed, not taken.
    pub destroy_prizes: bool,
    /// Destroy the railway bridge of her square.
    pub destroy_bridge: bool,
    /// Destroy the pontoon bridge of her square.
    pub destroy_pontoon: bool,
    /// Stores to have aboard, if not full.
    pub stores: Option<u32>,
    /// Her new base.
    pub base: Option<PortNo>,
    /// Crew to give away.
    pub crew: Vec<(u32, ShipId)>,
    /// Cargo to take and to set ashore.
    pub cargo: Vec<Cargo>,
    /// Stores to carry as cargo.
    pub extra_stores: Option<u32>,
    /// The transport group to merge into.
    pub combine: Option<ShipId>,
    /// What to part off, and with whom.
    pub divide: Option<(u32, Vec<String>)>,
    /// Be fitted out, or laid up.
    pub serve: Option<bool>,
    /// Sink her.
    pub scuttle: bool,
    /// Where to be placed before a campaign.
    pub deploy: Option<Place>,
    /// Lines that could not be read, with why: each is refused.
    pub unread: Vec<(String, String)>,
}

impl ShipOrders {
    /// Adds an order; of two that say different things of one the later one counts.
    pub fn put(&mut self, order: Order) {
        let sailing = &mut self.sailing;
        match order {
            Order::Sail(seas) => sailing.sail = seas,
            Order::Coast(goal, when) => sailing.coast = Some((goal, when)),
            Order::Harbor(port, when) => sailing.harbor = Some((port, when)),
            Order::River(at, when) => sailing.river = Some((at, when)),
            Order::HaltOnEnemy => sailing.halt_on_enemy = true,
            Order::HaltOnBridge => sailing.halt_on_bridge = true,
            Order::Alone(alone) => sailing.alone = alone,
            Order::Contact(contact) => sailing.contact = contact,
            Order::Join(join) => sailing.join = join,
            Order::Gauge(gauge) => sailing.gauge = gauge,
            Order::Battle(battle) => sailing.battle = battle,
            Order::BattleGauge(gauge) => sailing.battle_gauge = Some(gauge),
            Order::Sortie => sailing.sortie = true,
            Order::StandIn(place) => sailing.stand_in = Some(place),
            Order::Close(close) => sailing.close = close,
            Order::AimHull(hull) => sailing.aim_hull = hull,
            Order::RunBatteries(run) => sailing.run_batteries = run,
            Order::Retreat(refuge, place) => sailing.retreat = (refuge, place),
            Order::Bombard(tac, phase) => sailing.bombard = Some((tac, phase)),
            Order::Support(tac, radius, phases) => sailing.support = Some((tac, radius, phases)),
            Order::Commerce(commerce) => sailing.commerce = commerce,
            other => self.put_own(other),
        }
    }

    fn put_own(&mut self, order: Order) {
        match order {
            Order::Attach(attach) => self.attach = Some(attach),
            Order::DestroyPrizes(destroy) => self.destroy_prizes = destroy,
            Order::DestroyBridge => self.destroy_bridge = true,
            Order::DestroyPontoon => self.destroy_pontoon = true,
            Order::Stores(stores) => self.stores = stores,
            Order::Base(port) => self.base = Some(port),
            Order::Crew(men, to) => self.crew.push((men, to)),
            Order::Cargo(cargo) => self.cargo.push(cargo),
            Order::ExtraStores(stores) => self.extra_stores = Some(stores),
            Order::Combine(into) => self.combine = Some(into),
            Order::Divide(capacity, with) => self.divide = Some((capacity, with)),
            Order::Serve(serve) => self.serve = Some(serve),
            Order::Scuttle => self.scuttle = true,
            Order::Deploy(place) => self.deploy = Some(place),
            _ => {}
        }
    }
}

/// What a Naval Secretary orders (N-69).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Office {
    /// Who commands a ship, by the players' names.
    Assign(ShipId, String, Option<String>),
    MoveStores {
        stores: u32,
        from: Magazine,
        to: Magazine,
    },
    /// Who is repaired first.
    Repair(Vec<ShipId>, PortNo),
    Build(Kind, PortNo, Option<String>),
    Inactivate(ShipId),
    /// A line that could not be read, and why.
    Unread(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_and_greatest_are_read_as_the_book_counts() {
        let meant = |min, max, enemies| {
            let contact = Contact { manner: Manner::Pursue, min, max, open_sea_only: false };
            contact.against(enemies) == Manner::Pursue
        };
        let counts = |min, max| (1..12).filter(|enemies| meant(min, max, *enemies)).collect::<Vec<_>>();
        // Rule 4.6's own examples, K-7.
        assert_eq!(counts(Some(2), Some(10)), [2, 3, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!(counts(Some(10), Some(2)), [1, 2, 10, 11]);
        assert_eq!(counts(Some(3), Some(3)), [3]);
        assert_eq!(counts(Some(9), None), [9, 10, 11]);
        assert_eq!(counts(None, Some(2)), [1, 2]);
    }
}

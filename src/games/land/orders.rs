//! What a player can order (rules 6.3 to 6.10, 7.17): the types; the words are in `grammar/land/orders.abnf`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::state::Seat;
use crate::unit::{Source, Unit, UnitId};
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// First and last tactical phase, 1 to 5, in which an order holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phases {
    pub first: u8,
    pub last: u8,
}

impl Phases {
    /// Tactical phases 1 to 4: what holds where an order names none.
    pub const DEFAULT: Phases = Phases { first: 1, last: 4 };

    /// Whether `phase` (1 to 5) is one of them.
    pub fn holds(self, phase: u8) -> bool {
        (self.first..=self.last).contains(&phase)
    }
}

/// A box of the tactical map in which a unit reacts (rules 9.10, 9.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReactionBox {
    pub centre: TacticalSquare,
    pub radius: u8,
    pub phases: Phases,
    /// As of a [`TacticalMove`]: on the map of another square the unit does not react.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<StrategicSquare>,
}

/// Pursuit (rule 7.12): without limit, or at most so many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pursuit {
    Unlimited,
    AtMost(u8),
}

/// Where a tactical move goes (rule 9.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Goal {
    Square(TacticalSquare),
    NearestFord,
    NearestPass,
}

/// How a tactical move crosses water (rules 9.2, 9.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Via {
    Square(TacticalSquare),
    /// A river transport that ferries, by its id.
    Ship(String),
}

/// A specified tactical move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TacticalMove {
    pub goal: Goal,
    pub via: Option<Via>,
    /// The tactical phase in which it begins, 1 to 5.
    pub phase: u8,
    /// Whether `PHASE 1` was written, so that nobody need be told that a move without a phase begins in the first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_once: bool,
    /// The strategic square whose map the goal is on, where it is said or a city is named: elsewhere the move is not made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<StrategicSquare>,
}

/// Line of battle (rule 9.9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum BattleLine {
    #[default]
    First,
    Second,
    Rear,
}

/// Posture in the attack (rules 6.6, 9.9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AttackPosture {
    Assault,
    Attack,
    #[default]
    Skirmish,
    Evade,
}

/// Posture in defence (rules 6.6, 9.9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DefencePosture {
    LastDitch,
    Defend,
    #[default]
    Skirmish,
    Evade,
}

/// Where supplies are to be drawn (rule 6.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SourceWish {
    /// The one on the status report, or the nearest.
    Nearest,
    Named(Source),
    /// Draw nothing.
    None,
}

/// The supply line of an order (rules 6.7, 11.9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carry {
    /// The level wished, 0 to 12.
    pub level: u8,
    pub from: SourceWish,
}

/// Rail movement (rule 8.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RailMove {
    pub to: StrategicSquare,
    pub via: Option<StrategicSquare>,
    pub entry: Option<TacticalSquare>,
}

/// One order line of a unit's block, as it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UnitOrder {
    /// Up to six boxes; `None` is a blank one (rule 7.4).
    March(Vec<Option<StrategicSquare>>),
    Withdraw,
    Entry(TacticalSquare),
    HaltOnDetection,
    HaltOnEntry,
    NoForcedMarch,
    Pursue(Pursuit),
    MarchToBattle,
    MarchToAllies,
    MarchToEnemies,
    Rail(RailMove),
    DestroyTrack,
    DestroyBridge,
    Move(TacticalMove),
    StayOutOfFort,
    Engage(Phases),
    Line(BattleLine),
    Bombard(TacticalSquare),
    /// Rule 10.15: its guns do not bombard in this turn.
    HoldFire,
    Support(ReactionBox),
    NoSupport,
    Intercept(ReactionBox),
    Attack(AttackPosture),
    Defend(DefencePosture),
    Carry(Carry),
    Inactivate,
    Activate,
    MergeInto(UnitId),
    DeployBridge {
        at: TacticalSquare,
        phase: u8,
    },
    RemoveBridge {
        to: Option<TacticalSquare>,
        phase: u8,
    },
    TransferBattery(UnitId),
    /// Deployment, peace and truce turns (6.10, 7.17): strategic and tactical place, either may be left out.
    Deploy {
        at: Option<StrategicSquare>,
        tac: Option<TacticalSquare>,
    },
}

/// All of a unit's orders for a turn, folded from its block's lines; what a block leaves out is `None` or false.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct UnitOrders {
    pub path: Vec<Option<StrategicSquare>>,
    pub withdraw: bool,
    pub entry: Option<TacticalSquare>,
    pub halt_on_detection: bool,
    pub halt_on_entry: bool,
    pub no_forced_march: bool,
    pub pursue: Option<Pursuit>,
    pub march_to_battle: bool,
    pub march_to_allies: bool,
    pub march_to_enemies: bool,
    pub rail: Option<RailMove>,
    pub destroy_track: bool,
    pub destroy_bridge: bool,
    pub tactical_move: Option<TacticalMove>,
    pub stay_out_of_fort: bool,
    pub engage: Option<Phases>,
    pub line: BattleLine,
    pub bombard: Option<TacticalSquare>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hold_fire: bool,
    pub support: Option<ReactionBox>,
    pub intercept: Option<ReactionBox>,
    pub attack: AttackPosture,
    pub defend: DefencePosture,
    pub carry: Option<Carry>,
    pub inactivate: bool,
    pub activate: bool,
    pub merge_into: Option<UnitId>,
    pub deploy_bridge: Option<(TacticalSquare, u8)>,
    pub remove_bridge: Option<(Option<TacticalSquare>, u8)>,
    pub transfer_battery: Option<UnitId>,
    pub deploy: Option<(Option<StrategicSquare>, Option<TacticalSquare>)>,
}

impl UnitOrders {
    /// ROTD-EUWOL 6.9, M-08: the default orders of a unit: no move, skirmish both ways, first line, support within
    /// two squares of where it stands, one supply drawn. It unloads nothing: a corps headquarters keeps its stock.
    pub fn default_of(unit: &Unit) -> Self {
        UnitOrders {
            support: Some(ReactionBox { centre: unit.tac, radius: 2, phases: Phases::DEFAULT, on: None }),
            carry: Some(Carry { level: unit.supplies.max(1), from: SourceWish::Nearest }),
            ..UnitOrders::default()
        }
    }

    /// Whether they lead into other strategic squares, on foot or by rail.
    pub fn has_march(&self) -> bool {
        let to_somebody = self.march_to_battle || self.march_to_allies || self.march_to_enemies;
        !self.path.is_empty() || self.pursue.is_some() || self.rail.is_some() || to_somebody
    }

    /// Whether they lead anywhere.
    pub fn has_move(&self) -> bool {
        self.has_march() || self.tactical_move.is_some()
    }

    /// Folds the lines of a block; a later line of the same kind takes the place of an earlier one.
    pub fn from_lines(lines: impl IntoIterator<Item = UnitOrder>) -> Self {
        let mut orders = UnitOrders::default();
        for line in lines {
            orders.take(line);
        }
        orders
    }

    fn take(&mut self, line: UnitOrder) {
        match line {
            UnitOrder::March(path) => self.path = path,
            UnitOrder::Withdraw => self.withdraw = true,
            UnitOrder::Entry(square) => self.entry = Some(square),
            UnitOrder::HaltOnDetection => self.halt_on_detection = true,
            UnitOrder::HaltOnEntry => self.halt_on_entry = true,
            UnitOrder::NoForcedMarch => self.no_forced_march = true,
            UnitOrder::Pursue(pursuit) => self.pursue = Some(pursuit),
            UnitOrder::MarchToBattle => self.march_to_battle = true,
            UnitOrder::MarchToAllies => self.march_to_allies = true,
            UnitOrder::MarchToEnemies => self.march_to_enemies = true,
            UnitOrder::Rail(rail) => self.rail = Some(rail),
            UnitOrder::DestroyTrack => self.destroy_track = true,
            UnitOrder::DestroyBridge => self.destroy_bridge = true,
            UnitOrder::Move(order) => self.tactical_move = Some(order),
            UnitOrder::StayOutOfFort => self.stay_out_of_fort = true,
            UnitOrder::Engage(phases) => self.engage = Some(phases),
            UnitOrder::Line(line) => self.line = line,
            UnitOrder::Bombard(square) => (self.bombard, self.hold_fire) = (Some(square), false),
            UnitOrder::HoldFire => (self.bombard, self.hold_fire) = (None, true),
            UnitOrder::Support(area) => self.support = Some(area),
            UnitOrder::NoSupport => self.support = None,
            UnitOrder::Intercept(area) => self.intercept = Some(area),
            UnitOrder::Attack(posture) => self.attack = posture,
            UnitOrder::Defend(posture) => self.defend = posture,
            UnitOrder::Carry(carry) => self.carry = Some(carry),
            UnitOrder::Inactivate => self.inactivate = true,
            UnitOrder::Activate => self.activate = true,
            UnitOrder::MergeInto(unit) => self.merge_into = Some(unit),
            UnitOrder::DeployBridge { at, phase } => self.deploy_bridge = Some((at, phase)),
            UnitOrder::RemoveBridge { to, phase } => self.remove_bridge = Some((to, phase)),
            UnitOrder::TransferBattery(unit) => self.transfer_battery = Some(unit),
            UnitOrder::Deploy { at, tac } => self.deploy = Some((at, tac)),
        }
    }
}

/// A place that stores supplies, as orders name it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SupplyPlace {
    City(String),
    Depot(StrategicSquare),
}

/// An office a player can hold (rules 3.5, 4.7, 11.5, 11.7).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Office {
    WarMinister,
    Treasury,
    Monarch,
    PrimeMinister,
    NavalMinister,
    /// Of the state bloc named.
    Governor(String),
}

impl Office {
    /// The offices that are one for a nation, with their titles.
    pub const MINISTERS: [(Office, &'static str); 5] = [
        (Office::WarMinister, "War Minister"),
        (Office::Treasury, "Treasury"),
        (Office::Monarch, "Monarch"),
        (Office::PrimeMinister, "Prime Minister"),
        (Office::NavalMinister, "Naval Minister"),
    ];

    /// What these offices are called in other books beside, and what else people write.
    pub const OTHER_TITLES: [(Office, &'static str); 7] = [
        (Office::WarMinister, "Secretary of War"),
        (Office::WarMinister, "Minister of War"),
        (Office::Treasury, "Treasury Minister"),
        (Office::Monarch, "President"),
        (Office::PrimeMinister, "Vice-President"),
        (Office::PrimeMinister, "Vice President"),
        (Office::NavalMinister, "Secretary of the Navy"),
    ];

    /// All titles that are read, with their offices.
    pub fn all_titles() -> impl Iterator<Item = (Office, &'static str)> {
        Self::MINISTERS.into_iter().chain(Self::OTHER_TITLES)
    }

    /// Its title as the record has it, such as `War Minister` or `Governor of Saxony`.
    pub fn title(&self) -> String {
        match self {
            Office::Governor(state) => format!("Governor of {state}"),
            office => {
                let row = Self::MINISTERS.iter().find(|row| row.0 == *office);
                row.map_or_else(String::new, |row| row.1.into())
            }
        }
    }

    /// The office of a title, in any case.
    pub fn of_title(title: &str) -> Option<Self> {
        if let Some((head, state)) = title.split_at_checked("Governor of ".len())
            && head.eq_ignore_ascii_case("Governor of ")
        {
            return Some(Office::Governor(state.trim().into()));
        }
        Self::all_titles().find(|row| row.1.eq_ignore_ascii_case(title)).map(|row| row.0)
    }
}

/// An order of a minister, a governor or an army commander: no unit's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OfficeOrder {
    /// Rule 3.5; takes effect at the letter's receipt (6.11), in the desk's hands.
    Assign {
        unit: UnitId,
        commander: String,
        deputy: Option<String>,
    },
    MoveSupplies {
        amount: u32,
        from: SupplyPlace,
        to: SupplyPlace,
    },
    AddSupplies {
        amount: u32,
        to: SupplyPlace,
    },
    PlaceDepot {
        at: StrategicSquare,
        tac: TacticalSquare,
    },
    PlaceCache {
        at: StrategicSquare,
        tac: TacticalSquare,
    },
    RemoveDepot(StrategicSquare),
    RemoveCache(StrategicSquare),
    RebuildTrack(StrategicSquare),
    RebuildBridge(StrategicSquare),
    Upgrade(UnitId),
    Inactivate(UnitId),
}

/// Everything ordered for a turn, as it stood when the turn closed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnOrders {
    /// What is in force for each unit that was given orders; others have the default (6.9).
    pub units: BTreeMap<UnitId, UnitOrders>,
    /// The units with orders of their own, in order of the receipt of what is in force: in this order places are
    /// given out in deployment.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub received: Vec<UnitId>,
    /// Office orders in order of receipt, with the player who gave them.
    pub offices: Vec<(fieldpost_engine::ids::PlayerNo, OfficeOrder)>,
    /// The seats before this turn's letters of the units that were assigned anew in them (rule 3.5): the position
    /// has the new ones.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reassigned: BTreeMap<UnitId, Option<Seat>>,
}

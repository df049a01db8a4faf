//! What happens in a turn, one event a fact. The words of the kinds are those of `fieldpost case --events`.

use serde::{Deserialize, Serialize};

use crate::games::ground::nation::NationCode;
use crate::games::ground::square::{StrategicSquare, TacticalSquare};
use crate::games::land::combat::report::BattleReport;
use crate::games::land::phase::Phase;
use crate::games::land::unit::UnitId;

/// An event's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Kind {
    March,
    Withdraw,
    Interrupted,
    ExitBlocked,
    Halt,
    Pursue,
    Rail,
    Move,
    Intercept,
    Support,
    Combat,
    Bombard,
    HoldFire,
    Check,
    Retreat,
    Rout,
    FallBack,
    Shatter,
    Reform,
    ReformFailed,
    Consume,
    Requisition,
    Hunger,
    Lack,
    Desert,
    Draw,
    Transfer,
    Siege,
    Surrender,
    CaptureCity,
    CaptureGuns,
    DestroyDepot,
    Control,
    PlaceDepot,
    RemoveDepot,
    Purchase,
    DestroyTrack,
    Rebuild,
    Upgrade,
    Merge,
    Inactivate,
    Activate,
    Deploy,
    DeployBridge,
    RemoveBridge,
    CaptureBridge,
    Season,
    Rejoin,
    Refused,
    LoseSupplies,
    Morale,
    Assign,
    StragglersReturn,
}

/// A place on both maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Place {
    pub at: StrategicSquare,
    pub tac: TacticalSquare,
}

/// One event. `why` is for the unit's own side only: reports show it to nobody else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// The phase it happened in.
    pub phase: Phase,
    /// What happened.
    pub kind: Kind,
    /// To which unit.
    pub unit: Option<UnitId>,
    /// Where it began, for a move.
    pub from: Option<Place>,
    /// Where it happened, or ended.
    pub at: Option<StrategicSquare>,
    /// The tactical square.
    pub tac: Option<TacticalSquare>,
    /// The other unit, city or side concerned.
    pub other: Option<String>,
    /// Men concerned.
    pub men: Option<u32>,
    /// The nation concerned, such as the one that took a city.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<NationCode>,
    /// The nation that had the city before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost_by: Option<NationCode>,
    /// By how much something rose (or fell), such as morale in points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<i32>,
    /// Why, in a sentence a player understands.
    pub why: Option<String>,
    /// The whole of a battle, for those who were in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<Box<BattleReport>>,
}

/// What stands as the other one where a shattered unit is no more.
const GONE: &str = "destroyed";

impl Event {
    /// Something that happens in a phase; who, where and why is added.
    pub fn new(phase: Phase, kind: Kind) -> Event {
        Event {
            phase,
            kind,
            unit: None,
            from: None,
            at: None,
            tac: None,
            other: None,
            men: None,
            nation: None,
            lost_by: None,
            change: None,
            why: None,
            battle: None,
        }
    }

    /// The event as the end of its unit (rule 14.2).
    pub fn for_good(self) -> Event {
        Event { other: Some(GONE.into()), ..self }
    }

    /// Whether its unit is no more: a shattered one that found no way out (rule 14.2).
    pub fn is_for_good(&self) -> bool {
        self.kind == Kind::Shatter && self.other.as_deref() == Some(GONE)
    }

    /// The other unit concerned, where the other one is a unit.
    pub fn other_unit(&self) -> Option<UnitId> {
        self.other.as_ref()?.parse().ok()
    }

    /// Whether it is about a unit: its own, or the other one's.
    pub fn names(&self, unit: UnitId) -> bool {
        self.unit == Some(unit) || self.other_unit() == Some(unit)
    }

    /// The event with its reason.
    pub fn why(self, reason: impl Into<String>) -> Event {
        Event { why: Some(reason.into()), ..self }
    }
}

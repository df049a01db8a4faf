//! What happens in a turn, one event a fact. The words of the kinds are those of `fieldpost case --events`.
//!
//! A fact has the fields that its kind has, whose names are [kept](mod@fieldpost_engine::kept): by them it stands in the record, and so in
//! the hash of a turn. In records of form 1 all of them are one flat row, see [`record`].

pub mod battle;
pub mod kind;
pub mod mood;
mod read;
pub mod reason;
pub mod record;
pub mod reread;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::event::battle::BattleReport;
pub use crate::event::kind::Kind;
use crate::event::mood::Mood;
use crate::event::reason::Reason;
use crate::orders::{BattleLine, SupplyPlace};
use crate::phase::Phase;
use crate::state::{DepotKind, Season};
use crate::unit::{Source, UnitId};
use fieldpost_engine::form2::Called;
use fieldpost_engine::kept;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// A place on both maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    pub at: StrategicSquare,
    pub tac: TacticalSquare,
}

fieldpost_engine::written!(DepotKind, Phase, Place, Season, Source, SupplyPlace, BattleLine);

/// One event, with the phase it happened in.
pub type Event = fieldpost_engine::fact::Event<Fact>;

kept! {
    /// A unit, and where it stands.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Stand {
        pub unit: UnitId,
        /// Its place; none of a unit that is in the game no longer.
        pub at: Option<Place>,
    }
}

kept! {
    /// A unit's change of place.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Step {
        pub unit: UnitId,
        pub from: Place,
        pub to: Place,
    }
}

kept! {
    /// What came of an office's order.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Affair {
        /// Where, and what it is about.
        pub scene: Scene,
        /// All of it in a sentence a player understands.
        pub words: Reason,
    }
}

kept! {
    /// Where something ordered by an office took place, or did not.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Scene {
        pub at: Option<StrategicSquare>,
        pub tac: Option<TacticalSquare>,
        /// What is concerned.
        pub matter: Option<Matter>,
    }
}

impl Scene {
    /// What came of it there, in a sentence.
    pub fn told(self, words: impl Into<Reason>) -> Affair {
        Affair { scene: self, words: words.into() }
    }
}

kept! {
    /// What an office's order is about.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Matter {
        /// A depot or cache.
        Depot(kind: DepotKind),
        /// Track or bridges.
        Railway(part: Railway),
        /// A unit, such as one to be rearmed.
        Unit(unit: UnitId),
        /// A city or square that receives supplies.
        Store(name: Called<SupplyPlace>),
    }
}

kept! {
    /// What can be destroyed of a railway, and rebuilt (rules 8.5, 8.6).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Railway {
        Track,
        Bridge,
    }
}

kept! {
    /// What is remarkable about a move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Remark {
        /// It ended before its goal (rule 9.11).
        Intercepted,
        /// It was into a fort (rule 9.2).
        EnteredFort,
        /// It was out of a fort (rule 9.2).
        LeftFort,
    }
}

kept! {
    /// How a unit passed a morale check (rules 10.8, 10.15).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Nerve {
        Stood,
        /// It failed, and stayed in its fort.
        Wavered,
        /// It shattered.
        TooTired,
        Routed,
        GaveWay,
    }
}

kept! {
    /// What becomes of a unit that shatters (rule 14.2).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Shattering {
        /// It flees and may form again.
        Reforming,
        /// It is no more.
        Destroyed,
    }
}

kept! {
    /// What happened. Reasons (`why`) are for the unit's own side only: reports show them to nobody else.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Fact {
        March(step: Step),
        /// A withdrawal; the march itself is a fact of its own.
        Withdraw {
            stand: Stand,
            stragglers: u32,
        },
        Interrupted {
            stand: Stand,
            why: Reason,
        },
        ExitBlocked {
            stand: Stand,
            why: Reason,
        },
        Halt {
            stand: Stand,
            why: Reason,
        },
        /// A pursuit; the march itself is a fact of its own.
        Pursue(stand: Stand),
        Rail(step: Step),
        Move {
            step: Step,
            remark: Option<Remark>,
        },
        Intercept {
            step: Step,
            mover: UnitId,
        },
        Support(step: Step),
        Combat {
            at: Place,
            battle: Box<BattleReport>,
        },
        /// Shells that struck a unit, where it stands; `men` are its losses.
        Bombard {
            guns: UnitId,
            hit: UnitId,
            at: Option<Place>,
            men: u32,
        },
        HoldFire {
            stand: Stand,
            why: Reason,
        },
        /// A check of morale, in a battle or because of shells that fell before; `men` were lost.
        Check {
            stand: Stand,
            men: u32,
            by_shells: bool,
            nerve: Nerve,
        },
        Retreat(step: Step),
        Rout(step: Step),
        FallBack(step: Step),
        /// The unit flees, or ends where it stands; `men` were lost.
        Shatter {
            step: Step,
            men: u32,
            end: Shattering,
            why: Reason,
        },
        Reform(stand: Stand),
        ReformFailed {
            stand: Stand,
            why: Reason,
        },
        /// It ate of a source, or else of what it carries.
        Consume {
            stand: Stand,
            source: Option<Called<Source>>,
        },
        Requisition(stand: Stand),
        /// It had nothing to eat, for so many turns by now.
        Hunger {
            stand: Stand,
            turns: u8,
        },
        Lack {
            stand: Stand,
            why: Reason,
        },
        Desert {
            stand: Stand,
            men: u32,
        },
        /// It loaded supplies of its source.
        Draw {
            stand: Stand,
            source: Option<Called<Source>>,
        },
        /// It loaded supplies that the enemy had stored.
        Loot {
            stand: Stand,
            supplies: u32,
        },
        /// Supplies that an office had moved.
        Transfer(affair: Affair),
        /// A battery that a unit gave to another.
        HandOver {
            stand: Stand,
            to: UnitId,
        },
        Siege {
            city: String,
            at: Place,
            begins: bool,
        },
        Surrender {
            stand: Stand,
            city: String,
            men: u32,
        },
        /// A city that is now controlled by another nation, with so many supplies. In old records nobody had lost it.
        CaptureCity {
            city: String,
            at: Place,
            by: NationCode,
            lost_by: Option<NationCode>,
            supplies: u32,
        },
        /// Foot that formed a square against cavalry (GITM-NWOL 9.5).
        Square(stand: Stand),
        /// Shells took a level from a city's fort (ROTD-CWOL 10.15).
        Breach {
            city: String,
            at: Place,
            words: Reason,
        },
        CaptureGuns {
            stand: Stand,
            of: UnitId,
        },
        DestroyDepot {
            at: Place,
            owner: NationCode,
            words: Reason,
        },
        /// The railway in a square is controlled by a nation or contested.
        Control {
            at: StrategicSquare,
            by: Option<NationCode>,
            words: Reason,
        },
        PlaceDepot(affair: Affair),
        RemoveDepot(affair: Affair),
        Purchase(affair: Affair),
        DestroyTrack {
            stand: Stand,
            what: Railway,
        },
        Rebuild(affair: Affair),
        Upgrade(stand: Stand),
        /// The unit took in another with its men; so many were too many.
        Merge {
            stand: Stand,
            unit: UnitId,
            men: u32,
            excess: u32,
            /// Of the men in excess those whom foreign soil cost (GITM-NWOL 3.5).
            lost: u32,
        },
        Inactivate {
            stand: Stand,
            why: Reason,
        },
        Activate {
            stand: Stand,
            why: Reason,
        },
        Deploy(step: Step),
        DeployBridge(step: Step),
        RemoveBridge(step: Step),
        /// A bridge of another name from now on.
        CaptureBridge {
            stand: Stand,
            now: UnitId,
        },
        Season {
            season: Season,
            why: Reason,
        },
        Rejoin {
            stand: Stand,
            men: u32,
        },
        /// A unit's order that was not carried out.
        Refused {
            stand: Stand,
            why: Reason,
        },
        /// An office's order that was not carried out.
        Declined(affair: Affair),
        LoseSupplies {
            stand: Stand,
            supplies: u8,
        },
        Morale {
            stand: Stand,
            change: i32,
            moods: Vec<Mood>,
        },
        /// A unit has new commanders; where it is is not told.
        Assign {
            unit: UnitId,
            why: Reason,
        },
        StragglersReturn {
            stand: Stand,
            men: u32,
        },
    }
}

impl Matter {
    pub fn words(&self) -> Cow<'_, str> {
        match self {
            Matter::Depot(kind) => kind.word().into(),
            Matter::Railway(what) => what.word().into(),
            Matter::Unit(unit) => unit.to_string().into(),
            Matter::Store(name) => Cow::Borrowed(name),
        }
    }
}

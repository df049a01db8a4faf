//! What happens at sea, one event a fact, as it is told to those who saw it. The words of the kinds are those of `fieldpost case --events`.
//!
//! A fact has the fields that its kind has, whose names are [kept](mod@fieldpost_engine::kept): by them it stands in the record, and so in
//! the hash of a turn. In records of form 1 all of them are one flat row, see [`form1`].

pub mod account;
pub mod form1;
pub mod kind;
mod read;
pub mod reason;

use crate::event::account::Account;
pub use crate::event::kind::Kind;
use crate::event::reason::Reason;
use crate::phase::Phase;
use crate::place::Place;
use crate::ship::ShipId;
use fieldpost_engine::kept;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_ground::unit::UnitId;

fieldpost_engine::written!(Phase, Place, ShipId);

/// One event, with the phase it happened in.
pub type Event = fieldpost_engine::fact::Event<Fact>;

kept! {
    /// A ship, and where she is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Here {
        pub ship: ShipId,
        /// Her place; none of a ship that is no more.
        pub at: Option<Place>,
    }
}

kept! {
    /// A ship's change of place.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Step {
        pub ship: ShipId,
        pub from: Option<Place>,
        pub at: Option<Place>,
    }
}

kept! {
    /// A place ashore on both maps (9.2).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Shore {
        pub square: StrategicSquare,
        pub tac: TacticalSquare,
    }
}

kept! {
    /// What goes aboard and ashore.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Freight {
        Unit(unit: UnitId),
        Supplies(count: u32),
    }
}

kept! {
    /// Who takes a ship.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Captor {
        /// A ship, what she is called, and what her prize is from now on.
        Ship { id: ShipId, called: String, now: ShipId },
        /// Whoever takes the port in which she is laid up.
        Nation(nation: NationCode),
    }
}

kept! {
    /// What keeps naval stores, by its name (3.5).
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Storehouse {
        Port { name: String, place: Option<Place> },
        Inland { name: String },
    }
}

kept! {
    /// What happened. Reasons (`why`) are for the ship's own side only: reports show them to nobody else.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Fact {
        Attach { here: Here, to: ShipId },
        /// She is detached by order, or for want of contact with her leader.
        Detach { here: Here, from: Option<ShipId> },
        Combine { here: Here, into: ShipId },
        Divide { here: Here, new: ShipId },
        Crew { here: Here, to: ShipId, men: u32 },
        Scuttle(here: Here),
        Disband(here: Here),
        Repair { here: Here, points: u32 },
        Stores { here: Here, taken: u32 },
        StoresMoved { nation: NationCode, from: Storehouse, to: Storehouse, stores: u32 },
        NoStores(here: Here),
        /// A ship that was built comes to her port.
        Launch(here: Here),
        Sail(step: Step),
        NotSailed(here: Here),
        Disperse(here: Here),
        Enter(step: Step),
        /// She passes waters, which are where it happened.
        Passage(here: Here),
        River { step: Step, squares: u32 },
        /// She goes no farther; where she came from, if she has just come.
        Halted { here: Here, from: Option<Place>, why: Option<Reason> },
        Meet { here: Here, foe: ShipId },
        Avoid(here: Here),
        Join { here: Here, friend: ShipId },
        /// Where she came from, if she has come with her quarry already.
        Pursue { here: Here, from: Option<Place>, quarry: ShipId },
        /// She leaves for the other side of the Atlantic.
        Transit(step: Step),
        Arrive(here: Here),
        Sortie(step: Step),
        StandIn(step: Step),
        Evade(step: Step),
        /// A battle, by the first ship of the side that began it; the strength of both sides.
        Battle {
            ship: Option<ShipId>,
            at: Place,
            close: bool,
            attack: u32,
            defence: u32,
            account: Box<Account>,
        },
        Sunk { here: Here, by: Option<ShipId> },
        Captured { here: Here, by: Captor },
        Escaped(step: Step),
        /// She falls back before a ship that runs past.
        Driven(step: Step),
        RunPast { step: Step, squares: u32 },
        TurnedBack(here: Here),
        BatteryLost { at: Place, unit: UnitId, count: u32 },
        Storm { at: Place },
        /// A storm damaged her, by so many points.
        Damaged { here: Here, points: u32 },
        Blown(step: Step),
        Foundered(here: Here),
        Wrecked(here: Here),
        Load { here: Here, what: Freight },
        /// What was set ashore in a port of her side; where, if it is on the map.
        Unload { here: Here, what: Freight, shore: Option<Shore> },
        /// What was set ashore elsewhere.
        Land { here: Here, unit: UnitId, shore: Shore },
        /// Her guns fire at a square ashore, with the weight of so many muskets.
        Fires { here: Here, tac: TacticalSquare, weight: u32, supports: bool },
        /// Her shells struck a unit, which lost so many men.
        Strikes { here: Here, unit: UnitId, tac: TacticalSquare, men: u32, supports: bool },
        /// She destroyed the railway bridge of her square.
        Bridge(here: Here),
        /// She destroyed a pontoon bridge; without her it fell with a lost battle.
        Pontoon { ship: Option<ShipId>, at: Option<Place> },
        /// A landing force fought the garrison of a port off the map; who holds the port after it.
        Garrison {
            ship: ShipId,
            at: Place,
            port: String,
            attack: u32,
            defence: u32,
            holder: NationCode,
        },
        PortFalls { ship: Option<ShipId>, at: Place, to: NationCode },
        /// She found another at sea, by what that one is called.
        Sighted { ship: ShipId, at: Place, called: String },
        /// A garrison saw a ship a turn ago (5.2).
        LateSighted { called: String },
        Rumour { at: Place, count: u32 },
        /// An order that was not carried out, in canonical words where it is one.
        Refused { here: Here, order: Option<String>, why: Reason },
        OfficeRefused { nation: NationCode, order: Option<String>, why: Reason },
    }
}

//! What every fact is asked: which ship, where, with whom, how many.

use std::borrow::Cow;
use std::fmt;

use crate::event::account::Account;
use crate::event::reason::Reason;
use crate::event::{Captor, Fact, Freight, Here, Kind, Step, Storehouse};
use crate::place::Place;
use crate::ship::ShipId;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// Whom something happened to, where it began, where it happened or ended.
#[derive(Clone, Copy, Default)]
struct Spot {
    ship: Option<ShipId>,
    from: Option<Place>,
    at: Option<Place>,
}

impl From<Here> for Spot {
    fn from(Here { ship, at }: Here) -> Spot {
        Spot { ship: Some(ship), from: None, at }
    }
}

impl From<Step> for Spot {
    fn from(Step { ship, from, at }: Step) -> Spot {
        Spot { ship: Some(ship), from, at }
    }
}

impl fmt::Display for Freight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Freight::Unit(unit) => unit.fmt(f),
            Freight::Supplies(count) => write!(f, "{count} supplies"),
        }
    }
}

/// Who took her, as sentences call them.
impl fmt::Display for Captor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Captor::Ship { called, .. } => f.write_str(called),
            Captor::Nation(nation) => nation.fmt(f),
        }
    }
}

impl Storehouse {
    /// Where ships lie in it.
    pub fn place(&self) -> Option<Place> {
        match self {
            Storehouse::Port { place, .. } => *place,
            Storehouse::Inland { .. } => None,
        }
    }

    pub fn name(&self) -> &str {
        match self {
            Storehouse::Port { name, .. } | Storehouse::Inland { name } => name,
        }
    }

    pub fn is_inland(&self) -> bool {
        matches!(self, Storehouse::Inland { .. })
    }
}

impl Fact {
    /// The ship that it happened to.
    pub fn ship(&self) -> Option<ShipId> {
        self.spot().ship
    }

    /// Where it began, for a move.
    pub fn from(&self) -> Option<Place> {
        self.spot().from
    }

    /// Where it happened, or where she came to.
    pub fn at(&self) -> Option<Place> {
        self.spot().at
    }

    fn spot(&self) -> Spot {
        match self {
            Fact::Sail(step)
            | Fact::Enter(step)
            | Fact::River { step, .. }
            | Fact::Transit(step)
            | Fact::Sortie(step)
            | Fact::StandIn(step)
            | Fact::Evade(step)
            | Fact::Escaped(step)
            | Fact::Driven(step)
            | Fact::RunPast { step, .. }
            | Fact::Blown(step) => (*step).into(),
            Fact::Halted { here, from, .. } | Fact::Pursue { here, from, .. } => {
                Spot { from: *from, ..(*here).into() }
            }
            Fact::Attach { here, .. }
            | Fact::Detach { here, .. }
            | Fact::Combine { here, .. }
            | Fact::Divide { here, .. }
            | Fact::Crew { here, .. }
            | Fact::Scuttle(here)
            | Fact::Disband(here)
            | Fact::Repair { here, .. }
            | Fact::Stores { here, .. }
            | Fact::NoStores(here)
            | Fact::Launch(here)
            | Fact::NotSailed(here)
            | Fact::Disperse(here)
            | Fact::Passage(here)
            | Fact::Meet { here, .. }
            | Fact::Avoid(here)
            | Fact::Join { here, .. }
            | Fact::Arrive(here)
            | Fact::Sunk { here, .. }
            | Fact::Captured { here, .. }
            | Fact::TurnedBack(here)
            | Fact::Damaged { here, .. }
            | Fact::Foundered(here)
            | Fact::Wrecked(here)
            | Fact::Load { here, .. }
            | Fact::Unload { here, .. }
            | Fact::Land { here, .. }
            | Fact::Fires { here, .. }
            | Fact::Strikes { here, .. }
            | Fact::Bridge(here)
            | Fact::Refused { here, .. } => (*here).into(),
            Fact::StoresMoved { from, to, .. } => Spot { ship: None, from: from.place(), at: to.place() },
            Fact::Battle { ship, at, .. } | Fact::PortFalls { ship, at, .. } => {
                Spot { ship: *ship, at: Some(*at), from: None }
            }
            Fact::Garrison { ship, at, .. } | Fact::Sighted { ship, at, .. } => {
                Spot { ship: Some(*ship), at: Some(*at), from: None }
            }
            Fact::Pontoon { ship, at } => Spot { ship: *ship, at: *at, from: None },
            Fact::BatteryLost { at, .. } | Fact::Storm { at } | Fact::Rumour { at, .. } => {
                Spot { at: Some(*at), ..Spot::default() }
            }
            Fact::LateSighted { .. } | Fact::OfficeRefused { .. } => Spot::default(),
        }
    }

    /// The strategic square ashore in which a unit is set down (9.2).
    pub fn square(&self) -> Option<StrategicSquare> {
        match self {
            Fact::Unload { shore: Some(shore), .. } | Fact::Land { shore, .. } => Some(shore.square),
            _ => None,
        }
    }

    /// The tactical square ashore.
    pub fn tac(&self) -> Option<TacticalSquare> {
        match self {
            Fact::Unload { shore: Some(shore), .. } | Fact::Land { shore, .. } => Some(shore.tac),
            Fact::Fires { tac, .. } | Fact::Strikes { tac, .. } => Some(*tac),
            _ => None,
        }
    }

    /// What else was part of it: a ship, a unit, a port.
    pub fn other(&self) -> Option<Cow<'_, str>> {
        Some(match self {
            Fact::Attach { to: other, .. }
            | Fact::Detach { from: Some(other), .. }
            | Fact::Combine { into: other, .. }
            | Fact::Divide { new: other, .. }
            | Fact::Crew { to: other, .. }
            | Fact::Meet { foe: other, .. }
            | Fact::Join { friend: other, .. }
            | Fact::Pursue { quarry: other, .. }
            | Fact::Sunk { by: Some(other), .. } => other.to_string().into(),
            Fact::Disband(_) => "disbanded".into(),
            Fact::StoresMoved { from, to, .. } if from.is_inland() || to.is_inland() => {
                format!("{} to {}", from.name(), to.name()).into()
            }
            Fact::Captured { by: Captor::Ship { called, .. }, .. }
            | Fact::Sighted { called, .. }
            | Fact::LateSighted { called } => called.as_str().into(),
            Fact::Captured { by: Captor::Nation(nation), .. } | Fact::PortFalls { to: nation, .. } => {
                nation.to_string().into()
            }
            Fact::Load { what: Freight::Supplies(_), .. }
            | Fact::Unload { what: Freight::Supplies(_), .. } => "supplies".into(),
            Fact::Load { what: Freight::Unit(unit), .. }
            | Fact::Unload { what: Freight::Unit(unit), .. }
            | Fact::Land { unit, .. }
            | Fact::Strikes { unit, .. }
            | Fact::BatteryLost { unit, .. } => unit.to_string().into(),
            Fact::Garrison { port, .. } => port.as_str().into(),
            _ => return None,
        })
    }

    /// How many: squares, men, stores, points; of a prize her number from now on.
    pub fn count(&self) -> Option<u32> {
        Some(match self {
            Fact::Crew { men: count, .. }
            | Fact::Strikes { men: count, .. }
            | Fact::Repair { points: count, .. }
            | Fact::Damaged { points: count, .. }
            | Fact::Stores { taken: count, .. }
            | Fact::StoresMoved { stores: count, .. }
            | Fact::River { squares: count, .. }
            | Fact::RunPast { squares: count, .. }
            | Fact::BatteryLost { count, .. }
            | Fact::Load { what: Freight::Supplies(count), .. }
            | Fact::Unload { what: Freight::Supplies(count), .. }
            | Fact::Fires { weight: count, .. }
            | Fact::Rumour { count, .. } => *count,
            Fact::Captured { by: Captor::Ship { now, .. }, .. } => now.number.into(),
            _ => return None,
        })
    }

    /// Whether ships came to close quarters.
    pub fn close(&self) -> Option<bool> {
        match self {
            Fact::Battle { close, .. } => Some(*close),
            _ => None,
        }
    }

    /// The strength of attack and defence.
    pub fn strength(&self) -> Option<(u32, u32)> {
        match self {
            Fact::Battle { attack, defence, .. } | Fact::Garrison { attack, defence, .. } => {
                Some((*attack, *defence))
            }
            _ => None,
        }
    }

    /// Why, where it is told.
    pub fn why(&self) -> Option<&Reason> {
        match self {
            Fact::Halted { why, .. } => why.as_ref(),
            Fact::Refused { why, .. } | Fact::OfficeRefused { why, .. } => Some(why),
            _ => None,
        }
    }

    /// The order that was not done, in canonical words.
    pub fn order(&self) -> Option<&str> {
        match self {
            Fact::Refused { order, .. } | Fact::OfficeRefused { order, .. } => order.as_deref(),
            _ => None,
        }
    }

    /// How each side came out of a battle.
    pub fn battle(&self) -> Option<&Account> {
        match self {
            Fact::Battle { account, .. } => Some(account),
            _ => None,
        }
    }

    /// Its kind: of two facts of one kind the row of the record tells which.
    pub fn kind(&self) -> Kind {
        match self {
            Fact::Attach { .. } => Kind::Attach,
            Fact::Detach { .. } => Kind::Detach,
            Fact::Combine { .. } => Kind::Combine,
            Fact::Divide { .. } => Kind::Divide,
            Fact::Crew { .. } => Kind::Crew,
            Fact::Scuttle(_) | Fact::Disband(_) => Kind::Scuttle,
            Fact::Repair { .. } => Kind::Repair,
            Fact::Stores { .. } | Fact::StoresMoved { .. } => Kind::Stores,
            Fact::NoStores(_) => Kind::NoStores,
            Fact::Sail(_) => Kind::Sail,
            Fact::NotSailed(_) => Kind::NotSailed,
            Fact::Disperse(_) => Kind::Disperse,
            Fact::Enter(_) => Kind::Enter,
            Fact::Passage(_) => Kind::Passage,
            Fact::River { .. } => Kind::River,
            Fact::Halted { .. } => Kind::Halted,
            Fact::Meet { .. } => Kind::Meet,
            Fact::Avoid(_) => Kind::Avoid,
            Fact::Join { .. } => Kind::Join,
            Fact::Pursue { .. } => Kind::Pursue,
            Fact::Transit(_) => Kind::Transit,
            Fact::Arrive(_) | Fact::Launch(_) => Kind::Arrive,
            Fact::Sortie(_) => Kind::Sortie,
            Fact::StandIn(_) => Kind::StandIn,
            Fact::Evade(_) => Kind::Evade,
            Fact::Battle { .. } => Kind::NavalCombat,
            Fact::Sunk { .. } => Kind::Sunk,
            Fact::Captured { .. } => Kind::Captured,
            Fact::Escaped(_) => Kind::Escaped,
            Fact::Driven(_) => Kind::Driven,
            Fact::RunPast { .. } => Kind::RunPast,
            Fact::TurnedBack(_) => Kind::TurnedBack,
            Fact::BatteryLost { .. } => Kind::BatteryLost,
            Fact::Storm { .. } | Fact::Damaged { .. } => Kind::Storm,
            Fact::Blown(_) => Kind::Blown,
            Fact::Foundered(_) => Kind::Foundered,
            Fact::Wrecked(_) => Kind::Wrecked,
            Fact::Load { .. } => Kind::Load,
            Fact::Unload { .. } => Kind::Unload,
            Fact::Land { .. } => Kind::Land,
            Fact::Fires { supports: true, .. } | Fact::Strikes { supports: true, .. } => Kind::ShipSupports,
            Fact::Fires { .. } | Fact::Strikes { .. } => Kind::ShipBombards,
            Fact::Bridge(_) => Kind::Bridge,
            Fact::Pontoon { .. } => Kind::Pontoon,
            Fact::Garrison { .. } => Kind::GarrisonCombat,
            Fact::PortFalls { .. } => Kind::CapturePort,
            Fact::Sighted { .. } | Fact::LateSighted { .. } => Kind::Sighted,
            Fact::Rumour { .. } => Kind::Rumour,
            Fact::Refused { .. } | Fact::OfficeRefused { .. } => Kind::Refused,
        }
    }
}

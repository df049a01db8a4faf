//! Why a unit does not go by rail.

use crate::event::reason::{Reason, Why};
use fieldpost_ground::square::{Grid, StrategicSquare};

/// Why a unit does not set out by rail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Militia may not move by rail (rule 8.1).
    Militia,
    /// Militia that would leave its home (rule 7.1).
    LeavesHome(StrategicSquare),
    /// A pontoon bridge that is laid (rule 12.5).
    Laid,
    /// Naval batteries do not move (G-09).
    Immobile,
    /// It made a strategic step on foot (rule 8.1).
    Marched,
    /// Fatigue in excess of so much (rule 7.1, R-8.1c).
    Tired(u16),
    /// The unit is in a besieged city (rule 7.7, R-8.1c).
    Besieged,
    /// No track in that square.
    NoRailway(StrategicSquare),
    /// Not friendly-controlled, now or at the turn's beginning (rules 8.1, 8.2).
    NotControlled(StrategicSquare),
    /// Not in a railway tactical square, with an enemy in the strategic square (rule 8.1).
    OffTrack,
    /// It is there already.
    There(StrategicSquare),
    /// No way by rail to that square of at most so many squares (rule 8.3).
    TooFar(StrategicSquare, usize),
    /// The first square of the way is barred (rules 8.2, 8.3).
    Barred(StrategicSquare),
    /// Nowhere on the way is there room to get out (rules 1.5, 2.5, 8.4).
    NoRoom,
}

impl Refusal {
    /// The reason, as its side is told it.
    pub fn reason(self, grid: &Grid) -> Reason {
        let label = |square| grid.label(square);
        match self {
            Refusal::Militia => Why::MilitiaByRail.into(),
            Refusal::LeavesHome(at) => Why::LeavesHome.of(label(at)),
            Refusal::Laid => Why::Laid.into(),
            Refusal::Immobile => Why::BatteriesDoNotMove.into(),
            Refusal::Marched => Why::Marched.into(),
            Refusal::Tired(limit) => Why::Tired.of(limit),
            Refusal::Besieged => Why::Besieged.into(),
            Refusal::NoRailway(at) => Why::NoRailway.of(label(at)),
            Refusal::NotControlled(at) => Why::RailwayNotHeld.of(label(at)),
            Refusal::OffTrack => Why::OffTrack.into(),
            Refusal::There(at) => Why::There.of(label(at)),
            Refusal::TooFar(to, most) => Why::TooFarByRail.of(most).and(label(to)),
            Refusal::Barred(next) => Why::RailwayBarred.of(label(next)),
            Refusal::NoRoom => Why::NoRoomOnTheWay.into(),
        }
    }
}

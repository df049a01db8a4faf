//! What can stand in the way of a strategic step.

use crate::event::reason::{Reason, Why};
use crate::event::{Fact, Stand};
use fieldpost_ground::map::Terrain;
use fieldpost_ground::square::{Direction, Grid, StrategicSquare};

/// Why a unit does not make a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// Naval batteries do not move.
    Immobile,
    /// Fatigue in excess of 18 (rule 7.1).
    Tired,
    /// The turn's squares are marched, the forced one too where there is one (rules 7.1, 7.3).
    Spent,
    /// Only a forced march would do it, and the unit may not make one by its orders (rule 7.11).
    NoForcedMarch,
    /// The next square is not adjacent (rule 7.4).
    NotAdjacent(StrategicSquare),
    /// The next square cannot be entered (rule 1.2).
    Impassable(StrategicSquare, Terrain),
    /// The way runs diagonally between two impassable squares of one kind (rule 7.4).
    Between(StrategicSquare, Terrain),
    /// A militia would leave its home state (rule 7.1).
    LeavesHome(StrategicSquare),
    /// The square's nation is closed (rule 7.16).
    Closed(StrategicSquare),
    /// It is a pontoon bridge that is laid (rule 12.5).
    Laid,
    /// The unit is in a besieged city (rule 7.7).
    Besieged,
    /// The way to the map's edge is not clear (rule 7.7).
    NotClear(Direction),
    /// The way out runs diagonally between two units (rule 7.7).
    Squeezed(Direction),
    /// A river or range lies in between (rule 7.8).
    WrongBank(Direction),
    /// A marsh is left only at its proper edge (rule 7.8, R-7.8b).
    InMarsh(Direction),
    /// The square holds as many brigades as it can (rule 1.5, R-1.5b).
    Full(StrategicSquare),
    /// No tactical square to enter by (rule 7.14).
    NoWayIn(StrategicSquare),
    /// No withdrawal into a square that held enemies at the turn's start (rule 7.5).
    NotFreeOfEnemies(StrategicSquare),
    /// No withdrawal by a diagonal that would be interrupted (rule 7.5).
    WouldBeInterrupted(StrategicSquare),
    /// No battle was fought here last turn, so there is nothing to withdraw from (rule 7.5).
    NoBattle,
}

impl Hindrance {
    /// The fact that it becomes.
    pub fn fact(self, stand: Stand, why: Reason) -> Fact {
        match self {
            Hindrance::NoForcedMarch => Fact::Halt { stand, why },
            _ if self.may_pass() => Fact::ExitBlocked { stand, why },
            _ => Fact::Refused { stand, why },
        }
    }

    /// Whether the next phase may find it gone, so that the step is tried again (rule 7.7).
    pub fn may_pass(self) -> bool {
        matches!(
            self,
            Hindrance::Laid
                | Hindrance::Besieged
                | Hindrance::NotClear(_)
                | Hindrance::Squeezed(_)
                | Hindrance::WrongBank(_)
                | Hindrance::InMarsh(_)
                | Hindrance::Full(_)
                | Hindrance::NoWayIn(_)
        )
    }

    /// Whether the map itself forbids the step, so that no phase will ever allow it (rules 7.1, 7.4, 7.16).
    pub fn is_of_the_map(self) -> bool {
        matches!(
            self,
            Hindrance::NotAdjacent(_)
                | Hindrance::Impassable(..)
                | Hindrance::Between(..)
                | Hindrance::LeavesHome(_)
                | Hindrance::Closed(_)
        )
    }

    /// The reason, as its side is told it.
    pub fn reason(self, grid: &Grid) -> Reason {
        let label = |square| grid.label(square);
        match self {
            Hindrance::Immobile => Why::BatteriesStay.into(),
            Hindrance::Tired => Why::Tired.of(18),
            Hindrance::Spent => Why::Spent.into(),
            Hindrance::NoForcedMarch => Why::NoForcedMarch.into(),
            Hindrance::NotAdjacent(to) => Why::NotAdjacent.of(label(to)),
            Hindrance::Impassable(to, terrain) => {
                Why::Impassable.of(label(to)).named(&terrain.mark().to_string(), terrain.words())
            }
            Hindrance::Between(to, terrain) => {
                Why::Between.of(label(to)).named(&terrain.mark().to_string(), terrain.words())
            }
            Hindrance::LeavesHome(to) => Why::LeavesHome.of(label(to)),
            Hindrance::Closed(to) => Why::Closed.of(label(to)),
            Hindrance::Laid => Why::Laid.into(),
            Hindrance::Besieged => Why::Besieged.into(),
            Hindrance::NotClear(way) => Why::NotClear.named(&way, way.words()),
            Hindrance::Squeezed(way) => Why::Squeezed.named(&way, way.words()),
            Hindrance::WrongBank(way) => Why::WrongBank.named(&way, way.words()),
            Hindrance::InMarsh(way) => Why::InMarsh.named(&way, way.words()),
            Hindrance::Full(to) => Why::NoRoomIn.of(label(to)),
            Hindrance::NoWayIn(to) => Why::NoWayIn.of(label(to)),
            Hindrance::NotFreeOfEnemies(to) => Why::NotFreeToWithdraw.of(label(to)),
            Hindrance::WouldBeInterrupted(to) => Why::WouldBeInterrupted.of(label(to)),
            Hindrance::NoBattle => Why::NoBattle.into(),
        }
    }
}

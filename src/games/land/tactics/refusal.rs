//! Why a tactical move is not made.

use crate::event::reason::{Reason, Why};

/// Why a tactical move is not made, or not further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A naval battery.
    Immobile,
    /// More fatigue than rule 9.1 allows.
    Tired,
    /// No unit can stand on the square it was sent to.
    NoFooting,
    /// There is no ford on the map.
    NoFord,
    /// There is no pass on the map.
    NoPass,
    /// The move needs a ford, pass or bridge as its waypoint (rule 9.7).
    OtherBank,
    /// Impassable ground or a cliff (rule 9.5).
    Ground,
    /// Somebody who is no enemy is in the way, or the unit may not attack who is (rule 9.3).
    Barred,
    /// The next square is full (rule 2.5).
    Full,
    /// There is no such ferry of its side in the square (rule 12.7).
    NoFerry,
    /// The ferry has carried all it can in a turn (rule 12.7).
    FerryFull,
    /// A ferry lands nobody in the river (rule 12.7).
    FerryLanding,
    /// It is besieged, and leaves the city only by a square, to attack (ROTD-CWOL 9.4).
    Besieged,
    /// A pontoon bridge that is laid (rule 12.5).
    Laid,
    /// It stands among enemies, and has to fight first.
    InCombat,
    /// The square it was sent to is on the map of a strategic square in which it is not.
    OtherMap,
}

impl From<Refusal> for Reason {
    fn from(refusal: Refusal) -> Reason {
        let why = match refusal {
            Refusal::Immobile => Why::NeverMoves,
            Refusal::Tired => Why::TiredForTactics,
            Refusal::NoFooting => Why::NoFooting,
            Refusal::NoFord => Why::NoFord,
            Refusal::NoPass => Why::NoPass,
            Refusal::OtherBank => Why::OtherBank,
            Refusal::Ground => Why::Ground,
            Refusal::Barred => Why::Barred,
            Refusal::Full => Why::SquareFull,
            Refusal::NoFerry => Why::NoFerry,
            Refusal::FerryFull => Why::FerryFull,
            Refusal::FerryLanding => Why::FerryLanding,
            Refusal::Besieged => Why::OnlyToAttack,
            Refusal::Laid => Why::Laid,
            Refusal::InCombat => Why::InCombat,
            Refusal::OtherMap => Why::OtherMap,
        };
        why.into()
    }
}

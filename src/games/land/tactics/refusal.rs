//! Why a tactical move is not made, in the words its own side is told.
//!
//! **They name what happens to the unit, never an enemy that causes it.**

use std::fmt;

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
    /// A pontoon bridge that is laid (rule 12.5).
    Laid,
    /// It stands among enemies, and has to fight first.
    InCombat,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Immobile => "units of its type never move on the tactical map",
            Refusal::Tired => "it is too tired to move on the tactical map",
            Refusal::NoFooting => "no unit can stand on the square it was sent to",
            Refusal::NoFord => "there is no ford on its tactical map",
            Refusal::NoPass => "there is no pass on its tactical map",
            Refusal::OtherBank => {
                "it would cross a river or a range without a ford, pass or bridge as its waypoint"
            }
            Refusal::Ground => "its way leads over a cliff or impassable ground",
            Refusal::Barred => "its way is barred",
            Refusal::Full => "the next square on its way is full",
            Refusal::NoFerry => "there is no such ferry of its side in its square",
            Refusal::FerryFull => "the ferry has no space left for it this turn",
            Refusal::FerryLanding => "a ferry brings it only to a square that is not in the river",
            Refusal::Laid => "it lies as a bridge, and must first be taken up",
            Refusal::InCombat => "it stands among enemies and has to fight first",
        })
    }
}

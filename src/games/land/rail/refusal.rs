//! Why a unit does not go by rail, in its owner's words.

use crate::games::ground::square::{Grid, StrategicSquare};

/// Why a unit does not set out by rail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Militia may not move by rail (rule 8.1).
    Militia,
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
    /// The reason, in words that a player understands and that name no enemy.
    pub fn words(self, grid: &Grid) -> String {
        let label = |square| grid.label(square);
        match self {
            Refusal::Militia => "militia do not go by rail".into(),
            Refusal::Laid => "it lies as a bridge, and must first be taken up".into(),
            Refusal::Immobile => "naval batteries do not move".into(),
            Refusal::Marched => "it marched this turn, and so does not go by rail".into(),
            Refusal::Tired(limit) => format!("its fatigue is in excess of {limit}"),
            Refusal::Besieged => "it is in a besieged city".into(),
            Refusal::NoRailway(at) => format!("{} has no railway to go by", label(at)),
            Refusal::NotControlled(at) => format!(
                "the railway of {} was not in its side's control both when the turn began and when the train left",
                label(at)
            ),
            Refusal::OffTrack => "it did not stand on the track of its tactical map, as it must here".into(),
            Refusal::There(at) => format!("it is in {} already", label(at)),
            Refusal::TooFar(to, most) => {
                format!("no way by rail of at most {most} squares leads to {}", label(to))
            }
            Refusal::Barred(next) => format!("the railway of {} is not open to it", label(next)),
            Refusal::NoRoom => "there is no room to get out on the way".into(),
        }
    }
}

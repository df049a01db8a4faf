//! Why a unit makes a step of strategic movement.

/// Why a unit makes a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Along its ordered path (rule 7.4).
    Path,
    /// After an enemy that left (rule 7.12).
    Pursuit,
    /// To a battle, to allies or to enemies (rule 7.13).
    MarchTo,
    /// Out of a battle of the last turn (rule 7.5).
    Withdrawal,
}

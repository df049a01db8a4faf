//! What a reader of the event report needs to know besides to understand it; each is told once, below the events.

use fieldpost_land::event::reason::{Reason, Why};

/// Told once where the ground stops a tactical move (rule 9.5). The event does not say which square it was.
const GROUND: &str = "Tactical moves go in a straight line, or in two by way of the square after VIA. While enemies \
                      are in the square a unit crosses no cliff on that line (from H high hills to ground that is \
                      neither h nor H) and no impassable ground (mountain, water, river); if it would, it does not \
                      move at all. Look along the line on the tactical map and go round it with VIA.";

/// Told once where the table of a battle stands (rules 10.8, 10.10, 14.1).
pub const BATTLES: &str = "In the battles: what is marked ~ or \"about\" was counted from the other side of the field, a few lost as ~50. \
                           Mode is how hard a unit meant to fight, by its ATTACK or, on its own ground, DEFEND: utmost \
                           is assault or last ditch, firm is attack or defend (no rounds: it had no ammunition). Without close quarters \
                           defenders ordered to hold give way to more than twice their strength, skirmishers to half. \
                           The side that loses falls back one square; units whose morale breaks retreat up to four \
                           squares, or rout to a neighbouring strategic square; who cannot get away, is too tired, \
                           or has fewer than fifty men left, \
                           shatters and is out of the war for two or three turns.";

/// What a reader needs to know besides to understand a reason.
pub fn note(reason: &Reason) -> Option<&'static str> {
    (reason.why == Why::Ground).then_some(GROUND)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bad_ground_needs_an_explanation() {
        assert_eq!(note(&Why::Ground.into()), Some(GROUND));
        assert_eq!(note(&Why::SquareFull.into()), None);
    }
}

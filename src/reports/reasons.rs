//! Why something was not done, in a player's words: the rules' own where they serve, others where they speak of the
//! program.

use crate::games::land::tactics::refusal::Refusal;

/// Told once where a unit is held because battles are not resolved.
const BATTLES: &str = "Battles: fighting is not resolved in this version of the game. Units that meet an enemy stay \
                       where they met, and no men are lost.";

/// Told once where the ground stops a tactical move (rule 9.5). The event does not say which square it was.
const GROUND: &str = "Tactical moves go in a straight line, or in two by way of the square after VIA. While enemies \
                      are in the square a unit crosses no cliff on that line (from H high hills to ground that is \
                      neither h nor H) and no impassable ground (mountain, water, river); if it would, it does not \
                      move at all. Look along the line on the tactical map and go round it with VIA.";

/// A reason in a player's words.
pub fn in_plain_words(why: &str) -> String {
    if why == Refusal::InCombat.to_string() {
        return "it stays where it met the enemy".into();
    }
    // The rules say of some of their chapters that they are not built yet.
    ["is", "are"].iter().fold(why.to_owned(), |why, verb| {
        why.replace(&format!("{verb} not built yet"), &format!("{verb} not part of this version of the game"))
    })
}

/// What a reader needs to know besides to understand a reason.
pub fn note(why: &str) -> Option<&'static str> {
    let of = |refusal: Refusal| why == refusal.to_string();
    of(Refusal::InCombat).then_some(BATTLES).or_else(|| of(Refusal::Ground).then_some(GROUND))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_player_reads_of_what_is_built() {
        for refusal in [Refusal::InCombat, Refusal::Ground] {
            assert!(!in_plain_words(&refusal.to_string()).contains("built"), "{refusal}");
        }
        assert_eq!(
            in_plain_words("placement in deployment and peace turns is not built yet"),
            "placement in deployment and peace turns is not part of this version of the game"
        );
        assert_eq!(note(&Refusal::InCombat.to_string()), Some(BATTLES));
        assert_eq!(note(&Refusal::Ground.to_string()), Some(GROUND));
        assert_eq!(note(&Refusal::Full.to_string()), None);
    }
}

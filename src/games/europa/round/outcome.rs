//! Who wins a battle: nobody where both rout and are left, and never who has nothing left (rule G4; EU-86).

use fieldpost_engine::piece::Piece;

use super::Round;
use crate::event::account::Won;

impl Won {
    /// The winner, if it is known whether the attacker is.
    pub(super) fn of(attacker: bool) -> Self {
        if attacker { Won::Attacker } else { Won::Defender }
    }

    /// Who wins by how the days went: of two that rout nobody.
    pub(super) fn by_rout(attacker_gives: bool, defender_gives: bool, attacker_ahead: bool) -> Self {
        match (attacker_gives, defender_gives) {
            (true, true) => Won::Nobody,
            (true, false) => Won::Defender,
            (false, true) => Won::Attacker,
            (false, false) => Won::of(attacker_ahead),
        }
    }

    /// The same once the losses are known: who is destroyed does not win, and who is left does, though both rout.
    pub(super) fn after_losses(self, attacker_left: bool, defender_left: bool) -> Self {
        match self {
            Won::Attacker if !attacker_left => Won::other_if(Won::Defender, defender_left),
            Won::Defender if !defender_left => Won::other_if(Won::Attacker, attacker_left),
            Won::Nobody if attacker_left != defender_left => Won::of(attacker_left),
            won => won,
        }
    }

    fn other_if(other: Self, left: bool) -> Self {
        if left { other } else { Won::Nobody }
    }
}

impl Round<'_> {
    /// Where nobody won, who came goes back: the attackers, unless they stood and the others came.
    pub(super) fn attackers_go_back(&self, attackers: &[Piece], defenders: &[Piece]) -> bool {
        let came = |side: &[Piece]| {
            side.iter()
                .any(|id| self.progress_of(id).is_some_and(|progress| progress.moved || progress.sortied))
        };
        came(attackers) || !came(defenders)
    }

    /// Those of two sides who give way.
    pub(super) fn who_yields<'b>(
        &self,
        won: Won,
        attackers: &'b [Piece],
        defenders: &'b [Piece],
    ) -> (&'b [Piece], &'b [Piece]) {
        let attackers_yield = match won {
            Won::Attacker => false,
            Won::Defender => true,
            Won::Nobody => self.attackers_go_back(attackers, defenders),
        };
        if attackers_yield { (attackers, defenders) } else { (defenders, attackers) }
    }
}

#[cfg(test)]
mod tests {
    use crate::event::account::Won;

    #[test]
    fn who_is_destroyed_does_not_win_and_of_two_that_rout_nobody_does() {
        assert_eq!(Won::by_rout(true, true, true), Won::Nobody);
        assert_eq!(Won::by_rout(false, false, true), Won::Attacker);
        assert_eq!(Won::Attacker.after_losses(false, true), Won::Defender);
        assert_eq!(Won::Defender.after_losses(true, false), Won::Attacker);
        assert_eq!(Won::Attacker.after_losses(false, false), Won::Nobody);
        assert_eq!(Won::Attacker.after_losses(true, false), Won::Attacker);
        assert_eq!(Won::Nobody.after_losses(true, false), Won::Attacker);
        assert_eq!(Won::Nobody.after_losses(true, true), Won::Nobody);
        assert_eq!(Won::Nobody.after_losses(false, false), Won::Nobody);
    }
}

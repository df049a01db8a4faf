//! Overruns (rule G3, EU-39, EU-57): by all detachments in the open, by either side, never by or against a retreater.

use fieldpost_engine::piece::Piece;

use super::Round;
use super::progress::State;
use crate::event::Fact;
use crate::event::account::{Meeting, Won};

impl Round<'_> {
    /// Whether a stack may run over another at all.
    pub(super) fn may_overrun(&self, strong: &Piece, weak: &Piece) -> bool {
        let flees = |id: &Piece| self.progress_of(id).is_some_and(|progress| progress.retreating);
        !flees(strong) && !flees(weak)
    }

    /// Whether a mover and those who stand where it comes decide it at once.
    pub(super) fn is_overrun(&self, id: &Piece, foes: &[Piece]) -> bool {
        let at_once = self.world.tables.overrun.at_once;
        let (own, theirs) = (self.thirds(id), foes.iter().map(|other| self.thirds(other)).sum::<i32>());
        let all = foes.iter().all(|other| self.may_overrun(id, other));
        let back = self.world.tables.overrun.standing_side_too && theirs >= at_once * own;
        all && (own >= at_once * theirs || back)
    }

    /// Destroys the weak.
    pub(super) fn run_over(&mut self, strong: &Piece, weak: &[Piece]) {
        for id in weak {
            self.tell(Fact::Overrun { stack: strong.clone(), other: id.clone(), place: self.at(id) });
            let all = self.thirds(id);
            self.lose(id, all);
        }
    }

    /// A mover and those who stand where it is; whether it may go on.
    pub(super) fn overrun(&mut self, id: &Piece, foes: &[Piece]) -> bool {
        let destroyed = self.world.tables.overrun.destroyed;
        let foes: Vec<Piece> = foes.iter().filter(|other| self.fights(other)).cloned().collect();
        let (own, theirs) = (self.thirds(id), foes.iter().map(|other| self.thirds(other)).sum::<i32>());
        if own >= destroyed * theirs {
            self.run_over(id, &foes);
            return true;
        }
        if theirs >= destroyed * own {
            self.run_over(&foes[0].clone(), std::slice::from_ref(id));
            return false;
        }
        self.set_state(id, State::Locked);
        let won = self.fight(&self.at(id), std::slice::from_ref(id), &foes, Meeting::Overrun);
        if won == Won::Attacker {
            foes.iter().for_each(|other| self.yields(other));
            self.set_state(id, State::Moving);
            return self.fights(id);
        }
        self.yields(id);
        false
    }

    pub(super) fn set_state(&mut self, id: &Piece, state: State) {
        if let Some(progress) = self.progress.get_mut(id)
            && progress.state != State::Gone
        {
            progress.state = state;
        }
    }
}

//! Orders that come to nothing by where a stack is, and of which nothing else tells (rule A1): whoever gave them hears so.

use fieldpost_engine::piece::Piece;

use super::Round;
use super::progress::{Progress, State};
use crate::event::reason::{Reason, Why};
use crate::orders::Order;
use crate::position::{Kind as StackKind, Posture, Stack};

impl Round<'_> {
    /// Before anybody moves: who is in no fortress makes no sortie.
    pub(super) fn sorties_of_nobody(&mut self) {
        let is_outside = |id: &Piece, stack: &Stack| {
            Stack::kind(id) == StackKind::Land && stack.posture != Posture::Fortress
        };
        for id in self.ranked(|id, _, stack| is_outside(id, stack)) {
            if self.is_told_outright(&id, &Order::Sortie) {
                self.refused_unkept(&id, Why::InNoFortress.into());
            }
        }
    }

    /// After the combats: who has not stirred from a ship, a fortress or a port, or stands where there is nothing of the kind.
    pub(super) fn idle_orders(&mut self) {
        for id in self.ranked(|_, progress, _| !progress.routed && !progress.retreating && !progress.fought) {
            let written = self.book.orders.get(&id).map(Vec::as_slice).unwrap_or_default();
            let refused: Vec<Reason> =
                written.iter().filter_map(|order| self.comes_to_nothing(&id, order)).collect();
            refused.into_iter().for_each(|why| self.refused_unkept(&id, why));
        }
    }

    /// Whether a stack has an order that hangs on no condition.
    fn is_told_outright(&self, id: &Piece, order: &Order) -> bool {
        self.book.orders.get(id).is_some_and(|written| written.contains(order))
    }

    fn comes_to_nothing(&self, id: &Piece, order: &Order) -> Option<Reason> {
        let (progress, stack) = (self.progress_of(id)?, self.stack(id)?);
        match Stack::kind(id) {
            StackKind::Land => self
                .not_in_the_open(progress, stack, order)
                .or_else(|| self.nobody_there(progress, stack, order)),
            StackKind::Fleet if stack.posture == Posture::Port && !progress.moved => match order {
                Order::Hunt(_) => Some(Why::LiesInPort.of("HUNT PRIVATEERS")),
                Order::Attack(_) => Some(Why::LiesInPort.of("ATTACK")),
                _ => None,
            },
            _ => None,
        }
    }

    /// What nobody does out of a ship or a fortress (EU-23).
    fn not_in_the_open(&self, progress: &Progress, stack: &Stack, order: &Order) -> Option<Reason> {
        let word = match order {
            Order::Siege { .. } => "SIEGE",
            Order::Assault(_) => "ASSAULT",
            Order::Intercept { .. } => "INTERCEPT",
            Order::Suppress => "SUPPRESS REVOLT",
            Order::AttackNatives => "ATTACK NATIVES",
            _ => return None,
        };
        if progress.moved || progress.sortied {
            return None;
        }
        match &progress.state {
            State::Aboard(fleet) => Some(Why::IsAboard.of(word).and(fleet)),
            State::Sheltered => Some(Why::WithinWalls.of(word).and(self.world.map.name(&stack.at))),
            _ => None,
        }
    }

    /// What there is nobody for where it stands.
    fn nobody_there(&self, progress: &Progress, stack: &Stack, order: &Order) -> Option<Reason> {
        let ground = self.position.grounds.get(&stack.at).filter(|_| progress.state == State::Resting)?;
        let name = self.world.map.name(&stack.at);
        match order {
            Order::AttackNatives if ground.natives == 0 => Some(Why::NoNativesThere.of(name)),
            Order::Suppress if ground.revolt == 0 => Some(Why::NoRevoltThere.of(name)),
            _ => None,
        }
    }
}

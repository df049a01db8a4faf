//! What hangs on fights in a rehearsal. Nobody fights in one, so that what comes of a fight is not known: whoever stands by it may be drawn
//! into it or driven off, and whoever goes there, out of there or to its help meets what it has left.

use std::collections::{BTreeMap, BTreeSet};

use crate::event::Place;
use crate::movement::diagonal::passed_between;
use crate::orders::{ReactionBox, UnitOrders};
use crate::phase::Phase;
use crate::turn::{Progress, Turn};
use crate::unit::UnitId;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// How far from a fight, in tactical squares, who stands still is left alone by it.
const BESIDE: u8 = 1;

/// How far from a fight, in strategic squares, battles may come of it.
const ABOUT: u8 = 2;

/// The places where fights may be, as far as the player knows.
#[derive(Clone, Debug, Default)]
pub(super) struct Fights {
    /// Where somebody stands among enemies, by strategic square.
    met: BTreeMap<StrategicSquare, BTreeSet<TacticalSquare>>,
    /// Where units of the player's were last of which nothing more is foreseen: there may be a battle, or be none.
    lost: BTreeSet<StrategicSquare>,
}

/// By what a unit hangs on fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// It has to do with what is left of one.
    Fight,
    /// It marches by what battles there are (rule 7.13).
    Battles,
}

impl Fights {
    /// Notes a fight, if it can be fought in this turn: after the fourth tactical phase nobody fights (rule 5.2).
    pub fn note(&mut self, place: Place, phase: Phase) {
        if phase <= Phase::Tac4 {
            self.met.entry(place.at).or_default().insert(place.tac);
        }
    }

    /// Notes where a unit of the player's was last of which nothing more is foreseen.
    pub fn lose(&mut self, at: StrategicSquare) {
        self.lost.insert(at);
    }

    /// Whether what a unit does from now on hangs on a fight.
    pub fn decide(&self, turn: &Turn, id: UnitId, place: Place) -> Option<By> {
        let progress = turn.progress.get(&id)?;
        let orders = &progress.orders;
        let marches = orders.march_to_battle || orders.march_to_allies || orders.march_to_enemies;
        if marches && self.lost.iter().chain(self.met.keys()).any(|at| at.distance(place.at) <= ABOUT) {
            return Some(By::Battles);
        }
        if self.may_interrupt(turn, progress, place) {
            return Some(By::Fight);
        }
        let fights = self.met.get(&place.at)?;
        let is_near = fights.iter().any(|tac| tac.distance(place.tac) <= BESIDE || helps(orders, *tac));
        (is_near || acts(progress)).then_some(By::Fight)
    }

    /// Rule 7.15: whether its next step is a diagonal between squares into which a fight may drive enemies, or from which it may draw them.
    fn may_interrupt(&self, turn: &Turn, progress: &Progress, place: Place) -> bool {
        let grid = &turn.atlas.map.grid;
        let between = progress.next_square().and_then(|to| passed_between(grid, place.at, to));
        let is_near = |at: &StrategicSquare| self.met.keys().any(|fight| fight.distance(*at) <= 1);
        between.is_some_and(|between| between.iter().any(is_near))
    }
}

/// Whether a unit comes to the help of a fight in a tactical square, or in one beside it, where it may spread to (rule 9.11).
fn helps(orders: &UnitOrders, fight: TacticalSquare) -> bool {
    let reactions = [&orders.support, &orders.intercept];
    let reaches = |reaction: &ReactionBox| reaction.centre.distance(fight) <= reaction.radius + BESIDE;
    reactions.into_iter().flatten().any(reaches)
}

/// Whether a unit has anything left to do that leads it somewhere.
fn acts(progress: &Progress) -> bool {
    let orders = &progress.orders;
    progress.steps > 0
        || progress.has_path_left()
        || progress.redirected.is_some()
        || orders.rail.is_some()
        || orders.pursue.is_some()
        || orders.withdraw
        || orders.tactical_move.is_some()
        || orders.engage.is_some()
}

//! The joint turn (WISC 3.1, 3.2, 7.7; naval record 4.1): rows of land and rows of sea on one list, and what the two hand one another
//! between them; and the game of both as the house's door knows it ([`JointTable`]).
//!
//! Land without ships is played row by row as it is alone, with the same dice: a phase of the sea is entered only where there are
//! ships. Who goes aboard leaves the land's position, with all orders still kept for the day on which it lands.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::engine::phase::Row;
use crate::games::land::phase::Phase;
use crate::games::land::sequence;
use crate::games::land::state::{Season, Seat};
use crate::games::land::turn::{Outcome, Turn};
use crate::games::land::unit::{Unit, UnitId};
use crate::games::sea::ashore::Site;
use crate::games::sea::phase::Phase as Naval;
use crate::games::sea::sequence::{CAMPAIGN, DEPLOYMENT};
use crate::games::sea::turn::Turn as SeaTurn;

mod board;
mod drawn;
mod exchange;
mod fleet;
mod foresee;
mod hand;
#[cfg(test)]
mod hosted;
mod language;
mod orders;
mod page;
mod ran;
pub mod scenario;
mod tell;
#[cfg(test)]
mod tests;

pub(crate) use fleet::is_joint;
pub use fleet::{Fleet, JointTable};
pub(crate) use language::{LANGUAGES, of as language_of};
pub use ran::JointRan;
pub use tell::AtSea;

/// A land unit that is not on the land map: aboard a transport group, or in the garrison of a port off the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Away {
    /// The unit as it went.
    pub unit: Unit,
    /// Who commands it.
    pub seat: Seat,
    /// Where it is.
    pub site: Site,
}

/// A turn of land and sea as it runs.
pub struct Joint {
    /// The land's turn.
    pub land: Turn,
    /// The sea's.
    pub sea: SeaTurn,
    /// Units that are off the land map.
    pub away: BTreeMap<UnitId, Away>,
    /// Units that went down with their transports in this turn, each with who commanded it.
    pub drowned: Vec<(UnitId, Seat)>,
}

/// The naval phases that come before a phase of the land's campaign turn.
fn before(phase: Phase) -> &'static [Naval] {
    match phase {
        Phase::Supply => &[Naval::Orders, Naval::Sky, Naval::Repair],
        Phase::Withdrawal => &[Naval::Supply, Naval::Loading],
        Phase::Tac1 => &[Naval::Combat],
        // Fire by ships comes before they sail (7.7), and sailing before the land's later marches.
        Phase::Strat2 => &[Naval::Sailing1, Naval::Weather, Naval::Ports1, Naval::Sailing2, Naval::Arrivals],
        // Who lands may move in the last tactical phase (9.4).
        Phase::Tac5 => &[Naval::Rivers, Naval::Ports2, Naval::Landing],
        Phase::Placement => &[Naval::Deployment],
        _ => &[],
    }
}

/// The naval phase of fire into a tactical phase of the land: between its moves and its battles (WISC 7.7).
fn fire(phase: Phase) -> Option<Naval> {
    match phase {
        Phase::Tac1 => Some(Naval::Tac1),
        Phase::Tac2 => Some(Naval::Tac2),
        Phase::Tac3 => Some(Naval::Tac3),
        Phase::Tac4 => Some(Naval::Tac4),
        _ => None,
    }
}

/// Who looks at a turn while it runs, for proofs: the turn, and the name of the step that was just done.
pub type Look<'a> = &'a mut dyn FnMut(&Joint, &str);

impl Joint {
    /// A joint turn before its first phase.
    pub fn begin(land: Turn, sea: SeaTurn, away: BTreeMap<UnitId, Away>) -> Joint {
        let mut joint = Joint { land, sea, away, drowned: Vec::new() };
        joint.stow();
        joint
    }

    /// Runs the turn, up to and including the land's phase `stop` where one is given.
    pub fn run(&mut self, stop: Option<Phase>) {
        self.run_watched(stop, &mut |_, _| {});
    }

    /// The same, with a look at it after each phase of the sea and each step of the land, of which it is told the name.
    pub fn run_watched(&mut self, stop: Option<Phase>, look: Look<'_>) {
        let season = self.land.state.season;
        let rows = sequence::rows(self.land.book, season);
        let mut last = None;
        for Row { phase, name, run, .. } in rows {
            if stop.is_some() && last == stop && last != Some(phase) {
                return;
            }
            if last != Some(phase) {
                before(phase).iter().for_each(|naval| self.sail(*naval, season, look));
                match phase {
                    Phase::Supply if self.has_ships() => self.set_lanes(),
                    Phase::Tac1 if self.has_ships() => self.set_ferries(false),
                    _ => {}
                }
                last = Some(phase);
            }
            self.land.phase = phase;
            if let Some(naval) = fire(phase).filter(|_| name == sequence::COMBAT.name && self.has_ships()) {
                self.hand_over_battles(naval.tactical());
                self.sail(naval, season, look);
                self.shell();
            }
            if let Some(step) = run {
                step(&mut self.land);
                look(self, name);
            }
        }
        self.sail(Naval::End, season, look);
        if self.has_ships() {
            self.mark_rivers();
            self.set_ferries(true);
        }
    }

    fn has_ships(&self) -> bool {
        !self.sea.state.ships.is_empty()
    }

    /// A phase of the sea: the land as it is goes in, what ships made of it comes back.
    fn sail(&mut self, phase: Naval, season: Season, look: Look<'_>) {
        if !self.has_ships() {
            return;
        }
        let rows = if season == Season::Campaign { CAMPAIGN } else { DEPLOYMENT };
        self.hand_over();
        for Row { run, .. } in rows.iter().filter(|row| row.phase == phase) {
            self.sea.phase = phase;
            if let Some(step) = run {
                step(&mut self.sea);
            }
        }
        self.take_back();
        look(self, phase.words());
    }

    /// Ends the turn: the land's outcome, the sea's turn, and who is off the land map.
    pub fn finish(self) -> (Outcome, SeaTurn, BTreeMap<UnitId, Away>) {
        (self.land.finish(), self.sea, self.away)
    }
}

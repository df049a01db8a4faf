//! The joint turn (WISC 3.1, 3.2, 7.7; naval record 4.1): rows of land and rows of sea on one list. What the two hand one another
//! between them stands in `shore.rs`.
//!
//! Land without ships is played row by row as it is alone, with the same dice: a phase of the sea is entered only where there are
//! ships. Who goes aboard leaves the land's position, with all orders still kept for the day on which it lands.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use fieldpost_engine::phase::Row;
use fieldpost_land::book::Boarding;
use fieldpost_land::combat::stragglers;
use fieldpost_land::event::{Fact, Stand};
use fieldpost_land::orders::UnitOrders;
use fieldpost_land::phase::Phase;
use fieldpost_land::rest::{self, Off};
use fieldpost_land::sequence;
use fieldpost_land::state::{Season, Seat};
use fieldpost_land::turn::{Outcome, Turn};
use fieldpost_land::unit::{Unit, UnitId};
use fieldpost_land::{morale, season};
use fieldpost_sea::ashore::Site;
use fieldpost_sea::phase::Phase as Naval;
use fieldpost_sea::sequence::{CAMPAIGN, DEPLOYMENT};
use fieldpost_sea::turn::Turn as SeaTurn;

/// A land unit that is not on the land map: aboard a transport group, or in the garrison of a port off the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Away {
    /// The unit as it went.
    pub unit: Unit,
    /// Who commands it.
    pub seat: Seat,
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
    /// What the turn's end must know of units that are off the land map then, as it was when they went or when the turn began.
    pub(crate) off: BTreeMap<UnitId, Off>,
    /// Whether the land is as ships were handed it last: a step of the land's, or what ships do to units ashore, makes them ask anew.
    pub(crate) is_known: bool,
    /// Whether it is a rehearsal: no battle on land is fought, and the turn's end does not come.
    pub(crate) is_rehearsed: bool,
    /// Whether there were ships when the turn began: what the last of them did is over when she is gone.
    had_ships: bool,
}

/// Where a turn is broken off: behind a phase of the land's, or of the sea's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    Land(Phase),
    Sea(Naval),
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

/// The same of a peace turn in which ships sail (CWOL 7.17): they are placed, load and sail before units are placed.
fn before_in_peace(phase: Phase) -> &'static [Naval] {
    match phase {
        Phase::Supply => &[Naval::Orders, Naval::Sky, Naval::Repair],
        Phase::Placement => &[
            Naval::Deployment,
            Naval::Supply,
            Naval::Loading,
            Naval::Sailing1,
            Naval::Weather,
            Naval::Ports1,
            Naval::Sailing2,
            Naval::Arrivals,
            Naval::Rivers,
            Naval::Ports2,
            Naval::Landing,
        ],
        _ => &[],
    }
}

/// What the turn's end must know of a unit that begins the turn off the land map.
fn off(unit: &Unit, orders: Option<&UnitOrders>) -> Off {
    let marches = orders.is_some_and(stragglers::has_strategic_order);
    Off { stragglers: unit.stragglers, stirred: false, marches }
}

/// Whether ships fight in a phase.
fn is_fought(phase: Naval) -> bool {
    phase == Naval::Combat || phase.tactical() > 0
}

/// The phase of the land's into which ships fire in a naval one.
pub(crate) fn struck_in(naval: Naval) -> Option<Phase> {
    Phase::ALL.into_iter().find(|phase| fire(*phase) == Some(naval))
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
        let off = away.iter().map(|(id, away)| (*id, off(&away.unit, land.orders.units.get(id)))).collect();
        let (drowned, had_ships) = (Vec::new(), !sea.state.ships.is_empty());
        let (is_known, is_rehearsed) = (false, false);
        let mut joint = Joint { land, sea, away, drowned, off, is_known, is_rehearsed, had_ships };
        joint.stow();
        joint
    }

    /// Runs the turn, up to and including the phase `stop` where one is given.
    pub fn run(&mut self, stop: Option<Stop>) {
        self.run_watched(stop, &mut |_, _| {});
    }

    /// The same, with a look at it after each phase of the sea and each step of the land, of which it is told the name.
    pub fn run_watched(&mut self, stop: Option<Stop>, look: Look<'_>) {
        let season = self.land.state.season;
        let rows = sequence::rows(self.land.book, season);
        let mut last = None;
        for Row { phase, name, run, .. } in rows {
            if last != Some(phase) {
                if last.is_some_and(|last| stop == Some(Stop::Land(last)))
                    || self.sail_before(phase, season, stop, look)
                {
                    return;
                }
                last = Some(phase);
            }
            self.land.phase = phase;
            if let Some(naval) = fire(phase).filter(|_| name == sequence::COMBAT.name && self.has_ships()) {
                self.hand_over_battles(naval.tactical());
                self.sail(naval, season, look);
                self.shell();
                self.is_known = false;
            }
            let is_left_out = self.is_rehearsed && (name == sequence::COMBAT.name || phase == Phase::End);
            if let Some(step) = run.filter(|_| !is_left_out) {
                step(&mut self.land);
                self.is_known = false;
                look(self, name);
            }
        }
        self.end(season, look);
    }

    /// The naval phases before a phase of the land's; whether the turn is broken off behind one of them.
    fn sail_before(&mut self, phase: Phase, season: Season, stop: Option<Stop>, look: Look<'_>) -> bool {
        let phases = match season {
            Season::Peace if self.is_at_sea(season) => before_in_peace(phase),
            _ => before(phase),
        };
        for naval in phases {
            self.sail(*naval, season, look);
            if stop == Some(Stop::Sea(*naval)) {
                return true;
            }
        }
        if self.has_ships() {
            match phase {
                Phase::Supply => self.set_lanes(),
                // Who withdraws crosses by them too (EU 7.5, N-102).
                Phase::Withdrawal | Phase::Tac1 => self.set_ferries(false),
                _ => {}
            }
            self.post_warships();
        }
        false
    }

    /// What is at sea when the land's turn is over.
    fn end(&mut self, season: Season, look: Look<'_>) {
        if !self.is_rehearsed {
            self.pass_the_turn(season);
        }
        self.sail(Naval::End, season, look);
        if !self.has_ships() {
            return;
        }
        if season == Season::Campaign && self.land.state.season != season {
            self.sea.end_season();
        }
        self.mark_rivers();
        self.set_ferries(true);
    }

    /// EU 3.2, 3.6, 3.7, 10.14, N-101: a turn's end, and a season's, are the same for units aboard and in garrisons as ashore.
    fn pass_the_turn(&mut self, season: Season) {
        let book = self.land.book;
        let is_over = self.land.state.season_began == self.land.state.turn;
        let mut told = Vec::new();
        // Ships are handed the men who came back.
        self.is_known = false;
        for (id, away) in &mut self.away {
            let seat = away.seat;
            let stand = Stand { unit: *id, at: None };
            let off = self.off.get(id).copied().unwrap_or_default();
            // Morale tends to the middle in campaigns alone.
            let off = Off { stirred: off.stirred || season != Season::Campaign, ..off };
            let men = rest::pass_a_turn(book, &mut away.unit, off);
            told.extend((men > 0).then_some((seat, Fact::StragglersReturn { stand, men })));
            match season {
                Season::Campaign if self.land.state.season != season => {
                    let men = season::close_for(book, &mut away.unit);
                    told.extend((men > 0).then_some((seat, Fact::Rejoin { stand, men })));
                }
                Season::Peace if is_over => morale::settle_in_peace(&mut away.unit),
                _ => {}
            }
        }
        for (seat, fact) in told {
            self.land.tell_all(fact, [Some(seat.commander), seat.deputy].into_iter().flatten());
        }
    }

    /// Whether ships sail in a season: in campaigns, and where units board in peace (CWOL 7.17).
    fn is_at_sea(&self, season: Season) -> bool {
        season == Season::Campaign
            || season == Season::Peace && self.land.book.musters.boarding == Boarding::AllButMilitia
    }

    fn has_ships(&self) -> bool {
        self.had_ships || !self.sea.state.ships.is_empty()
    }

    /// A phase of the sea: the land as it is goes in, what ships made of it comes back.
    fn sail(&mut self, phase: Naval, season: Season, look: Look<'_>) {
        if !self.has_ships() {
            return;
        }
        let sails = self.is_at_sea(season);
        let rows = if sails && phase != Naval::Deployment { CAMPAIGN } else { DEPLOYMENT };
        if !self.is_known {
            self.hand_over();
        }
        self.hand_over_bridges();
        self.hand_over_landings();
        if phase == Naval::Supply {
            self.set_ways();
        }
        let (told, garrisons) = (self.sea.events.len(), self.garrisons());
        let is_peace = season != Season::Campaign;
        (self.sea.peace, self.sea.boards_in_peace) = (is_peace, is_peace && sails);
        let is_left_out = is_peace && is_fought(phase);
        for Row { run, .. } in rows.iter().filter(|row| row.phase == phase && !is_left_out) {
            self.sea.phase = phase;
            if let Some(step) = run {
                step(&mut self.sea);
            }
        }
        self.tell_garrisons(told, &garrisons);
        self.take_back();
        match phase {
            // Who lies where is known anew when ships have fought, and when they have gone up and down rivers (naval record 4.3).
            Naval::Combat | Naval::Rivers => {
                self.sea.hold_rivers();
                self.mark_rivers();
            }
            Naval::Loading => self.hold_the_busy(),
            _ => {}
        }
        look(self, phase.words());
    }

    /// Ends the turn: the land's outcome, the sea's turn, and who is off the land map.
    pub fn finish(self) -> (Outcome, SeaTurn, BTreeMap<UnitId, Away>) {
        (self.land.finish(), self.sea, self.away)
    }
}

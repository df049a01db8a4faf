//! How a stack fares in a round's clock: what it still has to do, what it has spent, and whether it can.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_engine::piece::Piece;

use crate::map::Place;
use crate::position::{Kind, Posture, Stack};

/// What a stack is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// It stands; on its feet for all who come.
    #[default]
    Resting,
    /// It is on its way.
    Moving,
    /// It is in a combat that waits for its row.
    Locked,
    /// It was beaten when it intercepted, and retreats when its points are spent (rule E3).
    Beaten,
    /// It is aboard of a fleet.
    Aboard(Piece),
    /// It is in a fortress, out of the clock (EU-23).
    Sheltered,
    Gone,
}

/// A step of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Into the next province.
    March {
        to: Place,
        cost: u32,
    },
    /// Out of the fortress (rule A1).
    Sortie {
        cost: u32,
    },
    /// Aboard of a fleet here, and ashore there (rules C1 to C4).
    Board {
        fleet: Piece,
        land: Place,
        on_shore: bool,
    },
    /// Into the next sea.
    Sail {
        to: Place,
        cost: u32,
    },
    PortOut {
        cost: u32,
    },
    /// Into port.
    PortIn {
        port: Place,
        cost: u32,
    },
    /// Waits where it is (rule C5).
    Wait {
        cost: u32,
    },
    /// Waits for an army that is to come aboard (rule C1).
    Await {
        army: Piece,
        from: Place,
        off_port: bool,
    },
    /// Shuts a port in (EU-48).
    Blockade {
        port: Place,
        cost: u32,
    },
}

/// An embarkation that a stack passes on its retreat (rule C1, EU-67): it waits for nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passing {
    /// How many steps of its way are behind it there.
    pub at: usize,
    /// The embarkation, and what its orders have it do behind that.
    pub steps: Vec<Step>,
}

/// Initiative, sequence, id: the order of everything.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(pub usize, pub usize, pub Piece);

impl Default for Key {
    fn default() -> Self {
        Key(usize::MAX, usize::MAX, Piece::from(""))
    }
}

/// A stack in the clock.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Initiative, sequence, id: the order of everything.
    pub key: Key,
    /// What it is about.
    pub state: State,
    /// Its plan.
    pub steps: Vec<Step>,
    pub next: usize,
    /// Movement points that it may spend.
    pub allowance: u32,
    /// Those that it has spent.
    pub spent: u32,
    /// The tick at which its last step ended.
    pub clock: u32,
    /// What it had spent when it entered the place where it is (EU-54).
    pub entered: u32,
    /// Where it came from into this place.
    pub came: Option<Place>,
    /// Its way so far.
    pub trail: Vec<Place>,
    /// Whether it has moved.
    pub moved: bool,
    /// Whether it stands beyond the stacking limit (EU-34).
    pub crowded: bool,
    /// Whether it retreats for lack of supply (rule B5).
    pub retreating: bool,
    /// Where on such a retreat it goes aboard, if its fleet is there when it passes (rule C1).
    pub passing: Option<Passing>,
    /// Until which tick it intercepts no more, or is beaten (rule E3).
    pub quiet_until: u32,
    /// Faces of ten of the die of its siege by which it wears (EU-71).
    pub siege_wears: u8,
    /// Whom it has tried to intercept.
    pub tried: BTreeSet<Piece>,
    /// Whether it chases a beaten fleet (rule E5).
    pub chases: bool,
    /// Whether its campaign does not cover its orders (rule B1).
    pub is_barred: bool,
    /// The fleet that it landed from.
    pub landed_from: Option<Piece>,
    /// The sea where it ends in a sortie, a landing or a river crossing: what its first day of combat suffers.
    pub crossed: crate::map::Crossing,
    /// Whether it came out of its fortress.
    pub sortied: bool,
    /// Whether an enemy's province was entered.
    pub entered_enemy: bool,
    /// Whether it went aboard or ashore where there is no port of its side.
    pub off_port: bool,
    /// Seas entered, and the greatest difficulty of them.
    pub zones: u32,
    /// The greatest difficulty of these.
    pub difficulty: i32,
    /// The port into which it forces its way (rule F1).
    pub forces: Option<Place>,
    /// The port out of which it forces its way (rule F1), until it has won.
    pub leaves: Option<Place>,
    /// Whether it was routed.
    pub routed: bool,
    /// Whether it has no supply, or a weak line.
    pub unsupplied: bool,
    /// A cause of attrition by its line.
    pub weak_line: bool,
    /// Length of its line of supply.
    pub line: u32,
    /// Whether it fought.
    pub fought: bool,
    /// Ports at which it found a blockade, or none, when it came in or out: what a condition asks is answered once (EU-70).
    pub found: BTreeMap<Place, bool>,
}

impl Progress {
    /// A stack as the round begins.
    pub fn new(stack: &Stack, key: Key) -> Self {
        let state = match (&stack.aboard, stack.posture) {
            (Some(fleet), _) => State::Aboard(fleet.clone()),
            (None, Posture::Fortress) => State::Sheltered,
            _ => State::Resting,
        };
        Progress { key, state, ..Progress::default() }
    }

    /// The step that is next.
    pub fn step(&self) -> Option<&Step> {
        self.steps.get(self.next)
    }

    /// The points of the next step, if it is one that takes time and the allowance has them.
    pub fn cost(&self) -> Option<u32> {
        let cost = match self.step()? {
            Step::March { cost, .. }
            | Step::Sortie { cost }
            | Step::Sail { cost, .. }
            | Step::PortOut { cost }
            | Step::PortIn { cost, .. }
            | Step::Wait { cost }
            | Step::Blockade { cost, .. } => *cost,
            Step::Board { .. } | Step::Await { .. } => return None,
        };
        (self.spent + cost <= self.allowance).then_some(cost)
    }

    /// The ticks that its next step takes, both ends in.
    pub fn window(&self) -> Option<(u32, u32)> {
        if self.state != State::Moving {
            return None;
        }
        self.cost().map(|cost| (self.clock + 1, self.clock + cost))
    }

    /// Whether a tick is one of those of its next step.
    pub fn spends(&self, tick: u32) -> bool {
        self.window().is_some_and(|(first, last)| (first..=last).contains(&tick))
    }

    /// The step by which it goes aboard here, if its fleet is here: it waits for that, or passes by.
    pub fn boards(&self) -> Option<&Step> {
        let passes = self.passing.as_ref().filter(|passing| passing.at == self.next);
        let step = passes.map_or_else(|| self.step(), |passing| passing.steps.first());
        step.filter(|step| self.state == State::Moving && matches!(step, Step::Board { .. }))
    }

    /// Leaves its retreat for the embarkation that it passes.
    pub fn board_in_passing(&mut self) {
        if let Some(passing) = self.passing.take() {
            self.steps.truncate(self.next);
            self.steps.extend(passing.steps);
        }
    }

    /// Whether it waits for another: an army at its port, a fleet for its army.
    pub fn waits(&self) -> bool {
        self.state == State::Moving && matches!(self.step(), Some(Step::Board { .. } | Step::Await { .. }))
    }

    /// Whether who comes finds it: at rest, locked, or waiting.
    pub fn is_open(&self) -> bool {
        matches!(self.state, State::Resting | State::Locked) || self.waits()
    }

    /// Whether its next step takes it elsewhere; how far its plan goes on.
    pub fn goes_on(&self) -> bool {
        self.state == State::Moving && (self.cost().is_some() || self.waits())
    }

    /// Its plan is over.
    pub fn rest(&mut self) {
        self.state = State::Resting;
        self.steps.truncate(self.next);
    }
}

/// Points that a stack of a kind may spend.
pub fn allowance(kind: Kind, table: &crate::tables::Movement) -> u32 {
    match kind {
        Kind::Land => table.land_allowance,
        Kind::Fleet | Kind::Privateer => table.fleet_allowance,
        Kind::Leader => table.leader_allowance,
    }
}

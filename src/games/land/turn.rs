//! The turn: one list of rows (rule 5.2, decision T-01), and the turn as it runs.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::engine::dice::Dice;
use crate::engine::event::Told;
use crate::engine::phase::Row;
use crate::games::ground::square::{StrategicSquare, TacticalSquare};
use crate::games::ground::tactical::Atlas;
use crate::games::land::event::Event;
use crate::games::land::orders::{TurnOrders, UnitOrders};
use crate::games::land::state::LandState;
use crate::games::land::unit::UnitId;
use crate::games::land::variant::Variant;

/// What a unit has done and still means to do in the running turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Its orders, the default ones where none were given.
    pub orders: UnitOrders,
    /// Where it began the turn.
    pub start: Option<TacticalSquare>,
    /// Strategic steps made so far.
    pub steps: u8,
    /// Whether the forced march is spent (rule 7.3).
    pub forced: bool,
    /// Strategic phases by which failed steps have put its path off (rule 7.7).
    pub delay: u8,
    /// Whether its programmed path is over (done, halted, cut off).
    pub path_over: bool,
    /// Target to which an interrupted diagonal still leads (rule 7.15).
    pub redirected: Option<StrategicSquare>,
    /// Successful pursuit moves.
    pub pursuits: u8,
    /// Whether it withdrew (rule 7.5).
    pub withdrew: bool,
}

/// Where the units stand: strategic square to the units in it, in id order, shattered and inactive included.
pub type Occupancy = BTreeMap<StrategicSquare, Vec<UnitId>>;

/// A turn as it runs.
pub struct Turn {
    /// The maps.
    pub atlas: Arc<Atlas>,
    /// The rulebook's numbers.
    pub variant: &'static Variant,
    /// The position, changing.
    pub state: LandState,
    /// Where the units stand; kept by [`Turn::relocate`].
    pub occupancy: Occupancy,
    /// What each unit did and means to do.
    pub progress: BTreeMap<UnitId, Progress>,
    /// Office orders, and all unit orders as given.
    pub orders: TurnOrders,
    /// The turn's dice.
    pub dice: Dice,
    /// What happened so far.
    pub events: Vec<Told<Event>>,
    /// The phase now running, such as `strat 1`.
    pub phase: &'static str,
}

impl Turn {
    /// Moves a unit, keeping the occupation index true. Does nothing for an unknown unit.
    pub fn relocate(&mut self, id: UnitId, at: StrategicSquare, tac: TacticalSquare) {
        let Some(unit) = self.state.units.get_mut(&id) else { return };
        let left = std::mem::replace(&mut unit.at, at);
        unit.tac = tac;
        if left == at {
            return;
        }
        if let Some(units) = self.occupancy.get_mut(&left) {
            units.retain(|other| *other != id);
            if units.is_empty() {
                self.occupancy.remove(&left);
            }
        }
        let units = self.occupancy.entry(at).or_default();
        if let Err(place) = units.binary_search(&id) {
            units.insert(place, id);
        }
    }

    /// The units in a square, in id order.
    pub fn units_in(&self, at: StrategicSquare) -> &[UnitId] {
        self.occupancy.get(&at).map_or(&[], Vec::as_slice)
    }
}

/// Where all units of a position stand.
pub fn occupancy(state: &LandState) -> Occupancy {
    let mut occupancy = Occupancy::new();
    for unit in state.units.values() {
        occupancy.entry(unit.at).or_default().push(unit.id);
    }
    occupancy
}

/// A finished turn.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The position at the start of the next turn.
    pub state: LandState,
    /// What happened, in order, and who was told.
    pub events: Vec<Told<Event>>,
    /// Every draw of the dice.
    pub draws: Vec<crate::engine::dice::Draw>,
}

/// A campaign turn, row by row (rule 5.2, T-01).
pub const CAMPAIGN: &[Row<Turn>] = &[];

/// Runs the open turn of a position to its end, or through the phase `stop`.
pub fn run(
    atlas: &Arc<Atlas>,
    variant: &'static Variant,
    state: LandState,
    orders: TurnOrders,
    seed: u64,
    stop: Option<&str>,
) -> Outcome {
    let mut turn = Turn {
        atlas: Arc::clone(atlas),
        variant,
        occupancy: occupancy(&state),
        progress: BTreeMap::new(),
        dice: Dice::new(seed, state.turn),
        state,
        orders,
        events: Vec::new(),
        phase: "",
    };
    crate::engine::phase::run(CAMPAIGN, &mut turn, stop, |turn, phase| turn.phase = phase);
    Outcome { state: turn.state, events: turn.events, draws: turn.dice.into_log() }
}

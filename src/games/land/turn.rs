//! The turn as it runs: the position, what each unit has done and still means to do, and what was told so far.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::book::Book;
use crate::combat::fought::Fought;
use crate::detection::sight::Sight;
use crate::event::mood::Mood;
use crate::event::{Event, Fact, Place, Stand, Step};
use crate::field::{Field, Occupancy, occupancy};
use crate::movement::manner::Manner;
use crate::orders::{TurnOrders, UnitOrders};
use crate::phase::Phase;
use crate::state::{LandState, Seat};
use crate::supply::stores::{Store, stocks};
use crate::tactics::progress::Tactics;
use crate::unit::{Unit, UnitId};
use fieldpost_engine::dice::{Dice, Draw};
use fieldpost_engine::event::{Saw, Told};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::by_unit::ByUnit;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Atlas;

/// What a unit has done and still means to do in the running turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Its orders, the default ones where none were given.
    pub orders: UnitOrders,
    /// Where it began the turn on the tactical map.
    pub start: Option<TacticalSquare>,
    /// Its stragglers when the turn began: of these only some return at its end (rule 10.14).
    pub stragglers: u32,
    /// Where it began the turn on the strategic map; none for a unit that came into the game since (rules 4.7, 8.5).
    pub began_in: Option<StrategicSquare>,
    /// Strategic steps made so far.
    pub steps: u8,
    /// Whether the forced march is spent (rule 7.3).
    pub forced: bool,
    /// Strategic phases by which failed steps have put its path off (rule 7.7).
    pub delay: u8,
    /// Whether its programmed path is over (done, halted, cut off).
    pub path_over: bool,
    /// Boxes of the path that are behind it (rule 7.4).
    pub boxes_done: usize,
    /// Target to which an interrupted diagonal still leads that was no step of the path (rule 7.15).
    pub redirected: Option<(StrategicSquare, Manner)>,
    /// Successful pursuit moves.
    pub pursuits: u8,
    /// Whether it routed into another square (rule 10.8).
    pub routed: bool,
    /// Whether where it marches hangs on which battles are fought, or on a lot (rule 7.13): no rehearsal can say it.
    pub follows_battles: bool,
    /// Whether it went by rail, be it out and back again (rules 8.1, 8.5).
    pub rode: bool,
    /// Whether it withdrew (rule 7.5).
    pub withdrew: bool,
    /// The strategic phase in which an enemy or neutral unit woke it: 1 to 6, 0 for others (rule 13.3).
    pub woken_in: Option<u8>,
    /// Whether it was ordered where it cannot go: no march order of it holds any more (rule 7.4, R-7.4).
    pub cut_off: bool,
    /// Enemies that left its square in its sight and that it means to follow (rule 7.12).
    pub quarries: Vec<Quarry>,
    /// Whether it means to go by rail or to destroy track or bridge, and began the turn on a railway that its side
    /// controlled (rules 8.1, 8.5).
    pub began_on_railway: bool,
    /// Whether its side has lost the control of the railway where it means to destroy track or bridge, be it only for a
    /// while (rule 8.5).
    pub lost_railway: bool,
    /// Whether it was not active at the end of a phase, though it means to destroy track or bridge (rules 8.5, 14.3).
    pub was_idle: bool,
    /// Whether it has left a tactical square in this turn, though it may have come back (rule 8.6).
    pub budged: bool,
    /// Whether it has bombarded the square that it was ordered to (rule 10.15).
    pub bombarded: bool,
    /// Whether its side has been told in this turn that its guns held their fire, and why (R-10.15b).
    pub held_fire: bool,
    /// Its men when the turn began (R-10.7e); of units that joined in the turn none are noted.
    pub men: Option<u32>,
    /// Its part in tactical movement (chapter 9).
    pub tactics: Tactics,
    /// Whether a battle or a city has moved its morale (rule 3.7).
    pub stirred: bool,
    /// What has moved its morale and by how much, to be told at the turn's end (rule 3.7).
    pub moods: BTreeMap<Mood, i32>,
}

/// An enemy combat unit that a pursuer saw leave its square (rule 7.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quarry {
    /// The enemy.
    pub unit: UnitId,
    /// Its men at that moment.
    pub men: u32,
    /// The square it went to.
    pub to: StrategicSquare,
    /// The strategic phase in which it left: 1 to 6, 0 for the withdrawal phase.
    pub phase: u8,
}

/// What ships are to the land in a turn: who knows them says it (rules 11.7, 12.4).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Afloat {
    /// Between which squares with ports a nation moves supplies by sea.
    pub lanes: BTreeSet<(NationCode, StrategicSquare, StrategicSquare)>,
    /// Whose warships lie in which squares.
    pub warships: BTreeMap<StrategicSquare, BTreeSet<NationCode>>,
}

/// A turn as it runs.
#[derive(Clone)]
pub struct Turn {
    pub atlas: Arc<Atlas>,
    pub book: &'static Book,
    /// The position, changing.
    pub state: LandState,
    /// Where the units stand; kept by [`Turn::relocate`].
    pub occupancy: Occupancy,
    /// What each unit did and means to do.
    pub progress: ByUnit<Progress>,
    /// Office orders, and all unit orders as given.
    pub orders: TurnOrders,
    /// The turn's dice.
    pub dice: Dice,
    /// What happened so far.
    pub events: Vec<Told<Event>>,
    /// What each player sees at the turn's end; empty before.
    pub sights: BTreeMap<PlayerNo, Sight>,
    /// The phase now running; before the first, the first.
    pub phase: Phase,
    /// Arrivals in tactical squares so far.
    pub arrivals: u32,
    /// Tactical squares whose combat is still to come in this phase: nobody is driven into them (T-03).
    pub battles_to_come: BTreeSet<Place>,
    /// The battles fought so far in this turn, in order.
    pub fought: Vec<Fought>,
    /// What every store held when the turn began: only that can be moved (rule 11.7).
    pub stocks: BTreeMap<Store, u32>,
    /// Supplies that were moved out of each city in this turn, by its square (rule 11.7).
    pub moved_out: BTreeMap<StrategicSquare, u32>,
    /// What ships are to the land: nothing without ships.
    pub afloat: Afloat,
    /// Space that has been ferried in this turn, by ferry (rule 12.7).
    pub ferried: BTreeMap<String, u32>,
    /// The seats of the units that have left the game in this turn.
    pub removed: BTreeMap<UnitId, Seat>,
}

impl Turn {
    /// A turn before its first phase: every unit has its orders, the default ones where none were given
    /// (rule 6.9), and wishes to enter where it stands now unless it orders otherwise (rule 7.14).
    pub fn begin(
        atlas: &Arc<Atlas>,
        book: &'static Book,
        state: LandState,
        orders: TurnOrders,
        seed: u64,
    ) -> Turn {
        let progress = state.units.values().map(|unit| {
            let given = orders.units.get(&unit.id).cloned();
            let orders = given.unwrap_or_else(|| UnitOrders::default_of(unit));
            let (start, began_in, stragglers) = (Some(unit.tac), Some(unit.at), unit.stragglers);
            let men = Some(unit.strength);
            (unit.id, Progress { orders, start, began_in, stragglers, men, ..Progress::default() })
        });
        let mut turn = Turn {
            atlas: Arc::clone(atlas),
            book,
            occupancy: occupancy(&state),
            progress: progress.collect(),
            dice: Dice::new(seed, state.turn),
            state,
            orders,
            events: Vec::new(),
            sights: BTreeMap::new(),
            phase: Phase::Supply,
            arrivals: 0,
            battles_to_come: BTreeSet::new(),
            fought: Vec::new(),
            stocks: BTreeMap::new(),
            moved_out: BTreeMap::new(),
            afloat: Afloat::default(),
            ferried: BTreeMap::new(),
            removed: BTreeMap::new(),
        };
        turn.stocks = stocks(&turn.state);
        turn
    }

    /// The number of the strategic phase now running, 1 to 6; 0 outside of them.
    pub fn strategic_phase(&self) -> u8 {
        self.phase.strategic()
    }

    /// The strategic phase that ran last or runs now: 1 in tactical phases 3 and 4, 6 from the rail phase on.
    pub fn strategic_phase_so_far(&self) -> u8 {
        self.phase.strategic_so_far()
    }

    /// Moves a unit, keeping the occupation index true. Does nothing for an unknown unit.
    pub fn relocate(&mut self, id: UnitId, at: StrategicSquare, tac: TacticalSquare) {
        let Some(unit) = self.state.units.get_mut(&id) else { return };
        let left = std::mem::replace(&mut unit.at, at);
        let stood_on = std::mem::replace(&mut unit.tac, tac);
        if let Some(progress) = self.progress.get_mut(&id) {
            progress.budged |= (left, stood_on) != (at, tac);
        }
        if left == at {
            return;
        }
        self.occupancy.vacate(id, left);
        self.occupancy.occupy(id, at);
    }

    /// Takes a unit out of the game, with its seat and all it still means to do.
    pub fn remove(&mut self, id: UnitId) {
        if let Some(unit) = self.state.units.remove(&id) {
            self.occupancy.vacate(id, unit.at);
        }
        let seat = self.state.seats.remove(&id);
        self.removed.extend(seat.map(|seat| (id, seat)));
        self.progress.remove(&id);
    }

    /// Brings a unit into the game that was not in it, with its seat; it has no orders this turn.
    pub fn enlist(&mut self, unit: Unit, seat: Seat) {
        self.occupancy.occupy(unit.id, unit.at);
        self.state.seats.insert(unit.id, seat);
        self.progress.insert(unit.id, Progress { start: Some(unit.tac), ..Progress::default() });
        self.state.units.insert(unit.id, unit);
    }

    /// A unit where it stands now.
    pub fn stand(&self, id: UnitId) -> Stand {
        let at = self.state.units.get(&id).map(|unit| Place { at: unit.at, tac: unit.tac });
        Stand { unit: id, at }
    }

    /// The step that brought a unit from a place to where it stands now; where it came from if it is no more.
    pub fn step(&self, id: UnitId, from: Place) -> Step {
        Step { unit: id, from, to: self.stand(id).at.unwrap_or(from) }
    }

    /// Records what happens now, and who is told, and how much.
    pub fn tell(&mut self, fact: Fact, to: BTreeMap<PlayerNo, Saw>) {
        self.events.push(Told { event: Event { phase: self.phase, fact }, to });
    }

    /// Records what happens now; these players are told all of it.
    pub fn tell_all(&mut self, fact: Fact, to: impl IntoIterator<Item = PlayerNo>) {
        self.tell(fact, to.into_iter().map(|player| (player, Saw::All)).collect());
    }

    /// Ends the turn.
    pub fn finish(self) -> Outcome {
        Outcome {
            state: self.state,
            events: self.events,
            sights: self.sights,
            removed: self.removed,
            draws: self.dice.into_log(),
        }
    }

    /// The field as it is now.
    pub fn field(&self) -> Field<'_> {
        Field { atlas: &self.atlas, book: self.book, state: &self.state, occupancy: &self.occupancy }
    }

    /// The units in a square, in id order.
    pub fn units_in(&self, at: StrategicSquare) -> &[UnitId] {
        self.occupancy.units(at)
    }
}

/// A finished turn.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The position at the start of the next turn.
    pub state: LandState,
    /// What happened, in order, and who was told.
    pub events: Vec<Told<Event>>,
    /// What each player sees at the turn's end; empty if the turn was stopped before.
    pub sights: BTreeMap<PlayerNo, Sight>,
    /// Who commanded the units that left the game in this turn: destroyed, surrendered or merged into others.
    pub removed: BTreeMap<UnitId, Seat>,
    /// Every draw of the dice.
    pub draws: Vec<Draw>,
}

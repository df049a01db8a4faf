//! The turn: one list of rows (rule 5.2, decision T-01), and the turn as it runs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::engine::dice::Dice;
use crate::engine::event::{Saw, Told};
use crate::engine::ids::PlayerNo;
use crate::engine::phase::{self, Row};
use crate::games::ground::square::{StrategicSquare, TacticalSquare};
use crate::games::ground::tactical::Atlas;
use crate::games::land::book::Book;
use crate::games::land::bridges;
use crate::games::land::cities;
use crate::games::land::combat;
use crate::games::land::combat::fought::Fought;
use crate::games::land::combat::{guns, remnant, stragglers};
use crate::games::land::commanders;
use crate::games::land::communications;
use crate::games::land::control;
use crate::games::land::deployment;
use crate::games::land::detection::{self, Sight};
use crate::games::land::event::{Event, Fact, Place, Stand, Step};
use crate::games::land::inactive;
use crate::games::land::mergers;
use crate::games::land::morale::{self, Mood};
use crate::games::land::movement;
use crate::games::land::movement::Manner;
use crate::games::land::orders::{TurnOrders, UnitOrders};
use crate::games::land::phase::Phase;
use crate::games::land::rail;
use crate::games::land::rest;
use crate::games::land::season;
use crate::games::land::shattered;
use crate::games::land::siege;
use crate::games::land::state::{LandState, Season, Seat};
use crate::games::land::supply;
use crate::games::land::tactics::{self, Tactics};
use crate::games::land::track;
use crate::games::land::treasury;
use crate::games::land::unit::{Unit, UnitId};

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

/// Where the units stand: strategic square to the units in it, in id order, shattered and inactive included.
pub type Occupancy = BTreeMap<StrategicSquare, Vec<UnitId>>;

/// A turn as it runs.
pub struct Turn {
    /// The maps.
    pub atlas: Arc<Atlas>,
    /// The rulebook's numbers.
    pub book: &'static Book,
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
    pub stocks: BTreeMap<supply::transfers::Store, u32>,
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
            ferried: BTreeMap::new(),
            removed: BTreeMap::new(),
        };
        turn.stocks = supply::transfers::stocks(&turn.state);
        rail::note_start(&mut turn);
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
        self.vacate(id, left);
        let units = self.occupancy.entry(at).or_default();
        if let Err(place) = units.binary_search(&id) {
            units.insert(place, id);
        }
    }

    fn vacate(&mut self, id: UnitId, left: StrategicSquare) {
        if let Some(units) = self.occupancy.get_mut(&left) {
            units.retain(|other| *other != id);
            if units.is_empty() {
                self.occupancy.remove(&left);
            }
        }
    }

    /// Takes a unit out of the game, with its seat and all it still means to do.
    pub fn remove(&mut self, id: UnitId) {
        if let Some(unit) = self.state.units.remove(&id) {
            self.vacate(id, unit.at);
        }
        let seat = self.state.seats.remove(&id);
        self.removed.extend(seat.map(|seat| (id, seat)));
        self.progress.remove(&id);
    }

    /// Brings a unit into the game that was not in it, with its seat; it has no orders this turn.
    pub fn enlist(&mut self, unit: Unit, seat: Seat) {
        let units = self.occupancy.entry(unit.at).or_default();
        if let Err(place) = units.binary_search(&unit.id) {
            units.insert(place, unit.id);
        }
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
    /// What each player sees at the turn's end; empty if the turn was stopped before.
    pub sights: BTreeMap<PlayerNo, Sight>,
    /// Who commanded the units that left the game in this turn: destroyed, surrendered or merged into others.
    pub removed: BTreeMap<UnitId, Seat>,
    /// Every draw of the dice.
    pub draws: Vec<crate::engine::dice::Draw>,
}

/// A campaign turn, row by row (rule 5.2, T-01). A row that is not built yet runs nothing and says so.
pub const CAMPAIGN: &[Row<Turn, Phase>] = &[
    Row { phase: Phase::Supply, name: "new commanders are told", rules: "3.5", run: Some(commanders::tell) },
    Row {
        phase: Phase::Supply,
        name: "whether there are hostilities",
        rules: "5.1",
        run: Some(season::note_hostilities),
    },
    Row {
        phase: Phase::Supply,
        name: "placing without marching is refused",
        rules: "6.10 7.17",
        run: Some(deployment::refuse_in_campaign),
    },
    Row {
        phase: Phase::Supply,
        name: "units become active and inactive",
        rules: "13.1-13.2",
        run: Some(inactive::by_order),
    },
    Row { phase: Phase::Supply, name: "mergers", rules: "3.5b", run: Some(mergers::merge_all) },
    Row {
        phase: Phase::Supply,
        name: "captured batteries handed over",
        rules: "10.11",
        run: Some(guns::transfer_all),
    },
    Row {
        phase: Phase::Supply,
        name: "supplies consumed and drawn, men desert",
        rules: "11.6 11.9-11.11",
        run: Some(supply::consume_and_draw),
    },
    Row {
        phase: Phase::Supply,
        name: "supplies moved between stores",
        rules: "11.3 11.5 11.7",
        run: Some(supply::transfers::carry_out),
    },
    Row {
        phase: Phase::Supply,
        name: "what treasuries buy and rebuild, depots",
        rules: "3.4 8.5-8.6 11.5",
        run: Some(treasury::purchase),
    },
    Row {
        phase: Phase::Withdrawal,
        name: "strategic withdrawal",
        rules: "7.5",
        run: Some(movement::withdrawal::phase),
    },
    Row { phase: Phase::Withdrawal, name: DEPOTS, rules: "11.8", run: Some(supply::losses::judge) },
    Row { phase: Phase::Withdrawal, name: CITIES, rules: "1.4 3.7", run: Some(cities::change_hands) },
    Row { phase: Phase::Withdrawal, name: WATCH, rules: "8.5", run: Some(track::watch) },
    Row { phase: Phase::Tac1, name: TACTICAL, rules: MOVES, run: Some(tactics::phase) },
    Row { phase: Phase::Tac1, name: COMBAT, rules: FIGHTS, run: Some(combat::phase) },
    Row { phase: Phase::Tac1, name: MORALE, rules: "3.7", run: Some(morale::by_battles) },
    Row { phase: Phase::Tac1, name: DEPOTS, rules: "11.8", run: Some(supply::losses::judge) },
    Row { phase: Phase::Tac1, name: BRIDGES, rules: "12.4-12.5", run: Some(bridges::phase) },
    Row { phase: Phase::Tac1, name: CITIES, rules: "1.4 3.7", run: Some(cities::change_hands) },
    Row { phase: Phase::Tac1, name: WATCH, rules: "8.5", run: Some(track::watch) },
    Row { phase: Phase::Tac1, name: SIEGES, rules: "11.3", run: Some(siege::judge_sieges) },
    Row { phase: Phase::Tac2, name: TACTICAL, rules: MOVES, run: Some(tactics::phase) },
    Row { phase: Phase::Tac2, name: COMBAT, rules: FIGHTS, run: Some(combat::phase) },
    Row { phase: Phase::Tac2, name: MORALE, rules: "3.7", run: Some(morale::by_battles) },
    Row { phase: Phase::Tac2, name: DEPOTS, rules: "11.8", run: Some(supply::losses::judge) },
    Row { phase: Phase::Tac2, name: BRIDGES, rules: "12.4-12.5", run: Some(bridges::phase) },
    Row { phase: Phase::Tac2, name: CITIES, rules: "1.4 3.7", run: Some(cities::change_hands) },
    Row { phase: Phase::Tac2, name: WATCH, rules: "8.5", run: Some(track::watch) },
    Row { phase: Phase::Tac2, name: SIEGES, rules: "11.3", run: Some(siege::judge_sieges) },
    Row { phase: Phase::Strat1, name: STRATEGIC, rules: MARCHES, run: Some(movement::phase) },
    Row { phase: Phase::Strat1, name: DEPOTS, rules: "11.8", run: Some(supply::losses::judge) },
    Row { phase: Phase::Strat1, name: CITIES, rules: "1.4 3.7", run: Some(cities::change_hands) },
    Row { phase: Phase::Strat1, name: WATCH, rules: "8.5", run: Some(track::watch) },
    Row { phase: Phase::Strat1, name: SIEGES, rules: "11.3", run: Some(siege::judge_sieges) },
    Row { phase: Phase::Tac3, name: TACTICAL, rules: MOVES, run: Some(tactics::phase) },
    Row { phase: Phase::Tac3, name: COMBAT, rules: FIGHTS, run: Some(combat::phase) },
    Row { phase: Phase::Tac3, name: MORALE, rules: "3.7", run: Some(morale::by_battles) },
    Row { phase: Phase::Tac3, name: DEPOTS, rules: "11.8", run: Some(supply::losses::judge) },
    Row { phase: Phase::Tac3, name: BRIDGES, rules: "12.4-12.5", run: Some(bridges::phase) },
    Row { phase: Phase::Tac3, name: CITIES, rules: "1.4 3.7", run: Some(cities::change_hands) },
    Row { phase: Phase::Tac3, name: WATCH, rules: "8.5", run: Some(track::watch) },
    Row { phase: Phase::Tac3, name: SIEGES, rules: "11.3", run: Some(siege::judge_sieges) },
    Row { phase: Phase::Tac4, name: TACTICAL, rules: MOVES, run: Some(tactics::phase) },
    Row { phase: Phase::Tac4, name: COMBAT, rules: FIGHTS, run: Some(combat::phase) },
    Row { phase: Phase::Tac4, name: MORALE, rules: "3.7", run: Some(morale::by_battles) },
    Row { phase: Phase::Tac4, name: DEPOTS, rules: "11.8", run: Some(supply::losses::judge) },
    Row { phase: Phase::Tac4, name: BRIDGES, rules: "12.4-12.5", run: Some(bridges::phase) },
    Row { phase: Phase::Tac4, name: CITIES, rules: "1.4 3.7", run: Some(cities::change_hands) },
    Row { phase: Phase::Tac4, name: WATCH, rules: "8.5", run: Some(track::watch) },
    Row { phase: Phase::Tac4, name: SIEGES, rules: "11.3", run: Some(siege::judge_sieges) },
    Row { phase: Phase::Strat2, name: STRATEGIC, rules: MARCHES, run: Some(movement::phase) },
    Row { phase: Phase::Strat2, name: DEPOTS, rules: "11.8", run: Some(supply::losses::judge) },
    Row { phase: Phase::Strat2, name: CITIES, rules: "1.4 3.7", run: Some(cities::change_hands) },
    Row { phase: Phase::Strat2, name: WATCH, rules: "8.5", run: Some(track::watch) },
    Row { phase: Phase::Strat2, name: SIEGES, rules: "11.3", run: Some(siege::judge_sieges) },
    Row { phase: Phase::Strat3, name: STRATEGIC, rules: MARCHES, run: Some(movement::phase) },
    Row { phase: Phase::Strat3, name: DEPOTS, rules: "11.8", run: Some(supply::losses::judge) },
    Row { phase: Phase::Strat3, name: CITIES, rules: "1.4 3.7", run: Some(cities::change_hands) },
    Row { phase: Phase::Strat3, name: WATCH, rules: "8.5", run: Some(track::watch) },
    Row { phase: Phase::Strat3, name: SIEGES, rules: "11.3", run: Some(siege::judge_sieges) },
    Row { phase: Phase::Strat4, name: STRATEGIC, rules: MARCHES, run: Some(movement::phase) },
    Row { phase: Phase::Strat4, name: DEPOTS, rules: "11.8", run: Some(supply::losses::judge) },
    Row { phase: Phase::Strat4, name: CITIES, rules: "1.4 3.7", run: Some(cities::change_hands) },
    Row { phase: Phase::Strat4, name: WATCH, rules: "8.5", run: Some(track::watch) },
    Row { phase: Phase::Strat4, name: SIEGES, rules: "11.3", run: Some(siege::judge_sieges) },
    Row { phase: Phase::Strat5, name: STRATEGIC, rules: MARCHES, run: Some(movement::phase) },
    Row { phase: Phase::Strat5, name: DEPOTS, rules: "11.8", run: Some(supply::losses::judge) },
    Row { phase: Phase::Strat5, name: CITIES, rules: "1.4 3.7", run: Some(cities::change_hands) },
    Row { phase: Phase::Strat5, name: WATCH, rules: "8.5", run: Some(track::watch) },
    Row { phase: Phase::Strat5, name: SIEGES, rules: "11.3", run: Some(siege::judge_sieges) },
    Row { phase: Phase::Strat6, name: STRATEGIC, rules: MARCHES, run: Some(movement::phase) },
    Row { phase: Phase::Strat6, name: DEPOTS, rules: "11.8", run: Some(supply::losses::judge) },
    Row { phase: Phase::Strat6, name: CITIES, rules: "1.4 3.7", run: Some(cities::change_hands) },
    Row { phase: Phase::Strat6, name: WATCH, rules: "8.5", run: Some(track::watch) },
    Row { phase: Phase::Strat6, name: SIEGES, rules: "11.3", run: Some(siege::judge_sieges) },
    Row { phase: Phase::Rail, name: "rail movement", rules: "8.1-8.4", run: Some(rail::phase) },
    Row { phase: Phase::Rail, name: DEPOTS, rules: "11.8", run: Some(supply::losses::judge) },
    Row { phase: Phase::Rail, name: CITIES, rules: "1.4 3.7", run: Some(cities::change_hands) },
    Row { phase: Phase::Rail, name: WATCH, rules: "8.5", run: Some(track::watch) },
    Row { phase: Phase::Rail, name: SIEGES, rules: "11.3", run: Some(siege::judge_sieges) },
    Row {
        phase: Phase::Tac5,
        name: "last tactical movement, without combat",
        rules: MOVES,
        run: Some(tactics::phase),
    },
    Row { phase: Phase::Tac5, name: DEPOTS, rules: "11.8", run: Some(supply::losses::judge) },
    Row { phase: Phase::Tac5, name: BRIDGES, rules: "12.4-12.5", run: Some(bridges::phase) },
    Row { phase: Phase::Tac5, name: CITIES, rules: "1.4 3.7", run: Some(cities::change_hands) },
    Row { phase: Phase::Tac5, name: WATCH, rules: "8.5", run: Some(track::watch) },
    Row { phase: Phase::Tac5, name: SIEGES, rules: "11.3", run: Some(siege::judge_sieges) },
    Row { phase: Phase::End, name: "siege surrender", rules: "11.3", run: Some(siege::surrender::phase) },
    Row { phase: Phase::End, name: "stragglers return", rules: "10.14", run: Some(stragglers::come_back) },
    Row { phase: Phase::End, name: "remnants break up", rules: "14.1", run: Some(remnant::look_over) },
    Row {
        phase: Phase::End,
        name: "shattered units reform",
        rules: "14.3-14.5",
        run: Some(shattered::reform_all),
    },
    Row {
        phase: Phase::End,
        name: "control of railways",
        rules: "8.2 1.3",
        run: Some(control::judge_railways),
    },
    Row {
        phase: Phase::End,
        name: "track destroyed and rebuilt",
        rules: "8.5-8.6 12.3",
        run: Some(track::settle),
    },
    Row {
        phase: Phase::End,
        name: "experience by marching",
        rules: "3.6",
        run: Some(rest::learn_by_marching),
    },
    Row { phase: Phase::End, name: "what moved morale is told", rules: "3.7", run: Some(morale::tell) },
    Row { phase: Phase::End, name: "morale tends to the middle", rules: "3.7", run: Some(morale::regress) },
    Row { phase: Phase::End, name: "fatigue recovers", rules: "3.2", run: Some(rest::recover) },
    Row {
        phase: Phase::End,
        name: "the season ends if its time has come",
        rules: "3.5b 3.6 5.1 10.14",
        run: Some(season::end_of_turn),
    },
    Row {
        phase: Phase::End,
        name: "communications, supply sources",
        rules: "11.1 11.2 11.13",
        run: Some(communications::settle_turn),
    },
    Row {
        phase: Phase::End,
        name: "what each player sees",
        rules: "4.1 4.2 4.6",
        run: Some(detection::look),
    },
    Row {
        phase: Phase::End,
        name: "what War Ministers hear",
        rules: "4.7",
        run: Some(detection::hearsay::listen),
    },
    Row { phase: Phase::End, name: "the turn closes", rules: "5.1 5.2", run: Some(close) },
];

const STRATEGIC: &str = "strategic movement";
const MARCHES: &str = "7.1-7.4 7.6-7.16";
const TACTICAL: &str = "tactical movement";
const MOVES: &str = "9.1-9.12";
const COMBAT: &str = "combat";
const FIGHTS: &str = "10.1-10.15";
const DEPOTS: &str = "depots are lost to the enemy";
const BRIDGES: &str = "pontoon bridges are taken up and laid";
const MORALE: &str = "morale moves with the battles";
const CITIES: &str = "cities change hands";
const WATCH: &str = "who means to destroy track keeps control";
const SIEGES: &str = "sieges begin and are lifted";

/// Runs the open turn of a position, up to and including the phase `stop` where one is given.
///
/// Deployment, peace and truce turns have a list of their own (rules 5.2, 7.17, T-05).
pub fn run(
    atlas: &Arc<Atlas>,
    book: &'static Book,
    state: LandState,
    orders: TurnOrders,
    seed: u64,
    stop: Option<Phase>,
) -> Outcome {
    let mut turn = Turn::begin(atlas, book, state, orders, seed);
    phase::run(&rows(book, turn.state.season), &mut turn, stop, |turn, phase| turn.phase = phase);
    turn.finish()
}

/// The turn list of a season, by a book: what it has no rule for is no step of its turn. The first rule of a row is the one
/// without which there would be no such step.
pub fn rows(book: &Book, season: Season) -> Vec<Row<Turn, Phase>> {
    let all = match season {
        Season::Campaign => CAMPAIGN,
        Season::Deployment | Season::Peace => QUIET,
    };
    let has =
        |row: &&Row<Turn, Phase>| book.has(row.rules) && (row.phase != Phase::Rail || book.rail.is_some());
    all.iter().filter(has).copied().collect()
}

/// A deployment, peace or truce turn (rules 5.2, 6.10, 7.17, T-05): units are placed, ministers see to stores and track
/// (11.7: before a campaign without limits), and that is all that moves.
pub const QUIET: &[Row<Turn, Phase>] = &[
    Row { phase: Phase::Supply, name: "new commanders are told", rules: "3.5", run: Some(commanders::tell) },
    Row {
        phase: Phase::Supply,
        name: "units become active and inactive",
        rules: "13.1-13.2",
        run: Some(inactive::by_order),
    },
    Row { phase: Phase::Supply, name: "mergers", rules: "3.5b", run: Some(mergers::merge_all) },
    Row {
        phase: Phase::Supply,
        name: "supplies moved between stores",
        rules: "11.5 11.7",
        run: Some(supply::transfers::carry_out),
    },
    Row {
        phase: Phase::Supply,
        name: "what treasuries buy and rebuild, depots",
        rules: "3.4 8.5-8.6 11.5",
        run: Some(treasury::purchase),
    },
    Row {
        phase: Phase::Placement,
        name: "units are placed",
        rules: "1.5 6.10 7.17 9.13",
        run: Some(deployment::phase),
    },
    Row {
        phase: Phase::End,
        name: "control of railways",
        rules: "8.2 1.3",
        run: Some(control::judge_railways),
    },
    Row { phase: Phase::End, name: "stragglers return", rules: "10.14", run: Some(stragglers::come_back) },
    Row { phase: Phase::End, name: "track rebuilt", rules: "8.5-8.6 12.3", run: Some(track::finish_works) },
    Row { phase: Phase::End, name: "fatigue recovers", rules: "3.2", run: Some(rest::recover) },
    Row {
        phase: Phase::End,
        name: "the season ends if its time has come",
        rules: "3.5b 3.6 5.1 10.14",
        run: Some(season::end_of_turn),
    },
    Row {
        phase: Phase::End,
        name: "communications, supply sources",
        rules: "11.1 11.2 11.13",
        run: Some(communications::settle_turn),
    },
    Row {
        phase: Phase::End,
        name: "what each player sees",
        rules: "4.1 4.2 4.6",
        run: Some(detection::look),
    },
    Row { phase: Phase::End, name: "the turn closes", rules: "5.1-5.2", run: Some(close) },
];

/// ROTD-EUWOL 5.1, 7.5, R-7.5b: the next turn is open, and where men fell in battle units may withdraw in it.
fn close(turn: &mut Turn) {
    let bloody = turn.fought.iter().filter(|battle| battle.winners.losses + battle.losers.losses > 0);
    turn.state.battle_squares = bloody.map(|battle| battle.place.at).collect();
    turn.state.turn += 1;
}

//! The naval turn as it runs: the position, what each ship did and still means to do, the land as far as it matters, what was told.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::ashore::{Ashore, Salvo};
use crate::chart::{Chart, PortNo, SeaNo};
use crate::contact;
use crate::event::reason::{Reason, Why};
use crate::event::{Event, Fact, Here, Step};
use crate::language::render;
use crate::orders::{Commerce, Contact, Manner, Office, Order, Sailing, ShipOrders};
use crate::phase::Phase;
use crate::place::{Magazine, Place};
use crate::rehearsal::{Doubt, Odds, Open};
use crate::ship::{Ship, ShipId};
use crate::state::SeaState;
use fieldpost_engine::dice::{Dice, Draw};
use fieldpost_engine::event::{Saw, Told};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{Direction, StrategicSquare};
use fieldpost_ground::tactical::Atlas;
use fieldpost_ground::unit::UnitId;

/// What is laid down about the weather of a turn; by default it is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sky {
    /// No storm, every ship sails, and the wind blows across her way: weather that tests nothing else.
    pub fair: bool,
    /// Where it blows from.
    pub wind: BTreeMap<SeaNo, Direction>,
    /// How hard.
    pub strength: BTreeMap<SeaNo, crate::state::Strength>,
    /// Where it storms for certain.
    pub storm: BTreeSet<SeaNo>,
}

/// What a ship has done and still means to do in the running turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Her orders, the default ones where none were given.
    pub orders: ShipOrders,
    /// Where she began the turn.
    pub began: Place,
    /// How many of the sea areas ordered are behind her.
    pub sailed: usize,
    /// Sea moves that she made.
    pub sea_moves: u8,
    /// Whether a sea move failed, or the first ended her sailing (6.12): she makes no further one.
    pub becalmed: bool,
    /// Whether she evaded or fled a battle: her first sea move comes second, her port moves last (7.3, 7.6).
    pub delayed: bool,
    /// Whether all that is left of her movement falls.
    pub cancelled: bool,
    /// Whether she got away from a battle, and nobody pursues her (7.3, 7.6).
    pub slipped: bool,
    /// Orders for coast, harbor and river that are behind her.
    pub port_done: [bool; 3],
    /// Whether she drops her own orders to pursue (6.16).
    pub pursues: bool,
    /// Whether she moved at all.
    pub moved: bool,
    /// Whether she fought.
    pub fought: bool,
    /// Whether she ran past enemies in this turn, and is not barred by them (7.6).
    pub ran: bool,
    /// River squares that she moved.
    pub river_squares: u16,
    /// Whether she loads or unloads all this turn (9.4).
    pub busy: bool,
    /// The harbor or mouth that she came out of to fight (N-58).
    pub sortied_from: Option<Place>,
    /// Whether she obeys nothing but the way to her base (3.4).
    pub homeward: bool,
    /// Whether a friendly harbor or river port loaded her units at the turn's beginning, and where (9.4).
    pub loaded_at: BTreeMap<UnitId, Place>,
    /// The units that she sets ashore when the turn ends.
    pub landing: Vec<crate::orders::Cargo>,
    /// Orders that were refused, and why: each is told once.
    pub told: Vec<(Option<String>, Reason)>,
    /// Whether her guns fired into a land battle in this turn (7.7).
    pub supported: bool,
}

impl Progress {
    /// Before the first phase.
    pub fn new(orders: ShipOrders, began: Place) -> Progress {
        Progress {
            orders,
            began,
            sailed: 0,
            sea_moves: 0,
            becalmed: false,
            delayed: false,
            cancelled: false,
            slipped: false,
            port_done: [false; 3],
            pursues: false,
            moved: false,
            fought: false,
            ran: false,
            river_squares: 0,
            busy: false,
            sortied_from: None,
            homeward: false,
            loaded_at: BTreeMap::new(),
            landing: Vec::new(),
            told: Vec::new(),
            supported: false,
        }
    }
}

/// A naval turn as it runs.
pub struct Turn {
    pub chart: Arc<Chart>,
    /// The land's maps.
    pub atlas: Arc<Atlas>,
    /// The position, changing.
    pub state: SeaState,
    /// The land, as far as ships matter to it.
    pub ashore: Ashore,
    /// What each ship did and means to do.
    pub progress: BTreeMap<ShipId, Progress>,
    /// What Naval Secretaries ordered.
    pub office: Vec<(NationCode, Office)>,
    /// What is laid down about the weather.
    pub sky: Sky,
    pub storms: BTreeSet<SeaNo>,
    /// What a rehearsal leaves open, by ship; none in a turn that is played.
    pub open: Option<BTreeMap<ShipId, Open>>,
    /// Whether it is a turn of peace: ships sail, and nobody destroys anything (CWOL 7.17).
    pub peace: bool,
    /// Whether units board before the campaign too (CWOL 7.17).
    pub boards_in_peace: bool,
    pub dice: Dice,
    /// How often each key of the dice was asked.
    asked: BTreeMap<(Phase, &'static str, String), u32>,
    /// What happened so far.
    pub events: Vec<Told<Event>>,
    /// The phase now running.
    pub phase: Phase,
    /// What ships fire on land.
    pub salvos: Vec<Salvo>,
    /// Units landed in ports off the map, by which ship (10.2).
    pub landed: Vec<(ShipId, UnitId, PortNo)>,
    /// Stores that left each place in this turn (3.5).
    pub sent: BTreeMap<Magazine, u32>,
    /// Who was told to be repaired first, and where (N-74).
    pub yards: BTreeMap<PortNo, Vec<ShipId>>,
    /// In a rehearsal how likely each step is that the wind may keep ships from.
    pub odds: Vec<Odds>,
    /// Squares whose railway bridge ships destroyed.
    pub bridges_down: BTreeSet<StrategicSquare>,
    /// Squares whose pontoon bridge they destroyed.
    pub pontoons_down: BTreeSet<StrategicSquare>,
}

impl Turn {
    /// A turn before its first phase: every ship has her orders, the default ones where none were given (4.11).
    pub fn begin(
        chart: &Arc<Chart>,
        atlas: &Arc<Atlas>,
        state: SeaState,
        orders: BTreeMap<ShipId, ShipOrders>,
        seed: u64,
    ) -> Turn {
        let begin = |ship: &Ship| {
            let own = orders.get(&ship.id).cloned().unwrap_or_default();
            (ship.id, Progress::new(own, ship.at))
        };
        let progress = state.ships.values().map(begin).collect();
        Turn {
            chart: Arc::clone(chart),
            atlas: Arc::clone(atlas),
            dice: Dice::new(seed, state.turn),
            progress,
            state,
            ashore: Ashore::default(),
            office: Vec::new(),
            sky: Sky::default(),
            open: None,
            peace: false,
            boards_in_peace: false,
            storms: BTreeSet::new(),
            asked: BTreeMap::new(),
            events: Vec::new(),
            phase: Phase::Orders,
            salvos: Vec::new(),
            landed: Vec::new(),
            sent: BTreeMap::new(),
            yards: BTreeMap::new(),
            odds: Vec::new(),
            bridges_down: BTreeSet::new(),
            pontoons_down: BTreeSet::new(),
        }
    }

    /// Makes a rehearsal of a turn that has not begun.
    pub fn rehearse(&mut self) {
        self.open = Some(BTreeMap::new());
        self.sky.fair = true;
    }

    /// In a rehearsal: nothing is known of these ships from now on. Who fights stays where the fight is. In a turn that is played it
    /// does nothing.
    pub fn leave_open(&mut self, ships: &[ShipId], at: Place, doubt: Doubt) {
        let (phase, told) = (self.phase, self.events.len());
        let Some(open) = self.open.as_mut() else { return };
        for id in ships {
            open.entry(*id).or_insert(Open { doubt, at, phase, told });
        }
        for id in ships.iter().filter(|_| doubt == Doubt::Fight) {
            if let Some(progress) = self.progress.get_mut(id) {
                (progress.fought, progress.cancelled) = (true, true);
            }
        }
    }

    /// Ends the turn: what was told, and every draw of the dice.
    pub fn finish(self) -> (SeaState, Ashore, Vec<Told<Event>>, Vec<Draw>) {
        (self.state, self.ashore, self.events, self.dice.into_log())
    }

    /// A number in `0..below`, the next of this rule and roller in this phase.
    pub fn die(&mut self, rule: &'static str, roller: &str, below: u64) -> u64 {
        let asked = self.asked.entry((self.phase, rule, roller.to_owned())).or_default();
        let count = *asked;
        *asked += 1;
        self.dice.below(below, self.phase.words(), rule, roller, count)
    }

    /// Whether a chance in per cent comes true; what cannot fail or cannot be asks no die.
    pub fn chance(&mut self, per_cent: i64, rule: &'static str, roller: &str) -> bool {
        if per_cent >= 100 || per_cent <= 0 {
            return per_cent > 0;
        }
        self.die(rule, roller, 100) < per_cent.unsigned_abs()
    }

    pub fn ship(&self, id: ShipId) -> Option<&Ship> {
        self.state.ships.get(&id)
    }

    /// A ship that is known to be there.
    pub fn ship_mut(&mut self, id: ShipId) -> Option<&mut Ship> {
        self.state.ships.get_mut(&id)
    }

    /// What a ship did and means to do.
    pub fn progress_mut(&mut self, id: ShipId) -> Option<&mut Progress> {
        self.progress.get_mut(&id)
    }

    /// The sailing orders of a ship; those by default if she has none.
    pub fn sailing(&self, id: ShipId) -> Sailing {
        self.progress.get(&id).map(|progress| progress.orders.sailing.clone()).unwrap_or_default()
    }

    /// What a ship is ordered to do about merchants.
    pub fn commerce(&self, id: ShipId) -> Commerce {
        self.progress
            .get(&id)
            .map_or(Sailing::default().commerce, |progress| progress.orders.sailing.commerce)
    }

    /// The contact order that counts for a ship: RAID and CONVOY exclude PURSUE (4.6, N-67); who goes nowhere neither pursues nor
    /// evades (N-45, 2.6).
    pub fn contact(&self, id: ShipId) -> Contact {
        let sailing = self.sailing(id);
        let mut contact = sailing.contact;
        let merchants = sailing.commerce != crate::orders::Commerce::Ignore;
        let crippled = self.ship(id).is_none_or(|ship| !ship.makes_way());
        if crippled || (merchants && contact.manner == Manner::Pursue) {
            contact.manner = Manner::Accept;
        }
        contact
    }

    /// Whether two ships are at war.
    pub fn hostile(&self, one: ShipId, other: ShipId) -> bool {
        self.state.hostile(one.nation, other.nation)
    }

    /// The active ships at war with a nation in a place.
    pub fn foes_at(&self, at: Place, nation: NationCode) -> Vec<ShipId> {
        let state = &self.state;
        state.active_at(at).filter(|ship| state.hostile(ship.id.nation, nation)).map(|ship| ship.id).collect()
    }

    /// Whether active hostile warships lie in a place (N-71).
    pub fn is_barred(&self, at: Place, nation: NationCode) -> bool {
        self.state.hostile_warships(at, nation).next().is_some()
    }

    /// Whether hostile batteries command a place.
    pub fn is_commanded(&self, at: Place, nation: NationCode) -> bool {
        let hostile = |of| self.state.hostile(of, nation);
        self.chart.square(at).is_some_and(|at| self.ashore.batteries_at(at, hostile).next().is_some())
    }

    /// Records something, and who is told: whoever commands ships in contact with one of the places, and the ship's own people.
    pub fn tell(&mut self, fact: Fact) {
        let (from, at) = (fact.from(), fact.at());
        let places: Vec<Place> = from.into_iter().chain(at).collect();
        let own = fact.ship().and_then(|id| self.state.ships.get(&id)).map(contact::officers);
        let mut to: BTreeMap<PlayerNo, Saw> = BTreeMap::new();
        for (number, place) in places.iter().enumerate() {
            let saw = match (from, at) {
                (Some(from), Some(at)) if from != at => [Saw::Start, Saw::End][number.min(1)],
                _ => Saw::All,
            };
            let ashore = self.ashore.seen_from(&self.chart, *place);
            for player in contact::watchers(&self.chart, &self.state, *place).into_iter().chain(ashore) {
                let known = to.entry(player).or_insert(saw);
                *known = if *known == saw { saw } else { Saw::All };
            }
        }
        to.extend(own.into_iter().flatten().map(|player| (player, Saw::All)));
        self.tell_to(fact, to);
    }

    /// Records something, told to those alone.
    pub fn tell_to(&mut self, fact: Fact, to: BTreeMap<PlayerNo, Saw>) {
        self.events.push(Told { event: Event { phase: self.phase, fact }, to });
    }

    /// A ship, where she is.
    pub fn here(&self, ship: ShipId) -> Here {
        Here { ship, at: self.ship(ship).map(|ship| ship.at) }
    }

    /// A ship's way from a place to where she is.
    pub fn step(&self, ship: ShipId, from: impl Into<Option<Place>>) -> Step {
        Step { ship, from: from.into(), at: self.here(ship).at }
    }

    /// Something that is not done, and why; only her own people hear it, and once (N-70).
    pub fn refuse(&mut self, id: ShipId, why: impl Into<Reason>) {
        self.refused(id, None, why.into());
    }

    /// An order that is not carried out, by its words, and why; told as [`Turn::refuse`] is.
    pub fn refuse_order(&mut self, id: ShipId, order: &Order, why: impl Into<Reason>) {
        let words = render::order(order, &self.chart);
        self.refused(id, Some(words), why.into());
    }

    fn refused(&mut self, id: ShipId, order: Option<String>, why: Reason) {
        let said = (order, why);
        if let Some(progress) = self.progress.get_mut(&id) {
            if progress.told.contains(&said) {
                return;
            }
            progress.told.push(said.clone());
        }
        let (order, why) = said;
        let to = self.ship(id).map(contact::officers).into_iter().flatten();
        let to = to.map(|player| (player, Saw::All)).collect();
        self.tell_to(Fact::Refused { here: self.here(id), order, why }, to);
    }

    /// An order of a Naval Secretary's that is not carried out, and why.
    pub fn refuse_office(&mut self, nation: NationCode, order: &Office, why: impl Into<Reason>) {
        let why = why.into();
        let order = (why.why != Why::UnreadOfOffice).then(|| render::office(order, &self.chart));
        self.tell_secretary(nation, Fact::OfficeRefused { nation, order, why });
    }

    /// What a Naval Secretary alone is told.
    pub fn tell_secretary(&mut self, nation: NationCode, fact: Fact) {
        let to = self
            .state
            .powers
            .secretaries
            .get(&nation)
            .map(|player| (*player, Saw::All))
            .into_iter()
            .collect();
        self.tell_to(fact, to);
    }

    /// Takes a ship off the sea with all aboard, and frees whoever sailed under her orders (4.2).
    pub fn lose(&mut self, id: ShipId) -> Option<Ship> {
        let ship = self.state.strike(id)?;
        self.ashore.brigades.retain(|_, brigade| brigade.at != crate::ashore::Site::Aboard(id));
        self.progress.remove(&id);
        for other in self.state.ships.values_mut().filter(|other| other.attached_to == Some(id)) {
            other.attached_to = None;
        }
        Some(ship)
    }
}

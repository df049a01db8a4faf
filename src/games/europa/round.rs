//! A round, row by row: supply, campaigns, detachments, the clock of twelve ticks (leaders have twenty), what still retreats,
//! hunters, privateers, combats, sieges, revolts, natives, attrition, leaders, control. It is a function of the position, what
//! was ordered and the dice; the order of the stacks in the position makes no difference.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use fieldpost_engine::dice::Draw;
use fieldpost_engine::piece::Piece;

use crate::event::account::Meeting;
use crate::event::reason::Reason;
use crate::event::{Event, Fact, Hangs, Happening, Keeping, Row, When};
use crate::fate::{Fate, FixedRoll};
use crate::map::{Owner, Place};
use crate::orders::{Condition, Order};
use crate::position::{Campaign, Kind as StackKind, Position, Posture, Stack, World};

mod after;
mod assault;
mod attrition;
mod battle;
mod begin;
mod blockade;
mod campaign;
mod clock;
mod combat;
mod command;
mod contact;
mod idle;
mod intercept;
mod losses;
mod outcome;
mod overrun;
mod plan;
mod privateer;
mod progress;
mod retreat;
mod room;
mod sea_battle;
mod siege;
mod supply;
mod transport;

pub use after::NATIVES;
pub use attrition::{Cause, Wear};
pub use campaign::{Need, cost, needs_campaign};
pub use plan::Pace;
pub use progress::{Key, Progress, State, Step, allowance};
pub use transport::{capacity, points, shut_in_by};

/// What was ordered for a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// The orders of each stack, as they stand.
    pub orders: BTreeMap<Piece, Vec<Order>>,
    /// The sequence of stacks (EU-65); who is not in it comes last, by number.
    pub sequence: Vec<Piece>,
    /// Campaigns that powers declared.
    pub campaigns: BTreeMap<Owner, Campaign>,
    /// Whom a power lets pass.
    pub let_pass: BTreeMap<Owner, BTreeSet<Owner>>,
    /// Powers whose campaign is multiple and costs nothing: rule cases.
    pub free: bool,
}

/// What a rule case, a rehearsal or a check changes in a round from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// What dice show.
    pub fixed: Vec<FixedRoll>,
    /// At which tick who comes to control what.
    pub changes: Vec<(u32, Place, Option<Owner>)>,
    /// Losses of stacks, in steps.
    pub losses: Vec<(Piece, i32)>,
    /// The last row that is run.
    pub stop: Option<Row>,
    /// Rows that are not run: what a receipt cannot know.
    pub skip: BTreeSet<Row>,
    /// Rows before which the position is kept.
    pub before: BTreeSet<Row>,
}

/// What came of a round.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The position after it.
    pub position: Position,
    /// In the order of the clock.
    pub happened: Vec<Happening>,
    pub draws: Vec<Draw>,
    /// How each stack fared in the clock: what it spent, where it came from.
    pub progress: BTreeMap<Piece, Progress>,
    /// Positions before some rows, as asked for.
    pub before: BTreeMap<Row, Position>,
    /// Stacks whose place or being the dice of a siege decided, with where it is: whatever they showed, they might have shown other.
    pub at_stake: BTreeMap<Piece, Place>,
    /// Where combats are not run: stacks that somebody may come upon who flees for want of supply and fights first, each with one of those.
    pub in_the_way: BTreeMap<Piece, Piece>,
    /// Where the round stopped before they fight: stacks that would fight natives, with where.
    pub at_natives: BTreeMap<Piece, Place>,
    /// Where the round stopped before attrition: the stacks that would roll.
    pub wear: BTreeMap<Piece, Wear>,
}

impl Ran {
    /// What happened, without what no record has of it.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.happened.iter().map(|happening| &happening.event)
    }
}

/// A combat that was triggered and waits for its row (EU-35).
#[derive(Clone, Debug)]
struct Clash {
    tick: u32,
    why: Meeting,
    /// Who is in it, with what it had spent when it entered.
    within: BTreeMap<Piece, u32>,
    /// Who attacks, where that does not follow from who entered first.
    attacker: Option<Piece>,
}

/// A round that runs.
pub struct Round<'a> {
    world: &'a World,
    book: &'a Book,
    position: Position,
    /// Who controlled what when the round began (rule B1).
    frozen: BTreeMap<Place, Option<Owner>>,
    progress: BTreeMap<Piece, Progress>,
    clashes: BTreeMap<Place, Clash>,
    campaigns: BTreeMap<Owner, Campaign>,
    /// Stacks that campaigns do not cover, those too that a DETACH is still to make (rule B1).
    barred: BTreeSet<Piece>,
    fate: Fate,
    happened: Vec<Happening>,
    row: Row,
    tick: u32,
    overrides: Overrides,
    /// At which tick a blockade was set up.
    set_up: BTreeMap<Piece, u32>,
    /// Seas where a battle was fought.
    battles: BTreeSet<Place>,
    /// How many combats were fought in their row.
    fought: u32,
    /// Who besieges what, and when they entered.
    taken: BTreeMap<Place, Owner>,
    /// Whom the dice of sieges may drive out or destroy.
    at_stake: BTreeMap<Piece, Place>,
    /// What conditions came to whenever they were asked, by stack and place among its orders: answers that repeat the last are left out.
    answers: RefCell<BTreeMap<(Piece, usize), Vec<bool>>>,
}

/// Runs a round.
pub fn run(world: &World, position: &Position, book: &Book, seed: u64, overrides: Overrides) -> Ran {
    let (mut before, mut in_the_way) = (BTreeMap::new(), BTreeMap::new());
    let mut round = Round::new(world, position, book, seed, overrides);
    for row in Row::ALL {
        if round.overrides.before.contains(&row) {
            before.insert(row, round.position.clone());
        }
        round.row = row;
        if !round.overrides.skip.contains(&row) {
            round.run_row(row);
        } else if row == Row::Combat {
            in_the_way = round.in_the_way();
        }
        if round.overrides.stop == Some(row) {
            break;
        }
    }
    let stops_before = |last: Row| round.overrides.stop.is_some_and(|row| row < last);
    let at_natives = if stops_before(Row::Natives) { round.at_natives() } else { BTreeMap::new() };
    let wear = if stops_before(Row::Attrition) { round.wear_to_come() } else { BTreeMap::new() };
    let Round { position, happened, fate, progress, at_stake, .. } = round;
    let draws = fate.into_log();
    Ran { position, happened, draws, progress, before, at_stake, in_the_way, at_natives, wear }
}

impl<'a> Round<'a> {
    fn new(world: &'a World, position: &Position, book: &'a Book, seed: u64, overrides: Overrides) -> Self {
        let frozen =
            position.grounds.iter().map(|(place, ground)| (place.clone(), ground.control.clone())).collect();
        let fate = Fate::new(seed, position.deadline, overrides.fixed.clone());
        let mut round = Round {
            world,
            book,
            position: position.clone(),
            frozen,
            progress: BTreeMap::new(),
            clashes: BTreeMap::new(),
            campaigns: BTreeMap::new(),
            barred: BTreeSet::new(),
            fate,
            happened: Vec::new(),
            row: Row::Supply,
            tick: 0,
            overrides,
            set_up: BTreeMap::new(),
            battles: BTreeSet::new(),
            fought: 0,
            taken: BTreeMap::new(),
            at_stake: BTreeMap::new(),
            answers: RefCell::default(),
        };
        let ids: Vec<Piece> = round.position.stacks.keys().cloned().collect();
        ids.into_iter().for_each(|id| round.enrol(id));
        round
    }

    fn run_row(&mut self, row: Row) {
        match row {
            Row::Supply => self.supply(),
            Row::Campaigns => self.pay(),
            Row::Detach => self.begin(),
            Row::Ticks => self.clock(),
            Row::Retreats => self.last_retreats(),
            Row::Hunt => self.hunt(),
            Row::Privateers => self.privateers(),
            Row::Combat => self.combats(),
            Row::Siege => self.sieges(),
            Row::Revolt => self.revolts(),
            Row::Natives => self.natives(),
            Row::Attrition => self.attrition(),
            Row::Leaders => self.leaders(),
            Row::Control => self.control(),
            Row::Conditions => self.conditions(),
            Row::End => self.end(),
        }
    }

    /// Takes a stack into the round.
    fn enrol(&mut self, id: Piece) {
        let Some(stack) = self.position.stacks.get(&id) else { return };
        let place = self.book.sequence.iter().position(|listed| *listed == id).unwrap_or(usize::MAX);
        let key = Key(self.position.rank(&stack.owner), place, id.clone());
        let progress = Progress { is_barred: self.barred.contains(&id), ..Progress::new(stack, key) };
        self.progress.insert(id, progress);
    }

    /// Tells a fact, of this row and tick.
    fn tell(&mut self, fact: Fact) {
        self.tell_as(fact, Hangs::default(), Keeping::default());
    }

    fn tell_as(&mut self, fact: Fact, hangs: Hangs, keeping: Keeping) {
        let phase = When { row: self.row, tick: (self.row == Row::Ticks).then_some(self.tick) };
        self.happened.push(Happening { event: Event { phase, fact }, hangs, keeping });
    }

    /// Tells a fight, of the tick in which it was triggered; where it stands among what happened.
    fn tell_fight(&mut self, place: &Place, fact: Fact) -> usize {
        let tick = Some(self.clashes.get(place).map_or(self.tick, |clash| clash.tick));
        let event = Event { phase: When { row: self.row, tick }, fact };
        self.happened.push(Happening { event, hangs: Hangs::default(), keeping: Keeping::default() });
        self.happened.len() - 1
    }

    fn stack(&self, id: &Piece) -> Option<&Stack> {
        self.position.stacks.get(id)
    }

    fn stack_mut(&mut self, id: &Piece) -> Option<&mut Stack> {
        self.position.stacks.get_mut(id)
    }

    fn progress_of(&self, id: &Piece) -> Option<&Progress> {
        self.progress.get(id)
    }

    fn owner(&self, id: &Piece) -> Owner {
        self.stack(id).map(|stack| stack.owner.clone()).unwrap_or_default()
    }

    fn at(&self, id: &Piece) -> Place {
        self.stack(id).map(|stack| stack.at.clone()).unwrap_or_default()
    }

    /// Whether a stack is there to fight: troops on land, ships at sea.
    fn fights(&self, id: &Piece) -> bool {
        self.stack(id).is_some_and(|stack| is_armed(id, stack))
    }

    /// All stacks with how they fare, by id. Both lists stand in that order, so they are walked together: what asks for everybody is asked
    /// for each step of each stack.
    fn everybody(&self) -> impl Iterator<Item = (&Piece, &Progress, &Stack)> {
        let mut all = self.progress.iter().peekable();
        self.position.stacks.iter().filter_map(move |(id, stack)| {
            while all.next_if(|(known, _)| *known < id).is_some() {}
            let (_, progress) = all.next_if(|(known, _)| *known == id)?;
            Some((id, progress, stack))
        })
    }

    /// Stacks that fight, by initiative, then sequence, then id.
    fn ranked(&self, fits: impl Fn(&Piece, &Progress, &Stack) -> bool) -> Vec<Piece> {
        let found =
            self.everybody().filter(|(id, progress, stack)| fits(id, progress, stack) && is_armed(id, stack));
        let mut found: Vec<(&Key, &Piece)> = found.map(|(id, progress, _)| (&progress.key, id)).collect();
        found.sort();
        found.into_iter().map(|(_, id)| id.clone()).collect()
    }

    /// Who stands in the open of a place, at rest or locked in a combat, by rank: on land troops, at sea ships.
    fn open(&self, place: &str) -> Vec<Piece> {
        self.ranked(|_, progress, stack| {
            &*stack.at == place && stack.posture == Posture::Open && progress.is_open()
        })
    }

    /// Whether two stacks would fight where they meet: at war, not both in retreat, and neither lets the other pass (rule B5).
    fn foes(&self, one: &Piece, other: &Piece) -> bool {
        let (Some(a), Some(b)) = (self.stack(one), self.stack(other)) else { return false };
        if one == other || !self.position.hostile(&a.owner, &b.owner) {
            return false;
        }
        let flees = |id: &Piece| self.progress_of(id).is_some_and(|progress| progress.retreating);
        let (a_flees, b_flees) = (flees(one), flees(other));
        let passes = |flees: bool, owner: &Owner, stands: &Piece| flees && self.lets_pass(stands, owner);
        let both = a_flees && b_flees;
        !(both || passes(a_flees, &a.owner, other) || passes(b_flees, &b.owner, one))
    }

    /// Whether a stack lets retreating ones of an owner pass, by its own order or its power's (rule B5).
    fn lets_pass(&self, id: &Piece, owner: &Owner) -> bool {
        let names = |power: &Owner| power == owner || power == self.position.seat(owner);
        let own = self.owner(id);
        let of_power =
            |power: &Owner| self.book.let_pass.get(power).is_some_and(|list| list.iter().any(names));
        of_power(&own)
            || of_power(self.position.seat(&own))
            || self.orders(id).iter().any(|order| matches!(order, Order::LetPass(power) if names(power)))
    }

    /// The orders of a stack as its conditions stand now (rule A3).
    fn orders(&self, id: &Piece) -> Vec<Order> {
        self.orders_on(id, |_| true)
    }

    /// The same, of those on condition only such as hang on a condition of some kind.
    fn orders_on(&self, id: &Piece, counts: impl Fn(&Condition) -> bool) -> Vec<Order> {
        let written = self.book.orders.get(id).map(Vec::as_slice).unwrap_or_default();
        let held_back = self.progress_of(id).is_some_and(|progress| progress.is_barred);
        let stands = written.iter().enumerate().filter_map(|(place, order)| match order {
            Order::If { condition, .. } if !counts(condition) => None,
            Order::If { not, condition, then, otherwise } => {
                let held = self.holds(id, condition);
                self.answered(id, place, held);
                if held != *not { Some((**then).clone()) } else { otherwise.as_deref().cloned() }
            }
            plain => Some(plain.clone()),
        });
        stands.filter(|order| !held_back || !campaign::needs_campaign(order)).collect()
    }

    /// Keeps in mind what a condition came to, by its place among the orders of its stack.
    fn answered(&self, id: &Piece, place: usize, held: bool) {
        let mut answers = self.answers.borrow_mut();
        let all = answers.entry((id.clone(), place)).or_default();
        if all.last() != Some(&held) {
            all.push(held);
        }
    }

    /// Tells each power what became of its orders on condition (rule A3). No record has it, for it follows from all else.
    fn conditions(&mut self) {
        for ((stack, place), held) in self.answers.take() {
            let written = self.book.orders.get(&stack).and_then(|orders| orders.get(place));
            if let Some(order) = written.map(ToString::to_string) {
                self.tell_as(Fact::Condition { stack, order, held }, Hangs::default(), Keeping::OnlyTold);
            }
        }
    }

    fn has(&self, id: &Piece, order: &Order) -> bool {
        self.orders(id).contains(order)
    }

    /// Whether a condition holds for a stack, by what its power knows at this tick (EU-24).
    fn holds(&self, id: &Piece, condition: &Condition) -> bool {
        match condition {
            Condition::Round(round) => self.position.round == *round,
            Condition::Blockaded(port) => {
                let found = self.progress_of(id).and_then(|progress| progress.found.get(port).copied());
                found.unwrap_or_else(|| !self.blockaders(port, &self.owner(id), self.tick).is_empty())
            }
            Condition::Besieged(place) => self.is_besieged(place),
            Condition::Present { power, at, least } => {
                let place = at.clone().unwrap_or_else(|| self.at(id));
                self.strength_of(power, &place) >= i32::try_from(least.unwrap_or(1)).unwrap_or(i32::MAX)
            }
        }
    }

    /// Detachments of a power in a province, or its ships in a sea; of its minors too.
    fn strength_of(&self, power: &Owner, place: &str) -> i32 {
        let is_of = |stack: &&Stack| stack.owner == *power || self.position.seat(&stack.owner) == power;
        let there = self.position.stacks.values().filter(|stack| &*stack.at == place).filter(is_of);
        let is_sea = self.world.map.is_sea(place);
        there.map(|stack| if is_sea { stack.fleet.all() } else { (stack.force.thirds() + 2) / 3 }).sum()
    }

    /// Whether a hostile stack besieges the fortress of a place.
    fn is_besieged(&self, place: &str) -> bool {
        let held = self.position.grounds.get(place).and_then(|ground| ground.control.clone());
        let Some(held) = held else { return false };
        let mut stacks = self.position.stacks.values();
        stacks
            .any(|stack| &*stack.at == place && stack.besieging && self.position.hostile(&stack.owner, &held))
    }

    /// Who controls a province, as it was when the round began.
    fn controller(&self, place: &str) -> Option<&Owner> {
        self.frozen.get(place).and_then(Option::as_ref)
    }

    /// Whether a province is of an owner's side.
    fn is_friendly(&self, owner: &Owner, place: &str) -> bool {
        self.controller(place).is_some_and(|control| self.position.allied(owner, control))
    }

    /// Whether it is an enemy's.
    fn is_enemys(&self, owner: &Owner, place: &str) -> bool {
        self.controller(place).is_some_and(|control| self.position.hostile(owner, control))
    }

    /// A refusal, which hangs on others as its reason says.
    fn refused(&mut self, stack: &Piece, why: impl Into<Reason>) {
        let why = why.into();
        let hangs = Hangs::by(&why);
        self.refused_as(stack, why, hangs);
    }

    /// A refusal that no record has, for it follows from orders and position.
    fn refused_unkept(&mut self, stack: &Piece, why: Reason) {
        let (hangs, fact) = (Hangs::by(&why), self.refusal(stack, why));
        self.tell_as(fact, hangs, Keeping::OnlyTold);
    }

    fn refused_as(&mut self, stack: &Piece, why: impl Into<Reason>, hangs: Hangs) {
        let fact = self.refusal(stack, why.into());
        self.tell_as(fact, hangs, Keeping::default());
    }

    fn refusal(&self, stack: &Piece, why: Reason) -> Fact {
        // A stack that a DETACH is still to make stands nowhere yet.
        let place = Some(self.at(stack)).filter(|place| !place.is_empty());
        Fact::Refused { stack: stack.clone(), place, why }
    }
}

/// Who commands a side: the first of it.
fn leading(side: &[Piece]) -> Piece {
    side.first().cloned().unwrap_or_else(|| Piece::from(""))
}

/// Whether there are troops in a stack on land, ships in a fleet.
fn is_armed(id: &Piece, stack: &Stack) -> bool {
    match Stack::kind(id) {
        StackKind::Land => stack.force.thirds() > 0,
        StackKind::Fleet => stack.fleet.all() > 0,
        StackKind::Privateer | StackKind::Leader => false,
    }
}

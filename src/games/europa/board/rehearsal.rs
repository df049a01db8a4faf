//! The round of a receipt: the board as it stands, the sender's orders, and all others without any.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_engine::piece::Piece;
use fieldpost_engine::words::tenths;

use super::Table;
use crate::event::{Event, Fact, Hangs, Happening, Kind, Row};
use crate::machine;
use crate::map::{Owner, Place};
use crate::position::{Kind as StackKind, Position, Stack};
use crate::round::{self, Book, Overrides, Ran, Step, Wear};

/// A round that was rehearsed, up to what dice decide.
pub(super) struct Rehearsal {
    ran: Ran,
    endings: Endings,
}

/// Where in so many cases of 100 or more nothing is left of a stack nothing is told of where it will be.
const UNLIKELY: u8 = 50;

/// Why nothing is said of a stack from there on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// A fight in a place, with these of the other side.
    Fight(Place, Vec<Piece>),
    /// Whether the fight in a place leaves room for it there.
    Room(Place),
    /// Whether this one, who fights in the clock, is driven back to where it comes.
    Back(Piece, Place),
    /// Whether it gets past a blockader.
    Blockade(Piece),
    /// Whether the army that it waits for comes to it.
    Awaits(Piece),
    /// Whether the fleet that it waits for comes for it, or gets through.
    Comes(Piece),
    /// What natives do there.
    Natives(Place),
    /// What comes of a siege or an assault.
    Siege(Place),
    /// Whether this one, who flees for want of supply, comes upon it.
    InTheWay(Place, Piece),
    /// Whether attrition leaves anything of it.
    Attrition(Place),
    /// No die at all: this one runs it over.
    RunOver(Piece),
    /// No die at all: enemies take it, for no friend stands there.
    Taken,
}

/// Behind which event nothing is said of a stack, and why.
type Endings = BTreeMap<Piece, (usize, Ending)>;

/// Of two endings of a stack the earlier counts; of two behind one event the first that was found.
fn note(found: &mut Endings, id: Piece, at: usize, ending: Ending) {
    if found.get(&id).is_none_or(|(before, _)| at < *before) {
        found.insert(id, (at, ending));
    }
}

impl Rehearsal {
    /// The round as a power's book makes it. Combats and what comes behind the sieges are left out: dice decide them. Sieges are run, to
    /// hear who is refused one and whose fate their dice decide; what these show is not told.
    pub fn of(table: &Table, power: &Owner, book: &Book) -> Self {
        let position = known(table, power);
        let overrides = Overrides {
            stop: Some(Row::Siege),
            skip: BTreeSet::from([Row::Combat]),
            before: BTreeSet::from([Row::Siege]),
            ..Overrides::default()
        };
        let ran = round::run(&table.scenario.world, &position, book, 0, overrides);
        let endings = Reader { hidden: table.scenario.hidden, position: &position, ran: &ran }.endings();
        Rehearsal { ran, endings }
    }

    /// What happens to a stack, as far as it is foreseen.
    pub fn of_stack(&self, id: &Piece) -> impl Iterator<Item = &Happening> {
        let end = self.endings.get(id).map_or(usize::MAX, |(end, _)| *end);
        self.ran.happened.iter().take(end).filter(move |one| one.event.fact.stack() == Some(id))
    }

    /// All that happens.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.ran.events()
    }

    /// Why nothing more is said of a stack.
    pub fn ending(&self, id: &Piece) -> Option<&Ending> {
        self.endings.get(id).map(|(_, ending)| ending)
    }

    /// The stacks of which it is not foreseen what becomes of them.
    pub fn open(&self) -> impl Iterator<Item = &Piece> {
        self.endings.keys()
    }

    /// In how many cases of ten attrition leaves something of a stack, if there are any in which it does not.
    pub fn outlasts(&self, id: &Piece) -> Option<u8> {
        self.wear(id).filter(|wear| wear.whole > 0).map(|wear| tenths(u32::from(100 - wear.whole)))
    }

    /// What attrition may take of a stack, as the round stands behind its movement.
    pub fn wear(&self, id: &Piece) -> Option<&Wear> {
        self.ran.wear.get(id)
    }

    /// How a stack fares in the clock.
    pub fn progress_of(&self, id: &Piece) -> Option<&round::Progress> {
        self.ran.progress.get(id)
    }

    /// The board when all have gone and retreated, before the sieges.
    pub fn end(&self) -> &Position {
        self.ran.before.get(&Row::Siege).unwrap_or(&self.ran.position)
    }
}

/// The position as far as a power knows it: strength where it is hidden is a guess, and what others have in their treasuries is enough.
fn known(table: &Table, power: &Owner) -> Position {
    let mut position = machine::seen(&table.scenario, &table.position, power).into_owned();
    for (_, other) in position.powers.iter_mut().filter(|(owner, _)| *owner != power) {
        other.treasury = i64::MAX / 2;
    }
    position
}

/// What reads off a round where foresight ends.
struct Reader<'a> {
    hidden: bool,
    position: &'a Position,
    ran: &'a Ran,
}

impl Reader<'_> {
    /// From where on nothing is said of each stack. Who is aboard shares the fate of the fleet.
    fn endings(&self) -> Endings {
        let mut found = Endings::new();
        let stood = self.position.stacks.iter();
        let mut aboard: BTreeMap<&Piece, &Piece> =
            stood.filter_map(|(id, stack)| Some((id, stack.aboard.as_ref()?))).collect();
        for (at, Event { fact, .. }) in self.ran.events().enumerate() {
            match fact {
                Fact::Aboard { stack, fleet, .. } => {
                    aboard.insert(stack, fleet);
                    if found.contains_key(stack) {
                        note(&mut found, fleet.clone(), at, Ending::Awaits(stack.clone()));
                    }
                    if found.contains_key(fleet) {
                        note(&mut found, stack.clone(), at, Ending::Comes(fleet.clone()));
                    }
                }
                Fact::Ashore { stack, .. } => drop(aboard.remove(stack)),
                _ => {}
            }
            for (id, ending) in self.ended_by(fact) {
                let cargo =
                    aboard.iter().filter(|(_, fleet)| ***fleet == id).map(|(army, _)| (*army).clone());
                for id in cargo.chain([id.clone()]) {
                    note(&mut found, id, at, ending.clone());
                }
            }
        }
        // All else that happens to it is told: sieges are behind it.
        for (id, place) in &self.ran.at_stake {
            note(&mut found, id.clone(), usize::MAX, Ending::Siege(place.clone()));
        }
        for (id, place) in self.come_behind_a_fight(&found) {
            let enemies = self.enemies(&place, &id);
            note(&mut found, id, usize::MAX, Ending::Fight(place, enemies));
        }
        for (id, at, place) in self.come_to_an_overrun() {
            let enemies = self.enemies(&place, &id);
            note(&mut found, id, at, Ending::Fight(place, enemies));
        }
        for (id, at, ending) in self.come_where_one_may_be_driven_back() {
            note(&mut found, id, at, ending);
        }
        for (id, (at, place)) in self.have_no_room_by_a_fight(&found) {
            note(&mut found, id, at, Ending::Room(place));
        }
        for (id, ending) in self.await_whom_a_fight_delays(&found) {
            note(&mut found, id, usize::MAX, ending);
        }
        for (id, place) in self.rest_where_natives_may_rise() {
            note(&mut found, id, usize::MAX, Ending::Natives(place));
        }
        for (id, flees) in &self.ran.in_the_way {
            let place = self.ran.position.stacks.get(id).map(|stack| stack.at.clone()).unwrap_or_default();
            let ending = Ending::InTheWay(place, flees.clone());
            note(&mut found, id.clone(), usize::MAX, ending);
        }
        for (id, place) in self.besiegers_of_several_powers() {
            note(&mut found, id, usize::MAX, Ending::Siege(place));
        }
        for (id, place) in &self.ran.at_natives {
            note(&mut found, id.clone(), usize::MAX, Ending::Natives(place.clone()));
        }
        for id in self.may_wear_away() {
            let place = self.ran.position.stacks.get(&id).map(|stack| stack.at.clone()).unwrap_or_default();
            note(&mut found, id, usize::MAX, Ending::Attrition(place));
        }
        found
    }

    /// Of whom attrition is likely to leave nothing, and who is aboard a fleet of which it may leave nothing.
    fn may_wear_away(&self) -> Vec<Piece> {
        let worn = |least: u8| self.ran.wear.iter().filter(move |(_, wear)| wear.whole >= least);
        let aboard = |fleet: &Piece| {
            let stacks = self.ran.position.stacks.iter();
            let fleet = fleet.clone();
            stacks.filter(move |(_, stack)| stack.aboard.as_ref() == Some(&fleet)).map(|(id, _)| id.clone())
        };
        let drowned = worn(1).flat_map(|(fleet, _)| aboard(fleet));
        worn(UNLIKELY).map(|(id, _)| id.clone()).chain(drowned).collect()
    }

    /// Who comes to where others of its side fight: nobody knows whom the fight leaves there, and so whether there is room (G3). At sea
    /// who lies there fights beside them, and whom a fleet carries shares its fate.
    fn come_behind_a_fight(&self, found: &Endings) -> Vec<(Piece, Place)> {
        let fights = self.ran.events().map(|event| &event.fact).filter(|fact| self.is_fight(fact));
        let places: BTreeSet<&Place> = fights.filter_map(Fact::place).collect();
        let stood = |id: &Piece| self.position.stacks.get(id).map(|stack| &stack.at);
        let is_afloat =
            |id: &Piece, stack: &Stack| Stack::kind(id) == StackKind::Fleet || stack.aboard.is_some();
        let comes = |(id, stack): &(&Piece, &Stack)| {
            !found.contains_key(*id)
                && places.contains(&stack.at)
                && (is_afloat(id, stack) || stood(id).is_some_and(|at| *at != stack.at))
        };
        let stacks = self.ran.position.stacks.iter().filter(comes);
        stacks.map(|(id, stack)| (id.clone(), stack.at.clone())).collect()
    }

    /// G3: who stands where an overrun is fought in the clock, or comes there later, with the event from which on: if that is lost the
    /// enemy is still there.
    fn come_to_an_overrun(&self) -> Vec<(Piece, usize, Place)> {
        let events = || self.ran.events().enumerate();
        let is_overrun = |event: &Event| event.phase.row == Row::Ticks && event.fact.kind() == Kind::Combat;
        let fought = events().filter(|(_, event)| is_overrun(event));
        let fought = fought.filter_map(|(at, event)| Some((at, event.fact.place()?)));
        let mut all = Vec::new();
        for (from, place) in fought {
            let into = events()
                .skip(from)
                .filter(|(_, event)| event.fact.kind() == Kind::Move && event.fact.to() == Some(place));
            all.extend(into.filter_map(|(at, event)| Some((event.fact.stack()?.clone(), at, place.clone()))));
            let stands = self.ran.position.stacks.iter().filter(|(_, stack)| stack.at == *place);
            all.extend(stands.map(|(id, _)| (id.clone(), usize::MAX, place.clone())));
        }
        all
    }

    /// G3, E4: who comes, later in the clock, to where one stood who then fights: if that one is beaten it is back there, a friend who takes
    /// the room, or an enemy who is met.
    fn come_where_one_may_be_driven_back(&self) -> Vec<(Piece, usize, Ending)> {
        let mut at: BTreeMap<&Piece, &Place> =
            self.position.stacks.iter().map(|(id, stack)| (id, &stack.at)).collect();
        let mut came: BTreeMap<&Piece, &Place> = BTreeMap::new();
        let mut left: BTreeMap<&Place, &Piece> = BTreeMap::new();
        let mut all = Vec::new();
        for (number, Event { phase, fact }) in self.ran.events().enumerate() {
            if phase.row != Row::Ticks {
                continue;
            }
            let to = match fact {
                Fact::Ashore { place, .. } => Some(place),
                _ => fact.to().filter(|_| fact.kind() == Kind::Move),
            };
            if let (Some(id), Some(to)) = (fact.stack(), to) {
                if let Some(who) = left.get(to).filter(|who| **who != id) {
                    all.push((id.clone(), number, Ending::Back((*who).clone(), to.clone())));
                }
                came.extend(at.insert(id, to).filter(|from| *from != to).map(|from| (id, from)));
            }
            let tried = match fact {
                Fact::TriesToMeet { stack, other, .. } => vec![stack, other],
                // Who meets fights when the clock is over.
                _ if self.is_fight(fact) && fact.kind() != Kind::Meeting => fact.members().collect(),
                _ => Vec::new(),
            };
            left.extend(tried.into_iter().filter_map(|id| Some((*came.get(id)?, id))));
        }
        all
    }

    /// Who finds no room where others of its side fight, or may have been stopped or driven off before, from which event on: there may be room (G3).
    fn have_no_room_by_a_fight(&self, found: &Endings) -> Vec<(Piece, (usize, Place))> {
        let is_open = |id: &Piece, by: usize| {
            found.get(id).is_some_and(|(at, ending)| *at < by || matches!(ending, Ending::Fight(..)))
        };
        let refused = self.ran.happened.iter().enumerate().filter_map(|(at, one)| {
            let Hangs::On(who, place) = &one.hangs else { return None };
            let stack = one.event.fact.stack().filter(|_| who.iter().any(|id| is_open(id, at)))?;
            Some((stack.clone(), (at, place.clone())))
        });
        refused.collect()
    }

    /// C1: fleets that wait at last for an army, and armies that wait for a fleet, of which it is not foreseen what becomes of it.
    fn await_whom_a_fight_delays(&self, found: &Endings) -> Vec<(Piece, Ending)> {
        let awaits = |(id, progress): (&Piece, &round::Progress)| {
            let ending = match progress.step()? {
                Step::Await { army, .. } if found.contains_key(army) => Ending::Awaits(army.clone()),
                Step::Board { fleet, .. } if found.contains_key(fleet) => Ending::Comes(fleet.clone()),
                _ => return None,
            };
            Some((id.clone(), ending))
        };
        self.ran.progress.iter().filter_map(awaits).collect()
    }

    /// Rule A1, EU-20: who stands where another comes upon natives, or is to attack them: they fight all who are there.
    fn rest_where_natives_may_rise(&self) -> Vec<(Piece, Place)> {
        let comes = self.ran.events().filter_map(|event| match &event.fact {
            Fact::NativesRise { place, .. } => Some(place),
            _ => None,
        });
        let places: BTreeSet<&Place> = comes.chain(self.ran.at_natives.values()).collect();
        let stands = |(id, stack): &(&Piece, &Stack)| {
            Stack::kind(id) == StackKind::Land && stack.aboard.is_none() && places.contains(&stack.at)
        };
        let stacks = self.ran.position.stacks.iter().filter(stands);
        stacks.map(|(id, stack)| (id.clone(), stack.at.clone())).collect()
    }

    /// Who besieges a place together with another power's: nobody knows whether that one pays for it, and stays.
    fn besiegers_of_several_powers(&self) -> Vec<(Piece, Place)> {
        let position = &self.ran.position;
        let besiegers = || position.stacks.iter().filter(|(_, stack)| stack.besieging);
        let has_other = |of: &Stack| {
            let seat = position.seat(&of.owner);
            besiegers().any(|(_, other)| other.at == of.at && position.seat(&other.owner) != seat)
        };
        let shared = besiegers().filter(|(_, stack)| has_other(stack));
        shared.map(|(id, stack)| (id.clone(), stack.at.clone())).collect()
    }

    /// For whom a fact is the end of what is foreseen.
    fn ended_by(&self, fact: &Fact) -> Vec<(Piece, Ending)> {
        if self.is_fight(fact) {
            let place = fact.place().cloned().unwrap_or_default();
            let ending = |id: &Piece| Ending::Fight(place.clone(), self.enemies(&place, id));
            return fact.members().map(|id| (id.clone(), ending(id))).collect();
        }
        if let Fact::TriesToMeet { stack, other, place, .. } = fact {
            let fight =
                |id: &Piece, with: &Piece| (id.clone(), Ending::Fight(place.clone(), vec![with.clone()]));
            return vec![fight(stack, other), fight(other, stack)];
        }
        let (stack, ending) = match fact {
            Fact::TriesToEscape { stack, before, .. } => (stack, Ending::Blockade(before.clone())),
            Fact::NativesRise { stack, place, .. } | Fact::NativesFought { stack, place, .. } => {
                (stack, Ending::Natives(place.clone()))
            }
            Fact::Taken { stack, .. } => (stack, Ending::Taken),
            Fact::Overrun { stack, other, .. } => (other, Ending::RunOver(stack.clone())),
            _ => return Vec::new(),
        };
        vec![(stack.clone(), ending)]
    }

    /// Where strength is hidden nobody knows who is run over.
    fn is_fight(&self, fact: &Fact) -> bool {
        match fact.kind() {
            Kind::Meeting | Kind::Combat | Kind::NavalCombat => true,
            Kind::Overrun => self.hidden,
            _ => false,
        }
    }

    /// All of the other side who come into the fights of a place.
    fn enemies(&self, place: &Place, id: &Piece) -> Vec<Piece> {
        let facts = self.ran.events().map(|event| &event.fact);
        let fights = facts.filter(|fact| fact.place() == Some(place) && self.is_fight(fact));
        let own = self.owner(id);
        let is_enemy = |other: &Piece| {
            own.zip(self.owner(other)).is_some_and(|(own, other)| self.position.hostile(own, other))
        };
        let all: BTreeSet<&Piece> = fights.flat_map(Fact::members).filter(|id| is_enemy(id)).collect();
        all.into_iter().cloned().collect()
    }

    /// Whose a stack is, one too that a DETACH makes.
    fn owner(&self, id: &Piece) -> Option<&Owner> {
        let stood = self.position.stacks.get(id).or_else(|| self.ran.position.stacks.get(id));
        stood.map(|stack| &stack.owner)
    }
}

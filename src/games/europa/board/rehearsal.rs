//! The round of a receipt: the board as it stands, the sender's orders, and all others without any.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_engine::piece::Piece;

use super::Table;
use crate::event::{Event, Kind, Row};
use crate::machine;
use crate::map::{Owner, Place};
use crate::position::Position;
use crate::round::{self, Book, Overrides, Ran};

/// A round that was rehearsed, up to what dice decide.
pub(super) struct Rehearsal {
    ran: Ran,
    /// Behind which event nothing is said of a stack, and why.
    endings: BTreeMap<Piece, (usize, Ending)>,
}

/// Why nothing is said of a stack from there on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// A fight in a place, with these of the other side.
    Fight(Place, Vec<Piece>),
    /// Whether it gets past a blockader.
    Blockade(Piece),
    /// What natives do there.
    Natives(Place),
    /// No die at all: this one runs it over.
    RunOver(Piece),
    /// No die at all: enemies take it, for no friend stands there.
    Taken,
}

impl Rehearsal {
    /// The round as a power's book makes it. Combats and what comes behind the sieges are left out: dice decide them.
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
    pub fn of_stack(&self, id: &Piece) -> impl Iterator<Item = &Event> {
        let end = self.endings.get(id).map_or(usize::MAX, |(end, _)| *end);
        self.ran.events.iter().take(end).filter(move |event| event.stack.as_ref() == Some(id))
    }

    /// All that happens.
    pub fn events(&self) -> &[Event] {
        &self.ran.events
    }

    /// Why nothing more is said of a stack.
    pub fn ending(&self, id: &Piece) -> Option<&Ending> {
        self.endings.get(id).map(|(_, ending)| ending)
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
    fn endings(&self) -> BTreeMap<Piece, (usize, Ending)> {
        let mut found: BTreeMap<Piece, (usize, Ending)> = BTreeMap::new();
        let stood = self.position.stacks.iter();
        let mut aboard: BTreeMap<&Piece, &Piece> =
            stood.filter_map(|(id, stack)| Some((id, stack.aboard.as_ref()?))).collect();
        for (at, event) in self.ran.events.iter().enumerate() {
            match (event.kind, &event.stack, &event.other) {
                (Kind::Aboard, Some(army), Some(fleet)) => drop(aboard.insert(army, fleet)),
                (Kind::Ashore, Some(army), _) => drop(aboard.remove(army)),
                _ => {}
            }
            for (id, ending) in self.ended_by(event) {
                let cargo =
                    aboard.iter().filter(|(_, fleet)| ***fleet == id).map(|(army, _)| (*army).clone());
                for id in cargo.chain([id.clone()]) {
                    found.entry(id).or_insert_with(|| (at, ending.clone()));
                }
            }
        }
        found
    }

    /// For whom an event is the end of what is foreseen.
    fn ended_by(&self, event: &Event) -> Vec<(Piece, Ending)> {
        let place = event.place.clone().unwrap_or_default();
        if self.is_fight(event) {
            let ending = |id: &Piece| Ending::Fight(place.clone(), self.enemies(&place, id));
            return members(event).into_iter().map(|id| (id.clone(), ending(&id))).collect();
        }
        let ending = match event.kind {
            Kind::Escape => event.other.clone().map(Ending::Blockade),
            Kind::Natives => Some(Ending::Natives(place)),
            Kind::Captured => Some(Ending::Taken),
            Kind::Overrun => {
                let run_over = event.stack.clone().map(Ending::RunOver);
                return event.other.clone().zip(run_over).into_iter().collect();
            }
            _ => None,
        };
        event.stack.clone().zip(ending).into_iter().collect()
    }

    /// Where strength is hidden nobody knows who is run over.
    fn is_fight(&self, event: &Event) -> bool {
        match event.kind {
            Kind::Meeting | Kind::Combat | Kind::NavalCombat => true,
            Kind::Overrun => self.hidden,
            _ => false,
        }
    }

    /// All of the other side who come into the fights of a place.
    fn enemies(&self, place: &Place, id: &Piece) -> Vec<Piece> {
        let fights = self.ran.events.iter().filter(|event| event.place.as_ref() == Some(place));
        let own = self.owner(id);
        let is_enemy = |other: &Piece| {
            own.zip(self.owner(other)).is_some_and(|(own, other)| self.position.hostile(own, other))
        };
        let all: BTreeSet<Piece> =
            fights.filter(|event| self.is_fight(event)).flat_map(members).filter(is_enemy).collect();
        all.into_iter().collect()
    }

    /// Whose a stack is, one too that a DETACH makes.
    fn owner(&self, id: &Piece) -> Option<&Owner> {
        let stood = self.position.stacks.get(id).or_else(|| self.ran.position.stacks.get(id));
        stood.map(|stack| &stack.owner)
    }
}

/// Who is in a fight.
fn members(event: &Event) -> Vec<Piece> {
    let named = event.stack.iter().chain(&event.defender).chain(&event.attacker);
    named.chain(event.other.iter().filter(|_| event.kind == Kind::Overrun)).cloned().collect()
}

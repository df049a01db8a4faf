//! Why a line of a block does not hold, as far as the map and the sender's own side say.

use fieldpost_engine::line::Line;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::refusal::Refusal;
use fieldpost_engine::words::capital;

use super::{Table, series_of};
use crate::event::reason::{Reason, Why};
use crate::language::read_power;
use crate::orders::{Leg, Order, PowerOrder, Route};
use crate::position::{Posture, Stack};

/// Why a line does not hold, and the nearest right thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unsound {
    pub why: Reason,
    pub nearest: Option<String>,
    /// The word that is wrong, and which of those that are alike.
    pub at: (Piece, usize),
}

impl Unsound {
    /// It as a sentence, with its rule beside it.
    pub fn refusal(&self) -> Refusal {
        let (word, nth) = &self.at;
        let refusal = Refusal::by(self.why.why.rules(), format!("{}.", capital(&self.why.words())));
        refusal.at_nth(word, *nth)
    }
}

impl From<Reason> for Unsound {
    fn from(why: Reason) -> Self {
        Unsound { why, nearest: None, at: (Piece::from(""), 0) }
    }
}

impl Unsound {
    /// The same of a word of the line.
    fn at(self, word: impl Into<Piece>) -> Self {
        Unsound { at: (word.into(), 0), ..self }
    }
}

impl Table {
    /// Why a line of a block does not hold as far as the map and the sender's own side say, and the nearest right thing.
    pub(super) fn fault(&self, piece: &Piece, order: &Order) -> Option<Unsound> {
        let stack = self.position.stacks.get(piece)?;
        let place = |id: &str| self.scenario.world.map.name(id).to_owned();
        match order {
            Order::Move(route) => self.fault_of_way(stack, &route.legs),
            Order::Sortie if stack.posture != Posture::Fortress => {
                Some(Unsound::from(Reason::from(Why::NoSortie)).at("SORTIE"))
            }
            Order::Carry { stack: army, .. } => self.fault_of_cargo(piece, stack, army),
            Order::Assault(_) if self.scenario.world.map.is_sea(&stack.at) => {
                let why = Why::NoEnemysFortress.of("ASSAULT").and(place(&stack.at));
                Some(Unsound::from(why).at("ASSAULT"))
            }
            _ => None,
        }
    }

    /// The first stack of a SEQUENCE that is none of the side of those beside it, nor can be made.
    pub(super) fn unknown_in_sequence(&self, order: &Line) -> Option<Piece> {
        let Ok(PowerOrder::Sequence(ids)) = read_power(&order.words, &self.names()) else { return None };
        let stacks = &self.position.stacks;
        let series = |id: &Piece| series_of(id).map(|(letters, _)| letters);
        let is_known = |id: &Piece| {
            stacks.contains_key(id)
                || ids.iter().any(|other| stacks.contains_key(other) && series(other) == series(id))
        };
        ids.iter().find(|id| !is_known(id)).cloned()
    }

    fn fault_of_way(&self, stack: &Stack, legs: &[Leg]) -> Option<Unsound> {
        let map = &self.scenario.world.map;
        let mut here = stack.at.clone();
        let mut written = Vec::new();
        for (at, leg) in legs.iter().enumerate() {
            let to = match leg {
                Leg::Go(to) => to,
                Leg::Sail { land, .. } => {
                    here = land.clone();
                    continue;
                }
            };
            // A place may stand in the line more than once.
            let is_it =
                |leg: &&Leg| matches!(leg, Leg::Go(other) | Leg::Sail { land: other, .. } if other == to);
            let word = (Piece::from(&**to), legs.iter().take(at).filter(is_it).count());
            let by_sea = map.is_sea(&here) || map.is_sea(to);
            let touches = if by_sea {
                map.is_coast(&here, to)
                    || map.is_coast(to, &here)
                    || map.seas.get(&here).is_some_and(|sea| sea.next.contains(to))
            } else {
                map.border(&here, to).is_some() || here == *to
            };
            if here == *to && by_sea {
                let mut rest = legs.to_vec();
                rest.remove(at);
                let nearest =
                    (!rest.is_empty()).then(|| Order::Move(Route { legs: rest, with: None }).to_string());
                return Some(Unsound { why: Why::AlreadyThere.of(map.name(to)), nearest, at: word });
            }
            if !touches {
                let way = map.way(&here, to, by_sea || stack.fleet.all() > 0);
                let rest = legs.iter().skip(written.len() + 1).filter_map(|leg| match leg {
                    Leg::Go(place) => Some(place.to_string()),
                    Leg::Sail { .. } => None,
                });
                let way = way.map(|way| {
                    written
                        .iter()
                        .cloned()
                        .chain(way.iter().map(ToString::to_string))
                        .chain(rest)
                        .collect::<Vec<_>>()
                        .join(" ")
                });
                let nearest = way.as_ref().map(|way| format!("MOVE {way}"));
                let why = Why::NotTouching.of(map.name(&here)).and(map.name(to));
                return Some(Unsound { why, nearest, at: word });
            }
            written.push(to.to_string());
            here = to.clone();
        }
        None
    }

    /// Whether a DETACH can make a stack of this name for the side of another.
    fn may_be_made(&self, id: &Piece, beside: &Stack) -> bool {
        let series = |id: &Piece| series_of(id).map(|(letters, _)| letters);
        let stacks = &self.position.stacks;
        let mut alike = stacks.iter().filter(|(known, _)| series(known) == series(id));
        alike.any(|(_, stack)| self.position.allied(&stack.owner, &beside.owner))
    }

    fn fault_of_cargo(&self, piece: &Piece, fleet: &Stack, army: &Piece) -> Option<Unsound> {
        let carried = self.position.stacks.get(army);
        let Some(carried) = carried.filter(|carried| self.position.allied(&carried.owner, &fleet.owner))
        else {
            // One that a DETACH of this letter makes: how large it is nobody knows yet.
            let is_made = carried.is_none() && self.may_be_made(army, fleet);
            return (!is_made).then(|| Unsound::from(Why::NoStackOfSide.of(army)).at(army.clone()));
        };
        let world = &self.scenario.world;
        let sizes: Vec<_> = carried.force.counters.iter().map(|counter| counter.size).collect();
        let points = crate::round::points(world, &carried.owner, self.position.period, &sizes);
        let room = crate::round::capacity(world, &fleet.fleet);
        let too_large = || {
            let needs = Why::TooLargeToCarry.of(army).and(carried.force.words()).and(halves(points));
            Unsound::from(needs.and(piece).and(halves(room))).at(army.clone())
        };
        (points > room).then(too_large)
    }
}

fn halves(points: i32) -> String {
    if points % 2 == 0 { (points / 2).to_string() } else { format!("{} 1/2", points / 2) }
}

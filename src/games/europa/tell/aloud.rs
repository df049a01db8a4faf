//! Where things stand, for who hears it: stacks and provinces in sentences, without the marks of counters.

use fieldpost_engine::piece::Piece;
use fieldpost_engine::words::{capital, counted, listed};
use fieldpost_print::section::Block;

use super::Eye;
use crate::map::{Place, Port};
use crate::position::{Ground, Kind, Posture, Stack, in_thirds};

impl Eye<'_> {
    /// The power's own stacks with what lies beside each, or all others; those at war with the power first.
    pub(super) fn stacks_aloud(&self, own: bool) -> Vec<Block> {
        let is_shown = |stack: &Stack| (self.power.is_some() && self.is_own(stack)) == own;
        let mut shown: Vec<(&Piece, &Stack)> =
            self.position.stacks.iter().filter(|(_, stack)| is_shown(stack)).collect();
        let is_hostile =
            |stack: &Stack| self.power.is_some_and(|power| self.position.hostile(&stack.owner, power));
        shown.sort_by_key(|(_, stack)| !is_hostile(stack));
        let told = shown.into_iter().map(|(id, stack)| {
            let whose = if is_hostile(stack) { ", enemy" } else { "" };
            let place = format!("{}{}", self.map().name(&stack.at), self.posture(stack));
            let hungry = match stack.hungry {
                rounds if own && rounds > 0 => {
                    format!(" It is without supply for {}.", counted(rounds, "round"))
                }
                _ => String::new(),
            };
            let beside = if own { self.ways_aloud(stack) } else { String::new() };
            format!(
                "{id}{whose}, in {place}: {}{}.{hungry}{beside}",
                self.strength_aloud(id, stack),
                self.leader_aloud(id)
            )
        });
        vec![Block::Items(told.collect())]
    }

    fn leader_aloud(&self, id: &Piece) -> String {
        let leaders = self.position.leaders_of(id);
        let Some((name, leader)) = leaders.first() else { return String::new() };
        let [manoeuvre, fire, shock] = leader.values;
        format!(", led by {name}, manoeuvre {manoeuvre}, fire {fire}, shock {shock}")
    }

    /// What a stack is made of, in words; where strength is hidden, only how many counters.
    fn strength_aloud(&self, id: &Piece, stack: &Stack) -> String {
        let hidden = self.scenario.hidden && !self.is_own(stack);
        match Stack::kind(id) {
            Kind::Land if !hidden => match stack.force.is_full() {
                true => stack.force.spoken(),
                false => format!(
                    "{}, of {} detachments now",
                    stack.force.spoken(),
                    in_thirds(stack.force.thirds())
                ),
            },
            Kind::Fleet if !hidden => stack.fleet.to_string(),
            Kind::Privateer => {
                if stack.privateer == 2 { "a full privateer" } else { "a worn privateer" }.to_owned()
            }
            _ => self.strength(id, stack),
        }
    }

    /// The ways out of where a stack stands: on land with what each costs, and which it may not take.
    fn ways_aloud(&self, stack: &Stack) -> String {
        let map = self.map();
        if let Some(fleet) = &stack.aboard {
            let shores = map.provinces.keys().filter(|place| map.is_coast(place, &stack.at));
            let shores: Vec<String> = shores.map(ToString::to_string).collect();
            return format!(" Ashore by MOVE EMBARK {fleet} LAND and one of {}.", listed(&shores));
        }
        if stack.posture == Posture::Fortress && self.is_besieged(&stack.at) {
            return " It is besieged: only a SORTIE leads out.".into();
        }
        if let Some(sea) = map.seas.get(&stack.at) {
            return format!(" Ways out by sea: {}.", listed(&spoken(sea.next.iter())));
        }
        let coast = map.provinces.get(&stack.at).map_or(&[][..], |found| &found.coast);
        if stack.fleet.all() > 0 {
            return format!(" Ways out by sea: {}.", listed(&spoken(coast.iter())));
        }
        let (open, barred): (Vec<&Place>, Vec<&Place>) =
            map.beside(&stack.at).partition(|place| self.cost(&stack.at, place).is_some());
        let cost = |place: &Place| {
            let cost = self.cost(&stack.at, place).map(|cost| counted(cost, "point")).unwrap_or_default();
            format!("{place} for {cost}")
        };
        let ways = open.iter().map(|place| cost(place)).collect::<Vec<_>>();
        let ways = if ways.is_empty() {
            " No way out by land.".to_owned()
        } else {
            format!(" Ways out: {}.", listed(&ways))
        };
        let barred = spoken(barred.into_iter());
        let barred = if barred.is_empty() {
            String::new()
        } else {
            format!(" Neutral, and barred: {}.", listed(&barred))
        };
        let sea = if open.is_empty() {
            format!(" By sea from a fleet in {}.", listed(&spoken(coast.iter())))
        } else {
            String::new()
        };
        format!("{ways}{barred}{sea}")
    }

    /// What counters cost, with the marks by which they are ordered.
    pub(super) fn prices_aloud(&self) -> Vec<Block> {
        let told = self.scenario.world.books.price.iter().map(|(what, ducats)| match what.as_str() {
            "FORTRESS" => format!("a fortress {ducats} times its level"),
            "A+" => format!("an army, written A plus, {ducats}"),
            "A-" => format!("a small army, written A minus, {ducats}"),
            "F+" => format!("a fleet, written F plus, {ducats}"),
            "F-" => format!("a small fleet, written F minus, {ducats}"),
            "LD" => format!("a land detachment, LD, {ducats}"),
            "LDE" => format!("an exploration detachment, LDE, {ducats}"),
            ship => format!("a {} {ducats}", ship.to_lowercase()),
        });
        vec![Block::Words(format!("{}.", capital(&told.collect::<Vec<_>>().join("; "))))]
    }

    /// Provinces that are not as the board has them.
    pub(super) fn grounds_aloud(&self) -> Vec<Block> {
        let told = self.position.grounds.iter().filter_map(|(place, ground)| {
            let said = self.ground_aloud(place, ground);
            (!said.is_empty()).then(|| format!("{}: {}.", self.map().name(place), said.join(", ")))
        });
        vec![Block::Items(told.collect())]
    }

    fn ground_aloud(&self, place: &Place, ground: &Ground) -> Vec<String> {
        let holder = || ground.control.as_deref().map_or("nobody".to_owned(), |control| self.called(control));
        let degree = |degree| if degree == 2 { "great" } else { "small" };
        let is_other =
            self.map().provinces.get(place).is_some_and(|province| province.fortress != ground.fortress);
        let said = [
            (ground.control != ground.owner).then(|| format!("held by {}", holder())),
            (ground.works > 0).then(|| format!("siege works {}", halves(ground.works))),
            ground.breach.then(|| "breached".to_owned()),
            (ground.revolt > 0).then(|| format!("{} revolt", degree(ground.revolt))),
            (ground.pillage > 0).then(|| format!("{} pillage", degree(ground.pillage))),
            is_other.then(|| format!("fortress {}", ground.fortress)),
        ];
        said.into_iter().flatten().collect()
    }

    /// The provinces of the scenario by who holds them: those of one holder in a sentence each.
    pub(super) fn provinces_aloud(&self) -> Vec<Block> {
        let mut holders: Vec<(String, Vec<String>)> = Vec::new();
        for place in &self.scenario.window {
            let Some(ground) = self.position.grounds.get(place) else { continue };
            let holder =
                ground.control.as_deref().map_or("Nobody".to_owned(), |control| self.called(control));
            let port = match ground.port {
                Port::None => "",
                Port::Port => ", port",
                Port::Arsenal => ", arsenal",
            };
            let walls = match (ground.fort, ground.fortress) {
                (true, _) => ", fort".to_owned(),
                (_, 0) => String::new(),
                (_, level) => format!(" {level}"),
            };
            let income =
                self.scenario.world.books.income.get(place).map(|ducats| format!(", income {ducats}"));
            let words = format!("{}{walls}{port}{}", self.map().name(place), income.unwrap_or_default());
            match holders.iter_mut().find(|(known, _)| *known == holder) {
                Some((_, all)) => all.push(words),
                None => holders.push((holder, vec![words])),
            }
        }
        let told = holders.into_iter().map(|(holder, all)| format!("{holder} holds {}.", all.join("; ")));
        let key = "The number behind a province is its fortress.".to_owned();
        vec![Block::Items(std::iter::once(key).chain(told).collect())]
    }
}

fn spoken<'a>(places: impl Iterator<Item = &'a Place>) -> Vec<String> {
    places.map(ToString::to_string).collect()
}

/// Halves as people say them: `2 and a half`.
fn halves(count: u32) -> String {
    match (count / 2, count % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "a half".to_owned(),
        (whole, _) => format!("{whole} and a half"),
    }
}

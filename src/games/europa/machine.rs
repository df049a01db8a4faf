//! A seat that nobody has: it holds what it is to hold, goes on with sieges, takes what lies open, marches on what it is to win, and goes out
//! of the way of who is too strong. It sees what its power sees and writes a letter like anybody.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use fieldpost_engine::piece::Piece;

use crate::map::{Owner, Place};
use crate::position::{Force, Kind, Position, Posture, Size, Stack, World};
use crate::round::Pace;
use crate::scenario::{Goal, Scenario};

/// A position as a power sees it: where strength is hidden, others' armies are as many small armies as they have counters (EU-41).
pub fn seen<'a>(scenario: &Scenario, position: &'a Position, power: &Owner) -> Cow<'a, Position> {
    if !scenario.hidden {
        return Cow::Borrowed(position);
    }
    let mut seen = position.clone();
    for stack in seen.stacks.values_mut().filter(|stack| position.seat(&stack.owner) != power) {
        let sizes = vec![Size::ArmyMinus; stack.force.counters.len()];
        stack.force = Force::of(&sizes, &scenario.world.tables.arms);
    }
    Cow::Owned(seen)
}

/// The blocks of a power's letter; `None` if it has no stacks. The campaign is the cheapest that covers them.
pub fn letter(world: &World, goals: &[Goal], position: &Position, power: &Owner) -> Option<String> {
    let mut desk = Desk { world, position, wanted: wanted(goals, power), taken: BTreeSet::new() };
    let own = position.stacks.iter().filter(|(_, stack)| position.seat(&stack.owner) == power);
    let blocks: Vec<String> = own.map(|(id, stack)| desk.block(id, stack)).collect();
    (!blocks.is_empty()).then(|| blocks.join(""))
}

/// Provinces that a power's goals name.
fn wanted(goals: &[Goal], power: &Owner) -> BTreeSet<Place> {
    let own = goals.iter().filter(|goal| goal.power == *power);
    own.flat_map(|goal| &goal.holds).cloned().collect()
}

struct Desk<'a> {
    world: &'a World,
    position: &'a Position,
    /// What the power is to hold when all is over.
    wanted: BTreeSet<Place>,
    /// Where another of its stacks goes already.
    taken: BTreeSet<Place>,
}

impl Desk<'_> {
    fn block(&mut self, id: &Piece, stack: &Stack) -> String {
        let orders = match Stack::kind(id) {
            Kind::Land => self.on_land(id, stack),
            Kind::Fleet => "INTERCEPT\n".into(),
            Kind::Privateer | Kind::Leader => "HOLD\n".into(),
        };
        format!("STACK {id}\n{orders}END\n")
    }

    fn on_land(&mut self, id: &Piece, stack: &Stack) -> String {
        if stack.aboard.is_some() {
            return "HOLD\n".into();
        }
        let (own, here) = (stack.force.thirds(), self.enemies_in(stack, &stack.at));
        if stack.posture == Posture::Fortress && here > 0 {
            // Out upon besiegers who are weaker by half.
            return if own >= 2 * here { "SORTIE\n".into() } else { "HOLD\n".into() };
        }
        let threat = self.threat(stack);
        if 2 * threat > 3 * own {
            return self.out_of_the_way(stack, threat);
        }
        if stack.besieging {
            return self.besiege(stack);
        }
        if self.holds_a_goal(id, stack, threat) {
            return "INTERCEPT\n".into();
        }
        match self.way(stack) {
            Some(way) => {
                let end = way.last().cloned().unwrap_or_default();
                let siege = if self.is_enemys(stack, &end) { "SIEGE\n" } else { "" };
                self.taken.insert(end);
                let places = way.iter().map(|place| place.to_string()).collect::<Vec<_>>().join(" ");
                format!("MOVE {places}\n{siege}")
            }
            None => "INTERCEPT\n".into(),
        }
    }

    /// A breach is stormed by who is an army; else works are dug on.
    fn besiege(&self, stack: &Stack) -> String {
        let breach = self.position.grounds.get(&stack.at).is_some_and(|ground| ground.breach);
        if breach && stack.force.has_army() { "ASSAULT 1\n" } else { "SIEGE ASSAULT AFTER BREACH\n" }.into()
    }

    /// Who is too weak to meet what is beside it goes to a place of its own side that is safe, the nearest fortress first; where there is none
    /// it tries to be gone before a combat.
    fn out_of_the_way(&self, stack: &Stack, threat: i32) -> String {
        let walled = |place: &Place| {
            let room = self.position.grounds.get(place).map_or(0, |ground| ground.room());
            room >= stack.force.detachments()
        };
        // Behind walls that hold all of it, it stays and goes in when beaten.
        if walled(&stack.at) && self.is_own(stack, &stack.at) {
            return "RETREAT BEFORE COMBAT\nRETREAT TO FORTRESS\n".into();
        }
        let safe = self.world.map.beside(&stack.at).filter(|place| {
            self.is_own(stack, place)
                && self.enemies_in(stack, place) == 0
                && self.beside(stack, place) < threat
                && self.has_room(stack, place)
        });
        match safe.max_by_key(|place| (walled(place), std::cmp::Reverse(self.beside(stack, place)))) {
            Some(place) => format!("MOVE {place}\n"),
            None => "RETREAT BEFORE COMBAT\n".into(),
        }
    }

    /// The greatest strength of enemies who can be where a stack stands by one step.
    fn threat(&self, stack: &Stack) -> i32 {
        self.beside(stack, &stack.at).max(self.enemies_in(stack, &stack.at))
    }

    fn beside(&self, stack: &Stack, place: &Place) -> i32 {
        self.world.map.beside(place).map(|place| self.enemies_in(stack, place)).max().unwrap_or(0)
    }

    /// The last stack in a province that is to be held stays where an enemy two steps off or nearer is two thirds as strong as it or
    /// stronger: who is clearly stronger than all who could come goes on to besiege.
    fn holds_a_goal(&self, id: &Piece, stack: &Stack, threat: i32) -> bool {
        let alone = !self.position.stacks.iter().any(|(other, found)| {
            other != id
                && found.at == stack.at
                && self.position.allied(&found.owner, &stack.owner)
                && found.force.thirds() > 0
        });
        let near = self.world.map.beside(&stack.at).map(|place| self.beside(stack, place)).max().unwrap_or(0);
        let is_to_be_held = self.wanted.contains(&stack.at) && self.is_own(stack, &stack.at);
        is_to_be_held && alone && 3 * threat.max(near) >= 2 * stack.force.thirds()
    }

    /// A way to what the power can take: what it is to hold before all else, then by points. It ends before what is too strong, and where the
    /// round's points end.
    fn way(&self, stack: &Stack) -> Option<Vec<Place>> {
        let known = self.reach(stack);
        let end = known
            .iter()
            .filter(|(place, _)| self.is_prey(stack, place))
            .min_by_key(|(place, (cost, _))| {
                let far = if self.wanted.contains(*place) { *cost } else { cost + 2 };
                (far, (*place).clone())
            })
            .map(|(place, _)| place.clone())?;
        let mut way = Vec::new();
        let mut at = end;
        while let Some((cost, Some(before))) = known.get(&at) {
            way.push((*cost, at.clone()));
            at = before.clone();
        }
        way.reverse();
        // Who marches farther in a round wears itself out.
        let most = self.world.tables.attrition.from_mp - 1;
        let mut way: Vec<Place> =
            way.into_iter().take_while(|(cost, _)| *cost <= most).map(|(_, place)| place).collect();
        // It stops where its side has no room for it no more than where others stop.
        while way.last().is_some_and(|end| !self.has_room(stack, end) || self.taken.contains(end)) {
            way.pop();
        }
        (!way.is_empty()).then_some(way)
    }

    /// What can be reached over land that admits it, by points; not through enemies in the open.
    fn reach(&self, stack: &Stack) -> BTreeMap<Place, (u32, Option<Place>)> {
        let mut known: BTreeMap<Place, (u32, Option<Place>)> =
            BTreeMap::from([(stack.at.clone(), (0, None))]);
        let mut queue = BTreeSet::from([(0, stack.at.clone())]);
        let most = 3 * self.world.tables.movement.land_allowance;
        while let Some((far, here)) = queue.pop_first() {
            if here != stack.at && self.enemies_in(stack, &here) > 0 {
                continue;
            }
            for next in self.world.map.beside(&here).filter(|next| self.admits(stack, next)) {
                let Some(cost) = self.cost(stack, &here, next) else { continue };
                let total = far + cost;
                if total <= most && known.get(next).is_none_or(|(known, _)| total < *known) {
                    known.insert(next.clone(), (total, Some(here.clone())));
                    queue.insert((total, next.clone()));
                }
            }
        }
        known
    }

    /// An enemy's province that it can take: strong enough for the wall, and by half for who stands there; for what the power is to hold, as
    /// strong as they.
    fn is_prey(&self, stack: &Stack, place: &Place) -> bool {
        let level = self.position.grounds.get(place).map_or(0, |ground| ground.level());
        let (own, enemies) = (stack.force.thirds(), self.enemies_in(stack, place));
        let is_weak = 3 * enemies <= 2 * own || (self.wanted.contains(place) && enemies <= own);
        self.is_enemys(stack, place)
            && *place != stack.at
            && !self.taken.contains(place)
            && stack.force.detachments() >= level.max(1)
            && is_weak
    }

    fn has_room(&self, stack: &Stack, place: &Place) -> bool {
        let table = &self.world.tables.stacking;
        let there = self.position.stacks.values().filter(|found| {
            found.at == *place
                && found.posture == Posture::Open
                && self.position.allied(&found.owner, &stack.owner)
        });
        let (counters, detachments) = there.fold((0, 0), |(counters, detachments), found| {
            (counters + found.force.counted(), detachments + found.force.detachments())
        });
        counters + stack.force.counted() <= table.land_counters
            && detachments + stack.force.detachments() <= table.land_detachments
    }

    fn control(&self, place: &Place) -> Option<&Owner> {
        self.position.grounds.get(place).and_then(|ground| ground.control.as_ref())
    }

    fn is_enemys(&self, stack: &Stack, place: &Place) -> bool {
        self.control(place).is_some_and(|control| self.position.hostile(control, &stack.owner))
    }

    fn is_own(&self, stack: &Stack, place: &Place) -> bool {
        self.control(place).is_some_and(|control| self.position.allied(control, &stack.owner))
    }

    fn admits(&self, stack: &Stack, place: &Place) -> bool {
        self.control(place).is_none_or(|control| self.position.admits(control, &stack.owner))
    }

    fn cost(&self, stack: &Stack, from: &Place, to: &Place) -> Option<u32> {
        let table = &self.world.tables.movement;
        let exempt = table.underdeveloped_exempt.iter().any(|known| **known == *stack.owner);
        Pace { map: &self.world.map, table, enemys: self.is_enemys(stack, to), exempt }.cost(from, to)
    }

    /// Thirds of detachments of enemies in the open of a place, or within its walls.
    fn enemies_in(&self, own: &Stack, place: &Place) -> i32 {
        let there = self.position.stacks.values().filter(|found| {
            found.at == *place && found.aboard.is_none() && self.position.hostile(&found.owner, &own.owner)
        });
        there.map(|found| found.force.thirds()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;

    /// alba and bona are France's, cora and dora Spain's, in a row; nobody has walls but who is given them.
    fn world() -> Scenario {
        let texts = BTreeMap::from([("scenario.toml".to_owned(), crate::EUROPA.scenarios[0].1.to_owned())]);
        crate::scenario::read(&texts).unwrap()
    }

    fn orders(scenario: &Scenario, position: &Position, power: &str, stack: &str) -> String {
        let power = Owner::from(power);
        let text = letter(&scenario.world, &scenario.goals, position, &power).unwrap();
        let block = text.split(&format!("STACK {stack}\n")).nth(1).unwrap_or_else(|| panic!("{text}"));
        block.split("END\n").next().unwrap().to_owned()
    }

    fn sized(scenario: &Scenario, position: &mut Position, id: &str, at: &str, sizes: &[Size]) {
        let stack = position.stacks.get_mut(&Piece::from(id)).unwrap();
        (stack.at, stack.force) = (at.into(), Force::of(sizes, &scenario.world.tables.arms));
    }

    #[test]
    fn it_marches_on_what_it_is_to_win_and_not_out_of_it() {
        let scenario = world();
        let text = orders(&scenario, &scenario.position, "FRA", "FR-1");
        assert!(text.starts_with("MOVE "), "{text}");
        let way: Vec<Place> =
            text.lines().next().unwrap().get(5..).unwrap().split(' ').map(Place::from).collect();
        let (map, mut here): (&Map, Place) = (&scenario.world.map, "dauphine".into());
        for place in way {
            assert!(map.border(&here, &place).is_some(), "{here} {place}");
            here = place;
        }
        // Naples is to be held by Spain, and an enemy is near who is more than half as strong.
        let mut position = scenario.position.clone();
        sized(&scenario, &mut position, "FR-2", "abruzzi", &[Size::Detachment, Size::Detachment]);
        assert_eq!(orders(&scenario, &position, "SPA", "NA-1"), "INTERCEPT\n");
    }

    #[test]
    fn who_is_clearly_stronger_leaves_what_it_holds_and_besieges() {
        let scenario = world();
        let mut position = scenario.position.clone();
        // Genoa is to be held by France; two detachments in Florence are less than two thirds of five.
        sized(&scenario, &mut position, "FR-1", "genoa", &[Size::ArmyPlus, Size::Detachment]);
        assert_eq!(orders(&scenario, &position, "FRA", "FR-1"), "MOVE florence\nSIEGE\n");
        sized(&scenario, &mut position, "FL-1", "florence", &[Size::ArmyPlus]);
        assert_eq!(orders(&scenario, &position, "FRA", "FR-1"), "INTERCEPT\n");
    }

    #[test]
    fn who_is_too_weak_goes_out_of_the_way_and_the_stronger_does_not() {
        let scenario = world();
        let mut position = scenario.position.clone();
        sized(&scenario, &mut position, "FR-1", "milan", &[Size::ArmyPlus, Size::ArmyMinus]);
        sized(&scenario, &mut position, "FL-1", "parma", &[Size::Detachment, Size::Detachment]);
        let text = orders(&scenario, &position, "PAP", "FL-1");
        assert!(text.starts_with("MOVE ") || text.starts_with("RETREAT BEFORE COMBAT"), "{text}");
        assert!(!text.contains("milan") && !text.contains("INTERCEPT"), "{text}");
        sized(&scenario, &mut position, "FL-1", "parma", &[Size::ArmyPlus, Size::ArmyMinus]);
        let text = orders(&scenario, &position, "PAP", "FL-1");
        assert!(!text.contains("RETREAT"), "{text}");
    }

    #[test]
    fn a_siege_goes_on_a_breach_is_stormed_and_a_garrison_sorties_when_it_is_stronger_by_half() {
        let scenario = world();
        let mut position = scenario.position.clone();
        sized(&scenario, &mut position, "FR-1", "florence", &[Size::ArmyPlus, Size::ArmyMinus]);
        position.stacks.get_mut(&Piece::from("FR-1")).unwrap().besieging = true;
        sized(&scenario, &mut position, "FL-1", "florence", &[Size::Detachment]);
        position.stacks.get_mut(&Piece::from("FL-1")).unwrap().posture = Posture::Fortress;
        assert!(orders(&scenario, &position, "FRA", "FR-1").starts_with("SIEGE"));
        assert_eq!(orders(&scenario, &position, "PAP", "FL-1"), "HOLD\n");
        position.grounds.get_mut("florence").unwrap().breach = true;
        assert_eq!(orders(&scenario, &position, "FRA", "FR-1"), "ASSAULT 1\n");
        sized(&scenario, &mut position, "FR-1", "florence", &[Size::Detachment]);
        sized(&scenario, &mut position, "FL-1", "florence", &[Size::Detachment, Size::Detachment]);
        position.stacks.get_mut(&Piece::from("FL-1")).unwrap().posture = Posture::Fortress;
        assert_eq!(orders(&scenario, &position, "PAP", "FL-1"), "SORTIE\n");
    }

    #[test]
    fn neutral_land_is_not_entered_and_two_stacks_do_not_go_to_one_place() {
        let scenario = world();
        for (_, power) in &scenario.players {
            let text = letter(&scenario.world, &scenario.goals, &scenario.position, power).unwrap();
            let mut ends = BTreeSet::new();
            for line in text.lines().filter_map(|line| line.strip_prefix("MOVE ")) {
                for place in line.split(' ') {
                    let control = scenario.position.grounds[place].control.as_ref();
                    assert!(
                        control.is_none_or(|control| scenario.position.admits(control, power)),
                        "{power}: {line}"
                    );
                }
                assert!(ends.insert(line.split(' ').next_back().unwrap()), "{power}: {text}");
            }
        }
    }
}

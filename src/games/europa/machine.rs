//! A seat that nobody has: it holds what it is to hold, goes on with sieges, takes what lies open, marches on what it is to win, and goes out
//! of the way of who is too strong. It sees what its power sees and writes a letter like anybody.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use fieldpost_engine::piece::Piece;

use crate::map::{Owner, Place, Port};
use crate::position::{Force, Goal, Kind, Position, Posture, Size, Stack, World};
use crate::round::{Pace, capacity, points};
use crate::scenario::Scenario;

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
    let wanted = wanted(goals, power);
    let mut desk = Desk { world, position, power, wanted, taken: BTreeSet::new(), carried: BTreeMap::new() };
    let own = || position.stacks.iter().filter(|(_, stack)| position.seat(&stack.owner) == power);
    // Fleets do what armies ask of them.
    let (fleets, others): (Vec<_>, Vec<_>) = own().partition(|(id, _)| Stack::kind(id) == Kind::Fleet);
    let mut blocks: BTreeMap<&Piece, String> = BTreeMap::new();
    for (id, stack) in others.into_iter().chain(fleets) {
        blocks.insert(id, desk.block(id, stack));
    }
    (!blocks.is_empty()).then(|| blocks.into_values().collect())
}

/// Provinces that a power's goals name.
fn wanted(goals: &[Goal], power: &Owner) -> BTreeSet<Place> {
    let own = goals.iter().filter(|goal| goal.power == *power);
    own.flat_map(|goal| &goal.holds).cloned().collect()
}

struct Desk<'a> {
    world: &'a World,
    position: &'a Position,
    power: &'a Owner,
    /// What the power is to hold when all is over.
    wanted: BTreeSet<Place>,
    /// Where another of its stacks goes already.
    taken: BTreeSet<Place>,
    /// The fleets that take an army somewhere, with the orders for it.
    carried: BTreeMap<Piece, String>,
}

impl Desk<'_> {
    fn block(&mut self, id: &Piece, stack: &Stack) -> String {
        let orders = match Stack::kind(id) {
            Kind::Land => self.on_land(id, stack),
            Kind::Fleet => self.at_sea(id, stack),
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
        let by_land = self.way(stack);
        // What is to be won comes before what lies open, overseas too.
        let goes_to_a_goal =
            by_land.as_ref().and_then(|way| way.last()).is_some_and(|end| self.wanted.contains(end));
        let landing = if goes_to_a_goal { None } else { self.landing(id, stack, by_land.is_some()) };
        if let Some(orders) = landing {
            return orders;
        }
        match by_land {
            Some(way) => {
                let end = way.last().cloned().unwrap_or_default();
                let siege = if self.is_enemys(stack, &end) { "SIEGE\n" } else { "" };
                self.taken.insert(end);
                let places = way.iter().map(|place| place.to_string()).collect::<Vec<_>>().join(" ");
                format!("MOVE {places}\n{siege}")
            }
            None => self.intercepts(stack, threat),
        }
    }

    /// Who is no weaker than what may come goes to meet it; others stand.
    fn intercepts(&self, stack: &Stack, threat: i32) -> String {
        if stack.force.thirds() >= threat { "INTERCEPT\n" } else { "HOLD\n" }.into()
    }

    /// Aboard of a fleet that lies in the port, to what the power can take on a coast that it comes to in the round: its goals first, the
    /// nearest by sea, and nothing else where there is a way by land.
    fn landing(&mut self, id: &Piece, stack: &Stack, has_way: bool) -> Option<String> {
        let lies_here = |(fleet, found): &(&Piece, &Stack)| {
            Stack::kind(fleet) == Kind::Fleet
                && found.at == stack.at
                && self.position.seat(&found.owner) == self.power
                && !self.carried.contains_key(*fleet)
                && self.takes_aboard(found, stack)
        };
        let fleet = self.position.stacks.iter().find(lies_here)?.0.clone();
        let seas = self.seas(&stack.at);
        let on_a_coast = |place: &Place| {
            let off = seas.iter().filter(|(sea, _)| self.world.map.is_coast(place, sea));
            off.min_by_key(|(sea, way)| (way.len(), (*sea).clone())).map(|(_, way)| way.clone())
        };
        let may = |place: &&Place| {
            (self.wanted.contains(*place) || !has_way)
                && self.is_prey(stack, place)
                && self.admits(stack, place)
                && self.has_room(stack, place)
        };
        let goals = self.position.grounds.keys().filter(may);
        let goals = goals.filter_map(|place| Some((on_a_coast(place)?, place.clone())));
        let (way, goal) =
            goals.min_by_key(|(way, place)| (!self.wanted.contains(place), way.len(), place.clone()))?;
        let seas = way.iter().map(|sea| sea.to_string()).collect::<Vec<_>>().join(" ");
        self.carried.insert(fleet.clone(), format!("MOVE {seas}\nCARRY {id} FROM {} TO {goal}\n", stack.at));
        self.taken.insert(goal.clone());
        Some(format!("MOVE EMBARK {fleet} LAND {goal}\nSIEGE\n"))
    }

    fn takes_aboard(&self, fleet: &Stack, army: &Stack) -> bool {
        let sizes: Vec<Size> = army.force.counters.iter().map(|counter| counter.size).collect();
        points(self.world, &army.owner, self.position.period, &sizes) <= capacity(self.world, &fleet.fleet)
    }

    /// The seas that a fleet comes to in a round from a place, each with the way there.
    fn seas(&self, from: &Place) -> BTreeMap<Place, Vec<Place>> {
        let table = &self.world.tables.movement;
        let points = table.fleet_allowance.saturating_sub(table.port_out + table.port_in);
        let most = usize::try_from(points / table.sea.max(1)).unwrap_or(0);
        let map = &self.world.map;
        let mut known: BTreeMap<Place, Vec<Place>> = BTreeMap::new();
        let coast = map.seas.keys().filter(|sea| **sea == *from || map.is_coast(from, sea));
        let mut open: VecDeque<Vec<Place>> = coast.map(|sea| vec![sea.clone()]).collect();
        while let Some(way) = open.pop_front() {
            let Some(here) = way.last().filter(|here| !known.contains_key(*here)).cloned() else { continue };
            let next = map.seas.get(&here).into_iter().flat_map(|sea| &sea.next);
            if way.len() < most {
                open.extend(next.map(|next| way.iter().chain([next]).cloned().collect()));
            }
            known.insert(here, way);
        }
        known
    }

    /// A fleet carries whom it was asked to; off a coast on which an army of the power's besieges it feeds it, and shuts in the port; else it
    /// lies in a port of its side.
    fn at_sea(&self, id: &Piece, stack: &Stack) -> String {
        if let Some(orders) = self.carried.get(id) {
            return orders.clone();
        }
        if !self.world.map.is_sea(&stack.at) {
            return "INTERCEPT\n".into();
        }
        let siege = self.position.stacks.values().find(|army| {
            army.besieging
                && self.position.seat(&army.owner) == self.power
                && self.world.map.is_coast(&army.at, &stack.at)
        });
        if let Some(army) = siege {
            let has_port = self.position.grounds.get(&army.at).is_some_and(|ground| ground.port > Port::None);
            return if has_port { format!("BLOCKADE {}\n", army.at) } else { "INTERCEPT\n".into() };
        }
        self.homeward(stack).unwrap_or_else(|| "INTERCEPT\n".into())
    }

    /// To the nearest port of the fleet's side.
    fn homeward(&self, stack: &Stack) -> Option<String> {
        let seas = self.seas(&stack.at);
        let is_port = |place: &&Place| {
            let ground = self.position.grounds.get(*place);
            ground.is_some_and(|ground| ground.port > Port::None) && self.is_own(stack, place)
        };
        let off = |port: &Place| {
            let coast = seas.iter().filter(|(sea, _)| self.world.map.is_coast(port, sea));
            coast.map(|(_, way)| way.clone()).min_by_key(Vec::len)
        };
        let ports = self.position.grounds.keys().filter(is_port);
        let ports = ports.filter_map(|port| Some((off(port)?, port)));
        let (way, port) = ports.min_by_key(|(way, port)| (way.len(), (*port).clone()))?;
        let way = way.iter().filter(|sea| **sea != stack.at).chain([port]);
        Some(format!("MOVE {}\n", way.map(|place| place.to_string()).collect::<Vec<_>>().join(" ")))
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

    /// From Sardinia no way leads by land to Naples, which Spain is to hold, and a fleet lies in the port.
    #[test]
    fn an_army_goes_to_its_goal_by_sea_and_its_fleet_carries_it() {
        let scenario = world();
        let mut position = scenario.position.clone();
        sized(&scenario, &mut position, "SP-1", "sardinia", &[Size::Detachment; 2]);
        position.stacks.get_mut(&Piece::from("SP-F1")).unwrap().at = "sardinia".into();
        sized(&scenario, &mut position, "NA-1", "abruzzi", &[Size::Detachment]);
        let naples = position.grounds.get_mut("naples").unwrap();
        // As many as the fleet takes aboard are enough for a wall of two.
        (naples.control, naples.fortress) = (Some("FRA".into()), 2);
        let text = letter(&scenario.world, &scenario.goals, &position, &"SPA".into()).unwrap();
        assert!(text.contains("MOVE EMBARK SP-F1 LAND naples\nSIEGE\n"), "{text}");
        assert!(text.contains("CARRY SP-1 FROM sardinia TO naples\n"), "{text}");
        // A fleet off a coast where nobody besieges goes home.
        let fleet = position.stacks.get_mut(&Piece::from("SP-F1")).unwrap();
        (fleet.at, fleet.posture) = ("tyrrhenian-sea".into(), Posture::Open);
        let home = orders(&scenario, &position, "SPA", "SP-F1");
        let port = home.trim().strip_prefix("MOVE ").unwrap_or_else(|| panic!("{home}"));
        let control = position.grounds[port].control.as_ref().unwrap();
        assert!(position.allied(control, &"SPA".into()), "{home}");
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

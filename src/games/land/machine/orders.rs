//! How the units of a corps are told their part.

use std::collections::{BTreeMap, BTreeSet};

use crate::Block;
use crate::charge::Charges;
use crate::corps::Corps;
use crate::local;
use crate::picture::{Picture, Town};
use crate::plan::{Plan, Task};
use crate::quarters;
use crate::ways::{Distances, Exits, Ways};
use fieldpost_ground::square::{Direction, StrategicSquare, TacticalSquare};
use fieldpost_land::book::Book;
use fieldpost_land::communications::CORPS_RANGE;
use fieldpost_land::movement::allowance::allowance;
use fieldpost_land::orders::{
    AttackPosture, BattleLine, Carry, DefencePosture, Goal, Phases, ReactionBox, SourceWish, TacticalMove,
    UnitOrder,
};
use fieldpost_land::unit::{Source, Status, Unit, UnitId, UnitType};
use fieldpost_tell::vantage::Vantage;

/// Squares that a corps marches in a turn at most.
const PACE: usize = 3;
/// Points of fatigue that are kept back from the limit of rule 7.1.
const SPARE: u16 = 4;
/// Brigades that a corps sends into a city.
const PARTY: usize = 2;
/// The last tactical phase, in which those take up their places who have come.
const EVENING: u8 = 5;
/// All of a tactical map.
const ANYWHERE: ReactionBox =
    ReactionBox { centre: TacticalSquare::MIDDLE, radius: 7, phases: Phases::DEFAULT, on: None };
/// Brigades go on neither past enemies whom they come upon nor past those who come upon them (rules 7.9, 7.10): these may bar the way
/// out, and then some go on and some do not.
const HALTS: [UnitOrder; 2] = [UnitOrder::HaltOnDetection, UnitOrder::HaltOnEntry];
/// How near enemies must come for a garrison to be woken, in squares.
const ALARM: u8 = 2;
/// How near an army headquarters keeps to what it follows.
const ARMY_BEHIND: u8 = 2;

/// The blocks of a corps: its brigades, and its headquarters with what follows it.
pub fn of_corps(
    picture: &Picture<'_>,
    ways: &Ways<'_>,
    book: &Book,
    corps: &Corps<'_>,
    plan: &Plan<'_>,
    charges: &Charges,
) -> Vec<Block> {
    let mut told = Told { picture, ways, book, corps, plan, charges, table: None };
    let tail = corps.head.map(|head| told.behind_the_brigades(head));
    let end = corps.head.zip(tail.as_ref()).map(|(head, tail)| tail.last().copied().unwrap_or(head.at));
    told.table = end;
    let mut given = Given { party: PARTY, sent: BTreeMap::new() };
    let brigades = corps.brigades.iter().enumerate();
    let mut blocks: Vec<Block> =
        brigades.map(|(place, unit)| (unit.id, told.brigade(place, unit, &mut given))).collect();
    blocks.extend(corps.head.zip(tail).map(|(head, tail)| (head.id, told.headquarters(head, tail))));
    let rear = end.unwrap_or(corps.post);
    blocks.extend(corps.train.iter().map(|unit| (unit.id, told.follow(told.tail(unit, rear)))));
    blocks
}

/// The blocks of army headquarters: each keeps near the nearest headquarters or, where the player has none, the nearest
/// men of the own side.
pub fn of_armies(
    picture: &Picture<'_>,
    ways: &Ways<'_>,
    vantage: &Vantage<'_>,
    corps: &[Corps<'_>],
    plans: &[Plan<'_>],
) -> Vec<Block> {
    let ends: Vec<StrategicSquare> =
        corps.iter().zip(plans).map(|(corps, plan)| end_of(vantage.book, ways, corps, plan)).collect();
    let own = vantage.own.iter().filter(|own| own.is_commanded).map(|own| own.unit);
    let armies = own.filter(|unit| unit.is_active() && unit.id.kind == UnitType::ArmyHq);
    let block = |army: &Unit| {
        let led = ends.iter().copied().min_by_key(|end| (end.distance(army.at), *end));
        let goal = led.or_else(|| nearest_friends(picture, army.at)).unwrap_or(army.at);
        let goal = behind(picture, ways, goal);
        let mut way = trudge(picture, ways, army, goal);
        while let Some(before) = before_last(army.at, &way).filter(|at| at.distance(goal) <= ARMY_BEHIND) {
            if picture.foes_near(before, 1) > 0 {
                break;
            }
            way.pop();
        }
        (army.id, march(vantage.book, way))
    };
    armies.map(block).collect()
}

/// The blocks of those who stay: garrisons, militia and naval batteries defend what they hold. Garrisons that rest are woken when
/// enemies are about.
pub fn of_garrisons(picture: &Picture<'_>, gone: &BTreeSet<UnitId>) -> Vec<Block> {
    let own = picture.vantage.own.iter().filter(|own| own.is_commanded).map(|own| own.unit);
    let stays = own.filter(|unit| unit.id.kind.is_brigade() && !gone.contains(&unit.id));
    let block = |unit: &Unit| {
        let rests = unit.status == Status::Inactive && unit.in_fort;
        let wakes = rests && picture.foes_near(unit.at, ALARM) > 0;
        let wake = wakes.then_some(UnitOrder::Activate);
        let defend = UnitOrder::Defend(DefencePosture::Defend);
        (unit.is_active() || wakes).then(|| (unit.id, wake.into_iter().chain([defend]).collect()))
    };
    stays.filter_map(block).collect()
}

/// The square before the last of a march.
fn before_last(from: StrategicSquare, way: &[StrategicSquare]) -> Option<StrategicSquare> {
    let (_, before) = way.split_last()?;
    Some(before.last().copied().unwrap_or(from))
}

/// Where the main body of a corps comes to in this turn.
fn end_of(book: &Book, ways: &Ways<'_>, corps: &Corps<'_>, plan: &Plan<'_>) -> StrategicSquare {
    ways.march(corps.post, &plan.way, pace(book, corps)).last().copied().unwrap_or(corps.post)
}

/// Squares that a corps marches together: no more than its headquarters does.
fn pace(book: &Book, corps: &Corps<'_>) -> usize {
    let alone = if corps.brigades.len() == 1 { 2 * PACE } else { PACE - 1 };
    corps.head.map_or(alone, |head| usize::from(allowance(book, head)).clamp(1, PACE))
}

/// A way by the shortest march, as far as a unit can go.
fn trudge(
    picture: &Picture<'_>,
    ways: &Ways<'_>,
    unit: &Unit,
    goal: StrategicSquare,
) -> Vec<StrategicSquare> {
    if unit.at == goal {
        return Vec::new();
    }
    let way = ways.toward(goal, &BTreeSet::from([unit.at]));
    march_of(picture, ways, unit, &way, (PACE, Exits::Sure))
}

/// A unit's march, by a way that it can leave its square by, as far as it can go.
fn march_of(
    picture: &Picture<'_>,
    ways: &Ways<'_>,
    unit: &Unit,
    way: &Distances<'_>,
    (most, exits): (usize, Exits),
) -> Vec<StrategicSquare> {
    let most = most.min(usize::from(steps(picture.vantage.book, unit)));
    ways.march_of(picture.vantage, unit, way, (most, exits))
}

/// The squares that a unit goes without being forced; who is to carry bread goes one less (rule 7.2).
fn steps(book: &Book, unit: &Unit) -> u8 {
    let carries = unit.supplies == 0 && unit.id.kind.is_brigade() && unit.source.is_some();
    allowance(book, unit).saturating_sub(u8::from(carries))
}

/// The square in which most men of the own side stand who are near; not where only the asker does.
fn nearest_friends(picture: &Picture<'_>, at: StrategicSquare) -> Option<StrategicSquare> {
    let others = picture.friends.iter().filter(|(square, _)| **square != at);
    others
        .min_by_key(|(square, men)| (square.distance(at), u32::MAX - **men, **square))
        .map(|(square, _)| *square)
}

/// The square in which most men stand whom the player commands, of equally many the nearest.
fn own_army(vantage: &Vantage<'_>, at: StrategicSquare) -> Option<StrategicSquare> {
    let mut men = BTreeMap::<StrategicSquare, u32>::new();
    for unit in vantage.own.iter().filter(|own| own.is_commanded).map(|own| own.unit) {
        *men.entry(unit.at).or_default() += if unit.is_combat() && !unit.in_fort { unit.strength } else { 0 };
    }
    let most = men.iter().filter(|(_, men)| **men > 0);
    most.max_by_key(|(square, men)| (**men, std::cmp::Reverse((square.distance(at), **square))))
        .map(|(square, _)| *square)
}

/// A square fit for a headquarters: this one, if no enemy is near; else the one beside it that is farthest from them, of
/// equally far ones one with friends in it, or nearer to a store of the own side. The enemy's cities are none.
fn behind(picture: &Picture<'_>, ways: &Ways<'_>, at: StrategicSquare) -> StrategicSquare {
    let is_theirs = |square: StrategicSquare| picture.town_at(square).is_some_and(Town::is_hostile);
    let Some(foe) = picture.nearest_foe(at).filter(|foe| foe.distance(at) <= 1) else { return at };
    let is_fit = |square: &StrategicSquare| picture.foes_near(*square, 0) == 0 && !is_theirs(*square);
    let places = ways.steps(at).chain([at]).filter(is_fit);
    let key = |square: &StrategicSquare| {
        let has_friends = picture.friends_near(*square, 0) > 0;
        let home = picture.nearest_store(*square).map_or(u8::MAX, |store| store.distance(*square));
        let far = foe.distance(*square);
        (picture.foes_near(*square, 1) == 0, has_friends, far, std::cmp::Reverse((home, *square)))
    };
    places.max_by_key(key).unwrap_or(at)
}

/// A march without a forced step, where the book lets a unit say so (rule 7.11).
fn march(book: &Book, way: Vec<StrategicSquare>) -> Vec<UnitOrder> {
    if way.is_empty() {
        return Vec::new();
    }
    let march = UnitOrder::March(way.into_iter().map(Some).collect());
    let unforced = book.number("7.11").map(|_| UnitOrder::NoForcedMarch);
    [march].into_iter().chain(unforced).collect()
}

/// What the brigades of a corps have been given so far: more would find no room.
struct Given {
    /// Brigades that may still be sent into a city.
    party: usize,
    /// Brigades sent at the enemies in each tactical square.
    sent: BTreeMap<(StrategicSquare, TacticalSquare), usize>,
}

/// A corps that is told its plan.
struct Told<'t> {
    picture: &'t Picture<'t>,
    ways: &'t Ways<'t>,
    book: &'t Book,
    corps: &'t Corps<'t>,
    plan: &'t Plan<'t>,
    charges: &'t Charges,
    /// Where its headquarters will stand tonight: the brigades eat there.
    table: Option<StrategicSquare>,
}

impl Told<'_> {
    fn brigade(&self, place: usize, unit: &Unit, given: &mut Given) -> Vec<UnitOrder> {
        let way = self.way(unit);
        let mut orders = match self.plan.task {
            Task::Attack => self.attack(unit, way),
            Task::FallBack if !way.is_empty() => march(self.book, way),
            Task::March => self.advance(unit, way, given),
            Task::Guard => self.mind(unit, way),
            Task::Besiege => self.besiege(unit, way, given),
            // Who cannot fall back holds his ground: without a word he would give it up.
            Task::FallBack | Task::Hold | Task::Rest => self.stand(unit, way),
        };
        orders.extend(self.bread(place, unit));
        orders
    }

    /// Each carries a turn's bread, for whom the enemy cuts off, or drives off, eats no other (rule 11.9).
    fn bread(&self, place: usize, unit: &Unit) -> Option<UnitOrder> {
        let level = self.book.kind(unit.id.kind).load;
        let from = self.other_table(place, unit).map_or(SourceWish::Nearest, SourceWish::Named);
        unit.source.as_ref().map(|_| UnitOrder::Carry(Carry { level, from }))
    }

    /// R-11.6/9: a headquarters feeds eighteen. Who belongs to another than the nearest says so, and who is beyond the
    /// number turns to another of the player's: nobody is turned away.
    fn other_table(&self, place: usize, unit: &Unit) -> Option<Source> {
        let feeds =
            |head: &&Unit| head.id.kind == UnitType::CorpsHq && head.at.distance(unit.at) <= CORPS_RANGE;
        let own = self.corps.head.filter(|head| feeds(head))?;
        let is_beyond = place + 1 >= self.book.supply.corps_units;
        let others = || self.picture.vantage.headquarters.iter().copied().filter(|head| head.id != own.id);
        let head = if is_beyond { others().find(feeds)? } else { own };
        let from = Source::Unit(head.id);
        let has_other = matches!(&unit.source, Some(Source::Unit(_))) && unit.source.as_ref() != Some(&from);
        has_other.then_some(from)
    }

    /// Into a city of the own side, and there it stands.
    fn mind(&self, unit: &Unit, way: Vec<StrategicSquare>) -> Vec<UnitOrder> {
        let end = way.last().copied().unwrap_or(unit.at);
        let comes = !way.is_empty();
        let mut orders = march(self.book, way);
        let is_open = comes || self.picture.foes_near(unit.at, 0) == 0;
        if let Some(town) = self.picture.town_at(end).filter(|town| town.is_friendly() && is_open) {
            orders.extend(self.enter_town(unit, town, comes));
        }
        orders.push(UnitOrder::Defend(DefencePosture::Defend));
        orders
    }

    /// ROTD-EUWOL 11.3: to the squares beside the city; who is there stays and defends himself.
    fn besiege(&self, unit: &Unit, way: Vec<StrategicSquare>, given: &mut Given) -> Vec<UnitOrder> {
        let town = self.picture.town_at(unit.at).filter(|town| town.is_hostile());
        let Some(town) = town.filter(|_| way.is_empty()) else { return self.stand(unit, way) };
        let sheet = self.picture.vantage.atlas.sheet(town.at);
        let mut orders = Vec::new();
        if unit.tac.distance(town.tac) != 1 {
            let beside = Direction::ALL.into_iter().filter_map(|way| town.tac.step(way));
            let free = beside.filter(|at| {
                let sent = given.sent.get(&(town.at, *at)).copied().unwrap_or(0);
                sheet.is_passable(*at) && sent < self.book.stacking.tactical_side
            });
            let nearest = free.min_by_key(|at| (at.distance(unit.tac), at.index()));
            if let Some(place) = nearest {
                *given.sent.entry((town.at, place)).or_default() += 1;
                orders.extend(local::way(sheet, unit.tac, place, 1, town.at));
            }
        }
        let support = self.join(unit, &orders, None);
        orders.extend([UnitOrder::Defend(DefencePosture::Defend), support]);
        orders
    }

    /// The squares of a unit's march. Nobody walks in among enemies unless he is to attack them, nobody marches himself to
    /// a standstill, and nobody but who falls back goes farther from the headquarters than it feeds; who is too far from
    /// it comes nearer.
    fn way(&self, unit: &Unit) -> Vec<StrategicSquare> {
        let Plan { task, way, .. } = self.plan;
        let is_there = *task == Task::Attack && unit.at == self.plan.goal;
        if unit.fatigue + SPARE > self.book.marches.fatigue || *task == Task::Rest || is_there {
            return Vec::new();
        }
        if *task == Task::FallBack {
            return self.to_first_foe(march_of(self.picture, self.ways, unit, way, (PACE, Exits::Any)));
        }
        let (picture, ways) = (self.picture, self.ways);
        let is_fed = |at| self.table.is_none_or(|table| quarters::feeds(picture, ways, table, at));
        if let Some(table) = self.table.filter(|_| !is_fed(unit.at)) {
            return self.to_first_foe(trudge(picture, ways, unit, table));
        }
        let mut squares = march_of(picture, ways, unit, way, (pace(self.book, self.corps), Exits::Sure));
        squares.truncate(squares.iter().take_while(|at| is_fed(**at)).count());
        self.spare(unit, &mut squares);
        if *task == Task::Attack { squares } else { self.to_first_foe(squares) }
    }

    /// A way, as far as a unit comes to its end fit to fight.
    fn spare(&self, unit: &Unit, squares: &mut Vec<StrategicSquare>) {
        let map = &self.picture.vantage.atlas.map;
        let mut fatigue = unit.fatigue;
        let costs = squares
            .iter()
            .map(|at| 1 + u16::from(self.book.ground.hard_going.contains(&map.terrain_at(*at))));
        let fit = costs.take_while(|cost| {
            fatigue += cost;
            fatigue <= self.book.tactics.fatigue
        });
        let fit = fit.count();
        squares.truncate(fit);
    }

    /// A way, as far as no enemies are seen on it.
    fn to_first_foe(&self, mut squares: Vec<StrategicSquare>) -> Vec<StrategicSquare> {
        squares.truncate(squares.iter().take_while(|at| self.picture.foes_near(**at, 0) == 0).count());
        squares
    }

    /// At the enemies in the goal, and at no others: who stands there or comes there in the first march charges as his group does, and
    /// who does neither joins battles that others begin there.
    fn attack(&self, unit: &Unit, way: Vec<StrategicSquare>) -> Vec<UnitOrder> {
        let fights = unit.fatigue <= self.book.tactics.fatigue;
        let (is_there, comes) = (unit.at == self.plan.goal, way.first() == Some(&self.plan.goal));
        let is_on_the_way = !way.is_empty() && !comes;
        let mut orders = march(self.book, way);
        orders.extend(is_on_the_way.then_some(HALTS).into_iter().flatten());
        if unit.id.kind.is_artillery() {
            orders.push(UnitOrder::Line(BattleLine::Second));
        } else if fights {
            let charge = self.charges.get(&unit.id).filter(|_| is_there || comes);
            orders.extend(charge.into_iter().flatten().cloned());
            let posture = if self.plan.is_narrow { AttackPosture::Assault } else { AttackPosture::Attack };
            orders.push(UnitOrder::Attack(posture));
        }
        let support = self.join(unit, &orders, Some(self.plan.goal));
        orders.extend([UnitOrder::Defend(DefencePosture::Defend), support]);
        orders
    }

    fn advance(&self, unit: &Unit, way: Vec<StrategicSquare>, given: &mut Given) -> Vec<UnitOrder> {
        let end = way.last().copied().unwrap_or(unit.at);
        let town = self.picture.town_at(end).filter(|town| town.is_hostile());
        let is_on_the_way = !way.is_empty();
        let mut orders = march(self.book, way);
        if is_on_the_way {
            orders.extend(HALTS);
            orders.extend(town.map(|town| UnitOrder::Entry(town.tac)));
        }
        // Who has enemies about him does not walk through them.
        let is_open = is_on_the_way || self.picture.foes_near(unit.at, 0) == 0;
        let enters = town.filter(|_| is_open && given.party > 0 && !unit.id.kind.is_artillery());
        if let Some(into) = enters.and_then(|town| self.enter_town(unit, town, is_on_the_way)) {
            given.party -= 1;
            orders.push(into);
        }
        if orders.is_empty() {
            return self.guard(unit);
        }
        let support = self.join(unit, &orders, None);
        orders.extend([UnitOrder::Defend(DefencePosture::Defend), support]);
        orders
    }

    /// The move into a city: in the evening for those who come, at once for those who are there; over the river by the
    /// nearest crossing.
    fn enter_town(&self, unit: &Unit, town: &Town<'_>, comes: bool) -> Option<UnitOrder> {
        if !comes && unit.tac == town.tac {
            return None;
        }
        let sheet = self.picture.vantage.atlas.sheet(town.at);
        match comes {
            true => Some(UnitOrder::Move(TacticalMove {
                goal: Goal::Square(town.tac),
                via: None,
                phase: EVENING,
                at_once: false,
                on: Some(town.at),
            })),
            false => local::way(sheet, unit.tac, town.tac, 1, town.at),
        }
    }

    /// Stand; who is far from the others comes to them.
    fn stand(&self, unit: &Unit, way: Vec<StrategicSquare>) -> Vec<UnitOrder> {
        if unit.at.distance(self.corps.post) <= 1 || way.is_empty() {
            return self.guard(unit);
        }
        let mut orders = march(self.book, way);
        let support = self.join(unit, &orders, None);
        orders.extend(HALTS.into_iter().chain([UnitOrder::Defend(DefencePosture::Defend), support]));
        orders
    }

    /// A unit that stays defends its ground where enemies are near; elsewhere the default orders will do.
    fn guard(&self, unit: &Unit) -> Vec<UnitOrder> {
        if self.picture.foes_near(unit.at, 1) == 0 {
            return Vec::new();
        }
        vec![UnitOrder::Defend(DefencePosture::Defend), self.join(unit, &[], None)]
    }

    /// The march of the headquarters: to where it feeds most of the brigades where they mean to be tonight; that of a corps without
    /// brigades goes behind the player's army, or the nearest men of the own side.
    fn behind_the_brigades(&self, head: &Unit) -> Vec<StrategicSquare> {
        let Told { picture, ways, corps, .. } = *self;
        if corps.brigades.is_empty() {
            let own = own_army(picture.vantage, corps.post);
            let friends = own.or_else(|| nearest_friends(picture, corps.post));
            return self.tail(head, behind(picture, ways, friends.unwrap_or(corps.post)));
        }
        let ends: Vec<_> =
            corps.brigades.iter().map(|unit| self.way(unit).last().copied().unwrap_or(unit.at)).collect();
        let is_tired = head.fatigue + SPARE > self.book.marches.fatigue;
        let most = if is_tired { 0 } else { usize::from(allowance(self.book, head)).min(PACE) };
        quarters::march(picture, ways, head, most, &ends)
    }

    /// A corps headquarters fills its wagons and follows.
    fn headquarters(&self, head: &Unit, tail: Vec<StrategicSquare>) -> Vec<UnitOrder> {
        let full = self.book.kind(head.id.kind).load;
        let draws = matches!(head.source, Some(Source::City(_) | Source::Depot(_))) && head.supplies < full;
        let mut orders = self.follow(tail);
        if draws {
            orders.push(UnitOrder::Carry(Carry { level: full, from: SourceWish::Nearest }));
        }
        orders
    }

    fn follow(&self, tail: Vec<StrategicSquare>) -> Vec<UnitOrder> {
        let mut orders = march(self.book, tail);
        // Before enemies the way on is mostly barred, and never a headquarters' business.
        orders.extend((!orders.is_empty()).then_some(UnitOrder::HaltOnDetection));
        orders
    }

    /// The squares by which a headquarters, or what goes with it, follows.
    fn tail(&self, unit: &Unit, rear: StrategicSquare) -> Vec<StrategicSquare> {
        if unit.fatigue + SPARE > self.book.marches.fatigue {
            return Vec::new();
        }
        self.to_first_foe(trudge(self.picture, self.ways, unit, rear))
    }

    /// Join any battle within reach (rule 9.10): of who stays it is known which squares these are, who moves joins anywhere on the map
    /// on which one is then.
    fn join(&self, unit: &Unit, orders: &[UnitOrder], on: Option<StrategicSquare>) -> UnitOrder {
        let moves = |order: &UnitOrder| {
            matches!(order, UnitOrder::March(_) | UnitOrder::Move(_) | UnitOrder::Engage(_))
        };
        let area = match orders.iter().any(moves) {
            true => ANYWHERE,
            false => {
                let reach = self.book.kind(unit.id.kind).support;
                ReactionBox { centre: unit.tac, radius: reach, ..ANYWHERE }
            }
        };
        UnitOrder::Support(ReactionBox { on, ..area })
    }
}

#[cfg(test)]
mod tests {
    use crate::sketches::{block, land};

    fn support(lines: &[String]) -> &str {
        lines.iter().find(|line| line.starts_with("SUPPORT")).unwrap()
    }

    #[test]
    fn a_brigade_on_its_way_halts_when_enemies_come_upon_it() {
        let sandbox = land(|land| {
            for unit in ["FR1CQ", "FR1IN", "FR2IN", "FR3IN"] {
                land.unit(unit, "A5-N4", "7-7");
            }
            land.unit("FR4IN", "A4-N5", "7-7");
            land.unit("AU1IN", "A6-N4", "7-7");
        });
        let told = block(&sandbox, "FR4IN");
        assert!(told[0].starts_with("MARCH"), "{told:?}");
        assert!(told.contains(&"HALT ON ENTRY".to_owned()), "{told:?}");
    }

    /// Rule 9.10: foot goes two squares to a battle, horse three; no box is wider where it is known where they stand.
    #[test]
    fn who_stays_supports_no_farther_than_his_type_goes() {
        let sandbox = land(|land| {
            for (unit, tac) in [("FR1IN", "7-7"), ("FR2IN", "8-7"), ("FR1HC", "6-7")] {
                land.unit(unit, "A4-N4", tac);
            }
            for number in 1..=3 {
                land.unit(&format!("AU{number}IN"), "A5-N4", "7-7");
            }
        });
        assert_eq!(support(&block(&sandbox, "FR1IN")), "SUPPORT 7-7 RADIUS 2");
        assert_eq!(support(&block(&sandbox, "FR1HC")), "SUPPORT 6-7 RADIUS 3");
    }

    /// Who has to fall back and has no way out holds his ground; without orders he would skirmish and give it up.
    #[test]
    fn who_cannot_fall_back_defends_himself() {
        let sandbox = land(|land| {
            land.unit("FR1IN", "A4-N4", "7-7");
            for (number, tac) in (1..).zip(["6-6", "7-6", "8-6", "6-7", "8-7", "6-8", "7-8", "8-8"]) {
                land.unit(&format!("AU{number}IN"), "A4-N4", tac);
            }
        });
        let told = block(&sandbox, "FR1IN");
        assert!(told.iter().any(|line| line == "DEFEND DEFEND"), "{told:?}");
    }
}

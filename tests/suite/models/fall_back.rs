//! Where the losers of a battle go (10.8, 10.10; R-10.8c, R-10.8d, R-10.10, R-10.10b): falling back by one square, and
//! retreating by up to four.

use std::collections::BTreeMap;

use fieldpost_engine::dice::Dice;
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{Direction, TacticalSquare};
use fieldpost_ground::tactical::Ground;
use fieldpost_land::combat::leave::{self, Danger, Fate};
use fieldpost_land::event::Place;
use fieldpost_land::phase::Phase;
use fieldpost_land::state::City;
use fieldpost_land::tactics::Arrival;
use fieldpost_land::turn::Turn;
use fieldpost_land::unit::{Status, Unit, UnitId, UnitType};
use fieldpost_proof::land::soak::lots::Lots;
use proptest::prelude::*;

use super::worlds::{Arena, HERE, nation};
use super::{agree, same};

const PHASE: Phase = Phase::Tac1;

/// What becomes of a unit: where it stands then, or that it shatters or is destroyed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    At(TacticalSquare),
    Shatters,
    Destroyed,
}

/// A position out of which some units have to go.
struct Flight {
    arena: Arena,
    losers: Vec<UnitId>,
    /// Where the enemy came from.
    danger: Danger,
    /// Where each of the losers came from itself, if it moved.
    came: BTreeMap<UnitId, TacticalSquare>,
    /// Squares whose battles are to come.
    battles: Vec<TacticalSquare>,
}

/// The model: where the units stand, changing.
struct Model<'a> {
    flight: &'a Flight,
    dice: Dice,
    places: BTreeMap<UnitId, TacticalSquare>,
}

impl<'a> Model<'a> {
    fn new(flight: &'a Flight, seed: u64) -> Self {
        let state = &flight.arena.state;
        let places = state.units.values().map(|unit| (unit.id, unit.tac)).collect();
        Model { flight, dice: Dice::new(seed, state.turn), places }
    }

    fn unit(&self, id: UnitId) -> &'a Unit {
        &self.flight.arena.state.units[&id]
    }

    fn at(&self, square: TacticalSquare) -> Vec<&'a Unit> {
        let here = self.places.iter().filter(|(_, place)| **place == square);
        here.map(|(id, _)| self.unit(*id)).collect()
    }

    fn relation(&self, one: UnitId, other: UnitId) -> Relation {
        self.flight.arena.state.relations.between(one.nation, other.nation)
    }

    /// 2.5: sixteen brigades, eight of a side; headquarters and bridges do not count.
    fn has_room(&self, movers: &[UnitId], square: TacticalSquare) -> bool {
        let Some(first) = movers.first().copied() else { return true };
        let brigades = |id: UnitId| usize::from(id.kind.is_brigade());
        let coming: usize = movers.iter().map(|id| brigades(*id)).sum();
        let here = || self.at(square).into_iter().filter(|unit| !movers.contains(&unit.id));
        let all: usize = here().map(|unit| brigades(unit.id)).sum();
        let friends = here().filter(|unit| self.relation(first, unit.id).is_friendly());
        let side: usize = friends.map(|unit| brigades(unit.id)).sum();
        coming == 0 || all + coming <= 16 && side + coming <= 8
    }

    /// R-10.8d: whether units may step into a square: ground, enemies of any kind, neutral combat units, room, a
    /// besieged city of their own side, a battle to come.
    fn takes(&self, movers: &[UnitId], square: TacticalSquare) -> bool {
        let arena = &self.flight.arena;
        let first = movers[0];
        let bars = |unit: &&Unit| match self.relation(first, unit.id) {
            Relation::Hostile => unit.is_active(),
            Relation::Neutral => unit.is_combat(),
            _ => false,
        };
        let besieged = |city: &City| {
            let friendly = arena.state.relations.between(first.nation, city.control).is_friendly();
            city.tac == square && city.besieged && friendly
        };
        arena.atlas.sheet(HERE).is_passable(square)
            && !self.at(square).iter().any(bars)
            && !arena.state.cities.values().any(besieged)
            && !self.flight.battles.contains(&square)
            && self.has_room(movers, square)
    }

    /// 9.5: a cliff is between high hills and ground that is neither these nor hills.
    fn is_cliff(&self, from: TacticalSquare, to: TacticalSquare) -> bool {
        let sheet = self.flight.arena.atlas.sheet(HERE);
        let height = |square| match sheet.ground_at(square) {
            Ground::HighHills => 2,
            Ground::Hills => 1,
            _ => 0,
        };
        i32::abs_diff(height(from), height(to)) == 2
    }

    /// R-9.2c: a diagonal between two squares with enemies.
    fn is_between_enemies(&self, id: UnitId, from: TacticalSquare, way: Direction) -> bool {
        let held = |way| {
            let at = from.step(way).map(|at| self.at(at)).unwrap_or_default();
            at.iter().any(|unit| unit.is_active() && self.relation(id, unit.id) == Relation::Hostile)
        };
        way.parts().is_some_and(|(one, other)| held(one) && held(other))
    }

    /// 10.8, R-10.10b: not on in the direction a unit came in, nor where enemies came from, nor one to either side.
    fn is_away(&self, movers: &[UnitId], way: Direction) -> bool {
        let own = movers.iter().filter_map(|id| {
            let (dx, dy) = self.flight.came[id].offset_to(self.places[id]);
            Direction::from_step(dx, dy)
        });
        let barred: Vec<Direction> = own.chain(self.flight.danger.entries.iter().copied()).collect();
        !barred.iter().any(|bar| [-1, 0, 1].iter().any(|turn| bar.turned(*turn) == way))
    }

    /// The directions in which some units of one square can go together.
    fn ways(&self, movers: &[UnitId], safely: bool) -> Vec<Direction> {
        let from = self.places[&movers[0]];
        let is_open = |way: &Direction| {
            let Some(to) = from.step(*way) else { return false };
            let safe = self.is_away(movers, *way) && !self.is_cliff(from, to);
            self.takes(movers, to) && !self.is_between_enemies(movers[0], from, *way) && (!safely || safe)
        };
        Direction::ALL.into_iter().filter(is_open).collect()
    }

    /// To friends rather than without; of equals the lowest lot.
    fn choose(&mut self, movers: &[UnitId], ways: Vec<Direction>, rule: &str) -> Option<Direction> {
        let from = self.places[&movers[0]];
        let friends = |way: &Direction| {
            let to = from.step(*way).map(|to| self.at(to)).unwrap_or_default();
            let is_friend =
                |unit: &&&Unit| unit.is_active() && self.relation(movers[0], unit.id).is_friendly();
            to.iter().filter(is_friend).any(|unit| !movers.contains(&unit.id))
        };
        let best: Vec<Direction> = ways.iter().copied().filter(friends).collect();
        let best = if best.is_empty() { ways } else { best };
        let lot = |way: Direction, dice: &mut Dice| {
            dice.draw(PHASE, rule, &format!("{} {}", movers[0], way.words()), 0)
        };
        best.into_iter().map(|way| (lot(way, &mut self.dice), way)).min_by_key(|lot| lot.0).map(|lot| lot.1)
    }

    /// 10.10: together and away from the enemy, together anywhere, each alone and away, each alone anywhere.
    fn fall_back(&mut self) -> BTreeMap<UnitId, End> {
        let mut ends = BTreeMap::new();
        let losers = &self.flight.losers;
        let (batteries, movers): (Vec<UnitId>, Vec<UnitId>) =
            losers.iter().partition(|id| id.kind == UnitType::NavalBattery);
        for id in batteries {
            self.places.remove(&id);
            ends.insert(id, End::Destroyed);
        }
        let away = |my: &Self, some: &[UnitId]| {
            let safe = my.ways(some, true);
            if safe.is_empty() { my.ways(some, false) } else { safe }
        };
        let together = if movers.is_empty() { Vec::new() } else { away(self, &movers) };
        if let Some(way) = self.choose_any(&movers, together) {
            for id in &movers {
                self.go(*id, way, &mut ends);
            }
            return ends;
        }
        for id in movers {
            let ways = away(self, &[id]);
            match self.choose_any(&[id], ways) {
                Some(way) => self.go(id, way, &mut ends),
                None => {
                    self.places.remove(&id);
                    ends.insert(id, End::Shatters);
                }
            }
        }
        ends
    }

    fn choose_any(&mut self, movers: &[UnitId], ways: Vec<Direction>) -> Option<Direction> {
        if ways.is_empty() { None } else { self.choose(movers, ways, "10.10") }
    }

    fn go(&mut self, id: UnitId, way: Direction, ends: &mut BTreeMap<UnitId, End>) {
        let to = self.places[&id].step(way).unwrap();
        self.places.insert(id, to);
        ends.insert(id, End::At(to));
    }

    /// 10.8, R-10.8c, R-10.8d: one to four squares in one direction, as far as they are free; the first bars it.
    fn retreat(&mut self, id: UnitId) -> End {
        if id.kind.is_hq() || id.kind == UnitType::NavalBattery {
            return End::At(self.places[&id]);
        }
        let ways = self.ways(&[id], true);
        let Some(way) = self.choose(&[id], ways, "R-10.8c") else { return End::Shatters };
        let length = 1 + self.dice.below(4, PHASE, "R-10.8c", &id.to_string(), 0);
        let mut here = self.places[&id];
        for _ in 0..length {
            let Some(to) = here.step(way) else { break };
            if !self.takes(&[id], to) || self.is_cliff(here, to) || self.is_between_enemies(id, here, way) {
                break;
            }
            here = to;
        }
        End::At(here)
    }
}

/// Losers in the middle of a map, with friends, enemies and strangers round about.
fn flight(lots: &mut Lots) -> Flight {
    let bad = lots.below(50);
    let mut arena = Arena::new(lots, bad);
    arena.state.relations.set(nation("FR"), nation("BA"), Relation::Allied);
    arena.state.relations.set(nation("FR"), nation("IT"), Relation::Neutral);
    arena.state.relations.set(nation("BA"), nation("IT"), Relation::Neutral);
    let footing = arena.footing();
    let from = *lots.pick(&footing).unwrap();
    let near: Vec<_> = footing.into_iter().filter(|at| (1..=4).contains(&at.distance(from))).collect();
    let kinds = [
        UnitType::Infantry,
        UnitType::LightInfantry,
        UnitType::LightCavalry,
        UnitType::LightArtillery,
        UnitType::CorpsHq,
    ];
    let mut losers = Vec::new();
    for _ in 0..lots.between(1, 6) {
        let code = if lots.chance(80) { "FR" } else { "BA" };
        let kind = if lots.chance(8) { UnitType::NavalBattery } else { *lots.pick(&kinds[..4]).unwrap() };
        losers.push(arena.add(code, kind, from));
    }
    losers.sort_unstable();
    for _ in 0..lots.below(14) {
        let (code, mut at) =
            (*lots.pick(&["FR", "BA", "AU", "AU", "IT"]).unwrap(), *lots.pick(&near).unwrap_or(&from));
        let enemies =
            |at| arena.state.units.values().any(|unit| unit.tac == at && foes(&arena, unit.id, code));
        if enemies(at) || at == from {
            continue;
        }
        // Now and then a stack that fills a square.
        let stack = if lots.chance(15) { lots.between(3, 8) } else { 1 };
        for _ in 0..stack {
            let id = arena.add(code, *lots.pick(&kinds).unwrap(), at);
            if lots.chance(10) {
                arena.unit(id).status = *lots.pick(&[Status::Inactive, Status::Shattered]).unwrap();
            }
            if stack == 1 && lots.chance(30) {
                at = from;
            }
        }
    }
    if lots.chance(30) {
        let tac = *lots.pick(&near).unwrap_or(&from);
        let (fr, control) = (nation("FR"), *lots.pick(&[nation("FR"), nation("AU")]).unwrap());
        let (supplies, manufacturing, fort, besieged) = (0, 0, None, lots.chance(70));
        let city = City { at: HERE, tac, home: fr, control, supplies, manufacturing, fort, besieged };
        arena.state.cities.insert("Metz".into(), city);
    }
    let entries = (0..lots.below(4)).filter_map(|_| lots.pick(&Direction::ALL).copied()).collect();
    let step = |lots: &mut Lots| {
        let way = *lots.pick(&Direction::ALL).unwrap();
        from.step(way).filter(|_| lots.chance(30)).unwrap_or(from)
    };
    let came = losers.iter().map(|id| (*id, step(lots))).collect();
    let battles = near.iter().filter(|_| lots.chance(3)).copied().collect();
    Flight { arena, losers, danger: Danger { entries }, came, battles }
}

fn foes(arena: &Arena, one: UnitId, code: &str) -> bool {
    !arena.state.relations.between(one.nation, nation(code)).is_friendly()
}

impl Flight {
    fn turn(&self, seed: u64) -> Turn {
        let mut turn = self.arena.turn(seed, PHASE);
        turn.battles_to_come = self.battles.iter().map(|tac| Place { at: HERE, tac: *tac }).collect();
        for (order, (id, from)) in (1..).zip(&self.came) {
            if *from != self.arena.state.units[id].tac {
                let arrival = Arrival { from: *from, order };
                turn.progress.get_mut(id).unwrap().tactics.came = Some(arrival);
            }
        }
        turn
    }
}

/// What has become of a unit by the engine's word.
fn end(turn: &Turn, id: UnitId, fate: Fate) -> End {
    match fate {
        Fate::Shattered => End::Shatters,
        // There is no city to run to: to shatter is to be destroyed (14.2).
        Fate::Destroyed if id.kind == UnitType::NavalBattery => End::Destroyed,
        // In this book nobody surrenders in the field.
        Fate::Destroyed | Fate::Surrendered => End::Shatters,
        Fate::Moved | Fate::Stayed => End::At(turn.state.units[&id].tac),
    }
}

fn compare(seed: u64) -> Result<usize, String> {
    let flight = flight(&mut Lots::new(seed, 2, 0));
    let mut turn = flight.turn(seed);
    let fates = leave::fall_back(&mut turn, &flight.losers, &flight.danger);
    let engine: BTreeMap<UnitId, End> =
        fates.into_iter().map(|(id, fate)| (id, end(&turn, id, fate))).collect();
    let model = Model::new(&flight, seed).fall_back();
    same(|| format!("who falls back where, {}", tell(&flight)), &engine, &model)?;
    for id in flight.losers.iter().copied() {
        let mut turn = flight.turn(seed);
        let fate = leave::retreat(&mut turn, id, &flight.danger);
        let engine = end(&turn, id, fate);
        let model = Model::new(&flight, seed).retreat(id);
        same(|| format!("where {id} retreats to, {}", tell(&flight)), &engine, &model)?;
    }
    Ok(model.values().filter(|end| matches!(end, End::At(_))).count())
}

/// The position, for whoever has to find out who is right.
fn tell(flight: &Flight) -> String {
    let mut told =
        format!("from {:?}, came {:?}, battles {:?}", flight.danger.entries, flight.came, flight.battles);
    for unit in flight.arena.state.units.values() {
        told += &format!("\n  {} at {} {:?}", unit.id, unit.tac, unit.status);
    }
    for city in flight.arena.state.cities.values() {
        told += &format!("\n  city of {} at {}, besieged {}", city.control, city.tac, city.besieged);
    }
    for (number, tac) in TacticalSquare::all().enumerate() {
        told += if number % 15 == 0 { "\n  " } else { "" };
        told.push(flight.arena.atlas.sheet(HERE).ground_at(tac).mark());
    }
    told
}

#[test]
fn losers_go_where_the_book_sends_them() {
    let seen = agree(800, compare);
    assert!(seen > 1_000, "only {seen} fell back");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn losers_go_so_anywhere(seed in any::<u64>()) {
        compare(seed).map_err(TestCaseError::fail)?;
    }
}

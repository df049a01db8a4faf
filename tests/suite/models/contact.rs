//! Lines of contact (rule 11.2, R-11.2b, R-4.1b), square by square and bank by bank.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use fieldpost_ground::map::RiverClass;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::{Direction, StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use fieldpost_ground::tactical::Ground;
use fieldpost_land::contact::{End, Lines, Screen};
use fieldpost_land::field::Field;
use fieldpost_land::field::occupancy;
use fieldpost_land::unit::{Unit, UnitType};
use fieldpost_proof::land::soak::lots::Lots;
use fieldpost_proof::land::soak::world::World;
use proptest::prelude::*;

use super::{agree, same, worlds};

/// A position as one nation sees it, with the banks of every square.
struct Model<'a> {
    world: &'a World,
    nation: NationCode,
    land: &'a Land,
    /// Squares with active enemies, and those that enemy light cavalry closes.
    enemies: BTreeSet<StrategicSquare>,
    screened: BTreeSet<StrategicSquare>,
}

/// A bank of a square.
type Node = (StrategicSquare, u8);

/// The bank of every dry tactical square of a square.
type Shore = BTreeMap<TacticalSquare, u8>;

/// The land of a position: the banks of each square, and which of them meet which of the next in a direction.
struct Land {
    banks: BTreeMap<StrategicSquare, Shore>,
    joins: BTreeMap<(StrategicSquare, Direction), BTreeSet<(u8, u8)>>,
}

impl Land {
    fn of(world: &World) -> Self {
        let grid = &world.atlas.map.grid;
        let banks: BTreeMap<StrategicSquare, Shore> = grid.all().map(|at| (at, banks(world, at))).collect();
        let joins = grid.all().flat_map(|at| grid.neighbours(at).map(move |(way, to)| (at, way, to)));
        let joins = joins.map(|(at, way, to)| ((at, way), across(&banks[&at], &banks[&to], way))).collect();
        Land { banks, joins }
    }
}

/// R-11.2b: the banks into which a great river parts a square by its tactical map. Bridges and fords join them; the
/// square of a lesser river or of none is one.
fn banks(world: &World, at: StrategicSquare) -> BTreeMap<TacticalSquare, u8> {
    let class = world.atlas.map.river_class(at);
    if !matches!(class, Some(RiverClass::Unfordable | RiverClass::Unbridgeable)) {
        return TacticalSquare::all().map(|tac| (tac, 0)).collect();
    }
    let sheet = world.atlas.sheet(at);
    let stands = !world.state.bridges_destroyed.contains(&at);
    let is_bridged = |tac: TacticalSquare| {
        let pontoon = |unit: &Unit| unit.deployed && unit.status != fieldpost_land::unit::Status::Shattered;
        sheet.bridge[tac.index()] && stands
            || world.state.units.values().any(|unit| unit.at == at && unit.tac == tac && pontoon(unit))
    };
    let is_dry = |tac: TacticalSquare| match sheet.ground_at(tac) {
        Ground::Water => false,
        Ground::River => is_bridged(tac),
        _ => true,
    };
    let mut found = BTreeMap::new();
    let mut bank = 0;
    for start in TacticalSquare::all().filter(|tac| is_dry(*tac)) {
        if found.contains_key(&start) {
            continue;
        }
        let mut open = vec![start];
        while let Some(tac) = open.pop() {
            found.insert(tac, bank);
            let straight = Direction::ALL.into_iter().filter(|way| way.is_straight());
            open.extend(
                straight
                    .filter_map(|way| tac.step(way))
                    .filter(|tac| is_dry(*tac) && !found.contains_key(tac)),
            );
        }
        bank += 1;
    }
    found
}

impl<'a> Model<'a> {
    fn new(world: &'a World, nation: NationCode, land: &'a Land) -> Self {
        let squares = |is_wanted: &dyn Fn(&&Unit) -> bool| -> BTreeSet<StrategicSquare> {
            world.state.units.values().filter(is_wanted).map(|unit| unit.at).collect()
        };
        let stands = |unit: &Unit| world.state.relations.between(nation, unit.id.nation);
        // an active enemy of any kind bars a square.
        let enemies = squares(&|unit| unit.is_active() && stands(unit) == Relation::Hostile);
        let friends = squares(&|unit| unit.is_combat() && stands(unit).is_friendly());
        let light = |unit: &&Unit| unit.id.kind == UnitType::LightCavalry;
        let cavalry = squares(&|unit| unit.is_active() && light(unit) && stands(unit) == Relation::Hostile);
        // 11.2: it closes the squares beside it, but where a friend is in them or with it.
        let is_screened = |at: &StrategicSquare| {
            let mut near = cavalry.iter().filter(|from| from.distance(*at) <= 1);
            near.any(|from| !friends.contains(at) && !friends.contains(from))
        };
        let screened = world.atlas.map.grid.all().filter(is_screened).collect();
        Model { world, nation, land, enemies, screened }
    }

    fn between(&self, one: NationCode, other: NationCode) -> Relation {
        self.world.state.relations.between(one, other)
    }

    fn active_in(&self, at: StrategicSquare) -> impl Iterator<Item = &'a Unit> {
        self.world.state.units.values().filter(move |unit| unit.at == at && unit.is_active())
    }

    fn may_enter(&self, at: StrategicSquare, screen: Screen) -> bool {
        self.world.atlas.map.is_passable(at)
            && !self.enemies.contains(&at)
            && (screen == Screen::IsPassed || !self.screened.contains(&at))
    }

    /// 11.2: not diagonally between enemies.
    fn may_step(&self, from: StrategicSquare, way: Direction) -> bool {
        let held =
            |way| self.world.atlas.map.grid.step(from, way).is_some_and(|at| self.enemies.contains(&at));
        way.parts().is_none_or(|(one, other)| !(held(one) && held(other)))
    }

    /// 11.2, 7.7: whether an end in a square with enemies has a clear cone to the edge that the line leaves by.
    fn may_leave(&self, end: End, way: Direction) -> bool {
        let soil = self.world.atlas.map.state_at(end.at);
        let soil = soil.and_then(|state| self.world.state.owners.get(&state.name));
        let bars = |unit: &&Unit| match self.between(end.nation, unit.id.nation) {
            Relation::Hostile => unit.is_combat(),
            Relation::Neutral => unit.is_combat() && soil == Some(&unit.id.nation),
            _ => false,
        };
        let enemy = |unit: &Unit| self.between(end.nation, unit.id.nation) == Relation::Hostile;
        !self.active_in(end.at).any(enemy)
            || !self.active_in(end.at).filter(bars).any(|unit| end.tac.cone_to(unit.tac) == Some(way))
    }

    /// The steps of the shortest line between two ends, whose own squares and banks it need not be able to enter.
    fn length(&self, one: End, other: End, screen: Screen) -> Option<u8> {
        if one.at == other.at {
            return Some(0);
        }
        let start: Node = (one.at, *self.land.banks[&one.at].get(&one.tac)?);
        let goal: Node = (other.at, *self.land.banks[&other.at].get(&other.tac)?);
        let mut steps: BTreeMap<Node, u8> = BTreeMap::from([(start, 0)]);
        let mut open = VecDeque::from([start]);
        while let Some(node) = open.pop_front() {
            let taken = steps[&node];
            let next = if node == start { self.first_steps(one) } else { self.steps(node) };
            for (way, next) in next {
                if next == goal && self.may_leave(other, way.opposite()) {
                    return Some(taken + 1);
                }
                if self.may_enter(next.0, screen) && !steps.contains_key(&next) {
                    steps.insert(next, taken + 1);
                    open.push_back(next);
                }
            }
        }
        None
    }

    fn first_steps(&self, end: End) -> Vec<(Direction, Node)> {
        let bank = self.land.banks[&end.at][&end.tac];
        let steps = self.steps((end.at, bank)).into_iter();
        steps.filter(|(way, _)| self.may_leave(end, *way)).collect()
    }

    /// The banks that a step leads to from one.
    fn steps(&self, (at, bank): Node) -> Vec<(Direction, Node)> {
        let mut found = Vec::new();
        for (way, to) in self.world.atlas.map.grid.neighbours(at).filter(|(way, _)| self.may_step(at, *way)) {
            let pairs = self.land.joins[&(at, way)].iter().filter(|(out, _)| *out == bank);
            found.extend(pairs.map(|(_, into)| (way, (to, *into))));
        }
        found
    }
}

/// The banks of a square that meet one of the next: over the common edge, or by the land nearest the common corner.
fn across(here: &Shore, there: &Shore, way: Direction) -> BTreeSet<(u8, u8)> {
    if way.is_straight() {
        let pairs = edge(way).into_iter().zip(edge(way.opposite()));
        return pairs.filter_map(|(out, into)| Some((*here.get(&out)?, *there.get(&into)?))).collect();
    }
    let there = nearest(there, corner(way.opposite()));
    nearest(here, corner(way))
        .into_iter()
        .flat_map(|out| there.iter().map(move |into| (out, *into)))
        .collect()
}

/// The squares along an edge of a tactical map, from west to east or from north to south.
fn edge(way: Direction) -> Vec<TacticalSquare> {
    let last = TACTICAL_SIDE - 1;
    let at = |place| match way {
        Direction::North => worlds::tac(place, 0),
        Direction::South => worlds::tac(place, last),
        Direction::West => worlds::tac(0, place),
        _ => worlds::tac(last, place),
    };
    (0..TACTICAL_SIDE).map(at).collect()
}

fn corner(way: Direction) -> TacticalSquare {
    let (dx, dy) = way.step();
    let place = |step: i8| if step > 0 { TACTICAL_SIDE - 1 } else { 0 };
    worlds::tac(place(dx), place(dy))
}

/// The banks of the land nearest a corner.
fn nearest(banks: &BTreeMap<TacticalSquare, u8>, corner: TacticalSquare) -> BTreeSet<u8> {
    let least = banks.keys().map(|tac| tac.distance(corner)).min();
    banks.iter().filter(|(tac, _)| Some(tac.distance(corner)) == least).map(|(_, bank)| *bank).collect()
}

/// What was compared: lines that stand, and lines that do not.
#[derive(Default)]
struct Seen {
    lines: u32,
    none: u32,
}

impl std::ops::AddAssign for Seen {
    fn add_assign(&mut self, other: Self) {
        self.lines += other.lines;
        self.none += other.none;
    }
}

/// Asks engine and model for the lines between many pairs of units of a random war.
fn compare(seed: u64) -> Result<Seen, String> {
    let mut lots = Lots::new(seed, 0, 0);
    let world = worlds::strewn(&mut lots);
    let occupancy = occupancy(&world.state);
    let field = Field { atlas: &world.atlas, book: world.book, state: &world.state, occupancy: &occupancy };
    let lines = Lines::new(field);
    let units: Vec<&Unit> = world.state.units.values().collect();
    let land = Land::of(&world);
    let mut seen = Seen::default();
    let nations: BTreeSet<NationCode> = units.iter().map(|unit| unit.id.nation).collect();
    for nation in nations {
        let model = Model::new(&world, nation, &land);
        let own: Vec<&&Unit> = units.iter().filter(|unit| unit.id.nation == nation).collect();
        for _ in 0..50 {
            let one = End::from(**lots.pick(&own).unwrap());
            let other = End::from(*lots.pick(&units).unwrap());
            compare_pair(&lines, &model, one, other, &mut seen)?;
        }
    }
    Ok(seen)
}

fn compare_pair(
    lines: &Lines<'_>,
    model: &Model<'_>,
    one: End,
    other: End,
    seen: &mut Seen,
) -> Result<(), String> {
    let grid = &model.world.atlas.map.grid;
    let name = |end: End| format!("{} in {} {}", end.nation, grid.label(end.at), end.tac);
    for screen in [Screen::Closes, Screen::IsPassed] {
        let what = || {
            let map = tell(model, one, other);
            format!("a line of {} from {} to {}, {screen:?}{map}", model.nation, name(one), name(other))
        };
        let length = model.length(one, other, screen);
        same(what, &lines.contact(model.nation, one, other, screen), &length.is_some())?;
        *if length.is_some() { &mut seen.lines } else { &mut seen.none } += 1;
    }
    for most in [2, 4, 9] {
        let what =
            || format!("steps of {} from {} to {}, at most {most}", model.nation, name(one), name(other));
        let length = model.length(one, other, Screen::Closes).filter(|steps| *steps <= most);
        same(what, &lines.length(model.nation, one, other, most), &length)?;
    }
    Ok(())
}

/// The position round two ends, for whoever has to find out who is right.
fn tell(model: &Model<'_>, one: End, other: End) -> String {
    let mut told = String::new();
    let grid = &model.world.atlas.map.grid;
    for row in 0..grid.rows {
        told += "\n  ";
        for col in 0..grid.cols {
            let at = StrategicSquare { col, row };
            let map = &model.world.atlas.map;
            let banks: BTreeSet<&u8> = model.land.banks[&at].values().collect();
            told += &format!(
                "{}{}{}{}{} ",
                if at == one.at || at == other.at { '*' } else { ' ' },
                if map.is_passable(at) { '.' } else { '#' },
                banks.len(),
                if model.enemies.contains(&at) { 'e' } else { ' ' },
                if model.screened.contains(&at) { 's' } else { ' ' },
            );
        }
    }
    told
}

#[test]
fn lines_of_contact_run_as_the_book_says() {
    let seen = agree(12, compare);
    assert!(seen.lines > 1_000 && seen.none > 300, "{} lines, {} none", seen.lines, seen.none);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn lines_of_contact_run_so_in_any_war(seed in any::<u64>()) {
        compare(seed).map_err(TestCaseError::fail)?;
    }
}

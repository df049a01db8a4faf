//! Random rounds, and what must hold in any: the order in which powers wrote makes no difference, strength is conserved, nobody stands over the limit but by rule, no two enemies are
//! left together in the open, nobody passes an enemy unfought, every round ends, and the same round twice is the same.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use fieldpost_door::Soak;
use fieldpost_engine::dice::Dice;
use fieldpost_engine::piece::Piece;

use crate::event::{Event, Kind};
use crate::map::{self, Owner, Place};
use crate::orders::{Leg, Order, Route};
use crate::position::{
    Campaign, Force, Ground, Kind as StackKind, Position, Posture, Power, Relation, Size, Stack, World,
};
use crate::round::{self, Book, Meddling, Ran};
use crate::tables::Tables;

const POWERS: [&str; 7] = ["FRA", "SPA", "VEN", "TUR", "HAB", "POL", "RUS"];
const STACKS: u64 = 56;

/// Plays random rounds and says what broke; whether nothing did.
///
/// # Errors
/// If `out` cannot be written.
pub fn run(soak: &Soak, out: &mut dyn Write) -> io::Result<bool> {
    let Some(world) = world() else {
        writeln!(out, "europa: our board or our tables cannot be read")?;
        return Ok(false);
    };
    let mut broken = 0_u64;
    let mut tally: BTreeMap<Kind, u64> = BTreeMap::new();
    for number in soak.first..soak.first + soak.campaigns {
        let mut lots = Lots { dice: Dice::new(soak.seed, 0), at: number, count: 0 };
        let mut position = start(&world, &mut lots);
        for turn in 1..=soak.turns.max(1) {
            let book = orders(&world, &position, &mut lots);
            let ran = round::run(&world, &position, &book, number, Meddling::default());
            for why in faults(&world, &position, &book, number, &ran) {
                writeln!(out, "europa {number}, round {turn}: {why}")?;
                broken += 1;
            }
            for event in &ran.events {
                *tally.entry(event.kind).or_default() += 1;
            }
            position = ran.position;
            position.deadline += 1;
            position.round += 1;
        }
    }
    let words =
        tally.iter().map(|(kind, count)| format!("{} {count}", kind.word())).collect::<Vec<_>>().join(", ");
    writeln!(out, "europa: {} games, {broken} broken; {words}", soak.campaigns)?;
    Ok(broken == 0)
}

fn world() -> Option<World> {
    let map = map::read(include_str!("../../../../maps/europa.map.toml")).ok()?;
    let tables = Tables::read(include_str!("../../../../maps/europa.tables.toml")).ok()?;
    Some(World { map, tables })
}

/// Chance by keyed dice.
struct Lots {
    dice: Dice,
    at: u64,
    count: u32,
}

impl Lots {
    fn below(&mut self, below: u64) -> u64 {
        self.count += 1;
        self.dice.below(below, "soak", "soak", &self.at.to_string(), self.count)
    }

    fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        let place = usize::try_from(self.below(list.len() as u64)).unwrap_or(0);
        &list[place.min(list.len() - 1)]
    }
}

fn start(world: &World, lots: &mut Lots) -> Position {
    let mut position = Position {
        deadline: 1,
        round: 1,
        last: 99,
        a_turn: 99,
        period: 1,
        others: Relation::Hostile,
        grounds: world
            .map
            .provinces
            .iter()
            .map(|(id, province)| (id.clone(), Ground::of(province)))
            .collect(),
        ..Position::default()
    };
    for id in POWERS {
        let id: Owner = id.into();
        let power = Power {
            name: id.to_string(),
            seat: id.clone(),
            treasury: 5000,
            land: "Renaissance".into(),
            naval: "Carrack".into(),
            ..Power::default()
        };
        position.powers.insert(id.clone(), power);
        position.initiative.push(id);
    }
    let rotation = usize::try_from(lots.below(7)).unwrap_or(0);
    position.initiative.rotate_left(rotation);
    for ground in position.grounds.values_mut().filter(|ground| ground.owner.is_some()) {
        let known = ground.owner.clone().filter(|owner| POWERS.contains(&&**owner));
        let owner = known.unwrap_or_else(|| (*lots.of(&POWERS)).into());
        (ground.owner, ground.control) = (Some(owner.clone()), Some(owner));
    }
    for (one, other) in [("FRA", "VEN"), ("SPA", "HAB")] {
        if lots.below(2) == 0 {
            position.relations.push((one.into(), other.into(), Relation::Allied));
        }
    }
    for (one, other) in [("FRA", "POL"), ("TUR", "VEN"), ("RUS", "SPA")] {
        if lots.below(3) == 0 {
            position.relations.push((one.into(), other.into(), Relation::Neutral));
        }
    }
    raise(world, &mut position, lots);
    position
}

fn raise(world: &World, position: &mut Position, lots: &mut Lots) {
    let land: Vec<Place> = world
        .map
        .provinces
        .values()
        .filter(|found| !found.overseas && world.map.beside(&found.id).next().is_some())
        .map(|found| found.id.clone())
        .collect();
    let seas: Vec<Place> = world.map.seas.keys().cloned().collect();
    let mut taken: BTreeSet<Place> = BTreeSet::new();
    for number in 0..STACKS {
        let owner = POWERS[usize::try_from(number % 7).unwrap_or(0)];
        let head = &owner[..2];
        if number % 5 == 4 {
            let id = Piece::from(format!("{head}-F{number}"));
            let fleet = crate::position::Fleet {
                ships: [0, 1 + lots.below(5) as i32, lots.below(3) as i32],
                ..Default::default()
            };
            let stack = Stack {
                owner: owner.into(),
                at: lots.of(&seas).clone(),
                fleet,
                supply_is_said: true,
                ..Stack::default()
            };
            position.stacks.insert(id, stack);
            continue;
        }
        let cut = lots.below(10) == 0;
        let own = |place: &&Place| {
            position
                .grounds
                .get(*place)
                .is_some_and(|ground| (ground.control.as_deref() == Some(owner)) != cut)
        };
        let free: Vec<Place> =
            land.iter().filter(own).filter(|place| !taken.contains(*place)).cloned().collect();
        if free.is_empty() {
            continue;
        }
        let at = lots.of(&free).clone();
        taken.insert(at.clone());
        let sizes: &[&[Size]] = &[
            &[Size::Detachment],
            &[Size::Detachment, Size::Detachment],
            &[Size::ArmyMinus],
            &[Size::ArmyMinus, Size::Detachment],
            &[Size::ArmyPlus],
            &[Size::ArmyPlus, Size::ArmyMinus],
            &[Size::ArmyPlus, Size::ArmyPlus],
        ];
        let sizes: &[Size] = lots.of::<&[Size]>(sizes);
        let force = Force::of(sizes, &world.tables.arms);
        let stack = Stack {
            owner: owner.into(),
            at,
            force,
            supply_is_said: true,
            cut_off: Some(cut),
            ..Stack::default()
        };
        position.stacks.insert(Piece::from(format!("{head}-{number}")), stack);
    }
}

fn orders(world: &World, position: &Position, lots: &mut Lots) -> Book {
    let mut book = Book { free: true, ..Book::default() };
    for (id, stack) in &position.stacks {
        let at_sea = Stack::kind(id) == StackKind::Fleet;
        let mut here = stack.at.clone();
        let mut legs = Vec::new();
        for _ in 0..lots.below(6) {
            let next: Vec<Place> = if at_sea {
                world.map.seas.get(&here).map(|sea| sea.next.clone()).unwrap_or_default()
            } else {
                world.map.beside(&here).cloned().collect()
            };
            if next.is_empty() {
                break;
            }
            here = lots.of(&next).clone();
            legs.push(Leg::Go(here.clone()));
        }
        let mut own = Vec::new();
        if legs.is_empty() || at_sea {
            own.push(Order::Intercept { power: None, places: Vec::new() });
        }
        if !legs.is_empty() {
            own.push(Order::Move(Route { legs, with: None }));
        }
        match lots.below(8) {
            0 => own.push(Order::RetreatBefore),
            7 => own.push(Order::RetreatAfterDay),
            1 if at_sea => own.push(Order::Attack(None)),
            2 if at_sea => own.push(Order::Pursue),
            3 => own.push(Order::LetPass((*lots.of(&POWERS)).into())),
            _ => {}
        }
        book.orders.insert(id.clone(), own);
        book.sequence.push(id.clone());
    }
    book.campaigns.insert("FRA".into(), Campaign::Multiple);
    book
}

/// What broke in a round.
fn faults(world: &World, before: &Position, book: &Book, seed: u64, ran: &Ran) -> Vec<String> {
    let mut faults = Vec::new();
    let again = round::run(world, before, book, seed, Meddling::default());
    if again.events != ran.events || again.position != ran.position {
        faults.push("the same round twice is not the same".into());
    }
    let mut turned = book.clone();
    // Letters of other powers may come in any order; within a power the sequence is its own (EU-65).
    turned
        .sequence
        .sort_by_key(|id| std::cmp::Reverse(before.stacks.get(id).map(|stack| stack.owner.clone())));
    let again = round::run(world, before, &turned, seed, Meddling::default());
    if again.events != ran.events || again.position != ran.position {
        faults.push("the order in which powers wrote makes a difference".into());
    }
    faults.extend(conserved(before, ran));
    faults.extend(apart(ran));
    faults.extend(within_limits(world, ran));
    for (id, stack) in &ran.position.stacks {
        if !stack.is_manned() && Stack::kind(id) != StackKind::Leader {
            faults.push(format!("{id} is empty and still there"));
        }
        if stack.force.thirds() != stack.force.arms.thirds() {
            faults.push(format!("{id}: its arms are not its counters"));
        }
    }
    faults
}

/// EU-25: what each power has, with what it lost and what honours gave it, is what it had.
fn conserved(before: &Position, ran: &Ran) -> Vec<String> {
    let mut faults = Vec::new();
    for owner in before.powers.keys() {
        let head = &owner[..2];
        let lost = |sea: bool| -> i32 {
            let is_own = |event: &&Event| {
                event.kind == Kind::Loss
                    && event.stack.as_ref().is_some_and(|id| {
                        id.as_str().starts_with(head) && (Stack::kind(id) == StackKind::Fleet) == sea
                    })
            };
            ran.events.iter().filter(is_own).filter_map(|event| event.count).sum()
        };
        let ((land, sea), (had_land, had_sea)) = (ran.position.strength_of(owner), before.strength_of(owner));
        let honours = ran.events.iter().any(|event| event.kind == Kind::Honours);
        if land + lost(false) != had_land && !honours {
            faults.push(format!("{owner}: {had_land} thirds became {land} with {} lost", lost(false)));
        }
        // Captured ships change hands.
        if sea + lost(true) < had_sea {
            faults.push(format!("{owner}: {had_sea} ships became {sea} with {} lost", lost(true)));
        }
    }
    faults
}

/// No two enemies are left together in the open on land.
fn apart(ran: &Ran) -> Vec<String> {
    let open = |id: &Piece, stack: &Stack| {
        Stack::kind(id) == StackKind::Land && stack.posture == Posture::Open && stack.aboard.is_none()
    };
    let mut by_place: BTreeMap<&Place, Vec<(&Piece, &Stack)>> = BTreeMap::new();
    for (id, stack) in ran.position.stacks.iter().filter(|(id, stack)| open(id, stack)) {
        by_place.entry(&stack.at).or_default().push((id, stack));
    }
    let mut faults = Vec::new();
    for (place, there) in by_place {
        for (one, a) in &there {
            for (other, b) in there.iter().filter(|(other, _)| one < other) {
                if ran.position.hostile(&a.owner, &b.owner) {
                    faults.push(format!("{one} and {other} stand together in {place}"));
                }
            }
        }
    }
    faults
}

/// Nobody stands over the limit but who is crowded by rule (EU-34).
fn within_limits(world: &World, ran: &Ran) -> Vec<String> {
    let table = &world.tables.stacking;
    let mut faults = Vec::new();
    for (id, stack) in ran.position.stacks.iter().filter(|(id, _)| Stack::kind(id) == StackKind::Land) {
        let counts = |other: &Piece, found: &Stack| {
            found.at == stack.at
                && found.posture == Posture::Open
                && Stack::kind(other) == StackKind::Land
                && ran.position.allied(&found.owner, &stack.owner)
                && ran.men.get(other).is_none_or(|man| !man.crowded)
        };
        let there = ran.position.stacks.iter().filter(|(other, found)| counts(other, found));
        let sum: i32 = there.map(|(_, found)| found.force.detachments()).sum();
        if sum > table.land_detachments && stack.posture == Posture::Open {
            faults.push(format!("{sum} detachments where {id} stands in {}", stack.at));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_rounds_break_nothing() {
        let mut out = Vec::new();
        let whole = run(&Soak { campaigns: 4, seed: 1, first: 0, turns: 2 }, &mut out).unwrap();
        let words = String::from_utf8(out).unwrap();
        assert!(whole, "{words}");
        for kind in ["move", "combat", "interception", "retreat", "refused", "attrition"] {
            assert!(words.contains(&format!("{kind} ")), "no {kind}: {words}");
        }
    }
}

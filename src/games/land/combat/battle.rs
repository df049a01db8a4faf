//! Who fights whom (rules 10.1, 10.6; R-10.1b): the two camps of a battle, who attacks, and on what ground.

use std::collections::{BTreeMap, BTreeSet};

use crate::combat::crew::gunners;
use crate::combat::lines;
use crate::combat::strength::Attitude;
use crate::event::Place;
pub use crate::event::battle::Departure;
use crate::field::Field;
use crate::orders::BattleLine;
use crate::tactics::Arrival;
use crate::turn::Turn;
use crate::unit::{Unit, UnitId, UnitType};
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::Direction;

/// The attackers' place in [`Battle::camps`].
pub const ATTACKERS: usize = 0;
/// The defenders' place.
pub const DEFENDERS: usize = 1;

/// One unit in a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    pub id: UnitId,
    /// Its men when the battle began.
    pub men: u32,
    /// The line it was ordered to, then the one it stood in.
    pub line: BattleLine,
    /// Thousandths of it that the first line holds (rule 10.4), once it is drawn up.
    pub part: u32,
    /// How hard it fights.
    pub attitude: Attitude,
    /// Whether it moved in this phase.
    pub moved: bool,
    /// Whether it fights from inside the fort.
    pub in_fort: bool,
    /// Men lost in the fire and in melee.
    pub lost: [u32; 2],
    /// Whether it fired or came to close quarters.
    pub engaged: bool,
    /// How it left, if it did.
    pub departure: Option<Departure>,
}

/// One of the two sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Camp {
    /// Its units, in id order.
    pub fighters: Vec<Fighter>,
    /// The directions from which they entered the square in this phase.
    pub entries: Vec<Direction>,
}

impl Camp {
    /// Those who have not left.
    pub fn present(&self) -> impl Iterator<Item = &Fighter> {
        self.fighters.iter().filter(|fighter| fighter.departure.is_none())
    }

    /// Men lost so far.
    pub fn losses(&self) -> u32 {
        self.fighters.iter().map(|fighter| fighter.lost[0] + fighter.lost[1]).sum()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battle {
    pub place: Place,
    /// Its name as a roller of dice, such as `A1-N0 7-7`.
    pub roller: String,
    /// Attackers and defenders.
    pub camps: [Camp; 2],
    /// Whether both sides moved into it, so that nobody has the ground or uses a defensive posture (rule 10.6).
    pub meeting: bool,
    /// The length of the lines, in quarters of a space (rule 10.4).
    pub length: u64,
    /// The level of the defenders' fort, if enough of them are on its walls.
    pub fort: Option<u8>,
    /// Whether the defenders' foot forms squares (GITM-NWOL 9.5).
    pub squares: bool,
}

/// G-09, 10.2: whether a unit takes part in combats: active, and no headquarters. A bridge that is not deployed does,
/// with few men (rule 12.6).
pub fn is_fighter(unit: &Unit) -> bool {
    unit.is_combat() || unit.is_active() && unit.id.kind == UnitType::PontoonBridge && !unit.deployed
}

/// The fighters in a tactical square, in id order.
pub fn fighters(field: Field<'_>, place: Place) -> impl Iterator<Item = &Unit> {
    field.units_in(place.at).filter(move |unit| unit.tac == place.tac && is_fighter(unit))
}

/// ROTD-EUWOL 10.1, R-10.1b: the sides in a square: nations that are allied with one another, with their men.
pub fn sides(field: Field<'_>, place: Place) -> Vec<(BTreeSet<NationCode>, u32)> {
    let mut men = BTreeMap::<NationCode, u32>::new();
    for unit in fighters(field, place) {
        *men.entry(unit.id.nation).or_default() += unit.strength;
    }
    let mut sides: Vec<(BTreeSet<NationCode>, u32)> = Vec::new();
    for (nation, men) in men {
        let friendly = |side: &&mut (BTreeSet<NationCode>, u32)| {
            side.0.iter().all(|other| field.relation(nation, *other).is_friendly())
        };
        match sides.iter_mut().find(friendly) {
            Some(side) => {
                side.0.insert(nation);
                side.1 += men;
            }
            None => sides.push((BTreeSet::from([nation]), men)),
        }
    }
    sides
}

/// ROTD-CWOL 9.3: the two sides in a square by the nation of the unit that began the battle, the first that came upon an
/// enemy there in this phase: that nation with its allies, and those hostile to it; others keep out. `None` if nobody came.
pub fn sides_of_initiator(turn: &Turn, place: Place) -> Option<Vec<(BTreeSet<NationCode>, u32)>> {
    let field = turn.field();
    let came = |unit: &Unit| arrival(turn, unit.id).map_or(0, |arrival| arrival.order);
    let meets = |unit: &Unit| {
        fighters(field, place).any(|other| {
            field.relation(unit.id.nation, other.id.nation) == Relation::Hostile && came(other) < came(unit)
        })
    };
    let initiator =
        fighters(field, place).filter(|unit| meets(unit)).min_by_key(|unit| (came(unit), unit.id))?;
    let side = |wanted: fn(Relation) -> bool| {
        let mut side = (BTreeSet::new(), 0);
        for unit in fighters(field, place) {
            if wanted(field.relation(initiator.id.nation, unit.id.nation)) {
                side.0.insert(unit.id.nation);
                side.1 += unit.strength;
            }
        }
        side
    };
    Some(vec![side(Relation::is_friendly), side(|relation| relation == Relation::Hostile)])
}

/// Whether any nation of one side is hostile to any of another.
pub fn are_hostile(field: Field<'_>, one: &BTreeSet<NationCode>, other: &BTreeSet<NationCode>) -> bool {
    let hostile =
        |one: &NationCode| other.iter().any(|other| field.relation(*one, *other) == Relation::Hostile);
    one.iter().any(hostile)
}

impl Battle {
    /// ROTD-EUWOL 10.1, 10.6: the battle of two hostile sides in a square, the one with more men first. The side with
    /// a unit that did not move in this phase defends; else the one that was first in the square, and then both use
    /// their attack posture.
    pub fn between(turn: &Turn, place: Place, sides: [&BTreeSet<NationCode>; 2]) -> Battle {
        let field = turn.field();
        let camps = sides.map(|nations| camp(turn, place, nations));
        let first = sides.map(|nations| first_in(turn, place, nations));
        let defenders =
            if first[0] == first[1] { holder(field, place, sides) } else { usize::from(first[1] < first[0]) };
        let meeting = first[defenders] > 0;
        let [one, other] = camps;
        let mut camps = if defenders == DEFENDERS { [one, other] } else { [other, one] };
        for (side, camp) in camps.iter_mut().enumerate() {
            let attacks = meeting || side == ATTACKERS;
            for fighter in &mut camp.fighters {
                fighter.attitude = attitude(turn, fighter.id, attacks);
            }
        }
        let length = lines::length(&field.book.combat, &camps[ATTACKERS].entries);
        let defended = camps[DEFENDERS].fighters.iter().any(|fighter| fighter.in_fort);
        let fort = manned_fort(field, place).filter(|_| defended);
        let roller = format!("{} {}", field.atlas.map.grid.label(place.at), place.tac);
        let squares = are_squares_formed(field, &camps);
        Battle { place, roller, camps, meeting, length, fort, squares }
    }

    /// Whether it is fought for a manned fort, whose walls count (R-10.6, R-2.6b). If both sides arrived this phase, neither has the walls.
    pub fn is_for_fort(&self) -> bool {
        self.fort.is_some() && !self.meeting
    }
}

/// GITM-NWOL 9.5, V-07: whether the defenders form squares: some of them are foot, and the attackers are primarily cavalry,
/// more than half of them by what their men are worth, and have no foot.
fn are_squares_formed(field: Field<'_>, camps: &[Camp; 2]) -> bool {
    if field.book.combat.melee.squares.is_none() {
        return false;
    }
    let units = |side: usize| camps[side].fighters.iter().filter_map(move |fighter| field.unit(fighter.id));
    let is_foot = |unit: &Unit| field.book.kind(unit.id.kind).forms_squares;
    let worth = |unit: &Unit| {
        let kind = field.book.kind(unit.id.kind);
        let crew = gunners(unit);
        u64::from(unit.strength - crew) * u64::from(kind.man) + u64::from(crew) * u64::from(kind.gunner)
    };
    let horse: u64 = units(ATTACKERS).filter(|unit| unit.id.kind.is_cavalry()).map(worth).sum();
    let all: u64 = units(ATTACKERS).map(worth).sum();
    horse * 2 > all && !units(ATTACKERS).any(is_foot) && units(DEFENDERS).any(is_foot)
}

fn camp(turn: &Turn, place: Place, nations: &BTreeSet<NationCode>) -> Camp {
    let units = fighters(turn.field(), place).filter(|unit| nations.contains(&unit.id.nation));
    let fighters: Vec<Fighter> = units.map(|unit| fighter(turn, unit)).collect();
    let mut entries: Vec<Direction> =
        fighters.iter().filter_map(|fighter| entry(place, arrival(turn, fighter.id)?)).collect();
    entries.sort_unstable();
    entries.dedup();
    Camp { fighters, entries }
}

fn fighter(turn: &Turn, unit: &Unit) -> Fighter {
    let line = turn.progress.get(&unit.id).map(|progress| progress.orders.line).unwrap_or_default();
    Fighter {
        id: unit.id,
        men: unit.strength,
        line,
        part: 0,
        attitude: Attitude::Skirmish,
        moved: arrival(turn, unit.id).is_some(),
        in_fort: unit.in_fort,
        lost: [0, 0],
        engaged: false,
        departure: None,
    }
}

fn arrival(turn: &Turn, id: UnitId) -> Option<Arrival> {
    turn.progress.get(&id).and_then(|progress| progress.tactics.came)
}

/// The direction, seen from a square, from which a unit came into it.
pub fn entry(place: Place, arrival: Arrival) -> Option<Direction> {
    let (dx, dy) = place.tac.offset_to(arrival.from);
    Direction::from_step(dx, dy)
}

/// When the first of a side came into the square in this phase: 0 if somebody was there before.
fn first_in(turn: &Turn, place: Place, nations: &BTreeSet<NationCode>) -> u32 {
    let units = fighters(turn.field(), place).filter(|unit| nations.contains(&unit.id.nation));
    units.map(|unit| arrival(turn, unit.id).map_or(0, |arrival| arrival.order)).min().unwrap_or(0)
}

/// R-10.6d: where both sides stood in the square before, the one on its own soil defends; else the second, which has
/// fewer men or as many.
fn holder(field: Field<'_>, place: Place, sides: [&BTreeSet<NationCode>; 2]) -> usize {
    let at_home =
        |side: &BTreeSet<NationCode>| field.soil_of(place.at).is_some_and(|soil| side.contains(&soil));
    match sides.map(at_home) {
        [true, false] => 0,
        _ => 1,
    }
}

fn attitude(turn: &Turn, id: UnitId, attacks: bool) -> Attitude {
    let orders = turn.progress.get(&id).map(|progress| &progress.orders);
    orders.map_or(Attitude::Skirmish, |orders| {
        if attacks { Attitude::of_attack(orders.attack) } else { Attitude::of_defence(orders.defend) }
    })
}

/// ROTD-EUWOL 10.6, R-2.6b: the level of the fort in a square, if men on its walls are at least a third of its capacity:
/// infantry and gunners one each, horsemen none.
pub fn manned_fort(field: Field<'_>, place: Place) -> Option<u8> {
    let fort = field.state.city_on(place.at, place.tac)?.fort?;
    let inside = fighters(field, place).filter(|unit| unit.in_fort);
    let on_walls = |unit: &Unit| if unit.id.kind.is_cavalry() { gunners(unit) } else { unit.strength };
    let men: u32 = inside.map(on_walls).sum();
    (men > 0 && men * field.book.combat.strength.walls >= fort.capacity).then_some(fort.strength)
}

//! Shattered units (chapter 14): what they lose, where they go, and how they reform.
//!
//! What a shattered unit leaves undone stands where it would be done: it is not active, and every rule that asks for
//! an active unit passes it over. Its line of contact is drawn as it is when it is shattered already.

use std::collections::BTreeSet;

use crate::book::{Aim, Reforms};
use crate::combat::leave::{self, Fate};
use crate::combat::remnant;
use crate::communications::{cities_by_square, is_besieged_square, is_shut_in};
use crate::contact::reach;
use crate::contact::{End, Lines};
use crate::crossings::Crossings;
use crate::detection::{heard_by, seen_by, witness};
use crate::event::reason::{Reason, Why};
use crate::event::{Fact, Place, Shattering};
use crate::field::Field;
use crate::movement::choose_square;
use crate::movement::closed;
use crate::stacking;
use crate::state::City;
use crate::supply::stock;
use crate::turn::Turn;
use crate::unit::{Reforming, Source, Status, Unit, UnitId, UnitType};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// What a unit lost when it shattered, and why it goes.
struct Loss {
    men: u32,
    why: Reason,
}

/// ROTD-EUWOL 14.1, 14.2, 14.3: a unit shatters: it loses men, moves at once along a line of contact, and begins to
/// reform; if it has no such line it is destroyed. So is a naval battery, which cannot move.
pub fn shatter(turn: &mut Turn, id: UnitId) -> Fate {
    shatter_because(turn, id, None)
}

/// The same with a cause that goes before what becomes of it, for the unit's own side.
pub fn shatter_because(turn: &mut Turn, id: UnitId, cause: Option<Why>) -> Fate {
    let caused = |why: Reason| match cause {
        Some(cause) => cause.given(why),
        None => why,
    };
    let Some(unit) = turn.state.units.get(&id) else { return Fate::Destroyed };
    if unit.status == Status::Shattered {
        return Fate::Shattered;
    }
    if id.kind == UnitType::NavalBattery {
        destroy(turn, id, caused(Why::BatteriesDoNotShatter.into()));
        return Fate::Destroyed;
    }
    let before = heard_by(turn.field(), id);
    let lost = lose_men(turn, id);
    leave::lose_load(turn, id);
    if turn.state.units.get(&id).is_some_and(|unit| unit.strength == 0 && remnant::counts_men(unit)) {
        destroy_before(turn, id, &before, Loss { men: lost, why: caused(Why::NoMenLeft.into()) });
        return Fate::Destroyed;
    }
    let (least, most) = turn.book.shattered.turns;
    let turns = least + turn.dice.below(most - least + 1, turn.phase, "14.3", &id.to_string(), 0);
    if let Some(unit) = turn.state.units.get_mut(&id) {
        unit.status = Status::Shattered;
        unit.in_fort = false;
        unit.reforming = Some(Reforming { turns_left: turns as u8, turns: 0, failed: 0 });
    }
    let why = caused(Why::LostMen.of(lost));
    let aim = turn.book.shattered.aim;
    move_off(turn, id, &before, aim, Loss { men: lost, why })
}

/// ROTD-EUWOL 14.1, R-14.1: 20 to 60 % of the men, half of them stragglers and half prisoners.
fn lose_men(turn: &mut Turn, id: UnitId) -> u32 {
    let (least, most) = turn.book.shattered.loss;
    let share = least + turn.dice.below(most - least + 1, turn.phase, "14.1", &id.to_string(), 0);
    let Some(unit) = turn.state.units.get_mut(&id) else { return 0 };
    let men = (u64::from(unit.strength) * share + 500) / 1000;
    let lost = u32::try_from(men).unwrap_or(unit.strength).min(unit.strength);
    unit.strength -= lost;
    unit.casualties += lost;
    unit.prisoners += lost / 2;
    unit.stragglers += lost - lost / 2;
    lost
}

/// Brings a shattered unit to where it reforms, or destroys it; tells those who see it go or come.
fn move_off(turn: &mut Turn, id: UnitId, before: &BTreeSet<PlayerNo>, aim: Aim, loss: Loss) -> Fate {
    let Some(from) = turn.state.units.get(&id).map(|unit| Place { at: unit.at, tac: unit.tac }) else {
        return Fate::Destroyed;
    };
    let Some(to) = refuge(turn, id, aim) else {
        let why = Why::NoLine.given(loss.why);
        destroy_before(turn, id, before, Loss { why, men: loss.men });
        return Fate::Destroyed;
    };
    turn.relocate(id, to.at, to.tac);
    let Loss { men, why } = loss;
    let fact = Fact::Shatter { step: turn.step(id, from), men, end: Shattering::Reforming, why };
    witness::tell_move(turn, id, before, fact);
    Fate::Shattered
}

/// ROTD-EUWOL 10.8, 10.10, 14.2: takes a unit out of the game, and tells those who see it end.
pub fn destroy(turn: &mut Turn, id: UnitId, why: impl Into<Reason>) {
    let before = seen_by(turn.field(), id);
    destroy_before(turn, id, &before, Loss { men: 0, why: why.into() });
}

fn destroy_before(turn: &mut Turn, id: UnitId, before: &BTreeSet<PlayerNo>, loss: Loss) {
    if let Some(unit) = turn.state.units.get(&id) {
        let place = Place { at: unit.at, tac: unit.tac };
        let (men, step) = (unit.strength + loss.men, turn.step(id, place));
        let fact = Fact::Shatter { step, men, end: Shattering::Destroyed, why: loss.why };
        turn.tell_all(fact, before.iter().copied());
    }
    turn.remove(id);
}

/// ROTD-EUWOL 14.2, R-14.2: where a shattered unit goes: three or four squares along its line of contact, to its end
/// if that is nearer; if enemies are there, to a square beside it that is drawn among those without, or farther off.
fn refuge(turn: &mut Turn, id: UnitId, aim: Aim) -> Option<Place> {
    let way = way(turn.field(), id, aim)?;
    let (least, most) = turn.book.shattered.squares;
    let squares = least + turn.dice.below(most - least + 1, turn.phase, "14.2", &id.to_string(), 0);
    let own = turn.state.units.get(&id)?.at;
    let goal = way.iter().take(squares as usize).next_back().copied();
    let there = match goal {
        Some(place) => lodging(turn.field(), id, place.0, Some(place)),
        None => lodging(turn.field(), id, own, None),
    };
    there.or_else(|| lodging_about(turn, id, goal.map_or(own, |place| place.0)))
}

/// ROTD-EUWOL 14.2, 14.4, R-14.2: the line of contact along which a shattered unit goes: to where its corps
/// headquarters draws from, else to the city of its side, within 15 squares and not besieged, that the shortest line
/// leads to.
fn way(field: Field<'_>, id: UnitId, aim: Aim) -> Option<Vec<reach::Place>> {
    let unit = field.unit(id)?;
    let cities = cities_by_square(field.state);
    if is_shut_in(field, &cities, unit) {
        return None;
    }
    let lines = Lines::new(field);
    let from = End::from(unit);
    if let Some(store) = store_of(field, unit).filter(|_| aim == Aim::StoreOrCity)
        && let Some(way) = lines.ways(id.nation, from, &[store])?.to(store)
    {
        return Some(way);
    }
    let within = cities.values().filter(|(_, city)| {
        !city.besieged
            && field.relation(id.nation, city.control).is_friendly()
            && unit.at.distance(city.at) <= field.book.shattered.city_range
    });
    let end = |city: &City| End { nation: city.control, at: city.at, tac: city.tac };
    let refuges: Vec<(&str, End)> = within.map(|(name, city)| (*name, end(city))).collect();
    let ends: Vec<End> = refuges.iter().map(|(_, end)| *end).collect();
    let ways = lines.ways(id.nation, from, &ends)?;
    let lines = refuges.into_iter().filter_map(|(name, end)| {
        let way = ways.to(end)?;
        Some((way.len(), unit.at.distance(end.at), name, way))
    });
    lines.min().map(|(_, _, _, way)| way)
}

/// ROTD-EUWOL 14.2: the depot, cache or city from which the corps headquarters draws that feeds the unit, or that it
/// is; none that a siege cuts off, nor a city that is the enemy's by now. Where two sides have a depot in a square it is
/// that of the unit's own.
fn store_of(field: Field<'_>, unit: &Unit) -> Option<End> {
    let source = match &unit.source {
        Some(Source::Unit(corps)) => field.unit(*corps)?.source.as_ref()?,
        Some(source) if unit.id.kind == UnitType::CorpsHq => source,
        _ => return None,
    };
    match source {
        Source::City(name) => {
            let is_ours = |city: &&City| field.relation(unit.id.nation, city.control).is_friendly();
            let city = field.state.cities.get(name).filter(is_ours).filter(|city| !city.besieged)?;
            Some(End { nation: city.control, at: city.at, tac: city.tac })
        }
        Source::Depot(at) => {
            let depot = field.state.depots.get(stock::depot_of(field.state, unit.id.nation, *at)?)?;
            if is_besieged_square(&cities_by_square(field.state), depot.at, depot.tac) {
                return None;
            }
            Some(End { nation: depot.side, at: depot.at, tac: depot.tac })
        }
        Source::Unit(_) => None,
    }
}

/// ROTD-EUWOL 14.2, R-14.2b: where a shattered unit finds a place in a square without enemies: the tactical square
/// nearest to the middle that is passable, has room and no unit that is hostile to it, on the bank that its line
/// reaches.
fn lodging(field: Field<'_>, id: UnitId, at: StrategicSquare, bank: Option<reach::Place>) -> Option<Place> {
    let unit = field.unit(id)?;
    // Militia does not leave its home state, not even so (rule 7.1).
    let is_shut = closed::is_closed(field, at) || closed::leaves_home(field, unit, at);
    if field.has_enemy(id.nation, at) || !field.atlas.map.is_passable(at) || is_shut {
        return None;
    }
    let hostile = |nation| field.relation(id.nation, nation) == Relation::Hostile;
    let taken: BTreeSet<_> = field.units_of_nations(at, hostile).map(|other| other.tac).collect();
    let line = bank.map(|place| (Lines::new(field), place));
    let crossings = Crossings::of(field, unit, at);
    let fits = |tac: &TacticalSquare| {
        crossings.is_passable(*tac)
            && !taken.contains(tac)
            && line.as_ref().is_none_or(|(lines, place)| lines.is_on(*place, *tac))
            && stacking::has_tactical_room(field, unit, at, *tac)
    };
    let middle = TacticalSquare::MIDDLE;
    let nearest =
        TacticalSquare::all().filter(fits).min_by_key(|tac| (tac.distance(middle), tac.col(), tac.row()));
    nearest.map(|tac| Place { at, tac })
}

/// ROTD-EUWOL 14.2, R-14.2: of the squares about one that holds enemies, the nearest without, drawn among equals.
fn lodging_about(turn: &mut Turn, id: UnitId, about: StrategicSquare) -> Option<Place> {
    let grid = turn.atlas.map.grid.clone();
    for distance in 1..=grid.cols.max(grid.rows) {
        let ring: Vec<_> = grid
            .all()
            .filter(|at| at.distance(about) == distance && lodging(turn.field(), id, *at, None).is_some())
            .collect();
        if let Some(at) = choose_square(turn, "14.2", id, &ring) {
            return lodging(turn.field(), id, at, None);
        }
    }
    None
}

/// ROTD-EUWOL 14.4: an active unit that enters a square drives on the shattered enemies in it: each moves again, but
/// only toward a city, and takes a turn more to reform; it is destroyed if no line leads to one.
pub fn drive_on(turn: &mut Turn, entered: UnitId) {
    let field = turn.field();
    let Some(at) = field.unit(entered).filter(|unit| unit.is_active()).map(|unit| unit.at) else { return };
    let is_enemy = |nation| field.relation(entered.nation, nation) == Relation::Hostile;
    let driven = field.units_of_nations(at, is_enemy).filter(|unit| unit.status == Status::Shattered);
    for id in driven.map(|unit| unit.id).collect::<Vec<_>>() {
        let before = heard_by(turn.field(), id);
        if let Some(unit) = turn.state.units.get_mut(&id) {
            let so_far = unit.reforming.unwrap_or(Reforming::DUE);
            unit.reforming = Some(Reforming { turns_left: so_far.turns_left.max(1) + 1, ..so_far });
        }
        let why = Why::DrivenOn.into();
        move_off(turn, id, &before, Aim::City, Loss { men: 0, why });
    }
}

/// ROTD-EUWOL 14.3, 14.5: the row of the turn list: shattered units whose time is up reform, in id order.
pub fn reform_all(turn: &mut Turn) {
    let shattered = turn.state.units.values().filter(|unit| unit.status == Status::Shattered);
    for id in shattered.map(|unit| unit.id).collect::<Vec<_>>() {
        let Some(unit) = turn.state.units.get_mut(&id) else { continue };
        let mut so_far = unit.reforming.unwrap_or(Reforming::DUE);
        so_far.turns_left = so_far.turns_left.saturating_sub(1);
        so_far.turns += 1;
        unit.reforming = Some(so_far);
        if so_far.turns_left == 0 {
            try_to_reform(turn, id, so_far);
        }
    }
}

/// ROTD-EUWOL 14.5, R-14.3: a unit that is ready becomes active if it can; its fatigue is what it was less three points
/// for each turn before this one, whose recovery is still to come. At the third failure it is destroyed.
fn try_to_reform(turn: &mut Turn, id: UnitId, so_far: Reforming) {
    let field = turn.field();
    let can = field.unit(id).is_some_and(|unit| can_reform(field, unit));
    let failed = so_far.failed + u8::from(!can);
    let recovered = u16::from(so_far.turns.saturating_sub(1)) * turn.book.shattered.recovery;
    if let Some(unit) = turn.state.units.get_mut(&id) {
        unit.reforming = Some(Reforming { failed, ..so_far }).filter(|_| !can);
        if can {
            unit.status = Status::Active;
            unit.fatigue = unit.fatigue.saturating_sub(recovered);
        }
    }
    if can {
        let to = seen_by(turn.field(), id);
        turn.tell_all(Fact::Reform(turn.stand(id)), to);
    } else if failed >= turn.book.shattered.tries {
        destroy(turn, id, Why::ThreeFailures);
    } else {
        let why = why_not(turn.field(), id);
        witness::tell_own(turn, id, Fact::ReformFailed { stand: turn.stand(id), why });
    }
}

/// ROTD-EUWOL 14.5, R-14.5b: whether a unit has what it needs to reform: supply and communications, as its last status
/// report lists them, or a depot or cache of its side in its strategic square; and men enough to be a unit (R-10.7e).
fn can_reform(field: Field<'_>, unit: &Unit) -> bool {
    !remnant::is_remnant(field, unit) && is_provided(field, unit)
}

/// What a unit lacks to reform.
fn why_not(field: Field<'_>, id: UnitId) -> Reason {
    let unit = field.unit(id);
    let few = unit.is_some_and(|unit| remnant::is_remnant(field, unit));
    let bare = unit.is_some_and(|unit| !is_provided(field, unit));
    let lacks = || match field.book.shattered.reforms {
        Reforms::SuppliedOrAtDepot => {
            Why::Bare.named(&field.book.supply.caches.is_some(), field.book.stores())
        }
        Reforms::Near { corps, city } => Why::FarFromFriends.of(corps).and(city),
    };
    match (few, bare) {
        (true, true) => Why::FewMenAnd.given(lacks()),
        (true, false) => Why::FewMen.into(),
        (false, _) => lacks(),
    }
}

/// ROTD-EUWOL 14.5: whether a unit has supply and communications, or a depot or cache; ROTD-CWOL 13.5: whether an active
/// corps headquarters or a city of its side is near.
fn is_provided(field: Field<'_>, unit: &Unit) -> bool {
    if let Reforms::Near { corps, city } = field.book.shattered.reforms {
        return is_near_friends(field, unit, (corps, city));
    }
    let is_fed = unit.source.is_some() && unit.in_communications;
    let is_depot_here = || {
        let mut depots = field.state.depots.iter().filter(|depot| depot.at == unit.at);
        depots.any(|depot| field.relation(unit.id.nation, depot.side).is_friendly())
    };
    is_fed || is_depot_here()
}

/// ROTD-CWOL 13.5: whether an active corps headquarters of a unit's side, or a city of it, lies within so many squares.
fn is_near_friends(field: Field<'_>, unit: &Unit, (corps, city): (u8, u8)) -> bool {
    let friendly = |nation| field.relation(unit.id.nation, nation).is_friendly();
    let mut headquarters =
        field.state.units.values().filter(|other| {
            other.id.kind == UnitType::CorpsHq && other.is_active() && friendly(other.id.nation)
        });
    headquarters.any(|other| other.at.distance(unit.at) <= corps)
        || field.state.cities.values().any(|of| friendly(of.control) && of.at.distance(unit.at) <= city)
}

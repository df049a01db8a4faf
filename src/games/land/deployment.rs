//! Deployment, peace and truce turns (rules 1.5, 6.10, 7.17, 9.13; M-09, T-05, R-1.4, R-7.17): units are placed, not
//! marched.
//!
//! Nothing can be boarded here (7.18): there are no transports before the naval module. Who needs to know what kind
//! of turn it is asks the position's season (11.7: supplies are moved without limits in deployment).

use crate::book::{Home, Placement};
use crate::bridges;
use crate::crossings::Crossings;
use crate::detection::witness;
use crate::event::reason::{Reason, Why};
use crate::event::{Fact, Place};
use crate::field::Field;
use crate::movement::closed;
use crate::orders::UnitOrders;
use crate::stacking;
use crate::state::{City, Season};
use crate::tactics::fort;
use crate::turn::Turn;
use crate::unit::{Status, Unit, UnitId, UnitType};
use fieldpost_ground::map::Terrain;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::{Grid, StrategicSquare, TacticalSquare};

/// Why a unit is not placed where it was ordered to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// Naval batteries do not move at all (rule 7.17).
    Immobile,
    /// Shattered units are forming anew.
    Shattered,
    /// Units stand on the bridge (rule 12.4).
    InUse,
    /// The square is not on the map.
    OffTheMap,
    /// The square cannot be entered (rule 1.2).
    Impassable(StrategicSquare, Terrain),
    /// Its nation is closed (rule 7.16).
    Closed(StrategicSquare),
    /// A militia would leave its home state (rule 7.17).
    LeavesHome(StrategicSquare),
    /// Another nation owns the square (rule 7.17).
    NotOwned(StrategicSquare),
    /// The square lies outside its home state (rule 7.17 of other books).
    NotHome(StrategicSquare),
    /// A militia goes to its home city in peace, and nowhere else (rule 7.17 of other books).
    NotHomeCity,
    /// The square holds all that it can in peace (rule 1.5).
    Peace(StrategicSquare, usize),
    /// The square holds all the inactive units that it can (rule 13.2).
    Inactive(StrategicSquare, usize),
    /// The square holds all the active brigades that it can (rule 1.5).
    Full(StrategicSquare),
    /// Nobody can stand in the tactical square (rule 9.13).
    NoFooting(StrategicSquare, TacticalSquare),
    /// The tactical square is full (rule 2.5) or taken.
    NoRoom(StrategicSquare, TacticalSquare),
}

impl Bar {
    /// Whether others may yet make room.
    fn may_pass(self) -> bool {
        matches!(self, Bar::InUse | Bar::Peace(..) | Bar::Inactive(..) | Bar::Full(_) | Bar::NoRoom(..))
    }

    /// The reason, as its side is told it.
    pub fn reason(self, grid: &Grid) -> Reason {
        let label = |at| grid.label(at);
        match self {
            Bar::Immobile => Why::BatteriesNotPlaced.into(),
            Bar::Shattered => Why::Shattered.into(),
            Bar::InUse => Why::OnTheBridge.into(),
            Bar::OffTheMap => Why::OffTheMap.into(),
            Bar::Impassable(at, terrain) => {
                Why::NobodyStandsThere.of(label(at)).named(&terrain.mark().to_string(), terrain.words())
            }
            Bar::Closed(at) => Why::Closed.of(label(at)),
            Bar::LeavesHome(at) => Why::LeavesHome.of(label(at)),
            Bar::NotOwned(at) => Why::NotOwned.of(label(at)),
            Bar::NotHome(at) => Why::NotHome.of(label(at)),
            Bar::NotHomeCity => Why::NotHomeCity.into(),
            Bar::Peace(at, most) => Why::PeaceFull.of(label(at)).and(most),
            Bar::Inactive(at, most) => Why::InactiveFull.of(label(at)).and(most),
            Bar::Full(at) => Why::BrigadesFull.of(label(at)),
            Bar::NoFooting(at, tac) => Why::NoFootingOn.of(tac).and(label(at)),
            Bar::NoRoom(at, tac) => Why::NoRoomOn.of(tac).and(label(at)),
        }
    }
}

/// ROTD-EUWOL 5.2, 6.10, 7.17, R-7.17: the row of the turn list: units are placed in the order in which their orders
/// were received, and each sees the places that those before it have taken. All movement is simultaneous: whoever
/// found no room tries again when others have gone, until nobody finds any.
pub fn phase(turn: &mut Turn) {
    let late = turn.orders.units.keys().filter(|id| !turn.orders.received.contains(id));
    let mut waiting: Vec<UnitId> = turn.orders.received.iter().chain(late).copied().collect();
    loop {
        let before = waiting.len();
        waiting.retain(|id| deploy(turn, *id) == Some(Deployed::Later));
        if waiting.is_empty() || waiting.len() == before {
            break;
        }
    }
    for id in waiting {
        if let Some(Err(bar)) = placement(turn, id).map(|to| check(turn, id, to)) {
            let why = bar.reason(&turn.atlas.map.grid);
            refuse(turn, id, why);
        }
    }
    send_militia_home(turn);
}

/// ROTD-CWOL 7.16: whether a unit is militia that belongs in its home city in peace and truce.
fn is_sent_home(field: Field<'_>, unit: &Unit) -> bool {
    field.book.musters.home == Home::City
        && field.state.season == Season::Peace
        && unit.id.kind == UnitType::Militia
}

/// The square of a militia's home city.
fn home_city(field: Field<'_>, unit: &Unit) -> Option<StrategicSquare> {
    Some(field.state.cities.get(unit.home_city.as_deref()?)?.at)
}

/// ROTD-CWOL 7.16: militia that are not in their home city in peace are moved there, if its side controls it; others stay.
fn send_militia_home(turn: &mut Turn) {
    let field = turn.field();
    let strays = field.state.units.values().filter(|unit| {
        is_sent_home(field, unit)
            && unit.status != Status::Shattered
            && home_city(field, unit) != Some(unit.at)
    });
    let to = strays.filter_map(|unit| {
        let city = field.state.cities.get(unit.home_city.as_deref()?)?;
        let is_ours = field.relation(unit.id.nation, city.control).is_friendly();
        is_ours.then_some((unit.id, Place { at: city.at, tac: city.tac }))
    });
    for (id, city) in to.collect::<Vec<_>>() {
        let field = turn.field();
        let stands = |tac: &TacticalSquare| {
            let there = Place { at: city.at, tac: *tac };
            field.unit(id).is_some_and(|unit| bar_of_the_place(field, unit, there).is_none())
        };
        let near = |tac: &TacticalSquare| (tac.distance(city.tac), tac.col(), tac.row());
        if let Some(tac) = TacticalSquare::all().filter(stands).min_by_key(near) {
            place(turn, id, Place { at: city.at, tac });
        }
    }
}

/// What came of an order to place a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deployed {
    /// It is placed, or never will be.
    Done,
    /// There is no room yet.
    Later,
}

/// ROTD-EUWOL 7.17, M-09: places a unit, or tells why it stays where it is, unless others may yet make room for it.
fn deploy(turn: &mut Turn, id: UnitId) -> Option<Deployed> {
    let orders = turn.orders.units.get(&id)?;
    if orders.deploy.is_none() {
        if !is_at_rest(orders) {
            refuse(turn, id, Why::OnlyDeploy);
        }
        return None;
    }
    let to = placement(turn, id)?;
    match check(turn, id, to) {
        Ok(()) => place(turn, id, to),
        Err(bar) if bar.may_pass() => return Some(Deployed::Later),
        Err(bar) => {
            let why = bar.reason(&turn.atlas.map.grid);
            refuse(turn, id, why);
        }
    }
    Some(Deployed::Done)
}

/// Where a unit is ordered to: what is left out stays as it is (rule 7.17).
fn placement(turn: &Turn, id: UnitId) -> Option<Place> {
    let (at, tac) = turn.orders.units.get(&id)?.deploy?;
    let unit = turn.state.units.get(&id)?;
    Some(Place { at: at.unwrap_or(unit.at), tac: tac.unwrap_or(unit.tac) })
}

fn check(turn: &Turn, id: UnitId, to: Place) -> Result<(), Bar> {
    let Some(unit) = turn.state.units.get(&id) else { return Ok(()) };
    let stays_out = turn.progress.get(&id).is_some_and(|progress| progress.orders.stay_out_of_fort);
    bar(turn.field(), unit, to, stays_out).map_or(Ok(()), Err)
}

/// Whether orders ask for nothing but what any turn carries out: a block without a move is no mistake.
fn is_at_rest(orders: &UnitOrders) -> bool {
    orders.path.iter().flatten().next().is_none() && orders.rail.is_none() && orders.tactical_move.is_none()
}

/// ROTD-EUWOL 6.10, 7.17: the row of a campaign's turn list: nobody is placed without marching there.
pub fn refuse_in_campaign(turn: &mut Turn) {
    let ordered = turn.orders.units.iter().filter(|(_, orders)| orders.deploy.is_some());
    for id in ordered.map(|(id, _)| *id).collect::<Vec<_>>() {
        refuse(turn, id, Why::NoDeploy);
    }
}

fn refuse(turn: &mut Turn, id: UnitId, why: impl Into<Reason>) {
    witness::tell_own(turn, id, Fact::Refused { stand: turn.stand(id), why: why.into() });
}

fn place(turn: &mut Turn, id: UnitId, to: Place) {
    let Some(unit) = turn.state.units.get(&id) else { return };
    let from = Place { at: unit.at, tac: unit.tac };
    turn.relocate(id, to.at, to.tac);
    if let Some(unit) = turn.state.units.get_mut(&id) {
        unit.in_fort = false;
        unit.deployed = false;
    }
    fort::enter_on_arrival(turn, id);
    witness::tell_own(turn, id, Fact::Deploy(turn.step(id, from)));
}

/// ROTD-EUWOL 1.5, 7.17, 9.13: what keeps a unit from a place. Distance, paths and rivers do not.
fn bar(field: Field<'_>, unit: &Unit, to: Place, stays_out: bool) -> Option<Bar> {
    match (unit.id.kind, unit.status) {
        (UnitType::NavalBattery, _) => return Some(Bar::Immobile),
        (_, Status::Shattered) => return Some(Bar::Shattered),
        _ if closed::leaves_home(field, unit, to.at) => return Some(Bar::LeavesHome(to.at)),
        _ if to.at != unit.at && is_sent_home(field, unit) && home_city(field, unit) != Some(to.at) => {
            return Some(Bar::NotHomeCity);
        }
        _ if bridges::is_in_use(field, unit) => return Some(Bar::InUse),
        _ => {}
    }
    if to.at != unit.at
        && let Some(bar) = bar_of_the_map(field, unit, to.at)
    {
        return Some(bar);
    }
    let there = Unit { at: to.at, tac: to.tac, in_fort: false, ..unit.clone() };
    let in_fort = !stays_out && fort::has_space(field, &there);
    let bar = if to.at == unit.at { None } else { bar_of_numbers(field, unit, to.at, in_fort) };
    bar.or_else(|| bar_of_the_place(field, unit, to))
}

/// ROTD-EUWOL 7.16, 7.17: a square that a unit may not be placed in, whoever stands there: one of another owner, or
/// for militia one outside the home state.
fn bar_of_the_map(field: Field<'_>, unit: &Unit, at: StrategicSquare) -> Option<Bar> {
    let map = &field.atlas.map;
    if !map.grid.holds(at) {
        return Some(Bar::OffTheMap);
    }
    if !map.is_passable(at) {
        return Some(Bar::Impassable(at, map.terrain_at(at)));
    }
    if closed::is_closed(field, at) {
        return Some(Bar::Closed(at));
    }
    match field.book.seasons.placement {
        Placement::Owned => (owner_of(field, at) != Some(unit.id.nation)).then_some(Bar::NotOwned(at)),
        Placement::Home { allies, by_nearest_city } => {
            let owner = land_of(field, at, by_nearest_city);
            let is_home = owner.is_some_and(|owner| match field.relation(unit.id.nation, owner) {
                Relation::Same => true,
                Relation::Allied => allies,
                Relation::Neutral | Relation::Hostile => false,
            });
            (!is_home).then_some(Bar::NotHome(at))
        }
    }
}

/// ROTD-CWOL 7.16, R-1.4: whose land a square is: its state's; in lands of many states that of the nation which controls the
/// nearest of all cities, of equally near ones the first by name.
fn land_of(field: Field<'_>, at: StrategicSquare, by_nearest_city: bool) -> Option<NationCode> {
    if !by_nearest_city || field.land_at(at).is_none() {
        return field.soil_of(at);
    }
    let nearest = field.state.cities.iter().min_by_key(|(name, city)| (city.at.distance(at), *name));
    nearest.map(|(_, city)| city.control).or_else(|| field.soil_of(at))
}

/// ROTD-EUWOL 1.5, 13.2, R-1.5c: a square that holds all it can: in peace and truce few brigades, in deployment as many
/// as in the campaign that follows.
pub fn bar_of_numbers(field: Field<'_>, unit: &Unit, at: StrategicSquare, in_fort: bool) -> Option<Bar> {
    if field.state.season == Season::Peace {
        let full = !stacking::has_room_in_peace(field, unit, at, in_fort);
        return full.then(|| Bar::Peace(at, stacking::most_in_peace(field, at)));
    }
    if unit.status == Status::Inactive {
        let full = !stacking::may_be_inactive(field, unit, at, in_fort);
        return full.then(|| Bar::Inactive(at, stacking::most_inactive(field, at)));
    }
    (!stacking::has_strategic_room(field, unit, at)).then_some(Bar::Full(at))
}

/// ROTD-EUWOL 9.13, 2.5, R-7.17b: a tactical square where nobody can stand, that is full, or where others stand who are
/// not of the unit's side.
pub fn bar_of_the_place(field: Field<'_>, unit: &Unit, to: Place) -> Option<Bar> {
    if !Crossings::of(field, unit, to.at).is_passable(to.tac) {
        return Some(Bar::NoFooting(to.at, to.tac));
    }
    let is_stranger = |nation| field.relation(unit.id.nation, nation) == Relation::Hostile;
    let taken = field.units_of_nations(to.at, is_stranger).any(|other| other.tac == to.tac);
    let full = !stacking::has_tactical_room(field, unit, to.at, to.tac);
    (taken || full).then_some(Bar::NoRoom(to.at, to.tac))
}

/// ROTD-EUWOL 1.4, 7.17, R-1.4: the nation that owns a square in deployment: that which controls the nearest city of
/// the same state, of equally near ones the first by name; in a state without cities the one whose land it is.
pub fn owner_of(field: Field<'_>, at: StrategicSquare) -> Option<NationCode> {
    let state = field.atlas.map.state_at(at)?;
    let of_state = |city: &&City| field.atlas.map.state_at(city.at).is_some_and(|of| of.name == state.name);
    let nearest = field.state.cities.values().filter(of_state).min_by_key(|city| city.at.distance(at));
    nearest.map(|city| city.control).or_else(|| field.soil_of(at))
}

/// ROTD-EUWOL 1.4, 7.17, R-1.4: the city that decides whose a square is, if a position lacks it: one that a player knows has not all.
pub fn unknown_city(field: Field<'_>, at: StrategicSquare) -> Option<&str> {
    let map = &field.atlas.map;
    let state = match field.book.seasons.placement {
        Placement::Owned => Some(map.state_at(at)?),
        Placement::Home { by_nearest_city, .. } if by_nearest_city && field.land_at(at).is_some() => None,
        Placement::Home { .. } => return None,
    };
    let decides = |city: StrategicSquare| {
        state.is_none_or(|state| map.state_at(city).is_some_and(|of| of.name == state.name))
    };
    let cities = map.cities.iter().filter(|city| decides(city.at));
    let nearest = cities.min_by_key(|city| (city.at.distance(at), &city.name))?;
    (!field.state.cities.contains_key(&nearest.name)).then_some(&nearest.name)
}

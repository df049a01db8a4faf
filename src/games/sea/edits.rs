//! A game administrator's hand on the sea: ships, winds, stores, yards, who holds what (naval record, issue of hand edits).

use crate::chart::{Chart, PortNo, SeaNo};
use crate::kind::Kind;
use crate::place::Place;
use crate::ship::{Quality, Ship, ShipId, Status, WRECK};
use crate::state::{PortState, SeaState, Stock, Wind};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::refusal::Refusal;
use fieldpost_ground::nation::NationCode;

/// One hand edit of the sea, as it is wished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    SetShip(ShipId, Value),
    /// A ship elsewhere, in a group of her own.
    MoveShip(ShipId, Place),
    /// A ship as she is launched, under the Naval Secretary of her nation; without a name, the next that is free.
    AddShip {
        ship: ShipId,
        at: Place,
        name: Option<String>,
    },
    /// A ship laid down in a yard, ready at that turn's end (N-40, N-79).
    BuildShip {
        kind: Kind,
        port: PortNo,
        name: Option<String>,
        ready: u32,
    },
    /// A ship struck from the lists.
    RemoveShip(ShipId),
    /// What lies in a port, what its yard can do, whose it is.
    SetPort(PortNo, Held),
    /// The wind of a sea area.
    SetWind(SeaNo, Wind),
}

/// A value of a ship's that can be set. Players go by their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Name(String),
    Commander(String),
    /// Nobody, or whom.
    Deputy(Option<String>),
    Base(PortNo),
    Number(Number, u32),
    Quality(Quality),
    Active(bool),
}

/// A number of a ship's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    Crew,
    Marines,
    Experience,
    Stores,
    Hull,
    Propulsion,
    Capacity,
    Supplies,
    ExtraStores,
}

/// What of a port can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    Stores(u32),
    Yard(u32),
    Control(NationCode),
}

impl Number {
    /// Every one, in the order of a ship's status.
    pub const ALL: [Number; 9] = [
        Number::Crew,
        Number::Marines,
        Number::Experience,
        Number::Stores,
        Number::Hull,
        Number::Propulsion,
        Number::Capacity,
        Number::Supplies,
        Number::ExtraStores,
    ];

    /// Its words, as they are matched.
    pub fn words(self) -> &'static str {
        match self {
            Number::Crew => "CREW",
            Number::Marines => "MARINES",
            Number::Experience => "EXPERIENCE",
            Number::Stores => "STORES",
            Number::Hull => "HULL",
            Number::Propulsion => "PROPULSION",
            Number::Capacity => "CAPACITY",
            Number::Supplies => "SUPPLIES",
            Number::ExtraStores => "EXTRA STORES",
        }
    }

    /// Its word, as it is told.
    pub fn spelled(self) -> String {
        self.words().to_lowercase().replace(' ', "-")
    }

    /// How great it may be of a ship of this type.
    pub fn most(self, kind: Kind) -> u32 {
        match self {
            Number::Crew | Number::Marines => 9_999,
            Number::Experience => 99,
            Number::Stores => kind.row().stores,
            Number::Hull => u32::from(WRECK) - 1,
            Number::Propulsion => u32::from(WRECK),
            Number::Capacity => 20_000,
            Number::Supplies | Number::ExtraStores => 999,
        }
    }

    fn of(self, ship: &Ship) -> u32 {
        match self {
            Number::Crew => ship.crew,
            Number::Marines => ship.marines,
            Number::Experience => ship.experience,
            Number::Stores => ship.stores,
            Number::Hull => ship.hull.into(),
            Number::Propulsion => ship.propulsion.into(),
            Number::Capacity => ship.capacity,
            Number::Supplies => ship.supplies,
            Number::ExtraStores => ship.extra_stores,
        }
    }

    fn set(self, ship: &mut Ship, value: u32) {
        match self {
            Number::Crew => ship.crew = value,
            Number::Marines => ship.marines = value,
            Number::Experience => ship.experience = value,
            Number::Stores => ship.stores = value,
            Number::Hull => ship.hull = value.min(u32::from(WRECK)) as u8,
            Number::Propulsion => ship.propulsion = value.min(u32::from(WRECK)) as u8,
            Number::Capacity => ship.capacity = value,
            Number::Supplies => ship.supplies = value,
            Number::ExtraStores => ship.extra_stores = value,
        }
    }
}

/// What an edit did, for people: what, what it was, what it is.
pub type Said = (Option<ShipId>, String, String, String);

/// Carries an edit out.
///
/// # Errors
/// Why it cannot be done, in a sentence: there is no such ship, or the rules bar it from the place.
pub fn carry_out(edit: &Edit, chart: &Chart, state: &mut SeaState) -> Result<Said, String> {
    match edit {
        Edit::SetShip(id, value) => set_ship(*id, value, chart, state),
        Edit::MoveShip(id, to) => move_ship(*id, *to, chart, state),
        Edit::AddShip { ship, at, name } => add_ship(*ship, *at, name.as_deref(), chart, state),
        Edit::BuildShip { kind, port, name, ready } => {
            build_ship((*kind, name.as_deref(), *ready), *port, chart, state)
        }
        Edit::RemoveShip(id) => remove_ship(*id, chart, state),
        Edit::SetPort(port, held) => set_port(*port, *held, chart, state),
        Edit::SetWind(sea, wind) => {
            let words = |wind: Wind| format!("{} {}", wind.from.words(), wind.strength.words());
            let before = state.winds.insert(*sea, *wind).map_or_else(|| "-".into(), words);
            Ok((None, format!("wind in {}", chart.sea(*sea).code), before, words(*wind)))
        }
    }
}

fn no_ship(id: ShipId) -> String {
    format!("there is no ship {id}")
}

fn remove_ship(id: ShipId, chart: &Chart, state: &mut SeaState) -> Result<Said, String> {
    let gone = state.strike(id).ok_or_else(|| no_ship(id))?;
    for other in state.ships.values_mut().filter(|other| other.attached_to == Some(id)) {
        other.attached_to = None;
    }
    if !gone.cargo.is_empty() {
        let aboard: Vec<String> = gone.cargo.iter().map(ToString::to_string).collect();
        return Err(format!("{id} has {} aboard: set them ashore first", aboard.join(", ")));
    }
    Ok((Some(id), gone.called(), format!("in {}", chart.label(gone.at)), "struck from the lists".into()))
}

fn set_ship(id: ShipId, value: &Value, chart: &Chart, state: &mut SeaState) -> Result<Said, String> {
    let player = |name: &str| state.powers.named(name).ok_or_else(|| format!("there is no player {name:?}"));
    let officer = match value {
        Value::Commander(name) | Value::Deputy(Some(name)) => Some(player(name)?),
        _ => None,
    };
    let called: Vec<String> = state.powers.players.iter().map(|player| player.name.clone()).collect();
    let ship = state.ships.get_mut(&id).ok_or_else(|| no_ship(id))?;
    let before = ship.clone();
    match value {
        Value::Name(name) => ship.name.clone_from(name),
        Value::Commander(_) => ship.commander = officer.unwrap_or(ship.commander),
        Value::Deputy(_) => ship.deputy = officer,
        Value::Base(base) => ship.base = Some(*base),
        Value::Number(number, value) => number.set(ship, *value),
        Value::Quality(quality) => ship.quality = *quality,
        Value::Active(true) => ship.status = Status::Active,
        Value::Active(false) => ship.status = Status::Inactive,
    }
    let name = |number: PlayerNo| called.get(usize::from(number.0)).cloned().unwrap_or_default();
    let told = |ship: &Ship| match value {
        Value::Commander(_) => ("commander".to_owned(), name(ship.commander)),
        Value::Deputy(_) => ("deputy".to_owned(), ship.deputy.map_or_else(|| "-".into(), name)),
        value => shown(ship, value, chart),
    };
    let ((field, was), (_, is)) = (told(&before), told(ship));
    Ok((Some(id), format!("{} {field}", before.called()), was, is))
}

/// The word of a value and what a ship has of it; who commands her is not told here.
fn shown(ship: &Ship, value: &Value, chart: &Chart) -> (String, String) {
    let (field, is) = match value {
        Value::Base(_) => {
            ("base", ship.base.map_or_else(|| "-".into(), |base| chart.port(base).name.clone()))
        }
        Value::Number(number, _) => return (number.spelled(), number.of(ship).to_string()),
        Value::Quality(_) => ("quality", ship.quality.words().to_owned()),
        Value::Active(_) => ("status", if ship.is_active() { "active" } else { "inactive" }.to_owned()),
        _ => ("name", ship.name.clone()),
    };
    (field.to_owned(), is)
}

/// A ship's values by the words with which SET SHIP knows them, but for who commands her.
pub fn settable(ship: &Ship, chart: &Chart) -> String {
    let numbers = Number::ALL.map(|number| Value::Number(number, 0));
    let first = [Value::Name(String::new()), Value::Base(PortNo(0))];
    let last = [Value::Quality(ship.quality), Value::Active(true)];
    let all = first.iter().chain(&numbers).chain(&last).map(|value| {
        let (field, is) = shown(ship, value, chart);
        format!("{field} {is}")
    });
    all.collect::<Vec<_>>().join("; ")
}

fn set_port(number: PortNo, what: Held, chart: &Chart, state: &mut SeaState) -> Result<Said, String> {
    let port = chart.port(number);
    let name = port.name.clone();
    let held = state.ports.entry(number).or_default();
    let (what, was, is) = match what {
        Held::Stores(stores) => {
            ("stores", std::mem::replace(&mut held.stores, stores).to_string(), stores.to_string())
        }
        Held::Yard(yard) => ("yard", std::mem::replace(&mut held.yard, yard).to_string(), yard.to_string()),
        Held::Control(nation) if port.at.is_some() => {
            return Err(format!("{name} is held with its city: SET CITY {name} CONTROL {nation}"));
        }
        Held::Control(nation) => {
            let was = held.holder.replace(nation).map_or_else(|| "-".into(), |of| of.to_string());
            ("control", was, nation.to_string())
        }
    };
    Ok((None, format!("{name} {what}"), was, is))
}

fn add_ship(
    id: ShipId,
    to: Place,
    name: Option<&str>,
    chart: &Chart,
    state: &mut SeaState,
) -> Result<Said, String> {
    if state.ships.contains_key(&id) {
        return Err(format!("there is a ship {id} already"));
    }
    let secretary = state.powers.secretaries.get(&id.nation).copied();
    let secretary = secretary.ok_or_else(|| format!("nobody plays for {}", id.nation.spoken()))?;
    afloat(id, to, chart)?;
    let mut ship = Ship::new(id, to, secretary);
    if id.kind.is_transport() {
        (ship.capacity, ship.crew) = (LEAST_CAPACITY, LEAST_CAPACITY / 10);
    }
    ship.name = name.map_or_else(|| state.free_name(id.nation, id.kind), str::to_owned);
    ship.base = chart.port_in(to).filter(|port| state.is_friendly(*port, id.nation));
    let called = ship.called();
    state.ships.insert(id, ship);
    state.groups.entry(to).or_default().push([id].into());
    Ok((Some(id), format!("{called} place"), "-".into(), chart.label(to)))
}

/// What a transport group carries at least (WISC 2.5).
const LEAST_CAPACITY: u32 = 2_000;

fn build_ship(
    (kind, name, ready): (Kind, Option<&str>, u32),
    number: PortNo,
    chart: &Chart,
    state: &mut SeaState,
) -> Result<Said, String> {
    if ready < state.turn {
        return Err(format!("turn {ready} is over: the open turn is {}", state.turn));
    }
    let port = &chart.port(number).name;
    let held = state.ports.entry(number).or_default();
    let nation = held.holder.ok_or_else(|| format!("nobody of the war holds {port}"))?;
    let on_stocks = |held: &PortState| {
        let all = held.building.iter().map(|stock| format!("{} turn {}", stock.kind.code(), stock.ready));
        let all: Vec<String> = all.collect();
        if all.is_empty() { "-".to_owned() } else { all.join(", ") }
    };
    let was = on_stocks(held);
    held.building.push(Stock { nation, kind, name: name.unwrap_or_default().to_owned(), ready });
    Ok((None, format!("{port} stocks"), was, on_stocks(held)))
}

/// That a place on the chart is one where a type may be.
fn afloat(id: ShipId, to: Place, chart: &Chart) -> Result<(), String> {
    if matches!(to, Place::Sea(..)) && id.kind.is_river() {
        return Err(Refusal::by("WISC 2.1", "her type never goes to sea areas").of(id).to_string());
    }
    let floats = chart.river_square(to).is_none_or(|at| chart.rivers.floats(at, id.kind.row().narrowest));
    if matches!(to, Place::River(_)) && !floats {
        return Err(Refusal::by("WISC 2.1", "her type cannot be in that river").of(id).to_string());
    }
    Ok(())
}

fn move_ship(id: ShipId, to: Place, chart: &Chart, state: &mut SeaState) -> Result<Said, String> {
    if !state.ships.contains_key(&id) {
        return Err(no_ship(id));
    }
    afloat(id, to, chart)?;
    state.leave_group(id);
    let ship = state.ships.get_mut(&id).ok_or_else(|| no_ship(id))?;
    let was = chart.label(std::mem::replace(&mut ship.at, to));
    (ship.attached_to, ship.came_from) = (None, None);
    let called = ship.called();
    state.groups.entry(to).or_default().push([id].into());
    Ok((Some(id), format!("{called} place"), was, chart.label(to)))
}

//! A game administrator's hand on the sea: ships, winds, stores, yards, who holds what (naval record, issue of hand edits).

use crate::chart::{Chart, SIDES};
use crate::kind::Kind;
use crate::language::Names;
use crate::place::Place;
use crate::ship::{Quality, Ship, ShipId, Status, WRECK};
use crate::state::{PortState, SeaState, Stock, Strength, Wind};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::Direction;

/// What an edit did, for people: what, what it was, what it is.
pub type Said = (Option<ShipId>, String, String, String);

/// Whether words begin as an edit of the sea does.
pub fn is_edit(words: &str) -> bool {
    ["SET SHIP ", "SET PORT ", "SET WIND ", "REMOVE SHIP ", "MOVE SHIP ", "ADD SHIP ", "BUILD SHIP "]
        .iter()
        .any(|head| words.starts_with(head))
}

/// Carries an edit in canonical words out.
///
/// # Errors
/// Why it cannot be done, in a sentence: there is no such ship, port or place, or the value is out of its range.
pub fn carry_out(words: &str, chart: &Chart, state: &mut SeaState) -> Result<Said, String> {
    let named = by_id(words, state)?;
    let parts: Vec<&str> = named.split_whitespace().collect();
    match parts.as_slice() {
        ["SET", "SHIP", id, field, value @ ..] => set_ship(id, field, &value.join(" "), chart, state),
        ["SET", "PORT", rest @ ..] => set_port(rest, chart, state),
        ["SET", "WIND", code, from, strength] => set_wind(code, (from, strength), chart, state),
        ["ADD", "SHIP", id, rest @ ..] => add_ship(id, rest, chart, state),
        ["BUILD", "SHIP", kind, "AT", rest @ ..] => build_ship(kind, rest, chart, state),
        ["MOVE", "SHIP", id, place @ ..] => move_ship(id, &place.join(" "), chart, state),
        ["REMOVE", "SHIP", id] => {
            let id = known(id, state)?;
            let gone = state.strike(id).ok_or_else(|| format!("there is no ship {id}"))?;
            for other in state.ships.values_mut().filter(|other| other.attached_to == Some(id)) {
                other.attached_to = None;
            }
            if !gone.cargo.is_empty() {
                let aboard: Vec<String> = gone.cargo.iter().map(ToString::to_string).collect();
                return Err(format!("{id} has {} aboard: set them ashore first", aboard.join(", ")));
            }
            Ok((
                Some(id),
                gone.called(),
                format!("in {}", chart.label(gone.at)),
                "struck from the lists".into(),
            ))
        }
        _ => Err(format!("{words} is no edit of the sea")),
    }
}

/// An edit whose ship is called by her name, by her id.
fn by_id(words: &str, state: &SeaState) -> Result<String, String> {
    let heads = ["SET SHIP ", "REMOVE SHIP ", "MOVE SHIP "];
    let begun = heads.into_iter().find_map(|head| Some((head, words.strip_prefix(head)?)));
    let Some((head, rest)) = begun else {
        return Ok(words.to_owned());
    };
    match Names::of(state.ships.values()).begun(rest) {
        Some(found) => found.map(|(id, rest)| format!("{head}{id} {}", rest.trim_start())),
        None => Ok(words.to_owned()),
    }
}

fn known(id: &str, state: &SeaState) -> Result<ShipId, String> {
    let id: ShipId = id.parse()?;
    if state.ships.contains_key(&id) { Ok(id) } else { Err(format!("there is no ship {id}")) }
}

fn number(value: &str, most: u32) -> Result<u32, String> {
    let read = value.parse().ok().filter(|number| *number <= most);
    read.ok_or_else(|| format!("expected a number, 0 to {most}, found {value:?}"))
}

fn set_ship(id: &str, field: &str, value: &str, chart: &Chart, state: &mut SeaState) -> Result<Said, String> {
    let id = known(id, state)?;
    let player = |name: &str| state.powers.named(name).ok_or_else(|| format!("there is no player {name:?}"));
    let officer = match field.to_lowercase().as_str() {
        "commander" => Some(player(value)?),
        "deputy" if !value.eq_ignore_ascii_case("none") => Some(player(value)?),
        _ => None,
    };
    let called: Vec<String> = state.powers.players.iter().map(|player| player.name.clone()).collect();
    let base = if field.eq_ignore_ascii_case("base") { Some(port(value, chart)?) } else { None };
    let Some(ship) = state.ships.get_mut(&id) else { return Err(format!("there is no ship {id}")) };
    let before = ship.clone();
    let field = field.to_lowercase();
    match field.as_str() {
        "name" => ship.name = value.to_owned(),
        "commander" => ship.commander = officer.unwrap_or(ship.commander),
        "deputy" => ship.deputy = officer,
        "base" => ship.base = base,
        "crew" => ship.crew = number(value, 9_999)?,
        "marines" => ship.marines = number(value, 9_999)?,
        "experience" => ship.experience = number(value, 99)?,
        "stores" => ship.stores = number(value, id.kind.row().stores)?,
        "hull" => ship.hull = number(value, u32::from(WRECK) - 1)? as u8,
        "propulsion" => ship.propulsion = number(value, u32::from(WRECK))? as u8,
        "capacity" => ship.capacity = number(value, 20_000)?,
        "supplies" => ship.supplies = number(value, 999)?,
        "extra-stores" => ship.extra_stores = number(value, 999)?,
        "quality" => {
            let quality = Quality::of_words(value).ok_or_else(|| format!("{value:?} is no quality"))?;
            ship.quality = quality;
        }
        "status" => {
            ship.status = match value.to_lowercase().as_str() {
                "active" => Status::Active,
                "inactive" => Status::Inactive,
                _ => return Err(format!("expected active or inactive, found {value:?}")),
            };
        }
        _ => {
            return Err(format!("expected commander, deputy, {}, found {field:?}", FIELDS.join(", ")));
        }
    }
    let name = |number: PlayerNo| called.get(usize::from(number.0)).cloned().unwrap_or_default();
    let told = |ship: &Ship| match field.as_str() {
        "commander" => name(ship.commander),
        "deputy" => ship.deputy.map_or_else(|| "-".into(), name),
        field => shown(ship, field, chart),
    };
    let (was, is) = (told(&before), told(ship));
    Ok((Some(id), format!("{} {field}", before.called()), was, is))
}

/// What of a ship can be set and has a value of its own: all but who commands her.
const FIELDS: [&str; 13] = [
    "name",
    "base",
    "crew",
    "marines",
    "experience",
    "stores",
    "hull",
    "propulsion",
    "capacity",
    "supplies",
    "extra-stores",
    "quality",
    "status",
];

/// A ship's values by the words with which SET SHIP knows them.
pub fn settable(ship: &Ship, chart: &Chart) -> String {
    let fields = FIELDS.iter().map(|field| format!("{field} {}", shown(ship, field, chart)));
    fields.collect::<Vec<_>>().join("; ")
}

fn shown(ship: &Ship, field: &str, chart: &Chart) -> String {
    match field {
        "name" => ship.name.clone(),
        "base" => ship.base.map_or_else(|| "-".into(), |base| chart.port(base).name.clone()),
        "crew" => ship.crew.to_string(),
        "marines" => ship.marines.to_string(),
        "experience" => ship.experience.to_string(),
        "stores" => ship.stores.to_string(),
        "hull" => ship.hull.to_string(),
        "propulsion" => ship.propulsion.to_string(),
        "capacity" => ship.capacity.to_string(),
        "supplies" => ship.supplies.to_string(),
        "extra-stores" => ship.extra_stores.to_string(),
        "quality" => ship.quality.words().to_owned(),
        _ => if ship.is_active() { "active" } else { "inactive" }.to_owned(),
    }
}

fn port(name: &str, chart: &Chart) -> Result<crate::chart::PortNo, String> {
    chart.port_of(name).ok_or_else(|| format!("{name:?} is no port"))
}

/// `SET PORT name STORES n`, `YARD n` or `CONTROL nation`.
fn set_port(rest: &[&str], chart: &Chart, state: &mut SeaState) -> Result<Said, String> {
    let [name @ .., what, value] = rest else { return Err("expected a port, a word and a value".into()) };
    let number_of = port(&name.join(" "), chart)?;
    let name = chart.port(number_of).name.clone();
    let held = state.ports.entry(number_of).or_default();
    let (was, is) = match what.to_uppercase().as_str() {
        "STORES" => {
            let was = held.stores;
            held.stores = number(value, 9_999)?;
            (was.to_string(), held.stores.to_string())
        }
        "YARD" => {
            let was = held.yard;
            held.yard = number(value, 99)?;
            (was.to_string(), held.yard.to_string())
        }
        "CONTROL" if chart.port(number_of).at.is_some() => {
            return Err(format!("{name} is held with its city: SET CITY {name} CONTROL {value}"));
        }
        "CONTROL" => {
            let nation = NationCode::of_words(value).ok_or_else(|| format!("{value:?} is no nation"))?;
            let was = held.holder.map_or_else(|| "-".into(), |of| of.to_string());
            held.holder = Some(nation);
            (was, nation.to_string())
        }
        _ => return Err(format!("expected STORES, YARD or CONTROL, found {what:?}")),
    };
    Ok((None, format!("{name} {}", what.to_lowercase()), was, is))
}

fn set_wind(
    code: &str,
    (from, strength): (&str, &str),
    chart: &Chart,
    state: &mut SeaState,
) -> Result<Said, String> {
    let sea = chart.sea_of(code).ok_or_else(|| format!("{code:?} is no sea area"))?;
    let is_meant = |side: &Direction| {
        from.eq_ignore_ascii_case(side.compass()) || from.eq_ignore_ascii_case(side.words())
    };
    let side = SIDES.into_iter().find(is_meant);
    let side = side.ok_or_else(|| format!("expected N, E, S or W, found {from:?}"))?;
    let of = Strength::ALL.iter().find(|row| row.1.eq_ignore_ascii_case(strength)).map(|row| row.0);
    let strength = of.ok_or_else(|| format!("expected light, moderate or heavy, found {strength:?}"))?;
    let words = |wind: Wind| format!("{} {}", wind.from.words(), wind.strength.words());
    let wind = Wind { from: side, strength };
    let before = state.winds.insert(sea, wind).map_or_else(|| "-".into(), words);
    Ok((None, format!("wind in {}", chart.sea(sea).code), before, words(wind)))
}

/// The words before and behind one of them; nothing behind where it does not stand there.
fn parted(words: &[&str], at: &str) -> (String, String) {
    let place = words.iter().position(|word| word.eq_ignore_ascii_case(at)).unwrap_or(words.len());
    (words[..place].join(" "), words.get(place + 1..).unwrap_or_default().join(" "))
}

/// `ADD SHIP id place [NAME name]`: a ship as she is launched, under the Naval Secretary of her nation.
fn add_ship(id: &str, rest: &[&str], chart: &Chart, state: &mut SeaState) -> Result<Said, String> {
    let id: ShipId = id.parse()?;
    if state.ships.contains_key(&id) {
        return Err(format!("there is a ship {id} already"));
    }
    let secretary = state.powers.secretaries.get(&id.nation).copied();
    let secretary = secretary.ok_or_else(|| format!("nobody plays for {}", id.nation.spoken()))?;
    let (place, name) = parted(rest, "NAME");
    let to = afloat(id, &place, chart)?;
    let mut ship = Ship::new(id, to, secretary);
    if id.kind.is_transport() {
        (ship.capacity, ship.crew) = (LEAST_CAPACITY, LEAST_CAPACITY / 10);
    }
    ship.name = if name.is_empty() { state.free_name(id.nation, id.kind) } else { name };
    ship.base = chart.port_in(to).filter(|port| state.is_friendly(*port, id.nation));
    let called = ship.called();
    state.ships.insert(id, ship);
    state.groups.entry(to).or_default().push([id].into());
    Ok((Some(id), format!("{called} place"), "-".into(), chart.label(to)))
}

/// What a transport group carries at least (WISC 2.5).
const LEAST_CAPACITY: u32 = 2_000;

/// `BUILD SHIP type AT port [NAME name] READY turn` (N-40, N-79): a ship laid down in a yard, ready at that turn's end.
fn build_ship(kind: &str, rest: &[&str], chart: &Chart, state: &mut SeaState) -> Result<Said, String> {
    let kind = Kind::of_code(&kind.to_uppercase()).ok_or_else(|| format!("{kind:?} is no type of ship"))?;
    let (before, ready) = parted(rest, "READY");
    let words: Vec<&str> = before.split_whitespace().collect();
    let (name_of_port, name) = parted(&words, "NAME");
    let number_of = port(&name_of_port, chart)?;
    let ready = number(&ready, 999)?;
    if ready < state.turn {
        return Err(format!("turn {ready} is over: the open turn is {}", state.turn));
    }
    let held = state.ports.entry(number_of).or_default();
    let nation = held.holder.ok_or_else(|| format!("nobody of the war holds {name_of_port}"))?;
    let on_stocks = |held: &PortState| {
        let all = held.building.iter().map(|stock| format!("{} turn {}", stock.kind.code(), stock.ready));
        let all: Vec<String> = all.collect();
        if all.is_empty() { "-".to_owned() } else { all.join(", ") }
    };
    let was = on_stocks(held);
    held.building.push(Stock { nation, kind, name, ready });
    Ok((None, format!("{} stocks", chart.port(number_of).name), was, on_stocks(held)))
}

/// A place on the chart where a type may be.
fn afloat(id: ShipId, place: &str, chart: &Chart) -> Result<Place, String> {
    let to = chart.place_named(place).ok_or_else(|| format!("{place:?} is no place on the chart"))?;
    if matches!(to, Place::Sea(..)) && id.kind.is_river() {
        return Err(format!("{id}: her type never goes to sea areas (WISC 2.1)"));
    }
    let floats = chart.river_square(to).is_none_or(|at| chart.rivers.floats(at, id.kind.row().narrowest));
    if matches!(to, Place::River(_)) && !floats {
        return Err(format!("{id}: her type cannot be in that river (WISC 2.1)"));
    }
    Ok(to)
}

fn move_ship(id: &str, place: &str, chart: &Chart, state: &mut SeaState) -> Result<Said, String> {
    let id = known(id, state)?;
    let to = afloat(id, place, chart)?;
    state.leave_group(id);
    let Some(ship) = state.ships.get_mut(&id) else { return Err(format!("there is no ship {id}")) };
    let was = chart.label(std::mem::replace(&mut ship.at, to));
    (ship.attached_to, ship.came_from) = (None, None);
    let called = ship.called();
    state.groups.entry(to).or_default().push([id].into());
    Ok((Some(id), format!("{called} place"), was, chart.label(to)))
}

//! What a case expects, held to what came out.

use crate::sea::case::situation::{nation_of, ship_of};
use fieldpost_engine::event::Told;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::tactical::Atlas;
use fieldpost_sea::ashore::{Ashore, Site};
use fieldpost_sea::chart::Chart;
use fieldpost_sea::combat::fight;
use fieldpost_sea::event::reason::IN_FORM1;
use fieldpost_sea::event::{Event, Kind};
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::{Ship, ShipId, Status};
use fieldpost_sea::state::SeaState;
use fieldpost_sea_tell::{Waters, in_order, status};
use toml::{Table, Value};

/// What one trial left behind.
pub struct Outcome<'a> {
    pub chart: &'a Chart,
    /// The land's maps.
    pub atlas: &'a Atlas,
    /// The position.
    pub state: &'a SeaState,
    /// The land.
    pub ashore: &'a Ashore,
    /// The land as it was.
    pub before: &'a Ashore,
    /// What happened.
    pub events: &'a [Told<Event>],
}

type Check = Result<Option<String>, String>;

/// Why an expectation does not hold, if it does not.
///
/// # Errors
/// If it cannot be understood.
pub fn missed(expected: &Table, outcome: &Outcome) -> Check {
    for (key, look) in LOOKS {
        if expected.contains_key(key) {
            return look(expected, outcome);
        }
    }
    Err("expect: expected one of ship, unit, port, event, report, together".into())
}

type Look = fn(&Table, &Outcome) -> Check;

const LOOKS: [(&str, Look); 6] = [
    ("report", report),
    ("together", together),
    ("event", event),
    ("ship", ship),
    ("unit", unit),
    ("port", port),
];

fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Whether a number is as expected: `3`, `"3"`, `"3..5"`, `">= 3"`.
fn number_is(expected: &Value, found: i64) -> Result<bool, String> {
    let text = words(expected);
    let text = text.trim();
    let parse = |part: &str| part.trim().parse::<i64>().map_err(|_| format!("{text:?} is no number"));
    if let Some(least) = text.strip_prefix(">=") {
        return Ok(found >= parse(least)?);
    }
    if let Some(most) = text.strip_prefix("<=") {
        return Ok(found <= parse(most)?);
    }
    match text.split_once("..") {
        Some((from, to)) => Ok((parse(from)?..=parse(to)?).contains(&found)),
        None => Ok(found == parse(text)?),
    }
}

/// A share of trials.
///
/// # Errors
/// If it is none.
pub fn share(value: &Value) -> Result<(f64, f64), String> {
    let text = words(value);
    let parse = |part: &str| part.trim().parse::<f64>().map_err(|_| format!("{text:?} is no share"));
    match text.split_once("..") {
        Some((from, to)) => Ok((parse(from)?, parse(to)?)),
        None => parse(&text).map(|share| (share, share)),
    }
}

fn told(key: &str, expected: &Value, found: &str) -> Option<String> {
    Some(format!("{key}: expected {}, found {found}", words(expected)))
}

fn same_place(chart: &Chart, place: Place, name: &str) -> Result<bool, String> {
    if let Some(rest) = name.strip_prefix("transit") {
        let to = rest.split_whitespace().next().and_then(|code| chart.sea_of(code));
        return Ok(matches!((place, to), (Place::Transit(sea, _), Some(to)) if sea == to));
    }
    let wish = chart.place_named(name).ok_or_else(|| format!("{name:?} is no place"))?;
    Ok(match (wish, place) {
        (Place::Sea(one, _), Place::Sea(other, _)) => one == other,
        (one, other) => one == other,
    })
}

fn report(expected: &Table, outcome: &Outcome) -> Check {
    let name = expected.get("report").map(words).unwrap_or_default();
    let of = nation_of(&name).ok_or_else(|| format!("report: {name:?} is no nation"))?;
    let players = outcome.state.powers.players.iter().enumerate().filter(|(_, player)| player.nation == of);
    let Outcome { chart, atlas, state, ashore, .. } = *outcome;
    let waters = Waters { chart, atlas, state, ashore };
    let eyes = players.map(|(number, _)| waters.seen_by(PlayerNo(number as u16)));
    let text: String = eyes
        .flat_map(|eye| in_order(eye).into_iter().map(move |ship| status(eye, ship)))
        .flat_map(|block| block.fields().to_vec())
        .map(|field| format!("{}: {}\n", field.name, field.value))
        .collect();
    for (key, wanted) in [("contains", true), ("lacks", false)] {
        for words in
            expected.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
        {
            if text.contains(words) != wanted {
                let verb = if wanted { "does not contain" } else { "contains" };
                return Ok(Some(format!("the report of {name} {verb} {words:?}:\n{text}")));
            }
        }
    }
    Ok(None)
}

fn together(expected: &Table, outcome: &Outcome) -> Check {
    let ids = expected.get("together").and_then(Value::as_array).ok_or("together: expected a list of ids")?;
    let places: Vec<Option<Place>> = ids
        .iter()
        .map(|id| Ok(outcome.state.ships.get(&ship_of(id.as_str().unwrap_or_default())?).map(|ship| ship.at)))
        .collect::<Result<_, String>>()?;
    let same = places.windows(2).all(|pair| pair[0].is_some() && pair[0] == pair[1]);
    Ok((!same).then(|| format!("expected {ids:?} together, found {places:?}")))
}

fn ship(expected: &Table, outcome: &Outcome) -> Check {
    let id = ship_of(&expected.get("ship").map(words).unwrap_or_default())?;
    let found = outcome.state.ships.get(&id);
    if let Some(exists) = expected.get("exists") {
        if exists.as_bool() != Some(found.is_some()) {
            return Ok(told("exists", exists, &found.is_some().to_string()));
        }
        if found.is_none() {
            return Ok(None);
        }
    }
    let Some(ship) = found else { return Ok(Some(format!("there is no {id}"))) };
    for (key, value) in expected {
        if let Some(why) = ship_field(key, value, ship, outcome)? {
            return Ok(Some(why));
        }
    }
    Ok(None)
}

fn ship_field(key: &str, value: &Value, ship: &Ship, outcome: &Outcome) -> Check {
    let number = match key {
        "crew" => Some(i64::from(ship.crew)),
        "marines" => Some(i64::from(ship.marines)),
        "experience" => Some(i64::from(ship.experience)),
        "stores" => Some(i64::from(ship.stores)),
        "stores_debt" => Some(i64::from(ship.stores_debt)),
        "hull" => Some(i64::from(ship.hull)),
        "propulsion" => Some(i64::from(ship.propulsion)),
        "capacity" => Some(i64::from(ship.capacity)),
        "supplies" => Some(i64::from(ship.supplies)),
        "extra_stores" => Some(i64::from(ship.extra_stores)),
        "strength" => Some(i64::from(fight::strength(ship))),
        "area" => match ship.at {
            Place::Sea(_, area) => Some(i64::from(area)),
            _ => Some(0),
        },
        _ => None,
    };
    if let Some(number) = number {
        let holds = number_is(value, number)?;
        return Ok(if holds { None } else { told(key, value, &number.to_string()) });
    }
    let text = match key {
        "ship" | "exists" | "rate" => return Ok(None),
        "at" => {
            let holds = same_place(outcome.chart, ship.at, &words(value))?;
            return Ok(if holds { None } else { told(key, value, &outcome.chart.label(ship.at)) });
        }
        "name" => ship.name.clone(),
        "quality" => ship.quality.words().to_owned(),
        "base" => ship.base.map_or("none".into(), |base| outcome.chart.port(base).name.clone()),
        "attached_to" => ship.attached_to.map_or("none".into(), |leader| leader.to_string()),
        "commander" => outcome
            .state
            .powers
            .players
            .get(usize::from(ship.commander.0))
            .map_or("".into(), |player| player.name.clone()),
        "status" => match ship.status {
            Status::Active => "active".into(),
            Status::Inactive | Status::FittingOut(_) => "inactive".into(),
        },
        "gauge" => gauge(ship, outcome).into(),
        "group_with" => return group_with(value, ship, outcome),
        other => return Err(format!("expect: a ship has no {other}")),
    };
    Ok(if text == words(value) { None } else { told(key, value, &text) })
}

/// Where she is to the nearest hostile group in her place: windward, leeward, or none.
fn gauge(ship: &Ship, outcome: &Outcome) -> &'static str {
    let Some(groups) = outcome.state.groups.get(&ship.at) else { return "none" };
    let own = groups.iter().position(|group| group.contains(&ship.id));
    let hostile = |id: &ShipId| outcome.state.hostile(id.nation, ship.id.nation);
    let foe = groups.iter().position(|group| group.iter().any(hostile));
    match own.zip(foe) {
        Some((own, foe)) if own < foe => "windward",
        Some((own, foe)) if own > foe => "leeward",
        _ => "none",
    }
}

fn group_with(value: &Value, ship: &Ship, outcome: &Outcome) -> Check {
    let group = outcome.state.group_of(ship.id).cloned().unwrap_or_default();
    let with = words(value);
    let holds = match with.as_str() {
        "none" => group.len() == 1,
        id => group.contains(&ship_of(id)?),
    };
    Ok(if holds { None } else { told("group_with", value, &format!("{group:?}")) })
}

fn unit(expected: &Table, outcome: &Outcome) -> Check {
    let id = expected.get("unit").map(words).unwrap_or_default();
    let battery = outcome.ashore.batteries.iter().find(|unit| unit.id.to_string() == id);
    let found = outcome.ashore.named(&id);
    let is_there = found.is_some() || battery.is_some();
    if let Some(exists) = expected.get("exists") {
        if exists.as_bool() != Some(is_there) {
            return Ok(told("exists", exists, &is_there.to_string()));
        }
        if !is_there {
            return Ok(None);
        }
    }
    if let Some(battery) = battery {
        let value = expected.get("batteries");
        let Some(value) = value else { return Ok(None) };
        let holds = number_is(value, i64::from(battery.batteries))?;
        return Ok(if holds { None } else { told("batteries", value, &battery.batteries.to_string()) });
    }
    let Some(brigade) = found else { return Ok(Some(format!("there is no {id}"))) };
    for (key, value) in expected {
        let text = match key.as_str() {
            "unit" | "exists" | "rate" => continue,
            "strength" | "supplies" => {
                let number = i64::from(if key == "strength" { brigade.men } else { brigade.supplies });
                if number_is(value, number)? {
                    continue;
                }
                return Ok(told(key, value, &number.to_string()));
            }
            "casualties" => {
                let men = outcome.before.named(&id).map_or(brigade.men, |before| before.men);
                let lost = i64::from(men) - i64::from(brigade.men);
                if number_is(value, lost)? {
                    continue;
                }
                return Ok(told(key, value, &lost.to_string()));
            }
            "aboard" => match brigade.at {
                Site::Aboard(ship) => ship.to_string(),
                _ => "none".into(),
            },
            "at" => match brigade.at {
                Site::Field(at, _) => outcome.chart.grid.label(at),
                Site::Garrison(port) => outcome.chart.port(port).name.clone(),
                Site::Aboard(ship) => ship.to_string(),
            },
            "tac" => match brigade.at {
                Site::Field(_, tac) => tac.to_string(),
                _ => "none".into(),
            },
            "status" => if brigade.active { "active" } else { "inactive" }.into(),
            other => return Err(format!("expect: a unit has no {other} here")),
        };
        if text != words(value) {
            return Ok(told(key, value, &text));
        }
    }
    Ok(None)
}

fn port(expected: &Table, outcome: &Outcome) -> Check {
    let name = expected.get("port").map(words).unwrap_or_default();
    if let Some(at) = outcome.chart.inland_city(&name) {
        let found = outcome.state.inland.get(&at).copied().unwrap_or(0);
        let value = expected.get("stores").ok_or("expect: of a place inland the stores")?;
        let holds = number_is(value, i64::from(found))?;
        return Ok(if holds { None } else { told("stores", value, &found.to_string()) });
    }
    let number = outcome.chart.port_of(&name).ok_or_else(|| format!("{name:?} is no port"))?;
    let Some(state) = outcome.state.ports.get(&number) else {
        return Ok(Some(format!("nothing is known of {name}")));
    };
    for (key, value) in expected {
        let found = match key.as_str() {
            "port" | "rate" => continue,
            "stores" => i64::from(state.stores),
            "supplies" => i64::from(outcome.ashore.supplies.get(&number).copied().unwrap_or(0)),
            "building" => state.building.len() as i64,
            "control" => {
                let holder = state.holder.map_or("none".into(), |holder| holder.to_string());
                if nation_of(&words(value)) == state.holder {
                    continue;
                }
                return Ok(told(key, value, &holder));
            }
            other => return Err(format!("expect: a port has no {other}")),
        };
        if !number_is(value, found)? {
            return Ok(told(key, value, &found.to_string()));
        }
    }
    Ok(None)
}

fn event(expected: &Table, outcome: &Outcome) -> Check {
    let count = count(expected, outcome)?;
    let wanted = expected.get("count").cloned().unwrap_or_else(|| Value::String(">= 1".into()));
    Ok(if number_is(&wanted, count)? { None } else { told("events", &wanted, &count.to_string()) })
}

/// How many events are as expected, whatever number is.
///
/// # Errors
/// If there is no such kind of event, or a key that none has.
pub fn count(expected: &Table, outcome: &Outcome) -> Result<i64, String> {
    let kind = expected.get("event").map(words).unwrap_or_default();
    let known = Kind::ALL.iter().any(|row| row.1 == kind);
    if !known {
        return Err(format!("{kind:?} is no kind of event"));
    }
    let mut count = 0;
    for told in outcome.events.iter().filter(|told| told.event.fact.kind().words() == kind) {
        count += i64::from(fits(expected, told, outcome)?);
    }
    Ok(count)
}

fn fits(expected: &Table, told: &Told<Event>, outcome: &Outcome) -> Result<bool, String> {
    let (phase, fact) = (told.event.phase, &told.event.fact);
    for (key, value) in expected {
        let text = words(value);
        let number = |found: Option<u32>| match found {
            Some(found) => number_is(value, i64::from(found)),
            None => Ok(false),
        };
        let at = |place: Option<Place>| match place {
            Some(place) => same_place(outcome.chart, place, &text),
            None => Ok(false),
        };
        let holds = match key.as_str() {
            "event" | "count" | "rate" => true,
            "ship" => fact.ship().is_some_and(|ship| ship_of(&text).is_ok_and(|meant| meant == ship)),
            "at" => at(fact.at())?,
            "from" => at(fact.from())?,
            "phase" => phase.words() == text,
            "unit" | "other" => {
                let meant = ship_of(&text).map_or_else(|_| text.clone(), |ship| ship.to_string());
                fact.other().as_deref() == Some(meant.as_str())
            }
            "tac" => fact.tac().is_some_and(|tac| tac.to_string() == text),
            "squares" | "men" | "strength" => number(fact.count())?,
            "close" => fact.close() == value.as_bool(),
            "attack" => number(fact.strength().map(|strength| strength.0))?,
            "defence" => number(fact.strength().map(|strength| strength.1))?,
            "why" => fact.why().is_some_and(|why| why.told(IN_FORM1).contains(&text)),
            "seen_by" => sees(told, outcome, &text)?,
            "not_seen_by" => !sees(told, outcome, &text)?,
            other => return Err(format!("expect: an event has no {other}")),
        };
        if !holds {
            return Ok(false);
        }
    }
    Ok(true)
}

fn sees(told: &Told<Event>, outcome: &Outcome, nation: &str) -> Result<bool, String> {
    let players = &outcome.state.powers.players;
    let of = nation_of(nation);
    if of.is_none() && players.iter().all(|player| player.name != nation) {
        return Err(format!("{nation:?} is no nation and no player"));
    }
    let is_meant = |player: &fieldpost_ground::powers::Player| match of {
        Some(of) => player.nation == of,
        None => player.name == nation,
    };
    Ok(told.to.keys().any(|player| players.get(usize::from(player.0)).is_some_and(is_meant)))
}

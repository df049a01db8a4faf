//! The orders of a ship's block.

use crate::chart::Chart;
use crate::kind::Kind;
use crate::language::names::Helm;
use crate::language::words::Words;
use crate::orders::{
    Attach, Battle, Cargo, CoastGoal, Commerce, Contact, Gauge, Manner, Order, Refuge, Store, When,
};

type Read = Result<Order, String>;

/// Orders that are nothing but their words.
const PLAIN: [(&str, Order); 25] = [
    ("DETACH", Order::Attach(Attach::Detach)),
    ("HALT ON ENEMY", Order::HaltOnEnemy),
    ("HALT ON BRIDGE", Order::HaltOnBridge),
    ("SAIL ALONE", Order::Alone(true)),
    ("SAIL TOGETHER", Order::Alone(false)),
    ("JOIN ALLIES", Order::Join(true)),
    ("KEEP APART", Order::Join(false)),
    ("BATTLE GAUGE WINDWARD", Order::BattleGauge(Gauge::Windward)),
    ("BATTLE GAUGE LEEWARD", Order::BattleGauge(Gauge::Leeward)),
    ("GAUGE WINDWARD", Order::Gauge(Gauge::Windward)),
    ("GAUGE LEEWARD", Order::Gauge(Gauge::Leeward)),
    ("BATTLE ENGAGE", Order::Battle(Battle::Engage)),
    ("BATTLE ACCEPT", Order::Battle(Battle::Accept)),
    ("BATTLE EVADE", Order::Battle(Battle::Evade)),
    ("BATTLE RUN PAST", Order::Battle(Battle::RunPast)),
    ("SORTIE", Order::Sortie),
    ("CLOSE", Order::Close(true)),
    ("KEEP RANGE", Order::Close(false)),
    ("AIM PROPULSION", Order::AimHull(false)),
    ("AIM HULL", Order::AimHull(true)),
    ("RUN BATTERIES", Order::RunBatteries(true)),
    ("STOP AT BATTERIES", Order::RunBatteries(false)),
    ("PRIZES CAPTURE", Order::DestroyPrizes(false)),
    ("PRIZES DESTROY", Order::DestroyPrizes(true)),
    ("DESTROY BRIDGE", Order::DestroyBridge),
];

/// The rest of those.
const PLAIN_TOO: [(&str, Order); 7] = [
    ("DESTROY PONTOON", Order::DestroyPontoon),
    ("COMMERCE RAID", Order::Commerce(Commerce::Raid)),
    ("COMMERCE CONVOY", Order::Commerce(Commerce::Convoy)),
    ("COMMERCE IGNORE", Order::Commerce(Commerce::Ignore)),
    ("INACTIVATE", Order::Serve(false)),
    ("ACTIVATE", Order::Serve(true)),
    ("SCUTTLE", Order::Scuttle),
];

/// A reader of what follows an order's words.
type Reader = fn(&mut Words) -> Read;

/// Orders with something behind their words, longer words before shorter ones.
const FORMS: [(&str, Reader); 21] = [
    ("ATTACH TO", |words| Ok(Order::Attach(Attach::To(words.ship()?)))),
    ("SAIL", sail),
    ("COAST", coast),
    ("HARBOR", harbor),
    ("HARBOUR", harbor),
    ("RIVER", river),
    ("CONTACT", contact),
    ("STAND IN", stand_in),
    ("RETREAT TO", retreat),
    ("BOMBARD", bombard),
    ("SUPPORT", support),
    ("STORES", stores),
    ("BASE", |words| Ok(Order::Base(words.port()?))),
    ("CREW", crew),
    ("LOAD SUPPLIES", |words| supplies(words, "FROM", Cargo::LoadSupplies)),
    ("UNLOAD SUPPLIES", |words| supplies(words, "TO", Cargo::UnloadSupplies)),
    ("LOAD", |words| Ok(Order::Cargo(Cargo::Load(unit(words)?)))),
    ("UNLOAD", unload),
    ("EXTRA STORES", |words| Ok(Order::ExtraStores(words.number("naval stores", 0, 1000)?))),
    ("COMBINE INTO", |words| Ok(Order::Combine(words.ship()?))),
    ("DIVIDE", divide),
];

/// Reads an order of a ship of a type.
///
/// # Errors
/// Why it cannot be read, or that her type never has it (N-70), in a sentence.
pub fn order(line: &str, chart: &Chart, kind: Kind) -> Read {
    let order = any_order(line, chart)?;
    fits(&order, kind)?;
    Ok(order)
}

/// Reads an order of a ship of whatever type.
///
/// # Errors
/// Why it cannot be read, in a sentence.
pub fn any_order(line: &str, chart: &Chart) -> Read {
    read(Words::of(line, chart))
}

/// Reads an order as a letter has it: ships may be called by their names.
///
/// # Errors
/// Why it cannot be read, in a sentence.
pub fn any_order_of(line: &str, helm: &Helm) -> Read {
    read(Words { names: Some(&helm.names), ..Words::of(line, &helm.chart) })
}

fn read(mut words: Words) -> Read {
    let line = words.rest;
    let plain = PLAIN.iter().chain(&PLAIN_TOO).find(|(phrase, _)| {
        let mut ahead = words;
        ahead.take(phrase) && ahead.end().is_ok()
    });
    let order = match plain {
        Some((_, order)) => order.clone(),
        None => {
            let form = FORMS.iter().find(|(phrase, _)| words.take(phrase)).map(|row| row.1);
            let read = form.or_else(|| words.take("DEPLOY").then_some(deploy as Reader));
            let order = read.ok_or_else(|| format!("{line:?} is no order of a ship"))?(&mut words)?;
            words.end()?;
            order
        }
    };
    Ok(order)
}

/// N-70: what a type never has.
///
/// # Errors
/// Why not, in a sentence.
pub fn fits(order: &Order, kind: Kind) -> Result<(), String> {
    let row = kind.row();
    let wrong = |why: &str| Err(format!("{}: {why}", row.name));
    match order {
        Order::Sail(_) if kind.is_river() => wrong("her type never goes to sea areas (WISC 2.1)"),
        Order::Cargo(_) | Order::ExtraStores(_) | Order::Combine(_) | Order::Divide(..)
            if !kind.is_transport() =>
        {
            wrong("only transport groups carry cargo (WISC 2.4)")
        }
        Order::Bombard(..) | Order::Support(..) if row.bombards == 0 => wrong("she has no guns (WISC 7.7)"),
        Order::Stores(Some(stores)) if *stores > row.stores => {
            wrong(&format!("her hold takes {} stores (WISC 3.4)", row.stores))
        }
        _ => Ok(()),
    }
}

fn sail(words: &mut Words) -> Read {
    let mut seas = vec![words.sea()?];
    words.take("THEN");
    if !words.rest.is_empty() {
        seas.push(words.sea()?);
    }
    Ok(Order::Sail(seas))
}

fn when(words: &mut Words) -> Option<When> {
    words.one_of(&[("FIRST", When::First), ("AFTER 1", When::After1), ("AFTER 2", When::After2)])
}

fn coast(words: &mut Words) -> Read {
    let goal = if words.take("ENEMY") { CoastGoal::Enemy } else { CoastGoal::Named(words.coast()?) };
    Ok(Order::Coast(goal, when(words)))
}

fn harbor(words: &mut Words) -> Read {
    let port = words.port()?;
    let site = words.chart.port(port);
    if !site.is_ocean() {
        let name = &site.name;
        return Err(format!(
            "{name} is a river port: no ship is sent there by HARBOR (WISC 6.1); RIVER {name}"
        ));
    }
    Ok(Order::Harbor(port, when(words)))
}

fn river(words: &mut Words) -> Read {
    let at = words.river()?;
    Ok(Order::River(at, when(words)))
}

fn contact(words: &mut Words) -> Read {
    let manners = [("PURSUE", Manner::Pursue), ("ACCEPT", Manner::Accept), ("EVADE", Manner::Evade)];
    let manner = words.one_of(&manners).ok_or("expected PURSUE, ACCEPT or EVADE")?;
    let mut contact = Contact { manner, min: None, max: None, open_sea_only: false };
    loop {
        if words.take("MIN") {
            contact.min = Some(words.number("a number of enemy ships", 0, 999)?);
        } else if words.take("MAX") {
            contact.max = Some(words.number("a number of enemy ships", 0, 999)?);
        } else if words.take("OPEN SEA ONLY") {
            contact.open_sea_only = true;
        } else {
            return Ok(Order::Contact(contact));
        }
    }
}

fn stand_in(words: &mut Words) -> Read {
    if words.rest.is_empty() {
        return Ok(Order::StandIn(None));
    }
    Ok(Order::StandIn(Some(words.haven()?)))
}

fn retreat(words: &mut Words) -> Read {
    let refuges = [
        ("HARBOUR", Refuge::Harbor),
        ("HARBOR", Refuge::Harbor),
        ("RIVER", Refuge::River),
        ("SEA", Refuge::Sea),
    ];
    let refuge = words.one_of(&refuges).ok_or("expected HARBOR, RIVER or SEA")?;
    let place = if words.rest.is_empty() { None } else { Some(words.haven()?) };
    Ok(Order::Retreat(refuge, place))
}

fn bombard(words: &mut Words) -> Read {
    let tac = words.tactical().ok_or("expected a tactical square such as 8-7")?;
    let phase = if words.take("PHASE") { words.number("a tactical phase", 1, 4)? as u8 } else { 1 };
    Ok(Order::Bombard(tac, phase))
}

fn support(words: &mut Words) -> Read {
    let tac = words.tactical().ok_or("expected a tactical square such as 10-5")?;
    let radius = if words.take("RADIUS") { words.number("a radius", 0, 14)? as u8 } else { 0 };
    let mut phases = (1, 4);
    if words.take("PHASES") || words.take("PHASE") {
        let span = words.word().unwrap_or("nothing");
        let (from, to) = span.split_once('-').unwrap_or((span, span));
        let phase = |text: &str| text.parse().ok().filter(|phase| (1..=5).contains(phase));
        phases = phase(from).zip(phase(to)).ok_or_else(|| format!("{span} are no phases such as 1-3"))?;
    }
    Ok(Order::Support(tac, radius, phases))
}

fn stores(words: &mut Words) -> Read {
    if words.take("FULL") {
        return Ok(Order::Stores(None));
    }
    Ok(Order::Stores(Some(words.number("naval stores", 0, 99)?)))
}

fn crew(words: &mut Words) -> Read {
    let men = words.number("men", 1, 9999)?;
    if !words.take("TO") {
        return Err("expected TO and a ship".into());
    }
    Ok(Order::Crew(men, words.ship()?))
}

fn unit(words: &mut Words) -> Result<String, String> {
    words.word().map(str::to_uppercase).ok_or_else(|| "expected a land unit such as US16IN".into())
}

fn unload(words: &mut Words) -> Read {
    let unit = unit(words)?;
    let mut tac = None;
    let mut square = None;
    if words.take("AT") {
        tac = words.tactical();
        square = if tac.is_none() { Some(words.square()?) } else { None };
    }
    let tac = tac.or_else(|| words.tactical());
    Ok(Order::Cargo(Cargo::Unload(unit, square, tac)))
}

fn supplies(words: &mut Words, side: &str, order: fn(u32, Option<Store>) -> Cargo) -> Read {
    let count = words.number("supplies", 1, 9999)?;
    let store = if words.take(side) { Some(store(words)?) } else { None };
    Ok(Order::Cargo(order(count, store)))
}

/// A city, a depot by its square, or a corps headquarters.
fn store(words: &mut Words) -> Result<Store, String> {
    let name = words.rest.trim();
    if let Some(port) = words.chart.port_of(name) {
        words.rest = "";
        return Ok(Store::City(port));
    }
    if let Ok(at) = words.chart.grid.parse(name) {
        words.rest = "";
        return Ok(Store::Depot(at));
    }
    let word = words.word().unwrap_or("nothing");
    let is_unit = word.len() > 4 && word.to_uppercase().ends_with("CQ");
    if is_unit {
        Ok(Store::Headquarters(word.to_uppercase()))
    } else {
        Err(format!("{name} is no city, depot or corps headquarters"))
    }
}

fn divide(words: &mut Words) -> Read {
    let capacity = words.number("a capacity", 2_000, 18_000)?;
    let mut with = Vec::new();
    if words.take("WITH") {
        while let Some(unit) = words.word() {
            with.push(unit.to_uppercase());
        }
    }
    Ok(Order::Divide(capacity, with))
}

fn deploy(words: &mut Words) -> Read {
    let name = words.rest.trim();
    let place = words.chart.place_named(name).ok_or_else(|| format!("{name:?} is no place on the chart"))?;
    words.rest = "";
    Ok(Order::Deploy(place))
}

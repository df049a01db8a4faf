//! The way back: an order in canonical words, which read as the same order again.

use crate::chart::Chart;
use crate::orders::{
    Attach, Battle, Cargo, CoastGoal, Commerce, Contact, Gauge, Manner, Office, Order, Refuge, Store, When,
};
use crate::place::Place;
use fieldpost_ground::square::TacticalSquare;

/// An order of a ship's.
pub fn order(order: &Order, chart: &Chart) -> String {
    let port = |port| chart.port(port).name.clone();
    match order {
        Order::Sail(seas) => {
            let codes: Vec<&str> = seas.iter().map(|sea| chart.sea(*sea).code.as_str()).collect();
            format!("SAIL {}", codes.join(" "))
        }
        Order::Coast(goal, when) => {
            let goal = match goal {
                CoastGoal::Named(coast) => chart.coast(*coast).code.as_str(),
                CoastGoal::Enemy => "ENEMY",
            };
            format!("COAST {goal}{}", of_when(*when))
        }
        Order::Harbor(to, when) => format!("HARBOR {}{}", port(*to), of_when(*when)),
        Order::River(at, when) => format!("RIVER {}{}", chart.grid.label(*at), of_when(*when)),
        Order::Contact(what) => contact(*what),
        Order::StandIn(place) => format!("STAND IN{}", of_place(*place, chart)),
        Order::Retreat(refuge, place) => {
            let word = match refuge {
                Refuge::Harbor => "HARBOR",
                Refuge::River => "RIVER",
                Refuge::Sea => "SEA",
            };
            format!("RETREAT TO {word}{}", of_place(*place, chart))
        }
        Order::Bombard(tac, phase) => format!("BOMBARD {tac} PHASE {phase}"),
        Order::Support(tac, radius, (from, to)) => {
            format!("SUPPORT {tac} RADIUS {radius} PHASES {from}-{to}")
        }
        Order::Stores(None) => "STORES FULL".into(),
        Order::Stores(Some(stores)) => format!("STORES {stores}"),
        Order::Base(base) => format!("BASE {}", port(*base)),
        Order::Crew(men, to) => format!("CREW {men} TO {to}"),
        Order::Cargo(what) => cargo(what, chart),
        Order::ExtraStores(stores) => format!("EXTRA STORES {stores}"),
        Order::Combine(into) => format!("COMBINE INTO {into}"),
        Order::Divide(capacity, with) if with.is_empty() => format!("DIVIDE {capacity}"),
        Order::Divide(capacity, with) => format!("DIVIDE {capacity} WITH {}", with.join(" ")),
        Order::Deploy(place) => format!("DEPLOY {}", chart.label(*place)),
        Order::Attach(Attach::To(id)) => format!("ATTACH TO {id}"),
        plain => words(plain).into(),
    }
}

/// Orders that are nothing but words.
fn words(order: &Order) -> &'static str {
    let either = |is: bool, yes: &'static str, no: &'static str| if is { yes } else { no };
    match order {
        Order::Attach(_) => "DETACH",
        Order::HaltOnEnemy => "HALT ON ENEMY",
        Order::HaltOnBridge => "HALT ON BRIDGE",
        Order::Alone(alone) => either(*alone, "SAIL ALONE", "SAIL TOGETHER"),
        Order::Join(join) => either(*join, "JOIN ALLIES", "KEEP APART"),
        Order::Gauge(gauge) => either(*gauge == Gauge::Windward, "GAUGE WINDWARD", "GAUGE LEEWARD"),
        Order::BattleGauge(gauge) => {
            either(*gauge == Gauge::Windward, "BATTLE GAUGE WINDWARD", "BATTLE GAUGE LEEWARD")
        }
        Order::Battle(Battle::Engage) => "BATTLE ENGAGE",
        Order::Battle(Battle::Accept) => "BATTLE ACCEPT",
        Order::Battle(Battle::Evade) => "BATTLE EVADE",
        Order::Battle(Battle::RunPast) => "BATTLE RUN PAST",
        Order::Sortie => "SORTIE",
        Order::Close(close) => either(*close, "CLOSE", "KEEP RANGE"),
        Order::AimHull(hull) => either(*hull, "AIM HULL", "AIM PROPULSION"),
        Order::RunBatteries(run) => either(*run, "RUN BATTERIES", "STOP AT BATTERIES"),
        Order::DestroyPrizes(destroy) => either(*destroy, "PRIZES DESTROY", "PRIZES CAPTURE"),
        Order::DestroyBridge => "DESTROY BRIDGE",
        Order::DestroyPontoon => "DESTROY PONTOON",
        Order::Commerce(Commerce::Raid) => "COMMERCE RAID",
        Order::Commerce(Commerce::Convoy) => "COMMERCE CONVOY",
        Order::Commerce(Commerce::Ignore) => "COMMERCE IGNORE",
        Order::Serve(serve) => either(*serve, "ACTIVATE", "INACTIVATE"),
        _ => "SCUTTLE",
    }
}

/// What stands behind an order to go into port, such as ` AFTER 1`; nothing where it names no time.
pub fn of_when(when: Option<When>) -> &'static str {
    match when {
        None => "",
        Some(When::First) => " FIRST",
        Some(When::After1) => " AFTER 1",
        Some(When::After2) => " AFTER 2",
    }
}

fn of_place(place: Option<Place>, chart: &Chart) -> String {
    place.map_or_else(String::new, |place| format!(" {}", chart.label(place)))
}

fn contact(contact: Contact) -> String {
    let manner = match contact.manner {
        Manner::Pursue => "PURSUE",
        Manner::Accept => "ACCEPT",
        Manner::Evade => "EVADE",
    };
    let limit = |word: &str, limit: Option<u32>| limit.map_or_else(String::new, |n| format!(" {word} {n}"));
    let open = if contact.open_sea_only { " OPEN SEA ONLY" } else { "" };
    format!("CONTACT {manner}{}{}{open}", limit("MIN", contact.min), limit("MAX", contact.max))
}

fn cargo(cargo: &Cargo, chart: &Chart) -> String {
    let store = |word: &str, store: &Option<Store>| match store {
        None => String::new(),
        Some(Store::City(port)) => format!(" {word} {}", chart.port(*port).name),
        Some(Store::Depot(at)) => format!(" {word} {}", chart.grid.label(*at)),
        Some(Store::Headquarters(id)) => format!(" {word} {id}"),
    };
    let tactical = |tac: &Option<TacticalSquare>| tac.map_or_else(String::new, |tac| format!(" {tac}"));
    match cargo {
        Cargo::Load(unit) => format!("LOAD {unit}"),
        Cargo::Unload(unit, Some(at), tac) => {
            format!("UNLOAD {unit} AT {}{}", chart.grid.label(*at), tactical(tac))
        }
        Cargo::Unload(unit, None, tac) => format!("UNLOAD {unit}{}", tactical(tac)),
        Cargo::LoadSupplies(count, from) => format!("LOAD SUPPLIES {count}{}", store("FROM", from)),
        Cargo::UnloadSupplies(count, to) => format!("UNLOAD SUPPLIES {count}{}", store("TO", to)),
    }
}

/// An order of a Naval Secretary's.
pub fn office(order: &Office, chart: &Chart) -> String {
    let port = |port| chart.port(port).name.clone();
    match order {
        Office::Assign(id, player, deputy) => {
            let deputy = deputy.as_ref().map_or_else(String::new, |name| format!(" DEPUTY {name}"));
            format!("ASSIGN {id} TO {player}{deputy}")
        }
        Office::MoveStores { stores, from, to } => {
            format!("MOVE STORES {stores} FROM {} TO {}", chart.magazine(*from), chart.magazine(*to))
        }
        Office::Repair(ids, at) => {
            let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
            format!("REPAIR {} AT {}", ids.join(" "), port(*at))
        }
        Office::Build(kind, at, name) => {
            let name = name.as_ref().map_or_else(String::new, |name| format!(" NAME {name}"));
            format!("BUILD {} AT {}{name}", kind.code(), port(*at))
        }
        Office::Inactivate(id) => format!("INACTIVATE {id}"),
        Office::Unread(why) => why.clone(),
    }
}

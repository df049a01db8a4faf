//! The orders of a ship's block: `grammar/sea/orders.abnf`. WISC 2.4-2.7, 3.4, 4.4-4.9, 6.18, 7, 9.
//!
//! Each parser begins behind its order's own words (they stand in [`super::forms`], beside meaning and example); its production,
//! with the words, is the first line of its doc.

use crate::kind::Kind;
use crate::language::words::{
    self, Known, between, clause, is_over, must_clause, one_of, square_here, unit, whole_name,
};
use crate::orders::{
    Attach, Battle, Cargo, CoastGoal, Commerce, Contact, Gauge, Manner, Order, Refuge, Store, When,
};
use fieldpost_grammar::parse::{Near, Parsed, against, expected, number_within, space, wrong};
use fieldpost_ground::language::{must_tactical, tactical_square};
use fieldpost_ground::square::TacticalSquare;

type Of<'a> = Parsed<'a, Order>;

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

/// `attach = ( "ATTACH TO" / "ATTACH" ) is ship-id`: rule 4.4
pub(super) fn attach<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, to) = words::ship(input, known)?;
    Ok((rest, Order::Attach(Attach::To(to))))
}

/// `sail = ( "SAIL" / "SAIL TO" ) is sea-area [ between [ "THEN" sp ] sea-area ]`: rule 4.5
pub(super) fn sail<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, first) = words::sea(input, known)?;
    let next = clause(&["THEN"], rest).unwrap_or(rest);
    if is_over(next) {
        return Ok((rest, Order::Sail(vec![first])));
    }
    let (rest, second) = words::sea(between(next), known)?;
    Ok((rest, Order::Sail(vec![first, second])))
}

/// `when = [ between ( "FIRST" / "AFTER 1" / "AFTER 2" ) ]`: before or after which sea move
fn when(input: &str) -> (&str, Option<When>) {
    let choices = [("FIRST", When::First), ("AFTER 1", When::After1), ("AFTER 2", When::After2)];
    match one_of("FIRST, AFTER 1 or AFTER 2", &choices, input) {
        Ok((rest, when)) => (rest, Some(when)),
        Err(_) => (input, None),
    }
}

/// `coast = ( "COAST" / "COAST TO" ) is ( "ENEMY" / coastal-waters ) when`: rule 4.5
pub(super) fn coast<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, goal) = match clause(&["ENEMY"], input) {
        Some(rest) => (rest, CoastGoal::Enemy),
        None => words::coast(input, known).map(|(rest, coast)| (rest, CoastGoal::Named(coast)))?,
    };
    let (rest, when) = when(rest);
    Ok((rest, Order::Coast(goal, when)))
}

/// `harbor = ( "HARBOR" / "HARBOUR" ) is ocean-port when`: rules 4.5, 6.1
pub(super) fn harbor<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, port) = words::port(input, known)?;
    let site = known.chart.port(port);
    if !site.is_ocean() {
        let why = format!("{} is a river port: no ship is sent there by HARBOR.", site.name);
        return against("WISC 6.1", input, why, Near::This(format!("RIVER {}", site.name)));
    }
    let (rest, when) = when(rest);
    Ok((rest, Order::Harbor(port, when)))
}

/// `river = "RIVER" is river-place when`: rule 4.5
pub(super) fn river<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, at) = words::river(input, known)?;
    let (rest, when) = when(rest);
    Ok((rest, Order::River(at, when)))
}

/// `contact = "CONTACT" is ( "PURSUE" / "ACCEPT" / "EVADE" ) *3( between contact-limit )`; `contact-limit = "MIN" sp enemies / "MAX" sp
/// enemies / "OPEN SEA ONLY"`; `enemies = 1*3DIGIT`: rule 4.6
pub(super) fn contact<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    const MANNERS: [(&str, Manner); 3] =
        [("PURSUE", Manner::Pursue), ("ACCEPT", Manner::Accept), ("EVADE", Manner::Evade)];
    let enemies = |input| number_within("a number of enemy ships", 0, 999, input);
    let (mut rest, manner) = one_of("PURSUE, ACCEPT or EVADE", &MANNERS, input)?;
    let mut contact = Contact { manner, min: None, max: None, open_sea_only: false };
    loop {
        if let Some(after) = clause(&["MIN"], rest) {
            let (after, min) = enemies(after)?;
            (rest, contact.min) = (after, Some(min));
        } else if let Some(after) = clause(&["MAX"], rest) {
            let (after, max) = enemies(after)?;
            (rest, contact.max) = (after, Some(max));
        } else if let Some(after) = clause(&["OPEN SEA ONLY"], rest) {
            (rest, contact.open_sea_only) = (after, true);
        } else {
            return Ok((rest, Order::Contact(contact)));
        }
    }
}

const GAUGES: [(&str, Gauge); 2] = [("WINDWARD", Gauge::Windward), ("LEEWARD", Gauge::Leeward)];

/// `gauge = "GAUGE" is ( "WINDWARD" / "LEEWARD" )`: rule 4.6
pub(super) fn gauge<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    let (rest, gauge) = one_of("WINDWARD or LEEWARD", &GAUGES, input)?;
    Ok((rest, Order::Gauge(gauge)))
}

/// `battle-gauge = "BATTLE GAUGE" is ( "WINDWARD" / "LEEWARD" )`: rule 4.7
pub(super) fn battle_gauge<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    let (rest, gauge) = one_of("WINDWARD or LEEWARD", &GAUGES, input)?;
    Ok((rest, Order::BattleGauge(gauge)))
}

/// `battle = "BATTLE" is ( "ENGAGE" / "ACCEPT" / "EVADE" / "RUN PAST" )`: rule 4.7
pub(super) fn battle<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    const BATTLES: [(&str, Battle); 4] = [
        ("ENGAGE", Battle::Engage),
        ("ACCEPT", Battle::Accept),
        ("EVADE", Battle::Evade),
        ("RUN PAST", Battle::RunPast),
    ];
    let (rest, battle) = one_of("ENGAGE, ACCEPT, EVADE or RUN PAST", &BATTLES, input)?;
    Ok((rest, Order::Battle(battle)))
}

/// `stand-in = "STAND IN" [ is haven ]`: rule 7.1
pub(super) fn stand_in<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    if is_over(input) {
        return Ok((input, Order::StandIn(None)));
    }
    let (rest, place) = words::haven(input, known)?;
    Ok((rest, Order::StandIn(Some(place))))
}

/// `aim = "AIM" is ( "PROPULSION" / "HULL" )`: rule 7.2
pub(super) fn aim<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    let (rest, hull) = one_of("PROPULSION or HULL", &[("PROPULSION", false), ("HULL", true)], input)?;
    Ok((rest, Order::AimHull(hull)))
}

/// `retreat = ( "RETREAT TO" / "RETREAT" ) is ( "HARBOR" / "HARBOUR" / "RIVER" / "SEA" ) [ between haven ]`: rule 7.6
pub(super) fn retreat<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    const REFUGES: [(&str, Refuge); 4] = [
        ("HARBOUR", Refuge::Harbor),
        ("HARBOR", Refuge::Harbor),
        ("RIVER", Refuge::River),
        ("SEA", Refuge::Sea),
    ];
    let (rest, refuge) = one_of("HARBOR, RIVER or SEA", &REFUGES, input)?;
    if is_over(rest) {
        return Ok((rest, Order::Retreat(refuge, None)));
    }
    let (rest, place) = words::haven(between(rest), known)?;
    Ok((rest, Order::Retreat(refuge, Some(place))))
}

/// `prizes = "PRIZES" is ( "CAPTURE" / "DESTROY" )`: rule 2.6
pub(super) fn prizes<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    let (rest, destroy) = one_of("CAPTURE or DESTROY", &[("CAPTURE", false), ("DESTROY", true)], input)?;
    Ok((rest, Order::DestroyPrizes(destroy)))
}

/// `bombard = ( "BOMBARD" / "SHELL" ) is tactical-square [ between "PHASE" sp %x31-34 ]`: rule 7.7
pub(super) fn bombard<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    let (rest, tac) = must_tactical(input)?;
    let (rest, phase) = match clause(&["PHASE"], rest) {
        Some(rest) => number_within("a tactical phase", 1, 4, rest)?,
        None => (rest, 1),
    };
    Ok((rest, Order::Bombard(tac, phase as u8)))
}

/// `support = "SUPPORT" is tactical-square [ between "RADIUS" sp radius ] [ between ( "PHASES" / "PHASE" ) sp phases ]`; `radius = DIGIT / "1"
/// %x30-34`; `phases = %x31-35 [ *WSP "-" *WSP %x31-35 ]`: rule 7.7
pub(super) fn support<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    let (rest, tac) = must_tactical(input)?;
    let (rest, radius) = match clause(&["RADIUS"], rest) {
        Some(rest) => number_within("a radius", 0, 14, rest)?,
        None => (rest, 0),
    };
    let (rest, phases) = match clause(&["PHASES", "PHASE"], rest) {
        Some(rest) => phases(rest)?,
        None => (rest, (1, 4)),
    };
    Ok((rest, Order::Support(tac, radius as u8, phases)))
}

/// The first and the last of some phases, which may be one.
fn phases(input: &str) -> Parsed<'_, (u8, u8)> {
    let phase = |input| number_within("a tactical phase", 1, 5, input);
    let (rest, first) = phase(input)?;
    let (rest, last) = match space(rest).strip_prefix('-') {
        Some(rest) => phase(space(rest))?,
        None => (rest, first),
    };
    Ok((rest, (first as u8, last as u8)))
}

/// `commerce = "COMMERCE" is ( "RAID" / "CONVOY" / "IGNORE" )`: rule 4.8
pub(super) fn commerce<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    const WAYS: [(&str, Commerce); 3] =
        [("RAID", Commerce::Raid), ("CONVOY", Commerce::Convoy), ("IGNORE", Commerce::Ignore)];
    let (rest, commerce) = one_of("RAID, CONVOY or IGNORE", &WAYS, input)?;
    Ok((rest, Order::Commerce(commerce)))
}

/// `stores = "STORES" is ( "FULL" / 1*2DIGIT )`: rule 3.4
pub(super) fn stores<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    if let Some(rest) = clause(&["FULL"], input) {
        return Ok((rest, Order::Stores(None)));
    }
    let (rest, stores) = number_within("naval stores", 0, 99, input)?;
    Ok((rest, Order::Stores(Some(stores))))
}

/// `extra-stores = "EXTRA STORES" is 1*3DIGIT`: rule 3.4
pub(super) fn extra_stores<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    let (rest, stores) = number_within("naval stores", 0, 1000, input)?;
    Ok((rest, Order::ExtraStores(stores)))
}

/// `base = "BASE" is port`: rule 3.4
pub(super) fn base<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, port) = words::port(input, known)?;
    Ok((rest, Order::Base(port)))
}

/// `crew = "CREW" is %x31-39 *3DIGIT between "TO" sp ship-id`: rule 2.7
pub(super) fn crew<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, men) = number_within("men", 1, 9999, input)?;
    let (rest, ()) = must_clause(&["TO"], "TO and a ship", rest)?;
    let (rest, to) = words::ship(rest, known)?;
    Ok((rest, Order::Crew(men, to)))
}

/// `load = "LOAD" is land-unit`: rule 9.2
pub(super) fn load<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    let (rest, unit) = unit(input)?;
    Ok((rest, Order::Cargo(Cargo::Load(unit))))
}

/// `unload = ( "UNLOAD" / "LAND" ) is land-unit [ between "AT" sp ( map-square [ between tactical-square ] / tactical-square ) / between
/// tactical-square ]`: rule 9.2
pub(super) fn unload<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, unit) = unit(input)?;
    let unload = |rest, square, tac| Ok((rest, Order::Cargo(Cargo::Unload(unit, square, tac))));
    let Some(at) = clause(&["AT"], rest) else {
        let (rest, tac) = tactical(rest)?;
        return unload(rest, None, tac);
    };
    match square_here(at, known) {
        Some((rest, square)) => {
            let (rest, tac) = tactical(rest)?;
            unload(rest, Some(square), tac)
        }
        None => match tactical(at)? {
            (rest, Some(tac)) => unload(rest, None, Some(tac)),
            _ => words::square(at, known).map(|(rest, _)| rest).and_then(|rest| expected(rest, "a square")),
        },
    }
}

/// A tactical square, if one stands behind what parts words here.
fn tactical(input: &str) -> Parsed<'_, Option<TacticalSquare>> {
    match tactical_square(between(input)) {
        Ok((rest, tac)) => Ok((rest, Some(tac))),
        Err(nom::Err::Error(_)) => Ok((input, None)),
        Err(fault) => Err(fault),
    }
}

/// `load-supplies = "LOAD SUPPLIES" is supplies [ between "FROM" sp store ]`; `supplies = %x31-39 *3DIGIT`: rule 9.3
pub(super) fn load_supplies<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, (count, store)) = supplies("FROM", input, known)?;
    Ok((rest, Order::Cargo(Cargo::LoadSupplies(count, store))))
}

/// `unload-supplies = "UNLOAD SUPPLIES" is supplies [ between "TO" sp store ]`: rule 9.3
pub(super) fn unload_supplies<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, (count, store)) = supplies("TO", input, known)?;
    Ok((rest, Order::Cargo(Cargo::UnloadSupplies(count, store))))
}

fn supplies<'a>(side: &str, input: &'a str, known: Known<'_>) -> Parsed<'a, (u32, Option<Store>)> {
    let (rest, count) = number_within("supplies", 1, 9999, input)?;
    let Some(rest) = clause(&[side], rest) else { return Ok((rest, (count, None))) };
    let (rest, store) = store(rest, known)?;
    Ok((rest, (count, Some(store))))
}

/// `store = port / map-square / headquarters`; `headquarters = 2ALPHA 1*4DIGIT "CQ"`: what holds supplies on land
fn store<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, Store> {
    let (rest, name) = whole_name(input);
    if let Some(port) = known.chart.port_of(&name) {
        return Ok((rest, Store::City(port)));
    }
    if let Ok(at) = known.chart.grid.parse(&name) {
        return Ok((rest, Store::Depot(at)));
    }
    let id = name.to_uppercase();
    if id.len() > 4 && id.ends_with("CQ") && !id.contains(' ') {
        return Ok((rest, Store::Headquarters(id)));
    }
    let why = format!("Expected a port, the square of a depot or a corps headquarters, found {name:?}.");
    wrong(input, why, Near::Place(name))
}

/// `combine = ( "COMBINE INTO" / "COMBINE WITH" ) is ship-id`: rule 2.5
pub(super) fn combine<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, into) = words::ship(input, known)?;
    Ok((rest, Order::Combine(into)))
}

/// `divide = "DIVIDE" is capacity [ between "WITH" sp land-unit *( between land-unit ) ]`; `capacity = %x32-39 3DIGIT`: rule 2.5
pub(super) fn divide<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    let (mut rest, capacity) = number_within("a capacity", 2_000, 18_000, input)?;
    let mut with = Vec::new();
    if let Some(after) = clause(&["WITH"], rest) {
        rest = after;
        while !is_over(rest) {
            let (after, unit) = unit(between(rest))?;
            (rest, _) = (after, with.push(unit));
        }
    }
    Ok((rest, Order::Divide(capacity, with)))
}

/// `place-ship = ( "DEPLOY" / "DEPLOY TO" ) is place`: rule 6.18
pub(super) fn deploy<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, place) = words::place(input, known)?;
    Ok((rest, Order::Deploy(place)))
}

//! The orders of a ship's block: `grammar/sea/orders.abnf`. WISC 2.4-2.7, 3.4, 4.4-4.9, 6.18, 7, 9.
//!
//! Each parser begins behind its order's own words (they stand in [`super::forms`], beside meaning and example); its production,
//! with the words, is the first line of its doc.

use crate::kind::Kind;
use crate::language::words::{self, Known, unit};
use crate::orders::{
    Attach, Battle, Cargo, CoastGoal, Commerce, Contact, Gauge, Manner, Order, Refuge, Store, When,
};
use fieldpost_engine::refusal::Refusal;
use fieldpost_grammar::parse::{
    Near, Parsed, Reads, against, any_order, between, by, choice, clause, dash, is_blank, list, must,
    must_clause, name, number, number_within, one_of, perhaps, unless_over, words, wrong,
};
use fieldpost_ground::language::{must_tactical, tactical_square};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::combinator::{opt, verify};
use nom::sequence::{preceded, terminated};

type Of<'a> = Parsed<'a, Order>;

/// N-70: what a type never has.
///
/// # Errors
/// Why not, in a clause with its rule.
pub fn fits(order: &Order, kind: Kind) -> Result<(), Refusal> {
    let row = kind.row();
    let refuse = |rule, first: &str, why: &str| Err(Refusal::by(rule, why).of(row.name).at(first));
    match order {
        Order::Sail(_) if kind.is_river() => refuse("WISC 2.1", "SAIL", "her type never goes to sea areas"),
        Order::Cargo(_) | Order::ExtraStores(_) | Order::Combine(_) | Order::Divide(..)
            if !kind.is_transport() =>
        {
            let first = match order {
                Order::Cargo(Cargo::Load(_) | Cargo::LoadSupplies(..)) => "LOAD",
                Order::Cargo(_) => "UNLOAD",
                Order::ExtraStores(_) => "EXTRA STORES",
                Order::Combine(_) => "COMBINE",
                _ => "DIVIDE",
            };
            refuse("WISC 2.4", first, "only transport groups carry cargo")
        }
        Order::Bombard(..) | Order::Support(..) if row.bombards == 0 => {
            let first = if matches!(order, Order::Bombard(..)) { "BOMBARD" } else { "SUPPORT" };
            refuse("WISC 7.7", first, "she has no guns")
        }
        Order::Stores(Some(stores)) if *stores > row.stores => {
            refuse("WISC 3.4", &stores.to_string(), &format!("her hold takes {} stores", row.stores))
        }
        _ => Ok(()),
    }
}

/// `attach = ( "ATTACH TO" / "ATTACH" ) is ship-id`: rule 4.4
pub(super) fn attach<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    by(words::ship, known).map(|to| Order::Attach(Attach::To(to))).parse(input)
}

/// `sail = ( "SAIL" / "SAIL TO" ) is sea-area [ between [ "THEN" sp ] sea-area ]`: rule 4.5
pub(super) fn sail<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let second = unless_over(&[], preceded(perhaps(&["THEN"]), by(words::sea, known)));
    (by(words::sea, known), second)
        .map(|(first, second)| Order::Sail([Some(first), second].into_iter().flatten().collect()))
        .parse(input)
}

/// `when = [ between ( "FIRST" / "AFTER 1" / "AFTER 2" ) ]`: before or after which sea move
fn when<'a>() -> impl Reads<'a, Option<When>> {
    opt(one_of([("FIRST", When::First), ("AFTER 1", When::After1), ("AFTER 2", When::After2)]))
}

/// `coast = ( "COAST" / "COAST TO" ) is ( "ENEMY" / coastal-waters ) when`: rule 4.5
pub(super) fn coast<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let enemy = words(&["ENEMY"]).map(|()| CoastGoal::Enemy);
    let goal = alt((enemy, by(words::coast, known).map(CoastGoal::Named)));
    (goal, when()).map(|(goal, when)| Order::Coast(goal, when)).parse(input)
}

/// `harbor = ( "HARBOR" / "HARBOUR" ) is ocean-port when`: rules 4.5, 6.1
pub(super) fn harbor<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, port) = words::port(input, known)?;
    let site = known.chart.port(port);
    if !site.is_ocean() {
        let why = format!("{} is a river port: no ship is sent there by HARBOR.", site.name);
        return against("WISC 6.1", input, why, Near::This(format!("RIVER {}", site.name)));
    }
    when().map(|when| Order::Harbor(port, when)).parse(rest)
}

/// `river = "RIVER" is river-place when`: rule 4.5
pub(super) fn river<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    (by(words::river, known), when()).map(|(at, when)| Order::River(at, when)).parse(input)
}

/// `contact = "CONTACT" is ( "PURSUE" / "ACCEPT" / "EVADE" ) contact-limits`; `contact-limits = [ min ] [ max ] [ open-sea ] / [ min ]
/// [ open-sea ] [ max ] / [ max ] [ min ] [ open-sea ] / [ max ] [ open-sea ] [ min ] / [ open-sea ] [ min ] [ max ] / [ open-sea ] [ max ]
/// [ min ]`; `min = between "MIN" sp enemies`; `max = between "MAX" sp enemies`; `open-sea = between "OPEN SEA ONLY"`; `enemies =
/// 1*3DIGIT`: rule 4.6
pub(super) fn contact<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    const MANNERS: [(&str, Manner); 3] =
        [("PURSUE", Manner::Pursue), ("ACCEPT", Manner::Accept), ("EVADE", Manner::Evade)];
    let enemies = |words| preceded(clause(words), number_within("a number of enemy ships", 0, 999));
    let limits = any_order((enemies(&["MIN"]), enemies(&["MAX"]), clause(&["OPEN SEA ONLY"])));
    (choice("PURSUE, ACCEPT or EVADE", MANNERS), limits)
        .map(|(manner, (min, max, open))| {
            Order::Contact(Contact { manner, min, max, open_sea_only: open.is_some() })
        })
        .parse(input)
}

const GAUGES: [(&str, Gauge); 2] = [("WINDWARD", Gauge::Windward), ("LEEWARD", Gauge::Leeward)];

/// `gauge = "GAUGE" is ( "WINDWARD" / "LEEWARD" )`: rule 4.6
pub(super) fn gauge<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    choice("WINDWARD or LEEWARD", GAUGES).map(Order::Gauge).parse(input)
}

/// `battle-gauge = "BATTLE GAUGE" is ( "WINDWARD" / "LEEWARD" )`: rule 4.7
pub(super) fn battle_gauge<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    choice("WINDWARD or LEEWARD", GAUGES).map(Order::BattleGauge).parse(input)
}

/// `battle = "BATTLE" is ( "ENGAGE" / "ACCEPT" / "EVADE" / "RUN PAST" )`: rule 4.7
pub(super) fn battle<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    const BATTLES: [(&str, Battle); 4] = [
        ("ENGAGE", Battle::Engage),
        ("ACCEPT", Battle::Accept),
        ("EVADE", Battle::Evade),
        ("RUN PAST", Battle::RunPast),
    ];
    choice("ENGAGE, ACCEPT, EVADE or RUN PAST", BATTLES).map(Order::Battle).parse(input)
}

/// `stand-in = "STAND IN" [ is haven ]`: rule 7.1
pub(super) fn stand_in<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    unless_over(&[], by(words::haven, known)).map(Order::StandIn).parse(input)
}

/// `aim = ( "AIM" / "AIM AT" ) is ( "PROPULSION" / "HULL" / "HULLS" )`: rule 7.2
pub(super) fn aim<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    choice("PROPULSION or HULL", [("PROPULSION", false), ("HULL", true), ("HULLS", true)])
        .map(Order::AimHull)
        .parse(input)
}

/// `retreat = ( "RETREAT TO" / "RETREAT" ) is ( "HARBOR" / "HARBOUR" / "RIVER" / "SEA" / "OPEN SEA" ) [ between haven ]`: rule 7.6
pub(super) fn retreat<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    const REFUGES: [(&str, Refuge); 5] = [
        ("HARBOUR", Refuge::Harbor),
        ("HARBOR", Refuge::Harbor),
        ("RIVER", Refuge::River),
        ("SEA", Refuge::Sea),
        ("OPEN SEA", Refuge::Sea),
    ];
    (choice("HARBOR, RIVER or SEA", REFUGES), unless_over(&[], by(words::haven, known)))
        .map(|(refuge, place)| Order::Retreat(refuge, place))
        .parse(input)
}

/// `prizes = "PRIZES" is ( "CAPTURE" / "DESTROY" )`: rule 2.6
pub(super) fn prizes<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    let destroy = choice("CAPTURE or DESTROY", [("CAPTURE", false), ("DESTROY", true)]);
    destroy.map(Order::DestroyPrizes).parse(input)
}

/// `bombard = ( "BOMBARD" / "SHELL" ) is tactical-square [ between "PHASE" sp %x31-34 ]`: rule 7.7
pub(super) fn bombard<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    (must_tactical, opt(preceded(clause(&["PHASE"]), number_within("a tactical phase", 1, 4))))
        .map(|(tac, phase)| Order::Bombard(tac, phase.unwrap_or(1) as u8))
        .parse(input)
}

/// `support = ( "SUPPORT" / "FIRE SUPPORT" ) is tactical-square ( [ in-radius ] [ in-phases ] / in-phases in-radius )`; `in-radius = between "RADIUS" sp radius`;
/// `in-phases = between ( "PHASES" / "PHASE" ) sp phases`; `radius = DIGIT / "1" %x30-34`: rule 7.7
pub(super) fn support<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    let radius = preceded(clause(&["RADIUS"]), number_within("a radius", 0, 14));
    let phases = preceded(clause(&["PHASES", "PHASE"]), phases);
    (must_tactical, any_order((radius, phases)))
        .map(|(tac, (radius, phases))| {
            Order::Support(tac, radius.unwrap_or(0) as u8, phases.unwrap_or((1, 4)))
        })
        .parse(input)
}

/// Phases that run backwards, and the order as it may be meant. Who writes them is told; what a record has of them is read as it was.
pub fn backwards(order: &Order) -> Option<(Refusal, String)> {
    match order {
        Order::Support(tac, radius, (first, last)) if first > last => {
            let meant = format!("SUPPORT {tac} RADIUS {radius} PHASES {last}-{first}");
            let phases = format!("{first}-{last}");
            Some((Refusal::plain(format!("Phases {phases} run backwards")).at(phases), meant))
        }
        _ => None,
    }
}

/// `phases = %x31-35 [ *WSP "-" *WSP %x31-35 ]`: the first and the last
fn phases(input: &str) -> Parsed<'_, (u8, u8)> {
    let phase = || number_within("a tactical phase", 1, 5).map(|phase| phase as u8);
    (phase(), opt(preceded(dash, phase()))).map(|(first, last)| (first, last.unwrap_or(first))).parse(input)
}

/// `commerce = "COMMERCE" is ( "RAID" / "CONVOY" / "IGNORE" )`: rule 4.8
pub(super) fn commerce<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    const WAYS: [(&str, Commerce); 3] =
        [("RAID", Commerce::Raid), ("CONVOY", Commerce::Convoy), ("IGNORE", Commerce::Ignore)];
    choice("RAID, CONVOY or IGNORE", WAYS).map(Order::Commerce).parse(input)
}

/// `stores = "STORES" is ( "FULL" / 1*2DIGIT )`: rule 3.4
pub(super) fn stores<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    let full = words(&["FULL"]).map(|()| None);
    alt((full, number_within("naval stores", 0, 99).map(Some))).map(Order::Stores).parse(input)
}

/// `extra-stores = "EXTRA STORES" is 1*3DIGIT`: rule 3.4
pub(super) fn extra_stores<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    number_within("naval stores", 0, 1000).map(Order::ExtraStores).parse(input)
}

/// `base = ( "BASE" / "CHANGE BASE TO" ) is port`: rule 3.4
pub(super) fn base<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    by(words::port, known).map(Order::Base).parse(input)
}

/// `crew = "CREW" is %x31-39 *3DIGIT between "TO" sp ship-id`: rule 2.7
pub(super) fn crew<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let to = preceded(must_clause("TO and a ship", &["TO"]), by(words::ship, known));
    (number_within("men", 1, 9999), to).map(|(men, to)| Order::Crew(men, to)).parse(input)
}

/// `load = "LOAD" is ( land-unit / supplies sp "SUPPLIES" [ between "FROM" sp store ] )`: rules 9.2, 9.3
pub(super) fn load<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let counted = counted_supplies(&["FROM"], known);
    let counted = counted.map(|(count, store)| Order::Cargo(Cargo::LoadSupplies(count, store)));
    alt((counted, unit.map(|unit| Order::Cargo(Cargo::Load(unit))))).parse(input)
}

/// `supplies sp "SUPPLIES" [ between side sp store ]`: as in LOAD 5 SUPPLIES FROM Boston.
fn counted_supplies<'a>(side: &[&str], known: Known<'_>) -> impl Reads<'a, (u32, Option<Store>)> {
    let what = preceded(take_while1(is_blank), words(&["SUPPLIES"]));
    let count = verify(terminated(number, what), |count| (1..=9999).contains(count));
    (count, opt(preceded(clause(side), by(store, known))))
}

/// `unload = ( "UNLOAD" / "LAND" ) is ( supplies sp "SUPPLIES" [ between "TO" sp store ] / land-unit [ between "AT" sp ( map-square [ between
/// tactical-square ] / tactical-square ) / between tactical-square ] )`: rules 9.2, 9.3
pub(super) fn unload<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let tac = || preceded(between, tactical_square);
    let square = (by(words::square, known), opt(tac())).map(|(square, tac)| (Some(square), tac));
    let at = preceded(clause(&["AT"]), alt((tactical_square.map(|tac| (None, Some(tac))), square)));
    let ashore = (unit, alt((at, opt(tac()).map(|tac| (None, tac)))))
        .map(|(unit, (square, tac))| Order::Cargo(Cargo::Unload(unit, square, tac)));
    let counted = counted_supplies(&["TO"], known);
    let counted = counted.map(|(count, store)| Order::Cargo(Cargo::UnloadSupplies(count, store)));
    alt((counted, ashore)).parse(input)
}

/// `load-supplies = "LOAD SUPPLIES" is supplies [ between "FROM" sp store ]`; `supplies = %x31-39 *3DIGIT`: rule 9.3
pub(super) fn load_supplies<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    supplies(&["FROM"], known)
        .map(|(count, store)| Order::Cargo(Cargo::LoadSupplies(count, store)))
        .parse(input)
}

/// `unload-supplies = "UNLOAD SUPPLIES" is supplies [ between "TO" sp store ]`: rule 9.3
pub(super) fn unload_supplies<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    supplies(&["TO"], known)
        .map(|(count, store)| Order::Cargo(Cargo::UnloadSupplies(count, store)))
        .parse(input)
}

fn supplies<'a>(side: &[&str], known: Known<'_>) -> impl Reads<'a, (u32, Option<Store>)> {
    (number_within("supplies", 1, 9999), opt(preceded(clause(side), by(store, known))))
}

/// `store = port / map-square / headquarters`; `headquarters = 2ALPHA 1*4DIGIT "CQ"`: what holds supplies on land
fn store<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, Store> {
    const WHAT: &str = "a port, the square of a depot or a corps headquarters";
    let (rest, name) = must(WHAT, name(&[])).parse(input)?;
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
    wrong(input, format!("Expected {WHAT}, found {name:?}."), Near::Place(name))
}

/// `combine = ( "COMBINE INTO" / "COMBINE WITH" ) is ship-id`: rule 2.5
pub(super) fn combine<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    by(words::ship, known).map(Order::Combine).parse(input)
}

/// `divide = "DIVIDE" is capacity [ between "WITH" sp land-unit *( between land-unit ) ]`; `capacity = %x32-39 3DIGIT`: rule 2.5
pub(super) fn divide<'a>(input: &'a str, _: Known<'_>) -> Of<'a> {
    (number_within("a capacity", 2_000, 18_000), opt(preceded(clause(&["WITH"]), list(&[], unit))))
        .map(|(capacity, with)| Order::Divide(capacity, with.unwrap_or_default()))
        .parse(input)
}

/// `place-ship = ( "DEPLOY" / "DEPLOY TO" ) is place`: rule 6.18
pub(super) fn deploy<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    by(words::place, known).map(Order::Deploy).parse(input)
}

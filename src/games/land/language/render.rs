//! Orders back to the words of `orders.md`: what a receipt echoes. Reading these words gives the order again.

use crate::orders::{
    AttackPosture, BattleLine, Carry, DefencePosture, Goal, OfficeOrder, Phases, Pursuit, RailMove,
    ReactionBox, SourceWish, SupplyPlace, TacticalMove, UnitOrder, Via,
};
use crate::unit::Source;
use fieldpost_ground::square::{Grid, StrategicSquare};

/// A unit's order in canonical words. Without a grid, strategic squares have no names and are shown as `?`.
pub fn unit_order(order: &UnitOrder, grid: Option<&Grid>) -> String {
    match order {
        UnitOrder::March(boxes) => boxes.iter().fold("MARCH".to_string(), |words, square| match square {
            Some(square) => format!("{words} {}", label(*square, grid)),
            None => words + " .",
        }),
        UnitOrder::Withdraw => "WITHDRAW".into(),
        UnitOrder::Entry(square) => format!("ENTRY {square}"),
        UnitOrder::HaltOnDetection => "HALT ON DETECTION".into(),
        UnitOrder::HaltOnEntry => "HALT ON ENTRY".into(),
        UnitOrder::NoForcedMarch => "NO FORCED MARCH".into(),
        UnitOrder::Pursue(Pursuit::Unlimited) => "PURSUE".into(),
        UnitOrder::Pursue(Pursuit::AtMost(moves)) => format!("PURSUE {moves}"),
        UnitOrder::MarchToBattle => "MARCH TO BATTLE".into(),
        UnitOrder::MarchToAllies => "MARCH TO ALLIES".into(),
        UnitOrder::MarchToEnemies => "MARCH TO ENEMIES".into(),
        UnitOrder::Rail(rail) => rail_move(rail, grid),
        UnitOrder::DestroyTrack => "DESTROY TRACK".into(),
        UnitOrder::DestroyBridge => "DESTROY BRIDGE".into(),
        UnitOrder::Move(order) => tactical_move(order, grid),
        UnitOrder::StayOutOfFort => "STAY OUT OF FORT".into(),
        UnitOrder::Engage(phases) => format!("ENGAGE{}", in_phases(*phases)),
        UnitOrder::Line(line) => format!("LINE {}", line_word(*line)),
        UnitOrder::Bombard(square) => format!("BOMBARD {square}"),
        UnitOrder::Support(area) => format!("SUPPORT {}", reaction_box(area, grid)),
        UnitOrder::HoldFire => "NO BOMBARDMENT".into(),
        UnitOrder::NoSupport => "NO SUPPORT".into(),
        UnitOrder::Intercept(area) => format!("INTERCEPT {}", reaction_box(area, grid)),
        UnitOrder::Attack(posture) => format!("ATTACK {}", attack_word(*posture)),
        UnitOrder::Defend(posture) => format!("DEFEND {}", defence_word(*posture)),
        UnitOrder::Carry(order) => carry(order, grid),
        UnitOrder::Inactivate => "INACTIVATE".into(),
        UnitOrder::Activate => "ACTIVATE".into(),
        UnitOrder::MergeInto(unit) => format!("MERGE INTO {unit}"),
        UnitOrder::DeployBridge { at, phase } => format!("DEPLOY BRIDGE {at}{}", from_phase(*phase)),
        UnitOrder::RemoveBridge { to, phase } => {
            let to = to.map_or_else(String::new, |square| format!(" TO {square}"));
            format!("REMOVE BRIDGE{to}{}", from_phase(*phase))
        }
        UnitOrder::TransferBattery(unit) => format!("TRANSFER BATTERY TO {unit}"),
        UnitOrder::Deploy { at, tac } => {
            let at = at.map_or_else(String::new, |square| format!(" {}", label(square, grid)));
            let tac = tac.map_or_else(String::new, |square| format!(" {square}"));
            format!("DEPLOY{at}{tac}")
        }
    }
}

/// An office order in canonical words.
pub fn office_order(order: &OfficeOrder, grid: Option<&Grid>) -> String {
    match order {
        OfficeOrder::Assign { unit, commander, deputy } => {
            let deputy = deputy.as_ref().map_or_else(String::new, |name| format!(" DEPUTY {name}"));
            format!("ASSIGN {unit} TO {commander}{deputy}")
        }
        OfficeOrder::MoveSupplies { amount, from, to } => {
            format!("MOVE SUPPLIES {amount} FROM {} TO {}", place(from, grid), place(to, grid))
        }
        OfficeOrder::AddSupplies { amount, to } => format!("ADD SUPPLIES {amount} TO {}", place(to, grid)),
        OfficeOrder::PlaceDepot { at, tac } => format!("PLACE DEPOT {} {tac}", label(*at, grid)),
        OfficeOrder::PlaceCache { at, tac } => format!("PLACE CACHE {} {tac}", label(*at, grid)),
        OfficeOrder::RemoveDepot(at) => format!("REMOVE DEPOT {}", label(*at, grid)),
        OfficeOrder::RemoveCache(at) => format!("REMOVE CACHE {}", label(*at, grid)),
        OfficeOrder::RebuildTrack(at) => format!("REBUILD TRACK {}", label(*at, grid)),
        OfficeOrder::RebuildBridge(at) => format!("REBUILD BRIDGE {}", label(*at, grid)),
        OfficeOrder::Upgrade(unit) => format!("UPGRADE {unit}"),
        OfficeOrder::Inactivate(unit) => format!("INACTIVATE {unit}"),
    }
}

fn label(square: StrategicSquare, grid: Option<&Grid>) -> String {
    grid.map_or_else(|| "?".into(), |grid| grid.label(square))
}

fn rail_move(rail: &RailMove, grid: Option<&Grid>) -> String {
    let via = rail.via.map_or_else(String::new, |square| format!(" VIA {}", label(square, grid)));
    let entry = rail.entry.map_or_else(String::new, |square| format!(" ENTRY {square}"));
    format!("RAIL TO {}{via}{entry}", label(rail.to, grid))
}

/// The strategic square whose map is meant, with a blank behind it.
fn on_the_map_of(on: Option<StrategicSquare>, grid: Option<&Grid>) -> String {
    on.map_or_else(String::new, |on| format!("{} ", label(on, grid)))
}

fn tactical_move(order: &TacticalMove, grid: Option<&Grid>) -> String {
    let goal = match order.goal {
        Goal::Square(square) => square.to_string(),
        Goal::NearestFord => "NEAREST FORD".into(),
        Goal::NearestPass => "NEAREST PASS".into(),
    };
    let via = match &order.via {
        Some(Via::Square(square)) => format!(" VIA {square}"),
        Some(Via::Ship(ship)) => format!(" VIA {ship}"),
        None => String::new(),
    };
    let phase = if order.at_once { " PHASE 1".into() } else { from_phase(order.phase) };
    format!("MOVE {}{goal}{via}{phase}", on_the_map_of(order.on, grid))
}

fn reaction_box(area: &ReactionBox, grid: Option<&Grid>) -> String {
    format!(
        "{}{} RADIUS {}{}",
        on_the_map_of(area.on, grid),
        area.centre,
        area.radius,
        in_phases(area.phases)
    )
}

/// The phases, if they are not those that hold where none are named.
fn in_phases(phases: Phases) -> String {
    match phases {
        Phases::DEFAULT => String::new(),
        Phases { first, last } if first == last => format!(" PHASE {first}"),
        Phases { first, last } => format!(" PHASES {first}-{last}"),
    }
}

/// The first phase, if it is not 1.
fn from_phase(phase: u8) -> String {
    if phase == 1 { String::new() } else { format!(" PHASE {phase}") }
}

fn line_word(line: BattleLine) -> &'static str {
    match line {
        BattleLine::First => "FIRST",
        BattleLine::Second => "SECOND",
        BattleLine::Rear => "REAR",
    }
}

fn attack_word(posture: AttackPosture) -> &'static str {
    match posture {
        AttackPosture::Assault => "ASSAULT",
        AttackPosture::Attack => "ATTACK",
        AttackPosture::Skirmish => "SKIRMISH",
        AttackPosture::Evade => "EVADE",
    }
}

fn defence_word(posture: DefencePosture) -> &'static str {
    match posture {
        DefencePosture::LastDitch => "LAST-DITCH",
        DefencePosture::Defend => "DEFEND",
        DefencePosture::Skirmish => "SKIRMISH",
        DefencePosture::Evade => "EVADE",
    }
}

fn carry(order: &Carry, grid: Option<&Grid>) -> String {
    let from = match &order.from {
        SourceWish::Nearest => return format!("CARRY {}", order.level),
        SourceWish::None => "NONE".into(),
        SourceWish::Named(Source::Unit(unit)) => unit.to_string(),
        SourceWish::Named(Source::City(city)) => city.clone(),
        SourceWish::Named(Source::Depot(square)) => label(*square, grid),
    };
    format!("CARRY {} FROM {from}", order.level)
}

fn place(place: &SupplyPlace, grid: Option<&Grid>) -> String {
    match place {
        SupplyPlace::City(city) => city.clone(),
        SupplyPlace::Depot(square) => label(*square, grid),
    }
}

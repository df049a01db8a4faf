//! A unit's orders: `grammar/land/orders.abnf`. ROTD-EUWOL 6.3-6.7, 6.10.
//!
//! Each parser begins behind its order's own words (they stand in [`super::forms`], beside meaning and
//! example); its production, with the words, is the first line of its doc.

use crate::orders::{
    AttackPosture, BattleLine, Carry, DefencePosture, Goal, Phases, Pursuit, RailMove, ReactionBox,
    SourceWish, SupplyPlace, TacticalMove, UnitOrder, Via,
};
use crate::unit::Source;
use fieldpost_ground::language::{
    must_spot, must_strategic, must_tactical, must_tactical_of, path, strategic_square, tactical_square,
};
use fieldpost_ground::square::StrategicSquare;

use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::{Parsed, any_phrase, end, expected, must, number_within, skip, space, stands};

use super::name::{must_unit, place, ship, unit_id};
use super::phases::{phases, radius, start_phase};

/// `march = ( "MARCH" / "MARCH TO" / "MARCH VIA" / "GO" / "GO TO" / "GO VIA" / "PATH" ) is path`: rule 7.4
pub(super) fn march<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    if end(input).is_ok() && !input.starts_with('.') {
        return expected(input, "one to six boxes: strategic squares such as H4-S1, or . for a blank one");
    }
    let (rest, boxes) = path(input, lexicon)?;
    Ok((rest, UnitOrder::March(boxes)))
}

/// `entry = ( "ENTRY" / "ENTRY AT" / "ENTRY SQUARE" / "ENTRY SQUARE AT" / "ENTER" / "ENTER AT" ) is
/// tactical-square`: rule 7.14
pub(super) fn entry<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    let (rest, square) = must_tactical_of(input, lexicon)?;
    Ok((rest, UnitOrder::Entry(square)))
}

/// `pursue = ( "PURSUE" / "PURSUIT" ) [ is [ ( "LIMIT" / "AT MOST" / "UP TO" ) sp ] %x31-36 [ sp ( "MOVES"
/// / "MOVE" ) ] ]`: rule 7.12
pub(super) fn pursue<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    if end(input).is_ok() {
        return Ok((input, UnitOrder::Pursue(Pursuit::Unlimited)));
    }
    if !lexicon.language.edition.has("pursuit") {
        return expected(input, "nothing after PURSUE, which has no limit in this war");
    }
    let rest = skip(&["LIMIT", "AT MOST", "UP TO"], input);
    let (rest, moves) = number_within("a number of moves", 1, 6, rest)?;
    Ok((skip(&["MOVES", "MOVE"], space(rest)), UnitOrder::Pursue(Pursuit::AtMost(moves as u8))))
}

/// `rail = ( "RAIL" / "RAIL TO" / "BY RAIL" / "BY RAIL TO" / "TRAIN" / "TRAIN TO" ) is square ( [
/// rail-via ] [ rail-entry ] / rail-entry rail-via )`; `rail-via = sp ( "VIA" / "THROUGH" ) sp
/// square`; `rail-entry = sp ( "ENTRY" / "ENTRY AT" / "ENTER AT" ) sp tactical-square`: rule 8.3
pub(super) fn rail<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    let (mut rest, to) = must_strategic(input, lexicon, None)?;
    let mut rail = RailMove { to, via: None, entry: None };
    loop {
        let next = space(rest);
        if let (None, Ok((after, ()))) = (rail.via, any_phrase(&["VIA", "THROUGH"], next)) {
            let (after, via) = must_strategic(after, lexicon, None)?;
            (rest, rail.via) = (after, Some(via));
        } else if let (None, Ok((after, ()))) =
            (rail.entry, any_phrase(&["ENTRY", "ENTRY AT", "ENTER AT"], next))
        {
            let (after, entry) = must_tactical(after)?;
            (rest, rail.entry) = (after, Some(entry));
        } else {
            return Ok((rest, UnitOrder::Rail(rail)));
        }
    }
}

/// `move = ( "MOVE" / "MOVE TO" ) is goal via start-phase`: rule 9.2
pub(super) fn tactical_move<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    let (rest, (on, goal)) = goal(input, lexicon)?;
    let (rest, via) = via(space(rest))?;
    let (behind, phase) = start_phase(rest)?;
    let at_once = phase == 1 && behind.len() < rest.len();
    Ok((behind, UnitOrder::Move(TacticalMove { goal, via, phase, at_once, on })))
}

/// `goal = spot / [ "THE" sp ] ( "NEAREST FORD" / "NEAREST PASS" )`
fn goal<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, (Option<StrategicSquare>, Goal)> {
    let is_nearest = stands(&["NEAREST", "THE NEAREST"], input);
    if is_nearest && !lexicon.language.edition.has("nearest") {
        return expected(input, "a tactical square such as 7-11: in this war a move names its square");
    }
    if let Ok((rest, ())) = any_phrase(&["NEAREST FORD", "THE NEAREST FORD"], input) {
        return Ok((rest, (None, Goal::NearestFord)));
    }
    if let Ok((rest, ())) = any_phrase(&["NEAREST PASS", "THE NEAREST PASS"], input) {
        return Ok((rest, (None, Goal::NearestPass)));
    }
    if is_nearest {
        return expected(skip(&["NEAREST", "THE NEAREST"], input), "FORD or PASS");
    }
    let (rest, (on, square)) = must_spot(input, lexicon)?;
    Ok((rest, (on, Goal::Square(square))))
}

/// `via = [ sp ( "VIA" / "THROUGH" ) sp ( tactical-square / [ "FERRY" sp ] ship ) ]`: rules 9.7, 12.7
fn via(input: &str) -> Parsed<'_, Option<Via>> {
    let Ok((rest, ())) = any_phrase(&["VIA", "THROUGH"], input) else { return Ok((input, None)) };
    match tactical_square(rest) {
        Ok((rest, square)) => Ok((rest, Some(Via::Square(square)))),
        Err(nom::Err::Error(_)) => {
            let what = "a tactical square such as 7-11, or the id of the ship that ferries";
            let (rest, ship) = must(what, ship(skip(&["FERRY"], rest)))?;
            Ok((rest, Some(Via::Ship(ship))))
        }
        Err(fault) => Err(fault),
    }
}

/// `engage = ( "ENGAGE" / "ENGAGE ENEMY" / "ENGAGE THE ENEMY" / "ENGAGE NEAREST ENEMY" / "ENGAGE THE NEAREST ENEMY"
/// ) phases`: rule 9.8
pub(super) fn engage<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, UnitOrder> {
    let (rest, found) = phases(input)?;
    Ok((rest, UnitOrder::Engage(found.unwrap_or(Phases::DEFAULT))))
}

/// `line = ( "LINE" / "FIGHT IN LINE" ) is ( "FIRST" / "FRONT" / "1" / "SECOND" / "2" / "REAR" / "THIRD" /
/// "3" )`: rule 9.9
pub(super) fn line<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, UnitOrder> {
    const LINES: [(&[&str], BattleLine); 3] = [
        (&["FIRST", "FRONT", "1"], BattleLine::First),
        (&["SECOND", "2"], BattleLine::Second),
        (&["REAR", "THIRD", "3"], BattleLine::Rear),
    ];
    let (rest, line) = one_of("FIRST, SECOND or REAR", &LINES, input)?;
    Ok((rest, UnitOrder::Line(line)))
}

/// One of several choices, each with its words.
fn one_of<'a, T: Copy>(what: &'static str, choices: &[(&[&str], T)], input: &'a str) -> Parsed<'a, T> {
    for (words, choice) in choices {
        if let Ok((rest, ())) = any_phrase(words, input) {
            return Ok((rest, *choice));
        }
    }
    expected(input, what)
}

/// `bombard = ( "BOMBARD" / "SHELL" ) is ( "NONE" / tactical-square )`: rule 10.15
pub(super) fn bombard<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    if let Ok((rest, ())) = any_phrase(&["NONE"], input) {
        return Ok((rest, UnitOrder::HoldFire));
    }
    let (rest, square) = must_tactical_of(input, lexicon)?;
    Ok((rest, UnitOrder::Bombard(square)))
}

/// `reaction-box = [ "AT" sp ] spot radius phases`: rules 9.10, 9.11
fn reaction_box<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, ReactionBox> {
    let (rest, (on, centre)) = must_spot(skip(&["AT"], input), lexicon)?;
    let (rest, radius) = radius(rest)?;
    let (rest, found) = phases(rest)?;
    Ok((rest, ReactionBox { centre, radius, phases: found.unwrap_or(Phases::DEFAULT), on }))
}

/// `support = "SUPPORT" is reaction-box`: rule 9.10
pub(super) fn support<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    let (rest, area) = reaction_box(input, lexicon)?;
    Ok((rest, UnitOrder::Support(area)))
}

/// `intercept = "INTERCEPT" is reaction-box`: rule 9.11
pub(super) fn intercept<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    let (rest, area) = reaction_box(input, lexicon)?;
    Ok((rest, UnitOrder::Intercept(area)))
}

/// `attack = ( "ATTACK" / "ATTACK MODE" / "ATTACK POSTURE" ) [ is ( "ASSAULT" / "ATTACK" / "SKIRMISH" /
/// "EVADE" ) ]`: rule 6.6; alone it is ATTACK ATTACK
pub(super) fn attack<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, UnitOrder> {
    const POSTURES: [(&[&str], AttackPosture); 4] = [
        (&["ASSAULT"], AttackPosture::Assault),
        (&["ATTACK"], AttackPosture::Attack),
        (&["SKIRMISH"], AttackPosture::Skirmish),
        (&["EVADE"], AttackPosture::Evade),
    ];
    if end(input).is_ok() {
        return Ok((input, UnitOrder::Attack(AttackPosture::Attack)));
    }
    let (rest, posture) = one_of("ASSAULT, ATTACK, SKIRMISH or EVADE", &POSTURES, input)?;
    Ok((rest, UnitOrder::Attack(posture)))
}

/// `defend = ( "DEFEND" / "DEFENCE" / "DEFENSE" / "DEFEND MODE" / "DEFEND POSTURE" ) [ is ( "LAST DITCH" /
/// "LASTDITCH" / "DEFEND" / "SKIRMISH" / "EVADE" ) ]`: rule 6.6; alone it is DEFEND DEFEND
pub(super) fn defend<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, UnitOrder> {
    const POSTURES: [(&[&str], DefencePosture); 4] = [
        (&["LAST DITCH", "LASTDITCH"], DefencePosture::LastDitch),
        (&["DEFEND"], DefencePosture::Defend),
        (&["SKIRMISH"], DefencePosture::Skirmish),
        (&["EVADE"], DefencePosture::Evade),
    ];
    if end(input).is_ok() {
        return Ok((input, UnitOrder::Defend(DefencePosture::Defend)));
    }
    let (rest, posture) = one_of("LAST-DITCH, DEFEND, SKIRMISH or EVADE", &POSTURES, input)?;
    Ok((rest, UnitOrder::Defend(posture)))
}

/// `carry = ( "CARRY" / "CARRY SUPPLIES" / "SUPPLY LEVEL" ) is level [ sp ( "SUPPLIES" / "SUPPLY" ) ] [ sp
/// "FROM" sp source ]`; `level = DIGIT / "1" %x30-32`: rules 6.7, 11.9
pub(super) fn carry<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    let (rest, level) = number_within("a level of supply", 0, 12, input)?;
    let rest = skip(&["SUPPLIES", "SUPPLY"], space(rest));
    let (rest, from) = match any_phrase(&["FROM"], rest) {
        Ok((rest, ())) => source(rest, lexicon)?,
        Err(_) => (rest, SourceWish::Nearest),
    };
    Ok((rest, UnitOrder::Carry(Carry { level: level as u8, from })))
}

/// `source = "NONE" / "NOWHERE" / unit-id / place`
fn source<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, SourceWish> {
    if let Ok((rest, ())) = any_phrase(&["NONE", "NOWHERE"], input) {
        return Ok((rest, SourceWish::None));
    }
    match unit_id(input, lexicon) {
        Ok((rest, unit)) => return Ok((rest, SourceWish::Named(Source::Unit(unit)))),
        Err(fault @ nom::Err::Failure(_)) => return Err(fault),
        Err(_) => {}
    }
    let (rest, place) = place(&[], input, lexicon)?;
    let source = match place {
        SupplyPlace::City(city) => Source::City(city),
        SupplyPlace::Depot(square) => Source::Depot(square),
    };
    Ok((rest, SourceWish::Named(source)))
}

/// `merge = ( "MERGE INTO" / "MERGE IN TO" ) is unit-id`: the second rule 3.5
pub(super) fn merge<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    let (rest, unit) = must_unit(input, lexicon)?;
    Ok((rest, UnitOrder::MergeInto(unit)))
}

/// `deploy-bridge = ( "DEPLOY BRIDGE" / "DEPLOY PONTOON BRIDGE" / "LAY BRIDGE" / "LAY PONTOON BRIDGE" ) is
/// [ ( "AT" / "IN" ) sp ] tactical-square start-phase`: rule 12.4
pub(super) fn deploy_bridge<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    let (rest, at) = must_tactical_of(skip(&["AT", "IN"], input), lexicon)?;
    let (rest, phase) = start_phase(rest)?;
    Ok((rest, UnitOrder::DeployBridge { at, phase }))
}

/// `remove-bridge = ( "REMOVE BRIDGE" / "REMOVE PONTOON BRIDGE" ) [ is "TO" sp tactical-square ]
/// start-phase`: rule 12.5
pub(super) fn remove_bridge<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    let (rest, to) = match any_phrase(&["TO"], input) {
        Ok((rest, ())) => must_tactical_of(rest, lexicon).map(|(rest, square)| (rest, Some(square)))?,
        Err(_) => (input, None),
    };
    let (rest, phase) = start_phase(rest)?;
    Ok((rest, UnitOrder::RemoveBridge { to, phase }))
}

/// `transfer-battery = ( "TRANSFER BATTERY TO" / "TRANSFER GUNS TO" ) is unit-id`: rule 10.11
pub(super) fn transfer_battery<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    let (rest, unit) = must_unit(input, lexicon)?;
    Ok((rest, UnitOrder::TransferBattery(unit)))
}

/// `deploy = ( "DEPLOY" / "DEPLOY TO" / "DEPLOY AT" / "DEPLOY IN" ) is ( square [ sp [ ( "AT" /
/// "ENTRY" ) sp ] tactical-square ] / tactical-square )`: rules 6.10, 7.17
pub(super) fn deploy<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    let input = skip(&["TO", "AT", "IN"], input);
    match tactical_square(input) {
        Ok((rest, square)) => return Ok((rest, UnitOrder::Deploy { at: None, tac: Some(square) })),
        Err(fault @ nom::Err::Failure(_)) => return Err(fault),
        Err(_) => {}
    }
    let (rest, at) = match strategic_square(input, lexicon) {
        Err(nom::Err::Error(_)) => must_strategic(input, lexicon, None)?,
        other => other?,
    };
    if end(rest).is_ok() {
        return Ok((rest, UnitOrder::Deploy { at: Some(at), tac: None }));
    }
    let (rest, tac) = must_tactical(skip(&["AT", "ENTRY"], space(rest)))?;
    Ok((rest, UnitOrder::Deploy { at: Some(at), tac: Some(tac) }))
}

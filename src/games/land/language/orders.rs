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
    must_spot, must_strategic, must_tactical, must_tactical_of, path, tactical_square,
};
use fieldpost_ground::square::StrategicSquare;

use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::{
    Parsed, any_order, by, choice, clause, end, expected, must, number_within, one_of, perhaps, spelled,
    stands, unless_over, words,
};
use nom::Parser;
use nom::branch::alt;
use nom::combinator::opt;
use nom::sequence::{preceded, terminated};

use super::name::{must_unit, place, ship, unit_id};
use super::phases::{phases, radius, start_phase};

/// `march = ( "MARCH" / "MARCH TO" / "GO" / "GO TO" / "PATH" / "MARSCHIERE" / "MARSCHIERE NACH" / "MARSCH" / "MARSCH NACH" / "MARCHER"
/// / "MARCHER VERS" ) is path`: rule 7.4
pub(super) fn march<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    if end(input).is_ok() && !input.starts_with('.') {
        return expected(input, "one to six boxes: strategic squares such as H4-S1, or . for a blank one");
    }
    by(path, lexicon).map(UnitOrder::March).parse(input)
}

/// `entry = ( "ENTRY" / "ENTRY AT" / "ENTRY SQUARE" / "ENTRY SQUARE AT" / "ENTER" / "ENTER AT" ) is
/// tactical-square`: rule 7.14
pub(super) fn entry<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    by(must_tactical_of, lexicon).map(UnitOrder::Entry).parse(input)
}

/// `pursue = ( "PURSUE" / "PURSUIT" / "PURSUE ENEMY" / "PURSUE THE ENEMY" / "PURSUE ENEMIES" / "VERFOLGE" / "POURSUIVRE" ) [ is [ (
/// "LIMIT" / "AT MOST" / "UP TO" ) sp ] %x31-36 [ sp ( "MOVES" / "MOVE" / "TIMES" ) ] ]`: rule 7.12
pub(super) fn pursue<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    let (rest, limit) = unless_over(&[], by(limit, lexicon)).parse(input)?;
    Ok((rest, UnitOrder::Pursue(limit.unwrap_or(Pursuit::Unlimited))))
}

/// So many moves, where the book has a limit.
fn limit<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Pursuit> {
    if !lexicon.language.edition.has("pursuit") {
        return expected(input, "nothing after PURSUE, which has no limit in this war");
    }
    let moves = preceded(perhaps(&["LIMIT", "AT MOST", "UP TO"]), number_within("a number of moves", 1, 6));
    terminated(moves, perhaps(&["MOVES", "MOVE", "TIMES"]))
        .map(|moves| Pursuit::AtMost(moves as u8))
        .parse(input)
}

/// `rail = ( "RAIL" / "RAIL TO" / "BY RAIL" / "BY RAIL TO" / "TRAIN" / "TRAIN TO" / "MOVE BY RAIL" / "MOVE BY RAIL TO" / "GO BY RAIL" / "GO BY RAIL TO" ) is square ( [
/// rail-via ] [ rail-entry ] / rail-entry rail-via )`; `rail-via = between ( "VIA" / "THROUGH" ) sp
/// square`; `rail-entry = between ( "ENTRY" / "ENTRY AT" / "ENTER AT" ) sp tactical-square`: rule 8.3
pub(super) fn rail<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    let via = preceded(clause(&["VIA", "THROUGH"]), by(must_strategic, lexicon));
    let entry = preceded(clause(&["ENTRY", "ENTRY AT", "ENTER AT"]), must_tactical);
    (by(must_strategic, lexicon), any_order((via, entry)))
        .map(|(to, (via, entry))| UnitOrder::Rail(RailMove { to, via, entry }))
        .parse(input)
}

/// `move = ( "MOVE" / "MOVE TO" / "BEWEGE" / "BEWEGE NACH" / "MOUVEMENT" / "MOUVEMENT VERS" ) is goal via start-phase`: rule 9.2
pub(super) fn tactical_move<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    (by(goal, lexicon), via, opt(start_phase))
        .map(|((on, goal), via, phase)| {
            let at_once = phase == Some(1);
            UnitOrder::Move(TacticalMove { goal, via, phase: phase.unwrap_or(1), at_once, on })
        })
        .parse(input)
}

/// `goal = spot / [ "THE" sp ] ( "NEAREST FORD" / "NEAREST PASS" )`
fn goal<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, (Option<StrategicSquare>, Goal)> {
    const NEAREST: &[&str] = &["NEAREST", "THE NEAREST"];
    const GOALS: [(&[&str], Goal); 2] = [
        (&["NEAREST FORD", "THE NEAREST FORD"], Goal::NearestFord),
        (&["NEAREST PASS", "THE NEAREST PASS"], Goal::NearestPass),
    ];
    if stands(NEAREST, input) && !lexicon.language.edition.has("nearest") {
        return expected(input, "a tactical square such as 7-11: in this war a move names its square");
    }
    let other = preceded(words(NEAREST), |rest| expected(rest, "FORD or PASS"));
    let spot = by(must_spot, lexicon).map(|(on, square)| (on, Goal::Square(square)));
    alt((one_of(spelled(&GOALS)).map(|goal| (None, goal)), other, spot)).parse(input)
}

/// `via = [ between ( "VIA" / "THROUGH" ) sp ( tactical-square / [ "FERRY" sp ] ship ) ]`: rules 9.7, 12.7
fn via(input: &str) -> Parsed<'_, Option<Via>> {
    const WHAT: &str = "a tactical square such as 7-11, or the id of the ship that ferries";
    let ship = preceded(perhaps(&["FERRY"]), must(WHAT, ship)).map(Via::Ship);
    opt(preceded(clause(&["VIA", "THROUGH"]), alt((tactical_square.map(Via::Square), ship)))).parse(input)
}

/// `engage = ( "ENGAGE" / "ENGAGE ENEMY" / "ENGAGE THE ENEMY" / "ENGAGE NEAREST ENEMY" / "ENGAGE THE NEAREST ENEMY" / "GREIFE AN" /
/// "ENGAGER" ) phases`: rule 9.8
pub(super) fn engage<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, UnitOrder> {
    opt(phases).map(|found| UnitOrder::Engage(found.unwrap_or(Phases::DEFAULT))).parse(input)
}

/// `line = ( "LINE" / "FIGHT IN LINE" ) is ( "FIRST" / "FRONT" / "1" / "SECOND" / "2" / "REAR" / "THIRD" /
/// "3" )`: rule 9.9
pub(super) fn line<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, UnitOrder> {
    const LINES: [(&[&str], BattleLine); 3] = [
        (&["FIRST", "FRONT", "1"], BattleLine::First),
        (&["SECOND", "2"], BattleLine::Second),
        (&["REAR", "THIRD", "3"], BattleLine::Rear),
    ];
    choice("FIRST, SECOND or REAR", spelled(&LINES)).map(UnitOrder::Line).parse(input)
}

/// `bombard = ( "BOMBARD" / "SHELL" / "BESCHIESSE" / "BOMBARDE" / "BOMBARDER" ) is ( "NONE" / tactical-square )`: rule 10.15
pub(super) fn bombard<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    let none = words(&["NONE"]).map(|()| UnitOrder::HoldFire);
    alt((none, by(must_tactical_of, lexicon).map(UnitOrder::Bombard))).parse(input)
}

/// `reaction-box = [ ( "AT" / "LOCATION" ) sp ] spot radius phases`: rules 9.10, 9.11
fn reaction_box<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, ReactionBox> {
    (preceded(perhaps(&["AT", "LOCATION"]), by(must_spot, lexicon)), radius, opt(phases))
        .map(|((on, centre), radius, phases)| ReactionBox {
            centre,
            radius,
            phases: phases.unwrap_or(Phases::DEFAULT),
            on,
        })
        .parse(input)
}

/// `support = ( "SUPPORT" / "UNTERSTUETZE" / "UNTERSTÜTZE" / "SOUTIEN" / "SOUTENIR" ) is reaction-box`: rule 9.10
pub(super) fn support<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    by(reaction_box, lexicon).map(UnitOrder::Support).parse(input)
}

/// `intercept = ( "INTERCEPT" / "ABFANGEN" / "INTERCEPTER" ) is reaction-box`: rule 9.11
pub(super) fn intercept<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    by(reaction_box, lexicon).map(UnitOrder::Intercept).parse(input)
}

/// `attack = ( "ATTACK" / "ATTACK MODE" / "ATTACK POSTURE" / "OFFENSIVE POSTURE" / "OFFENSIVE MODE" / "ANGRIFF" / "ATTAQUE" /
/// "ATTAQUER" ) [ is ( "ASSAULT" / "ATTACK" / "SKIRMISH" / "EVADE" ) ]`: rule 6.6; alone it is ATTACK ATTACK
pub(super) fn attack<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, UnitOrder> {
    const POSTURES: [(&str, AttackPosture); 4] = [
        ("ASSAULT", AttackPosture::Assault),
        ("ATTACK", AttackPosture::Attack),
        ("SKIRMISH", AttackPosture::Skirmish),
        ("EVADE", AttackPosture::Evade),
    ];
    let posture = unless_over(&[], choice("ASSAULT, ATTACK, SKIRMISH or EVADE", POSTURES));
    posture.map(|posture| UnitOrder::Attack(posture.unwrap_or(AttackPosture::Attack))).parse(input)
}

/// `defend = ( "DEFEND" / "DEFENCE" / "DEFENSE" / "DEFEND MODE" / "DEFEND POSTURE" / "DEFENSIVE POSTURE" / "DEFENSIVE MODE" /
/// "VERTEIDIGEN" / "VERTEIDIGE" / "VERTEIDIGUNG" / "DEFENDRE" / "DÉFENDRE" / "DÉFENSE" ) [ is ( "LAST DITCH" / "LASTDITCH" / "DEFEND"
/// / "SKIRMISH" / "EVADE" ) ]`: rule 6.6; alone it is DEFEND DEFEND
pub(super) fn defend<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, UnitOrder> {
    const POSTURES: [(&str, DefencePosture); 5] = [
        ("LAST DITCH", DefencePosture::LastDitch),
        ("LASTDITCH", DefencePosture::LastDitch),
        ("DEFEND", DefencePosture::Defend),
        ("SKIRMISH", DefencePosture::Skirmish),
        ("EVADE", DefencePosture::Evade),
    ];
    let posture = unless_over(&[], choice("LAST-DITCH, DEFEND, SKIRMISH or EVADE", POSTURES));
    posture.map(|posture| UnitOrder::Defend(posture.unwrap_or(DefencePosture::Defend))).parse(input)
}

/// `carry = ( "CARRY" / "CARRY SUPPLIES" / "SUPPLY LEVEL" / "TRAGE" / "EMPORTER" ) is level [ sp ( "SUPPLIES" / "SUPPLY" ) ] [ between
/// "FROM" sp source ]`; `level = DIGIT / "1" %x30-32`: rules 6.7, 11.9
pub(super) fn carry<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    let level = terminated(number_within("a level of supply", 0, 12), perhaps(&["SUPPLIES", "SUPPLY"]));
    (level, opt(preceded(clause(&["FROM"]), by(source, lexicon))))
        .map(|(level, from)| {
            UnitOrder::Carry(Carry { level: level as u8, from: from.unwrap_or(SourceWish::Nearest) })
        })
        .parse(input)
}

/// `source = "NONE" / "NOWHERE" / unit-id / place`
fn source<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, SourceWish> {
    let none = words(&["NONE", "NOWHERE"]).map(|()| SourceWish::None);
    let place = |input| place(&[], input, lexicon);
    let place = place.map(|place| match place {
        SupplyPlace::City(city) => Source::City(city),
        SupplyPlace::Depot(square) => Source::Depot(square),
    });
    let named = alt((by(unit_id, lexicon).map(Source::Unit), place));
    alt((none, named.map(SourceWish::Named))).parse(input)
}

/// `merge = ( "MERGE INTO" / "MERGE IN TO" / "MERGE WITH" ) is unit-id`: the second rule 3.5
pub(super) fn merge<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    by(must_unit, lexicon).map(UnitOrder::MergeInto).parse(input)
}

/// `deploy-bridge = ( "DEPLOY BRIDGE" / "DEPLOY PONTOON BRIDGE" / "LAY BRIDGE" / "LAY PONTOON BRIDGE" ) is
/// [ ( "AT" / "IN" ) sp ] tactical-square start-phase`: rule 12.4
pub(super) fn deploy_bridge<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    (preceded(perhaps(&["AT", "IN"]), by(must_tactical_of, lexicon)), opt(start_phase))
        .map(|(at, phase)| UnitOrder::DeployBridge { at, phase: phase.unwrap_or(1) })
        .parse(input)
}

/// `remove-bridge = ( "REMOVE BRIDGE" / "REMOVE PONTOON BRIDGE" / "UNDEPLOY BRIDGE" / "UNDEPLOY PONTOON BRIDGE" / "TAKE UP BRIDGE" ) [ is "TO" sp tactical-square ]
/// start-phase`: rule 12.5
pub(super) fn remove_bridge<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    (opt(preceded(clause(&["TO"]), by(must_tactical_of, lexicon))), opt(start_phase))
        .map(|(to, phase)| UnitOrder::RemoveBridge { to, phase: phase.unwrap_or(1) })
        .parse(input)
}

/// `transfer-battery = ( "TRANSFER BATTERY TO" / "TRANSFER GUNS TO" ) is unit-id`: rule 10.11
pub(super) fn transfer_battery<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    by(must_unit, lexicon).map(UnitOrder::TransferBattery).parse(input)
}

/// `deploy = ( "DEPLOY" / "DEPLOY TO" / "DEPLOY AT" / "DEPLOY IN" ) is ( square [ between [ ( "AT" /
/// "ENTRY" ) sp ] tactical-square ] / tactical-square )`: rules 6.10, 7.17
pub(super) fn deploy<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitOrder> {
    let behind = unless_over(&[], preceded(perhaps(&["AT", "ENTRY"]), must_tactical));
    let square = (by(must_strategic, lexicon), behind).map(|(at, tac)| (Some(at), tac));
    let spot = alt((tactical_square.map(|tac| (None, Some(tac))), square));
    preceded(perhaps(&["TO", "AT", "IN"]), spot).map(|(at, tac)| UnitOrder::Deploy { at, tac }).parse(input)
}

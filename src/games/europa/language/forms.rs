//! The orders of Europa: each one's words, meaning, rule, example and parser, a row each; and the orders that hold others, behind a
//! condition, which are looked for in the same rows.

use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::{
    Fault, Means, Near, Parsed, against, any_order, by, clause, expected, is, must, must_clause,
    number_within, perhaps, places_at, stands, whole, wrong,
};
use fieldpost_grammar::{Section, language};

use super::names::names;
use crate::orders::between;
use crate::orders::names::{ELSE, place, power};
use crate::orders::read::{self, Reader};
use crate::orders::{Condition, Names, Order, PowerOrder};
use nom::Parser;
use nom::branch::alt;
use nom::combinator::opt;
use nom::sequence::{preceded, terminated};

const STACKS: Section = Section("STACKS: how an order block is written");
const MOVING: Section = Section("MOVING: on land, by sea, aboard");
const FIGHTING: Section = Section("FIGHTING: sieges, interception, retreats, losses");
const FLEETS: Section = Section("FLEETS: attack, blockades, hunters");
const POWERS: Section = Section("POWERS: what a power orders as a whole");
const BETWEEN: Section = Section("BETWEEN TURNS: what a power asks for in an interphase");

language! {
    FORMS, MEANS: Means<Reader<Order>, Reader<PowerOrder>>, spelled by of_stack, of_power;
    STACKS, "", "STACK id", ["STACK"],
        "What follows is for this stack, until END or the next STACK.",
        "STACK FR-1" => Frame;
    MOVING, "A1", "MOVE place [place ...] [EMBARK fleet LAND place [ON SHORE IF BLOCKADED] [place ...]] [WITH leader]", ["MOVE", "MOVE TO", "MARCH", "MARCH TO", "SAIL", "SAIL TO", "GO", "GO TO"],
        "The way, place by place; aboard of a fleet that has the CARRY for it.",
        "MOVE piedmont milan" => Piece(read::route);
    MOVING, "C1", "CARRY stack FROM place TO place", ["CARRY"],
        "The fleet takes an army aboard and lands it.",
        "CARRY FR-2 FROM provence TO siena" => Piece(read::carry);
    MOVING, "F1", "HOLD", ["HOLD", "STAY"],
        "Stay; before a port that is blockaded, or in it, go no further.",
        "HOLD" => Plain(Order::Hold);
    MOVING, "A1", "DETACH stack WITH counters [LEADER name]", ["DETACH"],
        "Makes a new stack, which the next block may order.",
        "DETACH FR-2 WITH 1 LD" => Piece(read::detach);
    MOVING, "A1", "ABSORB stack", ["ABSORB"],
        "Takes in a stack that stands with it.",
        "ABSORB FR-2" => Piece(read::absorb);
    FIGHTING, "A1", "SIEGE [NO HONOURS] [ASSAULT AFTER BREACH]", ["SIEGE", "BESIEGE"],
        "Besiege where it ends. Honours of war are granted, and no breach is assaulted, unless it says so.",
        "SIEGE NO HONOURS" => Piece(read::siege);
    FIGHTING, "A1", "LIFT SIEGE", ["LIFT SIEGE", "RAISE SIEGE", "LIFT THE SIEGE", "RAISE THE SIEGE"],
        "The siege and its works are given up.",
        "LIFT SIEGE" => Plain(Order::LiftSiege);
    FIGHTING, "A1", "ASSAULT [times]", ["ASSAULT"],
        "Assault the fortress, so many times at most.",
        "ASSAULT 2" => Piece(read::assault);
    FIGHTING, "A1", "SORTIE", ["SORTIE"],
        "Out of the fortress, on the besiegers.",
        "SORTIE" => Plain(Order::Sortie);
    FIGHTING, "A1", "ATTACK NATIVES", ["ATTACK NATIVES", "ATTACK THE NATIVES"],
        "Fight the natives of the province.",
        "ATTACK NATIVES" => Plain(Order::AttackNatives);
    FIGHTING, "A1", "SUPPRESS REVOLT", ["SUPPRESS REVOLT", "SUPPRESS", "REVOLT SUPPRESSION", "REVOLT SUPRESSION", "SUPPRESS THE REVOLT"],
        "Put the revolt in the province down.",
        "SUPPRESS REVOLT" => Plain(Order::Suppress);
    FIGHTING, "E1", "INTERCEPT [power] [IN place ...]", ["INTERCEPT"],
        "Try to meet enemies who come beside it. A stack on land does not both move and intercept.",
        "INTERCEPT IN parma" => Piece(read::intercept);
    FIGHTING, "A1", "RETREAT BEFORE COMBAT", ["RETREAT BEFORE COMBAT", "RETREAT BEFORE THE COMBAT"],
        "Try to be gone before the combat.",
        "RETREAT BEFORE COMBAT" => Plain(Order::RetreatBefore);
    FIGHTING, "A1", "RETREAT AFTER FIRST DAY", ["RETREAT AFTER FIRST DAY", "RETREAT AFTER DAY 1", "RETREAT AFTER ONE DAY"],
        "Try to leave a battle on land in the evening; who fails is fought the harder on the next day.",
        "RETREAT AFTER FIRST DAY" => Plain(Order::RetreatAfterDay);
    FIGHTING, "G4", "RETREAT TO place", ["RETREAT TO"],
        "Where to go when beaten, sooner than into a fortress; no enemy may stand there. Or FORTRESS.",
        "RETREAT TO milan" => Piece(read::retreat_to);
    FIGHTING, "H1", "LOSSES kinds", ["LOSSES"],
        "What is lost first: INFANTRY, CAVALRY, ARTILLERY; GALLEYS, WARSHIPS, TRANSPORTS.",
        "LOSSES CAVALRY" => Piece(read::losses);
    FIGHTING, "B5", "LET PASS power", ["LET PASS"],
        "Stacks of that power that retreat for want of supply go through.",
        "LET PASS FRA" => Piece(read::let_pass);
    FIGHTING, "A3", "IF PRESENT power [AT place] [AT LEAST n] THEN order [ELSE order]", ["IF PRESENT"],
        "An order on condition; but movement has none. So many are detachments on land, ships at sea.",
        "IF PRESENT SPA AT ligurian-sea AT LEAST 3 THEN HOLD ELSE ATTACK" => Piece(if_present);
    FIGHTING, "A3", "IF BLOCKADED port THEN order [ELSE order]", ["IF BLOCKADED"],
        "The same, for fleets before a port and for who is to land there.",
        "IF BLOCKADED genoa THEN HOLD" => Piece(if_blockaded);
    FIGHTING, "A3", "IF BESIEGED place THEN order [ELSE order]", ["IF BESIEGED"],
        "The same.",
        "IF BESIEGED milan THEN SORTIE" => Piece(if_besieged);
    FIGHTING, "A3", "IF ROUND n THEN order [ELSE order]", ["IF ROUND"],
        "The same.",
        "IF ROUND 2 THEN HOLD" => Piece(if_round);
    FIGHTING, "A3", "IF NOT condition THEN order [ELSE order]", ["IF NOT"],
        "The contrary of any of these conditions.",
        "IF NOT ROUND 2 THEN HOLD" => Piece(if_not);
    FLEETS, "G2", "ATTACK [power]", ["ATTACK"],
        "Fight the enemies in the sea where it ends. Armies need no order.",
        "ATTACK" => Piece(read::attack);
    FLEETS, "F1", "BLOCKADE port", ["BLOCKADE"],
        "Shut a port in, from the sea where it ends.",
        "BLOCKADE genoa" => Piece(read::blockade);
    FLEETS, "A1", "PURSUE AND BLOCKADE", ["PURSUE AND BLOCKADE", "PURSUIT AND BLOCKADE", "PURSUIT & BLOCKADE", "PURSUE & BLOCKADE", "PURSUE"],
        "Follow a beaten fleet to its port and shut it in.",
        "PURSUE AND BLOCKADE" => Plain(Order::Pursue);
    FLEETS, "F1", "ESCAPE BLOCKADE", ["ESCAPE BLOCKADE", "ESCAPE", "ESCAPE THE BLOCKADE"],
        "Slip through a blockade; on leaving it does so of itself.",
        "ESCAPE BLOCKADE" => Plain(Order::Escape);
    FLEETS, "F1", "FORCE BLOCKADE", ["FORCE BLOCKADE", "FORCE", "FORCE THE BLOCKADE"],
        "Fight its way through; on entering it does so of itself.",
        "FORCE BLOCKADE" => Plain(Order::Force);
    FLEETS, "A1", "RETREAT AFTER FIRE", ["RETREAT AFTER FIRE PHASE", "RETREAT AFTER FIRE"],
        "Break off after the fire, if it has the wind.",
        "RETREAT AFTER FIRE" => Plain(Order::RetreatAfter);
    FLEETS, "D1", "HUNT PRIVATEERS [IN sea]", ["HUNT PRIVATEERS", "HUNT PIRATES", "PRIVATEER HUNT", "PIRATE HUNT", "HUNT"],
        "Hunt the privateers of the sea where it ends.",
        "HUNT PRIVATEERS" => Piece(read::hunt);
    FLEETS, "G2", "FIRST LINE GALLEYS or WARSHIPS", ["FIRST LINE"],
        "Which ships stand in the first line.",
        "FIRST LINE WARSHIPS" => Piece(read::first_line);
    POWERS, "B1", "CAMPAIGN kind", ["CAMPAIGN", "MAKE CAMPAIGN"],
        "NONE, PASSIVE, SIMPLE, SIMPLE WITHOUT LOGISTICS, MAJOR or MULTIPLE; without it the cheapest that covers the orders.",
        "CAMPAIGN MAJOR" => Office(read::campaign);
    POWERS, "B5", "LET PASS power", ["LET PASS"],
        "The same for all stacks of the power.",
        "LET PASS FRA" => Office(read::power_lets_pass);
    POWERS, "B3", "SEQUENCE stacks", ["SEQUENCE"],
        "In which order the power's stacks go where that matters.",
        "SEQUENCE FR-2 FR-1" => Office(read::sequence);
    POWERS, "", "ASK REFEREE words", ["ASK REFEREE"],
        "Ask the game administrator for what is done between rounds.",
        "ASK REFEREE may Savoy be won?" => Office(read::ask);
    BETWEEN, "", "DECLARE WAR ON power", ["DECLARE WAR ON"],
        "Asks the referee for war; war is when he grants it.",
        "DECLARE WAR ON Venice" => Office(between::declare_war);
    BETWEEN, "", "OFFER PEACE TO power", ["OFFER PEACE TO", "OFFER PEACE WITH"],
        "Asks for peace. The other answers by ACCEPT or DECLINE, and it is made when the referee grants it.",
        "OFFER PEACE TO Spain" => Office(between::offer_peace);
    BETWEEN, "", "OFFER ALLIANCE TO power", ["OFFER ALLIANCE TO", "OFFER ALLIANCE WITH"],
        "The same of an alliance.",
        "OFFER ALLIANCE TO Venice" => Office(between::offer_alliance);
    BETWEEN, "", "BUY counters IN place", ["BUY", "RAISE", "RECRUIT"],
        "Troops or ships; the receipt says what they cost, where the game has prices.",
        "BUY 2 LD IN milan" => Office(between::buy);
    BETWEEN, "", "FORTIFY place level", ["FORTIFY"],
        "A fortress of that level.",
        "FORTIFY milan 4" => Office(between::fortify);
    BETWEEN, "", "BORROW ducats", ["BORROW"],
        "A loan.",
        "BORROW 50" => Office(between::borrow);
    BETWEEN, "", "SUBSIDY ducats TO power", ["SUBSIDY"],
        "Gives another power money.",
        "SUBSIDY 20 TO Venice" => Office(between::subsidy);
    BETWEEN, "", "ACCEPT n [words]", ["ACCEPT"],
        "Says yes to what another power offered you, by the number of its request; it is made when the referee grants it.",
        "ACCEPT 6" => Office(between::accept);
    BETWEEN, "", "DECLINE n [words]", ["DECLINE"],
        "Says no to it.",
        "DECLINE 6 not without Naples" => Office(between::decline);
    BETWEEN, "", "CANCEL REQUEST n", ["CANCEL REQUEST", "WITHDRAW REQUEST", "WITHDRAW"],
        "Takes back what you asked, of an earlier turn too, as long as it has no answer.",
        "CANCEL REQUEST 3" => Office(between::cancel_request);
    BETWEEN, "", "DECLARE SEALED words", ["DECLARE SEALED"],
        "What nobody reads until the referee opens what all powers have declared: war, peace, an alliance, an aim. The later counts.",
        "DECLARE SEALED war on Venice" => Office(between::declare_sealed);
}

/// What is read behind a stack's order, in canonical words.
fn of_stack<'a>(read: Reader<Order>, input: &'a str, lexicon: &Lexicon) -> Parsed<'a, String> {
    let (rest, order) = read(input, names(lexicon))?;
    Ok((rest, order.to_string()))
}

/// What is read behind a power's order, in canonical words.
fn of_power<'a>(read: Reader<PowerOrder>, input: &'a str, lexicon: &Lexicon) -> Parsed<'a, String> {
    let (rest, order) = read(input, names(lexicon))?;
    Ok((rest, order.to_string()))
}

/// An order of a stack.
///
/// # Errors
/// Why it is none, with its place.
pub fn read<'a>(line: &'a str, names: &Names) -> Result<Order, Fault<'a>> {
    let none = clause(&["NONE"]).map(|()| Order::Nothing);
    whole(alt((none, by(order_at, names))).parse(line.trim_start()))
}

/// An order of a power.
///
/// # Errors
/// Why it is none, with its place.
pub fn read_power<'a>(line: &'a str, names: &Names) -> Result<PowerOrder, Fault<'a>> {
    let line = line.trim_start();
    let found =
        places_at(FORMS.iter().map(|row| row.phrases), line).into_iter().find_map(
            |(place, rest)| match MEANS.get(place)? {
                Means::Office(read) => Some((read, rest)),
                Means::Piece(_) | Means::Frame => None,
            },
        );
    let Some((read, rest)) = found else { return whole(expected(line, "an order of a power")) };
    whole(read(is(rest), names))
}

/// The order of a stack whose words stand here.
fn order_at<'a>(line: &'a str, names: &Names) -> Parsed<'a, Order> {
    let found =
        places_at(FORMS.iter().map(|row| row.phrases), line).into_iter().find_map(
            |(place, rest)| match MEANS.get(place)? {
                Means::Piece(read) => Some((read, rest)),
                Means::Office(_) | Means::Frame => None,
            },
        );
    let Some((read, rest)) = found else { return expected(line, "an order of a stack") };
    read(is(rest), names)
}

/// `if-present = "IF PRESENT" is present-condition then`: rule A3
fn if_present<'a>(input: &'a str, names: &Names) -> Parsed<'a, Order> {
    let (rest, condition) = present(input, names)?;
    then(false, condition, rest, names)
}

/// `if-blockaded = "IF BLOCKADED" is place-name ( then / between "THEN" sp ( "LAND AT" / "LAND" ) sp place-name )`: rules A3, B2
fn if_blockaded<'a>(input: &'a str, names: &Names) -> Parsed<'a, Order> {
    let (rest, port) = place(input, names)?;
    let condition = Condition::Blockaded(port);
    let land = preceded((clause(&["THEN"]), clause(&["LAND AT", "LAND"])), by(place, names));
    match opt(land).parse(rest)? {
        (rest, Some(at)) => {
            let then = Box::new(Order::LandAt(at));
            Ok((rest, Order::If { not: false, condition, then, otherwise: None }))
        }
        (rest, None) => then(false, condition, rest, names),
    }
}

/// `if-besieged = "IF BESIEGED" is place-name then`: rule A3
fn if_besieged<'a>(input: &'a str, names: &Names) -> Parsed<'a, Order> {
    let (rest, place) = place(input, names)?;
    then(false, Condition::Besieged(place), rest, names)
}

/// `if-round = "IF ROUND" is round then`: rule A3
fn if_round<'a>(input: &'a str, names: &Names) -> Parsed<'a, Order> {
    let (rest, round) = round(input)?;
    then(false, Condition::Round(round), rest, names)
}

/// `round = %x31-39 *1DIGIT`
fn round(input: &str) -> Parsed<'_, u32> {
    number_within("a round", 1, 99).parse(input)
}

/// `if-not = "IF NOT" is condition then`: rule A3
fn if_not<'a>(input: &'a str, names: &Names) -> Parsed<'a, Order> {
    let (rest, condition) = condition(input, names)?;
    then(true, condition, rest, names)
}

/// `condition = "BLOCKADED" sp place-name / "BESIEGED" sp place-name / "ROUND" sp round / "PRESENT" sp present-condition`
fn condition<'a>(input: &'a str, names: &Names) -> Parsed<'a, Condition> {
    let place = || by(place, names);
    let condition = alt((
        preceded(clause(&["BLOCKADED"]), place()).map(Condition::Blockaded),
        preceded(clause(&["BESIEGED"]), place()).map(Condition::Besieged),
        preceded(clause(&["ROUND"]), round).map(Condition::Round),
        preceded(clause(&["PRESENT"]), by(present, names)),
    ));
    must("PRESENT, BLOCKADED, BESIEGED or ROUND", condition).parse(input)
}

/// `present-condition = power ( [ at-place ] [ at-least ] / at-least at-place )`; `at-place = between ( "AT" / "IN" ) sp place-name`;
/// `at-least = between "AT LEAST" sp round [ sp ( "LD" / "DETACHMENTS" / "SHIPS" ) ]`: so many are detachments or ships
fn present<'a>(input: &'a str, names: &Names) -> Parsed<'a, Condition> {
    // Looked for first: its words begin as a place's do.
    let of_what = perhaps(&["LD", "DETACHMENTS", "SHIPS"]);
    let least = terminated(number_within("detachments or ships", 1, 99), of_what);
    let least = preceded(clause(&["AT LEAST"]), least);
    let at = preceded(clause(&["AT", "IN"]), by(place, names));
    (by(power, names), any_order((least, at)))
        .map(|(power, (least, at))| Condition::Present { power, at, least })
        .parse(input)
}

/// `then = between "THEN" sp plain-order [ between "ELSE" sp plain-order ]`
fn then<'a>(not: bool, condition: Condition, input: &'a str, names: &Names) -> Parsed<'a, Order> {
    let blockade = matches!(condition, Condition::Blockaded(_));
    let order = || move |input| under(blockade, input, names);
    let then = preceded(must_clause("THEN", &["THEN"]), order());
    let (rest, (then, otherwise)) = (then, opt(preceded(clause(ELSE), order()))).parse(input)?;
    let (then, otherwise) = (Box::new(then), otherwise.map(Box::new));
    Ok((rest, Order::If { not, condition, then, otherwise }))
}

/// An order behind a condition: no movement, and no second condition.
fn under<'a>(blockade: bool, input: &'a str, names: &Names) -> Parsed<'a, Order> {
    const MOVES: &[&str] = &["MOVE TO", "MOVE", "MARCH", "SAIL", "LAND"];
    if stands(MOVES, input) {
        let (rule, why) = match blockade {
            true => (
                "F1",
                "Before a blockade a fleet stays, escapes or forces its way; it cannot go to another port or sea. The line does not count.",
            ),
            false => {
                ("B2", "Movement cannot be conditional, but before a blockade. The line does not count.")
            }
        };
        return against(rule, input, why.to_owned(), Near::Nothing);
    }
    if stands(&["IF"], input) {
        return wrong(input, "A condition holds no second one.".to_owned(), Near::Nothing);
    }
    order_at(input, names)
}

#[cfg(test)]
mod tests;

//! What was probably meant where a word of everyday speech stands for another order, or for none.
//!
//! These are slips of sense, not of spelling: `ATTACK H4-S1` is well spelt, and yet the march is another order.

use fieldpost_engine::nearest::nearest;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::{
    any_phrase, begins_order, end, is, is_blank, is_stop, order_meant, phrase, skip, space, stands,
};
use fieldpost_grammar::{Form, Hint};
use fieldpost_ground::language::{looks_strategic, strategic_square, tactical_square};

/// Words for going to a square, none of which is an order.
const GOING: &[&str] = &[
    "ADVANCE",
    "ASSAULT",
    "CAPTURE",
    "COME",
    "CONCENTRATE",
    "FALL BACK",
    "GUARD",
    "HEAD",
    "JOIN",
    "OCCUPY",
    "PATROL",
    "PROCEED",
    "RECON",
    "RECONNOITRE",
    "RECONNOITER",
    "RELOCATE",
    "RETIRE",
    "RETREAT",
    "RETURN",
    "RIDE",
    "SCOUT",
    "SEIZE",
    "TAKE",
    "TRAVEL",
    "WALK",
];

/// Words for staying.
const STAYING: &[&str] = &[
    "STAY",
    "HOLD",
    "REMAIN",
    "STAND",
    "WAIT",
    "REST",
    "HALT",
    "STOP",
    "DO NOTHING",
    "DO NOT MOVE",
    "DO NOT MARCH",
    "NO MARCH",
    "NO MOVE",
    "NO MOVEMENT",
    "STAND FAST",
    "STAND STILL",
];

/// What orders of the tactical map and of posture are for, for those who named a strategic square in them.
const NOT_A_MARCH: &[(&str, &str)] = &[
    ("MOVE", "MOVE goes over the tactical map, to a square such as 7-11."),
    ("ENGAGE", "ENGAGE names no square: the unit goes at the nearest enemy on its tactical map."),
    ("SUPPORT", "SUPPORT is for the tactical map and names a square such as 7-11."),
    ("INTERCEPT", "INTERCEPT is for the tactical map and names a square such as 7-11."),
    ("BOMBARD", "BOMBARD is for the tactical map and names a square such as 7-11."),
    (
        "ATTACK",
        "ATTACK sets how hard the unit fights (ASSAULT, ATTACK, SKIRMISH or EVADE), not where it goes.",
    ),
    ("DEFEND", "DEFEND sets how hard the unit fights (LAST-DITCH, DEFEND, SKIRMISH or EVADE), not where."),
    ("WITHDRAW", "WITHDRAW stands alone; where to is the first box of the march, on a line of its own."),
];

/// The words of posture.
const POSTURES: &[&str] = &["ASSAULT", "ATTACK", "LAST DITCH", "LASTDITCH", "DEFEND", "SKIRMISH", "EVADE"];

/// A better word for a line that could not be read, whose order was perhaps begun by the words of `form`; reading
/// stopped at `at`.
pub(super) fn hint(form: Option<&Form>, body: &str, at: &str, lexicon: &Lexicon) -> Option<Hint> {
    match form.map(|form| form.phrases[0]) {
        Some(_) if begins_order(at, lexicon) => None,
        Some("ENGAGE") if squares(body, lexicon).is_none() => to_engage(body),
        Some(named @ ("ATTACK" | "DEFEND")) if squares(body, lexicon).is_none() => {
            to_fight(named, body, lexicon)
        }
        Some(named) => {
            let (_, why) = NOT_A_MARCH.iter().find(|(order, _)| *order == named)?;
            to_march(why, body, lexicon)
        }
        None => to_march("A march over the strategic map is ordered with MARCH.", body, lexicon)
            .filter(|_| stands(GOING, body) || looks_strategic(body))
            .or_else(|| to_take_a_place_in_line(body))
            .or_else(|| to_stay(body)),
    }
}

/// The strategic squares of a line, as they were written.
fn squares(body: &str, lexicon: &Lexicon) -> Option<String> {
    let words = body.split(|c: char| is_blank(c) || matches!(c, ',' | ';' | '(' | ')'));
    let found = words.filter(|word| strategic_square(word, lexicon).is_ok());
    let found = found.map(|word| word.trim_end_matches(is_stop).to_ascii_uppercase()).collect::<Vec<_>>();
    (!found.is_empty()).then(|| found.join(" "))
}

/// `MARCH` and the squares of the line.
fn to_march(why: &str, body: &str, lexicon: &Lexicon) -> Option<Hint> {
    let order = order_meant("MARCH", &squares(body, lexicon)?, lexicon)?;
    Some((format!("{why} To go there: {order}."), Some(order)))
}

/// `ENGAGE the Prussians`: it names nobody.
fn to_engage(body: &str) -> Option<Hint> {
    let (rest, ()) = phrase("ENGAGE", body).ok()?;
    if stands(&["PHASE", "PHASES", "IN", "FOR", "DURING"], space(rest)) {
        return None;
    }
    let why = "ENGAGE names nobody: the unit goes at the nearest enemy it sees. Only phases may follow it.";
    Some((why.into(), Some("ENGAGE".into())))
}

/// `ATTACK 7-7` and `DEFEND the town`: how, not where.
fn to_fight(named: &str, body: &str, lexicon: &Lexicon) -> Option<Hint> {
    let (_, why) = NOT_A_MARCH.iter().find(|(order, _)| *order == named)?;
    if let Ok((rest, ())) = phrase(named, body) {
        if stands(POSTURES, is(rest)) {
            return None;
        }
        if let Some(order) = misspelt_posture(named, is(rest), lexicon) {
            return Some((format!("{why} Perhaps {order} is meant."), Some(order)));
        }
    }
    let at = body.split(is_blank).find_map(|word| tactical_square(word).ok());
    let (going, order) = match at {
        Some((_, square)) => (" To go there: ".to_string(), format!("MOVE {square}")),
        None if named == "ATTACK" => (" To go at the nearest enemy: ".into(), "ENGAGE".into()),
        None => (" The usual one: ".into(), "DEFEND DEFEND".into()),
    };
    Some((format!("{why}{going}{order}."), Some(order)))
}

/// `ATTACK ATTAK`: the order with the posture that is nearest to the rest of the line.
fn misspelt_posture(named: &str, rest: &str, lexicon: &Lexicon) -> Option<String> {
    let rest = rest.trim_end_matches(|c: char| is_blank(c) || is_stop(c));
    let meant = POSTURES.iter().map(|posture| (posture, order_meant(named, posture, lexicon)));
    nearest(rest, meant.filter_map(|(posture, order)| Some((posture, order?))))
}

/// `SECOND LINE`: the words are the other way round.
fn to_take_a_place_in_line(body: &str) -> Option<Hint> {
    let rest = skip(&["IN THE", "IN", "THE"], body);
    let place = ["FIRST", "FRONT", "SECOND", "REAR", "THIRD"]
        .into_iter()
        .find(|place| any_phrase(&[place], rest).is_ok_and(|(rest, ())| phrase("LINE", rest).is_ok()))?;
    let order = format!("LINE {}", place.replace("FRONT", "FIRST").replace("THIRD", "REAR"));
    Some((format!("The place in the line of battle is ordered so: {order}."), Some(order)))
}

/// `STAY`, `HOLD`: no order is needed.
fn to_stay(body: &str) -> Option<Hint> {
    let (rest, ()) = any_phrase(STAYING, body).ok()?;
    let short = body.split(is_blank).count() <= 5 && !stands(&["ON"], rest) || end(rest).is_ok();
    let why = "A unit without a MARCH stays where it is: that needs no order. (To stop a march when enemies come: HALT \
               ON DETECTION, HALT ON ENTRY.)";
    short.then(|| (why.to_string(), None))
}

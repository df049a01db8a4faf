//! Phases and radius of a tactical order: `grammar/land/phases.abnf`. ROTD-EUWOL 9.2, 9.10, 9.11.

use crate::orders::Phases;
use fieldpost_grammar::parse::{Near, Parsed, clause, dash, must, number_within, perhaps, words, wrong};
use fieldpost_ground::square::TACTICAL_SIDE;
use nom::Parser;
use nom::branch::alt;
use nom::combinator::opt;
use nom::sequence::preceded;

/// `phases = [ between [ ( "IN" / "FOR" / "DURING" ) sp ] ( "PHASES" / "PHASE" ) sp phase-range ]`; `phase-range
/// = "1" [ to phase ] / "2" [ to %x32-35 ] / "3" [ to %x33-35 ] / "4" [ to %x34-35 ] / "5" [ to "5" ]`: in brackets, as they may be left out
pub(super) fn phases(input: &str) -> Parsed<'_, Phases> {
    let words = (perhaps(&["IN", "FOR", "DURING"]), words(&["PHASES", "PHASE"]));
    let (at_last, first) = preceded(words, phase).parse(input)?;
    let (rest, last) = opt(preceded(to, phase)).parse(at_last)?;
    match last.unwrap_or(first) {
        last if first > last => {
            let (at, ()) = to(at_last)?;
            let near = Near::This(format!("PHASES {last}-{first}"));
            wrong(at, format!("Phases {first}-{last} run backwards."), near)
        }
        last => Ok((rest, Phases { first, last })),
    }
}

/// `to = *WSP "-" *WSP / sp "TO" sp`
fn to(input: &str) -> Parsed<'_, ()> {
    alt((dash, clause(&["TO"]))).parse(input)
}

/// `start-phase = [ between [ ( "IN" / "FROM" / "AT" / "STARTING" / "STARTING IN" ) sp ] ( "PHASES" / "PHASE" )
/// sp phase ]`: the first if it is left out
pub(super) fn start_phase(input: &str) -> Parsed<'_, u8> {
    let words = (perhaps(&["IN", "FROM", "AT", "STARTING IN", "STARTING"]), words(&["PHASE", "PHASES"]));
    preceded(words, phase).parse(input)
}

/// `phase = %x31-35`: a tactical phase
fn phase(input: &str) -> Parsed<'_, u8> {
    number_within("a tactical phase", 1, 5).map(|phase| phase as u8).parse(input)
}

/// How the radius of a box begins.
const RADIUS: &[&str] =
    &["RADIUS", "WITHIN", "RADIUS OF", "AND RADIUS", "AND A RADIUS OF", "WITH RADIUS", "WITH A RADIUS OF"];

/// `radius = between ( "RADIUS" / "WITHIN" / "RADIUS OF" / "AND RADIUS" / "AND A RADIUS OF" / "WITH RADIUS" / "WITH A RADIUS OF" ) sp radius-number`; `radius-number = DIGIT / "1" %x30-34`
pub(super) fn radius(input: &str) -> Parsed<'_, u8> {
    let clause = must("RADIUS and a number of squares, such as RADIUS 2", clause(RADIUS));
    let number = number_within("a number of squares", 0, u32::from(TACTICAL_SIDE) - 1);
    preceded(clause, number).map(|radius| radius as u8).parse(input)
}

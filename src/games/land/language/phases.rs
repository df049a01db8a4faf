//! Phases and radius of a tactical order: `grammar/land/phases.abnf`. ROTD-EUWOL 9.2, 9.10, 9.11.

use crate::orders::Phases;
use fieldpost_grammar::parse::{Near, Parsed, any_phrase, expected, number_within, skip, space, wrong};
use fieldpost_ground::square::TACTICAL_SIDE;

/// `phases = [ sp [ ( "IN" / "FOR" / "DURING" ) sp ] ( "PHASES" / "PHASE" ) sp phase-range ]`; `phase-range
/// = "1" [ to phase ] / "2" [ to %x32-35 ] / "3" [ to %x33-35 ] / "4" [ to %x34-35 ] / "5" [ to "5" ]`; `to
/// = *WSP "-" *WSP / sp "TO" sp`
pub(super) fn phases(input: &str) -> Parsed<'_, Option<Phases>> {
    let start = skip(&["IN", "FOR", "DURING"], space(input));
    let Ok((rest, ())) = any_phrase(&["PHASES", "PHASE"], start) else { return Ok((input, None)) };
    let (rest, first) = phase_number(rest)?;
    let dash = space(rest).strip_prefix('-').map(space);
    let Some(rest) = dash.map_or_else(|| any_phrase(&["TO"], space(rest)).ok().map(|(rest, ())| rest), Some)
    else {
        return Ok((rest, Some(Phases { first, last: first })));
    };
    let (after, last) = phase_number(rest)?;
    if first > last {
        return wrong(
            rest,
            format!("Phases {first}-{last} run backwards."),
            Near::This(format!("PHASES {last}-{first}")),
        );
    }
    Ok((after, Some(Phases { first, last })))
}

/// `start-phase = [ sp [ ( "IN" / "FROM" / "AT" / "STARTING" / "STARTING IN" ) sp ] ( "PHASES" / "PHASE" )
/// sp phase ]`: the first if it is left out
pub(super) fn start_phase(input: &str) -> Parsed<'_, u8> {
    let start = skip(&["IN", "FROM", "AT", "STARTING IN", "STARTING"], space(input));
    match any_phrase(&["PHASE", "PHASES"], start) {
        Ok((rest, ())) => phase_number(rest),
        Err(_) => Ok((input, 1)),
    }
}

/// `phase = %x31-35`: a tactical phase
fn phase_number(input: &str) -> Parsed<'_, u8> {
    let (rest, phase) = number_within("a tactical phase", 1, 5, input)?;
    Ok((rest, u8::try_from(phase).unwrap_or(5)))
}

/// `radius = sp ( "RADIUS" / "WITHIN" ) sp radius-number`; `radius-number = DIGIT / "1" %x30-34`
pub(super) fn radius(input: &str) -> Parsed<'_, u8> {
    let Ok((rest, ())) = any_phrase(&["RADIUS", "WITHIN"], space(input)) else {
        return expected(space(input), "RADIUS and a number of squares, such as RADIUS 2");
    };
    let (rest, radius) = number_within("a number of squares", 0, u32::from(TACTICAL_SIDE) - 1, rest)?;
    Ok((rest, u8::try_from(radius).unwrap_or(TACTICAL_SIDE)))
}

//! How far a unit can move this turn, in words (rules 7.1 to 7.3, 9.1): of the player's own units only.

use crate::games::land::movement::allowance::{allowance, base_allowance, may_force_march};
use crate::games::land::tactics;
use crate::games::land::unit::Unit;
use crate::games::land::variant::{ROTD_EUWOL, Variant};

/// The book whose numbers reports tell. A finished turn does not say which book it was played by; only one land
/// book is played yet.
pub const BOOK: &Variant = &ROTD_EUWOL;

/// What a unit can do in a turn; short enough for a comment of the order template. Whether it will carry a supply
/// is decided by the turn's supply phase (rules 7.2, 11.9), so that both numbers are told.
pub fn words(unit: &Unit) -> String {
    if !unit.is_active() {
        return "none while it is not active".into();
    }
    format!("{}; {}", strategic(unit), tactical(unit))
}

/// ROTD-EUWOL 7.1 to 7.3: squares of the strategic map.
fn strategic(unit: &Unit) -> String {
    let kind = unit.id.kind;
    if unit.fatigue > BOOK.fatigue_strategic || base_allowance(kind) == 0 {
        return "no march".into();
    }
    let with = |supplies| allowance(&Unit { supplies, ..unit.clone() });
    let forced = if may_force_march(kind) { ", +1 forced" } else { "" };
    let squares = if with(0) == 1 { "square" } else { "squares" };
    format!("{} {squares} ({} with a supply{forced})", with(0), with(1))
}

/// ROTD-EUWOL 9.1: squares of the tactical map.
fn tactical(unit: &Unit) -> String {
    match tactics::allowance::allowance(unit.id.kind) {
        0 => "no tactical move".into(),
        squares => format!("tactical {squares} a phase"),
    }
}

/// ROTD-EUWOL 7.1, 9.1: what a unit is too tired for, if anything.
pub fn too_tired_for(unit: &Unit) -> Option<String> {
    let (march, tactical) = (BOOK.fatigue_strategic, BOOK.fatigue_tactical);
    if unit.fatigue > march {
        return Some(format!("Tired (above {march}): it does not march."));
    }
    let words = "no tactical move while enemies are in its square";
    (unit.fatigue > tactical).then(|| format!("Tired (above {tactical}): {words}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::land::sandbox::Sandbox;
    use crate::games::land::unit::{Status, UnitType};

    /// The order template has them in comments, which may not be wrapped.
    #[test]
    fn the_words_fit_a_line_for_every_type_and_state() {
        let mut sandbox = Sandbox::new("1x1", |_| {});
        for (_, code, _) in UnitType::ALL {
            let unit = sandbox.unit(&format!("FR1{code}"), "A0-N0", "14-14");
            for (fatigue, linked) in [(0, true), (9, true), (19, false), (0, false)] {
                (unit.fatigue, unit.in_communications) = (fatigue, linked);
                assert!(words(unit).len() + "# at 14-14: ".len() <= 72, "{}", words(unit));
                assert!(too_tired_for(unit).is_none_or(|words| words.len() <= 70), "{code}");
            }
        }
    }

    #[test]
    fn what_a_unit_can_do_is_told_by_type_communications_and_fatigue() {
        let mut sandbox = Sandbox::new("1x1", |_| {});
        let mut told = |name: &str, fatigue, linked| {
            let unit = sandbox.unit(name, "A0-N0", "7-7");
            (unit.fatigue, unit.in_communications) = (fatigue, linked);
            words(unit)
        };
        assert_eq!(told("FR1IN", 0, true), "3 squares (2 with a supply, +1 forced); tactical 4 a phase");
        assert_eq!(told("FR1LC", 0, false), "3 squares (2 with a supply, +1 forced); tactical 6 a phase");
        assert_eq!(told("FR1MI", 0, false), "1 square (0 with a supply); tactical 4 a phase");
        assert_eq!(told("FR2IN", 19, true), "no march; tactical 4 a phase");
        assert_eq!(told("FR1NB", 0, true), "no march; no tactical move");
        let unit = sandbox.unit("FR3IN", "A0-N0", "7-7");
        unit.status = Status::Inactive;
        assert_eq!(words(unit), "none while it is not active");
    }
}

//! How far a unit can move this turn, in words (rules 7.1 to 7.3, 9.1): of the player's own units only.

use schemars::JsonSchema;
use serde::Serialize;

use crate::ails::{Reason, Why};
use crate::concern::{Concern, Note};
use fieldpost_land::book::Book;
use fieldpost_land::movement::allowance::allowance;
use fieldpost_land::unit::Unit;

/// How far a unit can move this turn. Whether it will carry a supply is decided by the turn's supply phase (rules 7.2,
/// 11.9), so that both numbers are told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Moves {
    /// Squares of the strategic map without a supply (rules 7.1 to 7.3); 0 if it does not march.
    pub march: u8,
    /// The same if it still carries a supply after the supply phase.
    pub march_with_supply: u8,
    /// Whether it may march one square more by force (rule 7.3).
    pub forced_march: bool,
    /// Squares of the tactical map in each tactical phase (rule 9.1).
    pub tactical: u8,
    /// The same in words; short enough for a comment of the order template.
    pub words: String,
}

/// What a unit can do in a turn by a book (rules 7.1 to 7.3, 9.1).
pub fn of(unit: &Unit, book: &Book) -> Moves {
    if !unit.is_active() {
        let words = "none while it is not active".into();
        return Moves { march: 0, march_with_supply: 0, forced_march: false, tactical: 0, words };
    }
    let kind = book.kind(unit.id.kind);
    let marches = unit.fatigue <= book.marches.fatigue && kind.march > 0;
    let with = |supplies| if marches { allowance(book, &Unit { supplies, ..unit.clone() }) } else { 0 };
    let (march, march_with_supply) = (with(0), with(1));
    let forced_march = marches && kind.forced.is_some();
    let tactical = kind.tactical;
    let march_words = if marches {
        let forced = if forced_march { ", +1 forced" } else { "" };
        let squares = if march == 1 { "square" } else { "squares" };
        format!("{march} {squares} ({march_with_supply} with a supply{forced})")
    } else {
        "no march".into()
    };
    let tactical_words =
        if tactical == 0 { "no tactical move".into() } else { format!("tactical {tactical} a phase") };
    let words = format!("{march_words}; {tactical_words}");
    Moves { march, march_with_supply, forced_march, tactical, words }
}

/// How near a limit of fatigue a unit is told that it nears it: a strategic step costs a point or two (rule 7.1).
const NEAR: u16 = 1;

/// ROTD-EUWOL 7.1, 9.1: what a unit is too tired for by a book, or nearly.
pub fn tiredness(unit: &Unit, book: &Book) -> Vec<Note> {
    let (march, tactical) = (book.marches.fatigue, book.tactics.fatigue);
    let nearly = |why: Reason| Note::new(Concern::NearlyTooTired, Concern::NearlyTooTired.words(), why);
    if unit.fatigue > march {
        let tired = format!("Tired (above {march})");
        return vec![Note::new(Concern::TooTiredToMarch, &tired, Why::NoMarch)];
    }
    let mut notes = Vec::new();
    if unit.fatigue > tactical {
        let tired = format!("Tired (above {tactical})");
        notes.push(Note::new(Concern::TooTiredNearEnemies, &tired, Why::NoTacticalMove));
    } else if unit.fatigue + NEAR >= tactical {
        notes.push(nearly(Why::SoonNoTacticalMove.of(tactical)));
    }
    if unit.fatigue + NEAR >= march {
        notes.push(nearly(Why::SoonNoMarch.of(march)));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_land::book::ROTD_EUWOL;
    use fieldpost_land::sandbox::Sandbox;
    use fieldpost_land::unit::{Status, UnitType};

    /// The order template has them in comments, which may not be wrapped.
    #[test]
    fn the_words_fit_a_line_for_every_type_and_state() {
        let mut sandbox = Sandbox::new("1x1", |_| {});
        for (_, code) in UnitType::ALL {
            let unit = sandbox.unit(&format!("FR1{code}"), "A0-N0", "14-14");
            for (fatigue, linked) in [(0, true), (8, true), (9, true), (17, true), (19, false), (0, false)] {
                (unit.fatigue, unit.in_communications) = (fatigue, linked);
                let words = of(unit, &ROTD_EUWOL).words;
                assert!(words.len() + "# at 14-14: ".len() <= 72, "{words}");
                assert!(tiredness(unit, &ROTD_EUWOL).iter().all(|note| note.words.len() <= 70), "{code}");
            }
        }
    }

    #[test]
    fn what_a_unit_can_do_is_told_by_type_communications_and_fatigue() {
        let mut sandbox = Sandbox::new("1x1", |_| {});
        let mut told = |name: &str, fatigue, linked| {
            let unit = sandbox.unit(name, "A0-N0", "7-7");
            (unit.fatigue, unit.in_communications) = (fatigue, linked);
            of(unit, &ROTD_EUWOL).words
        };
        assert_eq!(told("FR1IN", 0, true), "3 squares (2 with a supply, +1 forced); tactical 4 a phase");
        assert_eq!(told("FR1LC", 0, false), "3 squares (2 with a supply, +1 forced); tactical 6 a phase");
        assert_eq!(told("FR1MI", 0, false), "1 square (0 with a supply); tactical 4 a phase");
        assert_eq!(told("FR2IN", 19, true), "no march; tactical 4 a phase");
        assert_eq!(told("FR1NB", 0, true), "no march; no tactical move");
        let mut concerns = |fatigue| {
            let unit = sandbox.unit("FR1IN", "A0-N0", "7-7");
            unit.fatigue = fatigue;
            tiredness(unit, &ROTD_EUWOL).iter().map(|note| note.concern).collect::<Vec<_>>()
        };
        let (march, tactical) = (ROTD_EUWOL.marches.fatigue, ROTD_EUWOL.tactics.fatigue);
        assert_eq!(concerns(tactical - 2), []);
        assert_eq!(concerns(tactical - 1), [Concern::NearlyTooTired]);
        assert_eq!(concerns(tactical + 1), [Concern::TooTiredNearEnemies]);
        assert_eq!(concerns(march), [Concern::TooTiredNearEnemies, Concern::NearlyTooTired]);
        assert_eq!(concerns(march + 1), [Concern::TooTiredToMarch]);
        let unit = sandbox.unit("FR3IN", "A0-N0", "7-7");
        unit.status = Status::Inactive;
        assert_eq!(of(unit, &ROTD_EUWOL).words, "none while it is not active");
    }
}

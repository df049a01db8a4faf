//! Types of unit: two letters are the type, and a row of the book says what it is. One code may be two things in two books
//! (`HA` is horse artillery here and heavy artillery elsewhere); whoever wants to know what a unit does asks its row.

use serde::{Serialize, Serializer};

use crate::games::land::unit::UnitType;

/// What a type of unit is in a book. A type without a row does not exist in its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Kind {
    /// Its two letters.
    #[serde(serialize_with = "letters")]
    pub code: UnitType,
    /// What it is, in words (rule 3.1).
    pub words: &'static str,
    /// Whether units of it are merged (rule 3.5b, R-3.5a).
    pub merges: bool,
    /// Squares that it marches in a turn (rule 7.1, R-7.1).
    pub march: u8,
    /// Fatigue of a forced square; none if it may not force-march (rule 7.3).
    pub forced: Option<u16>,
    /// Whether it is of those who move first in a phase (rule 7.6).
    pub first: bool,
    /// Whether it may go by rail (rule 8.1).
    pub rail: bool,
    /// Tactical squares in a phase (rule 9.1).
    pub tactical: u8,
    /// Tactical squares of a move in support (rule 9.10).
    pub support: u8,
    /// Whether it is fast where fast types move before others in a tactical phase (rule 9.6).
    pub fast: bool,
    /// Fatigue that it regains at the end of a turn (rule 3.2).
    pub recovers: u16,
    /// Its usual initiative, 1 (first) to 5.
    pub initiative: u8,
    /// How far it detects the units of others (rule 4.1).
    pub scouts: Scouts,
    /// Whether it screens against lines of contact, and a line to it may pass such a screen (rules 4.1, 11.2).
    pub screens: bool,
    /// Whether it skirmishes better than others (R-10.6c).
    pub skirmishes: bool,
    /// What its men are worth, in thousandths (R-10.6, details "strmods").
    pub man: u32,
    /// The same in a town if it did not move.
    pub man_in_town: u32,
    /// What its gunners are worth.
    pub gunner: u32,
    /// The same when they bombard.
    pub gunner_bombarding: u32,
    /// Whether its rifled guns bombard at the longer range (rule 10.15).
    pub far: bool,
    /// Supplies that it carries at most (rule 11.9).
    pub load: u8,
    /// Most of its type in a tactical square, where that is limited (rule 2.5).
    pub here: Option<usize>,
}

/// How far a type detects the units of others (rule 4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Scouts {
    /// Squares out of communications, or with fewer men than the first step of `linked`.
    pub out: u8,
    /// In communications: from so many men so many squares, fewest first.
    pub linked: &'static [(u32, u8)],
}

/// Nobody special: one square.
const ONE_SQUARE: Scouts = Scouts { out: 1, linked: &[] };

/// What infantry is, of which the other rows are told by what differs.
const INFANTRY: Kind = Kind {
    code: UnitType::Infantry,
    words: "infantry",
    merges: true,
    march: 3,
    forced: Some(3),
    first: false,
    rail: true,
    tactical: 4,
    support: 2,
    fast: false,
    recovers: 3,
    initiative: 3,
    scouts: ONE_SQUARE,
    screens: false,
    skirmishes: false,
    man: 1000,
    man_in_town: 1000,
    gunner: 6000,
    gunner_bombarding: 6000,
    far: true,
    load: 1,
    here: None,
};

/// What all cavalry is.
const CAVALRY: Kind = Kind {
    march: 4,
    forced: Some(4),
    tactical: 6,
    support: 3,
    fast: true,
    recovers: 4,
    initiative: 2,
    far: false,
    ..INFANTRY
};

/// A type that a book has not: it can do nothing.
const NONE: Kind = Kind {
    words: "unknown",
    merges: false,
    march: 0,
    forced: None,
    rail: false,
    tactical: 0,
    support: 0,
    recovers: 0,
    initiative: 5,
    scouts: Scouts { out: 0, linked: &[] },
    man: 0,
    man_in_town: 0,
    gunner: 0,
    gunner_bombarding: 0,
    far: false,
    load: 0,
    ..INFANTRY
};

/// ROTD-EUWOL, 2022 (rules 3.1, 12.4).
pub const ROTD_EUWOL: &[Kind] = &[
    INFANTRY,
    Kind {
        code: UnitType::LightInfantry,
        words: "light infantry",
        initiative: 2,
        skirmishes: true,
        ..INFANTRY
    },
    Kind { code: UnitType::HeavyCavalry, words: "heavy cavalry", ..CAVALRY },
    Kind { code: UnitType::MediumCavalry, words: "medium cavalry", first: true, ..CAVALRY },
    Kind {
        code: UnitType::LightCavalry,
        words: "light cavalry",
        first: true,
        initiative: 1,
        scouts: Scouts { out: 1, linked: &[(250, 2), (500, 3)] },
        screens: true,
        ..CAVALRY
    },
    Kind { code: UnitType::HorseArtillery, words: "horse artillery", first: true, ..CAVALRY },
    Kind { code: UnitType::LightArtillery, words: "light artillery", ..INFANTRY },
    Kind {
        code: UnitType::SiegeArtillery,
        words: "siege artillery",
        march: 2,
        initiative: 5,
        gunner_bombarding: 24_000,
        ..INFANTRY
    },
    // Naval batteries do not move (G-09).
    Kind {
        code: UnitType::NavalBattery,
        words: "naval battery",
        march: 0,
        forced: None,
        rail: false,
        tactical: 0,
        support: 0,
        initiative: 5,
        far: false,
        here: Some(2),
        ..INFANTRY
    },
    Kind {
        code: UnitType::Militia,
        words: "militia",
        march: 2,
        forced: None,
        rail: false,
        initiative: 5,
        man: 500,
        man_in_town: 750,
        ..INFANTRY
    },
    Kind {
        code: UnitType::ArmyHq,
        words: "army headquarters",
        merges: false,
        march: 4,
        tactical: 6,
        recovers: 4,
        initiative: 2,
        ..INFANTRY
    },
    Kind { code: UnitType::CorpsHq, words: "corps headquarters", merges: false, load: 12, ..INFANTRY },
    Kind {
        code: UnitType::PontoonBridge,
        words: "pontoon bridge",
        merges: false,
        forced: None,
        initiative: 4,
        man: 500,
        man_in_town: 500,
        ..INFANTRY
    },
];

fn letters<S: Serializer>(code: &UnitType, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(code.code())
}

/// The row of a type among some; of a type that is none of them a row that can do nothing.
pub fn row(kinds: &'static [Kind], code: UnitType) -> &'static Kind {
    kinds.iter().find(|kind| kind.code == code).unwrap_or(&NONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(code: &str) -> &'static Kind {
        row(ROTD_EUWOL, UnitType::of_code(code).unwrap())
    }

    #[test]
    fn every_type_has_one_row_and_a_book_without_it_has_none_that_does_anything() {
        let codes: Vec<UnitType> = ROTD_EUWOL.iter().map(|kind| kind.code).collect();
        assert_eq!(codes, UnitType::ALL.map(|row| row.0));
        let without = row(const { ROTD_EUWOL.split_at(2).0 }, UnitType::LightCavalry);
        assert_eq!((without.march, without.tactical, without.rail), (0, 0, false));
    }

    #[test]
    fn marches_are_those_of_7_1_and_7_3() {
        for (_, code) in UnitType::ALL {
            let expected = match code {
                "HC" | "MC" | "LC" | "HA" => (4, Some(4)),
                "AQ" => (4, Some(3)),
                "SA" => (2, Some(3)),
                "MI" => (2, None),
                "NB" => (0, None),
                "PB" => (3, None),
                _ => (3, Some(3)),
            };
            assert_eq!((of(code).march, of(code).forced), expected, "{code}");
        }
    }

    #[test]
    fn tactical_moves_are_those_of_9_1_and_9_10() {
        for (_, code) in UnitType::ALL {
            let squares = match code {
                "HC" | "MC" | "LC" | "HA" => (6, 3),
                "AQ" => (6, 2),
                "NB" => (0, 0),
                _ => (4, 2),
            };
            assert_eq!((of(code).tactical, of(code).support), squares, "{code}");
        }
    }

    #[test]
    fn the_first_to_move_are_light_and_medium_cavalry_and_horse_artillery() {
        let first: Vec<&str> =
            ROTD_EUWOL.iter().filter(|kind| kind.first).map(|kind| kind.code.code()).collect();
        assert_eq!(first, ["MC", "LC", "HA"]);
    }

    #[test]
    fn cavalry_horse_artillery_and_army_headquarters_regain_four_points() {
        for kind in ROTD_EUWOL {
            let fast = ["HC", "MC", "LC", "HA", "AQ"].contains(&kind.code.code());
            assert_eq!(kind.recovers, if fast { 4 } else { 3 }, "{}", kind.words);
        }
    }
}

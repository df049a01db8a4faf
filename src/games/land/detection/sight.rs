//! What one player may see at the end of a turn: all that a position report may show of others.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::detection::rumour::Rumour;
use crate::unit::{UnitId, UnitType};
use fieldpost_engine::words::listed;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;

/// How far from an active unit position reports show the strategic map (rule 4.1, R-4.1).
pub const EXTRACT_RADIUS: u8 = 5;

/// What one player may see at the end of a turn (rules 4.1, 4.2, 4.6).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sight {
    /// On the strategic map: the flags in each square in sight, in order of nations. Own units are among
    /// their nation's.
    pub strategic: BTreeMap<StrategicSquare, Vec<Sighting>>,
    /// On the tactical maps of the squares with own units: every unit visible there, own ones included.
    pub tactical: BTreeMap<StrategicSquare, BTreeSet<UnitId>>,
    /// What a War Minister hears of the enemy (rule 4.7), in order of squares; nothing for anybody else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hearsay: Vec<Rumour>,
}

/// One flag on the strategic map (rule 1.5): the units of a nation in a square, as far as they are detected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sighting {
    /// Whose units they are.
    pub nation: NationCode,
    /// How the square is marked.
    pub mark: Mark,
    /// How many they are: of the own side all units, of others those of the mark's status.
    pub count: Count,
    /// How many of those of the own side are inactive (rule 1.5); of others nobody knows.
    #[serde(default, skip_serializing_if = "is_none")]
    pub inactive: u32,
    /// How many of those of the own side are shattered.
    #[serde(default, skip_serializing_if = "is_none")]
    pub shattered: u32,
    /// Which arms are reported among them.
    pub arms: Arms,
}

fn is_none(units: &u32) -> bool {
    *units == 0
}

impl Sighting {
    /// How many units of the own side the mark itself stands for: the active ones of a flag, the inactive ones of a tent.
    /// Of others nought: no number is known.
    pub fn under_its_mark(&self) -> u32 {
        let Count::Exact(units) = self.count else { return 0 };
        match self.mark {
            Mark::Flag => units.saturating_sub(self.inactive + self.shattered),
            Mark::Tent => self.inactive,
            Mark::Shattered => self.shattered,
        }
    }

    /// ROTD-EUWOL 1.5: how many of the units are inactive or shattered, in words to be put behind their number; nothing
    /// where all are active.
    pub fn state_words(&self) -> String {
        let is_mixed = matches!(self.count, Count::Exact(units) if units != self.under_its_mark());
        let apart = |units: u32, words: &str| (units > 0).then(|| format!(", {units} {words}"));
        match self.mark {
            Mark::Flag => {
                [apart(self.inactive, "of them inactive"), apart(self.shattered, "of them shattered")]
                    .into_iter()
                    .flatten()
                    .collect()
            }
            Mark::Tent if is_mixed => format!(", {} inactive, {} shattered", self.inactive, self.shattered),
            Mark::Tent => ", inactive".into(),
            Mark::Shattered => ", shattered".into(),
        }
    }
}

impl Sighting {
    /// Number, arms and mark in whole words, such as `division, infantry and artillery`.
    pub fn spoken(&self) -> String {
        let arms: Vec<&str> = self.arms.0.iter().map(|arm| arm.words()).collect();
        let arms = if arms.is_empty() { String::new() } else { format!(", {}", listed(&arms)) };
        format!("{}{arms}{}", self.count, self.state_words())
    }
}

/// The mark of a square with units (rule 1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Active units, and perhaps others.
    Flag,
    /// Only inactive units, and perhaps shattered ones.
    Tent,
    /// Only shattered units.
    Shattered,
}

/// A number of units as it is reported (rules 1.5, 4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Count {
    /// Of the own side: exact.
    Exact(u32),
    /// Of others: a word for about how many.
    About(Size),
}

/// About how many units (rule 4.1, R-1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// About one.
    Brigade,
    /// About 2 or 3.
    Brigades,
    /// About 4 or 5.
    Division,
    /// About 6 to 8.
    Divisions,
    /// About 12 for each corps.
    Corps(u32),
}

impl Size {
    /// ROTD-EUWOL 4.1, R-1.5: the word for a number of units, 1 upward.
    pub fn of(units: u32) -> Self {
        match units {
            0 | 1 => Size::Brigade,
            2 | 3 => Size::Brigades,
            4 | 5 => Size::Division,
            6..=8 => Size::Divisions,
            9..=18 => Size::Corps(1),
            more => Size::Corps((more + 6) / 12),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Size::Brigade => f.write_str("brigade"),
            Size::Brigades => f.write_str("brigades"),
            Size::Division => f.write_str("division"),
            Size::Divisions => f.write_str("divisions"),
            Size::Corps(0 | 1) => f.write_str("corps"),
            Size::Corps(several) => write!(f, "{several} corps"),
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Count::Exact(1) => f.write_str("1 unit"),
            Count::Exact(units) => write!(f, "{units} units"),
            Count::About(size) => fmt::Display::fmt(size, f),
        }
    }
}

/// Branches of service (rules 1.5, 4.1). A pontoon bridge is none of them; militia is infantry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
    Headquarters,
}

impl Arm {
    /// Every arm, in the order of the book's letters.
    pub const ALL: [Arm; 4] = [Arm::Infantry, Arm::Cavalry, Arm::Artillery, Arm::Headquarters];

    pub fn of(kind: UnitType) -> Option<Self> {
        match kind {
            UnitType::Infantry | UnitType::LightInfantry | UnitType::Militia => Some(Arm::Infantry),
            _ if kind.is_cavalry() => Some(Arm::Cavalry),
            _ if kind.is_artillery() => Some(Arm::Artillery),
            _ if kind.is_hq() => Some(Arm::Headquarters),
            _ => None,
        }
    }

    /// Such as `infantry`.
    pub fn words(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
            Arm::Headquarters => "headquarters",
        }
    }

    /// The letter of reports.
    pub fn letter(self) -> char {
        match self {
            Arm::Infantry => 'I',
            Arm::Cavalry => 'C',
            Arm::Artillery => 'A',
            Arm::Headquarters => 'H',
        }
    }
}

/// A set of arms; printed as its letters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arms(pub BTreeSet<Arm>);

impl fmt::Display for Arms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|arm| write!(f, "{}", arm.letter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_4_1_on_both_sides_of_their_numbers() {
        for (units, word) in [
            (1, "brigade"),
            (2, "brigades"),
            (3, "brigades"),
            (4, "division"),
            (5, "division"),
            (6, "divisions"),
            (8, "divisions"),
            (9, "corps"),
            (18, "corps"),
            (19, "2 corps"),
            (29, "2 corps"),
            (30, "3 corps"),
            (144, "12 corps"),
        ] {
            assert_eq!(Size::of(units).to_string(), word, "{units}");
        }
    }

    #[test]
    fn militia_is_infantry_and_a_bridge_is_nothing() {
        assert_eq!(Arm::of(UnitType::Militia), Some(Arm::Infantry));
        assert_eq!(Arm::of(UnitType::PontoonBridge), None);
        let all = UnitType::ALL.iter().filter_map(|row| Arm::of(row.0)).collect();
        assert_eq!(Arms(all).to_string(), "ICAH");
    }
}

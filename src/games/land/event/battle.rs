//! What a battle looked like: the facts that both its sides are told (rules 4.4, 5.3; ).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::orders::BattleLine;
use crate::unit::UnitId;
use fieldpost_engine::form2::Written;
use fieldpost_engine::kept;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::Direction;

kept! {
    /// A battle as its sides know it.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct BattleReport {
        /// Those who attacked.
        pub attackers: CampReport,
        /// Those who defended.
        pub defenders: CampReport,
        /// Whether both sides moved into the square.
        pub meeting: bool,
        /// Men that the front could hold (rule 10.4).
        pub front: u32,
        /// The directions from which the attackers entered (rule 10.4).
        pub from: Vec<Direction>,
        /// The rating of the square, 0 to 4 (rule 2.4).
        pub rating: u8,
        /// The level of the defenders' fort, if enough of them were on its walls (rule 2.6).
        pub fort: Option<u8>,
        /// Whether it came to close quarters.
        pub melee: bool,
        /// Whether the attackers won.
        pub attackers_won: bool,
    }
}

kept! {
    /// One side of a battle.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct CampReport {
        pub nations: BTreeSet<NationCode>,
        /// Its units, in id order.
        pub units: Vec<UnitReport>,
        /// What they counted for: told when the turn is run, and not kept of it.
        #[serde(skip)]
        pub worth: Worth,
    }
}

/// What a camp counted for as it was first drawn up, for who asks why a battle was lost. It follows from the position, and is in no record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// Its strength in melee (rules 10.6, 10.9) as men of average foot with muskets; 0 where it is not known.
    pub counted: u32,
    /// What took most of it, in the order in which it is told.
    pub lacks: Vec<Lack>,
}

/// What takes a part of a camp's strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// Its fatigue, on an average of its men (rule 3.2).
    Fatigue(u16),
    /// Its morale, likewise (rule 3.7).
    Morale(u8),
    /// Troops of little worth (rule 3.5).
    Quality,
    /// Troops that have seen little (rule 3.6).
    Experience,
    /// It meant only to skirmish or to evade (rule 10.6).
    Posture,
    /// Men without ammunition (rule 11.12).
    Ammunition,
    /// Men behind the first line, or for whom no line had room (rules 10.4, 10.9).
    Lines,
}

impl Written for Worth {
    fn write(&self, _: &mut Vec<u8>) {}

    fn is_absent(&self) -> bool {
        true
    }
}

impl CampReport {
    /// Its men when the battle began.
    pub fn men(&self) -> u32 {
        self.units.iter().map(|unit| unit.men).sum()
    }

    /// The men it lost.
    pub fn losses(&self) -> u32 {
        self.units.iter().map(|unit| unit.fire + unit.melee).sum()
    }
}

kept! {
    /// One unit's part in a battle.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct UnitReport {
        pub id: UnitId,
        /// The line in which it stood at first.
        pub line: BattleLine,
        /// Thousandths of it that the first line held at first (rule 10.4): for who looks at a turn as it runs, as the cases do;
        /// a turn that is kept does not hold it.
        #[serde(skip)]
        pub part: u32,
        /// How hard it meant to fight.
        pub attitude: Attitude,
        /// Whether it had ammunition, where it needs any.
        pub armed: bool,
        /// Its men when the battle began.
        pub men: u32,
        /// Men lost in the fire.
        pub fire: u32,
        /// Men lost at close quarters.
        pub melee: u32,
        /// How it left the field, if it did.
        pub departure: Option<Departure>,
    }
}

kept! {
    /// How hard a unit fights, in attack as in defence (rules 6.6, 9.9).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Attitude {
        /// Assault or last-ditch defence.
        Utmost,
        /// Attack or defend.
        Firm,
        Skirmish,
        Evade,
    }
}

kept! {
    /// How a unit left a battle.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Departure {
        FellBack,
        Retreated,
        Routed,
        Shattered,
        Destroyed,
        Surrendered,
    }
}

//! A battle ship by ship.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::combat::battle::{Closing, Fate};
use crate::ship::ShipId;
use fieldpost_engine::kept;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::unit::UnitId;

kept! {
    /// A battle ship by ship (naval record 12.4).
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
    pub struct Account {
        /// The two sides: whoever began it first.
        pub sides: [Vec<Part>; 2],
        /// Which of them won.
        pub winner: Option<usize>,
        /// How they came to close quarters, or did not. Records of form 1 have it not, nor what else follows from orders and dice.
        #[serde(skip)]
        pub closing: Closing,
        /// Who hit whom, in the order of the first hit. Not in form 1.
        #[serde(skip)]
        pub blows: Vec<Blow>,
    }
}

kept! {
    /// How often one hit another.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Blow {
        pub by: Fighter,
        pub to: Fighter,
        pub hits: u32,
    }
}

kept! {
    /// A ship's or battery's part in a battle.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct Part {
        pub id: Fighter,
        /// What she is called.
        pub name: String,
        /// Her strength before the first shot.
        pub strength: u32,
        /// Whether at close quarters.
        pub close: bool,
        /// Shots that hit her.
        pub hits: u32,
        /// Hull, propulsion and crew before the first shot. Not in form 1.
        #[serde(skip)]
        pub before: (u8, u8, u32),
        /// Whether she has a ram and came close enough for it. Not in form 1.
        #[serde(skip)]
        pub rams: bool,
        /// Hull, propulsion and crew afterwards; of a battery the batteries that are left.
        pub after: (u8, u8, u32),
        /// What became of her.
        pub fate: Fate,
        /// Why she did not come to close quarters as ordered. Not in form 1.
        #[serde(skip)]
        pub kept_off: Option<KeptOff>,
    }
}

kept! {
    /// Who fights.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Fighter {
        Ship(id: ShipId),
        Battery(unit: UnitId),
    }
}

impl Fighter {
    /// Whether it is a ship.
    pub fn is_ship(self) -> bool {
        matches!(self, Fighter::Ship(_))
    }

    /// For whom it fights.
    pub fn nation(self) -> NationCode {
        match self {
            Fighter::Ship(id) => id.nation,
            Fighter::Battery(unit) => unit.nation,
        }
    }
}

impl fmt::Display for Fighter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fighter::Ship(id) => id.fmt(f),
            Fighter::Battery(unit) => unit.fmt(f),
        }
    }
}

impl Serialize for Fighter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

kept! {
    /// Why a ship did not come to close quarters as ordered (7.4).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum KeptOff {
        RunsPast,
        NoCrew,
        Lame,
        /// The enemy kept the range.
        Range,
    }
}

impl KeptOff {
    /// It in a clause.
    pub fn words(self) -> &'static str {
        match self {
            KeptOff::RunsPast => "did not close, for she runs past",
            KeptOff::NoCrew => "could not close: she has no crew",
            KeptOff::Lame => "could not close: her engines or rigging are gone",
            KeptOff::Range => "could not close: the enemy kept the range",
        }
    }
}

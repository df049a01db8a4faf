//! Types of unit: two letters are the type, and a row of the book says what it is. One code may be two things in two books
//! (`HA` is horse artillery here and heavy artillery elsewhere); whoever wants to know what a unit does asks its row.

use serde::{Serialize, Serializer};

use crate::unit::{UnitType, Weapon};
use fieldpost_ground::nation::NationCode;

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
    /// Whether it is foot that forms squares where a book has them, and keeps those whom it attacks from forming any (rule 10.5 of
    /// GITM-NWOL).
    pub forms_squares: bool,
    /// What its men are worth, in thousandths (R-10.6, details "strmods").
    pub man: u32,
    /// The same in a town if it did not move, where that is another.
    pub man_in_town: Option<u32>,
    /// The same in a battle for a fort, where that is another.
    pub man_at_fort: Option<u32>,
    /// The same against squares, where that is another (rule 10.5 of GITM-NWOL).
    pub man_at_squares: Option<u32>,
    /// What its gunners are worth.
    pub gunner: u32,
    /// The same when they bombard.
    pub gunner_bombarding: u32,
    /// Whether its rifled guns bombard at the longer range (rule 10.15).
    pub far: bool,
    /// The highest level of a fort that its guns, or attached batteries, take down (rule 10.15), where guns do.
    pub breaches: u8,
    /// Supplies that it carries at most (rule 11.9).
    pub load: u8,
    /// Most of its type in a tactical square, where that is limited (rule 2.5).
    pub here: Option<usize>,
    /// What a unit of it is raised with and grows to (rules 3.1, 3.5b).
    pub size: Size,
    /// Its personal arms (rule 3.4).
    pub weapons: Ladder<Weapon>,
}

/// What a unit of a type is raised with and grows to (rules 3.1, 3.5b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Size {
    /// Men of a regiment, and of a Prussian or German one (rule 3.1); none where a type is not counted in regiments.
    pub regiment: (u32, u32),
    /// Regiments that it is raised with.
    pub regiments: u8,
    /// Batteries that it is raised with, of [`MEN_PER_BATTERY`] each.
    pub batteries: u8,
    /// Men that it is raised with beside those of its regiments and batteries.
    pub men: u32,
    /// Most men after a merger (rule 3.5b).
    pub most: Most,
    pub most_batteries: u8,
}

/// Most men after a merger (rule 3.5b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Most {
    /// So many regiments, and a battery's men beside them.
    Regiments(u8),
    /// So many men, those of its batteries among them.
    Men(u32),
}

/// ROTD-EUWOL 3.1: men of a battery, attached or not, in every book.
pub const MEN_PER_BATTERY: u32 = 100;

impl Size {
    /// Men of a regiment of a nation's unit.
    pub fn regiment_of(&self, nation: NationCode) -> u32 {
        if nation.is_german() { self.regiment.1 } else { self.regiment.0 }
    }

    /// Men that a unit of a nation is raised with.
    pub fn raised(&self, nation: NationCode) -> u32 {
        self.men
            + u32::from(self.regiments) * self.regiment_of(nation)
            + u32::from(self.batteries) * MEN_PER_BATTERY
    }

    /// Most men of a nation's unit with so many batteries.
    pub fn most_men(&self, nation: NationCode, batteries: u8) -> u32 {
        match self.most {
            Most::Regiments(most) => {
                u32::from(most) * self.regiment_of(nation) + u32::from(batteries) * MEN_PER_BATTERY
            }
            Most::Men(most) => most,
        }
    }

    /// Most regiments after a merger.
    pub fn most_regiments(&self) -> u8 {
        match self.most {
            Most::Regiments(most) => most,
            Most::Men(_) if self.regiments == 0 => 0,
            Most::Men(_) => u8::MAX,
        }
    }
}

/// Arms that become better step by step (rule 3.4), the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Ladder<T: 'static> {
    /// What every nation may have.
    pub all: &'static [T],
    /// What is better still in Prussian and German units.
    pub german: Option<T>,
    /// What is better still in French ones.
    pub french: Option<T>,
}

impl<T: Copy + PartialEq> Ladder<T> {
    /// The steps of a nation, worst first.
    pub fn of(&self, nation: NationCode) -> impl Iterator<Item = T> + use<T> {
        let best = match nation {
            _ if nation.is_german() => self.german,
            _ if nation.as_str() == "FR" => self.french,
            _ => None,
        };
        self.all.iter().copied().chain(best)
    }

    /// What a nation has next after something.
    pub fn after(&self, nation: NationCode, now: T) -> Option<T> {
        self.of(nation).skip_while(|step| *step != now).nth(1)
    }
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
pub const ONE_SQUARE: Scouts = Scouts { out: 1, linked: &[] };

/// What staffs and trains are: a hundred men.
pub const STAFF: Size =
    Size { regiment: (0, 0), regiments: 0, batteries: 0, men: 100, most: Most::Men(100), most_batteries: 0 };

/// Four batteries, and no more after a merger.
pub const FOUR_BATTERIES: Size =
    Size { batteries: 4, men: 0, most: Most::Regiments(0), most_batteries: 4, ..STAFF };

/// No personal arms.
pub const UNARMED: Ladder<Weapon> = Ladder { all: &[Weapon::None], german: None, french: None };

/// What infantry is, of which the other rows are told by what differs.
pub const INFANTRY: Kind = Kind {
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
    forms_squares: true,
    man: 1000,
    man_in_town: None,
    man_at_fort: None,
    man_at_squares: None,
    gunner: 6000,
    gunner_bombarding: 6000,
    far: true,
    breaches: 2,
    load: 1,
    here: None,
    size: Size {
        regiment: (600, 800),
        regiments: 4,
        batteries: 0,
        men: 0,
        most: Most::Regiments(5),
        most_batteries: 1,
    },
    weapons: Ladder {
        all: &[Weapon::Musket, Weapon::Rifle],
        german: Some(Weapon::Breechloader),
        french: Some(Weapon::Chassepot),
    },
};

pub const CAVALRY: Kind = Kind {
    march: 4,
    forced: Some(4),
    tactical: 6,
    support: 3,
    fast: true,
    recovers: 4,
    initiative: 2,
    forms_squares: false,
    far: false,
    breaches: 1,
    size: Size { regiment: (300, 400), ..INFANTRY.size },
    weapons: Ladder { all: &[Weapon::Carbine, Weapon::BreechCarbine], german: None, french: None },
    ..INFANTRY
};

/// What batteries without a brigade are, drawn slowly.
pub const GUNS: Kind = Kind { forms_squares: false, size: FOUR_BATTERIES, weapons: UNARMED, ..INFANTRY };

/// Siege artillery.
pub const SIEGE: Kind = Kind {
    code: UnitType::SiegeArtillery,
    words: "siege artillery",
    march: 2,
    initiative: 5,
    gunner_bombarding: 24_000,
    breaches: 5,
    ..GUNS
};

pub const MILITIA: Kind = Kind {
    code: UnitType::Militia,
    words: "militia",
    march: 2,
    forced: None,
    initiative: 5,
    man: 500,
    man_in_town: Some(750),
    size: Size {
        regiment: (500, 500),
        regiments: 3,
        most: Most::Regiments(3),
        most_batteries: 0,
        ..INFANTRY.size
    },
    weapons: MUSKET_AND_RIFLE,
    ..INFANTRY
};

/// What every nation's foot may have where nobody has anything better.
pub const MUSKET_AND_RIFLE: Ladder<Weapon> =
    Ladder { all: &[Weapon::Musket, Weapon::Rifle], german: None, french: None };

/// What headquarters are.
const QUARTERS: Kind =
    Kind { merges: false, forms_squares: false, size: STAFF, weapons: UNARMED, ..INFANTRY };

/// An army headquarters.
pub const ARMY: Kind = Kind {
    code: UnitType::ArmyHq,
    words: "army headquarters",
    march: 4,
    tactical: 6,
    recovers: 4,
    initiative: 2,
    ..QUARTERS
};

pub const CORPS: Kind = Kind { code: UnitType::CorpsHq, words: "corps headquarters", load: 12, ..QUARTERS };

/// The types of a book, with naval batteries after them.
pub const fn with_more<const MORE: usize>(kinds: &[Kind], more: Kind) -> [Kind; MORE] {
    let mut all = [more; MORE];
    let mut place = 0;
    while place < kinds.len() {
        all[place] = kinds[place];
        place += 1;
    }
    all
}

/// Pontoon bridges: columns until they are laid (rules 12.4, 12.5).
pub const PONTOON: Kind = Kind {
    code: UnitType::PontoonBridge,
    words: "pontoon bridge",
    merges: false,
    forced: None,
    initiative: 4,
    forms_squares: false,
    man: 500,
    size: STAFF,
    weapons: UNARMED,
    ..INFANTRY
};

/// Naval batteries do not move (G-09).
pub const NAVAL_BATTERY: Kind = Kind {
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
    ..GUNS
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
    forms_squares: false,
    man: 0,
    gunner: 0,
    gunner_bombarding: 0,
    far: false,
    load: 0,
    size: STAFF,
    weapons: UNARMED,
    ..INFANTRY
};

fn letters<S: Serializer>(code: &UnitType, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(code.code())
}

/// The row of a type among some; of a type that is none of them a row that can do nothing.
pub fn row(kinds: &'static [Kind], code: UnitType) -> &'static Kind {
    kinds.iter().find(|kind| kind.code == code).unwrap_or(&NONE)
}

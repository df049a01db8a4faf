//! What else a player knows of the map: flags in sight (rules 1.5, 4.1), cities and depots (1.4, 2.6, 2.7), and what a
//! War Minister hears (4.7).

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use crate::vantage::Vantage;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::detection::rumour::{Rumour, Talk};
use fieldpost_land::detection::sight::{Count, Mark, Sighting};
use fieldpost_land::state::{City, Depot, DepotKind};

/// Whose something is, as the player's nation stands to its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Own,
    Allied,
    Neutral,
    Enemy,
}

impl From<Relation> for Side {
    fn from(relation: Relation) -> Self {
        match relation {
            Relation::Same => Side::Own,
            Relation::Allied => Side::Allied,
            Relation::Neutral => Side::Neutral,
            Relation::Hostile => Side::Enemy,
        }
    }
}

impl From<Side> for Relation {
    fn from(side: Side) -> Self {
        match side {
            Side::Own => Relation::Same,
            Side::Allied => Relation::Allied,
            Side::Neutral => Relation::Neutral,
            Side::Enemy => Relation::Hostile,
        }
    }
}

impl Side {
    /// Its word.
    pub fn words(self) -> &'static str {
        match self {
            Side::Own => "own",
            Side::Allied => "allied",
            Side::Neutral => "neutral",
            Side::Enemy => "enemy",
        }
    }

    /// Own or allied.
    pub fn is_friendly(self) -> bool {
        matches!(self, Side::Own | Side::Allied)
    }
}

/// One flag in sight (rules 1.5, 4.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SightingView {
    /// The strategic square.
    pub square: String,
    /// How many squares it is from the player's nearest active unit.
    pub distance: Option<u8>,
    /// Whose units they are.
    pub side: Side,
    /// Their nation.
    pub nation: String,
    /// Its two letters.
    pub code: String,
    /// What the flag says of them.
    pub mark: FlagMark,
    /// How many they are, where that is exact: of the own side, inactive and shattered ones included.
    pub units: Option<u32>,
    /// How many of the own side's are inactive.
    pub inactive: u32,
    /// How many of the own side's are shattered.
    pub shattered: u32,
    /// About how many they are, in the words of rule 4.1, such as `division`: of others.
    pub about: Option<String>,
    /// Letters of the arms among them: I infantry, C cavalry, A artillery, H headquarters.
    pub arms: String,
    /// Number, arms and mark in words.
    pub words: String,
    /// The same with the arms in whole words, for who hears it.
    #[serde(skip)]
    #[schemars(skip)]
    pub spoken: String,
}

/// The mark of a square with units (rule 1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FlagMark {
    /// Active units, and perhaps others.
    Active,
    /// Only inactive units, and perhaps shattered ones.
    Inactive,
    /// Only shattered units.
    Shattered,
}

/// Something a War Minister hears of (rule 4.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HearsayView {
    /// The strategic square in which it is said to have been a turn ago.
    pub square: String,
    /// Whose it is said to be.
    pub nation: String,
    /// That nation's two letters.
    pub code: String,
    /// What is said to have been there.
    pub what: &'static str,
}

/// A city as the map shows it (rules 1.4, 2.6, 2.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CityView {
    /// Its name.
    pub name: String,
    /// Its strategic square.
    pub square: String,
    /// Its tactical square: column, row.
    pub tac: String,
    /// How many squares it is from the player's nearest active unit.
    pub distance: Option<u8>,
    /// The nation that controls it.
    pub nation: String,
    /// That nation's two letters.
    pub code: String,
    /// How that nation stands to the player's.
    pub side: Side,
    /// Supplies in it.
    pub supplies: u32,
    /// Its fort, if it has one (rule 2.6).
    pub fort: Option<FortView>,
    /// Whether it is besieged (rule 2.7).
    pub besieged: bool,
}

/// A city's fort (rule 2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FortView {
    /// How strong it is.
    pub strength: u32,
    /// For how many it has room.
    pub capacity: u32,
}

/// A depot or cache.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DepotView {
    /// `depot` or `cache`.
    pub kind: &'static str,
    /// Its strategic square.
    pub square: String,
    /// Its tactical square: column, row.
    pub tac: String,
    /// How many squares it is from the player's nearest active unit.
    pub distance: Option<u8>,
    /// Whose it is.
    pub nation: String,
    /// That nation's two letters.
    pub code: String,
    /// How that nation stands to the player's.
    pub side: Side,
    /// Supplies in it.
    pub supplies: u32,
}

/// Measures how far things are from the player's active units.
pub struct Ruler(BTreeSet<StrategicSquare>);

impl Ruler {
    /// The ruler of a player.
    pub fn of(vantage: &Vantage<'_>) -> Self {
        let active = vantage.own.iter().map(|own| own.unit).filter(|unit| unit.is_active());
        Ruler(active.map(|unit| unit.at).collect())
    }

    /// Squares to the nearest; `None` if there is no active unit.
    fn distance(&self, at: StrategicSquare) -> Option<u8> {
        self.0.iter().map(|post| post.distance(at)).min()
    }
}

/// The flags in sight: enemies first, the nearest before the others.
pub fn sightings(vantage: &Vantage<'_>, ruler: &Ruler) -> Vec<SightingView> {
    let seen = vantage.sight.strategic.iter();
    let flags = seen.flat_map(|(at, flags)| flags.iter().map(move |flag| (*at, flag)));
    let mut views: Vec<SightingView> =
        flags.map(|(at, flag)| sighting_view(vantage, at, flag, ruler)).collect();
    views.sort_by_key(|view| (std::cmp::Reverse(view.side), view.distance));
    views
}

fn sighting_view(vantage: &Vantage<'_>, at: StrategicSquare, flag: &Sighting, ruler: &Ruler) -> SightingView {
    let mark = match flag.mark {
        Mark::Flag => FlagMark::Active,
        Mark::Tent => FlagMark::Inactive,
        Mark::Shattered => FlagMark::Shattered,
    };
    let (units, about) = match flag.count {
        Count::Exact(units) => (Some(units), None),
        Count::About(size) => (None, Some(size.to_string())),
    };
    SightingView {
        square: vantage.atlas.map.grid.label(at),
        distance: ruler.distance(at),
        side: vantage.relation(flag.nation).into(),
        nation: flag.nation.words(),
        code: flag.nation.to_string(),
        mark,
        units,
        inactive: flag.inactive,
        shattered: flag.shattered,
        about,
        arms: flag.arms.to_string(),
        spoken: flag.spoken(),
        words: format!("{} {}{}", flag.count, flag.arms, flag.state_words())
            .replace(" ,", ",")
            .trim_end()
            .into(),
    }
}

/// What is said to have been somewhere.
pub fn said(of: Talk) -> &'static str {
    match of {
        Talk::Headquarters => "a headquarters",
        Talk::Troops => "troops on our land",
    }
}

/// What the War Minister hears, in order of squares.
pub fn hearsay(vantage: &Vantage<'_>) -> Vec<HearsayView> {
    let view = |rumour: &Rumour| HearsayView {
        square: vantage.atlas.map.grid.label(rumour.at),
        nation: rumour.nation.words(),
        code: rumour.nation.to_string(),
        what: said(rumour.of),
    };
    vantage.sight.hearsay.iter().map(view).collect()
}

/// How things of the map are listed: the own side's first, then the nearest.
fn order(side: Side, distance: Option<u8>) -> (bool, u8) {
    (!side.is_friendly(), distance.unwrap_or(u8::MAX))
}

/// The cities that are known: the own side's first, the nearest before the others.
pub fn cities(vantage: &Vantage<'_>, ruler: &Ruler) -> Vec<CityView> {
    let mut views: Vec<CityView> =
        vantage.cities.iter().map(|(name, city)| city_view(vantage, name, city, ruler)).collect();
    views.sort_by_key(|city| order(city.side, city.distance));
    views
}

fn city_view(vantage: &Vantage<'_>, name: &str, city: &City, ruler: &Ruler) -> CityView {
    CityView {
        name: name.into(),
        square: vantage.atlas.map.grid.label(city.at),
        tac: city.tac.to_string(),
        distance: ruler.distance(city.at),
        nation: city.control.words(),
        code: city.control.to_string(),
        side: side_of(vantage, city.control),
        supplies: city.supplies,
        fort: city.fort.map(|fort| FortView { strength: fort.strength.into(), capacity: fort.capacity }),
        besieged: city.besieged,
    }
}

/// The depots and caches that are known: the own side's first, the nearest before the others.
pub fn depots(vantage: &Vantage<'_>, ruler: &Ruler) -> Vec<DepotView> {
    let mut views: Vec<DepotView> =
        vantage.depots.iter().map(|depot| depot_view(vantage, depot, ruler)).collect();
    views.sort_by_key(|depot| order(depot.side, depot.distance));
    views
}

fn depot_view(vantage: &Vantage<'_>, depot: &Depot, ruler: &Ruler) -> DepotView {
    DepotView {
        kind: match depot.kind {
            DepotKind::Depot => "depot",
            DepotKind::Cache => "cache",
        },
        square: vantage.atlas.map.grid.label(depot.at),
        tac: depot.tac.to_string(),
        distance: ruler.distance(depot.at),
        nation: depot.side.words(),
        code: depot.side.to_string(),
        side: side_of(vantage, depot.side),
        supplies: depot.supplies,
    }
}

fn side_of(vantage: &Vantage<'_>, nation: NationCode) -> Side {
    vantage.relation(nation).into()
}

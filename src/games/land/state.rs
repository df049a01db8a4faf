//! The position between two turns, and the occupation index that a running turn keeps beside it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::means::{Means, Prices};
use crate::orders::Office;
use crate::unit::{Unit, UnitId};
use fieldpost_engine::ids::PlayerNo;
pub use fieldpost_engine::seat::Seat;
use fieldpost_ground::by_unit::ByUnit;
pub use fieldpost_ground::map::Fort;
use fieldpost_ground::nation::{NationCode, Relations};
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// What kind of turn is open (rules 5.2, 6.10, 7.17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Season {
    Campaign,
    Deployment,
    Peace,
}

impl Season {
    pub const ALL: [Season; 3] = [Season::Campaign, Season::Deployment, Season::Peace];

    pub fn words(self) -> &'static str {
        match self {
            Season::Campaign => "campaign",
            Season::Deployment => "deployment",
            Season::Peace => "peace",
        }
    }
}

/// A military rank, lowest first (rule 3.5, R-3.5b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rank {
    Colonel,
    BrigadierGeneral,
    MajorGeneral,
    LieutenantGeneral,
    General,
}

impl Rank {
    /// Every rank with its words.
    pub const ALL: [(Rank, &'static str); 5] = [
        (Rank::Colonel, "colonel"),
        (Rank::BrigadierGeneral, "brigadier general"),
        (Rank::MajorGeneral, "major general"),
        (Rank::LieutenantGeneral, "lieutenant general"),
        (Rank::General, "general"),
    ];

    /// In words, lower case.
    pub fn words(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The rank of words, in any case.
    pub fn of_words(words: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.1.eq_ignore_ascii_case(words)).map(|row| row.0)
    }
}

/// A player as the game knows them: no address, no password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The name orders use, unique in the game, such as `benedek`.
    pub name: String,
    /// The nation served.
    pub nation: NationCode,
    pub rank: Rank,
    /// Offices held.
    pub offices: BTreeSet<Office>,
}

/// A city's changing side; its site is on the map ([`fieldpost_ground::map::CitySite`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct City {
    /// Strategic square, as on the map.
    pub at: StrategicSquare,
    /// City tactical square, as on the map.
    pub tac: TacticalSquare,
    pub home: NationCode,
    pub control: NationCode,
    /// Supplies stored.
    pub supplies: u32,
    /// Manufacturing level (rule 11.11).
    pub manufacturing: u8,
    /// Its fort, if it has one.
    pub fort: Option<Fort>,
    /// Whether it is besieged (rule 11.3).
    pub besieged: bool,
}

/// Depot or cache (rule 11.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DepotKind {
    Depot,
    Cache,
}

impl DepotKind {
    pub fn word(self) -> &'static str {
        match self {
            DepotKind::Depot => "depot",
            DepotKind::Cache => "cache",
        }
    }
}

/// A supply depot or cache on the map (rule 11.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Depot {
    pub at: StrategicSquare,
    pub tac: TacticalSquare,
    pub kind: DepotKind,
    /// The nation it belongs to.
    pub side: NationCode,
    pub supplies: u32,
}

/// A river transport that ferries (rule 12.7), as long as there are no ships.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ferry {
    /// Its id, as orders name it.
    pub id: String,
    pub at: StrategicSquare,
    /// The river square it lies in.
    pub tac: TacticalSquare,
    /// The nation it belongs to.
    pub side: NationCode,
    /// Space aboard.
    pub capacity: u32,
    /// Space taken by what it carries itself.
    pub load: u32,
}

/// Who controls a railway or river square (rules 1.3, 8.2, R-1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Control {
    Nation(NationCode),
    None,
}

/// The whole position of a land game at the start of a turn. Everything in it is ordered, so that the
/// same position is the same bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LandState {
    /// The open turn, 1 upward.
    pub turn: u32,
    /// What kind of turn it is.
    pub season: Season,
    /// The players; [`PlayerNo`] is a place in this list.
    pub players: Vec<Player>,
    /// All units by id.
    pub units: ByUnit<Unit>,
    /// Who commands each unit.
    pub seats: ByUnit<Seat>,
    /// The names that units bear beside their ids ([`crate::names`]). Those of units that are no more stay: the turn in which they went
    /// is still to be told.
    #[serde(default, skip_serializing_if = "ByUnit::is_empty")]
    pub names: ByUnit<String>,
    /// Cities by name.
    pub cities: BTreeMap<String, City>,
    /// Depots and caches.
    pub depots: Vec<Depot>,
    /// How the nations stand.
    pub relations: Relations,
    /// Nation that owns each state, by the state's name; land of states not listed belongs to nobody at war.
    pub owners: BTreeMap<String, NationCode>,
    /// Squares whose railway is controlled otherwise than by the nation that owns the land.
    pub rail_control: BTreeMap<StrategicSquare, Control>,
    /// The same for rivers.
    pub river_control: BTreeMap<StrategicSquare, Control>,
    /// Squares whose track has been destroyed.
    pub track_destroyed: BTreeSet<StrategicSquare>,
    /// Squares where a battle with losses was fought last turn (R-7.5b).
    pub battle_squares: BTreeSet<StrategicSquare>,
    /// Nations whose squares may not be entered (rule 7.16).
    pub forbidden: BTreeSet<NationCode>,
    /// Men that mergers have returned to a nation's manpower pool, there at the end of the following season
    /// (rule 3.5b).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub manpower: BTreeMap<NationCode, u32>,
    /// What each nation's treasury holds; a nation not listed has nothing.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub treasuries: BTreeMap<NationCode, Means>,
    /// What the scenario asks for what treasuries buy.
    #[serde(default, skip_serializing_if = "Prices::are_nothing")]
    pub prices: Prices,
    /// Squares whose railway bridges have been destroyed (rules 8.6, 12.3).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub bridges_destroyed: BTreeSet<StrategicSquare>,
    /// Squares whose track, and bridges where they are gone, are being rebuilt (rules 8.5, 8.6).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rebuilding: BTreeMap<StrategicSquare, Works>,
    /// Men of units that surrendered and are no more, in enemy hands, by the nation they served (rule 11.3).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub captives: BTreeMap<NationCode, u32>,
    /// Men returned in the season before this one: they are in the pool when this one ends.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub manpower_due: BTreeMap<NationCode, u32>,
    /// Men in the nations' manpower pools.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub manpower_pool: BTreeMap<NationCode, u32>,
    /// The first turn of this season (rule 5.1).
    #[serde(default = "first_turn", skip_serializing_if = "is_first_turn")]
    pub season_began: u32,
    /// Whether two nations have been hostile in this campaign (rule 5.1).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hostilities: bool,
    /// River transports that ferry (rule 12.7).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ferries: Vec<Ferry>,
    /// Depots that nations have in reserve, in a book in which they are not bought (ROTD-CWOL 11.7).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reserve: BTreeMap<NationCode, u32>,
    /// Depots that are being set up or taken away (ROTD-CWOL 11.7).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depot_works: Vec<DepotWork>,
}

/// A depot that is being set up or taken away (ROTD-CWOL 11.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepotWork {
    pub at: StrategicSquare,
    /// Its place in it.
    pub tac: TacticalSquare,
    pub side: NationCode,
    /// Whether it is being set up.
    pub raises: bool,
    /// The turn at whose end it is done.
    pub done: u32,
}

/// Track that a nation is having rebuilt (rules 8.5, 8.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Works {
    /// Who pays for it and must control the railway.
    pub nation: NationCode,
    /// The turn at whose end it is done.
    pub done: u32,
}

fn first_turn() -> u32 {
    1
}

fn is_first_turn(turn: &u32) -> bool {
    *turn == 1
}

/// A unit's id, and the name that stands beside it where it has one: `FR1IN Dupont`.
pub fn called(names: &ByUnit<String>, unit: UnitId) -> String {
    names.get(&unit).map_or_else(|| unit.to_string(), |name| format!("{unit} {name}"))
}

impl LandState {
    /// A position before its first turn, with nobody and nothing in it.
    pub fn opening(season: Season) -> Self {
        LandState {
            turn: 1,
            season,
            players: Vec::new(),
            units: ByUnit::new(),
            seats: ByUnit::new(),
            names: ByUnit::new(),
            cities: BTreeMap::new(),
            depots: Vec::new(),
            relations: Relations::default(),
            owners: BTreeMap::new(),
            rail_control: BTreeMap::new(),
            river_control: BTreeMap::new(),
            track_destroyed: BTreeSet::new(),
            battle_squares: BTreeSet::new(),
            forbidden: BTreeSet::new(),
            manpower: BTreeMap::new(),
            treasuries: BTreeMap::new(),
            prices: Prices::default(),
            bridges_destroyed: BTreeSet::new(),
            rebuilding: BTreeMap::new(),
            captives: BTreeMap::new(),
            manpower_due: BTreeMap::new(),
            manpower_pool: BTreeMap::new(),
            season_began: first_turn(),
            hostilities: false,
            ferries: Vec::new(),
            reserve: BTreeMap::new(),
            depot_works: Vec::new(),
        }
    }

    /// A player's number by name, in any case.
    pub fn player_named(&self, name: &str) -> Option<PlayerNo> {
        let place = self.players.iter().position(|player| player.name.eq_ignore_ascii_case(name))?;
        u16::try_from(place).ok().map(PlayerNo)
    }

    pub fn player(&self, number: PlayerNo) -> Option<&Player> {
        self.players.get(usize::from(number.0))
    }

    pub fn numbered_players(&self) -> impl Iterator<Item = (PlayerNo, &Player)> {
        (0..).map(PlayerNo).zip(&self.players)
    }

    /// The units a player commands or deputises, in id order.
    pub fn units_of(&self, player: PlayerNo) -> impl Iterator<Item = &Unit> {
        self.seats
            .iter()
            .filter(move |(_, seat)| seat.commander == player || seat.deputy == Some(player))
            .filter_map(|(id, _)| self.units.get(id))
    }

    pub fn city_on(&self, at: StrategicSquare, tac: TacticalSquare) -> Option<&City> {
        self.cities.values().find(|city| city.at == at && city.tac == tac)
    }

    pub fn city_at(&self, square: StrategicSquare) -> Option<(&str, &City)> {
        self.cities.iter().find(|(_, city)| city.at == square).map(|(name, city)| (name.as_str(), city))
    }
}

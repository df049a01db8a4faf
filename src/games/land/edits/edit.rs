//! What a game administrator may wish done by hand.

use serde::{Deserialize, Serialize};

use crate::book::Book;
use crate::field::Field;
use crate::orders::Office;
use crate::state::{DepotKind, Rank, Season};
use crate::unit::UnitId;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Atlas;

/// One hand edit, as it is wished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edit {
    /// A depot or cache appears (rule 11.5). Without a tactical square it stands in the city's, else where the rules would have it;
    /// without a nation it belongs to the one that owns the land.
    PlaceDepot {
        /// Which of the two.
        kind: DepotKind,
        at: StrategicSquare,
        tac: Option<TacticalSquare>,
        side: Option<NationCode>,
        supplies: u32,
    },
    /// A depot or cache disappears with what it holds; without a nation, the only one there.
    RemoveDepot {
        /// Which of the two.
        kind: DepotKind,
        at: StrategicSquare,
        side: Option<NationCode>,
    },
    /// A field of a unit's status gets a value, as `fields` names and reads it.
    SetUnit {
        unit: UnitId,
        /// The field's name.
        field: String,
        /// The value, as written.
        value: String,
    },
    /// A unit stands elsewhere. Without a tactical square: in the city's, else the nearest to the middle that it may stand in.
    MoveUnit { unit: UnitId, at: StrategicSquare, tac: Option<TacticalSquare> },
    /// A unit appears, of the usual strength of its type, with these fields set.
    CreateUnit {
        unit: UnitId,
        at: StrategicSquare,
        tac: Option<TacticalSquare>,
        /// Who commands it, by name.
        commander: Option<String>,
        /// Names and values of fields, as in [`Edit::SetUnit`].
        fields: Vec<(String, String)>,
    },
    /// A unit is struck from the lists.
    RemoveUnit(UnitId),
    /// Batteries go from one unit to another (rule 10.11).
    TransferBattery {
        /// How many.
        batteries: u8,
        from: UnitId,
        to: UnitId,
    },
    /// A unit ceases to be, and another has what both had (rule 3.5b).
    Merge { unit: UnitId, into: UnitId },
    /// A field of a city gets a value: control, supplies, manufacturing, fort, besieged.
    SetCity {
        city: String,
        /// The field's name.
        field: String,
        /// The value, as written.
        value: String,
    },
    /// What a city, depot, cache or headquarters holds (rule 11.5; WISC 9.3).
    SetSupplies {
        place: Store,
        /// How much.
        amount: u32,
    },
    /// Track is destroyed or whole again (rule 8.5).
    SetRail {
        at: StrategicSquare,
        /// Whether it is destroyed.
        destroyed: bool,
    },
    /// Railway bridges are destroyed or whole again (rules 8.6, 12.3).
    SetBridge {
        at: StrategicSquare,
        /// Whether they are destroyed.
        destroyed: bool,
    },
    /// A pontoon bridge is taken up (rule 12.6).
    RemovePontoon(UnitId),
    /// Who controls a square's railway or river (rules 1.3, 8.2); `None` is nobody.
    SetControl {
        /// Whether the river's rather than the railway's.
        river: bool,
        at: StrategicSquare,
        nation: Option<NationCode>,
    },
    /// Who owns the land of a state, with its cities if these are wished too.
    SetOwner {
        /// The state's name on the map.
        state: String,
        nation: NationCode,
        /// Whether its cities change hands too.
        with_cities: bool,
    },
    /// How two nations stand to one another (rule 5.1, R-1.0).
    SetRelation { one: NationCode, other: NationCode, relation: Relation },
    /// Whether a nation's land may be entered (rule 7.16; GITM-NWOL 7.16).
    SetForbidden {
        nation: NationCode,
        /// Whether it is closed.
        forbidden: bool,
    },
    /// A treasury's money, materials or men, or the price of something: a constant of the scenario.
    SetConstant {
        /// Its name, such as `treasury AU eg` or `price depot mp`, as `constants` names it.
        name: String,
        /// The value, as written.
        value: String,
    },
    /// A player's rank (rule 3.5).
    SetRank { player: String, rank: Rank },
    /// An office is given to a player, or taken from one.
    SetOffice {
        player: String,
        office: Office,
        /// Whether it is given.
        given: bool,
    },
    /// Who commands a unit, and who deputises (rule 3.5).
    Assign {
        unit: UnitId,
        /// The commander's name.
        commander: String,
        /// The deputy's name; `None` leaves it, an empty name is nobody.
        deputy: Option<String>,
    },
    /// What kind of turn is open (rules 5.1, 5.2).
    SetSeason(Season),
    /// A player more, without a unit: the account is the desk's affair.
    AddPlayer {
        player: String,
        /// The nation served.
        nation: NationCode,
        rank: Rank,
    },
}

/// What can hold supplies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Store {
    /// A city, by name.
    City(String),
    /// The depot or cache in a square.
    Depot(StrategicSquare),
    /// A headquarters or another unit.
    Unit(UnitId),
}

/// What edits are checked against, beside the position.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    pub atlas: &'a Atlas,
    pub book: &'static Book,
}

impl<'a> From<Field<'a>> for Ground<'a> {
    fn from(field: Field<'a>) -> Self {
        Ground { atlas: field.atlas, book: field.book }
    }
}

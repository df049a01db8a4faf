//! How the books differ in supply (chapter 11).

use serde::Serialize;

/// Supply (chapter 11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Supply {
    /// How long lines of contact to headquarters and depots are measured (rules 11.1, 11.6).
    pub measure: Measure,
    /// How far from a friendly city or depot a new depot or cache may lie off railways and rivers (rule 11.5); none: not
    /// at all.
    pub depot_reach: Option<u8>,
    /// How depots come to be (rule 11.5).
    pub depots: Depots,
    /// Caches (rule 11.5); none: supplies lie in cities and depots alone.
    pub caches: Option<Caches>,
    /// Most units that a corps headquarters supplies, itself among them (rule 11.6).
    pub corps_units: usize,
    /// Most brigades in a square in which a unit requisitions (rule 11.6).
    pub requisition_brigades: usize,
    /// Turns without supplies beyond which the loss of morale grows no more (rule 3.7, R-3.7b).
    pub most_hungry_turns: u8,
    /// Who deserts (rule 11.10).
    pub desertion: Desertion,
    /// Supplies moved (rule 11.7).
    pub transfers: Transfers,
    /// Who unloads supplies, and where (rule 11.9).
    pub unloads: Unloads,
    /// Whether supplies are moved without limits in peace and truce, as in deployment (rule 11.7).
    pub free_in_peace: bool,
    /// Ammunition (rule 11.11).
    pub ammunition: Ammunition,
}

/// How long lines of contact to headquarters and depots are measured (rules 11.1, 11.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Measure {
    /// By the distance of their ends; the line itself may be of any length.
    Distance,
    /// By their steps.
    Path,
}

/// How depots come to be (rule 11.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Depots {
    /// They are bought, and stand at once.
    Bought,
    /// A nation has some in reserve; placing and removing one takes turns.
    Reserve {
        /// Turns until a depot stands, or is back in the reserve.
        turns: u8,
    },
}

/// Who unloads supplies, and where (rule 11.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Unloads {
    /// Any unit, to any store that it may draw from.
    Anyone,
    /// A corps headquarters, to the city from which it draws.
    CorpsToCity,
}

/// Who deserts (rule 11.10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Desertion {
    /// Least and most men in a thousand who desert from a unit that requisitions (rule 11.10, details).
    pub requisition: (u32, u32),
    /// The same of a unit that has nothing at all.
    pub hunger: (u32, u32),
    /// Of a hundred deserters, those who straggle; the others are prisoners.
    pub straggling: u32,
}

/// Caches (rule 11.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Caches {
    /// Whether ammunition comes with what is drawn from one (rule 11.11).
    pub ammunition: bool,
}

/// Supplies moved (rule 11.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Transfers {
    /// Longest line of contact by which supplies are moved, in squares (rule 11.7).
    pub contact: u8,
    /// The same by rail.
    pub rail: usize,
    /// The same by river.
    pub river: usize,
    /// Most supplies that a place sends in a turn (rule 11.7).
    pub most: u32,
    /// The same of a depot or cache off railways, rivers and cities; it receives no more either (rules 11.5, 11.7).
    pub most_off_net: u32,
    /// Whether nothing goes by land to or from one of those through mountains (rules 11.5, 11.7).
    pub off_net_shuns_mountains: bool,
    /// Whether any hostile ship in the sea areas of two ports closes the way between them, and not raiders alone (rule 11.7, K-6).
    pub sea_clear: bool,
}

/// Ammunition (rule 11.11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ammunition {
    /// Ammunition that a unit carries at most (rule 11.11).
    pub most: u8,
    /// Where it comes from; none: with all supplies that are drawn.
    pub arsenals: Option<Arsenals>,
}

/// Where ammunition comes from (rule 11.11, details "ammunition").
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Arsenals {
    /// Manufacturing from which a city makes ammunition (rule 11.11).
    pub manufacturing: u8,
    /// Most friendly units in a square on hostile soil in which a unit may lose ammunition, and the chance of it in
    /// basis points (details, ammunition).
    pub raiders: (usize, u32),
}

//! The tables: no number of them stands in the rules. Who owns the board game of 1993 puts its own file in the place of ours.
//!
//! A table is read by the names of its rows; a row that is missing or misspelt is a fault, and what the rules do not ask
//! (sources, notes for people) is passed over. Losses and strengths are in thirds of a detachment.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};

mod cells;
mod check;
mod fight;

pub use cells::{Cell, Column, Undermining};
pub use fight::*;

/// A loss in thirds, and stars (morale).
pub type Result2 = [i32; 2];

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Tables {
    pub movement: Movement,
    pub campaign: Campaigns,
    pub stacking: Stacking,
    pub attrition: Attrition,
    pub supply: Supply,
    pub interception: Interception,
    pub evasion: Needs,
    pub escape: Escape,
    pub blockade: Blockade,
    pub transport: Transport,
    pub arms: Arms,
    pub battle: Battle,
    pub overrun: Overrun,
    pub siege: Siege,
    pub assault: Assault,
    pub wind: Wind,
    pub suppress: Suppress,
    pub hunt: Hunt,
    pub fleetsize: BTreeMap<String, Row>,
    pub artillery: BTreeMap<String, Row>,
    pub discovery: Discovery,
    pub weather: Weather,
    pub leaders: Leaders,
    pub land_technology: LandTechnology,
    pub naval_technology: NavalTechnology,
    #[serde(default)]
    pub classes: BTreeMap<String, String>,
}

/// A row by periods, or its source.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Row {
    /// Words for people.
    Note(String),
    /// A number a period.
    Numbers(Vec<i32>),
    /// Several numbers a period.
    Groups(Vec<Vec<i32>>),
}

/// Movement points (rules B3, C4, C5, G1).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Movement {
    pub land_allowance: u32,
    pub leader_allowance: u32,
    pub fleet_allowance: u32,
    pub plain_friendly: u32,
    pub plain_enemy: u32,
    pub rough: u32,
    pub mountain_enemy: u32,
    pub crossing: u32,
    pub swamp: u32,
    pub overseas_plain_friendly: u32,
    pub overseas_plain_enemy: u32,
    pub overseas_rough: u32,
    pub overseas_crossing: u32,
    pub overseas_swamp: u32,
    pub underdeveloped_river: u32,
    pub underdeveloped_exempt: Vec<String>,
    pub sea: u32,
    pub port_in: u32,
    pub port_out: u32,
    pub set_up_blockade: u32,
    pub sortie: u32,
    pub transport: u32,
    pub embark_off_port_wait: u32,
}

/// What campaigns cost and how many stacks they set in motion (rule B1).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Campaigns {
    pub none: Cost,
    pub passive: Cost,
    pub simple: Cost,
    pub simple_without_logistics: Cost,
    pub major: Cost,
    pub multiple: Cost,
}

/// A campaign's cost in ducats, and its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Cost {
    /// In ducats a round.
    pub cost: i64,
    /// Detachments of a small stack.
    pub land_limit: Option<i32>,
    /// FLEET counters of a small fleet.
    pub fleet_limit: Option<i32>,
}

/// What a province, a sea and a port hold (rule G3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Stacking {
    pub land_counters: i32,
    pub land_detachments: i32,
    pub sea_counters: i32,
    pub port_fleets: i32,
    pub arsenal_fleets: i32,
    pub in_fortress_per_level: i32,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Attrition {
    pub rows: Vec<(i32, i32, Cell, Cell, Cell, Cell)>,
    pub from_mp: u32,
    pub from_detachments: i32,
    pub from_mp_bad_weather: u32,
    pub from_detachments_no_logistics: i32,
    pub extra_cause: i32,
    pub land: BTreeMap<String, i32>,
    pub sea: SeaAttrition,
    pub sea_technology: BTreeMap<String, i32>,
    pub sea_start: SeaStart,
    pub siege: SiegeAttrition,
}

/// What the sea adds to attrition.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct SeaAttrition {
    pub always: i32,
    pub port: i32,
    pub one_per_zones_small: u32,
    pub two_fleets_per_2_zones: i32,
    pub three_fleets_per_2_zones: i32,
    pub bad_weather: i32,
    pub rout: i32,
    pub privateer_minus: i32,
    pub privateer_plus: i32,
}

/// What a FLEET adds that begins far from its source.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct SeaStart {
    pub zones: Vec<u32>,
    pub add: Vec<i32>,
}

/// Attrition of besiegers, on the die of the siege.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct SiegeAttrition {
    pub first_round: i32,
    pub second_turn: i32,
    pub per_detachment_inside: i32,
    pub besieged_in_open_port: i32,
    pub works_minus: i32,
    pub works_plus: i32,
}

/// Supply (rule B5).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Supply {
    pub line: u32,
    pub weak_from: u32,
    pub fleet: Vec<FleetSupply>,
    pub fleet_line: u32,
    pub rounds_until_destroyed: u32,
}

/// What ships on the coast supply.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct FleetSupply {
    pub ships: i32,
    pub counter: String,
    pub detachments: i32,
    pub army: bool,
}

/// Interception (rules E1 to E6).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Interception {
    pub needs: i32,
    pub natural: i32,
    pub land: BTreeMap<String, i32>,
    pub sea: BTreeMap<String, i32>,
}

/// What a die with its modifiers must show at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Needs {
    pub needs: i32,
}

/// Escape from a blockade (rule F1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Escape {
    pub free: i32,
    pub stays: i32,
    pub smaller_blockader: i32,
    pub sailing_blockader: i32,
}

/// How many ships shut a port in, by the level of its fortress.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Blockade {
    pub size: Vec<(i32, String)>,
}

/// What ships carry, in half points.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Transport {
    pub capacity: BTreeMap<String, Halves>,
    pub points: BTreeMap<String, Halves>,
    pub army_plus: BTreeMap<String, Vec<i32>>,
}

/// A number of halves, written `2` or `0.5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halves(pub i32);

impl<'de> Deserialize<'de> for Halves {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let written = toml::Value::deserialize(from)?.to_string();
        let (whole, half) = match written.split_once('.') {
            None => (written.as_str(), 0),
            Some((whole, "5")) => (whole, 1),
            Some((whole, "0")) => (whole, 0),
            Some(_) => {
                return Err(serde::de::Error::custom(format!(
                    "expected whole or half points, found {written}"
                )));
            }
        };
        let whole: i32 =
            whole.parse().map_err(|_| serde::de::Error::custom(format!("no number: {written}")))?;
        Ok(Halves(2 * whole + half))
    }
}

/// The arms in a counter (rule H1).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Arms {
    #[serde(rename = "A+")]
    pub army_plus: ArmsOf,
    #[serde(rename = "A-")]
    pub army_minus: ArmsOf,
    #[serde(rename = "LD")]
    pub detachment: ArmsOf,
    pub loss_order_land: Vec<String>,
    pub loss_order_sea: Vec<String>,
}

/// Detachments of each arm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct ArmsOf {
    pub infantry: i32,
    pub cavalry: i32,
    pub artillery: i32,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Wind {
    pub factor: Vec<Vec<Factor>>,
}

/// A number, or none where no wind is rolled at all.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Factor {
    Add(i32),
    None(String),
}

/// Revolts put down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Suppress {
    pub needs: i32,
    pub natural: i32,
    #[serde(rename = "per_LD")]
    pub per_detachment: i32,
    #[serde(rename = "A-")]
    pub army_minus: i32,
    #[serde(rename = "A+")]
    pub army_plus: i32,
    pub level_if_rebel: i32,
    pub rough: i32,
    pub counter_plus: i32,
}

/// Privateers hunted.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Hunt {
    pub needs: i32,
    pub natural: i32,
    pub ships: i32,
    #[serde(rename = "F-")]
    pub fleet_minus: i32,
    #[serde(rename = "F+")]
    pub fleet_plus: i32,
    pub seventy_four: i32,
    pub counter_plus: i32,
    pub friendly_port: i32,
    pub battle_there_this_turn: i32,
    pub enemy_there: BTreeMap<String, i32>,
}

/// Discovery (rule B6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Discovery {
    pub add: i32,
    pub success_at_most: i32,
}

/// The weather of a round.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Weather {
    pub bad_on: Vec<i32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Leaders {
    pub ranks: Vec<String>,
    pub killed_if_at_most: i32,
    pub not_winner: i32,
    pub destroyed: i32,
    pub replacement: Vec<String>,
    pub replacement_of: BTreeMap<String, Vec<String>>,
}

/// How armies fight, by technology.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct LandTechnology {
    pub order: Vec<String>,
    pub morale: Vec<i32>,
    pub morale_against: BTreeMap<String, BTreeMap<String, i32>>,
    pub veteran: Vec<i32>,
    pub tercios: Tercios,
    #[serde(rename = "box")]
    pub boxes: Vec<i32>,
    pub ahead: i32,
    #[serde(flatten)]
    pub columns: BTreeMap<String, toml::Value>,
}

/// The Spanish infantry.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Tercios {
    pub owner: String,
    pub morale: i32,
    pub enemy_army_shock: i32,
    pub enemy_except: Vec<String>,
}

/// How fleets fight, by technology.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct NavalTechnology {
    pub order: Vec<String>,
    pub morale: Vec<i32>,
    pub veteran: Vec<i32>,
    #[serde(rename = "box")]
    pub boxes: Vec<i32>,
    #[serde(flatten)]
    pub columns: BTreeMap<String, toml::Value>,
}

impl Tables {
    /// The tables from the text of their file.
    ///
    /// # Errors
    /// What is wrong, with its place.
    pub fn read(text: &str) -> Result<Self, String> {
        let tables: Tables = toml::from_str(text).map_err(|error| error.to_string())?;
        let short = |table: &[Result2]| table.len() != 12;
        let battle = &tables.battle;
        if [&battle.a, &battle.b, &battle.c, &battle.d, &battle.e].into_iter().any(|table| short(table)) {
            return Err(
                "battle: a column has twelve rows, for totals of 3 or less, 4 to 13, and 14 or more".into()
            );
        }
        let land =
            technologies("land_technology", &tables.land_technology.order, &tables.land_technology.columns);
        let naval = technologies(
            "naval_technology",
            &tables.naval_technology.order,
            &tables.naval_technology.columns,
        );
        land.and(naval).and_then(|()| check::check(&tables))?;
        Ok(tables)
    }

    /// What a total gives in a column of battle.
    pub fn result(&self, column: Column, total: i32) -> Result2 {
        let table = match column {
            Column::A => &self.battle.a,
            Column::B => &self.battle.b,
            Column::C => &self.battle.c,
            Column::D => &self.battle.d,
            Column::E => &self.battle.e,
        };
        row_of(table, total)
    }

    /// The columns of fire and shock of one technology against another; no fire is `None`.
    pub fn land_columns(&self, own: &str, enemy: &str) -> (Option<Column>, Column) {
        columns(&self.land_technology.columns, &self.land_technology.order, own, enemy)
    }

    /// The columns of fire and boarding of one naval technology against another.
    pub fn naval_columns(&self, own: &str, enemy: &str) -> (Option<Column>, Column) {
        columns(&self.naval_technology.columns, &self.naval_technology.order, own, enemy)
    }

    /// The class of an owner's armies, such as `IV`.
    pub fn class(&self, owner: &str) -> &str {
        self.classes.get(owner).or_else(|| self.classes.get("other")).map_or("III", String::as_str)
    }

    /// Warships and galleys of an F- of an owner, at least.
    pub fn fleet_minus(&self, owner: &str, period: u8) -> i32 {
        let row = self.by_period(&self.fleetsize, owner, period);
        row.and_then(|row| row.first().copied()).unwrap_or(2).max(1)
    }

    /// A row by periods of an owner: its own, that of its class, or the others'.
    pub fn by_period<'a>(
        &self,
        table: &'a BTreeMap<String, Row>,
        owner: &str,
        period: u8,
    ) -> Option<&'a [i32]> {
        let class = format!("class_{}", self.class(owner));
        let classes = if matches!(self.class(owner), "I" | "II") { "class_I_and_II" } else { &class };
        let row = [owner, &class, classes, "other"].into_iter().find_map(|key| table.get(key))?;
        let at = usize::from(period.max(1)) - 1;
        match row {
            Row::Groups(groups) => groups.get(at).map(Vec::as_slice),
            Row::Numbers(numbers) => numbers.get(at..=at),
            Row::Note(_) => None,
        }
    }
}

/// The row of a table that begins with totals of 3 or less.
pub fn row_of(table: &[Result2], total: i32) -> Result2 {
    let last = table.len().saturating_sub(1);
    let at = usize::try_from(total - 3).unwrap_or(0).min(last);
    table.get(at).copied().unwrap_or([0, 0])
}

fn technologies(name: &str, order: &[String], columns: &BTreeMap<String, toml::Value>) -> Result<(), String> {
    for own in order {
        let row = columns.get(own).and_then(toml::Value::as_array);
        let cells = row.ok_or_else(|| format!("{name}: no row {own}"))?;
        if cells.len() != order.len() || cells.iter().any(|cell| cell.as_str().and_then(cell_of).is_none()) {
            return Err(format!("{name}: {own}: expected {} cells such as \"C/A\"", order.len()));
        }
    }
    Ok(())
}

fn columns(
    table: &BTreeMap<String, toml::Value>,
    order: &[String],
    own: &str,
    enemy: &str,
) -> (Option<Column>, Column) {
    let at = order.iter().position(|name| name == enemy).unwrap_or(0);
    let cell = table.get(own).and_then(|row| row.as_array()?.get(at)?.as_str().and_then(cell_of));
    cell.unwrap_or((None, Column::E))
}

fn cell_of(cell: &str) -> Option<(Option<Column>, Column)> {
    let (fire, shock) = cell.split_once('/')?;
    let fire = if fire == "-" { None } else { Some(Column::of(fire)?) };
    Some((fire, Column::of(shock)?))
}

#[cfg(test)]
mod tests;

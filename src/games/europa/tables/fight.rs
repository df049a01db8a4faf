//! Battles, sieges and assaults.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Column, Result2, Undermining};

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Battle {
    pub modifiers: BattleModifiers,
    pub cavalry: Vec<(String, String, String)>,
    pub sea: SeaBattle,
    pub pursuit: Pursuit,
    pub small_stack: Vec<(i32, i32)>,
    pub small_fleet: Vec<(i32, i32)>,
    pub cap: Cap,
    pub size_lines: BTreeMap<String, Vec<i32>>,
    pub size_lines_more: BTreeMap<String, i32>,
    pub fleet_lines: Vec<(i32, i32)>,
    pub class_size: BTreeMap<String, Vec<i32>>,
    #[serde(rename = "A")]
    pub a: Vec<Result2>,
    #[serde(rename = "B")]
    pub b: Vec<Result2>,
    #[serde(rename = "C")]
    pub c: Vec<Result2>,
    #[serde(rename = "D")]
    pub d: Vec<Result2>,
    #[serde(rename = "E")]
    pub e: Vec<Result2>,
    pub terrain: BTreeMap<String, i32>,
    pub retreat_losses: Vec<(i32, i32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct BattleModifiers {
    pub second_day: i32,
    pub no_army_fire: i32,
    pub artillery_6_fire: i32,
    pub detachments_3_more_shock: i32,
    pub cavalry_shock: i32,
    pub failed_retreat_enemy_day_2: i32,
}

/// Modifiers of battles at sea.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct SeaBattle {
    pub wind: i32,
    pub more_morale_lost: i32,
    pub ships_1_more_shock: i32,
    pub ships_7_more_shock: i32,
    pub ships_3_more_fire: i32,
    pub galleys_in_mediterranean_to_turn_25: i32,
    pub galleys_from_turn_35: i32,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Pursuit {
    pub column: Column,
    pub column_against_galleys_or_transports: Column,
    pub rough: i32,
    pub wind: i32,
    pub ships_5_more: i32,
    pub after_day_1: i32,
    pub after_fire: i32,
}

/// Times the size of who inflicts that losses may come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Cap {
    pub land: i32,
    pub sea: i32,
}

/// How many times stronger runs over the weaker (rule G3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Overrun {
    pub at_once: i32,
    pub destroyed: i32,
    pub standing_side_too: bool,
    pub both_moving: i32,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Siege {
    pub undermining: Vec<(i32, Undermining)>,
    pub works: BTreeMap<String, i32>,
    pub breach: i32,
    pub eaters: Eaters,
    pub rough: i32,
    pub open_port: i32,
    pub rough_open_port: i32,
    pub fort: i32,
    pub overseas_port: i32,
    pub artillery_bonus: Vec<Vec<i32>>,
    pub resistance: Vec<i32>,
    pub resistance_breach: Vec<i32>,
    pub levels_lost_when_taken: u8,
    pub least_level_europe: u8,
    pub needs_detachments_per_level: i32,
    pub works_at_most: u32,
    pub honours_detachment: i32,
}

/// Who eats in a fortress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Eaters {
    #[serde(rename = "LD")]
    pub detachment: i32,
    pub army: i32,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Assault {
    pub besieger: Besieger,
    pub small_besieger: Vec<(i32, i32)>,
    pub no_army: i32,
    pub besieged_fire: Vec<Result2>,
    pub besieged_shock: Vec<Result2>,
    pub besieged_breach_fire: Vec<Result2>,
    pub besieged_breach_shock: Vec<Result2>,
    pub besieger_fire: Vec<Result2>,
    pub besieger_shock: Vec<Result2>,
}

/// Modifiers of a besieger who assaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Besieger {
    pub against_medieval: i32,
    pub against_arquebus_or_better: i32,
    pub level_unless_breach: i32,
}

//! The variants as values: whoever reads the constants side by side reads a comparison of the books.
//! A forgotten field does not compile.

pub mod combat;

use crate::games::land::treasury::Means;
use crate::games::land::variant::combat::CombatNumbers;

/// The numbers and policies in which the three land rulebooks differ, and the numbers we chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The ruleset's name, such as `rotd-euwol`.
    pub ruleset: &'static str,
    /// Letters of the map's rows (rule 1.1).
    pub row_letters: &'static str,
    /// Most active brigades in a strategic square (rule 1.5).
    pub stack_strategic: usize,
    /// Most inactive units in a strategic square (rule 13.2).
    pub inactive: usize,
    /// The same where there is a city.
    pub inactive_in_city: usize,
    /// Most brigades in a strategic square in peace and truce (rule 1.5).
    pub peace: usize,
    /// The same where there is a city.
    pub peace_in_city: usize,
    /// Most brigades in a tactical square (rule 2.5).
    pub stack_tactical: usize,
    /// Most brigades of one side in a tactical square (rule 2.5).
    pub stack_tactical_side: usize,
    /// Turns of a campaign (rule 5.1).
    pub campaign_turns: u32,
    /// Turns of deployment before it.
    pub deployment_turns: u32,
    /// Turns of a season of peace or truce (T-05).
    pub peace_turns: u32,
    /// Per cent of their experience that units lose at the end of a campaign (rule 3.6, R-3.6).
    pub experience_lost_percent: u32,
    /// Chance, in basis points, that a War Minister hears of an enemy headquarters in a turn (rule 4.7, R-4.7).
    pub hearsay_headquarters: u32,
    /// The same of an enemy unit on the nation's own land and out of its sight.
    pub hearsay_troops: u32,
    /// Squares by which what is heard is wrong, at most.
    pub hearsay_error: u8,
    /// Chance, in basis points, that it is wrong by more.
    pub hearsay_far_chance: u32,
    /// Squares by which it is wrong then, at most.
    pub hearsay_far_error: u8,
    /// Fatigue above which a unit does not move strategically (rule 7.1).
    pub fatigue_strategic: u16,
    /// Nations whose squares nobody may enter, whatever the campaign (rule 7.16).
    pub closed_nations: &'static [&'static str],
    /// Fatigue above which a unit does not move tactically near enemies (rule 9.1).
    pub fatigue_tactical: u16,
    /// Most squares that a unit goes by rail in a turn (rule 8.1).
    pub rail_squares: usize,
    /// Most squares of a way by rail that a unit sets out on (rule 8.3).
    pub rail_path: usize,
    /// Fatigue of going by rail, whatever the distance (rule 8.3).
    pub rail_fatigue: u16,
    /// Per cent of the defenders' men that besiegers must have more than (rule 11.3).
    pub siege_percent: u32,
    /// Chance, in basis points, that a besieged garrison without supplies surrenders at the turn's end (rule 11.3).
    pub siege_surrender: u32,
    /// How far from a friendly city or depot a new depot or cache may lie off railways and rivers (rule 11.5).
    pub depot_reach: u8,
    /// Most units that a corps headquarters supplies, itself among them (rule 11.6).
    pub corps_units: usize,
    /// Most brigades in a square in which a unit requisitions (rule 11.6).
    pub requisition_brigades: usize,
    /// Least and most men in a thousand who desert from a unit that requisitions (rule 11.10, details).
    pub desertion_requisition: (u32, u32),
    /// The same of a unit that has nothing at all.
    pub desertion_hunger: (u32, u32),
    /// Of a hundred deserters, those who straggle; the others are prisoners.
    pub deserters_straggling: u32,
    /// Longest line of contact by which supplies are moved, in squares (rule 11.7).
    pub supplies_contact: u8,
    /// The same by rail.
    pub supplies_rail: usize,
    /// The same by river.
    pub supplies_river: usize,
    /// Most supplies that a place sends in a turn (rule 11.7).
    pub supplies_moved: u32,
    /// The same of a depot or cache off railways, rivers and cities; it receives no more either (rules 11.5, 11.7).
    pub supplies_moved_off_net: u32,
    /// Ammunition that a unit carries at most (rule 11.11).
    pub most_ammunition: u8,
    /// Manufacturing from which a city makes ammunition (rule 11.11).
    pub arsenal: u8,
    /// Most friendly units in a square on hostile soil in which a unit may lose ammunition, and the chance of it in
    /// basis points (details, ammunition).
    pub raiders: (usize, u32),
    /// What rebuilding a square's track or bridge costs (rules 8.5, 8.6).
    pub rebuilding: Means,
    /// Turns after the one in which it is ordered at whose end the track is whole again (R-8.5/6).
    pub rebuilding_turns: u32,
    /// Experience up to which marching teaches a unit anything (rule 3.6).
    pub experience_by_marching: u16,
    /// How often a ferry's free space can be used in a turn (rule 12.7).
    pub ferry_trips: u32,
    /// Turns without supplies beyond which the loss of morale grows no more (rule 3.7, R-3.7b).
    pub most_hungry_turns: u8,
    /// Most regiments of infantry or cavalry after a merger (rule 3.5b).
    pub most_regiments: u8,
    /// Most regiments of militia.
    pub most_militia_regiments: u8,
    /// Most batteries attached to infantry or cavalry.
    pub most_attached_batteries: u8,
    /// Most batteries of artillery.
    pub most_artillery_batteries: u8,
    /// Most tactical squares of a retreat (rule 10.8).
    pub retreat_squares: u8,
    /// Fatigue of a retreat.
    pub retreat_fatigue: u16,
    /// Fatigue of a rout.
    pub rout_fatigue: u16,
    /// Fatigue of falling back (rule 10.10).
    pub fall_back_fatigue: u16,
    /// Chance, in basis points, that a headquarters shatters whose square enemies enter (rule 10.2).
    pub headquarters_shatter: u32,
    /// Per mille of its men that a unit loses by shattering: at least and at most (rule 14.1).
    pub shatter_loss: (u64, u64),
    /// Strategic squares that a shattered unit goes: at least and at most (rule 14.2).
    pub shatter_squares: (u64, u64),
    /// Squares within which it looks for a city (rule 14.2).
    pub shatter_city_range: u8,
    /// Turns that it takes to reform: at least and at most (rule 14.3).
    pub reform_turns: (u64, u64),
    /// Turns at whose end it may fail to reform before it is destroyed (rule 14.5).
    pub reform_tries: u8,
    /// Chance, in basis points, of losing a battery by falling back (rule 10.11).
    pub guns_lost_falling_back: u32,
    /// The same by a retreat.
    pub guns_lost_retreating: u32,
    /// The same by a rout.
    pub guns_lost_routing: u32,
    /// The same by shattering.
    pub guns_lost_shattering: u32,
    /// Tactical squares within which a unit that took no part in the battle takes guns (rule 10.11).
    pub guns_taken_within: u8,
    /// Per mille of its stragglers that return to a unit at the end of a turn (rule 10.14).
    pub stragglers_return: u64,
    /// The same if it has a strategic movement order.
    pub stragglers_return_marching: u64,
    /// Fatigue that a turn of lying shattered takes away, once the unit has reformed (rule 14.3).
    pub reform_recovery: u16,
    /// The numbers of combat (chapter 10).
    pub combat: CombatNumbers,
}

/// ROTD-EUWOL, 2022.
pub const ROTD_EUWOL: Variant = Variant {
    ruleset: "rotd-euwol",
    row_letters: "NPQRSTUVWXYZ",
    stack_strategic: 200,
    inactive: 2,
    inactive_in_city: 3,
    peace: 2,
    peace_in_city: 3,
    stack_tactical: 16,
    stack_tactical_side: 8,
    campaign_turns: 12,
    deployment_turns: 1,
    peace_turns: 1,
    experience_lost_percent: 25,
    hearsay_headquarters: 1_000,
    hearsay_troops: 5_000,
    hearsay_error: 2,
    hearsay_far_chance: 1_000,
    hearsay_far_error: 6,
    fatigue_strategic: 18,
    closed_nations: &["TU"],
    fatigue_tactical: 8,
    rail_squares: 40,
    rail_path: 80,
    rail_fatigue: 1,
    siege_percent: 150,
    siege_surrender: 3333,
    depot_reach: 4,
    corps_units: 18,
    requisition_brigades: 3,
    desertion_requisition: (10, 40),
    desertion_hunger: (30, 90),
    deserters_straggling: 70,
    supplies_contact: 4,
    supplies_rail: 40,
    supplies_river: 30,
    supplies_moved: 60,
    supplies_moved_off_net: 10,
    most_ammunition: 5,
    arsenal: 3,
    raiders: (3, 5_000),
    rebuilding: Means { eg: 10, mp: 5, manpower: 0 },
    rebuilding_turns: 1,
    experience_by_marching: 8,
    ferry_trips: 4,
    most_hungry_turns: 3,
    most_regiments: 5,
    most_militia_regiments: 3,
    most_attached_batteries: 1,
    most_artillery_batteries: 4,
    retreat_squares: 4,
    retreat_fatigue: 2,
    rout_fatigue: 5,
    fall_back_fatigue: 1,
    headquarters_shatter: 500,
    shatter_loss: (200, 600),
    shatter_squares: (3, 4),
    shatter_city_range: 15,
    guns_lost_falling_back: 300,
    guns_lost_retreating: 800,
    guns_lost_routing: 2000,
    guns_lost_shattering: 5000,
    guns_taken_within: 5,
    stragglers_return: 200,
    stragglers_return_marching: 100,
    reform_turns: (2, 3),
    reform_tries: 3,
    reform_recovery: 3,
    combat: combat::ROTD_EUWOL,
};

/// Every variant that the land engine plays.
pub const ALL: [&Variant; 1] = [&ROTD_EUWOL];

/// The variant of a ruleset's name, if it is one that the land engine plays yet.
pub fn of_ruleset(name: &str) -> Option<&'static Variant> {
    ALL.into_iter().find(|variant| variant.ruleset == name)
}

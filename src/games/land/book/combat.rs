//! The numbers of combat (chapter 10): factors in thousandths, chances in ten-thousandths.

use serde::Serialize;

use crate::orders::BattleLine;
use crate::unit::{Guns, Quality, Weapon};

/// The numbers of chapter 10.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Combat {
    /// How many find room (rule 10.4).
    pub front: Front,
    /// What a unit is worth (rule 10.6).
    pub strength: Strength,
    /// What a fight costs, and what becomes of the men (rules 10.7, 10.9, 10.14).
    pub losses: Losses,
    /// Close quarters, and who wins (rules 10.1, 10.9).
    pub melee: Melee,
    /// Shells (rule 10.15).
    pub bombardment: Bombardment,
    /// Morale checks (rule 10.8).
    pub check: Check,
    /// How units leave a battle (rules 10.2, 10.8, 10.10).
    pub leaving: Leaving,
    /// Experience of a fight: the least, and what even odds add (rule 3.6, R-3.6).
    pub experience: (u16, u32),
}

/// Room in a line (rule 10.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Front {
    /// Infantrymen that fit into the front for one direction of attack (rule 10.4).
    pub one: u32,
    /// The same for each further direction next to another (rule 10.4).
    pub beside: u32,
    /// The same when the attack comes from all eight directions.
    pub around: u32,
    /// Quarters of a space that an infantryman takes in a line (rule 10.4).
    pub man: u32,
    /// Quarters of a space of a cavalryman.
    pub horseman: u32,
    /// Quarters of a space of an artilleryman.
    pub gunner: u32,
    /// Share of the front that has to be full for two anchored flanks (rule 10.8).
    pub full: u32,
    /// Whether the rear holds no more than a line does (rule 10.4).
    pub rear_limited: bool,
}

/// What a unit is worth (rule 10.6, R-10.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Strength {
    /// Men of artillery that serve no gun.
    pub spare_gunner: u32,
    /// Fewest and most men that serve a battery that fires.
    pub crew: (u32, u32),
    /// By quality, worst first (R-10.6b).
    pub quality: [u32; 7],
    /// By the bands of [`Strength::experience_bands`] (R-10.6b).
    pub experience: [u32; 9],
    /// The highest experience of each band but the last (details "morale").
    pub experience_bands: [u16; 8],
    /// By fatigue: highest fatigue of a band and its factor (R-3.2c); above the last band `exhausted`.
    pub fatigue: [(u16, u32); 5],
    /// Fatigue above all bands.
    pub exhausted: u32,
    /// What a point of morale above or below 50 adds or takes (R-10.6b).
    pub morale_point: u32,
    /// Weapons in the fire, in the order of [`Weapon`] (R-10.6b).
    pub weapons: [u32; 8],
    /// Sabres in the melee; of all other weapons half of what they add or take in the fire.
    pub sabre_in_melee: u32,
    /// Guns, in the order of [`Guns`] (R-10.6b).
    pub guns: [u32; 4],
    /// Strength by attitude, from assault and last-ditch to evade (R-10.6c).
    pub attitude: [u32; 4],
    /// Strength of light infantry that skirmishes.
    pub light_skirmish: u32,
    /// Defenders by the rating of their square, 0 to 4 (R-10.6c).
    pub terrain: [u32; 5],
    /// A unit that did not move.
    pub unmoved: u32,
    /// Attackers of a manned fort; 1000 where a fort counts in melee alone.
    pub against_fort: u32,
    /// What each level of a fort adds to their strength in melee (R-2.6b).
    pub fort_melee: u32,
    /// The part of a fort's capacity that has to be on the walls, as one in so many (details "strmods").
    pub walls: u32,
    /// Infantry without ammunition in melee (rule 11.12).
    pub without_ammunition: u32,
}

/// What a fight costs, and what becomes of the men (rules 10.7, 10.9, 10.14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Losses {
    /// Loss inflicted by firing, of the effective strength.
    pub fire: u32,
    /// Loss inflicted in melee, of the effective strength.
    pub melee: u32,
    /// Least and most luck of a segment's losses.
    pub luck: (u32, u32),
    /// Losses by attitude.
    pub exposure: [u32; 4],
    /// What each level of a fort takes from the losses of those in it.
    pub fort_cover: u32,
    /// Most of its men that a unit loses in a segment.
    pub most: u32,
    /// Men below which a unit that lost some shatters (R-10.7e).
    pub remnant: u32,
    /// What the loser of a melee loses more.
    pub melee_loser: u32,
    /// Killed, wounded, prisoners and stragglers among the losses of the winners.
    pub of_winner: [u32; 4],
    /// The same of the losers.
    pub of_loser: [u32; 4],
    /// Whether stragglers return to units in forts of besieged cities (rule 10.14).
    pub stragglers_besieged: bool,
    /// Per mille of its stragglers that return to a unit at the end of a turn (rule 10.14).
    pub stragglers_return: u64,
    /// The same if it has a strategic movement order.
    pub stragglers_return_marching: u64,
}

/// Close quarters, and who wins (rules 10.1, 10.9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Melee {
    /// Least and most luck of a side's standing (R-10.9b).
    pub luck_of_standing: (u32, u32),
    /// What men beyond the third line count in a side's standing (R-10.9b).
    pub beyond_lines: u32,
    /// Odds, in thousandths, above which attackers drive off without a melee defenders who mean to hold (R-10.9b).
    pub odds_to_drive_off: u32,
    /// Odds, in thousandths, from which defenders who do not mean to hold do so without a melee (R-10.9b).
    pub odds_to_hold: u32,
    /// Odds, in thousandths, from which the weaker side skirmishes in melee (rule 10.9).
    pub odds_to_skirmish: u32,
    /// Lines in melee: first, second, rear (rule 10.9).
    pub line: [u32; 3],
    /// Artillery brigades in the second line (rule 10.9).
    pub guns_in_second_line: u32,
    /// Per mille that a side of mixed arms gains in melee outside of forts: one of which cavalry is between a third and
    /// two thirds (rule 10.9, R-10.9).
    pub mixed_arms: u32,
    /// Squares against cavalry (rule 10.5); none: nobody forms them.
    pub squares: Option<Squares>,
    /// Melee with one flank exposed, with both.
    pub flank: [u32; 2],
    /// Chance to close in assault and in attack.
    pub close: [u32; 2],
    /// What a step of quality from average adds or takes.
    pub close_quality: u32,
    /// What a band of experience above 9-15 adds.
    pub close_experience: u32,
    /// What a point of morale above or below 50 adds or takes.
    pub close_morale: u32,
    /// Least and most chance to close.
    pub close_limits: (u32, u32),
}

/// Shells (rule 10.15).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bombardment {
    /// What bombarding adds to the strength of guns (rule 10.15).
    pub strength: u32,
    /// Loss inflicted by bombarding, of the effective strength.
    pub loss: u32,
    /// Most of its men that a unit loses in a phase to all shells together.
    pub most: u32,
    /// Rounds that guns with no word keep (R-10.15b).
    pub rounds_kept: u8,
    /// Lines in which the guns of a square stand that bombard (rule 10.4, R-10.15).
    pub lines: u32,
    /// Squares that smoothbores, and rifled guns, bombard (rule 10.15).
    pub range: (u8, u8),
    /// Whether guns with no word bombard as far as they reach, where nobody stands beside them.
    pub far_unbidden: bool,
    /// Strength of shells, in men, for each per cent of the chance to take a level from a fort (rule 10.15); none: forts
    /// stand for ever.
    pub breach: Option<u32>,
}

/// Infantry that primarily cavalry attacks forms squares (rule 10.5 of GITM-NWOL, V-07): factors in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Squares {
    /// Of a square's fire.
    pub fire: u32,
    pub melee: u32,
}

/// What becomes of a unit whose way out of a battle is blocked (rules 10.8, 10.10, 14.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Blocked {
    Shatters,
    /// It shatters if an enemy or neutral unit blocks it, and surrenders if the ground does.
    ShattersIfEnemy,
    Surrenders,
}

/// What becomes of the garrison of a fort that loses a battle (rule 10.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum FortLoser {
    /// It falls back as others do.
    FallsBack,
    Surrenders,
}

/// How units leave a battle (rules 10.2, 10.8, 10.10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Leaving {
    /// Most tactical squares of a retreat (rule 10.8).
    pub retreat_squares: u8,
    pub retreat_fatigue: u16,
    pub rout_fatigue: u16,
    /// Fatigue of falling back (rule 10.10).
    pub fall_back_fatigue: u16,
    /// Chance, in basis points, that a headquarters shatters whose square enemies enter (rule 10.2).
    pub headquarters_shatter: u32,
    /// Whose retreat or rout is blocked (rules 10.8, 14.1).
    pub blocked: Blocked,
    /// Who cannot fall back (rule 10.10).
    pub no_fall_back: Blocked,
    /// Who loses a battle in a fort (rule 10.10).
    pub fort_loser: FortLoser,
}

/// The table of rule 10.8 (details "morale"): chances to retreat and to rout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// Losses in thousandths from which a band holds.
    pub losses: [u32; 7],
    /// Chances to retreat by losses.
    pub retreat: [u32; 7],
    /// Chances to rout by losses.
    pub rout: [u32; 7],
    /// By quality: factor and added points, to retreat.
    pub quality_retreat: [(u32, i32); 7],
    /// The same to rout.
    pub quality_rout: [(u32, i32); 7],
    /// By experience, to retreat.
    pub experience_retreat: [u32; 9],
    /// By experience, to rout.
    pub experience_rout: [u32; 9],
    /// Highest fatigue of each band but the last.
    pub fatigue_bands: [u16; 4],
    /// By fatigue, to retreat.
    pub fatigue_retreat: [u32; 5],
    /// By fatigue, to rout.
    pub fatigue_rout: [u32; 5],
    /// Factor of both with one flank open, with both.
    pub flank: [u32; 2],
    /// Points that a melee won takes from retreat and from rout, and a melee lost adds.
    pub melee: (i32, i32),
    /// Fatigue from which a unit that takes a check shatters (rule 14.1).
    pub shatters_at: u16,
}

/// ROTD-EUWOL, 2022.
pub const ROTD_EUWOL: Combat = Combat {
    front: Front {
        one: 3000,
        beside: 1500,
        around: 12_000,
        man: 4,
        horseman: 3,
        gunner: 32,
        full: 750,
        rear_limited: true,
    },
    strength: Strength {
        spare_gunner: 500,
        crew: (50, 100),
        quality: [700, 800, 900, 1000, 1100, 1200, 1350],
        experience: [800, 880, 950, 1000, 1050, 1100, 1150, 1200, 1250],
        experience_bands: [0, 3, 8, 15, 24, 35, 48, 63],
        fatigue: [(2, 1000), (5, 950), (8, 900), (11, 800), (15, 700)],
        exhausted: 600,
        morale_point: 5,
        weapons: [1000, 1250, 1600, 1800, 800, 1100, 200, 1000],
        sabre_in_melee: 1200,
        guns: [1000, 1250, 1500, 1200],
        attitude: [1200, 1000, 500, 100],
        light_skirmish: 700,
        terrain: [700, 800, 900, 1000, 1100],
        unmoved: 1150,
        against_fort: 800,
        fort_melee: 150,
        walls: 3,
        without_ammunition: 500,
    },
    losses: Losses {
        fire: 100,
        melee: 125,
        luck: (800, 1200),
        exposure: [1200, 1000, 500, 200],
        fort_cover: 120,
        most: 600,
        remnant: 50,
        melee_loser: 1250,
        of_winner: [150, 600, 50, 200],
        of_loser: [140, 460, 200, 200],
        stragglers_besieged: true,
        stragglers_return: 200,
        stragglers_return_marching: 100,
    },
    melee: Melee {
        luck_of_standing: (800, 1200),
        beyond_lines: 500,
        odds_to_drive_off: 2000,
        odds_to_hold: 2000,
        odds_to_skirmish: 2000,
        line: [1000, 1100, 500],
        guns_in_second_line: 1200,
        mixed_arms: 0,
        squares: None,
        flank: [900, 800],
        close: [6000, 3500],
        close_quality: 500,
        close_experience: 200,
        close_morale: 50,
        close_limits: (500, 9500),
    },
    bombardment: Bombardment {
        strength: 1500,
        loss: 40,
        most: 150,
        rounds_kept: 2,
        lines: 2,
        range: (1, 2),
        far_unbidden: false,
        breach: None,
    },
    check: Check {
        losses: [20, 50, 100, 200, 300, 400, 500],
        retreat: [250, 500, 1000, 2500, 4000, 5000, 6000],
        rout: [100, 200, 400, 1000, 1600, 2000, 2400],
        quality_retreat: [(1300, 0), (1200, 0), (1050, 0), (1000, 0), (950, 0), (900, -500), (800, -1000)],
        quality_rout: [(1500, 0), (1300, 0), (1100, 0), (1000, 0), (900, 0), (950, -200), (600, -500)],
        experience_retreat: [2000, 1500, 1200, 1100, 1000, 950, 900, 800, 700],
        experience_rout: [3000, 2000, 1500, 1200, 1000, 900, 800, 600, 500],
        fatigue_bands: [2, 5, 8, 11],
        fatigue_retreat: [750, 900, 1000, 1200, 1500],
        fatigue_rout: [750, 900, 1000, 1200, 2000],
        flank: [1100, 1200],
        melee: (1000, 2000),
        shatters_at: 16,
    },
    leaving: Leaving {
        retreat_squares: 4,
        retreat_fatigue: 2,
        rout_fatigue: 5,
        fall_back_fatigue: 1,
        headquarters_shatter: 500,
        blocked: Blocked::Shatters,
        no_fall_back: Blocked::Shatters,
        fort_loser: FortLoser::FallsBack,
    },
    experience: (1, 4),
};

impl Combat {
    /// R-10.6b: the factor of a weapon in the fire.
    pub fn weapon(&self, weapon: Weapon) -> u32 {
        self.strength.weapons[weapon as usize]
    }

    /// R-10.6b: the factor of guns in the fire.
    pub fn guns(&self, guns: Guns) -> u32 {
        self.strength.guns[guns as usize]
    }

    /// R-10.6b: the factor of a quality.
    pub fn quality(&self, quality: Quality) -> u32 {
        self.strength.quality[quality as usize]
    }

    /// The band of the experience tables, 0 to 8.
    pub fn band_of_experience(&self, experience: u16) -> usize {
        self.strength.experience_bands.iter().take_while(|highest| experience > **highest).count()
    }

    /// R-3.2c: what fatigue leaves of a unit's strength.
    pub fn fatigue(&self, fatigue: u16) -> u32 {
        let band = self.strength.fatigue.iter().find(|(highest, _)| fatigue <= *highest);
        band.map_or(self.strength.exhausted, |(_, factor)| *factor)
    }

    /// R-10.6b: what morale makes of a unit's strength.
    pub fn morale(&self, morale: u8) -> u32 {
        (1000 + u32::from(morale) * self.strength.morale_point)
            .saturating_sub(50 * self.strength.morale_point)
    }

    /// ROTD-EUWOL 10.9: what a unit's place in the battle formation makes of its strength in melee.
    pub fn line_in_melee(&self, line: BattleLine, is_artillery: bool) -> u32 {
        if line == BattleLine::Second && is_artillery {
            self.melee.guns_in_second_line
        } else {
            self.melee.line[line as usize]
        }
    }
}

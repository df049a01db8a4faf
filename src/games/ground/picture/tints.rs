//! The tints of terrains, grounds and flags, apart in lightness as well as in colour.

use crate::Side;
use fieldpost_ground::map::Terrain;
use fieldpost_ground::tactical::Ground;
use fieldpost_print::picture::ink::{Colour, TOWN_GROUND};

/// How far the lightness of any two kinds of flags differs at least.
pub const FLAG_CONTRAST: f64 = 15.0;
/// How far the lightness of any two terrains differs at least. Their signs differ besides.
pub const TERRAIN_CONTRAST: f64 = 3.0;

/// The fill of a strategic square.
pub fn of_terrain(terrain: Terrain) -> Colour {
    match terrain {
        Terrain::Open => Colour(0xf8, 0xf4, 0xe1),
        Terrain::Marsh => Colour(0xde, 0xed, 0xe6),
        Terrain::Hills => Colour(0xec, 0xdf, 0xbf),
        Terrain::Water => Colour(0xc4, 0xd9, 0xe7),
        Terrain::Forest => Colour(0xbe, 0xd2, 0xb0),
        Terrain::Swamp => Colour(0xaf, 0xc8, 0xc2),
        Terrain::ForestedHills => Colour(0xb8, 0xbc, 0x8e),
        Terrain::Mountain => Colour(0xc0, 0xa7, 0x8e),
        Terrain::HighMountain => Colour(0xa3, 0x93, 0x8a),
    }
}

/// The fill of a tactical square; rivers, fords, ranges and passes are signs on open ground.
pub fn of_ground(ground: Ground) -> Colour {
    match ground {
        Ground::Open | Ground::River | Ground::Ford | Ground::Pass => of_terrain(Terrain::Open),
        Ground::Hills => of_terrain(Terrain::Hills),
        Ground::HighHills => Colour(0xdb, 0xc4, 0x94),
        Ground::Forest => of_terrain(Terrain::Forest),
        Ground::Town => TOWN_GROUND,
        Ground::Water => of_terrain(Terrain::Water),
        Ground::Mountain => of_terrain(Terrain::Mountain),
    }
}

/// The colour of a side's flags (rule 1.5): blue allied, red hostile, grey neutral.
pub fn of_side(side: Side) -> Colour {
    match side {
        Side::Allied => Colour(0x17, 0x40, 0x8c),
        Side::Hostile => Colour(0xd4, 0x2c, 0x3c),
        Side::Neutral => Colour(0xb4, 0xb7, 0xba),
    }
}

/// In what colours troops are shown (rule 1.5), where a book has others than blue for friends, red for enemies, grey for
/// neutrals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Livery {
    /// What the own side and its enemies wear (ROTD-CWOL 1.4).
    pub wear: Option<[Cloth; 2]>,
    /// Whether a square in which all three sides stand has one black flag (GITM-NWOL 1.4).
    pub black_for_three: bool,
    /// What the two sides are called on a map of which none is the reader's own: own side and enemies.
    pub parties: Option<[Party; 2]>,
}

/// A side by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Party {
    /// The nation that stands for it.
    pub nation: &'static str,
    /// Whether others fight at its side.
    pub has_allies: bool,
}

impl Party {
    pub fn words(self) -> String {
        if self.has_allies { format!("{} and its allies", self.nation) } else { self.nation.to_owned() }
    }
}

/// What troops wear where it says whose they are, whoever looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cloth {
    Blue,
    Grey,
}

impl Cloth {
    pub fn words(self) -> &'static str {
        match self {
            Cloth::Blue => "blue",
            Cloth::Grey => "grey",
        }
    }
}

impl Livery {
    /// What a side is called where neither is the reader's own.
    pub fn party(self, side: Side) -> Option<String> {
        let [own, others] = self.parties?;
        match side {
            Side::Allied => Some(own.words()),
            Side::Hostile => Some(others.words()),
            Side::Neutral => None,
        }
    }

    /// The colours of sides that are painted as others.
    pub fn dyes(self) -> Vec<(Colour, Colour)> {
        let Some([own, enemies]) = self.wear else { return Vec::new() };
        vec![(of_side(Side::Allied), of_cloth(own)), (of_side(Side::Hostile), of_cloth(enemies))]
    }
}

/// The blue of friends elsewhere, and a grey that is darker than that of neutrals.
fn of_cloth(cloth: Cloth) -> Colour {
    match cloth {
        Cloth::Blue => of_side(Side::Allied),
        Cloth::Grey => Colour(0x6a, 0x70, 0x76),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_print::picture::ink::{BLACK, Eyes};

    /// Printed in grey, nothing but lightness is left of a colour.
    #[test]
    fn flags_and_terrains_differ_in_lightness() {
        let sides = Side::ALL.map(of_side);
        let terrains = Terrain::ALL.map(|row| of_terrain(row.0));
        for (colours, least) in [(&sides[..], FLAG_CONTRAST), (&terrains[..], TERRAIN_CONTRAST)] {
            for (place, one) in colours.iter().enumerate() {
                for other in &colours[place + 1..] {
                    let apart = (one.lightness() - other.lightness()).abs();
                    assert!(apart >= least, "{one:?} and {other:?} are only {apart:.1} apart");
                }
            }
        }
    }

    /// For who lacks a kind of cones too. Signs and letters tell terrains besides.
    #[test]
    fn flags_and_terrains_are_told_apart_by_all_eyes() {
        let sides = Side::ALL.map(of_side);
        let cloths = [Cloth::Blue, Cloth::Grey].map(of_cloth);
        let terrains = Terrain::ALL.map(|row| of_terrain(row.0));
        for (colours, least) in [(&sides[..], 30.0), (&cloths[..], 30.0), (&terrains[..], 5.0)] {
            for (place, one) in colours.iter().enumerate() {
                for other in &colours[place + 1..] {
                    for eyes in Eyes::ALL {
                        let apart = one.apart(*other, eyes);
                        assert!(apart >= least, "{one:?} and {other:?}, {eyes:?}: {apart:.1}");
                    }
                }
            }
        }
    }

    #[test]
    fn letters_are_dark_on_every_terrain() {
        for (terrain, ..) in Terrain::ALL {
            assert!(of_terrain(terrain).lightness() - BLACK.lightness() > 40.0, "{terrain:?}");
        }
    }
}

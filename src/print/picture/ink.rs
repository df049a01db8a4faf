//! The colours of pictures: calm ones, chosen by lightness first, so that a print in grey still tells them apart.

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(pub u8, pub u8, pub u8);

/// Letters, frames, city signs.
pub const BLACK: Colour = Colour(0x2b, 0x26, 0x20);
/// The sheet around the map, and the halo of letters.
pub const PAPER: Colour = Colour(0xfd, 0xfb, 0xf3);
/// Rivers and coasts.
pub const RIVER: Colour = Colour(0x39, 0x76, 0xac);
/// The inside of broad rivers.
pub const STREAM: Colour = Colour(0xa9, 0xcb, 0xe2);
/// Water near the coast.
pub const SHOAL: Colour = Colour(0xd4, 0xe5, 0xef);
/// Water nearer to it.
pub const SHALLOWS: Colour = Colour(0xe6, 0xf0, 0xf6);
pub const RIVER_NAME: Colour = Colour(0x24, 0x55, 0x84);
/// Borders of nations and states.
pub const BORDER: Colour = Colour(0x8a, 0x35, 0x51);
/// The band under the border of a nation.
pub const BORDER_BAND: Colour = Colour(0xe3, 0xb9, 0xc0);
pub const STATE_NAME: Colour = Colour(0x66, 0x54, 0x42);
/// Lines between squares.
pub const GRID: Colour = Colour(0x9a, 0x91, 0x7f);
/// Names of columns and rows.
pub const GRID_NAME: Colour = Colour(0x5e, 0x56, 0x4a);
/// Trees and reeds.
pub const LEAF: Colour = Colour(0x71, 0x94, 0x63);
/// Reeds and standing water.
pub const REED: Colour = Colour(0x5f, 0x8f, 0x8c);
/// Hachures of hills.
pub const HACHURE: Colour = Colour(0xa8, 0x8c, 0x60);
/// The shaded side of peaks.
pub const ROCK: Colour = Colour(0x6e, 0x58, 0x47);
/// The lit side of peaks.
pub const SNOW: Colour = Colour(0xf1, 0xec, 0xe4);
/// Houses, and the inside of city signs.
pub const TOWN: Colour = Colour(0xb6, 0x56, 0x48);
pub const TOWN_GROUND: Colour = Colour(0xe9, 0xcb, 0xbd);
/// The lines of a siege.
pub const SIEGE: Colour = Colour(0xb0, 0x1e, 0x2e);
/// Squares to be noticed.
pub const HIGHLIGHT: Colour = Colour(0xc7, 0x7f, 0x12);

impl Colour {
    /// CIE lightness, 0 black to 100 white: equal steps look equal.
    pub fn lightness(self) -> f64 {
        let luminance = self.luminance();
        if luminance > 0.008_856 { 116.0 * luminance.cbrt() - 16.0 } else { 903.3 * luminance }
    }

    /// The grey that is as light.
    pub fn grey(self) -> Self {
        let luminance = self.luminance();
        let level = if luminance <= 0.003_130_8 {
            luminance * 12.92
        } else {
            1.055 * luminance.powf(1.0 / 2.4) - 0.055
        };
        let level = (level * 255.0).round() as u8;
        Colour(level, level, level)
    }

    /// How far two colours are apart for some eyes (CIE 1976 in L*a*b*, D65): 2 is hardly seen, from 10 up nobody takes one for the
    /// other in a key.
    pub fn apart(self, other: Colour, eyes: Eyes) -> f64 {
        let [l, a, b] = eyes.see(self);
        let [m, c, d] = eyes.see(other);
        ((l - m).powi(2) + (a - c).powi(2) + (b - d).powi(2)).sqrt()
    }

    fn luminance(self) -> f64 {
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }
}

/// Whose eyes look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    /// With all three cones.
    Three,
    /// Without the cones of long waves: one man in a hundred.
    Protanopia,
    /// Without those of middle waves: one man in a hundred; in five more they are weak.
    Deuteranopia,
}

impl Eyes {
    pub const ALL: [Eyes; 3] = [Eyes::Three, Eyes::Protanopia, Eyes::Deuteranopia];

    /// The light that is left of a light, after Vienot, Brettel and Mollon 1999, for linear sRGB.
    fn left_of(self, light: [f64; 3]) -> [f64; 3] {
        let rows = match self {
            Eyes::Three => return light,
            Eyes::Protanopia => {
                [[0.112_38, 0.887_62, 0.0], [0.112_38, 0.887_62, 0.0], [0.004_01, -0.004_01, 1.0]]
            }
            Eyes::Deuteranopia => {
                [[0.292_75, 0.707_25, 0.0], [0.292_75, 0.707_25, 0.0], [-0.022_34, 0.022_34, 1.0]]
            }
        };
        rows.map(|row| times(row, light).clamp(0.0, 1.0))
    }

    /// L*, a* and b* of what is seen.
    fn see(self, colour: Colour) -> [f64; 3] {
        let light = self.left_of([colour.0, colour.1, colour.2].map(linear));
        let to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
        let [x, y, z] = to_xyz.map(|row| times(row, light));
        let [x, y, z] = [x / 0.950_47, y, z / 1.088_83]
            .map(|share| if share > 0.008_856 { share.cbrt() } else { 7.787 * share + 16.0 / 116.0 });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }
}

fn times(row: [f64; 3], light: [f64; 3]) -> f64 {
    row.iter().zip(light).map(|(share, light)| share * light).sum()
}

/// The light of an sRGB level.
fn linear(level: u8) -> f64 {
    let level = f64::from(level) / 255.0;
    if level <= 0.040_45 { level / 12.92 } else { ((level + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grey_keeps_the_lightness() {
        for colour in [BLACK, PAPER, RIVER, TOWN, SIEGE] {
            assert!((colour.lightness() - colour.grey().lightness()).abs() < 0.4, "{colour:?}");
        }
        assert_eq!(Colour(255, 255, 255).grey(), Colour(255, 255, 255));
        assert_eq!(Colour(0, 0, 0).grey(), Colour(0, 0, 0));
    }

    /// Red and green of one lightness: far apart for most, nearly the same for one man in twelve; blue and yellow are far for all.
    #[test]
    fn eyes_without_some_cones_tell_fewer_colours_apart() {
        let (red, green) = (Colour(0xc8, 0x5a, 0x46), Colour(0x6c, 0x88, 0x30));
        assert!(red.apart(green, Eyes::Three) > 50.0);
        assert!(red.apart(green, Eyes::Deuteranopia) < 20.0);
        for eyes in Eyes::ALL {
            assert!(Colour(0x30, 0x50, 0xd0).apart(Colour(0xe8, 0xd0, 0x40), eyes) > 60.0, "{eyes:?}");
            assert!(red.apart(red, eyes) < 0.001);
        }
    }
}

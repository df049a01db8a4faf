//! How wide words are, and rectangles of a sheet.

use unicode_normalization::UnicodeNormalization;

use crate::picture::svg::{Face, Point};

/// The width of the letters from the blank to the tilde, in thousandths of the em, of Book and Oblique.
const BOOK: [u16; 95] = [
    286, 360, 414, 754, 572, 855, 702, 247, 351, 351, 450, 754, 286, 325, 286, 303, 572, 572, 572, 572, 572,
    572, 572, 572, 572, 572, 303, 303, 754, 754, 754, 478, 900, 615, 617, 628, 693, 568, 518, 697, 677, 265,
    265, 590, 501, 776, 673, 708, 542, 708, 625, 571, 549, 659, 615, 890, 616, 549, 616, 351, 303, 351, 754,
    450, 450, 551, 571, 495, 571, 554, 316, 571, 570, 250, 250, 521, 250, 876, 570, 550, 571, 571, 370, 469,
    353, 570, 532, 736, 532, 532, 472, 572, 303, 572, 754,
];

/// The widths of the same letters in bold.
const BOLD: [u16; 95] = [
    313, 410, 469, 754, 626, 901, 785, 275, 411, 411, 470, 754, 342, 374, 342, 329, 626, 626, 626, 626, 626,
    626, 626, 626, 626, 626, 360, 360, 754, 754, 754, 522, 900, 696, 686, 660, 747, 615, 615, 738, 753, 334,
    334, 697, 573, 896, 753, 765, 659, 765, 693, 648, 614, 730, 696, 993, 694, 651, 652, 411, 329, 411, 754,
    450, 450, 607, 644, 533, 644, 610, 391, 644, 641, 308, 308, 598, 308, 938, 641, 618, 644, 644, 444, 536,
    430, 641, 586, 831, 580, 586, 523, 641, 329, 641, 754,
];

/// How high capitals are, in ems.
pub const CAPITALS: f64 = 0.73;

/// How wide words are, in pixels, set in so many pixels.
pub fn width(words: &str, size: f64, face: Face) -> f64 {
    let table = if face == Face::Bold { &BOLD } else { &BOOK };
    // An accent takes no room of its own; what is no Latin letter is taken for a wide one.
    let letters = words.nfd().filter(|letter| !unicode_normalization::char::is_combining_mark(*letter));
    let widths = letters.map(|letter| {
        let place = u32::from(letter).checked_sub(32).map(|place| place as usize);
        place.and_then(|place| table.get(place)).copied().unwrap_or(1000)
    });
    widths.map(f64::from).sum::<f64>() * size / 1000.0
}

/// A rectangle of the sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Rect {
    /// A rectangle about a place.
    pub fn about(middle: Point, width: f64, height: f64) -> Self {
        let (across, down) = (width / 2.0, height / 2.0);
        Rect {
            left: middle.x - across,
            top: middle.y - down,
            right: middle.x + across,
            bottom: middle.y + down,
        }
    }

    /// The same with `off` pixels more on every side.
    pub fn grown(&self, off: f64) -> Self {
        let Rect { left, top, right, bottom } = *self;
        Rect { left: left - off, top: top - off, right: right + off, bottom: bottom + off }
    }

    /// The smallest that holds both.
    pub fn with(&self, other: &Rect) -> Self {
        Rect {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Its corners, clockwise from the left upper one.
    pub fn corners(&self) -> [Point; 4] {
        let Rect { left, top, right, bottom } = *self;
        [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| Point { x, y })
    }

    /// Whether they have more than an edge in common.
    pub fn overlaps(&self, other: &Rect) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// Whether the other lies in it.
    pub fn holds(&self, other: &Rect) -> bool {
        self.left <= other.left
            && other.right <= self.right
            && self.top <= other.top
            && other.bottom <= self.bottom
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_take_no_room() {
        assert_eq!(width("Königgrätz", 10.0, Face::Bold), width("Koniggratz", 10.0, Face::Bold));
    }
}

//! Keyed numbers: FNV-1a over a text such as `euwol/tac1/rm/D2-T2/3/9`, then one mix.

use crate::square::{StrategicSquare, TacticalSquare};
use crate::tac1::NAME;

/// A key in the making: the hash of the words given so far.
#[derive(Clone, Copy, Debug)]
pub struct Key(u64);

impl Key {
    /// The beginning of every key of a map.
    pub fn of_map(id: &str) -> Self {
        Key(0xcbf2_9ce4_8422_2325).bytes(id).word(NAME)
    }

    /// With one more word.
    pub fn word(self, word: &str) -> Self {
        self.byte(b'/').bytes(word)
    }

    /// With one more number, in decimal.
    pub fn number(self, number: u32) -> Self {
        let mut digits = [0; 10];
        let mut first = digits.len();
        let mut rest = number;
        loop {
            first -= 1;
            digits[first] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        digits[first..].iter().fold(self.byte(b'/'), |key, digit| key.byte(*digit))
    }

    /// With a tactical square's column and row.
    pub fn square(self, square: TacticalSquare) -> Self {
        self.number(square.col().into()).number(square.row().into())
    }

    /// The number that belongs to the key.
    pub fn bits(self) -> u64 {
        let mut bits = self.0;
        bits ^= bits >> 33;
        bits = bits.wrapping_mul(0xff51_afd7_ed55_8ccd);
        bits ^ bits >> 33
    }

    /// The key's number, scaled to `0..below` by remainder.
    pub fn below(self, below: u32) -> u32 {
        (self.bits() % u64::from(below.max(1))) as u32
    }

    fn bytes(self, text: &str) -> Self {
        text.bytes().fold(self, Key::byte)
    }

    fn byte(self, byte: u8) -> Self {
        Key((self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    }
}

/// The place, 2 to 12, at which a railway wishes to cross the edge between two squares, in either order.
pub fn rail_place(map_id: &str, one: StrategicSquare, other: StrategicSquare) -> u8 {
    let (low, high) = (one.min(other), one.max(other));
    let key = [low.col, low.row, high.col, high.row]
        .into_iter()
        .fold(Key::of_map(map_id).word("rail"), |key, number| key.number(number.into()));
    2 + key.below(11) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the definition written out plainly, and the published value of FNV-1a for "a".
    #[test]
    fn keys_are_fnv_1a_of_the_text_and_one_mix() {
        let plain = |text: &str| {
            let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
            });
            Key(hash).bits()
        };
        let square = "3-9".parse().unwrap();
        assert_eq!(
            Key::of_map("euwol").word("rm").word("D2-T2").square(square).bits(),
            plain("euwol/tac1/rm/D2-T2/3/9")
        );
        assert_eq!(Key::of_map("m").number(0).number(1_950).bits(), plain("m/tac1/0/1950"));
        assert_eq!(Key(0xcbf2_9ce4_8422_2325).bytes("a").0, 0xaf63_dc4c_8601_ec8c);
    }
}

//! Bytes as people compare them.

/// Two hexadecimal digits a byte, in small letters.
pub fn hex(bytes: impl AsRef<[u8]>) -> String {
    let halves = bytes.as_ref().iter().flat_map(|byte| [byte >> 4, byte & 15]);
    halves.filter_map(|half| char::from_digit(half.into(), 16)).collect()
}

/// The bytes of hexadecimal digits, in small letters or capitals; `None` if anything else stands among them, or half a byte.
pub fn bytes(digits: &str) -> Option<Vec<u8>> {
    let value = |digit: u8| char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok());
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    rest.is_empty()
        .then(|| pairs.iter().map(|[high, low]| Some(value(*high)? << 4 | value(*low)?)).collect())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_digits_are_the_same() {
        assert_eq!(hex([0, 10, 255]), "000aff");
        assert_eq!(bytes("000aFF"), Some(vec![0, 10, 255]));
        for wrong in ["0", "0g", "+1", "ä0", "00 "] {
            assert_eq!(bytes(wrong), None, "{wrong}");
        }
    }
}

//! Transfer encodings undone (RFC 2045, 6.7 and 6.8), whatever gateways and footers did to them: a part is read as far as it goes, and
//! one bad byte never costs the rest. Crates give up a whole part for one, or drop what is outside of seven bits.

use mail_parser::decoders::base64::base64_decode;

/// Quoted-printable: a `=` that neither two hexadecimal digits nor a line's end follow stays as it is (RFC 2045, 6.7, note 1), and so do
/// bytes that should have been encoded. Blanks at a line's end are padding.
pub(super) fn quoted_printable(bytes: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let (body, end) = split_end(line);
        let body = body.trim_ascii_end();
        let (body, end) = match body.strip_suffix(b"=") {
            Some(rest) => (rest, &[][..]),
            None => (body, end),
        };
        unescape(body, &mut decoded);
        decoded.extend_from_slice(end);
    }
    decoded
}

fn split_end(line: &[u8]) -> (&[u8], &[u8]) {
    let length = line.strip_suffix(b"\r\n").or_else(|| line.strip_suffix(b"\n")).unwrap_or(line).len();
    line.split_at(length)
}

fn unescape(mut line: &[u8], decoded: &mut Vec<u8>) {
    while let Some((byte, rest)) = line.split_first() {
        line = rest;
        let escaped = match (byte, rest) {
            (b'=', [high, low, ..]) => hex(*high).zip(hex(*low)),
            _ => None,
        };
        match escaped {
            Some((high, low)) => {
                decoded.push(high << 4 | low);
                line = rest.get(2..).unwrap_or_default();
            }
            None => decoded.push(*byte),
        }
    }
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

/// Base64: what it says, and what stands behind its end. It ends at its padding, or where a line after an empty one is no base64, as the
/// footers of scanners are; characters outside of its alphabet are passed over (RFC 2045, 6.8).
pub(super) fn base64(bytes: &[u8]) -> (Vec<u8>, &[u8]) {
    let end = base64_end(bytes);
    let (coded, tail) = bytes.split_at(end);
    let letters: Vec<u8> = coded.iter().copied().filter(|byte| is_letter(*byte)).collect();
    (base64_decode(&letters).unwrap_or_default(), tail)
}

/// Where base64 ends: behind its padding, else before the first line that cannot be of it.
fn base64_end(bytes: &[u8]) -> usize {
    let (mut start, mut letters, mut is_after_blank) = (0, 0usize, false);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let written = line.trim_ascii();
        let is_coded = written.iter().all(|byte| is_letter(*byte) || *byte == b'=');
        if is_after_blank && letters > 0 && letters.is_multiple_of(4) && !is_coded {
            return start;
        }
        if let Some(at) = line.iter().position(|byte| *byte == b'=') {
            let pads = line.iter().skip(at).take_while(|byte| **byte == b'=').count();
            return start + at + pads;
        }
        letters += line.iter().filter(|byte| is_letter(**byte)).count();
        is_after_blank = written.is_empty();
        start += line.len();
    }
    bytes.len()
}

/// Whether a line may be base64: long enough, and of its letters alone.
pub(super) fn looks_base64(line: &[u8]) -> bool {
    const RUN: usize = 24;
    let line = line.trim_ascii();
    line.len() >= RUN && line.iter().all(|byte| is_letter(*byte) || *byte == b'=')
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn qp(text: &str) -> String {
        String::from_utf8_lossy(&quoted_printable(text.as_bytes())).into_owned()
    }

    #[test]
    fn one_bad_escape_undoes_nothing_else() {
        assert_eq!(qp("A9=E2=80=93N7\n\nsee ?utm_medium=email&x==\n"), "A9–N7\n\nsee ?utm_medium=email&x=");
        assert_eq!(qp("heron quill=20\nmaple = \nwood\r\n"), "heron quill \nmaple wood\r\n");
        assert_eq!(qp("=c3=b6 =3D =Z1 =4"), "ö = =Z1 =4");
        assert_eq!(quoted_printable(b"K\xc3\xb6nig=20  \nx"), "König \nx".as_bytes());
        assert_eq!(qp("=\n=\r\n="), "");
    }

    fn b64(text: &str) -> (String, String) {
        let (decoded, tail) = base64(text.as_bytes());
        (String::from_utf8_lossy(&decoded).into_owned(), String::from_utf8_lossy(tail).into_owned())
    }

    #[test]
    fn base64_ends_at_its_padding_and_passes_over_foreign_characters() {
        let of = |said: &str, tail: &str| (said.to_string(), tail.to_string());
        assert_eq!(
            b64("TU9WRSBHNA==\n\n-- \nScanned by Guard\n"),
            of("MOVE G4", "\n\n-- \nScanned by Guard\n")
        );
        assert_eq!(b64("TU9W!RSBH*NA=="), of("MOVE G4", ""));
        assert_eq!(b64("TU9WRSBHNC1W\n\n-- \nScanned\n"), of("MOVE G4-V", "-- \nScanned\n"));
        assert_eq!(b64("TU9W\nRSBHNC1W\n\n"), of("MOVE G4-V", ""));
        assert_eq!(b64("TU9WRSBHNA"), of("MOVE G4", ""));
        assert_eq!(b64(""), of("", ""));
    }
}

//! Which charset a part's bytes are in (row 20). The declaration is a hint: what mail programs declare and
//! what they send differ.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// Text, and the charset it was read in.
pub(super) struct Decoded {
    pub text: String,
    pub charset: String,
}

/// Bytes to text: valid UTF-8 always first, then as declared, then windows-1252, which every byte is.
/// Charsets that hide behind seven bits (ISO-2022, UTF-7) and UTF-16 go by their declaration and their look.
pub(super) fn decode(bytes: &[u8], declared: Option<&str>) -> Decoded {
    let declared = declared.map(|name| name.trim().to_ascii_lowercase());
    let decoded = seven_bit(bytes, declared.as_deref())
        .or_else(|| valid_utf8(bytes))
        .or_else(|| by_name(bytes, declared.as_deref()?))
        .unwrap_or_else(|| with(WINDOWS_1252, bytes));
    Decoded { text: decoded.text.replace('\0', ""), ..decoded }
}

fn seven_bit(bytes: &[u8], declared: Option<&str>) -> Option<Decoded> {
    let name = declared?;
    if matches!(name, "utf-7" | "unicode-1-1-utf-7") && bytes.is_ascii() {
        let decoder = mail_parser::decoders::charsets::map::charset_decoder(b"utf-7")?;
        return Some(Decoded { text: decoder(bytes), charset: "UTF-7".to_string() });
    }
    let shifts = name.starts_with("iso-2022-") && bytes.contains(&0x1b);
    let wide = name.starts_with("utf-16") && bytes.contains(&0);
    if shifts || wide { by_name(bytes, name) } else { None }
}

fn valid_utf8(bytes: &[u8]) -> Option<Decoded> {
    let text = std::str::from_utf8(bytes).ok()?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    Some(Decoded { text: text.to_string(), charset: UTF_8.name().to_string() })
}

fn by_name(bytes: &[u8], name: &str) -> Option<Decoded> {
    let encoding = Encoding::for_label(name.as_bytes())?;
    // Not valid UTF-8, whatever it says: windows-1252 at least loses nothing. "Replacement" reads nothing.
    let useless = encoding == UTF_8 || encoding == encoding_rs::REPLACEMENT;
    if useless { None } else { Some(with(encoding, bytes)) }
}

fn with(encoding: &'static Encoding, bytes: &[u8]) -> Decoded {
    let (text, used, _) = encoding.decode(bytes);
    Decoded { text: text.into_owned(), charset: used.name().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8], declared: Option<&str>) -> String {
        decode(bytes, declared).text
    }

    #[test]
    fn utf_8_wins_over_a_false_declaration() {
        for declared in [None, Some("us-ascii"), Some("iso-8859-1"), Some("unknown-8bit"), Some("")] {
            assert_eq!(text("Königgrätz".as_bytes(), declared), "Königgrätz", "{declared:?}");
        }
    }

    #[test]
    fn what_is_not_utf_8_is_read_as_declared_else_as_windows_1252() {
        assert_eq!(text(b"G4\x96V6", None), "G4–V6");
        assert_eq!(text(b"G4\x96V6", Some("unknown-8bit")), "G4–V6");
        assert_eq!(text(b"G4\x96V6", Some("iso-8859-1")), "G4–V6");
        assert_eq!(text(b"G4\x96V6", Some("utf-8")), "G4–V6");
        assert_eq!(decode(b"G4\x96V6", Some("latin1")).charset, "windows-1252");
    }

    #[test]
    fn charsets_within_seven_bits_go_by_their_name() {
        assert_eq!(text(b"\x1b$B%F%9%H\x1b(B G4", Some("iso-2022-jp")), "テスト G4");
        assert_eq!(text(b"G4+IBM-V6", Some("utf-7")), "G4–V6");
        assert_eq!(text(b"G4+IBM-V6", None), "G4+IBM-V6");
        assert_eq!(text(b"G\x004\x00", Some("utf-16le")), "G4");
    }

    #[test]
    fn nul_and_the_byte_order_mark_go() {
        assert_eq!(text(b"\xef\xbb\xbfG4\0V6", None), "G4V6");
    }
}

//! Which charset a part's bytes are in (row 20). The declaration is a hint: what mail programs declare and
//! what they send differ.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use oem_cp::code_table::DECODING_TABLE_CP_MAP;

/// Text, and the charset it was read in.
pub(super) struct Decoded {
    pub text: String,
    pub charset: String,
}

/// Bytes to text: valid UTF-8 always first, then as declared, then line by line: a line that is UTF-8 is, be the others what they may, for
/// gateways put footers of their own below. What else stands in a text of UTF-8 is U+FFFD byte by byte; without any UTF-8 in it all is
/// windows-1252, which every byte is. Charsets that hide behind seven bits (ISO-2022, UTF-7) and UTF-16 go by their declaration and their
/// look.
pub(super) fn decode(bytes: &[u8], declared: Option<&str>) -> Decoded {
    let declared = declared.map(|name| name.trim().trim_matches(['"', '\'']).to_ascii_lowercase());
    let name = declared.as_deref();
    let decoded = seven_bit(bytes, name)
        .or_else(|| valid_utf8(bytes))
        .or_else(|| by_name(bytes, name?))
        .unwrap_or_else(|| by_line(bytes, name));
    Decoded { text: decoded.text.replace('\0', ""), ..decoded }
}

fn seven_bit(bytes: &[u8], declared: Option<&str>) -> Option<Decoded> {
    let name = declared?;
    if matches!(name, "utf-7" | "unicode-1-1-utf-7") && bytes.is_ascii() {
        let decoder = mail_parser::decoders::charsets::map::charset_decoder(b"utf-7")?;
        return Some(Decoded { text: decoder(bytes), charset: "UTF-7".to_string() });
    }
    let shifts = name.starts_with("iso-2022-") && bytes.contains(&0x1b);
    if name.starts_with("utf-16") && bytes.contains(&0) {
        return with(wide_by_zeros(bytes).or_else(|| Encoding::for_label(name.as_bytes()))?, bytes);
    }
    if shifts { with(Encoding::for_label(name.as_bytes())?, bytes) } else { None }
}

/// Which half of its units comes first in a text of UTF-16 without a mark: the one that is zero in Latin letters. `None` where there is a
/// mark, or the text does not tell.
fn wide_by_zeros(bytes: &[u8]) -> Option<&'static Encoding> {
    if bytes.starts_with(&[0xFE, 0xFF]) || bytes.starts_with(&[0xFF, 0xFE]) {
        return None;
    }
    let zeros = |skip: usize| bytes.iter().skip(skip).step_by(2).filter(|byte| **byte == 0).count();
    match zeros(0).cmp(&zeros(1)) {
        std::cmp::Ordering::Greater => Some(encoding_rs::UTF_16BE),
        std::cmp::Ordering::Less => Some(encoding_rs::UTF_16LE),
        std::cmp::Ordering::Equal => None,
    }
}

fn valid_utf8(bytes: &[u8]) -> Option<Decoded> {
    let text = std::str::from_utf8(bytes).ok()?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    Some(Decoded { text: text.to_string(), charset: UTF_8.name().to_string() })
}

/// As declared, if that says more than UTF-8 and windows-1252 do, and fits.
fn by_name(bytes: &[u8], name: &str) -> Option<Decoded> {
    match code_page(name) {
        Some(page) => match DECODING_TABLE_CP_MAP.get(&page) {
            Some(table) => {
                Some(Decoded { text: table.decode_string_lossy(bytes), charset: format!("IBM{page}") })
            }
            None => with(Encoding::for_label(windows_name(page).as_bytes())?, bytes),
        },
        None => with(Encoding::for_label(name.as_bytes())?, bytes),
    }
}

/// The number of a code page, by one of the many ways of writing one: `cp850`, `cp-850`, `IBM437`, `x-windows-949`, `936`. `None` for names
/// that are no such number.
fn code_page(name: &str) -> Option<u16> {
    const BEGINS: [&str; 7] = ["x-", "cs", "cp", "ibm", "windows", "dos", "ms"];
    let bare = BEGINS.iter().fold(name, |name, begin| name.strip_prefix(begin).unwrap_or(name));
    let digits = bare.trim_start_matches(['-', '_']);
    (3..=5).contains(&digits.len()).then(|| digits.parse().ok()).flatten()
}

/// What WHATWG calls a code page of Windows.
fn windows_name(page: u16) -> String {
    match page {
        932 => "shift_jis".to_string(),
        936 => "gbk".to_string(),
        949 => "euc-kr".to_string(),
        950 => "big5".to_string(),
        54_936 => "gb18030".to_string(),
        _ => format!("windows-{page}"),
    }
}

/// `None` where the bytes are not of this charset, or it tells nothing: windows-1252 takes all bytes, and stands for what was not declared.
fn with(encoding: &'static Encoding, bytes: &[u8]) -> Option<Decoded> {
    if encoding == UTF_8 || encoding == WINDOWS_1252 || encoding == encoding_rs::REPLACEMENT {
        return None;
    }
    let (text, used, is_damaged) = encoding.decode(bytes);
    (!is_damaged).then(|| Decoded { text: text.into_owned(), charset: used.name().to_string() })
}

fn by_line(bytes: &[u8], declared: Option<&str>) -> Decoded {
    let encoding = declared.and_then(declared_encoding).filter(|found| *found != encoding_rs::REPLACEMENT);
    let is_declared = encoding == Some(UTF_8);
    let other = encoding.filter(|found| *found != UTF_8).unwrap_or(WINDOWS_1252);
    let has_utf8 = bytes.split(|byte| *byte == b'\n').any(has_utf8_letter);
    let mut text = String::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        if has_utf8 && (is_declared || std::str::from_utf8(line).is_ok() || has_utf8_letter(line)) {
            text.push_str(&String::from_utf8_lossy(line));
        } else {
            text.push_str(&other.decode_without_bom_handling(line).0);
        }
    }
    let charset = if has_utf8 && other == WINDOWS_1252 { UTF_8 } else { other };
    Decoded { text, charset: charset.name().to_string() }
}

fn declared_encoding(name: &str) -> Option<&'static Encoding> {
    let page = code_page(name).map(windows_name);
    Encoding::for_label(page.as_deref().unwrap_or(name).as_bytes())
}

/// Whether a letter beyond ASCII stands in a line as UTF-8 has it.
fn has_utf8_letter(line: &[u8]) -> bool {
    line.utf8_chunks().any(|chunk| !chunk.valid().is_ascii())
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
    fn one_byte_that_is_not_utf_8_costs_no_other_line() {
        let stray = b"K\xc3\xb6niggr\xc3\xa4tz\nH\xe9lmuth\n";
        assert_eq!(text(stray, Some("utf-8")), "Königgrätz\nH\u{FFFD}lmuth\n");
        assert_eq!(text(stray, None), "Königgrätz\nHélmuth\n");
        assert_eq!(text(stray, Some("iso-8859-1")), "Königgrätz\nHélmuth\n");
        assert_eq!(text(b"\xc3\xb6\xe9\n", None), "ö\u{FFFD}\n", "both in one line");
        assert_eq!(decode(stray, Some("utf-8")).charset, "UTF-8");
        let cut = "Königgrä".as_bytes().split_last().unwrap().1;
        assert_eq!(text(cut, Some("utf-8")), "Königgr\u{FFFD}");
    }

    #[test]
    fn code_pages_are_known_by_each_of_their_names() {
        for name in ["cp850", "cp-850", "CP_850", "IBM850", "ibm-850", "850", "cs850", "x-cp850"] {
            assert_eq!(
                text(b"Gr\x81\xe1e aus K\x94niggr\x84tz", Some(name)),
                "Grüße aus Königgrätz",
                "{name}"
            );
        }
        assert_eq!(text(b"K\x94nig \xe3", Some("IBM437")), "König π");
        for name in ["cp949", "ms949", "x-windows-949", "ks_c_5601-1987", "949"] {
            assert_eq!(text(b"\xbe\xc8\xb3\xe7", Some(name)), "안녕", "{name}");
        }
        for name in ["cp932", "ms932", "windows-31j"] {
            assert_eq!(text(b"\x83\x65\x83\x58\x83\x67", Some(name)), "テスト", "{name}");
        }
        for name in ["cp936", "gb2312", "windows-936"] {
            assert_eq!(text(b"\xc4\xe3\xba\xc3", Some(name)), "你好", "{name}");
        }
        assert_eq!(text(b"\xcf\xf0", Some("cp1251")), "Пр");
        assert_eq!(text(b"G4\x96V6", Some("cp99999")), "G4–V6", "no such page");
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

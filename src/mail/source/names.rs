//! Folder names as people write them and as they go over the line: modified UTF-7 (RFC 3501, 5.1.3), quoted.

use base64::Engine as _;
use base64::alphabet::IMAP_MUTF7;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

const UNPADDED: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_encode_padding(false)
    .with_decode_padding_mode(DecodePaddingMode::RequireNone);
const BASE64: GeneralPurpose = GeneralPurpose::new(&IMAP_MUTF7, UNPADDED);

/// A string of the line. What cannot be quoted is left out: line ends, which no name has.
pub(super) fn quoted(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A folder's name in modified UTF-7. One that a host took from the server, and that is written so already, stays as it is.
pub(super) fn encoded(folder: &str) -> String {
    if folder.is_ascii() && is_encoded(folder) {
        return folder.to_owned();
    }
    let (mut written, mut foreign) = (String::new(), Vec::new());
    for c in folder.chars() {
        if !c.is_ascii() {
            let mut units = [0; 2];
            foreign.extend(c.encode_utf16(&mut units).iter().flat_map(|unit| unit.to_be_bytes()));
            continue;
        }
        shift(&mut foreign, &mut written);
        match c {
            '&' => written.push_str("&-"),
            c => written.push(c),
        }
    }
    shift(&mut foreign, &mut written);
    written
}

fn shift(foreign: &mut Vec<u8>, written: &mut String) {
    if !foreign.is_empty() {
        written.push('&');
        written.push_str(&BASE64.encode(&*foreign));
        written.push('-');
        foreign.clear();
    }
}

/// Whether each `&` of a name begins something that modified UTF-7 has: `&-`, or letters outside of ASCII.
fn is_encoded(name: &str) -> bool {
    name.split('&').skip(1).all(|rest| match rest.split_once('-') {
        Some(("", _)) => true,
        Some((coded, _)) => BASE64.decode(coded).is_ok_and(|bytes| {
            let units = bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
            bytes.len().is_multiple_of(2) && char::decode_utf16(units).all(|c| c.is_ok_and(|c| !c.is_ascii()))
        }),
        None => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_over_the_line_as_servers_know_them() {
        for (name, written) in [
            ("Processed", "Processed"),
            ("Verarbeitet/Züge", "Verarbeitet/Z&APw-ge"),
            ("Verarbeitet/Z&APw-ge", "Verarbeitet/Z&APw-ge"),
            ("A & B", "A &- B"),
            ("R&D-Team", "R&-D-Team"),
            ("A &- B", "A &- B"),
            ("台北", "&U,BTFw-"),
            ("Ü&台", "&ANw-&-&U,A-"),
            ("🚂", "&2D3egg-"),
        ] {
            assert_eq!(encoded(name), written, "{name}");
            assert_eq!(encoded(written), written);
        }
        assert_eq!(quoted("a\"b\\c\r\n"), "\"a\\\"b\\\\c\"");
    }
}

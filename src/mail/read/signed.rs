//! Signed texts (row 31): which bytes an OpenPGP signature covers, and that nothing else of them is read.
//!
//! **What is checked is what is read**: a clear-signed text is decoded from the very bytes that are held against its
//! signature, never unflowed; of a multipart/signed the first part's bytes are parsed anew, on their own, so that no
//! two parsers need agree where it ends. Whether the signature is any good, [`crate::signature`] says.

use std::sync::Arc;

use mail_parser::{MessagePart, MimeHeaders, PartType};

use super::parts::Letter;

/// A text's OpenPGP signature, not checked yet, and what it covers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seal {
    /// The signed bytes as they are hashed: line ends CRLF; of a clear-signed text without dash escapes and
    /// trailing blanks.
    pub signed: Vec<u8>,
    /// The signature in its armour; empty where the letter has none.
    pub armour: Vec<u8>,
}

const BEGIN: &[u8] = b"-----BEGIN PGP SIGNED MESSAGE-----";
const SIGNATURE: &[u8] = b"-----BEGIN PGP SIGNATURE-----";

/// A clear-signed text (RFC 9580, 7), taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ClearSigned<'a> {
    /// The lines before it.
    pub above: &'a [u8],
    /// Its first line and the armour's header, with the blank line that ends it.
    pub head: &'a [u8],
    /// The signed lines with LF line ends, escapes and trailing blanks taken off.
    pub text: Vec<u8>,
    /// The signature and what follows it.
    pub below: &'a [u8],
}

impl<'a> ClearSigned<'a> {
    /// Takes a text apart at its first clear-signed block; `None` if it has none.
    pub fn find(bytes: &'a [u8]) -> Option<Self> {
        let begin = line_starts(bytes).find(|at| is_line(bytes, *at, |line| line == BEGIN))?;
        let head_end = line_starts(bytes)
            .filter(|at| *at > begin)
            .find(|at| is_line(bytes, *at, <[u8]>::is_empty))
            .map_or(bytes.len(), |at| line_end(bytes, at));
        let text_end = line_starts(bytes)
            .filter(|at| *at >= head_end)
            .find(|at| is_line(bytes, *at, |line| line == SIGNATURE))
            .unwrap_or(bytes.len());
        Some(ClearSigned {
            above: bytes.get(..begin).unwrap_or_default(),
            head: bytes.get(begin..head_end).unwrap_or_default(),
            text: unescaped(bytes.get(head_end..text_end).unwrap_or_default()),
            below: bytes.get(text_end..).unwrap_or_default(),
        })
    }

    /// Its signature, and what that covers. RFC 9580, 7.2: the line end before the armour is not signed.
    pub fn seal(&self) -> Seal {
        Seal { signed: crlf(&self.text), armour: self.below.to_vec() }
    }
}

/// Each line without its dash escape and trailing blanks; LF between them, and none after the last.
fn unescaped(lines: &[u8]) -> Vec<u8> {
    let lines = lines.strip_suffix(b"\n").unwrap_or(lines);
    let plain = |line: &[u8]| trim_end(line.strip_prefix(b"- ").unwrap_or(line)).to_vec();
    lines.split(|byte| *byte == b'\n').map(plain).collect::<Vec<_>>().join(&b'\n')
}

fn trim_end(line: &[u8]) -> &[u8] {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
    let end = line.iter().rposition(|byte| !blank(byte)).map_or(0, |at| at + 1);
    line.get(..end).unwrap_or_default()
}

fn line_starts(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let after = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(after).filter(|at| *at < bytes.len())
}

/// Where the line that begins at `at` ends, its LF included.
fn line_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |length| at + length + 1)
}

fn is_line(bytes: &[u8], at: usize, fits: impl Fn(&[u8]) -> bool) -> bool {
    let line = bytes.get(at..line_end(bytes, at)).unwrap_or_default();
    fits(trim_end(line.strip_suffix(b"\n").unwrap_or(line)))
}

fn crlf(text: &[u8]) -> Vec<u8> {
    text.split(|byte| *byte == b'\n').collect::<Vec<_>>().join(b"\r\n".as_slice())
}

/// A multipart/signed with an OpenPGP signature (RFC 3156, 5).
pub(super) struct SignedPart {
    /// The first part's bytes with LF line ends, its own header included.
    pub entity: Vec<u8>,
    /// Where in the letter they begin.
    pub start: usize,
    /// Its signature, and what that covers.
    pub seal: Arc<Seal>,
}

impl SignedPart {
    /// Takes a part apart; `None` if it is no multipart/signed of OpenPGP's. Where its first part cannot be found
    /// nothing of it is read.
    pub fn find(letter: &Letter<'_>, part: &MessagePart<'_>) -> Option<Self> {
        let PartType::Multipart(children) = &part.body else { return None };
        if letter.kind(part) != "multipart/signed" {
            return None;
        }
        let second = children.get(1).and_then(|child| letter.parts().get(*child as usize));
        let is_signature = |part: &&MessagePart<'_>| letter.kind(part) == "application/pgp-signature";
        let parameter = |name: &str| part.content_type().and_then(|kind| kind.attribute(name));
        let protocol = parameter("protocol").unwrap_or_default().trim();
        let signature = second.filter(is_signature);
        if signature.is_none() && !protocol.eq_ignore_ascii_case("application/pgp-signature") {
            return None;
        }
        let body = letter.raw_of(part);
        let place = parameter("boundary").and_then(|boundary| first_part(body, boundary)).unwrap_or(0..0);
        let entity = body.get(place.clone()).unwrap_or_default();
        let armour = signature.map(|part| letter.bytes_of(part)).unwrap_or_default();
        let seal = Arc::new(Seal { signed: crlf(entity), armour });
        Some(SignedPart { entity: entity.to_vec(), start: part.offset_body as usize + place.start, seal })
    }
}

/// The bytes between the first two delimiters. RFC 2046, 5.1.1: the line end before a delimiter belongs to it.
fn first_part(body: &[u8], boundary: &str) -> Option<std::ops::Range<usize>> {
    let delimiter = [b"--", boundary.as_bytes()].concat();
    let closing = [&delimiter[..], b"--"].concat();
    let mut found =
        line_starts(body).filter(|at| is_line(body, *at, |line| line == delimiter || line == closing));
    let start = line_end(body, found.next()?);
    let end = found.next()?.checked_sub(1)?;
    (start <= end).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: &str = "above\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nMOVE G4-V6 \t\n- -----\n\n\
        -----BEGIN PGP SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----\nbelow\n";

    #[test]
    fn a_clear_signed_text_is_what_its_signature_covers() {
        for text in [BLOCK.to_string(), BLOCK.replace('\n', "\r\n")] {
            let block = ClearSigned::find(text.as_bytes()).unwrap();
            assert_eq!(block.seal().signed, b"MOVE G4-V6\r\n-----\r\n");
            assert!(block.above.starts_with(b"above") && block.head.starts_with(BEGIN));
            assert!(block.below.starts_with(SIGNATURE) && block.below.trim_ascii_end().ends_with(b"below"));
        }
    }

    #[test]
    fn what_is_cut_short_or_quoted_is_no_more_than_it_is() {
        assert_eq!(ClearSigned::find(b"> -----BEGIN PGP SIGNED MESSAGE-----\n\nx"), None);
        let cut = ClearSigned::find(b"-----BEGIN PGP SIGNED MESSAGE-----\n\nMOVE").unwrap();
        assert_eq!((cut.text.as_slice(), cut.below), (b"MOVE".as_slice(), b"".as_slice()));
        let head = ClearSigned::find(b"-----BEGIN PGP SIGNED MESSAGE-----\nMOVE").unwrap();
        assert!(head.text.is_empty() && head.below.is_empty());
    }

    #[test]
    fn the_line_end_before_a_delimiter_is_not_signed() {
        let body = b"preamble\n--b \nA: b\n\ntext\n\n--b\nsecond\n--b--\n";
        assert_eq!(body.get(first_part(body, "b").unwrap()).unwrap(), b"A: b\n\ntext\n");
        assert_eq!(first_part(b"--b\nA: b", "b"), None);
        assert_eq!(first_part(b"--b\n--b--", "b"), None);
    }
}

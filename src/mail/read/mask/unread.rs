//! A letter that is kept though it must not be parsed: reading it has ended the process again and again. Nothing here
//! takes it apart; lines, runs of base64 and quoted-printable are all that is looked at.

use mail_parser::decoders::base64::base64_decode;

use super::super::{fence, transfer};
use super::squeeze::{Needles, Squeezed};
use super::{base64, dos};

/// Fewest characters of a run of base64: a line of a body has 76, the last may have few.
const RUN: usize = 24;

/// What can be told of a letter by its bytes alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unread {
    /// The address in its From line, if there is one.
    pub from: Option<String>,
    /// Its Message-ID, with brackets.
    pub message_id: Option<String>,
    /// Its texts, as they may be read.
    pub texts: Vec<String>,
}

impl Unread {
    /// Of a letter's bytes.
    pub fn of(raw: &[u8]) -> Self {
        let unix = fence::unix(raw);
        let text = String::from_utf8_lossy(&unix);
        let header = text.split("\n\n").next().unwrap_or_default().replace("\n ", " ").replace("\n\t", " ");
        let field = |name: &str| {
            let mut lines = header
                .lines()
                .filter(|line| line.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name)));
            lines.next().and_then(|line| line.get(name.len()..)).map(|value| value.trim().to_string())
        };
        let mut texts = vec![text.to_string()];
        texts.push(String::from_utf8_lossy(&transfer::quoted_printable(&unix)).into_owned());
        texts.extend(pieces(&text).into_iter().filter_map(|piece| match piece {
            Piece::Base64(run) => decoded_run(run),
            Piece::Text(_) => None,
        }));
        texts.push(header.lines().map(decoded_words).collect::<Vec<_>>().join("\n"));
        Unread { from: field("from:").as_deref().and_then(address), message_id: field("message-id:"), texts }
    }
}

/// The address in a From line's value.
fn address(value: &str) -> Option<String> {
    let inner = value.rsplit_once('<').map_or(value, |(_, rest)| rest.split('>').next().unwrap_or(rest));
    let found = inner.split_whitespace().find(|word| word.contains('@'))?;
    let plain = found.len() <= 254 && found.chars().all(|c| c.is_ascii_graphic());
    plain.then(|| found.to_string())
}

/// The letter with these passwords masked; `None` if that cannot be done for certain.
pub fn mask_unread(raw: &[u8], passwords: &[String]) -> Option<Vec<u8>> {
    let needles = Needles::new(passwords)?;
    if needles.is_empty() {
        return Some(raw.to_vec());
    }
    let unix = fence::unix(raw);
    let text = String::from_utf8_lossy(&unix);
    let mut masked = String::with_capacity(text.len());
    for piece in pieces(&text) {
        match piece {
            Piece::Text(text) => masked.push_str(text),
            Piece::Base64(run) => {
                let text = decoded_run(run);
                let found = text.as_ref().and_then(|text| Squeezed::text(text).mask(text, &needles));
                match found {
                    Some(clean) => masked.push_str(&String::from_utf8(base64(clean.into_bytes())?).ok()?),
                    None => masked.push_str(run),
                }
            }
        }
    }
    let masked = Squeezed::text(&masked).mask(&masked, &needles).unwrap_or(masked);
    let is_clean = Unread::of(masked.as_bytes())
        .texts
        .iter()
        .all(|text| !Squeezed::text(text).finds(&needles) && !Squeezed::html(text).finds(&needles));
    is_clean.then(|| dos(masked.as_bytes()))
}

/// A stretch of a letter.
enum Piece<'a> {
    Text(&'a str),
    Base64(&'a str),
}

/// A letter cut into runs of base64 lines and what lies between them.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut start, mut at, mut in_run) = (0, 0, false);
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end();
        let coded = bare.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='));
        let is_run = coded && (bare.len() >= RUN || in_run && !bare.is_empty());
        if is_run != in_run {
            pieces.push(piece(text.get(start..at).unwrap_or_default(), in_run));
            (start, in_run) = (at, is_run);
        }
        at += line.len();
    }
    pieces.push(piece(text.get(start..).unwrap_or_default(), in_run));
    pieces
}

fn piece(text: &str, is_run: bool) -> Piece<'_> {
    if is_run { Piece::Base64(text) } else { Piece::Text(text) }
}

/// What a run of base64 says, if it is text.
fn decoded_run(run: &str) -> Option<String> {
    let bytes = base64_decode(run.as_bytes())?;
    let narrow: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != 0).collect();
    Some(String::from_utf8_lossy(&narrow).into_owned())
}

/// A line of a header with its encoded words (RFC 2047) decoded.
fn decoded_words(line: &str) -> String {
    let mut decoded = String::new();
    for (number, piece) in line.split("=?").enumerate() {
        let mut fields = piece.splitn(3, '?');
        let word = (fields.next(), fields.next(), fields.next());
        let (Some(_), Some(encoding), Some(rest)) = word else {
            decoded.push_str(piece);
            continue;
        };
        let (words, behind) = rest.split_once("?=").unwrap_or((rest, ""));
        let bytes = match encoding {
            _ if number == 0 => None,
            "B" | "b" => base64_decode(words.as_bytes()),
            "Q" | "q" => Some(transfer::quoted_printable(words.replace('_', " ").as_bytes())),
            _ => None,
        };
        match bytes {
            Some(bytes) => decoded.push_str(&String::from_utf8_lossy(&bytes)),
            None => decoded.push_str(piece),
        }
        decoded.push_str(behind.trim_start());
    }
    decoded
}

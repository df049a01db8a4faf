//! A kept letter without the password it brought (promise 7).
//!
//! Each part that holds the credential, in whatever disguise (base64, quoted-printable, HTML entities and
//! tags, soft line breaks, format=flowed, typographic dashes), is encoded anew with `****` in its place. The
//! result is then read again; if anything of the credential is still found in it, there is no masked letter,
//! and only the cleaned text may be kept. A file that cannot be looked into (an office document, an archive,
//! something encrypted) is left out of a kept letter: nobody knows what it holds.
//!
//! Time is in proportion to the letter, however long its lines and however many the passwords (hazard 18).

mod shown;
mod squeeze;
mod unread;

use std::borrow::Cow;

use lettre::message::Body;
use lettre::message::header::ContentTransferEncoding;
use mail_parser::parsers::MessageStream;
use mail_parser::{Header, HeaderName, HeaderValue, MessagePart, MimeHeaders, PartType};

use super::parts::{Letter, transfer_encoding};
use super::{charset, fence, transfer};
use squeeze::{Needles, Squeezed};

pub use shown::texts;
pub use unread::{Unread, mask_unread};

/// How deep enclosed messages are masked; a credential below that makes the letter unkeepable.
const DEPTH_MAX: usize = 4;

/// What stands in a password's place.
pub const MASK: &str = "****";

/// The raw letter with every one of these passwords masked, wherever it stands. `None` if that cannot be done
/// for certain, or if none of them is found: then only the cleaned text may be kept.
pub fn mask(raw: &[u8], passwords: &[String]) -> Option<Vec<u8>> {
    mask_all(raw, passwords, &[])
}

/// The same, where beside passwords that were `read` out of the letter there are words that only look like one
/// (`suspected`): the latter alone may be nowhere to be found, and the letter is then kept as it is but for what
/// cannot be looked into.
pub fn mask_all(raw: &[u8], read: &[String], suspected: &[String]) -> Option<Vec<u8>> {
    let needles = Needles::new(read.iter().chain(suspected))?;
    let unix = fence::unix(raw);
    let Some(masked) = mask_message(&unix, &needles, 0) else {
        return needles.is_empty().then(|| raw.to_vec());
    };
    let is_same = masked == unix;
    if is_same && read.iter().any(|word| !word.trim().is_empty()) || !is_clean(&masked, &needles, 0) {
        return None;
    }
    if is_same {
        return Some(raw.to_vec());
    }
    Some(if matches!(unix, Cow::Borrowed(_)) { masked.into_owned() } else { dos(&masked) })
}

/// A text with every one of these passwords masked, however its dashes, quotes and spaces were typed; `None` if they are
/// too many to be looked for.
pub fn mask_words(text: &str, passwords: &[String]) -> Option<String> {
    Some(Masker::new(passwords)?.mask(text))
}

/// Passwords that are looked for in many short texts: made ready once, whatever it takes.
pub struct Masker(Needles);

impl Masker {
    /// Of these passwords; `None` if they are too many to be looked for.
    pub fn new(passwords: &[String]) -> Option<Self> {
        Needles::new(passwords).map(Masker)
    }

    /// A text with each of them masked, as [`mask_words`].
    pub fn mask(&self, text: &str) -> String {
        Squeezed::text(text).mask(text, &self.0).unwrap_or_else(|| text.to_string())
    }
}

/// A message masked, as it was if there is nothing to mask; `None` if it cannot be done.
fn mask_message<'a>(raw: &'a [u8], needles: &Needles, depth: usize) -> Option<Cow<'a, [u8]>> {
    if raw.iter().all(u8::is_ascii_whitespace) {
        return Some(Cow::Borrowed(raw));
    }
    let flat = fence::flatten(raw);
    let message = fence::parse(&flat, raw)?;
    let letter = Letter { message: &message, raw };
    let mut edits: Vec<Edit> = Vec::new();
    for part in letter.parts() {
        edits.extend(mask_part(&letter, part, needles, depth)?);
    }
    edits.sort_by_key(|edit| edit.from);
    splice(raw, &edits)
}

/// Bytes to stand in the place of others.
struct Edit {
    from: usize,
    to: usize,
    bytes: Vec<u8>,
}

/// `None` if two edits overlap, which no sound letter brings about.
fn splice<'a>(raw: &'a [u8], edits: &[Edit]) -> Option<Cow<'a, [u8]>> {
    if edits.is_empty() {
        return Some(Cow::Borrowed(raw));
    }
    let mut spliced = Vec::with_capacity(raw.len());
    let mut at = 0;
    for edit in edits {
        spliced.extend_from_slice(raw.get(at..edit.from)?);
        spliced.extend_from_slice(&edit.bytes);
        at = edit.to;
    }
    spliced.extend_from_slice(raw.get(at..)?);
    Some(Cow::Owned(spliced))
}

/// The edits that a part needs; `None` if it cannot be masked.
fn mask_part(
    letter: &Letter<'_>,
    part: &MessagePart<'_>,
    needles: &Needles,
    depth: usize,
) -> Option<Vec<Edit>> {
    let body = match part.body {
        PartType::Multipart(_) => None,
        _ if is_opaque(letter, part) => Some(left_out(letter, part)),
        _ => mask_body(letter, part, needles, depth)?,
    };
    let mut edits = mask_fields(letter, part, needles, body.as_ref());
    if let Some(Masked { bytes, kind: utf8 }) = body {
        let mut fields = "Content-Transfer-Encoding: base64\n".to_string();
        if let Some(kind) = utf8 {
            fields.push_str(&format!("Content-Type: {kind}\n"));
        }
        let (from, to) = (part.offset_body as usize, (part.offset_end as usize).min(letter.raw.len()));
        // The header's last line is the empty one, before which the new fields go.
        let at = from.checked_sub(1)?;
        let mut bytes_out = fields.into_bytes();
        bytes_out.extend_from_slice(letter.raw.get(at..from)?);
        bytes_out.extend_from_slice(&base64(bytes)?);
        edits.push(Edit { from: at, to, bytes: bytes_out });
    }
    Some(edits)
}

/// A part's bytes without the credential, and its type if that is another one now.
struct Masked {
    bytes: Vec<u8>,
    kind: Option<String>,
}

/// The type of what stands in the place of a part that was left out.
const LEFT_OUT: &str = "application/x-left-out";

/// Whether nobody can tell what words a part holds: neither text nor a picture, sound or film.
fn is_opaque(letter: &Letter<'_>, part: &MessagePart<'_>) -> bool {
    let kind = letter.kind(part);
    let family = kind.split('/').next().unwrap_or_default();
    let is_seen = matches!(family, "text" | "message" | "image" | "audio" | "video" | "font" | "");
    let is_signature = kind.ends_with("-signature") && letter.raw_of(part).len() < 64 << 10;
    let is_text = || {
        let bytes = letter.bytes_of(part);
        let is_odd = |b: &u8| *b < b' ' && !matches!(*b, b'\n' | b'\r' | b'\t' | 0x0c);
        std::str::from_utf8(&bytes).is_ok() && !bytes.iter().any(is_odd)
    };
    !is_seen && !is_signature && kind != LEFT_OUT && (kind == "application/pdf" || !is_text())
}

fn left_out(letter: &Letter<'_>, part: &MessagePart<'_>) -> Masked {
    let (kind, size) = (letter.kind(part), letter.raw_of(part).len());
    let words =
        format!("{size} bytes of {kind} stood here. They were not kept: a password may be in them.\n");
    Masked { bytes: words.into_bytes(), kind: Some(LEFT_OUT.to_string()) }
}

/// `Some(None)` if the part holds nothing to mask.
fn mask_body(
    letter: &Letter<'_>,
    part: &MessagePart<'_>,
    needles: &Needles,
    depth: usize,
) -> Option<Option<Masked>> {
    let Some(bytes) = decoded(letter, part) else { return needles.is_empty().then_some(None) };
    let kind = letter.kind(part);
    if kind.starts_with("message/") {
        if depth >= DEPTH_MAX {
            return (!holds(&bytes, needles)).then_some(None);
        }
        let masked = mask_message(&bytes, needles, depth + 1)?;
        let changed = masked.as_ref() != bytes.as_slice();
        return Some(changed.then(|| Masked { bytes: masked.into_owned(), kind: None }));
    }
    if needles.is_empty() {
        return Some(None);
    }
    if !kind.starts_with("text/") && kind != "/" {
        // A password in a picture or an archive cannot be taken out without breaking it.
        return (!holds(&bytes, needles)).then_some(None);
    }
    let declared = part.content_type().and_then(|kind| kind.attribute("charset"));
    let text = charset::decode(&bytes, declared);
    let squeezed =
        if kind.contains("html") { Squeezed::html(&text.text) } else { Squeezed::text(&text.text) };
    if squeezed.is_tangled() && !needles.is_empty() {
        return None;
    }
    Some(squeezed.mask(&text.text, needles).map(|masked| {
        let utf8 = (text.charset != "UTF-8" || declared.is_some()).then(|| utf8_kind(&kind, part));
        Masked { bytes: masked.into_bytes(), kind: utf8 }
    }))
}

/// A part's bytes with the transfer encoding undone, also an undeclared one (row 22), and what stands behind the end of base64; `None`
/// where that may be base64 again, of which others read more than we do.
fn decoded(letter: &Letter<'_>, part: &MessagePart<'_>) -> Option<Vec<u8>> {
    let raw = letter.raw_of(part);
    match transfer_encoding(part).as_deref() {
        Some("base64") => {
            let (mut bytes, tail) = transfer::base64(raw);
            if tail.split(|byte| *byte == b'\n').any(transfer::looks_base64) {
                return None;
            }
            if !tail.trim_ascii().is_empty() {
                bytes.push(b'\n');
                bytes.extend_from_slice(tail);
            }
            Some(bytes)
        }
        Some("quoted-printable") => Some(transfer::quoted_printable(raw)),
        _ => {
            let is_coded = super::texts::looks_quoted_printable(raw);
            Some(if is_coded { transfer::quoted_printable(raw) } else { raw.to_vec() })
        }
    }
}

fn utf8_kind(kind: &str, part: &MessagePart<'_>) -> String {
    let attribute =
        |name: &str| part.content_type().and_then(|kind| kind.attribute(name)).map(str::to_ascii_lowercase);
    let mut written = format!("{}; charset=utf-8", if kind == "/" { "text/plain" } else { kind });
    if attribute("format").as_deref() == Some("flowed") {
        written.push_str("; format=flowed");
    }
    if attribute("delsp").as_deref() == Some("yes") {
        written.push_str("; delsp=yes");
    }
    written
}

/// Fields that hold the credential are masked; those that a new body makes false are taken out.
fn mask_fields(
    letter: &Letter<'_>,
    part: &MessagePart<'_>,
    needles: &Needles,
    body: Option<&Masked>,
) -> Vec<Edit> {
    let mut edits = Vec::new();
    for header in &part.headers {
        let (from, start, to) =
            (header.offset_field as usize, header.offset_start as usize, header.offset_end as usize);
        let is_false = body.is_some_and(|body| match header.name {
            HeaderName::ContentTransferEncoding => true,
            HeaderName::ContentType => body.kind.is_some(),
            _ => false,
        });
        let value = letter.raw.get(start..to).unwrap_or_default();
        if is_false {
            edits.push(Edit { from, to, bytes: Vec::new() });
        } else if is_name_with_password(part, header, needles) {
            edits.push(Edit {
                from: start,
                to,
                bytes: format!(" attachment; filename=\"{MASK}\"\n").into_bytes(),
            });
        } else if let Some(masked) = masked_value(value, needles, &header.name) {
            edits.push(Edit { from: start, to, bytes: masked });
        }
    }
    edits
}

/// Whether a field names a file by words in which a password stands, however it is encoded (RFC 2231).
fn is_name_with_password(part: &MessagePart<'_>, header: &Header<'_>, needles: &Needles) -> bool {
    let is_disposition = header.name == HeaderName::ContentDisposition;
    let name = part.content_disposition().and_then(|kind| kind.attribute("filename")).unwrap_or_default();
    is_disposition && Squeezed::text(name).finds(needles)
}

/// A field's value without the credential: a Subject keeps its other words, any other field none.
fn masked_value(value: &[u8], needles: &Needles, name: &HeaderName<'_>) -> Option<Vec<u8>> {
    let text = match MessageStream::new(value).parse_unstructured() {
        HeaderValue::Text(text) => text.into_owned(),
        _ => String::new(),
    };
    let raw = String::from_utf8_lossy(value);
    if let Some(masked) = Squeezed::text(&text).mask(&text, needles) {
        let plain = matches!(name, HeaderName::Subject) && masked.chars().all(|c| matches!(c, ' '..='~'));
        return Some(format!(" {}\n", if plain { masked.as_str() } else { MASK }).into_bytes());
    }
    Squeezed::text(&raw).finds(needles).then(|| format!(" {MASK}\n").into_bytes())
}

/// Whether bytes hold the credential as UTF-8 or UTF-16 text.
fn holds(bytes: &[u8], needles: &Needles) -> bool {
    let every_other: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != 0).collect();
    Squeezed::text(&String::from_utf8_lossy(bytes)).finds(needles)
        || (every_other.len() < bytes.len()
            && Squeezed::text(&String::from_utf8_lossy(&every_other)).finds(needles))
}

/// Reads a masked letter again, all of it and in all ways, for what may still be found.
fn is_clean(raw: &[u8], needles: &Needles, depth: usize) -> bool {
    if needles.is_empty() {
        return true;
    }
    if holds(raw, needles) {
        return false;
    }
    let flat = fence::flatten(raw);
    let Some(message) = fence::parse(&flat, raw) else { return raw.is_empty() };
    let letter = Letter { message: &message, raw };
    letter.parts().iter().all(|part| {
        if matches!(part.body, PartType::Multipart(_)) {
            return true;
        }
        let Some(bytes) = decoded(&letter, part) else { return false };
        let kind = letter.kind(part);
        if kind.starts_with("message/") && depth < DEPTH_MAX {
            return is_clean(&bytes, needles, depth + 1);
        }
        let declared = part.content_type().and_then(|kind| kind.attribute("charset"));
        let text = charset::decode(&bytes, declared).text;
        let as_html = kind.contains("html") && Squeezed::html(&text).finds(needles);
        // A reader may also take it as it stands, where we see an encoding that was not declared (row 22).
        let as_it_stands = charset::decode(letter.raw_of(part), declared).text;
        let in_words = [&text, &as_it_stands].into_iter().any(|text| Squeezed::text(text).finds(needles));
        !holds(&bytes, needles) && !in_words && !as_html
    })
}

fn base64(bytes: Vec<u8>) -> Option<Vec<u8>> {
    let body = Body::new_with_encoding(bytes, ContentTransferEncoding::Base64).ok()?;
    let mut text = fence::unix(&body.into_vec()).trim_ascii_end().to_vec();
    text.push(b'\n');
    Some(text)
}

fn dos(unix: &[u8]) -> Vec<u8> {
    let mut dos = Vec::with_capacity(unix.len() + unix.len() / 40);
    for byte in unix {
        if *byte == b'\n' {
            dos.push(b'\r');
        }
        dos.push(*byte);
    }
    dos
}

#[cfg(test)]
mod tests;

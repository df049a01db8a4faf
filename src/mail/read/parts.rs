//! From MIME parts to the texts that may hold orders.

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{HeaderName, HeaderValue, Message, MessageParser, MessagePart, MimeHeaders, PartType};

use super::zone::{self, Raw};
use super::{
    Incoming, PartNote, Problem, Reader, Text, TextKind, charset, class, fence, flowed, headers, html,
};

/// Reads a letter that is within the limits of size.
pub(super) fn read(reader: &Reader, raw: &[u8]) -> Incoming {
    if raw.iter().all(u8::is_ascii_whitespace) {
        return Incoming { problems: vec![Problem::Empty], ..Incoming::default() };
    }
    let raw = fence::unix(raw);
    let raw = raw.as_ref();
    let flat = fence::flatten(raw);
    let Some(message) = MessageParser::default().parse(flat.as_ref()) else {
        return Incoming { problems: vec![Problem::NoText], ..Incoming::default() };
    };
    let letter = Letter { message: &message, raw };
    let mut incoming = Incoming {
        headers: headers::read(&message, raw, reader.authserv_id.as_deref()),
        ..Incoming::default()
    };
    incoming.class = class::judge(&letter, &incoming.headers, &reader.own_addresses);
    let depths = letter.depths();
    incoming.parts = letter.notes(&depths);
    if message.parts.len() > reader.limits.parts {
        incoming.problems.push(Problem::TooManyParts(reader.limits.parts));
        return incoming;
    }
    if depths.iter().any(|depth| *depth > reader.limits.depth) {
        incoming.problems.push(Problem::TooDeep(reader.limits.depth));
        return incoming;
    }
    collect_texts(&letter, reader.limits.text, &mut incoming);
    incoming
}

/// A parsed letter with its own bytes, lines ending in LF: the parse is of a flattened copy, the bytes are not.
pub(super) struct Letter<'a> {
    pub message: &'a Message<'a>,
    pub raw: &'a [u8],
}

impl<'a> Letter<'a> {
    /// The parts, the letter itself first.
    pub fn parts(&self) -> &'a [MessagePart<'a>] {
        &self.message.parts
    }

    /// A part's declared type, lower case; what declares none is text/plain. A flattened type reads as it was.
    pub fn kind(&self, part: &MessagePart<'_>) -> String {
        let Some(kind) = part.content_type() else { return "text/plain".to_string() };
        let sub = kind.subtype().unwrap_or("").to_ascii_lowercase();
        let sub = match sub.as_str() {
            "rfc82x" => "rfc822",
            "rfc82x-headers" => "rfc822-headers",
            "globax-headers" => "global-headers",
            "globax" => "global",
            "digesx" => "digest",
            other => other,
        };
        format!("{}/{sub}", kind.ctype().to_ascii_lowercase())
    }

    /// A part's bytes as they lie.
    pub fn raw_of(&self, part: &MessagePart<'_>) -> &'a [u8] {
        let end = (part.offset_end as usize).min(self.raw.len());
        self.raw.get(part.offset_body as usize..end).unwrap_or_default()
    }

    /// A part's bytes with the transfer encoding undone; as they lie if it is unknown or broken.
    pub fn bytes_of(&self, part: &MessagePart<'_>) -> Vec<u8> {
        let raw = self.raw_of(part);
        let decoded = match transfer_encoding(part).as_deref() {
            Some("base64") => base64_decode(raw),
            Some("quoted-printable") => quoted_printable_decode(raw),
            _ => None,
        };
        decoded.unwrap_or_else(|| raw.to_vec())
    }

    fn depths(&self) -> Vec<usize> {
        let mut depths = vec![0; self.parts().len()];
        // A child stands after its parent, so one pass settles all.
        for (at, part) in self.parts().iter().enumerate() {
            let below = depths.get(at).copied().unwrap_or(0) + 1;
            if let PartType::Multipart(children) = &part.body {
                for child in children {
                    if let Some(depth) = depths.get_mut(*child as usize) {
                        *depth = below;
                    }
                }
            }
        }
        depths
    }

    fn notes(&self, depths: &[usize]) -> Vec<PartNote> {
        const SHOWN: usize = 1000;
        let parts = self.parts().iter().zip(depths).take(SHOWN);
        parts
            .map(|(part, depth)| PartNote {
                kind: self.kind(part),
                name: part
                    .attachment_name()
                    .map(|name| name.chars().filter(|c| !c.is_control()).take(100).collect()),
                size: self.raw_of(part).len(),
                depth: *depth,
            })
            .collect()
    }
}

/// A part's Content-Transfer-Encoding, lower case. Nonsense such as `7-bit` is kept and means nothing (row 22).
pub(super) fn transfer_encoding(part: &MessagePart<'_>) -> Option<String> {
    let value = part.headers.iter().rev().find(|h| h.name == HeaderName::ContentTransferEncoding)?;
    match &value.value {
        HeaderValue::Text(text) => Some(text.trim().to_ascii_lowercase()),
        _ => None,
    }
}

fn collect_texts(letter: &Letter<'_>, limit: usize, incoming: &mut Incoming) {
    let mut odd = None;
    for (at, part) in letter.parts().iter().enumerate() {
        if matches!(part.body, PartType::Multipart(_)) {
            odd = odd.or(if letter.kind(part) == "multipart/encrypted" {
                Some(Problem::Encrypted)
            } else {
                None
            });
            continue;
        }
        let kind = letter.kind(part);
        let name = part.attachment_name().map(str::to_string);
        match role(&kind, name.as_deref(), is_attachment(part)) {
            Role::Body => add_plain(letter, at, part, limit, TextKind::Plain, incoming),
            Role::Html => add_html(letter, at, part, limit, incoming),
            Role::TextFile => {
                let name = name.unwrap_or_default();
                let name = name.chars().filter(|c| !c.is_control()).take(100).collect();
                add_plain(letter, at, part, limit, TextKind::Attachment(name), incoming);
            }
            Role::Tnef => odd = odd.or(Some(Problem::OutlookRichText)),
            Role::Encrypted => odd = odd.or(Some(Problem::Encrypted)),
            Role::Other => {}
        }
    }
    let seen = incoming.texts.iter().flat_map(|text| &text.live).any(|line| !line.written.trim().is_empty());
    let any = incoming.texts.iter().any(|text| !text.left_out.is_empty()) || seen;
    match odd {
        Some(problem) if !seen => incoming.problems.insert(0, problem),
        _ if !any => incoming.problems.push(Problem::NoText),
        _ => {}
    }
}

/// What a part is to us.
enum Role {
    Body,
    Html,
    TextFile,
    Tnef,
    Encrypted,
    Other,
}

/// Rows 28 to 31. Enclosed messages are no text at all: a forward is never obeyed.
fn role(kind: &str, name: Option<&str>, attached: bool) -> Role {
    let lower = name.unwrap_or_default().to_ascii_lowercase();
    let text_file = lower.ends_with(".txt") || lower.ends_with(".ord");
    match kind {
        "application/ms-tnef" => Role::Tnef,
        "application/pgp-encrypted" => Role::Encrypted,
        "application/pkcs7-mime" | "application/x-pkcs7-mime" => Role::Encrypted,
        _ if lower == "winmail.dat" => Role::Tnef,
        "text/html" if !attached => Role::Html,
        "text/html"
        | "text/rfc822-headers"
        | "text/calendar"
        | "text/css"
        | "text/vcard"
        | "text/x-vcard" => Role::Other,
        "text/x-amp-html" | "text/enriched" | "text/rtf" | "text/richtext" => Role::Other,
        _ if kind.starts_with("text/") && (attached || (text_file && name.is_some())) => Role::TextFile,
        _ if kind.starts_with("text/") => Role::Body,
        "application/octet-stream" if text_file => Role::TextFile,
        "/" => Role::Body,
        _ => Role::Other,
    }
}

fn is_attachment(part: &MessagePart<'_>) -> bool {
    part.content_disposition().is_some_and(|disposition| disposition.is_attachment())
}

fn declared_charset<'a>(part: &'a MessagePart<'_>) -> Option<&'a str> {
    part.content_type().and_then(|kind| kind.attribute("charset"))
}

fn add_plain(
    letter: &Letter<'_>,
    at: usize,
    part: &MessagePart<'_>,
    limit: usize,
    kind: TextKind,
    incoming: &mut Incoming,
) {
    let bytes = letter.bytes_of(part);
    push_text(part, at, &bytes, limit, kind.clone(), incoming);
    let undeclared =
        transfer_encoding(part).is_none_or(|name| name != "base64" && name != "quoted-printable");
    if kind == TextKind::Plain
        && undeclared
        && looks_quoted_printable(&bytes)
        && let Some(again) = quoted_printable_decode(&bytes)
    {
        push_text(part, at, &again, limit, TextKind::PlainDecodedAgain, incoming);
    }
}

fn push_text(
    part: &MessagePart<'_>,
    at: usize,
    bytes: &[u8],
    limit: usize,
    kind: TextKind,
    incoming: &mut Incoming,
) {
    let decoded = charset::decode(within(bytes, limit, incoming), declared_charset(part));
    let text = unix_lines(&decoded.text);
    let parameter = |name: &str, value: &str| {
        let found = part.content_type().and_then(|kind| kind.attribute(name));
        found.is_some_and(|found| found.trim().eq_ignore_ascii_case(value))
    };
    let flowed = parameter("format", "flowed");
    let lines: Vec<Raw> = if flowed {
        flowed::unflow(&text, parameter("delsp", "yes")).into_iter().map(|line| (line, None)).collect()
    } else {
        text.lines().map(|line| (line.to_string(), None)).collect()
    };
    let (live, left_out) = zone::cut(lines);
    incoming.texts.push(Text { kind, part: at, charset: decoded.charset, flowed, live, left_out });
}

fn add_html(letter: &Letter<'_>, at: usize, part: &MessagePart<'_>, limit: usize, incoming: &mut Incoming) {
    let bytes = letter.bytes_of(part);
    let decoded = charset::decode(within(&bytes, limit, incoming), declared_charset(part));
    let Some(lines) = html::lines(&unix_lines(&decoded.text)) else {
        incoming.problems.push(Problem::HtmlTooTangled);
        return;
    };
    let (live, left_out) = zone::cut(lines);
    let charset = decoded.charset;
    incoming.texts.push(Text { kind: TextKind::Html, part: at, charset, flowed: false, live, left_out });
}

fn within<'b>(bytes: &'b [u8], limit: usize, incoming: &mut Incoming) -> &'b [u8] {
    let Some(cut) = bytes.get(..limit).filter(|_| bytes.len() > limit) else { return bytes };
    incoming.problems.push(Problem::TextCut(limit));
    cut
}

/// CRLF, lone CR and LF are all line ends.
fn unix_lines(text: &str) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_string() }
}

/// Row 22: soft line breaks and escaped bytes in a part that claims no encoding.
pub(super) fn looks_quoted_printable(bytes: &[u8]) -> bool {
    let soft = bytes.windows(2).any(|w| w == b"=\n") || bytes.windows(3).any(|w| w == b"=\r\n");
    let escaped =
        bytes.windows(3).any(|w| matches!(w, [b'=', a, b] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit()));
    soft && escaped
}

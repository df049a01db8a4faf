//! The texts of a letter that may hold orders, part by part.

use std::ops::Range;
use std::sync::Arc;

use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{MessageParser, MessagePart, MimeHeaders, PartType};

use super::parts::{Letter, transfer_encoding};
use super::signed::{ClearSigned, Seal, SignedPart};
use super::zone::{self, Cut, Raw};
use super::{Closed, ClosedPart, Incoming, Limits, Problem, Text, TextKind, charset, fence, flowed, html};

/// Adds every text of a letter, and what hinders reading it if there is none.
pub(super) fn collect(letter: &Letter<'_>, limits: &Limits, incoming: &mut Incoming) {
    let mut texts = Texts { letter, limits, seal: None, part_at: &|at, _| at, incoming };
    texts.read_all();
    let seen = incoming.texts.iter().flat_map(|text| &text.live).any(|line| !line.written.trim().is_empty());
    let any = incoming.texts.iter().any(|text| !text.left_out.is_empty()) || seen;
    if !any {
        incoming.problems.push(Problem::NoText);
    }
}

/// The texts of a letter, or of the signed part of one, being collected.
struct Texts<'a> {
    letter: &'a Letter<'a>,
    limits: &'a Limits,
    /// The signature that covers all of it.
    seal: Option<Arc<Seal>>,
    /// A part's number in the whole letter, by its number here and where its body begins.
    part_at: &'a dyn Fn(usize, usize) -> usize,
    incoming: &'a mut Incoming,
}

impl Texts<'_> {
    fn read_all(&mut self) {
        // Of a multipart/signed only the first part counts, and that is read on its own.
        let mut signed: Vec<Range<u32>> = Vec::new();
        for (at, part) in self.letter.parts().iter().enumerate() {
            if signed.iter().any(|range| range.contains(&part.offset_header)) {
                continue;
            }
            if let Some(found) = self.signed_part(part) {
                signed.push(part.offset_body..part.offset_end.max(part.offset_body + 1));
                self.read_signed(at, found);
            } else {
                self.read_part(at, part);
            }
        }
    }

    /// Within a signed part nothing further is taken apart: the outer signature covers it all.
    fn signed_part(&self, part: &MessagePart<'_>) -> Option<SignedPart> {
        if self.seal.is_some() { None } else { SignedPart::find(self.letter, part) }
    }

    /// Reads the signed bytes as a letter of their own.
    fn read_signed(&mut self, at: usize, found: SignedPart) {
        // The parser wants a header; a part may have none.
        const HEADER: &[u8] = b"X-Part: signed\n";
        let raw = [HEADER, &found.entity].concat();
        let flat = fence::flatten(&raw);
        let Some(message) = MessageParser::default().parse(flat.as_ref()) else { return };
        let inner = Letter { message: &message, raw: &raw };
        if message.parts.len() > self.limits.parts {
            return self.incoming.problems.push(Problem::TooManyParts(self.limits.parts));
        }
        let outer = self.letter;
        let part_at = |_: usize, body: usize| {
            let body = found.start + body.saturating_sub(HEADER.len());
            outer.parts().iter().position(|part| part.offset_body as usize == body).unwrap_or(at)
        };
        let mut texts = Texts {
            letter: &inner,
            limits: self.limits,
            seal: Some(found.seal),
            part_at: &part_at,
            incoming: self.incoming,
        };
        texts.read_all();
    }

    fn read_part(&mut self, at: usize, part: &MessagePart<'_>) {
        let kind = self.letter.kind(part);
        if matches!(part.body, PartType::Multipart(_)) {
            return;
        }
        let at = (self.part_at)(at, part.offset_body as usize);
        let name = part.attachment_name().map(str::to_string);
        if let Some(closed) = closed(&kind, name.as_deref(), part) {
            let name = name.clone().unwrap_or_else(|| kind.clone());
            let name = name.chars().filter(|c| !c.is_control()).take(100).collect();
            self.incoming.closed.push(ClosedPart { name, closed });
        }
        match role(&kind, name.as_deref(), is_attachment(part)) {
            Role::Body => self.add_plain(at, part, TextKind::Plain),
            Role::Html => self.add_html(at, part),
            Role::TextFile => {
                let name = name.unwrap_or_default();
                let name = name.chars().filter(|c| !c.is_control()).take(100).collect();
                self.add_plain(at, part, TextKind::Attachment(name));
            }
            Role::Other => {}
        }
    }

    fn add_plain(&mut self, at: usize, part: &MessagePart<'_>, kind: TextKind) {
        let bytes = self.letter.bytes_of(part);
        self.push_text(at, part, &bytes, kind.clone());
        let undeclared =
            transfer_encoding(part).is_none_or(|name| name != "base64" && name != "quoted-printable");
        // A signature's armour looks so by chance, one in ten.
        let block = ClearSigned::find(&bytes);
        let looks = looks_quoted_printable(block.as_ref().map_or(&bytes, |block| &block.text));
        if kind == TextKind::Plain
            && undeclared
            && looks
            && let Some(again) = quoted_printable_decode(&bytes)
        {
            self.push_text(at, part, &again, TextKind::PlainDecodedAgain);
        }
    }

    fn push_text(&mut self, at: usize, part: &MessagePart<'_>, bytes: &[u8], kind: TextKind) {
        let bytes = within(bytes, self.limits.text, self.incoming);
        if let Some(block) = ClearSigned::find(bytes) {
            return self.push_clear_signed(at, part, &block, kind);
        }
        let decoded = charset::decode(bytes, declared_charset(part));
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
        let (charset, seal) = (decoded.charset, self.seal.clone());
        self.incoming.texts.push(Text { kind, part: at, charset, flowed, live, left_out, seal });
    }

    /// An inline-signed text: never unflowed, for what joins its lines is not signed; and its charset, which is not
    /// signed either, may not be one that makes other words of plain letters.
    fn push_clear_signed(
        &mut self,
        at: usize,
        part: &MessagePart<'_>,
        block: &ClearSigned<'_>,
        kind: TextKind,
    ) {
        let declared = declared_charset(part).filter(|name| !name.to_ascii_lowercase().contains("utf"));
        let lines = |bytes: &[u8]| -> Vec<String> {
            unix_lines(&charset::decode(bytes, declared).text).lines().map(str::to_string).collect()
        };
        let Cut { live, left_out, signed_counts } =
            zone::cut_signed(lines(block.above), lines(block.head), lines(&block.text), lines(block.below));
        let own = signed_counts.then(|| Arc::new(block.seal()));
        let seal = self.seal.clone().or(own);
        let charset = charset::decode(&block.text, declared).charset;
        self.incoming.texts.push(Text { kind, part: at, charset, flowed: false, live, left_out, seal });
    }

    fn add_html(&mut self, at: usize, part: &MessagePart<'_>) {
        let bytes = self.letter.bytes_of(part);
        let decoded =
            charset::decode(within(&bytes, self.limits.text, self.incoming), declared_charset(part));
        let Some(lines) = html::lines(&unix_lines(&decoded.text)) else {
            self.incoming.problems.push(Problem::HtmlTooTangled);
            return;
        };
        let (live, left_out) = zone::cut(lines);
        let (charset, seal) = (decoded.charset, self.seal.clone());
        let kind = TextKind::Html;
        self.incoming.texts.push(Text { kind, part: at, charset, flowed: false, live, left_out, seal });
    }
}

/// What a part is to us.
enum Role {
    Body,
    Html,
    TextFile,
    Other,
}

/// Rows 28 to 31. Enclosed messages are no text at all: a forward is never obeyed.
fn role(kind: &str, name: Option<&str>, attached: bool) -> Role {
    let lower = name.unwrap_or_default().to_ascii_lowercase();
    let text_file = lower.ends_with(".txt") || lower.ends_with(".ord");
    match kind {
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

/// What keeps a part from being looked into, if it may hold orders.
fn closed(kind: &str, name: Option<&str>, part: &MessagePart<'_>) -> Option<Closed> {
    const DOCUMENTS: [&str; 12] =
        ["docx", "doc", "odt", "rtf", "pdf", "pages", "xlsx", "xls", "ods", "csv", "docm", "wps"];
    let lower = name.unwrap_or_default().to_ascii_lowercase();
    let is_opaque = || {
        let kind = part.content_type().and_then(|kind| kind.attribute("smime-type"));
        kind.is_some_and(|kind| kind.eq_ignore_ascii_case("signed-data"))
    };
    match kind {
        "application/ms-tnef" => Some(Closed::OutlookRichText),
        _ if lower == "winmail.dat" => Some(Closed::OutlookRichText),
        "application/pkcs7-mime" | "application/x-pkcs7-mime" if is_opaque() => Some(Closed::OpaqueSignature),
        "application/pkcs7-mime" | "application/x-pkcs7-mime" | "application/pgp-encrypted" => {
            Some(Closed::Encrypted)
        }
        "text/rtf" | "text/richtext" => Some(Closed::Document),
        _ if kind.starts_with("text/") => None,
        _ => lower.rsplit_once('.').filter(|(_, end)| DOCUMENTS.contains(end)).map(|_| Closed::Document),
    }
}

fn is_attachment(part: &MessagePart<'_>) -> bool {
    part.content_disposition().is_some_and(|disposition| disposition.is_attachment())
}

fn declared_charset<'a>(part: &'a MessagePart<'_>) -> Option<&'a str> {
    part.content_type().and_then(|kind| kind.attribute("charset"))
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

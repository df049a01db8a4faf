//! The texts of a letter that may hold orders, part by part.

use std::ops::Range;
use std::sync::Arc;

use mail_parser::{MessagePart, MimeHeaders, PartType};

use super::join::{self, Piece};
use super::parts::{Letter, transfer_encoding};
use super::signed::{ClearSigned, Seal, SignedPart};
use super::zone::{self, Cut, Raw};
use super::{
    Closed, ClosedPart, Incoming, Limits, Problem, Text, TextKind, charset, fence, flowed, html, transfer,
};

/// Adds every text of a letter, and what hinders reading it if there is none.
pub(super) fn collect(letter: &Letter<'_>, limits: &Limits, incoming: &mut Incoming) {
    let mut texts = Texts { letter, limits, seal: None, part_at: &|at, _| at, pieces: Vec::new(), incoming };
    texts.read_all();
    incoming.texts.sort_by_key(|text| text.parts.first().copied());
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
    /// The texts of its body, by the number of their part here, until they are joined.
    pieces: Vec<(usize, Piece)>,
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
        let pieces = std::mem::take(&mut self.pieces);
        let is_alternative = |part: &MessagePart<'_>| self.letter.kind(part) == "multipart/alternative";
        for (kind, pieces) in join::texts(self.letter.parts(), &is_alternative, pieces) {
            self.push_joined(kind, pieces);
        }
    }

    /// One text of the body, of pieces in their order.
    fn push_joined(&mut self, kind: TextKind, pieces: Vec<Piece>) {
        let (charset, parts) = (pieces[0].charset.clone(), pieces.iter().map(|piece| piece.part).collect());
        let flowed = pieces.iter().any(|piece| piece.flowed);
        let (live, left_out) = zone::cut(join::lines(pieces));
        self.incoming.texts.push(Text {
            kind,
            parts,
            charset,
            flowed,
            live,
            left_out,
            seal: self.seal.clone(),
        });
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
        let Some(message) = fence::parse(&flat, &raw) else { return };
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
            pieces: Vec::new(),
            incoming: self.incoming,
        };
        texts.read_all();
    }

    fn read_part(&mut self, here: usize, part: &MessagePart<'_>) {
        let kind = self.letter.kind(part);
        if matches!(part.body, PartType::Multipart(_)) {
            return;
        }
        let at = (self.part_at)(here, part.offset_body as usize);
        let name = part.attachment_name().map(str::to_string);
        if let Some(closed) = closed(&kind, name.as_deref(), part) {
            let name = shown_name(name.as_deref().unwrap_or(&kind));
            self.incoming.closed.push(ClosedPart { name, closed });
        }
        match role(&kind, name.as_deref(), is_attachment(part)) {
            Role::Body => self.add_plain(here, at, part),
            Role::Html => self.add_html(here, at, part),
            Role::TextFile => {
                let name = name.unwrap_or_else(|| format!("part {}", at + 1));
                self.add_file(at, part, shown_name(&name));
            }
            Role::Other => {}
        }
    }

    fn add_plain(&mut self, here: usize, at: usize, part: &MessagePart<'_>) {
        let bytes = self.letter.bytes_of(part);
        let bytes = self.within(&bytes);
        let undeclared =
            transfer_encoding(part).is_none_or(|name| name != "base64" && name != "quoted-printable");
        // A signature's armour looks so by chance, one in ten.
        let block = ClearSigned::find(bytes);
        let looks = undeclared && looks_quoted_printable(block.as_ref().map_or(bytes, |block| &block.text));
        let again = looks.then(|| transfer::quoted_printable(bytes));
        if let Some(block) = block {
            self.push_clear_signed(at, part, &block, TextKind::Plain);
            if let Some(again) = again {
                self.push_text(at, part, &again, TextKind::PlainDecodedAgain);
            }
            return;
        }
        let (charset, flowed, lines) = plain_lines(part, bytes);
        let again = again.map(|bytes| plain_lines(part, &bytes).2);
        self.pieces.push((here, Piece { is_html: false, part: at, charset, flowed, lines, again }));
    }

    fn add_file(&mut self, at: usize, part: &MessagePart<'_>, name: String) {
        let bytes = self.letter.bytes_of(part);
        let bytes = self.within(&bytes);
        match ClearSigned::find(bytes) {
            Some(block) => self.push_clear_signed(at, part, &block, TextKind::Attachment(name)),
            None => self.push_text(at, part, bytes, TextKind::Attachment(name)),
        }
    }

    fn push_text(&mut self, at: usize, part: &MessagePart<'_>, bytes: &[u8], kind: TextKind) {
        let (charset, flowed, lines) = plain_lines(part, bytes);
        let (live, left_out) = zone::cut(lines);
        let seal = self.seal.clone();
        self.incoming.texts.push(Text { kind, parts: vec![at], charset, flowed, live, left_out, seal });
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
        let (parts, flowed) = (vec![at], false);
        self.incoming.texts.push(Text { kind, parts, charset, flowed, live, left_out, seal });
    }

    fn add_html(&mut self, here: usize, at: usize, part: &MessagePart<'_>) {
        let bytes = self.letter.bytes_of(part);
        let decoded = charset::decode(self.within(&bytes), declared_charset(part));
        let Some(lines) = html::lines(&decoded.text) else {
            self.incoming.problems.push(Problem::HtmlTooTangled);
            return;
        };
        let charset = decoded.charset;
        let piece = Piece { is_html: true, part: at, charset, flowed: false, lines, again: None };
        self.pieces.push((here, piece));
    }

    /// As much of a text as is read. It is cut where a line ends, for half an order may be another order; where it is one long line,
    /// where a character ends.
    fn within<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let limit = self.limits.text;
        let Some(cut) = bytes.get(..limit).filter(|_| bytes.len() > limit) else { return bytes };
        self.incoming.problems.push(Problem::TextCut(limit));
        let line = cut.iter().rposition(|byte| *byte == b'\n').map(|at| at + 1);
        let is_inside = |at: &usize| bytes.get(*at).is_some_and(|byte| byte & 0xC0 == 0x80);
        let character = (limit.saturating_sub(3)..=limit).rev().find(|at| !is_inside(at));
        cut.get(..line.or(character).unwrap_or(limit)).unwrap_or(cut)
    }
}

/// A plain part's charset, whether it is format=flowed, and its lines.
fn plain_lines(part: &MessagePart<'_>, bytes: &[u8]) -> (String, bool, Vec<Raw>) {
    let decoded = charset::decode(bytes, declared_charset(part));
    let text = unix_lines(&decoded.text);
    let parameter = |name: &str, value: &str| {
        let found = part.content_type().and_then(|kind| kind.attribute(name));
        found.is_some_and(|found| found.trim().eq_ignore_ascii_case(value))
    };
    let flowed = parameter("format", "flowed");
    let lines = if flowed {
        flowed::unflow(&text, parameter("delsp", "yes")).into_iter().map(|line| (line, None)).collect()
    } else {
        text.lines().map(|line| (line.to_string(), None)).collect()
    };
    (decoded.charset, flowed, lines)
}

fn shown_name(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(100).collect()
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
        | "text/x-vcard"
        | "text/directory"
        | "text/vnd.google.email-reaction+json"
        | "text/x-amp-html"
        | "text/enriched"
        | "text/rtf"
        | "text/richtext" => Role::Other,
        // Other kinds of text that have a name are files, even where a program shows them in the letter.
        _ if kind.starts_with("text/") => {
            let is_file = attached || text_file || name.is_some() && kind != "text/plain";
            if is_file { Role::TextFile } else { Role::Body }
        }
        "application/octet-stream" if text_file => Role::TextFile,
        "/" => Role::Body,
        _ => Role::Other,
    }
}

/// What keeps a part from being looked into, if it may hold orders.
fn closed(kind: &str, name: Option<&str>, part: &MessagePart<'_>) -> Option<Closed> {
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
        "text/rtf" | "text/richtext" | "application/rtf" => Some(Closed::Document),
        "message/rfc822" | "message/global" => Some(Closed::Letter),
        "text/calendar" | "application/ics" => Some(Closed::Calendar),
        "text/html" | "application/xhtml+xml" if is_attachment(part) => Some(Closed::Page),
        _ if kind.starts_with("image/") && is_attachment(part) => Some(Closed::Picture),
        _ if kind.starts_with("text/") && kind != "text/csv" => None,
        _ if matches!(kind.split_once('/')?, ("audio" | "video" | "font", _)) => None,
        _ => {
            let by_name = lower.rsplit_once('.').and_then(|(_, ending)| closed_by_name(ending));
            let is_named = is_attachment(part) && name.is_some() && !is_seal(kind, &lower);
            by_name.or(is_named.then_some(Closed::Other))
        }
    }
}

/// Whether a file goes with a letter and never holds its words: a signature, a key, a text that is read.
fn is_seal(kind: &str, name: &str) -> bool {
    let endings = [".asc", ".sig", ".p7s", ".vcf", ".key", ".txt", ".ord"];
    kind.ends_with("-signature")
        || kind.ends_with("-keys")
        || endings.iter().any(|ending| name.ends_with(ending))
}

/// What a file's name says of it, whatever its type was declared as.
fn closed_by_name(ending: &str) -> Option<Closed> {
    Some(match ending {
        "docx" | "doc" | "odt" | "rtf" | "pdf" | "pages" | "xlsx" | "xls" | "ods" | "csv" | "docm"
        | "wps" | "fodt" | "dotx" | "pptx" | "ppt" | "odp" | "numbers" | "xlsm" | "epub" | "md" | "tex" => {
            Closed::Document
        }
        "zip" | "7z" | "rar" | "gz" | "tgz" | "tar" | "bz2" | "xz" | "arj" | "lzh" => Closed::Archive,
        "png" | "jpg" | "jpeg" | "gif" | "heic" | "heif" | "webp" | "bmp" | "tif" | "tiff" | "svg" => {
            Closed::Picture
        }
        "html" | "htm" | "xhtml" | "mht" | "mhtml" => Closed::Page,
        "eml" | "msg" | "mbox" => Closed::Letter,
        "ics" | "vcs" => Closed::Calendar,
        _ => return None,
    })
}

fn is_attachment(part: &MessagePart<'_>) -> bool {
    part.content_disposition().is_some_and(|disposition| disposition.is_attachment())
}

fn declared_charset<'a>(part: &'a MessagePart<'_>) -> Option<&'a str> {
    part.content_type().and_then(|kind| kind.attribute("charset"))
}

/// The ends of lines that mail has: CRLF, CR and LF, and those of word processors and phones, which are one character each (vertical tab,
/// form feed, NEL, U+2028, U+2029).
pub(super) fn unix_lines(text: &str) -> String {
    const ENDS: [char; 6] = ['\r', '\u{0B}', '\u{0C}', '\u{85}', '\u{2028}', '\u{2029}'];
    if text.contains(ENDS) { text.replace("\r\n", "\n").replace(ENDS, "\n") } else { text.to_string() }
}

/// Row 22: soft line breaks and escaped bytes in a part that claims no encoding.
pub(super) fn looks_quoted_printable(bytes: &[u8]) -> bool {
    let soft = bytes.windows(2).any(|w| w == b"=\n") || bytes.windows(3).any(|w| w == b"=\r\n");
    let escaped =
        bytes.windows(3).any(|w| matches!(w, [b'=', a, b] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit()));
    soft && escaped
}

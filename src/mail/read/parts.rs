//! From MIME parts to the texts that may hold orders.

use mail_parser::{HeaderName, HeaderValue, Message, MessagePart, MimeHeaders, PartType};

use super::{Incoming, PartNote, Problem, Reader, class, fence, headers, texts, transfer};

/// Reads a letter that is within the limits of size.
pub(super) fn read(reader: &Reader, raw: &[u8]) -> Incoming {
    if raw.iter().all(u8::is_ascii_whitespace) {
        return Incoming { problems: vec![Problem::Empty], ..Incoming::default() };
    }
    let raw = fence::unix(raw);
    let raw = raw.as_ref();
    let flat = fence::flatten(raw);
    let Some(message) = fence::parse(&flat, raw) else {
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
    texts::collect(&letter, &reader.limits, &mut incoming);
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

    /// A part's declared type, lower case; what declares none is text/plain.
    pub fn kind(&self, part: &MessagePart<'_>) -> String {
        let Some(kind) = part.content_type() else { return "text/plain".to_string() };
        let sub = kind.subtype().unwrap_or("").to_ascii_lowercase();
        match format!("{}/{sub}", kind.ctype().to_ascii_lowercase()).as_str() {
            // Written the wrong way round, or by half.
            "plain/text" | "plain/" | "text/" => "text/plain".to_string(),
            kind => kind.to_string(),
        }
    }

    /// A part's bytes as they lie.
    pub fn raw_of(&self, part: &MessagePart<'_>) -> &'a [u8] {
        let end = (part.offset_end as usize).min(self.raw.len());
        self.raw.get(part.offset_body as usize..end).unwrap_or_default()
    }

    /// A part's bytes with the transfer encoding undone; as they lie if it is unknown.
    pub fn bytes_of(&self, part: &MessagePart<'_>) -> Vec<u8> {
        let raw = self.raw_of(part);
        match transfer_encoding(part).as_deref() {
            Some("base64") => transfer::base64(raw).0,
            Some("quoted-printable") => transfer::quoted_printable(raw),
            _ => raw.to_vec(),
        }
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

/// A part's Content-Transfer-Encoding, lower case, without comments, quotes and what follows a `;`. Nonsense such as `7-bit` is kept and
/// means nothing (row 22).
pub(super) fn transfer_encoding(part: &MessagePart<'_>) -> Option<String> {
    let value = part.headers.iter().rev().find(|h| h.name == HeaderName::ContentTransferEncoding)?;
    match &value.value {
        HeaderValue::Text(text) => {
            let bare = text.split(';').next().unwrap_or_default().to_ascii_lowercase();
            let words = bare.split(['(', ')']).step_by(2).collect::<String>();
            Some(words.trim_matches([' ', '\t', '"', '\'']).to_owned())
        }
        _ => None,
    }
}

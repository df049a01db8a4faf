//! Every text of a letter as any reader might see it: live or quoted, below a signature, past the reader's bounds, in
//! header fields, in files and in enclosed letters. What looks like a password in it is looked for by others.

use std::borrow::Cow;

use mail_parser::parsers::MessageStream;
use mail_parser::{HeaderValue, MessagePart, MimeHeaders, PartType};

use super::super::parts::Letter;
use super::super::texts::unix_lines;
use super::super::{charset, fence, flowed};
use super::{DEPTH_MAX, decoded};

/// The texts of a letter, of which there are few more than parts; their length together is in proportion to the letter's.
pub fn texts(raw: &[u8]) -> Vec<String> {
    let mut texts = Vec::new();
    collect(&fence::unix(raw), 0, &mut texts);
    texts
}

fn collect(raw: &[u8], depth: usize, texts: &mut Vec<String>) {
    texts.push(as_it_lies(raw));
    let flat = fence::flatten(raw);
    let Some(message) = fence::parse(&flat, raw) else { return };
    let letter = Letter { message: &message, raw };
    for part in letter.parts() {
        texts.push(fields(&letter, part));
        if matches!(part.body, PartType::Multipart(_)) {
            continue;
        }
        let bytes = decoded(&letter, part).unwrap_or_else(|| letter.bytes_of(part));
        let kind = letter.kind(part);
        if kind.starts_with("message/") && depth < DEPTH_MAX {
            collect(&bytes, depth + 1, texts);
        } else if !kind.starts_with("image/") {
            texts.push(body(part, &kind, &bytes));
        }
    }
}

/// The raw bytes as text: what stands between the parts, and what some reader takes for another encoding. Lines without
/// a blank are left out, since base64 has none and no password stands in them alone.
fn as_it_lies(raw: &[u8]) -> String {
    let text = String::from_utf8_lossy(raw);
    text.split_inclusive('\n').filter(|line| line.trim_end().contains([' ', '\t', ':', '='])).collect()
}

/// The header fields of a part, decoded, a line each.
fn fields(letter: &Letter<'_>, part: &MessagePart<'_>) -> String {
    let mut lines = String::new();
    for header in &part.headers {
        let place = header.offset_start as usize..header.offset_end as usize;
        let value = letter.raw.get(place).unwrap_or_default();
        if let HeaderValue::Text(text) = MessageStream::new(value).parse_unstructured() {
            lines.push_str(text.trim());
            lines.push('\n');
        }
    }
    // Names of files may be encoded, and run over several parameters (RFC 2231).
    let names = [
        part.content_disposition().and_then(|kind| kind.attribute("filename")),
        part.content_type().and_then(|kind| kind.attribute("name")),
    ];
    for name in names.into_iter().flatten() {
        lines.push_str(name.rsplit_once('.').map_or(name, |(stem, _)| stem));
        lines.push('\n');
    }
    lines
}

fn body(part: &MessagePart<'_>, kind: &str, bytes: &[u8]) -> String {
    let attribute = |name: &str| part.content_type().and_then(|kind| kind.attribute(name));
    let text = unix_lines(&charset::decode(bytes, attribute("charset")).text);
    if kind.contains("html") {
        return without_tags(&text);
    }
    let is = |name: &str, value: &str| attribute(name).is_some_and(|found| found.eq_ignore_ascii_case(value));
    if is("format", "flowed") {
        return flowed::unflow(&text, is("delsp", "yes")).join("\n");
    }
    text
}

/// HTML as lines, without a look at its structure: blocks part lines, other tags nothing.
fn without_tags(html: &str) -> String {
    let mut lines = String::with_capacity(html.len());
    let mut rest = html;
    while !rest.is_empty() {
        if let Some(tag) = rest.strip_prefix('<') {
            let end = tag.find('>').unwrap_or(tag.len());
            let name = tag.get(..end).unwrap_or_default().trim_start_matches('/');
            let name = name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
            if parts_lines(name) {
                lines.push('\n');
            }
            rest = tag.get(end..).and_then(|rest| rest.get(1..)).unwrap_or_default();
            continue;
        }
        let end = rest.find('<').unwrap_or(rest.len());
        lines.push_str(&entities(rest.get(..end).unwrap_or_default()));
        rest = rest.get(end..).unwrap_or_default();
    }
    lines
}

fn parts_lines(tag: &str) -> bool {
    const PARTING: [&str; 14] =
        ["br", "p", "div", "tr", "td", "th", "li", "pre", "table", "blockquote", "h1", "h2", "h3", "hr"];
    PARTING.iter().any(|name| tag.eq_ignore_ascii_case(name))
}

/// The entities that stand beside or in a password as our own mails and common programs write it.
fn entities(text: &str) -> Cow<'_, str> {
    const KNOWN: [(&str, &str); 14] = [
        ("&nbsp;", " "),
        ("&#160;", " "),
        ("&#45;", "-"),
        ("&#x2d;", "-"),
        ("&ndash;", "-"),
        ("&mdash;", "-"),
        ("&#8211;", "-"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&apos;", "'"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&colon;", ":"),
        ("&amp;", "&"),
    ];
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(KNOWN.iter().fold(text.to_string(), |text, (entity, plain)| text.replace(entity, plain)))
}

//! Letters whose header is wrong in a way that leaves no doubt what was meant, put right before they are read: no empty line behind the
//! header or a part's, a multipart that is encoded as a whole, or that does not say what parts it.

use std::borrow::Cow;
use std::ops::Range;

use super::delimiters;
use super::header::header_length;
use super::transfer;

/// The longest word that parts a multipart, in bytes (RFC 2046 has 70).
const BOUNDARY_MAX: usize = 120;

/// The letter put right; as it is where nothing is wrong. Its lines end in LF.
pub(super) fn mend(letter: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let letter = with_empty_line(letter);
    let Some(multipart) = Multipart::of(&letter) else { return letter };
    match multipart.mended(&letter) {
        Some(mended) => with_empty_lines_in_parts(Cow::Owned(mended)),
        None => with_empty_lines_in_parts(letter),
    }
}

/// What a line of a header is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// A field that mail has.
    Field,
    /// A word and a colon, as fields have them, and lines of orders.
    Word,
    /// What goes on from the line before.
    Folded,
    Other,
}

fn shape(line: &[u8]) -> Shape {
    if line.first().is_some_and(|byte| matches!(byte, b' ' | b'\t')) {
        return Shape::Folded;
    }
    let name = line.split(|byte| *byte == b':').next().filter(|name| name.len() < line.len());
    let Some(name) = name.map(<[u8]>::trim_ascii_end) else { return Shape::Other };
    if name.is_empty() || !name.iter().all(|byte| byte.is_ascii_graphic()) {
        return Shape::Other;
    }
    if name.contains(&b'-') || is_known(name) { Shape::Field } else { Shape::Word }
}

/// Whether a field without a hyphen is one that mail has.
fn is_known(name: &[u8]) -> bool {
    const KNOWN: [&str; 19] = [
        "from",
        "to",
        "cc",
        "bcc",
        "subject",
        "date",
        "sender",
        "received",
        "references",
        "keywords",
        "comments",
        "precedence",
        "importance",
        "priority",
        "sensitivity",
        "organization",
        "status",
        "lines",
        "path",
    ];
    KNOWN.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
}

/// With the empty line behind the header, where a program forgot it.
fn with_empty_line(letter: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let block = letter.get(..header_length(&letter)).unwrap_or_default();
    match forgotten(block) {
        Some(end) => {
            let (header, text) = letter.split_at(end);
            Cow::Owned([header, b"\n", text].concat())
        }
        None => letter,
    }
}

/// The same behind each part's header.
fn with_empty_lines_in_parts(letter: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let boundaries = delimiters::boundaries(&letter);
    let is_delimiter =
        |line: &[u8]| line.trim_ascii_end().strip_prefix(b"--").is_some_and(|word| boundaries.contains(word));
    let (mut mended, mut from, mut at) = (Vec::new(), 0, 0);
    for line in letter.split_inclusive(|byte| *byte == b'\n') {
        at += line.len();
        if !is_delimiter(line) {
            continue;
        }
        let part = letter.get(at..).unwrap_or_default();
        let lines = part.split_inclusive(|byte| *byte == b'\n');
        let header = lines.take_while(|line| !line.trim_ascii().is_empty() && !line.starts_with(b"--"));
        let block = part.get(..header.map(<[u8]>::len).sum()).unwrap_or_default();
        if let Some(end) = forgotten(block).map(|end| at + end) {
            mended.extend_from_slice(letter.get(from..end).unwrap_or_default());
            mended.push(b'\n');
            from = end;
        }
    }
    if from == 0 {
        return letter;
    }
    mended.extend_from_slice(letter.get(from..).unwrap_or_default());
    Cow::Owned(mended)
}

/// Where a header ends behind which the empty line was forgotten: behind the last line that is a field of mail come at least two that are
/// none.
fn forgotten(block: &[u8]) -> Option<usize> {
    let (mut at, mut end, mut is_field) = (0, 0, false);
    let mut others = 0;
    for (number, line) in block.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let is_mbox = number == 0 && (line.starts_with(b"From ") || line.starts_with(b">From "));
        let shape = if is_mbox { Shape::Field } else { shape(line.trim_ascii_end()) };
        is_field = shape == Shape::Field || is_field && shape == Shape::Folded;
        at += line.len();
        if is_field {
            (end, others) = (at, 0);
        } else if shape == Shape::Other && !line.trim_ascii().is_empty() {
            others += 1;
        }
    }
    (end > 0 && others >= 2).then_some(end)
}

/// A letter that says it is of parts.
struct Multipart {
    /// Where its Content-Type stands, without the line's end.
    kind: Range<usize>,
    boundary: Option<String>,
    /// Where its Content-Transfer-Encoding stands, with the line's end, if it is one that hides text.
    encoding: Option<(Range<usize>, Encoding)>,
    body: usize,
}

#[derive(Clone, Copy)]
enum Encoding {
    Base64,
    QuotedPrintable,
}

impl Multipart {
    fn of(letter: &[u8]) -> Option<Self> {
        let body = header_length(letter);
        let header = letter.get(..body)?;
        let field =
            |name: &str| fields(header).into_iter().find(|(found, _)| found.eq_ignore_ascii_case(name));
        let (_, kind) = field("content-type")?;
        let text = String::from_utf8_lossy(letter.get(kind.clone())?).replace('\n', " ");
        let value = text.split_once(':')?.1.trim().to_owned();
        if !value.to_ascii_lowercase().starts_with("multipart/") {
            return None;
        }
        let encoding = field("content-transfer-encoding").and_then(|(_, place)| {
            let text = String::from_utf8_lossy(letter.get(place.clone())?).to_ascii_lowercase();
            let encoding = match () {
                () if text.contains("base64") => Encoding::Base64,
                () if text.contains("quoted-printable") => Encoding::QuotedPrintable,
                () => return None,
            };
            Some((place.start..(place.end + 1).min(letter.len()), encoding))
        });
        let kind = kind.start..kind.start + letter.get(kind)?.trim_ascii_end().len();
        Some(Multipart { kind, boundary: boundary(&value), encoding, body })
    }

    fn mended(&self, letter: &[u8]) -> Option<Vec<u8>> {
        let body = letter.get(self.body..)?;
        let decoded = self.decoded(body);
        let found = match (&self.boundary, &decoded) {
            (Some(boundary), Some(decoded)) => has_parts(decoded, boundary).then(|| boundary.clone()),
            (Some(_), None) => return None,
            (None, decoded) => parted_by(decoded.as_deref().unwrap_or(body)),
        };
        if self.boundary.is_some() && found.is_none() {
            return None;
        }
        let mut header = letter.get(..self.body)?.to_vec();
        let is_decoded = decoded.is_some() && found.is_some();
        // The later place first, so that the earlier one stays where it is.
        let mut edits = vec![(self.kind.clone(), self.kind_with(letter, found.as_deref())?)];
        edits.extend(
            self.encoding.iter().filter(|_| is_decoded).map(|(place, _)| (place.clone(), Vec::new())),
        );
        edits.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
        for (place, bytes) in edits {
            header.splice(place, bytes);
        }
        header.extend_from_slice(decoded.as_deref().filter(|_| is_decoded).unwrap_or(body));
        Some(header)
    }

    /// The field Content-Type with its boundary; a multipart that nothing parts is a text.
    fn kind_with(&self, letter: &[u8], found: Option<&str>) -> Option<Vec<u8>> {
        let field = letter.get(self.kind.clone())?.to_vec();
        Some(match (found, &self.boundary) {
            (Some(_), Some(_)) => field,
            (Some(found), None) => {
                let field = field.strip_suffix(b";").unwrap_or(&field);
                [field, format!("; boundary=\"{found}\"").as_bytes()].concat()
            }
            (None, _) => b"Content-Type: text/plain".to_vec(),
        })
    }

    /// The body without the encoding that all of it has, where no part is to be seen in it as it lies.
    fn decoded(&self, body: &[u8]) -> Option<Vec<u8>> {
        let (_, encoding) = self.encoding.as_ref()?;
        let is_plain = match &self.boundary {
            Some(boundary) => has_parts(body, boundary),
            None => parted_by(body).is_some(),
        };
        if is_plain {
            return None;
        }
        let decoded = match encoding {
            Encoding::Base64 => transfer::base64(body).0,
            Encoding::QuotedPrintable => transfer::quoted_printable(body),
        };
        Some(decoded.into_iter().filter(|byte| *byte != b'\r').collect())
    }
}

/// The fields of a header, each with its name and its place, without the last line's end.
fn fields(header: &[u8]) -> Vec<(String, Range<usize>)> {
    let mut fields: Vec<(String, Range<usize>)> = Vec::new();
    let mut at = 0;
    for line in header.split_inclusive(|byte| *byte == b'\n') {
        let end = at + line.strip_suffix(b"\n").unwrap_or(line).len();
        match (shape(line.trim_ascii_end()), fields.last_mut()) {
            (Shape::Folded, Some((_, place))) => place.end = end,
            (Shape::Field | Shape::Word, _) => {
                let name = line.split(|byte| *byte == b':').next().unwrap_or_default().trim_ascii();
                fields.push((String::from_utf8_lossy(name).into_owned(), at..end));
            }
            _ => {}
        }
        at += line.len();
    }
    fields
}

/// The boundary that a Content-Type names.
fn boundary(value: &str) -> Option<String> {
    let lower = value.to_ascii_lowercase();
    let at = lower.match_indices("boundary").map(|(at, name)| at + name.len()).next()?;
    let rest = value.get(at..)?.trim_start().strip_prefix('=')?.trim_start();
    let found = match rest.strip_prefix('"') {
        Some(rest) => rest.split('"').next()?,
        None => rest.split([';', ' ', '\t']).next()?,
    };
    Some(found.trim_end().to_owned()).filter(|found| !found.is_empty())
}

/// Whether a line parts by this boundary.
fn has_parts(body: &[u8], boundary: &str) -> bool {
    let delimiter = format!("--{boundary}");
    body.split(|byte| *byte == b'\n').any(|line| line.trim_ascii_end() == delimiter.as_bytes())
}

/// What parts a body that does not say so: the word behind `--` that stands alone on a line before a part's header, and again further
/// down.
fn parted_by(body: &[u8]) -> Option<String> {
    let lines = body.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end).collect::<Vec<_>>();
    let is_header = |line: &[u8]| line.get(..8).is_some_and(|begin| begin.eq_ignore_ascii_case(b"content-"));
    let begins = lines.windows(2).filter(|pair| is_header(pair[1]));
    let word = begins.filter_map(|pair| pair[0].strip_prefix(b"--")).find(|word| {
        let is_word = word.len() <= BOUNDARY_MAX
            && word.iter().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\'));
        !word.is_empty() && is_word
    })?;
    let delimiter = [b"--", word].concat();
    let last = [delimiter.as_slice(), b"--"].concat();
    let count = lines.iter().filter(|line| **line == delimiter || **line == last).count();
    (count > 1).then(|| String::from_utf8_lossy(word).into_owned())
}

#[cfg(test)]
mod tests {
    use crate::read::{mask, read};

    const HEAD: &str = "From: moltke@prussia.example\nTo: war@fp.example\nSubject: orders\n";
    const ORDERS: &str = "PLAYER Moltke\nPASSWORD heron quill maple\nUNIT PR1IN\nMARCH A9-N7\nEND\n";

    /// The lines that count in a letter, by the pipe and by IMAP; and its password is found by those who hide it.
    fn live(letter: &str) -> Vec<String> {
        let lines = |bytes: &[u8]| {
            let incoming = read(bytes);
            let live = incoming.texts.iter().flat_map(|text| &text.live);
            live.map(|line| line.written.trim().to_owned())
                .filter(|line| !line.is_empty())
                .collect::<Vec<_>>()
        };
        let of_pipe = lines(letter.as_bytes());
        assert_eq!(of_pipe, lines(letter.replace('\n', "\r\n").as_bytes()), "{letter}");
        if let Some(masked) = mask::mask(letter.as_bytes(), &["heron quill maple".to_owned()]) {
            let texts = mask::texts(&masked).join("\n");
            assert!(!texts.contains("quill"), "{texts}");
        }
        of_pipe
    }

    fn orders() -> Vec<String> {
        ORDERS.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_header_without_an_empty_line_behind_it_ends_where_mails_fields_do() {
        assert_eq!(live(&format!("{HEAD}Content-Type: text/plain;\n charset=utf-8\n{ORDERS}")), orders());
        assert_eq!(live(&format!("{HEAD}MIME-Version: 1.0\n{ORDERS}\n# more\n")).len(), 6);
        let colons = ORDERS.replace("PLAYER ", "PLAYER: ");
        assert_eq!(live(&format!("{HEAD}{colons}")).len(), 5, "a word and a colon are no field of mail");
        // Fields that are wrapped without a blank, and letters that are right.
        assert_eq!(live(&format!("Subject: a\nvery long one\nand on\n{HEAD}\n{ORDERS}")), orders());
        assert_eq!(live(&format!("{HEAD}X-Odd: a\nwrapped badly\n\n{ORDERS}")), orders());
        assert_eq!(live(&format!("From a@b Mon Jun  1\n{HEAD}\n{ORDERS}")), orders());
    }

    #[test]
    fn a_part_without_an_empty_line_behind_its_header_is_read() {
        let kind =
            "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"b 1\"\n\nFor programs of old.\n";
        let last = "--b 1\nContent-Type: image/gif\n\nx\n--b 1--\n";
        let plain = format!("--b 1\nContent-Type: text/plain;\n charset=utf-8\n{ORDERS}\n");
        assert_eq!(live(&format!("{HEAD}{kind}{plain}{last}")), orders());
        // A part within another, and one without a header at all.
        let inner = format!(
            "--b 1\nContent-Type: multipart/alternative;\n\tboundary=c\n\n--c\nContent-Type: text/plain\n{ORDERS}--c--\n"
        );
        assert_eq!(live(&format!("{HEAD}{kind}{inner}{last}")), orders());
        assert_eq!(live(&format!("{HEAD}{kind}--b 1\n\n{ORDERS}\n{last}")), orders());
    }

    fn parts(boundary: &str) -> String {
        format!(
            "--{boundary}\nContent-Type: text/plain\n\n{ORDERS}\n--{boundary}\nContent-Type: image/gif\n\nx\n--{boundary}--\n"
        )
    }

    #[test]
    fn a_multipart_that_does_not_say_what_parts_it_is_parted_by_what_does() {
        for kind in [
            "multipart/alternative",
            "multipart/alternative;",
            "multipart/alternative; charset=utf-8",
            "multipart/alternative; boundary=\"\"",
        ] {
            assert_eq!(
                live(&format!("{HEAD}Content-Type: {kind}\n\n{}", parts("=_x/1"))),
                orders(),
                "{kind}"
            );
        }
        assert_eq!(
            live(&format!("{HEAD}Content-Type: multipart/mixed\n\n{ORDERS}-- \nHelmuth\n")),
            orders(),
            "it is a text"
        );
    }

    #[test]
    fn a_multipart_that_is_encoded_as_a_whole_is_decoded() {
        use base64::Engine as _;
        let coded = base64::engine::general_purpose::STANDARD.encode(parts("B").replace('\n', "\r\n"));
        let lines = coded.as_bytes().chunks(76).map(|line| String::from_utf8_lossy(line).into_owned());
        let coded = lines.collect::<Vec<_>>().join("\n");
        let kind = "Content-Type: multipart/alternative;\n boundary=B\n";
        for (encoding, body) in [
            ("base64", coded.clone()),
            ("BASE64", format!("{coded}\n")),
            ("quoted-printable", parts("B").replace("--B", "--=42")),
            ("base64", parts("B")),
            ("quoted-printable", parts("B")),
        ] {
            assert_eq!(
                live(&format!("{HEAD}{kind}Content-Transfer-Encoding: {encoding}\n\n{body}")),
                orders(),
                "{body}"
            );
            assert_eq!(
                live(&format!("{HEAD}Content-Transfer-Encoding: {encoding}\n{kind}\n{body}")),
                orders(),
                "{body}"
            );
        }
    }

    #[test]
    fn encodings_and_types_are_read_past_what_does_not_belong_to_them() {
        let coded = ORDERS.replace("PLAYER", "PLAYE=52");
        for encoding in [
            "quoted-printable;",
            "quoted-printable (as ever)",
            " Quoted-Printable ; x=y",
            "\"quoted-printable\"",
            "(hm) quoted-printable",
        ] {
            assert_eq!(
                live(&format!("{HEAD}Content-Transfer-Encoding: {encoding}\n\n{coded}")),
                orders(),
                "{encoding}"
            );
        }
        for kind in ["plain/text", "Plain/Text; charset=utf-8", "text", "text/plain;;", "plain"] {
            assert_eq!(live(&format!("{HEAD}Content-Type: {kind}\n\n{ORDERS}")), orders(), "{kind}");
        }
    }

    #[test]
    fn utf_16_without_a_mark_is_known_by_its_zeros() {
        use base64::Engine as _;
        for name in ["utf-16", "UTF-16LE", "utf-16be"] {
            for big in [true, false] {
                let bytes = ORDERS
                    .encode_utf16()
                    .flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() });
                let coded = base64::engine::general_purpose::STANDARD.encode(bytes.collect::<Vec<_>>());
                let head = format!(
                    "{HEAD}Content-Type: text/plain; charset={name}\nContent-Transfer-Encoding: base64\n"
                );
                assert_eq!(live(&format!("{head}\n{coded}\n")), orders(), "{name} {big}");
            }
        }
    }
}

//! The fence before the MIME parser (F1): what could make it nest or run away is taken out first.
//!
//! mail-parser 0.11 reads a message/rfc822 part as a message within the message, without a bound: a letter of
//! a megabyte made of such parts aborts a thread by stack overflow, and behind base64 it takes gigabytes.
//! Enclosed messages never hold orders (row 28), so the parser is given a copy of the letter, of the same
//! length, in which no type names one; each such part is then one opaque part. The copy tells where parts begin and
//! end and nothing else: what a header says (an address at sbcglobal.net, a file's name) is read of the letter's own
//! bytes ([`parse`]), and so are texts.

use std::borrow::Cow;

use mail_parser::{Header, Message, MessageParser};

use super::header::{header_length, line_end};
use super::{delimiters, mended};

/// Subtypes by which mail-parser nests, and harmless ones of the same length. The parser takes a subtype as
/// one unbroken run of bytes, so that a comment or a line break within one cannot smuggle it through.
const NESTING: [(&[u8; 6], u8); 3] = [(b"rfc822", b'x'), (b"global", b'x'), (b"digest", b'x')];

/// The letter without any type that nests (`message/rfc822` becomes `message/rfc82x`), and without what only looks like the
/// delimiter of a part.
pub(super) fn flatten(raw: &[u8]) -> Cow<'_, [u8]> {
    delimiters::mend(without_nesting(raw))
}

fn without_nesting(raw: &[u8]) -> Cow<'_, [u8]> {
    let places: Vec<(usize, u8)> = raw
        .windows(6)
        .enumerate()
        // The first letters of the three words, for speed.
        .filter(|(_, window)| {
            window.first().is_some_and(|b| matches!(b.to_ascii_lowercase(), b'r' | b'g' | b'd'))
        })
        .filter_map(|(at, window)| {
            let (_, last) = NESTING.iter().find(|(word, _)| window.eq_ignore_ascii_case(*word))?;
            Some((at + 5, *last))
        })
        .collect();
    if places.is_empty() {
        return Cow::Borrowed(raw);
    }
    let mut copy = raw.to_vec();
    for (at, byte) in places {
        if let Some(place) = copy.get_mut(at) {
            *place = byte;
        }
    }
    Cow::Owned(copy)
}

/// Parses a letter: where its parts lie by a copy of [`flatten`]'s, what their headers say by its own bytes.
pub(super) fn parse<'a>(flat: &'a [u8], raw: &'a [u8]) -> Option<Message<'a>> {
    let parser = MessageParser::default();
    let mut message = parser.parse(flat)?;
    if flat == raw {
        return Some(message);
    }
    for part in &mut message.parts {
        let begin = part.offset_header;
        let own = raw
            .get(begin as usize..part.offset_body as usize)
            .and_then(|header| parser.parse_headers(header));
        let Some(own) = own.and_then(|own| own.parts.into_iter().next()) else { continue };
        let moved = |header: Header<'a>| Header {
            offset_field: header.offset_field + begin,
            offset_start: header.offset_start + begin,
            offset_end: header.offset_end + begin,
            ..header
        };
        part.headers = own.headers.into_iter().map(moved).collect();
    }
    Some(message)
}

/// The letter with LF line ends, without empty lines before its header, and put right where that is wrong ([`mended`]). The parser reads an empty field before the header's end otherwise
/// when lines end in CRLF; and one letter must read alike by whichever way it came. Where there is no LF at all, CR ends the lines.
pub(super) fn unix(raw: &[u8]) -> Cow<'_, [u8]> {
    mended::mend(with_lf(raw))
}

fn with_lf(raw: &[u8]) -> Cow<'_, [u8]> {
    if line_end(raw) == b'\r' {
        let copy = raw.iter().map(|byte| if *byte == b'\r' { b'\n' } else { *byte }).collect::<Vec<_>>();
        return Cow::Owned(with_lf(&copy).into_owned());
    }
    let raw = raw.get(blank_lines_before_header(raw)..).unwrap_or(raw);
    if !raw.windows(2).any(|pair| pair == b"\r\n") {
        return Cow::Borrowed(raw);
    }
    let mut copy = Vec::with_capacity(raw.len());
    let next = raw.iter().skip(1).map(Some).chain([None]);
    copy.extend(
        raw.iter().zip(next).filter(|(byte, next)| (**byte, *next) != (b'\r', Some(&b'\n'))).map(|(b, _)| b),
    );
    Cow::Owned(copy)
}

/// The bytes of empty lines that some pipes put before the header. They stand there only if what follows is one: it names a sender.
pub(super) fn blank_lines_before_header(raw: &[u8]) -> usize {
    let blank = raw.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let begin = raw
        .get(..blank)
        .and_then(|lines| lines.iter().rposition(|byte| *byte == b'\n'))
        .map_or(0, |at| at + 1);
    if begin == 0 {
        return 0;
    }
    let rest = raw.get(begin..).unwrap_or_default();
    let header = rest.get(..header_length(rest)).unwrap_or_default();
    let names_sender = |line: &[u8]| line.get(..5).is_some_and(|name| name.eq_ignore_ascii_case(b"from:"));
    if header.split(|byte| *byte == b'\n').any(names_sender) { begin } else { 0 }
}

#[cfg(test)]
mod tests {
    use mail_parser::MimeHeaders;

    use super::*;

    #[test]
    fn types_that_nest_are_taken_out_at_equal_length() {
        let raw = b"Content-Type: Message/RFC822\r\n\r\nmultipart/Digest message/global text/plain";
        let flat = flatten(raw);
        assert_eq!(flat.len(), raw.len());
        assert_eq!(
            flat.as_ref(),
            b"Content-Type: Message/RFC82x\r\n\r\nmultipart/Digesx message/globax text/plain".as_slice()
        );
    }

    #[test]
    fn headers_say_what_was_written_and_stand_where_they_stood() {
        let raw = b"From: a@sbcglobal.example\nSubject: the digest of rfc822\nContent-Type: multipart/mixed; boundary=digest\n\n\
            --digest\nContent-Type: message/rfc822; name=\"global.eml\"\n\nFrom: b@x\n\nhello\n--digest\n\nglobal\n--digest--\n";
        let flat = flatten(raw);
        let message = parse(&flat, raw).unwrap();
        let address = message.from().and_then(|from| from.first()).and_then(|from| from.address());
        assert_eq!((address, message.subject()), (Some("a@sbcglobal.example"), Some("the digest of rfc822")));
        assert_eq!(message.parts.len(), 3, "the message within is one part");
        let kind = message.parts[1].content_type().unwrap();
        assert_eq!((kind.subtype(), kind.attribute("name")), (Some("rfc822"), Some("global.eml")));
        for header in message.parts.iter().flat_map(|part| &part.headers) {
            let name = raw
                .get(header.offset_field as usize..)
                .and_then(|rest| rest.get(..header.name.as_str().len()));
            assert!(
                name.is_some_and(|name| name.eq_ignore_ascii_case(header.name.as_str().as_bytes())),
                "{header:?}"
            );
        }
    }

    #[test]
    fn line_ends_become_lf_and_lone_cr_stays() {
        assert_eq!(unix(b"a\r\nb\rc\n\r\n\r").as_ref(), b"a\nb\rc\n\n\r".as_slice());
    }

    #[test]
    fn cr_alone_ends_the_lines_of_a_letter_without_lf() {
        let letter = b"From: a@b\rSubject: x\r\rPASSWORD heron quill maple\rUNIT PR1IN\r";
        assert_eq!(
            unix(letter).as_ref(),
            b"From: a@b\nSubject: x\n\nPASSWORD heron quill maple\nUNIT PR1IN\n".as_slice()
        );
        assert_eq!(header_length(letter), 22);
        let read = crate::read::read(letter);
        assert_eq!(read.texts[0].live.len(), 2);
        let masked = crate::read::mask::mask(letter, &["heron quill maple".to_owned()]).unwrap();
        assert!(!String::from_utf8_lossy(&masked).contains("quill"));
    }

    #[test]
    fn empty_lines_before_a_header_go_and_those_before_a_text_stay() {
        let letter = b"\r\n \r\nFrom: a@b\r\n\r\nPASSWORD x";
        assert_eq!(unix(letter).as_ref(), b"From: a@b\n\nPASSWORD x".as_slice());
        assert_eq!(unix(b"\nPASSWORD x\n\nFrom: a").as_ref(), b"\nPASSWORD x\n\nFrom: a".as_slice());
        assert_eq!(unix(b" From: a\n\n").as_ref(), b" From: a\n\n".as_slice());
    }

    #[test]
    fn a_letter_without_them_is_not_copied() {
        assert!(matches!(flatten(b"Subject: orders\n\nhello"), Cow::Borrowed(_)));
    }

    proptest::proptest! {
        /// Issue 44, 1: where a letter does not nest, the fence changes nothing that is read.
        #[test]
        fn the_fence_is_unseen_where_nothing_nests(lines in proptest::collection::vec(line(), 1..40)) {
            let raw = lines.concat().into_bytes();
            let flat = flatten(&raw);
            let (with, without) = (parse(&flat, &raw), MessageParser::default().parse(&raw));
            let parts = |message: &Option<Message<'_>>| message.iter().flat_map(|message| &message.parts).map(|part| {
                let place = (part.offset_header, part.offset_body, part.offset_end);
                let headers = part.headers.iter().map(|header| format!("{header:?}")).collect::<Vec<_>>();
                (place, headers)
            }).collect::<Vec<_>>();
            proptest::prop_assert_eq!(parts(&with), parts(&without), "{}", String::from_utf8_lossy(&raw));
        }
    }

    /// A line of a letter, with the fence's words wherever people may write them and no type that nests.
    fn line() -> impl proptest::strategy::Strategy<Value = String> {
        use proptest::strategy::Strategy as _;
        let word = proptest::sample::select(vec![
            "global",
            "RFC822",
            "digest",
            "a",
            "sbcglobal.net",
            "=?utf-8?q?global?=",
            "x/digest",
            ".",
        ]);
        let shape = proptest::sample::select(vec![
            "From: W W <W@W>\n",
            "Subject: W W\n",
            "Message-ID: <W@W>\n",
            "References: <W@W> <W@W>\n",
            "To: W@W, W <W@W>\n",
            "Content-Type: text/W; name=\"W W\"; charset=W\n",
            "Content-Type: multipart/mixed; boundary=W\n",
            "Content-Type: multipart/alternative;\n boundary=\"W W\"\n",
            "Content-Disposition: attachment; filename=W\n",
            "--W\n",
            "--W--\n",
            "\n",
            "\n",
            "W W\n",
            " W\n",
            "MARCH W W\n",
        ]);
        (shape, proptest::collection::vec(word, 4)).prop_map(|(shape, words)| {
            let mut words = words.into_iter();
            shape
                .split('W')
                .enumerate()
                .map(
                    |(at, text)| {
                        if at == 0 { text.to_owned() } else { words.next().unwrap_or("a").to_owned() + text }
                    },
                )
                .collect()
        })
    }
}

//! FETCH by hand, for what the client crate cannot follow: one letter's odd answer (a blank line behind its text, a negative
//! size, an INTERNALDATE of NIL) must not hide those beside it. Of each answer is taken what can be understood.

use std::io::{self, BufRead, BufReader, Read, Write};

use chrono::DateTime;

/// The longest line of an answer, in bytes; literals stand apart.
const LINE_MAX: u64 = 1 << 20;

/// The longest line outside of answers about letters, in bytes.
const SHORT_LINE_MAX: usize = 8192;

/// How a command of ours is marked; the client crate's tags begin with `a`.
const TAG: &str = "byhand";

/// What a server told of a letter, as far as it could be understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Told {
    /// Its UID.
    pub uid: u64,
    /// RFC822.SIZE, in bytes.
    pub size: Option<u64>,
    /// INTERNALDATE, in milliseconds since 1970.
    pub received_ms: Option<i64>,
    /// Its text, or its header.
    pub bytes: Option<Vec<u8>>,
}

/// Asks for letters in one command and gives what was told of each, and how it ended: in the server's words if it said
/// anything but OK.
///
/// # Errors
/// If the line breaks, or the server sends more than `most` bytes for a letter.
pub(super) fn fetch(
    line: &mut (impl Read + Write),
    set: &str,
    items: &str,
    most: u64,
) -> io::Result<(Vec<Told>, Option<String>)> {
    line.write_all(format!("{TAG} UID FETCH {set} {items}\r\n").as_bytes())?;
    line.flush()?;
    let mut lines = BufReader::new(line);
    let mut all = Vec::new();
    loop {
        let (text, literals) = answer(&mut lines, most)?;
        if let Some(end) = text.strip_prefix(TAG) {
            let end = end.trim();
            let is_ok = end.get(..2).is_some_and(|word| word.eq_ignore_ascii_case("OK"));
            return Ok((all, (!is_ok).then(|| end.to_owned())));
        }
        all.extend(told(&text, literals));
    }
}

/// What is said to a command without literals, its last line the one that ends it; for what the client crate has no parser for.
///
/// # Errors
/// If the line breaks.
pub(super) fn ask(line: &mut (impl Read + Write), command: &str) -> io::Result<String> {
    line.write_all(format!("{TAG} {command}\r\n").as_bytes())?;
    line.flush()?;
    let mut said = String::new();
    loop {
        let next = one_line(line)?;
        said.push_str(&next);
        if next.starts_with(TAG) {
            return Ok(said);
        }
        said.push('\n');
    }
}

/// Byte by byte, so that nothing is taken off the line that the client crate is to read.
pub(super) fn one_line(line: &mut impl Read) -> io::Result<String> {
    let (mut said, mut byte) = (Vec::new(), [0]);
    while !said.ends_with(b"\n") {
        if line.read(&mut byte)? == 0 {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the server hung up"));
        }
        if said.len() > SHORT_LINE_MAX {
            return Err(io::Error::other("the server sent a line without an end"));
        }
        said.extend_from_slice(&byte);
    }
    Ok(String::from_utf8_lossy(&said).trim_end().to_owned())
}

/// One answer: its text with its literals taken out, and they. `{}` stands where each was.
fn answer(lines: &mut impl BufRead, most: u64) -> io::Result<(String, Vec<Vec<u8>>)> {
    let (mut text, mut literals) = (String::new(), Vec::new());
    loop {
        let mut line = Vec::new();
        if lines.take(LINE_MAX).read_until(b'\n', &mut line)? == 0 {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the server hung up"));
        }
        if !line.ends_with(b"\n") {
            return Err(io::Error::other("the server sent a line without an end"));
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        let Some((before, length)) = literal_length(line) else {
            text.push_str(line);
            // Some servers put blank lines between a literal and the closing bracket.
            if literals.is_empty() || !line.is_empty() {
                return Ok((text, literals));
            }
            continue;
        };
        if length > most {
            return Err(io::Error::other(format!(
                "the server sends {length} bytes where {most} were asked for"
            )));
        }
        let mut literal = Vec::new();
        if lines.take(length).read_to_end(&mut literal)? as u64 != length {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the server hung up within a letter"));
        }
        text.push_str(before);
        text.push_str("{}");
        literals.push(literal);
    }
}

/// The length of the literal that a line announces at its end, with what stands before it.
fn literal_length(line: &str) -> Option<(&str, u64)> {
    let (before, digits) = line.strip_suffix('}')?.rsplit_once('{')?;
    Some((before, digits.trim_end_matches('+').parse().ok()?))
}

/// What an answer tells of a letter, if it is one of FETCH and names a UID.
fn told(text: &str, literals: Vec<Vec<u8>>) -> Option<Told> {
    let upper = text.to_ascii_uppercase();
    if !upper.starts_with("* ") || !upper.contains(" FETCH ") {
        return None;
    }
    let uid = number_behind(&upper, "UID ")?;
    let body = upper.find("BODY[");
    let is_empty = body.is_some_and(|at| upper.get(at..).is_some_and(|rest| rest.contains("\"\"")));
    // What goes on with something else behind its literal was longer than the server said.
    let is_whole = text.split("{}").skip(1).all(|rest| rest.is_empty() || rest.starts_with([' ', ')']));
    let bytes = literals.into_iter().next().filter(|_| is_whole).or(is_empty.then(Vec::new));
    let date = behind(text, &upper, "INTERNALDATE \"").and_then(|rest| rest.split('"').next());
    let date = date.and_then(|date| DateTime::parse_from_str(date.trim(), "%d-%b-%Y %H:%M:%S %z").ok());
    Some(Told {
        uid,
        size: number_behind(&upper, "RFC822.SIZE "),
        received_ms: date.map(|date| date.timestamp_millis()),
        bytes: bytes.filter(|_| body.is_some()),
    })
}

/// The rest of `text` behind a word; `upper` is the same text in capitals, which has the same places.
fn behind<'a>(text: &'a str, upper: &str, word: &str) -> Option<&'a str> {
    let at = upper.match_indices(word).map(|(at, _)| at).find(|at| {
        let before = at.checked_sub(1).and_then(|before| upper.as_bytes().get(before));
        before.is_none_or(|before| matches!(before, b' ' | b'('))
    })?;
    text.get(at + word.len()..)
}

fn number_behind(upper: &str, word: &str) -> Option<u64> {
    let rest = behind(upper, upper, word)?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server that has said all it will say.
    struct Said(io::Cursor<Vec<u8>>);

    impl Read for Said {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.0.read(into)
        }
    }

    impl Write for Said {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn asked(said: &str) -> io::Result<(Vec<Told>, Option<String>)> {
        fetch(&mut Said(io::Cursor::new(said.as_bytes().to_vec())), "1:3", "(UID BODY.PEEK[])", 100)
    }

    #[test]
    fn of_each_odd_answer_is_taken_what_can_be_understood() {
        let said = "* 1 FETCH (UID 1 RFC822.SIZE 12 INTERNALDATE \" 1-Feb-2027 10:00:00 +0000\")\r\n\
                    * 2 FETCH (UID 2 RFC822.SIZE -1 INTERNALDATE NIL)\r\n* NO [ALERT] full\r\n* 9 FETCH (FLAGS ())\r\n\
                    byhand OK done\r\n";
        let (told, end) = asked(said).unwrap();
        assert_eq!(end, None);
        let date = Some(1_801_476_000_000);
        assert_eq!(told[0], Told { uid: 1, size: Some(12), received_ms: date, bytes: None });
        assert_eq!(told[1], Told { uid: 2, ..Told::default() });
        assert_eq!(told.len(), 2);
    }

    #[test]
    fn texts_are_read_past_blank_lines_and_windows() {
        let said = "* 1 FETCH (UID 1 BODY[]<0.2097153> {5}\r\na\r\nb\n)\r\n\
                    * 2 FETCH (BODY[] {3}\r\nxyz\r\n UID 2)\r\n* 3 FETCH (UID 3 BODY[] {2}\r\nab\r\n)\r\n\r\n\
                    * 4 FETCH (UID 4 BODY[] NIL)\r\n* 5 FETCH (UID 5 BODY[] \"\")\r\nbyhand NO some failed\r\n";
        let (told, end) = asked(said).unwrap();
        let bytes = told.iter().map(|one| (one.uid, one.bytes.as_deref())).collect::<Vec<_>>();
        let of = |uid, text: &'static [u8]| (uid, Some(text));
        assert_eq!(bytes, [of(1, b"a\r\nb\n"), of(2, b"xyz"), of(3, b"ab"), (4, None), of(5, b"")]);
        assert_eq!(end.as_deref(), Some("NO some failed"));
    }

    #[test]
    fn a_line_that_breaks_or_floods_is_an_error() {
        assert!(asked("* 1 FETCH (UID 1 BODY[] {5}\r\nab").is_err());
        assert!(asked("* 1 FETCH (UID 1 BODY[] {500}\r\n").is_err());
        assert!(asked("").is_err() && asked("* OK no end").is_err());
        let (told, _) = asked("* 1 FETCH (UID 1 BODY[] {2}\r\nabcd\r\n)\r\nbyhand OK\r\n").unwrap();
        assert_eq!(told[0].bytes, None, "a letter that is longer than its literal is not whole");
    }
}

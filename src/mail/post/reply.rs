//! A server's replies as they come over the line (RFC 5321, 4.2), and as lettre can read them.
//!
//! The code is what counts. Servers end lines with LF alone, say nothing behind the code, speak in their own code page, write more
//! than 1,000 characters to a line, count on with another code in the last line, or hang up within a reply. lettre reads
//! nothing of that, and a mail whose receipt is not understood would be sent again.

/// Longest reply, in bytes.
pub(super) const LONGEST: usize = 1 << 20;
/// Lines of a reply that are handed on.
const LINES: usize = 100;
/// Characters of a line that are handed on: lettre takes 1,000 bytes.
const CHARACTERS: usize = 200;

/// A whole reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reply {
    /// The code of its last line.
    pub code: u16,
    /// What it says, line by line.
    pub lines: Vec<String>,
}

/// What has come over the line and was not taken yet.
#[derive(Debug, Default)]
pub(super) struct Incoming(Vec<u8>);

/// What was found among the bytes that came.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    Reply(Reply),
    /// A line that is none, where a reply was to begin.
    Junk(String),
    /// Nothing whole yet.
    Nothing,
}

impl Incoming {
    pub fn push(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Takes what stands first. Where nothing more will come, a reply that broke off is one by the code that it has.
    pub fn take(&mut self, is_end: bool) -> Found {
        let (mut at, mut lines, mut code) = (0, Vec::new(), None);
        while let Some((bytes, next)) = line(&self.0, at, is_end) {
            at = next;
            let said = Line::of(bytes);
            match (said.code, code) {
                (None, None) if said.text.trim().is_empty() => continue,
                (None, None) => {
                    self.0.drain(..at);
                    return Found::Junk(said.text);
                }
                // A continuation that forgot its code.
                (None, Some(_)) => lines.push(said.text),
                (Some(number), _) => {
                    code = Some(number);
                    lines.push(said.text);
                    if !said.has_more {
                        self.0.drain(..at);
                        return Found::Reply(Reply { code: number, lines });
                    }
                }
            }
        }
        match code {
            Some(code) if is_end => {
                self.0.clear();
                Found::Reply(Reply { code, lines })
            }
            _ => Found::Nothing,
        }
    }
}

/// The line that begins at a place, and where the next one does.
fn line(bytes: &[u8], at: usize, is_end: bool) -> Option<(&[u8], usize)> {
    let rest = bytes.get(at..).filter(|rest| !rest.is_empty())?;
    match rest.iter().position(|byte| *byte == b'\n') {
        Some(end) => Some((&rest[..end], at + end + 1)),
        None => is_end.then_some((rest, bytes.len())),
    }
}

struct Line {
    code: Option<u16>,
    has_more: bool,
    text: String,
}

impl Line {
    fn of(bytes: &[u8]) -> Self {
        let bytes = bytes.trim_ascii();
        let code = bytes.first_chunk::<3>().filter(|code| {
            matches!(code[0], b'2'..=b'5')
                && code.iter().all(u8::is_ascii_digit)
                && !bytes.get(3).is_some_and(|next| next.is_ascii_digit() || *next == b'.')
        });
        let Some(digits) = code else {
            return Line { code: None, has_more: false, text: plain(bytes) };
        };
        let rest = &bytes[3..];
        let has_more = rest.first() == Some(&b'-');
        let text = plain(if has_more { &rest[1..] } else { rest });
        let number = digits.iter().fold(0, |number, digit| number * 10 + u16::from(digit - b'0'));
        Line { code: Some(number), has_more, text }
    }
}

/// Words that can stand in a reply for lettre, in our log and in a mail to the GA. They are trimmed last: a line of blanks alone ends
/// lettre's reading of EHLO with a panic.
fn plain(bytes: &[u8]) -> String {
    let words = String::from_utf8_lossy(bytes);
    let words = words.trim().chars().take(CHARACTERS);
    let words = words.map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    words.trim().to_owned()
}

impl Reply {
    /// All that it says, in one line.
    pub fn words(&self) -> String {
        let said = self.lines.iter().filter(|line| !line.is_empty()).cloned().collect::<Vec<_>>();
        if said.is_empty() { "without a word".to_owned() } else { said.join(" ") }
    }

    /// As lettre reads it: one code, a text in each line. What EHLO tells is put in capitals, and `AUTH=PLAIN` is `AUTH PLAIN`.
    pub fn for_lettre(&self, is_hello: bool) -> Vec<u8> {
        // The second digit goes to 5 in lettre; servers say 571 and the like.
        let (code, kept) = match self.code / 10 % 10 {
            0..=5 => (self.code, String::new()),
            _ => (self.code / 100 * 100 + 50, format!("{} ", self.code)),
        };
        let mut lines = self.lines.iter().take(LINES).cloned().collect::<Vec<_>>();
        if is_hello && code / 100 == 2 {
            lines = offers(&lines);
        }
        if lines.iter().all(String::is_empty) {
            lines = vec!["without a word".to_owned()];
        }
        let last = lines.len().saturating_sub(1);
        let mut bytes = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let mark = if number == last { ' ' } else { '-' };
            let kept = if number == 0 { kept.as_str() } else { "" };
            bytes.extend_from_slice(format!("{code}{mark}{kept}{line}\r\n").as_bytes());
        }
        bytes
    }

    /// Whether the server goes away with it.
    pub fn is_farewell(&self) -> bool {
        matches!(self.code, 221 | 421)
    }

    /// Whether EHLO offers this.
    pub fn offers(&self, word: &str) -> bool {
        self.lines
            .iter()
            .skip(1)
            .any(|line| line.split_whitespace().next().is_some_and(|first| first.eq_ignore_ascii_case(word)))
    }
}

/// What EHLO offers, below the server's name.
fn offers(lines: &[String]) -> Vec<String> {
    let name = lines.first().filter(|name| !name.is_empty()).cloned().unwrap_or_else(|| "server".to_owned());
    let offers = lines.iter().skip(1).map(|line| line.to_ascii_uppercase().replacen("AUTH=", "AUTH ", 1));
    std::iter::once(name).chain(offers).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(bytes: &[u8], is_end: bool) -> Found {
        let mut incoming = Incoming::default();
        incoming.push(bytes);
        incoming.take(is_end)
    }

    fn reply(code: u16, lines: &[&str]) -> Found {
        Found::Reply(Reply { code, lines: lines.iter().map(|line| (*line).to_owned()).collect() })
    }

    #[test]
    fn the_code_counts_however_the_rest_is_written() {
        for (bytes, expected) in [
            (&b"250\r\n"[..], reply(250, &[""])),
            (b"250\n", reply(250, &[""])),
            (b"250 ok\n", reply(250, &["ok"])),
            (b"\r\n250 ok\r\n", reply(250, &["ok"])),
            (b"250-queued\r\n251 ok\r\n", reply(251, &["queued", "ok"])),
            (b"250-a\r\nb\r\n250 c\r\n", reply(250, &["a", "b", "c"])),
            (b"550 \xc7\xeb\r\n", reply(550, &["\u{fffd}\u{fffd}"])),
            (b"250\tok\r\n", reply(250, &["ok"])),
            (b"what?\r\n250 ok\r\n", Found::Junk("what?".into())),
            (b"2.0.0 ok\r\n", Found::Junk("2.0.0 ok".into())),
            (b"250-a\r\n", Found::Nothing),
            (b"250 ok", Found::Nothing),
            (b"", Found::Nothing),
        ] {
            assert_eq!(one(bytes, false), expected, "{:?}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn a_reply_that_broke_off_is_taken_by_its_code() {
        assert_eq!(one(b"250 ok", true), reply(250, &["ok"]));
        assert_eq!(one(b"250", true), reply(250, &[""]));
        assert_eq!(one(b"250-queued\r\n", true), reply(250, &["queued"]));
        assert_eq!(one(b"25", true), Found::Junk("25".into()));
        assert_eq!(one(b"", true), Found::Nothing);
    }

    #[test]
    fn one_reply_is_taken_at_a_time() {
        let mut incoming = Incoming::default();
        incoming.push(b"250 a\r\n250-b\r\n250 c\r\n25");
        assert_eq!(incoming.take(false), reply(250, &["a"]));
        assert_eq!(incoming.take(false), reply(250, &["b", "c"]));
        assert_eq!((incoming.take(false), incoming.len()), (Found::Nothing, 2));
    }

    #[test]
    fn what_is_handed_on_is_a_reply_that_lettre_reads() {
        let long = format!("250 {}\r\n", "\u{e9}".repeat(3_000));
        for (bytes, code, is_hello) in [
            (&b"250\r\n"[..], 250, false),
            (b"550-\xff\n551\x00x\n", 551, false),
            (b"571 5.7.1 not authorized\r\n", 550, false),
            (b"235\r\n", 235, false),
            (long.as_bytes(), 250, false),
            (b"250\r\n", 250, true),
            (b"250-\r\n250-auth=plain login\r\n250 8bitmime\r\n", 250, true),
            (b"250-mx\r\n250-\x01\x0b\r\n250 \xc2\xa0\r\n", 250, true),
        ] {
            let Found::Reply(reply) = one(bytes, false) else { panic!("{bytes:?}") };
            let text = String::from_utf8(reply.for_lettre(is_hello)).unwrap();
            let read: lettre::transport::smtp::response::Response = text.parse().unwrap();
            assert_eq!(u16::from(read.code()), code, "{text:?}");
            assert!(text.lines().all(|line| line.len() < 900), "{text:?}");
            assert!(
                !is_hello || lettre::transport::smtp::extension::ServerInfo::from_response(&read).is_ok()
            );
        }
        let Found::Reply(reply) = one(b"571 not authorized\r\n", false) else { panic!() };
        assert_eq!(reply.for_lettre(false), b"550 571 not authorized\r\n");
    }

    #[test]
    fn what_ehlo_offers_is_read_in_any_case_and_spelling() {
        let Found::Reply(reply) = one(b"250-mx\r\n250-starttls\r\n250 auth=Plain login\r\n", false) else {
            panic!()
        };
        assert!(reply.offers("STARTTLS") && !reply.offers("SIZE"));
        assert_eq!(reply.for_lettre(true), b"250-mx\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN\r\n");
    }
}

//! A conversation by IMAP (RFC 3501, 9051) with servers as they are: of what is said is taken what was asked for, and nothing else
//! that is said ends it: untagged refusals, bytes outside of ASCII, blank lines, flags and dates of any shape. Only a line that
//! breaks, falls silent or floods is an error.

use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

/// The longest line of an answer, in bytes; literals stand apart. A SEARCH names a million letters in it.
const LINE_MAX: usize = 16 << 20;
/// The longest literal that is read to its end, in bytes, though no more is kept of it than was asked for.
const LITERAL_MAX: u64 = 256 << 20;
/// How many answers one command may have.
const ANSWERS_MAX: usize = 100_000;
/// What is taken off the line at once, in bytes.
const CHUNK: usize = 16 << 10;

/// Stands in an answer's text where a literal was. It is taken out of what servers say.
pub(super) const LITERAL: char = '\0';

/// A line whose reads may be given an end that they all share.
pub(super) trait Until {
    /// From now on no read goes on beyond this moment.
    fn until(&mut self, end: Instant);
}

/// One untagged answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Answer {
    /// Its line, [`LITERAL`] where a literal was.
    pub text: String,
    /// Its literals, in order; of each no more than was asked for.
    pub literals: Vec<Vec<u8>>,
}

/// How a command ended, with the server's words where it was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// OK.
    Done,
    /// NO.
    No(String),
    /// BAD, or something that is no end of a command.
    Bad(String),
}

/// One connection, and what is known of the folder that it has open.
pub(super) struct Talk<L> {
    line: L,
    /// How long the server may be silent.
    timeout: Duration,
    /// What arrived and was not read yet.
    heard: Vec<u8>,
    /// A line that is to be read once more.
    put_back: Option<String>,
    tags: u32,
    /// How many letters the server told last.
    there: u64,
    has_news: bool,
    farewell: Option<String>,
}

/// When a command is given up: when nothing comes for a while, and when only chatter comes for a longer while.
struct Patience {
    timeout: Duration,
    end: Instant,
    last: Instant,
}

impl Patience {
    /// How many times as long as silence chatter is listened to.
    const CHATTER: u32 = 4;

    fn new(timeout: Duration) -> Self {
        let now = Instant::now();
        Patience { timeout, end: now + timeout, last: now + timeout * Self::CHATTER }
    }

    /// Something was said; `is_asked_for` is whether it answers the question.
    fn heard(&mut self, is_asked_for: bool) {
        let now = Instant::now();
        if is_asked_for {
            self.last = now + self.timeout * Self::CHATTER;
        }
        self.end = (now + self.timeout).min(self.last);
    }

    /// A literal may take its time: a second for each KiB beside the usual.
    fn for_literal(&self, length: u64) -> Instant {
        Instant::now() + self.timeout + Duration::from_secs(length >> 10)
    }
}

impl<L: Read + Write + Until> Talk<L> {
    pub fn new(line: L, timeout: Duration) -> Self {
        let heard = Vec::new();
        Talk { line, timeout, heard, put_back: None, tags: 0, there: 0, has_news: false, farewell: None }
    }

    /// What the server says first.
    ///
    /// # Errors
    /// If the line breaks or is silent.
    pub fn greeting(&mut self) -> io::Result<String> {
        let end = Instant::now() + self.timeout;
        loop {
            let said = self.one_line(end)?;
            if !said.is_empty() {
                return Ok(said);
            }
        }
    }

    /// Gives a command and hears what is said to it. Of a literal are kept `most` bytes. What came before an error was heard all
    /// the same.
    ///
    /// # Errors
    /// If the line breaks, is silent or floods.
    pub fn ask(&mut self, command: &str, most: u64, hear: &mut dyn FnMut(Answer)) -> io::Result<End> {
        self.ask_in_pieces(command, &mut |_| None, most, hear)
    }

    /// The same without literals; how it ended, with the lines that were said.
    ///
    /// # Errors
    /// As [`Talk::ask`].
    pub fn ask_lines(&mut self, command: &str) -> io::Result<(Vec<String>, End)> {
        let mut lines = Vec::new();
        let end = self.ask(command, 0, &mut |answer| lines.push(answer.text))?;
        Ok((lines, end))
    }

    /// The same for a command that has more to it: at each `+` the next piece is sent, by its number.
    ///
    /// # Errors
    /// As [`Talk::ask`].
    pub fn ask_in_pieces(
        &mut self,
        command: &str,
        piece: &mut dyn FnMut(usize) -> Option<String>,
        most: u64,
        hear: &mut dyn FnMut(Answer),
    ) -> io::Result<End> {
        let tag = self.begin(command)?;
        let (mut patience, mut pieces) = (Patience::new(self.timeout), 0);
        for _ in 0..ANSWERS_MAX {
            let answer = self.answer(&tag, most, &patience)?;
            if let Some(end) = end_of(&tag, &answer.text) {
                return Ok(end);
            }
            if answer.text.starts_with('+') {
                if let Some(piece) = piece(pieces) {
                    self.send(&format!("{piece}\r\n"))?;
                }
                pieces += 1;
            }
            patience.heard(!answer.literals.is_empty() || is_about_a_letter(&answer.text));
            if answer.text.starts_with('*') {
                hear(answer);
            }
        }
        Err(io::Error::other("the server says more than was asked for"))
    }

    /// Waits with IDLE until there are new letters, or the time is over, whatever is said meanwhile (RFC 2177); whether there are.
    ///
    /// # Errors
    /// As [`Talk::ask`], and if the server refuses to wait.
    pub fn idle(&mut self, at_most: Duration) -> io::Result<bool> {
        let tag = self.begin("IDLE")?;
        let (mut patience, mut is_told) = (Patience::new(self.timeout), false);
        // Anything may be said before the server is ready.
        loop {
            let said = self.one_line(patience.end)?;
            patience.heard(false);
            if said.starts_with('+') {
                break;
            }
            if let Some(end) = end_of(&tag, &said) {
                return Err(io::Error::other(format!("the server does not wait (IDLE): {end:?}")));
            }
            is_told |= exists(&said).is_some();
        }
        let end = Instant::now() + at_most;
        while !is_told {
            match self.one_line(end) {
                Ok(said) => is_told = exists(&said).is_some(),
                Err(error) if error.kind() == io::ErrorKind::TimedOut => break,
                Err(error) => return Err(error),
            }
        }
        self.send("DONE\r\n")?;
        let mut patience = Patience::new(self.timeout);
        loop {
            let said = self.one_line(patience.end)?;
            patience.heard(false);
            if end_of(&tag, &said).is_some() {
                return Ok(is_told);
            }
            is_told |= exists(&said).is_some();
        }
    }

    /// The folder was opened with so many letters; what was told before is no news.
    pub fn opened(&mut self, letters: u64) {
        (self.there, self.has_news) = (letters, false);
    }

    /// Whether more letters were told of than there were, since that was last asked.
    pub fn take_news(&mut self) -> bool {
        std::mem::take(&mut self.has_news)
    }

    fn begin(&mut self, command: &str) -> io::Result<String> {
        self.tags = self.tags.wrapping_add(1);
        let tag = format!("f{}", self.tags);
        self.send(&format!("{tag} {command}\r\n"))?;
        Ok(tag)
    }

    fn send(&mut self, words: &str) -> io::Result<()> {
        self.line.write_all(words.as_bytes())?;
        self.line.flush()
    }

    /// One answer, with its literals read. Some servers put blank lines between a literal and the closing bracket, and some forget
    /// the bracket: a line that begins another answer is one.
    fn answer(&mut self, tag: &str, most: u64, patience: &Patience) -> io::Result<Answer> {
        let mut answer = Answer::default();
        loop {
            let line = self.one_line(patience.end)?;
            if !answer.literals.is_empty() && (line.starts_with("* ") || end_of(tag, &line).is_some()) {
                self.put_back = Some(line);
                return Ok(answer);
            }
            let literal = if may_hold_literals(&answer, &line) { literal_length(&line) } else { None };
            let Some((before, length)) = literal else {
                answer.text.push_str(&line);
                if !line.is_empty() || !is_open(&answer.text) {
                    return Ok(answer);
                }
                continue;
            };
            answer.literals.push(self.literal(length, most, patience.for_literal(length))?);
            answer.text.push_str(before);
            answer.text.push(LITERAL);
        }
    }

    /// A line without its end and blanks there. What it says of the folder is noted.
    fn one_line(&mut self, end: Instant) -> io::Result<String> {
        if let Some(line) = self.put_back.take() {
            return Ok(line);
        }
        let mut searched = 0;
        let length = loop {
            if let Some(at) = self.heard.iter().skip(searched).position(|byte| *byte == b'\n') {
                break searched + at + 1;
            }
            searched = self.heard.len();
            if searched > LINE_MAX {
                return Err(io::Error::other("the server sent a line without an end"));
            }
            self.hear_more(end)?;
        };
        let line: Vec<u8> = self.heard.drain(..length).collect();
        let line = String::from_utf8_lossy(&line).trim_end().replace(LITERAL, "");
        self.note(&line);
        Ok(line)
    }

    fn note(&mut self, line: &str) {
        if let Some(letters) = exists(line) {
            self.has_news |= letters > self.there;
            self.there = letters;
        }
        let words = words_of(line);
        if words.get(2).is_some_and(|word| word == "EXPUNGE") {
            self.there = self.there.saturating_sub(1);
        }
        if words.get(..2).is_some_and(|begin| begin == ["*", "BYE"]) {
            self.farewell = Some(line.to_owned());
        }
    }

    fn literal(&mut self, length: u64, most: u64, end: Instant) -> io::Result<Vec<u8>> {
        if length > LITERAL_MAX {
            return Err(io::Error::other(format!(
                "the server sends {length} bytes where {most} were asked for"
            )));
        }
        let (mut literal, mut left) = (Vec::new(), length);
        while left > 0 {
            if self.heard.is_empty() {
                self.hear_more(end)?;
            }
            let now = self.heard.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            left -= now as u64;
            let room = most.saturating_sub(literal.len() as u64);
            let kept = now.min(usize::try_from(room).unwrap_or(usize::MAX));
            literal.extend(self.heard.drain(..now).take(kept));
        }
        Ok(literal)
    }

    /// Takes what there is off the line. What arrived stays where it is if the time is over.
    fn hear_more(&mut self, end: Instant) -> io::Result<()> {
        let mut chunk = [0; CHUNK];
        self.line.until(end);
        loop {
            match self.line.read(&mut chunk) {
                Ok(0) => return Err(self.hung_up()),
                Ok(count) => {
                    self.heard.extend(chunk.iter().take(count));
                    return Ok(());
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if is_over(&error) => {
                    return Err(io::Error::new(io::ErrorKind::TimedOut, "the server did not answer in time"));
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn hung_up(&self) -> io::Error {
        let words = match &self.farewell {
            Some(words) => format!("the server hung up: {words}"),
            None => "the server hung up".to_owned(),
        };
        io::Error::new(io::ErrorKind::UnexpectedEof, words)
    }
}

fn is_over(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock)
}

fn words_of(line: &str) -> Vec<String> {
    line.split_ascii_whitespace().take(3).map(str::to_ascii_uppercase).collect()
}

/// How many letters a line tells there are.
fn exists(line: &str) -> Option<u64> {
    match words_of(line).as_slice() {
        [star, number, exists] if star == "*" && exists == "EXISTS" => number.parse().ok(),
        _ => None,
    }
}

fn is_about_a_letter(line: &str) -> bool {
    words_of(line).get(2).is_some_and(|word| word.starts_with("FETCH"))
}

/// How a tagged line says that its command ended.
fn end_of(tag: &str, line: &str) -> Option<End> {
    let (said, words) = line.split_once(' ').unwrap_or((line, ""));
    if !said.eq_ignore_ascii_case(tag) {
        return None;
    }
    let words = words.trim();
    let (word, why) = words.split_once(' ').unwrap_or((words, ""));
    Some(match word.to_ascii_uppercase().as_str() {
        "OK" => End::Done,
        "NO" => End::No(why.trim().to_owned()),
        _ => End::Bad(why.trim().to_owned()),
    })
}

/// Whether brackets are open in an answer's text.
fn is_open(text: &str) -> bool {
    let count = |bracket: char| text.chars().filter(|c| *c == bracket).count();
    count('(') > count(')')
}

/// Whether a line's end may announce a literal: not where words for people stand, who may write `{3}` as they like.
fn may_hold_literals(answer: &Answer, line: &str) -> bool {
    const FOR_PEOPLE: [&str; 5] = ["OK", "NO", "BAD", "BYE", "PREAUTH"];
    let words = words_of(line);
    let is_answer = words.first().is_some_and(|word| word == "*");
    let is_for_people = words.get(1).is_some_and(|word| FOR_PEOPLE.contains(&word.as_str()));
    !answer.literals.is_empty() || is_answer && !is_for_people
}

/// The length of the literal that a line announces at its end, with what stands before it.
fn literal_length(line: &str) -> Option<(&str, u64)> {
    let (before, digits) = line.strip_suffix('}')?.rsplit_once('{')?;
    let before = before.strip_suffix('~').unwrap_or(before);
    Some((before, digits.trim_end_matches('+').parse().ok()?))
}

#[cfg(test)]
pub(super) mod tests;

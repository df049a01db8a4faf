//! What an IMAP server says, heard as servers are: of it is taken what was asked for, and nothing else that is said ends a command:
//! untagged refusals, bytes outside of ASCII, blank lines, flags and dates of any shape. Only a line that breaks, falls silent or
//! floods is an error.
//!
//! The client crate, whose own parser would end the conversation at each of these, reads through an [`Ear`]: it hears how its command
//! ended, when it may go on, and while it waits that there are letters; the answers are kept for who asked.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use imap::extensions::idle::SetReadTimeout;

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
    No(String),
    /// BAD, or something that is no end of a command.
    Bad(String),
}

/// One connection, and what is known of the folder that it has open.
pub(super) struct Ear<L> {
    line: L,
    /// How long the server may be silent.
    timeout: Duration,
    /// What arrived and was not read yet.
    heard: Vec<u8>,
    /// A line that is to be read once more.
    put_back: Option<String>,
    /// How many letters the server told last.
    there: u64,
    has_news: bool,
    farewell: Option<String>,
    /// The command under way, or the last.
    asked: Asked,
    patience: Patience,
    /// Until when it is waited for letters, while it is.
    waits_until: Option<Instant>,
    /// What the client crate is to read next.
    tidied: VecDeque<u8>,
    /// The next command is answered here with OK and not sent: of a server that needs no login (PREAUTH) the crate knows nothing.
    is_let_in: bool,
}

/// What is known of the literals that are asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Measure {
    /// Of each are kept as many bytes.
    most: u64,
    /// How long the letter is, where one alone is asked for.
    length: Option<u64>,
}

impl Measure {
    /// Of each literal is kept so much.
    pub fn of(most: u64) -> Self {
        Measure { most, length: None }
    }

    /// The same where one letter is asked for that has this length.
    pub fn with_length(self, length: u64) -> Self {
        Measure { length: Some(length), ..self }
    }
}

/// A command, and what was said to it.
#[derive(Default)]
struct Asked {
    tag: String,
    is_idle: bool,
    /// Whether it goes on when the server says `+`.
    goes_on: bool,
    is_under_way: bool,
    measure: Measure,
    answers: Vec<Answer>,
    count: usize,
    end: Option<End>,
    /// Whether a number of letters was told, and whether the crate was told so.
    is_told: bool,
    is_passed_on: bool,
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

impl<L: Read + Write + Until> Ear<L> {
    pub fn new(line: L, timeout: Duration) -> Self {
        Ear {
            line,
            timeout,
            heard: Vec::new(),
            put_back: None,
            there: 0,
            has_news: false,
            farewell: None,
            asked: Asked::default(),
            patience: Patience::new(timeout),
            waits_until: None,
            tidied: VecDeque::new(),
            is_let_in: false,
        }
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

    /// The server wants no login: the crate's is answered here.
    pub fn is_let_in(&mut self) {
        self.is_let_in = true;
    }

    /// The literals that come next are taken by this measure.
    pub fn keep(&mut self, measure: Measure) {
        self.asked.measure = measure;
    }

    /// What was said to the last command, and how it ended; `None` if it has not.
    pub fn take(&mut self) -> (Vec<Answer>, Option<End>) {
        (std::mem::take(&mut self.asked.answers), self.asked.end.take())
    }

    #[cfg(test)]
    pub fn line(&self) -> &L {
        &self.line
    }

    /// Whether a number of letters was told since the last command was given.
    pub fn is_told(&self) -> bool {
        self.asked.is_told
    }

    /// The folder was opened with so many letters; what was told before is no news.
    pub fn opened(&mut self, letters: u64) {
        (self.there, self.has_news) = (letters, false);
    }

    /// Whether more letters were told of than there were, since that was last asked.
    pub fn take_news(&mut self) -> bool {
        std::mem::take(&mut self.has_news)
    }

    /// For how long from now it is waited for letters, whatever is said meanwhile; `None`: no longer.
    pub fn wait(&mut self, at_most: Option<Duration>) {
        self.waits_until = at_most.map(|at_most| Instant::now() + at_most);
    }

    /// What the crate writes: a command, or the rest of one.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.asked.is_under_way {
            self.patience = Patience::new(self.timeout);
        } else {
            self.begin(&String::from_utf8_lossy(bytes));
        }
        if std::mem::take(&mut self.is_let_in) {
            self.end(End::Done);
            return Ok(bytes.len());
        }
        self.line.write(bytes)
    }

    fn begin(&mut self, command: &str) {
        let mut words = command.split_ascii_whitespace();
        let tag = words.next().unwrap_or_default().to_owned();
        let word = words.next().unwrap_or_default();
        let (is_idle, goes_on) = (word == "IDLE", matches!(word, "IDLE" | "AUTHENTICATE"));
        let measure = self.asked.measure;
        self.asked = Asked { tag, is_idle, goes_on, is_under_way: true, measure, ..Asked::default() };
        self.patience = Patience::new(self.timeout);
    }

    /// What the crate reads: whole lines, of which it understands each.
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.tidied.is_empty() {
            self.listen()?;
        }
        self.tidied.read(into)
    }

    /// Hears one answer.
    fn listen(&mut self) -> io::Result<()> {
        if self.waits_until.is_some() && self.asked.is_told && !self.asked.is_passed_on {
            self.asked.is_passed_on = true;
            self.tidied.extend(format!("* {} EXISTS\r\n", self.there).bytes());
            return Ok(());
        }
        let answer = self.answer()?;
        if let Some(end) = end_of(&self.asked.tag, &answer.text) {
            self.end(end);
            return Ok(());
        }
        if let Some(challenge) = answer.text.strip_prefix('+').filter(|_| self.asked.goes_on) {
            // What is waited for comes once.
            self.asked.goes_on = !self.asked.is_idle;
            self.tidied.extend(format!("+ {}\r\n", challenge_of(challenge)).bytes());
        }
        self.patience.heard(!answer.literals.is_empty() || is_about_a_letter(&answer.text));
        if answer.text.starts_with('*') && self.waits_until.is_none() {
            self.asked.answers.push(answer);
        }
        self.asked.count += 1;
        if self.waits_until.is_none() && self.asked.count > ANSWERS_MAX {
            return Err(io::Error::other("the server says more than was asked for"));
        }
        Ok(())
    }

    /// Hands on how the command ended. To the crate, IDLE has not ended well before the server was ready to wait.
    fn end(&mut self, end: End) {
        let is_ready = !(self.asked.is_idle && self.asked.goes_on);
        let word = match end {
            End::Done if is_ready => "OK",
            End::No(_) => "NO",
            End::Done | End::Bad(_) => "BAD",
        };
        self.tidied.extend(format!("{} {word} so\r\n", self.asked.tag).bytes());
        self.asked.is_under_way = false;
        self.asked.end = Some(end);
    }

    /// One answer, with its literals read. Some servers put blank lines between a literal and the closing bracket, and some forget
    /// the bracket: a line that begins another answer is one.
    fn answer(&mut self) -> io::Result<Answer> {
        let tag = self.asked.tag.clone();
        let mut answer = Answer::default();
        loop {
            let line = self.one_line(self.waits_until.unwrap_or(self.patience.end))?;
            if !answer.literals.is_empty() && (line.starts_with("* ") || end_of(&tag, &line).is_some()) {
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
            let end = self.patience.for_literal(length);
            answer.literals.push(self.letter(length, end)?);
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
            self.asked.is_told = true;
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

    /// A literal of so many bytes, and what stands behind it of the letter that it was to hold.
    fn letter(&mut self, length: u64, end: Instant) -> io::Result<Vec<u8>> {
        let most = self.asked.measure.most;
        let mut letter = self.literal(length, most, end)?;
        let left_out = self.left_out(length, end)?;
        letter.extend(self.literal(left_out, most.saturating_sub(length), end)?);
        Ok(letter)
    }

    /// How many bytes of a letter stand behind its literal, which was told too short: an answer's tail stands where the letter ends by the
    /// length that is known of it, and none where the literal does.
    fn left_out(&mut self, length: u64, end: Instant) -> io::Result<u64> {
        let Measure { most, length: whole } = self.asked.measure;
        let more = whole.filter(|whole| *whole <= most).and_then(|whole| whole.checked_sub(length));
        let Some(more) = more.filter(|more| *more > 0) else { return Ok(0) };
        let at = usize::try_from(more).unwrap_or(usize::MAX);
        let tag = format!("{} ", self.asked.tag);
        let last = format!("\n{tag}");
        let is_all = |heard: &[u8]| heard.windows(last.len()).any(|bytes| bytes == last.as_bytes());
        while !is_all(&self.heard) && self.heard.len() < at.saturating_add(LINE_MAX) {
            self.hear_more(end)?;
        }
        // Chatter may stand behind the answer, so that at the letter's own end its line alone counts.
        let is_end = self.heard.get(at..).is_some_and(is_rest);
        Ok(if is_end && !is_tail(&self.heard, &tag) { more } else { 0 })
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

    pub fn hung_up(&self) -> io::Error {
        let words = match &self.farewell {
            Some(words) => format!("the server hung up: {words}"),
            None => "the server hung up".to_owned(),
        };
        io::Error::new(io::ErrorKind::UnexpectedEof, words)
    }
}

/// Whether bytes go on as an answer does behind a letter: with the rest of it, then with another or the end.
fn is_tail(heard: &[u8], tag: &str) -> bool {
    let next = heard.splitn(2, |byte| *byte == b'\n').nth(1).unwrap_or_default();
    is_rest(heard) && (next.starts_with(b"* ") || next.starts_with(tag.as_bytes()))
}

/// Whether a line is the rest of an answer.
fn is_rest(heard: &[u8]) -> bool {
    let line = heard.split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii_end();
    line == b")" || line.starts_with(b" ") && line.ends_with(b")")
}

/// What a server wants answered at a login, if it can be read (RFC 4648).
fn challenge_of(words: &str) -> &str {
    let words = words.trim();
    let is_whole = words.len().is_multiple_of(4);
    let is_known = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
    if is_whole && words.chars().all(is_known) { words } else { "" }
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

/// The ear that the client crate and who asks it hold together.
pub(super) struct Shared<L>(Arc<Mutex<Ear<L>>>);

impl<L> Shared<L> {
    pub fn of(ear: Ear<L>) -> Self {
        Shared(Arc::new(Mutex::new(ear)))
    }

    /// Nobody holds it for longer than a call.
    pub fn ear(&self) -> MutexGuard<'_, Ear<L>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<L> Clone for Shared<L> {
    fn clone(&self) -> Self {
        Shared(Arc::clone(&self.0))
    }
}

impl<L: Read + Write + Until> Read for Shared<L> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.ear().read(into)
    }
}

impl<L: Read + Write + Until> Write for Shared<L> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.ear().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.ear().line.flush()
    }
}

impl<L: Read + Write + Until> SetReadTimeout for Shared<L> {
    fn set_read_timeout(&mut self, at_most: Option<Duration>) -> imap::Result<()> {
        self.ear().wait(at_most);
        Ok(())
    }
}

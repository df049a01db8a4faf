//! Servers that say what they say.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::super::told::letter as letter_of;
use super::*;

/// A server that says its lines, and then nothing, or the same again and again.
pub(crate) struct Server {
    says: io::Cursor<Vec<u8>>,
    chat: &'static [u8],
    heard: Arc<Mutex<Vec<u8>>>,
    end: Option<Instant>,
}

impl Server {
    pub(crate) fn of(says: &str, chat: &'static [u8]) -> Self {
        Server { says: io::Cursor::new(says.as_bytes().to_vec()), chat, heard: Arc::default(), end: None }
    }
}

impl Read for Server {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.end.is_some_and(|end| Instant::now() >= end) {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let read = self.says.read(into)?;
        let is_done = self.heard.lock().unwrap().ends_with(b"DONE\r\n");
        if read > 0 || is_done && self.chat.is_empty() {
            return Ok(read);
        }
        let next = if is_done { b"a2 OK done\r\n".as_slice() } else { self.chat };
        self.says = io::Cursor::new(next.to_vec());
        self.says.read(into)
    }
}

impl Write for Server {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.heard.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Until for Server {
    fn until(&mut self, end: Instant) {
        self.end = Some(end);
    }
}

/// A server at which nobody is logged in, and what it hears.
pub(crate) fn door(says: &str) -> (Door<Server>, Arc<Mutex<Vec<u8>>>) {
    let server = Server::of(says, b"");
    let heard = Arc::clone(&server.heard);
    (Door::new(server, Duration::from_millis(60)), heard)
}

/// A server that lets everybody in; its answers bear the tag a2, for a1 is the login that was not needed.
pub(crate) fn talk(says: &str, chat: &'static [u8]) -> Talk<Server> {
    let door = Door::new(Server::of(says, chat), Duration::from_millis(60));
    door.enter_freely().unwrap_or_else(|_| panic!("nobody was let in"))
}

impl Talk<Server> {
    fn said(&self) -> Vec<u8> {
        self.ear.ear().line().heard.lock().unwrap().clone()
    }
}

const MOMENT: Duration = Duration::from_millis(30);

#[test]
fn a_server_that_chats_does_not_wind_the_clock_up() {
    for chat in [b"* OK Still here\r\n".as_slice(), b"* 5 FETCH (FLAGS (\\Seen))\r\n", b"\xe4\r\n", b"* 5 EX"]
    {
        assert!(!talk("+ idling\r\n", chat).idle(MOMENT).unwrap(), "{chat:?}");
    }
    let begun = Instant::now();
    assert!(talk("", b"* OK Hang in there\r\n").ask_lines("NOOP").is_err());
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[test]
fn a_letter_is_heard_of_at_once_also_before_the_server_is_ready_and_after_the_end() {
    for says in [
        "* FLAGS (\\Seen)\r\n+ idling\r\n* OK hm\r\n* 7 exists\r\na2 OK\r\n",
        "* 7 EXISTS\r\n+\r\na2 OK\r\n",
        "+ idling\r\n* OK [ALERT] gr\u{fc}\u{df}e\r\n*  7   EXISTS\r\na2 OK\r\n",
    ] {
        let mut talk = talk(says, b"");
        assert!(talk.idle(Duration::from_secs(60)).unwrap(), "{says}");
        assert_eq!(talk.said(), b"a2 IDLE\r\nDONE\r\n");
    }
    let mut late = talk("+ idling\r\n", b"* OK hm\r\n");
    assert!(!late.idle(MOMENT).unwrap());
    let mut late = talk("+ idling\r\n* 3 EX", b"ISTS\r\n");
    assert!(late.idle(Duration::from_secs(60)).unwrap());
}

#[test]
fn a_refusal_a_farewell_and_silence_are_errors() {
    for says in ["a2 BAD what\r\n", "a2 NO not now\r\n", "+\r\n* BYE night\r\n", "+\r\n", ""] {
        assert!(talk(says, b"").idle(MOMENT).is_err(), "{says:?}");
    }
}

#[test]
fn nothing_that_is_said_beside_ends_a_command() {
    let says = "\r\n* NO [ALERT] 97%\n* BAD hm\r\n* CAPABILITY X  Y\r\na1 OK of before\r\n* OK gr\u{fc}\u{df}e {3}\r\n+ what\r\n\
                * 2 FETCH (UID 2 BODY[] {5}\r\na\r\nb\n\r\n\r\n)\r\n* 3 EXISTS\r\nA2  OK erledigt f\u{fc}r heute\r\n";
    let mut talk = talk(says, b"");
    talk.opened(2);
    let mut answers = Vec::new();
    let end = talk.ask("UID FETCH 2 BODY[]", Measure::of(100), &mut |answer| answers.push(answer)).unwrap();
    assert_eq!(end, End::Done);
    let letter = answers.iter().find(|answer| !answer.literals.is_empty()).unwrap();
    assert_eq!(
        (letter.text.as_str(), letter.literals[0].as_slice()),
        ("* 2 FETCH (UID 2 BODY[] \0)", b"a\r\nb\n".as_slice())
    );
    assert_eq!(answers.len(), 6);
    assert!(talk.take_news() && !talk.take_news(), "a third letter came meanwhile");
}

#[test]
fn an_answer_ends_where_it_ends_also_without_its_bracket() {
    let says = "* LIST () \"/\" {4}\r\nabcd\r\n* 1 FETCH (UID 1 BODY[] {2}\r\nab\r\n* 2 FETCH (UID 2 BODY[] {2}\r\ncd)\r\n\
                * 3 FETCH (UID 3 BODY[] {2}\r\nef\r\na2 OK done\r\n";
    let mut texts = Vec::new();
    let mut talk = talk(says, b"");
    assert_eq!(
        talk.ask("UID FETCH", Measure::of(9), &mut |answer| texts.push(answer.text)).unwrap(),
        End::Done
    );
    let fetched = |uid| format!("* {uid} FETCH (UID {uid} BODY[] \0");
    assert_eq!(texts, ["* LIST () \"/\" \0".into(), fetched(1), fetched(2) + ")", fetched(3)]);
}

#[test]
fn letters_that_are_told_again_or_taken_away_are_no_news() {
    let mut talk = talk("* 2 EXISTS\r\n* 1 EXPUNGE\r\n* 1 EXISTS\r\na2 OK\r\n", b"");
    talk.opened(2);
    talk.ask_lines("NOOP").unwrap();
    assert!(!talk.take_news());
}

#[test]
fn of_a_literal_is_kept_what_was_asked_for() {
    let mut talk = talk("* 1 FETCH (BODY[] {8}\r\n12345678 UID 1)\r\na2 NO  [LIMIT] some\r\n", b"");
    let mut answers = Vec::new();
    let end = talk.ask("UID FETCH", Measure::of(3), &mut |answer| answers.push(answer)).unwrap();
    assert_eq!(end, End::No("[LIMIT] some".into()));
    assert_eq!(
        (answers[0].literals[0].as_slice(), answers[0].text.as_str()),
        (b"123".as_slice(), "* 1 FETCH (BODY[] \0 UID 1)")
    );
}

#[test]
fn a_line_that_breaks_is_an_error_that_tells_the_farewell_and_keeps_what_came_before() {
    let mut talk = talk("* 1 FETCH (UID 1)\r\n* BYE shutting down\r\n* 2 FETCH (BODY[] {9}\r\nab", b"");
    let mut answers = 0;
    let error = talk.ask("UID FETCH", Measure::of(10), &mut |_| answers += 1).unwrap_err();
    assert!(error.to_string().contains("BYE shutting down"), "{error}");
    assert_eq!(answers, 2);
}

#[test]
fn a_letter_whose_literal_is_told_too_short_is_heard_by_its_length() {
    let heard = |literal: usize, letter: &str, length: u64, tail: &str| {
        let says = format!("* 1 FETCH (UID 1 BODY[] {{{literal}}}\r\n{letter}{tail}\r\na2 OK done\r\n");
        let mut talk = talk(&says, b"");
        let mut had = Vec::new();
        let measure = Measure::of(1_000).with_length(length);
        let end =
            talk.ask("UID FETCH 1 BODY.PEEK[]", measure, &mut |answer| had.push(letter_of(answer))).unwrap();
        assert_eq!(end, End::Done);
        had.into_iter().flatten().filter_map(|told| told.bytes).next()
    };
    let letter = "Subject: 1\r\n\r\nHOLD (or not)\r\nEND\r\n";
    let (length, whole) = (letter.len(), Some(letter.as_bytes().to_vec()));
    for tail in [")", " FLAGS (\\Seen))"] {
        for short in 0..length {
            assert_eq!(heard(length - short, letter, length as u64, tail), whole, "{short} {tail}");
        }
        // A size that is told wrong takes nothing from a literal that is right.
        for wrong in [0, 1, length as u64 - 3, length as u64 + 1, length as u64 + 500] {
            assert_eq!(heard(length, letter, wrong, tail), whole, "{wrong} {tail}");
        }
    }
}

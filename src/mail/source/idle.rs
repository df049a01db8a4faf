//! IDLE by hand (RFC 2177): the client crate's panics where the server says something before `+`, and its clock is wound up anew
//! by every line that arrives, so that a server which chats holds it for ever. Here the wait ends at its time, whatever is said.

use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

use super::Wake;
use super::by_hand::one_line;

/// How the command is marked; the client crate's tags begin with `a`.
const TAG: &str = "idling";

/// A line whose reads may be given an end that they all share.
pub(super) trait Until {
    /// From now on no read goes on beyond this moment; with `None` each has the usual time.
    fn until(&mut self, end: Option<Instant>);
}

/// Waits until the server says that there are new letters, or the time is over.
///
/// # Errors
/// If the line breaks, or the server refuses to wait.
pub(super) fn wait(line: &mut (impl Read + Write + Until), at_most: Duration) -> io::Result<Wake> {
    line.write_all(format!("{TAG} IDLE\r\n").as_bytes())?;
    line.flush()?;
    let mut wake = Wake::Quiet;
    // Anything may be said before the server is ready.
    loop {
        let said = one_line(line)?;
        if said.starts_with('+') {
            break;
        }
        if let Some(answer) = said.strip_prefix(TAG) {
            return Err(io::Error::other(format!("the server does not wait (IDLE): {}", answer.trim())));
        }
        if tells_of_letters(&said) {
            wake = Wake::News;
        }
    }
    line.until(Some(Instant::now() + at_most));
    while wake == Wake::Quiet {
        match one_line(line) {
            Ok(said) if tells_of_letters(&said) => wake = Wake::News,
            Ok(said) if said.to_ascii_uppercase().starts_with("* BYE") => return Err(io::Error::other(said)),
            Ok(_) => {}
            Err(error) if matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock) => {
                break;
            }
            Err(error) => return Err(error),
        }
    }
    line.until(None);
    line.write_all(b"DONE\r\n")?;
    line.flush()?;
    while !one_line(line)?.starts_with(TAG) {}
    Ok(wake)
}

/// Whether a line tells how many letters there are: a server says so when one comes.
fn tells_of_letters(said: &str) -> bool {
    let mut words = said.split_ascii_whitespace();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    words.next() == Some("*")
        && words.next().is_some_and(is_number)
        && words.next().is_some_and(|word| word.eq_ignore_ascii_case("EXISTS"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server that says its lines, and then nothing.
    struct Server {
        says: io::Cursor<Vec<u8>>,
        /// Said again and again behind them.
        chat: &'static [u8],
        heard: Vec<u8>,
        end: Option<Instant>,
    }

    impl Server {
        fn of(says: &str, chat: &'static [u8]) -> Self {
            Server { says: io::Cursor::new(says.as_bytes().to_vec()), chat, heard: Vec::new(), end: None }
        }
    }

    impl Read for Server {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            if self.end.is_some_and(|end| Instant::now() >= end) {
                return Err(io::ErrorKind::TimedOut.into());
            }
            let read = self.says.read(into)?;
            if read > 0 || self.heard.ends_with(b"DONE\r\n") && self.chat.is_empty() {
                return Ok(read);
            }
            let next =
                if self.heard.ends_with(b"DONE\r\n") { b"idling OK done\r\n".as_slice() } else { self.chat };
            self.says = io::Cursor::new(next.to_vec());
            self.says.read(into)
        }
    }

    impl Write for Server {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.heard.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Until for Server {
        fn until(&mut self, end: Option<Instant>) {
            self.end = end;
        }
    }

    const MOMENT: Duration = Duration::from_millis(30);

    #[test]
    fn a_server_that_chats_does_not_wind_the_clock_up() {
        for chat in [b"* OK Still here\r\n".as_slice(), b"* 5 FETCH (FLAGS (\\Seen))\r\n", b"\xe4\r\n"] {
            let mut server = Server::of("+ idling\r\n", chat);
            assert_eq!(wait(&mut server, MOMENT).unwrap(), Wake::Quiet, "{chat:?}");
        }
    }

    #[test]
    fn a_letter_is_heard_of_at_once_also_before_the_server_is_ready() {
        for says in [
            "* FLAGS (\\Seen)\r\n+ idling\r\n* OK hm\r\n* 7 exists\r\nidling OK\r\n",
            "* 7 EXISTS\r\n+\r\nidling OK\r\n",
        ] {
            let mut server = Server::of(says, b"");
            assert_eq!(wait(&mut server, Duration::from_secs(60)).unwrap(), Wake::News);
            assert_eq!(server.heard, b"idling IDLE\r\nDONE\r\n");
        }
    }

    #[test]
    fn a_refusal_a_farewell_and_silence_are_errors() {
        for says in ["idling BAD what\r\n", "idling NO not now\r\n", "+\r\n* BYE night\r\n", "+\r\n", ""] {
            assert!(wait(&mut Server::of(says, b""), MOMENT).is_err(), "{says:?}");
        }
    }
}

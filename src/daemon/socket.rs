//! The control socket: while the daemon runs it holds the store, and every subcommand that needs it asks
//! through a Unix-domain socket in the store's folder, for its owner only.
//!
//! One question a connection: a line of JSON, then as many raw bytes as the line says (a letter is not
//! squeezed through JSON); one line of JSON comes back. An answer that brings bytes ([`Request::Export`]) sends them
//! before that line in [`Parts`]: a line of JSON with a length, and as many bytes.
//!
//! **No path crosses the socket.** A daemon under systemd sees neither /home nor the /tmp of whoever asks, and has
//! rights of its own: so the asker reads and writes the files it was given, and contents go through.
//!
//! A few threads of the daemon stand at the door, each with one connection at a time, so that the loop hears only of whole
//! questions. Reading and writing have short limits; the work between them may take its time, and who asks is patient.

use std::fs;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use serde::{Deserialize, Serialize};

use crate::keyboard::NotAllDone;
use crate::prune::Which;
use crate::site::Whom;
use fieldpost_engine::words::counted;

/// What can be asked of a running daemon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Request {
    /// Take the letter that follows (`fieldpost deliver`).
    Deliver {
        /// Its size in bytes, where only its header follows.
        #[serde(default)]
        size: Option<u64>,
    },
    /// Say how the games, the post and the disk stand.
    Status {
        /// As JSON, for machines.
        #[serde(default)]
        json: bool,
    },
    /// Run the open turn of a game if it is due, or now.
    Turn {
        /// The game's name.
        game: String,
        /// Without waiting for the deadline.
        now: bool,
    },
    /// Have the machine write orders for seats of a game.
    Autoplay {
        /// The game's name.
        game: String,
        #[serde(flatten)]
        seats: SeatWish,
        /// Show the letters, and file none.
        show: bool,
    },
    /// Open a game from the [`Papers`](crate::opening::Papers) that follow, as JSON.
    NewGame {
        /// The game's name.
        name: String,
    },
    /// Hand out the whole record as JSON Lines.
    Export,
    /// Take no more letters for a game, since it is to be played from another post office (`fieldpost export --game`).
    HandOver {
        /// The game's name.
        game: String,
        /// The address to which its letters go from now on.
        to: String,
    },
    /// Carry out the commands that follow, as the host's own (`fieldpost ga`).
    Ga {
        /// The game's name.
        game: String,
    },
    /// The words of a game that a terminal can complete, as JSON.
    Words {
        /// The game's name.
        game: String,
    },
    /// The latest lines of the audit.
    Audit {
        /// Of which game; of all where none is named.
        game: Option<String>,
        /// How many.
        last: usize,
    },
    /// Run a game again from its first position and compare every turn's hash.
    Replay {
        /// The game's name.
        game: String,
    },
    /// Hand out a game's past as pages, in one ZIP (`fieldpost publish`).
    Publish {
        /// The game's name.
        game: String,
        whom: Whom,
        /// Without its maps.
        no_pictures: bool,
    },
    /// Give up reports that are printed anew when they are asked for (`fieldpost prune`).
    Prune {
        #[serde(flatten)]
        which: Which,
    },
    /// Say which of the latest letters bears this mark (`fieldpost doctor --round-trip`).
    Seen { mark: String },
    /// Finish what is in hand and end.
    Stop,
}

/// Which seats the machine is to play: all that are left to it, where neither is named.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatWish {
    /// Those of a nation, by its name or its two letters.
    pub side: Option<String>,
    /// This player's.
    pub player: Option<String>,
}

/// What comes back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum Reply {
    /// It was done; words for the terminal.
    Done { words: String },
    /// It was done but for what the words say.
    Partly { words: String },
    /// It was not, and why.
    Refused { why: String },
}

impl Reply {
    /// The words of what was done.
    ///
    /// # Errors
    /// If it was refused, with the reason; [`NotAllDone`], with the words, if something was.
    pub fn into_words(self) -> anyhow::Result<String> {
        match self {
            Reply::Done { words } => Ok(words),
            Reply::Partly { words } => Err(NotAllDone(words).into()),
            Reply::Refused { why } => bail!(why),
        }
    }
}

/// A line that comes back.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Answered {
    /// As many bytes follow, and then another line.
    Part { bytes: u64 },
    /// The last.
    Reply(Reply),
}

#[derive(Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    request: Request,
    bytes: u64,
}

/// Longest question line, and longest body behind it, in bytes.
const LONGEST_LINE: u64 = 64 * 1024;
const LONGEST_BODY: u64 = 64 * 1024 * 1024;

/// How long whoever asks waits for the answer: a game may have to be run again from its first turn.
const PATIENCE: Duration = Duration::from_secs(600);
/// How long who brings a letter waits: a mail server has other letters, keeps this one, and brings it again. Where it was taken in
/// meanwhile, the second is known as the same.
const PATIENCE_OF_MAIL: Duration = Duration::from_secs(60);

/// How long the daemon waits for an asker.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// Until some more of the question comes, or some more of the answer is taken.
    silence: Duration,
    /// Until the question is whole.
    whole: Duration,
}

const LIMITS: Limits = Limits { silence: Duration::from_secs(3), whole: Duration::from_secs(60) };

/// The socket's place in a store's folder.
pub fn path(store: &Path) -> PathBuf {
    store.join("control.sock")
}

/// Opens the socket; a stale one that a killed daemon left is replaced.
///
/// # Errors
/// If a daemon answers on it already, or it cannot be made.
pub fn listen(store: &Path) -> anyhow::Result<UnixListener> {
    let path = path(store);
    match UnixStream::connect(&path) {
        Ok(_) => bail!("another fieldpost daemon answers on {}", path.display()),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(_) => {
            fs::remove_file(&path).with_context(|| format!("cannot remove the stale {}", path.display()))?
        }
    }
    let listener = UnixListener::bind(&path).with_context(|| {
        format!("cannot open the control socket {} (its path may be at most 107 bytes long)", path.display())
    })?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}

/// Reads one question and what follows it.
///
/// # Errors
/// If the other end goes away, is silent too long, or does not speak the protocol.
pub fn read_request(stream: &UnixStream) -> anyhow::Result<(Request, Vec<u8>)> {
    read_within(stream, LIMITS)
}

fn read_within(stream: &UnixStream, limits: Limits) -> anyhow::Result<(Request, Vec<u8>)> {
    let until = Instant::now() + limits.whole;
    let mut reader = BufReader::new(Limited { stream, silence: limits.silence, until });
    let mut text = String::new();
    reader.by_ref().take(LONGEST_LINE).read_line(&mut text)?;
    let line: Line = serde_json::from_str(&text).context("not a question of the control socket")?;
    if line.bytes > LONGEST_BODY {
        bail!("{} bytes follow, and at most {LONGEST_BODY} are taken", line.bytes);
    }
    let mut body = Vec::new();
    reader.take(line.bytes).read_to_end(&mut body)?;
    Ok((line.request, body))
}

/// Reads what comes in time.
struct Limited<'a> {
    stream: &'a UnixStream,
    silence: Duration,
    until: Instant,
}

impl Read for Limited<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let left = self.until.saturating_duration_since(Instant::now()).min(self.silence);
        let too_slow = || std::io::Error::new(ErrorKind::TimedOut, "the question did not come in time");
        if left.is_zero() {
            return Err(too_slow());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(into).map_err(|error| match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => too_slow(),
            _ => error,
        })
    }
}

/// Sends an answer.
///
/// # Errors
/// If the other end went away, or takes nothing of it for some seconds.
pub fn send_reply(stream: &UnixStream, reply: &Reply) -> anyhow::Result<()> {
    stream.set_write_timeout(Some(LIMITS.silence))?;
    Ok(send_line(stream, reply)?)
}

fn send_line(mut stream: &UnixStream, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    stream.write_all(text.as_bytes())
}

/// The bytes that an answer brings: what is written to it goes to the asker, before the reply.
pub struct Parts<'a>(&'a UnixStream);

impl<'a> Parts<'a> {
    /// Of this talk. Writing fails when the other end has taken nothing for ten minutes.
    ///
    /// # Errors
    /// If the connection is of no use any more.
    pub fn to(stream: &'a UnixStream) -> io::Result<Self> {
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(Parts(stream))
    }
}

impl Write for Parts<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        send_line(self.0, &Answered::Part { bytes: bytes.len() as u64 })?;
        self.0.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Asks the daemon that holds a store, if one runs; `None` if none does.
///
/// # Errors
/// If it runs and the talk fails.
pub fn ask(store: &Path, request: &Request, body: &[u8]) -> anyhow::Result<Option<Reply>> {
    ask_for(store, request, body, &mut io::sink())
}

/// Asks as [`ask`] does; the bytes that the answer brings go to `out`.
///
/// # Errors
/// As [`ask`], or if `out` cannot be written.
pub fn ask_for(
    store: &Path,
    request: &Request,
    body: &[u8],
    out: &mut dyn Write,
) -> anyhow::Result<Option<Reply>> {
    let stream = match UnixStream::connect(path(store)) {
        Ok(stream) => stream,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::ConnectionRefused) => {
            return Ok(None);
        }
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            return Err(error)
                .context("only the post office's own user and root may ask its daemon (sudo fieldpost ...)");
        }
        Err(error) => return Err(error).context("the control socket cannot be reached"),
    };
    let patience = patience(request);
    stream.set_read_timeout(Some(patience))?;
    stream.set_write_timeout(Some(patience))?;
    let line = Line { request: request.clone(), bytes: body.len() as u64 };
    let mut text = serde_json::to_string(&line)?;
    text.push('\n');
    talk(&stream, [text.as_bytes(), body], out).map(Some).map_err(|error| in_words(error, patience))
}

fn patience(request: &Request) -> Duration {
    if matches!(request, Request::Deliver { .. }) { PATIENCE_OF_MAIL } else { PATIENCE }
}

fn talk(mut stream: &UnixStream, question: [&[u8]; 2], out: &mut dyn Write) -> anyhow::Result<Reply> {
    question.into_iter().try_for_each(|part| stream.write_all(part))?;
    hear(&mut BufReader::new(stream), out)
}

const GONE: &str = "the daemon went away without an answer";

/// A daemon that stands still is called that, and so is one that ended before it took the question: nothing was done then, which a pipe
/// that nobody reads any more would not say.
fn in_words(error: anyhow::Error, patience: Duration) -> anyhow::Error {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    if matches!(kind, Some(ErrorKind::BrokenPipe | ErrorKind::ConnectionReset)) {
        return anyhow!(GONE);
    }
    if !matches!(kind, Some(ErrorKind::WouldBlock | ErrorKind::TimedOut)) {
        return error;
    }
    anyhow!(
        "the daemon has not answered for {}: it stands still, or has much to do",
        counted(patience.as_secs(), "second")
    )
}

/// Reads an answer to its end.
fn hear(from: &mut impl BufRead, out: &mut dyn Write) -> anyhow::Result<Reply> {
    loop {
        let mut line = String::new();
        from.read_line(&mut line)?;
        let bytes = match serde_json::from_str(&line).context(GONE)? {
            Answered::Reply(reply) => return Ok(reply),
            Answered::Part { bytes } => bytes,
        };
        if io::copy(&mut from.by_ref().take(bytes), out)? < bytes {
            bail!(GONE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn a_letter_goes_through_byte_for_byte_and_the_answer_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let listener = listen(folder.path()).unwrap();
        let letter = (0..=255u8).cycle().take(100_000).collect::<Vec<_>>();
        let expected = letter.clone();
        let server = thread::spawn(move || {
            let (stream, _) = listener.accept().unwrap();
            let asked = read_request(&stream).unwrap();
            send_reply(&stream, &Reply::Done { words: "obeyed".into() }).unwrap();
            asked
        });
        let reply = ask(folder.path(), &Request::Deliver { size: None }, &letter).unwrap();
        assert_eq!(reply, Some(Reply::Done { words: "obeyed".into() }));
        assert_eq!(server.join().unwrap(), (Request::Deliver { size: None }, expected));
    }

    #[test]
    fn what_an_answer_brings_comes_whole_before_its_words_or_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let listener = listen(folder.path()).unwrap();
        let record = (0..=255u8).cycle().take(1_000_000).collect::<Vec<_>>();
        let expected = record.clone();
        let server = thread::spawn(move || {
            let (stream, _) = listener.accept().unwrap();
            read_request(&stream).unwrap();
            io::copy(&mut &record[..], &mut Parts::to(&stream).unwrap()).unwrap();
            send_reply(&stream, &Reply::Done { words: "all of it".into() }).unwrap();
            // The second asker is left in the middle of a part.
            let (mut stream, _) = listener.accept().unwrap();
            read_request(&stream).unwrap();
            stream.write_all(b"{\"bytes\":10}\nhalf").unwrap();
        });
        let mut came = Vec::new();
        let reply = ask_for(folder.path(), &Request::Export, b"", &mut came).unwrap();
        assert_eq!(reply, Some(Reply::Done { words: "all of it".into() }));
        assert!(came == expected, "{} bytes came", came.len());
        let error = ask_for(folder.path(), &Request::Export, b"", &mut came).unwrap_err();
        assert!(error.to_string().contains("went away"), "{error}");
        server.join().unwrap();
    }

    #[test]
    fn without_a_daemon_there_is_no_answer_and_a_stale_socket_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(ask(folder.path(), &Request::Status { json: false }, b"").unwrap(), None);
        drop(listen(folder.path()).unwrap());
        assert_eq!(ask(folder.path(), &Request::Status { json: false }, b"").unwrap(), None);
        let held = listen(folder.path()).unwrap();
        assert!(listen(folder.path()).is_err());
        let mode = fs::metadata(path(folder.path())).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        drop(held);
    }

    #[test]
    fn who_is_silent_or_drips_is_given_up() {
        let limits = Limits { silence: Duration::from_millis(60), whole: Duration::from_millis(200) };
        let (asker, daemon) = UnixStream::pair().unwrap();
        let begun = Instant::now();
        assert!(read_within(&daemon, limits).is_err());
        assert!(begun.elapsed() < Duration::from_secs(2), "silent: {:?}", begun.elapsed());
        let dripper = thread::spawn(move || {
            let mut asker = asker;
            while asker.write_all(b"x").is_ok() {
                thread::sleep(Duration::from_millis(20));
            }
        });
        let begun = Instant::now();
        assert!(read_within(&daemon, limits).is_err());
        assert!(begun.elapsed() < Duration::from_secs(2), "dripping: {:?}", begun.elapsed());
        drop(daemon);
        dripper.join().unwrap();
    }

    #[test]
    fn a_daemon_that_stands_still_is_told_in_words_and_a_letter_waits_a_minute_for_it() {
        assert_eq!(patience(&Request::Deliver { size: None }), Duration::from_secs(60));
        let (asker, _daemon) = UnixStream::pair().unwrap();
        let patience = Duration::from_millis(100);
        asker.set_read_timeout(Some(patience)).unwrap();
        asker.set_write_timeout(Some(patience)).unwrap();
        // One that takes the question, and one that does not even take that.
        for body in [&b"x"[..], &[b'x'; 4 << 20]] {
            let error = talk(&asker, [b"{}\n", body], &mut io::sink()).unwrap_err();
            let words = in_words(error, Duration::from_secs(60)).to_string();
            assert!(words.contains("has not answered for 60 seconds: it stands still"), "{words}");
        }
        assert_eq!(in_words(anyhow!("other words"), patience).to_string(), "other words");
    }

    /// The program takes a broken pipe for a reader of its own words who has seen enough, and ends well.
    #[test]
    fn a_daemon_that_ended_before_it_took_the_question_is_an_error_in_words() {
        let (asker, daemon) = UnixStream::pair().unwrap();
        drop(daemon);
        let error = talk(&asker, [b"{}\n", &[b'x'; 4 << 20]], &mut io::sink()).unwrap_err();
        let error = in_words(error, Duration::from_secs(1));
        assert_eq!(error.to_string(), GONE);
        assert!(error.downcast_ref::<io::Error>().is_none(), "{error:?}");
    }

    #[test]
    fn an_answer_that_nobody_takes_is_given_up() {
        let (_asker, daemon) = UnixStream::pair().unwrap();
        let begun = Instant::now();
        assert!(send_reply(&daemon, &Reply::Done { words: "x".repeat(8 << 20) }).is_err());
        assert!(begun.elapsed() < LIMITS.silence * 3, "{:?}", begun.elapsed());
    }

    #[test]
    fn what_is_no_question_is_an_error_not_a_hang() {
        let folder = tempfile::tempdir().unwrap();
        let listener = listen(folder.path()).unwrap();
        let mut client = UnixStream::connect(path(folder.path())).unwrap();
        client.write_all(b"GET / HTTP/1.1\r\n").unwrap();
        let (stream, _) = listener.accept().unwrap();
        assert!(read_request(&stream).is_err());
    }
}

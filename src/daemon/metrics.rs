//! `/metrics` in the text form of Prometheus, on loopback only, for hosts who watch their machines that way.
//!
//! One thread answers, one asker after the other, each within a few seconds; it reads the record and a copy of the loop's
//! [`Figures`], so that nobody who asks keeps the loop waiting. The head of a request is read by `httparse`.

use std::fmt::Write as _;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::clock::{Clock, Millis};
use crate::disk::Gauge;
use crate::figures::{Counts, Figures};
use crate::office::Office;
use fieldpost_store::{MailId, MailState, Store};

/// The whole time that one asker has, to ask and to be answered.
const PATIENCE: Duration = Duration::from_secs(3);

/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 8 * 1024;

/// How many rows of the outbox are read at a time.
const AT_A_TIME: usize = 500;

/// The media type of the text form.
const TEXT_FORM: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What the figures are printed from.
#[derive(Clone)]
pub struct Meter {
    figures: Arc<Figures>,
    store: Arc<dyn Store>,
    clock: Clock,
    disk: Gauge,
    started_ms: Millis,
}

/// Opens the port.
///
/// # Errors
/// If the address is taken, or none of this machine.
pub fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).with_context(|| format!("metrics.listen: {address} cannot be listened on"))
}

impl Meter {
    pub fn of(office: &Office) -> Self {
        Meter {
            figures: Arc::clone(&office.figures),
            store: Arc::clone(&office.store),
            clock: office.clock.clone(),
            disk: office.disk.clone(),
            started_ms: office.watch.started_ms,
        }
    }

    /// Answers whoever asks, for as long as the process lives.
    pub fn serve(&self, listener: &TcpListener) {
        for stream in listener.incoming() {
            match stream {
                Ok(stream) => {
                    // Who went away or is too slow has no answer, and nobody is the worse for it.
                    let _ = self.answer(stream);
                }
                Err(_) => std::thread::sleep(Duration::from_millis(100)),
            }
        }
    }

    fn answer(&self, mut stream: TcpStream) -> std::io::Result<()> {
        let until = Instant::now() + PATIENCE;
        let (status, kind, body) = match read_head(&mut stream, until)? {
            Asked::Metrics => match self.text() {
                Ok(text) => ("200 OK", TEXT_FORM, text),
                Err(error) => ("500 Internal Server Error", "text/plain", format!("{error:#}\n")),
            },
            Asked::Elsewhere => ("404 Not Found", "text/plain", "only /metrics is here\n".to_owned()),
            Asked::Otherwise => ("405 Method Not Allowed", "text/plain", "only GET is answered\n".to_owned()),
            Asked::Nonsense => ("400 Bad Request", "text/plain", "this is no request of HTTP\n".to_owned()),
        };
        stream.set_write_timeout(Some(PATIENCE))?;
        let length = body.len();
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(body.as_bytes())
    }

    /// All figures in the text form.
    ///
    /// # Errors
    /// If the record cannot be read.
    pub fn text(&self) -> anyhow::Result<String> {
        let now = self.clock.now();
        let mut page = Page::default();
        page.family("build_info", "gauge", "The version of fieldpost that runs; always 1.");
        page.sample("build_info", &[("version", env!("CARGO_PKG_VERSION"))], 1.0);
        page.family("start_time_seconds", "gauge", "When the daemon was started, in seconds since 1970.");
        page.sample("start_time_seconds", &[], seconds(self.started_ms));
        let counts = self.figures.now();
        letters(&mut page, &counts);
        polls(&mut page, &counts);
        owed(&mut page, &counts);
        turns(&mut page, &counts);
        games(&mut page, &counts, now);
        self.outbox(&mut page, now)?;
        page.family("outbox_held", "gauge", "1 while the server takes no mail from us, whatever mail it is.");
        page.sample("outbox_held", &[], f64::from(u8::from(counts.outbox_held)));
        page.family("troubles", "gauge", "Troubles that the GA was told of and that are not over.");
        page.sample("troubles", &[], self.store.troubles()?.len() as f64);
        self.cluster(&mut page, now)?;
        if let Some(free) = self.disk.free() {
            page.family("disk_free_bytes", "gauge", "Room left on the store's disk.");
            page.sample("disk_free_bytes", &[], free as f64);
        }
        if let Some(index) = self.disk.index() {
            page.family("index_bytes", "gauge", "What the database over the record weighs (db/).");
            page.sample("index_bytes", &[], index as f64);
        }
        Ok(page.text)
    }

    /// The daemons that share the record, where several can, what they hold, and how far mailboxes are behind.
    fn cluster(&self, page: &mut Page, now: Millis) -> anyhow::Result<()> {
        let daemons = self.store.daemons()?;
        if daemons.is_empty() {
            return Ok(());
        }
        page.family("daemon_silent_seconds", "gauge", "For how long nothing was heard of a daemon.");
        for daemon in &daemons {
            page.sample("daemon_silent_seconds", &[("daemon", &daemon.name)], seconds(daemon.silent_ms));
        }
        page.family(
            "daemon_clock_ahead_seconds",
            "gauge",
            "By how much a machine's clock is ahead of the database's.",
        );
        for daemon in &daemons {
            page.sample("daemon_clock_ahead_seconds", &[("daemon", &daemon.name)], seconds(daemon.ahead_ms));
        }
        page.family(
            "daemon_claims",
            "gauge",
            "Mailboxes, games and other work that a daemon alone does now.",
        );
        for daemon in &daemons {
            page.sample("daemon_claims", &[("daemon", &daemon.name)], daemon.holds.len() as f64);
        }
        page.family(
            "source_behind_seconds",
            "gauge",
            "How long ago the last look began that saw all of a mailbox, whoever looked.",
        );
        for poll in self.store.polls()? {
            let behind = poll.polled_ms.map_or(f64::INFINITY, |at_ms| seconds((now - at_ms).max(0)));
            page.sample(
                "source_behind_seconds",
                &[("source", &poll.account), ("folder", &poll.folder)],
                behind,
            );
        }
        if let Some(standbys) = self.store.standbys()? {
            page.family(
                "standbys_in_step",
                "gauge",
                "Database servers that have all that was acknowledged, the primary apart.",
            );
            page.sample("standbys_in_step", &[], f64::from(standbys));
        }
        Ok(())
    }

    /// The outbox by state, and how long its oldest mails have waited.
    fn outbox(&self, page: &mut Page, now: Millis) -> anyhow::Result<()> {
        const STATES: [&str; 6] = ["queued", "sending", "sent", "failed", "kept", "superseded"];
        let mut counts = [0u64; STATES.len()];
        let mut oldest = [None::<Millis>; 2];
        let mut first = 0;
        loop {
            let rows = self.store.mails(MailId(first), AT_A_TIME)?;
            let Some(last) = rows.last() else { break };
            first = last.id.0 + 1;
            for row in &rows {
                let place = place_of(&row.state);
                counts[place] += 1;
                if let Some(oldest) = oldest.get_mut(place) {
                    *oldest = Some(oldest.map_or(row.created_ms, |at_ms| at_ms.min(row.created_ms)));
                }
            }
        }
        page.family("outbox_mails", "gauge", "Mails in the outbox, by state.");
        for (state, count) in STATES.iter().zip(counts) {
            page.sample("outbox_mails", &[("state", state)], count as f64);
        }
        page.family(
            "outbox_oldest_seconds",
            "gauge",
            "How long the oldest mail that waits has waited; 0 without one.",
        );
        for (state, at_ms) in STATES.iter().zip(oldest) {
            let age = at_ms.map_or(0.0, |at_ms| seconds((now - at_ms).max(0)));
            page.sample("outbox_oldest_seconds", &[("state", state)], age);
        }
        Ok(())
    }
}

/// The place of a state in the list of states: those that wait come first.
fn place_of(state: &MailState) -> usize {
    match state {
        MailState::Queued => 0,
        MailState::Sending => 1,
        MailState::Sent { .. } => 2,
        MailState::Failed { .. } => 3,
        MailState::Kept => 4,
        MailState::Superseded { .. } => 5,
    }
}

fn letters(page: &mut Page, counts: &Counts) {
    page.family("letters_total", "counter", "Letters filed since the start, by verdict.");
    for (verdict, count) in &counts.letters {
        page.sample("letters_total", &[("verdict", verdict)], *count as f64);
    }
}

fn polls(page: &mut Page, counts: &Counts) {
    page.family("polls_total", "counter", "Looks at a source since the start that saw everything.");
    for (source, polls) in &counts.polls {
        page.sample("polls_total", &[("source", source)], polls.whole as f64);
    }
    page.family("poll_errors_total", "counter", "Looks at a source since the start that failed.");
    for (source, polls) in &counts.polls {
        page.sample("poll_errors_total", &[("source", source)], polls.failed as f64);
    }
    page.family("last_poll_timestamp_seconds", "gauge", "When the last look that saw everything began.");
    for (source, polls) in &counts.polls {
        if let Some(last_ms) = polls.last_ms {
            page.sample("last_poll_timestamp_seconds", &[("source", source)], seconds(last_ms));
        }
    }
}

fn owed(page: &mut Page, counts: &Counts) {
    page.family("letters_owed", "gauge", "Letters that a source names and has not handed out.");
    for (source, polls) in &counts.polls {
        page.sample("letters_owed", &[("source", source)], polls.owed as f64);
    }
}

fn turns(page: &mut Page, counts: &Counts) {
    page.family("turn_duration_seconds", "summary", "How long running a turn took, since the start.");
    for (game, turns) in &counts.turns {
        page.sample("turn_duration_seconds_sum", &[("game", game)], turns.sum.as_secs_f64());
        page.sample("turn_duration_seconds_count", &[("game", game)], turns.count as f64);
    }
    page.family("last_turn_duration_seconds", "gauge", "How long running the last turn took.");
    for (game, turns) in &counts.turns {
        page.sample("last_turn_duration_seconds", &[("game", game)], turns.last.as_secs_f64());
    }
}

fn games(page: &mut Page, counts: &Counts, now: Millis) {
    page.family("turn", "gauge", "The open turn of a game.");
    for one in &counts.games {
        page.sample("turn", &[("game", &one.game)], f64::from(one.turn));
    }
    page.family(
        "time_to_deadline_seconds",
        "gauge",
        "Until the open turn's deadline; below 0 it has passed.",
    );
    for one in &counts.games {
        page.sample("time_to_deadline_seconds", &[("game", &one.game)], seconds(one.deadline_ms - now));
    }
    page.family("turn_held", "gauge", "1 where the open turn is held.");
    for one in &counts.games {
        page.sample("turn_held", &[("game", &one.game)], f64::from(u8::from(one.held)));
    }
}

/// Milliseconds as seconds.
fn seconds(ms: Millis) -> f64 {
    ms as f64 / 1_000.0
}

/// A page of figures in the text form: of each family its help, its type, its samples.
#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.text, "# HELP fieldpost_{name} {help}\n# TYPE fieldpost_{name} {kind}");
    }

    fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: f64) {
        let labels = labels.iter().map(|(label, value)| format!("{label}=\"{}\"", escaped(value)));
        let labels = labels.collect::<Vec<_>>().join(",");
        let labels = if labels.is_empty() { labels } else { format!("{{{labels}}}") };
        let _ = writeln!(self.text, "fieldpost_{name}{labels} {value}");
    }
}

/// A label's value as the text form writes it.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

/// What a request asks for.
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    Metrics,
    Elsewhere,
    Otherwise,
    Nonsense,
}

/// Reads the head of a request; what follows it is not read.
fn read_head(stream: &mut TcpStream, until: Instant) -> std::io::Result<Asked> {
    let mut head = Vec::new();
    let mut piece = [0; 1024];
    loop {
        if let Some(asked) = asked(&head) {
            return Ok(asked);
        }
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut piece)? {
            0 => return Err(ErrorKind::UnexpectedEof.into()),
            count => head.extend_from_slice(&piece[..count]),
        }
    }
}

/// What a head asks for; `None` if it is not whole yet.
fn asked(head: &[u8]) -> Option<Asked> {
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(head) {
        Ok(httparse::Status::Partial) if head.len() <= LONGEST_HEAD => None,
        Ok(httparse::Status::Complete(_)) => {
            let path = request.path.unwrap_or_default();
            let path = path.split_once('?').map_or(path, |(path, _)| path);
            Some(match (request.method, path) {
                (Some("GET"), "/metrics") => Asked::Metrics,
                (Some("GET"), _) => Asked::Elsewhere,
                _ => Asked::Otherwise,
            })
        }
        _ => Some(Asked::Nonsense),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_as_http_has_it() {
        assert_eq!(asked(b"GET /met"), None);
        assert_eq!(asked(b"GET /metrics HTTP/1.1\r\nHost: x\r\n"), None);
        assert_eq!(asked(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"), Some(Asked::Metrics));
        assert_eq!(asked(b"GET /metrics?x=1 HTTP/1.0\r\n\r\n"), Some(Asked::Metrics));
        assert_eq!(asked(b"GET / HTTP/1.1\r\n\r\n"), Some(Asked::Elsewhere));
        assert_eq!(asked(b"POST /metrics HTTP/1.1\r\n\r\n"), Some(Asked::Otherwise));
        assert_eq!(asked(b"\x16\x03\x01\x02\x00"), Some(Asked::Nonsense));
        let endless = [b"GET /metrics HTTP/1.1\r\nX: ".as_slice(), &[b'x'; LONGEST_HEAD]].concat();
        assert_eq!(asked(&endless), Some(Asked::Nonsense));
    }

    #[test]
    fn a_label_cannot_break_its_line() {
        let mut page = Page::default();
        page.sample("x", &[("game", "a\"b\\c\nd")], 0.5);
        assert_eq!(page.text, "fieldpost_x{game=\"a\\\"b\\\\c\\nd\"} 0.5\n");
    }
}

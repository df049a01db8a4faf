//! `fieldpost doctor --round-trip`: a mail to the office's own address, by the way that all mails go, and a look whether it
//! arrives where letters come in.
//!
//! It comes from the office's own address, so that a daemon files it as its own mail come back, and answers nothing. While a
//! daemon runs it is the daemon that reads the mailbox, and it is asked what it filed.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::clocks::{Ahead, clocks_apart};
use super::source_of;
use crate::cli::doctor::finding::{Finding, wrong};
use fieldpost_daemon::clock::Clock;
use fieldpost_daemon::config::Config;
use fieldpost_daemon::identity::{Identity, random_bytes};
use fieldpost_daemon::socket::{self, Reply, Request};
use fieldpost_daemon::wiring;
use fieldpost_desk::remind::span_words;
use fieldpost_engine::words::counted;
use fieldpost_mail::post::{Envelope, Sending};
use fieldpost_mail::postmark::{Kind, Postmark};
use fieldpost_mail::source::{Cursor, Mailbox, Shelf};
use fieldpost_mail::write::{Occasion, Outgoing};

/// How long between two looks.
const PAUSE: Duration = Duration::from_millis(500);

/// Sends a mail round, and waits so long for it.
pub fn finding(config: &Config, patience: Duration) -> Finding {
    match go_round(config, patience) {
        Ok(Some(Arrived { apart: Some(apart), .. })) => Err(apart),
        Ok(Some(arrived)) => Ok(arrived.words),
        Ok(None) => wrong(
            format!("the mail was sent and did not arrive within {}", counted(patience.as_secs(), "second")),
            "look for it by its Subject in the mailbox, its spam folder and the server's log: is office.address the address of \
             this mailbox?",
        ),
        Err(error) => wrong(format!("{error:#}"), "mend what is named above first"),
    }
}

/// A mail that came back.
struct Arrived {
    words: String,
    /// The server's clock and ours differ, where we could see its stamp.
    apart: Option<(String, String)>,
}

fn go_round(config: &Config, patience: Duration) -> anyhow::Result<Option<Arrived>> {
    let begun = Instant::now();
    let mut ways = Ways::open(config)?;
    let mark = format!("{:016x}", u64::from_le_bytes(random_bytes()));
    send(config, &mark)?;
    while begun.elapsed() < patience {
        if let Some((place, stamp_ms)) = ways.look(&mark)? {
            let took = begun.elapsed();
            let seconds = format!("{}.{} seconds", took.as_secs(), took.subsec_millis() / 100);
            let took =
                if took.as_secs() < 60 { seconds } else { span_words(i64::try_from(took.as_millis())?) };
            let words = format!("a mail to {} came back after {took}: {place}", config.office.address);
            let apart = stamp_ms.and_then(|stamp| clocks_apart(stamp, Clock::System.now(), Ahead::Either));
            return Ok(Some(Arrived { words, apart }));
        }
        std::thread::sleep(PAUSE);
    }
    Ok(None)
}

/// Sends the mail once.
fn send(config: &Config, mark: &str) -> anyhow::Result<()> {
    let identity = Identity::load(&config.office.store)?;
    let address = &config.office.address;
    let postmark = Postmark::new(address, identity.key())
        .with_context(|| format!("office.address {address:?} is not a mail address"))?;
    let number = postmark.number_of(&format!("round-trip/{mark}"));
    let mail = Outgoing {
        language: "en",
        from_name: config.office.name.clone(),
        from: postmark.address(),
        to: postmark.address(),
        reply_to: None,
        subject: format!("Round trip {mark}"),
        message_id: postmark.message_id(Kind::Notice, number),
        in_reply_to: None,
        references: Vec::new(),
        date_ms: Clock::System.now(),
        occasion: Occasion::Due,
        list: None,
        text: "fieldpost doctor sent this mail to see it arrive. It may be deleted.\n".into(),
        html: None,
        pictures: Vec::new(),
        attachments: Vec::new(),
    };
    let envelope = Envelope { from: Some(postmark.address()), to: postmark.address() };
    match wiring::post(config)?.send(&envelope, &mail.to_bytes()?) {
        Sending::Sent => Ok(()),
        outcome => bail!("the mail could not be sent: {outcome}"),
    }
}

/// Where the mail may be seen.
enum Ways<'a> {
    /// A daemon reads the mailboxes: it is asked.
    Daemon(&'a Config),
    /// Nobody does: we look ourselves.
    Mailboxes(Vec<Look>),
}

/// A source that we look into, and what lay there before.
struct Look {
    mailbox: Box<dyn Mailbox>,
    known: BTreeSet<String>,
    cursor: Cursor,
}

impl<'a> Ways<'a> {
    fn open(config: &'a Config) -> anyhow::Result<Self> {
        if seen_by_daemon(config, "")?.is_some() {
            return Ok(Ways::Daemon(config));
        }
        let mut looks = Vec::new();
        for source in &config.sources {
            let mut mailbox = source_of(config, source).map_err(|(words, _)| anyhow::anyhow!(words))?;
            let listing = mailbox.list(Cursor::default())?;
            let uid = listing.arrivals.iter().map(|arrival| arrival.uid).max().unwrap_or_default();
            let known = listing.arrivals.into_iter().map(|arrival| arrival.key).collect();
            looks.push(Look { mailbox, known, cursor: Cursor { uid_validity: listing.uid_validity, uid } });
        }
        Ok(Ways::Mailboxes(looks))
    }

    /// Where the mail is, if it has come, and when by the server's stamp, where we see that.
    fn look(&mut self, mark: &str) -> anyhow::Result<Option<(String, Option<i64>)>> {
        match self {
            Ways::Daemon(config) => {
                let words = seen_by_daemon(config, mark)?.context("the daemon ended meanwhile: try again")?;
                Ok((!words.is_empty()).then(|| (format!("the running daemon filed it as {words}"), None)))
            }
            Ways::Mailboxes(looks) => {
                for look in looks {
                    if let Some(stamp_ms) = look.find(mark)? {
                        let words = format!("it lay in {}, and is put away", look.mailbox.name());
                        return Ok(Some((words, Some(stamp_ms))));
                    }
                }
                Ok(None)
            }
        }
    }
}

impl Look {
    /// When the mail has come, by the server's stamp; then it is put where ignored letters go.
    fn find(&mut self, mark: &str) -> anyhow::Result<Option<i64>> {
        let arrivals = self.mailbox.list(self.cursor)?.arrivals;
        let fresh = arrivals.into_iter().filter(|arrival| !self.known.contains(&arrival.key));
        let fresh = fresh.collect::<Vec<_>>();
        self.known.extend(fresh.iter().map(|arrival| arrival.key.clone()));
        for letter in self.mailbox.fetch(&fresh)? {
            if holds(&letter.bytes, mark) {
                self.mailbox.file(std::slice::from_ref(&letter.arrival), Shelf::Ignored)?;
                return Ok(Some(letter.arrival.received_ms));
            }
        }
        Ok(None)
    }
}

/// Whether bytes hold a word.
fn holds(bytes: &[u8], word: &str) -> bool {
    bytes.windows(word.len().max(1)).any(|window| window == word.as_bytes())
}

/// What a running daemon says of a letter with this mark, nothing if it has filed none; `None` if no daemon runs.
fn seen_by_daemon(config: &Config, mark: &str) -> anyhow::Result<Option<String>> {
    match socket::ask(&config.office.store, &Request::Seen { mark: mark.to_owned() }, b"")? {
        None => Ok(None),
        Some(Reply::Done { words } | Reply::Partly { words }) => Ok(Some(words)),
        Some(Reply::Refused { why }) => bail!("the daemon says: {why}"),
    }
}

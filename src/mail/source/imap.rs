//! IMAP: one folder of one account, over one connection that is made when it is needed.
//!
//! The client crate can panic on odd servers (an IDLE that is answered without `+`)
//! and can lose its place after a timeout. So each conversation runs under `catch_unwind`, and any error or
//! panic drops the connection: the next call makes a new one.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use imap::extensions::idle::WaitOutcome;
use imap::types::UnsolicitedResponse;
use imap::{Client, Session};

use super::super::endpoint::{Credential, Endpoint, Login};
use super::stream::Line;
use super::{Arrival, Cursor, Fetched, Filing, Listing, Mailbox, Shelf, SourceError, Wake};

/// How many letters are asked for in one command.
const AT_ONCE: usize = 500;
/// How much of a too large letter's header is fetched, in bytes (row 18).
const HEADER_MAX: usize = 64 << 10;

/// Where and how to read a folder by IMAP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImapSettings {
    /// The source's name in the configuration.
    pub name: String,
    /// The server.
    pub endpoint: Endpoint,
    /// The account.
    pub login: Login,
    /// The folder, such as `INBOX`.
    pub folder: String,
    /// What becomes of a letter that is done.
    pub filing: Filing,
    /// Whether to wait with IDLE where the server has it.
    pub idle: bool,
    /// Letters larger than this, in bytes, are fetched by their header alone.
    pub letter_max: u64,
    /// How long one answer of the server may take.
    pub timeout: Duration,
}

/// A folder read by IMAP.
pub struct Imap {
    settings: ImapSettings,
    place: String,
    session: Option<Open>,
}

/// A connection that is logged in and has the folder open.
struct Open {
    session: Session<Line>,
    uid_validity: u64,
    can: Can,
}

/// What the server can do.
#[derive(Clone, Copy, Debug, Default)]
struct Can {
    idle: bool,
    move_: bool,
    uid_plus: bool,
}

impl Imap {
    /// A folder; nothing is connected yet.
    pub fn new(settings: ImapSettings) -> Self {
        let place = format!("{} ({})", settings.endpoint, settings.folder);
        Imap { settings, place, session: None }
    }

    /// Holds one conversation, on a new connection if there is none. Whatever goes wrong drops it.
    fn talk<T>(&mut self, say: impl FnOnce(&mut Open) -> imap::Result<T>) -> Result<T, SourceError> {
        let open = self.session.take();
        let place = self.place.clone();
        let settings = &self.settings;
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let mut open = match open {
                Some(open) => open,
                None => connect(settings, &place)?,
            };
            let said = say(&mut open).map_err(|error| failure(&place, error))?;
            Ok((open, said))
        }));
        match outcome {
            Ok(Ok((open, said))) => {
                self.session = Some(open);
                Ok(said)
            }
            Ok(Err(error)) => Err(error),
            Err(_) => Err(SourceError::Answer {
                place,
                why: "something that the IMAP client could not follow; the connection was given up"
                    .to_string(),
            }),
        }
    }

    fn fetch_items(&mut self, arrivals: &[&Arrival], items: String) -> Result<Vec<Fetched>, SourceError> {
        let limit = usize::try_from(self.settings.letter_max).unwrap_or(usize::MAX);
        let mut fetched = Vec::new();
        for group in arrivals.chunks(AT_ONCE) {
            let set = uid_set(group.iter().map(|arrival| arrival.uid));
            let expected = validity_of(group);
            let bytes: BTreeMap<u64, Vec<u8>> = self.talk(|open| {
                if expected != Some(open.uid_validity) {
                    return Ok(BTreeMap::new());
                }
                let answer = open.session.uid_fetch(&set, &items)?;
                let bodies = answer.iter().filter_map(|fetch| {
                    let body = fetch.body().or_else(|| fetch.header())?;
                    Some((u64::from(fetch.uid?), body.to_vec()))
                });
                Ok(bodies.collect())
            })?;
            for arrival in group {
                let Some(bytes) = bytes.get(&arrival.uid) else { continue };
                let whole = arrival.size <= self.settings.letter_max && bytes.len() <= limit;
                fetched.push(Fetched { arrival: (*arrival).clone(), bytes: bytes.clone(), whole });
            }
        }
        Ok(fetched)
    }
}

impl Mailbox for Imap {
    fn name(&self) -> &str {
        &self.settings.name
    }

    fn list(&mut self, since: Cursor) -> Result<Listing, SourceError> {
        let folder = self.settings.folder.clone();
        let (uid_validity, mut uids) = self.talk(|open| {
            // Anew each time: only then does a server tell a new UIDVALIDITY.
            open.uid_validity = select(&mut open.session, &folder)?;
            let above = if open.uid_validity == since.uid_validity { since.uid } else { 0 };
            // `n:*` names the last letter even if none is above n, so those are taken out (row 3).
            let found = open.session.uid_search(format!("UID {}:*", above.saturating_add(1)))?;
            let _ = open.session.take_all_unsolicited().count();
            let uids: Vec<u64> = found.into_iter().map(u64::from).filter(|uid| *uid > above).collect();
            Ok((open.uid_validity, uids))
        })?;
        uids.sort_unstable();
        let mut arrivals = Vec::with_capacity(uids.len());
        for group in uids.chunks(AT_ONCE) {
            let set = uid_set(group.iter().copied());
            arrivals.extend(self.talk(|open| {
                let answer = open.session.uid_fetch(&set, "(UID RFC822.SIZE INTERNALDATE)")?;
                let known = answer.iter().filter(|fetch| fetch.size.is_some());
                let found = known
                    .filter_map(|fetch| Some((u64::from(fetch.uid?), fetch.size?, fetch.internal_date())));
                Ok(found.filter(|(uid, ..)| group.contains(uid)).collect::<Vec<_>>())
            })?);
        }
        let arrivals: Result<Vec<Arrival>, SourceError> = arrivals
            .into_iter()
            .map(|(uid, size, received)| {
                // Never left out in silence: without a time of receipt no letter can be judged (row 37).
                let received = received.ok_or_else(|| SourceError::Answer {
                    place: self.place.clone(),
                    why: format!("no INTERNALDATE for UID {uid}"),
                })?;
                let key = format!("{uid_validity}.{uid}");
                Ok(Arrival { key, uid, size: u64::from(size), received_ms: received.timestamp_millis() })
            })
            .collect();
        let mut arrivals = arrivals?;
        arrivals.sort_by_key(|arrival| arrival.uid);
        arrivals.dedup_by_key(|arrival| arrival.uid);
        let renumbered = since.uid_validity != 0 && since.uid_validity != uid_validity;
        Ok(Listing { uid_validity, renumbered, arrivals })
    }

    fn fetch(&mut self, arrivals: &[Arrival]) -> Result<Vec<Fetched>, SourceError> {
        let limit = self.settings.letter_max;
        let (small, large): (Vec<&Arrival>, Vec<&Arrival>) = arrivals.iter().partition(|a| a.size <= limit);
        // A byte more than the limit: a server that told too small a size is found out, and sends no more.
        let mut fetched =
            self.fetch_items(&small, format!("(UID BODY.PEEK[]<0.{}>)", limit.saturating_add(1)))?;
        fetched.extend(self.fetch_items(&large, format!("(UID BODY.PEEK[HEADER]<0.{HEADER_MAX}>)"))?);
        fetched.sort_by_key(|letter| letter.arrival.uid);
        Ok(fetched)
    }

    fn file(&mut self, arrivals: &[Arrival], shelf: Shelf) -> Result<(), SourceError> {
        let filing = self.settings.filing.clone();
        let all: Vec<&Arrival> = arrivals.iter().collect();
        for group in all.chunks(AT_ONCE) {
            let set = uid_set(group.iter().map(|arrival| arrival.uid));
            let expected = validity_of(group);
            self.talk(|open| {
                // Other letters may bear these UIDs now (row 4); then nothing is touched.
                if expected != Some(open.uid_validity) {
                    return Ok(());
                }
                match (&filing, shelf) {
                    (Filing::Flag, _) => open.session.uid_store(&set, "+FLAGS.SILENT (\\Seen)").map(|_| ()),
                    (Filing::Move { processed, .. }, Shelf::Processed) => open.move_to(&set, processed),
                    (Filing::Move { ignored, .. }, Shelf::Ignored) => open.move_to(&set, ignored),
                }
            })?;
        }
        Ok(())
    }

    fn wait(&mut self, at_most: Duration) -> Result<Wake, SourceError> {
        let can_idle = self.settings.idle && self.talk(|open| Ok(open.can.idle))?;
        if !can_idle {
            std::thread::sleep(at_most);
            return Ok(Wake::Quiet);
        }
        self.talk(|open| {
            let told = open.session.take_all_unsolicited();
            if told.into_iter().any(|response| matches!(response, UnsolicitedResponse::Exists(_))) {
                return Ok(Wake::News);
            }
            let mut idle = open.session.idle();
            idle.timeout(at_most).keepalive(false);
            match idle.wait_while(|response| !matches!(response, UnsolicitedResponse::Exists(_)))? {
                WaitOutcome::MailboxChanged => Ok(Wake::News),
                WaitOutcome::TimedOut => Ok(Wake::Quiet),
            }
        })
    }
}

impl Open {
    fn move_to(&mut self, set: &str, folder: &str) -> imap::Result<()> {
        match self.try_move(set, folder) {
            // The folder may not be there yet: make it, and try once more.
            Err(imap::Error::No(_)) => {
                let _ = self.session.create(folder);
                self.try_move(set, folder)
            }
            other => other,
        }
    }

    fn try_move(&mut self, set: &str, folder: &str) -> imap::Result<()> {
        if self.can.move_ {
            return self.session.uid_mv(set, folder);
        }
        self.session.uid_copy(set, folder)?;
        self.session.uid_store(set, "+FLAGS.SILENT (\\Deleted)")?;
        // Without UIDPLUS an EXPUNGE would take away what others marked, too: then ours stay marked.
        if self.can.uid_plus {
            self.session.uid_expunge(set)?;
        }
        Ok(())
    }
}

fn connect(settings: &ImapSettings, place: &str) -> Result<Open, SourceError> {
    let unreachable = |why: String| SourceError::Unreachable { place: place.to_string(), why };
    let (line, greeted) = Line::connect(&settings.endpoint, settings.timeout)
        .map_err(|error| unreachable(error.to_string()))?;
    let mut client = Client::new(line);
    if !greeted {
        let greeting = client.read_greeting().map_err(|error| failure(place, error))?;
        if !greeting.starts_with(b"* OK") {
            return Err(unreachable(format!("greeted with {}", String::from_utf8_lossy(&greeting).trim())));
        }
    }
    let mut session = log_in(client, &settings.login, place)?;
    let said = (|| {
        let capabilities = session.capabilities()?;
        let can = Can {
            idle: capabilities.has_str("IDLE"),
            move_: capabilities.has_str("MOVE"),
            uid_plus: capabilities.has_str("UIDPLUS"),
        };
        let uid_validity = select(&mut session, &settings.folder)?;
        Ok((can, uid_validity))
    })();
    let (can, uid_validity) = said.map_err(|error| failure(place, error))?;
    Ok(Open { session, uid_validity, can })
}

/// Opens a folder and gives its UIDVALIDITY; 0 if the server tells none. The client's own SELECT panics on an
/// untagged NO, with which a server may warn of a full disk for weeks.
fn select(session: &mut Session<Line>, folder: &str) -> imap::Result<u64> {
    let quoted: String = folder.chars().filter(|c| !c.is_control()).collect();
    let quoted = quoted.replace('\\', "\\\\").replace('"', "\\\"");
    let answer = session.run_command_and_read_response(format!("SELECT \"{quoted}\""))?;
    let answer = String::from_utf8_lossy(&answer);
    let told = answer.split("[UIDVALIDITY ").nth(1).and_then(|rest| rest.split(']').next());
    Ok(told.and_then(|number| number.trim().parse().ok()).unwrap_or(0))
}

fn log_in(client: Client<Line>, login: &Login, place: &str) -> Result<Session<Line>, SourceError> {
    let refused = |why: String| SourceError::Login { place: place.to_string(), why };
    let answer = match &login.credential {
        Credential::Password(password) => client.login(&login.user, password),
        Credential::Token(command) => {
            let token = command.run().map_err(|error| refused(error.to_string()))?;
            client.authenticate("XOAUTH2", &XOAuth2::new(&login.user, &token))
        }
    };
    answer.map_err(|(error, _)| match error {
        imap::Error::No(no) if !no.information.to_lowercase().contains("unavailable") => {
            refused(no.to_string())
        }
        imap::Error::Bad(bad) => refused(bad.to_string()),
        other => failure(place, other),
    })
}

/// Google's and Microsoft's mechanism: the token at the first challenge; an empty word at the second, which
/// is how a server tells why it refuses.
struct XOAuth2 {
    word: String,
    told: AtomicBool,
}

impl XOAuth2 {
    fn new(user: &str, token: &str) -> Self {
        XOAuth2 { word: format!("user={user}\x01auth=Bearer {token}\x01\x01"), told: AtomicBool::new(false) }
    }
}

impl imap::Authenticator for XOAuth2 {
    type Response = String;

    fn process(&self, _challenge: &[u8]) -> String {
        if self.told.swap(true, Ordering::SeqCst) { String::new() } else { self.word.clone() }
    }
}

fn failure(place: &str, error: imap::Error) -> SourceError {
    let place = place.to_string();
    match error {
        imap::Error::No(no) => SourceError::Answer { place, why: format!("NO {no}") },
        imap::Error::Bad(bad) => SourceError::Answer { place, why: format!("BAD {bad}") },
        // Parse errors can carry the whole answer, a letter among it: only their kind is told.
        imap::Error::Parse(_) => SourceError::Answer { place, why: "something that is not IMAP".to_string() },
        imap::Error::Unexpected(_) => SourceError::Answer { place, why: "something unexpected".to_string() },
        other => SourceError::Unreachable { place, why: other.to_string() },
    }
}

/// The UIDVALIDITY that these letters were listed under; none if they differ in it.
fn validity_of(arrivals: &[&Arrival]) -> Option<u64> {
    let validity = |arrival: &Arrival| arrival.key.split_once('.')?.0.parse().ok();
    let first: Option<u64> = validity(arrivals.first()?);
    first.filter(|first| arrivals.iter().all(|arrival| validity(arrival) == Some(*first)))
}

/// UIDs as IMAP writes a set of them: `3:5,9`.
fn uid_set(uids: impl Iterator<Item = u64>) -> String {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for uid in uids {
        match ranges.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(uid) => *last = uid,
            _ => ranges.push((uid, uid)),
        }
    }
    let written = ranges.iter().map(|(a, b)| if a == b { a.to_string() } else { format!("{a}:{b}") });
    written.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_uids_are_short() {
        assert_eq!(uid_set([3, 4, 5, 9, 11, 12].into_iter()), "3:5,9,11:12");
        assert_eq!(uid_set([].into_iter()), "");
    }

    #[test]
    fn letters_of_two_numberings_are_not_mixed() {
        let arrival = |key: &str| Arrival { key: key.into(), uid: 1, size: 1, received_ms: 0 };
        let (a, b) = (arrival("7.1"), arrival("8.1"));
        assert_eq!(validity_of(&[&a, &a]), Some(7));
        assert_eq!(validity_of(&[&a, &b]), None);
    }
}

//! IMAP: one folder of one account, over one connection that is made when it is needed.
//!
//! The client crate can panic on odd servers
//! and can lose its place after a timeout. So each conversation runs under `catch_unwind`, and any error or
//! panic drops the connection: the next call makes a new one.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use imap::types::UnsolicitedResponse;
use imap::{Client, Session};

use super::super::endpoint::{Endpoint, Login};
use super::by_hand::{self, Told};
use super::idle;
use super::login::log_in;
use super::namespace::Namespace;
use super::stream::Line;
use super::{Arrival, Cursor, Fetched, Filing, Listing, Mailbox, Shelf, SourceError, Unread, Wake};

/// How many letters are asked for in one command.
const AT_ONCE: usize = 500;
/// How much of a too large letter's header is fetched, in bytes (row 18).
const HEADER_MAX: u64 = 64 << 10;

/// What is asked of a letter before its text.
const ABOUT: &str = "(UID RFC822.SIZE INTERNALDATE)";
/// The longest literal in an answer to that, in bytes.
const ABOUT_MAX: u64 = 4096;
/// How often a server may hang up over single letters before it is taken for a server that is going down.
const HANG_UPS: u32 = 3;

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
    /// The line below the session.
    line: Line,
    uid_validity: u64,
    can: Can,
    namespace: Namespace,
}

/// A folder as it was opened.
struct Opened {
    uid_validity: u64,
    /// How many letters it holds (EXISTS).
    letters: u64,
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

    /// The connection, a new one if there is none.
    fn take_open(&mut self) -> Result<Open, SourceError> {
        match self.session.take() {
            Some(open) => Ok(open),
            None => self.guarded(connect),
        }
    }

    /// Holds one conversation. Whatever goes wrong drops the connection.
    fn talk<T>(&mut self, say: impl FnOnce(&mut Open) -> imap::Result<T>) -> Result<T, SourceError> {
        let mut open = self.take_open()?;
        let (open, said) = self.guarded(|_, place| {
            let said = say(&mut open).map_err(|error| failure(place, error))?;
            Ok((open, said))
        })?;
        self.session = Some(open);
        Ok(said)
    }

    /// Does what the client crate may panic at.
    fn guarded<T>(
        &self,
        work: impl FnOnce(&ImapSettings, &str) -> Result<T, SourceError>,
    ) -> Result<T, SourceError> {
        let done = catch_unwind(AssertUnwindSafe(|| work(&self.settings, &self.place)));
        done.unwrap_or_else(|_| {
            Err(SourceError::Answer {
                place: self.place.clone(),
                why: "something that the IMAP client could not follow; the connection was given up"
                    .to_string(),
            })
        })
    }

    /// What the server tells of letters that were listed under a UIDVALIDITY; nothing where that is another by now. A letter
    /// whose answer the client crate cannot follow, or at which the server fails, does not hide the others.
    fn ask(&mut self, validity: u64, uids: &[u64], items: &str, most: u64) -> Result<Vec<Told>, SourceError> {
        // That no connection can be had is no letter's fault.
        self.session = Some(self.take_open()?);
        let told = self.talk(|open| {
            if open.uid_validity != validity {
                return Ok(Vec::new());
            }
            let answer = open.session.uid_fetch(uid_set(uids.iter().copied()), items)?;
            Ok(answer.iter().filter_map(told_by).collect())
        });
        told.or_else(|_| self.ask_by_hand(validity, uids, items, most))
    }

    /// The same by hand: together, and what that did not bring each alone.
    fn ask_by_hand(
        &mut self,
        validity: u64,
        uids: &[u64],
        items: &str,
        most: u64,
    ) -> Result<Vec<Told>, SourceError> {
        let mut told: Vec<Told> = Vec::new();
        let mut hung_up = 0;
        for group in std::iter::once(uids).chain(uids.chunks(1).filter(|_| uids.len() > 1)) {
            if group.iter().all(|uid| told.iter().any(|told| told.uid == *uid)) {
                continue;
            }
            match self.hear(validity, group, items, most) {
                Ok((heard, refusal)) => {
                    told.extend(heard);
                    if refusal.is_none() && group.len() == uids.len() {
                        break;
                    }
                }
                Err(error) => {
                    hung_up += 1;
                    if hung_up > HANG_UPS && told.is_empty() {
                        return Err(error);
                    }
                    if hung_up > HANG_UPS {
                        break;
                    }
                }
            }
        }
        // The client may hold the beginning of a line whose end was read here.
        self.session = None;
        Ok(told)
    }

    fn hear(
        &mut self,
        validity: u64,
        uids: &[u64],
        items: &str,
        most: u64,
    ) -> Result<(Vec<Told>, Option<String>), SourceError> {
        let mut open = self.take_open()?;
        if open.uid_validity != validity {
            return Ok((Vec::new(), None));
        }
        let set = uid_set(uids.iter().copied());
        let heard = by_hand::fetch(&mut open.line, &set, items, most).map_err(|error| {
            SourceError::Unreachable { place: self.place.clone(), why: error.to_string() }
        })?;
        self.session = Some(open);
        Ok(heard)
    }

    fn fetch_items(
        &mut self,
        arrivals: &[&Arrival],
        items: &str,
        most: u64,
    ) -> Result<Vec<Fetched>, SourceError> {
        let limit = usize::try_from(self.settings.letter_max).unwrap_or(usize::MAX);
        let mut fetched = Vec::new();
        for group in arrivals.chunks(AT_ONCE) {
            let uids = group.iter().map(|arrival| arrival.uid).collect::<Vec<_>>();
            let Some(validity) = validity_of(group) else { continue };
            let told = self.ask(validity, &uids, items, most)?;
            let mut bytes =
                told.into_iter().filter_map(|told| Some((told.uid, told.bytes?))).collect::<BTreeMap<_, _>>();
            for arrival in group {
                // An empty text of what has a size is no letter.
                let is_letter = |bytes: &Vec<u8>| !bytes.is_empty() || arrival.size == 0;
                let Some(bytes) = bytes.remove(&arrival.uid).filter(is_letter) else { continue };
                let whole = arrival.size <= self.settings.letter_max && bytes.len() <= limit;
                fetched.push(Fetched { arrival: (*arrival).clone(), bytes, whole });
            }
        }
        Ok(fetched)
    }

    /// Sorts what was told of letters that SEARCH named into those that can be fetched and those that are owed.
    fn sort(&self, uid_validity: u64, uids: &[u64], told: Vec<Told>, listing: &mut Listing) {
        let mut by_uid = BTreeMap::<u64, Told>::new();
        for one in told {
            let all = by_uid.entry(one.uid).or_default();
            all.size = all.size.or(one.size);
            all.received_ms = all.received_ms.or(one.received_ms);
        }
        for uid in uids.iter().copied() {
            let Some(told) = by_uid.get(&uid) else {
                let why = "the server names it and says nothing of it".to_string();
                listing.unread.push(Unread { uid, why, undated: None });
                continue;
            };
            let key = format!("{uid_validity}.{uid}");
            // Without a size it has at least one byte, and an empty text is none.
            let size = told.size.unwrap_or(1);
            let arrival = |received_ms| Arrival { key, uid, size, received_ms };
            match told.received_ms {
                Some(received_ms) => listing.arrivals.push(arrival(received_ms)),
                // Without a time of receipt no letter can be judged (row 37).
                None => {
                    let why = "the server does not tell when it was received (INTERNALDATE)".to_string();
                    listing.unread.push(Unread { uid, why, undated: Some(arrival(0)) });
                }
            }
        }
    }

    /// Opens the folder anew, since only then a server tells a new UIDVALIDITY, and asks which UIDs there are of a set that is
    /// made of it.
    fn search(&mut self, set: impl FnOnce(u64) -> String) -> Result<(Opened, Vec<u64>), SourceError> {
        let folder = self.settings.folder.clone();
        self.talk(|open| {
            let opened = select(&mut open.session, &open.namespace, &folder)?;
            open.uid_validity = opened.uid_validity;
            let found = open.session.uid_search(format!("UID {}", set(open.uid_validity)));
            let found = match found {
                // Some say so of an empty folder, which is no fault of it (Proton's bridge).
                Err(imap::Error::No(_)) if opened.letters == 0 => HashSet::new(),
                found => found?,
            };
            let _ = open.session.take_all_unsolicited().count();
            let mut uids: Vec<u64> = found.into_iter().map(u64::from).collect();
            uids.sort_unstable();
            Ok((opened, uids))
        })
    }

    /// The UIDs above one, for servers whose SEARCH finds nothing where there are letters (mailutils).
    fn uids_by_fetch(&mut self, above: u64) -> Result<Vec<u64>, SourceError> {
        let mut open = self.take_open()?;
        let set = format!("{}:*", above.saturating_add(1));
        let heard = by_hand::fetch(&mut open.line, &set, "(UID)", ABOUT_MAX);
        let (told, _) = heard.map_err(|error| SourceError::Unreachable {
            place: self.place.clone(),
            why: error.to_string(),
        })?;
        let uids = told.into_iter().map(|told| told.uid).collect::<BTreeSet<_>>();
        Ok(uids.into_iter().collect())
    }
}

impl Mailbox for Imap {
    fn name(&self) -> &str {
        &self.settings.name
    }

    fn list(&mut self, since: Cursor) -> Result<Listing, SourceError> {
        let above = |validity: u64| if validity == since.uid_validity { since.uid } else { 0 };
        let (opened, mut uids) =
            self.search(|validity| format!("{}:*", above(validity).saturating_add(1)))?;
        let uid_validity = opened.uid_validity;
        // `n:*` names the last letter at least, where there is one.
        if uids.is_empty() && opened.letters > 0 {
            uids = self.uids_by_fetch(above(uid_validity))?;
        }
        // `n:*` names the last letter even if none is above n, so those are taken out (row 3).
        uids.retain(|uid| *uid > above(uid_validity));
        let renumbered = since.uid_validity != 0 && since.uid_validity != uid_validity;
        let mut listing = Listing { uid_validity, renumbered, ..Listing::default() };
        for group in uids.chunks(AT_ONCE) {
            let told = self.ask(uid_validity, group, ABOUT, ABOUT_MAX)?;
            self.sort(uid_validity, group, told, &mut listing);
        }
        Ok(listing)
    }

    fn owes(&self) -> bool {
        true
    }

    fn list_again(&mut self, uid_validity: u64, now: &[u64], later: &[u64]) -> Result<Listing, SourceError> {
        let mut owed = [now, later].concat();
        owed.sort_unstable();
        let set = uid_set(owed.iter().copied());
        let (opened, uids) = self.search(|_| set)?;
        let mut listing = Listing { uid_validity, ..Listing::default() };
        if opened.uid_validity != uid_validity {
            // The next look finds out, and shows all letters.
            return Err(SourceError::Answer { place: self.place.clone(), why: "another UIDVALIDITY".into() });
        }
        for uid in uids {
            if now.contains(&uid) {
                let told = self.ask_by_hand(uid_validity, &[uid], ABOUT, ABOUT_MAX)?;
                self.sort(uid_validity, &[uid], told, &mut listing);
            } else if later.contains(&uid) {
                listing.unread.push(Unread { uid, why: String::new(), undated: None });
            }
        }
        Ok(listing)
    }

    fn fetch(&mut self, arrivals: &[Arrival]) -> Result<Vec<Fetched>, SourceError> {
        let limit = self.settings.letter_max;
        let (small, large): (Vec<&Arrival>, Vec<&Arrival>) = arrivals.iter().partition(|a| a.size <= limit);
        // A byte more than the limit: a server that told too small a size is found out, and sends no more.
        let most = limit.saturating_add(1);
        let mut fetched = self.fetch_items(&small, &format!("(UID BODY.PEEK[]<0.{most}>)"), most)?;
        let header = format!("(UID BODY.PEEK[HEADER]<0.{HEADER_MAX}>)");
        fetched.extend(self.fetch_items(&large, &header, HEADER_MAX)?);
        fetched.sort_by_key(|letter| letter.arrival.uid);
        Ok(fetched)
    }

    fn file(&mut self, arrivals: &[Arrival], shelf: Shelf) -> Result<(), SourceError> {
        let filing = self.settings.filing.clone();
        let all: Vec<&Arrival> = arrivals.iter().collect();
        for group in all.chunks(AT_ONCE) {
            let set = uid_set(group.iter().map(|arrival| arrival.uid));
            let expected = validity_of(group);
            let refused = self.talk(|open| {
                // Other letters may bear these UIDs now (row 4); then nothing is touched.
                if expected != Some(open.uid_validity) {
                    return Ok(None);
                }
                match (&filing, shelf) {
                    (Filing::Flag, _) => open.flag(&set).map(|()| None),
                    (Filing::Move { processed, .. }, Shelf::Processed) => open.move_to(&set, processed),
                    (Filing::Move { ignored, .. }, Shelf::Ignored) => open.move_to(&set, ignored),
                }
            })?;
            if let Some(why) = refused {
                return Err(SourceError::Answer { place: self.place.clone(), why });
            }
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
            idle::wait(&mut open.line, at_most).map_err(imap::Error::Io)
        })
    }
}

impl Open {
    /// Moves letters, or marks them where that is refused; what was said then.
    fn move_to(&mut self, set: &str, folder: &str) -> imap::Result<Option<String>> {
        let folder = self.namespace.whole(folder);
        let mut moved = self.try_move(set, &folder);
        if let Err(imap::Error::No(_)) = moved {
            // The folder may not be there yet.
            let _ = self.session.create(&folder);
            moved = self.try_move(set, &folder);
        }
        let refused = match moved {
            Err(imap::Error::No(no)) => no,
            moved => return moved.map(|()| None),
        };
        self.flag(set)?;
        Ok(Some(format!("NO to a move into the folder {folder}: {refused}")))
    }

    fn flag(&mut self, set: &str) -> imap::Result<()> {
        self.session.uid_store(set, "+FLAGS.SILENT (\\Seen)").map(|_| ())
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
    let mut client = Client::new(line.clone());
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
        // Some (163.com, 126.com) open no folder before they have been told who asks (RFC 2971). What they answer is nothing to us.
        if capabilities.has_str("ID") || wants_id(&settings.endpoint.host) {
            let _ = session.run_command_and_read_response(ID);
        }
        let namespace = match capabilities.has_str("NAMESPACE") {
            true => by_hand::ask(&mut line.clone(), "NAMESPACE").map_err(imap::Error::Io)?,
            false => String::new(),
        };
        let namespace = Namespace::told(&namespace);
        let opened = select(&mut session, &namespace, &settings.folder)?;
        Ok((can, namespace, opened.uid_validity))
    })();
    let (can, namespace, uid_validity) = said.map_err(|error| failure(place, error))?;
    Ok(Open { session, line, uid_validity, can, namespace })
}

/// Who asks.
const ID: &str = concat!(r#"ID ("name" "Fieldpost" "version" ""#, env!("CARGO_PKG_VERSION"), r#"")"#);

/// Whether a host is of those that want ID and do not always offer it.
fn wants_id(host: &str) -> bool {
    const KIN: [&str; 5] = ["163.com", "126.com", "yeah.net", "188.com", "netease.com"];
    let host = host.to_ascii_lowercase();
    KIN.iter().any(|kin| host.strip_suffix(kin).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')))
}

/// Opens a folder, by the name that the host wrote or below the account's own prefix. The client's own SELECT panics on an
/// untagged NO, with which a server may warn of a full disk for weeks.
fn select(session: &mut Session<Line>, namespace: &Namespace, folder: &str) -> imap::Result<Opened> {
    let whole = namespace.whole(folder);
    let answer = match session.run_command_and_read_response(select_words(folder)) {
        Err(imap::Error::No(_)) if whole != folder => {
            session.run_command_and_read_response(select_words(&whole))
        }
        answer => answer,
    }?;
    Ok(opened(&String::from_utf8_lossy(&answer)))
}

fn select_words(folder: &str) -> String {
    let quoted: String = folder.chars().filter(|c| !c.is_control()).collect();
    format!("SELECT \"{}\"", quoted.replace('\\', "\\\\").replace('"', "\\\""))
}

fn opened(answer: &str) -> Opened {
    let told = answer.split("[UIDVALIDITY ").nth(1).and_then(|rest| rest.split(']').next());
    let uid_validity = told.and_then(|number| number.trim().parse().ok()).map_or(0, validity_within_32_bits);
    let exists =
        answer.lines().filter_map(|line| line.strip_prefix("* ")?.trim_end().strip_suffix(" EXISTS"));
    Opened { uid_validity, letters: exists.filter_map(|number| number.parse().ok()).next_back().unwrap_or(0) }
}

/// A UIDVALIDITY has 32 bits (RFC 3501, 2.3.1.1). Of servers that take more, each has another number here too.
fn validity_within_32_bits(told: u64) -> u64 {
    const MOST: u64 = u32::MAX as u64;
    if told <= MOST { told } else { told % MOST + 1 }
}

/// What one answer of the client crate tells of a letter.
fn told_by(fetch: &imap::types::Fetch<'_>) -> Option<Told> {
    Some(Told {
        uid: u64::from(fetch.uid?),
        size: fetch.size.map(u64::from),
        received_ms: fetch.internal_date().map(|date| date.timestamp_millis()),
        bytes: fetch.body().or_else(|| fetch.header()).map(<[u8]>::to_vec),
    })
}

pub(super) fn failure(place: &str, error: imap::Error) -> SourceError {
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
    fn a_folder_is_opened_with_its_number_and_its_letters() {
        let of = |answer: &str| (opened(answer).uid_validity, opened(answer).letters);
        let large = |last| {
            format!("* 47 EXISTS\r\n* OK [UIDVALIDITY 500000000{last}] yes\r\n* 48 EXISTS\r\na3 OK done\r\n")
        };
        assert_eq!(of(&large(1)), (5_000_000_001 % u64::from(u32::MAX) + 1, 48));
        assert_ne!(of(&large(1)).0, of(&large(2)).0, "another numbering");
        assert_eq!(of("* OK [UIDVALIDITY 7] yes\r\n"), (7, 0));
        assert_eq!(of("a3 OK done\r\n"), (0, 0));
    }

    #[test]
    fn the_kin_of_163_want_id() {
        assert!(wants_id("imap.163.com") && wants_id("IMAP.126.com") && wants_id("yeah.net"));
        assert!(!wants_id("imap.example.org") && !wants_id("imap.x163.com"));
    }

    #[test]
    fn letters_of_two_numberings_are_not_mixed() {
        let arrival = |key: &str| Arrival { key: key.into(), uid: 1, size: 1, received_ms: 0 };
        let (a, b) = (arrival("7.1"), arrival("8.1"));
        assert_eq!(validity_of(&[&a, &a]), Some(7));
        assert_eq!(validity_of(&[&a, &b]), None);
    }
}

//! A mailbox whose server leaves letters out, in every way seen in the wild, and what becomes of them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};

use super::*;
use fieldpost_desk::record::LetterNo;
use fieldpost_mail::endpoint::{Credential, Endpoint, Login, Security};
use fieldpost_mail::source::{Filing, Imap, ImapSettings};
use fieldpost_store::SledStore;

mod odd;

/// What the server does with the letters of `bad`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// Nothing is said of it before its text is asked for.
    NoLine,
    NoSize,
    NegativeSize,
    NoDate,
    NilDate,
    ZeroDate,
    FarDate,
    /// As mails write it.
    MailDate,
    HugeSize,
    /// It is left out where its text is asked for.
    NoText,
    NilText,
    EmptyText,
    BlankLine,
    BlankAfter,
    Window,
    /// It is handed out whole, and not by a window on it.
    OnlyPlainly,
    Short,
    /// NO for whatever names it.
    Refused,
    /// NO behind what could be handed out.
    PartlyRefused,
    HangsUp,
}

#[derive(Debug)]
struct Inbox {
    letters: BTreeMap<u64, String>,
    bad: BTreeSet<u64>,
    fault: Fault,
    /// How many letters each FETCH of texts named.
    asked: Vec<usize>,
    logins: usize,
    /// Whether SELECT is refused until ID was told, as 163.com does.
    wants_id: bool,
    has_id: bool,
    search: Search,
    manner: Manner,
    /// How a login is answered.
    login: &'static str,
    /// What every folder's name must begin with.
    prefix: &'static str,
    folders: BTreeSet<String>,
    /// Which letters were moved, and where to.
    moved: Vec<(u64, String)>,
    seen: BTreeSet<u64>,
    deleted: BTreeSet<u64>,
    /// What SELECT tells of the numbering.
    validity: &'static str,
}

/// How a server says what it says.
#[derive(Clone, Copy, Debug)]
struct Manner {
    /// What stands before each answer.
    before: &'static [u8],
    capability: &'static str,
    /// What stands behind OK.
    words: &'static [u8],
    end: &'static [u8],
}

const USUAL: Manner =
    Manner { before: b"", capability: "IMAP4rev1 MOVE NAMESPACE", words: b" done", end: b"\r\n" };

/// How SEARCH is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Search {
    Right,
    /// NO where the folder is empty, as by Proton's bridge.
    NoWhereEmpty,
    /// Nothing is found by UID, as by mailutils.
    Nothing,
    /// All but this letter are found.
    LeavesOut(u64),
}

#[derive(Clone)]
struct Server {
    inbox: Arc<Mutex<Inbox>>,
    port: u16,
}

impl Server {
    fn start(fault: Fault) -> Self {
        let letters = (1..=3).map(|uid| (uid, format!("Subject: {uid}\r\n\r\nHOLD\r\n"))).collect();
        let bad = BTreeSet::from([2]);
        let inbox = Arc::new(Mutex::new(Inbox {
            letters,
            bad,
            fault,
            asked: Vec::new(),
            logins: 0,
            wants_id: false,
            has_id: false,
            search: Search::Right,
            manner: USUAL,
            login: "OK",
            prefix: "",
            folders: BTreeSet::new(),
            moved: Vec::new(),
            seen: BTreeSet::new(),
            deleted: BTreeSet::new(),
            validity: "* OK [UIDVALIDITY 7] v\r\n",
        }));
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = Server { inbox, port };
        let shared = server.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let server = shared.clone();
                std::thread::spawn(move || server.talk(stream));
            }
        });
        server
    }

    fn inbox(&self) -> MutexGuard<'_, Inbox> {
        self.inbox.lock().unwrap()
    }

    fn talk(&self, stream: TcpStream) -> std::io::Result<()> {
        let mut out = stream.try_clone()?;
        out.write_all(b"* OK hi\r\n")?;
        for line in BufReader::new(stream).lines() {
            let line = line?;
            let (tag, command) = line.split_once(' ').unwrap_or_default();
            let word = command.trim_start_matches("UID ").split(' ').next().unwrap_or_default();
            let (said, end) = match word {
                "LOGIN" => {
                    let mut inbox = self.inbox();
                    inbox.logins += 1;
                    (String::new(), inbox.login)
                }
                "CAPABILITY" if self.inbox().wants_id => ("* CAPABILITY IMAP4rev1 ID\r\n".into(), "OK"),
                "CAPABILITY" => (format!("* CAPABILITY {}\r\n", self.inbox().manner.capability), "OK"),
                "NAMESPACE" => {
                    (format!("* NAMESPACE ((\"{}\" \".\")) NIL NIL\r\n", self.told_prefix()), "OK")
                }
                "CREATE" | "MOVE" | "COPY" => (String::new(), self.file(command)),
                "STORE" => {
                    let named = self.named(command.split(' ').nth(2).unwrap_or_default());
                    let mut inbox = self.inbox();
                    match command.contains("Deleted") {
                        true => inbox.deleted.extend(named),
                        false => inbox.seen.extend(named),
                    }
                    (String::new(), "OK")
                }
                "ID" => {
                    self.inbox().has_id = true;
                    ("* ID NIL\r\n".into(), "OK")
                }
                "SELECT" if self.inbox().wants_id && !self.inbox().has_id => {
                    (String::new(), "NO Unsafe Login")
                }
                "SELECT" => {
                    let inbox = self.inbox();
                    let (there, validity) = (inbox.letters.len(), inbox.validity);
                    (format!("* {there} EXISTS\r\n* FLAGS NIL\r\n{validity}"), "OK")
                }
                "SEARCH" if self.inbox().search == Search::Nothing => ("* SEARCH\r\n".into(), "OK"),
                "SEARCH" if self.is_search_refused() => (String::new(), "NO no such message"),
                "SEARCH" => {
                    let mut uids = self.named(command.rsplit(' ').next().unwrap_or_default());
                    let search = self.inbox().search;
                    uids.retain(|uid| search != Search::LeavesOut(*uid));
                    let uids = uids.iter().map(|uid| format!(" {uid}")).collect::<String>();
                    (format!("* SEARCH{uids}\r\n"), "OK")
                }
                "FETCH" => match self.fetch(command) {
                    Some(answer) => answer,
                    None => return Ok(()),
                },
                _ => (String::new(), "OK"),
            };
            let Manner { before, words, end: line_end, .. } = self.inbox().manner;
            let said =
                [before, said.as_bytes(), tag.as_bytes(), b" ", end.as_bytes(), words, b"\r\n"].concat();
            // Within letters every line keeps its end.
            let is_text = command.contains("BODY");
            out.write_all(&if is_text { said } else { with_ends(&said, line_end) })?;
        }
        Ok(())
    }

    fn named(&self, set: &str) -> Vec<u64> {
        let inbox = self.inbox();
        let last = inbox.letters.keys().next_back().copied().unwrap_or(0);
        let number = |text: &str| if text == "*" { last } else { text.parse().unwrap() };
        let ranges = set.split(',').map(|part| {
            let (first, last) = part.split_once(':').unwrap_or((part, part));
            let (first, last) = (number(first), number(last));
            first.min(last)..=first.max(last)
        });
        let ranges = ranges.collect::<Vec<_>>();
        inbox.letters.keys().copied().filter(|uid| ranges.iter().any(|range| range.contains(uid))).collect()
    }

    fn is_search_refused(&self) -> bool {
        let inbox = self.inbox();
        inbox.search == Search::NoWhereEmpty && inbox.letters.is_empty()
    }

    /// A server that makes no folder at all tells no prefix that would help.
    fn told_prefix(&self) -> &'static str {
        let prefix = self.inbox().prefix;
        if prefix == NOWHERE { "" } else { prefix }
    }

    fn file(&self, command: &str) -> &'static str {
        let folder = command.rsplit(' ').next().unwrap_or_default().trim_matches('"').to_owned();
        if !folder.starts_with(self.inbox().prefix) {
            return "NO nonexistent namespace";
        }
        if command.starts_with("CREATE") {
            self.inbox().folders.insert(folder);
            return "OK";
        }
        if !self.inbox().folders.contains(&folder) {
            return "NO [TRYCREATE] Mailbox does not exist";
        }
        for uid in self.named(command.split(' ').nth(2).unwrap_or_default()) {
            if !command.contains("COPY") {
                self.inbox().letters.remove(&uid);
            }
            self.inbox().moved.push((uid, folder.clone()));
        }
        "OK"
    }

    fn fetch(&self, command: &str) -> Option<(String, &'static str)> {
        let mut words = command.splitn(4, ' ').skip(2);
        let (set, items) = (words.next()?, words.next()?);
        let named = self.named(set);
        let mut inbox = self.inbox();
        if items.contains("FLAGS") {
            let flags = |uid| if inbox.deleted.contains(uid) { "\\Seen \\Deleted" } else { "" };
            let said =
                named.iter().map(|uid| format!("* {uid} FETCH (UID {uid} FLAGS ({}))\r\n", flags(uid)));
            return Some((said.collect(), "OK"));
        }
        let is_text = items.contains("BODY");
        if is_text {
            inbox.asked.push(named.len());
        }
        let has_bad = named.iter().any(|uid| inbox.bad.contains(uid));
        match inbox.fault {
            Fault::HangsUp if is_text && has_bad => return None,
            Fault::Refused if is_text && has_bad => return Some((String::new(), "NO")),
            Fault::OnlyPlainly if items.contains("<0.") && has_bad => return None,
            _ => {}
        }
        let line = |uid: &u64| {
            let fault = if inbox.bad.contains(uid) { inbox.fault } else { Fault::None };
            if is_text {
                text_of(*uid, &inbox.letters[uid], fault)
            } else {
                about(*uid, &inbox.letters[uid], fault)
            }
        };
        let said = named.iter().map(line).collect::<String>();
        let end = if inbox.fault == Fault::PartlyRefused && is_text && has_bad { "NO" } else { "OK" };
        Some((said, end))
    }
}

fn with_ends(said: &[u8], end: &[u8]) -> Vec<u8> {
    said.split_inclusive(|byte| *byte == b'\n')
        .flat_map(|line| [line.strip_suffix(b"\r\n").unwrap_or(line), end].concat())
        .collect()
}

fn about(uid: u64, letter: &str, fault: Fault) -> String {
    let size = match fault {
        Fault::NoSize => String::new(),
        Fault::NegativeSize => " RFC822.SIZE -1".into(),
        Fault::HugeSize => " RFC822.SIZE 99999999999999999999".into(),
        _ => format!(" RFC822.SIZE {}", letter.len()),
    };
    let date = match fault {
        Fault::NoDate => "",
        Fault::NilDate => " INTERNALDATE NIL",
        Fault::ZeroDate => " INTERNALDATE \"00-Jan-0000 00:00:00 +0000\"",
        Fault::FarDate => " INTERNALDATE \"01-Feb-2027 10:00:00 +9900\"",
        Fault::MailDate => " INTERNALDATE \"Mon, 1 Feb 2027 10:00:00 +0000\"",
        _ => " INTERNALDATE \" 1-Feb-2027 10:00:00 +0000\"",
    };
    if fault == Fault::NoLine { String::new() } else { format!("* {uid} FETCH (UID {uid}{size}{date})\r\n") }
}

fn text_of(uid: u64, letter: &str, fault: Fault) -> String {
    let literal = |name: &str, length: usize, tail: &str| {
        format!("* {uid} FETCH (UID {uid} {name} {{{length}}}\r\n{letter}{tail})\r\n")
    };
    match fault {
        Fault::NoText | Fault::PartlyRefused => String::new(),
        Fault::NilText => format!("* {uid} FETCH (UID {uid} BODY[]<0> NIL)\r\n"),
        Fault::EmptyText => format!("* {uid} FETCH (UID {uid} BODY[]<0> \"\")\r\n"),
        Fault::BlankLine => literal("BODY[]<0>", letter.len(), "\r\n"),
        Fault::BlankAfter => literal("BODY[]<0>", letter.len(), "") + "\r\n\r\n",
        Fault::Window => literal("BODY[]<0.2097153>", letter.len(), ""),
        Fault::Short => literal("BODY[]<0>", letter.len() - 7, ""),
        _ => literal("BODY[]<0>", letter.len(), ""),
    }
}

/// A letterbox on that server over a record of its own; letters are taken for filed at their first delivery.
struct Trial {
    server: Server,
    letterbox: Letterbox,
    record: SledStore,
    clock: Clock,
    had: Vec<(u64, i64)>,
    places: Vec<TransportKey>,
    _folder: tempfile::TempDir,
}

/// A prefix that no folder has.
const NOWHERE: &str = "//";

const BEGAN: Millis = 1_900_000_000_000;

impl Trial {
    fn of(fault: Fault) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let record = SledStore::open(folder.path()).unwrap();
        let server = Server::start(fault);
        let letterbox = letterbox(server.port, Debts::default(), source::Cursor::default());
        Trial {
            server,
            letterbox,
            record,
            clock: Clock::standing_at(BEGAN),
            had: Vec::new(),
            places: Vec::new(),
            _folder: folder,
        }
    }

    fn look(&mut self) -> Result<usize, LookError> {
        let (had, places) = (&mut self.had, &mut self.places);
        let look = self.letterbox.look(&self.clock, &self.record, &mut |delivered| {
            let taken = delivered.iter().map(|letter| {
                let text = format!("Subject: {}\r\n\r\nHOLD\r\n", letter.place.uid);
                assert!(letter.bytes.starts_with(text.as_bytes()), "{letter:?}");
                places.push(letter.place.clone());
                had.push((letter.place.uid, letter.received_ms));
                Taken { place: letter.place.clone(), letter: LetterNo(1), verdict: Verdict::Obeyed }
            });
            Ok(taken.collect())
        })?;
        Ok(look.fresh)
    }

    fn uids(&self) -> Vec<u64> {
        self.had.iter().map(|(uid, _)| *uid).collect()
    }

    /// Time enough for what is owed to be asked for again.
    fn wait(&self) {
        self.clock.set(self.clock.now() + 15 * 60_000);
    }
}

fn letterbox(port: u16, debts: Debts, cursor: source::Cursor) -> Letterbox {
    let settings = ImapSettings {
        name: "inbox".into(),
        endpoint: Endpoint { host: "127.0.0.1".into(), port, security: Security::Plain, ca_pem: None },
        login: Login { user: "war".into(), credential: Credential::Password("pw".into()) },
        folder: "INBOX".into(),
        filing: Filing::Move { processed: "Processed".into(), ignored: "Ignored".into() },
        idle: true,
        letter_max: 1 << 20,
        timeout: Duration::from_secs(2),
    };
    let mailbox = Box::new(Imap::new(settings));
    Letterbox {
        mailbox,
        folder: "INBOX".into(),
        cursor,
        debts,
        poll: Duration::from_secs(60),
        first_left: u64::MAX,
        compared_ms: None,
        known: BTreeSet::new(),
        put_away: None,
    }
}

/// What hides a letter for good as long as it lasts.
const HIDING: [Fault; 12] = [
    Fault::NoLine,
    Fault::NoDate,
    Fault::NilDate,
    Fault::ZeroDate,
    Fault::FarDate,
    Fault::NoText,
    Fault::NilText,
    Fault::EmptyText,
    Fault::Refused,
    Fault::PartlyRefused,
    Fault::HangsUp,
    Fault::None,
];

#[test]
fn a_letter_that_is_not_handed_out_is_owed_and_the_others_are_filed_at_once() {
    for fault in HIDING.into_iter().filter(|fault| *fault != Fault::None) {
        let mut trial = Trial::of(fault);
        trial.look().unwrap();
        assert_eq!(trial.uids(), [1, 3], "{fault:?}");
        assert_eq!(trial.letterbox.cursor.uid, 3, "{fault:?}");
        let owed = trial.letterbox.debts.owed();
        assert_eq!(
            owed.iter().map(|one| (one.uid, one.since_ms)).collect::<Vec<_>>(),
            [(2, BEGAN)],
            "{fault:?}"
        );
        assert!(!owed[0].why.is_empty(), "{fault:?}");
        // Not before its time, and never with others.
        trial.look().unwrap();
        trial.server.inbox().asked.clear();
        trial.wait();
        trial.look().unwrap();
        assert!(trial.server.inbox().asked.iter().all(|count| *count == 1), "{fault:?}");
        assert_eq!(trial.uids(), [1, 3], "{fault:?}");
        // The process ends; what the record keeps is enough.
        let debts = Debts::of(&trial.letterbox.debts.owed());
        trial.letterbox = letterbox(trial.server.port, debts, trial.letterbox.cursor);
        trial.server.inbox().fault = Fault::None;
        assert_eq!(trial.look().unwrap(), 1, "{fault:?}");
        assert_eq!(trial.had.last(), Some(&(2, 1_801_476_000_000)), "{fault:?}");
        assert!(trial.letterbox.debts.is_empty(), "{fault:?}");
    }
}

#[test]
fn an_odd_answer_that_can_be_understood_is_a_letter_at_once() {
    for fault in [
        Fault::NoSize,
        Fault::NegativeSize,
        Fault::HugeSize,
        Fault::MailDate,
        Fault::BlankLine,
        Fault::BlankAfter,
        Fault::Window,
        Fault::OnlyPlainly,
        Fault::Short,
    ] {
        let mut trial = Trial::of(fault);
        trial.look().unwrap();
        let had = trial.uids().into_iter().collect::<BTreeSet<_>>();
        assert_eq!(had, BTreeSet::from([1, 2, 3]), "{fault:?}");
        assert!(trial.letterbox.debts.is_empty(), "{fault:?}");
    }
}

#[test]
fn an_answer_without_any_of_the_letters_loses_none() {
    let mut trial = Trial::of(Fault::NoLine);
    trial.server.inbox().bad.extend([1, 3]);
    assert_eq!(trial.look().unwrap(), 0);
    assert_eq!(trial.letterbox.debts.owed().len(), 3);
    trial.server.inbox().fault = Fault::None;
    trial.wait();
    assert_eq!(trial.look().unwrap(), 3);
}

#[test]
fn what_is_deleted_on_the_server_is_owed_no_more() {
    let mut trial = Trial::of(Fault::NoText);
    trial.look().unwrap();
    trial.server.inbox().letters.remove(&2);
    trial.wait();
    assert_eq!(trial.look().unwrap(), 0);
    assert!(trial.letterbox.debts.is_empty());
}

#[test]
fn a_letter_whose_time_is_never_told_counts_from_when_it_was_first_named() {
    let mut trial = Trial::of(Fault::NilDate);
    for _ in 0..8 {
        trial.look().unwrap();
        trial.wait();
    }
    assert_eq!(trial.had.last(), Some(&(2, BEGAN)));
    assert!(trial.letterbox.debts.is_empty());
}

#[test]
fn a_server_that_wants_to_know_who_asks_is_told() {
    let mut trial = Trial::of(Fault::None);
    trial.server.inbox().wants_id = true;
    assert_eq!(trial.look().unwrap(), 3);
}

#[test]
fn a_server_that_fails_at_every_letter_is_not_stormed() {
    let mut trial = Trial::of(Fault::HangsUp);
    let letters = (1..=40).map(|uid| (uid, format!("Subject: {uid}\r\n\r\nHOLD\r\n")));
    trial.server.inbox().letters = letters.collect();
    trial.server.inbox().bad = (1..=40).collect();
    assert!(trial.look().is_err());
    let logins = trial.server.inbox().logins;
    assert!(logins < 10, "{logins} logins for one look");
}

/// Issue 44, 4: servers that keep all folders below INBOX, and those that make none.
#[test]
fn letters_are_moved_below_the_accounts_prefix_and_reading_goes_on_where_they_cannot_be() {
    for prefix in ["", "INBOX.", NOWHERE] {
        let mut trial = Trial::of(Fault::None);
        trial.server.inbox().prefix = prefix;
        let many = (1..=120).map(|uid| (uid, format!("Subject: {uid}\r\n\r\nHOLD\r\n")));
        trial.server.inbox().letters = many.collect();
        trial.look().unwrap();
        assert_eq!((trial.uids().len(), trial.letterbox.cursor.uid), (120, 120), "{prefix}");
        let inbox = trial.server.inbox();
        if prefix == NOWHERE {
            assert_eq!((inbox.moved.len(), inbox.seen.len()), (0, 120));
            let Some(Err(why)) = &trial.letterbox.put_away else { panic!("{:?}", trial.letterbox.put_away) };
            assert!(why.contains("Processed") && why.contains("nonexistent namespace"), "{why}");
            assert_eq!(inbox.logins, 1, "a refusal costs no connection");
        } else {
            assert!(
                inbox.moved.iter().all(|(_, folder)| *folder == format!("{prefix}Processed")),
                "{prefix}"
            );
            assert_eq!((inbox.moved.len(), &trial.letterbox.put_away), (120, &Some(Ok(()))), "{prefix}");
        }
    }
}

/// Issue 44, 3 and 17.
#[test]
fn an_empty_folder_may_say_no_and_a_search_that_finds_nothing_is_not_believed() {
    let mut trial = Trial::of(Fault::None);
    trial.server.inbox().search = Search::NoWhereEmpty;
    assert_eq!(trial.look().unwrap(), 3);
    assert!(trial.server.inbox().letters.is_empty(), "they were moved away");
    assert_eq!(trial.look().unwrap(), 0, "NO is nothing where nothing is");
    let mut trial = Trial::of(Fault::None);
    trial.server.inbox().search = Search::Nothing;
    assert_eq!(trial.look().unwrap(), 3);
    assert_eq!(trial.uids(), [1, 2, 3]);
    trial.server.inbox().letters.insert(4, "Subject: 4\r\n\r\nHOLD\r\n".into());
    assert_eq!(trial.look().unwrap(), 1);
}

/// A letter may come while its server searches, or stand in an index that is behind.
#[test]
fn a_letter_that_a_search_left_out_is_found_once_the_cursor_is_past_it() {
    let mut trial = Trial::of(Fault::None);
    trial.look().unwrap();
    let letter = |uid: u64| (uid, format!("Subject: {uid}\r\n\r\nHOLD\r\n"));
    trial.server.inbox().letters.extend([letter(4), letter(5), letter(6)]);
    trial.server.inbox().search = Search::LeavesOut(5);
    trial.look().unwrap();
    assert_eq!((trial.uids(), trial.letterbox.cursor.uid), (vec![1, 2, 3, 4, 6], 6));
    trial.server.inbox().search = Search::Right;
    trial.clock.set(trial.clock.now() + 3_600_000);
    trial.look().unwrap();
    trial.wait();
    trial.look().unwrap();
    assert_eq!(trial.uids(), [1, 2, 3, 4, 6, 5]);
    // Another process, to which only the record tells what was filed.
    trial.server.inbox().letters.extend([letter(2), letter(7)]);
    trial.letterbox = letterbox(trial.server.port, Debts::default(), trial.letterbox.cursor);
    trial.look().unwrap();
    assert!(trial.letterbox.debts.owed().iter().all(|one| one.uid == 2), "{:?}", trial.letterbox.debts);
}

/// Issue 44, 11: the codes of RFC 5530 that speak of the server's state, over the line.
#[test]
fn a_server_in_trouble_is_no_refused_password() {
    for (login, is_refused) in [
        ("NO [SERVERBUG] LOGIN Server error - Please try again later", false),
        ("NO [INUSE] Mailbox in use,", false),
        ("NO [LIMIT] Too many connections,", false),
        ("NO [UNAVAILABLE] Temporary failure,", false),
        ("NO [AUTHENTICATIONFAILED] Invalid credentials,", true),
    ] {
        let mut trial = Trial::of(Fault::None);
        trial.server.inbox().login = login;
        let Err(LookError::Source(error)) = trial.look() else { panic!("{login} let us in") };
        assert_eq!(error.is_login(), is_refused, "{login}: {error}");
    }
}

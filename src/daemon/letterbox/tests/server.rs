//! A small server on a line, which fails at some letters in a manner of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};

/// What the server does with the letters of `bad`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
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
pub(super) struct Inbox {
    pub(super) letters: BTreeMap<u64, String>,
    pub(super) bad: BTreeSet<u64>,
    pub(super) fault: Fault,
    /// How many letters each FETCH of texts named.
    pub(super) asked: Vec<usize>,
    pub(super) logins: usize,
    /// Whether SELECT is refused until ID was told, as 163.com does.
    pub(super) wants_id: bool,
    pub(super) has_id: bool,
    pub(super) search: Search,
    pub(super) manner: Manner,
    /// How a login is answered.
    pub(super) login: &'static str,
    /// What every folder's name must begin with.
    pub(super) prefix: &'static str,
    pub(super) folders: BTreeSet<String>,
    /// Which letters were moved, and where to.
    pub(super) moved: Vec<(u64, String)>,
    pub(super) seen: BTreeSet<u64>,
    pub(super) deleted: BTreeSet<u64>,
    /// What SELECT tells of the numbering.
    pub(super) validity: &'static str,
}

/// How a server says what it says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// What stands before each answer.
    pub(super) before: &'static [u8],
    pub(super) capability: &'static str,
    /// What stands behind OK.
    pub(super) words: &'static [u8],
    pub(super) end: &'static [u8],
}

/// A prefix that no folder has.
pub(super) const NOWHERE: &str = "//";

pub(super) const USUAL: Manner =
    Manner { before: b"", capability: "IMAP4rev1 MOVE NAMESPACE", words: b" done", end: b"\r\n" };

/// How SEARCH is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Search {
    Right,
    /// NO where the folder is empty, as by Proton's bridge.
    NoWhereEmpty,
    /// Nothing is found by UID, as by mailutils.
    Nothing,
    /// All but this letter are found.
    LeavesOut(u64),
}

#[derive(Clone)]
pub(super) struct Server {
    pub(super) inbox: Arc<Mutex<Inbox>>,
    pub(super) port: u16,
}

impl Server {
    pub(super) fn start(fault: Fault) -> Self {
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

    pub(super) fn inbox(&self) -> MutexGuard<'_, Inbox> {
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

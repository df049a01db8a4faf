//! A connection to an IMAP server that is logged in and has its folder open: what the server can do, and the commands that need to know
//! it.

use std::collections::BTreeSet;
use std::io;

use super::SourceError;
use super::ear::{End, Measure};
use super::login::log_in;
use super::names::{encoded, quoted};
use super::namespace::Namespace;
use super::settings::ImapSettings;
use super::stream::Line;
use super::talk::{Door, Talk};
use super::told;

/// A connection that is logged in and has the folder open.
pub(super) struct Open {
    pub talk: Talk<Line>,
    pub uid_validity: u64,
    pub can: Can,
    namespace: Namespace,
}

/// A folder as it was opened.
#[derive(Clone, Copy)]
pub(super) struct Opened {
    pub uid_validity: u64,
    /// How many letters it holds (EXISTS), if it was told.
    pub letters: Option<u64>,
}

/// What the server can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Can {
    pub idle: bool,
    move_: bool,
    uid_plus: bool,
    id: bool,
    namespace: bool,
    /// Folder names go as UTF-8 (RFC 9051).
    utf8: bool,
}

/// Why a conversation came to nothing.
pub(super) enum Fault {
    /// The server refused, in its words.
    Refused(String),
    /// The line broke, and at which command.
    Broken(io::Error, String),
}

impl Open {
    pub fn ask(&mut self, command: &str) -> Result<(Vec<String>, End), Fault> {
        let broken = |error| Fault::Broken(error, command.split(' ').take(2).collect::<Vec<_>>().join(" "));
        self.talk.ask_lines(command).map_err(broken)
    }

    /// The same, where a refusal is an error.
    fn must(&mut self, command: &str) -> Result<Vec<String>, Fault> {
        match self.ask(command)? {
            (lines, End::Done) => Ok(lines),
            (_, End::No(why)) => Err(Fault::Refused(format!("NO {why}"))),
            (_, End::Bad(why)) => Err(Fault::Refused(format!("BAD {why}"))),
        }
    }

    /// A folder's name on the line.
    fn name(&self, folder: &str) -> String {
        quoted(&if self.can.utf8 { folder.to_owned() } else { encoded(folder) })
    }

    /// Opens a folder, by the name that the host wrote or below the account's own prefix.
    pub fn select(&mut self, folder: &str) -> Result<Opened, Fault> {
        let whole = self.namespace.whole(folder);
        let as_written = self.ask(&format!("SELECT {}", self.name(folder)))?;
        let lines = match as_written {
            (lines, End::Done) => lines,
            _ if whole != folder => self.must(&format!("SELECT {}", self.name(&whole)))?,
            (_, End::No(why) | End::Bad(why)) => return Err(Fault::Refused(format!("NO {why}"))),
        };
        let mut opened = opened(&lines);
        if opened.uid_validity == 0 {
            // Without it a numbering is not known again; some tell it only when they are asked.
            let name = self.name(folder);
            opened.uid_validity = told_validity(&self.ask(&format!("STATUS {name} (UIDVALIDITY)"))?.0);
        }
        self.uid_validity = opened.uid_validity;
        self.talk.opened(opened.letters.unwrap_or(0));
        Ok(opened)
    }

    /// Moves letters, or marks them where that is refused; what was said then.
    pub fn move_to(&mut self, uids: &[u64], folder: &str) -> Result<Option<String>, Fault> {
        let folder = self.namespace.whole(folder);
        let mut moved = self.try_move(uids, &folder);
        if let Err(Fault::Refused(_)) = moved {
            // The folder may not be there yet.
            self.ask(&format!("CREATE {}", self.name(&folder)))?;
            moved = self.try_move(uids, &folder);
        }
        let refused = match moved {
            Err(Fault::Refused(why)) => why,
            moved => return moved.map(|()| None),
        };
        self.flag(uids)?;
        Ok(Some(format!("{refused} to a move into the folder {folder}")))
    }

    pub fn flag(&mut self, uids: &[u64]) -> Result<(), Fault> {
        self.must(&format!("UID STORE {} +FLAGS.SILENT (\\Seen)", uid_set(uids.iter().copied()))).map(drop)
    }

    /// Those of these letters that are not marked as deleted.
    fn without_deleted(&mut self, uids: &[u64]) -> Result<Vec<u64>, Fault> {
        let mut deleted = BTreeSet::new();
        let command = format!("UID FETCH {} (UID FLAGS)", uid_set(uids.iter().copied()));
        let heard = self.talk.ask(&command, Measure::default(), &mut |answer| {
            deleted.extend(told::letter(answer).filter(|told| told.is_deleted).map(|told| told.uid));
        });
        heard.map_err(|error| Fault::Broken(error, "FETCH".into()))?;
        Ok(uids.iter().copied().filter(|uid| !deleted.contains(uid)).collect())
    }

    fn try_move(&mut self, uids: &[u64], folder: &str) -> Result<(), Fault> {
        let name = self.name(folder);
        if self.can.move_ {
            return self.must(&format!("UID MOVE {} {name}", uid_set(uids.iter().copied()))).map(drop);
        }
        // What bears the mark was copied before, and lies there still.
        let uids = self.without_deleted(uids)?;
        if uids.is_empty() {
            return Ok(());
        }
        let set = uid_set(uids.into_iter());
        self.must(&format!("UID COPY {set} {name}"))?;
        self.must(&format!("UID STORE {set} +FLAGS.SILENT (\\Deleted)"))?;
        // Without UIDPLUS an EXPUNGE would take away what others marked, too: then ours stay marked.
        if self.can.uid_plus {
            self.must(&format!("UID EXPUNGE {set}"))?;
        }
        Ok(())
    }
}

pub(super) fn connect(settings: &ImapSettings, place: &str) -> Result<Open, SourceError> {
    let unreachable = |why: String| SourceError::Unreachable { place: place.to_string(), why };
    let (line, greeted) = Line::connect(&settings.endpoint, settings.timeout)
        .map_err(|error| unreachable(error.to_string()))?;
    let mut door = Door::new(line, settings.timeout);
    let mut is_known = false;
    if !greeted {
        let greeting = door.greeting().map_err(|error| unreachable(format!("{error}, at its greeting")))?;
        let word = greeting.split_ascii_whitespace().nth(1).unwrap_or_default().to_ascii_uppercase();
        is_known = word == "PREAUTH";
        if !is_known && word != "OK" {
            return Err(unreachable(format!("greeted with {greeting}")));
        }
    }
    let talk = match is_known {
        true => door.enter_freely().map_err(|_| unreachable("it lets everybody in, and nobody".into()))?,
        false => log_in(door, &settings.login, place)?,
    };
    let mut open = Open { talk, uid_validity: 0, can: Can::default(), namespace: Namespace::default() };
    settle(&mut open, settings).map_err(|fault| failure(place, fault))?;
    Ok(open)
}

/// What is asked once, behind the login.
fn settle(open: &mut Open, settings: &ImapSettings) -> Result<(), Fault> {
    open.can = Can::told(&open.ask("CAPABILITY")?.0);
    // Some (163.com, 126.com) open no folder before they have been told who asks (RFC 2971). What they answer is nothing to us.
    if open.can.id || wants_id(&settings.endpoint.host) {
        open.ask(ID)?;
    }
    if open.can.namespace {
        open.namespace = Namespace::told(&open.ask("NAMESPACE")?.0.join("\n"));
    }
    open.select(&settings.folder).map(drop)
}

impl Can {
    /// From answers to CAPABILITY, whatever stands between and round the words.
    fn told(lines: &[String]) -> Self {
        let told = lines.iter().filter(|line| {
            line.split_ascii_whitespace().nth(1).is_some_and(|word| word.eq_ignore_ascii_case("CAPABILITY"))
        });
        let words = told.flat_map(|line| line.split_ascii_whitespace());
        let words = words.map(|word| word.trim_matches('"').to_ascii_uppercase()).collect::<BTreeSet<_>>();
        let has = |word: &str| words.contains(word);
        // The second revision has them all built in; a server of both speaks the first until it is asked for the second.
        let second = has("IMAP4REV2") && !has("IMAP4REV1");
        Can {
            idle: second || has("IDLE"),
            move_: second || has("MOVE"),
            uid_plus: second || has("UIDPLUS"),
            id: has("ID"),
            namespace: second || has("NAMESPACE"),
            utf8: second,
        }
    }
}

/// Who asks.
const ID: &str = concat!(r#"ID ("name" "Fieldpost" "version" ""#, env!("CARGO_PKG_VERSION"), r#"")"#);

/// Whether a host is of those that want ID and do not always offer it.
fn wants_id(host: &str) -> bool {
    const KIN: [&str; 5] = ["163.com", "126.com", "yeah.net", "188.com", "netease.com"];
    let host = host.to_ascii_lowercase();
    KIN.iter().any(|kin| host.strip_suffix(kin).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')))
}

fn opened(lines: &[String]) -> Opened {
    let mut exists = lines.iter().filter_map(|line| {
        let words = line.split_ascii_whitespace().collect::<Vec<_>>();
        let is_count = words.get(2).is_some_and(|word| word.eq_ignore_ascii_case("EXISTS"));
        if is_count { words.get(1)?.parse().ok() } else { None }
    });
    Opened { uid_validity: told_validity(lines), letters: exists.next_back() }
}

/// The UIDVALIDITY that answers to SELECT or STATUS tell; 0 where they tell none.
fn told_validity(lines: &[String]) -> u64 {
    let told = lines.iter().find_map(|line| {
        let upper = line.to_ascii_uppercase();
        let behind = upper.split("UIDVALIDITY").nth(1)?.trim_start();
        behind.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    });
    told.map_or(0, validity_within_32_bits)
}

/// A UIDVALIDITY has 32 bits (RFC 3501, 2.3.1.1). Of servers that take more, each has another number here too.
fn validity_within_32_bits(told: u64) -> u64 {
    const MOST: u64 = u32::MAX as u64;
    if told <= MOST { told } else { told % MOST + 1 }
}

pub(super) fn failure(place: &str, fault: Fault) -> SourceError {
    let place = place.to_string();
    match fault {
        Fault::Refused(why) => SourceError::Answer { place, why },
        Fault::Broken(error, command) => {
            SourceError::Unreachable { place, why: format!("{error}, at {command}") }
        }
    }
}

/// UIDs as IMAP writes a set of them: `3:5,9`.
pub(super) fn uid_set(uids: impl Iterator<Item = u64>) -> String {
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
        let of = |answer: &str| {
            let opened = opened(&answer.lines().map(str::to_owned).collect::<Vec<_>>());
            (opened.uid_validity, opened.letters)
        };
        let large = |last| {
            format!("* 47 EXISTS\r\n* OK [UIDVALIDITY 500000000{last}] yes\r\n* 48 EXISTS\r\na3 OK done\r\n")
        };
        assert_eq!(of(&large(1)), (5_000_000_001 % u64::from(u32::MAX) + 1, Some(48)));
        assert_ne!(of(&large(1)).0, of(&large(2)).0, "another numbering");
        assert_eq!(of("* OK [UIDVALIDITY 7] yes\r\n"), (7, None));
        assert_eq!(of("* OK [ uidvalidity  7 ] yes\r\n"), (7, None));
        assert_eq!(of("* STATUS \"INBOX\" (UIDVALIDITY 7)\r\n"), (7, None));
        assert_eq!(of("a3 OK done\r\n"), (0, None));
    }

    #[test]
    fn what_a_server_can_do_is_read_in_every_shape() {
        let can = |line: &str| Can::told(&[line.to_owned(), "* OK hm".to_owned()]);
        let both = Can { idle: true, move_: true, ..Can::default() };
        for line in [
            "* CAPABILITY IMAP4rev1 IDLE  MOVE",
            "*  capability imap4rev1 \"idle\" move ",
            "* CAPABILITY IDLE MOVE",
        ] {
            assert_eq!(can(line), both, "{line}");
        }
        let second = Can { uid_plus: true, namespace: true, utf8: true, ..both };
        assert_eq!(can("* CAPABILITY IMAP4rev2 AUTH=PLAIN"), second);
        assert!(!can("* CAPABILITY IMAP4rev1 IMAP4rev2").utf8);
        assert_eq!(can("* CAPABILITY"), Can::default());
    }

    #[test]
    fn the_kin_of_163_want_id() {
        assert!(wants_id("imap.163.com") && wants_id("IMAP.126.com") && wants_id("yeah.net"));
        assert!(!wants_id("imap.example.org") && !wants_id("imap.x163.com"));
    }
}

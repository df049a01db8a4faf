//! A mailbox whose server leaves letters out, in every way seen in the wild, and what becomes of them.

use std::collections::BTreeSet;

use super::*;
use fieldpost_desk::record::LetterNo;
use fieldpost_mail::endpoint::{Credential, Endpoint, Login, Security};
use fieldpost_mail::source::{Filing, Imap, ImapSettings};
use fieldpost_store::SledStore;

mod odd;
mod server;

use server::{Fault, Manner, NOWHERE, Search, Server, USUAL};

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
        maildir: None,
        first_left: u64::MAX,
        compared_ms: None,
        is_in_doubt: false,
        known: BTreeSet::new(),
        put_away: None,
        at_once: fieldpost_mail::source::LETTERS_AT_ONCE,
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

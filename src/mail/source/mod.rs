//! Where letters come from: one trait, and IMAP and Maildir behind it.
//!
//! Flags and folders on the server are decoration: which letters are done is the store's to know (row 4).
//! A source is asked what it holds, hands over bytes without changing anything (`BODY.PEEK[]`), and only when
//! told that a verdict is durable does it move or flag a letter.

mod backoff;
mod ear;
mod imap;
mod login;
mod maildir;
mod names;
mod namespace;
mod open;
mod settings;
mod stream;
mod talk;
mod told;

pub use backoff::Backoff;
pub use imap::Imap;
pub(crate) use maildir::make as make_maildir;
pub use maildir::{Maildir, MaildirCount};
pub use settings::ImapSettings;

use std::time::Duration;

use thiserror::Error;

/// How far a source has been read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    /// The mailbox's UIDVALIDITY when `uid` was read; 0 before the first look, and for Maildir always.
    pub uid_validity: u64,
    /// The highest UID read; all that is asked for is above it.
    pub uid: u64,
}

/// A letter that lies in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// What names it for good within the source: `UIDVALIDITY.UID`, or a Maildir file's base name.
    pub key: String,
    /// Its UID; for Maildir a number made of its name, so that it is the same at every look. Breaks ties.
    pub uid: u64,
    /// Its size in bytes, as the server tells it.
    pub size: u64,
    /// When it was received, in milliseconds since 1970 UTC: INTERNALDATE, or the file's own time (row 37).
    pub received_ms: i64,
}

/// What a look at a source showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The mailbox's UIDVALIDITY now.
    pub uid_validity: u64,
    /// Whether it is another than the cursor's: then `arrivals` is all that the mailbox holds (row 2).
    pub renumbered: bool,
    /// What lies above the cursor, in order of UID (for Maildir: of receipt).
    pub arrivals: Vec<Arrival>,
    /// What lies there too, but the server does not tell what is needed to fetch and judge it.
    pub unread: Vec<Unread>,
    /// Whether the server was not heard to answer, so that a letter may be missing though others were named in another way.
    pub is_doubtful: bool,
}

/// A letter that a source names and does not hand out. It is owed until it was read or is named no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    pub uid: u64,
    /// What is wrong, for people.
    pub why: String,
    /// The letter with a time of receipt of 0, where nothing else is missing.
    pub undated: Option<Arrival>,
}

/// A letter's bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// Which letter.
    pub arrival: Arrival,
    /// The raw letter; only its header if it is larger than the source's limit.
    pub bytes: Vec<u8>,
    /// Whether `bytes` is the whole letter.
    pub whole: bool,
}

/// Where a letter goes once its verdict is durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shelf {
    /// It was obeyed, partly obeyed or refused.
    Processed,
    /// No answer was owed.
    Ignored,
}

/// What a source does with a letter that is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filing {
    /// Moves it into a folder.
    Move {
        /// For letters that were worked.
        processed: String,
        /// For letters that were ignored.
        ignored: String,
    },
    /// Leaves it where it is and marks it as seen.
    Flag,
}

/// How a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    /// Something happened in the mailbox: look.
    News,
    /// Nothing was heard in the time given: look all the same (row 39).
    Quiet,
}

/// Why a source could not be read.
#[derive(Debug, Error)]
pub enum SourceError {
    /// The connection could not be made, or was lost.
    #[error("cannot reach {place}: {why}")]
    Unreachable {
        /// Host and port, or folder.
        place: String,
        /// What went wrong.
        why: String,
    },
    /// The name or the password was refused, or no token could be had.
    #[error("{place} refused the login: {why}")]
    Login {
        /// Host and port.
        place: String,
        /// In the server's words.
        why: String,
    },
    /// The server answered, but not as it should.
    #[error("{place} answered {why}")]
    Answer {
        /// Host and port, or folder.
        place: String,
        /// In the server's words.
        why: String,
    },
}

impl SourceError {
    /// Whether the login was refused: such a source is tried again only after a long while (row 39).
    pub fn is_login(&self) -> bool {
        matches!(self, SourceError::Login { .. })
    }
}

/// One folder of letters. After an error the next call connects anew.
pub trait Mailbox: Send {
    /// The source's name in the configuration.
    fn name(&self) -> &str;

    /// What lies above the cursor, or everything if the mailbox was renumbered since.
    ///
    /// # Errors
    /// When the source cannot be read; nothing is known then of what it holds.
    fn list(&mut self, since: Cursor) -> Result<Listing, SourceError>;

    /// The numbers of all that lies there under this UIDVALIDITY, and whether they are as many as the folder is said to hold; none
    /// where a listing leaves nothing out.
    ///
    /// # Errors
    /// As [`Mailbox::list`].
    fn numbers(&mut self, _uid_validity: u64) -> Result<(Vec<u64>, bool), SourceError> {
        Ok((Vec::new(), true))
    }

    /// Whether a letter that was listed and not fetched is owed: not where letters are files, which are read or gone.
    fn owes(&self) -> bool {
        false
    }

    /// Asks once more for letters that were owed under this UIDVALIDITY, each of them alone. What is in neither list of the
    /// answer is not there any more; of those in `later` it is only asked whether they are.
    ///
    /// # Errors
    /// When the source cannot be read; nothing is known then of any of them.
    fn list_again(
        &mut self,
        uid_validity: u64,
        _now: &[u64],
        _later: &[u64],
    ) -> Result<Listing, SourceError> {
        Ok(Listing { uid_validity, ..Listing::default() })
    }

    /// The bytes of these letters, none of them changed by it; a letter that is gone by now, or is not handed out, is
    /// left out.
    ///
    /// # Errors
    /// When the source cannot be read.
    fn fetch(&mut self, arrivals: &[Arrival]) -> Result<Vec<Fetched>, SourceError>;

    /// Moves or flags letters whose verdicts are durable; one that is gone already is passed over.
    ///
    /// # Errors
    /// When the source cannot be written to; the letters then stay where they are, which loses nothing.
    fn file(&mut self, arrivals: &[Arrival], shelf: Shelf) -> Result<(), SourceError>;

    /// Waits for news, at most this long.
    ///
    /// # Errors
    /// When the connection breaks while waiting.
    fn wait(&mut self, at_most: Duration) -> Result<Wake, SourceError>;
}

/// How many letters one daemon takes at once (row 43).
pub const LETTERS_AT_ONCE: usize = 50;

/// Letters of a listing in handy groups, in order: at most so many letters and 10 MiB each (row 43).
pub fn batches(arrivals: &[Arrival], letters: usize) -> Vec<&[Arrival]> {
    const BYTES: u64 = 10 << 20;
    let mut groups = Vec::new();
    let mut rest = arrivals;
    while !rest.is_empty() {
        let mut sum = 0u64;
        let fits = rest.iter().take(letters).take_while(|arrival| {
            sum = sum.saturating_add(arrival.size);
            sum <= BYTES
        });
        let (group, after) = rest.split_at(fits.count().max(1));
        groups.push(group);
        rest = after;
    }
    groups
}

//! What can go wrong in a store, in words for the host.

use std::any::Any;
use std::path::{Path, PathBuf};

use fieldpost_desk::record::LetterNo;

use crate::mail_id::MailId;

/// How the reason begins for which a mail is given up whose bytes are gone.
pub const LOST: &str = "its text is lost: ";

/// What every operation of a store gives.
pub type Result<T> = std::result::Result<T, StoreError>;

/// Why an operation was not done. Nothing of it happened, save where the text says otherwise.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("cannot {doing} {path}: {source}", path = path.display())]
    Disk { doing: &'static str, path: PathBuf, source: std::io::Error },
    #[error("the database refused to {doing}: {}", with_causes(source.as_ref()))]
    Database { doing: &'static str, source: Box<dyn std::error::Error + Send + Sync> },
    #[error(
        "the database committed on its own disk alone, since somebody ended its wait for the standbys: whether another disk has it \
         is not known"
    )]
    Unconfirmed,
    #[error(
        "an earlier write failed ({0}), so what the database holds in memory may not be on the disk: \
         mend the cause (is the disk full?) and start again"
    )]
    Stopped(String),
    #[error(
        "another fieldpost{holder} holds the store in {folder}; ask it through its control socket, or stop it",
        folder = folder.display()
    )]
    Locked { folder: PathBuf, holder: String },
    #[error(
        "the store in {folder} is of schema {found}, and this fieldpost knows schema {known}: use the fieldpost \
         that wrote it, or `export` with that one and `import` with this one",
        folder = folder.display()
    )]
    Schema { folder: PathBuf, found: u32, known: u32 },
    #[error("the store in {folder} is damaged: {why}; `fieldpost rebuild` makes it again from its letters and \
             records", folder = folder.display())]
    Damaged { folder: PathBuf, why: String },
    #[error(
        "an import into {folder} was not finished, and half a record lies there: run `fieldpost import` with the same file once \
         more, which begins anew; nothing else is done beside it",
        folder = folder.display()
    )]
    HalfImported { folder: PathBuf },
    #[error("{folder} is not empty: {why}", folder = folder.display())]
    NotEmpty { folder: PathBuf, why: String },
    #[error("{path} does not hold what its name says: expected {expected}, found {found}", path = path.display())]
    WrongBytes { path: PathBuf, expected: String, found: String },
    #[error("{what} cannot be read: {why}")]
    Unreadable { what: String, why: String },
    #[error("there is no letter {}", .0.0)]
    NoSuchLetter(LetterNo),
    #[error("letter {} already has its final verdict", .0.0)]
    AlreadyFinal(LetterNo),
    #[error("letter {} has the same content and was carried out already", .0.0)]
    SameContent(LetterNo),
    #[error("letter {} is filed already: its number was given twice", .0.0)]
    NumberTaken(LetterNo),
    #[error("letter {} can be settled by a final verdict only, not by {verdict}", letter.0)]
    NotFinal { letter: LetterNo, verdict: String },
    #[error("no mail was staged under {0}")]
    NotStaged(String),
    #[error("there is no mail {}", .0.0)]
    NoSuchMail(MailId),
    #[error("mail {} held a password and was erased when it had been sent or given up", .0.0)]
    Erased(MailId),
    #[error("mail {} is kept as what it is printed from, and not as bytes", .0.0)]
    Pruned(MailId),
    #[error("a mail with the Message-ID {0} is in the outbox already")]
    SameMessageId(String),
    #[error("there is no game {0:?}")]
    NoSuchGame(String),
    #[error("there is no player {player:?} in the game {game:?}")]
    NoSuchPlayer { game: String, player: String },
    #[error("there is a game {0:?} already")]
    GameExists(String),
    #[error(
        "{0:?} is no name for a game: expected 1 to 40 of a-z, 0-9 and -, beginning with a letter or digit"
    )]
    BadGameName(String),
    #[error("turn {asked} of {game:?} is not open: turn {open} is")]
    TurnClosed { game: String, asked: u32, open: u32 },
    #[error("the game {game:?} keeps no {what}")]
    NotKept { game: String, what: String },
    #[error(
        "another daemon of the name {name:?} lives, on the machine {machine}: two of one name would take each other's work. Give each its \
         own, as `name` under [cluster] in its fieldpost.toml; or stop that one"
    )]
    NameInUse { name: String, machine: String },
    #[error(
        "a newer fieldpost has changed the database's tables, and only programs that know its migration {needed} may work on them; this one \
         knows {known}: put the newer program in its place"
    )]
    TooOld { needed: usize, known: usize },
    #[error(
        "daemon {daemon} reads another folder as the source {account:?}, and letters that come into this one would be read by nobody: give \
         this one a name of its own, as `name` under its [[source]]"
    )]
    OtherFolder { account: String, daemon: String },
    #[error("{0} was changed meanwhile, by another daemon: what was to be written is to be made again")]
    Stale(String),
    #[error("{0} is another daemon's by now: nothing was written")]
    Fenced(String),
    #[error("the record contradicts itself: {0}")]
    Broken(String),
}

/// An error of the disk, with what was being done.
pub fn failed(doing: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> StoreError {
    move |source| StoreError::Disk { doing, path: path.to_path_buf(), source }
}

/// Whether an error of input or output is that there is no room.
pub fn is_no_room(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded)
}

/// Whether PostgreSQL says that there is no room, or no quota, on its disk (class 53 of its error codes).
#[cfg(feature = "postgres")]
fn says_no_room(error: &(dyn std::error::Error + 'static)) -> bool {
    let code = error.downcast_ref::<postgres::Error>().and_then(postgres::Error::code);
    code == Some(&postgres::error::SqlState::DISK_FULL)
}

#[cfg(not(feature = "postgres"))]
fn says_no_room(_: &(dyn std::error::Error + 'static)) -> bool {
    false
}

/// What a panic said.
pub fn panic_words(fault: &(dyn Any + Send)) -> &str {
    let text = fault.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| fault.downcast_ref::<&str>().copied()).unwrap_or("it gave no reason")
}

/// An error with what it comes of: a database's own words stand behind "db error".
fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

impl StoreError {
    /// Whether the same may be done again once the record was read again.
    pub fn is_stale(&self) -> bool {
        matches!(self, StoreError::Stale(_))
    }

    /// Whether this process may take no part any more, and is to end: another has its name, or the tables have gone on without it.
    pub fn ends_daemon(&self) -> bool {
        matches!(self, StoreError::NameInUse { .. } | StoreError::TooOld { .. })
    }

    /// Whether there was no room for it on the disk: it can be done when there is.
    pub fn is_no_room(&self) -> bool {
        match self {
            StoreError::Disk { source, .. } => is_no_room(source),
            StoreError::Database { source, .. } => {
                let first: &(dyn std::error::Error + 'static) = source.as_ref();
                let mut causes = std::iter::successors(Some(first), |error| error.source());
                causes.any(|error| error.downcast_ref().is_some_and(is_no_room) || says_no_room(error))
            }
            _ => false,
        }
    }

    /// Whether what was to be read is gone or damaged, so that reading it again will not bring it: a body that is not there,
    /// that is not what its name says, or that was erased. All else may go better the next time.
    pub fn is_lost(&self) -> bool {
        match self {
            StoreError::WrongBytes { .. } | StoreError::Erased(_) => true,
            StoreError::Disk { source, .. } => source.kind() == std::io::ErrorKind::NotFound,
            _ => false,
        }
    }
}

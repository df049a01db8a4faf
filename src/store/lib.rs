//! The durable record: letters, verdicts, orders, turns, the outbox, the audit.
//!
//! [`Store`] is a trait of whole operations, not a key-value map: each method is one thing that happens to a
//! post office, and it is done wholly or not at all. [`SledStore`] is the one that ships; an installation
//! that outgrows one machine can write another on PostgreSQL. What every implementation promises:
//!
//! - **What was answered `Ok` is on the disk** and outlives the death of the process and a loss of power.
//!   [`Store::begin_reading`] and [`Store::reserve_letters`] alone promise less, and say so.
//! - **A verdict and its answers are one write** (promise 3): raw letter, verdict record, changed record,
//!   outgoing mails, indexes and audit line stand together or are all absent. So are a turn and its reports.
//! - **A letter's effect happens once** (promises 1 and 2): a letter that is filed again changes nothing, and a
//!   letter with the content of another one cannot change the record a second time.
//! - **Bodies come first**: bytes are written as files named by their SHA-256 and synced before the write that
//!   names them; files that no write names are swept at the next start.
//! - **A store that failed says so** ([`Store::stopped`]): after a write of which nobody knows how far it came, or a panic,
//!   it takes no more, and the process that holds it ends.
//! - **Every write leaves its [`history::Entry`] as a file**, from which the whole store can be built again.
//! - **Damage is named**: bodies and entries are held to hashes, one damaged file costs what hangs on it and no more.
//! - **No password's words** stay: letters come masked, accounts hold hashes, and a welcome mail is erased once it
//!   is sent or given up (promise 7).
//!
//! **The store knows no clock and no rules**: times are handed in, positions and orders are papers to it.

mod as_kept;
pub mod audit;
pub mod awaiting;
pub mod body;
pub mod contract;
pub mod damage;
mod deeds;
pub mod error;
pub mod game;
pub mod handed;
pub mod history;
pub mod letter;
mod lock;
mod mail_id;
pub mod mailbox;
pub mod outbox;
#[cfg(feature = "postgres")]
pub mod postgres;
mod pressed;
pub mod sled;
pub mod trouble;
pub mod write;

pub use audit::AuditLine;
pub use body::{BodyHash, Paper};
pub use contract::Store;
pub use damage::{Damage, Exported, Imported, Round, Verified};
pub use error::{Result, StoreError};
pub use game::{
    Administering, FIRST_FORM, GameChange, GameRow, Hold, NewGame, Reopening, Setup, TurnFiling, TurnRecord,
    VoidedRun, is_game_name,
};
pub use handed::{Arrival, Handed, hand_over, is_one_game};
pub use letter::{
    ContentKey, Count, Effects, Filing, LetterRead, LetterRecord, Remembered, Settlement, TransportKey,
};
pub use mailbox::{Cursor, Owed};
pub use outbox::{Anew, Content, Mail, MailId, MailRow, MailState, Mark, NewMail};
#[cfg(feature = "postgres")]
pub use postgres::{PostgresConfig, PostgresStore};
pub use sled::{
    Rebuilt, SCHEMA, SledStore, Unfinished, begin_import, gaps_of_export, import, is_entry, rebuild,
    refuse_half_import, verify,
};
pub use trouble::{AddressNews, Bounces, Telling, Trouble, TroubleNews};
pub use write::{
    Awaited, Claim, Company, DaemonRow, Dealt, Envelope, InHand, MadeOn, Poll, Pruning, TakeOver, WholeGame,
    Work, Write, Written,
};

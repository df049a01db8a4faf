//! Where and how a folder is read by IMAP.

use std::time::Duration;

use super::super::endpoint::{Endpoint, Login};
use super::Filing;

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

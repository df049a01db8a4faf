//! What a look at the database finds, and what is to be done about it.

use crate::error::StoreError;
use crate::postgres::saying::{self, Refusal};

/// What was looked at, and how it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Whether letters may be lost, or nothing goes, as long as it is so.
    pub is_fault: bool,
    /// One sentence for the host, without what to do.
    pub words: String,
    /// What to do about a fault.
    pub advice: Advice,
}

/// What to do about a fault. Whoever knows the configuration names its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// The page of the cluster tells it.
    Page,
    /// The role's password is another than the one in the file or variable that is named.
    Password,
    /// The server's own list of who may come in (`pg_hba.conf`) does not have the role from this machine.
    LetIn,
    /// The server's certificate is of another authority than the one whose certificate is named.
    Authority,
    /// The server's certificate does not bear the name by which it is asked for.
    CertificateName,
    /// This host does not answer as it should: see whether it runs, and is named rightly.
    Host(String),
    /// This primary is to take writes.
    LetWrite(String),
    /// This standby is to follow the primary.
    Follow(String),
    /// This older primary is to be shut down.
    ShutDown(String),
    /// One of two primaries is to be shut down.
    ShutOne,
    /// Two daemons have one name.
    Names,
}

impl Advice {
    /// What to do about an error of a connection.
    pub fn on(error: &StoreError) -> Self {
        match saying::refusal(error) {
            Some(Refusal::Password) => Advice::Password,
            Some(Refusal::NotLetIn) => Advice::LetIn,
            Some(Refusal::Authority) => Advice::Authority,
            Some(Refusal::CertificateName) => Advice::CertificateName,
            None => Advice::Page,
        }
    }
}

pub fn good(words: impl Into<String>) -> Finding {
    Finding { is_fault: false, words: words.into(), advice: Advice::Page }
}

pub fn fault(words: impl Into<String>) -> Finding {
    Finding { is_fault: true, words: words.into(), advice: Advice::Page }
}

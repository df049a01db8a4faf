//! The number of a mail.

use serde::{Deserialize, Serialize};

/// A mail's number: counted up by the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MailId(pub u64);

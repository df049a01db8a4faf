//! Who may order what: authentication, commander and deputy precedence, the order book, accounts, and what
//! is owed in answer.
//!
//! **No I/O, no clock**: a letter and the record come in, changes and answers go out.

pub mod record;

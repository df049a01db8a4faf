//! What writes do to a record, whatever holds its rows: the rules of every store, written once.
//!
//! A deed is planned from what a caller asks (`plan`), recorded as an entry (`deed`) and carried out on rows (`apply`); a
//! [`Draft`](draft::Draft) holds what changes until the store that made it writes it, whole or not at all. A store gives its
//! rows by their [`Key`](keys::Key)s and families of keys ([`Rows`](draft::Rows)), and its bodies ([`Bodies`](draft::Bodies)).
//! Two stores that carry out the same deeds therefore have the same entries.

pub mod address;
pub mod administration;
pub mod apply;
pub mod costs;
pub mod deed;
pub mod draft;
pub mod games;
pub mod keys;
pub mod lines;
pub mod mails;
pub mod numbers;
pub mod paths;
pub mod plan;
pub mod row;
pub mod seal;

//! What the database's errors mean: in words for the host, and whether the same may go well again.

use postgres::error::SqlState;

use crate::error::StoreError;

/// Why there is no connection that is of use, where that can be said in words for the host.
#[derive(Debug, thiserror::Error)]
pub enum Saying {
    #[error(
        "a pooler stands between that hands sessions on (pgbouncer in transaction or statement mode): name the servers themselves in postgres.hosts, or have it pool sessions"
    )]
    Pooler,
    #[error(
        "none of {0} takes writes: they are standbys, or read-only (default_transaction_read_only); letters wait in their mailboxes until one is promoted, or may write"
    )]
    ReadOnly(String),
    #[error(
        "none of {0} is known by its name: no name server answers, or postgres.hosts has a name that is wrong"
    )]
    NoSuchName(String),
    #[error(
        "it is an older primary (timeline {found}, and {newest} was seen): another was promoted in its place. Nothing is written to it; shut it down, and make it a standby anew. If the database was put back from a backup on purpose, remove {file}"
    )]
    Superseded { found: u32, newest: u32, file: String },
}

/// As what a caller of the store is told.
pub fn said(saying: Saying) -> StoreError {
    StoreError::Database { doing: "take a connection", source: Box::new(saying) }
}

/// Whether a primary was refused since another was promoted in its place.
pub fn is_superseded(error: &StoreError) -> bool {
    let StoreError::Database { source, .. } = error else { return false };
    matches!(source.downcast_ref(), Some(Saying::Superseded { .. }))
}

/// What a failed connection to these hosts means; what says enough by itself stays as it is.
pub fn not_connected(hosts: &[(String, u16)], error: postgres::Error) -> StoreError {
    let names = hosts.iter().map(|(host, port)| format!("{host}:{port}")).collect::<Vec<_>>().join(", ");
    let cause = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
    let server = error.as_db_error().map(|said| said.message().to_owned()).unwrap_or_default();
    if server.contains("unsupported startup parameter") {
        return said(Saying::Pooler);
    }
    if cause.contains("does not allow writes") {
        return said(Saying::ReadOnly(names));
    }
    if cause.contains("failed to lookup address") {
        return said(Saying::NoSuchName(names));
    }
    refused("take a connection")(error)
}

/// An error of the database, with what was asked of it.
pub fn refused(doing: &'static str) -> impl Fn(postgres::Error) -> StoreError {
    move |source| match source.code() {
        // What was prepared in this session another has.
        Some(code) if *code == SqlState::INVALID_SQL_STATEMENT_NAME => {
            StoreError::Database { doing, source: Box::new(Saying::Pooler) }
        }
        _ => StoreError::Database { doing, source: Box::new(source) },
    }
}

/// What the database said, if it did.
pub fn code_of(error: &StoreError) -> Option<(String, Option<String>)> {
    let StoreError::Database { source, .. } = error else { return None };
    let said = source.downcast_ref::<postgres::Error>()?.as_db_error()?;
    Some((said.code().code().to_owned(), said.constraint().map(str::to_owned)))
}

/// Whether the connection is gone, or the server is ending or takes no writes any more, so that another is to be asked.
pub fn is_gone(error: &StoreError) -> bool {
    match (error, code_of(error)) {
        (StoreError::Database { .. }, None) | (StoreError::Unconfirmed, _) => true,
        (_, Some((code, _))) => {
            code.starts_with("08") || code.starts_with("57P") || code == "25006" || code == "25P03"
        }
        _ => false,
    }
}

/// Whether the same may go well at once: a deadlock, or two that could not both be served.
pub fn is_again(error: &StoreError) -> bool {
    code_of(error).is_some_and(|(code, _)| code == "40P01" || code == "40001")
}

/// What a server or its certificate turned away, where the host has a file that is to be mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The server does not take the role's password.
    Password,
    /// The server lets the role in from nowhere, or not so.
    NotLetIn,
    /// The certificate is of another authority.
    Authority,
    /// The certificate is of another name.
    CertificateName,
}

/// Which of these an error is, if it is one.
pub fn refusal(error: &StoreError) -> Option<Refusal> {
    match code_of(error).map(|(code, _)| code).as_deref() {
        Some("28P01") => return Some(Refusal::Password),
        Some("28000") => return Some(Refusal::NotLetIn),
        _ => {}
    }
    let StoreError::Database { source, .. } = error else { return None };
    let first: &(dyn std::error::Error + 'static) = source.as_ref();
    let tls = std::iter::successors(Some(first), |error| error.source()).find_map(tls_error)?;
    match tls {
        rustls::Error::InvalidCertificate(
            rustls::CertificateError::NotValidForName
            | rustls::CertificateError::NotValidForNameContext { .. },
        ) => Some(Refusal::CertificateName),
        rustls::Error::InvalidCertificate(_) => Some(Refusal::Authority),
        _ => None,
    }
}

/// The error of TLS that an error is, or holds: one of input and output does not name it as its source.
fn tls_error<'a>(error: &'a (dyn std::error::Error + 'static)) -> Option<&'a rustls::Error> {
    let held = || error.downcast_ref::<std::io::Error>()?.get_ref()?.downcast_ref();
    error.downcast_ref().or_else(held)
}

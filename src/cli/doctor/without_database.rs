//! What `fieldpost doctor` finds of a PostgreSQL where the program was built without: nothing, and the record cannot be opened.

use crate::cli::doctor::finding::Finding;
use fieldpost_daemon::config::Config;

/// As where there is none.
pub fn findings(_: &Config) -> Vec<(&'static str, Finding)> {
    Vec::new()
}

/// The error itself says what to build.
pub fn remedy(_: &Config, _: &anyhow::Error) -> String {
    "see docs/hosts/cluster.md".to_owned()
}

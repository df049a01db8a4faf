//! A picture of a report.

use std::sync::Arc;

use serde::Serialize;

/// A picture in the HTML of a report, which names it as `cid:<id>`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Illustration {
    /// Its content id.
    pub id: String,
    /// What it shows, for those who do not see it.
    pub alt: String,
    /// PNG bytes; players who see the same share them.
    #[serde(skip)]
    pub png: Arc<[u8]>,
}

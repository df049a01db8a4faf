//! What cases of land and of sea write alike, and what proofs of several games need.

use serde::Deserialize;

/// How two nations stand.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RelationFile {
    pub between: [String; 2],
    pub is: String,
}

/// Orders that are no piece's own: a minister's, a Naval Secretary's.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderFile {
    pub from: String,
    pub text: String,
}

pub(crate) fn middle() -> String {
    "7-7".into()
}

pub(crate) fn one() -> u32 {
    1
}

pub(crate) fn first_seed() -> u64 {
    1
}

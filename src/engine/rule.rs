//! Rule citations: one list a rulebook, from number to summary and state.

use serde::{Deserialize, Serialize};

/// One rule of a rulebook, as `fieldpost rules` lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Its number in that book, such as `7.14` (the second 3.5 of ROTD-EUWOL is `3.5b`).
    pub number: String,
    /// What it says, in one line of our own words.
    pub says: String,
    /// Why it is not built; absent for a rule that is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_built: Option<String>,
    /// What its rule cases show, a sentence each; not in the list itself.
    #[serde(default, skip)]
    pub shown: Vec<String>,
}

/// The rules of a rulebook as its file lists them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleList {
    /// In the order of the book.
    pub rule: Vec<Rule>,
    /// What is lost of it, by the numbers of the book from which it is taken.
    #[serde(default)]
    pub lost: Vec<Rule>,
}

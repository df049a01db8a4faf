//! What `fieldpost doctor` finds.

/// What a check found: well, or what is wrong with the remedy.
pub type Finding = Result<String, (String, String)>;

/// Something wrong, with its remedy.
pub fn wrong(words: impl Into<String>, remedy: impl Into<String>) -> Finding {
    Err((words.into(), remedy.into()))
}

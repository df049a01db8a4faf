//! What is kept of a game, as bytes.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A paper, read.
///
/// # Errors
/// If it is a paper of another kind.
pub fn read<T: DeserializeOwned>(what: &str, paper: &[u8]) -> Result<T, String> {
    serde_json::from_slice(paper).map_err(|why| format!("the {what} cannot be read: {why}"))
}

/// Something as a paper.
pub fn paper(what: &impl Serialize) -> Vec<u8> {
    // None of ours has a map whose keys are not words, which alone could not be written.
    serde_json::to_vec(what).unwrap_or_default()
}

/// Whether a position or orders are of a war with ships. It is asked before they are read: the sea has numbers as keys, and these are
/// lost where serde tells kinds apart.
pub fn has_ships(paper: &[u8]) -> bool {
    #[derive(serde::Deserialize)]
    struct Kind {
        game: String,
    }
    serde_json::from_slice::<Kind>(paper).is_ok_and(|kind| kind.game == "joint")
}

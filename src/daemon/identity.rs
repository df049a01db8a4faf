//! What the post office knows of itself and must keep: the key that signs its Message-IDs and envelope
//! senders, and the hash of the GA's password. One file in the store's folder, readable by its owner only.

use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::Context;
use rand::Rng;
use serde::{Deserialize, Serialize};

/// The identity of a post office.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// 32 random bytes, in hexadecimal.
    key: String,
}

impl std::fmt::Debug for Identity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Identity(…)")
    }
}

impl Identity {
    /// A new identity with fresh random bytes.
    pub fn fresh() -> Self {
        let bytes = random_bytes::<32>();
        let key = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Identity { key }
    }

    /// The signing key.
    pub fn key(&self) -> &[u8] {
        self.key.as_bytes()
    }

    /// Reads the identity kept in a store's folder.
    ///
    /// # Errors
    /// If the file is missing or not ours, in words that say what to do.
    pub fn load(store: &Path) -> anyhow::Result<Self> {
        let file = path(store);
        let text = fs::read_to_string(&file).with_context(|| {
            format!("{} cannot be read: has `fieldpost init` been run here?", file.display())
        })?;
        toml::from_str(&text).with_context(|| format!("{} is not an identity file", file.display()))
    }

    /// Keeps the identity in a store's folder, never over another one.
    ///
    /// # Errors
    /// If one is kept there already, or the file cannot be written.
    pub fn save(&self, store: &Path) -> anyhow::Result<()> {
        let file = path(store);
        write_private(&file, &toml::to_string(self)?)
            .with_context(|| format!("cannot write {}", file.display()))
    }
}

fn path(store: &Path) -> PathBuf {
    store.join("identity.toml")
}

/// Writes a new file that only its owner can read, synced; an existing one is left alone and is an error.
///
/// # Errors
/// If the file exists or cannot be written.
pub fn write_private(file: &Path, text: &str) -> std::io::Result<()> {
    let mut options = fs::OpenOptions::new();
    let mut new = options.write(true).create_new(true).mode(0o600).open(file)?;
    new.write_all(text.as_bytes())?;
    new.sync_all()
}

/// Random bytes from the system's generator, for keys, tokens and first passwords (never for dice).
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    rand::rng().fill_bytes(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn is_kept_for_its_owner_alone_and_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let identity = Identity::fresh();
        identity.save(folder.path()).unwrap();
        assert_eq!(Identity::load(folder.path()).unwrap(), identity);
        let mode = fs::metadata(path(folder.path())).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert!(Identity::fresh().save(folder.path()).is_err());
        assert_eq!(format!("{identity:?}"), "Identity(…)");
    }

    #[test]
    fn no_two_are_alike_and_a_missing_one_says_what_to_do() {
        assert_ne!(Identity::fresh(), Identity::fresh());
        let folder = tempfile::tempdir().unwrap();
        assert!(format!("{:#}", Identity::load(folder.path()).unwrap_err()).contains("fieldpost init"));
    }
}

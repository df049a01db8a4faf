//! What the post office knows of itself and must keep: the key that signs its Message-IDs and envelope
//! senders, and the hash of the GA's password. One file in the store's folder, readable by its owner only.

use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use rand::Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::config::Config;
use fieldpost_engine::hex::hex;
use fieldpost_mail::postmark::Postmark;
use fieldpost_store::refuse_half_import;

/// The identity of a post office.
#[derive(Clone, PartialEq, Eq)]
pub struct Identity {
    /// 32 random bytes, in hexadecimal.
    key: String,
}

/// An identity as it lies in its file. A field that is not known is a flipped bit in the name of one that is.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    key: String,
    /// The SHA-256 of the key's digits; files of before 2026-11-22 have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sum: Option<String>,
}

impl std::fmt::Debug for Identity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Identity(…)")
    }
}

impl Identity {
    /// A new identity with fresh random bytes.
    pub fn fresh() -> Self {
        Identity { key: hex(random_bytes::<32>()) }
    }

    /// The signing key.
    pub fn key(&self) -> &[u8] {
        self.key.as_bytes()
    }

    /// What tells this key from another where both are spoken of: the first twelve digits of its SHA-256.
    pub fn mark(&self) -> String {
        sum_of(&self.key).chars().take(12).collect()
    }

    /// Whether a Message-ID of this post office was made with this key.
    pub fn knows(&self, message_id: &str) -> bool {
        let domain = message_id.trim_end_matches('>').rsplit_once('@').map_or("", |(_, domain)| domain);
        let postmark = Postmark::new(&format!("office@{domain}"), self.key());
        postmark.is_some_and(|postmark| postmark.know_message_id(message_id).is_some())
    }

    /// Reads the identity kept in a store's folder.
    ///
    /// # Errors
    /// If the file is missing or not what was written, in words that say what to do; or an import was not finished.
    pub fn load(store: &Path) -> anyhow::Result<Self> {
        refuse_half_import(store)?;
        Self::read(&path(store)).with_context(|| {
            format!(
                "{} cannot be used: `fieldpost init` makes one where there is none; of a post office that has been at \
                 work it comes from a backup, or from the FILE.identity of an export",
                path(store).display()
            )
        })
    }

    /// Reads the identity that a configuration's post office has on this machine. All machines that share a record sign with one key: a second
    /// one's is copied, and never made.
    ///
    /// # Errors
    /// As [`Identity::load`].
    pub fn of(config: &Config) -> anyhow::Result<Self> {
        let store = &config.office.store;
        refuse_half_import(store)?;
        if config.postgres.is_none() || path(store).is_file() {
            return Self::load(store);
        }
        bail!(
            "{} is not there. All machines of a post office sign with one key: copy identity.toml from the store's folder of another one, \
             to be read by the user that runs fieldpost alone. (Only where this is the first machine `fieldpost init` makes it.)",
            path(store).display()
        )
    }

    /// Reads an identity from a file of its own, such as the one beside an export.
    ///
    /// # Errors
    /// If the file is missing or not what was written.
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
        // The parser's own words would quote the line, and so the key.
        let kept: Kept = toml::from_str(&text).ok().context("it is not an identity file, or is damaged")?;
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if kept.key.len() != 64 || !kept.key.bytes().all(digit) {
            bail!("its key is damaged: expected 64 hexadecimal digits");
        }
        if kept.sum.is_some_and(|sum| sum != sum_of(&kept.key)) {
            bail!("it is damaged: its key does not fit its checksum");
        }
        Ok(Identity { key: kept.key })
    }

    /// Keeps the identity in a store's folder, never over another one.
    ///
    /// # Errors
    /// If one is kept there already, or the file cannot be written.
    pub fn save(&self, store: &Path) -> anyhow::Result<()> {
        self.write(&path(store))
    }

    /// Writes the identity into a new file of its own.
    ///
    /// # Errors
    /// If the file exists or cannot be written.
    pub fn write(&self, file: &Path) -> anyhow::Result<()> {
        let kept = Kept { key: self.key.clone(), sum: Some(sum_of(&self.key)) };
        write_private(file, &toml::to_string(&kept)?)
            .with_context(|| format!("cannot write {}", file.display()))
    }
}

fn sum_of(key: &str) -> String {
    hex(Sha256::digest(key.as_bytes()))
}

/// Where a store's identity lies.
pub fn path(store: &Path) -> PathBuf {
    store.join("identity.toml")
}

/// Makes a new file that only its owner can read and write, whatever the umask; one that is there is an error.
///
/// # Errors
/// If the file exists or cannot be made.
pub fn private_file(file: &Path) -> std::io::Result<fs::File> {
    fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)
}

/// Writes a new file that only its owner can read, synced; an existing one is left alone and is an error.
///
/// # Errors
/// If the file exists or cannot be written.
pub fn write_private(file: &Path, text: &str) -> std::io::Result<()> {
    let mut new = private_file(file)?;
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

    #[test]
    fn no_bit_of_it_can_be_flipped_in_silence_and_no_word_of_it_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let identity = Identity::fresh();
        identity.save(folder.path()).unwrap();
        let bytes = fs::read(path(folder.path())).unwrap();
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            fs::write(path(folder.path()), &flipped).unwrap();
            let read = Identity::load(folder.path());
            // A newline for a newline, or a space for none, is the same identity.
            let words = read.as_ref().map_or_else(|error| format!("{error:#}"), |_| String::new());
            assert!(!words.contains(&identity.key[..8]) && !words.contains(&identity.key[56..]), "{words}");
            assert!(read.is_err() || read.unwrap() == identity, "bit {bit}");
        }
    }

    #[test]
    fn one_of_before_has_no_checksum_is_read_and_is_held_to_the_message_ids_that_it_made() {
        let folder = tempfile::tempdir().unwrap();
        let key = "0123456789abcdef".repeat(4);
        fs::write(path(folder.path()), format!("key = \"{key}\"\n")).unwrap();
        let identity = Identity::load(folder.path()).unwrap();
        let postmark = Postmark::new("war@example.org", key.as_bytes()).unwrap();
        let id = postmark.message_id(fieldpost_mail::postmark::Kind::Receipt, 7);
        assert!(identity.knows(&id) && !Identity::fresh().knows(&id) && !identity.knows("<x@example.org>"));
    }
}

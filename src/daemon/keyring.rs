//! The folder of OpenPGP keys: one file an address, named by it, such as `anna@example.org.asc`.
//!
//! It is read anew for each signed letter, so that a key that is put there, or taken away, counts from the next
//! letter on. Signed letters are few and a file is read in a millisecond or two.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::office::Office;
use fieldpost_desk::arrived::{Signed, Signer};
use fieldpost_mail::read::Seal;
use fieldpost_mail::signature::{self, Keyring};

/// A key file larger than this is none, in bytes: keys that many people signed are long.
const FILE_MAX: u64 = 4 << 20;

/// Endings of key files.
const ENDINGS: [&str; 4] = [".asc", ".gpg", ".pgp", ".key"];

/// A folder of keys, read.
#[derive(Debug, Default)]
pub struct Folder {
    /// Its good keys.
    pub keyring: Keyring,
    /// How many there are.
    pub keys: usize,
    /// Files that are of no use, and why; the others count all the same.
    pub faults: Vec<(PathBuf, String)>,
}

/// Reads every file of a folder, in the order of their names. Those that begin with a dot are passed over.
///
/// # Errors
/// If the folder itself cannot be listed.
pub fn read(folder: &Path) -> std::io::Result<Folder> {
    let mut files =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    files.sort();
    let mut found = Folder::default();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if name.starts_with('.') {
            continue;
        }
        match read_file(&file, &name, &mut found.keyring) {
            Ok(keys) => found.keys += keys,
            Err(why) => found.faults.push((file, why)),
        }
    }
    Ok(found)
}

fn read_file(file: &Path, name: &str, keyring: &mut Keyring) -> Result<usize, String> {
    let address =
        ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).filter(|name| name.contains('@'));
    let address =
        address.ok_or("its name is no mail address with .asc behind it, such as anna@example.org.asc")?;
    let mut bytes = Vec::new();
    let opened = fs::File::open(file).and_then(|file| file.take(FILE_MAX + 1).read_to_end(&mut bytes));
    opened.map_err(|why| format!("it cannot be read: {why}"))?;
    if bytes.len() as u64 > FILE_MAX {
        return Err(format!("it is larger than {FILE_MAX} bytes"));
    }
    keyring.add(address, &bytes)
}

impl Office {
    /// Reads the keys that the configuration names, and logs every file that is of no use; `None` where it names none.
    pub(super) fn keys(&self) -> Option<Keyring> {
        let folder = &self.config.signatures.as_ref()?.keys;
        match read(folder) {
            Ok(found) => {
                for (file, why) in &found.faults {
                    tracing::warn!(file = %file.display(), why, "a key file is of no use");
                }
                Some(found.keyring)
            }
            Err(error) => {
                tracing::warn!(folder = %folder.display(), %error, "signatures.keys cannot be read");
                Some(Keyring::default())
            }
        }
    }

    /// What a text's signature says, and by what the letter is known again if it is good.
    pub(super) fn check_seal(&self, seal: Option<&Seal>, received_ms: i64) -> (Signed, Option<String>) {
        let Some((seal, keyring)) = seal.and_then(|seal| Some((seal, self.keys()?))) else {
            return (Signed::None, None);
        };
        match keyring.verify(seal, received_ms) {
            Ok(signature::Signer { addresses, signed_ms, content }) => {
                (Signed::By(Signer { addresses, at_ms: signed_ms }), Some(content))
            }
            Err(why) => (Signed::Bad(why), None),
        }
    }
}

//! OpenPGP signatures (row 31): who signed a text, by the public keys that the host keeps.
//!
//! A signature counts only if a key that is kept made it over the very bytes that were read ([`Seal`]), if that key may
//! sign and is neither expired nor revoked, and if it was made within [`AGE_MAX_MS`] before the letter's receipt and
//! at most [`AHEAD_MAX_MS`] after it: a signed letter can be sent again by whoever holds a copy. Within that time
//! [`Signer::content`] knows it again.
//!
//! Without the cargo feature `openpgp` nothing is checked, and a keyring takes no key.

#[cfg(feature = "openpgp")]
mod key;
#[cfg(feature = "openpgp")]
mod verify;

#[cfg(any(doc, not(feature = "openpgp")))]
use crate::read::Seal;

/// How old a signature may be at the letter's receipt: a week, in milliseconds.
pub const AGE_MAX_MS: i64 = 7 * 86_400_000;

/// By how much the signer's clock may be ahead of the host's: an hour, in milliseconds.
pub const AHEAD_MAX_MS: i64 = 3_600_000;

/// The public keys that the host keeps, each for the mail address whose letters it signs.
#[derive(Debug, Default)]
pub struct Keyring {
    #[cfg(feature = "openpgp")]
    keys: Vec<key::Kept>,
}

/// Who signed a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signer {
    /// The addresses for which the host keeps the key, lower case; never empty.
    pub addresses: Vec<String>,
    /// When it was signed, by the signer's clock, in milliseconds since 1970.
    pub signed_ms: i64,
    /// Knows the same signature over the same words again, whatever the letter around them (row 1).
    pub content: String,
}

#[cfg(not(feature = "openpgp"))]
impl Keyring {
    /// Takes no key: this program was built without OpenPGP.
    ///
    /// # Errors
    /// Always, in words that say so.
    pub fn add(&mut self, _address: &str, _file: &[u8]) -> Result<usize, String> {
        Err("this fieldpost was built without its feature openpgp and checks no signatures".into())
    }

    /// Keys that no letter can be signed with: none, for none is kept.
    pub fn unusable(&self, _at_ms: i64) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Who signed a text: nobody can tell.
    ///
    /// # Errors
    /// Always, in words that say so.
    pub fn verify(&self, _seal: &Seal, _received_ms: i64) -> Result<Signer, String> {
        Err("signatures are not checked here".into())
    }
}

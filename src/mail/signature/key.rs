//! The keys that are kept: whose they are, which of their parts may sign, and until when.

use pgp::composed::{Deserializable, SignedPublicKey, SignedPublicSubKey};
use pgp::crypto::public_key::PublicKeyAlgorithm;
use pgp::packet::{Signature, SignatureType, SubpacketData};
use pgp::ser::Serialize;
use pgp::types::{KeyDetails, Tag};

use super::Keyring;

/// A key as it is kept.
#[derive(Debug)]
pub(super) struct Kept {
    /// The address whose letters it signs, lower case.
    pub address: String,
    pub key: SignedPublicKey,
}

/// What a key's own signatures say of one of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standing {
    /// When it was made, in seconds since 1970.
    created: i64,
    /// When it ends, if ever.
    expires: Option<i64>,
    revoked: bool,
    may_sign: bool,
}

impl Standing {
    /// Why the part signs nothing at this moment, in seconds since 1970; `None` if it does.
    fn fault(&self, at: i64) -> Option<String> {
        if self.revoked {
            return Some("is revoked".into());
        }
        if let Some(expires) = self.expires.filter(|expires| *expires <= at) {
            return Some(format!("expired on {}", super::verify::day(expires)));
        }
        if self.created > at + super::AHEAD_MAX_MS / 1_000 {
            return Some("was made later than that".into());
        }
        (!self.may_sign).then(|| "is not one for signing".into())
    }
}

impl Keyring {
    /// Adds the keys of a file, armoured or binary, several if need be; how many there were.
    ///
    /// # Errors
    /// If the file holds no public key, a secret one, or one too weak or without a valid signature of its own, in
    /// words; nothing of the file is kept then.
    pub fn add(&mut self, address: &str, file: &[u8]) -> Result<usize, String> {
        let keys = read_keys(file)?;
        for key in &keys {
            check(key)?;
        }
        let count = keys.len();
        let address = address.to_lowercase();
        self.keys.extend(keys.into_iter().map(|key| Kept { address: address.clone(), key }));
        Ok(count)
    }

    /// Keys that no letter can be signed with at this moment, by address, and why.
    pub fn unusable(&self, at_ms: i64) -> Vec<(String, String)> {
        let fault = |kept: &Kept| {
            let faults = Part::all(&kept.key).map(|part| part.fault(at_ms.div_euclid(1_000)));
            // One part that signs will do.
            let first = faults.collect::<Option<Vec<_>>>()?.into_iter().next()?;
            Some((kept.address.clone(), format!("its key {} {first}", kept.key.legacy_key_id())))
        };
        self.keys.iter().filter_map(fault).collect()
    }
}

/// A key or subkey that may have made a signature.
#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    Primary(&'a SignedPublicKey),
    Subkey(&'a SignedPublicKey, &'a SignedPublicSubKey),
}

impl<'a> Part<'a> {
    fn all(key: &'a SignedPublicKey) -> impl Iterator<Item = Part<'a>> {
        let subkeys = key.public_subkeys.iter().map(move |part| Part::Subkey(key, part));
        std::iter::once(Part::Primary(key)).chain(subkeys)
    }

    /// The part of a key that a signature names as its maker.
    pub fn named(key: &'a SignedPublicKey, signature: &Signature) -> Option<Self> {
        let (ids, prints) = (signature.issuer_key_id(), signature.issuer_fingerprint());
        Part::all(key).find(|part| {
            let (id, print) = match part {
                Part::Primary(key) => (key.legacy_key_id(), key.primary_key.fingerprint()),
                Part::Subkey(_, part) => (part.legacy_key_id(), part.key.fingerprint()),
            };
            // The fingerprint says more than the short number that is cut from it.
            if prints.is_empty() { ids.contains(&&id) } else { prints.contains(&&print) }
        })
    }

    /// Its fingerprint in hexadecimal.
    pub fn fingerprint(self) -> String {
        match self {
            Part::Primary(key) => format!("{:x}", key.primary_key.fingerprint()),
            Part::Subkey(_, part) => format!("{:x}", part.key.fingerprint()),
        }
    }

    /// Whether it made this signature of this text.
    pub fn is_signer(self, signature: &Signature, signed: &[u8]) -> bool {
        match self {
            Part::Primary(key) => signature.verify(&key.primary_key, signed).is_ok(),
            Part::Subkey(_, part) => signature.verify(&part.key, signed).is_ok(),
        }
    }

    /// Whether what it signs can be believed.
    pub fn is_strong(self) -> bool {
        match self {
            Part::Primary(key) => is_strong(&key.primary_key),
            Part::Subkey(_, part) => is_strong(&part.key),
        }
    }

    fn standing(self) -> Option<Standing> {
        match self {
            Part::Primary(key) => primary(key),
            Part::Subkey(key, part) => subkey(key, part),
        }
    }

    /// Why it signs nothing at this moment, in seconds since 1970; `None` if it does. A subkey ends with its key.
    pub fn fault(self, at: i64) -> Option<String> {
        let Some(own) = self.standing() else { return Some(UNSIGNED.into()) };
        let of_key = match self {
            Part::Primary(_) => None,
            Part::Subkey(key, _) => match primary(key) {
                Some(standing) => Standing { may_sign: true, ..standing }.fault(at),
                None => Some(UNSIGNED.into()),
            },
        };
        of_key.or_else(|| own.fault(at))
    }
}

/// What is wrong with a key whose owner has not signed it.
const UNSIGNED: &str = "bears no valid signature of its own";

/// The blocks of a file, one after the other: `gpg --export` writes one, and hosts paste several together.
fn read_keys(file: &[u8]) -> Result<Vec<SignedPublicKey>, String> {
    const BEGIN: &str = "-----BEGIN PGP ";
    let Some(text) = std::str::from_utf8(file).ok().filter(|text| text.contains(BEGIN)) else {
        let packets = SignedPublicKey::from_bytes_many(file).map_err(unreadable)?;
        return some(packets.collect::<Result<Vec<_>, _>>().map_err(unreadable)?);
    };
    if text.contains("-----BEGIN PGP PRIVATE KEY") {
        return Err("it holds a secret key, which belongs to its owner alone: export the public one".into());
    }
    let mut keys = Vec::new();
    for (at, _) in text.match_indices(BEGIN) {
        let block = text.get(at..).unwrap_or_default();
        let (found, _) = SignedPublicKey::from_armor_many(block.as_bytes()).map_err(unreadable)?;
        keys.extend(found.collect::<Result<Vec<_>, _>>().map_err(unreadable)?);
    }
    some(keys)
}

fn some(keys: Vec<SignedPublicKey>) -> Result<Vec<SignedPublicKey>, String> {
    if keys.is_empty() { Err("no OpenPGP public key is in it".into()) } else { Ok(keys) }
}

fn unreadable(why: pgp::errors::Error) -> String {
    format!("it cannot be read as an OpenPGP public key ({why})")
}

fn check(key: &SignedPublicKey) -> Result<(), String> {
    let id = key.legacy_key_id();
    if primary(key).is_none() {
        return Err(format!("key {id} {UNSIGNED}"));
    }
    let signs =
        |part: Part<'_>| part.is_strong() && part.standing().is_some_and(|standing| standing.may_sign);
    if Part::all(key).any(signs) {
        return Ok(());
    }
    Err(format!(
        "no part of key {id} may sign, or only one too weak: RSA of 2048 bits, Ed25519 or better is needed"
    ))
}

/// Whether what such a key signs can be believed: RSA from 2048 bits, and the elliptic curves.
fn is_strong(key: &impl KeyDetails) -> bool {
    // The modulus takes all of it but a length of two bytes and the exponent, of three and two more.
    const RSA_2048_LENGTH: usize = 256 + 2;
    match key.algorithm() {
        PublicKeyAlgorithm::RSA | PublicKeyAlgorithm::RSASign => {
            key.public_params().write_len() >= RSA_2048_LENGTH
        }
        PublicKeyAlgorithm::ECDSA
        | PublicKeyAlgorithm::EdDSALegacy
        | PublicKeyAlgorithm::Ed25519
        | PublicKeyAlgorithm::Ed448 => true,
        _ => false,
    }
}

/// The primary key by its newest valid self-signature; `None` if it has none.
fn primary(key: &SignedPublicKey) -> Option<Standing> {
    let details = &key.details;
    let certified = details.users.iter().flat_map(|user| {
        let valid = |sig: &&Signature| {
            sig.is_certification()
                && sig.verify_certification(&key.primary_key, Tag::UserId, &user.id).is_ok()
        };
        user.signatures.iter().filter(valid)
    });
    let direct = details.direct_signatures.iter().filter(|sig| sig.verify_key(&key.primary_key).is_ok());
    let newest = certified.chain(direct).max_by_key(|sig| created(sig))?;
    let revoked = details.revocation_signatures.iter().any(|sig| sig.verify_key(&key.primary_key).is_ok());
    Some(standing(key, newest, revoked, true))
}

/// A subkey by its newest valid binding; `None` if it has none. One that signs must itself have signed that it
/// belongs to the primary key (RFC 9580, 10.1.5).
fn subkey(key: &SignedPublicKey, part: &SignedPublicSubKey) -> Option<Standing> {
    let valid = |sig: &&Signature| sig.verify_subkey_binding(&key.primary_key, &part.key).is_ok();
    let of = |kind: SignatureType| part.signatures.iter().filter(move |sig| sig.typ() == Some(kind));
    let newest = of(SignatureType::SubkeyBinding).filter(valid).max_by_key(|sig| created(sig))?;
    let revoked = of(SignatureType::SubkeyRevocation).any(|sig| valid(&sig));
    let back = newest.embedded_signature();
    let agrees =
        back.is_some_and(|back| back.verify_primary_key_binding(&part.key, &key.primary_key).is_ok());
    Some(standing(part, newest, revoked, agrees && newest.key_flags().sign()))
}

/// A key without flags may do all it can (RFC 4880, 5.2.3.21); a subkey without them signs nothing.
fn standing(key: &impl KeyDetails, newest: &Signature, revoked: bool, may_sign: bool) -> Standing {
    let made = i64::from(key.created_at().as_secs());
    let lasts =
        newest.key_expiration_time().map(|lasts| i64::from(lasts.as_secs())).filter(|lasts| *lasts > 0);
    let has_flags = newest.config().is_some_and(|config| {
        config.hashed_subpackets().any(|packet| matches!(packet.data, SubpacketData::KeyFlags(_)))
    });
    Standing {
        created: made,
        expires: lasts.map(|lasts| made + lasts),
        revoked,
        may_sign: may_sign && (!has_flags || newest.key_flags().sign()),
    }
}

fn created(signature: &Signature) -> u32 {
    signature.created().map_or(0, |at| at.as_secs())
}

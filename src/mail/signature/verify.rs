//! Holding a text against its signature.

use std::panic::{AssertUnwindSafe, catch_unwind};

use chrono::DateTime;
use fieldpost_engine::hex::hex;
use pgp::armor::{BlockType, Dearmor, DearmorOptions};
use pgp::crypto::hash::HashAlgorithm;
use pgp::packet::{Packet, PacketParser, Signature, SignatureType, SignatureVersion};
use sha2::{Digest, Sha256};

use super::key::{Kept, Part};
use super::{AGE_MAX_MS, AHEAD_MAX_MS, Keyring, Signer};
use crate::read::Seal;

/// An armoured signature larger than this is none, in bytes.
const ARMOUR_MAX: usize = 64 << 10;
/// Signatures of one text that are looked at; mail programs make one.
const SIGNATURES_MAX: usize = 4;

impl Keyring {
    /// Who signed a text that was received at this moment (milliseconds since 1970).
    ///
    /// # Errors
    /// If its signature does not count, with the reason in words that go on "it does not count:".
    pub fn verify(&self, seal: &Seal, received_ms: i64) -> Result<Signer, String> {
        // Hostile bytes go into a large library here: should it panic, the letter has no signature, and no more.
        let verified = catch_unwind(AssertUnwindSafe(|| self.first_good(seal, received_ms)));
        verified.unwrap_or_else(|_| Err("it cannot be read".into()))
    }

    fn first_good(&self, seal: &Seal, received_ms: i64) -> Result<Signer, String> {
        let signatures = read_signatures(&seal.armour)?;
        let mut first = None;
        for signature in &signatures {
            match self.judge(signature, &seal.signed, received_ms) {
                Ok(signer) => return Ok(signer),
                Err(why) => first = first.or(Some(why)),
            }
        }
        Err(first.unwrap_or_else(|| "no signature is in it".into()))
    }

    fn judge(&self, signature: &Signature, signed: &[u8], received_ms: i64) -> Result<Signer, String> {
        check_kind(signature)?;
        let signed_ms = signature.created().map(|at| i64::from(at.as_secs()) * 1_000);
        let signed_ms = signed_ms.ok_or("it does not say when it was made")?;
        let by = |kept: &Kept| Part::named(&kept.key, signature).map(|part| part.fingerprint());
        let print = self.keys.iter().find_map(by);
        let print = print.ok_or_else(|| format!("no key of {} is kept here", issuer(signature)))?;
        let mut addresses = Vec::new();
        let mut unfit = Ok(());
        for kept in &self.keys {
            let Some(part) = Part::named(&kept.key, signature) else { continue };
            match check_by(kept, part, signature, signed, received_ms) {
                Ok(()) => addresses.push(kept.address.clone()),
                why => unfit = unfit.and(why),
            }
        }
        if addresses.is_empty() {
            unfit?;
        }
        addresses.dedup();
        check_time(signature, signed_ms, received_ms)?;
        Ok(Signer { addresses, signed_ms, content: content(&print, signed_ms, signed) })
    }
}

/// The signatures in an armour, which holds nothing else.
fn read_signatures(armour: &[u8]) -> Result<Vec<Signature>, String> {
    if armour.is_empty() {
        return Err("the signature itself is missing".into());
    }
    let armour = armour.get(..ARMOUR_MAX).unwrap_or(armour);
    let unreadable = |why: pgp::errors::Error| format!("it cannot be read ({why})");
    let mut dearmor = Dearmor::with_options(armour, DearmorOptions::default().set_limit(ARMOUR_MAX));
    dearmor.read_header().map_err(unreadable)?;
    if dearmor.typ != Some(BlockType::Signature) {
        return Err("its armour holds something else".into());
    }
    let mut found = Vec::new();
    for packet in PacketParser::new(std::io::BufReader::new(dearmor)).take(SIGNATURES_MAX) {
        match packet.map_err(unreadable)? {
            Packet::Signature(signature) => found.push(signature),
            _ => return Err("its armour holds something else".into()),
        }
    }
    Ok(found)
}

/// Of a text, of our days, and by a hash that nobody can forge.
fn check_kind(signature: &Signature) -> Result<(), String> {
    if !matches!(signature.typ(), Some(SignatureType::Binary | SignatureType::Text)) {
        return Err("it is none of a text".into());
    }
    if !matches!(signature.version(), SignatureVersion::V4 | SignatureVersion::V6) {
        return Err("it is of an old kind (version 3) that is not believed".into());
    }
    match signature.hash_alg() {
        Some(
            HashAlgorithm::Sha256
            | HashAlgorithm::Sha384
            | HashAlgorithm::Sha512
            | HashAlgorithm::Sha3_256
            | HashAlgorithm::Sha3_512,
        ) => Ok(()),
        Some(other) => {
            Err(format!("it is made with {other}, which can be forged: SHA256 or better is needed"))
        }
        None => Err("it names no hash".into()),
    }
}

/// A fault of the key's owner's, or that the text is another than was signed.
fn check_by(
    kept: &Kept,
    part: Part<'_>,
    signature: &Signature,
    signed: &[u8],
    received_ms: i64,
) -> Result<(), String> {
    let owner = &kept.address;
    if !part.is_strong() {
        return Err(format!("the key of {owner} is too weak, or of a kind that is not believed"));
    }
    if !part.is_signer(signature, signed) {
        return Err("its text is not what was signed: it was altered on its way".into());
    }
    match part.fault(received_ms.div_euclid(1_000)) {
        Some(why) => Err(format!("the key of {owner} {why}")),
        None => Ok(()),
    }
}

/// Replay: whoever has a signed letter can send it again, so it must be fresh.
fn check_time(signature: &Signature, signed_ms: i64, received_ms: i64) -> Result<(), String> {
    let lasts = signature.signature_expiration_time().map(|lasts| i64::from(lasts.as_secs()) * 1_000);
    let signed = day(signed_ms / 1_000);
    if signed_ms > received_ms.saturating_add(AHEAD_MAX_MS) {
        return Err(format!(
            "it is dated {signed}, later than it was received: look at your machine's clock"
        ));
    }
    if signed_ms < received_ms.saturating_sub(AGE_MAX_MS) {
        return Err(format!(
            "it was made on {signed}, more than 7 days before it was received: sign it anew"
        ));
    }
    if lasts.is_some_and(|lasts| lasts > 0 && signed_ms + lasts <= received_ms) {
        return Err(format!("it was made on {signed} and has expired"));
    }
    Ok(())
}

/// The same words signed by the same key in the same second are the same letter. What the signature does not cover
/// (its own bytes, the letter around it) has no part in it.
fn content(fingerprint: &str, signed_ms: i64, signed: &[u8]) -> String {
    let mut hash = Sha256::new();
    hash.update(format!("{fingerprint} {signed_ms}\n"));
    // A signature of a text covers it whatever its line ends are.
    for line in signed.split(|byte| *byte == b'\n') {
        hash.update(line.strip_suffix(b"\r").unwrap_or(line));
        hash.update(b"\n");
    }
    hex(hash.finalize())
}

fn issuer(signature: &Signature) -> String {
    let print = signature.issuer_fingerprint().first().map(|print| format!("{print:x}"));
    let id = signature.issuer_key_id().first().map(|id| id.to_string());
    print.or(id).map_or("its signer".into(), |name| format!("the number {name}"))
}

/// A day for the reader, from seconds since 1970.
pub(super) fn day(at: i64) -> String {
    DateTime::from_timestamp(at, 0)
        .map_or("a day out of reach".into(), |at| at.format("%-d %B %Y").to_string())
}

//! Letters, mails and papers as bytes in the database; those with a password encrypted with a key that is not in it.
//!
//! A body set to NULL stays word for word in the write-ahead log, in replicas and in base backups. So a mail with a password is
//! sealed before it is sent there (promise 7).

use std::path::PathBuf;

use postgres::Row;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};

use crate::body::BodyHash;
use crate::deeds::paths::body_path;
use crate::error::{Result, StoreError};
use crate::history::Shelf;
use crate::postgres::connect::Tx;

/// A shelf as its column has it.
pub fn number(shelf: Shelf) -> i16 {
    match shelf {
        Shelf::Letters => 0,
        Shelf::Post => 1,
        Shelf::Papers => 2,
    }
}

/// A body that is to be written.
pub struct NewBody {
    pub shelf: Shelf,
    pub hash: BodyHash,
    pub bytes: Vec<u8>,
    pub sealed: bool,
}

/// Writes bodies; one that is there is left, unless it had been erased.
pub fn write(tx: &mut Tx<'_>, bodies: &[NewBody], seal: &[u8; 32]) -> Result<()> {
    if bodies.is_empty() {
        return Ok(());
    }
    let shelves: Vec<i16> = bodies.iter().map(|body| number(body.shelf)).collect();
    let hashes: Vec<&str> = bodies.iter().map(|body| body.hash.as_str()).collect();
    let bytes = bodies.iter().map(|body| match body.sealed {
        true => sealed(&body.bytes, &body.hash, seal).map(Some),
        false => Ok(Some(body.bytes.clone())),
    });
    let bytes: Vec<Option<Vec<u8>>> = bytes.collect::<Result<_>>()?;
    let is_sealed: Vec<bool> = bodies.iter().map(|body| body.sealed).collect();
    let sql = "INSERT INTO body (shelf, hash, bytes, sealed) \
               SELECT DISTINCT ON (s, h) s, h, b, l FROM unnest($1::smallint[], $2::text[], $3::bytea[], $4::bool[]) AS u(s, h, b, l) \
               ORDER BY s, h \
               ON CONFLICT (shelf, hash) DO UPDATE SET bytes = excluded.bytes, sealed = excluded.sealed WHERE body.bytes IS NULL";
    tx.query(sql, &[&shelves, &hashes, &bytes, &is_sealed]).map(drop)
}

/// Takes bodies away that nothing names and that were staged so many seconds ago or longer; how many. One that a write is just
/// about to name was staged now, and the foreign keys hold one that is named.
pub fn sweep(tx: &mut Tx<'_>, seconds: f64) -> Result<u64> {
    let sql = "DELETE FROM body b WHERE b.staged_at < clock_timestamp() - make_interval(secs => $1) \
               AND NOT EXISTS (SELECT 1 FROM entry_body e WHERE e.shelf = b.shelf AND e.hash = b.hash) \
               AND NOT EXISTS (SELECT 1 FROM mail m WHERE b.shelf = 1 AND m.body = b.hash) \
               AND NOT EXISTS (SELECT 1 FROM letter l WHERE b.shelf = 0 AND l.raw = b.hash) RETURNING 1";
    Ok(tx.query(sql, &[&seconds])?.len() as u64)
}

/// Notes that a body is wanted again, which may lie there since long.
pub fn touch(tx: &mut Tx<'_>, shelf: Shelf, hash: &BodyHash) -> Result<()> {
    let sql = "UPDATE body SET staged_at = clock_timestamp() WHERE shelf = $1 AND hash = $2";
    tx.query(sql, &[&number(shelf), &hash.as_str()]).map(drop)
}

/// Takes the bytes of bodies; that they were there stays known.
pub fn erase(tx: &mut Tx<'_>, bodies: &[(Shelf, BodyHash)]) -> Result<()> {
    if bodies.is_empty() {
        return Ok(());
    }
    let shelves: Vec<i16> = bodies.iter().map(|(shelf, _)| number(*shelf)).collect();
    let hashes: Vec<&str> = bodies.iter().map(|(_, hash)| hash.as_str()).collect();
    let sql = "UPDATE body b SET bytes = NULL FROM unnest($1::smallint[], $2::text[]) AS u(s, h) \
               WHERE b.shelf = u.s AND b.hash = u.h";
    tx.query(sql, &[&shelves, &hashes]).map(drop)
}

/// A body's bytes, held to its name.
pub fn read(tx: &mut Tx<'_>, shelf: Shelf, hash: &BodyHash, seal: &[u8; 32]) -> Result<Vec<u8>> {
    let sql = "SELECT bytes, sealed FROM body WHERE shelf = $1 AND hash = $2";
    let row = tx.row(sql, &[&number(shelf), &hash.as_str()])?;
    of_row(row.as_ref(), shelf, hash, seal)
}

/// The bytes that a row bears as `bytes`, and as `sealed` whether they are encrypted; held to their name.
pub fn of_row(row: Option<&Row>, shelf: Shelf, hash: &BodyHash, seal: &[u8; 32]) -> Result<Vec<u8>> {
    let path = PathBuf::from(body_path(shelf, hash));
    let bytes = row.and_then(|row| row.get::<_, Option<Vec<u8>>>("bytes"));
    let Some(bytes) = bytes else {
        let source = std::io::Error::new(std::io::ErrorKind::NotFound, "the database holds no bytes of it");
        return Err(StoreError::Disk { doing: "read", path, source });
    };
    let bytes = match row.is_some_and(|row| row.get("sealed")) {
        true => opened(bytes, hash, seal)?,
        false => bytes,
    };
    held_to_name(bytes, path, hash)
}

/// Bytes, if they are what their name says.
pub fn held_to_name(bytes: Vec<u8>, path: PathBuf, hash: &BodyHash) -> Result<Vec<u8>> {
    let found = BodyHash::of(&bytes);
    match found == *hash {
        true => Ok(bytes),
        false => Err(StoreError::WrongBytes { path, expected: hash.to_string(), found: found.to_string() }),
    }
}

fn key(seal: &[u8; 32]) -> Result<LessSafeKey> {
    let key = UnboundKey::new(&CHACHA20_POLY1305, seal);
    Ok(LessSafeKey::new(key.map_err(|_| StoreError::Broken("a key of another length".into()))?))
}

/// A random nonce and the bytes encrypted with it, bound to their name.
pub fn sealed(bytes: &[u8], hash: &BodyHash, seal: &[u8; 32]) -> Result<Vec<u8>> {
    let failed = |_| StoreError::Broken("a mail with a password could not be encrypted".into());
    let mut nonce = [0; NONCE_LEN];
    SystemRandom::new().fill(&mut nonce).map_err(failed)?;
    let mut held = bytes.to_vec();
    let with = Nonce::assume_unique_for_key(nonce);
    key(seal)?.seal_in_place_append_tag(with, Aad::from(hash.as_str()), &mut held).map_err(failed)?;
    Ok([nonce.to_vec(), held].concat())
}

pub fn opened(bytes: Vec<u8>, hash: &BodyHash, seal: &[u8; 32]) -> Result<Vec<u8>> {
    let failed = || StoreError::Unreadable {
        what: format!("the mail with a password {hash}"),
        why: "it was encrypted with the key of another identity".into(),
    };
    let (nonce, held) = bytes.split_first_chunk::<NONCE_LEN>().ok_or_else(failed)?;
    let mut held = held.to_vec();
    let with = Nonce::assume_unique_for_key(*nonce);
    let open = key(seal)?;
    let open = open.open_in_place(with, Aad::from(hash.as_str()), &mut held).map_err(|_| failed())?;
    Ok(open.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_mail_shows_nothing_of_its_words_and_opens_with_its_key_alone() {
        let words = b"PASSWORD heron-quill-maple";
        let hash = BodyHash::of(words);
        let held = sealed(words, &hash, &[7; 32]).unwrap();
        assert!(!held.windows(5).any(|part| part == b"heron"));
        assert_ne!(held, sealed(words, &hash, &[7; 32]).unwrap(), "another nonce");
        assert_eq!(opened(held.clone(), &hash, &[7; 32]).unwrap(), words);
        assert!(opened(held.clone(), &hash, &[8; 32]).is_err());
        assert!(opened(held, &BodyHash::of(b"other"), &[7; 32]).is_err());
    }
}

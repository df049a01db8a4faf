//! Bodies that are not there: whether one is lost, or its whole shelf is away, such as on a disk that is not mounted, and
//! may come back.

use std::collections::BTreeSet;
use std::io;

use crate::body::BodyHash;
use crate::error::{Result, StoreError};
use crate::history::Shelf;
use crate::outbox::MailRow;
use crate::sled::database::{Bytes, Database};
use crate::sled::disk::{Disk, body_of, body_path, failed, make_folder};
use crate::sled::keys;
use crate::sled::row::read_row;

/// How many other bodies of a shelf are asked after.
const NEIGHBOURS: usize = 16;

/// Makes the folders of all shelves: a store whose shelf is empty has it all the same.
pub fn make(disk: &Disk) -> Result<()> {
    [Shelf::Letters, Shelf::Post, Shelf::Papers].iter().try_for_each(|shelf| {
        let path = disk.path(shelf.folder());
        make_folder(&path).map_err(failed("make the folder", &path))
    })
}

/// A body's bytes. One that is missing is lost ([`StoreError::is_lost`]), unless its shelf is away.
pub fn read(disk: &Disk, database: &Database, shelf: Shelf, hash: &BodyHash) -> Result<Vec<u8>> {
    let error = match disk.read_body(shelf, hash) {
        Err(error @ StoreError::Disk { .. }) if error.is_lost() => error,
        outcome => return outcome,
    };
    if !is_away(disk, database, shelf, hash, &BTreeSet::new())? {
        return Err(error);
    }
    let why =
        format!("most of what should lie in the folder {} is not there: is its disk away?", shelf.folder());
    Err(failed("read", &disk.path(&body_path(shelf, hash)))(io::Error::other(why)))
}

/// Whether a body is certainly not there.
pub fn is_missing(disk: &Disk, shelf: Shelf, hash: &BodyHash) -> bool {
    let found = disk.path(&body_path(shelf, hash)).symlink_metadata();
    found.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// Whether a shelf is away of which this body is missing: its folder is not there, or most of the bodies that should lie
/// beside the missing one are not. What is written meanwhile makes the folder again, but not those. `erasable` may be
/// missing anyway.
pub fn is_away(
    disk: &Disk,
    database: &Database,
    shelf: Shelf,
    missing: &BodyHash,
    erasable: &BTreeSet<BodyHash>,
) -> Result<bool> {
    if !disk.path(shelf.folder()).is_dir() {
        return Ok(true);
    }
    let others = neighbours(database, shelf, missing, erasable)?;
    let there = others.iter().filter(|hash| !is_missing(disk, shelf, hash)).count();
    Ok(there * 2 < others.len())
}

/// Bodies that rows name, from this one on and round to it again: hashes lie as chance will have it.
fn neighbours(
    database: &Database,
    shelf: Shelf,
    hash: &BodyHash,
    erasable: &BTreeSet<BodyHash>,
) -> Result<Vec<BodyHash>> {
    let (own, first) = (keys::file(&body_path(shelf, hash)), keys::file(&format!("{}/", shelf.folder())));
    let behind = database.scan(own.clone()..).keys().take_while(|key| begins(key, &first));
    let before = database.scan(first.clone()..own).keys();
    let mut found = Vec::new();
    for key in behind.chain(before) {
        let key = key?;
        let path = std::str::from_utf8(key.get(1..).unwrap_or_default()).unwrap_or_default();
        let body = body_of(path).map(|(_, body)| body);
        found.extend(body.filter(|body| body != hash && !erasable.contains(body)));
        if found.len() == NEIGHBOURS {
            break;
        }
    }
    Ok(found)
}

fn begins(key: &Result<Bytes>, first: &[u8]) -> bool {
    key.as_ref().map_or(true, |key| key.starts_with(first))
}

/// The bodies of mails with a password.
pub fn bodies_with_passwords(database: &Database) -> Result<BTreeSet<BodyHash>> {
    let mut hashes = BTreeSet::new();
    for row in database.beginning(keys::MAILS) {
        let row: MailRow = read_row(&row?.1)?;
        if row.kind.holds_password() {
            hashes.insert(row.body);
        }
    }
    Ok(hashes)
}

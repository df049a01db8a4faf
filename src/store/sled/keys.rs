//! The database's keys: one tree, the first byte says of what kind a row is, numbers are big-endian so that they
//! sort.

use serde::Serialize;

use fieldpost_desk::record::{GameName, LetterNo};

use crate::body::BodyHash;
use crate::deeds;
use crate::history::EntryNo;
use crate::letter::{ContentKey, TransportKey};
use crate::outbox::MailId;

pub type Key = Vec<u8>;

/// A row's key in the database.
pub fn of(key: &deeds::keys::Key) -> Key {
    use deeds::keys::Key as Row;
    match key {
        Row::Letter(number) => letter(*number),
        Row::Pending(number) => pending(*number),
        Row::Place(at) => place(at),
        Row::Content(says) => content(says),
        Row::Game(name) => game(name),
        Row::Account(name, player) => account(name, player),
        Row::Receipt(name, player) => receipt(name, player),
        Row::Order(name, turn, entry, change) => order(name, *turn, *entry, *change),
        Row::Press(name, turn, entry, change) => press(name, *turn, *entry, *change),
        Row::Held(name, number) => held(name, *number),
        Row::Turn(name, number) => turn(name, *number),
        Row::Voided(name, rollback, turn) => voided(name, *rollback, *turn),
        Row::Mail(id) => mail(*id),
        Row::MessageId(id) => message_id(id),
        Row::Supersede(key) => supersede(key),
        Row::Due(at_ms, id) => due(*at_ms, *id),
        Row::Trouble(key) => trouble(key),
        Row::Bounces(name, player) => bounces(name, player),
        Row::GivenUp(id) => given_up(*id),
        Row::KeptBack(name, player, id) => kept_back(name, player, *id),
        Row::Count(what, period) => count(what, *period),
        Row::Cursor(account, folder) => cursor(account, folder),
        Row::Audit(entry, part) => audit(*entry, *part),
        Row::File(path) => file(path),
    }
}

pub const LETTERS: &[u8] = b"l";
pub const PENDING: &[u8] = b"p";
pub const GAMES: &[u8] = b"g";
pub const MAILS: &[u8] = b"x";
pub const DUE: &[u8] = b"d";
pub const CURSORS: &[u8] = b"u";
pub const AUDIT: &[u8] = b"w";
pub const TROUBLES: &[u8] = b"y";
pub const BOUNCES: &[u8] = b"b";
/// Mails given up of which the GA has not been told.
pub const GIVEN_UP: &[u8] = b"f";

/// The schema's version.
pub const SCHEMA: &[u8] = b"Mschema";
/// The numbers used up so far.
pub const NUMBERS: &[u8] = b"Mnumbers";

pub fn letter(number: LetterNo) -> Key {
    numbered(LETTERS, &[number.0])
}

pub fn pending(number: LetterNo) -> Key {
    numbered(PENDING, &[number.0])
}

/// By the hash of its JSON: mailbox names may hold any byte.
pub fn place(place: &TransportKey) -> Key {
    [b"t", deeds::keys::digest_of_place(place).as_str().as_bytes()].concat()
}

pub fn content(key: &ContentKey) -> Key {
    [b"c", key.0.as_str().as_bytes()].concat()
}

pub fn game(name: &GameName) -> Key {
    [GAMES, name.0.as_bytes()].concat()
}

pub fn account(name: &GameName, player: &str) -> Key {
    named(b"a", name, player)
}

pub fn receipt(name: &GameName, player: &str) -> Key {
    named(b"r", name, player)
}

/// All orders of all turns begin so.
pub const ORDERS: &[u8] = b"o";

/// All orders of a turn begin so.
pub fn orders(name: &GameName, turn: u32) -> Key {
    [ORDERS, name.0.as_bytes(), &[0], &turn.to_be_bytes()].concat()
}

/// Orders sort as they were filed.
pub fn order(name: &GameName, turn: u32, entry: EntryNo, change: u32) -> Key {
    as_filed(orders(name, turn), entry, change)
}

/// All press of a turn begins so.
pub fn presses(name: &GameName, turn: u32) -> Key {
    [b"e", name.0.as_bytes(), &[0], &turn.to_be_bytes()].concat()
}

/// Press sorts as it was filed, and stays when its turn is closed.
pub fn press(name: &GameName, turn: u32, entry: EntryNo, change: u32) -> Key {
    as_filed(presses(name, turn), entry, change)
}

fn as_filed(mut key: Key, entry: EntryNo, change: u32) -> Key {
    key.extend(entry.write.to_be_bytes());
    key.extend(entry.place.to_be_bytes());
    key.extend(change.to_be_bytes());
    key
}

/// All held letters of a game begin so.
pub fn all_held(name: &GameName) -> Key {
    named(b"h", name, "")
}

pub fn held(name: &GameName, letter: LetterNo) -> Key {
    let mut key = all_held(name);
    key.extend(letter.0.to_be_bytes());
    key
}

pub fn turn(name: &GameName, turn: u32) -> Key {
    [b"k", name.0.as_bytes(), &[0], &turn.to_be_bytes()].concat()
}

/// All runs of a game that were taken back begin so.
pub fn all_voided(name: &GameName) -> Key {
    named(b"v", name, "")
}

/// Runs that were taken back sort by the rollback that did it, then by turn.
pub fn voided(name: &GameName, rollback: u32, turn: u32) -> Key {
    let mut key = all_voided(name);
    key.extend(rollback.to_be_bytes());
    key.extend(turn.to_be_bytes());
    key
}

pub fn mail(id: MailId) -> Key {
    numbered(MAILS, &[id.0])
}

pub fn message_id(message_id: &str) -> Key {
    [b"m", message_id.as_bytes()].concat()
}

pub fn supersede(key: &str) -> Key {
    [b"s", key.as_bytes()].concat()
}

/// Mails sort by when they are due. The sign bit is turned so that times before 1970 come first.
pub fn due(at_ms: i64, id: MailId) -> Key {
    numbered(DUE, &[sortable(at_ms), id.0])
}

/// The first key that is due after `now_ms`.
pub fn due_after(now_ms: i64) -> Key {
    numbered(DUE, &[sortable(now_ms.saturating_add(1))])
}

/// The time and the mail of a due row.
pub fn read_due(key: &[u8]) -> Option<(i64, MailId)> {
    let (at, id) = key.strip_prefix(DUE)?.split_first_chunk::<8>()?;
    let at = u64::from_be_bytes(*at) ^ (1 << 63);
    Some((at.cast_signed(), MailId(u64::from_be_bytes(id.try_into().ok()?))))
}

/// The number at the end of a letter's row.
pub fn read_number(key: &[u8]) -> Option<u64> {
    Some(u64::from_be_bytes(key.get(1..)?.try_into().ok()?))
}

pub fn trouble(key: &str) -> Key {
    [TROUBLES, key.as_bytes()].concat()
}

pub fn bounces(name: &GameName, player: &str) -> Key {
    named(BOUNCES, name, player)
}

pub fn given_up(id: MailId) -> Key {
    numbered(GIVEN_UP, &[id.0])
}

/// All mails kept back from a player begin so.
pub fn all_kept_back(name: &GameName, player: &str) -> Key {
    let mut key = named(b"e", name, player);
    key.push(0);
    key
}

pub fn kept_back(name: &GameName, player: &str, id: MailId) -> Key {
    let mut key = all_kept_back(name, player);
    key.extend(id.0.to_be_bytes());
    key
}

/// A file that a write has named.
pub fn file(path: &str) -> Key {
    [b"n", path.as_bytes()].concat()
}

pub fn count(what: &str, period: i64) -> Key {
    [b"q", &period.to_be_bytes()[..], what.as_bytes()].concat()
}

pub fn cursor(account: &str, folder: &str) -> Key {
    hashed(CURSORS, &(account, folder))
}

/// An entry may leave several lines; `part` tells them apart.
pub fn audit(entry: EntryNo, part: u64) -> Key {
    numbered(AUDIT, &[entry.write, entry.place.into(), part])
}

fn sortable(at_ms: i64) -> u64 {
    at_ms.cast_unsigned() ^ (1 << 63)
}

fn numbered(kind: &[u8], numbers: &[u64]) -> Key {
    kind.iter().copied().chain(numbers.iter().flat_map(|number| number.to_be_bytes())).collect()
}

/// A game's name holds no NUL, so what follows it cannot be taken for another game's.
fn named(kind: &[u8], name: &GameName, rest: &str) -> Key {
    [kind, name.0.as_bytes(), &[0], rest.as_bytes()].concat()
}

fn hashed(kind: &[u8], what: &impl Serialize) -> Key {
    // Plain structs of strings and numbers always have a form in JSON.
    let bytes = serde_json::to_vec(what).unwrap_or_default();
    [kind, BodyHash::of(&bytes).as_str().as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn due_rows_sort_by_time_and_read_back() {
        let times = [i64::MIN, -1, 0, 1, 1_700_000_000_000, i64::MAX];
        let keys: Vec<_> = times.iter().map(|at| due(*at, MailId(7))).collect();
        assert!(keys.is_sorted());
        assert!(times.iter().zip(&keys).all(|(at, key)| read_due(key) == Some((*at, MailId(7)))));
        assert!(due(5, MailId(u64::MAX)) < due_after(5) && due_after(5) <= due(6, MailId(0)));
    }
}

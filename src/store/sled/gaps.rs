//! Writes of which nothing is there. Writes are numbered without a gap, so that a file which is gone is noticed though no other
//! names it: a whole journal, a letter's record, a turn.
//!
//! Some gaps are known and no loss: what a rebuild left out and told, and the numbers that a database on PostgreSQL gave to
//! writes that came to nothing, of which an import tells. They stand in a file of their own.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;

use crate::body::BodyHash;
use crate::damage::Damage;
use crate::error::Result;
use crate::sled::disk::{Disk, body_of, failed, journal_path};
use crate::sled::sources::Sources;

/// Where the known gaps stand: a line each, first and last write, and a line with the SHA-256 of those.
pub const KNOWN: &str = "gaps";

/// First and last write of a stretch.
pub type Stretch = (u64, u64);

/// The writes up to `last` of which something is missing, that are not known, and that no damaged or missing record explains
/// which is told by its name: `named` missing ones, and what is torn.
pub fn lost(disk: &Disk, found: &Sources, last: u64, named: usize) -> Vec<Stretch> {
    let Some(torn) = explained(found) else { return Vec::new() };
    let known = known(disk);
    let is_known = |write: &u64| known.iter().any(|(first, last)| (first..=last).contains(&write));
    let stretches = all(found, last).into_iter().flat_map(|(first, last)| split(first, last, &known));
    let stretches = stretches.filter(|(first, _)| !is_known(first)).collect::<Vec<_>>();
    let count = stretches.iter().map(|(first, last)| last - first + 1).sum::<u64>();
    if count <= (torn + named) as u64 { Vec::new() } else { stretches }
}

/// How many writes what is torn may have held: a line whose end was damaged is two. `None` where nobody can tell, since a whole
/// file of the journal or a folder cannot be read.
fn explained(found: &Sources) -> Option<usize> {
    let torn = found.torn.iter().filter(|torn| !torn.is_tail);
    torn.map(|torn| match torn.line {
        Some(_) => Some(2),
        None => torn.path.ends_with(".json").then_some(1),
    })
    .sum()
}

/// Every gap up to `last`, known or not: writes of which nothing is there, and those of which a part is missing.
fn all(found: &Sources, last: u64) -> Vec<Stretch> {
    let mut gaps = found.gaps(last);
    let parts = found.sound.chunk_by(|one, next| one.number.write == next.number.write);
    let is_whole = |part: &[crate::sled::sources::Source]| {
        let places = part.iter().map(|source| source.number.place).collect::<BTreeSet<_>>();
        (0..).zip(&places).all(|(expected, place)| expected == *place)
    };
    gaps.extend(
        parts.filter(|part| !is_whole(part)).map(|part| (part[0].number.write, part[0].number.write)),
    );
    gaps.sort_unstable();
    gaps
}

/// A stretch without what is known of it; its known parts come out by themselves.
fn split(first: u64, last: u64, known: &[Stretch]) -> Vec<Stretch> {
    let inside = known.iter().flat_map(|(from, to)| [*from, to.saturating_add(1)]);
    let cuts = inside.filter(|cut| (first + 1..=last).contains(cut)).collect::<BTreeSet<_>>();
    let firsts = std::iter::once(first).chain(cuts.iter().copied());
    let lasts = cuts.iter().map(|cut| cut - 1).chain([last]);
    firsts.zip(lasts).collect()
}

/// Takes the gaps that are there now for known.
pub fn accept(disk: &Disk, found: &Sources, last: u64) -> Result<()> {
    let gaps = all(found, last);
    if gaps.is_empty() {
        let path = disk.path(KNOWN);
        return match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(failed("remove", &path)(error)),
            _ => Ok(()),
        };
    }
    let lines = gaps.iter().map(|(first, last)| format!("{first} {last}\n")).collect::<String>();
    let sum = BodyHash::of(lines.as_bytes());
    disk.replace(KNOWN, format!("{lines}sum {sum}\n").as_bytes())
}

/// The known gaps; none where the file is not what was written.
fn known(disk: &Disk) -> Vec<Stretch> {
    let text = fs::read_to_string(disk.path(KNOWN)).unwrap_or_default();
    let Some((lines, sum)) = text.rsplit_once("sum ") else { return Vec::new() };
    if BodyHash::of(lines.as_bytes()).to_string() != sum.trim_end() {
        return Vec::new();
    }
    let stretch = |line: &str| {
        let (first, last) = line.split_once(' ')?;
        Some((first.parse().ok()?, last.parse().ok()?))
    };
    lines.lines().filter_map(stretch).collect()
}

/// Writes that neither a record nor a line of the journal tells of, where there is no database to ask.
pub fn lost_writes((first, last): Stretch) -> Damage {
    let (why, they) = match last - first {
        0 => (format!("write {first} is missing, or a part of it"), "it was"),
        _ => (format!("writes {first} to {last} are missing"), "they were"),
    };
    let costs = format!(
        "No record and no line of the journal tells what {they}: letters or turns whose files are gone, mails sent or put off \
         (they may go out a second time, under the same Message-ID), changed schedules, finished tasks, notes. Put the files \
         back from a copy of the store, if there is one"
    );
    Damage {
        file: journal_path(first),
        why: format!("{why}: neither a record nor a line of the journal is there"),
        costs,
    }
}

/// Letters beside which no record lies. Only where no database can tell that one was merely being filed.
pub fn letters_without_record(disk: &Disk) -> Vec<Damage> {
    let files = disk.readable_files("letters", &mut Vec::new());
    let stem = |path: &str| path.split('.').next().unwrap_or_default().to_owned();
    let recorded = files.iter().filter(|path| path.ends_with(".json")).map(|path| stem(path));
    let recorded = recorded.collect::<BTreeSet<_>>();
    let letters = files.iter().filter(|path| body_of(path).is_some() && !recorded.contains(&stem(path)));
    letters.map(|path| without_record(path)).collect()
}

fn without_record(path: &str) -> Damage {
    Damage {
        file: path.to_owned(),
        why: "no record of this letter is there".into(),
        costs: "Its verdict, what it ordered and its answers are gone; or it was just being filed when the process ended, and then \
                it is still on its server"
            .into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_is_cut_where_what_is_known_begins_and_ends() {
        assert_eq!(split(5, 9, &[]), [(5, 9)]);
        assert_eq!(split(5, 9, &[(5, 9)]), [(5, 9)]);
        assert_eq!(split(5, 9, &[(6, 7)]), [(5, 5), (6, 7), (8, 9)]);
        assert_eq!(split(5, 9, &[(1, 5), (9, 12)]), [(5, 5), (6, 8), (9, 9)]);
        assert_eq!(split(5, 5, &[(1, 12)]), [(5, 5)]);
    }
}

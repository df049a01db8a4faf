//! Word of hand edits, at once, to whoever they concern: who commands or deputises for what was changed, or did, and whom the
//! game names beside them. One mail a player and letter; an edit that says SECRETLY is told to nobody.

use std::collections::{BTreeMap, BTreeSet};

use crate::ga::record::HandEdit;
use crate::game::GameRecord;
use crate::seats::Seats;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::{Seat, Seating};

/// What one hand edit of a letter is to its players.
#[derive(Clone, Debug)]
pub struct Tidings {
    number: u32,
    undoes: Option<u32>,
    /// Lines of what was changed, and sentences on seats, by player.
    told: BTreeMap<PlayerNo, (Vec<String>, Vec<String>)>,
}

/// Who stands where before and after an edit.
pub struct Change<'a> {
    pub before: &'a GameRecord,
    pub after: &'a GameRecord,
}

impl Tidings {
    /// Of an edit that has just been kept.
    pub fn of(edit: &HandEdit, change: &Change<'_>) -> Self {
        let mut tidings = Tidings { number: edit.number, undoes: edit.undoes, told: BTreeMap::new() };
        // What an order may yet make has a seat already, but nobody has it.
        let seats = |game: &GameRecord, piece: &Piece| {
            Seats::latest(game, &game.book).of(piece).filter(|_| game.has(piece))
        };
        let concerned = change.concerned(edit);
        let mut seen = Vec::<&Piece>::new();
        for said in &edit.said {
            let line = said.line();
            let Some(piece) = &said.unit else {
                let told = concerned.iter().filter(|player| said.is_for(**player));
                told.for_each(|player| tidings.line(*player, line.clone()));
                continue;
            };
            let (was, is) = (seats(change.before, piece), seats(change.after, piece));
            holders(was).chain(holders(is)).for_each(|player| tidings.line(player, line.clone()));
            if !seen.contains(&piece) {
                seen.push(piece);
                tidings.seat(change.after, piece, (was, is));
            }
        }
        // What an edit gives another commander without changing anything of it, such as the stacks of a minor.
        let all = |game: &GameRecord| Seats::latest(game, &game.book).all();
        let (before, after) = (all(change.before), all(change.after));
        let pieces: BTreeSet<&Piece> = before.keys().chain(after.keys()).collect();
        for piece in pieces.into_iter().filter(|piece| !seen.contains(piece)) {
            let (was, is) = (before.get(piece).copied(), after.get(piece).copied());
            if was.map(|seat| seat.commander) != is.map(|seat| seat.commander) {
                tidings.seat(change.after, piece, (was, is));
            }
        }
        tidings
    }

    /// What each player is told of a letter's edits: lines of what was changed, and sentences on seats. Of an edit that the
    /// same letter takes back nothing is left to tell.
    pub fn by_player(tidings: &[Tidings]) -> BTreeMap<PlayerNo, (Vec<String>, Vec<String>)> {
        let gone = |one: &Tidings| {
            tidings.iter().any(|other| other.undoes == Some(one.number))
                || one.undoes.is_some_and(|undone| tidings.iter().any(|other| other.number == undone))
        };
        let mut by_player = BTreeMap::<PlayerNo, (Vec<String>, Vec<String>)>::new();
        for (player, (lines, words)) in tidings.iter().filter(|one| !gone(one)).flat_map(|one| &one.told) {
            let place = by_player.entry(*player).or_default();
            place.0.extend(lines.iter().cloned());
            place.1.extend(words.iter().cloned());
        }
        by_player
    }

    fn line(&mut self, player: PlayerNo, line: String) {
        let (lines, _) = self.told.entry(player).or_default();
        if !lines.contains(&line) {
            lines.push(line);
        }
    }

    /// A commander who gets or loses a piece is told so in a sentence; a deputy too.
    fn seat(&mut self, game: &GameRecord, piece: &Piece, (was, is): (Option<Seat>, Option<Seat>)) {
        let (before, after) = (was.map(|seat| seat.commander), is.map(|seat| seat.commander));
        let mut say = |player: PlayerNo, words: String| self.told.entry(player).or_default().1.push(words);
        if before != after {
            let now = match after {
                Some(commander) => format!("{} commands it now", game.name_of(commander)),
                None if game.has(piece) => {
                    "nobody commands it now, and what was ordered there is not carried out".to_owned()
                }
                None => "it is gone".to_owned(),
            };
            before.into_iter().for_each(|player| say(player, format!("{piece} is yours no longer: {now}.")));
            let mine = format!("{piece} is yours to command now.");
            after.into_iter().for_each(|player| say(player, mine.clone()));
        }
        let (before, after) = (was.and_then(|seat| seat.deputy), is.and_then(|seat| seat.deputy));
        if before != after {
            let no_more = |player: PlayerNo| is.is_none_or(|seat| seat.commander != player);
            before
                .filter(|player| no_more(*player))
                .into_iter()
                .for_each(|player| say(player, format!("You are the deputy for {piece} no longer.")));
            after.into_iter().for_each(|player| say(player, format!("You are the deputy for {piece} now.")));
        }
    }
}

impl Change<'_> {
    /// Whom the game names: for what they had before the edit, and for what they have after it.
    fn concerned(&self, edit: &HandEdit) -> Vec<PlayerNo> {
        let mut all = self.before.board().concerned(&edit.touches);
        all.extend(self.after.board().concerned(&edit.touches));
        all.sort_unstable();
        all.dedup();
        all
    }
}

fn holders(seat: Option<Seat>) -> impl Iterator<Item = PlayerNo> {
    seat.into_iter().flat_map(|seat| [Some(seat.commander), seat.deputy]).flatten()
}

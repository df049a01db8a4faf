//! What the machine remembers from turn to turn: a note in its own letter, which it reads again a turn later. Nothing else is kept, so
//! that a letter and a report are all that the next letter is made of.
//!
//! A note of another turn than the last says nothing: where a game went back, it is of a future that is no more.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use fieldpost_engine::machine::NOTE;
use fieldpost_ground::square::{Grid, StrategicSquare};

/// For how many turns a sighting is kept, that in which it was made among them.
const KEPT: u32 = 3;
/// Lines at most.
const MOST: usize = 40;
/// Squares that an enemy makes in a turn, as far as it is reckoned with.
pub const MARCH: u8 = 2;
/// What an enemy who is seen may have come from, in squares a turn.
const FARTHEST: u8 = 3;

/// Enemies that were seen in a turn: where, and about how many men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sighting {
    pub turn: u32,
    pub at: StrategicSquare,
    /// About how many men.
    pub men: u32,
}

/// What is known of the turns before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// Enemies that were seen, the latest first.
    pub sightings: Vec<Sighting>,
}

/// An enemy who was seen and is no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ghost {
    /// Where he was seen last.
    pub at: StrategicSquare,
    /// About how many men of his are not seen elsewhere now.
    pub men: u32,
    /// How many turns ago.
    pub age: u32,
}

impl Memory {
    /// What the letter of the turn before says, if it is one.
    pub fn read(letter: &str, grid: &Grid, turn: u32) -> Self {
        let of =
            letter.lines().find_map(|line| line.trim().strip_prefix("TURN ")?.trim().parse::<u32>().ok());
        let mut memory = Memory::default();
        if of.is_none_or(|of| of + 1 != turn) {
            return memory;
        }
        for line in letter.lines().filter_map(|line| line.trim().strip_prefix(NOTE)) {
            let words: Vec<&str> = line.split_whitespace().collect();
            memory.take(&words, grid, turn);
        }
        memory.sightings.truncate(MOST);
        memory
    }

    /// A line of a note; what is none is passed over.
    fn take(&mut self, words: &[&str], grid: &Grid, turn: u32) {
        let ["saw", of, at, men] = words else { return };
        let read = of.parse().ok().zip(grid.parse(at).ok()).zip(men.parse().ok());
        let is_recent = |of: u32| of < turn && of + KEPT >= turn;
        if let Some(((of, at), men)) = read.filter(|((of, _), _)| is_recent(*of)) {
            self.sightings.push(Sighting { turn: of, at, men });
        }
    }

    /// The note, a line each, of what is known now.
    pub fn lines(&self, grid: &Grid) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        for Sighting { turn, at, men } in self.sightings.iter().take(MOST) {
            let _ = writeln!(text, "{NOTE}saw {turn} {} {men}", grid.label(*at));
        }
        text
    }

    /// The enemies that were seen and are not among those who are seen now, each as far as he may have come since: the nearest of these
    /// are taken for him.
    pub fn ghosts(&self, turn: u32, foes: &BTreeMap<StrategicSquare, u32>) -> Vec<Ghost> {
        let mut seen = foes.clone();
        let mut ghosts = Vec::new();
        for Sighting { turn: of, at, men } in &self.sightings {
            let age = turn.saturating_sub(*of);
            let reach = FARTHEST.saturating_mul(u8::try_from(age).unwrap_or(u8::MAX));
            let mut left = *men;
            let mut near: Vec<_> = seen.iter_mut().filter(|(foe, _)| foe.distance(*at) <= reach).collect();
            near.sort_by_key(|(foe, _)| (foe.distance(*at), **foe));
            for (_, there) in near {
                let same = left.min(*there);
                *there -= same;
                left -= same;
            }
            // What is left of one is mostly a wrong guess of how many there were.
            if left * 3 >= *men && left > 0 {
                ghosts.push(Ghost { at: *at, men: left, age });
            }
        }
        ghosts
    }

    /// What is remembered of a turn: the enemies that are seen in it, and those of before that are seen no more.
    pub fn of(turn: u32, foes: &BTreeMap<StrategicSquare, u32>, ghosts: &[Ghost]) -> Self {
        let now = foes.iter().map(|(at, men)| Sighting { turn, at: *at, men: *men });
        let before = ghosts.iter().filter(|ghost| ghost.age < KEPT);
        let before = before.map(|ghost| Sighting {
            turn: turn.saturating_sub(ghost.age),
            at: ghost.at,
            men: ghost.men,
        });
        let mut sightings: Vec<_> = now.chain(before).collect();
        sightings.sort_by_key(|saw| (std::cmp::Reverse((saw.turn, saw.men)), saw.at));
        sightings.truncate(MOST);
        Memory { sightings }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketches::land;

    #[test]
    fn a_note_is_read_as_it_was_written_and_only_in_the_turn_behind_it() {
        let sandbox = land(|_| {});
        let grid = &sandbox.atlas.map.grid;
        let at = |name: &str| sandbox.square(name);
        let foes = BTreeMap::from([(at("A4-N4"), 5_000), (at("A6-N4"), 2_000)]);
        let ghost = Ghost { at: at("A8-N8"), men: 9_000, age: 2 };
        let memory = Memory::of(7, &foes, &[ghost, Ghost { age: 3, ..ghost }]);
        assert_eq!(memory.sightings.len(), 3, "what is three turns old is forgotten");
        let letter = format!("GAME war\r\nTURN 7\r\nPLAYER fr\r\n{}END\r\n", memory.lines(grid));
        assert_eq!(Memory::read(&letter, grid, 8), memory);
        for other in [7, 9] {
            assert_eq!(Memory::read(&letter, grid, other), Memory::default());
        }
    }

    #[test]
    fn a_note_is_bounded() {
        let sandbox = land(|_| {});
        let grid = &sandbox.atlas.map.grid;
        let foes: BTreeMap<_, _> = grid.all().map(|at| (at, 2_000)).collect();
        let memory = Memory::of(7, &foes, &[]);
        assert_eq!(memory.lines(grid).lines().count(), MOST);
        let many = "# memo saw 7 A4-N4 100\n".repeat(500);
        assert_eq!(Memory::read(&format!("TURN 7\n{many}"), grid, 8).sightings.len(), MOST);
    }

    #[test]
    fn who_is_seen_elsewhere_is_no_ghost_and_who_is_not_seen_is_one() {
        let sandbox = land(|_| {});
        let at = |name: &str| sandbox.square(name);
        let memory = Memory { sightings: vec![Sighting { turn: 6, at: at("A4-N4"), men: 6_000 }] };
        let ghosts = |name: &str, men| memory.ghosts(7, &BTreeMap::from([(at(name), men)]));
        assert_eq!(ghosts("A5-N4", 6_000), []);
        assert_eq!(ghosts("A5-N4", 5_000), [], "about as many");
        assert_eq!(ghosts("A5-N4", 2_000), [Ghost { at: at("A4-N4"), men: 4_000, age: 1 }]);
        assert_eq!(ghosts("A8-N4", 6_000), [Ghost { at: at("A4-N4"), men: 6_000, age: 1 }]);
    }
}

//! Running a game again from its first position and its recorded orders, and comparing every turn's hash
//! (promise 5).

use std::fmt::Write as _;

use anyhow::{Context, bail};

use crate::daemon::office::Office;
use crate::desk::record::GameName;
use crate::games::land::state::Seat;
use crate::games::land::unit::UnitId;
use crate::games::{Orders, Position};
use std::collections::BTreeMap;

impl Office {
    /// Runs every closed turn of a game again.
    ///
    /// # Errors
    /// If a turn's record is missing or a turn comes out otherwise than it did, with the turn's number.
    pub fn replay(&self, name: &GameName) -> anyhow::Result<String> {
        let hosted = self.game_named(&name.0)?;
        let game = &hosted.record.opening.game;
        let mut position = self.store.first_position(name)?;
        let mut words = String::new();
        for turn in 1..hosted.turn() {
            let record =
                self.store.turn(name, turn)?.with_context(|| format!("turn {turn} is not in the record"))?;
            let orders: Orders = self.store.paper(&record.orders)?.read()?;
            let seats: BTreeMap<UnitId, Seat> = self.store.paper(&record.seats)?.read()?;
            let Position::Land(state) = &mut position;
            state.seats = seats;
            let finished = game.run(&position, &orders)?;
            let hash = finished.hash()?;
            if hash != record.hash {
                bail!("turn {turn} comes out as {hash}, and it was {}", record.hash);
            }
            writeln!(words, "turn {turn}: {hash}, as it was")?;
            position = finished.position();
        }
        let turns = hosted.turn() - 1;
        write!(words, "{turns} turns of {} run again, all the same", name.0)?;
        Ok(words)
    }
}

//! Running a game again from its first position, its recorded orders and its hand edits, and holding every turn to its record
//! (promise 5): the runs that stand, and those that a rollback took back.
//!
//! A turn is held to two things. Its *seal* is its hash made again of the papers that are kept: it needs no rules, so that it holds for
//! ever. Then it is run again, and comes out with the same hash; one of form 1, in whose hash sentences are, with the same position, the
//! same draws and the same events whatever is said of them.

use std::fmt::Write as _;

use anyhow::{Context, anyhow, bail};

use crate::office::Office;
use fieldpost_desk::record::GameName;
use fieldpost_door::form1::{Sealed, are_alike};
use fieldpost_door::{Board, Finished};
use fieldpost_engine::form2;
use fieldpost_engine::words::counted;
use fieldpost_store::{BodyHash, FIRST_FORM, Paper, TurnRecord};

/// What is said where the rules of today have it otherwise.
const GOES_ON: &str = "What was filed stands, and the game goes on from it";

/// A run on record.
struct Run {
    record: TurnRecord,
    /// By which rollback it was taken back, if it was.
    voided_by: Option<u32>,
}

impl Run {
    /// Whether it stood after so many rollbacks.
    fn stood_after(&self, rollbacks: u32) -> bool {
        self.record.rollbacks <= rollbacks && self.voided_by.is_none_or(|by| by > rollbacks)
    }

    fn name(&self) -> String {
        match self.voided_by {
            Some(by) => format!("turn {}, taken back by rollback {by}", self.record.turn),
            None => format!("turn {}", self.record.turn),
        }
    }
}

impl Office {
    /// Runs every turn of a game again, and holds each to what the one before it left.
    ///
    /// # Errors
    /// If a turn's record is missing, a turn comes out otherwise than it did, or does not begin where the one before it
    /// ended: with the turn's number.
    pub fn replay(&self, name: &GameName) -> anyhow::Result<String> {
        let hosted = self.game_named(&name.0)?;
        let game = hosted.record.board();
        let row = self.store.game(name)?.context("it is not in the record")?;
        let runs = self.runs(name, hosted.turn())?;
        let mut words = String::new();
        for run in &runs {
            self.holds_its_seal(game, run)?;
            let left = self.run_once_more(game, run)?;
            writeln!(words, "{}: {}, as it was", run.name(), run.record.hash)?;
            self.begins_right(&row.first, &runs, run)?;
            self.leaves_right(game, run, &left)?;
        }
        let last =
            runs.iter().rfind(|run| run.voided_by.is_none()).map_or(&row.first, |run| &run.record.after);
        if *last != row.position {
            bail!("the open turn does not begin where turn {} ended", hosted.turn() - 1);
        }
        let stand = hosted.turn() - 1;
        write!(words, "{} of {} run again, all the same", counted(stand, "turn"), name.0)?;
        match runs.len() - usize::try_from(stand)? {
            0 => {}
            1 => words.push_str("; and 1 run that was taken back"),
            more => write!(words, "; and {more} runs that were taken back")?,
        }
        Ok(words)
    }

    /// Those that were taken back first, in order; then those that stand.
    fn runs(&self, name: &GameName, open: u32) -> anyhow::Result<Vec<Run>> {
        let voided = self.store.voided_runs(name)?.into_iter();
        let mut runs =
            voided.map(|run| Run { record: run.record, voided_by: Some(run.rollback) }).collect::<Vec<_>>();
        for turn in 1..open {
            let record = self.store.turn(name, turn)?;
            let record = record.with_context(|| format!("turn {turn} is not in the record"))?;
            runs.push(Run { record, voided_by: None });
        }
        Ok(runs)
    }

    /// Runs a turn from its position, hand edits, seats and orders; the position that it leaves.
    fn run_once_more(&self, game: &dyn Board, run: &Run) -> anyhow::Result<Paper> {
        let record = &run.record;
        let finished = self.run_of_record(game, record.clone())?.finished;
        let position = Paper::from_bytes(finished.board().position());
        match record.form {
            FIRST_FORM => self.is_alike(game, run, (&*finished, &position))?,
            _ => self.has_its_hash(run, &finished.hash())?,
        }
        Ok(position)
    }

    /// The hash of what is kept of a run, which needs no rules, is the one that its record has.
    fn holds_its_seal(&self, game: &dyn Board, run: &Run) -> anyhow::Result<()> {
        let record = &run.record;
        let papers = [&record.after, &record.events, &record.draws].map(|hash| self.store.paper(hash));
        let [after, events, draws] = papers;
        let (after, events, draws) = (after?, events?, draws?);
        let seal = match record.form {
            FIRST_FORM => {
                let kept = Sealed { after: after.bytes(), events: events.bytes(), draws: draws.bytes() };
                (game.rulebook().seal_of_form1)(&kept).map_err(|why| anyhow!(why))?
            }
            form2::FORM => form2::hash(after.bytes(), events.bytes(), draws.bytes()),
            form => bail!("{} is of form {form}, which a newer fieldpost wrote", run.name()),
        };
        if seal != record.hash {
            bail!(
                "{}: what is kept of it has the hash {seal}, and its record says {}: one of the two was changed",
                run.name(),
                record.hash
            );
        }
        Ok(())
    }

    fn has_its_hash(&self, run: &Run, hash: &str) -> anyhow::Result<()> {
        if hash != run.record.hash {
            bail!(
                "{} comes out as {hash}, and it was {}: the fieldpost that ran it had other rules. {GOES_ON}",
                run.name(),
                run.record.hash
            );
        }
        Ok(())
    }

    /// A run of form 1, whose hash is over sentences, comes out as it was but for these.
    fn is_alike(
        &self,
        game: &dyn Board,
        run: &Run,
        (again, left): (&dyn Finished, &Paper),
    ) -> anyhow::Result<()> {
        let record = &run.record;
        let (events, draws) = (self.store.paper(&record.events)?, self.store.paper(&record.draws)?);
        let are_alike = are_alike(events.bytes(), &again.events_of_form1()).map_err(|why| anyhow!(why))?;
        let is_so = [
            (self.leaves(game, run, left)?, "the position that it leaves"),
            (again.papers().draws == draws.bytes(), "the draws of the dice"),
            (are_alike, "what happened"),
        ];
        match is_so.into_iter().find(|(is_so, _)| !is_so) {
            Some((_, what)) => bail!(
                "{} is kept as it was run, with the hash {}, and comes out otherwise in {what}: the fieldpost that ran it had \
                 other rules. {GOES_ON}",
                run.name(),
                record.hash
            ),
            None => Ok(()),
        }
    }

    /// A run begins with the position that the turn before it had left when it was run, or with the game's first.
    fn begins_right(&self, first: &BodyHash, runs: &[Run], run: &Run) -> anyhow::Result<()> {
        let TurnRecord { turn, rollbacks, .. } = run.record;
        let stood = |other: &&Run| other.record.turn + 1 == turn && other.stood_after(rollbacks);
        let before = match runs.iter().find(stood) {
            Some(before) => &before.record.after,
            None if turn == 1 => first,
            None => bail!("{} has no turn before it in the record", run.name()),
        };
        if run.record.before != *before {
            bail!("{} does not begin where the turn before it ended", run.name());
        }
        Ok(())
    }

    fn leaves_right(&self, game: &dyn Board, run: &Run, left: &Paper) -> anyhow::Result<()> {
        if !self.leaves(game, run, left)? {
            bail!("{} leaves another position than is kept of it", run.name());
        }
        Ok(())
    }

    /// Whether a run leaves the position that is kept of it.
    fn leaves(&self, game: &dyn Board, run: &Run, left: &Paper) -> anyhow::Result<bool> {
        // Read and written anew: an older fieldpost may have written the same position otherwise.
        let kept = self.store.paper(&run.record.after)?;
        let kept = game.at(kept.bytes()).map_err(|why| anyhow!(why))?.position();
        Ok(kept == left.bytes())
    }
}

//! The daemon plays the machine's seats itself, once a turn, [`MACHINES_LEAD`](fieldpost_desk::settings::MACHINES_LEAD) before the
//! deadline: late, so that whoever plays such a seat over a holiday may write first. A deadline that moves has an hour of its own; what the
//! machine wrote for it before is written anew, for seats may have changed hands.

use std::collections::BTreeSet;

use crate::clock::Millis;
use crate::hosted::Hosted;
use crate::machine::wrote_for;
use crate::office::Office;
use crate::socket::SeatWish;
use fieldpost_desk::game::GameRecord;
use fieldpost_desk::record::GameName;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_store::{GameChange, Write};

impl Office {
    /// Plays the machine's seats of a game whose hour has come. None while the clock is in doubt.
    ///
    /// # Errors
    /// If the store cannot be read or written; then they are due still. A seat that fails stops no other: the GA is told.
    pub fn play_machines(&mut self, name: &GameName) -> anyhow::Result<()> {
        let record = &self.game_named(&name.0)?.record;
        if !has_machines(record) || record.over().is_some() || record.settings.clock_jump.is_some() {
            return Ok(());
        }
        match record.settings.machines_due(self.clock.now()) {
            Some(moment) => self.claimed(name, |office| office.play_claimed_machines(name, moment)),
            None => Ok(()),
        }
    }

    /// Plays them for a turn that is to be run at once, ahead of its deadline, if they have not been played in it: their hour would never
    /// come. Behind the deadline it has passed.
    ///
    /// # Errors
    /// As [`play_machines`](Self::play_machines).
    pub(super) fn play_machines_at_once(&mut self, name: &GameName) -> anyhow::Result<()> {
        let record = &self.game_named(&name.0)?.record;
        let now = self.clock.now();
        let is_late = now > record.settings.deadline_ms || record.settings.machines_ms.is_some();
        if !has_machines(record) || is_late {
            return Ok(());
        }
        self.claimed(name, |office| office.play_claimed_machines(name, now))
    }

    fn play_claimed_machines(&mut self, name: &GameName, moment: Millis) -> anyhow::Result<()> {
        let played = self.play_seats(&name.0, &SeatWish::default())?;
        tracing::info!(game = name.0, seats = played.len(), "the machine's seats are played");
        let failed: Vec<_> =
            played.iter().filter(|seat| seat.told.is_err()).map(ToString::to_string).collect();
        if !failed.is_empty() {
            let title = "A seat of the machine is not played";
            let words = format!(
                "The machine could not play these seats for the open turn; the others are not concerned. fieldpost autoplay {} \
                 tries again.\n\n    {}",
                name.0,
                failed.join("\n    ")
            );
            self.tell_ga(self.clock.now(), Some(&name.0), title, &words)?;
        }
        self.note_machines_played(name, moment)
    }

    fn note_machines_played(&mut self, name: &GameName, moment: Millis) -> anyhow::Result<()> {
        let at_ms = self.clock.now();
        let mut settings = self.game_named(&name.0)?.record.settings;
        settings.machines_ms = Some(moment);
        let change = GameChange { at_ms, schedule: Some(serde_json::to_value(settings)?), hold: None };
        // The whole schedule is written: never over one that another daemon has changed meanwhile.
        self.put_of(name, Write::Change(name.clone(), change))?;
        if let Some(hosted) = self.games.get_mut(name) {
            hosted.record.settings = settings;
        }
        Ok(())
    }
}

fn has_machines(record: &GameRecord) -> bool {
    record.accounts.iter().any(|account| account.machine)
}

/// Which of the machine's seats it wrote for in the open turn and for which it did not, in words for the GA; nothing in a game without.
pub(super) fn words(hosted: &Hosted) -> Option<String> {
    let record = &hosted.record;
    let is_machine = |player: &str| record.account(player).is_some_and(|account| account.machine);
    let seats = record.numbered_players().filter(|(_, player)| is_machine(&player.name));
    let wrote: BTreeSet<PlayerNo> = wrote_for(hosted);
    let (played, left): (Vec<_>, Vec<_>) = seats.partition(|(number, _)| wrote.contains(number));
    let names = |seats: &[(PlayerNo, &fieldpost_door::Player)]| {
        seats.iter().map(|(_, player)| player.name.as_str()).collect::<Vec<_>>().join(", ")
    };
    match (played.as_slice(), left.as_slice()) {
        ([], []) => None,
        (played, []) => Some(format!("The machine wrote for {}.", names(played))),
        ([], left) => Some(format!("The machine wrote for none of its seats: {}.", names(left))),
        (played, left) => Some(format!(
            "The machine wrote for {}, and not for {}: their players wrote themselves, or nothing was to be ordered.",
            names(played),
            names(left)
        )),
    }
}

//! Games that cannot be read from the record, since a file of theirs is damaged: each stands by itself, its GA is told, and all
//! other games go on. It is tried again once a minute, so that it goes on when the file has been put back.
//!
//! **No letter to such a game is judged.** It stays where it lies: nobody can tell who may order what in it. So do letters of
//! its people that name no other game, since they may be meant for it.

use crate::clock::Millis;
use crate::hosted::{Hosted, StandingGame};
use crate::office::Office;
use crate::reading::Understood;
use crate::troubles::Wrong;
use fieldpost_desk::head::Choice;
use fieldpost_desk::record::GameName;
use fieldpost_grammar::command::Role;
use fieldpost_mail::read::{Class, Incoming};
use fieldpost_store::{GameRow, StoreError};

/// After how long a game that stands is tried again.
const TRY_AGAIN_MS: Millis = 60_000;

/// How a trouble of a game that stands begins; its name follows.
const KEY: &str = "game:";

/// Whether a game could not be read for what lies in its own files; all else concerns the whole record.
fn is_its_own(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|cause| cause.downcast_ref::<StoreError>()).all(StoreError::is_lost)
}

impl Office {
    /// Takes a game in as it was read, or as one that stands, which gives `None`.
    ///
    /// # Errors
    /// If it is not the game's own files that could not be read.
    pub(super) fn read_or_standing(
        &mut self,
        row: &GameRow,
        read: anyhow::Result<Hosted>,
    ) -> anyhow::Result<Option<Hosted>> {
        match read {
            Ok(hosted) => {
                self.standing.remove(&row.name);
                Ok(Some(hosted))
            }
            Err(error) if is_its_own(&error) => {
                let standing = self.standing_game(row, &error)?;
                tracing::error!(game = row.name.0, why = standing.why, "a game stands");
                self.standing.insert(row.name.clone(), standing);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    fn standing_game(&self, row: &GameRow, error: &anyhow::Error) -> anyhow::Result<StandingGame> {
        let accounts = self.store.accounts(&row.name)?;
        let administrators = &row.administration.administrators;
        let all = accounts.iter().chain(administrators.iter().map(|one| &one.account));
        let is_told = |role: Role| role >= Role::Ga;
        let gas = administrators.iter().filter(|one| is_told(one.role) && !one.account.email.is_empty());
        Ok(StandingGame {
            why: format!("{error:#}"),
            begun_ms: row.opened_ms,
            tried_ms: self.clock.now(),
            addresses: all
                .map(|account| account.email.to_lowercase())
                .filter(|email| !email.is_empty())
                .collect(),
            gas: gas.map(|one| one.account.email.clone()).collect(),
        })
    }

    /// The games that stand and are to be tried again.
    pub(super) fn standing_to_try(&self) -> Vec<GameName> {
        let now = self.clock.now();
        let is_due = |standing: &StandingGame| !(0..TRY_AGAIN_MS).contains(&(now - standing.tried_ms));
        let due = self.standing.iter().filter(|(_, standing)| is_due(standing));
        due.map(|(name, _)| name.clone()).collect()
    }

    /// Whether a letter stays where it lies, since it is, or may be, for a game that stands.
    pub(super) fn waits_for_game(&self, understood: &Understood, incoming: &Incoming) -> bool {
        if self.standing.is_empty() || incoming.class != Class::Human {
            return false;
        }
        let stands = |name: &str| self.standing.contains_key(&GameName(name.to_ascii_lowercase()));
        let arrived = &understood.arrived;
        let head = understood.ga.as_ref().map_or(&understood.letter.game, |commands| &commands.game);
        let named = arrived.tags.iter().chain(head.iter().map(|game| &game.what));
        if named.clone().any(|name| stands(name))
            || matches!(&understood.choice, Choice::Unknown(name) if stands(name))
        {
            return true;
        }
        let names_other = matches!(&understood.choice, Choice::Game(_)) && named.count() > 0;
        let from = arrived.from.as_deref().map(str::to_lowercase).unwrap_or_default();
        !names_other && self.standing.values().any(|standing| standing.addresses.contains(&from))
    }

    /// Tells the GA of each game that stands, and when it goes on.
    pub(super) fn look_at_standing(&self) -> anyhow::Result<()> {
        for (name, standing) in &self.standing {
            let words = format!(
                "{} cannot be read from the record, and stands: {}\n\nNo turn of it is run, and letters to it stay in their \
                 mailboxes; nothing is lost, and other games go on. `fieldpost verify` names the file that is damaged: put it back from a \
                 backup, and the game goes on by itself within a minute.",
                name.0, standing.why
            );
            let key = format!("{KEY}{}", name.0);
            let title = "The game stands: it cannot be read";
            self.tell_trouble(&Wrong {
                key: &key,
                stage: "",
                game: Some(name),
                title,
                words: &words,
                remind: true,
            })?;
        }
        for trouble in self.store.troubles()? {
            let Some(name) = trouble.key.strip_prefix(KEY) else { continue };
            if !self.standing.contains_key(&GameName(name.to_owned())) {
                self.tell_over(&trouble.key, "The game goes on", &format!("{name} can be read again."))?;
            }
        }
        Ok(())
    }
}

//! Word to each player of what differs in their own position after the game went back to an earlier turn, and why.

use serde::Serialize;

use anyhow::anyhow;

use crate::daemon::answers::Draft;
use crate::daemon::office::Office;
use crate::desk::record::GameName;
use crate::desk::settings::Settings;
use crate::desk::stamp::Stamp;
use crate::engine::ids::PlayerNo;
use crate::games::door::{Board, Differs};
use crate::mail::postmark::Kind;
use crate::store::{Mail, NewMail, Paper};

/// The position that the players last had, and why it holds no longer.
pub struct Again {
    /// The turn that it opened.
    pub turn: u32,
    /// The position.
    pub position: Paper,
    /// The turn that the game went back to.
    pub to: u32,
    /// Whose doing it was, by name.
    pub by: String,
    /// Whether the turn was run again at once.
    pub run: bool,
}

/// What stands now.
pub struct Standing<'a> {
    /// The position.
    pub board: &'a dyn Board,
    /// The open turn's times.
    pub settings: Settings,
}

/// `went_back`: what differs in a player's own position after the game went back to an earlier turn.
#[derive(Clone, Debug, Serialize)]
pub struct WentBack {
    /// The game's name.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The player.
    pub player: String,
    /// The turn that is open now.
    pub turn: u32,
    /// The turn that was open before.
    pub was: u32,
    /// The turn that the game went back to.
    pub to: u32,
    /// Whose doing it was.
    pub by: String,
    /// Whether that turn was run again at once, so that new reports come with this.
    pub run: bool,
    /// The open turn's deadline.
    pub deadline: Stamp,
    /// What differs.
    pub differs: Vec<Differs>,
}

impl Office {
    /// A mail to each player of flesh and blood.
    ///
    /// # Errors
    /// If the template is at fault or there is no such game.
    pub fn words_of_differences(
        &self,
        name: &GameName,
        again: &Again,
        now: &Standing<'_>,
    ) -> anyhow::Result<Vec<NewMail>> {
        let hosted = self.game_named(&name.0)?;
        let record = &hosted.record;
        let mut mails = Vec::new();
        for (number, player) in (0..).map(PlayerNo).zip(&now.board.players()) {
            let Some(account) = record.account(&player.name) else { continue };
            if account.machine || account.email.is_empty() {
                continue;
            }
            let view = WentBack {
                game: name.0.clone(),
                title: record.opening.title.clone(),
                player: account.name.clone(),
                turn: now.board.turn(),
                was: again.turn,
                to: again.to,
                by: again.by.clone(),
                run: again.run,
                deadline: Stamp::new(now.settings.deadline_ms, now.settings.schedule.zone),
                differs: now.board.differences(again.position.bytes(), number).map_err(|why| anyhow!(why))?,
            };
            let (printed, html) = self.press.both(
                "went_back",
                &(now.board.rulebook().told)(serde_json::to_value(&view)?),
                account.wishes().html,
            )?;
            let (game, to) = (Some(name.0.as_str()), Some(account.name.as_str()));
            let plain = Draft::plain(Mail::Notice, Kind::Notice, game, to, &account.email, &printed);
            mails.push(self.write(Draft { html, ..plain })?);
        }
        Ok(mails)
    }
}

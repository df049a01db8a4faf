//! Word to each player of what differs in their own position after the game went back to an earlier turn, and why.

use serde::Serialize;

use crate::daemon::answers::Draft;
use crate::daemon::office::Office;
use crate::desk::ga::differences::{Differs, differences};
use crate::desk::record::GameName;
use crate::desk::settings::Settings;
use crate::desk::stamp::Stamp;
use crate::games::{Game, Position};
use crate::mail::postmark::Kind;
use crate::store::{Mail, NewMail};

/// The position that the players last had, and why it holds no longer.
pub struct Again {
    /// The turn that it opened.
    pub turn: u32,
    /// The position.
    pub position: Position,
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
    pub position: &'a Position,
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
        let Game::Land { atlas, book, .. } = &record.opening.game;
        let (Position::Land(before), Position::Land(after)) = (&again.position, now.position);
        let mut mails = Vec::new();
        for (number, player) in after.numbered_players() {
            let Some(account) = record.account(&player.name) else { continue };
            if account.machine || account.email.is_empty() {
                continue;
            }
            let view = WentBack {
                game: name.0.clone(),
                title: record.opening.title.clone(),
                player: account.name.clone(),
                turn: after.turn,
                was: again.turn,
                to: again.to,
                by: again.by.clone(),
                run: again.run,
                deadline: Stamp::new(now.settings.deadline_ms, now.settings.schedule.zone),
                differs: differences(before, after, number, (book, &atlas.map.grid)),
            };
            let (printed, html) = self.press.both("went_back", &book.told(&view), account.wishes().html)?;
            let (game, to) = (Some(name.0.as_str()), Some(account.name.as_str()));
            let plain = Draft::plain(Mail::Notice, Kind::Notice, game, to, &account.email, &printed);
            mails.push(self.write(Draft { html, ..plain })?);
        }
        Ok(mails)
    }
}

//! What observers are mailed: of each turn what anybody may know, as many turns late as the game's rule says.

use crate::answers::Draft;
use crate::hosted::Hosted;
use crate::office::Office;
use fieldpost_desk::ga::record::Observer;
use fieldpost_desk::record::{Account, GameName};
use fieldpost_desk::settings::Observing;
use fieldpost_mail::postmark::Kind;
use fieldpost_print::heading::Heading;
use fieldpost_print::layout;
use fieldpost_print::section::{Block, Section, Sheet};
use fieldpost_store::{Mail, NewMail};

use anyhow::anyhow;

impl Office {
    /// The mails to the observers of a game whose open turn is being run: of the turn that is old enough.
    ///
    /// # Errors
    /// If that turn cannot be read, or a template is at fault.
    pub(super) fn words_to_observers(&self, name: &GameName) -> anyhow::Result<Vec<NewMail>> {
        let hosted = self.game_named(&name.0)?;
        let Observing::Late(late) = hosted.record.settings.observers else { return Ok(Vec::new()) };
        let turn = hosted.turn().saturating_sub(late);
        let mut observers = hosted.record.observers().peekable();
        if turn == 0 || observers.peek().is_none() {
            return Ok(Vec::new());
        }
        let past = self.past_turn(name, turn)?;
        let told = hosted.record.board().told_to_observers(&past).map_err(|why| anyhow!(why))?;
        let words =
            format!("What anybody may know of turn {turn}. UNSUBSCRIBE from this address ends these mails.");
        let head = Section::new("turn", "").with(Block::Words(words));
        let what = format!("Turn {turn}, as the world hears of it");
        let sheets =
            [Sheet { what, sections: std::iter::once(head).chain(told).collect(), ..Sheet::default() }];
        let heading = Heading { player: "observers".into(), ..self.heading_of(hosted, "", 0) };
        let (printed, html) = layout::mail(&self.press, &heading, turn, &sheets, true)?;
        let mails = observers.map(|observer| {
            let plain =
                Draft::plain(Mail::Notice, Kind::Notice, Some(&name.0), None, &observer.address, &printed);
            self.write(Draft { html: html.clone(), ..plain })
        });
        mails.collect()
    }
}

/// Observers who are to have the account of the game when it has ended, as accounts that have an address and no seat.
pub(super) fn at_the_end(hosted: &Hosted) -> Vec<Account> {
    let are_told = hosted.record.settings.observers != Observing::Nobody;
    let account = |one: &Observer| Account { email: one.address.clone(), ..Account::nobody("observers") };
    hosted.record.observers().filter(|_| are_told).map(account).collect()
}

//! Reminders: before the deadline, a mail to each player who commands units for which no order stands.
//!
//! Once for each time and turn, whatever happens: a reminder's Message-ID is made of game, turn, time and player, so
//! that it cannot be put into the outbox twice, and the settings keep up to which time reminders have been seen to, so
//! that nobody is reminded later of what was in order then.

use crate::answers::Draft;
use crate::clock::Millis;
use crate::closing::Polled;
use crate::guard::guarded;
use crate::hosted::Hosted;
use crate::office::Office;
use crate::views::Reminder;
use fieldpost_catalogue::span;
use fieldpost_desk::book;
use fieldpost_desk::record::{Account, GameName, Right};
use fieldpost_desk::remind::span_words;
use fieldpost_desk::seats::Seats;
use fieldpost_desk::silence;
use fieldpost_desk::tenure::players_without_orders;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::locale::Locale;
use fieldpost_engine::piece::Piece;
use fieldpost_mail::postmark::Kind;
use fieldpost_store::{GameChange, Mail, NewMail, StoreError, Write};

impl Office {
    /// Sends the reminders of a game whose time has come; how many. None before every source has been looked through
    /// since then, for orders may lie unread; none while the clock is in doubt; and none in peace and truce turns, in
    /// which few have anything to order, but for who is awaited all the same ([`fieldpost_door::Tell::awaited`]).
    ///
    /// # Errors
    /// If the store cannot be read or written; then they are due still.
    pub fn remind(&mut self, name: &GameName, sources: &[Polled]) -> anyhow::Result<usize> {
        let now = self.clock.now();
        let hosted = self.game_named(&name.0)?;
        let board = hosted.record.board();
        let is_awaited = |(number, _): (PlayerNo, _)| board.awaited(number).is_some();
        let is_peace = !board.awaits_orders() && !hosted.record.numbered_players().any(is_awaited);
        let has_ended = hosted.record.administration.has_ended;
        if is_peace || has_ended || hosted.record.settings.clock_jump.is_some() {
            return Ok(0);
        }
        let Some(moment) = hosted.record.settings.reminder_due(now) else { return Ok(0) };
        if !sources.iter().all(|source| source.has_seen_all_until(moment)) {
            return Ok(0);
        }
        let mut mails = Vec::new();
        for (number, account) in players_to_remind(hosted) {
            mails.extend(self.reminder(hosted, number, account, moment)?);
        }
        let count = mails.len();
        if count > 0 {
            match self.store.post(now, mails) {
                // Another daemon was the first.
                Err(StoreError::SameMessageId(_)) => {}
                posted => drop(posted?),
            }
            tracing::info!(game = name.0, count, "reminded players of units without orders");
        }
        self.note_reminded(name, moment)?;
        Ok(count)
    }

    fn note_reminded(&mut self, name: &GameName, moment: Millis) -> anyhow::Result<()> {
        let at_ms = self.clock.now();
        let Some(hosted) = self.games.get(name) else { return Ok(()) };
        let mut settings = hosted.record.settings;
        settings.reminded_ms = Some(moment);
        let schedule = Some(serde_json::to_value(settings)?);
        let change = GameChange { at_ms, schedule, hold: None };
        // The whole schedule is written: never over one that another daemon has changed meanwhile.
        self.put_of(name, Write::Change(name.clone(), change))?;
        if let Some(hosted) = self.games.get_mut(name) {
            hosted.record.settings = settings;
        }
        Ok(())
    }

    /// One player's reminder; `None` if all of their units have orders, or it is in the outbox already, or it cannot be
    /// written: the others have theirs all the same.
    fn reminder(
        &self,
        hosted: &Hosted,
        number: PlayerNo,
        account: &Account,
        moment: Millis,
    ) -> anyhow::Result<Option<NewMail>> {
        let idle = idle_units(hosted, number);
        let record = &hosted.record;
        let key = format!("reminder/{}/{}/{moment}/{}", record.name().0, hosted.turn(), account.name);
        let number_of_mail = self.postmark.number_of(&key);
        let message_id = self.postmark.message_id(Kind::Notice, number_of_mail);
        if idle.is_empty() && !owes_a_letter(hosted, number)
            || self.store.mail_by_message_id(&message_id)?.is_some()
        {
            return Ok(None);
        }
        let locale = self.locale_of(Some(&record.name().0), Some(&account.name));
        let view = view(hosted, number, account, idle, (self.clock.now(), locale));
        let written = self.write_reminder(hosted, account, &view, number_of_mail);
        if let Err(error) = &written {
            let (game, player) = (&record.name().0, &account.name);
            tracing::error!(error = format!("{error:#}"), game, player, "a reminder cannot be written");
        }
        Ok(written.ok())
    }

    fn write_reminder(
        &self,
        hosted: &Hosted,
        account: &Account,
        view: &Reminder,
        number_of_mail: u64,
    ) -> anyhow::Result<NewMail> {
        let record = &hosted.record;
        let rulebook = record.board().rulebook();
        let mut view = serde_json::to_value(view)?;
        let locale = self.locale_of(Some(&record.name().0), Some(&account.name));
        self.told_in(locale, Some(&record.name().0), &mut view);
        let view = (rulebook.told)(view);
        let (printed, html) =
            self.press.in_locale(locale).both(rulebook.letters.reminder, &view, account.wishes().html)?;
        let (game, player) = (Some(record.name().0.as_str()), Some(account.name.as_str()));
        let plain = Draft::plain(Mail::Reminder, Kind::Notice, game, player, &account.email, &printed);
        self.write_numbered(Draft { html, due: self.due_of(record.name()), ..plain }, number_of_mail)
    }
}

/// Players of flesh and blood with an address who have not refused reminders and are not away at the deadline.
fn players_to_remind(hosted: &Hosted) -> impl Iterator<Item = (PlayerNo, &Account)> {
    let record = &hosted.record;
    let account = |number: PlayerNo| record.account(record.name_of(number)).map(|account| (number, account));
    let players = record.numbered_players().filter_map(move |(number, _)| account(number));
    let day = record.settings.schedule.day_of(record.settings.deadline_ms);
    let is_asked = move |account: &Account| !account.email.is_empty() && account.is_awaited(day);
    let wants_it = |account: &Account| account.wishes().reminders && !account.wishes().off;
    players.filter(move |(_, account)| is_asked(account) && wants_it(account))
}

/// Whether something is awaited of a player in a turn without orders for units, and nothing of it has come.
fn owes_a_letter(hosted: &Hosted, player: PlayerNo) -> bool {
    let record = &hosted.record;
    record.is_between() && players_without_orders(record).contains(&record.name_of(player))
}

/// The active units that a player commands and for which no order stands. A deputy is not asked: the commander is.
fn idle_units(hosted: &Hosted, player: PlayerNo) -> Vec<Piece> {
    let book = &hosted.record.book;
    commanded_units(hosted, player).filter(|unit| book::in_force(book, unit).is_none()).collect()
}

/// The active units that a player commands.
pub(super) fn commanded_units(hosted: &Hosted, player: PlayerNo) -> impl Iterator<Item = Piece> {
    let record = &hosted.record;
    let units = Seats::latest(record, &record.book).units_of(record, player);
    let commanded = units.into_iter().filter(|(_, right)| *right == Right::Commander).map(|(unit, _)| unit);
    commanded.filter(|unit| record.board().wants_orders(unit))
}

/// How long is left, as a language says it.
fn left_words(locale: Locale, left: Millis) -> String {
    if locale == Locale::English { span_words(left) } else { span(locale, left) }
}

fn view(
    hosted: &Hosted,
    number: PlayerNo,
    account: &Account,
    idle: Vec<Piece>,
    (now, locale): (Millis, Locale),
) -> Reminder {
    let record = &hosted.record;
    Reminder {
        game: record.name().0.clone(),
        title: record.opening.title.clone(),
        player: account.name.clone(),
        turn: hosted.turn(),
        deadline: record.stamp(hosted.record.settings.deadline_ms),
        left: left_words(locale, hosted.record.settings.deadline_ms - now),
        // The deadline is told over a position too that brings a fault of the program to light.
        silence: guarded(|| silence::told(record, &record.book, number, &idle)).unwrap_or_default(),
        awaited: record.board().awaited(number),
        of_game: record.board().reminder(number, &idle),
    }
}

//! Answers on paper: what the desk owes, printed, put into a mail that threads onto the letter it answers, and
//! weighed against the caps (hazard 13).

use crate::clock::Millis;
use crate::help::{self, OwnSeat, Tongue};
use crate::hosted::Hosted;
use crate::identity::random_bytes;
use crate::office::Office;
use crate::unsent::within_turn;
use crate::views::{self, Notice};
use fieldpost_desk::answer::{Answer, Body, To, Weight};
use fieldpost_desk::caps::Leave;
use fieldpost_desk::ga::answer::Due;
use fieldpost_desk::record::{GameName, LetterNo};
use fieldpost_door::Rulebook;
use fieldpost_engine::wishes::Wishes;
use fieldpost_grammar::command::Role;
use fieldpost_grammar::{HOUSE, Language};
use fieldpost_mail::postmark::Kind;
use fieldpost_mail::read::Headers;
use fieldpost_mail::write::{File, ListHeaders, Occasion, Outgoing, Picture, WriteError};
use fieldpost_print::press::Printed;
use fieldpost_print::voice;
use fieldpost_store::letter::Effects;
use fieldpost_store::outbox::Content;
use fieldpost_store::{Mail, MailId, NewMail};

/// A mail that is to be written.
pub struct Draft<'a> {
    pub kind: Mail,
    /// The mark on its Message-ID.
    pub mark: Kind,
    /// The game it speaks of, by name.
    pub game: Option<&'a str>,
    /// The player it goes to.
    pub player: Option<&'a str>,
    /// The recipient's bare address; empty for a mail that is only kept.
    pub to: &'a str,
    /// Its words.
    pub printed: &'a Printed,
    /// Words of the text below those.
    pub more_text: String,
    /// Its words as HTML, if there is such.
    pub html: Option<String>,
    /// Pictures in the HTML.
    pub pictures: Vec<Picture>,
    /// Files that go with it.
    pub attachments: Vec<File>,
    /// The letter it answers.
    pub answers: Option<&'a Headers>,
    /// The deadline that it brings.
    pub due: Option<Due>,
    /// When it may leave, and the date it bears; at once where there is none.
    pub not_before_ms: Option<Millis>,
    /// By how much its date is later than that: of mails that leave together the first sorts before the others.
    pub later_ms: Millis,
    /// Whether a failure to deliver it concerns nobody (RFC 3834: errors to strangers).
    pub no_return: bool,
}

impl<'a> Draft<'a> {
    /// A mail of text alone that answers no letter.
    pub fn plain(
        kind: Mail,
        mark: Kind,
        game: Option<&'a str>,
        player: Option<&'a str>,
        to: &'a str,
        printed: &'a Printed,
    ) -> Self {
        Draft {
            kind,
            mark,
            game,
            player,
            to,
            printed,
            more_text: String::new(),
            html: None,
            pictures: Vec::new(),
            attachments: Vec::new(),
            answers: None,
            due: None,
            not_before_ms: None,
            later_ms: 0,
            no_return: false,
        }
    }
}

/// What is said at the cap of answers for a day.
const LAST: &str = "This is the last answer of its kind that is sent to you";

/// A number for a mail that no other has.
pub fn fresh_number() -> u64 {
    u64::from_le_bytes(random_bytes()) >> 1
}

impl Office {
    /// Writes a mail and gives it its Message-ID, which it keeps for good.
    ///
    /// # Errors
    /// If the mail cannot be composed, which no printed text of ours causes.
    pub fn write(&self, draft: Draft<'_>) -> anyhow::Result<NewMail> {
        self.write_numbered(draft, fresh_number())
    }

    /// Writes a mail whose Message-ID is made of a number of the caller's.
    ///
    /// # Errors
    /// As [`Office::write`].
    pub fn write_numbered(&self, draft: Draft<'_>, number: u64) -> anyhow::Result<NewMail> {
        let message_id = self.postmark.message_id(draft.mark, number);
        let outgoing = self.outgoing(&draft, &message_id);
        let bytes = outgoing.to_bytes()?;
        let supersede = supersede_key(draft.kind, draft.game, draft.player.unwrap_or(draft.to));
        Ok(NewMail {
            kind: draft.kind,
            game: draft.game.map(|game| GameName(game.to_owned())),
            player: draft.player.map(str::to_owned),
            to: draft.to.to_owned(),
            envelope_from: self.envelope_from(draft.no_return, number),
            message_id,
            content: Content::Bytes(bytes),
            not_before_ms: draft.not_before_ms,
            supersede,
            stands_for: Vec::new(),
        })
    }

    /// The place of a receipt in the outbox, and the letters whose receipts it takes the place of.
    fn silenced_by(&self, answer: &Answer, address: &str) -> anyhow::Result<(Option<String>, Vec<LetterNo>)> {
        if kind_and_mark(answer).0 != Mail::Receipt {
            return Ok((None, Vec::new()));
        }
        let player = match &answer.to {
            To::Player { name, .. } => name,
            To::Sender { .. } | To::Ga | To::AsStored => address,
        };
        let game = answer.game.as_ref().map(|game| game.0.as_str());
        let key = supersede_key(Mail::Receipt, game, player);
        let Some(key) = key else { return Ok((None, Vec::new())) };
        let opened_ms = game.and_then(|game| self.game_named(game).ok());
        let opened_ms = opened_ms.map_or(0, |hosted| hosted.record.settings.opened_ms);
        let key = within_turn(&key, answer.turn, opened_ms);
        let (key, silenced) = self.place_of_receipt(&key)?;
        Ok((Some(key), silenced))
    }

    fn outgoing(&self, draft: &Draft<'_>, message_id: &str) -> Outgoing {
        let reply_to = draft.game.map(|game| self.postmark.game_address(game));
        let calendar = draft.due.and_then(|due| self.calendar_file(draft.game, draft.player, due));
        let list = draft.game.filter(|_| draft.kind == Mail::Report).map(|game| self.list_headers(game));
        Outgoing {
            from_name: self.config.office.name.clone(),
            from: self.postmark.address(),
            to: if draft.to.is_empty() { self.postmark.address() } else { draft.to.to_owned() },
            reply_to,
            subject: draft.printed.subject.clone(),
            language: draft.printed.locale.code(),
            message_id: message_id.to_owned(),
            in_reply_to: draft.answers.and_then(|headers| headers.message_id.clone()),
            references: draft.answers.map(|headers| headers.references.clone()).unwrap_or_default(),
            date_ms: draft.not_before_ms.unwrap_or_else(|| self.clock.now()) + draft.later_ms,
            occasion: if draft.answers.is_some() { Occasion::Answer } else { Occasion::Due },
            list,
            text: self.as_heard(draft),
            html: draft.html.clone(),
            pictures: draft.pictures.clone(),
            attachments: draft.attachments.iter().cloned().chain(calendar).collect(),
        }
    }

    /// The text of a mail; for who hears it all that is made to be seen is left out, which reports have none of.
    fn as_heard(&self, draft: &Draft<'_>) -> String {
        let text = draft.printed.with_below(&draft.more_text);
        let is_heard = draft.player.is_some() && self.wishes(draft.game, draft.player).spoken;
        if is_heard && draft.kind != Mail::Report { voice::read_out(&text) } else { text }
    }

    fn list_headers(&self, game: &str) -> ListHeaders {
        let address = self.postmark.game_address(game);
        ListHeaders {
            id: format!("{game}.reports.{}", self.postmark.domain()),
            unsubscribe: format!("mailto:{address}?subject=UNSUBSCRIBE"),
        }
    }

    pub(super) fn envelope_from(&self, no_return: bool, number: u64) -> String {
        use crate::config::PostSettings;
        match (&self.config.post, no_return) {
            (_, true) => String::new(),
            (PostSettings::Smtp(smtp), false) if smtp.verp => self.postmark.return_path(number),
            _ => self.postmark.address(),
        }
    }

    /// Puts the answers of one judged letter on paper, as far as the caps let them leave.
    ///
    /// # Errors
    /// If the store cannot be read or a template is at fault.
    pub fn put_on_paper(
        &self,
        answers: &[Answer],
        headers: &Headers,
        effects: &mut Effects,
    ) -> anyhow::Result<()> {
        for answer in answers {
            if let Body::Again { letter } = &answer.body {
                effects.resend = self.last_answer(*letter)?;
                continue;
            }
            for address in self.addresses_of(answer) {
                self.answer_at(&address, answer, headers, effects)?;
            }
        }
        Ok(())
    }

    fn answer_at(
        &self,
        address: &str,
        answer: &Answer,
        headers: &Headers,
        effects: &mut Effects,
    ) -> anyhow::Result<()> {
        let counted = match answer.weight {
            // Each stranger is heard of once.
            Weight::Inquiry => &format!("{address}:{}", headers.from.as_deref().unwrap_or_default()),
            _ => address,
        };
        let leave = self.weigh(answer.weight, counted, effects)?;
        if leave != Leave::Send {
            self.tell_of_cap(answer, address, leave, effects)?;
        }
        if leave == Leave::Withhold {
            return Ok(());
        }
        let (place, silenced) = self.silenced_by(answer, address)?;
        let told = self.receipt_for(answer, &silenced)?;
        match self.answer_mails(&told, address, headers, leave) {
            Ok(mails) => effects.answers.extend(mails.into_iter().map(|mail| {
                let supersede = place.clone().or(mail.supersede);
                NewMail { stands_for: silenced.clone(), supersede, ..mail }
            })),
            Err(error) if error.is::<WriteError>() => self.unanswerable(&error, &answer.to, effects)?,
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// An address that no mail can go to costs that answer, not the letter: a stranger's is passed over, and the GA hears of a
    /// player's.
    fn unanswerable(&self, error: &anyhow::Error, to: &To, effects: &mut Effects) -> anyhow::Result<()> {
        tracing::warn!(%error, "an answer could not be written");
        if let To::Player { name, .. } = to {
            let words = format!("An answer to {name} could not be written: {error}");
            effects.answers.push(self.notice(None, "An answer could not be written", &words)?);
        }
        Ok(())
    }

    fn last_answer(&self, letter: fieldpost_desk::record::LetterNo) -> anyhow::Result<Option<MailId>> {
        Ok(self.store.letter(letter)?.and_then(|record| record.answers.last().copied()))
    }

    fn addresses_of(&self, answer: &Answer) -> Vec<String> {
        match &answer.to {
            To::Player { address, .. } | To::Sender { address } => vec![address.clone()],
            To::Ga => self.addresses_of_ga(answer.game.as_ref().map(|game| game.0.as_str())),
            To::AsStored => Vec::new(),
        }
    }

    /// Where the administrators of a game are told what they must know: all but mere helpers; the host's own where there are
    /// none, or where it concerns no game.
    fn addresses_of_ga(&self, game: Option<&str>) -> Vec<String> {
        let name = game.map(|game| GameName(game.to_ascii_lowercase()));
        if let Some(standing) =
            name.as_ref().and_then(|name| self.standing.get(name)).filter(|game| !game.gas.is_empty())
        {
            return standing.gas.clone();
        }
        let hosted = name.and_then(|name| self.games.get(&name));
        let all = hosted.iter().flat_map(|hosted| &hosted.record.administration.administrators);
        let mut addresses = Vec::<String>::new();
        for one in all.filter(|one| one.role >= Role::Ga && !one.account.email.is_empty()) {
            if !addresses.iter().any(|known| one.account.is_registered_at(known)) {
                addresses.push(one.account.email.clone());
            }
        }
        if addresses.is_empty() { vec![self.config.ga.address.clone()] } else { addresses }
    }

    fn answer_mails(
        &self,
        answer: &Answer,
        address: &str,
        headers: &Headers,
        leave: Leave,
    ) -> anyhow::Result<Vec<NewMail>> {
        let player = match &answer.to {
            To::Player { name, .. } => Some(name.as_str()),
            To::Sender { .. } | To::Ga | To::AsStored => None,
        };
        let game = answer.game.as_ref().map(|game| game.0.as_str());
        if let Body::Report(wanted) = &answer.body {
            return self.reports_again(wanted, game, address);
        }
        if let Body::Advice(wanted) = &answer.body {
            return self.advice(wanted, game, address, headers);
        }
        let locale = self.locale_of_answer(answer);
        let mut view = views::of_answer(answer, leave == Leave::SendAsLast, &self.tongue(answer));
        self.told_in(locale, game, &mut view);
        self.reworded(locale, answer, &mut view);
        if let (Leave::SendAsLast, Some(fields)) = (leave, view.as_object_mut()) {
            let until = self.until_words(game, locale);
            // A word in a few sentences has one more; other answers have a place for it.
            if let Body::Words(notice) = &answer.body {
                let last =
                    format!("{}\n\n{LAST} until {until}. Letters are still read and obeyed.", notice.words);
                fields.insert("words".into(), last.into());
            }
            fields.insert("until".into(), until.into());
        }
        if let (Body::Refusal(_), Some(fields)) = (&answer.body, view.as_object_mut()) {
            fields.insert("host".into(), self.config.ga.address.clone().into());
        }
        let seat = self.seat_taken(answer);
        if let (Some(seat), Some(fields)) = (&seat, view.as_object_mut()) {
            fields.insert("seat".into(), self.about_the_seat(seat)?);
        }
        // What players write to each other stays as they wrote it.
        let is_press = matches!(answer.body, Body::Press(_));
        let html = self.wishes(game, player).html && !help::is_long(&view);
        let stem = views::stem_of(&answer.body);
        let press = self.press.in_locale(locale);
        let (printed, html) = match game.filter(|_| !is_press).and_then(|game| self.rulebook_of(game)) {
            Some(rulebook) => press.both(stem, &(rulebook.told)(view), html)?,
            None => press.both(stem, &view, html)?,
        };
        let (kind, mark) = kind_and_mark(answer);
        let is_reply = !matches!(answer.weight, Weight::Notice | Weight::Inquiry);
        let draft = Draft {
            html,
            answers: is_reply.then_some(headers),
            not_before_ms: leaves_unseen(&answer.body).then(|| next_quarter(self.clock.now())),
            due: self.due_in(answer),
            no_return: matches!(answer.weight, Weight::Stranger | Weight::Applicant),
            ..Draft::plain(kind, mark, game, player, address, &printed)
        };
        let mut mails = vec![self.write(draft)?];
        if let Some(seat) = seat {
            mails.extend(self.position_of_seat(&seat, address)?);
        }
        Ok(mails)
    }

    /// The language of a game; where none is meant, that of the first that can be hosted.
    pub fn language(&self, game: Option<&str>) -> &'static Language {
        let hosted = game.and_then(|game| self.games.get(&GameName(game.to_ascii_lowercase())));
        let own = hosted.map(|hosted| hosted.record.board().rulebook());
        own.or(self.config.rulebooks.0.first().copied()).map_or(&HOUSE, |rulebook| rulebook.language)
    }

    /// In whose words an answer speaks: those of its game, or of each that may be meant.
    pub fn tongue(&self, answer: &Answer) -> Tongue<'_> {
        let own = self.language(answer.game.as_ref().map(|game| game.0.as_str()));
        let among = match &answer.body {
            Body::Refusal(refusal) => refusal.among.as_slice(),
            _ => &[],
        };
        let games = among.iter().map(|game| (game.clone(), self.language(Some(&game.0))));
        Tongue::among(own, games.collect()).to(self.seats_of(answer))
    }

    /// The seats, in the games that an answer may be for, of the player to whose registered address it goes.
    fn seats_of<'a>(&'a self, answer: &Answer) -> Vec<OwnSeat<'a>> {
        let To::Player { name, address } = &answer.to else { return Vec::new() };
        let among = match &answer.body {
            Body::Refusal(refusal) => refusal.among.as_slice(),
            _ => &[],
        };
        let games = answer.game.iter().chain(among).filter_map(|game| self.games.get_key_value(game));
        let seat = |(game, hosted): (&'a GameName, &'a Hosted)| {
            let record = &hosted.record;
            let by_address = record.players_at(address).map(|(number, _)| number).next();
            let number = record.player_no(name).or(by_address)?;
            Some(OwnSeat { game, board: record.board(), number, player: record.name_of(number) })
        };
        games.filter_map(seat).collect()
    }

    /// The deadline that an answer brings: the open turn's in a receipt, another one in word of it.
    fn due_in(&self, answer: &Answer) -> Option<Due> {
        match &answer.body {
            Body::Words(notice) => notice.due,
            Body::Receipt(_) => self.due_of(answer.game.as_ref()?),
            _ => None,
        }
    }

    /// When a game's open turn falls due, if the game goes on.
    pub(super) fn due_of(&self, game: &GameName) -> Option<Due> {
        let record = &self.games.get(game)?.record;
        let goes_on = record.over().is_none();
        goes_on.then_some(Due { turn: record.book.turn, at_ms: record.settings.deadline_ms })
    }

    /// How a player wants mail; others get all there is.
    pub fn wishes(&self, game: Option<&str>, player: Option<&str>) -> Wishes {
        let hosted = game.and_then(|game| self.games.get(&GameName(game.to_ascii_lowercase())));
        let account = hosted.zip(player).and_then(|(hosted, player)| hosted.record.account(player));
        account.map(|account| account.wishes()).unwrap_or_default()
    }

    /// The book that a game is played by, if it is hosted.
    pub fn rulebook_of(&self, game: &str) -> Option<&'static Rulebook> {
        let hosted = self.games.get(&GameName(game.to_ascii_lowercase()))?;
        Some(hosted.record.board().rulebook())
    }

    /// A word to the GA, ready for the outbox.
    ///
    /// # Errors
    /// If the template is at fault.
    pub fn notice(&self, game: Option<&str>, title: &str, words: &str) -> anyhow::Result<NewMail> {
        self.notice_at(&self.config.ga.address, game, title, words)
    }

    fn notice_at(
        &self,
        address: &str,
        game: Option<&str>,
        title: &str,
        words: &str,
    ) -> anyhow::Result<NewMail> {
        let (printed, html) = self.press.both("notice", &Notice { game, title, words }, true)?;
        let plain = Draft::plain(Mail::Notice, Kind::Notice, game, None, address, &printed);
        self.write(Draft { html, ..plain })
    }

    /// A word to the administrators of a game, ready for the outbox.
    ///
    /// # Errors
    /// As [`Office::notice`].
    pub fn notices(&self, game: Option<&str>, title: &str, words: &str) -> anyhow::Result<Vec<NewMail>> {
        let addresses = self.addresses_of_ga(game);
        addresses.iter().map(|address| self.notice_at(address, game, title, words)).collect()
    }

    /// Tells the GA now.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn tell_ga(&self, at_ms: Millis, game: Option<&str>, title: &str, words: &str) -> anyhow::Result<()> {
        tracing::warn!(game, title, "told the GA");
        self.store.post(at_ms, self.notices(game, title, words)?)?;
        Ok(())
    }
}

/// The key under which a mail is put into the outbox, so that a newer one of its kind replaces it while it is unsent.
fn supersede_key(kind: Mail, game: Option<&str>, player: &str) -> Option<String> {
    kind.can_be_superseded().then(|| format!("{kind:?}/{}/{player}", game.unwrap_or("")))
}

fn kind_and_mark(answer: &Answer) -> (Mail, Kind) {
    match (&answer.body, answer.weight) {
        (Body::Press(_), _) => (Mail::Press, Kind::Notice),
        // What holds a password is erased once it is sent (promise 7).
        (Body::Password(_), _) => (Mail::Welcome, Kind::Notice),
        (_, Weight::Receipt) if answer.replaceable => (Mail::Receipt, Kind::Receipt),
        (_, Weight::Receipt | Weight::Error | Weight::Stranger | Weight::Applicant) => {
            (Mail::Answer, Kind::Error)
        }
        (_, Weight::Notice | Weight::Inquiry) => (Mail::Notice, Kind::Notice),
    }
}

/// Whether a mail's time could tell whose it is: that of an anonymous press which does not wait for the reports.
fn leaves_unseen(body: &Body) -> bool {
    matches!(body, Body::Press(press) if press.from.is_none() && !press.waited)
}

/// The next full quarter of an hour.
fn next_quarter(now: Millis) -> Millis {
    const QUARTER_MS: Millis = 15 * 60_000;
    (now.div_euclid(QUARTER_MS) + 1) * QUARTER_MS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_quarter_lies_ahead() {
        assert_eq!([0, 1, 899_999, 900_000].map(next_quarter), [900_000, 900_000, 900_000, 1_800_000]);
    }
}

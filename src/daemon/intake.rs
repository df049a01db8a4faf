//! Taking letters in that came by mail: those that are new take the road ([`super::road`]), and only when they are filed may the source
//! be told (promises 1 to 3). What is mail and cannot be judged as a letter, is turned away here.

use anyhow::{Context, bail};

use crate::answers::Draft;
use crate::counts::came_back;
use crate::delivered::{Delivered, PIPE, in_order};
use crate::disk::Level;
use crate::hosted::Hosted;
use crate::office::Office;
use crate::reading::Understood;
use crate::road::{Taken, Traveller};
use crate::too_large::is_for_its_size;
use crate::views::TooLarge;
use crate::way::Way;
use fieldpost_desk::answer::Weight;
use fieldpost_desk::caps::Leave;
use fieldpost_desk::head::Choice;
use fieldpost_desk::record::{LetterNo, Verdict};
use fieldpost_mail::postmark::Kind;
use fieldpost_mail::read::{Bounce, Class, Incoming};
use fieldpost_store::letter::Effects;
use fieldpost_store::{BodyHash, Filing, Mail, TransportKey};

const DAY_MS: i64 = 24 * 3_600_000;

impl Office {
    /// Takes letters in, in order of receipt, and says what became of each. When this returns, every one of
    /// them is durable, and the source may be told. Of a letter to a game that stands nothing is said: it stays where it lies.
    ///
    /// # Errors
    /// If the store cannot be read or written, its disk is nearly full (hazard 46), or this machine's clock is behind so
    /// that nobody can tell when a letter came: the letters then stay where they lie.
    pub fn take(&mut self, delivered: Vec<Delivered>) -> anyhow::Result<Vec<Taken>> {
        if self.disk_level() == Level::Full {
            let store = self.config.office.store.display();
            bail!("the disk of {store} is nearly full: letters stay where they are until there is room");
        }
        self.catch_up()?;
        let (mut taken, mut fresh) = self.part_known(delivered)?;
        if fresh.iter().any(|letter| self.is_misdated(letter)) {
            self.tell_of_clock()?;
            bail!("{}: letters stay where they are until it is right", self.words_of_clock());
        }
        fresh.sort_by_cached_key(in_order);
        let result = self.take_fresh(fresh, &mut taken);
        if result.is_err() {
            // What memory holds may be ahead of the record now.
            self.load_games()?;
        }
        result.map(|()| taken)
    }

    /// Letters that were filed before keep what they got: the crash came between filing and telling.
    fn part_known(&self, delivered: Vec<Delivered>) -> anyhow::Result<(Vec<Taken>, Vec<Delivered>)> {
        let (mut taken, mut fresh) = (Vec::new(), Vec::new());
        let places = delivered.iter().map(|letter| letter.place.clone()).collect::<Vec<_>>();
        let seen = self.store.seen_each(&places)?;
        for (letter, seen) in delivered.into_iter().zip(seen) {
            match seen {
                Some(number) => taken.push(self.taken(letter.place, number)?),
                None => fresh.push(letter),
            }
        }
        Ok((taken, fresh))
    }

    fn taken(&self, place: TransportKey, letter: LetterNo) -> anyhow::Result<Taken> {
        let record = self.store.letter(letter)?.context("a filed letter has no record")?;
        Ok(Taken { place, letter, verdict: record.verdict })
    }

    /// Letters over which processes have died are filed unread. Of the others those that are suspect are read by themselves,
    /// once all before them are filed: if one kills again, it kills nothing else.
    fn take_fresh(&mut self, fresh: Vec<Delivered>, taken: &mut Vec<Taken>) -> anyhow::Result<()> {
        let numbers = self.store.reserve_letters(fresh.len())?;
        let marks = fresh.iter().map(|letter| BodyHash::of(&letter.bytes)).collect::<Vec<_>>();
        let deaths = self.store.suspicions(&marks);
        let by_mail = |(((letter, number), mark), deaths)| {
            Traveller::fresh(letter, number, Way::Mail { known: None }, mark, deaths)
        };
        let travellers = fresh.into_iter().zip(numbers).zip(marks).zip(deaths).map(by_mail);
        let (deadly, others): (Vec<_>, Vec<_>) = travellers.partition(Traveller::is_deadly);
        self.bring_in(&deadly, taken)?;
        for party in others.chunk_by(|one, next| one.deaths.is_none() && next.deaths.is_none()) {
            self.bring_in(party, taken)?;
        }
        Ok(())
    }

    /// What becomes of a mail that is not judged as a letter: it is too old, too large, or a bounce.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) fn turned_away(
        &self,
        one: &Traveller,
        incoming: &Incoming,
        understood: &Understood,
    ) -> anyhow::Result<Option<Filing>> {
        if self.is_older_than_all(&one.letter) {
            let why = match self.openings().next().is_none() {
                true => "it is older than this post office",
                false => "it is older than the first game here",
            };
            let verdict = Verdict::Ignored(why.to_owned());
            return Ok(Some(self.bare_filing(one, Some(incoming), verdict, Vec::new())));
        }
        if !one.letter.whole {
            return self.refuse_too_large(one, incoming, &understood.choice).map(Some);
        }
        match &incoming.class {
            Class::Bounce(bounce) => self.note_bounce(one, incoming, bounce).map(Some),
            _ => Ok(None),
        }
    }

    /// Letters that lay in the mailbox before anything was played are not judged (hazard 43); nor, while no game has been
    /// opened, are those that were there long before the host looked into it.
    fn is_older_than_all(&self, letter: &Delivered) -> bool {
        // Servers tell whole seconds: of what came in the second of the opening nobody knows that it was before.
        let begun = self.openings().min().map(|begun| begun - begun.rem_euclid(1_000));
        let recent_ms = i64::from(self.config.office.first_start_days) * DAY_MS;
        letter.received_ms < begun.unwrap_or(self.clock.now() - recent_ms)
    }

    /// When each game was opened, those that stand among them.
    pub(super) fn openings(&self) -> impl Iterator<Item = i64> {
        let hosted = self.games.values().map(|hosted| hosted.begun_ms);
        hosted.chain(self.standing.values().map(|standing| standing.begun_ms))
    }

    /// Whether a letter's time tells nothing, since this machine's clock is behind what it has itself recorded: that of a
    /// letter through the pipe is taken from it, and what looks older than all games need not be.
    fn is_misdated(&self, letter: &Delivered) -> bool {
        self.is_clock_behind() && (letter.place.account == PIPE || self.is_older_than_all(letter))
    }

    /// A letter over the limit was not fetched but for its header; a registered player hears of it, nobody
    /// else does (hazard 18).
    fn refuse_too_large(
        &self,
        one: &Traveller,
        incoming: &Incoming,
        choice: &Choice,
    ) -> anyhow::Result<Filing> {
        let limit = self.config.limits.letter_bytes;
        let why = format!("it is larger than {limit} bytes");
        let verdict =
            if incoming.class == Class::Human { Verdict::Refused(why) } else { Verdict::Ignored(why) };
        let mut filing = self.bare_filing(one, Some(incoming), verdict, Vec::new());
        if let (Class::Human, Some(from)) = (&incoming.class, incoming.headers.from.as_deref()) {
            self.answer_too_large(&one.letter, incoming, (from, choice), &mut filing.effects)?;
        }
        Ok(filing)
    }

    fn answer_too_large(
        &self,
        letter: &Delivered,
        incoming: &Incoming,
        (from, choice): (&str, &Choice),
        effects: &mut Effects,
    ) -> anyhow::Result<()> {
        let registered = |hosted: &Hosted| {
            let player = hosted.record.players_at(from).next().map(|(_, account)| account);
            let administrator = || hosted.record.administrators_at(from).next().map(|one| &one.account);
            let account = player.or_else(administrator)?;
            let received = hosted.record.stamp(letter.received_ms);
            Some((hosted.record.name().0.clone(), account.name.clone(), account.email.clone(), received))
        };
        let meant = self.games.iter().filter(|(name, _)| *choice == Choice::Game((*name).clone()));
        let all = meant.chain(&self.games).map(|(_, hosted)| hosted);
        let Some((game, name, address, received)) = all.into_iter().find_map(registered) else {
            return Ok(());
        };
        if self.weigh(Weight::Error, &address, effects)? == Leave::Withhold {
            return Ok(());
        }
        let limit = self.config.limits.letter_bytes;
        let view = TooLarge { received, bytes: letter.size, limit };
        let wishes = self.wishes(Some(&game), Some(&name));
        let locale = self.locale_of(Some(&game), Some(&name));
        let mut view = serde_json::to_value(view)?;
        self.told_in(locale, Some(&game), &mut view);
        let (printed, html) = self.press.in_locale(locale).both("too_large", &view, wishes.html)?;
        let plain = Draft::plain(Mail::Answer, Kind::Error, Some(&game), Some(&name), &address, &printed);
        let draft = Draft { html, answers: Some(&incoming.headers), ..plain };
        effects.answers.push(self.write(draft)?);
        Ok(())
    }

    /// A bounce is never answered. What it says of a player's address is counted, and the GA told by
    /// [`Office::look_after`].
    fn note_bounce(&self, one: &Traveller, incoming: &Incoming, bounce: &Bounce) -> anyhow::Result<Filing> {
        let row = self.bounced_mail(incoming, bounce)?;
        let words = match &row {
            Some(row) => format!("a bounce of mail {} to {}", row.id.0, row.to),
            None => "a bounce".to_owned(),
        };
        let verdict = Verdict::Ignored(words);
        let mut filing = self.bare_filing(one, Some(incoming), verdict, Vec::new());
        let Some(row) = row else { return Ok(filing) };
        // Once for each report: a second word of the same comes later, or twice.
        if row.bounced == 0 && bounce.complaint.is_none() && is_for_its_size(bounce) {
            filing.effects.answers.extend(self.short_report(&row)?);
        }
        filing.effects.addresses.extend(came_back(&row, bounce));
        Ok(filing)
    }
}

//! Taking letters in: each is read, judged and filed with its answers in one write; only then may the source
//! be told (promises 1 to 3).

use std::collections::BTreeSet;

use anyhow::{Context, bail};

use crate::daemon::answers::Draft;
use crate::daemon::counts::came_back;
use crate::daemon::disk::Level;
use crate::daemon::hosted::Hosted;
use crate::daemon::machine::SOURCE;
use crate::daemon::office::Office;
use crate::daemon::reading::Understood;
use crate::daemon::views::TooLarge;
use crate::desk::arrived::Known;
use crate::desk::ga::judge::judge_ga;
use crate::desk::judge::{Judgement, judge};
use crate::desk::record::{Change, LetterNo, Receipt, Verdict};
use crate::mail::postmark::Kind;
use crate::mail::read::{Bounce, Class, Incoming};
use crate::store::letter::{ATTEMPTS_MAX, Effects};
use crate::store::{ContentKey, Filing, Mail, NewMail, TransportKey};

/// A letter from a source, with its bytes.
#[derive(Clone, Debug)]
pub struct Delivered {
    /// Where it lies.
    pub place: TransportKey,
    /// When it was received by the source's own stamp, in milliseconds since 1970.
    pub received_ms: i64,
    /// Its bytes, or only its header.
    pub bytes: Vec<u8>,
    /// Whether `bytes` is all of it.
    pub whole: bool,
    /// Its whole size in bytes.
    pub size: u64,
    /// Whether a copy is not answered again: the mailbox was renumbered, and shows all it holds (hazard 2).
    pub quiet: bool,
}

/// What became of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Where it lies.
    pub place: TransportKey,
    /// Its number in the record.
    pub letter: LetterNo,
    /// The verdict as it stands.
    pub verdict: Verdict,
}

impl Office {
    /// Takes letters in, in order of receipt, and says what became of each. When this returns, every one of
    /// them is durable, and the source may be told.
    ///
    /// # Errors
    /// If the store cannot be read or written, or its disk is nearly full (hazard 46): the letters then stay where they
    /// lie.
    pub fn take(&mut self, delivered: Vec<Delivered>) -> anyhow::Result<Vec<Taken>> {
        if self.disk_level() == Level::Full {
            let store = self.config.office.store.display();
            bail!("the disk of {store} is nearly full: letters stay where they are until there is room");
        }
        let (mut taken, mut fresh) = self.part_known(delivered)?;
        fresh.sort_by_key(receipt_of);
        let places = fresh.iter().map(|letter| letter.place.clone()).collect::<Vec<_>>();
        let attempts = self.store.begin_attempts(&places)?;
        let result = self.take_fresh(&fresh, &attempts, &mut taken);
        if result.is_err() {
            // What memory holds may be ahead of the record now.
            self.load_games()?;
        }
        result.map(|()| taken)
    }

    /// Letters that were filed before keep what they got: the crash came between filing and telling.
    fn part_known(&self, delivered: Vec<Delivered>) -> anyhow::Result<(Vec<Taken>, Vec<Delivered>)> {
        let (mut taken, mut fresh) = (Vec::new(), Vec::new());
        for letter in delivered {
            match self.store.seen(&letter.place)? {
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

    /// Judges letters one after the other, each by what the ones before it left, and files them together. A copy
    /// of a letter of the same batch waits until that one is filed, so that it is known as a copy.
    fn take_fresh(
        &mut self,
        fresh: &[Delivered],
        attempts: &[u32],
        taken: &mut Vec<Taken>,
    ) -> anyhow::Result<()> {
        let mut batch = Vec::<Filing>::new();
        let mut contents = BTreeSet::<ContentKey>::new();
        for (letter, attempts) in fresh.iter().zip(attempts) {
            self.hold_before(letter)?;
            let number = LetterNo(self.store.next_letter().0 + batch.len() as u64);
            let read = self.read(letter, *attempts);
            let read =
                read.map(|incoming| (self.understand(&incoming, receipt_of(letter), number), incoming));
            let content = read.as_ref().map(|(understood, _)| understood.content.clone());
            if content.is_some_and(|content| !contents.insert(content)) {
                self.file_batch(&mut batch, taken)?;
                contents.clear();
            }
            let filing = self.judge_letter(letter, number, read)?;
            let releases =
                filing.effects.changes.iter().any(|change| matches!(change, Change::Release { .. }));
            self.apply(&filing.effects.changes);
            batch.push(filing);
            if releases {
                self.file_batch(&mut batch, taken)?;
                contents.clear();
                self.settle_released()?;
            }
        }
        self.file_batch(&mut batch, taken)
    }

    pub(super) fn file_batch(
        &mut self,
        batch: &mut Vec<Filing>,
        taken: &mut Vec<Taken>,
    ) -> anyhow::Result<()> {
        if batch.is_empty() {
            return Ok(());
        }
        let words =
            batch.iter().map(|filing| (filing.place.clone(), filing.verdict.clone())).collect::<Vec<_>>();
        let numbers = self.store.file_many(std::mem::take(batch))?;
        self.unfiled.clear();
        for ((place, verdict), letter) in words.into_iter().zip(numbers) {
            let word = verdict_word(&verdict);
            self.figures.letter(word);
            tracing::info!(
                letter = letter.0,
                source = place.account,
                uid = place.uid,
                verdict = word,
                "filed"
            );
            taken.push(Taken { place, letter, verdict });
        }
        Ok(())
    }

    /// Carries changes out on the games in memory.
    pub fn apply(&mut self, changes: &[Change]) {
        for change in changes {
            if let Some(hosted) = self.games.get_mut(change.game()) {
                hosted.record.apply(change);
                hosted.learn_names();
            }
        }
    }

    /// Reads a letter, unless reading it has killed the process again and again (hazard 5).
    fn read(&self, letter: &Delivered, attempts: u32) -> Option<Incoming> {
        if attempts > ATTEMPTS_MAX {
            return None;
        }
        Some(if letter.whole {
            self.reader.read(&letter.bytes)
        } else {
            self.reader.read_header(&letter.bytes)
        })
    }

    fn judge_letter(
        &mut self,
        letter: &Delivered,
        number: LetterNo,
        read: Option<(Understood, Incoming)>,
    ) -> anyhow::Result<Filing> {
        let Some((mut understood, incoming)) = read else {
            let why = format!("reading it ended the process {ATTEMPTS_MAX} times");
            let notice = self.notice(None, "A letter is quarantined", &quarantine_words(letter, &why))?;
            let kept = self.kept_unread(letter, number)?;
            let mut filing = self.bare_filing(letter, None, Verdict::Quarantined(why), kept.raw);
            // As whom it is known stands in the record, so that it can be judged when it is released.
            filing.from = kept.from.unwrap_or_default();
            filing.message_id = kept.message_id;
            (filing.game, filing.known) = (kept.told.game, kept.told.known);
            let from = Some(filing.from.as_str()).filter(|from| !from.is_empty());
            self.count_guesses(&mut filing.effects, from, &kept.told.guesses);
            self.count_unfiled(&filing.effects.counts);
            // In the same write as the letter, so that the GA hears of it once.
            filing.effects.answers.push(notice);
            return Ok(filing);
        };
        let kept = self.kept(letter, &incoming, &understood)?;
        if self.is_older_than_all(letter) {
            let why = "it is older than the first game here".to_owned();
            return Ok(self.bare_filing(letter, Some(&incoming), Verdict::Ignored(why), kept.raw));
        }
        if !letter.whole {
            return self.refuse_too_large(letter, &incoming, kept.raw);
        }
        if let Class::Bounce(bounce) = &incoming.class {
            return self.note_bounce(letter, &incoming, bounce, kept.raw);
        }
        understood.arrived.duplicate = self.earlier_copy(&understood.content)?;
        if let Some(copy) = &mut understood.arrived.duplicate {
            copy.answered |= letter.quiet;
        }
        understood.arrived.spent = self.spent(understood.arrived.from.as_deref())?;
        let mut judgement = self.judge_understood(&understood);
        kept.hide_in(&mut judgement);
        let mut filing = self.filing(letter, &incoming, &understood, judgement)?;
        filing.raw = kept.raw;
        Ok(filing)
    }

    /// Letters that lay in the mailbox before anything was played are not judged (hazard 43).
    fn is_older_than_all(&self, letter: &Delivered) -> bool {
        let begun = self.games.values().map(|hosted| hosted.begun_ms).min();
        begun.is_some_and(|begun| letter.received_ms < begun)
    }

    /// Has the desk judge a letter by the games in memory.
    pub fn judge_understood(&mut self, understood: &Understood) -> Judgement {
        let games = self.games.values().map(|hosted| &hosted.record).collect::<Vec<_>>();
        let mut judgement = match &understood.ga {
            Some(letter) => judge_ga(&games, letter, &understood.arrived, &mut self.memory),
            None => judge(&games, &understood.letter, &understood.arrived, &mut self.memory),
        };
        self.show_what_is_wanted(&mut judgement);
        judgement
    }

    pub(super) fn filing(
        &mut self,
        letter: &Delivered,
        incoming: &Incoming,
        understood: &Understood,
        judgement: Judgement,
    ) -> anyhow::Result<Filing> {
        let mut effects = Effects { changes: judgement.changes, ..Effects::default() };
        self.put_on_paper(&judgement.answers, &incoming.headers, &mut effects)?;
        self.count_guesses(&mut effects, understood.arrived.from.as_deref(), &judgement.guesses);
        self.count_unfiled(&effects.counts);
        let is_theirs = letter.place.account != SOURCE;
        let writer = judgement.known.player.as_ref().or(judgement.known.ga.as_ref());
        if let Some(player) = writer.filter(|_| is_theirs) {
            effects.addresses = self.address_works(judgement.game.as_ref(), player, &judgement.verdict)?;
        }
        effects.addresses.extend(self.addresses_changed(&effects.changes));
        let mut filing = self.bare_filing(letter, Some(incoming), judgement.verdict, Vec::new());
        // A copy keeps no content key of its own: the first letter's is the one that counts.
        filing.content = understood.arrived.duplicate.is_none().then(|| understood.content.clone());
        filing.game = judgement.game;
        filing.known = judgement.known;
        filing.effects = effects;
        Ok(filing)
    }

    fn bare_filing(
        &self,
        letter: &Delivered,
        incoming: Option<&Incoming>,
        verdict: Verdict,
        raw: Vec<u8>,
    ) -> Filing {
        let headers = incoming.map(|incoming| &incoming.headers);
        Filing {
            raw,
            place: letter.place.clone(),
            receipt: receipt_of(letter),
            at_ms: self.clock.now(),
            content: None,
            message_id: headers.and_then(|headers| headers.message_id.clone()),
            from: headers.and_then(|headers| headers.from.clone()).unwrap_or_default(),
            game: None,
            known: Known::default(),
            verdict,
            effects: Effects::default(),
        }
    }

    /// A letter over the limit was not fetched but for its header; a registered player hears of it, nobody
    /// else does (hazard 18).
    fn refuse_too_large(
        &self,
        letter: &Delivered,
        incoming: &Incoming,
        raw: Vec<u8>,
    ) -> anyhow::Result<Filing> {
        let limit = self.config.limits.letter_bytes;
        let why = format!("it is larger than {limit} bytes");
        let verdict =
            if incoming.class == Class::Human { Verdict::Refused(why) } else { Verdict::Ignored(why) };
        let mut filing = self.bare_filing(letter, Some(incoming), verdict, raw);
        if let (Class::Human, Some(from)) = (&incoming.class, incoming.headers.from.as_deref()) {
            filing.effects.answers.extend(self.too_large_answer(letter, incoming, from)?);
        }
        Ok(filing)
    }

    fn too_large_answer(
        &self,
        letter: &Delivered,
        incoming: &Incoming,
        from: &str,
    ) -> anyhow::Result<Option<NewMail>> {
        let player = |hosted: &Hosted| {
            let (_, account) = hosted.record.players_at(from).next()?;
            let received = hosted.record.stamp(letter.received_ms);
            Some((hosted.record.name().0.clone(), account.name.clone(), account.email.clone(), received))
        };
        let Some((game, name, address, received)) = self.games.values().find_map(player) else {
            return Ok(None);
        };
        let limit = self.config.limits.letter_bytes;
        let view = TooLarge { received, bytes: letter.size, limit };
        let wishes = self.wishes(Some(&game), Some(&name));
        let (printed, html) = self.press.both("too_large", &view, wishes.html)?;
        let plain = Draft::plain(Mail::Answer, Kind::Error, Some(&game), Some(&name), &address, &printed);
        let draft = Draft { html, answers: Some(&incoming.headers), ..plain };
        self.write(draft).map(Some)
    }

    /// A bounce is never answered. What it says of a player's address is counted, and the GA told by
    /// [`Office::look_after`].
    fn note_bounce(
        &self,
        letter: &Delivered,
        incoming: &Incoming,
        bounce: &Bounce,
        raw: Vec<u8>,
    ) -> anyhow::Result<Filing> {
        let row = self.bounced_mail(incoming, bounce)?;
        let words = match &row {
            Some(row) => format!("a bounce of mail {} to {}", row.id.0, row.to),
            None => "a bounce".to_owned(),
        };
        let mut filing = self.bare_filing(letter, Some(incoming), Verdict::Ignored(words), raw);
        filing.effects.addresses.extend(row.and_then(|row| came_back(&row, bounce)));
        Ok(filing)
    }
}

/// A letter's receipt: the source's stamp, then its place in the mailbox (M-01).
pub fn receipt_of(letter: &Delivered) -> Receipt {
    Receipt { at_ms: letter.received_ms, uid: letter.place.uid, source: letter.place.account.clone() }
}

fn quarantine_words(letter: &Delivered, why: &str) -> String {
    format!(
        "The letter {} in {} was not read: {why}. It lies in the record for you.",
        letter.place.uid, letter.place.folder
    )
}

/// A verdict in a word, without its reason.
pub(super) fn verdict_word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Obeyed => "obeyed",
        Verdict::PartlyObeyed => "partly obeyed",
        Verdict::Refused(_) => "refused",
        Verdict::Ignored(_) => "ignored",
        Verdict::Held(_) => "held",
        Verdict::Quarantined(_) => "quarantined",
    }
}

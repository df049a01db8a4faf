//! Taking letters in: each is read, judged and filed with its answers in one write; only then may the source
//! be told (promises 1 to 3).

use std::collections::BTreeSet;

use anyhow::{Context, bail};

use crate::answers::Draft;
use crate::copies::unread_key;
use crate::counts::came_back;
use crate::delivered::{Delivered, MACHINE, PIPE, in_order, receipt_of};
use crate::disk::Level;
use crate::hosted::Hosted;
use crate::kept::KeptUnread;
use crate::office::Office;
use crate::quarantine::{FAULT, guarded};
use crate::reading::{Meant, Understood};
use crate::stale::is_stale;
use crate::views::TooLarge;
use fieldpost_desk::answer::{Answer, Weight};
use fieldpost_desk::arrived::{Arrived, Known};
use fieldpost_desk::caps::Leave;
use fieldpost_desk::ga::judge::judge_ga;
use fieldpost_desk::head::Choice;
use fieldpost_desk::judge::judge;
use fieldpost_desk::record::{Change, GameName, LetterNo, Verdict};
use fieldpost_desk::verdict::Judgement;
use fieldpost_mail::postmark::Kind;
use fieldpost_mail::read::{Bounce, Class, Incoming};
use fieldpost_store::letter::{ATTEMPTS_MAX, Effects};
use fieldpost_store::{BodyHash, ContentKey, Filing, Mail, TransportKey, Write};

const DAY_MS: i64 = 24 * 3_600_000;

/// How often letters are judged again because the game they are for was changed meanwhile.
const STALE_MAX: u32 = 5;

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

/// A fresh letter in hand.
struct InHand {
    letter: Delivered,
    /// By what its reading is noted.
    mark: BodyHash,
    number: LetterNo,
    /// As [`Store::suspicion`](fieldpost_store::Store::suspicion).
    deaths: Option<u32>,
    /// As whom of which game it was known when it was quarantined: its kept bytes hold no password any more.
    known: Option<(GameName, Known)>,
}

impl InHand {
    /// Whether it is not read any more.
    fn is_deadly(&self) -> bool {
        self.deaths.is_some_and(|deaths| deaths >= ATTEMPTS_MAX)
    }
}

/// Letters that were judged and can be filed as one write.
#[derive(Default)]
struct Judged {
    filings: Vec<Filing>,
    /// How many letters these are, with those that stay where they lie.
    seen: usize,
    /// Whether the last of them releases a letter that was held.
    releases: bool,
}

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

    /// Letters over which processes have died are filed unread. Of the others those that are suspect are read by themselves,
    /// once all before them are filed: if one kills again, it kills nothing else.
    fn take_fresh(&mut self, fresh: Vec<Delivered>, taken: &mut Vec<Taken>) -> anyhow::Result<()> {
        let numbers = self.store.reserve_letters(fresh.len())?;
        let in_hand = fresh.into_iter().zip(numbers).map(|(letter, number)| {
            let mark = BodyHash::of(&letter.bytes);
            InHand { deaths: self.store.suspicion(&mark), letter, mark, number, known: None }
        });
        let (deadly, others): (Vec<_>, Vec<_>) = in_hand.partition(InHand::is_deadly);
        self.take_stretch(&deadly, taken)?;
        for stretch in others.chunk_by(|one, next| one.deaths.is_none() && next.deaths.is_none()) {
            self.take_stretch(stretch, taken)?;
        }
        Ok(())
    }

    /// Reads, judges and files letters, in as few writes as can be. While they are read it is noted that they are, and no
    /// longer: a write that fails says nothing about a letter.
    fn take_stretch(&mut self, mut letters: &[InHand], taken: &mut Vec<Taken>) -> anyhow::Result<()> {
        let mut stale = 0;
        while !letters.is_empty() {
            let marks = letters.iter().map(|in_hand| in_hand.mark.clone()).collect::<Vec<_>>();
            let is_read = !letters[0].is_deadly();
            if is_read {
                self.begin_reading(&marks);
            }
            let judged = self.judge_some(letters);
            if is_read {
                self.end_reading(&marks);
            }
            let Judged { mut filings, seen, releases } = judged?;
            match self.file_batch(&mut filings, taken) {
                // Another daemon wrote meanwhile: judged by what it left.
                Err(error) if is_stale(&error) && stale < STALE_MAX => {
                    stale += 1;
                    self.load_games()?;
                    continue;
                }
                filed => filed?,
            }
            letters = &letters[seen..];
            if !is_read {
                self.end_reading(&marks);
            }
            if releases {
                self.settle_released()?;
            }
        }
        Ok(())
    }

    /// Judges letters one after the other, each by what the ones before it left, up to one that must see those filed. A copy
    /// of a letter among them waits until that one is filed, so that it is known as a copy.
    fn judge_some(&mut self, letters: &[InHand]) -> anyhow::Result<Judged> {
        let mut contents = BTreeSet::<ContentKey>::new();
        let mut judged = Judged::default();
        for in_hand in letters {
            self.hold_before(&in_hand.letter)?;
            let read = self.read(in_hand)?;
            let content = read.as_ref().map(|(understood, _)| understood.content.clone());
            if content.is_some_and(|content| !contents.insert(content)) {
                break;
            }
            judged.seen += 1;
            if read.as_ref().is_some_and(|(understood, incoming)| self.waits_for_game(understood, incoming)) {
                tracing::warn!(
                    source = in_hand.letter.place.account,
                    "a letter to a game that stands is left"
                );
                continue;
            }
            let filing = self.judge_letter(in_hand, read, &mut Vec::new())?;
            judged.releases =
                filing.effects.changes.iter().any(|change| matches!(change, Change::Release { .. }));
            self.apply(&filing.effects.changes);
            judged.filings.push(filing);
            if judged.releases {
                break;
            }
        }
        Ok(judged)
    }

    /// Reads and judges one letter by itself, as it would be if it came now; as whom it is known may be known before. What is
    /// for the eyes of whoever typed it goes on their `screen`.
    pub(super) fn judged_alone(
        &mut self,
        letter: Delivered,
        number: LetterNo,
        known: Option<(GameName, Known)>,
        screen: &mut Vec<Answer>,
    ) -> anyhow::Result<Filing> {
        let mark = BodyHash::of(&letter.bytes);
        let in_hand = InHand { letter, mark, number, deaths: None, known };
        let read = self.read(&in_hand)?;
        self.judge_letter(&in_hand, read, screen)
    }

    /// The number of a letter that is filed by itself.
    pub(super) fn next_number(&self) -> anyhow::Result<LetterNo> {
        self.store.reserve_letters(1)?.pop().context("the record gave no number")
    }

    pub(super) fn file_batch(
        &mut self,
        batch: &mut Vec<Filing>,
        taken: &mut Vec<Taken>,
    ) -> anyhow::Result<()> {
        if batch.is_empty() {
            return Ok(());
        }
        self.tell_of_quarantined(batch)?;
        let words =
            batch.iter().map(|filing| (filing.place.clone(), filing.verdict.clone())).collect::<Vec<_>>();
        let named = batch.iter().flat_map(|filing| {
            let changed = filing.effects.changes.iter().map(Change::game);
            changed.chain(filing.game.as_ref()).cloned()
        });
        let games = named.collect();
        let numbers = self.put(Write::File(std::mem::take(batch)), &games)?.letters;
        self.unfiled.clear();
        self.unfiled_receipts.clear();
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

    /// Reads a letter; `None` if it is not to be read, or cannot be.
    fn read(&self, in_hand: &InHand) -> anyhow::Result<Option<(Understood, Incoming)>> {
        if in_hand.is_deadly() {
            return Ok(None);
        }
        let InHand { letter, number, known, .. } = in_hand;
        let meant = known.as_ref().map_or(Meant::Unknown, |(game, _)| Meant::Proven(game));
        let read = guarded(|| {
            let incoming = if letter.whole {
                self.read_mail(&letter.bytes)
            } else {
                self.reader.read_header(&letter.bytes)
            };
            (self.understand(&incoming, receipt_of(letter), *number, meant), incoming)
        });
        self.blame_the_letter(in_hand, read.is_none())?;
        let Some((mut understood, incoming)) = read else { return Ok(None) };
        self.name_by_turn(&mut understood, &receipt_of(letter))?;
        Ok(Some((understood, incoming)))
    }

    /// A panic while a letter was read or judged is held against it, but not where it was the record that failed.
    fn blame_the_letter(&self, in_hand: &InHand, panicked: bool) -> anyhow::Result<()> {
        if let Some(why) = self.store.stopped() {
            bail!("the record takes no more writes: {why}");
        }
        if panicked {
            tracing::error!(
                letter = in_hand.number.0,
                "reading a letter brought a fault of the program to light"
            );
        }
        Ok(())
    }

    fn judge_letter(
        &mut self,
        in_hand: &InHand,
        read: Option<(Understood, Incoming)>,
        screen: &mut Vec<Answer>,
    ) -> anyhow::Result<Filing> {
        let mut content = None;
        if let Some((understood, incoming)) = read {
            content = Some(understood.content.clone());
            let judged = guarded(|| self.judge_read(in_hand, understood, &incoming, screen));
            self.blame_the_letter(in_hand, judged.is_none())?;
            if let Some(filing) = judged {
                return filing;
            }
        }
        let why = match in_hand.is_deadly() {
            true => format!("reading it ended the process {ATTEMPTS_MAX} times"),
            false => FAULT.to_owned(),
        };
        let mut filing = self.quarantine(in_hand, why)?;
        // Its kept bytes hold no password: they would be known by another key than what comes once more.
        let content = content.unwrap_or_else(|| unread_key(&in_hand.mark));
        if self.earlier_copy(&content)?.is_none() {
            filing.content = Some(content);
        }
        Ok(filing)
    }

    /// A letter that cannot be read waits for the GA. As whom it is known stands in the record, so that it can be judged when
    /// it is released.
    fn quarantine(&mut self, in_hand: &InHand, why: String) -> anyhow::Result<Filing> {
        let InHand { letter, number, .. } = in_hand;
        let kept =
            guarded(|| self.kept_unread(letter, *number)).unwrap_or_else(|| Ok(KeptUnread::nothing()))?;
        let mut filing = self.bare_filing(letter, *number, None, Verdict::Quarantined(why), kept.raw);
        filing.from = kept.from.unwrap_or_default();
        filing.message_id = kept.message_id;
        (filing.game, filing.known) = (kept.told.game, kept.told.known);
        let from = Some(filing.from.as_str()).filter(|from| !from.is_empty());
        self.count_guesses(&mut filing.effects, from, &kept.told.guesses);
        self.count_unfiled(&filing.effects.counts);
        Ok(filing)
    }

    fn judge_read(
        &mut self,
        in_hand: &InHand,
        mut understood: Understood,
        incoming: &Incoming,
        screen: &mut Vec<Answer>,
    ) -> anyhow::Result<Filing> {
        let InHand { letter, number, .. } = in_hand;
        let kept = self.kept(letter, incoming, &understood)?;
        if letter.is_typed() {
            let typed = self.judge_typed(letter, understood, incoming, screen)?;
            return Ok(Filing { raw: kept.raw, ..typed });
        }
        if self.is_older_than_all(letter) {
            let why = match self.openings().next().is_none() {
                true => "it is older than this post office",
                false => "it is older than the first game here",
            };
            let why = why.to_owned();
            return Ok(self.bare_filing(letter, *number, Some(incoming), Verdict::Ignored(why), kept.raw));
        }
        if !letter.whole {
            let filing = self.refuse_too_large(in_hand, incoming, &understood.choice, kept.raw)?;
            self.count_unfiled(&filing.effects.counts);
            return Ok(filing);
        }
        if let Class::Bounce(bounce) = &incoming.class {
            return self.note_bounce(letter, *number, incoming, bounce, kept.raw);
        }
        understood.arrived.duplicate = self.copy_of(&understood, &in_hand.mark, *number)?;
        if let Some(copy) = &mut understood.arrived.duplicate {
            copy.answered |= letter.quiet;
        }
        understood.arrived.spent = self.spent(understood.arrived.from.as_deref())?;
        understood.arrived.known = in_hand.known.as_ref().map(|(_, known)| known.clone());
        let mut judgement = self.judge_understood(&understood);
        kept.hide_in(&mut judgement);
        let mut filing = self.filing(letter, *number, incoming, &understood, judgement)?;
        filing.raw = kept.raw;
        Ok(filing)
    }

    /// Letters that lay in the mailbox before anything was played are not judged (hazard 43); nor, while no game has been
    /// opened, are those that were there long before the host looked into it.
    fn is_older_than_all(&self, letter: &Delivered) -> bool {
        let begun = self.openings().min();
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

    /// Has the desk judge a letter by the games in memory.
    pub fn judge_understood(&mut self, understood: &Understood) -> Judgement {
        let mut judgement = self.judged_by(understood, &understood.arrived);
        if let Some(looked_up) = self.look_up(understood, &judgement) {
            let arrived = Arrived { looked_up, ..understood.arrived.clone() };
            judgement = self.judged_by(understood, &arrived);
        }
        self.show_what_is_wanted(&mut judgement);
        judgement
    }

    fn judged_by(&mut self, understood: &Understood, arrived: &Arrived) -> Judgement {
        let games = self.games.values().map(|hosted| &hosted.record).collect::<Vec<_>>();
        let Understood { choice, letter, ga, .. } = understood;
        match ga {
            Some(commands) => judge_ga(&games, choice, commands, arrived, &mut self.memory),
            None => judge(&games, choice, letter, arrived, &mut self.memory),
        }
    }

    pub(super) fn filing(
        &mut self,
        letter: &Delivered,
        number: LetterNo,
        incoming: &Incoming,
        understood: &Understood,
        judgement: Judgement,
    ) -> anyhow::Result<Filing> {
        let mut effects = Effects { changes: judgement.changes, ..Effects::default() };
        self.put_on_paper(&judgement.answers, &incoming.headers, &mut effects)?;
        self.count_guesses(&mut effects, understood.arrived.from.as_deref(), &judgement.guesses);
        self.count_unfiled(&effects.counts);
        self.note_receipts(number, &effects.answers);
        let is_theirs = letter.place.account != MACHINE;
        let writer = judgement.known.player.as_ref().or(judgement.known.ga.as_ref());
        if let Some(player) = writer.filter(|_| is_theirs) {
            effects.addresses = self.address_works(judgement.game.as_ref(), player, &judgement.verdict)?;
        }
        effects.addresses.extend(self.addresses_changed(&effects.changes));
        let mut filing = self.bare_filing(letter, number, Some(incoming), judgement.verdict, Vec::new());
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
        number: LetterNo,
        incoming: Option<&Incoming>,
        verdict: Verdict,
        raw: Vec<u8>,
    ) -> Filing {
        let headers = incoming.map(|incoming| &incoming.headers);
        Filing {
            number,
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
        InHand { letter, number, .. }: &InHand,
        incoming: &Incoming,
        choice: &Choice,
        raw: Vec<u8>,
    ) -> anyhow::Result<Filing> {
        let limit = self.config.limits.letter_bytes;
        let why = format!("it is larger than {limit} bytes");
        let verdict =
            if incoming.class == Class::Human { Verdict::Refused(why) } else { Verdict::Ignored(why) };
        let mut filing = self.bare_filing(letter, *number, Some(incoming), verdict, raw);
        if let (Class::Human, Some(from)) = (&incoming.class, incoming.headers.from.as_deref()) {
            self.answer_too_large(letter, incoming, (from, choice), &mut filing.effects)?;
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
        let (printed, html) = self.press.both("too_large", &view, wishes.html)?;
        let plain = Draft::plain(Mail::Answer, Kind::Error, Some(&game), Some(&name), &address, &printed);
        let draft = Draft { html, answers: Some(&incoming.headers), ..plain };
        effects.answers.push(self.write(draft)?);
        Ok(())
    }

    /// A bounce is never answered. What it says of a player's address is counted, and the GA told by
    /// [`Office::look_after`].
    fn note_bounce(
        &self,
        letter: &Delivered,
        number: LetterNo,
        incoming: &Incoming,
        bounce: &Bounce,
        raw: Vec<u8>,
    ) -> anyhow::Result<Filing> {
        let row = self.bounced_mail(incoming, bounce)?;
        let words = match &row {
            Some(row) => format!("a bounce of mail {} to {}", row.id.0, row.to),
            None => "a bounce".to_owned(),
        };
        let verdict = Verdict::Ignored(words);
        let mut filing = self.bare_filing(letter, number, Some(incoming), verdict, raw);
        filing.effects.addresses.extend(row.and_then(|row| came_back(&row, bounce)));
        Ok(filing)
    }
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

//! The road: whatever is to be read and judged takes it, be it from a mailbox, a pipe, the host's keyboard or the machine, fresh or once
//! more. A letter is marked as in hand, read, judged, freed of its secrets, unmarked and filed; reading and judging are guarded, so that a
//! fault of the program costs that letter alone. What differs between the ways is asked of `Way`.
//!
//! Fresh letters end in `Office::bring_in`, which files them. One that lies in the record already (`Office::read_again`) is settled by
//! whoever sent it on its way: released from quarantine (`quarantine.rs`) or from a hold (`held.rs`).

use std::collections::BTreeSet;
use std::slice;

use anyhow::{Context, bail};

use crate::copies::unread_key;
use crate::delivered::{Delivered, receipt_of};
use crate::guard::{FAULT, guarded};
use crate::kept::{Kept, KeptUnread};
use crate::office::Office;
use crate::reading::Understood;
use crate::stale::is_stale;
use crate::way::Way;
use fieldpost_desk::answer::Answer;
use fieldpost_desk::arrived::{Arrived, Duplicate, Known};
use fieldpost_desk::ga::judge::judge_ga;
use fieldpost_desk::judge::judge;
use fieldpost_desk::record::{Change, LetterNo, Receipt, Verdict};
use fieldpost_desk::verdict::Judgement;
use fieldpost_mail::read::Incoming;
use fieldpost_store::letter::{ATTEMPTS_MAX, Effects};
use fieldpost_store::{BodyHash, ContentKey, Filing, LetterRecord, TransportKey, Write};

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

/// A letter on the road.
pub(super) struct Traveller {
    pub(super) letter: Delivered,
    pub(super) receipt: Receipt,
    /// By what its reading is noted.
    pub(super) mark: BodyHash,
    pub(super) number: LetterNo,
    /// As [`Store::suspicion`](fieldpost_store::Store::suspicion).
    pub(super) deaths: Option<u32>,
    pub(super) way: Way,
    /// Whether it lies in the record and is read once more.
    is_filed: bool,
}

impl Traveller {
    /// A fresh letter, with its mark and what stands against it.
    pub(super) fn fresh(
        letter: Delivered,
        number: LetterNo,
        way: Way,
        mark: BodyHash,
        deaths: Option<u32>,
    ) -> Self {
        let receipt = receipt_of(&letter);
        Traveller { letter, receipt, mark, number, deaths, way, is_filed: false }
    }

    /// Whether it is not read any more. Whoever had one released that then ends the process has tried often enough.
    pub(super) fn is_deadly(&self) -> bool {
        let most = if self.is_filed { 1 } else { ATTEMPTS_MAX };
        self.deaths.is_some_and(|deaths| deaths >= most)
    }

    /// Whether it lies where its source has it, and can stay there.
    fn can_wait(&self) -> bool {
        self.way.is_mail() && !self.is_filed
    }
}

/// Letters that have gone the road up to their filing.
#[derive(Default)]
struct Journey {
    filings: Vec<Filing>,
    /// How many letters these are, with those that stay where they lie.
    seen: usize,
    /// Whether the last of them releases a letter that was held.
    releases: bool,
    /// Answers for the eyes of whoever typed.
    screen: Vec<Answer>,
}

impl Office {
    /// A fresh letter, which comes by mail or is the host's own.
    pub(super) fn fresh(&self, letter: Delivered, number: LetterNo, way: Way) -> Traveller {
        let mark = BodyHash::of(&letter.bytes);
        let deaths = self.store.suspicion(&mark);
        Traveller::fresh(letter, number, way, mark, deaths)
    }

    /// A fresh letter of the host's own, received now.
    ///
    /// # Errors
    /// If the record gives no number.
    pub(super) fn own_letter(&mut self, source: &str, bytes: Vec<u8>, way: Way) -> anyhow::Result<Traveller> {
        let number = self.store.reserve_letters(1)?.pop().context("the record gave no number")?;
        let place = self.place_of_its_own(source);
        let (received_ms, size) = (self.clock.now(), bytes.len() as u64);
        let letter = Delivered { place, received_ms, bytes, whole: true, size, quiet: true };
        Ok(self.fresh(letter, number, way))
    }

    /// Brings letters into the record, in as few writes as can be; the answers for the eyes of whoever typed them.
    ///
    /// # Errors
    /// If the store cannot be read or written. Memory may be ahead of the record then.
    pub(super) fn bring_in(
        &mut self,
        mut party: &[Traveller],
        taken: &mut Vec<Taken>,
    ) -> anyhow::Result<Vec<Answer>> {
        let (mut stale, mut shown) = (0, Vec::new());
        let by_mail = party.iter().all(|one| one.way.is_mail());
        let can_be_anew = party.iter().all(|one| one.way.can_be_judged_anew());
        while !party.is_empty() {
            let Journey { mut filings, seen, releases, screen } = self.travel(party)?;
            let changes = filings.iter().flat_map(|filing| &filing.effects.changes);
            let touched = changes.map(Change::game).cloned().collect();
            match self.file(&mut filings, taken) {
                // Another daemon wrote meanwhile: judged by what it left.
                Err(error) if is_stale(&error) && can_be_anew && stale < STALE_MAX => {
                    stale += 1;
                    self.forget_unfiled(&touched)?;
                    continue;
                }
                filed => filed?,
            }
            shown.extend(screen);
            self.forget_deadly(&party[..seen]);
            party = &party[seen..];
            if releases && let Err(error) = self.settle_released() {
                // It is tried again by and by. A mail is asked for once more; whoever typed must not think that nothing was done.
                if by_mail {
                    return Err(error);
                }
                tracing::error!(error = format!("{error:#}"), "released letters wait");
            }
        }
        Ok(shown)
    }

    /// Brings in one letter of the host's own.
    ///
    /// # Errors
    /// As `Office::bring_in`.
    pub(super) fn bring_in_own(&mut self, one: &Traveller) -> anyhow::Result<(Taken, Vec<Answer>)> {
        let mut taken = Vec::new();
        let shown = self.bring_in(slice::from_ref(one), &mut taken)?;
        Ok((taken.pop().context("the letter was not filed")?, shown))
    }

    /// Reads a letter that lies in the record once more, and judges it as of its receipt; its verdict is that it is quarantined if
    /// it cannot be read. Nothing is filed, and memory is not changed.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) fn read_again(
        &mut self,
        record: &LetterRecord,
        bytes: Vec<u8>,
        way: Way,
    ) -> anyhow::Result<Filing> {
        let (place, received_ms, size) = (record.place.clone(), record.receipt.at_ms, bytes.len() as u64);
        let letter = Delivered { place, received_ms, bytes, whole: true, size, quiet: true };
        let fresh = self.fresh(letter, record.number, way);
        let one = Traveller { receipt: record.receipt.clone(), is_filed: true, ..fresh };
        let judged = self.travel(slice::from_ref(&one))?.filings.pop();
        self.forget_deadly(slice::from_ref(&one));
        judged.context("the letter was not judged")
    }

    /// Leads letters along the road up to their filing. While they are read it is noted that they are, all at once since each note is
    /// a write; and no longer, for a write that fails says nothing about a letter.
    fn travel(&mut self, party: &[Traveller]) -> anyhow::Result<Journey> {
        let marks = marks_of(party, |one| !one.is_deadly());
        if !marks.is_empty() {
            self.begin_reading(&marks);
        }
        self.asked_once.keep(true);
        let journey = self.walk(party);
        self.asked_once.keep(false);
        if !marks.is_empty() {
            self.end_reading(&marks);
        }
        journey
    }

    /// Those that were not read are filed, or stay what they were: nothing stands against them any more.
    fn forget_deadly(&self, party: &[Traveller]) {
        let marks = marks_of(party, Traveller::is_deadly);
        if !marks.is_empty() {
            self.end_reading(&marks);
        }
    }

    /// Reads and judges letters one after the other, each by what the ones before it left, up to one that must see those filed. A copy
    /// of a letter among them waits until that one is filed, so that it is known as a copy.
    fn walk(&mut self, party: &[Traveller]) -> anyhow::Result<Journey> {
        let mut contents = BTreeSet::<ContentKey>::new();
        let mut journey = Journey::default();
        for one in party {
            if one.can_wait() {
                self.hold_before(&one.letter)?;
            }
            let read = self.read(one)?;
            let content = read.as_ref().map(|(understood, _)| understood.content.clone());
            if content.is_some_and(|content| !contents.insert(content)) {
                break;
            }
            journey.seen += 1;
            let waits = |read: &(Understood, Incoming)| self.waits_for_game(&read.0, &read.1);
            if one.can_wait() && read.as_ref().is_some_and(waits) {
                tracing::warn!(source = one.letter.place.account, "a letter to a game that stands is left");
                continue;
            }
            let filing = self.judged(one, read, &mut journey.screen)?;
            journey.releases =
                filing.effects.changes.iter().any(|change| matches!(change, Change::Release { .. }));
            if !one.is_filed {
                self.remember(&filing);
            }
            journey.filings.push(filing);
            if journey.releases {
                break;
            }
        }
        Ok(journey)
    }

    /// Has memory know of a letter before it is filed: the next one of the same write is judged by what it left.
    fn remember(&mut self, filing: &Filing) {
        self.count_unfiled(&filing.effects.counts);
        self.note_receipts(filing.number, &filing.effects.answers);
        self.apply(&filing.effects.changes);
    }

    /// Carries changes out on the games in memory.
    pub fn apply(&mut self, changes: &[Change]) {
        for change in changes {
            if let Some(hosted) = self.games.get_mut(change.game()) {
                hosted.apply(change);
            }
        }
    }

    /// Files letters with all that follows from them, as one write.
    fn file(&mut self, batch: &mut Vec<Filing>, taken: &mut Vec<Taken>) -> anyhow::Result<()> {
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
            let word = verdict.word();
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

    /// Reads a letter; `None` if it is not to be read, or cannot be.
    fn read(&self, one: &Traveller) -> anyhow::Result<Option<(Understood, Incoming)>> {
        if one.is_deadly() {
            return Ok(None);
        }
        let Traveller { letter, receipt, number, way, .. } = one;
        let read = guarded(|| {
            let incoming = if letter.whole {
                self.read_mail(&letter.bytes)
            } else {
                self.reader.read_header(&letter.bytes)
            };
            (self.understand(&incoming, receipt.clone(), *number, way.meant()), incoming)
        });
        self.blame_the_letter(one, read.is_none())?;
        let Some((mut understood, incoming)) = read else { return Ok(None) };
        if way.is_known_by_its_words() {
            self.name_by_turn(&mut understood, receipt)?;
        }
        Ok(Some((understood, incoming)))
    }

    /// A panic while a letter was read or judged is held against it, but not where it was the record that failed.
    fn blame_the_letter(&self, one: &Traveller, panicked: bool) -> anyhow::Result<()> {
        if let Some(why) = self.store.stopped() {
            bail!("the record takes no more writes: {why}");
        }
        if panicked {
            tracing::error!(letter = one.number.0, "reading a letter {FAULT}");
        }
        Ok(())
    }

    /// Judges a letter that was read; one that was not, or breaks the program, is quarantined.
    fn judged(
        &mut self,
        one: &Traveller,
        read: Option<(Understood, Incoming)>,
        screen: &mut Vec<Answer>,
    ) -> anyhow::Result<Filing> {
        let mut content = None;
        if let Some((understood, incoming)) = read {
            content = Some(understood.content.clone());
            let judged = guarded(|| self.judge_read(one, understood, &incoming, screen));
            self.blame_the_letter(one, judged.is_none())?;
            if let Some(filing) = judged {
                return filing;
            }
        }
        let why = match (one.is_deadly(), one.is_filed) {
            (true, true) => "reading it ended the program once more".to_owned(),
            (true, false) => format!("reading it ended the process {ATTEMPTS_MAX} times"),
            (false, _) => format!("reading it {FAULT}"),
        };
        match one.is_filed {
            true => Ok(self.bare_filing(one, None, Verdict::Quarantined(why), Vec::new())),
            false => self.quarantine(one, why, content),
        }
    }

    fn judge_read(
        &mut self,
        one: &Traveller,
        mut understood: Understood,
        incoming: &Incoming,
        screen: &mut Vec<Answer>,
    ) -> anyhow::Result<Filing> {
        let kept = match one.way.keeps_its_bytes() {
            true => Kept::whole(one.letter.bytes.clone()),
            false => self.kept(&one.letter, incoming, &understood)?,
        };
        if one.way.is_mail() {
            if let Some(turned_away) = self.turned_away(one, incoming, &understood)? {
                return Ok(Filing { raw: kept.raw, ..turned_away });
            }
            understood.arrived.spent = self.spent(understood.arrived.from.as_deref())?;
        }
        understood.arrived.duplicate = self.first_copy(one, &understood)?;
        one.way.vouch(&mut understood.arrived);
        let mut judgement = self.judge_understood(&understood);
        kept.hide_in(&mut judgement);
        let (shown, owed) = judgement.answers.into_iter().partition(|answer| one.way.shows(answer));
        judgement.answers = owed;
        let filing = self.filing(one, incoming, &understood, judgement)?;
        screen.extend::<Vec<Answer>>(shown);
        Ok(Filing { raw: kept.raw, ..filing })
    }

    /// The earlier letter that this one is a copy of, if copies count on its way.
    fn first_copy(&self, one: &Traveller, understood: &Understood) -> anyhow::Result<Option<Duplicate>> {
        match &one.way {
            Way::Mail { .. } => {
                let copy = self.copy_of(understood, &one.mark, one.number)?;
                Ok(copy.map(|copy| Duplicate { answered: copy.answered | one.letter.quiet, ..copy }))
            }
            Way::Machine { game, player } => self.own_copy(game, player, &one.mark),
            Way::Confirmed { .. } | Way::Typed => Ok(None),
        }
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

    /// A letter that cannot be read waits for the GA. As whom it is known stands in the record, so that it can be judged when
    /// it is released.
    fn quarantine(
        &mut self,
        one: &Traveller,
        why: String,
        content: Option<ContentKey>,
    ) -> anyhow::Result<Filing> {
        let kept = guarded(|| self.kept_unread(&one.letter, one.number))
            .unwrap_or_else(|| Ok(KeptUnread::nothing()))?;
        let mut filing = self.bare_filing(one, None, Verdict::Quarantined(why), kept.raw);
        self.count_guesses(&mut filing.effects, kept.from.as_deref(), &kept.told.guesses);
        filing.from = one.way.writer().or(kept.from).unwrap_or_default();
        filing.message_id = kept.message_id;
        (filing.game, filing.known) = match &one.way {
            Way::Machine { game, player } => {
                (Some(game.clone()), Known { player: Some(player.clone()), ..Known::default() })
            }
            Way::Mail { .. } | Way::Confirmed { .. } | Way::Typed => (kept.told.game, kept.told.known),
        };
        if one.way.is_known_by_its_words() {
            // Its kept bytes hold no password: they would be known by another key than what comes once more.
            let content = content.unwrap_or_else(|| unread_key(&one.mark));
            filing.content = self.earlier_copy(&content)?.is_none().then_some(content);
        }
        Ok(filing)
    }

    /// What the record keeps of a letter that was judged, with all that follows from it.
    fn filing(
        &self,
        one: &Traveller,
        incoming: &Incoming,
        understood: &Understood,
        judgement: Judgement,
    ) -> anyhow::Result<Filing> {
        let mut effects = Effects { changes: judgement.changes, ..Effects::default() };
        self.put_on_paper(&judgement.answers, &incoming.headers, &mut effects)?;
        self.count_guesses(&mut effects, understood.arrived.from.as_deref(), &judgement.guesses);
        let writer = judgement.known.player.as_ref().or(judgement.known.ga.as_ref());
        if let Some(writer) = writer.filter(|_| one.way.is_mail()) {
            effects.addresses = self.address_works(judgement.game.as_ref(), writer, &judgement.verdict)?;
        }
        effects.addresses.extend(self.addresses_changed(&effects.changes));
        let mut filing = self.bare_filing(one, Some(incoming), judgement.verdict, Vec::new());
        // A copy keeps no content key of its own: the first letter's is the one that counts.
        let is_known = one.way.is_known_by_its_words() && understood.arrived.duplicate.is_none();
        filing.content = is_known.then(|| understood.content.clone());
        filing.game = judgement.game;
        filing.known = judgement.known;
        filing.effects = effects;
        Ok(filing)
    }

    /// What the record keeps of any letter.
    pub(super) fn bare_filing(
        &self,
        one: &Traveller,
        incoming: Option<&Incoming>,
        verdict: Verdict,
        raw: Vec<u8>,
    ) -> Filing {
        let headers = incoming.map(|incoming| &incoming.headers);
        let from = one.way.writer().or_else(|| headers.and_then(|headers| headers.from.clone()));
        Filing {
            number: one.number,
            raw,
            place: one.letter.place.clone(),
            receipt: one.receipt.clone(),
            at_ms: self.clock.now(),
            content: None,
            message_id: headers.and_then(|headers| headers.message_id.clone()),
            from: from.unwrap_or_default(),
            game: None,
            known: Known::default(),
            verdict,
            effects: Effects::default(),
        }
    }
}

fn marks_of(party: &[Traveller], suits: impl Fn(&Traveller) -> bool) -> Vec<BodyHash> {
    party.iter().filter(|one| suits(one)).map(|one| one.mark.clone()).collect()
}

//! Letters that the program cannot read: those over which a process died again and again, or which bring a fault of the
//! program to light. They are kept unread, the GA is told, and a GA's RELEASE LETTER has one read once more.
//!
//! **Who may release**: a letter in quarantine belongs to no game, since nobody has read whom it names. So a GA or an owner of
//! any game here may release it, by letter or at the keyboard. It gives them nothing: the letter is judged as of its own
//! receipt, as from whoever its own password proved then (its kept bytes hold none), and is shown to nobody before.

use anyhow::{Context, bail};

use crate::office::Office;
use crate::tasks::dropped;
use crate::way::Way;
use fieldpost_desk::ga::record::Task;
use fieldpost_desk::record::{GameName, LetterNo, Verdict};
use fieldpost_desk::schedule::for_people;
use fieldpost_store::{BodyHash, Filing, LetterRead, LetterRecord, NewMail, Settlement, Write};

impl Office {
    /// Notes which letters are about to be read. Where that cannot be written they are read all the same: if the disk is to
    /// blame, filing them fails next and says so.
    pub(super) fn begin_reading(&self, letters: &[BodyHash]) {
        if let Err(error) = self.store.begin_reading(letters) {
            tracing::warn!(%error, "letters are read without a note of it");
        }
    }

    /// Notes that they are read: what happens from now on is not held against them.
    pub(super) fn end_reading(&self, letters: &[BodyHash]) {
        if let Err(error) = self.store.end_reading(letters) {
            tracing::warn!(%error, "the note of letters in hand stays until the next ones");
        }
    }

    /// The word to the GA of the letters in quarantine that are filed together: in the same write as they, so that it is told
    /// once.
    pub(super) fn tell_of_quarantined(&self, batch: &mut [Filing]) -> anyhow::Result<()> {
        let why = |filing: &Filing| match &filing.verdict {
            Verdict::Quarantined(why) => Some(self.quarantined_words(filing, why)),
            _ => None,
        };
        let words = batch.iter().filter_map(why).collect::<Vec<_>>();
        let Some(first) = batch.iter_mut().find(|filing| matches!(filing.verdict, Verdict::Quarantined(_)))
        else {
            return Ok(());
        };
        first.effects.answers.push(self.quarantine_notice(&words, first.number)?);
        Ok(())
    }

    fn quarantine_notice(&self, letters: &[String], first: LetterNo) -> anyhow::Result<NewMail> {
        let (title, they, them) = match letters.len() {
            1 => ("A letter is quarantined".to_owned(), "It was not read and lies", "it"),
            count => {
                (format!("{count} letters are quarantined"), "They were not read and lie", "one of them")
            }
        };
        let words = format!(
            "{}\n\n{they} in the record. When the program has been mended, or you think that it was not the letter's \
             fault, have {them} read once more, as of its receipt, by a letter of commands or with fieldpost ga:\n\n    \
             RELEASE LETTER {}",
            letters.join("\n"),
            first.0
        );
        self.notice(None, &title, &words)
    }

    fn quarantined_words(&self, filing: &Filing, why: &str) -> String {
        let place = &filing.place;
        let received = for_people(filing.receipt.at_ms, self.config.office.zone);
        format!(
            "Letter {}, received {received} ({} {}, {}): {why}.",
            filing.number.0, place.account, place.folder, place.uid
        )
    }

    /// Reads a letter in quarantine once more and judges it as of its receipt.
    ///
    /// # Errors
    /// If there is none of this number, its bytes are gone, or reading it fails again: it stays where it is then.
    pub(super) fn release_letter(
        &mut self,
        game: &GameName,
        task: &Task,
        number: LetterNo,
    ) -> anyhow::Result<()> {
        let record = self.quarantined(number)?;
        let bytes = self.store.letter_bytes(number)?;
        let mut filing = self.read_again(&record, bytes, Way::of(&record))?;
        filing.content = record.content.or(filing.content);
        if let Verdict::Quarantined(why) = &filing.verdict {
            bail!("{why}, so letter {} stays in quarantine", number.0);
        }
        self.file_released(game, task, filing)?;
        self.settle_released()
    }

    pub(super) fn quarantined(&self, number: LetterNo) -> anyhow::Result<LetterRecord> {
        let record =
            self.store.letter(number)?.with_context(|| format!("there is no letter {}", number.0))?;
        match &record.verdict {
            Verdict::Quarantined(_) => Ok(record),
            Verdict::Held(_) => {
                bail!(
                    "letter {} is not in quarantine: it waits for its registered sender to confirm it",
                    number.0
                )
            }
            other => bail!("letter {} is not in quarantine: it was {}", number.0, other.words()),
        }
    }

    /// The letter's verdict with all that follows, the task that is done by it, and a word to whoever released it.
    fn file_released(&mut self, game: &GameName, task: &Task, filing: Filing) -> anyhow::Result<()> {
        let Filing {
            number, at_ms, content, message_id, from, game: of, known, verdict, mut effects, ..
        } = filing;
        let title = format!("Letter {} was read", number.0);
        let words = format!(
            "Letter {} came out of quarantine and was judged as of its receipt. Its verdict: {}.",
            number.0,
            verdict.words()
        );
        // Before the answer to its sender: a copy of the letter has the last one sent again.
        effects.answers.insert(0, self.word_to_ga(game, &task.by, &title, &words)?);
        effects.changes.push(dropped(game, task));
        let read = Some(LetterRead { content, message_id, from, game: of, known });
        let settlement = Settlement { letter: number, at_ms, verdict, effects, read };
        self.put_of(game, Write::Settle(settlement))?;
        if let Err(error) = self.load_games() {
            tracing::error!(error = format!("{error:#}"), "the games cannot be read again");
        }
        Ok(())
    }
}
